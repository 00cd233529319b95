#include "engines/md/damping.h"

#include "engines/md/integrator.h"

#include <stdio.h>

/* The reduced mass of the lightest two bodies that can be in contact k, INFINITY for two that walls hold and NAN where
 * there are not two: with a stated dashpot it is the lightest pair that is damped most. */
static double
lightest_pair(const struct gravel_md *md, int32_t species, int32_t partner)
{
    const bool alike = md->system.contacts == NULL;
    double one = NAN, other = NAN;
    for (size_t i = 0; i < md->n; i++) {
        const struct gravel_md_body *b = gravel_md_body(md, i);
        const double mass = gravel_md_is_free(md, i) ? b->mass : INFINITY;
        const bool is_other = alike || b->species == partner;
        if ((alike || b->species == species) && !(mass >= one)) {
            other = is_other ? one : other;
            one = mass;
        } else if (is_other && !(mass >= other)) {
            other = mass;
        }
    }
    return partner < 0 ? one : gravel_contact_scale(one, 1.0, other, 1.0).mass;
}

/* choose_step() also takes pairs of which there is but one body, as a shorter step does no harm. */
bool
gravel_md_never_ends(const struct gravel_md *md, size_t k)
{
    int32_t species, partner;
    const struct gravel_contact c = gravel_system_contact_at(&md->system, k, &species, &partner);
    const double m_red = lightest_pair(md, species, partner), d = 2.0 * md->mean_radius;
    return isfinite(m_red) && isinf(gravel_material_contact_time(c.material, c.wall, m_red, d, 1.0));
}

/* The faster dashpot of contact k [1/s], c/m_red or factor c_t/m_red, for the lightest two bodies in it; a dashpot
 * x^gamma x' has no rate of its own. */
static double
dashpot_rate(const struct gravel_md *md, size_t k)
{
    int32_t species, partner;
    const struct gravel_contact c = gravel_system_contact_at(&md->system, k, &species, &partner);
    const double m_red = lightest_pair(md, species, partner), factor = md->tangential_factor;
    if (!isfinite(m_red))
        return 0.0;
    const struct gravel_force f = gravel_material_force(c.material, c.wall, m_red, 2.0 * md->mean_radius, factor);
    return fmax(f.gamma == 0.0 ? f.c : 0.0, factor * f.ct) / m_red;
}

enum gravel_status
gravel_md_damping_check(const struct gravel_md *md, double steps_per_contact, struct gravel_error *error)
{
    const double least = md->integrator->least_relaxation;
    for (size_t k = 0; k < gravel_system_n_contacts(&md->system) && least > 0.0; k++) {
        int32_t species, partner;
        char section[GRAVEL_SECTION_MAX];
        const double part = dashpot_rate(md, k) * md->dt; /* of the relaxation time in a step */
        if (part * least <= 1.0)
            continue;
        gravel_system_contact_at(&md->system, k, &species, &partner);
        return gravel_fail_at(error, GRAVEL_INPUT, "engines.md.steps_per_contact",
                              "found %g with %s, whose steps are too long for the dashpots of %s: velocities relax in "
                              "%.3g of them, allowed: at least %g, because the method, which predicts velocities, "
                              "becomes unstable below; %.4g steps_per_contact, or another integrator",
                              steps_per_contact, md->integrator->name,
                              gravel_system_contact_section(&md->system, species, partner, section), 1.0 / part, least,
                              ceil(1.0000001 * steps_per_contact * least * part));
    }
    return GRAVEL_OK;
}
