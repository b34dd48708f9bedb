/* write_node.c - ops as NodeProto, with their attributes and graphs. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "onnx/writer.h"

bool grn_onnx_refuse(onnx_writer *w, const grn_op *op, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    grn_status status = grn_fail_v(w->diag, op->place, GRN_E_UNSUPPORTED, format, args);
    va_end(args);
    w->status = w->status == GRN_OK ? status : w->status;
    return false;
}

static void no_memory(onnx_writer *w) { w->status = GRN_E_MEMORY; }

/* ---- names ----------------------------------------------------------------------------------- */

grn_str grn_onnx_name_of(onnx_writer *w, const grn_value *v)
{
    char text[64];
    if (w->names[v->slot].n)
        return w->names[v->slot];
    const int n = snprintf(text, sizeof text, "%" PRIu64, w->made++);
    const size_t prefix = strlen(w->prefix);
    char *name = GRN_ARENA_NEW(&w->arena, char, prefix + (size_t)n + 1);
    if (!name) {
        no_memory(w);
        return GRN_STR("v");
    }
    memcpy(name, w->prefix, prefix);
    memcpy(name + prefix, text, (size_t)n);
    return w->names[v->slot] = (grn_str){name, prefix + (size_t)n};
}

static bool is_none(const grn_value *v) { return v->type->kind == GRN_TYPE_NONE; }

/* ---- attributes ------------------------------------------------------------------------------ */

static void begin_attr(onnx_writer *w, grn_proto_out *a, grn_str name)
{
    grn_proto_out_init(a, w->arena.allocator);
    grn_proto_put_bytes(a, ATTR_NAME, name.text, name.n);
}

static void end_attr(grn_proto_out *node, grn_proto_out *a, int kind)
{
    grn_proto_put_number(a, ATTR_TYPE, (uint64_t)kind);
    grn_proto_put_message(node, NODE_ATTRIBUTE, a);
}

static void put_ints(onnx_writer *w, grn_proto_out *node, grn_str name, size_t count, const int64_t *v)
{
    grn_proto_out a;
    begin_attr(w, &a, name);
    for (size_t i = 0; i < count; i++)
        grn_proto_put_number(&a, ATTR_INTS, (uint64_t)v[i]);
    end_attr(node, &a, KIND_INTS);
}

/* A list of numbers or texts. False: of something else. */
static bool put_list(grn_proto_out *a, const grn_attr *v, int *kind)
{
    const grn_attr_kind of = v->array.count ? v->array.items[0]->kind : GRN_ATTR_INTEGER;
    *kind = of == GRN_ATTR_INTEGER ? KIND_INTS : of == GRN_ATTR_FLOAT ? KIND_FLOATS : KIND_STRINGS;
    for (size_t i = 0; i < v->array.count; i++) {
        const grn_attr *item = v->array.items[i];
        if (item->kind != of || (of != GRN_ATTR_INTEGER && of != GRN_ATTR_FLOAT && of != GRN_ATTR_STRING))
            return false;
        if (of == GRN_ATTR_INTEGER)
            grn_proto_put_number(a, ATTR_INTS, (uint64_t)item->integer);
        else if (of == GRN_ATTR_FLOAT)
            grn_proto_put_float(a, ATTR_FLOATS, (float)item->real);
        else
            grn_proto_put_bytes(a, ATTR_STRINGS, item->text.text, item->text.n);
    }
    return true;
}

static void put_attr(onnx_writer *w, grn_proto_out *node, const grn_op *op, grn_str name, const grn_attr *v)
{
    grn_proto_out a;
    int kind = KIND_INT;
    bool fine = true;
    begin_attr(w, &a, name);
    switch (v->kind) {
    case GRN_ATTR_INTEGER: grn_proto_put_number(&a, ATTR_I, (uint64_t)v->integer); break;
    case GRN_ATTR_BOOL: grn_proto_put_number(&a, ATTR_I, v->boolean); break;
    case GRN_ATTR_FLOAT: grn_proto_put_float(&a, ATTR_F, (float)v->real), kind = KIND_FLOAT; break;
    case GRN_ATTR_STRING: grn_proto_put_bytes(&a, ATTR_S, v->text.text, v->text.n), kind = KIND_STRING; break;
    case GRN_ATTR_TYPE:
        fine = grn_onnx_data_type(v->type_value->dtype) != 0;
        grn_proto_put_number(&a, ATTR_I, (uint64_t)grn_onnx_data_type(v->type_value->dtype));
        break;
    case GRN_ATTR_ELEMENTS:
        kind = KIND_TENSOR;
        fine = grn_onnx_writes_type(v->type);
        if (fine && !grn_onnx_put_tensor(&a, ATTR_T, GRN_STR(""), v, &w->arena))
            no_memory(w);
        break;
    case GRN_ATTR_ARRAY: fine = put_list(&a, v, &kind); break;
    default: fine = false; break;
    }
    if (!fine)
        grn_onnx_refuse(w, op, "attribute '%.*s' of '%.*s' has no counterpart in an ONNX model", GRN_ONNX_SHOWN(name),
                        GRN_ONNX_SHOWN(op->name));
    end_attr(node, &a, kind);
}

/* An attribute that ONNX has no place for, or that is garner's own. */
static bool is_left_out(const grn_op *op, grn_str name)
{
    static const char *const names[] = {"onnx_node_name", "onnx.graphs"}, *const of_custom[] = {"function_name",
                                                                                                "domain_name"};
    bool left = false;
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        left = left || grn_str_is(name, names[i]);
    for (size_t i = 0; i < GRN_COUNT(of_custom); i++)
        left = left || (grn_str_is(op->name, "onnx.Custom") && grn_str_is(name, of_custom[i]));
    return left || memchr(name.text, '.', name.n) != NULL;
}

/* ---- graphs within --------------------------------------------------------------------------- */

static void put_graph(onnx_writer *w, grn_proto_out *a, const grn_op *op, const grn_block *block)
{
    grn_proto_out graph;
    if (!block || block->next) {
        grn_onnx_refuse(w, op, "a region of '%.*s' is not one block, which a graph of ONNX's is",
                        GRN_ONNX_SHOWN(op->name));
        return;
    }
    grn_proto_out_init(&graph, w->arena.allocator);
    grn_proto_put_text(&graph, GRAPH_NAME, "graph");
    for (size_t i = 0; i < block->nargs; i++)
        grn_onnx_put_value_info(&graph, GRAPH_INPUT, grn_onnx_name_of(w, &block->args[i]), block->args[i].type, NULL,
                                w->arena.allocator);
    grn_onnx_put_ops(w, &graph, block);
    if (block->last)
        grn_onnx_put_outputs(w, &graph, block->last);
    grn_proto_put_message(a, ATTR_G, &graph);
}

static void put_graphs(onnx_writer *w, grn_proto_out *node, const grn_op *op)
{
    const grn_attr *names = grn_op_attr(op, "onnx.graphs");
    if (op->nregions && (!names || names->kind != GRN_ATTR_ARRAY || names->array.count != op->nregions)) {
        grn_onnx_refuse(w, op, "'%.*s' has regions, and no attribute 'onnx.graphs' that says which graphs they are",
                        GRN_ONNX_SHOWN(op->name));
        return;
    }
    for (size_t i = 0; i < op->nregions; i++) {
        grn_proto_out a;
        const grn_attr *name = names->array.items[i];
        begin_attr(w, &a, name->kind == GRN_ATTR_STRING ? name->text : GRN_STR("body"));
        put_graph(w, &a, op, op->regions[i].first);
        end_attr(node, &a, KIND_GRAPH);
    }
}

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Whether axes, an operand, are written as the attribute that they were. */
static bool has_older_axes(const onnx_writer *w, const grn_op *op, size_t *count, const int64_t **v)
{
    const grn_op *def = op->noperands > 1 ? op->operands[1]->def : NULL;
    const int64_t since = grn_onnx_axes_since((grn_str){op->name.text + 5, op->name.n - 5});
    return w->opset < since && def && def->noperands == 0 && grn_op_dims(def, "value", count, v);
}

static size_t count_operands(const grn_op *op)
{
    size_t n = op->noperands;
    while (n && is_none(op->operands[n - 1]))
        n--;
    return n;
}

/* Its second and third result may be left out. */
static size_t count_results(const grn_op *op)
{
    size_t n = op->nresults;
    while (grn_str_is(op->name, "onnx.LayerNormalization") && n > 1 && op->results[n - 1].uses == 0)
        n--;
    return n;
}

static void know_domain(onnx_writer *w, const grn_op *op, grn_str domain)
{
    for (size_t i = 0; i < w->ndomains; i++)
        if (grn_str_equal(w->domains[i], domain))
            return;
    if (w->ndomains == GRN_COUNT(w->domains))
        grn_onnx_refuse(w, op, "a model of more than %zu domains is not written", GRN_COUNT(w->domains));
    else
        w->domains[w->ndomains++] = domain;
}

static void put_op_type(onnx_writer *w, grn_proto_out *node, const grn_op *op)
{
    const grn_attr *function = grn_op_attr(op, "function_name"), *domain = grn_op_attr(op, "domain_name");
    grn_str name = {op->name.text + 5, op->name.n - 5};
    if (grn_str_is(op->name, "onnx.Custom")) {
        if (!function || function->kind != GRN_ATTR_STRING) {
            grn_onnx_refuse(w, op, "'onnx.Custom' has no attribute 'function_name', a string");
            return;
        }
        name = function->text;
        if (domain && domain->kind == GRN_ATTR_STRING && domain->text.n) {
            grn_proto_put_bytes(node, NODE_DOMAIN, domain->text.text, domain->text.n);
            know_domain(w, op, domain->text);
        }
    }
    grn_proto_put_bytes(node, NODE_OP, name.text, name.n);
}

static void check_types(onnx_writer *w, const grn_op *op)
{
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < op->nresults; i++)
        if (op->def && !is_none(&op->results[i]) && !grn_onnx_writes_type(grn_result_type(op, i)))
            grn_onnx_refuse(w, op, "result #%zu of '%.*s' is '%s', which is no type of ONNX's", i,
                            GRN_ONNX_SHOWN(op->name), grn_type_text(grn_result_type(op, i), text, sizeof text));
}

static void put_node(onnx_writer *w, grn_proto_out *graph, const grn_op *op)
{
    const grn_attr *name = grn_op_attr(op, "onnx_node_name");
    size_t naxes = 0, noperands = count_operands(op);
    const int64_t *axes = NULL;
    const bool older = has_older_axes(w, op, &naxes, &axes);
    grn_proto_out node;
    check_types(w, op);
    grn_proto_out_init(&node, w->arena.allocator);
    for (size_t i = 0; i < (older ? 1 : noperands); i++) {
        const grn_str input = is_none(op->operands[i]) ? GRN_STR("") : grn_onnx_name_of(w, op->operands[i]);
        grn_proto_put_bytes(&node, NODE_INPUT, input.text, input.n);
    }
    for (size_t i = 0; i < count_results(op); i++) {
        const grn_str output = grn_onnx_name_of(w, &op->results[i]);
        grn_proto_put_bytes(&node, NODE_OUTPUT, output.text, output.n);
    }
    if (name && name->kind == GRN_ATTR_STRING)
        grn_proto_put_bytes(&node, NODE_NAME, name->text.text, name->text.n);
    put_op_type(w, &node, op);
    if (older)
        put_ints(w, &node, GRN_STR("axes"), naxes, axes);
    for (size_t i = 0; i < op->nattrs; i++)
        if (!is_left_out(op, op->attrs[i].name))
            put_attr(w, &node, op, op->attrs[i].name, op->attrs[i].value);
    put_graphs(w, &node, op);
    grn_proto_put_message(graph, GRAPH_NODE, &node);
    for (size_t i = 0; !op->def && i < op->nresults; i++) /* no reader can infer its types */
        if (grn_onnx_writes_type(grn_result_type(op, i)) && w->names[op->results[i].slot].n)
            grn_onnx_put_value_info(graph, GRAPH_VALUE, grn_onnx_name_of(w, &op->results[i]), grn_result_type(op, i),
                                    NULL, w->arena.allocator);
}

/* A constant that every use writes as an attribute needs no initializer. */
static bool put_constant(onnx_writer *w, grn_proto_out *graph, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (!grn_str_is(op->name, "onnx.Constant") || !value || value->kind != GRN_ATTR_ELEMENTS)
        return false;
    check_types(w, op);
    if (op->results[0].uses &&
        !grn_onnx_put_tensor(graph, GRAPH_INITIALIZER, grn_onnx_name_of(w, &op->results[0]), value, &w->arena))
        no_memory(w);
    return true;
}

void grn_onnx_put_ops(onnx_writer *w, grn_proto_out *graph, const grn_block *block)
{
    for (const grn_op *op = block->first; op && op != block->last && w->status != GRN_E_MEMORY; op = op->next) {
        if (grn_str_is(op->name, "onnx.NoValue") || put_constant(w, graph, op))
            continue;
        if (op->name.n > 5 && memcmp(op->name.text, "onnx.", 5) == 0)
            put_node(w, graph, op);
        else
            grn_onnx_refuse(w, op, "'%.*s' is no operator of ONNX's, so that no model has it",
                            GRN_ONNX_SHOWN(op->name));
    }
}

void grn_onnx_put_identity(onnx_writer *w, grn_proto_out *graph, const grn_value *v, grn_str name)
{
    grn_proto_out node;
    const grn_str input = grn_onnx_name_of(w, v);
    grn_proto_out_init(&node, w->arena.allocator);
    grn_proto_put_bytes(&node, NODE_INPUT, input.text, input.n);
    grn_proto_put_bytes(&node, NODE_OUTPUT, name.text, name.n);
    grn_proto_put_text(&node, NODE_OP, "Identity");
    grn_proto_put_message(graph, GRAPH_NODE, &node);
}

void grn_onnx_put_outputs(onnx_writer *w, grn_proto_out *graph, const grn_op *end)
{
    for (size_t i = 0; i < end->noperands; i++) {
        const grn_value *v = end->operands[i];
        grn_str name = grn_onnx_name_of(w, v);
        bool again = !v->def || v->def->block != end->block || grn_str_is(v->def->name, "onnx.Constant");
        for (size_t k = 0; !again && k < i; k++)
            again = end->operands[k] == v;
        if (again) { /* the value of another graph, an argument, or one that is an output already */
            char *text = GRN_ARENA_NEW(&w->arena, char, name.n + 32);
            if (!text) {
                no_memory(w);
                return;
            }
            const int n = snprintf(text, name.n + 32, "%.*s_%" PRIu64, (int)name.n, name.text, w->made++);
            name = (grn_str){text, (size_t)n};
            grn_onnx_put_identity(w, graph, v, name);
        }
        grn_onnx_put_value_info(graph, GRAPH_OUTPUT, name, v->type, NULL, w->arena.allocator);
    }
}
