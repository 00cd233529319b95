/* What the suite itself costs.
 *
 *   gravel bench suite [CASES]   run the quick tier of these cases, all where none is named, into a new store: points a
 * second of processor time, with the processor time of all its processes and the elapsed time.  One turn.
 */
#include "harness/bench/bench.h"
#include "harness/bench/process.h"
#include "harness/util/clock.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* "2 points, 2 done in 0.1 s: store.sqlite" */
static size_t
read_points(struct gravel_process *process)
{
    size_t points = 0;
    for (const char *line; (line = gravel_bench_line(process)) != NULL;) {
        size_t all, done;
        if (sscanf(line, "%zu points, %zu done", &all, &done) == 2 && all == done)
            points = done;
    }
    return points;
}

static enum gravel_status
run_suite(const char *cases, struct gravel_bench_row *row, struct gravel_error *error)
{
    char program[PATH_MAX], folder[PATH_MAX], arguments[2 * GRAVEL_BENCH_TEXT];
    struct gravel_process *process;
    struct gravel_process_outcome outcome = {0};
    if (realpath("/proc/self/exe", program) == NULL)
        return gravel_fail(error, GRAVEL_IO, "cannot find this program: /proc/self/exe");
    enum gravel_status status = gravel_bench_folder_make(folder, error);
    if (status != GRAVEL_OK)
        return status;
    snprintf(arguments, sizeof arguments, "run '%.*s' --tier quick -q --store store.sqlite", GRAVEL_BENCH_TEXT, cases);
    const double began = gravel_clock_elapsed(), used = gravel_clock_children();
    if ((status = gravel_bench_start(&process, folder, program, arguments, error)) == GRAVEL_OK) {
        row->n = read_points(process);
        gravel_process_end(process, &outcome);
        const double seconds = gravel_clock_children() - used;
        row->rate[row->turns++] = (double)row->n / seconds;
        snprintf(row->note, sizeof row->note, "%zu points, %.1f s of processor time, %.1f s elapsed", row->n, seconds,
                 gravel_clock_elapsed() - began);
        if (!outcome.good || row->n == 0)
            status = gravel_fail(error, GRAVEL_IO, "gravel %s did not finish all points", arguments);
    }
    gravel_bench_folder_remove(folder);
    return status;
}

int
gravel_bench_suite(struct gravel_bench_output *output, int argc, char **argv)
{
    struct gravel_bench_row row = {.unit = "points/s", .threads = 1};
    struct gravel_error error = {0};
    const char *const cases = argc > 1 ? argv[1] : "all";
    const enum gravel_status status = run_suite(cases, &row, &error);
    snprintf(row.problem, sizeof row.problem, "suite, tier quick, %.100s", cases);
    if (status == GRAVEL_OK)
        gravel_bench_take(output, &row);
    else
        fprintf(stderr, "gravel bench suite: %s: %s\n", gravel_status_text(status), error.text);
    return status == GRAVEL_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
