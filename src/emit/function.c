/* function.c - functions: their parameters and results, and calls. */
#include <inttypes.h>
#include <stdio.h>

#include "emit/state.h"
#include "lower/lower.h"

/* ---- what a function has --------------------------------------------------------------------- */

static const grn_block *body_of(const grn_op *f) { return f->nregions ? f->regions[0].first : NULL; }

static const grn_type *type_of(const grn_op *f)
{
    const grn_attr *a = grn_op_attr(f, "function_type");
    return a && a->kind == GRN_ATTR_TYPE ? a->type_value : NULL;
}

grn_str grn_c_symbol(const grn_op *f)
{
    const grn_attr *a = grn_op_attr(f, "sym_name");
    return a && a->kind == GRN_ATTR_STRING ? a->text : GRN_STR("f");
}

bool grn_c_is_public(const grn_op *f)
{
    const grn_attr *a = grn_op_attr(f, "sym_visibility");
    return !(a && a->kind == GRN_ATTR_STRING && grn_str_is(a->text, "private"));
}

const grn_type *grn_c_element_type(const grn_type *t)
{
    return grn_type_is_memref(t) ? t->element : grn_type_element_or_self(t);
}

/* The element type that the program had before it was lowered. */
const grn_type *grn_c_declared(const grn_op *f, size_t i, const grn_type *t)
{
    const grn_attr *a = grn_op_value_attr(f, "arg_attrs", i, GRN_LOWER_TYPE);
    const grn_type *e = grn_c_element_type(a && a->kind == GRN_ATTR_TYPE ? a->type_value : t);
    return e;
}

bool grn_c_is_result(const grn_c *s, const grn_op *f, size_t i)
{
    const int64_t inputs = grn_op_integer(f, GRN_C_INPUTS, -1);
    const grn_value *v = &body_of(f)->args[i];
    return inputs >= 0 ? (int64_t)i >= inputs : grn_type_is_memref(v->type) && s->known[v->slot].is_written;
}

/* ---- parameters ------------------------------------------------------------------------------ */

/* A list of parameters while it is made. */
typedef struct list {
    size_t count, column;
} list;

static void add_parameter(grn_c *s, list *l, const char *type, const char *name)
{
    const char **slot = grn_vec_push(&s->parameters), *text = grn_c_text(s, "%s%s", type, name);
    if (slot)
        *slot = name;
    else
        s->status = GRN_E_MEMORY;
    const size_t n = grn_c_columns(text);
    const bool breaks = l->count > 0 && l->column + n > 110;
    l->column = breaks ? 4 + n : l->column + n + 2;
    grn_c_put(s, l->count++ == 0 ? "" : breaks ? ",\n    " : ", ");
    grn_c_put(s, text);
}

/* A parameter for an extent or a stride that is not known. */
static grn_c_expr size_parameter(grn_c *s, list *l, const char *base, const char *what, int32_t d)
{
    grn_c_expr e = grn_c_name_expr(s, grn_c_local(s, grn_c_text(s, "%s_%s%d", base, what, (int)d)), &grn_c_int64);
    grn_c_range(&e, what[0] == 'e' ? 0 : -GRN_C_MOST_EXTENT, GRN_C_MOST_EXTENT);
    add_parameter(s, l, "int64_t ", e.text);
    return e;
}

/* The name of a result without an argument: result, or result0, result1, .. of several. */
static const char *argument_name(grn_c *s, const grn_op *f, size_t i)
{
    const int64_t inputs = grn_op_integer(f, GRN_C_INPUTS, -1);
    if (inputs < 0 || (int64_t)i < inputs)
        return grn_c_text(s, "arg%zu", i);
    return body_of(f)->nargs == (size_t)inputs + 1 ? "result" : grn_c_text(s, "result%zu", i - (size_t)inputs);
}

static bool is_written_to(const grn_c *s, const grn_op *f, size_t i)
{
    return s->known[body_of(f)->args[i].slot].is_written || grn_c_is_result(s, f, i);
}

static void add_memory(grn_c *s, list *l, const grn_op *f, size_t i, const grn_value *v)
{
    grn_c_expr size[GRN_MAX_RANK];
    grn_c_memref m;
    if (!grn_c_read_memref(s, v->type, &m))
        return;
    grn_c_view *view = grn_c_new_view(s, v);
    view->base = grn_c_local(s, grn_c_wish(s, v, argument_name(s, f, i)));
    view->root = v;
    grn_c_is_given(s, view->base);
    const grn_c_type *type = grn_c_type_declared(s, m.element, grn_c_declared(f, i, m.element));
    add_parameter(s, l, grn_c_text(s, "%s%s *restrict ", is_written_to(s, f, i) ? "" : "const ", type->name),
                  view->base);
    for (int32_t d = 0, n = 0; d < m.rank; d++)
        if (m.shape[d] == GRN_DYNAMIC)
            size[n++] = size_parameter(s, l, view->base, "extent", d);
    grn_c_sizes(s, view, &m, size);
    grn_c_make_compact(s, view);
    view->type = type;
    if (!m.is_strided)
        return;
    view->is_compact = false;
    for (int32_t d = 0; d < m.rank; d++)
        view->stride[d] = m.stride[d] == GRN_DYNAMIC ? size_parameter(s, l, view->base, "stride", d)
                                                     : grn_c_number(s, m.stride[d], NULL);
}

static void add_argument(grn_c *s, list *l, const grn_op *f, size_t i, const grn_value *v)
{
    if (grn_c_is_memref(v->type)) {
        add_memory(s, l, f, i, v);
        return;
    }
    const grn_c_type *type = grn_c_type_declared(s, v->type, grn_c_declared(f, i, v->type));
    const grn_c_expr e = grn_c_name_expr(s, grn_c_local(s, grn_c_wish(s, v, argument_name(s, f, i))), type);
    add_parameter(s, l, grn_c_text(s, "%s ", type->name), e.text);
    grn_c_bind(s, v, e);
}

static bool is_status(const grn_type *t) { return t->kind == GRN_TYPE_INTEGER && t->width == 32; }

/* The results that a function gives through pointers: all but a last i32, which C's function
 * returns. */
static void add_result(grn_c *s, list *l, size_t i, const grn_type *t, const char **name)
{
    const grn_type *e = grn_c_is_memref(t) ? t->element : t;
    *name = grn_c_local(s, grn_c_text(s, "result%zu", i));
    grn_c_is_given(s, *name);
    add_parameter(s, l, grn_c_text(s, "%s *restrict ", grn_c_type_of(s, e)->name), *name);
}

/* ---- calls ----------------------------------------------------------------------------------- */

static const grn_op *callee_of(grn_c *s, const grn_op *op)
{
    const grn_attr *callee = grn_op_attr(op, "callee");
    return callee && callee->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(s->ir->top, callee->text) : NULL;
}

static bool returns_status(const grn_type *t) { return t->count > t->inputs && is_status(t->members[t->count - 1]); }

static const char *argument_text(grn_c *s, const grn_op *op, const grn_op *f, size_t i)
{
    const grn_type *t = grn_operand_type(op, i), *own = grn_c_declared(f, i, grn_c_element_type(t));
    if (!grn_c_is_memref(t))
        return grn_c_as_element(s, grn_c_operand(s, op, i), t, grn_c_type_declared(s, t, own));
    const grn_c_view *v = grn_c_operand_view(s, op, i);
    const grn_c_type *type = grn_c_type_declared(s, t->element, own);
    const char *text = grn_c_pointer(s, v);
    if (type->kind != v->type->kind)
        text = grn_c_text(s, "(%s *)(%s)", type->name, text);
    const grn_type *parameter = type_of(f)->members[i];
    for (int32_t d = 0; d < parameter->rank; d++)
        if (parameter->shape[d] == GRN_DYNAMIC)
            text = grn_c_text(s, "%s, %s", text, v->size[d].text);
    for (int32_t d = 0; d < parameter->rank && parameter->strided; d++)
        if (parameter->strides[d] == GRN_DYNAMIC)
            text = grn_c_text(s, "%s, %s", text, v->stride[d].text);
    return text;
}

/* The memory that result i of a function is made in, or is a view of. */
static const grn_value *origin_of(const grn_op *f, size_t i)
{
    const grn_value *v = body_of(f)->last->operands[i];
    while (v->def && v->def->noperands > 0 && grn_c_row_of(v->def) && grn_c_row_of(v->def)->effects & GRN_C_VIEWS)
        v = v->def->operands[0];
    return v;
}

/* Whether the memory of result i is in no other value that the caller has, so that the caller may
 * get a copy of it. */
static bool is_new(grn_c *s, const grn_op *f, size_t i)
{
    const grn_value *v = origin_of(f, i);
    const grn_c_row *row = v->def ? grn_c_row_of(v->def) : NULL;
    const grn_type *t = type_of(f)->members[type_of(f)->inputs + i];
    bool fresh =
        row && (row->effects & GRN_C_MAKES || GRN_OP_IS_ONE_OF(v->def, GRN_OP(func, call), GRN_OP(memref, get_global)));
    for (size_t k = 0; fresh && k < body_of(f)->last->noperands; k++)
        fresh = k == i || origin_of(f, k) != v;
    if (!fresh)
        grn_c_refuse(s, "gets a memref of the function it calls, which may be memory that others have too");
    const bool known = !t->strided && grn_type_dynamic_extents(t) == 0;
    if (fresh && !known)
        grn_c_refuse(s, "gets a memref whose extents, or layout, only the function it calls knows");
    return fresh && known;
}

const grn_value *grn_c_handed_back(grn_c *s, const grn_op *op, size_t i)
{
    const grn_op *f =
        grn_op_is(op, GRN_OP(func, call)) && grn_c_is_memref(op->results[i].type) ? callee_of(s, op) : NULL;
    const grn_block *body = f ? body_of(f) : NULL;
    const grn_value *given = body && body->last && i < body->last->noperands ? body->last->operands[i] : NULL;
    return given && !given->def && given->block == body && given->index < op->noperands ? op->operands[given->index]
                                                                                        : NULL;
}

bool grn_c_call_writes(grn_c *s, const grn_op *op, size_t i)
{
    const grn_op *f = callee_of(s, op);
    const bool *writes = f ? s->writes_to[f->order] : NULL;
    return !writes || i >= body_of(f)->nargs || writes[i];
}

/* Memory for result i of a call. Where the callee hands an argument back, the argument's memory is
 * used, and what is written here is not read. */
static const grn_c_view *given_memory(grn_c *s, const grn_op *op, const grn_op *f, size_t i)
{
    const grn_value *r = &op->results[i], *same = grn_c_handed_back(s, op, i);
    if (!same)
        return is_new(s, f, i) ? grn_c_allocate(s, r, "given") : NULL;
    if (grn_type_dynamic_extents(r->type) > 0 || r->type->strided) {
        grn_c_refuse(s, "gets a memref back whose extents, or layout, are not known");
        return NULL;
    }
    const grn_c_view *copy = grn_c_allocate(s, r, "copy");
    s->known[r->slot].view = s->known[same->slot].view;
    return copy;
}

/* A caller ends with the failure of a callee that is refused memory. */
static void write_call(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const grn_op *f = callee_of(s, op);
    const grn_type *t = f ? type_of(f) : NULL;
    const char *all = "";
    (void)row;
    if (!t || !body_of(f) || !s->functions[f->order]) {
        grn_c_refuse(s, "calls a function that has no body");
        return;
    }
    for (size_t i = 0; i < op->noperands; i++)
        all = grn_c_text(s, "%s%s%s", all, i ? ", " : "", argument_text(s, op, f, i));
    const bool status = returns_status(t), fails = s->fails[f->order];
    const size_t scalars = op->nresults - status;
    for (size_t i = 0; i < scalars; i++) {
        if (grn_c_is_memref(op->results[i].type)) {
            const grn_c_view *v = given_memory(s, op, f, i);
            if (!v)
                return;
            all = grn_c_text(s, "%s%s%s", all, all[0] ? ", " : "", grn_c_pointer(s, v));
            continue;
        }
        const grn_c_type *type = grn_c_type_of(s, op->results[i].type);
        const char *name = grn_c_local(s, "given");
        grn_c_statement(s, GRN_C_DECLARES, name, "%s %s;", type->name, name);
        grn_c_bind(s, &op->results[i], grn_c_name_expr(s, name, type));
        all = grn_c_text(s, "%s%s&%s", all, all[0] ? ", " : "", name);
    }
    const char *call = grn_c_text(s, "%s(%s)", s->functions[f->order], all);
    if (!status && !fails) {
        grn_c_line(s, "%s;", call);
        return;
    }
    const char *name = grn_c_local(s, "answer");
    grn_c_line(s, "const int %s = %s;", name, call);
    if (status)
        grn_c_bind(s, &op->results[op->nresults - 1], grn_c_name_expr(s, name, &grn_c_int));
    if (fails) {
        s->can_fail = true;
        grn_c_line(s, "if (%s < 0) {", name);
        grn_c_line(s, "    status = %s;", name);
        grn_c_line(s, "    goto done;");
        s->gotos++;
        grn_c_line(s, "}");
    }
    if (status && !grn_c_is_used(s, &op->results[op->nresults - 1]) && !fails)
        grn_c_line(s, "(void)%s;", name);
}

static void write_declaration(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    (void)s;
    (void)op;
    (void)row;
}

GRN_C(func, call) = {write_call, "", "", GRN_C_WRITES, -1};
GRN_C(func, func) = {write_declaration, "", "", GRN_C_EFFECT, 0};

/* ---- functions ------------------------------------------------------------------------------- */

/* Results other than the status are copied to the memory that the caller passed. */
static const char *write_return(grn_c *s, const grn_op *end, const char *const *names, size_t nresults, bool status)
{
    grn_c_settle(s, end);
    for (size_t i = 0; i + status < nresults && s->status != GRN_E_MEMORY; i++) {
        const grn_type *t = grn_operand_type(end, i);
        if (grn_c_is_memref(t)) {
            const grn_c_view *from = grn_c_operand_view(s, end, i);
            grn_c_view to = *from;
            to.base = names[i];
            to.offset = grn_c_number(s, 0, NULL);
            grn_c_make_compact(s, &to);
            grn_c_copy(s, from, &to);
        } else
            grn_c_statement(s, GRN_C_STORES, names[i], "*%s = %s;", names[i],
                            grn_c_as_element(s, grn_c_operand(s, end, i), t, grn_c_type_of(s, t)));
    }
    return status ? grn_c_operand(s, end, nresults - 1).text : NULL;
}

static void write_unused(grn_c *s)
{
    const char *const *names = s->parameters.items;
    for (size_t i = 0; i < s->parameters.count; i++)
        if (!grn_c_is_needed(s, names[i]))
            grn_c_line(s, "(void)%s;", names[i]);
}

static void write_owners(grn_c *s)
{
    const grn_c_owner *o = s->owners.items;
    for (size_t i = 0; i < s->owners.count; i++)
        grn_c_line(s, "%s *%s = NULL;", o[i].type, o[i].base);
}

static void write_frees(grn_c *s)
{
    const grn_c_owner *o = s->owners.items;
    grn_c_close(s);
    grn_c_line(s, "done:");
    grn_c_open(s);
    grn_c_end_streams(s);
    for (size_t i = 0; i < s->owners.count; i++)
        grn_c_line(s, "free(%s);", o[i].base);
}

/* ---- the whole of one ------------------------------------------------------------------------ */

/* The body's text comes first, since the head depends on it. */
static void write_body(grn_c *s, const grn_op *f, grn_c_statements parameters, const char *const *names,
                       size_t nresults, bool status)
{
    const size_t mark = grn_c_mark(s);
    grn_c_open(s);
    grn_c_ops(s, body_of(f));
    s->at = body_of(f)->last;
    const char *answer = write_return(s, body_of(f)->last, names, nresults, status);
    const grn_c_statements body = grn_c_without_unused(s, grn_c_take_back(s, mark), answer);
    grn_c_close(s);
    grn_c_write_comment(s, f, names, nresults - status, status);
    grn_c_put(s, grn_c_text(s, "%s%s %s(", grn_c_is_public(f) ? "" : "static ", status || s->can_fail ? "int" : "void",
                            s->functions[f->order]));
    grn_c_put_back(s, parameters);
    grn_c_put(s, parameters.n > 0 ? ")" : "void)");
    s->fails[f->order] = s->can_fail;
    s->answers[f->order] = status || s->can_fail;
    if (s->options->header) {
        grn_c_put(s, ";\n\n");
        return;
    }
    grn_c_put(s, "\n{\n");
    grn_c_open(s);
    write_unused(s);
    if (s->can_fail)
        grn_c_line(s, "int status = 0;");
    write_owners(s);
    grn_c_put_back(s, body);
    if (s->can_fail) {
        if (status)
            grn_c_line(s, "status = %s;", answer);
        write_frees(s);
        grn_c_line(s, "return status;");
    }
    grn_c_end_streams(s);
    if (!s->can_fail && status)
        grn_c_line(s, "return %s;", answer);
    grn_c_close(s);
    grn_c_line(s, "}");
    grn_c_put(s, "\n");
}

static bool can_be_written(grn_c *s, const grn_op *f)
{
    const grn_block *b = body_of(f);
    if (b && !b->next && b->last && type_of(f))
        return true;
    grn_c_refuse(s, b ? "has more than one block" : "has no body");
    return false;
}

/* Called after grn_c_find_uses, whose answers it uses. */
static void note_writes_to(grn_c *s, const grn_op *f)
{
    const size_t n = body_of(f)->nargs;
    bool *writes = GRN_ARENA_NEW(&s->ir->arena, bool, n + 1);
    for (size_t i = 0; writes && i < n; i++)
        writes[i] = is_written_to(s, f, i);
    s->writes_to[f->order] = writes;
}

/* A private function is in no header, but its callers' heads depend on what it writes to. */
static void note_unwritten(grn_c *s, const grn_op *f)
{
    if (body_of(f) && grn_c_find_uses(s, f))
        note_writes_to(s, f);
}

static void write_function(grn_c *s, const grn_op *f)
{
    s->at = f;
    if (!can_be_written(s, f))
        return;
    const grn_block *b = body_of(f);
    const grn_type *t = type_of(f);
    const size_t nresults = t->count - t->inputs, scope = grn_c_scope(s);
    const bool status = returns_status(t);
    const char **names = GRN_ARENA_NEW(&s->ir->arena, const char *, nresults + 1);
    list l = {0, strlen(s->functions[f->order]) + 6};
    s->can_fail = s->streams = false;
    s->far = NULL;
    s->owners.count = s->pending.count = s->parameters.count = 0;
    s->loops = 0;
    s->function = f;
    if (!names || !grn_c_find_uses(s, f)) {
        s->status = GRN_E_MEMORY;
        return;
    }
    note_writes_to(s, f);
    if (s->entry == f) {
        s->entry_results = names;
        s->nentry_results = nresults - status;
    }
    for (size_t i = 0; i < b->nargs; i++)
        add_argument(s, &l, f, i, &b->args[i]);
    for (size_t i = 0; i + status < nresults; i++)
        add_result(s, &l, i, t->members[t->inputs + i], &names[i]);
    if (s->status != GRN_E_MEMORY)
        write_body(s, f, grn_c_take_back(s, 0), names, nresults, status);
    grn_c_print(s);
    grn_c_leave_scope(s, scope);
}

/* ---- which of them --------------------------------------------------------------------------- */

/* Functions that a function calls are written before it. A function that is met again while it is
 * visited is recursive. */
static void visit(grn_c *s, const grn_op *f, unsigned char *visited, int depth);

static void visit_calls(grn_c *s, const grn_block *block, unsigned char *visited, int depth)
{
    for (const grn_op *op = block ? block->first : NULL; op; op = op->next) {
        s->at = op;
        const grn_op *f = grn_op_is(op, GRN_OP(func, call)) ? callee_of(s, op) : NULL;
        if (f && visited[f->order] == 1)
            grn_c_refuse(s, "calls a function that calls it");
        else if (f && grn_op_is(f, GRN_OP(func, func)))
            visit(s, f, visited, depth);
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next)
                visit_calls(s, b, visited, depth);
    }
}

#define MOST_CALLS 64 /* one within another */

static void visit(grn_c *s, const grn_op *f, unsigned char *visited, int depth)
{
    if (visited[f->order] || s->status == GRN_E_MEMORY)
        return;
    if (depth > MOST_CALLS) {
        grn_c_refuse(s, "is called through more than %d others", MOST_CALLS);
        return;
    }
    visited[f->order] = 1;
    visit_calls(s, body_of(f), visited, depth + 1);
    visited[f->order] = 2;
    s->functions[f->order] = grn_c_new_name(s, grn_c_symbol(f), true);
    if (grn_c_is_public(f) || !s->options->header)
        write_function(s, f);
    else
        note_unwritten(s, f);
}

static bool is_wanted(const grn_c *s, const grn_op *f)
{
    const grn_str name = {s->options->function, s->options->function_bytes};
    return grn_op_is(f, GRN_OP(func, func)) && grn_c_is_public(f) && body_of(f) &&
           (!name.text || grn_str_equal(name, grn_c_symbol(f)));
}

void grn_c_functions(grn_c *s)
{
    const grn_block *block = s->ir->top->regions[0].first;
    size_t n = 0, wanted = 0;
    for (const grn_op *op = block ? block->first : NULL; op; op = op->next)
        n = op->order >= n ? (size_t)op->order + 1 : n;
    s->functions = GRN_ARENA_NEW(&s->ir->arena, const char *, n + 1);
    s->writes_to = GRN_ARENA_NEW(&s->ir->arena, const bool *, n + 1);
    s->fails = GRN_ARENA_NEW(&s->ir->arena, bool, n + 1);
    s->answers = GRN_ARENA_NEW(&s->ir->arena, bool, n + 1);
    unsigned char *visited = GRN_ARENA_NEW(&s->ir->arena, unsigned char, n + 1);
    if (!s->functions || !s->writes_to || !s->fails || !s->answers || !visited) {
        s->status = GRN_E_MEMORY;
        return;
    }
    for (const grn_op *op = block ? block->first : NULL; op && s->status != GRN_E_MEMORY; op = op->next)
        if (is_wanted(s, op)) {
            wanted++;
            s->entry = op;
            visit(s, op, visited, 0);
        }
    s->at = s->ir->top;
    if (wanted == 0)
        grn_c_refuse(s, s->options->function ? "has no such public function" : "has no public function");
    else if (wanted > 1 && s->options->driver)
        grn_c_refuse(s, "has %zu public functions: a main is for one, --entry names it", wanted);
}
