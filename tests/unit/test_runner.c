/* The runner: results may not depend on the number of workers, nor on crashes and interruptions. */
#include "harness/run/worker.h"
#include "harness/util/home.h"
#include "harness/util/progress.h"
#include "tests/sanitized.h"
#include "tests/unit/run_world.h"

FLIGHT(NONE, GRAVEL_ED);
FLIGHT(CRASH, GRAVEL_ED);
FLIGHT(HANG, GRAVEL_ED);
FLIGHT(HOG, GRAVEL_ED);
FLIGHT(KILLED, GRAVEL_ED);

static struct gravel_run_summary
run_plan(const struct world *world, const char *name, struct gravel_run_options options)
{
    char path[PATH_MAX];
    struct gravel_store *store;
    struct gravel_run_summary summary = {0};
    struct gravel_error error = {0};
    options.quiet = true;
    if (gravel_store_open(&store, scratch_in(world->folder, name, path), false, &error) != GRAVEL_OK ||
        gravel_run(&world->plan, store, &options, &summary, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    gravel_store_close(store);
    return summary;
}

/* All records as JSON without what may differ: CPU time, host and when. The caller frees. */
static char *
content(const struct world *world, const char *name, size_t *n)
{
    static const char *const free_to_differ[] = {"cpu_seconds", "host", "started"};
    char path[PATH_MAX];
    struct gravel_store *store;
    struct gravel_records records = {0};
    struct gravel_error error = {0};
    if (gravel_store_open(&store, scratch_in(world->folder, name, path), true, &error) != GRAVEL_OK ||
        gravel_store_load(store, NULL, &records, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    gravel_store_close(store);
    json_t *all = json_array();
    for (size_t r = 0; r < records.n; r++) {
        json_t *json = gravel_record_to_json(&records.items[r]);
        for (int k = 0; k < 3; k++)
            json_object_del(json, free_to_differ[k]);
        json_array_append_new(all, json);
    }
    char *text = json_dumps(all, JSON_REAL_PRECISION(17) | JSON_INDENT(1));
    *n = records.n;
    json_decref(all);
    gravel_records_free(&records);
    return text;
}

static void
crash_of_one_point_leaves_the_others_and_is_retried(void **state)
{
    struct world *world = *state;
    for (size_t k = 0; k < world->plan.n; k++)
        world->plan.points[k].engine = k == 3 ? &flight_CRASH : &flight_NONE;
    struct gravel_run_summary s = run_plan(world, "a", (struct gravel_run_options){.workers = 2});
    assert_int_equal(s.planned, 8);
    assert_int_equal(s.done, 7);
    assert_int_equal(s.failed, 1);
    size_t n;
    char *text = content(world, "a", &n);
    assert_int_equal(n, 8);
    assert_non_null(strstr(text, "Aborted"));
    free(text);
    world->plan.points[3].engine = &flight_NONE;
    s = run_plan(world, "a", (struct gravel_run_options){.workers = 2});
    assert_int_equal(s.reused, 7);
    assert_int_equal(s.done, 1);
    s = run_plan(world, "a", (struct gravel_run_options){.workers = 2, .again = true});
    assert_int_equal(s.reused, 0);
    assert_int_equal(s.done, 8);
}

/* Store the first record as if another commit of gravel had made it. */
static void
make_older(const struct world *world, const char *name)
{
    char path[PATH_MAX];
    struct gravel_store *store;
    struct gravel_record record = {0};
    struct gravel_error error = {0};
    bool found = false;
    if (gravel_store_open(&store, scratch_in(world->folder, name, path), false, &error) != GRAVEL_OK ||
        gravel_store_get(store, world->plan.points[0].key, &record, &found, &error) != GRAVEL_OK || !found)
        fail_msg("%s", error.text);
    snprintf(record.commit, sizeof record.commit, "0123456789ab");
    assert_int_equal(gravel_store_put(store, &record, &error), GRAVEL_OK);
    gravel_record_free(&record);
    gravel_store_close(store);
}

static void
reused_points_of_another_build_are_counted(void **state)
{
    struct world *world = *state;
    run_plan(world, "older", (struct gravel_run_options){.workers = 2});
    make_older(world, "older");
    struct gravel_run_summary s = run_plan(world, "older", (struct gravel_run_options){.workers = 2});
    const size_t n_changed = strstr(gravel_commit(), "-dirty") != NULL ? s.reused : 1; /* any of them may be another */
    assert_int_equal(s.reused, world->plan.n);
    assert_int_equal(s.reused_older, n_changed);
    s = run_plan(world, "older", (struct gravel_run_options){.workers = 2, .again = true});
    assert_int_equal(s.reused_older, 0);
}

static void
time_limit_stops_a_point(void **state)
{
    struct world *world = *state;
    world->plan.points[0].engine = &flight_HANG;
    for (size_t k = 1; k < world->plan.n; k++)
        world->plan.points[k].engine = &flight_NONE;
    const struct gravel_run_summary s =
        run_plan(world, "a", (struct gravel_run_options){.workers = 2, .limits.time = 1.0});
    assert_int_equal(s.failed, 1);
    assert_int_equal(s.done, 7);
    size_t n;
    char *text = content(world, "a", &n);
    assert_non_null(strstr(text, "limit of 1 s of CPU time"));
    free(text);
}

static void
memory_limit_fails_a_point_and_no_other(void **state)
{
    struct world *world = *state;
    /* The sanitizers reserve terabytes, so that no allocation succeeds below a limit.  Meson takes the TAP line of
     * cmocka's skip() for a failure. */
    if (SANITIZED)
        return;
    for (size_t k = 0; k < world->plan.n; k++)
        world->plan.points[k].engine = k == 2 ? &flight_HOG : &flight_NONE;
    struct gravel_run_summary s =
        run_plan(world, "a", (struct gravel_run_options){.workers = 2, .limits.memory = 0.05});
    assert_int_equal(s.failed, 1);
    assert_int_equal(s.done, 7);
    size_t n;
    char *text = content(world, "a", &n);
    assert_int_equal(n, 8);
    assert_non_null(strstr(text, "out of memory within the memory limit of 0.05 GB"));
    free(text);
    world->plan.points[2].engine = &flight_NONE;
    s = run_plan(world, "a", (struct gravel_run_options){.workers = 2, .limits.memory = 0.05});
    assert_int_equal(s.done, 1);
    assert_int_equal(s.reused, 7);
}

/* As the kernel does when the machine has no memory left. */
static void
killed_worker_is_a_failed_point_with_a_reason(void **state)
{
    struct world *world = *state;
    for (size_t k = 0; k < world->plan.n; k++)
        world->plan.points[k].engine = k == 5 ? &flight_KILLED : &flight_NONE;
    const struct gravel_run_summary s = run_plan(world, "a", (struct gravel_run_options){.workers = 2});
    assert_int_equal(s.failed, 1);
    assert_int_equal(s.done, 7);
    size_t n;
    char *text = content(world, "a", &n);
    assert_int_equal(n, 8);
    assert_non_null(strstr(text, "signal 9 (Killed), perhaps because the machine ran out of memory"));
    free(text);
}

/* Run one point on the worker; returns the process. */
static pid_t
run_one(struct gravel_worker *worker, const struct gravel_point *point, const struct gravel_point_limits *limits)
{
    static const struct gravel_checkpoints none = {.quiet = true};
    struct gravel_record record;
    struct gravel_error error;
    bool ended = false, died;
    assert_int_equal(gravel_worker_start(worker, point, &none, limits, &error), GRAVEL_OK);
    const pid_t pid = worker->pid;
    while (!ended)
        assert_int_equal(gravel_worker_read(worker, &ended, &error), GRAVEL_OK);
    assert_int_equal(gravel_worker_collect(worker, limits, &record, &died), GRAVEL_OK);
    assert_false(died);
    assert_int_equal(record.status, GRAVEL_POINT_DONE);
    assert_string_equal(record.key, point->key);
    assert_null(worker->point);
    gravel_record_free(&record);
    return pid;
}

/* With limits, which are those of a process, each point has its own. */
static void
a_process_runs_one_point_after_the_other(void **state)
{
    const struct world *world = *state;
    static const struct gravel_point_limits unlimited = {0}, limited = {.time = 100.0};
    const struct gravel_point *const point = world->plan.points;
    _Atomic double done = 0.0;
    struct gravel_worker worker = GRAVEL_WORKER(&done);
    const pid_t first = run_one(&worker, &point[0], &unlimited);
    assert_int_equal(run_one(&worker, &point[1], &unlimited), first);
    assert_true(done == 0.0);
    siginfo_t info;
    kill(first, SIGKILL); /* while it is idle */
    waitid(P_PID, (id_t)first, &info, WEXITED | WNOWAIT);
    assert_int_not_equal(run_one(&worker, &point[2], &unlimited), first);
    gravel_worker_stop(&worker);
    assert_int_equal(worker.pid, 0);
    const pid_t alone = run_one(&worker, &point[3], &limited);
    assert_int_equal(worker.pid, 0);
    assert_int_not_equal(run_one(&worker, &point[4], &limited), alone);
}

/* It has sent its record and waits for the next point. */
static void
a_record_that_cannot_be_read_ends_the_process(void **state)
{
    const struct world *world = *state;
    static const struct gravel_checkpoints none = {.quiet = true};
    static const struct gravel_point_limits unlimited = {0};
    const size_t length = 2; /* too short a text */
    _Atomic double done = 0.0;
    struct gravel_worker worker = GRAVEL_WORKER(&done);
    struct gravel_record record;
    struct gravel_error error;
    bool ended = false, died = false;
    assert_int_equal(gravel_worker_start(&worker, world->plan.points, &none, &unlimited, &error), GRAVEL_OK);
    while (!ended)
        assert_int_equal(gravel_worker_read(&worker, &ended, &error), GRAVEL_OK);
    memcpy(worker.text, &length, sizeof length);
    worker.length = sizeof length + length;
    assert_int_equal(gravel_worker_collect(&worker, &unlimited, &record, &died), GRAVEL_OK);
    assert_true(died && record.status == GRAVEL_POINT_FAILED && worker.pid == 0);
    gravel_record_free(&record);
}

/* 0 while there is no store yet. */
static size_t
count_stored(const struct world *world, const char *name)
{
    char path[PATH_MAX];
    struct gravel_store *store;
    struct gravel_records records = {0};
    struct gravel_error error;
    if (gravel_store_open(&store, scratch_in(world->folder, name, path), true, &error) != GRAVEL_OK)
        return 0;
    assert_int_equal(gravel_store_load(store, NULL, &records, &error), GRAVEL_OK);
    const size_t n = records.n;
    gravel_records_free(&records);
    gravel_store_close(store);
    return n;
}

/* Runs the plan, whose last point never ends, in a child on two workers and signals it once a point is stored; returns
 * how many points the store then has. */
static size_t
interrupt_run(const struct world *world, const char *name, int signal, int *status)
{
    const pid_t pid = fork();
    if (pid == 0) {
        world->plan.points[world->plan.n - 1].engine = &flight_HANG;
        const struct gravel_run_summary s = run_plan(world, name, (struct gravel_run_options){.workers = 2});
        _exit(s.interrupted ? 3 : 0);
    }
    for (int k = 0; k < 2000 && count_stored(world, name) == 0; k++)
        usleep(1000);
    kill(pid, signal);
    waitpid(pid, status, 0);
    return count_stored(world, name);
}

static void
results_do_not_depend_on_workers_nor_on_kill(void **state)
{
    struct world *world = *state;
    size_t n_a, n_b;
    run_plan(world, "a", (struct gravel_run_options){.workers = 1});
    int status;
    const size_t n_before = interrupt_run(world, "b", SIGKILL, &status);
    print_message("# killed after %zu of %zu points\n", n_before, world->plan.n);
    assert_true(WIFSIGNALED(status) && n_before > 0 && n_before < world->plan.n);
    run_plan(world, "b", (struct gravel_run_options){.workers = 2});
    char *a = content(world, "a", &n_a), *b = content(world, "b", &n_b);
    assert_true(n_a == world->plan.n && n_b == n_a);
    assert_string_equal(a, b);
    free(a);
    free(b);
}

static void
interrupt_keeps_what_is_finished_and_the_next_run_goes_on(void **state)
{
    struct world *world = *state;
    int status;
    const size_t n_before = interrupt_run(world, "a", SIGINT, &status);
    print_message("# interrupted after %zu of %zu points\n", n_before, world->plan.n);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    assert_true(n_before > 0 && n_before < world->plan.n);
    const struct gravel_run_summary s = run_plan(world, "a", (struct gravel_run_options){.workers = 2});
    assert_int_equal(s.reused, n_before);
    assert_int_equal(s.done + s.broken, world->plan.n - n_before);
    assert_int_equal(s.failed, 0);
}

/* What gravel_progress_update prints after 20 s, with `under_way` of four points simulated; at most size - 1
 * characters.
 */
static void
look_into(char *text, size_t size, double under_way, double since_last)
{
    struct gravel_progress progress = {.n_total = 4, .started = gravel_clock_elapsed() - 20.0};
    const int kept = dup(STDERR_FILENO);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    progress.printed = gravel_clock_elapsed() - since_last;
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    gravel_progress_update(&progress, under_way);
    dup2(kept, STDERR_FILENO);
    close(kept);
    const ssize_t n = read(ends[0], text, size - 1);
    close(ends[0]);
    assert_true(n >= 0);
    text[n] = '\0';
}

static void
long_points_show_how_far_they_are(void **state)
{
    (void)state;
    char text[200];
    look_into(text, sizeof text, 1.0, 6.0);
    assert_string_equal(text, "0/4 (25 %)  1 min 00 s left\n");
    look_into(text, sizeof text, 0.0, 6.0);
    assert_string_equal(text, "0/4 (0 %)\n");
    look_into(text, sizeof text, 1.0, 4.0);
    assert_string_equal(text, "");
}

int
main(void)
{
#define in_flight(test) cmocka_unit_test_setup_teardown(test, make_flight, remove_world)
#define in_impact(test) cmocka_unit_test_setup_teardown(test, make_impact, remove_world)
    const struct CMUnitTest tests[] = {
        in_flight(crash_of_one_point_leaves_the_others_and_is_retried),
        in_flight(reused_points_of_another_build_are_counted),
        in_flight(time_limit_stops_a_point),
        in_flight(memory_limit_fails_a_point_and_no_other),
        in_flight(killed_worker_is_a_failed_point_with_a_reason),
        in_flight(a_process_runs_one_point_after_the_other),
        in_flight(a_record_that_cannot_be_read_ends_the_process),
        cmocka_unit_test(long_points_show_how_far_they_are),
        in_impact(results_do_not_depend_on_workers_nor_on_kill),
        in_impact(interrupt_keeps_what_is_finished_and_the_next_run_goes_on),
    };
    return cmocka_run_group_tests_name("runner", tests, NULL, NULL);
}
