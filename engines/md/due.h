/* When a listed pair without a contact is tested again.
 *
 * In every step gravel_md.remaining_skin is reduced by no less than two bodies can approach in it.  A pair with a gap
 * is tested again when the remaining skin has become smaller by the gap: until then it cannot touch.  Remaining skins
 * are kept as levels, whole numbers from 0 to GRAVEL_MD_LEVELS for the skin of the list. */
#ifndef GRAVEL_MD_DUE_H
#define GRAVEL_MD_DUE_H

#include "engines/md/state.h"

#include <string.h>

/* A pair without a contact is tested in the step if its gravel_md_list.due is at least the step's level. */
static inline bool
gravel_md_is_due(const struct gravel_md *md, const struct gravel_md_list *list, size_t k)
{
    return list->due[k] >= md->due.level;
}

/* A bit for each of the pairs first .. first + n - 1 of the list, 0 < n <= 64, that is due.  Others are not read: they
 * may be those of another thread. */
static inline uint64_t
gravel_md_due_bits(const struct gravel_md *md, const struct gravel_md_list *list, size_t first, size_t n)
{
    const int16_t level = md->due.level, *due = list->due + first;
    int16_t part_of_word[64];
    uint64_t bits = 0;
    if (n < 64) {
        memset(part_of_word, 0, sizeof part_of_word);
        due = memcpy(part_of_word, due, n * sizeof *due);
    }
#ifdef __SSE2__
    typedef int16_t eight __attribute__((vector_size(16)));
    typedef char sixteen __attribute__((vector_size(16)));
    for (int m = 0; m < 64; m += 16) {
        eight part[2];
        memcpy(part, due + m, sizeof part);
        const sixteen is = __builtin_ia32_packsswb128(part[0] >= level, part[1] >= level);
        bits |= (uint64_t)(unsigned)__builtin_ia32_pmovmskb128(is) << m;
    }
#else
    for (int m = 0; m < 64; m++)
        bits |= (uint64_t)(due[m] >= level) << m;
#endif
    return bits & UINT64_MAX >> (64 - n);
}

/* The level for a pair with this gap [m], of which a thousandth is allowed for rounding of displacements.  Gaps of
 * listed pairs are less than two skins: all levels are numbers of 16 bits. */
static inline int16_t
gravel_md_due_at(const struct gravel_md *md, double gap)
{
    return (int16_t)(int32_t)(md->due.from - md->due.slope * (gap > 0.0 ? gap : 0.0));
}

/* Set md->due for the remaining skin.  Where displacements have no bound, all pairs are tested in every step. */
void gravel_md_due_set(struct gravel_md *md);

#endif
