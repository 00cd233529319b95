/* Hard spheres in a sheared box (engines/core/shear.h).
 *
 * Cells move with the flow: they are cells of a box at rest in the coordinates x' = x - tilt z, tilt = tilt_0 + rate t.
 * When the tilt has reached half of L_x/L_z, it is set back by L_x/L_z, which is the same lattice of images, and all
 * particles are entered in their cells anew.  Particles are never brought back into the box: the image k boxes up of a
 * particle has the velocity k rate L_z and the displacement k tilt L_z beside its own. */
#ifndef GRAVEL_ED_SHEAR_H
#define GRAVEL_ED_SHEAR_H

#include "engines/core/shear.h"
#include "engines/ed/state.h"

/* Vector from a to the nearest image of b, both at the query's time t; *slip is the velocity along x of that image over
 * b's own [m/s], 0 unless the box is sheared. */
static inline struct vec3
gravel_ed_separation(const struct gravel_query *q, double t, struct vec3 a, struct vec3 b, double *slip)
{
    *slip = 0.0;
    if (q->shear_rate == 0.0)
        return gravel_query_separation(q, a, b);
    const double tilt = q->tilt + q->shear_rate * t, k = gravel_nearest_whole((b.z - a.z) * q->inverse_length.z);
    const double z = b.z - a.z - k * q->length.z, x = b.x - a.x - k * tilt * q->length.z;
    *slip = -k * q->shear_rate * q->length.z;
    return v3(gravel_nearest_image(x - tilt * z, q->length.x, q->inverse_length.x) + tilt * z,
              gravel_nearest_image(b.y - a.y, q->length.y, q->inverse_length.y), z);
}

/* Coordinates that move with the flow, at time t relative to the epoch. */
static inline struct vec3
gravel_ed_tilted(const struct gravel_query *q, double t, struct vec3 x)
{
    return v3(x.x - (q->tilt + q->shear_rate * t) * x.z, x.y, x.z);
}

/* Prepare the query and the kernel for a sheared box, in which no particles grow. */
void gravel_ed_shear(struct gravel_ed *ed);

/* Set the tilt back and enter all particles in their new cells, at the time ed->tilt_end. */
GRAVEL_MUST_USE enum gravel_status gravel_ed_shear_turn(struct gravel_ed *ed, struct gravel_error *error);

#endif
