/* What bodies are made of and where they move: a row of each table that the state of an engine may depend on. */
#ifndef GRAVEL_TESTS_CONFORM_PLACES_H
#define GRAVEL_TESTS_CONFORM_PLACES_H

#include "engines/core/system.h"

/* Contacts take about 1 ms at the 1 m/s of world_cloud(). */
struct substance {
    const char *name;
    struct gravel_material m;
};

/* Walls, boxes and driving around the bodies of world_cloud(), whose material is set. */
struct place {
    const char *name;
    void (*make)(struct gravel_system *system);
    bool every_substance; /* else some */
    bool large;           /* also with many bodies, for lists and vectorised forces; each law is tried in small ones */
};

/* The name after the last is NULL. */
extern const struct substance substances[];
extern const struct place places[];

#endif
