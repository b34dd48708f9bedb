/*
 * corpus.c - which mistakes the programs of share/corpus kill: those under which what a program checks comes out other.
 *
 * broken_corpus [-v] FILE...  status 1: a program kills none, or a mistake is killed by none; -v lists them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broken.h"

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

static grn_module *read_program(const char *path)
{
    static const grn_module_options options = {.allow_nonunique_scatter = true};
    grn_module *module = NULL;
    char *text = NULL;
    size_t n = 0;
    FILE *f = fopen(path, "rb");
    if (f && fseek(f, 0, SEEK_END) == 0) {
        n = (size_t)ftell(f);
        rewind(f);
        text = malloc(n + 1);
        n = text ? fread(text, 1, n, f) : 0;
    }
    if (f)
        fclose(f);
    if (text && grn_module_parse(text, n, &options, &quiet, &module) != GRN_OK)
        module = NULL;
    free(text);
    return module;
}

/* What a program checks. */
typedef struct checked {
    size_t n;
    grn_tensor *values;
} checked;

static bool run(const grn_module *module, const mistake *m, grn_arena *arena, checked *out)
{
    grn_function_info info;
    size_t main = 0;
    while (grn_module_function(module, main, &info) == GRN_OK && strcmp(info.name, "main") != 0)
        main++;
    return main < grn_module_functions(module) &&
           broken_run(module, main, m, NULL, 0, arena, &out->n, &out->values) == GRN_OK;
}

static bool same(const checked *a, const checked *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = grn_same_tensor(&a->values[i], &b->values[i]);
    return same;
}

/* How many it kills; counts them in killed[mistake]. */
static size_t kills_of(const char *path, size_t *killed, bool tell)
{
    grn_module *module = read_program(path);
    grn_arena arena;
    checked right, wrong;
    size_t kills = 0;
    grn_arena_init(&arena, NULL);
    const bool runs = module && run(module, NULL, &arena, &right) && right.n > 0;
    for (size_t i = 0; runs && mistake_at(i); i++)
        if (run(module, mistake_at(i), &arena, &wrong) && !same(&right, &wrong)) {
            kills++;
            killed[i]++;
            if (tell)
                printf("%s %s\n", path, mistake_at(i)->name);
        }
    if (!runs)
        printf("%s: it does not run\n", path);
    grn_arena_destroy(&arena);
    grn_module_destroy(module);
    return kills;
}

int main(int argc, char **argv)
{
    size_t killed[256] = {0}, n = 0;
    bool fine = argc > 1;
    const bool tell = argc > 1 && strcmp(argv[1], "-v") == 0;
    for (int i = tell ? 2 : 1; i < argc; i++, n++)
        if (kills_of(argv[i], killed, tell) == 0) {
            printf("%s: kills no mistake\n", argv[i]);
            fine = false;
        }
    for (size_t i = 0; mistake_at(i); i++)
        if (killed[i] == 0) {
            printf("%s: no program kills it\n", mistake_at(i)->name);
            fine = false;
        }
    printf("%zu programs\n", n);
    return fine ? 0 : 1;
}
