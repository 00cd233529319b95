/* Speed of the soft-sphere engine, beside LAMMPS where it is installed or LAMMPS_PROGRAMS names its programs.
 *
 *   gravel bench md                  the table
 *   gravel bench md CASE [THREADS [FILE]]   one line; CASE: packing, unlike, compact, viscous, hertz, gas, sizes1,
 *                                    sizes10, sizes100, column, gas64, gas1e3, gas1e5, gas1e6
 *   gravel bench md settle FILE             settle the packing, which takes a minute, and write its state:
 *                                    x y z vx vy vz a line; FILE above is read instead of settling again
 *
 * Unit diameter, mass and gravity.  The packing is 10^4 spheres on a floor, periodic across, K = 2e5 and
 * e = 0.88 (the parameters of LAMMPS's granular benchmark), with friction 0.5 and tangential springs, or with
 * the tangential dashpots only, or K = 2e6 x^1.5 with springs; `unlike`: no two spheres are equal, the last one 1e-6
 * smaller than the first; the compact packing has K = 1e4 and has gone on settling
 * without friction before it has it, with six contacts a particle; the gas has the solid fraction 0.05, and 22^3
 * spheres unless the name says how many.  `sizes` is a
 * gas of solid fraction 0.1 whose largest spheres are that many times larger than the smallest.  Particle-steps a
 * second (of processor time with one thread); both programs begin with the same state in every turn and go the same
 * 2000 steps (the column of beads 2e6; a gas of so many spheres 2e7 particle-steps, but 200 to 2e4 steps), over which
 * their kinetic energies are compared.  Bytes are what the engine holds between steps, from the allocator's own count;
 * while it makes a new neighbour list it needs more for a moment.
 */
#include "harness/bench/bench.h"
#include "harness/bench/lammps.h"
#include "harness/bench/md_systems.h"
#include "harness/bench/process.h"
#include "harness/util/clock.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct gravel_engine_ops gravel_md;

/* The programs and skins of LAMMPS, of which the fastest is the peer; skins in diameters. */
static const double skins[] = {0.02, 0.05, 0.1, 0.2, 0.3, 0.4};
enum { N_SKINS = sizeof skins / sizeof *skins };

struct peer {
    struct gravel_bench_lammps_task task;
    char program[PATH_MAX]; /* "": there is none */
    double skin;
};

/* gravel from the state of the system: rate, counters, bytes held, and kinetic energies at the samples, where
 * wanted. */
struct run {
    double rate, kinetic[GRAVEL_BENCH_SAMPLES];
    size_t bytes;
    struct gravel_counters counters;
};

static enum gravel_status
run_once(const struct gravel_system *system, int steps, int threads, bool sample, struct run *run,
         struct gravel_error *error)
{
    double (*const seconds)(void) = threads > 1 ? gravel_clock_elapsed : gravel_clock_cpu;
    void *engine = NULL;
    const size_t held = gravel_bench_bytes_held();
    enum gravel_status status = gravel_bench_md_start(&engine, system, threads, error);
    if (status != GRAVEL_OK)
        return status;
    gravel_md.counters(engine, &run->counters);
    const double dt = run->counters.time_step, began = seconds();
    const int parts = sample ? GRAVEL_BENCH_SAMPLES : 1;
    for (int k = 0; k < parts && status == GRAVEL_OK; k++) {
        struct gravel_energy energy;
        status = gravel_md.advance(engine, (k + 1) * (steps / parts) * dt, error);
        if (sample && status == GRAVEL_OK && (status = gravel_md.energy(engine, &energy)) == GRAVEL_OK)
            run->kinetic[k] = energy.kinetic;
    }
    const double used = seconds() - began;
    gravel_md.counters(engine, &run->counters);
    run->rate = (double)run->counters.particle_steps / used;
    run->bytes = gravel_bench_bytes_held() - held;
    gravel_md.destroy(engine);
    return status;
}

/* Largest relative difference of the kinetic energies over the steps from the same state. */
static enum gravel_status
compare_energies(const struct gravel_system *system, int steps, const struct gravel_bench_result *theirs,
                 double *difference, struct gravel_error *error)
{
    struct run run;
    const enum gravel_status status = run_once(system, steps, 1, true, &run, error);
    *difference = 0.0;
    for (int k = 0; k < GRAVEL_BENCH_SAMPLES && status == GRAVEL_OK; k++)
        *difference = fmax(*difference, fabs(theirs->kinetic[k] / run.kinetic[k] - 1.0));
    return status;
}

/* Try every program with every skin; a program that fails is not tried again. */
static void
choose_peer(struct peer *peer, struct gravel_bench_row *row)
{
    static struct gravel_bench_programs programs;
    gravel_bench_find_programs(&programs, "LAMMPS_PROGRAMS", "lmp");
    if (programs.n == 0)
        (void)gravel_bench_try(row, "LAMMPS", "", 0.0, "LAMMPS_PROGRAMS names no program");
    for (int k = 0; k < programs.n; k++)
        for (int m = 0; m < N_SKINS; m++) {
            struct gravel_error failure;
            struct gravel_bench_result result = {0};
            char variant[GRAVEL_BENCH_TEXT];
            snprintf(variant, sizeof variant, "%.90s, %.*s%s, skin %g", programs.path[k],
                     (int)strcspn(peer->task.pair, " "), peer->task.pair, peer->task.threads > 1 ? "/omp" : "",
                     skins[m]);
            const bool good =
                gravel_bench_lammps(&peer->task, programs.path[k], skins[m], &result, &failure) == GRAVEL_OK;
            if (gravel_bench_try(row, "LAMMPS", variant, good ? result.rate : 0.0, failure.text)) {
                peer->skin = skins[m];
                snprintf(peer->program, sizeof peer->program, "%s", programs.path[k]);
            }
            if (!good)
                break;
        }
}

static void
note_run(const struct run *run, const struct gravel_system *system, int steps, const char *peer, double difference,
         struct gravel_bench_row *row)
{
    const struct gravel_counters *c = &run->counters;
    row->bytes = (double)run->bytes / (double)system->n_particles;
    const int n =
        snprintf(row->note, sizeof row->note, "%.2f contacts a particle, %.4f rebuilds a step",
                 2.0 * (double)c->contact_steps / (double)c->particle_steps, (double)c->rebuilds / (double)c->steps);
    if (peer[0] != '\0')
        snprintf(row->note + n, sizeof row->note - (size_t)n,
                 "; kinetic energies over %d steps differ by at most %.2g %%", steps, 100.0 * difference);
}

/* Turns of gravel and, where there is one, of the peer, each over the same steps from the same state. */
static enum gravel_status
measure(struct gravel_bench_output *output, const char *name, const struct gravel_system *system, int steps,
        int threads, struct peer *peer, struct gravel_error *error)
{
    struct gravel_bench_row row = {.unit = "particle-steps/s", .n = system->n_particles, .threads = threads};
    struct gravel_bench_result theirs = {0};
    struct run run;
    double difference = 0.0;
    enum gravel_status status = run_once(system, 1, threads, false, &run, error);
    snprintf(row.problem, sizeof row.problem, "MD, %s", name);
    if (status == GRAVEL_OK && peer->task.pair != NULL) {
        peer->task.system = system;
        peer->task.steps = steps;
        peer->task.threads = threads;
        peer->task.dt = run.counters.time_step;
        choose_peer(peer, &row);
    } else {
        (void)gravel_bench_try(&row, "LAMMPS", "", 0.0, "asked for the packings and the gas only");
    }
    for (; row.turns < GRAVEL_BENCH_TURNS && status == GRAVEL_OK; row.turns++) {
        status = run_once(system, steps, threads, false, &run, error);
        row.rate[row.turns] = run.rate;
        if (peer->program[0] != '\0' && status == GRAVEL_OK)
            status = gravel_bench_lammps(&peer->task, peer->program, peer->skin, &theirs, error);
        row.peer_rate[row.turns] = theirs.rate;
        row.peer_bytes = theirs.bytes / (double)row.n;
    }
    if (status == GRAVEL_OK && row.peer[0] != '\0')
        status = compare_energies(system, steps, &theirs, &difference, error);
    if (status == GRAVEL_OK) {
        note_run(&run, system, steps, row.peer, difference, &row);
        gravel_bench_take(output, &row);
    }
    return status;
}

/* What LAMMPS calls them: stiffness K / sqrt(R), damping rate D / (m sqrt(R)) with the reduced radius and mass. */
static const struct {
    const char *name, *pair, *wall;
} styles[] = {
    {"packing", "gran/hooke/history 2e5 NULL 50 NULL 0.5 1", "hooke/history 2e5 NULL 25 NULL 0.5 1"},
    {"unlike", "gran/hooke/history 2e5 NULL 50 NULL 0.5 1", "hooke/history 2e5 NULL 25 NULL 0.5 1"},
    {"compact", "gran/hooke/history 1e4 NULL 11 NULL 0.5 1", "hooke/history 1e4 NULL 5.5 NULL 0.5 1"},
    {"viscous", "gran/hooke 2e5 NULL 50 NULL 0.5 1", "hooke 2e5 NULL 25 NULL 0.5 1"},
    {"hertz", "gran/hertz/history 4e6 NULL 4000 0 0.5 0",
     "hertz/history 2828427.1247461903 NULL 1414.2135623730951 0 0.5 0"},
    {"gas", "gran/hooke 2e5 NULL 0 NULL 0 0", NULL}, /* and the gases of other numbers */
};

static struct peer
peer_of(const char *name)
{
    struct peer peer = {.program = ""};
    for (size_t k = 0; k < sizeof styles / sizeof *styles; k++)
        if (strcmp(styles[k].name, name) == 0 || (strcmp(styles[k].name, "gas") == 0 && strncmp(name, "gas", 3) == 0)) {
            peer.task.pair = styles[k].pair;
            peer.task.wall = styles[k].wall;
        }
    return peer;
}

static enum gravel_status
bench(struct gravel_bench_output *output, const char *name, int threads, const char *path, struct gravel_error *error)
{
    struct gravel_system system = {0};
    struct peer peer = peer_of(name);
    int steps;
    enum gravel_status status = gravel_bench_md_prepare(&system, name, threads, path, &steps, error);
    if (status == GRAVEL_OK)
        status = measure(output, name, &system, steps, threads, &peer, error);
    gravel_system_free(&system);
    return status;
}

int
gravel_bench_md(struct gravel_bench_output *output, int argc, char **argv)
{
    static const struct {
        const char *name;
        int threads;
    } table[] = {{"packing", 1}, {"packing", 2}, {"unlike", 1},  {"compact", 1},  {"viscous", 1},
                 {"hertz", 1},   {"gas64", 1},   {"gas1e3", 1},  {"gas", 1},      {"gas1e5", 1},
                 {"gas1e6", 1},  {"sizes1", 1},  {"sizes10", 1}, {"sizes100", 1}, {"column", 1}};
    struct gravel_error error = {0};
    enum gravel_status status = GRAVEL_OK;
    if (argc == 3 && strcmp(argv[1], "settle") == 0)
        status = gravel_bench_md_write_settled(argv[2], &error);
    else if (argc >= 2)
        status = bench(output, argv[1], argc > 2 ? atoi(argv[2]) : 1, argc > 3 ? argv[3] : NULL, &error);
    else
        for (size_t k = 0; k < sizeof table / sizeof *table && status == GRAVEL_OK; k++)
            status = bench(output, table[k].name, table[k].threads, NULL, &error);
    if (status != GRAVEL_OK)
        fprintf(stderr, "gravel bench md: %s: %s\n", gravel_status_text(status), error.text);
    return status == GRAVEL_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
