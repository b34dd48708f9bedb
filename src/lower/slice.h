/* slice.h - a part of a tensor by offsets, sizes and strides, each a list of numbers and operands
 * (MLIR, OffsetSizeAndStrideOpInterface): where its elements are, and the part of a buffer. */
#ifndef GRN_LOWER_SLICE_H
#define GRN_LOWER_SLICE_H

#include "lower/steps.h"

typedef struct grn_lo_slice {
    int32_t rank;              /* of the whole */
    const int64_t *written[3]; /* offsets, sizes, strides as the op has them: GRN_DYNAMIC for operands */
    grn_value *offset[GRN_MAX_RANK], *size[GRN_MAX_RANK], *stride[GRN_MAX_RANK];
    int32_t dim[GRN_MAX_RANK]; /* of the part's own type; -1: one of one element that the type lacks */
} grn_lo_slice;

/* Numbers of list `name`, of which those that are not known are operands from number `operand` on.
 * Answers the next of those. */
size_t grn_lo_read_mixed(grn_lower *l, const grn_op *op, const char *name, size_t operand, grn_value **out);
/* A part of type `own` of a tensor of type `whole`; the lists' operands begin with number
 * `operand`. */
void grn_lo_read_slice(grn_lower *l, const grn_op *op, const grn_type *whole, const grn_type *own, size_t operand,
                       grn_lo_slice *out);
/* memref.subview: the part of type `own` of a memref. */
grn_value *grn_lo_slice_of_memref(grn_lower *l, const grn_lo_slice *part, grn_value *memref, const grn_type *own);
/* tensor.insert_slice: `into` with `source` as that part. */
grn_value *grn_lo_put_slice(grn_lower *l, const grn_lo_slice *part, grn_value *source, grn_value *into);

#endif
