/* keep.c - a file of the command's own, replaced as a whole or not at all; a device or a pipe is
 * written to. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

/* What was begun goes when the folder is closed. */
static int cannot_write(const char *path, int why) { return refuse_of(EXIT_REJECTED, path, "%s", strerror(why)); }

/* Writes all of it and closes. */
static int write_to(FILE *to, const char *path, write_fn *write, const void *what)
{
    if (to == NULL)
        return cannot_write(path, errno);
    bool written = write(what, to);
    int why = errno;
    bool closed = fclose(to) == 0;
    return written && closed ? EXIT_FINE : cannot_write(path, written ? errno : why);
}

/* Its folder is open. */
static int replace_file(const char *path, const char *name, write_fn *write, const void *what)
{
    int exit = write_to(output_begin(), path, write, what);
    return exit != EXIT_FINE || output_commit(name) ? exit : cannot_write(path, errno);
}

/* A file put in its place would end it for everybody: /dev/null, a named pipe, /dev/stdout. */
static bool is_no_file(const char *path)
{
    struct stat there;
    return strcmp(path, "/dev/stdout") == 0 ||
           (stat(path, &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode));
}

/* Opens the folder that the file is in; *name: the file's in it. */
static int open_folder(const char *path, const char **name)
{
    char folder[CACHE_PATH_BYTES];
    const char *slash = strrchr(path, '/');
    *name = slash != NULL ? slash + 1 : path;
    if (**name == '\0' || strlen(path) >= CACHE_PATH_BYTES)
        return refuse_of(EXIT_REJECTED, path, "is no file's name");
    int bytes = slash == NULL ? 1 : slash == path ? 1 : (int)(slash - path);
    snprintf(folder, sizeof folder, "%.*s", bytes, slash == NULL ? "." : path);
    return output_enter(folder);
}

static int replace(const char *path, write_fn *write, const void *what)
{
    const char *name;
    int exit = open_folder(path, &name);
    if (exit == EXIT_FINE)
        exit = replace_file(path, name, write, what);
    output_close();
    return exit;
}

int keep_file(const char *path, write_fn *write, const void *what)
{
    const int exit = is_no_file(path) ? write_to(fopen(path, "wb"), path, write, what) : replace(path, write, what);
    if (exit == EXIT_FINE)
        document_wrote(path);
    return exit;
}

int keep_check(const char *path)
{
    const char *name;
    struct stat there;
    if (is_no_file(path))
        return access(path, W_OK) == 0 ? EXIT_FINE : cannot_write(path, errno);
    int exit = open_folder(path, &name);
    if (exit == EXIT_FINE && stat(path, &there) == 0 && S_ISDIR(there.st_mode))
        exit = cannot_write(path, EISDIR);
    if (exit == EXIT_FINE)
        exit = output_check();
    output_close();
    return exit;
}
