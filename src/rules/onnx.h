/*
 * onnx.h - the rules of ONNX's operators that gather and scatter, with the messages of ONNX
 * Runtime.
 *
 *   ON-1  axis is in [-r, r-1], and data is no scalar         Gather, GatherElements, ScatterElements
 *   ON-2  data and indices have one rank                      GatherElements, ScatterElements
 *   ON-3  beside axis, indices are at most as long as data
 *   ON-4  batch_dims is at least 0 and less than both ranks; the batch extents are equal      GatherND
 *   ON-5  data and indices have rank 1 or more; the last dimension of indices lists at most r-b coordinates, and
 *         GatherND's at least 1                               GatherND, ScatterND
 *   ON-6  updates have data's dtype and the shape that a gather by the same indices gives
 *                                                             ScatterElements, ScatterND
 *   ON-7  reduction is none, add, mul, max or min
 *   ON-8  a negative index counts from the end; outside [-s, s-1] is an error
 *   ON-9  reduction none requires distinct indices; here the last one in row-major order stays
 */
#ifndef GRN_RULES_ONNX_H
#define GRN_RULES_ONNX_H

#include "rules/forms.h"

/* to->op: "GatherND". `number`: axis, or batch_dims. GRN_OK: *out is how data are indexed. */
typedef grn_status grn_onnx_rules(const grn_rule_report *to, const grn_shaped *data, const grn_shaped *indices,
                                  int64_t number, grn_indexing *out);
grn_onnx_rules grn_onnx_check_slices;            /* Gather */
grn_onnx_rules grn_onnx_check_elements;          /* GatherElements, ScatterElements */
grn_onnx_rules grn_onnx_check_gathered_vectors;  /* GatherND */
grn_onnx_rules grn_onnx_check_scattered_vectors; /* ScatterND, whose number is 0 */

/* ON-6, of an indexing that holds. */
grn_status grn_onnx_check_updates(const grn_rule_report *to, const grn_indexing *x, const grn_shaped *data,
                                  const grn_shaped *indices, const grn_shaped *updates);

/* Of indices that list coordinates, and of others. */
bool grn_onnx_is_vector_dtype(grn_dtype dtype);
bool grn_onnx_is_index_dtype(grn_dtype dtype);
/* ON-7; false: no reduction has that name. */
bool grn_onnx_reduction(const char *name, size_t name_bytes, grn_combiner *out);
/* ON-8 */
static inline grn_index_rule grn_onnx_index_rule(void)
{
    return (grn_index_rule){.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR};
}

#endif
