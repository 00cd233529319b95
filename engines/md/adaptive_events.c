/* Times within a step at which contacts begin and end, and at which their forces have a kink.
 *
 * Every such time is a zero of a function of the state (enum gravel_md_switch).  A change of its sign over a step is
 * located by Brent's method, each trial being a step of the integrator from the step's start, so that the time is as
 * accurate as the solution. A contact that begins and ends within one step causes no change of sign of the gap: there
 * the approach velocity changes its sign, and the gap is evaluated at that time. */
#include "engines/md/adaptive_events.h"
#include "engines/md/adaptive_equations.h"
#include "engines/md/adaptive_friction.h"
#include "engines/md/geometry.h"

#include <float.h>
#include <gsl/gsl_errno.h>

/* Events are located to this part of the largest step times the tolerance. */
static const double event_precision = 0.1;

/* A kink at the step's start has been located by the step before: zeros nearer than this part of the step are that
 * kink. */
static const double same_kink = 1e-6;

/* The maximum of a parabola through three points of a step may be wrong by this part of their range. */
static const double maximum_error = 0.3;

/* A centre nearer to a wall than this part of the radius may have crossed it within the step, where the normal changes
 * its sign. */
static const double nearly_crossed = 1e-3;

/* Parabolas whose points are nearer than this part of the step have converged to the maximum. */
static const double smallest_interval = 1e-3;

/* The switches of one pair in the trial state; those of its friction only if the rates of the trial state are known. */
static struct gravel_md_switches
switches_of(const struct gravel_md *md, double t, size_t pair, bool with_rates)
{
    size_t k;
    const struct gravel_md_adaptive *a = md->method;
    const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
    const int32_t i = list->i[k], j = list->j[k];
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_EXTRAPOLATED, .t = t, .x = a->x, .v = a->v, .omega = a->omega};
    struct gravel_md_switches s = {{1.0, 1.0, 1.0, 1.0, 1.0, -1.0, -1.0}};
    struct gravel_md_geometry m;
    if (!gravel_md_contact_geometry(md, &at, i, j, INFINITY, &m))
        return s;
    s.of[GRAVEL_MD_GAP] = -m.overlap;
    s.of[GRAVEL_MD_APPROACH] = m.rate;
    if (list->contact[k] < 0)
        return s;
    struct gravel_force f = md->pool.force[list->contact[k]];
    const bool bounded = gravel_md_adaptive_has_friction_bound(md, list, k);
    if (bounded && with_rates)
        gravel_md_adaptive_friction_switches(md, t, list, k, &s);
    if (f.cohesionless && !bounded) {
        f.cohesionless = false;
        s.of[GRAVEL_MD_CLIP] = gravel_normal_force(&f, m.overlap, m.rate).force;
    }
    const double normal = fmax(gravel_normal_force(&f, m.overlap, m.rate).force, 0.0);
    if (f.ct > 0.0 && f.friction > 0.0 && !bounded)
        s.of[GRAVEL_MD_SLIDE] = f.ct * v3_norm(m.slip) - f.friction * normal;
    if (f.rolling_arm > 0.0) {
        struct vec3 attached;
        const struct vec3 spin = gravel_md_rolling_spin(md, &at, i, j, m.normal, &attached);
        s.of[GRAVEL_MD_ROLL] = f.rolling * v3_norm(spin) - f.rolling_arm * normal;
    }
    return s;
}

void
gravel_md_adaptive_evaluate_switches(const struct gravel_md *md, double t, const double *y,
                                     struct gravel_md_switches *all)
{
    const size_t n = gravel_md_adaptive_pairs(md);
    gravel_md_adaptive_set_trial_state(md, t, y);
    const bool with_rates = gravel_md_adaptive_of(md)->has_springs && gravel_md_adaptive_trial_rates(md, t);
    for (size_t pair = 0; pair < n; pair++)
        all[pair] = switches_of(md, t, pair, with_rates);
}

struct search {
    const struct gravel_md *md;
    size_t pair;
    enum gravel_md_switch which;
};

static double
value_at(double h, void *context)
{
    const struct search *search = context;
    const struct gravel_md *md = search->md;
    double *const y = gravel_md_adaptive_of(md)->scratch;
    if (!gravel_md_adaptive_trial(md, h, y))
        return NAN;
    gravel_md_adaptive_set_trial_state(md, md->t + h, y);
    const bool with_rates = search->which >= GRAVEL_MD_UNLOADING && gravel_md_adaptive_trial_rates(md, md->t + h);
    return switches_of(md, md->t + h, search->pair, with_rates).of[search->which];
}

/* The zero of one switch between two times of the step, where it has different signs; or a time just after it. */
static double
locate(const struct gravel_md *md, size_t pair, enum gravel_md_switch which, double low, double high, bool after)
{
    enum { MOST = 60 };
    struct gravel_md_adaptive *a = md->method;
    struct search search = {md, pair, which};
    gsl_function f = {value_at, &search};
    const double precise = event_precision * a->tolerance * md->dt;
    if (gsl_root_fsolver_set(a->root, &f, low, high) != GSL_SUCCESS)
        return high;
    for (int k = 0; k < MOST; k++)
        if (gsl_root_fsolver_iterate(a->root) != GSL_SUCCESS ||
            gsl_root_fsolver_x_upper(a->root) - gsl_root_fsolver_x_lower(a->root) <= precise)
            break;
    return after ? gsl_root_fsolver_x_upper(a->root) : gsl_root_fsolver_root(a->root);
}

static double
gap_at(const struct gravel_md *md, size_t pair, double h)
{
    struct search search = {md, pair, GRAVEL_MD_GAP};
    return value_at(h, &search);
}

/* When two bodies that are apart, or that part after a contact, begin to touch; INFINITY if they do not. */
static double
contact_begin(const struct gravel_md *md, size_t pair, double h)
{
    const double *before = gravel_md_adaptive_of(md)->before[pair].of,
                 *after = gravel_md_adaptive_of(md)->after[pair].of;
    const bool apart = before[GRAVEL_MD_GAP] > 0.0, overlap = after[GRAVEL_MD_GAP] < 0.0;
    if (apart && overlap)
        return locate(md, pair, GRAVEL_MD_GAP, 0.0, h, false);
    if (apart && before[GRAVEL_MD_APPROACH] > 0.0 && after[GRAVEL_MD_APPROACH] < 0.0) {
        const double nearest = locate(md, pair, GRAVEL_MD_APPROACH, 0.0, h, false);
        return gap_at(md, pair, nearest) < 0.0 ? locate(md, pair, GRAVEL_MD_GAP, 0.0, nearest, false) : INFINITY;
    }
    if (!apart && overlap && before[GRAVEL_MD_APPROACH] <= 0.0 && after[GRAVEL_MD_APPROACH] > 0.0) {
        const double reversal = locate(md, pair, GRAVEL_MD_APPROACH, 0.0, h, false);
        return gap_at(md, pair, reversal) > 0.0 ? locate(md, pair, GRAVEL_MD_GAP, reversal, h, false) : reversal;
    }
    return INFINITY;
}

/* When a live contact ends, also if it begins again within the step.  One that has just begun has a gap of rounding
 * size, on either side of zero. */
static double
contact_end(const struct gravel_md *md, size_t pair, double h)
{
    const double *before = gravel_md_adaptive_of(md)->before[pair].of,
                 *after = gravel_md_adaptive_of(md)->after[pair].of;
    if (!(after[GRAVEL_MD_GAP] > 0.0)) {
        if (!(before[GRAVEL_MD_APPROACH] < 0.0 && after[GRAVEL_MD_APPROACH] > 0.0))
            return INFINITY;
        const double widest = locate(md, pair, GRAVEL_MD_APPROACH, 0.0, h, false);
        return gap_at(md, pair, widest) > 0.0 ? locate(md, pair, GRAVEL_MD_GAP, 0.0, widest, false) : INFINITY;
    }
    if (before[GRAVEL_MD_GAP] < 0.0)
        return locate(md, pair, GRAVEL_MD_GAP, 0.0, h, false);
    if (!(after[GRAVEL_MD_APPROACH] < 0.0))
        return INFINITY;
    const double reversal = locate(md, pair, GRAVEL_MD_APPROACH, 0.0, h, false);
    return gap_at(md, pair, reversal) < 0.0 ? locate(md, pair, GRAVEL_MD_GAP, reversal, h, false) : reversal;
}

/* A time at which a switch that is negative at the start, in the middle and at the end of the step is positive;
 * INFINITY if there is none. By parabolas through three points, as long as their maximum is near zero. */
static double
positive_maximum(struct search *search, double h, const double f[3])
{
    enum { MOST = 6 };
    double x[3] = {0.0, 0.5 * h, h}, y[3] = {f[0], f[1], f[2]};
    for (int k = 0; k < MOST; k++) {
        const double left = (y[1] - y[0]) / (x[1] - x[0]), right = (y[2] - y[1]) / (x[2] - x[1]);
        const double width = x[2] - x[0], curvature = (right - left) / width;
        double maximum = 0.5 * (x[0] + x[1] - left / curvature);
        const double most = y[0] + (maximum - x[0]) * (left + curvature * (maximum - x[1]));
        const double range = fmax(fmax(y[0], y[1]), y[2]) - fmin(fmin(y[0], y[1]), y[2]);
        if (!(curvature < 0.0 && fabs(maximum - x[0] - 0.5 * width) < 0.75 * width && most > -maximum_error * range) ||
            maximum == x[1])
            return INFINITY;
        maximum = fmin(fmax(maximum, x[0] + 0.1 * width), x[2] - 0.1 * width);
        const double value = value_at(maximum, search);
        if (value > 0.0)
            return maximum;
        const int drop = maximum < x[1] ? 2 : 0, keep = 2 - drop;
        x[drop] = x[1], y[drop] = y[1];
        x[1] = maximum, y[1] = value;
        if (fabs(x[1] - x[drop]) < smallest_interval * h || fabs(x[1] - x[keep]) < smallest_interval * h)
            return INFINITY;
    }
    return INFINITY;
}

/* The first time in the step at which a spring's switch is positive; it is negative at the start, or zero where the
 * tangential state has just changed. */
static double
friction_change(const struct gravel_md *md, size_t pair, enum gravel_md_switch which, double h)
{
    const struct gravel_md_adaptive *a = md->method;
    /* A state that is left immediately is left after this time, so that time advances. */
    const double least = fmin(fmax(event_precision * a->tolerance * md->dt, 4.0 * DBL_EPSILON * md->t), h);
    struct search search = {md, pair, which};
    const double f[3] = {a->before[pair].of[which], a->middle[pair].of[which], a->after[pair].of[which]};
    double high = f[1] > 0.0 ? 0.5 * h : f[2] > 0.0 ? h : positive_maximum(&search, h, f), low = 0.0;
    if (high == INFINITY)
        return high;
    if (!(f[0] < 0.0))
        for (low = 0.5 * high; !(value_at(low, &search) < 0.0); low *= 0.5) {
            high = low;
            if (high < least)
                return least;
        }
    return locate(md, pair, which, low, high, true);
}

static void
keep_first(struct gravel_md_located_event *first, enum gravel_md_event_kind what, size_t pair, double h)
{
    if (h < first->h)
        *first = (struct gravel_md_located_event){.what = what, .k = pair, .h = h};
}

/* Has the pair a live contact with a spring under a Coulomb bound? */
static bool
has_friction_bound(const struct gravel_md *md, size_t pair)
{
    size_t k;
    const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
    return gravel_md_adaptive_has_friction_bound(md, list, k);
}

/* The first change of the tangential state of the pair's spring, if it has one, in a step of length h whose switches
 * are known. */
static void
keep_first_friction_change(struct gravel_md_located_event *first, const struct gravel_md *md, size_t pair, double h)
{
    if (has_friction_bound(md, pair))
        for (enum gravel_md_switch s = GRAVEL_MD_UNLOADING; s < GRAVEL_MD_SWITCHES; s++) {
            const double at = friction_change(md, pair, s, h);
            if (at < first->h)
                *first = (struct gravel_md_located_event){GRAVEL_MD_FRICTION_CHANGES, pair, at, s};
        }
}

static bool
is_live(const struct gravel_md *md, size_t pair)
{
    size_t k;
    const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
    return list->contact[k] >= 0;
}

struct gravel_md_located_event
gravel_md_adaptive_first_event(const struct gravel_md *md, double h)
{
    const size_t n = gravel_md_adaptive_pairs(md);
    struct gravel_md_located_event first = {.h = INFINITY};
    for (size_t pair = 0; pair < n; pair++) {
        if (!is_live(md, pair)) {
            keep_first(&first, GRAVEL_MD_CONTACT_BEGINS, pair, contact_begin(md, pair, h));
            continue;
        }
        keep_first(&first, GRAVEL_MD_CONTACT_ENDS, pair, contact_end(md, pair, h));
        keep_first_friction_change(&first, md, pair, h);
        for (enum gravel_md_switch s = GRAVEL_MD_CLIP; s < GRAVEL_MD_UNLOADING; s++)
            if (gravel_md_adaptive_of(md)->before[pair].of[s] * gravel_md_adaptive_of(md)->after[pair].of[s] < 0.0) {
                const double at = locate(md, pair, s, 0.0, h, false);
                keep_first(&first, GRAVEL_MD_FORCE_KINK, pair, at > same_kink * h ? at : INFINITY);
            }
    }
    if (first.what == GRAVEL_MD_NO_EVENT)
        first.h = h;
    return first;
}

bool
gravel_md_adaptive_earlier_friction_change(const struct gravel_md *md, struct gravel_md_located_event *event)
{
    const size_t n = gravel_md_adaptive_pairs(md);
    struct gravel_md_located_event first = {.h = (1.0 - same_kink) * event->h};
    for (size_t pair = 0; pair < n; pair++)
        keep_first_friction_change(&first, md, pair, event->h);
    if (first.what == GRAVEL_MD_NO_EVENT)
        return false;
    *event = first;
    return true;
}

struct gravel_md_located_event
gravel_md_adaptive_event_at_start(const struct gravel_md *md)
{
    const size_t n = gravel_md_adaptive_pairs(md);
    for (size_t pair = 0; pair < n; pair++) {
        size_t k;
        const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
        const double gap = gravel_md_adaptive_of(md)->before[pair].of[GRAVEL_MD_GAP];
        const double closing = gravel_md_adaptive_of(md)->before[pair].of[GRAVEL_MD_APPROACH];
        if (list->contact[k] < 0 && closing > 0.0 &&
            gap <= GRAVEL_MD_LANDING_TOLERANCE * gravel_md_radius(md, list->i[k]))
            return (struct gravel_md_located_event){.what = GRAVEL_MD_CONTACT_BEGINS, .k = pair};
        if (list->contact[k] >= 0 && closing < 0.0 && gap >= 0.0)
            return (struct gravel_md_located_event){.what = GRAVEL_MD_CONTACT_ENDS, .k = pair};
        if (has_friction_bound(md, pair) && gravel_md_adaptive_friction_changes_at_start(md, list, k))
            return (struct gravel_md_located_event){
                .what = GRAVEL_MD_FRICTION_CHANGES, .k = pair, .which = GRAVEL_MD_STICK_SLIP};
    }
    return (struct gravel_md_located_event){.what = GRAVEL_MD_NO_EVENT};
}

/* Largest overlap in a step of length h in which the approach velocity changes its sign: at the maximum of the cubic
 * through both ends, corrected for its small error in time with the approach velocity there. */
static double
largest_overlap(const struct gravel_md *md, size_t pair, double h)
{
    const double *before = gravel_md_adaptive_of(md)->before[pair].of,
                 *after = gravel_md_adaptive_of(md)->after[pair].of;
    const double rate0 = h * before[GRAVEL_MD_APPROACH], rate1 = h * after[GRAVEL_MD_APPROACH];
    const double rise = before[GRAVEL_MD_GAP] - after[GRAVEL_MD_GAP];
    const double a = 3.0 * rate0 - 6.0 * rise + 3.0 * rate1, b = 6.0 * rise - 4.0 * rate0 - 2.0 * rate1;
    const double maximum = 2.0 * rate0 / (sqrt(fmax(b * b - 4.0 * a * rate0, 0.0)) - b);
    const double at = h * fmin(fmax(maximum, 0.0), 1.0), slowing = (rate0 - rate1) / (h * h);
    if (!gravel_md_adaptive_trial(md, at, gravel_md_adaptive_of(md)->scratch))
        return NAN;
    gravel_md_adaptive_set_trial_state(md, md->t + at, gravel_md_adaptive_of(md)->scratch);
    const struct gravel_md_switches there = switches_of(md, md->t + at, pair, false);
    const double closing = there.of[GRAVEL_MD_APPROACH];
    return 0.5 * closing * closing / slowing - there.of[GRAVEL_MD_GAP];
}

void
gravel_md_adaptive_record_overlap(struct gravel_md *md, size_t pair)
{
    size_t k;
    const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
    const double *before = gravel_md_adaptive_of(md)->before[pair].of,
                 *after = gravel_md_adaptive_of(md)->after[pair].of;
    const int32_t i = list->i[k], j = list->j[k], c = list->contact[k];
    if (c < 0)
        return;
    double largest = fmax(-before[GRAVEL_MD_GAP], -after[GRAVEL_MD_GAP]);
    if (before[GRAVEL_MD_APPROACH] > 0.0 && after[GRAVEL_MD_APPROACH] < 0.0)
        largest = fmax(largest, largest_overlap(md, pair, gravel_md_adaptive_of(md)->event.h));
    const double smaller = j < 0 ? gravel_md_radius(md, i) : fmin(gravel_md_radius(md, i), gravel_md_radius(md, j));
    const double relative = 0.5 * largest / smaller;
    md->pool.records[c].largest = fmax(md->pool.records[c].largest, largest);
    md->counters.max_overlap = fmax(md->counters.max_overlap, relative);
    if (!(relative <= GRAVEL_MD_MEANINGLESS_OVERLAP * (j < 0 ? 1.0 - nearly_crossed : 1.0))) {
        md->fault_i = i;
        md->fault_j = j;
    }
}
