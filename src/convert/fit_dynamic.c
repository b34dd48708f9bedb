/*
 * fit_dynamic.c - what is different where an extent is not known: numbers of
 * the index rule that follow from one are asked for when the program runs, and
 * forms that take them apart (row-major numbers, positions in a window) are
 * refused.
 */
#include "convert/fit.h"

/* ---- what can be done -------------------------------------------------------------------------------------------- */

static bool is_window(const grn_fit *f, int64_t d)
{
    const grn_dimension_numbers *n = &f->h.dims;
    return !grn_dims_has(&n->start_index_map, d) && !grn_dims_has(&n->operand_batching_dims, d);
}

/* Each component chooses one element, and every window is known to be whole. */
static bool is_simple(const grn_fit *f)
{
    const int64_t vector = f->h.dims.index_vector_dim, components = f->h.dims.start_index_map.count;
    if (components == 0 || (vector < f->indices->type->rank && f->indices->type->shape[vector] != components))
        return false;
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        const int64_t window = grn_fit_window(f, d);
        const bool whole = window == grn_full_extent(f, d) && !(f->h.is_scatter && window == GRN_DYNAMIC);
        const int64_t dense = grn_fit_walked_by(f, d);
        if (!is_window(f, d) && dense >= 0 && f->dense.v[dense] != 1) /* one element that is declared as any number */
            return false;
        if (!grn_dims_has(&f->h.dims.operand_batching_dims, d) && (is_window(f, d) ? !whole : window != 1))
            return false;
    }
    return true;
}

/* Batching dims of which the indices may be shorter, where the target's are of one extent. */
bool grn_fit_may_be_prefix(const grn_fit *f)
{
    const grn_dims *full = &f->h.dims.operand_batching_dims, *in = &f->h.dims.start_indices_batching_dims;
    bool may = false;
    for (int32_t i = 0; f->h.rule.batch_rule == GRN_BATCH_PREFIX && i < full->count; i++) {
        const int64_t a = grn_full_extent(f, full->v[i]), b = f->indices->type->shape[in->v[i]];
        may = may || a != b || a == GRN_DYNAMIC;
    }
    return may && !(f->can->forms & GRN_CAN_PREFIX);
}

static bool has_form(const grn_fit *f)
{
    const int32_t batched = f->h.dims.operand_batching_dims.count, chosen = f->h.dims.start_index_map.count;
    const bool keeps_batches = f->can->forms & GRN_CAN_BATCH && !f->h.is_scatter;
    if (f->can->forms & GRN_CAN_ANY)
        return true;
    if (!is_simple(f))
        return false;
    switch (f->form) {
    case GRN_CAN_SLICES: return chosen == 1;
    case GRN_CAN_VECTORS: return batched == 0 || (keeps_batches && f->h.rule.batch_rule == GRN_BATCH_EQUAL);
    default: return chosen == 1 && batched == f->full->type->rank - 1 && f->dense.count == f->full->type->rank;
    }
}

static bool is_possible(const grn_fit *f)
{
    const grn_rule_steps steps = grn_fit_rule_steps(f);
    const bool diverts = f->h.is_scatter && !f->can->needs_unique && is_simple(f);
    return !f->w->target->static_only && has_form(f) && !grn_fit_may_be_prefix(f) && (!steps.masks || diverts) && !f->h.rule.base &&
           f->h.combiner != GRN_COMBINE_REGION && f->indices->type->element->dtype != GRN_UI64;
}

/* ---- the rule ---------------------------------------------------------------------------------------------------- */

/* Vectors of indices along their last dim, or single indices. */
static void put_vectors_last(grn_fit *f)
{
    grn_dims order = {0}, *batching = &f->h.dims.start_indices_batching_dims;
    const int64_t vector = f->h.dims.index_vector_dim, rank = f->indices->type->rank;
    if (vector >= rank - 1)
        return;
    for (int64_t d = 0; d < rank; d++)
        if (d != vector)
            grn_dims_push(&order, d);
    grn_dims_push(&order, vector);
    f->indices = grn_build_transpose(f->w, f->indices, order.v);
    f->h.dims.index_vector_dim = rank - 1;
    for (int32_t i = 0; i < batching->count; i++)
        batching->v[i] -= batching->v[i] > vector;
}

/* A number for each component, as a scalar or, where the indices have vectors, a vector: an extent of `full` that may be
 * asked for when the program runs, and `more` than that. */
static grn_value *component_numbers(grn_fit *f, bool extents, const int64_t *more)
{
    grn_value *parts[GRN_MAX_RANK];
    const grn_dims *map = &f->h.dims.start_index_map;
    const grn_type *i64 = grn_fit_i64(f);
    static const int64_t one = 1;
    for (int32_t j = 0; j < map->count; j++) {
        int64_t extent = extents ? grn_full_extent(f, map->v[j]) : 0, number = more[j] + (extent == GRN_DYNAMIC ? 0 : extent);
        parts[j] = grn_build_integers(f->w, i64, 1, &one, 1, &number);
        if (extent != GRN_DYNAMIC)
            continue;
        grn_value *size = grn_make_simple(f->w->ir, f->w->at, "stablehlo.get_dimension_size", 1, &f->full,
                                          grn_tensor_like(f->w, grn_type_integer(f->w->ir, 32, GRN_SIGNLESS), 0, NULL), "dimension",
                                          map->v[j]);
        grn_value *wide = grn_build_reshape(f->w, grn_build_convert(f->w, size, i64), 1, &one);
        parts[j] = number == 0 ? wide : grn_build_binary(f->w, "stablehlo.add", wide, parts[j]);
    }
    grn_value *all = grn_build_concatenate(f->w, (size_t)map->count, parts, 0);
    return f->h.dims.index_vector_dim < f->indices->type->rank ? all : grn_build_reshape(f->w, all, 0, NULL);
}

/* Numbers of components over the indices' shape. The attribute tells targets whose ops broadcast that they need not: StableHLO's
 * do not. */
static grn_value *over_indices(grn_fit *f, grn_value *numbers)
{
    const grn_type *t = f->indices ? f->indices->type : NULL;
    if (!numbers || !t)
        return NULL;
    if (grn_type_has_static_shape(t))
        return grn_build_broadcast(f->w, numbers, &f->h.dims.index_vector_dim, t->rank, t->shape);
    grn_value *const both[] = {numbers, grn_shape_value(f->w->ir, f->w->at, f->indices, t)};
    const grn_new_attr attrs[] = {{"broadcast_dimensions",
                                   grn_attr_dense_i64(f->w->ir, (size_t)numbers->type->rank, &f->h.dims.index_vector_dim)},
                                  {GRN_BROADCASTS_ITSELF, grn_attr_unit(f->w->ir)}};
    return grn_new(f->w, "stablehlo.dynamic_broadcast_in_dim", 2, both,
                   grn_tensor_like(f->w, numbers->type->element, t->rank, t->shape), f->w->target->is_hub ? 1 : 2, attrs);
}

/* 0 for each component; its extent plus `more`. */
static grn_value *zeros(grn_fit *f)
{
    static const int64_t zero[GRN_MAX_RANK];
    return over_indices(f, component_numbers(f, false, zero));
}

static grn_value *extents_and(grn_fit *f, const int64_t *more) { return over_indices(f, component_numbers(f, true, more)); }

static void wrap(grn_fit *f)
{
    static const int64_t none[GRN_MAX_RANK];
    grn_value *negative = grn_build_compare(f->w, "LT", f->indices, zeros(f));
    grn_value *sum = grn_build_binary(f->w, "stablehlo.add", f->indices, extents_and(f, none));
    f->indices = grn_build_select(f->w, negative, sum, f->indices);
}

static void windows_less(const grn_fit *f, int64_t *less)
{
    for (int32_t j = 0; j < f->h.dims.start_index_map.count; j++)
        less[j] = -grn_fit_window(f, f->h.dims.start_index_map.v[j]);
}

static void clamp(grn_fit *f)
{
    int64_t less[GRN_MAX_RANK];
    windows_less(f, less);
    f->indices = grn_build_binary(f->w, "stablehlo.minimum", f->indices, extents_and(f, less));
    f->indices = grn_build_binary(f->w, "stablehlo.maximum", f->indices, zeros(f));
}

/* A 1 for each chosen dim, times `sign`. */
static grn_dims one_each(const grn_fit *f, int64_t sign)
{
    grn_dims out = {.count = f->full->type->rank};
    for (int32_t j = 0; j < f->h.dims.start_index_map.count; j++)
        out.v[f->h.dims.start_index_map.v[j]] = sign;
    return out;
}

/* Components out of range are moved to one past the last, for which `full` gets an element more along every chosen dim: what no
 * component of is out of range is nowhere near those. */
static void divert(grn_fit *f)
{
    static const int64_t none[GRN_MAX_RANK];
    const grn_dims low = {0}, high = one_each(f, 1);
    int64_t less[GRN_MAX_RANK];
    windows_less(f, less);
    grn_value *at_least = grn_build_compare(f->w, "GE", f->indices, zeros(f));
    grn_value *at_most = grn_build_compare(f->w, "LE", f->indices, extents_and(f, less));
    f->indices = grn_build_select(f->w, grn_build_binary(f->w, "stablehlo.and", at_least, at_most), f->indices,
                                  extents_and(f, none));
    f->full = grn_build_pad(f->w, f->full, low.v, high.v);
    f->padded = true;
}

grn_value *grn_fit_without_padding(grn_fit *f, grn_value *v)
{
    const grn_dims low = {0}, high = one_each(f, -1);
    return f->padded && v ? grn_build_pad(f->w, v, low.v, high.v) : v;
}

static bool obey(grn_fit *f)
{
    const grn_rule_steps steps = grn_fit_rule_steps(f);
    if (!steps.wraps && !steps.clamps && !steps.masks)
        return true;
    put_vectors_last(f);
    f->indices = f->indices ? grn_build_convert(f->w, f->indices, grn_fit_i64(f)) : NULL;
    if (f->indices && steps.wraps)
        wrap(f);
    if (f->indices && steps.clamps)
        clamp(f);
    if (f->indices && steps.masks)
        divert(f);
    f->moved = true;
    return f->indices && f->full;
}

/* ---- the op ------------------------------------------------------------------------------------------------------ */

/* A target with every form keeps that of the source. */
static grn_status emit_same(grn_fit *f)
{
    grn_hub out = f->h;
    out.indices = grn_fit_index_type(f, f->indices);
    out.rule = (grn_index_rule){.bounds = f->can->bounds, .wrap_negative = f->wraps_itself,
                                .unique_indices = f->h.rule.unique_indices && !f->moved,
                                .indices_are_sorted = f->h.rule.indices_are_sorted && !f->moved};
    const bool open = !out.is_scatter && grn_dims_has(&out.slice_sizes, GRN_DYNAMIC);
    return grn_replace_op(f->w, !out.indices ? NULL : open ? grn_hub_make_dynamic(f->w, &out) : grn_hub_make(f->w, &out));
}

/* Indices that stay as they are may be of `index`; no size is asked of such a tensor. */
static bool has_vectors_of_index(const grn_fit *f)
{
    return grn_fit_takes_index(f, f->indices->type->element) && f->h.dims.index_vector_dim == f->indices->type->rank - 1 &&
           f->form == GRN_CAN_VECTORS && grn_fit_rule_is_native(f);
}

grn_status grn_fit_dynamic(grn_rewrite *w, grn_fit *f)
{
    if (!is_possible(f))
        return grn_refuse(w, "has operands or results of a shape that is not known");
    if (f->indices->type->element->kind == GRN_TYPE_INDEX && !has_vectors_of_index(f))
        f->indices = grn_build_convert(w, f->indices, grn_fit_i64(f));
    if (!f->indices || !obey(f))
        return grn_no_memory(w);
    if (f->can->forms & GRN_CAN_ANY)
        return emit_same(f);
    f->masks = false; /* what it stands for is done */
    grn_status status = grn_fit_normal(f);
    return status == GRN_OK ? grn_fit_form(f) : status;
}
