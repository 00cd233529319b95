/* Events a second of the event-driven column, vibrated and fluidised.
 * usage: gravel bench column [N [X [alpha [seconds of CPU]]]]; without arguments: the table of cases below. */
#include "engines/start.h"
#include "harness/bench/bench.h"
#include "harness/util/clock.h"
#include "harness/util/exit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

extern const struct gravel_engine_ops gravel_ed_column;

/* Run n beads at X = (n - 1)(1 - e), e_p = 1, for about `seconds`. */
static int
bench(struct gravel_bench_output *output, size_t n, double x, double alpha, double seconds)
{
    static struct gravel_particle particles[GRAVEL_BENCH_BEADS_MAX];
    const double g = 9.81, w = 2.0 * M_PI * 20.0, speed = alpha * g / w, d = 1e-3;
    struct gravel_wall plate = {.name = "plate",
                                .shape = GRAVEL_PLANE,
                                .axis = v3(0, 0, 1),
                                .touch = GRAVEL_BOUNCE,
                                .contact.rule = GRAVEL_OWN_RESTITUTION,
                                .contact.restitution = 1.0,
                                .motion = {.amplitude = speed / w, .angular_frequency = w}};
    const struct gravel_system system = {.dimension = 1,
                                         .gravity = v3(0, 0, -g),
                                         .n_particles = n,
                                         .particles = particles,
                                         .n_walls = 1,
                                         .walls = &plate,
                                         .material = {.restitution = 1.0 - x / (double)(n - 1), .contact_time = 1e-5}};
    for (size_t i = 0; i < n; i++)
        particles[i] =
            (struct gravel_particle){.x = v3(0, 0, d * (0.5 + (double)i) + 0.3 * speed * speed / g * (double)(i + 1)),
                                     .v = v3(0, 0, speed * sin(2.385 * (double)(i + 1))),
                                     .radius = 0.5 * d,
                                     .mass = 1.0,
                                     .attached = GRAVEL_FREE};

    struct gravel_error error = {0};
    void *engine;
    if (gravel_engine_start(&engine, &gravel_ed_column, &system, NULL, NULL, &error) != GRAVEL_OK) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    struct gravel_bench_row row = {.unit = "events/s", .n = n, .threads = 1};
    struct gravel_counters before = {0}, counters = {0};
    const double step = 10.0 * speed / g;
    double t = 0.0;
    for (; row.turns < GRAVEL_BENCH_TURNS; row.turns++) {
        const double start = gravel_clock_cpu();
        double used = 0.0;
        for (; used < seconds / GRAVEL_BENCH_TURNS; used = gravel_clock_cpu() - start)
            if (gravel_ed_column.advance(engine, t += step, &error) != GRAVEL_OK) {
                fprintf(stderr, "%s\n", error.text);
                gravel_ed_column.destroy(engine);
                return EXIT_FAILURE;
            }
        gravel_ed_column.counters(engine, &counters);
        row.rate[row.turns] = (double)(counters.events - before.events) / used;
        before = counters;
    }
    snprintf(row.problem, sizeof row.problem, "ED column, N = %zu, X = %g, alpha = %g", n, x, alpha);
    snprintf(row.note, sizeof row.note, "%.3f of the events at the plate, %.2f predictions an event",
             (double)counters.wall_collisions / (double)counters.events,
             (double)counters.predictions / (double)counters.events);
    gravel_bench_take(output, &row);
    gravel_ed_column.destroy(engine);
    return EXIT_SUCCESS;
}

int
gravel_bench_column(struct gravel_bench_output *output, int argc, char **argv)
{
    if (argc > 1) {
        const double n = strtod(argv[1], NULL), x = argc > 2 ? strtod(argv[2], NULL) : 0.72;
        if (x >= n - 1.0) {
            fprintf(stderr,
                    "gravel: bench column: X: found %g, allowed: below N - 1 = %g, where beads keep no velocity\n", x,
                    n - 1.0);
            return GRAVEL_EXIT_USAGE;
        }
        return bench(output, (size_t)n, x, argc > 3 ? strtod(argv[3], NULL) : 10.0,
                     argc > 4 ? strtod(argv[4], NULL) : 1.0);
    }
    static const struct {
        size_t n;
        double x, alpha;
    } cases[] = {{10, 0.05, 10}, {10, 0.72, 10}, {10, 0.72, 1000}, {20, 0.72, 100}, {20, 2.0, 1000}, {100, 0.72, 1000}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        if (bench(output, cases[k].n, cases[k].x, cases[k].alpha, 0.5) != EXIT_SUCCESS)
            return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
