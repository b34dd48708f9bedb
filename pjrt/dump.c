/* dump.c - GARNER_DUMP: each program as text, and the arguments of its first run, as the command
 * takes them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "plugin.h"

static grn_status write_file(void *file, const char *text, size_t bytes)
{
    return fwrite(text, 1, bytes, file) == bytes ? GRN_OK : GRN_E_SINK;
}

static FILE *open_file(const char *folder, const PJRT_Executable *e, const char *ending)
{
    grn_pjrt_text path = {.text = NULL};
    grn_pjrt_text_print(&path, "%s/", folder);
    for (const char *c = e->name; *c != 0; c++) /* a name may hold what no file's may */
        grn_pjrt_text_print(&path, "%c", *c == '/' || *c == ' ' ? '_' : *c);
    grn_pjrt_text_print(&path, "-%.12s.%s", e->fingerprint, ending);
    FILE *file = path.failed ? NULL : fopen(path.text, "wb");
    free(path.text);
    return file;
}

/* The command that runs it stands in the first line. */
static void dump_program(const char *folder, const PJRT_Executable *e)
{
    FILE *file = open_file(folder, e, "mlir");
    if (file == NULL)
        return;
    fprintf(file, "// garner run %s-%.12s.mlir", e->name, e->fingerprint);
    for (size_t i = 0; i < e->ninputs; i++)
        fprintf(file, " --input %s-%.12s.%zu.npy", e->name, e->fingerprint, i);
    fputs("\n", file);
    const grn_sink sink = {write_file, file};
    const grn_module_print_options options = {.locations = true};
    (void)!grn_module_print(e->module, &options, &sink);
    fclose(file);
}

/* What cannot be written is not there: a dump changes no run. */
void grn_pjrt_dump(const char *folder, const PJRT_Executable *executable, const grn_tensor *inputs)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return;
    dump_program(folder, executable);
    for (size_t i = 0; i < executable->ninputs; i++) {
        char ending[32];
        snprintf(ending, sizeof ending, "%zu.npy", i);
        FILE *file = open_file(folder, executable, ending);
        if (file == NULL)
            continue;
        const grn_sink sink = {write_file, file};
        (void)!grn_npy_write(&inputs[i], &sink);
        fclose(file);
    }
}
