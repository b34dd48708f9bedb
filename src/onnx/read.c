/* read.c - ModelProto as a module with one function. */
#include <inttypes.h>

#include "onnx/internal.h"

#define OPSET_ATTR "onnx.opset_version"

/* ---- recognised ------------------------------------------------------------------------------ */

bool grn_onnx_model_is(const void *bytes, size_t n)
{
    grn_proto_file file = {.bytes = bytes};
    grn_proto w = {.file = &file, .message = &grn_onnx_model, .end = n};
    grn_proto_field f;
    bool has_graph = false, has_version = false;
    const unsigned char first = n ? *(const unsigned char *)bytes : 0;
    if (first < 8 || (first >= ' ' && first != 0x3A && first != 0x42 && first != 0x22 && first != 0x2A &&
                      first != 0x28 && first != 0x32))
        return false; /* a model does not begin with the key of such a field */
    while (grn_proto_next(&w, &f)) {
        has_graph = has_graph || f.number == MODEL_GRAPH;
        has_version = has_version || f.number == MODEL_IR_VERSION || f.number == MODEL_OPSET;
    }
    /* A file that ends early, or has no graph, is reported when it is read. A SavedModel begins
     * with 8, 1. */
    return (has_version && has_graph) || (first == 0x08 && n > 4 && ((const unsigned char *)bytes)[1] > 1);
}

/* ---- the model's own fields ------------------------------------------------------------------ */

typedef struct model {
    int64_t ir_version;
    onnx_opsets opsets;
    grn_onnx_span graph;
    bool has_graph;
} model;

static bool read_function(onnx_reader *r, const grn_proto *w, const grn_proto_field *field)
{
    grn_proto inside = grn_proto_inside(w, field, &grn_onnx_function);
    grn_str name = GRN_STR(""), domain = GRN_STR(""), overload = GRN_STR("");
    grn_proto_field f;
    while (grn_proto_next(&inside, &f)) {
        const grn_str text = grn_onnx_text(&inside, &f);
        if (f.number == FUNCTION_NAME)
            name = text;
        else if (f.number == FUNCTION_DOMAIN)
            domain = text;
        else if (f.number == FUNCTION_OVERLOAD)
            overload = text;
    }
    if (!grn_proto_ok(w))
        return false;
    if (name.n == 0)
        return grn_proto_wrong(&r->file, field->at, "a function has no name");
    const grn_str key = grn_onnx_function_key(r, domain, name, overload);
    onnx_entry *e = key.text ? grn_onnx_entry_of(r, &r->functions, key) : NULL;
    if (!e)
        return false;
    if (e->constant.begin)
        return grn_proto_wrong(&r->file, field->at, "function '%.*s' is there twice", GRN_ONNX_SHOWN(name));
    e->constant = (grn_onnx_span){field->at, field->begin, field->n};
    return true;
}

static bool read_functions(onnx_reader *r, grn_proto w)
{
    grn_proto_field f;
    while (grn_proto_next(&w, &f))
        if (f.number == MODEL_FUNCTION && !read_function(r, &w, &f))
            return false;
    return grn_proto_ok(&w);
}

static bool read_fields(onnx_reader *r, grn_proto w, model *m)
{
    grn_proto_field f;
    while (grn_proto_next(&w, &f)) {
        if (f.number == MODEL_IR_VERSION)
            m->ir_version = grn_proto_signed(f.value);
        else if (f.number == MODEL_OPSET && !grn_onnx_read_opset(w, &f, &m->opsets))
            return false;
        else if (f.number == MODEL_GRAPH) {
            if (m->has_graph)
                return grn_proto_wrong(&r->file, f.at, "a second graph, expected one");
            m->graph = (grn_onnx_span){f.at, f.begin, f.n};
            m->has_graph = true;
        }
    }
    if (grn_proto_ok(&w) && !m->has_graph)
        return grn_proto_wrong(&r->file, w.end, "the model has no graph");
    return grn_proto_ok(&w);
}

/* ---- the function ---------------------------------------------------------------------------- */

static const grn_attr *dictionary(onnx_reader *r, size_t count, const grn_named_attr *items)
{
    grn_named_attr *kept = GRN_ARENA_NEW(&r->ir->arena, grn_named_attr, count + 1);
    if (!kept)
        return NULL;
    for (size_t i = 0; i < count; i++)
        kept[i] = items[i];
    return grn_attr_make(r->ir, &(grn_attr){.kind = GRN_ATTR_DICT, .dict = {.count = count, .items = kept}});
}

/* `onnx.name` and `onnx.dim_params` of a graph's input or output. */
static const grn_attr *words_of(onnx_reader *r, const grn_proto *w, const grn_proto_field *field)
{
    const grn_onnx_span span = {field->at, field->begin, field->n};
    grn_proto inside = grn_proto_inside(w, field, &grn_onnx_value);
    grn_named_attr items[2];
    const grn_attr *params;
    size_t count = 0;
    grn_proto_field f;
    grn_str name = GRN_STR("");
    while (grn_proto_next(&inside, &f))
        if (f.number == VALUE_NAME)
            name = grn_onnx_text(&inside, &f);
    if (!grn_onnx_read_params(r, &span, &params))
        return NULL;
    if (params)
        items[count++] = (grn_named_attr){GRN_STR("onnx.dim_params"), params};
    items[count] = (grn_named_attr){GRN_STR("onnx.name"), grn_attr_string(r->ir, name)};
    return items[count].value ? dictionary(r, count + 1, items) : NULL;
}

/* A dictionary for each argument, or each result. */
static bool set_words(onnx_reader *r, onnx_scope *scope, grn_op *func, grn_proto w, uint32_t number, const char *attr,
                      size_t most)
{
    grn_proto_field f;
    const grn_attr **list = GRN_ARENA_NEW(&r->arena, const grn_attr *, most + 1);
    size_t count = 0;
    if (!grn_onnx_made(r, list))
        return false;
    while (count < most && grn_proto_next(&w, &f)) {
        if (f.number != number || f.n == 0)
            continue;
        grn_proto inside = grn_proto_inside(&w, &f, &grn_onnx_value);
        grn_proto_field part;
        bool is_argument = true;
        while (number == GRAPH_INPUT && grn_proto_next(&inside, &part))
            if (part.number == VALUE_NAME) {
                const onnx_entry *e = grn_onnx_find(scope, grn_onnx_text(&inside, &part));
                is_argument = e && !e->constant.begin;
            }
        if (is_argument && !grn_onnx_made(r, list[count++] = words_of(r, &w, &f)))
            return false;
    }
    return grn_proto_ok(&w) && (count == 0 || grn_onnx_set(r, func, attr, grn_attr_array(r->ir, count, list)));
}

static const grn_type *function_type(onnx_reader *r, const grn_block *body, size_t nresults, grn_value *const *results)
{
    const grn_type **members = GRN_ARENA_NEW(&r->arena, const grn_type *, body->nargs + nresults + 1);
    if (!members)
        return NULL;
    for (size_t i = 0; i < body->nargs; i++)
        members[i] = body->args[i].type;
    for (size_t i = 0; i < nresults; i++)
        members[body->nargs + i] = results[i]->type;
    return grn_type_function(r->ir, body->nargs, members, nresults, members + body->nargs);
}

static bool end_function(onnx_reader *r, onnx_scope *scope, grn_op *func, const model *m, size_t nresults,
                         grn_value **results)
{
    const grn_proto graph = {
        .file = &r->file, .message = &grn_onnx_graph, .at = m->graph.begin, .end = m->graph.begin + m->graph.n};
    const grn_type *type = function_type(r, scope->block, nresults, results);
    if (!grn_onnx_made(r, type) || !grn_onnx_new_op(r, scope->block, "func.return", m->graph.at, nresults, results, 0))
        return false;
    const int64_t opset = r->least_opset > m->opsets.onnx ? r->least_opset : m->opsets.onnx;
    return grn_onnx_set(r, func, "sym_name", grn_attr_string(r->ir, GRN_STR("main_graph"))) &&
           grn_onnx_set(r, func, "function_type", grn_attr_type(r->ir, type)) &&
           set_words(r, scope, func, graph, GRAPH_INPUT, "arg_attrs", scope->block->nargs) &&
           set_words(r, scope, func, graph, GRAPH_OUTPUT, "res_attrs", nresults) &&
           grn_onnx_set(r, func, OPSET_ATTR, grn_onnx_si64(r, opset));
}

static grn_op *with_region(onnx_reader *r, const char *name, size_t at)
{
    const grn_str text = {name, strlen(name)};
    grn_op *op = grn_op_new(r->ir, grn_ir_find_op(r->ir, text), text, grn_onnx_place(r, at), 0, 0, 1);
    grn_block *body = op ? grn_region_add_block(r->ir, &op->regions[0]) : NULL;
    return grn_onnx_made(r, body) ? op : NULL;
}

static bool read_module(onnx_reader *r, const model *m)
{
    grn_op *top = with_region(r, "builtin.module", 0), *func = top ? with_region(r, "func.func", m->graph.at) : NULL;
    const grn_proto graph = {
        .file = &r->file, .message = &grn_onnx_graph, .at = m->graph.begin, .end = m->graph.begin + m->graph.n};
    size_t nresults;
    grn_value **results;
    if (!func)
        return false;
    r->entry = func->regions[0].first;
    onnx_scope scope = {.block = r->entry, .opsets = &m->opsets};
    grn_block_append(top->regions[0].first, func);
    r->ir->top = top;
    r->ir->top_is_implicit = true;
    if (!grn_onnx_read_graph(r, &scope, graph, &nresults, &results) ||
        !end_function(r, &scope, func, m, nresults, results))
        return false;
    return grn_onnx_made(r, grn_ir_complete(r->ir) ? r->ir : NULL);
}

grn_status grn_onnx_model_read(grn_ir *ir, const void *bytes, size_t n, const grn_onnx_reading *how,
                               const grn_diag *diag)
{
    static const grn_onnx_reading plain = {0};
    onnx_reader r = {.ir = ir, .how = how ? how : &plain, .file = {.bytes = bytes, .diag = diag}, .bytes = n};
    const grn_proto w = {.file = &r.file, .message = &grn_onnx_model, .end = n};
    model m = {.opsets = {.onnx = 1}};
    grn_arena_init(&r.arena, ir->allocator);
    if (read_fields(&r, w, &m) && read_functions(&r, w))
        read_module(&r, &m);
    grn_arena_destroy(&r.arena);
    return r.file.status;
}
