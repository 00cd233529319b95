#include "harness/case/contacts.h"

#include "harness/case/keys.h"
#include "harness/case/schema.h"
#include "harness/util/suggest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 32 };

/* The names that the sides of a contact may have. */
struct names {
    char species[GRAVEL_SPECIES_MAX][NAME_SIZE], walls[GRAVEL_WALLS_MAX][NAME_SIZE];
    size_t n_species, n_walls;
};

static void
find_names(const struct gravel_options *parameters, struct names *names)
{
    *names = (struct names){.species = {"grain"}, .n_species = 1};
    if (!gravel_options_has(parameters, "particles.count"))
        names->n_species = gravel_schema_names(parameters, "particles", names->species, GRAVEL_SPECIES_MAX);
    names->n_walls = gravel_schema_names(parameters, "walls", names->walls, GRAVEL_WALLS_MAX);
}

/* Position of the name; n when it is not there. */
static size_t
position(char (*names)[NAME_SIZE], size_t n, const char *name)
{
    size_t k = 0;
    while (k < n && strcmp(names[k], name) != 0)
        k++;
    return k;
}

/* One side of a contact: a species as its number, a wall w as -1 - w. */
static enum gravel_status
read_side(struct gravel_reader *reader, struct names *names, const struct gravel_yaml *node, int32_t *side)
{
    char found[96], text[96];
    const char *name = gravel_yaml_text(node, found, sizeof found);
    const size_t species = position(names->species, names->n_species, name);
    const size_t wall = position(names->walls, names->n_walls, name);
    if (species < names->n_species && wall < names->n_walls)
        return gravel_refuse(reader, node,
                             "contacts.between: found %s, the name of a species and of a wall, allowed "
                             "different names",
                             name);
    *side = species < names->n_species ? (int32_t)species : -1 - (int32_t)wall;
    if (species < names->n_species || wall < names->n_walls)
        return GRAVEL_OK;
    struct gravel_suggestion suggestion = {.word = name};
    for (size_t k = 0; k < names->n_species; k++)
        gravel_suggest(&suggestion, names->species[k]);
    for (size_t k = 0; k < names->n_walls; k++)
        gravel_suggest(&suggestion, names->walls[k]);
    return gravel_refuse(reader, node, "contacts.between: found %s, allowed the name of a species or a wall%s", name,
                         gravel_suggestion_text(&suggestion, text, sizeof text));
}

/* The section of the two sides; of two walls there is none. */
static enum gravel_status
read_between(struct gravel_reader *reader, struct names *names, const struct gravel_yaml *item, char *section,
             size_t size)
{
    char found[96];
    const struct gravel_yaml *between = gravel_yaml_get(item, "between");
    int32_t side[2];
    if (item->kind != GRAVEL_YAML_MAP || between == NULL)
        return gravel_refuse(reader, item, "contacts: found no between, allowed a mapping with between: [one, other]");
    if (between->kind != GRAVEL_YAML_LIST || between->n != 2)
        return gravel_refuse(reader, between,
                             "contacts.between: found %s, allowed two names of species, or of a "
                             "species and a wall",
                             gravel_yaml_text(between, found, sizeof found));
    for (size_t k = 0; k < 2; k++) {
        const enum gravel_status status = read_side(reader, names, &between->items[k], &side[k]);
        if (status != GRAVEL_OK)
            return status;
    }
    if (side[0] < 0 && side[1] < 0)
        return gravel_refuse(reader, between, "contacts.between: found two walls, allowed a species and a wall");
    const bool swap = side[0] < 0 || (side[1] >= 0 && side[1] < side[0]);
    const int32_t one = side[swap], other = side[!swap];
    snprintf(section, size, "contacts.%s+%s", names->species[one],
             other >= 0 ? names->species[other] : names->walls[-1 - other]);
    return GRAVEL_OK;
}

/* Where the section is stated before; 0: nowhere. */
static int
stated_at(const struct gravel_case *c, const char *section)
{
    for (size_t k = 0; k < c->n_sections; k++)
        if (strcmp(c->sections[k].path, section) == 0)
            return c->sections[k].line;
    return 0;
}

enum gravel_status
gravel_read_contacts(struct gravel_reader *reader, const struct gravel_yaml *list)
{
    char found[96], section[GRAVEL_SECTION_MAX];
    struct names names;
    if (list->kind != GRAVEL_YAML_LIST || list->n == 0)
        return gravel_refuse(reader, list, "contacts: found %s, allowed a list of mappings with between",
                             gravel_yaml_text(list, found, sizeof found));
    if (list->n > GRAVEL_CONTACTS_MAX)
        return gravel_refuse(reader, list, "contacts: found %zu, allowed at most %d", list->n,
                             (int)GRAVEL_CONTACTS_MAX);
    find_names(&reader->c->parameters, &names);
    for (size_t k = 0; k < list->n; k++) {
        const struct gravel_yaml *item = &list->items[k];
        enum gravel_status status = read_between(reader, &names, item, section, sizeof section);
        if (status != GRAVEL_OK)
            return status;
        const int line = stated_at(reader->c, section);
        if (line > 0)
            return gravel_refuse(reader, item, "%s: found again, stated in line %d, allowed once in either order",
                                 section, line);
        if (item->n < 2)
            return gravel_refuse(reader, item,
                                 "%s: found nothing but between, allowed a key that differs from the "
                                 "default",
                                 section);
        status = gravel_case_add_section(reader->c, section, item->line, item->column, reader->error);
        if (status == GRAVEL_OK)
            status = gravel_read_section(reader, item, section, gravel_keys_contact, "between", &reader->c->parameters);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

/* What is stated of one contact, below its section. */
struct statement {
    const struct gravel_options *parameters;
    const char *section;
    bool at_wall;
};

/* Keys that a wall's contact has itself; at a wall they do not change the pair of equal beads. */
static bool
is_of_wall(const char *name)
{
    char key[64];
    snprintf(key, sizeof key, "contact.%s", name);
    return gravel_schema_key(gravel_keys_wall, key) != NULL;
}

static bool
states(const struct statement *s, const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s.%s", s->section, name);
    return gravel_options_has(s->parameters, path);
}

/* Whether the material that the contact begins with is changed by this key. */
static bool
changes(const struct statement *s, const char *name)
{
    return states(s, name) && !(s->at_wall && is_of_wall(name));
}

/* Lay a stated value over the one at `to`; `name` is that of the key in the section. */
static void
overlay(const struct statement *s, const struct gravel_key *key, const char *name, void *to)
{
    struct gravel_key one[2] = {*key, {NULL}};
    one[0].name = name;
    gravel_options_read(s->parameters, s->section, one, to);
}

/* The key that states the normal force, of which a material has one. */
static const char *
normal_force(const struct gravel_case_material *m)
{
    return !isnan(m->contact_time)   ? "contact_time"
           : !isnan(m->stiffness)    ? "stiffness"
           : !isnan(m->rate_squared) ? "rate_squared"
           : !isnan(m->young)        ? "young"
           : !isnan(m->energy)       ? "energy"
                                     : "";
}

/* Another statement of the normal force replaces the default's, with what belongs to it. */
static void
drop_normal_force(const struct statement *s, struct gravel_case_material *m)
{
    static const char *const keys[] = {"contact_time", "stiffness", "rate_squared", "young", "energy"};
    const char *other = NULL;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (changes(s, keys[k]) && strcmp(keys[k], normal_force(m)) != 0)
            other = keys[k];
    if (other == NULL)
        return;
    m->contact_time = m->stiffness = m->damping = m->rate_squared = m->damping_rate = NAN;
    m->young = m->poisson = m->energy = NAN;
    if (m->law == GRAVEL_LAW_LINEAR && (strcmp(other, "stiffness") == 0 || strcmp(other, "rate_squared") == 0))
        m->restitution = NAN;
}

/* Lay all that is stated over the material of a pair, at a wall over that of a pair of equal beads. */
static void
overlay_material(const struct statement *s, struct gravel_case_material *m)
{
    drop_normal_force(s, m);
    if (changes(s, "tangential_law") || changes(s, "tangential_stiffness")) {
        m->tangential_law = -1;
        m->tangential_stiffness = NAN;
    }
    if (changes(s, "tangential_restitution"))
        m->tangential_damping = NAN;
    if (changes(s, "restitution_law"))
        m->restitution_exponent = NAN;
    for (const struct gravel_key *key = gravel_keys_material; key->name != NULL; key++)
        if (changes(s, key->name))
            overlay(s, key, key->name, m);
}

/* Lay what is stated over the wall's contact; another rule replaces the default's, with what belongs to it. */
static void
overlay_wall(const struct statement *s, struct gravel_case_wall_contact *contact)
{
    struct gravel_case_wall wall = {.contact = *contact};
    const size_t prefix = strlen("contact.");
    if (states(s, "rule"))
        wall.contact.restitution = wall.contact.dashpot = wall.contact.young = wall.contact.poisson = NAN;
    for (const struct gravel_key *key = gravel_keys_wall; key->name != NULL; key++)
        if (strncmp(key->name, "contact.", prefix) == 0 && states(s, key->name + prefix))
            overlay(s, key, key->name + prefix, &wall);
    *contact = wall.contact;
}

/* The next section below "contacts" from option *k on. */
static bool
next_section(const struct gravel_options *parameters, size_t *k, char *section)
{
    const char *path = NULL;
    for (; *k < parameters->n && path == NULL; ++*k) {
        const char *here = parameters->items[*k].path, *dot = strrchr(here, '.');
        const size_t length = dot != NULL ? (size_t)(dot - here) : 0;
        if (strncmp(here, "contacts.", strlen("contacts.")) != 0 || length >= GRAVEL_SECTION_MAX ||
            (strncmp(section, here, length) == 0 && section[length] == '\0'))
            continue;
        path = here;
        snprintf(section, GRAVEL_SECTION_MAX, "%.*s", (int)length, here);
    }
    return path != NULL;
}

/* The two sides of a section. */
static void
find_sides(struct names *names, const char *section, int32_t *species, int32_t *partner)
{
    char one[GRAVEL_SECTION_MAX], *other;
    snprintf(one, sizeof one, "%s", section + strlen("contacts."));
    other = strchr(one, '+');
    *other++ = '\0';
    *species = (int32_t)position(names->species, names->n_species, one);
    const size_t second = position(names->species, names->n_species, other);
    *partner =
        second < names->n_species ? (int32_t)second : -1 - (int32_t)position(names->walls, names->n_walls, other);
}

void
gravel_describe_contacts(struct gravel_description *d, const struct gravel_options *parameters)
{
    struct names names;
    char section[GRAVEL_SECTION_MAX] = "";
    find_names(parameters, &names);
    d->n_contacts = 0;
    for (size_t k = 0; d->n_contacts < GRAVEL_CONTACTS_MAX && next_section(parameters, &k, section);) {
        struct gravel_case_contact *c = &d->contacts[d->n_contacts++];
        snprintf(c->section, sizeof c->section, "%s", section);
        find_sides(&names, section, &c->species, &c->partner);
        const struct statement s = {parameters, c->section, c->partner < 0};
        c->material = d->material;
        c->own_moduli = changes(&s, "young") || changes(&s, "poisson");
    }
    /* Pairs first: a wall begins with the pair of equal beads. */
    for (int walls = 0; walls < 2; walls++)
        for (size_t k = 0; k < d->n_contacts; k++) {
            struct gravel_case_contact *c = &d->contacts[k];
            const struct statement s = {parameters, c->section, c->partner < 0};
            const size_t beads = gravel_description_contact(d, c->species, c->species);
            if (s.at_wall != (walls == 1))
                continue;
            if (s.at_wall && beads < d->n_contacts) {
                c->material = d->contacts[beads].material;
                c->own_moduli = d->contacts[beads].own_moduli;
            }
            overlay_material(&s, &c->material);
            if (!s.at_wall)
                continue;
            c->wall = d->walls[-1 - c->partner].contact;
            overlay_wall(&s, &c->wall);
        }
}

size_t
gravel_description_contact(const struct gravel_description *d, int32_t species, int32_t partner)
{
    for (size_t k = 0; k < d->n_contacts; k++) {
        const struct gravel_case_contact *c = &d->contacts[k];
        if ((c->species == species && c->partner == partner) || (c->species == partner && c->partner == species))
            return k;
    }
    return d->n_contacts;
}
