#include "engines/core/material_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The contact of a pair or with a wall. */
struct contact {
    const struct gravel_material *m;
    const struct gravel_wall_contact *wall; /* NULL: a pair */
    const char *section;
    struct gravel_error *error;
};

static enum gravel_status refuse(const struct contact *c, const char *option, const char *format, ...)
    GRAVEL_PRINTF(3, 4);

/* Refuse an option of the contact; "": all of them together. */
static enum gravel_status
refuse(const struct contact *c, const char *option, const char *format, ...)
{
    char path[128], text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(path, sizeof path, "%s%s%s", c->section, option[0] != '\0' ? "." : "", option);
    return gravel_fail_at(c->error, GRAVEL_INPUT, path, "%s", text);
}

/* The same contact for an option of the material: one that `contacts` states for this contact, or of all contacts. */
static struct contact
material_of(const struct contact *c)
{
    struct contact material = *c;
    if (strncmp(c->section, "contacts.", strlen("contacts.")) != 0)
        material.section = "material";
    return material;
}

/* The contact time of a law whose force is not linear depends on the velocity: what it fixes needs a velocity. */
static enum gravel_status
check_velocity(const struct contact *c, const char *option, double found, const char *what)
{
    if (c->m->reference_velocity > 0.0)
        return GRAVEL_OK;
    return refuse(
        c, option,
        "found %g with a law whose %s depends on the velocity, allowed with material.reference_velocity above 0", found,
        what);
}

static enum gravel_status
check_normal(const struct contact *c)
{
    const struct gravel_material *m = c->m;
    const struct gravel_wall_contact *wall = c->wall;
    const bool stated = wall != NULL
                            ? gravel_wall_states_restitution(wall)
                            : m->statement == GRAVEL_BY_RESTITUTION_AND_TIME || m->statement == GRAVEL_BY_ELASTICITY;
    const bool varies = 2.0 * m->gamma != m->beta || m->statement == GRAVEL_BY_ENERGY; /* e with the velocity */
    const double e = wall != NULL ? wall->restitution : m->restitution;
    if (wall != NULL && wall->rule == GRAVEL_SCALED_DASHPOT && !(wall->dashpot >= 0.0 && isfinite(wall->dashpot)))
        return refuse(c, "dashpot", "found %g times a pair's, allowed: 0 or more", wall->dashpot);
    if (stated && !(e > 0.0))
        return refuse(c, "restitution", "found %g, allowed above 0 with soft spheres", e);
    if (stated && !(e <= 1.0))
        return refuse(c, "restitution", "found %g, allowed at most 1", e);
    if (wall != NULL && wall->rule == GRAVEL_ELASTIC_WALL && m->statement != GRAVEL_BY_ELASTICITY)
        return refuse(c, "rule", "found elastic without moduli of the particles, allowed with young and poisson");
    if (m->statement == GRAVEL_BY_RESTITUTION_AND_TIME && !gravel_material_is_linear(m))
        return refuse(c, "", "found restitution and contact_time with beta = %g and gamma = %g, allowed: a linear law",
                      m->beta, m->gamma);
    return stated && e < 1.0 && varies ? check_velocity(c, "restitution", e, "restitution") : GRAVEL_OK;
}

static enum gravel_status
check_tangential(const struct contact *c)
{
    const struct gravel_material *m = c->m;
    const struct contact material = material_of(c);
    const bool hardens = m->beta != 0.0 || m->statement == GRAVEL_BY_ENERGY;
    const double e_t = gravel_material_tangential(m, c->wall);
    const double rolling = c->wall != NULL ? c->wall->rolling_friction : m->rolling_friction;
    enum gravel_status status = GRAVEL_OK;
    if (!(e_t > 0.0))
        return refuse(c, "tangential_restitution", "found %g, allowed above 0 with soft spheres", e_t);
    if (!(e_t <= 1.0))
        return refuse(c, "tangential_restitution", "found %g, allowed at most 1", e_t);
    if (!(m->tangential_damping >= 0.0 && isfinite(m->tangential_damping)))
        return refuse(&material, "tangential_damping", "found %g, allowed: 0 or more", m->tangential_damping);
    if (e_t < 1.0 && hardens && m->tangential_damping == 0.0)
        status = check_velocity(c, "tangential_restitution", e_t, "contact time");
    if (status == GRAVEL_OK && m->tangential == GRAVEL_TANGENTIAL_SPRING && !(m->tangential_stiffness > 0.0))
        return refuse(&material, "tangential_stiffness", "found %g, allowed above 0", m->tangential_stiffness);
    if (status == GRAVEL_OK && rolling > 0.0 && !m->rotation)
        return refuse(c, "rolling_friction", "found %g, allowed 0 without rotation", rolling);
    if (status == GRAVEL_OK && rolling > 0.0 && hardens)
        status = check_velocity(c, "rolling_friction", rolling, "contact time");
    return status;
}

/* Friction bounds a tangential force.  Where there is none, a body with friction would slide on for ever. */
static enum gravel_status
check_friction(const struct contact *c, bool force, const char *remedy)
{
    const double friction = c->wall != NULL ? c->wall->friction : c->m->friction;
    if (!(friction > 0.0) || force)
        return GRAVEL_OK;
    return refuse(c, "friction", "found %g without a tangential force that it could bound, allowed: 0, or %s", friction,
                  remedy);
}

enum gravel_status
gravel_material_check(const struct gravel_material *m, const struct gravel_wall_contact *wall, const char *section,
                      struct gravel_error *error)
{
    const struct contact c = {.m = m, .wall = wall, .section = section, .error = error}, material = material_of(&c);
    enum gravel_status status = check_normal(&c);
    if (status == GRAVEL_OK)
        status = check_tangential(&c);
    if (status != GRAVEL_OK)
        return status;
    if (m->statement == GRAVEL_BY_ENERGY && (m->beta != 0.0 || m->gamma != 0.0 || !(m->energy > 0.0)))
        return refuse(&material, "energy",
                      "found %g J with beta = %g and gamma = %g, allowed above 0 J and no exponents", m->energy,
                      m->beta, m->gamma);
    const struct gravel_force f = gravel_material_force(m, wall, 1.0, 1.0, 1.0);
    if (!(isfinite(f.k) && f.k > 0.0 && isfinite(f.c) && f.c >= 0.0 && isfinite(f.ct) && f.ct >= 0.0))
        return refuse(&c, "", "found a statement from which no force constants follow (k = %g, c = %g, c_t = %g)", f.k,
                      f.c, f.ct);
    return check_friction(&c, f.kt > 0.0 || f.ct > 0.0,
                          "above 0 with tangential_restitution below 1, material.tangential_damping or "
                          "material.tangential_stiffness");
}

enum gravel_status
gravel_material_check_hard(const struct gravel_material *m, const struct gravel_wall_contact *wall, const char *section,
                           const char *engine, struct gravel_error *error)
{
    const struct contact c = {.m = m, .wall = wall, .section = section, .error = error}, material = material_of(&c);
    if (!gravel_material_is_linear(m) && isnan(m->restitution))
        return refuse(&material, "",
                      "found no restitution, which the hard spheres of %s need with a law that is not linear", engine);
    return check_friction(&c, gravel_material_tangential(m, wall) != 1.0,
                          "above 0 with tangential_restitution below 1, as hard spheres have no tangential spring");
}
