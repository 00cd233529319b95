/* Contacts: from the engine's particles to the collision rule and back, with the energy ledger. */
#include "engines/ed/collision.h"
#include "engines/ed/state.h"

#include <math.h>

void
gravel_ed_bring(struct gravel_ed *ed, int32_t i)
{
    struct gravel_body *body = &ed->body[i];
    const struct vec3 x = gravel_body_position(body, ed->query.half_gravity, ed->now);
    body->v = gravel_body_velocity(body, ed->query.half_gravity, ed->now);
    body->x = x;
    body->t = ed->now;
}

static struct gravel_collider
collider_of(const struct gravel_ed *ed, int32_t i)
{
    struct gravel_collider side = {
        .v = ed->body[i].v, .radius = ed->body[i].radius, .inverse_mass = ed->agent[i].inverse_mass};
    if (ed->system.material.rotation) {
        side.omega = ed->trait[i].omega;
        side.inverse_inertia = 1.0 / ed->trait[i].inertia;
    }
    return side;
}

/* TC model: the contact loses nothing, so it is elastic and smooth, when the particle's last one was less
 * than t_c ago (Luding and McNamara 1998, Granular Matter 1, 113).  Tangential loss alone would let a wedged
 * particle collapse. */
static bool
in_contact(const struct gravel_ed *ed, int32_t i)
{
    return ed->now - ed->agent[i].last_contact < ed->contact_time;
}

/* An overlap [m] of bodies of which the smaller one has this radius. */
static void
note_overlap(struct gravel_ed *ed, double overlap, double radius)
{
    if (overlap > ed->counters.max_overlap * radius)
        ed->counters.max_overlap = overlap / radius;
}

/* After a contact: store particle i's new velocity. */
static void
put_back(struct gravel_ed *ed, int32_t i, const struct gravel_collider *side)
{
    ed->body[i].v = side->v;
    if (ed->system.material.rotation)
        ed->trait[i].omega = side->omega;
    ed->agent[i].last_contact = ed->now;
    ed->count[i]++;
}

static void
account(struct gravel_ed *ed, int32_t i, int32_t j, struct vec3 n, const struct gravel_impact *impact, double rebound)
{
    ed->work += impact->work;
    ed->dissipated += impact->dissipated;
    if (ed->sink.event == NULL)
        return;
    const struct gravel_event event = {
        .t = ed->epoch + ed->now,
        .i = ed->trait[i].name,
        .j = j < 0 ? j : ed->trait[j].name,
        .normal = n,
        .approach = impact->approach,
        .rebound = rebound,
        .impulse = impact->impulse,
        .dissipated = impact->dissipated,
    };
    ed->sink.event(ed->sink.self, &event);
}

/* An attached particle as a body of infinite mass: the velocity of its surface where n leaves it. */
static struct gravel_collider
attached_collider(const struct gravel_ed *ed, int32_t j, struct vec3 x, struct vec3 n)
{
    const struct gravel_wall *wall = &ed->system.walls[ed->agent[j].attached];
    const struct vec3 point = v3_axpy(x, ed->body[j].radius, n);
    return (struct gravel_collider){.v = gravel_wall_velocity_at(wall, ed->epoch + ed->now, point)};
}

void
gravel_ed_collide_pair(struct gravel_ed *ed, int32_t i, int32_t j)
{
    const struct gravel_material *material = &ed->system.material;
    const bool j_free = ed->agent[j].attached == GRAVEL_FREE;
    gravel_ed_bring(ed, i);
    if (j_free)
        gravel_ed_bring(ed, j);
    const struct vec3 xj = j_free ? ed->body[j].x : gravel_ed_position(ed, j);
    const struct vec3 r = gravel_query_separation(&ed->query, xj, ed->body[i].x);
    const double size = gravel_ed_size(ed), ri = size * ed->body[i].radius, rj = size * ed->body[j].radius;
    const double distance = v3_norm(r), spread = ed->query.growth * (ed->body[i].radius + ed->body[j].radius);
    const struct vec3 n = v3_scale(1.0 / distance, r);
    struct gravel_collider a = collider_of(ed, i);
    struct gravel_collider b = j_free ? collider_of(ed, j) : attached_collider(ed, j, xj, n);
    b.v = v3_axpy(b.v, spread, n); /* surfaces that grow meet by so much faster */
    const double approach = gravel_collision_approach(&a, &b, n);
    if (approach <= 0.0) {
        gravel_collision_part(&a, &b, n);
        b.v = v3_axpy(b.v, -spread, n);
        put_back(ed, i, &a);
        if (j_free)
            put_back(ed, j, &b);
        return;
    }
    note_overlap(ed, ri + rj - distance, ri < rj ? ri : rj);

    double e = ed->pair_restitution, e_t = material->tangential_restitution;
    if (in_contact(ed, i) || (j_free && in_contact(ed, j)))
        e = e_t = 1.0;
    else if (isnan(e))
        e = gravel_material_restitution(material, NULL, 1.0 / (a.inverse_mass + b.inverse_mass), ri + rj, approach);
    struct gravel_impact impact = gravel_collision(&a, &b, n, e, e_t, material->friction);
    b.v = v3_axpy(b.v, -spread, n);
    impact.work += impact.impulse * spread;
    put_back(ed, i, &a);
    if (j_free)
        put_back(ed, j, &b);
    ed->counters.pair_collisions++;
    account(ed, i, j, n, &impact, e * approach);
}

/* The energy that leaves with a particle which a wall catches. */
static double
energy_of(const struct gravel_ed *ed, int32_t i)
{
    const struct gravel_body *body = &ed->body[i];
    const struct gravel_trait *trait = &ed->trait[i];
    return 0.5 * trait->mass * v3_norm2(body->v) + 0.5 * trait->inertia * v3_norm2(trait->omega) -
           trait->mass * v3_dot(ed->system.gravity, body->x);
}

void
gravel_ed_collide_wall(struct gravel_ed *ed, int32_t i, int32_t w)
{
    const struct gravel_wall *wall = &ed->system.walls[w];
    gravel_ed_bring(ed, i);
    struct gravel_body *body = &ed->body[i];
    struct gravel_trait *trait = &ed->trait[i];
    const struct gravel_nearest near = gravel_wall_nearest(wall, ed->epoch + ed->now, body->x);
    struct gravel_collider a = collider_of(ed, i), b = {.v = near.velocity};
    const double approach = gravel_collision_approach(&a, &b, near.normal);
    if (approach <= 0.0) {
        gravel_collision_part(&a, &b, near.normal);
        put_back(ed, i, &a);
        return;
    }
    note_overlap(ed, body->radius - near.distance, body->radius);
    ed->counters.wall_collisions++;
    if (wall->touch != GRAVEL_BOUNCE) {
        const struct gravel_impact catch = {
            .approach = approach, .impulse = trait->mass * approach, .dissipated = energy_of(ed, i)};
        ed->agent[i].attached = wall->touch == GRAVEL_STICK ? w : GRAVEL_ABSORBED;
        ed->agent[i].inverse_mass = 0.0;
        body->v = v3(0, 0, 0);
        trait->omega = v3(0, 0, 0);
        ed->count[i]++;
        account(ed, i, -1 - w, near.normal, &catch, 0.0);
        return;
    }
    double e = 1.0, e_t = 1.0;
    if (!in_contact(ed, i)) {
        e = gravel_material_restitution(&ed->system.material, wall, trait->mass, 2.0 * body->radius, approach);
        e_t = gravel_material_tangential(&ed->system.material, wall);
    }
    const struct gravel_impact impact = gravel_collision(&a, &b, near.normal, e, e_t, wall->friction);
    put_back(ed, i, &a);
    account(ed, i, -1 - w, near.normal, &impact, e * approach);
}
