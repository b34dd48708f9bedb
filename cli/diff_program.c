/* diff_program.c - a function of a program in memory, as the tool gets it, with its inputs. */
#include <stdlib.h>
#include <string.h>

#include "diff.h"

/* ---- inputs that are given ---------------------------------------------------------------------- */

/* By way of a .npy in memory. */
static grn_status copy_input(const grn_tensor *from, grn_text_buffer *bytes, read_tensor *out)
{
    const grn_sink sink = grn_text_buffer_sink(bytes);
    tensor_file *file = NULL;
    grn_status status = grn_npy_write(from, &sink);
    if (status == GRN_OK)
        status = tensor_file_open(bytes->text, bytes->size_bytes, TENSOR_FORMAT_NPY, NULL, NULL, &file);
    if (status == GRN_OK)
        status = tensor_file_read(file, 0, from->dtype, NULL, NULL, out);
    tensor_file_close(file);
    return status;
}

/* A tool may change files while it runs: inputs are copies in memory. */
static bool copy_inputs(diff_program *p, const input_set *set)
{
    p->ninputs = set->count;
    p->inputs = calloc(set->count + 1, sizeof *p->inputs);
    p->copies = calloc(set->count + 1, sizeof *p->copies);
    p->bytes = calloc(set->count + 1, sizeof *p->bytes);
    bool well = p->inputs != NULL && p->copies != NULL && p->bytes != NULL;
    for (size_t i = 0; well && i < set->count; i++) {
        well = copy_input(&set->tensors[i], &p->bytes[i], &p->copies[i]) == GRN_OK;
        p->inputs[i] = p->copies[i].tensor;
    }
    return well || (complain("memory refused for inputs"), false);
}

/* As if the files were given by --input. */
static int name_files(const diff_case *of, size_t n, text_list *out)
{
    const char *ending = ends_in(of->inputs, "/input_") ? ".pb" : ".npy";
    bool well = true;
    for (size_t i = 0; well && i < n; i++) {
        const size_t bytes = strlen(of->inputs) + 32;
        char *path = malloc(bytes);
        if (path != NULL)
            snprintf(path, bytes, "@%s%zu%s", of->inputs, i, ending);
        const char **grown = path != NULL ? realloc(out->items, (out->count + 1) * sizeof *grown) : NULL;
        well = grown != NULL;
        if (well) {
            out->items = grown;
            out->items[out->count++] = path;
        } else
            free(path);
    }
    return well ? EXIT_FINE : refuse(EXIT_REJECTED, "memory refused for inputs");
}

static int read_given(const common *c, const calling_settings *how, diff_program *p)
{
    input_set set;
    const entry e = {.file = p->file, .module = p->module, .function = p->function};
    int exit = inputs_read(c, how, &e, &set);
    if (exit == EXIT_FINE && !inputs_fit(&set))
        exit = refuse_of(EXIT_REJECTED, p->file->name, "its inputs are not of the declared types, or not as many");
    if (exit == EXIT_FINE && !copy_inputs(p, &set))
        exit = EXIT_REJECTED;
    inputs_close(&set);
    return exit;
}

static int read_beside(const common *c, const diff_case *of, diff_program *p)
{
    calling_settings how = {0};
    int exit = name_files(of, p->info.ninputs, &how.inputs);
    if (exit == EXIT_FINE)
        exit = read_given(c, &how, p);
    for (size_t i = 0; i < how.inputs.count; i++)
        free((void *)(uintptr_t)how.inputs.items[i]);
    free(how.inputs.items);
    return exit;
}

/* ---- the program that runs ---------------------------------------------------------------------- */

/* What checks look at becomes results; with constants as inputs, unless the tool refuses them. */
static void open_checks(diff_program *p, bool keep_constants)
{
    first_error ignored = {{0}, {0}};
    const grn_diag quiet = first_error_diag(&ignored);
    const grn_open_options how = {.keep_constants = keep_constants};
    grn_opened *opened = NULL;
    if (grn_module_open(p->module, p->number, &how, &quiet, &opened) != GRN_OK)
        return;
    grn_opened_destroy(p->opened);
    p->opened = opened;
    p->ran = grn_opened_module(opened);
    p->function = 0;
}

/* Each is a view of what `opened` has. */
static int use_opened_inputs(diff_program *p)
{
    free(p->inputs);
    p->ninputs = grn_opened_inputs(p->opened);
    p->inputs = calloc(p->ninputs + 1, sizeof *p->inputs);
    if (p->inputs == NULL)
        return refuse(EXIT_REJECTED, "memory refused for inputs");
    for (size_t i = 0; i < p->ninputs; i++)
        p->inputs[i] = *grn_opened_input(p->opened, i);
    return EXIT_FINE;
}

static int read_inputs(const common *c, const diff_settings *s, const diff_case *of, diff_program *p)
{
    if (s->calling.inputs.count > 0)
        return read_given(c, &s->calling, p);
    if (of->inputs != NULL && p->info.ninputs > 0)
        return read_beside(c, of, p);
    return p->info.ninputs == 0 ? use_opened_inputs(p) : EXIT_FINE;
}

int diff_program_open(const common *c, const diff_settings *s, const diff_case *of, program in, size_t number,
                      diff_program *out)
{
    grn_function_info ran;
    *out = (diff_program){.file = in.file, .module = in.module, .ran = in.module, .number = number, .function = number};
    int exit = exit_of_status(grn_module_function(in.module, number, &out->info));
    if (exit == EXIT_FINE && !s->keep_checks)
        open_checks(out, s->keep_constants);
    if (exit == EXIT_FINE)
        exit = exit_of_status(grn_module_function(out->ran, out->function, &ran));
    if (exit == EXIT_FINE && ran.nresults == 0)
        return refuse_of(EXIT_REJECTED, of->file, "@%s gives no result that could be compared", out->info.name);
    return exit == EXIT_FINE ? read_inputs(c, s, of, out) : exit;
}

bool diff_program_keep_constants(diff_program *p)
{
    if (grn_opened_inputs(p->opened) == 0)
        return false;
    open_checks(p, true);
    return grn_opened_inputs(p->opened) == 0 && use_opened_inputs(p) == EXIT_FINE;
}

static void forget_shrunk(diff_program *p)
{
    grn_reduction_destroy(p->shrunk);
    p->shrunk = NULL;
    grn_text_buffer_free(&p->shapes);
}

grn_status diff_program_shrink(diff_program *p, const grn_shrink_options *how, const grn_diag *diag, size_t *ninputs,
                               const grn_tensor **inputs)
{
    grn_reduction *shrunk;
    const grn_reduced from = {p->ran, p->function, *ninputs, *inputs};
    const grn_status status = shrink_for_indices(&from, *how, diag, &shrunk);
    if (shrunk == NULL)
        return status;
    forget_shrunk(p);
    const grn_reduced *found = grn_reduction_program(shrunk);
    p->shrunk = shrunk;
    p->ran = found->module;
    p->function = found->function;
    *ninputs = found->ninputs;
    *inputs = found->inputs;
    write_shapes(p->ran, p->function, &p->shapes);
    return GRN_OK;
}

void diff_program_close(diff_program *p)
{
    forget_shrunk(p);
    for (size_t i = 0; p->copies != NULL && i < p->ninputs; i++)
        tensor_release(&p->copies[i]);
    for (size_t i = 0; p->bytes != NULL && i < p->ninputs; i++)
        grn_text_buffer_free(&p->bytes[i]);
    free(p->copies);
    free(p->bytes);
    free(p->inputs);
    grn_opened_destroy(p->opened);
    *p = (diff_program){.module = NULL};
}
