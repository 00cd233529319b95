#include "reports/gnuplot.h"

#include "reports/text.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

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

static int
spawn(pid_t *pid, const char *folder, const char *script, const char *log)
{
    char name[] = "gnuplot", defaults[] = "--default-settings";
    char *argv[] = {name, defaults, (char *)(size_t)script, NULL};
    posix_spawn_file_actions_t actions;
    int code = posix_spawn_file_actions_init(&actions);

    if (code != 0)
        return code;
    code = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (code == 0)
        code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (code == 0)
        code = posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (code == 0)
        code = posix_spawn_file_actions_adddup2(&actions, 2, 1);
    if (code == 0)
        code = posix_spawnp(pid, name, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

enum gravel_status
gravel_gnuplot_run(const char *folder, const char *script, struct gravel_error *error)
{
    char log[300], path[1024];
    pid_t pid;
    int state = 0;

    snprintf(log, sizeof log, "%.250s.log", script);
    snprintf(path, sizeof path, "%s/%s", folder, log);
    int code = spawn(&pid, folder, script, log);
    if (code != 0) {
        remove(path);
        return gravel_fail(error, GRAVEL_IO, "gnuplot cannot be started (%s): install gnuplot-nox to draw the figures",
                           strerror(code));
    }
    while (waitpid(pid, &state, 0) < 0)
        if (errno != EINTR)
            return gravel_fail(error, GRAVEL_IO, "gnuplot: %s", strerror(errno));
    if (!WIFEXITED(state) || WEXITSTATUS(state) != 0) {
        char *message = NULL;
        if (gravel_file_read(&message, path, error) != GRAVEL_OK)
            return GRAVEL_IO;
        enum gravel_status status = gravel_fail(error, GRAVEL_IO, "gnuplot %s: %.600s", script, message);
        free(message);
        return status;
    }
    remove(path);
    return GRAVEL_OK;
}

/* Marks after which a document-wide name starts. */
static size_t
name_mark(const char *text)
{
    static const char *const marks[] = {" id=\"", " id='", "href='#", "href=\"#", "url(#", "url('#"};

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(text, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 0;
}

enum gravel_status
gravel_svg_inline(FILE *out, const char *path, const char *prefix, const char *label, struct gravel_error *error)
{
    char *text;
    enum gravel_status status = gravel_file_read(&text, path, error);

    if (status != GRAVEL_OK)
        return status;
    const char *svg = strstr(text, "<svg");
    if (!svg) {
        free(text);
        return gravel_fail(error, GRAVEL_IO, "%s: holds no SVG", path);
    }
    fputs("<svg role=\"img\" aria-label=\"", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, label);
    fputc('"', out);
    for (svg += strlen("<svg"); *svg != '\0';) {
        size_t n = name_mark(svg);
        if (n == 0) {
            fputc(*svg++, out);
            continue;
        }
        fwrite(svg, 1, n, out);
        fprintf(out, "%s-", prefix);
        svg += n;
    }
    free(text);
    return GRAVEL_OK;
}
