#include "engines/md/image.h"
#include "engines/md/extrapolate.h"

/* Into the box, without disturbing positions that are inside it. */
static double
wrap(double x, double low, double high)
{
    if (x >= low && x < high)
        return x;
    const double wrapped = x - (high - low) * floor((x - low) / (high - low));
    return wrapped < high ? wrapped : low;
}

struct vec3
gravel_md_wrapped(const struct gravel_md *md, struct vec3 x)
{
    const struct gravel_box *box = &md->system.box;
    return v3(box->periodic[0] ? wrap(x.x, box->low.x, box->high.x) : x.x,
              box->periodic[1] ? wrap(x.y, box->low.y, box->high.y) : x.y,
              box->periodic[2] ? wrap(x.z, box->low.z, box->high.z) : x.z);
}

void
gravel_md_images(const void *engine, int32_t (*image)[3])
{
    const struct gravel_md *md = engine;
    const struct gravel_box *box = &md->system.box;
    struct vec3 x[GRAVEL_MD_SMALL], v[GRAVEL_MD_SMALL], omega[GRAVEL_MD_SMALL];
    for (size_t begin = 0; begin < md->n; begin += GRAVEL_MD_SMALL) {
        const size_t left = md->n - begin, n = left < GRAVEL_MD_SMALL ? left : GRAVEL_MD_SMALL;
        gravel_md_extrapolate(md, md->now - md->t, (struct gravel_md_span){begin, begin + n}, x, v, omega);
        for (size_t k = 0; k < n; k++) {
            const size_t id = (size_t)md->id[begin + k];
            const struct vec3 moved = v3_sub(x[k], gravel_md_wrapped(md, x[k]));
            for (int d = 0; d < 3; d++) {
                const double length = v3_component(box->high, d) - v3_component(box->low, d);
                image[id][d] = box->periodic[d] ? (int32_t)nearbyint(v3_component(moved, d) / length) : 0;
                if (md->image != NULL)
                    image[id][d] += md->image[id][d];
            }
        }
    }
}
