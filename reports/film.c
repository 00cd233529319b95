#include "reports/film.h"

#include "engines/core/words.h"
#include "harness/case/schema.h"
#include "harness/run/build.h"
#include "harness/run/frames.h"
#include "reports/label.h"
#include "reports/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
gravel_film_free(struct gravel_film *film)
{
    for (size_t p = 0; p < film->n; p++) {
        gravel_system_free(&film->panels[p].walls);
        free(film->panels[p].times);
        free(film->panels[p].particles);
        free(film->panels[p].colour);
    }
    film->n = 0;
}

static enum gravel_status
keep_frame(struct gravel_film_panel *panel, const struct gravel_frame *frame, size_t most, struct gravel_error *error)
{
    if (panel->n_frames == 0) {
        panel->n = frame->n;
        panel->times = calloc(most, sizeof *panel->times);
        panel->particles = calloc(most * (frame->n + 1), sizeof *panel->particles);
        if (panel->times == NULL || panel->particles == NULL)
            return gravel_no_memory(error);
    } else if (frame->n != panel->n)
        return gravel_fail(error, GRAVEL_INPUT, "its frames have %zu and %zu particles", panel->n, frame->n);
    panel->times[panel->n_frames] = frame->t;
    memcpy(panel->particles + panel->n_frames * panel->n, frame->particles, panel->n * sizeof *frame->particles);
    panel->n_frames++;
    return GRAVEL_OK;
}

/* The frames from the figure's start on. */
static enum gravel_status
read_frames(struct gravel_film_panel *panel, struct gravel_frames *frames, const struct gravel_figure *figure,
            struct gravel_error *error)
{
    const unsigned needed = gravel_field_bit(GRAVEL_FIELD_POSITION) | gravel_field_bit(GRAVEL_FIELD_RADIUS);
    struct gravel_frame frame = {0};
    bool found = true;
    enum gravel_status status = gravel_frames_open(frames, error);

    while (status == GRAVEL_OK && found && panel->n_frames < figure->n_frames) {
        status = gravel_frames_next(frames, &frame, &found, error);
        if (status != GRAVEL_OK || !found || frame.t < figure->start * (1 - 1e-9))
            continue;
        if ((frame.fields & needed) != needed)
            status = gravel_fail(error, GRAVEL_INPUT, "its frames have no radius (output: {fields: position radius})");
        for (size_t k = 0; k < frame.n && !(frame.fields & gravel_field_bit(GRAVEL_FIELD_ATTACHED)); k++)
            frame.particles[k].attached = GRAVEL_FREE;
        if (status == GRAVEL_OK)
            status = keep_frame(panel, &frame, figure->n_frames, error);
    }
    gravel_frames_close(frames);
    gravel_frame_free(&frame);
    if (status == GRAVEL_OK && panel->n_frames < 2)
        status = gravel_fail(error, GRAVEL_INPUT, "it has %zu frame%s from %g s on", panel->n_frames,
                             panel->n_frames == 1 ? "" : "s", figure->start);
    return status;
}

/* Three layers of equally many particles by their height in the first frame, or the species. */
static enum gravel_status
choose_colours(struct gravel_film *film, struct gravel_film_panel *panel, struct gravel_error *error)
{
    const bool layers = strcmp(film->figure->colour, "layers") == 0;

    panel->colour = calloc(panel->n + 1, 1);
    if (panel->colour == NULL)
        return gravel_no_memory(error);
    for (size_t i = 0; i < panel->n; i++) {
        size_t below = 0;
        const double z = v3_component(panel->particles[i].x, film->axis[1]);
        for (size_t k = 0; k < panel->n && layers; k++)
            below += v3_component(panel->particles[k].x, film->axis[1]) < z;
        panel->colour[i] =
            (unsigned char)(layers ? GRAVEL_FILM_COLOURS * below / panel->n : (size_t)panel->particles[i].species);
        film->n_colours = panel->colour[i] + 1U > film->n_colours ? panel->colour[i] + 1U : film->n_colours;
    }
    return GRAVEL_OK;
}

static void
name_colours(struct gravel_film *film)
{
    static const char *const layers[] = {"bottom at first", "middle at first", "top at first"};

    if (strcmp(film->figure->colour, "layers") != 0) {
        gravel_schema_names(&film->panels[0].record->parameters, "particles", film->names, GRAVEL_SPECIES_MAX);
        return;
    }
    for (size_t k = 0; k < GRAVEL_FILM_COLOURS; k++)
        snprintf(film->names[k], sizeof film->names[k], "%s", layers[k]);
}

/* The next panel from the record; the film has it afterwards when its n has grown.  A trajectory that is missing or
 * cannot be drawn is a line in the notes. */
static enum gravel_status
add_panel(struct gravel_film *film, const struct gravel_record *record, const char *root, size_t *n_missing,
          FILE *notes, struct gravel_error *error)
{
    struct gravel_film_panel *panel = &film->panels[film->n];
    struct gravel_frames *frames = calloc(1, sizeof *frames);
    struct gravel_error reason = {0};
    char engine[32], setting[120] = "";

    *panel = (struct gravel_film_panel){.record = record};
    if (frames == NULL)
        return gravel_no_memory(error);
    if (!gravel_frames_find(frames, record, root) || frames->format == NULL) {
        (*n_missing)++;
        free(frames);
        return GRAVEL_OK;
    }
    film->n++;
    enum gravel_status status = read_frames(panel, frames, film->figure, &reason);
    if (status == GRAVEL_OK)
        status = gravel_case_build_empty(&record->parameters, record->seed, &panel->walls, &reason);
    if (status == GRAVEL_OK)
        status = choose_colours(film, panel, &reason);
    gravel_label_engine(engine, sizeof engine, record->engine);
    if (film->figure->each[0] != '\0')
        gravel_label_setting(setting, sizeof setting, record, film->figure->each);
    snprintf(panel->title, sizeof panel->title, "%s%s%s", engine, setting[0] ? ", " : "", setting);
    if (status != GRAVEL_OK) {
        fprintf(notes, "The trajectory %s is not drawn: %s.\n", frames->path, reason.text);
        film->n--;
        struct gravel_film lost = {.n = 1, .panels = {*panel}};
        gravel_film_free(&lost);
    }
    free(frames);
    return status == GRAVEL_MEMORY ? gravel_no_memory(error) : GRAVEL_OK;
}

struct gravel_view
gravel_film_view(const struct gravel_film *film)
{
    const double size = hypot(film->high[0] - film->low[0], film->high[1] - film->low[1]);

    return (struct gravel_view){
        {film->axis[0], film->axis[1]}, {film->low[0], film->low[1]}, {film->high[0], film->high[1]}, size};
}

static void
include(struct gravel_film *film, const double *centre, double radius)
{
    for (size_t a = 0; a < 2; a++) {
        film->low[a] = fmin(film->low[a], centre[a] - radius);
        film->high[a] = fmax(film->high[a], centre[a] + radius);
    }
}

static void
measure_particles(struct gravel_film *film, const struct gravel_film_panel *panel)
{
    for (size_t i = 0; i < panel->n * panel->n_frames; i++) {
        const struct gravel_particle *particle = &panel->particles[i];
        double centre[2];
        if (particle->attached == GRAVEL_ABSORBED)
            continue;
        for (size_t a = 0; a < 2; a++)
            centre[a] = v3_component(particle->x, film->axis[a]);
        include(film, centre, particle->radius);
        if (film->depth < 0)
            continue;
        film->nearest = fmin(film->nearest, v3_component(particle->x, film->depth));
        film->farthest = fmax(film->farthest, v3_component(particle->x, film->depth));
    }
}

static void
measure_walls(struct gravel_film *film, const struct gravel_film_panel *panel)
{
    const struct gravel_view view = gravel_film_view(film);

    for (size_t k = 0; k < panel->n_frames; k++)
        gravel_view_include(&view, &panel->walls, panel->times[k], film->low, film->high);
}

static void
measure(struct gravel_film *film)
{
    film->low[0] = film->low[1] = film->nearest = INFINITY;
    film->high[0] = film->high[1] = film->farthest = -INFINITY;
    for (size_t p = 0; p < film->n; p++)
        measure_particles(film, &film->panels[p]);
    for (size_t p = 0; p < film->n; p++)
        measure_walls(film, &film->panels[p]);
    for (size_t i = 0; i < film->panels[0].n; i++)
        film->diameter += 2 * film->panels[0].particles[i].radius / (double)film->panels[0].n;
    const double margin = 0.015 * fmax(film->high[0] - film->low[0], film->high[1] - film->low[1]);
    for (size_t a = 0; a < 2; a++) {
        film->low[a] -= margin;
        film->high[a] += margin;
    }
}

static int
axis_of(const struct gravel_figure_axis *axis, int otherwise)
{
    return axis->measure[0] == '\0' ? otherwise : gravel_word_list_index("x|y|z", axis->measure);
}

enum gravel_status
gravel_film_collect(struct gravel_film *film, const struct gravel_report_case *rc, const struct gravel_figure *figure,
                    const char *root, FILE *notes, struct gravel_error *error)
{
    struct gravel_plot left_out = {0};
    size_t n_missing = 0, n_more = 0;

    *film = (struct gravel_film){.figure = figure, .axis = {axis_of(&figure->x, 0), axis_of(&figure->y, 2)}};
    film->depth = gravel_options_int(&rc->c->parameters, "dimension") == 3 ? 3 - film->axis[0] - film->axis[1] : -1;
    for (size_t e = 0; e < rc->c->n_engines; e++)
        for (size_t i = 0; i < rc->records->n; i++) {
            const struct gravel_record *record = &rc->records->items[i];
            if (strcmp(record->engine, rc->c->engines[e]) != 0 || record->replicate > 0 ||
                !gravel_plot_admits(&left_out, figure, record))
                continue;
            if (film->n == GRAVEL_FILM_PANELS)
                n_more++;
            else if (add_panel(film, record, root, &n_missing, notes, error) != GRAVEL_OK)
                return GRAVEL_MEMORY;
        }
    if (n_missing > 0)
        fprintf(notes,
                "%zu point(s) have no trajectory below %s, so that no animation of them is drawn: gravel run "
                "%s writes it.\n",
                n_missing, root, rc->c->name);
    if (n_more > 0)
        fprintf(notes, "%zu more panel(s) are not drawn.\n", n_more);
    if (film->n > 0) {
        name_colours(film);
        measure(film);
    }
    return GRAVEL_OK;
}
