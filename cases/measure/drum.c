#include "cases/measure/drum.h"

enum gravel_status
gravel_drum_of(const struct gravel_system *system, const char *name, struct gravel_drum *drum,
               struct gravel_error *error)
{
    size_t w = 0;
    while (w < system->n_walls && system->walls[w].shape != GRAVEL_CYLINDER)
        w++;
    if (w == system->n_walls)
        return gravel_fail(error, GRAVEL_INPUT, "measure.%s: needs a cylinder", name);
    const struct gravel_wall *wall = &system->walls[w];
    const struct vec3 up = v3_reject(v3_scale(-1.0, system->gravity), wall->axis);
    if (!(v3_norm2(up) > 0.0))
        return gravel_fail(error, GRAVEL_INPUT, "measure.%s: gravity must have a part normal to the axis of %s", name,
                           wall->name);
    *drum = (struct gravel_drum){
        .wall = w, .origin = wall->origin, .axis = wall->axis, .up = v3_unit(up), .radius = wall->radius};
    /* The wall at the side s moves with spin axis x s, which is upwards for s = up x axis. */
    const double sense = wall->motion.spin < 0.0 ? -1.0 : 1.0;
    drum->uphill = v3_scale(sense, v3_cross(drum->up, drum->axis));
    for (size_t k = 0; k < system->n_particles; k++) {
        const struct gravel_particle *p = &system->particles[k];
        if (p->attached == (int32_t)w) {
            const double rim = v3_norm(v3_reject(v3_sub(p->x, wall->origin), wall->axis)) - p->radius;
            drum->radius = fmin(drum->radius, rim);
        }
    }
    return GRAVEL_OK;
}
