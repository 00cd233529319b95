/* How much longer the beads of a vibrated column fly than they touch: sigma = t_ev/t_c (S3 Eq. 51, for one dimension).
 * The mean free path is the mean gap: beads whose centre of mass is h above that of the resting column share the length
 * 2 h, so l = 2 h/N, and t_ev = l/sqrt(<v^2>).  Both averages are over the second half of the run. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

struct free_flight {
    struct gravel_column column;
    struct gravel_series series; /* a sample: h_cm - h_cm0, <v^2> */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "free_flight", &column, error);
    if (status != GRAVEL_OK)
        return status;
    if (!(column.angular_frequency > 0.0 && column.contact_time > 0.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.free_flight: needs a vibrating plate and a material with a contact time");
    struct free_flight *m = measure;
    *m = (struct free_flight){.column = column, .series.width = 2};
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct free_flight *m = measure;
    gravel_series_free(&m->series);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct free_flight *m = measure;
    double *row = gravel_series_next(&m->series), v2 = 0.0;
    if (row == NULL)
        return;
    for (size_t k = 0; k < m->column.n; k++)
        v2 += v3_norm2(state->particles[k].v) / (double)m->column.n;
    row[0] = gravel_column_height(&m->column, state->particles);
    row[1] = v2;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct free_flight *m = measure;
    const struct gravel_column *c = &m->column;
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    r->number(r->self, "contact_phase", "1", c->contact_time * c->angular_frequency / (2.0 * M_PI), 0.0);
    return gravel_series_report_sigma(&m->series, m->series.n / 2, 2.0 / ((double)c->n * c->contact_time), r, error);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct free_flight *m = measure;
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"sigma", "1"},
    {"contact_phase", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_free_flight = {
    .name = "free_flight",
    .what = "sigma = 2 (h_cm - h_cm0)/(N sqrt(<v^2>) t_c) of a vibrated column, and t_c f, the part of a period that a "
            "contact "
            "lasts.",
    .reference = "S3 Eqs. 50 and 51",
    .dimensions = GRAVEL_IN_1D,
    .needs = GRAVEL_NEEDS_VIBRATION,
    .yields = yields,
    .size = sizeof(struct free_flight),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
