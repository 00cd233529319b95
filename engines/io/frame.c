#include "engines/io/frame.h"

#include "engines/core/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In the order of enum gravel_field. */
const struct gravel_field_info gravel_fields[GRAVEL_FIELD_COUNT] = {
    {"id", "id", "id", "id", "body_id", "1", 1, true, "number of the particle in the case, from 0"},
    {"species", "species", "species", "species", "material_id", "1", 1, true, "name of the species"},
    {"position", "x|y|z", "pos", "position", NULL, "m", 3, false, "centre, inside the periodic box"},
    {"image", "ix|iy|iz", "image", "image", "image", "1", 3, true,
     "box lengths from position to unwrapped, on periodic axes"},
    {"unwrapped", "xu|yu|zu", "unwrapped_position", "unwrapped_position", "unwrapped_position", "m", 3, false,
     "centre on the path without returns into the periodic box"},
    {"velocity", "vx|vy|vz", "velo", "velocity", "velocity", "m/s", 3, false, "of the centre"},
    {"spin", "omegax|omegay|omegaz", "angular_velocity", "angular_velocity", "angular_velocity", "rad/s", 3, false,
     "angular velocity"},
    {"radius", "radius", "radius", "radius", "radius", "m", 1, false, "radius"},
    {"mass", "mass", "mass", "mass", "mass", "kg", 1, false, "mass"},
    {"attached", "attached", "attached", "attached", "attached", "1", 1, true,
     "number of the wall that carries the particle, from 0 in the order of their names; -1: free; -2: absorbed"},
};

const char gravel_field_names[] = "id|species|position|image|unwrapped|velocity|spin|radius|mass|attached";

void
gravel_frame_free(struct gravel_frame *frame)
{
    free(frame->particles);
    free(frame->unwrapped);
    free(frame->image);
    free(frame->id);
    free(frame->line);
    *frame = (struct gravel_frame){0};
}

static bool
reserve(struct gravel_frame *frame, size_t capacity)
{
    const bool done = gravel_array_resize(&frame->particles, capacity, sizeof *frame->particles) &&
                      gravel_array_resize(&frame->unwrapped, capacity, sizeof *frame->unwrapped) &&
                      gravel_array_resize(&frame->image, capacity, sizeof *frame->image) &&
                      gravel_array_resize(&frame->id, capacity, sizeof *frame->id) &&
                      gravel_array_resize(&frame->line, capacity, sizeof *frame->line);
    if (done)
        frame->capacity = capacity;
    return done;
}

enum gravel_status
gravel_frame_resize(struct gravel_frame *frame, size_t n, struct gravel_error *error)
{
    const size_t doubled = 2 * frame->capacity;
    if (n > frame->capacity && !reserve(frame, n > doubled ? n : doubled))
        return gravel_no_memory(error);
    for (size_t k = frame->n; k < n; k++) {
        frame->particles[k] = (struct gravel_particle){.attached = GRAVEL_FREE};
        frame->unwrapped[k] = v3(0, 0, 0);
        memset(frame->image[k], 0, sizeof frame->image[k]);
        frame->id[k] = (int64_t)k;
        frame->line[k] = 0;
    }
    frame->n = n;
    return GRAVEL_OK;
}

static struct vec3 *
vector_of(const struct gravel_frame *frame, size_t k, enum gravel_field field)
{
    switch (field) {
    case GRAVEL_FIELD_POSITION: return &frame->particles[k].x;
    case GRAVEL_FIELD_UNWRAPPED: return &frame->unwrapped[k];
    case GRAVEL_FIELD_VELOCITY: return &frame->particles[k].v;
    case GRAVEL_FIELD_SPIN: return &frame->particles[k].omega;
    default: return NULL;
    }
}

double
gravel_frame_get(const struct gravel_frame *frame, size_t k, enum gravel_field field, int c)
{
    const struct gravel_particle *p = &frame->particles[k];
    switch (field) {
    case GRAVEL_FIELD_ID: return (double)frame->id[k];
    case GRAVEL_FIELD_SPECIES: return p->species;
    case GRAVEL_FIELD_IMAGE: return frame->image[k][c];
    case GRAVEL_FIELD_RADIUS: return p->radius;
    case GRAVEL_FIELD_MASS: return p->mass;
    case GRAVEL_FIELD_ATTACHED: return p->attached;
    default: return v3_component(*vector_of(frame, k, field), c);
    }
}

bool
gravel_frame_set(struct gravel_frame *frame, size_t k, enum gravel_field field, int c, double value)
{
    struct gravel_particle *p = &frame->particles[k];
    const double limit = field == GRAVEL_FIELD_ID ? 0x1p53 : 0x1p31 - 1;
    if (gravel_fields[field].whole && (value != floor(value) || fabs(value) > limit))
        return false;
    switch (field) {
    case GRAVEL_FIELD_ID: frame->id[k] = (int64_t)value; break;
    case GRAVEL_FIELD_SPECIES: p->species = (int32_t)value; break;
    case GRAVEL_FIELD_IMAGE: frame->image[k][c] = (int32_t)value; break;
    case GRAVEL_FIELD_RADIUS: p->radius = value; break;
    case GRAVEL_FIELD_MASS: p->mass = value; break;
    case GRAVEL_FIELD_ATTACHED: p->attached = (int32_t)value; break;
    default: {
        struct vec3 *v = vector_of(frame, k, field);
        *(c == 0 ? &v->x : c == 1 ? &v->y : &v->z) = value;
    }
    }
    return true;
}

int
gravel_frame_species(struct gravel_frame *frame, const char *name)
{
    for (size_t s = 0; s < frame->n_species; s++)
        if (strcmp(frame->species_name[s], name) == 0)
            return (int)s;
    if (frame->n_species == GRAVEL_SPECIES_MAX || strlen(name) >= sizeof frame->species_name[0])
        return -1;
    snprintf(frame->species_name[frame->n_species], sizeof frame->species_name[0], "%s", name);
    return (int)frame->n_species++;
}

/* Into [low, high); positions that are inside already are not changed. */
static double
wrap(double x, double low, double high, int32_t *image)
{
    const double length = high - low, turns = floor((x - low) / length);
    *image = (int32_t)turns;
    const double inside = turns == 0.0 ? x : x - turns * length;
    return inside < high ? fmax(inside, low) : low;
}

void
gravel_frame_wrap(struct gravel_frame *frame)
{
    const struct gravel_box *box = &frame->box;
    for (size_t k = 0; k < frame->n; k++) {
        struct vec3 *x = &frame->particles[k].x;
        *x = frame->unwrapped[k];
        memset(frame->image[k], 0, sizeof frame->image[k]);
        if (box->periodic[0])
            x->x = wrap(x->x, box->low.x, box->high.x, &frame->image[k][0]);
        if (box->periodic[1])
            x->y = wrap(x->y, box->low.y, box->high.y, &frame->image[k][1]);
        if (box->periodic[2])
            x->z = wrap(x->z, box->low.z, box->high.z, &frame->image[k][2]);
    }
}
