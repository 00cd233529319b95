/* Restart of measures: one whose state is saved in the middle of an interval between two samples, half-way and before
 * the last sample, and loaded into a new one, gives the result of one that was never stopped, bit for bit.  A measure
 * that is added to the registry fails here until a case with it has its row, and until it has the operation `archive`.
 * Its errors must have their samples. */
#include "harness/case/case.h"
#include "harness/case/combination.h"
#include "harness/case/load.h"
#include "harness/run/build.h"
#include "harness/run/observe.h"
#include "harness/run/plan.h"
#include "harness/run/run_length.h"
#include "harness/util/home.h"
#include "tests/bodies.h"
#include "tests/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cases that together have every measure: the first quick point on this engine. */
static const struct {
    const char *family, *name, *engine;
    const char *set[4]; /* parameters that make the run shorter */
} rows[] = {
    {"tumbler", "tumbler-coupling", "ed", {"run.time=0.6", "run.samples=60", "walls.drum.rotation.froude=2"}},
    {"tumbler", "tumbler-friction", "md", {"run.time=0.2", "run.samples=20"}},
    {"column", "column-prefactor-soft", "ed-column"},
    {"gas", "gas-clumping", "ed"},
    {"gas", "gas-collapse", "ed-column"},
    {"gas", "gas-scaling", "ed"},
    {"walls", "walls-disk-cylinder", "ed"},
    {"detachment", "detachment-jitter", "ed-column"},
    {"convection", "convection-acceleration", "md", {"run.periods=60", "run.samples=120"}},
    {"gas", "gas-soft-cooling", "ed"},
    {"gas", "gas-ballistic", "ed", {"run.time=2", "run.samples=40"}},
    {"column", "column-spectrum", "ed-column"},
    {"convection", "convection-contact-time", "md"},
    {"binary-collision", "pair-cost", "md"},
    {"column", "column-collapse", "ed-column"},
    {"walls", "walls-primitives", "ed"},
    {"agreement", "agreement-column", "ed-column"},
    {"gas", "gas-md-ed", "ed"},
    {"detachment", "detachment-sigma", "ed-column"},
    {"column", "column-block", "ed-column"},
    {"detachment", "detachment-lattice-hard", "ed"},
    {"column", "column-phase", "ed-column"},
    {"binary-collision", "pair-order", "md"},
    {"packing", "packing-isostatic", "md", {"particles.count=100"}},
    {"binary-collision", "pair-wall", "ed-column"},
    {"column", "column-steel", "ed-column"},
    {"column", "column-anomaly", "ed-column"},
    {"walls", "walls-rolling-incline", "md"},
    {"walls", "walls-ring-ride", "ed"},
    {"box2d", "box-profile", "ed"},
    {"detachment", "detachment-gaps", "ed-column"},
    {"detachment", "detachment-columns", "ed-column"},
    {"box2d", "box-dissipation", "ed"},
    {"atmosphere", "atmosphere-disks", "ed", {"run.time=200", "run.samples=40"}},
    {"gas", "gas-walls", "ed", {"run.time=500", "run.samples=250"}},
    {"gas", "gas-stress", "ed", {"run.time=3", "run.samples=60"}},
    {"gas", "gas-falling", "ed", {"run.time=10", "run.samples=200"}},
    {"packing", "packing-stress", "md", {"run.time=0.08", "run.samples=40"}},
    {"packing", "packing-lattice", "ed"},
    {"walls", "walls-moving", "ed"},
    {"demon", "demon-height", "md", {"run.time=0.5", "run.samples=50"}},
    {"demon", "demon-flux", "ed"},
    {"hourglass", "hourglass-contact-time", "ed", {"run.time=0.3", "run.samples=60"}},
    {"gas", "gas-shear", "ed", {"run.time=3", "run.samples=30"}},
    {"gas", "gas-shear-waves", "ed", {"run.time=3", "run.samples=30"}},
    {"patterns", "patterns-planform", "ed", {"run.periods=4", "run.samples=8"}},
    {"states", "states-ball-over-bed", "ed"},
    {"binary-collision", "pair-path-shear", "md"},
    {"binary-collision", "pair-crowd", "ed"},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

/* Reads a clock, so that its numbers never repeat. */
static const char timed[] = "collision_cost";

/* The engine reports to both sets of measures. */
struct pair {
    struct gravel_observation whole, stopped;
};

static void
hear(void *self, const struct gravel_event *event)
{
    struct pair *pair = self;
    const struct gravel_sink whole = gravel_observation_sink(&pair->whole),
                             stopped = gravel_observation_sink(&pair->stopped);
    whole.event(whole.self, event);
    stopped.event(stopped.self, event);
}

static void
hear_push(void *self, const struct gravel_push *push)
{
    struct pair *pair = self;
    const struct gravel_sink whole = gravel_observation_sink(&pair->whole),
                             stopped = gravel_observation_sink(&pair->stopped);
    whole.push(whole.self, push);
    stopped.push(stopped.self, push);
}

/* To both what either listens to. */
static struct gravel_sink
sink_of(struct pair *pair)
{
    const struct gravel_sink whole = gravel_observation_sink(&pair->whole);
    return (struct gravel_sink){
        .self = pair, .event = whole.event != NULL ? hear : NULL, .push = whole.push != NULL ? hear_push : NULL};
}

struct stage {
    struct gravel_case c;
    struct gravel_plan plan;
    const struct gravel_point *point;
    struct gravel_system system;
    struct pair pair;
    void *engine;
    struct gravel_particle *particles;
    double t;
};

static void
create_measures(const struct stage *stage, struct gravel_observation *observation)
{
    struct gravel_error error;
    ok(gravel_observation_create(observation, stage->c.n_measures, stage->c.measures, &stage->system,
                                 &stage->point->parameters, &error),
       &error);
}

static void
set_up(struct stage *stage, int row)
{
    char path[PATH_MAX];
    struct gravel_error error;
    struct gravel_options options = {0};
    snprintf(path, sizeof path, "%s/cases/%s/%s.yaml", gravel_home(), rows[row].family, rows[row].name);
    ok(gravel_case_load(&stage->c, path, "quick", &error), &error);
    size_t n_sets = 0;
    while (rows[row].set[n_sets] != NULL)
        n_sets++;
    ok(gravel_case_set(&stage->c, n_sets, rows[row].set, &error), &error);
    const struct gravel_plan_choice choice = {.engines = rows[row].engine, .seeds = 1};
    ok(gravel_plan_add(&stage->plan, &stage->c, choice, &error), &error);
    assert_true(stage->plan.n > 0);
    stage->point = &stage->plan.points[0];
    ok(gravel_case_build(&stage->point->parameters, stage->c.prepare, stage->point->seed, &stage->system, &error),
       &error);
    create_measures(stage, &stage->pair.whole);
    create_measures(stage, &stage->pair.stopped);
    snprintf(path, sizeof path, "engines.%s", rows[row].engine);
    ok(gravel_options_view(&options, &stage->point->parameters, path, &error), &error);
    const struct gravel_sink sink = sink_of(&stage->pair);
    ok(stage->point->engine->create(&stage->engine, &stage->system, &options, &sink, &error), &error);
    gravel_options_free(&options);
    stage->particles = calloc(stage->system.n_particles, sizeof *stage->particles);
    assert_non_null(stage->particles);
}

/* Save the state of the measures that are stopped, and go on with new ones. */
static void
stop_and_load(struct stage *stage)
{
    struct gravel_error error;
    struct gravel_archive saved = gravel_archive_save();
    gravel_observation_archive(&stage->pair.stopped, &saved);
    ok(gravel_archive_end(&saved, &error), &error);
    gravel_observation_free(&stage->pair.stopped);
    create_measures(stage, &stage->pair.stopped);
    struct gravel_archive loads = gravel_archive_load(saved.data, saved.n);
    gravel_observation_archive(&stage->pair.stopped, &loads);
    ok(gravel_archive_end(&loads, &error), &error);
    gravel_archive_free(&saved);
}

static void
go(struct stage *stage, double t)
{
    struct gravel_error error;
    ok(stage->point->engine->advance(stage->engine, t, &error), &error);
}

static struct gravel_state
sample(struct stage *stage, double t, struct gravel_energy *energy)
{
    const struct gravel_engine_ops *ops = stage->point->engine;
    struct gravel_error error;
    ops->snapshot(stage->engine, stage->particles);
    ops->energy(stage->engine, energy);
    if (t > 0.0 && ops->contacts != NULL && gravel_observation_sink(&stage->pair.whole).push != NULL)
        ok(ops->contacts(stage->engine, t - stage->t, &error), &error);
    const struct gravel_state state = {t, &stage->system, stage->particles, energy, t - stage->t};
    gravel_observation_sample(&stage->pair.whole, &state);
    gravel_observation_sample(&stage->pair.stopped, &state);
    stage->t = t;
    return state;
}

/* An error comes with the number of samples behind it, or is known beforehand: that of a lift-off seen by samples. */
static void
errors_have_samples(const struct gravel_record *record)
{
    for (size_t k = 0; k < record->n_observables; k++) {
        const struct gravel_observable *o = &record->observables[k];
        if (o->err > 0.0 && !(o->n_eff > 0.0) && strcmp(o->name, "lift_phase") != 0)
            fail_msg("%s has the error %g of no samples", o->name, o->err);
    }
}

/* The results as a text, which the caller frees. */
static char *
results(struct gravel_observation *observation, const struct gravel_state *last, double interval)
{
    struct gravel_record record = {0};
    struct gravel_error error;
    const struct gravel_averaging averaging = {.steady = true, .interval = interval};
    ok(gravel_observation_finish(observation, last, &averaging, &record, &error), &error);
    assert_true(record.n_observables + record.n_tables > 0);
    errors_have_samples(&record);
    json_t *json = gravel_record_to_json(&record);
    assert_non_null(json);
    char *text = json_dumps(json, JSON_REAL_PRECISION(17) | JSON_INDENT(1));
    json_decref(json);
    gravel_record_free(&record);
    return text;
}

static bool
has(const struct gravel_case *c, const char *measure)
{
    for (size_t k = 0; k < c->n_measures; k++)
        if (strcmp(c->measures[k], measure) == 0)
            return true;
    return false;
}

static void
restarts(int row, bool covered[])
{
    struct stage stage = {0};
    struct gravel_error error;
    struct gravel_energy energy;
    double length;
    set_up(&stage, row);
    ok(gravel_run_length(&stage.point->parameters, &stage.system, &length, &error), &error);
    const long samples = gravel_options_int(&stage.point->parameters, "run.samples");
    const double interval = length / (double)samples;
    struct gravel_state last = sample(&stage, 0.0, &energy);
    for (long k = 1; k <= samples; k++) {
        if (k == samples / 2 + 1 || k == samples) {
            go(&stage, interval * ((double)k - 0.4));
            stop_and_load(&stage);
        }
        go(&stage, interval * (double)k);
        last = sample(&stage, interval * (double)k, &energy);
    }
    char *whole = results(&stage.pair.whole, &last, interval), *stopped = results(&stage.pair.stopped, &last, interval);
    if (!has(&stage.c, timed) && strcmp(whole, stopped) != 0)
        fail_msg("%s: not stopped:\n%.3000s\nstopped:\n%.3000s", rows[row].name, whole, stopped);
    for (size_t m = 0; gravel_measures[m] != NULL; m++)
        covered[m] = covered[m] || has(&stage.c, gravel_measures[m]->name);
    free(whole);
    free(stopped);
    stage.point->engine->destroy(stage.engine);
    gravel_observation_free(&stage.pair.whole);
    gravel_observation_free(&stage.pair.stopped);
    gravel_system_free(&stage.system);
    gravel_plan_free(&stage.plan);
    gravel_case_free(&stage.c);
    free(stage.particles);
}

static void
every_measure_goes_on_from_a_saved_state(void **unused)
{
    (void)unused;
    bool covered[256] = {false};
    size_t missing = 0;
    for (size_t m = 0; gravel_measures[m] != NULL; m++)
        if (gravel_measures[m]->archive == NULL)
            fail_msg("measure %s has no operation `archive`", gravel_measures[m]->name);
    for (int row = 0; row < N_ROWS; row++)
        restarts(row, covered);
    for (size_t m = 0; gravel_measures[m] != NULL; m++)
        if (!covered[m]) {
            print_error("measure %s is in no row\n", gravel_measures[m]->name);
            missing++;
        }
    assert_int_equal(missing, 0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_measure_goes_on_from_a_saved_state)};
    return cmocka_run_group_tests_name("measures", tests, NULL, NULL);
}
