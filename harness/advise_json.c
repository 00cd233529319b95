#include "harness/advise_print.h"

#include <math.h>

static json_t *
real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *
contacts_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (size_t k = 0; k < a->n_contacts; k++) {
        const struct gravel_advised_contact *c = &a->contacts[k];
        json_array_append_new(list, json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "name", c->name, "reduced_mass", real(c->m_red),
                                              "diameter", real(c->diameter), "hard_restitution", real(c->restitution),
                                              "soft_restitution", real(c->soft_restitution), "contact_time", real(c->contact_time),
                                              "overlap", real(c->overlap), "steps", real(c->steps), "restitution_error",
                                              real(c->restitution_error), "rest_overlap", real(c->rest_overlap)));
    }
    return list;
}

static json_t *
engines_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (size_t k = 0; k < a->n_engines; k++) {
        const struct gravel_advised_engine *e = &a->engines[k];
        json_t *one = json_pack("{s:s,s:b,s:b,s:s}", "name", e->ops->name, "of_case", e->of_case, "runs", e->runs, "verdict", e->why);
        const struct gravel_advised_pilot *p = &e->pilot;
        if (p->cpu > 0.0)
            json_object_set_new(one, "pilot", json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "simulated_seconds", real(p->simulated), "cpu_seconds",
                                                        real(p->cpu), "speed", real(p->speed), "event_time", real(p->event_time), "height",
                                                        real(p->height), "max_overlap", real(p->overlap)));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *
speeds_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (size_t k = 0; k < a->n_speeds; k++)
        json_array_append_new(list, json_pack("{s:s,s:s,s:o,s:b}", "what", a->speeds[k].what, "source", a->speeds[k].source, "value",
                                              real(a->speeds[k].value), "taken", k == a->taken));
    return list;
}

static json_t *
steps_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (size_t k = 0; k < a->n_steps; k++)
        json_array_append_new(list, json_pack("{s:s,s:o,s:o}", "integrator", a->steps[k].integrator, "steps", real(a->steps[k].steps),
                                              "restitution_error", real(a->steps[k].error)));
    return list;
}

static json_t *
warnings_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (int k = 0; k < GRAVEL_WARNINGS; k++)
        if (a->warnings[k][0] != '\0')
            json_array_append_new(list, json_string(a->warnings[k]));
    return list;
}

json_t *
gravel_advice_to_json(const struct gravel_advised_point *p)
{
    const struct gravel_advice *a = &p->advice;
    return json_pack("{s:I,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:o,s:o,s:o,s:o,s:s,s:o,s:o,s:s,s:o,s:o,s:o}", "point", (json_int_t)p->number,
                     "at", p->at, "layers", real(a->layers), "gap", real(a->gap), "speed", real(gravel_advised_speed(a)), "speeds",
                     speeds_to_json(a), "contacts", contacts_to_json(a), "time_step", real(a->time_step), "step_choices", steps_to_json(a),
                     "event_time", real(a->event_time), "event_source", a->event_source, "contact_time", real(a->contact_time), "sigma",
                     real(a->sigma), "sigma_5_percent", real(a->sigma_5), "sigma_20_percent", real(a->sigma_20), "sigma_source", a->sigma_source, "dissipation", real(a->X),
                     "collapse_below", real(a->collapse), "regime", gravel_regime_name(a->regime), "difference", real(a->difference),
                     "engines", engines_to_json(a), "warnings", warnings_to_json(a));
}
