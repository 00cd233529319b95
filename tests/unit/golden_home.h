/* A scratch home of the program with one file in reference/golden. */
#ifndef GRAVEL_TESTS_GOLDEN_HOME_H
#define GRAVEL_TESTS_GOLDEN_HOME_H

#include "tests/cmocka.h"
#include "tests/scratch.h"

#include <sys/stat.h>

/* Make it and tell its path; content NULL: without the file.  The caller removes it with scratch_remove(). */
static inline void
golden_home(char home[PATH_MAX], const char *name, const char *content)
{
    char folder[PATH_MAX], path[PATH_MAX];
    assert_true(scratch_folder(home));
    assert_int_equal(mkdir(scratch_in(home, "reference", path), 0777), 0);
    assert_int_equal(mkdir(scratch_in(home, "reference/golden", folder), 0777), 0);
    if (content == NULL)
        return;
    FILE *file = fopen(scratch_in(folder, name, path), "w");
    assert_non_null(file);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
}

#endif
