/*
 * control.h - what ONNX's operators with graphs share. Knows: graphs as regions, and slices that
 * iterations give. Must not know: when a graph is run.
 *
 *   ON-35  each graph is there and ends in onnx.Yield
 *   ON-36  a graph takes and gives as many values as its operator says
 */
#ifndef GRN_ONNX_CONTROL_H
#define GRN_ONNX_CONTROL_H

#include "dialects/onnx/onnx.h"

extern const grn_op_def grn_onnx_scan_ops[]; /* Scan */

/* ---- graphs ---------------------------------------------------------------------------------- */

/* The region of this name (`onnx.graphs` has the names), or number `otherwise` where names are left
 * out; NULL: there is none. */
const grn_region *grn_onnx_graph_of(const grn_op *op, const char *name, size_t otherwise);
const grn_region *grn_onnx_body_of(const grn_op *op);
/* The op that ends a graph of one block; NULL: there is none. */
const grn_op *grn_onnx_graph_end(const grn_region *r);
/* ON-35; the body also ON-36. */
grn_status grn_onnx_check_graph(const grn_op *op, grn_check *check, const grn_region *r, const char *name);
grn_status grn_onnx_check_body(const grn_op *op, grn_check *check, size_t takes, size_t gives);

/* What two values of one type are of, as far as both agree; NULL: of different elements or ranks. */
const grn_type *grn_onnx_common_type(grn_ir *ir, const grn_type *a, const grn_type *b);
/* t with a dimension of n at `axis`; NULL: it has no rank, or too high a one. */
const grn_type *grn_onnx_stacked_type(grn_ir *ir, const grn_type *t, int64_t axis, int64_t n);

/* ---- values of a run ------------------------------------------------------------------------- */

/* All empty at first. NULL: memory was refused, reported. */
grn_rt *grn_onnx_new_values(grn_exec *x, const grn_op *op, size_t count);
/* Each is released. */
void grn_onnx_free_values(grn_exec *x, size_t count, grn_rt *v);

/* Slices, of which the number is not known before the last one is there. */
typedef struct grn_onnx_collection {
    grn_vec slices; /* grn_rt */
} grn_onnx_collection;
/* NULL: memory was refused, reported. */
grn_onnx_collection *grn_onnx_begin_collections(grn_exec *x, const grn_op *op, size_t count);
void grn_onnx_end_collections(grn_exec *x, size_t count, grn_onnx_collection *c);
/* One slice more; takes *v over. */
grn_status grn_onnx_collect(grn_exec *x, const grn_op *op, grn_onnx_collection *c, grn_rt *v);
/* Side by side along `axis`, the last in front where `reverse`. Of none, a slice is of the type
 * `slice`. */
grn_status grn_onnx_stack(grn_exec *x, const grn_op *op, const grn_onnx_collection *c, const grn_type *slice,
                          int64_t axis, bool reverse, grn_rt *out);

#endif
