/* Where figures are drawn and what becomes of each: gnuplot as a child process (posix_spawn, no shell) with a time
 * limit.  A report without gnuplot has everything but its pictures: a picture that cannot be made is a line with the
 * reason, never an error. */
#ifndef GRAVEL_REPORTS_CANVAS_H
#define GRAVEL_REPORTS_CANVAS_H

#include "reports/sources.h"

#include <stdbool.h>
#include <stdio.h>

/* The folder of all figures of a report; the texts are borrowed. */
struct gravel_canvas {
    const char *folder, *style;           /* of the files; text of style.gp */
    const char *trajectories;             /* folder of those that runs have written */
    const struct gravel_sources *sources; /* for the names of references in legends; not NULL */
    double seconds;                       /* that gnuplot may take for one picture */
    size_t n_failed;                      /* pictures that gnuplot did not make */
    bool broken;                          /* gnuplot is missing or hangs: it is not started again */
    char reason[400];                     /* why the first of them is missing */
};

/* One figure: the files <name>.dat, <name>.gp and <name>.svg (a table: <name>.html, an
 * animation: <name>.svg only) in the folder of the canvas. */
struct gravel_plate {
    char name[96];
    bool has_data; /* there is something to show, and <name>.dat holds it */
    bool drawn;    /* there is a picture, or a table */
    bool is_table;
    bool is_animation;            /* there is neither <name>.dat nor <name>.gp */
    bool rims;                    /* filled circles are particles: each with a rim */
    FILE *notes;                  /* a line for everything that is left out */
    FILE *seen;                   /* what is drawn, in words: curves, points and ranges */
    char *notes_text, *seen_text; /* owned; complete after gravel_plate_close */
    size_t notes_size, seen_size;
};

/* Open the plate's texts.  GRAVEL_MEMORY: nothing is owned. */
GRAVEL_MUST_USE enum gravel_status gravel_plate_open(struct gravel_plate *plate, struct gravel_error *error);
/* End the texts, which are never NULL then.  GRAVEL_MEMORY when they are not complete. */
GRAVEL_MUST_USE enum gravel_status gravel_plate_close(struct gravel_plate *plate, struct gravel_error *error);
/* Free the texts; an empty plate may be freed. */
void gravel_plate_free(struct gravel_plate *plate);

/* A file <name><suffix> of the plate, open for writing; NULL with the error filled (GRAVEL_IO). */
FILE *gravel_canvas_file(const struct gravel_canvas *canvas, const struct gravel_plate *plate, const char *suffix,
                         struct gravel_error *error);
/* Close a file of gravel_canvas_file.  GRAVEL_IO when it could not be written. */
GRAVEL_MUST_USE enum gravel_status gravel_canvas_close(FILE *file, const struct gravel_plate *plate, const char *suffix,
                                                       struct gravel_error *error);

/* Run <name>.gp, which writes <name>.svg; sets plate->drawn, or tells the reason in plate->notes and counts it.
 * gnuplot's messages are in <name>.log as long as it runs. */
void gravel_canvas_draw(struct gravel_canvas *canvas, struct gravel_plate *plate);

#endif
