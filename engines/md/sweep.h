/* Loops of the integrators over the numbers of many particles, arrays [n]. */
#ifndef GRAVEL_MD_SWEEP_H
#define GRAVEL_MD_SWEEP_H

#include "engines/md/width.h"

#include <stddef.h>

/* v += h a. */
void GRAVEL_WIDE(gravel_md_kick)(size_t n, double h, double *restrict v, const double *restrict a);

/* v += h a, and the rounded h a into `prediction`. */
void GRAVEL_WIDE(gravel_md_predict)(size_t n, double h, double *restrict v, float *restrict prediction,
                                    const double *restrict a);

/* v += h a - prediction. */
void GRAVEL_WIDE(gravel_md_correct)(size_t n, double h, double *restrict v, const float *restrict prediction,
                                    const double *restrict a);

/* Kick and predict. */
void GRAVEL_WIDE(gravel_md_advance)(size_t n, double h, double *restrict v, float *restrict prediction,
                                    const double *restrict a);

/* The same, and x by 2 h times the velocity between the two; returns the largest displacement of a particle. */
double GRAVEL_WIDE(gravel_md_drift)(size_t n, double h, double *restrict x, double *restrict v,
                                    float *restrict prediction, const double *restrict a);

#endif
