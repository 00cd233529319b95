#include "harness/run/replay.h"

#include "engines/io/format.h"
#include "harness/util/file_hash.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double same = 1e-6;    /* as a part of the number: what six digits hold */
static const double rounded = 5e-6; /* as a part of a number that was written with six digits */

/* The trajectory of this run of gravel: set by gravel_replay_open(), then constant. */
static struct {
    char *path; /* owned until the program ends */
    const struct gravel_format_ops *format;
    char identity[32];
    struct gravel_engine_ops ops;
} trajectory;

struct replay {
    void *reader;
    struct gravel_frame frame;   /* as read */
    struct gravel_frame now;     /* its particles in the order of the system, with every place */
    struct gravel_system system; /* that of create() */
    size_t *order;               /* [n_particles]: row of the frame */
    int64_t *id;                 /* [n_particles]: of frame 0, in order */
    long number;                 /* of the frame, from 0 */
};

static void
destroy(void *engine)
{
    struct replay *r = engine;
    if (r->reader != NULL)
        trajectory.format->close(r->reader);
    gravel_frame_free(&r->frame);
    gravel_frame_free(&r->now);
    gravel_system_free(&r->system);
    free(r->order);
    free(r->id);
    free(r);
}

/* The next frame; GRAVEL_IO at the end of the file. */
static enum gravel_status
read_frame(struct replay *r, double wanted, struct gravel_error *error)
{
    bool found;
    struct gravel_error why;
    const enum gravel_status status = trajectory.format->next(r->reader, &r->frame, &found, &why);
    if (status != GRAVEL_OK)
        return gravel_fail(error, status, "%s", why.text);
    if (!found && r->number < 0)
        return gravel_fail(error, GRAVEL_IO, "%s: found no frame, the case needs the first at t = 0 s",
                           trajectory.path);
    if (!found)
        return gravel_fail(error, GRAVEL_IO, "%s: ends with frame %ld at t = %g s, the case needs one at t = %g s",
                           trajectory.path, r->number, r->now.t, wanted);
    r->number++;
    if (r->frame.n != r->system.n_particles)
        return gravel_fail(error, GRAVEL_INPUT, "%s: frame %ld has %zu particles, the case has %zu%s%s",
                           trajectory.path, r->number, r->frame.n, r->system.n_particles,
                           r->frame.no_time != NULL ? "; its time is not stated, as the file has no " : "",
                           r->frame.no_time != NULL ? r->frame.no_time : "");
    return GRAVEL_OK;
}

static enum gravel_status
need_fields(const struct replay *r, struct gravel_error *error)
{
    const unsigned has = r->frame.fields;
    const bool placed = has & (gravel_field_bit(GRAVEL_FIELD_POSITION) | gravel_field_bit(GRAVEL_FIELD_UNWRAPPED));
    const char *lacks = !placed                                                                       ? "positions"
                        : !(has & gravel_field_bit(GRAVEL_FIELD_VELOCITY))                            ? "velocities"
                        : r->system.material.rotation && !(has & gravel_field_bit(GRAVEL_FIELD_SPIN)) ? "spins"
                                                                                                      : NULL;
    return lacks == NULL
               ? GRAVEL_OK
               : gravel_fail(error, GRAVEL_INPUT, "%s: frame %ld lacks %s", trajectory.path, r->number, lacks);
}

struct ranked {
    int64_t id;
    size_t row;
};

static int
by_id(const void *a, const void *b)
{
    const int64_t x = ((const struct ranked *)a)->id, y = ((const struct ranked *)b)->id;
    return (x > y) - (x < y);
}

/* Programs write particles in any order, with their ids. */
static enum gravel_status
sort_rows(struct replay *r, struct gravel_error *error)
{
    const size_t n = r->frame.n;
    const bool has_ids = r->frame.fields & gravel_field_bit(GRAVEL_FIELD_ID);
    struct ranked *ranked = calloc(n + 1, sizeof *ranked);
    if (ranked == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < n; k++)
        ranked[k] = (struct ranked){has_ids ? r->frame.id[k] : (int64_t)k, k};
    qsort(ranked, n, sizeof *ranked, by_id);
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        r->order[k] = ranked[k].row;
        if (k > 0 && ranked[k].id == ranked[k - 1].id)
            status = gravel_fail(error, GRAVEL_INPUT, "%s: frame %ld has the id %" PRId64 " twice", trajectory.path,
                                 r->number, ranked[k].id);
        else if (r->number == 0)
            r->id[k] = ranked[k].id;
        else if (r->id[k] != ranked[k].id)
            status = gravel_fail(error, GRAVEL_INPUT,
                                 "%s: frame %ld has the id %" PRId64 " where frame 0 has %" PRId64
                                 ", allowed: the ids of frame 0",
                                 trajectory.path, r->number, ranked[k].id, r->id[k]);
    }
    free(ranked);
    return status;
}

/* The path of particle k goes on to its place in the frame, where the file has no unwrapped places by less than half a
 * box. */
static void
take_particle(struct replay *r, size_t k)
{
    const size_t row = r->order[k];
    const struct gravel_particle *read = &r->frame.particles[row];
    struct gravel_particle *p = &r->now.particles[k];
    struct vec3 *path = &r->now.unwrapped[k];
    if (r->frame.fields & gravel_field_bit(GRAVEL_FIELD_UNWRAPPED))
        *path = r->frame.unwrapped[row];
    else
        *path = v3_add(*path, gravel_box_separation(&r->system.box, *path, read->x));
    p->v = read->v;
    if (r->system.material.rotation)
        p->omega = read->omega;
    if (r->frame.fields & gravel_field_bit(GRAVEL_FIELD_ATTACHED))
        p->attached = read->attached;
}

static enum gravel_status
take_states(struct replay *r, struct gravel_error *error)
{
    enum gravel_status status = need_fields(r, error);
    if (status == GRAVEL_OK)
        status = sort_rows(r, error);
    for (size_t k = 0; k < r->now.n && status == GRAVEL_OK; k++) {
        const struct gravel_particle *p = &r->now.particles[k];
        take_particle(r, k);
        if (!v3_finite(r->now.unwrapped[k]) || !v3_finite(p->v) || !v3_finite(p->omega))
            status = gravel_fail(error, GRAVEL_PHYSICS, "%s: frame %ld: the state of particle %zu is not finite",
                                 trajectory.path, r->number, k + 1);
    }
    if (status == GRAVEL_OK)
        gravel_frame_wrap(&r->now);
    r->now.t = r->frame.t;
    return status;
}

#define NO_START "%s: frame 0 is not the start of the case (gravel export --format start): "

static enum gravel_status
other_start(const char *what, size_t k, struct vec3 found, struct vec3 wanted, struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_INPUT,
                       NO_START "particle %zu has the %s (%.9g, %.9g, %.9g), expected (%.9g, %.9g, %.9g)",
                       trajectory.path, k + 1, what, found.x, found.y, found.z, wanted.x, wanted.y, wanted.z);
}

/* What a frame states of a particle besides its motion, where it does.  Names of species may be others, as the types of
 * LAMMPS are. */
static enum gravel_status
compare_kind(const struct replay *r, const struct gravel_system *start, size_t k, struct gravel_error *error)
{
    const struct gravel_particle *a = &r->frame.particles[r->order[k]], *b = &start->particles[k];
    const struct {
        const char *name;
        enum gravel_field field;
        double found, wanted;
    } numbers[] = {{"radius", GRAVEL_FIELD_RADIUS, a->radius, b->radius},
                   {"mass", GRAVEL_FIELD_MASS, a->mass, b->mass}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if ((r->frame.fields & gravel_field_bit(numbers[i].field)) &&
            !(fabs(numbers[i].found - numbers[i].wanted) <= rounded * numbers[i].wanted))
            return gravel_fail(error, GRAVEL_INPUT, NO_START "particle %zu has the %s %.9g, expected %.9g",
                               trajectory.path, k + 1, numbers[i].name, numbers[i].found, numbers[i].wanted);
    if (!(r->frame.fields & gravel_field_bit(GRAVEL_FIELD_SPECIES)))
        return GRAVEL_OK;
    const char *found = r->frame.species_name[a->species], *wanted = start->species_name[b->species];
    for (size_t s = 0; s < start->n_species && strcmp(found, wanted) != 0; s++)
        if (strcmp(start->species_name[s], found) == 0)
            return gravel_fail(error, GRAVEL_INPUT, NO_START "particle %zu is of the species %s, expected %s",
                               trajectory.path, k + 1, found, wanted);
    return GRAVEL_OK;
}

/* The first frame must be the system's own start. */
static enum gravel_status
compare_start(struct replay *r, const struct gravel_system *start, struct gravel_error *error)
{
    double speed = 0.0, rate = 0.0;
    for (size_t k = 0; k < start->n_particles; k++) {
        speed = fmax(speed, v3_norm(start->particles[k].v));
        rate = fmax(rate, v3_norm(start->particles[k].omega));
    }
    if (r->frame.t != 0.0)
        return gravel_fail(error, GRAVEL_INPUT, "%s: frame 0 is at t = %g s, expected 0", trajectory.path, r->frame.t);
    for (size_t k = 0; k < start->n_particles; k++) {
        const struct gravel_particle *a = &r->now.particles[k], *b = &start->particles[k];
        const double size = fmax(b->radius, v3_norm(b->x));
        if (v3_norm(gravel_box_separation(&start->box, b->x, a->x)) > same * size)
            return other_start("position", k, a->x, b->x, error);
        if (v3_norm(v3_sub(a->v, b->v)) > same * speed)
            return other_start("velocity", k, a->v, b->v, error);
        if (v3_norm(v3_sub(a->omega, b->omega)) > same * rate)
            return other_start("spin", k, a->omega, b->omega, error);
        const enum gravel_status status = compare_kind(r, start, k, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

static enum gravel_status
begin(struct replay *r, const struct gravel_system *system, struct gravel_error *error)
{
    struct gravel_error why;
    enum gravel_status status = gravel_system_copy(&r->system, system, error);
    if (status != GRAVEL_OK)
        return status;
    status = gravel_frame_resize(&r->now, system->n_particles, error);
    if (status != GRAVEL_OK)
        return status;
    r->now.box = system->box;
    for (size_t k = 0; k < system->n_particles; k++) {
        r->now.particles[k] = system->particles[k];
        r->now.unwrapped[k] = system->particles[k].x;
    }
    r->order = calloc(system->n_particles + 1, sizeof *r->order);
    r->id = calloc(system->n_particles + 1, sizeof *r->id);
    if (r->order == NULL || r->id == NULL)
        return gravel_no_memory(error);
    r->number = -1;
    status = trajectory.format->open(&r->reader, trajectory.path, &why);
    if (status != GRAVEL_OK)
        return gravel_fail(error, status, "%s", why.text);
    status = read_frame(r, 0.0, error);
    if (status == GRAVEL_OK)
        status = take_states(r, error);
    return status == GRAVEL_OK ? compare_start(r, system, error) : status;
}

static enum gravel_status
create(void **engine, const struct gravel_system *system, const struct gravel_options *options,
       const struct gravel_sink *sink, struct gravel_error *error)
{
    (void)options, (void)sink;
    struct replay *r = *engine = calloc(1, sizeof *r);
    if (r == NULL)
        return gravel_no_memory(error);
    const enum gravel_status status = begin(r, system, error);
    if (status != GRAVEL_OK) {
        destroy(r);
        *engine = NULL;
    }
    return status;
}

/* A frame that is not at a time at which one is needed. */
static enum gravel_status
refuse_time(const struct replay *r, double before, double wanted, struct gravel_error *error)
{
    if (r->frame.no_time != NULL)
        return gravel_fail(error, GRAVEL_INPUT, "%s: frame %ld has no %s, which states its time, wanted: %.9g s",
                           trajectory.path, r->number, r->frame.no_time, wanted);
    if (r->now.t <= before)
        return gravel_fail(error, GRAVEL_INPUT, "%s: frame %ld is at t = %g s, the one before it at %g s",
                           trajectory.path, r->number, r->now.t, before);
    return gravel_fail(error, GRAVEL_INPUT, "%s: has no frame at t = %.9g s, the next one is at %.9g s",
                       trajectory.path, wanted, r->now.t);
}

static enum gravel_status
advance(void *engine, double t_end, struct gravel_error *error)
{
    struct replay *r = engine;
    enum gravel_status status = GRAVEL_OK;
    while (r->now.t < t_end * (1.0 - same) && status == GRAVEL_OK) {
        const double before = r->now.t;
        status = read_frame(r, t_end, error);
        if (status == GRAVEL_OK)
            status = take_states(r, error);
        if (status == GRAVEL_OK && r->now.t <= before)
            status = refuse_time(r, before, t_end, error);
    }
    if (status == GRAVEL_OK && r->now.t > t_end * (1.0 + same))
        status = refuse_time(r, 0.0, t_end, error);
    return status;
}

static void
snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct replay *r = engine;
    memcpy(particles, r->now.particles, r->now.n * sizeof *particles);
}

static void
images(const void *engine, int32_t (*image)[3])
{
    const struct replay *r = engine;
    memcpy(image, r->now.image, r->now.n * sizeof *image);
}

static enum gravel_status
energy(const void *engine, struct gravel_energy *out)
{
    const struct replay *r = engine;
    const struct gravel_particle *p = r->now.particles;
    *out = (struct gravel_energy){.kinetic = gravel_kinetic_energy(p, r->now.n),
                                  .rotational = gravel_rotational_energy(p, r->now.n),
                                  .potential = gravel_potential_energy(p, r->now.n, r->system.gravity)};
    return GRAVEL_OK;
}

static void
counters(const void *engine, struct gravel_counters *out)
{
    (void)engine;
    *out = (struct gravel_counters){
        .min_contact_steps = INFINITY, .max_overlap = NAN, .sliding_loss = NAN, .rolling_loss = NAN};
}

static enum gravel_status
refuse_ending(const char *path, struct gravel_error *error)
{
    char endings[96] = "";
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const size_t used = strlen(endings);
        if (gravel_formats[k]->open != NULL)
            snprintf(endings + used, sizeof endings - used, "%s%s", used > 0 ? ", " : "", gravel_formats[k]->suffix);
    }
    return gravel_fail(error, GRAVEL_INPUT, "found %s, allowed: a file that ends in one of: %s", path, endings);
}

enum gravel_status
gravel_replay_open(const struct gravel_engine_ops **ops, const char *path, const struct gravel_engine_ops *native,
                   struct gravel_error *error)
{
    trajectory.format = gravel_format_of_path(path);
    if (trajectory.format == NULL || trajectory.format->open == NULL)
        return refuse_ending(path, error);
    uint64_t hash;
    const enum gravel_status status = gravel_file_hash(path, &hash, error);
    if (status != GRAVEL_OK)
        return status;
    snprintf(trajectory.identity, sizeof trajectory.identity, "file %016" PRIx64,
             hash); /* another file, other points */
    trajectory.path = strdup(path);
    if (trajectory.path == NULL)
        return gravel_no_memory(error);
    trajectory.ops = (struct gravel_engine_ops){
        .name = "trajectory",
        .label = "trajectory",
        .kind = native->kind,
        .method = "The frames of a file.",
        .reference = "harness/run/replay.h",
        .stands_for = native->name,
        .identity = trajectory.identity,
        .lacks = GRAVEL_LACKS_PUSHES | GRAVEL_LACKS_EVENTS | GRAVEL_LACKS_LEDGER,
        .capabilities = ~(unsigned)(GRAVEL_CAP_SHEAR | GRAVEL_CAP_SERVO), /* whose images and walls it does not tell */
        .options = native->options,
        .create = create,
        .advance = advance,
        .snapshot = snapshot,
        .energy = energy,
        .counters = counters,
        .images = images,
        .destroy = destroy,
    };
    gravel_engine_register(&trajectory.ops);
    *ops = &trajectory.ops;
    return GRAVEL_OK;
}
