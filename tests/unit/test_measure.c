/* Every other measure, on states and events made by hand, gives the numbers computed by hand. */
#include "tests/unit/measure_bench.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

/* Heights at the mid-quantiles of an exponential of scale 2, velocities on a sphere. */
static void
species_heights_recognise_an_exponential(void **state)
{
    (void)state;
    enum { N = 400 };
    struct bench b;
    make_bench(&b, 3, N);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(&b, "species_heights", NULL);
    double mean = 0.0;
    for (size_t k = 0; k < N; k++) {
        const double h = -2.0 * log1p(-((double)k + 0.5) / N);
        b.now[k].x.z = 0.5 + h;
        b.now[k].v = v3(3, 0, 0);
        mean += h / N;
    }
    take_sample(&b, 0.0);
    near("height", b.values[0], mean, 1e-12);
    near("temperature", b.values[1], 2.0 * 9.0 / 3.0, 1e-12);
    near("scaled height", b.values[2], mean * 20.0 / (0.4 * (9.0 + 20.0 * mean)), 1e-12);
    assert_true(b.values[3] > 0.99);
    near("kurtosis of equal speeds", b.values[4], 0.6, 1e-14);
    near("temperature over that of all", b.values[5], 1.0, 1e-14);
    for (size_t k = 0; k < N; k++)
        b.now[k].x.z = 0.5 + 4.0 * (double)k / N; /* uniform heights */
    take_sample(&b, 1.0);
    assert_true(b.values[3] < 1e-6);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("E/N", number(&b.sheet, "energy_per_particle"), 9.0 + 20.0 * 4.0 * 0.5 * (N - 1.0) / N, 1e-10);
    end(&b);
}

static int
ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Against an exponential of the sample's own mean, cut off at its highest particle: mean 0.736 and 95 % quantile 1.11
 * for 330 values (6000 samples by an independent program), where a known mean would give 0.869 and 1.358. */
static void
ks_statistic_of_exponential_samples_has_its_calibrated_quantiles(void **state)
{
    (void)state;
    enum { N = 330, SAMPLES = 4000 };
    static double found[SAMPLES];
    struct bench b;
    double mean = 0.0;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    make_bench(&b, 3, N);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(&b, "species_heights", NULL);
    for (size_t s = 0; s < SAMPLES; s++) {
        for (size_t k = 0; k < N; k++) {
            b.now[k].x.z = 0.5 + gsl_ran_exponential(rng, 2.0);
            b.now[k].v = v3(3, 0, 0);
        }
        take_sample(&b, 1.0);
        mean += (found[s] = b.values[6]) / SAMPLES;
    }
    qsort(found, SAMPLES, sizeof *found, ascending);
    near("mean", mean, 0.736, 0.015);
    near("95 % quantile", found[SAMPLES * 95 / 100], 1.11, 0.04);
    gsl_rng_free(rng);
    end(&b);
}

static void
energy_drift_compares_the_ledger(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 1);
    BEGIN(&b, "energy_drift", NULL);
    b.energy = (struct gravel_energy){.kinetic = 4.0};
    take_sample(&b, 0.0);
    b.energy = (struct gravel_energy){.kinetic = 8.0, .work = 5.0, .dissipated = 1.5};
    take_sample(&b, 1.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("drift", number(&b.sheet, "energy_drift"), 0.5 / 8.0, 1e-15);
    near("mechanical", number(&b.sheet, "mechanical_drift"), 1.0 / 8.0, 1e-15);
    end(&b);
}

/* A gas that loses a quarter of its energy, all of it accounted for: the ledger closes, the mechanical energy shows it,
 * also where the loss is made good before the end. */
static void
mechanical_drift_shows_a_loss_that_the_ledger_counts(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    BEGIN(&b, "energy_drift", NULL);
    b.energy = (struct gravel_energy){.kinetic = 4.0};
    take_sample(&b, 0.0);
    b.energy = (struct gravel_energy){.kinetic = 2.5, .potential = 0.5, .dissipated = 1.0};
    take_sample(&b, 1.0);
    b.energy = (struct gravel_energy){.kinetic = 4.0};
    take_sample(&b, 1.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("ledger", number(&b.sheet, "energy_drift"), 0.0, 1e-15);
    near("mechanical", number(&b.sheet, "mechanical_drift"), 0.25, 1e-15);
    end(&b);
}

/* Walls that do work change the mechanical energy of an elastic gas, and the drift is without it. */
static void
mechanical_drift_leaves_out_the_work_of_walls(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    BEGIN(&b, "energy_drift", NULL);
    b.energy = (struct gravel_energy){.kinetic = 4.0};
    take_sample(&b, 0.0);
    b.energy = (struct gravel_energy){.kinetic = 7.0, .work = 3.0};
    take_sample(&b, 1.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("mechanical", number(&b.sheet, "mechanical_drift"), 0.0, 1e-15);
    end(&b);
}

static void
collision_rate_counts_between_samples(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 4);
    BEGIN(&b, "collision_rate", NULL);
    take_sample(&b, 0.0);
    for (int k = 0; k < 3; k++)
        b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1});
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = -1});
    take_sample(&b, 0.5);
    near("pairs", b.values[0], 2.0 * 3 / (4 * 0.5), 1e-15);
    near("walls", b.values[1], 1.0 / (4 * 0.5), 1e-15);
    take_sample(&b, 0.5);
    near("nothing since", b.values[0], 0.0, 0.0);
    end(&b);
}

static void
snapshot_lists_the_present_particles(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 3);
    BEGIN(&b, "snapshot", NULL);
    b.now[0].attached = GRAVEL_ABSORBED;
    b.now[1].v = v3(3, 0, 4);
    b.now[2].attached = 0;
    assert_int_equal(finish(&b), GRAVEL_OK);
    assert_int_equal(b.sheet.tables[0].n_rows, 2);
    near("z", b.sheet.tables[0].data[2], 1.5, 0.0);
    near("speed", b.sheet.tables[0].data[4], 5.0, 0.0);
    near("attached", b.sheet.tables[0].data[15], 1.0, 0.0);
    assert_string_equal(b.sheet.tables[1].name, "snapshot_start");
    near("speed at the start", b.sheet.tables[1].data[4], 0.0, 0.0);
    near("height at the start", b.sheet.tables[1].data[2], 0.5, 0.0);
    end(&b);
}

/* Four spheres of radius 0.5 m and mass 2 kg with bottoms at 0, 1, 2 and 5 m, g = 10 m/s^2. */
static void
curves_of_species_are_those_of_their_bottoms(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 4);
    add_wall(&b, GRAVEL_PLANE, v3(1, 0, 0))->origin = v3(-9, 0, 7); /* a side is not the ground */
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(&b, "species_curves", NULL);
    b.now[0].v = v3(2, 0, 0);
    take_sample(&b, 0.0);
    b.now[3].x.z = 5.5;
    take_sample(&b, 2.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    assert_int_equal(b.sheet.n_tables, 3);
    assert_string_equal(b.sheet.tables[0].columns, "t|grain");
    assert_int_equal(b.sheet.tables[0].n_rows, 2);
    near("t", b.sheet.tables[0].data[2], 2.0, 0.0);
    near("first height", b.sheet.tables[0].data[1], 1.5, 1e-15);
    near("last height", b.sheet.tables[0].data[3], 2.0, 1e-15);
    near("kinetic", b.sheet.tables[1].data[5], 1.0, 1e-15);
    near("potential", b.sheet.tables[1].data[6], 40.0, 1e-13);
    near("total", b.sheet.tables[1].data[7], 41.0, 1e-13);
    const size_t last = 3 * (b.sheet.tables[2].n_rows - 1), third = 3 * (b.sheet.tables[2].n_rows / 2);
    near("highest", b.sheet.tables[2].data[last], 5.0, 0.0);
    near("all below it", b.sheet.tables[2].data[last + 1], 1.0, 0.0);
    near("exponential ends there", b.sheet.tables[2].data[last + 2], 1.0, 1e-15);
    near("three below half of it", b.sheet.tables[2].data[third + 1], 0.75, 0.0);
    near("exponential of the mean", b.sheet.tables[2].data[third + 2],
         expm1(-b.sheet.tables[2].data[third] / 2.0) / expm1(-2.5), 1e-15);
    end(&b);
}

static void
measures_refuse_systems_they_do_not_fit(void **state)
{
    (void)state;
    static const char *const columns[] = {"centre_of_mass", "column_scales", "dilatation",     "dissipation_time",
                                          "free_flight",    "landing",       "lattice_scales", "relative_energy",
                                          "separations",    "trajectory"};
    static const char *const drums[] = {"bed",  "centrifuging",   "drum_torque",
                                        "spin", "species_curves", "species_heights"};
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        struct bench b;
        make_bench(&b, 3, 2);
        assert_int_equal(begin(&b, columns[k], (const char *const[]){NULL}), GRAVEL_INPUT);
        end(&b);
    }
    for (size_t k = 0; k < sizeof drums / sizeof *drums; k++) {
        struct bench b;
        make_bench(&b, 3, 2);
        assert_int_equal(begin(&b, drums[k], (const char *const[]){NULL}), GRAVEL_INPUT);
        end(&b);
    }
}

static void
registry_finds_every_measure_by_its_name(void **state)
{
    (void)state;
    for (size_t k = 0; gravel_measures[k] != NULL; k++) {
        const struct gravel_measure_ops *ops = gravel_measures[k];
        assert_ptr_equal(gravel_measure_find(ops->name), ops);
        assert_non_null(ops->what);
        assert_non_null(ops->reference);
        assert_true(ops->size > 0 || (ops->create == NULL && ops->destroy == NULL));
        assert_true((ops->means == NULL) || (ops->sample != NULL));
        assert_true(ops->means != NULL || ops->finish != NULL);
    }
    assert_null(gravel_measure_find("no such thing"));
}

/* Speed 1 m/s, constant deceleration 0.5 m/s^2: at rest after 2 s and 1 m; on an incline of 30 degrees, 3.5 m/s^2. */
static void
roll_out_finds_distance_time_and_acceleration(void **state)
{
    (void)state;
    for (int inclined = 0; inclined < 2; inclined++) {
        struct bench b;
        make_bench(&b, 3, 1);
        add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
        if (inclined)
            b.system.gravity = v3(5.0, 0, -10.0 * cos(M_PI / 6.0));
        b.system.particles[0].v.x = 1.0;
        BEGIN(&b, "roll_out", NULL);
        for (int k = 0; k <= 20; k++) {
            const double t = 0.1 * k, a = inclined ? 3.5 : -0.5;
            b.now[0].x.x = t + 0.5 * a * t * t;
            b.now[0].v.x = 1.0 + a * t;
            take_sample(&b, k == 0 ? 0.0 : 0.1);
        }
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("slope", number(&b.sheet, "slope"), inclined ? 30.0 : 0.0, 1e-12);
        near("way", number(&b.sheet, "way"), inclined ? 9.0 : 1.0, 1e-12);
        near("acceleration", number(&b.sheet, "downhill_acceleration"), inclined ? 3.5 : 0.0, 1e-12);
        if (inclined)
            assert_true(isnan(number(&b.sheet, "stop_time")));
        else
            near("stop", number(&b.sheet, "stop_time"), 2.0 * (1.0 - 1e-3), 1e-12);
        end(&b);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(species_heights_recognise_an_exponential),
        cmocka_unit_test(energy_drift_compares_the_ledger),
        cmocka_unit_test(mechanical_drift_shows_a_loss_that_the_ledger_counts),
        cmocka_unit_test(mechanical_drift_leaves_out_the_work_of_walls),
        cmocka_unit_test(ks_statistic_of_exponential_samples_has_its_calibrated_quantiles),
        cmocka_unit_test(collision_rate_counts_between_samples),
        cmocka_unit_test(snapshot_lists_the_present_particles),
        cmocka_unit_test(curves_of_species_are_those_of_their_bottoms),
        cmocka_unit_test(measures_refuse_systems_they_do_not_fit),
        cmocka_unit_test(registry_finds_every_measure_by_its_name),
        cmocka_unit_test(roll_out_finds_distance_time_and_acceleration),
    };
    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
