#include "reports/colour.h"

#include <math.h>

unsigned
gravel_colour_map(double f)
{
    static const unsigned char stops[][3] = {{68, 1, 84},    {71, 44, 122},  {59, 81, 139},
                                             {44, 113, 142}, {33, 144, 141}, {39, 173, 129},
                                             {92, 200, 99},  {170, 220, 50}, {253, 231, 37}};
    double g = 8 * (f > 0 ? f < 1 ? f : 1 : 0);
    size_t i = g < 8 ? (size_t)g : 7;
    unsigned rgb = 0;

    for (size_t c = 0; c < 3; c++)
        rgb = rgb << 8 | (unsigned)lround(stops[i][c] + (g - (double)i) * (stops[i + 1][c] - stops[i][c]));
    return rgb;
}

unsigned
gravel_colour_kind(size_t k)
{
    static const unsigned colours[] = {0x0072B2, 0xE69F00, 0xCC79A7, 0x009E73, 0xD55E00, 0x56B4E9, 0x6B4E9B, 0x8C6D1F};

    return colours[k % (sizeof colours / sizeof *colours)];
}

void
gravel_colour_palette(FILE *out, double from, double to, int n)
{
    fputs("set palette defined (", out);
    for (int k = 0; k < n; k++)
        fprintf(out, "%s%d '#%06x'", k ? ", " : "", k, gravel_colour_map(from + (to - from) * k / (n - 1)));
    fputs(")\n", out);
}
