/* Keys of the physical system and of its run. */
#include "harness/case/keys.h"

#include "harness/case/description.h"
#include "harness/case/key_words.h"

#include <stddef.h>

#define AT(section, field) .offset = offsetof(struct gravel_case_##section, field)

const struct gravel_key gravel_keys_space[] = {
    {"dimension", INT, AT(space, dimension), REQUIRED, .unit = "1", .min = 1, .max = 3,
     .help = "1: the z axis; 2: the (x, z) plane; 3: space"},
    {"gravity", VEC3, AT(space, gravity), .unit = "m/s^2", .fallback = "[0, 0, 0]",
     .help = "acceleration of free fall"},
    {NULL},
};

const struct gravel_key gravel_keys_box[] = {
    {"periodic_x", BOOL, AT(box, periodic_x), .fallback = "false",
     .help = "a particle that leaves at low x enters at high x, and the reverse"},
    {"periodic_y", BOOL, AT(box, periodic_y), .fallback = "false", .help = "the same along y"},
    {"periodic_z", BOOL, AT(box, periodic_z), .fallback = "false", .help = "the same along z"},
    {"low", VEC3, AT(box, low), OPTIONAL, .unit = "m", .help = "lower corner; used on periodic axes"},
    {"high", VEC3, AT(box, high), OPTIONAL, .unit = "m", .help = "upper corner; used on periodic axes"},
    {"shear_rate", REAL, AT(box, shear_rate), OPTIONAL, .unit = "1/s",
     .help = "d v_x/d z of a simple shear flow without walls (Lees and Edwards 1972): the image of the box above moves "
             "along x; initial velocities are relative to the flow"},
    {NULL},
};

const struct gravel_key gravel_keys_particles[] = {
    {"count", INT, AT(species, count), REQUIRED, .unit = "1", .min = 1, .max = 1e7,
     .help = "number of particles of this species"},
    {"diameter", REAL, AT(species, diameter), OPTIONAL_ABOVE, .unit = "m", FROM_ZERO,
     .help = "either this or the radius"},
    {"radius", REAL, AT(species, radius), OPTIONAL_ABOVE, .unit = "m", FROM_ZERO,
     .help = "either this or the diameter"},
    {"distribution", CHOICE, AT(species, distribution), OPTIONAL, .choices = "uniform|log-normal",
     .help = "of the sizes about the stated one, which is the mean or the median; without it all are equal"},
    {"spread", REAL, AT(species, spread), .flags = GRAVEL_OPTIONAL | GRAVEL_ABOVE_MIN | GRAVEL_BELOW_MAX, .unit = "1",
     .min = 0, .max = 1, .help = "uniform: half width over the mean; log-normal: standard deviation of ln d"},
    {"truncation", REAL, AT(species, truncation), OPTIONAL_ABOVE, .unit = "1", .min = 0, .max = 10,
     .help = "log-normal: largest distance of ln d from that of the median, in standard deviations"},
    {"density", REAL, AT(species, density), OPTIONAL_ABOVE, .unit = "kg/m^3", FROM_ZERO,
     .help = "of the material; the mass is that of a sphere, in every dimension, if weigh says nothing else; either "
             "this or the mass"},
    {"mass", REAL, AT(species, mass), OPTIONAL_ABOVE, .unit = "kg", FROM_ZERO,
     .help = "of a particle of the stated size; either this or the density"},
    {"young", REAL, AT(species, young), OPTIONAL_ABOVE, .unit = "Pa", FROM_ZERO,
     .help = "Young modulus of this species in place of the material's; pairs of species have the E* (and with "
             "tangential_law mindlin the G*) of Hertz' contact"},
    {"poisson", REAL, AT(species, poisson), OPTIONAL_ABOVE, .unit = "1", .min = -1, .max = 0.5,
     .help = "Poisson ratio; together with young"},
    {"weigh", CHOICE, AT(species, weigh), OPTIONAL, .choices = "spheres|disks",
     .help = "disks: in two dimensions the mass is density pi R^2 (S2), the density in kg/m^2; without it, and with "
             "spheres, density 4/3 pi R^3"},
    {NULL},
};

const struct gravel_key gravel_keys_part[] = {
    {"generator", TEXT, REQUIRED, .help = "of this part, where prepare is a list of several; its keys stand beside"},
    {"species", TEXT, REQUIRED, .help = "the species that this part places, words separated by spaces"},
    {NULL},
};

const struct gravel_key gravel_keys_material[] = {
    {"law", CHOICE, AT(material, law), REQUIRED,
     .choices = "linear|hertz|hertz-kuwabara-kono|taguchi|general|lennard-jones",
     .help =
         "normal force K x^(1+beta) + D x^gamma x': the exponents are (0,0), (1/2,0), (1/2,1/2), (1/2,1/4), or stated; "
         "or the truncated Lennard-Jones potential, whose cut-off the diameter is, with a linear dashpot"},
    {"beta", REAL, AT(material, beta), OPTIONAL, .unit = "1", .min = 0, .max = 2,
     .help = "elastic exponent of the general law"},
    {"gamma", REAL, AT(material, gamma), OPTIONAL, .unit = "1", .min = 0, .max = 2,
     .help = "dissipative exponent of the general law"},
    {"cohesionless", BOOL, AT(material, cohesionless), .fallback = "false",
     .help = "the contact ends at zero force; otherwise at zero overlap, where the dashpot pulls near the end"},
    {"restitution", REAL, AT(material, restitution), OPTIONAL, .unit = "1", .min = 0, .max = 1,
     .help = "normal restitution of a pair; states a linear law together with contact_time"},
    {"contact_time", REAL, AT(material, contact_time), OPTIONAL_ABOVE, .unit = "s", FROM_ZERO,
     .help = "duration of a pair contact, linear law"},
    {"stiffness", REAL, AT(material, stiffness), OPTIONAL_ABOVE, .unit = "N/m^(1+beta)", FROM_ZERO,
     .help = "K; together with damping"},
    {"damping", REAL, AT(material, damping), OPTIONAL, .unit = "N s/m^(1+gamma)", FROM_ZERO,
     .help = "D; together with stiffness"},
    {"rate_squared", REAL, AT(material, rate_squared), OPTIONAL_ABOVE, .unit = "1/(s^2 m^beta)", FROM_ZERO,
     .help = "w0^2 = K/m_red; together with damping_rate"},
    {"damping_rate", REAL, AT(material, damping_rate), OPTIONAL, .unit = "1/(s m^gamma)", FROM_ZERO,
     .help = "2 mu = D/m_red; together with rate_squared or energy"},
    {"energy", REAL, AT(material, energy), OPTIONAL_ABOVE, .unit = "J", FROM_ZERO,
     .help = "epsilon of the Lennard-Jones law; together with damping_rate"},
    {"young", REAL, AT(material, young), OPTIONAL_ABOVE, .unit = "Pa", FROM_ZERO,
     .help = "Young modulus; together with poisson and restitution"},
    {"poisson", REAL, AT(material, poisson), OPTIONAL_ABOVE, .unit = "1", .min = -1, .max = 0.5,
     .help = "Poisson ratio; together with young"},
    {"reference_velocity", REAL, AT(material, reference_velocity), .unit = "m/s", FROM_ZERO, .fallback = "0",
     .help = "approach speed at which restitution holds, where it depends on the speed"},
    {"restitution_law", CHOICE, AT(material, restitution_law), .choices = "constant|power|bizon",
     .fallback = "constant",
     .help = "restitution of hard spheres: constant, 1-(1-e)(v/v_ref)^p, or Bizon et al. 1998; soft spheres run the "
             "first, and the second where p = (2 gamma - beta)/(2 + beta), the exponent of their force"},
    {"restitution_exponent", REAL, AT(material, restitution_exponent), OPTIONAL, .unit = "1", .min = -2, .max = 2,
     .help = "p of the power law"},
    {"rotation", BOOL, AT(material, rotation), .fallback = "false", .help = "particles rotate"},
    {"tangential_restitution", REAL, AT(material, tangential_restitution), .unit = "1", .min = -1, .max = 1,
     .fallback = "1", .help = "1: perfectly smooth surfaces"},
    {"friction", REAL, AT(material, friction), .unit = "1", FROM_ZERO, .fallback = "0",
     .help = "Coulomb coefficient; 0: the tangential force has no bound"},
    {"rolling_friction", REAL, AT(material, rolling_friction), .unit = "1", FROM_ZERO, .fallback = "0",
     .help = "mu_r: torque mu_r R F against the relative spin, R = r1 r2/(r1 + r2); needs rotation; soft spheres only"},
    {"tangential_stiffness", REAL, AT(material, tangential_stiffness), OPTIONAL_ABOVE, .unit = "1", FROM_ZERO,
     .help = "k_t/k of a tangential spring with history beside the tangential dashpot, of stiffness k_t x^beta; "
             "without it no "
             "spring; soft spheres only"},
    {"tangential_damping", REAL, AT(material, tangential_damping), OPTIONAL_ABOVE, .unit = "N s/m", FROM_ZERO,
     .help = "c_t of the tangential dashpot of every contact, whatever the masses, in place of the one that follows "
             "from tangential_restitution, which hard spheres keep; a wall with the rule restitution that is smooth "
             "and without friction has none; soft spheres only"},
    {"tangential_law", CHOICE, AT(material, tangential_law), OPTIONAL, .choices = "viscous|spring|mindlin",
     .help =
         "dashpot only; with the spring of tangential_stiffness; or with that of k_t/k = 4 (1 + beta) G*/E* from the "
         "moduli; without it what tangential_stiffness says"},
    {NULL},
};

const struct gravel_key gravel_keys_thermostat[] = {
    {"strength", REAL, AT(thermostat, strength), .flags = GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN, .unit = "m^2/s^3",
     FROM_ZERO,
     .help = "xi0^2 of white-noise forcing: variance that each velocity component of a free particle gains in unit "
             "time, by random kicks that leave the total momentum"},
    {"interval", REAL, AT(thermostat, interval), .flags = GRAVEL_REQUIRED | GRAVEL_ABOVE_MIN, .unit = "s", FROM_ZERO,
     .help = "time between kicks; well below the time between the collisions of a particle"},
    {NULL},
};

const struct gravel_key gravel_keys_wall[] = {
    {"shape", CHOICE, AT(wall, shape), REQUIRED,
     .choices = "plane|disk|cylinder|ring|line|point|rectangle|segment|cone|orifice",
     .help = "of zero thickness; particles touch it on both faces; an orifice is an endless plane with a round hole"},
    {"origin", VEC3, AT(wall, origin), .unit = "m", .fallback = "[0, 0, 0]",
     .help = "a point of it; the centre of finite shapes"},
    {"axis", VEC3, AT(wall, axis), .unit = "1", .fallback = "[0, 0, 1]",
     .help = "normal of flat shapes, axis or direction of the others; any length"},
    {"edge", VEC3, AT(wall, edge), OPTIONAL, .unit = "1", .help = "direction of a rectangle's first side"},
    {"radius", REAL, AT(wall, radius), OPTIONAL_ABOVE, .unit = "m", FROM_ZERO,
     .help = "of a disk, cylinder, ring or hole; of a cone where its axis begins"},
    {"radius_end", REAL, AT(wall, radius_end), OPTIONAL, .unit = "m", FROM_ZERO,
     .help = "of a cone where its axis ends; 0: a tip"},
    {"length", REAL, AT(wall, length), OPTIONAL_ABOVE, .unit = "m", FROM_ZERO,
     .help = "of a rectangle's first side, or along the axis of a segment, cone or cylinder; without it a cylinder is "
             "infinite"},
    {"width", REAL, AT(wall, width), OPTIONAL_ABOVE, .unit = "m", FROM_ZERO, .help = "of a rectangle's other side"},
    {"touch", CHOICE, AT(wall, touch), .choices = "bounce|stick|absorb|carry", .fallback = "bounce",
     .help = "what becomes of a particle that touches: it rebounds, is attached from then on, or leaves; carry: no "
             "particle touches the wall, which gives the particles attached to it their path, and these touch those of "
             "other walls with carry; soft spheres only"},
    {"contact.rule", CHOICE, AT(wall, contact.rule), OPTIONAL,
     .choices = "same-force-constants|restitution|scaled-dashpot|elastic",
     .help = "required at walls that bounce: K and D of a pair of equal beads with m_red = m, an own restitution, K "
             "and a multiple of D, or an own restitution and K of Hertz' contact with a half space"},
    {"contact.restitution", REAL, AT(wall, contact.restitution), OPTIONAL, .unit = "1", .min = 0, .max = 1,
     .help = "with the rules restitution and elastic"},
    {"contact.young", REAL, AT(wall, contact.young), OPTIONAL_ABOVE, .unit = "Pa", FROM_ZERO,
     .help = "Young modulus of the wall, with the rule elastic; without it the wall is rigid"},
    {"contact.poisson", REAL, AT(wall, contact.poisson), OPTIONAL_ABOVE, .unit = "1", .min = -1, .max = 0.5,
     .help = "Poisson ratio of the wall; together with its young"},
    {"contact.dashpot", REAL, AT(wall, contact.dashpot), OPTIONAL, .unit = "1", FROM_ZERO,
     .help = "with the rule scaled-dashpot: D of the wall over that of a pair"},
    {"contact.tangential_restitution", REAL, AT(wall, contact.tangential_restitution), .unit = "1", .min = -1, .max = 1,
     .fallback = "1", .help = "1: perfectly smooth"},
    {"contact.friction", REAL, AT(wall, contact.friction), .unit = "1", FROM_ZERO, .fallback = "0",
     .help =
         "Coulomb coefficient; 0: the tangential force has no bound, and with a tangential restitution of 1 there is "
         "none, not even that of the grains' spring"},
    {"contact.rolling_friction", REAL, AT(wall, contact.rolling_friction), .unit = "1", FROM_ZERO, .fallback = "0",
     .help = "mu_r of the material, R the particle's radius; needs rotation; soft spheres only"},
    {"motion.velocity", VEC3, AT(wall, motion.velocity), .unit = "m/s", .fallback = "[0, 0, 0]",
     .help = "constant translation"},
    {"motion.amplitude", REAL, AT(wall, motion.amplitude), OPTIONAL, .unit = "m", FROM_ZERO,
     .help = "A0 of the vibration"},
    {"motion.direction", VEC3, AT(wall, motion.direction), OPTIONAL, .unit = "1",
     .help = "of the vibration or the table, of any length; without it the axis; vibrations of planes only"},
    {"motion.acceleration", REAL, AT(wall, motion.acceleration), OPTIONAL, .unit = "1", FROM_ZERO,
     .help = "alpha = A0 w^2/g, which fixes A0"},
    {"motion.peak_velocity", REAL, AT(wall, motion.peak_velocity), OPTIONAL, .unit = "m/s", FROM_ZERO,
     .help = "A0 w, which fixes A0"},
    {"motion.frequency", REAL, AT(wall, motion.frequency), OPTIONAL_ABOVE, .unit = "1/s", FROM_ZERO,
     .help = "w/(2 pi)"},
    {"motion.table", TEXT, AT(wall, motion.table), OPTIONAL,
     .help = "displacement along the direction, a table (|): a line with the names t and x, then rows of times [s], "
             "ascending, and displacements [m]; linear between them, constant before and after"},
    {"motion.phase", REAL, AT(wall, motion.phase), .unit = "rad", .min = -100, .max = 100, .fallback = "0",
     .help = "of a vibration at t = 0"},
    {"servo.force", REAL, AT(wall, servo.force), OPTIONAL, .unit = "N",
     .help = "constant force on a plane, positive along its axis: it moves along the axis until the particles balance "
             "the force; soft spheres only"},
    {"servo.mass", REAL, AT(wall, servo.mass), OPTIONAL_ABOVE, .unit = "kg", FROM_ZERO,
     .help = "of such a plane, without weight; above that of the particles that touch it"},
    {"servo.damping", REAL, AT(wall, servo.damping), OPTIONAL, .unit = "N s/m", FROM_ZERO,
     .help = "force against the velocity of such a plane over that velocity"},
    {"rotation.rate", REAL, AT(wall, rotation.rate), OPTIONAL, .unit = "rad/s",
     .help = "about the axis through the origin"},
    {"rotation.froude", REAL, AT(wall, rotation.froude), OPTIONAL, .unit = "1", FROM_ZERO,
     .help = "Fr = rate^2 reference_radius/g, which fixes the rate"},
    {"rotation.reference_radius", REAL, AT(wall, rotation.reference_radius), OPTIONAL_ABOVE, .unit = "m", FROM_ZERO,
     .help = "R of the Froude number"},
    {"rotation.ramp", REAL, AT(wall, rotation.ramp), .unit = "s", FROM_ZERO, .fallback = "0",
     .help = "time of constant angular acceleration up to the rate"},
    {NULL},
};

/* Values replace those of `material` and of the wall's contact, which declare them in full. */
const struct gravel_key gravel_keys_contact[] = {
    {"rule", CHOICE, OPTIONAL, .choices = "same-force-constants|restitution|scaled-dashpot|elastic",
     .help = "of a species at a wall: as the wall's contact.rule"},
    {"restitution", REAL, OPTIONAL, .unit = "1", .min = 0, .max = 1,
     .help = "of the pair, or of the species at the wall with the rules restitution and elastic"},
    {"dashpot", REAL, OPTIONAL, .unit = "1", FROM_ZERO, .help = "at a wall, with the rule scaled-dashpot"},
    {"contact_time", REAL, OPTIONAL_ABOVE, .unit = "s", FROM_ZERO,
     .help = "of the pair; this and the next ones at a wall: of the pair of equal beads that its rule begins with"},
    {"stiffness", REAL, OPTIONAL_ABOVE, .unit = "N/m^(1+beta)", FROM_ZERO, .help = "K; together with damping"},
    {"damping", REAL, OPTIONAL, .unit = "N s/m^(1+gamma)", FROM_ZERO, .help = "D; together with stiffness"},
    {"rate_squared", REAL, OPTIONAL_ABOVE, .unit = "1/(s^2 m^beta)", FROM_ZERO,
     .help = "K/m_red; together with damping_rate"},
    {"damping_rate", REAL, OPTIONAL, .unit = "1/(s m^gamma)", FROM_ZERO,
     .help = "D/m_red; together with rate_squared or energy"},
    {"energy", REAL, OPTIONAL_ABOVE, .unit = "J", FROM_ZERO, .help = "epsilon of the Lennard-Jones law"},
    {"young", REAL, OPTIONAL_ABOVE, .unit = "Pa", FROM_ZERO,
     .help = "of the pair, as if both were alike, or of the wall with the rule elastic"},
    {"poisson", REAL, OPTIONAL_ABOVE, .unit = "1", .min = -1, .max = 0.5, .help = "together with young"},
    {"reference_velocity", REAL, OPTIONAL, .unit = "m/s", FROM_ZERO, .help = "as in the material"},
    {"restitution_law", CHOICE, OPTIONAL, .choices = "constant|power|bizon", .help = "as in the material"},
    {"restitution_exponent", REAL, OPTIONAL, .unit = "1", .min = -2, .max = 2, .help = "p of the power law"},
    {"tangential_restitution", REAL, OPTIONAL, .unit = "1", .min = -1, .max = 1, .help = "1: perfectly smooth"},
    {"friction", REAL, OPTIONAL, .unit = "1", FROM_ZERO, .help = "Coulomb coefficient; 0: no bound"},
    {"rolling_friction", REAL, OPTIONAL, .unit = "1", FROM_ZERO, .help = "mu_r; needs rotation; soft spheres only"},
    {"tangential_stiffness", REAL, OPTIONAL_ABOVE, .unit = "1", FROM_ZERO, .help = "k_t/k of the tangential spring"},
    {"tangential_damping", REAL, OPTIONAL_ABOVE, .unit = "N s/m", FROM_ZERO, .help = "as in the material"},
    {"tangential_law", CHOICE, OPTIONAL, .choices = "viscous|spring|mindlin", .help = "as in the material"},
    {NULL},
};

const struct gravel_key gravel_keys_run[] = {
    {"time", REAL, AT(run, time), OPTIONAL_ABOVE, .unit = "s", FROM_ZERO,
     .help = "length of the run; or periods, or dissipation_times"},
    {"periods", REAL, AT(run, periods), OPTIONAL_ABOVE, .unit = "1", FROM_ZERO,
     .help = "length in periods of the first vibrating wall"},
    {"dissipation_times", REAL, AT(run, dissipation_times), OPTIONAL_ABOVE, .unit = "1", FROM_ZERO,
     .help = "length in units of pi A0 w/(g X^1.5), X = N(1-e), of the first vibrating wall (S3 Eq. 41a)"},
    {"samples", INT, AT(run, samples), .unit = "1", .min = 1, .max = 1e7, .fallback = "200",
     .help = "number of sampling intervals"},
    {"until", CHOICE, AT(run, until), .choices = "time|separated", .fallback = "time",
     .help = "separated: stop as soon as no two beads of a 1D column can collide again; the length is the limit"},
    {"overlap", REAL, AT(run, overlap), OPTIONAL, .unit = "1", .min = 0, .max = 0.5,
     .help = "largest overlap of soft spheres, in diameters, that a valid run may have; without it 0.2"},
    {"steady", BOOL, AT(run, steady), .fallback = "false", .help = "find the transient and leave it out of averages"},
    {"discard", REAL, AT(run, discard), OPTIONAL_ABOVE | GRAVEL_BELOW_MAX, .unit = "1", .min = 0, .max = 1,
     .help = "part of the run at its beginning that is left out of averages, where it is known how long a system "
             "takes to settle; excludes steady"},
    {NULL},
};
