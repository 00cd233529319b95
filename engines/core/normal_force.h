/* The normal force of two bodies in contact, or of one with a wall: the same formula for the engine of soft spheres and
 * for what is measured of its contacts.
 *
 * F = k x^(1+beta) + c x^gamma x', x the overlap, or the truncated Lennard-Jones force (S4 Eqs. 10, 11; material.h)
 * instead of the power; clipped at zero when cohesionless. */
#ifndef GRAVEL_CORE_NORMAL_FORCE_H
#define GRAVEL_CORE_NORMAL_FORCE_H

#include "engines/core/material.h"

#include <math.h>

struct gravel_normal {
    double force;      /* repulsion [N] */
    double damping;    /* the part of it that is not elastic [N] */
    double energy;     /* stored [J] */
    double dissipated; /* power [W] */
};

/* x^p for x >= 0, with the exponents of the common laws done without pow(). */
static inline double
gravel_law_power(double x, double p)
{
    if (p == 0.0)
        return 1.0;
    if (p == 0.5)
        return sqrt(x);
    if (p == 0.25)
        return sqrt(sqrt(x));
    return pow(x, p);
}

/* Elastic force and the energy stored in it; for x < 0 its odd continuation, which only trial states reach. */
static inline double
gravel_elastic_force(const struct gravel_force *f, double x, double *energy)
{
    if (f->range == 0.0) {
        const double force = f->k * x * gravel_law_power(fabs(x), f->beta);
        *energy = force * x / (2.0 + f->beta);
        return force;
    }
    const double q = 1.0 / (1.0 - x / f->range), q6 = q * q * q * q * q * q, rise = q6 - 1.0;
    *energy = f->k * f->range * f->range / 72.0 * rise * rise;
    return f->k * f->range / 6.0 * q * q6 * rise;
}

/* Of the overlap x [m], negative only in trial states, and its rate [m/s]. */
static inline struct gravel_normal
gravel_normal_force(const struct gravel_force *f, double x, double rate)
{
    double energy;
    const double elastic = gravel_elastic_force(f, x, &energy);
    double force = elastic + f->c * gravel_law_power(fabs(x), f->gamma) * rate;
    if (f->cohesionless && force < 0.0)
        force = 0.0;
    return (struct gravel_normal){
        .force = force,
        .damping = force - elastic,
        .energy = energy,
        .dissipated = (force - elastic) * rate,
    };
}

#endif
