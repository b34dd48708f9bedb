/*
 * prefetch.c - loops that read larger-than-cache memory at indexed places. While one iteration is
 * computed, the place that a later one reads is computed too, by the same ops, and prefetched.
 *
 * The ops from the loop's variable to the place are written a second time by their rows, with a
 * later value of the variable. They are integers, reads of memory that the function does not write
 * to, and views. Inner loops that compute a part of the place are written again too.
 */
#include <inttypes.h>

#include "emit/state.h"

/* Cache lines that are in flight at a time, and the iterations ahead that this makes, at least
 * LEAST_AHEAD. Rows of several lines raise both. */
#define MOST_LINES 128
#define MOST_ROW_LINES 256
#define MOST_AHEAD 128
#define MOST_COPIES_AHEAD 32
#define MOST_ROWS_AHEAD 64
#define LEAST_AHEAD 4
#define MOST_RUN_BYTES 16384
#define MOST_DEPTH 4

/* The op that reads, and the ops on the way to it. */
typedef struct way {
    const grn_block *body;
    const grn_op *read;
    bool is_indirect;
    /* one read is over a line; and too short for the hardware prefetcher to cover by itself */
    bool is_row, is_short;
    int64_t lines; /* of an iteration */
    grn_vec ops;   /* of const grn_op *, in the program's order once all are found */
    const char *variable;
} way;

/* Whether `inner` is the block or within it. */
static bool holds(const grn_block *block, const grn_block *inner)
{
    while (inner && inner != block)
        inner = inner->region && inner->region->parent ? inner->region->parent->block : NULL;
    return inner != NULL;
}

static bool has(const way *w, const grn_op *op)
{
    const grn_op *const *all = w->ops.items;
    for (size_t i = 0; i < w->ops.count; i++)
        if (all[i] == op)
            return true;
    return false;
}

#define MOST_OPS 48

static bool is_integer(const grn_type *t) { return t->kind == GRN_TYPE_INTEGER || t->kind == GRN_TYPE_INDEX; }

bool grn_c_is_repeatable(const grn_c *s, const grn_op *op)
{
    const grn_c_row *row = grn_c_row_of(op);
    if (!row || op->nregions || op->nresults != 1)
        return false;
    if (grn_op_is(op, GRN_OP(memref, load)))
        return is_integer(op->results[0].type) && !s->known[grn_c_root(s, op->operands[0])->slot].is_written;
    return row->effects == GRN_C_VIEWS || (row->effects == GRN_C_NUMBER && is_integer(op->results[0].type));
}

/* The operands of v that are computed within the loop. */
static bool add_way(grn_c *s, way *w, const grn_value *v, int depth)
{
    if (!holds(w->body, v->def ? v->def->block : v->block))
        return true;
    if (!v->def) /* a loop's variable: this loop's, or that of an inner loop of a few iterations */
        return v->block->nargs == 1;
    if (has(w, v->def))
        return true;
    if (depth > MOST_OPS || w->ops.count >= MOST_OPS || !grn_c_is_repeatable(s, v->def))
        return false;
    for (size_t i = 0; i < v->def->noperands; i++)
        if (!add_way(s, w, v->def->operands[i], depth + 1))
            return false;
    w->is_indirect |= grn_op_is(v->def, GRN_OP(memref, load));
    const grn_op **slot = grn_vec_push(&w->ops);
    if (slot)
        *slot = v->def;
    else
        s->status = GRN_E_MEMORY;
    return slot != NULL;
}

int64_t grn_c_bytes_of(const grn_type *t)
{
    int64_t n = grn_dtype_bytes(t->element->dtype) ? (int64_t)grn_dtype_bytes(t->element->dtype) : 8;
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] == GRN_DYNAMIC || !grn_mul_i64(n, t->shape[d], &n))
            return -1;
    return n;
}

/* How often a loop within the loop runs, if that is known; else -1. */
static int64_t times_of(const grn_op *loop)
{
    int64_t v[3];
    for (int i = 0; i < 3; i++)
        if (!grn_c_constant_of(loop->operands[i], &v[i]))
            return -1;
    return v[2] == 1 && v[1] >= v[0] ? v[1] - v[0] : -1;
}

/* The first read of large memory at a place that is itself read from memory. */
static bool find_read(grn_c *s, way *w, const grn_block *block, int64_t times, int depth)
{
    for (const grn_op *op = block->first; op; op = op->next) {
        const bool load = grn_op_is(op, GRN_OP(memref, load)), copy = grn_op_is(op, GRN_OP(memref, copy));
        if (grn_op_is(op, GRN_OP(scf, for)) && op->nresults == 0 && depth < MOST_DEPTH) {
            const int64_t n = times_of(op);
            if (n > 0 && n <= MOST_LINES / times && find_read(s, w, op->regions[0].first, times * n, depth + 1))
                return true;
        }
        if ((!load && !copy) || !grn_c_is_live(s, op))
            continue;
        const grn_value *root = grn_c_root(s, op->operands[0]);
        const int64_t run = load ? 1 : grn_c_bytes_of(grn_operand_type(op, 0));
        bool ok = grn_c_bytes_of(root->type) > GRN_C_NEAR_BYTES && run > 0 &&
                  (load || grn_c_root(s, op->operands[1]) != root);
        w->ops.count = 0;
        w->is_indirect = false;
        for (size_t i = 0; ok && i < (load ? op->noperands : 1); i++)
            ok = add_way(s, w, op->operands[i], 0);
        if (ok && w->is_indirect) {
            w->read = op;
            w->is_short = run <= MOST_RUN_BYTES;
            w->is_row = run > GRN_LINE_BYTES;
            w->lines = w->is_short ? times * ((run + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES) : MOST_LINES;
            return true;
        }
    }
    return false;
}

/* ---- writing it ------------------------------------------------------------------------------ */

static void hint(grn_c *s, const way *w, const char *address)
{
    /* Whether the value is in scope wherever the loop's variable is. */
    grn_c_statement(s, GRN_C_STORES, w->variable, "%s(%s);", grn_c_helper(s, "PREFETCH"), address);
}

/* A prefetch for each line. A row that begins anywhere may end in one line more. */
static void hint_run(grn_c *s, const way *w, const grn_c_view *v, int64_t n)
{
    const int64_t line = GRN_LINE_BYTES * 8 / (int64_t)v->type->bits;
    const char *from = grn_c_pointer(s, v);
    if (n <= line) {
        hint(s, w, from);
        if (n > 1 && n < line)
            hint(s, w, grn_c_text(s, "%s + %" PRId64, from, n - 1));
        return;
    }
    const char *i = grn_c_local(s, "line");
    grn_c_statement(s, GRN_C_OPENS, NULL, "for (int64_t %s = 0; %s < %" PRId64 "; %s += %" PRId64 ") {", i, i, n, i,
                    line);
    grn_c_open(s);
    hint(s, w, grn_c_text(s, "%s + %s", from, i));
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
}

static void write_hint(grn_c *s, const way *w)
{
    grn_c_expr index[GRN_MAX_RANK];
    const grn_c_view *v = grn_c_operand_view(s, w->read, 0);
    if (grn_op_is(w->read, GRN_OP(memref, copy))) {
        hint_run(s, w, v, grn_c_bytes_of(grn_operand_type(w->read, 0)) / (int64_t)(v->type->bits / 8));
        return;
    }
    for (size_t i = 1; i < w->read->noperands && i <= GRN_MAX_RANK; i++)
        index[i - 1] = grn_c_operand(s, w->read, i);
    const grn_c_expr at = grn_c_at(s, v, index);
    hint(s, w, at.text[0] == '*' ? at.text + 1 : grn_c_text(s, "&%s", at.text));
}

/* Writes the ops of the place that are in a block, and the inner loops among them. */
static void write_way(grn_c *s, const way *w, const grn_block *block)
{
    for (const grn_op *op = block->first; op && s->status != GRN_E_MEMORY; op = op->next) {
        if (op == w->read) {
            write_hint(s, w);
            return;
        }
        if (has(w, op))
            grn_c_row_of(op)->write(s, op, grn_c_row_of(op));
        if (!op->nregions || !holds(op->regions[0].first, w->read->block))
            continue;
        const grn_block *inner = op->regions[0].first;
        const grn_c_expr least = grn_c_operand(s, op, 0), beyond = grn_c_operand(s, op, 1);
        grn_c_expr i = grn_c_name_expr(s, grn_c_local(s, "near"), &grn_c_int64);
        grn_c_range(&i, least.least, beyond.most - 1);
        grn_c_bind(s, &inner->args[0], i);
        grn_c_statement(s, GRN_C_OPENS, NULL, "for (int64_t %s = %s; %s < %s; %s++) {", i.text, least.text, i.text,
                        beyond.text, i.text);
        grn_c_open(s);
        write_way(s, w, inner);
        grn_c_close(s);
        grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
        return;
    }
}

/* The rows bind the values anew, so what is known of the values is saved and put back. */
static void write_ahead(grn_c *s, const way *w, const grn_c_expr *beyond, int64_t ahead)
{
    const size_t n = w->ops.count, scope = grn_c_scope(s), pending = s->pending.count;
    const grn_op *const *ops = w->ops.items;
    grn_c_known *kept = GRN_ARENA_NEW(&s->ir->arena, grn_c_known, n + 1);
    if (!kept) {
        s->status = GRN_E_MEMORY;
        return;
    }
    for (size_t i = 0; i < n; i++)
        kept[i] = s->known[ops[i]->results[0].slot];
    kept[n] = s->known[w->body->args[0].slot];
    grn_c_expr later = {
        .text = grn_c_text(s, "%s + %" PRId64, w->variable, ahead), .precedence = GRN_C_SUM, .type = &grn_c_int64};
    grn_c_range(&later, ahead, beyond->is_ranged ? beyond->most - 1 : INT64_MAX);
    grn_c_statement(s, GRN_C_OPENS, NULL, "if (%s < %s) {", later.text, grn_c_within(s, beyond, GRN_C_SHIFT));
    grn_c_open(s);
    grn_c_bind(s, &w->body->args[0], grn_c_named(s, later, "later"));
    write_way(s, w, w->body);
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
    for (size_t i = 0; i < n; i++)
        s->known[ops[i]->results[0].slot] = kept[i];
    s->known[w->body->args[0].slot] = kept[n];
    s->pending.count = pending;
    s->note = NULL;
    grn_c_leave_scope(s, scope);
}

/* A loop of few iterations prefetches nothing. */
static void ask(grn_c *s, way *w, const grn_c_expr *beyond)
{
    const int64_t limit = w->is_row                                  ? MOST_ROWS_AHEAD
                          : grn_op_is(w->read, GRN_OP(memref, copy)) ? MOST_COPIES_AHEAD
                                                                     : MOST_AHEAD;
    const int64_t most = (w->is_row ? MOST_ROW_LINES : MOST_LINES) / w->lines;
    const int64_t ahead = most > limit ? limit : most < LEAST_AHEAD ? LEAST_AHEAD : most;
    if (!w->is_short || (grn_c_is_constant(beyond) && beyond->least < 4 * MOST_AHEAD))
        return;
    w->variable = s->known[w->body->args[0].slot].expr.text;
    write_ahead(s, w, beyond, ahead);
}

void grn_c_prefetch(grn_c *s, const grn_block *body, const grn_c_expr *beyond)
{
    way w = {.body = body};
    grn_vec_init(&w.ops, s->ir->allocator, sizeof(const grn_op *));
    if (find_read(s, &w, body, 1, 0) && s->status != GRN_E_MEMORY) {
        s->far = w.read;
        ask(s, &w, beyond);
    }
    grn_vec_destroy(&w.ops);
}
