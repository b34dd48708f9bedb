/* module.c - the public face of a module: parse, verify, print, and its list of functions. */
#include "artifact/artifact.h"
#include "interp/chains.h"
#include "interp/plans.h"
#include "interp/store.h"
#include "onnx/model.h"

/* ---- making ready ---------------------------------------------------------------------------- */

static bool is_function(const grn_op *op)
{
    const grn_attr *type = grn_op_attr(op, "function_type");
    const grn_attr *name = grn_op_attr(op, "sym_name");
    return op->def && (op->def->traits & GRN_TRAIT_SYMBOL) && op->nregions == 1 && name &&
           name->kind == GRN_ATTR_STRING && type && type->kind == GRN_ATTR_TYPE &&
           type->type_value->kind == GRN_TYPE_FUNCTION;
}

static grn_function function_of(grn_ir *ir, const grn_op *op)
{
    const grn_attr *visibility = grn_op_attr(op, "sym_visibility");
    grn_str name = grn_op_attr(op, "sym_name")->text;
    bool is_private = visibility && visibility->kind == GRN_ATTR_STRING && !grn_str_is(visibility->text, "public");
    return (grn_function){.op = op,
                          .type = grn_op_attr(op, "function_type")->type_value,
                          .name = grn_arena_text(&ir->arena, name.text, name.n),
                          .name_bytes = name.n,
                          .is_public = !is_private};
}

grn_status grn_module_list_functions(grn_module *m)
{
    const grn_block *body = m->ir.top->nregions ? m->ir.top->regions[0].first : NULL;
    size_t count = 0;
    for (const grn_op *op = body ? body->first : NULL; op; op = op->next)
        count += is_function(op);
    m->functions = GRN_ARENA_NEW(&m->ir.arena, grn_function, count);
    m->nfunctions = 0;
    if (!m->functions)
        return GRN_E_MEMORY;
    for (const grn_op *op = body ? body->first : NULL; op; op = op->next)
        if (is_function(op)) {
            grn_function f = function_of(&m->ir, op);
            if (!f.name)
                return GRN_E_MEMORY;
            m->functions[m->nfunctions++] = f;
        }
    return GRN_OK;
}

/* The reader of what the file is. */
static grn_status read_ir(grn_module *m, const char *text, size_t n, const grn_module_options *options,
                          const grn_diag *diag)
{
    const grn_parse_options parse = {.allow_unregistered = options->allow_unregistered,
                                     .first_line = options->first_line,
                                     .snippets = !options->strict_syntax};
    const grn_artifact_options artifact = {.allow_unregistered = options->allow_unregistered};
    const grn_onnx_reading onnx = {.external = options->external, .keeps_bytes = options->keeps_bytes};
    if (m->is_onnx)
        return grn_onnx_model_read(&m->ir, text, n, &onnx, diag);
    return m->is_artifact ? grn_artifact_read(&m->ir, text, n, &artifact, diag)
                          : grn_text_parse(&m->ir, text, n, &parse, diag);
}

static grn_status parse_into(grn_module *m, const char *text, size_t n, const grn_module_options *options,
                             const grn_diag *diag)
{
    grn_status status = grn_ir_init(&m->ir, grn_dialects, m->allocator);
    m->keeper = grn_keeper_new(m->allocator);
    m->libraries.allocator = m->allocator;
    if (status == GRN_OK)
        status = read_ir(m, text, n, options, diag);
    if (status != GRN_OK)
        return status;
    grn_op_last_uses(m->ir.top); /* the parser has numbered values and indexed symbols */
    status = grn_module_list_functions(m);
    if (status == GRN_OK && options->keep_comments && !m->is_artifact &&
        !grn_text_keep_comments(&m->ir, text, n, options->first_line))
        status = GRN_E_MEMORY;
    if (status == GRN_OK)
        status = m->keeper && !m->ir.arena.refused ? grn_chains_find(&m->ir) : GRN_E_MEMORY;
    return status == GRN_OK ? status : grn_fail(diag, grn_no_place, status, "memory refused while reading the module");
}

GRN_API grn_status grn_module_parse(const char *text, size_t size_bytes, const grn_module_options *options,
                                    const grn_diag *diag, grn_module **out)
{
    static const grn_module_options plain = {0};
    if (!options)
        options = &plain;
    if (!out)
        return grn_fail_null("out", diag);
    *out = NULL;
    if (!text && size_bytes)
        return grn_fail_null("text", diag);
    grn_status status = GRN_CHECK_OPTIONS(grn_module_options, options, diag);
    if (status != GRN_OK)
        return status;
    if (grn_check_allocator(options->allocator, diag) != GRN_OK)
        return GRN_E_ARGUMENT;
    if (grn_is_no_text(text, size_bytes))
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "this is %s", grn_file_kind(text, size_bytes));
    const bool is_onnx = grn_onnx_model_is(text, size_bytes);
    grn_module *m = grn_allocate(options->allocator, sizeof *m);
    if (!m)
        return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused for a module");
    *m = (grn_module){.allocator = grn_allocator_or_default(options->allocator),
                      .is_artifact = grn_bytecode_is(text, size_bytes),
                      .is_onnx = is_onnx,
                      .allow_unregistered = options->allow_unregistered || is_onnx,
                      .allow_nonunique_scatter = options->allow_nonunique_scatter,
                      .strict_syntax = options->strict_syntax};
    status = parse_into(m, text, size_bytes, options, diag);
    if (status == GRN_E_PARSE && grn_file_kind(text, size_bytes))
        grn_note(diag, grn_no_place, "this seems to be %s", grn_file_kind(text, size_bytes));
    if (status == GRN_OK)
        *out = m;
    else
        grn_module_destroy(m);
    return status;
}

GRN_API void grn_module_destroy(grn_module *module)
{
    if (!module)
        return;
    const grn_allocator *allocator = module->allocator;
    grn_plans_destroy(atomic_load(&module->kept));
    grn_keeper_release(module->keeper);
    grn_libraries_close(&module->libraries);
    grn_ir_destroy(&module->ir);
    grn_release(allocator, module, sizeof *module);
}

GRN_API grn_status grn_module_verify(const grn_module *module, const grn_diag *diag)
{
    if (!module)
        return grn_fail_null("module", diag);
    grn_verify_options options = {.allow_unregistered = module->allow_unregistered,
                                  .allow_nonunique_scatter = module->allow_nonunique_scatter,
                                  .first_of_block = module->strict_syntax};
    grn_status status = grn_verify(&module->ir, module->ir.top, &options, diag);
    if (status == GRN_OK)
        atomic_store(&((grn_module *)module)->verified, true);
    return status;
}

GRN_API grn_status grn_module_print(const grn_module *module, const grn_module_print_options *options,
                                    const grn_sink *sink)
{
    if (!module || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    const grn_status status = GRN_CHECK_OPTIONS(grn_module_print_options, options, NULL);
    if (status != GRN_OK)
        return status;
    grn_print_options print = {.generic = options && options->generic,
                               .elide_over = options ? options->elide_over : 0,
                               .names = options && options->names,
                               .locations = options && options->locations,
                               .comments = options && options->comments};
    return grn_text_print(&module->ir, &print, sink);
}

/* ---- functions ------------------------------------------------------------------------------- */

GRN_API size_t grn_module_functions(const grn_module *module) { return module ? module->nfunctions : 0; }

GRN_API grn_status grn_module_function(const grn_module *module, size_t index, grn_function_info *out)
{
    if (!module || !out || index >= module->nfunctions)
        return GRN_E_ARGUMENT;
    const grn_function *f = &module->functions[index];
    *out = (grn_function_info){.name = f->name,
                               .name_bytes = f->name_bytes,
                               .is_public = f->is_public,
                               .has_body = f->op->regions[0].first != NULL,
                               .ninputs = f->type->inputs,
                               .nresults = f->type->count - f->type->inputs};
    return GRN_OK;
}

static const grn_type *input_type(const grn_module *module, size_t index, size_t input)
{
    if (!module || index >= module->nfunctions || input >= module->functions[index].type->inputs)
        return NULL;
    return module->functions[index].type->members[input];
}

GRN_API grn_dtype grn_module_input_dtype(const grn_module *module, size_t index, size_t input)
{
    const grn_type *type = input_type(module, index, input);
    return type ? grn_type_element_or_self(grn_type_at_run(type))->dtype : GRN_NO_DTYPE;
}

GRN_API grn_status grn_module_write_input_type(const grn_module *module, size_t index, size_t input,
                                               const grn_sink *sink)
{
    const grn_type *type = input_type(module, index, input);
    return type && grn_check_sink(sink) == GRN_OK ? grn_text_print_type(type, sink) : GRN_E_ARGUMENT;
}

static const grn_type *value_type(const grn_module *module, size_t index, bool is_result, size_t i)
{
    if (!module || index >= module->nfunctions)
        return NULL;
    const grn_type *type = module->functions[index].type;
    const size_t first = is_result ? type->inputs : 0, end = is_result ? type->count : type->inputs;
    return i < end - first ? type->members[first + i] : NULL;
}

GRN_API grn_status grn_module_value_type(const grn_module *module, size_t index, bool is_result, size_t i,
                                         grn_tensor *out)
{
    const grn_type *type = value_type(module, index, is_result, i);
    if (!type || !out)
        return GRN_E_ARGUMENT;
    type = grn_type_at_run(type);
    const grn_dtype dtype = grn_type_element_or_self(type)->dtype;
    const bool is_tensor = type->kind == GRN_TYPE_TENSOR;
    if (dtype == GRN_NO_DTYPE || (is_tensor && type->rank > GRN_MAX_RANK))
        return GRN_E_UNSUPPORTED;
    *out = (grn_tensor){.dtype = dtype, .rank = is_tensor ? type->rank : 0};
    for (int32_t d = 0; d < out->rank; d++)
        out->shape[d] = type->shape[d] == GRN_DYNAMIC ? -1 : type->shape[d];
    return GRN_OK;
}

GRN_API grn_status grn_module_write_attribute(const grn_module *module, grn_attribute_owner owner, size_t index,
                                              size_t i, const char *name, const grn_sink *sink)
{
    const bool is_result = owner == GRN_ATTRIBUTE_OF_RESULT, of_value = is_result || owner == GRN_ATTRIBUTE_OF_INPUT;
    if (!module || !name || (unsigned)owner > GRN_ATTRIBUTE_OF_MODULE || grn_check_sink(sink) != GRN_OK ||
        (owner == GRN_ATTRIBUTE_OF_MODULE ? index != 0 : index >= module->nfunctions) ||
        (of_value && !value_type(module, index, is_result, i)))
        return GRN_E_ARGUMENT;
    const grn_op *op = owner == GRN_ATTRIBUTE_OF_MODULE ? module->ir.top : module->functions[index].op;
    const grn_attr *attr =
        of_value ? grn_op_value_attr(op, is_result ? "res_attrs" : "arg_attrs", i, name) : grn_op_attr(op, name);
    return attr ? grn_text_print_attr(attr, sink) : GRN_OK;
}

GRN_API grn_status grn_module_write_input_name(const grn_module *module, size_t index, size_t input,
                                               const grn_sink *sink)
{
    if (!input_type(module, index, input) || grn_check_sink(sink) != GRN_OK)
        return GRN_E_ARGUMENT;
    const grn_block *body = module->functions[index].op->regions[0].first;
    const grn_str name = body && input < body->nargs ? body->args[input].name : GRN_STR("");
    return name.n ? sink->write(sink->user, name.text, name.n) : GRN_OK;
}
