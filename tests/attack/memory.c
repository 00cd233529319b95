/* Every allocation of the program made to fail in turn: the commands, and a point of every engine.
 *
 * usage: memory SOURCE [sites|all]
 *
 * The linker sends the allocations of gravel's own objects here (--wrap); those inside other libraries are not touched,
 * since some of these do not survive one.  A first run of each task counts them and notes from where each comes.  Then
 * every call site fails once at its first and once at its last use (sites), or every allocation once (all), each in a
 * process of its own.  That must end with exit code 1 and "out of memory", or with the output of the whole run; a
 * signal, another exit code, another output or a leak (with LeakSanitizer) is a failure.  Prints TAP. */
#include "harness/cli/cli.h"
#include "harness/run/plan.h"
#include "harness/run/workspace.h"
#include "tests/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/wait.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t n);
void *__real_aligned_alloc(size_t alignment, size_t n);
int __real_posix_memalign(void **p, size_t alignment, size_t n);
FILE *__real_open_memstream(char **text, size_t *n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t n);
void *__wrap_aligned_alloc(size_t alignment, size_t n);
int __wrap_posix_memalign(void **p, size_t alignment, size_t n);
FILE *__wrap_open_memstream(char **text, size_t *n);

enum { MAX_ALLOCATIONS = 1 << 20, MAX_SITES = 4096, ALIKE = 50000, OUTPUT = 1 << 16 };

/* Shared with the children: a table of where each allocation comes from. */
static struct notes {
    size_t n;
    const void *from[MAX_ALLOCATIONS];
} * notes;
static bool counting;
static size_t fails_at, seen; /* from 1; 0: none */

static bool
fails(const void *from)
{
    if (counting && notes->n < MAX_ALLOCATIONS)
        notes->from[notes->n++] = from;
    if (fails_at == 0 || ++seen != fails_at)
        return false;
    errno = ENOMEM;
    return true;
}

#define FROM __builtin_return_address(0)

void *
__wrap_malloc(size_t n)
{
    return fails(FROM) ? NULL : __real_malloc(n);
}

void *
__wrap_calloc(size_t n, size_t size)
{
    return fails(FROM) ? NULL : __real_calloc(n, size);
}

void *
__wrap_realloc(void *p, size_t n)
{
    return fails(FROM) ? NULL : __real_realloc(p, n);
}

char *
__wrap_strdup(const char *text)
{
    return fails(FROM) ? NULL : __real_strdup(text);
}

char *
__wrap_strndup(const char *text, size_t n)
{
    return fails(FROM) ? NULL : __real_strndup(text, n);
}

void *
__wrap_aligned_alloc(size_t alignment, size_t n)
{
    return fails(FROM) ? NULL : __real_aligned_alloc(alignment, n);
}

int
__wrap_posix_memalign(void **p, size_t alignment, size_t n)
{
    return fails(FROM) ? ENOMEM : __real_posix_memalign(p, alignment, n);
}

FILE *
__wrap_open_memstream(char **text, size_t *n)
{
    return fails(FROM) ? NULL : __real_open_memstream(text, n);
}

extern const struct gravel_command gravel_cmd_list, gravel_cmd_show, gravel_cmd_export, gravel_cmd_doctor,
    gravel_cmd_report, gravel_cmd_check, gravel_cmd_compare, gravel_cmd_advise;

/* A case on every engine, with sweep, checks, measures of all kinds of contact, and contacts by species. */
static const char attacked_case[] =
    "name: attacked\nfamily: tests\ntitle: Beads on a floor\nasks: Nothing?\nsource: {key: S3, where: none}\n"
    "dimension: 1\ngravity: [0, 0, -9.81]\n"
    "particles: [{name: a, count: 2, diameter: 1.0e-3, density: 2500.0}, {name: b, count: 2, diameter: 1.2e-3, "
    "density: 2500.0}]\n"
    "material: {law: linear, restitution: 0.9, contact_time: 2.0e-4}\n"
    "contacts: [{between: [a, b], restitution: 0.8}]\n"
    "walls: [{name: floor, shape: plane, contact: {rule: restitution, restitution: 0.8}}]\n"
    "prepare: {column: {separation: 1.0e-3, velocity: -0.2, spread: 0.1}}\nrun: {time: 0.02, samples: 20}\n"
    "engines: {md: {steps_per_contact: 20}, ed: {}}\n"
    "measure: [energy_drift, final_state, snapshot, collision_rate]\n"
    "sweep: [{key: prepare.column.velocity, values: [-0.2, -0.1]}]\n"
    "checks:\n  - {bound: energy_drift, from: 0, to: 0.1, title: The ledger closes}\n";

/* Spheres in a box: the neighbour searches, spins, friction and measures of space. */
static const char space_case[] =
    "name: space\nfamily: tests\ntitle: Spheres\nasks: Nothing?\nsource: {key: S3, where: none}\ndimension: 3\n"
    "box: {periodic_x: true, periodic_y: true, periodic_z: true, low: [0, 0, 0], high: [0.1, 0.1, 0.1]}\n"
    "particles: {count: 150, radius: 4.0e-3, mass: 1.0e-3}\n"
    "material: {law: linear, restitution: 0.9, contact_time: 1.0e-3, rotation: true, tangential_restitution: 0.5}\n"
    "prepare: {random: {low: [0, 0, 0], high: [0.1, 0.1, 0.1], temperature: 1.0e-3}}\nrun: {time: 0.02, samples: 5}\n"
    "engines: {md: {steps_per_contact: 20}, ed: {}}\nmeasure: [energy_drift, gas, stress, snapshot]\n"
    "sweep: [{key: engines.ed.neighbours, values: [lists, cells]}]\n";

/* The integrators for a few bodies, and the column. */
static const char few_case[] =
    "name: few\nfamily: tests\ntitle: A pair\nasks: Nothing?\nsource: {key: S3, where: none}\ndimension: 1\n"
    "particles: {count: 2, radius: 4.0e-3, mass: 1.0e-3}\n"
    "material: {law: linear, restitution: 0.9, contact_time: 1.0e-4}\n"
    "prepare: {column: {separation: 1.0e-4, spread: 1.0}}\nrun: {time: 0.005, samples: 5}\n"
    "engines: {md: {}, ed-column: {}}\nmeasure: [energy_drift, final_state]\n"
    "sweep: [{key: engines.md.integrator, values: [velocity-verlet, position-verlet, gear]}]\n";

struct task {
    const char *name;
    const struct gravel_command *command; /* NULL: run the points of the case argv[1] and print their numbers */
    const char *argv[9];
};

static const struct task tasks[] = {
    {"points on a line", NULL, {"points", "attacked.yaml"}},
    {"points in space", NULL, {"points", "space.yaml"}},
    {"points of few bodies", NULL, {"points", "few.yaml"}},
    {"show", &gravel_cmd_show, {"gravel show", "attacked.yaml", "--store", "store"}},
    {"list", &gravel_cmd_list, {"gravel list", "cases"}},
    {"advise", &gravel_cmd_advise, {"gravel advise", "attacked.yaml"}},
    {"check", &gravel_cmd_check, {"gravel check", "attacked.yaml", "--no-run", "--store", "store", "--format", "json"}},
    {"export csv", &gravel_cmd_export, {"gravel export", "attacked.yaml", "--store", "store", "--format", "csv"}},
    {"export json", &gravel_cmd_export, {"gravel export", "attacked.yaml", "--store", "store", "--format", "json"}},
    {"compare", &gravel_cmd_compare, {"gravel compare", "store", "store"}},
    {"doctor", &gravel_cmd_doctor, {"gravel doctor", "--store", "store"}},
    {"report", &gravel_cmd_report, {"gravel report", "attacked.yaml", "--store", "store", "-o", "out"}},
};

static enum gravel_status
print_points(const char *path, struct gravel_error *error)
{
    struct gravel_workspace w = {0};
    const struct gravel_selection selection = {.n_names = 1, .names = &path, .tier = "quick"};
    enum gravel_status status = gravel_workspace_load(&w, &selection, error);
    for (size_t k = 0; status == GRAVEL_OK && k < w.plan.n; k++) {
        struct gravel_record record;
        status = gravel_point_run(&w.plan.points[k], NULL, NULL, &record, error);
        if (status != GRAVEL_OK)
            break;
        printf("%s %s %s\n", record.engine, gravel_point_status_name(record.status), record.message);
        for (size_t i = 0; i < record.n_observables; i++)
            printf("%s %.17g\n", record.observables[i].name, record.observables[i].value);
        gravel_record_free(&record);
    }
    gravel_workspace_free(&w);
    return status;
}

static int
do_task(const struct task *task)
{
    char copies[9][64];
    char *argv[10] = {0};
    int argc = 0;
    struct gravel_error error;
    if (task->command == NULL)
        return print_points(task->argv[1], &error) == GRAVEL_OK ? GRAVEL_EXIT_OK : gravel_cli_error(&error);
    for (; argc < 9 && task->argv[argc] != NULL; argc++) {
        snprintf(copies[argc], sizeof copies[argc], "%s", task->argv[argc]);
        argv[argc] = copies[argc];
    }
    return task->command->run(argc, argv);
}

struct ending {
    int status;
    char out[OUTPUT], err[OUTPUT];
};

static void
read_back(int descriptor, char *text)
{
    const ssize_t n = pread(descriptor, text, OUTPUT - 1, 0);
    text[n > 0 ? n : 0] = '\0';
    close(descriptor);
}

/* The task in a child, whose allocation `k` fails (0: none). */
static void
try_task(const struct task *task, size_t k, struct ending *ending)
{
    const int out = memfd_create("out", 0), err = memfd_create("err", 0);
    scratch_remove("out");
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        dup2(out, 1);
        dup2(err, 2);
        alarm(60);
        fails_at = k;
        const int code = do_task(task);
        fails_at = 0;
        counting = false;
        fflush(stdout);
        exit(code);
    }
    waitpid(child, &ending->status, 0);
    read_back(out, ending->out);
    read_back(err, ending->err);
}

/* Whether that is a way to end without memory. */
static bool
is_clean(const struct ending *e, const struct ending *whole)
{
    if (!WIFEXITED(e->status))
        return false;
    if (WEXITSTATUS(e->status) == WEXITSTATUS(whole->status))
        return strcmp(e->out, whole->out) == 0;
    return WEXITSTATUS(e->status) == GRAVEL_EXIT_FAILED && strstr(e->err, "out of memory") != NULL;
}

/* The first use of every call site, and the last one among the first ALIKE allocations: past these the catalogue's
 * cases are read in one loop, and a program that fails at its end reads them all before. Returns their number. */
static size_t
choose(bool *chosen, size_t *n_sites)
{
    static struct {
        const void *from;
        size_t last;
    } sites[MAX_SITES];
    size_t n = 0, n_chosen = 0;
    for (size_t k = 0; k < notes->n; k++) {
        size_t s = 0;
        while (s < n && sites[s].from != notes->from[k])
            s++;
        if (s == n && n < MAX_SITES) {
            sites[n++].from = notes->from[k];
            chosen[k] = true;
        }
        if (s < MAX_SITES && (chosen[k] || k < ALIKE))
            sites[s].last = k;
    }
    for (size_t s = 0; s < n; s++)
        chosen[sites[s].last] = true;
    for (size_t k = 0; k < notes->n; k++)
        n_chosen += chosen[k];
    *n_sites = n;
    return n_chosen;
}

static bool
attack(const struct task *task, size_t number, bool all)
{
    static struct ending whole, ending;
    size_t n_sites, n_tried = 0, n_failed = 0, n_unaffected = 0;
    notes->n = 0;
    counting = true;
    try_task(task, 0, &whole);
    counting = false;
    const size_t n = notes->n;
    bool *chosen = __real_calloc(n + 1, sizeof *chosen);
    const bool good = chosen != NULL && WIFEXITED(whole.status) && WEXITSTATUS(whole.status) == 0 && n > 0 &&
                      (task->command != NULL || strstr(whole.out, " done ") != NULL);
    if (!good)
        printf("# %s: status %d: %s%.200s\n", task->name, whole.status, whole.err, whole.out);
    else
        choose(chosen, &n_sites);
    for (size_t k = 0; good && k < n; k++) {
        if (!all && !chosen[k])
            continue;
        try_task(task, k + 1, &ending);
        n_tried++;
        n_unaffected += WIFEXITED(ending.status) && WEXITSTATUS(ending.status) == 0;
        if (is_clean(&ending, &whole))
            continue;
        n_failed++;
        printf("# %s, allocation %zu of %zu from %p: status %d: %.200s\n", task->name, k + 1, n, notes->from[k],
               ending.status, ending.err[0] != '\0' ? ending.err : ending.out);
    }
    if (good)
        printf("# %s: %zu allocations from %zu places, %zu tries, %zu failures, %zu without effect\n", task->name, n,
               n_sites, n_tried, n_failed, n_unaffected);
    const bool passed = good && n_failed == 0 && n_unaffected < n_tried;
    printf("%s %zu - %s without memory\n", passed ? "ok" : "not ok", number, task->name);
    fflush(stdout);
    free(chosen);
    return passed;
}

static bool
write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    return file != NULL && fputs(text, file) >= 0 && fclose(file) == 0;
}

/* The store that the commands read. */
static bool
fill_store(void)
{
    struct gravel_workspace w = {0};
    struct gravel_error error = {0};
    const char *path = "attacked.yaml";
    const struct gravel_selection selection = {.n_names = 1, .names = &path, .tier = "quick"};
    enum gravel_status status = gravel_workspace_load(&w, &selection, &error);
    if (status == GRAVEL_OK)
        status = gravel_workspace_open_store(&w, "store", false, &error);
    for (size_t k = 0; status == GRAVEL_OK && k < w.plan.n; k++) {
        struct gravel_record record;
        status = gravel_point_run(&w.plan.points[k], NULL, NULL, &record, &error);
        if (status == GRAVEL_OK)
            status = gravel_store_put(w.store, &record, &error);
        gravel_record_free(&record);
    }
    gravel_workspace_free(&w);
    if (status != GRAVEL_OK)
        printf("# %s\n", error.text);
    return status == GRAVEL_OK;
}

int
main(int argc, char **argv)
{
    enum { N = sizeof tasks / sizeof tasks[0] };
    char folder[PATH_MAX];
    bool good = true;
    if (argc < 2)
        return 2;
    gsl_set_error_handler_off();
    setenv("GRAVEL_HOME", argv[1], 1);
    notes = mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (notes == MAP_FAILED || !scratch_folder(folder) || chdir(folder) != 0 ||
        !write_file("attacked.yaml", attacked_case) || !write_file("space.yaml", space_case) ||
        !write_file("few.yaml", few_case) || !fill_store()) {
        printf("Bail out! no scratch folder or no store\n");
        return 1;
    }
    printf("1..%d\n", N);
    for (size_t k = 0; k < N; k++)
        good = attack(&tasks[k], k + 1, argc > 2 && strcmp(argv[2], "all") == 0) && good;
    if (chdir("/") == 0)
        scratch_remove(folder);
    return good ? 0 : 1;
}
