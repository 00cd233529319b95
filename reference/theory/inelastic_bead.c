/* One bead with e = 0 on the plate sin(phi) (lengths in A0, phases phi = w t): S3 Sec. 4.2.
 *
 * The bead leaves the plate with the plate's velocity.  Its gap h(d) to the plate, d after lift-off at phase phi, has
 * h'' = sin(phi + d) - 1/alpha, whose sign changes at known phases only.  So h' is monotonic between these, h between
 * them and the roots of h', and the first root of h is isolated without sampling. */
#include "reference/theory/laws.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_roots.h>
#include <math.h>

struct flight {
    double phase, alpha;
};

/* S3 Eq. 29 as bead minus plate. */
static double
gap(double d, void *context)
{
    const struct flight *f = context;
    return sin(f->phase) + cos(f->phase) * d - 0.5 * d * d / f->alpha - sin(f->phase + d);
}

static double
gap_rate(double d, void *context)
{
    const struct flight *f = context;
    return cos(f->phase) - d / f->alpha - cos(f->phase + d);
}

/* Root of a function that changes sign once in (a, b). */
static double
root(double (*function)(double, void *), struct flight *flight, double a, double b)
{
    gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
    if (!solver)
        return NAN;
    gsl_function f = {function, flight};
    double x = NAN;
    if (gsl_root_fsolver_set(solver, &f, a, b) == GSL_SUCCESS)
        for (int k = 0; k < 200; k++) {
            if (gsl_root_fsolver_iterate(solver) != GSL_SUCCESS)
                break;
            x = gsl_root_fsolver_root(solver);
            if (gsl_root_fsolver_x_upper(solver) - gsl_root_fsolver_x_lower(solver) <= 4e-16 * x)
                break;
        }
    gsl_root_fsolver_free(solver);
    return x;
}

/* Root of h in (a, b) where h(a) > 0 and h is monotonic; NaN when it stays positive. */
static double
landing_in(struct flight *flight, double a, double b)
{
    return gap(b, flight) <= 0.0 ? root(gap, flight, a, b) : NAN;
}

/* Duration of the flight from phase to the next contact. */
static double
flight_time(double phase, double alpha)
{
    struct flight flight = {phase, alpha};
    const double lift_off = asin(1.0 / alpha);
    double a = 0.0;
    /* The bead cannot stay above the plate longer than its parabola needs to fall 2 below its start. */
    const double longest = alpha + sqrt(alpha * alpha + 4.0 * alpha) + 4.0 * M_PI;
    for (long k = (long)floor((phase - lift_off) / M_PI) - 1; a < longest; k++) {
        /* Breakpoints lift_off + 2 pi n and pi - lift_off + 2 pi n, in order. */
        const double b = (k % 2 == 0 ? lift_off : -lift_off) + (double)k * M_PI - phase;
        if (b <= a + 1e-9)
            continue;
        double from = a;
        /* At d = 0 both gap and rate vanish, and both grow at once while the plate decelerates by more than g. */
        if (a > 0.0 && gap_rate(a, &flight) * gap_rate(b, &flight) < 0.0) {
            const double turn = root(gap_rate, &flight, a, b), d = landing_in(&flight, a, turn);
            if (!isnan(d))
                return d;
            from = turn;
        }
        if (from > 0.0) {
            const double d = landing_in(&flight, from, b);
            if (!isnan(d))
                return d;
        }
        a = b;
    }
    return NAN;
}

/* Phase of tangential lift-off over 2 pi. */
static double
lift_off(const double *a)
{
    return a[0] >= 1.0 ? asin(1.0 / a[0]) / (2.0 * M_PI) : NAN;
}
const struct gravel_theory gravel_theory_inelastic_lift_off = {
    "inelastic_lift_off", "p1 = arcsin(1/alpha)/(2 pi)", "S3 Sec. 4.2", "1", {"acceleration"}, lift_off};

/* S3 Eq. 30 solved, over 2 pi; it may exceed 1. */
static double
landing(const double *a)
{
    if (!(a[0] > 1.0))
        return NAN;
    const double phase = asin(1.0 / a[0]);
    return (phase + flight_time(phase, a[0])) / (2.0 * M_PI);
}
const struct gravel_theory gravel_theory_inelastic_landing = {
    "inelastic_landing", "p2: first contact after lift-off at p1, over 2 pi",
    "S3 Eq. 30",         "1",
    {"acceleration"},    landing};

/* S3 Eq. 31 over A0 w. */
static double
impact_velocity(const double *a)
{
    if (!(a[0] > 1.0))
        return NAN;
    const double phase = asin(1.0 / a[0]);
    struct flight flight = {phase, a[0]};
    return -gap_rate(flight_time(phase, a[0]), &flight);
}
const struct gravel_theory gravel_theory_inelastic_impact_velocity = {
    "inelastic_impact_velocity",
    "v_c/(A0 w) = cos(phi2) - cos(phi1) + (phi2 - phi1)/alpha",
    "S3 Eq. 31",
    "1",
    {"acceleration"},
    impact_velocity};

/* Mean time between landings over the plate's period.  A bead that lands while sin(phi) < 1/alpha rests until the next
 * lift-off, from where everything repeats; one that lands while the plate falls away faster than g leaves at once. */
static double
collision_time(const double *a)
{
    enum { FLIGHTS = 2000 };
    const double alpha = a[0];
    if (!(alpha > 1.0))
        return NAN;
    const double first = asin(1.0 / alpha);
    double phase = first, half = first;
    for (int flights = 1; flights <= FLIGHTS; flights++) {
        phase += flight_time(phase, alpha);
        if (isnan(phase))
            return NAN;
        if (sin(phase) < 1.0 / alpha)
            return ceil((phase - first) / (2.0 * M_PI)) / flights;
        if (flights == FLIGHTS / 2)
            half = phase; /* an orbit that never rests is approached: the first half is its transient */
    }
    return (phase - half) / (2.0 * M_PI) / (FLIGHTS - FLIGHTS / 2);
}
const struct gravel_theory gravel_theory_inelastic_collision_time = {
    "inelastic_collision_time",
    "mean T_coll f of one bead with e = 0 (iteration of Eqs. 29 and 30)",
    "S3 Sec. 4.2",
    "1",
    {"acceleration"},
    collision_time};

/* Height in flight over the mean of the plate, at a phase of the plate; the bead rests on it before each lift-off. */
static double
flight_height(const double *a)
{
    const double alpha = a[0], amplitude = a[1];
    if (!(alpha > 1.0))
        return NAN;
    const double first = asin(1.0 / alpha), d = a[2] - first, landed = flight_time(first, alpha);
    if (!(d >= 0.0 && d <= landed) || sin(first + landed) >= 1.0 / alpha)
        return NAN;
    return a[3] + amplitude * (sin(first) + cos(first) * d - 0.5 * d * d / alpha);
}
const struct gravel_theory gravel_theory_inelastic_flight_height = {
    "inelastic_flight_height",
    "height in flight of one bead with e = 0 that rests before each lift-off, over the plate's mean; at_rest: that on "
    "a plate at rest",
    "S3 Eq. 29",
    "m",
    {"acceleration", "amplitude", "phase", "at_rest"},
    flight_height};

/* Height between the first contact and the second of a bead that keeps a part e of the relative velocity, so little
 * that it rests before the next lift-off. */
static double
bounce_height(const double *a)
{
    const double alpha = a[0], amplitude = a[1], e = a[4];
    if (!(alpha > 1.0))
        return NAN;
    const double first = asin(1.0 / alpha), landed = first + flight_time(first, alpha), d = a[2] - landed;
    const double away = cos(landed) + e * impact_velocity(a), height = sin(landed) + away * d - 0.5 * d * d / alpha;
    return d >= 0.0 && sin(landed) < 1.0 / alpha && height > sin(a[2]) ? a[3] + amplitude * height : NAN;
}
const struct gravel_theory gravel_theory_inelastic_bounce_height = {
    "inelastic_bounce_height",
    "height of one bead of small e after its first contact, over the plate's mean; at_rest: that on a plate at rest",
    "S3 Eqs. 29 to 31",
    "m",
    {"acceleration", "amplitude", "phase", "at_rest", "restitution"},
    bounce_height};
