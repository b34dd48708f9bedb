/*
 * experts.h - tokens on their way to the experts of a mixture and back.
 *
 * T tokens each have K experts, ids [T, K]. Entry e = t * K + k is token t for its k-th expert.
 * Permuting sorts entries by expert, stably, and gathers a row for each; unpermuting sums for each
 * token the K rows that come back, by their weights, in ascending k: a gather, never a scatter, so
 * that the order is fixed. Each is the other's gradient.
 *
 * diag and options may be NULL, and what is marked so. Calls are thread-safe for memory that nobody
 * else writes, keep no pointer and allocate nothing. The bits depend neither on the number of
 * threads nor on the instruction set.
 */
#ifndef GARNER_EXPERTS_H
#define GARNER_EXPERTS_H

#include "garner/bags.h"

GRN_BEGIN_DECLS

typedef struct grn_experts_spec {
    /* experts [first, first + count) are local; count >= 1 */
    int64_t first, count;
    /* rows of other experts come behind those of the last local one, in the order of the list; else
     * they are dropped: their inverse is -1 */
    bool keeps_others;
} grn_experts_spec;

/*
 *   tokens   [T, H] of any dtype; a token's elements are next to each other. NULL: offsets and
 *            inverse alone, and `rows` is NULL too
 *   experts  [T, K] of i32 or i64, compact, none negative: GRN_E_INDEX
 *   rows     [R, H] of tokens' dtype, R at least as many as come: GRN_E_SHAPE. Those behind are
 *            untouched
 *   offsets  [count + 1] of i64, compact: where each local expert's rows begin, and where the last's
 *            end
 *   inverse  [T, K] of i32, compact: the row of an entry, -1 of one that is dropped
 *
 * GRN_E_LIMIT: over 2^31 - 1 entries. GRN_E_ALIAS. On an error nothing is written.
 */
GRN_API GRN_MUST_USE grn_status grn_experts_permute(const grn_experts_spec *spec, const grn_tensor *tokens,
                                                    const grn_tensor *experts, const grn_tensor *rows,
                                                    const grn_tensor *offsets, const grn_tensor *inverse,
                                                    const grn_bag_options *options, const grn_diag *diag);

/*
 * result[t] = sum over k of weights[t, k] * rows[inverse[t, k]], k ascending, in f32 (f64), rounded
 * once. It is grn_bag of constant length under GRN_BAG_INDEX_PRUNED, with its errors.
 *
 *   rows     [R, H] of f16, bf16, f32 or f64
 *   inverse  [T, K] of i32 or i64
 *   weights  [T, K] of f16, bf16 or f32 (f64 of f64); NULL: 1
 *   result   [T, H] of f16, bf16 or f32 (f64 of f64)
 *   fused    as in grn_bag_spec
 */
GRN_API GRN_MUST_USE grn_status grn_experts_unpermute(const grn_tensor *rows, const grn_tensor *inverse,
                                                      const grn_tensor *weights, bool fused, const grn_tensor *result,
                                                      const grn_bag_options *options, const grn_diag *diag);

/*
 * The gradients of unpermute, of grad, [T, H], that of its result: rows_grad, [R, H], gets
 * weights[t, k] * grad[t] in row inverse[t, k], their sum where it comes twice, zeros where it
 * does not come (grn_bag_gradient); weights_grad, [T, K], the product of grad[t] and the row
 * (grn_bag_weights_gradient). Either may be NULL. Rows are read for the second alone, weights for
 * the first; each may be NULL where it is not read. The gradient of permute by its tokens is
 * grn_experts_unpermute of that of its rows, without weights.
 */
GRN_API GRN_MUST_USE grn_status grn_experts_unpermute_gradient(const grn_tensor *rows, const grn_tensor *inverse,
                                                               const grn_tensor *weights, const grn_tensor *grad,
                                                               const grn_tensor *rows_grad,
                                                               const grn_tensor *weights_grad,
                                                               const grn_bag_options *options,
                                                               const grn_allocator *allocator, const grn_diag *diag);

GRN_END_DECLS

#endif
