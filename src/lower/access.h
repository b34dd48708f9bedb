/*
 * access.h - a gather or scatter of the hub as addresses: what gather.c and
 * scatter.c emit loops around.
 *
 * Positions are in the words of the specification: the dense tensor is a
 * gather's result or a scatter's updates; an index vector lies in indices at a
 * position without index_vector_dim.
 */
#ifndef GRN_LOWER_ACCESS_H
#define GRN_LOWER_ACCESS_H

#include "lower/function.h"

/* Which dims of the program's tensors a loop over a dense dim walks: several where loops were
 * merged. */
typedef struct grn_lo_range {
    int32_t first, last;           /* of the dense tensor */
    int32_t from_first, from_last; /* of indices, or of the operand */
} grn_lo_range;

typedef struct grn_lo_access {
    grn_hub hub; /* its dims and map are of the loops that are emitted: fewer where loops were merged */
    const grn_type *operand, *indices, *dense;
    const grn_value *dense_value;                        /* of a scatter: updates 0; else NULL */
    grn_lo_range walks[GRN_MAX_RANK];                    /* by dense dim */
    bool clamps;                                         /* a start out of range is moved into it */
    bool by_element;                                     /* elements of a window are in or out one by one */
    bool reports;                                        /* a start out of range is an error */
    grn_value *dim[GRN_MAX_RANK], *window[GRN_MAX_RANK]; /* extents by operand dim */
    /* where an element is, in the spec's words and its own dims: operand[start_indices[batch0, 0],
     * offset1] */
    char formula[512];
} grn_lo_access;

/* Reads the op. grn_lo_access_sizes emits the extents that are not known, and has to be called once
 * where they dominate what follows. */
void grn_lo_access_read(grn_lower *l, const grn_op *op, grn_lo_access *a);
void grn_lo_access_sizes(grn_lower *l, grn_lo_access *a);

/* Works out what follows from a->hub and these types. */
void grn_lo_access_map(grn_lo_access *a, const grn_type *operand, const grn_type *dense);
/* Merges loops: the access is over fewer dims afterwards, and so are the `n` memrefs it writes to
 * (a gather's one, a scatter's inputs). Needs sizes; changes nothing where extents are not known or
 * memrefs have strides (collapse.c). */
void grn_lo_collapse(grn_lower *l, grn_lo_access *a, size_t n, grn_value **memrefs);
/* An element of indices as an index, by its own type: a number past every bound stays past it. */
grn_value *grn_lo_widened(grn_lower *l, const grn_type *element, grn_value *v);
/* The starts of the index vector at `at` (by dim of indices), and whether the window fits; NULL: it
 * always does. */
grn_value *grn_lo_starts(grn_lower *l, const grn_lo_access *a, grn_value *const *at, grn_value **start);
/* The operand's index of the element at `dense`, and whether it is inside; NULL: it is. */
grn_value *grn_lo_address(grn_lower *l, const grn_lo_access *a, grn_value *const *start, grn_value *const *dense,
                          grn_value **out);
/* Whether start lies in [0, last], where `last` may be below 0. */
grn_value *grn_lo_in_range(grn_lower *l, grn_value *start, grn_value *last);
/* By dim of indices, the counters of the dense dims. */
void grn_lo_position(const grn_lo_access *a, grn_value *const *dense, grn_value **at);
/* All index vectors are looked at, and the status says which was the first that is out of range. */
void grn_lo_check_indices(grn_lower *l, const grn_lo_access *a);
/* Whether a memref, NULL: none, is one of a tensor of this type whose rows lie one after the
 * other. */
bool grn_lo_lies_in_rows(grn_lower *l, const grn_value *memref, const grn_type *tensor);
/* What the loop over a dense dim is, in the spec's words, on the loop that is being emitted. */
void grn_lo_say_dim(grn_lower *l, const grn_lo_access *a, int32_t dense_dim);

/* The formula as `garner.note` of the op that reads or writes there; any other stays. */
void grn_lo_say_formula(grn_lower *l, const grn_lo_access *a, grn_op *op);

/* As an op with a destination, where the form keeps them (access_op.c). False: it is none, and
 * nothing was emitted. */
bool grn_lo_gather_op(grn_lower *l, const grn_op *op);
/* to: the destinations, out: what stands for them now. */
bool grn_lo_scatter_op(grn_lower *l, const grn_op *op, grn_value *const *to, grn_value **out);

#endif
