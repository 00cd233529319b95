/* What the soft-sphere engine cannot run, said with the case file's words before anything runs.  The engine refuses the
 * same by itself (gravel_material_check, engines/md/adaptive.c); here the message has the key and its place in the
 * file. */
#include "harness/case/case.h"
#include "harness/case/schema.h"

#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 160, ADAPTIVE_MOST = 64 /* GRAVEL_MD_SMALL of the engine */ };

static double
number(const struct gravel_options *p, const char *section, const char *name, char *path)
{
    snprintf(path, PATH_SIZE, "%s.%s", section, name);
    return gravel_options_real(p, path);
}

/* Does e depend on the velocity?  It does not where 2 gamma = beta, nor of course where nothing is lost. */
static bool
depends_on_velocity(const struct gravel_options *p)
{
    const char *law = gravel_options_text(p, "material.law");
    if (strcmp(law, "general") == 0)
        return 2.0 * gravel_options_real(p, "material.gamma") != gravel_options_real(p, "material.beta");
    return strcmp(law, "linear") != 0 && strcmp(law, "taguchi") != 0;
}

/* The contact time t_c fixes dashpots; with a force that is not linear it depends on the velocity. */
static bool
time_depends_on_velocity(const struct gravel_options *p)
{
    const char *law = gravel_options_text(p, "material.law");
    if (strcmp(law, "general") == 0)
        return gravel_options_real(p, "material.beta") != 0.0;
    return strcmp(law, "linear") != 0;
}

/* A normal and a tangential restitution, of the material or of a wall; `own` when the normal one fixes a dashpot. */
static enum gravel_status
check_contact(const struct gravel_options *p, const char *section, bool own, struct gravel_error *error)
{
    char path[PATH_SIZE];
    const bool timeless = !(gravel_options_real(p, "material.reference_velocity") > 0.0);
    const double e = own ? number(p, section, "restitution", path) : 1.0;
    if (!(e > 0.0))
        return gravel_fail(error, GRAVEL_INPUT, "%s: found %g, allowed above 0 with the soft spheres of md", path, e);
    if (e < 1.0 && timeless && depends_on_velocity(p))
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found %g with a law whose restitution depends on the velocity, allowed with "
                           "material.reference_velocity above 0",
                           path, e);
    const double e_t = number(p, section, "tangential_restitution", path);
    if (!(e_t > 0.0))
        return gravel_fail(error, GRAVEL_INPUT, "%s: found %g, allowed above 0 with the soft spheres of md", path, e_t);
    if (e_t < 1.0 && timeless && time_depends_on_velocity(p))
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found %g with a law whose contact time depends on the velocity, allowed with "
                           "material.reference_velocity above 0",
                           path, e_t);
    const double rolling = number(p, section, "rolling_friction", path);
    if (rolling > 0.0 && timeless && time_depends_on_velocity(p))
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found %g with a law whose contact time depends on the velocity, allowed with "
                           "material.reference_velocity above 0",
                           path, rolling);
    return GRAVEL_OK;
}

static double
count_particles(const struct gravel_options *p)
{
    char names[GRAVEL_SPECIES_MAX][32], section[PATH_SIZE / 2], path[PATH_SIZE];
    double total = 0.0;
    if (gravel_options_has(p, "particles.count"))
        return gravel_options_real(p, "particles.count");
    const size_t n = gravel_schema_names(p, "particles", names, GRAVEL_SPECIES_MAX);
    for (size_t k = 0; k < n; k++) {
        snprintf(section, sizeof section, "particles.%s", names[k]);
        total += number(p, section, "count", path);
    }
    return total;
}

static enum gravel_status
check_adaptive(const struct gravel_options *p, struct gravel_error *error)
{
    const double n = count_particles(p);
    if (n > ADAPTIVE_MOST)
        return gravel_fail(error, GRAVEL_INPUT,
                           "engines.md.integrator: found adaptive with %g particles, allowed with at most %d", n,
                           ADAPTIVE_MOST);
    return GRAVEL_OK;
}

/* A spring whose stiffness begins at zero cannot take up the jump of a dashpot. */
static enum gravel_status
check_adaptive_spring(const struct gravel_options *p, const char *section, struct gravel_error *error)
{
    char path[PATH_SIZE];
    const double e_t = number(p, section, "tangential_restitution", path);
    const bool hardens =
        time_depends_on_velocity(p) && strcmp(gravel_options_text(p, "material.law"), "lennard-jones") != 0;
    if (gravel_options_has(p, "material.tangential_stiffness") && hardens && e_t != 1.0)
        return gravel_fail(error, GRAVEL_INPUT,
                           "%s: found %g with the adaptive integrator, a tangential spring and a nonlinear "
                           "law, allowed: 1",
                           path, e_t);
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_check_soft(const struct gravel_options *p, struct gravel_error *error)
{
    char walls[GRAVEL_WALLS_MAX][32], section[PATH_SIZE / 2], path[PATH_SIZE];
    const size_t n_walls = gravel_schema_names(p, "walls", walls, GRAVEL_WALLS_MAX);
    if (!gravel_options_has(p, "engines.md.integrator"))
        return GRAVEL_OK;
    const bool own = gravel_options_has(p, "material.contact_time") || gravel_options_has(p, "material.young");
    const bool adaptive = strcmp(gravel_options_text(p, "engines.md.integrator"), "adaptive") == 0;
    enum gravel_status status = check_contact(p, "material", own, error);
    if (status == GRAVEL_OK && adaptive)
        status = check_adaptive(p, error);
    if (status == GRAVEL_OK && adaptive)
        status = check_adaptive_spring(p, "material", error);
    for (size_t k = 0; k < n_walls && status == GRAVEL_OK; k++) {
        snprintf(section, sizeof section, "walls.%s", walls[k]);
        snprintf(path, sizeof path, "%s.touch", section);
        const char *touch = gravel_options_text(p, path);
        snprintf(path, sizeof path, "%s.contact.rule", section);
        const bool own_wall = strcmp(gravel_options_text(p, path), "restitution") == 0;
        snprintf(section, sizeof section, "walls.%s.contact", walls[k]);
        if (strcmp(touch, "bounce") == 0)
            status = check_contact(p, section, own_wall, error);
        if (status == GRAVEL_OK && adaptive)
            status = check_adaptive_spring(p, section, error);
    }
    return status;
}
