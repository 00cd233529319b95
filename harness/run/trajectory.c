#include "harness/run/trajectory.h"

#include "harness/record/export.h"
#include "harness/run/frames.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* All frames of one record into one series. */
static enum gravel_status
convert(struct gravel_frames *source, const struct gravel_format_ops *format, const char *path,
        struct gravel_error *error)
{
    struct gravel_frame frame = {0};
    void *writer = NULL;
    bool found = false;
    enum gravel_status status = gravel_frames_open(source, error);
    if (status == GRAVEL_OK)
        status = gravel_frames_next(source, &frame, &found, error);
    if (status == GRAVEL_OK && !found)
        status = gravel_fail(error, GRAVEL_INPUT, "%s: found no frame", source->path);
    if (status == GRAVEL_OK)
        status = format->create(&writer, path, frame.fields, NULL, error);
    while (status == GRAVEL_OK && found) {
        status = format->write(writer, &frame, error);
        if (status == GRAVEL_OK)
            status = gravel_export_interrupted(error);
        if (status == GRAVEL_OK)
            status = gravel_frames_next(source, &frame, &found, error);
    }
    const enum gravel_status finished = format->finish(writer, status == GRAVEL_OK ? error : NULL);
    gravel_frames_close(source);
    gravel_frame_free(&frame);
    return status == GRAVEL_OK ? finished : status;
}

/* A folder that this export has made. */
static void
remove_folder(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        char inner[PATH_SIZE];
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            unlink(inner);
    }
    if (folder != NULL)
        closedir(folder);
    rmdir(path);
}

static enum gravel_status
export_folder(struct gravel_frames *sources, size_t n, const struct gravel_format_ops *format, const char *part,
              const char *path, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    struct stat info;
    if (stat(path, &info) == 0)
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found a file or folder, allowed a new name: %zu series need a folder", path, n);
    if (mkdir(part, 0777) != 0)
        return gravel_fail(error, GRAVEL_IO, "%s: %s", part, strerror(errno));
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        char series[PATH_SIZE];
        snprintf(series, sizeof series, "%s/%s-%s%s", part, sources[k].record->engine, sources[k].record->key,
                 format->suffix);
        status = convert(&sources[k], format, series, error);
    }
    if (status == GRAVEL_OK && rename(part, path) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (status != GRAVEL_OK)
        remove_folder(part);
    return status;
}

static enum gravel_status
export_file(struct gravel_frames *source, const struct gravel_format_ops *format, const char *part, const char *path,
            struct gravel_error *error)
{
    enum gravel_status status = convert(source, format, part, error);
    if (status == GRAVEL_OK && rename(part, path) != 0)
        status = gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    if (status != GRAVEL_OK)
        unlink(part);
    return status;
}

enum gravel_status
gravel_trajectories_export(const struct gravel_records *records, const char *root,
                           const struct gravel_format_ops *format, const char *path, struct gravel_error *error)
{
    struct gravel_frames *sources = calloc(records->n + 1, sizeof *sources);
    char part[PATH_SIZE];
    size_t n = 0;
    if (sources == NULL)
        return gravel_no_memory(error);
    for (size_t k = 0; k < records->n; k++)
        n += gravel_frames_find(&sources[n], &records->items[k], root);
    enum gravel_status status;
    if (n == 0)
        status =
            gravel_fail(error, GRAVEL_INPUT,
                        "export: found no frame of %zu points: neither a trajectory below %s (output: in the case, "
                        "or gravel run --output) nor a snapshot (measure: [snapshot])",
                        records->n, root);
    else
        status = gravel_export_part(path, part, sizeof part, error);
    if (status == GRAVEL_OK)
        status = n > 1 || format->many_files ? export_folder(sources, n, format, part, path, error)
                                             : export_file(&sources[0], format, part, path, error);
    free(sources);
    return status;
}
