/*
 * machine.c - the file with this machine's figures, as `garner tune` keeps it.
 *
 * GARNER_MACHINE in the environment names it; empty, there is none. Without it
 * it is "machine" in garner's folder of the cache (cache.c). Figures change the
 * time that a result takes and never the result, so a file that cannot be used is
 * reported and does no harm.
 */
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"

static void warn_of_figures(void *user, const grn_diagnostic *d)
{
    tell(&(notice){.severity = GRN_SEVERITY_WARNING, .file = user}, "%s; it is not used", d->message);
}

bool machine_of_file(const char *path, grn_machine *out)
{
    source file;
    grn_diag diag = {warn_of_figures, (char *)(uintptr_t)path};
    if (source_open(&file, path) != EXIT_FINE)
        return false;
    grn_machine_here(out);
    bool right = grn_machine_read(file.bytes > 0 ? file.text : "", file.bytes, &diag, out) == GRN_OK;
    source_close(&file);
    return right;
}

bool machine_of_environment(grn_machine *out)
{
    char path[CACHE_PATH_BYTES];
    const char *named = getenv("GARNER_MACHINE");
    if (named != NULL)
        return named[0] != '\0' && machine_of_file(named, out);
    return cache_path("machine", path) && access(path, F_OK) == 0 && machine_of_file(path, out);
}

const grn_machine *command_machine(void)
{
    static grn_machine machine = {.size_bytes = sizeof machine};
    static enum { NOT_ASKED, HAS_ONE, HAS_NONE } state;
    if (state == NOT_ASKED)
        state = machine_of_environment(&machine) ? HAS_ONE : HAS_NONE;
    return state == HAS_ONE ? &machine : NULL;
}
