/*
 * tf.h - the rules of TensorFlow's gathers and tensor scatters, with the messages of its CPU
 * kernels.
 *
 *   TF-1  tf.gather's batch_dims is in [-q, q], q the rank of indices, negative counts from the
 *         end; tf.gather_nd's is at least 0 and less than both ranks
 *   TF-2  axis is in [-r, r) and not before batch_dims
 *   TF-3  the batch extents of params and indices are equal
 *   TF-4  indices have rank 1 or more, and list at most r coordinates; none is allowed
 *   TF-5  updates have tensor's dtype and the shape that a gather by the same indices gives
 *   TF-6  an index is in [0, s): no negative ones, and out of range is an error, which is what
 *         TensorFlow does on a CPU
 *   TF-7  params, tensor and updates have rank 1 or more; of several updates to one place the last
 *         stays
 */
#ifndef GRN_RULES_TF_H
#define GRN_RULES_TF_H

#include "rules/forms.h"

/* TF-1 to TF-3, TF-7 of tf.gather; `axis` NULL: not known yet, and -1 in *out. GRN_OK: *out is how
 * params are indexed. */
grn_status grn_tf_check_slices(const grn_rule_report *to, const grn_shaped *params, const grn_shaped *indices,
                               const int64_t *axis, int64_t batch_dims, grn_indexing *out);
/* TF-1, TF-3, TF-4, TF-7; `name`: what the call calls params. */
grn_status grn_tf_check_vectors(const grn_rule_report *to, const char *name, const grn_shaped *params,
                                const grn_shaped *indices, int64_t batch_dims, grn_indexing *out);
/* TF-5, of an indexing that holds. */
grn_status grn_tf_check_updates(const grn_rule_report *to, const grn_indexing *x, const grn_shaped *tensor,
                                const grn_shaped *indices, const grn_shaped *updates);

#endif
