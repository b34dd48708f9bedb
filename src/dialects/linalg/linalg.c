/*
 * linalg.c - transpose and broadcast on tensors (MLIR linalg dialect, the
 * sections of those names). Each has a destination, `outs`, of which only the
 * type matters, and a region that always is the same: it yields the element
 * of the input. The region shows in generic form only.
 */
#include <inttypes.h>

#include "dialects/linalg/linalg.h"

/* ---- the region ------------------------------------------------------------------------------ */

/* ^bb0(%in, %out): linalg.yield %in */
grn_status grn_linalg_yields_input(const grn_op *op, grn_check *check)
{
    const grn_block *block = op->regions[0].first;
    const grn_op *end = block ? grn_block_terminator(block) : NULL;
    bool good = block && !block->next && block->nargs == 2 && end && end == block->first && end->noperands == 1 &&
                grn_str_is(end->name, "linalg.yield") && end->operands[0] == &block->args[0];
    for (size_t i = 0; good && i < 2; i++)
        good = block->args[i].type == grn_linalg_element(grn_operand_type(op, i));
    return good ? GRN_OK
                : grn_op_fail(op, check,
                              "expected a region of one block that takes an element of each operand and "
                              "yields the first: ^bb0(%%in, %%out): linalg.yield %%in");
}

/* ---- rules of both ops ----------------------------------------------------------------------- */

/* Upstream reports this at the yield, which both types belong to. */
static grn_status types_agree(const grn_op *op, const grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *init = grn_operand_type(op, 1);
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (grn_result_type(op, 0) != init)
        return grn_op_fail(op, check, "expected type of operand #1 ('%s') to match type of corresponding result ('%s')",
                           grn_type_text(init, have, sizeof have),
                           grn_type_text(grn_result_type(op, 0), want, sizeof want));
    if (in->element == init->element)
        return GRN_OK;
    return grn_op_fail(op, check, "input has elements of type '%s', init has '%s'",
                       grn_type_text(in->element, have, sizeof have), grn_type_text(init->element, want, sizeof want));
}

/* ---- transpose ------------------------------------------------------------------------------- */

static bool is_permutation(size_t count, const int64_t *v)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        if (v[i] < 0 || (size_t)v[i] >= count || (seen >> v[i] & 1))
            return false;
        seen |= UINT64_C(1) << v[i];
    }
    return true;
}

static grn_status transpose_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *init = grn_operand_type(op, 1);
    size_t count = 0;
    const int64_t *v = NULL;
    grn_status status = types_agree(op, check);
    grn_op_dims(op, "permutation", &count, &v);
    if (status != GRN_OK)
        return status;
    if (count > GRN_MAX_RANK || !is_permutation(count, v))
        return grn_op_fail(op, check, "permutation is not valid");
    if (in->rank != init->rank)
        return grn_op_fail(op, check, "input rank %" PRId32 " does not match init rank %" PRId32, in->rank, init->rank);
    if (count != (size_t)in->rank)
        return grn_op_fail(op, check, "size of permutation %zu does not match the argument rank %" PRId32, count,
                           in->rank);
    for (size_t d = 0; d < count; d++)
        if (in->shape[v[d]] != init->shape[d])
            return grn_op_fail(op, check,
                               "dim(result, %zu) = %" PRId64 " doesn't match dim(input, permutation[%zu]) = %" PRId64,
                               d, init->shape[d], d, in->shape[v[d]]);
    return GRN_OK;
}

/* The shape of the destination is the shape of the result: what is known only at run time is held
 * against it there. */
static grn_status fits_init(grn_exec *x, const grn_op *op, const grn_tensor *view)
{
    const grn_tensor *init = &x->operands[1].tensor;
    for (int32_t d = 0; d < view->rank; d++)
        if (view->shape[d] != init->shape[d])
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "init has %" PRId64 " elements along dimension %" PRId32
                                 ", the result would have %" PRId64,
                                 init->shape[d], d, view->shape[d]);
    return grn_hlo_share_result(x, 0, 0, view);
}

static grn_status transpose_eval(grn_exec *x, const grn_op *op)
{
    size_t count = 0;
    const int64_t *v = NULL;
    grn_tensor view;
    grn_op_dims(op, "permutation", &count, &v);
    grn_view_transpose(&x->operands[0].tensor, v, &view);
    return fits_init(x, op, &view);
}

/* ---- broadcast ------------------------------------------------------------------------------- */

static uint64_t added(const grn_op *op)
{
    size_t count = 0;
    const int64_t *v = NULL;
    uint64_t mask = 0;
    grn_op_dims(op, "dimensions", &count, &v);
    for (size_t i = 0; i < count; i++)
        mask |= UINT64_C(1) << v[i];
    return mask;
}

static grn_status dimensions_are_right(const grn_op *op, const grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *init = grn_operand_type(op, 1);
    size_t count = 0;
    const int64_t *v = NULL;
    uint64_t seen = 0;
    grn_op_dims(op, "dimensions", &count, &v);
    if (count + (size_t)in->rank != (size_t)init->rank)
        return grn_op_fail(op, check,
                           "input rank plus added dimensions does not match init rank. input rank: %" PRId32
                           ", dimensions size: %zu, init rank: %" PRId32,
                           in->rank, count, init->rank);
    for (size_t i = 0; i < count; i++) {
        if (v[i] < 0 || v[i] >= init->rank)
            return grn_op_fail(op, check,
                               "dimension %zu is out of range. expected range: [0, %" PRId32 "], got: %" PRId64, i,
                               init->rank - 1, v[i]);
        if (seen >> v[i] & 1) /* upstream then counts the dims that are left, and reads past the input's */
            return grn_op_fail(op, check, "dimension %" PRId64 " is listed twice", v[i]);
        seen |= UINT64_C(1) << v[i];
    }
    return GRN_OK;
}

static grn_status broadcast_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *init = grn_operand_type(op, 1);
    grn_status status = types_agree(op, check);
    if (status == GRN_OK)
        status = dimensions_are_right(op, check);
    uint64_t mask = status == GRN_OK ? added(op) : 0;
    for (int32_t d = 0, at = 0; status == GRN_OK && d < init->rank; d++) {
        if (mask >> d & 1)
            continue;
        if (in->shape[at] != init->shape[d])
            status = grn_op_fail(op, check,
                                 "input dim %" PRId32 " should match init dim %" PRId32 ". input: %" PRId64
                                 ", init: %" PRId64,
                                 at, d, in->shape[at], init->shape[d]);
        at++;
    }
    return status;
}

static grn_status broadcast_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor, *init = &x->operands[1].tensor;
    int64_t dims[GRN_MAX_RANK];
    uint64_t mask = added(op);
    grn_tensor view;
    for (int32_t d = 0, at = 0; d < init->rank; d++) {
        if (mask >> d & 1)
            continue;
        if (in->shape[at] != init->shape[d])
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "init has %" PRId64 " elements along dimension %" PRId32 ", the input has %" PRId64,
                                 init->shape[d], d, in->shape[at]);
        dims[at++] = d;
    }
    grn_view_broadcast(in, init->rank, init->shape, dims, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- text: `ins(%a : T) outs(%b : U) permutation = [1, 0]` ----------------------------------- */

static grn_status read_group(grn_parser *p, const char *word, grn_uses *uses)
{
    const grn_type *type;
    grn_status status = grn_parser_expect(p, word);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_uses_read(p, uses);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK)
        status = grn_uses_type(uses, type);
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

static grn_status parse_dims(grn_parser *p, grn_op *op, grn_str name)
{
    size_t count;
    int64_t *v;
    grn_status status = grn_parser_expect(p, name.text);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_dims(p, &count, &v);
    return status == GRN_OK ? grn_parse_set(p, op, name, grn_attr_dense_i64(grn_parser_ir(p), count, v)) : status;
}

static grn_status parse_with(grn_parser *p, grn_op *op, grn_uses *uses, grn_str name)
{
    grn_status status = read_group(p, "ins", uses);
    if (status == GRN_OK)
        status = read_group(p, "outs", uses);
    if (status == GRN_OK)
        status = parse_dims(p, op, name);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_uses_finish(p, op, uses, ((const grn_type *const *)uses->type.items)[1]);
    return status == GRN_OK ? grn_linalg_add_region(p, op, uses->type.items) : status;
}

static grn_status parse(grn_parser *p, grn_op *op, grn_str name)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    grn_status status = parse_with(p, op, &uses, name);
    grn_uses_end(&uses);
    return status;
}

static grn_status transpose_parse(grn_parser *p, grn_op *op) { return parse(p, op, GRN_STR("permutation")); }
static grn_status broadcast_parse(grn_parser *p, grn_op *op) { return parse(p, op, GRN_STR("dimensions")); }

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port operands[] = {GRN_PORT("input", grn_is_ranked_tensor), GRN_PORT("init", grn_is_ranked_tensor),
                                    GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port values[] = {GRN_PORT_ANY("values", grn_hlo_any_type), GRN_PORTS_END};

#define ROW(op, does, dims)                                                                                            \
    GRN_MLIR_LISTED(linalg, op, does, operands, result, GRN_ATTRS(GRN_NEEDS(dims, grn_attr_is_dims)), .nregions = 1,   \
                    .traits = GRN_TRAIT_PURE, .parse = op##_parse,                                                     \
                    .assembly = "ins ( %input : !input ) outs ( %init : !init ) " dims " = $" dims " {} ~result=init", \
                    .verify = op##_verify, .verify_regions = grn_linalg_yields_input, .eval = op##_eval)
const grn_op_def grn_linalg_ops[] = {
    ROW(transpose, "permutes the dimensions", "permutation"),
    ROW(broadcast, "repeats a tensor along new dimensions", "dimensions"),
    GRN_MLIR("linalg", "yield", "ends the body of a linalg op", values, GRN_NO_PORTS, GRN_NO_ATTRS,
             .format = "%* {} :operands", .traits = GRN_TRAIT_TERMINATOR | GRN_TRAIT_PURE,
             .no_meaning = "ends a region; says what it yields"),
    {.name = NULL},
};
