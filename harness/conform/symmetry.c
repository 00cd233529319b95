/* Pairs of systems that a symmetry of mechanics turns into each other (M.boost in the field's list of checks). */
#include "harness/conform/trials.h"
#include "harness/conform/world.h"

#include <math.h>

enum { CLOUD = 4 };
static const double duration = 0.02, contact_time = 1.0e-3, diameter = 0.018;
static const double mesh = 0.025; /* of the cloud's lattice [m] */

/* A change of a system, and what takes the states of the changed one at time t back. */
struct change {
    void (*apply)(struct gravel_system *system);
    void (*undo)(const struct gravel_system *system, struct gravel_particle *particles, double t);
};

/* The largest distance between the states of a cloud and those of the changed one, taken back, in diameters. */
static enum gravel_status
compare(const struct gravel_engine_ops *ops, struct gravel_system *cloud, const struct change *change,
        double *deviation, struct gravel_error *error)
{
    struct gravel_particle plain[CLOUD], changed[CLOUD];
    const struct gravel_box box = cloud->box;
    enum gravel_status status = gravel_trial_run(ops, cloud, duration, plain, error);
    const double slower = cloud->material.contact_time;
    if (status != GRAVEL_OK)
        return status;
    change->apply(cloud);
    const double t = duration * cloud->material.contact_time / slower;
    status = gravel_trial_run(ops, cloud, t, changed, error);
    if (status != GRAVEL_OK)
        return status;
    change->undo(cloud, changed, t);
    *deviation = 0.0;
    for (size_t k = 0; k < CLOUD; k++)
        *deviation = fmax(*deviation, v3_norm(gravel_box_separation(&box, plain[k].x, changed[k].x)) / diameter);
    return GRAVEL_OK;
}

static enum gravel_status
compare_cloud(const struct gravel_engine_ops *ops, int dimension, const struct change *change, double *deviation,
              struct gravel_error *error)
{
    struct gravel_system cloud;
    enum gravel_status status = gravel_world_cloud(&cloud, dimension, CLOUD, 0.9, contact_time, error);
    if (status == GRAVEL_OK)
        status = compare(ops, &cloud, change, deviation, error);
    gravel_system_free(&cloud);
    return status;
}

/* Along the axes of the dimension. */
static struct vec3
in_dimension(int dimension, struct vec3 v)
{
    return v3(dimension > 1 ? v.x : 0.0, dimension > 2 ? v.y : 0.0, v.z);
}

static struct vec3
frame(const struct gravel_system *system)
{
    return in_dimension(system->dimension, v3(0.7, -0.4, 1.1));
}

static void
begin_boost(struct gravel_system *system)
{
    for (size_t k = 0; k < CLOUD; k++)
        system->particles[k].v = v3_add(system->particles[k].v, frame(system));
}

static void
end_boost(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    for (size_t k = 0; k < CLOUD; k++)
        particles[k].x = v3_axpy(particles[k].x, -t, frame(system));
}

static enum gravel_status
boost(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare_cloud(ops, dimension, &(struct change){begin_boost, end_boost}, deviation, error);
}

/* Rotation by the angle about an axis normal to the plane of x and z, or in space about (1, 2, 3) (Rodrigues). */
static struct vec3
rotate(int dimension, double angle, struct vec3 v)
{
    const struct vec3 axis = dimension == 2 ? v3(0, 1, 0) : v3_scale(1.0 / sqrt(14.0), v3(1, 2, 3));
    const struct vec3 across = v3_axpy(v3_scale(cos(angle), v), sin(angle), v3_cross(axis, v));
    return v3_axpy(across, (1.0 - cos(angle)) * v3_dot(axis, v), axis);
}

static const double angle = 0.7;

static void
begin_rotation(struct gravel_system *system)
{
    for (size_t k = 0; k < CLOUD; k++) {
        system->particles[k].x = rotate(system->dimension, angle, system->particles[k].x);
        system->particles[k].v = rotate(system->dimension, angle, system->particles[k].v);
    }
}

static void
end_rotation(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    (void)t;
    for (size_t k = 0; k < CLOUD; k++)
        particles[k].x = rotate(system->dimension, -angle, particles[k].x);
}

static enum gravel_status
rotation(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare_cloud(ops, dimension, &(struct change){begin_rotation, end_rotation}, deviation, error);
}

static void
reverse(struct gravel_particle *particles)
{
    for (size_t i = 0, j = CLOUD - 1; i < j; i++, j--) {
        const struct gravel_particle p = particles[i];
        particles[i] = particles[j];
        particles[j] = p;
    }
}

static void
begin_order(struct gravel_system *system)
{
    reverse(system->particles);
}

static void
end_order(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    (void)system;
    (void)t;
    reverse(particles);
}

static enum gravel_status
order(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare_cloud(ops, dimension, &(struct change){begin_order, end_order}, deviation, error);
}

/* On a line the mirror image has the other order, too. */
static void
begin_mirror(struct gravel_system *system)
{
    for (size_t k = 0; k < CLOUD; k++) {
        system->particles[k].x.z *= -1.0;
        system->particles[k].v.z *= -1.0;
    }
    if (system->dimension == 1)
        reverse(system->particles);
}

static void
end_mirror(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    (void)t;
    for (size_t k = 0; k < CLOUD; k++)
        particles[k].x.z *= -1.0;
    if (system->dimension == 1)
        reverse(particles);
}

static enum gravel_status
mirror(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare_cloud(ops, dimension, &(struct change){begin_mirror, end_mirror}, deviation, error);
}

/* Lengths times 100, times 10 times as long, masses as at equal density. */
static const double longer = 100.0, slower = 10.0;

static void
begin_units(struct gravel_system *system)
{
    system->material.contact_time *= slower;
    for (size_t k = 0; k < CLOUD; k++) {
        struct gravel_particle *p = &system->particles[k];
        p->x = v3_scale(longer, p->x);
        p->v = v3_scale(longer / slower, p->v);
        p->radius *= longer;
        p->mass *= pow(longer, 3.0);
        p->inertia = gravel_inertia(system->dimension, p->mass, p->radius);
    }
}

static void
end_units(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    (void)system;
    (void)t;
    for (size_t k = 0; k < CLOUD; k++)
        particles[k].x = v3_scale(1.0 / longer, particles[k].x);
}

static enum gravel_status
units(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return compare_cloud(ops, dimension, &(struct change){begin_units, end_units}, deviation, error);
}

/* A third of a box along every axis that is periodic. */
static struct vec3
shift(const struct gravel_system *system)
{
    return in_dimension(system->dimension, v3_scale(1.0 / 3.0, v3_sub(system->box.high, system->box.low)));
}

/* The number of lengths of the box by which x is outside of it is taken off. */
static double
wrap(double x, double low, double high)
{
    return x - (high - low) * floor((x - low) / (high - low));
}

static void
begin_images(struct gravel_system *system)
{
    const struct vec3 low = system->box.low, high = system->box.high;
    for (size_t k = 0; k < CLOUD; k++) {
        const struct vec3 x = v3_add(system->particles[k].x, shift(system));
        system->particles[k].x = in_dimension(
            system->dimension, v3(wrap(x.x, low.x, high.x), wrap(x.y, low.y, high.y), wrap(x.z, low.z, high.z)));
    }
}

static void
end_images(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    (void)t;
    for (size_t k = 0; k < CLOUD; k++)
        particles[k].x = v3_sub(particles[k].x, shift(system));
}

/* A periodic box around the cloud: some codes ask for more than two diameters. */
static enum gravel_status
images(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    struct gravel_system cloud;
    enum gravel_status status = gravel_world_cloud(&cloud, dimension, CLOUD, 0.9, contact_time, error);
    if (status == GRAVEL_OK) {
        const double side = mesh * CLOUD;
        cloud.box = (struct gravel_box){.periodic = {dimension > 1, dimension > 2, true}};
        cloud.box.low = v3_scale(-0.5 * mesh, v3(1, 1, 1));
        cloud.box.high = v3_add(cloud.box.low, v3_scale(side, v3(1, 1, 1)));
        status = compare(ops, &cloud, &(struct change){begin_images, end_images}, deviation, error);
    }
    gravel_system_free(&cloud);
    return status;
}

#define ALL GRAVEL_TRIAL_ALL

/* Rounding grows in a few collisions; a difference of physics is larger by far. */
const struct gravel_trial gravel_symmetry_trials[] = {
    {"boost", "four bodies in a moving frame: distance, in diameters", ALL, 1, 1e-6, 1e-8, boost},
    {"rotation", "the same rotated", ALL, 2, 1e-6, 1e-8, rotation},
    {"mirror", "the same mirrored", ALL, 1, 1e-6, 1e-8, mirror},
    {"order", "the same in another order", ALL, 2, 1e-6, 1e-8, order},
    {"units", "the same with other units of length, mass and time", ALL, 1, 1e-6, 1e-8, units},
    {"images", "the same shifted in a periodic box", ALL, 1, 1e-6, 1e-8, images},
    {0},
};
