/* Frames are groups of which one is visible at a time.  In a frame the discs of one colour, depth and radius are one
 * path: a line of no length with round ends is a disc, which costs seven characters instead of forty for an element.
 * Every path is drawn twice, the second time thinner and in the disc's colour: the rest is its rim.  Three-dimensional
 * beds are drawn from the back to the front in layers, the hind ones darker. */
#include "reports/animation.h"

#include "reports/colour.h"
#include "reports/dark.h"
#include "reports/film.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels of the picture; UNITS of coordinates a pixel, so that these are whole numbers; frames shown in a second. */
enum { WIDTH = 960, HEIGHT = 400, TITLE = 54, FOOT = 44, GAP = 24, LONGEST_BAR = 120, UNITS = 2, RATE = 12 };

struct sheet {
    FILE *out;
    const struct gravel_film *film;
    double scale;         /* units a metre */
    double width, height; /* of a panel [px] */
    size_t n_paths;
    struct disc *discs; /* room for those of one frame */
};

struct disc {
    int layer, colour, radius, column, x, y; /* colour -1: attached */
};

/* From the back, kind by kind; within a kind up one column of the plane and down the next, so that steps are short. */
static int
by_place(const void *a, const void *b)
{
    const struct disc *p = a, *q = b;
    const int keys[][2] = {{p->layer, q->layer},   {p->colour, q->colour}, {p->radius, q->radius},
                           {p->column, q->column}, {p->y, q->y},           {p->x, q->x}};

    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (keys[k][0] != keys[k][1]) {
            const int up = k == 4 && p->column % 2 != 0 ? -1 : 1;
            return keys[k][0] > keys[k][1] ? up : -up;
        }
    return 0;
}

static int
place(const struct sheet *s, double x, int a)
{
    const double from_low = (x - s->film->low[a]) * s->scale;

    return (int)lround(a == 0 ? from_low : s->height * UNITS - from_low);
}

static int
layer_of(const struct gravel_film *film, const struct gravel_particle *particle)
{
    const double range = film->farthest - film->nearest;

    if (film->depth < 0 || !(range > 0))
        return GRAVEL_FILM_LAYERS - 1;
    const double near = (film->farthest - v3_component(particle->x, film->depth)) / range;
    return (int)fmin(GRAVEL_FILM_LAYERS - 1, near * GRAVEL_FILM_LAYERS);
}

static unsigned
shaded(int colour, int layer)
{
    const unsigned rgb = colour < 0 ? 0x8a8a8a : gravel_colour_kind((size_t)colour);
    const unsigned part = 100U - 12U * (unsigned)(GRAVEL_FILM_LAYERS - 1 - layer);

    return ((rgb >> 16 & 255) * part / 100) << 16 | ((rgb >> 8 & 255) * part / 100) << 8 | (rgb & 255) * part / 100;
}

static size_t
place_discs(struct sheet *s, const struct gravel_film_panel *panel, size_t frame)
{
    size_t n = 0;

    for (size_t i = 0; i < panel->n; i++) {
        const struct gravel_particle *particle = &panel->particles[frame * panel->n + i];
        if (particle->attached == GRAVEL_ABSORBED)
            continue;
        struct disc disc = {.layer = layer_of(s->film, particle),
                            .colour = particle->attached >= 0 ? -1 : panel->colour[i],
                            .radius = (int)fmax(1, round(particle->radius * s->scale)),
                            .x = place(s, v3_component(particle->x, s->film->axis[0]), 0),
                            .y = place(s, v3_component(particle->x, s->film->axis[1]), 1)};
        disc.column = disc.x / (int)fmax(1, 0.75 * s->film->diameter * s->scale);
        s->discs[n++] = disc;
    }
    qsort(s->discs, n, sizeof *s->discs, by_place);
    return n;
}

/* Discs k up to the returned one, which are of one kind, as a path and its use. */
static size_t
put_kind(struct sheet *s, size_t k, size_t n)
{
    const struct disc first = s->discs[k];
    int x = 0, y = 0;

    fprintf(s->out, "<g stroke=\"#222222\" stroke-width=\"%d\"><path id=\"p%zu\" d=\"", 2 * first.radius, s->n_paths);
    for (; k < n; k++) {
        const struct disc d = s->discs[k];
        if (d.layer != first.layer || d.colour != first.colour || d.radius != first.radius)
            break;
        fprintf(s->out, "m%d%s%dh0", d.x - x, d.y < y ? "" : " ", d.y - y);
        x = d.x;
        y = d.y;
    }
    fprintf(s->out, "\"/></g><use href=\"#p%zu\" stroke=\"#%06x\" stroke-width=\"%d\"/>\n", s->n_paths++,
            shaded(first.colour, first.layer), (int)fmax(1, 2 * first.radius - UNITS));
    return k;
}

/* The walls that move, or those that do not. */
static void
put_walls(struct sheet *s, const struct gravel_film_panel *panel, double t, bool moving)
{
    const struct gravel_view view = gravel_film_view(s->film);

    fputs("<g fill=\"none\" stroke=\"#555555\" stroke-width=\"3\" stroke-linecap=\"butt\">", s->out);
    for (size_t w = 0; w < panel->walls.n_walls; w++) {
        const struct gravel_wall *wall = &panel->walls.walls[w];
        const struct gravel_seen_wall seen = gravel_view_wall(&view, wall, t);
        if (gravel_wall_moves(wall) != moving)
            continue;
        for (size_t k = 0; k < seen.n; k++) {
            const struct gravel_stroke *stroke = &seen.strokes[k];
            fprintf(s->out, "<path d=\"M%d %dL%d %d\"/>", place(s, stroke->a[0], 0), place(s, stroke->a[1], 1),
                    place(s, stroke->b[0], 0), place(s, stroke->b[1], 1));
        }
        const int x = place(s, seen.centre[0], 0), y = place(s, seen.centre[1], 1);
        if (seen.radius > 0)
            fprintf(s->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>", x, y, (int)lround(seen.radius * s->scale));
        if (seen.radius > 0 && moving) { /* the mark that turns points outwards */
            const int u = place(s, seen.mark[0], 0), v = place(s, seen.mark[1], 1);
            fprintf(s->out, "<path d=\"M%d %dL%d %d\" stroke-width=\"6\"/>", u, v, u + (x - u) / 12, v + (y - v) / 12);
        }
    }
    fputs("</g>\n", s->out);
}

/* Places behind the point that tell two frames apart. */
static int
time_digits(const struct gravel_film_panel *panel)
{
    const double step = (panel->times[panel->n_frames - 1] - panel->times[0]) / (double)(panel->n_frames - 1);

    return step > 0 ? (int)fmin(9, fmax(0, ceil(0.4 - log10(step)))) : 0;
}

static void
open_frame(struct sheet *s, const struct gravel_film_panel *panel, size_t frame)
{
    fprintf(s->out, "<g class=\"f%s\" style=\"animation-delay:%.5fs\">", frame == 0 ? " first" : "",
            -(double)(panel->n_frames - frame) / RATE);
}

static void
put_frame(struct sheet *s, const struct gravel_film_panel *panel, size_t frame)
{
    const size_t n = place_discs(s, panel, frame);

    open_frame(s, panel, frame);
    fputc('\n', s->out);
    put_walls(s, panel, panel->times[frame], true);
    for (size_t k = 0; k < n;)
        k = put_kind(s, k, n);
    fputs("</g>\n", s->out);
}

static void
put_panel(struct sheet *s, const struct gravel_film_panel *panel, double x)
{
    fprintf(s->out,
            "<g class=\"p%zu\" transform=\"translate(%.1f %d)\" text-anchor=\"middle\" fill=\"#111111\">\n"
            "<text x=\"%.1f\" y=\"-30\">",
            panel->n_frames, x, TITLE, s->width / 2);
    gravel_text_prose(s->out, GRAVEL_MARKUP_HTML, panel->title);
    fputs("</text>\n", s->out);
    for (size_t k = 0; k < panel->n_frames; k++) {
        open_frame(s, panel, k);
        fprintf(s->out, "<text x=\"%.1f\" y=\"-10\">t = %.*f s</text></g>\n", s->width / 2, time_digits(panel),
                panel->times[k]);
    }
    fprintf(s->out, "<svg width=\"%.1f\" height=\"%.1f\" viewBox=\"0 0 %.0f %.0f\" fill=\"none\">\n", s->width,
            s->height, UNITS * s->width, UNITS * s->height);
    put_walls(s, panel, panel->times[0], false);
    fputs("<g stroke-linecap=\"round\">\n", s->out);
    for (size_t k = 0; k < panel->n_frames; k++)
        put_frame(s, panel, k);
    fputs("</g></svg></g>\n", s->out);
}

/* A whole number of mean diameters, and the names of the colours. */
static void
put_foot(struct sheet *s, double y)
{
    static const double lengths[] = {100, 50, 20, 10, 5, 2, 1};
    const double diameter = s->film->diameter;
    double x = 2 * GAP + LONGEST_BAR + 150;
    size_t k = 0;

    while (k + 1 < sizeof lengths / sizeof *lengths && lengths[k] * diameter * s->scale / UNITS > LONGEST_BAR)
        k++;
    const double bar = lengths[k] * diameter * s->scale / UNITS;
    fprintf(s->out,
            "<path d=\"M%d %.1fh%.1f\" stroke=\"#333333\" stroke-width=\"3\"/>\n"
            "<g fill=\"#111111\"><text x=\"%.1f\" y=\"%.1f\">%g d = %.3g mm</text>\n",
            GAP, y, bar, GAP + bar + 10, y + 5, lengths[k], 1e3 * lengths[k] * diameter);
    for (size_t c = 0; c < s->film->n_colours && s->film->n_colours > 1; c++) {
        fprintf(s->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"7\" fill=\"#%06x\"/><text x=\"%.1f\" y=\"%.1f\">", x, y,
                shaded((int)c, GRAVEL_FILM_LAYERS - 1), x + 14, y + 5);
        gravel_text_words(s->out, GRAVEL_MARKUP_HTML, s->film->names[c]);
        fputs("</text>\n", s->out);
        x += 34 + 8.5 * (double)strlen(s->film->names[c]);
    }
    fputs("</g>\n", s->out);
}

/* Frame after frame; the first one where nothing shall move. */
static void
put_style(struct sheet *s)
{
    fputs("<style>text{font:15px Arial,sans-serif}.f{visibility:hidden}\n", s->out);
    for (size_t p = 0; p < s->film->n; p++) {
        const size_t n = s->film->panels[p].n_frames;
        fprintf(s->out,
                ".p%zu .f{animation:a%zu %.5fs step-end infinite}"
                "@keyframes a%zu{0%%{visibility:visible}%.4f%%{visibility:hidden}}\n",
                n, n, (double)n / RATE, n, 100 / (double)n);
    }
    fputs("@media (prefers-reduced-motion:reduce),print{.f.f{animation:none}.first{visibility:visible}}</style>\n",
          s->out);
}

static void
put_picture(struct sheet *s)
{
    const double width = s->film->high[0] - s->film->low[0], height = s->film->high[1] - s->film->low[1];
    const double room = (WIDTH - GAP * ((double)s->film->n + 1)) / (double)s->film->n;

    s->scale = UNITS * fmin(room / width, HEIGHT / height);
    s->width = s->scale / UNITS * width;
    s->height = s->scale / UNITS * height;
    const double total = ceil(TITLE + s->height + FOOT), step = s->width + GAP;
    const double left = (WIDTH - (double)s->film->n * step + GAP) / 2;
    fprintf(s->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\">\n", WIDTH, total);
    fputs("<title>", s->out);
    gravel_text_prose(s->out, GRAVEL_MARKUP_HTML, s->film->figure->title ? s->film->figure->title : "");
    fputs("</title>\n", s->out);
    put_style(s);
    for (size_t p = 0; p < s->film->n; p++)
        put_panel(s, &s->film->panels[p], left + (double)p * step);
    put_foot(s, total - FOOT / 2.0);
    fputs("</svg>\n", s->out);
}

static void
put_seen(FILE *seen, const struct gravel_film *film)
{
    fprintf(seen, "%zu panel%s", film->n, film->n == 1 ? "" : "s");
    for (size_t p = 0; p < film->n; p++) {
        const struct gravel_film_panel *panel = &film->panels[p];
        fprintf(seen, "%s%s, %zu particles in %zu frames from t = %.4g to %.4g s", p ? "; " : ": ", panel->title,
                panel->n, panel->n_frames, panel->times[0], panel->times[panel->n_frames - 1]);
    }
    fprintf(seen, "; %d frames a second.\n", RATE);
}

static enum gravel_status
write_picture(struct sheet *s, const struct gravel_canvas *canvas, const struct gravel_plate *plate,
              struct gravel_error *error)
{
    size_t most = 0, size;
    char *text = NULL;

    for (size_t p = 0; p < s->film->n; p++)
        most = s->film->panels[p].n > most ? s->film->panels[p].n : most;
    s->discs = calloc(most + 1, sizeof *s->discs);
    s->out = open_memstream(&text, &size);
    if (s->discs && s->out)
        put_picture(s);
    const bool whole = s->out && fclose(s->out) == 0 && s->discs;
    free(s->discs);
    FILE *file = whole ? gravel_canvas_file(canvas, plate, ".svg", error) : NULL;
    if (file)
        gravel_dark_write(file, text);
    free(text);
    if (!whole)
        return gravel_no_memory(error);
    return file ? gravel_canvas_close(file, plate, ".svg", error) : GRAVEL_IO;
}

enum gravel_status
gravel_animation_draw(const struct gravel_report_case *rc, const struct gravel_figure *figure,
                      const struct gravel_canvas *canvas, struct gravel_plate *plate, struct gravel_error *error)
{
    struct gravel_film *film = calloc(1, sizeof *film);

    if (!film)
        return gravel_no_memory(error);
    enum gravel_status status = gravel_film_collect(film, rc, figure, canvas->trajectories, plate->notes, error);
    plate->is_animation = true;
    if (status == GRAVEL_OK && film->n > 0) {
        struct sheet sheet = {.film = film};
        status = write_picture(&sheet, canvas, plate, error);
        plate->drawn = plate->has_data = status == GRAVEL_OK;
        put_seen(plate->seen, film);
    }
    gravel_film_free(film);
    free(film);
    return status;
}
