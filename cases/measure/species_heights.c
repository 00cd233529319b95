/* An atmosphere of several kinds of particles above a plane (S1 Sec. 3.1): mean heights of the spheres' bottoms,
 * kinetic temperatures, and two tests a kind: Kolmogorov-Smirnov against the exponential of the sample's own
 * mean, cut off at its highest particle, and d <v^4>/((d + 2) <v^2>^2), which is 1 for a Maxwellian.
 *
 * ks_probability is that of a known mean, and too large, for the mean is the sample's own: 0.65 on average for a true
 * exponential, not 0.5.  ks_statistic, sqrt(n) times the distance, has its own calibration: mean 0.736 and 95 %
 * quantile 1.11 for a true exponential (n = 330, by simulation; a unit test repeats it). */
#include "cases/measure/ground.h"
#include "cases/measure/measure.h"

#include <gsl/gsl_sort.h>

#include <stdio.h>
#include <stdlib.h>

enum { KINDS = 7 }; /* of means a species */

struct species_heights {
    size_t n_species;
    int dimension;
    struct gravel_ground ground;
    double energy, temperature; /* of all particles at the last sample, per particle [J] */
    double *sorted;             /* [n_particles]; owned */
    struct gravel_mean means[KINDS * GRAVEL_SPECIES_MAX];
    char names[KINDS * GRAVEL_SPECIES_MAX][64];
};

static void
declare_means(struct species_heights *m, const struct gravel_system *system)
{
    static const char *const names[KINDS] = {"height",   "temperature",       "scaled_height", "ks_probability",
                                             "kurtosis", "temperature_ratio", "ks_statistic"};
    static const char *const units[KINDS] = {"m", "J", "1", "1", "1", "1", "1"};
    for (size_t s = 0; s < m->n_species; s++)
        for (size_t k = 0; k < KINDS; k++) {
            char *name = m->names[KINDS * s + k];
            snprintf(name, sizeof m->names[0], "%s.%s", names[k], system->species_name[s]);
            m->means[KINDS * s + k] = (struct gravel_mean){.name = name, .unit = units[k], .n = 1};
        }
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct species_heights *m = measure;
    const enum gravel_status status = gravel_ground_of(system, "species_heights", &m->ground, error);
    if (status != GRAVEL_OK)
        return status;
    m->sorted = malloc(system->n_particles * sizeof *m->sorted);
    if (m->sorted == NULL)
        return gravel_no_memory(error);
    m->n_species = system->n_species;
    m->dimension = system->dimension;
    declare_means(m, system);
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct species_heights *m = measure;
    free(m->sorted);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct species_heights *m = measure;
    *count = KINDS * m->n_species;
    return m->means;
}

/* Probability that the statistic exceeds lambda if the hypothesis holds: 2 sum (-1)^(j-1) exp(-2 j^2 lambda^2). */
static double
kolmogorov(double lambda)
{
    if (lambda < 0.2)
        return 1.0; /* to 1e-12 */
    double sum = 0.0, sign = 2.0;
    for (int j = 1; j <= 100; j++, sign = -sign)
        sum += sign * exp(-2.0 * j * j * lambda * lambda);
    return fmin(fmax(sum, 0.0), 1.0);
}

/* Largest distance between the heights' distribution and the exponential of their own mean that ends at the highest. */
static double
exponential_distance(double *h, size_t n, double mean)
{
    gsl_sort(h, 1, n);
    const double norm = -expm1(-h[n - 1] / mean);
    double distance = 0.0;
    for (size_t k = 0; k < n; k++) {
        const double f = -expm1(-h[k] / mean) / norm;
        distance = fmax(distance, fmax(fabs(f - (double)k / (double)n), fabs(f - (double)(k + 1) / (double)n)));
    }
    return distance;
}

static void
sample_species(struct species_heights *m, const struct gravel_state *state, size_t s, double *values)
{
    const double d = m->dimension;
    double height = 0.0, mass = 0.0, square = 0.0, fourth = 0.0;
    size_t n = 0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE || (size_t)p->species != s)
            continue;
        const double v2 = v3_norm2(p->v);
        height += m->sorted[n++] = gravel_ground_bottom(&m->ground, p);
        mass += p->mass;
        square += v2;
        fourth += v2 * v2;
    }
    height /= (double)n, mass /= (double)n, square /= (double)n, fourth /= (double)n;
    values[0] = height;
    values[1] = mass * square / d;
    values[2] = height * mass * m->ground.gravity / (2.0 / (d + 2.0) * m->energy);
    const double distance = n > 0 ? exponential_distance(m->sorted, n, height) : NAN, root = sqrt((double)n);
    values[3] = n > 0 ? kolmogorov((root + 0.12 + 0.11 / root) * distance) : NAN; /* Stephens 1970, of a known mean */
    values[4] = square > 0.0 ? d / (d + 2.0) * fourth / (square * square) : 0.0;
    values[5] = m->temperature > 0.0 ? values[1] / m->temperature : 0.0;
    values[6] = root * distance;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct species_heights *m = measure;
    double energy = 0.0, kinetic = 0.0;
    size_t n = 0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        kinetic += 0.5 * p->mass * v3_norm2(p->v);
        energy += p->mass * m->ground.gravity * gravel_ground_bottom(&m->ground, p);
        n++;
    }
    m->energy = (energy + kinetic) / (double)n;
    m->temperature = kinetic / (0.5 * m->dimension * (double)n);
    for (size_t s = 0; s < m->n_species; s++)
        sample_species(m, state, s, values + KINDS * s);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct species_heights *m = measure;
    r->number(r->self, "energy_per_particle", "J", m->energy, 0.0);
    r->number(r->self, "gravity_strength", "m/s2", m->ground.gravity, 0.0);
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"height.*", "m"},
    {"temperature.*", "J"},
    {"scaled_height.*", "1"},
    {"ks_probability.*", "1"},
    {"kurtosis.*", "1"},
    {"temperature_ratio.*", "1"},
    {"ks_statistic.*", "1"},
    {"energy_per_particle", "J"},
    {"gravity_strength", "m/s2"},
    {0},
};

const struct gravel_measure_ops gravel_measure_species_heights = {
    .name = "species_heights",
    .what =
        "For every species: mean height h of the spheres' bottoms, T = m<v^2>/d, h over the ideal 2E/((d + 2) N m g), "
        "K-S probability of the exponential, d<v^4>/((d + 2)<v^2>^2), T over that of all, sqrt(n) times the K-S "
        "distance; E/N.",
    .reference = "S1 Sec. 3.1",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_PLANE | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .size = sizeof(struct species_heights),
    .create = create,
    .destroy = destroy,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
    .finish = finish,
};
