/* The engines: which of them take the system, what MD's time step is, and short runs. */
#include "harness/advise/parts.h"
#include "harness/run/run_length.h"
#include "harness/util/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static bool
is_of_case(const struct gravel_advising *a, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "engines.%s.", name);
    for (size_t k = 0; k < a->parameters->n; k++)
        if (strncmp(a->parameters->items[k].path, path, strlen(path)) == 0)
            return true;
    return false;
}

/* The case's options of an engine, or the engine's defaults; one thread, because a pilot's process has no others. */
static enum gravel_status
options_of(const struct gravel_advising *a, const struct gravel_engine_ops *ops, struct gravel_options *options,
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

/* Height of the centre of mass over that of the heap at rest. */
static double
height(const struct gravel_advising *a, const struct gravel_particle *p)
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

/* What a pilot run adds up over its second half. */
struct sums {
    double time, v2, height;
};

static void
add_sample(const struct gravel_advising *a, const struct gravel_particle *p, double since, struct sums *sums)
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

/* Runs until the CPU time or the length of the run is over.  Samples come at intervals that grow until one takes 1 % of
 * the CPU time; means start anew when half of it is over. */
static enum gravel_status
fly(const struct gravel_advising *a, const struct gravel_engine_ops *ops, void *engine,
    struct gravel_particle *particles, struct gravel_advised_pilot *pilot, struct gravel_error *error)
{
    const double began = gravel_cpu_seconds(), length = a->advice->run_length;
    struct gravel_counters first = {0}, last = {0};
    struct sums sums = {0};
    double t = 0.0, since = 1e-6 * length;
    bool late = false;
    while ((pilot->cpu < a->pilot || !(sums.time > 0.0)) && t < length) {
        const double before = gravel_cpu_seconds(), next = fmin(t + since, length);
        const enum gravel_status status = ops->advance(engine, next, error);
        if (status != GRAVEL_OK)
            return status;
        ops->snapshot(engine, particles);
        ops->counters(engine, &last);
        add_sample(a, particles, next - t, &sums);
        t = next;
        pilot->cpu = gravel_cpu_seconds() - began;
        if (!late && (pilot->cpu > 0.5 * a->pilot || t > 0.5 * length)) {
            late = true;
            sums = (struct sums){0};
            first = last;
        }
        if (gravel_cpu_seconds() - before < 0.01 * a->pilot && since < 0.01 * length)
            since *= 2.0;
    }
    pilot->simulated = t;
    pilot->overlap = ops->kind == GRAVEL_MD ? last.max_overlap : 0.0;
    pilot->speed = sqrt(sums.v2 / sums.time);
    pilot->height = sums.height / sums.time;
    pilot->event_time = (double)a->advice->n * sums.time / (collisions(&last) - collisions(&first));
    return GRAVEL_OK;
}

/* What a pilot's process tells. */
struct flight {
    enum gravel_status status;
    struct gravel_advised_pilot pilot;
    char why[300];
};

/* CPU seconds after which a pilot that should have ended is given up. */
static double
patience(const struct gravel_advising *a)
{
    return ceil(4.0 * a->pilot) + 1.0;
}

/* The process of a pilot run: hard spheres close to collapse may never reach the end of an interval, which the system's
 * limit of CPU time ends. */
_Noreturn static void
fly_and_tell(const struct gravel_advising *a, const struct gravel_engine_ops *ops, void *engine, int end)
{
    const struct rlimit cpu = {(rlim_t)patience(a), (rlim_t)patience(a) + 1}, core = {0, 0};
    struct gravel_error why = {.text = "out of memory"};
    struct flight flight = {.status = GRAVEL_MEMORY};
    struct gravel_particle *particles = calloc(a->system->n_particles + 1, sizeof *particles);
    if (setrlimit(RLIMIT_CPU, &cpu) == 0 && setrlimit(RLIMIT_CORE, &core) == 0 && particles != NULL)
        flight.status = fly(a, ops, engine, particles, &flight.pilot, &why);
    snprintf(flight.why, sizeof flight.why, "%.290s", why.text);
    _exit(write(end, &flight, sizeof flight) == (ssize_t)sizeof flight ? 0 : 1);
}

static enum gravel_status
fly_pilot(const struct gravel_advising *a, struct gravel_advised_engine *e, void *engine, struct gravel_error *error)
{
    struct flight flight;
    int ends[2];
    if (pipe(ends) != 0)
        return gravel_fail(error, GRAVEL_IO, "pilot: no pipe");
    const pid_t child = fork();
    if (child == 0)
        fly_and_tell(a, e->ops, engine, ends[1]);
    close(ends[1]);
    const bool told = child > 0 && read(ends[0], &flight, sizeof flight) == (ssize_t)sizeof flight;
    close(ends[0]);
    if (child < 0)
        return gravel_fail(error, GRAVEL_IO, "pilot: no process");
    waitpid(child, NULL, 0);
    if (told && flight.status == GRAVEL_OK) {
        e->pilot = flight.pilot;
        return GRAVEL_OK;
    }
    if (told && flight.status == GRAVEL_MEMORY)
        return gravel_fail(error, GRAVEL_MEMORY, "%s", flight.why);
    e->runs = false;
    if (told)
        snprintf(e->why, sizeof e->why, "fails: %.300s", flight.why);
    else
        snprintf(e->why, sizeof e->why,
                 "fails: a pilot run has not ended after %g s of CPU time: events without progress in time",
                 patience(a));
    return GRAVEL_OK;
}

/* Laws without closed form have a restitution for hard spheres only where the case states one. */
static bool
lacks_restitution(const struct gravel_advising *a, const struct gravel_engine_ops *ops)
{
    const struct gravel_advice *advice = a->advice;
    return ops->kind == GRAVEL_ED &&
           isnan(gravel_material_restitution(&a->system->material, NULL, 0.5 * advice->mass, advice->diameter,
                                             a->system->material.reference_velocity));
}

static enum gravel_status
try_engine(struct gravel_advising *a, struct gravel_advised_engine *e, struct gravel_error *error)
{
    char names[256];
    struct gravel_error why;
    struct gravel_options options = {0};
    struct gravel_counters counters;
    void *engine = NULL;
    const unsigned missing = gravel_system_needs(a->system) & ~e->ops->capabilities;
    enum gravel_status status = options_of(a, e->ops, &options, error);
    if (status == GRAVEL_OK && missing != 0) {
        gravel_capability_names(missing, names, sizeof names);
        snprintf(e->why, sizeof e->why, "lacks: %s", names);
    } else if (status == GRAVEL_OK && lacks_restitution(a, e->ops)) {
        snprintf(e->why, sizeof e->why,
                 "refuses: hard spheres need material.restitution, which does not follow from this law");
    } else if (status == GRAVEL_OK && e->ops->create(&engine, a->system, &options, NULL, &why) == GRAVEL_OK) {
        e->runs = true;
        e->ops->counters(engine, &counters);
        if (e->ops->kind == GRAVEL_MD) {
            a->advice->soft = true;
            a->advice->time_step = counters.time_step;
            snprintf(a->advice->integrator, sizeof a->advice->integrator, "%s",
                     gravel_options_text(&options, "integrator"));
        }
        if (a->pilot > 0.0)
            status = fly_pilot(a, e, engine, error);
        e->ops->destroy(engine);
    } else if (status == GRAVEL_OK)
        snprintf(e->why, sizeof e->why, "refuses: %.300s", why.text);
    gravel_options_free(&options);
    return status;
}

enum gravel_status
gravel_advise_engines(struct gravel_advising *a, struct gravel_error *error)
{
    struct gravel_advice *advice = a->advice;
    enum gravel_status status = gravel_run_length(a->parameters, a->system, &advice->run_length, error);
    for (size_t k = 0; gravel_engines[k] != NULL && k < GRAVEL_ADVISED_ENGINES && status == GRAVEL_OK; k++) {
        struct gravel_advised_engine *e = &advice->engines[advice->n_engines++];
        *e =
            (struct gravel_advised_engine){.ops = gravel_engines[k], .of_case = is_of_case(a, gravel_engines[k]->name)};
        status = try_engine(a, e, error);
        /* sigma is one of hard spheres; MD tells it where no other engine can. */
        if (e->pilot.cpu > 0.0 && (advice->pilot == NULL || e->ops->kind == GRAVEL_ED))
            advice->pilot = &e->pilot;
    }
    return status;
}
