/*
 * slice.h - ops that name a rectangular part of something: offsets, sizes and
 * strides, each a list of numbers and operands (MLIR, OffsetSizeAndStrideOpInterface).
 *
 * Must not know: whether the part is of a tensor or of a buffer.
 */
#ifndef GRN_DIALECTS_SLICE_H
#define GRN_DIALECTS_SLICE_H

#include "dialects/common/mlir.h"

enum { GRN_SLICE_OFFSETS, GRN_SLICE_SIZES, GRN_SLICE_STRIDES, GRN_SLICE_LISTS };
extern const char *const grn_slice_lists[]; /* the attributes' names, in this order; ends with NULL */
extern const grn_attr_def grn_slice_attrs[];
#define GRN_SLICE_PORTS \
    GRN_PORT_ANY("offsets", grn_is_index), GRN_PORT_ANY("sizes", grn_is_index), GRN_PORT_ANY("strides", grn_is_index)

#define GRN_SLICE_ASSEMBLY "`` [%offsets$static_offsets] [%sizes$static_sizes] [%strides$static_strides] {} "
#define GRN_SLICE_RULES " ~offsets=index ~sizes=index ~strides=index"

/* The lists are as long as `rank` and each entry that is no number has an operand, from number
 * `first` on; before them stand single operands. v: the lists, which live with the attributes. */
grn_status grn_slice_verify(const grn_op *op, const grn_check *check, size_t first, int32_t rank, const int64_t **v);
/* A view of the part of `whole`, in the shape of `type`: that of the sizes, with ones left out.
 * GRN_E_INDEX and GRN_E_SHAPE, reported. */
grn_status grn_slice_take(grn_exec *x, const grn_op *op, const grn_tensor *whole, const grn_type *type, size_t first,
                          grn_tensor *out);

#endif
