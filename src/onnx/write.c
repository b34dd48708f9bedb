/* write.c - a module of the onnx dialect as ModelProto. */
#include <inttypes.h>
#include <stdio.h>

#include "garner/version.h"
#include "onnx/writer.h"

#define OPSET_ATTR "onnx.opset_version"
enum { OPSET_WRITTEN = 18, OPSET_LEAST = 17 }; /* the opset that programs are converted to; most of them need it */

/* ---- the function ---------------------------------------------------------------------------- */

static bool is_function(const grn_op *op)
{
    const grn_attr *name = grn_op_attr(op, "sym_name"), *type = grn_op_attr(op, "function_type");
    return grn_str_is(op->name, "func.func") && name && name->kind == GRN_ATTR_STRING && type &&
           type->kind == GRN_ATTR_TYPE && type->type_value->kind == GRN_TYPE_FUNCTION && op->nregions == 1 &&
           op->regions[0].first;
}

static bool is_public(const grn_op *op)
{
    const grn_attr *visibility = grn_op_attr(op, "sym_visibility");
    return !visibility || visibility->kind != GRN_ATTR_STRING || grn_str_is(visibility->text, "public");
}

static const grn_op *function_named(const grn_ir *ir, grn_str name)
{
    const grn_op *op = ir->top->nregions && ir->top->regions[0].first ? ir->top->regions[0].first->first : NULL;
    while (op && !(is_function(op) && grn_str_equal(grn_op_attr(op, "sym_name")->text, name)))
        op = op->next;
    return op;
}

/* NULL, reported: there is none, or several. */
static const grn_op *choose(const grn_ir *ir, grn_str name, const grn_diag *diag)
{
    const grn_op *found = name.n ? function_named(ir, name) : NULL;
    size_t count = 0;
    if (name.n && !found)
        grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no function '%.*s' with a body to write",
                 GRN_ONNX_SHOWN(name));
    if (name.n)
        return found;
    found = function_named(ir, GRN_STR("main_graph"));
    found = found ? found : function_named(ir, GRN_STR("main"));
    const grn_op *first = ir->top->nregions && ir->top->regions[0].first ? ir->top->regions[0].first->first : NULL;
    for (const grn_op *op = found ? NULL : first; op; op = op->next)
        if (is_function(op) && is_public(op)) {
            found = op;
            count++;
        }
    if (!found || count > 1) {
        grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                 "a model has one graph, and of %zu public functions none is called @main_graph or @main", count);
        return NULL;
    }
    return found;
}

/* ---- names ----------------------------------------------------------------------------------- */

/* `onnx.name`, else a number behind a word. */
static grn_str io_name(onnx_writer *w, const grn_op *function, const char *list, const char *otherwise, size_t i)
{
    const grn_attr *given = grn_op_value_attr(function, list, i, "onnx.name");
    if (given && given->kind == GRN_ATTR_STRING && given->text.n)
        return given->text;
    char *text = GRN_ARENA_NEW(&w->arena, char, 40);
    if (!text) {
        w->status = GRN_E_MEMORY;
        return GRN_STR("x");
    }
    return (grn_str){text, (size_t)snprintf(text, 40, "%s%zu", otherwise, i)};
}

/* "v", and one '_' behind it more than any of the names that begin so: none begins with all of
 * it. */
static void choose_prefix(onnx_writer *w, size_t n, const grn_str *names)
{
    size_t length = 1;
    for (size_t i = 0; i < n; i++) {
        size_t run = 0;
        while (run < names[i].n && names[i].text[run] == (run ? '_' : 'v'))
            run++;
        length = run + 1 > length && run ? run + 1 : length;
    }
    char *prefix = GRN_ARENA_NEW(&w->arena, char, length + 1);
    if (!prefix) {
        w->status = GRN_E_MEMORY;
        return;
    }
    memset(prefix, '_', length);
    prefix[0] = 'v';
    w->prefix = prefix;
}

/* The first name that is there before; NULL: all differ, or memory was refused. */
static const grn_str *find_repeated(onnx_writer *w, size_t n, const grn_str *names)
{
    size_t room = 16;
    while (room < 2 * n)
        room *= 2;
    const grn_str **table = GRN_ARENA_NEW(&w->arena, const grn_str *, room);
    if (!table)
        w->status = GRN_E_MEMORY;
    for (size_t i = 0; table && i < n; i++) {
        size_t at = grn_onnx_hash(names[i]) & (room - 1);
        for (; table[at]; at = (at + 1) & (room - 1))
            if (grn_str_equal(*table[at], names[i]))
                return &names[i];
        table[at] = &names[i];
    }
    return NULL;
}

/* ---- the graph ------------------------------------------------------------------------------- */

static void check_io(onnx_writer *w, const grn_op *function, const grn_type *t, const char *what, size_t i)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (!grn_onnx_writes_type(t))
        grn_onnx_refuse(w, function, "%s #%zu is '%s', which is no type of ONNX's", what, i,
                        grn_type_text(t, text, sizeof text));
}

/* Outputs have their own names; a value that already has a name gets an Identity. */
static void put_results(onnx_writer *w, grn_proto_out *graph, const grn_op *function, const grn_op *end,
                        const grn_str *names, const bool *again)
{
    for (size_t i = 0; i < end->noperands; i++) {
        check_io(w, function, grn_operand_type(end, i), "result", i);
        if (again[i])
            grn_onnx_put_identity(w, graph, end->operands[i], names[i]);
        grn_onnx_put_value_info(graph, GRAPH_OUTPUT, names[i], grn_operand_type(end, i),
                                grn_op_value_attr(function, "res_attrs", i, "onnx.dim_params"), w->arena.allocator);
    }
}

static void put_graph(onnx_writer *w, grn_proto_out *graph, const grn_op *function)
{
    const grn_block *body = function->regions[0].first;
    const grn_op *end = body->last;
    const size_t n = body->nargs, m = end ? end->noperands : 0;
    grn_str *names = GRN_ARENA_NEW(&w->arena, grn_str, n + m + 1);
    bool *again = GRN_ARENA_NEW(&w->arena, bool, m + 1);
    if (!names || !again) {
        w->status = GRN_E_MEMORY;
        return;
    }
    if (body->next || !end) {
        grn_onnx_refuse(w, function, "the function has several blocks, and a graph of ONNX's is one");
        return;
    }
    for (size_t i = 0; i < n + m; i++)
        names[i] =
            i < n ? io_name(w, function, "arg_attrs", "input", i) : io_name(w, function, "res_attrs", "output", i - n);
    const grn_str *repeated = find_repeated(w, n + m, names);
    if (repeated)
        grn_onnx_refuse(w, function, "two inputs or outputs are called '%.*s', expected names that differ",
                        GRN_ONNX_SHOWN(*repeated));
    choose_prefix(w, n + m, names);
    if (w->status != GRN_OK)
        return;
    const grn_str name = grn_op_attr(function, "sym_name")->text;
    grn_proto_put_bytes(graph, GRAPH_NAME, name.text, name.n);
    for (size_t i = 0; i < n; i++) {
        check_io(w, function, body->args[i].type, "argument", i);
        w->names[body->args[i].slot] = names[i];
        grn_onnx_put_value_info(graph, GRAPH_INPUT, names[i], body->args[i].type,
                                grn_op_value_attr(function, "arg_attrs", i, "onnx.dim_params"), w->arena.allocator);
    }
    for (size_t i = 0; i < m; i++) {
        const grn_value *v = end->operands[i];
        again[i] = !v->def || w->names[v->slot].n || grn_str_is(v->def->name, "onnx.Constant");
        if (!again[i])
            w->names[v->slot] = names[n + i];
    }
    grn_onnx_put_ops(w, graph, body);
    put_results(w, graph, function, end, names + n, again);
}

/* ---- the model ------------------------------------------------------------------------------- */

/* Whether all operators of the function are in this opset in the form that they have, by their
 * dialect. */
static bool is_enough(const grn_ir *ir, const grn_op *function, int64_t opset)
{
    const grn_dialect *onnx = grn_ir_find_dialect(ir, GRN_STR("onnx"));
    const grn_type si64 = {.kind = GRN_TYPE_INTEGER, .width = 64, .signedness = GRN_SIGNED};
    const grn_attr value = {.kind = GRN_ATTR_INTEGER, .type = &si64, .integer = opset};
    const grn_named_attr attr = {GRN_STR(OPSET_ATTR), &value};
    grn_check check = {NULL, &grn_quiet, true};
    return onnx && onnx->verify_attr && onnx->verify_attr(function, &attr, &check) == GRN_OK;
}

/* The opset that the function names. Conversions name the opset of all forms that they write;
 * where a program uses none of the newest forms, the opset before is written, which more readers
 * support. */
static int64_t opset_of(const grn_ir *ir, const grn_op *function)
{
    const int64_t named = grn_op_integer(function, OPSET_ATTR, OPSET_WRITTEN);
    return named == OPSET_WRITTEN && is_enough(ir, function, OPSET_LEAST) ? OPSET_LEAST : named;
}

/* The IR version that came with an opset. */
static uint64_t ir_version_of(int64_t opset)
{
    static const struct {
        int64_t opset;
        uint64_t ir;
    } first[] = {{28, 14}, {25, 13}, {24, 12}, {23, 11}, {21, 10}, {19, 9}};
    for (size_t i = 0; i < GRN_COUNT(first); i++)
        if (opset >= first[i].opset)
            return first[i].ir;
    return 8;
}

static void put_opset(onnx_writer *w, grn_proto_out *model, grn_str domain, int64_t version)
{
    grn_proto_out id;
    grn_proto_out_init(&id, w->arena.allocator);
    grn_proto_put_bytes(&id, OPSET_DOMAIN, domain.text, domain.n);
    grn_proto_put_number(&id, OPSET_VERSION, (uint64_t)version);
    grn_proto_put_message(model, MODEL_OPSET, &id);
}

static void put_model(onnx_writer *w, grn_proto_out *model, const grn_op *function)
{
    enum { PRODUCER_VERSION = 3 };
    grn_proto_out graph;
    grn_proto_out_init(&graph, w->arena.allocator);
    put_graph(w, &graph, function);
    grn_proto_put_number(model, MODEL_IR_VERSION, ir_version_of(w->opset));
    grn_proto_put_text(model, MODEL_PRODUCER, "garner");
    grn_proto_put_text(model, PRODUCER_VERSION, GRN_VERSION);
    grn_proto_put_message(model, MODEL_GRAPH, &graph);
    put_opset(w, model, GRN_STR(""), w->opset);
    for (size_t i = 0; i < w->ndomains; i++)
        put_opset(w, model, w->domains[i], 1);
}

static grn_status finish(onnx_writer *w, const grn_proto_out *model, const grn_sink *sink)
{
    if (w->status == GRN_OK && (model->refused || w->arena.refused))
        w->status = GRN_E_MEMORY;
    if (w->status == GRN_E_MEMORY)
        return grn_fail(w->diag, grn_no_place, GRN_E_MEMORY, "memory refused while writing an ONNX model");
    if (w->status == GRN_OK && model->total > INT32_MAX)
        return grn_fail(w->diag, grn_no_place, GRN_E_LIMIT,
                        "the model has %" PRIu64 " bytes, a protocol buffer holds at most %" PRId32, model->total,
                        INT32_MAX);
    return w->status == GRN_OK ? grn_proto_send(model, sink) : w->status;
}

grn_status grn_onnx_model_write(const grn_ir *ir, grn_str name, const grn_diag *diag, const grn_sink *sink)
{
    const grn_op *function = choose(ir, name, diag);
    onnx_writer w = {.diag = diag, .prefix = "v"};
    grn_proto_out model;
    if (!function)
        return GRN_E_ARGUMENT;
    w.opset = opset_of(ir, function);
    grn_arena_init(&w.arena, ir->allocator);
    grn_proto_out_init(&model, ir->allocator);
    w.names = GRN_ARENA_NEW(&w.arena, grn_str, function->nslots + 1);
    if (w.names)
        put_model(&w, &model, function);
    else
        w.status = GRN_E_MEMORY;
    const grn_status status = finish(&w, &model, sink);
    grn_proto_out_destroy(&model);
    grn_arena_destroy(&w.arena);
    return status;
}
