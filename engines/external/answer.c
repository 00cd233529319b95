/* The adapter's answers to `create` and `advance`. */
#include "engines/external/message.h"

#include "engines/external/member.h"
#include "engines/external/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char to_create[] = "the adapter's answer to create", to_advance[] = "the adapter's answer to advance";
static const char to_kick[] = "the adapter's answer to kick", to_contacts[] = "the adapter's answer to contacts";

/* The answer as JSON, which the caller frees with json_decref().  GRAVEL_PHYSICS: it is {"error": text}. */
static enum gravel_status
load(json_t **json, const char *from, const char *line, size_t n, struct gravel_error *error)
{
    const char *text;
    const struct gravel_member members[] = {{"error", GRAVEL_MEMBER_TEXT, true, &text}};
    *json = gravel_member_object(from, line, n, error);
    if (*json == NULL)
        return GRAVEL_IO;
    if (json_object_get(*json, "error") == NULL)
        return GRAVEL_OK;
    enum gravel_status status = gravel_member_read(from, *json, members, 1, error);
    if (status == GRAVEL_OK)
        status = gravel_fail(error, GRAVEL_PHYSICS, "%.300s", text);
    json_decref(*json);
    *json = NULL;
    return status;
}

/* The longest list of texts, and the longest sentence for the record: what is longer is cut. */
enum { LIST = 1000, NOTE = 1900 };

/* The texts of an array, separated by commas; false when it is no array of texts. */
static bool
list_texts(char list[LIST], const json_t *texts)
{
    size_t k, used = 0;
    json_t *item;
    list[0] = '\0';
    json_array_foreach(texts, k, item)
    {
        if (!json_is_string(item))
            return false;
        snprintf(list + used, LIST - used, "%s%s", k > 0 ? ", " : "", json_string_value(item));
        used += strlen(list + used);
    }
    gravel_text_printable(list);
    return json_is_array(texts);
}

/* "lammps 20210929; deviates: floor starts as 1 - cos; realised: {...}" */
static enum gravel_status
write_note(char **note, const struct gravel_hello *hello, const char *deviations, const json_t *realised,
           struct gravel_error *error)
{
    char *text = json_dumps(realised, JSON_REAL_PRECISION(6));
    *note = malloc(NOTE);
    if (text != NULL && *note != NULL) {
        snprintf(*note, NOTE, "%s %s%s%s; realised: %s", hello->engine, hello->version,
                 deviations[0] ? "; deviates: " : "", deviations, text);
        gravel_text_printable(*note);
    }
    free(text);
    return text != NULL && *note != NULL ? GRAVEL_OK : gravel_no_memory(error);
}

/* The optional names of what is not told of this system. */
static bool
read_lacks(const json_t *names, unsigned *lacks)
{
    size_t k;
    json_t *item;
    json_array_foreach(names, k, item)
    {
        const unsigned bit = json_is_string(item) ? gravel_hello_told(json_string_value(item)) : 0;
        if (bit == 0)
            return false;
        *lacks |= bit;
    }
    return true;
}

static enum gravel_status
read_refused(const struct gravel_hello *hello, const json_t *json, struct gravel_error *error)
{
    json_t *names = NULL;
    char list[LIST];
    const struct gravel_member members[] = {{"refused", GRAVEL_MEMBER_LIST, true, &names}};
    const enum gravel_status status = gravel_member_read(to_create, json, members, 1, error);
    if (status != GRAVEL_OK)
        return status;
    if (!list_texts(list, names) || list[0] == '\0')
        return gravel_member_refuse(to_create, "refused", names, "a list of names", error);
    return gravel_fail(error, GRAVEL_UNSUPPORTED, "%s lacks: %s", hello->engine, list);
}

static enum gravel_status
read_created(const struct gravel_hello *hello, const json_t *json, char **note, unsigned *lacks,
             struct gravel_error *error)
{
    json_t *realised = NULL, *texts = NULL, *missing = NULL;
    char list[LIST];
    const struct gravel_member members[] = {{"ok", GRAVEL_MEMBER_TRUE, true, NULL},
                                            {"realised", GRAVEL_MEMBER_OBJECT, true, &realised},
                                            {"deviations", GRAVEL_MEMBER_LIST, true, &texts},
                                            {"lacks", GRAVEL_MEMBER_LIST, false, &missing}};
    if (json_object_get(json, "refused") != NULL)
        return read_refused(hello, json, error);
    const enum gravel_status status =
        gravel_member_read(to_create, json, members, sizeof members / sizeof *members, error);
    if (status != GRAVEL_OK)
        return status;
    *lacks = hello->lacks;
    if (!list_texts(list, texts))
        return gravel_member_refuse(to_create, "deviations", texts, "a list of texts", error);
    if (!read_lacks(missing, lacks))
        return gravel_member_refuse(to_create, "lacks", missing, "a list of events, contacts or ledger", error);
    return write_note(note, hello, list, realised, error);
}

enum gravel_status
gravel_create_read(const struct gravel_hello *hello, const char *line, size_t n, char **note, unsigned *lacks,
                   struct gravel_error *error)
{
    json_t *json;
    *note = NULL;
    enum gravel_status status = load(&json, to_create, line, n, error);
    if (status != GRAVEL_OK)
        return status;
    status = read_created(hello, json, note, lacks, error);
    json_decref(json);
    if (status != GRAVEL_OK) {
        free(*note);
        *note = NULL;
    }
    return status;
}

static enum gravel_status
read_counters(const json_t *json, struct gravel_counters *counters, struct gravel_error *error)
{
    const struct gravel_member members[] = {{"steps", GRAVEL_MEMBER_COUNT, false, &counters->steps},
                                            {"events", GRAVEL_MEMBER_COUNT, false, &counters->events},
                                            {"time_step", GRAVEL_MEMBER_AMOUNT, false, &counters->time_step},
                                            {"max_overlap", GRAVEL_MEMBER_AMOUNT, false, &counters->max_overlap}};
    return gravel_member_read("the adapter's answer to advance: counters", json, members,
                              sizeof members / sizeof *members, error);
}

static enum gravel_status
read_energy(const json_t *json, struct gravel_energy *energy, struct gravel_error *error)
{
    const struct gravel_member members[] = {{"elastic", GRAVEL_MEMBER_NUMBER, true, &energy->elastic},
                                            {"work", GRAVEL_MEMBER_NUMBER, true, &energy->work},
                                            {"dissipated", GRAVEL_MEMBER_NUMBER, true, &energy->dissipated}};
    return gravel_member_read("the adapter's answer to advance: energy", json, members,
                              sizeof members / sizeof *members, error);
}

/* A row of a list of the answer to `advance`. */
static enum gravel_status
refuse_row(const char *key, size_t k, const json_t *rows, const char *wanted, double since, double until,
           struct gravel_error *error)
{
    char row[64], allowed[256];
    snprintf(row, sizeof row, "%s: row %zu", key, k);
    snprintf(allowed, sizeof allowed, "%s between %g s and %g s", wanted, since, until);
    return gravel_member_refuse(to_advance, row, json_array_get(rows, k), allowed, error);
}

/* Whole and from `low` to below `high`. */
static bool
is_index(double x, double low, double high)
{
    return x >= low && x < high && x == floor(x);
}

/* An event's numbers, in the order of the row: t, duration, i, j, normal, approach, rebound, impulse,
 * dissipated, overlap.  The last three may be null, which is not known. */
enum { EVENT_NUMBERS = 12, EVENT_KNOWN = 9 };

static bool
read_event(const json_t *row, double number[EVENT_NUMBERS])
{
    bool good = json_array_size(row) == EVENT_NUMBERS;
    for (size_t k = 0; k < EVENT_NUMBERS && good; k++) {
        const json_t *item = json_array_get(row, k);
        number[k] = json_is_number(item) ? json_number_value(item) : NAN;
        good = isfinite(number[k]) || (k >= EVENT_KNOWN && json_is_null(item));
    }
    return good;
}

static enum gravel_status
read_events(struct gravel_advanced *a, const json_t *rows, const struct gravel_system *s, double since,
            struct gravel_error *error)
{
    a->n_events = json_array_size(rows);
    a->events = calloc(a->n_events + 1, sizeof *a->events);
    if (a->events == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < a->n_events; k++) {
        double x[EVENT_NUMBERS];
        const double slack = 1e-9 * a->t;
        const bool good = read_event(json_array_get(rows, k), x) && x[0] >= since - slack && x[0] <= a->t + slack &&
                          x[1] >= 0.0 && is_index(x[2], 0.0, (double)s->n_particles) &&
                          is_index(x[3], -(double)s->n_walls, (double)s->n_particles) && x[2] != x[3] &&
                          fabs(v3_norm(v3(x[4], x[5], x[6])) - 1.0) < 1e-6 && x[7] > 0.0;
        if (!good)
            return refuse_row("events", k, rows,
                              "[t, duration, i, j, nx, ny, nz, approach, rebound, impulse, dissipated, overlap] of a "
                              "contact of two bodies that ended",
                              since, a->t, error);
        a->events[k] = (struct gravel_event){.t = x[0],
                                             .duration = x[1],
                                             .i = (int32_t)x[2],
                                             .j = (int32_t)x[3],
                                             .normal = v3(x[4], x[5], x[6]),
                                             .approach = x[7],
                                             .rebound = x[8],
                                             .impulse = x[9],
                                             .dissipated = x[10],
                                             .overlap = x[11]};
        since = x[0];
    }
    return GRAVEL_OK;
}

/* The row [i, wall, t] of a particle that is free, and not yet caught in this answer, and of a wall that catches. */
static bool
read_capture(struct gravel_caught *caught, const json_t *row, const struct gravel_system *s, const bool *gone,
             double since, double until)
{
    double x[3];
    for (size_t k = 0; k < 3; k++) {
        const json_t *item = json_array_get(row, k);
        x[k] = json_is_number(item) ? json_number_value(item) : NAN;
    }
    if (json_array_size(row) != 3 || !is_index(x[0], 0.0, (double)s->n_particles) ||
        !is_index(x[1], 0.0, (double)s->n_walls) || !(x[2] >= since && x[2] <= until))
        return false;
    *caught = (struct gravel_caught){(size_t)x[0], (size_t)x[1]};
    const enum gravel_wall_response touch = s->walls[caught->wall].touch;
    return s->particles[caught->particle].attached == GRAVEL_FREE && !gone[caught->particle] &&
           (touch == GRAVEL_STICK || touch == GRAVEL_ABSORB);
}

static enum gravel_status
read_caught(struct gravel_advanced *a, const json_t *rows, const struct gravel_system *s, double since,
            struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    const double slack = 1e-9 * a->t;
    a->n_caught = json_array_size(rows);
    a->caught = calloc(a->n_caught + 1, sizeof *a->caught);
    bool *const gone = calloc(s->n_particles + 1, sizeof *gone);
    if (a->caught == NULL || gone == NULL)
        status = gravel_no_memory(error);
    for (size_t k = 0; k < a->n_caught && status == GRAVEL_OK; k++) {
        if (read_capture(&a->caught[k], json_array_get(rows, k), s, gone, since - slack, a->t + slack))
            gone[a->caught[k].particle] = true;
        else
            status =
                refuse_row("caught", k, rows, "[i, wall, t] of a free particle that a sticky or absorbing wall caught",
                           since, a->t, error);
    }
    free(gone);
    return status;
}

static enum gravel_status
read_advanced(struct gravel_advanced *a, const struct gravel_asked *asked, const json_t *json,
              struct gravel_energy *energy, struct gravel_counters *counters, struct gravel_error *error)
{
    const struct gravel_system *const s = asked->system;
    const bool ledger = !(asked->lacks & GRAVEL_LACKS_LEDGER);
    const bool events_needed = asked->events && !(asked->lacks & GRAVEL_LACKS_EVENTS);
    const size_t size = s->n_particles * GRAVEL_ROW_STATE * sizeof(double);
    json_t *counted = NULL, *energies = NULL, *events = NULL, *caught = NULL;
    uint64_t bytes = 0;
    const struct gravel_member members[] = {{"ok", GRAVEL_MEMBER_TRUE, true, NULL},
                                            {"t", GRAVEL_MEMBER_NUMBER, true, &a->t},
                                            {"counters", GRAVEL_MEMBER_OBJECT, true, &counted},
                                            {"events", GRAVEL_MEMBER_LIST, events_needed, &events},
                                            {"caught", GRAVEL_MEMBER_LIST, false, &caught},
                                            {"bytes", GRAVEL_MEMBER_COUNT, true, &bytes},
                                            {"energy", GRAVEL_MEMBER_OBJECT, true, &energies}};
    const size_t n = sizeof members / sizeof *members - (ledger ? 0 : 1); /* no energy without a ledger */
    enum gravel_status status = gravel_member_read(to_advance, json, members, n, error);
    if (status == GRAVEL_OK && bytes != size)
        status = gravel_fail(error, GRAVEL_IO, "%s: bytes: found %" PRIu64 ", allowed: those of %zu particles, %zu",
                             to_advance, bytes, s->n_particles, size);
    a->bytes = size;
    if (status == GRAVEL_OK)
        status = read_counters(counted, counters, error);
    if (status == GRAVEL_OK && energies != NULL)
        status = read_energy(energies, energy, error);
    if (status == GRAVEL_OK && events != NULL)
        status = read_events(a, events, s, asked->since, error);
    if (status == GRAVEL_OK && caught != NULL)
        status = read_caught(a, caught, s, asked->since, error);
    return status;
}

static enum gravel_status
read_progress(struct gravel_advanced *a, const json_t *json, struct gravel_error *error)
{
    double t;
    const struct gravel_member members[] = {{"progress", GRAVEL_MEMBER_NUMBER, true, &t}};
    a->progress = true;
    return gravel_member_read(to_advance, json, members, 1, error);
}

void
gravel_advanced_free(struct gravel_advanced *advanced)
{
    free(advanced->events);
    free(advanced->caught);
    *advanced = (struct gravel_advanced){0};
}

enum gravel_status
gravel_advanced_read(struct gravel_advanced *advanced, const struct gravel_asked *asked, const char *line, size_t n,
                     struct gravel_energy *energy, struct gravel_counters *counters, struct gravel_error *error)
{
    json_t *json;
    *advanced = (struct gravel_advanced){0};
    enum gravel_status status = load(&json, to_advance, line, n, error);
    if (status != GRAVEL_OK)
        return status;
    status = json_object_get(json, "progress") != NULL ? read_progress(advanced, json, error)
                                                       : read_advanced(advanced, asked, json, energy, counters, error);
    json_decref(json);
    return status;
}

enum gravel_status
gravel_kicked_read(const char *line, size_t n, struct gravel_error *error)
{
    json_t *json;
    const struct gravel_member members[] = {{"ok", GRAVEL_MEMBER_TRUE, true, NULL}};
    enum gravel_status status = load(&json, to_kick, line, n, error);
    if (status == GRAVEL_OK)
        status = gravel_member_read(to_kick, json, members, 1, error);
    json_decref(json);
    return status;
}

enum gravel_status
gravel_contacts_read(const char *line, size_t n, size_t *bytes, struct gravel_error *error)
{
    json_t *json;
    uint64_t size = 0;
    const struct gravel_member members[] = {{"ok", GRAVEL_MEMBER_TRUE, true, NULL},
                                            {"bytes", GRAVEL_MEMBER_COUNT, true, &size}};
    enum gravel_status status = load(&json, to_contacts, line, n, error);
    if (status == GRAVEL_OK)
        status = gravel_member_read(to_contacts, json, members, 2, error);
    if (status == GRAVEL_OK && size % (GRAVEL_ROW_CONTACT * sizeof(double)) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: bytes: found %" PRIu64 ", allowed: those of rows of %d numbers",
                             to_contacts, size, GRAVEL_ROW_CONTACT);
    *bytes = (size_t)size;
    json_decref(json);
    return status;
}

static struct vec3
vector(const double *row)
{
    return v3(row[0], row[1], row[2]);
}

bool
gravel_contact_read(struct gravel_push *push, const double row[GRAVEL_ROW_CONTACT], const struct gravel_system *system,
                    double interval)
{
    for (size_t k = 0; k < GRAVEL_ROW_CONTACT; k++)
        if (!isfinite(row[k]))
            return false;
    if (!is_index(row[0], 0.0, (double)system->n_particles) ||
        !is_index(row[1], -(double)system->n_walls, (double)system->n_particles) || row[0] == row[1])
        return false;
    *push = (struct gravel_push){.i = (int32_t)row[0],
                                 .j = (int32_t)row[1],
                                 .x = system->particles[(size_t)row[0]].x,
                                 .branch = vector(row + 2),
                                 .impulse = v3_scale(interval, vector(row + 5)),
                                 .twist = v3_scale(interval, vector(row + 8)),
                                 .twist_j = v3_scale(interval, vector(row + 11))};
    return true;
}
