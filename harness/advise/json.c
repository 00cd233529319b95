#include "harness/advise/json.h"

#include <math.h>

struct named {
    const char *name;
    double value;
};

static void
set_numbers(json_t *object, size_t n, const struct named *list)
{
    for (size_t k = 0; k < n; k++)
        json_object_set_new(object, list[k].name, isfinite(list[k].value) ? json_real(list[k].value) : json_null());
}
#define SET_NUMBERS(object, ...)                                                          \
    set_numbers(object, sizeof(const struct named[]){__VA_ARGS__} / sizeof(struct named), \
                (const struct named[]){__VA_ARGS__})

static void
set_text(json_t *object, const char *name, const char *text)
{
    json_object_set_new(object, name, json_string(text));
}

static json_t *
contact_to_json(const struct gravel_advised_contact *c)
{
    json_t *json = json_object();
    set_text(json, "name", c->name);
    SET_NUMBERS(json, {"reduced_mass", c->m_red}, {"diameter", c->diameter}, {"hard_restitution", c->restitution},
                {"soft_restitution", c->soft_restitution}, {"contact_time", c->contact_time}, {"overlap", c->overlap},
                {"steps", c->steps}, {"restitution_error", c->restitution_error}, {"rest_overlap", c->rest_overlap});
    return json;
}

static json_t *
pilot_to_json(const struct gravel_advised_pilot *p)
{
    json_t *json = json_object();
    SET_NUMBERS(json, {"simulated_seconds", p->simulated}, {"cpu_seconds", p->cpu}, {"speed", p->speed},
                {"event_time", p->event_time}, {"height", p->height}, {"max_overlap", p->overlap});
    return json;
}

static json_t *
engine_to_json(const struct gravel_advised_engine *e)
{
    json_t *json = json_object();
    set_text(json, "name", e->ops->name);
    json_object_set_new(json, "of_case", json_boolean(e->of_case));
    json_object_set_new(json, "runs", json_boolean(e->runs));
    set_text(json, "verdict", e->remark);
    if (e->pilot.cpu > 0.0)
        json_object_set_new(json, "pilot", pilot_to_json(&e->pilot));
    return json;
}

static json_t *
speed_to_json(const struct gravel_advised_speed *speed, bool taken)
{
    json_t *json = json_object();
    set_text(json, "what", speed->what);
    set_text(json, "source", speed->source);
    SET_NUMBERS(json, {"value", speed->value});
    json_object_set_new(json, "taken", json_boolean(taken));
    return json;
}

static json_t *
step_to_json(const struct gravel_advised_step *step)
{
    json_t *json = json_object();
    set_text(json, "integrator", step->integrator);
    SET_NUMBERS(json, {"steps", step->steps}, {"restitution_error", step->error});
    return json;
}

/* An array below `name`. */
static json_t *
add_list(json_t *object, const char *name)
{
    json_t *list = json_array();
    json_object_set_new(object, name, list);
    return list;
}

json_t *
gravel_advice_to_json(const struct gravel_advised_point *p)
{
    const struct gravel_advice *a = &p->advice;
    json_t *json = json_object();
    json_object_set_new(json, "point", json_integer((json_int_t)p->number));
    set_text(json, "at", p->at);
    SET_NUMBERS(json, {"layers", a->layers}, {"gap", a->gap}, {"speed", gravel_advised_speed(a)},
                {"contact_time", a->contact_time}, {"time_step", a->time_step}, {"event_time", a->event_time},
                {"sigma", a->sigma}, {"sigma_5_percent", a->sigma_5}, {"sigma_20_percent", a->sigma_20},
                {"difference", a->difference}, {"difference_most", a->difference_most},
                {"largest_overlap", a->largest_overlap}, {"md_steps", a->md_steps}, {"ed_events", a->ed_events},
                {"packing", a->packing}, {"acceleration", a->alpha}, {"dissipation", a->X},
                {"collapse_below", a->collapse});
    set_text(json, "difference_of", a->difference_of);
    set_text(json, "difference_source", a->difference_source);
    set_text(json, "event_source", a->event_source);
    set_text(json, "sigma_source", a->sigma_source);
    set_text(json, "regime", gravel_regime_name(a->regime));
    json_t *const speeds = add_list(json, "speeds"), *const contacts = add_list(json, "contacts");
    json_t *const steps = add_list(json, "step_choices"), *const engines = add_list(json, "engines");
    json_t *const warnings = add_list(json, "warnings"), *const hazards = add_list(json, "hazards");
    for (size_t k = 0; k < a->n_speeds; k++)
        json_array_append_new(speeds, speed_to_json(&a->speeds[k], k == a->taken));
    for (size_t k = 0; k < a->n_contacts; k++)
        json_array_append_new(contacts, contact_to_json(&a->contacts[k]));
    for (size_t k = 0; k < a->n_steps; k++)
        json_array_append_new(steps, step_to_json(&a->steps[k]));
    for (size_t k = 0; k < a->n_engines; k++)
        json_array_append_new(engines, engine_to_json(&a->engines[k]));
    for (int k = 0; k < GRAVEL_WARNINGS; k++)
        if (a->warnings[k][0] != '\0') {
            json_array_append_new(warnings, json_string(a->warnings[k]));
            json_array_append_new(hazards, json_string(gravel_warning_name((enum gravel_warning_kind)k)));
        }
    return json;
}
