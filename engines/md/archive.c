/* What changes while the engine runs, from step to step.  Everything else follows from the system and the options, and
 * create() has set it before a load: bodies, tables of force constants, the time step, and the blocks of the dense
 * kernel, which are set again for the neighbour list that is loaded.  Arrays are saved in the order in which they are,
 * as sums of forces follow it. */
#include "engines/md/archive.h"
#include "engines/md/contact.h"
#include "engines/md/dense_block.h"
#include "engines/md/integrator.h"
#include "engines/md/pairs.h"

static void
archive_list(struct gravel_md_list *list, const char *name, struct gravel_archive *archive)
{
    size_t n = list->n, capacity = list->capacity;
    gravel_archive_part(archive, name, 1);
    GRAVEL_ARCHIVE(archive, n);
    GRAVEL_ARCHIVE(archive, capacity);
    if (archive->loads && gravel_archive_ok(archive)) {
        list->n = 0;
        if (gravel_md_list_resize(list, capacity > 0 ? capacity : 1, NULL) != GRAVEL_OK)
            gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
        else
            list->n = n;
        for (size_t k = 0; k < list->n; k++)
            list->due[k] = INT16_MAX; /* all are tested in the next step, which changes no result */
    }
    GRAVEL_ARCHIVE_ARRAY(archive, list->i, n);
    GRAVEL_ARCHIVE_ARRAY(archive, list->j, n);
    GRAVEL_ARCHIVE_ARRAY(archive, list->contact, n);
    GRAVEL_ARCHIVE_ARRAY(archive, list->image, n);
}

static void
archive_forces(struct gravel_force *force, size_t n, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, k);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, c);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, beta);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, gamma);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, range);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, kt);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, ct);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, friction);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, rolling_arm);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, rolling);
    GRAVEL_ARCHIVE_COLUMN(archive, force, n, cohesionless);
}

static void
archive_records(struct gravel_md_record *records, size_t n, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, largest);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, start);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, approach);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, impulse);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, dissipated);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, normal);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, tangential);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, spring);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, trial); /* a step that is pending was tried before */
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, normal_force);
    GRAVEL_ARCHIVE_COLUMN(archive, records, n, power_lost);
}

static void
archive_pool(struct gravel_md *md, struct gravel_archive *archive)
{
    struct gravel_md_pool *pool = &md->pool;
    gravel_archive_part(archive, "live contacts", 2);
    GRAVEL_ARCHIVE(archive, pool->n);
    GRAVEL_ARCHIVE(archive, pool->capacity);
    if (archive->loads && gravel_archive_ok(archive) && !gravel_md_pool_resize(md, pool->capacity))
        gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
    GRAVEL_ARCHIVE_ARRAY(archive, pool->free, GRAVEL_MD_FREE_LISTS);
    if (pool->n == 0)
        return;
    /* A free slot is the number of the next one, whose bytes are the first of those that are saved. */
    GRAVEL_ARCHIVE_COLUMN(archive, pool->slot, pool->n, xi);
    GRAVEL_ARCHIVE_ARRAY(archive, pool->birth, pool->n);
    if (pool->force != NULL)
        archive_forces(pool->force, pool->n, archive);
    if (pool->records != NULL)
        archive_records(pool->records, pool->n, archive);
}

/* Forces of the last step. */
static void
archive_rates(struct gravel_md_rates *rates, size_t n, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_ARRAY(archive, rates->a, n);
    GRAVEL_ARCHIVE_ARRAY(archive, rates->alpha, rates->alpha != NULL ? n : 0);
    GRAVEL_ARCHIVE_ARRAY(archive, rates->power, GRAVEL_MD_POWERS);
    GRAVEL_ARCHIVE(archive, rates->elastic);
    GRAVEL_ARCHIVE(archive, rates->sheared);
    GRAVEL_ARCHIVE(archive, rates->contacts);
}

static void
archive_particles(struct gravel_md *md, struct gravel_archive *archive)
{
    int32_t *const image = md->image != NULL ? md->image[0] : NULL;
    GRAVEL_ARCHIVE_ARRAY(archive, md->id, md->n);
    GRAVEL_ARCHIVE_ARRAY(archive, image, image != NULL ? 3 * md->n : 0);
    GRAVEL_ARCHIVE_ARRAY(archive, md->x, md->n);
    GRAVEL_ARCHIVE_ARRAY(archive, md->v, md->n);
    GRAVEL_ARCHIVE_ARRAY(archive, md->omega, md->n);
    GRAVEL_ARCHIVE_ARRAY(archive, md->body, md->body != NULL ? md->n : 0);
    GRAVEL_ARCHIVE_ARRAY(archive, md->attached, md->attached != NULL ? md->n : 0);
    GRAVEL_ARCHIVE_ARRAY(archive, md->arm, md->arm != NULL ? md->n : 0);
    GRAVEL_ARCHIVE(archive, md->any_attached);
    archive_rates(&md->rates, md->n, archive);
}

static void
archive_times(struct gravel_md *md, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE(archive, md->t);
    GRAVEL_ARCHIVE(archive, md->now);
    GRAVEL_ARCHIVE(archive, md->list_time);
    GRAVEL_ARCHIVE(archive, md->flight_end);
    GRAVEL_ARCHIVE(archive, md->steps_without_contact);
}

static void
archive_ledger(struct gravel_md *md, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_ARRAY(archive, md->integral, GRAVEL_MD_POWERS);
    GRAVEL_ARCHIVE(archive, md->removed_energy);
    GRAVEL_ARCHIVE(archive, md->wrap_potential);
    gravel_counters_archive(&md->counters, archive);
}

static void
archive_neighbours(struct gravel_md *md, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE(archive, md->far_images);
    GRAVEL_ARCHIVE(archive, md->unsorted_distance);
    GRAVEL_ARCHIVE(archive, md->skin);
    GRAVEL_ARCHIVE(archive, md->remaining_skin);
    GRAVEL_ARCHIVE(archive, md->pair_density);
    archive_list(&md->pairs, "pairs of particles", archive);
    archive_list(&md->wall_pairs, "pairs of particles and walls", archive);
}

/* The kicks, and the planes under a servo: where they are and how fast. */
static void
archive_driving(struct gravel_md *md, struct gravel_archive *archive)
{
    struct gravel_wall *const walls = md->system.walls;
    const size_t n = md->servo_force != NULL ? md->system.n_walls : 0;
    gravel_kicks_archive(&md->kicks, md->n, archive);
    GRAVEL_ARCHIVE(archive, md->wall_speed);
    GRAVEL_ARCHIVE_ARRAY(archive, md->servo_force, n);
    if (n == 0)
        return;
    GRAVEL_ARCHIVE_COLUMN(archive, walls, n, origin);
    GRAVEL_ARCHIVE_COLUMN(archive, walls, n, motion.velocity);
}

void
gravel_md_archive(void *engine, struct gravel_archive *archive)
{
    struct gravel_md *md = engine;
    gravel_archive_part(archive, "md", 1);
    gravel_archive_same_text(archive, "integrator", md->integrator->name);
    GRAVEL_ARCHIVE_SAME(archive, md->n);
    archive_times(md, archive);
    archive_particles(md, archive);
    archive_ledger(md, archive);
    archive_driving(md, archive);
    archive_neighbours(md, archive);
    archive_pool(md, archive);
    if (md->integrator->archive != NULL)
        md->integrator->archive(md, archive);
    if (archive->loads && md->dense != NULL)
        md->dense->built = UINT64_MAX;
}
