/* The trajectories of one point, written while it runs, as the section `output` of its case says.
 *
 * Files stand in <root>/<case>/<key>/: trajectory.<suffix> in every format, and contacts.csv or collisions.csv.  They
 * have their names from the start, and what a reader finds after the process was killed is in the table of formats
 * (`survives`).  Writing changes no result: frames are states that the engine reports anyway. */
#ifndef GRAVEL_HARNESS_RUN_OUTPUT_H
#define GRAVEL_HARNESS_RUN_OUTPUT_H

#include "engines/core/archive.h"
#include "engines/io/format.h"
#include "harness/run/plan.h"

struct gravel_output;

/* The folder of a case's points when none is stated. */
extern const char gravel_output_root[];

/* Path of a file of the point with this name, cut to `size`. */
void gravel_output_path(const char *root, const char *case_name, const char *key, const char *name, char *path,
                        size_t size);

/* Whether all series of the point exist. */
bool gravel_output_exists(const struct gravel_point *point);

/* How much a point has written when its state is saved: what a checkpoint holds of it, so that it goes on there. */
struct gravel_output_end {
    char what[256]; /* times, fields, formats: "" when it writes nothing */
    int64_t n_frames;
    int64_t n_bytes[GRAVEL_OUTPUT_FORMATS_MAX + 1]; /* of the series, in their order, and last of the table */
};

void gravel_output_end_archive(struct gravel_output_end *end, struct gravel_archive *archive);

/* What is written at present, all of it passed to the system; `output` NULL: nothing.  GRAVEL_IO. */
GRAVEL_MUST_USE enum gravel_status gravel_output_tell(struct gravel_output *output, struct gravel_output_end *end,
                                                      struct gravel_error *error);

/* Whether the point can go on behind the files of the point `key`, which ended so; key and end as below.  Nothing is
 * changed.  GRAVEL_IO when it writes something else, or the files of `key` are not there or too short. */
GRAVEL_MUST_USE enum gravel_status gravel_output_check(const struct gravel_point *point, const char *key,
                                                       const struct gravel_output_end *end, struct gravel_error *error);

/* Make the folder and open the files of the point; older ones are replaced.  `end` not NULL: the files go on behind
 * this end of those of the point `key`, which is the point itself or another one of its case, whose files are copied
 * and not changed.  `system` is borrowed.  *output is NULL for a point without output.  GRAVEL_IO, also as
 * gravel_output_check(), GRAVEL_MEMORY; nothing is to be closed then. */
GRAVEL_MUST_USE enum gravel_status gravel_output_create(struct gravel_output **output, const struct gravel_point *point,
                                                        const struct gravel_system *system, const char *key,
                                                        const struct gravel_output_end *end,
                                                        struct gravel_error *error);

/* A sink that writes contacts or collisions and passes everything else on to `next`; that itself when none are written.
 */
struct gravel_sink gravel_output_sink(struct gravel_output *output, struct gravel_sink next);

/* Time of the next frame that is due before time t [s]; INFINITY when there is none. */
double gravel_output_next(const struct gravel_output *output, double t);

/* Write a frame of the engine at its present time t.  `at_sample`: t is that of a sample, and the frame is written only
 * if frames are due there. */
GRAVEL_MUST_USE enum gravel_status gravel_output_write(struct gravel_output *output, const void *engine, double t,
                                                       bool at_sample, struct gravel_error *error);

/* Close the files and free the output, also after a failure.  The status is that of a collision or file that could not
 * be written. */
GRAVEL_MUST_USE enum gravel_status gravel_output_finish(struct gravel_output *output, struct gravel_error *error);

#endif
