#include "harness/run/contact_quality.h"

#include "harness/case/coordinates.h"

#include <math.h>
#include <stdio.h>

const double gravel_overlap_to_warn_of = 0.01;
const double gravel_steps_to_warn_of = 20.0;

double
gravel_pair_steps(const struct gravel_record *record)
{
    const struct gravel_invariant *step = gravel_record_invariant(record, "time step"); /* in contacts */
    return step != NULL && step->value > 0.0 ? 1.0 / step->value : INFINITY;
}

static void
name(char text[200], const struct gravel_case *c, const struct gravel_record *record)
{
    char at[120];
    gravel_coordinates_print(c, record, at, sizeof at);
    snprintf(text, 200, "%.40s %.20s%s%s", record->case_name, record->engine, at[0] != '\0' ? " at " : "", at);
}

void
gravel_contact_quality_add(struct gravel_contact_quality *quality, const struct gravel_case *c,
                           const struct gravel_record *record)
{
    const double overlap = gravel_record_counter(record, "max_overlap"), steps = gravel_pair_steps(record),
                 rounding = 1e-9;
    if (overlap > gravel_overlap_to_warn_of) {
        quality->deep++;
        if (overlap > quality->largest_overlap)
            name(quality->deepest, c, record);
        quality->largest_overlap = fmax(quality->largest_overlap, overlap);
    }
    if (steps >= gravel_steps_to_warn_of * (1.0 - rounding) ||
        gravel_coordinates_axis(c, "steps_per_contact") != GRAVEL_NO_AXIS)
        return;
    quality->coarse++;
    if (steps < quality->fewest_steps)
        name(quality->coarsest, c, record);
    quality->fewest_steps = fmin(quality->fewest_steps, steps);
}
