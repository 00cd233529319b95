/* For builds that count coverage (coverage.py): _exit() leaves out the exit handlers, and with them the counts of a
 * process of `gravel run`; here it writes them first. */
#ifndef TESTS_STATIC_COVERAGE_EXIT_H
#define TESTS_STATIC_COVERAGE_EXIT_H

_Noreturn void _exit(int code); /* <unistd.h> itself has names that files without it use */
void __gcov_dump(void);         /* of libgcov */

static inline _Noreturn void
coverage_exit(int code)
{
    __gcov_dump();
    _exit(code);
}
#define _exit coverage_exit

#endif
