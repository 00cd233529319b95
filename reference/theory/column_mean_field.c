/* Mean field of a vibrated column in the limit X = (N-1)(1-e) -> 0 with an elastic plate.
 *
 * Elastic equal beads on a line only exchange their names, so a quasi-particle keeps its orbit of energy E (per
 * mass, kinetic + g z) and nothing drives the energies to a Maxwellian.  Two weak effects shape the density
 * f(E) in the (z, v) plane, normalised to one:
 * - the plate, V = A0 w, met at a random phase, turns v into v + 2 w with <w^2> = V^2/2, so that
 *   <(dE)^2> = 4 E V^2 a bounce; the kicks keep the area of the (z, v) plane;
 * - a collision with another of the N - 1, of velocity u, takes (1-e)/2 (v - u) off v; over an orbit this takes
 *   (N-1)(1-e)/2 I(E) off E, I(E) = closed integral of v dt times the integral of f (v - u)|v - u| du.
 * The stationary state has no flux, <(dE)^2>/2 f' = -(N-1)(1-e)/2 I f, and with E in units of V^2/X and g = 1
 *     f'/f = -I(E) / (4 E),
 * solved here by iteration of U = -ln f.  All results follow without a free number; a Maxwellian in the same
 * balance would give sqrt(2) for the height. */
#include "reference/theory/laws.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdbool.h>

enum { NODES = 60, ORBIT_POINTS = 24, SPEED_POINTS = 48, ITERATIONS = 60 };
static const double e_max = 25.0; /* f has fallen to 1e-8 there */

struct rule {
    double x[SPEED_POINTS], w[SPEED_POINTS]; /* on [-1, 1] */
    size_t n;
};

static bool
make_rule(struct rule *rule, size_t n)
{
    gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc(n);
    if (table == NULL)
        return false;
    for (size_t k = 0; k < n; k++)
        gsl_integration_glfixed_point(-1.0, 1.0, k, &rule->x[k], &rule->w[k], table);
    rule->n = n;
    gsl_integration_glfixed_table_free(table);
    return true;
}

struct field {
    struct rule orbit, speed;
    double u[NODES + 1]; /* U at e_max (k/NODES)^2, linear between */
};

static double
node(size_t k)
{
    const double s = (double)k / NODES;
    return e_max * s * s;
}

static double
density(const struct field *field, double e)
{
    if (e >= e_max)
        return 0.0;
    size_t k = (size_t)(NODES * sqrt(e / e_max));
    if (k >= NODES)
        k = NODES - 1;
    const double a = node(k), b = node(k + 1);
    return exp(-(field->u[k] + (field->u[k + 1] - field->u[k]) * (e - a) / (b - a)));
}

/* Integral of f(u^2/2 + z) (v - u)|v - u| du from a to b, without the sign of v - u. */
static double
drag_part(const struct field *field, double z, double v, double a, double b)
{
    double sum = 0.0;
    for (size_t k = 0; k < field->speed.n; k++) {
        const double u = 0.5 * (a + b) + 0.5 * (b - a) * field->speed.x[k];
        sum += field->speed.w[k] * density(field, 0.5 * u * u + z) * (v - u) * (v - u);
    }
    return 0.5 * (b - a) * sum;
}

/* I(E)/(4 E): the rise and the fall of the orbit contribute the same. */
static double
slope_of(const struct field *field, double e)
{
    double sum = 0.0;
    for (size_t k = 0; k < field->orbit.n; k++) {
        const double y = 0.5 * (1.0 + field->orbit.x[k]), v = sqrt(2.0 * e) * y, z = e * (1.0 - y * y);
        const double fastest = sqrt(2.0 * (e_max - z)), middle = fmin(v, fastest);
        const double drag = drag_part(field, z, v, -fastest, middle) - drag_part(field, z, v, middle, fastest);
        sum += 0.5 * field->orbit.w[k] * 4.0 * e * y * drag;
    }
    return sum / (4.0 * e);
}

/* Integral over all orbits of f 2 v^2 dv times E^p: the norm (p = 0), the mean energy (p = 1); and of
 * the bounce rate 1/(2 v) (p = -1/2 up to a factor). */
static double
moment(const struct field *field, double p)
{
    double sum = 0.0;
    const double fastest = sqrt(2.0 * e_max);
    for (int piece = 0; piece < 4; piece++)
        for (size_t k = 0; k < field->speed.n; k++) {
            const double v = fastest * (piece + 0.5 * (1.0 + field->speed.x[k])) / 4.0, e = 0.5 * v * v;
            sum += fastest / 8.0 * field->speed.w[k] * density(field, e) * 2.0 * v * v * pow(e, p);
        }
    return sum;
}

static bool
solve(struct field *field)
{
    if (!make_rule(&field->orbit, ORBIT_POINTS) || !make_rule(&field->speed, SPEED_POINTS))
        return false;
    for (size_t k = 0; k <= NODES; k++)
        field->u[k] = node(k) / M_SQRT2;
    for (int round = 0; round < ITERATIONS; round++) {
        const double norm = moment(field, 0.0);
        double slope[NODES + 1], u = 0.0;
        for (size_t k = 1; k <= NODES; k++)
            slope[k] = slope_of(field, node(k)) / norm;
        slope[0] = slope[1] - (slope[2] - slope[1]) * node(1) / (node(2) - node(1));
        field->u[0] *= 0.4;
        for (size_t k = 1; k <= NODES; k++) {
            u += 0.5 * (node(k) - node(k - 1)) * (slope[k] + slope[k - 1]);
            field->u[k] = 0.4 * field->u[k] + 0.6 * u;
        }
    }
    return true;
}

/* Two thirds of an orbit's energy are potential: F = (2/3) <E>. */
static double
height(const double *a)
{
    struct field field;
    (void)a;
    return solve(&field) ? 2.0 / 3.0 * moment(&field, 1.0) / moment(&field, 0.0) : NAN;
}
const struct gravel_theory gravel_theory_column_mean_field_height = {
    "column_mean_field_height",
    "(h_cm - h_cm0) g X/(A0 w)^2 as X -> 0, without the assumption of a Maxwellian",
    "derived in column_mean_field.c",
    "1",
    {NULL},
    height};

/* The plate gives 2 <w^2> + 2 <w^2> = 2 V^2 a bounce (faster meetings are more frequent), at the rate g/(2 v). */
static double
dissipation_time(const double *a)
{
    struct field field;
    (void)a;
    if (!solve(&field))
        return NAN;
    const double inverse_speed = moment(&field, -0.5) / M_SQRT2;
    return moment(&field, 1.0) / inverse_speed / M_PI;
}
const struct gravel_theory gravel_theory_column_mean_field_time = {
    "column_mean_field_time",
    "tau_D g X^1.5/(pi A0 w) as X -> 0, without the assumption of a Maxwellian",
    "derived in column_mean_field.c",
    "1",
    {NULL},
    dissipation_time};
