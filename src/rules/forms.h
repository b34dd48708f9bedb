/*
 * forms.h - the three ways in which the array systems index, as the dimension numbers of the
 * canonical gather and scatter.
 *
 *   elements   dense[i] is full[i] with i[axis] replaced by indices[i]: torch.gather,
 *              GatherElements
 *   vectors    indices list coordinates in their last dimension: GatherND, tf.gather_nd
 *   slices     whole slices across `axis`: Gather, index_select, take
 */
#ifndef GRN_RULES_FORMS_H
#define GRN_RULES_FORMS_H

#include "rules/rules.h"

typedef enum grn_form_kind { GRN_FORM_ELEMENTS, GRN_FORM_VECTORS, GRN_FORM_SLICES } grn_form_kind;

typedef struct grn_indexing {
    grn_form_kind kind;
    int64_t axis;  /* ELEMENTS, SLICES: in [0, rank of full) */
    int64_t batch; /* VECTORS, SLICES: leading dims that full and indices share */
} grn_indexing;

/* An axis in [-rank, rank) counted from the front; anything else stays out of [0, rank). */
static inline int64_t grn_form_axis(int64_t axis, int64_t rank)
{
    return axis < 0 && axis >= -rank ? axis + rank : axis;
}

/* The reason why two shapes cannot be indexed so. */
typedef struct grn_form_misfit {
    enum {
        GRN_FITS,
        GRN_AXIS_OUT_OF_RANGE,    /* axis */
        GRN_RANKS_DIFFER,         /* ELEMENTS */
        GRN_INDICES_TOO_LONG,     /* ELEMENTS: along `dim`, `have` is more than `want` */
        GRN_NO_COORDINATES,       /* VECTORS: indices of rank 0 */
        GRN_TOO_MANY_COORDINATES, /* VECTORS: `have`, at most `want` */
        GRN_BATCH_OUT_OF_RANGE,   /* batch: at least 0, at most `want` */
        GRN_BATCH_DIFFERS         /* along `dim`: indices `have`, full `want` */
    } what;
    int64_t dim, have, want;
} grn_form_misfit;
grn_form_misfit grn_indexing_fits(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices);

/* ---- of shapes that fit ---------------------------------------------------------------------- */

/* Dense, with full's dtype. False: its rank is more than GRN_MAX_RANK, or -1: not known (VECTORS of
 * an unknown number of coordinates). `out` is neither of the two. */
bool grn_indexing_dense(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices, grn_shaped *out);
/* The number of coordinates is known, and so is every extent that grn_indexing_slices reads. */
void grn_indexing_numbers(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices,
                          grn_dimension_numbers *out);
/* A gather's windows: whole dimensions, and one element (none where the extent is 0) in those that
 * are dropped. */
void grn_indexing_slices(const grn_dimension_numbers *numbers, const grn_shaped *full, grn_dims *out);
/* Beside their axis, elements may be fewer than full has. */
static inline grn_batch_rule grn_indexing_batch_rule(grn_form_kind kind)
{
    return kind == GRN_FORM_ELEMENTS ? GRN_BATCH_PREFIX : GRN_BATCH_EQUAL;
}

#endif
