/* Live contacts: their force constants, what they remember, and the events they end as. */
#include "engines/md/state.h"

#include <stdlib.h>
#include <string.h>

enum { CLASSES_MAX = 64 };

static bool
same_class(const struct gravel_particle *a, const struct gravel_particle *b)
{
    return a->radius == b->radius && a->mass == b->mass;
}

/* Constants of the contact of two particles, of which at most one is held. */
static struct gravel_force
pair_force(const struct gravel_md *md, const struct gravel_particle *a, const struct gravel_particle *b,
           bool a_held, bool b_held)
{
    const double m_red = a_held ? b->mass : b_held ? a->mass : a->mass * b->mass / (a->mass + b->mass);
    const double d = 4.0 * a->radius * b->radius / (a->radius + b->radius);
    return gravel_material_force(&md->system.material, NULL, m_red, d, md->factor);
}

static struct gravel_force
wall_force(const struct gravel_md *md, const struct gravel_particle *a, size_t wall)
{
    return gravel_material_force(&md->system.material, &md->system.walls[wall], a->mass, 2.0 * a->radius,
                                 md->factor);
}

/* Fills `of`, and `first` with a member of each class; returns their number, or 0 if there are too many. */
static size_t
classify(const struct gravel_system *system, int32_t *of, const struct gravel_particle **first)
{
    size_t n = 0;
    for (size_t i = 0; i < system->n_particles; i++) {
        const struct gravel_particle *p = &system->particles[i];
        size_t c = 0;
        while (c < n && !same_class(first[c], p))
            c++;
        if (c == CLASSES_MAX)
            return 0;
        if (c == n)
            first[n++] = p;
        of[i] = (int32_t)c;
    }
    return n;
}

enum gravel_status
gravel_md_classes_create(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_classes *classes = &md->classes;
    const struct gravel_particle *first[CLASSES_MAX];
    const size_t n_walls = md->system.n_walls;
    classes->of = malloc((md->n + 1) * sizeof *classes->of);
    if (classes->of == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu particle classes", md->n);
    const size_t n = classify(&md->system, classes->of, first);
    if (n == 0)
        return GRAVEL_OK;
    classes->pair = malloc(n * n * sizeof *classes->pair);
    classes->wall = malloc((n_walls * n + 1) * sizeof *classes->wall);
    if (classes->pair == NULL || classes->wall == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for the constants of %zu particle classes", n);
    for (size_t a = 0; a < n; a++) {
        for (size_t b = 0; b < n; b++)
            classes->pair[a * n + b] = pair_force(md, first[a], first[b], false, false);
        for (size_t w = 0; w < n_walls; w++)
            classes->wall[w * n + a] = wall_force(md, first[a], w);
    }
    classes->n = n;
    return GRAVEL_OK;
}

static struct gravel_force
constants(const struct gravel_md *md, int32_t i, int32_t j)
{
    const struct gravel_md_classes *classes = &md->classes;
    const struct gravel_particle *p = md->system.particles;
    const size_t n = classes->n;
    if (j < 0) {
        const size_t w = (size_t)(-1 - j);
        return n > 0 ? classes->wall[w * n + (size_t)classes->of[i]] : wall_force(md, &p[i], w);
    }
    const bool i_held = p[i].held >= 0, j_held = p[j].held >= 0;
    if (n > 0 && !i_held && !j_held)
        return classes->pair[(size_t)classes->of[i] * n + (size_t)classes->of[j]];
    return pair_force(md, &p[i], &p[j], i_held, j_held);
}

enum gravel_status
gravel_md_contact_begin(struct gravel_md *md, struct gravel_md_pair *pair, struct gravel_error *error)
{
    struct gravel_md_pool *pool = &md->pool;
    if (pool->free < 0) {
        if (pool->n == pool->capacity) {
            const size_t capacity = pool->capacity > 0 ? 2 * pool->capacity : 64;
            struct gravel_md_contact *items = realloc(pool->items, capacity * sizeof *items);
            if (items == NULL)
                return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu contacts", capacity);
            pool->items = items;
            pool->capacity = capacity;
        }
        pool->items[pool->n].next_free = -1;
        pool->free = (int32_t)pool->n++;
    }
    pair->contact = pool->free;
    struct gravel_md_contact *contact = &pool->items[pair->contact];
    pool->free = contact->next_free;
    *contact = (struct gravel_md_contact){.force = constants(md, pair->i, pair->j)};
    return GRAVEL_OK;
}

enum gravel_status
gravel_md_change(struct gravel_md *md, const struct gravel_md_pair *pair, bool ended, struct gravel_error *error)
{
    if (md->n_changes == md->change_capacity) {
        const size_t capacity = md->change_capacity > 0 ? 2 * md->change_capacity : 16;
        struct gravel_md_change *changes = realloc(md->changes, capacity * sizeof *changes);
        if (changes == NULL)
            return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu contact changes", capacity);
        md->changes = changes;
        md->change_capacity = capacity;
    }
    md->changes[md->n_changes++] =
        (struct gravel_md_change){.i = pair->i, .j = pair->j, .contact = pair->contact, .ended = ended};
    return GRAVEL_OK;
}

enum gravel_status
gravel_md_contact_end(struct gravel_md *md, struct gravel_md_pair *pair, struct gravel_error *error)
{
    const enum gravel_status status = gravel_md_change(md, pair, true, error);
    pair->contact = -1;
    return status;
}

/* Gap at the end of the step, and its rate when the integrator has settled. */
static void
separation(const struct gravel_md *md, int32_t i, int32_t j, double *gap, double *rate)
{
    const struct gravel_particle *p = md->system.particles;
    const struct vec3 v = gravel_md_settled_velocity(md, i);
    if (j < 0) {
        const struct gravel_nearest near = gravel_wall_nearest(&md->system.walls[-1 - j], md->t, md->x[i]);
        *gap = near.distance - p[i].radius;
        *rate = v3_dot(v3_sub(v, near.velocity), near.normal);
        return;
    }
    const struct vec3 r = gravel_box_separation(&md->system.box, md->x[j], md->x[i]);
    const double d = v3_norm(r);
    *gap = d - p[i].radius - p[j].radius;
    *rate = v3_dot(v3_sub(v, gravel_md_settled_velocity(md, j)), r) / d;
}

/* A force that jumps at time s before the end of a step is badly summed by any formula on the step grid: the
 * first point inside a contact stands for half a step before it (the last one for half a step after it),
 * while the dashpot really acted for the time s (or dt - s).  The velocities are corrected by the difference, which
 * would otherwise be an error of first order in dt. */
static void
correct_jump(struct gravel_md *md, const struct gravel_md_change *change)
{
    struct gravel_md_contact *c = &md->pool.items[change->contact];
    const int32_t i = change->i, j = change->j;
    const struct gravel_particle *p = md->system.particles;
    double gap, rate;
    separation(md, i, j, &gap, &rate);
    const double dt = md->dt, way = change->ended ? gap : -gap, speed = change->ended ? rate : -rate;
    const double s = way <= 0.0 ? 0.0 : speed > 0.0 ? fmin(way / speed, dt) : 0.5 * dt;
    if (!change->ended)
        c->start = md->t - s;
    const double missing = change->ended ? 0.5 * dt - s : s - 0.5 * dt;
    md->v[i] = v3_axpy(md->v[i], missing * md->inverse_mass[i], c->jump.force);
    if (j >= 0)
        md->v[j] = v3_axpy(md->v[j], -missing * md->inverse_mass[j], c->jump.force);
    if (md->system.material.rotation) {
        md->omega[i] = v3_axpy(md->omega[i], missing * md->inverse_inertia[i] * p[i].radius, c->jump.torque);
        if (j >= 0)
            md->omega[j] = v3_axpy(md->omega[j], missing * md->inverse_inertia[j] * p[j].radius, c->jump.torque);
    }
    for (int k = 0; k < GRAVEL_MD_POWERS; k++)
        md->integral[k] += missing * c->jump.power[k];
    c->impulse += missing * v3_dot(c->jump.force, c->normal);
    c->dissipated += missing * (c->jump.power[GRAVEL_MD_NORMAL] + c->jump.power[GRAVEL_MD_TANGENTIAL]);
}

static struct gravel_event
event_of(const struct gravel_md *md, const struct gravel_md_change *change)
{
    const struct gravel_md_contact *c = &md->pool.items[change->contact];
    double gap, rate;
    separation(md, change->i, change->j, &gap, &rate);
    const double late = rate > 0.0 ? fmin(fmax(gap, 0.0) / rate, md->dt) : 0.0;
    return (struct gravel_event){
        .t = md->t - late,
        .duration = md->t - late - c->start,
        .i = change->i,
        .j = change->j,
        .normal = c->normal,
        .approach = c->approach,
        .rebound = rate,
        .impulse = c->impulse,
        .dissipated = c->dissipated,
        .overlap = c->largest,
    };
}

static int
by_time(const void *a, const void *b)
{
    const struct gravel_event *p = &((const struct gravel_md_change *)a)->event;
    const struct gravel_event *q = &((const struct gravel_md_change *)b)->event;
    if (p->t != q->t)
        return p->t < q->t ? -1 : 1;
    if (p->i != q->i)
        return p->i < q->i ? -1 : 1;
    return p->j < q->j ? -1 : p->j > q->j;
}

/* Count the ended contacts and give their records back. */
static void
release_ended(struct gravel_md *md)
{
    for (size_t k = 0; k < md->n_changes; k++) {
        const struct gravel_md_change *change = &md->changes[k];
        struct gravel_md_contact *c = &md->pool.items[change->contact];
        if (!change->ended)
            continue;
        *(change->j < 0 ? &md->counters.wall_collisions : &md->counters.pair_collisions) += 1;
        md->counters.min_contact_steps = fmin(md->counters.min_contact_steps, c->steps);
        c->next_free = md->pool.free;
        md->pool.free = change->contact;
    }
    md->n_changes = 0;
}

void
gravel_md_settle(struct gravel_md *md)
{
    for (size_t k = 0; k < md->n_changes; k++)
        correct_jump(md, &md->changes[k]);
    if (md->sink.event != NULL) {
        for (size_t k = 0; k < md->n_changes; k++)
            md->changes[k].event = event_of(md, &md->changes[k]);
        qsort(md->changes, md->n_changes, sizeof *md->changes, by_time);
        for (size_t k = 0; k < md->n_changes; k++)
            if (md->changes[k].ended)
                md->sink.event(md->sink.self, &md->changes[k].event);
    }
    release_ended(md);
}
