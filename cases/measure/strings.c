/* Length and width of clusters of disks at the end of the run.  Two disks are neighbours when the distance of their
 * surfaces is below `touch` diameters; a cluster is a connected set of neighbours, periodic images included.  Its
 * length is the extent along the long axis of the second moments of its disks, its width the one across it, disks
 * included: cluster_length, cluster_width   of the cluster of a disk picked at random, in mean diameters string_share
 * share of the disks in clusters of `least` disks or more that are `ratio` times as long as wide, or longer A cluster
 * that closes on itself through a periodic box is cut somewhere. */
#include "cases/measure/box.h"
#include "cases/measure/touching.h"

#include <math.h>
#include <stdlib.h>

static const struct gravel_key keys[] = {
    {"touch", GRAVEL_TYPE_REAL, 0, "1", 0, 1, "0.5", NULL,
     "largest distance of the surfaces of neighbours, in smaller diameters"},
    {"least", GRAVEL_TYPE_INT, 0, "1", 2, 1000000, "20", NULL, "smallest number of disks in a string"},
    {"ratio", GRAVEL_TYPE_REAL, 0, "1", 1, 1000, "2", NULL, "smallest length of a string over its width"},
    {0},
};

struct strings {
    double touch, ratio, diameter; /* diameter: mean [m] */
    size_t least;
};

/* Neighbours, as lists that begin at first[i]; a link is a place in `to` and `next`. */
struct network {
    const struct gravel_state *state;
    int32_t *first, *next, *to; /* [n], [size], [size]; owned; -1 ends a list */
    size_t n_links, size;
    bool lost;        /* memory ran out */
    struct vec3 *x;   /* [n] places on one side of the periodic ends; owned */
    int32_t *cluster; /* [n] disks of the present cluster; owned */
    double *of[2];    /* [n] length and width of a disk's cluster [m], 0 before it is found; owned */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)error;
    struct strings *m = measure;
    m->touch = gravel_options_real(options, "touch");
    m->ratio = gravel_options_real(options, "ratio");
    m->least = (size_t)gravel_options_int(options, "least");
    m->diameter = gravel_mean_diameter(system);
    return GRAVEL_OK;
}

static bool
network_init(struct network *net, const struct gravel_state *state)
{
    const size_t n = state->system->n_particles;
    *net = (struct network){.state = state, .size = 8 * n};
    net->first = malloc(n * sizeof *net->first);
    net->next = malloc(net->size * sizeof *net->next);
    net->to = malloc(net->size * sizeof *net->to);
    net->x = malloc(n * sizeof *net->x);
    net->cluster = malloc(n * sizeof *net->cluster);
    for (int d = 0; d < 2; d++)
        net->of[d] = calloc(n, sizeof *net->of[d]);
    for (size_t k = 0; k < n && net->first != NULL; k++)
        net->first[k] = -1;
    return net->first && net->next && net->to && net->x && net->cluster && net->of[0] && net->of[1];
}

static void
network_free(struct network *net)
{
    free(net->first);
    free(net->next);
    free(net->to);
    free(net->x);
    free(net->cluster);
    free(net->of[0]);
    free(net->of[1]);
}

static bool
make_room(struct network *net)
{
    const size_t size = 2 * net->size;
    int32_t *next = realloc(net->next, size * sizeof *next);
    if (next != NULL)
        net->next = next;
    int32_t *to = realloc(net->to, size * sizeof *to);
    if (to != NULL)
        net->to = to;
    if (next == NULL || to == NULL)
        return false;
    net->size = size;
    return true;
}

static void
add_link(struct network *net, int32_t from, int32_t to)
{
    net->to[net->n_links] = to;
    net->next[net->n_links] = net->first[from];
    net->first[from] = (int32_t)net->n_links++;
}

static void
link_disks(void *self, int32_t i, int32_t j, struct vec3 normal)
{
    struct network *net = self;
    (void)normal;
    if (j < 0 || net->lost) /* walls */
        return;
    if (net->n_links + 2 > net->size && !make_room(net)) {
        net->lost = true;
        return;
    }
    add_link(net, i, j);
    add_link(net, j, i);
}

/* Put the cluster of disk k together, from neighbour to neighbour; returns the number of its disks. */
static size_t
collect(struct network *net, int32_t k)
{
    const struct gravel_particle *p = net->state->particles;
    size_t n = 0;
    net->cluster[n++] = k;
    net->x[k] = p[k].x;
    net->of[0][k] = -1.0; /* found */
    for (size_t c = 0; c < n; c++)
        for (int32_t l = net->first[net->cluster[c]]; l >= 0; l = net->next[l]) {
            const int32_t i = net->cluster[c], j = net->to[l];
            if (net->of[0][j] != 0.0)
                continue;
            net->of[0][j] = -1.0;
            net->x[j] = v3_add(net->x[i], gravel_box_separation(&net->state->system->box, p[i].x, p[j].x));
            net->cluster[n++] = j;
        }
    return n;
}

/* Direction of the long axis of the second moments of n disks. */
static double
long_axis(const struct network *net, size_t n)
{
    double x = 0.0, z = 0.0, xx = 0.0, zz = 0.0, xz = 0.0;
    for (size_t c = 0; c < n; c++) {
        x += net->x[net->cluster[c]].x / (double)n;
        z += net->x[net->cluster[c]].z / (double)n;
    }
    for (size_t c = 0; c < n; c++) {
        const double dx = net->x[net->cluster[c]].x - x, dz = net->x[net->cluster[c]].z - z;
        xx += dx * dx;
        zz += dz * dz;
        xz += dx * dz;
    }
    return 0.5 * atan2(2.0 * xz, xx - zz);
}

/* Length and width [m] of the n disks. */
static void
find_shape(const struct network *net, size_t n, double shape[2])
{
    const double angle = long_axis(net, n);
    for (int d = 0; d < 2; d++) {
        const double ux = d == 0 ? cos(angle) : -sin(angle), uz = d == 0 ? sin(angle) : cos(angle);
        double low = INFINITY, high = -INFINITY;
        for (size_t c = 0; c < n; c++) {
            const int32_t k = net->cluster[c];
            const double at = ux * net->x[k].x + uz * net->x[k].z, r = net->state->particles[k].radius;
            low = fmin(low, at - r);
            high = fmax(high, at + r);
        }
        shape[d] = high - low;
    }
}

static void
report(const struct strings *m, const struct network *net, double share, const struct gravel_results *r, double *table)
{
    enum { WIDTH = 5 };
    const size_t n = net->state->system->n_particles;
    double sum[2] = {0.0};
    for (size_t k = 0; k < n; k++) {
        const struct gravel_particle *p = &net->state->particles[k];
        const double row[WIDTH] = {p->x.x, p->x.z, p->radius, net->of[0][k] / m->diameter, net->of[1][k] / m->diameter};
        for (size_t c = 0; c < WIDTH; c++)
            table[WIDTH * k + c] = row[c];
        for (int d = 0; d < 2; d++)
            sum[d] += row[3 + d] / (double)n;
    }
    r->number(r->self, "cluster_length", "1", sum[0], 0.0);
    r->number(r->self, "cluster_width", "1", sum[1], 0.0);
    r->number(r->self, "string_share", "1", share, 0.0);
    r->table(r->self, "strings", "x|z|radius|length|width", "m|m|m|1|1", n, table);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct strings *m = measure;
    const size_t n = state->system->n_particles;
    struct network net;
    double *table = malloc(5 * n * sizeof *table), share = 0.0;
    enum gravel_status status = network_init(&net, state) && table != NULL ? GRAVEL_OK : gravel_no_memory(error);
    if (status == GRAVEL_OK)
        status = gravel_touching_visit(state, m->touch, link_disks, &net, error);
    if (status == GRAVEL_OK && net.lost)
        status = gravel_no_memory(error);
    for (size_t k = 0; status == GRAVEL_OK && k < n; k++) {
        if (net.of[0][k] != 0.0)
            continue;
        double shape[2];
        const size_t size = collect(&net, (int32_t)k);
        find_shape(&net, size, shape);
        for (size_t c = 0; c < size; c++)
            for (int d = 0; d < 2; d++)
                net.of[d][net.cluster[c]] = shape[d];
        if (size >= m->least && shape[0] >= m->ratio * shape[1])
            share += (double)size / (double)n;
    }
    if (status == GRAVEL_OK)
        report(m, &net, share, r, table);
    network_free(&net);
    free(table);
    return status;
}

static const struct gravel_yield yields[] = {
    {"cluster_length", "1"},
    {"cluster_width", "1"},
    {"string_share", "1"},
    {"strings", "m|m|m|1|1", "x|z|radius|length|width"},
    {0},
};

const struct gravel_measure_ops gravel_measure_strings = {
    .name = "strings",
    .what = "Clusters of near disks at the end of the run: length and width of the cluster of a disk picked at random, "
            "in diameters, along and across the long axis of its second moments; share of the disks in long ones; "
            "table of every disk's cluster.",
    .reference = "S4 Sec. 3",
    .dimensions = GRAVEL_IN_2D,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct strings),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
