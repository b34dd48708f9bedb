/*
 * shape.c - torch.aten.view, reshape, permute, expand, slice.Tensor, select.int, constant_pad_nd,
 * cat, unsqueeze. Values alone count here, so a view of what is not laid out for it is a copy.
 */
#include <inttypes.h>

#include "dialects/torch/torch.h"

/* ---- view, reshape --------------------------------------------------------------------------- */

/* -1 is what is left over. False: that does not come out even, or there are two. */
static bool infer_extent(int32_t rank, int64_t *shape, int64_t elements)
{
    int32_t open = -1;
    int64_t known = 1;
    for (int32_t d = 0; d < rank; d++) {
        if (shape[d] == -1 && open < 0)
            open = d;
        else if (shape[d] < 0 || !grn_mul_i64(known, shape[d], &known))
            return false;
    }
    if (open < 0)
        return known == elements;
    if (known == 0 || elements % known != 0)
        return false;
    shape[open] = elements / known;
    return true;
}

static bool all_known(int32_t count, const int64_t *v)
{
    bool known = true;
    for (int32_t i = 0; i < count; i++)
        known &= v[i] != GRN_DYNAMIC;
    return known;
}

static grn_status too_long(const grn_op *op, const grn_check *check)
{
    return grn_tensor_broken(op, check, "PT-7", "the result has more than %d dimensions", GRN_MAX_RANK);
}

static grn_status view_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0);
    int32_t rank;
    int64_t shape[GRN_MAX_RANK], elements;
    char text[GRN_DIMS_TEXT_BYTES];
    grn_status status = grn_torch_check_list(op, check, 1);
    if (status != GRN_OK)
        return status;
    if (!grn_torch_list_ints(op, 1, &rank, shape))
        return too_long(op, check);
    if (!all_known(rank, shape) || !grn_type_has_static_shape(self) ||
        !grn_shape_elements(self->rank, self->shape, &elements))
        return GRN_OK;
    grn_hlo_shape_text(rank, shape, text, sizeof text);
    if (!infer_extent(rank, shape, elements))
        return grn_tensor_broken(op, check, "PT-7", "shape '%s' is invalid for input of size %" PRId64, text, elements);
    return grn_torch_result_shape(op, check, self->element, rank, shape);
}

static grn_status view_eval(grn_exec *x, const grn_op *op)
{
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_torch_run_ints(x, op, 1, &rank, shape);
    if (status != GRN_OK)
        return status;
    if (!infer_extent(rank, shape, grn_tensor_elements(&x->operands[0].tensor)))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the shape is invalid for input of size %" PRId64,
                             grn_tensor_elements(&x->operands[0].tensor));
    return grn_torch_reshape(x, op, rank, shape);
}

/* ---- unsqueeze ------------------------------------------------------------------------------- */

static void with_one(int32_t rank, const int64_t *from, int64_t at, int64_t *shape)
{
    for (int32_t d = 0; d <= rank; d++)
        shape[d] = d < at ? from[d] : d == at ? 1 : from[d - 1];
}

static grn_status unsqueeze_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0);
    int64_t dim = 0, axis, shape[GRN_MAX_RANK];
    if (self->rank == GRN_MAX_RANK)
        return too_long(op, check);
    if (!grn_constant_operand(op, 1, &dim))
        return GRN_OK;
    grn_status status = grn_torch_check_dim(op, check, self->rank + 1, dim, &axis);
    if (status != GRN_OK)
        return status;
    with_one(self->rank, self->shape, axis, shape);
    return grn_torch_result_shape(op, check, self->element, self->rank + 1, shape);
}

static grn_status unsqueeze_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor;
    int64_t dim = 0, shape[GRN_MAX_RANK];
    grn_status status = grn_torch_run_int(x, op, 1, &dim);
    dim = grn_form_axis(dim, self->rank + 1);
    if (status == GRN_OK && (dim < 0 || dim > self->rank))
        status = grn_exec_fail(x, op, GRN_E_SHAPE, "dim %" PRId64 " is out of range", dim);
    if (status != GRN_OK)
        return status;
    with_one(self->rank, self->shape, dim, shape);
    return grn_torch_reshape(x, op, self->rank + 1, shape);
}

/* ---- permute --------------------------------------------------------------------------------- */

/* Counted from the front; false: no permutation of `rank` dims. */
static bool permutation(int32_t rank, int32_t count, int64_t *v)
{
    uint64_t seen = 0;
    for (int32_t i = 0; i < count; i++) {
        v[i] = grn_form_axis(v[i], rank);
        if (v[i] < 0 || v[i] >= rank || seen >> v[i] & 1)
            return false;
        seen |= (uint64_t)1 << v[i];
    }
    return count == rank;
}

static grn_status permute_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0);
    int32_t count;
    int64_t v[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    grn_status status = grn_torch_check_list(op, check, 1);
    if (status != GRN_OK)
        return status;
    if (!grn_torch_list_ints(op, 1, &count, v))
        return too_long(op, check);
    if (!all_known(count, v))
        return GRN_OK;
    if (!permutation(self->rank, count, v))
        return grn_tensor_broken(op, check, "PT-1", "dims must name each of the %" PRId32 " dimensions of self once",
                                 self->rank);
    for (int32_t d = 0; d < self->rank; d++)
        shape[d] = self->shape[v[d]];
    return grn_torch_result_shape(op, check, self->element, self->rank, shape);
}

static grn_status permute_eval(grn_exec *x, const grn_op *op)
{
    int32_t count = 0;
    int64_t v[GRN_MAX_RANK];
    grn_tensor view;
    grn_status status = grn_torch_run_ints(x, op, 1, &count, v);
    if (status != GRN_OK)
        return status;
    if (!permutation(x->operands[0].tensor.rank, count, v))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "dims name no permutation");
    grn_view_transpose(&x->operands[0].tensor, v, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- expand ---------------------------------------------------------------------------------- */

/* -1 keeps self's extent, which a new dimension in front does not have. */
static bool expanded(int32_t self_rank, const int64_t *self, int32_t rank, int64_t *shape)
{
    for (int32_t d = 0; d < rank; d++) {
        int32_t from = d - (rank - self_rank);
        int64_t have = from < 0 ? 1 : self[from];
        if (shape[d] == -1 && from >= 0)
            shape[d] = have;
        if ((shape[d] < 0 && shape[d] != GRN_DYNAMIC) || (have != 1 && !grn_stablehlo_dim_agrees(have, shape[d])))
            return false;
    }
    return rank >= self_rank;
}

static grn_status expand_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0);
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    char text[GRN_DIMS_TEXT_BYTES], have[GRN_DIMS_TEXT_BYTES];
    grn_status status = grn_torch_check_list(op, check, 1);
    if (status != GRN_OK)
        return status;
    if (!grn_torch_list_ints(op, 1, &rank, shape))
        return too_long(op, check);
    if (!expanded(self->rank, self->shape, rank, shape))
        return grn_tensor_broken(op, check, "PT-11", "shape %s cannot be expanded to %s",
                                 grn_hlo_shape_text(self->rank, self->shape, have, sizeof have),
                                 grn_hlo_shape_text(rank, shape, text, sizeof text));
    return grn_torch_result_shape(op, check, self->element, rank, shape);
}

static grn_status expand_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor;
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor view;
    grn_status status = grn_torch_run_ints(x, op, 1, &rank, shape);
    if (status != GRN_OK)
        return status;
    if (!expanded(self->rank, self->shape, rank, shape) || !grn_torch_view_broadcast(self, rank, shape, &view))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "self cannot be expanded to the size");
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- slice.Tensor ---------------------------------------------------------------------------- */

/* start and end count from the end where negative and are moved inside; none is all of it. */
static int64_t range(int64_t extent, int64_t *start, int64_t *end, int64_t step)
{
    *start = grn_slice_bound(*start, extent);
    *end = grn_slice_bound(*end, extent);
    *end = *end < *start ? *start : *end;
    return (*end - *start) / step + ((*end - *start) % step != 0);
}

static grn_status slice_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0);
    int64_t dim = 0, axis, start = 0, end = INT64_MAX, step = 0, shape[GRN_MAX_RANK];
    if (self->rank == 0)
        return grn_tensor_broken(op, check, "PT-1", "slice() cannot be applied to a 0-dim tensor.");
    if (!grn_constant_operand(op, 1, &dim))
        return GRN_OK;
    grn_status status = grn_torch_check_dim(op, check, self->rank, dim, &axis);
    bool known = (grn_torch_is_none(op, 2) || grn_constant_operand(op, 2, &start)) &&
                 (grn_torch_is_none(op, 3) || grn_constant_operand(op, 3, &end)) && grn_constant_operand(op, 4, &step);
    if (status != GRN_OK)
        return status;
    if (known && step <= 0)
        return grn_tensor_broken(op, check, "PT-1", "slice step must be positive");
    for (int32_t d = 0; d < self->rank; d++)
        shape[d] = self->shape[d];
    bool counts = known && shape[axis] != GRN_DYNAMIC;
    shape[axis] = counts ? range(shape[axis], &start, &end, step) : GRN_DYNAMIC;
    return grn_torch_result_shape(op, check, self->element, self->rank, shape);
}

static grn_status slice_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor;
    int64_t v[] = {0, 0, INT64_MAX, 1}, start[GRN_MAX_RANK], end[GRN_MAX_RANK], step[GRN_MAX_RANK];
    grn_tensor view;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(v); i++)
        if (!grn_torch_is_none(op, i + 1))
            status = grn_torch_run_int(x, op, i + 1, &v[i]);
    int64_t axis = grn_form_axis(v[0], self->rank);
    if (status == GRN_OK && (axis < 0 || axis >= self->rank || v[3] < 1))
        status = grn_exec_fail(x, op, GRN_E_SHAPE, "dim %" PRId64 " or step %" PRId64 " is out of range", v[0], v[3]);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < self->rank; d++) {
        start[d] = 0;
        end[d] = self->shape[d];
        step[d] = 1;
    }
    (void)range(self->shape[axis], &v[1], &v[2], v[3]);
    start[axis] = v[1];
    end[axis] = v[2];
    step[axis] = v[3];
    grn_view_slice(self, start, end, step, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- select.int ------------------------------------------------------------------------------ */

static void without(int32_t rank, const int64_t *from, int64_t at, int64_t *shape)
{
    for (int32_t d = 0; d + 1 < rank; d++)
        shape[d] = from[d + (d >= at)];
}

static grn_status select_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0);
    int64_t dim = 0, axis, index, shape[GRN_MAX_RANK];
    char text[GRN_DIMS_TEXT_BYTES];
    if (self->rank == 0)
        return grn_tensor_broken(op, check, "PT-1", "select() cannot be applied to a 0-dim tensor.");
    if (!grn_constant_operand(op, 1, &dim))
        return GRN_OK;
    grn_status status = grn_torch_check_dim(op, check, self->rank, dim, &axis);
    if (status != GRN_OK)
        return status;
    const int64_t extent = self->shape[axis];
    if (extent != GRN_DYNAMIC && grn_constant_operand(op, 2, &index) && (index < -extent || index >= extent))
        return grn_tensor_broken(op, check, "PT-1",
                                 "select(): index %" PRId64 " out of range for tensor of size %s at dimension %" PRId64,
                                 index, grn_hlo_shape_text(self->rank, self->shape, text, sizeof text), axis);
    without(self->rank, self->shape, axis, shape);
    return grn_torch_result_shape(op, check, self->element, self->rank - 1, shape);
}

static grn_status select_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor;
    int64_t dim = 0, index = 0;
    grn_tensor view = *self;
    grn_status status = grn_torch_run_int(x, op, 1, &dim);
    if (status == GRN_OK)
        status = grn_torch_run_int(x, op, 2, &index);
    const int64_t axis = grn_form_axis(dim, self->rank);
    if (status == GRN_OK && (axis < 0 || axis >= self->rank))
        status = grn_exec_fail(x, op, GRN_E_SHAPE, "dim %" PRId64 " is out of range", dim);
    if (status != GRN_OK)
        return status;
    const int64_t extent = self->shape[axis];
    if (index < -extent || index >= extent)
        return grn_exec_fail(x, op, GRN_E_INDEX,
                             "select(): index %" PRId64 " out of range for %" PRId64 " at dimension %" PRId64, index,
                             extent, axis);
    without(self->rank, self->shape, axis, view.shape);
    without(self->rank, self->stride, axis, view.stride);
    view.rank = self->rank - 1;
    view.data = (char *)self->data +
                (index < 0 ? index + extent : index) * self->stride[axis] * (int64_t)grn_dtype_bytes(self->dtype);
    return grn_hlo_share_result(x, 0, 0, &view);
}

/* ---- constant_pad_nd ------------------------------------------------------------------------- */

/* Pairs of how much comes before and behind, the last dim first; a negative number takes away. -1:
 * as many extents cannot be. */
static int32_t padded(int32_t rank, int32_t count, const int64_t *pads, int64_t *shape, int64_t *low)
{
    for (int32_t d = 0; d < rank; d++)
        low[d] = 0;
    for (int32_t i = 0; 2 * i < count; i++) {
        const int32_t d = rank - 1 - i;
        low[d] = pads[2 * i];
        if (shape[d] == GRN_DYNAMIC)
            continue;
        const bool first = pads[2 * i] > pads[2 * i + 1]; /* what is added goes before what is taken away */
        if (!grn_grow_extent(pads[2 * i + !first], &shape[d]) || !grn_grow_extent(pads[2 * i + first], &shape[d]))
            return -1;
    }
    return rank;
}

static grn_status pad_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0);
    int32_t count;
    int64_t pads[GRN_MAX_RANK], low[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    char text[GRN_DIMS_TEXT_BYTES];
    grn_status status = grn_torch_check_list(op, check, 1);
    if (status != GRN_OK || !grn_torch_list_ints(op, 1, &count, pads))
        return status == GRN_OK ? too_long(op, check) : status;
    if (count % 2 != 0)
        return grn_tensor_broken(op, check, "PT-1", "Length of pad must be even but instead it equals %" PRId32, count);
    if (count > 2 * self->rank)
        return grn_tensor_broken(
            op, check, "PT-1",
            "Length of pad should be no more than twice the number of dimensions of the input. Pad length is "
            "%" PRId32 " while the input has %" PRId32 " dimensions.",
            count, self->rank);
    if (!all_known(count, pads))
        return GRN_OK;
    for (int32_t d = 0; d < self->rank; d++)
        shape[d] = self->shape[d];
    if (padded(self->rank, count, pads, shape, low) < 0)
        return grn_tensor_broken(op, check, "PT-1", "the input of shape %s has not as many elements as pad takes away",
                                 grn_hlo_shape_text(self->rank, self->shape, text, sizeof text));
    return grn_torch_result_shape(op, check, self->element, self->rank, shape);
}

static grn_status pad_eval(grn_exec *x, const grn_op *op)
{
    static const int64_t none[GRN_MAX_RANK];
    const grn_tensor *self = &x->operands[0].tensor;
    int32_t count = 0;
    int64_t pads[GRN_MAX_RANK], low[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    unsigned char value[16];
    grn_status status = grn_torch_run_ints(x, op, 1, &count, pads);
    for (int32_t d = 0; d < self->rank; d++)
        shape[d] = self->shape[d];
    if (status == GRN_OK && (count > 2 * self->rank || padded(self->rank, count, pads, shape, low) < 0))
        status = grn_exec_fail(x, op, GRN_E_SHAPE, "pad takes away more than there is");
    if (status == GRN_OK)
        status = grn_torch_run_scalar(x, op, 2, self->dtype, value);
    if (status == GRN_OK)
        status = x->calls->alloc(x, self->dtype, self->rank, shape, &x->results[0]);
    if (status == GRN_OK)
        grn_eval_pad(&x->results[0].tensor, self, value, low, none);
    return status;
}

/* ---- cat ------------------------------------------------------------------------------------- */

/* PT-7: all agree beside dim. */
static grn_status add_part(const grn_op *op, const grn_check *check, const grn_type *part, int64_t axis, int64_t *shape)
{
    for (int32_t d = 0; d < part->rank; d++)
        if (d != axis && !grn_stablehlo_dim_agrees(shape[d], part->shape[d]))
            return grn_tensor_broken(op, check, "PT-7",
                                     "Sizes of tensors must match except in dimension %" PRId64
                                     ". Expected size %" PRId64 " but got size %" PRId64,
                                     axis, shape[d], part->shape[d]);
        else if (shape[d] == GRN_DYNAMIC && d != axis)
            shape[d] = part->shape[d];
    bool known = shape[axis] != GRN_DYNAMIC && part->shape[axis] != GRN_DYNAMIC;
    if (!known || !grn_add_i64(shape[axis], part->shape[axis], &shape[axis]))
        shape[axis] = GRN_DYNAMIC;
    return GRN_OK;
}

static grn_status cat_verify(const grn_op *op, grn_check *check)
{
    int64_t dim = 0, axis, shape[GRN_MAX_RANK];
    grn_status status = grn_torch_check_list(op, check, 0);
    if (status != GRN_OK)
        return status;
    const grn_op *list = grn_torch_list_of(op, 0);
    const grn_type *first = list->noperands ? grn_torch_at(list, 0) : NULL;
    if (!first)
        return grn_tensor_broken(op, check, "PT-12", "cat expects a non-empty list of tensors");
    for (size_t i = 0; i < list->noperands; i++) {
        const grn_type *part = grn_torch_at(list, i);
        if (!part || part->element != first->element || part->rank != first->rank || part->rank == 0)
            return grn_tensor_broken(op, check, "PT-11", "tensors must have one dtype and one rank, 1 or more");
    }
    if (!grn_constant_operand(op, 1, &dim))
        return GRN_OK;
    status = grn_torch_check_dim(op, check, first->rank, dim, &axis);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < first->rank; d++)
        shape[d] = d == axis ? 0 : first->shape[d];
    for (size_t i = 0; status == GRN_OK && i < list->noperands; i++)
        status = add_part(op, check, grn_torch_at(list, i), axis, shape);
    return status == GRN_OK ? grn_torch_result_shape(op, check, first->element, first->rank, shape) : status;
}

static grn_status cat_shape(const grn_exec *x, const grn_op *op, const grn_rt *list, int64_t axis, grn_tensor *in,
                            int64_t *shape)
{
    for (size_t i = 0; i < list->nmembers; i++) {
        in[i] = list->members[i].tensor;
        for (int32_t d = 0; d < in[0].rank; d++) {
            bool fits = in[i].rank == in[0].rank && (d == axis || in[i].shape[d] == in[0].shape[d]);
            int64_t so_far = i == 0 ? 0 : shape[d];
            if (!fits || (d == axis && !grn_add_i64(so_far, in[i].shape[d], &shape[d])))
                return grn_exec_fail(x, op, GRN_E_SHAPE, "Sizes of tensors must match except in dimension %" PRId64,
                                     axis);
            if (d != axis)
                shape[d] = in[0].shape[d];
        }
    }
    return GRN_OK;
}

static grn_status cat_eval(grn_exec *x, const grn_op *op)
{
    const grn_rt *list = &x->operands[0];
    int64_t dim = 0, shape[GRN_MAX_RANK];
    grn_hlo_values in;
    grn_status status = grn_torch_run_int(x, op, 1, &dim);
    int32_t rank = list->nmembers ? list->members[0].tensor.rank : 0;
    int64_t axis = grn_form_axis(dim, rank);
    if (status == GRN_OK && (axis < 0 || axis >= rank))
        status = grn_exec_fail(x, op, GRN_E_SHAPE, "dim %" PRId64 " is out of range", dim);
    if (status != GRN_OK)
        return status;
    status = grn_hlo_values_begin(x, op, list->nmembers, &in);
    if (status == GRN_OK)
        status = cat_shape(x, op, list, axis, in.tensor, shape);
    if (status == GRN_OK)
        status = x->calls->alloc(x, in.tensor[0].dtype, rank, shape, &x->results[0]);
    if (status == GRN_OK)
        grn_eval_concatenate(&x->results[0].tensor, list->nmembers, in.tensor, (int32_t)axis);
    grn_hlo_values_end(&in);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define LIST(name) GRN_PORT(name, grn_torch_list)
#define MAYBE(name) GRN_PORT(name, grn_torch_maybe_int)
static const grn_port size_operands[] = {GRN_TORCH_SELF, LIST("size"), GRN_PORTS_END};

const grn_op_def grn_torch_shape_ops[] = {
    GRN_TORCH_ATEN("view", "the same elements under another shape", "PT-7; PT-12", size_operands, .verify = view_verify,
                   .eval = view_eval, .work = GRN_WORK_OWN),
    GRN_TORCH_ATEN("reshape", "the same elements under another shape", "PT-7; PT-12", size_operands,
                   .verify = view_verify, .eval = view_eval, .work = GRN_WORK_OWN),
    GRN_TORCH_ATEN("unsqueeze", "puts in a dimension of one element", "PT-1; PT-7",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM), .verify = unsqueeze_verify, .eval = unsqueeze_eval,
                   .work = GRN_WORK_OWN),
    GRN_TORCH_ATEN("permute", "permutes the dimensions", "PT-1; PT-7; PT-12", GRN_PORTS(GRN_TORCH_SELF, LIST("dims")),
                   .verify = permute_verify, .eval = permute_eval, .work = GRN_WORK_OWN),
    GRN_TORCH_ATEN("expand", "repeats dimensions of one element", "PT-7; PT-11; PT-12",
                   GRN_PORTS(GRN_TORCH_SELF, LIST("size"), GRN_PORT("implicit", grn_torch_bool)),
                   .verify = expand_verify, .eval = expand_eval, .work = GRN_WORK_OWN),
    GRN_TORCH_ATEN(
        "slice.Tensor", "takes elements from start to end in steps along dim", "PT-1; PT-7",
        GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM, MAYBE("start"), MAYBE("end"), GRN_PORT("step", grn_torch_int)),
        .verify = slice_verify, .eval = slice_eval, .work = GRN_WORK_OWN),
    GRN_TORCH_ATEN("select.int", "takes one slice along dim, which goes away", "PT-1; PT-7",
                   GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM, GRN_PORT("index", grn_torch_int)), .verify = select_verify,
                   .eval = select_eval, .work = GRN_WORK_OWN),
    GRN_TORCH_ATEN("constant_pad_nd", "puts a value around the last dimensions", "PT-1; PT-7",
                   GRN_PORTS(GRN_TORCH_SELF, LIST("pad"), GRN_PORT("value", grn_torch_scalar)), .verify = pad_verify,
                   .eval = pad_eval),
    GRN_TORCH_ATEN("cat", "joins tensors along dim", "PT-1; PT-7; PT-11; PT-12",
                   GRN_PORTS(LIST("tensors"), GRN_TORCH_DIM), .verify = cat_verify, .eval = cat_eval),
    {.name = NULL},
};
