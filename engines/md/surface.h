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

/* A lower bound of the gap to the wall, less 2 GRAVEL_MD_LANDING_TOLERANCE radii for rounding; > 0 only for particles
 * that do not touch it [m].  Most are above the highest position of an oscillating flat wall. */
static inline double
gravel_md_gap_to_wall(struct gravel_md_surface *surface, struct vec3 x, double radius)
{
    const double cutoff = radius * (1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE);
    if (!surface->flat && !surface->round)
        return gravel_wall_distance(surface->wall, surface->t, x) - cutoff;
    const struct vec3 arm = v3_sub(x, surface->origin);
    const double along = v3_dot(arm, surface->axis), above = fabs(along) - cutoff - surface->reach;
    if (surface->flat)
        return above > 0.0 || surface->reach == 0.0 ? above : fabs(along - gravel_md_surface_shift(surface)) - cutoff;
    /* A cylinder oscillates along its axis, so that the distance from the axis remains. */
    const double across = sqrt(fmax(v3_norm2(arm) - along * along, 0.0));
    return fabs(across - surface->radius) - cutoff;
}

#endif
