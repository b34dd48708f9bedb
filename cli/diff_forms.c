/* diff_forms.c - the forms in which tools take programs, a row each. */
#include <string.h>

#include "diff.h"

static void keep_first(void *user, const grn_diagnostic *d)
{
    first_error *e = user;
    if (d->severity != GRN_SEVERITY_ERROR || e->text[0] != '\0')
        return;
    snprintf(e->text, sizeof e->text, "%s", d->message);
    e->place = d->place;
}

grn_diag first_error_diag(first_error *e) { return (grn_diag){keep_first, e}; }

static grn_status drop_text(void *user, const char *text, size_t n)
{
    (void)user, (void)text, (void)n;
    return GRN_OK;
}

static void drop_message(void *user, const grn_diagnostic *d) { (void)user, (void)d; }

static grn_status print_as(const grn_module *module, bool generic, const grn_sink *sink)
{
    const grn_module_print_options how = {.generic = generic, .names = true};
    return grn_module_print(module, &how, sink);
}

static const grn_sink nowhere = {drop_text, NULL};
static const grn_diag nobody = {drop_message, NULL};

static grn_status write_text(const grn_module *module, const char *function, const grn_diag *diag, const grn_sink *sink)
{
    (void)function, (void)diag;
    return print_as(module, false, sink);
}

static grn_status write_generic(const grn_module *module, const char *function, const grn_diag *diag,
                                const grn_sink *sink)
{
    (void)function, (void)diag;
    return print_as(module, true, sink);
}

typedef grn_status write_module(const grn_module *module, const grn_diag *diag, const grn_sink *sink);

/* Whether an op's name in generic text, behind its quote, is StableHLO's, or of a dialect that goes with it. */
static bool is_beside_stablehlo(const char *name)
{
    static const char *const dialects[] = {"stablehlo.", "chlo.", "func.", "builtin."};
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        if (strncmp(name, dialects[i], strlen(dialects[i])) == 0)
            return true;
    return false;
}

/* In generic form each op is "NAME"(..): a translation might alter what is StableHLO as it stands. */
static bool is_stablehlo(const grn_module *module)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    bool all = print_as(module, true, &sink) == GRN_OK && text.text != NULL;
    for (const char *end = text.text; all && (end = strstr(end, "\"(")) != NULL; end += 2) {
        const char *name = end;
        while (name > text.text && name[-1] != '"')
            name--;
        all = is_beside_stablehlo(name);
    }
    grn_text_buffer_free(&text);
    return all;
}

static grn_status with_dialect(const grn_module *module, const char *dialect, const grn_diag *diag, write_module *write,
                               const grn_sink *sink)
{
    const grn_module_convert_options how = {.to = dialect, .strict_target = true, .keep_recipes = true};
    grn_module *made = NULL;
    grn_status status = grn_module_convert(module, &how, diag, &made);
    if (status == GRN_OK)
        status = write(made, diag, sink);
    grn_module_destroy(made);
    return status;
}

static grn_status print_module(const grn_module *module, const grn_diag *diag, const grn_sink *sink)
{
    (void)diag;
    return print_as(module, false, sink);
}

static grn_status print_generic(const grn_module *module, const grn_diag *diag, const grn_sink *sink)
{
    (void)diag;
    return print_as(module, true, sink);
}

static grn_status artifact_of(const grn_module *module, const grn_diag *diag, const grn_sink *sink)
{
    return grn_module_write_artifact(module, NULL, diag, sink);
}

static grn_status write_stablehlo(const grn_module *module, const char *function, const grn_diag *diag,
                                  const grn_sink *sink)
{
    (void)function;
    return is_stablehlo(module) ? print_as(module, false, sink)
                                : with_dialect(module, "stablehlo", diag, print_module, sink);
}

static grn_status write_stablehlo_generic(const grn_module *module, const char *function, const grn_diag *diag,
                                          const grn_sink *sink)
{
    (void)function;
    return is_stablehlo(module) ? print_as(module, true, sink)
                                : with_dialect(module, "stablehlo", diag, print_generic, sink);
}

static grn_status write_artifact(const grn_module *module, const char *function, const grn_diag *diag,
                                 const grn_sink *sink)
{
    (void)function;
    return is_stablehlo(module) ? artifact_of(module, diag, sink)
                                : with_dialect(module, "stablehlo", diag, artifact_of, sink);
}

static grn_status onnx_of(const grn_module *module, const grn_diag *diag, const grn_sink *sink)
{
    const grn_module_onnx_options how = {.function = NULL};
    return grn_module_write_onnx(module, &how, diag, sink);
}

/* A model that was read as one is written as it was. */
static grn_status write_onnx(const grn_module *module, const char *function, const grn_diag *diag, const grn_sink *sink)
{
    (void)function;
    const bool is_model = onnx_of(module, &nobody, &nowhere) == GRN_OK;
    return is_model ? onnx_of(module, diag, sink) : with_dialect(module, "onnx", diag, onnx_of, sink);
}

static grn_status source_of(const grn_module *module, const char *language, const grn_diag *diag, const grn_sink *sink)
{
    const grn_module_source_options how = {.language = language};
    return grn_module_write_source(module, &how, diag, sink);
}

static grn_status write_numpy(const grn_module *module, const char *function, const grn_diag *diag,
                              const grn_sink *sink)
{
    return (void)function, source_of(module, "numpy", diag, sink);
}

static grn_status write_jax(const grn_module *module, const char *function, const grn_diag *diag, const grn_sink *sink)
{
    return (void)function, source_of(module, "jax", diag, sink);
}

static grn_status write_pytorch(const grn_module *module, const char *function, const grn_diag *diag,
                                const grn_sink *sink)
{
    return (void)function, source_of(module, "pytorch", diag, sink);
}

static grn_status lowered_to(const grn_module *module, const char *to, const grn_diag *diag, const grn_sink *sink)
{
    const grn_module_lower_options how = {.to = to, .drop_checks = true, .c_interface = true};
    grn_module *made = NULL;
    grn_status status = grn_module_lower(module, &how, diag, &made);
    if (status == GRN_OK)
        status = print_as(made, false, sink);
    grn_module_destroy(made);
    return status;
}

static grn_status write_scf(const grn_module *module, const char *function, const grn_diag *diag, const grn_sink *sink)
{
    return (void)function, lowered_to(module, "scf", diag, sink);
}

static grn_status write_linalg(const grn_module *module, const char *function, const grn_diag *diag,
                               const grn_sink *sink)
{
    return (void)function, lowered_to(module, "linalg", diag, sink);
}

static const tool_form forms[] = {
    {"text", "program.mlir", "MLIR's text, in the program's own dialect", write_text},
    {"generic", "program.mlir", "the program's own dialect with every op in generic form", write_generic},
    {"stablehlo", "program.mlir", "StableHLO's text", write_stablehlo},
    {"stablehlo-generic", "program.mlir", "the same with every op in generic form", write_stablehlo_generic},
    {"artifact", "program.mlirbc", "a portable artifact of StableHLO's", write_artifact},
    {"onnx", "program.onnx", "an ONNX model", write_onnx},
    {"numpy", "program.py", "Python's text, for numpy", write_numpy},
    {"jax", "program.py", "Python's text, for jax", write_jax},
    {"pytorch", "program.py", "Python's text, for torch", write_pytorch},
    {"scf", "program.mlir", "loops over memrefs, as `garner lower` writes them", write_scf},
    {"linalg", "program.mlir", "tensors of linalg, as `garner lower --to=linalg` writes them", write_linalg},
};

const tool_form *tool_form_at(size_t i) { return i < sizeof forms / sizeof *forms ? &forms[i] : NULL; }

const char *tool_form_word(size_t i) { return i < sizeof forms / sizeof *forms ? forms[i].name : NULL; }

const tool_form *tool_form_named(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, name) == 0)
            return &forms[i];
    return NULL;
}
