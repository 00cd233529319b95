/* Packings grown by swelling: their density, their disorder, and that the seed decides. */
#include "tests/unit/prepare_bench.h"

#include <gsl/gsl_sf_legendre.h>

#include <complex.h>

/* n particles, `n_large` of which have `ratio` times the radius 0.5 of the others, in a periodic box of this packing;
 * low and high are its corners as the generator's keys have them. */
static struct gravel_system
box_of(int dimension, size_t n, size_t n_large, double ratio, double packing, char corner[64])
{
    struct gravel_system system = {.dimension = dimension, .n_species = 1, .species_name = {"grain"}};
    struct gravel_error error;
    double volume = 0.0;
    system.material = (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                               .restitution = 0.9,
                                               .contact_time = 1e-3,
                                               .tangential_restitution = 1.0};
    assert_int_equal(gravel_system_resize(&system, n, &error), GRAVEL_OK);
    for (size_t k = 0; k < n; k++) {
        const double radius = k < n_large ? 0.5 * ratio : 0.5;
        volume += dimension == 3 ? 4.0 / 3.0 * M_PI * pow(radius, 3) : M_PI * radius * radius;
        system.particles[k].radius = radius;
        system.particles[k].mass = pow(radius, dimension);
        system.particles[k].inertia = 1.0;
    }
    snprintf(corner, 64, "%.17g", pow(volume / packing, 1.0 / dimension));
    const double length = strtod(corner, NULL);
    system.box = (struct gravel_box){.periodic = {true, dimension == 3, true},
                                     .high = v3(length, dimension == 3 ? length : 0.0, length)};
    return system;
}

static enum gravel_status
swell(struct gravel_system *system, const char *corner, const char *rate, uint64_t seed, struct gravel_error *error)
{
    char high[128];
    snprintf(high, sizeof high, "[%s, %s, %s]", corner, corner, corner);
    const char *const settings[] = {"low", "[0, 0, 0]", "high", high, "rate", rate, "temperature", "2.0", NULL};
    return prepare_with(system, "swollen", seed, settings, error);
}

static struct gravel_system
packing_of(int dimension, size_t n, size_t n_large, double ratio, double packing, uint64_t seed)
{
    char corner[64];
    struct gravel_error error = {0};
    struct gravel_system system = box_of(dimension, n, n_large, ratio, packing, corner);
    if (swell(&system, corner, "0.2", seed, &error) != GRAVEL_OK ||
        gravel_system_check(&system, 1e-9, &error) != GRAVEL_OK)
        fail_msg("%d dimensions, packing %g, ratio %g: %s", dimension, packing, ratio, error.text);
    return system;
}

/* Steinhardt's global Q_6 over the bonds shorter than 1.3 diameters: 0.575 in a face-centred crystal, about
 * 1/sqrt(number of bonds) in a fluid. */
static double
bond_order(const struct gravel_system *system, double *bonds)
{
    double complex q[7] = {0};
    *bonds = 0.0;
    for (size_t i = 0; i < system->n_particles; i++)
        for (size_t j = 0; j < i; j++) {
            const struct vec3 r = gravel_box_separation(&system->box, system->particles[i].x, system->particles[j].x);
            if (v3_norm(r) > 1.3)
                continue;
            const struct vec3 n = v3_unit(r);
            for (int m = 0; m <= 6; m++)
                q[m] += gsl_sf_legendre_sphPlm(6, m, n.z) * cexp(I * m * atan2(n.y, n.x));
            *bonds += 1.0;
        }
    double sum = 0.0;
    for (int m = 0; m <= 6; m++)
        sum += (m == 0 ? 1.0 : 2.0) * pow(cabs(q[m]) / *bonds, 2);
    return sqrt(4.0 * M_PI / 13.0 * sum);
}

static void
packings_reach_their_density_without_overlap(void **state)
{
    (void)state;
    const struct {
        int dimension;
        size_t n, n_large;
        double ratio, packing;
    } packs[] = {{3, 500, 0, 1.0, 0.60}, {3, 500, 250, 1.4, 0.60}, {3, 3000, 12, 10.0, 0.60},
                 {2, 500, 0, 1.0, 0.80}, {2, 500, 250, 1.4, 0.80}, {2, 800, 12, 10.0, 0.80}};
    for (size_t k = 0; k < sizeof packs / sizeof *packs; k++) {
        struct gravel_system system =
            packing_of(packs[k].dimension, packs[k].n, packs[k].n_large, packs[k].ratio, packs[k].packing, k);
        const double energy = 0.5 * packs[k].dimension * (double)packs[k].n * 2.0;
        near_value(gravel_kinetic_energy(system.particles, system.n_particles), energy, 1e-12 * energy);
        gravel_system_free(&system);
    }
}

static void
equal_spheres_at_sixty_per_cent_are_disordered(void **state)
{
    (void)state;
    double bonds;
    struct gravel_system system = packing_of(3, 1000, 0, 1.0, 0.60, 5);
    const double order = bond_order(&system, &bonds);
    assert_true(bonds > 5000.0); /* more than ten neighbours each */
    near_value(order, 0.0, 5.0 / sqrt(bonds));
    /* The measure tells a crystal: the cubic lattice has 0.354. */
    const double edge = system.box.high.x / 10.0;
    for (int k = 0; k < 1000; k++)
        system.particles[k].x = v3_scale(edge, v3(k % 10, k / 10 % 10, k / 100));
    near_value(bond_order(&system, &bonds), sqrt(1.0 / 8.0), 1e-12);
    gravel_system_free(&system);
}

static void
packings_depend_on_the_seed_only(void **state)
{
    (void)state;
    struct gravel_system a = packing_of(2, 200, 100, 1.4, 0.75, 11), b = packing_of(2, 200, 100, 1.4, 0.75, 11),
                         c = packing_of(2, 200, 100, 1.4, 0.75, 12);
    for (size_t k = 0; k < a.n_particles; k++)
        assert_true(v3_norm(v3_sub(a.particles[k].x, b.particles[k].x)) == 0.0 &&
                    v3_norm(v3_sub(a.particles[k].v, b.particles[k].v)) == 0.0);
    assert_true(v3_norm(v3_sub(a.particles[0].x, c.particles[0].x)) > 0.0);
    gravel_system_free(&a);
    gravel_system_free(&b);
    gravel_system_free(&c);
}

/* Where the box does not repeat itself, particles keep between its faces. */
static void
packings_keep_inside_faces_that_do_not_repeat(void **state)
{
    (void)state;
    char corner[64];
    struct gravel_error error = {0};
    struct gravel_system system = box_of(3, 300, 0, 1.0, 0.40, corner);
    system.box.periodic[2] = false;
    assert_int_equal(swell(&system, corner, "0.2", 3, &error), GRAVEL_OK);
    assert_int_equal(gravel_system_check(&system, 1e-9, &error), GRAVEL_OK);
    for (size_t k = 0; k < system.n_particles; k++)
        assert_true(system.particles[k].x.z >= 0.5 && system.particles[k].x.z <= system.box.high.z - 0.5);
    gravel_system_free(&system);
}

static void
packings_that_jam_are_an_error(void **state)
{
    (void)state;
    char corner[64];
    struct gravel_error error = {0};
    struct gravel_system system = box_of(3, 100, 0, 1.0, 0.78, corner); /* the densest there is has 0.7405 */
    assert_int_equal(swell(&system, corner, "1", 3, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "prepare.swollen: the growing particles jam at 0.9"));
    gravel_system_free(&system);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packings_reach_their_density_without_overlap),
        cmocka_unit_test(equal_spheres_at_sixty_per_cent_are_disordered),
        cmocka_unit_test(packings_depend_on_the_seed_only),
        cmocka_unit_test(packings_keep_inside_faces_that_do_not_repeat),
        cmocka_unit_test(packings_that_jam_are_an_error),
    };
    return cmocka_run_group_tests_name("swollen", tests, NULL, NULL);
}
