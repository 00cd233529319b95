#include "engines/ed/grow.h"

#include "engines/ed/neighbour_search.h"
#include "engines/ed/predict.h"

#include <math.h>

/* First time at which |r + u tau| = s + w tau for a pair without overlap: a tau^2 + 2 b tau + c = 0 with
 * a = u^2 - w^2, b = r.u - s w, c = r^2 - s^2 > 0.  Each form is free of cancellation where it is used. */
static double
first_root(double a, double b, double c)
{
    const double discriminant = b * b - a * c;
    if (b < 0.0)
        return discriminant >= 0.0 ? c / (sqrt(discriminant) - b) : INFINITY;
    return a < 0.0 ? (b + sqrt(discriminant)) / -a : INFINITY;
}

static struct gravel_next_collisions
predict(const struct gravel_body *body, const int32_t *near, int32_t n, const struct gravel_query *q)
{
    struct gravel_next_collisions next = GRAVEL_NO_COLLISIONS;
    const double size = q->size + q->growth * q->now;
    for (int32_t k = 0; k < n; k++) {
        const struct gravel_body *other = &body[near[k]];
        const struct vec3 x = v3_axpy(other->x, q->now - other->t, other->v);
        const struct vec3 r = gravel_query_separation(q, q->x, x), u = v3_sub(other->v, q->v);
        const double sum = other->radius + q->radius, s = size * sum, w = q->growth * sum;
        const double b = v3_dot(r, u) - s * w, c = v3_norm2(r) - s * s;
        double tau = INFINITY;
        if (c > 0.0)
            tau = first_root(v3_norm2(u) - w * w, b, c);
        else if (b < 0.0)
            tau = 0.0;
        gravel_next_collisions_add(&next, tau, near[k]);
    }
    return next;
}

static struct gravel_predict_kernel
growing_kernel(void)
{
    struct gravel_predict_kernel kernel = gravel_predict_kernel_best(false, true);
    kernel.name = "growing";
    kernel.predict = predict;
    return kernel;
}

enum gravel_status
gravel_ed_grow(struct gravel_ed *ed, double rate, struct gravel_error *error)
{
    if (ed->system.n_walls > 0 || ed->has_attached || ed->gravity > 0.0 || ed->system.material.rotation)
        return gravel_fail(error, GRAVEL_UNSUPPORTED,
                           "particles grow in engine ed only in a gas without walls, gravity and rotation");
    ed->query.size = 0.0;
    ed->query.growth = rate;
    ed->kernel = growing_kernel();
    return GRAVEL_OK;
}

double
gravel_ed_grown_at(const struct gravel_ed *ed)
{
    return ed->query.growth > 0.0 ? 1.0 / ed->query.growth : INFINITY;
}

void
gravel_ed_set_grown(struct gravel_ed *ed)
{
    ed->query.size = 1.0;
    ed->query.growth = 0.0;
    ed->kernel = gravel_predict_kernel_best(false, v3_norm2(ed->query.length) > 0.0);
}

void
gravel_ed_stop_growing(struct gravel_ed *ed)
{
    gravel_ed_set_grown(ed);
    for (int32_t i = 0; i < ed->n; i++)
        gravel_ed_predict(ed, i);
}
