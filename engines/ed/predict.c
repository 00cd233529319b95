#include "engines/ed/predict.h"

#include "engines/core/simd.h"

struct gravel_predict_kernel
gravel_predict_kernel_best(bool falling, bool periodic)
{
    switch (gravel_simd()) {
    case GRAVEL_SIMD_AVX512: return gravel_predict_kernel_avx512(falling, periodic);
    case GRAVEL_SIMD_AVX2: return gravel_predict_kernel_avx2(falling, periodic);
    case GRAVEL_SIMD_PLAIN: break;
    }
    return gravel_predict_kernel_scalar(falling, periodic);
}
