/*
 * tuning.c - --tune[=FILE] and --race=FILE: what was learnt by timing the gathers and scatters
 * of programs, or by their races, read before the first of them and kept after the last.
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
static int find_file(tuning_settings *t)
{
    static char path[CACHE_PATH_BYTES];
    if (t->path != NULL) {
        make_folder_of(t->path);
        return EXIT_FINE;
    }
    t->path = path;
    if (!cache_path("tuning", path))
        return refuse(EXIT_USAGE,
                      "neither XDG_CACHE_HOME nor HOME says where to keep what is learnt; --tune=FILE does");
    cache_make_folder(path);
    return EXIT_FINE;
}

int tuning_begin(tuning_settings *t)
{
    if (t->tune && t->learnt != NULL)
        return refuse(EXIT_USAGE, "--tune and --race=FILE keep what is learnt: one of them");
    if (t->learnt != NULL)
        t->path = t->learnt;
    const bool keeps = t->tune || t->learnt != NULL;
    int exit = keeps ? find_file(t) : EXIT_FINE;
    if (!keeps || exit != EXIT_FINE)
        return exit;
    if (grn_tuning_create(NULL, &t->known) != GRN_OK)
        return refuse(EXIT_REJECTED, "no memory for what is learnt");
    return access(t->path, F_OK) == 0 ? read_file((char *)(uintptr_t)t->path, t->known) : EXIT_FINE;
}

static bool write_all(const void *what, FILE *to)
{
    const grn_sink sink = grn_file_sink(to);
    return grn_tuning_write(what, &sink) == GRN_OK && fflush(to) == 0;
}

/* For each gather and scatter that is not known yet. */
#define TUNE_SECONDS 0.25

void tuning_use(const tuning_settings *t, grn_run_options *options)
{
    options->tuning = t->known;
    options->tune_seconds = t->tune ? TUNE_SECONDS : 0;
    options->race = t->no_race ? GRN_RACE_OFF : GRN_RACE_ON;
}

int tuning_end(tuning_settings *t, int exit)
{
    if (t->known == NULL)
        return exit;
    int kept = exit == EXIT_FINE ? keep_file(t->path, write_all, t->known) : EXIT_FINE;
    grn_tuning_destroy(t->known);
    t->known = NULL;
    return exit == EXIT_FINE ? kept : exit;
}
