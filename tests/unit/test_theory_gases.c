/* The laws of columns, plates and gases against the ledger's digits, and against each other where two ways lead to one
 * number. */
#include "reference/theory/theory.h"
#include "tests/near.h"

#include <math.h>
#include <string.h>

#define LAW(name, ...) (gravel_theory_find(name)->eval((const double[]){__VA_ARGS__}))
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Threshold of clustering: the digits of an independent calculation. */
static void
clustering_length_has_its_digits(void **state)
{
    (void)state;
    static const double e[3] = {0.9, 0.8, 0.7}, phi[3] = {0.1, 0.2, 0.3};
    static const double length[3][3] = {{28.7, 20.9, 17.5}, {15.9, 11.6, 9.7}, {12.6, 9.1, 7.7}};
    for (int p = 0; p < 3; p++)
        for (int k = 0; k < 3; k++)
            near("L_c", LAW("clustering_length", 2.0, phi[p], e[k]), 2.0 * length[p][k], 2.0 * 0.05);
    /* 592 spheres fill a cube of L_c at 0.2 and 0.8: an eighth of them one of L_c/2. */
    near("w", LAW("shear_wave_energy", 592.0 / 8.0, 0.2, 0.8), 4.0 / 3.0, 2e-3);
    assert_true(isnan(LAW("shear_wave_energy", 600.0, 0.2, 0.8)));
}

/* a2 = 0 at e = 1/sqrt(2) and at e = 1; denominators of van Noije and Ernst 1998 in two and three dimensions; contact
 * values from Z; lattices counted by hand. */
static void
structure_of_gases_and_lattices(void **state)
{
    (void)state;
    near("elastic", LAW("sonine_cooling", 1.0, 3.0), 0.0, 0.0);
    near("zero", LAW("sonine_cooling", sqrt(0.5), 2.0), 0.0, 1e-16);
    near("2D", LAW("sonine_cooling", 0.9, 2.0), 1.6 * (1.0 - 1.62) / (57.0 - 22.5 + 2.43), 1e-15);
    near("3D", LAW("sonine_cooling", 0.9, 3.0), 1.6 * (1.0 - 1.62) / (81.0 - 15.3 + 2.43), 1e-15);
    near("g spheres", 1.0 + 0.8 * LAW("contact_value_spheres", 0.2), LAW("carnahan_starling", 0.2), 1e-15);
    near("g disks", 1.0 + 0.8 * LAW("contact_value_disks", 0.4), LAW("henderson", 0.4), 1e-15);
    near("ballistic", LAW("ballistic_displacement", 3.0, 2.0, 0.5), 1.5, 1e-15);
    near("one row", LAW("lattice_contacts", 1.0), 2.0, 0.0);
    near("two rows", LAW("lattice_fabric", 2.0), 0.75 * 2.0 / 4.0, 1e-15);
    near("half circles", LAW("disk_row_variance", 2.0), 8.0 / 3.0 - M_PI * M_PI / 4.0, 1e-15);
}

static void
detachment_limits_have_the_ledgers_digits(void **state)
{
    (void)state;
    near("N = 2", LAW("icw_restitution", 2), 0.171573, 5e-7);
    near("N = 3", LAW("icw_restitution", 3), 0.333333, 5e-7);
    near("N = 5", LAW("icw_restitution", 5), 0.527864, 5e-7);
    near("N = 10", LAW("icw_restitution", 10), 0.729454, 5e-7);
    near("N -> infinity", 1e6 * (1 - LAW("icw_restitution", 1e6)), M_PI, 1e-4);
    const double e = LAW("free_collapse_restitution", 0);
    near("three beads", e, 0.071797, 5e-7);
    /* N = 5, e = 0.9, e_p = 1; one bead: the wall's restitution. */
    static const double v[] = {0.63504, 0.64470, 0.65438, 0.66404, 0.67364};
    for (int k = 0; k < 5; k++)
        near("five beads", LAW("icw_velocity", 5, 0.9, 1.0, k + 1), v[k], 5e-6);
    near("one bead", LAW("icw_velocity", 1, 0.9, 0.8, 1), 0.8, 1e-15);
    assert_true(isnan(LAW("icw_velocity", 5, 0.9, 1.0, 6)));
    near("its quadratic", e * e - 14 * e + 1, 0.0, 1e-14);
    near("chain", LAW("chain_interaction_time", 10, 2e-5), 1.8006e-4, 1e-8);
}

static void
column_laws_have_the_ledgers_digits(void **state)
{
    (void)state;
    near("phi", LAW("column_phi", 2.0), 1 - 0.196 - 0.292, 1e-15);
    near("height", LAW("column_height", 0.25, 9.81, 1e-9) * 9.81 * 1e-9 / 0.0625, 4.0 / 3.0, 1e-9);
    near("root of phi", LAW("column_phi", 2.8) / (3.09 - 2.8), 0.52, 0.05);
    /* Eq. 42 is tau_D f = 1 with A0 w = alpha g/w. */
    const double alpha = LAW("column_critical_acceleration", 0.72), g = 9.81, f = 20.0;
    near("alpha_c", f * LAW("column_dissipation_time", alpha * g / (2 * M_PI * f), g, 0.72), 1.0, 1e-14);
    /* S3 Sec. 4.5.3: E_rel/m = 0.02 at alpha = 2, f = 20/s. */
    near("E_rel", LAW("landing_relative_energy", 10, 0.89, 0.056, 2 * g / (2 * M_PI * f), 2), 0.02, 5e-4);
    near("one elastic bead", LAW("landing_kinetic_energy", 1, 1, 0, 1, 2),
         0.5 * pow(cos(2 * M_PI * LAW("inelastic_landing", 2)) + LAW("inelastic_impact_velocity", 2), 2), 1e-14);
}

static void
inelastic_bead_has_the_ledgers_digits(void **state)
{
    (void)state;
    near("p1", LAW("inelastic_lift_off", 2), 1.0 / 12.0, 1e-15);
    near("p2(2)", LAW("inelastic_landing", 2), 0.82481, 5e-6);
    near("v_c", LAW("inelastic_impact_velocity", 2), 1.91634, 5e-6);
    static const double alpha[] = {1.5, 3, 4, 5}, p2[] = {0.68372, 1.00386, 1.16365, 1.76600};
    for (size_t k = 0; k < COUNT(alpha); k++)
        near("p2", LAW("inelastic_landing", alpha[k]), p2[k], 5e-6);
    assert_true(isnan(LAW("inelastic_landing", 0.9)));
    /* A parabola from sin(pi/6) at the rate cos(pi/6), 0.8 pi - pi/6 later. */
    const double later = 0.8 * M_PI - M_PI / 6.0;
    near("height", LAW("inelastic_flight_height", 2, 3, 0.8 * M_PI, 0.1),
         0.1 + 3.0 * (0.5 + sqrt(0.75) * later - 0.25 * later * later), 1e-14);
    assert_true(isnan(LAW("inelastic_flight_height", 2, 3, 1.8 * M_PI, 0)));
    /* p2 and v_c above; 0.1 rad later. */
    const double landed = 2 * M_PI * LAW("inelastic_landing", 2), v = LAW("inelastic_impact_velocity", 2);
    near("bounce", LAW("inelastic_bounce_height", 2, 3, landed + 0.1, 0.1, 0.2),
         0.1 + 3.0 * (sin(landed) + (cos(landed) + 0.2 * v) * 0.1 - 0.0025), 1e-14);
    assert_true(isnan(LAW("inelastic_bounce_height", 2, 3, landed - 0.1, 0, 0.2)));
}

/* Grad's equations for a steady sheared gas, solved step by step: P_zz, P_xz and the rate relax to their balance. */
static void
grads_correction_of_the_sheared_gas_is_the_steady_state(void **state)
{
    (void)state;
    for (double e = 0.5; e < 0.995; e += 0.1) {
        const double zeta = 5.0 * (1.0 - e * e) / 12.0, beta = (1.0 + e) * (2.0 + e) / 6.0;
        double rate = 0.1;
        for (int k = 0; k < 200; k++) { /* the rate at which heating balances cooling */
            const double p_zz = beta / (beta + zeta), p_xz = -rate * p_zz / (beta + zeta);
            rate *= sqrt(1.5 * zeta / (-rate * p_xz));
        }
        const double linear = sqrt(1.5 * zeta * (beta + 0.5 * zeta));
        const double ratio = LAW("shear_temperature_grad", 0.2, e) / LAW("shear_temperature", 0.2, e);
        near("T of Grad over T of the linear theory", ratio, linear * linear / (rate * rate), 1e-12);
    }
}

/* An independent stepper: the first sign change of bead minus plate on a fine grid after lift-off. */
static void
inelastic_landing_is_the_first_crossing(void **state)
{
    (void)state;
    for (double alpha = 1.05; alpha < 12.0; alpha += 0.37) {
        const double phase = asin(1 / alpha);
        double d = 1e-2;
        while (sin(phase) + cos(phase) * d - 0.5 * d * d / alpha > sin(phase + d))
            d += 1e-4;
        near("p2", LAW("inelastic_landing", alpha), (phase + d) / (2 * M_PI), 2e-5);
    }
}

/* Known period of the single bead: T below alpha = sqrt(1 + pi^2) = 3.297 (flight of one period), T = 2 after the next.
 */
static void
inelastic_collision_time_counts_periods(void **state)
{
    (void)state;
    near("alpha = 1.5", LAW("inelastic_collision_time", 1.5), 1.0, 0.0);
    near("alpha = 3.2", LAW("inelastic_collision_time", 3.2), 1.0, 0.0);
    near("alpha = 3.5, leaves at once", LAW("inelastic_collision_time", 3.5), 1.0, 1e-12);
    near("alpha = 5", LAW("inelastic_collision_time", 5.0), 2.0, 0.0);
}

/* D.heights.excluded-volume: the ledger's heights within its 1.5 %. */
static void
excluded_volume_heights_have_the_ledgers_digits(void **state)
{
    (void)state;
    static const double mass[] = {1, 3, 10}, wide[] = {1.90, 0.648, 0.196}, half[] = {1.98, 0.71, 0.215};
    for (size_t k = 0; k < 3; k++) {
        near("R = 1", LAW("excluded_volume_height", 4.695, 1.0, 1.0, 0.022, 991.0 / 3, 1, 3, 10, mass[k]), wide[k],
             0.005 * wide[k]);
        near("R = 0.5", LAW("excluded_volume_height", 4.695, 1.0, 0.5, 0.022, 991.0 / 3, 1, 3, 10, mass[k]), half[k],
             0.005 * half[k]);
        near("points", LAW("excluded_volume_height", 4.695 * 9.81, 9.81, 1.0, 1e-6, 991.0 / 3, 1, 3, 10, mass[k]),
             LAW("ideal_height", 4.695, 1.0, mass[k]), 1e-9);
    }
}

/* A node; between two nodes by their E = 1.5 T + <m h>, which the table does not know; the ledger's local-density
 * column within its 1.5 %, but for the heaviest in the narrow cylinder, where it lacks the layer at the floor. */
static void
monte_carlo_heights_close_the_energy_and_meet_the_local_density(void **state)
{
    (void)state;
    const double light = LAW("hard_sphere_height", 4.582286, 1.0, 1.0, 1), energy = 4.53;
    near("node", light, 1.858692, 1e-12);
    near("gravity", LAW("hard_sphere_height", 4.582286 * 9.81, 9.81, 1.0, 1), light, 1e-12);
    double sum = 0.0;
    static const double mass[] = {1, 3, 10}, share[] = {331, 330, 330};
    for (size_t k = 0; k < 3; k++) {
        const double h = LAW("hard_sphere_height", energy, 1.0, 1.0, mass[k]);
        sum += mass[k] * h * share[k] / 991;
        near("local density", LAW("excluded_volume_height", energy, 1.0, 1.0, 0.022, 991.0 / 3, 1, 3, 10, mass[k]), h,
             0.015 * h);
    }
    near("T of the nodes", (energy - sum) / 1.5, 1.76 + 0.04 * (energy - 4.482030) / 0.100256, 2e-4);
    assert_true(LAW("excluded_volume_height", energy, 1.0, 0.5, 0.022, 991.0 / 3, 1, 3, 10, 10) >
                1.015 * LAW("hard_sphere_height", energy, 1.0, 0.5, 10));
    assert_true(isnan(LAW("hard_sphere_height", energy, 1.0, 0.7, 1)));
    assert_true(isnan(LAW("hard_sphere_height", 5.0, 1.0, 1.0, 1)));
    assert_true(isnan(LAW("hard_sphere_height", energy, 1.0, 1.0, 2)));
}

/* Virial theorem of the column: pressure on the floor carries the weight, p(0) = N m g/A for one mass, with the
 * compressibility of Carnahan-Starling, which the solver never uses.  Here: E = (3/2) N T + N m g h and p integrated
 * by the equation of state over hydrostatic equilibrium must return h. */
static void
excluded_volume_height_agrees_with_pressure_integration(void **state)
{
    (void)state;
    const double radius = 0.05, cylinder = 0.55, n = 300, volume = 4.0 / 3.0 * M_PI * pow(radius, 3);
    const double area = M_PI * 0.25, energy = 1.0;
    const double h = LAW("excluded_volume_height", energy, 1.0, cylinder, radius, n / 3, 1, 1, 1, 1);
    const double t = (energy - h) / 1.5, load = n / area; /* T/g; weight on the floor over m g */
    /* Height as an integral over the load above: dz = -dp/(n m g), h = (1/load) int z d(load). */
    const int steps = 20000;
    double z = 0.0, sum = 0.0, before = 0.0;
    for (int k = 0; k < steps; k++) {
        /* From the floor up: load falls to 0; density from p = n T Z by bisection. */
        const double p = load * (1.0 - (k + 0.5) / steps);
        double low = 0.0, high = 0.7;
        for (int b = 0; b < 60; b++) {
            const double phi = 0.5 * (low + high);
            *(phi / volume * t * LAW("carnahan_starling", phi) > p ? &high : &low) = phi;
        }
        const double dz = load / steps / (low / volume);
        before = z;
        z += dz;
        sum += 0.5 * (before + z) / steps;
    }
    near("height", h, sum, 2e-4 * h);
}

static void
distributions_are_normalised(void **state)
{
    (void)state;
    double mass = 0.0, first = 0.0, second = 0.0;
    for (int k = 0; k < 20000; k++) {
        const double v = (k + 0.5) * 1e-3, p = LAW("maxwell_speed_density", v, 1.7) * 1e-3;
        mass += p;
        first += p * v;
        second += p * v * v;
    }
    near("norm", mass, 1.0, 1e-9);
    near("ratio", first * first / second, LAW("maxwell_speed_ratio", 0), 1e-8);
    near("K-S 5 %", LAW("ks_probability", 1.358 / (10 + 0.12 + 0.011), 100), 0.05, 2e-4);
    near("K-S at 0", LAW("ks_probability", 0.0, 100), 1.0, 0.0);
}

static void
gas_laws_have_their_virial_limits(void **state)
{
    (void)state;
    near("spheres B2", (LAW("carnahan_starling", 1e-6) - 1) / 1e-6, 4.0, 1e-4);
    near("disks B2", (LAW("henderson", 1e-6) - 1) / 1e-6, 2.0, 1e-4);
    const double n = 1e-5 / (0.25 * M_PI * 0.04);
    near("rate 2D", LAW("enskog_rate_2d", 0.2, 1e-5, 1.5) / (2 * 0.2 * n * sqrt(M_PI * 1.5)), 1.0, 1e-4);
    near("Haff", LAW("haff", 3.0, 2.0, 0.5, 4.0, 2), 2.0 / pow(1 + 3.0 * 0.75 * 4.0 / 4.0, 2), 1e-15);
    near("centrifuge", LAW("centrifuge_froude", 0.5), 1.414, 5e-4);
    near("all goes round", LAW("centrifuged_fraction", 1.0001 * LAW("centrifuge_froude", 0.3), 0.3, 90.0), 1.0, 0.0);
    near("not all", LAW("centrifuged_fraction", 0.999 * LAW("centrifuge_froude", 0.3), 0.3, 90.0),
         (1 - 0.7 / (0.999 * 0.999)) / 0.3, 1e-14);
    near("nothing goes round", LAW("centrifuged_fraction", 1.0, 0.5, 90.0), 0.0, 0.0);
    near("a part", LAW("centrifuged_fraction", 1.2, 0.5, 90.0), 2.0 * (1 - 1 / 1.44), 1e-14);
    near("repose", LAW("centrifuged_fraction", 2.4, 0.5, 30.0), 2.0 * (1 - 1 / 1.44), 1e-13);
    near("isostatic heap", 300.0 * LAW("isostatic_contacts", 3, 300), 3.0 * 300.0 - 2.0, 1e-12);
}

/* A Maxwellian would have the height sqrt(2).  The law's 60 nodes give 1.3397 and 0.9748, 240 nodes 1.3392 and 0.9742:
 * the tolerance is half of the ledger's last digit plus that error of the nodes. */
static void
column_mean_field_has_the_ledgers_digits(void **state)
{
    (void)state;
    near("height", gravel_theory_find("column_mean_field_height")->eval(NULL), 1.339, 5e-4 + 6e-4);
    near("time", gravel_theory_find("column_mean_field_time")->eval(NULL), 0.974, 5e-4 + 6e-4);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structure_of_gases_and_lattices),
        cmocka_unit_test(detachment_limits_have_the_ledgers_digits),
        cmocka_unit_test(column_laws_have_the_ledgers_digits),
        cmocka_unit_test(inelastic_bead_has_the_ledgers_digits),
        cmocka_unit_test(grads_correction_of_the_sheared_gas_is_the_steady_state),
        cmocka_unit_test(inelastic_landing_is_the_first_crossing),
        cmocka_unit_test(inelastic_collision_time_counts_periods),
        cmocka_unit_test(excluded_volume_heights_have_the_ledgers_digits),
        cmocka_unit_test(monte_carlo_heights_close_the_energy_and_meet_the_local_density),
        cmocka_unit_test(excluded_volume_height_agrees_with_pressure_integration),
        cmocka_unit_test(distributions_are_normalised),
        cmocka_unit_test(clustering_length_has_its_digits),
        cmocka_unit_test(gas_laws_have_their_virial_limits),
        cmocka_unit_test(column_mean_field_has_the_ledgers_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
