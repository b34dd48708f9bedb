/*
 * reshape.c - expand_shape, collapse_shape, reshape: another shape for the
 * same elements (MLIR tensor dialect, the sections of those names).
 */
#include <inttypes.h>

#include "dialects/tensor/tensor.h"

/* ---- reassociation --------------------------------------------------------------------------- */

typedef struct subject {
    const grn_op *op;
    const grn_check *check;
    const grn_type *expanded, *collapsed;
    const grn_attr *groups;
} subject;

/* The dims of expanded that the groups name, by the largest: it may be the largest int64_t. */
static uint64_t dims_named(const subject *s)
{
    int64_t largest = -1;
    for (size_t g = 0; g < s->groups->array.count; g++)
        for (size_t i = 0; i < s->groups->array.items[g]->ndims; i++)
            if (s->groups->array.items[g]->dims[i] > largest)
                largest = s->groups->array.items[g]->dims[i];
    return (uint64_t)largest + 1;
}

/* 0, 1, 2, ... in order over all groups, none of which is empty. */
static grn_status is_partition(const subject *s)
{
    int64_t next = 0;
    uint64_t named = dims_named(s);
    if (s->groups->array.count != (size_t)s->collapsed->rank)
        return grn_op_fail(s->op, s->check,
                           "expected collapsed rank (%" PRId32 ") to equal the number of reassociation maps (%zu).",
                           s->collapsed->rank, s->groups->array.count);
    for (size_t g = 0; g < s->groups->array.count; g++) {
        const grn_attr *group = s->groups->array.items[g];
        if (named != (uint64_t)s->expanded->rank)
            return grn_op_fail(s->op, s->check,
                               "expected reassociation map #%zu to have size equal to the expanded rank (%" PRId32
                               "), but it is  %" PRIu64 ".",
                               g, s->expanded->rank, named);
        for (size_t i = 0; i < group->ndims; i++)
            if (group->dims[i] != next++)
                return grn_op_fail(s->op, s->check, "expected reassociation map #%zu to be valid and contiguous.", g);
    }
    return GRN_OK;
}

static grn_status extents_agree(const subject *s)
{
    for (int32_t d = 0; d < s->collapsed->rank; d++) {
        int64_t want = grn_joined_extent(s->expanded, s->groups->array.items[d]), have = s->collapsed->shape[d];
        if (want == have)
            continue;
        if (want == GRN_DYNAMIC)
            return grn_op_fail(s->op, s->check,
                               "expected dimension %" PRId32
                               " of collapsed type to be dynamic since one or more of the "
                               "corresponding dimensions in the expanded type is dynamic",
                               d);
        return grn_op_fail(s->op, s->check,
                           "expected dimension %" PRId32 " of collapsed type to be static value of %" PRId64, d, want);
    }
    for (int32_t d = 0; s->collapsed->rank == 0 && d < s->expanded->rank; d++)
        if (s->expanded->shape[d] != 1)
            return grn_op_fail(
                s->op, s->check,
                "a tensor of rank 0 has one element, so dimension %" PRId32 " of the expanded type must be 1", d);
    return GRN_OK;
}

static grn_status elements_agree(const subject *s)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    if (s->collapsed->element == s->expanded->element)
        return GRN_OK;
    const grn_type *type = grn_type_tensor(s->check->scratch, s->expanded->element, s->collapsed->rank,
                                           s->collapsed->shape, s->collapsed->encoding);
    return type ? grn_op_fail(s->op, s->check, "expected collapsed type to be '%s', but got '%s'",
                              grn_type_text(type, want, sizeof want), grn_type_text(s->collapsed, have, sizeof have))
                : GRN_E_MEMORY;
}

static grn_status verify_groups(const grn_op *op, grn_check *check, const grn_type *expanded, const grn_type *collapsed)
{
    subject s = {op, check, expanded, collapsed, grn_op_attr(op, "reassociation")};
    grn_status status = collapsed->rank == 0 && s.groups->array.count == 0 ? GRN_OK : is_partition(&s);
    if (status == GRN_OK)
        status = extents_agree(&s);
    return status == GRN_OK ? elements_agree(&s) : status;
}

static grn_status collapse_verify(const grn_op *op, grn_check *check)
{
    return verify_groups(op, check, grn_operand_type(op, 0), grn_result_type(op, 0));
}

/* output_shape repeats the extents that the type has, and gives the others. LLVM 19 lets the two
 * contradict each other. */
static grn_status output_shape_agrees(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_result_type(op, 0);
    size_t count, dynamic = 0;
    const int64_t *v;
    if (!grn_op_dims(op, "static_output_shape", &count, &v) || count != (size_t)type->rank)
        return grn_op_fail(op, check,
                           "expected number of static shape dims to be equal to the output rank (%" PRId32
                           ") but found %zu inputs instead",
                           type->rank, count);
    for (size_t d = 0; d < count; d++) {
        dynamic += v[d] == GRN_DYNAMIC;
        if (v[d] != type->shape[d])
            return grn_op_fail(op, check, "expected dimension %zu of output_shape to be %s the result type has it", d,
                               type->shape[d] == GRN_DYNAMIC ? "an operand, since dynamic is how" : "the number that");
    }
    if (dynamic != op->noperands - 1)
        return grn_op_fail(op, check, "incorrect number of dynamic sizes, has %zu, expected %zu", op->noperands - 1,
                           dynamic);
    return GRN_OK;
}

static grn_status expand_verify(const grn_op *op, grn_check *check)
{
    grn_status status = output_shape_agrees(op, check);
    return status == GRN_OK ? verify_groups(op, check, grn_result_type(op, 0), grn_operand_type(op, 0)) : status;
}

/* Of a shape that a tensor gives. */
static grn_status reshape_verify(const grn_op *op, grn_check *check)
{
    const grn_type *from = grn_operand_type(op, 0), *list = grn_operand_type(op, 1), *to = grn_result_type(op, 0);
    int64_t before, after;
    if (from->element != to->element)
        return grn_op_fail(op, check, "element types of source and destination tensor types should be the same");
    if (to->kind != GRN_TYPE_TENSOR)
        return GRN_OK;
    if (from->kind == GRN_TYPE_TENSOR && grn_type_has_static_shape(from) && grn_type_has_static_shape(to) &&
        grn_shape_elements(from->rank, from->shape, &before) && grn_shape_elements(to->rank, to->shape, &after) &&
        before != after)
        return grn_op_fail(op, check, "source and destination tensor should have the same number of elements");
    if (list->shape[0] == GRN_DYNAMIC)
        return grn_op_fail(op, check,
                           "cannot use shape operand with dynamic length to reshape to statically-ranked tensor type");
    if (list->shape[0] != to->rank)
        return grn_op_fail(op, check, "length of shape operand differs from the result's tensor rank");
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

/* A view where strides can express it, else a copy. */
static grn_status reshaped(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_tensor view;
    if (grn_view_reshape(in, rank, shape, &view))
        return grn_hlo_share_result(x, 0, 0, &view);
    grn_status status = grn_hlo_new_result(x, op, 0, rank, shape);
    if (status == GRN_OK && grn_view_reshape(&x->results[0].tensor, in->rank, in->shape, &view))
        grn_tensor_copy(&view, in);
    return status;
}

static grn_status collapse_eval(grn_exec *x, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_collapsed_shape(x, op, shape);
    return status == GRN_OK ? reshaped(x, op, grn_result_type(op, 0)->rank, shape) : status;
}

static grn_status expand_eval(grn_exec *x, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_expanded_shape(x, op, shape);
    return status == GRN_OK ? reshaped(x, op, grn_result_type(op, 0)->rank, shape) : status;
}

/* The extents that operand 1 lists. */
static grn_status read_shape(grn_exec *x, const grn_op *op, int32_t *rank, int64_t *shape)
{
    const grn_tensor *list = &x->operands[1].tensor;
    if (list->shape[0] > GRN_MAX_RANK)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "%" PRId64 " dimensions, garner's limit is %d", list->shape[0],
                             GRN_MAX_RANK);
    *rank = (int32_t)list->shape[0];
    for (int32_t d = 0; d < *rank; d++) {
        shape[d] = grn_index_load(list->dtype, grn_tensor_at(list, d * list->stride[0]));
        if (shape[d] < 0)
            return grn_exec_fail(x, op, GRN_E_SHAPE, "extent %" PRId64 " of dimension %" PRId32 " is negative",
                                 shape[d], d);
    }
    return GRN_OK;
}

static grn_status reshape_eval(grn_exec *x, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK], elements;
    int32_t rank = 0;
    grn_status status = read_shape(x, op, &rank, shape);
    if (status != GRN_OK)
        return status;
    if (!grn_shape_elements(rank, shape, &elements) || elements != grn_tensor_elements(&x->operands[0].tensor))
        return grn_exec_fail(x, op, GRN_E_SHAPE,
                             "the shape has another number of elements than the source, which has %" PRId64,
                             grn_tensor_elements(&x->operands[0].tensor));
    return reshaped(x, op, rank, shape);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port source[] = {GRN_PORT("src", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};

static bool is_list(const grn_type *t) { return grn_is_index_or_signless_tensor.matches(t) && t->rank == 1; }
static const grn_type_class shape_list = {"1D tensor of signless integer or index values", is_list};

const grn_op_def grn_tensor_reshape_ops[] = {
    GRN_MLIR_LISTED(tensor, reshape, "the same elements under a shape that a tensor gives",
                    GRN_PORTS(GRN_PORT("source", grn_is_any_tensor), GRN_PORT("shape", shape_list)),
                    GRN_PORTS(GRN_PORT("result", grn_is_any_tensor)), GRN_NO_ATTRS,
                    .assembly = "%source ( %shape ) {} : !fn", .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW,
                    .verify = reshape_verify, .eval = reshape_eval),
    GRN_MLIR_LISTED(
        tensor, expand_shape, "the same elements with one dimension as several",
        GRN_PORTS(GRN_PORT("src", grn_is_ranked_tensor), GRN_PORT_ANY("output_shape", grn_is_index)), result,
        GRN_ATTRS(GRN_NEEDS("reassociation", grn_is_reassociation), GRN_NEEDS("static_output_shape", grn_attr_is_dims)),
        .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = grn_expand_parse, .assembly = GRN_EXPAND_ASSEMBLY,
        .verify = expand_verify, .eval = expand_eval),
    GRN_MLIR_LISTED(tensor, collapse_shape, "the same elements with several dimensions as one", source, result,
                    GRN_ATTRS(GRN_NEEDS("reassociation", grn_is_reassociation)),
                    .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = grn_collapse_parse,
                    .assembly = GRN_COLLAPSE_ASSEMBLY, .verify = collapse_verify, .eval = collapse_eval),
    {.name = NULL},
};
