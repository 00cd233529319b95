/* A state that stands in the case file itself. */
#include "cases/prepare/prepare.h"
#include "cases/prepare/refuse.h"
#include "cases/prepare/state.h"
#include "engines/io/csv.h"

static const struct gravel_key options[] = {
    {"rows", GRAVEL_TYPE_TEXT, GRAVEL_REQUIRED, NULL, 0, 0, NULL, NULL,
     "a table as of a CSV file (|): a line of names (x y z vx vy vz omegax omegay omegaz radius species ...), then a "
     "line a particle"},
    {0},
};

static enum gravel_status
fill(struct gravel_system *system, const struct gravel_options *o, uint64_t seed, struct gravel_error *error)
{
    (void)seed;
    struct gravel_frame frame = {0};
    struct gravel_error why;
    enum gravel_status status = gravel_csv_read_text("rows", gravel_options_text(o, "rows"), &frame, &why);
    if (status != GRAVEL_OK)
        gravel_prepare_refuse(error, "list", "rows", "%s", why.text);
    else
        status = gravel_state_fill(system, &frame, frame.fields | gravel_field_bit(GRAVEL_FIELD_POSITION), "rows",
                                   "list", "rows", error);
    gravel_frame_free(&frame);
    return status;
}

const struct gravel_prepare_ops gravel_prepare_list = {
    .name = "list",
    .what = "Particles one by one, in a table in the case file.",
    .reference = "engines/io/csv.h",
    .options = options,
    .fill = fill,
};
