#include "engines/core/simd.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const words[] = {
    [GRAVEL_SIMD_PLAIN] = "plain", [GRAVEL_SIMD_AVX2] = "avx2", [GRAVEL_SIMD_AVX512] = "avx512"};
enum { N_WORDS = sizeof words / sizeof words[0] };

/* Of the processor: all instructions of the levels x86-64-v4 and x86-64-v3 that the functions are compiled for. */
static enum gravel_simd
widest(void)
{
#ifdef __x86_64__
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("fma");
    const bool v4 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return v3 && v4 ? GRAVEL_SIMD_AVX512 : v3 ? GRAVEL_SIMD_AVX2 : GRAVEL_SIMD_PLAIN;
#else
    return GRAVEL_SIMD_PLAIN;
#endif
}

/* The index of GRAVEL_SIMD's word: N_WORDS when it is not set, -1 when there is no such word. */
static int
wanted(void)
{
    const char *word = getenv("GRAVEL_SIMD");
    if (word == NULL || word[0] == '\0')
        return N_WORDS;
    for (int k = 0; k < N_WORDS; k++)
        if (strcmp(words[k], word) == 0)
            return k;
    return -1;
}

enum gravel_simd
gravel_simd(void)
{
    const int asked = wanted();
    const enum gravel_simd has = widest();
    return asked >= 0 && asked < (int)has ? (enum gravel_simd)asked : has;
}

enum gravel_status
gravel_simd_check(struct gravel_error *error)
{
    const int asked = wanted();
    if (asked < 0)
        return gravel_fail(error, GRAVEL_INPUT, "GRAVEL_SIMD: found \"%.40s\", allowed is one of: avx512, avx2, plain",
                           getenv("GRAVEL_SIMD"));
    if (asked < N_WORDS && asked > (int)widest())
        return gravel_fail(error, GRAVEL_INPUT, "GRAVEL_SIMD: found %s, but this processor has %s only", words[asked],
                           gravel_simd_name(widest()));
    return GRAVEL_OK;
}

const char *
gravel_simd_name(enum gravel_simd simd)
{
    static const char *const names[] = {
        [GRAVEL_SIMD_PLAIN] = "baseline vectors", [GRAVEL_SIMD_AVX2] = "AVX2", [GRAVEL_SIMD_AVX512] = "AVX-512"};
    return names[simd];
}
