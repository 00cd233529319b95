/* Bad case files through the real program: `gravel show FILE` must end with code 2, print one line that names
 * the file and a line and says the expected words (first line of the file: "# expect: words"), print nothing on
 * standard output and leave nothing behind in its folder.
 *
 * usage: test_badinput GRAVEL FOLDER */
#include "tests/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT_SIZE = 8192, FILES_MAX = 512 };

struct outcome {
    int code; /* exit code, or -1 when killed by a signal */
    char out[TEXT_SIZE], err[TEXT_SIZE];
};

static void
die(const char *what)
{
    perror(what);
    exit(99);
}

static void
read_back(const char *path, char *text)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        die(path);
    text[fread(text, 1, TEXT_SIZE - 1, file)] = '\0';
    fclose(file);
}

/* Run `gravel show file` in the folder `work`; its output goes to files beside that folder. */
static struct outcome
show(const char *gravel, const char *work, const char *file)
{
    char out[PATH_MAX + 8], err[PATH_MAX + 8];
    struct outcome outcome = {.code = -1};
    int status;
    snprintf(out, sizeof out, "%s.out", work);
    snprintf(err, sizeof err, "%s.err", work);
    const pid_t pid = fork();
    if (pid < 0)
        die("fork");
    if (pid == 0) {
        if (chdir(work) != 0 || freopen(out, "w", stdout) == NULL || freopen(err, "w", stderr) == NULL)
            _exit(98);
        execl(gravel, gravel, "show", file, (char *)NULL);
        _exit(97);
    }
    if (waitpid(pid, &status, 0) != pid)
        die("waitpid");
    if (WIFEXITED(status))
        outcome.code = WEXITSTATUS(status);
    read_back(out, outcome.out);
    read_back(err, outcome.err);
    unlink(out);
    unlink(err);
    return outcome;
}

static bool
is_empty(const char *folder)
{
    DIR *dir = opendir(folder);
    int n = 0;
    if (dir == NULL)
        die(folder);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return n == 0;
}

/* "file:12:3: " with numbers. */
static bool
names_place(const char *text, const char *file)
{
    const char *at = strstr(text, file);
    int line, column, used = 0;
    return at != NULL && sscanf(at + strlen(file), ":%d:%d: %n", &line, &column, &used) == 2 && used > 0 && line > 0;
}

static const char *
fault(const struct outcome *o, const char *file, const char *words, const char *work)
{
    const char *end = strchr(o->err, '\n');
    if (o->code != 2)
        return "exit code is not 2";
    if (o->out[0] != '\0')
        return "standard output is not empty";
    if (end == NULL || end[1] != '\0')
        return "standard error is not one line";
    if (!names_place(o->err, file))
        return "no file:line:column";
    if (strstr(o->err, words) == NULL)
        return "the expected words are missing";
    if (!is_empty(work))
        return "a file was left behind";
    return NULL;
}

struct context {
    const char *gravel;
    char work[PATH_MAX];
    int n_tests, n_failed;
};

static void
expect(struct context *c, const char *name, const char *file, const char *words)
{
    const struct outcome o = show(c->gravel, c->work, file);
    const char *why = fault(&o, file, words, c->work);
    c->n_tests++;
    c->n_failed += why != NULL;
    printf("%sok %d - %s\n", why != NULL ? "not " : "", c->n_tests, name);
    if (why != NULL)
        printf("# %s: code %d, expected: %s\n# found: %s\n", why, o.code, words, o.err);
}

static int
by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words after "# expect: " in the first line. */
static void
test_file(struct context *c, const char *folder, const char *name)
{
    static const char mark[] = "# expect: ";
    char path[2 * PATH_MAX], line[512] = "";
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        die(path);
    const bool said = fgets(line, sizeof line, file) != NULL && strncmp(line, mark, strlen(mark)) == 0 &&
                      strlen(line) > strlen(mark) + 2;
    fclose(file);
    line[strcspn(line, "\n")] = '\0';
    expect(c, name, path, said ? line + strlen(mark) : "<no expectation in the first line>");
}

static void
test_folder(struct context *c, const char *folder)
{
    char *names[FILES_MAX];
    size_t n = 0;
    DIR *dir = opendir(folder);
    if (dir == NULL)
        die(folder);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot != NULL && strcmp(dot, ".yaml") == 0 && n < FILES_MAX && (names[n++] = strdup(entry->d_name)) == NULL)
            die("strdup");
    }
    closedir(dir);
    qsort(names, n, sizeof names[0], by_text);
    for (size_t k = 0; k < n; k++) {
        test_file(c, folder, names[k]);
        free(names[k]);
    }
}

/* Files that cannot carry a first line, beside the working folder. */
static void
test_bytes(struct context *c, const char *name, const void *bytes, size_t size, size_t times, const char *words)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s.%s.yaml", c->work, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        die(path);
    for (size_t k = 0; k < times; k++)
        if (fwrite(bytes, 1, size, file) != size)
            die(path);
    if (fclose(file) != 0)
        die(path);
    expect(c, name, path, words);
    unlink(path);
}

static void
test_unreadable(struct context *c)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s.folder.yaml", c->work);
    if (mkdir(path, 0700) != 0)
        die(path);
    expect(c, "folder", path, "no regular file");
    rmdir(path);
    expect(c, "absent", path, "No such file");
    if (geteuid() == 0) {
        printf("ok %d - forbidden # SKIP root may read everything\n", ++c->n_tests);
        return;
    }
    const int file = open(path, O_CREAT | O_WRONLY, 0000);
    if (file < 0)
        die(path);
    close(file);
    expect(c, "forbidden", path, "Permission denied");
    unlink(path);
}

int
main(int argc, char **argv)
{
    static const unsigned char binary[] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0xff, 0xfe, 0x80};
    char gravel[PATH_MAX], folder[PATH_MAX];
    struct context c = {.gravel = gravel};
    if (argc != 3 || realpath(argv[1], gravel) == NULL || realpath(argv[2], folder) == NULL) {
        fprintf(stderr, "usage: test_badinput GRAVEL FOLDER\n");
        return 99;
    }
    if (!scratch_folder(c.work))
        die(c.work);
    setvbuf(stdout, NULL, _IOLBF, 0);
    test_folder(&c, folder);
    if (c.n_tests == 0) {
        printf("Bail out! no case files in %s\n", folder);
        return 99;
    }
    test_bytes(&c, "empty", "", 0, 1, "found an empty file");
    test_bytes(&c, "only-comments", "# nothing\n", 10, 3, "found an empty file");
    test_bytes(&c, "binary", binary, sizeof binary, 20, "allowed UTF-8 text");
    test_bytes(&c, "latin1", "name: caf\xe9\n", 11, 1, "1:10: found the byte 0xe9");
    test_bytes(&c, "nested-1000-deep", "[", 1, 1000, "found more than 32 levels");
    test_bytes(&c, "five-megabytes", "# 3456789012345\n", 16, 5 << 16, "allowed at most 4194304");
    test_unreadable(&c);
    printf("1..%d\n", c.n_tests);
    scratch_remove(c.work);
    return c.n_failed == 0 ? 0 : 1;
}
