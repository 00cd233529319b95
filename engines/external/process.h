/* A program of somebody else as a child process: lines and blocks of bytes over its standard input and output, with a
 * limit of time for every answer.  What it writes to its standard error is kept for messages. */
#ifndef GRAVEL_EXTERNAL_PROCESS_H
#define GRAVEL_EXTERNAL_PROCESS_H

#include "engines/core/status.h"

#include <stdbool.h>
#include <stddef.h>

struct gravel_process;

/* Start `command`, one command with its arguments in the shell's words, in a process group of its own.  It is killed
 * when this process ends.  Every wait of the
 * functions below lasts at most `limit` seconds.  The caller ends it with gravel_process_end(), which is allowed for
 * NULL.  GRAVEL_INPUT: no command; GRAVEL_IO: no process; GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_process_start(struct gravel_process **process, const char *command,
                                                        double limit, struct gravel_error *error);

/* Send n bytes.  GRAVEL_IO when the process has ended, does not read, or has written what nobody asked for. */
GRAVEL_MUST_USE enum gravel_status gravel_process_send(struct gravel_process *process, const void *data, size_t n,
                                                       struct gravel_error *error);

/* The next line without its end, which is valid until the next call.  GRAVEL_IO when none comes in time, when the
 * process has ended, or when the line is longer than 16 MiB. */
GRAVEL_MUST_USE enum gravel_status gravel_process_line(struct gravel_process *process, char **line, size_t *n,
                                                       struct gravel_error *error);

/* The next n bytes. */
GRAVEL_MUST_USE enum gravel_status gravel_process_block(struct gravel_process *process, void *data, size_t n,
                                                        struct gravel_error *error);

/* Fill *error with the reason, the command and the end of its standard error; returns `status`. */
enum gravel_status gravel_process_fail(struct gravel_process *process, struct gravel_error *error,
                                       enum gravel_status status, const char *format, ...) GRAVEL_PRINTF(4, 5);

/* Processor time that it has used [s], also of one that has ended and is not yet ended here; 0 where the system does
 * not tell. */
double gravel_process_cpu(const struct gravel_process *process);

struct gravel_process_outcome {
    double bytes; /* largest resident memory */
    bool good;    /* it ended by itself with status 0 */
};

/* Close its standard input, which ends it; after a second without an end its whole group is killed.  `outcome` may be
 * NULL. */
void gravel_process_end(struct gravel_process *process, struct gravel_process_outcome *outcome);

#endif
