#include "engines/md/constants.h"

#include <stdlib.h>

static bool
same_class(const struct gravel_md *md, const struct gravel_md_body *a, const struct gravel_md_body *b)
{
    return a->radius == b->radius && a->mass == b->mass && (md->system.contacts == NULL || a->species == b->species);
}

struct gravel_force
gravel_md_pair_constants(const struct gravel_md *md, const struct gravel_md_body *a, const struct gravel_md_body *b,
                         bool a_attached, bool b_attached)
{
    const struct gravel_contact_scale scale =
        gravel_contact_scale(a_attached && !b_attached ? INFINITY : a->mass, a->radius,
                             b_attached && !a_attached ? INFINITY : b->mass, b->radius);
    const struct gravel_contact c = gravel_system_contact(&md->system, a->species, b->species);
    return gravel_material_force(c.material, NULL, scale.mass, scale.diameter, md->tangential_factor);
}

static struct gravel_force
wall_constants(const struct gravel_md *md, const struct gravel_md_body *a, size_t wall)
{
    const struct gravel_contact c = gravel_system_contact(&md->system, a->species, -1 - (int32_t)wall);
    return gravel_material_force(c.material, c.wall, a->mass, 2.0 * a->radius, md->tangential_factor);
}

/* Returns the number of classes, or 0 if there are too many. */
static size_t
classify(const struct gravel_md *md, int32_t *of, int32_t member[GRAVEL_MD_CLASSES])
{
    size_t n = 0;
    for (size_t b = 0; b < md->n_bodies; b++) {
        size_t c = 0;
        while (c < n && !same_class(md, &md->bodies[member[c]], &md->bodies[b]))
            c++;
        if (c == GRAVEL_MD_CLASSES)
            return 0;
        if (c == n)
            member[n++] = (int32_t)b;
        of[b] = (int32_t)c;
    }
    return n;
}

enum gravel_status
gravel_md_classes_create(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_classes *classes = &md->classes;
    const size_t n_walls = md->system.n_walls;
    classes->of = malloc((md->n_bodies + 1) * sizeof *classes->of);
    if (classes->of == NULL)
        return gravel_no_memory(error);
    const size_t n = classify(md, classes->of, classes->member);
    if (n == 0)
        return GRAVEL_OK;
    classes->pair = malloc(n * n * sizeof *classes->pair);
    classes->wall = malloc((n_walls * n + 1) * sizeof *classes->wall);
    if (classes->pair == NULL || classes->wall == NULL)
        return gravel_no_memory(error);
    for (size_t a = 0; a < n; a++) {
        const struct gravel_md_body *body = &md->bodies[classes->member[a]];
        for (size_t b = 0; b < n; b++)
            classes->pair[a * n + b] =
                gravel_md_pair_constants(md, body, &md->bodies[classes->member[b]], false, false);
        for (size_t w = 0; w < n_walls; w++)
            classes->wall[w * n + a] = wall_constants(md, body, w);
    }
    classes->n = n;
    return GRAVEL_OK;
}

struct gravel_force
gravel_md_contact_constants(const struct gravel_md *md, int32_t i, int32_t j)
{
    const struct gravel_force *const tabled = gravel_md_tabled_constants(md, i, j);
    if (tabled != NULL)
        return *tabled;
    const struct gravel_md_body *const body = gravel_md_body(md, i);
    if (j < 0)
        return wall_constants(md, body, (size_t)(-1 - j));
    return gravel_md_pair_constants(md, body, gravel_md_body(md, j), gravel_md_attachment(md, i) >= 0,
                                    gravel_md_attachment(md, j) >= 0);
}

void
gravel_md_classes_free(struct gravel_md_classes *classes)
{
    free(classes->of);
    free(classes->pair);
    free(classes->wall);
}
