/* Memory for large arrays with random access: aligned to cache lines, and in huge pages where the system provides them,
 * because otherwise most accesses miss the TLB. */
#ifndef GRAVEL_ED_MEMORY_H
#define GRAVEL_ED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Allocate max(n, 1) items of `size` bytes, uninitialised; the caller frees them with free().  NULL when out of memory.
 */
void *gravel_ed_memory(size_t n, size_t size);

/* Change the array that *items points to, or NULL, to n items of `size` bytes, of which the first n_used are kept.
 * `items` is the address of a pointer as in gravel_array_resize(), which cannot keep the alignment.  Returns false when
 * out of memory, with the array as it was. */
bool gravel_ed_memory_resize(void *items, size_t n_used, size_t n, size_t size) __attribute__((warn_unused_result));

#endif
