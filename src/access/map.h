/*
 * map.h - which dimension of which tensor goes with which, of one gather or scatter.
 *
 * Knows: dimension numbers and ranks. Must not know: extents, strides, data, index rules, IR. This
 * is the only place that derives how the three tensors of an access correspond: a gather's result
 * and a scatter's updates are the dense tensor, each of whose dimensions either walks a window of
 * the operand (offset_dims, update_window_dims) or goes along with one of the indices.
 */
#ifndef GRN_ACCESS_MAP_H
#define GRN_ACCESS_MAP_H

#include "core/core.h"

/* -1 stands for none. */
typedef struct grn_access_map {
    int32_t operand_rank, indices_rank, dense_rank;
    int32_t vector_dim; /* the dimension of indices that holds index vectors; -1: each index is one */
    int32_t components; /* of an index vector */
    struct {
        /* the dense dimension that walks the window along it; none where it is collapsed or
         * batching */
        int32_t dense;
        int32_t component; /* the component of the index vector that moves the window along it */
        int32_t batching;  /* the dimension of indices that it goes along with */
    } operand[GRN_MAX_RANK];
    struct {
        /* the dimension of the operand that it walks; none where it goes along with one of the
         * indices */
        int32_t operand;
        int32_t indices; /* the dimension of indices that it goes along with; none where it walks a window */
    } dense[GRN_MAX_RANK];
    struct {
        int32_t dense;   /* the dense dimension that goes along with it; none of the index vector's */
        int32_t operand; /* the batching dimension of the operand that goes along with it */
    } indices[GRN_MAX_RANK];
} grn_access_map;

/* The map of dimension numbers that are valid for the ranks (StableHLO gather C1-C8, C10-C19;
 * scatter's counterparts). */
void grn_access_map_of(const grn_dimension_numbers *numbers, int32_t operand_rank, int32_t indices_rank,
                       grn_access_map *out);
/* Whether a map can be made of the numbers: every list has the length it needs, and every entry is
 * in its range. */
bool grn_access_map_fits(const grn_dimension_numbers *numbers, int32_t operand_rank, int32_t indices_rank);

/* Dimensions of indices that go along with dense ones: all but the index vector's. */
static inline int32_t grn_access_batch_rank(const grn_access_map *m) { return m->indices_rank - (m->vector_dim >= 0); }

/* The extent of a scatter's window along dimension d of the operand, by the shape of its
 * updates. */
static inline int64_t grn_access_window(const grn_access_map *m, const int64_t *dense_shape, int32_t d)
{
    return m->operand[d].dense < 0 ? 1 : dense_shape[m->operand[d].dense];
}

#endif
