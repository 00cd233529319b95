#include "engines/md/surface.h"

void
gravel_md_surfaces_place(struct gravel_md *md, double t)
{
    for (size_t w = 0; w < md->system.n_walls; w++) {
        struct gravel_md_surface *surface = &md->surfaces[w];
        surface->origin = v3_axpy(surface->wall->origin, t, surface->wall->motion.velocity);
        surface->t = t;
        surface->shift = NAN;
    }
}

void
gravel_md_surfaces_complete(struct gravel_md *md, double t)
{
    gravel_md_surfaces_place(md, t);
    for (size_t w = 0; w < md->system.n_walls; w++) {
        struct gravel_md_surface *surface = &md->surfaces[w];
        if (surface->reach > 0.0)
            gravel_md_surface_shift(surface);
        surface->motion = gravel_wall_at(surface->wall, t);
    }
}
