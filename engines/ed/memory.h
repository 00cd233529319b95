/* Memory for large arrays with random access: aligned to cache lines, and in huge pages where the system provides them,
 * because otherwise most accesses miss the TLB. */
#ifndef GRAVEL_ED_MEMORY_H
#define GRAVEL_ED_MEMORY_H

#include <stddef.h>

/* Allocate max(n, 1) items of `size` bytes, uninitialised; the caller frees them with free().  NULL when out of memory.
 */
void *gravel_ed_memory(size_t n, size_t size);

#endif
