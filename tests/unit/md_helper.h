/* Small systems for the soft-sphere engine's tests. */
#ifndef GRAVEL_TESTS_MD_HELPER_H
#define GRAVEL_TESTS_MD_HELPER_H

#include "engines/start.h"
#include "tests/bodies.h"
#include "tests/near.h"

#include <stdio.h>
#include <string.h>

extern const struct gravel_engine_ops gravel_md;

static inline struct gravel_particle
bead(int dimension, double x, double z, double vx, double vz)
{
    const double r = 5e-4, m = 2e-6;
    return (struct gravel_particle){.x = v3(x, 0, z),
                                    .v = v3(vx, 0, vz),
                                    .radius = r,
                                    .mass = m,
                                    .inertia = gravel_inertia(dimension, m, r),
                                    .attached = GRAVEL_FREE};
}

static inline struct gravel_material
linear_material(double e, double t_c)
{
    return (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                    .restitution = e,
                                    .contact_time = t_c,
                                    .tangential_restitution = 1.0};
}

static inline struct gravel_wall
ground(void)
{
    return (struct gravel_wall){.name = "floor",
                                .shape = GRAVEL_PLANE,
                                .axis = v3(0, 0, 1),
                                .edge = v3(1, 0, 0),
                                .contact.rule = GRAVEL_SAME_FORCE_CONSTANTS,
                                .contact.tangential_restitution = 1.0};
}

/* One body and one wall, which the caller keeps. */
static inline struct gravel_system
one_body(int dimension, struct vec3 gravity, struct gravel_material material, struct gravel_particle *body,
         struct gravel_wall *wall)
{
    return (struct gravel_system){.dimension = dimension,
                                  .gravity = gravity,
                                  .material = material,
                                  .n_particles = 1,
                                  .particles = body,
                                  .n_walls = 1,
                                  .walls = wall};
}

struct heard {
    int n;
    struct gravel_event last;
    double t; /* of the last event */
    bool out_of_order;
};

static inline void
hear(void *self, const struct gravel_event *event)
{
    struct heard *heard = self;
    heard->out_of_order = heard->out_of_order || event->t < heard->t;
    heard->t = event->t;
    heard->n++;
    heard->last = *event;
}

/* An engine with these "key", "value" settings, which end with NULL; the other options have their defaults. */
static inline void *
start_with(const struct gravel_system *system, const char *const *settings, struct heard *heard)
{
    struct gravel_error error;
    void *engine;
    const struct gravel_sink sink = {.self = heard, .event = hear};
    ok(gravel_engine_start(&engine, &gravel_md, system, settings, heard != NULL ? &sink : NULL, &error), &error);
    return engine;
}

static inline void *
start(const struct gravel_system *system, const char *integrator, double steps, struct heard *heard)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", steps);
    return start_with(system, (const char *const[]){"integrator", integrator, "steps_per_contact", text, NULL}, heard);
}

static inline void *
start_adaptive(const struct gravel_system *system, double tolerance, struct heard *heard)
{
    char text[32];
    snprintf(text, sizeof text, "%.17g", tolerance);
    return start_with(system, (const char *const[]){"integrator", "adaptive", "tolerance", text, NULL}, heard);
}

static inline void
go(void *engine, double t)
{
    struct gravel_error error;
    ok(gravel_md.advance(engine, t, &error), &error);
}

/* Two beads that meet so fast that no contact could stop them. */
static inline struct gravel_system
beads_too_fast(struct gravel_particle p[2])
{
    p[0] = bead(1, 0, 0, 0, 100.0);
    p[1] = bead(1, 0, 1.1e-3, 0, -100.0);
    return (struct gravel_system){
        .dimension = 1, .material = linear_material(0.9, 1e-4), .n_particles = 2, .particles = p};
}

/* An overlap of half a diameter makes the run meaningless: the engine, which is destroyed, says where. */
static inline void
refuses_to_go_on(void *engine, const char *where)
{
    struct gravel_error error = {0};
    assert_int_equal(gravel_md.advance(engine, 1e-3, &error), GRAVEL_PHYSICS);
    print_message("# %s\n", error.text);
    assert_non_null(strstr(error.text, where));
    gravel_md.destroy(engine);
}

static inline double
ledger(const void *engine)
{
    struct gravel_energy energy;
    gravel_md.energy(engine, &energy);
    return gravel_energy_ledger(&energy);
}

#endif
