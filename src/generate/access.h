/* access.h - gathers and scatters as they are drawn: shapes, dimension numbers, indices. */
#ifndef GRN_GENERATE_ACCESS_H
#define GRN_GENERATE_ACCESS_H

#include "generate/generate.h"

/* Of a scatter, the operand is an input, and the dense tensor the updates. */
typedef struct grn_drawn_access {
    bool is_scatter;
    grn_gen_type operand, indices, dense; /* their dtypes are not drawn */
    int64_t window[GRN_GEN_RANK];         /* extent per dimension of the operand */
    int32_t batch_rank;                   /* of indices, without the index vector */
    int64_t batch_shape[GRN_GEN_RANK];
    grn_dimension_numbers dims;
} grn_drawn_access;

/* `operand`: its shape; NULL: one is drawn. */
grn_drawn_access grn_gen_draw_access(grn_gen *g, bool is_scatter, const grn_gen_type *operand);

/* What indices have to be. */
typedef struct grn_gen_indices {
    bool unique;   /* no element of the operand is reached twice */
    bool in_range; /* every window lies in the operand */
    bool wraps;    /* a negative index counts from the end */
} grn_gen_indices;
/* Fills a tensor of the type access->indices. False: it cannot be. */
bool grn_gen_fill_indices(grn_gen *g, const grn_drawn_access *access, const grn_gen_indices *how, grn_tensor *indices);
/* One index into an extent, where a window of `window` elements begins. */
int64_t grn_gen_draw_index(grn_gen *g, const grn_gen_indices *how, int64_t extent, int64_t window);
/* The specs of both, under StableHLO's index rule. */
void grn_gen_spec(const grn_drawn_access *access, grn_gather_spec *gather, grn_scatter_spec *scatter);
/* Whether what indices_are_sorted and unique_indices promise is true. */
bool grn_gen_keeps_sorted(grn_gen *g, const grn_drawn_access *access, const grn_tensor *indices);
bool grn_gen_keeps_unique(grn_gen *g, const grn_drawn_access *access, const grn_tensor *indices);
/* A dtype of indices: the dialect's common ones, narrow and unsigned ones at the edge. */
grn_dtype grn_gen_index_dtype(grn_gen *g);

#endif
