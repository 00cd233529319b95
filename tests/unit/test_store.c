/* The store: whole records, foreign files untouched, readers beside a writer, kill -9. */

#include "harness/record/store.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"
#include "tests/unit/sample_record.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

struct place {
    char folder[PATH_MAX], path[PATH_MAX];
};

static int
make_folder(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    if (place == NULL || !scratch_folder(place->folder))
        return -1;
    scratch_in(place->folder, "s.sqlite", place->path);
    *state = place;
    return 0;
}

static int
remove_folder(void **state)
{
    struct place *place = *state;
    scratch_remove(place->folder);
    free(place);
    return 0;
}

static struct gravel_store *
open_store(const struct place *place, bool read_only)
{
    struct gravel_store *store;
    struct gravel_error error = {0};
    if (gravel_store_open(&store, place->path, read_only, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    return store;
}

static void
put(struct gravel_store *store, const char *key, const char *case_name, const char *engine)
{
    struct gravel_record r = sample_record(key);
    struct gravel_error error = {0};
    assert_int_equal(gravel_record_set_text(&r.case_name, case_name), GRAVEL_OK);
    assert_int_equal(gravel_record_set_text(&r.engine, engine), GRAVEL_OK);
    if (gravel_store_put(store, &r, &error) != GRAVEL_OK)
        fail_msg("%s", error.text);
    gravel_record_free(&r);
}

static void
record_comes_back_as_it_was(void **state)
{
    struct gravel_error error;
    struct gravel_record r = sample_record("00000000000000aa"), back;
    bool found;
    struct gravel_store *store = open_store(*state, false);
    assert_int_equal(gravel_store_put(store, &r, &error), GRAVEL_OK);
    gravel_store_close(store);
    store = open_store(*state, true);
    assert_int_equal(gravel_store_get(store, "00000000000000aa", &back, &found, &error), GRAVEL_OK);
    assert_true(found);
    assert_same_record(&r, &back);
    gravel_record_free(&back);
    assert_int_equal(gravel_store_get(store, "00000000000000ab", &back, &found, &error), GRAVEL_OK);
    assert_false(found);
    struct gravel_stored_point point;
    assert_int_equal(gravel_store_status(store, "00000000000000aa", &point, &error), GRAVEL_OK);
    assert_true(point.stored == GRAVEL_STORED_WHOLE && point.status == GRAVEL_POINT_BROKEN);
    assert_string_equal(point.commit, r.commit);
    assert_int_equal(gravel_store_status(store, "00000000000000ab", &point, &error), GRAVEL_OK);
    assert_int_equal(point.stored, GRAVEL_STORED_NOT);
    gravel_store_close(store);
    gravel_record_free(&r);
}

static void
second_put_replaces_the_record_and_its_lists(void **state)
{
    struct gravel_error error;
    struct gravel_record r = sample_record("00000000000000aa"), back;
    bool found;
    struct gravel_store *store = open_store(*state, false);
    assert_int_equal(gravel_store_put(store, &r, &error), GRAVEL_OK);
    r.n_tables = 1, r.n_observables = 1;
    free(r.tables[1].columns), free(r.tables[1].units), free(r.tables[1].data);
    r.observables[0].value = 2.0;
    assert_int_equal(gravel_store_put(store, &r, &error), GRAVEL_OK);
    assert_int_equal(gravel_store_get(store, r.key, &back, &found, &error), GRAVEL_OK);
    assert_same_record(&r, &back);
    gravel_record_free(&back);
    gravel_record_free(&r);
    gravel_store_close(store);
}

static void
records_load_in_a_fixed_order(void **state)
{
    struct gravel_error error;
    struct gravel_records records = {0};
    struct gravel_store *store = open_store(*state, false);
    put(store, "0000000000000003", "b", "ed");
    put(store, "0000000000000002", "b", "md");
    put(store, "0000000000000001", "b", "md");
    put(store, "0000000000000000", "c", "ed");
    assert_int_equal(gravel_store_load(store, "b", &records, &error), GRAVEL_OK);
    assert_int_equal(records.n, 3);
    assert_string_equal(records.items[0].key, "0000000000000003");
    assert_string_equal(records.items[1].key, "0000000000000001");
    assert_string_equal(records.items[2].key, "0000000000000002");
    assert_int_equal(gravel_store_load(store, NULL, &records, &error), GRAVEL_OK);
    assert_int_equal(records.n, 7);
    gravel_records_free(&records);
    gravel_store_close(store);
}

/* Whole content of a file; the caller frees. */
static char *
read_file(const char *path, size_t *n)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    *n = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void
assert_refused_untouched(const struct place *place, const char *word)
{
    size_t n, m;
    char *before = read_file(place->path, &n);
    for (int read_only = 0; read_only < 2; read_only++) {
        struct gravel_store *store;
        struct gravel_error error = {0};
        assert_int_equal(gravel_store_open(&store, place->path, read_only, &error), GRAVEL_INPUT);
        assert_non_null(strstr(error.text, word));
        assert_null(store);
    }
    char *after = read_file(place->path, &m);
    assert_true(n == m && memcmp(before, after, n) == 0);
    free(before);
    free(after);
}

static void
foreign_sql(const struct place *place, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(place->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void
text_file_is_refused_untouched(void **state)
{
    const struct place *place = *state;
    FILE *file = fopen(place->path, "w");
    fputs("my thesis", file);
    fclose(file);
    assert_refused_untouched(place, "no gravel store");
}

static void
other_database_is_refused_untouched(void **state)
{
    foreign_sql(*state, "CREATE TABLE points(a); INSERT INTO points VALUES(1)");
    assert_refused_untouched(*state, "no gravel store");
}

static void
other_schema_version_is_refused_untouched(void **state)
{
    gravel_store_close(open_store(*state, false));
    foreign_sql(*state, "PRAGMA user_version = 77");
    foreign_sql(*state, "PRAGMA wal_checkpoint(TRUNCATE)");
    assert_refused_untouched(*state, "version 77");
}

static void
absent_store_is_an_error_for_readers_only(void **state)
{
    const struct place *place = *state;
    struct gravel_store *store;
    struct gravel_error error;
    assert_int_equal(gravel_store_open(&store, place->path, true, &error), GRAVEL_INPUT);
    assert_int_equal(access(place->path, F_OK), -1);
    gravel_store_close(open_store(place, false));
    assert_int_equal(access(place->path, F_OK), 0);
}

/* A child writes until it is killed; meanwhile and afterwards every record that can be seen is whole. */
static void
reader_sees_whole_records_while_a_writer_works_and_after_kill(void **state)
{
    const struct place *place = *state;
    gravel_store_close(open_store(place, false));
    const pid_t pid = fork();
    if (pid == 0) {
        struct gravel_store *store = open_store(place, false);
        for (unsigned k = 0;; k++) {
            char key[17];
            snprintf(key, sizeof key, "%016x", k);
            put(store, key, "sample", "md");
        }
    }
    size_t seen = 0;
    for (int round = 0; round < 200 && seen < 200; round++) {
        struct gravel_error error = {0};
        struct gravel_records records = {0};
        struct gravel_store *store = open_store(place, true);
        if (gravel_store_load(store, "sample", &records, &error) != GRAVEL_OK)
            fail_msg("%s", error.text);
        for (size_t k = 0; k < records.n; k++) {
            struct gravel_record r = sample_record(records.items[k].key);
            assert_same_record(&r, &records.items[k]);
            gravel_record_free(&r);
        }
        assert_true(records.n >= seen);
        seen = records.n;
        gravel_records_free(&records);
        gravel_store_close(store);
        usleep(2000);
    }
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    print_message("# seen while writing: %zu\n", seen);
    assert_true(seen > 0);
    struct gravel_store *store = open_store(place, false);
    struct gravel_records records = {0};
    struct gravel_error error;
    assert_int_equal(gravel_store_load(store, NULL, &records, &error), GRAVEL_OK);
    assert_true(records.n >= seen);
    put(store, "ffffffffffffffff", "sample", "md");
    gravel_records_free(&records);
    gravel_store_close(store);
}

int
main(void)
{
#define with_folder(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        with_folder(record_comes_back_as_it_was),
        with_folder(second_put_replaces_the_record_and_its_lists),
        with_folder(records_load_in_a_fixed_order),
        with_folder(text_file_is_refused_untouched),
        with_folder(other_database_is_refused_untouched),
        with_folder(other_schema_version_is_refused_untouched),
        with_folder(absent_store_is_an_error_for_readers_only),
        with_folder(reader_sees_whole_records_while_a_writer_works_and_after_kill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
