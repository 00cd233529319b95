#include "engines/ed/impact.h"

#include "engines/ed/collision.h"
#include "engines/ed/particle.h"
#include "engines/ed/shear.h"

#include <math.h>

static const double ROUNDING = 1e-6; /* of weak_approach */

/* Particle i as a side of the collision rule. */
static struct gravel_collider
collider_of(const struct gravel_ed *ed, int32_t i)
{
    struct gravel_collider side = {
        .v = ed->body[i].v, .radius = ed->body[i].radius, .inverse_mass = gravel_ed_inverse_mass(ed, i)};
    if (ed->system.material.rotation) {
        side.omega = ed->rotation[i].omega;
        side.inverse_inertia = 1.0 / ed->rotation[i].inertia;
    }
    return side;
}

/* TC model: a collision dissipates nothing, so it is elastic and smooth, when the particle's last one was less than t_c
 * ago (Luding and McNamara 1998, Granular Matter 1, 113).  Tangential dissipation alone would be enough for the
 * inelastic collapse of a particle between two surfaces. */
static bool
in_contact(const struct gravel_ed *ed, int32_t i)
{
    return ed->last_contact != NULL && ed->now - ed->last_contact[i] < ed->contact_time;
}

/* Record an overlap [m]; `radius` is that of the smaller body. */
static void
record_overlap(struct gravel_ed *ed, double overlap, double radius)
{
    if (overlap > 0.0)
        ed->counters.max_overlap = fmax(ed->counters.max_overlap, overlap / radius);
}

/* Particle i, pushed off another body or after a collision, has this velocity. */
static void
set_velocity(struct gravel_ed *ed, int32_t i, const struct gravel_collider *side)
{
    ed->body[i].v = side->v;
    gravel_ed_count_collision(ed, i);
}

/* Store the velocity and spin of particle i after a collision.  Only collisions are contacts of the TC model: bodies
 * that were pushed apart touched without an approach, and lost nothing that a longer contact could have kept. */
static void
store_velocity(struct gravel_ed *ed, int32_t i, const struct gravel_collider *side)
{
    set_velocity(ed, i, side);
    if (ed->system.material.rotation)
        ed->rotation[i].omega = side->omega;
    if (ed->last_contact != NULL)
        ed->last_contact[i] = ed->now;
}

/* Count a collision if it is a weak one, for the monitor of progress.  Bodies in contact in the sense of the TC model
 * bounce elastically at any small approach, so an elastic collision is weak only where its approach is of the rounding
 * error of velocities. */
static void
count_weak(struct gravel_ed *ed, double approach, double dissipated)
{
    ed->weak_collisions += approach < (dissipated > 0.0 ? 1.0 : ROUNDING) * ed->weak_approach;
}

/* Record the energy of a collision and pass it to the sink; n is the unit vector along the branch from j to i. */
static void
record_collision(struct gravel_ed *ed, int32_t i, int32_t j, struct vec3 n, double distance,
                 const struct gravel_impact *impact, double rebound)
{
    ed->work += impact->work;
    ed->dissipated += impact->dissipated;
    count_weak(ed, impact->approach, impact->dissipated);
    if (ed->sink.push != NULL) {
        const double radius = gravel_ed_size(ed) * ed->body[i].radius;
        const struct vec3 moment = v3_cross(impact->push, n);
        const struct gravel_push push = {
            .i = ed->record[i].input_index,
            .j = j < 0 ? j : ed->record[j].input_index,
            .x = ed->body[i].x,
            .branch = v3_scale(distance, n),
            .impulse = impact->push,
            .twist = v3_scale(radius, moment),
            .twist_j = v3_scale(distance - radius, moment),
        };
        ed->sink.push(ed->sink.self, &push);
    }
    if (ed->sink.event == NULL)
        return;
    const struct gravel_event event = {
        .t = ed->epoch + ed->now,
        .i = ed->record[i].input_index,
        .j = j < 0 ? j : ed->record[j].input_index,
        .normal = n,
        .approach = impact->approach,
        .rebound = rebound,
        .impulse = impact->impulse,
        .dissipated = impact->dissipated,
    };
    ed->sink.event(ed->sink.self, &event);
}

/* An attached particle as a body of infinite mass: the velocity of its surface in direction n from its centre. */
static struct gravel_collider
attached_collider(const struct gravel_ed *ed, int32_t j, struct vec3 x, struct vec3 n)
{
    const struct gravel_wall *wall = &ed->system.walls[ed->record[j].attached];
    const struct vec3 point = v3_axpy(x, ed->body[j].radius, n);
    return (struct gravel_collider){.v = gravel_wall_velocity_at(wall, ed->epoch + ed->now, point)};
}

void
gravel_ed_collide_pair(struct gravel_ed *ed, int32_t i, int32_t j)
{
    const int32_t one = ed->record[i].species, other = ed->record[j].species;
    const struct gravel_ed_contact *contact = &ed->contacts[one][other];
    const bool j_free = ed->record[j].attached == GRAVEL_FREE;
    gravel_ed_advance_to_present(ed, i);
    if (j_free)
        gravel_ed_advance_to_present(ed, j);
    const struct vec3 xj = j_free ? ed->body[j].x : gravel_ed_position(ed, j);
    double slip; /* of i's image */
    const struct vec3 r = gravel_ed_separation(&ed->query, ed->now, xj, ed->body[i].x, &slip);
    const double size = gravel_ed_size(ed), ri = size * ed->body[i].radius, rj = size * ed->body[j].radius;
    const double distance = v3_norm(r), spread = ed->query.growth * (ed->body[i].radius + ed->body[j].radius);
    const struct vec3 n = v3_scale(1.0 / distance, r);
    struct gravel_collider a = collider_of(ed, i);
    struct gravel_collider b = j_free ? collider_of(ed, j) : attached_collider(ed, j, xj, n);
    b.v = v3_axpy(b.v, spread, n); /* surfaces that grow approach by so much faster */
    b.v.x -= slip;
    const double approach = gravel_collision_approach(&a, &b, n);
    if (approach <= 0.0) {
        count_weak(ed, approach, 0.0);
        gravel_collision_part(&a, &b, n);
        b.v = v3_axpy(b.v, -spread, n);
        b.v.x += slip;
        set_velocity(ed, i, &a);
        if (j_free)
            set_velocity(ed, j, &b);
        return;
    }
    record_overlap(ed, ri + rj - distance, ri < rj ? ri : rj);

    double e = contact->restitution, e_t = contact->tangential_restitution;
    if (in_contact(ed, i) || (j_free && in_contact(ed, j)))
        e = e_t = 1.0;
    else if (isnan(e)) /* the restitution of hard bodies depends on no diameter: any will do */
        e = gravel_material_restitution(gravel_system_contact(&ed->system, one, other).material, NULL,
                                        1.0 / (a.inverse_mass + b.inverse_mass), ri + rj, approach);
    struct gravel_impact impact = gravel_collision(&a, &b, n, e, e_t, contact->friction);
    b.v = v3_axpy(b.v, -spread, n);
    b.v.x += slip;
    impact.work += impact.impulse * spread;
    if (slip != 0.0)
        impact.work += slip * (b.v.x - ed->body[j].v.x) / b.inverse_mass;
    store_velocity(ed, i, &a);
    if (j_free)
        store_velocity(ed, j, &b);
    ed->counters.pair_collisions++;
    record_collision(ed, i, j, n, distance, &impact, e * approach);
}

/* Energy that leaves the system with a particle that a wall attaches or absorbs. */
static double
energy_of(const struct gravel_ed *ed, int32_t i)
{
    const struct gravel_body *body = &ed->body[i];
    const double mass = ed->record[i].mass;
    const double spinning =
        ed->rotation != NULL ? 0.5 * ed->rotation[i].inertia * v3_norm2(ed->rotation[i].omega) : 0.0;
    return 0.5 * mass * v3_norm2(body->v) + spinning - mass * v3_dot(ed->system.gravity, body->x);
}

void
gravel_ed_collide_wall(struct gravel_ed *ed, int32_t i, int32_t w)
{
    const struct gravel_wall *wall = &ed->system.walls[w];
    gravel_ed_advance_to_present(ed, i);
    struct gravel_body *body = &ed->body[i];
    const double mass = ed->record[i].mass;
    const struct gravel_nearest near = gravel_wall_nearest(wall, ed->epoch + ed->now, body->x);
    struct gravel_collider a = collider_of(ed, i), b = {.v = near.velocity};
    const double approach = gravel_collision_approach(&a, &b, near.normal);
    if (approach <= 0.0) {
        count_weak(ed, approach, 0.0);
        gravel_collision_part(&a, &b, near.normal);
        set_velocity(ed, i, &a);
        return;
    }
    record_overlap(ed, body->radius - near.distance, body->radius);
    ed->counters.wall_collisions++;
    if (wall->touch != GRAVEL_BOUNCE) {
        const struct gravel_impact capture = {.approach = approach,
                                              .impulse = mass * approach,
                                              .dissipated = energy_of(ed, i),
                                              .push = v3_scale(mass, v3_sub(near.velocity, body->v))};
        ed->record[i].attached = (int16_t)(wall->touch == GRAVEL_STICK ? w : GRAVEL_ABSORBED);
        body->v = v3(0, 0, 0);
        if (ed->rotation != NULL)
            ed->rotation[i].omega = v3(0, 0, 0);
        gravel_ed_count_collision(ed, i);
        record_collision(ed, i, -1 - w, near.normal, near.distance, &capture, 0.0);
        return;
    }
    const struct gravel_contact contact = gravel_system_contact(&ed->system, ed->record[i].species, -1 - w);
    double e = 1.0, e_t = 1.0;
    if (!in_contact(ed, i)) {
        e = gravel_material_restitution(contact.material, contact.wall, mass, 2.0 * body->radius, approach);
        e_t = gravel_material_tangential(contact.material, contact.wall);
    }
    const struct gravel_impact impact = gravel_collision(&a, &b, near.normal, e, e_t, contact.wall->friction);
    store_velocity(ed, i, &a);
    record_collision(ed, i, -1 - w, near.normal, near.distance, &impact, e * approach);
}
