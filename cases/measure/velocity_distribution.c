/* Velocities of each species: distribution of a component in units of the thermal speed sqrt(2 T/m), which for a
 * Maxwellian is exp(-c^2)/sqrt(pi), and a2, the second Sonine coefficient:
 *     a2 = d/(d + 2) <v^4>/<v^2>^2 (1 + 2/(d (N - 1))) - 1,
 * v relative to the species' mean velocity.  The factor makes a2 of N Maxwellian velocities exactly 0 on average: the
 * velocities in units of their own root mean square are uniform on a sphere of d (N - 1) dimensions. */
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"

#include <stdio.h>
#include <stdlib.h>

static const struct gravel_key keys[] = {
    {"to", GRAVEL_TYPE_REAL, 0, "1", 0.5, 20, "4", NULL, "largest component in the table, in thermal speeds"},
    {"bins", GRAVEL_TYPE_INT, 0, "1", 4, 1000, "40", NULL, "number of bins from -to to `to`"},
    {0},
};

struct velocities {
    int dimension;
    size_t n_species, n_bins;
    double width;   /* of a bin, in thermal speeds */
    double *middle; /* [n_bins]; owned */
    struct gravel_mean means[2 * GRAVEL_SPECIES_MAX];
    char names[2 * GRAVEL_SPECIES_MAX][64];
};

static void
destroy(void *measure)
{
    struct velocities *m = measure;
    free(m->middle);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct velocities *m = measure;
    const double to = gravel_options_real(options, "to");
    m->dimension = system->dimension;
    m->n_species = system->n_species;
    m->n_bins = (size_t)gravel_options_int(options, "bins");
    m->width = 2.0 * to / (double)m->n_bins;
    m->middle = calloc(m->n_bins, sizeof *m->middle);
    if (m->middle == NULL)
        return gravel_no_memory(error);
    for (size_t b = 0; b < m->n_bins; b++)
        m->middle[b] = ((double)b + 0.5) * m->width - to;
    for (size_t s = 0; s < m->n_species; s++) {
        snprintf(m->names[2 * s], sizeof m->names[0], "a2.%s", system->species_name[s]);
        snprintf(m->names[2 * s + 1], sizeof m->names[0], "velocity_distribution.%s", system->species_name[s]);
        m->means[2 * s] = (struct gravel_mean){.name = m->names[2 * s], .unit = "1", .n = 1};
        m->means[2 * s + 1] = (struct gravel_mean){.name = m->names[2 * s + 1],
                                                   .unit = "1",
                                                   .n = m->n_bins,
                                                   .abscissa = m->middle,
                                                   .abscissa_name = "c",
                                                   .abscissa_unit = "1"};
    }
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct velocities *m = measure;
    *count = 2 * m->n_species;
    return m->means;
}

static bool
belongs(const struct gravel_particle *p, size_t species)
{
    return p->attached == GRAVEL_FREE && (size_t)p->species == species;
}

/* Density of all components of the species' velocities. */
static void
sample_components(const struct velocities *m, const struct gravel_state *state, size_t s, struct vec3 mean,
                  double thermal, double n, double *density)
{
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct vec3 v = v3_sub(state->particles[k].v, mean);
        if (!belongs(&state->particles[k], s))
            continue;
        for (int d = 0; d < 3; d++) {
            const double bin = floor(v3_component(v, d) / (thermal * m->width) + 0.5 * (double)m->n_bins);
            if (gravel_has_axis(m->dimension, d) && bin >= 0.0 && bin < (double)m->n_bins)
                density[(size_t)bin] += 1.0 / (n * m->dimension * m->width);
        }
    }
}

static void
sample_species(const struct velocities *m, const struct gravel_state *state, size_t s, double *values)
{
    const size_t n_all = state->system->n_particles;
    struct vec3 mean = v3(0, 0, 0);
    double n = 0.0, square = 0.0, fourth = 0.0;
    for (size_t k = 0; k < n_all; k++)
        if (belongs(&state->particles[k], s)) {
            mean = v3_add(mean, state->particles[k].v);
            n += 1.0;
        }
    mean = v3_scale(n > 0.0 ? 1.0 / n : 0.0, mean);
    for (size_t k = 0; k < n_all; k++)
        if (belongs(&state->particles[k], s)) {
            const double v2 = v3_norm2(v3_sub(state->particles[k].v, mean));
            square += v2;
            fourth += v2 * v2;
        }
    for (size_t k = 0; k <= m->n_bins; k++)
        values[k] = 0.0;
    if (!(n > 1.0) || !(square > 0.0))
        return;
    const double d = m->dimension;
    values[0] = d / (d + 2.0) * n * fourth / (square * square) * (1.0 + 2.0 / (d * (n - 1.0))) - 1.0;
    sample_components(m, state, s, mean, sqrt(2.0 * square / (d * n)), n, values + 1);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    const struct velocities *m = measure;
    for (size_t s = 0; s < m->n_species; s++)
        sample_species(m, state, s, values + s * (m->n_bins + 1));
}

static const struct gravel_yield yields[] = {
    {"a2.*", "1"},
    {"velocity_distribution.*", "1|1|1", "c|value|err"},
    {0},
};

const struct gravel_measure_ops gravel_measure_velocity_distribution = {
    .name = "velocity_distribution",
    .what = "Of every species: distribution of the velocity components in units of sqrt(2 T/m), and the second Sonine "
            "coefficient a2 = d/(d+2) <v^4>/<v^2>^2 - 1, corrected for the number of particles.",
    .reference = "van Noije and Ernst 1998",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct velocities),
    .create = create,
    .destroy = destroy,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
