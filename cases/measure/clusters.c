/* Clusters of a gas: particles whose surfaces are nearer than `gap` radii belong together, and so do their
 * neighbours.  mean_cluster_size is the size of the cluster of a particle picked at random, sum s^2/N.
 * density_contrast is the variance of the numbers in cells of about `cell` particles over their mean: 1 for points
 * thrown at random, less for particles that exclude each other, more when they crowd. */
#include "cases/measure/measure.h"

#include <stdlib.h>
#include <string.h>

static const struct gravel_key keys[] = {
    {"gap", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 2, "0.4", NULL,
     "largest gap between the surfaces of neighbours, in mean radii"},
    {"cell", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 1e6, "20", NULL, "mean number of particles in a cell"},
    {0},
};

struct placed {
    double z;
    int32_t k;
};

struct clusters {
    size_t n, n_cells[3];
    double gap;             /* [m] */
    int32_t *parent, *size; /* [n]; owned; a forest of clusters, size of each at its root (Tarjan 1975) */
    struct placed *placed;  /* [n]; owned; particles along z */
    size_t *count;          /* particles in each cell; owned */
    struct vec3 low, high;  /* what the cells fill */
};

static void
destroy(void *measure)
{
    struct clusters *m = measure;
    free(m->parent);
    free(m->size);
    free(m->placed);
    free(m->count);
}

/* The cells fill the periodic box and, on other axes, what the particles span at the start. */
static void
choose_cells(struct clusters *m, const struct gravel_system *system, double per_cell)
{
    const struct gravel_particle *p = system->particles;
    const struct gravel_box *box = &system->box;
    struct vec3 low = p[0].x, high = p[0].x;
    for (size_t k = 0; k < m->n; k++) {
        low = v3(fmin(low.x, p[k].x.x), fmin(low.y, p[k].x.y), fmin(low.z, p[k].x.z));
        high = v3(fmax(high.x, p[k].x.x), fmax(high.y, p[k].x.y), fmax(high.z, p[k].x.z));
    }
    m->low = v3(box->periodic[0] ? box->low.x : low.x, box->periodic[1] ? box->low.y : low.y,
                box->periodic[2] ? box->low.z : low.z);
    m->high = v3(box->periodic[0] ? box->high.x : high.x, box->periodic[1] ? box->high.y : high.y,
                 box->periodic[2] ? box->high.z : high.z);
    const double side = nearbyint(pow((double)m->n / per_cell, 1.0 / system->dimension));
    m->n_cells[0] = system->dimension > 1 ? (size_t)fmax(1.0, side) : 1;
    m->n_cells[1] = system->dimension > 2 ? (size_t)fmax(1.0, side) : 1;
    m->n_cells[2] = (size_t)fmax(1.0, side);
}

static size_t
cell_count(const struct clusters *m)
{
    return m->n_cells[0] * m->n_cells[1] * m->n_cells[2];
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
    choose_cells(m, system, gravel_options_real(options, "cell"));
    m->parent = calloc(m->n, sizeof *m->parent);
    m->size = calloc(m->n, sizeof *m->size);
    m->placed = calloc(m->n, sizeof *m->placed);
    m->count = calloc(cell_count(m), sizeof *m->count);
    if (m->parent == NULL || m->size == NULL || m->placed == NULL || m->count == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "measure.clusters: out of memory");
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

static int
by_z(const void *a, const void *b)
{
    const double x = ((const struct placed *)a)->z, y = ((const struct placed *)b)->z;
    return (x > y) - (x < y);
}

/* Join neighbours in a sweep along z, over the end of a periodic box too. */
static void
link_neighbours(struct clusters *m, const struct gravel_state *state)
{
    const struct gravel_box *box = &state->system->box;
    const double length = box->periodic[2] ? box->high.z - box->low.z : INFINITY;
    double reach = 0.0;
    for (size_t k = 0; k < m->n; k++)
        reach = fmax(reach, 2.0 * state->particles[k].radius + m->gap);
    for (size_t a = 0; a < m->n; a++)
        for (size_t step = 1; step < m->n; step++) {
            const size_t b = (a + step) % m->n;
            if (!(m->placed[b].z - m->placed[a].z + (b < a ? length : 0.0) < reach))
                break;
            const int32_t i = m->placed[a].k, j = m->placed[b].k;
            const struct gravel_particle *p = &state->particles[i], *q = &state->particles[j];
            const double near = p->radius + q->radius + m->gap;
            if (v3_norm2(gravel_box_separation(box, p->x, q->x)) < near * near)
                join(m, i, j);
        }
}

/* Cell of a coordinate; what has left the cells counts in the nearest. */
static size_t
cell_of(double x, double low, double high, size_t n)
{
    return n == 1 ? 0 : (size_t)fmin(fmax(floor((x - low) / (high - low) * (double)n), 0.0), (double)(n - 1));
}

static double
contrast(struct clusters *m, const struct gravel_particle *p)
{
    const size_t cells = cell_count(m);
    const double mean = (double)m->n / (double)cells;
    double variance = 0.0;
    memset(m->count, 0, cells * sizeof *m->count);
    for (size_t k = 0; k < m->n; k++) {
        const size_t x = cell_of(p[k].x.x, m->low.x, m->high.x, m->n_cells[0]);
        const size_t y = cell_of(p[k].x.y, m->low.y, m->high.y, m->n_cells[1]);
        const size_t z = cell_of(p[k].x.z, m->low.z, m->high.z, m->n_cells[2]);
        m->count[(x * m->n_cells[1] + y) * m->n_cells[2] + z]++;
    }
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
        m->placed[k] = (struct placed){state->particles[k].x.z, (int32_t)k};
    }
    qsort(m->placed, m->n, sizeof *m->placed, by_z);
    link_neighbours(m, state);
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

const struct gravel_measure_ops gravel_measure_clusters = {
    .name = "clusters",
    .what =
        "Clusters of near particles: mean size sum s^2/N, largest size; variance over mean of the numbers in cells.",
    .reference = "S4 Sec. 3",
    .options = keys,
    .size = sizeof(struct clusters),
    .create = create,
    .destroy = destroy,
    .means = means,
    .sample = sample,
};
