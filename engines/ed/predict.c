#include "engines/ed/predict.h"

#include <stddef.h>

struct gravel_predict_kernel
gravel_predict_kernel_best(bool falling, bool periodic)
{
    struct gravel_predict_kernel best = gravel_predict_kernel_avx512(falling, periodic);
    if (best.predict == NULL)
        best = gravel_predict_kernel_avx2(falling, periodic);
    return best.predict != NULL ? best : gravel_predict_kernel_scalar(falling, periodic);
}
