/* translate.h - what the import and export patterns of ONNX's operators share. Knows: how ONNX
 * takes numbers. */
#ifndef GRN_CONVERT_WITH_ONNX_H
#define GRN_CONVERT_WITH_ONNX_H

#include "convert/steps.h"

/* Each ends with op NULL: import.c, export.c. */
extern const grn_import_pattern grn_onnx_import_patterns[];
extern const grn_export_pattern *const grn_onnx_export_patterns[];
/* import_math.c: of rows. */
grn_status grn_onnx_import_relu(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_reciprocal(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_clip(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_matmul(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_gemm(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_reduce(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_softmax(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_layer_norm(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_arg(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_top_k(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_split(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_tile(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_one_hot(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_made(grn_rewrite *w, const grn_op *op);
/* import_integer.c */
grn_status grn_onnx_import_mod(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_shift(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_abs(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_sign(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_bit_cast(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_cast(grn_rewrite *w, const grn_op *op);
/* import_control.c */
grn_status grn_onnx_import_if(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_loop(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_scan(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_cumulated(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_import_none(grn_rewrite *w, const grn_op *op);
/* import_math.c: steps that other files share. */
/* A scalar constant. */
grn_value *grn_onnx_import_number(grn_rewrite *w, const grn_type *element, double v);
/* Two values that broadcast to `shape`. */
grn_value *grn_onnx_import_both(grn_rewrite *w, const char *op, grn_value *a, grn_value *b, const grn_dims *shape);
/* All types are known, of several results too. */
bool grn_onnx_all_static(const grn_op *op);
grn_status grn_onnx_needs_shapes(const grn_rewrite *w);
/* export_math.c */
grn_status grn_onnx_export_dot(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_export_reduce(grn_rewrite *w, const grn_op *op);
/* A sum over windows that end at each element, and begin with the first, is a CumSum. */
grn_status grn_onnx_export_window(grn_rewrite *w, const grn_op *op);
/* Whether MatMul, a reduction, CumSum or TopK says it. */
bool grn_onnx_multiplies(const grn_op *op);
bool grn_onnx_reduces(const grn_op *op);
bool grn_onnx_sums_up(const grn_op *op);
bool grn_onnx_sorts(const grn_op *op);
grn_status grn_onnx_export_rsqrt(grn_rewrite *w, const grn_op *op);
/* A sort of elements with their places becomes TopK. */
grn_status grn_onnx_legalize_sort(grn_rewrite *w, grn_op *op);
/* import_conv.c, export_conv.c */
grn_status grn_onnx_import_conv(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_export_conv(grn_rewrite *w, const grn_op *op);
bool grn_onnx_convolves(const grn_op *op);
/* export_control.c */
grn_status grn_onnx_export_if(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_export_case(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_export_while(grn_rewrite *w, const grn_op *op);
/* export_lacks.c: of a target. */
bool grn_onnx_lacks(const grn_op *op);
/* target.c */
grn_status grn_onnx_export_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_onnx_export_scatter(grn_rewrite *w, const grn_op *op);

/* export_types.c: of a target. */
grn_status grn_onnx_legalize(grn_rewrite *w, const grn_op *op);
/* ONNX 1.13's tensors: no index, no integer under 8 bits but i1, no float under 16 (target.c). */
bool grn_onnx_takes(const grn_type *tensor);

/* The number of an attribute such as axis: 64 bits, signed. */
const grn_attr *grn_onnx_number(const grn_rewrite *w, int64_t v);
/* i64 as a constant of one dim: how ONNX takes shapes and bounds. */
grn_value *grn_onnx_numbers(grn_rewrite *w, size_t count, const int64_t *v);

#endif
