/*
 * shape.c - ops that only change the shape of a tensor or the order
 * of its elements: broadcasts, reshapes, transpose, reverse (StableHLO spec, the
 * sections of those names). At run time they are views; nothing moves unless
 * strides cannot express the result.
 */
#include "dialects/common/dims_rules.h"
#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"
#include "dialects/stablehlo/quant_rules.h"

#include <inttypes.h>

/* ---- what several share ---------------------------------------------------------------------- */

/* The written shape of a result that has to have one. */
static grn_status static_result(grn_exec *x, const grn_op *op)
{
    return grn_type_has_static_shape(grn_result_type(op, 0))
               ? GRN_OK
               : grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "the result's type does not say its shape");
}

static bool is_quant_per_axis(const grn_type *t)
{
    const grn_type *e = grn_type_element_or_self(t);
    return e->kind == GRN_TYPE_QUANT && e->quant.axis >= 0;
}

/* Element types are equal; quantized ones agree but for their steps and, per axis, the axis, which
 * moves with its dimension. */
static grn_status verify_element(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    bool alike = (grn_type_quantized(in) != NULL) == (grn_type_quantized(out) != NULL) &&
                 is_quant_per_axis(in) == is_quant_per_axis(out);
    if (alike && grn_hlo_elements_agree(in, out))
        return GRN_OK;
    return grn_op_fail(op, check, "requires compatible element types for all operands and results");
}

/* ---- reshape, dynamic_reshape ---------------------------------------------------------------- */

#define ELEMENTS_DIFFER \
    "number of output elements (%" PRId64 ") doesn't match expected number of elements (%" PRId64 ")"

/* reshape C2: as many elements. */
static grn_status reshape_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    int64_t have, want;
    grn_status status = verify_element(op, check);
    if (status != GRN_OK || !grn_type_has_static_shape(in) || !grn_type_has_static_shape(out))
        return status;
    if (!grn_shape_elements(in->rank, in->shape, &want) || !grn_shape_elements(out->rank, out->shape, &have))
        return grn_op_fail(op, check, "has more elements than can be counted");
    if (have != want)
        return grn_stablehlo_broken(op, check, "C2", ELEMENTS_DIFFER, have, want);
    return grn_hlo_reshape_quantization(op, check);
}

static grn_status copy_reshaped(grn_exec *x, const grn_op *op, const grn_tensor *in, int32_t rank, const int64_t *shape)
{
    grn_status status = grn_hlo_new_result(x, op, 0, rank, shape);
    if (status == GRN_OK)
        grn_tensor_copy_flat(x->results[0].tensor.data, in);
    return status;
}

static grn_status reshape_to(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t count;
    grn_tensor view;
    if (!grn_shape_elements(rank, shape, &count) || count != grn_tensor_elements(in)) {
        char text[GRN_DIMS_TEXT_BYTES];
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the operand has %" PRId64 " elements, the shape asked for is %s",
                             grn_tensor_elements(in), grn_hlo_shape_text(rank, shape, text, sizeof text));
    }
    return grn_view_reshape(in, rank, shape, &view) ? grn_hlo_share_result(x, 0, 0, &view)
                                                    : copy_reshaped(x, op, in, rank, shape);
}

static grn_status reshape_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    grn_status status = static_result(x, op);
    return status == GRN_OK ? reshape_to(x, op, out->rank, out->shape) : status;
}

/* As many elements as a constant output_shape asks for. */
static grn_status asked_elements(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0);
    size_t n;
    const int64_t *v;
    int64_t have, want;
    if (!grn_type_has_static_shape(in) || !grn_hlo_constant_ints(op, 1, &n, &v) ||
        !grn_shape_elements(in->rank, in->shape, &have) || !grn_shape_elements((int32_t)n, v, &want) || have == want)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C2",
                                "output_shape is incompatible with input type of operation: input has %" PRId64
                                " elements, but output_shape has %" PRId64,
                                have, want);
}

/* C1 of what is not quantized: upstream has other rules for the rest. */
static grn_status plain_result_element(const grn_op *op, grn_check *check)
{
    return grn_hlo_any_quantized(op) ? GRN_OK : grn_hlo_verify_result_element(op, check, "C1");
}

/* dynamic_reshape C1. C2: as many elements, as far as that is known. C4: the result's rank is the
 * number of extents. */
static grn_status dynamic_reshape_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    int64_t have, want;
    grn_status status = plain_result_element(op, check);
    if (status != GRN_OK)
        return status;
    if (grn_type_has_static_shape(in) && grn_type_has_static_shape(out) &&
        grn_shape_elements(in->rank, in->shape, &want) && grn_shape_elements(out->rank, out->shape, &have) &&
        have != want)
        return grn_stablehlo_broken(op, check, "C2", ELEMENTS_DIFFER, have, want);
    status = grn_hlo_verify_shape_operand(op, check, 1, "C4");
    if (status == GRN_OK && grn_operand_type(op, 1)->shape[0] != out->rank)
        status = grn_stablehlo_broken(op, check, "C4",
                                      "result should have a rank equal to the number of elements in output_shape");
    if (status == GRN_OK)
        status = asked_elements(op, check);
    if (status == GRN_OK)
        status = grn_hlo_reshape_quantization(op, check);
    return status == GRN_OK ? grn_hlo_verify_result_element(op, check, "C1") : status;
}

static grn_status dynamic_reshape_eval(grn_exec *x, const grn_op *op)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_hlo_read_shape(x, op, 1, &rank, shape);
    return status == GRN_OK ? reshape_to(x, op, rank, shape) : status;
}

/* ---- transpose ------------------------------------------------------------------------------- */

static bool is_permutation(size_t count, const int64_t *v)
{
    uint64_t seen = 0;
    for (size_t i = 0; i < count; i++) {
        if (v[i] < 0 || (size_t)v[i] >= count || (seen >> v[i] & 1))
            return false;
        seen |= (uint64_t)1 << v[i];
    }
    return true;
}

/* "[0, 1, ...]" */
static const char *range_text(int32_t rank, char *buffer, size_t buffer_bytes)
{
    int64_t all[GRN_MAX_RANK];
    for (int32_t d = 0; d < rank; d++)
        all[d] = d;
    return grn_stablehlo_dims_text((size_t)rank, all, buffer, buffer_bytes);
}

/* transpose C2: permutation is one of range(rank(operand)). */
static grn_status transpose_rules(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0);
    size_t count;
    const int64_t *v;
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    grn_op_dims(op, "permutation", &count, &v);
    if (count != (size_t)in->rank)
        return grn_stablehlo_broken(op, check, "C2",
                                    "TransposeOp operand rank %" PRId32 " does not match permutation size %zu",
                                    in->rank, count);
    if (!is_permutation(count, v))
        return grn_stablehlo_broken(op, check, "C2", "attribute permutation must be a permutation of %s but got %s",
                                    range_text(in->rank, want, sizeof want),
                                    grn_stablehlo_list_text(count, v, have, sizeof have));
    return GRN_OK;
}

/* What is wrong with the permutation itself is said by inference. */
static grn_status transpose_verify(const grn_op *op, grn_check *check)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    size_t count;
    const int64_t *v;
    grn_status status = verify_element(op, check);
    if (status != GRN_OK)
        return status;
    grn_op_dims(op, "permutation", &count, &v);
    bool fits = count == (size_t)rank && is_permutation(count, v) && grn_result_type(op, 0)->rank == rank;
    return fits ? grn_hlo_transpose_quantization(op, check, v) : GRN_OK;
}

/* transpose C3: dim(result, i) = dim(operand, permutation[i]). */
static grn_status transpose_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0), *result = grn_result_type(op, 0);
    size_t count;
    const int64_t *v, *bounds;
    int64_t shape[GRN_MAX_RANK], moved[GRN_MAX_RANK];
    bool bounded = grn_stablehlo_type_bounds(in, &bounds);
    grn_status status = transpose_rules(op, check);
    if (status != GRN_OK)
        return status;
    grn_op_dims(op, "permutation", &count, &v);
    for (int32_t d = 0; d < in->rank; d++) {
        shape[d] = in->shape[v[d]];
        moved[d] = bounded ? bounds[v[d]] : GRN_DYNAMIC;
    }
    const grn_type *element = is_quant_per_axis(in) && is_quant_per_axis(result) ? result->element : in->element;
    return grn_stablehlo_infer_one(
        check, out, grn_stablehlo_tensor_with_bounds(check->scratch, element, in->rank, shape, bounded ? moved : NULL));
}

static grn_status transpose_eval(grn_exec *x, const grn_op *op)
{
    size_t count;
    const int64_t *v;
    grn_tensor view;
    grn_op_dims(op, "permutation", &count, &v);
    grn_view_transpose(&x->operands[0].tensor, v, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- reverse --------------------------------------------------------------------------------- */

/* reverse C2: dimensions are unique. C3: 0 <= dimensions < rank(result). */
static grn_status reverse_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0);
    size_t count;
    const int64_t *v;
    char text[GRN_DIMS_TEXT_BYTES];
    grn_status status = grn_hlo_verify_same_element(op, check);
    if (status != GRN_OK)
        return status;
    grn_op_dims(op, "dimensions", &count, &v);
    if (!grn_dims_are_unique(count, v))
        return grn_stablehlo_broken(op, check, "C2", "dimensions should be unique. Got: %s",
                                    grn_stablehlo_list_text(count, v, text, sizeof text));
    for (size_t i = 0; i < count; i++) {
        if (v[i] < 0)
            return grn_stablehlo_broken(op, check, "C3",
                                        "all dimensions should be non-negative. Got dimension: %" PRId64 ".", v[i]);
        if (v[i] >= in->rank)
            return grn_stablehlo_broken(
                op, check, "C3", "all dimensions should be between [0, %" PRId32 "). Got dimension: %" PRId64 ".",
                in->rank, v[i]);
    }
    return GRN_OK;
}

static grn_status reverse_eval(grn_exec *x, const grn_op *op)
{
    size_t count;
    const int64_t *v;
    uint64_t mask = 0;
    grn_tensor view;
    grn_op_dims(op, "dimensions", &count, &v);
    for (size_t i = 0; i < count; i++)
        mask |= (uint64_t)1 << v[i];
    grn_view_reverse(&x->operands[0].tensor, mask, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- broadcasts ------------------------------------------------------------------------------ */

/* Rules of one entry of broadcast_dimensions, their numbers, and how an extent that does not fit is
 * told. */
typedef struct broadcast_rules {
    const char *count, *rank, *range, *unique, *size; /* rank NULL: there is no such rule */
    const char *misfit;                               /* what it is not: "equal to 1 or" */
} broadcast_rules;

static grn_status broadcast_entry(const grn_op *op, grn_check *check, const broadcast_rules *r, int32_t i, int64_t dim)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    if (dim < 0 || dim >= out->rank)
        return grn_stablehlo_broken(
            op, check, r->range,
            "broadcast_dimensions contains invalid value %" PRId64 " for result with rank %" PRId32, dim, out->rank);
    int64_t have = in->shape[i], want = out->shape[dim];
    if (have == GRN_DYNAMIC || have == 1 || want == GRN_DYNAMIC || have == want)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, r->size,
                                "size of operand dimension %" PRId32 " (%" PRId64
                                ") is not %s size of result dimension %" PRId64 " (%" PRId64 ")",
                                i, have, r->misfit, dim, want);
}

static grn_status broadcast_dims_rules(const grn_op *op, grn_check *check, const broadcast_rules *r)
{
    const grn_type *in = grn_operand_type(op, 0);
    size_t count;
    const int64_t *v;
    grn_op_dims(op, "broadcast_dimensions", &count, &v);
    if (count != (size_t)in->rank)
        return grn_stablehlo_broken(op, check, r->count,
                                    "broadcast_dimensions size (%zu) does not match operand rank (%" PRId32 ")", count,
                                    in->rank);
    if (r->rank && grn_result_type(op, 0)->rank < in->rank)
        return grn_stablehlo_broken(op, check, r->rank,
                                    "result rank (%" PRId32 ") is less than operand rank (%" PRId32 ")",
                                    grn_result_type(op, 0)->rank, in->rank);
    if (!grn_dims_are_unique(count, v))
        return grn_stablehlo_broken(op, check, r->unique, "broadcast_dimensions should not have duplicates");
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < count; i++)
        status = broadcast_entry(op, check, r, (int32_t)i, v[i]);
    return status;
}

/* Of dimensions that keep their rules. */
static grn_status broadcast_quantization(const grn_op *op, grn_check *check)
{
    size_t count;
    const int64_t *v;
    grn_op_dims(op, "broadcast_dimensions", &count, &v);
    return grn_hlo_broadcast_quantization(op, check, v);
}

static grn_status broadcast_in_dim_verify(const grn_op *op, grn_check *check)
{
    static const broadcast_rules rules = {"C2", NULL, "C3", "C4", "C5", "equal to 1 or"};
    grn_status status = verify_element(op, check);
    if (status == GRN_OK && !is_quant_per_axis(grn_result_type(op, 0)))
        status = grn_hlo_moved_quantization(op, check, "C1");
    if (status == GRN_OK)
        status = broadcast_dims_rules(op, check, &rules);
    return status == GRN_OK ? broadcast_quantization(op, check) : status;
}

/* A view costs nothing, so nothing else stops one of more elements than anyone could count. */
static grn_status broadcast_view(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape, const int64_t *dims)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_tensor view;
    if (grn_tensor_init(&view, NULL, in->dtype, rank, shape) != GRN_OK) {
        char text[GRN_DIMS_TEXT_BYTES];
        return grn_exec_fail(x, op, GRN_E_LIMIT, "a result of shape %s has more bytes than can be counted",
                             grn_hlo_shape_text(rank, shape, text, sizeof text));
    }
    grn_view_broadcast(in, rank, shape, dims, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* C5 again, on the extents the tensors really have. */
static grn_status broadcast_to(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape)
{
    const grn_tensor *in = &x->operands[0].tensor;
    size_t count;
    const int64_t *dims;
    grn_op_dims(op, "broadcast_dimensions", &count, &dims);
    for (int32_t d = 0; d < in->rank; d++)
        if (in->shape[d] != 1 && in->shape[d] != shape[dims[d]])
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "operand dimension %" PRId32 " has %" PRId64 " elements, result dimension %" PRId64
                                 " has %" PRId64 ": it must be 1 or that",
                                 d, in->shape[d], dims[d], shape[dims[d]]);
    return broadcast_view(x, op, rank, shape, dims);
}

static grn_status broadcast_in_dim_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    grn_status status = static_result(x, op);
    return status == GRN_OK ? broadcast_to(x, op, out->rank, out->shape) : status;
}

static grn_dim_list hints_of(const grn_op *op, const char *name)
{
    grn_dim_list list = {.name = name};
    grn_op_dims(op, name, &list.count, &list.v);
    return list;
}

static grn_status hints_in_range(const grn_op *op, grn_check *check, const char *rule, const grn_dim_list *hints)
{
    for (size_t i = 0; i < hints->count; i++)
        if (hints->v[i] < 0 || hints->v[i] >= grn_operand_type(op, 0)->rank)
            return grn_stablehlo_broken(
                op, check, rule, "hint for expanding dimension %" PRId64 " does not refer to a valid operand dimension",
                hints->v[i]);
    return GRN_OK;
}

/* dynamic_broadcast_in_dim C8: no dimension is promised twice. C9, C10: none that is not there. */
static grn_status expansion_hints(const grn_op *op, grn_check *check)
{
    const grn_dim_list grown = hints_of(op, "known_expanding_dimensions"),
                       kept = hints_of(op, "known_nonexpanding_dimensions");
    if (!grn_dims_are_distinct(&grown, &kept))
        return grn_stablehlo_broken(op, check, "C8", "duplicate expansion hint for at least one operand dimension");
    grn_status status = hints_in_range(op, check, "C9", &grown);
    return status == GRN_OK ? hints_in_range(op, check, "C10", &kept) : status;
}

/* dynamic_broadcast_in_dim C5, of extents that a constant gives. */
static grn_status asked_extents(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0);
    size_t n, count;
    const int64_t *shape, *dims;
    if (!grn_type_has_static_shape(in) || !grn_hlo_constant_ints(op, 1, &n, &shape) ||
        !grn_op_dims(op, "broadcast_dimensions", &count, &dims))
        return GRN_OK;
    for (int32_t d = 0; d < in->rank; d++)
        if (in->shape[d] != 1 && in->shape[d] != shape[dims[d]])
            return grn_stablehlo_broken(op, check, "C5",
                                        "size of operand dimension %" PRId32 " (%" PRId64
                                        ") is not equal to 1 or value of shape at index %" PRId64 " (%" PRId64 ")",
                                        d, in->shape[d], dims[d], shape[dims[d]]);
    return GRN_OK;
}

/* dynamic_broadcast_in_dim C7: size(output_dimensions) = rank(result). */
static grn_status dynamic_broadcast_in_dim_verify(const grn_op *op, grn_check *check)
{
    static const broadcast_rules rules = {"C2", "C3", "C5", "C4", "C5", "compatible with"};
    const grn_type *sizes = grn_operand_type(op, 1), *out = grn_result_type(op, 0);
    grn_status status = plain_result_element(op, check);
    if (status == GRN_OK)
        status = broadcast_dims_rules(op, check, &rules);
    if (status == GRN_OK)
        status = grn_hlo_verify_shape_operand(op, check, 1, "C7");
    if (status == GRN_OK)
        status = expansion_hints(op, check);
    if (status == GRN_OK && sizes->shape[0] == out->rank)
        status = asked_extents(op, check);
    if (status == GRN_OK)
        status = broadcast_quantization(op, check);
    if (status == GRN_OK)
        status = grn_hlo_verify_result_element(op, check, "C1");
    if (status != GRN_OK || sizes->shape[0] == out->rank)
        return status;
    return grn_stablehlo_broken(op, check, "C7",
                                "result rank (%" PRId32 ") is not equal to number of output dimensions (%" PRId64 ")",
                                out->rank, sizes->shape[0]);
}

static grn_status dynamic_broadcast_in_dim_eval(grn_exec *x, const grn_op *op)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_hlo_read_shape(x, op, 1, &rank, shape);
    return status == GRN_OK ? broadcast_to(x, op, rank, shape) : status;
}

/* broadcast (of XLA's time): new dimensions in front. */
static grn_status broadcast_shape(const grn_type *in, const grn_op *op, grn_check *check, int32_t *rank, int64_t *shape)
{
    size_t count;
    const int64_t *v;
    grn_op_dims(op, "broadcast_sizes", &count, &v);
    if (count > (size_t)(GRN_MAX_RANK - in->rank))
        return grn_op_fail(op, check, "gives a result of rank %zu, the largest is %d", count + (size_t)in->rank,
                           GRN_MAX_RANK);
    *rank = (int32_t)count + in->rank;
    for (size_t i = 0; i < count; i++) {
        if (v[i] < 0)
            return grn_op_fail_plain(op, check, "Broadcast with negative dimension size %" PRId64, v[i]);
        shape[i] = v[i];
    }
    for (int32_t d = 0; d < in->rank; d++)
        shape[(int32_t)count + d] = in->shape[d];
    return GRN_OK;
}

static grn_status broadcast_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = broadcast_shape(in, op, check, &rank, shape);
    return status == GRN_OK ? grn_hlo_infer_tensor(check, out, in->element, rank, shape) : status;
}

static grn_status broadcast_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    size_t count;
    const int64_t *v;
    int64_t shape[GRN_MAX_RANK], dims[GRN_MAX_RANK];
    grn_op_dims(op, "broadcast_sizes", &count, &v);
    for (size_t i = 0; i < count; i++)
        shape[i] = v[i];
    for (int32_t d = 0; d < in->rank; d++) {
        dims[d] = (int32_t)count + d;
        shape[dims[d]] = in->shape[d];
    }
    return broadcast_view(x, op, (int32_t)count + in->rank, shape, dims);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port shaped_operands[] = {GRN_PORT("operand", grn_hlo_tensor_or_per_axis),
                                           GRN_PORT("output_shape", grn_hlo_static_dimension_tensor), GRN_PORTS_END};
GRN_HLO_ONE(bounded_result, "result", static_or_bounded_tensor)

const grn_op_def grn_stablehlo_shape_ops[] = {
    GRN_STABLEHLO(reshape, "the same elements in row-major order under another shape", "C1-C3", grn_hlo_one_tensor,
                  bounded_result, GRN_NO_ATTRS, .format = "%** {} :fn",
                  .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW | GRN_TRAIT_SAME_ORDER, .verify = reshape_verify,
                  .eval = reshape_eval),
    GRN_STABLEHLO(dynamic_reshape, "reshape, to a shape that an operand gives", "C1-C4", shaped_operands,
                  grn_hlo_one_result, GRN_NO_ATTRS, .format = "%** {} :fn", .traits = GRN_TRAIT_PURE,
                  .verify = dynamic_reshape_verify, .eval = dynamic_reshape_eval, .work = GRN_WORK_OWN),
    GRN_STABLEHLO(transpose, "permutes the dimensions", "C1-C4", grn_hlo_one_tensor, grn_hlo_one_result,
                  GRN_ATTRS(GRN_NEEDS("permutation", grn_attr_is_dims)), .format = "%* , dims = $permutation {} :fn",
                  .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .verify = transpose_verify, .infer = transpose_infer,
                  .eval = transpose_eval),
    GRN_STABLEHLO(reverse, "reverses the order of elements along some dimensions", "C1-C3", grn_hlo_plain_operand,
                  grn_hlo_plain_result, GRN_ATTRS(GRN_NEEDS("dimensions", grn_attr_is_dims)),
                  .format = "%* , dims = $dimensions {} :same", .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW,
                  .verify = reverse_verify, .infer = grn_stablehlo_infer_operands, .eval = reverse_eval),
    GRN_STABLEHLO_FROM(broadcast, "repeats operand along new leading dimensions (deprecated)",
                       "StableHLO dialect, broadcast (deprecated)", grn_hlo_plain_operand, grn_hlo_one_result,
                       GRN_ATTRS(GRN_NEEDS("broadcast_sizes", grn_attr_is_dims)),
                       .format = "%* , sizes = $broadcast_sizes {} :fn", .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW,
                       .verify = grn_hlo_verify_same_element, .infer = broadcast_infer, .eval = broadcast_eval),
    GRN_STABLEHLO(broadcast_in_dim, "repeats operand along dimensions that are new or of one element", "C1-C6",
                  grn_hlo_one_tensor, bounded_result, GRN_ATTRS(GRN_NEEDS("broadcast_dimensions", grn_attr_is_dims)),
                  .format = "%* , dims = $broadcast_dimensions {} :fn", .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW,
                  .verify = broadcast_in_dim_verify, .eval = broadcast_in_dim_eval),
    GRN_STABLEHLO(dynamic_broadcast_in_dim, "broadcast_in_dim, to a shape that an operand gives", "C1-C9",
                  shaped_operands, grn_hlo_one_result,
                  GRN_ATTRS(GRN_NEEDS("broadcast_dimensions", grn_attr_is_dims),
                            GRN_MAY_HAVE("known_expanding_dimensions", grn_attr_is_dims),
                            GRN_MAY_HAVE("known_nonexpanding_dimensions", grn_attr_is_dims)),
                  .format = "%* , dims = $broadcast_dimensions {} :fn", .traits = GRN_TRAIT_PURE,
                  .verify = dynamic_broadcast_in_dim_verify, .eval = dynamic_broadcast_in_dim_eval,
                  .work = GRN_WORK_OWN),
    {.name = NULL},
};
