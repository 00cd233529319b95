/* Arrays that grow. */
#ifndef GRAVEL_CORE_ARRAY_H
#define GRAVEL_CORE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Make room for at least `n_needed` items of `item_size` bytes in the malloc'd array that *items points to (NULL while
 * *capacity is 0).  The capacity doubles, from 16 on; new items are not initialised.  The address of the array pointer
 * is passed as a void pointer, as that of no array has the type void **.  Returns false when out of memory, with the
 * array as it was. */
bool gravel_array_grow(void *items, size_t *capacity, size_t n_needed, size_t item_size)
    __attribute__((warn_unused_result));

#endif
