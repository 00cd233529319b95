/* The part of a column's kinetic energy that is not its centre's, in time (S3 Sec. 4.5.2, Fig. 30).
 *
 * The landing of a block is a step: below `quiet` (A0 w)^2 at one sample, above `landed` (A0 w)^2 two samples
 * later, when the contact is over (the sampling interval must exceed N t_c).  It counts when the block has lain on the
 * plate since it was last above `quiet`, so that it left where a resting block leaves.  Its kinetic energy is traced
 * back along the parabola of the centre to the end of the last contact with the plate. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <stdlib.h>

static const double quiet = 1e-8;    /* gaps that stay small against A0 w t_c */
static const double landed = 1e-4;   /* less is a block that comes apart by itself */
static const double touching = 1e-3; /* of A0: a bead so near the plate lies on it */

enum { TIME, ENERGY, LIES, CENTRE, TOUCHED, WIDTH };

struct relative {
    struct gravel_column column;
    double floor; /* quiet (A0 w)^2 [m^2/s^2]; 0: the plate rests */
    struct gravel_mean mean;
    double touched; /* when the last contact with the plate ended [s] */
    struct gravel_series
        series; /* t, E_rel/m, whether a quiet block lies on the plate, v_cm, last contact with the plate */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "relative_energy", &column, error);
    if (status != GRAVEL_OK)
        return status;
    struct relative *m = measure;
    m->column = column;
    m->floor = quiet * column.peak_velocity * column.peak_velocity;
    m->series.width = WIDTH;
    m->mean = (struct gravel_mean){.name = "specific_relative_energy", .unit = "m2/s2", .n = 1};
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct relative *m = measure;
    gravel_series_free(&m->series);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    *count = 1;
    return &((const struct relative *)measure)->mean;
}

/* E_rel over the mass of a bead; the centre's velocity. */
static double
specific_energy(const struct gravel_particle *p, size_t n, double *v_cm)
{
    double momentum = 0.0, mass = 0.0, energy = 0.0;
    for (size_t k = 0; k < n; k++) {
        momentum += p[k].mass * p[k].v.z;
        mass += p[k].mass;
    }
    for (size_t k = 0; k < n; k++) {
        const double u = p[k].v.z - momentum / mass;
        energy += 0.5 * p[k].mass * u * u;
    }
    *v_cm = momentum / mass;
    return energy / (mass / (double)n);
}

static bool
on_plate(const struct relative *m, const struct gravel_state *state)
{
    if (m->column.plate < 0)
        return false;
    const double plate = m->column.floor + gravel_wall_shift(&state->system->walls[m->column.plate], state->t).z;
    return state->particles[0].x.z - state->particles[0].radius - plate < touching * m->column.amplitude;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct relative *m = measure;
    double v_cm;
    values[0] = specific_energy(state->particles, m->column.n, &v_cm);
    double *row = gravel_series_next(&m->series);
    if (row != NULL) {
        row[TIME] = state->t;
        row[ENERGY] = values[0];
        row[LIES] = values[0] < m->floor && on_plate(m, state);
        row[CENTRE] = v_cm;
        row[TOUCHED] = m->touched;
    }
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct relative *m = measure;
    if (e->j == -1 - m->column.plate)
        m->touched = e->t;
}

/* Relative and kinetic energy of a step, into a row of `steps`. */
static void
add_step(const struct relative *m, const double *row, struct gravel_series *steps)
{
    const double v = row[CENTRE] + m->column.gravity * (row[TIME] - row[TOUCHED]);
    double *energy = gravel_series_next(steps);
    if (energy != NULL) {
        energy[0] = row[ENERGY];
        energy[1] = row[ENERGY] + 0.5 * (double)m->column.n * v * v;
    }
}

/* Mean height of the steps; the first period is that of the start. */
static enum gravel_status
report_steps(const struct relative *m, const struct gravel_results *r, struct gravel_error *error)
{
    struct gravel_series steps = {.width = 2};
    bool block = false;
    const double period = 2.0 * M_PI / m->column.angular_frequency;
    for (size_t k = 0; k + 1 < m->series.n; k++) {
        const double *row = gravel_series_row(&m->series, k), *next = gravel_series_row(&m->series, k + 1);
        if (row[LIES] > 0.0 && row[TIME] > period)
            block = true;
        if (row[ENERGY] < m->floor || !block)
            continue;
        block = false;
        if (next[ENERGY] >= landed / quiet * m->floor)
            add_step(m, next, &steps);
    }
    const enum gravel_status status = gravel_series_check(&steps, error);
    if (status == GRAVEL_OK && steps.n > 0) {
        r->number(r->self, "block_landings", "1", (double)steps.n, 0.0);
        gravel_series_report(&steps, 0, 0, "landing_relative_energy", "m2/s2", r);
        gravel_series_report(&steps, 1, 0, "landing_kinetic_energy", "m2/s2", r);
    }
    gravel_series_free(&steps);
    return status;
}

static enum gravel_status
report_series(const struct relative *m, const struct gravel_results *r, struct gravel_error *error)
{
    double *table = malloc((3 * m->series.n + 1) * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < m->series.n; k++)
        for (size_t c = TIME; c <= LIES; c++)
            table[3 * k + c] = gravel_series_row(&m->series, k)[c];
    r->table(r->self, "relative_energy", "t|relative_energy|lies", "s|m2/s2|1", m->series.n, table);
    free(table);
    return GRAVEL_OK;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct relative *m = measure;
    enum gravel_status status = gravel_series_check(&m->series, error);
    if (status == GRAVEL_OK)
        status = report_steps(m, r, error);
    return status == GRAVEL_OK ? report_series(m, r, error) : status;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct relative *m = measure;
    GRAVEL_ARCHIVE(archive, m->touched);
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"specific_relative_energy", "m2/s2"},
    {"block_landings", "1"},
    {"landing_relative_energy", "m2/s2"},
    {"landing_kinetic_energy", "m2/s2"},
    {"relative_energy", "s|m2/s2|1", "t|relative_energy|lies"},
    {0},
};

const struct gravel_measure_ops gravel_measure_relative_energy = {
    .name = "relative_energy",
    .what = "E_rel/m = sum (v - v_cm)^2/2 of a column, its mean, its step and E_kin/m when a block lands, and table "
            "t|relative_energy|lies.",
    .reference = "S3 Secs. 4.5.2 and 4.5.3, Figs. 30 and 32",
    .dimensions = GRAVEL_IN_1D,
    .yields = yields,
    .size = sizeof(struct relative),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .event = event,
    .finish = finish,
};
