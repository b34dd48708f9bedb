/*
 * fit_rule.c - the index rule of one dialect under that of another: what the
 * target's own rule does not do to an index is done by ops before it.
 */
#include "convert/fit.h"

/* ---- what is needed ---------------------------------------------------------------------------------------------- */

static bool vouched(const grn_fit *f)
{
    return f->w->assume_in_bounds || f->h.rule.bounds == GRN_BOUNDS_PROMISE || f->h.rule.bounds == GRN_BOUNDS_ERROR;
}

/* Whether the windows are single elements, so that the grain does not matter. */
static bool single(const grn_fit *f)
{
    for (int32_t d = 0; d < f->full->type->rank; d++)
        if (grn_fit_window(f, d) > 1)
            return false;
    return true;
}

/* One dim is chosen from and the others are walked whole, so that no index is ever made of several. */
static bool one_chosen(const grn_fit *f)
{
    const grn_dims *map = &f->h.dims.start_index_map;
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        bool batch = grn_dims_has(&f->h.dims.operand_batching_dims, d);
        if (!batch && grn_fit_window(f, d) != (grn_dims_has(map, d) ? 1 : grn_full_extent(f, d)))
            return false;
    }
    return map->count == 1;
}

/* The target's op itself does what the rule says about an index out of range. */
static bool native(const grn_fit *f)
{
    const grn_index_rule *rule = &f->h.rule;
    if (rule->bounds == GRN_BOUNDS_SKIP && !(f->can->forms & GRN_CAN_ANY) && !one_chosen(f))
        return false;
    bool grain = rule->grain == GRN_GRAIN_ELEMENT || rule->bounds == GRN_BOUNDS_CLAMP || single(f);
    return rule->bounds == f->can->bounds && !f->can->wraps_negative && grain;
}

bool grn_fit_rule_masks(const grn_fit *f)
{
    bool drops = f->h.rule.bounds == GRN_BOUNDS_SKIP || f->h.rule.bounds == GRN_BOUNDS_FILL;
    return drops && !vouched(f) && !native(f);
}

static bool clamps(const grn_fit *f) { return f->h.rule.bounds == GRN_BOUNDS_CLAMP && !vouched(f) && !native(f); }
static bool wraps(const grn_fit *f)
{
    return f->h.rule.wrap_negative && !f->can->wraps_negative && !f->w->assume_in_bounds;
}

bool grn_fit_rule_is_native(const grn_fit *f) { return !f->h.rule.base && !wraps(f) && !clamps(f) && !grn_fit_rule_masks(f); }

/* ---- steps ------------------------------------------------------------------------------------------------------- */

grn_value *grn_fit_components(grn_fit *f, int64_t vector_dim, const int64_t *v)
{
    const grn_type *t = f->indices ? f->indices->type : NULL;
    bool same = true;
    if (!t)
        return NULL;
    int64_t count = vector_dim == t->rank ? 1 : t->shape[vector_dim];
    for (int64_t i = 1; i < count; i++)
        same &= v[i] == v[0];
    if (same)
        return grn_build_integers(f->w, t->element, t->rank, t->shape, 1, v);
    return grn_build_broadcast(f->w, grn_build_integers(f->w, t->element, 1, &count, (size_t)count, v), &vector_dim, t->rank,
                               t->shape);
}

static grn_value *zeros(grn_fit *f)
{
    static const int64_t zero = 0;
    const grn_type *t = f->indices ? f->indices->type : NULL;
    return t ? grn_build_integers(f->w, t->element, t->rank, t->shape, 1, &zero) : NULL;
}

/* To i64, in which every sum below fits; a ui64 beyond it stays beyond every extent. */
static void widen(grn_fit *f)
{
    static const int64_t most = INT64_MAX;
    const grn_type *t = f->indices->type;
    if (f->wide)
        return;
    f->wide = true;
    if (t->element->dtype == GRN_UI64)
        f->indices = grn_build_binary(f->w, "stablehlo.minimum", f->indices,
                                      grn_build_integers(f->w, t->element, t->rank, t->shape, 1, &most));
    f->indices = grn_build_convert(f->w, f->indices, grn_fit_i64(f));
}

static void subtract_base(grn_fit *f)
{
    const grn_type *t = f->indices->type;
    f->indices = grn_build_binary(f->w, "stablehlo.subtract", f->indices,
                                  grn_build_integers(f->w, t->element, t->rank, t->shape, 1, &f->h.rule.base));
}

static void wrap(grn_fit *f, const int64_t *extents)
{
    grn_value *n = grn_fit_components(f, f->h.dims.index_vector_dim, extents);
    grn_value *negative = grn_build_compare(f->w, "LT", f->indices, zeros(f));
    f->indices = grn_build_select(f->w, negative, grn_build_binary(f->w, "stablehlo.add", f->indices, n), f->indices);
}

static void clamp(grn_fit *f, int64_t vector_dim, const int64_t *last)
{
    grn_value *v = grn_build_binary(f->w, "stablehlo.minimum", f->indices, grn_fit_components(f, vector_dim, last));
    f->indices = grn_build_binary(f->w, "stablehlo.maximum", v, zeros(f));
}

/* All components in [0, last]: the dims of the indices but the index vector's. */
static grn_value *in_range(grn_fit *f, int64_t vector_dim, const int64_t *last)
{
    grn_value *low = grn_build_compare(f->w, "GE", f->indices, zeros(f));
    grn_value *high = grn_build_compare(f->w, "LE", f->indices, grn_fit_components(f, vector_dim, last));
    grn_value *both = grn_build_binary(f->w, "stablehlo.and", low, high), *all = NULL;
    if (!both || vector_dim == both->type->rank)
        return both;
    grn_dims start = {.count = both->type->rank}, limit = grn_extents(both->type), shape = {0};
    for (int32_t d = 0; d < limit.count; d++)
        if (d != vector_dim)
            grn_dims_push(&shape, limit.v[d]);
    for (int64_t j = 0; j < both->type->shape[vector_dim]; j++) {
        start.v[vector_dim] = j;
        limit.v[vector_dim] = j + 1;
        grn_value *one = grn_build_reshape(f->w, grn_build_slice(f->w, both, start.v, limit.v), shape.count, shape.v);
        all = j == 0 ? one : grn_build_binary(f->w, "stablehlo.and", all, one);
    }
    return all;
}

grn_status grn_fit_rule(grn_fit *f)
{
    const grn_dims *map = &f->h.dims.start_index_map;
    int64_t extents[GRN_MAX_RANK] = {0}, last[GRN_MAX_RANK] = {0};
    f->masks = grn_fit_rule_masks(f);
    bool whole = f->masks && (f->h.rule.grain == GRN_GRAIN_WINDOW || single(f));
    for (int32_t j = 0; j < map->count; j++) {
        extents[j] = grn_full_extent(f, map->v[j]);
        last[j] = extents[j] - grn_fit_window(f, map->v[j]);
    }
    if (!grn_fit_rule_is_native(f))
        widen(f);
    if (map->count == 0)
        return f->indices ? GRN_OK : grn_no_memory(f->w);
    if (f->indices && f->h.rule.base)
        subtract_base(f);
    f->moved = wraps(f) || clamps(f);
    if (f->indices && wraps(f))
        wrap(f, extents);
    if (f->indices && clamps(f))
        clamp(f, f->h.dims.index_vector_dim, last);
    if (f->indices && whole)
        f->mask = in_range(f, f->h.dims.index_vector_dim, last);
    return f->indices && (!whole || f->mask) ? GRN_OK : grn_no_memory(f->w);
}

grn_status grn_fit_elements(grn_fit *f)
{
    int64_t last[GRN_MAX_RANK];
    int32_t vector = f->position.count;
    if (!f->masks || f->chosen.count == 0)
        return GRN_OK;
    for (int32_t j = 0; j < f->chosen.count; j++)
        last[j] = grn_full_extent(f, f->chosen.v[j]) - 1;
    if (!f->mask)
        f->mask = in_range(f, vector, last);
    if (f->mask)
        clamp(f, vector, last);
    return f->mask && f->indices ? GRN_OK : grn_no_memory(f->w);
}
