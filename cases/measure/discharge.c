/* Rate at which particles leave through the narrowest opening, an orifice or the narrow end of a cone.  A particle is
 * out when its centre is beyond the opening in the direction of gravity; what is out is kept for every sample.
 *
 * The time from the first particle to the last, or until a given part of the mass is out, is cut into blocks of about
 * equally many samples.  The steady part is the run of n blocks, at least half of them, with the least s/n, s the
 * relative standard deviation of their rates; these give the error.  MSER (White 1997), which cuts one end only, takes
 * the least s/sqrt(n): cut from both ends that would select runs of little scatter, and give a flow without transients
 * 0.87 of its error (tests/unit/test_measure_errors.c). */
#include "cases/measure/measure.h"
#include "cases/measure/series.h"

#include <gsl/gsl_statistics_double.h>

enum { BLOCKS = 48, LEAST = BLOCKS / 2 };
enum { TIME, MASS, NUMBER, COLUMNS };

static const struct gravel_key keys[] = {
    {"margin", GRAVEL_TYPE_REAL, 0, "1", 0, 10, "1.4", NULL,
     "k of the clear opening D - k d, with the diameter D of the opening and the particles' mean diameter d"},
    {"until", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 1, "0.9", NULL,
     "part of the mass after which what leaves no longer counts: the filling is low, and its rest trickles"},
    {0},
};

struct discharge {
    struct vec3 centre, down; /* of the opening; direction of gravity */
    double exponent;          /* of the clear opening in the law of the rate (Beverloo 1961) */
    double clear;             /* D - k d [m] */
    double ratio;             /* D/d */
    double unit;              /* of the rate: rho g^(1/2) d^exponent, rho of a particle [kg/s] */
    double enough, total;     /* mass after which nothing counts, and of all particles [kg] */
    struct gravel_series series;
};

/* The radius of the opening of a wall, and its centre; INFINITY without one. */
static double
opening_of(const struct gravel_wall *wall, struct vec3 *centre)
{
    *centre = wall->origin;
    if (wall->shape == GRAVEL_ORIFICE)
        return wall->radius;
    if (wall->shape != GRAVEL_CONE)
        return INFINITY;
    const double end = wall->radius_end < wall->radius ? 0.5 : -0.5;
    *centre = v3_axpy(wall->origin, end * wall->length, wall->axis);
    return fmin(wall->radius, wall->radius_end);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct discharge *m = measure;
    const double diameter = gravel_mean_diameter(system);
    double radius = INFINITY, volume = 0.0;
    *m = (struct discharge){
        .down = v3_unit(system->gravity), .exponent = system->dimension - 0.5, .series.width = COLUMNS};
    for (size_t w = 0; w < system->n_walls; w++) {
        struct vec3 centre;
        const double r = opening_of(&system->walls[w], &centre);
        if (r < radius) {
            radius = r;
            m->centre = centre;
        }
    }
    for (size_t k = 0; k < system->n_particles; k++) {
        const double r = system->particles[k].radius;
        volume += system->dimension == 2 ? M_PI * r * r : 4.0 / 3.0 * M_PI * r * r * r;
        m->total += system->particles[k].mass;
    }
    m->enough = gravel_options_real(options, "until") * m->total;
    m->clear = 2.0 * radius - gravel_options_real(options, "margin") * diameter;
    m->ratio = 2.0 * radius / diameter;
    m->unit = m->total / volume * sqrt(v3_norm(system->gravity)) * pow(diameter, m->exponent);
    if (m->clear <= 0.0)
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.discharge.margin",
                              "found an opening of %g m, allowed: more than %g diameters of %g m", 2.0 * radius,
                              gravel_options_real(options, "margin"), diameter);
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    gravel_series_free(&((struct discharge *)measure)->series);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct discharge *m = measure;
    double mass = 0.0, number = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (v3_dot(v3_sub(p->x, m->centre), m->down) > 0.0) {
            mass += p->mass;
            number += 1.0;
        }
    }
    double *row = gravel_series_next(&m->series);
    if (row != NULL) {
        row[TIME] = state->t;
        row[MASS] = mass;
        row[NUMBER] = number;
    }
}

static double
at(const struct discharge *m, size_t row, int column)
{
    return gravel_series_row(&m->series, row)[column];
}

/* The last sample before the first particle is out, and the first one after the last is, or at which enough are. */
static void
find_flow(const struct discharge *m, size_t *begin, size_t *end)
{
    const size_t last = m->series.n - 1;
    *begin = 0;
    *end = last;
    while (*begin < last && at(m, *begin + 1, NUMBER) == at(m, 0, NUMBER))
        ++*begin;
    while (*end > *begin && (at(m, *end - 1, NUMBER) == at(m, last, NUMBER) || at(m, *end - 1, MASS) >= m->enough))
        --*end;
}

/* Mean rate of a column between two samples. */
static double
rate(const struct discharge *m, const size_t *edge, size_t from, size_t to, int column)
{
    return (at(m, edge[to], column) - at(m, edge[from], column)) / (at(m, edge[to], TIME) - at(m, edge[from], TIME));
}

struct flow {
    size_t edge[BLOCKS + 1]; /* samples between which the blocks lie */
    size_t from, to;         /* blocks of the steady part, `to` not among them */
};

static void
find_steady(const struct discharge *m, size_t begin, size_t end, struct flow *f)
{
    double rates[BLOCKS], least = INFINITY;
    for (size_t k = 0; k <= BLOCKS; k++)
        f->edge[k] = begin + k * (end - begin) / BLOCKS;
    for (size_t k = 0; k < BLOCKS; k++)
        rates[k] = rate(m, f->edge, k, k + 1, MASS);
    for (size_t from = 0; from + LEAST <= BLOCKS; from++)
        for (size_t to = from + LEAST; to <= BLOCKS; to++) {
            const double n = (double)(to - from), mean = gsl_stats_mean(rates + from, 1, to - from);
            const double scatter = gsl_stats_sd_m(rates + from, 1, to - from, mean) / n;
            if (scatter < least * mean) {
                least = scatter / mean;
                f->from = from;
                f->to = to;
            }
        }
}

/* factor w^power, w the rate of a column in the steady part, with the error of its blocks' rates. */
static void
report_rate(const struct discharge *m, const struct flow *f, int column, double factor, double power, const char *name,
            const char *unit, const struct gravel_results *r)
{
    const double w = rate(m, f->edge, f->from, f->to, column), value = factor * pow(w, power);
    double influence[BLOCKS];
    for (size_t k = f->from; k < f->to; k++)
        influence[k] = value * (1.0 + power * (rate(m, f->edge, k, k + 1, column) / w - 1.0));
    r->estimate(r->self, name, unit, value, influence + f->from, 1, f->to - f->from);
}

/* Ratio of the rates in the later and the earlier half of the steady part. */
static void
report_change(const struct discharge *m, const struct flow *f, const struct gravel_results *r)
{
    const size_t middle = (f->from + f->to) / 2;
    const double early = rate(m, f->edge, f->from, middle, MASS), late = rate(m, f->edge, middle, f->to, MASS);
    const double n = (double)(f->to - f->from), value = late / early;
    double influence[BLOCKS];
    for (size_t k = f->from; k < f->to; k++) {
        const double w = rate(m, f->edge, k, k + 1, MASS);
        influence[k] = value * (k < middle ? 1.0 - (w / early - 1.0) * n / (double)(middle - f->from)
                                           : 1.0 + (w / late - 1.0) * n / (double)(f->to - middle));
    }
    r->estimate(r->self, "discharge_late_over_early", "1", value, influence + f->from, 1, f->to - f->from);
}

static void
report(const struct discharge *m, const struct flow *f, const struct gravel_results *r)
{
    const double power = 1.0 / m->exponent;
    report_rate(m, f, MASS, 1.0, 1.0, "discharge", "kg/s", r);
    report_rate(m, f, NUMBER, 1.0, 1.0, "discharge_number", "1/s", r);
    report_rate(m, f, MASS, 1.0, power, "discharge_root", m->exponent > 2.0 ? "(kg/s)^(2/5)" : "(kg/s)^(2/3)", r);
    report_rate(m, f, MASS, pow(m->unit, -power), power, "discharge_scaled", "1", r);
    report_change(m, f, r);
    r->number(r->self, "discharge_begin", "s", at(m, f->edge[f->from], TIME), 0.0);
    r->number(r->self, "discharge_end", "s", at(m, f->edge[f->to], TIME), 0.0);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct discharge *m = measure;
    struct flow flow = {.from = 0};
    size_t begin, end;
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    r->number(r->self, "clear_opening", "m", m->clear, 0.0);
    r->number(r->self, "opening_ratio", "1", m->ratio, 0.0);
    r->number(r->self, "discharged", "1", at(m, m->series.n - 1, MASS) / m->total, 0.0);
    r->table(r->self, "outflow", "t|mass|number", "s|kg|1", m->series.n, m->series.data);
    find_flow(m, &begin, &end);
    if (end - begin < BLOCKS)
        return GRAVEL_OK;
    find_steady(m, begin, end, &flow);
    report(m, &flow, r);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    gravel_series_archive(&((struct discharge *)measure)->series, archive);
}

static const struct gravel_yield yields[] = {
    {"discharge", "kg/s"},
    {"discharge_number", "1/s"},
    {"discharge_root", "(kg/s)^(2/3)|(kg/s)^(2/5)"},
    {"discharge_scaled", "1"},
    {"discharge_late_over_early", "1"},
    {"discharge_begin", "s"},
    {"discharge_end", "s"},
    {"discharged", "1"},
    {"clear_opening", "m"},
    {"opening_ratio", "1"},
    {"outflow", "s|kg|1", "t|mass|number"},
    {0},
};

const struct gravel_measure_ops gravel_measure_discharge = {
    .name = "discharge",
    .what = "Mass rate W and number rate through the narrowest orifice or cone while it is steady, W^(2/3) in 2D or "
            "W^(2/5) in 3D, the same of W/(rho g^(1/2) d^(3/2)) or W/(rho g^(1/2) d^(5/2)) with the density rho of a "
            "particle, along the opening D/d of slope C^(2/3) or C^(2/5) and zero at k by Beverloo's law; the rate of "
            "the later over that of the earlier half of the steady part, its times, and the clear opening D - k d; "
            "nothing of these before particles have left in 24 intervals.",
    .reference = "Beverloo 1961",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_GRAVITY | GRAVEL_NEEDS_OPENING,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct discharge),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
