#ifndef GRAVEL_MD_WIDTH_H
#define GRAVEL_MD_WIDTH_H

#include "engines/core/simd.h"

/* EVERY_WIDTH(name, (parameters), (arguments)) compiles the always inlined function name_body once for each vector
 * width; name(simd) is the copy for that width. */
#ifdef __x86_64__
#define EVERY_WIDTH(name, parameters, arguments)                                          \
    __attribute__((target("arch=x86-64-v4"))) static void name##_avx512 parameters        \
    {                                                                                     \
        name##_body arguments;                                                            \
    }                                                                                     \
    __attribute__((target("arch=x86-64-v3"))) static void name##_avx2 parameters          \
    {                                                                                     \
        name##_body arguments;                                                            \
    }                                                                                     \
    static void name##_plain parameters                                                   \
    {                                                                                     \
        name##_body arguments;                                                            \
    }                                                                                     \
    static void(*name(enum gravel_simd simd)) parameters                                  \
    {                                                                                     \
        static void(*const widths[]) parameters = {[GRAVEL_SIMD_PLAIN] = name##_plain,    \
                                                   [GRAVEL_SIMD_AVX2] = name##_avx2,      \
                                                   [GRAVEL_SIMD_AVX512] = name##_avx512}; \
        return widths[simd];                                                              \
    }
#else
#define EVERY_WIDTH(name, parameters, arguments)         \
    static void name##_plain parameters                  \
    {                                                    \
        name##_body arguments;                           \
    }                                                    \
    static void(*name(enum gravel_simd simd)) parameters \
    {                                                    \
        (void)simd;                                      \
        return name##_plain;                             \
    }
#endif
#define WIDTH_BODY static inline __attribute__((always_inline))

#endif
