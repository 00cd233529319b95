/* The collision rule of hard spheres against its conservation laws. */
#include "engines/ed/collision.h"
#include "tests/unit/ed_helper.h"

static struct vec3
spin_about(const struct gravel_collider *c, struct vec3 x)
{
    const struct vec3 orbital = v3_scale(1.0 / c->inverse_mass, v3_cross(x, c->v));
    return v3_axpy(orbital, 1.0 / c->inverse_inertia, c->omega);
}

static double
kinetic(const struct gravel_collider *c)
{
    return 0.5 * v3_norm2(c->v) / c->inverse_mass + 0.5 * v3_norm2(c->omega) / c->inverse_inertia;
}

/* S1's rule for spheres: conserves momentum and angular momentum, loses
 * (mu/2) [(1 - e_n^2) u_n^2 + (2/7)(1 - e_t^2) u_t^2], turns u_n into -e_n u_n and u_t into e_t u_t. */
static void
collision_conserves_momenta_and_loses_the_closed_energy(void **state)
{
    (void)state;
    gsl_rng *rng = gravel_rng_create(1, "collision", 0);
    for (int k = 0; k < 1000; k++) {
        const double m1 = 0.1 + gsl_rng_uniform(rng), m2 = 0.1 + gsl_rng_uniform(rng);
        const double s1 = 0.1 + gsl_rng_uniform(rng), s2 = 0.1 + gsl_rng_uniform(rng);
        const double e_n = gsl_rng_uniform(rng), e_t = 2.0 * gsl_rng_uniform(rng) - 1.0;
        struct gravel_collider a = {random_vector(rng), random_vector(rng), s1, 1.0 / m1, 2.5 / (m1 * s1 * s1)};
        struct gravel_collider b = {random_vector(rng), random_vector(rng), s2, 1.0 / m2, 2.5 / (m2 * s2 * s2)};
        struct vec3 n = v3_unit(random_vector(rng));
        if (gravel_collision_approach(&a, &b, n) < 0.0)
            n = v3_scale(-1.0, n);
        const struct vec3 xa = v3_scale(s1, n), xb = v3_scale(-s2, n);
        const struct vec3 p0 = v3_add(v3_scale(m1, a.v), v3_scale(m2, b.v));
        const struct vec3 l0 = v3_add(spin_about(&a, xa), spin_about(&b, xb));
        const double k0 = kinetic(&a) + kinetic(&b);
        struct vec3 u0 = v3_sub(v3_axpy(a.v, -s1, v3_cross(a.omega, n)), v3_axpy(b.v, s2, v3_cross(b.omega, n)));
        const struct gravel_impact impact = gravel_collision(&a, &b, n, e_n, e_t, 0.0);
        const struct vec3 p1 = v3_add(v3_scale(m1, a.v), v3_scale(m2, b.v));
        const struct vec3 l1 = v3_add(spin_about(&a, xa), spin_about(&b, xb));
        const struct vec3 u1 = v3_sub(v3_axpy(a.v, -s1, v3_cross(a.omega, n)), v3_axpy(b.v, s2, v3_cross(b.omega, n)));
        near("momentum", v3_norm(v3_sub(p1, p0)), 0.0, 1e-14);
        near("angular momentum", v3_norm(v3_sub(l1, l0)), 0.0, 1e-14);
        const double mu = m1 * m2 / (m1 + m2), un = v3_dot(u0, n), ut2 = v3_norm2(v3_reject(u0, n));
        const double loss = 0.5 * mu * ((1 - e_n * e_n) * un * un + 2.0 / 7.0 * (1 - e_t * e_t) * ut2);
        near("energy", k0 - kinetic(&a) - kinetic(&b), loss, 1e-14);
        near("dissipated", impact.dissipated, loss, 1e-14);
        near("normal", v3_dot(u1, n), -e_n * un, 1e-14);
        near("tangential", v3_norm(v3_axpy(v3_reject(u1, n), -e_t, v3_reject(u0, n))), 0.0, 1e-14);
    }
    gsl_rng_free(rng);
}

/* Sliding: the tangential impulse is friction times the normal one, against the slip, and energy balances. */
static void
friction_limits_the_tangential_impulse(void **state)
{
    (void)state;
    struct gravel_collider a = {v3(1.0, 0, -2.385), v3(0, 3.0, 0), 0.5, 1.0 / 2.0, 2.5 / (2.0 * 0.25)};
    struct gravel_collider floor = {.v = v3(0, 0, 0)};
    const double k0 = kinetic(&a);
    const struct gravel_impact impact = gravel_collision(&a, &floor, v3(0, 0, 1), 0.8, -1.0, 0.05);
    /* Slip of the lowest point: 1 - omega_y s = -0.5, so friction pushes forward. */
    near("p_t", 2.0 * (a.v.x - 1.0), 0.05 * 2.0 * 1.8 * 2.385, 1e-14);
    near("energy", k0 - kinetic(&a), impact.dissipated, 1e-14);
    near("work", impact.work, 0.0, 0.0);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(collision_conserves_momenta_and_loses_the_closed_energy),
        cmocka_unit_test(friction_limits_the_tangential_impulse),
    };
    return cmocka_run_group_tests_name("ed collision", tests, NULL, NULL);
}
