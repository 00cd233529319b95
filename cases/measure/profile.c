/* Number density and mean square velocity against height.  The density is a mean over samples, normalised to one
 * over all heights; the table takes the second half of the run. */
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

#include <stdlib.h>

static const struct gravel_key options_list[] = {
    {"from", GRAVEL_TYPE_REAL, 0, "m", 0, 0, "0", NULL, "lower end of the lowest bin"},
    {"to", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "upper end of the highest bin"},
    {"bins", GRAVEL_TYPE_INT, 0, "1", 1, 1000, "50", NULL, "number of bins"},
    {0},
};

struct profile {
    double from, width; /* [m] */
    size_t n;
    double *middle; /* [n] heights; owned */
    struct gravel_mean mean;
    struct gravel_series series; /* a sample: counts[n], sums of v^2[n], sums of h and h^2 of all */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)system, (void)parameters;
    const double from = gravel_options_real(options, "from"), to = gravel_options_real(options, "to");
    const size_t n = (size_t)gravel_options_int(options, "bins");
    if (!(to > from))
        return gravel_fail(error, GRAVEL_INPUT, "measure.profile.to: found %g, allowed above from = %g", to, from);
    struct profile *m = measure;
    double *middle = malloc(n * sizeof *middle);
    if (middle == NULL)
        return gravel_no_memory(error);
    *m = (struct profile){
        .from = from, .width = (to - from) / (double)n, .n = n, .middle = middle, .series.width = 2 * n + 2};
    for (size_t b = 0; b < n; b++)
        middle[b] = from + ((double)b + 0.5) * m->width;
    m->mean = (struct gravel_mean){
        .name = "density", .unit = "1/m", .n = n, .abscissa = middle, .abscissa_name = "height", .abscissa_unit = "m"};
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct profile *m = measure;
    gravel_series_free(&m->series);
    free(m->middle);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    *count = 1;
    return &((const struct profile *)measure)->mean;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct profile *m = measure;
    double *row = gravel_series_next(&m->series);
    size_t n_free = 0;
    for (size_t b = 0; b < m->n; b++)
        values[b] = 0.0;
    for (size_t b = 0; b < m->series.width && row != NULL; b++)
        row[b] = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        n_free++;
        const double h = p->x.z - m->from, bin = floor(h / m->width);
        if (row != NULL) {
            row[2 * m->n] += h;
            row[2 * m->n + 1] += h * h;
        }
        if (!(bin >= 0.0 && bin < (double)m->n))
            continue;
        values[(size_t)bin] += 1.0;
        if (row != NULL) {
            row[(size_t)bin] += 1.0;
            row[m->n + (size_t)bin] += v3_norm2(p->v);
        }
    }
    for (size_t b = 0; b < m->n && n_free > 0; b++)
        values[b] /= (double)n_free * m->width;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct profile *m = measure;
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    const size_t half = m->series.n / 2;
    const double norm = (double)(m->series.n - half) * (double)state->system->n_particles * m->width;
    double *table = malloc(3 * m->n * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    for (size_t b = 0; b < m->n; b++) {
        double count = 0.0, square = 0.0;
        for (size_t k = half; k < m->series.n; k++) {
            count += gravel_series_row(&m->series, k)[b];
            square += gravel_series_row(&m->series, k)[m->n + b];
        }
        table[3 * b] = m->middle[b];
        table[3 * b + 1] = count / norm;
        table[3 * b + 2] = count > 0.0 ? square / count : NAN;
    }
    r->table(r->self, "profile", "height|density|square_velocity", "m|1/m|m2/s2", m->n, table);
    free(table);
    return gravel_series_report_shape(&m->series, 2 * m->n, half, state->system->n_particles, "profile_shape", r,
                                      error);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct profile *m = measure;
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"density", "m|1/m|1/m", "height|value|err"},
    {"profile_shape", "1"},
    {"profile", "m|1/m|m2/s2", "height|density|square_velocity"},
    {0},
};

const struct gravel_measure_ops gravel_measure_profile = {
    .name = "profile",
    .what = "Density of centres against height (integral 1) and <v^2> there, table height|density|square_velocity; "
            "its shape <h^2>/(2<h>^2).",
    .reference = "S3 Sec. 4.3.1, Figs. 15, 20, 21",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .options = options_list,
    .size = sizeof(struct profile),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .finish = finish,
};
