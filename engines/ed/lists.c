/* A block has 16 * 2^k items.  A list that outgrows its block moves to one of the next class, and the old
 * block waits in the chain of its class for another list. */
#include "engines/ed/lists.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

enum gravel_status
gravel_lists_init(struct gravel_lists *lists, size_t n_owners, struct gravel_error *error)
{
    memset(lists, 0, sizeof *lists);
    lists->list = calloc(n_owners + 1, sizeof *lists->list);
    if (lists->list == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory for %zu neighbour lists", n_owners);
    lists->n_owners = n_owners;
    for (size_t i = 0; i < n_owners; i++)
        lists->list[i].size_class = -1;
    for (int k = 0; k < GRAVEL_LIST_CLASSES; k++)
        lists->spare[k] = NONE;
    return GRAVEL_OK;
}

void
gravel_lists_free(struct gravel_lists *lists)
{
    free(lists->list);
    free(lists->arena);
    memset(lists, 0, sizeof *lists);
}

/* Room for `blocks` more smallest blocks at the end of the arena. */
static bool
reserve(struct gravel_lists *lists, size_t blocks)
{
    if (lists->used + blocks <= lists->capacity)
        return true;
    size_t capacity = lists->capacity + lists->capacity / 4 + 64;
    if (capacity < lists->used + blocks)
        capacity = lists->used + blocks;
    const size_t size = GRAVEL_LIST_BLOCK * sizeof(int32_t);
    int32_t *arena = aligned_alloc(64, capacity * size);
    if (arena == NULL)
        return false;
    if (lists->used > 0)
        memcpy(arena, lists->arena, lists->used * size);
    free(lists->arena);
    lists->arena = arena;
    lists->capacity = capacity;
    return true;
}

/* Move the list to a block of the next class. */
static bool
grow(struct gravel_lists *lists, struct gravel_list *list)
{
    const int k = list->size_class + 1;
    uint32_t start = k < GRAVEL_LIST_CLASSES ? lists->spare[k] : NONE;
    if (k >= GRAVEL_LIST_CLASSES)
        return false;
    if (start != NONE) {
        lists->spare[k] = (uint32_t)lists->arena[(size_t)start * GRAVEL_LIST_BLOCK];
    } else {
        if (!reserve(lists, (size_t)1 << k))
            return false;
        start = (uint32_t)lists->used;
        lists->used += (size_t)1 << k;
    }
    if (list->size_class >= 0) {
        int32_t *old = lists->arena + (size_t)list->start * GRAVEL_LIST_BLOCK;
        memcpy(lists->arena + (size_t)start * GRAVEL_LIST_BLOCK, old, (size_t)list->n * sizeof *old);
        old[0] = (int32_t)lists->spare[list->size_class];
        lists->spare[list->size_class] = list->start;
    }
    list->start = start;
    list->size_class = k;
    return true;
}

enum gravel_status
gravel_lists_add(struct gravel_lists *lists, int32_t owner, int32_t item, struct gravel_error *error)
{
    struct gravel_list *list = &lists->list[owner];
    const bool full = list->size_class < 0 || list->n == GRAVEL_LIST_BLOCK << list->size_class;
    if (full && !grow(lists, list))
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory for neighbour lists");
    lists->arena[(size_t)list->start * GRAVEL_LIST_BLOCK + (size_t)list->n++] = item;
    return GRAVEL_OK;
}

enum gravel_status
gravel_lists_set(struct gravel_lists *lists, int32_t owner, const int32_t *items, int32_t n,
                 struct gravel_error *error)
{
    struct gravel_list *list = &lists->list[owner];
    while (n > 0 && (list->size_class < 0 || n > GRAVEL_LIST_BLOCK << list->size_class))
        if (!grow(lists, list))
            return gravel_fail(error, GRAVEL_MEMORY, "out of memory for neighbour lists");
    list->n = n;
    if (n > 0)
        memcpy(lists->arena + (size_t)list->start * GRAVEL_LIST_BLOCK, items, (size_t)n * sizeof *items);
    return GRAVEL_OK;
}

void
gravel_lists_remove(struct gravel_lists *lists, int32_t owner, int32_t item)
{
    struct gravel_list *list = &lists->list[owner];
    int32_t *items = lists->arena + (size_t)list->start * GRAVEL_LIST_BLOCK;
    for (int32_t k = 0; k < list->n; k++)
        if (items[k] == item) {
            items[k] = items[--list->n];
            return;
        }
}
