#include "harness/case/check.h"

#include "engines/core/words.h"
#include "harness/case/check_walls.h"
#include "harness/case/describe.h"
#include "harness/case/keys.h"
#include "harness/case/rules.h"
#include "harness/case/schema.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static enum gravel_status
check_space(const struct gravel_rules *r)
{
    static const char *const names[] = {"box.periodic_x", "box.periodic_y", "box.periodic_z"};
    const long dimension = r->d->space.dimension;
    const struct vec3 g = r->d->space.gravity, size = v3_sub(r->d->box.high, r->d->box.low); /* NaN without low, high */
    const bool periodic[3] = {r->d->box.periodic_x, r->d->box.periodic_y, r->d->box.periodic_z};
    const double extent[3] = {size.x, size.y, size.z};
    if ((dimension < 3 && g.y != 0.0) || (dimension < 2 && g.x != 0.0))
        return gravel_rules_refuse(r, "gravity", "found [%g, %g, %g], allowed in dimension %ld: %s", g.x, g.y, g.z,
                                   dimension, dimension == 1 ? "[0, 0, g]" : "[g, 0, g]");
    for (int k = 0; k < 3; k++) {
        if (!periodic[k])
            continue;
        if ((k == 1 && dimension < 3) || (k == 0 && dimension < 2))
            return gravel_rules_refuse(r, names[k], "found true, allowed false in dimension %ld", dimension);
        if (!(extent[k] > 0.0))
            return gravel_rules_refuse(r, names[k], "found a box of extent %g m, allowed: low below high",
                                       isnan(extent[k]) ? 0.0 : extent[k]);
    }
    return GRAVEL_OK;
}

static enum gravel_status
check_shear(const struct gravel_rules *r)
{
    const struct gravel_case_box *box = &r->d->box;
    if (isnan(box->shear_rate))
        return GRAVEL_OK;
    if (!box->periodic_x || !box->periodic_z)
        return gravel_rules_refuse(r, "shear_rate", "found %g 1/s, allowed with periodic_x and periodic_z only",
                                   box->shear_rate);
    if (r->d->n_walls > 0)
        return gravel_rules_refuse(r, "shear_rate", "found %g 1/s besides walls, allowed without walls",
                                   box->shear_rate);
    if (v3_norm(r->d->space.gravity) > 0.0)
        return gravel_rules_refuse(r, "shear_rate", "found %g 1/s under gravity, allowed without", box->shear_rate);
    return GRAVEL_OK;
}

static enum gravel_status
check_species(const struct gravel_rules *r)
{
    enum gravel_status status = gravel_rules_choose(r, "diameter|radius", true, NULL);
    if (status == GRAVEL_OK)
        status = gravel_rules_choose(r, "density|mass", true, NULL);
    const bool spread = gravel_rules_has(r, "distribution");
    const char *law = spread ? gravel_rules_word(r, "distribution") : "a species of equal sizes";
    if (status == GRAVEL_OK && strcmp(gravel_rules_word(r, "weigh"), "disks") == 0 && r->d->space.dimension != 2)
        return gravel_rules_refuse(r, "weigh", "found disks, allowed in dimension 2 only");
    if (status == GRAVEL_OK && gravel_rules_has(r, "weigh") && !gravel_rules_has(r, "density"))
        return gravel_rules_refuse(r, "weigh", "found without a density, allowed with one");
    if (status == GRAVEL_OK)
        status = gravel_rules_demand(r, "spread", spread, law);
    return status == GRAVEL_OK ? gravel_rules_demand(r, "truncation", strcmp(law, "log-normal") == 0, law) : status;
}

static enum gravel_status
check_particles(const struct gravel_rules *r)
{
    enum gravel_status status = GRAVEL_OK;
    double total = 0.0;
    for (size_t k = 0; k < r->d->n_species && status == GRAVEL_OK; k++) {
        struct gravel_rules of_species = *r;
        of_species.section = r->d->species[k].section;
        status = check_species(&of_species);
        total += (double)r->d->species[k].count;
    }
    if (status == GRAVEL_OK && total > 1e7)
        return gravel_rules_refuse(r, "particles", "found %.0f in all, allowed at most 1e7", total);
    return status;
}

/* The tangential law and the stiffness of its spring. */
static enum gravel_status
check_tangential_law(const struct gravel_rules *r, const struct gravel_case_material *m, bool by_young)
{
    const bool spring = m->tangential_law == GRAVEL_SHEAR_SPRING, mindlin = m->tangential_law == GRAVEL_SHEAR_MINDLIN;
    enum gravel_status status = GRAVEL_OK;
    if (m->tangential_law >= 0)
        status = gravel_rules_demand_value(r, "tangential_stiffness", !isnan(m->tangential_stiffness), spring,
                                           spring    ? "tangential_law spring"
                                           : mindlin ? "tangential_law mindlin"
                                                     : "tangential_law viscous");
    if (status == GRAVEL_OK && mindlin && !by_young)
        status =
            gravel_rules_refuse(r, "tangential_law", "found mindlin without moduli, allowed with young and poisson");
    return status;
}

/* Nothing moves along a contact of beads on a line. */
static enum gravel_status
check_line(const struct gravel_rules *r, const struct gravel_case_material *m)
{
    if (r->d->space.dimension != 1)
        return GRAVEL_OK;
    if (m->tangential_law >= 0)
        return gravel_rules_refuse(r, "tangential_law", "found in dimension 1, allowed in dimensions 2 and 3");
    if (!isnan(m->tangential_damping))
        return gravel_rules_refuse(r, "tangential_damping", "found in dimension 1, allowed in dimensions 2 and 3");
    return gravel_case_check_line(r, m->tangential_restitution, m->friction, "");
}

/* One statement of a material: of all contacts, or of one. */
static enum gravel_status
check_one_material(const struct gravel_rules *r, const struct gravel_case_material *m)
{
    char restitution_law[32], law[32];
    gravel_word_list_get(gravel_schema_key(gravel_keys_material, "law")->choices, (size_t)m->law, law, sizeof law);
    gravel_word_list_get(gravel_schema_key(gravel_keys_material, "restitution_law")->choices,
                         (size_t)m->restitution_law, restitution_law, sizeof restitution_law);
    const bool linear = m->law == GRAVEL_LAW_LINEAR, general = m->law == GRAVEL_LAW_GENERAL;
    const bool power = m->restitution_law == GRAVEL_POWER_RESTITUTION;
    char stated[32] = "";
    enum gravel_status status =
        gravel_rules_choose(r, "contact_time|stiffness|rate_squared|young|energy", true, &stated);
    if (status != GRAVEL_OK)
        return status;
    const bool by_time = strcmp(stated, "contact_time") == 0, by_young = strcmp(stated, "young") == 0;
    const bool by_energy = strcmp(stated, "energy") == 0;
    if (by_time && !linear)
        return gravel_rules_refuse(r, "contact_time",
                                   "found with law %s, whose contact time depends on the velocity, allowed: "
                                   "linear",
                                   law);
    if (by_energy != (m->law == GRAVEL_LAW_LENNARD_JONES))
        return gravel_rules_refuse(r, stated,
                                   "found with law %s, allowed: energy with law lennard-jones and with no other", law);
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
            status = gravel_rules_demand(r, companions[k].name, companions[k].wanted, companions[k].reason);
            if (status != GRAVEL_OK)
                return status;
        }
    if (m->restitution_law != GRAVEL_CONSTANT_RESTITUTION && !(m->reference_velocity > 0.0))
        return gravel_rules_refuse(r, "reference_velocity", "found 0, allowed above 0 with restitution_law %s",
                                   restitution_law);
    if (m->rolling_friction > 0.0 && !m->rotation)
        return gravel_rules_refuse(r, "rolling_friction", "found %g, allowed 0 without rotation", m->rolling_friction);
    status = check_line(r, m);
    return status == GRAVEL_OK ? check_tangential_law(r, m, by_young) : status;
}

/* Kicks that leave the momentum cannot move a single particle. */
static enum gravel_status
check_thermostat(const struct gravel_rules *r)
{
    const double interval = r->d->thermostat.interval, time = r->d->run.time;
    if (isnan(interval))
        return GRAVEL_OK;
    if (gravel_description_count(r->d) < 2.0)
        return gravel_rules_refuse(
            r, "", "found with one particle, whose momentum the kicks leave as it is, allowed: at least 2");
    if (interval > time)
        return gravel_rules_refuse(r, "interval", "found %g s, allowed at most run.time, %g s: there would be no kick",
                                   interval, time);
    return GRAVEL_OK;
}

static enum gravel_status
check_material(const struct gravel_rules *r)
{
    const struct gravel_case_material *m = &r->d->material;
    struct gravel_rules of_all = *r;
    of_all.material = m;
    const enum gravel_status status = check_one_material(&of_all, m);
    if (status != GRAVEL_OK)
        return status;
    if (m->rotation && r->d->space.dimension == 1)
        return gravel_rules_refuse(r, "rotation", "found true, allowed false in dimension 1");
    return GRAVEL_OK;
}

/* Moduli of a species replace those of the material, which must be stated by moduli, and not in vain. */
static enum gravel_status
check_moduli(const struct gravel_rules *r)
{
    size_t n_own = 0;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < r->d->n_species && status == GRAVEL_OK; k++) {
        const struct gravel_case_species *s = &r->d->species[k];
        struct gravel_rules of_species = *r;
        of_species.section = s->section;
        const bool own = !isnan(s->young);
        status = gravel_rules_demand(&of_species, "poisson", own, own ? "young" : "a species without young");
        if (status == GRAVEL_OK && own && isnan(r->d->material.young))
            status = gravel_rules_refuse(&of_species, "young",
                                         "found with a material that is not stated by moduli, allowed "
                                         "with material.young, or with young of every species");
        n_own += own;
    }
    if (status == GRAVEL_OK && n_own == r->d->n_species && gravel_options_has(r->p, "material.young"))
        return gravel_rules_refuse(r, "material.young", "found besides the moduli of every species, allowed: nothing");
    return status;
}

/* What is stated of one contact must have an effect, and with the defaults make a whole. */
static enum gravel_status
check_contact(const struct gravel_rules *r, const struct gravel_case_contact *c)
{
    static const char *const of_walls[] = {"rule", "dashpot"};
    for (size_t k = 0; k < 2 && c->partner >= 0; k++)
        if (gravel_rules_has(r, of_walls[k]))
            return gravel_rules_refuse(r, of_walls[k], "found with two species, allowed with a species and a wall");
    if (c->partner == c->species && r->d->species[c->species].count < 2)
        return gravel_rules_refuse(r, "", "found a contact of a species that has 1 particle, allowed from 2 on");
    if (c->partner < 0 && r->d->walls[-1 - c->partner].touch != GRAVEL_BOUNCE)
        return gravel_rules_refuse(r, "",
                                   "found a contact with a wall from which nothing bounces, allowed with touch bounce");
    struct gravel_rules of_material = *r;
    of_material.material = &c->material;
    const enum gravel_status status = check_one_material(&of_material, &c->material);
    return status == GRAVEL_OK && c->partner < 0 ? gravel_case_check_wall_contact(r, &c->wall, true, "") : status;
}

static enum gravel_status
check_contacts(const struct gravel_rules *r)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < r->d->n_contacts && status == GRAVEL_OK; k++) {
        struct gravel_rules of_contact = *r;
        of_contact.section = r->d->contacts[k].section;
        status = check_contact(&of_contact, &r->d->contacts[k]);
    }
    return status;
}

static enum gravel_status
check_run(const struct gravel_rules *r)
{
    char stated[32] = "";
    bool vibrates = false;
    const enum gravel_status status = gravel_rules_choose(r, "time|periods|dissipation_times", true, &stated);
    if (status != GRAVEL_OK)
        return status;
    for (size_t k = 0; k < r->d->n_walls; k++)
        vibrates = vibrates || !isnan(r->d->walls[k].motion.frequency);
    if (strcmp(stated, "time") != 0 && !vibrates)
        return gravel_rules_refuse(r, stated, "found without a vibrating wall, allowed: time");
    if (strcmp(stated, "dissipation_times") == 0 && !(v3_norm(r->d->space.gravity) > 0.0))
        return gravel_rules_refuse(r, stated, "found without gravity, allowed: time or periods");
    if (r->d->run.steady && !isnan(r->d->run.discard))
        return gravel_rules_refuse(r, "discard", "found besides steady: true, allowed is one of them");
    if (r->d->run.until == GRAVEL_UNTIL_SEPARATED && r->d->space.dimension != 1)
        return gravel_rules_refuse(r, "until", "found separated, allowed in dimension 1 only");
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_check(const struct gravel_options *parameters, const struct gravel_description *description,
                  struct gravel_error *error)
{
    static const struct {
        const char *section;
        enum gravel_status (*check)(const struct gravel_rules *r);
    } checks[] = {
        {"", check_space},
        {"box", check_shear},
        {"", check_particles},
        {"material", check_material},
        {"thermostat", check_thermostat},
        {"", check_moduli},
        {"", gravel_case_check_walls},
        {"", check_contacts},
        {"run", check_run},
    };
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < sizeof checks / sizeof checks[0] && status == GRAVEL_OK; k++) {
        const struct gravel_rules r = {.p = parameters, .d = description, .section = checks[k].section, .error = error};
        status = checks[k].check(&r);
    }
    return status;
}
