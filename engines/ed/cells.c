#include "engines/ed/cells.h"

#include "engines/core/array.h"
#include "engines/ed/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whether the cell at `offset` from one has come near it with a shift by `step`; all have, without a shift. */
static bool
is_new(const int offset[3], const int step[3])
{
    bool new = step[0] == 0 && step[1] == 0 && step[2] == 0;
    for (int d = 0; d < 3; d++)
        new = new || (step[d] != 0 && offset[d] == step[d]);
    return new;
}

/* The parts of tiles that have the cells which a shift has brought around a cell at `at`; returns their number,
 * GRAVEL_SEARCHED_CELLS at most. */
static int32_t
list_parts(const struct gravel_cells *cells, int32_t part_members, const int32_t at[3], int shift,
           struct gravel_tile_part *part)
{
    const int step[3] = {shift % 3 - 1, shift / 3 % 3 - 1, shift / 9 - 1};
    int32_t n = 0;
    for (int k = 0; k < GRAVEL_SEARCHED_CELLS; k++) {
        const int offset[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
        if (!is_new(offset, step))
            continue;
        int32_t tile = 0, which = 0, m = 0;
        for (int d = 0; d < 3; d++) {
            const int32_t cell = (at[d] + offset[d] + cells->axes.n[d]) % cells->axes.n[d];
            tile += cells->stride[d] * (cell / 2 - at[d] / 2);
            which += (cell % 2) << (d + 1);
        }
        const int32_t first = tile * GRAVEL_TILE_MEMBERS + which / part_members * part_members;
        while (m < n && part[m].first != first)
            m++;
        if (m == n)
            part[n++] = (struct gravel_tile_part){.first = first};
        part[m].places |= 3u << which % part_members;
    }
    return n;
}

/* The searches of every place, which is like that of one cell there. */
static enum gravel_status
list_searches(struct gravel_cells *cells, int32_t part_members, struct gravel_error *error)
{
    enum { MOST = GRAVEL_CELL_PLACES * GRAVEL_CELL_SHIFTS * GRAVEL_SEARCHED_CELLS };
    uint32_t n = 0;
    cells->parts = calloc(MOST, sizeof *cells->parts);
    if (cells->parts == NULL)
        return gravel_no_memory(error);
    for (int place = 0; place < GRAVEL_CELL_PLACES; place++)
        for (int shift = 0; shift < GRAVEL_CELL_SHIFTS; shift++) {
            const int kind[3] = {place % 4, place / 4 % 4, place / 16};
            int32_t at[3];
            for (int d = 0; d < 3; d++)
                at[d] = kind[d] == 3 ? cells->axes.n[d] - 1 : kind[d];
            const int32_t n_parts = list_parts(cells, part_members, at, shift, cells->parts + n);
            cells->search[place][shift] = (struct gravel_cell_search){n, n_parts};
            n += (uint32_t)n_parts;
        }
    (void)!gravel_array_resize(&cells->parts, n, sizeof *cells->parts);
    return GRAVEL_OK;
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

void
gravel_cells_clear(struct gravel_cells *cells)
{
    memset(cells->tile, 0xff, cells->n_tiles * sizeof *cells->tile); /* all -1 */
}

enum gravel_status
gravel_cells_init(struct gravel_cells *cells, const struct gravel_cell_axes *axes, double reach, int32_t part_members,
                  struct gravel_record *record, int32_t n_particles, struct gravel_error *error)
{
    *cells = (struct gravel_cells){.axes = *axes, .n_tiles = 1, .record = record};
    for (int d = 0; d < 3; d++) {
        cells->stride[d] = (int32_t)cells->n_tiles;
        cells->n_tiles *= ((size_t)axes->n[d] + 1) / 2;
    }
    cells->tile = gravel_ed_memory(cells->n_tiles, sizeof *cells->tile);
    cells->candidates = gravel_ed_memory((size_t)n_particles + GRAVEL_CANDIDATE_PADDING, sizeof *cells->candidates);
    if (cells->tile == NULL || cells->candidates == NULL)
        return gravel_no_memory(error);
    gravel_cells_clear(cells);
    set_slack(cells, reach);
    return list_searches(cells, part_members, error);
}

void
gravel_cells_free(struct gravel_cells *cells)
{
    free(cells->tile);
    free(cells->candidates);
    free(cells->parts);
}

void
gravel_cells_archive(struct gravel_cells *cells, int32_t n_particles, struct gravel_archive *archive)
{
    const size_t n = (size_t)n_particles;
    GRAVEL_ARCHIVE_COLUMN(archive, cells->record, n, cell.contact);
    GRAVEL_ARCHIVE_COLUMN(archive, cells->record, n, cell.partner);
    for (int d = 0; d < 3; d++) {
        GRAVEL_ARCHIVE_COLUMN(archive, cells->record, n, cell.wrapped[d]);
        GRAVEL_ARCHIVE_COLUMN(archive, cells->record, n, cell.image[d]);
    }
    GRAVEL_ARCHIVE_COLUMN(archive, cells->record, n, cell.walls);
    GRAVEL_ARCHIVE_COLUMN(archive, cells->record, n, cell.face);
    if (!archive->loads || !gravel_archive_ok(archive))
        return;
    gravel_cells_clear(cells);
    for (int32_t i = 0; i < n_particles; i++)
        gravel_cells_insert(cells, i);
}

bool
gravel_cells_locate(struct gravel_cells *cells, int32_t i, struct vec3 x)
{
    for (int d = 0; d < 3; d++) {
        const double k = gravel_cell_coordinate(&cells->axes, d, v3_component(x, d)), n = cells->axes.n[d];
        if (!(fabs(k) <= 0x1p30 * n))
            return false;
        struct gravel_cell_entry *const entry = &cells->record[i].cell;
        entry->wrapped[d] = (int16_t)gravel_cell_wrap(k, cells->axes.n[d]);
        entry->image[d] = (int32_t)((k - entry->wrapped[d]) / n);
    }
    return true;
}

/* Without branches, because they would be mispredicted. */
void
gravel_cells_place(const struct gravel_cells *cells, struct gravel_cell_entry *entry)
{
    int place = 0;
    for (int d = 2; d >= 0; d--) {
        const int32_t at = entry->wrapped[d];
        const int first = at == 0, last = at == cells->axes.n[d] - 1;
        place = 4 * place + ((2 - (at & 1)) & (first + last - 1)) + 3 * last;
    }
    entry->place = (int8_t)place;
}

/* The pair of members of the cell of an entry. */
static int32_t *
pair_of(const struct gravel_cells *cells, const struct gravel_cell_entry *entry)
{
    const int16_t *const at = entry->wrapped;
    return cells->tile[gravel_cells_tile(cells, entry)].member + 2 * (at[0] & 1) + 4 * (at[1] & 1) + 8 * (at[2] & 1);
}

void
gravel_cells_insert(struct gravel_cells *cells, int32_t i)
{
    int32_t *pair = pair_of(cells, &cells->record[i].cell);
    gravel_cells_place(cells, &cells->record[i].cell);
    if (pair[1] >= 0) {
        cells->record[i].cell.next = pair[1] & ~GRAVEL_MORE_MEMBERS;
        pair[1] = i | GRAVEL_MORE_MEMBERS;
    } else {
        cells->record[i].cell.next = -1;
        pair[pair[0] >= 0] = i;
    }
}

/* The member after i in its cell, as it is kept in the pair. */
static int32_t
second_member(const struct gravel_cells *cells, int32_t i)
{
    return i >= 0 && cells->record[i].cell.next >= 0 ? i | GRAVEL_MORE_MEMBERS : i;
}

void
gravel_cells_remove(struct gravel_cells *cells, int32_t i)
{
    int32_t *pair = pair_of(cells, &cells->record[i].cell), before = pair[1] & ~GRAVEL_MORE_MEMBERS;
    if (pair[1] < GRAVEL_MORE_MEMBERS) {
        pair[0] = pair[0] == i ? pair[1] : pair[0];
        pair[1] = -1;
    } else if (pair[0] == i || before == i) {
        if (pair[0] == i)
            pair[0] = before;
        pair[1] = second_member(cells, cells->record[before].cell.next);
    } else {
        while (cells->record[before].cell.next != i)
            before = cells->record[before].cell.next;
        cells->record[before].cell.next = cells->record[i].cell.next;
        pair[1] = second_member(cells, pair[1] & ~GRAVEL_MORE_MEMBERS);
    }
}

bool
gravel_cells_hold(const struct gravel_cells *cells, int32_t i, struct vec3 x)
{
    const struct gravel_cell_entry *entry = &cells->record[i].cell;
    const int32_t *pair = pair_of(cells, entry);
    bool inside = pair[0] == i;
    for (int32_t member = pair[1] < 0 ? -1 : pair[1] & ~GRAVEL_MORE_MEMBERS; member >= 0;
         member = cells->record[member].cell.next)
        inside = inside || member == i;
    for (int d = 0; d < 3; d++) {
        const double fraction = v3_component(x, d) * cells->axes.inverse[d] - gravel_cells_coordinate(cells, entry, d);
        const double room = cells->slack[d] * cells->axes.inverse[d] + 1e-9;
        inside = inside && fraction >= -room && fraction <= 1.0 + room;
    }
    return inside;
}
