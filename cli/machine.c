/*
 * machine.c - the file with this machine's figures, as `garner tune` keeps it.
 *
 * GARNER_MACHINE in the environment names it; empty, there is none. Without it
 * it is garner/machine in XDG_CACHE_HOME, else in ~/.cache. Figures change how
 * soon a result is there and never the result, so that a file which cannot be
 * used is told of and does no harm.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

static bool join(char out[MACHINE_PATH_BYTES], const char *folder, const char *rest)
{
    int n = snprintf(out, MACHINE_PATH_BYTES, "%s%s", folder, rest);
    return n >= 0 && n < MACHINE_PATH_BYTES;
}

/* As the XDG Base Directory Specification has it: a path that is not absolute is as good as none. */
bool machine_default_path(char out[MACHINE_PATH_BYTES])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/')
        return join(out, cache, "/garner/machine");
    return home != NULL && home[0] == '/' && join(out, home, "/.cache/garner/machine");
}

static void warn(void *user, const grn_diagnostic *d)
{
    complain("warning: %s: %s; it is not used", (const char *)user, d->message);
}

static bool read_file(char *path, grn_machine *out)
{
    source file;
    grn_diag diag = {warn, path};
    if (source_open(&file, path) != EXIT_FINE)
        return false;
    grn_machine_here(out);
    bool right = grn_machine_read(file.bytes > 0 ? file.text : "", file.bytes, &diag, out) == GRN_OK;
    source_close(&file);
    return right;
}

bool machine_of_environment(grn_machine *out)
{
    char path[MACHINE_PATH_BYTES];
    const char *named = getenv("GARNER_MACHINE");
    if (named != NULL)
        return named[0] != '\0' && join(path, named, "") && read_file(path, out);
    return machine_default_path(path) && access(path, F_OK) == 0 && read_file(path, out);
}

const grn_machine *command_machine(void)
{
    static grn_machine machine;
    static enum { NOT_ASKED, HAS_ONE, HAS_NONE } state;
    if (state == NOT_ASKED)
        state = machine_of_environment(&machine) ? HAS_ONE : HAS_NONE;
    return state == HAS_ONE ? &machine : NULL;
}
