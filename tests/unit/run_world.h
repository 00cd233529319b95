/* Points and plans for tests: two small cases on real engines, and engines with planted faults. */
#ifndef GRAVEL_TESTS_RUN_WORLD_H
#define GRAVEL_TESTS_RUN_WORLD_H

#include "engines/engine.h"
#include "harness/case/case.h"
#include "harness/case/load.h"
#include "harness/run/plan.h"
#include "harness/run/runner.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"

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

/* Two beads collide while they fall. */
static const char fall_case[] =
    "name: fall\nfamily: tests\ntitle: Two beads\nasks: Nothing?\nsource: {key: S3, where: none}\n"
    "dimension: 1\ngravity: [0, 0, -9.81]\nparticles: {count: 2, diameter: 1.0e-3, density: 2500.0}\n"
    "material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}\n"
    "prepare: {column: {separation: 1.0e-4, spread: 1.0}}\n"
    "run: {time: 1.0e-2, samples: 10}\n"
    "engines: {ed: {}, md: {}, ed-column: {}}\nmeasure: [energy_drift]\n";

/* Ten beads at rest at contact: by rounding some overlap by 1e-19 m. */
static const char rest_case[] =
    "name: rest\nfamily: tests\ntitle: Beads at rest\nasks: Nothing?\nsource: {key: S3, where: none}\n"
    "dimension: 1\nparticles: {count: 10, diameter: 7.0e-4, density: 2500.0}\n"
    "material: {law: linear, restitution: 0.9, contact_time: 2.0e-5}\n"
    "prepare: {column: {separation: 0.0}}\n"
    "run: {time: 1.0e-3, samples: 10}\n"
    "engines: {ed: {}, md: {}, ed-column: {}}\nmeasure: [energy_drift]\n"
    "sweep: [{key: material.restitution, values: [0.9, 1.0]}]\n";

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
    char folder[PATH_MAX];
    struct gravel_case c;
    struct gravel_plan plan;
};

static inline struct world *
make_world(const char *text)
{
    char path[PATH_MAX];
    struct gravel_error error = {0};
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    assert_true(scratch_folder(world->folder));
    FILE *file = fopen(scratch_in(world->folder, "case.yaml", path), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    if (gravel_case_load(&world->c, path, "quick", &error) != GRAVEL_OK ||
        gravel_plan_add(&world->plan, &world->c, (struct gravel_plan_choice){0}, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    return world;
}

static inline int
make_flight(void **state)
{
    *state = make_world(flight_case);
    return 0;
}

static inline int
make_fall(void **state)
{
    *state = make_world(fall_case);
    return 0;
}

static inline int
make_rest(void **state)
{
    *state = make_world(rest_case);
    return 0;
}

static inline int
make_impact(void **state)
{
    *state = make_world(impact_case);
    return 0;
}

static inline int
remove_world(void **state)
{
    struct world *world = *state;
    scratch_remove(world->folder);
    gravel_plan_free(&world->plan);
    gravel_case_free(&world->c);
    free(world);
    return 0;
}

/* Engines with planted faults: free flight, and one thing wrong. */

enum fault {
    NONE,
    CRASH,
    HANG,
    HOG,
    KILLED,
    REFUSE,
    NOT_FINITE,
    LEDGER,
    PUSH,
    TUNNEL,
    COARSE,
    DEEP,
    BACKWARD,
    AT_LIMITS,
    SOFT,
    SHORT,
    FINE,
    LOSSY,
    FAST
};

struct flight {
    enum fault fault;
    size_t n;
    double t;
    struct gravel_particle *p;
};

static inline enum gravel_status
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

static inline enum gravel_status
flight_advance(void *engine, double t_end, struct gravel_error *error)
{
    struct flight *f = engine;
    if (f->fault == CRASH || f->fault == KILLED)
        raise(f->fault == CRASH ? SIGABRT : SIGKILL);
    for (size_t used = 0, size = 1 << 20; f->fault == HOG && used < 1000 * size; used += size) {
        char *piece = malloc(size);
        if (piece == NULL)
            return gravel_no_memory(error);
        memset(piece, 1, size);
    }
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

static inline void
flight_snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct flight *f = engine;
    memcpy(particles, f->p, f->n * sizeof *particles);
}

static inline enum gravel_status
flight_energy(const void *engine, struct gravel_energy *energy)
{
    const struct flight *f = engine;
    *energy = (struct gravel_energy){.kinetic = gravel_kinetic_energy(f->p, f->n)};
    if (f->fault == LEDGER && f->t > 0.0)
        energy->dissipated = 1e-7 * energy->kinetic;
    /* A hundred steps to a contact of restitution 0.1, which returned the kinetic energy K: (l dt)^2 = 7.225e-3, and
     * the error is bounded by (l dt)^2 (K/4 + 3/4 of the loss) = 1.816e-3 K. */
    if ((f->fault == FINE || f->fault == LOSSY) && f->t > 0.0)
        energy->dissipated = (f->fault == FINE ? 1.80e-3 : 1.83e-3) * energy->kinetic;
    if (f->fault == PUSH) /* the ledger hides the push */
        energy->work = energy->kinetic;
    return GRAVEL_OK;
}

static inline void
flight_counters(const void *engine, struct gravel_counters *counters)
{
    const struct flight *f = engine;
    static const double overlap[] = {[DEEP] = 0.21, [AT_LIMITS] = 0.01, [SOFT] = 0.0101, [FAST] = 0.0};
    static const double steps[] = {[COARSE] = 9.9, [AT_LIMITS] = 20.0, [SHORT] = 19.0,
                                   [FINE] = 100.0, [LOSSY] = 100.0,    [FAST] = 100.0}; /* a contact of 2e-5 s */
    static const double displacement[] = {[AT_LIMITS] = 0.5, [FAST] = 0.501};
    const bool has_steps = steps[f->fault] > 0.0;
    /* Third bodies may cut a contact as short as they like. */
    *counters = (struct gravel_counters){.min_contact_steps = f->fault == AT_LIMITS ? 3.0 : INFINITY,
                                         .time_step = has_steps ? 2.0e-5 / steps[f->fault] : 0.0,
                                         .max_overlap = overlap[f->fault],
                                         .returned_energy = gravel_kinetic_energy(f->p, f->n),
                                         .max_displacement = displacement[f->fault],
                                         .backward = f->fault == BACKWARD ? 1e-300 : 0.0};
}

static inline void
flight_destroy(void *engine)
{
    struct flight *f = engine;
    free(f->p);
    free(f);
}

#define FLIGHT(fault, soft_or_hard)                                                                                \
    static enum gravel_status create_##fault(void **engine, const struct gravel_system *system,                    \
                                             const struct gravel_options *options, const struct gravel_sink *sink, \
                                             struct gravel_error *error)                                           \
    {                                                                                                              \
        (void)options, (void)sink, (void)error;                                                                    \
        return flight_create(engine, system, fault);                                                               \
    }                                                                                                              \
    static const struct gravel_engine_ops flight_##fault = {.name = "flight",                                      \
                                                            .label = "flight",                                     \
                                                            .kind = (soft_or_hard),                                \
                                                            .method = "free flight",                               \
                                                            .reference = "",                                       \
                                                            .capabilities = ~0u,                                   \
                                                            .create = create_##fault,                              \
                                                            .advance = flight_advance,                             \
                                                            .snapshot = flight_snapshot,                           \
                                                            .energy = flight_energy,                               \
                                                            .counters = flight_counters,                           \
                                                            .destroy = flight_destroy}

#endif
