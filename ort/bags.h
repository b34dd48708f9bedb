/*
 * bags.h - a Gather whose rows are reduced, as one node: Gather along axis 0, a Mul by weights or
 * none, and ReduceSum, ReduceMean, ReduceMax or ReduceMin along dimensions of the indices. The rows
 * are not written between them.
 *
 * Knows: plugin.h, the graph (graph.h), garner's bags (garner/bags.h). Must not know: kernels of
 * single nodes.
 *
 * Words: entries are the indices in the order in which bags take them, those of one bag next to
 * each other. A layout says how entries lie in the indices and in the weights, which are broadcast.
 */
#ifndef GRN_ORT_BAGS_H
#define GRN_ORT_BAGS_H

#include "garner/bags.h"
#include "graph.h"

/* The inputs of the fused node, by what they are. */
enum { GRN_ORT_TABLE, GRN_ORT_INDICES, GRN_ORT_WEIGHTS, GRN_ORT_BAG_INPUTS };

/* What the nodes say. */
typedef struct grn_ort_bag {
    char name[200]; /* the Gather's */
    grn_bag_combiner combiner;
    int32_t rank;     /* of indices, 1 or more */
    uint32_t reduced; /* bit d: dimension d of indices */
    bool keeps_dims;
    bool has_weights;
    grn_ort_out_of_range out_of_range;
} grn_ort_bag;

/* Where they were found. */
typedef struct grn_ort_bag_nodes {
    const OrtNode *nodes[3]; /* Gather, Mul if there is one, the reduction */
    size_t count;
    const OrtValueInfo *inputs[GRN_ORT_BAG_INPUTS]; /* no weights: NULL */
} grn_ort_bag_nodes;

/* ---- in a graph (bag_match.c) ----------------------------------------------------------------- */

/* Whether a bag begins with `node`: no other node reads what is between its nodes. */
bool grn_ort_bag_match(grn_ort_reader *reader, const OrtNode *node, grn_ort_bag *bag, grn_ort_bag_nodes *nodes);
/* Whether a bag can answer by the rule: what an index out of range names is dropped, which is as good
 * as a row of zeros in a plain sum alone. */
bool grn_ort_bag_keeps_rule(const grn_ort_bag *bag, grn_ort_out_of_range out_of_range);

/* ---- in a run (bag.c) ------------------------------------------------------------------------- */

/* Dimensions of the indices, those that are kept before those that are reduced. A stride of 0: broadcast. */
typedef struct grn_ort_bag_layout {
    int32_t rank;
    int64_t extents[GRN_MAX_RANK], index_strides[GRN_MAX_RANK], weight_strides[GRN_MAX_RANK];
    int64_t bags, length, columns;
    bool is_plain; /* indices are the entries as they lie, and so are weights */
    grn_tensor output;
} grn_ort_bag_layout;

/* The layout for inputs of these shapes. GRN_E_SHAPE, GRN_E_DTYPE, GRN_E_LIMIT. */
grn_status grn_ort_bag_lay_out(const grn_ort_bag *bag, const grn_tensor *inputs, const grn_diag *diag,
                               grn_ort_bag_layout *out);
/* Bytes that a run asks for, beyond what its tensors have. */
size_t grn_ort_bag_scratch_bytes(const grn_ort_bag *bag, const grn_ort_bag_layout *layout, const grn_tensor *inputs);
/* `scratch` has as many bytes, of any type. GRN_E_INDEX, without a message: an index is out of range. */
grn_status grn_ort_bag_run(const grn_ort_bag *bag, const grn_ort_bag_layout *layout, const grn_tensor *inputs,
                           void *output, void *scratch, const grn_parallel *parallel, const grn_diag *diag);

/* ---- as a node of ONNX Runtime's (fused.c) ---------------------------------------------------- */

/* The members of an OrtEp that make nodes of what was fused, and release them. */
OrtStatus *grn_ort_fused_compile(OrtEp *ep, const OrtGraph **graphs, const OrtNode **fused, size_t count,
                                 OrtNodeComputeInfo **out, OrtNode **context_nodes);
void grn_ort_fused_release(OrtEp *ep, OrtNodeComputeInfo **infos, size_t count);

#endif
