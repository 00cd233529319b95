/* One point: system, measures and engine from resolved parameters, the sampling loop, and the record. */
#include "harness/run/advance.h"
#include "harness/run/build.h"
#include "harness/run/point_record.h"
#include "harness/run/restart.h"
#include "harness/run/run_length.h"
#include "harness/run/told.h"
#include "harness/util/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum gravel_status
create_engine(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    struct gravel_sink observed = gravel_observation_sink(&run->observation);
    if (!gravel_told_events(run->point, &run->observation))
        observed.event = NULL;
    const struct gravel_sink sink =
        gravel_monitor_sink(&run->listener, &run->monitor, gravel_output_sink(run->output, observed));
    struct gravel_options options = {0};
    char prefix[64];
    snprintf(prefix, sizeof prefix, "engines.%s", gravel_engine_section(ops));
    enum gravel_status status = gravel_options_view(&options, &run->point->parameters, prefix, error);
    if (status == GRAVEL_OK)
        status = ops->create(&run->engine, &run->simulated, &options, &sink, error);
    gravel_options_free(&options);
    return status;
}

/* The measures that can be made with what the engine tells. */
static enum gravel_status
create_observation(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_told told =
        gravel_told_measures(run->point, gravel_told_lacks(run->point->engine, run->engine));
    if (told.n == 0 && told.lacks[0] != '\0')
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "%s lacks: %s", run->point->engine->name, told.lacks);
    return gravel_observation_create(&run->observation, told.n, told.names, &run->system, &run->point->parameters,
                                     error);
}

/* Create the engine; where it lacks more for this system than for others, create the measures again without those that
 * need it. */
static enum gravel_status
create_both(struct gravel_running *run, struct gravel_error *error)
{
    const enum gravel_status status = create_engine(run, error);
    if (status != GRAVEL_OK || gravel_told_lacks(run->point->engine, run->engine) == run->point->engine->lacks)
        return status;
    gravel_observation_free(&run->observation);
    return create_observation(run, error);
}

static enum gravel_status
create(struct gravel_running *run, struct gravel_error *error)
{
    enum gravel_status status = create_observation(run, error);
    if (status != GRAVEL_OK)
        return status;
    run->particles = calloc(run->system.n_particles + 1, sizeof *run->particles);
    if (run->particles == NULL)
        return gravel_no_memory(error);
    const bool goes_on = run->saved.data != NULL;
    status = gravel_output_create(&run->output, run->point, &run->system, gravel_restart_key(run),
                                  goes_on ? &run->saved.output : NULL, error);
    run->refused = goes_on && status != GRAVEL_OK;
    return status == GRAVEL_OK ? create_both(run, error) : status;
}

static struct gravel_state
state_of(const struct gravel_running *run)
{
    return (struct gravel_state){run->t, &run->system, run->particles, &run->energy, run->since};
}

/* State, energy and counters at the present time. */
static enum gravel_status
read_engine(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    ops->snapshot(run->engine, run->particles);
    ops->counters(run->engine, &run->counters);
    return ops->energy(run->engine, &run->energy) == GRAVEL_OK ? GRAVEL_OK : gravel_no_memory(error);
}

static void
sample(struct gravel_running *run)
{
    const struct gravel_state state = state_of(run);
    gravel_observation_sample(&run->observation, &state);
}

/* Contacts that last, to the measures that use pushes. */
static enum gravel_status
pass_contacts(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    if (ops->contacts == NULL || gravel_observation_sink(&run->observation).push == NULL)
        return GRAVEL_OK;
    return ops->contacts(run->engine, run->since, error);
}

static struct gravel_instant
instant_of(const struct gravel_running *run)
{
    return (struct gravel_instant){run->t, run->particles, &run->energy, &run->counters};
}

/* What the invariants allow beyond their own constants. */
static void
tell_monitor(struct gravel_running *run)
{
    const struct gravel_options *parameters = &run->point->parameters;
    const struct gravel_engine_ops *engine = run->point->engine;
    char tolerance[64], integrator[64];
    run->monitor.lacks = gravel_told_lacks(engine, run->engine);
    if (gravel_options_has(parameters, "run.overlap"))
        run->monitor.soft_overlap = gravel_options_real(parameters, "run.overlap");
    if (engine->stands_for != NULL)
        return;
    snprintf(tolerance, sizeof tolerance, "engines.%s.tolerance", gravel_engine_section(engine));
    if (gravel_options_has(parameters, tolerance))
        run->monitor.tolerance = gravel_options_real(parameters, tolerance);
    snprintf(integrator, sizeof integrator, "engines.%s.integrator", gravel_engine_section(engine));
    run->monitor.multistep =
        gravel_options_has(parameters, integrator) && strcmp(gravel_options_text(parameters, integrator), "gear") == 0;
}

/* The invariants and the sample at the start. */
static enum gravel_status
begin(struct gravel_running *run, struct gravel_error *error)
{
    if (read_engine(run, error) != GRAVEL_OK)
        return GRAVEL_MEMORY;
    const struct gravel_instant now = instant_of(run);
    if (gravel_monitor_start(&run->monitor, &run->simulated, run->point->engine, &now) != GRAVEL_OK)
        return gravel_no_memory(error);
    tell_monitor(run);
    run->monitor.course.listens = run->listener.next.event != NULL;
    if (run->saved.data != NULL)
        return GRAVEL_OK;
    sample(run);
    run->k = 1;
    return gravel_output_write(run->output, run->engine, 0.0, true, error);
}

/* Go on from the saved state. */
static enum gravel_status
resume(struct gravel_running *run, struct gravel_error *error)
{
    const enum gravel_status status = gravel_restart_load(run, error);
    run->refused = status != GRAVEL_OK;
    if (status != GRAVEL_OK)
        return status;
    if (read_engine(run, error) != GRAVEL_OK)
        return GRAVEL_MEMORY;
    if (!run->checkpoints->quiet)
        fprintf(stderr, "gravel: point %s goes on from t = %g s of %g s\n", run->point->key, run->now, run->length);
    gravel_restart_free(&run->saved);
    return GRAVEL_OK;
}

/* Advance to the end of the run, from sample to sample. */
static enum gravel_status
advance(struct gravel_running *run, struct gravel_error *error)
{
    run->written = gravel_clock_elapsed();
    while (run->k <= run->samples && !run->separated) {
        double t = gravel_sample_time(run->length, run->samples, run->k);
        enum gravel_status status = gravel_point_advance(run, &t, error);
        if (status != GRAVEL_OK)
            return status;
        run->since = t - run->t;
        run->t = t;
        if (read_engine(run, error) != GRAVEL_OK)
            return GRAVEL_MEMORY;
        const struct gravel_instant now = instant_of(run);
        if (gravel_monitor_update(&run->monitor, &now) != GRAVEL_OK)
            return gravel_no_memory(error);
        status = gravel_monitor_overlap(&run->monitor, error);
        run->ended_broken = status != GRAVEL_OK;
        if (status == GRAVEL_OK)
            status = pass_contacts(run, error);
        if (status != GRAVEL_OK)
            return status;
        sample(run);
        if (run->done != NULL)
            *run->done = (double)run->k / (double)run->samples;
        run->separated = run->until_separated && gravel_count_unseparated(&run->system, run->particles, t) == 0;
        run->k++;
        status = gravel_output_write(run->output, run->engine, t, true, error);
        if (status != GRAVEL_OK)
            return status;
    }
    gravel_restart_keep(run);
    return GRAVEL_OK;
}

static enum gravel_status
finish(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_state last = state_of(run);
    const struct gravel_options *parameters = &run->point->parameters;
    const struct gravel_averaging averaging = {
        .steady = gravel_options_bool(parameters, "run.steady"),
        .discard = gravel_options_has(parameters, "run.discard") ? gravel_options_real(parameters, "run.discard") : 0.0,
        .interval = run->length / (double)run->samples,
    };
    struct gravel_record *record = run->record;
    enum gravel_status status = gravel_observation_finish(&run->observation, &last, &averaging, record, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_monitor_finish(&run->monitor, record);
    if (status == GRAVEL_OK && run->until_separated)
        status = gravel_record_add_invariant(
            record, "separated", (double)gravel_count_unseparated(&run->system, run->particles, run->t), 0.0);
    return status == GRAVEL_OK ? gravel_point_record_remarks(run) : status;
}

/* The run at its start, or where its saved state left it. */
static enum gravel_status
start(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_options *parameters = &run->point->parameters;
    run->until_separated = strcmp(gravel_options_text(parameters, "run.until"), "separated") == 0;
    run->samples = gravel_options_int(parameters, "run.samples");
    enum gravel_status status = gravel_run_length(parameters, &run->system, &run->length, error);
    if (status == GRAVEL_OK)
        status = create(run, error);
    if (status == GRAVEL_OK)
        status = begin(run, error);
    if (status == GRAVEL_OK && run->saved.data != NULL)
        status = resume(run, error);
    return status;
}

/* The caller turns a status other than GRAVEL_OK into that of the record; GRAVEL_MEMORY alone is a failure. */
static enum gravel_status
simulate(struct gravel_running *run, struct gravel_error *error)
{
    enum gravel_status status = start(run, error);
    if (run->engine == NULL || run->refused)
        return status;
    if (status == GRAVEL_OK)
        status = advance(run, error);
    run->point->engine->counters(run->engine, &run->counters);
    run->record->simulated_seconds = run->t;
    if (status == GRAVEL_OK)
        status = finish(run, error);
    if (run->ended_broken && gravel_monitor_finish(&run->monitor, run->record) != GRAVEL_OK)
        return gravel_no_memory(error);
    if (gravel_point_record_counters(run) != GRAVEL_OK)
        return gravel_no_memory(error);
    return status;
}

/* The system of the point as stated, with its initial particles, and with the point's bias. */
static enum gravel_status
build(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_point *point = run->point;
    enum gravel_status status;
    if (run->saved.data == NULL)
        status = gravel_case_build(&point->parameters, point->c->prepare, point->seed, &run->system, error);
    else
        status = gravel_case_build_empty(&point->parameters, point->seed, &run->system, error);
    if (status == GRAVEL_OK && run->saved.data != NULL) {
        status = gravel_restart_load_start(run, error);
        run->refused = status != GRAVEL_OK;
    }
    if (status == GRAVEL_OK)
        status = gravel_bias_copy(&point->bias, &run->system, &run->simulated, error);
    return status;
}

static enum gravel_status
build_and_simulate(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_engine_ops *engine = run->point->engine;
    enum gravel_status status = build(run, error);
    if (status == GRAVEL_OK)
        status = gravel_system_check_needs(&run->system, engine->capabilities, engine->name, error);
    return status == GRAVEL_OK ? simulate(run, error) : status;
}

static void
stop(struct gravel_running *run)
{
    struct gravel_error ignored;
    (void)!gravel_output_finish(run->output, &ignored); /* of a run that is given up */
    if (run->engine != NULL)
        run->point->engine->destroy(run->engine);
    gravel_monitor_free(&run->monitor);
    gravel_observation_free(&run->observation);
    gravel_system_free(&run->simulated);
    gravel_system_free(&run->system);
    gravel_restart_free(&run->saved);
    free(run->particles);
}

/* From the saved state, if there is one that can be used, or else from the start. */
static enum gravel_status
run_from_saved(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_running fresh = *run;
    enum gravel_status status = gravel_restart_find(run, error);
    run->refused = status != GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = build_and_simulate(run, error);
    if (!run->refused || status == GRAVEL_MEMORY || run->continues)
        return status;
    fprintf(stderr, "gravel: the checkpoint of point %s is not used: %s; the point starts again\n", run->point->key,
            error->text);
    stop(run);
    *run = fresh;
    return build_and_simulate(run, error);
}

enum gravel_status
gravel_point_check_continued(const struct gravel_point *point, const struct gravel_checkpoints *checkpoints,
                             struct gravel_error *error)
{
    struct gravel_checkpoints quiet = *checkpoints;
    struct gravel_point bare = *point;
    struct gravel_running run = {.point = &bare, .checkpoints = &quiet};
    quiet.quiet = true;
    bare.output = NULL; /* nothing is written yet */
    enum gravel_status status = gravel_restart_find(&run, error);
    if (status == GRAVEL_OK)
        status = build(&run, error);
    if (status == GRAVEL_OK) {
        status = gravel_output_check(point, gravel_restart_key(&run), &run.saved.output, error);
        if (status == GRAVEL_OK)
            status = start(&run, error);
        if (status == GRAVEL_IO) /* it is the state of the point, but of other samples or output */
            status = error->status = GRAVEL_INPUT;
    }
    stop(&run);
    return status;
}

enum gravel_status
gravel_point_run(const struct gravel_point *point, const struct gravel_checkpoints *checkpoints, _Atomic double *done,
                 struct gravel_record *record, struct gravel_error *error)
{
    struct gravel_running run = {.point = point,
                                 .checkpoints = checkpoints,
                                 .done = done,
                                 .record = record,
                                 .started = gravel_clock_cpu(),
                                 .started_children = gravel_clock_children()};
    *record = (struct gravel_record){0};
    enum gravel_status status = gravel_point_record_origin(point, record, error);
    if (status == GRAVEL_OK) {
        status = run_from_saved(&run, error);
        const enum gravel_status written = gravel_output_finish(run.output, status == GRAVEL_OK ? error : NULL);
        run.output = NULL;
        if (status == GRAVEL_OK)
            status = written;
        if (status != GRAVEL_OK && status != GRAVEL_MEMORY) {
            record->status = status == GRAVEL_UNSUPPORTED ? GRAVEL_POINT_NOT_APPLICABLE
                             : run.ended_broken           ? GRAVEL_POINT_BROKEN
                                                          : GRAVEL_POINT_FAILED;
            status = gravel_point_record_say(record, error->text);
        }
    }
    stop(&run); /* a program of somebody else has ended, and its time counts */
    record->cpu_seconds =
        run.cpu_before + gravel_clock_cpu() - run.started + gravel_clock_children() - run.started_children;
    if (status != GRAVEL_OK) {
        gravel_record_free(record);
        return gravel_fail(error, status, "point %s: out of memory", point->key);
    }
    return GRAVEL_OK;
}
