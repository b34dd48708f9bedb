/* reduce_trial.c - programs that are tried by a command line of the user's. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process.h"
#include "reduce.h"

#define PATH_BYTES 8192

typedef struct trial {
    char folder[4096];
    grn_text_buffer line;
    bool is_ready, holds;
} trial;

struct trial_folders {
    const reduce_settings *settings;
    program_form form;
    size_t count;
    trial *trials;
};

/* ---- folders --------------------------------------------------------------------------------- */

void trial_folders_remove(trial_folders *f)
{
    for (size_t i = 0; f && i < f->count; i++) {
        if (f->trials[i].folder[0])
            folder_remove(f->trials[i].folder);
        grn_text_buffer_free(&f->trials[i].line);
    }
    if (f)
        free(f->trials);
    free(f);
}

trial_folders *trial_folders_make(const reduce_settings *s, program_form form, size_t at_once)
{
    trial_folders *f = calloc(1, sizeof *f);
    if (f)
        *f = (trial_folders){s, form, at_once, calloc(at_once, sizeof *f->trials)};
    bool ok = f && f->trials;
    if (!ok)
        complain("memory refused for what is tried");
    for (size_t i = 0; ok && i < at_once; i++) {
        ok = folder_make(f->trials[i].folder);
        if (!ok) {
            f->trials[i].folder[0] = '\0';
            complain("no folder can be made for what is tried: %s", strerror(errno));
        }
    }
    if (ok)
        return f;
    if (f && !f->trials)
        f->count = 0;
    trial_folders_remove(f);
    return NULL;
}

/* ---- the command line ------------------------------------------------------------------------ */

static grn_status put(grn_text_buffer *to, const char *text, size_t n)
{
    const grn_sink sink = grn_text_buffer_sink(to);
    return sink.write(sink.user, text, n);
}

/* As one word of the shell. */
static grn_status put_quoted(grn_text_buffer *to, const char *text)
{
    grn_status status = put(to, "'", 1);
    for (; *text && status == GRN_OK; text++)
        status = *text == '\'' ? put(to, "'\\''", 4) : put(to, text, 1);
    return status == GRN_OK ? put(to, "'", 1) : status;
}

/* The words that stand for something, each at its place. */
static grn_status put_line(grn_text_buffer *to, const char *line, const char *file, const char *inputs)
{
    const struct {
        const char *word, *path;
    } words[] = {{"{}", file}, {"{program}", file}, {"{inputs}", inputs}};
    grn_status status = GRN_OK;
    while (*line && status == GRN_OK) {
        size_t i = 0;
        while (i < sizeof words / sizeof *words && strncmp(line, words[i].word, strlen(words[i].word)) != 0)
            i++;
        const bool is_word = i < sizeof words / sizeof *words;
        status = is_word ? put_quoted(to, words[i].path) : put(to, line, 1);
        line += is_word ? strlen(words[i].word) : 1;
    }
    return status;
}

/* The line runs where the user stands, so that what it names relative to there is found. */
static bool make_line(trial *t, const char *line, const char *file)
{
    char here[4096];
    t->line.size_bytes = 0;
    grn_status status = getcwd(here, sizeof here) ? put(&t->line, "cd ", 3) : GRN_OK;
    if (t->line.size_bytes && status == GRN_OK)
        status = put_quoted(&t->line, here);
    if (t->line.size_bytes && status == GRN_OK)
        status = put(&t->line, " || exit 125\n", 13);
    if (status == GRN_OK)
        status = put_line(&t->line, line, file, t->folder);
    return status == GRN_OK && put(&t->line, "", 1) == GRN_OK;
}

/* ---- files ----------------------------------------------------------------------------------- */

grn_status program_write(const grn_reduced *p, program_form form, bool generic, const grn_diag *diag,
                         const grn_sink *sink)
{
    const grn_module_print_options print = {.generic = generic, .names = true, .locations = true};
    grn_function_info f;
    grn_module_onnx_options onnx = {.function = NULL};
    if (grn_module_function(p->module, p->function, &f) == GRN_OK)
        onnx.function = f.name;
    if (form == PROGRAM_ARTIFACT)
        return grn_module_write_artifact(p->module, NULL, diag, sink);
    return form == PROGRAM_ONNX ? grn_module_write_onnx(p->module, &onnx, diag, sink)
                                : grn_module_print(p->module, &print, sink);
}

static bool write_program(const trial_folders *f, const grn_reduced *p, const char *path)
{
    const grn_diag quiet = {0};
    FILE *to = fopen(path, "wb");
    const grn_sink sink = grn_file_sink(to);
    const bool written = to && program_write(p, f->form, f->settings->generic, &quiet, &sink) == GRN_OK;
    return to && fclose(to) == 0 && written;
}

static bool write_input(const char *folder, size_t i, const grn_tensor *t)
{
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/in_%zu.npy", folder, i);
    FILE *to = fopen(path, "wb");
    const grn_sink sink = grn_file_sink(to);
    const bool written = to && grn_npy_write(t, &sink) == GRN_OK;
    return to && fclose(to) == 0 && written;
}

/* Inputs of the program before are gone: the folder of each try is new. */
static bool make_ready(const trial_folders *f, trial *t, const grn_reduced *p)
{
    static const char *const ends[] = {[PROGRAM_TEXT] = "mlir", [PROGRAM_ARTIFACT] = "mlirbc", [PROGRAM_ONNX] = "onnx"};
    char path[PATH_BYTES];
    folder_remove(t->folder);
    t->folder[0] = '\0';
    if (!folder_make(t->folder)) {
        t->folder[0] = '\0';
        return false;
    }
    snprintf(path, sizeof path, "%s/program.%s", t->folder, ends[f->form]);
    bool ok = write_program(f, p, path) && make_line(t, f->settings->line, path);
    for (size_t i = 0; i < p->ninputs && ok; i++)
        ok = write_input(t->folder, i, &p->inputs[i]);
    return ok;
}

/* ---- tries ----------------------------------------------------------------------------------- */

static void try_one(void *folders, int32_t i)
{
    trial_folders *f = folders;
    trial *t = &f->trials[i];
    const process_limits limits = {.seconds = f->settings->seconds, .output_bytes = 4096};
    process_outcome outcome = {.output = NULL};
    t->holds = t->is_ready && process_run_line(t->line.text, t->folder, &limits, &outcome) &&
               outcome.end == PROCESS_EXITED && outcome.code == 0;
    free(outcome.output);
}

void trial_run(trial_folders *f, size_t n, const grn_reduced *tried, bool *holds)
{
    const grn_parallel *parallel = threads_parallel((int32_t)f->count);
    for (size_t i = 0; i < n; i++)
        f->trials[i].is_ready = make_ready(f, &f->trials[i], &tried[i]);
    if (parallel)
        parallel->for_each(parallel->user, (int32_t)n, try_one, f);
    for (size_t i = 0; i < n; i++) {
        if (!parallel)
            try_one(f, (int32_t)i);
        holds[i] = f->trials[i].holds;
    }
}
