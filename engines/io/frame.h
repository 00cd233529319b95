/* A frame: the particles of a system at one time, as files of particles and trajectories hold them.
 *
 * The place of a particle is told in two ways.  `position` lies inside the periodic box; `unwrapped` is the path
 * without returns, and `image` the whole box lengths between the two:
 *     unwrapped = position + image * (high - low)   on every periodic axis; the images of other axes are 0. */
#ifndef GRAVEL_IO_FRAME_H
#define GRAVEL_IO_FRAME_H

#include "engines/core/system.h"

enum gravel_field {
    GRAVEL_FIELD_ID,
    GRAVEL_FIELD_SPECIES,
    GRAVEL_FIELD_POSITION,
    GRAVEL_FIELD_IMAGE,
    GRAVEL_FIELD_UNWRAPPED,
    GRAVEL_FIELD_VELOCITY,
    GRAVEL_FIELD_SPIN,
    GRAVEL_FIELD_RADIUS,
    GRAVEL_FIELD_MASS,
    GRAVEL_FIELD_ATTACHED,
    GRAVEL_FIELD_COUNT
};

/* What a field is called, in cases and in every format. */
struct gravel_field_info {
    const char *name;    /* in case files */
    const char *columns; /* in tables: CSV and LAMMPS; "x|y|z" has three components */
    const char *xyz;     /* property of extended XYZ, as OVITO maps it */
    const char *h5md;    /* element of H5MD 1.1 */
    const char *vtk;     /* array of VTP: names of ON-DEM WG3, where it has one; NULL: the points themselves */
    const char *unit;
    int n_components;
    bool whole; /* whole numbers */
    const char *help;
};

extern const struct gravel_field_info gravel_fields[GRAVEL_FIELD_COUNT];

/* "id|species|...": all names, for lists of words. */
extern const char gravel_field_names[];

static inline unsigned
gravel_field_bit(enum gravel_field field)
{
    return 1u << field;
}

/* Arrays [n]; those of fields that are not set are there, too, but have no meaning. */
struct gravel_frame {
    double t;            /* [s] */
    const char *no_time; /* what the file lacks that would state t, as text that stays; NULL: it has it */
    size_t n, capacity;
    unsigned fields;                   /* bits of the fields that are set */
    size_t names_line;                 /* of the text file that names its columns, from 1; 0: none */
    struct gravel_particle *particles; /* their x is `position`; owned, as the arrays below */
    struct vec3 *unwrapped;
    int32_t (*image)[3];
    int64_t *id;
    int32_t *line; /* of the text file that states the particle, from 1; 0: none */
    struct gravel_box box;
    size_t n_species;
    char species_name[GRAVEL_SPECIES_MAX][32];
};

void gravel_frame_free(struct gravel_frame *frame);

/* Change the number of particles, keeping the first ones; new ones are free and zero.  Amortised O(1) a particle. */
GRAVEL_MUST_USE enum gravel_status gravel_frame_resize(struct gravel_frame *frame, size_t n,
                                                       struct gravel_error *error);

/* Component c of a field of particle k; of the species, its index.  Setting a number that is not whole into a whole
 * field, or one beyond its range, returns false. */
double gravel_frame_get(const struct gravel_frame *frame, size_t k, enum gravel_field field, int c);
bool gravel_frame_set(struct gravel_frame *frame, size_t k, enum gravel_field field, int c, double value);

/* Index of the species of this name, which is added when it is new; -1 when there are too many or the name is too
 * long. */
int gravel_frame_species(struct gravel_frame *frame, const char *name);

/* Fill position and image of every particle from its unwrapped place. */
void gravel_frame_wrap(struct gravel_frame *frame);

#endif
