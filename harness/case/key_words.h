/* Short words for the tables of keys: the members of struct gravel_key that most entries set. */
#ifndef GRAVEL_HARNESS_CASE_KEY_WORDS_H
#define GRAVEL_HARNESS_CASE_KEY_WORDS_H

#include "engines/core/key.h"

#include <math.h>

#define FROM_ZERO .min = 0.0, .max = INFINITY
#define REAL .type = GRAVEL_TYPE_REAL
#define INT .type = GRAVEL_TYPE_INT
#define BOOL .type = GRAVEL_TYPE_BOOL
#define TEXT .type = GRAVEL_TYPE_TEXT
#define CHOICE .type = GRAVEL_TYPE_CHOICE
#define VEC3 .type = GRAVEL_TYPE_VEC3
#define REQUIRED .flags = GRAVEL_REQUIRED
#define OPTIONAL .flags = GRAVEL_OPTIONAL
#define OPTIONAL_ABOVE .flags = (GRAVEL_OPTIONAL | GRAVEL_ABOVE_MIN)

#endif
