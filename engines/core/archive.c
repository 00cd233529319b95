/* An archive is a header of 8 bytes that tells format, version and order of bytes, then the fields, then the checksum
 * of all that.  A field is the length of its name (2 bytes), its type (1 byte), the number of its elements (8 bytes),
 * its name, and its elements one after the other. */
#include "engines/core/archive.h"

#include "engines/core/array.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last four characters are those of a number, as the machine stores it. */
struct header {
    char format[4];
    uint32_t order_and_version;
};
static const struct header header = {{'G', 'R', 'A', 'V'}, 0x01020304u};

enum { NAME_MAX_LENGTH = 120, TEXT_MAX_LENGTH = 200, MARK = 3 + 8 };

void
gravel_archive_fail(struct gravel_archive *archive, enum gravel_status status, const char *format, ...)
{
    char text[512];
    va_list arguments;
    if (!gravel_archive_ok(archive))
        return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gravel_fail(&archive->error, status, "%s", text);
}

static void
append(struct gravel_archive *archive, const void *bytes, size_t n)
{
    if (!gravel_array_grow(&archive->data, &archive->capacity, archive->n + n, 1)) {
        gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
        return;
    }
    memcpy(archive->data + archive->n, bytes, n);
    archive->n += n;
}

/* Eight bytes at a time in four independent sums, so that it is as fast as the memory: h = (h ^ word) * prime, with the
 * upper half folded into the lower one, which a multiplication leaves unmixed. */
static uint64_t
checksum(const unsigned char *data, size_t n)
{
    uint64_t h[4] = {1, 2, 3, 4}, sum = n;
    size_t k = 0;
    for (; k + sizeof h <= n; k += sizeof h)
        for (size_t lane = 0; lane < 4; lane++) {
            uint64_t word;
            memcpy(&word, data + k + 8 * lane, sizeof word);
            h[lane] = (h[lane] ^ word) * 0x9e3779b97f4a7c15u;
            h[lane] ^= h[lane] >> 32;
        }
    for (; k < n; k++)
        sum = (sum ^ data[k]) * 0x100000001b3u;
    for (size_t lane = 0; lane < 4; lane++) {
        sum = (sum ^ h[lane]) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    return sum;
}

struct gravel_archive
gravel_archive_save(void)
{
    struct gravel_archive archive = {0};
    append(&archive, &header, sizeof header);
    return archive;
}

struct gravel_archive
gravel_archive_load(unsigned char *data, size_t n)
{
    struct gravel_archive archive = {.loads = true, .data = data, .at = sizeof header};
    uint64_t sum;
    if (n < sizeof header + sizeof sum || memcmp(data, &header, sizeof header) != 0) {
        gravel_archive_fail(&archive, GRAVEL_IO, "it is no saved state of this version on this kind of machine");
        return archive;
    }
    archive.n = n - sizeof sum;
    memcpy(&sum, data + archive.n, sizeof sum);
    if (sum != checksum(data, archive.n))
        gravel_archive_fail(&archive, GRAVEL_IO, "it is damaged: its checksum does not fit its %zu bytes", n);
    return archive;
}

enum gravel_status
gravel_archive_end(struct gravel_archive *archive, struct gravel_error *error)
{
    if (archive->loads && archive->at != archive->n)
        gravel_archive_fail(archive, GRAVEL_IO, "it has %zu bytes more than this version reads",
                            archive->n - archive->at);
    if (!archive->loads && gravel_archive_ok(archive)) {
        const uint64_t sum = checksum(archive->data, archive->n);
        append(archive, &sum, sizeof sum);
    }
    return gravel_archive_ok(archive) ? GRAVEL_OK
                                      : gravel_fail(error, archive->error.status, "%s", archive->error.text);
}

void
gravel_archive_free(struct gravel_archive *archive)
{
    if (!archive->loads)
        free(archive->data);
    *archive = (struct gravel_archive){0};
}

static size_t
size_of(enum gravel_archive_type type)
{
    switch (type) {
    case GRAVEL_ARCHIVE_CHAR:
    case GRAVEL_ARCHIVE_INT8:
    case GRAVEL_ARCHIVE_UINT8: return 1;
    case GRAVEL_ARCHIVE_BOOL: return sizeof(bool);
    case GRAVEL_ARCHIVE_INT16:
    case GRAVEL_ARCHIVE_UINT16: return 2;
    case GRAVEL_ARCHIVE_INT32:
    case GRAVEL_ARCHIVE_UINT32:
    case GRAVEL_ARCHIVE_FLOAT: return 4;
    case GRAVEL_ARCHIVE_INT64:
    case GRAVEL_ARCHIVE_UINT64:
    case GRAVEL_ARCHIVE_DOUBLE: return 8;
    case GRAVEL_ARCHIVE_VEC3: return sizeof(struct vec3);
    }
    return 0;
}

/* What stands before the elements of a field. */
struct mark {
    char name[NAME_MAX_LENGTH + 1];
    enum gravel_archive_type type;
    uint64_t n;
};

static void
append_mark(struct gravel_archive *archive, const struct mark *mark)
{
    const uint16_t length = (uint16_t)strlen(mark->name);
    const unsigned char type = (unsigned char)mark->type;
    append(archive, &length, sizeof length);
    append(archive, &type, sizeof type);
    append(archive, &mark->n, sizeof mark->n);
    append(archive, mark->name, length);
}

/* False at the end of the archive. */
static bool
read_mark(struct gravel_archive *archive, struct mark *mark)
{
    const size_t left = archive->n - archive->at;
    const unsigned char *from = archive->data + archive->at;
    uint16_t length;
    if (left < MARK)
        return false;
    memcpy(&length, from, sizeof length);
    if (length > NAME_MAX_LENGTH || left < MARK + (size_t)length)
        return false;
    mark->type = (enum gravel_archive_type)from[2];
    memcpy(&mark->n, from + 3, sizeof mark->n);
    memcpy(mark->name, from + MARK, length);
    mark->name[length] = '\0';
    archive->at += MARK + (size_t)length;
    return true;
}

/* Read the mark of the next field, which must be this one, followed by its elements. */
static bool
expect(struct gravel_archive *archive, const struct mark *mark)
{
    struct mark found;
    if (!gravel_archive_ok(archive))
        return false;
    if (!read_mark(archive, &found))
        gravel_archive_fail(archive, GRAVEL_IO, "it ends before %s", mark->name);
    else if (strcmp(found.name, mark->name) != 0 || found.type != mark->type)
        gravel_archive_fail(archive, GRAVEL_IO, "its format is another one: found %s (%c), expected %s (%c)",
                            found.name, (int)found.type, mark->name, (int)mark->type);
    else if (found.n != mark->n)
        gravel_archive_fail(archive, GRAVEL_IO, "%s: found %" PRIu64 " elements, expected %" PRIu64, mark->name,
                            found.n, mark->n);
    else if (mark->n > (archive->n - archive->at) / size_of(mark->type))
        gravel_archive_fail(archive, GRAVEL_IO, "it ends within %s", mark->name);
    return gravel_archive_ok(archive);
}

static void
set_mark(struct mark *mark, const char *name, enum gravel_archive_type type, size_t n)
{
    *mark = (struct mark){.type = type, .n = n};
    snprintf(mark->name, sizeof mark->name, "%s", name);
}

void
gravel_archive_field(struct gravel_archive *archive, const char *name, enum gravel_archive_type type, void *first,
                     size_t n, size_t stride)
{
    struct mark mark;
    const size_t size = size_of(type);
    unsigned char *element = first;
    set_mark(&mark, name, type, n);
    if (!archive->loads)
        append_mark(archive, &mark);
    else if (!expect(archive, &mark))
        return;
    if (n == 0 || !gravel_archive_ok(archive))
        return;
    const size_t pieces = stride == size ? 1 : n, piece = stride == size ? n * size : size;
    if (!archive->loads && !gravel_array_grow(&archive->data, &archive->capacity, archive->n + n * size, 1)) {
        gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
        return;
    }
    size_t *const at = archive->loads ? &archive->at : &archive->n;
    for (size_t k = 0; k < pieces; k++, element += stride, *at += piece)
        memcpy(archive->loads ? element : archive->data + *at, archive->loads ? archive->data + *at : element, piece);
}

void
gravel_archive_part(struct gravel_archive *archive, const char *name, unsigned version)
{
    char text[NAME_MAX_LENGTH];
    snprintf(text, sizeof text, "%s, version", name);
    gravel_archive_same(archive, text, version);
}

void
gravel_archive_same(struct gravel_archive *archive, const char *name, uint64_t number)
{
    uint64_t found = number;
    gravel_archive_field(archive, name, GRAVEL_ARCHIVE_UINT64, &found, 1, sizeof found);
    if (found != number)
        gravel_archive_fail(archive, GRAVEL_IO, "%s: found %" PRIu64 ", expected %" PRIu64, name, found, number);
}

void
gravel_archive_same_text(struct gravel_archive *archive, const char *name, const char *text)
{
    char found[TEXT_MAX_LENGTH + 1], expected[TEXT_MAX_LENGTH + 1] = "";
    snprintf(expected, sizeof expected, "%s", text);
    memcpy(found, expected, sizeof found);
    gravel_archive_field(archive, name, GRAVEL_ARCHIVE_CHAR, found, TEXT_MAX_LENGTH, 1);
    found[TEXT_MAX_LENGTH] = '\0';
    if (strcmp(found, expected) != 0)
        gravel_archive_fail(archive, GRAVEL_IO, "%s: found \"%s\", expected \"%s\"", name, found, expected);
}
