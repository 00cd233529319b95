/* A parameter of the simulated system that differs from the stated one by a factor.  The engine simulates the biased
 * system, while measures and references have the stated one: what a check can see of an error in an engine. */
#ifndef GRAVEL_HARNESS_RUN_BIAS_H
#define GRAVEL_HARNESS_RUN_BIAS_H

#include "engines/core/system.h"

struct gravel_bias_ops {
    const char *name;
    const char *what; /* what is multiplied by the factor */
    /* Multiply it in the system; false: it has none, so that the bias is without effect. */
    bool (*apply)(struct gravel_system *system, double factor);
};
extern const struct gravel_bias_ops *const gravel_biases[]; /* NULL-terminated */

struct gravel_bias {
    const struct gravel_bias_ops *ops; /* NULL: none */
    double factor;
};

/* Read "gravity=1.02".  GRAVEL_INPUT: an unknown name, or a factor outside (0, 2). */
GRAVEL_MUST_USE enum gravel_status gravel_bias_parse(const char *text, struct gravel_bias *bias,
                                                     struct gravel_error *error);

/* Make a biased copy of the system, which the caller frees.  GRAVEL_UNSUPPORTED where the bias is without effect. */
GRAVEL_MUST_USE enum gravel_status gravel_bias_copy(const struct gravel_bias *bias, const struct gravel_system *system,
                                                    struct gravel_system *biased, struct gravel_error *error);

#endif
