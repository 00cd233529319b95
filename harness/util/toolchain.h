/* What rounding depends on besides the source: results of chaotic systems repeat to the last digit on one kind only. */
#ifndef GRAVEL_HARNESS_UTIL_TOOLCHAIN_H
#define GRAVEL_HARNESS_UTIL_TOOLCHAIN_H

/* Name and version of the compiler, as "gcc 12.2.0". */
const char *gravel_compiler(void);

/* The vector instructions that the engines use: "AVX-512", "AVX2", "baseline vectors" (see engines/core/simd.h). */
const char *gravel_vectors(void);

#endif
