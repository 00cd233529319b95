/* What a column of beads on a (vibrating) wall is scaled with; bead k is the k-th from below (S3 Sec. 2.2). */
#ifndef GRAVEL_CASES_MEASURE_COLUMN_H
#define GRAVEL_CASES_MEASURE_COLUMN_H

#include "cases/measure/measure.h"

struct gravel_column {
    size_t n;
    int32_t plate;                              /* index of the first vibrating wall, else of the first wall, else -1 */
    double floor;                               /* mean height of the plate [m] */
    double gravity;                             /* g [m/s^2] */
    double amplitude, angular_frequency, phase; /* A0 [m], w [rad/s], of the plate */
    double peak_velocity;                       /* A0 w [m/s] */
    double acceleration;                        /* alpha = A0 w^2/g (S3 Eq. 8) */
    double restitution, plate_restitution;
    double dissipation;  /* X of gravel_column_dissipation */
    double contact_time; /* of a pair [s] */
    double mass;         /* of all beads [kg] */
};

/* X = (N-1)(1-e) + (1-e_p) [1], the sum of 1 - e over the contacts of a column of N beads on a plate: S3 Eq. 38a,
 * (N-1)(1-e), at e_p = 1 and S3 Eq. 38b, N(1-e), at e_p = e.  e of a pair and e_p of the first bead at the plate (NULL:
 * no plate, e_p = 1) are taken at the speed A0 w, or at |v| of the first bead if the plate rests.  The unit of X in
 * results and of the dissipation time in run lengths.  Needs a particle. */
double gravel_column_dissipation(const struct gravel_system *system, const struct gravel_wall *plate);

/* Restitutions and contact time are taken at the speed A0 w, or at |v| of the first bead if the plate rests.
 * GRAVEL_INPUT unless the system is one-dimensional with its beads ordered from below. */
GRAVEL_MUST_USE enum gravel_status gravel_column_of(const struct gravel_system *system, const char *name,
                                                    struct gravel_column *column, struct gravel_error *error);

/* Coordinates without diameters, z_k = h_k - floor - (diameters below) - d_k/2 (S3 Eq. 9), into z[n]. */
void gravel_column_reduce(const struct gravel_column *column, const struct gravel_particle *particles, double *z);

/* sum m_k z_k / M: the height of the centre of mass above that of the resting column [m]. */
double gravel_column_height(const struct gravel_column *column, const struct gravel_particle *particles);

#endif
