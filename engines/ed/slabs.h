/* Slabs of cells for threads, one each, and where in a slab an event may be handled while other threads handle theirs.
 *
 * A slab is a run of layers of cells across one axis; the last one is followed by the first, since cells repeat.  An
 * event touches one or two cells (gravel_cells_touched()), which it alone changes, and reads those around them.  So it
 * is deferred, for the thread that later has both sides of the border, in two cases:
 * - it touches one of the GRAVEL_SLAB_EDGE outermost layers of the slab;
 * - it touches a cell within GRAVEL_SLAB_MARGIN of one that an event touches which was deferred before.
 * Both leave one cell between what it reads and what the deferred events of either slab change, and so room for what
 * is changed by the events that those cause. */
#ifndef GRAVEL_ED_SLABS_H
#define GRAVEL_ED_SLABS_H

#include "engines/ed/cells.h"

enum {
    GRAVEL_SLABS_MAX = 64,
    GRAVEL_SLAB_EDGE = 3,
    GRAVEL_SLAB_MARGIN = 2,
    GRAVEL_SLAB_LEAST = 20,    /* layers of a slab */
    GRAVEL_SLAB_DEFERRED = 16, /* layers at a border in which events may be deferred, at most */
};

struct gravel_slabs {
    const struct gravel_cell_axes *axes;
    int axis, across[2];                 /* axis of the layers, and the two others */
    int32_t n, deferred;                 /* slabs; layers at a border in which events may be deferred */
    int32_t first[GRAVEL_SLABS_MAX + 1]; /* layer of each slab; then their number */
    uint8_t *of_layer;                   /* slab of each layer */
    uint8_t *mark;  /* of the cells of each layer: `window` when marked since gravel_slabs_begin() */
    uint8_t window; /* never 0 */
};

/* How many slabs cells have for so many threads: fewer than two: none. */
int32_t gravel_slabs_possible(const struct gravel_cell_axes *axes, int threads);

/* Divide the cells into n >= 2 slabs across the axis of most layers, if possible not that of gravity, along which
 * densities differ.  GRAVEL_MEMORY; then gravel_slabs_free() is still due. */
enum gravel_status gravel_slabs_init(struct gravel_slabs *slabs, const struct gravel_cell_axes *axes,
                                     struct vec3 gravity, int32_t n, struct gravel_error *error);
/* Free all memory; zeroed slabs are allowed. */
void gravel_slabs_free(struct gravel_slabs *slabs);

/* Remove all marks. */
void gravel_slabs_begin(struct gravel_slabs *slabs);

/* Slab of an entry. */
static inline uint8_t
gravel_slab_of(const struct gravel_slabs *slabs, const struct gravel_cell_entry *entry)
{
    return slabs->of_layer[entry->wrapped[slabs->axis]];
}

/* Layers between this one and the nearer border of slab s. */
static inline int32_t
gravel_slab_depth(const struct gravel_slabs *slabs, int32_t s, int32_t layer)
{
    const int32_t from_first = layer - slabs->first[s], to_last = slabs->first[s + 1] - 1 - layer;
    return from_first < to_last ? from_first : to_last;
}

/* Whether a layer belongs to the upper half of its slab s. */
static inline int
gravel_slab_half(const struct gravel_slabs *slabs, int32_t s, int32_t layer)
{
    return 2 * layer >= slabs->first[s] + slabs->first[s + 1];
}

static inline bool
gravel_slab_is_marked(const struct gravel_slabs *slabs, const int16_t cell[3])
{
    const int32_t *n = slabs->axes->n;
    const size_t row = (size_t)cell[slabs->axis] * (size_t)n[slabs->across[1]] + (size_t)cell[slabs->across[1]];
    return slabs->mark[row * (size_t)n[slabs->across[0]] + (size_t)cell[slabs->across[0]]] == slabs->window;
}

/* Mark the cells of slab s within GRAVEL_SLAB_MARGIN of a cell. */
void gravel_slab_mark(struct gravel_slabs *slabs, int32_t s, const int16_t cell[3]);

#endif
