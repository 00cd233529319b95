/* From records to the panels of a snapshot: columns, ranges, walls and the layout on the page. */
#ifndef GRAVEL_REPORTS_PICTURE_H
#define GRAVEL_REPORTS_PICTURE_H

#include "reports/outline.h"
#include "reports/report.h"

enum { GRAVEL_PICTURE_PANELS = 24 };
/* Of the picture [px]: its width, the room left of the first column for the axis, below the last row for the axis,
 * above each panel for its title, between panels, and right of the last column for the colour box. */
enum {
    GRAVEL_PICTURE_WIDTH = 960,
    GRAVEL_PICTURE_LEFT = 98,
    GRAVEL_PICTURE_BOTTOM = 64,
    GRAVEL_PICTURE_TITLE = 32,
    GRAVEL_PICTURE_GAP = 36,
    GRAVEL_PICTURE_BOX = 110
};

/* One record. */
struct gravel_picture_panel {
    const struct gravel_record *record;
    const struct gravel_table *table;
    long axis[2], depth, radius, colour, arrow[2]; /* columns of the table; -1: it has none */
    struct gravel_system walls; /* of the record, without particles; none where no particles are drawn; owned */
    double t;                   /* at which they are seen [s] */
    char title[240];
};

struct gravel_picture {
    const struct gravel_figure *figure;
    size_t n, columns, rows;
    struct gravel_picture_panel panels[GRAVEL_PICTURE_PANELS];
    double low[2], high[2]; /* of every panel's axes, so that sizes compare [unit of the figure's columns] */
    bool coloured;
    bool colour_whole; /* all values are whole numbers: species, not quantities */
    double colour_low, colour_high;
    double scale;               /* pixels a unit of the axes, the same on both */
    double width, height, cell; /* of a panel's plane, and of a column of panels [px] */
};

/* The records of the case that the figure shows, engine by engine; `notes` receives one line for everything that is
 * left out.  *picture borrows from `rc` and `figure`; its n is 0 when there is nothing to show.  GRAVEL_MEMORY; the
 * caller frees *picture after a failure, too. */
GRAVEL_MUST_USE enum gravel_status gravel_picture_collect(struct gravel_picture *picture,
                                                          const struct gravel_report_case *rc,
                                                          const struct gravel_figure *figure, FILE *notes,
                                                          struct gravel_error *error);
void gravel_picture_free(struct gravel_picture *picture);

/* The plane of the picture. */
struct gravel_view gravel_picture_view(const struct gravel_picture *picture);

/* Number in row `row` and column `column` of the panel's table. */
double gravel_picture_cell(const struct gravel_picture_panel *panel, size_t row, long column);

/* Name of the column on axis 0 (horizontal) or 1: what the figure says, else x and z. */
const char *gravel_picture_axis(const struct gravel_figure *figure, size_t axis);

#endif
