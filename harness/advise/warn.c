#include "harness/advise/warn.h"

#include "harness/advise/hazard.h"
#include "harness/run/contact_quality.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Restitutions of soft and hard spheres may differ by this part of the loss 1 - e without a warning. */
static const double same_material = 0.1;

/* Rounded to two digits by `towards`, floor or ceil; a value that has two digits is kept. */
static double
two_digits(double x, double (*towards)(double))
{
    const double unit = pow(10.0, floor(log10(x)) - 1.0);
    return towards(x / unit * (towards == floor ? 1.0 + 1e-9 : 1.0 - 1e-9)) * unit;
}

/* How the case must state its material for contacts that are `ratio` times shorter at any speed, of equal restitution:
 * t_c goes with k^(-1/(2 + beta)), and the dashpot must go with k^((1 + gamma)/(2 + beta)) (S3 App. C). */
static const char *
shorter(const struct gravel_system *system, double ratio, char text[160])
{
    const struct gravel_material *m = &system->material;
    const double stiffer = pow(ratio, 2.0 + m->beta);
    const char *dashpot = "material.damping_rate";
    double damping = m->damping_rate;
    if (system->contacts != NULL) { /* each contact has a statement of its own */
        snprintf(text, 160, "contact times that are %.2g times shorter", two_digits(ratio, ceil));
        return text;
    }
    switch (m->statement) {
    case GRAVEL_BY_RESTITUTION_AND_TIME:
        snprintf(text, 160, "material.contact_time <= %.2g s", two_digits(m->contact_time / ratio, floor));
        return text;
    case GRAVEL_BY_ELASTICITY:
        snprintf(text, 160, "material.young >= %.2g Pa", two_digits(m->young * stiffer, ceil));
        return text;
    case GRAVEL_BY_STIFFNESS_AND_DAMPING:
        snprintf(text, 160, "material.stiffness >= %.2g", two_digits(m->stiffness * stiffer, ceil));
        dashpot = "material.damping";
        damping = m->damping;
        break;
    case GRAVEL_BY_RATES:
        snprintf(text, 160, "material.rate_squared >= %.2g", two_digits(m->rate_squared * stiffer, ceil));
        break;
    case GRAVEL_BY_ENERGY:
        snprintf(text, 160, "material.energy >= %.2g J", two_digits(m->energy * stiffer, ceil));
        break;
    }
    const size_t used = strlen(text);
    if (damping > 0.0)
        snprintf(text + used, 160 - used, " with %s = %.3g", dashpot, damping * pow(ratio, 1.0 + m->gamma));
    return text;
}

/* The case lists an engine of this method. */
static bool
lists(const struct gravel_advice *advice, enum gravel_method kind)
{
    bool found = false;
    for (size_t k = 0; k < advice->n_engines; k++)
        found = found || (advice->engines[k].of_case && advice->engines[k].ops->kind == kind);
    return found;
}

/* The largest overlap of a pilot run of MD, in diameters; 0: there was none. */
static double
pilot_overlap(const struct gravel_advice *advice)
{
    double overlap = 0.0;
    for (size_t k = 0; k < advice->n_engines; k++)
        overlap = fmax(overlap, advice->engines[k].pilot.overlap);
    return overlap;
}

static const char *
md_remark(const struct gravel_advice *advice, char text[320])
{
    const double d = advice->difference;
    if (isfinite(d) && fabs(d) < 0.01)
        snprintf(text, 320, "expected less than %.2g %% from hard spheres: %s", 100.0 * advice->difference_most,
                 advice->difference_of);
    else if (isfinite(d))
        snprintf(text, 320, "expected %.2g %% %s hard spheres, at most %.2g %%: %s", 100.0 * fabs(d),
                 d < 0.0 ? "below" : "above", 100.0 * advice->difference_most, advice->difference_of);
    else
        switch (advice->regime) {
        case GRAVEL_REGIME_INSTANT:
        case GRAVEL_REGIME_SOFTENED:
        case GRAVEL_REGIME_DETACHED:
            snprintf(text, 320,
                     "right if grains touch for t_c; not measured how far such systems are from hard spheres");
            break;
        case GRAVEL_REGIME_LASTING:
            snprintf(text, 320, "right: contacts last, and no number of hard spheres is right (quasi-static)");
            break;
        case GRAVEL_REGIME_BLOCK: snprintf(text, 320, "right: beads touch several others at once"); break;
        case GRAVEL_REGIME_SINGLE: snprintf(text, 320, "right"); break;
        case GRAVEL_REGIME_UNKNOWN: text[0] = '\0'; break;
        }
    return text;
}

static const char *
ed_remark(const struct gravel_advice_context *a, bool column, char text[320])
{
    if (!column && gravel_advice_collapses(a)) {
        snprintf(text, 320, "ends in inelastic collapse, unless engines.ed.tc is set");
        return text;
    }
    if (column && a->advice->restitution < a->advice->collapse) {
        snprintf(
            text, 320,
            "right, by clusters, but slow: below e = %.3g, where %.3g beads collapse, collisions grow as about N^4.5",
            a->advice->collapse, a->advice->layers);
        return text;
    }
    switch (a->advice->regime) {
    case GRAVEL_REGIME_SINGLE: snprintf(text, 320, "right"); break;
    case GRAVEL_REGIME_INSTANT:
        snprintf(text, 320, "right: collisions take no time beside what is between them");
        break;
    case GRAVEL_REGIME_SOFTENED:
    case GRAVEL_REGIME_DETACHED:
        snprintf(text, 320, "right for hard grains; contacts of several grains at once do not exist in it");
        break;
    case GRAVEL_REGIME_BLOCK:
    case GRAVEL_REGIME_LASTING:
        snprintf(text, 320, "%s",
                 column ? "clusters stand for lasting contacts; detachment is missing"
                 : gravel_advice_tc(a) > 0.0
                     ? "lasting contacts by the TC model: results depend on engines.ed.tc (case tumbler-tc)"
                     : "stalls where grains come to rest, unless engines.ed.tc is set");
        break;
    case GRAVEL_REGIME_UNKNOWN: text[0] = '\0'; break;
    }
    return text;
}

void
gravel_advice_remarks(struct gravel_advice_context *a)
{
    for (size_t k = 0; k < a->advice->n_engines; k++) {
        struct gravel_advised_engine *e = &a->advice->engines[k];
        if (!e->runs)
            continue;
        if (e->ops->kind == GRAVEL_MD)
            md_remark(a->advice, e->remark);
        else
            ed_remark(a, strcmp(e->ops->name, "ed-column") == 0, e->remark);
    }
}

static void
warn_of_overlap(const struct gravel_advice_context *a, char text[360])
{
    char remedy[160];
    const struct gravel_advised_contact *worst = NULL;
    for (size_t k = 0; k < a->advice->n_contacts; k++)
        if (worst == NULL || a->advice->contacts[k].overlap > worst->overlap)
            worst = &a->advice->contacts[k];
    const double pilot = pilot_overlap(a->advice), overlap = pilot > 0.0 ? pilot : worst != NULL ? worst->overlap : 0.0;
    if (!(overlap > gravel_overlap_to_warn_of))
        return;
    char where[120];
    if (pilot > 0.0)
        snprintf(where, sizeof where, "overlaps reach %.2g %% of a diameter in the pilot run", 100.0 * overlap);
    else
        snprintf(where, sizeof where, "%s overlaps reach %.2g %% of a diameter at %.3g m/s", worst->name,
                 100.0 * overlap, gravel_advised_speed(a->advice));
    snprintf(text, 360, "%s: %s keeps them below %g %%", where,
             shorter(a->system, overlap / gravel_overlap_to_warn_of, remedy), 100.0 * gravel_overlap_to_warn_of);
}

static void
warn_of_weight(const struct gravel_advice_context *a, char text[360])
{
    char remedy[160];
    const struct gravel_material *m = &a->system->material;
    const struct gravel_advised_contact *worst = NULL;
    for (size_t k = 0; k < a->advice->n_contacts; k++)
        if (worst == NULL || a->advice->contacts[k].rest_overlap > worst->rest_overlap)
            worst = &a->advice->contacts[k];
    if (worst == NULL || !(worst->rest_overlap > gravel_overlap_to_warn_of) ||
        a->advice->regime != GRAVEL_REGIME_LASTING)
        return;
    /* At rest the overlap goes with k^(-1/(1 + beta)). */
    const double ratio = pow(worst->rest_overlap / gravel_overlap_to_warn_of, (1.0 + m->beta) / (2.0 + m->beta));
    snprintf(text, 360,
             "the weight of %.3g layers presses %s contacts in by %.2g %% of a diameter: %s keeps that below %g %%",
             a->advice->layers, worst->name, 100.0 * worst->rest_overlap, shorter(a->system, ratio, remedy),
             100.0 * gravel_overlap_to_warn_of);
}

static void
warn_of_steps(const struct gravel_advice_context *a, char text[360])
{
    const struct gravel_advised_contact *worst = NULL;
    for (size_t k = 0; k < a->advice->n_contacts; k++)
        if (a->advice->contacts[k].steps > 0.0 && (worst == NULL || a->advice->contacts[k].steps < worst->steps))
            worst = &a->advice->contacts[k];
    const double rounding = 1e-6;
    if (worst == NULL || worst->steps >= gravel_steps_to_warn_of * (1.0 - rounding))
        return;
    char path[] = "engines.md.steps_per_contact";
    const double present = gravel_options_has(a->parameters, path) ? gravel_options_real(a->parameters, path) : 50.0;
    snprintf(text, 360,
             "%s contacts are resolved by %.3g time steps and their restitution is off by up to %.1g: %s >= %.2g "
             "makes %g of them",
             worst->name, worst->steps, worst->restitution_error, path,
             two_digits(present * gravel_steps_to_warn_of / worst->steps, ceil), gravel_steps_to_warn_of);
}

static void
warn_of_restitution(const struct gravel_advice_context *a, char text[360])
{
    const struct gravel_advice *advice = a->advice;
    if (!lists(advice, GRAVEL_MD) || !lists(advice, GRAVEL_ED))
        return;
    for (size_t k = 0; k < advice->n_contacts && text[0] == '\0'; k++) {
        const struct gravel_advised_contact *c = &advice->contacts[k];
        if (fabs(c->soft_restitution - c->restitution) > same_material * (1.0 - c->soft_restitution) + 1e-6)
            snprintf(text, 360,
                     "at %.3g m/s %s contacts have e = %.4g in MD and %.4g in ED: state material.restitution (of walls "
                     "contact.restitution), or reference_velocity, for this speed",
                     gravel_advised_speed(advice), c->name, c->soft_restitution, c->restitution);
    }
}

static void
warn_of_sigma(const struct gravel_advice_context *a, char text[360])
{
    char remedy[160];
    const struct gravel_advice *advice = a->advice;
    const double condensing = gravel_advice_reference(a, "R.advise.column.X");
    if (!lists(advice, GRAVEL_MD))
        return;
    if (advice->regime == GRAVEL_REGIME_DETACHED && !(advice->sigma > 0.0))
        snprintf(text, 360,
                 "grains touch each other from the start: soft ones lose less energy at every contact time "
                 "(detachment); where "
                 "hard spheres are meant, take an event-driven engine");
    else if (advice->regime == GRAVEL_REGIME_SOFTENED || advice->regime == GRAVEL_REGIME_DETACHED)
        snprintf(text, 360, "sigma = %.2g is below %.2g%s%s; where hard spheres are meant, %s brings it there",
                 advice->sigma, advice->sigma_5,
                 advice->measured ? ", where MD and ED differ by 5 %" : ", where columns differ by 5 %",
                 advice->regime == GRAVEL_REGIME_DETACHED
                     ? ": several grains touch at once and lose less energy (detachment)"
                     : "",
                 shorter(a->system, advice->sigma_5 / advice->sigma, remedy));
    else if (advice->regime == GRAVEL_REGIME_INSTANT && a->is_column && advice->alpha > 0.0 && advice->X > condensing)
        snprintf(
            text, 360,
            "X = %.2g is above %.2g: the lower beads are condensed, and soft ones stay several per cent higher than "
            "hard ones at every contact time (case agreement-column); X <= %.2g avoids it",
            advice->X, condensing, condensing);
}

static void
warn_of_engines(const struct gravel_advice_context *a, char text[360])
{
    for (size_t k = 0; k < a->advice->n_engines && text[0] == '\0'; k++) {
        const struct gravel_advised_engine *e = &a->advice->engines[k];
        if (e->of_case && !e->runs)
            snprintf(text, 360, "the case lists the engine %s, which %.300s", e->ops->name, e->remark);
    }
}

void
gravel_advice_warnings(struct gravel_advice_context *a)
{
    static void (*const all[GRAVEL_WARNINGS])(const struct gravel_advice_context *a, char text[360]) = {
        [GRAVEL_WARN_OVERLAP] = warn_of_overlap,
        [GRAVEL_WARN_WEIGHT] = warn_of_weight,
        [GRAVEL_WARN_STEPS] = warn_of_steps,
        [GRAVEL_WARN_RESTITUTION] = warn_of_restitution,
        [GRAVEL_WARN_SIGMA] = warn_of_sigma,
        [GRAVEL_WARN_COLLAPSE] = gravel_advice_warn_of_collapse,
        [GRAVEL_WARN_STALL] = gravel_advice_warn_of_stall,
        [GRAVEL_WARN_SIDES] = gravel_advice_warn_of_sides,
        [GRAVEL_WARN_FRICTION] = gravel_advice_warn_of_friction,
        [GRAVEL_WARN_ATTRACTORS] = gravel_advice_warn_of_attractors,
        [GRAVEL_WARN_REST] = gravel_advice_warn_of_rest,
        [GRAVEL_WARN_PHASE] = gravel_advice_warn_of_phase,
        [GRAVEL_WARN_ENGINE] = warn_of_engines,
    };
    for (int k = 0; k < GRAVEL_WARNINGS; k++)
        all[k](a, a->advice->warnings[k]);
}
