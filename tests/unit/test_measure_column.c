/* Measures of columns, on states and events made by hand, give the numbers computed by hand. */
#include "tests/unit/measure_bench.h"

/* A plate with A0 = 0.1 m and w = 20/s: A0 w = 2 m/s, alpha = 4 at g = 10. */
static void
add_plate(struct bench *b, double restitution)
{
    struct gravel_wall *plate = add_wall(b, GRAVEL_PLANE, v3(0, 0, 1));
    plate->contact.restitution = restitution;
    plate->motion.amplitude = 0.1;
    plate->motion.angular_frequency = 20.0;
}

static void
column_scales_are_those_of_the_source(void **state)
{
    (void)state;
    for (int equal = 0; equal < 2; equal++) {
        struct bench b;
        make_bench(&b, 1, 5);
        add_plate(&b, equal ? 0.9 : 1.0);
        BEGIN(&b, "column_scales", NULL);
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("X", number(&b.sheet, "X"), equal ? 0.5 : 0.4, 1e-14); /* S3 Eqs. 38b, 38a */
        near("alpha", number(&b.sheet, "alpha"), 4.0, 1e-14);
        near("A0 w", number(&b.sheet, "peak_velocity"), 2.0, 1e-15);
        assert_true(isnan(number(&b.sheet, "sigma")));
        end(&b);
    }
}

static void
sigma_is_the_gap_in_contact_times(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 3);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    for (size_t k = 0; k < 3; k++) {
        b.system.particles[k].x.z += 0.03 * (double)k;
        b.system.particles[k].v.z = -2.0;
    }
    BEGIN(&b, "column_scales", NULL);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("s0", number(&b.sheet, "separation"), 0.03, 1e-14);
    near("sigma", number(&b.sheet, "sigma"), 0.03 / (2.0 * 0.01), 1e-12);
    end(&b);
}

static void
separations_tell_a_fan_from_a_detached_column(void **state)
{
    (void)state;
    static const double fan[] = {0.5, 0.6, 0.8, 1.1}, thrown[] = {0.5, 1.0, 1.0, 2.0};
    for (int detached = 0; detached < 2; detached++) {
        struct bench b;
        make_bench(&b, 1, 4);
        b.system.particles[0].v.z = -2.0;
        BEGIN(&b, "separations", NULL);
        for (int k = 0; k < 4; k++)
            b.now[k].v.z = detached ? thrown[k] : fan[k];
        /* The upper pair parts first; its second contact and that with a wall do not count. */
        b.ops->event(b.measure, &(struct gravel_event){.t = 1, .i = 3, .j = 2});
        b.ops->event(b.measure, &(struct gravel_event){.t = 2, .i = 1, .j = 2});
        b.ops->event(b.measure, &(struct gravel_event){.t = 3, .i = 0, .j = 1});
        b.ops->event(b.measure, &(struct gravel_event){.t = 4, .i = 2, .j = 3});
        b.ops->event(b.measure, &(struct gravel_event){.t = 5, .i = 0, .j = -1});
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("final velocity", number(&b.sheet, "final_velocity.2"), detached ? 0.5 : 0.3, 1e-15);
        near("order", number(&b.sheet, "separation_order"), detached ? 1.0 / 3.0 : 1.0, 1e-15);
        near("spread", number(&b.sheet, "separation_spread"), detached ? sqrt(1.5) * 2.0 / 3.0 : sqrt(2.0 / 3.0) * 0.5,
             1e-12);
        near("sequence", number(&b.sheet, "detachment_order"), -1.0, 1e-15);
        end(&b);
    }
}

static void
lattice_scales_count_the_lowest_row(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 2, 6);
    b.system.box = (struct gravel_box){.low = {0, 0, 0}, .high = {3.3, 0, 9}, .periodic = {true, false, false}};
    for (int k = 0; k < 6; k++) {
        b.system.particles[k].x = v3(0.3 + 1.1 * (k % 3), 0, 0.6 + (k / 3) * 0.95 + 0.04 * (k % 2));
        b.system.particles[k].v = v3(0, 0, -2.0);
    }
    BEGIN(&b, "lattice_scales", NULL);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("layers", number(&b.sheet, "layers"), 2.0, 0.0);
    near("s0", number(&b.sheet, "separation"), 0.1, 1e-14);
    near("sigma", number(&b.sheet, "sigma"), 0.1 / (2.0 * 0.01), 1e-12);
    end(&b);
}

static void
free_flight_is_the_mean_gap_in_contact_times(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 3);
    add_plate(&b, 1.0);
    const double period = 2.0 * M_PI / b.system.walls[0].motion.angular_frequency;
    BEGIN(&b, "free_flight", NULL);
    for (int k = 0; k < 3; k++) {
        b.now[k].x.z += 0.6 * (k + 1); /* heights 0.6, 1.2, 1.8 without the diameters: h = 1.2 */
        b.now[k].v.z = k == 1 ? -4.0 : 1.0;
    }
    for (int k = 0; k < 4; k++)
        take_sample(&b, 1.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("sigma", number(&b.sheet, "sigma"), 2.0 * 1.2 / (3.0 * sqrt(6.0) * 0.01), 1e-10);
    near("t_c f", number(&b.sheet, "contact_phase"), 0.01 / period, 1e-12);
    end(&b);
}

static void
height_and_dilatation_leave_the_diameters_out(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct bench b;
        make_bench(&b, 1, 3);
        add_plate(&b, 1.0);
        BEGIN(&b, k == 0 ? "centre_of_mass" : "dilatation", NULL);
        size_t count;
        assert_non_null(b.ops->means(b.measure, &count));
        assert_int_equal(count, 2);
        b.now[0].x.z += 0.1;
        b.now[1].x.z += 0.2;
        b.now[2].x.z += 0.6;
        take_sample(&b, 1.0);
        /* X = 0.2; F = 0.3 10 0.2/2^2; lambda = 0.5/(0.1 4) */
        near(k == 0 ? "height" : "dilatation", b.values[0], k == 0 ? 0.3 : 0.5, 1e-14);
        near(k == 0 ? "F" : "lambda", b.values[1], k == 0 ? 0.15 : 1.25, 1e-14);
        end(&b);
    }
}

/* Energy 6 J throughout and a loss of 0.5 J in 0.1 s: tau_D = 6/5 s. */
static void
dissipation_time_is_energy_over_power(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 3);
    add_plate(&b, 1.0);
    BEGIN(&b, "dissipation_time", NULL);
    b.energy.kinetic = 4.5;
    b.energy.elastic = 0.5;
    b.now[0].x.z += 1.0 / 20.0; /* m g z = 1 J */
    take_sample(&b, 0.0);
    near("power at the start", b.values[1], 0.0, 0.0);
    for (int k = 0; k < 200; k++) {
        b.energy.dissipated += 0.5;
        take_sample(&b, 0.1);
    }
    near("energy", b.values[0], 6.0, 1e-13);
    near("power", b.values[1], 5.0, 1e-11);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("tau_D", number(&b.sheet, "dissipation_time"), 1.2, 1e-12);
    near("tau_D g X^1.5/(pi A0 w)", number(&b.sheet, "scaled_dissipation_time"),
         1.2 * 10.0 * pow(0.2, 1.5) / (M_PI * 2.0), 1e-12);
    end(&b);
}

/* On request velocities too, those to each other from the plate up; a table of 10^7 numbers is refused. */
static void
trajectory_has_velocities_and_an_end(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    add_plate(&b, 1.0);
    BEGIN(&b, "trajectory", "velocities", "true", NULL);
    b.now[0].v.z = 3.0;
    b.now[1].v.z = 7.0;
    take_sample(&b, 0.0); /* the plate moves up with 2 m/s */
    assert_int_equal(finish(&b), GRAVEL_OK);
    assert_int_equal(b.sheet.n_tables, 3);
    assert_string_equal(b.sheet.tables[1].columns, "t|v1|v2");
    near("v2", b.sheet.tables[1].data[2], 7.0, 0.0);
    assert_string_equal(b.sheet.tables[2].columns, "t|u1|u2");
    near("u1", b.sheet.tables[2].data[1], 1.0, 1e-14);
    near("u2", b.sheet.tables[2].data[2], 4.0, 1e-14);
    end(&b);

    for (int allowed = 0; allowed < 2; allowed++) { /* t, z1, z2 of 3333333 samples */
        make_bench(&b, 1, 2);
        const struct gravel_value samples = {.type = GRAVEL_TYPE_INT, .real = 3333333 - allowed};
        assert_int_equal(gravel_options_set(&b.parameters, "run.samples", &samples, NULL), GRAVEL_OK);
        assert_int_equal(begin(&b, "trajectory", NULL), allowed ? GRAVEL_OK : GRAVEL_INPUT);
        end(&b);
    }
    make_bench(&b, 1, 101);
    assert_int_equal(begin(&b, "trajectory", NULL), GRAVEL_INPUT);
    end(&b);
}

static void
trajectory_and_relative_energy_are_tables_in_time(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    add_plate(&b, 1.0);
    BEGIN(&b, "trajectory", NULL);
    b.now[1].x.z += 0.25;
    take_sample(&b, 0.0);
    take_sample(&b, M_PI / 40.0); /* a quarter period */
    assert_int_equal(finish(&b), GRAVEL_OK);
    assert_string_equal(b.sheet.tables[0].columns, "t|plate|z1|z2");
    assert_int_equal(b.sheet.tables[0].n_rows, 2);
    near("plate", b.sheet.tables[0].data[5], 0.1, 1e-15);
    near("z1", b.sheet.tables[0].data[6], 0.0, 1e-15);
    near("z2", b.sheet.tables[0].data[7], 0.25, 1e-15);
    end(&b);

    make_bench(&b, 1, 2);
    BEGIN(&b, "trajectory", NULL); /* in free flight */
    b.now[1].x.z += 0.25;
    take_sample(&b, 0.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    assert_string_equal(b.sheet.tables[0].columns, "t|z1|z2");
    near("z2", b.sheet.tables[0].data[2], 0.25, 1e-15);
    end(&b);

    make_bench(&b, 1, 2);
    BEGIN(&b, "relative_energy", NULL);
    b.now[0].v.z = 1.0;
    b.now[1].v.z = 4.0;
    take_sample(&b, 0.5);
    near("E_rel/m", b.values[0], 2.25, 1e-15);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("in the table", b.sheet.tables[0].data[1], 2.25, 1e-15);
    end(&b);
}

/* (A0 w)^2 = 4, so the floor is 4e-8.  Two steps, to 1 and to 3, each seen in full one sample late; between them one of
 * a block that came from the air, which does not count. */
static void
relative_energy_reads_the_step_at_a_landing(void **state)
{
    (void)state;
    static const double velocity[] = {0, 0, 0.3, 1, 0, 0.5, 1.5, 0, 0, 0.2, -1.7320508075688772, 0};
    static const bool lies[] = {true, false, true, false, false, true, false, true, false, true, false, false};
    struct bench b;
    make_bench(&b, 1, 2);
    add_plate(&b, 0.6);
    BEGIN(&b, "relative_energy", NULL);
    for (size_t k = 0; k < sizeof velocity / sizeof *velocity; k++) {
        const double t = b.t + 1.0;
        b.now[0].x.z = 0.5 + 0.1 * sin(20.0 * t) + (lies[k] ? 0.0 : 0.2);
        b.now[0].v.z = velocity[k];
        b.now[1].v.z = -velocity[k]; /* E_rel/m = v^2 */
        b.ops->event(b.measure, &(struct gravel_event){.t = b.t, .i = 0, .j = -1, .normal = {0, 0, 1}});
        take_sample(&b, 1.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("steps", number(&b.sheet, "block_landings"), 2.0, 0.0);
    near("height", number(&b.sheet, "landing_relative_energy"), 0.5 * (1.0 + 3.0), 1e-14);
    /* The centre rests at the samples; one second before them it rose with g * 1 s. */
    near("kinetic", number(&b.sheet, "landing_kinetic_energy"), 0.5 * (1.0 + 3.0) + 0.5 * 2.0 * 10.0 * 10.0, 1e-12);
    end(&b);
}

/* Period 0.1 pi s.  The bead is on the plate until phase 0.2 of every period, off from 0.21, lands at 0.75 with
 * v_c = 3 m/s and touches again at once. */
static void
landing_sees_lift_off_and_touch_down(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    add_plate(&b, 1.0);
    BEGIN(&b, "landing", NULL);
    const double period = 0.1 * M_PI;
    for (int k = 0; k < 20; k++) {
        static const double phases[] = {0.0, 0.1, 0.2, 0.21, 0.5, 0.8, 0.9};
        for (size_t p = 0; p < sizeof phases / sizeof *phases; p++) {
            if (phases[p] == 0.8) {
                const double land = (k + 0.75) * period;
                b.ops->event(b.measure, &(struct gravel_event){.t = land, .i = 0, .j = -1, .approach = 3});
                b.ops->event(b.measure, &(struct gravel_event){.t = land + 1e-6, .i = 0, .j = -1, .approach = 0.1});
            }
            const double t = (k + phases[p]) * period, plate = 0.1 * sin(20.0 * t);
            b.now[0].x.z = 0.5 + plate + (phases[p] > 0.205 && phases[p] < 0.75 ? 0.3 : 0.0);
            take_sample(&b, t - b.t);
        }
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("landings", number(&b.sheet, "landings"), 20.0, 0.0);
    near("interval", number(&b.sheet, "landing_interval"), 1.0, 1e-12);
    near("scatter of the intervals", number(&b.sheet, "landing_scatter"), 0.0, 1e-12);
    near("speed", number(&b.sheet, "landing_speed"), 1.5, 1e-14);
    near("lift phase", number(&b.sheet, "lift_phase"), 0.205, 1e-10);
    near("landing phase", number(&b.sheet, "landing_phase"), 0.75, 1e-10);
    end(&b);
}

/* Events at 0.5, 0.75, 0.75 (of one instant) and 2 s: intervals of 0.25 and 1.25 s. A soft contact counts from its
 * beginning. */
static void
event_intervals_are_between_beginnings(void **state)
{
    (void)state;
    for (int soft = 0; soft < 2; soft++) {
        const double lasts = soft ? 0.125 : 0.0;
        static const double begins[] = {0.5, 0.75, 0.75, 2.0};
        struct bench b;
        make_bench(&b, 1, 3);
        BEGIN(&b, "event_intervals", NULL);
        for (int k = 0; k < 4; k++)
            b.ops->event(b.measure,
                         &(struct gravel_event){.t = begins[k] + lasts, .duration = lasts, .i = 0, .j = k - 1});
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("shortest", number(&b.sheet, "shortest_interval"), 0.25, 1e-15);
        near("its exponent", number(&b.sheet, "shortest_interval_exponent"), log10(0.25), 1e-15);
        end(&b);
    }
}

static void
profile_counts_what_is_in_the_bins(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 4);
    BEGIN(&b, "profile", "to", "4", "bins", "2", NULL);
    b.now[3].x.z = 7.0; /* beyond the bins; centres at 0.5, 1.5, 2.5 else */
    b.now[0].v = v3(3, 0, 0);
    b.now[1].v = v3(0, 0, 1);
    take_sample(&b, 1.0);
    near("lower bin", b.values[0], 2.0 / (4 * 2.0), 1e-15);
    near("upper bin", b.values[1], 1.0 / (4 * 2.0), 1e-15);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("<v^2>", b.sheet.tables[0].data[2], 5.0, 1e-15);
    near("height", b.sheet.tables[0].data[3], 3.0, 1e-15);
    near("shape", number(&b.sheet, "profile_shape"), 0.5 * (0.25 + 2.25 + 6.25 + 49) / 4 / (2.875 * 2.875), 1e-14);
    end(&b);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(column_scales_are_those_of_the_source),
        cmocka_unit_test(sigma_is_the_gap_in_contact_times),
        cmocka_unit_test(separations_tell_a_fan_from_a_detached_column),
        cmocka_unit_test(lattice_scales_count_the_lowest_row),
        cmocka_unit_test(free_flight_is_the_mean_gap_in_contact_times),
        cmocka_unit_test(height_and_dilatation_leave_the_diameters_out),
        cmocka_unit_test(dissipation_time_is_energy_over_power),
        cmocka_unit_test(trajectory_has_velocities_and_an_end),
        cmocka_unit_test(trajectory_and_relative_energy_are_tables_in_time),
        cmocka_unit_test(relative_energy_reads_the_step_at_a_landing),
        cmocka_unit_test(landing_sees_lift_off_and_touch_down),
        cmocka_unit_test(event_intervals_are_between_beginnings),
        cmocka_unit_test(profile_counts_what_is_in_the_bins),
    };
    return cmocka_run_group_tests_name("measures of columns", tests, NULL, NULL);
}
