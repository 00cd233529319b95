#include "harness/util/toolchain.h"

#include "engines/core/simd.h"

const char *
gravel_compiler(void)
{
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
}

const char *
gravel_vectors(void)
{
    return gravel_simd_name(gravel_simd());
}
