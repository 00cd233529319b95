/* Bounded-increment calendar (Paul 2007, J. Comput. Phys. 221, 615), O(1) an event.
 *
 * Truth is time[i].  Buckets of equal width after `base` hold the numbers of particles that may be due in
 * them: one counts only while its time lies there, so that rescheduling is one append and nothing is ever
 * deleted.  When a bucket is opened, its entries (t, i) are sorted into a line; those for which there is no room,
 * and those that come later, are in a binary heap.  They count only while time[i] == t.  Events beyond the last
 * bucket have no entry; when the buckets are used up, or the memory for entries is, everything is loaded anew from
 * time[] in O(n), which happens once in several n events.
 *
 * What lies together is small, because most of it is read from far caches: four bytes an entry, and the
 * memory of a bucket that has been opened serves again at once.
 *
 * What an event does depends on which entries count and which bucket is empty, and no processor can guess that: so
 * what happens for every entry has no branches.
 *
 * Invariant: every i with time[i] inside the window has an entry in its bucket, or in the line or the heap if
 * its bucket is the present one or a past one. */
#include "engines/ed/calendar.h"

#include "engines/ed/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENTRIES = 7,         /* a chunk, so that two are one cache line */
    EVENTS_A_BUCKET = 3, /* in the mean; 2 to 16 run alike */
    LINE = 8,            /* most events of a bucket that are sorted when it is opened */
    SAMPLE = 512,        /* times looked at to choose the width */
};

struct chunk {
    int32_t i[ENTRIES];
    uint32_t next; /* older chunk of the bucket, as in `bucket`; of a spare one: the next spare one */
};
_Static_assert(sizeof(struct chunk) == 32, "a chunk is half a cache line");

struct entry {
    double t;
    int32_t i;
};

/* Who is due in a bucket, as it seemed when it was some buckets ahead: two chunks of them at most. */
struct notice {
    int32_t i[2 * ENTRIES];
    int32_t n;
};

struct calendar {
    size_t n, n_buckets, n_chunks, heap_capacity;
    double *time;
    uint32_t *bucket; /* 8 * chunk + entries in it; 0: empty (chunk 0 is not used) */
    struct chunk *chunk;
    struct entry line[LINE + 1], *heap;
    size_t line_at, n_line, n_heap, present;
    uint32_t spare;                      /* first of the free chunks; 0: none */
    struct notice notice[GRAVEL_STAGES]; /* of the buckets present + GRAVEL_STAGES - 1 ... present */
    double base, width, inverse_width;
    struct gravel_foresight foresight;
};

static void
destroy(void *calendar)
{
    struct calendar *c = calendar;
    if (c == NULL)
        return;
    free(c->time);
    free(c->bucket);
    free(c->chunk);
    free(c->heap);
    free(c);
}

static enum gravel_status
create(void **calendar, size_t n, const struct gravel_foresight *foresight, struct gravel_error *error)
{
    struct calendar *c = calloc(1, sizeof *c);
    if (c == NULL)
        goto fail;
    c->n = n;
    if (foresight != NULL)
        c->foresight = *foresight;
    c->n_buckets = n / 2 + 16;
    c->n_chunks = 2 + c->n_buckets + n / ENTRIES + n / 16 + 16;
    c->heap_capacity = n + n / 4 + 64;
    c->time = gravel_ed_memory(n, sizeof *c->time);
    c->bucket = gravel_ed_memory(c->n_buckets, sizeof *c->bucket);
    c->chunk = gravel_ed_memory(c->n_chunks, sizeof *c->chunk);
    c->heap = malloc(c->heap_capacity * sizeof *c->heap);
    if (c->time == NULL || c->bucket == NULL || c->chunk == NULL || c->heap == NULL)
        goto fail;
    for (size_t i = 0; i < n; i++)
        c->time[i] = INFINITY;
    memset(c->bucket, 0, c->n_buckets * sizeof *c->bucket);
    c->present = c->n_buckets;
    *calendar = c;
    return GRAVEL_OK;
fail:
    destroy(c);
    return gravel_fail(error, GRAVEL_MEMORY, "out of memory for a calendar of %zu particles", n);
}

/* Without branches: see above. */
static inline bool
before(struct entry a, struct entry b)
{
    return (a.t < b.t) | ((a.t == b.t) & (a.i < b.i));
}

static void
heap_push(struct calendar *c, struct entry new)
{
    size_t k = c->n_heap++;
    while (k > 0 && before(new, c->heap[(k - 1) / 2])) {
        c->heap[k] = c->heap[(k - 1) / 2];
        k = (k - 1) / 2;
    }
    c->heap[k] = new;
}

static void
heap_pop(struct calendar *c)
{
    const struct entry last = c->heap[--c->n_heap];
    size_t k = 0, child;
    while ((child = 2 * k + 1) < c->n_heap) {
        if (child + 1 < c->n_heap && before(c->heap[child + 1], c->heap[child]))
            child++;
        if (!before(c->heap[child], last))
            break;
        c->heap[k] = c->heap[child];
        k = child;
    }
    c->heap[k] = last;
}

/* Enter (t, i); false when there is no room. */
static bool
enter(struct calendar *c, int32_t i, double t)
{
    const double place = (t - c->base) * c->inverse_width;
    if (!(place < (double)c->n_buckets))
        return true;
    if (place < (double)(c->present + 1)) {
        if (c->n_heap == c->heap_capacity)
            return false;
        heap_push(c, (struct entry){t, i});
        return true;
    }
    if (c->spare == 0)
        return false;
    /* Every few times the bucket needs another chunk. */
    uint32_t *head = &c->bucket[(size_t)place];
    const uint32_t n = *head & 7u, new = c->spare, next_spare = c->chunk[new].next;
    const bool begin = n == 0 || n == ENTRIES;
    c->chunk[new].next = begin ? *head : next_spare;
    c->spare = begin ? next_spare : new;
    *head = begin ? new << 3 : *head;
    c->chunk[*head >> 3].i[begin ? 0 : n] = i;
    ++*head;
    return true;
}

static int
compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The width that puts EVENTS_A_BUCKET events into a bucket, judged by the first quarter of the pending
 * times: later ones are mostly replaced before they come. */
static double
choose_width(const struct calendar *c, double first)
{
    double sample[SAMPLE];
    size_t n = 0;
    const size_t stride = c->n / SAMPLE + 1;
    for (size_t i = 0; i < c->n; i += stride)
        if (c->time[i] < INFINITY)
            sample[n++] = c->time[i] - first;
    if (n == 0)
        return 1.0;
    qsort(sample, n, sizeof sample[0], compare_times);
    size_t k = n / 4;
    while (k + 1 < n && sample[k] <= 0.0)
        k++;
    const double events = (double)(k + 1) * (double)stride;
    const double width = EVENTS_A_BUCKET * sample[k] / events;
    /* Time must be able to reach the next bucket in spite of rounding. */
    const double least = 1e-14 * (fabs(first) + sample[n - 1]);
    return width > least ? width : least > 0.0 ? least : 1.0;
}

/* Load all events anew.  False when there is none. */
static bool
reload(struct calendar *c)
{
    double first = INFINITY;
    for (size_t i = 0; i < c->n; i++)
        first = c->time[i] < first ? c->time[i] : first;
    memset(c->bucket, 0, c->n_buckets * sizeof *c->bucket);
    for (size_t k = 1; k < c->n_chunks; k++)
        c->chunk[k].next = k + 1 < c->n_chunks ? (uint32_t)(k + 1) : 0;
    c->spare = 1;
    c->n_heap = c->n_line = c->line_at = 0;
    for (int stage = 0; stage < GRAVEL_STAGES; stage++)
        c->notice[stage].n = 0;
    c->present = 0;
    if (isinf(first)) {
        c->present = c->n_buckets;
        return false;
    }
    c->base = first;
    c->width = choose_width(c, first);
    c->inverse_width = 1.0 / c->width;
    for (size_t i = 0; i < c->n; i++)
        (void)!enter(c, (int32_t)i, c->time[i]); /* room for n entries is certain */
    return true;
}

static void
schedule(void *calendar, int32_t i, double t)
{
    struct calendar *c = calendar;
    c->time[i] = t;
    if (c->present < c->n_buckets && !enter(c, i, t))
        reload(c);
}

/* Whether particle i is due in bucket k; for entries of that bucket. */
static bool
due(const struct calendar *c, int32_t i, size_t k)
{
    return (c->time[i] - c->base) * c->inverse_width < (double)(k + 1);
}

/* Bring what tells who is in the bucket k into the cache: first its entries, and then their times. */
static void
fetch_entries(const struct calendar *c, size_t k)
{
    if (k < c->n_buckets)
        __builtin_prefetch(&c->chunk[c->bucket[k] >> 3]);
}

static void
fetch_times(const struct calendar *c, size_t k)
{
    const uint32_t head = k < c->n_buckets ? c->bucket[k] : 0;
    for (uint32_t m = 0; m < (head & 7u); m++)
        __builtin_prefetch(&c->time[c->chunk[head >> 3].i[m]]);
}

/* Who is due in the bucket k. */
static void
take_notice(const struct calendar *c, size_t k, struct notice *notice)
{
    uint32_t head = k < c->n_buckets ? c->bucket[k] : 0;
    int32_t n = 0;
    while (head != 0 && n <= ENTRIES) {
        const struct chunk *chunk = &c->chunk[head >> 3];
        for (uint32_t m = 0; m < (head & 7u); m++) {
            notice->i[n] = chunk->i[m];
            n += due(c, chunk->i[m], k);
        }
        head = chunk->next;
    }
    notice->n = n;
}

/* Look ahead from the present bucket, which is about to be opened. */
static void
look_ahead(struct calendar *c)
{
    fetch_entries(c, c->present + GRAVEL_STAGES + 1);
    fetch_times(c, c->present + GRAVEL_STAGES);
    for (int stage = GRAVEL_STAGES - 1; stage > 0; stage--)
        c->notice[stage] = c->notice[stage - 1];
    take_notice(c, c->present + GRAVEL_STAGES - 1, &c->notice[0]);
    for (int stage = 0; stage < GRAVEL_STAGES; stage++)
        for (int32_t m = 0; m < c->notice[stage].n; m++)
            c->foresight.soon(c->foresight.self, c->notice[stage].i[m], stage);
}

/* Put n entries in order, each behind as many as come before it.  There is room for `size`, a constant. */
static inline __attribute__((always_inline)) void
sort_few(struct entry *line, size_t n, size_t size)
{
    struct entry copy[LINE];
    size_t rank[LINE] = {0};
    for (size_t a = 0; a < size; a++)
        copy[a] = a < n ? line[a] : (struct entry){INFINITY, INT32_MAX};
    for (size_t a = 1; a < size; a++)
        for (size_t b = 0; b < a; b++) {
            const bool first = before(copy[a], copy[b]);
            rank[b] += first;
            rank[a] += !first;
        }
    for (size_t a = 0; a < size; a++)
        line[rank[a]] = copy[a];
}

static void
sort_line(struct calendar *c)
{
    if (c->n_line <= LINE / 2)
        sort_few(c->line, c->n_line, LINE / 2);
    else
        sort_few(c->line, c->n_line, LINE);
}

/* The line is full: its last entry goes into the heap.  False when there is no room, which is possible only with
 * entries that repeat. */
static bool
spill(struct calendar *c)
{
    if (c->n_heap == c->heap_capacity)
        return false;
    heap_push(c, c->line[--c->n_line]);
    return true;
}

/* Bring the valid entries of the next bucket into the line. */
static void
open_bucket(struct calendar *c)
{
    c->present++;
    if (c->present == c->n_buckets)
        return;
    if (c->foresight.soon != NULL)
        look_ahead(c);
    uint32_t head = c->bucket[c->present];
    c->bucket[c->present] = 0;
    c->line_at = c->n_line = 0;
    while (head != 0) {
        struct chunk *chunk = &c->chunk[head >> 3];
        for (uint32_t k = 0; k < (head & 7u); k++) {
            c->line[c->n_line] = (struct entry){c->time[chunk->i[k]], chunk->i[k]};
            c->n_line += due(c, chunk->i[k], c->present);
            if (c->n_line > LINE && !spill(c)) {
                reload(c);
                return;
            }
        }
        const uint32_t older = chunk->next;
        chunk->next = c->spare;
        c->spare = head >> 3;
        head = older;
    }
    sort_line(c);
}

/* Whether the heap has the next entry, of those in the line and the heap, of which there is one. */
static bool
heap_is_first(const struct calendar *c)
{
    return c->n_heap > 0 && (c->line_at == c->n_line || before(c->heap[0], c->line[c->line_at]));
}

static bool
next(void *calendar, double limit, int32_t *i, double *t)
{
    struct calendar *c = calendar;
    for (;;) {
        while (c->line_at < c->n_line || c->n_heap > 0) {
            const bool from_heap = heap_is_first(c);
            const struct entry top = from_heap ? c->heap[0] : c->line[c->line_at];
            const bool valid = c->time[top.i] == top.t;
            if (valid && top.t > limit)
                return false;
            if (from_heap)
                heap_pop(c);
            else
                c->line_at++;
            if (!valid)
                continue;
            *i = top.i;
            *t = top.t;
            c->time[top.i] = INFINITY;
            return true;
        }
        if (c->present == c->n_buckets) {
            if (!reload(c))
                return false;
        } else {
            open_bucket(c);
        }
    }
}

static void
rebase(void *calendar, double shift)
{
    struct calendar *c = calendar;
    for (size_t i = 0; i < c->n; i++)
        c->time[i] -= shift;
    reload(c);
}

const struct gravel_calendar_ops gravel_calendar_fast = {
    .name = "fast",
    .method = "bounded-increment calendar with a binary heap for the present bucket",
    .reference = "Paul 2007, J. Comput. Phys. 221, 615",
    .create = create,
    .destroy = destroy,
    .schedule = schedule,
    .next = next,
    .rebase = rebase,
};
