#include "harness/advise/state.h"

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

/* Grains whose nearest neighbour is searched: enough for the mean. */
enum { PROBES = 400 };

static bool
is_free(const struct gravel_particle *p)
{
    return p->attached == GRAVEL_FREE;
}

/* Mean distance to the surface of the nearest free grain, over some of them. */
static double
nearest_gap(const struct gravel_system *s)
{
    const size_t stride = s->n_particles / PROBES + 1;
    double sum = 0.0;
    size_t n = 0;
    for (size_t i = 0; i < s->n_particles; i += stride) {
        const struct gravel_particle *p = &s->particles[i];
        double least = INFINITY;
        for (size_t j = 0; j < s->n_particles && is_free(p); j++)
            if (j != i && is_free(&s->particles[j]))
                least = fmin(least, v3_norm(gravel_box_separation(&s->box, p->x, s->particles[j].x)) - p->radius -
                                        s->particles[j].radius);
        if (isfinite(least)) {
            sum += fmax(least, 0.0);
            n++;
        }
    }
    return n > 0 ? sum / (double)n : NAN;
}

/* Median gap between neighbours on a line [m]; 0 where most beads touch in clusters. */
static enum gravel_status
line_gap(const struct gravel_system *s, double *gap, struct gravel_error *error)
{
    const size_t n = s->n_particles;
    *gap = NAN;
    if (n < 2)
        return GRAVEL_OK;
    double *const low = malloc(2 * n * sizeof *low);
    if (low == NULL)
        return gravel_no_memory(error);
    double *const high = low + n;
    for (size_t i = 0; i < n; i++) {
        low[i] = s->particles[i].x.z - s->particles[i].radius;
        high[i] = s->particles[i].x.z + s->particles[i].radius;
    }
    gsl_sort(low, 1, n); /* beads on a line do not pass each other */
    gsl_sort(high, 1, n);
    const double rounding = 1e-12 * (high[n - 1] - low[0]);
    for (size_t i = 0; i + 1 < n; i++)
        low[i] = low[i + 1] - high[i] > rounding ? low[i + 1] - high[i] : 0.0;
    *gap = gsl_stats_median(low, 1, n - 1);
    free(low);
    return GRAVEL_OK;
}

struct region {
    double width[3]; /* of the free grains with their surfaces, or the period [m] */
    double volume;   /* of the grains themselves: lengths, areas, volumes */
};

static struct region
region_of(const struct gravel_system *s)
{
    const struct vec3 far = v3(INFINITY, INFINITY, INFINITY);
    struct vec3 low = far, high = v3_scale(-1.0, far);
    struct region r = {.volume = 0.0};
    for (size_t i = 0; i < s->n_particles; i++) {
        const struct gravel_particle *p = &s->particles[i];
        if (!is_free(p))
            continue;
        low = v3(fmin(low.x, p->x.x - p->radius), fmin(low.y, p->x.y - p->radius), fmin(low.z, p->x.z - p->radius));
        high = v3(fmax(high.x, p->x.x + p->radius), fmax(high.y, p->x.y + p->radius), fmax(high.z, p->x.z + p->radius));
        r.volume +=
            s->dimension == 3 ? 4.0 / 3.0 * M_PI * p->radius * p->radius * p->radius : M_PI * p->radius * p->radius;
    }
    const struct vec3 own = v3_sub(high, low), period = v3_sub(s->box.high, s->box.low);
    r.width[0] = s->box.periodic[0] ? period.x : own.x;
    r.width[1] = s->box.periodic[1] ? period.y : own.y;
    r.width[2] = s->box.periodic[2] ? period.z : own.z;
    return r;
}

/* Free grains and their means. */
static void
count(struct gravel_advice *advice, const struct gravel_system *s)
{
    for (size_t i = 0; i < s->n_particles; i++) {
        const struct gravel_particle *p = &s->particles[i];
        advice->n += is_free(p);
        advice->n_attached += p->attached >= 0;
        advice->diameter += is_free(p) ? 2.0 * p->radius : 0.0;
        advice->mass += is_free(p) ? p->mass : 0.0;
    }
    if (advice->n > 0) {
        advice->diameter /= (double)advice->n;
        advice->mass /= (double)advice->n;
    }
}

static void
examine_walls(struct gravel_advice_context *a)
{
    for (size_t w = 0; w < a->system->n_walls; w++) {
        const struct gravel_motion *m = &a->system->walls[w].motion;
        a->vibrates = a->vibrates || m->amplitude * m->angular_frequency != 0.0;
        a->turns = a->turns || m->spin != 0.0;
        a->translates = a->translates || v3_norm(m->velocity) > 0.0 || m->n_knots > 0;
        if (a->g > 0.0)
            a->advice->alpha =
                fmax(a->advice->alpha, fabs(m->amplitude) * m->angular_frequency * m->angular_frequency / a->g);
    }
}

enum gravel_status
gravel_advice_state(struct gravel_advice_context *a, struct gravel_error *error)
{
    struct gravel_advice *advice = a->advice;
    const struct gravel_system *s = a->system;
    struct gravel_error not_one;
    a->g = v3_norm(s->gravity);
    count(advice, s);
    examine_walls(a);
    a->is_column = gravel_column_of(s, "advise", &a->column, &not_one) == GRAVEL_OK && s->n_particles > 1;
    a->is_box = gravel_flat_box_of(s, "advise", &a->box, &not_one) == GRAVEL_OK;
    advice->layers = (double)advice->n;
    advice->packing = NAN;
    if (s->dimension == 1 || advice->n == 0)
        return line_gap(s, &advice->gap, error);
    advice->gap = nearest_gap(s);
    const struct region r = region_of(s);
    const double d = advice->diameter, deep = s->dimension == 3 ? r.width[1] : d;
    advice->packing = r.volume / (r.width[0] * r.width[2] * (s->dimension == 3 ? deep : 1.0));
    a->filled = r.volume / (r.width[0] * (s->dimension == 3 ? deep : 1.0));
    advice->layers = fmax(1.0, (double)advice->n / (fmax(r.width[0] / d, 1.0) * fmax(deep / d, 1.0)));
    return GRAVEL_OK;
}

/* Add a speed and its source; the largest so far is the typical one. */
static void
add_speed(struct gravel_advice *advice, double v, const char *what, const char *source)
{
    if (!(v > 0.0 && isfinite(v)) || advice->n_speeds == GRAVEL_ADVISED_SPEEDS)
        return;
    advice->speeds[advice->n_speeds++] = (struct gravel_advised_speed){what, source, v};
    if (v > advice->speeds[advice->taken].value)
        advice->taken = advice->n_speeds - 1;
}

/* Mean velocity and position of the free grains, and their rms relative velocity, v_rel^2 = 2 n/(n-1) <|v - mean|^2>.
 */
static struct vec3
mean_motion(const struct gravel_system *s, size_t n, struct vec3 *centre, double *relative)
{
    struct vec3 mean = v3(0, 0, 0);
    double spread = 0.0;
    *centre = v3(0, 0, 0);
    for (size_t i = 0; i < s->n_particles; i++)
        if (is_free(&s->particles[i])) {
            mean = v3_axpy(mean, 1.0 / (double)n, s->particles[i].v);
            *centre = v3_axpy(*centre, 1.0 / (double)n, s->particles[i].x);
        }
    for (size_t i = 0; i < s->n_particles; i++)
        if (is_free(&s->particles[i]))
            spread += v3_norm2(v3_sub(s->particles[i].v, mean)) / (double)n;
    *relative = n > 1 ? sqrt(2.0 * (double)n / (double)(n - 1) * spread) : 0.0;
    return mean;
}

/* Largest speed of the mean motion towards a wall [m/s]. */
static double
onto_walls(const struct gravel_system *s, struct vec3 centre, struct vec3 mean)
{
    double v = 0.0;
    for (size_t w = 0; w < s->n_walls; w++)
        v = fmax(v, -v3_dot(mean, gravel_wall_nearest(&s->walls[w], 0.0, centre).normal));
    return v;
}

/* Mean height that the grains fall until they lie in layers on the walls below them [m]. */
static double
fall(const struct gravel_advice_context *a)
{
    const struct gravel_system *s = a->system;
    const struct vec3 up = v3_scale(-1.0 / a->g, s->gravity);
    double sum = 0.0;
    size_t n = 0;
    for (size_t i = 0; i < s->n_particles; i++) {
        double gap = INFINITY;
        for (size_t w = 0; is_free(&s->particles[i]) && w < s->n_walls; w++) {
            const struct gravel_nearest near = gravel_wall_nearest(&s->walls[w], 0.0, s->particles[i].x);
            if (v3_dot(near.normal, up) > 0.5)
                gap = fmin(gap, near.distance - s->particles[i].radius);
        }
        if (isfinite(gap)) {
            sum += gap;
            n++;
        }
    }
    const double lying = 0.5 * (a->advice->layers - 1.0) * a->advice->diameter;
    return n > 0 ? fmax(sum / (double)n - lying, 0.0) : 0.0;
}

static void
add_walls(struct gravel_advice_context *a)
{
    double vibration = 0.0, translation = 0.0, rim = 0.0;
    for (size_t w = 0; w < a->system->n_walls; w++) {
        const struct gravel_wall *wall = &a->system->walls[w];
        vibration = fmax(vibration, fabs(wall->motion.amplitude * wall->motion.angular_frequency));
        translation = fmax(translation, v3_norm(wall->motion.velocity));
        rim = fmax(rim, fabs(wall->motion.spin) * fmax(wall->radius, wall->radius_end));
    }
    add_speed(a->advice, vibration, "peak speed A0 w of the vibrating wall", "S3 Eq. 8");
    add_speed(a->advice, translation, "speed of the moving wall", "case");
    add_speed(a->advice, rim, "speed of the rotating wall's rim", "S1 Sec. 3.2");
}

/* 1 - e of the vibrating floor. */
static double
floor_loss(const struct gravel_advice_context *a)
{
    const struct gravel_system *s = a->system;
    for (size_t w = 0; w < s->n_walls; w++)
        if (s->walls[w].motion.amplitude * s->walls[w].motion.angular_frequency != 0.0) {
            const struct gravel_contact c = gravel_system_contact(s, s->particles[0].species, -1 - (int32_t)w);
            const double e = gravel_material_restitution(c.material, c.wall, a->advice->mass, a->advice->diameter,
                                                         a->box.peak_velocity);
            return isfinite(e) ? 1.0 - e : 0.0;
        }
    return 0.0;
}

double
gravel_advice_height(const struct gravel_advice_context *a, const char **source)
{
    if (a->is_column && a->column.acceleration >= 1.0 && a->column.dissipation > 0.0) {
        const struct gravel_column *c = &a->column;
        *source = "S3 Eq. 40a";
        const bool fluid = c->acceleration > gravel_advice_law("column_critical_acceleration", &c->dissipation);
        return fluid
                   ? gravel_advice_law("column_height", (const double[]){c->peak_velocity, c->gravity, c->dissipation})
                   : NAN;
    }
    if (a->is_box && a->box.acceleration >= 1.0 && a->box.dissipation > 0.0) {
        const double prefactor = gravel_advice_reference(a, "S3.box.smooth-walls.prefactor") +
                                 gravel_advice_reference(a, "R.advise.box.weak") / a->box.acceleration;
        const double X = a->box.dissipation + gravel_advice_reference(a, "R.advise.box.floor") * floor_loss(a);
        *source = "S3 Fig. 39, dilute box, and agreement-box";
        return prefactor * a->box.peak_velocity * a->box.peak_velocity / (a->box.gravity * X);
    }
    return NAN;
}

/* <v^2>/(g (h_cm - h_cm0)): the dimension in an isothermal atmosphere; a bed that is not lifted by its own height is no
 * atmosphere, and has 1.0 to 1.2 in agreement-box. */
static double
speed_factor(const struct gravel_advice_context *a, double h)
{
    return a->is_box ? fmin(a->system->dimension, 1.0 + 0.2 * h / a->box.rest_height) : a->system->dimension;
}

static bool
add_bed(struct gravel_advice_context *a)
{
    const char *source = "";
    const double h = gravel_advice_height(a, &source), v = sqrt(speed_factor(a, h) * a->g * h);
    if (!(v > 0.0))
        return false;
    add_speed(a->advice, v, "grains of the fluidised bed (rms)", source);
    a->advice->taken = a->advice->n_speeds - 1; /* the start decays; the bed is steady */
    return true;
}

/* The temperature over mass of a steady gas: of random kicks, of shear; else NaN.  Elastic grains that fall on a floor
 * at rest share their energy among D/2 + 1 degrees of freedom each. */
static double
steady_temperature(const struct gravel_advice_context *a, double start, const char **what, const char **source)
{
    const struct gravel_system *s = a->system;
    const double d = s->dimension, m = a->advice->mass, diameter = a->advice->diameter, phi = a->advice->packing;
    const double e = gravel_material_restitution(&s->material, NULL, 0.5 * m, diameter, start);
    if (a->g > 0.0 && !a->vibrates && !a->turns && !a->translates && e == 1.0 && s->n_walls > 0) {
        *what = "grains of the atmosphere (rms, relative)";
        *source = "energy of the prepared state";
        return (start * start / 4.0 + a->g * fall(a)) / (0.5 * d + 1.0);
    }
    *what = "grains of the steady gas (rms, relative)";
    if (s->thermostat.strength > 0.0 && s->n_walls == 0) {
        *source = "kicks against dissipation, van Noije and Ernst 1998";
        return gravel_advice_law("driven_temperature", (const double[]){s->thermostat.strength, diameter, phi, e, d});
    }
    *source = "shear work against dissipation, Garzo and Dufty 1999";
    const double rate = s->box.shear_rate * diameter;
    return s->dimension == 3 && rate != 0.0
               ? rate * rate * gravel_advice_law("shear_temperature_grad", (const double[]){phi, e})
               : NAN;
}

static bool
add_steady(struct gravel_advice_context *a, double start)
{
    const char *what, *source;
    const double v = sqrt(2.0 * a->system->dimension * steady_temperature(a, start, &what, &source));
    if (a->system->dimension < 2 || !(v > 0.0 && isfinite(v)))
        return false;
    add_speed(a->advice, v, what, source);
    a->advice->taken = a->advice->n_speeds - 1; /* the start is forgotten */
    return true;
}

void
gravel_advice_speeds(struct gravel_advice_context *a)
{
    struct gravel_advice *advice = a->advice;
    struct vec3 centre;
    double relative;
    if (advice->n == 0)
        return;
    const struct vec3 mean = mean_motion(a->system, advice->n, &centre, &relative);
    const double onto = onto_walls(a->system, centre, mean), rounding = 1e-12;
    add_speed(advice, onto, "grains onto a wall at the start", "prepared state");
    if (relative > rounding * v3_norm(mean))
        add_speed(advice, relative, "grains among each other at the start (rms)", "prepared state");
    a->impact = onto > 0.0 && advice->taken == 0 && !(a->g > 0.0) && !a->vibrates;
    add_walls(a);
    if (a->g > 0.0)
        add_speed(advice, sqrt(2.0 * a->g * fall(a)), "fall of the grains' centre of mass, sqrt(2 g h)",
                  "prepared state");
    if (!add_bed(a) && !add_steady(a, relative) && a->g > 0.0 && a->system->dimension > 1)
        add_speed(advice, sqrt(a->g * advice->diameter), "gravity over a diameter, sqrt(g d)", "dense flows");
}
