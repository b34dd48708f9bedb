/* onnx.h - what writes ops of ONNX. */
#ifndef GRN_GENERATE_ONNX_H
#define GRN_GENERATE_ONNX_H

#include "generate/generate.h"

typedef bool grn_gen_onnx_writer(grn_gen *g, const grn_gen_op *op);
/* onnx_access.c */
extern grn_gen_onnx_writer grn_write_onnx_gather, grn_write_onnx_gather_elements, grn_write_onnx_gather_nd,
    grn_write_onnx_scatter_elements, grn_write_onnx_scatter_nd, grn_write_onnx_one_hot;
/* onnx_ops.c; `moves`: an op of one operand whose result has its type. */
extern grn_gen_onnx_writer grn_write_onnx_function, grn_write_onnx_compare, grn_write_onnx_where, grn_write_onnx_cast,
    grn_write_onnx_transpose, grn_write_onnx_reshape, grn_write_onnx_expand, grn_write_onnx_unsqueeze,
    grn_write_onnx_squeeze, grn_write_onnx_concat, grn_write_onnx_slice, grn_write_onnx_pad, grn_write_onnx_tile,
    grn_write_onnx_identity, grn_write_onnx_reduce, grn_write_onnx_arg, grn_write_onnx_top_k, grn_write_onnx_cumsum,
    grn_write_onnx_matmul;

#endif
