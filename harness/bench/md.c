/* Speed of the soft-sphere engine, beside LAMMPS where it is installed.
 *
 *   gravel bench md                  the table, one thread, LAMMPS measured in the same run
 *   gravel bench md CASE [THREADS [FILE]]   one line; CASE: packing, compact, viscous, hertz, gas, sizes1, sizes10,
 *                                    sizes100, column
 *   gravel bench md settle FILE             settle the packing, which takes a minute, and write its state:
 *                                    x y z vx vy vz a line; FILE above is read instead of settling again
 *
 * Unit diameter, mass and gravity.  The packing is 10^4 spheres on a floor, periodic across, K = 2e5 and
 * e = 0.88 (the parameters of LAMMPS's granular benchmark), with friction 0.5 and tangential springs, or with
 * the tangential dashpots only, or K = 2e6 x^1.5 with springs; the compact packing has K = 1e4 and has gone on settling
 * without friction before it has it, with six contacts a particle; the gas has the solid fraction 0.05.  `sizes` is a
 * gas of solid fraction 0.1 whose largest spheres are that many times larger than the smallest.  Particle-steps a
 * second (of processor time with one thread), median of three runs; both programs begin with the same state, and their
 * kinetic energies over the first 2000 steps are compared.  Bytes are what the engine holds between steps, from the
 * allocator's own count; while it makes a new neighbour list it needs more for a moment. */
#include "harness/bench/bench.h"
#include "harness/bench/lammps.h"
#include "harness/bench/md_systems.h"
#include "harness/util/clock.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct gravel_engine_ops gravel_md;

enum { RUNS = 3, PEER_STEPS = 2000 };

/* Largest relative difference of the kinetic energies over the first steps from the same state. */
static enum gravel_status
compare_energies(const struct gravel_system *system, double dt, const struct gravel_bench_result *theirs,
                 double *difference, struct gravel_error *error)
{
    void *engine = NULL;
    enum gravel_status status = gravel_bench_md_start(&engine, system, 1, error);
    *difference = 0.0;
    for (int k = 0; k < GRAVEL_BENCH_SAMPLES && status == GRAVEL_OK; k++) {
        struct gravel_energy energy;
        status = gravel_md.advance(engine, (k + 1) * (PEER_STEPS / GRAVEL_BENCH_SAMPLES) * dt, error);
        gravel_md.energy(engine, &energy);
        *difference = fmax(*difference, fabs(theirs->kinetic[k] / energy.kinetic - 1.0));
    }
    gravel_md.destroy(engine);
    return status;
}

static void
print_line(const char *name, const struct gravel_system *system, int threads, double rate, size_t bytes,
           const struct gravel_counters *before, const struct gravel_counters *after)
{
    const double done = (double)(after->particle_steps - before->particle_steps);
    printf("%-9s %6zu particles %2d thread%s %9.3e particle-steps/s %6.1f ns  %.2f contacts a particle, "
           "%.4f rebuilds a step, %.0f bytes a particle\n",
           name, system->n_particles, threads, threads > 1 ? "s" : " ", rate, 1e9 / rate,
           2.0 * (double)(after->contact_steps - before->contact_steps) / done,
           (double)(after->rebuilds - before->rebuilds) / (double)(after->steps - before->steps),
           (double)bytes / (double)system->n_particles);
}

/* Measure gravel and, with `peer`, LAMMPS in turns, so that both run under the same load of the machine. */
static enum gravel_status
measure(const char *name, const struct gravel_system *system, double steps, int threads,
        const struct gravel_bench_peer *peer, struct gravel_error *error)
{
    void *engine = NULL;
    double rate[RUNS], peer_rate[RUNS] = {0}, t = 0.0, difference = 0.0;
    struct gravel_counters before, after;
    struct gravel_bench_result theirs = {0};
    double (*const seconds)(void) = threads > 1 ? gravel_clock_elapsed : gravel_clock_cpu;
    const size_t held = gravel_bench_bytes_held();
    enum gravel_status status = gravel_bench_md_start(&engine, system, threads, error);
    for (int k = -1; k < RUNS && status == GRAVEL_OK; k++) {
        gravel_md.counters(engine, &before);
        const double began = seconds();
        t += steps * before.time_step;
        status = gravel_md.advance(engine, t, error);
        gravel_md.counters(engine, &after);
        if (k < 0)
            continue;
        rate[k] = (double)(after.particle_steps - before.particle_steps) / (seconds() - began);
        if (peer != NULL && status == GRAVEL_OK)
            status = gravel_bench_lammps(system, peer, before.time_step, PEER_STEPS, &theirs, error);
        peer_rate[k] = theirs.rate;
    }
    const size_t bytes = gravel_bench_bytes_held() - held;
    if (status == GRAVEL_OK && peer != NULL)
        status = compare_energies(system, before.time_step, &theirs, &difference, error);
    if (status == GRAVEL_OK) {
        const double median = gsl_stats_median(rate, 1, RUNS), peer_median = gsl_stats_median(peer_rate, 1, RUNS);
        print_line(name, system, threads, median, bytes, &before, &after);
        if (peer != NULL)
            printf(
                "%-9s LAMMPS %9.3e particle-steps/s: %.2f times as fast; kinetic energies over %d steps differ by at "
                "most %.2f %%\n",
                name, peer_median, median / peer_median, PEER_STEPS, 100.0 * difference);
        fflush(stdout);
    }
    gravel_md.destroy(engine);
    return status;
}

/* What LAMMPS calls them: stiffness K / sqrt(R), damping rate D / (m sqrt(R)) with the reduced radius and mass. */
static const struct {
    const char *name;
    struct gravel_bench_peer peer;
} peers[] = {
    {"packing", {"gran/hooke/history 2e5 NULL 50 NULL 0.5 1", "hooke/history 2e5 NULL 25 NULL 0.5 1", 0.1}},
    {"compact", {"gran/hooke/history 1e4 NULL 11 NULL 0.5 1", "hooke/history 1e4 NULL 5.5 NULL 0.5 1", 0.1}},
    {"viscous", {"gran/hooke 2e5 NULL 50 NULL 0.5 1", "hooke 2e5 NULL 25 NULL 0.5 1", 0.1}},
    {"hertz",
     {"gran/hertz/history 4e6 NULL 4000 0 0.5 0", "hertz/history 2828427.1247461903 NULL 1414.2135623730951 0 0.5 0",
      0.1}},
    {"gas", {"gran/hooke 2e5 NULL 0 NULL 0 0", NULL, 0.3}},
};

static const struct gravel_bench_peer *
peer_of(const char *name)
{
    for (size_t k = 0; k < sizeof peers / sizeof *peers && gravel_bench_lammps_exists(); k++)
        if (strcmp(peers[k].name, name) == 0)
            return &peers[k].peer;
    return NULL;
}

static enum gravel_status
bench(const char *name, int threads, const char *path, struct gravel_error *error)
{
    struct gravel_system system = {0};
    double steps;
    enum gravel_status status = gravel_bench_md_prepare(&system, name, threads, path, &steps, error);
    if (status == GRAVEL_OK)
        status = measure(name, &system, steps, threads, threads == 1 ? peer_of(name) : NULL, error);
    gravel_system_free(&system);
    return status;
}

int
gravel_bench_md(int argc, char **argv)
{
    static const char *const cases[] = {"packing", "compact", "viscous",  "hertz", "gas",
                                        "sizes1",  "sizes10", "sizes100", "column"};
    struct gravel_error error = {0};
    enum gravel_status status = GRAVEL_OK;
    if (argc == 3 && strcmp(argv[1], "settle") == 0)
        status = gravel_bench_md_write_settled(argv[2], &error);
    else if (argc >= 2)
        status = bench(argv[1], argc > 2 ? atoi(argv[2]) : 1, argc > 3 ? argv[3] : NULL, &error);
    else
        for (size_t k = 0; k < sizeof cases / sizeof *cases && status == GRAVEL_OK; k++)
            status = bench(cases[k], 1, NULL, &error);
    if (status != GRAVEL_OK)
        fprintf(stderr, "gravel bench md: %s: %s\n", gravel_status_text(status), error.text);
    return status == GRAVEL_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
