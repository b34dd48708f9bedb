/*
 * simd.c - innermost loops over adjacent elements, in the vector types that GCC and Clang share: as
 * many elements at a time as a vector has lanes, and the plain loop for the rest. An op on vectors
 * does to each lane what the op does to an element, so the bits are the same. A truth value is a
 * mask, all ones or all zeros; in memory it is a byte.
 */
#include <stdio.h>

#include "emit/state.h"

typedef struct vector_type {
    grn_dtype dtype;
    const char *name, *mask; /* mask: what a comparison of two is */
    int lanes;
    const char *text;
} vector_type;

static const vector_type types[] = {
    {GRN_F32, "f32x8", "i32x8", 8, "typedef float f32x8 __attribute__((vector_size(32)));\n"},
    {GRN_F64, "f64x4", "i64x4", 4, "typedef double f64x4 __attribute__((vector_size(32)));\n"},
    {GRN_I32, "u32x8", "i32x8", 8, "typedef uint32_t u32x8 __attribute__((vector_size(32)));\n"},
    {GRN_I64, "u64x4", "i64x4", 4, "typedef uint64_t u64x4 __attribute__((vector_size(32)));\n"},
    {GRN_NO_DTYPE, "i32x8", "i32x8", 8, "typedef int32_t i32x8 __attribute__((vector_size(32)));\n"},
    {GRN_NO_DTYPE, "i64x4", "i64x4", 4, "typedef int64_t i64x4 __attribute__((vector_size(32)));\n"},
    {GRN_NO_DTYPE, "u8x8", "", 8, "typedef uint8_t u8x8 __attribute__((vector_size(8)));\n"},
    {GRN_NO_DTYPE, "u8x4", "", 4, "typedef uint8_t u8x4 __attribute__((vector_size(4)));\n"},
};

const char *grn_c_vector_type_text(size_t i) { return i < GRN_COUNT(types) ? types[i].text : NULL; }

static bool is_truth(const grn_type *t) { return t->kind == GRN_TYPE_INTEGER && t->width == 1; }

/* The vector type of t. That of a truth value is the mask of a loop with this many lanes. */
static const vector_type *vector_of(const grn_type *t, int lanes)
{
    for (size_t i = 0; i < GRN_COUNT(types); i++)
        if (types[i].lanes == lanes && t->kind != GRN_TYPE_INDEX &&
            (is_truth(t) ? types[i].name == types[i].mask
                         : types[i].dtype != GRN_NO_DTYPE && types[i].dtype == t->dtype))
            return &types[i];
    return NULL;
}

static int lanes_of(const grn_type *t)
{
    for (size_t i = 0; i < GRN_COUNT(types); i++)
        if (t->kind != GRN_TYPE_INDEX && types[i].dtype != GRN_NO_DTYPE && types[i].dtype == t->dtype)
            return types[i].lanes;
    return 0;
}

/* How each op is written for vectors @a, @b, @c. Integers wrap, computed as unsigned ones. @T: the
 * result's vector type, @M: its mask's, @N: the operands' mask's. A maximum of -0 and 0 is decided
 * by the bits; the result for a NaN and a number is their sum, a NaN. */
typedef struct vector_op {
    const char *text;      /* NULL: none, or by a predicate */
    const char *const *of; /* of a comparison: by its predicate, `predicates` of them, NULL where there is none */
    int64_t predicates;
    enum {
        CONTRACTS = 1 << 0,  /* of floats */
        OF_VALUES = 1 << 1,  /* takes no truth values */
        GIVES_TRUTH = 1 << 2 /* its result may be a truth value */
    } flags;
} vector_op;

#define CHOICE(condition) "(@T)(((@M)@a & (" condition ")) | ((@M)@b & ~(" condition ")))"
#define EXTREME(first, second, equal)                                                             \
    "(@T)(((@M)@a & (@M)(@a " first " @b)) | ((@M)@b & (@M)(@a " second " @b)) | (((@M)@a " equal \
    " (@M)@b) & (@M)(@a == @b)) | "                                                               \
    "((@M)(@a + @b) & (@M)((@a != @a) | (@b != @b))))"

static const char *const cmpf_texts[] = {[1] = "(@T)(@a == @b)", [2] = "(@T)(@a > @b)",  [3] = "(@T)(@a >= @b)",
                                         [4] = "(@T)(@a < @b)",  [5] = "(@T)(@a <= @b)", [13] = "(@T)(@a != @b)"};
static const char *const cmpi_texts[] = {
    [0] = "(@T)(@a == @b)",         [1] = "(@T)(@a != @b)",        [2] = "(@T)((@N)@a < (@N)@b)",
    [3] = "(@T)((@N)@a <= (@N)@b)", [4] = "(@T)((@N)@a > (@N)@b)", [5] = "(@T)((@N)@a >= (@N)@b)",
    [6] = "(@T)(@a < @b)",          [7] = "(@T)(@a <= @b)",        [8] = "(@T)(@a > @b)",
    [9] = "(@T)(@a >= @b)"};
static const vector_op vector_ops[GRN_OPS] = {
    [GRN_OP(arith, addf)] = {.text = "@a + @b", .flags = CONTRACTS},
    [GRN_OP(arith, subf)] = {.text = "@a - @b", .flags = CONTRACTS},
    [GRN_OP(arith, mulf)] = {.text = "@a * @b", .flags = CONTRACTS},
    [GRN_OP(arith, divf)] = {.text = "@a / @b", .flags = CONTRACTS},
    [GRN_OP(arith, addi)] = {.text = "@a + @b"},
    [GRN_OP(arith, subi)] = {.text = "@a - @b"},
    [GRN_OP(arith, muli)] = {.text = "@a * @b"},
    [GRN_OP(arith, andi)] = {.text = "@a & @b", .flags = GIVES_TRUTH},
    [GRN_OP(arith, ori)] = {.text = "@a | @b", .flags = GIVES_TRUTH},
    [GRN_OP(arith, xori)] = {.text = "@a ^ @b", .flags = GIVES_TRUTH},
    [GRN_OP(arith, negf)] = {.text = "-@a", .flags = CONTRACTS},
    [GRN_OP(arith, select)] = {.text = "(@T)(((@M)@b & @a) | ((@M)@c & ~@a))"},
    [GRN_OP(arith, maxsi)] = {.text = CHOICE("(@M)@a > (@M)@b")},
    [GRN_OP(arith, minsi)] = {.text = CHOICE("(@M)@a < (@M)@b")},
    [GRN_OP(arith, maxui)] = {.text = CHOICE("(@M)(@a > @b)")},
    [GRN_OP(arith, minui)] = {.text = CHOICE("(@M)(@a < @b)")},
    [GRN_OP(arith, maximumf)] = {.text = EXTREME(">", "<", "&"), .flags = CONTRACTS},
    [GRN_OP(arith, minimumf)] = {.text = EXTREME("<", ">", "|"), .flags = CONTRACTS},
    [GRN_OP(arith, sitofp)] = {.text = "__builtin_convertvector((@N)@a, @T)", .flags = OF_VALUES},
    [GRN_OP(arith, uitofp)] = {.text = "__builtin_convertvector(@a, @T)", .flags = OF_VALUES},
    [GRN_OP(arith, cmpf)] = {.of = cmpf_texts, .predicates = GRN_COUNT(cmpf_texts), .flags = CONTRACTS | GIVES_TRUTH},
    [GRN_OP(arith, cmpi)] = {.of = cmpi_texts, .predicates = GRN_COUNT(cmpi_texts), .flags = OF_VALUES | GIVES_TRUTH},
};

/* NULL: it is not written in vectors. */
static const char *vector_text_of(const grn_op *op)
{
    const vector_op *v = &vector_ops[grn_op_number_of(op)];
    const int64_t predicate = v->of ? grn_c_predicate_of(op) : -1;
    return predicate >= 0 && predicate < v->predicates ? v->of[predicate] : v->text;
}

/* ---- which loops ----------------------------------------------------------------------------- */

/* Memory that the loop both reads and writes is read and written at one place. */
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
    return grn_op_is(op, GRN_OP(memref, store)) ? op : NULL;
}

/* One element for the whole loop, of memory that the loop does not write to. */
static bool is_one_element(const grn_c *s, const grn_op *load, const grn_op *store, const grn_block *body)
{
    for (size_t i = 1; i < load->noperands; i++)
        if (grn_c_is_inside(load->operands[i], body))
            return false;
    return grn_c_root(s, load->operands[0]) != grn_c_root(s, store->operands[1]) && !is_truth(load->results[0].type);
}

/* How many lanes every value of the loop fits in; 0: the loop cannot be written in vectors. Truth
 * values take comparisons, bitwise ops and selections, on masks. */
static bool fits_op(const grn_op *op, const grn_block *body, int lanes)
{
    const unsigned flags = vector_ops[grn_op_number_of(op)].flags;
    if (!vector_text_of(op) || op->nresults != 1 || !vector_of(op->results[0].type, lanes))
        return false;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = op->operands[i]->type;
        if (!vector_of(t, lanes) || (is_truth(t) && (!grn_c_is_inside(op->operands[i], body) || flags & OF_VALUES)))
            return false;
    }
    return !is_truth(op->results[0].type) || flags & GIVES_TRUTH;
}

static int lanes_in(const grn_block *body)
{
    int lanes = 0;
    for (const grn_op *op = body->first; op && !lanes; op = op->next)
        for (size_t i = 0; i < op->noperands && !lanes; i++)
            lanes = lanes_of(grn_c_is_memref(op->operands[i]->type) ? op->operands[i]->type->element
                                                                    : op->operands[i]->type);
    return lanes;
}

static bool fits(grn_c *s, const grn_block *body, int lanes)
{
    const grn_op *store = the_store(body);
    size_t computed = 0;
    if (!store || !lanes || !vector_of(store->operands[0]->type, lanes) || !grn_c_is_side_by_side(s, store, 1, body))
        return false;
    for (const grn_op *op = body->first; op != store; op = op->next) {
        const bool loads = grn_op_is(op, GRN_OP(memref, load));
        if (loads ? !vector_of(op->results[0].type, lanes) ||
                        (!is_one_element(s, op, store, body) &&
                         (!grn_c_is_side_by_side(s, op, 0, body) || !is_same_place(s, op, store)))
                  : !fits_op(op, body, lanes))
            return false;
        computed += !loads;
    }
    return computed > 0 && grn_c_is_inside(store->operands[0], body);
}

/* ---- writing them ---------------------------------------------------------------------------- */

static const char *address(grn_c *s, const grn_op *op, size_t memory)
{
    grn_c_expr index[GRN_MAX_RANK];
    const grn_c_view *v = grn_c_operand_view(s, op, memory);
    for (size_t i = memory + 1; i < op->noperands; i++)
        index[i - memory - 1] = grn_c_operand_named(s, op, i);
    const grn_c_expr at = grn_c_at(s, v, index);
    return at.text[0] == '*' ? at.text + 1 : grn_c_text(s, "&%s", at.text);
}

/* The type's name; marks the type as one to declare. */
static const char *use_type(grn_c *s, const vector_type *t)
{
    s->vectors |= 1u << (t - types);
    return t->name;
}

static const vector_type *type_named(const char *name)
{
    size_t i = 0;
    while (i + 1 < GRN_COUNT(types) && strcmp(types[i].name, name) != 0)
        i++;
    return &types[i];
}

static const vector_type *bytes_of(int lanes) { return type_named(lanes == 8 ? "u8x8" : "u8x4"); }

/* e in every lane. */
static const char *everywhere(grn_c *s, grn_c_expr e, const grn_type *t, const vector_type *v)
{
    if (v->name[0] == 'u')
        e = grn_c_as_unsigned(s, e, t);
    return grn_c_text(s, "%s - (%s){0}", grn_c_within(s, &e, GRN_C_SUM), use_type(s, v));
}

/* A value's name. A value from outside the loop is first spread to every lane under a new name. */
static const char *operand_text(grn_c *s, const grn_value *v, const grn_block *body, const char **names, int lanes)
{
    const vector_type *t = vector_of(v->type, lanes);
    if (grn_c_is_inside(v, body))
        return names[v->slot];
    const char *text = everywhere(s, grn_c_value(s, v), v->type, t), *name = grn_c_local(s, "all");
    grn_c_statement(s, GRN_C_DECLARES, name, "const %s %s = %s;", t->name, name, text);
    return name;
}

static const char *filled(grn_c *s, const grn_op *op, const char *const *operands, int lanes)
{
    const vector_type *t = vector_of(op->results[0].type, lanes), *from = vector_of(op->operands[0]->type, lanes);
    const char *out = "";
    for (const char *at = vector_text_of(op); *at;) {
        const size_t n = strcspn(at, "@");
        const char which = at[n] ? at[n + 1] : '\0';
        const char *part = !which         ? ""
                           : which == 'T' ? use_type(s, t)
                           : which == 'M' ? use_type(s, type_named(t->mask))
                           : which == 'N' ? use_type(s, type_named(from->mask))
                                          : operands[which - 'a'];
        out = grn_c_text(s, "%s%.*s%s", out, (int)n, at, part);
        at += n + (which ? 2 : 0);
    }
    return out;
}

static const char *write_load(grn_c *s, const grn_op *op, const grn_op *store, const grn_block *body, int lanes)
{
    const vector_type *t = vector_of(op->results[0].type, lanes);
    const char *name = grn_c_local(s, "loaded");
    if (is_one_element(s, op, store, body)) {
        grn_c_expr index[GRN_MAX_RANK];
        const grn_c_view *v = grn_c_operand_view(s, op, 0);
        for (size_t i = 1; i < op->noperands && i <= GRN_MAX_RANK; i++)
            index[i - 1] = grn_c_operand_named(s, op, i);
        grn_c_statement(s, GRN_C_DECLARES, name, "const %s %s = %s;", t->name, name,
                        everywhere(s, grn_c_at(s, v, index), op->results[0].type, t));
        return name;
    }
    const bool truth = is_truth(op->results[0].type);
    const char *type = use_type(s, truth ? bytes_of(lanes) : t);
    grn_c_statement(s, GRN_C_DECLARES, name, "%s %s;", type, name);
    grn_c_statement(s, GRN_C_STORES, name, "memcpy(&%s, %s, sizeof %s);", name, address(s, op, 0), name);
    if (!truth)
        return name;
    const char *mask = grn_c_local(s, "mask");
    grn_c_statement(s, GRN_C_DECLARES, mask, "const %s %s = __builtin_convertvector(%s, %s) != 0;", use_type(s, t),
                    mask, name, t->name);
    return mask;
}

static void write_steps(grn_c *s, const grn_block *body, int lanes, const char **names)
{
    const grn_op *store = the_store(body);
    for (const grn_op *op = body->first; op != store && s->status != GRN_E_MEMORY; op = op->next) {
        const char *operands[3] = {"", "", ""};
        if (grn_op_is(op, GRN_OP(memref, load))) {
            names[op->results[0].slot] = write_load(s, op, store, body, lanes);
            continue;
        }
        for (size_t i = 0; i < op->noperands && i < 3; i++)
            operands[i] = operand_text(s, op->operands[i], body, names, lanes);
        if (vector_ops[grn_op_number_of(op)].flags & CONTRACTS)
            grn_c_contracts(s);
        const char *text = filled(s, op, operands, lanes),
                   *name = names[op->results[0].slot] =
                       grn_c_local(s, is_truth(op->results[0].type) ? "mask" : "computed");
        grn_c_statement(s, GRN_C_DECLARES, name, "const %s %s = %s;",
                        use_type(s, vector_of(op->results[0].type, lanes)), name, text);
    }
    const char *made = names[store->operands[0]->slot];
    if (is_truth(store->operands[0]->type)) {
        const char *bytes = use_type(s, bytes_of(lanes)), *name = grn_c_local(s, "truths");
        grn_c_statement(s, GRN_C_DECLARES, name, "const %s %s = __builtin_convertvector(%s & 1, %s);", bytes, name,
                        made, bytes);
        made = name;
    }
    grn_c_statement(s, GRN_C_STORES, grn_c_operand_view(s, store, 1)->base, "memcpy(%s, &%s, sizeof %s);",
                    address(s, store, 1), made, made);
}

grn_c_vectors grn_c_write_vectors(grn_c *s, const grn_block *body, const char *variable, const grn_c_expr *least,
                                  const grn_c_expr *beyond)
{
    const int lanes = lanes_in(body);
    if (!s->options->simd || !fits(s, body, lanes))
        return GRN_C_NO_VECTORS;
    const char **names = GRN_ARENA_NEW(&s->ir->arena, const char *, s->nslots);
    if (!names) {
        s->status = GRN_E_MEMORY;
        return GRN_C_NO_VECTORS;
    }
    if (grn_c_is_constant(beyond) && beyond->least < lanes)
        return GRN_C_NO_VECTORS;
    const size_t scope = grn_c_scope(s);
    grn_c_needs(s, GRN_C_STRING_H);
    grn_c_statement(s, GRN_C_OPENS, NULL, "#if defined(__clang__) || __GNUC__ >= 9");
    grn_c_statement(s, GRN_C_OPENS, NULL, "for (; %s + %d <= %s; %s += %d) {", variable, lanes,
                    grn_c_within(s, beyond, GRN_C_SHIFT), variable, lanes);
    grn_c_open(s);
    write_steps(s, body, lanes, names);
    grn_c_close(s);
    grn_c_statement(s, GRN_C_CLOSES, NULL, "}");
    grn_c_leave_scope(s, scope);
    if (grn_c_is_constant(least) && grn_c_is_constant(beyond) && (beyond->least - least->least) % lanes == 0) {
        grn_c_statement(s, GRN_C_TURNS, NULL, "#else");
        return GRN_C_ALL_VECTORS;
    }
    grn_c_statement(s, GRN_C_CLOSES, NULL, "#endif");
    return GRN_C_MOST_VECTORS;
}
