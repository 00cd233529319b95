#include "engines/ed/collision.h"

#include <float.h>

/* Velocity of a's surface relative to b's at the contact point; n points from b to a. */
static struct vec3
slip(const struct gravel_collider *a, const struct gravel_collider *b, struct vec3 n)
{
    const struct vec3 va = v3_axpy(a->v, -a->radius, v3_cross(a->omega, n));
    const struct vec3 vb = v3_axpy(b->v, b->radius, v3_cross(b->omega, n));
    return v3_sub(va, vb);
}

/* Apply the impulse p to the body, at `arm` from its centre. */
static void
push(struct gravel_collider *body, struct vec3 p, struct vec3 arm)
{
    body->v = v3_axpy(body->v, body->inverse_mass, p);
    if (body->inverse_inertia > 0.0)
        body->omega = v3_axpy(body->omega, body->inverse_inertia, v3_cross(arm, p));
}

double
gravel_collision_approach(const struct gravel_collider *a, const struct gravel_collider *b, struct vec3 n)
{
    return v3_dot(v3_sub(b->v, a->v), n);
}

void
gravel_collision_part(struct gravel_collider *a, struct gravel_collider *b, struct vec3 n)
{
    const double speed = 8.0 * DBL_EPSILON * (v3_norm(a->v) + v3_norm(b->v));
    const double share = speed / (a->inverse_mass + b->inverse_mass);
    a->v = v3_axpy(a->v, share * a->inverse_mass, n);
    b->v = v3_axpy(b->v, -share * b->inverse_mass, n);
}

/* Normal impulse m (1 + e_n) u_n with 1/m = 1/m1 + 1/m2; tangential impulse -m_t (1 - e_t) u_t with
 * 1/m_t = 1/m + s1^2/I1 + s2^2/I2, which is 7/2 1/m for equal homogeneous spheres and 3/m for disks. */
struct gravel_impact
gravel_collision(struct gravel_collider *a, struct gravel_collider *b, struct vec3 n, double restitution,
                 double tangential, double friction)
{
    struct gravel_impact impact = {.approach = gravel_collision_approach(a, b, n)};
    if (impact.approach <= 0.0)
        return impact;
    /* The length of n differs from 1 by rounding, whose mean is not zero; the factor corrects this to first order.
     * Otherwise the energy of an elastic gas drifts by 3e-16 a collision. */
    const double u_n = impact.approach * (2.0 - v3_norm2(n));
    const double mass = 1.0 / (a->inverse_mass + b->inverse_mass);
    impact.impulse = mass * (1.0 + restitution) * u_n;
    impact.dissipated = 0.5 * mass * (1.0 - restitution) * (1.0 + restitution) * u_n * u_n;

    struct vec3 p = v3_scale(impact.impulse, n);
    if (tangential != 1.0) {
        const struct vec3 u_t = v3_reject(slip(a, b, n), n);
        const double speed = v3_norm(u_t);
        const double mass_t = 1.0 / (1.0 / mass + a->radius * a->radius * a->inverse_inertia +
                                     b->radius * b->radius * b->inverse_inertia);
        double p_t = mass_t * (1.0 - tangential) * speed;
        if (friction > 0.0 && p_t > friction * impact.impulse)
            p_t = friction * impact.impulse;
        if (p_t > 0.0)
            p = v3_axpy(p, -p_t / speed, u_t);
        impact.dissipated += p_t * (speed - 0.5 * p_t / mass_t);
    }
    if (a->inverse_mass == 0.0)
        impact.work = -v3_dot(p, a->v);
    else if (b->inverse_mass == 0.0)
        impact.work = v3_dot(p, b->v);
    impact.push = p;
    push(a, p, v3_scale(-a->radius, n));
    push(b, v3_scale(-1.0, p), v3_scale(b->radius, n));
    return impact;
}
