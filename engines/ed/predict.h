/* The kernel of the widest vectors that gravel_simd() allows. */
#ifndef GRAVEL_ED_PREDICT_H
#define GRAVEL_ED_PREDICT_H

#include "engines/ed/predict_kernel.h"

/* A kernel for bodies that do not grow, in systems with or without gravity (`falling`) and periodic axes. */
struct gravel_predict_kernel gravel_predict_kernel_best(bool falling, bool periodic);

#endif
