#include "engines/core/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool
gravel_array_resize(void *items, size_t n, size_t item_size)
{
    void *array;
    if (n > SIZE_MAX / item_size)
        return false;
    memcpy(&array, items, sizeof array); /* no array pointer may be read through a void ** */
    array = realloc(array, n * item_size);
    if (array == NULL)
        return false;
    memcpy(items, &array, sizeof array);
    return true;
}

bool
gravel_array_grow(void *items, size_t *capacity, size_t n_needed, size_t item_size)
{
    size_t more = *capacity > 0 ? *capacity : 16;
    if (n_needed <= *capacity)
        return true;
    while (more < n_needed)
        more = more <= SIZE_MAX / 2 ? 2 * more : n_needed;
    if (!gravel_array_resize(items, more, item_size))
        return false;
    *capacity = more;
    return true;
}
