#include "engines/md/create.h"
#include "engines/core/array.h"
#include "engines/core/nonlinear_contact.h"
#include "engines/core/shear.h"
#include "engines/md/attached.h"
#include "engines/md/check.h"
#include "engines/md/constants.h"
#include "engines/md/contact.h"
#include "engines/md/damping.h"
#include "engines/md/dense_create.h"
#include "engines/md/integrators.h"
#include "engines/md/neighbour.h"
#include "engines/md/pairs.h"
#include "engines/md/servo.h"
#include "engines/md/sort.h"
#include "engines/md/wide.h"

#include <stdlib.h>

void
gravel_md_destroy(void *engine)
{
    struct gravel_md *md = engine;
    if (md == NULL)
        return;
    gravel_system_free(&md->system);
    gravel_md_list_free(&md->pairs);
    gravel_md_list_free(&md->wall_pairs);
    gravel_md_dense_destroy(md);
    md->integrator->destroy(md);
    gravel_md_classes_free(&md->classes);
    gravel_md_pool_free(&md->pool);
    gravel_kicks_free(&md->kicks);
    void *const owned[] = {
        md->x,      md->v,    md->omega,    md->arm,   md->rates.a,     md->rates.alpha, md->changes, md->id,
        md->bodies, md->body, md->attached, md->image, md->servo_force, md->surfaces,    md,
    };
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        free(owned[k]);
}

/* Are particles attached or absorbed by walls, or may they become so? */
static bool
may_attach(const struct gravel_system *system)
{
    bool may = false;
    for (size_t w = 0; w < system->n_walls; w++)
        may = may || system->walls[w].touch != GRAVEL_BOUNCE;
    for (size_t i = 0; i < system->n_particles; i++)
        may = may || system->particles[i].attached != GRAVEL_FREE;
    return may;
}

static enum gravel_status
allocate(struct gravel_md *md, const struct gravel_system *system, struct gravel_error *error)
{
    const size_t n = md->n + 1;
    const bool rotates = md->system.material.rotation, attaches = may_attach(system);
    const bool wraps = system->box.periodic[0] || system->box.periodic[1] || system->box.periodic[2];
    struct vec3 **const vectors[] = {
        &md->x, &md->v, &md->omega, &md->rates.a, rotates ? &md->rates.alpha : NULL, attaches ? &md->arm : NULL};
    int32_t **const numbers[] = {&md->id, attaches ? &md->attached : NULL};
    bool complete = true;
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        complete = complete && (vectors[k] == NULL || (*vectors[k] = calloc(n, sizeof **vectors[k])) != NULL);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        complete = complete && (numbers[k] == NULL || (*numbers[k] = calloc(n, sizeof **numbers[k])) != NULL);
    if (wraps)
        md->image = calloc(n, sizeof *md->image);
    return complete && (!wraps || md->image != NULL) ? GRAVEL_OK : gravel_no_memory(error);
}

/* What does not change of the walls' surfaces. */
static enum gravel_status
copy_surfaces(struct gravel_md *md, struct gravel_error *error)
{
    md->surfaces = calloc(md->system.n_walls + 1, sizeof *md->surfaces);
    for (size_t w = 0; w < md->system.n_walls && md->surfaces != NULL; w++) {
        const struct gravel_wall *wall = &md->system.walls[w];
        const bool known = wall->motion.n_knots == 0;
        md->surfaces[w] = (struct gravel_md_surface){
            .wall = wall,
            .flat = known && (wall->shape == GRAVEL_PLANE || wall->shape == GRAVEL_RECTANGLE ||
                              wall->shape == GRAVEL_DISK || wall->shape == GRAVEL_ORIFICE),
            .round = known && wall->shape == GRAVEL_CYLINDER,
            .axis = wall->axis,
            .reach = fabs(wall->motion.amplitude),
            .radius = wall->radius,
            .turned = wall->shape == GRAVEL_PLANE || wall->shape == GRAVEL_DISK || wall->shape == GRAVEL_RING ||
                      wall->shape == GRAVEL_CYLINDER || wall->shape == GRAVEL_CONE || wall->shape == GRAVEL_ORIFICE,
            .profile = gravel_wall_profile(wall),
        };
    }
    return md->surfaces != NULL ? GRAVEL_OK : gravel_no_memory(error);
}

static struct gravel_md_body
body_of(const struct gravel_particle *p)
{
    return (struct gravel_md_body){.radius = p->radius,
                                   .mass = p->mass,
                                   .inertia = p->inertia,
                                   .inverse_mass = 1.0 / p->mass,
                                   .inverse_inertia = 1.0 / p->inertia,
                                   .species = p->species};
}

static int
by_body(const void *a, const void *b)
{
    const struct gravel_md_body *p = a, *q = b;
    if (p->radius != q->radius)
        return p->radius < q->radius ? -1 : 1;
    if (p->mass != q->mass)
        return p->mass < q->mass ? -1 : 1;
    if (p->inertia != q->inertia)
        return p->inertia < q->inertia ? -1 : 1;
    return (p->species > q->species) - (p->species < q->species);
}

/* The bodies that differ, and which of them each particle is. */
static enum gravel_status
copy_bodies(struct gravel_md *md, const struct gravel_particle *particles, struct gravel_error *error)
{
    struct gravel_md_body *all = md->bodies = malloc((md->n + 1) * sizeof *all);
    if (all == NULL)
        return gravel_no_memory(error);
    for (size_t i = 0; i < md->n; i++)
        all[i] = body_of(&particles[i]);
    qsort(all, md->n, sizeof *all, by_body);
    size_t n = 0;
    for (size_t i = 0; i < md->n; i++)
        if (n == 0 || by_body(&all[n - 1], &all[i]) != 0)
            all[n++] = all[i];
    md->n_bodies = n;
    if (!gravel_array_resize(&md->bodies, n + 1, sizeof *md->bodies) ||
        (n > 1 && (md->body = malloc(md->n * sizeof *md->body)) == NULL))
        return gravel_no_memory(error);
    for (size_t i = 0; i < md->n; i++) {
        const struct gravel_md_body key = body_of(&particles[i]);
        const struct gravel_md_body *found = bsearch(&key, md->bodies, n, sizeof key, by_body);
        if (found == NULL)
            return gravel_fail(error, GRAVEL_INPUT, "radius, mass or inertia of particle %zu is not a number", i);
        if (md->body != NULL)
            md->body[i] = (int32_t)(found - md->bodies);
    }
    return GRAVEL_OK;
}

static void
copy_particles(struct gravel_md *md, const struct gravel_particle *particles)
{
    for (size_t i = 0; i < md->n; i++) {
        const struct gravel_particle *p = &particles[i];
        md->id[i] = (int32_t)i;
        if (md->attached != NULL)
            md->attached[i] = p->attached;
        md->mean_radius += p->radius / (double)md->n;
        md->x[i] = p->x;
        md->v[i] = p->v;
        md->omega[i] = p->omega;
        md->any_attached = md->any_attached || p->attached != GRAVEL_FREE;
        if (p->attached >= 0)
            gravel_md_attach(md, i, p->attached);
    }
    for (size_t w = 0; w < md->system.n_walls; w++)
        md->wall_speed = fmax(md->wall_speed, gravel_wall_speed_bound(&md->system.walls[w], 0.0));
    gravel_md_attached_move(md, 0.0, gravel_md_all(md), md->x, md->v, md->omega);
}

static void
set_shifts(struct gravel_md *md)
{
    const struct gravel_box *box = &md->system.box;
    const struct vec3 l = v3_sub(box->high, box->low);
    md->wraps = box->periodic[0] || box->periodic[1] || box->periodic[2];
    for (int code = 0; code < 27; code++) {
        const struct vec3 k = v3(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
        md->shift[code] = v3(box->periodic[0] ? k.x * l.x : 0.0, box->periodic[1] ? k.y * l.y : 0.0,
                             box->periodic[2] ? k.z * l.z : 0.0);
    }
}

/* The speed at which contact times of nonlinear laws are taken. */
static double
typical_speed(const struct gravel_md *md)
{
    double v = md->wall_speed;
    for (size_t k = 0; k < gravel_system_n_contacts(&md->system); k++) {
        int32_t species, partner;
        v = fmax(v, gravel_system_contact_at(&md->system, k, &species, &partner).material->reference_velocity);
    }
    for (size_t i = 0; i < md->n; i++)
        v = fmax(v, 2.0 * v3_norm(md->v[i]));
    return v;
}

/* Modulus of the fastest rate of the damped oscillation of rates mu and w0 [1/s]: w0, or that of the faster of the two
 * relaxations of an overdamped one. */
static double
fastest_rate(double w0, double mu)
{
    return mu > w0 ? mu + sqrt((mu - w0) * (mu + w0)) : w0;
}

/* Half a period [s] at the rate of the faster dashpot, c/m_red or factor c_t/m_red, where the normal force is linear
 * and its dashpot is faster than the contact, c t_c/m_red > pi: below a restitution of 0.2 t_c is longer than that.
 * Else INFINITY. */
static double
dashpot_time(const struct gravel_force *f, double factor, double m_red, double t_c)
{
    return f->gamma == 0.0 && f->c * t_c > M_PI * m_red ? M_PI * m_red / fmax(f->c, factor * f->ct) : INFINITY;
}

/* The contact time [s], shorter as many times as the tangential spring, w_t^2 = factor k_t/m_red (7/2 for spheres), a
 * tangential dashpot, or an overdamped normal force is faster than the normal spring; and at most dashpot_time().  A
 * dashpot x^gamma x' has no rate of its own. */
static double
shortest_time(const struct gravel_md *md, struct gravel_contact c, double m_red, double d, double v)
{
    const double t_c = gravel_material_contact_time(c.material, c.wall, m_red, d, v), factor = md->tangential_factor;
    const struct gravel_force f = gravel_material_force(c.material, c.wall, m_red, d, factor);
    const bool linear = gravel_material_is_linear(c.material);
    const double overlap =
        pow(1.0 + 0.5 * f.beta, 1.0 / (2.0 + f.beta)) * gravel_reduced_time_unit(m_red, f.k, f.beta, v) * v;
    const double kt = f.beta > 0.0 ? f.kt * pow(overlap, f.beta) : f.kt;
    const double w0 = linear ? sqrt(f.k / m_red) : M_PI / t_c;
    const double normal = f.gamma == 0.0 ? fastest_rate(w0, 0.5 * f.c / m_red) : w0;
    const double tangential = fastest_rate(sqrt(factor * kt / m_red), 0.5 * factor * f.ct / m_red);
    return fmin(t_c * fmin(1.0, w0 / fmax(normal, tangential)), dashpot_time(&f, factor, m_red, t_c));
}

/* The lightest mass and the extreme diameters of a species; of all particles where contacts do not differ. */
struct sizes {
    double lightest, smallest, largest;
};

static struct sizes
sizes_of(const struct gravel_md *md, int32_t species)
{
    struct sizes s = {INFINITY, INFINITY, 0.0};
    for (size_t b = 0; b < md->n_bodies; b++) {
        if (md->system.contacts != NULL && md->bodies[b].species != species)
            continue;
        s.lightest = fmin(s.lightest, md->bodies[b].mass);
        s.smallest = fmin(s.smallest, 2.0 * md->bodies[b].radius);
        s.largest = fmax(s.largest, 2.0 * md->bodies[b].radius);
    }
    return s;
}

/* Shortest time over which a force changes in contact k; the lightest pair has it, at one of the
 * extreme mean diameters.  With one material for all it is that of the smallest with the largest particle. */
static double
shortest_time_of(const struct gravel_md *md, size_t k, double v)
{
    int32_t species, partner;
    const struct gravel_contact c = gravel_system_contact_at(&md->system, k, &species, &partner);
    const struct sizes one = sizes_of(md, species), other = partner >= 0 ? sizes_of(md, partner) : one;
    if (isinf(one.lightest) || isinf(other.lightest))
        return INFINITY; /* a species without particles */
    if (partner < 0)
        return shortest_time(md, c, one.lightest, one.smallest, v);
    const double mean = 2.0 * one.smallest * other.largest / (one.smallest + other.largest);
    const double m_red = one.lightest * other.lightest / (one.lightest + other.lightest);
    if (md->system.contacts == NULL)
        return shortest_time(md, c, 0.5 * one.lightest, mean, v);
    const double least = 2.0 * one.smallest * other.smallest / (one.smallest + other.smallest);
    const double most = 2.0 * one.largest * other.largest / (one.largest + other.largest);
    return fmin(shortest_time(md, c, m_red, least, v), shortest_time(md, c, m_red, most, v));
}

static enum gravel_status
choose_step(struct gravel_md *md, double steps_per_contact, struct gravel_error *error)
{
    const double v = typical_speed(md);
    double shortest = INFINITY;
    if (md->n == 0)
        return gravel_fail(error, GRAVEL_INPUT, "no particles");
    if (md->system.material.beta != 0.0 && !(v > 0.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "the contact time of a nonlinear law depends on the velocity: "
                           "nothing moves, so material.reference_velocity must be stated");
    for (size_t k = 0; k < gravel_system_n_contacts(&md->system); k++) {
        shortest = fmin(shortest, shortest_time_of(md, k, v));
        if (gravel_md_never_ends(md, k))
            return gravel_fail(error, GRAVEL_INPUT,
                               "the contact time is infinite: an overdamped contact never ends; allowed: less damping, "
                               "or material.cohesionless, which ends it at zero force");
    }
    if (!(isfinite(shortest) && shortest > 0.0))
        return gravel_fail(error, GRAVEL_INPUT, "the contact time is %g s: no time step follows from it", shortest);
    const double method_steps = md->integrator->steps_per_contact;
    md->dt = shortest / (method_steps > 0.0 ? method_steps : steps_per_contact);
    if (!(method_steps > 0.0))
        md->counters.time_step = md->dt;
    md->lag = (1.0 - md->integrator->force_point) * md->dt;
    md->shear_drift = fabs(gravel_shear_speed(&md->system.box)) * md->dt;
    return gravel_md_damping_check(md, steps_per_contact, error);
}

/* All of the engine but its integrator and sink, which are set.  After an error *md is partly filled. */
static enum gravel_status
set_up(struct gravel_md *md, const struct gravel_system *system, const struct gravel_options *set,
       struct gravel_error *error)
{
    struct gravel_system without_particles = *system;
    enum gravel_status status;
    without_particles.n_particles = 0;
    md->n = system->n_particles;
    md->small = md->n <= GRAVEL_MD_SMALL;
    md->lists_all = system->dimension == 1 || md->n <= GRAVEL_MD_FEW ||
                    (md->small && (md->integrator->integrates_springs || gravel_box_is_sheared(&system->box)));
    md->tangential_factor = gravel_tangential_factor(system->dimension, system->material.rotation);
    md->n_threads = (int)gravel_options_int(set, "threads");
    md->counters.min_contact_steps = INFINITY;
    md->fault_i = -1;
    for (size_t k = 0; k < GRAVEL_MD_FREE_LISTS; k++)
        md->pool.free[k] = -1;
    if ((status = gravel_system_copy(&md->system, &without_particles, error)) != GRAVEL_OK ||
        (status = allocate(md, system, error)) != GRAVEL_OK || (status = copy_surfaces(md, error)) != GRAVEL_OK ||
        (status = copy_bodies(md, system->particles, error)) != GRAVEL_OK ||
        (status = gravel_kicks_create(&md->kicks, system, error)) != GRAVEL_OK)
        return status;
    if ((status = gravel_md_servo_create(md, error)) != GRAVEL_OK)
        return status;
    copy_particles(md, system->particles);
    set_shifts(md);
    if ((status = choose_step(md, gravel_options_real(set, "steps_per_contact"), error)) != GRAVEL_OK)
        return status;
    const struct gravel_md_method_setup setup = {.tolerance = gravel_options_real(set, "tolerance"),
                                                 .speed = typical_speed(md)};
    if ((status = md->integrator->create(md, &setup, error)) != GRAVEL_OK)
        return status;
    if (!md->small && md->system.dimension > 1 && (status = gravel_md_sort(md, NULL, error)) != GRAVEL_OK)
        return status;
    if ((status = gravel_md_classes_create(md, error)) != GRAVEL_OK ||
        (status = gravel_md_dense_create(md, error)) != GRAVEL_OK ||
        (status = gravel_md_neighbours(md, error)) != GRAVEL_OK)
        return status;
    return md->integrator->start(md, error);
}

enum gravel_status
gravel_md_create(void **engine, const struct gravel_system *system, const struct gravel_options *set,
                 const struct gravel_sink *sink, struct gravel_error *error)
{
    enum gravel_status status = gravel_md_check(system, set, error);
    struct gravel_md *md = status == GRAVEL_OK ? calloc(1, sizeof *md) : NULL;
    *engine = NULL;
    if (status != GRAVEL_OK)
        return status;
    if (md == NULL)
        return gravel_no_memory(error);
    md->integrator = gravel_md_integrator_find(gravel_options_text(set, "integrator"));
    md->wide = gravel_md_wide_of(gravel_simd());
    if (sink != NULL)
        md->sink = *sink;
    if ((status = set_up(md, system, set, error)) == GRAVEL_OK)
        *engine = md;
    else
        gravel_md_destroy(md);
    return status;
}
