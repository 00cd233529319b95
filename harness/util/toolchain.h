/* What rounding depends on besides the source: results of chaotic systems repeat to the last digit on one kind only. */
#ifndef GRAVEL_HARNESS_UTIL_TOOLCHAIN_H
#define GRAVEL_HARNESS_UTIL_TOOLCHAIN_H

/* Name and version of the compiler, as "gcc 12.2.0". */
const char *gravel_compiler(void);

/* The widest vector instructions of this processor that the engines or the mathematical library choose at run time:
 * "AVX-512", "AVX2", "baseline vectors". */
const char *gravel_vectors(void);

#endif
