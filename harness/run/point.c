/* One point: system, measures and engine from resolved parameters, the sampling loop, and the record. */
#include "harness/run/advance.h"
#include "harness/run/build.h"
#include "harness/run/contact_quality.h"
#include "harness/run/restart.h"
#include "harness/run/run_length.h"
#include "harness/run/told.h"
#include "harness/util/clock.h"
#include "harness/util/home.h"
#include "harness/util/toolchain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    snprintf(record->commit, sizeof record->commit, "%s", gravel_commit());
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
add_counters(struct gravel_running *run)
{
    for (const struct gravel_counter_info *c = gravel_counter_infos; c->name != NULL; c++)
        if (gravel_record_add_counter(run->record, c->name, c->value(&run->counters)) != GRAVEL_OK)
            return GRAVEL_MEMORY;
    return GRAVEL_OK;
}

static enum gravel_status
add_warnings(struct gravel_running *run)
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

/* What the engine cannot tell of this system. */
static unsigned
lacks_of(const struct gravel_running *run)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    return run->engine != NULL && ops->lacks_here != NULL ? ops->lacks_here(run->engine) : ops->lacks;
}

/* What a program of somebody else says about this run, and what could not be measured or tested with it. */
static enum gravel_status
add_note(struct gravel_running *run)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    const char *note = ops->note != NULL ? ops->note(run->engine) : NULL;
    const struct gravel_told told = gravel_told_measures(run->point, lacks_of(run));
    char text[512];
    enum gravel_status status = GRAVEL_OK;
    snprintf(text, sizeof text, GRAVEL_NOT_MEASURED "%s lacks: %s", ops->name, told.lacks);
    if (told.lacks[0] != '\0')
        status = add_message(run->record, text);
    if (status == GRAVEL_OK && (lacks_of(run) & GRAVEL_LACKS_LEDGER))
        status =
            add_message(run->record, GRAVEL_NOT_MEASURED "the invariant energy, as the engine has no ledger of it");
    return status == GRAVEL_OK && note != NULL ? add_message(run->record, note) : status;
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
create_engine(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    const struct gravel_sink sink = gravel_output_sink(run->output, gravel_observation_sink(&run->observation));
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
    const struct gravel_told told = gravel_told_measures(run->point, lacks_of(run));
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
    if (status != GRAVEL_OK || lacks_of(run) == run->point->engine->lacks)
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

/* The invariants and the sample at the start. */
static enum gravel_status
begin(struct gravel_running *run, struct gravel_error *error)
{
    char path[64];
    if (read_engine(run, error) != GRAVEL_OK)
        return GRAVEL_MEMORY;
    const struct gravel_instant now = instant_of(run);
    if (gravel_monitor_start(&run->monitor, &run->simulated, run->point->engine, &now) != GRAVEL_OK)
        return gravel_no_memory(error);
    run->monitor.lacks = lacks_of(run);
    if (gravel_options_has(&run->point->parameters, "run.overlap"))
        run->monitor.soft_overlap = gravel_options_real(&run->point->parameters, "run.overlap");
    snprintf(path, sizeof path, "engines.%s.tolerance", gravel_engine_section(run->point->engine));
    if (run->point->engine->stands_for == NULL && gravel_options_has(&run->point->parameters, path))
        run->monitor.tolerance = gravel_options_real(&run->point->parameters, path);
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
        gravel_monitor_update(&run->monitor, &now);
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
    if (status == GRAVEL_OK)
        status = add_broken(record);
    if (status == GRAVEL_OK)
        status = add_warnings(run);
    if (status == GRAVEL_OK)
        status = add_note(run);
    if (status == GRAVEL_OK && !record->steady)
        status = add_message(record, "no steady state was reached");
    return status;
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
    if (add_counters(run) != GRAVEL_OK)
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
    char names[512];
    const enum gravel_status status = build(run, error);
    if (status != GRAVEL_OK)
        return status;
    const unsigned missing = gravel_system_needs(&run->system) & ~run->point->engine->capabilities;
    if (missing == 0)
        return simulate(run, error);
    gravel_capability_names(missing, names, sizeof names);
    return gravel_fail(error, GRAVEL_UNSUPPORTED, "%s lacks: %s", run->point->engine->name, names);
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
    enum gravel_status status = describe(point, record, error);
    if (status == GRAVEL_OK) {
        status = run_from_saved(&run, error);
        const enum gravel_status written = gravel_output_finish(run.output, status == GRAVEL_OK ? error : NULL);
        run.output = NULL;
        if (status == GRAVEL_OK)
            status = written;
        if (status != GRAVEL_OK && status != GRAVEL_MEMORY) {
            record->status = status == GRAVEL_UNSUPPORTED ? GRAVEL_POINT_NOT_APPLICABLE : GRAVEL_POINT_FAILED;
            status = add_message(record, error->text);
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
