/* What the measures of a gas in a periodic box share. */
#ifndef GRAVEL_CASES_MEASURE_GAS_BOX_H
#define GRAVEL_CASES_MEASURE_GAS_BOX_H

#include "engines/core/system.h"

/* The box must be periodic on every axis of the dimension; `name` is the measure's, for the error. */
GRAVEL_MUST_USE enum gravel_status gravel_gas_check(const struct gravel_system *system, const char *name,
                                                    struct gravel_error *error);

/* Part of the box's volume (area in 2D, length in 1D) that the particles fill. */
double gravel_gas_packing(const struct gravel_system *system);

/* T = sum m (v - V)^2/(d N) [J], V the velocity of the centre of mass: a gas that drifts or falls is not hot. */
double gravel_gas_temperature(const struct gravel_particle *particles, size_t n, int dimension);

double gravel_gas_mean_mass(const struct gravel_system *system);

#endif
