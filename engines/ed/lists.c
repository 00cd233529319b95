/* Blocks have 1, 2, 3, 4, 6, 8, 12, 16, ... groups.  A list that exceeds its block moves to one of the next class, and
 * the old block is added to the free list of its class. */
#include "engines/ed/lists.h"

#include "engines/ed/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = GRAVEL_LIST_LANES };

static const uint32_t NONE = UINT32_MAX;

/* Groups in a block of class k. */
static size_t
groups(int k)
{
    return k == 0 ? 1 : (size_t)(2 + (k - 1) % 2) << ((k - 1) / 2);
}

void
gravel_lists_free(struct gravel_lists *lists)
{
    free(lists->list);
    free(lists->arena);
    memset(lists, 0, sizeof *lists);
}

static int32_t *
block(const struct gravel_lists *lists, uint32_t start)
{
    return lists->arena + (size_t)start * LANES;
}

/* Ensure memory for `n` more groups at the end of the arena.  It is followed by one more group, so that the second
 * cache line of the last list has a valid address for the prefetch. */
static bool
reserve(struct gravel_lists *lists, size_t n)
{
    if (lists->used + n <= lists->capacity)
        return true;
    size_t capacity = lists->capacity + lists->capacity / 8 + 64;
    if (capacity < lists->used + n)
        capacity = lists->used + n;
    if (!gravel_ed_memory_resize(&lists->arena, lists->used, capacity + 1, LANES * sizeof *lists->arena))
        return false;
    lists->capacity = capacity;
    return true;
}

enum gravel_status
gravel_lists_init(struct gravel_lists *lists, size_t n_owners, struct gravel_error *error)
{
    memset(lists, 0, sizeof *lists);
    lists->list = calloc(n_owners + 1, sizeof *lists->list);
    if (lists->list == NULL)
        return gravel_no_memory(error);
    lists->n_owners = n_owners;
    for (size_t i = 0; i < n_owners; i++)
        lists->list[i].size_class = -1;
    for (int k = 0; k < GRAVEL_LIST_CLASSES; k++)
        lists->spare[k] = NONE;
    /* The address of an empty list is that of the arena, which must not be NULL. */
    if (!reserve(lists, 1)) {
        gravel_lists_free(lists);
        return gravel_no_memory(error);
    }
    return GRAVEL_OK;
}

void
gravel_lists_archive(struct gravel_lists *lists, struct gravel_archive *archive)
{
    size_t used = lists->used;
    GRAVEL_ARCHIVE_SAME(archive, lists->n_owners);
    GRAVEL_ARCHIVE(archive, used);
    if (archive->loads && gravel_archive_ok(archive)) {
        lists->used = 0;
        if (reserve(lists, used))
            lists->used = used;
        else
            gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
    }
    GRAVEL_ARCHIVE_COLUMN(archive, lists->list, lists->n_owners, start);
    GRAVEL_ARCHIVE_COLUMN(archive, lists->list, lists->n_owners, n);
    GRAVEL_ARCHIVE_COLUMN(archive, lists->list, lists->n_owners, size_class);
    GRAVEL_ARCHIVE_ARRAY(archive, lists->arena, used * LANES);
    GRAVEL_ARCHIVE_ARRAY(archive, lists->spare, GRAVEL_LIST_CLASSES);
}

/* Move the list to a block of class k, which is larger than its present one. */
static bool
grow(struct gravel_lists *lists, struct gravel_list *list, int k)
{
    if (k >= GRAVEL_LIST_CLASSES)
        return false;
    uint32_t start = lists->spare[k];
    if (start != NONE) {
        lists->spare[k] = (uint32_t)block(lists, start)[0];
    } else {
        if (!reserve(lists, groups(k)))
            return false;
        start = (uint32_t)lists->used;
        lists->used += groups(k);
    }
    if (list->size_class >= 0) {
        int32_t *old = block(lists, list->start);
        memcpy(block(lists, start), old, (size_t)list->n * sizeof *old);
        old[0] = (int32_t)lists->spare[list->size_class];
        lists->spare[list->size_class] = list->start;
    }
    list->start = start;
    list->size_class = k;
    return true;
}

/* Ensure that the block has memory for n items. */
static bool
fit(struct gravel_lists *lists, struct gravel_list *list, int32_t n)
{
    int k = list->size_class;
    while (k < 0 || (size_t)n > LANES * groups(k))
        k++;
    return k == list->size_class || grow(lists, list, k);
}

/* Pad the last group with the owner's number. */
static void
fill_up(int32_t *items, int32_t n, int32_t owner)
{
    for (; n % LANES != 0; n++)
        items[n] = owner;
}

enum gravel_status
gravel_lists_add(struct gravel_lists *lists, int32_t owner, int32_t item, struct gravel_error *error)
{
    struct gravel_list *list = &lists->list[owner];
    if (list->n % LANES == 0 && !fit(lists, list, list->n + 1))
        return gravel_no_memory(error);
    int32_t *items = block(lists, list->start);
    items[list->n++] = item;
    if (list->n % LANES == 1)
        fill_up(items, list->n, owner);
    return GRAVEL_OK;
}

enum gravel_status
gravel_lists_set(struct gravel_lists *lists, int32_t owner, const int32_t *items, int32_t n, struct gravel_error *error)
{
    struct gravel_list *list = &lists->list[owner];
    list->n = 0;
    if (n == 0)
        return GRAVEL_OK;
    if (!fit(lists, list, n))
        return gravel_no_memory(error);
    list->n = n;
    memcpy(block(lists, list->start), items, (size_t)n * sizeof *items);
    fill_up(block(lists, list->start), n, owner);
    return GRAVEL_OK;
}

void
gravel_lists_clear(struct gravel_lists *lists, int32_t owner)
{
    lists->list[owner].n = 0;
}

/* The whole list is read, without a branch on the comparison: this is faster for lists of this length. */
void
gravel_lists_remove(struct gravel_lists *lists, int32_t owner, int32_t item)
{
    struct gravel_list *list = &lists->list[owner];
    int32_t *items = block(lists, list->start), at = -1;
    const int32_t n_filled = (list->n + LANES - 1) / LANES * LANES;
    for (int32_t k = 0; k < n_filled; k++)
        at = items[k] == item ? k : at;
    if (at < 0)
        return;
    items[at] = items[--list->n];
    items[list->n] = owner;
}
