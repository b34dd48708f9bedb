/* forms.c - indexing by elements, by vectors and by slices: what fits, what comes out, which
 * dimensions are which. */
#include "rules/forms.h"

#include "access/check.h"

/* ---- what fits ------------------------------------------------------------------------------- */

static const grn_form_misfit it_fits = {GRN_FITS, 0, 0, 0};

static grn_form_misfit elements_fit(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices)
{
    if (full->rank != indices->rank)
        return (grn_form_misfit){GRN_RANKS_DIFFER, 0, indices->rank, full->rank};
    if (x->axis < 0 || x->axis >= full->rank)
        return (grn_form_misfit){GRN_AXIS_OUT_OF_RANGE, 0, x->axis, full->rank};
    for (int32_t d = 0; d < full->rank; d++)
        if (d != x->axis && full->shape[d] != GRN_DYNAMIC && indices->shape[d] > full->shape[d])
            return (grn_form_misfit){GRN_INDICES_TOO_LONG, d, indices->shape[d], full->shape[d]};
    return it_fits;
}

static grn_form_misfit batch_fits(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices,
                                  int64_t most)
{
    if (x->batch < 0 || x->batch > most)
        return (grn_form_misfit){GRN_BATCH_OUT_OF_RANGE, 0, x->batch, most};
    for (int32_t d = 0; d < x->batch; d++)
        if (!grn_extents_agree(full->shape[d], indices->shape[d]))
            return (grn_form_misfit){GRN_BATCH_DIFFERS, d, indices->shape[d], full->shape[d]};
    return it_fits;
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static grn_form_misfit vectors_fit(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices)
{
    if (indices->rank < 1)
        return (grn_form_misfit){GRN_NO_COORDINATES, 0, 0, 1};
    const int64_t k = indices->shape[indices->rank - 1];
    const grn_form_misfit misfit = batch_fits(x, full, indices, smaller(full->rank, indices->rank - 1));
    if (misfit.what == GRN_FITS && k > full->rank - x->batch)
        return (grn_form_misfit){GRN_TOO_MANY_COORDINATES, 0, k, full->rank - x->batch};
    return misfit;
}

static grn_form_misfit slices_fit(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices)
{
    if (x->axis < 0 || x->axis >= full->rank)
        return (grn_form_misfit){GRN_AXIS_OUT_OF_RANGE, 0, x->axis, full->rank};
    return batch_fits(x, full, indices, smaller(x->axis, indices->rank));
}

/* ---- what comes out -------------------------------------------------------------------------- */

/* Counts on past what the shape can hold. */
static void append(grn_shaped *to, const grn_shaped *from, int64_t first, int64_t end)
{
    for (int64_t d = first; d < end; d++, to->rank++)
        if (to->rank < GRN_MAX_RANK)
            to->shape[to->rank] = from->shape[d];
}

static void elements_dense(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices, grn_shaped *out)
{
    (void)x, (void)full;
    append(out, indices, 0, indices->rank);
}

static void vectors_dense(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices, grn_shaped *out)
{
    append(out, indices, 0, indices->rank - 1);
    append(out, full, x->batch + indices->shape[indices->rank - 1], full->rank);
}

static void slices_dense(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices, grn_shaped *out)
{
    append(out, full, 0, x->axis);
    append(out, indices, x->batch, indices->rank);
    append(out, full, x->axis + 1, full->rank);
}

/* ---- which dimensions are which -------------------------------------------------------------- */

/* Dimension `d` of full is chosen by the next component of the index vector. */
static void chosen(grn_dimension_numbers *n, int64_t d)
{
    grn_dims_push(&n->collapsed_slice_dims, d);
    grn_dims_push(&n->start_index_map, d);
}

static void together(grn_dimension_numbers *n, int64_t d)
{
    grn_dims_push(&n->operand_batching_dims, d);
    grn_dims_push(&n->start_indices_batching_dims, d);
}

static void elements_numbers(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices,
                             grn_dimension_numbers *n)
{
    for (int32_t d = 0; d < full->rank; d++)
        if (d != x->axis)
            together(n, d);
    chosen(n, x->axis);
    n->index_vector_dim = indices->rank;
}

static void vectors_numbers(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices,
                            grn_dimension_numbers *n)
{
    const int64_t vector = indices->rank - 1, window = x->batch + indices->shape[vector];
    for (int64_t d = 0; d < window; d++)
        d < x->batch ? together(n, d) : chosen(n, d);
    for (int64_t d = window; d < full->rank; d++)
        grn_dims_push(&n->offset_dims, vector + d - window);
    n->index_vector_dim = vector;
}

static void slices_numbers(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices,
                           grn_dimension_numbers *n)
{
    for (int64_t d = 0; d < full->rank; d++) {
        if (d < x->batch)
            together(n, d);
        else if (d != x->axis)
            grn_dims_push(&n->offset_dims, d < x->axis ? d : d - 1 + indices->rank - x->batch);
    }
    chosen(n, x->axis);
    n->index_vector_dim = indices->rank;
}

/* ---- the three ------------------------------------------------------------------------------- */

static const struct {
    grn_form_misfit (*fits)(const grn_indexing *, const grn_shaped *, const grn_shaped *);
    void (*dense)(const grn_indexing *, const grn_shaped *, const grn_shaped *, grn_shaped *);
    void (*numbers)(const grn_indexing *, const grn_shaped *, const grn_shaped *, grn_dimension_numbers *);
} forms[] = {
    [GRN_FORM_ELEMENTS] = {elements_fit, elements_dense, elements_numbers},
    [GRN_FORM_VECTORS] = {vectors_fit, vectors_dense, vectors_numbers},
    [GRN_FORM_SLICES] = {slices_fit, slices_dense, slices_numbers},
};

grn_form_misfit grn_indexing_fits(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices)
{
    return forms[x->kind].fits(x, full, indices);
}

bool grn_indexing_dense(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices, grn_shaped *out)
{
    out->dtype = full->dtype;
    out->rank = -1;
    if (x->kind == GRN_FORM_VECTORS && indices->shape[indices->rank - 1] == GRN_DYNAMIC)
        return false;
    out->rank = 0;
    forms[x->kind].dense(x, full, indices, out);
    return out->rank <= GRN_MAX_RANK;
}

void grn_indexing_numbers(const grn_indexing *x, const grn_shaped *full, const grn_shaped *indices,
                          grn_dimension_numbers *out)
{
    grn_dimension_numbers_clear(out);
    forms[x->kind].numbers(x, full, indices, out);
}

void grn_indexing_slices(const grn_dimension_numbers *numbers, const grn_shaped *full, grn_dims *out)
{
    out->count = full->rank;
    for (int32_t d = 0; d < full->rank; d++) {
        out->v[d] = grn_dim_is_dropped(numbers, d) && full->shape[d] > 1 ? 1 : full->shape[d];
    }
}
