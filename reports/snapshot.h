/* Style `snapshot` of a figure: particles as circles of true radius in a plane, arrows at their places, or both. */
#ifndef GRAVEL_REPORTS_SNAPSHOT_H
#define GRAVEL_REPORTS_SNAPSHOT_H

#include "reports/canvas.h"
#include "reports/report.h"

/* As gravel_figure_draw, without references. */
GRAVEL_MUST_USE enum gravel_status gravel_snapshot_draw(const struct gravel_report_case *rc,
                                                        const struct gravel_figure *figure,
                                                        struct gravel_canvas *canvas, struct gravel_plate *plate,
                                                        struct gravel_error *error);

#endif
