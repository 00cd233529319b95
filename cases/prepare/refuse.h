/* Refusals of a generator that are about one of its options. */
#ifndef GRAVEL_CASES_PREPARE_REFUSE_H
#define GRAVEL_CASES_PREPARE_REFUSE_H

#include "engines/core/status.h"

/* Fill *error with the message "prepare.<generator>.<option>: ...", which carries that path, and return GRAVEL_INPUT.
 */
enum gravel_status gravel_prepare_refuse(struct gravel_error *error, const char *generator, const char *option,
                                         const char *format, ...) GRAVEL_PRINTF(4, 5);

#endif
