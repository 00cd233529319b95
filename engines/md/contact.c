/* Live contacts: their force constants, what they remember, and the events they end as. */
#include "engines/md/law.h"
#include "engines/md/meeting.h"

#include <stdlib.h>
#include <string.h>

static bool
same_class(const struct gravel_md_body *a, const struct gravel_md_body *b)
{
    return a->radius == b->radius && a->mass == b->mass;
}

struct gravel_force
gravel_md_pair_force(const struct gravel_md *md, const struct gravel_md_body *a, const struct gravel_md_body *b,
                     bool a_attached, bool b_attached)
{
    const double m_red = a_attached ? b->mass : b_attached ? a->mass : a->mass * b->mass / (a->mass + b->mass);
    const double d = 4.0 * a->radius * b->radius / (a->radius + b->radius);
    return gravel_material_force(&md->system.material, NULL, m_red, d, md->factor);
}

static struct gravel_force
wall_force(const struct gravel_md *md, const struct gravel_md_body *a, size_t wall)
{
    return gravel_material_force(&md->system.material, &md->system.walls[wall], a->mass, 2.0 * a->radius, md->factor);
}

/* Returns the number of classes, or 0 if there are too many. */
static size_t
classify(const struct gravel_md *md, int32_t *of, int32_t member[GRAVEL_MD_CLASSES])
{
    size_t n = 0;
    for (size_t b = 0; b < md->n_bodies; b++) {
        size_t c = 0;
        while (c < n && !same_class(&md->bodies[member[c]], &md->bodies[b]))
            c++;
        if (c == GRAVEL_MD_CLASSES)
            return 0;
        if (c == n)
            member[n++] = (int32_t)b;
        of[b] = (int32_t)c;
    }
    return n;
}

enum gravel_status
gravel_md_classes_create(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_classes *classes = &md->classes;
    const size_t n_walls = md->system.n_walls;
    classes->of = malloc((md->n_bodies + 1) * sizeof *classes->of);
    if (classes->of == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu particle classes", md->n_bodies);
    const size_t n = classify(md, classes->of, classes->member);
    if (n == 0)
        return GRAVEL_OK;
    classes->pair = malloc(n * n * sizeof *classes->pair);
    classes->wall = malloc((n_walls * n + 1) * sizeof *classes->wall);
    if (classes->pair == NULL || classes->wall == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for the constants of %zu particle classes", n);
    for (size_t a = 0; a < n; a++) {
        const struct gravel_md_body *body = &md->bodies[classes->member[a]];
        for (size_t b = 0; b < n; b++)
            classes->pair[a * n + b] = gravel_md_pair_force(md, body, &md->bodies[classes->member[b]], false, false);
        for (size_t w = 0; w < n_walls; w++)
            classes->wall[w * n + a] = wall_force(md, body, w);
    }
    classes->n = n;
    return GRAVEL_OK;
}

struct gravel_force
gravel_md_constants(const struct gravel_md *md, int32_t i, int32_t j)
{
    const struct gravel_md_classes *classes = &md->classes;
    const int32_t *const of = classes->of;
    const size_t n = classes->n, body_i = gravel_md_body_number(md, i);
    if (j < 0) {
        const size_t w = (size_t)(-1 - j);
        return n > 0 ? classes->wall[w * n + (size_t)of[body_i]] : wall_force(md, &md->bodies[body_i], w);
    }
    const size_t body_j = gravel_md_body_number(md, j);
    const bool i_attached = gravel_md_holder(md, i) >= 0, j_attached = gravel_md_holder(md, j) >= 0;
    if (n > 0 && !i_attached && !j_attached)
        return classes->pair[(size_t)of[body_i] * n + (size_t)of[body_j]];
    return gravel_md_pair_force(md, &md->bodies[body_i], &md->bodies[body_j], i_attached, j_attached);
}

/* Grow one of the pool's arrays; the others may be larger already. */
static bool
grow(void *array, size_t capacity, size_t size)
{
    void **const owned = array;
    void *grown = realloc(*owned, capacity * size);
    if (grown != NULL)
        *owned = grown;
    return grown != NULL;
}

static enum gravel_status
grow_pool(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_pool *pool = &md->pool;
    const size_t capacity = 64 + pool->capacity + pool->capacity / 64;
    if (!grow(&pool->place, capacity + 1, sizeof *pool->place) || !grow(&pool->birth, capacity, sizeof *pool->birth) ||
        (md->dense == NULL && !grow(&pool->records, capacity, sizeof *pool->records)))
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu contacts", capacity);
    pool->capacity = capacity;
    return GRAVEL_OK;
}

static enum gravel_status
note(struct gravel_md *md, const struct gravel_md_list *list, size_t k, bool ended, struct gravel_error *error)
{
    if (md->n_changes == md->change_capacity) {
        const size_t capacity = md->change_capacity > 0 ? 2 * md->change_capacity : 16;
        if (!grow(&md->changes, capacity, sizeof *md->changes))
            return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu contact changes", capacity);
        md->change_capacity = capacity;
    }
    md->changes[md->n_changes++] =
        (struct gravel_md_change){.i = list->i[k], .j = list->j[k], .contact = list->contact[k], .ended = ended};
    return GRAVEL_OK;
}

/* Systems without blocks, which one thread goes through, have one chain. */
static int32_t *
chain_of(struct gravel_md *md, int32_t i)
{
    return &md->pool.free[md->dense != NULL ? (size_t)i * GRAVEL_MD_CHAINS / md->n : 0];
}

static void
put_back(struct gravel_md *md, int32_t *chain, int32_t contact)
{
    md->pool.place[contact].next_free = *chain;
    *chain = contact;
}

/* In steps. */
static uint16_t
age(const struct gravel_md *md, size_t contact)
{
    return (uint16_t)(md->counters.steps - md->pool.birth[contact]);
}

void
gravel_md_contacts_grow_old(struct gravel_md *md)
{
    for (size_t c = 0; c < md->pool.n; c++)
        if (age(md, c) > GRAVEL_MD_OLD)
            md->pool.birth[c] = (uint16_t)(md->counters.steps - GRAVEL_MD_OLD);
}

enum gravel_status
gravel_md_contact_begin(struct gravel_md *md, struct gravel_md_list *list, size_t k, bool inside_step,
                        struct gravel_error *error)
{
    struct gravel_md_pool *pool = &md->pool;
    int32_t *const chain = chain_of(md, list->i[k]);
    if (*chain < 0) {
        enum gravel_status status = GRAVEL_OK;
        if (pool->n == pool->capacity && (status = grow_pool(md, error)) != GRAVEL_OK)
            return status;
        put_back(md, chain, (int32_t)pool->n++);
    }
    const int32_t c = list->contact[k] = *chain;
    *chain = pool->place[c].next_free;
    pool->birth[c] = (uint16_t)(md->counters.steps + (inside_step ? 1 : 0));
    pool->place[c].xi = v3(0, 0, 0);
    if (pool->records != NULL)
        pool->records[c] = (struct gravel_md_record){.force = gravel_md_constants(md, list->i[k], list->j[k])};
    return inside_step ? note(md, list, k, false, error) : GRAVEL_OK;
}

enum gravel_status
gravel_md_contact_end(struct gravel_md *md, struct gravel_md_list *list, size_t k, struct gravel_error *error)
{
    const enum gravel_status status = note(md, list, k, true, error);
    list->contact[k] = -1;
    return status;
}

/* Overlap and its rate at the end of the step, when the integrator has settled. */
static void
separation(const struct gravel_md *md, int32_t i, int32_t j, double *gap, double *rate)
{
    const struct vec3 v = gravel_md_settled_velocity(md, i);
    if (j < 0) {
        const struct gravel_nearest near = gravel_wall_nearest(&md->system.walls[-1 - j], md->t, md->x[i]);
        *gap = near.distance - gravel_md_radius(md, i);
        *rate = v3_dot(v3_sub(v, near.velocity), near.normal);
        return;
    }
    const struct vec3 r = gravel_box_separation(&md->system.box, md->x[j], md->x[i]);
    const double d = v3_norm(r);
    *gap = d - gravel_md_radius(md, i) - gravel_md_radius(md, j);
    *rate = v3_dot(v3_sub(v, gravel_md_settled_velocity(md, j)), r) / d;
}

/* The dashpots' force on i at zero overlap, with the rate and the slip of the meeting. */
static struct vec3
jump_force(const struct gravel_force *f, const struct gravel_md_meeting *m, struct vec3 *tangential)
{
    struct vec3 xi = v3(0, 0, 0);
    const double normal = gravel_md_normal_force(f, 0.0, m->rate).force;
    *tangential = gravel_md_tangential_force(f, gravel_md_tangential_stiffness(f, 0.0), normal, m->slip, &xi);
    return v3_axpy(*tangential, normal, m->normal);
}

/* The rolling torque's part of correct_jump(): it jumps with the dashpot's force that bounds it.  Returns the power
 * lost. */
static double
correct_roll(struct gravel_md *md, const struct gravel_md_instant *at, int32_t i, int32_t j,
             const struct gravel_md_meeting *m, const struct gravel_force *f, double missing)
{
    struct vec3 attached;
    const struct vec3 spin = gravel_md_rolling_spin(md, at, i, j, m->normal, &attached);
    const double normal = gravel_md_normal_force(f, 0.0, m->rate).force;
    const struct vec3 torque = gravel_md_rolling_torque(f, normal, spin);
    const double lost = -v3_dot(torque, spin);
    md->omega[i] = v3_axpy(md->omega[i], missing * gravel_md_inverse_inertia(md, i), torque);
    if (j >= 0)
        md->omega[j] = v3_axpy(md->omega[j], -missing * gravel_md_inverse_inertia(md, j), torque);
    md->integral[GRAVEL_MD_ROLLING] += missing * lost;
    md->integral[GRAVEL_MD_WORK] += missing * gravel_md_rolling_work(md, i, j, torque, attached);
    return lost;
}

/* A force that jumps at time s before the last point of the step grid is badly summed by any formula on the step grid:
 * the first point inside a contact stands for half a step before it (the last one for half a step after it), while the
 * dashpot really acted for the time s (or dt - s).  The velocities are corrected by the difference, which would
 * otherwise be an error of first order in dt. */
static void
correct_jump(struct gravel_md *md, const struct gravel_md_change *change)
{
    const int32_t i = change->i, j = change->j;
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_STEP, md->t);
    const struct gravel_force f = gravel_md_constants(md, i, j);
    struct gravel_md_meeting m;
    double gap, rate;
    if (!gravel_md_meet(md, &here, i, j, INFINITY, &m))
        return;
    separation(md, i, j, &gap, &rate);
    m.rate = -rate;
    const double dt = md->dt, way = change->ended ? gap : -gap, speed = change->ended ? rate : -rate;
    const double ago = way <= 0.0 ? 0.0 : speed > 0.0 ? way / speed : 0.5 * dt + md->lag;
    const double s = fmin(fmax(ago - md->lag, 0.0), dt);
    const double missing = change->ended ? 0.5 * dt - s : s - 0.5 * dt;
    struct vec3 tangential;
    const struct vec3 force = jump_force(&f, &m, &tangential), turn = v3_cross(tangential, m.normal);
    md->v[i] = v3_axpy(md->v[i], missing * gravel_md_inverse_mass(md, i), force);
    if (j >= 0)
        md->v[j] = v3_axpy(md->v[j], -missing * gravel_md_inverse_mass(md, j), force);
    if (md->system.material.rotation) {
        md->omega[i] = v3_axpy(md->omega[i], missing * gravel_md_inverse_inertia(md, i) * m.arm_i, turn);
        if (j >= 0)
            md->omega[j] = v3_axpy(md->omega[j], missing * gravel_md_inverse_inertia(md, j) * m.arm_j, turn);
    }
    const double normal_loss = v3_dot(v3_sub(force, tangential), m.normal) * m.rate;
    const double tangential_loss = -v3_dot(tangential, m.slip);
    md->integral[GRAVEL_MD_NORMAL] += missing * normal_loss;
    md->integral[GRAVEL_MD_TANGENTIAL] += missing * tangential_loss;
    md->integral[GRAVEL_MD_WORK] += missing * gravel_md_work(md, i, j, &m, force);
    const double rolling_loss = f.rolling_arm > 0.0 ? correct_roll(md, &here, i, j, &m, &f, missing) : 0.0;
    if (md->pool.records != NULL) {
        struct gravel_md_record *r = &md->pool.records[change->contact];
        if (!change->ended)
            r->start = md->t - md->lag - s;
        r->impulse += missing * v3_dot(force, m.normal);
        r->dissipated += missing * (normal_loss + tangential_loss + rolling_loss);
    }
}

static struct gravel_event
event_of(const struct gravel_md *md, const struct gravel_md_change *change)
{
    const struct gravel_md_record *r = &md->pool.records[change->contact];
    double gap, rate;
    separation(md, change->i, change->j, &gap, &rate);
    const double late = rate > 0.0 ? fmin(fmax(gap, 0.0) / rate, md->dt + md->lag) : 0.0;
    return (struct gravel_event){
        .t = md->t - late,
        .duration = md->t - late - r->start,
        .i = md->id[change->i],
        .j = change->j >= 0 ? md->id[change->j] : change->j,
        .normal = r->normal,
        .approach = r->approach,
        .rebound = rate,
        .impulse = r->impulse,
        .dissipated = r->dissipated,
        .overlap = r->largest,
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

void
gravel_md_contact_release(struct gravel_md *md, int32_t i, int32_t j, int32_t contact)
{
    *(j < 0 ? &md->counters.wall_collisions : &md->counters.pair_collisions) += 1;
    put_back(md, chain_of(md, i), contact);
}

static void
release_ended(struct gravel_md *md)
{
    for (size_t k = 0; k < md->n_changes; k++) {
        const struct gravel_md_change *change = &md->changes[k];
        if (!change->ended)
            continue;
        md->counters.min_contact_steps = fmin(md->counters.min_contact_steps, age(md, change->contact));
        gravel_md_contact_release(md, change->i, change->j, change->contact);
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
