/* The state of a running point.  What follows from the point's parameters is not in it: gravel_point_run() makes
 * system, measures and engine anew, and then loads what has changed since.  The initial particles are in it, as a
 * generator may have worked on them for a long time. */
#include "harness/run/restart.h"

#include "harness/run/course.h"
#include "harness/run/particle_archive.h"
#include "harness/util/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
archive_particles(struct gravel_system *system, struct gravel_archive *archive)
{
    size_t n = system->n_particles;
    GRAVEL_ARCHIVE(archive, n);
    if (archive->loads && gravel_archive_ok(archive) && gravel_system_resize(system, n, NULL) != GRAVEL_OK)
        gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
    if (gravel_archive_ok(archive))
        gravel_particles_archive(system->particles, n, archive);
}

/* What tells whose state it is, and what the rest is made of. */
static void
archive_start(struct gravel_running *run, const char *key, struct gravel_archive *archive)
{
    struct gravel_saved *saved = &run->saved;
    char motion[17] = "";
    if (gravel_point_motion(run->point, motion, NULL) != GRAVEL_OK)
        gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
    gravel_archive_part(archive, "point", 3);
    gravel_archive_same_text(archive, "key", key);
    gravel_archive_same_text(archive, "parameters without the length of the run", motion);
    GRAVEL_ARCHIVE(archive, saved->length);
    GRAVEL_ARCHIVE(archive, saved->samples);
    gravel_output_end_archive(&saved->output, archive);
    GRAVEL_ARCHIVE(archive, run->k);
    GRAVEL_ARCHIVE(archive, run->t);
    GRAVEL_ARCHIVE(archive, run->since);
    GRAVEL_ARCHIVE(archive, run->now);
    GRAVEL_ARCHIVE(archive, run->separated);
    GRAVEL_ARCHIVE(archive, run->cpu_before);
    archive_particles(&run->system, archive);
}

static void
archive_energy(struct gravel_energy *energy, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE(archive, energy->kinetic);
    GRAVEL_ARCHIVE(archive, energy->rotational);
    GRAVEL_ARCHIVE(archive, energy->potential);
    GRAVEL_ARCHIVE(archive, energy->elastic);
    GRAVEL_ARCHIVE(archive, energy->work);
    GRAVEL_ARCHIVE(archive, energy->dissipated);
}

static void
archive_monitor(struct gravel_monitor *monitor, struct gravel_archive *archive)
{
    gravel_archive_part(archive, "invariants", 2);
    gravel_course_archive(&monitor->course, archive);
    GRAVEL_ARCHIVE(archive, monitor->start_energy);
    archive_energy(&monitor->first, archive);
    GRAVEL_ARCHIVE_ARRAY(archive, monitor->bound, GRAVEL_INVARIANTS_MAX);
    GRAVEL_ARCHIVE(archive, monitor->fastest.spring);
    GRAVEL_ARCHIVE(archive, monitor->fastest.dashpot);
    GRAVEL_ARCHIVE(archive, monitor->largest_contact_speed);
    GRAVEL_ARCHIVE(archive, monitor->speed_of_rates);
    GRAVEL_ARCHIVE(archive, monitor->rest_energy);
    GRAVEL_ARCHIVE(archive, monitor->n_instants);
    GRAVEL_ARCHIVE(archive, monitor->next_search);
    GRAVEL_ARCHIVE(archive, monitor->largest_kinetic);
    GRAVEL_ARCHIVE(archive, monitor->largest_work);
    GRAVEL_ARCHIVE(archive, monitor->largest_momentum);
    GRAVEL_ARCHIVE(archive, monitor->largest_angular);
    GRAVEL_ARCHIVE(archive, monitor->t);
    GRAVEL_ARCHIVE(archive, monitor->time_step);
    GRAVEL_ARCHIVE(archive, monitor->contacts);
    GRAVEL_ARCHIVE(archive, monitor->largest_speed);
    GRAVEL_ARCHIVE(archive, monitor->largest_coordinate);
    GRAVEL_ARCHIVE(archive, monitor->smallest_radius);
    GRAVEL_ARCHIVE_ARRAY(archive, monitor->sides, monitor->system->n_walls * monitor->system->n_particles);
    GRAVEL_ARCHIVE_ARRAY(archive, monitor->worst, GRAVEL_INVARIANTS_MAX);
}

static void
archive_rest(struct gravel_running *run, struct gravel_archive *archive)
{
    archive_monitor(&run->monitor, archive);
    gravel_observation_archive(&run->observation, archive);
    run->point->engine->archive(run->engine, archive);
}

static enum gravel_status
save(struct gravel_running *run, enum gravel_checkpoint_kind kind, struct gravel_error *error)
{
    const double cpu_before = run->cpu_before;
    enum gravel_status status = gravel_output_tell(run->output, &run->saved.output, error);
    if (status != GRAVEL_OK)
        return status;
    struct gravel_archive archive = gravel_archive_save();
    run->saved.length = run->length;
    run->saved.samples = run->samples;
    run->cpu_before += gravel_clock_cpu() - run->started;
    archive_start(run, run->point->key, &archive);
    run->cpu_before = cpu_before;
    archive_rest(run, &archive);
    status = gravel_archive_end(&archive, error);
    if (status == GRAVEL_OK)
        status = gravel_checkpoint_write(run->checkpoints, run->point->key, kind, archive.data, archive.n, error);
    gravel_archive_free(&archive);
    return status;
}

void
gravel_restart_checkpoint(struct gravel_running *run)
{
    struct gravel_error error;
    if (gravel_clock_elapsed() - run->written < run->checkpoints->interval)
        return;
    const enum gravel_status status = save(run, GRAVEL_CHECKPOINT_STATE, &error);
    if (status != GRAVEL_OK && !run->told)
        fprintf(stderr, "gravel: no checkpoint of point %s: %s\n", run->point->key, error.text);
    run->told = run->told || status != GRAVEL_OK;
    run->written = gravel_clock_elapsed();
}

void
gravel_restart_keep(struct gravel_running *run)
{
    struct gravel_error error;
    if (run->checkpoints == NULL || run->checkpoints->folder[0] == '\0' || !run->checkpoints->keep ||
        run->point->engine->archive == NULL)
        return;
    if (save(run, GRAVEL_CHECKPOINT_FINAL, &error) != GRAVEL_OK)
        fprintf(stderr, "gravel: no final state of point %s: %s\n", run->point->key, error.text);
}

enum gravel_status
gravel_restart_find(struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_checkpoints *checkpoints = run->checkpoints;
    size_t n;
    if (checkpoints == NULL || checkpoints->folder[0] == '\0')
        return GRAVEL_OK;
    if (run->point->engine->archive == NULL)
        return checkpoints->continued == NULL
                   ? GRAVEL_OK
                   : gravel_fail(error, GRAVEL_INPUT, "%s keeps no states", run->point->engine->name);
    /* A checkpoint of the longer run itself is further than the end of the shorter one. */
    enum gravel_status status =
        gravel_checkpoint_read(checkpoints, run->point->key, GRAVEL_CHECKPOINT_STATE, &run->saved.data, &n, error);
    if (status == GRAVEL_OK && run->saved.data == NULL && checkpoints->continued != NULL) {
        status = gravel_checkpoint_read(checkpoints, checkpoints->continued, GRAVEL_CHECKPOINT_FINAL, &run->saved.data,
                                        &n, error);
        run->continues = true;
        if (status == GRAVEL_OK && run->saved.data == NULL)
            return gravel_fail(error, GRAVEL_IO, "found no final state of point %s in %s", checkpoints->continued,
                               checkpoints->folder);
    }
    if (status == GRAVEL_OK && run->saved.data != NULL)
        run->saved.archive = gravel_archive_load(run->saved.data, n);
    return status;
}

/* The archive's failure, if there is one. */
static enum gravel_status
failure_of(const struct gravel_archive *archive, struct gravel_error *error)
{
    return gravel_archive_ok(archive) ? GRAVEL_OK
                                      : gravel_fail(error, archive->error.status, "%s", archive->error.text);
}

const char *
gravel_restart_key(const struct gravel_running *run)
{
    return run->continues ? run->checkpoints->continued : run->point->key;
}

enum gravel_status
gravel_restart_load_start(struct gravel_running *run, struct gravel_error *error)
{
    struct gravel_archive *archive = &run->saved.archive;
    archive_start(run, gravel_restart_key(run), archive);
    return failure_of(archive, error);
}

/* A longer run goes through the same states only where it takes the same samples. */
static enum gravel_status
check_samples(const struct gravel_running *run, struct gravel_error *error)
{
    const struct gravel_saved *saved = &run->saved;
    if (run->separated)
        return gravel_fail(error, GRAVEL_IO, "it has ended as nothing can meet again: a longer run ends there too");
    if (run->continues && run->k > run->samples)
        return gravel_fail(error, GRAVEL_IO, "it has %ld samples: a longer run needs more than run.samples = %ld",
                           run->k - 1, run->samples);
    for (long k = 1; k < run->k; k++) {
        const double before = gravel_sample_time(saved->length, saved->samples, k),
                     now = gravel_sample_time(run->length, run->samples, k);
        if (before != now)
            return gravel_fail(
                error, GRAVEL_IO,
                "sample %ld is at %.17g s in it, and at %.17g s in a run of %g s with run.samples = %ld: "
                "state both twice, four or eight times as large",
                k, before, now, run->length, run->samples);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_restart_load(struct gravel_running *run, struct gravel_error *error)
{
    struct gravel_archive *archive = &run->saved.archive;
    const enum gravel_status status = check_samples(run, error);
    if (status != GRAVEL_OK)
        return status;
    archive_rest(run, archive);
    return gravel_archive_end(archive, error);
}

void
gravel_restart_free(struct gravel_saved *saved)
{
    free(saved->data);
    *saved = (struct gravel_saved){0};
}
