/*
 * simd.c - innermost loops over elements that lie side by side, in the vectors that GCC and Clang both have: so many
 * elements at a time, and the rest by the plain loop behind. A vector's sum, difference, product and quotient are its
 * elements', so the bits are the same.
 */
#include <stdio.h>

#include "emit/state.h"


typedef struct vector_type {
    grn_dtype dtype;
    const char *name;
    int lanes;
    const char *text;
} vector_type;

static const vector_type types[] = {
    {GRN_F32, "f32x8", 8, "typedef float f32x8 __attribute__((vector_size(32)));\n"},
    {GRN_F64, "f64x4", 4, "typedef double f64x4 __attribute__((vector_size(32)));\n"},
    {GRN_I32, "u32x8", 8, "typedef uint32_t u32x8 __attribute__((vector_size(32)));\n"},
    {GRN_I64, "u64x4", 4, "typedef uint64_t u64x4 __attribute__((vector_size(32)));\n"},
};

const char *grn_c_vector_type_text(size_t i) { return i < GRN_COUNT(types) ? types[i].text : NULL; }

static const vector_type *vector_of(const grn_type *t)
{
    for (size_t i = 0; i < GRN_COUNT(types); i++)
        if (t->kind != GRN_TYPE_INDEX && types[i].dtype == t->dtype)
            return &types[i];
    return NULL;
}

/* Ops whose vectors are what they are of each element; integers wrap, as unsigned ones. */
static const char *operator_of(const grn_op *op)
{
    static const struct {
        const char *op, *symbol;
    } rows[] = {{"arith.addf", "+"}, {"arith.subf", "-"}, {"arith.mulf", "*"}, {"arith.divf", "/"}, {"arith.addi", "+"},
                {"arith.subi", "-"}, {"arith.muli", "*"}, {"arith.andi", "&"}, {"arith.ori", "|"},  {"arith.xori", "^"}};
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_str_is(op->name, rows[i].op))
            return rows[i].symbol;
    return NULL;
}

/* ---- which loops --------------------------------------------------------------------------------------------------- */

static bool is_inside(const grn_value *v, const grn_block *body) { return (v->def ? v->def->block : v->block) == body; }

/* The last index is the loop's variable, along a stride of 1, and no other has to do with the loop. */
static bool is_side_by_side(grn_c *s, const grn_op *op, size_t memory, const grn_block *body)
{
    const grn_c_view *v = s->known[op->operands[memory]->slot].view;
    const size_t first = memory + 1, n = op->noperands;
    if (!v || v->rank == 0 || n != first + (size_t)v->rank || op->operands[n - 1] != &body->args[0])
        return false;
    for (size_t i = first; i + 1 < n; i++)
        if (is_inside(op->operands[i], body))
            return false;
    const grn_c_expr *step = &v->stride[v->rank - 1];
    return grn_c_is_constant(step) && step->least == 1;
}

/* Memory that is both read and written is read and written at one place. */
static bool is_same_place(const grn_c *s, const grn_op *load, const grn_op *store)
{
    if (grn_c_root(s, load->operands[0]) != grn_c_root(s, store->operands[1]))
        return true;
    bool same = load->operands[0] == store->operands[1] && load->noperands + 1 == store->noperands;
    for (size_t i = 1; same && i < load->noperands; i++)
        same = load->operands[i] == store->operands[i + 1];
    return same;
}

static const grn_op *the_store(const grn_block *body)
{
    const grn_op *op = body->last ? body->last->prev : NULL;
    return op && grn_str_is(op->name, "memref.store") ? op : NULL;
}

static bool fits(grn_c *s, const grn_block *body)
{
    const grn_op *store = the_store(body);
    const vector_type *t = store ? vector_of(grn_operand_type(store, 0)) : NULL;
    size_t computed = 0;
    if (!t || !is_side_by_side(s, store, 1, body))
        return false;
    for (const grn_op *op = body->first; op != store; op = op->next) {
        const bool loads = grn_str_is(op->name, "memref.load");
        if (loads ? !is_side_by_side(s, op, 0, body) || !is_same_place(s, op, store) : !operator_of(op))
            return false;
        if (vector_of(grn_result_type(op, 0)) != t)
            return false;
        computed += !loads;
    }
    return computed > 0 && is_inside(store->operands[0], body);
}

/* ---- writing them -------------------------------------------------------------------------------------------------- */

static const char *address(grn_c *s, const grn_op *op, size_t memory)
{
    grn_c_expr index[GRN_MAX_RANK];
    const grn_c_view *v = grn_c_operand_view(s, op, memory);
    for (size_t i = memory + 1; i < op->noperands; i++)
        index[i - memory - 1] = grn_c_operand_named(s, op, i);
    const grn_c_expr at = grn_c_at(s, v, index);
    return at.text[0] == '*' ? at.text + 1 : grn_c_text(s, "&%s", at.text);
}

/* A value of the loop's by its name; one from outside, in every lane. */
static const char *operand_text(grn_c *s, const grn_op *op, size_t i, const grn_block *body, const char **names, const vector_type *t)
{
    const grn_value *v = op->operands[i];
    if (is_inside(v, body))
        return names[v->slot];
    const bool is_integer = t->name[0] == 'u';
    grn_c_expr e = grn_c_operand(s, op, i);
    e = is_integer ? grn_c_as_unsigned(s, e, v->type) : e;
    return grn_c_text(s, "(%s - (%s){0})", grn_c_within(s, &e, GRN_C_SUM), t->name);
}

static void write_steps(grn_c *s, const grn_block *body, const vector_type *t, const char **names)
{
    const grn_op *store = the_store(body);
    for (const grn_op *op = body->first; op != store; op = op->next) {
        const bool loads = grn_str_is(op->name, "memref.load");
        const char *name = names[op->results[0].slot] = grn_c_local(s, loads ? "loaded" : "computed");
        if (loads) {
            grn_c_statement(s, GRN_C_DECLARES, name, "%s %s;", t->name, name);
            grn_c_statement(s, GRN_C_STORES, name, "memcpy(&%s, %s, sizeof %s);", name, address(s, op, 0), name);
        } else
            grn_c_statement(s, GRN_C_DECLARES, name, "const %s %s = %s %s %s;", t->name, name, operand_text(s, op, 0, body, names, t), operator_of(op),
                       operand_text(s, op, 1, body, names, t));
    }
    const char *made = names[store->operands[0]->slot];
    grn_c_statement(s, GRN_C_STORES, grn_c_operand_view(s, store, 1)->base, "memcpy(%s, &%s, sizeof %s);", address(s, store, 1), made, made);
}

bool grn_c_write_vectors(grn_c *s, const grn_block *body, const char *variable, const grn_c_expr *beyond)
{
    if (!s->options->simd || !fits(s, body))
        return false;
    const vector_type *t = vector_of(grn_operand_type(the_store(body), 0));
    const char **names = GRN_ARENA_NEW(&s->ir->arena, const char *, s->nslots);
    if (!names) {
        s->status = GRN_E_MEMORY;
        return false;
    }
    if (grn_c_is_constant(beyond) && beyond->least < t->lanes)
        return false;
    const size_t scope = grn_c_scope(s);
    s->vectors |= 1u << (t - types);
    grn_c_needs(s, GRN_C_STRING_H);
    if (t->name[0] == 'f')
        grn_c_contracts(s);
    grn_c_statement(s, GRN_C_OPENS, NULL, "#ifdef __GNUC__");
    grn_c_statement(s, GRN_C_OPENS, NULL, "for (; %s + %d <= %s; %s += %d) {", variable, t->lanes, grn_c_within(s, beyond, GRN_C_SHIFT), variable, t->lanes);
    grn_c_open(s);
    write_steps(s, body, t, names);
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
    grn_c_statement(s, GRN_C_CLOSES, NULL, "#endif");
    grn_c_leave_scope(s, scope);
    return true;
}
