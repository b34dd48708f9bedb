/*
 * cache.c - the folder in which the command keeps what it measured.
 *
 * As the XDG Base Directory Specification has it: garner in XDG_CACHE_HOME,
 * else in ~/.cache; a path that is not absolute counts as none.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

static bool join(char out[CACHE_PATH_BYTES], const char *folder, const char *rest, const char *name)
{
    int n = snprintf(out, CACHE_PATH_BYTES, "%s%s%s", folder, rest, name);
    return n >= 0 && n < CACHE_PATH_BYTES;
}

bool cache_path(const char *name, char out[CACHE_PATH_BYTES])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/')
        return join(out, cache, "/garner/", name);
    return home != NULL && home[0] == '/' && join(out, home, "/.cache/garner/", name);
}

void make_folder_of(const char *path)
{
    char folder[CACHE_PATH_BYTES];
    const char *slash = strrchr(path, '/');
    if (slash && slash != path && (size_t)(slash - path) < sizeof folder) {
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
        mkdir(folder, 0777);
    }
}

void cache_make_folder(const char *path)
{
    char folder[CACHE_PATH_BYTES];
    snprintf(folder, sizeof folder, "%s", path);
    for (int level = 0; level < 2; level++)
        *strrchr(folder, '/') = '\0';
    if (*folder != '\0')
        mkdir(folder, 0700);
    make_folder_of(path);
}
