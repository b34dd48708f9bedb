/* support.c - layouts of memrefs, in types and at run time. */
#include <inttypes.h>

#include "dialects/memref/memref.h"

const grn_type_class grn_is_memref = {"memref of any type values", grn_type_is_memref};

/* ---- rules ----------------------------------------------------------------------------------- */

const grn_type *grn_memref_strided(grn_ir *ir, const grn_type *like, int32_t rank, const int64_t *shape,
                                   const int64_t *strides, int64_t offset)
{
    grn_type key = {.element = like->element,
                    .rank = rank,
                    .shape = shape,
                    .encoding = like->encoding,
                    .strided = true,
                    .strides = strides,
                    .offset = offset};
    return grn_type_memref(ir, &key);
}

/* ---- running --------------------------------------------------------------------------------- */

/* Strides of a dimension that is never walked are anything. */
static grn_status strides_agree(grn_exec *x, const grn_op *op, const grn_type *type, const grn_tensor *view)
{
    int64_t want[GRN_MAX_RANK], offset;
    grn_memref_strides(type, want, &offset);
    if (!type->strided)
        grn_shape_strides(view->rank, view->shape, want);
    if (grn_tensor_elements(view) == 0)
        return GRN_OK;
    for (int32_t d = 0; d < view->rank; d++)
        if (view->shape[d] > 1 && want[d] != GRN_DYNAMIC && want[d] != view->stride[d])
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "the stride of dimension %" PRId32 " is %" PRId64 ", the result's type says %" PRId64,
                                 d, view->stride[d], want[d]);
    return GRN_OK;
}

static grn_status offset_agrees(grn_exec *x, const grn_op *op, const grn_type *type, const grn_tensor *view)
{
    int64_t strides[GRN_MAX_RANK], want;
    const char *begin = x->calls->storage(&x->operands[0]).begin;
    grn_memref_strides(type, strides, &want);
    int64_t have = ((const char *)view->data - begin) / (int64_t)grn_dtype_bytes(view->dtype);
    if (want == GRN_DYNAMIC || want == have || grn_tensor_elements(view) == 0)
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_SHAPE, "the offset is %" PRId64 ", the result's type says %" PRId64, have, want);
}

/* The interpreter holds ranks and extents against the type. */
grn_status grn_memref_share(grn_exec *x, const grn_op *op, const grn_tensor *view)
{
    const grn_type *type = grn_result_type(op, 0);
    grn_status status = grn_may_read(x, op, 0);
    if (status == GRN_OK && type->layout)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                             "runs with row-major and strided layouts, its result has another");
    if (status == GRN_OK && view->rank == type->rank)
        status = strides_agree(x, op, type, view);
    if (status == GRN_OK)
        status = offset_agrees(x, op, type, view);
    return status == GRN_OK ? grn_hlo_share_result(x, 0, 0, view) : status;
}
