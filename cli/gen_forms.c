/* gen_forms.c - what programs that were made are written as. */
#include <string.h>

#include "gen.h"
#include "gen_scripts.h"

/* ---- the first lines ------------------------------------------------------------------------- */

/* Of the text's lines that begin with "//" the first says the command. */
void gen_put_head(const grn_generated *made, const char *form, const char *comment, const grn_sink *sink)
{
    size_t n;
    const char *text = grn_generated_text(made, &n);
    while (strncmp(text, "// ", 3) == 0) {
        const char *end = strchr(text, '\n'), *rest = text + 3;
        char line[GEN_REASON_BYTES + 256];
        const bool is_command = strncmp(rest, "garner gen ", 11) == 0;
        if (is_command)
            snprintf(line, sizeof line, "%s garner gen --as=%s %.*s\n", comment, form, (int)(end - rest - 11),
                     rest + 11);
        else
            snprintf(line, sizeof line, "%s %.*s\n", comment, (int)(end - rest), rest);
        if (sink->write(sink->user, line, strlen(line)) != GRN_OK)
            return;
        text = end + 1;
    }
}

/* What stands behind the first lines. */
static const char *body_of(const char *text)
{
    while (strncmp(text, "// ", 3) == 0)
        text = strchr(text, '\n') + 1;
    return text;
}

static bool put_text(gen_place *place, const char *name, grn_text_buffer *text, grn_status status)
{
    const bool fine = status == GRN_OK ? gen_put(place, name, text->text, text->size_bytes)
                                       : gen_fail(place, "%s: %s", name, grn_status_text(status));
    grn_text_buffer_free(text);
    return fine;
}

/* ---- check ----------------------------------------------------------------------------------- */

static bool write_check(gen_place *place, const grn_generated *made)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    const grn_status status = grn_generated_write_check(made, &sink);
    return put_text(place, ".mlir", &text, status);
}

/* ---- .npy ------------------------------------------------------------------------------------ */

static bool put_npy(gen_place *place, const char *kind, size_t i, const grn_tensor *t)
{
    char name[GEN_NAME_BYTES];
    grn_text_buffer bytes = {0};
    const grn_sink sink = grn_text_buffer_sink(&bytes);
    snprintf(name, sizeof name, "%s_%zu.npy", kind, i);
    return put_text(place, name, &bytes, grn_npy_write(t, &sink));
}

static bool put_tensors(gen_place *place, const grn_generated *made)
{
    const grn_results *results = grn_generated_results(made);
    for (size_t i = 0; i < grn_generated_inputs(made); i++)
        if (!put_npy(place, "in", i, grn_generated_input(made, i)))
            return false;
    for (size_t i = 0; i < grn_results_count(results); i++)
        if (!put_npy(place, "out", i, grn_results_tensor(results, i)))
            return false;
    return true;
}

static bool write_npy(gen_place *place, const grn_generated *made)
{
    size_t n;
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    const char *whole = grn_generated_text(made, &n), *body = body_of(whole);
    gen_put_head(made, "npy", "//", &sink);
    const grn_status status = sink.write(sink.user, body, n - (size_t)(body - whole));
    return put_text(place, "program.mlir", &text, status) && put_tensors(place, made);
}

/* ---- what another form of the module is made of ---------------------------------------------- */

static void keep_message(void *user, const grn_diagnostic *d)
{
    gen_place *place = user;
    if (!place->reason[0] && d->severity == GRN_SEVERITY_ERROR)
        gen_leave(place, "%s", d->message);
}

static bool refused(gen_place *place, grn_status status)
{
    if (!place->is_left_out)
        gen_fail(place, "%s", grn_status_text(status));
    return false;
}

/* A folder without a text of the program has the command in a file. */
static bool put_command(gen_place *place, const char *form, const grn_generated *made)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    gen_put_head(made, form, "#", &sink);
    return put_text(place, "command.txt", &text, GRN_OK);
}

static bool write_artifact(gen_place *place, const grn_generated *made)
{
    grn_text_buffer bytes = {0};
    const grn_sink sink = grn_text_buffer_sink(&bytes);
    const grn_diag diag = {keep_message, place};
    const grn_status status = grn_module_write_artifact(grn_generated_module(made), NULL, &diag, &sink);
    if (status != GRN_OK) {
        grn_text_buffer_free(&bytes);
        return refused(place, status);
    }
    return put_text(place, "program.mlirbc", &bytes, status) && put_command(place, "artifact", made) &&
           put_tensors(place, made);
}

/* ---- ONNX's node tests ----------------------------------------------------------------------- */

static bool put_pb(gen_place *place, const char *kind, size_t i, const grn_tensor *t)
{
    char file[GEN_NAME_BYTES], name[GEN_NAME_BYTES];
    grn_text_buffer bytes = {0};
    const grn_sink sink = grn_text_buffer_sink(&bytes);
    const grn_diag diag = {keep_message, place};
    snprintf(name, sizeof name, "%s%zu", kind, i);
    snprintf(file, sizeof file, "test_data_set_0/%s_%zu.pb", kind, i);
    const grn_status status = grn_onnx_tensor_write(t, name, &diag, &sink);
    return put_text(place, file, &bytes, status);
}

static bool put_data_set(gen_place *place, const grn_generated *made)
{
    const grn_results *results = grn_generated_results(made);
    for (size_t i = 0; i < grn_generated_inputs(made); i++)
        if (!put_pb(place, "input", i, grn_generated_input(made, i)))
            return false;
    for (size_t i = 0; i < grn_results_count(results); i++)
        if (!put_pb(place, "output", i, grn_results_tensor(results, i)))
            return false;
    return true;
}

/* The model first: a program that it cannot say has no folder. */
static bool write_onnx(gen_place *place, const grn_generated *made)
{
    const grn_module_convert_options options = {.size_bytes = sizeof options, .to = "onnx", .strict_target = true};
    const grn_diag diag = {keep_message, place};
    grn_text_buffer bytes = {0};
    grn_module *module = NULL;
    const grn_sink sink = grn_text_buffer_sink(&bytes);
    if (!grn_generated_results(made))
        return gen_leave(place, "its specification makes an error of it, which is no result");
    grn_status status = grn_module_convert(grn_generated_module(made), &options, &diag, &module);
    if (status == GRN_OK)
        status = grn_module_write_onnx(module, NULL, &diag, &sink);
    grn_module_destroy(module);
    if (status != GRN_OK) {
        grn_text_buffer_free(&bytes);
        return refused(place, status);
    }
    return put_text(place, "model.onnx", &bytes, status) && put_command(place, "onnx-node-test", made) &&
           put_data_set(place, made);
}

/* ---- all ------------------------------------------------------------------------------------- */

const gen_form gen_forms[] = {{"check", ".mlir", write_check},      {"npy", NULL, write_npy},
                              {"onnx-node-test", NULL, write_onnx}, {"torch", ".py", gen_write_torch},
                              {"jax", ".py", gen_write_jax},        {"numpy", ".py", gen_write_numpy},
                              {"artifact", NULL, write_artifact},   {0}};
