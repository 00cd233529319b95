#include "harness/run/output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char gravel_output_root[] = "results";

enum { PATH_SIZE = 4096 };

/* A frame is due at a sample that is as near to its time as rounding allows. */
static const double same_time = 1e-12;

struct gravel_output {
    const struct gravel_case_output *wanted;
    const struct gravel_engine_ops *engine;
    const struct gravel_system *system;
    struct gravel_frame frame;
    void *writers[GRAVEL_OUTPUT_FORMATS_MAX];
    FILE *table;             /* contacts or collisions; NULL: none */
    char path[PATH_SIZE];    /* of the table */
    struct gravel_sink next; /* receives the events, too */
    int64_t n_frames;
    bool writes; /* the contacts that the engine passes belong to a frame */
    bool failed; /* a contact or a collision could not be written */
};

void
gravel_output_path(const char *root, const char *case_name, const char *key, const char *name, char *path, size_t size)
{
    snprintf(path, size, "%s/%s/%s/%s", root, case_name, key, name);
}

static void
series_path(const struct gravel_point *point, const char *key, const struct gravel_format_ops *format, char *path)
{
    char name[64];
    snprintf(name, sizeof name, "trajectory%s", format->suffix);
    gravel_output_path(point->output, point->c->name, key, name, path, PATH_SIZE);
}

/* Of the contacts or collisions. */
static void
table_path(const struct gravel_point *point, const char *key, char *path)
{
    gravel_output_path(point->output, point->c->name, key,
                       point->engine->contacts != NULL ? "contacts.csv" : "collisions.csv", path, PATH_SIZE);
}

bool
gravel_output_exists(const struct gravel_point *point)
{
    const struct gravel_case_output *wanted = &point->c->output;
    struct stat info;
    char path[PATH_SIZE];
    bool exist = true;
    for (size_t k = 0; k < wanted->n_formats && exist; k++) {
        series_path(point, point->key, wanted->formats[k], path);
        exist = stat(path, &info) == 0;
    }
    return exist;
}

/* Every folder above the last part of the path; a failure shows when a file is opened. */
static void
make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static enum gravel_status
open_table(struct gravel_output *output, const struct gravel_point *point, const char *key,
           const struct gravel_output_end *end, struct gravel_error *error)
{
    char from[PATH_SIZE];
    table_path(point, point->key, output->path);
    table_path(point, key, from);
    if (end != NULL)
        return gravel_prefix_reopen(&output->table, output->path, from, end->n_bytes[GRAVEL_OUTPUT_FORMATS_MAX], error);
    output->table = fopen(output->path, "w");
    if (output->table == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", output->path, strerror(errno));
    fputs(point->engine->contacts != NULL ? "t,i,j,wall,fx,fy,fz,overlap\n" : "t,i,j,wall,nx,ny,nz,impulse\n",
          output->table);
    return GRAVEL_OK;
}

/* What does not change from frame to frame. */
static enum gravel_status
lay_out(struct gravel_output *output, struct gravel_error *error)
{
    const struct gravel_system *system = output->system;
    struct gravel_frame *frame = &output->frame;
    frame->fields = output->wanted->fields;
    frame->box = system->box;
    frame->n_species = system->n_species;
    memcpy(frame->species_name, system->species_name, sizeof frame->species_name);
    return gravel_frame_resize(frame, system->n_particles, error);
}

/* What is written, in words that are equal when the files are. */
static void
describe(const struct gravel_case_output *wanted, char text[sizeof((struct gravel_output_end *)0)->what])
{
    const size_t size = sizeof((struct gravel_output_end *)0)->what;
    char every[32];
    gravel_number_print(wanted->every, every, sizeof every);
    snprintf(text, size, "every %s s, fields", every);
    for (size_t f = 0; f < GRAVEL_FIELD_COUNT; f++)
        if (wanted->fields & gravel_field_bit(f))
            snprintf(text + strlen(text), size - strlen(text), " %s", gravel_fields[f].name);
    snprintf(text + strlen(text), size - strlen(text), "%s, formats", wanted->contacts ? ", contacts" : "");
    for (size_t k = 0; k < wanted->n_formats; k++)
        snprintf(text + strlen(text), size - strlen(text), " %s", wanted->formats[k]->name);
}

void
gravel_output_end_archive(struct gravel_output_end *end, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_ARRAY(archive, end->what, sizeof end->what);
    GRAVEL_ARCHIVE(archive, end->n_frames);
    GRAVEL_ARCHIVE_ARRAY(archive, end->n_bytes, sizeof end->n_bytes / sizeof *end->n_bytes);
    end->what[sizeof end->what - 1] = '\0';
}

enum gravel_status
gravel_output_tell(struct gravel_output *output, struct gravel_output_end *end, struct gravel_error *error)
{
    *end = (struct gravel_output_end){0};
    if (output == NULL)
        return GRAVEL_OK;
    describe(output->wanted, end->what);
    end->n_frames = output->n_frames;
    for (size_t k = 0; k < output->wanted->n_formats; k++)
        end->n_bytes[k] = output->wanted->formats[k]->n_bytes(output->writers[k]);
    if (output->table == NULL)
        return GRAVEL_OK;
    if (fflush(output->table) != 0 || output->failed)
        return gravel_not_written(error, output->path);
    end->n_bytes[GRAVEL_OUTPUT_FORMATS_MAX] = gravel_prefix_size(output->table);
    return GRAVEL_OK;
}

enum gravel_status
gravel_output_check(const struct gravel_point *point, const char *key, const struct gravel_output_end *end,
                    struct gravel_error *error)
{
    const struct gravel_case_output *wanted = &point->c->output;
    char what[sizeof end->what], path[PATH_SIZE];
    enum gravel_status status = GRAVEL_OK;
    if (point->output == NULL)
        return GRAVEL_OK;
    describe(wanted, what);
    if (strcmp(what, end->what) != 0)
        return gravel_fail(error, GRAVEL_IO, "its trajectory has %s, allowed the present output: %s",
                           end->what[0] != '\0' ? end->what : "no frame", what);
    for (size_t k = 0; k < wanted->n_formats && status == GRAVEL_OK; k++) {
        series_path(point, key, wanted->formats[k], path);
        status = gravel_prefix_check(path, end->n_bytes[k], error);
    }
    if (status == GRAVEL_OK && wanted->contacts) {
        table_path(point, key, path);
        status = gravel_prefix_check(path, end->n_bytes[GRAVEL_OUTPUT_FORMATS_MAX], error);
    }
    return status;
}

/* The series in format k of those that are wanted. */
static enum gravel_status
open_series(struct gravel_output *output, size_t k, const struct gravel_point *point, const char *key,
            const struct gravel_output_end *end, struct gravel_error *error)
{
    const struct gravel_format_ops *format = output->wanted->formats[k];
    char path[PATH_SIZE], from[PATH_SIZE];
    series_path(point, point->key, format, path);
    series_path(point, key, format, from);
    struct gravel_prefix before = {.path = from};
    if (end != NULL) {
        before.n_frames = end->n_frames;
        before.n_bytes = end->n_bytes[k];
    }
    return format->create(&output->writers[k], path, output->wanted->fields, end != NULL ? &before : NULL, error);
}

enum gravel_status
gravel_output_create(struct gravel_output **output, const struct gravel_point *point,
                     const struct gravel_system *system, const char *key, const struct gravel_output_end *end,
                     struct gravel_error *error)
{
    char path[PATH_SIZE];
    *output = NULL;
    if (point->output == NULL)
        return GRAVEL_OK;
    enum gravel_status status = end != NULL ? gravel_output_check(point, key, end, error) : GRAVEL_OK;
    if (status != GRAVEL_OK)
        return status;
    struct gravel_output *o = calloc(1, sizeof *o);
    if (o == NULL)
        return gravel_no_memory(error);
    o->wanted = &point->c->output;
    o->engine = point->engine;
    o->system = system;
    gravel_output_path(point->output, point->c->name, point->key, "", path, sizeof path);
    make_folders(path);
    o->n_frames = end != NULL ? end->n_frames : 0;
    status = lay_out(o, error);
    for (size_t k = 0; k < o->wanted->n_formats && status == GRAVEL_OK; k++)
        status = open_series(o, k, point, key, end, error);
    if (status == GRAVEL_OK && o->wanted->contacts)
        status = open_table(o, point, key, end, error);
    if (status == GRAVEL_OK) {
        *output = o;
        return GRAVEL_OK;
    }
    struct gravel_error ignored;
    if (gravel_output_finish(o, &ignored) != GRAVEL_OK)
        return status; /* of the first failure */
    return status;
}

/* The body j of an event or a contact: its number, and the name of a wall. */
static const char *
wall_name(const struct gravel_output *output, int32_t j)
{
    return j < 0 ? output->system->walls[-1 - j].name : "-";
}

static void
collide(void *self, const struct gravel_event *event)
{
    struct gravel_output *o = self;
    if (o->engine->contacts == NULL)
        o->failed =
            fprintf(o->table, "%.17g,%d,%d,%s,%.17g,%.17g,%.17g,%.17g\n", event->t, (int)event->i, (int)event->j,
                    wall_name(o, event->j), event->normal.x, event->normal.y, event->normal.z, event->impulse) < 0 ||
            o->failed;
    if (o->next.event != NULL)
        o->next.event(o->next.self, event);
}

/* A contact of the frame; its momentum in one second is its force. */
static void
touch(void *self, const struct gravel_push *push)
{
    struct gravel_output *o = self;
    const struct gravel_particle *p = o->frame.particles;
    if (!o->writes) {
        if (o->next.push != NULL)
            o->next.push(o->next.self, push);
        return;
    }
    const double reach = p[push->i].radius + (push->j >= 0 ? p[push->j].radius : 0.0);
    o->failed = fprintf(o->table, "%.17g,%d,%d,%s,%.17g,%.17g,%.17g,%.17g\n", o->frame.t, (int)push->i, (int)push->j,
                        wall_name(o, push->j), push->impulse.x, push->impulse.y, push->impulse.z,
                        fmax(reach - v3_norm(push->branch), 0.0)) < 0 ||
                o->failed;
}

struct gravel_sink
gravel_output_sink(struct gravel_output *output, struct gravel_sink next)
{
    if (output == NULL || output->table == NULL)
        return next;
    const bool lasting = output->engine->contacts != NULL;
    output->next = next;
    if (lasting)
        return (struct gravel_sink){output, next.event != NULL ? collide : NULL, touch};
    return (struct gravel_sink){output, collide, next.push != NULL ? touch : NULL};
}

double
gravel_output_next(const struct gravel_output *output, double t)
{
    const double due = output != NULL ? output->wanted->every * (double)output->n_frames : 0.0;
    return output == NULL || output->wanted->every == 0.0 || due >= t * (1.0 - same_time) ? INFINITY : due;
}

/* The state of the engine, with wrapped and unwrapped positions. */
static void
fill_frame(struct gravel_output *o, const void *engine, double t)
{
    struct gravel_frame *frame = &o->frame;
    const struct vec3 l = v3_sub(frame->box.high, frame->box.low);
    frame->t = t;
    o->engine->snapshot(engine, frame->particles);
    if (o->engine->images == NULL) {
        for (size_t k = 0; k < frame->n; k++)
            frame->unwrapped[k] = frame->particles[k].x;
        gravel_frame_wrap(frame);
        return;
    }
    o->engine->images(engine, frame->image);
    for (size_t k = 0; k < frame->n; k++) {
        const int32_t *image = frame->image[k];
        frame->unwrapped[k] =
            v3_add(frame->particles[k].x, v3(image[0] != 0 ? image[0] * l.x : 0.0, image[1] != 0 ? image[1] * l.y : 0.0,
                                             image[2] != 0 ? image[2] * l.z : 0.0));
    }
}

/* The engine passes them to the sink. */
static enum gravel_status
write_contacts(struct gravel_output *o, const void *engine, struct gravel_error *error)
{
    if (o->engine->contacts == NULL)
        return GRAVEL_OK;
    o->writes = true;
    const enum gravel_status status = o->engine->contacts(engine, 1.0, error);
    o->writes = false;
    return status;
}

enum gravel_status
gravel_output_write(struct gravel_output *output, const void *engine, double t, bool at_sample,
                    struct gravel_error *error)
{
    if (output == NULL)
        return GRAVEL_OK;
    const double every = output->wanted->every;
    if (at_sample && every > 0.0 && every * (double)output->n_frames > t * (1.0 + same_time))
        return GRAVEL_OK;
    enum gravel_status status = GRAVEL_OK;
    fill_frame(output, engine, t);
    for (size_t k = 0; k < output->wanted->n_formats && status == GRAVEL_OK; k++)
        status = output->wanted->formats[k]->write(output->writers[k], &output->frame, error);
    if (status == GRAVEL_OK && output->table != NULL)
        status = write_contacts(output, engine, error);
    if (status == GRAVEL_OK && output->table != NULL && (fflush(output->table) != 0 || output->failed))
        status = gravel_not_written(error, output->path);
    output->n_frames++;
    return status;
}

enum gravel_status
gravel_output_finish(struct gravel_output *output, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    if (output == NULL)
        return GRAVEL_OK;
    for (size_t k = 0; k < output->wanted->n_formats; k++) {
        struct gravel_error why;
        if (output->wanted->formats[k]->finish(output->writers[k], &why) != GRAVEL_OK && status == GRAVEL_OK)
            status = gravel_fail(error, why.status, "%s", why.text);
    }
    if (output->table != NULL && (fclose(output->table) != 0 || output->failed) && status == GRAVEL_OK)
        status = gravel_not_written(error, output->path);
    gravel_frame_free(&output->frame);
    free(output);
    return status;
}
