#include "harness/advise/contact.h"

#include "harness/advise/trial.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Mass factor of an attached grain, so that the reduced mass is its partner's. */
static const double heavy = 1e9;

/* The lightest grains of a species, free or attached: their contacts are the shortest. */
struct member {
    const struct gravel_particle *lightest;
    size_t n;
    bool attached;
    const char *name;
};

static size_t
find_members(const struct gravel_system *s, struct member members[2 * GRAVEL_SPECIES_MAX])
{
    struct member all[2 * GRAVEL_SPECIES_MAX] = {{.n = 0}};
    size_t n = 0;
    for (size_t i = 0; i < s->n_particles; i++) {
        const struct gravel_particle *p = &s->particles[i];
        if (p->attached == GRAVEL_ABSORBED)
            continue;
        struct member *m = &all[2 * p->species + (p->attached >= 0)];
        if (m->lightest == NULL || p->mass < m->lightest->mass)
            m->lightest = p;
        m->attached = p->attached >= 0;
        m->name = s->species_name[p->species];
        m->n++;
    }
    for (size_t k = 0; k < 2 * GRAVEL_SPECIES_MAX; k++)
        if (all[k].n > 0)
            members[n++] = all[k];
    return n;
}

/* Walls a and b have the same normal force on the species. */
static bool
same_contact(const struct gravel_system *s, int32_t species, size_t a, size_t b)
{
    const struct gravel_contact p = gravel_system_contact(s, species, -1 - (int32_t)a);
    const struct gravel_contact q = gravel_system_contact(s, species, -1 - (int32_t)b);
    return p.material == q.material && p.wall->rule == q.wall->rule && p.wall->restitution == q.wall->restitution &&
           p.wall->dashpot == q.wall->dashpot && s->walls[a].touch == s->walls[b].touch;
}

/* Whether the wall is the first of those with the same contact law for a species; *others counts the later ones. */
static bool
is_first(const struct gravel_system *s, int32_t species, size_t wall, size_t *others)
{
    *others = 0;
    for (size_t w = 0; w < s->n_walls; w++) {
        if (!same_contact(s, species, w, wall))
            continue;
        if (w < wall)
            return false;
        *others += w > wall;
    }
    return s->walls[wall].touch == GRAVEL_BOUNCE;
}

/* The overlap at rest, in diameters, under the weight of a line of grains as high as the layers; in a heap the
 * strongest contacts carry a multiple of it (R.advise.chains). */
static double
rest_overlap(const struct gravel_advice_context *a, struct gravel_contact contact, double m_red, double d)
{
    const bool heap = a->system->dimension > 1 && a->advice->n > 1;
    const double line = a->advice->layers * a->advice->mass * a->g;
    const struct gravel_force f = gravel_material_force(contact.material, contact.wall, m_red, d, 1.0);
    if (!(line > 0.0))
        return 0.0;
    return gravel_force_overlap(&f, line * (heap ? gravel_advice_reference(a, "R.advise.chains") : 1.0)) / d;
}

static enum gravel_status
try_out(struct gravel_advice_context *a, const struct gravel_trial *trial, struct gravel_advised_contact *c,
        struct gravel_error *error)
{
    struct gravel_trial_result exact, coarse;
    c->soft_restitution = c->contact_time = c->overlap = c->steps = c->restitution_error = c->rest_overlap = NAN;
    if (!a->advice->soft)
        return GRAVEL_OK;
    enum gravel_status status = gravel_trial_collide(trial, "adaptive", 0.0, &exact, error);
    if (status != GRAVEL_OK)
        return status;
    c->soft_restitution = exact.restitution;
    c->contact_time = exact.contact_time;
    c->overlap = exact.overlap / c->diameter;
    c->rest_overlap = rest_overlap(a, trial->contact, c->m_red, c->diameter);
    if (c->contact_time < a->shortest_time) {
        a->shortest = *trial;
        a->shortest_time = c->contact_time;
        a->shortest_restitution = c->soft_restitution;
    }
    if (!(a->advice->time_step > 0.0))
        return GRAVEL_OK;
    status = gravel_trial_collide(trial, a->advice->integrator, a->advice->time_step, &coarse, error);
    c->steps = c->contact_time / a->advice->time_step;
    c->restitution_error = fmax(coarse.highest - exact.restitution, exact.restitution - coarse.lowest);
    return status;
}

static enum gravel_status
add_contact(struct gravel_advice_context *a, const struct member *p, const struct member *q,
            const struct gravel_wall *wall, struct gravel_error *error)
{
    struct gravel_advised_contact *c = &a->advice->contacts[a->advice->n_contacts];
    const struct gravel_particle *one = p->lightest, *two = wall == NULL ? q->lightest : one;
    const double v = gravel_advised_speed(a->advice), m2 = two->mass * (wall == NULL && q->attached ? heavy : 1.0);
    const int32_t partner = wall != NULL ? -1 - (int32_t)(wall - a->system->walls) : two->species;
    const struct gravel_contact contact = gravel_system_contact(a->system, one->species, partner);
    const struct gravel_trial trial = {.contact = contact,
                                       .wall = wall != NULL ? wall->name : NULL,
                                       .speed = v,
                                       .mass = {one->mass, m2},
                                       .radius = {one->radius, two->radius}};
    c->wall = wall != NULL;
    const struct gravel_contact_scale scale = gravel_contact_scale(one->mass, one->radius, m2, two->radius);
    c->m_red = wall != NULL ? one->mass : scale.mass;
    c->diameter = wall != NULL ? 2.0 * one->radius : scale.diameter;
    c->restitution = gravel_material_restitution(contact.material, contact.wall, c->m_red, c->diameter, v);
    a->advice->n_contacts++;
    return try_out(a, &trial, c, error);
}

static enum gravel_status
add_pairs(struct gravel_advice_context *a, const struct member *members, size_t n, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t p = 0; p < n; p++)
        for (size_t q = p; q < n && status == GRAVEL_OK; q++) {
            if ((p == q && members[p].n < 2) || (members[p].attached && members[q].attached))
                continue;
            const struct member *one = &members[members[p].attached ? q : p],
                                *two = &members[members[p].attached ? p : q];
            struct gravel_advised_contact *c = &a->advice->contacts[a->advice->n_contacts];
            snprintf(c->name, sizeof c->name, "%s-%s%s", one->name, two->attached ? "attached " : "", two->name);
            status = add_contact(a, one, two, NULL, error);
        }
    return status;
}

static enum gravel_status
add_walls(struct gravel_advice_context *a, const struct member *members, size_t n, struct gravel_error *error)
{
    const struct gravel_system *s = a->system;
    enum gravel_status status = GRAVEL_OK;
    size_t others;
    for (size_t p = 0; p < n; p++)
        for (size_t w = 0; w < s->n_walls && status == GRAVEL_OK; w++) {
            if (members[p].attached || !is_first(s, members[p].lightest->species, w, &others))
                continue;
            struct gravel_advised_contact *c = &a->advice->contacts[a->advice->n_contacts];
            const int length = snprintf(c->name, sizeof c->name, "%s-%s", members[p].name, s->walls[w].name);
            if (others > 0)
                snprintf(c->name + length, sizeof c->name - (size_t)length, " +%zu wall%s", others,
                         others > 1 ? "s" : "");
            status = add_contact(a, &members[p], NULL, &s->walls[w], error);
        }
    return status;
}

/* The restitution errors of other integrators and steps in the contact that sets MD's time step; steps that an
 * integrator refuses are left out. */
static enum gravel_status
compare_steps(struct gravel_advice_context *a, struct gravel_error *error)
{
    static const char *const integrators[] = {"velocity-verlet", "gear"};
    static const double steps[] = {25.0, 50.0, 100.0, 200.0, 400.0};
    const double exact = a->shortest_restitution;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
        for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
            struct gravel_trial_result r;
            const enum gravel_status status =
                gravel_trial_collide(&a->shortest, integrators[i], a->shortest_time / steps[k], &r, error);
            if (status == GRAVEL_INPUT && i > 0)
                continue;
            if (status != GRAVEL_OK)
                return status;
            a->advice->steps[a->advice->n_steps++] = (struct gravel_advised_step){
                .integrator = integrators[i], .steps = steps[k], .error = fmax(r.highest - exact, exact - r.lowest)};
        }
    return GRAVEL_OK;
}

enum gravel_status
gravel_advice_contacts(struct gravel_advice_context *a, struct gravel_error *error)
{
    struct member members[2 * GRAVEL_SPECIES_MAX];
    const size_t n = find_members(a->system, members), capacity = n * (n + 1) / 2 + n * a->system->n_walls + 1;
    a->advice->contacts = calloc(capacity, sizeof *a->advice->contacts);
    if (a->advice->contacts == NULL)
        return gravel_no_memory(error);
    a->shortest_time = INFINITY;
    enum gravel_status status = add_pairs(a, members, n, error);
    if (status == GRAVEL_OK)
        status = add_walls(a, members, n, error);
    return status == GRAVEL_OK && isfinite(a->shortest_time) ? compare_steps(a, error) : status;
}
