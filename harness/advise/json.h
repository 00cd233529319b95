/* Advice as JSON. */
#ifndef GRAVEL_HARNESS_ADVISE_JSON_H
#define GRAVEL_HARNESS_ADVISE_JSON_H

#include "harness/advise/advice.h"

#include <jansson.h>

/* Everything about one point as a new object, which the caller frees with json_decref(); NULL without memory.  Numbers
 * that are not known are null. */
json_t *gravel_advice_to_json(const struct gravel_advised_point *point);

#endif
