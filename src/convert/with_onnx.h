/* with_onnx.h - what the readings and writings of ONNX's operators share. Knows: how ONNX takes numbers. */
#ifndef GRN_CONVERT_WITH_ONNX_H
#define GRN_CONVERT_WITH_ONNX_H

#include "convert/steps.h"

/* Each ends with op NULL: with_onnx_read.c, with_onnx_write.c. */
extern const grn_reading grn_onnx_readings[];
extern const grn_writing grn_onnx_writings[];
/* with_onnx.c */
grn_status grn_onnx_write_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_write_scatter(grn_rewrite *w, const grn_op *op);

/* The number of an attribute such as axis: 64 bits, signed. */
const grn_attr *grn_onnx_number(const grn_rewrite *w, int64_t v);
/* `v` with elements of `element`: onnx.Cast, or `v` itself. */
grn_value *grn_onnx_cast(grn_rewrite *w, grn_value *v, const grn_type *element);

#endif
