#include "engines/ed/check.h"

#include "engines/ed/neighbour_search.h"
#include "engines/ed/particle.h"
#include "engines/ed/shear.h"

#include <math.h>

enum gravel_status
gravel_ed_check(const void *engine, struct gravel_error *error)
{
    const struct gravel_ed *ed = engine;
    const double size = gravel_ed_size(ed);
    for (int32_t i = 0; i < ed->n; i++) {
        if (ed->record[i].attached == GRAVEL_ABSORBED)
            continue;
        const struct vec3 x = gravel_ed_position(ed, i);
        for (int32_t j = 0; j < i; j++) {
            if (ed->record[j].attached == GRAVEL_ABSORBED ||
                (ed->record[i].attached >= 0 && ed->record[j].attached >= 0))
                continue;
            const double sum = ed->body[i].radius + ed->body[j].radius;
            double slip;
            const struct vec3 r = gravel_ed_separation(&ed->query, ed->now, x, gravel_ed_position(ed, j), &slip);
            const double apart = v3_norm(r);
            const double overlap = size * sum - apart;
            if (overlap > 1e-9 * size * fmin(ed->body[i].radius, ed->body[j].radius))
                return gravel_fail(error, GRAVEL_PHYSICS, "particles %d and %d overlap by %g m",
                                   (int)ed->record[i].input_index, (int)ed->record[j].input_index, overlap);
        }
    }
    return ed->neighbour_ops->self_check(ed, error);
}
