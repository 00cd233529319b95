#include "reports/canvas.h"

#include "reports/file.h"
#include "reports/svg.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PATH_SIZE = 1200 };

enum gravel_status
gravel_plate_open(struct gravel_plate *plate, struct gravel_error *error)
{
    plate->notes = open_memstream(&plate->notes_text, &plate->notes_size);
    plate->seen = open_memstream(&plate->seen_text, &plate->seen_size);
    if (plate->notes && plate->seen)
        return GRAVEL_OK;
    if (plate->notes)
        fclose(plate->notes);
    if (plate->seen)
        fclose(plate->seen);
    gravel_plate_free(plate);
    return gravel_no_memory(error);
}

enum gravel_status
gravel_plate_close(struct gravel_plate *plate, struct gravel_error *error)
{
    const bool good = fclose(plate->notes) == 0;
    const bool both = fclose(plate->seen) == 0 && good;
    plate->notes = plate->seen = NULL;
    return both ? GRAVEL_OK : gravel_no_memory(error);
}

void
gravel_plate_free(struct gravel_plate *plate)
{
    free(plate->notes_text);
    free(plate->seen_text);
    *plate = (struct gravel_plate){0};
}

static void
path_of(char *path, const struct gravel_canvas *canvas, const struct gravel_plate *plate, const char *suffix)
{
    snprintf(path, PATH_SIZE, "%s/%s%s", canvas->folder, plate->name, suffix);
}

FILE *
gravel_canvas_file(const struct gravel_canvas *canvas, const struct gravel_plate *plate, const char *suffix,
                   struct gravel_error *error)
{
    char path[PATH_SIZE];

    path_of(path, canvas, plate, suffix);
    FILE *file = fopen(path, "w");
    if (!file)
        gravel_fail(error, GRAVEL_IO, "%s: %s", path, strerror(errno));
    return file;
}

enum gravel_status
gravel_canvas_close(FILE *file, const struct gravel_plate *plate, const char *suffix, struct gravel_error *error)
{
    const bool bad = ferror(file);

    if (fclose(file) == 0 && !bad)
        return GRAVEL_OK;
    return gravel_fail(error, GRAVEL_IO, "figures/%s%s: cannot be written", plate->name, suffix);
}

/* Start gnuplot in a process group of its own, so that what it starts can be ended with it. */
static int
spawn(pid_t *pid, const char *folder, const char *script, const char *log)
{
    char name[] = "gnuplot", defaults[] = "--default-settings";
    char *argv[] = {name, defaults, (char *)(size_t)script, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t group;
    int code = posix_spawn_file_actions_init(&actions);

    if (code != 0)
        return code;
    code = posix_spawnattr_init(&group);
    if (code != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    code = posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
    if (code == 0)
        code = posix_spawn_file_actions_addchdir_np(&actions, folder);
    if (code == 0)
        code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (code == 0)
        code = posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (code == 0)
        code = posix_spawn_file_actions_adddup2(&actions, 2, 1);
    if (code == 0)
        code = posix_spawnp(pid, name, &actions, &group, argv, environ);
    posix_spawnattr_destroy(&group);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

static double
now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Wait for the process until the time is over, then end its group.  False when it was ended. */
static bool
wait_for(pid_t pid, double seconds, int *state)
{
    const struct timespec pause = {0, 2000000};
    const double end = now() + seconds;

    for (;;) {
        const pid_t ended = waitpid(pid, state, WNOHANG);
        if (ended == pid || (ended < 0 && errno != EINTR))
            return ended == pid;
        if (now() > end)
            break;
        nanosleep(&pause, NULL);
    }
    kill(-pid, SIGKILL);
    while (waitpid(pid, state, 0) < 0 && errno == EINTR)
        ;
    return false;
}

/* Run the script; false with the reason.  A gnuplot that is missing or hangs would do so for every figure. */
static bool
run(struct gravel_canvas *canvas, const char *script, const char *log, const char *log_path, char *reason, size_t size)
{
    struct gravel_error error = {0};
    char *message = NULL;
    pid_t pid;
    int state = 0;

    const int code = spawn(&pid, canvas->folder, script, log);
    const bool in_time = code != 0 || wait_for(pid, canvas->seconds, &state);
    /* 127: the C library could not tell us that the program is missing, as under valgrind */
    if (code != 0 || (in_time && WIFEXITED(state) && WEXITSTATUS(state) == 127)) {
        canvas->broken = true;
        snprintf(reason, size, "gnuplot cannot be started (%s); install gnuplot-nox",
                 strerror(code != 0 ? code : ENOENT));
        return false;
    }
    if (!in_time) {
        canvas->broken = true;
        snprintf(reason, size, "gnuplot took longer than %g s for %s and was ended", canvas->seconds, script);
        return false;
    }
    if (WIFEXITED(state) && WEXITSTATUS(state) == 0)
        return true;
    const bool read = gravel_file_read(&message, log_path, &error) == GRAVEL_OK;
    if (read && message[0] != '\0')
        snprintf(reason, size, "gnuplot %s: %.300s", script, message);
    else if (WIFSIGNALED(state))
        snprintf(reason, size, "gnuplot %s was ended by signal %d", script, WTERMSIG(state));
    else
        snprintf(reason, size, "gnuplot %s ended with code %d and no message", script, WEXITSTATUS(state));
    for (char *c = reason; *c != '\0'; c++)
        if (*c == '\n')
            *c = ' ';
    free(message);
    return false;
}

void
gravel_canvas_draw(struct gravel_canvas *canvas, struct gravel_plate *plate)
{
    char script[128], log[128], log_path[PATH_SIZE], picture[PATH_SIZE], reason[sizeof canvas->reason] = "";
    struct gravel_error error = {0};

    plate->drawn = false;
    if (!canvas->broken) {
        snprintf(script, sizeof script, "%s.gp", plate->name);
        snprintf(log, sizeof log, "%s.log", plate->name);
        path_of(log_path, canvas, plate, ".log");
        plate->drawn = run(canvas, script, log, log_path, reason, sizeof reason);
        remove(log_path);
    } else
        memcpy(reason, canvas->reason, sizeof reason);
    path_of(picture, canvas, plate, ".svg");
    if (plate->drawn && gravel_svg_compact(picture, plate->rims, &error) != GRAVEL_OK) {
        plate->drawn = false;
        snprintf(reason, sizeof reason, "%.300s", error.text);
    }
    if (plate->drawn)
        return;
    remove(picture); /* half a picture, or that of an earlier report */
    if (canvas->n_failed++ == 0 || canvas->broken)
        memmove(canvas->reason, reason, sizeof reason);
    fprintf(plate->notes, "Not drawn: %s.\n", reason);
}
