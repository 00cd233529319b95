/* What disks of equal size over a vibrating floor are scaled with, in two dimensions (S3 Sec. 5.1). */
#ifndef GRAVEL_CASES_MEASURE_BOX_H
#define GRAVEL_CASES_MEASURE_BOX_H

#include "cases/measure/measure.h"

/* Samples to a period of the vibration; 0 unless the case states its length in periods and this is a whole number. */
size_t gravel_samples_to_a_period(const struct gravel_options *parameters);

struct gravel_flat_box {
    size_t n;
    double floor;         /* mean height of the floor [m] */
    double left, width;   /* of the box [m]: between the walls normal to x, or the period */
    double diameter;      /* mean diameter [m] */
    double row;           /* n_b, mean number of disks in a layer: L/d, between walls L/d - 1/2 */
    double rest_height;   /* h_cm0 above the floor [m] (S3 Eq. 49) */
    double gravity;       /* g [m/s^2] */
    double period;        /* of the vibration [s] */
    double peak_velocity; /* A0 w [m/s] */
    double acceleration;  /* alpha = A0 w^2/g (S3 Eq. 8) */
    double dissipation;   /* X = (N/n_b)(1 - e), e at the speed A0 w */
    double contact_time;  /* t_c of a pair [s] */
};

/* GRAVEL_INPUT unless the system is two-dimensional with gravity down, a vibrating wall normal to z, and either a
 * period or two walls on x. */
GRAVEL_MUST_USE enum gravel_status gravel_flat_box_of(const struct gravel_system *system, const char *name,
                                                      struct gravel_flat_box *box, struct gravel_error *error);

#endif
