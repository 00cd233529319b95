/* The parameters of a case at the combinations of its sweep, checked as a whole. */
#ifndef GRAVEL_HARNESS_CASE_COMBINATION_H
#define GRAVEL_HARNESS_CASE_COMBINATION_H

#include "engines/engine.h"
#include "harness/case/case.h"

/* The parameters at one combination below gravel_case_n_combinations(c) (the last axis runs fastest), with paths of
 * files from the present folder instead of that of the case file.  The caller frees them with gravel_options_free;
 * after a failure they are empty. */
GRAVEL_MUST_USE enum gravel_status gravel_case_at(const struct gravel_case *c, size_t combination,
                                                  struct gravel_options *parameters, struct gravel_error *error);

/* The rules between parameters (check.h) and those of every engine of the case, without its sweep and at every
 * combination of it.  The loader and gravel_case_set() call it, so that whoever has a case need not.  GRAVEL_INPUT, at
 * the path of the parameter or section at fault, when one is broken. */
GRAVEL_MUST_USE enum gravel_status gravel_case_check_combinations(const struct gravel_case *c,
                                                                  struct gravel_error *error);

/* What the engine itself refuses of a system with these parameters; before particles are placed system->particles is
 * NULL.  GRAVEL_INPUT, at the path of the parameter or section at fault. */
GRAVEL_MUST_USE enum gravel_status gravel_case_check_engine(const struct gravel_engine_ops *engine,
                                                            const struct gravel_system *system,
                                                            const struct gravel_options *parameters,
                                                            struct gravel_error *error);

/* `--set key=value`, n times: replace declared parameters, before planning.  A parameter that is swept alone is swept
 * no longer.  GRAVEL_INPUT, with a message that begins with "--set", when there is no such parameter, the value is not
 * allowed, it is swept together with others, or a rule is broken; the case is then good for nothing but
 * gravel_case_free. */
GRAVEL_MUST_USE enum gravel_status gravel_case_set(struct gravel_case *c, size_t n, const char *const *assignments,
                                                   struct gravel_error *error);

#endif
