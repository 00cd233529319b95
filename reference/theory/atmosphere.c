/* A gas of elastic spheres of several masses under gravity, in equilibrium at temperature T (k_B = 1).  Heights are
 * those of the spheres' bottoms over the floor. */
#include "reference/theory/laws.h"

#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdbool.h>

/* E = (3/2) N T + N T, so that h = T/(m g) = 2 E/(5 N m g). */
static double
ideal_height(const double *a)
{
    return 0.4 * a[0] / (a[1] * a[2]);
}
const struct gravel_theory gravel_theory_ideal_height = {"ideal_height",
                                                         "h = 2 E/(5 N m g) of point particles",
                                                         "S1 Sec. 3.1",
                                                         "m",
                                                         {"energy_per_particle", "gravity_strength", "mass"},
                                                         ideal_height};

/* Excluded volume in the local-density approximation: T ln n_i + T mu(phi) + m_i g z is the same at all z, with
 * mu the excess chemical potential of Carnahan-Starling and phi the local packing fraction.  The centres have a
 * cylinder of radius R - r above z = r. */
enum { POPULATIONS = 3, NODES = 64 };

struct column {
    double mass[POPULATIONS], each; /* `each`: spheres of every population */
    double area, volume;            /* of the centres' cross-section; of one sphere */
    double fugacity[POPULATIONS];
    double count[POPULATIONS], height[POPULATIONS]; /* integrals of n_i and n_i z over it */
};

static double
excess(double phi)
{
    const double q = 1.0 - phi;
    return phi * (8.0 + phi * (-9.0 + 3.0 * phi)) / (q * q * q);
}

/* phi = ideal exp(-mu(phi)): both sides are monotonic, so bisection cannot fail. */
static double
packing(double ideal)
{
    double low = 0.0, high = fmin(ideal, 0.74);
    for (int k = 0; k < 100 && high - low > 1e-16; k++) {
        const double phi = 0.5 * (low + high);
        *(phi > ideal * exp(-excess(phi)) ? &high : &low) = phi;
    }
    return 0.5 * (low + high);
}

/* Numbers and mean heights for the present fugacities at T/g = t.  With z = -4 h ln(1 - u), h the scale height of the
 * lightest population, exp(-z/h) = (1 - u)^4: the integrands are near polynomials in u with a logarithm that is
 * multiplied by (1 - u)^3. */
static void
integrate(struct column *c, double t, const gsl_integration_glfixed_table *table)
{
    double lightest = c->mass[0];
    for (int i = 0; i < POPULATIONS; i++) {
        c->count[i] = c->height[i] = 0.0;
        lightest = fmin(lightest, c->mass[i]);
    }
    for (size_t k = 0; k < NODES; k++) {
        double u, weight, density[POPULATIONS], sum = 0.0;
        gsl_integration_glfixed_point(0.0, 1.0, k, &u, &weight, table);
        const double z = -4.0 * t / lightest * log1p(-u);
        for (int i = 0; i < POPULATIONS; i++)
            sum += density[i] = c->fugacity[i] * exp(-c->mass[i] * z / t);
        const double dz = 4.0 * weight * t / lightest / (1.0 - u) * exp(-excess(packing(c->volume * sum))) * c->area;
        for (int i = 0; i < POPULATIONS; i++) {
            c->count[i] += density[i] * dz;
            c->height[i] += density[i] * dz * z / c->each;
        }
    }
}

/* E/(N g) at T/g = t: fugacities that give every population its number, by fixed-point iteration. */
static double
energy_at(struct column *c, double t, const gsl_integration_glfixed_table *table)
{
    double energy = 1.5 * t, change = 1.0;
    for (int i = 0; i < POPULATIONS; i++)
        c->fugacity[i] = c->each * c->mass[i] / (t * c->area);
    for (int k = 0; k < 200 && change > 1e-13; k++) {
        change = 0.0;
        integrate(c, t, table);
        for (int i = 0; i < POPULATIONS; i++) {
            change = fmax(change, fabs(c->each / c->count[i] - 1.0));
            c->fugacity[i] *= c->each / c->count[i];
        }
    }
    if (change > 1e-9)
        return NAN; /* too dense for the fixed point */
    for (int i = 0; i < POPULATIONS; i++)
        energy += c->mass[i] * c->height[i] / POPULATIONS;
    return energy;
}

static double
excluded_volume_height(const double *a)
{
    const double energy = a[0] / a[1], cylinder = a[2], radius = a[3], each = a[4]; /* energy: E/(N g) */
    if (!(energy > 0.0 && cylinder > radius && radius > 0.0 && each > 0.0))
        return NAN;
    gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc(NODES);
    if (!table)
        return NAN;
    struct column c = {.mass = {a[5], a[6], a[7]},
                       .each = each,
                       .area = M_PI * (cylinder - radius) * (cylinder - radius),
                       .volume = 4.0 / 3.0 * M_PI * radius * radius * radius};
    /* E rises with T; excluded volume raises E at given T, so that T/g <= 2 E/(5 N g). */
    double low = 0.2 * energy, high = 0.4 * energy, height = NAN;
    for (int k = 0; k < 60 && high - low > 1e-14 * energy; k++) {
        const double t = 0.5 * (low + high), at = energy_at(&c, t, table);
        if (isnan(at)) {
            low = NAN;
            break;
        }
        *(at > energy ? &high : &low) = t;
    }
    if (!isnan(low))
        for (int i = 0; i < POPULATIONS; i++)
            if (c.mass[i] == a[8])
                height = c.height[i];
    gsl_integration_glfixed_table_free(table);
    return height;
}
const struct gravel_theory gravel_theory_excluded_volume_height = {
    "excluded_volume_height",
    "mean height of the bottoms of the spheres of mass `which`, three populations of `each` spheres, local "
    "Carnahan-Starling",
    "hydrostatic equilibrium, derived; Carnahan and Starling 1969",
    "m",
    {"energy_per_particle", "gravity_strength", "cylinder_radius", "radius", "each", "m1", "m2", "m3", "which"},
    excluded_volume_height};

/* Heights by Monte Carlo (tests/theory/atmosphere_monte_carlo.c, 100 000 sweeps, seed 11), g = 1: 331, 330 and 330
 * spheres of radius 0.022 m and masses 1, 3 and 10 kg in cylinders of 1 and 0.5 m, floor and wall with their layers.
 * The standard errors of heights are below 0.04 %, those of E/N below 0.01 %. */
enum { NODES_OF_ENERGY = 3 };
static const struct {
    double cylinder;
    double energy[NODES_OF_ENERGY], height[POPULATIONS][NODES_OF_ENERGY];
} monte_carlo[] = {{1.0,
                    {4.482030, 4.582286, 4.683068},
                    {{1.818631, 1.858692, 1.899599}, {0.618179, 0.631583, 0.645131}, {0.185299, 0.189349, 0.193429}}},
                   {0.5,
                    {4.462452, 4.564177, 4.664928},
                    {{1.888281, 1.929221, 1.969524}, {0.675048, 0.688901, 0.702482}, {0.200419, 0.204686, 0.208807}}}};

/* Parabola through the three nodes (Lagrange), a tenth of their distance beyond them at most. */
static double
hard_sphere_height(const double *a)
{
    static const double masses[POPULATIONS] = {1.0, 3.0, 10.0};
    const double energy = a[0] / a[1];
    for (size_t k = 0; k < sizeof monte_carlo / sizeof *monte_carlo; k++) {
        const double *e = monte_carlo[k].energy, margin = 0.1 * (e[2] - e[0]);
        if (a[2] != monte_carlo[k].cylinder || energy < e[0] - margin || energy > e[2] + margin)
            continue;
        for (int i = 0; i < POPULATIONS; i++) {
            const double *h = monte_carlo[k].height[i];
            if (masses[i] == a[3])
                return h[0] * (energy - e[1]) * (energy - e[2]) / ((e[0] - e[1]) * (e[0] - e[2])) +
                       h[1] * (energy - e[0]) * (energy - e[2]) / ((e[1] - e[0]) * (e[1] - e[2])) +
                       h[2] * (energy - e[0]) * (energy - e[1]) / ((e[2] - e[0]) * (e[2] - e[1]));
        }
    }
    return NAN;
}
const struct gravel_theory gravel_theory_hard_sphere_height = {
    "hard_sphere_height",
    "mean height of the bottoms of the spheres of mass `which` of S1's atmosphere, interpolated in E/(N g) in a table "
    "by "
    "Monte Carlo",
    "tests/theory/atmosphere_monte_carlo.c",
    "m",
    {"energy_per_particle", "gravity_strength", "cylinder_radius", "which"},
    hard_sphere_height};

/* Speed distribution of mass m at T: sqrt(2/pi) (m/T)^1.5 v^2 exp(-m v^2/(2 T)). */
static double
maxwell_speed_density(const double *a)
{
    const double v = a[0], q = a[1];
    return v >= 0.0 && q > 0.0 ? sqrt(2.0 / M_PI) / (q * sqrt(q)) * v * v * exp(-0.5 * v * v / q) : NAN;
}
const struct gravel_theory gravel_theory_maxwell_speed_density = {"maxwell_speed_density",
                                                                  "sqrt(2/pi) (m/T)^1.5 v^2 exp(-m v^2/(2 T))",
                                                                  "Maxwell",
                                                                  "s/m",
                                                                  {"v", "temperature_over_mass"},
                                                                  maxwell_speed_density};

static double
maxwell_speed_ratio(const double *a)
{
    (void)a;
    return 8.0 / (3.0 * M_PI);
}
const struct gravel_theory gravel_theory_maxwell_speed_ratio = {
    "maxwell_speed_ratio", "<v>^2/<v^2> = 8/(3 pi) of a Maxwellian in three dimensions", "Maxwell", "1", {NULL},
    maxwell_speed_ratio};

/* Probability of a K-S statistic at least as large as d for n independent values of a known continuous distribution:
 * Q(l) = 2 sum (-1)^(k-1) exp(-2 k^2 l^2), l = (sqrt(n) + 0.12 + 0.11/sqrt(n)) d. */
static double
ks_probability(const double *a)
{
    const double d = a[0], root = sqrt(a[1]), l = (root + 0.12 + 0.11 / root) * d;
    if (!(d >= 0.0 && a[1] > 0.0))
        return NAN;
    if (l < 0.2)
        return 1.0; /* 1 - Q < 1e-12, where the alternating sum no longer converges fast */
    double sum = 0.0;
    for (int k = 1; k <= 100; k++)
        sum += (k % 2 ? 2.0 : -2.0) * exp(-2.0 * k * k * l * l);
    return fmin(fmax(sum, 0.0), 1.0);
}
const struct gravel_theory gravel_theory_ks_probability = {
    "ks_probability", "Q((sqrt(n) + 0.12 + 0.11/sqrt(n)) d), Q(l) = 2 sum (-1)^(k-1) exp(-2 k^2 l^2)",
    "Stephens 1970",  "1",
    {"d", "n"},       ks_probability};
