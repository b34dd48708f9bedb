/*
 * slice.c - extract_slice and insert_slice: a rectangular part of a
 * tensor, its offsets, sizes and strides each a list of numbers and operands;
 * dimensions of size 1 may be missing from the part (MLIR tensor dialect,
 * the sections of those names).
 */
#include <inttypes.h>

#include "dialects/common/slice.h"
#include "dialects/tensor/tensor.h"

enum { OFFSETS = GRN_SLICE_OFFSETS, SIZES = GRN_SLICE_SIZES, STRIDES = GRN_SLICE_STRIDES };

/* An op that has a whole and a part of it, and then operands for the lists. */
typedef struct subject {
    const grn_op *op;
    const grn_check *check;
    const grn_type *whole, *part;
    size_t first; /* operand of the lists */
    const int64_t *v[GRN_SLICE_LISTS];
} subject;

/* ---- rules ----------------------------------------------------------------------------------- */

static bool is_known(int64_t v) { return v != GRN_DYNAMIC; }

/* LLVM 20 and later: a slice that is known to leave the whole does not verify. */
static grn_status stays_inside(const subject *s)
{
    for (int32_t d = 0; d < s->whole->rank; d++) {
        int64_t offset = s->v[OFFSETS][d], size = s->v[SIZES][d], stride = s->v[STRIDES][d],
                extent = s->whole->shape[d];
        if (is_known(size) && size < 0)
            return grn_op_fail_plain(s->op, s->check, "expected sizes to be non-negative, but got %" PRId64, size);
        if (is_known(stride) && stride < 1)
            return grn_op_fail(s->op, s->check, "expected stride values to be positive, got %" PRId64, stride);
        if (is_known(offset) && offset < 0)
            return grn_op_fail_plain(s->op, s->check, "expected offsets to be non-negative, but got %" PRId64, offset);
        if (!is_known(offset) || size == 0)
            continue;
        if (is_known(extent) && offset >= extent)
            return grn_op_fail_plain(s->op, s->check, "offset %" PRId32 " is out-of-bounds: %" PRId64 " >= %" PRId64, d,
                                     offset, extent);
        int64_t span, last;
        if (!is_known(extent) || !is_known(size) || !is_known(stride))
            continue;
        if (!grn_mul_i64(size - 1, stride, &span) || !grn_add_i64(offset, span, &last))
            last = INT64_MAX;
        if (last >= extent)
            return grn_op_fail_plain(s->op, s->check,
                                     "slice along dimension %" PRId32 " runs out-of-bounds: %" PRId64 " >= %" PRId64, d,
                                     last, extent);
    }
    return GRN_OK;
}

/* Whether `part` is `sizes` with some of its ones left out, in order. Greedy matching is right: a
 * one that can match may always be matched. */
static bool is_reduced(const grn_type *part, int32_t rank, const int64_t *sizes)
{
    int32_t at = 0;
    for (int32_t d = 0; d < rank; d++)
        if (at < part->rank && part->shape[at] == sizes[d])
            at++;
        else if (sizes[d] != 1)
            return false;
    return at == part->rank;
}

static grn_status part_is_right(const subject *s)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (s->part->rank > s->whole->rank)
        return grn_op_fail_plain(s->op, s->check, "expected rank to be smaller or equal to the other rank. ");
    const grn_type *want =
        grn_type_tensor(s->check->scratch, s->whole->element, s->whole->rank, s->v[SIZES], s->whole->encoding);
    if (!want)
        return GRN_E_MEMORY;
    if (!is_reduced(s->part, s->whole->rank, s->v[SIZES]))
        return grn_op_fail_plain(s->op, s->check,
                                 "expected type to be '%s' or a rank-reduced version. (size mismatch) ",
                                 grn_type_text(want, text, sizeof text));
    if (s->part->element != s->whole->element)
        return grn_op_fail_plain(s->op, s->check, "expected element type to be '%s'",
                                 grn_type_text(s->whole->element, text, sizeof text));
    return GRN_OK;
}

static grn_status verify(subject *s)
{
    grn_status status = grn_slice_verify(s->op, s->check, s->first, s->whole->rank, s->v);
    if (status == GRN_OK)
        status = stays_inside(s);
    return status == GRN_OK ? part_is_right(s) : status;
}

static grn_status extract_verify(const grn_op *op, grn_check *check)
{
    subject s = {
        .op = op, .check = check, .whole = grn_operand_type(op, 0), .part = grn_result_type(op, 0), .first = 1};
    return verify(&s);
}

static grn_status insert_verify(const grn_op *op, grn_check *check)
{
    subject s = {
        .op = op, .check = check, .whole = grn_operand_type(op, 1), .part = grn_operand_type(op, 0), .first = 2};
    if (grn_result_type(op, 0) != grn_operand_type(op, 1))
        return grn_op_fail(op, check, "failed to verify that expected result type to match dest type");
    return verify(&s);
}

/* It stands in what ends an scf.forall, which sees to it that it inserts into what is shared. */
static grn_status parallel_insert_verify(const grn_op *op, grn_check *check)
{
    const grn_op *parent = grn_op_parent(op);
    subject s = {
        .op = op, .check = check, .whole = grn_operand_type(op, 1), .part = grn_operand_type(op, 0), .first = 2};
    if (!parent || !grn_str_is(parent->name, "scf.forall.in_parallel"))
        return grn_op_fail_plain(op, check, "expected ParallelCombiningOpInterface parent, got: '%.*s'",
                                 parent ? (int)parent->name.n : 0, parent ? parent->name.text : "");
    return verify(&s);
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status extract_eval(grn_exec *x, const grn_op *op)
{
    grn_tensor view;
    grn_status status = grn_slice_take(x, op, &x->operands[0].tensor, grn_result_type(op, 0), 1, &view);
    return status == GRN_OK ? grn_hlo_share_result(x, 0, 0, &view) : status;
}

/* The part of `whole` that the source replaces. */
static grn_status take_place(grn_exec *x, const grn_op *op, const grn_tensor *whole, grn_tensor *out)
{
    const grn_tensor *source = &x->operands[0].tensor;
    grn_status status = grn_slice_take(x, op, whole, grn_operand_type(op, 0), 2, out);
    for (int32_t d = 0; status == GRN_OK && d < out->rank; d++)
        if (out->shape[d] != source->shape[d])
            status =
                grn_exec_fail(x, op, GRN_E_SHAPE,
                              "source has %" PRId64 " elements along dimension %" PRId32 ", the slice has %" PRId64,
                              source->shape[d], d, out->shape[d]);
    return status;
}

/* Into the loop's own result: what its steps take stays as it was. */
static grn_status parallel_insert_eval(grn_exec *x, const grn_op *op)
{
    const grn_value *shared = op->operands[1];
    const size_t first = shared->block->nargs - shared->block->region->parent->nresults;
    grn_tensor view;
    grn_status status = take_place(x, op, &(*x->shared)[shared->index - first].tensor, &view);
    if (status == GRN_OK)
        grn_tensor_copy(&view, &x->operands[0].tensor);
    return status;
}

static grn_status insert_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *source = &x->operands[0].tensor;
    grn_tensor view;
    grn_status status = take_place(x, op, &x->operands[1].tensor, &view); /* checks, before all */
    if (status == GRN_OK)
        status = grn_own_operand(x, op, 1, 0);
    if (status == GRN_OK)
        status = grn_slice_take(x, op, &x->results[0].tensor, grn_operand_type(op, 0), 2, &view);
    if (status == GRN_OK)
        grn_tensor_copy(&view, source);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port insert_operands[] = {GRN_PORT("source", grn_is_ranked_tensor),
                                           GRN_PORT("dest", grn_is_ranked_tensor), GRN_SLICE_PORTS, GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};
#define INTO "%source into %dest " GRN_SLICE_ASSEMBLY ": !source into !dest" GRN_SLICE_RULES

const grn_op_def grn_tensor_slice_ops[] = {
    GRN_MLIR_LISTED(tensor, extract_slice, "takes a slice: offsets, sizes, strides",
                    GRN_PORTS(GRN_PORT("source", grn_is_ranked_tensor), GRN_SLICE_PORTS), result, grn_slice_attrs,
                    .traits = GRN_TRAIT_PURE,
                    .assembly = "%source " GRN_SLICE_ASSEMBLY ": !source to !result" GRN_SLICE_RULES,
                    .verify = extract_verify, .subset = GRN_READS(GRN_SUBSET_SLICE, grn_slice_lists),
                    .eval = extract_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(tensor, insert_slice, "replaces a slice: offsets, sizes, strides", insert_operands, result,
                    grn_slice_attrs, .traits = GRN_TRAIT_PURE, .assembly = INTO " ~result=dest",
                    .verify = insert_verify, .subset = GRN_WRITES(GRN_SUBSET_SLICE, grn_slice_lists),
                    .eval = insert_eval),
    GRN_MLIR_LISTED(tensor, parallel_insert_slice, "what an iteration of scf.forall writes into its result",
                    insert_operands, GRN_NO_PORTS, grn_slice_attrs, .assembly = INTO, .verify = parallel_insert_verify,
                    .subset = GRN_WRITES(GRN_SUBSET_SLICE, grn_slice_lists), .eval = parallel_insert_eval),
    {.name = NULL},
};
