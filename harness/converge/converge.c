#include "harness/converge/converge.h"

#include "engines/core/array.h"
#include "engines/engine.h"
#include "harness/case/combination.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP, CONTACT, COUNT, TEXT = 120 };

static const char *const names[GRAVEL_REFINEMENTS] = {"dt", "contact-time", "count"};

const char *
gravel_refinement_name(int k)
{
    return names[k];
}

/* A key that changes with the level: base times ratio^(power level); vectors of three components. */
struct key {
    char path[96];
    struct vec3 base; /* a number is in x */
    double power;
    bool is_vector, is_count;
};

struct plan {
    const struct gravel_case *c;
    const struct gravel_options *at; /* the parameters of the chosen combination */
    const struct gravel_engine_ops *engine;
    size_t n_keys;
    struct key keys[GRAVEL_REFINED_KEYS_MAX];
};

static void
add_number(struct plan *p, const char *path, double base, double power, bool is_count)
{
    struct key *key = &p->keys[p->n_keys++];
    *key = (struct key){.base = v3(base, 0, 0), .power = power, .is_count = is_count};
    snprintf(key->path, sizeof key->path, "%s", path);
}

/* Add the steps per contact; the reason when time steps mean nothing to the engine. */
static void
refine_step(struct plan *p, char moot[240], double *base)
{
    char path[96], integrator[96];
    snprintf(path, sizeof path, "engines.%s.steps_per_contact", p->engine->name);
    snprintf(integrator, sizeof integrator, "engines.%s.integrator", p->engine->name);
    if (!gravel_options_has(p->at, path)) {
        snprintf(moot, 240, "%s has no time step", p->engine->name);
        return;
    }
    if (gravel_options_has(p->at, integrator) && strcmp(gravel_options_text(p->at, integrator), "adaptive") == 0) {
        snprintf(moot, 240, "the integrator adaptive controls its error by engines.%s.tolerance", p->engine->name);
        return;
    }
    *base = gravel_options_real(p->at, path);
    add_number(p, path, *base, 1.0, false);
}

static void
refine_contact(struct plan *p, char moot[240], double *base)
{
    char tc[96];
    snprintf(tc, sizeof tc, "engines.%s.tc", p->engine->name);
    const bool soft = p->engine->kind == GRAVEL_MD;
    const char *path = soft ? "material.contact_time" : tc;
    if (!soft && (!gravel_options_has(p->at, path) || !(gravel_options_real(p->at, path) > 0.0)))
        snprintf(moot, 240, "collisions of %s take no time", p->engine->name);
    else if (!gravel_options_has(p->at, path) || !(gravel_options_real(p->at, path) > 0.0))
        snprintf(moot, 240,
                 "the material is not stated by a contact time, so that its stiffness is part of the system");
    if (moot[0] != '\0')
        return;
    *base = gravel_options_real(p->at, path);
    add_number(p, path, *base, -1.0, false);
}

/* The particles' number can be refined at constant density where nothing else has a size: a periodic box. */
static void
refine_count(struct plan *p, char moot[240], double *base)
{
    static const char *const axes[] = {"box.periodic_x", "box.periodic_z", "box.periodic_y"}; /* of 2 or 3 dimensions */
    char low[96], high[96];
    const long dimension = gravel_options_int(p->at, "dimension");
    bool periodic = dimension > 1;
    for (long d = 0; d < dimension && dimension > 1; d++)
        periodic = periodic && gravel_options_has(p->at, axes[d]) && gravel_options_bool(p->at, axes[d]);
    snprintf(low, sizeof low, "prepare.%s.low", p->c->prepare);
    snprintf(high, sizeof high, "prepare.%s.high", p->c->prepare);
    if (!periodic)
        snprintf(moot, 240, "the system has walls or open sides, so that its number of particles is part of it");
    else if (!gravel_options_has(p->at, "particles.count"))
        snprintf(moot, 240, "there are several species");
    else if (!gravel_options_has(p->at, low) || !gravel_options_has(p->at, high))
        snprintf(moot, 240, "the generator %s does not fill a region that could grow with the box", p->c->prepare);
    if (moot[0] != '\0')
        return;
    const char *const vectors[] = {"box.low", "box.high", low, high};
    *base = gravel_options_real(p->at, "particles.count");
    add_number(p, "particles.count", *base, 1.0, true);
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++) {
        struct key *key = &p->keys[p->n_keys++];
        *key = (struct key){.base = gravel_options_vec3(p->at, vectors[k]), .is_vector = true};
        key->power = 1.0 / (double)dimension;
        snprintf(key->path, sizeof key->path, "%s", vectors[k]);
    }
}

/* The value of a key where everything is finer by `factor`.  A number of particles is rounded, and lengths follow the
 * rounded number, so that the density is the same at all levels. */
static void
print_value(const struct key *key, double factor, double count_factor, char text[TEXT])
{
    if (key->is_vector) {
        const double f = pow(count_factor, key->power);
        snprintf(text, TEXT, "[%.17g, %.17g, %.17g]", f * key->base.x, f * key->base.y, f * key->base.z);
    } else if (key->is_count)
        snprintf(text, TEXT, "%.0f", key->base.x * count_factor);
    else
        snprintf(text, TEXT, "%.17g", key->base.x * pow(factor, key->power));
}

static enum gravel_status
make_axis(const struct plan *p, const struct gravel_refined *r, struct gravel_axis *axis, struct gravel_error *error)
{
    char text[TEXT];
    bool complete = true;
    *axis = (struct gravel_axis){.n_keys = p->n_keys, .n_values = r->n_levels, .location = {.file = p->c->path}};
    axis->keys = calloc(p->n_keys, sizeof *axis->keys);
    axis->values = calloc(p->n_keys * r->n_levels, sizeof *axis->values);
    for (size_t k = 0; k < p->n_keys && axis->keys != NULL && axis->values != NULL; k++) {
        complete = complete && (axis->keys[k] = strdup(p->keys[k].path)) != NULL;
        for (size_t l = 0; l < r->n_levels; l++) {
            const double n = r->values[COUNT][l] / r->values[COUNT][0];
            print_value(&p->keys[k], 1.0 / r->h[l], n, text);
            complete = complete && (axis->values[l * p->n_keys + k] = strdup(text)) != NULL;
        }
    }
    if (axis->keys != NULL && axis->values != NULL && complete)
        return GRAVEL_OK;
    gravel_axis_free(axis);
    return gravel_no_memory(error);
}

/* Each axis keeps its value at the combination; the refinement comes first, so that it is applied last. */
static enum gravel_status
replace_sweep(struct gravel_case *c, size_t combination, struct gravel_axis *axis, struct gravel_error *error)
{
    for (size_t a = c->n_axes; a-- > 0;) {
        struct gravel_axis *old = &c->axes[a];
        const size_t v = combination % old->n_values;
        combination /= old->n_values;
        for (size_t k = 0; k < old->n_keys && v > 0; k++) {
            char *const first = old->values[k];
            old->values[k] = old->values[v * old->n_keys + k];
            old->values[v * old->n_keys + k] = first;
        }
        for (size_t k = old->n_keys; k < old->n_keys * old->n_values; k++)
            free(old->values[k]);
        old->n_values = 1;
    }
    if (!gravel_array_resize(&c->axes, c->n_axes + 1, sizeof *c->axes)) {
        gravel_axis_free(axis);
        return gravel_no_memory(error);
    }
    memmove(&c->axes[1], &c->axes[0], c->n_axes * sizeof *c->axes);
    c->axes[0] = *axis;
    c->n_axes++;
    return GRAVEL_OK;
}

/* The levels of everything that is refined; the ratio keeps the cost of a level near twice that of the one before. */
static void
fill_levels(struct gravel_refined *r, const double base[GRAVEL_REFINEMENTS])
{
    int n = 0;
    for (int k = 0; k < GRAVEL_REFINEMENTS; k++)
        n += (r->taken >> k) & 1u;
    r->ratio = n == 1 ? 2.0 : M_SQRT2;
    for (size_t l = 0; l < r->n_levels; l++) {
        const double finer = pow(r->ratio, (double)l);
        r->h[l] = 1.0 / finer;
        r->values[STEP][l] = base[STEP] * finer;
        r->values[CONTACT][l] = base[CONTACT] / finer;
        r->values[COUNT][l] = r->taken & GRAVEL_REFINE_COUNT ? round(base[COUNT] * finer) : 1.0;
    }
}

static enum gravel_status
choose(struct plan *p, struct gravel_refined *r, double base[GRAVEL_REFINEMENTS], struct gravel_error *error)
{
    static void (*const refine[])(struct plan *, char[240], double *) = {refine_step, refine_contact, refine_count};
    r->taken = 0;
    for (int k = 0; k < GRAVEL_REFINEMENTS; k++) {
        const bool wanted = r->wanted == 0 || ((r->wanted >> k) & 1u);
        r->moot[k][0] = '\0';
        if (!wanted)
            snprintf(r->moot[k], sizeof r->moot[k], "not asked for");
        else
            refine[k](p, r->moot[k], &base[k]);
        if (r->moot[k][0] == '\0')
            r->taken |= 1u << k;
        else if (wanted && r->wanted != 0)
            return gravel_fail(error, GRAVEL_INPUT, "%s: %s cannot be refined for %s: %s", p->c->name, names[k],
                               p->engine->name, r->moot[k]);
    }
    if (r->taken != 0)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_INPUT, "%s: nothing can be refined for %s: dt: %s; contact-time: %s; count: %s",
                       p->c->name, p->engine->name, r->moot[STEP], r->moot[CONTACT], r->moot[COUNT]);
}

enum gravel_status
gravel_converge_refine(struct gravel_case *c, size_t combination, const char *engine, struct gravel_refined *refined,
                       struct gravel_error *error)
{
    struct gravel_options at;
    struct gravel_axis axis;
    double base[GRAVEL_REFINEMENTS] = {NAN, NAN, NAN};
    enum gravel_status status = gravel_case_at(c, combination, &at, error);
    if (status != GRAVEL_OK)
        return status;
    struct plan p = {.c = c, .at = &at, .engine = gravel_engine_find(engine)};
    status = choose(&p, refined, base, error);
    gravel_options_free(&at);
    if (status != GRAVEL_OK)
        return status;
    fill_levels(refined, base);
    status = make_axis(&p, refined, &axis, error);
    if (status == GRAVEL_OK)
        status = replace_sweep(c, combination, &axis, error);
    if (status != GRAVEL_OK)
        return status;
    if (c->engines[0] != engine)
        snprintf(c->engines[0], sizeof c->engines[0], "%s", engine);
    c->n_engines = 1;
    status = gravel_case_check_combinations(c, error);
    if (status == GRAVEL_INPUT)
        gravel_case_locate(c, error);
    return status;
}
