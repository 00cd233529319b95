#include "harness/advise/advise.h"

#include "harness/advise/contact.h"
#include "harness/advise/cost.h"
#include "harness/advise/difference.h"
#include "harness/advise/engine.h"
#include "harness/advise/state.h"
#include "harness/advise/warn.h"

#include <math.h>

/* Volume fraction above which the theories of collision rates do not hold: closer to random close packing, 0.64 in
 * space and 0.84 in a plane, than to a fluid. */
static double
densest_fluid(const struct gravel_advice_context *a)
{
    return a->system->dimension == 2 ? 0.7 : 0.6;
}

/* The lowest restitution of pairs, or of pairs and walls, at the typical speed: that of hard spheres, or of soft ones
 * where it does not exist. */
static double
lowest_restitution(const struct gravel_advice *advice, bool walls_too)
{
    double e = 1.0;
    for (size_t k = 0; k < advice->n_contacts; k++) {
        const struct gravel_advised_contact *c = &advice->contacts[k];
        if (walls_too || !c->wall)
            e = fmin(e, isnan(c->restitution) ? c->soft_restitution : c->restitution);
    }
    return e;
}

/* X, and e_c of the independent-collision-wave model; there a free line of beads corresponds to one of half the length
 * on a wall. */
static void
find_dissipation(struct gravel_advice_context *a)
{
    struct gravel_advice *advice = a->advice;
    const bool gas = a->system->dimension > 1 && !(a->g > 0.0) && !a->impact;
    const double n = a->system->n_walls > 0 ? advice->layers : 0.5 * advice->layers;
    advice->dissipative = lowest_restitution(advice, true) < 1.0;
    advice->restitution = lowest_restitution(advice, false);
    advice->X = a->is_column ? a->column.dissipation
                : a->is_box  ? a->box.dissipation
                : gas        ? NAN
                             : advice->layers * (1.0 - advice->restitution);
    advice->collapse = gas || !(n > 1.0) ? NAN : gravel_advice_law("icw_restitution", &n);
}

static double
longest_contact(const struct gravel_advice *advice)
{
    double pair = NAN, wall = NAN;
    for (size_t k = 0; k < advice->n_contacts; k++) {
        double *longest = advice->contacts[k].wall ? &wall : &pair;
        *longest = fmax(*longest, advice->contacts[k].contact_time);
    }
    return isfinite(pair) ? pair : wall;
}

/* Enskog's time between collisions in the region that the grains fill, v a relative speed: T/m = v^2/(2 D). */
static double
enskog_time(const struct gravel_advice_context *a, double v)
{
    const double args[] = {a->advice->diameter, a->advice->packing, 0.5 * v * v / a->system->dimension};
    return 1.0 / gravel_advice_law(a->system->dimension == 2 ? "enskog_rate_2d" : "enskog_rate_3d", args);
}

/* The mean gap of a bed that is lifted by h, over the speed v [s]: 2 h/(N v), in two dimensions h L/(N d v). */
static double
bed_time(const struct gravel_advice_context *a, double h, double v)
{
    return a->is_column ? 2.0 * h / ((double)a->column.n * v)
                        : h * a->box.width / ((double)a->box.n * a->box.diameter * v);
}

static void
find_event_time(struct gravel_advice_context *a)
{
    struct gravel_advice *advice = a->advice;
    const double v = gravel_advised_speed(advice);
    const struct gravel_advised_pilot *pilot = advice->pilot;
    const bool bed = (a->is_column && a->column.acceleration > 0.0) || a->is_box;
    const char *law_of_height = "";
    advice->event_time = NAN;
    advice->event_source = "not known";
    if (pilot != NULL && bed) {
        advice->event_time = bed_time(a, pilot->height, pilot->speed);
        advice->event_source = "pilot run: mean gap of the lifted bed over the grains' speed (S3 Eqs. 50, 51)";
    } else if (pilot != NULL) {
        advice->event_time = pilot->event_time;
        advice->event_source = "pilot run: counted collisions";
    } else if (bed && isfinite(gravel_advice_height(a, &law_of_height))) {
        advice->event_time = bed_time(a, gravel_advice_height(a, &law_of_height), v);
        advice->event_source = "mean gap of the fluidised bed over the speed (S3 Eqs. 50, 51)";
    } else if (a->system->dimension > 1 && !a->impact && advice->packing < densest_fluid(a)) {
        advice->event_time = enskog_time(a, v);
        advice->event_source = a->g > 0.0 ? "Enskog's rate at the density of the start; --pilot measures it later on"
                                          : "Enskog's rate at the density of the start";
    } else if (isfinite(advice->gap)) {
        advice->event_time = advice->gap / v;
        advice->event_source = "gap of the prepared state over the speed (S3 Sec. 3.2.1)";
    }
    advice->sigma = advice->event_time / advice->contact_time;
}

/* The measured sigma at which soft and hard spheres differ by 5 and 20 %; for other systems those of the column are
 * used. */
static void
find_thresholds(struct gravel_advice_context *a)
{
    struct gravel_advice *advice = a->advice;
    if (a->impact || (a->is_column && !(a->g > 0.0) && !a->vibrates)) {
        advice->measured = a->is_column && a->impact;
        advice->sigma_5 = gravel_advice_row(a, "R.advise.detachment.5", advice->X);
        advice->sigma_20 = gravel_advice_row(a, "R.advise.detachment.20", advice->X);
        advice->sigma_source =
            advice->measured ? "measured in case agreement-detachment, effective restitution"
                             : "of columns on a wall, case agreement-detachment: not measured for this kind of system";
        return;
    }
    advice->measured = a->is_box || (a->is_column && advice->alpha > 0.0);
    advice->sigma_5 = gravel_advice_reference(a, a->is_box ? "R.advise.box.5" : "R.agreement.column.5");
    /* The difference is the shortening of the bed by overlaps, ~ 1/sigma. */
    advice->sigma_20 = a->is_box ? 0.25 * advice->sigma_5 : gravel_advice_reference(a, "R.agreement.column.20");
    advice->sigma_source = a->is_box ? "measured in case agreement-box, height of the bed"
                           : advice->measured
                               ? "measured in case agreement-column, height of the bed"
                               : "of vibrated columns, case agreement-column: not measured for this kind of system";
}

/* No wall drives the grains, and a single bead comes to rest before the end of the run, after (v/g)(1 + e)/(1 - e). */
static bool
comes_to_rest(const struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const bool driven = a->turns || a->translates || (a->vibrates && advice->alpha >= 1.0);
    const double e = lowest_restitution(advice, true),
                 bounces = gravel_advised_speed(advice) / a->g * (1.0 + e) / (1.0 - e);
    return a->g > 0.0 && e < 1.0 && !driven && a->system->n_walls > 0 && bounces < advice->run_length;
}

static bool
is_block(const struct gravel_advice_context *a)
{
    const char *source;
    const bool driven = a->is_column && a->column.acceleration >= 1.0 && a->column.dissipation > 0.0;
    return driven && isnan(gravel_advice_height(a, &source));
}

static enum gravel_regime
regime_of(const struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    if (advice->n <= 1 || (advice->n == 2 && advice->n_attached == 0 && a->system->n_walls == 0))
        return GRAVEL_REGIME_SINGLE;
    if (advice->rests || (a->turns && a->g > 0.0) || (advice->packing >= densest_fluid(a) && !a->impact))
        return GRAVEL_REGIME_LASTING;
    if (is_block(a))
        return GRAVEL_REGIME_BLOCK;
    if (!isfinite(advice->sigma))
        return GRAVEL_REGIME_UNKNOWN;
    return advice->sigma >= advice->sigma_5    ? GRAVEL_REGIME_INSTANT
           : advice->sigma >= advice->sigma_20 ? GRAVEL_REGIME_SOFTENED
                                               : GRAVEL_REGIME_DETACHED;
}

/* Where the difference itself is known, it decides between the regimes of short contacts. */
static void
regime_from_difference(struct gravel_advice *advice)
{
    const double size = fabs(advice->difference);
    if (isfinite(size) && (advice->regime == GRAVEL_REGIME_INSTANT || advice->regime == GRAVEL_REGIME_SOFTENED ||
                           advice->regime == GRAVEL_REGIME_DETACHED))
        advice->regime = size < 0.05  ? GRAVEL_REGIME_INSTANT
                         : size < 0.2 ? GRAVEL_REGIME_SOFTENED
                                      : GRAVEL_REGIME_DETACHED;
}

/* A speed that the user states, or else the one of a pilot run, replaces the typical speed. */
static void
replace_speed(struct gravel_advice_context *a)
{
    struct gravel_advice *advice = a->advice;
    /* Below this speed, a part of sqrt(g d), grains creep, and other motions determine the speed of contacts. */
    const double creep = 0.1 * sqrt(a->g * advice->diameter);
    const bool has_pilot = advice->pilot != NULL && advice->pilot->speed > creep;
    if (!(a->speed > 0.0) && !has_pilot)
        return;
    if (advice->n_speeds == GRAVEL_ADVISED_SPEEDS)
        advice->n_speeds--;
    advice->taken = advice->n_speeds++;
    advice->speeds[advice->taken] =
        a->speed > 0.0 ? (struct gravel_advised_speed){"stated", "--speed", a->speed}
                       : (struct gravel_advised_speed){"grains, root mean square", "pilot run", advice->pilot->speed};
}

/* The advice uses these values: they must exist. */
static enum gravel_status
check_references(const struct gravel_references *references, struct gravel_error *error)
{
    static const char *const ids[] = {
        "R.agreement.column.5",      "R.agreement.column.20",   "R.advise.detachment.5",
        "R.advise.detachment.20",    "R.advise.column.X",       "R.advise.column.shorter",
        "R.advise.column.condensed", "R.advise.column.lossy",   "R.advise.column.rate",
        "R.advise.column.first",     "R.advise.column.last",    "R.advise.impact.hard",
        "R.advise.impact.touching",  "R.advise.impact.scale",   "R.advise.box.5",
        "R.advise.box.times-sigma",  "R.advise.box.weak",       "S3.box.smooth-walls.prefactor",
        "R.advise.box.floor",        "R.advise.box.rate",       "R.advise.drum",
        "R.advise.drum.at",          "R.advise.drum.decade",    "R.advise.deepest.bed",
        "R.advise.deepest.flow",     "R.advise.deepest.impact", "R.advise.collapse",
        "R.advise.attractors",       "R.advise.chains"};
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++) {
        const struct gravel_reference *r = gravel_references_find(references, ids[k]);
        if (r == NULL || !gravel_reference_has_number(r))
            return gravel_fail(error, GRAVEL_INPUT, "reference/: found no number %s, on which advice rests", ids[k]);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_advise(struct gravel_advice *advice, const struct gravel_options *parameters, const struct gravel_system *system,
              const struct gravel_references *references, double speed, double pilot, struct gravel_error *error)
{
    struct gravel_advice_context a = {.advice = advice,
                                      .parameters = parameters,
                                      .system = system,
                                      .references = references,
                                      .speed = speed,
                                      .pilot = pilot};
    *advice = (struct gravel_advice){0};
    enum gravel_status status = check_references(references, error);
    if (status == GRAVEL_OK)
        status = gravel_advice_state(&a, error);
    if (status == GRAVEL_OK)
        status = gravel_advice_engines(&a, error);
    if (status != GRAVEL_OK)
        return status;
    gravel_advice_speeds(&a);
    replace_speed(&a);
    if (!(gravel_advised_speed(advice) > 0.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "nothing moves in the prepared state and nothing drives it: state the typical "
                           "speed of contacts, --speed V");
    status = gravel_advice_contacts(&a, error);
    if (status != GRAVEL_OK)
        return status;
    find_dissipation(&a);
    advice->contact_time = longest_contact(advice);
    find_event_time(&a);
    find_thresholds(&a);
    advice->rests = comes_to_rest(&a);
    advice->regime = regime_of(&a);
    gravel_advice_difference(&a);
    if (!advice->measured || isfinite(advice->packing)) /* on a line the measured sigmas decide */
        regime_from_difference(advice);
    gravel_advice_cost(&a);
    gravel_advice_remarks(&a);
    gravel_advice_warnings(&a);
    return GRAVEL_OK;
}
