/* Number density against height, in the units of the mean height itself: profiles of fluidised particles fall together
 * in them (S3 Figs. 35 and 37).
 *
 * The second quarter of the run gives a provisional mean height, in whose units the second half is counted; at the end
 * heights and densities are expressed in the second half's own mean height, exactly. */
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

#include <math.h>
#include <stdlib.h>

enum { BLOCKS = 10 };

static const struct gravel_key options_list[] = {
    {"from", GRAVEL_TYPE_REAL, 0, "m", 0, 0, "0", NULL, "the height from which heights are counted"},
    {"to", GRAVEL_TYPE_REAL, 0, "1", 0.1, 100, "6", NULL, "upper end of the highest bin in mean heights, about"},
    {"bins", GRAVEL_TYPE_INT, 0, "1", 1, 1000, "40", NULL, "number of bins"},
    {0},
};

struct scaled_profile {
    double from, to;
    size_t n_bins, n_samples, n_all;
    double provisional, provisional_count; /* sum of heights, number of them, in the second quarter */
    double height, height_count;           /* the same of the second half */
    double *counts;                        /* [BLOCKS][n_bins]; owned */
    double samples[BLOCKS];
    struct gravel_series series; /* of the second half, a sample: sums of h and h^2 */
};

static void
destroy(void *measure)
{
    struct scaled_profile *m = measure;
    free(m->counts);
    gravel_series_free(&m->series);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)system;
    struct scaled_profile *m = measure;
    m->from = gravel_options_real(options, "from");
    m->to = gravel_options_real(options, "to");
    m->n_bins = (size_t)gravel_options_int(options, "bins");
    m->n_all = (size_t)gravel_options_int(parameters, "run.samples");
    m->series.width = 2;
    m->counts = calloc(BLOCKS * m->n_bins, sizeof *m->counts);
    if (m->counts == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct scaled_profile *m = measure;
    const size_t now = m->n_samples++, half = m->n_all / 2;
    const size_t block = now <= half ? 0 : (now - half - 1) * BLOCKS / (m->n_all - half);
    if (now <= m->n_all / 4)
        return;
    const double unit = m->provisional / m->provisional_count * m->to / (double)m->n_bins;
    double *sums = now > half ? gravel_series_next(&m->series) : NULL;
    if (sums != NULL)
        sums[0] = sums[1] = 0.0;
    m->samples[block] += now > half;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const double h = state->particles[k].x.z - m->from;
        if (now <= half) {
            m->provisional += h;
            m->provisional_count++;
            continue;
        }
        m->height += h;
        m->height_count++;
        if (sums != NULL) {
            sums[0] += h;
            sums[1] += h * h;
        }
        const double bin = floor(h / unit);
        if (bin >= 0.0 && bin < (double)m->n_bins)
            m->counts[block * m->n_bins + (size_t)bin]++;
    }
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct scaled_profile *m = measure;
    const double n = (double)state->system->n_particles, mean = m->height / m->height_count;
    const double width =
        m->provisional / m->provisional_count * m->to / (double)m->n_bins / mean; /* of a bin, in mean heights */
    for (size_t b = 0; b < BLOCKS; b++)
        if (!(m->samples[b] > 0.0) || !(width > 0.0))
            return gravel_fail(error, GRAVEL_INPUT,
                               "measure.scaled_profile: needs particles above its origin and %d samples "
                               "or more",
                               4 * BLOCKS);
    const enum gravel_status status = gravel_series_check(&m->series, error);
    double *table = status == GRAVEL_OK ? malloc(3 * m->n_bins * sizeof *table) : NULL;
    if (table == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < m->n_bins; k++) {
        double sum = 0.0, square = 0.0;
        for (size_t b = 0; b < BLOCKS; b++) {
            const double density = m->counts[b * m->n_bins + k] / (m->samples[b] * n * width);
            sum += density / BLOCKS;
            square += density * density / BLOCKS;
        }
        table[3 * k] = ((double)k + 0.5) * width;
        table[3 * k + 1] = sum;
        table[3 * k + 2] = sqrt(fmax(0.0, square - sum * sum) / (BLOCKS - 1.0));
    }
    r->table(r->self, "scaled_profile", "height|density|err", "h_cm|1/h_cm|1/h_cm", m->n_bins, table);
    free(table);
    return gravel_series_report_shape(&m->series, 0, 0, state->system->n_particles, "profile_shape", r, error);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct scaled_profile *m = measure;
    GRAVEL_ARCHIVE_SAME(archive, m->n_all);
    GRAVEL_ARCHIVE(archive, m->n_samples);
    GRAVEL_ARCHIVE(archive, m->provisional);
    GRAVEL_ARCHIVE(archive, m->provisional_count);
    GRAVEL_ARCHIVE(archive, m->height);
    GRAVEL_ARCHIVE(archive, m->height_count);
    GRAVEL_ARCHIVE_ARRAY(archive, m->samples, BLOCKS);
    GRAVEL_ARCHIVE_ARRAY(archive, m->counts, BLOCKS * m->n_bins);
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"profile_shape", "1"},
    {"scaled_profile", "h_cm|1/h_cm|1/h_cm", "height|density|err"},
    {0},
};

const struct gravel_measure_ops gravel_measure_scaled_profile = {
    .name = "scaled_profile",
    .what = "Density of centres against height in units of the mean height h_cm (integral 1), table "
            "height|density|err; its "
            "shape <h^2>/(2 <h>^2), 1 of an exponential.",
    .reference = "S3 Figs. 35 and 37",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .options = options_list,
    .size = sizeof(struct scaled_profile),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
