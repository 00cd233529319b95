/* Arrays whose size changes. */
#ifndef GRAVEL_CORE_ARRAY_H
#define GRAVEL_CORE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Both functions change the size of a malloc'd array.  `items` is the address of the pointer to it, passed as a void
 * pointer, as that of no array has the type void **.  New items are not initialised.  They return false when out of
 * memory, with the array as it was. */

/* Change the array, or NULL, to `n` > 0 items of `item_size` bytes.  For parallel arrays of one capacity call it for
 * each of them, and store the new capacity when all have succeeded. */
bool gravel_array_resize(void *items, size_t n, size_t item_size) __attribute__((warn_unused_result));

/* Make room for at least `n_needed` items in the array of *capacity items, or NULL with *capacity 0.  The capacity
 * doubles, from 16 on. */
bool gravel_array_grow(void *items, size_t *capacity, size_t n_needed, size_t item_size)
    __attribute__((warn_unused_result));

#endif
