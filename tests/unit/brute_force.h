/* Elastic spheres of mass 1 in small periodic boxes, also sheared ones and growing spheres, by brute force: every pair,
 * every image, in steps too short for any but the adjacent images.  It shares nothing with the engine but vectors. */
#ifndef GRAVEL_TESTS_BRUTE_FORCE_H
#define GRAVEL_TESTS_BRUTE_FORCE_H

#include "engines/core/rng.h"
#include "engines/core/vec.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { N_MOST = 50, CONTACTS_MOST = 400 };

struct contact {
    double t;
    int32_t i, j; /* i > j; j < 0: a wall */
};

struct log {
    size_t n;
    struct contact contact[CONTACTS_MOST];
};

static inline void
note(struct log *log, double t, int32_t i, int32_t j)
{
    if (log->n < CONTACTS_MOST)
        log->contact[log->n++] = (struct contact){t, i > j ? i : j, i > j ? j : i};
}

struct world {
    int dimension;
    size_t n;
    double length[3]; /* 0: open */
    double fall;      /* downward acceleration; the floor is z = 0 then */
    double shear, t;  /* d v_x/d z of the images, and the time since they were above each other */
    double growth;    /* of the size from 0 at t = 0 to 1 [1/s]; 0: the spheres have their radii */
    struct vec3 x[N_MOST], v[N_MOST];
    double radius[N_MOST];
};

/* Present size of all spheres, and its rate. */
static inline double
size_of(const struct world *w)
{
    return w->growth > 0.0 ? fmin(1.0, w->growth * w->t) : 1.0;
}

static inline double
rate_of(const struct world *w)
{
    return size_of(w) < 1.0 ? w->growth : 0.0;
}

/* Time to contact of two spheres at r with relative velocity u: the first root after 0 of (r + u tau)^2 = (s + g
 * tau)^2, where the sum of the radii grows by g.  Spheres that overlap by rounding meet at once if they approach. */
static inline double
meet(struct vec3 r, struct vec3 u, double s, double g)
{
    const double a = v3_norm2(u) - g * g, b = v3_dot(r, u) - s * g, c = v3_norm2(r) - s * s, d = b * b - a * c;
    if (c <= 0.0)
        return b < 0.0 ? 0.0 : INFINITY;
    if (d < 0.0)
        return INFINITY;
    const double one = (-b - sqrt(d)) / a, other = (-b + sqrt(d)) / a;
    const double low = fmin(one, other), high = fmax(one, other);
    return low > 0.0 ? low : high > 0.0 ? high : INFINITY;
}

static inline double
land(const struct world *w, size_t i)
{
    const double h = w->x[i].z - w->radius[i], v = w->v[i].z;
    return w->fall > 0.0 ? (v + sqrt(fmax(0.0, v * v + 2.0 * w->fall * h))) / w->fall : INFINITY;
}

enum { IMAGES = 5 * 3 * 3 };

/* Displacement along x of the image above in a sheared box, less whole periods: at most half of one. */
static inline double
offset_of(const struct world *w)
{
    const double whole = w->shear != 0.0 ? w->shear * w->length[2] * w->t : 0.0;
    return w->shear != 0.0 ? whole - w->length[0] * floor(whole / w->length[0] + 0.5) : 0.0;
}

/* The 27 adjacent images, and those next to them along x, which a displacement makes adjacent; on an open axis there is
 * but one. */
static inline struct vec3
shift_of(const struct world *w, int image)
{
    const int above = image / 15 - 1;
    return v3((image % 5 - 2) * w->length[0] + above * offset_of(w), (image / 5 % 3 - 1) * w->length[1],
              above * w->length[2]);
}

/* Velocity of the image over that of the box. */
static inline struct vec3
speed_of(const struct world *w, int image)
{
    return v3((image / 15 - 1) * w->shear * w->length[2], 0.0, 0.0);
}

static inline bool
exists(const struct world *w, int image)
{
    const int beside = image % 5 - 2;
    return (beside == 0 || (w->length[0] > 0.0 && (w->shear != 0.0 || abs(beside) == 1))) &&
           (w->length[1] > 0.0 || image / 5 % 3 == 1) && (w->length[2] > 0.0 || image / 15 == 1);
}

/* Earliest contact of i and j through any image of i, which image, and the separation then. */
static inline double
meet_images(const struct world *w, size_t i, size_t j, int *which, struct vec3 *normal)
{
    const double sum = w->radius[i] + w->radius[j];
    double first = INFINITY;
    for (int image = 0; image < IMAGES; image++) {
        if (!exists(w, image))
            continue;
        const struct vec3 r = v3_sub(v3_add(w->x[i], shift_of(w, image)), w->x[j]);
        const struct vec3 u = v3_sub(v3_add(w->v[i], speed_of(w, image)), w->v[j]);
        const double tau = meet(r, u, size_of(w) * sum, rate_of(w) * sum);
        if (tau < first) {
            first = tau;
            *which = image;
            *normal = v3_unit(v3_axpy(r, tau, u));
        }
    }
    return first;
}

static inline double
wrapped(double x, double length)
{
    return length > 0.0 ? x - length * floor(x / length) : x;
}

static inline void
drift(struct world *w, double h)
{
    w->t += h;
    for (size_t i = 0; i < w->n; i++) {
        w->x[i] = v3_axpy(w->x[i], h, w->v[i]);
        if (w->shear != 0.0) { /* it comes back as its image */
            const double boxes = floor(w->x[i].z / w->length[2]);
            w->x[i].x -= boxes * offset_of(w);
            w->v[i].x -= boxes * w->shear * w->length[2];
        }
        w->x[i].z -= 0.5 * w->fall * h * h;
        w->v[i].z -= w->fall * h;
        w->x[i] =
            v3(wrapped(w->x[i].x, w->length[0]), wrapped(w->x[i].y, w->length[1]), wrapped(w->x[i].z, w->length[2]));
    }
}

/* In this time no particle goes farther than a quarter of the shortest period (half of it when it falls), so
 * that partners, at most half a period apart when they meet, meet through an adjacent image of wrapped places. */
static inline double
safe_step(const struct world *w)
{
    double shortest = INFINITY, fastest = 0.0;
    for (int d = 0; d < 3; d++)
        if (w->length[d] > 0.0)
            shortest = fmin(shortest, w->length[d]);
    for (size_t i = 0; i < w->n; i++)
        fastest = fmax(fastest, v3_norm(w->v[i]) + fabs(w->shear) * w->length[2]);
    double free_step = 0.25 * shortest / fastest;
    if (rate_of(w) > 0.0) /* no farther than to the end of the growth, where the size is 1 */
        free_step = fmin(free_step, fmax(1.0 / w->growth - w->t, 1e-12));
    return w->fall > 0.0 ? fmin(free_step, sqrt(0.25 * shortest / w->fall)) : free_step;
}

/* Equal masses, elastic: the normal velocities change places, that of i in the frame of its image. */
static inline void
run_by_brute_force(struct world *w, double t_end, struct log *log)
{
    while (w->t < t_end && log->n < CONTACTS_MOST) {
        double first = fmin(safe_step(w), t_end - w->t);
        size_t i_first = 0, j_first = 0;
        bool pair = false, floor = false;
        struct vec3 normal = v3(0, 0, 0), n = normal;
        int image_first = 0, image = 0;
        for (size_t i = 0; i < w->n; i++) {
            for (size_t j = 0; j < i; j++) {
                const double tau = meet_images(w, i, j, &image, &n);
                if (tau < first) {
                    first = tau;
                    i_first = i;
                    j_first = j;
                    image_first = image;
                    normal = n;
                    pair = true;
                }
            }
            const double tau = land(w, i);
            if (tau < first) {
                first = tau;
                i_first = i;
                pair = false;
                floor = true;
            }
        }
        const struct vec3 v = v3_add(w->v[i_first], speed_of(w, image_first));        /* that of a pair */
        const double spread = rate_of(w) * (w->radius[i_first] + w->radius[j_first]); /* of the surfaces */
        const double u = v3_dot(v3_sub(v, w->v[j_first]), normal) - spread;
        drift(w, first);
        if (pair) {
            w->v[i_first] = v3_axpy(w->v[i_first], -u, normal);
            w->v[j_first] = v3_axpy(w->v[j_first], u, normal);
            note(log, w->t, (int32_t)i_first, (int32_t)j_first);
        } else if (floor) {
            w->v[i_first].z = -w->v[i_first].z;
            note(log, w->t, (int32_t)i_first, -1);
        }
    }
}

/* Radii between 0.3 and 0.5 and random places; false when they do not fit. */
static inline bool
random_world(struct world *w, int dimension, size_t n, double width, double fall, gsl_rng *rng)
{
    *w = (struct world){.dimension = dimension, .n = n, .fall = fall};
    w->length[0] = width;
    w->length[1] = dimension == 3 ? width * (1.0 + 0.3 * gsl_rng_uniform(rng)) : 0.0;
    w->length[2] = fall > 0.0 ? 0.0 : width * (1.0 + 0.3 * gsl_rng_uniform(rng));
    const double height = fall > 0.0 ? 0.5 * width + 3.0 : w->length[2];
    for (size_t i = 0, tries = 0; i < n; tries++) {
        if (tries > 400 * n)
            return false;
        w->radius[i] = 0.5 - 0.2 * gsl_rng_uniform(rng);
        w->x[i].z = (fall > 0.0 ? 0.5 : 0.0) + height * gsl_rng_uniform(rng);
        w->x[i].y = w->length[1] * gsl_rng_uniform(rng);
        w->x[i].x = width * gsl_rng_uniform(rng);
        bool clear = true;
        for (size_t j = 0; j < i && clear; j++)
            for (int image = 0; image < IMAGES && clear; image++)
                clear = !exists(w, image) ||
                        v3_norm(v3_sub(v3_add(w->x[i], shift_of(w, image)), w->x[j])) > w->radius[i] + w->radius[j];
        if (!clear)
            continue;
        w->v[i].z = 2.0 * gsl_rng_uniform(rng) - 1.0;
        w->v[i].y = dimension == 3 ? 2.0 * gsl_rng_uniform(rng) - 1.0 : 0.0;
        w->v[i].x = 2.0 * gsl_rng_uniform(rng) - 1.0;
        i++;
    }
    return true;
}

#endif
