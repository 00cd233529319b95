/* Refuses systems that no engine can run, naming the particle or wall. */
#include "engines/core/cell_grid.h"
#include "engines/core/system.h"

#include <stdio.h>

static enum gravel_status
check_particle(const struct gravel_system *system, size_t k, struct gravel_error *error)
{
    const struct gravel_particle *p = &system->particles[k];
    const char *species =
        p->species >= 0 && (size_t)p->species < system->n_species ? system->species_name[p->species] : "?";
    if (!(p->radius > 0.0) || !isfinite(p->radius))
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s): radius is %g m, must be positive", k, species,
                           p->radius);
    if (!(p->mass > 0.0) || !isfinite(p->mass) || !(p->inertia > 0.0) || !isfinite(p->inertia))
        return gravel_fail(error, GRAVEL_INPUT,
                           "particle %zu (%s): mass is %g kg and inertia %g kg m^2, both must be positive", k, species,
                           p->mass, p->inertia);
    if (!v3_finite(p->x) || !v3_finite(p->v) || !v3_finite(p->omega))
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s): position, velocity or spin is not finite", k,
                           species);
    if (p->attached >= 0 && (size_t)p->attached >= system->n_walls)
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s): attached to wall %d, which does not exist", k,
                           species, (int)p->attached);
    const bool off_line = system->dimension == 1 && (p->x.x != 0.0 || p->v.x != 0.0);
    const bool off_plane = system->dimension <= 2 && (p->x.y != 0.0 || p->v.y != 0.0);
    if (off_line || off_plane)
        return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s) leaves the %s of a %d-dimensional system", k,
                           species, system->dimension == 1 ? "z axis" : "(x, z) plane", system->dimension);
    const double x[3] = {p->x.x, p->x.y, p->x.z};
    const double low[3] = {system->box.low.x, system->box.low.y, system->box.low.z};
    const double high[3] = {system->box.high.x, system->box.high.y, system->box.high.z};
    for (int d = 0; d < 3; d++)
        if (system->box.periodic[d] && (x[d] < low[d] || x[d] > high[d]))
            return gravel_fail(error, GRAVEL_INPUT, "particle %zu (%s) is outside the periodic box on axis %c", k,
                               species, "xyz"[d]);
    return GRAVEL_OK;
}

static enum gravel_status
check_walls_of(const struct gravel_system *system, size_t k, double tolerance, struct gravel_error *error)
{
    const struct gravel_particle *p = &system->particles[k];
    for (size_t w = 0; w < system->n_walls && p->attached == GRAVEL_FREE; w++) {
        const double distance = gravel_wall_distance(&system->walls[w], 0.0, p->x);
        if (system->walls[w].touch != GRAVEL_CARRY && distance < p->radius * (1.0 - tolerance))
            return gravel_fail(error, GRAVEL_INPUT,
                               "wall %s cuts particle %zu: the distance %g m is less than the radius %g m",
                               system->walls[w].name, k, distance, p->radius);
    }
    return GRAVEL_OK;
}

static enum gravel_status
check_table(const struct gravel_wall *wall, struct gravel_error *error)
{
    const struct gravel_motion *m = &wall->motion;
    if (m->n_knots == 1 || m->amplitude != 0.0 || wall->servo.mass > 0.0)
        return gravel_fail(error, GRAVEL_INPUT,
                           "wall %s: a table of %zu knots, amplitude %g m and a servo of %g kg, allowed: at least two "
                           "knots and neither of the others",
                           wall->name, m->n_knots, m->amplitude, wall->servo.mass);
    for (size_t k = 1; k < m->n_knots; k++)
        if (!(m->knots[k].t > m->knots[k - 1].t))
            return gravel_fail(error, GRAVEL_INPUT, "wall %s: knot %zu at %g s after %g s, allowed: ascending times",
                               wall->name, k, m->knots[k].t, m->knots[k - 1].t);
    return GRAVEL_OK;
}

/* What moves along itself stays where it is; no other shape is predicted aside its axis. */
static enum gravel_status
check_motion(const struct gravel_wall *wall, struct gravel_error *error)
{
    const struct vec3 d = wall->motion.direction;
    const bool own = v3_norm2(d) == 0.0;
    if (wall->motion.n_knots > 0)
        return check_table(wall, error);
    if (!own && (wall->shape != GRAVEL_PLANE || !(fabs(v3_norm2(d) - 1.0) < 1e-12)))
        return gravel_fail(error, GRAVEL_INPUT,
                           "wall %s: vibration along (%g, %g, %g), allowed: a unit vector at a plane, "
                           "(0, 0, 0) at other shapes",
                           wall->name, d.x, d.y, d.z);
    return GRAVEL_OK;
}

/* A wall that nothing touches has the effect of its attached particles alone. */
static enum gravel_status
check_carrier(const struct gravel_system *system, size_t w, struct gravel_error *error)
{
    const struct gravel_wall *wall = &system->walls[w];
    bool carries = wall->touch != GRAVEL_CARRY;
    for (size_t k = 0; k < system->n_particles && !carries; k++)
        carries = system->particles[k].attached == (int32_t)w;
    return carries ? GRAVEL_OK
                   : gravel_fail(error, GRAVEL_INPUT,
                                 "wall %s: touch is carry, but no particle is attached to it (column attached of the "
                                 "generators list and file)",
                                 wall->name);
}

static enum gravel_status
check_pair(const struct gravel_system *system, size_t i, size_t j, double tolerance, struct gravel_error *error)
{
    const struct gravel_particle *a = &system->particles[i], *b = &system->particles[j];
    if (a->attached != GRAVEL_FREE && b->attached != GRAVEL_FREE)
        return GRAVEL_OK;
    const double s = a->radius + b->radius, smaller = a->radius < b->radius ? a->radius : b->radius;
    const double r = v3_norm(gravel_box_separation(&system->box, a->x, b->x));
    if (r < s - tolerance * smaller)
        return gravel_fail(error, GRAVEL_INPUT, "particles %zu and %zu overlap by %g m at the start", i, j, s - r);
    return GRAVEL_OK;
}

struct overlap_check {
    const struct gravel_system *system;
    double tolerance;
    enum gravel_status status;
    struct gravel_error *error;
};

static bool
visit_pair(void *context, size_t i, size_t j)
{
    struct overlap_check *c = context;
    c->status = i < j ? check_pair(c->system, i, j, c->tolerance, c->error)
                      : check_pair(c->system, j, i, c->tolerance, c->error);
    return c->status == GRAVEL_OK;
}

static enum gravel_status
check_overlaps(const struct gravel_system *system, double tolerance, struct gravel_error *error)
{
    const struct gravel_cell_points points = gravel_cell_points_of(system->particles, system->n_particles);
    struct overlap_check check = {system, tolerance, GRAVEL_OK, error};
    struct gravel_cell_grid grid;
    check.status = gravel_cell_grid_by_size(&grid, &points, &system->box, 0.0, error);
    if (check.status == GRAVEL_OK)
        gravel_cell_grid_pairs(&grid, &points, visit_pair, &check);
    gravel_cell_grid_free(&grid);
    return check.status;
}

static void
coordinates(struct vec3 x, double c[3])
{
    c[0] = x.x;
    c[1] = x.y;
    c[2] = x.z;
}

/* In a narrower box a pair touches through two images at once, and a particle itself. */
static enum gravel_status
check_box(const struct gravel_system *system, struct gravel_error *error)
{
    double low[3], high[3], largest = 0.0;
    coordinates(system->box.low, low);
    coordinates(system->box.high, high);
    for (size_t k = 0; k < system->n_particles; k++)
        largest = fmax(largest, 2.0 * system->particles[k].radius);
    for (int d = 0; d < 3; d++)
        if (system->box.periodic[d] && high[d] - low[d] < 2.0 * largest)
            return gravel_fail(error, GRAVEL_INPUT,
                               "the periodic box is %g m long on axis %c, less than two diameters of the largest "
                               "particle, %g m",
                               high[d] - low[d], "xyz"[d], 2.0 * largest);
    return GRAVEL_OK;
}

/* Engines do not bring particles back into the box, so a wall must be the same in every image of it. */
static bool
repeats(const struct gravel_wall *wall, const double axis[3], int d)
{
    if (wall->shape == GRAVEL_PLANE)
        return axis[d] == 0.0;
    const bool endless = wall->shape == GRAVEL_LINE || (wall->shape == GRAVEL_CYLINDER && wall->length == 0.0);
    return endless && axis[(d + 1) % 3] == 0.0 && axis[(d + 2) % 3] == 0.0;
}

static enum gravel_status
check_walls_repeat(const struct gravel_system *system, struct gravel_error *error)
{
    for (size_t w = 0; w < system->n_walls; w++) {
        const struct gravel_wall *wall = &system->walls[w];
        double axis[3];
        coordinates(wall->axis, axis);
        for (int d = 0; d < 3; d++)
            if (system->box.periodic[d] && !repeats(wall, axis, d))
                return gravel_fail(error, GRAVEL_INPUT,
                                   "wall %s does not repeat itself along the periodic axis %c; planes along it do, and "
                                   "endless cylinders and lines parallel to it",
                                   wall->name, "xyz"[d]);
    }
    return GRAVEL_OK;
}

/* A plane that turns about its normal turns no body about another direction. */
static bool
drags(const struct gravel_system *system, int32_t species, size_t w, bool soft)
{
    const struct gravel_contact c = gravel_system_contact(system, species, -1 - (int32_t)w);
    const struct gravel_force f = gravel_material_force(c.material, c.wall, 1.0, 1.0, 1.0);
    return gravel_material_tangential(c.material, c.wall) != 1.0 || (soft && (f.kt > 0.0 || f.ct > 0.0)) ||
           (soft && c.wall->rolling_friction > 0.0 && system->walls[w].shape != GRAVEL_PLANE);
}

static bool
rotation_acts(const struct gravel_system *system, size_t w, bool soft)
{
    const struct gravel_wall *wall = &system->walls[w];
    bool acts = wall->motion.spin == 0.0 || wall->touch == GRAVEL_STICK;
    for (size_t k = 0; k < system->n_particles && !acts; k++) {
        const struct gravel_particle *p = &system->particles[k];
        acts = p->attached == (int32_t)w ||
               (p->attached == GRAVEL_FREE && wall->touch == GRAVEL_BOUNCE && drags(system, p->species, w, soft));
    }
    return acts;
}

enum gravel_status
gravel_system_check_rotations(const struct gravel_system *system, bool soft, struct gravel_error *error)
{
    for (size_t w = 0; w < system->n_walls; w++) {
        const struct gravel_wall *wall = &system->walls[w];
        char path[64];
        if (rotation_acts(system, w, soft))
            continue;
        snprintf(path, sizeof path, "walls.%s.rotation", wall->name);
        return gravel_fail_at(error, GRAVEL_INPUT, path,
                              "found %g rad/s at a wall without a tangential force%s, where a rotation has no effect, "
                              "allowed: 0, or at a wall that holds particles, or from which they bounce with "
                              "tangential_restitution below 1%s",
                              wall->motion.spin, soft ? "" : " of hard spheres",
                              soft ? ", material.tangential_damping or material.tangential_stiffness" : "");
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_system_check(const struct gravel_system *system, double tolerance, struct gravel_error *error)
{
    if (system->n_particles == 0)
        return gravel_fail(error, GRAVEL_INPUT, "the system has no particles");
    for (size_t k = 0; k < system->n_particles; k++) {
        enum gravel_status status = check_particle(system, k, error);
        if (status == GRAVEL_OK)
            status = check_walls_of(system, k, tolerance, error);
        if (status != GRAVEL_OK)
            return status;
    }
    for (size_t w = 0; w < system->n_walls; w++) {
        enum gravel_status status = check_motion(&system->walls[w], error);
        if (status == GRAVEL_OK)
            status = check_carrier(system, w, error);
        if (status != GRAVEL_OK)
            return status;
    }
    enum gravel_status status = gravel_system_check_rotations(system, true, error);
    if (status == GRAVEL_OK)
        status = check_box(system, error);
    if (status == GRAVEL_OK)
        status = check_overlaps(system, tolerance, error);
    return status == GRAVEL_OK ? check_walls_repeat(system, error) : status;
}
