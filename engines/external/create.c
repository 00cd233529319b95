/* The message `create`: the system in SI units, with the constants of every contact worked out. */
#include "engines/external/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The kinds of particles, by one that is of each, and the kind that a sticky wall makes of it; -1: none does. */
struct kinds {
    size_t n;
    struct gravel_particle of[GRAVEL_KINDS_MAX];
    int caught[GRAVEL_KINDS_MAX];
};

static bool
of_one_kind(const struct gravel_particle *a, const struct gravel_particle *b)
{
    return a->radius == b->radius && a->mass == b->mass && a->inertia == b->inertia && a->species == b->species &&
           (a->attached >= 0) == (b->attached >= 0);
}

/* The kind of a particle, a new one if need be; GRAVEL_KINDS_MAX when there are too many. */
static size_t
kind_of(struct kinds *kinds, const struct gravel_particle *p)
{
    size_t k = 0;
    while (k < kinds->n && !of_one_kind(&kinds->of[k], p))
        k++;
    if (k == kinds->n && k < GRAVEL_KINDS_MAX) {
        kinds->caught[k] = -1;
        kinds->of[kinds->n++] = *p;
    }
    return k;
}

static enum gravel_status
too_many(struct gravel_error *error)
{
    return gravel_fail(error, GRAVEL_UNSUPPORTED,
                       "external engines lack: more than %d kinds of particles of different size or mass",
                       GRAVEL_KINDS_MAX);
}

/* The kinds that particles are of once a sticky wall has attached them: their contacts have other constants. */
static enum gravel_status
put_caught(const struct gravel_system *s, struct kinds *kinds, struct gravel_error *error)
{
    const size_t n = kinds->n;
    size_t w = 0;
    while (w < s->n_walls && s->walls[w].touch != GRAVEL_STICK)
        w++;
    for (size_t k = 0; k < n && w < s->n_walls; k++) {
        struct gravel_particle p = kinds->of[k];
        if (p.attached >= 0)
            continue;
        p.attached = (int32_t)w;
        const size_t caught = kind_of(kinds, &p);
        if (caught == GRAVEL_KINDS_MAX)
            return too_many(error);
        kinds->caught[k] = (int)caught;
    }
    return GRAVEL_OK;
}

static void
put_row(double *row, const struct gravel_particle *p, size_t kind)
{
    const double numbers[GRAVEL_ROW_START] = {p->x.x,
                                              p->x.y,
                                              p->x.z,
                                              p->v.x,
                                              p->v.y,
                                              p->v.z,
                                              p->omega.x,
                                              p->omega.y,
                                              p->omega.z,
                                              (double)kind,
                                              (double)p->attached};
    memcpy(row, numbers, sizeof numbers);
}

static enum gravel_status
put_particles(const struct gravel_system *s, struct kinds *kinds, double *numbers, struct gravel_error *error)
{
    for (size_t i = 0; i < s->n_particles; i++) {
        const size_t kind = kind_of(kinds, &s->particles[i]);
        if (kind == GRAVEL_KINDS_MAX)
            return too_many(error);
        put_row(numbers + GRAVEL_ROW_START * i, &s->particles[i], kind);
    }
    return put_caught(s, kinds, error);
}

/* JSON has no NaN and no infinity: null. */
static json_t *
number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *
vector(struct vec3 v)
{
    return json_pack("[o, o, o]", number(v.x), number(v.y), number(v.z));
}

static json_t *
system_json(const struct gravel_system *s)
{
    const bool *periodic = s->box.periodic;
    return json_pack("{s:i, s:b, s:o, s:[b, b, b], s:o, s:o, s:o}", "dimension", s->dimension, "rotation",
                     s->material.rotation, "gravity", vector(s->gravity), "periodic", periodic[0], periodic[1],
                     periodic[2], "low", vector(s->box.low), "high", vector(s->box.high), "shear_rate",
                     number(s->box.shear_rate));
}

/* Of a plane under a force; of others null. */
static json_t *
servo_json(const struct gravel_servo *servo)
{
    if (!(servo->mass > 0.0))
        return json_null();
    return json_pack("{s:o, s:o, s:o}", "force", number(servo->force), "mass", number(servo->mass), "damping",
                     number(servo->damping));
}

static json_t *
motion_json(const struct gravel_wall *w)
{
    const struct gravel_motion *m = &w->motion;
    json_t *table = json_array();
    for (size_t k = 0; k < m->n_knots; k++)
        json_array_append_new(table, json_pack("[o, o]", number(m->knots[k].t), number(m->knots[k].shift)));
    const double amplitude = v3_norm(gravel_wall_vibration(w));
    const struct vec3 direction = v3_norm2(m->direction) > 0.0 ? m->direction : w->axis;
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "velocity", vector(m->velocity), "amplitude",
                     number(copysign(amplitude, m->amplitude)), "direction", vector(direction), "angular_frequency",
                     number(m->angular_frequency), "phase", number(m->phase), "table", table, "spin", number(m->spin),
                     "ramp", number(m->ramp));
}

static json_t *
wall_json(const struct gravel_wall *w)
{
    static const char *const shapes[GRAVEL_SHAPE_COUNT] = {"plane", "disk",      "cylinder", "ring", "line",
                                                           "point", "rectangle", "segment",  "cone", "orifice"};
    static const char *const touch[] = {
        [GRAVEL_BOUNCE] = "bounce", [GRAVEL_STICK] = "stick", [GRAVEL_ABSORB] = "absorb", [GRAVEL_CARRY] = "carry"};
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", w->name, "touch",
                     touch[w->touch], "shape", shapes[w->shape], "origin", vector(w->origin), "axis", vector(w->axis),
                     "edge", vector(w->edge), "radius", number(w->radius), "radius_end", number(w->radius_end),
                     "length", number(w->length), "width", number(w->width), "motion", motion_json(w), "servo",
                     servo_json(&w->servo));
}

static json_t *
kind_json(const struct gravel_system *s, const struct kinds *kinds, size_t k)
{
    const struct gravel_particle *p = &kinds->of[k];
    return json_pack("{s:s, s:o, s:o, s:o, s:b, s:o}", "species", s->species_name[p->species], "radius",
                     number(p->radius), "mass", number(p->mass), "inertia", number(p->inertia), "attached",
                     p->attached >= 0, "caught", kinds->caught[k] >= 0 ? json_integer(kinds->caught[k]) : json_null());
}

/* A speed at which contacts happen [m/s]: contact times of nonlinear laws depend on it. */
static double
typical_speed(const struct gravel_system *s)
{
    double v = s->material.reference_velocity;
    for (size_t w = 0; w < s->n_walls; w++)
        v = fmax(v, gravel_wall_speed_bound(&s->walls[w], 0.0));
    for (size_t i = 0; i < s->n_particles; i++)
        v = fmax(v, 2.0 * v3_norm(s->particles[i].v));
    return v;
}

/* The contact of kind a with kind b, or with the wall -1 - b. */
static json_t *
contact_json(const struct gravel_system *s, const struct kinds *kinds, size_t a, long b, double speed)
{
    const struct gravel_particle *p = &kinds->of[a], *q = b >= 0 ? &kinds->of[b] : NULL;
    const struct gravel_contact c = gravel_system_contact(s, p->species, q != NULL ? q->species : (int32_t)b);
    struct gravel_contact_scale scale = {p->mass, 2.0 * p->radius};
    if (q != NULL) {
        const bool p_free = p->attached < 0, q_free = q->attached < 0;
        scale = gravel_contact_scale(q_free && !p_free ? INFINITY : p->mass, p->radius,
                                     p_free && !q_free ? INFINITY : q->mass, q->radius);
    }
    const double m_red = scale.mass, d = scale.diameter;
    const double factor = gravel_tangential_factor(s->dimension, s->material.rotation);
    const struct gravel_force f = gravel_material_force(c.material, c.wall, m_red, d, factor);
    return json_pack("{s:[i, i], s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o}", "between",
                     (int)a, (int)b, "m_red", number(m_red), "k", number(f.k), "c", number(f.c), "beta", number(f.beta),
                     "gamma", number(f.gamma), "range", number(f.range), "k_t", number(f.kt), "c_t", number(f.ct),
                     "friction", number(f.friction), "rolling_arm", number(f.rolling_arm), "rolling", number(f.rolling),
                     "cohesionless", f.cohesionless, "restitution",
                     number(gravel_material_restitution(c.material, c.wall, m_red, d, speed)), "tangential_restitution",
                     number(gravel_material_tangential(c.material, c.wall)), "contact_time",
                     number(gravel_material_contact_time(c.material, c.wall, m_red, d, speed)));
}

static json_t *
contacts_json(const struct gravel_system *s, const struct kinds *kinds)
{
    json_t *contacts = json_array();
    const double speed = typical_speed(s);
    for (size_t a = 0; a < kinds->n; a++) {
        for (size_t b = a; b < kinds->n; b++)
            json_array_append_new(contacts, contact_json(s, kinds, a, (long)b, speed));
        for (size_t w = 0; w < s->n_walls; w++)
            json_array_append_new(contacts, contact_json(s, kinds, a, -1 - (long)w, speed));
    }
    return contacts;
}

static json_t *
options_json(const struct gravel_options *options)
{
    json_t *json = json_object();
    for (size_t k = 0; k < options->n; k++) {
        const struct gravel_value *value = &options->items[k].value;
        const bool is_text = value->type == GRAVEL_TYPE_TEXT || value->type == GRAVEL_TYPE_CHOICE;
        json_object_set_new(json, options->items[k].path, is_text ? json_string(value->text) : number(value->real));
    }
    return json;
}

static json_t *
message(const struct gravel_system *s, const struct kinds *kinds, const struct gravel_options *options, bool events)
{
    json_t *walls = json_array(), *list = json_array();
    for (size_t w = 0; w < s->n_walls; w++)
        json_array_append_new(walls, wall_json(&s->walls[w]));
    for (size_t k = 0; k < kinds->n; k++)
        json_array_append_new(list, kind_json(s, kinds, k));
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:b, s:I, s:[s, s, s, s, s, s, s, s, s, s, s], s:I}", "do",
                     "create", "system", system_json(s), "walls", walls, "kinds", list, "contacts",
                     contacts_json(s, kinds), "options", options_json(options), "events", events, "n",
                     (json_int_t)s->n_particles, "columns", "x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz", "kind",
                     "attached", "bytes", (json_int_t)s->n_particles * (json_int_t)(GRAVEL_ROW_START * sizeof(double)));
}

/* The text with an end of line; NULL without memory. */
static char *
line_of(json_t *json)
{
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    const size_t n = text != NULL ? strlen(text) : 0;
    char *line = text != NULL ? realloc(text, n + 2) : NULL;
    if (line == NULL)
        free(text);
    else
        memcpy(line + n, "\n", 2);
    json_decref(json);
    return line;
}

/* The message has one restitution a contact; soft spheres have it from their force. */
static enum gravel_status
refuse_law(const struct gravel_system *system, enum gravel_method method, struct gravel_error *error)
{
    if (method == GRAVEL_MD || system->material.restitution_law == GRAVEL_CONSTANT_RESTITUTION)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_UNSUPPORTED,
                       "external engines lack: hard spheres whose restitution depends on the speed");
}

enum gravel_status
gravel_create_write(const struct gravel_system *system, enum gravel_method method, const struct gravel_options *options,
                    bool events, char **line, double **numbers, size_t *n_numbers, struct gravel_error *error)
{
    struct kinds kinds = {0};
    *line = NULL;
    *n_numbers = GRAVEL_ROW_START * system->n_particles;
    *numbers = calloc(*n_numbers + 1, sizeof **numbers);
    enum gravel_status status = *numbers != NULL ? refuse_law(system, method, error) : GRAVEL_MEMORY;
    if (status == GRAVEL_OK)
        status = put_particles(system, &kinds, *numbers, error);
    if (status == GRAVEL_OK && (*line = line_of(message(system, &kinds, options, events))) == NULL)
        status = GRAVEL_MEMORY;
    if (status != GRAVEL_OK)
        free(*numbers);
    return status == GRAVEL_MEMORY ? gravel_no_memory(error) : status;
}
