#include "reports/levels.h"

#include "reports/label.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double coincident = 1e-6; /* relative: less than a figure shows */

static bool
same_points(const struct gravel_plot_curve *a, const struct gravel_plot_curve *b)
{
    bool same = a->n == b->n && a->n > 0 && a->marker == b->marker;

    for (size_t i = 0; i < a->n && same; i++)
        same = fabs(a->points[i].x - b->points[i].x) <= coincident * fabs(a->points[i].x) &&
               fabs(a->points[i].y - b->points[i].y) <= coincident * fabs(a->points[i].y);
    return same;
}

static bool
is_level(const struct gravel_plot_curve *curve)
{
    bool level = curve->n > 2;

    for (size_t i = 1; i < curve->n && level; i++)
        level = fabs(curve->points[i].y - curve->points[0].y) <= coincident * fabs(curve->points[0].y);
    return level;
}

/* "ED column, every contact time" */
static void
name_level(struct gravel_plot_curve *curve, const struct gravel_figure *figure, const bool *constant)
{
    gravel_label_engine(curve->title, sizeof curve->title, curve->record->engine);
    for (size_t s = 0; s < figure->n_series; s++)
        if (strcmp(figure->series[s], "engine") != 0 && !constant[s]) {
            const size_t used = strlen(curve->title);
            snprintf(curve->title + used, sizeof curve->title - used, ", every %s",
                     gravel_text_last(figure->series[s]));
        }
    for (char *c = curve->title; *c != '\0'; c++)
        *c = *c == '_' ? ' ' : *c;
}

void
gravel_plot_join_levels(struct gravel_plot_panel *panel, const struct gravel_figure *figure, const bool *constant)
{
    for (size_t i = 0; i < panel->n; i++)
        for (size_t k = i + 1; k < panel->n;) {
            struct gravel_plot_curve *a = &panel->curves[i], *b = &panel->curves[k];
            if (!same_points(a, b)) {
                k++;
                continue;
            }
            a->overlaid = b->overlaid = true;
            if (!is_level(a)) {
                k++;
                continue;
            }
            a->level = true;
            name_level(a, figure, constant);
            free(b->points);
            memmove(b, b + 1, (panel->n - k - 1) * sizeof *b);
            panel->n--;
        }
}
