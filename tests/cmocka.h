/* cmocka with the headers that it needs before it. */
#ifndef GRAVEL_TESTS_CMOCKA_H
#define GRAVEL_TESTS_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#endif
