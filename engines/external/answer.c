/* The adapter's answers to `create` and `advance`. */
#include "engines/external/message.h"

#include "engines/external/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char sender[] = "the adapter's answer";

/* The answer as JSON, which the caller frees with json_decref().  GRAVEL_PHYSICS: it is {"error": text}. */
static enum gravel_status
load(json_t **json, const char *line, size_t n, struct gravel_error *error)
{
    const char *text;
    json_error_t why;
    *json = json_loadb(line, n, 0, &why);
    if (*json == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s is no JSON: %.60s: %.100s", sender, why.text, line);
    if (json_unpack(*json, "{s:s!}", "error", &text) != 0)
        return GRAVEL_OK;
    const enum gravel_status status = gravel_fail(error, GRAVEL_PHYSICS, "%.300s", text);
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
    return names == NULL || json_is_array(names);
}

static enum gravel_status
read_created(const struct gravel_hello *hello, json_t *json, char **note, unsigned *lacks, struct gravel_error *error)
{
    json_t *realised, *texts, *missing = NULL;
    json_error_t why;
    char list[LIST];
    int ok;
    if (json_unpack(json, "{s:o!}", "refused", &texts) == 0) {
        if (!list_texts(list, texts) || list[0] == '\0')
            return gravel_fail(error, GRAVEL_IO, "%s to create: refused: found other than names", sender);
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "%s lacks: %s", hello->engine, list);
    }
    if (json_unpack_ex(json, &why, 0, "{s:b, s:o, s:o, s?o!}", "ok", &ok, "realised", &realised, "deviations", &texts,
                       "lacks", &missing) != 0)
        return gravel_fail(error, GRAVEL_IO,
                           "%s to create: %s, allowed: ok, realised, deviations and lacks, or refused", sender,
                           why.text);
    *lacks = hello->lacks;
    if (!ok || !json_is_object(realised) || !list_texts(list, texts) || !read_lacks(missing, lacks))
        return gravel_fail(error, GRAVEL_IO,
                           "%s to create: found other than ok: true, an object realised, texts deviations, and lacks: "
                           "events, contacts or ledger",
                           sender);
    return write_note(note, hello, list, realised, error);
}

enum gravel_status
gravel_create_read(const struct gravel_hello *hello, const char *line, size_t n, char **note, unsigned *lacks,
                   struct gravel_error *error)
{
    json_t *json;
    *note = NULL;
    enum gravel_status status = load(&json, line, n, error);
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
    const struct {
        const char *name;
        double *real;
        uint64_t *count;
    } known[] = {
        {"steps", NULL, &counters->steps},
        {"events", NULL, &counters->events},
        {"time_step", &counters->time_step, NULL},
        {"max_overlap", &counters->max_overlap, NULL},
    };
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)json, name, value)
    {
        size_t k = 0;
        while (k < sizeof known / sizeof *known && strcmp(known[k].name, name) != 0)
            k++;
        const double x = json_is_number(value) ? json_number_value(value) : NAN;
        if (k == sizeof known / sizeof *known || !(x >= 0.0 && x < 1e18))
            return gravel_fail(error, GRAVEL_IO,
                               "%s: counters: found %.40s, allowed: numbers >= 0 called steps, events, time_step, "
                               "max_overlap",
                               sender, name);
        if (known[k].real != NULL)
            *known[k].real = x;
        else
            *known[k].count = (uint64_t)x;
    }
    return GRAVEL_OK;
}

static enum gravel_status
read_energy(const json_t *json, struct gravel_energy *energy, struct gravel_error *error)
{
    if (json_unpack((json_t *)json, "{s:F, s:F, s:F!}", "elastic", &energy->elastic, "work", &energy->work,
                    "dissipated", &energy->dissipated) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s: energy: found other than numbers elastic, work and dissipated",
                           sender);
    return GRAVEL_OK;
}

/* The limits of an event's numbers, in the order of the row: t, duration, i, j, normal, approach, rebound, impulse,
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
                          x[1] >= 0.0 && x[2] >= 0.0 && x[2] < (double)s->n_particles && x[3] >= -(double)s->n_walls &&
                          x[3] < (double)s->n_particles && fabs(v3_norm(v3(x[4], x[5], x[6])) - 1.0) < 1e-6 &&
                          x[7] > 0.0;
        if (!good)
            return gravel_fail(error, GRAVEL_IO,
                               "%s: events: row %zu is not [t, duration, i, j, nx, ny, nz, approach, rebound, impulse, "
                               "dissipated, overlap] of a contact that ended between %g s and %g s",
                               sender, k, since, a->t);
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
    if (json_array_size(row) != 3 || x[0] != floor(x[0]) || x[1] != floor(x[1]) ||
        !(x[0] >= 0.0 && x[0] < (double)s->n_particles) || !(x[1] >= 0.0 && x[1] < (double)s->n_walls) ||
        !(x[2] >= since && x[2] <= until))
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
                gravel_fail(error, GRAVEL_IO,
                            "%s: caught: row %zu is not [i, wall, t] of a free particle that a sticky or absorbing "
                            "wall caught between %g s and %g s",
                            sender, k, since, a->t);
    }
    free(gone);
    return status;
}

static enum gravel_status
read_advanced(struct gravel_advanced *a, unsigned lacks, const struct gravel_system *system, double since, json_t *json,
              struct gravel_energy *energy, struct gravel_counters *counters, struct gravel_error *error)
{
    json_t *counted, *energies = NULL, *events = NULL, *caught = NULL;
    json_error_t why;
    json_int_t bytes;
    double t;
    int ok;
    if (json_unpack(json, "{s:F!}", "progress", &t) == 0) {
        a->progress = true;
        return GRAVEL_OK;
    }
    if (json_unpack_ex(json, &why, 0, "{s:b, s:F, s:o, s?o, s?o, s?o, s:I!}", "ok", &ok, "t", &a->t, "counters",
                       &counted, "energy", &energies, "events", &events, "caught", &caught, "bytes", &bytes) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s to advance: %s", sender, why.text);
    if (bytes < 0 || (size_t)bytes != system->n_particles * GRAVEL_ROW_STATE * sizeof(double))
        return gravel_fail(error, GRAVEL_IO, "%s to advance: found %lld bytes, allowed: those of %zu particles, %zu",
                           sender, (long long)bytes, system->n_particles,
                           system->n_particles * GRAVEL_ROW_STATE * sizeof(double));
    a->bytes = (size_t)bytes;
    const bool ledger = !(lacks & GRAVEL_LACKS_LEDGER);
    if (!isfinite(a->t) || (energies != NULL) != ledger)
        return gravel_fail(error, GRAVEL_IO, "%s to advance: found %s, %s", sender,
                           energies != NULL ? "energies" : "no energy",
                           ledger ? "allowed: energies, as the adapter has the ledger" : "the adapter has no ledger");
    enum gravel_status status = read_counters(counted, counters, error);
    if (status == GRAVEL_OK && energies != NULL)
        status = read_energy(energies, energy, error);
    if (status == GRAVEL_OK && events != NULL)
        status = read_events(a, events, system, since, error);
    if (status == GRAVEL_OK && caught != NULL)
        status = read_caught(a, caught, system, since, error);
    return status;
}

void
gravel_advanced_free(struct gravel_advanced *advanced)
{
    free(advanced->events);
    free(advanced->caught);
    *advanced = (struct gravel_advanced){0};
}

enum gravel_status
gravel_advanced_read(struct gravel_advanced *advanced, unsigned lacks, const struct gravel_system *system, double since,
                     const char *line, size_t n, struct gravel_energy *energy, struct gravel_counters *counters,
                     struct gravel_error *error)
{
    json_t *json;
    *advanced = (struct gravel_advanced){0};
    enum gravel_status status = load(&json, line, n, error);
    if (status != GRAVEL_OK)
        return status;
    status = read_advanced(advanced, lacks, system, since, json, energy, counters, error);
    json_decref(json);
    return status;
}

enum gravel_status
gravel_done_read(const char *line, size_t n, struct gravel_error *error)
{
    json_t *json;
    int ok = 0;
    enum gravel_status status = load(&json, line, n, error);
    if (status == GRAVEL_OK && (json_unpack(json, "{s:b!}", "ok", &ok) != 0 || !ok))
        status = gravel_fail(error, GRAVEL_IO, "%s: found %.60s, allowed: {\"ok\": true}", sender, line);
    json_decref(json);
    return status;
}

enum gravel_status
gravel_contacts_read(const char *line, size_t n, size_t *bytes, struct gravel_error *error)
{
    json_t *json;
    json_int_t size = 0;
    int ok = 0;
    enum gravel_status status = load(&json, line, n, error);
    if (status == GRAVEL_OK && (json_unpack(json, "{s:b, s:I!}", "ok", &ok, "bytes", &size) != 0 || !ok || size < 0 ||
                                (size_t)size % (GRAVEL_ROW_CONTACT * sizeof(double)) != 0))
        status =
            gravel_fail(error, GRAVEL_IO, "%s to contacts: found %.60s, allowed: ok and bytes of rows of %d numbers",
                        sender, line, GRAVEL_ROW_CONTACT);
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
    if (!(row[0] >= 0.0 && row[0] < (double)system->n_particles && row[1] >= -(double)system->n_walls &&
          row[1] < (double)system->n_particles))
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
