/* Where the first particles are at the end of the run, how they move and spin: for systems of a few bodies whose state
 * is known in closed form. */
#include "cases/measure/measure.h"

#include <stdio.h>

enum { PARTICLES_MAX = 32 };

static void
report(const struct gravel_results *r, const char *what, const char *unit, struct vec3 value, size_t k)
{
    const double component[3] = {value.x, value.y, value.z};
    for (int d = 0; d < 3; d++) {
        char name[64];
        snprintf(name, sizeof name, "%s%c.%zu", what, "xyz"[d], k + 1);
        r->number(r->self, name, unit, component[d], 0.0);
    }
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)measure, (void)error;
    for (size_t k = 0; k < state->system->n_particles && k < PARTICLES_MAX; k++) {
        const struct gravel_particle *p = &state->particles[k];
        report(r, "", "m", p->x, k);
        report(r, "v", "m/s", p->v, k);
        if (state->system->material.rotation)
            report(r, "w", "rad/s", p->omega, k);
    }
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"x.*", "m"},    {"y.*", "m"},      {"z.*", "m"},      {"vx.*", "m/s"},   {"vy.*", "m/s"},
    {"vz.*", "m/s"}, {"wx.*", "rad/s"}, {"wy.*", "rad/s"}, {"wz.*", "rad/s"}, {0},
};

const struct gravel_measure_ops gravel_measure_final_state = {
    .name = "final_state",
    .what =
        "Position x.k, y.k, z.k, velocity vx.k, .. and spin wx.k, .. of particle k = 1, 2, .. (at most 32) at the end.",
    .reference = "PHYSICS.md Sec. 1",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .sheared = true,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
