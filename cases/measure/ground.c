#include "cases/measure/ground.h"

enum gravel_status
gravel_ground_of(const struct gravel_system *system, const char *name, struct gravel_ground *ground,
                 struct gravel_error *error)
{
    const double g = v3_norm(system->gravity);
    size_t w = 0;
    while (w < system->n_walls && (system->walls[w].shape != GRAVEL_PLANE ||
                                   fabs(v3_dot(system->walls[w].axis, system->gravity)) < (1.0 - 1e-9) * g))
        w++;
    if (!(g > 0.0) || w == system->n_walls)
        return gravel_fail(error, GRAVEL_INPUT, "measure.%s: needs a plane normal to gravity", name);
    *ground = (struct gravel_ground){
        .up = v3_scale(-1.0 / g, system->gravity), .origin = system->walls[w].origin, .gravity = g};
    return GRAVEL_OK;
}
