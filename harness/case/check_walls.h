/* Rules between the parameters of one wall: its shape, contact, motion and servo.  A part of check.h. */
#ifndef GRAVEL_HARNESS_CASE_CHECK_WALLS_H
#define GRAVEL_HARNESS_CASE_CHECK_WALLS_H

#include "harness/case/rules.h"

/* GRAVEL_INPUT, at the path of the parameter at fault, when a wall of the description breaks a rule. */
GRAVEL_MUST_USE enum gravel_status gravel_case_check_walls(const struct gravel_rules *r);

/* What a wall's contact needs and allows, where the names of its keys begin with `prefix`; `bounces`: a rule is needed.
 */
GRAVEL_MUST_USE enum gravel_status gravel_case_check_wall_contact(const struct gravel_rules *r,
                                                                  const struct gravel_case_wall_contact *c,
                                                                  bool bounces, const char *prefix);

/* In dimension 1, where nothing moves along a contact, tangential losses have no effect; names as above. */
GRAVEL_MUST_USE enum gravel_status gravel_case_check_line(const struct gravel_rules *r, double restitution,
                                                          double friction, const char *prefix);

#endif
