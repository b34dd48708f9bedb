/*
 * diff_cases.c - programs, and the inputs that lie beside them:
 *
 *   program.mlir   with in_0.npy, in_1.npy, .. in its folder
 *   NAME.mlir      with NAME.in_0.npy, ..
 *   model.onnx     with test_data_set_N/input_0.pb, ..: a case for each set, as in ONNX's own tests
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "diff.h"

/* ---- which there are ---------------------------------------------------------------------------- */

static bool is_there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

static char *text_of(const char *format, const char *a, size_t na, const char *b)
{
    const size_t bytes = strlen(format) + na + strlen(b) + 1;
    char *text = malloc(bytes);
    if (text != NULL)
        snprintf(text, bytes, format, (int)na, a, b);
    return text;
}

/* `inputs` is the list's from here on. */
static bool add_case(diff_cases *list, const char *file, char *inputs)
{
    diff_case *items = list_grown(list->items, list->count, &list->room, sizeof *items);
    char *copy = malloc(strlen(file) + 1);
    if (items != NULL)
        list->items = items;
    if (items == NULL || copy == NULL) {
        free(copy);
        free(inputs);
        return false;
    }
    list->items[list->count++] = (diff_case){strcpy(copy, file), inputs};
    return true;
}

/* "FOLDER/in_" where FOLDER/in_0.npy is there; NULL: it is not. */
static char *inputs_called(const char *path, size_t n, const char *name, const char *ending)
{
    char *begin = text_of("%.*s%s", path, n, name);
    char *first = begin != NULL ? text_of("%.*s0%s", begin, strlen(begin), ending) : NULL;
    const bool found = first != NULL && is_there(first);
    free(first);
    if (found)
        return begin;
    free(begin);
    return NULL;
}

static size_t folder_bytes(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash != NULL ? (size_t)(slash - file) + 1 : 0;
}

static char *inputs_beside(const char *file)
{
    const size_t folder = folder_bytes(file);
    const char *dot = strrchr(file + folder, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - file) : strlen(file);
    char *own = inputs_called(file, stem, ".in_", ".npy");
    const bool alone = stem - folder == strlen("program") && strncmp(file + folder, "program", stem - folder) == 0;
    return own == NULL && alone ? inputs_called(file, folder, "in_", ".npy") : own;
}

/* A case for each set of a model's; false: memory refused. */
static bool add_sets(diff_cases *list, const char *file, bool *any)
{
    bool well = true;
    *any = false;
    for (int set = 0; well && set < 1000; set++) {
        char name[64];
        snprintf(name, sizeof name, "test_data_set_%d", set);
        char *folder = text_of("%.*s%s", file, folder_bytes(file), name);
        const bool there = folder != NULL && is_there(folder);
        well = folder != NULL;
        if (there)
            well = add_case(list, file, text_of("%.*s%s", folder, strlen(folder), "/input_"));
        *any |= there;
        free(folder);
        if (!there)
            return well;
    }
    return well;
}

static bool add_file(diff_cases *list, const char *file)
{
    bool any = false;
    if (ends_in(file, ".onnx") && !add_sets(list, file, &any))
        return false;
    return any || add_case(list, file, inputs_beside(file));
}

int diff_cases_read(const common *c, diff_cases *out)
{
    file_list files;
    *out = (diff_cases){0};
    int exit = file_list_read(&c->files, true, &files);
    if (exit != EXIT_FINE)
        return exit;
    for (size_t i = 0; exit == EXIT_FINE && i < files.count; i++)
        if (!add_file(out, files.paths[i]))
            exit = refuse(EXIT_REJECTED, "memory refused for the list of programs");
    file_list_free(&files);
    return exit;
}

void diff_cases_free(diff_cases *cases)
{
    for (size_t i = 0; i < cases->count; i++) {
        free(cases->items[i].file);
        free(cases->items[i].inputs);
    }
    free(cases->items);
    *cases = (diff_cases){0};
}
