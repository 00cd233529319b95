/* Speed of the event-driven engine on one core.
 *
 *   gravel bench ed                 a short table
 *   gravel bench ed scaling         time a collision against N, 32 to 10^7, at phi = 0.3; needs some GB and minutes
 *   gravel bench ed N PHI [KIND [COLLISIONS [THREADS]]]   one row, with so many collisions in each turn; KIND: elastic
 * (default); dissipative: e = 0.95 with TC; gravity: and gravity between plates; walls: and the lower plate
 * vibrates; ratio10: elastic, with spheres of ten diameters and the same mass on a lattice; mixture: elastic, with four
 * spheres of a hundred diameters and a million masses; in the gas of packing fraction PHI
 *   gravel bench ed endure N PHI COLLISIONS   an elastic gas in twenty pieces, with what rounding does to it
 *
 * A face-centred cubic crystal of equal spheres with Maxwellian velocities melts (or not) for 30 collisions a
 * particle (6 in large systems, 1 in very large ones), then collisions a CPU second are measured for 30 more, 10^5 to
 * 10^6 in all.  Each turn begins from the crystal: a gas that loses energy under gravity soon lies dense on
 * the floor, and its rate would no longer be one at packing fraction PHI.  The mean height after the last turn is
 * noted to check this.  With several threads the time is elapsed time, and cores must be free; the peer is gravel with
 * one thread.  Peers of an elastic gas begin from the same places, with velocities of their own (EDMD), and have as
 * many collisions before the measurement and in it.  Bytes are what the engine holds, from the allocator's own count.
 */
#include "engines/start.h"
#include "harness/bench/bench.h"
#include "harness/bench/ed_peers.h"
#include "harness/bench/ed_systems.h"
#include "harness/bench/process.h"
#include "harness/util/clock.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct gravel_engine_ops gravel_ed;

enum { LARGE = 100000, VERY_LARGE = 3000000, LEAST_COLLISIONS = 100000, MOST_COLLISIONS = 1000000 };

/* Advance by `step` until `target` collisions are done. */
static enum gravel_status
collide(void *engine, double *t, double step, uint64_t target, struct gravel_counters *c, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (gravel_ed.counters(engine, c); status == GRAVEL_OK && c->pair_collisions < target;) {
        *t += step;
        status = gravel_ed.advance(engine, *t, error);
        gravel_ed.counters(engine, c);
    }
    return status;
}

/* How many collisions come before the measurement, and are measured unless their number is given. */
static uint64_t
collisions_to_melt(size_t n)
{
    return n > VERY_LARGE ? n / 2 : n > LARGE ? 3 * n : 15 * n;
}

static uint64_t
default_collisions(size_t n)
{
    const size_t some = 15 * n > LEAST_COLLISIONS ? 15 * n : LEAST_COLLISIONS;
    return some < MOST_COLLISIONS ? some : MOST_COLLISIONS;
}

struct run {
    double rate; /* collisions a CPU second; a second with several threads */
    size_t bytes;
    struct gravel_counters before, after;
    struct gravel_energy start, end;
    uint64_t state;               /* checksum of the last state: equal when programs agree to the last bit */
    char note[GRAVEL_BENCH_TEXT]; /* about the threads */
};

/* FNV-1a over positions, velocities and spins at the present. */
static uint64_t
checksum(void *engine, const struct gravel_system *system)
{
    struct gravel_particle *p = malloc(system->n_particles * sizeof *p);
    uint64_t sum = 0xcbf29ce484222325u;
    if (p == NULL)
        return 0;
    gravel_ed.snapshot(engine, p);
    for (size_t i = 0; i < system->n_particles; i++) {
        const double value[] = {p[i].x.x, p[i].x.y, p[i].x.z, p[i].v.x, p[i].v.y, p[i].v.z, v3_norm2(p[i].omega)};
        const unsigned char *byte = (const unsigned char *)value;
        for (size_t k = 0; k < sizeof value; k++)
            sum = (sum ^ byte[k]) * 0x100000001b3u;
    }
    free(p);
    return sum;
}

/* What is measured. */
struct problem {
    struct gravel_system system;
    double phi;
    const char *kind;
    uint64_t melt, measured;
    int threads;
};

/* From the crystal on. */
static enum gravel_status
run_once(const struct problem *problem, int threads, struct run *run, struct gravel_error *error)
{
    double (*const seconds)(void) = problem->threads == 1 ? gravel_clock_cpu : gravel_clock_elapsed;
    const bool elastic = problem->system.material.restitution == 1.0;
    char count[16];
    void *engine = NULL;
    const size_t bytes = gravel_bench_bytes_held();
    double t = 0.0;
    const double step = 0.05;
    snprintf(count, sizeof count, "%d", threads);
    const char *const options[] = {"tc", elastic ? "0" : "1e-6", "threads", count, NULL};
    enum gravel_status status = gravel_engine_start(&engine, &gravel_ed, &problem->system, options, NULL, error);
    if (status != GRAVEL_OK)
        return status;
    run->bytes = gravel_bench_bytes_held() - bytes;
    gravel_ed.energy(engine, &run->start);
    status = collide(engine, &t, step, problem->melt, &run->before, error);
    const double began = seconds();
    if (status == GRAVEL_OK)
        status = collide(engine, &t, step, run->before.pair_collisions + problem->measured, &run->after, error);
    if (status == GRAVEL_OK) {
        run->rate = (double)(run->after.pair_collisions - run->before.pair_collisions) / (seconds() - began);
        gravel_ed.energy(engine, &run->end);
        run->state = checksum(engine, &problem->system);
        const char *note = gravel_ed.note(engine);
        snprintf(run->note, sizeof run->note, "%s", note != NULL ? note : "");
    }
    gravel_ed.destroy(engine);
    return status;
}

static void
note_run(const struct run *run, size_t n, char *note, size_t size)
{
    const struct gravel_counters *before = &run->before, *after = &run->after;
    const double done = (double)(after->pair_collisions - before->pair_collisions);
    char height[48] = "";
    if (run->end.potential != 0.0) /* unit mass and g = 1/L */
        snprintf(height, sizeof height, ", mean height %.3f of the box", run->end.potential / (double)n);
    snprintf(note, size,
             "a collision: %.2f events, %.2f stale, %.3f rebuilds, %.1f predictions; ledger drift %.1e, overlap "
             "%.1e%s; state %016" PRIx64 "%s%s",
             (double)(after->events - before->events) / done, (double)(after->stale - before->stale) / done,
             (double)(after->rebuilds - before->rebuilds) / done,
             (double)(after->predictions - before->predictions) / done,
             gravel_energy_ledger(&run->end) / gravel_energy_ledger(&run->start) - 1.0, after->max_overlap, height,
             run->state, run->note[0] != '\0' ? "; " : "", run->note);
}

/* The fastest of the peers' programs, each tried once; NULL when there is none. */
static const struct gravel_bench_ed_peer *
find_peer(const struct gravel_bench_ed_task *task, char program[PATH_MAX], struct gravel_bench_row *row)
{
    static struct gravel_bench_programs programs;
    const bool simple = task->system->material.restitution == 1.0 && task->system->n_walls == 0;
    const struct gravel_bench_ed_peer *best = NULL;
    for (const struct gravel_bench_ed_peer *peer = gravel_bench_ed_peers; peer->code != NULL; peer++) {
        struct gravel_error failure;
        gravel_bench_find_programs(&programs, peer->variable, NULL);
        if (!simple)
            (void)gravel_bench_try(row, peer->code, "", 0.0, "asked for elastic gases in periodic boxes only");
        else if (programs.n == 0) {
            snprintf(failure.text, sizeof failure.text, "%s names no program", peer->variable);
            (void)gravel_bench_try(row, peer->code, "", 0.0, failure.text);
        }
        for (int k = 0; k < programs.n && simple; k++) {
            struct gravel_bench_ed_result result = {0};
            const char *slash = strrchr(programs.path[k], '/');
            (void)peer->run(task, programs.path[k], &result, &failure);
            if (gravel_bench_try(row, peer->code, slash != NULL ? slash + 1 : programs.path[k], result.rate,
                                 failure.text)) {
                best = peer;
                snprintf(program, PATH_MAX, "%s", programs.path[k]);
            }
        }
    }
    return best;
}

static enum gravel_status
measure_turns(const struct problem *problem, struct run *run, struct gravel_bench_row *row, struct gravel_error *error)
{
    const struct gravel_bench_ed_task task = {&problem->system, problem->melt, problem->measured};
    char program[PATH_MAX];
    const struct gravel_bench_ed_peer *peer = problem->threads == 1 ? find_peer(&task, program, row) : NULL;
    enum gravel_status status = GRAVEL_OK;
    if (problem->threads > 1) {
        snprintf(row->peer, sizeof row->peer, "gravel");
        snprintf(row->variant, sizeof row->variant, "one thread");
    }
    for (; row->turns < GRAVEL_BENCH_TURNS && status == GRAVEL_OK; row->turns++) {
        struct run alone = {0};
        struct gravel_bench_ed_result theirs = {0};
        status = run_once(problem, problem->threads, run, error);
        row->rate[row->turns] = run->rate;
        if (status == GRAVEL_OK && problem->threads > 1)
            status = run_once(problem, 1, &alone, error);
        if (status == GRAVEL_OK && peer != NULL)
            status = peer->run(&task, program, &theirs, error);
        row->peer_rate[row->turns] = peer != NULL ? theirs.rate : alone.rate;
        row->peer_bytes = theirs.bytes / (double)row->n;
    }
    return status;
}

/* `measured` collisions in each turn; 0: the default. */
static enum gravel_status
measure(struct gravel_bench_output *output, size_t n, double phi, const char *kind, uint64_t measured, int threads,
        struct gravel_error *error)
{
    struct problem problem = {.phi = phi, .kind = kind, .threads = threads};
    struct gravel_bench_row row = {.unit = "collisions/s", .threads = threads};
    struct run run = {0};
    enum gravel_status status = gravel_bench_ed_prepare(&problem.system, n, phi, kind, error);
    if (status == GRAVEL_OK) {
        row.n = problem.system.n_particles;
        problem.melt = collisions_to_melt(row.n);
        problem.measured = measured > 0 ? measured : default_collisions(row.n);
        snprintf(row.problem, sizeof row.problem, "ED, %s, N = %.3g, phi = %g", kind, (double)n, phi);
        status = measure_turns(&problem, &run, &row, error);
    }
    if (status == GRAVEL_OK) {
        row.bytes = (double)run.bytes / (double)row.n;
        note_run(&run, row.n, row.note, sizeof row.note);
        gravel_bench_take(output, &row);
    }
    gravel_system_free(&problem.system);
    return status;
}

/* One line on a long run: nothing here may grow. */
static void
print_endurance(const void *engine, double t, double ledger, size_t bytes_before, double seconds)
{
    struct gravel_counters c;
    struct gravel_energy energy;
    gravel_ed.counters(engine, &c);
    gravel_ed.energy(engine, &energy);
    printf("%14" PRIu64 " collisions  t %.9g  overlap %.2e radii (limit 1e-9)  energy drift %+.2e (limit 1e-11)  "
           "step back in time %g s (0)  %+.0f bytes since the start  %.0f CPU s\n",
           c.pair_collisions, t, c.max_overlap, gravel_energy_ledger(&energy) / ledger - 1.0, c.backward,
           (double)gravel_bench_bytes_held() - (double)bytes_before, seconds);
    fflush(stdout);
}

/* Collide n_run times.  After each twentieth the engine's own data are verified pair by pair. */
static enum gravel_status
endure(size_t n, double phi, uint64_t n_run, struct gravel_error *error)
{
    enum { PIECES = 20 };
    struct gravel_system system;
    struct gravel_energy energy;
    struct gravel_counters c;
    void *engine = NULL;
    double t = 0.0;
    enum gravel_status status = gravel_bench_ed_prepare(&system, n, phi, "elastic", error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_engine_start(&engine, &gravel_ed, &system, NULL, NULL, error);
    if (status != GRAVEL_OK)
        return status;
    gravel_ed.energy(engine, &energy);
    const size_t bytes = gravel_bench_bytes_held();
    double seconds = 0.0;
    for (uint64_t k = 1; k <= PIECES && status == GRAVEL_OK; k++) {
        const double began = gravel_clock_cpu();
        status = collide(engine, &t, 0.05, n_run / PIECES * k, &c, error);
        seconds += gravel_clock_cpu() - began;
        if (status == GRAVEL_OK)
            status = gravel_ed.self_check(engine, error);
        if (status == GRAVEL_OK)
            print_endurance(engine, t, gravel_energy_ledger(&energy), bytes, seconds);
    }
    gravel_ed.destroy(engine);
    gravel_system_free(&system);
    return status;
}

int
gravel_bench_ed(struct gravel_bench_output *output, int argc, char **argv)
{
    static const struct {
        size_t n;
        double phi;
        const char *kind;
        int threads;
    } table[] = {{32, 0.3, "elastic", 1},      {1000, 0.3, "elastic", 1},   {10000, 0.001, "elastic", 1},
                 {10000, 0.01, "elastic", 1},  {10000, 0.1, "elastic", 1},  {10000, 0.3, "elastic", 1},
                 {10000, 0.49, "elastic", 1},  {100000, 0.3, "elastic", 1}, {10000, 0.3, "dissipative", 1},
                 {10000, 0.3, "gravity", 1},   {10000, 0.3, "walls", 1},    {20000, 0.1, "ratio10", 1},
                 {20000, 0.001, "mixture", 1}, {300000, 0.3, "elastic", 2}};
    struct gravel_error error = {0};
    enum gravel_status status = GRAVEL_OK;
    if (argc == 2 && strcmp(argv[1], "scaling") == 0) {
        for (double n = 32; n < 2e7 && status == GRAVEL_OK; n *= sqrt(10.0))
            status = measure(output, (size_t)round(n), 0.3, "elastic", 0, 1, &error);
    } else if (argc == 5 && strcmp(argv[1], "endure") == 0) {
        status = endure((size_t)atof(argv[2]), atof(argv[3]), (uint64_t)atof(argv[4]), &error);
    } else if (argc >= 3) {
        status = measure(output, (size_t)atof(argv[1]), atof(argv[2]), argc > 3 ? argv[3] : "elastic",
                         argc > 4 ? (uint64_t)atof(argv[4]) : 0, argc > 5 ? atoi(argv[5]) : 1, &error);
    } else {
        for (size_t k = 0; k < sizeof table / sizeof *table && status == GRAVEL_OK; k++)
            status = measure(output, table[k].n, table[k].phi, table[k].kind, 0, table[k].threads, &error);
    }
    if (status != GRAVEL_OK)
        fprintf(stderr, "gravel bench ed: %s: %s\n", gravel_status_text(status), error.text);
    return status == GRAVEL_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
