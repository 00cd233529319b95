#include "engines/ed/particle.h"

#include <math.h>

struct vec3
gravel_ed_position(const struct gravel_ed *ed, int32_t i)
{
    const struct gravel_body *body = &ed->body[i];
    const int32_t attached = ed->record[i].attached;
    if (attached == GRAVEL_FREE)
        return gravel_body_position(body, ed->query.half_gravity, ed->now);
    if (attached == GRAVEL_ABSORBED)
        return body->x;
    struct vec3 x, v, omega;
    gravel_wall_carry(&ed->system.walls[attached], ed->epoch + body->t, body->x, ed->epoch + ed->now, &x, &v, &omega);
    return x;
}

void
gravel_ed_advance_to_present(struct gravel_ed *ed, int32_t i)
{
    struct gravel_body *body = &ed->body[i];
    const struct vec3 x = gravel_body_position(body, ed->query.half_gravity, ed->now);
    body->v = gravel_body_velocity(body, ed->query.half_gravity, ed->now);
    body->x = x;
    body->t = ed->now;
}

double
gravel_ed_wall_gap(const struct gravel_ed *ed, size_t w, struct vec3 centre, double radius)
{
    const struct gravel_wall *wall = &ed->system.walls[w];
    return gravel_wall_distance(wall, ed->epoch + ed->now, centre) - radius - 2.0 * fabs(wall->motion.amplitude);
}
