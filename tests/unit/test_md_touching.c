/* Bodies that touch each other and a wall when the run begins, with every integrator: the start is reported as it is
 * given, the ledger closes, and all integrators agree on what follows.  Places are sums of radii, so that by rounding
 * about half of the contacts overlap by an ulp or miss by one. */
#include "engines/md/adaptive.h"
#include "engines/md/integrators.h"
#include "tests/unit/md_helper.h"
#include "tests/unit/random.h"

enum { BEADS_MAX = 6, STARTS = 64 };

static const double t_c = 1e-4;

struct scene {
    size_t n;
    int dimension;
    struct gravel_particle p[BEADS_MAX];
    struct gravel_wall floor;
    double v; /* largest speed at the start [m/s] */
};

static struct gravel_system
system_of(struct scene *s, struct gravel_particle *p, double restitution)
{
    memcpy(p, s->p, s->n * sizeof *p);
    return (struct gravel_system){.dimension = s->dimension,
                                  .gravity = v3(0, 0, -9.81),
                                  .material = linear_material(restitution, t_c),
                                  .n_particles = s->n,
                                  .particles = p,
                                  .n_walls = 1,
                                  .walls = &s->floor};
}

static struct gravel_particle
grain(int dimension, double radius, struct vec3 x, struct vec3 v)
{
    const double m = 4.0 / 3.0 * M_PI * 2500.0 * radius * radius * radius;
    return (struct gravel_particle){.x = x,
                                    .v = v,
                                    .radius = radius,
                                    .mass = m,
                                    .inertia = gravel_inertia(dimension, m, radius),
                                    .attached = GRAVEL_FREE};
}

/* A column on the floor, each bead on the one below. */
static struct scene
column(gsl_rng *rng)
{
    struct scene s = {
        .n = 2 + (size_t)(gsl_rng_uniform(rng) * (BEADS_MAX - 1)), .dimension = 1, .floor = ground(), .v = 0.1};
    double z = 0.0;
    for (size_t i = 0; i < s.n; i++) {
        const double r = 1e-4 + 1e-3 * gsl_rng_uniform(rng);
        s.p[i] = grain(1, r, v3(0, 0, z + r), v3(0, 0, -s.v * gsl_rng_uniform(rng)));
        z += 2.0 * r;
    }
    return s;
}

/* Two spheres on the floor that touch each other. */
static struct scene
pair(gsl_rng *rng)
{
    struct scene s = {.n = 2, .dimension = 3, .floor = ground(), .v = 0.1};
    const double a = 1e-4 + 1e-3 * gsl_rng_uniform(rng), b = 1e-4 + 1e-3 * gsl_rng_uniform(rng);
    const double speed = s.v * gsl_rng_uniform(rng), phi = 2.0 * M_PI * gsl_rng_uniform(rng);
    const double across = 2.0 * sqrt(a * b); /* (a + b)^2 - (a - b)^2 */
    s.p[0] = grain(3, a, v3(0, 0, a), v3(speed, 0, -s.v * gsl_rng_uniform(rng)));
    s.p[1] = grain(3, b, v3(across * cos(phi), across * sin(phi), b), v3(0, speed, -s.v * gsl_rng_uniform(rng)));
    return s;
}

struct end {
    struct gravel_particle p[BEADS_MAX];
    double drift; /* of the ledger over the kinetic energy of the start */
};

static struct end
run(struct scene *s, const struct gravel_md_integrator_ops *integrator, double restitution)
{
    struct end end;
    struct gravel_energy energy;
    const struct gravel_system system = system_of(s, end.p, restitution);
    void *engine = start_with(
        &system,
        (const char *const[]){"integrator", integrator->name, "steps_per_contact", "400", "tolerance", "1e-9", NULL},
        NULL);
    gravel_md.snapshot(engine, end.p);
    gravel_md.energy(engine, &energy);
    for (size_t i = 0; i < s->n; i++) {
        near("place at the start", v3_norm(v3_sub(end.p[i].x, s->p[i].x)), 0.0, 0.0);
        near("velocity at the start", v3_norm(v3_sub(end.p[i].v, s->p[i].v)), 0.0, 0.0);
    }
    const double kinetic = gravel_kinetic_energy(s->p, s->n), before = gravel_energy_ledger(&energy);
    near("kinetic energy at the start", energy.kinetic, kinetic, 1e-14 * kinetic);
    go(engine, 20.0 * t_c);
    gravel_md.snapshot(engine, end.p);
    gravel_md.energy(engine, &energy);
    end.drift = (gravel_energy_ledger(&energy) - before) / kinetic;
    gravel_md.destroy(engine);
    return end;
}

static void compare(struct scene (*make)(gsl_rng *rng))
{
    gsl_rng *rng = gravel_rng_create(2385, "touching starts", 0);
    for (int k = 0; k < STARTS; k++) {
        struct scene s = make(rng);
        const double restitution = k % 2 == 0 ? 1.0 : 0.8;
        const struct end exact = run(&s, &gravel_md_adaptive, restitution);
        near("ledger, adaptive", exact.drift, 0.0, 1e-8);
        for (size_t i = 0; gravel_md_integrators[i] != NULL; i++) {
            const struct end end = run(&s, gravel_md_integrators[i], restitution);
            near(gravel_md_integrators[i]->name, end.drift, 0.0, 1e-4);
            for (size_t j = 0; j < s.n; j++) {
                assert_true(isfinite(v3_norm(end.p[j].x)) && end.p[j].x.z > 0.5 * s.p[j].radius);
                near("velocity", v3_norm(v3_sub(end.p[j].v, exact.p[j].v)) / s.v, 0.0, 3e-3);
            }
        }
    }
    gsl_rng_free(rng);
}

static void
columns_on_a_floor_may_touch_at_the_start(void **state)
{
    (void)state;
    compare(column);
}

static void
pairs_on_a_floor_may_touch_at_the_start(void **state)
{
    (void)state;
    compare(pair);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_on_a_floor_may_touch_at_the_start),
        cmocka_unit_test(pairs_on_a_floor_may_touch_at_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
