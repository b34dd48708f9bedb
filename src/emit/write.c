/* write.c - texts, refusals, and values, which are written where they are used once
 * and get a name where they are used more often. */
#include <stdarg.h>
#include <stdio.h>

#include "emit/state.h"

/* An expression that has become longer than this gets a name. */
#define LONG_EXPRESSION 72

/* ---- text ------------------------------------------------------------------------------------ */

void grn_c_refuse(grn_c *s, const char *format, ...)
{
    char why[GRN_MESSAGE_BYTES];
    GRN_FORMAT(why, format);
    if (s->ir->arena.refused) /* where memory was refused, an operand's text may be missing */
        s->status = GRN_E_MEMORY;
    if (s->status != GRN_E_MEMORY)
        s->status = grn_fail(s->diag, s->at->place, GRN_E_UNSUPPORTED, "cannot be written in C: '%.*s' %s",
                             (int)s->at->name.n, s->at->name.text, why);
}

const char *grn_c_text_of(grn_c *s, const char *format, va_list args)
{
    const char *text = grn_arena_vprintf(&s->ir->arena, format, args);
    if (!text)
        s->status = GRN_E_MEMORY;
    return text ? text : "";
}

const char *grn_c_text(grn_c *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = grn_c_text_of(s, format, args);
    va_end(args);
    return text;
}

void grn_c_open(grn_c *s) { s->indent++; }
void grn_c_close(grn_c *s) { s->indent--; }

const char *grn_c_comment(grn_c *s, grn_str text)
{
    char *out = grn_arena_text(&s->ir->arena, text.text, text.n);
    for (char *c = out; c && *c; c++)
        if (*c < ' ' || *c > '~' || (*c == '/' && (c == out || c[-1] == '*')) ||
            (*c == '*' && c > out && c[-1] == '/') || *c == '\\' || (*c == '?' && c[1] == '?'))
            *c = '_';
    if (!out)
        s->status = GRN_E_MEMORY;
    return out ? out : "";
}

void grn_c_note(grn_c *s, const grn_op *op)
{
    const grn_attr *note = grn_op_attr(op, "garner.note");
    if (note && note->kind == GRN_ATTR_STRING)
        s->note = grn_c_comment(s, note->text);
}

void grn_c_needs(grn_c *s, unsigned header) { s->headers |= header; }
void grn_c_contracts(grn_c *s) { s->contracts = true; }

/* ---- values ---------------------------------------------------------------------------------- */

static grn_c_known *known(const grn_c *s, const grn_value *v) { return &s->known[v->slot]; }

bool grn_c_is_used(const grn_c *s, const grn_value *v) { return known(s, v)->uses > 0; }

void grn_c_bind(grn_c *s, const grn_value *v, grn_c_expr e)
{
    known(s, v)->expr = e;
    known(s, v)->is_bound = true;
}

grn_c_expr grn_c_named(grn_c *s, grn_c_expr e, const char *hint)
{
    if (e.is_simple)
        return e;
    const char *name = grn_c_local(s, hint);
    grn_c_expr named = grn_c_name_expr(s, name, e.type);
    grn_c_statement(s, GRN_C_DECLARES, name, "const %s %s = %s;", e.type->name, name, e.text);
    named.is_ranged = e.is_ranged;
    named.least = e.least;
    named.most = e.most;
    return named;
}

static void write_down(grn_c *s, const grn_value *v)
{
    grn_c_known *k = known(s, v);
    if (k->is_pending)
        k->expr = grn_c_named(s, k->expr, grn_c_wish(s, v, k->hint ? k->hint : "value"));
    k->is_pending = false;
}

/* A value with one use, by an op of the same block that writes the value's name more than once. */
static bool may_move(const grn_c *s, const grn_value *v)
{
    const grn_c_known *k = known(s, v);
    return k->uses == 1 && k->user->block == (v->def ? v->def->block : v->block);
}

void grn_c_give(grn_c *s, const grn_op *op, size_t i, grn_c_expr e)
{
    const grn_value *v = &op->results[i];
    grn_c_known *k = known(s, v);
    const grn_c_row *row = grn_c_row_of(op);
    if (!k->uses)
        return;
    if (grn_c_is_constant(&e) && !e.is_simple)
        e = grn_c_number(s, e.least, v->type);
    k->hint = row ? row->hint : NULL;
    k->is_pending = true;
    grn_c_bind(s, v, e);
    if (!e.is_simple && (!may_move(s, v) || grn_c_columns(e.text) > LONG_EXPRESSION))
        write_down(s, v);
    else if (e.is_simple)
        k->is_pending = false;
    else if (e.reads) {
        const grn_value **slot = grn_vec_push(&s->pending);
        if (slot)
            *slot = v;
        else
            s->status = GRN_E_MEMORY;
    }
}

/* The interval of all values of an integer type. */
static grn_c_expr in_type(grn_c_expr e, const grn_type *t)
{
    const unsigned bits = grn_c_width(t);
    if (t->kind != GRN_TYPE_INTEGER && t->kind != GRN_TYPE_INDEX)
        return e;
    if (bits == 1)
        grn_c_range(&e, 0, 1);
    else if (!e.is_ranged && bits < 64)
        grn_c_range(&e, -(INT64_C(1) << (bits - 1)), (INT64_C(1) << (bits - 1)) - 1);
    else if (!e.is_ranged)
        grn_c_range(&e, INT64_MIN, INT64_MAX);
    return e;
}

grn_c_expr grn_c_value(grn_c *s, const grn_value *v)
{
    grn_c_known *k = known(s, v);
    if (!k->is_bound) {
        grn_c_refuse(s, "uses a value that has no expression in C");
        return grn_c_number(s, 0, NULL);
    }
    k->is_pending = false;
    return in_type(k->expr, v->type);
}

grn_c_expr grn_c_operand(grn_c *s, const grn_op *op, size_t i) { return grn_c_value(s, op->operands[i]); }

grn_c_expr grn_c_operand_named(grn_c *s, const grn_op *op, size_t i)
{
    write_down(s, op->operands[i]);
    return grn_c_value(s, op->operands[i]);
}

static bool is_operand(const grn_op *op, const grn_value *v)
{
    for (size_t i = 0; op && i < op->noperands; i++)
        if (op->operands[i] == v)
            return true;
    return false;
}

void grn_c_settle(grn_c *s, const grn_op *op)
{
    const grn_value *const *all = s->pending.items;
    size_t kept = 0;
    for (size_t i = 0; i < s->pending.count; i++) {
        const grn_value *v = all[i];
        if (known(s, v)->is_pending && is_operand(op, v))
            ((const grn_value **)s->pending.items)[kept++] = v;
        else
            write_down(s, v);
    }
    s->pending.count = kept;
}

/* ---- views ----------------------------------------------------------------------------------- */

grn_c_view *grn_c_new_view(grn_c *s, const grn_value *v)
{
    grn_c_view *view = GRN_ARENA_NEW(&s->ir->arena, grn_c_view, 1);
    if (!view) {
        s->status = GRN_E_MEMORY;
        return &s->nowhere;
    }
    known(s, v)->view = view;
    return view;
}

const grn_c_view *grn_c_operand_view(grn_c *s, const grn_op *op, size_t i)
{
    const grn_c_view *view = known(s, op->operands[i])->view;
    if (!view)
        grn_c_refuse(s, "uses a memref of which it is not known where it is");
    return view ? view : &s->nowhere;
}

/* ---- ops ------------------------------------------------------------------------------------- */

static const grn_c_row *const rows[GRN_OPS] = {
#define OP(...)
#define OTHER_OP(dialect, op, emit, ...) GRN_WHERE_ROW(emit, [GRN_OP(dialect, op)] = &grn_c_row_##dialect##_##op, )
#include "dialects/common/every.def"
};

const grn_c_row *grn_c_row_of(const grn_op *op) { return rows[grn_op_number_of(op)]; }

void grn_c_ops(grn_c *s, const grn_block *block)
{
    for (const grn_op *op = block->first; op && op != block->last && s->status != GRN_E_MEMORY; op = op->next) {
        const grn_c_row *row = grn_c_row_of(op);
        s->at = op;
        if (s->skip_until) {
            if (s->skip_until == op)
                s->skip_until = NULL;
            continue;
        }
        if (!row)
            grn_c_refuse(s, "has no counterpart");
        else if (grn_c_is_live(s, op)) {
            if (row->effects & GRN_C_WRITES)
                grn_c_settle(s, op);
            row->write(s, op, row);
        }
        s->at = op;
    }
    grn_c_settle(s, block->last); /* a value that the terminator does not use stays in its block */
}
