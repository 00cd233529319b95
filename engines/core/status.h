/* Status codes and the caller-owned error text.
 * Every fallible function returns an enum gravel_status and, when it is not GRAVEL_OK, has filled the
 * struct gravel_error that the caller passed.  Nothing in engines/ prints or exits. */
#ifndef GRAVEL_CORE_STATUS_H
#define GRAVEL_CORE_STATUS_H

#define GRAVEL_STATUS_LIST(X)                      \
    X(OK, "ok")                                    \
    X(INPUT, "bad input")                          \
    X(UNSUPPORTED, "not supported by this engine") \
    X(MEMORY, "out of memory")                     \
    X(PHYSICS, "the simulation cannot go on")      \
    X(IO, "input or output failed")                \
    X(INTERRUPTED, "interrupted")

enum gravel_status {
#define X(name, text) GRAVEL_##name,
    GRAVEL_STATUS_LIST(X)
#undef X
};

struct gravel_error {
    enum gravel_status status;
    char path[192]; /* the option or section that the message is about, as a case file calls it ("material.restitution",
                       "walls.floor"), so that a reader of the file can add the place; "": none */
    char text[1024]; /* one clear message in one line, without a newline; it begins with the path */
};

#define GRAVEL_MUST_USE __attribute__((warn_unused_result))
#define GRAVEL_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

/* Fill *error (which may be NULL), without a path, and return `status`, so that callers write
 * `return gravel_fail(error, GRAVEL_INPUT, "...")`. */
enum gravel_status gravel_fail(struct gravel_error *error, enum gravel_status status, const char *format, ...)
    GRAVEL_PRINTF(3, 4);

/* The same for a message about the option at `path`: the text becomes "path: ...". */
enum gravel_status gravel_fail_at(struct gravel_error *error, enum gravel_status status, const char *path,
                                  const char *format, ...) GRAVEL_PRINTF(4, 5);

/* GRAVEL_MEMORY with its message. */
enum gravel_status gravel_no_memory(struct gravel_error *error);

/* GRAVEL_IO: the file, or whatever `what` names, could not be written in full; with the reason that errno has. */
enum gravel_status gravel_not_written(struct gravel_error *error, const char *what);

/* The fixed text of a status; never NULL. */
const char *gravel_status_text(enum gravel_status status);

#endif
