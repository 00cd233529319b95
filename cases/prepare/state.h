/* States of particles that stand in a file or in the case itself. */
#ifndef GRAVEL_CASES_PREPARE_STATE_H
#define GRAVEL_CASES_PREPARE_STATE_H

#include "engines/core/option.h"
#include "engines/io/frame.h"

/* Bits of the fields in a list of words, separated by spaces, from the option `option` of the generator `name`; the
 * position must be among them. */
GRAVEL_MUST_USE enum gravel_status gravel_state_fields(const struct gravel_options *options, const char *option,
                                                       const char *name, unsigned *fields, struct gravel_error *error);

/* Give the particles of the system the state of the frame, in the order of its ids, or of its rows where it has none.
 * Only the fields of `fields` are taken; what they do not have stays as the case states it.  A radius without a mass
 * leaves the mass to the caller (prepare.h).  `source` is what messages call the frame, `option` of the generator
 * `name` what they are about.  GRAVEL_INPUT when a field is missing, a number of particles differs from that of the
 * case, or a value is not possible; the message has the line. */
GRAVEL_MUST_USE enum gravel_status gravel_state_fill(struct gravel_system *system, const struct gravel_frame *frame,
                                                     unsigned fields, const char *source, const char *name,
                                                     const char *option, struct gravel_error *error);

#endif
