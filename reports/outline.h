/* Walls as they are seen in a plane of two coordinates: circles and straight lines. */
#ifndef GRAVEL_REPORTS_OUTLINE_H
#define GRAVEL_REPORTS_OUTLINE_H

#include "engines/core/system.h"

struct gravel_view {
    int axis[2];            /* coordinates 0, 1, 2 on the picture's axes; it is seen along the third */
    double low[2], high[2]; /* where the particles are [m] */
    double size;            /* of the picture: endless lines are at least so long on both sides [m] */
};

/* A wall as it is seen: a circle, or straight lines; nothing for walls that are seen face on. */
struct gravel_stroke {
    double a[2], b[2]; /* [m] */
};
struct gravel_seen_wall {
    double radius;             /* of the circle [m]; 0: none */
    double centre[2], mark[2]; /* its centre, and a place on it that turns with it [m] */
    size_t n;                  /* of the strokes */
    struct gravel_stroke strokes[2];
    bool endless; /* strokes end where the picture ends */
};

/* A wall at time t. */
struct gravel_seen_wall gravel_view_wall(const struct gravel_view *view, const struct gravel_wall *wall, double t);

/* Widen [low, high] to the walls at time t: all of finite ones, endless ones that lie along an axis near the particles.
 */
void gravel_view_include(const struct gravel_view *view, const struct gravel_system *walls, double t, double low[2],
                         double high[2]);

/* Cut the stroke to [low, high]; false when nothing is left. */
bool gravel_stroke_clip(struct gravel_stroke *stroke, const double *low, const double *high);

#endif
