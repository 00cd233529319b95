/* What the measures of a gas in a periodic box share. */
#ifndef GRAVEL_CASES_MEASURE_GAS_BOX_H
#define GRAVEL_CASES_MEASURE_GAS_BOX_H

#include "engines/core/system.h"

/* Part of the box's volume (area in 2D, length in 1D) that the particles fill. */
double gravel_gas_packing(const struct gravel_system *system);

/* T = sum m (v - V)^2/(d N) [J], V the velocity of the centre of mass: a gas that drifts or falls is not hot. */
double gravel_gas_temperature(const struct gravel_particle *particles, size_t n, int dimension);

double gravel_gas_mean_mass(const struct gravel_system *system);

#endif
