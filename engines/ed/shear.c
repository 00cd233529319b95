#include "engines/ed/shear.h"

#include "engines/ed/neighbour_search.h"
#include "engines/ed/predict.h"

#include <math.h>

/* As the kernels of predict_kernel_tmpl.c without gravity, between images that move. */
static struct gravel_next_collisions
predict(const struct gravel_body *body, const int32_t *near, int32_t n, const struct gravel_query *q)
{
    struct gravel_next_collisions next = GRAVEL_NO_COLLISIONS;
    for (int32_t k = 0; k < n; k++) {
        const struct gravel_body *other = &body[near[k]];
        double slip;
        const struct vec3 x = v3_axpy(other->x, q->now - other->t, other->v);
        const struct vec3 r = gravel_ed_separation(q, q->now, q->x, x, &slip);
        const struct vec3 u = v3_add(v3_sub(other->v, q->v), v3(slip, 0, 0));
        const double s = other->radius + q->radius, b = v3_dot(r, u), c = v3_norm2(r) - s * s;
        const double discriminant = b * b - v3_norm2(u) * c;
        double tau = INFINITY;
        if (b < 0.0 && c <= 0.0)
            tau = 0.0;
        else if (b < 0.0 && discriminant >= 0.0)
            tau = c / (sqrt(discriminant) - b);
        gravel_next_collisions_add(&next, tau, near[k]);
    }
    return next;
}

/* L_x/L_z: the tilt after which the images are where they were. */
static double
period(const struct gravel_ed *ed)
{
    return ed->query.length.x / ed->query.length.z;
}

static void
set_tilt(struct gravel_ed *ed)
{
    const double rate = ed->query.shear_rate;
    ed->query.tilt = rate * ed->epoch - copysign(ed->tilt_turns * period(ed), rate);
    ed->tilt_end = (ed->tilt_turns + 0.5) * period(ed) / fabs(rate);
}

void
gravel_ed_shear(struct gravel_ed *ed)
{
    ed->query.shear_rate = ed->system.box.shear_rate;
    ed->kernel = gravel_predict_kernel_best(false, true);
    ed->kernel.name = "sheared";
    ed->kernel.predict = predict;
    set_tilt(ed);
}

enum gravel_status
gravel_ed_shear_turn(struct gravel_ed *ed, struct gravel_error *error)
{
    ed->tilt_turns++;
    set_tilt(ed);
    const enum gravel_status status = ed->neighbour_ops->fill(ed, error);
    for (int32_t i = 0; i < ed->n && status == GRAVEL_OK; i++)
        gravel_ed_predict(ed, i);
    return status;
}
