/* Rules between parameters, which no single declared key can state.  They work on flat parameters, so that they
 * hold for a file, for every point of its sweep and for --set alike. */
#include "harness/case/case.h"
#include "harness/case/schema.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 160 };

struct rules {
    const struct gravel_options *p;
    struct gravel_error *error;
    const char *section; /* prefix of the names below */
};

static const char *
path_of(const struct rules *r, const char *name, char *path)
{
    snprintf(path, PATH_SIZE, "%s.%s", r->section, name);
    return path;
}

static bool
has(const struct rules *r, const char *name)
{
    char path[PATH_SIZE];
    return gravel_options_has(r->p, path_of(r, name, path));
}

static enum gravel_status refuse(const struct rules *r, const char *name, const char *format, ...) GRAVEL_PRINTF(3, 4);

static enum gravel_status
refuse(const struct rules *r, const char *name, const char *format, ...)
{
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return gravel_fail(r->error, GRAVEL_INPUT, "%s%s%s: %s", r->section, name[0] != '\0' ? "." : "", name, text);
}

/* Which of the alternatives "time|periods" is stated, in `stated`: exactly one must be, or at most one. */
static enum gravel_status
choose(const struct rules *r, const char *alternatives, bool needed, char (*stated)[32])
{
    char first[32] = "", list[160];
    snprintf(list, sizeof list, "%s", alternatives);
    for (char *c = list; *c != '\0'; c++)
        *c = *c == '|' ? ' ' : *c;
    for (const char *s = alternatives; *s != '\0'; s += *s == '|') {
        char name[32];
        const size_t length = strcspn(s, "|");
        snprintf(name, sizeof name, "%.*s", (int)length, s);
        s += length;
        if (!has(r, name))
            continue;
        if (first[0] != '\0')
            return refuse(r, name, "found besides %s, allowed one of: %s", first, list);
        snprintf(first, sizeof first, "%s", name);
    }
    if (first[0] == '\0' && needed)
        return refuse(r, "", "found none, allowed one of: %s", list);
    if (stated != NULL)
        memcpy(*stated, first, sizeof first);
    return GRAVEL_OK;
}

/* `name` must be there, or must not be, because of `reason`. */
static enum gravel_status
demand(const struct rules *r, const char *name, bool wanted, const char *reason)
{
    if (has(r, name) == wanted)
        return GRAVEL_OK;
    if (wanted)
        return refuse(r, "", "found no %s, which %s needs", name, reason);
    return refuse(r, name, "found a value that %s has no use for", reason);
}

static enum gravel_status
check_space(const struct gravel_options *p, struct gravel_error *error)
{
    const long dimension = gravel_options_int(p, "dimension");
    const struct vec3 g = gravel_options_vec3(p, "gravity");
    static const char *const periodic[] = {"box.periodic_x", "box.periodic_y", "box.periodic_z"};
    const bool bounded = gravel_options_has(p, "box.low") && gravel_options_has(p, "box.high");
    const struct vec3 size = v3_sub(gravel_options_vec3(p, "box.high"), gravel_options_vec3(p, "box.low"));
    const double extent[3] = {size.x, size.y, size.z};
    if ((dimension < 3 && g.y != 0.0) || (dimension < 2 && g.x != 0.0))
        return gravel_fail(error, GRAVEL_INPUT, "gravity: found [%g, %g, %g], allowed in dimension %ld: %s", g.x, g.y,
                           g.z, dimension, dimension == 1 ? "[0, 0, g]" : "[g, 0, g]");
    for (int d = 0; d < 3; d++) {
        if (!gravel_options_bool(p, periodic[d]))
            continue;
        if ((d == 1 && dimension < 3) || (d == 0 && dimension < 2))
            return gravel_fail(error, GRAVEL_INPUT, "%s: found true, allowed false in dimension %ld", periodic[d],
                               dimension);
        if (!bounded || !(extent[d] > 0.0))
            return gravel_fail(error, GRAVEL_INPUT, "%s: found a box of extent %g m, allowed: low below high",
                               periodic[d], bounded ? extent[d] : 0.0);
    }
    return GRAVEL_OK;
}

static enum gravel_status
check_sizes(const struct rules *r)
{
    char path[PATH_SIZE];
    const bool spread = has(r, "distribution");
    const char *law = spread ? gravel_options_text(r->p, path_of(r, "distribution", path)) : "a species of equal sizes";
    const bool truncated = strcmp(law, "log-normal") == 0;
    const enum gravel_status status = demand(r, "spread", spread, law);
    return status == GRAVEL_OK ? demand(r, "truncation", truncated, law) : status;
}

static enum gravel_status
check_particles(const struct gravel_options *p, struct gravel_error *error)
{
    char names[GRAVEL_SPECIES_MAX][32], section[64];
    const bool single = gravel_options_has(p, "particles.count");
    const size_t n = single ? 1 : gravel_schema_names(p, "particles", names, GRAVEL_SPECIES_MAX);
    double total = 0.0;
    for (size_t k = 0; k < n; k++) {
        snprintf(section, sizeof section, "particles%s%.31s", single ? "" : ".", single ? "" : names[k]);
        const struct rules r = {.p = p, .error = error, .section = section};
        char path[PATH_SIZE];
        enum gravel_status status = choose(&r, "diameter|radius", true, NULL);
        if (status == GRAVEL_OK)
            status = choose(&r, "density|mass", true, NULL);
        if (status == GRAVEL_OK)
            status = check_sizes(&r);
        if (status != GRAVEL_OK)
            return status;
        total += gravel_options_real(p, path_of(&r, "count", path));
    }
    if (total > 1e7)
        return gravel_fail(error, GRAVEL_INPUT, "particles: found %.0f in all, allowed at most 1e7", total);
    return GRAVEL_OK;
}

static enum gravel_status
check_material(const struct gravel_options *p, struct gravel_error *error)
{
    const struct rules r = {.p = p, .error = error, .section = "material"};
    char stated[32] = "";
    const char *law = gravel_options_text(p, "material.law");
    const bool linear = strcmp(law, "linear") == 0, general = strcmp(law, "general") == 0;
    enum gravel_status status = choose(&r, "contact_time|stiffness|rate_squared|young|energy", true, &stated);
    if (status != GRAVEL_OK)
        return status;
    const bool by_time = strcmp(stated, "contact_time") == 0, by_young = strcmp(stated, "young") == 0;
    const bool by_energy = strcmp(stated, "energy") == 0;
    const char *restitution_law = gravel_options_text(p, "material.restitution_law");
    const bool power = strcmp(restitution_law, "power") == 0;
    if (by_time && !linear)
        return refuse(&r, "contact_time",
                      "found with law %s, whose contact time depends on the velocity, allowed: "
                      "linear",
                      law);
    if (by_energy != (strcmp(law, "lennard-jones") == 0))
        return refuse(&r, stated, "found with law %s, allowed: energy with law lennard-jones and with no other", law);
    const struct {
        const char *name;
        bool wanted, exact; /* exact: must not be there when it is not wanted */
        const char *reason;
    } companions[] = {
        {"beta", general, true, general ? "law general" : law},
        {"gamma", general, true, general ? "law general" : law},
        {"damping", strcmp(stated, "stiffness") == 0, true, stated},
        {"damping_rate", strcmp(stated, "rate_squared") == 0 || by_energy, true, stated},
        {"poisson", by_young, true, stated},
        {"restitution", by_time || by_young, linear, stated},
        {"restitution_exponent", power, true, power ? "restitution_law power" : restitution_law},
    };
    for (size_t k = 0; k < sizeof companions / sizeof companions[0]; k++)
        if (companions[k].wanted || companions[k].exact) {
            status = demand(&r, companions[k].name, companions[k].wanted, companions[k].reason);
            if (status != GRAVEL_OK)
                return status;
        }
    if (strcmp(restitution_law, "constant") != 0 && !(gravel_options_real(p, "material.reference_velocity") > 0.0))
        return refuse(&r, "reference_velocity", "found 0, allowed above 0 with restitution_law %s", restitution_law);
    const double rolling = gravel_options_real(p, "material.rolling_friction");
    if (rolling > 0.0 && !gravel_options_bool(p, "material.rotation"))
        return refuse(&r, "rolling_friction", "found %g, allowed 0 without rotation", rolling);
    if (gravel_options_bool(p, "material.rotation") && gravel_options_int(p, "dimension") == 1)
        return refuse(&r, "rotation", "found true, allowed false in dimension 1");
    return GRAVEL_OK;
}

static enum gravel_status
check_wall_shape(const struct rules *r, const char *shape)
{
    static const struct {
        const char *shape, *radius, *length, *width; /* "+" needed, "?" may be, "-" not */
    } table[] = {
        {"plane", "-", "-", "-"}, {"disk", "+", "-", "-"},  {"cylinder", "+", "?", "-"},  {"ring", "+", "-", "-"},
        {"line", "-", "-", "-"},  {"point", "-", "-", "-"}, {"rectangle", "-", "+", "+"}, {"segment", "-", "+", "-"},
    };
    char path[PATH_SIZE];
    const struct vec3 axis = gravel_options_vec3(r->p, path_of(r, "axis", path));
    const struct vec3 edge = gravel_options_vec3(r->p, path_of(r, "edge", path));
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < sizeof table / sizeof table[0] && status == GRAVEL_OK; k++) {
        if (strcmp(table[k].shape, shape) != 0)
            continue;
        if (table[k].radius[0] != '?')
            status = demand(r, "radius", table[k].radius[0] == '+', shape);
        if (status == GRAVEL_OK && table[k].length[0] != '?')
            status = demand(r, "length", table[k].length[0] == '+', shape);
        if (status == GRAVEL_OK)
            status = demand(r, "width", table[k].width[0] == '+', shape);
        if (status == GRAVEL_OK)
            status = demand(r, "edge", strcmp(shape, "rectangle") == 0, shape);
    }
    if (status == GRAVEL_OK && !(v3_norm(axis) > 0.0))
        status = refuse(r, "axis", "found [0, 0, 0], allowed a direction");
    if (status == GRAVEL_OK && has(r, "edge") &&
        !(v3_norm(edge) > 0.0 && fabs(v3_dot(axis, edge)) <= 1e-9 * v3_norm(axis) * v3_norm(edge)))
        status =
            refuse(r, "edge", "found [%g, %g, %g], allowed a direction normal to the axis", edge.x, edge.y, edge.z);
    return status;
}

/* The direction of a vibration: of planes only, in the space of the particles. */
static enum gravel_status
check_direction(const struct rules *r, bool plane, bool vibrates)
{
    char path[PATH_SIZE];
    if (!has(r, "motion.direction"))
        return GRAVEL_OK;
    const struct vec3 d = gravel_options_vec3(r->p, path_of(r, "motion.direction", path));
    const long dimension = (long)gravel_options_int(r->p, "dimension");
    if (!plane || !vibrates)
        return refuse(r, "motion.direction", "found at %s, allowed at a plane that vibrates",
                      plane ? "a wall without amplitude" : "another shape");
    if (!(v3_norm(d) > 0.0) || (dimension < 3 && d.y != 0.0) || (dimension < 2 && d.x != 0.0))
        return refuse(r, "motion.direction", "found [%g, %g, %g], allowed a direction in which particles move", d.x,
                      d.y, d.z);
    return GRAVEL_OK;
}

static enum gravel_status
check_wall(const struct gravel_options *p, const char *name, struct gravel_error *error)
{
    char section[64], path[PATH_SIZE], stated[32] = "";
    snprintf(section, sizeof section, "walls.%s", name);
    const struct rules r = {.p = p, .error = error, .section = section};
    const bool weightless = !(v3_norm(gravel_options_vec3(p, "gravity")) > 0.0);
    enum gravel_status status = check_wall_shape(&r, gravel_options_text(p, path_of(&r, "shape", path)));
    if (status != GRAVEL_OK)
        return status;
    const bool bounces = strcmp(gravel_options_text(p, path_of(&r, "touch", path)), "bounce") == 0;
    const char *const rule = gravel_options_text(p, path_of(&r, "contact.rule", path));
    const bool own = strcmp(rule, "restitution") == 0, scaled = strcmp(rule, "scaled-dashpot") == 0;
    status = bounces ? demand(&r, "contact.rule", true, "a wall that bounces") : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = demand(&r, "contact.restitution", own, own ? "contact.rule restitution" : "this contact.rule");
    if (status == GRAVEL_OK)
        status = demand(&r, "contact.dashpot", scaled, scaled ? "contact.rule scaled-dashpot" : "this contact.rule");
    if (status == GRAVEL_OK)
        status = choose(&r, "motion.amplitude|motion.acceleration|motion.peak_velocity", false, &stated);
    if (status == GRAVEL_OK)
        status =
            demand(&r, "motion.frequency", stated[0] != '\0', stated[0] != '\0' ? stated : "a wall without amplitude");
    if (status == GRAVEL_OK)
        status = check_direction(&r, strcmp(gravel_options_text(p, path_of(&r, "shape", path)), "plane") == 0,
                                 stated[0] != '\0');
    if (status == GRAVEL_OK && strcmp(stated, "motion.acceleration") == 0 && weightless)
        status = refuse(&r, "motion.acceleration", "found without gravity, allowed: amplitude or peak_velocity");
    if (status == GRAVEL_OK)
        status = choose(&r, "rotation.rate|rotation.froude", false, &stated);
    if (status == GRAVEL_OK) {
        const bool froude = strcmp(stated, "rotation.froude") == 0;
        status = demand(&r, "rotation.reference_radius", froude, froude ? stated : "a wall without froude");
        if (status == GRAVEL_OK && froude && weightless)
            status = refuse(&r, "rotation.froude", "found without gravity, allowed: rate");
    }
    return status;
}

static enum gravel_status
check_run(const struct gravel_options *p, char (*walls)[32], size_t n_walls, struct gravel_error *error)
{
    const struct rules r = {.p = p, .error = error, .section = "run"};
    char stated[32] = "", path[PATH_SIZE];
    bool vibrates = false;
    const enum gravel_status status = choose(&r, "time|periods|dissipation_times", true, &stated);
    if (status != GRAVEL_OK)
        return status;
    for (size_t k = 0; k < n_walls; k++) {
        snprintf(path, sizeof path, "walls.%s.motion.frequency", walls[k]);
        vibrates = vibrates || gravel_options_has(p, path);
    }
    if (strcmp(stated, "time") != 0 && !vibrates)
        return refuse(&r, stated, "found without a vibrating wall, allowed: time");
    if (strcmp(stated, "dissipation_times") == 0 && !(v3_norm(gravel_options_vec3(p, "gravity")) > 0.0))
        return refuse(&r, stated, "found without gravity, allowed: time or periods");
    if (strcmp(gravel_options_text(p, "run.until"), "separated") == 0 && gravel_options_int(p, "dimension") != 1)
        return refuse(&r, "until", "found separated, allowed in dimension 1 only");
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_check(const struct gravel_options *parameters, struct gravel_error *error)
{
    char walls[GRAVEL_WALLS_MAX][32];
    const size_t n_walls = gravel_schema_names(parameters, "walls", walls, GRAVEL_WALLS_MAX);
    enum gravel_status status = check_space(parameters, error);
    if (status == GRAVEL_OK)
        status = check_particles(parameters, error);
    if (status == GRAVEL_OK)
        status = check_material(parameters, error);
    for (size_t k = 0; k < n_walls && status == GRAVEL_OK; k++)
        status = check_wall(parameters, walls[k], error);
    if (status == GRAVEL_OK)
        status = check_run(parameters, walls, n_walls, error);
    return status == GRAVEL_OK ? gravel_case_check_soft(parameters, error) : status;
}
