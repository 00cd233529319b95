/* One point: system, measures and engine from resolved parameters, the sampling loop, and the record. */
#include "harness/commit.h"
#include "harness/run/build.h"
#include "harness/run/contact_quality.h"
#include "harness/run/invariant.h"
#include "harness/run/observe.h"
#include "harness/run/output.h"
#include "harness/run/plan.h"
#include "harness/run/run_length.h"
#include "harness/util/clock.h"
#include "harness/util/toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What one point needs while it runs. */
struct run {
    const struct gravel_point *point;
    _Atomic double *done; /* or NULL */
    struct gravel_record *record;
    struct gravel_system system;    /* as stated: that of the measures */
    struct gravel_system simulated; /* with the bias of the point: that of the engine and the invariants */
    struct gravel_observation observation;
    struct gravel_monitor monitor;
    struct gravel_output *output; /* NULL: none */
    void *engine;
    double t, since;
    struct gravel_particle *particles;
    struct gravel_energy energy;
    struct gravel_counters counters;
};

/* Append a sentence to the record's message. */
static enum gravel_status
add_message(struct gravel_record *record, const char *sentence)
{
    char text[2048];
    const bool first = record->message == NULL || record->message[0] == '\0';
    snprintf(text, sizeof text, "%s%s%s", first ? "" : record->message, first ? "" : "; ", sentence);
    return gravel_record_set_text(&record->message, text);
}

static enum gravel_status
describe(const struct gravel_point *point, struct gravel_record *record, struct gravel_error *error)
{
    const struct gravel_case *c = point->c;
    memcpy(record->key, point->key, sizeof record->key);
    record->seed = point->seed;
    record->replicate = point->replicate;
    snprintf(record->commit, sizeof record->commit, "%s", GRAVEL_COMMIT);
    snprintf(record->compiler, sizeof record->compiler, "%s, %s", gravel_compiler(), gravel_vectors());
    if (gethostname(record->host, sizeof record->host - 1) != 0)
        record->host[0] = '\0';
    gravel_clock_date(record->started);
    if (gravel_record_set_text(&record->case_name, c->name) != GRAVEL_OK ||
        gravel_record_set_text(&record->family, c->family) != GRAVEL_OK ||
        gravel_record_set_text(&record->engine, point->engine->name) != GRAVEL_OK ||
        gravel_record_set_text(&record->tier, c->tier) != GRAVEL_OK ||
        gravel_record_set_text(&record->message, "") != GRAVEL_OK)
        return gravel_no_memory(error);
    const enum gravel_status status = gravel_options_copy(&record->parameters, &point->parameters, error);
    if (status != GRAVEL_OK || point->bias.ops == NULL)
        return status;
    char path[64];
    snprintf(path, sizeof path, "bias.%.40s", point->bias.ops->name);
    const struct gravel_value factor = {.type = GRAVEL_TYPE_REAL, .real = point->bias.factor};
    return gravel_options_set(&record->parameters, path, &factor, error);
}

/* The engine's counters, which are valid after a failure, too. */
static enum gravel_status
add_counters(struct run *run)
{
    for (const struct gravel_counter_info *c = gravel_counter_infos; c->name != NULL; c++)
        if (gravel_record_add_counter(run->record, c->name, c->value(&run->counters)) != GRAVEL_OK)
            return GRAVEL_MEMORY;
    return GRAVEL_OK;
}

static enum gravel_status
add_warnings(struct run *run)
{
    char text[160];
    enum gravel_status status = GRAVEL_OK;
    if (run->point->engine->kind != GRAVEL_MD)
        return GRAVEL_OK;
    if (run->counters.max_overlap > gravel_overlap_to_warn_of) {
        snprintf(text, sizeof text, "warning: the largest overlap is %.3g of a diameter", run->counters.max_overlap);
        status = add_message(run->record, text);
    }
    const double steps = gravel_pair_steps(run->record);
    if (status == GRAVEL_OK && steps < gravel_steps_to_warn_of) {
        snprintf(text, sizeof text, "warning: the shortest contact of a pair takes only %.3g time steps", steps);
        status = add_message(run->record, text);
    }
    return status;
}

static enum gravel_status
add_broken(struct gravel_record *record)
{
    for (size_t k = 0; k < record->n_invariants; k++) {
        char text[160];
        const struct gravel_invariant *i = &record->invariants[k];
        if (i->ok)
            continue;
        record->status = GRAVEL_POINT_BROKEN;
        snprintf(text, sizeof text, "%s: %.3g is beyond %.3g", i->name, i->value, i->limit);
        if (add_message(record, text) != GRAVEL_OK)
            return GRAVEL_MEMORY;
    }
    return GRAVEL_OK;
}

static enum gravel_status
create_engine(struct run *run, struct gravel_error *error)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    const struct gravel_sink sink = gravel_output_sink(run->output, gravel_observation_sink(&run->observation));
    struct gravel_options options = {0};
    char prefix[64];
    snprintf(prefix, sizeof prefix, "engines.%s", ops->name);
    enum gravel_status status = gravel_options_view(&options, &run->point->parameters, prefix, error);
    if (status == GRAVEL_OK)
        status = ops->create(&run->engine, &run->simulated, &options, &sink, error);
    gravel_options_free(&options);
    return status;
}

static enum gravel_status
create(struct run *run, struct gravel_error *error)
{
    const struct gravel_case *c = run->point->c;
    enum gravel_status status = gravel_observation_create(&run->observation, c->n_measures, c->measures, &run->system,
                                                          &run->point->parameters, error);
    if (status != GRAVEL_OK)
        return status;
    run->particles = calloc(run->system.n_particles + 1, sizeof *run->particles);
    if (run->particles == NULL)
        return gravel_no_memory(error);
    status = gravel_output_create(&run->output, run->point, &run->system, error);
    return status == GRAVEL_OK ? create_engine(run, error) : status;
}

static struct gravel_state
state_of(const struct run *run)
{
    return (struct gravel_state){run->t, &run->system, run->particles, &run->energy, run->since};
}

/* State, energy and counters at the present time. */
static void
read_engine(struct run *run)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    ops->snapshot(run->engine, run->particles);
    ops->energy(run->engine, &run->energy);
    ops->counters(run->engine, &run->counters);
}

static void
sample(struct run *run)
{
    const struct gravel_state state = state_of(run);
    gravel_observation_sample(&run->observation, &state);
}

/* Contacts that last, to the measures that use pushes. */
static enum gravel_status
pass_contacts(struct run *run, struct gravel_error *error)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    if (ops->contacts == NULL || gravel_observation_sink(&run->observation).push == NULL)
        return GRAVEL_OK;
    return ops->contacts(run->engine, run->since, error);
}

static struct gravel_instant
instant_of(const struct run *run)
{
    return (struct gravel_instant){run->t, run->particles, &run->energy, &run->counters};
}

/* A run until separation may stop before the next sample where that takes more time steps than this: beads that stay
 * together with no relative motion would be integrated for hours.  Shorter intervals are not cut. */
static const double steps_to_a_sample = 1e6;

/* Advance from time `now` to *t, or to an earlier time, which replaces it, at which a run until separation has ended.
 * The times of the tests for that follow from the last sample. */
static enum gravel_status
advance_from(struct run *run, double now, double *t, bool until_separated, struct gravel_error *error)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    double piece = steps_to_a_sample * run->counters.time_step;
    if (until_separated && piece > 0.0)
        for (double end = run->t + piece; end < *t; end += piece *= 2.0) {
            if (end < now)
                continue;
            const enum gravel_status status = ops->advance(run->engine, end, error);
            if (status != GRAVEL_OK)
                return status;
            ops->snapshot(run->engine, run->particles);
            if (gravel_count_unseparated(&run->system, run->particles, end) == 0) {
                *t = end;
                return GRAVEL_OK;
            }
        }
    return ops->advance(run->engine, *t, error);
}

/* The same from the last sample, with the frames that are due on the way. */
static enum gravel_status
advance_to(struct run *run, double *t, bool until_separated, struct gravel_error *error)
{
    double now = run->t;
    for (double due; (due = gravel_output_next(run->output, *t)) < *t; now = due) {
        double reached = due;
        enum gravel_status status = advance_from(run, now, &reached, until_separated, error);
        if (status != GRAVEL_OK)
            return status;
        if (reached < due) {
            *t = reached;
            return GRAVEL_OK;
        }
        status = gravel_output_write(run->output, run->engine, due, false, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return advance_from(run, now, t, until_separated, error);
}

/* Advance to `length` in `samples` equal intervals. */
static enum gravel_status
advance(struct run *run, double length, long samples, bool until_separated, struct gravel_error *error)
{
    char path[64];
    read_engine(run);
    struct gravel_instant now = instant_of(run);
    if (gravel_monitor_start(&run->monitor, &run->simulated, run->point->engine->kind, &now) != GRAVEL_OK)
        return gravel_no_memory(error);
    if (gravel_options_has(&run->point->parameters, "run.overlap"))
        run->monitor.soft_overlap = gravel_options_real(&run->point->parameters, "run.overlap");
    snprintf(path, sizeof path, "engines.%s.tolerance", run->point->engine->name);
    if (gravel_options_has(&run->point->parameters, path))
        run->monitor.tolerance = gravel_options_real(&run->point->parameters, path);
    sample(run);
    enum gravel_status status = gravel_output_write(run->output, run->engine, 0.0, true, error);
    bool separated = false;
    for (long k = 1; k <= samples && !separated && status == GRAVEL_OK; k++) {
        double t = k < samples ? length * ((double)k / (double)samples) : length;
        status = advance_to(run, &t, until_separated, error);
        if (status != GRAVEL_OK)
            return status;
        run->since = t - run->t;
        run->t = t;
        read_engine(run);
        now = instant_of(run);
        gravel_monitor_update(&run->monitor, &now);
        if (pass_contacts(run, error) != GRAVEL_OK)
            return GRAVEL_MEMORY;
        sample(run);
        if (run->done != NULL)
            *run->done = (double)k / (double)samples;
        separated = until_separated && gravel_count_unseparated(&run->system, run->particles, t) == 0;
        status = gravel_output_write(run->output, run->engine, t, true, error);
    }
    return status;
}

static enum gravel_status
finish(struct run *run, const struct gravel_averaging *averaging, bool until_separated, struct gravel_error *error)
{
    const struct gravel_state last = state_of(run);
    struct gravel_record *record = run->record;
    enum gravel_status status = gravel_observation_finish(&run->observation, &last, averaging, record, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_monitor_finish(&run->monitor, record);
    if (status == GRAVEL_OK && until_separated)
        status = gravel_record_add_invariant(
            record, "separated", (double)gravel_count_unseparated(&run->system, run->particles, run->t), 0.0);
    if (status == GRAVEL_OK)
        status = add_broken(record);
    if (status == GRAVEL_OK)
        status = add_warnings(run);
    if (status == GRAVEL_OK && !record->steady)
        status = add_message(record, "no steady state was reached");
    return status;
}

/* The caller turns a status other than GRAVEL_OK into that of the record; GRAVEL_MEMORY alone is a failure. */
static enum gravel_status
simulate(struct run *run, struct gravel_error *error)
{
    const struct gravel_options *parameters = &run->point->parameters;
    const bool until_separated = strcmp(gravel_options_text(parameters, "run.until"), "separated") == 0;
    const long samples = gravel_options_int(parameters, "run.samples");
    double length;
    enum gravel_status status = gravel_run_length(parameters, &run->system, &length, error);
    if (status != GRAVEL_OK)
        return status;
    status = create(run, error);
    if (status != GRAVEL_OK)
        return status;
    const struct gravel_averaging averaging = {
        .steady = gravel_options_bool(parameters, "run.steady"),
        .discard = gravel_options_has(parameters, "run.discard") ? gravel_options_real(parameters, "run.discard") : 0.0,
        .interval = length / (double)samples,
    };
    status = advance(run, length, samples, until_separated, error);
    run->point->engine->counters(run->engine, &run->counters);
    run->record->simulated_seconds = run->t;
    if (status == GRAVEL_OK)
        status = finish(run, &averaging, until_separated, error);
    if (add_counters(run) != GRAVEL_OK)
        return gravel_no_memory(error);
    return status;
}

static enum gravel_status
build_and_simulate(struct run *run, struct gravel_error *error)
{
    char names[512];
    const struct gravel_point *point = run->point;
    enum gravel_status status =
        gravel_case_build(&point->parameters, point->c->prepare, point->seed, &run->system, error);
    if (status == GRAVEL_OK)
        status = gravel_bias_copy(&point->bias, &run->system, &run->simulated, error);
    if (status != GRAVEL_OK)
        return status;
    const unsigned missing = gravel_system_needs(&run->system) & ~point->engine->capabilities;
    if (missing == 0)
        return simulate(run, error);
    gravel_capability_names(missing, names, sizeof names);
    return gravel_fail(error, GRAVEL_UNSUPPORTED, "%s lacks: %s", point->engine->name, names);
}

enum gravel_status
gravel_point_run(const struct gravel_point *point, _Atomic double *done, struct gravel_record *record,
                 struct gravel_error *error)
{
    struct run run = {.point = point, .done = done, .record = record};
    const double start = gravel_clock_cpu();
    *record = (struct gravel_record){0};
    enum gravel_status status = describe(point, record, error);
    if (status != GRAVEL_OK)
        goto fail;
    status = build_and_simulate(&run, error);
    const enum gravel_status written = gravel_output_finish(run.output, status == GRAVEL_OK ? error : NULL);
    if (status == GRAVEL_OK)
        status = written;
    if (status != GRAVEL_OK && status != GRAVEL_MEMORY) {
        record->status = status == GRAVEL_UNSUPPORTED ? GRAVEL_POINT_NOT_APPLICABLE : GRAVEL_POINT_FAILED;
        status = add_message(record, error->text);
    }
    record->cpu_seconds = gravel_clock_cpu() - start;
fail:
    if (run.engine != NULL)
        point->engine->destroy(run.engine);
    gravel_monitor_free(&run.monitor);
    gravel_observation_free(&run.observation);
    gravel_system_free(&run.simulated);
    gravel_system_free(&run.system);
    free(run.particles);
    if (status != GRAVEL_OK) {
        gravel_record_free(record);
        return gravel_fail(error, status, "point %s: out of memory", point->key);
    }
    return GRAVEL_OK;
}
