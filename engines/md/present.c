#include "engines/md/present.h"
#include "engines/md/extrapolate.h"
#include "engines/md/pair.h"

#include <stdlib.h>

enum gravel_status
gravel_md_present_init(struct gravel_md_present *present, const struct gravel_md *md, struct gravel_error *error)
{
    const size_t n = md->n + 1;
    struct vec3 *const memory = calloc(5 * n, sizeof *memory);
    if (memory == NULL)
        return gravel_no_memory(error);
    *present = (struct gravel_md_present){
        .h = md->now > md->t ? md->now - md->t : 0.0,
        .rates = {.a = memory + 3 * n, .alpha = md->rates.alpha != NULL ? memory + 4 * n : NULL},
        .memory = memory,
    };
    gravel_md_extrapolate(md, present->h, gravel_md_all(md), memory, memory + n, memory + 2 * n);
    present->at = (struct gravel_md_instant){.mode = GRAVEL_MD_EXTRAPOLATED,
                                             .t = md->t + present->h,
                                             .x = memory,
                                             .v = memory + n,
                                             .omega = memory + 2 * n,
                                             .rates = &present->rates};
    return GRAVEL_OK;
}

void
gravel_md_present_free(struct gravel_md_present *present)
{
    free(present->memory);
    *present = (struct gravel_md_present){0};
}

enum gravel_status
gravel_md_present_contacts(const struct gravel_md *md, double interval, struct gravel_error *error)
{
    const struct gravel_md_list *const lists[] = {&md->pairs, &md->wall_pairs};
    struct gravel_md_present present;
    struct gravel_push push;
    const enum gravel_status status = gravel_md_present_init(&present, md, error);
    if (status != GRAVEL_OK)
        return status;
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < lists[l]->n; k++)
            if (gravel_md_evaluate_push(md, &present.at, lists[l], k, &push)) {
                push.impulse = v3_scale(interval, push.impulse);
                push.twist = v3_scale(interval, push.twist);
                push.twist_j = v3_scale(interval, push.twist_j);
                md->sink.push(md->sink.self, &push);
            }
    gravel_md_present_free(&present);
    return GRAVEL_OK;
}
