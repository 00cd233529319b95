#include "engines/md/points.h"
#include "engines/md/shear.h"

static bool
get(const void *context, size_t i, struct vec3 *x, double *radius)
{
    const struct gravel_md *md = context;
    *x = md->x[i];
    *radius = gravel_md_radius(md, i);
    return gravel_md_attachment(md, i) != GRAVEL_ABSORBED;
}

static bool
get_tilted(const void *context, size_t i, struct vec3 *x, double *radius)
{
    const struct gravel_md *md = context;
    const struct gravel_md_tilt tilt = gravel_md_shear_tilt(md);
    *x = gravel_md_tilted(&tilt, md->x[i]);
    *radius = tilt.stretch * gravel_md_radius(md, i);
    return gravel_md_attachment(md, i) != GRAVEL_ABSORBED;
}

struct gravel_cell_points
gravel_md_points(const struct gravel_md *md)
{
    return (struct gravel_cell_points){gravel_box_is_sheared(&md->system.box) ? get_tilted : get, md, md->n};
}
