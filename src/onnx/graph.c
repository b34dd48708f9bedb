/* graph.c - GraphProto and NodeProto as blocks and ops. */
#include <inttypes.h>
#include <stdio.h>

#include "onnx/body.h"

enum { MOST_CALLS = 64, MOST_INLINED = 65536, MOST_CALL_ATTRS = 256, MOST_DEPTH = GRN_MAX_NESTING / 4 };

/* ---- values by name -------------------------------------------------------------------------- */

grn_proto grn_onnx_wire_of(onnx_reader *r, const grn_onnx_span *s, const grn_proto_message *m)
{
    return (grn_proto){.file = &r->file, .message = m, .at = s->begin, .end = s->begin + s->n};
}

/* In the form of the text's names of values: other bytes become '_'. */
static bool name_value(onnx_reader *r, grn_value *v, grn_str name)
{
    char *text = name.n ? GRN_ARENA_NEW(&r->ir->arena, char, name.n + 2) : NULL;
    size_t n = 0;
    if (!name.n)
        return true;
    if (!grn_onnx_made(r, text))
        return false;
    if (name.text[0] >= '0' && name.text[0] <= '9')
        text[n++] = 'v';
    for (size_t i = 0; i < name.n; i++) {
        const char c = name.text[i];
        const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                          c == '.' || c == '$';
        text[n++] = kept ? c : '_';
    }
    v->name = (grn_str){text, n};
    return true;
}

/* An initializer becomes a constant where it is first needed, in the graph that has it. */
static grn_value *make_constant(onnx_reader *r, onnx_entry *e)
{
    const grn_attr *elements =
        grn_onnx_elements(r, grn_onnx_wire_of(r, &e->constant, &grn_onnx_tensor_message), e->name);
    grn_value *v = elements ? grn_onnx_constant(r, e->scope->block, e->constant.at, elements) : NULL;
    if (!v || !name_value(r, v, e->name))
        return NULL;
    return e->value = v;
}

grn_value *grn_onnx_value_of(onnx_reader *r, onnx_scope *scope, grn_str name, size_t at, bool *absent)
{
    onnx_entry *e = grn_onnx_find(scope, name);
    *absent = e && e->is_absent;
    if (*absent || (e && e->value))
        return e->value;
    if (e && e->constant.begin)
        return make_constant(r, e);
    grn_proto_wrong(&r->file, at, "'%.*s' is taken, which no node before it, no input and no initializer gives",
                    GRN_ONNX_SHOWN(name));
    return NULL;
}

static bool give_value(onnx_reader *r, onnx_scope *scope, grn_str name, size_t at, grn_value *v)
{
    onnx_entry *e = name.n ? grn_onnx_entry_of(r, scope, name) : NULL;
    if (!name.n)
        return true;
    if (!e)
        return false;
    if (e->value || e->is_absent || e->constant.begin)
        return grn_proto_wrong(&r->file, at, "'%.*s' is given twice, expected each value once", GRN_ONNX_SHOWN(name));
    e->value = v;
    return v == NULL || v->name.n || name_value(r, v, name);
}

/* ---- a node's fields ------------------------------------------------------------------------- */

static bool make_room(onnx_reader *r, onnx_node *node, grn_proto w, grn_str **inputs)
{
    enum { MORE_ATTRS = 4 };
    size_t ninputs = 0, noutputs = 0, nattrs = 0;
    grn_proto_field f;
    while (grn_proto_next(&w, &f)) {
        ninputs += f.number == NODE_INPUT;
        noutputs += f.number == NODE_OUTPUT;
        nattrs += f.number == NODE_ATTRIBUTE;
    }
    if (!grn_proto_ok(&w))
        return false;
    *inputs = GRN_ARENA_NEW(&r->arena, grn_str, ninputs + 1);
    node->inputs = GRN_ARENA_NEW(&r->arena, grn_value *, ninputs + MOST_MORE_INPUTS + 1);
    node->outputs = GRN_ARENA_NEW(&r->arena, grn_str, noutputs + 1);
    node->attrs = GRN_ARENA_NEW(&r->arena, onnx_attr, nattrs + MORE_ATTRS);
    return grn_onnx_made(r, *inputs) && grn_onnx_made(r, node->inputs) && grn_onnx_made(r, node->outputs) &&
           grn_onnx_made(r, node->attrs);
}

static bool read_fields(onnx_reader *r, grn_proto w, onnx_node *node, grn_str **inputs, size_t *ninputs)
{
    grn_proto_field f;
    *ninputs = 0;
    if (!make_room(r, node, w, inputs))
        return false;
    while (grn_proto_next(&w, &f)) {
        const grn_str text = grn_onnx_text(&w, &f);
        switch (f.number) {
        case NODE_INPUT: (*inputs)[(*ninputs)++] = text; break;
        case NODE_OUTPUT: node->outputs[node->noutputs++] = text; break;
        case NODE_NAME: node->name = text; break;
        case NODE_OP: node->op = text; break;
        case NODE_DOMAIN: node->domain = grn_str_is(text, "ai.onnx") ? GRN_STR("") : text; break;
        case NODE_OVERLOAD: node->overload = text; break;
        default: break;
        }
    }
    if (grn_proto_ok(&w) && node->op.n == 0)
        return grn_proto_wrong(&r->file, node->at, "node '%.*s' has no op_type", GRN_ONNX_SHOWN(node->name));
    return grn_proto_ok(&w);
}

static bool find_inputs(onnx_reader *r, onnx_scope *scope, onnx_node *node, const grn_str *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool absent = names[i].n == 0;
        node->inputs[i] = absent ? NULL : grn_onnx_value_of(r, scope, names[i], node->at, &absent);
        if (!node->inputs[i] && !absent) {
            if (r->file.status == GRN_E_FORMAT)
                grn_note(r->file.diag, r->file.place, "input #%zu of node '%.*s' (%.*s), at byte %zu", i,
                         GRN_ONNX_SHOWN(node->name), GRN_ONNX_SHOWN(node->op), node->at);
            return false;
        }
    }
    node->ninputs = count;
    while (node->ninputs && !node->inputs[node->ninputs - 1])
        node->ninputs--;
    return true;
}

static bool read_attrs(onnx_reader *r, const onnx_scope *scope, grn_proto w, onnx_node *node)
{
    grn_proto_field f;
    while (grn_proto_next(&w, &f)) {
        if (f.number != NODE_ATTRIBUTE)
            continue;
        onnx_attr a;
        if (!grn_onnx_read_attr(r, scope, grn_proto_inside(&w, &f, &grn_onnx_attribute), &a))
            return false;
        for (size_t i = 0; i < node->nattrs; i++)
            if (a.name.n && grn_str_equal(node->attrs[i].name, a.name))
                return grn_proto_wrong(&r->file, f.at, "node '%.*s' (%.*s) has attribute '%.*s' twice",
                                       GRN_ONNX_SHOWN(node->name), GRN_ONNX_SHOWN(node->op), GRN_ONNX_SHOWN(a.name));
        if (node->nattrs == GRN_MAX_ATTRS)
            return grn_proto_over(&r->file, f.at, "a node has more than %d attributes", GRN_MAX_ATTRS);
        node->attrs[node->nattrs++] = a;
    }
    return grn_proto_ok(&w);
}

/* ---- a node as an op ------------------------------------------------------------------------- */

static bool is_identifier(grn_str s)
{
    bool fine = s.n > 0 && s.n < 128;
    for (size_t i = 0; fine && i < s.n; i++) {
        const char c = s.text[i];
        fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    }
    return fine;
}

/* Rows take tensors of known rank, and nothing where an operand is left out. */
static bool has_row_types(const onnx_node *node)
{
    bool fine = true;
    for (size_t i = 0; i < node->ninputs; i++)
        fine = fine && (!node->inputs[i] || grn_type_is_tensor(node->inputs[i]->type));
    return fine;
}

static size_t ports_of(const grn_port *port, bool *variadic)
{
    size_t n = 0;
    *variadic = false;
    for (; port && port->name; port++) {
        n += port->how_many == GRN_ONE;
        *variadic = *variadic || port->how_many == GRN_VARIADIC;
    }
    return n;
}

/* Operands that a row has and the node leaves out at the end. */
static void fill_up(onnx_node *node, const grn_op_def *def)
{
    bool variadic;
    const size_t n = ports_of(def->operands, &variadic);
    while (node->ninputs < n && node->ninputs + 1 < n + MOST_MORE_INPUTS && n - node->ninputs <= MOST_MORE_INPUTS)
        node->inputs[node->ninputs++] = NULL;
}

/* Whether the row's results include the node's: *out is how many the op gets. */
static bool count_results(const onnx_node *node, const grn_op_def *def, size_t *out)
{
    bool variadic;
    const size_t n = ports_of(def->results, &variadic);
    *out = variadic ? node->noutputs : n;
    return node->noutputs <= *out;
}

static bool set_attrs(onnx_reader *r, onnx_scope *scope, const onnx_node *node, grn_op *op)
{
    size_t graphs = 0, region = 0;
    const grn_attr *names[GRN_MAX_NESTING];
    for (size_t i = 0; i < node->nattrs; i++)
        graphs += node->attrs[i].name.n ? node->attrs[i].ngraphs : 0;
    if (graphs > GRN_MAX_NESTING)
        return grn_proto_over(&r->file, node->at, "a node has more than %d graphs", GRN_MAX_NESTING);
    op->nregions = graphs;
    op->regions = GRN_ARENA_NEW(&r->ir->arena, grn_region, graphs + 1);
    if (!grn_onnx_made(r, op->regions))
        return false;
    for (size_t i = 0; i < graphs; i++)
        op->regions[i].parent = op;
    const grn_type **types;
    size_t ntypes;
    if (!grn_onnx_argument_types(r, node, op, &ntypes, &types))
        return false;
    for (size_t i = 0; i < node->nattrs; i++) {
        const onnx_attr *a = &node->attrs[i];
        if (a->name.n && a->value && !grn_onnx_made(r, grn_op_set_attr(r->ir, op, a->name, a->value) ? op : NULL))
            return false;
        for (size_t k = 0; a->name.n && k < a->ngraphs; k++) {
            if (!grn_onnx_made(r, names[region] = grn_attr_string(r->ir, a->name)) ||
                !grn_onnx_read_subgraph(r, scope, &a->graphs[k], ntypes, types, &op->regions[region++]))
                return false;
        }
    }
    if (graphs && !grn_onnx_set(r, op, "onnx.graphs", grn_attr_array(r->ir, graphs, names)))
        return false;
    return !node->name.n || grn_onnx_set(r, op, "onnx_node_name", grn_attr_string(r->ir, node->name));
}

static bool set_custom(onnx_reader *r, const onnx_node *node, grn_op *op)
{
    return grn_onnx_set(r, op, "function_name", grn_attr_string(r->ir, node->op)) &&
           grn_onnx_set(r, op, "domain_name", grn_attr_string(r->ir, node->domain));
}

/* The types that value_info has for the node's results; NULL: memory refused, reported. */
static const grn_type **declared_types(onnx_reader *r, onnx_scope *scope, const onnx_node *node, size_t nresults)
{
    const grn_type **types = GRN_ARENA_NEW(&r->arena, const grn_type *, nresults + 1);
    if (!grn_onnx_made(r, types))
        return NULL;
    for (size_t i = 0; i < nresults && i < node->noutputs; i++) {
        onnx_entry *e = node->outputs[i].n && !scope->binding ? grn_onnx_find(scope, node->outputs[i]) : NULL;
        if (e && e->scope == scope && e->info.begin && !grn_onnx_read_info(r, &e->info, &types[i]))
            return NULL;
    }
    return types;
}

static bool finish(onnx_reader *r, onnx_scope *scope, const onnx_node *node, grn_op *op)
{
    const grn_type **declared = declared_types(r, scope, node, op->nresults);
    grn_value *only;
    if (!declared || !grn_onnx_infer_results(r, op, declared) || !grn_onnx_fold(r, op, &only))
        return false;
    for (size_t i = 0; i < node->noutputs; i++)
        if (!give_value(r, scope, node->outputs[i], node->at, only ? only : &op->results[i]))
            return false;
    return true;
}

static bool make_op(onnx_reader *r, onnx_scope *scope, onnx_node *node)
{
    char name[256] = "onnx.Custom";
    const bool own = node->domain.n == 0 && !node->is_custom && is_identifier(node->op);
    if (own)
        snprintf(name, sizeof name, "onnx.%.*s", (int)node->op.n, node->op.text);
    const grn_op_def *def = own ? grn_ir_find_op(r->ir, (grn_str){name, strlen(name)}) : NULL;
    size_t nresults = node->noutputs;
    bool is_custom = !own;
    if (def && (!has_row_types(node) || !count_results(node, def, &nresults))) {
        snprintf(name, sizeof name, "onnx.Custom");
        nresults = node->noutputs;
        is_custom = true;
    } else if (def)
        fill_up(node, def);
    for (size_t i = 0; i < node->ninputs; i++)
        if (!node->inputs[i] && !(node->inputs[i] = grn_onnx_none(r)))
            return false;
    grn_op *op = grn_onnx_new_op(r, NULL, name, node->at, node->ninputs, node->inputs, nresults);
    if (!op || (is_custom && !set_custom(r, node, op)) || !set_attrs(r, scope, node, op))
        return false;
    grn_block_append(scope->block, op);
    return finish(r, scope, node, op);
}

/* As an op, or as its body. */
static bool make_node(onnx_reader *r, onnx_scope *scope, onnx_node *node)
{
    const grn_type **declared = declared_types(r, scope, node, node->noutputs);
    onnx_body body = {.r = r, .scope = scope, .node = node, .declared = declared};
    bool put;
    if (!declared || !grn_onnx_put_body(&body, &put))
        return false;
    if (!put)
        return make_op(r, scope, node);
    for (size_t i = 0; i < node->noutputs; i++)
        if (!give_value(r, scope, node->outputs[i], node->at, body.results[i]))
            return false;
    return true;
}

/* ---- functions of the model ------------------------------------------------------------------ */

grn_str grn_onnx_function_key(onnx_reader *r, grn_str domain, grn_str name, grn_str overload)
{
    const grn_str parts[] = {domain, name, overload};
    size_t n = 0;
    char *key = GRN_ARENA_NEW(&r->arena, char, domain.n + name.n + overload.n + GRN_COUNT(parts));
    for (size_t i = 0; grn_onnx_made(r, key) && i < GRN_COUNT(parts); i++) {
        if (parts[i].n)
            memcpy(key + n, parts[i].text, parts[i].n);
        n += parts[i].n;
        key[n++] = '\0';
    }
    return (grn_str){key, n};
}

/* *out NULL: the node calls none of the model's functions. */
static bool find_function(onnx_reader *r, const onnx_node *node, const onnx_entry **out)
{
    *out = NULL;
    if (r->functions.count == 0)
        return true;
    const grn_str key = grn_onnx_function_key(r, node->domain, node->op, node->overload);
    *out = key.text ? grn_onnx_find(&r->functions, key) : NULL;
    return key.text != NULL;
}

/* The call's attributes, then the function's own for those that it leaves out. */
static bool bind(onnx_reader *r, const grn_proto *call, const grn_proto *body, onnx_binding *b)
{
    const grn_proto *from[] = {call, body};
    const uint32_t number[] = {NODE_ATTRIBUTE, FUNCTION_DEFAULT};
    grn_proto_field f, *attrs = NULL;
    for (int pass = 0; pass < 2; pass++) {
        b->count = 0;
        for (size_t i = 0; i < 2; i++)
            for (grn_proto w = *from[i]; grn_proto_next(&w, &f);) {
                if (f.number != number[i])
                    continue;
                if (attrs)
                    attrs[b->count] = f;
                b->count++;
            }
        if (!attrs && !grn_onnx_made(r, attrs = GRN_ARENA_NEW(&r->arena, grn_proto_field, b->count + 1)))
            return false;
    }
    b->attrs = attrs;
    b->within = *call;
    if (b->count > MOST_CALL_ATTRS)
        return grn_proto_over(&r->file, call->at, "a call of a function has more than %d attributes", MOST_CALL_ATTRS);
    return grn_proto_ok(call);
}

bool grn_onnx_read_opset(grn_proto w, const grn_proto_field *field, onnx_opsets *out)
{
    grn_proto inside = grn_proto_inside(&w, field, &grn_onnx_opset_id);
    grn_str domain = GRN_STR("");
    int64_t version = 0;
    grn_proto_field f;
    while (grn_proto_next(&inside, &f)) {
        if (f.number == OPSET_DOMAIN)
            domain = grn_onnx_text(&inside, &f);
        else
            version = grn_proto_signed(f.value);
    }
    if (grn_proto_ok(&w) && (domain.n == 0 || grn_str_is(domain, "ai.onnx"))) {
        if (version < 1)
            return grn_proto_wrong(w.file, field->at, "opset %" PRId64 " is imported, expected 1 or more", version);
        out->onnx = version;
    }
    return grn_proto_ok(&w);
}

/* The body's nodes, with the call's values for its inputs; its outputs are then the call's. */
static bool run_body(onnx_reader *r, onnx_scope *scope, const onnx_node *node, grn_proto body, onnx_scope *inner)
{
    size_t inputs = 0, outputs = 0;
    grn_proto_field f;
    for (grn_proto w = body; grn_proto_next(&w, &f);)
        if (f.number == FUNCTION_INPUT) {
            onnx_entry *e = grn_onnx_entry_of(r, inner, grn_onnx_text(&w, &f));
            if (!e)
                return false;
            e->value = inputs < node->ninputs ? node->inputs[inputs] : NULL;
            e->is_absent = !e->value;
            inputs++;
        }
    if (grn_proto_ok(&body) && node->ninputs > inputs)
        return grn_proto_wrong(&r->file, node->at, "node '%.*s' calls function '%.*s' with %zu inputs, which has %zu",
                               GRN_ONNX_SHOWN(node->name), GRN_ONNX_SHOWN(node->op), node->ninputs, inputs);
    for (grn_proto w = body; grn_proto_next(&w, &f);)
        if (f.number == FUNCTION_NODE && !grn_onnx_read_node(r, inner, grn_proto_inside(&w, &f, &grn_onnx_node), f.at))
            return false;
    for (grn_proto w = body; grn_proto_next(&w, &f);)
        if (f.number == FUNCTION_OUTPUT && outputs < node->noutputs) {
            bool absent;
            grn_value *v = grn_onnx_value_of(r, inner, grn_onnx_text(&w, &f), f.at, &absent);
            if ((!v && !absent) || !give_value(r, scope, node->outputs[outputs++], node->at, v))
                return false;
        }
    if (grn_proto_ok(&body) && outputs < node->noutputs)
        return grn_proto_wrong(&r->file, node->at, "node '%.*s' takes %zu outputs of function '%.*s', which has %zu",
                               GRN_ONNX_SHOWN(node->name), node->noutputs, GRN_ONNX_SHOWN(node->op), outputs);
    return grn_proto_ok(&body);
}

static bool call(onnx_reader *r, onnx_scope *scope, const onnx_node *node, const onnx_entry *f, grn_proto at)
{
    const grn_proto body = grn_onnx_wire_of(r, &f->constant, &grn_onnx_function);
    onnx_binding binding = {.outer = scope->binding};
    onnx_opsets opsets = *scope->opsets;
    onnx_scope inner = {.block = scope->block, .binding = &binding, .opsets = &opsets};
    grn_proto_field field;
    if (r->depth == MOST_CALLS)
        return grn_proto_over(&r->file, node->at, "functions call one another more than %d deep, '%.*s' among them",
                              MOST_CALLS, GRN_ONNX_SHOWN(node->op));
    for (grn_proto w = body; grn_proto_next(&w, &field);)
        if (field.number == FUNCTION_OPSET && !grn_onnx_read_opset(w, &field, &opsets))
            return false;
    r->depth++;
    bool read = grn_proto_ok(&body) && bind(r, &at, &body, &binding) && run_body(r, scope, node, body, &inner);
    r->depth--;
    return read;
}

bool grn_onnx_read_node(onnx_reader *r, onnx_scope *scope, grn_proto w, size_t at)
{
    onnx_node node = {
        .name = GRN_STR(""), .op = GRN_STR(""), .domain = GRN_STR(""), .overload = GRN_STR(""), .within = w, .at = at};
    grn_str *inputs;
    size_t ninputs;
    r->file.place = (grn_place){r->number + 1, at < UINT32_MAX ? (uint32_t)at : UINT32_MAX};
    if (!read_fields(r, w, &node, &inputs, &ninputs) || !find_inputs(r, scope, &node, inputs, ninputs))
        return false;
    if (scope->binding && ++r->inlined > MOST_INLINED)
        return grn_proto_over(
            &r->file, at, "functions that are put in the place of their calls have more than %d nodes", MOST_INLINED);
    const onnx_entry *f;
    if (!find_function(r, &node, &f))
        return false;
    if (f)
        return call(r, scope, &node, f, w);
    if (!read_attrs(r, scope, w, &node))
        return false;
    if (node.domain.n == 0 && !grn_onnx_adapt(r, scope, &node))
        return false;
    return make_node(r, scope, &node);
}

/* ---- a graph --------------------------------------------------------------------------------- */

/* The name in a message of which it is a text field. */
static bool named(onnx_reader *r, const grn_proto *w, const grn_proto_field *field, const grn_proto_message *m,
                  uint32_t number, grn_str *out)
{
    grn_proto inside = grn_proto_inside(w, field, m);
    grn_proto_field f;
    *out = GRN_STR("");
    while (grn_proto_next(&inside, &f))
        if (f.number == number)
            *out = grn_onnx_text(&inside, &f);
    if (grn_proto_ok(w) && out->n == 0)
        return grn_proto_wrong(&r->file, field->at, "%s has no name", field->known->name);
    return grn_proto_ok(w);
}

static bool enter_names(onnx_reader *r, onnx_scope *scope, grn_proto w)
{
    grn_proto_field f;
    grn_str name;
    while (grn_proto_next(&w, &f)) {
        const grn_onnx_span span = {f.at, f.begin, f.n};
        if (f.number == GRAPH_SPARSE)
            return grn_proto_unsupported(&r->file, f.at, "a sparse initializer is not read: write it as a dense one");
        const bool is_tensor = f.number == GRAPH_INITIALIZER,
                   is_info = f.number == GRAPH_VALUE || f.number == GRAPH_OUTPUT || f.number == GRAPH_INPUT;
        if (!is_tensor && !is_info)
            continue;
        if (is_info && f.n == 0)
            continue;
        if (!named(r, &w, &f, is_tensor ? &grn_onnx_tensor_message : &grn_onnx_value,
                   is_tensor ? TENSOR_NAME : VALUE_NAME, &name))
            return false;
        onnx_entry *e = grn_onnx_entry_of(r, scope, name);
        if (!e)
            return false;
        if ((is_tensor && e->constant.begin) || (f.number == GRAPH_INPUT && e->is_input))
            return grn_proto_wrong(&r->file, f.at, "%s '%.*s' is there twice", f.known->name, GRN_ONNX_SHOWN(name));
        *(is_tensor ? &e->constant : &e->info) = span;
        e->is_input = e->is_input || f.number == GRAPH_INPUT;
    }
    return grn_proto_ok(&w);
}

/* Inputs without an initializer: the block's arguments. An initializer that is also an input is a
 * default, which counts. */
static bool make_arguments(onnx_reader *r, onnx_scope *scope, grn_proto w)
{
    grn_proto_field f;
    grn_str name;
    size_t count = 0;
    for (grn_proto scan = w; grn_proto_next(&scan, &f);)
        count += f.number == GRAPH_INPUT;
    scope->block->args = GRN_ARENA_NEW(&r->ir->arena, grn_value, count + 1);
    if (!grn_onnx_made(r, scope->block->args))
        return false;
    while (grn_proto_next(&w, &f)) {
        const grn_onnx_span span = {f.at, f.begin, f.n};
        const grn_type *type;
        if (f.number != GRAPH_INPUT || f.n == 0)
            continue;
        if (!named(r, &w, &f, &grn_onnx_value, VALUE_NAME, &name))
            return false;
        onnx_entry *e = grn_onnx_find(scope, name);
        if (!e || e->constant.begin)
            continue;
        if (!grn_onnx_read_info(r, &span, &type))
            return false;
        if (!type && scope->block->nargs < scope->ntypes)
            type = scope->types[scope->block->nargs];
        if (!type && !grn_onnx_made(r, type = grn_type_opaque(r->ir, GRN_STR("!onnx.Unknown"))))
            return false;
        grn_value *v = &scope->block->args[scope->block->nargs];
        *v = (grn_value){.block = scope->block,
                         .index = (uint32_t)scope->block->nargs++,
                         .name = GRN_STR(""),
                         .place = grn_onnx_place(r, f.at),
                         .type = type};
        e->value = v;
        if (!name_value(r, v, name))
            return false;
    }
    return grn_proto_ok(&w);
}

static bool read_nodes(onnx_reader *r, onnx_scope *scope, grn_proto w)
{
    grn_proto_field f;
    while (grn_proto_next(&w, &f))
        if (f.number == GRAPH_NODE && !grn_onnx_read_node(r, scope, grn_proto_inside(&w, &f, &grn_onnx_node), f.at))
            return false;
    return grn_proto_ok(&w);
}

/* The values of its outputs. */
static bool find_outputs(onnx_reader *r, onnx_scope *scope, grn_proto w, size_t *count, grn_value ***out)
{
    grn_proto_field f;
    grn_str name;
    size_t n = 0;
    for (grn_proto scan = w; grn_proto_next(&scan, &f);)
        n += f.number == GRAPH_OUTPUT;
    *count = 0;
    *out = GRN_ARENA_NEW(&r->arena, grn_value *, n + 1);
    if (!grn_onnx_made(r, *out))
        return false;
    while (grn_proto_next(&w, &f)) {
        bool absent;
        if (f.number != GRAPH_OUTPUT)
            continue;
        if (!named(r, &w, &f, &grn_onnx_value, VALUE_NAME, &name))
            return false;
        grn_value *v = grn_onnx_value_of(r, scope, name, f.at, &absent);
        if (!v)
            return r->file.status != GRN_OK
                       ? false
                       : grn_proto_wrong(&r->file, f.at, "output '%.*s' has no value", GRN_ONNX_SHOWN(name));
        (*out)[(*count)++] = v;
    }
    return grn_proto_ok(&w);
}

bool grn_onnx_read_graph(onnx_reader *r, onnx_scope *scope, grn_proto w, size_t *noutputs, grn_value ***outputs)
{
    return enter_names(r, scope, w) && make_arguments(r, scope, w) && read_nodes(r, scope, w) &&
           find_outputs(r, scope, w, noutputs, outputs);
}

/* The graph's inputs, which are values of the graph around it. */
static bool bind_inputs(onnx_reader *r, onnx_scope *scope, grn_proto w, size_t nargs, grn_value *const *args)
{
    grn_proto_field f;
    grn_str name;
    size_t n = 0;
    while (grn_proto_next(&w, &f)) {
        if (f.number != GRAPH_INPUT || f.n == 0)
            continue;
        if (!named(r, &w, &f, &grn_onnx_value, VALUE_NAME, &name))
            return false;
        if (n == nargs)
            return grn_proto_wrong(&r->file, f.at, "the graph has more inputs than the %zu that its node gives", nargs);
        onnx_entry *e = grn_onnx_find(scope, name);
        if (e && e->scope == scope)
            e->value = args[n++];
    }
    return grn_proto_ok(&w);
}

bool grn_onnx_put_graph(onnx_reader *r, onnx_scope *outer, const grn_onnx_span *graph, size_t nargs,
                        grn_value *const *args, size_t *nresults, grn_value ***results)
{
    onnx_scope scope = {.outer = outer, .block = outer->block, .binding = outer->binding, .opsets = outer->opsets};
    const grn_proto w = grn_onnx_wire_of(r, graph, &grn_onnx_graph);
    if (r->depth >= MOST_DEPTH)
        return grn_proto_over(&r->file, graph->at, "graphs within graphs are more than %d deep", MOST_DEPTH);
    r->depth++;
    const bool read = enter_names(r, &scope, w) && bind_inputs(r, &scope, w, nargs, args) && read_nodes(r, &scope, w) &&
                      find_outputs(r, &scope, w, nresults, results);
    r->depth--;
    return read;
}

bool grn_onnx_read_subgraph(onnx_reader *r, onnx_scope *outer, const grn_onnx_span *graph, size_t ntypes,
                            const grn_type *const *types, grn_region *region)
{
    grn_block *block = grn_region_add_block(r->ir, region);
    onnx_scope scope = {.outer = outer,
                        .block = block,
                        .binding = outer->binding,
                        .opsets = outer->opsets,
                        .ntypes = ntypes,
                        .types = types};
    size_t count;
    grn_value **values;
    if (!grn_onnx_made(r, block))
        return false;
    if (r->depth >= MOST_DEPTH)
        return grn_proto_over(&r->file, graph->at, "graphs within graphs are more than %d deep", MOST_DEPTH);
    block->place = grn_onnx_place(r, graph->at);
    r->depth++;
    const bool read = grn_onnx_read_graph(r, &scope, grn_onnx_wire_of(r, graph, &grn_onnx_graph), &count, &values);
    r->depth--;
    return read && grn_onnx_new_op(r, block, "onnx.Yield", graph->at, count, values, 0);
}
