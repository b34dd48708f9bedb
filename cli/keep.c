/* keep.c - a file of the command's own, replaced as a whole or not at all. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"

/* What was begun goes when the folder is closed. */
static int cannot_write(const char *path, int why)
{
    complain("%s: %s", path, strerror(why));
    return EXIT_REJECTED;
}

/* Its folder is open. */
static int replace_file(const char *path, const char *name, write_fn *write, const void *what)
{
    FILE *to = output_begin();
    if (to == NULL)
        return cannot_write(path, errno);
    bool written = write(what, to);
    int why = errno;
    bool closed = fclose(to) == 0;
    if (!written || !closed)
        return cannot_write(path, written ? errno : why);
    return output_commit(name) ? EXIT_FINE : cannot_write(path, errno);
}

int keep_file(const char *path, write_fn *write, const void *what)
{
    char folder[CACHE_PATH_BYTES];
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    if (*name == '\0' || strlen(path) >= CACHE_PATH_BYTES) {
        complain("%s: is no file's name", path);
        return EXIT_REJECTED;
    }
    int bytes = slash == NULL ? 1 : slash == path ? 1 : (int)(slash - path);
    snprintf(folder, sizeof folder, "%.*s", bytes, slash == NULL ? "." : path);
    int exit = output_open(folder);
    if (exit == EXIT_FINE)
        exit = replace_file(path, name, write, what);
    output_close();
    return exit;
}
