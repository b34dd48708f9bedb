/*
 * tuning.c - --tune[=FILE]: what was learnt by timing the gathers and scatters
 * of programs, read before the first of them and kept after the last.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static void complain_of_tuning(void *user, const grn_diagnostic *d)
{
    tell(&(notice){.severity = GRN_SEVERITY_ERROR, .file = user, .place = d->place}, "%s", d->message);
}

static int read_file(char *path, grn_tuning *tuning)
{
    source file;
    grn_diag diag = {complain_of_tuning, path};
    int exit = source_open(&file, path);
    if (exit != EXIT_FINE)
        return exit;
    grn_status status = grn_tuning_read(tuning, file.bytes > 0 ? file.text : "", file.bytes, &diag);
    source_close(&file);
    return status == GRN_OK ? EXIT_FINE : exit_of_status(status);
}

/* Where the cache keeps it, unless a file is named. EXIT_FINE, or EXIT_USAGE after a message. */
static int find_file(const settings *s)
{
    static char path[CACHE_PATH_BYTES];
    s->state->tuning_path = s->calling.tune_file != NULL ? s->calling.tune_file : path;
    if (s->calling.tune_file != NULL) {
        make_folder_of(s->calling.tune_file);
        return EXIT_FINE;
    }
    if (!cache_path("tuning", path))
        return refuse(EXIT_USAGE,
                      "neither XDG_CACHE_HOME nor HOME says where to keep what is learnt; --tune=FILE does");
    cache_make_folder(path);
    return EXIT_FINE;
}

int tuning_begin(const settings *s)
{
    int exit = s->calling.tune ? find_file(s) : EXIT_FINE;
    if (!s->calling.tune || exit != EXIT_FINE)
        return exit;
    if (grn_tuning_create(NULL, &s->state->tuning) != GRN_OK)
        return refuse(EXIT_REJECTED, "no memory for what is learnt");
    return access(s->state->tuning_path, F_OK) == 0
               ? read_file((char *)(uintptr_t)s->state->tuning_path, s->state->tuning)
               : EXIT_FINE;
}

static bool write_all(const void *what, FILE *to)
{
    const grn_sink sink = grn_file_sink(to);
    return grn_tuning_write(what, &sink) == GRN_OK && fflush(to) == 0;
}

int tuning_end(const settings *s, int exit)
{
    if (s->state->tuning == NULL)
        return exit;
    int kept = exit == EXIT_FINE ? keep_file(s->state->tuning_path, write_all, s->state->tuning) : EXIT_FINE;
    grn_tuning_destroy(s->state->tuning);
    s->state->tuning = NULL;
    return exit == EXIT_FINE ? kept : exit;
}
