/* An animation: particles and walls of trajectories as an SVG file whose frames style sheets show one after the other.
 */
#ifndef GRAVEL_REPORTS_ANIMATION_H
#define GRAVEL_REPORTS_ANIMATION_H

#include "reports/canvas.h"
#include "reports/report.h"

/* Write <name>.svg from the trajectories of the case's records below canvas->trajectories.  Without any, the plate has
 * no data and the notes say how to get them.  The picture stands still, at its first frame, where the reader wants less
 * motion and on paper. */
GRAVEL_MUST_USE enum gravel_status gravel_animation_draw(const struct gravel_report_case *rc,
                                                         const struct gravel_figure *figure,
                                                         const struct gravel_canvas *canvas, struct gravel_plate *plate,
                                                         struct gravel_error *error);

#endif
