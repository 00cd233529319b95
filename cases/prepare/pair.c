/* Two bodies on a straight course to one collision: the first particle and the second, or a single particle and
 * the first wall.  The line of centres at contact (the wall's axis) is z in one and two dimensions as in three,
 * and the collision angle lies between it and the relative velocity: sin(angle) = impact parameter/(s1 + s2). */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"

#include <string.h>

static const struct gravel_key options[] = {
    {"speed", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN, "m/s", 0, INFINITY, NULL, NULL,
     "relative speed before the collision"},
    {"angle", GRAVEL_TYPE_REAL, GRAVEL_BELOW_MAX, "deg", 0, 90, "0", NULL,
     "angle between the relative velocity and the line of centres (or the wall's normal) at contact"},
    {"gap", GRAVEL_TYPE_REAL, 0, "m", 0, INFINITY, "0", NULL,
     "distance between the surfaces that closes along the normal"},
    {"first", GRAVEL_TYPE_TEXT, GRAVEL_OPTIONAL, NULL, 0, 0, NULL, NULL,
     "species of the first body, of several; bodies that do not meet wait at rest beside the others, a hundred radii "
     "apart"},
    {"second", GRAVEL_TYPE_TEXT, GRAVEL_OPTIONAL, NULL, 0, 0, NULL, NULL,
     "species of the second body, or name of a wall; together with first"},
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

/* The bodies that meet: two particles, or one and a wall. */
struct sides {
    struct gravel_particle *a, *b; /* b: NULL at a wall */
    const struct gravel_wall *wall;
};

/* The first particle of the species `name` other than `taken`; NULL when there is none. */
static struct gravel_particle *
find_body(struct gravel_system *system, const char *name, const struct gravel_particle *taken)
{
    for (size_t k = 0; k < system->n_particles; k++) {
        struct gravel_particle *p = &system->particles[k];
        if (p != taken && strcmp(system->species_name[p->species], name) == 0)
            return p;
    }
    return NULL;
}

static enum gravel_status
choose_named(struct gravel_system *system, const struct gravel_options *o, struct sides *sides,
             struct gravel_error *error)
{
    const char *first = gravel_options_text(o, "first"), *second = gravel_options_text(o, "second");
    if (!gravel_options_has(o, "first") || !gravel_options_has(o, "second"))
        return gravel_fail(error, GRAVEL_INPUT, "prepare.pair: found one of first and second, allowed both or none");
    if (system->dimension == 1)
        return gravel_prepare_refuse(error, "pair", "first", "found in one dimension, where no body can stand aside");
    if ((sides->a = find_body(system, first, NULL)) == NULL)
        return gravel_prepare_refuse(error, "pair", "first", "found %s, allowed the name of a species", first);
    sides->b = find_body(system, second, sides->a);
    for (size_t w = 0; w < system->n_walls && sides->b == NULL; w++)
        if (strcmp(system->walls[w].name, second) == 0)
            sides->wall = &system->walls[w];
    if (sides->b == NULL && sides->wall == NULL)
        return gravel_prepare_refuse(error, "pair", "second",
                                     "found %s, allowed the name of a species with another particle, or of a wall",
                                     second);
    return GRAVEL_OK;
}

static enum gravel_status
choose(struct gravel_system *system, const struct gravel_options *o, struct sides *sides, struct gravel_error *error)
{
    const bool wall = system->n_particles == 1 && system->n_walls > 0;
    *sides = (struct sides){NULL};
    if (gravel_options_has(o, "first") || gravel_options_has(o, "second"))
        return choose_named(system, o, sides, error);
    if (!wall && system->n_particles != 2)
        return gravel_fail(error, GRAVEL_INPUT,
                           "prepare.pair: needs two particles, or one and a wall; found %zu and %zu",
                           system->n_particles, system->n_walls);
    *sides = (struct sides){
        .a = &system->particles[0], .b = wall ? NULL : &system->particles[1], .wall = wall ? &system->walls[0] : NULL};
    return GRAVEL_OK;
}

/* Bodies that do not meet stand in a row beside the foot of the normal. */
static void
stand_aside(struct gravel_system *system, const struct sides *sides, struct vec3 foot, struct vec3 n)
{
    double radius = 0.0, place = 1.0;
    for (size_t k = 0; k < system->n_particles; k++)
        radius = fmax(radius, system->particles[k].radius);
    for (size_t k = 0; k < system->n_particles; k++) {
        struct gravel_particle *p = &system->particles[k];
        if (p == sides->a || p == sides->b)
            continue;
        p->x = v3_axpy(v3_axpy(foot, 100.0 * radius, n), 100.0 * radius * place, tangent_to(n));
        place += 1.0;
    }
}

/* A spin of a body that does not turn, or of one that is not there. */
static enum gravel_status
check_spins(const struct gravel_system *system, const struct gravel_options *o, bool wall, struct gravel_error *error)
{
    static const char *const names[] = {"spin", "spin_second"};
    for (int k = 0; k < 2; k++) {
        const struct vec3 spin = gravel_options_vec3(o, names[k]);
        if (v3_norm2(spin) > 0.0 && !system->material.rotation)
            return gravel_prepare_refuse(error, "pair", names[k],
                                         "found [%g, %g, %g] rad/s without rotation, allowed with material.rotation",
                                         spin.x, spin.y, spin.z);
        if (k == 1 && v3_norm2(spin) > 0.0 && wall)
            return gravel_prepare_refuse(error, "pair", names[k],
                                         "found [%g, %g, %g] rad/s at a wall, allowed with two particles", spin.x,
                                         spin.y, spin.z);
    }
    return GRAVEL_OK;
}

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    (void)seed;
    struct sides sides;
    enum gravel_status status = choose(system, o, &sides, error);
    if (status == GRAVEL_OK)
        status = check_spins(system, o, sides.b == NULL, error);
    if (status != GRAVEL_OK)
        return status;
    const double angle = gravel_options_real(o, "angle") * M_PI / 180.0;
    if (system->dimension == 1 && angle != 0.0)
        return gravel_prepare_refuse(error, "pair", "angle", "found %g deg, only 0 is possible in one dimension",
                                     gravel_options_real(o, "angle"));
    struct gravel_particle *a = sides.a, *b = sides.b;
    const bool wall = b == NULL;
    const struct vec3 n = wall ? sides.wall->axis : v3(0, 0, 1);
    const struct vec3 foot = wall ? sides.wall->origin : v3(0, 0, 0);
    stand_aside(system, &sides, foot, n);
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
