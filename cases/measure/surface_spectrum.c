/* Power spectrum of the height of the surface, h(x): the upper envelope of the particles (seen along y in three
 * dimensions) at equally spaced places of the periodic axis x; places that no particle covers take the straight line
 * between their neighbours.  The power of all wave numbers k = 2 pi j/L adds up to the variance of h. */
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"

#include <gsl/gsl_fft_real.h>
#include <stdlib.h>

static const struct gravel_key keys[] = {
    {"points", GRAVEL_TYPE_INT, 0, "1", 8, 1 << 16, "64", NULL, "number of places, a power of two"},
    {0},
};

struct surface {
    size_t n;
    double left, length; /* of the box on x [m] */
    double *h, *k;       /* [n] heights; [n/2] wave numbers; owned */
    struct gravel_mean means[4];
};

static void
destroy(void *measure)
{
    struct surface *m = measure;
    free(m->h);
    free(m->k);
}

/* Values of a sample: height, variance, power[n/2]. */
static double
wave_number_of(const void *measure, const double *s, size_t mean, size_t unused)
{
    (void)mean, (void)unused;
    const struct surface *m = measure;
    double sum = 0.0, weighted = 0.0;
    for (size_t j = 0; j < m->n / 2; j++) {
        sum += s[2 + j];
        weighted += m->k[j] * s[2 + j];
    }
    return sum > 0.0 ? weighted / sum : 0.0;
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct surface *m = measure;
    m->n = (size_t)gravel_options_int(options, "points");
    if ((m->n & (m->n - 1)) != 0)
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.surface_spectrum.points",
                              "found %zu, allowed a power of two", m->n);
    m->left = system->box.low.x;
    m->length = system->box.high.x - system->box.low.x;
    m->h = calloc(m->n, sizeof *m->h);
    m->k = calloc(m->n / 2, sizeof *m->k);
    if (m->h == NULL || m->k == NULL)
        return gravel_no_memory(error);
    for (size_t j = 0; j < m->n / 2; j++)
        m->k[j] = 2.0 * M_PI * (double)(j + 1) / m->length;
    m->means[0] = (struct gravel_mean){.name = "surface_height", .unit = "m", .n = 1};
    m->means[1] = (struct gravel_mean){.name = "surface_variance", .unit = "m2", .n = 1};
    m->means[2] = (struct gravel_mean){.name = "surface_spectrum",
                                       .unit = "m2",
                                       .n = m->n / 2,
                                       .abscissa = m->k,
                                       .abscissa_name = "wave_number",
                                       .abscissa_unit = "1/m"};
    m->means[3] = (struct gravel_mean){.name = "surface_wave_number", .unit = "1/m", .n = 1, .of = wave_number_of};
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    *count = 4;
    return ((const struct surface *)measure)->means;
}

/* Raise h where the particle covers it. */
static void
cover(struct surface *m, const struct gravel_particle *p)
{
    const double step = m->length / (double)m->n, centre = (p->x.x - m->left) / step, reach = p->radius / step;
    for (double j = ceil(centre - reach); j <= centre + reach; j++) {
        const double dx = (j - centre) * step, top = p->x.z + sqrt(fmax(p->radius * p->radius - dx * dx, 0.0));
        const double place = j - (double)m->n * floor(j / (double)m->n);
        double *const h = &m->h[(size_t)place % m->n];
        *h = fmax(*h, top);
    }
}

/* Straight lines over the places that nothing covers; false: nothing is covered. */
static bool
bridge(struct surface *m)
{
    size_t first = 0;
    while (first < m->n && m->h[first] == -INFINITY)
        first++;
    for (size_t k = 1, last = first; first < m->n && k <= m->n; k++) {
        const size_t here = (first + k) % m->n, gap = (first + k) - last;
        if (m->h[here] == -INFINITY)
            continue;
        for (size_t g = 1; g < gap; g++)
            m->h[(last + g) % m->n] = m->h[last % m->n] + (m->h[here] - m->h[last % m->n]) * (double)g / (double)gap;
        last = first + k;
    }
    return first < m->n;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct surface *m = measure;
    const size_t n = m->n;
    for (size_t k = 0; k < n; k++)
        m->h[k] = -INFINITY;
    for (size_t k = 0; k < state->system->n_particles; k++)
        if (state->particles[k].attached == GRAVEL_FREE)
            cover(m, &state->particles[k]);
    for (size_t k = 0; k < 2 + n / 2; k++)
        values[k] = 0.0;
    if (!bridge(m))
        return;
    for (size_t k = 0; k < n; k++)
        values[0] += m->h[k] / (double)n;
    for (size_t k = 0; k < n; k++) {
        m->h[k] -= values[0];
        values[1] += m->h[k] * m->h[k] / (double)n;
    }
    gsl_fft_real_radix2_transform(m->h, 1, n); /* h[j], h[n - j]: real and imaginary parts */
    const double norm = 1.0 / ((double)n * (double)n);
    for (size_t j = 1; j < n / 2; j++)
        values[1 + j] = 2.0 * norm * (m->h[j] * m->h[j] + m->h[n - j] * m->h[n - j]);
    values[1 + n / 2] = norm * m->h[n / 2] * m->h[n / 2];
}

static const struct gravel_yield yields[] = {
    {"surface_height", "m"},
    {"surface_variance", "m2"},
    {"surface_wave_number", "1/m"},
    {"surface_spectrum", "1/m|m2|m2", "wave_number|value|err"},
    {0},
};

const struct gravel_measure_ops gravel_measure_surface_spectrum = {
    .name = "surface_spectrum",
    .what = "Height of the surface, the upper envelope of the particles along the periodic axis x: its mean, its "
            "variance, its power spectrum (whose sum is the variance) and the mean wave number, weighted with that.",
    .reference = "Parseval",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_PERIODIC_SIDES,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct surface),
    .create = create,
    .destroy = destroy,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
