/* slice.c - offsets, sizes and strides: rules and run-time steps. */
#include <inttypes.h>

#include "dialects/common/slice.h"

const char *const grn_slice_lists[] = {"static_offsets", "static_sizes", "static_strides", NULL};
static const char *const words[] = {"offset", "size", "stride"};

const grn_attr_def grn_slice_attrs[] = {GRN_NEEDS("static_offsets", grn_attr_is_dims),
                                        GRN_NEEDS("static_sizes", grn_attr_is_dims),
                                        GRN_NEEDS("static_strides", grn_attr_is_dims),
                                        GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes), GRN_ATTRS_END};

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status groups_are_right(const grn_op *op, const grn_check *check, size_t first, const int64_t **segments)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_status status = grn_tensor_segments(op, check, first + GRN_SLICE_LISTS, segments);
    for (size_t k = 0; status == GRN_OK && k < first; k++)
        if ((*segments)[k] != 1)
            status = grn_op_fail(op, check, "operand group starting at #%zu requires 1 element, but found %" PRId64, k,
                                 (*segments)[k]);
    for (size_t i = first; status == GRN_OK && i < op->noperands; i++)
        if (!grn_is_index.matches(grn_operand_type(op, i)))
            status = grn_op_fail(op, check, "operand #%zu must be variadic of index, but got '%s'", i,
                                 grn_type_text(grn_operand_type(op, i), text, sizeof text));
    return status;
}

grn_status grn_slice_verify(const grn_op *op, const grn_check *check, size_t first, int32_t rank, const int64_t **v)
{
    const int64_t *segments;
    grn_status status = groups_are_right(op, check, first, &segments);
    for (size_t k = 0; status == GRN_OK && k < GRN_SLICE_LISTS; k++) {
        size_t count = 0, dynamic = 0;
        grn_op_dims(op, grn_slice_lists[k], &count, &v[k]);
        if (count != (size_t)rank)
            return grn_op_fail_plain(op, check, "expected %" PRId32 " %s values, got %zu", rank, words[k], count);
        for (size_t d = 0; d < count; d++)
            dynamic += v[k][d] == GRN_DYNAMIC;
        if (dynamic != (size_t)segments[first + k])
            return grn_op_fail_plain(op, check, "expected %zu dynamic %s values", dynamic, words[k]);
    }
    return status;
}

/* ---- running --------------------------------------------------------------------------------- */

/* The shape of the part: that of its type, whose unknown extents are the sizes in order. */
static void reduced_shape(const grn_type *part, int32_t rank, const int64_t *sizes, const grn_attr *written,
                          int64_t *shape)
{
    int32_t at = 0;
    for (int32_t d = 0; d < rank; d++)
        if (at < part->rank && part->shape[at] == written->dims[d])
            shape[at++] = sizes[d];
}

grn_status grn_slice_take(grn_exec *x, const grn_op *op, const grn_tensor *whole, const grn_type *type, size_t first,
                          grn_tensor *out)
{
    int64_t v[GRN_SLICE_LISTS][GRN_MAX_RANK], shape[GRN_MAX_RANK];
    grn_tensor part;
    grn_status status = GRN_OK;
    for (size_t k = 0; status == GRN_OK && k < GRN_SLICE_LISTS; k++)
        status = grn_read_mixed(x, op, grn_slice_lists[k], &first, whole->rank, v[k]);
    if (status == GRN_OK)
        status = grn_take_part(x, op, whole, v[GRN_SLICE_OFFSETS], v[GRN_SLICE_SIZES], v[GRN_SLICE_STRIDES], &part);
    if (status != GRN_OK)
        return status;
    reduced_shape(type, whole->rank, v[GRN_SLICE_SIZES], grn_op_attr(op, "static_sizes"), shape);
    if (!grn_view_reshape(&part, type->rank, shape, out)) /* dropping ones always goes */
        return grn_exec_fail(x, op, GRN_E_SHAPE, "the slice has not the shape its type says");
    return GRN_OK;
}
