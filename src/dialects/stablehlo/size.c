/*
 * size.c - get_dimension_size, set_dimension_size and
 * bitcast_convert (StableHLO spec; set_dimension_size by the dialect's own
 * description).
 */
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- get_dimension_size ---------------------------------------------------------------------- */

/* get_dimension_size C1: dimension < rank(operand). */
static grn_status dimension_rule(const grn_op *op, grn_check *check)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    int64_t dim = grn_op_integer(op, "dimension", 0);
    if (dim < rank)
        return GRN_OK;
    return grn_stablehlo_broken(
        op, check, "C1", "requires dimension attribute in range [0, %" PRId32 "); found (%" PRId64 ")", rank, dim);
}

static grn_status get_dimension_size_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_status status = dimension_rule(op, check);
    if (status != GRN_OK)
        return status;
    const grn_type *i32 = grn_type_integer(check->scratch, 32, GRN_SIGNLESS);
    return i32 ? grn_hlo_infer_tensor(check, out, i32, 0, NULL) : GRN_E_MEMORY;
}

static grn_status get_dimension_size_eval(grn_exec *x, const grn_op *op)
{
    int64_t size = x->operands[0].tensor.shape[grn_op_integer(op, "dimension", 0)];
    if (size > INT32_MAX)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "%" PRId64 " elements are more than an i32 can say", size);
    grn_status status = grn_hlo_new_result(x, op, 0, 0, NULL);
    if (status == GRN_OK)
        *(int32_t *)x->results[0].tensor.data = (int32_t)size;
    return status;
}

/* ---- set_dimension_size ---------------------------------------------------------------------- */

/* The dimension's extent is not known any more, and no larger than it was; where a constant says
 * the same, it stays. */
static grn_status set_dimension_size_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    int64_t dim = grn_op_integer(op, "dimension", 0), shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    const int64_t *have, *size;
    size_t n;
    if (grn_operand_type(op, 1)->rank != 0)
        return grn_stablehlo_broken(op, check, "I2", "size operand should be of rank-0");
    grn_status status = dimension_rule(op, check);
    if (status != GRN_OK)
        return status;
    bool bounded = grn_stablehlo_type_bounds(in, &have);
    for (int32_t d = 0; d < in->rank; d++) {
        shape[d] = in->shape[d];
        bounds[d] = bounded ? have[d] : GRN_DYNAMIC;
    }
    const int64_t most = shape[dim] != GRN_DYNAMIC ? shape[dim] : bounds[dim];
    const bool whole = grn_hlo_constant_ints(op, 1, &n, &size) && size[0] == most;
    shape[dim] = whole ? most : GRN_DYNAMIC;
    bounds[dim] = most;
    return grn_stablehlo_infer_one(
        check, out, grn_stablehlo_tensor_with_bounds(check->scratch, in->element, in->rank, shape, bounds));
}

/* The elements past the size are dropped: a tensor at run time has no bound beside its extents. */
static grn_status set_dimension_size_eval(grn_exec *x, const grn_op *op)
{
    int64_t dim = grn_op_integer(op, "dimension", 0), size = grn_hlo_integer_value(&x->operands[1].tensor);
    grn_tensor view = x->operands[0].tensor;
    if (size < 0 || size > view.shape[dim])
        return grn_exec_fail(x, op, GRN_E_SHAPE, "size is %" PRId64 ", dimension %" PRId64 " has %" PRId64 " elements",
                             size, dim, view.shape[dim]);
    view.shape[dim] = size;
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- bitcast_convert ------------------------------------------------------------------------- */

static unsigned width_of(const grn_type *t) { return grn_dtype_bits(t->element->dtype); }

/* `what` before the types, `then` behind them. */
static grn_status bitcast_fail(const grn_op *op, grn_check *check, const char *rule, const char *what, const char *then)
{
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    return grn_stablehlo_broken(op, check, rule, "%s: '%s' and '%s'%s.", what,
                                grn_type_text(grn_operand_type(op, 0), a, sizeof a),
                                grn_type_text(grn_result_type(op, 0), b, sizeof b), then);
}

static bool agree_up_to(const grn_type *a, const grn_type *b, int32_t rank)
{
    for (int32_t d = 0; d < rank; d++)
        if (!grn_stablehlo_dim_agrees(a->shape[d], b->shape[d]))
            return false;
    return true;
}

#define BITCAST_SHAPES                                                                                               \
    "operand and result shapes must match except for the innermost dimension of the shape with the smaller element " \
    "type. Got"

/* bitcast_convert C1: of different widths, the narrower one has one dimension more, the pieces of a
 * wide element. */
static grn_status bitcast_widths(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const grn_type *narrow = width_of(in) < width_of(out) ? in : out, *wide = narrow == in ? out : in;
    unsigned small = width_of(narrow), large = width_of(wide);
    if (narrow->rank != wide->rank + 1)
        return grn_stablehlo_broken(op, check, "C1",
                                    "rank of smaller element type (%" PRId32
                                    ") should be 1 more than rank of larger element type (%" PRId32 "), but %" PRId32
                                    " != %" PRId32 " + 1.",
                                    narrow->rank, wide->rank, narrow->rank, wide->rank);
    int64_t pieces = narrow->shape[wide->rank];
    bool whole = pieces == GRN_DYNAMIC || pieces == (int64_t)(large / small);
    if (large % small == 0 && whole)
        return agree_up_to(narrow, wide, wide->rank) ? GRN_OK : bitcast_fail(op, check, "C1", BITCAST_SHAPES, "");
    char widths[64];
    snprintf(widths, sizeof widths, ", but %u * %" PRId64 " != %u", small, pieces, large);
    return bitcast_fail(op, check, "C1", "requires compatible bit widths. Got", pieces == GRN_DYNAMIC ? "" : widths);
}

/* bitcast_convert C2: both are complex or none is. */
static grn_status bitcast_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    if ((in->element->kind == GRN_TYPE_COMPLEX) != (out->element->kind == GRN_TYPE_COMPLEX))
        return bitcast_fail(op, check, "C2", "cannot convert between real and complex types, but got", "");
    if (width_of(in) != width_of(out))
        return bitcast_widths(op, check);
    return in->rank == out->rank && agree_up_to(in, out, in->rank) ? GRN_OK
                                                                   : bitcast_fail(op, check, "C1", BITCAST_SHAPES, "");
}

/* Of whole bytes and one width: the same bytes under another name. */
static bool is_renaming(grn_dtype from, grn_dtype to)
{
    return grn_dtype_bits(from) == grn_dtype_bits(to) && grn_dtype_bits(from) % 8 == 0;
}

static grn_status bitcast_eval(grn_exec *x, const grn_op *op)
{
    grn_tensor view = x->operands[0].tensor;
    grn_dtype to = grn_hlo_result_dtype(op, 0);
    int64_t from_bits = grn_dtype_bits(view.dtype), to_bits = grn_dtype_bits(to);
    if (is_renaming(view.dtype, to)) {
        view.dtype = to;
        return grn_hlo_share_result(x, 0, 0, &view);
    }
    int32_t rank = view.rank;
    if (from_bits < to_bits && (rank == 0 || view.shape[--rank] != to_bits / from_bits))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "%" PRId64 " pieces do not make one %s", view.shape[rank],
                             grn_dtype_text(to));
    if (from_bits > to_bits && rank == GRN_MAX_RANK)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "the result has rank %d, over garner's limit of %d", rank + 1,
                             GRN_MAX_RANK);
    if (from_bits > to_bits)
        view.shape[rank++] = from_bits / to_bits;
    grn_status status = grn_hlo_new_result(x, op, 0, rank, view.shape);
    if (status == GRN_OK)
        grn_eval_bitcast(&x->results[0].tensor, &x->operands[0].tensor);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_attr_def dimension_attrs[] = {GRN_NEEDS("dimension", grn_hlo_is_natural_i64), GRN_ATTRS_END};

const grn_op_def grn_stablehlo_size_ops[] = {
    GRN_STABLEHLO(get_dimension_size, "size of one dimension, as an i32", "C1", grn_hlo_one_tensor,
                  GRN_PORTS(GRN_PORT("result", grn_hlo_i32_tensor)), dimension_attrs,
                  .format = "%* , dim = $dimension {} :fn", .traits = GRN_TRAIT_PURE, .infer = get_dimension_size_infer,
                  .eval = get_dimension_size_eval, .work = GRN_WORK_OWN),
    GRN_STABLEHLO_FROM(
        set_dimension_size, "makes the size of a bounded dimension smaller", "StableHLO dialect, set_dimension_size",
        GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("size", grn_hlo_i32_tensor)), grn_hlo_plain_result,
        dimension_attrs, .format = "%* , dim = $dimension {} :fn", .traits = GRN_TRAIT_PURE,
        .infer = set_dimension_size_infer, .eval = set_dimension_size_eval, .work = GRN_WORK_OWN),
    GRN_STABLEHLO(bitcast_convert, "the same bits as elements of another type", "C1-C2", grn_hlo_one_tensor,
                  grn_hlo_one_result, GRN_NO_ATTRS, .format = "%** {} :fn", .traits = GRN_TRAIT_PURE,
                  .verify = bitcast_verify, .eval = bitcast_eval),
    {.name = NULL},
};
