#include "harness/case/check_use.h"

#include <string.h>

static bool
is_swept(const struct gravel_case *c, const char *path)
{
    return gravel_case_axis(c, path) < c->n_axes;
}

/* By the file itself, as a value or in the sweep; not a default. */
static bool
is_stated(const struct gravel_case *c, const char *path)
{
    if (is_swept(c, path))
        return true;
    for (size_t k = 0; k < c->parameters.n; k++)
        if (strcmp(c->parameters.items[k].path, path) == 0)
            return c->parameters.items[k].line > 0;
    return false;
}

/* Steps are of integrators with fixed steps, a tolerance is of the other. */
static enum gravel_status
check_integrator(const struct gravel_case *c, struct gravel_error *error)
{
    static const char integrator[] = "engines.md.integrator";
    if (!gravel_options_has(&c->parameters, integrator) || is_swept(c, integrator))
        return GRAVEL_OK;
    const char *name = gravel_options_text(&c->parameters, integrator);
    const bool adaptive = strcmp(name, "adaptive") == 0;
    const char *idle = adaptive ? "engines.md.steps_per_contact" : "engines.md.tolerance";
    if (!is_stated(c, idle))
        return GRAVEL_OK;
    return gravel_fail_at(error, GRAVEL_INPUT, idle, "found with integrator %s, allowed with %s", name,
                          adaptive ? "integrators of fixed steps" : "integrator adaptive");
}

/* Contacts of their own, which may have another law, and moduli, of which contact times depend on the speed. */
static bool
has_contacts_or_moduli(const struct gravel_case *c)
{
    for (size_t k = 0; k < c->parameters.n; k++) {
        const char *path = c->parameters.items[k].path, *end = strrchr(path, '.');
        if (strncmp(path, "contacts.", strlen("contacts.")) == 0 || (end != NULL && strcmp(end, ".young") == 0))
            return true;
    }
    return false;
}

/* The speed at which a restitution is stated is of laws that depend on it. */
static enum gravel_status
check_velocity(const struct gravel_case *c, struct gravel_error *error)
{
    static const char speed[] = "material.reference_velocity";
    const struct gravel_options *const p = &c->parameters;
    const bool linear = strcmp(gravel_options_text(p, "material.law"), "linear") == 0;
    const bool constant = strcmp(gravel_options_text(p, "material.restitution_law"), "constant") == 0;
    if (!is_stated(c, speed) || is_swept(c, "material.law") || is_swept(c, "material.restitution_law") || !linear ||
        !constant || has_contacts_or_moduli(c))
        return GRAVEL_OK;
    return gravel_fail_at(error, GRAVEL_INPUT, speed,
                          "found with law linear and a constant restitution, neither of which depends on the speed, "
                          "allowed with another law or restitution_law, or with young");
}

/* Bounds of a box are those of its periodic axes; files of trajectories have them, too. */
static enum gravel_status
check_box(const struct gravel_case *c, struct gravel_error *error)
{
    static const char *const axes[] = {"box.periodic_x", "box.periodic_y", "box.periodic_z"};
    static const char *const bounds[] = {"box.low", "box.high"};
    for (int k = 0; k < 3; k++)
        if (gravel_options_bool(&c->parameters, axes[k]) || is_swept(c, axes[k]))
            return GRAVEL_OK;
    for (int k = 0; k < 2 && !c->output.stated; k++)
        if (is_stated(c, bounds[k]))
            return gravel_fail_at(error, GRAVEL_INPUT, bounds[k],
                                  "found without a periodic axis, allowed with periodic_x, periodic_y or periodic_z, "
                                  "or with the section output");
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_check_use(const struct gravel_case *c, struct gravel_error *error)
{
    enum gravel_status status = check_integrator(c, error);
    if (status == GRAVEL_OK)
        status = check_velocity(c, error);
    return status == GRAVEL_OK ? check_box(c, error) : status;
}
