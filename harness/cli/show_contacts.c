#include "harness/cli/show_contacts.h"

#include <math.h>
#include <stdio.h>

/* The lightest particle of every species, and the number of them. */
struct members {
    const struct gravel_particle *lightest[GRAVEL_SPECIES_MAX];
    size_t n[GRAVEL_SPECIES_MAX];
};

static struct members
find_members(const struct gravel_system *s)
{
    struct members m = {{NULL}, {0}};
    for (size_t i = 0; i < s->n_particles; i++) {
        const struct gravel_particle *p = &s->particles[i], **least = &m.lightest[p->species];
        m.n[p->species]++;
        if (*least == NULL || p->mass < (*least)->mass)
            *least = p;
    }
    return m;
}

/* A number, or a dash where nothing follows from the statement. */
static void
print_number(double x)
{
    if (isfinite(x))
        printf(" %9.4g", x);
    else
        printf(" %9s", "-");
}

static void
print_contact(const struct gravel_system *s, const struct gravel_particle *p, const struct gravel_particle *q,
              int32_t partner)
{
    char name[GRAVEL_SECTION_MAX], section[GRAVEL_SECTION_MAX];
    const bool wall = partner < 0;
    const struct gravel_contact c = gravel_system_contact(s, p->species, partner);
    const struct gravel_contact_scale scale = wall ? (struct gravel_contact_scale){p->mass, 2.0 * p->radius}
                                                   : gravel_contact_scale(p->mass, p->radius, q->mass, q->radius);
    const double m_red = scale.mass, d = scale.diameter;
    const double v = c.material->reference_velocity > 0.0 ? c.material->reference_velocity : 1.0;
    const double factor = gravel_tangential_factor(s->dimension, s->material.rotation);
    const struct gravel_force f = gravel_material_force(c.material, c.wall, m_red, d, factor);
    snprintf(name, sizeof name, "%s-%s", s->species_name[p->species],
             wall ? s->walls[-1 - partner].name : s->species_name[partner]);
    printf("  %-24s", name);
    const double numbers[] = {gravel_material_restitution(c.material, c.wall, m_red, d, v),
                              gravel_material_tangential(c.material, c.wall),
                              f.friction,
                              wall ? c.wall->rolling_friction : c.material->rolling_friction,
                              gravel_material_contact_time(c.material, c.wall, m_red, d, v),
                              f.k,
                              f.c,
                              f.kt,
                              f.ct};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        print_number(numbers[k]);
    printf("  %s\n", gravel_system_contact_section(s, p->species, partner, section));
}

void
gravel_show_contacts(const struct gravel_system *s)
{
    static const char *const columns[] = {"e", "e_t", "friction", "rolling", "t_c [s]", "K", "D", "k_t", "c_t"};
    const struct members m = find_members(s);
    printf("\ncontacts of the lightest particles, K in N/m^%g and D in N s/m^%g\n  %-24s", 1.0 + s->material.beta,
           1.0 + s->material.gamma, "");
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++)
        printf(" %9s", columns[k]);
    printf("  stated by\n");
    for (size_t a = 0; a < s->n_species; a++)
        for (size_t b = a; b < s->n_species; b++)
            if (m.n[a] > 0 && m.n[b] > (a == b))
                print_contact(s, m.lightest[a], m.lightest[b], (int32_t)b);
    for (size_t a = 0; a < s->n_species; a++)
        for (size_t w = 0; w < s->n_walls; w++)
            if (m.n[a] > 0 && s->walls[w].touch == GRAVEL_BOUNCE)
                print_contact(s, m.lightest[a], m.lightest[a], -1 - (int32_t)w);
}
