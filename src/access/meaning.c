/*
 * meaning.c - where an element of the dense tensor lies in the operand, in the
 * terms of the StableHLO specification (gather, scatter: Semantics). Scatter's
 * window dims are gather's offset dims; the formula is one.
 */
#include <string.h>

#include "access/meaning.h"

static int64_t add_saturating(int64_t a, int64_t b)
{
    if (b > 0 && a > INT64_MAX - b)
        return INT64_MAX;
    return a + b;
}

static void meaning_of(const grn_dimension_numbers *dims, grn_index_rule rule, const grn_tensor *operand,
                       const grn_tensor *indices, grn_meaning *out)
{
    out->dims = dims;
    out->rule = rule;
    out->operand = operand;
    out->indices = indices;
}

void grn_gather_meaning(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                        grn_meaning *out)
{
    meaning_of(&spec->dims, grn_gather_rule(spec), operand, indices, out);
    for (int32_t d = 0; d < operand->rank; d++)
        out->window[d] = spec->slice_sizes.v[d];
}

/* A scatter's window has the extents of updates along update_window_dims, and 1 where the dim is
 * not among them. */
void grn_scatter_meaning(const grn_scatter_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                         const grn_tensor *updates, grn_meaning *out)
{
    int32_t window = 0;
    meaning_of(&spec->dims, grn_scatter_rule(spec), operand, indices, out);
    for (int32_t d = 0; d < operand->rank; d++)
        out->window[d] = grn_dim_is_dropped(&spec->dims, d) ? 1 : updates->shape[spec->dims.offset_dims.v[window++]];
}

/* batch_dims = [d for d in axes(result) and d not in offset_dims] */
void grn_split_index(const grn_dimension_numbers *dims, int32_t rank, const int64_t *dense_index, int64_t *batch_index,
                     int64_t *offset_index)
{
    int32_t batch = 0, offset = 0;
    for (int32_t d = 0; d < rank; d++)
        if (grn_dims_has(&dims->offset_dims, d))
            offset_index[offset++] = dense_index[d];
        else
            batch_index[batch++] = dense_index[d];
}

/* start_indices[bi0, ..., :, ..., biN], where ':' stands at index_vector_dim;
 * [start_indices[batch_index]] without one. */
void grn_raw_start_index(const grn_meaning *m, const int64_t *batch_index, int64_t *raw)
{
    const grn_tensor *indices = m->indices;
    int64_t at[GRN_MAX_RANK];
    bool has_vector_dim = grn_has_vector_dim(m->dims, indices);
    int32_t batch_rank = has_vector_dim ? indices->rank - 1 : indices->rank;
    for (int32_t b = 0; b < batch_rank; b++)
        at[grn_batch_to_indices_dim(m->dims, b)] = batch_index[b];
    for (int32_t k = 0; k < m->dims->start_index_map.count; k++) {
        if (has_vector_dim)
            at[m->dims->index_vector_dim] = k;
        raw[k] = grn_index_load(indices->dtype, grn_tensor_at(indices, grn_offset_in(indices, at)));
    }
}

/* The policies that move a start: clamp(0, start, dim - window). */
static int64_t place_start(const grn_meaning *m, int64_t start, int64_t last)
{
    bool moves = m->rule.bounds == GRN_BOUNDS_CLAMP || m->rule.bounds == GRN_BOUNDS_PROMISE;
    if (moves && start > last)
        start = last;
    return moves && start < 0 ? 0 : start;
}

bool grn_full_start_index(const grn_meaning *m, const int64_t *batch_index, int64_t *full_start_index)
{
    int64_t start_index[GRN_MAX_RANK];
    bool fits = true;
    memset(full_start_index, 0, sizeof(int64_t) * (size_t)m->operand->rank);
    grn_raw_start_index(m, batch_index, start_index);
    for (int32_t d_start = 0; d_start < m->dims->start_index_map.count; d_start++) {
        int64_t d_operand = m->dims->start_index_map.v[d_start];
        int64_t dim = m->operand->shape[d_operand];
        int64_t last = dim - m->window[d_operand];
        int64_t start = place_start(m, grn_start_of_index(&m->rule, dim, start_index[d_start]), last);
        fits = fits && start >= 0 && start <= last;
        full_start_index[d_operand] = start;
    }
    return fits;
}

/* batch_index[d_start - (d_start < index_vector_dim ? 0 : 1)] */
void grn_full_batching_index(const grn_meaning *m, const int64_t *batch_index, int64_t *full_batching_index)
{
    memset(full_batching_index, 0, sizeof(int64_t) * (size_t)m->operand->rank);
    for (int32_t i_batching = 0; i_batching < m->dims->operand_batching_dims.count; i_batching++) {
        int64_t d_operand = m->dims->operand_batching_dims.v[i_batching];
        int64_t d_start = m->dims->start_indices_batching_dims.v[i_batching];
        full_batching_index[d_operand] = batch_index[d_start - (d_start < m->dims->index_vector_dim ? 0 : 1)];
    }
}

/* [oi0, ..., 0, ..., oiN], where 0 stands at collapsed_slice_dims and operand_batching_dims. */
void grn_full_offset_index(const grn_meaning *m, const int64_t *offset_index, int64_t *full_offset_index)
{
    int32_t offset = 0;
    for (int32_t d = 0; d < m->operand->rank; d++)
        full_offset_index[d] = grn_dim_is_dropped(m->dims, d) ? 0 : offset_index[offset++];
}

static bool in_bounds(const grn_tensor *operand, const int64_t *operand_index)
{
    for (int32_t d = 0; d < operand->rank; d++)
        if (operand_index[d] < 0 || operand_index[d] >= operand->shape[d])
            return false;
    return true;
}

bool grn_operand_index(const grn_meaning *m, const int64_t *batch_index, const int64_t *offset_index,
                       int64_t *operand_index)
{
    int64_t full_start_index[GRN_MAX_RANK], full_batching_index[GRN_MAX_RANK], full_offset_index[GRN_MAX_RANK];
    bool fits = grn_full_start_index(m, batch_index, full_start_index);
    grn_full_batching_index(m, batch_index, full_batching_index);
    grn_full_offset_index(m, offset_index, full_offset_index);
    for (int32_t d = 0; d < m->operand->rank; d++)
        operand_index[d] = add_saturating(full_start_index[d], full_batching_index[d] + full_offset_index[d]);
    bool element_wise =
        m->rule.grain == GRN_GRAIN_ELEMENT && (m->rule.bounds == GRN_BOUNDS_FILL || m->rule.bounds == GRN_BOUNDS_SKIP);
    return (fits || element_wise) && in_bounds(m->operand, operand_index);
}

int32_t grn_batch_shape(const grn_meaning *m, int64_t *shape)
{
    int32_t rank = grn_has_vector_dim(m->dims, m->indices) ? m->indices->rank - 1 : m->indices->rank;
    for (int32_t b = 0; b < rank; b++)
        shape[b] = m->indices->shape[grn_batch_to_indices_dim(m->dims, b)];
    return rank;
}

int32_t grn_distinct_batch_shape(const grn_meaning *m, int64_t most, bool batching, int64_t *shape)
{
    int32_t rank = grn_batch_shape(m, shape);
    for (int32_t b = 0; b < rank; b++) {
        int32_t d = grn_batch_to_indices_dim(m->dims, b);
        bool alike = m->dims->start_index_map.count == 0 || m->indices->stride[d] == 0;
        if (alike && shape[b] > most && !(batching && grn_dims_has(&m->dims->start_indices_batching_dims, d)))
            shape[b] = most;
    }
    return rank;
}

int32_t grn_offset_shape(const grn_meaning *m, int64_t *shape)
{
    int32_t rank = 0;
    for (int32_t d = 0; d < m->operand->rank; d++)
        if (!grn_dim_is_dropped(m->dims, d))
            shape[rank++] = m->window[d];
    return rank;
}
