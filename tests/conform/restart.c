/* Restart: every engine goes on from a saved state as it would have gone on without a stop, bit for bit.
 *
 * Each row is run three times: to the end without a stop; with a state saved half-way; and from that state, loaded into
 * a new engine.  Positions, velocities, energies, counters and events must be the same.  The loop takes every engine,
 * dimension and choice of an option (integrators, neighbour searches, calendars) of the registries. */
#include "engines/start.h"
#include "tests/cmocka.h"
#include "tests/conform/places.h"
#include "tests/conform/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETTINGS = 12 };

/* A running engine, and what it has done. */
struct trial {
    const struct gravel_engine_ops *ops;
    void *engine;
    struct gravel_particle *now;
    int32_t (*image)[3]; /* zeros for an engine without this operation */
    size_t n;
    struct gravel_energy energy;
    struct gravel_counters counters;
    uint64_t events; /* hash of all events since the last reset */
};

static uint64_t
hash(uint64_t sum, const void *data, size_t n)
{
    const unsigned char *byte = data;
    for (size_t k = 0; k < n; k++)
        sum = (sum ^ byte[k]) * 0x100000001b3u;
    return sum;
}

static void
hear(void *self, const struct gravel_event *event)
{
    struct trial *trial = self;
    trial->events = hash(trial->events, event, sizeof *event);
}

/* False when the engine does not run such a system with these settings. */
static bool
begin(struct trial *trial, const struct gravel_engine_ops *ops, const struct gravel_system *system,
      const char *const *settings, bool listens)
{
    struct gravel_error error;
    const struct gravel_sink sink = {trial, hear};
    *trial = (struct trial){.ops = ops, .n = system->n_particles};
    const enum gravel_status status =
        gravel_engine_start(&trial->engine, ops, system, settings, listens ? &sink : NULL, &error);
    if (status == GRAVEL_UNSUPPORTED || status == GRAVEL_INPUT)
        return false;
    ok(status, &error);
    trial->now = calloc(trial->n, sizeof *trial->now);
    trial->image = calloc(trial->n, sizeof *trial->image);
    assert_non_null(trial->now);
    assert_non_null(trial->image);
    return true;
}

/* False when the physics of the row is not the engine's: hard spheres that come to rest. */
static bool
advance(struct trial *trial, double t)
{
    struct gravel_error error;
    const enum gravel_status status = trial->ops->advance(trial->engine, t, &error);
    if (status == GRAVEL_PHYSICS && trial->ops->kind == GRAVEL_ED)
        return false; /* bodies that come to rest, or collapse */
    ok(status, &error);
    trial->ops->snapshot(trial->engine, trial->now);
    if (trial->ops->images != NULL)
        trial->ops->images(trial->engine, trial->image);
    trial->ops->energy(trial->engine, &trial->energy);
    trial->ops->counters(trial->engine, &trial->counters);
    return true;
}

static void
end(struct trial *trial)
{
    trial->ops->destroy(trial->engine);
    free(trial->now);
    free(trial->image);
}

static bool
same(const struct trial *a, const struct trial *b)
{
    return memcmp(a->now, b->now, a->n * sizeof *a->now) == 0 &&
           memcmp(a->image, b->image, a->n * sizeof *a->image) == 0 &&
           memcmp(&a->energy, &b->energy, sizeof a->energy) == 0 &&
           memcmp(&a->counters, &b->counters, sizeof a->counters) == 0 && a->events == b->events;
}

static struct gravel_archive
saved(struct trial *trial)
{
    struct gravel_error error;
    struct gravel_archive archive = gravel_archive_save();
    trial->ops->archive(trial->engine, &archive);
    ok(gravel_archive_end(&archive, &error), &error);
    return archive;
}

static void
load(struct trial *trial, const struct gravel_archive *from)
{
    struct gravel_error error;
    struct gravel_archive archive = gravel_archive_load(from->data, from->n);
    trial->ops->archive(trial->engine, &archive);
    ok(gravel_archive_end(&archive, &error), &error);
}

/* When the state is saved, and the end [s]. */
struct times {
    double half, full;
};
static const struct times short_run = {0.0073, 0.014}, long_run = {0.4, 0.8};
static const struct times brief_run = {0.0037, 0.007}; /* of the adaptive integrator */

/* Whether the engine runs the row. */
static bool
restarts(const struct gravel_engine_ops *ops, const struct gravel_system *system, const char *const *settings,
         bool listens, const struct times *times, const char *what)
{
    struct trial straight, stopped, restarted;
    if (!begin(&straight, ops, system, settings, listens))
        return false;
    if (!advance(&straight, times->full)) {
        end(&straight);
        return false;
    }
    assert_true(begin(&stopped, ops, system, settings, listens) && begin(&restarted, ops, system, settings, listens));
    assert_true(advance(&stopped, times->half));
    struct gravel_archive state = saved(&stopped);
    load(&restarted, &state);
    restarted.events = stopped.events;
    struct gravel_archive again = saved(&restarted);
    if (again.n != state.n || memcmp(again.data, state.data, state.n) != 0)
        fail_msg("%s %s: the loaded state is not the saved one", ops->name, what);
    assert_true(advance(&stopped, times->full) && advance(&restarted, times->full));
    if (!same(&straight, &stopped))
        fail_msg("%s %s: saving changes the run", ops->name, what);
    if (!same(&stopped, &restarted))
        fail_msg("%s %s: the run from the saved state is another one", ops->name, what);
    gravel_archive_free(&state);
    gravel_archive_free(&again);
    end(&straight);
    end(&stopped);
    end(&restarted);
    return true;
}

struct tally {
    size_t run, refused;
};

/* With and without a listener to events; of soft spheres, which take longer, one of the two: the other one in the next
 * turn. */
static void
with_settings(const struct gravel_engine_ops *ops, const struct gravel_system *system, const char *what,
              const char *const *settings, const struct times *times, int turn, struct tally *tally)
{
    char text[300];
    for (int listens = 0; listens < 2; listens++) {
        if (ops->kind == GRAVEL_MD && (turn + listens) % 2 != 0)
            continue;
        snprintf(text, sizeof text, "%dD, %zu bodies, %s, %s %s%s", system->dimension, system->n_particles, what,
                 settings[0], settings[1], listens ? ", with events" : "");
        const bool runs = restarts(ops, system, settings, listens, times, text);
        tally->run += runs;
        tally->refused += !runs;
    }
}

/* Every choice of every option, and the options that change the state. */
static void
with_every_choice(const struct gravel_engine_ops *ops, const struct gravel_system *system, const char *what, int turn,
                  struct tally *tally)
{
    static const char *const own[][2] = {{"tc", "5e-3"}, {"growth", "30"}, {"threads", "2"}, {"cutoff_ratio", "0.1"}};
    for (const struct gravel_key *key = ops->options; key->name != NULL; key++) {
        char words[200];
        snprintf(words, sizeof words, "%s", key->choices != NULL ? key->choices : "");
        for (char *rest = words, *word; (word = strtok_r(rest, "|", &rest)) != NULL;) {
            /* Its steps take longest, with the default tolerance several times as long. */
            const bool adaptive = strcmp(word, "adaptive") == 0;
            with_settings(ops, system, what,
                          (const char *const[]){key->name, word, adaptive ? "tolerance" : NULL, "1e-4", NULL},
                          adaptive ? &brief_run : &short_run, turn, tally);
        }
        for (size_t k = 0; k < sizeof own / sizeof *own; k++)
            if (strcmp(own[k][0], key->name) == 0)
                with_settings(ops, system, what, (const char *const[]){own[k][0], own[k][1], NULL}, &short_run, turn,
                              tally);
    }
}

static void
build(struct gravel_system *system, int dimension, size_t n, const struct substance *substance, int place)
{
    world_cloud(system, dimension, n, 0.9, 1e-3);
    system->material = substance->m;
    places[place].make(system);
}

static bool
is_tried(const struct gravel_engine_ops *ops, const struct gravel_system *system, int substance, int place, bool large)
{
    const bool usual = substance == 0 || substance == 3 || substance == 4;
    const bool tried = large ? substance > 0 && usual && places[place].large : usual || places[place].every_substance;
    return tried && (gravel_system_needs(system) & ~ops->capabilities) == 0;
}

static void
every_engine_goes_on_from_a_saved_state(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {8, 80};
    for (size_t e = 0; gravel_engines[e] != NULL; e++) {
        const struct gravel_engine_ops *ops = gravel_engines[e];
        struct tally tally = {0, 0};
        for (int place = 0; places[place].name != NULL; place++)
            for (int dimension = 1; dimension <= 3; dimension++)
                for (int substance = 0; substances[substance].name != NULL; substance++)
                    for (int s = 0; s < 2; s++) {
                        char what[160];
                        const size_t n = dimension == 1 && s == 1 ? 20 : sizes[s];
                        struct gravel_system system;
                        build(&system, dimension, n, &substances[substance], place);
                        snprintf(what, sizeof what, "%s, %s", substances[substance].name, places[place].name);
                        if (is_tried(ops, &system, substance, place, s == 1))
                            with_every_choice(ops, &system, what, place + dimension + substance + s, &tally);
                        gravel_system_free(&system);
                    }
        print_message("# %s: %zu runs restarted, %zu refused\n", ops->name, tally.run, tally.refused);
        assert_true(tally.run >= 20);
    }
}

static void
make_alike(struct gravel_system *system)
{
    const struct gravel_particle *first = &system->particles[0];
    for (size_t i = 1; i < system->n_particles; i++) {
        system->particles[i].radius = first->radius;
        system->particles[i].mass = first->mass;
        system->particles[i].inertia = first->inertia;
    }
}

/* Long enough for many new lists, particles sorted again, and new epochs of the time. */
static void
long_runs_go_on_from_a_saved_state(void **unused)
{
    (void)unused;
    const char *const none[] = {NULL};
    for (size_t e = 0; gravel_engines[e] != NULL; e++)
        for (int turn = 0; turn < 6; turn++) {
            const int place = 1 + turn / 3 * 2;
            struct gravel_system system;
            build(&system, 3, turn % 3 == 2 ? 40 : 80, &substances[3], place); /* 40: lists between free flights */
            if (turn % 3 == 1)
                make_alike(&system); /* soft spheres then have one table of force constants */
            if ((gravel_system_needs(&system) & ~gravel_engines[e]->capabilities) == 0)
                assert_true(restarts(gravel_engines[e], &system, none, false, &long_run, places[place].name));
            gravel_system_free(&system);
        }
}

/* Beads that have come to rest on a plate, which throws them up again at the higher frequency. */
static void
a_column_at_rest_goes_on_from_a_saved_state(void **unused)
{
    (void)unused;
    static const struct times settled = {2.003, 2.2};
    const char *const none[] = {NULL};
    int run = 0;
    for (size_t e = 0; gravel_engines[e] != NULL; e++)
        for (int fast = 0; fast < 2; fast++) {
            struct gravel_system system;
            build(&system, 1, 8, &substances[0], 4);
            system.material.restitution = system.walls[0].contact.restitution = 0.4;
            system.walls[0].motion.angular_frequency = fast ? 115.0 : 80.0;
            run += restarts(gravel_engines[e], &system, none, true, &settled, "column at rest");
            gravel_system_free(&system);
        }
    assert_true(run >= 4); /* md and ed-column; ed cannot rest */
}

/* What an archive must refuse: another engine's state, a shorter one, one bit of difference, another system. */
static void
a_wrong_state_is_refused(void **unused)
{
    (void)unused;
    struct gravel_system system, other;
    struct gravel_error error;
    struct trial trial;
    build(&system, 3, 8, &substances[0], 2);
    build(&other, 3, 9, &substances[0], 2);
    for (size_t e = 0; gravel_engines[e] != NULL; e++) {
        if ((gravel_system_needs(&system) & ~gravel_engines[e]->capabilities) != 0)
            continue;
        const char *const none[] = {NULL};
        assert_true(begin(&trial, gravel_engines[e], &system, none, false));
        assert_true(advance(&trial, short_run.half));
        struct gravel_archive state = saved(&trial);
        end(&trial);
        for (size_t cut = 0; cut < state.n; cut += 97) {
            struct gravel_archive archive = gravel_archive_load(state.data, cut);
            assert_int_equal(gravel_archive_end(&archive, &error), GRAVEL_IO);
        }
        for (size_t at = 0; at < state.n; at += 97) {
            state.data[at] ^= 16;
            struct gravel_archive archive = gravel_archive_load(state.data, state.n);
            assert_int_equal(gravel_archive_end(&archive, &error), GRAVEL_IO);
            state.data[at] ^= 16;
        }
        for (size_t f = 0; gravel_engines[f] != NULL; f++) {
            const struct gravel_system *to = f == e ? &other : &system;
            if ((gravel_system_needs(to) & ~gravel_engines[f]->capabilities) != 0)
                continue;
            assert_true(begin(&trial, gravel_engines[f], to, none, false));
            struct gravel_archive archive = gravel_archive_load(state.data, state.n);
            trial.ops->archive(trial.engine, &archive);
            assert_int_equal(gravel_archive_end(&archive, &error), GRAVEL_IO);
            print_message("# %s\n", error.text);
            end(&trial);
        }
        gravel_archive_free(&state);
    }
    gravel_system_free(&system);
    gravel_system_free(&other);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_engine_goes_on_from_a_saved_state),
        cmocka_unit_test(long_runs_go_on_from_a_saved_state),
        cmocka_unit_test(a_column_at_rest_goes_on_from_a_saved_state),
        cmocka_unit_test(a_wrong_state_is_refused),
    };
    return cmocka_run_group_tests_name("restart", tests, NULL, NULL);
}
