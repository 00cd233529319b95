#include "harness/case/check.h"

#include "engines/core/words.h"
#include "harness/case/keys.h"
#include "harness/case/schema.h"

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
    const struct gravel_case_material
        *material; /* NULL: names are as stated; else they are of what holds for a contact */
    struct gravel_error *error;
};

/* Whether what holds for a contact has a value for an optional number of the material. */
static bool
holds(const struct gravel_case_material *m, const char *name)
{
    const struct gravel_key *key = gravel_schema_key(gravel_keys_material, name);
    double value;
    if (key->type == GRAVEL_TYPE_CHOICE)
        return true;
    memcpy(&value, (const char *)m + key->offset, sizeof value);
    return !isnan(value);
}

static bool
has(const struct rules *r, const char *name)
{
    char path[PATH_SIZE];
    if (r->material != NULL)
        return holds(r->material, name);
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

/* `name`, which is there or not, must be, or must not, because of `reason`. */
static enum gravel_status
demand_value(const struct rules *r, const char *name, bool there, bool wanted, const char *reason)
{
    if (there == wanted)
        return GRAVEL_OK;
    if (wanted)
        return refuse(r, "", "found no %s, which %s needs", name, reason);
    return refuse(r, name, "found a value that %s has no use for", reason);
}

static enum gravel_status
demand(const struct rules *r, const char *name, bool wanted, const char *reason)
{
    return demand_value(r, name, has(r, name), wanted, reason);
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

/* The tangential law and the stiffness of its spring. */
static enum gravel_status
check_tangential_law(const struct rules *r, const struct gravel_case_material *m, bool by_young)
{
    const bool spring = m->tangential_law == GRAVEL_SHEAR_SPRING, mindlin = m->tangential_law == GRAVEL_SHEAR_MINDLIN;
    enum gravel_status status = GRAVEL_OK;
    if (m->tangential_law >= 0)
        status = demand_value(r, "tangential_stiffness", !isnan(m->tangential_stiffness), spring,
                              spring    ? "tangential_law spring"
                              : mindlin ? "tangential_law mindlin"
                                        : "tangential_law viscous");
    if (status == GRAVEL_OK && mindlin && !by_young)
        status = refuse(r, "tangential_law", "found mindlin without moduli, allowed with young and poisson");
    return status;
}

/* One statement of a material: of all contacts, or of one. */
static enum gravel_status
check_one_material(const struct rules *r, const struct gravel_case_material *m)
{
    char restitution_law[32], law[32];
    gravel_word_list_get(gravel_schema_key(gravel_keys_material, "law")->choices, (size_t)m->law, law, sizeof law);
    gravel_word_list_get(gravel_schema_key(gravel_keys_material, "restitution_law")->choices,
                         (size_t)m->restitution_law, restitution_law, sizeof restitution_law);
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
    return check_tangential_law(r, m, by_young);
}

static enum gravel_status
check_material(const struct rules *r)
{
    const struct gravel_case_material *m = &r->d->material;
    struct rules of_all = *r;
    of_all.material = m;
    const enum gravel_status status = check_one_material(&of_all, m);
    if (status != GRAVEL_OK)
        return status;
    if (m->rotation && r->d->space.dimension == 1)
        return refuse(r, "rotation", "found true, allowed false in dimension 1");
    return GRAVEL_OK;
}

/* Moduli of a species replace those of the material, which must be stated by moduli, and not in vain. */
static enum gravel_status
check_moduli(const struct rules *r)
{
    size_t n_own = 0;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < r->d->n_species && status == GRAVEL_OK; k++) {
        const struct gravel_case_species *s = &r->d->species[k];
        struct rules of_species = *r;
        of_species.section = s->section;
        const bool own = !isnan(s->young);
        status = demand(&of_species, "poisson", own, own ? "young" : "a species without young");
        if (status == GRAVEL_OK && own && isnan(r->d->material.young))
            status = refuse(&of_species, "young",
                            "found with a material that is not stated by moduli, allowed "
                            "with material.young, or with young of every species");
        n_own += own;
    }
    if (status == GRAVEL_OK && n_own == r->d->n_species && gravel_options_has(r->p, "material.young"))
        return refuse(r, "material.young", "found besides the moduli of every species, allowed: nothing");
    return status;
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
check_wall_contact(const struct rules *r, const struct gravel_case_wall_contact *c, bool bounces, const char *prefix)
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
        const enum gravel_status status = demand_value(r, name, demands[k].there, demands[k].wanted, demands[k].reason);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
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
check_walls(const struct rules *r)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < r->d->n_walls && status == GRAVEL_OK; k++) {
        const struct gravel_case_wall *wall = &r->d->walls[k];
        struct rules of_wall = *r;
        of_wall.section = wall->section;
        status = check_wall_shape(&of_wall, wall);
        if (status == GRAVEL_OK)
            status = check_wall_contact(&of_wall, &wall->contact, wall->touch == GRAVEL_BOUNCE, "contact.");
        if (status == GRAVEL_OK)
            status = check_wall_motion(&of_wall, wall);
    }
    return status;
}

/* What is stated of one contact must have an effect, and with the defaults make a whole. */
static enum gravel_status
check_contact(const struct rules *r, const struct gravel_case_contact *c)
{
    static const char *const of_walls[] = {"rule", "dashpot"};
    for (size_t k = 0; k < 2 && c->partner >= 0; k++)
        if (has(r, of_walls[k]))
            return refuse(r, of_walls[k], "found with two species, allowed with a species and a wall");
    if (c->partner == c->species && r->d->species[c->species].count < 2)
        return refuse(r, "", "found a contact of a species that has 1 particle, allowed from 2 on");
    if (c->partner < 0 && r->d->walls[-1 - c->partner].touch != GRAVEL_BOUNCE)
        return refuse(r, "", "found a contact with a wall from which nothing bounces, allowed with touch bounce");
    struct rules of_material = *r;
    of_material.material = &c->material;
    const enum gravel_status status = check_one_material(&of_material, &c->material);
    return status == GRAVEL_OK && c->partner < 0 ? check_wall_contact(r, &c->wall, true, "") : status;
}

static enum gravel_status
check_contacts(const struct rules *r)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < r->d->n_contacts && status == GRAVEL_OK; k++) {
        struct rules of_contact = *r;
        of_contact.section = r->d->contacts[k].section;
        status = check_contact(&of_contact, &r->d->contacts[k]);
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
        {"", check_space}, {"", check_particles}, {"material", check_material}, {"", check_moduli},
        {"", check_walls}, {"", check_contacts},  {"run", check_run},
    };
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < sizeof checks / sizeof checks[0] && status == GRAVEL_OK; k++) {
        const struct rules r = {.p = parameters, .d = description, .section = checks[k].section, .error = error};
        status = checks[k].check(&r);
    }
    return status;
}
