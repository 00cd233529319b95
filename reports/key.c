#include "reports/key.h"

#include <ctype.h>
#include <string.h>

enum { NAMES_MOST = 6 }; /* more trajectories than these are numbered beads, and the first and last are named */

/* The first curve with points that has the title of curve k. */
static size_t
first_of_name(const struct gravel_plot_panel *panel, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (panel->curves[i].n > 0 && strcmp(panel->curves[i].title, panel->curves[k].title) == 0)
            return i;
    return k;
}

/* Different names among the curves before `end`. */
static size_t
count_names(const struct gravel_plot_panel *panel, size_t end)
{
    size_t n = 0;

    for (size_t i = 0; i < end; i++)
        n += panel->curves[i].n > 0 && first_of_name(panel, i) == i;
    return n;
}

/* "z10" */
static bool
is_numbered(const struct gravel_plot_curve *curve)
{
    const size_t n = strlen(curve->title);

    return curve->n > 0 && n > 0 && isdigit((unsigned char)curve->title[n - 1]);
}

static bool
is_first_or_last_numbered(const struct gravel_plot_panel *panel, size_t k)
{
    bool before = false, after = false;

    for (size_t i = 0; i < panel->n; i++) {
        before = before || (i < k && is_numbered(&panel->curves[i]));
        after = after || (i > k && is_numbered(&panel->curves[i]) && first_of_name(panel, i) == i);
    }
    return !before || !after;
}

struct gravel_key_entry
gravel_key_find(const struct gravel_drawing *d, const struct gravel_plot_panel *panel, size_t curve)
{
    const size_t first = first_of_name(panel, curve);
    struct gravel_key_entry entry = {.named = first == curve, .kind = count_names(panel, first)};

    if (d->figure->style != GRAVEL_FIGURE_TRAJECTORIES)
        return entry;
    const size_t n = count_names(panel, panel->n);
    entry.named = entry.named && n > 1;
    if (n > NAMES_MOST && is_numbered(&panel->curves[curve])) {
        entry.ordered = true;
        entry.named = entry.named && is_first_or_last_numbered(panel, curve);
    }
    return entry;
}

static size_t
characters(const char *text)
{
    size_t n = 0;

    for (; *text != '\0'; text++)
        n += (*text & 0xC0) != 0x80; /* not a continuation byte of UTF-8 */
    return n;
}

static size_t
larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t
gravel_key_rows(const struct gravel_drawing *d, size_t panel_width)
{
    size_t most = 0;

    for (size_t p = 0; p < d->n_panels; p++) {
        const struct gravel_plot_panel *panel = d->panels[p];
        size_t n = d->references[p].n, longest = 1;
        for (size_t k = 0; k < panel->n; k++)
            if (panel->curves[k].n > 0 && gravel_key_find(d, panel, k).named) {
                n++;
                longest = larger(longest, characters(panel->curves[k].title));
            }
        for (size_t k = 0; k < d->references[p].n; k++)
            longest = larger(longest, characters(d->references[p].items[k].title));
        const size_t a_row = larger(1, (panel_width - 90) / (17 * longest / 2 + 60)); /* 8.5 px a character of 14 px */
        most = larger(most, (n + a_row - 1) / a_row);
    }
    return most;
}
