/* What changes while the engine runs.  Everything else follows from the system and the options, and create() has set it
 * before a load. */
#include "engines/ed/archive.h"

#include "engines/ed/grow.h"
#include "engines/ed/neighbour_search.h"
#include "engines/ed/table.h"

static void
archive_bodies(struct gravel_body *body, size_t n, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_COLUMN(archive, body, n, x);
    GRAVEL_ARCHIVE_COLUMN(archive, body, n, t);
    GRAVEL_ARCHIVE_COLUMN(archive, body, n, v);
}

static void
archive_records(struct gravel_record *record, size_t n, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_COLUMN(archive, record, n, partner);
    GRAVEL_ARCHIVE_COLUMN(archive, record, n, stamp);
    GRAVEL_ARCHIVE_COLUMN(archive, record, n, attached);
}

static void
archive_clock(struct gravel_ed *ed, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE(archive, ed->now);
    GRAVEL_ARCHIVE(archive, ed->epoch);
    GRAVEL_ARCHIVE(archive, ed->since_rebase);
    GRAVEL_ARCHIVE(archive, ed->since_progress);
    GRAVEL_ARCHIVE(archive, ed->progress_time);
    GRAVEL_ARCHIVE(archive, ed->weak_collisions);
    GRAVEL_ARCHIVE(archive, ed->touches);
    GRAVEL_ARCHIVE(archive, ed->weak_approach);
}

/* Particles that have grown up since the start take another kernel. */
static void
archive_growth(struct gravel_ed *ed, struct gravel_archive *archive)
{
    double size = ed->query.size, growth = ed->query.growth;
    GRAVEL_ARCHIVE(archive, size);
    GRAVEL_ARCHIVE(archive, growth);
    if (growth == 0.0 && ed->query.growth > 0.0)
        gravel_ed_set_grown(ed);
    ed->query.size = size;
}

static void
archive_driving(struct gravel_ed *ed, struct gravel_archive *archive)
{
    gravel_kicks_archive(&ed->kicks, (size_t)ed->n, archive);
    GRAVEL_ARCHIVE(archive, ed->query.tilt);
    GRAVEL_ARCHIVE(archive, ed->tilt_end);
    GRAVEL_ARCHIVE(archive, ed->tilt_turns);
    gravel_ed_table_archive(ed, archive);
}

void
gravel_ed_archive(void *engine, struct gravel_archive *archive)
{
    struct gravel_ed *ed = engine;
    const size_t n = (size_t)ed->n;
    gravel_archive_part(archive, "ed", 4);
    gravel_archive_same_text(archive, "neighbours", ed->neighbour_ops->name);
    GRAVEL_ARCHIVE_SAME(archive, ed->n);
    archive_clock(ed, archive);
    archive_growth(ed, archive);
    archive_driving(ed, archive);
    archive_bodies(ed->body, n, archive);
    archive_records(ed->record, n, archive);
    GRAVEL_ARCHIVE_COLUMN(archive, ed->later, n, time);
    GRAVEL_ARCHIVE_COLUMN(archive, ed->later, n, partner);
    GRAVEL_ARCHIVE_COLUMN(archive, ed->later, n, stamp);
    if (ed->rotation != NULL)
        GRAVEL_ARCHIVE_COLUMN(archive, ed->rotation, n, omega);
    if (ed->last_contact != NULL)
        GRAVEL_ARCHIVE_ARRAY(archive, ed->last_contact, n);
    GRAVEL_ARCHIVE_ARRAY(archive, ed->count, n);
    GRAVEL_ARCHIVE(archive, ed->work);
    GRAVEL_ARCHIVE(archive, ed->dissipated);
    gravel_counters_archive(&ed->counters, archive);
    ed->neighbour_ops->archive(ed, archive);
    ed->calendar_ops->archive(ed->calendar, archive);
}
