/* Speed of the event-driven engine on one core.
 *
 *   gravel bench ed                 a short table
 *   gravel bench ed scaling         time a collision against N at phi = 0.3
 *   gravel bench ed N PHI [KIND [COLLISIONS [THREADS]]]   one line, with so many collisions in each run; KIND: elastic
 * (default); dissipative: e = 0.95 with TC; gravity: and gravity between plates; walls: and the lower plate
 * vibrates; mixture: elastic, with four spheres of a hundred diameters in the gas of packing fraction PHI
 *   gravel bench ed endure N PHI COLLISIONS   an elastic gas in twenty pieces, with what rounding does to it
 *
 * A face-centred cubic crystal of equal spheres with Maxwellian velocities melts (or not) for 30 collisions a
 * particle (6 in large systems), then collisions a CPU second are measured for 30 more, a million at most; median
 * of the runs.  Each run begins from the crystal: a gas that loses energy under gravity soon lies dense on
 * the floor, and its rate would no longer be one at packing fraction PHI.  The mean height after the last run is
 * printed to check this. With several threads the time is elapsed time, and cores must be free. Bytes are what the
 * engine holds, from the allocator's own count. */
#include "engines/core/rng.h"
#include "engines/start.h"
#include "harness/bench/bench.h"
#include "harness/util/clock.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_statistics_double.h>

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct gravel_engine_ops gravel_ed;

enum { RUNS = 5, LARGE = 100000, MOST_COLLISIONS = 1000000 };

/* FCC with 4 m^3 spheres of unit diameter in a periodic cube, m from n. */
static enum gravel_status
crystal(struct gravel_system *system, size_t n, double phi, struct gravel_error *error)
{
    const int m = (int)fmax(2.0, round(cbrt((double)n / 4.0)));
    const enum gravel_status status = gravel_system_resize(system, 4 * (size_t)m * (size_t)m * (size_t)m, error);
    if (status != GRAVEL_OK)
        return status;
    static const double place[4][3] = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};
    const double length = cbrt((double)system->n_particles * M_PI / 6.0 / phi), cell = length / m;
    gsl_rng *rng = gravel_rng_create(1, "bench", n);
    for (size_t i = 0; i < system->n_particles; i++) {
        const size_t c = i / 4, k = i % 4, side = (size_t)m;
        const double w = gsl_ran_gaussian(rng, 1.0), v = gsl_ran_gaussian(rng, 1.0), u = gsl_ran_gaussian(rng, 1.0);
        system->particles[i] =
            (struct gravel_particle){.x = v3(((double)(c % side) + place[k][0] + 0.25) * cell,
                                             ((double)(c / side % side) + place[k][1] + 0.25) * cell,
                                             ((double)(c / side / side) + place[k][2] + 0.25) * cell),
                                     .v = v3(u, v, w),
                                     .radius = 0.5,
                                     .mass = 1.0,
                                     .inertia = gravel_inertia(3, 1.0, 0.5),
                                     .attached = GRAVEL_FREE};
    }
    gsl_rng_free(rng);
    struct vec3 drift = v3(0, 0, 0);
    for (size_t i = 0; i < system->n_particles; i++)
        drift = v3_axpy(drift, 1.0 / (double)system->n_particles, system->particles[i].v);
    for (size_t i = 0; i < system->n_particles; i++)
        system->particles[i].v = v3_sub(system->particles[i].v, drift);
    for (int d = 0; d < 3; d++)
        system->box.periodic[d] = true;
    system->box.high = v3(length, length, length);
    return GRAVEL_OK;
}

/* Four spheres of a hundred diameters, of the same material and temperature, take the places of the small ones there.
 */
static void
add_large(struct gravel_system *system)
{
    enum { N_LARGE = 4 };
    const double radius = 50.0, mass = 1e6, length = system->box.high.z;
    struct gravel_particle large[N_LARGE];
    for (int k = 0; k < N_LARGE; k++) {
        large[k] = system->particles[k];
        large[k].x = v3_scale(0.5 * length, v3(k % 2 + 0.5, k / 2 + 0.5, (k % 2 + k / 2) % 2 + 0.5));
        large[k].v = v3_scale(1.0 / sqrt(mass), large[k].v);
        large[k].radius = radius;
        large[k].mass = mass;
        large[k].inertia = gravel_inertia(3, mass, radius);
    }
    size_t n = 0;
    for (size_t i = 0; i < system->n_particles; i++) {
        bool clear = true;
        for (int k = 0; k < N_LARGE; k++)
            clear = clear && v3_norm(gravel_box_separation(&system->box, large[k].x, system->particles[i].x)) >
                                 radius + system->particles[i].radius;
        if (clear)
            system->particles[n++] = system->particles[i];
    }
    for (int k = 0; k < N_LARGE && n < system->n_particles; k++)
        system->particles[n++] = large[k];
    system->n_particles = n;
}

/* Walls at the faces of the cube across z; the lower one may vibrate. */
static void
add_walls(struct gravel_system *system, double e, bool vibrate)
{
    for (int w = 0; w < 2; w++)
        system->walls[w] = (struct gravel_wall){
            .name = "plate",
            .shape = GRAVEL_PLANE,
            .axis = v3(0, 0, 1),
            .origin = v3(0, 0, w == 0 ? -0.7 : system->box.high.z + 0.7),
            .contact = {.rule = GRAVEL_OWN_RESTITUTION, .restitution = e, .tangential_restitution = 1.0}};
    if (vibrate)
        system->walls[0].motion = (struct gravel_motion){.amplitude = 0.1, .angular_frequency = 30.0};
    system->box.periodic[2] = false;
    system->n_walls = 2;
}

static enum gravel_status
prepare(struct gravel_system *system, size_t n, double phi, const char *kind, struct gravel_error *error)
{
    *system = (struct gravel_system){.dimension = 3, .n_species = 1};
    system->material = (struct gravel_material){.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                                .restitution = 1.0,
                                                .contact_time = 1e-5,
                                                .tangential_restitution = 1.0};
    const enum gravel_status status = crystal(system, n, phi, error);
    if (status != GRAVEL_OK)
        return status;
    if (strcmp(kind, "mixture") == 0)
        add_large(system);
    else if (strcmp(kind, "elastic") != 0)
        system->material.restitution = 0.95;
    if (strcmp(kind, "gravity") == 0 || strcmp(kind, "walls") == 0) {
        system->gravity = v3(0, 0, -1.0 / system->box.high.z);
        system->walls = calloc(2, sizeof *system->walls);
        if (system->walls == NULL)
            return gravel_no_memory(error);
        add_walls(system, 0.95, strcmp(kind, "walls") == 0);
    }
    return GRAVEL_OK;
}

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

/* Thirty a particle. */
static uint64_t
default_collisions(size_t n)
{
    return 15 * n < MOST_COLLISIONS ? 15 * n : MOST_COLLISIONS;
}

struct run {
    double rate; /* collisions a CPU second */
    size_t bytes;
    struct gravel_counters before, after;
    struct gravel_energy start, end;
    uint64_t state; /* checksum of the last state: equal when two programs agree to the last bit */
    char note[160]; /* about the threads */
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

/* From the crystal on. */
static enum gravel_status
run_once(const struct gravel_system *system, const char *tc, uint64_t n_run, const char *threads, struct run *run,
         struct gravel_error *error)
{
    double (*const seconds)(void) = strcmp(threads, "1") == 0 ? gravel_clock_cpu : gravel_clock_elapsed;
    void *engine = NULL;
    const size_t n = system->n_particles, bytes = gravel_bench_bytes_held();
    double t = 0.0;
    const double step = 0.05;
    enum gravel_status status = gravel_engine_start(
        &engine, &gravel_ed, system, (const char *const[]){"tc", tc, "threads", threads, NULL}, NULL, error);
    if (status != GRAVEL_OK)
        return status;
    run->bytes = gravel_bench_bytes_held() - bytes;
    gravel_ed.energy(engine, &run->start);
    status = collide(engine, &t, step, (n > LARGE ? 3 : 15) * n, &run->before, error);
    const double began = seconds();
    if (status == GRAVEL_OK)
        status = collide(engine, &t, step, run->before.pair_collisions + n_run, &run->after, error);
    if (status == GRAVEL_OK) {
        run->rate = (double)(run->after.pair_collisions - run->before.pair_collisions) / (seconds() - began);
        gravel_ed.energy(engine, &run->end);
        run->state = checksum(engine, system);
        const char *note = gravel_ed.note(engine);
        snprintf(run->note, sizeof run->note, "%s", note != NULL ? note : "");
    }
    gravel_ed.destroy(engine);
    return status;
}

static void
print_run(const struct run *run, size_t n, double phi, const char *kind, double rate)
{
    const struct gravel_counters *before = &run->before, *after = &run->after;
    const double done = (double)(after->pair_collisions - before->pair_collisions);
    printf("%8zu %5.3g %-12s %10.0f collisions/s  %6.3f us  %4zu B/particle  per collision: %.2f events, "
           "%.2f stale, %.3f rebuilds, %.1f predictions; "
           "ledger drift %.1e, overlap %.1e",
           n, phi, kind, rate, 1e6 / rate, run->bytes / n, (double)(after->events - before->events) / done,
           (double)(after->stale - before->stale) / done, (double)(after->rebuilds - before->rebuilds) / done,
           (double)(after->predictions - before->predictions) / done,
           gravel_energy_ledger(&run->end) / gravel_energy_ledger(&run->start) - 1.0, after->max_overlap);
    if (run->end.potential != 0.0) /* unit mass and g = 1/L */
        printf("; mean height %.3f of the box", run->end.potential / (double)n);
    printf("; state %016" PRIx64, run->state);
    printf("%s%s\n", run->note[0] != '\0' ? "; " : "", run->note);
    fflush(stdout);
}

/* n_run collisions in each run; 0: the default. */
static enum gravel_status
measure(size_t n, double phi, const char *kind, uint64_t n_run, const char *threads, struct gravel_error *error)
{
    struct gravel_system system;
    struct run run = {0};
    double rate[RUNS];
    const char *const tc = strcmp(kind, "elastic") == 0 ? "0" : "1e-6"; /* [s] */
    enum gravel_status status = prepare(&system, n, phi, kind, error);
    if (status != GRAVEL_OK)
        return status;
    n = system.n_particles;
    for (int k = 0; k < RUNS && status == GRAVEL_OK; k++) {
        status = run_once(&system, tc, n_run > 0 ? n_run : default_collisions(n), threads, &run, error);
        rate[k] = run.rate;
    }
    if (status == GRAVEL_OK) {
        print_run(&run, n, phi, kind, gsl_stats_median(rate, 1, RUNS));
    }
    gravel_system_free(&system);
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
    enum gravel_status status = prepare(&system, n, phi, "elastic", error);
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
gravel_bench_ed(int argc, char **argv)
{
    static const struct {
        size_t n;
        double phi;
        const char *kind;
    } table[] = {{10000, 0.1, "elastic"},  {10000, 0.3, "elastic"},     {10000, 0.49, "elastic"},
                 {100000, 0.3, "elastic"}, {10000, 0.3, "dissipative"}, {10000, 0.3, "gravity"},
                 {10000, 0.3, "walls"},    {20000, 0.001, "mixture"}};
    struct gravel_error error = {0};
    enum gravel_status status = GRAVEL_OK;
    if (argc == 2 && strcmp(argv[1], "scaling") == 0) {
        for (double n = 1e3; n < 2e6 && status == GRAVEL_OK; n *= sqrt(10.0))
            status = measure((size_t)n, 0.3, "elastic", 0, "1", &error);
    } else if (argc == 5 && strcmp(argv[1], "endure") == 0) {
        status = endure((size_t)atof(argv[2]), atof(argv[3]), (uint64_t)atof(argv[4]), &error);
    } else if (argc >= 3) {
        status = measure((size_t)atof(argv[1]), atof(argv[2]), argc > 3 ? argv[3] : "elastic",
                         argc > 4 ? (uint64_t)atof(argv[4]) : 0, argc > 5 ? argv[5] : "1", &error);
    } else {
        for (size_t k = 0; k < sizeof table / sizeof *table && status == GRAVEL_OK; k++)
            status = measure(table[k].n, table[k].phi, table[k].kind, 0, "1", &error);
    }
    if (status != GRAVEL_OK)
        fprintf(stderr, "gravel bench ed: %s: %s\n", gravel_status_text(status), error.text);
    return status == GRAVEL_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
