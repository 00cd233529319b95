#include "harness/advise/hazard.h"

#include <math.h>
#include <stdio.h>

static bool
lists_ed(const struct gravel_advice_context *a)
{
    return gravel_options_has(a->parameters, "engines.ed.tc");
}

/* A bed of several layers collapses somewhere in it long before a line of as many grains does. */
bool
gravel_advice_collapses(const struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const bool bed = a->system->dimension > 1 && a->g > 0.0 && advice->dissipative;
    if (!lists_ed(a) || gravel_advice_tc(a) > 0.0 || advice->regime == GRAVEL_REGIME_LASTING)
        return false;
    return advice->restitution < advice->collapse ||
           (bed && advice->X > gravel_advice_reference(a, "R.advise.collapse"));
}

void
gravel_advice_warn_of_collapse(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX])
{
    const struct gravel_advice *advice = a->advice;
    if (!gravel_advice_collapses(a))
        return;
    if (advice->restitution < advice->collapse)
        snprintf(text, GRAVEL_WARNING_MAX,
                 "inelastic collapse: e = %.3g is below %.3g, where %.3g hard grains above each other collapse into "
                 "collisions without end: engines.ed.tc of about the contact time, %.2g s, ends that%s",
                 advice->restitution, advice->collapse, advice->layers, advice->contact_time,
                 a->is_column ? "; the engine ed-column has clusters instead" : "");
    else
        snprintf(
            text, GRAVEL_WARNING_MAX,
            "inelastic collapse: at X = N (1 - e) = %.3g, above %.3g, hard grains of a bed collapse into collisions "
            "without end, at once or after seconds: engines.ed.tc of about the contact time, %.2g s, ends that",
            advice->X, gravel_advice_reference(a, "R.advise.collapse"), advice->contact_time);
}

void
gravel_advice_warn_of_stall(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX])
{
    const struct gravel_advice *advice = a->advice;
    if (lists_ed(a) && !(gravel_advice_tc(a) > 0.0) && advice->regime == GRAVEL_REGIME_LASTING && advice->dissipative)
        snprintf(text, GRAVEL_WARNING_MAX,
                 "ED stalls where grains rest on each other: engines.ed.tc of about the contact time, %.2g s, lets "
                 "contacts within it lose nothing; show that the results do not depend on it",
                 advice->contact_time);
}

/* Whether a wall keeps grains from leaving along `to`: a plane that faces them, or a curved wall about them. */
static bool
is_closed(const struct gravel_system *s, struct vec3 to)
{
    for (size_t w = 0; w < s->n_walls; w++) {
        const struct gravel_wall *wall = &s->walls[w];
        if (wall->shape == GRAVEL_PLANE ? v3_dot(wall->axis, to) < -0.1 : fabs(v3_dot(wall->axis, to)) < 0.9)
            return true;
    }
    return false;
}

void
gravel_advice_warn_of_sides(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX])
{
    static const char names[] = "xyz";
    const struct gravel_system *s = a->system;
    if (s->dimension < 2 || !(a->g > 0.0) || s->n_walls == 0 || a->advice->n < 3 || a->advice->n_attached > 0)
        return;
    for (int d = 0; d < 3; d++) {
        struct vec3 to = v3(d == 0, d == 1, d == 2);
        const bool level = fabs(v3_dot(s->gravity, to)) < 0.1 * a->g, exists = d != 1 || s->dimension == 3;
        if (!level || !exists || s->box.periodic[d] || (is_closed(s, to) && is_closed(s, v3_scale(-1.0, to))))
            continue;
        snprintf(text, GRAVEL_WARNING_MAX,
                 "no side walls: neither a wall nor a period ends the system along %c, so that grains spread without "
                 "end and their density falls: add walls, or box.periodic_%c",
                 names[d], names[d]);
        return;
    }
}

/* Friction needs a tangential motion and, to hold a load at rest, tangential springs. */
void
gravel_advice_warn_of_friction(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX])
{
    bool any = false, springs = false;
    for (size_t k = 0; k < gravel_system_n_contacts(a->system); k++) {
        int32_t species, partner;
        const struct gravel_contact c = gravel_system_contact_at(a->system, k, &species, &partner);
        any = any || (c.wall != NULL ? c.wall->friction : c.material->friction) > 0.0;
        springs = springs || c.material->tangential != GRAVEL_TANGENTIAL_VISCOUS;
    }
    if (!any)
        return;
    if (a->system->dimension == 1)
        snprintf(
            text, GRAVEL_WARNING_MAX,
            "friction without effect: contacts on a line have no tangential velocity; remove friction, or state two "
            "or three dimensions");
    else if (a->advice->regime == GRAVEL_REGIME_LASTING && !springs)
        snprintf(
            text, GRAVEL_WARNING_MAX,
            "friction without effect at rest: a tangential dashpot carries no load once grains stand still, so that "
            "a heap has no slope; state tangential springs (material.tangential_stiffness)");
}

/* Close to the acceleration at which a column condenses the initial state selects one of several motions. */
void
gravel_advice_warn_of_attractors(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX])
{
    const struct gravel_advice *advice = a->advice;
    if (!a->is_column || !(advice->alpha >= 1.0) || !(advice->X > 0.0))
        return;
    const double critical = gravel_advice_law("column_critical_acceleration", &advice->X);
    const double clear = gravel_advice_reference(a, "R.advise.attractors") * critical;
    if (advice->alpha < clear)
        snprintf(text, GRAVEL_WARNING_MAX,
                 "bistability: at A0 w^2/g = %.3g, below %.3g, a column of X = %.3g is near condensation and may have "
                 "several states, which the start selects: compare seeds (--seeds 8), and starts at rest and in flight",
                 advice->alpha, clear, advice->X);
}

void
gravel_advice_warn_of_rest(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX])
{
    const struct gravel_advice *advice = a->advice;
    if (advice->regime != GRAVEL_REGIME_LASTING || !lists_ed(a))
        return;
    if (isfinite(advice->difference))
        snprintf(
            text, GRAVEL_WARNING_MAX,
            "quasi-static: contacts last, and hard spheres stand for them by engines.ed.tc only: a factor 10 in it "
            "changes the %s by about %.2g %%",
            advice->difference_of, 100.0 * gravel_advice_reference(a, "R.advise.drum.decade"));
    else
        snprintf(text, GRAVEL_WARNING_MAX,
                 "quasi-static: contacts last and carry loads, which collisions without duration cannot: no number of "
                 "hard spheres is right here; judge soft ones, with the contact time as a parameter of the system");
}

/* Samples at one phase of a vibration: what they see of the motion does not average out. */
void
gravel_advice_warn_of_phase(const struct gravel_advice_context *a, char text[GRAVEL_WARNING_MAX])
{
    const double rounding = 1e-6, samples = (double)gravel_options_int(a->parameters, "run.samples");
    for (size_t k = 0; k < a->system->n_walls; k++) {
        const struct gravel_wall *wall = &a->system->walls[k];
        const double periods = wall->motion.angular_frequency / (2.0 * M_PI) * a->advice->run_length,
                     apart = periods / samples;
        if (!(wall->motion.amplitude > 0.0) || apart < 0.5 || fabs(apart - round(apart)) > rounding * apart)
            continue;
        snprintf(text, GRAVEL_WARNING_MAX,
                 "samples at one phase: they are %.6g periods of %s apart, so that every mean is that of this phase; "
                 "run.samples = %.0f has eight in a period",
                 round(apart), wall->name, 8.0 * ceil(periods * (1.0 - rounding)));
        return;
    }
}
