#include "engines/md/attached.h"

void
gravel_md_attach(struct gravel_md *md, size_t i, int32_t wall)
{
    const struct gravel_wall *w = &md->system.walls[wall];
    const struct vec3 origin = v3_add(w->origin, gravel_wall_shift(w, md->t));
    const struct vec3 arm = v3_sub(md->x[i], origin);
    md->arm[i] = w->motion.spin != 0.0 ? v3_rotate(arm, w->axis, -gravel_wall_angle(w, md->t)) : arm;
    md->attached[i] = wall;
}

/* Where a wall's frame is, so that sines are evaluated once a wall and not once a particle. */
struct frame {
    struct vec3 origin, velocity, spin, column[3];
};

static struct frame
frame_at(const struct gravel_wall *wall, double t)
{
    struct frame f = {
        .origin = v3_add(wall->origin, gravel_wall_shift(wall, t)),
        .velocity = gravel_wall_velocity(wall, t),
        .spin = v3_scale(gravel_wall_rate(wall, t), wall->axis),
        .column = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)},
    };
    if (wall->motion.spin != 0.0)
        for (int d = 0; d < 3; d++)
            f.column[d] = v3_rotate(f.column[d], wall->axis, gravel_wall_angle(wall, t));
    return f;
}

void
gravel_md_attached_move(const struct gravel_md *md, double t, struct gravel_md_span of, struct vec3 *x, struct vec3 *v,
                        struct vec3 *omega)
{
    struct frame f = {0};
    int32_t wall = GRAVEL_FREE;
    if (!md->any_attached)
        return;
    for (size_t i = of.begin; i < of.end; i++) {
        const int32_t attached = gravel_md_attachment(md, i);
        if (attached < 0)
            continue;
        if (attached != wall)
            f = frame_at(&md->system.walls[attached], t);
        wall = attached;
        struct vec3 arm = v3_scale(md->arm[i].x, f.column[0]);
        arm = v3_axpy(arm, md->arm[i].y, f.column[1]);
        arm = v3_axpy(arm, md->arm[i].z, f.column[2]);
        x[i - of.begin] = v3_add(f.origin, arm);
        v[i - of.begin] = v3_add(f.velocity, v3_cross(f.spin, arm));
        omega[i - of.begin] = f.spin;
    }
}
