/* torch_lists.c - self[indices] and index_put of torch: index tensors for leading dims, broadcast
 * together. */
#include <inttypes.h>
#include <stdio.h>

#include "rules/torch.h"

/* ---- which dims, and the shape of what indexes them ------------------------------------------ */

bool grn_torch_choose(grn_torch_chosen *c, int64_t dim, int32_t rank, const int64_t *shape)
{
    grn_dims_push(&c->dims, dim);
    return grn_torch_broadcast(&c->rank, c->shape, rank, shape);
}

/* A rank over the limit is answered too. */
bool grn_torch_place(const grn_torch_chosen *c, int32_t self_rank, const int64_t *self, grn_dimension_numbers *n,
                     int32_t *rank, int64_t *shape)
{
    const int64_t first = c->dims.v[0];
    const bool together = c->dims.v[c->dims.count - 1] - first == c->dims.count - 1;
    const int64_t before = together ? first : 0;
    int32_t window = 0;
    *n = (grn_dimension_numbers){
        .collapsed_slice_dims = c->dims, .start_index_map = c->dims, .index_vector_dim = c->rank};
    *rank = self_rank - c->dims.count + c->rank;
    if (*rank > GRN_MAX_RANK || c->rank == GRN_MAX_RANK)
        return false;
    for (int64_t d = 0; d < self_rank; d++) {
        if (grn_dims_has(&c->dims, d))
            continue;
        const int64_t at = window < before ? window : c->rank + window;
        window++;
        grn_dims_push(&n->offset_dims, at);
        shape[at] = self[d];
    }
    for (int32_t d = 0; d < c->rank; d++)
        shape[before + d] = c->shape[d];
    return true;
}

/* ---- rules ----------------------------------------------------------------------------------- */

grn_status grn_torch_rule_count(const grn_rule_report *to, int32_t self_rank, size_t n)
{
    if (n <= (size_t)self_rank)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_SHAPE, "PT-10", "too many indices for tensor of dimension %" PRId32 " (got %zu)",
                           self_rank, n);
}

static grn_status dtype_of(const grn_rule_report *to, const grn_shaped *index)
{
    if (index->rank == GRN_TORCH_WHOLE || grn_torch_is_index(index->dtype))
        return GRN_OK;
    if (index->dtype == GRN_I1 || index->dtype == GRN_UI8)
        return grn_rule_broken(to, GRN_E_UNSUPPORTED, "PT-10", "indices hold a mask (%s), %s takes i64 or i32",
                               grn_torch_dtype_text(index->dtype), to->op);
    return grn_rule_broken(to, GRN_E_DTYPE, "PT-10", "tensors used as indices must be long, int, byte or bool tensors");
}

static grn_status apart(const grn_rule_report *to, size_t n, const grn_shaped *indices)
{
    char list[GRN_LIST_BYTES], message[512] = "";
    size_t used = 0;
    for (size_t i = 0; i < n; i++)
        if (indices[i].rank != GRN_TORCH_WHOLE && used < sizeof message)
            used += (size_t)snprintf(message + used, sizeof message - used, "%s%s", used > 0 ? ", " : "",
                                     grn_torch_shape_text(&indices[i], list));
    return grn_rule_broken(to, GRN_E_SHAPE, "PT-10",
                           "shape mismatch: indexing tensors could not be broadcast together with shapes %s", message);
}

static grn_status choose_all(const grn_rule_report *to, size_t n, const grn_shaped *indices, grn_torch_chosen *out)
{
    *out = (grn_torch_chosen){.rank = 0};
    for (size_t i = 0; i < n; i++)
        if (indices[i].rank != GRN_TORCH_WHOLE && !grn_torch_choose(out, (int64_t)i, indices[i].rank, indices[i].shape))
            return apart(to, n, indices);
    if (out->dims.count > 0)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_ARGUMENT, "PT-10", "indices name no dimension, %s needs at least one", to->op);
}

grn_status grn_torch_rule_index(const grn_rule_report *to, const grn_shaped *self, size_t n, const grn_shaped *indices,
                                grn_torch_indexed *out)
{
    grn_status status = GRN_OK;
    out->result.dtype = self->dtype;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = dtype_of(to, &indices[i]);
    if (status == GRN_OK)
        status = choose_all(to, n, indices, &out->chosen);
    if (status != GRN_OK ||
        grn_torch_place(&out->chosen, self->rank, self->shape, &out->dims, &out->result.rank, out->result.shape))
        return status;
    return grn_torch_rule_rank(to, GRN_MAX_RANK + 1);
}

grn_status grn_torch_rule_spread(const grn_rule_report *to, const grn_shaped *values, const grn_shaped *result)
{
    char seen[GRN_LIST_BYTES], right[GRN_LIST_BYTES];
    bool fits = values->rank <= result->rank;
    for (int32_t d = 0; fits && d < values->rank; d++)
        fits = values->shape[d] == 1 ||
               grn_extents_agree(values->shape[d], result->shape[result->rank - values->rank + d]);
    if (fits)
        return GRN_OK;
    return grn_rule_broken(
        to, GRN_E_SHAPE, "PT-11",
        "shape mismatch: value tensor of shape %s cannot be broadcast to indexing result of shape %s",
        grn_torch_shape_text(values, seen), grn_torch_shape_text(result, right));
}

grn_status grn_torch_rule_values(const grn_rule_report *to, const grn_shaped *values, const grn_shaped *result)
{
    if (values->dtype == result->dtype)
        return grn_torch_rule_spread(to, values, result);
    return grn_rule_broken(
        to, GRN_E_DTYPE, "PT-11",
        "Index put requires the source and destination dtypes match, got %s for the destination and %s for the "
        "source.",
        grn_torch_dtype_text(result->dtype), grn_torch_dtype_text(values->dtype));
}
