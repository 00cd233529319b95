#include "engines/md/present.h"
#include "engines/md/extrapolate.h"
#include "engines/md/pair.h"

#include <string.h>

void
gravel_md_present_of(struct gravel_md_present *present, const struct gravel_md *md)
{
    const size_t n = md->n + 1;
    struct vec3 *const room = md->present;
    memset(room, 0, 5 * n * sizeof *room);
    *present = (struct gravel_md_present){
        .h = md->now > md->t ? md->now - md->t : 0.0,
        .rates = {.a = room + 3 * n, .alpha = md->rates.alpha != NULL ? room + 4 * n : NULL},
    };
    gravel_md_extrapolate(md, present->h, gravel_md_all(md), room, room + n, room + 2 * n);
    present->at = (struct gravel_md_instant){.mode = GRAVEL_MD_EXTRAPOLATED,
                                             .t = md->t + present->h,
                                             .x = room,
                                             .v = room + n,
                                             .omega = room + 2 * n,
                                             .rates = &present->rates};
}

void
gravel_md_present_contacts(const struct gravel_md *md, double interval)
{
    const struct gravel_md_list *const lists[] = {&md->pairs, &md->wall_pairs};
    struct gravel_md_present present;
    struct gravel_push push;
    gravel_md_present_of(&present, md);
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < lists[l]->n; k++)
            if (gravel_md_evaluate_push(md, &present.at, lists[l], k, &push)) {
                push.impulse = v3_scale(interval, push.impulse);
                push.twist = v3_scale(interval, push.twist);
                push.twist_j = v3_scale(interval, push.twist_j);
                md->sink.push(md->sink.self, &push);
            }
}
