/* What an animation shows: some frames of the trajectory of every record, and the walls at their times. */
#ifndef GRAVEL_REPORTS_FILM_H
#define GRAVEL_REPORTS_FILM_H

#include "reports/outline.h"
#include "reports/report.h"

enum { GRAVEL_FILM_PANELS = 4, GRAVEL_FILM_LAYERS = 4, GRAVEL_FILM_COLOURS = 3 };

/* One record.  Particles keep their places in the arrays from frame to frame. */
struct gravel_film_panel {
    const struct gravel_record *record;
    struct gravel_system walls; /* of the record, without particles; owned */
    size_t n, n_frames;
    double *times;                     /* [n_frames]; owned */
    struct gravel_particle *particles; /* [n_frames][n]; owned */
    unsigned char *colour;             /* [n]: species, or layer by the height in the first frame; owned */
    char title[240];
};

struct gravel_film {
    const struct gravel_figure *figure;
    size_t n;
    struct gravel_film_panel panels[GRAVEL_FILM_PANELS];
    int axis[2], depth;       /* coordinates 0, 1, 2 on the picture's axes; depth: the one that is seen along, or -1 */
    double low[2], high[2];   /* of every panel's axes [m] */
    double nearest, farthest; /* of the centres along `depth` [m] */
    double diameter;          /* mean, of the first panel [m] */
    size_t n_colours;         /* that are used */
    char names[GRAVEL_SPECIES_MAX][32]; /* of the colours [n_colours] */
};

/* Read the frames of the case's records that the figure shows, below `root`; `notes` receives a line for everything
 * that is left out, and why.  The film's n is 0 when there is nothing to show.  GRAVEL_MEMORY; the caller frees *film
 * after a failure, too. */
GRAVEL_MUST_USE enum gravel_status gravel_film_collect(struct gravel_film *film, const struct gravel_report_case *rc,
                                                       const struct gravel_figure *figure, const char *root,
                                                       FILE *notes, struct gravel_error *error);
void gravel_film_free(struct gravel_film *film);

/* The plane of the film's pictures. */
struct gravel_view gravel_film_view(const struct gravel_film *film);

#endif
