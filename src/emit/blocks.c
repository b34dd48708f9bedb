/*
 * blocks.c - compaction loops, which load an element at an indexed place and store it behind the
 * last one, written as two loops. The first takes a block of iterations at a time while indices are
 * in range, so that holding them in range changes nothing and is left out. The second is the plain
 * loop for the rest. Compilers make loads and stores alone of the first; of the plain loop alone
 * they make slower code: a pointer chosen for each element, or a vector assembled from single
 * elements.
 *
 * A result that is larger than a cache, and that the function does not read, is collected a block
 * at a time and stored past the cache.
 */
#include <inttypes.h>

#include "emit/state.h"

#define BLOCK 64
/* Loops of fewer iterations stay plain; loops of at most the second number are one block. */
#define LEAST_TIMES 32
#define ONE_BLOCK (2 * BLOCK)

/* ---- which loops ----------------------------------------------------------------------------- */

typedef struct taking {
    const grn_block *body;
    const grn_op *load, *store;
    const char *variable; /* of the loop */
    size_t holds;         /* how many values are held in range */
    bool is_indirect, is_streamed;
} taking;

/* A value held in [least, most]. `inner` is the first of its two ops, which has no other user. */
typedef struct held {
    const grn_op *inner;
    int64_t least, most;
} held;

static bool is_bound(const grn_op *op) { return GRN_OP_IS_ONE_OF(op, GRN_OP(arith, maxsi), GRN_OP(arith, minsi)); }

/* The first two ops of a chain of more. */
static bool is_held(const grn_c *s, const grn_op *op, held *h)
{
    h->inner = is_bound(op) ? op->operands[0]->def : NULL;
    if (!is_bound(h->inner) || h->inner->block != op->block || grn_str_equal(h->inner->name, op->name) ||
        is_bound(h->inner->operands[0]->def))
        return false;
    const bool larger = grn_op_is(op, GRN_OP(arith, maxsi));
    return s->known[op->operands[0]->slot].uses == 1 && grn_c_width(op->results[0].type) > 1 &&
           grn_c_constant_of(op->operands[1], larger ? &h->least : &h->most) &&
           grn_c_constant_of(h->inner->operands[1], larger ? &h->most : &h->least) && h->least <= h->most;
}

/* Whether the op computes the place, or is the load or the store of the element. */
static bool belongs(grn_c *s, taking *t, const grn_op *op)
{
    held h;
    t->holds += is_held(s, op, &h);
    if (op == t->store || (op == t->load && !s->known[grn_c_root(s, op->operands[0])->slot].is_written))
        return true;
    t->is_indirect |= grn_op_is(op, GRN_OP(memref, load));
    return op != t->load && grn_c_is_repeatable(s, op);
}

/* Memory that does not fit in a cache is prefetched instead (prefetch.c): its misses take longer
 * than all else in the loop. */
static bool find_compaction(grn_c *s, taking *t)
{
    t->store = t->body->last->prev;
    if (!t->store || !grn_op_is(t->store, GRN_OP(memref, store)) || !grn_c_is_side_by_side(s, t->store, 1, t->body))
        return false;
    t->load = t->store->operands[0]->def;
    if (!t->load || t->load->block != t->body || !grn_op_is(t->load, GRN_OP(memref, load)) ||
        grn_c_is_inside(t->load->operands[0], t->body) ||
        grn_c_bytes_of(grn_c_root(s, t->load->operands[0])->type) > GRN_C_NEAR_BYTES)
        return false;
    for (const grn_op *op = t->body->first; op != t->body->last; op = op->next)
        if (!belongs(s, t, op))
            return false;
    t->is_streamed = grn_c_may_stream(s, t->store->operands[1]);
    return t->is_indirect && (t->holds > 0 || t->is_streamed);
}

/* ---- writing them ---------------------------------------------------------------------------- */

/* The fast loop ends at the first index out of range. In it, the held value is the value before it
 * was held. */
static void write_held(grn_c *s, const taking *t, const grn_op *op, const held *h)
{
    const grn_type *type = op->results[0].type;
    grn_c_expr x = grn_c_as_signed(s, grn_c_operand_named(s, h->inner, 0), type);
    const char *name = grn_c_within(s, &x, GRN_C_LESS), *below = "", *above = "";
    if (x.least < h->least)
        below = grn_c_text(s, "%s < %s", name, grn_c_number(s, h->least, type).text);
    if (x.most > h->most)
        above = grn_c_text(s, "%s%s > %s", below[0] ? " || " : "", name, grn_c_number(s, h->most, type).text);
    if (below[0] || above[0])
        grn_c_statement(s, GRN_C_STORES, t->variable, "if (%s%s)\n    break;", below, above);
    if (x.least <= h->most && x.most >= h->least)
        grn_c_range(&x, h->least, h->most);
    grn_c_bind(s, &op->results[0], x);
}

/* To what collects the block. */
static void write_collected(grn_c *s, const taking *t, const char *line, const char *begin)
{
    const grn_c_view *v = grn_c_operand_view(s, t->store, 1);
    const grn_c_expr value = grn_c_operand(s, t->store, 0);
    grn_c_note(s, t->load);
    grn_c_statement(s, GRN_C_STORES, line, "%s[%s - %s] = %s;", line, t->variable, begin,
                    grn_c_as_element(s, value, grn_operand_type(t->store, 0), v->type));
}

/* Whether the op is the first of two that hold a value; the second op writes both. */
static bool is_half(const grn_c *s, const grn_op *op)
{
    const grn_c_known *k = op->nresults == 1 ? &s->known[op->results[0].slot] : NULL;
    held h;
    return k && k->uses == 1 && is_held(s, k->user, &h) && h.inner == op;
}

/* The body's ops, the store to `line` where that is not NULL. */
static void write_steps(grn_c *s, const taking *t, bool in_range, const char *line, const char *begin)
{
    for (const grn_op *op = t->body->first; op != t->body->last && s->status != GRN_E_MEMORY; op = op->next) {
        const grn_c_row *row = grn_c_row_of(op);
        held h;
        s->at = op;
        if (!grn_c_is_live(s, op) || (in_range && is_half(s, op)))
            continue;
        if (in_range && is_held(s, op, &h))
            write_held(s, t, op, &h);
        else if (op == t->store && line)
            write_collected(s, t, line, begin);
        else
            row->write(s, op, row);
    }
}

/* What is written in a block, and where its iterations are. */
typedef struct block {
    grn_c_expr begin;
    const char *end;
    bool is_short;       /* it may be */
    const char *line;    /* what collects it, or NULL */
    const char *comment; /* of the program's loop */
} block;

static void write_loop(grn_c *s, const taking *t, const block *b, bool in_range)
{
    const size_t scope = grn_c_scope(s), pending = s->pending.count;
    const char *unroll = in_range ? grn_c_text(s, "%s\n", grn_c_helper(s, "UNROLL")) : "";
    grn_c_statement(s, GRN_C_OPENS, NULL, "%sfor (; %s < %s; %s++) {%s", unroll, t->variable, b->end, t->variable,
                    in_range ? " /* as long as all is in range */" : b->comment);
    grn_c_open(s);
    s->loops++;
    write_steps(s, t, in_range, b->line, b->begin.text);
    s->loops--;
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
    s->pending.count = pending;
    grn_c_leave_scope(s, scope);
}

/* What was collected goes where the block begins. */
static void write_stream(grn_c *s, const taking *t, const block *b)
{
    grn_c_expr index[GRN_MAX_RANK];
    const grn_c_view *v = grn_c_operand_view(s, t->store, 1);
    for (int32_t d = 0; d + 1 < v->rank; d++)
        index[d] = grn_c_operand(s, t->store, 2 + (size_t)d);
    index[v->rank - 1] = b->begin;
    const grn_c_expr at = grn_c_at(s, v, index);
    const char *to = at.text[0] == '*' ? at.text + 1 : grn_c_text(s, "&%s", at.text);
    const char *bytes = b->is_short ? grn_c_text(s, "(size_t)(%s - %s) * sizeof *%s", b->end, b->begin.text, b->line)
                                    : grn_c_text(s, "sizeof %s", b->line);
    grn_c_statement(s, GRN_C_STORES, v->base, "%s(%s, %s, %s);", grn_c_stream(s), to, b->line, bytes);
}

static void write_block(grn_c *s, const taking *t, block *b)
{
    if (t->is_streamed) {
        b->line = grn_c_variable_name(s, "taken", false);
        grn_c_statement(s, GRN_C_DECLARES, b->line, "%s %s[%d];", grn_c_operand_view(s, t->store, 1)->type->name,
                        b->line, BLOCK);
    }
    grn_c_statement(s, GRN_C_DECLARES, t->variable, "int64_t %s = %s;", t->variable, b->begin.text);
    if (t->holds > 0)
        write_loop(s, t, b, true);
    write_loop(s, t, b, false);
    if (t->is_streamed)
        write_stream(s, t, b);
}

/* All of [least, beyond) as one block. */
static void write_one(grn_c *s, const taking *t, block *b, const grn_c_expr *least, const grn_c_expr *beyond)
{
    b->begin = *least;
    b->end = beyond->text;
    write_block(s, t, b);
}

/* The blocks of [least, beyond); times: how many iterations, -1: not known. */
static void write_blocks(grn_c *s, const taking *t, block *b, const grn_c_expr *least, const grn_c_expr *beyond,
                         int64_t times)
{
    b->begin = grn_c_name_expr(s, grn_c_local(s, "block"), &grn_c_int64);
    if (least->is_ranged && beyond->is_ranged && beyond->most > least->least)
        grn_c_range(&b->begin, least->least, beyond->most - 1);
    const char *name = b->begin.text;
    grn_c_statement(s, GRN_C_OPENS, NULL, "for (int64_t %s = %s; %s < %s; %s += %d) {", name, least->text, name,
                    grn_c_within(s, beyond, GRN_C_SHIFT), name, BLOCK);
    grn_c_open(s);
    b->is_short = times < 0 || times % BLOCK != 0;
    if (b->is_short) {
        b->end = grn_c_local(s, "end");
        grn_c_statement(s, GRN_C_DECLARES, b->end, "const int64_t %s = %s - %s < %d ? %s : %s + %d;", b->end,
                        grn_c_within(s, beyond, GRN_C_SUM), name, BLOCK, beyond->text, name, BLOCK);
    } else
        b->end = grn_c_text(s, "%s + %d", name, BLOCK);
    write_block(s, t, b);
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
}

bool grn_c_write_blocks(grn_c *s, const grn_block *body, const char *wish, const grn_c_expr *least,
                        const grn_c_expr *beyond, const char *comment)
{
    taking t = {.body = body};
    block b = {.comment = comment};
    const int64_t times = grn_c_is_constant(least) && grn_c_is_constant(beyond) ? beyond->least - least->least : -1;
    if ((times >= 0 && times < LEAST_TIMES) || !find_compaction(s, &t))
        return false;
    const size_t scope = grn_c_scope(s);
    t.variable = grn_c_local(s, wish);
    grn_c_expr i = grn_c_name_expr(s, t.variable, &grn_c_int64);
    if (least->is_ranged && beyond->is_ranged && beyond->most > least->least)
        grn_c_range(&i, least->least, beyond->most - 1);
    grn_c_bind(s, &body->args[0], i);
    if (times >= 0 && times <= ONE_BLOCK && !t.is_streamed) {
        write_one(s, &t, &b, least, beyond);
        return true;
    }
    write_blocks(s, &t, &b, least, beyond, times);
    grn_c_leave_scope(s, scope);
    return true;
}
