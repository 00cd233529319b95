/* One point: the sampling loop on real engines, and engines with planted faults for the invariants. */
#include "harness/record/record.h"
#include "harness/run/monitor.h"
#include "harness/run/seen_overlap.h"
#include "tests/near.h"
#include "tests/unit/run_world.h"

FLIGHT(NONE, GRAVEL_ED);
FLIGHT(REFUSE, GRAVEL_ED);
FLIGHT(NOT_FINITE, GRAVEL_ED);
FLIGHT(LEDGER, GRAVEL_ED);
FLIGHT(PUSH, GRAVEL_ED);
FLIGHT(TUNNEL, GRAVEL_ED);
FLIGHT(COARSE, GRAVEL_MD);
FLIGHT(DEEP, GRAVEL_MD);
FLIGHT(BACKWARD, GRAVEL_ED);
FLIGHT(AT_LIMITS, GRAVEL_MD);
FLIGHT(SOFT, GRAVEL_MD);
FLIGHT(SHORT, GRAVEL_MD);
FLIGHT(FINE, GRAVEL_MD);
FLIGHT(LOSSY, GRAVEL_MD);
FLIGHT(FAST, GRAVEL_MD);

static struct gravel_record
run_point(const struct gravel_point *point)
{
    struct gravel_record record;
    struct gravel_error error = {0};
    _Atomic double part_done = 0.0;
    if (gravel_point_run(point, NULL, &part_done, &record, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    assert_true(record.status != GRAVEL_POINT_DONE || (part_done > 0.0 && part_done <= 1.0));
    print_message("# %s: %s %s\n", point->engine->name, gravel_point_status_name(record.status), record.message);
    return record;
}

static struct gravel_record
run_with(struct world *world, const struct gravel_engine_ops *engine)
{
    struct gravel_point point = world->plan.points[0];
    point.engine = engine;
    return run_point(&point);
}

static void
clean_engine_is_done_with_all_invariants(void **state)
{
    struct gravel_record r = run_with(*state, &flight_NONE);
    assert_int_equal(r.status, GRAVEL_POINT_DONE);
    assert_true(r.simulated_seconds == 1e-3);
    static const char *const names[] = {"energy", "momentum", "overlap", "step back in time", "finite"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        assert_non_null(gravel_record_invariant(&r, names[k]));
        assert_true(gravel_record_invariant(&r, names[k])->ok);
    }
    assert_null(gravel_record_invariant(&r, "angular momentum")); /* no spins */
    assert_null(gravel_record_invariant(&r, "inside walls"));     /* no walls */
    assert_true(r.cpu_seconds > 0.0 && r.commit[0] != '\0' && r.compiler[0] != '\0' && r.started[0] == '2');
    gravel_record_free(&r);
}

static bool
is_one_of(const char *const names[3], const char *name)
{
    bool found = false;
    for (size_t k = 0; k < 3 && names[k] != NULL; k++)
        found = found || strcmp(names[k], name) == 0;
    return found;
}

static void
every_planted_fault_breaks_its_invariants_and_no_other(void **state)
{
    static const struct {
        const struct gravel_engine_ops *engine;
        const char *broken[3];
    } faults[] = {{&flight_NOT_FINITE, {"finite"}},
                  {&flight_LEDGER, {"energy"}},
                  {&flight_PUSH, {"momentum", "free flight", "energy at samples"}},
                  {&flight_COARSE, {"time step"}},
                  {&flight_DEEP, {"overlap"}},
                  {&flight_BACKWARD, {"step back in time"}},
                  {&flight_FAST, {"displacement in a step"}}};
    for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
        struct gravel_record r = run_with(*state, faults[f].engine);
        assert_int_equal(r.status, GRAVEL_POINT_BROKEN);
        assert_non_null(strstr(r.message, faults[f].broken[0]));
        for (size_t k = 0; k < r.n_invariants; k++)
            assert_int_equal(r.invariants[k].ok, !is_one_of(faults[f].broken, r.invariants[k].name));
        gravel_record_free(&r);
    }
}

/* The bound of the energy of soft spheres follows from their time step. */
static void
energy_of_soft_spheres_is_bounded_by_their_step(void **state)
{
    struct gravel_record fine = run_with(*state, &flight_FINE), lossy = run_with(*state, &flight_LOSSY);
    assert_int_equal(fine.status, GRAVEL_POINT_DONE);
    assert_int_equal(lossy.status, GRAVEL_POINT_BROKEN);
    assert_false(gravel_record_invariant(&lossy, "energy")->ok);
    print_message("# bound %g\n", gravel_record_invariant(&fine, "energy")->limit);
    gravel_record_free(&fine);
    gravel_record_free(&lossy);
}

/* An overlap that is rounding pushes beads at rest apart at 1e-14 m/s, with an energy that is rounding too. */
static void
beads_that_overlap_by_rounding_are_at_rest(void **state)
{
    struct world *world = *state;
    size_t n_overlapping = 0;
    assert_int_equal(world->plan.n, 6);
    for (size_t k = 0; k < world->plan.n; k++) {
        struct gravel_record r = run_point(&world->plan.points[k]);
        assert_int_equal(r.status, GRAVEL_POINT_DONE);
        const double overlap = gravel_record_counter(&r, "max_overlap");
        assert_true(overlap < 1e-12);
        n_overlapping += overlap > 0.0;
        gravel_record_free(&r);
    }
    assert_int_equal(n_overlapping, 2); /* the soft ones */
}

/* P = M g t without walls: every engine keeps it, one that lacks gravity does not. */
static void
momentum_falls_with_gravity(void **state)
{
    struct world *world = *state;
    assert_int_equal(world->plan.n, 3);
    for (size_t k = 0; k < world->plan.n; k++) {
        struct gravel_record r = run_point(&world->plan.points[k]);
        assert_int_equal(r.status, GRAVEL_POINT_DONE);
        assert_non_null(gravel_record_invariant(&r, "momentum"));
        gravel_record_free(&r);
    }
    struct gravel_record r = run_with(world, &flight_NONE);
    assert_int_equal(r.status, GRAVEL_POINT_BROKEN);
    assert_false(gravel_record_invariant(&r, "momentum")->ok);
    gravel_record_free(&r);
}

/* An overlap above 1 % of a diameter and fewer than 20 steps in the contact of a pair are worth a word, no more; a
 * contact that a third body ends is not worth any. */
static void
soft_or_short_contacts_are_warned_of(void **state)
{
    static const struct {
        const struct gravel_engine_ops *engine;
        const char *message;
    } runs[] = {{&flight_AT_LIMITS, ""},
                {&flight_SOFT, "warning: the largest overlap is 0.0101 of a diameter"},
                {&flight_SHORT, "warning: the shortest contact of a pair takes only 19 time steps"}};
    for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
        struct gravel_record r = run_with(*state, runs[k].engine);
        assert_int_equal(r.status, GRAVEL_POINT_DONE);
        assert_string_equal(r.message, runs[k].message);
        gravel_record_free(&r);
    }
}

static void
particle_behind_its_wall_is_caught(void **state)
{
    struct gravel_record r = run_with(*state, &flight_TUNNEL);
    assert_int_equal(r.status, GRAVEL_POINT_BROKEN);
    assert_false(gravel_record_invariant(&r, "inside walls")->ok);
    gravel_record_free(&r);
}

static void
refusal_of_the_engine_is_a_failed_point(void **state)
{
    struct gravel_record r = run_with(*state, &flight_REFUSE);
    assert_int_equal(r.status, GRAVEL_POINT_FAILED);
    assert_string_equal(r.message, "planted refusal");
    gravel_record_free(&r);
}

static void
missing_capability_is_named(void **state)
{
    struct gravel_engine_ops none = flight_NONE;
    none.capabilities = 0;
    struct gravel_record r = run_with(*state, &none);
    assert_int_equal(r.status, GRAVEL_POINT_NOT_APPLICABLE);
    assert_true(strlen(r.message) > strlen("flight lacks: "));
    gravel_record_free(&r);
}

static struct gravel_point *
find_point(struct world *world, const char *engine)
{
    for (size_t k = 0; k < world->plan.n; k++)
        if (strcmp(world->plan.points[k].engine->name, engine) == 0)
            return &world->plan.points[k];
    fail_msg("no point of engine %s", engine);
    return NULL;
}

static void
time_step_of_a_contact_time_is_caught(void **state)
{
    struct gravel_point *point = find_point(*state, "md");
    struct gravel_record good = run_point(point);
    assert_int_equal(good.status, GRAVEL_POINT_DONE);
    gravel_record_free(&good);
    const struct gravel_value one = {.type = GRAVEL_TYPE_REAL, .real = 1.0};
    assert_int_equal(gravel_options_set(&point->parameters, "engines.md.steps_per_contact", &one, NULL), GRAVEL_OK);
    struct gravel_record r = run_point(point);
    assert_int_equal(r.status, GRAVEL_POINT_BROKEN);
    assert_false(gravel_record_invariant(&r, "time step")->ok);
    gravel_record_free(&r);
}

static void
run_until_separated_stops_early_and_says_when_it_did_not(void **state)
{
    struct gravel_point *point = find_point(*state, "ed");
    struct gravel_record r = run_point(point);
    assert_int_equal(r.status, GRAVEL_POINT_DONE);
    print_message("# stopped at %g s\n", r.simulated_seconds);
    assert_true(r.simulated_seconds < 0.5);
    assert_true(gravel_record_invariant(&r, "separated")->ok);
    gravel_record_free(&r);
    const struct gravel_value early = {.type = GRAVEL_TYPE_REAL, .real = 1e-4};
    assert_int_equal(gravel_options_set(&point->parameters, "run.time", &early, NULL), GRAVEL_OK);
    r = run_point(point);
    assert_int_equal(r.status, GRAVEL_POINT_BROKEN);
    assert_false(gravel_record_invariant(&r, "separated")->ok);
    gravel_record_free(&r);
}

/* Of bodies that do not rotate. */
static struct gravel_material
smooth(double restitution)
{
    return (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                    .restitution = restitution,
                                    .contact_time = 0.01,
                                    .tangential_restitution = 1.0};
}

/* The verdict on a gas beside a wall that loses a quarter of its energy and counts it. */
static bool
energy_is_kept(enum gravel_method method, struct gravel_material material, enum gravel_wall_response touch)
{
    struct gravel_particle p[2] = {{.radius = 0.5, .mass = 1.0, .v = {1, 0, 0}, .attached = GRAVEL_FREE},
                                   {.radius = 0.5, .mass = 1.0, .v = {-1, 0, 0}, .attached = GRAVEL_FREE}};
    struct gravel_wall wall = {
        .name = "net",
        .shape = GRAVEL_PLANE,
        .touch = touch,
        .origin = {0, 0, -2},
        .axis = {0, 0, 1},
        .contact = {.rule = GRAVEL_OWN_RESTITUTION, .restitution = 1.0, .tangential_restitution = 1.0}};
    const struct gravel_system system = {
        .dimension = 3, .n_particles = 2, .particles = p, .n_walls = 1, .walls = &wall, .material = material};
    const struct gravel_counters counters = {.min_contact_steps = INFINITY};
    const struct gravel_energy first = {.kinetic = 1.0}, last = {.kinetic = 0.75, .dissipated = 0.25};
    struct gravel_record record = {0};
    struct gravel_monitor monitor;
    assert_int_equal(gravel_monitor_start(&monitor, &system, gravel_engine_find(method == GRAVEL_MD ? "md" : "ed"),
                                          &(struct gravel_instant){0.0, p, &first, &counters}),
                     GRAVEL_OK);
    assert_int_equal(gravel_monitor_update(&monitor, &(struct gravel_instant){1.0, p, &last, &counters}), GRAVEL_OK);
    assert_int_equal(gravel_monitor_finish(&monitor, &record), GRAVEL_OK);
    const bool kept = gravel_record_invariant(&record, "energy")->ok;
    gravel_monitor_free(&monitor);
    gravel_record_free(&record);
    return kept;
}

/* Our own engine runs on, and its record says that the invariant is broken. */
static void
another_code_ends_where_spheres_overlap(void **state)
{
    (void)state;
    struct gravel_particle p[2] = {{.radius = 0.5, .mass = 1.0, .attached = GRAVEL_FREE},
                                   {.radius = 0.5, .mass = 1.0, .x = {1.0, 0, 0}, .attached = GRAVEL_FREE}};
    const struct gravel_system system = {.dimension = 3, .n_particles = 2, .particles = p};
    const struct gravel_counters counters = {.min_contact_steps = INFINITY};
    const struct gravel_energy energy = {.kinetic = 1.0};
    struct gravel_engine_ops engines[2] = {*gravel_engine_find("ed"), *gravel_engine_find("ed")};
    engines[1].stands_for = "ed";
    for (int foreign = 0; foreign < 2; foreign++) {
        struct gravel_monitor monitor;
        struct gravel_error error;
        p[1].x.x = 1.0;
        assert_int_equal(gravel_monitor_start(&monitor, &system, &engines[foreign],
                                              &(struct gravel_instant){0.0, p, &energy, &counters}),
                         GRAVEL_OK);
        assert_int_equal(gravel_monitor_overlap(&monitor, &error), GRAVEL_OK);
        p[1].x.x = 0.999;
        assert_int_equal(gravel_monitor_update(&monitor, &(struct gravel_instant){1.0, p, &energy, &counters}),
                         GRAVEL_OK);
        assert_int_equal(gravel_monitor_overlap(&monitor, &error), foreign ? GRAVEL_PHYSICS : GRAVEL_OK);
        assert_true(!foreign || strstr(error.text, "at t = 1 s: found 0.002, allowed 1e-05 radii"));
        gravel_monitor_free(&monitor);
    }
}

/* Whether it may lose energy follows from the material and the walls, not from what was lost. */
static void
elastic_material_must_keep_its_mechanical_energy(void **state)
{
    (void)state;
    const struct gravel_material elastic = smooth(1.0), lossy = smooth(0.9);
    struct gravel_material damped = elastic, rough = elastic, reversing = elastic, sprung = elastic;
    damped.damping_rate = 0.1;
    rough.tangential_restitution = 0.4; /* acts without rotation, too */
    reversing.tangential_restitution = -1.0;
    sprung.tangential = GRAVEL_TANGENTIAL_SPRING; /* what it holds at the end of a contact is lost */
    assert_false(energy_is_kept(GRAVEL_ED, elastic, GRAVEL_BOUNCE));
    assert_false(energy_is_kept(GRAVEL_MD, elastic, GRAVEL_BOUNCE));
    assert_false(energy_is_kept(GRAVEL_ED, reversing, GRAVEL_BOUNCE));
    assert_true(energy_is_kept(GRAVEL_ED, lossy, GRAVEL_BOUNCE));
    assert_true(energy_is_kept(GRAVEL_MD, lossy, GRAVEL_BOUNCE));
    assert_true(energy_is_kept(GRAVEL_MD, damped, GRAVEL_BOUNCE));
    assert_true(energy_is_kept(GRAVEL_ED, rough, GRAVEL_BOUNCE));
    assert_true(energy_is_kept(GRAVEL_MD, rough, GRAVEL_BOUNCE));
    assert_true(energy_is_kept(GRAVEL_MD, sprung, GRAVEL_BOUNCE));
    assert_true(energy_is_kept(GRAVEL_ED, elastic, GRAVEL_STICK));
    assert_true(energy_is_kept(GRAVEL_MD, elastic, GRAVEL_ABSORB));
}

static double
largest_overlap(const struct gravel_system *system, const struct gravel_particle *p)
{
    double largest;
    assert_int_equal(gravel_seen_overlap(system, p, &largest), GRAVEL_OK);
    return largest;
}

/* Whatever an engine says of itself, an overlap in its states is one; in diameters of the smaller particle. */
static void
overlap_is_seen_in_states(void **state)
{
    (void)state;
    struct gravel_particle p[3] = {
        {.x = {0.5, 5, 5}, .radius = 1.0, .attached = GRAVEL_FREE},
        {.x = {9.25, 5, 5}, .radius = 0.5, .attached = GRAVEL_FREE}, /* its image is 1.25 m away */
        {.x = {5, 5, 5}, .radius = 0.5, .attached = GRAVEL_FREE},
    };
    struct gravel_system system = {.dimension = 3, .n_particles = 3, .particles = p};
    system.box = (struct gravel_box){.periodic = {true, true, true}, .high = {10, 10, 10}};
    near("overlap", largest_overlap(&system, p), 0.25, 1e-12);
    system.box.periodic[0] = false;
    near("overlap", largest_overlap(&system, p), 0.0, 1e-12);
    p[2].x.x = 1.9; /* overlaps by 0.1 m */
    near("overlap", largest_overlap(&system, p), 0.1, 1e-12);
    p[0].attached = 0;
    near("overlap", largest_overlap(&system, p), 0.1, 1e-12);
    p[2].attached = 0; /* a wall carries both */
    near("overlap", largest_overlap(&system, p), 0.0, 1e-12);
    p[2].attached = GRAVEL_ABSORBED;
    p[0].attached = GRAVEL_FREE;
    near("overlap", largest_overlap(&system, p), 0.0, 1e-12);
    for (int i = 0; i < 3; i++) { /* points that are to grow */
        p[i].radius = 0.0;
        p[i].attached = GRAVEL_FREE;
    }
    near("overlap", largest_overlap(&system, p), 0.0, 1e-12);
}

/* More beads than free flights are made for, with one sample at the end of 5e10 time steps. */
static void
run_until_separated_does_not_step_on_to_a_far_sample(void **state)
{
    struct gravel_point *point = find_point(*state, "md");
    const struct gravel_value many = {.type = GRAVEL_TYPE_INT, .real = 70.0},
                              late = {.type = GRAVEL_TYPE_REAL, .real = 1e4},
                              one = {.type = GRAVEL_TYPE_INT, .real = 1.0};
    assert_int_equal(gravel_options_set(&point->parameters, "particles.count", &many, NULL), GRAVEL_OK);
    assert_int_equal(gravel_options_set(&point->parameters, "run.time", &late, NULL), GRAVEL_OK);
    assert_int_equal(gravel_options_set(&point->parameters, "run.samples", &one, NULL), GRAVEL_OK);
    struct gravel_record r = run_point(point);
    print_message("# stopped at %g s after %g s of CPU time\n", r.simulated_seconds, r.cpu_seconds);
    assert_true(r.simulated_seconds < 1e3);
    assert_true(gravel_record_invariant(&r, "separated")->ok);
    gravel_record_free(&r);
}

int
main(void)
{
#define in_flight(test) cmocka_unit_test_setup_teardown(test, make_flight, remove_world)
#define in_fall(test) cmocka_unit_test_setup_teardown(test, make_fall, remove_world)
#define in_rest(test) cmocka_unit_test_setup_teardown(test, make_rest, remove_world)
#define in_impact(test) cmocka_unit_test_setup_teardown(test, make_impact, remove_world)
    const struct CMUnitTest tests[] = {
        in_flight(clean_engine_is_done_with_all_invariants),
        in_flight(every_planted_fault_breaks_its_invariants_and_no_other),
        in_flight(energy_of_soft_spheres_is_bounded_by_their_step),
        in_fall(momentum_falls_with_gravity),
        in_rest(beads_that_overlap_by_rounding_are_at_rest),
        in_flight(soft_or_short_contacts_are_warned_of),
        cmocka_unit_test(elastic_material_must_keep_its_mechanical_energy),
        cmocka_unit_test(another_code_ends_where_spheres_overlap),
        cmocka_unit_test(overlap_is_seen_in_states),
        in_impact(particle_behind_its_wall_is_caught),
        in_flight(refusal_of_the_engine_is_a_failed_point),
        in_flight(missing_capability_is_named),
        in_impact(time_step_of_a_contact_time_is_caught),
        in_impact(run_until_separated_does_not_step_on_to_a_far_sample),
        in_impact(run_until_separated_stops_early_and_says_when_it_did_not),
    };
    return cmocka_run_group_tests_name("point", tests, NULL, NULL);
}
