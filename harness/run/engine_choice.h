/* Which engines run the points: the list of --engine, in which one may be a program of somebody else. */
#ifndef GRAVEL_HARNESS_RUN_ENGINE_CHOICE_H
#define GRAVEL_HARNESS_RUN_ENGINE_CHOICE_H

#include "engines/engine.h"

struct gravel_engine_choice {
    char *names;                              /* of engines, comma separated; owned; NULL: all of every case */
    const struct gravel_engine_ops *external; /* the program of somebody else; NULL: none */
};

/* Read the list of --engine (NULL: none).  NAME with a program engines/external/adapters/NAME/adapter below
 * gravel_home(), and `exec:COMMAND`, which ends the list, start that program to hear what it is
 * (gravel_external_open()); an answer may take `limit` seconds (0: 60).  GRAVEL_INPUT: unknown names, two programs, a
 * program beside the engine in whose place it runs, a program that does not say what it is.  The caller frees
 * choice->names, after failures too. */
GRAVEL_MUST_USE enum gravel_status gravel_engine_choose(struct gravel_engine_choice *choice, const char *list,
                                                        double limit, struct gravel_error *error);

#endif
