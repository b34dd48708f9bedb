/* torch_segment.c - torch.segment_reduce and its gradient. */
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

#define ROW(name, operation, of_empty)                                            \
    {                                                                             \
        name,                                                                     \
        {                                                                         \
            .op = GRN_SEGMENT_##operation, .empty = GRN_SEGMENT_EMPTY_##of_empty, \
            .rounding = GRN_SEGMENT_ROUND_EACH_STEP                               \
        }                                                                         \
    }
static const grn_grouped_word words[] = {ROW("sum", SUM, START),  ROW("prod", PRODUCT, START), ROW("mean", MEAN, NAN),
                                         ROW("max", MAX, START),  ROW("amax", MAX, START),     ROW("min", MIN, START),
                                         ROW("amin", MIN, START), {NULL, {.axis = 0}}};
#undef ROW

static grn_status find_word(const char *reduce, const grn_diag *diag, grn_segment_spec *out)
{
    const char *name = reduce != NULL ? reduce : "None";
    for (const grn_grouped_word *w = words; w->word != NULL; w++)
        if (strcmp(name, w->word) == 0) {
            *out = w->spec;
            return GRN_OK;
        }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                    "reduce argument must be either sum, prod, mean, amax or amin, got %s", name);
}

/* The first length that is negative, or else they do not add up. Offsets: the library's own words. */
static grn_status report(const grn_grouped_call *c)
{
    grn_walk w;
    if (c->spec.form != GRN_SEGMENT_LENGTHS)
        return GRN_OK;
    grn_walk_init(&w, c->ids.rank, c->ids.shape, 1, (const int64_t *[]){c->ids.stride});
    for (; w.more; grn_walk_next(&w))
        if (grn_index_load(c->ids.dtype, grn_tensor_at(&c->ids, w.offset[0])) < 0)
            return grn_fail(c->diag, grn_no_place, GRN_E_INDEX, "lengths contains negative value!");
    return grn_fail(c->diag, grn_no_place, GRN_E_INDEX,
                    "segment_reduce(): Expected all rows of lengths along axis to sum to data.size(lengths.dim()-1) "
                    "when !unsafe.");
}

static grn_status check_types(const grn_grouped_call *c, int32_t axis)
{
    const grn_dtype dtype = c->data.dtype;
    if (c->ids.rank - 1 != axis)
        return grn_fail(c->diag, grn_no_place, GRN_E_SHAPE,
                        "segment_reduce(): Expected axis to be the last dimension of %s but got %" PRId32 ".",
                        c->ids_name, axis);
    if (dtype != GRN_F16 && dtype != GRN_BF16 && dtype != GRN_F32 && dtype != GRN_F64)
        return grn_fail(c->diag, grn_no_place, GRN_E_DTYPE, "\"_segment_reduce_cpu\" not implemented for '%s'",
                        grn_torch_dtype_text(dtype));
    if (!grn_torch_is_index(c->ids.dtype))
        return grn_fail(c->diag, grn_no_place, GRN_E_DTYPE,
                        "\"_segment_reduce_lengths_cpu_kernel1\" not implemented for '%s'",
                        grn_torch_dtype_text(c->ids.dtype));
    return GRN_OK;
}

static grn_status begin(grn_grouped_call *c, const grn_tensor *data, const char *reduce, const grn_tensor *lengths,
                        const grn_tensor *offsets, int64_t dim, const void *initial, const grn_diag *diag)
{
    int32_t axis;
    *c = (grn_grouped_call){.name = "segment_reduce",
                            .data_name = "data",
                            .ids_name = offsets != NULL ? "offsets" : "lengths",
                            .arg_name = "arg",
                            .report = report};
    grn_status status = find_word(reduce, diag, &c->spec);
    if (status == GRN_OK && lengths == NULL && offsets == NULL)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                          "segment_reduce(): Either lengths or offsets must be defined.");
    if (status == GRN_OK && lengths != NULL && offsets != NULL)
        status = grn_check_view(lengths, "lengths", diag);
    if (status == GRN_OK)
        status = grn_grouped_begin(c, data, offsets != NULL ? offsets : lengths, diag);
    if (status == GRN_OK)
        status = grn_grouped_axis(c, dim, &axis);
    if (status == GRN_OK)
        status = check_types(c, axis);
    if (status != GRN_OK)
        return status;
    c->spec.axis = axis;
    c->spec.form = offsets != NULL ? GRN_SEGMENT_OFFSETS : GRN_SEGMENT_LENGTHS;
    if (initial != NULL) {
        c->spec.start = GRN_SEGMENT_START_INITIAL;
        c->spec.empty = GRN_SEGMENT_EMPTY_START;
        memcpy(c->spec.initial, initial, grn_dtype_bytes(data->dtype));
    }
    return GRN_OK;
}

grn_status grn_torch_segment_reduce(const grn_tensor *data, const char *reduce, const grn_tensor *lengths,
                                    const grn_tensor *offsets, int64_t axis, bool unsafe, const void *initial,
                                    const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_grouped_call c;
    (void)unsafe;
    grn_status status = begin(&c, data, reduce, lengths, offsets, axis, initial, diag);
    return status == GRN_OK ? grn_grouped_run(&c, allocator, out, NULL, -1) : status;
}

grn_status grn_torch_segment_reduce_shape(const grn_tensor *data, const char *reduce, const grn_tensor *lengths,
                                          const grn_tensor *offsets, int64_t axis, const grn_diag *diag, int32_t *rank,
                                          int64_t *shape)
{
    grn_grouped_call c;
    grn_status status = begin(&c, data, reduce, lengths, offsets, axis, NULL, diag);
    if (status == GRN_OK)
        status = grn_grouped_check_shape(rank, shape, diag);
    if (status != GRN_OK)
        return status;
    const grn_segment_tensors known = {.data = &c.data, .segments = &c.ids};
    return grn_segment_shape(&c.spec, &known, diag, rank, shape);
}

grn_status grn_torch_segment_reduce_spec(const grn_tensor *data, const char *reduce, const grn_tensor *lengths,
                                         const grn_tensor *offsets, int64_t axis, const void *initial,
                                         const grn_diag *diag, grn_segment_spec *out)
{
    grn_grouped_call c;
    grn_status status = begin(&c, data, reduce, lengths, offsets, axis, initial, diag);
    if (status == GRN_OK)
        status = grn_check_given(out, "out", diag);
    if (status == GRN_OK)
        *out = c.spec;
    return status;
}

/* Of the gradient: grad has the result's shape, out data's. */
static grn_status check_gradient(const grn_grouped_call *c, const grn_tensor *grad, const grn_tensor *out)
{
    const grn_segment_tensors known = {.data = &c->data, .segments = &c->ids};
    grn_tensor like;
    grn_status status = grn_segment_shape(&c->spec, &known, c->diag, &like.rank, like.shape);
    like.dtype = c->data.dtype;
    if (status == GRN_OK)
        status = grn_fw_check_like(grad, "grad", &like, c->diag);
    if (status == GRN_OK)
        status = grn_check_data(&c->data, "data", c->diag);
    if (status == GRN_OK)
        status = grn_check_data(&c->ids, c->ids_name, c->diag);
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", &c->data, c->diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, grad, "grad", c->diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, &c->data, "data", c->diag);
    return status == GRN_OK ? grn_check_alias(out, &c->ids, c->ids_name, c->diag) : status;
}

grn_status grn_torch_segment_reduce_backward(const grn_tensor *grad, const grn_tensor *data, const char *reduce,
                                             const grn_tensor *lengths, const grn_tensor *offsets, int64_t axis,
                                             const void *initial, const grn_allocator *allocator, const grn_tensor *out,
                                             const grn_diag *diag)
{
    grn_grouped_call c;
    const grn_segment_tensors tensors = {.data = &c.data, .segments = &c.ids};
    const grn_segment_gradients wanted = {.grad = grad, .data_grad = out, .ties = GRN_SEGMENT_TIES_SHARED};
    grn_status status = begin(&c, data, reduce, lengths, offsets, axis, initial, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = check_gradient(&c, grad, out);
    return status == GRN_OK ? grn_segment_adjoint(&c.spec, &tensors, &wanted, allocator, diag) : status;
}
