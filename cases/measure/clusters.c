/* Clusters of a gas: particles whose surfaces are nearer than `gap` radii belong together, and so do their
 * neighbours.  mean_cluster_size is the size of the cluster of a particle picked at random, sum s^2/N.
 * density_contrast is the variance of the numbers in cells of about `cell` particles over their mean: 1 for points
 * thrown at random, less for particles that exclude each other, more when they cluster. */
#include "cases/measure/measure.h"
#include "engines/core/cell_grid.h"

#include <stdlib.h>
#include <string.h>

static const struct gravel_key keys[] = {
    {"gap", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 2, "0.4", NULL,
     "largest gap between the surfaces of neighbours, in mean radii"},
    {"cell", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 1e6, "20", NULL, "mean number of particles in a cell"},
    {0},
};

struct clusters {
    size_t n;
    double gap;             /* [m] */
    int32_t *parent, *size; /* [n]; owned; a forest of clusters, size of each at its root (Tarjan 1975) */
    size_t *count;          /* particles in each of `cells`; owned */
    struct gravel_cell_axes cells;
};

static void
destroy(void *measure)
{
    struct clusters *m = measure;
    free(m->parent);
    free(m->size);
    free(m->count);
}

/* The cells fill the periodic box and, on other axes, the box around the particles at the start. */
static void
choose_cells(struct gravel_cell_axes *cells, const struct gravel_system *system, double per_cell)
{
    const struct gravel_particle *p = system->particles;
    const struct gravel_box *box = &system->box;
    struct vec3 low = p[0].x, high = p[0].x;
    for (size_t k = 0; k < system->n_particles; k++) {
        low = v3_min(low, p[k].x);
        high = v3_max(high, p[k].x);
    }
    const double side = nearbyint(pow((double)system->n_particles / per_cell, 1.0 / system->dimension));
    for (int d = 0; d < 3; d++) {
        const bool divided = d == 2 || d + 1 < system->dimension;
        const double from = v3_component(box->periodic[d] ? box->low : low, d);
        const double to = v3_component(box->periodic[d] ? box->high : high, d);
        const int32_t n = divided ? (int32_t)fmax(1.0, side) : 1;
        gravel_cell_axis_set(cells, d, from, to > from ? (to - from) / n : 1.0, n, box->periodic[d]);
    }
}

static size_t
cell_count(const struct gravel_cell_axes *cells)
{
    return (size_t)cells->n[0] * (size_t)cells->n[1] * (size_t)cells->n[2];
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct clusters *m = measure;
    double radius = 0.0;
    m->n = system->n_particles;
    for (size_t k = 0; k < m->n; k++)
        radius += system->particles[k].radius / (double)m->n;
    m->gap = gravel_options_real(options, "gap") * radius;
    choose_cells(&m->cells, system, gravel_options_real(options, "cell"));
    m->parent = calloc(m->n, sizeof *m->parent);
    m->size = calloc(m->n, sizeof *m->size);
    m->count = calloc(cell_count(&m->cells), sizeof *m->count);
    if (m->parent == NULL || m->size == NULL || m->count == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "mean_cluster_size", .unit = "1", .n = 1},
                                              {.name = "largest_cluster", .unit = "1", .n = 1},
                                              {.name = "density_contrast", .unit = "1", .n = 1}};
    (void)measure;
    *count = sizeof list / sizeof *list;
    return list;
}

static int32_t
root(int32_t *parent, int32_t k)
{
    while (parent[k] != k)
        k = parent[k] = parent[parent[k]];
    return k;
}

static void
join(struct clusters *m, int32_t i, int32_t j)
{
    const int32_t a = root(m->parent, i), b = root(m->parent, j);
    if (a == b)
        return;
    const int32_t large = m->size[a] < m->size[b] ? b : a, small = large == a ? b : a;
    m->parent[small] = large;
    m->size[large] += m->size[small];
}

struct linking {
    struct clusters *clusters;
    const struct gravel_state *state;
};

static bool
link_pair(void *context, size_t i, size_t j)
{
    const struct linking *l = context;
    const struct gravel_particle *p = &l->state->particles[i], *q = &l->state->particles[j];
    const double near = p->radius + q->radius + l->clusters->gap;
    if (v3_norm2(gravel_box_separation(&l->state->system->box, p->x, q->x)) < near * near)
        join(l->clusters, (int32_t)i, (int32_t)j);
    return true;
}

/* False when out of memory. */
static bool
link_neighbours(struct clusters *m, const struct gravel_state *state)
{
    const struct gravel_cell_points points = gravel_cell_points_of(state->particles, m->n);
    struct gravel_cell_grid grid;
    struct gravel_error error;
    const bool ok = gravel_cell_grid_by_size(&grid, &points, &state->system->box, m->gap, &error) == GRAVEL_OK;
    if (ok)
        gravel_cell_grid_pairs(&grid, &points, link_pair, &(struct linking){m, state});
    gravel_cell_grid_free(&grid);
    return ok;
}

static double
contrast(struct clusters *m, const struct gravel_particle *p)
{
    const size_t cells = cell_count(&m->cells);
    const double mean = (double)m->n / (double)cells;
    double variance = 0.0;
    memset(m->count, 0, cells * sizeof *m->count);
    for (size_t k = 0; k < m->n; k++)
        m->count[gravel_cell_of(&m->cells, p[k].x)]++;
    for (size_t k = 0; k < cells; k++)
        variance += ((double)m->count[k] - mean) * ((double)m->count[k] - mean) / (double)cells;
    return variance / mean;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct clusters *m = measure;
    for (size_t k = 0; k < m->n; k++) {
        m->parent[k] = (int32_t)k;
        m->size[k] = 1;
    }
    if (!link_neighbours(m, state)) { /* what is not a number fails the point */
        values[0] = values[1] = values[2] = NAN;
        return;
    }
    double squares = 0.0, largest = 0.0;
    for (size_t k = 0; k < m->n; k++)
        if (m->parent[k] == (int32_t)k) {
            squares += (double)m->size[k] * (double)m->size[k];
            largest = fmax(largest, (double)m->size[k]);
        }
    values[0] = squares / (double)m->n;
    values[1] = largest;
    values[2] = contrast(m, state->particles);
}

static const struct gravel_yield yields[] = {
    {"mean_cluster_size", "1"},
    {"largest_cluster", "1"},
    {"density_contrast", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_clusters = {
    .name = "clusters",
    .what =
        "Clusters of near particles: mean size sum s^2/N, largest size; variance over mean of the numbers in cells.",
    .reference = "S4 Sec. 3",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct clusters),
    .create = create,
    .destroy = destroy,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
