/* Contacts with walls in batches against the same contacts processed one by one: equal to the last bit. */
#include "tests/unit/md_helper.h"
#include "tests/unit/random.h"

enum { N = 150 };

/* What the contacts have. */
struct kind {
    bool spins, viscous, springs, rolls, clipped;
    bool sizes; /* no two particles are alike */
    double beta, gamma;
    enum gravel_wall_response touch;
};

static struct gravel_material
material_of(const struct kind *kind)
{
    struct gravel_material m = linear_material(0.7, 2e-5);
    m.cohesionless = kind->clipped;
    m.rotation = kind->spins;
    if (kind->beta != 0.0 || kind->gamma != 0.0) {
        m.statement = GRAVEL_BY_RATES;
        m.beta = kind->beta;
        m.gamma = kind->gamma;
        m.rate_squared = kind->beta > 0.0 ? 1e13 : 3e10;
        m.damping_rate = 5e4 * pow(1e5, kind->gamma);
        m.reference_velocity = 0.5;
    }
    if (kind->springs) {
        m.tangential = GRAVEL_TANGENTIAL_SPRING;
        m.tangential_stiffness = 2.0 / 7.0;
    }
    return m;
}

/* A wall that moves in every way that its shape allows, and stays near the particles. */
static struct gravel_wall
moving_wall(enum gravel_shape shape, const struct kind *kind)
{
    const struct vec3 axis = v3_unit(v3(1, 2, 3));
    return (struct gravel_wall){
        .name = "wall",
        .shape = shape,
        .origin = v3(1e-3, -2e-3, 3e-3),
        .axis = axis,
        .edge = v3_unit(v3_cross(axis, v3(1, 0, 0))),
        .radius = 6e-3,
        .radius_end = 9e-3,
        .length = 12e-3,
        .width = 9e-3,
        .motion = {.velocity = v3(0.01, 0.02, -0.03),
                   .amplitude = 1e-5,
                   .direction = shape == GRAVEL_PLANE ? v3_unit(v3(1, 0, 1)) : v3(0, 0, 0),
                   .angular_frequency = 3e3,
                   .spin = 20.0},
        .touch = kind->touch,
        .contact = {.rule = GRAVEL_SAME_FORCE_CONSTANTS,
                    .tangential_restitution = kind->viscous ? 0.5 : 1.0,
                    .friction = kind->viscous || kind->springs ? 0.3 : 0.0,
                    .rolling_friction = kind->rolls ? 0.1 : 0.0},
    };
}

static bool
far_from_others(const struct gravel_particle *p, size_t n)
{
    bool far = true;
    for (size_t k = 0; k < n; k++)
        far = far && v3_norm(v3_sub(p[k].x, p[n].x)) > 2.2e-3;
    return far;
}

/* At the wall, on either side, where two thirds of the particles touch it at the start. */
static void
place(struct gravel_particle *p, size_t n, const struct gravel_wall *wall, gsl_rng *rng)
{
    const double gap = n % 3 == 2 ? 2.5e-5 : -1e-5;
    const struct vec3 x = v3_axpy(wall->origin, 60e-3, random_vector(rng));
    const struct gravel_nearest near = gravel_wall_nearest(wall, 0.0, x);
    p[n].x = v3_axpy(near.point, p[n].radius + gap * gsl_rng_uniform(rng), near.normal);
}

/* As many particles at the wall as have room without a contact with each other, the others far from everything; returns
 * the number of the former. */
static size_t
scatter(struct gravel_particle *p, const struct gravel_wall *wall, const struct kind *kind)
{
    size_t at_wall = 0;
    gsl_rng *rng = gravel_rng_create(5, "scatter", 0);
    assert_non_null(rng);
    for (size_t n = 0; n < N; n++) {
        p[n] = bead(3, 0, 0, 0, 0);
        if (kind->sizes) {
            p[n].radius *= 1.0 - 1e-3 * (double)n;
            p[n].mass *= 1.0 + 2e-3 * (double)n;
            p[n].inertia = gravel_inertia(3, p[n].mass, p[n].radius);
        }
        p[n].v = v3_scale(0.5, random_vector(rng));
        if (kind->spins)
            p[n].omega = v3_scale(300.0, random_vector(rng));
        int trials = at_wall == n ? 500 : 0;
        do
            place(p, n, wall, rng);
        while (--trials > 0 && !far_from_others(p, n));
        at_wall += trials > 0;
        if (trials <= 0)
            p[n].x = v3(1.0 + 3e-3 * (double)n, 1.0, 1.0);
    }
    gsl_rng_free(rng);
    return at_wall;
}

static void
compare(enum gravel_shape shape, const struct kind *kind, const char *integrator)
{
    static struct gravel_particle p[N], batches[N], single[N];
    struct gravel_wall wall = moving_wall(shape, kind);
    struct gravel_energy energy[2];
    struct gravel_counters counters[2];
    struct heard heard = {0};
    const size_t at_wall = scatter(p, &wall, kind);
    const struct gravel_system system = {.dimension = 3,
                                         .gravity = v3(0, 0, -9.81),
                                         .material = material_of(kind),
                                         .n_particles = N,
                                         .particles = p,
                                         .n_walls = 1,
                                         .walls = &wall};
    for (int k = 0; k < 2; k++) {
        void *engine = start(&system, integrator, 50, k == 0 ? NULL : &heard);
        go(engine, 6e-5);
        gravel_md.snapshot(engine, k == 0 ? batches : single);
        gravel_md.energy(engine, &energy[k]);
        gravel_md.counters(engine, &counters[k]);
        gravel_md.destroy(engine);
    }
    assert_int_equal(counters[0].pair_collisions, 0);
    assert_true(3 * counters[0].wall_collisions >= at_wall && at_wall >= 1);
    assert_int_equal(counters[0].wall_collisions, counters[1].wall_collisions);
    assert_int_equal(counters[0].contact_steps, counters[1].contact_steps);
    assert_true(10 * counters[0].contact_steps > at_wall * counters[0].steps || kind->touch != GRAVEL_BOUNCE);
    assert_memory_equal(batches, single, sizeof single);
    assert_memory_equal(&energy[0], &energy[1], sizeof energy[0]);
    assert_memory_equal(&counters[0].max_overlap, &counters[1].max_overlap, sizeof(double));
    assert_true(!kind->rolls || counters[0].rolling_loss > 0.0);
}

static const struct kind kinds[] = {
    {0},
    {.spins = true, .viscous = true},
    {.spins = true, .springs = true, .viscous = true, .sizes = true},
    {.springs = true, .clipped = true},
    {.spins = true, .springs = true, .rolls = true},
    {.spins = true, .springs = true, .viscous = true, .beta = 0.5, .gamma = 0.25},
    {.spins = true, .springs = true, .rolls = true, .beta = 0.5, .gamma = 0.5, .sizes = true},
    {.viscous = true, .gamma = 0.25, .clipped = true},
    {.spins = true, .springs = true, .touch = GRAVEL_STICK},
    {.spins = true, .springs = true, .touch = GRAVEL_ABSORB},
};

static void
batches_give_the_bits_of_single_contacts(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet", "gear"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int shape = 0; shape < GRAVEL_SHAPE_COUNT; shape++)
            compare((enum gravel_shape)shape, &kinds[k], integrators[(k + (size_t)shape) % 3]);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(batches_give_the_bits_of_single_contacts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
