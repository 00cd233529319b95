/* Radial distribution g(r): pairs at a distance r over those of an ideal gas of the same density,
 *     g = V N_pairs(shell)/(N (N - 1)/2 V_shell),
 * in shells of a whole fraction of the mean diameter d, so that d is the edge of two shells.  `contact_value` is g at
 * r = d+ from the parabola through the three shells beyond it, for particles of one size.  The box must be periodic and
 * wider than twice the largest distance on every axis. */
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"
#include "engines/core/cell_grid.h"

#include <stdlib.h>

static const struct gravel_key keys[] = {
    {"to", GRAVEL_TYPE_REAL, 0, "1", 1.5, 1000, "3", NULL, "largest distance, in mean diameters"},
    {"shells", GRAVEL_TYPE_INT, 0, "1", 4, 1000, "20", NULL, "number of shells in a diameter"},
    {0},
};

struct radial {
    int dimension;
    size_t n_shells, contact; /* contact: the first shell beyond the diameter */
    bool equal;               /* all particles have one size */
    double width, volume;     /* of a shell [m]; of the box */
    double *r, *norm;         /* [n_shells]: middle [m]; V_shell/V; owned */
    double *g;                /* borrowed: the values of the present sample */
    const struct gravel_state *state;
    struct gravel_mean means[2];
    size_t n_means;
};

static void
destroy(void *measure)
{
    struct radial *m = measure;
    free(m->r);
    free(m->norm);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct radial *m = measure;
    const int d = m->dimension = system->dimension;
    const double diameter = gravel_mean_diameter(system);
    double low, high, shortest = INFINITY;
    m->equal = true;
    for (size_t k = 0; k < system->n_particles; k++)
        m->equal = m->equal && system->particles[k].radius == system->particles[0].radius;
    m->volume = 1.0;
    for (int a = 0; a < 3; a++)
        if (gravel_has_axis(d, a) && gravel_extent(system, a, &low, &high)) {
            m->volume *= high - low;
            shortest = fmin(shortest, high - low);
        }
    m->contact = (size_t)gravel_options_int(options, "shells");
    m->width = diameter / (double)m->contact;
    m->n_shells = (size_t)floor(gravel_options_real(options, "to") * (double)m->contact + 0.5);
    if (2.0 * (double)m->n_shells * m->width > shortest * (1.0 + 1e-12)) /* the mean diameter is rounded */
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.radial_distribution.to",
                              "found %g, allowed up to half of the box, %g mean diameters",
                              gravel_options_real(options, "to"), 0.5 * shortest / diameter);
    m->r = calloc(m->n_shells, sizeof *m->r);
    m->norm = calloc(m->n_shells, sizeof *m->norm);
    if (m->r == NULL || m->norm == NULL)
        return gravel_no_memory(error);
    for (size_t b = 0; b < m->n_shells; b++) {
        m->r[b] = ((double)b + 0.5) * m->width;
        m->norm[b] =
            gravel_unit_ball(d) * (pow((double)(b + 1) * m->width, d) - pow((double)b * m->width, d)) / m->volume;
    }
    m->means[0] = (struct gravel_mean){.name = "radial_distribution",
                                       .unit = "1",
                                       .n = m->n_shells,
                                       .abscissa = m->r,
                                       .abscissa_name = "r",
                                       .abscissa_unit = "m"};
    m->means[1] = (struct gravel_mean){.name = "contact_value", .unit = "1", .n = 1};
    m->n_means = m->equal ? 2 : 1;
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct radial *m = measure;
    *count = m->n_means;
    return m->means;
}

static bool
count_pair(void *self, size_t i, size_t j)
{
    struct radial *m = self;
    const struct gravel_particle *p = m->state->particles;
    const double r = v3_norm(gravel_box_separation(&m->state->system->box, p[i].x, p[j].x));
    const double shell = floor(r / m->width);
    if (shell < (double)m->n_shells)
        m->g[(size_t)shell] += 1.0;
    return true;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct radial *m = measure;
    const size_t n = state->system->n_particles;
    const struct gravel_cell_points points = gravel_cell_points_of(state->particles, n);
    struct gravel_cell_grid grid;
    struct gravel_error error;
    double smallest = INFINITY;
    m->g = values;
    m->state = state;
    for (size_t b = 0; b < m->n_shells; b++)
        values[b] = 0.0;
    for (size_t k = 0; k < n; k++)
        smallest = fmin(smallest, state->particles[k].radius);
    const double reach = (double)m->n_shells * m->width - 2.0 * smallest;
    const bool listed =
        gravel_cell_grid_by_size(&grid, &points, &state->system->box, fmax(reach, 0.0), &error) == GRAVEL_OK;
    if (listed)
        gravel_cell_grid_pairs(&grid, &points, count_pair, m);
    gravel_cell_grid_free(&grid);
    for (size_t b = 0; b < m->n_shells; b++)
        values[b] = listed ? values[b] / (0.5 * (double)n * ((double)n - 1.0) * m->norm[b]) : NAN;
    const double *const g = values + m->contact;
    if (m->equal)
        values[m->n_shells] = (15.0 * g[0] - 10.0 * g[1] + 3.0 * g[2]) / 8.0;
}

static const struct gravel_yield yields[] = {
    {"radial_distribution", "m|1|1", "r|value|err"},
    {"contact_value", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_radial_distribution = {
    .name = "radial_distribution",
    .what = "g(r) of all pairs in a periodic box; of particles of one size its value at contact, extrapolated by the "
            "parabola through the first three shells beyond the diameter.",
    .reference = "Hansen and McDonald 2013, Sec. 2.5",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_PERIODIC,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct radial),
    .create = create,
    .destroy = destroy,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
