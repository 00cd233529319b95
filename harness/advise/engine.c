#include "harness/advise/engine.h"

#include "harness/run/run_length.h"
#include "harness/util/clock.h"
#include "harness/util/interrupt.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static bool
is_of_case(const struct gravel_advice_context *a, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "engines.%s.", name);
    for (size_t k = 0; k < a->parameters->n; k++)
        if (strncmp(a->parameters->items[k].path, path, strlen(path)) == 0)
            return true;
    return false;
}

/* The case's options of an engine, or the engine's defaults; one thread, because a forked process has no others. */
static enum gravel_status
options_of(const struct gravel_advice_context *a, const struct gravel_engine_ops *ops, struct gravel_options *options,
           struct gravel_error *error)
{
    char prefix[64];
    const struct gravel_value one = {.type = GRAVEL_TYPE_INT, .real = 1.0};
    snprintf(prefix, sizeof prefix, "engines.%s", ops->name);
    enum gravel_status status = gravel_options_view(options, a->parameters, prefix, error);
    if (status == GRAVEL_OK)
        status = gravel_options_defaults(options, "", ops->options, error);
    return status == GRAVEL_OK && gravel_options_has(options, "threads")
               ? gravel_options_set(options, "threads", &one, error)
               : status;
}

/* Height of the centre of mass above that of the heap at rest [m]; NaN for systems without such a height. */
static double
height(const struct gravel_advice_context *a, const struct gravel_particle *p)
{
    if (a->is_column && a->column.amplitude > 0.0)
        return gravel_column_height(&a->column, p);
    if (!a->is_box)
        return NAN;
    double h = 0.0, mass = 0.0;
    for (size_t k = 0; k < a->box.n; k++) {
        mass += p[k].mass;
        h += p[k].mass * (p[k].x.z - a->box.floor);
    }
    return h / mass - a->box.rest_height;
}

/* Time integrals over the second half of a pilot run. */
struct sums {
    double time, v2, height;
};

static void
add_sample(const struct gravel_advice_context *a, const struct gravel_particle *p, double since, struct sums *sums)
{
    double v2 = 0.0;
    for (size_t k = 0; k < a->system->n_particles; k++)
        v2 += p[k].attached == GRAVEL_FREE ? v3_norm2(p[k].v) / (double)a->advice->n : 0.0;
    sums->time += since;
    sums->v2 += since * v2;
    sums->height += since * height(a, p);
}

static double
collisions(const struct gravel_counters *c)
{
    return 2.0 * (double)c->pair_collisions + (double)c->wall_collisions;
}

/* Advance until the CPU time or the length of the run is used up. The sampling interval grows until it takes 1 % of the
 * CPU time; the means are over the second half. */
static enum gravel_status
advance_pilot(const struct gravel_advice_context *a, const struct gravel_engine_ops *ops, void *engine,
              struct gravel_particle *particles, struct gravel_advised_pilot *pilot, struct gravel_error *error)
{
    const double began = gravel_clock_cpu(), length = a->advice->run_length;
    struct gravel_counters first = {0}, last = {0};
    struct sums sums = {0};
    double t = 0.0, since = 1e-6 * length;
    bool in_second_half = false;
    while ((pilot->cpu < a->pilot || !(sums.time > 0.0)) && t < length) {
        const double before = gravel_clock_cpu(), next = fmin(t + since, length);
        const enum gravel_status status = ops->advance(engine, next, error);
        if (status != GRAVEL_OK)
            return status;
        ops->snapshot(engine, particles);
        ops->counters(engine, &last);
        add_sample(a, particles, next - t, &sums);
        t = next;
        pilot->cpu = gravel_clock_cpu() - began;
        if (!in_second_half && (pilot->cpu > 0.5 * a->pilot || t > 0.5 * length)) {
            in_second_half = true;
            sums = (struct sums){0};
            first = last;
        }
        if (gravel_clock_cpu() - before < 0.01 * a->pilot && since < 0.01 * length)
            since *= 2.0;
    }
    pilot->simulated = t;
    pilot->overlap = ops->kind == GRAVEL_MD ? last.max_overlap : 0.0;
    pilot->speed = sqrt(sums.v2 / sums.time);
    pilot->height = sums.height / sums.time;
    pilot->event_time = (double)a->advice->n * sums.time / (collisions(&last) - collisions(&first));
    return GRAVEL_OK;
}

/* What the process of a pilot run writes into its pipe. */
struct pilot_report {
    enum gravel_status status;
    struct gravel_advised_pilot pilot;
    char message[300]; /* of a failure */
};

/* CPU time after which the system stops a pilot run [s]. */
static double
cpu_limit(const struct gravel_advice_context *a)
{
    return ceil(4.0 * a->pilot) + 1.0;
}

/* The process of a pilot run.  Hard spheres close to collapse may never reach the end of an interval: the limit of CPU
 * time then ends the process without a report. */
_Noreturn static void
run_pilot_process(const struct gravel_advice_context *a, const struct gravel_engine_ops *ops, void *engine, int out)
{
    const struct rlimit cpu = {(rlim_t)cpu_limit(a), (rlim_t)cpu_limit(a) + 1}, core = {0, 0};
    struct gravel_error why = {.text = "out of memory"};
    struct pilot_report report = {.status = GRAVEL_MEMORY};
    struct gravel_particle *particles = calloc(a->system->n_particles + 1, sizeof *particles);
    gravel_interrupt_reset();
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* the pilot ends with its parent */
    if (setrlimit(RLIMIT_CPU, &cpu) == 0 && setrlimit(RLIMIT_CORE, &core) == 0 && particles != NULL)
        report.status = advance_pilot(a, ops, engine, particles, &report.pilot, &why);
    snprintf(report.message, sizeof report.message, "%.290s", why.text);
    _exit(write(out, &report, sizeof report) == (ssize_t)sizeof report ? 0 : 1);
}

static enum gravel_status
run_pilot(const struct gravel_advice_context *a, struct gravel_advised_engine *e, void *engine,
          struct gravel_error *error)
{
    struct pilot_report report;
    int ends[2]; /* of the pipe: to read, to write */
    if (pipe(ends) != 0)
        return gravel_fail(error, GRAVEL_IO, "pilot: no pipe");
    const pid_t child = fork();
    if (child == 0)
        run_pilot_process(a, e->ops, engine, ends[1]);
    close(ends[1]);
    const bool reported = child > 0 && read(ends[0], &report, sizeof report) == (ssize_t)sizeof report;
    close(ends[0]);
    if (child < 0)
        return gravel_fail(error, GRAVEL_IO, "pilot: no process");
    waitpid(child, NULL, 0);
    if (reported && report.status == GRAVEL_OK) {
        e->pilot = report.pilot;
        return GRAVEL_OK;
    }
    if (reported && report.status == GRAVEL_MEMORY)
        return gravel_no_memory(error);
    e->runs = false;
    if (reported)
        snprintf(e->remark, sizeof e->remark, "fails: %.300s", report.message);
    else
        snprintf(e->remark, sizeof e->remark,
                 "fails: a pilot run has not ended after %g s of CPU time: events without progress in time",
                 cpu_limit(a));
    return GRAVEL_OK;
}

/* For contact laws without a closed form, hard spheres need a restitution that the case states. */
static bool
lacks_restitution(const struct gravel_advice_context *a, const struct gravel_engine_ops *ops)
{
    const struct gravel_advice *advice = a->advice;
    bool lacks = false;
    for (size_t k = 0; k < gravel_system_n_contacts(a->system); k++) {
        int32_t species, partner;
        const struct gravel_material *m = gravel_system_contact_at(a->system, k, &species, &partner).material;
        lacks = lacks || isnan(gravel_material_restitution(m, NULL, 0.5 * advice->mass, advice->diameter,
                                                           m->reference_velocity));
    }
    return ops->kind == GRAVEL_ED && lacks;
}

static enum gravel_status
try_engine(struct gravel_advice_context *a, struct gravel_advised_engine *e, struct gravel_error *error)
{
    char names[256];
    struct gravel_error why;
    struct gravel_options options = {0};
    struct gravel_counters counters;
    void *engine = NULL;
    const unsigned missing = gravel_system_needs(a->system) & ~e->ops->capabilities;
    enum gravel_status status = options_of(a, e->ops, &options, error), made = GRAVEL_OK;
    if (status == GRAVEL_OK && missing != 0) {
        gravel_capability_names(missing, names, sizeof names);
        snprintf(e->remark, sizeof e->remark, "lacks: %s", names);
    } else if (status == GRAVEL_OK && lacks_restitution(a, e->ops)) {
        snprintf(e->remark, sizeof e->remark,
                 "refuses: hard spheres need material.restitution, which does not follow from this law");
    } else if (status == GRAVEL_OK && (made = e->ops->create(&engine, a->system, &options, NULL, &why)) == GRAVEL_OK) {
        e->runs = true;
        e->ops->counters(engine, &counters);
        if (e->ops->kind == GRAVEL_MD) {
            a->advice->soft = true;
            a->advice->time_step = counters.time_step;
            snprintf(a->advice->integrator, sizeof a->advice->integrator, "%s",
                     gravel_options_text(&options, "integrator"));
        }
        if (a->pilot > 0.0)
            status = run_pilot(a, e, engine, error);
        e->ops->destroy(engine);
    } else if (made == GRAVEL_MEMORY) {
        status = gravel_no_memory(error);
    } else if (status == GRAVEL_OK) {
        snprintf(e->remark, sizeof e->remark, "refuses: %.300s", why.text);
    }
    gravel_options_free(&options);
    return status;
}

enum gravel_status
gravel_advice_engines(struct gravel_advice_context *a, struct gravel_error *error)
{
    struct gravel_advice *advice = a->advice;
    enum gravel_status status = gravel_run_length(a->parameters, a->system, &advice->run_length, error);
    for (size_t k = 0; k < GRAVEL_ADVISED_ENGINES && gravel_engines[k] != NULL && status == GRAVEL_OK; k++) {
        struct gravel_advised_engine *e = &advice->engines[advice->n_engines++];
        *e =
            (struct gravel_advised_engine){.ops = gravel_engines[k], .of_case = is_of_case(a, gravel_engines[k]->name)};
        status = try_engine(a, e, error);
        /* sigma is defined by hard spheres; MD gives it where no other engine runs. */
        if (e->pilot.cpu > 0.0 && (advice->pilot == NULL || e->ops->kind == GRAVEL_ED))
            advice->pilot = &e->pilot;
    }
    return status;
}
