/* Listed pairs that cannot yet touch are not tested: no contact begins later than with a test of every pair in every
 * step, which is what the engine does where displacements have no bound. */
#include "engines/md/due.h"
#include "engines/md/integrator.h"
#include "tests/unit/md_helper.h"
#include "tests/unit/random.h"

#include <stdlib.h>

enum { SIDE = 6, N = SIDE * SIDE * SIDE, WALLS = 3 };

/* A gas of two sizes in a box that is periodic in x and y, and in z where it is sheared. */
static struct gravel_system
gas(struct gravel_particle particles[N], bool sheared)
{
    struct gravel_system system = {
        .dimension = 3, .material = linear_material(0.9, 5e-5), .n_particles = N, .particles = particles};
    gsl_rng *rng = gravel_rng_create(11, "due", 0);
    assert_non_null(rng);
    const double a = 1.4e-3;
    for (int k = 0; k < N; k++) {
        struct gravel_particle *p = &particles[k];
        *p = bead(3, a * (k % SIDE + 0.5), a * (k / SIDE / SIDE + 0.5), 0, 0);
        p->x.y = a * (k / SIDE % SIDE + 0.5);
        p->v = v3_scale(2.0, random_vector(rng));
        p->radius *= k % 3 == 0 ? 0.6 : 1.0;
    }
    gsl_rng_free(rng);
    /* The two fastest meet head-on: no pair approaches faster, so that their contact begins late if a test is late. */
    particles[0].v = v3(3, 0, 0);
    particles[1].v = v3(-3, 0, 0);
    system.box = (struct gravel_box){.periodic = {true, true, sheared}, .high = v3(a * SIDE, a * SIDE, a * SIDE)};
    system.box.shear_rate = sheared ? 100.0 : 0.0;
    return system;
}

/* A vibrating floor, a ceiling and a disk in the middle. */
static void
add_walls(struct gravel_system *system, struct gravel_wall walls[WALLS])
{
    walls[0] = walls[1] = walls[2] = ground();
    walls[0].motion = (struct gravel_motion){.direction = v3(0, 0, 1), .amplitude = 1e-4, .angular_frequency = 4e3};
    walls[0].origin = v3(0, 0, -2e-4);
    walls[1].origin = v3(0, 0, system->box.high.z);
    walls[1].axis = v3(0, 0, -1);
    walls[2].shape = GRAVEL_DISK;
    walls[2].origin = v3_scale(0.5, system->box.high);
    walls[2].axis = v3(0, 0, 1);
    walls[2].radius = 1.5e-3;
    system->walls = walls;
    system->n_walls = WALLS;
    system->gravity = v3(0, 0, -9.81);
}

/* The share of the pairs without a contact that the next step does not test. */
static double
share_left_out(struct gravel_md *md)
{
    size_t n = 0, left_out = 0;
    gravel_md_due_set(md);
    for (size_t k = 0; k < md->pairs.n; k++)
        if (md->pairs.contact[k] < 0) {
            n++;
            left_out += !gravel_md_is_due(md, &md->pairs, k);
        }
    return (double)left_out / (double)n;
}

/* Simulate it with the tests that are due and with all of them.  `hears`: contacts are reported, so that pairs are
 * processed one by one. */
static void
compare(const char *name, const struct gravel_system *system, bool hears)
{
    static struct gravel_particle after[2][N];
    uint64_t collisions[2], walls[2];
    double left_out[2];
    for (int all = 0; all < 2; all++) {
        struct heard heard = {0};
        struct gravel_md *md = start(system, "velocity-verlet", 20, hears ? &heard : NULL);
        struct gravel_md_integrator_ops ops = *md->integrator;
        ops.bounds_displacement = ops.bounds_displacement && !all;
        md->integrator = &ops;
        go(md, 0.01);
        struct gravel_counters counters;
        gravel_md.counters(md, &counters);
        collisions[all] = counters.pair_collisions;
        walls[all] = counters.wall_collisions;
        left_out[all] = share_left_out(md);
        gravel_md.snapshot(md, after[all]);
        gravel_md.destroy(md);
    }
    print_message("# %s: %d collisions of pairs and %d with walls; of pairs without contact %.2f are not tested\n",
                  name, (int)collisions[0], (int)walls[0], left_out[0]);
    assert_true(collisions[0] > 200 && (walls[0] > 50 || system->n_walls == 0));
    assert_true(left_out[0] > 0.6 && left_out[1] == 0.0);
    assert_int_equal(collisions[0], collisions[1]);
    assert_int_equal(walls[0], walls[1]);
    assert_memory_equal(after[0], after[1], sizeof after[0]);
}

static void
no_contact_begins_later_than_with_a_test_in_every_step(void **state)
{
    (void)state;
    static struct gravel_particle particles[N];
    struct gravel_wall walls[WALLS];
    for (int hears = 0; hears < 2; hears++) {
        struct gravel_system system = gas(particles, false);
        add_walls(&system, walls);
        compare(hears ? "one by one" : "by the kernel", &system, hears);
    }
    const struct gravel_system system = gas(particles, true);
    compare("in a sheared box", &system, false);
}

/* It is reached no later than the remaining skin has become smaller by the gap, and not much earlier. */
static void
a_level_is_not_less_than_its_gap_asks_for(void **state)
{
    (void)state;
    static struct gravel_particle particles[N];
    const struct gravel_system system = gas(particles, true);
    struct gravel_md *md = start(&system, "velocity-verlet", 20, NULL);
    for (int k = 0; k <= 1000; k++) {
        md->skin = 1e-3;
        md->remaining_skin = md->skin;
        gravel_md_due_set(md);
        const double gap = 1e-6 * k;
        const int16_t due = gravel_md_due_at(md, gap);
        md->remaining_skin = md->skin - gap; /* now it may touch */
        gravel_md_due_set(md);
        assert_true(due >= md->due.level);
        md->remaining_skin = md->skin - gap + 2e-3 * gap + 1e-3 * md->skin; /* and a little earlier it could not */
        gravel_md_due_set(md);
        assert_true(due < md->due.level || md->remaining_skin > md->skin);
    }
    gravel_md.destroy(md);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_contact_begins_later_than_with_a_test_in_every_step),
        cmocka_unit_test(a_level_is_not_less_than_its_gap_asks_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
