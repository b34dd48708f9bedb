/*
 * index.c - along which dimensions a gather or scatter is cut, and what each of them takes.
 *
 *   batching dims, dims of indices, dims that a window covers   nothing travels
 *   dims of the operand of which a window has one position      its owner has it (local_gather.c,
 *                                                               local_scatter.c)
 *   dims of updates along which a scatter combines              where the order cannot show
 *   all others, and the index vector                            whole
 *
 * Under any index rule: where the operand is whole along what indices name, a device runs the op
 * under its own rule; else it becomes one under StableHLO's before (index_rule.c).
 */
#include "shard/starts.h"

/* ---- what is where --------------------------------------------------------------------------- */

bool grn_part_access_of(const grn_op *op, grn_hub *out)
{
    if ((!grn_hub_read_stablehlo(op, out) && !grn_hub_read(op, out)) || !grn_hub_is_static(out))
        return false;
    const grn_type *indices = out->indices->type;
    const bool is_index = indices->element->kind == GRN_TYPE_INDEX;
    if (!is_index && (indices->element->kind != GRN_TYPE_INTEGER || indices->element->width > 64))
        return false;
    return true;
}

/* Elements whose bits can be combined. */
static bool has_bits(const grn_type *element)
{
    if (element->kind == GRN_TYPE_COMPLEX)
        return has_bits(element->element);
    if (element->kind == GRN_TYPE_FLOAT)
        return element->dtype == GRN_F16 || element->dtype == GRN_BF16 || element->dtype == GRN_F32 ||
               element->dtype == GRN_F64;
    return element->kind == GRN_TYPE_INTEGER && element->width <= 64;
}

bool grn_part_may_own(const grn_hub *a)
{
    bool may = a->is_scatter || has_bits(a->operands[0]->type->element);
    for (int32_t d = 0; d < a->map.operand_rank; d++) {
        const int64_t window = grn_hub_window(a, d);
        const bool is_wide = a->map.operand[d].component >= 0 && window > 1;
        may = may && !(is_wide && a->rule.bounds == GRN_BOUNDS_FILL && a->rule.grain == GRN_GRAIN_ELEMENT) &&
              !(grn_part_is_checked(a) && window > a->operands[0]->type->shape[d]);
    }
    return may;
}

/* A window along dimension d of the operand is all of it, wherever it begins. */
static bool covers(const grn_hub *a, int32_t d)
{
    const bool stays = a->map.operand[d].component < 0 || a->rule.bounds == GRN_BOUNDS_CLAMP;
    return a->map.operand[d].dense >= 0 && stays && grn_hub_window(a, d) == a->operands[0]->type->shape[d];
}

/* ---- factors --------------------------------------------------------------------------------- */

/* Factors of the indices' dimensions: *of has one for each, -1 for the vector's. */
static void index_factors(grn_part_rule *r, const grn_hub *a, int32_t indices, int64_t *of)
{
    const grn_type *t = a->indices->type;
    for (int32_t i = 0; i < t->rank; i++) {
        of[i] = a->map.indices[i].dense < 0 ? -1 : grn_part_factor_new(r, t->shape[i]);
        r->maps[indices].own[i] = of[i];
    }
}

/* The factor of a batching dimension of the operand, which may be longer than that of the
 * indices. */
static int64_t batching_factor(grn_part_rule *r, const grn_hub *a, int32_t d, const int64_t *of)
{
    static const char longer[] = "the indices are shorter along a batching dimension";
    const int64_t f = of[a->map.operand[d].batching], extent = a->operands[0]->type->shape[d];
    if (r->factors[f].size == extent)
        return f;
    const int64_t own = grn_part_factor_new(r, extent);
    r->factors[f].whole = r->factors[own].whole = longer;
    return own;
}

grn_status grn_part_gather_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    grn_hub a;
    int64_t of[GRN_MAX_RANK];
    *rule = NULL;
    if (!grn_part_access_of(op, &a))
        return GRN_OK;
    const grn_type *operand = a.operands[0]->type, *indices = a.indices->type;
    const int32_t result = (int32_t)op->noperands;
    grn_part_rule *r = grn_part_rule_new(s, op, 2 * (size_t)operand->rank + (size_t)indices->rank);
    if (!r)
        return grn_no_memory(&s->w);
    r->owners_give = true;
    index_factors(r, &a, (int32_t)a.at.indices, of);
    for (int32_t i = 0; i < indices->rank; i++)
        if (of[i] >= 0)
            r->maps[result].own[a.map.indices[i].dense] = of[i];
    for (int32_t d = 0; d < operand->rank; d++) {
        if (a.map.operand[d].batching >= 0) {
            r->maps[0].own[d] = batching_factor(r, &a, d, of);
            continue;
        }
        const int64_t f = r->maps[0].own[d] = grn_part_factor_new(r, operand->shape[d]);
        if (covers(&a, d))
            r->maps[result].own[a.map.operand[d].dense] = f;
        else if (a.slice_sizes.v[d] == 1 && grn_part_may_own(&a))
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
static void scatter_dim(const grn_hub *a, int32_t d, grn_part_factor *f, bool *updates)
{
    const int64_t window = a->map.operand[d].dense < 0 ? 1 : a->updates[0]->type->shape[a->map.operand[d].dense];
    const bool is_indexed = a->map.operand[d].component >= 0;
    *updates = !is_indexed && a->map.operand[d].dense >= 0 && window == f->size;
    /* without an index vector there is nothing to let an update miss by */
    f->is_owned = !*updates && window == 1 && (is_indexed || a->dims.start_index_map.count > 0) && grn_part_may_own(a);
    f->whole = *updates || f->is_owned ? NULL : "windows lie across parts of it";
}

grn_status grn_part_scatter_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule)
{
    grn_hub a;
    int64_t of[GRN_MAX_RANK];
    *rule = NULL;
    if (!grn_part_access_of(op, &a))
        return GRN_OK;
    const size_t n = a.ninputs;
    const grn_type *input = a.operands[0]->type, *indices = a.indices->type;
    grn_part_rule *r = grn_part_rule_new(s, op, 2 * (size_t)input->rank + (size_t)indices->rank);
    if (!r)
        return grn_no_memory(&s->w);
    index_factors(r, &a, (int32_t)a.at.indices, of);
    for (int32_t i = 0; i < indices->rank; i++)
        for (size_t v = 0; of[i] >= 0 && v < n; v++)
            r->maps[a.at.updates + v].own[a.map.indices[i].dense] = of[i];
    for (int32_t i = 0; i < indices->rank; i++)
        if (of[i] >= 0) {
            r->factors[of[i]].is_reduced = is_orderless(s, &a);
            r->factors[of[i]].whole = r->factors[of[i]].is_reduced ? NULL : "the order of updates shows";
        }
    for (int32_t d = 0; d < input->rank; d++) {
        bool updates = false;
        int64_t f;
        if (a.map.operand[d].batching >= 0) {
            r->factors[of[a.map.operand[d].batching]].is_reduced = false;
            r->factors[of[a.map.operand[d].batching]].whole = NULL;
            f = batching_factor(r, &a, d, of);
        } else {
            f = grn_part_factor_new(r, input->shape[d]);
            scatter_dim(&a, d, &r->factors[f], &updates);
        }
        for (size_t v = 0; v < n; v++) {
            r->maps[a.at.operands + v].own[d] = r->maps[op->noperands + v].own[d] = f;
            if (updates)
                r->maps[a.at.updates + v].own[a.map.operand[d].dense] = f;
        }
    }
    *rule = r;
    return GRN_OK;
}

/* StableHLO has no tensors of index, and no indices of i1. */
static bool is_stablehlos(const grn_hub *hub)
{
    const grn_type *index = hub->indices->type->element;
    bool is = grn_hub_has_stablehlo_rule(hub) && index->kind == GRN_TYPE_INTEGER && index->width > 1;
    for (size_t i = 0; i < hub->ninputs; i++)
        is = is && hub->operands[i]->type->element->kind != GRN_TYPE_INDEX;
    return is;
}

grn_op *grn_part_make_access(grn_sharder *s, const grn_hub *hub)
{
    grn_op *made = grn_hub_make(&s->w, hub);
    if (!made || !is_stablehlos(hub))
        return made;
    grn_rewrite at = s->w;
    at.at = made;
    if (grn_hub_as_stablehlo(&at, made) != GRN_OK)
        return NULL;
    grn_op *const own = grn_value_now(&made->results[0])->def;
    grn_op_erase(made);
    return own;
}
