/* What the tests of the event-driven column share: systems in automatic storage, and the engine with its
 * checks. */
#ifndef GRAVEL_TESTS_COLUMN_SETUP_H
#define GRAVEL_TESTS_COLUMN_SETUP_H

#include "engines/engine.h"
#include "tests/near.h"
#include "tests/unit/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct gravel_engine_ops gravel_ed_column;

enum { BEADS_MAX = 40 };

static const double diameter = 1e-3;

/* A column above a plate at the origin: a system of automatic storage, run to one end. */
struct setup {
    struct gravel_system system;
    struct gravel_particle particles[BEADS_MAX];
    struct gravel_wall wall;
    double cutoff; /* over the driving velocity */
    const struct gravel_sink *sink;
};

/* n beads of restitution e, s0 apart, the lowest s0 above the plate, all at velocity v; the plate is a bead
 * pair's force constants unless the caller gives it a restitution. */
static inline void
setup_column(struct setup *s, size_t n, double e, double s0, double v)
{
    *s = (struct setup){.cutoff = 4e-7};
    s->wall = (struct gravel_wall){.name = "plate",
                                   .shape = GRAVEL_PLANE,
                                   .axis = v3(0, 0, 1),
                                   .touch = GRAVEL_BOUNCE,
                                   .contact.rule = GRAVEL_SAME_FORCE_CONSTANTS,
                                   .contact.tangential_restitution = 1.0};
    s->system = (struct gravel_system){
        .dimension = 1,
        .n_particles = n,
        .particles = s->particles,
        .n_walls = 1,
        .walls = &s->wall,
        .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                     .restitution = e,
                     .contact_time = 1e-5,
                     .tangential_restitution = 1.0},
        .n_species = 1,
        .species_name = {"bead"},
    };
    for (size_t i = 0; i < n; i++)
        s->particles[i] = (struct gravel_particle){.x = v3(0, 0, diameter * (0.5 + (double)i) + s0 * (double)(i + 1)),
                                                   .v = v3(0, 0, v),
                                                   .radius = 0.5 * diameter,
                                                   .mass = 1.0,
                                                   .inertia = 0.1 * diameter * diameter,
                                                   .attached = GRAVEL_FREE};
}

static inline void
set_plate(struct setup *s, double restitution, double amplitude, double frequency, double g)
{
    s->wall.contact.rule = GRAVEL_OWN_RESTITUTION;
    s->wall.contact.restitution = restitution;
    s->wall.motion.amplitude = amplitude;
    s->wall.motion.angular_frequency = 2.0 * M_PI * frequency;
    s->system.gravity = v3(0, 0, -g);
}

static inline void *
create(const struct setup *s)
{
    struct gravel_error error = {0};
    char cutoff[32];
    snprintf(cutoff, sizeof cutoff, "%.17g", s->cutoff);
    struct gravel_options options =
        options_of(gravel_ed_column.options, (const char *const[]){"cutoff_ratio", cutoff, NULL});
    void *engine = NULL;
    const enum gravel_status status = gravel_ed_column.create(&engine, &s->system, &options, s->sink, &error);
    gravel_options_free(&options);
    if (status != GRAVEL_OK)
        print_error("%s\n", error.text);
    assert_int_equal(status, GRAVEL_OK);
    return engine;
}

static inline void
advance(void *engine, double t_end)
{
    struct gravel_error error = {0};
    if (gravel_ed_column.advance(engine, t_end, &error) != GRAVEL_OK ||
        gravel_ed_column.self_check(engine, &error) != GRAVEL_OK) {
        print_error("%s\n", error.text);
        fail();
    }
}

static inline struct gravel_energy
energy_of(const void *engine)
{
    struct gravel_energy energy;
    gravel_ed_column.energy(engine, &energy);
    return energy;
}

static inline struct gravel_counters
counters_of(const void *engine)
{
    struct gravel_counters counters;
    gravel_ed_column.counters(engine, &counters);
    return counters;
}

/* A fluidised column, jittered so that seeds differ. */
static inline void
setup_vibrated(struct setup *s, size_t n, double e, double e_plate, double alpha)
{
    const double g = 9.81, f = 20.0, w = 2.0 * M_PI * f, speed = alpha * g / w;
    setup_column(s, n, e, 0.3 * speed * speed / g, 0.0);
    set_plate(s, e_plate, speed / w, f, g);
    for (size_t i = 0; i < n; i++)
        s->particles[i].v.z = speed * sin(2.385 * (double)(i + 1));
}

/* The ledger, relative to the largest energy met, stays within the tolerance, time does not go back, and
 * nothing overlaps. */
static inline void
ledger_closes(const struct setup *s, double t_end, double tolerance)
{
    void *engine = create(s);
    struct gravel_energy energy = energy_of(engine);
    const double start = gravel_energy_ledger(&energy);
    double scale = 0.0;
    for (int k = 1; k <= 50; k++) {
        advance(engine, t_end * k / 50.0);
        energy = energy_of(engine);
        scale = fmax(scale, energy.kinetic + fabs(energy.potential) + fabs(energy.work) + energy.dissipated);
        near("ledger", gravel_energy_ledger(&energy), start, tolerance * scale);
    }
    const struct gravel_counters counters = counters_of(engine);
    assert_true(counters.backward == 0.0);
    assert_true(counters.max_overlap < 1e-9);
    gravel_ed_column.destroy(engine);
}

#endif
