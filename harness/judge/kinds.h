/* The registry of kinds of check: how each is judged. */
#ifndef GRAVEL_HARNESS_JUDGE_KINDS_H
#define GRAVEL_HARNESS_JUDGE_KINDS_H

#include "harness/judge/judging.h"

/* All of them, NULL-terminated; one for each of gravel_check_kinds. */
extern const struct gravel_check_ops *const gravel_check_ops[];

/* How the kind is judged.  NULL for a kind that is not registered. */
const struct gravel_check_ops *gravel_check_ops_find(const struct gravel_check_kind *kind);

#endif
