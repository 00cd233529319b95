/* What the measures of stress, fabric and layers share: symmetric tensors, and the space that a system fills. */
#ifndef GRAVEL_CASES_MEASURE_TENSOR_H
#define GRAVEL_CASES_MEASURE_TENSOR_H

#include "engines/core/option.h"
#include "engines/core/system.h"

/* Whether the dimension has axis d: 0, 1, 2 for x, y, z. */
bool gravel_has_axis(int dimension, int d);

/* The components of a symmetric tensor: xx, zz, xz in two dimensions; xx, yy, zz, xy, xz, yz in three. */
enum { GRAVEL_TENSOR_MAX = 6 };
struct gravel_component {
    int a, b;
    char name[3];
};
size_t gravel_tensor_components(int dimension, struct gravel_component components[GRAVEL_TENSOR_MAX]);

/* Add s (u_a v_b + u_b v_a)/2 to every component. */
void gravel_tensor_add(size_t n, const struct gravel_component *components, double s, struct vec3 u, struct vec3 v,
                       double *tensor);

/* Sum of the diagonal. */
double gravel_tensor_trace(size_t n, const struct gravel_component *components, const double *tensor);

/* The ends of the system on an axis [m]: those of the periodic box, or the outermost planes normal to it at rest; false
 * where there are neither. */
bool gravel_extent(const struct gravel_system *system, int axis, double *low, double *high);

/* Parallel layers of equal thickness, normal to an axis. */
struct gravel_layers {
    int axis;
    size_t n;
    double low, width; /* of the lowest, and of each [m] */
    double section;    /* area of a layer (length in two dimensions) [m^(d-1)] */
    double period;     /* of the box on the axis, or 0 */
    double *middle;    /* [n] [m]; owned */
};

/* From the keys GRAVEL_LAYERS_KEYS.  `name` is the measure's, for errors.  GRAVEL_INPUT when the axis is not one of the
 * dimension, or when the system ends nowhere on another axis; a missing end on the axis itself too. */
GRAVEL_MUST_USE enum gravel_status gravel_layers_init(struct gravel_layers *layers, const struct gravel_system *system,
                                                      const struct gravel_options *options, const char *name,
                                                      struct gravel_error *error);
void gravel_layers_free(struct gravel_layers *layers);

/* The layer of a place, or n when it is in none. */
size_t gravel_layers_find(const struct gravel_layers *layers, struct vec3 x);

/* Call visit(self, layer, part) with the part of the line from `x - branch` to x that lies in each layer. */
void gravel_layers_line(const struct gravel_layers *layers, struct vec3 x, struct vec3 branch,
                        void (*visit)(void *self, size_t layer, double part), void *self);

#define GRAVEL_LAYERS_KEYS                                                                                   \
    {"axis", GRAVEL_TYPE_CHOICE, 0, NULL, 0, 0, "z", "x|y|z", "the layers are normal to this axis"},         \
        {"from",                                                                                             \
         GRAVEL_TYPE_REAL,                                                                                   \
         GRAVEL_OPTIONAL,                                                                                    \
         "m",                                                                                                \
         0,                                                                                                  \
         0,                                                                                                  \
         NULL,                                                                                               \
         NULL,                                                                                               \
         "lower end of the lowest layer; without this key that of the periodic box or the outermost plane"}, \
        {"to",                                                                                               \
         GRAVEL_TYPE_REAL,                                                                                   \
         GRAVEL_OPTIONAL,                                                                                    \
         "m",                                                                                                \
         0,                                                                                                  \
         0,                                                                                                  \
         NULL,                                                                                               \
         NULL,                                                                                               \
         "upper end of the highest layer; without this key as of from"},                                     \
    {                                                                                                        \
        "layers", GRAVEL_TYPE_INT, 0, "1", 1, 1000, "10", NULL, "number of layers"                           \
    }

#endif
