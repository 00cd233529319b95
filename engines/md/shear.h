/* Soft spheres in a sheared box (engines/core/shear.h). */
#ifndef GRAVEL_MD_SHEAR_H
#define GRAVEL_MD_SHEAR_H

#include "engines/core/shear.h"
#include "engines/md/state.h"

/* The vector from particle j to i at time t, as the nearest image, and the velocity of that image of j along x over
 * j's own: 0 unless the box is sheared. */
static inline struct vec3
gravel_md_separation(const struct gravel_md *md, double t, struct vec3 from, struct vec3 to, double *slip)
{
    if (gravel_box_is_sheared(&md->system.box)) {
        const struct vec3 r = gravel_shear_separation(&md->system.box, t, to, from, slip);
        return v3_scale(-1.0, r);
    }
    *slip = 0.0;
    return gravel_box_separation(&md->system.box, from, to);
}

/* Bring all particles back between the z faces.  Their velocities jump; the energy of the jumps is work of the moving
 * images.  Positions belong to the time md->list_time. */
void gravel_md_shear_wrap(struct gravel_md *md);

/* The cells of a sheared box are found in coordinates that move with the flow, x' = x - tilt (z - low), in which the
 * images are those of a box at rest.  Distances are at most `stretch` times as large there. */
struct gravel_md_tilt {
    double tilt, stretch, low;
};
struct gravel_md_tilt gravel_md_shear_tilt(const struct gravel_md *md);

static inline struct vec3
gravel_md_tilted(const struct gravel_md_tilt *tilt, struct vec3 x)
{
    return v3(x.x - tilt->tilt * (x.z - tilt->low), x.y, x.z);
}

#endif
