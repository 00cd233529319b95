/* Series that go on after a stop: with the first frames of a killed writer, in the same files or in copies of them. */
#include "tests/unit/io_frames.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum { STAY = 2 };

static void
write_frames(void *writer, const struct gravel_format_ops *format, int first, int end)
{
    struct gravel_error error;
    for (int f = first; f < end; f++) {
        struct gravel_frame frame = make_frame(f);
        if (format->write(writer, &frame, &error) != GRAVEL_OK)
            fail_msg("%s", error.text);
        gravel_frame_free(&frame);
    }
}

/* A killed process has written this many frames to `path`, and STAY of them when before->n_bytes was told. */
static void
write_and_be_killed(const struct gravel_format_ops *format, const char *path, int n, struct gravel_prefix *before)
{
    int pipes[2], status;
    assert_int_equal(pipe(pipes), 0);
    const pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        void *writer;
        struct gravel_error error;
        if (format->create(&writer, path, (1u << GRAVEL_FIELD_COUNT) - 1u, NULL, &error) != GRAVEL_OK)
            _exit(1);
        write_frames(writer, format, 0, STAY);
        const int64_t n_bytes = format->n_bytes(writer);
        if (write(pipes[1], &n_bytes, sizeof n_bytes) != sizeof n_bytes)
            _exit(1);
        write_frames(writer, format, STAY, n);
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(read(pipes[0], &before->n_bytes, sizeof before->n_bytes), sizeof before->n_bytes);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFSIGNALED(status));
    close(pipes[0]);
    close(pipes[1]);
    before->path = path;
    before->n_frames = STAY;
}

static char *
read_whole(const char *path, size_t *n)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char *text = malloc(1 << 18);
    assert_non_null(text);
    *n = fread(text, 1, 1 << 18, file);
    assert_true(*n < 1 << 18);
    fclose(file);
    return text;
}

/* The same bytes, or the same frames where the format promises no more. */
static void
same_series(const struct gravel_format_ops *format, const char *path, const char *other)
{
    struct gravel_error error;
    size_t n, m;
    if (strcmp(format->name, "h5md") == 0) {
        for (int f = 0; f < FRAMES; f++) {
            struct gravel_frame one, two;
            assert_int_equal(gravel_frame_read(format, path, f, &one, &error), GRAVEL_OK);
            assert_int_equal(gravel_frame_read(format, other, f, &two, &error), GRAVEL_OK);
            same_frame(&one, &two, one.fields);
            gravel_frame_free(&one);
            gravel_frame_free(&two);
        }
        struct gravel_frame none;
        assert_int_equal(gravel_frame_read(format, other, FRAMES, &none, &error), GRAVEL_INPUT);
        gravel_frame_free(&none);
        return;
    }
    char *a = read_whole(path, &n), *b = read_whole(other, &m);
    if (n != m || memcmp(a, b, n) != 0)
        fail_msg("%s and %s differ", path, other);
    free(a);
    free(b);
}

/* A path of this name in a folder of its own: the files of a series have the name of the series in them. */
static const char *
series_in(const char *subfolder, const struct gravel_format_ops *format, const char *number, char path[PATH_MAX])
{
    char name[96];
    scratch_in(folder, subfolder, path);
    mkdir(path, 0777);
    if (number == NULL)
        snprintf(name, sizeof name, "%s/series%s", subfolder, format->suffix);
    else
        snprintf(name, sizeof name, "%s/series_%s.vtp", subfolder, number);
    return scratch_in(folder, name, path);
}

static void
go_on(const struct gravel_format_ops *format, const char *path, const struct gravel_prefix *before)
{
    void *writer;
    struct gravel_error error = {0};
    if (format->create(&writer, path, (1u << GRAVEL_FIELD_COUNT) - 1u, before, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    write_frames(writer, format, STAY, FRAMES);
    assert_int_equal(format->finish(writer, &error), GRAVEL_OK);
}

/* Killed with more frames than are kept: the series that goes on in the same files, or in a copy of them, is the one
 * that was never interrupted. */
static void
a_series_that_goes_on_is_that_which_never_stopped(void **state)
{
    (void)state;
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const struct gravel_format_ops *format = gravel_formats[k];
        char whole[PATH_MAX], killed[PATH_MAX], copied[PATH_MAX], other[PATH_MAX];
        struct gravel_prefix before;
        struct gravel_error error;
        void *writer;
        if (format->create == NULL || !is_here(format))
            continue;
        series_in("whole", format, NULL, whole);
        series_in("killed", format, NULL, killed);
        series_in("copied", format, NULL, copied);
        assert_int_equal(format->create(&writer, whole, (1u << GRAVEL_FIELD_COUNT) - 1u, NULL, &error), GRAVEL_OK);
        write_frames(writer, format, 0, FRAMES);
        assert_int_equal(format->finish(writer, &error), GRAVEL_OK);

        write_and_be_killed(format, killed, FRAMES + 2, &before);
        size_t n, m;
        char *untouched = read_whole(killed, &n);
        go_on(format, copied, &before);
        char *after = read_whole(killed, &m);
        assert_true(n == m && memcmp(untouched, after, n) == 0);
        free(untouched);
        free(after);
        same_series(format, whole, copied);
        go_on(format, killed, &before);
        same_series(format, whole, killed);
        if (format->many_files) {
            same_series(format, series_in("whole", format, "000002", whole),
                        series_in("killed", format, "000002", other));
            same_series(format, whole, series_in("copied", format, "000002", other));
            assert_int_not_equal(access(series_in("killed", format, "000003", other), F_OK), 0);
            assert_int_equal(unlink(series_in("killed", format, "000001", other)), 0);
        } else {
            assert_int_equal(truncate(killed, before.n_bytes > 0 ? before.n_bytes - 1 : 3000), 0);
        }
        assert_int_equal(format->create(&writer, killed, (1u << GRAVEL_FIELD_COUNT) - 1u, &before, &error), GRAVEL_IO);
        assert_non_null(strstr(error.text, "series"));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_series_that_goes_on_is_that_which_never_stopped),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
