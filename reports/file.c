#include "reports/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum gravel_status
gravel_file_read(char **text, const char *path, struct gravel_error *error)
{
    FILE *in = fopen(path, "rb"), *copy = NULL;
    char chunk[8192];
    size_t length, n;
    int bad;

    *text = NULL;
    if (!in)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    copy = open_memstream(text, &length);
    if (!copy) {
        fclose(in);
        return gravel_no_memory(error);
    }
    while ((n = fread(chunk, 1, sizeof chunk, in)) > 0)
        fwrite(chunk, 1, n, copy);
    bad = ferror(in) | ferror(copy);
    fclose(in);
    if (fclose(copy) == 0 && !bad)
        return GRAVEL_OK;
    free(*text);
    *text = NULL;
    return gravel_fail(error, GRAVEL_IO, "%s: cannot be read", path);
}
