/* Small systems whose motion is known in closed form, or keeps a sum. */
#include "harness/conform/trials.h"
#include "harness/conform/world.h"

#include <math.h>

static const double gap = 1.0e-3, speed = 1.0, contact_time = 1.0e-3, diameter = 0.01;
enum { CLOUD = 4 };

static enum gravel_status
finish(struct gravel_system *system, enum gravel_status status)
{
    gravel_system_free(system);
    return status;
}

/* Two bodies that never meet, below gravity g [m/s^2]. */
static enum gravel_status
part(const struct gravel_engine_ops *ops, int dimension, double g, double *deviation, struct gravel_error *error)
{
    static const double t = 0.0512345;
    struct gravel_system system;
    struct gravel_particle end[2];
    enum gravel_status status = gravel_world_pair(&system, dimension, 0.9, contact_time, gap, -speed, error);
    if (status != GRAVEL_OK)
        return finish(&system, status);
    system.gravity.z = -g;
    if (dimension > 1)
        system.particles[1].v.x = 0.3 * speed;
    if (dimension > 2)
        system.particles[0].v.y = -0.7 * speed;
    status = gravel_trial_run(ops, &system, t, end, error);
    *deviation = 0.0;
    for (size_t k = 0; k < 2; k++) {
        const struct gravel_particle *p = &system.particles[k];
        const struct vec3 x = v3_axpy(v3_axpy(p->x, t, p->v), 0.5 * t * t, system.gravity);
        *deviation = fmax(*deviation, v3_norm(v3_sub(end[k].x, x)) / diameter);
    }
    return finish(&system, status);
}

static enum gravel_status
flight(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return part(ops, dimension, 0.0, deviation, error);
}

static enum gravel_status
parabola(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return part(ops, dimension, 9.81, deviation, error);
}

/* Collide two equal bodies of restitution e; the restitution that was realised, and the time from the touch to the end
 * of a contact after which the bodies are where they are. */
static enum gravel_status
collide(const struct gravel_engine_ops *ops, int dimension, double e, double *realised, double *duration,
        struct gravel_error *error)
{
    const double t = 4.0e-3;
    struct gravel_system system;
    struct gravel_particle end[2];
    enum gravel_status status = gravel_world_pair(&system, dimension, e, contact_time, gap, speed, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &system, t, end, error);
    if (status == GRAVEL_OK) {
        const double apart = end[1].v.z - end[0].v.z;
        *realised = apart / speed;
        *duration = t - gap / speed - (end[1].x.z - end[0].x.z - diameter) / apart;
    }
    return finish(&system, status);
}

static enum gravel_status
restitution(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    static const double asked[] = {0.9, 0.4};
    *deviation = 0.0;
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        double realised, duration;
        const enum gravel_status status = collide(ops, dimension, asked[k], &realised, &duration, error);
        if (status != GRAVEL_OK)
            return status;
        *deviation = fmax(*deviation, fabs(realised - asked[k]));
    }
    return GRAVEL_OK;
}

static enum gravel_status
duration_of_contact(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    double realised, duration;
    const enum gravel_status status = collide(ops, dimension, 0.9, &realised, &duration, error);
    if (status == GRAVEL_OK)
        *deviation = fabs(duration / contact_time - 1.0);
    return status;
}

/* Run a cloud without walls and hand its states before and after to `compare`. */
static enum gravel_status
run_cloud(const struct gravel_engine_ops *ops, int dimension, double e,
          double (*compare)(const struct gravel_particle *before, const struct gravel_particle *after, size_t n),
          double *deviation, struct gravel_error *error)
{
    struct gravel_system system;
    struct gravel_particle end[CLOUD];
    enum gravel_status status = gravel_world_cloud(&system, dimension, CLOUD, e, contact_time, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &system, 0.05, end, error);
    if (status == GRAVEL_OK)
        *deviation = compare(system.particles, end, CLOUD);
    return finish(&system, status);
}

static enum gravel_status
energy(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return run_cloud(ops, dimension, 1.0, gravel_world_energy_change, deviation, error);
}

static enum gravel_status
momentum(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    return run_cloud(ops, dimension, 0.8, gravel_world_momentum_change, deviation, error);
}

static struct vec3
angular_momentum(const struct gravel_particle *p, size_t n)
{
    struct vec3 sum = {0};
    for (size_t k = 0; k < n; k++)
        sum = v3_axpy(v3_axpy(sum, p[k].mass, v3_cross(p[k].x, p[k].v)), p[k].inertia, p[k].omega);
    return sum;
}

/* A rough pair whose centres pass at half a diameter: its states before and after into pair[0] and pair[1]. */
static enum gravel_status
collide_rough(const struct gravel_engine_ops *ops, int dimension, double tangential, struct gravel_particle pair[2][2],
              struct gravel_error *error)
{
    struct gravel_system system;
    enum gravel_status status = gravel_world_pair(&system, dimension, 0.9, 0.1 * contact_time, gap, speed, error);
    if (status == GRAVEL_OK) {
        system.material.rotation = true;
        system.material.tangential_restitution = tangential;
        system.particles[1].x.x = 0.5 * diameter;
        for (size_t k = 0; k < 2; k++)
            pair[0][k] = system.particles[k];
        status = gravel_trial_run(ops, &system, 4.0e-3, pair[1], error);
    }
    return finish(&system, status);
}

static enum gravel_status
spin(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    struct gravel_particle pair[2][2];
    const enum gravel_status status = collide_rough(ops, dimension, 0.5, pair, error);
    if (status == GRAVEL_OK)
        *deviation = v3_norm(v3_sub(angular_momentum(pair[1], 2), angular_momentum(pair[0], 2))) /
                     (pair[0][1].mass * speed * diameter);
    return status;
}

/* Hard spheres: the impulse (1 - e_t) m_red u_t / factor turns both bodies, u_t = v/2 at this distance of centres. */
static enum gravel_status
tangential(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    const double e_t = 0.5;
    struct gravel_particle pair[2][2];
    const enum gravel_status status = collide_rough(ops, dimension, e_t, pair, error);
    if (status == GRAVEL_OK) {
        const struct gravel_particle *p = &pair[0][0];
        const double impulse = (1.0 - e_t) * 0.5 * p->mass * 0.5 * speed / gravel_tangential_factor(dimension, true);
        const double expected = impulse * p->radius / p->inertia;
        *deviation =
            fmax(fabs(fabs(pair[1][0].omega.y) - expected), fabs(fabs(pair[1][1].omega.y) - expected)) / expected;
    }
    return status;
}

/* One body above a floor at z = 0, with gravity g; the caller frees the system. */
static enum gravel_status
above_floor(struct gravel_system *system, int dimension, double t_c, double g, double v, struct gravel_error *error)
{
    enum gravel_status status = gravel_world_pair(system, dimension, 0.9, t_c, gap, v, error);
    if (status == GRAVEL_OK)
        status = gravel_system_resize(system, 1, error);
    if (status == GRAVEL_OK)
        status = gravel_world_floor(system, 0.0, g, error);
    if (status == GRAVEL_OK) {
        system->particles[0].x.z = system->particles[0].radius + gap;
        system->particles[0].v.z = -v;
    }
    return status;
}

/* The speed at the touch follows from the energy above it, before and after. */
static enum gravel_status
floor_at_rest(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    const double g = 9.81;
    struct gravel_system system;
    struct gravel_particle end;
    enum gravel_status status = above_floor(&system, dimension, contact_time, g, speed, error);
    if (status == GRAVEL_OK)
        status = gravel_trial_run(ops, &system, 5.0e-3, &end, error);
    if (status == GRAVEL_OK) {
        const double before = sqrt(speed * speed + 2.0 * g * gap);
        const double after = sqrt(end.v.z * end.v.z + 2.0 * g * (end.x.z - end.radius));
        *deviation = fabs(after / before - system.material.restitution);
    }
    return finish(&system, status);
}

/* Without gravity the component along the floor is kept. */
static enum gravel_status
tilted_floor(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    const struct vec3 n = v3(sin(0.5), 0, cos(0.5)), along = v3(cos(0.5), 0, -sin(0.5));
    struct gravel_system system;
    struct gravel_particle end;
    enum gravel_status status = above_floor(&system, dimension, contact_time, 0.0, speed, error);
    if (status == GRAVEL_OK) {
        struct gravel_particle *p = &system.particles[0];
        system.walls[0].axis = n;
        system.walls[0].edge = along;
        p->x = v3_scale(p->radius + gap, n);
        p->v = v3_axpy(v3_scale(-speed, n), 0.5 * speed, along);
        status = gravel_trial_run(ops, &system, 4.0e-3, &end, error);
    }
    if (status == GRAVEL_OK) {
        const struct vec3 v = v3_axpy(v3_scale(system.material.restitution * speed, n), 0.5 * speed, along);
        *deviation = v3_norm(v3_sub(end.v, v)) / speed;
    }
    return finish(&system, status);
}

static enum gravel_status
moving_floor(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    struct gravel_system system;
    struct gravel_particle end;
    enum gravel_status status = above_floor(&system, dimension, contact_time, 0.0, 0.0, error);
    if (status == GRAVEL_OK) {
        system.walls[0].motion.velocity.z = speed;
        status = gravel_trial_run(ops, &system, 4.0e-3, &end, error);
    }
    if (status == GRAVEL_OK)
        *deviation = fabs(end.v.z / speed - (1.0 + system.material.restitution));
    return finish(&system, status);
}

/* The time at which a body of speed v, `height` above the mean of the floor, touches it: by bisection of the distance,
 * which falls all the time since v is above the floor's speed. */
static double
time_of_touch(const struct gravel_wall *floor, double height, double v)
{
    double low = 0.0, high = 2.0 * height / v;
    for (int k = 0; k < 100; k++) {
        const double t = 0.5 * (low + high);
        *(height - v * t > gravel_wall_shift(floor, t).z ? &low : &high) = t;
    }
    return low;
}

/* A contact so short that the floor's velocity changes by 1 % of the body's. */
static enum gravel_status
vibrating_floor(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    struct gravel_system system;
    struct gravel_particle end;
    enum gravel_status status = above_floor(&system, dimension, 0.1 * contact_time, 0.0, speed, error);
    if (status == GRAVEL_OK) {
        struct gravel_motion *motion = &system.walls[0].motion;
        motion->amplitude = 0.5 * gap;
        motion->angular_frequency = 400.0;
        motion->phase = 0.7;
        status = gravel_trial_run(ops, &system, 4.0e-3, &end, error);
    }
    if (status == GRAVEL_OK) {
        const double e = system.material.restitution;
        const double w = gravel_wall_velocity(&system.walls[0], time_of_touch(&system.walls[0], gap, speed)).z;
        *deviation = fabs(end.v.z - ((1.0 + e) * w + e * speed)) / speed;
    }
    return finish(&system, status);
}

/* A fall beside the axis of a rough plane that turns about its normal: at e_t the impulse is that of the slip
 * spin x arm, (1 - e_t) m u / factor. */
static enum gravel_status
turning_floor(const struct gravel_engine_ops *ops, int dimension, double *deviation, struct gravel_error *error)
{
    const double e_t = 0.5, arm = diameter;
    struct gravel_system system;
    struct gravel_particle end;
    enum gravel_status status = above_floor(&system, dimension, 0.1 * contact_time, 0.0, speed, error);
    if (status == GRAVEL_OK) {
        system.material.rotation = true;
        system.walls[0].contact.tangential_restitution = e_t;
        system.walls[0].motion.spin = speed / arm;
        system.particles[0].x.x = arm;
        status = gravel_trial_run(ops, &system, 4.0e-3, &end, error);
    }
    if (status == GRAVEL_OK) {
        const double along = (1.0 - e_t) * speed / gravel_tangential_factor(dimension, true);
        *deviation = hypot(end.v.x, end.v.y - along) / along;
    }
    return finish(&system, status);
}

#define MD GRAVEL_TRIAL_MD
#define ALL GRAVEL_TRIAL_ALL

/* Limits of soft spheres leave room for a method of first order with 50 steps a contact. */
const struct gravel_trial gravel_mechanics_trials[] = {
    {"flight", "two bodies fly apart: distance to x + v t, in diameters", ALL, 1, 1e-9, 1e-9, flight},
    {"parabola", "the same under gravity", ALL, 1, 1e-9, 1e-9, parabola},
    {"restitution", "one collision: e realised against e asked, 0.9 and 0.4", ALL, 1, 1e-2, 1e-9, restitution},
    {"contact-time", "one collision: t_c realised over t_c asked, less 1", MD, 1, 3e-2, 0.0, duration_of_contact},
    {"energy", "elastic collisions of four bodies: relative change of energy", ALL, 1, 5e-3, 1e-9, energy},
    {"momentum", "the same with e = 0.8: relative change of momentum", ALL, 1, 1e-9, 1e-9, momentum},
    {"spin", "a rough pair: relative change of angular momentum", ALL, 2, 1e-2, 1e-9, spin},
    {"tangential", "the same: spin against that of e_t = 0.5, relative", ALL, 2, 5e-2, 1e-9, tangential},
    {"floor", "a fall onto a plane: e realised against 0.9", ALL, 1, 1e-2, 1e-9, floor_at_rest},
    {"tilted-floor", "a tilted plane: velocity after the collision, relative", ALL, 2, 1e-2, 1e-9, tilted_floor},
    {"moving-floor", "a plane hits a body at rest: velocity, relative", ALL, 1, 1e-2, 1e-9, moving_floor},
    {"vibrating-floor", "a sinusoidal plane: velocity after the collision", ALL, 1, 2e-2, 1e-9, vibrating_floor},
    {"turning-floor", "a rough plane that turns: velocity along it, relative", ALL, 3, 5e-2, 1e-9, turning_floor},
    {0},
};
