/* State of a gas in a periodic box.  The compressibility comes from the virial of the collisions,
 *     Z = p V/(N T) = 1 + sum r.J/(d N T t),
 * with the impulse J of each collision and the distance r of the centres.  A soft contact acts at distances down to
 * that of its largest overlap x; weighted with the half sine of a linear contact's force they have the mean
 * s - (pi/4) x, s = sum of the radii. */
#include "cases/measure/gas_box.h"
#include "cases/measure/measure.h"

struct gas {
    int dimension;
    const struct gravel_system *system; /* borrowed: the harness keeps it */
    double mean_mass, packing;
    double virial; /* since the last sample [J] */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options, (void)error;
    struct gas *m = measure;
    m->dimension = system->dimension;
    m->system = system;
    m->mean_mass = gravel_gas_mean_mass(system);
    m->packing = gravel_gas_packing(system);
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "temperature", .unit = "J", .n = 1},
                                              {.name = "temperature_over_mass", .unit = "m2/s2", .n = 1},
                                              {.name = "compressibility", .unit = "1", .n = 1}};
    (void)measure;
    *count = sizeof list / sizeof *list;
    return list;
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct gas *m = measure;
    if (e->j < 0)
        return;
    const struct gravel_particle *p = m->system->particles;
    m->virial += e->impulse * (p[e->i].radius + p[e->j].radius - 0.25 * M_PI * e->overlap);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct gas *m = measure;
    const size_t n = state->system->n_particles;
    const double temperature = gravel_gas_temperature(state->particles, n, m->dimension);
    const double norm = m->dimension * (double)n * temperature * state->since;
    values[0] = temperature;
    values[1] = temperature / m->mean_mass;
    values[2] = 1.0 + (norm > 0.0 ? m->virial / norm : 0.0);
    m->virial = 0.0;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct gas *m = measure;
    r->number(r->self, "packing_fraction", "1", m->packing, 0.0);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct gas *m = measure;
    GRAVEL_ARCHIVE(archive, m->virial);
}

static const struct gravel_yield yields[] = {
    {"temperature", "J"},
    {"temperature_over_mass", "m2/s2"},
    {"compressibility", "1"},
    {"packing_fraction", "1", .is_determined = true},
    {0},
};

const struct gravel_measure_ops gravel_measure_gas = {
    .name = "gas",
    .what = "Of a gas in a periodic box: T = sum m (v - V)^2/(d N), T/m, Z = 1 + sum r.J/(d N T t), packing fraction.",
    .reference = "F.cs",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_PERIODIC,
    .yields = yields,
    .size = sizeof(struct gas),
    .create = create,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .event = event,
    .finish = finish,
};
