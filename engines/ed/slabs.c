#include "engines/ed/slabs.h"

#include <stdlib.h>
#include <string.h>

static size_t
count_marks(const struct gravel_slabs *slabs)
{
    const int32_t *n = slabs->axes->n;
    return (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
}

static int
axis_of_layers(const struct gravel_cell_axes *axes, struct vec3 gravity)
{
    int best = -1;
    for (int d = 2; d >= 0; d--)
        if (v3_component(gravity, d) == 0.0 && (best < 0 || axes->n[d] > axes->n[best]))
            best = d;
    return best;
}

int32_t
gravel_slabs_possible(const struct gravel_cell_axes *axes, int threads)
{
    int32_t layers = axes->n[0];
    for (int d = 1; d < 3; d++)
        layers = axes->n[d] > layers ? axes->n[d] : layers;
    const int32_t thick = layers / GRAVEL_SLAB_LEAST, most = thick < GRAVEL_SLABS_MAX ? thick : GRAVEL_SLABS_MAX;
    return threads < most ? threads : most;
}

enum gravel_status
gravel_slabs_init(struct gravel_slabs *slabs, const struct gravel_cell_axes *axes, struct vec3 gravity, int32_t n,
                  struct gravel_error *error)
{
    const int32_t least = GRAVEL_SLAB_LEAST * n;
    int axis = axis_of_layers(axes, gravity);
    for (int d = 2; d >= 0; d--)
        if (axis < 0 || (axes->n[axis] < least && axes->n[d] >= least))
            axis = d;
    *slabs = (struct gravel_slabs){.axes = axes, .axis = axis, .n = n, .window = 1};
    for (int k = 0, d = 0; d < 3; d++)
        if (d != axis)
            slabs->across[k++] = d;
    const int32_t n_layers = axes->n[axis],
                  half = n_layers / n / 2 - 2; /* the thread of the other border has the rest */
    slabs->deferred = half < GRAVEL_SLAB_DEFERRED ? half : GRAVEL_SLAB_DEFERRED;
    for (int32_t s = 0; s <= n; s++)
        slabs->first[s] = (int32_t)((int64_t)n_layers * s / n);
    slabs->of_layer = malloc((size_t)n_layers);
    slabs->mark = calloc(count_marks(slabs), 1);
    if (slabs->of_layer == NULL || slabs->mark == NULL)
        return gravel_no_memory(error);
    for (int32_t s = 0; s < n; s++)
        memset(slabs->of_layer + slabs->first[s], s, (size_t)(slabs->first[s + 1] - slabs->first[s]));
    return GRAVEL_OK;
}

void
gravel_slabs_free(struct gravel_slabs *slabs)
{
    free(slabs->of_layer);
    free(slabs->mark);
}

void
gravel_slabs_begin(struct gravel_slabs *slabs)
{
    if (++slabs->window == 0) {
        memset(slabs->mark, 0, count_marks(slabs));
        slabs->window = 1;
    }
}

/* The places within GRAVEL_SLAB_MARGIN of one on an axis that repeats; returns their number. */
static int
places_around(int32_t place, int32_t n, int32_t around[2 * GRAVEL_SLAB_MARGIN + 1])
{
    int count = 0;
    for (int32_t k = -GRAVEL_SLAB_MARGIN; k <= GRAVEL_SLAB_MARGIN; k++) {
        const int32_t at = place + k;
        around[count++] = at < 0 ? at + n : at >= n ? at - n : at;
    }
    return count;
}

void
gravel_slab_mark(struct gravel_slabs *slabs, int32_t s, const int16_t cell[3])
{
    const int32_t *n = slabs->axes->n, n_x = n[slabs->across[0]], n_y = n[slabs->across[1]];
    int32_t x[2 * GRAVEL_SLAB_MARGIN + 1], y[2 * GRAVEL_SLAB_MARGIN + 1], z[2 * GRAVEL_SLAB_MARGIN + 1];
    const int count = places_around(cell[slabs->across[0]], n_x, x);
    places_around(cell[slabs->across[1]], n_y, y);
    places_around(cell[slabs->axis], n[slabs->axis], z);
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count && slabs->of_layer[z[a]] == s; b++)
            for (int c = 0; c < count; c++)
                slabs->mark[((size_t)z[a] * (size_t)n_y + (size_t)y[b]) * (size_t)n_x + (size_t)x[c]] = slabs->window;
}
