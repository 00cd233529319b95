#include "engines/ed/table.h"

#include "engines/ed/neighbour_search.h"
#include "engines/ed/particle.h"

#include <math.h>
#include <stdlib.h>

/* The walls on the segments that hold from t on. */
static void
set_segments(struct gravel_ed *ed, double t)
{
    ed->segments_from = t;
    ed->knot = INFINITY;
    for (size_t w = 0; w < ed->described.n_walls; w++) {
        double end;
        ed->system.walls[w] = gravel_wall_segment(&ed->described.walls[w], t, &end);
        ed->knot = fmin(ed->knot, end);
    }
}

enum gravel_status
gravel_ed_table_start(struct gravel_ed *ed, struct gravel_error *error)
{
    ed->knot = INFINITY;
    if (!(gravel_system_needs(&ed->system) & GRAVEL_CAP_TABLE))
        return GRAVEL_OK;
    ed->described = (struct gravel_system){.walls = ed->system.walls, .n_walls = ed->system.n_walls};
    ed->system.walls = calloc(ed->system.n_walls, sizeof *ed->system.walls);
    if (ed->system.walls == NULL) {
        ed->system.n_walls = 0;
        return gravel_no_memory(error);
    }
    set_segments(ed, 0.0);
    return GRAVEL_OK;
}

void
gravel_ed_table_archive(struct gravel_ed *ed, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE(archive, ed->segments_from);
    if (archive->loads)
        set_segments(ed, ed->segments_from);
}

enum gravel_status
gravel_ed_table_turn(struct gravel_ed *ed, struct gravel_error *error)
{
    for (int32_t i = 0; i < ed->n; i++)
        if (ed->record[i].attached >= 0) { /* carried by the segment that ends */
            ed->body[i].x = gravel_ed_position(ed, i);
            ed->body[i].t = ed->now;
        }
    set_segments(ed, ed->knot);
    const enum gravel_status status = ed->neighbour_ops->fill(ed, error);
    for (int32_t i = 0; i < ed->n && status == GRAVEL_OK; i++)
        gravel_ed_predict(ed, i);
    return status;
}
