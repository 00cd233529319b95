#include "harness/case/check.h"

#include "engines/core/words.h"
#include "harness/case/describe.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 160 };

/* A section of the case, as stated (which keys, by name) and as read. */
struct rules {
    const struct gravel_options *p;
    const struct gravel_description *d;
    const char *section; /* prefix of the names below */
    struct gravel_error *error;
};

static bool
has(const struct rules *r, const char *name)
{
    char path[PATH_SIZE];
    gravel_option_path(path, sizeof path, r->section, name);
    return gravel_options_has(r->p, path);
}

static enum gravel_status refuse(const struct rules *r, const char *name, const char *format, ...) GRAVEL_PRINTF(3, 4);

static enum gravel_status
refuse(const struct rules *r, const char *name, const char *format, ...)
{
    char text[400], path[PATH_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(path, sizeof path, "%s%s%s", r->section, r->section[0] != '\0' && name[0] != '\0' ? "." : "", name);
    return gravel_fail_at(r->error, GRAVEL_INPUT, path, "%s", text);
}

/* The word that a choice states; "" where nothing is stated. */
static const char *
word(const struct rules *r, const char *name)
{
    char path[PATH_SIZE];
    gravel_option_path(path, sizeof path, r->section, name);
    return gravel_options_text(r->p, path);
}

/* Which of the alternatives "time|periods" is stated, in `stated`: exactly one must be, or at most one. */
static enum gravel_status
choose(const struct rules *r, const char *alternatives, bool needed, char (*stated)[32])
{
    char first[32] = "", name[32], list[160];
    gravel_word_list_print(alternatives, list, sizeof list);
    for (size_t k = 0; k < gravel_word_list_count(alternatives); k++) {
        if (!has(r, gravel_word_list_get(alternatives, k, name, sizeof name)))
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
check_space(const struct rules *r)
{
    static const char *const names[] = {"box.periodic_x", "box.periodic_y", "box.periodic_z"};
    const long dimension = r->d->space.dimension;
    const struct vec3 g = r->d->space.gravity, size = v3_sub(r->d->box.high, r->d->box.low); /* NaN without low, high */
    const bool periodic[3] = {r->d->box.periodic_x, r->d->box.periodic_y, r->d->box.periodic_z};
    const double extent[3] = {size.x, size.y, size.z};
    if ((dimension < 3 && g.y != 0.0) || (dimension < 2 && g.x != 0.0))
        return refuse(r, "gravity", "found [%g, %g, %g], allowed in dimension %ld: %s", g.x, g.y, g.z, dimension,
                      dimension == 1 ? "[0, 0, g]" : "[g, 0, g]");
    for (int k = 0; k < 3; k++) {
        if (!periodic[k])
            continue;
        if ((k == 1 && dimension < 3) || (k == 0 && dimension < 2))
            return refuse(r, names[k], "found true, allowed false in dimension %ld", dimension);
        if (!(extent[k] > 0.0))
            return refuse(r, names[k], "found a box of extent %g m, allowed: low below high",
                          isnan(extent[k]) ? 0.0 : extent[k]);
    }
    return GRAVEL_OK;
}

static enum gravel_status
check_shear(const struct rules *r)
{
    const struct gravel_case_box *box = &r->d->box;
    if (isnan(box->shear_rate))
        return GRAVEL_OK;
    if (!box->periodic_x || !box->periodic_z)
        return refuse(r, "shear_rate", "found %g 1/s, allowed with periodic_x and periodic_z only", box->shear_rate);
    if (r->d->n_walls > 0)
        return refuse(r, "shear_rate", "found %g 1/s besides walls, allowed without walls", box->shear_rate);
    if (v3_norm(r->d->space.gravity) > 0.0)
        return refuse(r, "shear_rate", "found %g 1/s under gravity, allowed without", box->shear_rate);
    return GRAVEL_OK;
}

static enum gravel_status
check_species(const struct rules *r)
{
    enum gravel_status status = choose(r, "diameter|radius", true, NULL);
    if (status == GRAVEL_OK)
        status = choose(r, "density|mass", true, NULL);
    const bool spread = has(r, "distribution");
    const char *law = spread ? word(r, "distribution") : "a species of equal sizes";
    if (status == GRAVEL_OK)
        status = demand(r, "spread", spread, law);
    return status == GRAVEL_OK ? demand(r, "truncation", strcmp(law, "log-normal") == 0, law) : status;
}

static enum gravel_status
check_particles(const struct rules *r)
{
    enum gravel_status status = GRAVEL_OK;
    double total = 0.0;
    for (size_t k = 0; k < r->d->n_species && status == GRAVEL_OK; k++) {
        struct rules of_species = *r;
        of_species.section = r->d->species[k].section;
        status = check_species(&of_species);
        total += (double)r->d->species[k].count;
    }
    if (status == GRAVEL_OK && total > 1e7)
        return refuse(r, "particles", "found %.0f in all, allowed at most 1e7", total);
    return status;
}

static enum gravel_status
check_material(const struct rules *r)
{
    const struct gravel_case_material *m = &r->d->material;
    const char *law = word(r, "law"), *restitution_law = word(r, "restitution_law");
    const bool linear = m->law == GRAVEL_LAW_LINEAR, general = m->law == GRAVEL_LAW_GENERAL;
    const bool power = m->restitution_law == GRAVEL_POWER_RESTITUTION;
    char stated[32] = "";
    enum gravel_status status = choose(r, "contact_time|stiffness|rate_squared|young|energy", true, &stated);
    if (status != GRAVEL_OK)
        return status;
    const bool by_time = strcmp(stated, "contact_time") == 0, by_young = strcmp(stated, "young") == 0;
    const bool by_energy = strcmp(stated, "energy") == 0;
    if (by_time && !linear)
        return refuse(r, "contact_time",
                      "found with law %s, whose contact time depends on the velocity, allowed: "
                      "linear",
                      law);
    if (by_energy != (m->law == GRAVEL_LAW_LENNARD_JONES))
        return refuse(r, stated, "found with law %s, allowed: energy with law lennard-jones and with no other", law);
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
            status = demand(r, companions[k].name, companions[k].wanted, companions[k].reason);
            if (status != GRAVEL_OK)
                return status;
        }
    if (m->restitution_law != GRAVEL_CONSTANT_RESTITUTION && !(m->reference_velocity > 0.0))
        return refuse(r, "reference_velocity", "found 0, allowed above 0 with restitution_law %s", restitution_law);
    if (m->rolling_friction > 0.0 && !m->rotation)
        return refuse(r, "rolling_friction", "found %g, allowed 0 without rotation", m->rolling_friction);
    if (m->rotation && r->d->space.dimension == 1)
        return refuse(r, "rotation", "found true, allowed false in dimension 1");
    return GRAVEL_OK;
}

/* Kicks that leave the momentum cannot move a single particle. */
static enum gravel_status
check_thermostat(const struct rules *r)
{
    const double interval = r->d->thermostat.interval, time = r->d->run.time;
    if (isnan(interval))
        return GRAVEL_OK;
    if (gravel_description_count(r->d) < 2.0)
        return refuse(r, "", "found with one particle, whose momentum the kicks leave as it is, allowed: at least 2");
    if (interval > time)
        return refuse(r, "interval", "found %g s, allowed at most run.time, %g s: there would be no kick", interval,
                      time);
    return GRAVEL_OK;
}

static enum gravel_status
check_wall_shape(const struct rules *r, const struct gravel_case_wall *wall)
{
    static const struct {
        char radius, length, width; /* '+' needed, '?' optional, '-' not allowed */
    } keys[] = {
        [GRAVEL_PLANE] = {'-', '-', '-'},     [GRAVEL_DISK] = {'+', '-', '-'},    [GRAVEL_CYLINDER] = {'+', '?', '-'},
        [GRAVEL_RING] = {'+', '-', '-'},      [GRAVEL_LINE] = {'-', '-', '-'},    [GRAVEL_POINT] = {'-', '-', '-'},
        [GRAVEL_RECTANGLE] = {'-', '+', '+'}, [GRAVEL_SEGMENT] = {'-', '+', '-'},
    };
    const char *shape = word(r, "shape");
    const struct vec3 axis = wall->axis, edge = wall->edge;
    enum gravel_status status = demand(r, "radius", keys[wall->shape].radius == '+', shape);
    if (status == GRAVEL_OK && keys[wall->shape].length != '?')
        status = demand(r, "length", keys[wall->shape].length == '+', shape);
    if (status == GRAVEL_OK)
        status = demand(r, "width", keys[wall->shape].width == '+', shape);
    if (status == GRAVEL_OK)
        status = demand(r, "edge", wall->shape == GRAVEL_RECTANGLE, shape);
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
check_direction(const struct rules *r, const struct gravel_case_wall *wall, bool vibrates)
{
    const struct vec3 d = wall->motion.direction;
    const long dimension = r->d->space.dimension;
    const bool plane = wall->shape == GRAVEL_PLANE;
    if (!has(r, "motion.direction"))
        return GRAVEL_OK;
    if (!plane || !vibrates)
        return refuse(r, "motion.direction", "found at %s, allowed at a plane that vibrates",
                      plane ? "a wall without amplitude" : "another shape");
    if (!(v3_norm(d) > 0.0) || (dimension < 3 && d.y != 0.0) || (dimension < 2 && d.x != 0.0))
        return refuse(r, "motion.direction", "found [%g, %g, %g], allowed a direction in which particles move", d.x,
                      d.y, d.z);
    return GRAVEL_OK;
}

static enum gravel_status
check_wall_contact(const struct rules *r, const struct gravel_case_wall *wall)
{
    const bool own = wall->contact.rule == GRAVEL_OWN_RESTITUTION, scaled = wall->contact.rule == GRAVEL_SCALED_DASHPOT;
    enum gravel_status status =
        wall->touch == GRAVEL_BOUNCE ? demand(r, "contact.rule", true, "a wall that bounces") : GRAVEL_OK;
    if (status == GRAVEL_OK)
        status = demand(r, "contact.restitution", own, own ? "contact.rule restitution" : "this contact.rule");
    if (status == GRAVEL_OK)
        status = demand(r, "contact.dashpot", scaled, scaled ? "contact.rule scaled-dashpot" : "this contact.rule");
    return status;
}

static enum gravel_status
check_wall_motion(const struct rules *r, const struct gravel_case_wall *wall)
{
    const bool weightless = !(v3_norm(r->d->space.gravity) > 0.0);
    char stated[32] = "";
    enum gravel_status status = choose(r, "motion.amplitude|motion.acceleration|motion.peak_velocity", false, &stated);
    const bool vibrates = stated[0] != '\0';
    if (status == GRAVEL_OK)
        status = demand(r, "motion.frequency", vibrates, vibrates ? stated : "a wall without amplitude");
    if (status == GRAVEL_OK)
        status = check_direction(r, wall, vibrates);
    if (status == GRAVEL_OK && has(r, "motion.acceleration") && weightless)
        status = refuse(r, "motion.acceleration", "found without gravity, allowed: amplitude or peak_velocity");
    if (status == GRAVEL_OK)
        status = choose(r, "rotation.rate|rotation.froude", false, NULL);
    const bool froude = has(r, "rotation.froude");
    if (status == GRAVEL_OK)
        status = demand(r, "rotation.reference_radius", froude, froude ? "rotation.froude" : "a wall without froude");
    if (status == GRAVEL_OK && froude && weightless)
        status = refuse(r, "rotation.froude", "found without gravity, allowed: rate");
    return status;
}

static enum gravel_status
check_servo(const struct rules *r, const struct gravel_case_wall *wall)
{
    const bool servo = has(r, "servo.mass");
    const char *reason = servo ? "servo.mass" : "a wall without servo.mass";
    enum gravel_status status = demand(r, "servo.force", servo, reason);
    if (status == GRAVEL_OK)
        status = demand(r, "servo.damping", servo, reason);
    if (status != GRAVEL_OK || !servo)
        return status;
    if (wall->shape != GRAVEL_PLANE || wall->touch != GRAVEL_BOUNCE)
        return refuse(r, "servo.mass", "found at another wall, allowed at a plane that bounces");
    if (v3_norm2(wall->motion.velocity) > 0.0 || has(r, "motion.frequency") || has(r, "rotation.rate") ||
        has(r, "rotation.froude"))
        return refuse(r, "servo.mass", "found with a prescribed motion, allowed at a plane without motion");
    return GRAVEL_OK;
}

static enum gravel_status
check_walls(const struct rules *r)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < r->d->n_walls && status == GRAVEL_OK; k++) {
        const struct gravel_case_wall *wall = &r->d->walls[k];
        struct rules of_wall = *r;
        of_wall.section = wall->section;
        status = check_wall_shape(&of_wall, wall);
        if (status == GRAVEL_OK)
            status = check_wall_contact(&of_wall, wall);
        if (status == GRAVEL_OK)
            status = check_wall_motion(&of_wall, wall);
        if (status == GRAVEL_OK)
            status = check_servo(&of_wall, wall);
    }
    return status;
}

static enum gravel_status
check_run(const struct rules *r)
{
    char stated[32] = "";
    bool vibrates = false;
    const enum gravel_status status = choose(r, "time|periods|dissipation_times", true, &stated);
    if (status != GRAVEL_OK)
        return status;
    for (size_t k = 0; k < r->d->n_walls; k++)
        vibrates = vibrates || !isnan(r->d->walls[k].motion.frequency);
    if (strcmp(stated, "time") != 0 && !vibrates)
        return refuse(r, stated, "found without a vibrating wall, allowed: time");
    if (strcmp(stated, "dissipation_times") == 0 && !(v3_norm(r->d->space.gravity) > 0.0))
        return refuse(r, stated, "found without gravity, allowed: time or periods");
    if (r->d->run.steady && !isnan(r->d->run.discard))
        return refuse(r, "discard", "found besides steady: true, allowed is one of them");
    if (r->d->run.until == GRAVEL_UNTIL_SEPARATED && r->d->space.dimension != 1)
        return refuse(r, "until", "found separated, allowed in dimension 1 only");
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_check(const struct gravel_options *parameters, const struct gravel_description *description,
                  struct gravel_error *error)
{
    static const struct {
        const char *section;
        enum gravel_status (*check)(const struct rules *r);
    } checks[] = {
        {"", check_space},
        {"box", check_shear},
        {"", check_particles},
        {"material", check_material},
        {"thermostat", check_thermostat},
        {"", check_walls},
        {"run", check_run},
    };
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < sizeof checks / sizeof checks[0] && status == GRAVEL_OK; k++) {
        const struct rules r = {.p = parameters, .d = description, .section = checks[k].section, .error = error};
        status = checks[k].check(&r);
    }
    return status;
}
