#include "engines/md/servo.h"

#include <stdlib.h>

enum gravel_status
gravel_md_servo_create(struct gravel_md *md, struct gravel_error *error)
{
    bool any = false;
    for (size_t w = 0; w < md->system.n_walls; w++)
        any = any || md->system.walls[w].servo.mass > 0.0;
    if (any && (md->servo_force = calloc(md->system.n_walls, sizeof *md->servo_force)) == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

void
gravel_md_servo_step(struct gravel_md *md)
{
    for (size_t w = 0; w < md->system.n_walls; w++) {
        struct gravel_wall *const wall = &md->system.walls[w];
        const struct gravel_servo *servo = &wall->servo;
        if (!(servo->mass > 0.0))
            continue;
        const double before = v3_dot(wall->motion.velocity, wall->axis);
        const double rate = md->dt / servo->mass, force = servo->force + v3_dot(md->servo_force[w], wall->axis);
        const double speed = (before + rate * force) / (1.0 + rate * servo->damping);
        wall->motion.velocity = v3_scale(speed, wall->axis);
        wall->origin = v3_axpy(wall->origin, (before - speed) * md->t, wall->axis); /* it stays where it is at md->t */
        md->wall_speed = fmax(md->wall_speed, fabs(speed));
        /* The next step's work begins with the new velocity. */
        md->rates.power[GRAVEL_MD_WORK] += (before - speed) * v3_dot(md->servo_force[w], wall->axis);
    }
}
