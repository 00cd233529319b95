#include "reports/convergence.h"

#include "reports/script.h"
#include "reports/text.h"

#include <math.h>

enum { WIDTH = 640, HEIGHT = 420, CURVE = 60 };

/* Blocks 0: the levels; 1: the power law; 2: its limit. */
static enum gravel_status
write_data(const struct gravel_convergence *c, const struct gravel_canvas *canvas, const struct gravel_plate *plate,
           struct gravel_error *error)
{
    const bool has_order = c->found->approach == GRAVEL_APPROACH_ORDER;
    FILE *out = gravel_canvas_file(canvas, plate, ".dat", error);
    if (out == NULL)
        return GRAVEL_IO;
    fprintf(out, "# h %s err\n", c->observable);
    for (size_t k = 0; k < c->n; k++)
        fprintf(out, "%.17g %.17g %.17g\n", c->h[k], c->y[k].value, c->y[k].err);
    fputs("\n\n# h power law\nnan nan\n", out); /* a block is never empty */
    for (int k = 0; has_order && k <= CURVE; k++) {
        const double h = (double)k / CURVE;
        fprintf(out, "%.17g %.17g\n", h, c->found->limit.value + c->found->slope * pow(h, c->found->order.value));
    }
    fputs("\n\n# h limit err\nnan nan nan\n", out);
    if (has_order)
        fprintf(out, "0 %.17g %.17g\n", c->found->limit.value, c->found->limit.err);
    return gravel_canvas_close(out, plate, ".dat", error);
}

enum gravel_status
gravel_convergence_draw(const struct gravel_convergence *c, struct gravel_canvas *canvas, struct gravel_plate *plate,
                        struct gravel_error *error)
{
    const enum gravel_status status = write_data(c, canvas, plate, error);
    FILE *out = status == GRAVEL_OK ? gravel_canvas_file(canvas, plate, ".gp", error) : NULL;
    if (out == NULL)
        return status == GRAVEL_OK ? GRAVEL_IO : status;
    gravel_script_head(out, plate->name, canvas->style, WIDTH, HEIGHT);
    fputs("set xlabel '", out);
    gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, c->refined);
    fputs(", 1 at the coarsest level'\nset ylabel '", out);
    gravel_text_prose(out, GRAVEL_MARKUP_GNUPLOT, c->observable);
    fprintf(out, "%s%s%s'\nset xrange [-0.05:1.08]\nset offsets 0, 0, graph 0.08, graph 0.08\n", c->unit[0] ? " [" : "",
            c->unit, c->unit[0] ? "]" : "");
    fprintf(out, "plot '%s.dat' index 0 using 1:2:3 with yerrorbars lt 1 pt 7 ps 0.9 title 'levels'", plate->name);
    if (c->found->approach == GRAVEL_APPROACH_ORDER)
        fprintf(out,
                ", \\\n  '%s.dat' index 1 using 1:2 with lines lt 1 dt 2 title 'order %.2f'"
                ", \\\n  '%s.dat' index 2 using 1:2:3 with yerrorbars lt 2 pt 6 ps 1.2 title 'limit'",
                plate->name, c->found->order.value, plate->name);
    fputc('\n', out);
    const enum gravel_status closed = gravel_canvas_close(out, plate, ".gp", error);
    if (closed != GRAVEL_OK)
        return closed;
    plate->has_data = true;
    gravel_canvas_draw(canvas, plate);
    return GRAVEL_OK;
}
