/*
 * index.c - along which dimensions a gather or scatter is cut, and what each of them takes.
 *
 *   batching dims, dims of indices, dims that a window covers   nothing travels
 *   dims of the operand of which a window has one position      its owner has it (local_gather.c, local_scatter.c)
 *   dims of updates along which a scatter combines              where the order cannot show
 *   all others, and the index vector                            whole
 */
#include "shard/rows.h"

/* ---- what is where ---------------------------------------------------------------------------------------------------------- */

static bool in_dims(const grn_dims *list, int64_t d)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] == d)
            return true;
    return false;
}

static bool is_own_rule(const grn_hub *h)
{
    const grn_bounds bounds = h->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP;
    return h->rule.bounds == bounds && h->rule.base == 0 && !h->rule.wrap_negative && h->rule.grain == (grn_grain)0;
}

/* Dimensions of indices go, in order, with those of the dense tensor that are no window's. */
static void place_batch(grn_part_access *a, int32_t dense_rank)
{
    const grn_type *indices = a->hub.indices->type;
    int32_t next = 0;
    for (int32_t i = 0; i < indices->rank; i++) {
        if (i == a->hub.dims.index_vector_dim) {
            a->dense_of[i] = -1;
            continue;
        }
        while (next < dense_rank && in_dims(&a->hub.dims.offset_dims, next))
            next++;
        a->dense_of[i] = next++;
    }
}

static void place_operand(grn_part_access *a)
{
    const grn_dimension_numbers *dims = &a->hub.dims;
    int32_t window = 0;
    for (int32_t d = 0; d < a->hub.operands[0]->type->rank; d++) {
        a->component[d] = a->batch[d] = -1;
        const bool hidden = in_dims(&dims->collapsed_slice_dims, d) || in_dims(&dims->operand_batching_dims, d);
        a->dense[d] = hidden || window >= dims->offset_dims.count ? -1 : (int32_t)dims->offset_dims.v[window++];
    }
    for (int32_t c = 0; c < dims->start_index_map.count; c++)
        a->component[dims->start_index_map.v[c]] = c;
    for (int32_t k = 0; k < dims->operand_batching_dims.count; k++)
        a->batch[dims->operand_batching_dims.v[k]] = (int32_t)dims->start_indices_batching_dims.v[k];
}

bool grn_part_access_of(const grn_op *op, grn_part_access *out)
{
    if (grn_op_attr(op, "garner.rule") || !grn_hub_read(op, &out->hub) || !grn_hub_is_static(&out->hub) || !is_own_rule(&out->hub))
        return false;
    const grn_type *indices = out->hub.indices->type;
    const bool is_index = indices->element->kind == GRN_TYPE_INDEX;
    if (!is_index && (indices->element->kind != GRN_TYPE_INTEGER || indices->element->width > 64))
        return false;
    place_batch(out, out->hub.is_scatter ? out->hub.updates[0]->type->rank : out->hub.result->rank);
    place_operand(out);
    return true;
}

/* ---- factors ---------------------------------------------------------------------------------------------------------------- */

/* Elements whose bits can be combined. */
static bool has_bits(const grn_type *element)
{
    if (element->kind == GRN_TYPE_COMPLEX)
        return has_bits(element->element);
    if (element->kind == GRN_TYPE_FLOAT)
        return element->dtype == GRN_F16 || element->dtype == GRN_BF16 || element->dtype == GRN_F32 || element->dtype == GRN_F64;
    return element->kind == GRN_TYPE_INTEGER && element->width <= 64;
}

/* Factors of the indices' dimensions: *of has one for each, -1 for the vector's. */
static void index_factors(grn_part_rule *r, const grn_part_access *a, int32_t indices, int64_t *of)
{
    const grn_type *t = a->hub.indices->type;
    for (int32_t i = 0; i < t->rank; i++) {
        of[i] = a->dense_of[i] < 0 ? -1 : grn_part_factor_new(r, t->shape[i]);
        r->maps[indices].own[i] = of[i];
    }
}

grn_status grn_part_gather_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    grn_part_access a;
    int64_t of[GRN_MAX_RANK];
    *rule = NULL;
    if (!grn_part_access_of(op, &a))
        return GRN_OK;
    const grn_type *operand = grn_operand_type(op, 0), *indices = grn_operand_type(op, 1);
    grn_part_rule *r = grn_part_rule_new(s, op, (size_t)operand->rank + (size_t)indices->rank);
    if (!r)
        return grn_no_memory(&s->w);
    index_factors(r, &a, 1, of);
    for (int32_t i = 0; i < indices->rank; i++)
        if (of[i] >= 0)
            r->maps[2].own[a.dense_of[i]] = of[i];
    for (int32_t d = 0; d < operand->rank; d++) {
        const int64_t slice = a.hub.slice_sizes.v[d];
        if (a.batch[d] >= 0) {
            r->maps[0].own[d] = of[a.batch[d]];
            continue;
        }
        const int64_t f = r->maps[0].own[d] = grn_part_factor_new(r, operand->shape[d]);
        if (a.dense[d] >= 0 && slice == operand->shape[d])
            r->maps[2].own[a.dense[d]] = f;
        else if (slice == 1 && has_bits(operand->element))
            r->factors[f].is_owned = r->factors[f].is_blocked = true;
        else
            r->factors[f].whole = "windows lie across parts of it";
    }
    *rule = r;
    return GRN_OK;
}

static bool is_orderless(const grn_sharder *s, const grn_hub *h)
{
    bool is = true;
    for (size_t i = 0; i < h->ninputs; i++)
        is = is && grn_part_is_orderless(s, h->combiner, h->operands[i]->type->element);
    return is;
}

/* Dimension d of a scatter's inputs; `f` is its factor. *updates: the updates have it too. */
static void scatter_dim(const grn_part_access *a, int32_t d, grn_part_factor *f, bool *updates)
{
    const int64_t window = a->dense[d] < 0 ? 1 : a->hub.updates[0]->type->shape[a->dense[d]];
    const bool is_indexed = a->component[d] >= 0;
    *updates = !is_indexed && a->dense[d] >= 0 && window == f->size;
    /* without an index vector there is nothing to let an update miss by */
    f->is_owned = !*updates && window == 1 && (is_indexed || a->hub.dims.start_index_map.count > 0);
    f->whole = *updates || f->is_owned ? NULL : "windows lie across parts of it";
}

grn_status grn_part_scatter_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    grn_part_access a;
    int64_t of[GRN_MAX_RANK];
    *rule = NULL;
    if (!grn_part_access_of(op, &a))
        return GRN_OK;
    const int32_t n = (int32_t)a.hub.ninputs;
    const grn_type *input = grn_operand_type(op, 0), *indices = a.hub.indices->type;
    grn_part_rule *r = grn_part_rule_new(s, op, (size_t)input->rank + (size_t)indices->rank);
    if (!r)
        return grn_no_memory(&s->w);
    index_factors(r, &a, n, of);
    for (int32_t i = 0; i < indices->rank; i++)
        for (int32_t u = n + 1; of[i] >= 0 && u < 2 * n + 1; u++)
            r->maps[u].own[a.dense_of[i]] = of[i];
    for (int32_t i = 0; i < indices->rank; i++)
        if (of[i] >= 0) {
            r->factors[of[i]].is_reduced = is_orderless(s, &a.hub);
            r->factors[of[i]].whole = r->factors[of[i]].is_reduced ? NULL : "the order of updates shows";
        }
    for (int32_t d = 0; d < input->rank; d++) {
        bool updates = false;
        int64_t f;
        if (a.batch[d] >= 0) {
            f = of[a.batch[d]];
            r->factors[f].is_reduced = false;
            r->factors[f].whole = NULL;
        } else {
            f = grn_part_factor_new(r, input->shape[d]);
            scatter_dim(&a, d, &r->factors[f], &updates);
        }
        for (int32_t v = 0; v < n; v++) {
            r->maps[v].own[d] = r->maps[2 * n + 1 + v].own[d] = f;
            if (updates)
                r->maps[n + 1 + v].own[a.dense[d]] = f;
        }
    }
    *rule = r;
    return GRN_OK;
}
