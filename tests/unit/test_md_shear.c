/* Energies of soft spheres in a sheared box: what is told belongs to the particles that are told, and does not depend
 * on how many spheres are at rest beside. */
#include "tests/unit/md_helper.h"

enum { FEW = 2, MANY = FEW + 70, SAMPLES = 200 };

static const double length = 0.02, rate = 50.0; /* of the box [m], of the shear [1/s] */

/* Two spheres that go up together meet while the upper one is beyond the upper face, and pass through faces three times
 * until 0.05 s; the others are at rest in another plane. */
static struct gravel_system
through_the_faces(size_t n, struct gravel_particle p[MANY])
{
    p[0] = bead(3, 0.005, 0.0185, 0.2, 1.0);
    p[1] = bead(3, 0.0051, 0.0197, 0.2, 0.8);
    for (size_t k = FEW; k < n; k++) {
        p[k] = bead(3, 2e-3 * (double)((k - FEW) % 10), 3e-3 + 2e-3 * (double)((k - FEW) / 10), 0.0, 0.0);
        p[k].x.y = 0.5 * length;
    }
    return (struct gravel_system){
        .dimension = 3,
        .box = {.periodic = {true, true, true}, .high = v3(length, length, length), .shear_rate = rate},
        .material = linear_material(0.7, 1e-4),
        .n_particles = n,
        .particles = p};
}

static void
energies_of(size_t n, const char *integrator, struct gravel_energy energy[SAMPLES])
{
    struct gravel_particle p[MANY];
    const struct gravel_system system = through_the_faces(n, p);
    struct gravel_counters counters;
    void *engine = start(&system, integrator, 100.0, NULL);
    const double total = ledger(engine);
    for (int k = 0; k < SAMPLES; k++) {
        go(engine, 0.05 * (k + 1) / SAMPLES);
        gravel_md.snapshot(engine, p);
        gravel_md.energy(engine, &energy[k]);
        double kinetic = 0.0;
        for (size_t i = 0; i < n; i++)
            kinetic += 0.5 * p[i].mass * v3_norm2(p[i].v);
        near("kinetic energy / that of the particles", energy[k].kinetic / kinetic, 1.0, 1e-14);
        near("ledger", gravel_energy_ledger(&energy[k]) / total, 1.0, 1e-3);
    }
    gravel_md.counters(engine, &counters);
    assert_int_equal(counters.pair_collisions, 1);
    assert_true(fabs(energy[SAMPLES - 1].work) > 0.5 * total);
    gravel_md.destroy(engine);
}

static void
energies_belong_to_the_box_with_few_spheres_as_with_many(void **state)
{
    (void)state;
    static const char *const integrators[] = {"velocity-verlet", "position-verlet"};
    struct gravel_energy few[SAMPLES], many[SAMPLES];
    for (size_t l = 0; l < 2; l++) {
        energies_of(FEW, integrators[l], few);
        energies_of(MANY, integrators[l], many);
        for (int k = 0; k < SAMPLES; k++) {
            const double unit = few[0].kinetic;
            near("kinetic", few[k].kinetic / unit, many[k].kinetic / unit, 1e-9);
            near("elastic", few[k].elastic / unit, many[k].elastic / unit, 1e-9);
            near("dissipated", few[k].dissipated / unit, many[k].dissipated / unit, 1e-9);
            near("work", few[k].work / unit, many[k].work / unit, 1e-9);
        }
    }
}

/* A sphere that meets nothing, at times of no step: k boxes further up x is less by k times the way of an image, and
 * v_x by its velocity. */
static void
a_snapshot_has_the_image_of_its_own_time(void **state)
{
    (void)state;
    struct gravel_particle p[MANY];
    for (size_t n = FEW; n <= MANY; n += MANY - FEW) {
        const struct gravel_system system = through_the_faces(n, p);
        const struct gravel_particle from = p[0];
        p[1] = bead(3, 0.0, 1e-3, 0.0, 0.0);
        p[1].x.y = 0.5 * length;
        void *engine = start(&system, "velocity-verlet", 100.0, NULL);
        for (double t = 1.2345678e-3; t < 0.05; t += 1.2345678e-3) {
            struct gravel_particle now[MANY];
            go(engine, t);
            gravel_md.snapshot(engine, now);
            const double path = from.x.z + from.v.z * t, k = floor(path / length);
            const double x = from.x.x + from.v.x * t - k * rate * length * t;
            near("x", remainder(now[0].x.x - x, length) / length, 0.0, 1e-11);
            near("z", now[0].x.z / length, path / length - k, 1e-11);
            near("v_x", now[0].v.x, from.v.x - k * rate * length, 1e-11);
        }
        gravel_md.destroy(engine);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_belong_to_the_box_with_few_spheres_as_with_many),
        cmocka_unit_test(a_snapshot_has_the_image_of_its_own_time),
    };
    return cmocka_run_group_tests_name("md_shear", tests, NULL, NULL);
}
