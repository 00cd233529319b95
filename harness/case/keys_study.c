/* Keys of what is done with the system: sections that are no parameters of a point. */
#include "harness/case/key_words.h"
#include "harness/case/keys.h"
#include "harness/case/tier.h"
#include "harness/stats/fit.h"

const struct gravel_key gravel_keys_head[] = {
    {"name", TEXT, REQUIRED,
     .help = "lower-case letters, digits and hyphens; records and exports tell cases apart by it "
             "alone, so that no two may have one name; files of the catalogue are called <name>.yaml"},
    {"family", TEXT, REQUIRED, .help = "folder of the catalogue and chapter of the report"},
    {"title", TEXT, REQUIRED, .help = "one line for lists and headings"},
    {"asks", TEXT, OPTIONAL, .help = "the question that the case answers"},
    {"source.key", TEXT, OPTIONAL, .help = "key of the document that the case follows"},
    {"source.where", TEXT, OPTIONAL, .help = "section, figure or equation there"},
    {"replicates", INT, .unit = "1", .min = 1, .max = 10000, .fallback = "1",
     .help = "independent runs of every point, each with its own seed"},
    {"seed", INT, .unit = "1", .min = 0, .max = 0x1p53, .fallback = "1", .help = "seed of all random number streams"},
    {NULL},
};

const struct gravel_key gravel_keys_output[] = {
    {"every", REAL, OPTIONAL_ABOVE, .unit = "s", FROM_ZERO,
     .help = "time between frames; without it there is a frame at the start and at every sample"},
    {"fields", TEXT, .fallback = "id species position velocity radius",
     .help = "words among: id species position image unwrapped velocity spin radius mass attached"},
    {"formats", TEXT, .fallback = "xyz", .help = "words among: csv h5md lammps-dump vtp xyz; one series in each"},
    {"contacts", BOOL, .fallback = "false",
     .help = "also a table, contacts.csv with pair, force and overlap at every frame; of an engine whose contacts take "
             "no time, collisions.csv with pair, normal and impulse of every collision"},
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

const struct gravel_key gravel_keys_change[] = {
    {"check", TEXT, OPTIONAL,
     .help = "the reference of a check of the case, or its kind and observable; without it: the whole case"},
    {"what", TEXT, REQUIRED, .help = "what was changed: a tolerance, a bound, a place, a length"},
    {"from", TEXT, OPTIONAL, .help = "what it was before; without it: there was nothing"},
    {"to", TEXT, REQUIRED, .help = "what it is now"},
    {"reason", TEXT, REQUIRED, .help = "why"},
    {"date", TEXT, REQUIRED, .help = "year-month-day"},
    {NULL},
};

const struct gravel_key gravel_keys_check[] = {
    {"reference", TEXT, OPTIONAL, .help = "id of the claim: its value, error and kind of evidence"},
    {"measure", TEXT, OPTIONAL, .help = "observable that is compared with the reference"},
    {"agree", TEXT, OPTIONAL, .help = "observable in which two engines agree within a tolerance"},
    {"differ", TEXT, OPTIONAL,
     .help = "observable in which two engines differ: that of the first less that of the second lies in [from, to]"},
    {"collapse", TEXT, OPTIONAL,
     .help = "observable that depends on the number `along` only: equal at equal values, or with degree within "
             "the tolerance of the polynomial through all points"},
    {"rises", TEXT, OPTIONAL, .help = "observable that rises along a number"},
    {"falls", TEXT, OPTIONAL, .help = "observable that falls along a number"},
    {"slope", TEXT, OPTIONAL,
     .help = "observable whose log-log slope along a number is the reference's value; with two engines: the slope of "
             "their relative difference in it"},
    {"fit", TEXT, OPTIONAL,
     .help = "observable, or of two engines their relative difference in it, through which a polynomial in the number "
             "`along` is fitted; what it gives is compared with the reference"},
    {"bound", TEXT, OPTIONAL, .help = "observable, counter or invariant:<name> that stays in [from, to]"},
    {"crossing", TEXT, OPTIONAL,
     .help =
         "observable that crosses level, in [from, to] or at the reference's value of `along`; with two engines: their "
         "relative difference in it"},
    {"along", TEXT, OPTIONAL, .help = "an observable, counter or numeric parameter"},
    {"over", TEXT, OPTIONAL,
     .help =
         "swept key that moves a point along the curve, where `along` is an observable; other axes separate curves"},
    {"level", REAL, OPTIONAL, .help = "level of crossing"},
    {"direction", CHOICE, OPTIONAL, .choices = "rising|falling",
     .help = "of crossing of one engine, which needs it: how the observable goes through level along the curve"},
    {"engine", TEXT, OPTIONAL, .help = "one engine or a list; default: all of the case"},
    {"engines", TEXT, OPTIONAL, .help = "the two engines of agree and differ"},
    {"within", REAL, OPTIONAL, FROM_ZERO,
     .help = "tolerance, in the place of the reference's uncertainty; of rises and falls: of a step back; of bound: "
             "from is "
             "lowered and to raised by it"},
    {"relative", BOOL, .fallback = "false",
     .help = "within, at_least, and from and to of differ are fractions; needs one of these"},
    {"at_least", REAL, OPTIONAL_ABOVE, FROM_ZERO, .help = "rises, falls: least change from end to end"},
    {"from", REAL, OPTIONAL, .help = "lower bound; of differ, of the signed difference"},
    {"to", REAL, OPTIONAL, .help = "upper bound; of differ, of the signed difference"},
    {"every_run", BOOL, .fallback = "false",
     .help = "of bound: of every replicate, each a decision, not of their mean"},
    {"degree", INT, OPTIONAL, .unit = "1", .min = 1, .max = GRAVEL_POLYNOMIAL_MAX,
     .help = "of the polynomial of fit or collapse"},
    {"constant", REAL, OPTIONAL, .help = "of fit: the polynomial's value at 0; without it, free"},
    {"gives", CHOICE, OPTIONAL, .choices = "zero|vertex|c0|c1|c2|c3|c4",
     .help = "of fit: the smallest positive zero, the vertex of a parabola, or a coefficient"},
    {"offset", CHOICE, OPTIONAL, .choices = "limit|threshold",
     .help = "of slope: a number that is fitted with the exponent: limit, which is subtracted from the observable, so "
             "that the exponent is the order in which it converges at 0; threshold, which is subtracted from `along`"},
    {"where", TEXT, OPTIONAL, .help = "mapping: number -> value or {from, to}, parameter -> text"},
    {"tier", CHOICE, OPTIONAL, .choices = GRAVEL_TIERS,
     .help = "the only tier in which the check is made, full meaning long too; default: all"},
    {"title", TEXT, OPTIONAL, .help = "what the check says, in words"},
    {NULL},
};

const struct gravel_key gravel_keys_figure[] = {
    {"title", TEXT, OPTIONAL, .help = "heading"},
    {"caption", TEXT, REQUIRED, .help = "what the figure shows"},
    {"x", TEXT, OPTIONAL, .help = "mapping, see figures.x"},
    {"y", TEXT, OPTIONAL, .help = "mapping, see figures.x"},
    {"series", TEXT, OPTIONAL, .help = "list of numbers, or engine: one curve for every combination"},
    {"references", TEXT, OPTIONAL, .help = "list of ids of references that are drawn too"},
    {"table", TEXT, OPTIONAL, .help = "draw this table of every record instead of one point a record"},
    {"style", CHOICE, .choices = "curves|snapshot|trajectories|table|map|animation", .fallback = "curves",
     .help = "kind of figure; table: the numbers of curves, one row an x, one column a curve; map: relative difference "
             "of the two engines in `colour` "
             "over the plane of x and y; animation: particles and walls of the trajectories that the section `output` "
             "writes, seen in the plane of the coordinates x and y (x and z unless stated)"},
    {"colour", TEXT, OPTIONAL,
     .help = "column that colours the particles of a snapshot; observable that a map compares; of an animation: "
             "species (default), or layers, three by the height in the first frame"},
    {"frames", INT, .unit = "1", .min = 2, .max = 100, .fallback = "36", .help = "number of frames of an animation"},
    {"start", REAL, FROM_ZERO, .unit = "s", .fallback = "0", .help = "time of the first frame of an animation"},
    {"arrows", TEXT, OPTIONAL,
     .help = "two columns, the components on x and y: an arrow at every row of a snapshot's table"},
    {"magnify", REAL, FROM_ZERO, .fallback = "1", .help = "length of the arrows over that of their components"},
    {"each", TEXT, OPTIONAL, .help = "one panel for every value of this number"},
    {"where", TEXT, OPTIONAL, .help = "as in checks"},
    {"headline", BOOL, .fallback = "false", .help = "also drawn at the top of the report"},
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
