/* Vector instructions.  Some functions exist once for each width; their results are equal to the last bit. */
#ifndef GRAVEL_CORE_SIMD_H
#define GRAVEL_CORE_SIMD_H

#include "engines/core/status.h"

enum gravel_simd { GRAVEL_SIMD_PLAIN, GRAVEL_SIMD_AVX2, GRAVEL_SIMD_AVX512 };

/* The widest that the processor has and the environment variable GRAVEL_SIMD = avx512, avx2 or plain admits; a word
 * that gravel_simd_check() refuses admits all. */
enum gravel_simd gravel_simd(void);

/* GRAVEL_INPUT where GRAVEL_SIMD is another word, or names instructions that the processor lacks. */
GRAVEL_MUST_USE enum gravel_status gravel_simd_check(struct gravel_error *error);

/* "AVX-512", "AVX2", "baseline vectors". */
const char *gravel_simd_name(enum gravel_simd simd);

#endif
