/* Measures of single contacts, on states and events made by hand, give the numbers computed by hand. */
#include "tests/unit/measure_bench.h"

/* Depth [J] and 2 mu [1/s] of the truncated Lennard-Jones law. */
static struct gravel_material
lennard_jones(double energy, double damping_rate)
{
    return (struct gravel_material){.statement = GRAVEL_BY_ENERGY,
                                    .energy = energy,
                                    .damping_rate = damping_rate,
                                    .reference_velocity = 1.0,
                                    .tangential_restitution = 1.0};
}

static void
pair_collision_reports_the_first_contact(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    b.system.particles[1].v = v3(1, 0, -4); /* the second comes from above and slides along x */
    BEGIN(&b, "pair_collision", NULL);
    b.ops->event(b.measure, &(struct gravel_event){.t = 1.5,
                                                   .duration = 0.25,
                                                   .i = 0,
                                                   .j = 1,
                                                   .normal = {0, 0, -1},
                                                   .approach = 4,
                                                   .rebound = 3,
                                                   .dissipated = 7,
                                                   .overlap = 0.125});
    b.ops->event(b.measure, &(struct gravel_event){.t = 2, .i = 0, .j = 1, .approach = 1, .rebound = 1});
    b.now[0].v = v3(0.25, 0, -3.5);
    b.now[1].v = v3(0.75, 0, -0.5);
    b.now[0].omega = b.now[1].omega = v3(0, 0.25, 0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("restitution", number(&b.sheet, "restitution"), 0.75, 1e-15);
    near("its error against the stated 0.9", number(&b.sheet, "restitution_error"), 0.15, 1e-15);
    near("duration", number(&b.sheet, "duration"), 0.25, 0.0);
    near("overlap", number(&b.sheet, "max_overlap"), 0.125, 0.0);
    near("contacts", number(&b.sheet, "contacts"), 2.0, 0.0);
    /* 17 - (0.0625 + 12.25 + 0.5625 + 0.25) - 2 0.2/2 0.0625 */
    near("loss", number(&b.sheet, "loss"), 17.0 - 13.125 - 0.0125, 1e-14);
    near("mu", number(&b.sheet, "mu"), -log(0.9) / 0.01, 1e-11);
    near("w0", number(&b.sheet, "w0"), hypot(M_PI, log(0.9)) / 0.01, 1e-10);
    near("slip", number(&b.sheet, "slip"), 1.0, 0.0);
    near("kick", number(&b.sheet, "tangential_kick"), 0.25, 0.0);
    near("spin change", number(&b.sheet, "spin_change"), 0.25, 0.0);
    /* The centres slide past each other with -1 before and 0.25 - 0.75 after. */
    near("centres", number(&b.sheet, "centre_tangential_restitution"), 0.5, 1e-15);
    /* Slip of the first on the second before: -1 along x; after: top of the first moves with v + w r = 0.25 + 0.125,
     * bottom of the second with 0.75 - 0.125. */
    near("slip restitution", number(&b.sheet, "slip_restitution"), (0.375 - 0.625) / -1.0, 1e-15);
    near("vx of the second", number(&b.sheet, "vx_second"), 0.75, 0.0);
    near("spin of the first", number(&b.sheet, "spin_y_first"), 0.25, 0.0);
    end(&b);
}

/* Surfaces that move alike have no slip of which a part could be left, but a torque may act on both. */
static void
pair_collision_reports_the_spin_without_slip(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    b.system.material.rotation = true;
    b.system.particles[1].v = v3(0, 0, -4);
    b.system.particles[0].omega = v3(0, 2, 0);
    b.system.particles[1].omega = v3(0, -2, 0);
    BEGIN(&b, "pair_collision", NULL);
    b.ops->event(b.measure,
                 &(struct gravel_event){
                     .t = 1.5, .duration = 0.25, .i = 0, .j = 1, .normal = {0, 0, -1}, .approach = 4, .rebound = 3});
    b.now[0].v = v3(0.5, 0, -3.5);
    b.now[0].omega = v3(0, 1.25, 0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("slip", number(&b.sheet, "slip"), 0.0, 0.0);
    near("kick", number(&b.sheet, "tangential_kick"), 0.5, 0.0);
    near("spin change", number(&b.sheet, "spin_change"), 0.75, 0.0);
    end(&b);
}

/* The dissipation numbers of a contact with F = k x^1.5 + c x^0.5 x': beta v^(1/5) = (c/m) (m/k)^(3/5) v^(1/5) and, of
 * one with F = k x^1.5 + c x^0.25 x', the damping ratio c/sqrt(k m). */
static void
pair_collision_reports_the_dissipation_number_of_its_law(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct bench b;
        make_bench(&b, 1, 2);
        b.system.gravity.z = 0.0;
        b.system.material = (struct gravel_material){.statement = GRAVEL_BY_RATES,
                                                     .beta = 0.5,
                                                     .gamma = k == 0 ? 0.5 : 0.25,
                                                     .rate_squared = 400.0,
                                                     .damping_rate = 3.0,
                                                     .reference_velocity = 1.0,
                                                     .tangential_restitution = 1.0};
        BEGIN(&b, "pair_collision", NULL);
        b.ops->event(b.measure, &(struct gravel_event){.t = 1,
                                                       .duration = 0.25,
                                                       .i = 0,
                                                       .j = 1,
                                                       .normal = {0, 0, -1},
                                                       .approach = 32,
                                                       .rebound = 3,
                                                       .overlap = 0.125});
        assert_int_equal(finish(&b), GRAVEL_OK);
        const struct gravel_force force =
            gravel_material_force(&b.system.material, NULL, 1.0, 1.0, 1.0); /* m = m_red */
        if (k == 0)
            near("beta v^(1/5)", number(&b.sheet, "beta_v15"), force.c * pow(force.k, -0.6) * 2.0, 1e-12);
        else
            near("damping ratio", number(&b.sheet, "damping_ratio"), force.c / sqrt(force.k), 1e-12);
        end(&b);
    }
}

/* The rates are those of the contact, which a table of contacts states, whatever the system's material is. */
static void
rates_are_reported_where_the_contact_is_linear(void **state)
{
    (void)state;
    for (int linear = 0; linear < 2; linear++) {
        struct bench b;
        make_bench(&b, 1, 2);
        const struct gravel_material hooke = b.system.material, soft = lennard_jones(1.0, 3.0);
        b.system.gravity.z = 0.0;
        b.system.material = linear ? soft : hooke;
        b.system.contacts = calloc(1, sizeof *b.system.contacts);
        assert_non_null(b.system.contacts);
        b.system.contacts->material = linear ? hooke : soft;
        BEGIN(&b, "pair_collision", NULL);
        b.ops->event(b.measure,
                     &(struct gravel_event){.t = 1, .duration = 0.25, .i = 0, .j = 1, .approach = 4, .rebound = 3});
        assert_int_equal(finish(&b), GRAVEL_OK);
        assert_int_equal(!isnan(number(&b.sheet, "w0")), linear);
        assert_int_equal(!isnan(number(&b.sheet, "mu")), linear);
        end(&b);
    }
}

static void
pair_collision_without_a_collision_fails(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    BEGIN(&b, "pair_collision", NULL);
    assert_int_equal(finish(&b), GRAVEL_PHYSICS);
    end(&b);
}

/* At x = d/6 the truncated Lennard-Jones force is 12 (epsilon/d) q^7 (q^6 - 1) with q = 6/5, seven times k x. */
static void
overlap_trace_holds_a_lennard_jones_force(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    b.system.gravity.z = 0.0;
    b.system.material = lennard_jones(1.0, 3.0);
    b.system.particles[1].x.z = 2.5;
    b.system.particles[1].v.z = -4.0;
    BEGIN(&b, "overlap_trace", NULL);
    b.now[1].x.z = 0.5 + 5.0 / 6.0;
    b.now[1].v.z = -2.0;
    take_sample(&b, 0.5);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("force", number(&b.sheet, "force"), 12.0 * pow(1.2, 7.0) * (pow(1.2, 6.0) - 1.0) + 3.0 * 2.0, 1e-12);
    assert_true(isnan(number(&b.sheet, "w0")));
    end(&b);
}

/* The table begins with the touch, where the dashpot alone pushes, and goes on with the law at the sampled states. */
static void
overlap_trace_holds_the_force_of_the_law(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    b.system.gravity.z = 0.0;
    b.system.particles[1].x.z = 2.5; /* a gap of 1 m */
    b.system.particles[1].v.z = -4.0;
    BEGIN(&b, "overlap_trace", NULL);
    take_sample(&b, 0.0);
    b.now[1].x.z = 1.4;
    b.now[1].v.z = -3.0;
    take_sample(&b, 0.5);
    assert_int_equal(finish(&b), GRAVEL_OK);
    const double mu = -log(0.9) / 0.01, w0 = hypot(M_PI, log(0.9)) / 0.01; /* m_red = 1 */
    const double *row = b.sheet.tables[0].data;
    assert_int_equal(b.sheet.tables[0].n_rows, 3);
    near("before: time", row[0], -0.25, 1e-15);
    near("before: force", row[3], 0.0, 0.0);
    near("touch: time", row[4], 0.0, 0.0);
    near("touch: force", row[7], 2.0 * mu * 4.0, 1e-10);
    near("later: time", row[8], 0.25, 1e-15);
    near("later: overlap", row[9], 0.1, 1e-15);
    near("later: force", row[11], w0 * w0 * 0.1 + 2.0 * mu * 3.0, 1e-8);
    near("last overlap", number(&b.sheet, "overlap"), 0.1, 1e-15);
    near("last opening rate", number(&b.sheet, "opening_rate"), -3.0, 0.0);
    near("speed at the touch", number(&b.sheet, "touch_speed"), 4.0, 1e-15);
    near("energy taken", number(&b.sheet, "contact_energy"), 0.5 * (16.0 - 9.0), 1e-14); /* m_red = 1 */
    near("damping ratio", number(&b.sheet, "damping_ratio"), 2.0 * mu / w0, 1e-14);
    end(&b);
}

/* The bodies meet at 0.25 s, are last seen in contact at 0.5 s, 0.1 m deep and parting at 0.2 m/s, and end at 1 s. */
static void
overlap_trace_scales_a_contact_that_has_ended(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    b.system.gravity.z = 0.0;
    b.system.particles[1].x.z = 2.5;
    b.system.particles[1].v.z = -4.0;
    BEGIN(&b, "overlap_trace", NULL);
    take_sample(&b, 0.0);
    b.now[1].x.z = 1.4;
    b.now[1].v.z = 0.2;
    take_sample(&b, 0.5);
    b.now[1].x.z = 1.6;
    take_sample(&b, 1.5);
    assert_int_equal(finish(&b), GRAVEL_OK);
    const double *row = b.sheet.tables[1].data;
    assert_int_equal(b.sheet.tables[1].n_rows, 3);
    near("touch: phase", row[0], 0.0, 0.0);
    near("touch: rate", row[1], 1.0, 1e-15);
    near("inside: phase", row[2], 1.0 / 3.0, 1e-14);
    near("inside: rate", row[3], -0.05, 1e-15);
    near("end: phase", row[4], 1.0, 0.0);
    near("end: rate", row[5], -0.05, 1e-15);
    end(&b);
}

static void
overlap_trace_refuses_bodies_that_fall_and_bodies_that_miss(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    assert_int_equal(begin(&b, "overlap_trace", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
    make_bench(&b, 1, 2);
    b.system.gravity.z = 0.0;
    b.system.particles[1].v.z = 4.0;
    BEGIN(&b, "overlap_trace", NULL);
    take_sample(&b, 0.0);
    assert_int_equal(finish(&b), GRAVEL_PHYSICS);
    end(&b);
}

static void
effective_restitution_splits_the_energy(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    b.system.particles[0].v.z = b.system.particles[1].v.z = -2.0; /* E_0 = 8 */
    BEGIN(&b, "effective_restitution", NULL);
    b.now[0].v.z = 0.5;
    b.now[1].v.z = 1.5; /* E_f = 2.5, v_cm = 1, E_rel = 0.5 */
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("e_eff", number(&b.sheet, "effective_restitution"), sqrt(2.5 / 8.0), 1e-15);
    near("loss", number(&b.sheet, "effective_loss"), 1.0 - sqrt(2.5 / 8.0), 1e-15);
    near("E_rel", number(&b.sheet, "relative_energy"), 0.5, 1e-15);
    near("E_rel/E_f", number(&b.sheet, "relative_energy_fraction"), 0.2, 1e-15);
    end(&b);
}

static void
interaction_time_spans_the_wall_contacts(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(&b, "interaction_time", NULL);
    b.ops->event(b.measure, &(struct gravel_event){.t = 0.1, .duration = 0.1, .i = 0, .j = 1});
    b.ops->event(b.measure, &(struct gravel_event){.t = 2.5, .duration = 0.5, .i = 0, .j = -1});
    b.ops->event(b.measure, &(struct gravel_event){.t = 4.0, .duration = 0.25, .i = 0, .j = -1});
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("t_k", number(&b.sheet, "interaction_time"), 2.0, 1e-15);
    near("t_k/(N t_c)", number(&b.sheet, "scaled_interaction_time"), 2.0 / (2 * 0.01), 1e-10);
    near("contacts", number(&b.sheet, "wall_contacts"), 2.0, 0.0);
    end(&b);
}

/* Two pairs of spheres of radius 0.5 m that meet head on along x with a slip along z of 1 m/s by their spins; the
 * second pair meets across the box's side. */
static void
pair_extremes_tells_apart_pairs_by_their_states(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 4);
    b.system.box = (struct gravel_box){.periodic = {true, true, true}, .high = {10, 10, 10}};
    for (size_t k = 0; k < 4; k++) {
        struct gravel_particle *p = &b.system.particles[k];
        p->x = v3(k < 2 ? 3.0 + 2.0 * (double)k : k == 2 ? 9.0 : 1.0, 0, k < 2 ? 2.0 : 6.0);
        p->v = v3(k % 2 == 0 ? 1.0 : -1.0, 0, 0);
        p->omega = v3(0, 1, 0);
    }
    BEGIN(&b, "pair_extremes", NULL);
    for (size_t k = 0; k < 4; k++) {
        b.now[k].v.x = (k % 2 == 0 ? -1.0 : 1.0) * (k < 2 ? 0.75 : 0.5);
        b.now[k].omega.y = k < 2 ? 0.25 : 0.5;
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("approach", number(&b.sheet, "approach"), 2.0, 1e-15);
    near("slip", number(&b.sheet, "slip"), 1.0, 1e-15);
    near("least e", number(&b.sheet, "restitution_least"), 0.5, 1e-15);
    near("most e", number(&b.sheet, "restitution_most"), 0.75, 1e-15);
    near("least slip", number(&b.sheet, "slip_restitution_least"), 0.25, 1e-15);
    near("most slip", number(&b.sheet, "slip_restitution_most"), 0.5, 1e-15);
    end(&b);
}

static void
pair_extremes_refuses_an_odd_number_and_pairs_that_miss(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 3);
    assert_int_equal(begin(&b, "pair_extremes", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
    make_bench(&b, 3, 2);
    b.system.particles[0].v = v3(1, 0, 0);
    BEGIN(&b, "pair_extremes", NULL);
    assert_int_equal(finish(&b), GRAVEL_PHYSICS);
    end(&b);
}

/* Two spheres that overlap by 0.05 m, and the pushes of an interval of 0.5 s, one told from either side. */
static void
pair_force_is_the_impulse_on_the_first_over_the_interval(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 3);
    BEGIN(&b, "pair_force", NULL);
    b.now[1].x = v3(0, 0, 1.45);
    take_sample(&b, 0.0);
    assert_int_equal(finish(&b), GRAVEL_INPUT); /* nothing has touched */
    const struct gravel_push pushes[] = {
        {.i = 0, .j = 1, .impulse = {0.2, 0, -0.4}, .twist = {0, 0.1, 0}, .twist_j = {0, 0.2, 0}},
        {.i = 1, .j = 0, .impulse = {0, 0, 0.6}, .twist = {0, 0, 1.0}, .twist_j = {1.0, 0, 0}},
        {.i = 0, .j = 2, .impulse = {9, 9, 9}, .twist = {9, 9, 9}, .twist_j = {9, 9, 9}},
    };
    for (size_t k = 0; k < sizeof pushes / sizeof *pushes; k++)
        b.ops->push(b.measure, &pushes[k]);
    take_sample(&b, 0.5);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "overlap"), 0.05, 1e-14);
    near_value(number(&b.sheet, "normal_force"), 2.0, 1e-14);
    near_value(number(&b.sheet, "tangential_force"), 0.4, 1e-14);
    near_value(number(&b.sheet, "force.x"), 0.4, 1e-14);
    near_value(number(&b.sheet, "force.z"), -2.0, 1e-14);
    near_value(number(&b.sheet, "torque.1.x"), 2.0, 1e-14);
    near_value(number(&b.sheet, "torque.1.y"), 0.2, 1e-14);
    near_value(number(&b.sheet, "torque.2.y"), 0.4, 1e-14);
    near_value(number(&b.sheet, "torque.2.z"), 2.0, 1e-14);
    assert_int_equal(b.sheet.tables[0].n_rows, 1);
    end(&b);
}

static void
pair_force_refuses_bodies_that_cannot_touch(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 1);
    assert_int_equal(begin(&b, "pair_force", NULL), GRAVEL_INPUT);
    end(&b);
    make_bench(&b, 3, 2);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    b.system.particles[0].attached = b.system.particles[1].attached = 0;
    assert_int_equal(begin(&b, "pair_force", NULL), GRAVEL_INPUT);
    end(&b);
}

/* The contact that began first counts, whichever ended first; contacts of walls do not. */
static void
first_pair_contact_is_the_one_that_began_first(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 3);
    BEGIN(&b, "first_pair_contact", NULL);
    assert_int_equal(finish(&b), GRAVEL_PHYSICS);
    const struct gravel_event events[] = {
        {.i = 0, .j = -1, .t = 0.2, .duration = 0.1, .approach = 9.0},
        {.i = 1, .j = 2, .t = 0.5, .duration = 0.1, .approach = 3.0},
        {.i = 0, .j = 1, .t = 0.6, .duration = 0.3, .approach = 2.0},
        {.i = 0, .j = 1, .t = 0.9, .duration = 0.1, .approach = 1.0},
    };
    for (size_t k = 0; k < sizeof events / sizeof *events; k++)
        b.ops->event(b.measure, &events[k]);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near_value(number(&b.sheet, "pair_contact_time"), 0.3, 1e-14);
    near_value(number(&b.sheet, "pair_approach"), 2.0, 0.0);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pair_collision_reports_the_first_contact),
        cmocka_unit_test(pair_collision_reports_the_spin_without_slip),
        cmocka_unit_test(pair_collision_reports_the_dissipation_number_of_its_law),
        cmocka_unit_test(pair_collision_without_a_collision_fails),
        cmocka_unit_test(rates_are_reported_where_the_contact_is_linear),
        cmocka_unit_test(overlap_trace_holds_the_force_of_the_law),
        cmocka_unit_test(overlap_trace_holds_a_lennard_jones_force),
        cmocka_unit_test(overlap_trace_scales_a_contact_that_has_ended),
        cmocka_unit_test(overlap_trace_refuses_bodies_that_fall_and_bodies_that_miss),
        cmocka_unit_test(effective_restitution_splits_the_energy),
        cmocka_unit_test(interaction_time_spans_the_wall_contacts),
        cmocka_unit_test(pair_extremes_tells_apart_pairs_by_their_states),
        cmocka_unit_test(pair_extremes_refuses_an_odd_number_and_pairs_that_miss),
        cmocka_unit_test(pair_force_is_the_impulse_on_the_first_over_the_interval),
        cmocka_unit_test(pair_force_refuses_bodies_that_cannot_touch),
        cmocka_unit_test(first_pair_contact_is_the_one_that_began_first),
    };
    return cmocka_run_group_tests_name("measures of contacts", tests, NULL, NULL);
}
