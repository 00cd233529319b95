/* Points, invariants and the runner: real engines for the sampling loop and for results that may not depend on the number of
 * workers; engines with planted faults for the invariants and for crashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/case.h"
#include "harness/plan.h"
#include "harness/runner.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Two beads fly apart: no contact, so every ledger is exact. */
static const char flight_case[] =
    "name: flight\nfamily: tests\ntitle: Two beads\nasks: Nothing?\nsource: {key: S3, where: none}\n"
    "dimension: 1\nparticles: {count: 2, diameter: 1.0e-3, density: 2500.0}\n"
    "material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}\n"
    "prepare: {column: {separation: 1.0e-3, velocity: 1.0}}\n"
    "run: {time: 1.0e-3, samples: 10}\n"
    "engines: {ed: {}}\nmeasure: [energy_drift]\n"
    "sweep: [{key: material.restitution, linear: {from: 0.1, to: 0.8, count: 8}}]\n";

/* A column of beads hits a floor. */
static const char impact_case[] =
    "name: impact\nfamily: tests\ntitle: Beads on a floor\nasks: Nothing?\nsource: {key: S3, where: none}\n"
    "dimension: 1\nparticles: {count: 10, diameter: 1.0e-3, density: 2500.0}\n"
    "material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}\n"
    "walls: [{name: floor, shape: plane, contact: {rule: same-force-constants}}]\n"
    "prepare: {column: {sigma: 10.0, velocity: -0.2}}\n"
    "run: {time: 0.5, samples: 200, until: separated}\n"
    "engines: {md: {steps_per_contact: 100}, ed: {}}\nmeasure: [effective_restitution]\n"
    "sweep: [{key: prepare.column.sigma, values: [5, 10, 20, 40, 80, 160]}]\n";

struct world {
    char folder[64];
    struct gravel_case c;
    struct gravel_plan plan;
};

static const char *
file_in(const struct world *world, const char *name, char path[128])
{
    snprintf(path, 128, "%s/%s", world->folder, name);
    return path;
}

static struct world *
make_world(const char *text)
{
    char path[128];
    struct gravel_error error = {0};
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    strcpy(world->folder, "/tmp/gravel-runner-XXXXXX");
    assert_non_null(mkdtemp(world->folder));
    FILE *file = fopen(file_in(world, "case.yaml", path), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    if (gravel_case_load(&world->c, path, "quick", &error) != GRAVEL_OK ||
        gravel_plan_add(&world->plan, &world->c, NULL, 0, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    return world;
}

static int
make_flight(void **state)
{
    *state = make_world(flight_case);
    return 0;
}

static int
make_impact(void **state)
{
    *state = make_world(impact_case);
    return 0;
}

static int
remove_world(void **state)
{
    static const char *const files[] = {"case.yaml", "a", "a-wal", "a-shm", "b", "b-wal", "b-shm"};
    struct world *world = *state;
    char path[128];
    for (size_t k = 0; k < sizeof files / sizeof *files; k++)
        unlink(file_in(world, files[k], path));
    const int rc = rmdir(world->folder);
    gravel_plan_free(&world->plan);
    gravel_case_free(&world->c);
    free(world);
    return rc;
}

/* Engines with planted faults: free flight, and one thing wrong. */

enum fault { NONE, CRASH, HANG, REFUSE, NOT_FINITE, LEDGER, PUSH, TUNNEL, COARSE, DEEP, BACKWARD, AT_LIMITS, SOFT, SHORT };

struct flight {
    enum fault fault;
    size_t n;
    double t;
    struct gravel_particle *p;
};

static enum gravel_status
flight_create(void **engine, const struct gravel_system *system, enum fault fault)
{
    struct flight *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->fault = fault;
    f->n = system->n_particles;
    f->p = calloc(f->n, sizeof *f->p);
    memcpy(f->p, system->particles, f->n * sizeof *f->p);
    *engine = f;
    return GRAVEL_OK;
}

static enum gravel_status
flight_advance(void *engine, double t_end, struct gravel_error *error)
{
    struct flight *f = engine;
    if (f->fault == CRASH)
        raise(SIGABRT);
    for (volatile unsigned k = 0; f->fault == HANG; k++)
        continue;
    if (f->fault == REFUSE)
        return gravel_fail(error, GRAVEL_PHYSICS, "planted refusal");
    for (size_t i = 0; i < f->n; i++)
        f->p[i].x = v3_axpy(f->p[i].x, t_end - f->t, f->p[i].v);
    if (f->fault == NOT_FINITE)
        f->p[1].omega.y = NAN;
    if (f->fault == PUSH)
        f->p[0].v.z *= 1.0 + 1e-6;
    if (f->fault == TUNNEL)
        f->p[0].x.z = -0.1 * f->p[0].radius;
    f->t = t_end;
    return GRAVEL_OK;
}

static void
flight_snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct flight *f = engine;
    memcpy(particles, f->p, f->n * sizeof *particles);
}

static void
flight_energy(const void *engine, struct gravel_energy *energy)
{
    const struct flight *f = engine;
    *energy = (struct gravel_energy){.kinetic = gravel_kinetic_energy(f->p, f->n)};
    if (f->fault == LEDGER && f->t > 0.0)
        energy->dissipated = 1e-7 * energy->kinetic;
    if (f->fault == PUSH) /* the ledger hides the push */
        energy->work = energy->kinetic;
}

static void
flight_counters(const void *engine, struct gravel_counters *counters)
{
    const struct flight *f = engine;
    static const double overlap[] = {[DEEP] = 0.21, [AT_LIMITS] = 0.01, [SOFT] = 0.0101, [SHORT] = 0.0};
    *counters = (struct gravel_counters){.min_contact_steps = f->fault == AT_LIMITS ? 20.0
                                                              : f->fault == SHORT   ? 19.0
                                                                                    : INFINITY,
                                         .time_step = f->fault == COARSE ? 2.0e-5 / 9.9 : 0.0,
                                         .max_overlap = overlap[f->fault],
                                         .backward = f->fault == BACKWARD ? 1e-300 : 0.0};
}

static void
flight_destroy(void *engine)
{
    struct flight *f = engine;
    free(f->p);
    free(f);
}

#define FLIGHT(fault, method)                                                                                         \
    static enum gravel_status create_##fault(void **engine, const struct gravel_system *system,                      \
                                             const struct gravel_options *options, const struct gravel_sink *sink,   \
                                             struct gravel_error *error)                                             \
    {                                                                                                                \
        (void)options, (void)sink, (void)error;                                                                      \
        return flight_create(engine, system, fault);                                                                 \
    }                                                                                                                \
    static const struct gravel_engine_ops flight_##fault = {                                                         \
        "flight", "flight", method, "free flight", "", ~0u, NULL, create_##fault, flight_advance, flight_snapshot,   \
        flight_energy, flight_counters, flight_destroy, NULL}

FLIGHT(NONE, GRAVEL_ED);
FLIGHT(CRASH, GRAVEL_ED);
FLIGHT(HANG, GRAVEL_ED);
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

static struct gravel_record
run_point(const struct gravel_point *point)
{
    struct gravel_record record;
    struct gravel_error error = {0};
    if (gravel_point_run(point, &record, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    print_message("%s: %s %s\n", point->engine->name, gravel_point_status_name(record.status), record.message);
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

static void
every_planted_fault_breaks_its_invariant_and_no_other(void **state)
{
    static const struct {
        const struct gravel_engine_ops *engine;
        const char *invariant;
    } faults[] = {{&flight_NOT_FINITE, "finite"}, {&flight_LEDGER, "energy"},      {&flight_PUSH, "momentum"},
                  {&flight_COARSE, "time step"},  {&flight_DEEP, "overlap"}, {&flight_BACKWARD, "step back in time"}};
    for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
        struct gravel_record r = run_with(*state, faults[f].engine);
        assert_int_equal(r.status, GRAVEL_POINT_BROKEN);
        assert_non_null(strstr(r.message, faults[f].invariant));
        for (size_t k = 0; k < r.n_invariants; k++)
            assert_int_equal(r.invariants[k].ok, strcmp(r.invariants[k].name, faults[f].invariant) != 0);
        gravel_record_free(&r);
    }
}

/* An overlap above 1 % of a diameter and a contact of fewer than 20 steps are worth a word, no more. */
static void
soft_or_short_contacts_are_warned_of(void **state)
{
    static const struct {
        const struct gravel_engine_ops *engine;
        const char *message;
    } runs[] = {{&flight_AT_LIMITS, ""},
                {&flight_SOFT, "warning: the largest overlap is 0.0101 of a diameter"},
                {&flight_SHORT, "warning: the shortest contact took only 19 time steps"}};
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
    print_message("stopped at %g s\n", r.simulated_seconds);
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

/* The runner */

static struct gravel_run_summary
run_plan(const struct world *world, const char *name, struct gravel_run_options options)
{
    char path[128];
    struct gravel_store *store;
    struct gravel_run_summary summary = {0};
    struct gravel_error error = {0};
    options.quiet = true;
    if (gravel_store_open(&store, file_in(world, name, path), false, &error) != GRAVEL_OK ||
        gravel_run(&world->plan, store, &options, &summary, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    gravel_store_close(store);
    return summary;
}

/* All records as JSON without what may differ: CPU time, host and when. The caller frees. */
static char *
content(const struct world *world, const char *name, size_t *n)
{
    static const char *const free_to_differ[] = {"cpu_seconds", "host", "started"};
    char path[128];
    struct gravel_store *store;
    struct gravel_records records = {0};
    struct gravel_error error = {0};
    if (gravel_store_open(&store, file_in(world, name, path), true, &error) != GRAVEL_OK ||
        gravel_store_load(store, NULL, &records, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    gravel_store_close(store);
    json_t *all = json_array();
    for (size_t r = 0; r < records.n; r++) {
        json_t *json = gravel_record_to_json(&records.items[r]);
        for (int k = 0; k < 3; k++)
            json_object_del(json, free_to_differ[k]);
        json_array_append_new(all, json);
    }
    char *text = json_dumps(all, JSON_REAL_PRECISION(17) | JSON_INDENT(1));
    *n = records.n;
    json_decref(all);
    gravel_records_free(&records);
    return text;
}

static void
crash_of_one_point_leaves_the_others_and_is_retried(void **state)
{
    struct world *world = *state;
    for (size_t k = 0; k < world->plan.n; k++)
        world->plan.points[k].engine = k == 3 ? &flight_CRASH : &flight_NONE;
    struct gravel_run_summary s = run_plan(world, "a", (struct gravel_run_options){.workers = 2});
    assert_int_equal(s.planned, 8);
    assert_int_equal(s.done, 7);
    assert_int_equal(s.failed, 1);
    size_t n;
    char *text = content(world, "a", &n);
    assert_int_equal(n, 8);
    assert_non_null(strstr(text, "Aborted"));
    free(text);
    world->plan.points[3].engine = &flight_NONE;
    s = run_plan(world, "a", (struct gravel_run_options){.workers = 2});
    assert_int_equal(s.reused, 7);
    assert_int_equal(s.done, 1);
    s = run_plan(world, "a", (struct gravel_run_options){.workers = 2, .again = true});
    assert_int_equal(s.reused, 0);
    assert_int_equal(s.done, 8);
}

static void
time_limit_stops_a_point(void **state)
{
    struct world *world = *state;
    world->plan.points[0].engine = &flight_HANG;
    for (size_t k = 1; k < world->plan.n; k++)
        world->plan.points[k].engine = &flight_NONE;
    const struct gravel_run_summary s =
        run_plan(world, "a", (struct gravel_run_options){.workers = 2, .time_limit = 1.0});
    assert_int_equal(s.failed, 1);
    assert_int_equal(s.done, 7);
    size_t n;
    char *text = content(world, "a", &n);
    assert_non_null(strstr(text, "limit of 1 s of CPU time"));
    free(text);
}

/* 0 while there is no store yet. */
static size_t
count_stored(const struct world *world, const char *name)
{
    char path[128];
    struct gravel_store *store;
    struct gravel_records records = {0};
    struct gravel_error error;
    if (gravel_store_open(&store, file_in(world, name, path), true, &error) != GRAVEL_OK)
        return 0;
    assert_int_equal(gravel_store_load(store, NULL, &records, &error), GRAVEL_OK);
    const size_t n = records.n;
    gravel_records_free(&records);
    gravel_store_close(store);
    return n;
}

/* Runs the plan in a child on two workers and signals it once a point is stored; returns how many points the store then has. */
static size_t
interrupt_run(const struct world *world, const char *name, int signal, int *status)
{
    const pid_t pid = fork();
    if (pid == 0) {
        const struct gravel_run_summary s = run_plan(world, name, (struct gravel_run_options){.workers = 2});
        _exit(s.interrupted ? 3 : 0);
    }
    for (int k = 0; k < 2000 && count_stored(world, name) == 0; k++)
        usleep(1000);
    kill(pid, signal);
    waitpid(pid, status, 0);
    return count_stored(world, name);
}

static void
results_do_not_depend_on_workers_nor_on_kill(void **state)
{
    struct world *world = *state;
    size_t n_a, n_b;
    run_plan(world, "a", (struct gravel_run_options){.workers = 1});
    int status;
    const size_t n_before = interrupt_run(world, "b", SIGKILL, &status);
    print_message("killed after %zu of %zu points\n", n_before, world->plan.n);
    assert_true(WIFSIGNALED(status) && n_before > 0 && n_before < world->plan.n);
    run_plan(world, "b", (struct gravel_run_options){.workers = 2});
    char *a = content(world, "a", &n_a), *b = content(world, "b", &n_b);
    assert_true(n_a == world->plan.n && n_b == n_a);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static void
interrupt_keeps_what_is_finished_and_the_next_run_goes_on(void **state)
{
    struct world *world = *state;
    int status;
    const size_t n_before = interrupt_run(world, "a", SIGINT, &status);
    print_message("interrupted after %zu of %zu points\n", n_before, world->plan.n);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    assert_true(n_before > 0 && n_before < world->plan.n);
    const struct gravel_run_summary s = run_plan(world, "a", (struct gravel_run_options){.workers = 2});
    assert_int_equal(s.reused, n_before);
    assert_int_equal(s.done + s.broken, world->plan.n - n_before);
    assert_int_equal(s.failed, 0);
}

int
main(void)
{
#define in_flight(test) cmocka_unit_test_setup_teardown(test, make_flight, remove_world)
#define in_impact(test) cmocka_unit_test_setup_teardown(test, make_impact, remove_world)
    const struct CMUnitTest tests[] = {
        in_flight(clean_engine_is_done_with_all_invariants),
        in_flight(every_planted_fault_breaks_its_invariant_and_no_other),
        in_flight(soft_or_short_contacts_are_warned_of),
        in_impact(particle_behind_its_wall_is_caught),
        in_flight(refusal_of_the_engine_is_a_failed_point),
        in_flight(missing_capability_is_named),
        in_impact(time_step_of_a_contact_time_is_caught),
        in_impact(run_until_separated_stops_early_and_says_when_it_did_not),
        in_flight(crash_of_one_point_leaves_the_others_and_is_retried),
        in_flight(time_limit_stops_a_point),
        in_impact(results_do_not_depend_on_workers_nor_on_kill),
        in_impact(interrupt_keeps_what_is_finished_and_the_next_run_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
