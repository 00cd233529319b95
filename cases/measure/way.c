#include "cases/measure/way.h"

#include <math.h>

static const double longest_way = 0.4; /* of a periodic length */

struct vec3
gravel_way(const struct gravel_box *box, struct vec3 a, struct vec3 b, double *longest)
{
    const struct vec3 way = gravel_box_separation(box, a, b);
    for (int d = 0; d < 3; d++)
        if (box->periodic[d])
            *longest =
                fmax(*longest, fabs(v3_component(way, d)) / (v3_component(box->high, d) - v3_component(box->low, d)));
    return way;
}

enum gravel_status
gravel_way_check(double longest, const char *measure, const char *remedy, struct gravel_error *error)
{
    if (longest <= longest_way)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_INPUT,
                       "measure.%s: found a way of %.3g of the periodic box, allowed %g, as one longer than half the "
                       "box cannot be told from a shorter one: state %s",
                       measure, longest, longest_way, remedy);
}
