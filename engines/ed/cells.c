#include "engines/ed/cells.h"

#include "engines/ed/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Index difference to the row of three cells that is `step` (-1, 0 or 1) rows away on the axes y and z. */
static int32_t
row_offset(const int32_t n[3], int boundary, const int step[2])
{
    int32_t offset = -1, stride = n[0] + 2;
    for (int d = 0; d < 2; d++) {
        const int end = boundary % 3 - 1;
        offset += stride * (step[d] != 0 && step[d] == end ? step[d] * (1 - n[d + 1]) : step[d]);
        stride *= n[d + 1];
        boundary /= 3;
    }
    return offset;
}

/* The new ones of the cells x = -1, 0, 1 of the row (y, z) around a cell, after this shift: a bit each. */
static unsigned
new_cells(int shift, int y, int z)
{
    const int step[3] = {shift % 3 - 1, shift / 3 % 3 - 1, shift / 9 - 1};
    if (shift == GRAVEL_CELL_AROUND || (step[1] != 0 && y == step[1]) || (step[2] != 0 && z == step[2]))
        return 7;
    return step[0] == 0 ? 0 : 1u << (step[0] + 1);
}

static struct gravel_cell_rows
rows_of(const int32_t n[3], int boundary, int shift)
{
    struct gravel_cell_rows rows = {.n = 0};
    memset(rows.row, 0xff, sizeof rows.row); /* padding: the cell's own row, which begins at -1 */
    for (int k = 0; k < 9; k++) {
        const int step[2] = {k % 3 - 1, k / 3 - 1};
        const uint64_t which = new_cells(shift, step[0], step[1]);
        if (which == 0)
            continue;
        rows.which |= which << 4 * rows.n;
        rows.row[rows.n++] = row_offset(n, boundary, step);
    }
    return rows;
}

/* The slack that leaves collisions their reach.  Where n is 5 it is also so small that members of adjacent cells, up to
 * 2 edge + 2 slack apart, have one nearest image, the others being n edge farther. */
static void
set_slack(struct gravel_cells *cells, double reach)
{
    for (int d = 0; d < 3; d++) {
        const double edge = cells->axes.edge[d];
        cells->slack[d] = fmax(0.0, fmin(0.5 * (edge - reach), 0.25 * (cells->axes.n[d] - 4) * edge));
    }
}

/* Cells and the repeated ones at the ends of the rows. */
static size_t
count(const struct gravel_cell_axes *axes)
{
    return ((size_t)axes->n[0] + 2) * (size_t)axes->n[1] * (size_t)axes->n[2];
}

void
gravel_cells_clear(struct gravel_cells *cells)
{
    memset(cells->first, 0xff, (count(&cells->axes) + 1) * sizeof *cells->first); /* all -1 */
}

enum gravel_status
gravel_cells_init(struct gravel_cells *cells, const struct gravel_cell_axes *axes, double reach, int32_t n_particles,
                  struct gravel_error *error)
{
    const size_t n_cells = count(axes);
    *cells = (struct gravel_cells){.axes = *axes};
    cells->entry = gravel_ed_memory((size_t)n_particles, sizeof *cells->entry);
    cells->first = gravel_ed_memory(n_cells + 1, sizeof *cells->first);
    cells->next = gravel_ed_memory((size_t)n_particles, sizeof *cells->next);
    cells->candidates = gravel_ed_memory((size_t)n_particles + GRAVEL_CANDIDATE_PADDING, sizeof *cells->candidates);
    if (cells->entry == NULL || cells->first == NULL || cells->next == NULL || cells->candidates == NULL)
        return gravel_no_memory(error);
    gravel_cells_clear(cells);
    set_slack(cells, reach);
    for (int boundary = 0; boundary < GRAVEL_BOUNDARY_POSITIONS; boundary++)
        for (int shift = 0; shift < GRAVEL_CELL_SHIFTS; shift++)
            cells->rows[boundary][shift] = rows_of(axes->n, boundary, shift);
    return GRAVEL_OK;
}

void
gravel_cells_free(struct gravel_cells *cells)
{
    free(cells->entry);
    free(cells->first);
    free(cells->next);
    free(cells->candidates);
}

void
gravel_cells_archive(struct gravel_cells *cells, size_t n_particles, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_COLUMN(archive, cells->entry, n_particles, contact);
    GRAVEL_ARCHIVE_COLUMN(archive, cells->entry, n_particles, partner);
    GRAVEL_ARCHIVE_COLUMN(archive, cells->entry, n_particles, stamp);
    for (int d = 0; d < 3; d++) {
        GRAVEL_ARCHIVE_COLUMN(archive, cells->entry, n_particles, wrapped[d]);
        GRAVEL_ARCHIVE_COLUMN(archive, cells->entry, n_particles, image[d]);
    }
    GRAVEL_ARCHIVE_COLUMN(archive, cells->entry, n_particles, walls);
    GRAVEL_ARCHIVE_COLUMN(archive, cells->entry, n_particles, boundary);
    GRAVEL_ARCHIVE_COLUMN(archive, cells->entry, n_particles, face);
    GRAVEL_ARCHIVE_ARRAY(archive, cells->first, count(&cells->axes) + 1);
    GRAVEL_ARCHIVE_ARRAY(archive, cells->next, n_particles);
}

bool
gravel_cells_locate(struct gravel_cells *cells, int32_t i, struct vec3 x)
{
    for (int d = 0; d < 3; d++) {
        const double k = gravel_cell_coordinate(&cells->axes, d, v3_component(x, d)), n = cells->axes.n[d];
        if (!(fabs(k) <= 0x1p30 * n))
            return false;
        cells->entry[i].wrapped[d] = gravel_cell_wrap(k, cells->axes.n[d]);
        cells->entry[i].image[d] = (int32_t)((k - cells->entry[i].wrapped[d]) / n);
    }
    return true;
}

void
gravel_cells_place(const struct gravel_cells *cells, struct gravel_cell_entry *entry)
{
    const int32_t *n = cells->axes.n, *at = entry->wrapped;
    entry->boundary = (int16_t)(4 - (at[1] == 0) + (at[1] == n[1] - 1) - 3 * (at[2] == 0) + 3 * (at[2] == n[2] - 1));
}

static int32_t
first_member(const struct gravel_cells *cells, int32_t index)
{
    const int32_t first = cells->first[index];
    return first >= 0 ? first & ~GRAVEL_MORE_MEMBERS : -1;
}

/* Set the first member, -1 for none, of the cell of an entry, and of its repetition if it is at an end of its row. */
static void
set_first(struct gravel_cells *cells, const struct gravel_cell_entry *entry, int32_t i)
{
    const int32_t n = cells->axes.n[0], index = gravel_cells_index(cells, entry),
                  first = i >= 0 && cells->next[i] >= 0 ? i | GRAVEL_MORE_MEMBERS : i;
    cells->first[index] = first;
    if (entry->wrapped[0] == 0)
        cells->first[index + n] = first;
    else if (entry->wrapped[0] == n - 1)
        cells->first[index - n] = first;
}

void
gravel_cells_insert(struct gravel_cells *cells, int32_t i)
{
    struct gravel_cell_entry *entry = &cells->entry[i];
    gravel_cells_place(cells, entry);
    cells->next[i] = first_member(cells, gravel_cells_index(cells, entry));
    set_first(cells, entry, i);
}

void
gravel_cells_remove(struct gravel_cells *cells, int32_t i)
{
    const struct gravel_cell_entry *entry = &cells->entry[i];
    int32_t first = first_member(cells, gravel_cells_index(cells, entry)), before = first;
    if (first == i) {
        first = cells->next[i];
    } else {
        while (cells->next[before] != i)
            before = cells->next[before];
        cells->next[before] = cells->next[i];
    }
    set_first(cells, entry, first);
}

bool
gravel_cells_hold(const struct gravel_cells *cells, int32_t i, struct vec3 x)
{
    const struct gravel_cell_entry *entry = &cells->entry[i];
    int32_t member = first_member(cells, gravel_cells_index(cells, entry));
    while (member >= 0 && member != i)
        member = cells->next[member];
    bool inside = member == i;
    for (int d = 0; d < 3; d++) {
        const double fraction = v3_component(x, d) * cells->axes.inverse[d] - gravel_cells_coordinate(cells, entry, d);
        const double room = cells->slack[d] * cells->axes.inverse[d] + 1e-9;
        inside = inside && fraction >= -room && fraction <= 1.0 + room;
    }
    return inside;
}
