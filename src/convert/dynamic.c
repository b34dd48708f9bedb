/*
 * dynamic.c - ops with a computed shape: the shape that their constants give, and whether an op can
 * run with it. One that cannot is an error when it runs; in another dialect it might not even
 * verify.
 */
#include "convert/steps.h"

bool grn_constant_list(const grn_value *list, grn_dims *out)
{
    int64_t scalar;
    grn_tensor t;
    unsigned char element[16];
    *out = (grn_dims){.count = 0};
    if (!grn_constant_tensor(list, &scalar, &t) || !grn_dtype_is_integer(t.dtype) ||
        grn_tensor_elements(&t) > GRN_MAX_RANK)
        return false;
    for (int64_t k = 0; k < grn_tensor_elements(&t); k++) {
        grn_tensor_read(&t, k, 1, element);
        grn_dims_push(out, grn_index_load(t.dtype, element));
    }
    return true;
}

/* Whether a result of these extents has type `t`. */
static bool agrees(const grn_dims *extents, const grn_type *t)
{
    bool same = extents->count == t->rank;
    for (int32_t d = 0; same && d < t->rank; d++)
        same = extents->v[d] >= 0 && (t->shape[d] == GRN_DYNAMIC || t->shape[d] == extents->v[d]);
    return same;
}

bool grn_reshape_may_run(const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0);
    grn_dims to;
    int64_t n, made;
    if (!grn_constant_list(op->operands[1], &to))
        return true;
    return agrees(&to, grn_result_type(op, 0)) && grn_shape_elements(to.count, to.v, &made) &&
           (!grn_type_has_static_shape(from) || (grn_shape_elements(from->rank, from->shape, &n) && n == made));
}

static bool broadcast_may_run(const grn_op *op, size_t count, const int64_t *dims)
{
    const grn_type *from = grn_operand_type(op, 0);
    grn_dims to;
    if (!grn_constant_list(op->operands[1], &to))
        return true;
    bool may = agrees(&to, grn_result_type(op, 0));
    for (size_t i = 0; may && i < count; i++)
        may = from->shape[i] == GRN_DYNAMIC || from->shape[i] == 1 || from->shape[i] == to.v[dims[i]];
    return may;
}

bool grn_broadcast_adds(const grn_op *op, grn_dims *added)
{
    size_t count = 0, at = 0;
    const int64_t *dims = NULL;
    *added = (grn_dims){.count = 0};
    if (!grn_op_dims(op, "broadcast_dimensions", &count, &dims) || !broadcast_may_run(op, count, dims))
        return false;
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank; d++) {
        if (at < count && dims[at] == d)
            at++;
        else
            grn_dims_push(added, d);
    }
    return at == count;
}

bool grn_slice_may_run(const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0);
    grn_dims start, limit, step, extents;
    const bool steps = grn_constant_list(op->operands[3], &step);
    for (int32_t d = 0; steps && d < step.count; d++)
        if (step.v[d] <= 0)
            return false;
    if (!steps || !grn_constant_list(op->operands[1], &start) || !grn_constant_list(op->operands[2], &limit))
        return true;
    extents = start;
    for (int32_t d = 0; d < start.count; d++) {
        const bool inside = start.v[d] >= 0 && start.v[d] <= limit.v[d] &&
                            (from->shape[d] == GRN_DYNAMIC || limit.v[d] <= from->shape[d]);
        if (!inside)
            return false;
        const int64_t length = limit.v[d] - start.v[d];
        extents.v[d] = length / step.v[d] + (length % step.v[d] != 0);
    }
    return agrees(&extents, grn_result_type(op, 0));
}
