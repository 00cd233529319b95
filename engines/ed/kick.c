#include "engines/ed/kick.h"

#include "engines/ed/neighbour_search.h"
#include "engines/ed/particle.h"

enum gravel_status
gravel_ed_kick(struct gravel_ed *ed, struct gravel_error *error)
{
    struct gravel_kicks *const kicks = &ed->kicks;
    for (int32_t i = 0; i < ed->n; i++)
        if (ed->record[i].attached != GRAVEL_FREE)
            kicks->mass[ed->record[i].input_index] = 0.0;
    const enum gravel_status status =
        gravel_kicks_draw(kicks, &ed->system.thermostat, ed->system.dimension, (size_t)ed->n, error);
    if (status != GRAVEL_OK)
        return status;
    for (int32_t i = 0; i < ed->n; i++) {
        const int32_t input = ed->record[i].input_index;
        if (ed->record[i].attached != GRAVEL_FREE)
            continue;
        gravel_ed_advance_to_present(ed, i);
        ed->work += gravel_kick_energy(kicks->mass[input], ed->body[i].v, kicks->velocity[input]);
        ed->body[i].v = v3_add(ed->body[i].v, kicks->velocity[input]);
        gravel_ed_count_collision(ed, i);
    }
    for (int32_t i = 0; i < ed->n; i++)
        gravel_ed_predict(ed, i);
    return GRAVEL_OK;
}
