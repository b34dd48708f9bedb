/*
 * reshape.c - memref.collapse_shape and expand_shape: dimensions that lie one
 * in the other joined or split (MLIR memref dialect, the sections of those
 * names).
 */
#include <inttypes.h>

#include "dialects/memref/memref.h"

/* ---- reassociation --------------------------------------------------------------------------- */

typedef struct subject {
    const grn_op *op;
    const grn_check *check;
    const grn_type *expanded, *collapsed;
    const grn_attr *groups;
} subject;

static grn_status groups_are_right(const subject *s)
{
    int64_t next = 0;
    size_t n = s->groups->array.count;
    if (n != (size_t)s->collapsed->rank)
        return grn_op_fail(s->op, s->check, "invalid number of reassociation groups: found %zu, expected %" PRId32, n,
                           s->collapsed->rank);
    for (size_t g = 0; g < n; g++)
        for (size_t i = 0; i < s->groups->array.items[g]->ndims; i++) {
            int64_t d = s->groups->array.items[g]->dims[i];
            if (d != next++)
                return grn_op_fail(s->op, s->check, "reassociation indices must be contiguous");
            if (d >= s->expanded->rank)
                return grn_op_fail(s->op, s->check, "reassociation index %" PRId64 " is out of bounds", d);
        }
    return GRN_OK;
}

static grn_status extents_agree(const subject *s)
{
    size_t named = 0;
    for (int32_t g = 0; g < s->collapsed->rank; g++) {
        int64_t want = grn_joined_extent(s->expanded, s->groups->array.items[g]), have = s->collapsed->shape[g];
        named += s->groups->array.items[g]->ndims;
        if ((want == GRN_DYNAMIC) != (have == GRN_DYNAMIC))
            return grn_op_fail(
                s->op, s->check,
                "collapsed dim (%" PRId32 ") must be dynamic if and only if reassociation group is dynamic", g);
        if (want != have)
            return grn_op_fail(s->op, s->check,
                               "collapsed dim size (%" PRId64 ") must equal reassociation group size (%" PRId64 ")",
                               have, want);
    }
    for (int32_t d = 0; s->collapsed->rank == 0 && d < s->expanded->rank; d++)
        if (s->expanded->shape[d] != 1)
            return grn_op_fail(
                s->op, s->check,
                "a memref of rank 0 has one element, so dimension %" PRId32 " of the expanded type must be 1", d);
    if (s->collapsed->rank && named != (size_t)s->expanded->rank)
        return grn_op_fail(s->op, s->check, "%zu dimensions are named, the expanded type has %" PRId32, named,
                           s->expanded->rank);
    return GRN_OK;
}

/* ---- layouts --------------------------------------------------------------------------------- */

/* The strides of the collapsed dims: of the last dim of each group that has more than one element;
 * false where two dims of a group are known not to lie one in the other. */
static bool collapse_strides(const subject *s, const int64_t *strides, int64_t *out)
{
    for (size_t g = 0; g < s->groups->array.count; g++) {
        const grn_attr *group = s->groups->array.items[g];
        int64_t inner = 1;
        out[g] = group->ndims ? strides[group->dims[group->ndims - 1]] : 1;
        for (size_t i = group->ndims; i-- > 0;) {
            int64_t d = group->dims[i], step;
            if (s->expanded->shape[d] == 1)
                continue;
            if (inner == 1)
                out[g] = strides[d];
            bool known = inner != GRN_DYNAMIC && out[g] != GRN_DYNAMIC && strides[d] != GRN_DYNAMIC;
            if (known && grn_mul_i64(out[g], inner, &step) && step != strides[d])
                return false;
            if (inner == GRN_DYNAMIC || s->expanded->shape[d] == GRN_DYNAMIC ||
                !grn_mul_i64(inner, s->expanded->shape[d], &inner))
                inner = GRN_DYNAMIC;
        }
    }
    return true;
}

static grn_status other_type(const subject *s, const grn_type *want, const grn_type *have, const char *which)
{
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    if (!want)
        return GRN_E_MEMORY;
    if (grn_types_equal(want, have))
        return GRN_OK;
    return grn_op_fail(s->op, s->check, "expected %s type to be '%s' but found '%s'", which,
                       grn_type_text(want, a, sizeof a), grn_type_text(have, b, sizeof b));
}

static const grn_type *plain(grn_ir *ir, const grn_type *like, const grn_type *shape)
{
    return grn_type_memref(
        ir,
        &(grn_type){.element = like->element, .rank = shape->rank, .shape = shape->shape, .encoding = like->encoding});
}

static grn_status collapse_layout(const subject *s)
{
    grn_ir *ir = s->check->scratch;
    const grn_type *from = s->expanded, *to = s->collapsed;
    int64_t strides[GRN_MAX_RANK], joined[GRN_MAX_RANK], offset;
    if (!from->strided && !from->layout)
        return other_type(s, plain(ir, from, to), to, "collapsed");
    if (!grn_memref_strides(from, strides, &offset) || !collapse_strides(s, strides, joined))
        return grn_op_fail(s->op, s->check, "invalid source layout map or collapsing non-contiguous dims");
    return other_type(s, grn_memref_strided(ir, from, to->rank, to->shape, joined, offset), to, "collapsed");
}

static grn_status expand_layout(const subject *s)
{
    grn_ir *ir = s->check->scratch;
    const grn_type *from = s->collapsed, *to = s->expanded;
    int64_t strides[GRN_MAX_RANK], split[GRN_MAX_RANK], offset;
    if (!from->strided && !from->layout)
        return other_type(s, plain(ir, from, to), to, "expanded");
    if (!grn_memref_strides(from, strides, &offset))
        return grn_op_fail(s->op, s->check, "invalid source layout map");
    for (size_t g = 0; g < s->groups->array.count; g++) {
        const grn_attr *group = s->groups->array.items[g];
        int64_t step = strides[g];
        for (size_t i = group->ndims; i-- > 0;) {
            int64_t d = group->dims[i];
            split[d] = step;
            if (step == GRN_DYNAMIC || to->shape[d] == GRN_DYNAMIC || !grn_mul_i64(step, to->shape[d], &step))
                step = GRN_DYNAMIC;
        }
    }
    return other_type(s, grn_memref_strided(ir, from, to->rank, to->shape, split, offset), to, "expanded");
}

static grn_status collapse_verify(const grn_op *op, grn_check *check)
{
    subject s = {op, check, grn_operand_type(op, 0), grn_result_type(op, 0), grn_op_attr(op, "reassociation")};
    grn_status status = groups_are_right(&s);
    if (status == GRN_OK)
        status = extents_agree(&s);
    return status == GRN_OK ? collapse_layout(&s) : status;
}

static grn_status output_shape_agrees(const grn_op *op, const grn_check *check)
{
    const grn_type *type = grn_result_type(op, 0);
    size_t count, dynamic = 0;
    const int64_t *v;
    if (!grn_op_dims(op, "static_output_shape", &count, &v) || count != (size_t)type->rank)
        return grn_op_fail(op, check,
                           "expected number of static shape bounds to be equal to the output rank (%" PRId32
                           ") but found %zu inputs instead",
                           type->rank, count);
    for (size_t d = 0; d < count; d++) {
        dynamic += v[d] == GRN_DYNAMIC;
        if (v[d] != type->shape[d])
            return grn_op_fail(op, check, "invalid output shape provided at pos %zu", d);
    }
    if (dynamic != op->noperands - 1)
        return grn_op_fail(
            op, check,
            "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has %zu "
            "dynamic dims while output_shape has %zu values",
            dynamic, op->noperands - 1);
    return GRN_OK;
}

static grn_status expand_verify(const grn_op *op, grn_check *check)
{
    subject s = {op, check, grn_result_type(op, 0), grn_operand_type(op, 0), grn_op_attr(op, "reassociation")};
    grn_status status = groups_are_right(&s);
    if (status == GRN_OK)
        status = extents_agree(&s);
    if (status == GRN_OK)
        status = expand_layout(&s);
    return status == GRN_OK ? output_shape_agrees(op, check) : status;
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status reshaped(grn_exec *x, const grn_op *op, const int64_t *shape)
{
    grn_tensor view;
    if (!grn_view_reshape(&x->operands[0].tensor, grn_result_type(op, 0)->rank, shape, &view))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the dimensions do not lie one in the other");
    return grn_memref_share(x, op, &view);
}

static grn_status collapse_eval(grn_exec *x, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_collapsed_shape(x, op, shape);
    return status == GRN_OK ? reshaped(x, op, shape) : status;
}

static grn_status expand_eval(grn_exec *x, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_expanded_shape(x, op, shape);
    return status == GRN_OK ? reshaped(x, op, shape) : status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port source[] = {GRN_PORT("src", grn_is_memref), GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_is_memref), GRN_PORTS_END};

const grn_op_def grn_memref_reshape_ops[] = {
    GRN_MLIR_LISTED(
        memref, expand_shape, "a view with one dimension as several",
        GRN_PORTS(GRN_PORT("src", grn_is_memref), GRN_PORT_ANY("output_shape", grn_is_index)), result,
        GRN_ATTRS(GRN_NEEDS("reassociation", grn_is_reassociation), GRN_NEEDS("static_output_shape", grn_attr_is_dims)),
        .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = grn_expand_parse, .assembly = GRN_EXPAND_ASSEMBLY,
        .verify = expand_verify, .eval = expand_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(memref, collapse_shape, "a view with several dimensions as one", source, result,
                    GRN_ATTRS(GRN_NEEDS("reassociation", grn_is_reassociation)),
                    .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = grn_collapse_parse,
                    .assembly = GRN_COLLAPSE_ASSEMBLY, .verify = collapse_verify, .eval = collapse_eval,
                    .work = GRN_WORK_OWN),
    {.name = NULL},
};
