#include "engines/md/near.h"
#include "engines/md/near_test.h"

/* A bit for each of the n <= 64 pairs from `first` on with a live contact. */
static inline uint64_t
find_live(const struct gravel_md *md, size_t first, size_t n)
{
    const int32_t *const contact = md->pairs.contact + first;
    uint64_t bits = 0;
    for (size_t m = 0; m < n; m++)
        bits |= (uint64_t)(contact[m] >= 0) << m;
    return bits;
}

uint64_t
GRAVEL_WIDE(gravel_md_near)(const struct gravel_md *md, const struct vec3 *x, size_t first, size_t n)
{
    const double factor = 1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE;
    const uint64_t live = find_live(md, first, n);
    return live | (md->wraps ? find_near(md, x, first, n, live, (struct near_rule){factor, NULL, false, true})
                             : find_near(md, x, first, n, live, (struct near_rule){factor, NULL, false, false}));
}
