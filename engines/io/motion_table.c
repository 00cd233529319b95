#include "engines/io/motion_table.h"

#include "engines/core/array.h"

#include <string.h>

/* The next two words of the present line; false when there are fewer or more. */
static bool
two_words(char *line, char *words[2])
{
    words[0] = gravel_lines_word(&line);
    words[1] = words[0] != NULL ? gravel_lines_word(&line) : NULL;
    return words[1] != NULL && gravel_lines_word(&line) == NULL;
}

/* Number of the column of times. */
static enum gravel_status
read_names(const struct gravel_lines *lines, int *column, struct gravel_error *error)
{
    char *name[2];
    if (!two_words(lines->line, name) || !((strcmp(name[0], "t") == 0 && strcmp(name[1], "x") == 0) ||
                                           (strcmp(name[0], "x") == 0 && strcmp(name[1], "t") == 0)))
        return gravel_lines_refuse(lines, error, "found other columns, allowed: a line with the names t and x");
    *column = strcmp(name[1], "t") == 0;
    return GRAVEL_OK;
}

static enum gravel_status
read_row(const struct gravel_lines *lines, int column, struct gravel_motion *m, struct gravel_error *error)
{
    char *word[2], *end;
    double number[2];
    if (!two_words(lines->line, word))
        return gravel_lines_refuse(lines, error, "found another number of values, allowed: 2 in a row");
    for (int c = 0; c < 2; c++)
        if (!gravel_lines_number(word[c], &end, &number[c]) || *end != '\0')
            return gravel_lines_refuse(lines, error, "found %.40s, allowed: a number", word[c]);
    const struct gravel_knot knot = {number[column], number[1 - column]};
    if (m->n_knots > 0 && !(knot.t > m->knots[m->n_knots - 1].t))
        return gravel_lines_refuse(lines, error, "found t = %g s after %g s, allowed: ascending times", knot.t,
                                   m->knots[m->n_knots - 1].t);
    if (!gravel_array_resize(&m->knots, m->n_knots + 1, sizeof *m->knots))
        return gravel_no_memory(error);
    m->knots[m->n_knots++] = knot;
    return GRAVEL_OK;
}

enum gravel_status
gravel_motion_table_read(const char *name, const char *text, struct gravel_motion *motion, struct gravel_error *error)
{
    struct gravel_lines lines;
    int column = -1; /* of the times; -1 above the names */
    enum gravel_status status = gravel_lines_open(&lines, name, text, error);
    while (status == GRAVEL_OK && gravel_lines_next(&lines)) {
        const char *begin = lines.line + strspn(lines.line, " \t");
        if (*begin == '\0' || *begin == '#')
            continue;
        status = column < 0 ? read_names(&lines, &column, error) : read_row(&lines, column, motion, error);
    }
    if (status == GRAVEL_OK && motion->n_knots < 2)
        status = gravel_fail(error, GRAVEL_INPUT, "%s: found %zu rows below the names t and x, allowed: at least 2",
                             name, motion->n_knots);
    gravel_lines_close(&lines);
    return status;
}
