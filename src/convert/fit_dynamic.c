/*
 * fit_dynamic.c - what is different where an extent is not known: numbers of
 * the index rule that follow from one are asked for when the program runs, and
 * forms that need it as a number (row-major numbers, counts along a batching
 * dim) are refused.
 */
#include "convert/fit.h"

/* ---- what can be done -------------------------------------------------------------------------------------------- */

static bool is_window(const grn_fit *f, int64_t d)
{
    return f->h.map.operand[d].component < 0 && f->h.map.operand[d].batching < 0;
}

/* Whether all but the extents of what is read or written is known: components that are constant, or count along batching dims,
 * can then be added to the indices. */
static bool has_known_positions(const grn_fit *f)
{
    bool known = grn_type_has_static_shape(f->indices->type);
    for (int32_t d = 0; known && d < f->dense.count; d++)
        known = f->h.map.dense[d].indices < 0 || f->dense.v[d] != GRN_DYNAMIC;
    return known;
}

/* A slice says of every dim where it ends, or there is nothing to cut off. */
bool grn_fit_can_slice(const grn_fit *f)
{
    bool known = true, whole = true;
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        known = known && (grn_full_extent(f, d) != GRN_DYNAMIC || (is_window(f, d) && grn_fit_window(f, d) != GRN_DYNAMIC));
        whole = whole && (!is_window(f, d) || grn_fit_window(f, d) == grn_full_extent(f, d));
    }
    return !f->h.is_scatter && (known || whole);
}

/* What is taken of dim `d` of `full`: of a chosen one an element or a window of known length; of another all, or a part that can
 * be sliced off or indexed. */
static bool can_take(const grn_fit *f, int32_t d)
{
    const int64_t window = grn_fit_window(f, d), walked = f->h.map.operand[d].dense;
    if (f->h.map.operand[d].batching >= 0)
        return true;
    if (!is_window(f, d) && walked >= 0 && window == 1 && f->dense.v[walked] != 1) /* one element that is declared as any number */
        return false;
    const bool declared = window > 0 && (walked < 0 || f->dense.v[walked] == window);
    if (!is_window(f, d))
        return window == 1 || declared;
    if (window == grn_full_extent(f, d))
        return !(f->h.is_scatter && window == GRN_DYNAMIC);
    return declared && (grn_fit_can_slice(f) || has_known_positions(f));
}

/* No extent that is not known has to be counted. */
static bool is_simple(const grn_fit *f)
{
    const int64_t vector = f->h.dims.index_vector_dim, components = f->h.dims.start_index_map.count;
    if (components == 0 || (vector < f->indices->type->rank && f->indices->type->shape[vector] != components))
        return false;
    for (int32_t d = 0; d < f->full->type->rank; d++)
        if (!can_take(f, d))
            return false;
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

/* The form that it takes when what it leaves out is sliced off or indexed, and windows that move are positions. */
static unsigned form_of(const grn_fit *f, int32_t *chosen)
{
    const int32_t rank = f->full->type->rank, batched = f->h.dims.operand_batching_dims.count;
    int32_t windows = 0, positions = grn_access_batch_rank(&f->h.map);
    for (int32_t d = 0; d < rank; d++) {
        const bool whole = grn_fit_window(f, d) == grn_full_extent(f, d);
        const bool dropped = whole && grn_fit_window(f, d) > 1 && !grn_fit_rule_masks(f);
        const bool stays = is_window(f, d) ? grn_fit_can_slice(f) || whole : dropped;
        const bool batch = f->h.map.operand[d].batching >= 0;
        windows += stays;
        positions += !stays && !batch && grn_fit_window(f, d) > 1;
    }
    *chosen = rank - batched - windows;
    return grn_form_for(f->can, f->h.combiner, *chosen, batched, positions == rank ? windows : 1);
}

static bool has_form(const grn_fit *f)
{
    int32_t chosen;
    const int32_t batched = f->h.dims.operand_batching_dims.count;
    const bool keeps_batches = f->can->forms & GRN_CAN_BATCH && !f->h.is_scatter;
    if (f->can->forms & GRN_CAN_ANY)
        return true;
    if (!is_simple(f))
        return false;
    switch (form_of(f, &chosen)) {
    case GRN_CAN_SLICES: return chosen == 1;
    case GRN_CAN_VECTORS:
        return chosen > 0 && (batched == 0 || has_known_positions(f) || (keeps_batches && f->h.rule.batch_rule == GRN_BATCH_EQUAL));
    default: return chosen == 1 && batched == f->full->type->rank - 1 && f->dense.count == f->full->type->rank;
    }
}

static bool windows_move(const grn_fit *f)
{
    bool move = false;
    for (int32_t j = 0; j < f->h.dims.start_index_map.count; j++)
        move = move || grn_fit_window(f, f->h.dims.start_index_map.v[j]) > 1;
    return move;
}

/* A gather that fills with zeros takes them from what is put behind `full`. */
static bool fills_from_padding(const grn_fit *f)
{
    static const unsigned char zeros[sizeof f->h.fill];
    return !f->h.is_scatter && f->can->forms & GRN_CAN_ANY && !windows_move(f) && memcmp(f->h.fill, zeros, sizeof zeros) == 0;
}

static bool is_possible(const grn_fit *f)
{
    const grn_rule_steps steps = grn_fit_rule_steps(f);
    const bool by_position = !windows_move(f) || f->h.rule.grain == GRN_GRAIN_ELEMENT;
    const bool diverts = (f->h.is_scatter || fills_from_padding(f)) && is_simple(f) && by_position;
    return !f->w->target->static_only && has_form(f) && !grn_fit_may_be_prefix(f) && (!steps.masks || diverts) && !f->h.rule.base &&
           f->h.combiner != GRN_COMBINE_REGION && f->indices->type->element->dtype != GRN_UI64;
}

/* ---- the rule ---------------------------------------------------------------------------------------------------- */

/* Vectors of indices along their last dim, or single indices. */
static void put_vectors_last(grn_fit *f)
{
    grn_dims *batching = &f->h.dims.start_indices_batching_dims;
    const int64_t vector = f->h.dims.index_vector_dim, rank = f->indices->type->rank;
    if (vector >= rank - 1)
        return;
    f->indices = grn_fit_vectors_last(f);
    f->h.dims.index_vector_dim = rank - 1;
    for (int32_t i = 0; i < batching->count; i++)
        batching->v[i] -= batching->v[i] > vector;
    grn_access_map_of(&f->h.dims, f->h.map.operand_rank, f->h.map.indices_rank, &f->h.map);
}

/* A number for each component, as a scalar or, where the indices have vectors, a vector: an extent of `full` that may be
 * asked for when the program runs, and `more` than that. */
static grn_value *component_numbers(grn_fit *f, bool extents, const int64_t *more)
{
    grn_value *parts[GRN_MAX_RANK];
    const grn_dims *map = &f->h.dims.start_index_map;
    const grn_type *i64 = grn_fit_i64(f);
    static const int64_t one = 1;
    if (!f->indices || !f->full)
        return NULL;
    for (int32_t j = 0; j < map->count; j++) {
        int64_t extent = extents ? grn_full_extent(f, map->v[j]) : 0, number = more[j] + (extent == GRN_DYNAMIC ? 0 : extent);
        parts[j] = grn_build_integers(f->w, i64, 1, &one, 1, &number);
        if (extent != GRN_DYNAMIC)
            continue;
        grn_value *size =
            grn_make_simple(f->w->ir, f->w->at, "stablehlo.get_dimension_size", 1, &f->full,
                            grn_tensor_like(f->w, grn_type_integer(f->w->ir, 32, GRN_SIGNLESS), 0, NULL), "dimension", map->v[j]);
        grn_value *wide = grn_build_reshape(f->w, grn_build_convert(f->w, size, i64), 1, &one);
        parts[j] = number == 0 ? wide : grn_build_binary(f->w, "stablehlo.add", wide, parts[j]);
    }
    grn_value *all = grn_build_concatenate(f->w, (size_t)map->count, parts, 0);
    return f->h.dims.index_vector_dim < f->indices->type->rank ? all : grn_build_reshape(f->w, all, 0, NULL);
}

/* The attribute tells targets whose ops broadcast that they need not: StableHLO's do not. */
grn_value *grn_fit_spread(grn_fit *f, grn_value *v, const int64_t *dims, const grn_dims *shape, grn_value *sizes)
{
    grn_value *const both[] = {v, sizes};
    if (!v || !sizes)
        return NULL;
    const grn_new_attr attrs[] = {{"broadcast_dimensions", grn_attr_dense_i64(f->w->ir, (size_t)v->type->rank, dims)},
                                  {GRN_BROADCASTS_ITSELF, grn_attr_unit(f->w->ir)}};
    return grn_new(f->w, "stablehlo.dynamic_broadcast_in_dim", 2, both,
                   grn_tensor_like(f->w, v->type->element, shape->count, shape->v), f->w->target->is_hub ? 1 : 2, attrs);
}

/* Numbers of components over the indices' shape. */
static grn_value *over_indices(grn_fit *f, grn_value *numbers)
{
    const grn_type *t = f->indices ? f->indices->type : NULL;
    if (!numbers || !t)
        return NULL;
    if (grn_type_has_static_shape(t))
        return grn_build_broadcast(f->w, numbers, &f->h.dims.index_vector_dim, t->rank, t->shape);
    const grn_dims shape = grn_extents(t);
    return grn_fit_spread(f, numbers, &f->h.dims.index_vector_dim, &shape, grn_shape_value(f->w->ir, f->w->at, f->indices, t));
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

/* Components out of range are moved to one past the last, for which `full` gets an element more along every chosen dim: what no
 * component of is out of range is nowhere near those. */
static void divert(grn_fit *f, bool by_element)
{
    static const int64_t none[GRN_MAX_RANK];
    const grn_dims low = {0}, *map = &f->h.dims.start_index_map;
    int64_t less[GRN_MAX_RANK];
    windows_less(f, less);
    for (int32_t j = 0; by_element && j < map->count; j++)
        less[j] = -1;
    grn_value *at_least = grn_build_compare(f->w, "GE", f->indices, zeros(f));
    grn_value *at_most = grn_build_compare(f->w, "LE", f->indices, extents_and(f, less));
    f->indices =
        grn_build_select(f->w, grn_build_binary(f->w, "stablehlo.and", at_least, at_most), f->indices, extents_and(f, none));
    f->padded = (grn_dims){.count = f->full->type->rank};
    for (int32_t j = 0; j < map->count; j++)
        f->padded.v[map->v[j]] = 1;
    f->full = grn_build_pad(f->w, f->full, low.v, f->padded.v);
}

/* The same in normal form, where every position is one element. */
static void divert_positions(grn_fit *f)
{
    const grn_dimension_numbers own = f->h.dims;
    f->h.dims.start_index_map = f->chosen;
    f->h.dims.index_vector_dim = f->position.count;
    divert(f, true);
    f->h.dims = own;
}

grn_value *grn_fit_without_padding(grn_fit *f, grn_value *v)
{
    const grn_dims low = {0};
    grn_dims high = f->padded;
    for (int32_t d = 0; d < high.count; d++)
        high.v[d] = -high.v[d];
    return high.count > 0 && v ? grn_build_pad(f->w, v, low.v, high.v) : v;
}

static bool obey(grn_fit *f, grn_rule_steps steps)
{
    if (!steps.wraps && !steps.clamps && !steps.masks)
        return true;
    put_vectors_last(f);
    f->indices = f->indices ? grn_build_convert(f->w, f->indices, grn_fit_i64(f)) : NULL;
    if (f->indices && steps.wraps)
        wrap(f);
    if (f->indices && steps.clamps)
        clamp(f);
    if (f->indices && steps.masks && !windows_move(f))
        divert(f, false);
    f->moved = true;
    return f->indices && f->full;
}

/* ---- the op ------------------------------------------------------------------------------------------------------ */

/* A target with every form keeps that of the source. */
static grn_status emit_same(grn_fit *f)
{
    grn_hub out = f->h;
    out.indices = grn_fit_index_type(f, f->indices);
    if (f->padded.count)
        out.operands = &f->full;
    out.rule = (grn_index_rule){.bounds = f->can->bounds,
                                .wrap_negative = f->wraps_itself,
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
    const bool apart = !(f->can->forms & GRN_CAN_ANY); /* bounds in an encoding are those of other shapes */
    const grn_status encoded = apart ? grn_check_encodings(w) : GRN_OK;
    if (encoded != GRN_OK)
        return encoded;
    if (apart && f->full->type->rank + f->indices->type->rank + f->dense.count > GRN_MAX_RANK)
        return grn_refuse(w, "has too many dimensions to be taken apart");
    if (f->indices->type->element->kind == GRN_TYPE_INDEX && !has_vectors_of_index(f))
        f->indices = grn_build_convert(w, f->indices, grn_fit_i64(f));
    const grn_rule_steps steps = grn_fit_rule_steps(f);
    if (!f->indices || !obey(f, steps))
        return grn_no_memory(w);
    if (!apart)
        return emit_same(f);
    f->masks = steps.masks && windows_move(f); /* else what it stands for is done */
    grn_status status = grn_fit_normal(f);
    if (status == GRN_OK && f->masks)
        divert_positions(f);
    f->masks = false;
    if (status == GRN_OK && !(f->indices && f->full))
        status = grn_no_memory(w);
    return status == GRN_OK ? grn_fit_form(f) : status;
}
