/* The state of the engine looked through pair by pair, for tests: O(n^2). */
#include "engines/ed/state.h"

#include <math.h>

enum gravel_status
gravel_ed_check(const void *engine, struct gravel_error *error)
{
    const struct gravel_ed *ed = engine;
    const double size = gravel_ed_size(ed);
    if (ed->cells.stay != NULL) {
        const enum gravel_status status = gravel_cells_check(ed, error);
        if (status != GRAVEL_OK)
            return status;
    }
    for (int32_t i = 0; i < ed->n; i++) {
        if (ed->agent[i].attached == GRAVEL_ABSORBED)
            continue;
        const struct vec3 x = gravel_ed_position(ed, i);
        if (ed->cells.stay == NULL && v3_norm(v3_sub(x, ed->shell[i].centre)) > (1.0 + 1e-9) * gravel_ed_reach(ed, i))
            return gravel_fail(error, GRAVEL_PHYSICS, "particle %d has left its shell", (int)ed->trait[i].name);
        for (int32_t j = 0; j < i; j++) {
            if (ed->agent[j].attached == GRAVEL_ABSORBED || (ed->agent[i].attached >= 0 && ed->agent[j].attached >= 0))
                continue;
            const double sum = ed->body[i].radius + ed->body[j].radius;
            const double apart = v3_norm(gravel_box_separation(&ed->system.box, x, gravel_ed_position(ed, j)));
            const double overlap = size * sum - apart;
            if (overlap > 1e-9 * size * fmin(ed->body[i].radius, ed->body[j].radius))
                return gravel_fail(error, GRAVEL_PHYSICS, "particles %d and %d overlap by %g m", (int)ed->trait[i].name,
                                   (int)ed->trait[j].name, overlap);
            if (ed->cells.stay != NULL)
                continue;
            const bool both_free = ed->agent[i].attached < 0 && ed->agent[j].attached < 0;
            int32_t n;
            const int32_t *near = gravel_lists_items(both_free ? &ed->free_near : &ed->attached_near, i, &n);
            bool listed = false;
            for (int32_t k = 0; k < n && !listed; k++)
                listed = near[k] == j;
            const double far =
                v3_norm(gravel_box_separation(&ed->system.box, ed->shell[i].centre, ed->shell[j].centre));
            const double near_by = sum + gravel_ed_reach(ed, i) + gravel_ed_reach(ed, j);
            if (!listed && far < near_by * (1.0 - 1e-12))
                return gravel_fail(error, GRAVEL_PHYSICS, "particles %d and %d are near but not listed",
                                   (int)ed->trait[i].name, (int)ed->trait[j].name);
        }
    }
    return GRAVEL_OK;
}
