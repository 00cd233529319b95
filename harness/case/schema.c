#include "harness/case/schema.h"

#include "cases/measure/measure.h"
#include "cases/prepare/prepare.h"
#include "harness/case/case.h"
#include "harness/stats/fit.h"
#include "harness/util/suggest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FROM_ZERO .min = 0.0, .max = INFINITY
#define REAL .type = GRAVEL_TYPE_REAL
#define INT .type = GRAVEL_TYPE_INT
#define BOOL .type = GRAVEL_TYPE_BOOL
#define TEXT .type = GRAVEL_TYPE_TEXT
#define CHOICE .type = GRAVEL_TYPE_CHOICE
#define VEC3 .type = GRAVEL_TYPE_VEC3
#define REQUIRED .flags = GRAVEL_REQUIRED
#define OPTIONAL .flags = GRAVEL_OPTIONAL
#define OPTIONAL_ABOVE .flags = GRAVEL_OPTIONAL | GRAVEL_ABOVE_MIN

const struct gravel_key gravel_keys_head[] = {
    {"name", TEXT, REQUIRED, .help = "lower-case letters, digits and hyphens; the file is called <name>.yaml"},
    {"family", TEXT, REQUIRED, .help = "folder of the catalogue and chapter of the report"},
    {"title", TEXT, REQUIRED, .help = "one line for lists and headings"},
    {"asks", TEXT, OPTIONAL, .help = "the question that the case answers"},
    {"source.key", TEXT, OPTIONAL, .help = "key of the document that the case follows"},
    {"source.where", TEXT, OPTIONAL, .help = "section, figure or equation there"},
    {"replicates", INT, .unit = "1", .min = 1, .max = 10000, .fallback = "1",
     .help = "independent runs of every point, each with its own seed"},
    {"seed", INT, .unit = "1", .min = 0, .max = 0x1p53, .fallback = "1", .help = "first cause of all random numbers"},
    {NULL},
};

const struct gravel_key gravel_keys_space[] = {
    {"dimension", INT, REQUIRED, .unit = "1", .min = 1, .max = 3,
     .help = "1: the z axis; 2: the (x, z) plane; 3: space"},
    {"gravity", VEC3, .unit = "m/s^2", .fallback = "[0, 0, 0]", .help = "acceleration of free fall"},
    {NULL},
};

const struct gravel_key gravel_keys_box[] = {
    {"periodic_x", BOOL, .fallback = "false", .help = "what leaves on one side enters on the other"},
    {"periodic_y", BOOL, .fallback = "false", .help = "the same along y"},
    {"periodic_z", BOOL, .fallback = "false", .help = "the same along z"},
    {"low", VEC3, OPTIONAL, .unit = "m", .help = "lower corner; used on periodic axes"},
    {"high", VEC3, OPTIONAL, .unit = "m", .help = "upper corner; used on periodic axes"},
    {NULL},
};

const struct gravel_key gravel_keys_particles[] = {
    {"count", INT, REQUIRED, .unit = "1", .min = 1, .max = 1e7, .help = "number of particles of this species"},
    {"diameter", REAL, OPTIONAL_ABOVE, .unit = "m", FROM_ZERO, .help = "either this or the radius"},
    {"radius", REAL, OPTIONAL_ABOVE, .unit = "m", FROM_ZERO, .help = "either this or the diameter"},
    {"distribution", CHOICE, OPTIONAL, .choices = "uniform|log-normal",
     .help = "of the sizes about the stated one, which is the mean or the median; without it all are equal"},
    {"spread", REAL, .flags = GRAVEL_OPTIONAL | GRAVEL_ABOVE_MIN | GRAVEL_BELOW_MAX, .unit = "1", .min = 0, .max = 1,
     .help = "uniform: half width over the mean; log-normal: standard deviation of ln d"},
    {"truncation", REAL, OPTIONAL_ABOVE, .unit = "1", .min = 0, .max = 10,
     .help = "log-normal: no ln d is farther from the median's than this many standard deviations"},
    {"density", REAL, OPTIONAL_ABOVE, .unit = "kg/m^3", FROM_ZERO,
     .help = "of the material; the mass is that of a sphere, in every dimension; either this or the mass"},
    {"mass", REAL, OPTIONAL_ABOVE, .unit = "kg", FROM_ZERO,
     .help = "of a particle of the stated size; either this or the density"},
    {NULL},
};

const struct gravel_key gravel_keys_material[] = {
    {"law", CHOICE, REQUIRED, .choices = "linear|hertz|hertz-kuwabara-kono|taguchi|general|lennard-jones",
     .help =
         "normal force K x^(1+beta) + D x^gamma x': the exponents are (0,0), (1/2,0), (1/2,1/2), (1/2,1/4), or stated; "
         "or the truncated Lennard-Jones potential, whose cut-off the diameter is, with a linear dashpot"},
    {"beta", REAL, OPTIONAL, .unit = "1", .min = 0, .max = 2, .help = "elastic exponent of the general law"},
    {"gamma", REAL, OPTIONAL, .unit = "1", .min = 0, .max = 2, .help = "dissipative exponent of the general law"},
    {"cohesionless", BOOL, .fallback = "false",
     .help = "the contact ends at zero force; otherwise at zero overlap, with the dashpot's tensile tail"},
    {"restitution", REAL, OPTIONAL, .unit = "1", .min = 0, .max = 1,
     .help = "normal restitution of a pair; states a linear law together with contact_time"},
    {"contact_time", REAL, OPTIONAL_ABOVE, .unit = "s", FROM_ZERO, .help = "duration of a pair contact, linear law"},
    {"stiffness", REAL, OPTIONAL_ABOVE, .unit = "N/m^(1+beta)", FROM_ZERO, .help = "K; together with damping"},
    {"damping", REAL, OPTIONAL, .unit = "N s/m^(1+gamma)", FROM_ZERO, .help = "D; together with stiffness"},
    {"rate_squared", REAL, OPTIONAL_ABOVE, .unit = "1/(s^2 m^beta)", FROM_ZERO,
     .help = "w0^2 = K/m_red; together with damping_rate"},
    {"damping_rate", REAL, OPTIONAL, .unit = "1/(s m^gamma)", FROM_ZERO,
     .help = "2 mu = D/m_red; together with rate_squared or energy"},
    {"energy", REAL, OPTIONAL_ABOVE, .unit = "J", FROM_ZERO,
     .help = "epsilon of the Lennard-Jones law; together with damping_rate"},
    {"young", REAL, OPTIONAL_ABOVE, .unit = "Pa", FROM_ZERO,
     .help = "Young modulus; together with poisson and restitution"},
    {"poisson", REAL, OPTIONAL_ABOVE, .unit = "1", .min = -1, .max = 0.5, .help = "Poisson ratio; together with young"},
    {"reference_velocity", REAL, .unit = "m/s", FROM_ZERO, .fallback = "0",
     .help = "approach speed at which restitution holds, where it depends on the speed"},
    {"restitution_law", CHOICE, .choices = "constant|power|bizon", .fallback = "constant",
     .help = "restitution of hard spheres: constant, 1-(1-e)(v/v_ref)^p, or Bizon et al. 1998"},
    {"restitution_exponent", REAL, OPTIONAL, .unit = "1", .min = -2, .max = 2, .help = "p of the power law"},
    {"rotation", BOOL, .fallback = "false", .help = "particles carry spin"},
    {"tangential_restitution", REAL, .unit = "1", .min = -1, .max = 1, .fallback = "1",
     .help = "1: perfectly smooth surfaces"},
    {"friction", REAL, .unit = "1", FROM_ZERO, .fallback = "0", .help = "Coulomb coefficient; 0: no such limit"},
    {"rolling_friction", REAL, .unit = "1", FROM_ZERO, .fallback = "0",
     .help = "mu_r: torque mu_r R F against the relative spin, R = r1 r2/(r1 + r2); needs rotation; soft spheres only"},
    {"tangential_stiffness", REAL, OPTIONAL_ABOVE, .unit = "1", FROM_ZERO,
     .help = "k_t/k of a tangential spring with history beside the tangential dashpot, of stiffness k_t x^beta; "
             "without it no "
             "spring; soft spheres only"},
    {NULL},
};

const struct gravel_key gravel_keys_wall[] = {
    {"shape", CHOICE, REQUIRED, .choices = "plane|disk|cylinder|ring|line|point|rectangle|segment",
     .help = "of zero thickness, live on both faces"},
    {"origin", VEC3, .unit = "m", .fallback = "[0, 0, 0]", .help = "a point of it; the centre of finite shapes"},
    {"axis", VEC3, .unit = "1", .fallback = "[0, 0, 1]",
     .help = "normal of flat shapes, axis or direction of the others; any length"},
    {"edge", VEC3, OPTIONAL, .unit = "1", .help = "direction of a rectangle's first side"},
    {"radius", REAL, OPTIONAL_ABOVE, .unit = "m", FROM_ZERO, .help = "of a disk, cylinder or ring"},
    {"length", REAL, OPTIONAL_ABOVE, .unit = "m", FROM_ZERO,
     .help = "of a rectangle's first side, a segment or a cylinder; without it a cylinder is infinite"},
    {"width", REAL, OPTIONAL_ABOVE, .unit = "m", FROM_ZERO, .help = "of a rectangle's other side"},
    {"touch", CHOICE, .choices = "bounce|stick|absorb", .fallback = "bounce",
     .help = "what becomes of a particle that touches: it rebounds, is attached from then on, or leaves"},
    {"contact.rule", CHOICE, OPTIONAL, .choices = "same-force-constants|restitution|scaled-dashpot",
     .help = "walls that bounce must say: K and D of a pair of equal beads with m_red = m, an own restitution, or K "
             "and a multiple of D"},
    {"contact.restitution", REAL, OPTIONAL, .unit = "1", .min = 0, .max = 1, .help = "with the rule restitution"},
    {"contact.dashpot", REAL, OPTIONAL, .unit = "1", FROM_ZERO,
     .help = "with the rule scaled-dashpot: D of the wall over that of a pair"},
    {"contact.tangential_restitution", REAL, .unit = "1", .min = -1, .max = 1, .fallback = "1",
     .help = "1: perfectly smooth"},
    {"contact.friction", REAL, .unit = "1", FROM_ZERO, .fallback = "0", .help = "Coulomb coefficient"},
    {"contact.rolling_friction", REAL, .unit = "1", FROM_ZERO, .fallback = "0",
     .help = "mu_r of the material, R the particle's radius; needs rotation; soft spheres only"},
    {"motion.velocity", VEC3, .unit = "m/s", .fallback = "[0, 0, 0]", .help = "constant translation"},
    {"motion.amplitude", REAL, OPTIONAL, .unit = "m", FROM_ZERO, .help = "A0 of the vibration"},
    {"motion.direction", VEC3, OPTIONAL, .unit = "1",
     .help = "of the vibration, of any length; without it the axis; planes only"},
    {"motion.acceleration", REAL, OPTIONAL, .unit = "1", FROM_ZERO, .help = "alpha = A0 w^2/g, which fixes A0"},
    {"motion.peak_velocity", REAL, OPTIONAL, .unit = "m/s", FROM_ZERO, .help = "A0 w, which fixes A0"},
    {"motion.frequency", REAL, OPTIONAL_ABOVE, .unit = "1/s", FROM_ZERO, .help = "w/(2 pi)"},
    {"motion.phase", REAL, .unit = "rad", .min = -100, .max = 100, .fallback = "0", .help = "at t = 0"},
    {"rotation.rate", REAL, OPTIONAL, .unit = "rad/s", .help = "about the axis through the origin"},
    {"rotation.froude", REAL, OPTIONAL, .unit = "1", FROM_ZERO,
     .help = "Fr = rate^2 reference_radius/g, which fixes the rate"},
    {"rotation.reference_radius", REAL, OPTIONAL_ABOVE, .unit = "m", FROM_ZERO, .help = "R of the Froude number"},
    {"rotation.ramp", REAL, .unit = "s", FROM_ZERO, .fallback = "0", .help = "time of constant angular acceleration"},
    {NULL},
};

const struct gravel_key gravel_keys_run[] = {
    {"time", REAL, OPTIONAL_ABOVE, .unit = "s", FROM_ZERO,
     .help = "length of the run; or periods, or dissipation_times"},
    {"periods", REAL, OPTIONAL_ABOVE, .unit = "1", FROM_ZERO, .help = "length in periods of the first vibrating wall"},
    {"dissipation_times", REAL, OPTIONAL_ABOVE, .unit = "1", FROM_ZERO,
     .help = "length in units of pi A0 w/(g X^1.5), X = N(1-e), of the first vibrating wall (S3 Eq. 41a)"},
    {"samples", INT, .unit = "1", .min = 1, .max = 1e7, .fallback = "200", .help = "number of sampling intervals"},
    {"until", CHOICE, .choices = "time|separated", .fallback = "time",
     .help = "separated: stop as soon as no two beads of a 1D column can meet again; the length is the limit"},
    {"overlap", REAL, OPTIONAL, .unit = "1", .min = 0, .max = 0.5,
     .help = "largest overlap of soft spheres, in diameters, that leaves the run sound; without it 0.2"},
    {"steady", BOOL, .fallback = "false", .help = "find the transient and leave it out of the averages"},
    {NULL},
};

const struct gravel_key gravel_keys_axis[] = {
    {"key", TEXT, OPTIONAL, .help = "path of the parameter that changes"},
    {"keys", TEXT, OPTIONAL, .help = "list of paths that change together"},
    {"values", TEXT, OPTIONAL, .help = "list of values; of lists, one for each of keys"},
    {"log", TEXT, OPTIONAL, .help = "{from, to, count}: equal ratios"},
    {"linear", TEXT, OPTIONAL, .help = "{from, to, count}: equal steps"},
    {NULL},
};

const struct gravel_key gravel_keys_range[] = {
    {"from", REAL, REQUIRED, .help = "first value"},
    {"to", REAL, REQUIRED, .help = "last value"},
    {"count", INT, REQUIRED, .unit = "1", .min = 2, .max = 10000, .help = "number of values"},
    {NULL},
};

const struct gravel_key gravel_keys_check[] = {
    {"reference", TEXT, OPTIONAL, .help = "id of the claim: its value, error and kind of evidence"},
    {"measure", TEXT, OPTIONAL, .help = "observable that is compared with the reference"},
    {"agree", TEXT, OPTIONAL, .help = "observable in which two engines agree within a tolerance"},
    {"differ", TEXT, OPTIONAL, .help = "observable in which two engines differ by at_least"},
    {"collapse", TEXT, OPTIONAL,
     .help = "observable that depends on the number `along` only: equal at equal values, or with degree within "
             "the tolerance of the polynomial through all points"},
    {"rises", TEXT, OPTIONAL, .help = "observable that rises along a number"},
    {"falls", TEXT, OPTIONAL, .help = "observable that falls along a number"},
    {"slope", TEXT, OPTIONAL, .help = "observable whose log-log slope along a number is the reference's value"},
    {"fit", TEXT, OPTIONAL,
     .help = "observable through which a polynomial in the number `along` is fitted; what it gives is compared with "
             "the reference"},
    {"bound", TEXT, OPTIONAL, .help = "observable, counter or invariant:<name> that stays in [from, to]"},
    {"crossing", TEXT, OPTIONAL,
     .help =
         "observable that crosses level, in [from, to] or at the reference's value of `along`; with two engines: their "
         "relative difference in it"},
    {"along", TEXT, OPTIONAL, .help = "an observable, counter or numeric parameter"},
    {"over", TEXT, OPTIONAL,
     .help =
         "swept key that moves a point along the curve, where `along` is an observable; other axes tell curves apart"},
    {"level", REAL, OPTIONAL, .help = "level of crossing"},
    {"engine", TEXT, OPTIONAL, .help = "one engine or a list; default: all of the case"},
    {"engines", TEXT, OPTIONAL, .help = "the two engines of agree and differ"},
    {"within", REAL, OPTIONAL, FROM_ZERO, .help = "systematic tolerance"},
    {"relative", BOOL, .fallback = "false", .help = "the tolerance is a fraction"},
    {"at_least", REAL, OPTIONAL_ABOVE, FROM_ZERO, .help = "least difference of differ"},
    {"from", REAL, OPTIONAL, .help = "lower bound"},
    {"to", REAL, OPTIONAL, .help = "upper bound"},
    {"degree", INT, OPTIONAL, .unit = "1", .min = 1, .max = GRAVEL_POLYNOMIAL_MAX,
     .help = "of the polynomial of fit or collapse"},
    {"constant", REAL, OPTIONAL, .help = "of fit: the polynomial's value at 0; without it, free"},
    {"gives", CHOICE, OPTIONAL, .choices = "zero|c0|c1|c2|c3|c4",
     .help = "of fit: the smallest positive zero, or a coefficient"},
    {"where", TEXT, OPTIONAL, .help = "mapping: number -> value or {from, to}, parameter -> text"},
    {"tier", CHOICE, OPTIONAL, .choices = "quick|full",
     .help = "the only tier in which the check is made; default: both"},
    {"title", TEXT, OPTIONAL, .help = "what the check says, in words"},
    {NULL},
};

const struct gravel_key gravel_keys_figure[] = {
    {"title", TEXT, OPTIONAL, .help = "heading"},
    {"caption", TEXT, REQUIRED, .help = "what is to be seen"},
    {"x", TEXT, OPTIONAL, .help = "mapping, see figures.x"},
    {"y", TEXT, OPTIONAL, .help = "mapping, see figures.x"},
    {"series", TEXT, OPTIONAL, .help = "list of numbers, or engine: one curve for every combination"},
    {"references", TEXT, OPTIONAL, .help = "list of ids that are drawn in"},
    {"table", TEXT, OPTIONAL, .help = "draw this table of every record instead of one point a record"},
    {"style", CHOICE, .choices = "curves|snapshot|trajectories|table|map", .fallback = "curves",
     .help = "kind of figure; table: the numbers of curves, one row an x, one column a curve; map: relative difference "
             "of the two engines in `colour` "
             "over the plane of x and y"},
    {"colour", TEXT, OPTIONAL,
     .help = "column that colours the particles of a snapshot; observable that a map compares"},
    {"arrows", TEXT, OPTIONAL,
     .help = "two columns, the components on x and y: an arrow at every row of a snapshot's table"},
    {"magnify", REAL, FROM_ZERO, .fallback = "1", .help = "length of the arrows over that of their components"},
    {"each", TEXT, OPTIONAL, .help = "one panel for every value of this number"},
    {"where", TEXT, OPTIONAL, .help = "as in checks"},
    {"headline", BOOL, .fallback = "false", .help = "stands at the head of the report"},
    {NULL},
};

const struct gravel_key gravel_keys_figure_axis[] = {
    {"measure", TEXT, REQUIRED, .help = "a number of the record, or a column of the table"},
    {"label", TEXT, OPTIONAL, .help = "with symbol and unit"},
    {"log", BOOL, .fallback = "false", .help = "logarithmic scale"},
    {"from", REAL, OPTIONAL, .help = "lower end"},
    {"to", REAL, OPTIONAL, .help = "upper end"},
    {NULL},
};

const struct gravel_key *
gravel_schema_key(const struct gravel_key *keys, const char *name)
{
    for (; keys != NULL && keys->name != NULL; keys++)
        if (strcmp(keys->name, name) == 0)
            return keys;
    return NULL;
}

size_t
gravel_schema_names(const struct gravel_options *parameters, const char *section, char (*names)[32], size_t max)
{
    const size_t length = strlen(section);
    size_t n = 0;
    for (size_t k = 0; k < parameters->n; k++) {
        const char *path = parameters->items[k].path;
        if (strncmp(path, section, length) != 0 || path[length] != '.')
            continue;
        const char *name = path + length + 1, *end = strchr(name, '.');
        const size_t size = end != NULL ? (size_t)(end - name) : 0;
        if (size == 0 || size >= sizeof names[0] ||
            (n > 0 && strncmp(names[n - 1], name, size) == 0 && names[n - 1][size] == '\0'))
            continue;
        if (n == max)
            break;
        snprintf(names[n++], sizeof names[0], "%.*s", (int)size, name);
    }
    return n;
}

/* The keys of an engine, generator or measure; NULL when there is no such name. */
static const struct gravel_key *
registered_keys(const char *section, const char *name)
{
    static const struct gravel_key none[] = {{NULL}};
    const struct gravel_key *keys = NULL;
    if (strcmp(section, "engines") == 0) {
        const struct gravel_engine_ops *engine = gravel_engine_find(name);
        if (engine == NULL)
            return NULL;
        keys = engine->options;
    } else if (strcmp(section, "prepare") == 0) {
        const struct gravel_prepare_ops *prepare = gravel_prepare_find(name);
        if (prepare == NULL)
            return NULL;
        keys = prepare->options;
    } else {
        const struct gravel_measure_ops *measure = gravel_measure_find(name);
        if (measure == NULL)
            return NULL;
        keys = measure->options;
    }
    return keys != NULL ? keys : none;
}

static const struct gravel_key *
lookup(const char *path, const struct gravel_options *parameters)
{
    static const struct {
        const char *section;
        const struct gravel_key *keys;
        bool named;
    } sections[] = {
        {"box", gravel_keys_box, false},   {"material", gravel_keys_material, false},
        {"run", gravel_keys_run, false},   {"particles", gravel_keys_particles, true},
        {"walls", gravel_keys_wall, true}, {"engines", NULL, true},
        {"prepare", NULL, true},           {"measure", NULL, true},
    };
    const char *dot = strchr(path, '.');
    if (dot == NULL)
        return gravel_schema_key(gravel_keys_space, path);
    for (size_t k = 0; k < sizeof sections / sizeof sections[0]; k++) {
        const char *section = sections[k].section, *rest = dot + 1, *end = strchr(rest, '.');
        if (strncmp(path, section, (size_t)(dot - path)) != 0 || section[dot - path] != '\0')
            continue;
        const bool single =
            sections[k].keys == gravel_keys_particles && gravel_options_has(parameters, "particles.count");
        if (!sections[k].named || single)
            return gravel_schema_key(sections[k].keys, rest);
        char name[64];
        if (end == NULL || (size_t)(end - rest) >= sizeof name)
            return NULL;
        snprintf(name, sizeof name, "%.*s", (int)(end - rest), rest);
        const struct gravel_key *keys = sections[k].keys != NULL ? sections[k].keys : registered_keys(section, name);
        /* The wall, engine, ... must be one of this case. */
        for (size_t p = 0; p < parameters->n; p++)
            if (strncmp(parameters->items[p].path, path, (size_t)(end + 1 - path)) == 0)
                return gravel_schema_key(keys, end + 1);
        return NULL;
    }
    return NULL;
}

const struct gravel_key *
gravel_schema_find(const char *path, const struct gravel_options *parameters, struct gravel_error *error)
{
    const struct gravel_key *key = lookup(path, parameters);
    if (key == NULL) {
        char text[96];
        struct gravel_suggestion suggestion = {.word = path};
        for (size_t k = 0; k < parameters->n; k++)
            gravel_suggest(&suggestion, parameters->items[k].path);
        gravel_fail(error, GRAVEL_INPUT, "%.120s: found no such parameter in this case%s", path,
                    gravel_suggestion_text(&suggestion, text, sizeof text));
    }
    return key;
}

static void
print_section(void (*print)(void *self, const char *prefix, const struct gravel_key *key), void *self,
              const char *prefix, const char *name, const struct gravel_key *keys)
{
    char full[96];
    snprintf(full, sizeof full, "%s%s%s", prefix, name[0] != '\0' ? "." : "", name);
    for (; keys != NULL && keys->name != NULL; keys++)
        print(self, full, keys);
}

void
gravel_case_schema(void (*print)(void *self, const char *prefix, const struct gravel_key *key), void *self)
{
    print_section(print, self, "", "", gravel_keys_head);
    print_section(print, self, "", "", gravel_keys_space);
    print_section(print, self, "box", "", gravel_keys_box);
    print_section(print, self, "particles", "", gravel_keys_particles);
    print_section(print, self, "material", "", gravel_keys_material);
    print_section(print, self, "walls", "<name>", gravel_keys_wall);
    print_section(print, self, "run", "", gravel_keys_run);
    for (size_t k = 0; gravel_prepares[k] != NULL; k++)
        print_section(print, self, "prepare", gravel_prepares[k]->name, gravel_prepares[k]->options);
    for (size_t k = 0; gravel_engines[k] != NULL; k++)
        print_section(print, self, "engines", gravel_engines[k]->name, gravel_engines[k]->options);
    for (size_t k = 0; gravel_measures[k] != NULL; k++)
        print_section(print, self, "measure", gravel_measures[k]->name, gravel_measures[k]->options);
    print_section(print, self, "sweep", "", gravel_keys_axis);
    print_section(print, self, "sweep", "log", gravel_keys_range);
    print_section(print, self, "checks", "", gravel_keys_check);
    print_section(print, self, "figures", "", gravel_keys_figure);
    print_section(print, self, "figures", "x", gravel_keys_figure_axis);
}
