#include "engines/ed/predict.h"

/* Relative motion of free bodies is linear, under gravity too: r + u tau with |r + u tau| = s,
 * b = r.u, c = r.r - s^2, tau = c / (sqrt(b^2 - u^2 c) - b), which does not cancel as c -> 0.
 * A pair that overlaps by rounding and approaches collides now. */
static struct gravel_meeting
meet(const struct gravel_body *body, const int32_t *near, int32_t n, const struct gravel_query *q)
{
    struct gravel_meeting first = {INFINITY, -1};
    for (int32_t k = 0; k < n; k++) {
        const struct gravel_body *other = &body[near[k]];
        const double h = q->now - other->t;
        struct vec3 r, u;
        r.x = (other->x.x + (other->v.x + q->half_gravity.x * h) * h) - q->x.x;
        r.y = (other->x.y + (other->v.y + q->half_gravity.y * h) * h) - q->x.y;
        r.z = (other->x.z + (other->v.z + q->half_gravity.z * h) * h) - q->x.z;
        u.x = (other->v.x + q->half_gravity.x * (h + h)) - q->v.x;
        u.y = (other->v.y + q->half_gravity.y * (h + h)) - q->v.y;
        u.z = (other->v.z + q->half_gravity.z * (h + h)) - q->v.z;
        r.x = gravel_nearest_image(r.x, q->length.x, q->inverse_length.x);
        r.y = gravel_nearest_image(r.y, q->length.y, q->inverse_length.y);
        r.z = gravel_nearest_image(r.z, q->length.z, q->inverse_length.z);
        const double b = r.x * u.x + r.y * u.y + r.z * u.z;
        if (!(b < 0.0))
            continue;
        const double s = other->radius + q->radius;
        const double c = (r.x * r.x + r.y * r.y + r.z * r.z) - s * s;
        const double u2 = u.x * u.x + u.y * u.y + u.z * u.z;
        const double discriminant = b * b - u2 * c;
        if (c > 0.0 && !(discriminant >= 0.0))
            continue;
        const double tau = c > 0.0 ? c / (sqrt(discriminant) - b) : 0.0;
        if (tau < first.tau || (tau == first.tau && near[k] < first.partner))
            first = (struct gravel_meeting){tau, near[k]};
    }
    return first;
}

static int32_t
keep_near(const struct gravel_shell *shell, int32_t *found, int32_t n, int32_t self,
          const struct gravel_query *q)
{
    int32_t kept = 0;
    for (int32_t k = 0; k < n; k++) {
        const struct gravel_shell *other = &shell[found[k]];
        const struct vec3 r = gravel_query_separation(q, q->x, other->centre);
        const double s = other->radius + q->radius;
        if (r.x * r.x + r.y * r.y + r.z * r.z <= s * s && found[k] != self)
            found[kept++] = found[k];
    }
    return kept;
}

struct gravel_search
gravel_search_scalar(void)
{
    return (struct gravel_search){"scalar", meet, keep_near};
}

struct gravel_search
gravel_search_best(bool falling, bool periodic)
{
    const struct gravel_search wide = gravel_search_avx512(falling, periodic);
    return wide.meet != NULL ? wide : gravel_search_scalar();
}
