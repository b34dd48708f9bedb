/*
 * file_list.c - the files that a command line names: as they stand, and those of folders.
 *
 * A folder's programs are its .mlir files, portable artifacts (.bc, .mlirbc) and ONNX models, by name;
 * folders in it too, links to folders not.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"

enum { MOST_FOLDERS_DEEP = 64 };

static int out_of_memory(void) { return refuse(EXIT_REJECTED, "memory refused for the list of files"); }

void *list_grown(void *items, size_t count, size_t *room, size_t item_bytes)
{
    if (count < *room)
        return items;
    const size_t wider = *room ? 2 * *room : 16;
    void *grown = wider > SIZE_MAX / item_bytes ? NULL : realloc(items, wider * item_bytes);
    if (grown)
        *room = wider;
    return grown;
}

/* `path` is the list's from here on. */
static bool add_path(file_list *list, char *path)
{
    char **paths = list_grown(list->paths, list->count, &list->room, sizeof *paths);
    if (!paths)
        return false;
    list->paths = paths;
    list->paths[list->count++] = path;
    return true;
}

static bool is_program(const char *name)
{
    static const char *const endings[] = {".mlir", ".mlirbc", ".bc", ".onnx"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_in(name, endings[i]) && strcmp(name, endings[i]) != 0)
            return true;
    return false;
}

static char *join(const char *folder, const char *name)
{
    const size_t n = strlen(folder), bytes = n + strlen(name) + 2;
    char *path = malloc(bytes);
    if (path)
        snprintf(path, bytes, "%s%s%s", folder, n > 0 && folder[n - 1] == '/' ? "" : "/", name);
    return path;
}

static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int add_folder(file_list *list, const char *folder, int depth);

static int add_entry(file_list *list, const char *folder, const char *name, int depth)
{
    struct stat about;
    char *path = join(folder, name);
    if (!path)
        return out_of_memory();
    const bool there = lstat(path, &about) == 0;
    int exit = EXIT_FINE;
    if (there && S_ISDIR(about.st_mode) && name[0] != '.' && depth < MOST_FOLDERS_DEEP)
        exit = add_folder(list, path, depth + 1);
    else if (there && !S_ISDIR(about.st_mode) && is_program(name)) {
        if (add_path(list, path))
            return EXIT_FINE;
        exit = out_of_memory();
    }
    free(path);
    return exit;
}

static int add_folder(file_list *list, const char *folder, int depth)
{
    const size_t first = list->count;
    int exit = EXIT_FINE;
    DIR *open = opendir(folder);
    if (!open)
        return refuse_of(EXIT_REJECTED, folder, "%s", strerror(errno));
    for (struct dirent *next; exit == EXIT_FINE && (next = readdir(open)) != NULL;)
        exit = add_entry(list, folder, next->d_name, depth);
    closedir(open);
    if (depth == 0 && list->count > first + 1)
        qsort(list->paths + first, list->count - first, sizeof *list->paths, compare);
    return exit;
}

static int add_argument(file_list *list, const char *path, bool recursive)
{
    struct stat about;
    const bool is_folder = strcmp(path, "-") != 0 && stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    if (is_folder && recursive)
        return add_folder(list, path, 0);
    if (is_folder)
        return refuse_of(EXIT_REJECTED, path, "is a folder; --recursive takes the programs in it");
    char *copy = malloc(strlen(path) + 1);
    if (copy)
        strcpy(copy, path);
    if (copy && add_path(list, copy))
        return EXIT_FINE;
    free(copy);
    return out_of_memory();
}

int file_list_read(const text_list *arguments, bool recursive, file_list *out)
{
    int exit = EXIT_FINE;
    *out = (file_list){0};
    for (size_t i = 0; exit == EXIT_FINE && i < arguments->count; i++)
        exit = add_argument(out, arguments->items[i], recursive);
    if (exit == EXIT_FINE && out->count == 0) {
        complain("there is no program in %s%s: its name would end in .mlir, .mlirbc, .bc or .onnx", arguments->items[0],
                 arguments->count > 1 ? " and the others" : "");
        exit = EXIT_REJECTED;
    }
    if (exit != EXIT_FINE)
        file_list_free(out);
    return exit;
}

void file_list_free(file_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
    *list = (file_list){0};
}
