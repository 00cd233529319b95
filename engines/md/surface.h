/* The walls' surfaces at one instant: a cheap test for particles that do not touch them, and their motion. */
#ifndef GRAVEL_MD_SURFACE_H
#define GRAVEL_MD_SURFACE_H

#include "engines/md/state.h"

/* md->surfaces at the time t, the vibrations apart. */
void gravel_md_surfaces_place(struct gravel_md *md, double t);

/* The same with vibrations and motions, for threads that only read them. */
void gravel_md_surfaces_complete(struct gravel_md *md, double t);

/* The displacement of a vibrating wall along its axis [m].  The sine is computed once, and only if it is needed. */
static inline double
gravel_md_surface_shift(struct gravel_md_surface *surface)
{
    const struct gravel_wall *const wall = surface->wall;
    if (isnan(surface->shift))
        surface->shift = sin(wall->motion.angular_frequency * surface->t + wall->motion.phase) *
                         v3_dot(gravel_wall_vibration(wall), wall->axis);
    return surface->shift;
}

/* True only for particles that do not touch the wall: most are above the highest position of an oscillating flat wall,
 * or above its present one, or well inside a cylinder. */
static inline bool
gravel_md_apart_from_wall(struct gravel_md_surface *surface, struct vec3 x, double radius)
{
    const double cutoff = radius * (1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE);
    const struct vec3 arm = v3_sub(x, surface->origin);
    const double along = v3_dot(arm, surface->axis);
    if (surface->flat) {
        if (fabs(along) > cutoff + surface->reach || surface->reach == 0.0)
            return fabs(along) > cutoff;
        return fabs(along - gravel_md_surface_shift(surface)) > cutoff;
    }
    /* A cylinder oscillates along its axis, so that the distance from the axis remains. */
    const double across = v3_norm2(arm) - along * along;
    const double inner = surface->radius - cutoff, outer = surface->radius + cutoff;
    return surface->round && ((inner > 0.0 && across < inner * inner) || across > outer * outer);
}

#endif
