/* numpy.c - numpy's ufunc.at and ufunc.reduceat. */
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

/* A list ends with NULL. An op of GRN_SEGMENT_OP_COUNT: reduceat has no such ufunc here. */
static const struct ufunc {
    const char *name;
    grn_combiner combiner;
    grn_segment_op op;
} ufuncs[] = {{"add", GRN_COMBINE_ADD, GRN_SEGMENT_SUM},
              {"multiply", GRN_COMBINE_MUL, GRN_SEGMENT_PRODUCT},
              {"minimum", GRN_COMBINE_MIN, GRN_SEGMENT_MIN},
              {"maximum", GRN_COMBINE_MAX, GRN_SEGMENT_MAX},
              {"bitwise_and", GRN_COMBINE_AND, GRN_SEGMENT_OP_COUNT},
              {"bitwise_or", GRN_COMBINE_OR, GRN_SEGMENT_OP_COUNT},
              {"bitwise_xor", GRN_COMBINE_XOR, GRN_SEGMENT_OP_COUNT}};

static grn_status find_ufunc(const char *name, bool reduces, const grn_diag *diag, const struct ufunc **out)
{
    for (size_t i = 0; name != NULL && i < GRN_COUNT(ufuncs); i++)
        if (strcmp(name, ufuncs[i].name) == 0 && !(reduces && ufuncs[i].op == GRN_SEGMENT_OP_COUNT)) {
            *out = &ufuncs[i];
            return GRN_OK;
        }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "ufunc is %s; right: add, multiply, minimum, maximum%s",
                    name != NULL ? name : "NULL", reduces ? "" : ", bitwise_and, bitwise_or or bitwise_xor");
}

/* ---- at -------------------------------------------------------------------------------------- */

static grn_status report(const grn_fw_call *call, const grn_fw_bad_index *bad)
{
    return grn_fw_fail_index(call, bad, "index %" PRId64 " is out of bounds for axis %" PRId32 " with size %" PRId64,
                             bad->value, bad->dim, bad->extent);
}

/* a along its first dimension by indices, which are of whole numbers. */
static grn_status number(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *a, const grn_tensor *indices,
                         const grn_diag *diag)
{
    grn_status status = grn_fw_begin(call, op, a, indices, diag);
    if (status == GRN_OK && a->rank == 0)
        status = grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s has rank 0, it must have a dimension", op->data_name);
    if (status == GRN_OK && !grn_torch_is_index(indices->dtype))
        status = grn_fail(diag, grn_no_place, GRN_E_DTYPE, "indices is %s; right: i32 or i64",
                          grn_dtype_text(indices->dtype));
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < indices->rank; d++)
        call->idle = call->idle || indices->shape[d] == 0;
    return grn_fw_take(call, 0, 0);
}

grn_status grn_numpy_ufunc_at(const char *ufunc, const grn_tensor *a, const grn_tensor *indices, const grn_tensor *b,
                              const grn_diag *diag)
{
    const struct ufunc *u;
    grn_fw_call call;
    grn_status status = find_ufunc(ufunc, false, diag, &u);
    const grn_fw_op op = {"ufunc.at",
                          "a",
                          "indices",
                          report,
                          true,
                          GRN_BOUNDS_ERROR,
                          status == GRN_OK ? u->combiner : GRN_COMBINE_REPLACE};
    if (status == GRN_OK)
        status = number(&call, &op, a, indices, diag);
    if (status == GRN_OK)
        status = grn_check_view(b, "b", diag);
    if (status == GRN_OK && b->dtype != a->dtype)
        status = grn_fail(diag, grn_no_place, GRN_E_DTYPE, "b has element type %s, it must be a's: %s",
                          grn_dtype_text(b->dtype), grn_dtype_text(a->dtype));
    if (status == GRN_OK && !grn_fw_broadcast(b, call.dense.rank, call.dense.shape, &call.updates))
        status = grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                          "array is not broadcastable to correct shape: b goes with indices' shape and a's behind the "
                          "first dimension");
    if (status == GRN_OK)
        status = grn_check_data(b, "b", diag);
    if (status == GRN_OK)
        status = grn_check_alias(a, b, "b", diag);
    return grn_fw_scatter(status, &call, a);
}

/* ---- reduceat -------------------------------------------------------------------------------- */

static int64_t index_at(const grn_tensor *indices, int64_t k)
{
    return grn_index_load(indices->dtype, grn_tensor_at(indices, k * indices->stride[0]));
}

static grn_status check_indices(const grn_grouped_call *c, int64_t extent)
{
    for (int64_t k = 0; k < c->ids.shape[0]; k++) {
        const int64_t i = index_at(&c->ids, k);
        if (i < 0 || i >= extent)
            return grn_fail(c->diag, grn_no_place, GRN_E_INDEX,
                            "index %" PRId64 " out-of-bounds in %s.reduceat [0, %" PRId64 ")", i, c->name, extent);
    }
    return GRN_OK;
}

/* Slice k: so many of data's entries from the index on. Slices may overlap, so each is a reduction
 * by itself; the reference takes no memory, which could be refused halfway. */
static grn_status reduce_slice(const grn_grouped_call *c, int64_t k, const grn_tensor *out)
{
    const int32_t axis = c->spec.axis;
    const int64_t from = index_at(&c->ids, k), extent = c->data.shape[axis],
                  next = k + 1 < c->ids.shape[0] ? index_at(&c->ids, k + 1) : extent;
    grn_tensor part = c->data, to = *out;
    grn_segment_spec spec = c->spec;
    spec.form = GRN_SEGMENT_CONSTANT;
    spec.length = part.shape[axis] = next > from ? next - from : 1;
    part.data = grn_tensor_at(&c->data, from * part.stride[axis]);
    to.shape[axis] = 1;
    to.data = grn_tensor_at(out, k * to.stride[axis]);
    return grn_segment_reference(&spec, &(grn_segment_tensors){.data = &part, .result = &to}, c->diag);
}

static grn_status check_slices(grn_grouped_call *c, const grn_tensor *array, int32_t axis, const grn_tensor *out)
{
    grn_tensor like = *array;
    grn_status status = GRN_OK;
    if (c->ids.rank != 1 || !grn_torch_is_index(c->ids.dtype))
        return grn_fail(c->diag, grn_no_place, c->ids.rank != 1 ? GRN_E_SHAPE : GRN_E_DTYPE,
                        "indices must be a vector of i32 or i64");
    status = grn_check_data(array, "array", c->diag);
    if (status == GRN_OK)
        status = grn_check_data(&c->ids, "indices", c->diag);
    like.shape[axis] = c->ids.shape[0];
    if (status == GRN_OK)
        status = grn_fw_check_destination(out, "out", &like, c->diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, array, "array", c->diag);
    if (status == GRN_OK)
        status = grn_check_alias(out, &c->ids, "indices", c->diag);
    return status == GRN_OK ? check_indices(c, array->shape[axis]) : status;
}

grn_status grn_numpy_ufunc_reduceat(const char *ufunc, const grn_tensor *array, const grn_tensor *indices, int64_t axis,
                                    const grn_tensor *out, const grn_diag *diag)
{
    grn_grouped_call c = {.name = ufunc, .data_name = "array", .ids_name = "indices", .arg_name = "arg"};
    const struct ufunc *u;
    int32_t at = 0;
    grn_status status = find_ufunc(ufunc, true, diag, &u);
    if (status == GRN_OK)
        status = grn_grouped_begin(&c, array, indices, diag);
    if (status == GRN_OK)
        status = grn_grouped_axis(&c, axis, &at);
    if (status == GRN_OK)
        status = check_slices(&c, array, at, out);
    if (status != GRN_OK)
        return status;
    c.spec = (grn_segment_spec){.op = u->op, .axis = at, .rounding = GRN_SEGMENT_ROUND_EACH_STEP};
    const int64_t nslices = grn_tensor_elements(out) > 0 ? indices->shape[0] : 0;
    for (int64_t k = 0; status == GRN_OK && k < nslices; k++)
        status = reduce_slice(&c, k, out);
    return status;
}
