/* The order of particles in memory: that of grid cells, so that neighbours are neighbours in memory. */
#include "engines/md/grid.h"

#include <stdlib.h>
#include <string.h>

/* Width of the cells in mean radii: layers of one particle, so that threads share the data of as few as can be. */
enum { CELLS_TO_SORT = 2 };

/* An array with one item a particle. */
struct column {
    void *data;
    size_t size;
};

/* item[k] becomes item[order[k]]. */
static void
permute(const struct column *column, const int32_t *order, size_t n, char *scratch)
{
    const char *const data = column->data;
    for (size_t k = 0; k < n; k++)
        memcpy(scratch + k * column->size, data + (size_t)order[k] * column->size, column->size);
    memcpy(column->data, scratch, n * column->size);
}

/* Everything that is kept for each particle, but for what is computed anew before it is used. */
static void
permute_all(struct gravel_md *md, const int32_t *order, char *scratch)
{
    const bool spins = md->system.material.rotation;
    const struct column columns[] = {
        {md->id, sizeof *md->id},
        {md->body, sizeof *md->body},
        {md->attached, sizeof *md->attached},
        {md->x, sizeof *md->x},
        {md->v, sizeof *md->v},
        {md->omega, sizeof *md->omega},
        {md->arm, sizeof *md->arm},
        {md->lead, 3 * sizeof *md->lead},
        {md->lead_spin, 3 * sizeof *md->lead_spin},
        {md->predicted.a, sizeof *md->predicted.a},
        {md->predicted.alpha, sizeof *md->predicted.alpha},
    };
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        if (columns[c].data != NULL)
            permute(&columns[c], order, md->n, scratch);
    for (int k = 0; k < 3 && md->higher != NULL; k++)
        for (int v = 0; v < (spins ? 2 : 1); v++)
            permute(
                &(struct column){md->higher + (size_t)k * md->n_higher + (size_t)v * 3 * md->n, sizeof(struct vec3)},
                order, md->n, scratch);
}

enum gravel_status
gravel_md_sort(struct gravel_md *md, int32_t *place, struct gravel_error *error)
{
    struct gravel_md_grid grid;
    enum gravel_status status = gravel_md_grid_plain(md, CELLS_TO_SORT * md->mean_radius, &grid, error);
    int32_t *const order = malloc((md->n + 1) * sizeof *order);
    char *const scratch = malloc((md->n + 1) * sizeof *md->x);
    if (status == GRAVEL_OK && (order == NULL || scratch == NULL))
        status = gravel_fail(error, GRAVEL_MEMORY, "no memory to sort %zu particles", md->n);
    if (status == GRAVEL_OK) {
        size_t n = 0;
        for (size_t k = 0; k < md->n; k++) /* absorbed particles are in no cell: they come first */
            if (grid.cell_of[k] < 0)
                order[n++] = (int32_t)k;
        for (size_t k = 0; n < md->n; k++)
            order[n++] = grid.mates[k];
        permute_all(md, order, scratch);
        for (size_t k = 0; k < md->n && place != NULL; k++)
            place[order[k]] = (int32_t)k;
        md->mixed = 0.0;
    }
    free(order);
    free(scratch);
    gravel_md_grid_free(&grid);
    return status;
}
