#include "engines/md/prediction.h"

#include <stdlib.h>

enum gravel_status
gravel_md_prediction_create(struct gravel_md *md, size_t size, struct gravel_error *error)
{
    struct gravel_md_prediction *p = md->method = calloc(1, size);
    const size_t n = 3 * (md->n + 1);
    const bool rotates = md->system.material.rotation;
    if (p != NULL) {
        p->velocity = calloc(n, sizeof *p->velocity);
        p->spin = rotates ? calloc(n, sizeof *p->spin) : NULL;
    }
    if (p == NULL || p->velocity == NULL || (rotates && p->spin == NULL))
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

void
gravel_md_prediction_destroy(struct gravel_md *md)
{
    struct gravel_md_prediction *p = md->method;
    if (p == NULL)
        return;
    free(p->velocity);
    free(p->spin);
    free(p);
    md->method = NULL;
}

size_t
gravel_md_prediction_columns(const struct gravel_md *md, struct gravel_md_column *column)
{
    const struct gravel_md_prediction *p = md->method;
    column[0] = (struct gravel_md_column){p->velocity, 3 * sizeof *p->velocity};
    if (p->spin == NULL)
        return 1;
    column[1] = (struct gravel_md_column){p->spin, 3 * sizeof *p->spin};
    return 2;
}
