#include "engines/external/external.h"

#include "engines/core/thermostat.h"
#include "engines/external/message.h"
#include "engines/external/process.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The adapter of this run of gravel: set by gravel_external_open(), then constant. */
static struct {
    char *command; /* owned until the program ends */
    double limit;  /* of an answer [s] */
    struct gravel_hello hello;
    char identity[400];
    struct gravel_engine_ops ops;
} adapter;

struct external {
    struct gravel_process *process;
    struct gravel_system system; /* that of create(); its particles are the present ones */
    struct gravel_sink sink;
    struct gravel_energy energy;
    struct gravel_counters counters;
    struct gravel_kicks kicks;
    double kicked;  /* work of the kicks [J] */
    double t;       /* [s] */
    double *block;  /* [n_particles][GRAVEL_ROW_STATE] */
    unsigned lacks; /* GRAVEL_LACKS_* of this system */
    char *note;
};

static void
destroy(void *engine)
{
    struct external *e = engine;
    gravel_process_end(e->process, NULL);
    gravel_kicks_free(&e->kicks);
    gravel_system_free(&e->system);
    free(e->block);
    free(e->note);
    free(e);
}

/* Energies that need no engine. */
static void
update_energy(struct external *e)
{
    const struct gravel_system *s = &e->system;
    e->energy.kinetic = gravel_kinetic_energy(s->particles, s->n_particles);
    e->energy.rotational = gravel_rotational_energy(s->particles, s->n_particles);
    e->energy.potential = gravel_potential_energy(s->particles, s->n_particles, s->gravity);
}

static enum gravel_status
exchange_create(struct external *e, const struct gravel_options *options, struct gravel_error *error)
{
    char *line, *answer;
    double *numbers;
    size_t n_numbers, n;
    struct gravel_error why = {0};
    enum gravel_status status = gravel_create_write(&e->system, adapter.hello.method, options, e->sink.event != NULL,
                                                    &line, &numbers, &n_numbers, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_process_send(e->process, line, strlen(line), error);
    if (status == GRAVEL_OK)
        status = gravel_process_send(e->process, numbers, n_numbers * sizeof *numbers, error);
    free(line);
    free(numbers);
    if (status == GRAVEL_OK)
        status = gravel_process_line(e->process, &answer, &n, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_create_read(&adapter.hello, answer, n, &e->note, &e->lacks, &why);
    if (status == GRAVEL_UNSUPPORTED)
        return gravel_fail(error, status, "%s", why.text);
    return status == GRAVEL_OK ? status : gravel_process_fail(e->process, error, status, "%s", why.text);
}

static enum gravel_status
begin(struct external *e, const struct gravel_system *system, const struct gravel_options *options,
      struct gravel_error *error)
{
    struct gravel_hello hello;
    enum gravel_status status = gravel_system_copy(&e->system, system, error);
    if (status != GRAVEL_OK)
        return status;
    e->block = calloc(GRAVEL_ROW_STATE * system->n_particles + 1, sizeof *e->block);
    if (e->block == NULL)
        return gravel_no_memory(error);
    status = gravel_kicks_create(&e->kicks, &e->system, error);
    if (status == GRAVEL_OK)
        status = gravel_hello_hear(&e->process, adapter.command, adapter.limit, &hello, error);
    if (status == GRAVEL_OK &&
        (strcmp(hello.engine, adapter.hello.engine) != 0 || strcmp(hello.version, adapter.hello.version) != 0))
        return gravel_process_fail(e->process, error, GRAVEL_IO, "the adapter is now %s %s", hello.engine,
                                   hello.version);
    update_energy(e);
    return status == GRAVEL_OK ? exchange_create(e, options, error) : status;
}

static enum gravel_status
create(void **engine, const struct gravel_system *system, const struct gravel_options *options,
       const struct gravel_sink *sink, struct gravel_error *error)
{
    struct external *e = *engine = calloc(1, sizeof *e);
    if (e == NULL)
        return gravel_no_memory(error);
    e->counters.min_contact_steps = INFINITY;
    e->counters.max_overlap = e->counters.sliding_loss = e->counters.rolling_loss = NAN; /* not told */
    if (sink != NULL)
        e->sink = *sink;
    const enum gravel_status status = begin(e, system, options, error);
    if (status != GRAVEL_OK) {
        destroy(e);
        *engine = NULL;
    }
    return status;
}

/* The states of the block, in which every number is finite; absorbed particles stay where they are. */
static enum gravel_status
take_states(struct external *e, struct gravel_error *error)
{
    for (size_t i = 0; i < e->system.n_particles; i++) {
        const double *row = e->block + GRAVEL_ROW_STATE * i;
        struct gravel_particle *p = &e->system.particles[i];
        if (p->attached == GRAVEL_ABSORBED)
            continue;
        p->x = v3(row[0], row[1], row[2]);
        p->v = v3(row[3], row[4], row[5]);
        p->omega = v3(row[6], row[7], row[8]);
        if (!v3_finite(p->x) || !v3_finite(p->v) || !v3_finite(p->omega))
            return gravel_process_fail(e->process, error, GRAVEL_PHYSICS,
                                       "the state of particle %zu is not finite at t = %g s", i, e->t);
    }
    return GRAVEL_OK;
}

/* Particles that walls have caught are attached or absorbed from now on. */
static void
take_caught(struct external *e, const struct gravel_advanced *advanced)
{
    for (size_t k = 0; k < advanced->n_caught; k++) {
        const struct gravel_caught *caught = &advanced->caught[k];
        struct gravel_particle *p = &e->system.particles[caught->particle];
        const bool sticks = e->system.walls[caught->wall].touch == GRAVEL_STICK;
        p->attached = sticks ? (int32_t)caught->wall : GRAVEL_ABSORBED;
        if (!sticks)
            p->v = p->omega = v3(0, 0, 0);
        if (e->kicks.mass != NULL)
            e->kicks.mass[caught->particle] = 0.0;
    }
}

static void
pass_events(struct external *e, const struct gravel_advanced *advanced)
{
    for (size_t k = 0; k < advanced->n_events; k++) {
        const struct gravel_event *event = &advanced->events[k];
        *(event->j >= 0 ? &e->counters.pair_collisions : &e->counters.wall_collisions) += 1;
        if (e->sink.event != NULL)
            e->sink.event(e->sink.self, event);
    }
}

/* The time of the end is part of the protocol: an adapter shortens its steps to meet it. */
static enum gravel_status
check_end(const struct external *e, double t_end, const struct gravel_advanced *advanced, struct gravel_error *error)
{
    if (fabs(advanced->t - t_end) <= 1e-9 * t_end)
        return GRAVEL_OK;
    return gravel_process_fail(e->process, error, GRAVEL_IO,
                               "asked to advance to t = %.12g s, the adapter stopped at "
                               "%.12g s",
                               t_end, advanced->t);
}

static enum gravel_status
await_advanced(struct external *e, struct gravel_advanced *advanced, struct gravel_error *error)
{
    struct gravel_error why = {0};
    const struct gravel_asked asked = {&e->system, e->lacks, e->sink.event != NULL, e->t};
    do {
        char *line;
        size_t n;
        enum gravel_status status = gravel_process_line(e->process, &line, &n, error);
        if (status != GRAVEL_OK)
            return status;
        status = gravel_advanced_read(advanced, &asked, line, n, &e->energy, &e->counters, &why);
        if (status != GRAVEL_OK)
            return gravel_process_fail(e->process, error, status, "%s", why.text);
    } while (advanced->progress);
    return GRAVEL_OK;
}

static enum gravel_status
go_to(struct external *e, double t_end, struct gravel_error *error)
{
    char request[80];
    struct gravel_advanced advanced = {0};
    const int n = snprintf(request, sizeof request, "{\"do\":\"advance\",\"t\":%.17g}\n", t_end);
    if (t_end == e->t)
        return GRAVEL_OK;
    enum gravel_status status = gravel_process_send(e->process, request, (size_t)n, error);
    if (status == GRAVEL_OK)
        status = await_advanced(e, &advanced, error);
    if (status == GRAVEL_OK)
        status = check_end(e, t_end, &advanced, error);
    if (status == GRAVEL_OK)
        status = gravel_process_block(e->process, e->block, advanced.bytes, error);
    if (status == GRAVEL_OK) {
        e->t = t_end;
        status = take_states(e, error);
    }
    if (status == GRAVEL_OK) {
        take_caught(e, &advanced);
        pass_events(e, &advanced);
        update_energy(e);
    }
    gravel_advanced_free(&advanced);
    return status;
}

/* The kick that is due: velocities change at once, in the program and here. */
static enum gravel_status
kick(struct external *e, struct gravel_error *error)
{
    const size_t n = e->system.n_particles;
    char request[64], *line;
    size_t length;
    struct gravel_error why = {0};
    const int sent =
        snprintf(request, sizeof request, "{\"do\":\"kick\",\"bytes\":%zu}\n", n * sizeof *e->kicks.velocity);
    enum gravel_status status = gravel_kicks_draw(&e->kicks, &e->system.thermostat, e->system.dimension, n, error);
    if (status == GRAVEL_OK)
        status = gravel_process_send(e->process, request, (size_t)sent, error);
    if (status == GRAVEL_OK)
        status = gravel_process_send(e->process, e->kicks.velocity, n * sizeof *e->kicks.velocity, error);
    if (status == GRAVEL_OK)
        status = gravel_process_line(e->process, &line, &length, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_kicked_read(line, length, &why);
    if (status != GRAVEL_OK)
        return gravel_process_fail(e->process, error, status, "%s", why.text);
    for (size_t i = 0; i < n; i++) {
        struct vec3 *const v = &e->system.particles[i].v;
        e->kicked += gravel_kick_energy(e->kicks.mass[i], *v, e->kicks.velocity[i]);
        *v = v3_add(*v, e->kicks.velocity[i]);
    }
    update_energy(e);
    return GRAVEL_OK;
}

/* To the time t_end, with the kicks on the way. */
static enum gravel_status
advance(void *engine, double t_end, struct gravel_error *error)
{
    struct external *e = engine;
    enum gravel_status status = GRAVEL_OK;
    while (status == GRAVEL_OK && e->t < t_end) {
        status = go_to(e, fmin(e->kicks.next, t_end), error);
        if (status == GRAVEL_OK && e->t >= e->kicks.next)
            status = kick(e, error);
    }
    return status;
}

static enum gravel_status
pass_contacts(const struct external *e, size_t bytes, double interval, struct gravel_error *error)
{
    struct gravel_push push;
    double *const rows = malloc(bytes + 1);
    if (rows == NULL)
        return gravel_no_memory(error);
    enum gravel_status status = gravel_process_block(e->process, rows, bytes, error);
    for (size_t k = 0; status == GRAVEL_OK && k < bytes / (GRAVEL_ROW_CONTACT * sizeof *rows); k++)
        if (gravel_contact_read(&push, rows + GRAVEL_ROW_CONTACT * k, &e->system, interval))
            e->sink.push(e->sink.self, &push);
        else
            status = gravel_process_fail(e->process, error, GRAVEL_IO,
                                         "row %zu of the contacts is not one of the system", k);
    free(rows);
    return status;
}

/* The contacts of the present, which the adapter is asked for. */
static enum gravel_status
contacts(const void *engine, double interval, struct gravel_error *error)
{
    static const char request[] = "{\"do\":\"contacts\"}\n";
    const struct external *e = engine;
    char *line;
    size_t n, bytes;
    struct gravel_error why = {0};
    if (e->lacks & GRAVEL_LACKS_PUSHES)
        return GRAVEL_OK;
    enum gravel_status status = gravel_process_send(e->process, request, sizeof request - 1, error);
    if (status == GRAVEL_OK)
        status = gravel_process_line(e->process, &line, &n, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_contacts_read(line, n, &bytes, &why);
    return status == GRAVEL_OK ? pass_contacts(e, bytes, interval, error)
                               : gravel_process_fail(e->process, error, status, "%s", why.text);
}

static unsigned
lacks(const void *engine)
{
    return ((const struct external *)engine)->lacks;
}

static void
snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct external *e = engine;
    memcpy(particles, e->system.particles, e->system.n_particles * sizeof *particles);
}

static enum gravel_status
energy(const void *engine, struct gravel_energy *out)
{
    const struct external *e = engine;
    *out = e->energy;
    out->work += e->kicked;
    return GRAVEL_OK;
}

static void
counters(const void *engine, struct gravel_counters *out)
{
    *out = ((const struct external *)engine)->counters;
}

static const char *
note(const void *engine)
{
    return ((const struct external *)engine)->note;
}

static uint64_t
hash(const char *text)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (; *text != '\0'; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h;
}

/* The operations of the adapter that has said hello; its options are those of gravel's engine of the same method. */
static void
describe(const struct gravel_engine_ops *native)
{
    const struct gravel_hello *hello = &adapter.hello;
    snprintf(adapter.identity, sizeof adapter.identity, "%s, command %016llx", hello->version,
             (unsigned long long)hash(adapter.command));
    adapter.ops = (struct gravel_engine_ops){
        .name = hello->engine,
        .label = hello->engine,
        .kind = hello->method,
        .method = "A program in a process of its own.",
        .reference = "engines/external/README.md",
        .stands_for = native->name,
        .identity = adapter.identity,
        .lacks = hello->lacks,
        .capabilities = hello->capabilities,
        .options = native->options,
        .create = create,
        .advance = advance,
        .snapshot = snapshot,
        .energy = energy,
        .counters = counters,
        .contacts = contacts,
        .lacks_here = lacks,
        .note = note,
        .destroy = destroy,
    };
}

enum gravel_status
gravel_external_open(const struct gravel_engine_ops **ops, const char *command, double limit,
                     struct gravel_error *error)
{
    struct gravel_process *process = NULL;
    struct gravel_error why = {0};
    adapter.limit = limit;
    adapter.command = strdup(command);
    if (adapter.command == NULL)
        return gravel_no_memory(error);
    const enum gravel_status status = gravel_hello_hear(&process, command, limit, &adapter.hello, &why);
    gravel_process_end(process, NULL);
    if (status != GRAVEL_OK)
        return gravel_fail(error, status == GRAVEL_MEMORY ? status : GRAVEL_INPUT, "%s", why.text);
    if (gravel_engine_find(adapter.hello.engine) != NULL)
        return gravel_fail(error, GRAVEL_INPUT, "hello: engine: found %s, which is an engine of gravel itself",
                           adapter.hello.engine);
    describe(gravel_engine_find(adapter.hello.method == GRAVEL_MD ? "md" : "ed"));
    gravel_engine_register(&adapter.ops);
    *ops = &adapter.ops;
    return GRAVEL_OK;
}
