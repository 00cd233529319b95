#include "engines/md/points.h"

static bool
get(const void *context, size_t i, struct vec3 *x, double *radius)
{
    const struct gravel_md *md = context;
    *x = md->x[i];
    *radius = gravel_md_radius(md, i);
    return gravel_md_attachment(md, i) != GRAVEL_ABSORBED;
}

struct gravel_cell_points
gravel_md_points(const struct gravel_md *md)
{
    return (struct gravel_cell_points){get, md, md->n};
}
