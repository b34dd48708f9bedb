/*
 * meaning.h - the formula that gather and scatter share, used by the references and by the checks
 * of promises. It does not use nests, so that each can be tested against the other.
 */
#ifndef GRN_ACCESS_MEANING_H
#define GRN_ACCESS_MEANING_H

#include "core/access_words.h"
#include "access/check.h"

/* A checked spec over checked tensors. `window` is the window's extent along each dimension of the
 * operand. */
typedef struct grn_meaning {
    const grn_dimension_numbers *dims;
    grn_index_rule rule;
    const grn_tensor *operand;
    const grn_tensor *indices;
    int64_t window[GRN_MAX_RANK];
} grn_meaning;

void grn_gather_meaning(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                        grn_meaning *out);
void grn_scatter_meaning(const grn_scatter_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                         const grn_tensor *updates, grn_meaning *out);

/* Base and wrap applied; no policy. */
int64_t grn_start_of_index(const grn_index_rule *rule, int64_t dim, int64_t raw);

/* start_index at a batch_index, as the raw values in indices. */
void grn_raw_start_index(const grn_meaning *m, const int64_t *batch_index, int64_t *raw);
/* full_start_index after the policy; false when some start leaves no room for the window. */
bool grn_full_start_index(const grn_meaning *m, const int64_t *batch_index, int64_t *full_start_index);
void grn_full_batching_index(const grn_meaning *m, const int64_t *batch_index, int64_t *full_batching_index);
void grn_full_offset_index(const grn_meaning *m, const int64_t *offset_index, int64_t *full_offset_index);

/*
 * operand_index (scatter: result_index) of the element at batch_index and
 * offset_index; false when the policy leaves the element out, and always when
 * the index is outside the operand.
 */
bool grn_operand_index(const grn_meaning *m, const int64_t *batch_index, const int64_t *offset_index,
                       int64_t *operand_index);

/* batch_index and offset_index of an index into the dense tensor of rank `rank`. */
void grn_split_index(const grn_dimension_numbers *dims, int32_t rank, const int64_t *dense_index, int64_t *batch_index,
                     int64_t *offset_index);

/* Shape of indices without index_vector_dim: the index space of the index vectors. Answers its
 * rank. */
int32_t grn_batch_shape(const grn_meaning *m, int64_t *shape);
/* The same, but no more than `most` along a dim whose index vectors are all equal: a dim of vectors
 * without components, or of a broadcast. With `batching`, a batching dim keeps its extent, since
 * its vectors belong to different places of the operand. A check of single vectors then visits
 * fewer of them, with the same result. */
int32_t grn_distinct_batch_shape(const grn_meaning *m, int64_t most, bool batching, int64_t *shape);
/* Window extents of the dims that are neither collapsed nor batching. Answers how many. */
int32_t grn_offset_shape(const grn_meaning *m, int64_t *shape);

/* The error pass: GRN_E_INDEX for the first start out of range, GRN_OK under other policies than
 * error. */
grn_status grn_check_starts(const grn_meaning *m, const grn_diag *diag);
/* The message of that error about an index of m->indices, in the words of a system: dimension,
 * operand, indices. `text` has room for GRN_MESSAGE_BYTES. */
void grn_bad_start_text(const grn_meaning *m, const grn_bad_index *bad, const grn_access_words *words,
                        char *text) GRN_COLD;

#endif
