#include "engines/md/geometry.h"
#include "engines/md/shear.h"

static inline void
velocities(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j, struct vec3 v_wall,
           struct gravel_md_geometry *m)
{
    struct vec3 v = v3_sub(at->v[i], j >= 0 ? at->v[j] : v_wall);
    if (j >= 0)
        v.x -= m->image_slip;
    m->rate = -v3_dot(v, m->normal);
    m->slip = v3_axpy(v, m->rate, m->normal);
    m->velocity_i = at->v[i];
    m->velocity_j = j >= 0 ? at->v[j] : v_wall;
    if (!md->system.material.rotation)
        return;
    const struct vec3 turn_i = v3_scale(-m->arm_i, v3_cross(at->omega[i], m->normal));
    m->slip = v3_add(m->slip, turn_i);
    m->velocity_i = v3_add(m->velocity_i, turn_i);
    if (j >= 0) {
        const struct vec3 turn_j = v3_scale(m->arm_j, v3_cross(at->omega[j], m->normal));
        m->slip = v3_sub(m->slip, turn_j);
        m->velocity_j = v3_add(m->velocity_j, turn_j);
    }
}

bool
gravel_md_contact_geometry(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
                           double margin, struct gravel_md_geometry *m)
{
    const double radius_i = gravel_md_radius(md, i);
    if (j < 0) {
        struct gravel_nearest near;
        if (!gravel_wall_nearest_within(&md->system.walls[-1 - j], at->t, at->x[i], radius_i * (1.0 + margin), &near))
            return false;
        m->overlap = radius_i - near.distance;
        m->diameter = 2.0 * radius_i;
        m->arm_i = near.distance;
        m->arm_j = 0.0;
        m->normal = near.normal;
        velocities(md, at, i, j, near.velocity, m);
        return true;
    }
    const double radius_j = gravel_md_radius(md, j);
    if (md->system.dimension == 1 && !md->wraps)
        return gravel_md_bead_geometry(at, i, j, radius_i, radius_j, margin, m);
    const struct vec3 r = gravel_md_separation(md, at->t, at->x[j], at->x[i], &m->image_slip);
    const double d2 = v3_norm2(r), cutoff = (radius_i + radius_j) * (1.0 + margin);
    if (!(d2 < cutoff * cutoff))
        return false;
    const double d = sqrt(d2);
    gravel_md_divide(d, radius_i, radius_j, m);
    m->normal = d > 0.0 ? v3_scale(1.0 / d, r) : v3(0, 0, 1);
    velocities(md, at, i, j, v3(0, 0, 0), m);
    return true;
}

struct vec3
gravel_md_rolling_spin(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
                       struct vec3 normal, struct vec3 *attached)
{
    const struct gravel_wall *wall = j < 0 ? &md->system.walls[-1 - j] : NULL;
    const struct vec3 other = wall != NULL ? v3_scale(gravel_wall_rate(wall, at->t), wall->axis) : at->omega[j];
    const bool bound_i = !gravel_md_is_free(md, i), bound_j = j < 0 || !gravel_md_is_free(md, j);
    *attached = !bound_i ? other : bound_j ? v3_sub(other, at->omega[i]) : at->omega[i];
    return v3_reject(v3_sub(at->omega[i], other), normal);
}

double
gravel_md_normal_spin(const struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
                      const struct gravel_md_geometry *m)
{
    if (!md->system.material.rotation)
        return 0.0;
    if (j < 0) {
        const struct gravel_wall *wall = &md->system.walls[-1 - j];
        return gravel_wall_rate(wall, at->t) * v3_dot(wall->axis, m->normal);
    }
    const struct vec3 spin = v3_axpy(v3_scale(m->arm_i, at->omega[i]), m->arm_j, at->omega[j]);
    return v3_dot(spin, m->normal) / (m->arm_i + m->arm_j);
}

double
gravel_md_work(const struct gravel_md *md, int32_t i, int32_t j, const struct gravel_md_geometry *m, struct vec3 force)
{
    if (j >= 0 && !gravel_md_is_free(md, i) && !gravel_md_is_free(md, j))
        return v3_dot(force, v3_sub(m->velocity_j, m->velocity_i));
    if (j < 0 || !gravel_md_is_free(md, j))
        return v3_dot(force, m->velocity_j);
    return !gravel_md_is_free(md, i) ? -v3_dot(force, m->velocity_i) : force.x * m->image_slip;
}

double
gravel_md_rolling_work(const struct gravel_md *md, int32_t i, int32_t j, struct vec3 torque, struct vec3 attached)
{
    if (j < 0 || !gravel_md_is_free(md, j))
        return v3_dot(torque, attached);
    return !gravel_md_is_free(md, i) ? -v3_dot(torque, attached) : 0.0;
}
