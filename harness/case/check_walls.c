#include "harness/case/check_walls.h"

#include <math.h>
#include <stdio.h>

static enum gravel_status
check_wall_shape(const struct gravel_rules *r, const struct gravel_case_wall *wall)
{
    static const struct {
        char radius, length, width, end; /* '+' needed, '?' optional, '-' not allowed */
    } keys[] = {
        [GRAVEL_PLANE] = {'-', '-', '-', '-'},     [GRAVEL_DISK] = {'+', '-', '-', '-'},
        [GRAVEL_CYLINDER] = {'+', '?', '-', '-'},  [GRAVEL_RING] = {'+', '-', '-', '-'},
        [GRAVEL_LINE] = {'-', '-', '-', '-'},      [GRAVEL_POINT] = {'-', '-', '-', '-'},
        [GRAVEL_RECTANGLE] = {'-', '+', '+', '-'}, [GRAVEL_SEGMENT] = {'-', '+', '-', '-'},
        [GRAVEL_CONE] = {'+', '+', '-', '+'},      [GRAVEL_ORIFICE] = {'+', '-', '-', '-'},
    };
    const char *shape = gravel_rules_word(r, "shape");
    const struct vec3 axis = wall->axis, edge = wall->edge;
    enum gravel_status status = gravel_rules_demand(r, "radius", keys[wall->shape].radius == '+', shape);
    if (status == GRAVEL_OK && keys[wall->shape].length != '?')
        status = gravel_rules_demand(r, "length", keys[wall->shape].length == '+', shape);
    if (status == GRAVEL_OK)
        status = gravel_rules_demand(r, "width", keys[wall->shape].width == '+', shape);
    if (status == GRAVEL_OK)
        status = gravel_rules_demand(r, "radius_end", keys[wall->shape].end == '+', shape);
    if (status == GRAVEL_OK)
        status = gravel_rules_demand(r, "edge", wall->shape == GRAVEL_RECTANGLE, shape);
    if (status == GRAVEL_OK && !(v3_norm(axis) > 0.0))
        status = gravel_rules_refuse(r, "axis", "found [0, 0, 0], allowed a direction");
    if (status == GRAVEL_OK && gravel_rules_has(r, "edge") &&
        !(v3_norm(edge) > 0.0 && fabs(v3_dot(axis, edge)) <= 1e-9 * v3_norm(axis) * v3_norm(edge)))
        status = gravel_rules_refuse(r, "edge", "found [%g, %g, %g], allowed a direction normal to the axis", edge.x,
                                     edge.y, edge.z);
    return status;
}

/* Whether a direction leaves the space in which particles move: the plane of x and z, or z alone. */
static bool
leaves_space(const struct gravel_rules *r, struct vec3 d)
{
    const long dimension = r->d->space.dimension;
    const double least = 1e-9 * v3_norm(d);
    return (dimension < 3 && fabs(d.y) > least) || (dimension < 2 && fabs(d.x) > least);
}

/* Whether it leaves it without being normal to it. */
static bool
is_oblique(const struct gravel_rules *r, struct vec3 d)
{
    const double inside = r->d->space.dimension == 2 ? hypot(d.x, d.z) : fabs(d.z);
    return leaves_space(r, d) && inside > 1e-9 * v3_norm(d);
}

/* The direction of a table, or of a vibration, and then of planes only: in the space of the particles. */
static enum gravel_status
check_direction(const struct gravel_rules *r, const struct gravel_case_wall *wall, bool vibrates)
{
    const struct vec3 d = wall->motion.direction, a = wall->axis;
    const bool plane = wall->shape == GRAVEL_PLANE, table = wall->motion.table != NULL;
    if (!gravel_rules_has(r, "motion.direction"))
        return (vibrates || table) && leaves_space(r, a)
                   ? gravel_rules_refuse(r, "axis",
                                         "found [%g, %g, %g] at a wall that moves along it, allowed a direction in "
                                         "which particles move",
                                         a.x, a.y, a.z)
                   : GRAVEL_OK;
    if ((!plane || !vibrates) && !table)
        return gravel_rules_refuse(r, "motion.direction",
                                   "found at %s, allowed at a plane that vibrates and at a wall with a table",
                                   plane ? "a wall without amplitude" : "another shape");
    if (!(v3_norm(d) > 0.0) || leaves_space(r, d))
        return gravel_rules_refuse(r, "motion.direction",
                                   "found [%g, %g, %g], allowed a direction in which particles move", d.x, d.y, d.z);
    return GRAVEL_OK;
}

/* In fewer dimensions a wall moves, drags and pushes in the space of the particles. */
static enum gravel_status
check_space(const struct gravel_rules *r, const struct gravel_case_wall *wall)
{
    const bool froude = gravel_rules_has(r, "rotation.froude"),
               turns = froude || (gravel_rules_has(r, "rotation.rate") && wall->rotation.rate != 0.0),
               normal = leaves_space(r, wall->axis), cone = wall->shape == GRAVEL_CONE,
               endless = wall->shape == GRAVEL_PLANE ||
                         (normal && (wall->shape == GRAVEL_LINE || wall->shape == GRAVEL_CYLINDER));
    const struct {
        const char *key;
        bool leaves;
        struct vec3 found;
        const char *at, *before, *after; /* in the message */
    } demands[] = {
        {"motion.velocity", leaves_space(r, wall->motion.velocity), wall->motion.velocity, "", "along ", ""},
        {"origin", !endless && leaves_space(r, wall->origin), wall->origin, "", "on ", ""},
        {"axis", is_oblique(r, wall->axis) || (cone && normal), wall->axis, "", "along ",
         cone ? "" : ", or normal to it"},
        {"edge", gravel_rules_has(r, "edge") && is_oblique(r, wall->edge), wall->edge, "", "along ",
         ", or normal to it"},
        {froude ? "rotation.froude" : "rotation.rate", turns && !normal, wall->axis, "at the axis ",
         "an axis normal to ", ""},
    };
    const long dimension = r->d->space.dimension;
    for (size_t k = 0; k < sizeof demands / sizeof *demands && dimension < 3; k++)
        if (demands[k].leaves)
            return gravel_rules_refuse(r, demands[k].key, "found %s[%g, %g, %g], allowed in dimension %ld: %s%s%s",
                                       demands[k].at, demands[k].found.x, demands[k].found.y, demands[k].found.z,
                                       dimension, demands[k].before, dimension == 2 ? "the plane of x and z" : "z",
                                       demands[k].after);
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_check_line(const struct gravel_rules *r, double restitution, double friction, const char *prefix)
{
    char name[48];
    if (r->d->space.dimension != 1)
        return GRAVEL_OK;
    snprintf(name, sizeof name, "%stangential_restitution", prefix);
    if (restitution != 1.0)
        return gravel_rules_refuse(r, name, "found %g, allowed 1 in dimension 1", restitution);
    snprintf(name, sizeof name, "%sfriction", prefix);
    if (friction > 0.0)
        return gravel_rules_refuse(r, name, "found %g, allowed 0 in dimension 1", friction);
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_check_wall_contact(const struct gravel_rules *r, const struct gravel_case_wall_contact *c, bool bounces,
                               const char *prefix)
{
    const bool elastic = c->rule == GRAVEL_ELASTIC_WALL, own = c->rule == GRAVEL_OWN_RESTITUTION || elastic;
    const bool scaled = c->rule == GRAVEL_SCALED_DASHPOT;
    const struct {
        const char *name;
        bool there, wanted;
        const char *reason;
    } demands[] = {
        {"rule", c->rule >= 0, bounces || c->rule >= 0, "a wall that bounces"},
        {"restitution", !isnan(c->restitution), own,
         elastic ? "contact.rule elastic"
         : own   ? "contact.rule restitution"
                 : "this contact.rule"},
        {"dashpot", !isnan(c->dashpot), scaled, scaled ? "contact.rule scaled-dashpot" : "this contact.rule"},
        {"young", !isnan(c->young), elastic && !isnan(c->young), "this contact.rule"},
        {"poisson", !isnan(c->poisson), !isnan(c->young), isnan(c->young) ? "a wall without young" : "young"},
    };
    for (size_t k = 0; k < sizeof demands / sizeof *demands; k++) {
        char name[48];
        snprintf(name, sizeof name, "%s%s", prefix, demands[k].name);
        const enum gravel_status status =
            gravel_rules_demand_value(r, name, demands[k].there, demands[k].wanted, demands[k].reason);
        if (status != GRAVEL_OK)
            return status;
    }
    return gravel_case_check_line(r, c->tangential_restitution, c->friction, prefix);
}

static enum gravel_status
check_wall_motion(const struct gravel_rules *r, const struct gravel_case_wall *wall)
{
    const bool weightless = !(v3_norm(r->d->space.gravity) > 0.0);
    char stated[32] = "";
    enum gravel_status status = gravel_rules_choose(
        r, "motion.amplitude|motion.acceleration|motion.peak_velocity|motion.table", false, &stated);
    const bool table = wall->motion.table != NULL, vibrates = stated[0] != '\0' && !table;
    if (status == GRAVEL_OK)
        status = gravel_rules_demand(r, "motion.frequency", vibrates, vibrates ? stated : "a wall without amplitude");
    if (status == GRAVEL_OK && table && v3_norm2(wall->motion.velocity) > 0.0)
        status = gravel_rules_refuse(r, "motion.velocity", "found besides motion.table, allowed is one of them");
    if (status == GRAVEL_OK && wall->motion.phase != 0.0 && !vibrates)
        status = gravel_rules_refuse(r, "motion.phase", "found %g rad at %s, allowed at a wall that vibrates",
                                     wall->motion.phase, table ? "a wall with a table" : "a wall without amplitude");
    if (status == GRAVEL_OK)
        status = check_direction(r, wall, vibrates);
    if (status == GRAVEL_OK && gravel_rules_has(r, "motion.acceleration") && weightless)
        status =
            gravel_rules_refuse(r, "motion.acceleration", "found without gravity, allowed: amplitude or peak_velocity");
    if (status == GRAVEL_OK)
        status = gravel_rules_choose(r, "rotation.rate|rotation.froude", false, NULL);
    const bool froude = gravel_rules_has(r, "rotation.froude");
    if (status == GRAVEL_OK && wall->rotation.ramp > 0.0 && !froude && !gravel_rules_has(r, "rotation.rate"))
        status = gravel_rules_refuse(r, "rotation.ramp", "found %g s without a rate, allowed with rate or froude",
                                     wall->rotation.ramp);
    if (status == GRAVEL_OK)
        status = gravel_rules_demand(r, "rotation.reference_radius", froude,
                                     froude ? "rotation.froude" : "a wall without froude");
    if (status == GRAVEL_OK && froude && weightless)
        status = gravel_rules_refuse(r, "rotation.froude", "found without gravity, allowed: rate");
    return status;
}

static enum gravel_status
check_servo(const struct gravel_rules *r, const struct gravel_case_wall *wall)
{
    const bool servo = gravel_rules_has(r, "servo.mass");
    const char *reason = servo ? "servo.mass" : "a wall without servo.mass";
    enum gravel_status status = gravel_rules_demand(r, "servo.force", servo, reason);
    if (status == GRAVEL_OK)
        status = gravel_rules_demand(r, "servo.damping", servo, reason);
    if (status != GRAVEL_OK || !servo)
        return status;
    if (wall->shape != GRAVEL_PLANE || wall->touch != GRAVEL_BOUNCE)
        return gravel_rules_refuse(r, "servo.mass", "found at another wall, allowed at a plane that bounces");
    if (v3_norm2(wall->motion.velocity) > 0.0 || wall->motion.table != NULL ||
        gravel_rules_has(r, "motion.frequency") || gravel_rules_has(r, "rotation.rate") ||
        gravel_rules_has(r, "rotation.froude"))
        return gravel_rules_refuse(r, "servo.mass",
                                   "found with a prescribed motion, allowed at a plane without motion");
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_check_walls(const struct gravel_rules *r)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < r->d->n_walls && status == GRAVEL_OK; k++) {
        const struct gravel_case_wall *wall = &r->d->walls[k];
        struct gravel_rules of_wall = *r;
        of_wall.section = wall->section;
        status = check_wall_shape(&of_wall, wall);
        if (status == GRAVEL_OK)
            status = gravel_case_check_wall_contact(&of_wall, &wall->contact, wall->touch == GRAVEL_BOUNCE, "contact.");
        if (status == GRAVEL_OK)
            status = check_wall_motion(&of_wall, wall);
        if (status == GRAVEL_OK)
            status = check_space(&of_wall, wall);
        if (status == GRAVEL_OK)
            status = check_servo(&of_wall, wall);
    }
    return status;
}
