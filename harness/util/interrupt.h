/* SIGINT and SIGTERM of every command but for its time in gravel_run(), which reads them itself (runner.h): the program
 * says how to go on and ends at once with GRAVEL_EXIT_INTERRUPTED.  SQLite undoes what was under way in a store, and
 * files are written under another name first, so that nothing is lost or half written. */
#ifndef GRAVEL_HARNESS_UTIL_INTERRUPT_H
#define GRAVEL_HARNESS_UTIL_INTERRUPT_H

#include <stdbool.h>

/* Install the handler, once, at the start of the program.  A signal that is ignored, as that of a job in the
 * background, stays so. */
void gravel_interrupt_install(void);

/* What a child process does first: signals end it without a word. */
void gravel_interrupt_reset(void);

/* Between hold and release the first signal is only noted, for a caller that has files to remove and asks for it often;
 * a second one ends the program. */
void gravel_interrupt_hold(void);
bool gravel_interrupt_noted(void);
void gravel_interrupt_release(void);

/* What is said: one line. */
extern const char gravel_interrupt_message[];

#endif
