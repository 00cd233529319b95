/* Loops of the integrators over the numbers of all particles. */
#include "engines/md/sweep.h"

void
GRAVEL_WIDE(gravel_md_kick)(size_t n, double h, double *restrict v, const double *restrict a)
{
    for (size_t k = 0; k < n; k++)
        v[k] += h * a[k];
}

void
GRAVEL_WIDE(gravel_md_predict)(size_t n, double h, double *restrict v, float *restrict prediction,
                               const double *restrict a)
{
    for (size_t k = 0; k < n; k++) {
        prediction[k] = (float)(h * a[k]);
        v[k] += (double)prediction[k];
    }
}

void
GRAVEL_WIDE(gravel_md_correct)(size_t n, double h, double *restrict v, const float *restrict prediction,
                               const double *restrict a)
{
    for (size_t k = 0; k < n; k++)
        v[k] = (v[k] - (double)prediction[k]) + h * a[k];
}

void
GRAVEL_WIDE(gravel_md_advance)(size_t n, double h, double *restrict v, float *restrict prediction,
                               const double *restrict a)
{
    for (size_t k = 0; k < n; k++) {
        const double gain = h * a[k];
        prediction[k] = (float)gain;
        v[k] = (v[k] + gain) + (double)prediction[k];
    }
}

/* Particles whose displacements are kept at a time. */
enum { STRIP = 64 };

double
GRAVEL_WIDE(gravel_md_drift)(size_t n, double h, double *restrict x, double *restrict v, float *restrict prediction,
                             const double *restrict a)
{
    double way[3 * STRIP], squares[STRIP] = {0};
    gravel_lanes largest = {0};
    for (size_t begin = 0; begin < n; begin += 3 * STRIP) {
        const size_t count = n - begin < 3 * STRIP ? n - begin : 3 * STRIP;
        for (size_t k = 0; k < count; k++) {
            const size_t c = begin + k;
            const double gain = h * a[c], between = v[c] + gain;
            way[k] = 2.0 * h * between;
            x[c] += way[k];
            prediction[c] = (float)gain;
            v[c] = between + (double)prediction[c];
        }
        for (size_t i = 0; i < count / 3; i++)
            squares[i] = way[3 * i] * way[3 * i] + way[3 * i + 1] * way[3 * i + 1] + way[3 * i + 2] * way[3 * i + 2];
        for (size_t i = 0; i < STRIP; i += GRAVEL_LANES) {
            const gravel_lanes square = lanes_load(squares + i);
            largest = lanes_choose(square > largest, square, largest);
        }
    }
    double most = 0.0;
    for (int l = 0; l < GRAVEL_LANES; l++)
        most = largest[l] > most ? largest[l] : most;
    return sqrt(most);
}
