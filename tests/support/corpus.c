/* corpus.c - the programs of the repository. */
#include "support/corpus.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define PATH_BYTES 1024

static void *must(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

static void add_program(corpus *c, const char *file, size_t part, const char *text, size_t bytes)
{
    c->programs = must(realloc(c->programs, (c->count + 1) * sizeof *c->programs));
    corpus_program *p = &c->programs[c->count++];
    p->name = must(malloc(strlen(file) + 32));
    sprintf(p->name, "%s#%zu", file, part);
    p->text = must(malloc(bytes + 1));
    memcpy(p->text, text, bytes);
    p->text[bytes] = '\0';
}

static void add_parts(corpus *c, const char *file, const char *text)
{
    size_t part = 1;
    for (const char *end; (end = strstr(text, "\n// -----")); text = end + 1)
        add_program(c, file, part++, text, (size_t)(end - text) + 1);
    add_program(c, file, part, text, strlen(text));
}

static void full_path(char path[static PATH_BYTES], const char *below)
{
    if (snprintf(path, PATH_BYTES, "%s/%s", GARNER_SOURCE_DIR, below) >= PATH_BYTES)
        abort();
}

static void add_file(corpus *c, const char *below)
{
    char path[PATH_BYTES];
    full_path(path, below);
    FILE *file = must(fopen(path, "rb"));
    char *text = NULL;
    size_t bytes = 0;
    for (size_t got = 1; got; bytes += got) {
        text = must(realloc(text, bytes + 8193));
        got = fread(text + bytes, 1, 8192, file);
    }
    text[bytes] = '\0';
    add_parts(c, below, text);
    free(text);
    fclose(file);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* The entries of a folder, sorted, without those that begin with a dot. */
static char **entries_of(const char *folder, size_t *count)
{
    char path[PATH_BYTES];
    char **names = NULL;
    full_path(path, folder);
    DIR *dir = must(opendir(path));
    *count = 0;
    for (struct dirent *e; (e = readdir(dir));) {
        if (e->d_name[0] == '.')
            continue;
        names = must(realloc(names, (*count + 1) * sizeof *names));
        names[*count] = must(malloc(strlen(folder) + strlen(e->d_name) + 2));
        sprintf(names[(*count)++], "%s/%s", folder, e->d_name);
    }
    closedir(dir);
    if (names)
        qsort(names, *count, sizeof *names, by_name);
    return names;
}

static bool is_folder(const char *below)
{
    char path[PATH_BYTES];
    struct stat s;
    full_path(path, below);
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool is_program(const char *name)
{
    size_t n = strlen(name);
    return n > 5 && strcmp(name + n - 5, ".mlir") == 0;
}

void corpus_add(corpus *c, const char *folder)
{
    size_t count;
    char **names = entries_of(folder, &count);
    for (size_t i = 0; i < count; i++) {
        if (is_folder(names[i]))
            corpus_add(c, names[i]);
        else if (is_program(names[i]))
            add_file(c, names[i]);
        free(names[i]);
    }
    free(names);
}

void corpus_free(corpus *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->programs[i].name);
        free(c->programs[i].text);
    }
    free(c->programs);
    *c = (corpus){0};
}
