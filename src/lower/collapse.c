/*
 * collapse.c - neighbouring loops that walk memory without a gap as one: the
 * access is stated anew over memrefs of fewer dims (memref.collapse_shape).
 * Two dims of indices that are both walked by batch dims become one, and so
 * do two dims of a window that no index moves and of which the inner one is whole.
 */
#include "lower/access.h"

/* Which dim of each tensor goes with the one behind it. */
typedef struct joins {
    bool dense[GRN_MAX_RANK], indices[GRN_MAX_RANK], operand[GRN_MAX_RANK];
    bool any;
} joins;

/* ---- what can be joined ---------------------------------------------------------------------- */

bool grn_lo_lies_in_rows(grn_lower *l, const grn_value *memref, const grn_type *tensor)
{
    return memref && memref->type == grn_lo_buffer_type(l, tensor);
}

static bool lies_so(grn_lower *l, const grn_value *source)
{
    const grn_lo_value *v = grn_lo_of(l, source);
    return v->kind == GRN_LO_BUFFER && grn_lo_lies_in_rows(l, v->value, source->type);
}

static bool all_in_rows(grn_lower *l, const grn_lo_access *a)
{
    bool rows = lies_so(l, a->hub.indices);
    for (size_t i = 0; i < a->hub.ninputs; i++)
        rows = rows && (a->hub.is_scatter ? lies_so(l, a->hub.updates[i]) : lies_so(l, a->hub.operands[i]));
    return rows && grn_hub_is_static(&a->hub);
}

static bool joins_batch(const grn_lo_access *a, int32_t d)
{
    const int32_t i = a->hub.map.dense[d].indices;
    const grn_dims *batching = &a->hub.dims.start_indices_batching_dims;
    return i >= 0 && a->hub.map.dense[d + 1].indices == i + 1 && !grn_dims_has(batching, i) &&
           !grn_dims_has(batching, i + 1);
}

/* The operand's dims o and o + 1, which dense dims d and d + 1 walk. */
static bool joins_window(const grn_lo_access *a, int32_t d, int32_t *o)
{
    for (*o = 0; *o + 1 < a->hub.map.operand_rank; ++*o)
        if (a->hub.map.operand[*o].dense == d && a->hub.map.operand[*o + 1].dense == d + 1)
            return a->hub.map.operand[*o].component < 0 && a->hub.map.operand[*o + 1].component < 0 &&
                   a->dense->shape[d + 1] == a->operand->shape[*o + 1];
    return false;
}

static void find_joins(const grn_lo_access *a, joins *j)
{
    int32_t o;
    *j = (joins){.any = false};
    for (int32_t d = 0; d + 1 < a->hub.map.dense_rank; d++) {
        const bool batch = joins_batch(a, d), window = !batch && joins_window(a, d, &o);
        if (batch)
            j->indices[a->hub.map.dense[d].indices] = true;
        if (window)
            j->operand[o] = true;
        j->dense[d] = batch || window;
        j->any = j->any || j->dense[d];
    }
}

/* ---- the access over fewer dims -------------------------------------------------------------- */

/* New number of each dim. */
static int32_t renumber(const bool *joined, int32_t rank, int32_t *to)
{
    int32_t n = 0;
    for (int32_t d = 0; d < rank; d++) {
        to[d] = n;
        n += !joined[d];
    }
    return n;
}

static void map_list(grn_dims *list, const int32_t *to)
{
    grn_dims out = {.count = 0};
    for (int32_t i = 0; i < list->count; i++)
        if (!grn_dims_has(&out, to[list->v[i]]))
            grn_dims_push(&out, to[list->v[i]]);
    *list = out;
}

static const grn_attr *groups_attr(grn_lower *l, const bool *joined, int32_t rank)
{
    const grn_attr *groups[GRN_MAX_RANK], *group[GRN_MAX_RANK];
    size_t ngroups = 0, n = 0;
    for (int32_t d = 0; d < rank; d++) {
        if (!(group[n++] = grn_lo_i64(l, d)))
            return NULL;
        if (joined[d])
            continue;
        if (!(groups[ngroups++] = grn_attr_array(l->ir, n, group)))
            return NULL;
        n = 0;
    }
    return grn_attr_array(l->ir, ngroups, groups);
}

static const grn_type *joined_type(grn_lower *l, const grn_type *t, const bool *joined)
{
    int64_t shape[GRN_MAX_RANK] = {0};
    int32_t to[GRN_MAX_RANK];
    const int32_t rank = renumber(joined, t->rank, to);
    for (int32_t d = 0; d < rank; d++)
        shape[d] = 1;
    for (int32_t d = 0; d < t->rank; d++)
        shape[to[d]] *= t->shape[d];
    return grn_type_tensor(l->ir, t->element, rank, shape, NULL);
}

static bool any_joined(const bool *joined, int32_t rank)
{
    bool any = false;
    for (int32_t d = 0; d < rank; d++)
        any = any || joined[d];
    return any;
}

static grn_value *joined_memref(grn_lower *l, grn_value *memref, const grn_type *tensor, const bool *joined)
{
    const grn_type *as = l->status == GRN_OK ? joined_type(l, tensor, joined) : NULL;
    if (!any_joined(joined, tensor->rank) || !grn_lo_check(l, as != NULL))
        return memref;
    const grn_lo_attr attr = {"reassociation", groups_attr(l, joined, tensor->rank)};
    return grn_lo_one(l, "memref.collapse_shape", 1, &memref, grn_lo_buffer_type(l, as), 1, &attr);
}

/* What stands for a value under another shape, while this op is lowered. */
static grn_value *alias(grn_lower *l, const grn_value *source, const bool *joined, size_t *used)
{
    grn_value *as = GRN_ARENA_NEW(&l->ir->arena, grn_value, 1);
    grn_value *memref = joined_memref(l, grn_lo_of(l, source)->value, source->type, joined);
    const grn_type *type = l->status == GRN_OK ? joined_type(l, source->type, joined) : NULL;
    if (!grn_lo_check(l, as && type))
        return NULL;
    *as = (grn_value){.type = type, .slot = (uint32_t)(l->nslots - GRN_LO_ALIASES + (*used)++)};
    grn_lo_set_buffer(l, as, memref, false);
    return as;
}

static bool alias_list(grn_lower *l, size_t n, grn_value *const **list, const bool *joined, size_t *used)
{
    grn_value **out = GRN_ARENA_NEW(&l->ir->arena, grn_value *, n + 1);
    for (size_t i = 0; out && i < n; i++)
        out[i] = alias(l, (*list)[i], joined, used);
    *list = out;
    return grn_lo_check(l, out != NULL);
}

static void state_anew(const joins *j, grn_lo_access *a)
{
    grn_dimension_numbers *dims = &a->hub.dims;
    int32_t dense[GRN_MAX_RANK], indices[GRN_MAX_RANK], operand[GRN_MAX_RANK];
    const int32_t rank = renumber(j->operand, a->hub.map.operand_rank, operand),
                  vectors = renumber(j->indices, a->indices->rank, indices);
    renumber(j->dense, a->hub.map.dense_rank, dense);
    dims->index_vector_dim = dims->index_vector_dim < a->indices->rank ? indices[dims->index_vector_dim] : vectors;
    map_list(&dims->offset_dims, dense);
    map_list(&dims->collapsed_slice_dims, operand);
    map_list(&dims->operand_batching_dims, operand);
    map_list(&dims->start_indices_batching_dims, indices);
    map_list(&dims->start_index_map, operand);
    grn_dims sizes = {.count = rank};
    for (int32_t d = 0; d < rank; d++)
        sizes.v[d] = 1;
    for (int32_t d = 0; d < a->hub.slice_sizes.count; d++)
        sizes.v[operand[d]] *= a->hub.slice_sizes.v[d];
    a->hub.slice_sizes = sizes;
}

/* The first and last of the old dims that each new one walks. */
static void keep_ranges(const joins *j, const grn_lo_access *was, grn_lo_access *a)
{
    int32_t to[GRN_MAX_RANK];
    renumber(j->dense, was->hub.map.dense_rank, to);
    for (int32_t d = was->hub.map.dense_rank - 1; d >= 0; d--) {
        a->walks[to[d]].first = d;
        a->walks[to[d]].from_first = was->walks[d].from_first;
    }
    for (int32_t d = 0; d < was->hub.map.dense_rank; d++) {
        a->walks[to[d]].last = d;
        a->walks[to[d]].from_last = was->walks[d].from_last;
    }
}

void grn_lo_collapse(grn_lower *l, grn_lo_access *a, size_t n, grn_value **memrefs)
{
    const grn_lo_access was = *a;
    joins j;
    size_t used = 0;
    if (l->status != GRN_OK || !all_in_rows(l, a))
        return;
    find_joins(a, &j);
    for (size_t i = 0; i < n; i++) /* a gather's result, a scatter's inputs */
        if (!grn_lo_lies_in_rows(l, memrefs[i], a->hub.is_scatter ? a->hub.operands[i]->type : a->dense))
            return;
    if (!j.any)
        return;
    const grn_type *dense = joined_type(l, a->dense, j.dense), *operand = joined_type(l, a->operand, j.operand);
    for (size_t i = 0; i < n; i++)
        memrefs[i] = joined_memref(l, memrefs[i], a->hub.is_scatter ? a->hub.operands[i]->type : a->dense,
                                   a->hub.is_scatter ? j.operand : j.dense);
    a->hub.indices = alias(l, a->hub.indices, j.indices, &used);
    if (a->hub.is_scatter)
        alias_list(l, a->hub.ninputs, &a->hub.updates, j.dense, &used);
    else
        alias_list(l, 1, &a->hub.operands, j.operand, &used);
    state_anew(&j, a);
    if (!grn_lo_check(l, dense && operand))
        return;
    a->hub.result = a->hub.is_scatter ? NULL : dense;
    grn_access_map_of(&a->hub.dims, operand->rank, a->hub.indices->type->rank, &a->hub.map);
    grn_lo_access_map(a, operand, dense);
    keep_ranges(&j, &was, a);
    grn_lo_access_sizes(l, a);
}
