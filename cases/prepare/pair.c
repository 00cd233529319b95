/* Two bodies on a straight course to one collision: the first particle and the second, or a single particle and
 * the first wall.  The line of centres at contact (the wall's axis) is z in one and two dimensions as in three,
 * and the collision angle lies between it and the relative velocity: sin(angle) = impact parameter/(s1 + s2). */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"

static const struct gravel_key options[] = {
    {"speed", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN, "m/s", 0, INFINITY, NULL, NULL,
     "relative speed before the collision"},
    {"angle", GRAVEL_TYPE_REAL, GRAVEL_BELOW_MAX, "deg", 0, 90, "0", NULL,
     "angle between the relative velocity and the line of centres (or the wall's normal) at contact"},
    {"gap", GRAVEL_TYPE_REAL, 0, "m", 0, INFINITY, "0", NULL,
     "distance between the surfaces that closes along the normal"},
    {"spin", GRAVEL_TYPE_VEC3, 0, "rad/s", 0, 0, "[0, 0, 0]", NULL, "angular velocity of the first particle"},
    {"spin_second", GRAVEL_TYPE_VEC3, 0, "rad/s", 0, 0, "[0, 0, 0]", NULL, "angular velocity of the second particle"},
    {0},
};

/* A unit vector normal to n, in the (x, z) plane when n lies there. */
static struct vec3
tangent_to(struct vec3 n)
{
    const struct vec3 t = v3_cross(v3(0, 1, 0), n);
    return v3_norm2(t) > 0.01 ? v3_unit(t) : v3_unit(v3_cross(n, v3(1, 0, 0)));
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    (void)seed;
    const bool wall = system->n_particles == 1 && system->n_walls > 0;
    if (!wall && system->n_particles != 2)
        return gravel_fail(error, GRAVEL_INPUT,
                           "prepare.pair: needs two particles, or one and a wall; found %zu and %zu",
                           system->n_particles, system->n_walls);
    const double angle = gravel_options_real(o, "angle") * M_PI / 180.0;
    if (system->dimension == 1 && angle != 0.0)
        return gravel_prepare_refuse(error, "pair", "angle", "found %g deg, only 0 is possible in one dimension",
                                     gravel_options_real(o, "angle"));
    struct gravel_particle *a = &system->particles[0], *b = wall ? NULL : &system->particles[1];
    const struct vec3 n = wall ? system->walls[0].axis : v3(0, 0, 1);
    const struct vec3 foot = wall ? system->walls[0].origin : v3(0, 0, 0);
    const double speed = gravel_options_real(o, "speed");
    struct vec3 u = v3_scale(-speed * cos(angle), n);
    if (angle != 0.0)
        u = v3_axpy(u, speed * sin(angle), tangent_to(n));
    const double tau = gravel_options_real(o, "gap") / (speed * cos(angle));
    const double share = wall ? 1.0 : b->mass / (a->mass + b->mass); /* the pair's centre of mass rests */

    a->v = v3_scale(share, u);
    a->x = v3_axpy(v3_axpy(foot, a->radius, n), -tau, a->v);
    if (system->material.rotation)
        a->omega = gravel_options_vec3(o, "spin");
    if (b != NULL) {
        b->v = v3_scale(share - 1.0, u);
        b->x = v3_axpy(v3_axpy(foot, -b->radius, n), -tau, b->v);
        if (system->material.rotation)
            b->omega = gravel_options_vec3(o, "spin_second");
    }
    return GRAVEL_OK;
}

const struct gravel_prepare_ops gravel_prepare_pair = {
    .name = "pair",
    .what = "Two bodies, or one and the first wall, that approach one collision.",
    .reference = "S3 Sec. 3.1, S1 Sec. 2",
    .options = options,
    .fill = fill,
};
