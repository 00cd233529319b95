#include "harness/run/effect.h"

/* The particles of one species. */
struct kin {
    bool any, free;    /* that have not left; that move by themselves */
    uint64_t carriers; /* bits of the walls with touch carry that hold some of them */
};

_Static_assert(GRAVEL_WALLS_MAX <= 64, "a bit a wall");

static void
find_kin(const struct gravel_system *system, struct kin kin[GRAVEL_SPECIES_MAX])
{
    for (size_t k = 0; k < system->n_particles; k++) {
        const struct gravel_particle *p = &system->particles[k];
        struct kin *own = &kin[p->species];
        own->any = own->any || p->attached != GRAVEL_ABSORBED;
        own->free = own->free || p->attached == GRAVEL_FREE;
        if (p->attached >= 0 && system->walls[p->attached].touch == GRAVEL_CARRY)
            own->carriers |= UINT64_C(1) << p->attached;
    }
}

/* One of the two is free, or they are attached to two different walls with touch carry. */
static bool
may_touch(const struct kin *a, const struct kin *b)
{
    const uint64_t both = a->carriers | b->carriers;
    const bool two_walls = (both & (both - 1)) != 0;
    return (a->free && b->any) || (b->free && a->any) || (a->carriers != 0 && b->carriers != 0 && two_walls);
}

enum gravel_status
gravel_check_effects(const struct gravel_description *d, const struct gravel_system *system, struct gravel_error *error)
{
    struct kin kin[GRAVEL_SPECIES_MAX] = {{0}};
    bool free = false;
    find_kin(system, kin);
    for (size_t s = 0; s < system->n_species; s++)
        free = free || kin[s].free;
    for (size_t k = 0; k < d->n_contacts; k++) {
        const struct gravel_case_contact *c = &d->contacts[k];
        const char *name = system->species_name[c->species];
        if (c->partner < 0 ? !kin[c->species].free : !may_touch(&kin[c->species], &kin[c->partner]))
            return gravel_fail_at(
                error, GRAVEL_INPUT, c->section,
                "found a contact of the species %s%s%s, whose particles are all attached to walls and "
                "never touch %s, allowed with a species of which some are free",
                name, c->partner < 0 || c->partner == c->species ? "" : " and ",
                c->partner < 0 || c->partner == c->species ? "" : system->species_name[c->partner],
                c->partner < 0 ? "a wall" : "each other");
    }
    if (system->thermostat.strength > 0.0 && !free && system->n_particles > 0)
        return gravel_fail_at(error, GRAVEL_INPUT, "thermostat",
                              "found with no free particle, allowed: particles that are not attached to walls");
    return GRAVEL_OK;
}
