/* Soft spheres differ from hard ones in three ways (engines/PHYSICS.md, section 4):
 *
 * - They overlap, so that at the moment of a collision they are smaller.  In a gas of temperature T the diameter of
 * hard spheres with the same pressure is d - delta, delta = int (1 - exp(-U/T)) dx (Barker and Henderson 1967); for a
 *   linear spring of contact time t_c that is t_c sqrt(T/(pi m)).  At the distance d their pair correlation has already
 *   fallen off by exp(-s delta/d), s = -d ln g/d ln r at contact.
 * - Energy is in springs: a contact holds T/2 on average, for the part t_c/t_ev of the time.
 * - Several grains touch at once and lose less energy than in the same number of collisions (S3 Sec. 3.2, detachment):
 *   in columns and beds, where X is large or sigma is small.  That part is measured (reference/golden/agreement.yaml).
 */
#include "harness/advise/difference.h"

#include <math.h>
#include <stdio.h>

/* The bound of the size: a factor 2 of the prediction, and what models and measurements do not resolve. */
static const double least_bound = 0.02, factor = 2.0;

static bool
is_gas(const struct gravel_advice_context *a)
{
    const struct gravel_box *box = &a->system->box;
    const bool closed = box->periodic[0] && box->periodic[2] && (a->system->dimension == 2 || box->periodic[1]);
    return a->system->dimension > 1 && !(a->g > 0.0) && a->system->n_walls == 0 && closed;
}

/* T/m of the relative speed v: v^2 = 2 D T/m. */
static double
temperature(const struct gravel_advice_context *a)
{
    const double v = gravel_advised_speed(a->advice);
    return 0.5 * v * v / a->system->dimension;
}

/* delta/d. */
static double
smaller_by(const struct gravel_advice_context *a)
{
    return a->advice->contact_time * sqrt(temperature(a) / M_PI) / a->advice->diameter;
}

/* g at contact at this volume fraction. */
static double
contact_value(int dimension, double phi)
{
    return gravel_advice_law(dimension == 2 ? "contact_value_disks" : "contact_value_spheres", &phi);
}

/* -d ln g/d ln r at contact: spheres, 9 phi (1 + phi)/(2 (1 - phi)^3) over g (Percus and Yevick); disks, the same form
 * with the dilute limit 4 sqrt(3)/pi. */
static double
slope_at_contact(int dimension, double phi)
{
    const double g = contact_value(dimension, phi);
    return dimension == 2 ? 4.0 * sqrt(3.0) / M_PI * phi * (1.0 + phi) / ((1.0 - phi) * (1.0 - phi) * g)
                          : 4.5 * phi * (1.0 + phi) / (pow(1.0 - phi, 3.0) * g);
}

/* The collision rate at equal temperature, relative. */
static double
rate_ratio(const struct gravel_advice_context *a)
{
    const int dimension = a->system->dimension;
    const double phi = a->advice->packing, delta = fmin(smaller_by(a), 0.5);
    const double smaller = contact_value(dimension, phi * pow(1.0 - delta, dimension));
    return smaller / contact_value(dimension, phi) * exp(-delta * slope_at_contact(dimension, phi));
}

double
gravel_advice_gas_difference(const struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    if (!is_gas(a))
        return NAN;
    const double ratio = rate_ratio(a), stored = 1.0 / (advice->sigma * 2.0 * a->system->dimension);
    if (a->system->thermostat.strength > 0.0) /* T^(3/2) g is constant */
        return pow(ratio, 2.0 / 3.0) - 1.0;
    if (advice->dissipative && a->system->box.shear_rate == 0.0)
        return ratio - 1.0; /* cools from the same temperature */
    return ratio * sqrt(1.0 - fmin(stored, 0.5)) - 1.0;
}

static void
set(struct gravel_advice *advice, const char *of, double difference, const char *source)
{
    advice->difference_of = of;
    advice->difference = difference;
    advice->difference_most = fmax(factor * fabs(difference), least_bound);
    advice->difference_source = source;
}

static void
of_gas(struct gravel_advice_context *a)
{
    const bool cools =
        a->advice->dissipative && !(a->system->thermostat.strength > 0.0) && a->system->box.shear_rate == 0.0;
    set(a->advice, cools ? "cooling rate" : "collision rate", gravel_advice_gas_difference(a),
        "smaller spheres in a collision (Barker and Henderson 1967), energy in contacts");
}

/* S-curve of sigma: D0 exp(-(sigma/s(X))^(3/2)); D0 from hard beads' and touching beads' restitutions. */
static void
of_impact(struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const double X = advice->X, scale = gravel_advice_row(a, "R.advise.impact.scale", X);
    const double hard = gravel_advice_row(a, "R.advise.impact.hard", X),
                 touching = 1.0 - gravel_advice_reference(a, "R.advise.impact.touching") * X;
    const double largest = touching / hard - 1.0;
    if (X > 0.0)
        set(a->advice, "effective restitution", largest * exp(-pow(advice->sigma / scale, 1.5)),
            "measured in agreement-detachment");
}

/* Three parts: overlaps shorten the column, -c/sigma.  Where the lower beads are condensed, gaps are far below the
 * mean, so that soft beads rise by A(X) with the logarithm of sigma, the less the stronger the driving is against the
 * critical one; and so they do where single collisions lose much, because a bead between two others then keeps more. */
static void
of_column(struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const double sigma = advice->sigma, shorter = gravel_advice_reference(a, "R.advise.column.shorter") / sigma,
                 first = gravel_advice_reference(a, "R.advise.column.first"),
                 last = gravel_advice_reference(a, "R.advise.column.last");
    const double part = fmax(log(last / sigma) / log(last / first), 0.0);
    const double critical = gravel_advice_law("column_critical_acceleration", &advice->X);
    const double near = gravel_advice_reference(a, "R.advise.attractors") * critical / advice->alpha;
    const double condensed = gravel_advice_row(a, "R.advise.column.condensed", advice->X) * fmin(near, 1.0);
    const double lossy = gravel_advice_row(a, "R.advise.column.lossy", 1.0 - advice->restitution);
    set(a->advice, "height of the centre of mass over that at rest", exp(-shorter) - 1.0 + (condensed + lossy) * part,
        "measured in agreement-column");
}

/* Shortening by overlaps, c/sigma, against detachment, which grows with X and falls with the driving: the heights at
 * A0 w^2/g = 3 to 10 fall on one curve of X (A0 w^2/g)^(-1/3). */
static void
of_box(struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const double condensed = advice->X / cbrt(advice->alpha);
    set(a->advice, "height of the centre of mass over that at rest",
        gravel_advice_row(a, "R.advise.box.times-sigma", condensed) / advice->sigma, "measured in agreement-box");
}

/* Elastic grains over a floor keep their energy, part of which is in contacts: D/2 + 1 degrees of freedom an T/2. */
static void
of_atmosphere(struct gravel_advice_context *a)
{
    const struct gravel_advice *advice = a->advice;
    const double d = a->system->dimension, stored = 0.25 / (advice->sigma * (0.5 * d + 1.0));
    /* Volume fraction at the floor of an isothermal atmosphere; in it collisions lift the centre of mass by that part,
     * in space by twice it (Z - 1 = 2 phi in a plane, 4 phi in space). */
    const double phi = fmin(a->filled * a->g / temperature(a), 0.5), lifted = phi * (d - 1.0);
    /* The energy D T/2 + m g h, m g h = T (1 + lifted), is that of the start. */
    const double part = 0.5 * d * lifted / ((1.0 + lifted) * (1.0 + 0.5 * d + lifted));
    set(a->advice, "mean height", -stored - d * smaller_by(a) * part,
        "energy in contacts, smaller spheres in a collision");
}

/* The angle of hard spheres falls with the logarithm of the TC model's contact time. */
static void
of_drum(struct gravel_advice_context *a)
{
    const double tc = gravel_advice_tc(a), d = a->advice->diameter;
    if (!(tc > 0.0) || !(a->g > 0.0))
        return;
    const double decades = log10(tc / sqrt(d / a->g) / gravel_advice_reference(a, "R.advise.drum.at"));
    set(a->advice, "angle of the bed",
        gravel_advice_reference(a, "R.advise.drum") + gravel_advice_reference(a, "R.advise.drum.decade") * decades,
        "measured in tumbler-froude and tumbler-tc");
}

void
gravel_advice_difference(struct gravel_advice_context *a)
{
    struct gravel_advice *advice = a->advice;
    const bool dense = advice->rests || advice->regime == GRAVEL_REGIME_BLOCK;
    set(advice, "", NAN, "");
    advice->difference_most = NAN;
    if (advice->regime == GRAVEL_REGIME_SINGLE)
        return;
    if (is_gas(a))
        of_gas(a);
    else if (a->is_column && !(a->g > 0.0) && !a->vibrates && a->impact)
        of_impact(a);
    else if (a->is_column && advice->alpha > 0.0 && !dense)
        of_column(a);
    else if (a->is_box && !dense)
        of_box(a);
    else if (a->turns && advice->n_attached > 0)
        of_drum(a);
    else if (a->g > 0.0 && !advice->dissipative && !a->vibrates && !a->turns && a->system->dimension > 1)
        of_atmosphere(a);
    if (!isfinite(advice->difference))
        advice->difference = advice->difference_most = NAN;
}
