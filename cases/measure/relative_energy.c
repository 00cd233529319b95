/* The part of a column's kinetic energy that is not its centre's, in time (S3 Sec. 4.5.2, Fig. 30).
 *
 * The landing of a block shows as a step: below `quiet` (A0 w)^2 at one sample, above `landed` (A0 w)^2 two samples later,
 * when the contact is over (the sampling interval must exceed N t_c).  It counts when the block has lain on the plate since
 * it was last above `quiet`, so that it left where a resting block leaves. */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <stdlib.h>

static const double quiet = 1e-8; /* gaps that stay small against the way covered in a contact time */
static const double landed = 1e-4; /* less is a block that comes apart by itself */
static const double touching = 1e-3; /* of A0: a bead so near the plate lies on it */

enum { TIME, ENERGY, LIES, WIDTH };

struct relative {
    struct gravel_column column;
    double floor; /* quiet (A0 w)^2 [m^2/s^2]; 0: the plate rests */
    struct gravel_mean mean;
    struct gravel_series series; /* t, E_rel/m, whether a quiet block lies on the plate */
};

static enum gravel_status
create(void **measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_column column;
    const enum gravel_status status = gravel_column_of(system, "relative_energy", &column, error);
    if (status != GRAVEL_OK)
        return status;
    struct relative *m = calloc(1, sizeof *m);
    if (m == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "measure.relative_energy: out of memory");
    *measure = m;
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
    free(m);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    *count = 1;
    return &((const struct relative *)measure)->mean;
}

/* E_rel over the mass of a bead. */
static double
specific_energy(const struct gravel_particle *p, size_t n)
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
    values[0] = specific_energy(state->particles, m->column.n);
    double *row = gravel_series_next(&m->series);
    if (row != NULL) {
        row[TIME] = state->t;
        row[ENERGY] = values[0];
        row[LIES] = values[0] < m->floor && on_plate(m, state);
    }
}

/* Mean height of the steps; the first period is that of the start. */
static void
report_steps(const struct relative *m, const struct gravel_results *r)
{
    double sum = 0.0, square = 0.0;
    size_t n = 0;
    bool block = false;
    const double period = 2.0 * M_PI / m->column.angular_frequency;
    for (size_t k = 0; k + 1 < m->series.n; k++) {
        const double *row = gravel_series_row(&m->series, k);
        if (row[LIES] > 0.0 && row[TIME] > period)
            block = true;
        if (row[ENERGY] < m->floor || !block)
            continue;
        block = false;
        const double step = gravel_series_row(&m->series, k + 1)[ENERGY];
        if (step < landed / quiet * m->floor)
            continue;
        sum += step;
        square += step * step;
        n++;
    }
    if (n == 0)
        return;
    const double mean = sum / (double)n, variance = fmax(0.0, square / (double)n - mean * mean);
    r->number(r->self, "block_landings", "1", (double)n, 0.0);
    r->number(r->self, "landing_relative_energy", "m2/s2", mean, n > 1 ? sqrt(variance / (double)(n - 1)) : -1.0);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct relative *m = measure;
    report_steps(m, r);
    r->table(r->self, "relative_energy", "t|relative_energy|lies", "s|m2/s2|1", m->series.n, m->series.data);
    return gravel_series_check(&m->series, "relative_energy", error);
}

const struct gravel_measure_ops gravel_measure_relative_energy = {
    .name = "relative_energy",
    .what = "E_rel/m = sum (v - v_cm)^2/2 of a column, its mean, its step when a block lands, and table "
            "t|relative_energy|lies.",
    .reference = "S3 Sec. 4.5.2, Fig. 30",
    .create = create,
    .destroy = destroy,
    .means = means,
    .sample = sample,
    .finish = finish,
};
