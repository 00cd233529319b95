/* Live contacts: their slots in the pool, and the changes of the present step. */
#include "engines/md/contact.h"
#include "engines/core/array.h"
#include "engines/md/constants.h"

#include <stdlib.h>

/* Whether each contact keeps its constants: where a table of classes has them, they are looked up. */
static bool
keeps_constants(const struct gravel_md *md)
{
    return md->dense == NULL || md->classes.n == 0;
}

bool
gravel_md_pool_resize(struct gravel_md *md, size_t capacity)
{
    struct gravel_md_pool *pool = &md->pool;
    if (!gravel_array_resize(&pool->slot, capacity + 1, sizeof *pool->slot) ||
        !gravel_array_resize(&pool->birth, capacity + 1, sizeof *pool->birth) ||
        (keeps_constants(md) && !gravel_array_resize(&pool->force, capacity + 1, sizeof *pool->force)) ||
        (md->dense == NULL && !gravel_array_resize(&pool->records, capacity + 1, sizeof *pool->records)))
        return false;
    pool->capacity = capacity;
    return true;
}

static enum gravel_status
record_change(struct gravel_md *md, const struct gravel_md_list *list, size_t k, bool ended, struct gravel_error *error)
{
    if (!gravel_array_grow(&md->changes, &md->change_capacity, md->n_changes + 1, sizeof *md->changes))
        return gravel_no_memory(error);
    md->changes[md->n_changes++] =
        (struct gravel_md_change){.i = list->i[k], .j = list->j[k], .contact = list->contact[k], .ended = ended};
    return GRAVEL_OK;
}

void
gravel_md_pool_free(struct gravel_md_pool *pool)
{
    free(pool->slot);
    free(pool->birth);
    free(pool->force);
    free(pool->records);
}

/* The particle's list of free slots.  Without the dense kernel one thread computes all contacts: there is one list. */
static int32_t *
free_list_of(struct gravel_md *md, int32_t i)
{
    return &md->pool.free[md->dense != NULL ? (size_t)i * GRAVEL_MD_FREE_LISTS / md->n : 0];
}

static void
free_slot(struct gravel_md_pool *pool, int32_t *free_list, int32_t contact)
{
    pool->slot[contact].next_free = *free_list;
    *free_list = contact;
}

uint16_t
gravel_md_contact_age(const struct gravel_md *md, size_t contact)
{
    return (uint16_t)(md->counters.steps - md->pool.birth[contact]);
}

void
gravel_md_contacts_age(struct gravel_md *md)
{
    for (size_t c = 0; c < md->pool.n; c++)
        if (gravel_md_contact_age(md, c) > GRAVEL_MD_LARGEST_AGE)
            md->pool.birth[c] = (uint16_t)(md->counters.steps - GRAVEL_MD_LARGEST_AGE);
}

enum gravel_status
gravel_md_contact_begin(struct gravel_md *md, struct gravel_md_list *list, size_t k, bool inside_step,
                        struct gravel_error *error)
{
    struct gravel_md_pool *pool = &md->pool;
    int32_t *const free_list = free_list_of(md, list->i[k]);
    if (*free_list < 0) {
        if (pool->n == pool->capacity && !gravel_md_pool_resize(md, 64 + pool->capacity + pool->capacity / 64))
            return gravel_no_memory(error);
        free_slot(pool, free_list, (int32_t)pool->n++);
    }
    const int32_t c = list->contact[k] = *free_list;
    *free_list = pool->slot[c].next_free;
    pool->birth[c] = (uint16_t)(md->counters.steps + (inside_step ? 1 : 0));
    pool->slot[c].xi = v3(0, 0, 0);
    if (pool->force != NULL)
        pool->force[c] = gravel_md_contact_constants(md, list->i[k], list->j[k]);
    if (pool->records != NULL)
        pool->records[c] = (struct gravel_md_record){0};
    return inside_step ? record_change(md, list, k, false, error) : GRAVEL_OK;
}

void
gravel_md_contacts_renew(struct gravel_md *md)
{
    const struct gravel_md_list *list = &md->pairs;
    for (size_t k = 0; k < list->n && md->pool.force != NULL; k++)
        if (list->contact[k] >= 0)
            md->pool.force[list->contact[k]] = gravel_md_contact_constants(md, list->i[k], list->j[k]);
}

enum gravel_status
gravel_md_contact_end(struct gravel_md *md, struct gravel_md_list *list, size_t k, struct gravel_error *error)
{
    const enum gravel_status status = record_change(md, list, k, true, error);
    list->contact[k] = -1;
    return status;
}

void
gravel_md_contact_release(struct gravel_md *md, int32_t i, int32_t j, int32_t contact)
{
    *(j < 0 ? &md->counters.wall_collisions : &md->counters.pair_collisions) += 1;
    free_slot(&md->pool, free_list_of(md, i), contact);
}

/* Free slots between the contacts of one run of particles and those of the next. */
static size_t
spare_slots(size_t n_live)
{
    return 16 + n_live / (16 * GRAVEL_MD_FREE_LISTS);
}

/* Move the contacts of the list's particles of one run, from index *k on, to the end of `pool`. */
static void
move_run(struct gravel_md *md, struct gravel_md_list *list, const int32_t *free_list, size_t *k,
         struct gravel_md_pool *pool)
{
    for (; *k < list->n && free_list_of(md, list->i[*k]) == free_list; ++*k) {
        const int32_t c = list->contact[*k];
        if (c < 0)
            continue;
        pool->slot[pool->n] = md->pool.slot[c];
        pool->birth[pool->n] = md->pool.birth[c];
        if (pool->force != NULL)
            pool->force[pool->n] = md->pool.force[c];
        list->contact[*k] = (int32_t)pool->n++;
    }
}

enum gravel_status
gravel_md_contacts_sort(struct gravel_md *md, size_t n_live, struct gravel_error *error)
{
    if (md->dense == NULL)
        return GRAVEL_OK;
    const size_t spare = spare_slots(n_live);
    struct gravel_md_pool pool = {.capacity = n_live + GRAVEL_MD_FREE_LISTS * spare};
    size_t pair = 0, wall = 0;
    pool.slot = calloc(pool.capacity + 1, sizeof *pool.slot);
    pool.birth = calloc(pool.capacity + 1, sizeof *pool.birth);
    if (keeps_constants(md))
        pool.force = calloc(pool.capacity + 1, sizeof *pool.force);
    if (pool.slot == NULL || pool.birth == NULL || (keeps_constants(md) && pool.force == NULL)) {
        gravel_md_pool_free(&pool);
        return gravel_no_memory(error);
    }
    for (size_t r = 0; r < GRAVEL_MD_FREE_LISTS; r++) {
        move_run(md, &md->pairs, &md->pool.free[r], &pair, &pool);
        move_run(md, &md->wall_pairs, &md->pool.free[r], &wall, &pool);
        pool.free[r] = -1;
        for (size_t s = spare; s > 0; s--) /* the first is used first */
            free_slot(&pool, &pool.free[r], (int32_t)(pool.n + s - 1));
        pool.n += spare;
    }
    gravel_md_pool_free(&md->pool);
    md->pool = pool;
    return GRAVEL_OK;
}
