/* Opening a store.  Invariant: the rows of a point in all five tables are written by one transaction, so a reader
 * sees a whole record or none.
 *
 * A file is recognised by the application id and the schema version in the SQLite header (bytes 68 and 60 of
 * the file), read before SQLite opens it, so a foreign file is not touched, not even by WAL recovery. */
#include "harness/record/store.h"

#include "harness/record/database.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION_ID = 0x4752564c, /* "GRVL" */
    SCHEMA_VERSION = 3,
    BUSY_MILLISECONDS = 10000, /* for which a writer waits for another */
    WAIT_MILLISECONDS = 20,
    HEADER_SIZE = 100, /* of an SQLite file */
};

const int gravel_store_version = SCHEMA_VERSION;

/* The tables of a sweep repeat themselves: 100 parameters of which two differ, the names of 30 numbers.  So a point
 * states its parameters by their changes (RFC 7396) against `bases`, and names are numbers.  The views, which have the
 * names and columns that the tables of versions 1 and 2 had, are what readers use, this program and others.
 * NaN is stored as NULL, as SQLite converts it. */
#define LIST(name, columns)                                                                           \
    "CREATE TABLE stored_" name "(point INTEGER NOT NULL REFERENCES stored_points ON DELETE CASCADE," \
    " position INTEGER NOT NULL, " columns ", PRIMARY KEY(point, position)) WITHOUT ROWID;"
#define LIST_VIEW(name, columns)                                                    \
    "CREATE VIEW " name " AS SELECT p.key AS key, l.position AS position, " columns \
    " FROM stored_points p JOIN stored_" name " l ON l.point = p.id LEFT JOIN names n ON n.id = l.name;"
static const char schema[] =
    "CREATE TABLE bases(id INTEGER PRIMARY KEY, case_name TEXT NOT NULL, engine TEXT NOT NULL, parameters TEXT NOT "
    "NULL);"
    "CREATE INDEX bases_by_case ON bases(case_name, engine);"
    "CREATE TABLE names(id INTEGER PRIMARY KEY, name TEXT NOT NULL, unit TEXT NOT NULL, UNIQUE(name, unit));"
    "CREATE TABLE stored_points(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, case_name TEXT NOT NULL,"
    " family TEXT NOT NULL, engine TEXT NOT NULL, tier TEXT NOT NULL, seed TEXT NOT NULL, replicate INTEGER NOT NULL,"
    " status TEXT NOT NULL, message TEXT NOT NULL, base INTEGER NOT NULL, changes TEXT NOT NULL, cpu_seconds REAL,"
    " simulated_seconds REAL, steady INTEGER NOT NULL, transient REAL, git_commit TEXT NOT NULL,"
    " compiler TEXT NOT NULL, host TEXT NOT NULL, started TEXT NOT NULL, checksum TEXT NOT NULL DEFAULT '');"
    "CREATE INDEX points_by_case ON stored_points(case_name, engine, key);" LIST(
        "observables", "name INTEGER NOT NULL, value REAL, err REAL, n_eff REAL")
        LIST("invariants", "name INTEGER NOT NULL, value REAL, bound REAL, ok INTEGER NOT NULL")
            LIST("counters", "name INTEGER NOT NULL, value REAL")
    /* columns and units: words separated by '|'; data: doubles in the byte order of the machine, row by row */
    "CREATE TABLE stored_tables(point INTEGER NOT NULL REFERENCES stored_points ON DELETE CASCADE,"
    " position INTEGER NOT NULL, name TEXT NOT NULL, columns TEXT NOT NULL, units TEXT NOT NULL,"
    " n_rows INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY(point, position));"
    "CREATE VIEW points AS SELECT p.key AS key, p.case_name AS case_name, family, p.engine AS engine, tier, seed,"
    " replicate, status, message, CASE WHEN json_valid(b.parameters) AND json_valid(p.changes)"
    " THEN json_patch(b.parameters, p.changes) END AS parameters, cpu_seconds, simulated_seconds, steady, transient,"
    " git_commit, compiler, host, started, checksum FROM stored_points p LEFT JOIN bases b ON b.id = p.base;" LIST_VIEW(
        "observables",
        "n.name AS name, n.unit AS unit, value, err, n_eff") LIST_VIEW("invariants", "n.name AS name, value, bound, ok")
        LIST_VIEW("counters", "n.name AS name, value") "CREATE VIEW tables AS SELECT p.key AS key, position, name, "
                                                       "columns, units, n_rows, data"
                                                       " FROM stored_points p JOIN stored_tables t ON t.point = p.id;";

static long
big_endian(const unsigned char *b)
{
    return ((long)b[0] << 24) | ((long)b[1] << 16) | ((long)b[2] << 8) | (long)b[3];
}

/* *version is 0 when there is no file or an empty one. */
static enum gravel_status
check_header(const char *path, int *version, struct gravel_error *error)
{
    unsigned char head[HEADER_SIZE];
    struct stat info;
    *version = 0;
    if (path[0] == '\0' || strcmp(path, ":memory:") == 0) /* for SQLite a store that is gone when it is closed */
        return gravel_fail(error, GRAVEL_INPUT, "found \"%s\" as a store, allowed: the path of a file", path);
    if (stat(path, &info) != 0)
        return errno == ENOENT ? GRAVEL_OK : gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode)) /* to open a fifo would wait for its writer */
        return gravel_fail(error, GRAVEL_INPUT, "%s: found no regular file, allowed: a gravel store", path);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return gravel_fail(error, GRAVEL_IO, "%s: cannot be read: %s", path, strerror(errno));
    const size_t n = fread(head, 1, sizeof head, file);
    const bool unreadable = ferror(file) != 0;
    fclose(file);
    if (unreadable)
        return gravel_fail(error, GRAVEL_IO, "%s: cannot be read", path);
    if (n == 0)
        return GRAVEL_OK;
    if (n < sizeof head || memcmp(head, "SQLite format 3", 16) != 0 || big_endian(head + 68) != APPLICATION_ID)
        return gravel_fail(error, GRAVEL_INPUT, "%s: is no gravel store; it was left as it is", path);
    if (big_endian(head + 60) < 1 || big_endian(head + 60) > SCHEMA_VERSION)
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: is a gravel store of schema version %ld, this program reads versions 1 to %d", path,
                           big_endian(head + 60), SCHEMA_VERSION);
    *version = (int)big_endian(head + 60);
    return GRAVEL_OK;
}

static int
user_version(struct gravel_store *store)
{
    int version = -1;
    sqlite3_stmt *s = gravel_database_prepare(store, "PRAGMA user_version", NULL);
    if (s != NULL && sqlite3_step(s) == SQLITE_ROW)
        version = sqlite3_column_int(s, 0);
    gravel_database_release(s);
    return version;
}

/* From an older version to the next, at index version - 1: statements before and after `schema`, if it is made. */
static const struct {
    const char *before, *after;
    bool with_schema;
} migrations[SCHEMA_VERSION - 1] = {
    {"ALTER TABLE points ADD COLUMN checksum TEXT NOT NULL DEFAULT ''", "", false}, /* '': written without one */
    {"DROP INDEX points_by_case; ALTER TABLE points RENAME TO old_points; ALTER TABLE observables RENAME TO"
     " old_observables; ALTER TABLE invariants RENAME TO old_invariants; ALTER TABLE counters RENAME TO old_counters;"
     " ALTER TABLE tables RENAME TO old_tables",
     "INSERT INTO bases SELECT row_number() OVER (ORDER BY key), case_name, engine, parameters FROM old_points;"
     "INSERT INTO stored_points SELECT row_number() OVER (ORDER BY key), key, case_name, family, engine, tier, seed,"
     " replicate, status, message, row_number() OVER (ORDER BY key), '{}', cpu_seconds, simulated_seconds, steady,"
     " transient, git_commit, compiler, host, started, checksum FROM old_points;"
     "INSERT OR IGNORE INTO names(name, unit) SELECT name, unit FROM old_observables;"
     "INSERT OR IGNORE INTO names(name, unit) SELECT name, '' FROM old_invariants;"
     "INSERT OR IGNORE INTO names(name, unit) SELECT name, '' FROM old_counters;"
     "INSERT INTO stored_observables SELECT p.id, position, n.id, value, err, n_eff FROM old_observables o"
     " JOIN stored_points p ON p.key = o.key JOIN names n ON n.name = o.name AND n.unit = o.unit;"
     "INSERT INTO stored_invariants SELECT p.id, position, n.id, value, bound, ok FROM old_invariants o"
     " JOIN stored_points p ON p.key = o.key JOIN names n ON n.name = o.name AND n.unit = '';"
     "INSERT INTO stored_counters SELECT p.id, position, n.id, value FROM old_counters o"
     " JOIN stored_points p ON p.key = o.key JOIN names n ON n.name = o.name AND n.unit = '';"
     "INSERT INTO stored_tables SELECT p.id, position, name, columns, units, n_rows, data FROM old_tables o"
     " JOIN stored_points p ON p.key = o.key;"
     "DROP TABLE old_observables; DROP TABLE old_invariants; DROP TABLE old_counters; DROP TABLE old_tables;"
     "DROP TABLE old_points",
     true},
};

static enum gravel_status
migrate(struct gravel_store *store, int version, struct gravel_error *error)
{
    enum gravel_status status = gravel_database_execute(store, migrations[version - 1].before, error);
    if (status == GRAVEL_OK && migrations[version - 1].with_schema)
        status = gravel_database_execute(store, schema, error);
    return status == GRAVEL_OK ? gravel_database_execute(store, migrations[version - 1].after, error) : status;
}

/* Create the tables, or bring those of an older version up to date, in one transaction.  It is committed before WAL is
 * switched on, so the header bytes are in the main file at once.  Another process may do the same at the same time: the
 * second finds the version set. */
static enum gravel_status
update_schema(struct gravel_store *store, struct gravel_error *error)
{
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", APPLICATION_ID, SCHEMA_VERSION);
    enum gravel_status status = gravel_database_execute(store, "BEGIN EXCLUSIVE", error);
    int version = user_version(store);
    if (status == GRAVEL_OK && version == 0) {
        status = gravel_database_execute(store, schema, error);
        version = SCHEMA_VERSION;
    }
    for (; status == GRAVEL_OK && version > 0 && version < SCHEMA_VERSION; version++)
        status = migrate(store, version, error);
    if (status == GRAVEL_OK)
        status = gravel_database_execute(store, sql, error);
    return status == GRAVEL_OK ? gravel_database_execute(store, "COMMIT", error) : status;
}

/* SQLite keeps the text of each statement of `schema`.  A damaged byte in one would give records other columns, which
 * no checksum sees before they are read, and a repeated record would be as unreadable.  What others have added is left.
 */
static enum gravel_status
check_schema(struct gravel_store *store, struct gravel_error *error)
{
    size_t expected = 0, found = 0;
    int rc;
    for (const char *at = schema; (at = strstr(at, "CREATE ")) != NULL; at++)
        expected++;
    sqlite3_stmt *s = gravel_database_prepare(store, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL", NULL);
    while ((rc = s != NULL ? sqlite3_step(s) : SQLITE_ERROR) == SQLITE_ROW)
        found += strstr(schema, (const char *)sqlite3_column_text(s, 0)) != NULL;
    enum gravel_status status = rc == SQLITE_DONE ? GRAVEL_OK : gravel_database_fail(store, error);
    if (status == GRAVEL_OK && found != expected)
        status = gravel_fail(error, GRAVEL_IO,
                             "%s: the database is damaged: found %zu of the %zu statements of its schema; start a new "
                             "store",
                             store->path, found, expected);
    gravel_database_release(s);
    return status;
}

/* The folder of a store that is to be created, "results" by default; a failure shows when the file is opened. */
static void
make_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX];
    if (slash == NULL || (size_t)(slash - path) >= sizeof folder)
        return;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    mkdir(folder, 0777);
}

/* SQLite's name of the file: a URI, in which a reader without the right to write its journals beside it says that
 * nobody writes.  NULL without memory; the caller frees it with sqlite3_free(). */
static char *
database_uri(const char *path, bool read_only)
{
    char folder[PATH_MAX], journal[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash == NULL ? 1 : (int)(slash - path) + 1, slash == NULL ? "." : path);
    snprintf(journal, sizeof journal, "%s-wal", path);
    const bool immutable = read_only && access(folder, W_OK) != 0 && access(journal, F_OK) != 0;
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendall(text, "file:");
    for (const char *c = path; *c != '\0'; c++)
        if (strchr("?#%", *c) != NULL)
            sqlite3_str_appendf(text, "%%%02X", (unsigned char)*c);
        else
            sqlite3_str_appendchar(text, 1, *c);
    sqlite3_str_appendall(text, immutable ? "?immutable=1" : "");
    return sqlite3_str_finish(text);
}

/* SQLite's handler of a store that another process writes: wait and try again, or give up (0).  gravel_run() blocks the
 * signals of an interruption, so that one shows as pending here. */
static int
wait_for_writer(void *self, int n_before)
{
    sigset_t pending;
    (void)self;
    if (n_before >= BUSY_MILLISECONDS / WAIT_MILLISECONDS)
        return 0;
    if (sigpending(&pending) == 0 && (sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1))
        return 0;
    usleep(1000 * WAIT_MILLISECONDS);
    return 1;
}

/* A process that was killed while it made the store has left a journal, which a reader may have to roll back. */
static bool
has_journal(const char *path)
{
    char journal[PATH_MAX];
    snprintf(journal, sizeof journal, "%s-journal", path);
    return access(journal, F_OK) == 0;
}

static enum gravel_status
open_database(struct gravel_store *store, bool read_only, struct gravel_error *error)
{
    const int mode = !read_only                 ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                     : has_journal(store->path) ? SQLITE_OPEN_READWRITE
                                                : SQLITE_OPEN_READONLY;
    const int flags = SQLITE_OPEN_URI | mode;
    char *uri = database_uri(store->path, read_only);
    if (uri == NULL)
        return gravel_no_memory(error);
    const bool opened = sqlite3_open_v2(uri, &store->db, flags, NULL) == SQLITE_OK;
    sqlite3_free(uri);
    return opened ? GRAVEL_OK : gravel_database_fail(store, error);
}

enum gravel_status
gravel_store_open(struct gravel_store **opened, const char *path, bool read_only, struct gravel_error *error)
{
    int version;
    *opened = NULL;
    enum gravel_status status = check_header(path, &version, error);
    if (status != GRAVEL_OK)
        return status;
    if (read_only && version == 0)
        return gravel_fail(error, GRAVEL_INPUT, "%s: there is no such store", path);
    struct gravel_store *store = calloc(1, sizeof *store);
    if (store == NULL || gravel_record_set_text(&store->path, path) != GRAVEL_OK) {
        free(store);
        return gravel_no_memory(error);
    }
    if (!read_only && version == 0)
        make_folder(path);
    status = open_database(store, read_only, error);
    if (status == GRAVEL_OK)
        sqlite3_busy_handler(store->db, wait_for_writer, NULL);
    if (status == GRAVEL_OK && !read_only && version < SCHEMA_VERSION)
        status = update_schema(store, error);
    if (status == GRAVEL_OK && (!read_only || version == SCHEMA_VERSION))
        status = check_schema(store, error);
    if (status == GRAVEL_OK && !read_only)
        status = gravel_database_execute(
            store, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON", error);
    store->version = read_only ? version : SCHEMA_VERSION;
    if (status == GRAVEL_OK)
        *opened = store;
    else
        gravel_store_close(store);
    return status;
}

const char *
gravel_store_path(const struct gravel_store *store)
{
    return store->path;
}

void
gravel_store_close(struct gravel_store *store)
{
    if (store == NULL)
        return;
    for (size_t k = 0; k < store->n_statements; k++)
        sqlite3_finalize(store->statements[k].statement);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}
