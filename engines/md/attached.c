/* Particles carried by walls, and walls that catch or absorb what touches them.
 *
 * An attached particle keeps the arm from its wall's origin in the wall's frame at t = 0; its place at time t is
 * origin(t) + R(angle(t)) arm. */
#include "engines/md/state.h"

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
        const int32_t attached = gravel_md_holder(md, i);
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

static enum gravel_status
end_contacts(struct gravel_md *md, struct gravel_md_list *list, int32_t i, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < list->n && status == GRAVEL_OK; k++)
        if (list->contact[k] >= 0 && (list->i[k] == i || list->j[k] == i))
            status = gravel_md_contact_end(md, list, k, error);
    return status;
}

/* The particle's contacts with walls are over; those with other particles too if it leaves. */
static enum gravel_status
catch_particle(struct gravel_md *md, int32_t i, int32_t wall, struct gravel_error *error)
{
    enum gravel_status status = end_contacts(md, &md->touches, i, error);
    md->any_attached = true;
    if (md->system.walls[wall].touch == GRAVEL_STICK) {
        gravel_md_attach(md, (size_t)i, wall);
        return status;
    }
    if (status == GRAVEL_OK)
        status = end_contacts(md, &md->pairs, i, error);
    md->attached[i] = GRAVEL_ABSORBED;
    md->v[i] = md->omega[i] = v3(0, 0, 0);
    return status;
}

enum gravel_status
gravel_md_catch(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_energy before, after;
    enum gravel_status status = gravel_md_ledger(md, &before, error);
    for (size_t k = 0; k < md->touches.n && status == GRAVEL_OK; k++) {
        const int32_t wall = -1 - md->touches.j[k];
        if (md->touches.contact[k] >= 0 && md->system.walls[wall].touch != GRAVEL_BOUNCE)
            status = catch_particle(md, md->touches.i[k], wall, error);
    }
    md->n_caught = 0;
    gravel_md_restart(md);
    gravel_md_attached_move(md, md->t, gravel_md_all(md), md->x, md->v, md->omega);
    if (status == GRAVEL_OK)
        status = gravel_md_neighbours(md, error);
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_PROBE, md->t);
    if (status == GRAVEL_OK)
        status = gravel_md_forces(md, &here, error);
    gravel_md_settle(md);
    if (status == GRAVEL_OK)
        status = gravel_md_ledger(md, &after, error);
    if (status == GRAVEL_OK)
        md->lost += gravel_energy_ledger(&before) - gravel_energy_ledger(&after);
    return status;
}
