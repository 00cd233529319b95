#include "reports/thin.h"

#include <math.h>

bool
gravel_curve_is_cloud(const struct gravel_plot_curve *curve)
{
    for (size_t i = 1; i < curve->n; i++)
        if (curve->points[i].x == curve->points[i - 1].x)
            return true;
    return false;
}

static void
keep_every(struct gravel_plot_curve *curve, size_t most)
{
    const size_t step = (curve->n + most - 1) / most;
    size_t kept = 0;

    for (size_t i = 0; i < curve->n; i += step)
        curve->points[kept++] = curve->points[i];
    curve->n = kept;
}

/* The first and the last row, and of every interval between them the rows of the smallest and of the largest y. */
static void
keep_extremes(struct gravel_plot_curve *curve, size_t most)
{
    struct gravel_plot_point *p = curve->points;
    const size_t intervals = most / 2, inner = curve->n - 2;
    const struct gravel_plot_point last = p[curve->n - 1];
    size_t kept = 1;

    for (size_t k = 0; k < intervals; k++) {
        const size_t from = 1 + k * inner / intervals, to = 1 + (k + 1) * inner / intervals;
        size_t low = from, high = from;
        for (size_t i = from; i < to; i++) {
            low = p[i].y < p[low].y ? i : low;
            high = p[i].y > p[high].y ? i : high;
        }
        const struct gravel_plot_point a = p[low < high ? low : high], b = p[low < high ? high : low];
        p[kept++] = a;
        if (low != high)
            p[kept++] = b;
    }
    p[kept++] = last;
    curve->n = kept;
}

/* Rows between the ends of the axis, and those next to them. */
static void
keep_range(struct gravel_plot_curve *curve, double from, double to)
{
    struct gravel_plot_point *p = curve->points;
    double before = INFINITY; /* x of the last row, which may be overwritten */
    size_t kept = 0;

    for (size_t i = 0; i < curve->n; i++) {
        const double x = p[i].x;
        const bool left = x < from && (i + 1 == curve->n || p[i + 1].x < from);
        const bool right = x > to && before > to;
        if (!left && !right)
            p[kept++] = p[i];
        before = x;
    }
    curve->n = kept;
}

size_t
gravel_thin(struct gravel_plot *plot, const struct gravel_figure *figure)
{
    size_t rows = 0, all = 0, n_curves = 0, kept = 0;

    if (figure->table[0] == '\0')
        return 0;
    for (size_t p = 0; p < plot->n; p++)
        for (size_t k = 0; k < plot->panels[p].n; k++) {
            rows += plot->panels[p].curves[k].n;
            keep_range(&plot->panels[p].curves[k], figure->x.from, figure->x.to);
        }

    for (size_t p = 0; p < plot->n; p++)
        for (size_t k = 0; k < plot->panels[p].n; k++, n_curves++)
            all += plot->panels[p].curves[k].n;
    if (all <= GRAVEL_THIN_FIGURE)
        return all < rows ? rows : 0;
    size_t most = GRAVEL_THIN_FIGURE / n_curves;
    most = most > GRAVEL_THIN_CURVE ? most : GRAVEL_THIN_CURVE;
    for (size_t p = 0; p < plot->n; p++)
        for (size_t k = 0; k < plot->panels[p].n; k++) {
            struct gravel_plot_curve *curve = &plot->panels[p].curves[k];
            if (curve->n > most && gravel_curve_is_cloud(curve))
                keep_every(curve, most);
            else if (curve->n > most + 2)
                keep_extremes(curve, most);
            kept += curve->n;
        }
    return kept < rows ? rows : 0;
}
