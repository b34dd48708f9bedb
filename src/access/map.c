/* map.c - the three tensors of an access, dimension by dimension. */
#include "access/map.h"

static void map_indices(const grn_dimension_numbers *n, int32_t rank, grn_access_map *m)
{
    m->indices_rank = rank;
    m->vector_dim = n->index_vector_dim < rank ? (int32_t)n->index_vector_dim : -1;
    m->components = n->start_index_map.count;
    for (int32_t i = 0; i < rank; i++)
        m->indices[i].dense = m->indices[i].operand = -1;
    for (int32_t k = 0; k < n->operand_batching_dims.count; k++)
        m->indices[n->start_indices_batching_dims.v[k]].operand = (int32_t)n->operand_batching_dims.v[k];
}

/* What no list drops walks a window, in order: the dense dimensions of offset_dims. */
static void map_operand(const grn_dimension_numbers *n, int32_t rank, grn_access_map *m)
{
    int32_t offset = 0;
    m->operand_rank = rank;
    for (int32_t d = 0; d < rank; d++) {
        m->operand[d].component = m->operand[d].batching = -1;
        m->operand[d].dense = 0;
    }
    for (int32_t k = 0; k < n->collapsed_slice_dims.count; k++)
        m->operand[n->collapsed_slice_dims.v[k]].dense = -1;
    for (int32_t k = 0; k < n->operand_batching_dims.count; k++) {
        m->operand[n->operand_batching_dims.v[k]].dense = -1;
        m->operand[n->operand_batching_dims.v[k]].batching = (int32_t)n->start_indices_batching_dims.v[k];
    }
    for (int32_t k = 0; k < n->start_index_map.count; k++)
        m->operand[n->start_index_map.v[k]].component = k;
    for (int32_t d = 0; d < rank; d++)
        if (m->operand[d].dense >= 0)
            m->operand[d].dense = (int32_t)n->offset_dims.v[offset++];
}

/* The other dense dimensions go along with those of indices, in order, past the index vector's. */
static void map_dense(const grn_dimension_numbers *n, grn_access_map *m)
{
    int32_t batch = 0;
    m->dense_rank = n->offset_dims.count + grn_access_batch_rank(m);
    for (int32_t d = 0; d < m->dense_rank; d++)
        m->dense[d].operand = m->dense[d].indices = -1;
    for (int32_t d = 0; d < m->operand_rank; d++)
        if (m->operand[d].dense >= 0)
            m->dense[m->operand[d].dense].operand = d;
    for (int32_t d = 0; d < m->dense_rank; d++) {
        if (m->dense[d].operand >= 0)
            continue;
        batch += batch == m->vector_dim;
        m->dense[d].indices = batch;
        m->indices[batch++].dense = d;
    }
}

void grn_access_map_of(const grn_dimension_numbers *numbers, int32_t operand_rank, int32_t indices_rank,
                       grn_access_map *out)
{
    map_indices(numbers, indices_rank, out);
    map_operand(numbers, operand_rank, out);
    map_dense(numbers, out);
}

/* ---- numbers from outside -------------------------------------------------------------------- */

static bool is_within(const grn_dims *list, int32_t rank)
{
    bool within = list->count >= 0 && list->count <= GRN_MAX_RANK;
    for (int32_t k = 0; within && k < list->count; k++)
        within = list->v[k] >= 0 && list->v[k] < rank;
    return within;
}

/* Entries of both lists are in [0, 64), and no entry comes twice. */
static bool is_distinct(const grn_dims *a, const grn_dims *b)
{
    uint64_t seen = 0;
    for (int32_t k = 0; k < a->count + b->count; k++) {
        const uint64_t bit = UINT64_C(1) << (k < a->count ? a->v[k] : b->v[k - a->count]);
        if (seen & bit)
            return false;
        seen |= bit;
    }
    return true;
}

bool grn_access_map_fits(const grn_dimension_numbers *n, int32_t operand_rank, int32_t indices_rank)
{
    static const grn_dims none = {0};
    const int32_t dense_rank = n->offset_dims.count + indices_rank - (n->index_vector_dim < indices_rank);
    return n->index_vector_dim >= 0 && n->index_vector_dim <= indices_rank && dense_rank <= GRN_MAX_RANK &&
           n->offset_dims.count + n->collapsed_slice_dims.count + n->operand_batching_dims.count == operand_rank &&
           n->operand_batching_dims.count == n->start_indices_batching_dims.count &&
           is_within(&n->offset_dims, dense_rank) && is_within(&n->collapsed_slice_dims, operand_rank) &&
           is_within(&n->operand_batching_dims, operand_rank) &&
           is_within(&n->start_indices_batching_dims, indices_rank) && is_within(&n->start_index_map, operand_rank) &&
           is_distinct(&n->offset_dims, &none) && is_distinct(&n->collapsed_slice_dims, &n->operand_batching_dims) &&
           is_distinct(&n->start_indices_batching_dims, &none) &&
           is_distinct(&n->start_index_map, &n->operand_batching_dims);
}
