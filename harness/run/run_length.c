#include "harness/run/run_length.h"

#include "cases/measure/column.h"

#include <math.h>

static const double speed_floor = 1e-7;

/* NULL when no wall vibrates. */
static const struct gravel_wall *
vibrating_wall(const struct gravel_system *system)
{
    for (size_t w = 0; w < system->n_walls; w++)
        if (system->walls[w].motion.amplitude > 0.0 && system->walls[w].motion.angular_frequency > 0.0)
            return &system->walls[w];
    return NULL;
}

static enum gravel_status
dissipation_time(const struct gravel_system *system, const struct gravel_wall *plate, double *tau,
                 struct gravel_error *error)
{
    const double g = v3_norm(system->gravity), x = gravel_column_dissipation(system, plate);
    if (!(g > 0.0) || !(x > 0.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "run.dissipation_times: needs gravity and dissipation, found g = %g m/s^2 and X = %g", g, x);
    *tau = M_PI * plate->motion.amplitude * plate->motion.angular_frequency / (g * pow(x, 1.5));
    return GRAVEL_OK;
}

enum gravel_status
gravel_run_length(const struct gravel_options *parameters, const struct gravel_system *system, double *length,
                  struct gravel_error *error)
{
    if (gravel_options_has(parameters, "run.time")) {
        *length = gravel_options_real(parameters, "run.time");
        return GRAVEL_OK;
    }
    const struct gravel_wall *plate = vibrating_wall(system);
    const bool in_periods = gravel_options_has(parameters, "run.periods");
    if (!in_periods && !gravel_options_has(parameters, "run.dissipation_times"))
        return gravel_fail(error, GRAVEL_INPUT, "run: found no time, periods or dissipation_times");
    if (plate == NULL)
        return gravel_fail(error, GRAVEL_INPUT, "run.%s: no wall vibrates",
                           in_periods ? "periods" : "dissipation_times");
    if (in_periods) {
        *length = gravel_options_real(parameters, "run.periods") * 2.0 * M_PI / plate->motion.angular_frequency;
        return GRAVEL_OK;
    }
    double tau = 0.0;
    const enum gravel_status status = dissipation_time(system, plate, &tau, error);
    if (status == GRAVEL_OK)
        *length = gravel_options_real(parameters, "run.dissipation_times") * tau;
    return status;
}

size_t
gravel_count_unseparated(const struct gravel_system *system, const struct gravel_particle *p, double t)
{
    const size_t n = system->n_particles;
    size_t count = 0, lowest = 0;
    double v0 = 0.0;
    for (size_t i = 0; i < n; i++)
        v0 = fmax(v0, v3_norm(system->particles[i].v));
    const double floor = speed_floor * v0;
    /* Particles may be stored from the lowest to the highest or the reverse. */
    for (size_t i = 0; i + 1 < n; i++) {
        const struct gravel_particle *low = p[i].x.z < p[i + 1].x.z ? &p[i] : &p[i + 1];
        const struct gravel_particle *high = low == &p[i] ? &p[i + 1] : &p[i];
        const double radii = low->radius + high->radius, rate = high->v.z - low->v.z;
        /* An overlap within rounding counts as no contact, unless the pair approaches. */
        const bool touches = high->x.z - low->x.z < radii * (1.0 - 1e-12);
        count += touches || rate < -floor;
        if (p[i + 1].x.z < p[lowest].x.z)
            lowest = i + 1;
    }
    if (n == 0)
        return 0;
    for (size_t w = 0; w < system->n_walls; w++)
        count += gravel_wall_nearest(&system->walls[w], t, p[lowest].x).distance < p[lowest].radius * (1.0 - 1e-12);
    return count + (p[lowest].v.z < -floor);
}
