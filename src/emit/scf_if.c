/* scf_if.c - branches: C's ?: where a branch gives only values, else statements; and the intervals
 * that a condition implies. */
#include "emit/carrier.h"

/* ---- what a condition tells ------------------------------------------------------------------ */

#define MOST_FACTS 16

/* Values whose intervals are narrower while a branch is written, with what was known before. */
typedef struct facts {
    size_t n;
    const grn_value *value[MOST_FACTS];
    grn_c_expr before[MOST_FACTS];
} facts;

static void narrow(grn_c *s, facts *f, const grn_value *v, int64_t least, int64_t most)
{
    grn_c_known *k = &s->known[v->slot];
    if (f->n == MOST_FACTS || !k->is_bound || least > most)
        return;
    grn_c_expr e = grn_c_value(s, v);
    f->value[f->n] = v;
    f->before[f->n++] = k->expr;
    grn_c_range(&e, least, most);
    if (e.least <= e.most)
        k->expr = e;
}

/* v is less than, or at most, a number known to be nonnegative. In an unsigned comparison v is
 * nonnegative, too. */
static void learn_order(grn_c *s, facts *f, const grn_op *compare)
{
    const grn_attr *p = grn_op_attr(compare, "predicate");
    const int64_t predicate = p && p->kind == GRN_ATTR_INTEGER ? p->integer
                              : p && p->kind == GRN_ATTR_ENUM  ? p->enumeration.value
                                                               : -1;
    const grn_value *a = compare->operands[0], *b = compare->operands[1];
    if (!s->known[a->slot].is_bound || !s->known[b->slot].is_bound || s->known[a->slot].is_pending)
        return;
    const grn_c_expr bound = grn_c_value(s, b);
    if (!bound.is_ranged || bound.most == INT64_MIN || bound.most == INT64_MAX)
        return;
    const bool natural = bound.least >= 0;
    switch (predicate) {
    case 2: narrow(s, f, a, INT64_MIN, bound.most - 1); break;
    case 3: narrow(s, f, a, INT64_MIN, bound.most); break;
    case 4: narrow(s, f, a, bound.least + 1, INT64_MAX); break;
    case 5: narrow(s, f, a, bound.least, INT64_MAX); break;
    case 6: narrow(s, f, a, natural ? 0 : INT64_MIN, natural ? bound.most - 1 : INT64_MAX); break;
    case 7: narrow(s, f, a, natural ? 0 : INT64_MIN, natural ? bound.most : INT64_MAX); break;
    default: break;
    }
}

static void learn(grn_c *s, facts *f, const grn_value *condition, int depth)
{
    const grn_op *op = condition->def;
    if (grn_op_is(op, GRN_OP(arith, andi)) && f->n < MOST_FACTS && depth < MOST_FACTS) {
        learn(s, f, op->operands[0], depth + 1);
        learn(s, f, op->operands[1], depth + 1);
    } else if (grn_op_is(op, GRN_OP(arith, cmpi)))
        learn_order(s, f, op);
}

static void forget(grn_c *s, const facts *f)
{
    for (size_t i = f->n; i-- > 0;)
        s->known[f->value[i]->slot].expr = f->before[i];
}

/* The statements of a branch without its yield, taken back, and the values that it yields. */
typedef struct branch {
    grn_c_statements all;
    const grn_op *end;
    grn_c_expr *yielded; /* of scalars */
} branch;

static branch read_branch(grn_c *s, const grn_op *op, size_t region)
{
    const grn_block *b = op->nregions > region ? op->regions[region].first : NULL;
    const size_t mark = grn_c_mark(s), scope = grn_c_scope(s);
    branch r = {{NULL, 0}, b ? b->last : NULL, GRN_ARENA_NEW(&s->ir->arena, grn_c_expr, op->nresults + 1)};
    if (!r.yielded)
        s->status = GRN_E_MEMORY;
    if (!r.yielded || !r.end || r.end->noperands != op->nresults)
        return r;
    grn_c_open(s);
    grn_c_ops(s, b);
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_c_is_memref(op->results[i].type))
            r.yielded[i] = grn_c_operand(s, r.end, i);
    grn_c_close(s);
    grn_c_leave_scope(s, scope);
    r.all = grn_c_take_back(s, mark);
    return r;
}

static void put_branch(grn_c *s, const grn_op *op, const branch *b, const grn_c_carrier *variables)
{
    grn_c_put_back(s, b->all);
    grn_c_open(s);
    for (size_t i = 0; i < op->nresults && b->end; i++)
        if (variables[i].view)
            grn_c_move(s, b->end->operands[i], variables[i].view);
        else
            grn_c_statement(s, GRN_C_STORES, variables[i].e.text, "%s = %s;", variables[i].e.text,
                            grn_c_as_element(s, b->yielded[i], op->results[i].type, variables[i].e.type));
    grn_c_close(s);
}

static bool yields_memory(const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_c_is_memref(op->results[i].type))
            return true;
    return false;
}

static void write_if(grn_c *s, const grn_op *op, const grn_c_row *row)
{
    const size_t n = op->nresults;
    (void)row;
    grn_c_carrier *variables = GRN_ARENA_NEW(&s->ir->arena, grn_c_carrier, n + 1);
    const char **names = GRN_ARENA_NEW(&s->ir->arena, const char *, n + 1);
    if (!variables || !names) {
        s->status = GRN_E_MEMORY;
        return;
    }
    grn_c_note(s, op);
    for (size_t i = 0; i < n; i++) /* declared before the branches, whose scopes then cannot take these names */
        names[i] = grn_c_carrier_name(s, &op->results[i], "chosen");
    const grn_c_expr holds = n > 1 ? grn_c_operand_named(s, op, 0) : grn_c_operand(s, op, 0);
    facts known = {.n = 0};
    learn(s, &known, op->operands[0], 0);
    const branch yes = read_branch(s, op, 0);
    forget(s, &known);
    const branch no = read_branch(s, op, 1);
    if (s->status == GRN_E_MEMORY)
        return;
    const bool is_empty = !yes.all.n && !no.all.n;
    if (is_empty && !yields_memory(op)) {
        for (size_t i = 0; i < n; i++)
            grn_c_give(s, op, i, grn_c_choose(s, holds, yes.yielded[i], no.yielded[i], op->results[i].type));
        return;
    }
    for (size_t i = 0; i < n; i++) {
        variables[i] = grn_c_declare_as(s, &op->results[i], names[i], NULL);
        grn_c_bind_carrier(s, &op->results[i], &variables[i]);
    }
    grn_c_statement(s, GRN_C_OPENS, NULL, "if (%s) {", holds.text);
    put_branch(s, op, &yes, variables);
    if (no.all.n || n) {
        grn_c_statement(s, GRN_C_TURNS, NULL, "} else {");
        put_branch(s, op, &no, variables);
    }
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
}

GRN_C(scf, if) = {write_if, "", "chosen", GRN_C_WRITES, 0};
