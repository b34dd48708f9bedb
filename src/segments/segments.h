/*
 * segments.h - reductions over segments, checked and made ready.
 *
 * Knows: segment specs, tensors, kernels, who runs parts. Must not know: gathers and scatters, any
 * system's calls, IR.
 *
 *   position  an index into the dimensions before the axis
 *   column    an element of the dimensions behind the axis, at one position
 *   entry     one of the n places along the axis
 */
#ifndef GRN_SEGMENTS_INTERNAL_H
#define GRN_SEGMENTS_INTERNAL_H

#include "garner/segments.h"
#include "access/check.h"

/* A checked spec with its tensors (check.c). */
typedef struct grn_segment_problem {
    grn_segment_spec spec; /* the axis counted from the front */
    grn_tensor data, segments, weights, result, arg;
    bool has_weights, has_arg;
    bool by_position; /* segments have the dimensions before the axis */
    int64_t nentries, nsegments;
} grn_segment_problem;

/* A spec alone; with data's dtype; with weights or none (check_spec.c). */
grn_status grn_segment_check_fields(const grn_segment_spec *spec, const grn_diag *diag);
grn_status grn_segment_check_dtype(const grn_segment_spec *spec, grn_dtype dtype, const grn_diag *diag);
grn_status grn_segment_check_weights(const grn_segment_spec *spec, grn_dtype dtype, bool has_weights,
                                     const grn_diag *diag);

/* The spec against data, segments and weights. nsegments of ids is the spec's. Strides that say
 * nothing are 0 in the problem's views. */
grn_status grn_segment_read_sources(const grn_segment_spec *spec, const grn_segment_tensors *t, const grn_diag *diag,
                                    grn_segment_problem *out);
/* ... and a tensor of the result's shape and dtype, which says how many segments ids have. */
grn_status grn_segment_read_result(const grn_tensor *result, const char *name, const grn_diag *diag,
                                   grn_segment_problem *out);
/* All tensors. */
grn_status grn_segment_read(const grn_segment_spec *spec, const grn_segment_tensors *t, const grn_diag *diag,
                            grn_segment_problem *out);
/* Strides that say nothing, of a view without elements and of dimensions of extent 1, which may be
 * any, become 0. */
void grn_segment_drop_strides(grn_tensor *t);
/* Data is there, and result and arg lie apart from all else. */
grn_status grn_segment_check_memory(const grn_segment_problem *p, const grn_diag *diag);
/* The result has an entry for each entry of data. */
bool grn_segment_is_per_entry(grn_segment_op op);
/* softmax, log_softmax, logsumexp, std */
bool grn_segment_is_fused(grn_segment_op op);
bool grn_segment_is_ids(grn_segment_form form);

/* ---- who is in which segment (assign.c) ------------------------------------------------------ */

/*
 * The segments of one position, made lists: the entries of segment s are order[offset[s]] to
 * order[offset[s + 1] - 1], ascending; without an order, the numbers from offset[s] on.
 */
typedef struct grn_segment_lists {
    int64_t *offset;      /* [nsegments + 1] */
    const int64_t *order; /* NULL: entries are as they lie */
} grn_segment_lists;

/* Room for lists: offsets, and of ids in any order the order; false: more than can be counted. */
bool grn_segment_list_bytes(const grn_segment_problem *p, size_t *bytes);
/* Whether the assignments of all positions are right; else GRN_E_INDEX. Of ids in any order. */
grn_status grn_segment_check_entries(const grn_segment_problem *p, const grn_diag *diag);
/* The lists of one position, `from` being where its segments begin, in memory of
 * grn_segment_list_bytes. The assignments have been checked. */
void grn_segment_assign(const grn_segment_problem *p, int64_t from, void *memory, grn_segment_lists *out);
/* Elements [first, first + count) of the segments that begin at `from`; count <= GRN_BLOCK. */
void grn_segment_read_block(const grn_segment_problem *p, int64_t from, int64_t first, int64_t count, int64_t *out);
/* Of sorted ids that hold for all positions: checked and assigned in one pass. */
grn_status grn_segment_assign_sorted(const grn_segment_problem *p, void *memory, const grn_diag *diag,
                                     grn_segment_lists *out);
/* The segment of an id, by the rule; below 0: it is dropped. The id is right. */
int64_t grn_segment_of_id(const grn_segment_problem *p, int64_t id);
/* Whether an id that is no segment's number is right, and dropped. */
bool grn_segment_drops(const grn_segment_problem *p, int64_t id);

/* ---- numbers (number.c) ---------------------------------------------------------------------- */

/* The dtype that f16 and bf16 are computed in, and others themselves. */
grn_dtype grn_segment_inside(grn_dtype dtype);
/* A double rounded to a float dtype. */
double grn_segment_rounded(grn_dtype dtype, double value);
/* What a mean of so many entries divides by, in what it is computed in. */
double grn_segment_count_as_divisor(grn_dtype dtype, int64_t count);
/* Stores a number of a float dtype: a NaN is the dtype's quiet NaN. */
void grn_segment_store(grn_dtype dtype, double value, void *p);
/* The neutral element of an op that may have a start, as an element of the dtype. */
void grn_segment_identity(grn_segment_op op, grn_dtype dtype, void *element);
/* Of floats: whether b takes the place of a in a min or max. */
bool grn_segment_is_beyond(const grn_segment_spec *spec, double a, double b);
/* The value of a segment without entries. */
void grn_segment_store_empty(const grn_segment_problem *p, void *to);
/* max(count - correction, 1) + eps, of std, in what is computed in. */
double grn_segment_std_divisor(const grn_segment_problem *p, int64_t count);
/* exp and log of the dtype that is computed in, f32 or f64. */
double grn_segment_exp(grn_dtype inside, double x);
double grn_segment_log(grn_dtype inside, double x);
/* An integer quotient, rounded down. */
int64_t grn_segment_floor_divide(int64_t a, int64_t b);

#endif
