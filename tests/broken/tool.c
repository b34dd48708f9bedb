/*
 * tool.c - garner with one mistake, as a tool of `garner diff`: an adapter's worker (docs/conformance.md).
 *
 * broken-tool --list                      mistakes, with tabs between name, reading and report
 * broken-tool --variant MISTAKE --worker  reads lines "PROGRAM<tab>INPUTS<tab>OUTPUTS", and answers them
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "broken.h"

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

/* ---- files ----------------------------------------------------------------------------------- */

static char *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    char *bytes = NULL;
    *n = 0;
    if (f && fseek(f, 0, SEEK_END) == 0 && ftell(f) >= 0) {
        *n = (size_t)ftell(f);
        rewind(f);
        bytes = malloc(*n + 1);
        if (bytes && fread(bytes, 1, *n, f) != *n)
            *n = 0;
        if (bytes)
            bytes[*n] = '\0';
    }
    if (f)
        fclose(f);
    return bytes;
}

static bool read_input(const char *folder, size_t i, grn_dtype dtype, grn_arena *arena, grn_tensor *out)
{
    char path[4200];
    size_t n, used;
    grn_tensor view;
    snprintf(path, sizeof path, "%s/in_%zu.npy", folder, i);
    char *bytes = read_file(path, &n);
    const bool well =
        bytes && grn_npy_parse(bytes, n, dtype, &quiet, &view, &used) == GRN_OK && grn_keep_tensor(arena, &view, out);
    free(bytes);
    return well;
}

static grn_status write_bytes(void *user, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, user) == n ? GRN_OK : GRN_E_FORMAT;
}

static bool write_result(const char *folder, size_t i, const grn_tensor *t)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/out_%zu.npy", folder, i);
    FILE *f = fopen(path, "wb");
    const grn_sink sink = {write_bytes, f};
    const bool well = f && grn_npy_write(t, &sink) == GRN_OK;
    return f && fclose(f) == 0 && well;
}

/* The function that signature.txt names, in its first line. */
static size_t function_of(const char *folder, const grn_module *module)
{
    char path[4200], name[4200] = "";
    grn_function_info info;
    snprintf(path, sizeof path, "%s/signature.txt", folder);
    FILE *f = fopen(path, "r");
    if (f && fscanf(f, "function %4199s", name) != 1)
        name[0] = '\0';
    if (f)
        fclose(f);
    for (size_t i = 0; grn_module_function(module, i, &info) == GRN_OK; i++)
        if (strcmp(info.name, name) == 0)
            return i;
    return 0;
}

/* ---- a program ------------------------------------------------------------------------------- */

typedef struct task {
    const char *program, *inputs, *outputs;
} task;

static const char *run_task(const task *t, const mistake *m, grn_module *module, grn_arena *arena)
{
    const size_t function = function_of(t->inputs, module);
    grn_function_info info;
    size_t nresults;
    grn_tensor *results;
    if (grn_module_function(module, function, &info) != GRN_OK)
        return "error no function";
    grn_tensor *inputs = GRN_ARENA_NEW(arena, grn_tensor, info.ninputs + 1), type;
    for (size_t i = 0; inputs && i < info.ninputs; i++)
        if (grn_module_value_type(module, function, false, i, &type) != GRN_OK ||
            !read_input(t->inputs, i, type.dtype, arena, &inputs[i]))
            return "error inputs";
    if (!inputs || broken_run(module, function, m, inputs, info.ninputs, arena, &nresults, &results) != GRN_OK)
        return "refused it does not run op by op";
    for (size_t i = 0; i < nresults; i++)
        if (!write_result(t->outputs, i, &results[i]))
            return "error results";
    return "ok";
}

static const char *answer(const task *t, const mistake *m)
{
    static const grn_module_options options = {.allow_nonunique_scatter = true};
    size_t n;
    grn_module *module = NULL;
    grn_arena arena;
    grn_arena_init(&arena, NULL);
    char *text = read_file(t->program, &n);
    const char *said = "error program";
    if (text && grn_module_parse(text, n, &options, &quiet, &module) == GRN_OK)
        said = run_task(t, m, module, &arena);
    grn_module_destroy(module);
    grn_arena_destroy(&arena);
    free(text);
    return said;
}

static int work(const mistake *m)
{
    char line[3 * 4200];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        task t = {.program = strtok(line, "\t")};
        t.inputs = strtok(NULL, "\t");
        t.outputs = strtok(NULL, "\t");
        if (t.program && !t.inputs && strcmp(t.program, "version") == 0)
            printf("version garner with a mistake: %s\n", m ? m->name : "none");
        else
            puts(t.outputs ? answer(&t, m) : "error three words are needed");
        fflush(stdout);
    }
    return 0;
}

static int list(void)
{
    const mistake *m;
    for (size_t i = 0; (m = mistake_at(i)) != NULL; i++)
        printf("%s\t%s\t%s\t%s\n", m->name, m->reading ? m->reading : "-", m->report, m->ops);
    return 0;
}

int main(int argc, char **argv)
{
    const mistake *m = NULL;
    if (argc == 2 && strcmp(argv[1], "--list") == 0)
        return list();
    if (argc == 4 && strcmp(argv[1], "--variant") == 0 && !(m = mistake_named(argv[2])) &&
        strcmp(argv[2], "none") != 0) {
        fprintf(stderr, "there is no mistake '%s'\n", argv[2]);
        return 2;
    }
    if (argc < 2 || strcmp(argv[argc - 1], "--worker") != 0) {
        fprintf(stderr, "usage: broken-tool --list | [--variant MISTAKE] --worker\n");
        return 2;
    }
    return work(m);
}
