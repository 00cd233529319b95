/* Lists of particle numbers of variable length, one for each of n owners, in one arena.
 *
 * A list is padded with its owner's number to a multiple of GRAVEL_LIST_LANES, so that vector code can read whole
 * groups: a particle does not collide with itself. */
#ifndef GRAVEL_ED_LISTS_H
#define GRAVEL_ED_LISTS_H

#include "engines/core/archive.h"
#include "engines/core/status.h"

#include <stddef.h>
#include <stdint.h>

enum { GRAVEL_LIST_LANES = 8, GRAVEL_LIST_CLASSES = 48 };

struct gravel_list {
    uint32_t start; /* of its block in the arena, in groups of GRAVEL_LIST_LANES */
    int32_t n;
    int32_t size_class; /* -1: no block */
};

struct gravel_lists {
    struct gravel_list *list; /* n_owners */
    size_t n_owners;
    int32_t *arena;
    size_t used, capacity;               /* in groups */
    uint32_t spare[GRAVEL_LIST_CLASSES]; /* freed blocks of each class, linked through their first item */
};

/* Create empty lists for n owners.  The arena has memory from the start; a list has a block from its first item on.
 * GRAVEL_MEMORY. */
enum gravel_status gravel_lists_init(struct gravel_lists *lists, size_t n_owners, struct gravel_error *error);
/* Free the memory of all lists; zeroed lists are allowed. */
void gravel_lists_free(struct gravel_lists *lists);

/* Save or load all lists. */
void gravel_lists_archive(struct gravel_lists *lists, struct gravel_archive *archive);

/* Append an item.  GRAVEL_MEMORY.  O(1) amortised. */
enum gravel_status gravel_lists_add(struct gravel_lists *lists, int32_t owner, int32_t item,
                                    struct gravel_error *error);
/* Remove an item, not the owner itself, if the list has it; the last item takes its place.  O(length). */
void gravel_lists_remove(struct gravel_lists *lists, int32_t owner, int32_t item);
/* Replace the whole list by n items.  GRAVEL_MEMORY.  O(n). */
enum gravel_status gravel_lists_set(struct gravel_lists *lists, int32_t owner, const int32_t *items, int32_t n,
                                    struct gravel_error *error);

/* Make the list empty; it keeps its memory. */
void gravel_lists_clear(struct gravel_lists *lists, int32_t owner);

/* The n items of an owner's list, valid until the next change of any list. */
static inline int32_t *
gravel_lists_items(const struct gravel_lists *lists, int32_t owner, int32_t *n)
{
    *n = lists->list[owner].n;
    return lists->arena + (size_t)lists->list[owner].start * GRAVEL_LIST_LANES;
}

#endif
