/* tune.c - garner tune: this machine's figures measured, printed and kept. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

/* ---- the head of the text -------------------------------------------------------------------------------------------- */

#define NAME_BYTES 80

/* The value of a "key : value" line, where it is one. */
static const char *value_of(const char *line, const char *key)
{
    const char *colon = strncmp(line, key, strlen(key)) == 0 ? strchr(line, ':') : NULL;
    return colon != NULL ? colon + 1 + strspn(colon + 1, " \t") : NULL;
}

/* Printable ASCII alone: it goes into a comment. */
static void copy_name(char out[NAME_BYTES], const char *from)
{
    size_t n = 0;
    for (; n + 1 < NAME_BYTES && from[n] != '\0' && from[n] != '\n'; n++)
        out[n] = from[n] >= ' ' && from[n] <= '~' ? from[n] : '?';
    out[n] = '\0';
}

/* As Linux has it; elsewhere there is no name. */
static void name_processor(char out[NAME_BYTES])
{
    char line[256];
    FILE *from = fopen("/proc/cpuinfo", "r");
    copy_name(out, "an unnamed processor");
    while (from != NULL && fgets(line, sizeof line, from) != NULL) {
        const char *name = value_of(line, "model name");
        if (name != NULL && *name != '\n') {
            copy_name(out, name);
            break;
        }
    }
    if (from != NULL)
        fclose(from);
}

static bool write_text(const void *what, FILE *to)
{
    const grn_machine *machine = what;
    char processor[NAME_BYTES], when[40] = "an unknown time";
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL)
        strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    name_processor(processor);
    fprintf(to, "# garner %s, measured %s on %s, %ld online\n", grn_version(), when, processor, sysconf(_SC_NPROCESSORS_ONLN));
    const grn_sink sink = grn_file_sink(to);
    return grn_machine_write(machine, &sink) == GRN_OK && fflush(to) == 0;
}

/* ---- where it is kept ------------------------------------------------------------------------------------------------ */

/* --to, GARNER_MACHINE, the cache. EXIT_FINE, or EXIT_USAGE after a message. */
static int find_place(const settings *s, char path[CACHE_PATH_BYTES])
{
    const char *named = s->tune_to != NULL ? s->tune_to : getenv("GARNER_MACHINE");
    bool found = named != NULL && *named != '\0';
    if (found && strlen(named) < CACHE_PATH_BYTES)
        snprintf(path, CACHE_PATH_BYTES, "%s", named);
    else if (!found && cache_path("machine", path))
        cache_make_folder(path);
    else {
        complain(found ? "the name of the file is too long" : "neither XDG_CACHE_HOME nor HOME says where to keep it; --to=FILE does");
        return EXIT_USAGE;
    }
    return EXIT_FINE;
}

/* ---- the command ------------------------------------------------------------------------------------------------------- */

static void report(void *user, const grn_diagnostic *d)
{
    (void)user;
    complain("%s", d->message);
}

#define MOST_BYTES ((size_t)256 << 20)

int tune_command(const settings *s)
{
    char path[CACHE_PATH_BYTES];
    grn_machine machine;
    grn_diag diag = {report, NULL};
    grn_machine_options options = {.seconds = s->seconds,
                                   .memory_bytes = s->max_memory_bytes < MOST_BYTES ? s->max_memory_bytes : MOST_BYTES};
    int exit = s->print_only ? EXIT_FINE : find_place(s, path);
    if (exit != EXIT_FINE)
        return exit;
    grn_status status = grn_machine_measure(&options, NULL, &diag, &machine);
    if (status != GRN_OK)
        return exit_of_status(status);
    if (!s->print_only)
        exit = keep_file(path, write_text, &machine);
    write_text(&machine, stdout);
    if (!s->print_only && exit == EXIT_FINE)
        show_line(stdout, "# kept in %s", path);
    return exit;
}
