/* The vectorised kernel against the contact-by-contact forces, and its independence of threads and of the width of
 * vectors. */
#include "engines/core/simd.h"
#include "tests/unit/md_helper.h"
#include "tests/unit/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct kind {
    bool spins, springs, viscous, rolls, two, attached, clipped;
    enum gravel_wall_response touch; /* of the wall */
    bool all;                        /* no two particles are alike: each contact keeps its constants */
    bool dilute;                     /* most touch nothing */
    bool table;                      /* three species whose contacts all differ, in the tangential law too */
    double beta, gamma;              /* nonlinear law, stated by rates */
};

/* Contacts of three species among each other and with the one wall, about the system's material. */
static void
add_table(struct gravel_system *system)
{
    enum { SPECIES = 3 };
    system->n_species = SPECIES;
    system->contacts = calloc(SPECIES * (SPECIES + 1), sizeof *system->contacts);
    assert_non_null(system->contacts);
    for (size_t i = 0; i < system->n_particles; i++)
        system->particles[i].species = (int32_t)(i % SPECIES);
    for (int a = 0; a < SPECIES; a++)
        for (int b = 0; b <= SPECIES; b++) {
            struct gravel_species_contact *c = &system->contacts[b * SPECIES + a];
            const int sum = a + b;
            *c = (struct gravel_species_contact){.material = system->material, .wall = system->walls[0].contact};
            c->wall.friction = 0.1 * (a + 1);
            if (b == SPECIES)
                continue;
            c->material.contact_time *= 1.0 + 0.1 * sum;
            c->material.rate_squared *= 1.0 - 0.1 * sum;
            c->material.restitution -= 0.1 * sum;
            c->material.friction = sum == 3 ? 0.0 : 0.2 + 0.1 * sum;
            c->material.tangential_stiffness = 0.1 + 0.1 * sum;
            c->material.rolling_friction *= sum == 1 ? 0.0 : 1.0 + sum;
            if (sum == 2)
                c->material.tangential = GRAVEL_TANGENTIAL_VISCOUS;
            if (sum == 2 || sum == 4)
                c->material.tangential_restitution = 0.4;
        }
}

/* Spheres on a jittered lattice with a little overlap, a floor, periodic across; the first layer may be attached. */
static struct gravel_system
crowd(int nx, int nz, const struct kind *kind, struct gravel_wall *wall)
{
    struct gravel_system system = {.dimension = 3, .gravity = v3(0, 0, -9.81)};
    struct gravel_error error;
    ok(gravel_system_resize(&system, (size_t)nx * (size_t)nx * (size_t)nz, &error), &error);
    gsl_rng *rng = gravel_rng_create(11, "crowd", 0);
    assert_non_null(rng);
    const double a = kind->dilute ? 1.05e-3 : 1.001e-3;
    for (int k = 0; k < nx * nx * nz; k++) {
        struct gravel_particle *p = &system.particles[k];
        *p = bead(3, a * (k % nx + 0.5), a * (k / nx / nx + 0.5), 0, 0);
        p->x.y = a * (k / nx % nx + 0.5);
        p->v = random_vector(rng);
        if (kind->spins) {
            p->omega.y = 100 * gsl_rng_uniform(rng);
            p->omega.x = 100 * gsl_rng_uniform(rng);
        }
        p->x = v3_axpy(p->x, 2e-5, p->v);
        if (kind->two && k % 3 == 0) {
            p->radius = 4.9e-4;
            p->mass *= 1.5;
            p->inertia = gravel_inertia(3, p->mass, p->radius);
        }
        if (kind->all) {
            p->radius *= 1.0 - 1e-4 * k;
            p->mass *= 1.0 + 2e-3 * k;
            p->inertia = gravel_inertia(3, p->mass, p->radius);
        }
        if (kind->attached && k < nx * nx) {
            p->attached = 0;
            p->v = p->omega = v3(0, 0, 0);
        }
    }
    gsl_rng_free(rng);
    system.box = (struct gravel_box){.periodic = {true, true, false}, .high = v3(a * nx, a * nx, 0)};
    *wall = ground();
    wall->contact.tangential_restitution = 0.8;
    wall->contact.friction = 0.4;
    wall->motion.velocity = kind->attached ? v3(0, 0, 0.05) : v3(0, 0, 0);
    wall->touch = kind->touch;
    system.walls = wall;
    system.n_walls = 1;
    system.material = linear_material(0.7, 2e-5);
    system.material.cohesionless = kind->clipped;
    system.material.rotation = kind->spins;
    system.material.rolling_friction = kind->rolls ? 0.1 : 0.0;
    system.material.friction = kind->viscous || kind->springs ? 0.5 : 0.0;
    system.material.tangential_restitution = kind->viscous ? 0.6 : 1.0;
    if (kind->beta != 0.0 || kind->gamma != 0.0) {
        system.material.statement = GRAVEL_BY_RATES;
        system.material.beta = kind->beta;
        system.material.gamma = kind->gamma;
        system.material.rate_squared = kind->beta > 0.0 ? 1e13 : 3e10;
        system.material.damping_rate = 5e4 * pow(1e5, kind->gamma);
        system.material.reference_velocity = 0.5;
    }
    if (kind->springs) {
        system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
        system.material.tangential_stiffness = 2.0 / 7.0;
    }
    if (kind->table)
        add_table(&system);
    return system;
}

enum { KINDS = 37, SIDE = 5, N = SIDE * SIDE * SIDE };
static const struct kind kinds[KINDS] = {
    {0},
    {.two = true},
    {.viscous = true},
    {.viscous = true, .two = true},
    {.spins = true, .viscous = true},
    {.spins = true, .viscous = true, .two = true},
    {.springs = true},
    {.springs = true, .two = true},
    {.spins = true, .springs = true, .viscous = true},
    {.spins = true, .springs = true, .two = true, .attached = true},
    {.spins = true, .springs = true, .clipped = true},
    {.beta = 0.5},
    {.beta = 0.5, .gamma = 0.25, .viscous = true},
    {.beta = 0.5, .gamma = 0.5, .spins = true, .viscous = true, .two = true},
    {.gamma = 0.25, .clipped = true},
    {.beta = 0.5, .springs = true},
    {.beta = 0.5, .gamma = 0.25, .spins = true, .springs = true, .viscous = true},
    {.beta = 0.5, .gamma = 0.5, .spins = true, .springs = true, .clipped = true, .two = true, .attached = true},
    {.table = true, .viscous = true},
    {.table = true, .spins = true, .springs = true, .viscous = true, .two = true},
    {.table = true, .spins = true, .springs = true, .attached = true},
    {.table = true, .beta = 0.5, .gamma = 0.25, .spins = true, .springs = true, .viscous = true},
    {.touch = GRAVEL_ABSORB, .spins = true, .springs = true},
    {.touch = GRAVEL_ABSORB, .all = true, .spins = true, .springs = true},
    {.touch = GRAVEL_STICK, .spins = true, .springs = true},
    {.touch = GRAVEL_STICK, .all = true, .spins = true, .springs = true},
    {.all = true},
    {.all = true, .spins = true, .springs = true, .viscous = true, .attached = true},
    {.all = true, .beta = 0.5, .gamma = 0.25, .spins = true, .springs = true},
    {.all = true, .table = true, .spins = true, .springs = true, .viscous = true},
    {.rolls = true, .spins = true},
    {.rolls = true, .spins = true, .springs = true, .viscous = true},
    {.rolls = true, .spins = true, .springs = true, .clipped = true, .two = true, .attached = true},
    {.rolls = true, .beta = 0.5, .gamma = 0.25, .spins = true, .springs = true, .viscous = true},
    {.rolls = true, .beta = 0.5, .gamma = 0.5, .spins = true, .springs = true, .two = true, .attached = true},
    {.rolls = true, .table = true, .spins = true, .springs = true, .attached = true},
    {.rolls = true, .all = true, .spins = true, .springs = true, .viscous = true, .attached = true},
};

/* Nobody listens: the kernel; somebody does: one contact after the other.  Live contacts in a step, on average. */
static double
compare(const struct kind *kind, const char *integrator)
{
    struct gravel_wall wall;
    struct gravel_particle many[N] = {0}, single[N] = {0};
    struct gravel_energy energy[2];
    struct gravel_counters counters[2];
    struct heard heard = {0};
    struct gravel_system system = crowd(SIDE, SIDE, kind, &wall);
    for (int k = 0; k < 2; k++) {
        void *engine = start(&system, integrator, 50, k == 0 ? NULL : &heard);
        go(engine, 1e-4);
        gravel_md.snapshot(engine, k == 0 ? many : single);
        gravel_md.energy(engine, &energy[k]);
        gravel_md.counters(engine, &counters[k]);
        gravel_md.destroy(engine);
    }
    free(system.particles);
    free(system.contacts);
    assert_int_equal(counters[0].contact_steps, counters[1].contact_steps);
    assert_int_equal(counters[0].pair_collisions, counters[1].pair_collisions);
    near("largest overlap", counters[0].max_overlap, counters[1].max_overlap, 1e-9);
    for (int k = 0; k < N; k++) {
        near("position", v3_norm(v3_sub(many[k].x, single[k].x)), 0.0, 1e-13);
        near("velocity", v3_norm(v3_sub(many[k].v, single[k].v)), 0.0, 1e-8);
        near("spin", v3_norm(v3_sub(many[k].omega, single[k].omega)), 0.0, 1e-5);
    }
    const double total = energy[1].kinetic;
    near("dissipated", energy[0].dissipated, energy[1].dissipated, 1e-8 * total);
    near("elastic", energy[0].elastic, energy[1].elastic, 1e-8 * total);
    near("work", energy[0].work, energy[1].work, 1e-8 * total);
    near("lost in rolling", counters[0].rolling_loss, counters[1].rolling_loss, 1e-8 * total);
    assert_true(!kind->rolls || counters[0].rolling_loss > 1e-4 * total);
    return (double)counters[0].contact_steps / (double)counters[0].steps;
}

static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};

static void
kernel_gives_the_forces_of_the_contact_law(void **state)
{
    (void)state;
    for (size_t c = 0; c < 3 * KINDS; c++)
        assert_true(compare(&kinds[c / 3], integrators[c % 3]) > 4.0);
}

static void
kernel_gives_the_forces_of_few_contacts(void **state)
{
    (void)state;
    for (size_t c = 0; c < 6; c++) {
        const struct kind kind = {.dilute = true, .spins = c >= 3, .springs = c >= 3, .attached = c >= 3};
        const double contacts = compare(&kind, integrators[c % 3]);
        printf("# %.1f contacts in a step\n", contacts);
        assert_true(contacts > 0.5 && contacts < N / 8); /* dense.c: accelerate_few() */
    }
}

/* The state of every kind of crowd after some hundred steps on the path GRAVEL_SIMD = word. */
static void
run_crowds(const char *word, struct gravel_particle (*particles)[N], struct gravel_energy *energy)
{
    assert_int_equal(setenv("GRAVEL_SIMD", word, 1), 0);
    for (size_t c = 0; c < KINDS; c++) {
        struct gravel_wall wall;
        struct gravel_system system = crowd(SIDE, SIDE, &kinds[c], &wall);
        void *engine = start(&system, c % 2 == 0 ? "velocity-verlet" : "position-verlet", 50, NULL);
        go(engine, 1e-4);
        gravel_md.snapshot(engine, particles[c]);
        gravel_md.energy(engine, &energy[c]);
        gravel_md.destroy(engine);
        free(system.particles);
        free(system.contacts);
    }
    unsetenv("GRAVEL_SIMD");
}

/* The line that is printed compares compilers: .ci/run. */
static void
every_width_of_vectors_gives_the_same_bits(void **state)
{
    (void)state;
    static const char *const words[] = {"plain", "avx2", "avx512"};
    static struct gravel_particle particles[2][KINDS][N];
    static struct gravel_energy energy[2][KINDS];
    run_crowds(words[0], particles[0], energy[0]);
    uint64_t bits = 0;
    const unsigned char *const bytes = (const unsigned char *)particles[0];
    for (size_t k = 0; k < sizeof particles[0]; k++)
        bits = 31 * bits + bytes[k];
    printf("# bits of the crowds: %016" PRIx64 "\n", bits);
    for (int w = 1; w <= (int)gravel_simd(); w++) {
        run_crowds(words[w], particles[1], energy[1]);
        assert_memory_equal(particles[1], particles[0], sizeof particles[0]);
        assert_memory_equal(energy[1], energy[0], sizeof energy[0]);
        printf("# the same with %s\n", words[w]);
    }
}

static void
results_do_not_depend_on_the_number_of_threads(void **state)
{
    (void)state;
    const struct kind kind = {.spins = true, .springs = true, .viscous = true};
    struct gravel_wall wall;
    struct gravel_system system = crowd(25, 20, &kind, &wall);
    struct gravel_particle *one = malloc(system.n_particles * sizeof *one);
    struct gravel_particle *three = malloc(system.n_particles * sizeof *three);
    assert_non_null(one);
    assert_non_null(three);
    for (int threads = 1; threads <= 3; threads += 2) {
        const char *const number = threads == 1 ? "1" : "3";
        void *engine = start_with(&system, (const char *const[]){"threads", number, NULL}, NULL);
        go(engine, 2e-5);
        struct gravel_counters counters;
        gravel_md.counters(engine, &counters);
        assert_true(counters.pair_collisions > 100); /* contacts begin and end while threads share the blocks */
        gravel_md.snapshot(engine, threads == 1 ? one : three);
        gravel_md.destroy(engine);
    }
    assert_memory_equal(one, three, system.n_particles * sizeof *one);
    free(one);
    free(three);
    free(system.particles);
}

/* A sphere thrown on a floor with spin and friction slides, then rolls: v_x = r omega and 5/7 of v_x0 remain
 * (angular momentum about the contact line), whatever the friction law. */
static void
sliding_sphere_comes_to_roll(void **state)
{
    (void)state;
    for (int springs = 0; springs < 2; springs++) {
        struct gravel_particle p = bead(3, 0, 5e-4, 0.02, 0);
        struct gravel_wall wall = ground();
        struct gravel_system system = one_body(3, v3(0, 0, -9.81), linear_material(0.5, 1e-4), &p, &wall);
        wall.contact.friction = system.material.friction = 0.3;
        wall.contact.tangential_restitution = system.material.tangential_restitution = 0.5;
        system.material.rotation = true;
        if (springs) {
            system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
            system.material.tangential_stiffness = 2.0 / 7.0;
        }
        void *engine = start(&system, "velocity-verlet", 50, NULL);
        const double total = ledger(engine);
        go(engine, 0.1);
        gravel_md.snapshot(engine, &p);
        near("rolling speed", p.v.x, 5.0 / 7.0 * 0.02, 1e-4 * 0.02);
        near("no slip", p.omega.y * 5e-4, p.v.x, 1e-4 * 0.02);
        near("ledger", ledger(engine), total, 1e-3 * 0.5 * p.mass * 4e-4);
        gravel_md.destroy(engine);
    }
}

/* On a slope of 0.1, whose overshoot of twice that is below the friction, a body that cannot roll is held by the
 * spring. */
static void
springs_hold_a_body_on_a_slope(void **state)
{
    (void)state;
    struct gravel_particle p = bead(3, 0, 5e-4, 0, 0);
    struct gravel_wall wall = ground();
    struct gravel_system system = one_body(3, v3(1, 0, -10), linear_material(0.5, 1e-4), &p, &wall);
    wall.contact.friction = 0.3;
    wall.contact.tangential_restitution = 0.5;
    system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
    system.material.tangential_stiffness = 2.0 / 7.0;
    const struct gravel_force f = gravel_material_force(&system.material, &wall.contact, p.mass, 1e-3, 1.0);
    p.x.z -= p.mass * 10.0 / f.k;
    void *engine = start(&system, "velocity-verlet", 50, NULL);
    go(engine, 0.2);
    const double early = (gravel_md.snapshot(engine, &p), p.x.x);
    go(engine, 1.0);
    gravel_md.snapshot(engine, &p);
    gravel_md.destroy(engine);
    near("still", p.x.x, early, 1e-15);
    /* The slip is summed with an error of order dt^2: dt^2/4 times the acceleration, here. */
    near("spring", p.x.x, p.mass * 1.0 / f.kt, 1.01 * 0.25 * 4e-12);
}

static void
meaningless_overlap_in_a_crowd_is_an_error_that_names_the_bodies(void **state)
{
    (void)state;
    static const struct {
        struct vec3 v7, v8;
        const char *where;
    } faults[] = {
        {{200, 0, 0}, {-200, 0, 0}, "particles 7 and 8 overlap by more than half a diameter"},
        {{0, 0, -200}, {0, 0, 0}, "particle 7 overlaps wall 'floor' by half its diameter"},
    };
    for (size_t k = 0; k < 2; k++) {
        struct gravel_wall wall;
        struct gravel_system system = crowd(5, 5, &(struct kind){0}, &wall);
        system.particles[7].v = faults[k].v7;
        system.particles[8].v = faults[k].v8;
        void *engine = start(&system, "velocity-verlet", 50, NULL);
        free(system.particles);
        refuses_to_go_on(engine, faults[k].where);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel_gives_the_forces_of_the_contact_law),
        cmocka_unit_test(kernel_gives_the_forces_of_few_contacts),
        cmocka_unit_test(every_width_of_vectors_gives_the_same_bits),
        cmocka_unit_test(results_do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(meaningless_overlap_in_a_crowd_is_an_error_that_names_the_bodies),
        cmocka_unit_test(sliding_sphere_comes_to_roll),
        cmocka_unit_test(springs_hold_a_body_on_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
