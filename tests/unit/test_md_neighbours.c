/* Neighbour lists: complete for any sizes, and rebuilds and new orders in memory that nobody notices. */
#include "engines/md/neighbour.h"
#include "engines/md/pairs.h"
#include "harness/bench/bench.h"
#include "tests/unit/md_helper.h"
#include "tests/unit/random.h"

#include <stdlib.h>

static double
least_distance(const struct gravel_system *system, size_t n, struct vec3 x, double radius)
{
    double least = INFINITY;
    for (size_t j = 0; j < n; j++) {
        const struct gravel_particle *p = &system->particles[j];
        least = fmin(least, v3_norm(gravel_box_separation(&system->box, x, p->x)) - p->radius - radius);
    }
    return least;
}

/* n spheres at random without overlap in the unit box, the largest first, with uniform ln(radius). */
static struct gravel_system
mixture(size_t n, double largest, double ratio, unsigned seed, bool periodic)
{
    struct gravel_system system = {.dimension = 3, .material = linear_material(0.8, 1e-4)};
    struct gravel_error error;
    ok(gravel_system_resize(&system, n, &error), &error);
    gsl_rng *rng = gravel_rng_create(seed, "mixture", 0);
    assert_non_null(rng);
    system.box = (struct gravel_box){.periodic = {periodic, periodic, false}, .high = v3(1, 1, 0)};
    for (size_t k = 0; k < n; k++) {
        const double r = largest * pow(ratio, -(double)k / (double)(n - 1));
        struct vec3 x;
        do
            x = random_place(rng);
        while (least_distance(&system, k, x, r) < 0.0);
        system.particles[k] = (struct gravel_particle){.x = x,
                                                       .v = random_vector(rng),
                                                       .radius = r,
                                                       .mass = 1e3 * r * r * r,
                                                       .inertia = gravel_inertia(3, 1e3 * r * r * r, r),
                                                       .attached = GRAVEL_FREE};
    }
    gsl_rng_free(rng);
    return system;
}

static int
times_listed(const struct gravel_md *md, int32_t i, int32_t j)
{
    int times = 0;
    for (size_t k = gravel_md_first_pair(&md->pairs, i); k < md->pairs.n && md->pairs.i[k] == i; k++)
        times += md->pairs.j[k] == j;
    return times;
}

/* Every pair closer than the skin is listed once, every other one never. */
static void
lists_hold_what_brute_force_finds_at_any_size_ratio(void **state)
{
    (void)state;
    static const double ratios[] = {1.0, 10.0, 100.0};
    for (unsigned seed = 1; seed <= 6; seed++) {
        const bool wide = ratios[seed % 3] > 1.0;
        struct gravel_system system = mixture(400, wide ? 0.1 : 0.05, ratios[seed % 3], seed, seed % 2);
        struct gravel_md *md = start(&system, "velocity-verlet", 50, NULL);
        size_t near_pairs = 0;
        for (int run = 0; run < 2; run++) {
            near_pairs = 0;
            for (int32_t i = 0; i < (int32_t)md->n; i++)
                for (int32_t j = i + 1; j < (int32_t)md->n; j++) {
                    const double d = v3_norm(gravel_box_separation(&md->system.box, md->x[i], md->x[j]));
                    const bool is_near = d < gravel_md_radius(md, i) + gravel_md_radius(md, j) + md->skin;
                    assert_int_equal(times_listed(md, i, j) + times_listed(md, j, i), is_near);
                    near_pairs += is_near;
                }
            assert_int_equal(near_pairs, md->pairs.n);
            go(md, 20 * md->dt);
            struct gravel_error error;
            ok(gravel_md_neighbours(md, &error), &error);
        }
        assert_true(near_pairs > 0);
        gravel_md.destroy(md);
        free(system.particles);
    }
}

/* A dense crowd of spheres with tangential springs, at first on a face-centred lattice: its contacts are oblique, so
 * that who comes first depends on the order in memory. */
static struct gravel_system
crowd(void)
{
    enum { SIDE = 4, N = 4 * SIDE * SIDE * SIDE };
    /* Without dashpots no force jumps, so that the order in which jumps are corrected does not show. */
    struct gravel_system system = {.dimension = 3, .gravity = v3(0, 0, -9.81), .material = linear_material(1.0, 2e-5)};
    struct gravel_error error;
    ok(gravel_system_resize(&system, N, &error), &error);
    gsl_rng *rng = gravel_rng_create(3, "crowd", 0);
    assert_non_null(rng);
    static const double site[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
    const double a = sqrt(2.0) * 1.001e-3;
    for (int k = 0; k < N; k++) {
        /* Scattered in memory: neighbours in space are far apart in the order of the caller. */
        const int s = (k * 101) % N, cell = s / 4;
        struct gravel_particle *p = &system.particles[k];
        *p = bead(3, a * (cell % SIDE + site[s % 4][0] + 0.25), a * (cell / SIDE / SIDE + site[s % 4][2] + 0.25), 0, 0);
        p->x.y = a * (cell / SIDE % SIDE + site[s % 4][1] + 0.25);
        p->v = random_vector(rng);
        p->omega = v3(200 * gsl_rng_uniform(rng), 0, 0);
    }
    gsl_rng_free(rng);
    system.box = (struct gravel_box){.periodic = {true, true, true}, .high = v3(a * SIDE, a * SIDE, a * SIDE)};
    system.material.rotation = true;
    system.material.friction = 0.5;
    system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
    system.material.tangential_stiffness = 2.0 / 7.0;
    return system;
}

enum upset { NOTHING, REBUILDS, SORTS };

/* The crowd after 150 steps; every 10 steps the lists are used up, and the order in memory is changed, too. */
static void
run_crowd(struct gravel_system *system, const char *integrator, struct heard *heard, enum upset upset,
          struct gravel_particle *end, struct gravel_counters *counters)
{
    struct gravel_md *md = start(system, integrator, 50, heard);
    for (int k = 1; k <= 15; k++) {
        if (upset != NOTHING)
            md->remaining_skin = -1.0;
        md->unsorted_distance = upset == SORTS ? INFINITY : 0.0;
        if (upset == SORTS) /* cells of another width: another order, in which many pairs are turned round */
            md->mean_radius *= k % 2 == 0 ? 4.0 : 0.25;
        go(md, (10 * k + 0.5) * md->dt);
    }
    gravel_md.snapshot(md, end);
    gravel_md.counters(md, counters);
    gravel_md.destroy(md);
}

static void
nobody_notices(const char *integrator, bool listens, enum upset upset)
{
    struct gravel_system system = crowd();
    const size_t n = system.n_particles;
    struct gravel_particle *calm = malloc(n * sizeof *calm), *upset_end = malloc(n * sizeof *calm);
    struct gravel_counters a, b;
    struct heard heard[2] = {{0}, {0}};
    assert_non_null(calm);
    assert_non_null(upset_end);
    run_crowd(&system, integrator, listens ? &heard[0] : NULL, NOTHING, calm, &a);
    run_crowd(&system, integrator, listens ? &heard[1] : NULL, upset, upset_end, &b);
    assert_true(a.contact_steps > 20 * n);
    assert_true(b.rebuilds >= a.rebuilds + 12);
    near("contact steps", (double)a.contact_steps, (double)b.contact_steps, 5.0); /* one may end a step later */
    near("contacts ended", (double)a.pair_collisions, (double)b.pair_collisions, 2.0);
    near("contacts heard of", heard[0].n, heard[1].n, 2.0);
    for (size_t k = 0; k < n; k++) {
        near("position", v3_norm(v3_sub(calm[k].x, upset_end[k].x)), 0.0, 1e-11);
        near("spin", v3_norm(v3_sub(calm[k].omega, upset_end[k].omega)), 0.0, 1e-3);
    }
    free(calm);
    free(upset_end);
    free(system.particles);
}

static void
contact_history_survives_rebuilds(void **state)
{
    (void)state;
    nobody_notices("velocity-verlet", false, REBUILDS);
    nobody_notices("velocity-verlet", true, REBUILDS);
}

static void
contact_history_survives_a_new_order_in_memory(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
    for (int k = 0; k < 3; k++) {
        nobody_notices(integrators[k], false, SORTS);
        nobody_notices(integrators[k], true, SORTS);
    }
}

/* A gas forgets the order that it began with, and is sorted again without being asked. */
static void
a_mixing_gas_is_sorted_again(void **state)
{
    (void)state;
    struct gravel_system system = mixture(200, 0.02, 1.0, 5, true);
    system.box.periodic[2] = true;
    system.box.high.z = 1.0;
    struct gravel_md *md = start(&system, "velocity-verlet", 50, NULL);
    const double before = ledger(md);
    int32_t *ids = malloc(md->n * sizeof *ids);
    assert_non_null(ids);
    memcpy(ids, md->id, md->n * sizeof *ids);
    go(md, 0.5);
    assert_memory_not_equal(ids, md->id, md->n * sizeof *ids);
    near("ledger", ledger(md) / before, 1.0, 1e-3);
    free(ids);
    gravel_md.destroy(md);
    free(system.particles);
}

/* A gas between a vibrating floor and a lid, with all pairs in every step or with lists of near ones. */
static void
run_small(const struct gravel_system *system, const char *integrator, bool all, struct gravel_particle *end,
          struct gravel_counters *counters)
{
    struct gravel_md *md = start(system, integrator, 50, NULL);
    struct gravel_error error;
    assert_false(md->lists_all);
    if (all) {
        md->lists_all = true;
        ok(gravel_md_neighbours(md, &error), &error);
        assert_int_equal(md->pairs.n, md->n * (md->n - 1) / 2);
    }
    go(md, 0.1);
    gravel_md.snapshot(md, end);
    gravel_md.counters(md, counters);
    gravel_md.destroy(md);
}

static void
near_pairs_of_small_systems_change_no_bit(void **state)
{
    (void)state;
    enum { N = 60 };
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
    struct gravel_wall walls[2] = {ground(), ground()};
    walls[0].motion = (struct gravel_motion){.amplitude = 0.02, .angular_frequency = 60.0};
    walls[1].origin = v3(0, 0, 1.0);
    walls[1].axis = v3(0, 0, -1);
    for (int k = 0; k < 3; k++) {
        struct gravel_particle listed[N] = {0}, all[N] = {0};
        struct gravel_counters counters[2];
        struct gravel_system system = mixture(N, 0.12, 1.5, 7, true);
        system.gravity = v3(0, 0, -9.81);
        system.walls = walls;
        system.n_walls = 2;
        for (size_t i = 0; i < N; i++) /* above the floor's highest place */
            system.particles[i].x.z = fmin(fmax(system.particles[i].x.z, 0.15), 0.87);
        run_small(&system, integrators[k], false, listed, &counters[0]);
        run_small(&system, integrators[k], true, all, &counters[1]);
        assert_memory_equal(listed, all, sizeof all);
        print_message("# %s: %zu contacts, %zu with walls, %zu lists\n", integrators[k],
                      (size_t)counters[0].pair_collisions, (size_t)counters[0].wall_collisions,
                      (size_t)counters[0].rebuilds);
        assert_true(counters[0].pair_collisions > 50 && counters[0].wall_collisions > 10 && counters[0].rebuilds > 20);
        assert_int_equal(counters[0].contact_steps, counters[1].contact_steps);
        free(system.particles);
    }
}

/* Bodies that are alike are kept once: also those that differ in one property only are told apart. */
static void
particles_remain_what_they_are_in_a_new_order(void **state)
{
    (void)state;
    enum { N = 200 };
    struct gravel_particle end[N];
    struct gravel_system system = mixture(N, 0.02, 1.0, 7, true);
    for (int32_t k = 0; k < N; k++) {
        struct gravel_particle *p = &system.particles[k];
        p->radius *= k % 2 == 0 ? 1.0 : 0.9;
        p->mass *= k % 3 == 0 ? 1.0 : 1.1;
        p->inertia *= k % 5 == 0 ? 1.0 : 1.2;
        p->species = k % 7 == 0;
    }
    struct gravel_md *md = start(&system, "velocity-verlet", 50, NULL);
    assert_int_equal(md->n_bodies, 16);
    md->remaining_skin = -1.0;
    md->unsorted_distance = INFINITY;
    go(md, 10.5 * md->dt);
    gravel_md.snapshot(md, end);
    for (int k = 0; k < N; k++) {
        const struct gravel_particle *p = &system.particles[k], *q = &end[k];
        assert_true(p->radius == q->radius && p->mass == q->mass && p->inertia == q->inertia);
        assert_int_equal(p->species, q->species);
        assert_int_equal(p->attached, q->attached);
    }
    gravel_md.destroy(md);
    free(system.particles);
}

/* Spheres on a cubic lattice, periodic, each in contact with six, that hardly move. */
static struct gravel_system
lattice(int side)
{
    struct gravel_system system = {.dimension = 3, .material = linear_material(0.8, 2e-5)};
    struct gravel_error error;
    ok(gravel_system_resize(&system, (size_t)side * (size_t)side * (size_t)side, &error), &error);
    const double a = 0.999e-3;
    for (int k = 0; k < side * side * side; k++) {
        struct gravel_particle *p = &system.particles[k];
        *p = bead(3, a * (k % side + 0.5), a * (k / side / side + 0.5), 1e-3 * (k % 7), -1e-3 * (k % 5));
        p->x.y = a * (k / side % side + 0.5);
    }
    system.box = (struct gravel_box){.periodic = {true, true, true}, .high = v3(a * side, a * side, a * side)};
    system.material.rotation = true;
    system.material.friction = 0.5;
    system.material.tangential = GRAVEL_TANGENTIAL_SPRING;
    system.material.tangential_stiffness = 2.0 / 7.0;
    return system;
}

/* Beyond the six there is nothing up to sqrt(2) diameters: a skin that takes the next neighbours in would be tested in
 * vain, and one that believes the empty shell is free would take them. */
static void
the_list_of_a_packing_is_hardly_longer_than_its_contacts(void **state)
{
    (void)state;
    enum { SIDE = 5, N = SIDE * SIDE * SIDE };
    struct gravel_system system = lattice(SIDE);
    struct gravel_md *md = start(&system, "velocity-verlet", 50, NULL);
    assert_int_equal(md->pairs.n, 3 * N);
    const uint64_t first = md->counters.rebuilds;
    for (double t = 0.0; md->counters.rebuilds < first + 3; t += 100 * md->dt)
        go(md, t);
    assert_int_equal(md->pairs.n, 3 * N);
    assert_int_equal(md->rates.contacts, 3 * N);
    gravel_md.destroy(md);
    free(system.particles);
}

/* Sanitizers have an allocator of their own, which does not tell. */
static void
a_particle_with_six_contacts_takes_370_bytes(void **state)
{
    (void)state;
    enum { SIDE = 20, N = SIDE * SIDE * SIDE };
    struct gravel_system system = lattice(SIDE);
    const size_t before = gravel_bench_bytes_held();
    struct gravel_md *md = start(&system, "velocity-verlet", 50, NULL);
    const bool tells = gravel_bench_bytes_held() > before;
    go(md, 200 * md->dt);
    assert_int_equal(md->rates.contacts, 3 * N);
    const double bytes = (double)(gravel_bench_bytes_held() - before) / N;
    print_message("# %.1f bytes a particle%s\n", bytes, tells ? "" : ": not counted");
    assert_true(!tells || bytes <= 370.0);
    gravel_md.destroy(md);
    free(system.particles);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_hold_what_brute_force_finds_at_any_size_ratio),
        cmocka_unit_test(the_list_of_a_packing_is_hardly_longer_than_its_contacts),
        cmocka_unit_test(a_particle_with_six_contacts_takes_370_bytes),
        cmocka_unit_test(contact_history_survives_rebuilds),
        cmocka_unit_test(contact_history_survives_a_new_order_in_memory),
        cmocka_unit_test(a_mixing_gas_is_sorted_again),
        cmocka_unit_test(particles_remain_what_they_are_in_a_new_order),
        cmocka_unit_test(near_pairs_of_small_systems_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
