#include "cases/measure/tensor.h"

#include <stdio.h>
#include <stdlib.h>

bool
gravel_has_axis(int dimension, int d)
{
    static const bool used[4][3] = {{false}, {false, false, true}, {true, false, true}, {true, true, true}};
    return used[dimension][d];
}

size_t
gravel_tensor_components(int dimension, struct gravel_component components[GRAVEL_TENSOR_MAX])
{
    static const int axes[GRAVEL_TENSOR_MAX][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    size_t n = 0;
    for (size_t k = 0; k < GRAVEL_TENSOR_MAX; k++) {
        const int a = axes[k][0], b = axes[k][1];
        if (gravel_has_axis(dimension, a) && gravel_has_axis(dimension, b))
            components[n++] = (struct gravel_component){a, b, {"xyz"[a], "xyz"[b], '\0'}};
    }
    return n;
}

void
gravel_tensor_add(size_t n, const struct gravel_component *components, double s, struct vec3 u, struct vec3 v,
                  double *tensor)
{
    for (size_t k = 0; k < n; k++) {
        const int a = components[k].a, b = components[k].b;
        tensor[k] += 0.5 * s * (v3_component(u, a) * v3_component(v, b) + v3_component(u, b) * v3_component(v, a));
    }
}

double
gravel_tensor_trace(size_t n, const struct gravel_component *components, const double *tensor)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += components[k].a == components[k].b ? tensor[k] : 0.0;
    return sum;
}

bool
gravel_extent(const struct gravel_system *system, int axis, double *low, double *high)
{
    *low = INFINITY, *high = -INFINITY;
    if (system->box.periodic[axis]) {
        *low = v3_component(system->box.low, axis);
        *high = v3_component(system->box.high, axis);
    }
    for (size_t w = 0; w < system->n_walls && !system->box.periodic[axis]; w++)
        if (system->walls[w].shape == GRAVEL_PLANE && fabs(v3_component(system->walls[w].axis, axis)) == 1.0) {
            *low = fmin(*low, v3_component(system->walls[w].origin, axis));
            *high = fmax(*high, v3_component(system->walls[w].origin, axis));
        }
    return *high > *low;
}

enum gravel_status
gravel_layers_init(struct gravel_layers *layers, const struct gravel_system *system,
                   const struct gravel_options *options, const char *name, struct gravel_error *error)
{
    const int axis = gravel_options_text(options, "axis")[0] - 'x';
    const bool from = gravel_options_has(options, "from"), to = gravel_options_has(options, "to");
    double low, high, section = 1.0;
    if (!gravel_has_axis(system->dimension, axis))
        return gravel_fail(error, GRAVEL_INPUT, "measure.%s.axis: found %c, allowed an axis of %dD", name, 'x' + axis,
                           system->dimension);
    for (int d = 0; d < 3; d++)
        if (d != axis && gravel_has_axis(system->dimension, d)) {
            if (!gravel_extent(system, d, &low, &high))
                return gravel_fail(error, GRAVEL_INPUT,
                                   "measure.%s: found no ends of the system on %c, needs a periodic box or two planes",
                                   name, 'x' + d);
            section *= high - low;
        }
    const bool ends = gravel_extent(system, axis, &low, &high);
    if (!ends && !(from && to))
        return gravel_fail(error, GRAVEL_INPUT, "measure.%s: found no ends of the system on %c, needs from and to",
                           name, 'x' + axis);
    low = from ? gravel_options_real(options, "from") : low;
    high = to ? gravel_options_real(options, "to") : high;
    if (!(high > low))
        return gravel_fail(error, GRAVEL_INPUT, "measure.%s.to: found %g, allowed above from = %g", name, high, low);
    const size_t n = (size_t)gravel_options_int(options, "layers");
    const struct vec3 l = v3_sub(system->box.high, system->box.low);
    *layers = (struct gravel_layers){.axis = axis,
                                     .n = n,
                                     .low = low,
                                     .width = (high - low) / (double)n,
                                     .section = section,
                                     .period = system->box.periodic[axis] ? v3_component(l, axis) : 0.0,
                                     .middle = calloc(n, sizeof *layers->middle)};
    if (layers->middle == NULL)
        return gravel_no_memory(error);
    for (size_t b = 0; b < n; b++)
        layers->middle[b] = low + ((double)b + 0.5) * layers->width;
    return GRAVEL_OK;
}

void
gravel_layers_free(struct gravel_layers *layers)
{
    free(layers->middle);
    *layers = (struct gravel_layers){0};
}

/* Height above the lowest layer, in layers; on a periodic axis within one period. */
static double
height_of(const struct gravel_layers *layers, struct vec3 x)
{
    double h = v3_component(x, layers->axis) - layers->low;
    if (layers->period > 0.0)
        h -= layers->period * floor(h / layers->period);
    return h / layers->width;
}

size_t
gravel_layers_find(const struct gravel_layers *layers, struct vec3 x)
{
    const double h = floor(height_of(layers, x));
    return h >= 0.0 && h < (double)layers->n ? (size_t)h : layers->n;
}

void
gravel_layers_line(const struct gravel_layers *layers, struct vec3 x, struct vec3 branch,
                   void (*visit)(void *self, size_t layer, double part), void *self)
{
    const double top = height_of(layers, x), length = v3_component(branch, layers->axis) / layers->width;
    const double low = fmin(top, top - length), high = fmax(top, top - length);
    if (high == low) {
        const size_t b = gravel_layers_find(layers, x);
        if (b < layers->n)
            visit(self, b, 1.0);
        return;
    }
    const double period = layers->period > 0.0 ? layers->period / layers->width : INFINITY;
    for (double k = floor(low); k < high; k++) {
        const double part = (fmin(high, k + 1.0) - fmax(low, k)) / (high - low);
        double layer = k;
        if (layers->period > 0.0) /* periods are whole numbers of layers where the layers fill them */
            layer -= period * floor((k + 0.5) / period);
        layer = floor(layer + 0.5);
        if (part > 0.0 && layer >= 0.0 && layer < (double)layers->n)
            visit(self, (size_t)layer, part);
    }
}
