/* Conformance of contacts that differ by species: every engine, law and integrator takes each contact's own material.
 * An engine that is added to the registry is tested here without a change to this file. */
#include "tests/cmocka.h"
#include "tests/conform/world.h"

#include "engines/start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPECIES = 3, WALLS = 2 };

static struct gravel_material
linear(double e)
{
    return (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                    .restitution = e,
                                    .contact_time = 1e-4,
                                    .tangential_restitution = 1.0};
}

/* Restitution of two species, and of a species at a wall; all differ. */
static double
pair_restitution(int a, int b)
{
    return 0.95 - 0.1 * (a + b) - 0.05 * abs(a - b);
}

static double
wall_restitution(int a, int w)
{
    return 0.92 - 0.17 * a - 0.07 * w;
}

/* One body of species a, and one of species b or, b < 0, wall -1 - b of two, which meet on the z axis; masses and radii
 * differ. */
static struct gravel_system
meeting(int dimension, int a, int b)
{
    struct gravel_error error;
    struct gravel_system s = {.dimension = dimension, .material = linear(0.3), .n_species = SPECIES, .n_walls = WALLS};
    for (int k = 0; k < SPECIES; k++)
        strcpy(s.species_name[k], k == 0 ? "a" : k == 1 ? "b" : "c");
    s.contacts = calloc(SPECIES * (SPECIES + WALLS), sizeof *s.contacts);
    s.walls = calloc(WALLS, sizeof *s.walls);
    assert_non_null(s.contacts);
    assert_non_null(s.walls);
    for (int p = 0; p < SPECIES; p++) {
        for (int q = 0; q < SPECIES; q++)
            s.contacts[q * SPECIES + p].material = linear(pair_restitution(p, q));
        for (int w = 0; w < WALLS; w++)
            s.contacts[(SPECIES + w) * SPECIES + p] =
                (struct gravel_species_contact){.material = linear(0.4),
                                                .wall = {.rule = GRAVEL_OWN_RESTITUTION,
                                                         .restitution = wall_restitution(p, w),
                                                         .tangential_restitution = 1.0}};
    }
    for (int w = 0; w < WALLS; w++)
        s.walls[w] = (struct gravel_wall){
            .name = "wall",
            .shape = GRAVEL_PLANE,
            .axis = v3(0, 0, 1),
            .edge = v3(1, 0, 0),
            .origin = v3(0, 0, w == 0 ? -0.1 : 0.1),
            .contact = {.rule = GRAVEL_OWN_RESTITUTION, .restitution = 0.2, .tangential_restitution = 1.0}};
    ok(gravel_system_resize(&s, b >= 0 ? 2 : 1, &error), &error);
    for (size_t k = 0; k < s.n_particles; k++) {
        const double radius = k == 0 ? 1e-3 : 1.5e-3, mass = k == 0 ? 1e-5 : 3e-5;
        s.particles[k] = (struct gravel_particle){.x = v3(0, 0, k == 0 ? -1.2e-3 : 1.6e-3),
                                                  .v = v3(0, 0, k == 0 ? 0.5 : -0.5),
                                                  .radius = radius,
                                                  .mass = mass,
                                                  .inertia = gravel_inertia(dimension, mass, radius),
                                                  .species = k == 0 ? a : b,
                                                  .attached = GRAVEL_FREE};
    }
    if (b < 0) {
        s.particles[0].x.z = b == -1 ? -0.1 + 1.1e-3 : 0.1 - 1.1e-3;
        s.particles[0].v.z = b == -1 ? -1.0 : 1.0;
    }
    return s;
}

/* Part of the relative velocity that is left. */
static double
rebound(const struct gravel_engine_ops *ops, struct gravel_system *system)
{
    struct run run;
    run_start(&run, ops, system);
    run_advance(&run, 2e-3);
    const double left = system->n_particles == 2 ? run.now[1].v.z - run.now[0].v.z : fabs(run.now[0].v.z);
    run_stop(&run);
    gravel_system_free(system);
    return left;
}

static void
try_meeting(const struct gravel_engine_ops *ops, int dimension, int a, int b, double expected)
{
    char what[80];
    struct gravel_system system = meeting(dimension, a, b);
    if (dimension == 1 && ops->kind == GRAVEL_ED && strcmp(ops->name, "ed-column") == 0) {
        if (b == -2) {
            gravel_system_free(&system);
            return; /* the column has no wall above it */
        }
        system.n_walls = 1;
    }
    snprintf(what, sizeof what, "%dD restitution of species %d with %s %d", dimension, a, b < 0 ? "wall" : "species",
             b < 0 ? -1 - b : b);
    assert_at_most(ops->name, what, fabs(rebound(ops, &system) - expected), ops->kind == GRAVEL_ED ? 1e-14 : 2e-3);
}

static void
every_engine_has_the_restitution_of_each_contact(void **state)
{
    (void)state;
    for (size_t k = 0; gravel_engines[k] != NULL; k++)
        for (int dimension = 1; dimension <= 3; dimension++) {
            if (!(gravel_engines[k]->capabilities & (GRAVEL_CAP_1D << (dimension - 1))))
                continue;
            for (int a = 0; a < SPECIES; a++) {
                for (int b = 0; b < SPECIES; b++)
                    try_meeting(gravel_engines[k], dimension, a, b, pair_restitution(a, b));
                for (int w = 0; w < WALLS; w++)
                    try_meeting(gravel_engines[k], dimension, a, -1 - w, wall_restitution(a, w));
            }
        }
}

/* A table whose contacts are all alike changes nothing. */
static void
every_engine_ignores_a_table_of_equal_contacts(void **state)
{
    (void)state;
    enum { BODIES = 8 };
    for (size_t k = 0; gravel_engines[k] != NULL; k++)
        for (int dimension = 1; dimension <= 3; dimension++) {
            const struct gravel_engine_ops *ops = gravel_engines[k];
            if (!(ops->capabilities & (GRAVEL_CAP_1D << (dimension - 1))))
                continue;
            struct gravel_system system;
            struct run one, table;
            world_cloud(&system, dimension, BODIES, 0.9, 1e-4);
            world_floor(&system, -0.02, 9.81);
            system.n_species = SPECIES;
            for (int i = 0; i < BODIES; i++)
                system.particles[i].species = i % SPECIES;
            run_start(&one, ops, &system);
            system.contacts = calloc(SPECIES * (SPECIES + 1), sizeof *system.contacts);
            assert_non_null(system.contacts);
            for (int c = 0; c < SPECIES * (SPECIES + 1); c++)
                system.contacts[c] =
                    (struct gravel_species_contact){.material = system.material, .wall = system.walls[0].contact};
            run_start(&table, ops, &system);
            run_advance(&one, 0.1);
            run_advance(&table, 0.1);
            assert_at_most(ops->name, "table of equal contacts: distance [m]",
                           largest_distance(one.now, table.now, BODIES), ops->kind == GRAVEL_ED ? 0.0 : 1e-9);
            run_stop(&one);
            run_stop(&table);
            gravel_system_free(&system);
        }
}

/* A law with all that one contact may have. */
struct law {
    const char *name;
    struct gravel_material m;
};

static const struct law laws[] = {
    {"linear", {.rate_squared = 1e11, .damping_rate = 6e4}},
    {"linear, clipped", {.rate_squared = 1e11, .damping_rate = 2e5, .cohesionless = true}},
    {"Hertz", {.beta = 0.5, .rate_squared = 1e14, .damping_rate = 3e4}},
    {"Kuwabara and Kono", {.beta = 0.5, .gamma = 0.5, .rate_squared = 1e14, .damping_rate = 5e7}},
    {"Tsuji", {.beta = 0.5, .gamma = 0.25, .rate_squared = 1e14, .damping_rate = 2e6}},
    {"general", {.beta = 0.3, .gamma = 0.1, .rate_squared = 2e13, .damping_rate = 3e5}},
    {"Lennard-Jones", {.statement = GRAVEL_BY_ENERGY, .energy = 1e-7, .damping_rate = 400.0}},
};
static const struct law tangentials[] = {
    {"smooth", {.tangential_restitution = 1.0}},
    {"viscous", {.tangential_restitution = 0.4}},
    {"viscous under Coulomb's bound", {.tangential_restitution = 0.4, .friction = 0.1}},
    {"spring", {.tangential_restitution = 1.0, .friction = 0.2, .tangential_stiffness = 0.6}},
    {"rolling", {.tangential_restitution = 0.5, .friction = 0.2, .rolling_friction = 0.02}},
};

static struct gravel_material
material_of(const struct law *normal, const struct law *tangential)
{
    struct gravel_material m = normal->m;
    if (m.statement != GRAVEL_BY_ENERGY)
        m.statement = GRAVEL_BY_RATES;
    m.reference_velocity = 0.1;
    m.rotation = true;
    m.tangential_restitution = tangential->m.tangential_restitution;
    m.friction = tangential->m.friction;
    m.rolling_friction = tangential->m.rolling_friction;
    m.tangential_stiffness = tangential->m.tangential_stiffness;
    m.tangential = m.tangential_stiffness > 0.0 ? GRAVEL_TANGENTIAL_SPRING : GRAVEL_TANGENTIAL_VISCOUS;
    return m;
}

/* What no contact of the run has: slower, of another tangential law.  The shortest contact stays the tested one. */
static struct gravel_material
decoy_of(const struct gravel_material *m, int k)
{
    struct gravel_material decoy = *m;
    decoy.rate_squared *= 0.2 + 0.01 * k;
    decoy.energy *= 0.2 + 0.01 * k;
    decoy.damping_rate *= 0.3;
    decoy.friction = 0.0;
    decoy.rolling_friction = 0.0;
    decoy.tangential = GRAVEL_TANGENTIAL_VISCOUS;
    decoy.tangential_restitution = m->tangential == GRAVEL_TANGENTIAL_SPRING ? 1.0 : 0.9;
    return decoy;
}

/* Two equal bodies of species 2 and 0, or one of species 1 and the floor, meet obliquely; with a table every other
 * contact is a decoy. */
static void
outcome(const struct gravel_material *m, bool wall, bool table, const char *integrator, struct gravel_particle p[2])
{
    static const int32_t species[2][2] = {{2, 0}, {1, 1}};
    struct gravel_wall floor = {.name = "floor",
                                .shape = GRAVEL_PLANE,
                                .axis = v3(0, 0, 1),
                                .edge = v3(1, 0, 0),
                                .contact = {.tangential_restitution = m->tangential_restitution,
                                            .friction = m->friction,
                                            .rolling_friction = m->rolling_friction}};
    struct gravel_system s = {.dimension = 3, .material = *m, .n_species = SPECIES, .particles = p, .walls = &floor};
    struct gravel_species_contact contacts[SPECIES * (SPECIES + 1)];
    const double radius = 5e-4, mass = 2e-6;
    const struct gravel_sink sink = {NULL, NULL};
    struct gravel_error error;
    void *engine;
    s.n_particles = wall ? 1 : 2;
    s.n_walls = wall ? 1 : 0;
    for (int k = 0; k < 2; k++)
        p[k] = (struct gravel_particle){.x = v3(0, 0, k == 0 ? radius + 1e-6 : -radius),
                                        .v = v3(k == 0 ? 0.08 : -0.02, 0.01, k == 0 ? -0.1 : 0.0),
                                        .omega = v3(5.0, -3.0, 1.0),
                                        .radius = radius,
                                        .mass = mass,
                                        .inertia = gravel_inertia(3, mass, radius),
                                        .species = species[wall][k],
                                        .attached = GRAVEL_FREE};
    for (int k = 0; k < SPECIES * (SPECIES + 1); k++) {
        const int a = k % SPECIES, b = k / SPECIES;
        /* The time step follows from the pair of equal beads, too. */
        const bool tested = wall ? a == 1 && (b == 1 || b == SPECIES) : (a == 2 && b == 0) || (a == 0 && b == 2);
        contacts[k] = (struct gravel_species_contact){.material = tested ? *m : decoy_of(m, k), .wall = floor.contact};
        if (!tested)
            contacts[k].wall.friction = contacts[k].wall.rolling_friction = 0.0;
    }
    if (table) {
        floor.contact.friction = floor.contact.rolling_friction = 0.0;
        s.material = decoy_of(m, 20);
        s.contacts = contacts;
    }
    ok(gravel_engine_start(&engine, gravel_engine_find("md"), &s,
                           (const char *const[]){"integrator", integrator, "steps_per_contact", "50", NULL}, &sink,
                           &error),
       &error);
    ok(gravel_engine_find("md")->advance(engine, m->energy > 0.0 ? 1e-2 : 4e-4, &error), &error);
    gravel_engine_find("md")->snapshot(engine, p);
    gravel_engine_find("md")->destroy(engine);
}

/* To the bit the run of a system that has the tested contact's material everywhere. */
static void
every_law_is_that_of_its_contact(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear", "adaptive"};
    int n = 0;
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (size_t t = 0; t < sizeof tangentials / sizeof *tangentials; t++)
            for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
                for (int wall = 0; wall < 2; wall++) {
                    const struct gravel_material m = material_of(&laws[l], &tangentials[t]);
                    struct gravel_particle one[2], table[2];
                    outcome(&m, wall, false, integrators[i], one);
                    outcome(&m, wall, true, integrators[i], table);
                    for (int k = 0; k < 2 - wall; k++) {
                        if (v3_norm(v3_sub(one[k].v, table[k].v)) != 0.0 ||
                            v3_norm(v3_sub(one[k].omega, table[k].omega)) != 0.0)
                            fail_msg("%s, %s, %s, %s: the outcome differs from that of the contact's own law",
                                     laws[l].name, tangentials[t].name, integrators[i], wall ? "wall" : "pair");
                        n++;
                    }
                    assert_true(one[0].v.z > 0.0 || !wall);
                }
    assert_int_equal(n, 3 * 4 * 7 * 5);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_has_the_restitution_of_each_contact),
        cmocka_unit_test(every_engine_ignores_a_table_of_equal_contacts),
        cmocka_unit_test(every_law_is_that_of_its_contact),
    };
    return cmocka_run_group_tests_name("contacts", tests, NULL, NULL);
}
