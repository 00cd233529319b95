/* The hard-sphere and hard-disk gas. phi is the fraction of volume or area. */
#include "reference/theory/laws.h"

#include <math.h>

static double
carnahan_starling(const double *a)
{
    const double p = a[0], q = 1.0 - p;
    return p >= 0.0 && p < 1.0 ? (1.0 + p + p * p - p * p * p) / (q * q * q) : NAN;
}
const struct gravel_theory gravel_theory_carnahan_starling = {
    "carnahan_starling",
    "Z = (1 + phi + phi^2 - phi^3)/(1 - phi)^3 of hard spheres",
    "Carnahan and Starling 1969",
    "1",
    {"phi"},
    carnahan_starling};

/* Two sizes: counts n1, n2 and diameters s1, s2, with y_k = sum n s^k and y_3 to the packing as is
 * Z = 1/(1 - phi) + 3 phi y_1 y_2/(y_0 y_3 (1 - phi)^2) + phi^2 (3 - phi) y_2^3/(y_0 y_3^2 (1 - phi)^3). */
static double
mixture_spheres(const double *a)
{
    const double phi = a[0], q = 1.0 - phi;
    double y[4];
    for (int k = 0; k < 4; k++)
        y[k] = a[1] * pow(a[2], k) + a[3] * pow(a[4], k);
    if (!(phi >= 0.0 && phi < 1.0) || !(y[3] > 0.0))
        return NAN;
    return 1.0 / q + 3.0 * phi * y[1] * y[2] / (y[0] * y[3] * q * q) +
           phi * phi * (3.0 - phi) * pow(y[2], 3) / (y[0] * y[3] * y[3] * q * q * q);
}
const struct gravel_theory gravel_theory_mixture_spheres = {
    "mixture_spheres",
    "Z of a mixture of hard spheres of two sizes, numbers n1 and n2",
    "Boublik 1970, J. Chem. Phys. 53, 471; Mansoori et al. 1971, J. Chem. Phys. 54, 1523",
    "1",
    {"phi", "n1", "diameter1", "n2", "diameter2"},
    mixture_spheres};

/* Sharper than Carnahan and Starling where the series converges. */
static double
virial_spheres(const double *a)
{
    static const double b[] = {1.0,       4.0,       10.0,      18.364768, 28.224512,
                               39.815148, 53.344420, 68.537549, 85.812838, 105.775104};
    double z = 0.0;
    for (size_t k = sizeof b / sizeof *b; k > 0; k--)
        z = z * a[0] + b[k - 1];
    return a[0] >= 0.0 && a[0] <= 0.31 ? z : NAN;
}
const struct gravel_theory gravel_theory_virial_spheres = {
    "virial_spheres",
    "Z = sum B_k phi^(k-1) of hard spheres, k = 1 .. 10, phi <= 0.31",
    "Clisby and McCoy 2006, J. Stat. Phys. 122, 15",
    "1",
    {"phi"},
    virial_spheres};

static double
henderson(const double *a)
{
    const double p = a[0], q = 1.0 - p;
    return p >= 0.0 && p < 1.0 ? (1.0 + 0.125 * p * p) / (q * q) : NAN;
}
const struct gravel_theory gravel_theory_henderson = {
    "henderson", "Z = (1 + phi^2/8)/(1 - phi)^2 of hard disks", "Henderson 1975", "1", {"phi"}, henderson};

/* Closer than Henderson's above phi = 0.5, where his is 0.5 to 1 % high. */
static double
luding_disks(const double *a)
{
    const double p = a[0], q = 1.0 - p;
    if (!(p >= 0.0 && p < 1.0))
        return NAN;
    const double g = (1.0 - 7.0 / 16.0 * p) / (q * q) - p * p * p / 128.0 / (q * q * q * q);
    return 1.0 + 2.0 * p * g;
}
const struct gravel_theory gravel_theory_luding_disks = {
    "luding_disks",
    "Z = 1 + 2 phi [(1 - 7 phi/16)/(1 - phi)^2 - phi^3/(128 (1 - phi)^4)] of hard disks",
    "Luding 2001, Phys. Rev. E 63, 042201",
    "1",
    {"phi"},
    luding_disks};

/* Collisions a particle and second: n = number density, T/m = temperature over mass, g = contact value of the pair
 * correlation from the same equation of state (Z - 1 = 2 phi g in 2D, 4 phi g in 3D). */
static double
enskog_rate_2d(const double *a)
{
    const double diameter = a[0], phi = a[1], t_over_m = a[2];
    const double n = phi / (0.25 * M_PI * diameter * diameter), g = (luding_disks(&phi) - 1.0) / (2.0 * phi);
    return 2.0 * diameter * n * g * sqrt(M_PI * t_over_m);
}
const struct gravel_theory gravel_theory_enskog_rate_2d = {"enskog_rate_2d",
                                                           "2 d n g sqrt(pi T/m), g = (Z - 1)/(2 phi)",
                                                           "Enskog; Luding 2001",
                                                           "1/s",
                                                           {"diameter", "phi", "temperature_over_mass"},
                                                           enskog_rate_2d};

static double
enskog_rate_3d(const double *a)
{
    const double diameter = a[0], phi = a[1], t_over_m = a[2];
    const double n = phi / (M_PI / 6.0 * diameter * diameter * diameter);
    const double g = (carnahan_starling(&phi) - 1.0) / (4.0 * phi);
    return 4.0 * diameter * diameter * n * g * sqrt(M_PI * t_over_m);
}
const struct gravel_theory gravel_theory_enskog_rate_3d = {"enskog_rate_3d",
                                                           "4 d^2 n g sqrt(pi T/m), g = (Z - 1)/(4 phi)",
                                                           "Enskog; Carnahan and Starling 1969",
                                                           "1/s",
                                                           {"diameter", "phi", "temperature_over_mass"},
                                                           enskog_rate_3d};

/* Haff's law with the first-order cooling rate: tau = 2 D/((1 - e^2) w0), w0 = collision rate a particle at t = 0. */
static double
haff(const double *a)
{
    const double t = a[0], t0 = a[1], e = a[2], rate = a[3], dimension = a[4];
    const double q = 1.0 + t * (1.0 - e * e) * rate / (2.0 * dimension);
    return t0 / (q * q);
}
const struct gravel_theory gravel_theory_haff = {"haff", "T = T0/(1 + t/tau)^2, tau = 2 D/((1 - e^2) w0)", "Haff 1983",
                                                 "",     {"t", "T0", "restitution", "rate", "dimension"},  haff};

/* First Sonine approximation with Enskog's contact value; the second one raises it by 1.9 %. */
static double
enskog_diffusion_3d(const double *a)
{
    const double diameter = a[0], phi = a[1], t_over_m = a[2];
    const double n = phi / (M_PI / 6.0 * diameter * diameter * diameter);
    const double g = (carnahan_starling(&phi) - 1.0) / (4.0 * phi);
    return 1.01896 * 0.375 / (n * diameter * diameter * g) * sqrt(t_over_m / M_PI);
}
const struct gravel_theory gravel_theory_enskog_diffusion_3d = {
    "enskog_diffusion_3d",
    "D = 1.01896 (3/8) sqrt(T/(pi m))/(n d^2 g)",
    "Chapman and Cowling; factor of the higher Sonine polynomials: Pidduck",
    "m2/s",
    {"diameter", "phi", "temperature_over_mass"},
    enskog_diffusion_3d};

/* Mean loss: a collision of a pair with Maxwellian velocities takes (1 - e^2) T. */
static double
haff_per_collision(const double *a)
{
    return (1.0 - a[0] * a[0]) / a[1];
}
const struct gravel_theory gravel_theory_haff_per_collision = {"haff_per_collision",
                                                               "-d ln T/ds = (1 - e^2)/d, s = collisions a particle",
                                                               "Haff 1983",
                                                               "1",
                                                               {"restitution", "dimension"},
                                                               haff_per_collision};

static double
haff_rate(const double *a)
{
    const double restitution = a[3], dimension = a[4];
    const double rate = dimension == 2.0 ? enskog_rate_2d(a) : dimension == 3.0 ? enskog_rate_3d(a) : NAN;
    return 0.5 * haff_per_collision((const double[]){restitution, dimension}) * rate;
}
const struct gravel_theory gravel_theory_haff_rate = {
    "haff_rate",
    "1/tau = (1 - e^2) w0/(2 d), w0 by Enskog",
    "Haff 1983",
    "1/s",
    {"diameter", "phi", "temperature_over_mass", "restitution", "dimension"},
    haff_rate};

/* g(d+) of Carnahan and Starling's and of Henderson's equation of state: Z = 1 + 4 phi g and 1 + 2 phi g. */
static double
contact_value_spheres(const double *a)
{
    const double p = a[0], q = 1.0 - p;
    return p >= 0.0 && p < 1.0 ? (1.0 - 0.5 * p) / (q * q * q) : NAN;
}
const struct gravel_theory gravel_theory_contact_value_spheres = {"contact_value_spheres",
                                                                  "g(d+) = (1 - phi/2)/(1 - phi)^3 of hard spheres",
                                                                  "Carnahan and Starling 1969",
                                                                  "1",
                                                                  {"phi"},
                                                                  contact_value_spheres};

static double
contact_value_disks(const double *a)
{
    const double p = a[0], q = 1.0 - p;
    return p >= 0.0 && p < 1.0 ? (1.0 - 7.0 / 16.0 * p) / (q * q) : NAN;
}
const struct gravel_theory gravel_theory_contact_value_disks = {"contact_value_disks",
                                                                "g(d+) = (1 - 7 phi/16)/(1 - phi)^2 of hard disks",
                                                                "Henderson 1975; Verlet and Levesque 1982",
                                                                "1",
                                                                {"phi"},
                                                                contact_value_disks};

/* a2 of the homogeneous cooling state, linear in a2. */
static double
sonine_cooling(const double *a)
{
    const double e = a[0], d = a[1];
    return 16.0 * (1.0 - e) * (1.0 - 2.0 * e * e) /
           (9.0 + 24.0 * d + 8.0 * e * d - 41.0 * e + 30.0 * e * e * (1.0 - e));
}
const struct gravel_theory gravel_theory_sonine_cooling = {
    "sonine_cooling",
    "a2 = 16 (1-e)(1-2e^2)/(9 + 24 D + 8 e D - 41 e + 30 e^2 (1-e)) of a cooling gas",
    "van Noije and Ernst 1998",
    "1",
    {"restitution", "dimension"},
    sonine_cooling};

/* Free flight with Maxwellian velocities. */
static double
ballistic_displacement(const double *a)
{
    return a[0] * a[1] * a[2] * a[2];
}
const struct gravel_theory gravel_theory_ballistic_displacement = {
    "ballistic_displacement", "<r^2> = D (T/m) t^2", "free flight", "m2", {"dimension", "temperature_over_mass", "t"},
    ballistic_displacement};
/* White-noise forcing of strength xi0^2 heats by m d xi0^2 a particle and second, collisions take (1 - e^2) T w0(T)
 * (1 + (3/16) a2): the balance, with the first Sonine coefficient a2 of the heated gas. */
static double
driven_temperature(const double *a)
{
    const double strength = a[0], e = a[3], d = a[4];
    const double unit[] = {a[1], a[2], 1.0}; /* at T/m = 1 m^2/s^2 */
    const double rate = d == 2.0 ? enskog_rate_2d(unit) : d == 3.0 ? enskog_rate_3d(unit) : NAN;
    const double a2 = 16.0 * (1.0 - e) * (1.0 - 2.0 * e * e) /
                      (73.0 + 56.0 * d - 24.0 * d * e - 105.0 * e + 30.0 * (1.0 - e) * e * e);
    return pow(strength * d / ((1.0 - e * e) * rate * (1.0 + 3.0 / 16.0 * a2)), 2.0 / 3.0);
}
const struct gravel_theory gravel_theory_driven_temperature = {
    "driven_temperature",
    "T/m = (d xi0^2/((1 - e^2) w1 (1 + (3/16) a2)))^(2/3), w1 = Enskog's rate a particle at T/m = 1",
    "van Noije and Ernst 1998, Granular Matter 1, 57, Secs. 2 and 4",
    "m2/s2",
    {"strength", "diameter", "phi", "restitution", "dimension"},
    driven_temperature};

/* Kinetic theory of nearly elastic spheres: with G = phi g0, g0 from Carnahan and Starling,
 *     J = (1 + e)/2 + (pi/32) (5 + 2 (1 + e)(3 e - 1) G)(5 + 4 (1 + e) G)/((24 - 6 (1 - e)^2 - 5 (1 - e^2)) G^2). */
static double
shear_viscosity_factor(double phi, double e, double *big_g)
{
    const double g = 0.25 * (carnahan_starling(&phi) - 1.0);
    *big_g = g;
    return 0.5 * (1.0 + e) + M_PI / 32.0 * (5.0 + 2.0 * (1.0 + e) * (3.0 * e - 1.0) * g) * (5.0 + 4.0 * (1.0 + e) * g) /
                                 ((24.0 - 6.0 * (1.0 - e) * (1.0 - e) - 5.0 * (1.0 - e * e)) * g * g);
}

/* s rate = Gamma, with s = (8 J/(5 sqrt(pi))) phi G rho d rate sqrt(T) and Gamma = (12/sqrt(pi)) phi G (1 - e^2) rho
 * T^(3/2)/d, T over mass. */
static double
shear_temperature(const double *a)
{
    double g;
    return 2.0 * shear_viscosity_factor(a[0], a[1], &g) / (15.0 * (1.0 - a[1] * a[1]));
}
const struct gravel_theory gravel_theory_shear_temperature = {
    "shear_temperature",
    "T/(m d^2 rate^2) = 2 J/(15 (1 - e^2)) of inelastic spheres in simple shear, phi < 0.49",
    "Garzo and Dufty 1999, PRE 59, 5895; Vescovi et al. 2014, Eqs. 5-9 (arXiv 1406.0475)",
    "1",
    {"phi", "restitution"},
    shear_temperature};

/* Simple shear of a dissipative gas is never near equilibrium: the steady rate follows from e.  In Grad's method, rates
 * in units of a dilute elastic gas' p/viscosity, zeta = 5 (1 - e^2)/12 and beta = (1 + e)(2 + e)/6, (beta + zeta) P_zz
 * = beta p,   (beta + zeta) P_xz = -rate P_zz,   -rate P_xz = 3 zeta p/2, so that rate^2 = (3/2) zeta (beta +
 * zeta)^2/beta, where the linear theory has (3/2) zeta (beta + zeta/2).  The ratio of the two corrects the temperature
 * at any density: the collisional part, which dissipates as the kinetic part does, is assumed to need the same
 * correction. */
static double
shear_temperature_grad(const double *a)
{
    const double e = a[1], zeta = 5.0 * (1.0 - e * e) / 12.0, beta = (1.0 + e) * (2.0 + e) / 6.0;
    return shear_temperature(a) * beta * (beta + 0.5 * zeta) / ((beta + zeta) * (beta + zeta));
}
const struct gravel_theory gravel_theory_shear_temperature_grad = {
    "shear_temperature_grad",
    "T/(m d^2 rate^2) of the linear theory times beta (beta + zeta/2)/(beta + zeta)^2",
    "Santos, Garzo and Dufty 2004, PRE 69, 061303; Garzo and Dufty 1999, PRE 59, 5895",
    "1",
    {"phi", "restitution"},
    shear_temperature_grad};

/* p = rho phi T (1 + 2 (1 + e) G). */
static double
shear_stress_ratio(const double *a)
{
    double g;
    const double j = shear_viscosity_factor(a[0], a[1], &g);
    return 8.0 * j * g / (5.0 * sqrt(M_PI)) / ((1.0 + 2.0 * (1.0 + a[1]) * g) * sqrt(shear_temperature(a)));
}
const struct gravel_theory gravel_theory_shear_stress_ratio = {
    "shear_stress_ratio",
    "s/p = (8 J G/(5 sqrt(pi)))/((1 + 2 (1 + e) G) sqrt(T*)), T* = T/(m d^2 rate^2)",
    "Garzo and Dufty 1999, PRE 59, 5895; Vescovi et al. 2014, Eqs. 5-9 (arXiv 1406.0475)",
    "1",
    {"phi", "restitution"},
    shear_stress_ratio};

/* Where the longest shear wave of a cooling gas neither grows nor decays beside sqrt(T): k_c^2 = rho zeta/(2 eta), with
 * Haff's rate zeta = (1 - e^2) w0/3 of the temperature and Enskog's viscosity of elastic spheres
 *     eta = 1.016 (5/(16 d^2)) sqrt(m T/pi) b (1/Y + 0.8 + 0.7614 Y), b = 4 phi, Y = b g,
 * 1.016 and 0.7614 with the higher Sonine polynomials (Chapman and Cowling).  In units of m, d and T. */
static double
clustering_length(const double *a)
{
    const double diameter = a[0], phi = a[1], e = a[2], n = 6.0 * phi / M_PI;
    const double b = 4.0 * phi, y = b * contact_value_spheres(&phi);
    const double eta = 1.016 * 0.3125 / sqrt(M_PI) * b * (1.0 / y + 0.8 + 0.7614 * y);
    const double zeta = haff_per_collision((const double[]){e, 3.0}) * enskog_rate_3d((const double[]){1.0, phi, 1.0});
    return diameter * 2.0 * M_PI * sqrt(2.0 * eta / (n * zeta));
}
const struct gravel_theory gravel_theory_clustering_length = {
    "clustering_length",
    "L_c = 2 pi sqrt(2 eta/(rho zeta)): a cooling gas of spheres stays homogeneous in smaller boxes",
    "Goldhirsch and Zanetti 1993; Chapman and Cowling; Haff 1983",
    "m",
    {"diameter", "phi", "restitution"},
    clustering_length};

/* Below L_c: d w/ds = (1 - e^2)/3 ((1 - x) w + x) in s collisions a particle, x = (L_c/L)^2, for the energy w of the
 * wave over that of equilibrium at the same temperature: the gas cools, viscosity damps, and its noise is that of the
 * elastic gas.  The steady w = x/(x - 1). */
static double
shear_wave_energy(const double *a)
{
    const double count = a[0], phi = a[1], length = cbrt(M_PI * count / (6.0 * phi));
    const double part = length / clustering_length((const double[]){1.0, phi, a[2]});
    return part < 1.0 ? 1.0 / (1.0 - part * part) : NAN;
}
const struct gravel_theory gravel_theory_shear_wave_energy = {
    "shear_wave_energy",
    "w = 1/(1 - (L/L_c)^2), L = d (pi N/(6 phi))^(1/3), of the longest shear wave of a cooling gas in a cube",
    "Goldhirsch and Zanetti 1993; van Noije et al. 1997",
    "1",
    {"count", "phi", "restitution"},
    shear_wave_energy};
