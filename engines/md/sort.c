/* The order of particles in memory: that of grid cells, so that neighbours are neighbours in memory. */
#include "engines/md/sort.h"
#include "engines/md/integrator.h"
#include "engines/md/points.h"

#include <stdlib.h>
#include <string.h>

/* Width of the cells in mean radii: layers of one particle, so that threads share the data of as few as can be. */
enum { CELLS_TO_SORT = 2 };

/* item[k] becomes item[order[k]]. */
static void
permute(const struct gravel_md_column *column, const int32_t *order, size_t n, char *scratch)
{
    const char *const data = column->data;
    for (size_t k = 0; k < n; k++)
        memcpy(scratch + k * column->size, data + (size_t)order[k] * column->size, column->size);
    memcpy(column->data, scratch, n * column->size);
}

/* All arrays of particles whose values are used later; md->rates is computed anew. */
static void
permute_all(struct gravel_md *md, const int32_t *order, char *scratch)
{
    const struct gravel_md_column columns[] = {
        {md->id, sizeof *md->id},   {md->body, sizeof *md->body}, {md->attached, sizeof *md->attached},
        {md->x, sizeof *md->x},     {md->v, sizeof *md->v},       {md->omega, sizeof *md->omega},
        {md->arm, sizeof *md->arm},
    };
    struct gravel_md_column own[GRAVEL_MD_COLUMNS];
    const size_t n_own = md->integrator->columns != NULL ? md->integrator->columns(md, own) : 0;
    for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
        if (columns[c].data != NULL)
            permute(&columns[c], order, md->n, scratch);
    for (size_t c = 0; c < n_own; c++)
        permute(&own[c], order, md->n, scratch);
}

enum gravel_status
gravel_md_sort(struct gravel_md *md, int32_t *new_index, struct gravel_error *error)
{
    const struct gravel_cell_points points = gravel_md_points(md);
    struct gravel_cell_grid grid;
    enum gravel_status status =
        gravel_cell_grid_plain(&grid, &points, &md->system.box, CELLS_TO_SORT * md->mean_radius, error);
    int32_t *const order = malloc((md->n + 1) * sizeof *order);
    char *const scratch = malloc((md->n + 1) * sizeof *md->x);
    if (status == GRAVEL_OK && (order == NULL || scratch == NULL))
        status = gravel_no_memory(error);
    if (status == GRAVEL_OK) {
        size_t n = 0;
        for (size_t k = 0; k < md->n; k++) /* absorbed particles are in no cell: they come first */
            if (grid.cell_of[k] < 0)
                order[n++] = (int32_t)k;
        for (size_t k = 0; n < md->n; k++)
            order[n++] = grid.member[k];
        permute_all(md, order, scratch);
        for (size_t k = 0; k < md->n && new_index != NULL; k++)
            new_index[order[k]] = (int32_t)k;
        md->unsorted_distance = 0.0;
    }
    free(order);
    free(scratch);
    gravel_cell_grid_free(&grid);
    return status;
}
