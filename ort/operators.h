/* operators.h - what the rows of operators.c name. Knows what plugin.h knows, and no kernel. */
#ifndef GRN_ORT_OPERATORS_H
#define GRN_ORT_OPERATORS_H

#include "plugin.h"

/* Rows with their own shape of output, spec, and call. */
#define GRN_ORT_ROWS(R) R(gather) R(gather_elements) R(gather_nd) R(scatter_elements) R(scatter_nd)
#define GRN_ORT_ROW(name)                                                                                       \
    grn_status grn_ort_##name##_prepare(const grn_ort_node *node, const grn_tensor *inputs, int64_t key,        \
                                        grn_ort_access *out, const grn_diag *diag);                             \
    grn_status grn_ort_##name##_call(const grn_ort_node *node, const grn_tensor *inputs, const grn_tensor *out, \
                                     const grn_diag *diag);
GRN_ORT_ROWS(GRN_ORT_ROW)
#undef GRN_ORT_ROW

/* A gather's tensors are its inputs, and its output; a scatter's output begins as input 0. */
grn_status grn_ort_gather_begin(grn_ort_run *run, const grn_diag *diag);
grn_status grn_ort_scatter_begin(grn_ort_run *run, const grn_diag *diag);

/* TensorScatter: its indices are computed from where writing begins in each sequence. */
grn_status grn_ort_tensor_scatter_prepare(const grn_ort_node *node, const grn_tensor *inputs, int64_t key,
                                          grn_ort_access *out, const grn_diag *diag);
grn_status grn_ort_tensor_scatter_begin(grn_ort_run *run, const grn_diag *diag);

/* OneHot: one element is scattered into an output of the other. */
int64_t grn_ort_one_hot_depth(const grn_tensor *inputs);
grn_status grn_ort_one_hot_prepare(const grn_ort_node *node, const grn_tensor *inputs, int64_t depth,
                                   grn_ort_access *out, const grn_diag *diag);
grn_status grn_ort_one_hot_begin(grn_ort_run *run, const grn_diag *diag);

#endif
