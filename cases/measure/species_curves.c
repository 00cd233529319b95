/* Curves of an atmosphere of several kinds of particles above a plane, for figures (S1 Figs. 10 and 11): mean heights
 * of the spheres' bottoms and energies against time, and at the end the distributions of the heights beside the
 * exponentials of their means, cut off at the highest particle. */
#include "cases/measure/ground.h"
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

#include <gsl/gsl_sort.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 400, COLUMNS_MAX = 2 * GRAVEL_SPECIES_MAX + 1 };

struct species_curves {
    size_t n_species;
    struct gravel_ground ground;
    double *sorted;              /* [n_particles]; owned */
    struct gravel_series series; /* a sample: t, mean height of each species, kinetic and potential energy a particle */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct species_curves *m = measure;
    const enum gravel_status status = gravel_ground_of(system, "species_curves", &m->ground, error);
    if (status != GRAVEL_OK)
        return status;
    m->sorted = malloc(system->n_particles * sizeof *m->sorted);
    if (m->sorted == NULL)
        return gravel_no_memory(error);
    m->n_species = system->n_species;
    m->series.width = system->n_species + 3;
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct species_curves *m = measure;
    gravel_series_free(&m->series);
    free(m->sorted);
}

/* Heights of the free particles of species s, into m->sorted; returns their number. */
static size_t
collect(struct species_curves *m, const struct gravel_state *state, size_t s, double *mean)
{
    size_t n = 0;
    *mean = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached == GRAVEL_FREE && (size_t)p->species == s)
            *mean += m->sorted[n++] = gravel_ground_bottom(&m->ground, p);
    }
    *mean /= (double)n;
    return n;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct species_curves *m = measure;
    double *row = gravel_series_next(&m->series);
    if (row == NULL)
        return;
    *row++ = state->t;
    for (size_t s = 0; s < m->n_species; s++)
        (void)collect(m, state, s, row++);
    double kinetic = 0.0, potential = 0.0;
    size_t n = 0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        kinetic += 0.5 * p->mass * v3_norm2(p->v);
        potential += p->mass * m->ground.gravity * gravel_ground_bottom(&m->ground, p);
        n++;
    }
    row[0] = kinetic / (double)n;
    row[1] = potential / (double)n;
}

/* "first|a|b|c", of the species' names with a suffix, added to `text`. */
static void
add_names(const struct gravel_system *system, const char *suffix, char *text, size_t size)
{
    for (size_t s = 0; s < system->n_species; s++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "|%s%s", system->species_name[s], suffix);
    }
}

static void
add_units(size_t n, const char *unit, char *text, size_t size)
{
    for (size_t k = 0; k < n; k++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, "|%s", unit);
    }
}

/* Every so many samples, so that there are at most ROWS_MAX. */
static void
report_evolution(const struct species_curves *m, const struct gravel_system *system, const struct gravel_results *r,
                 double *table)
{
    char columns[GRAVEL_SPECIES_MAX * 64] = "t", units[GRAVEL_SPECIES_MAX * 8] = "s";
    const size_t step = (m->series.n + ROWS_MAX - 1) / ROWS_MAX, width = m->n_species + 1;
    size_t n = 0;
    add_names(system, "", columns, sizeof columns);
    add_units(m->n_species, "m", units, sizeof units);
    for (size_t k = 0; k < m->series.n; k += step)
        memcpy(table + width * n++, gravel_series_row(&m->series, k), width * sizeof *table);
    r->table(r->self, "height_evolution", columns, units, n, table);
    n = 0;
    for (size_t k = 0; k < m->series.n; k += step, n++) {
        const double *row = gravel_series_row(&m->series, k);
        table[4 * n] = row[0];
        table[4 * n + 1] = row[width];
        table[4 * n + 2] = row[width + 1];
        table[4 * n + 3] = row[width] + row[width + 1];
    }
    r->table(r->self, "energy_evolution", "t|kinetic|potential|total", "s|J|J|J", n, table);
}

/* Fraction of sorted[n] at or below h. */
static double
fraction_below(const double *sorted, size_t n, double h)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (sorted[middle] <= h)
            low = middle + 1;
        else
            high = middle;
    }
    return (double)low / (double)n;
}

static void
report_distribution(struct species_curves *m, const struct gravel_state *state, const struct gravel_results *r,
                    double *table)
{
    char columns[2 * GRAVEL_SPECIES_MAX * 80] = "height", units[4 * GRAVEL_SPECIES_MAX + 8] = "m";
    const size_t width = 2 * m->n_species + 1;
    double top = 0.0, mean;
    add_names(state->system, "", columns, sizeof columns);
    add_names(state->system, "_exponential", columns, sizeof columns);
    add_units(2 * m->n_species, "1", units, sizeof units);
    for (size_t s = 0; s < m->n_species; s++) {
        const size_t n = collect(m, state, s, &mean);
        for (size_t k = 0; k < n; k++)
            top = fmax(top, m->sorted[k]);
    }
    for (size_t s = 0; s < m->n_species; s++) {
        const size_t n = collect(m, state, s, &mean);
        gsl_sort(m->sorted, 1, n);
        const double norm = n > 0 ? -expm1(-m->sorted[n - 1] / mean) : NAN;
        for (size_t k = 0; k < ROWS_MAX; k++) {
            const double h = top * (double)k / (ROWS_MAX - 1);
            table[width * k] = h;
            table[width * k + 1 + s] = n > 0 ? fraction_below(m->sorted, n, h) : NAN;
            table[width * k + 1 + m->n_species + s] = fmin(-expm1(-h / mean) / norm, 1.0);
        }
    }
    r->table(r->self, "height_distribution", columns, units, ROWS_MAX, table);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    struct species_curves *m = measure;
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    double *table = malloc((size_t)ROWS_MAX * COLUMNS_MAX * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    report_evolution(m, state->system, r, table);
    report_distribution(m, state, r, table);
    free(table);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    gravel_series_archive(&((struct species_curves *)measure)->series, archive);
}

static const struct gravel_yield yields[] = {
    {"height_evolution", "s|*", "t|*"},
    {"energy_evolution", "s|J|J|J", "t|kinetic|potential|total"},
    {"height_distribution", "m|*", "height|*"},
    {0},
};

const struct gravel_measure_ops gravel_measure_species_curves = {
    .name = "species_curves",
    .what =
        "Tables of an atmosphere: mean heights of the species' bottoms and energies a particle against time, and at "
        "the end the part of each species below a height beside the exponential of its mean that ends at the highest "
        "particle.",
    .reference = "S1 Sec. 3.1",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_PLANE | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .size = sizeof(struct species_curves),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
