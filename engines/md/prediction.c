#include "engines/md/prediction.h"
#include "engines/md/width.h"

#include <stdlib.h>

enum gravel_status
gravel_md_prediction_create(struct gravel_md *md, size_t size, struct gravel_error *error)
{
    struct gravel_md_prediction *p = md->method = calloc(1, size);
    const size_t n = 3 * (md->n + 1);
    const bool rotates = md->system.material.rotation;
    if (p != NULL) {
        p->velocity = calloc(n, sizeof *p->velocity);
        p->spin = rotates ? calloc(n, sizeof *p->spin) : NULL;
    }
    if (p == NULL || p->velocity == NULL || (rotates && p->spin == NULL))
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

void
gravel_md_prediction_destroy(struct gravel_md *md)
{
    struct gravel_md_prediction *p = md->method;
    if (p == NULL)
        return;
    free(p->velocity);
    free(p->spin);
    free(p);
    md->method = NULL;
}

size_t
gravel_md_prediction_columns(const struct gravel_md *md, struct gravel_md_column *column)
{
    const struct gravel_md_prediction *p = md->method;
    column[0] = (struct gravel_md_column){p->velocity, 3 * sizeof *p->velocity};
    if (p->spin == NULL)
        return 1;
    column[1] = (struct gravel_md_column){p->spin, 3 * sizeof *p->spin};
    return 2;
}

WIDTH_BODY void
kick_body(size_t n, double h, double *restrict v, const double *restrict a)
{
    for (size_t k = 0; k < n; k++)
        v[k] += h * a[k];
}
EVERY_WIDTH(kick, (size_t n, double h, double *restrict v, const double *restrict a), (n, h, v, a))

void
gravel_md_kick(enum gravel_simd simd, size_t n, double h, double *restrict v, const double *restrict a)
{
    kick(simd)(n, h, v, a);
}

WIDTH_BODY void
predict_body(size_t n, double h, double *restrict v, float *restrict prediction, const double *restrict a)
{
    for (size_t k = 0; k < n; k++) {
        prediction[k] = (float)(h * a[k]);
        v[k] += (double)prediction[k];
    }
}
EVERY_WIDTH(predict, (size_t n, double h, double *restrict v, float *restrict prediction, const double *restrict a),
            (n, h, v, prediction, a))

void
gravel_md_predict_velocity(enum gravel_simd simd, size_t n, double h, double *restrict v, float *restrict prediction,
                           const double *restrict a)
{
    predict(simd)(n, h, v, prediction, a);
}

WIDTH_BODY void
correct_body(size_t n, double h, double *restrict v, const float *restrict prediction, const double *restrict a)
{
    for (size_t k = 0; k < n; k++)
        v[k] = (v[k] - (double)prediction[k]) + h * a[k];
}
EVERY_WIDTH(correct,
            (size_t n, double h, double *restrict v, const float *restrict prediction, const double *restrict a),
            (n, h, v, prediction, a))

void
gravel_md_correct_velocity(enum gravel_simd simd, size_t n, double h, double *restrict v,
                           const float *restrict prediction, const double *restrict a)
{
    correct(simd)(n, h, v, prediction, a);
}
