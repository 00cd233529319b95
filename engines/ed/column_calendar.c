#include "engines/ed/column_calendar.h"

#include <math.h>

/* Restore the nodes above the leaves of pairs first .. last. */
static void
update_nodes(struct gravel_column *column, size_t first, size_t last)
{
    size_t low = column->n_leaves + first, high = column->n_leaves + last;
    while (low > 1) {
        low /= 2;
        high /= 2;
        for (size_t j = low; j <= high; j++)
            column->calendar[j] = gravel_column_earlier(column->calendar[2 * j], column->calendar[2 * j + 1]);
    }
}

/* The leaf only; the nodes above it are not updated. */
static void
predict_landing(struct gravel_column *column, size_t k, double from)
{
    const struct gravel_column_bead *bead = &column->beads[k];
    const struct gravel_plate_landing landing =
        gravel_plate_landing(&column->plate, bead->t, bead->z, bead->v, from, INFINITY);
    column->counters.predictions++;
    column->landing_exact = landing.exact;
    column->calendar[column->n_leaves + k].t = landing.t;
}

/* Next event of pair k after time t: lift-off, landing on the plate, or collision of two free beads. */
static void
predict(struct gravel_column *column, size_t k, double t, double landing_from)
{
    double *leaf = &column->calendar[column->n_leaves + k].t;
    *leaf = INFINITY;
    if (column->pairs[k].linked) {
        if (k == 0)
            *leaf = gravel_plate_liftoff(&column->plate, t);
    } else if (column->has_plate && k == column->n_resting) {
        predict_landing(column, k, landing_from);
    } else if (k > 0) {
        const struct gravel_vertical low = gravel_column_flight(column, k - 1, t),
                                     high = gravel_column_flight(column, k, t);
        const double gap = high.z - low.z, u = low.v - high.v;
        column->counters.predictions++;
        if (u > 0.0)
            *leaf = gap > 0.0 ? t + gap / u : t;
    }
}

void
gravel_column_predict(struct gravel_column *column, double t, struct gravel_column_change change)
{
    for (size_t k = change.first; k <= change.last && k < column->n; k++)
        predict(column, k, t, change.landing_from);
    update_nodes(column, change.first, change.last);
}

void
gravel_column_predict_landing(struct gravel_column *column, size_t k, double from)
{
    predict_landing(column, k, from);
    update_nodes(column, k, k);
}

void
gravel_column_calendar_rebase(struct gravel_column *column, double shift)
{
    for (size_t k = 0; k < column->n; k++)
        column->calendar[column->n_leaves + k].t -= shift;
    update_nodes(column, 0, column->n_leaves - 1);
}
