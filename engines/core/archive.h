/* An archive: the state of a program as named and typed fields in memory, for checkpoints.
 *
 * One function for each struct serves both directions: it lists the fields, which are written from the struct while the
 * archive saves and read into it while the archive loads.  So what is saved and what is loaded cannot differ.  The
 * names, types and numbers of elements are stored with the values and compared when they are loaded, and a checksum
 * covers everything: an archive that is damaged, cut short, of another machine or of another format is refused.
 * Values are stored bit for bit in the order of bytes of the machine.
 *
 *     static void
 *     archive_sum(struct gravel_archive *archive, struct sum *sum)
 *     {
 *         GRAVEL_ARCHIVE(archive, sum->value);
 *         GRAVEL_ARCHIVE_ARRAY(archive, sum->parts, sum->n_parts);
 *     }
 *
 * Only the first failure counts: later calls then do nothing, and gravel_archive_end() reports it. */
#ifndef GRAVEL_CORE_ARCHIVE_H
#define GRAVEL_CORE_ARCHIVE_H

#include "engines/core/status.h"
#include "engines/core/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gravel_archive {
    bool loads;                /* else it saves */
    unsigned char *data;       /* owned while it saves, else borrowed */
    size_t n, capacity;        /* bytes in use, and of memory */
    size_t at;                 /* the next byte to load */
    struct gravel_error error; /* status GRAVEL_OK until the first failure */
};

/* Begin to save; the caller frees the memory with gravel_archive_free(). */
struct gravel_archive gravel_archive_save(void);

/* Begin to load these n bytes, which gravel_archive_end() has completed and which must outlive the archive.  A wrong
 * checksum or order of bytes is the archive's first failure: GRAVEL_IO. */
struct gravel_archive gravel_archive_load(unsigned char *data, size_t n);

/* Complete an archive: while it saves, add the checksum; while it loads, check that every field has been read.  Returns
 * the first failure: GRAVEL_IO for an archive that does not fit, GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_archive_end(struct gravel_archive *archive, struct gravel_error *error);

/* Free the memory of an archive that saves; allowed for {0}. */
void gravel_archive_free(struct gravel_archive *archive);

/* True while nothing has failed: what is loaded may then be used. */
static inline bool
gravel_archive_ok(const struct gravel_archive *archive)
{
    return archive->error.status == GRAVEL_OK;
}

/* Make this the archive's failure, if it is the first one; `status` is not GRAVEL_OK. */
void gravel_archive_fail(struct gravel_archive *archive, enum gravel_status status, const char *format, ...)
    GRAVEL_PRINTF(3, 4);

/* Types of elements. */
enum gravel_archive_type {
    GRAVEL_ARCHIVE_CHAR = 'c',
    GRAVEL_ARCHIVE_BOOL = 'b',
    GRAVEL_ARCHIVE_INT8 = '1',
    GRAVEL_ARCHIVE_UINT8 = 'B',
    GRAVEL_ARCHIVE_INT16 = '2',
    GRAVEL_ARCHIVE_UINT16 = 'H',
    GRAVEL_ARCHIVE_INT32 = '4',
    GRAVEL_ARCHIVE_UINT32 = 'I',
    GRAVEL_ARCHIVE_INT64 = '8',
    GRAVEL_ARCHIVE_UINT64 = 'L',
    GRAVEL_ARCHIVE_FLOAT = 'f',
    GRAVEL_ARCHIVE_DOUBLE = 'd',
    GRAVEL_ARCHIVE_VEC3 = 'v',
};

/* The type of a variable; enumerations are integers. */
#define GRAVEL_ARCHIVE_TYPE(x)                    \
    _Generic((x), char                            \
             : GRAVEL_ARCHIVE_CHAR, bool          \
             : GRAVEL_ARCHIVE_BOOL, int8_t        \
             : GRAVEL_ARCHIVE_INT8, uint8_t       \
             : GRAVEL_ARCHIVE_UINT8, int16_t      \
             : GRAVEL_ARCHIVE_INT16, uint16_t     \
             : GRAVEL_ARCHIVE_UINT16, int32_t     \
             : GRAVEL_ARCHIVE_INT32, uint32_t     \
             : GRAVEL_ARCHIVE_UINT32, int64_t     \
             : GRAVEL_ARCHIVE_INT64, uint64_t     \
             : GRAVEL_ARCHIVE_UINT64, float       \
             : GRAVEL_ARCHIVE_FLOAT, double       \
             : GRAVEL_ARCHIVE_DOUBLE, struct vec3 \
             : GRAVEL_ARCHIVE_VEC3)

/* A field of n elements of a type; element k is at `first` + k `stride` bytes. */
void gravel_archive_field(struct gravel_archive *archive, const char *name, enum gravel_archive_type type, void *first,
                          size_t n, size_t stride);

/* The mark of a part of the state, with the version of its list of fields, which is raised when a field changes its
 * meaning without changing its name or type. */
void gravel_archive_part(struct gravel_archive *archive, const char *name, unsigned version);

/* A number that the loading program must have too: a number of particles, say.  Nothing is loaded; another number is a
 * failure. */
void gravel_archive_same(struct gravel_archive *archive, const char *name, uint64_t number);

/* The same of a text, of up to 200 characters. */
void gravel_archive_same_text(struct gravel_archive *archive, const char *name, const char *text);

/* The field's name is the expression. */
#define GRAVEL_ARCHIVE(archive, place) \
    gravel_archive_field((archive), #place, GRAVEL_ARCHIVE_TYPE(place), &(place), 1, sizeof(place))

/* n elements from `pointer` on; it is not used when n is 0. */
#define GRAVEL_ARCHIVE_ARRAY(archive, pointer, n) \
    gravel_archive_field((archive), #pointer, GRAVEL_ARCHIVE_TYPE(*(pointer)), (pointer), (n), sizeof *(pointer))

/* One member of n structs from `structs` on, which is no null pointer. */
#define GRAVEL_ARCHIVE_COLUMN(archive, structs, n, member)                                                            \
    gravel_archive_field((archive), #structs "." #member, GRAVEL_ARCHIVE_TYPE((structs)->member), &(structs)->member, \
                         (n), sizeof *(structs))

#define GRAVEL_ARCHIVE_SAME(archive, number) gravel_archive_same((archive), #number, (uint64_t)(number))

#endif
