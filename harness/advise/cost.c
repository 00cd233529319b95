/* Largest overlap, steps and events of a run.
 *
 * The largest of n impacts of Maxwellian grains: the normal part u of the relative speed of pairs is exceeded with the
 * probability exp(-m u^2/(4 T)) in a collision, that onto a wall with exp(-m u^2/(2 T)); u for which it is 1/n. */
#include "harness/advise/cost.h"

#include <math.h>

/* Up to so many particles MD goes from contact to contact in free flights (GRAVEL_MD_SMALL of engines/md). */
enum { FLYING_MOST = 64 };

/* Overlap in diameters of the softest contact at the speed u, linear in it as for a spring: contacts that stiffen go
 * less deep, so that this is an upper bound for them. */
static double
overlap_at(const struct gravel_advice *advice, bool wall, double u)
{
    double x = NAN;
    for (size_t k = 0; k < advice->n_contacts; k++)
        if (advice->contacts[k].wall == wall)
            x = fmax(x, advice->contacts[k].overlap);
    return x * u / gravel_advised_speed(advice);
}

static double
weight(const struct gravel_advice *advice)
{
    double x = 0.0;
    for (size_t k = 0; k < advice->n_contacts; k++)
        x = fmax(x, advice->contacts[k].rest_overlap);
    return x;
}

static double
plate_speed(const struct gravel_advice_context *a)
{
    return a->is_column ? a->column.peak_velocity : a->is_box ? a->box.peak_velocity : 0.0;
}

static bool
is_bed(const struct gravel_advice_context *a)
{
    return (a->is_column || a->is_box) && a->advice->alpha > 0.0 && a->advice->regime != GRAVEL_REGIME_BLOCK &&
           !a->advice->rests;
}

static double
largest_overlap(const struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const double v = gravel_advised_speed(advice), n = fmax(advice->n * advice->run_length / advice->event_time, 3.0);
    const double vertical = v / sqrt(a->system->dimension); /* of a bed, whose speed is that of its grains */
    if (!advice->soft)
        return NAN;
    if (advice->regime == GRAVEL_REGIME_LASTING)
        return (a->turns ? gravel_advice_reference(a, "R.advise.deepest.flow") : 1.0) *
               (weight(advice) + fmax(overlap_at(advice, false, v), fmax(overlap_at(advice, true, v), 0.0)));
    if (a->impact)
        return gravel_advice_reference(a, "R.advise.deepest.impact") *
               fmax(overlap_at(advice, false, v), overlap_at(advice, true, v));
    if (advice->regime == GRAVEL_REGIME_BLOCK || !isfinite(n))
        return NAN;
    if (is_bed(a))
        return (a->is_box ? gravel_advice_reference(a, "R.advise.deepest.bed") : 1.0) *
               overlap_at(advice, true, plate_speed(a) + vertical * sqrt(2.0 * log(n)));
    if (a->system->dimension > 1) /* v is a relative speed, v^2 = 2 D T/m */
        return overlap_at(advice, false, v * sqrt(2.0 * log(n) / a->system->dimension));
    return NAN;
}

/* Collisions in the run: pairs that are counted once.  A gas that cools collides ever more rarely, w0/(1 + t/tau); the
 * N beads of a column on a wall, N^2 times (S3 Sec. 3.1); in a bed the time between two is shorter than its mean gap
 * says, because its lower part is denser.  Beyond inelastic collapse clusters of a column collide far more often. */
static double
collisions(const struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const double e = advice->restitution, d = a->system->dimension, t = advice->run_length;
    const bool gas = !isfinite(advice->X) && advice->alpha <= 0.0, bed = is_bed(a);
    if (a->is_column && e < advice->collapse)
        return NAN;
    if (a->impact && a->is_column && !(a->g > 0.0))
        return (double)(advice->n * advice->n);
    if (!(gas || bed) || !isfinite(advice->event_time))
        return NAN;
    if (bed) {
        const double rate = a->is_box ? gravel_advice_reference(a, "R.advise.box.rate")
                                      : gravel_advice_row(a, "R.advise.column.rate", advice->X);
        return rate * 0.5 * (double)advice->n * t / advice->event_time;
    }
    const bool cools =
        gas && advice->dissipative && !(a->system->thermostat.strength > 0.0) && a->system->box.shear_rate == 0.0;
    const double tau = cools ? 2.0 * d * advice->event_time / (1.0 - e * e) : INFINITY;
    const double time = cools ? tau * log1p(t / tau) : t;
    return 0.5 * (double)advice->n * time / advice->event_time;
}

/* MD's fixed steps; a small system flies freely while nothing touches, so that it takes steps in the part of the time
 * in which some contact lasts, 1 - exp(-n t_c/(2 t_ev)). */
static double
steps(const struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const bool flies =
        advice->n + advice->n_attached <= FLYING_MOST && advice->n_attached == 0 && a->system->box.shear_rate == 0.0;
    const double all = advice->time_step > 0.0 ? advice->run_length / advice->time_step : NAN;
    if (!flies)
        return all;
    if (!is_bed(a) || !isfinite(advice->event_time))
        return NAN;
    const double rate = a->is_box ? gravel_advice_reference(a, "R.advise.box.rate") : 1.0;
    return all * -expm1(-0.5 * rate * (double)advice->n * advice->contact_time / advice->event_time);
}

void
gravel_advice_cost(struct gravel_advice_context *a)
{
    struct gravel_advice *advice = a->advice;
    advice->largest_overlap = largest_overlap(a);
    advice->md_steps = steps(a);
    advice->ed_events = collisions(a);
}
