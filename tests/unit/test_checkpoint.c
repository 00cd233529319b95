/* Files of checkpoints: written as a whole or not at all. */
#include "harness/run/checkpoint.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"

#include <sys/stat.h>

static void
expect(const struct gravel_checkpoints *checkpoints, const char *key, enum gravel_checkpoint_kind kind,
       const char *text)
{
    struct gravel_error error;
    unsigned char *data;
    size_t n;
    assert_int_equal(gravel_checkpoint_read(checkpoints, key, kind, &data, &n, &error), GRAVEL_OK);
    if (text == NULL) {
        assert_null(data);
        return;
    }
    assert_int_equal(n, strlen(text));
    assert_memory_equal(data, text, n);
    free(data);
}

static enum gravel_status
put(const struct gravel_checkpoints *checkpoints, const char *key, enum gravel_checkpoint_kind kind, const char *text,
    struct gravel_error *error)
{
    return gravel_checkpoint_write(checkpoints, key, kind, (const unsigned char *)text, strlen(text), error);
}

static void
files_are_replaced_kept_apart_and_removed(void **state)
{
    (void)state;
    char base[PATH_MAX];
    struct gravel_error error;
    struct stat about;
    struct gravel_checkpoints checkpoints = {.interval = 1.0};
    assert_true(scratch_folder(base));
    scratch_in(base, "store.states", checkpoints.folder);
    expect(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, NULL);
    assert_int_equal(put(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, "first", &error), GRAVEL_OK);
    assert_int_equal(put(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, "the second one", &error), GRAVEL_OK);
    assert_int_equal(put(&checkpoints, "k", GRAVEL_CHECKPOINT_FINAL, "", &error), GRAVEL_OK);
    expect(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, "the second one");
    expect(&checkpoints, "k", GRAVEL_CHECKPOINT_FINAL, "");
    expect(&checkpoints, "other", GRAVEL_CHECKPOINT_STATE, NULL);
    gravel_checkpoint_remove(&checkpoints, "k");
    gravel_checkpoint_tidy(&checkpoints);
    expect(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, NULL);
    expect(&checkpoints, "k", GRAVEL_CHECKPOINT_FINAL, "");
    assert_int_equal(stat(checkpoints.folder, &about), 0);
    scratch_remove(base);
}

static void
a_file_that_cannot_be_written_leaves_the_one_before(void **state)
{
    (void)state;
    char base[PATH_MAX], path[PATH_MAX];
    struct gravel_error error = {0};
    struct gravel_checkpoints checkpoints = {.interval = 1.0};
    assert_true(scratch_folder(base));
    scratch_in(base, "store.states", checkpoints.folder);
    assert_int_equal(put(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, "first", &error), GRAVEL_OK);
    /* A folder has the name of the unfinished file. */
    assert_int_equal(mkdir(scratch_in(checkpoints.folder, "k.state.new", path), 0777), 0);
    assert_int_equal(put(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, "second", &error), GRAVEL_IO);
    assert_non_null(strstr(error.text, "cannot be written: Is a directory"));
    expect(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, "first");
    /* A file has the name of the folder. */
    snprintf(checkpoints.folder, sizeof checkpoints.folder, "%.*s/k.state", PATH_MAX - 64, base);
    scratch_in(base, "k.state", path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(put(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, "second", &error), GRAVEL_IO);
    expect(&checkpoints, "k", GRAVEL_CHECKPOINT_STATE, NULL);
    scratch_remove(base);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_replaced_kept_apart_and_removed),
        cmocka_unit_test(a_file_that_cannot_be_written_leaves_the_one_before),
    };
    return cmocka_run_group_tests_name("checkpoint", tests, NULL, NULL);
}
