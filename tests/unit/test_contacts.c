/* Contacts by species: mixing of moduli against closed forms, the table of a system, and what a case makes of it. */
#include "harness/case/describe.h"
#include "harness/case/load.h"
#include "harness/case/system.h"
#include "tests/bodies.h"
#include "tests/near.h"
#include "tests/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct gravel_moduli glass = {63.7e9, 0.217}, steel = {206.3e9, 0.289}, rubber = {5.1e6, 0.491},
                                  rigid = {INFINITY, 0.3};

/* Force of Hertz' contact at the overlap x, (4/3) E* sqrt(R*) x^(3/2), written out (Johnson 1985, Eq. 4.22). */
static double
hertz_force(struct gravel_moduli a, struct gravel_moduli b, double r1, double r2, double x)
{
    const double compliance = (1 - a.poisson * a.poisson) / a.young + (1 - b.poisson * b.poisson) / b.young;
    const double curvature = 1 / r1 + (isinf(r2) ? 0.0 : 1 / r2);
    return 4.0 / 3.0 / compliance * sqrt(1 / curvature) * x * sqrt(x);
}

/* Tangential stiffness 8 a G*, a the contact's radius sqrt(R* x) (Mindlin 1949). */
static double
mindlin_stiffness(struct gravel_moduli a, struct gravel_moduli b, double r1, double r2, double x)
{
    const double shear_a = a.young / (2 * (1 + a.poisson)), shear_b = b.young / (2 * (1 + b.poisson));
    const double curvature = 1 / r1 + (isinf(r2) ? 0.0 : 1 / r2);
    return 8 / ((2 - a.poisson) / shear_a + (2 - b.poisson) / shear_b) * sqrt(x / curvature);
}

static struct gravel_material
hertz(struct gravel_moduli a, struct gravel_moduli b)
{
    struct gravel_material m = {.statement = GRAVEL_BY_ELASTICITY,
                                .beta = 0.5,
                                .gamma = 0.25,
                                .restitution = 0.7,
                                .tangential_restitution = 1.0,
                                .tangential = GRAVEL_TANGENTIAL_SPRING,
                                .tangential_stiffness = gravel_mindlin_ratio(0.5, a, b)};
    gravel_material_mix(&m, a, b);
    return m;
}

static void
unlike_spheres_have_hertz_and_mindlin_stiffness(void **state)
{
    (void)state;
    const struct gravel_moduli bodies[] = {glass, steel, rubber};
    const double radii[] = {2.385e-3, 0.417e-3, 11.3e-3}, x = 1.7e-7;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            const struct gravel_material m = hertz(bodies[a], bodies[b]);
            const double d = 4.0 * radii[a] * radii[b] / (radii[a] + radii[b]);
            const struct gravel_force f = gravel_material_force(&m, NULL, 1e-6, d, 3.5);
            near("F", f.k * pow(x, 1.5) / hertz_force(bodies[a], bodies[b], radii[a], radii[b], x), 1.0, 1e-14);
            near("k_t", f.kt * sqrt(x) / mindlin_stiffness(bodies[a], bodies[b], radii[a], radii[b], x), 1.0, 1e-14);
        }
}

static void
elastic_wall_is_a_half_space(void **state)
{
    (void)state;
    const struct gravel_moduli walls[] = {steel, rubber, rigid};
    for (int w = 0; w < 3; w++) {
        const double r = 2.385e-3, x = 1.7e-7, mass = 3.1e-5;
        const struct gravel_wall_contact wall = {.rule = GRAVEL_ELASTIC_WALL,
                                                 .restitution = 0.63,
                                                 .young = walls[w].young,
                                                 .poisson = walls[w].poisson,
                                                 .tangential_restitution = 1.0};
        struct gravel_material m = hertz(glass, glass);
        m.tangential_stiffness = gravel_mindlin_ratio(0.5, glass, walls[w]);
        const struct gravel_force f = gravel_material_force(&m, &wall, mass, 2.0 * r, 3.5);
        near("F", f.k * pow(x, 1.5) / hertz_force(glass, walls[w], r, INFINITY, x), 1.0, 1e-14);
        near("k_t", f.kt * sqrt(x) / mindlin_stiffness(glass, walls[w], r, INFINITY, x), 1.0, 1e-14);
        near("e", gravel_material_restitution(&m, &wall, mass, 2.0 * r, 1.0), 0.63, 0.0);
    }
}

static void
smooth_wall_does_not_grip_by_the_spring_or_the_dashpot_of_the_grains(void **state)
{
    (void)state;
    struct gravel_material m = hertz(glass, glass);
    m.tangential_stiffness = 2.0 / 7.0;
    m.tangential_damping = 3.0;
    struct gravel_wall_contact wall = {
        .rule = GRAVEL_OWN_RESTITUTION, .restitution = 0.6, .tangential_restitution = 1.0};
    near("smooth", gravel_material_force(&m, &wall, 1e-6, 1e-3, 3.5).kt, 0.0, 0.0);
    near("smooth", gravel_material_force(&m, &wall, 1e-6, 1e-3, 3.5).ct, 0.0, 0.0);
    wall.friction = 0.1;
    struct gravel_force f = gravel_material_force(&m, &wall, 1e-6, 1e-3, 3.5);
    near("with friction", f.kt / f.k, 2.0 / 7.0, 1e-15);
    near("with friction", f.ct, 3.0, 0.0);
    wall.friction = 0.0;
    wall.tangential_restitution = 0.9;
    f = gravel_material_force(&m, &wall, 1e-6, 1e-3, 3.5);
    near("with a dashpot", f.kt / f.k, 2.0 / 7.0, 1e-15);
    near("with a dashpot", f.ct, 3.0, 0.0);
    wall.tangential_restitution = 1.0;
    wall.rule = GRAVEL_SAME_FORCE_CONSTANTS;
    f = gravel_material_force(&m, &wall, 1e-6, 1e-3, 3.5);
    near("with the constants of a pair", f.kt / f.k, 2.0 / 7.0, 1e-15);
    near("with the constants of a pair", f.ct, 3.0, 0.0);
}

static void
like_bodies_keep_their_moduli(void **state)
{
    (void)state;
    struct gravel_material m = {0};
    gravel_material_mix(&m, glass, glass);
    near("Y", m.young, glass.young, 0.0);
    near("nu", m.poisson, glass.poisson, 0.0);
    near("2 (1 - nu)/(2 - nu) (1 + beta)", gravel_mindlin_ratio(0.5, glass, glass),
         3.0 * (1.0 - glass.poisson) / (2.0 - glass.poisson), 1e-14);
    near("against a rigid body twice E*", gravel_contact_modulus(glass, rigid) / gravel_contact_modulus(glass, glass),
         2.0, 1e-15);
}

static void
table_lists_every_contact_once(void **state)
{
    (void)state;
    struct gravel_wall walls[2] = {{.name = "floor"}, {.name = "lid"}};
    struct gravel_species_contact contacts[3 * 5] = {{.stated = false}};
    struct gravel_system s = {.n_walls = 2, .walls = walls, .n_species = 3, .species_name = {"a", "b", "c"}};
    char section[GRAVEL_SECTION_MAX];
    int32_t species, partner;
    assert_int_equal(gravel_system_n_contacts(&s), 3);
    s.contacts = contacts;
    assert_int_equal(gravel_system_n_contacts(&s), 6 + 6);
    bool seen[3][5] = {{false}};
    for (size_t k = 0; k < 12; k++) {
        const struct gravel_contact c = gravel_system_contact_at(&s, k, &species, &partner);
        const int column = partner >= 0 ? partner : 3 + (-1 - partner);
        assert_ptr_equal(c.material, gravel_system_contact(&s, species, partner).material);
        assert_true((c.wall != NULL) == (partner < 0) && (k < 6) == (partner >= 0) && partner < 3);
        assert_false(seen[species][column]);
        seen[species][column] = true;
        if (partner >= 0)
            assert_true(species <= partner);
    }
    assert_string_equal(gravel_system_contact_section(&s, 2, 1, section), "material");
    assert_string_equal(gravel_system_contact_section(&s, 2, -2, section), "walls.lid.contact");
    contacts[1 * 3 + 2].stated = contacts[2 * 3 + 1].stated = contacts[4 * 3 + 2].stated = true;
    assert_string_equal(gravel_system_contact_section(&s, 2, 1, section), "contacts.b+c");
    assert_string_equal(gravel_system_contact_section(&s, 1, 2, section), "contacts.b+c");
    assert_string_equal(gravel_system_contact_section(&s, 2, -2, section), "contacts.c+lid");
}

/* The system of a case with these lines about its contacts. */
static void
build(const char *lines, struct gravel_system *system)
{
    static const char frame[] = "name: three\nfamily: test\ntitle: t\ndimension: 3\n%s\n"
                                "prepare: {random: {low: [0, 0, 0], high: [1, 1, 1]}}\n"
                                "run: {time: 1}\nengines: {md: {}}\nmeasure: [energy_drift]\n";
    char path[PATH_MAX], text[4096];
    struct gravel_case c;
    struct gravel_description d;
    struct gravel_error error;
    assert_true(snprintf(text, sizeof text, frame, lines) < (int)sizeof text);
    assert_true(scratch_file(path, text));
    const enum gravel_status status = gravel_case_load(&c, path, "quick", &error);
    scratch_remove(path);
    ok(status, &error);
    gravel_case_describe(&d, &c.parameters);
    ok(gravel_case_system(&d, system, &error), &error);
    gravel_case_free(&c);
}

static void
override_replaces_what_it_states_and_keeps_the_rest(void **state)
{
    (void)state;
    struct gravel_system s;
    build("particles:\n"
          "  - {name: a, count: 2, radius: 1, density: 1}\n"
          "  - {name: b, count: 2, radius: 1, density: 1}\n"
          "  - {name: c, count: 2, radius: 1, density: 1}\n"
          "material: {law: linear, restitution: 0.9, contact_time: 1.0e-3, rotation: true, friction: 0.3,\n"
          "  tangential_restitution: 0.4, tangential_damping: 5}\n"
          "walls:\n"
          "  - {name: floor, shape: plane, contact: {rule: scaled-dashpot, dashpot: 2, friction: 0.1,\n"
          "     tangential_restitution: 0.8}}\n"
          "contacts:\n"
          "  - {between: [b, a], restitution: 0.5}\n"
          "  - {between: [a, a], tangential_restitution: 0.7}\n"
          "  - {between: [b, b], tangential_damping: 9}\n"
          "  - {between: [c, c], stiffness: 7, damping: 0.1, tangential_law: spring, tangential_stiffness: 0.25}\n"
          "  - {between: [floor, b], rule: restitution, restitution: 0.7}\n"
          "  - {between: [a, floor], friction: 0.6}\n",
          &s);
    const struct gravel_material *ab = gravel_system_contact(&s, 0, 1).material,
                                 *ba = gravel_system_contact(&s, 1, 0).material;
    near("e", ab->restitution, 0.5, 0.0);
    near("e the other way", ba->restitution, 0.5, 0.0);
    near("t_c of the default", ab->contact_time, 1e-3, 0.0);
    near("friction of the default", ab->friction, 0.3, 0.0);
    near("default", gravel_system_contact(&s, 0, 2).material->restitution, 0.9, 0.0);
    near("c_t of the default", ab->tangential_damping, 5.0, 0.0);
    near("another e_t", gravel_system_contact(&s, 0, 0).material->tangential_damping, 0.0, 0.0);
    near("another c_t", gravel_system_contact(&s, 1, 1).material->tangential_damping, 9.0, 0.0);
    const struct gravel_material *cc = gravel_system_contact(&s, 2, 2).material;
    assert_int_equal(cc->statement, GRAVEL_BY_STIFFNESS_AND_DAMPING);
    assert_int_equal(cc->tangential, GRAVEL_TANGENTIAL_SPRING);
    assert_int_equal(ab->tangential, GRAVEL_TANGENTIAL_VISCOUS);
    /* Walls: b has its own rule, a the default's with another friction, c K and D of its own pair. */
    const struct gravel_contact a = gravel_system_contact(&s, 0, -1), b = gravel_system_contact(&s, 1, -1),
                                c = gravel_system_contact(&s, 2, -1);
    assert_int_equal(b.wall->rule, GRAVEL_OWN_RESTITUTION);
    near("e of b", b.wall->restitution, 0.7, 0.0);
    near("friction of the wall", b.wall->friction, 0.1, 0.0);
    assert_int_equal(a.wall->rule, GRAVEL_SCALED_DASHPOT);
    near("dashpot of the wall", a.wall->dashpot, 2.0, 0.0);
    near("friction of a", a.wall->friction, 0.6, 0.0);
    near("K of c at the wall", gravel_material_force(c.material, c.wall, 1.0, 2.0, 3.5).k, 7.0, 0.0);
    near("D of c at the wall", gravel_material_force(c.material, c.wall, 1.0, 2.0, 3.5).c, 0.2, 1e-16);
    gravel_system_free(&s);
}

static void
moduli_of_species_are_mixed(void **state)
{
    (void)state;
    struct gravel_system s;
    build(
        "particles:\n"
        "  - {name: glass, count: 2, radius: 1, density: 1, young: 63.7e9, poisson: 0.217}\n"
        "  - {name: steel, count: 2, radius: 1, density: 1, young: 206.3e9, poisson: 0.289}\n"
        "material: {law: hertz-kuwabara-kono, restitution: 0.9, reference_velocity: 1, rotation: true, friction: 0.3,\n"
        "  tangential_law: mindlin}\n"
        "walls:\n"
        "  - {name: floor, shape: plane, contact: {rule: elastic, restitution: 0.8, young: 5.1e6, "
        "poisson: 0.491}}\n"
        "  - {name: rigid, shape: plane, contact: {rule: elastic, restitution: 0.8}}\n"
        "contacts:\n"
        "  - {between: [steel, steel], young: 1.0e+9, poisson: 0.25}\n",
        &s);
    const double x = 1e-6, r = 2.385e-3, d = 2.0 * r;
    const struct {
        int32_t a, b;
        struct gravel_moduli one, other;
    } contacts[] = {{0, 0, glass, glass},
                    {0, 1, glass, steel},
                    {1, 1, {1e9, 0.25}, {1e9, 0.25}},
                    {0, -1, glass, rubber},
                    {0, -2, glass, rigid}};
    for (size_t k = 0; k < sizeof contacts / sizeof *contacts; k++) {
        const struct gravel_contact c = gravel_system_contact(&s, contacts[k].a, contacts[k].b);
        const struct gravel_force f = gravel_material_force(c.material, c.wall, 1e-6, d, 3.5);
        const double r2 = contacts[k].b < 0 ? INFINITY : r;
        near("F", f.k * pow(x, 1.5) / hertz_force(contacts[k].one, contacts[k].other, r, r2, x), 1.0, 1e-14);
        near("k_t", f.kt * sqrt(x) / mindlin_stiffness(contacts[k].one, contacts[k].other, r, r2, x), 1.0, 1e-14);
    }
    gravel_system_free(&s);
}

static void
one_material_needs_no_table(void **state)
{
    (void)state;
    struct gravel_system s;
    build("particles:\n"
          "  - {name: a, count: 2, radius: 1, density: 1}\n"
          "  - {name: b, count: 2, radius: 1, density: 1}\n"
          "material: {law: linear, restitution: 0.9, contact_time: 1.0e-3}\n",
          &s);
    assert_null(s.contacts);
    gravel_system_free(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unlike_spheres_have_hertz_and_mindlin_stiffness),
        cmocka_unit_test(elastic_wall_is_a_half_space),
        cmocka_unit_test(smooth_wall_does_not_grip_by_the_spring_or_the_dashpot_of_the_grains),
        cmocka_unit_test(like_bodies_keep_their_moduli),
        cmocka_unit_test(table_lists_every_contact_once),
        cmocka_unit_test(override_replaces_what_it_states_and_keeps_the_rest),
        cmocka_unit_test(moduli_of_species_are_mixed),
        cmocka_unit_test(one_material_needs_no_table),
    };
    return cmocka_run_group_tests_name("contacts", tests, NULL, NULL);
}
