#include "harness/util/interrupt.h"

#include "harness/util/exit.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

const char gravel_interrupt_message[] = "interrupted: what is stored is kept, and the same command goes on";

/* A handler has no argument of its own: these two are the only variables of the program that outlive a call. */
static volatile sig_atomic_t held, noted;

static const int signals[] = {SIGINT, SIGTERM};

/* Only functions that POSIX allows in a handler. */
static void
handle(int signal)
{
    static const char before[] = "\ngravel: ";
    (void)signal;
    if (held && !noted) {
        noted = 1;
        return;
    }
    (void)!write(STDERR_FILENO, before, sizeof before - 1);
    (void)!write(STDERR_FILENO, gravel_interrupt_message, strlen(gravel_interrupt_message));
    (void)!write(STDERR_FILENO, "\n", 1);
    _exit(GRAVEL_EXIT_INTERRUPTED);
}

void
gravel_interrupt_install(void)
{
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++) {
        struct sigaction before, now = {.sa_handler = handle, .sa_flags = SA_RESTART};
        if (sigaction(signals[k], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[k], &now, NULL);
    }
}

void
gravel_interrupt_reset(void)
{
    for (size_t k = 0; k < sizeof signals / sizeof *signals; k++)
        signal(signals[k], SIG_DFL);
}

void
gravel_interrupt_hold(void)
{
    noted = 0;
    held = 1;
}

bool
gravel_interrupt_noted(void)
{
    return noted != 0;
}

void
gravel_interrupt_release(void)
{
    held = 0;
}
