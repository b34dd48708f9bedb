/* toy.h - a small dialect to try the verifier on, and shorthands to put its ops together. */
#ifndef IR_TOY_H
#define IR_TOY_H

#include "ir_test.h"

static inline bool toy_is_i32(const grn_type *t) { return t->dtype == GRN_I32; }

static inline bool toy_is_tensor(const grn_type *t) { return grn_type_is_tensor(t); }

/* Infers the first operand's type anew, with the scratch module's own parts. */
static inline grn_status toy_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *t = grn_operand_type(op, 0);
    if (t->rank == 7)
        return grn_op_fail_plain(op, check, "seven is too many");
    out->count = 1;
    out->types = GRN_ARENA_NEW(&check->scratch->arena, const grn_type *, 1);
    if (!out->types)
        return GRN_E_MEMORY;
    out->types[0] =
        grn_type_tensor(check->scratch, grn_type_of_dtype(check->scratch, t->element->dtype), t->rank, t->shape, NULL);
    return GRN_OK;
}

static inline grn_status toy_verify(const grn_op *op, grn_check *check)
{
    if (grn_op_integer(op, "k", 0) != 13)
        return GRN_OK;
    grn_status status = grn_op_fail(op, check, "has an unlucky k, %d", 13);
    grn_op_rule(op, check, "T1");
    return status;
}

static inline grn_status toy_verify_regions(const grn_op *op, grn_check *check)
{
    return op->regions[0].first->nargs ? GRN_OK : grn_op_fail(op, check, "wants an argument");
}

static const grn_type_class toy_i32 = {"32-bit signless integer", toy_is_i32};
static const grn_type_class toy_tensor = {"ranked tensor", toy_is_tensor};
static const grn_port toy_one_tensor[] = {{"x", &toy_tensor, GRN_ONE}, {0}};
static const grn_port toy_two_tensors[] = {{"x", &toy_tensor, GRN_ONE}, {"y", &toy_tensor, GRN_ONE}, {0}};
static const grn_port toy_one_i32[] = {{"x", &toy_i32, GRN_ONE}, {0}};
static const grn_port toy_any_i32[] = {{"x", &toy_i32, GRN_VARIADIC}, {0}};
static const grn_port toy_i32_and_more[] = {{"x", &toy_i32, GRN_ONE}, {"more", &toy_tensor, GRN_VARIADIC}, {0}};
static const grn_port toy_maybe[] = {{"x", &toy_i32, GRN_OPTIONAL}, {0}};
static const grn_port toy_split[] = {
    {"in", &toy_tensor, GRN_VARIADIC}, {"at", &toy_i32, GRN_ONE}, {"up", &toy_tensor, GRN_VARIADIC}, {0}};
static const grn_attr_def toy_k[] = {{"k", &grn_attr_is_i64, GRN_REQUIRED, NULL, NULL}, {0}};
static const grn_attr_def toy_maybe_k[] = {{"k", &grn_attr_is_i64, GRN_OPTIONAL_ATTR, NULL, NULL}, {0}};
static const grn_attr_def toy_name[] = {{"sym_name", &grn_attr_is_string, GRN_REQUIRED, NULL, NULL}, {0}};

static const grn_op_def toy_ops[] = {
    {.name = "toy.module",
     .nregions = 1,
     .traits = GRN_TRAIT_SYMBOL_TABLE | GRN_TRAIT_ISOLATED | GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_NO_TERMINATOR},
    {.name = "toy.func", .nregions = 1, .attrs = toy_name, .traits = GRN_TRAIT_SYMBOL | GRN_TRAIT_ISOLATED},
    {.name = "toy.const",
     .attrs = toy_k,
     .results = toy_one_i32,
     .verify = toy_verify,
     .source = "Toy book, const, T1-T2"},
    {.name = "toy.copy", .operands = toy_one_tensor, .results = toy_one_tensor, .infer = toy_infer},
    {.name = "toy.add", .operands = toy_two_tensors, .results = toy_one_tensor},
    {.name = "toy.more", .operands = toy_i32_and_more},
    {.name = "toy.any", .operands = toy_any_i32, .results = toy_any_i32},
    {.name = "toy.maybe", .operands = toy_maybe, .attrs = toy_maybe_k},
    {.name = "toy.split", .operands = toy_split},
    {.name = "toy.many_results", .results = toy_i32_and_more},
    {.name = "toy.two_results", .results = toy_two_tensors},
    {.name = "toy.loop", .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK, .verify_regions = toy_verify_regions},
    {.name = "toy.two_regions", .nregions = 2},
    {.name = "toy.regions", .nregions = -1},
    {.name = "toy.return", .operands = toy_any_i32, .traits = GRN_TRAIT_TERMINATOR},
    {0},
};
static const grn_op_def *const toy_tables[] = {toy_ops, NULL};
static const grn_dialect toy_dialect = {.name = "toy", .ops = toy_tables};
static const grn_dialect *const toy_dialects[] = {&toy_dialect, NULL};

/* ---- shorthands: every op gets the next line as its place ------------------------------------ */

typedef struct toy {
    grn_ir ir;
    grn_op *top, *func;
    grn_block *body; /* of the function */
    uint32_t line;
} toy;

static inline const grn_type *toy_i32_type(toy *t) { return grn_type_of_dtype(&t->ir, GRN_I32); }

static inline const grn_type *toy_vector(toy *t, int64_t n)
{
    return grn_type_tensor(&t->ir, toy_i32_type(t), 1, &n, NULL);
}

/* An op at the end of `b`; its results are i32 until told otherwise. */
static inline grn_op *toy_op(toy *t, grn_block *b, const char *name, size_t noperands, grn_value *const *operands,
                             size_t nresults, size_t nregions)
{
    grn_str s = {name, strlen(name)};
    grn_op *op =
        grn_op_new(&t->ir, grn_ir_find_op(&t->ir, s), s, (grn_place){++t->line, 1}, noperands, nresults, nregions);
    assert_non_null(op);
    for (size_t i = 0; i < noperands; i++)
        op->operands[i] = operands[i];
    for (size_t i = 0; i < nresults; i++)
        op->results[i].type = toy_i32_type(t);
    if (b)
        grn_block_append(b, op);
    return op;
}

static inline void toy_set(toy *t, grn_op *op, const char *name, const grn_attr *value)
{
    assert_true(grn_op_set_attr(&t->ir, op, (grn_str){name, strlen(name)}, value));
}

/* toy.const, or with k NULL the same without its attribute. */
static inline grn_value *toy_const(toy *t, grn_block *b, int64_t k)
{
    grn_op *op = toy_op(t, b, "toy.const", 0, NULL, 1, 0);
    toy_set(t, op, "k", grn_attr_integer(&t->ir, grn_type_of_dtype(&t->ir, GRN_I64), k));
    return &op->results[0];
}

/* A value of any type, from an op nobody knows. */
static inline grn_value *toy_value(toy *t, grn_block *b, const grn_type *type)
{
    grn_op *op = toy_op(t, b, "wild.value", 0, NULL, 1, 0);
    op->results[0].type = type;
    return &op->results[0];
}

static inline grn_block *toy_block(toy *t, grn_region *r, size_t nargs)
{
    grn_block *b = grn_region_add_block(&t->ir, r);
    assert_non_null(b);
    b->nargs = nargs;
    b->args = GRN_ARENA_NEW(&t->ir.arena, grn_value, nargs);
    for (size_t i = 0; i < nargs; i++)
        b->args[i] = (grn_value){.type = toy_i32_type(t), .block = b, .index = (uint32_t)i, .place = {t->line, 9}};
    return b;
}

static inline grn_op *toy_func(toy *t, const char *name)
{
    grn_op *f = toy_op(t, t->top->regions[0].first, "toy.func", 0, NULL, 0, 1);
    toy_set(t, f, "sym_name", grn_attr_string(&t->ir, (grn_str){name, strlen(name)}));
    toy_block(t, &f->regions[0], 0);
    return f;
}

/* Line 1: toy.module, line 2: toy.func @f with an empty entry block. */
static inline void toy_init(toy *t)
{
    memset(t, 0, sizeof *t);
    assert_int_equal(grn_ir_init(&t->ir, toy_dialects, NULL), GRN_OK);
    t->ir.top = t->top = toy_op(t, NULL, "toy.module", 0, NULL, 0, 1);
    toy_block(t, &t->top->regions[0], 0);
    t->func = toy_func(t, "f");
    t->body = t->func->regions[0].first;
}

/* Ends block `b` with a branch (of no known dialect), or with toy.return when there is nowhere to
 * go. */
static inline grn_op *toy_go(toy *t, grn_block *b, size_t n, grn_block *const *to)
{
    grn_op *op = toy_op(t, b, n ? "wild.br" : "toy.return", 0, NULL, 0, 0);
    op->nsuccessors = n;
    op->successors = GRN_ARENA_NEW(&t->ir.arena, grn_block *, n);
    for (size_t i = 0; i < n; i++)
        op->successors[i] = to[i];
    return op;
}

static inline grn_status toy_check(toy *t, kept_messages *k)
{
    const grn_verify_options options = {.allow_unregistered = true};
    const grn_diag diag = {keep_message, k};
    k->n = 0;
    k->text[0] = '\0';
    return grn_verify(&t->ir, t->top, &options, &diag);
}

#endif
