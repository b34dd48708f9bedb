/*
 * pad.c - tensor.pad: elements around a tensor, which a region computes from
 * where they are (MLIR tensor dialect, the section of that name).
 */
#include <inttypes.h>

#include "dialects/common/foreign.h"
#include "dialects/tensor/tensor.h"

static const char *const lists[] = {"static_low", "static_high"};

/* ---- rules ----------------------------------------------------------------------------------- */

/* Entries of the two lists, each with an operand where it is no number: LLVM 19 does not hold the
 * one against the other. */
static grn_status read_lists(const grn_op *op, const grn_check *check, const int64_t **v, size_t *count)
{
    const int64_t *segments;
    grn_status status = grn_tensor_segments(op, check, 3, &segments);
    for (size_t k = 0; status == GRN_OK && k < 2; k++) {
        size_t dynamic = 0;
        grn_op_dims(op, lists[k], &count[k], &v[k]);
        for (size_t d = 0; d < count[k]; d++)
            dynamic += v[k][d] == GRN_DYNAMIC;
        if (dynamic != (size_t)segments[1 + k])
            return grn_op_fail_plain(op, check, "expected %zu dynamic %s values", dynamic, k ? "high" : "low");
    }
    return status;
}

/* GRN_DYNAMIC where one of them is not known. */
static int64_t sum_of(int64_t low, int64_t extent, int64_t high)
{
    const bool known = low != GRN_DYNAMIC && extent != GRN_DYNAMIC && high != GRN_DYNAMIC;
    return known && grn_add_i64(low, extent, &low) && grn_add_i64(low, high, &low) ? low : GRN_DYNAMIC;
}

static grn_status type_is_right(const grn_op *op, const grn_check *check, const int64_t *const *v)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    int64_t shape[GRN_MAX_RANK];
    bool same = in->rank == out->rank;
    for (int32_t d = 0; d < in->rank; d++) {
        shape[d] = sum_of(v[0][d], in->shape[d], v[1][d]);
        same = same && (shape[d] == GRN_DYNAMIC || shape[d] == out->shape[d]);
    }
    if (same)
        return GRN_OK;
    const grn_type *inferred = grn_type_tensor(check->scratch, in->element, in->rank, shape, NULL);
    return inferred
               ? grn_op_fail_plain(op, check, "specified type '%s' does not match the inferred type '%s'",
                                   grn_type_text(out, have, sizeof have), grn_type_text(inferred, want, sizeof want))
               : GRN_E_MEMORY;
}

static grn_status pad_verify(const grn_op *op, grn_check *check)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const int64_t *v[2] = {NULL, NULL};
    size_t count[2] = {0, 0};
    grn_status status = read_lists(op, check, v, count);
    if (status != GRN_OK)
        return status;
    if (count[0] != (size_t)in->rank || count[1] != (size_t)in->rank)
        return grn_op_fail_plain(op, check,
                                 "failed to infer expectedType from sourceType '%s', specified resultType is '%s'",
                                 grn_type_text(in, have, sizeof have), grn_type_text(out, want, sizeof want));
    status = type_is_right(op, check, v);
    if (status == GRN_OK && in->element != out->element) /* which upstream does not check */
        status =
            grn_op_fail(op, check, "expected the elements of the source, '%s', but got '%s'",
                        grn_type_text(in->element, have, sizeof have), grn_type_text(out->element, want, sizeof want));
    return status;
}

static grn_status pad_verify_regions(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_result_type(op, 0);
    const grn_block *body = op->regions[0].first;
    const grn_op *end = body && !body->next ? grn_block_terminator(body) : NULL;
    if (!end)
        return grn_op_fail(op, check, "expects to have 1 region with 1 block");
    if (body->nargs != (size_t)type->rank)
        return grn_op_fail_plain(op, check, "expected the block to have %" PRId32 " arguments", type->rank);
    for (size_t i = 0; i < body->nargs; i++)
        if (!grn_is_index.matches(body->args[i].type))
            return grn_op_fail(op, check, "expected block argument %zu to be an index", i + 1);
    if (!grn_str_is(end->name, "tensor.yield") || end->noperands != 1 || grn_operand_type(end, 0) != type->element)
        return grn_op_fail(op, check, "expected yield type to match shape element type");
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

typedef struct padding {
    int64_t low[GRN_MAX_RANK], shape[GRN_MAX_RANK];
} padding;

static grn_status read_padding(grn_exec *x, const grn_op *op, padding *out)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t high[GRN_MAX_RANK];
    size_t operand = 1;
    grn_status status = grn_read_mixed(x, op, lists[0], &operand, in->rank, out->low);
    if (status == GRN_OK)
        status = grn_read_mixed(x, op, lists[1], &operand, in->rank, high);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++) {
        const int64_t least = out->low[d] < high[d] ? out->low[d] : high[d];
        out->shape[d] = sum_of(out->low[d], in->shape[d], high[d]);
        if (least < 0)
            status = grn_exec_fail(x, op, GRN_E_SHAPE, "padding %" PRId64 " along dimension %" PRId32 " is negative",
                                   least, d);
        else if (out->shape[d] == GRN_DYNAMIC)
            status = grn_exec_fail(x, op, GRN_E_SHAPE, "too many elements along dimension %" PRId32 " to count", d);
    }
    return status;
}

/* Whether an element depends on where it is. */
static bool is_of_places(const grn_op *op)
{
    const grn_block *body = op->regions[0].first;
    bool uses = false;
    for (size_t i = 0; i < body->nargs; i++)
        uses = uses || body->args[i].uses > 0;
    return uses;
}

static bool is_inside(const grn_tensor *in, const padding *p, const int64_t *at)
{
    bool inside = true;
    for (int32_t d = 0; d < in->rank; d++)
        inside = inside && at[d] >= p->low[d] && at[d] - p->low[d] < in->shape[d];
    return inside;
}

/* *value: the element at `at`, the caller's to release. */
static grn_status element(grn_exec *x, const grn_op *op, const int64_t *at, grn_rt *args, grn_rt *value)
{
    const size_t rank = (size_t)grn_result_type(op, 0)->rank;
    grn_status status = x->calls->charge(x, 1 + rank);
    *value = (grn_rt){.buffer = NULL};
    for (size_t d = 0; status == GRN_OK && d < rank; d++) {
        status = x->calls->alloc(x, GRN_INDEX, 0, NULL, &args[d]);
        if (status == GRN_OK)
            *(int64_t *)args[d].tensor.data = at[d];
    }
    return status == GRN_OK ? x->calls->run_region(x, &op->regions[0], rank, args, 1, value) : status;
}

static grn_status fill_places(grn_exec *x, const grn_op *op, const padding *p, grn_rt *args)
{
    const grn_tensor *out = &x->results[0].tensor;
    const bool of_places = is_of_places(op);
    grn_status status = GRN_OK;
    grn_walk w;
    grn_walk_init(&w, out->rank, out->shape, 1, (const int64_t *[]){out->stride});
    for (bool done = false; status == GRN_OK && w.more && !done; grn_walk_next(&w)) {
        grn_rt value;
        if (is_inside(&x->operands[0].tensor, p, w.index))
            continue;
        status = element(x, op, w.index, args, &value);
        if (status == GRN_OK && of_places)
            memcpy(grn_tensor_at(out, w.offset[0]), value.tensor.data, grn_dtype_bytes(value.tensor.dtype));
        if (status == GRN_OK && !of_places) {
            grn_tensor all;
            grn_view_broadcast(&value.tensor, out->rank, out->shape, NULL, &all);
            grn_tensor_copy(out, &all);
            done = true;
        }
        x->calls->release(x, &value);
    }
    return status;
}

static grn_status pad_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t ones[GRN_MAX_RANK];
    grn_hlo_values args;
    grn_tensor middle;
    padding p;
    grn_status status = read_padding(x, op, &p);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in->rank, p.shape);
    if (status != GRN_OK)
        return status;
    status = grn_hlo_values_begin(x, op, (size_t)in->rank, &args);
    if (status == GRN_OK)
        status = fill_places(x, op, &p, args.rt);
    grn_hlo_values_end(&args);
    for (int32_t d = 0; d < in->rank; d++)
        ones[d] = 1;
    if (status == GRN_OK)
        status = grn_take_part(x, op, &x->results[0].tensor, p.low, in->shape, ones, &middle);
    if (status == GRN_OK)
        grn_tensor_copy(&middle, in);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port operands[] = {GRN_PORT("source", grn_is_ranked_tensor), GRN_PORT_ANY("low", grn_is_index),
                                    GRN_PORT_ANY("high", grn_is_index), GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};

const grn_op_def grn_tensor_pad_ops[] = {
    GRN_MLIR_LISTED(tensor, pad, "puts elements around, which a region computes", operands, result,
                    GRN_ATTRS(GRN_NEEDS("static_low", grn_attr_is_dims), GRN_NEEDS("static_high", grn_attr_is_dims),
                              GRN_MAY_HAVE("nofold", grn_attr_is_unit),
                              GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)),
                    .assembly = "%source [? nofold $nofold ?] low `` [%low$static_low] high `` [%high$static_high] {0} "
                                "{} : !source to !result "
                                "~low=index ~high=index",
                    .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE, .verify = pad_verify,
                    .verify_regions = pad_verify_regions, .eval = pad_eval),
    {.name = NULL},
};
