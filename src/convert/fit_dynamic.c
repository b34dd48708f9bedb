/*
 * fit_dynamic.c - a gather or scatter of a shape that is not known: it is left
 * in the form that it has, which has to be one of the target's, and its
 * indices are brought under the target's rule by ops that take any shape.
 */
#include "convert/fit.h"

/* ---- whether the form is one of the target's ----------------------------------------------------------------------- */

static bool is_ascending(const grn_dims *list, int64_t from)
{
    for (int32_t i = 0; i < list->count; i++)
        if (list->v[i] != from + i)
            return false;
    return true;
}

/* Windows are whole, also along dims of extents that are not known. */
static bool whole_windows(const grn_fit *f)
{
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        bool window = !grn_dims_has(&f->h.dims.collapsed_slice_dims, d) && !grn_dims_has(&f->h.dims.operand_batching_dims, d);
        if (window && (f->h.is_scatter || grn_fit_window(f, d) != grn_full_extent(f, d)))
            return false;
    }
    return true;
}

static bool same_lists(const grn_dims *a, const grn_dims *b)
{
    return a->count == b->count && memcmp(a->v, b->v, (size_t)a->count * sizeof *a->v) == 0;
}

static bool is_elements(const grn_fit *f)
{
    const grn_dimension_numbers *n = &f->h.dims;
    return n->offset_dims.count == 0 && n->start_index_map.count == 1 && f->indices->type->rank == f->full->type->rank &&
           n->index_vector_dim == f->full->type->rank && n->operand_batching_dims.count == f->full->type->rank - 1 &&
           same_lists(&n->operand_batching_dims, &n->start_indices_batching_dims) &&
           same_lists(&n->start_index_map, &n->collapsed_slice_dims);
}

static bool is_slices(const grn_fit *f)
{
    const grn_dimension_numbers *n = &f->h.dims;
    const int64_t axis = n->start_index_map.count == 1 ? n->start_index_map.v[0] : -1;
    bool one = axis >= 0 && n->operand_batching_dims.count == 0 && n->index_vector_dim == f->indices->type->rank;
    for (int32_t i = 0; one && i < n->offset_dims.count; i++)
        one = n->offset_dims.v[i] == (i < axis ? i : i + f->indices->type->rank);
    return one && !f->h.is_scatter && same_lists(&n->start_index_map, &n->collapsed_slice_dims) && whole_windows(f);
}

static bool is_vectors(const grn_fit *f)
{
    const grn_dimension_numbers *n = &f->h.dims;
    const int32_t batch = n->operand_batching_dims.count, last = f->indices->type->rank - 1;
    bool spread = f->can->forms & GRN_CAN_SPREAD, batched = f->can->forms & GRN_CAN_BATCH && !f->h.is_scatter;
    bool leads = is_ascending(&n->operand_batching_dims, 0) && is_ascending(&n->start_indices_batching_dims, 0);
    bool in_order = spread ? same_lists(&n->start_index_map, &n->collapsed_slice_dims) : is_ascending(&n->start_index_map, batch);
    return (batch == 0 || (batched && leads)) && in_order && n->start_index_map.count > 0 && n->index_vector_dim == last &&
           f->indices->type->shape[last] == n->start_index_map.count &&
           is_ascending(&n->offset_dims, last) && same_lists(&n->start_index_map, &n->collapsed_slice_dims) && whole_windows(f);
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
    const unsigned forms = f->can->forms;
    if (grn_fit_may_be_prefix(f))
        return false;
    return forms & GRN_CAN_ANY || (forms & GRN_CAN_ELEMENTS && is_elements(f)) || (forms & GRN_CAN_SLICES && is_slices(f)) ||
           (forms & GRN_CAN_VECTORS && is_vectors(f));
}

/* ---- the rule ---------------------------------------------------------------------------------------------------------- */

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

static void wrap(grn_fit *f)
{
    static const int64_t zero[GRN_MAX_RANK];
    grn_value *negative = grn_build_compare(f->w, "LT", f->indices, over_indices(f, component_numbers(f, false, zero)));
    grn_value *sum = grn_build_binary(f->w, "stablehlo.add", f->indices, over_indices(f, component_numbers(f, true, zero)));
    f->indices = grn_build_select(f->w, negative, sum, f->indices);
}

static void clamp(grn_fit *f)
{
    static const int64_t zero[GRN_MAX_RANK];
    int64_t less[GRN_MAX_RANK];
    for (int32_t j = 0; j < f->h.dims.start_index_map.count; j++)
        less[j] = -grn_fit_window(f, f->h.dims.start_index_map.v[j]);
    f->indices = grn_build_binary(f->w, "stablehlo.minimum", f->indices, over_indices(f, component_numbers(f, true, less)));
    f->indices = grn_build_binary(f->w, "stablehlo.maximum", f->indices, over_indices(f, component_numbers(f, false, zero)));
}

static bool obey(grn_fit *f)
{
    const grn_rule_steps steps = grn_fit_rule_steps(f);
    if (!steps.wraps && !steps.clamps)
        return true;
    f->indices = grn_build_convert(f->w, f->indices, grn_fit_i64(f));
    if (steps.wraps)
        wrap(f);
    if (steps.clamps && f->indices)
        clamp(f);
    f->moved = true;
    return f->indices != NULL;
}

/* ---- the op ------------------------------------------------------------------------------------------------------------ */

/* Vectors of one component lie along a last dim of one element, or along none: as the target has them. */
static void move_vector(grn_fit *f)
{
    const grn_type *t = f->indices->type;
    const bool vectors = f->can->forms & GRN_CAN_VECTORS, last = f->h.dims.index_vector_dim == t->rank - 1;
    if (f->can->forms & GRN_CAN_ANY || f->h.dims.start_index_map.count != 1 || has_form(f))
        return;
    if (!vectors && last && t->shape[t->rank - 1] == 1) {
        f->indices = grn_build_drop_last(f->w, f->indices);
        f->h.dims.index_vector_dim = t->rank - 1;
    } else if (vectors && f->h.dims.index_vector_dim == t->rank && t->rank < GRN_MAX_RANK) {
        f->indices = grn_build_add_last(f->w, f->indices);
    }
}

grn_status grn_fit_dynamic(grn_rewrite *w, grn_fit *f)
{
    static const char why[] = "has operands or results of a shape that is not known";
    move_vector(f);
    if (!f->indices)
        return grn_no_memory(w);
    const grn_rule_steps steps = grn_fit_rule_steps(f);
    if (w->target->static_only || !has_form(f) || steps.masks || f->h.rule.base || f->h.combiner == GRN_COMBINE_REGION ||
        (f->h.is_scatter && f->h.ninputs != 1) || f->indices->type->element->dtype == GRN_UI64)
        return grn_refuse(w, "%s", why);
    if (!obey(f))
        return grn_no_memory(w);
    grn_hub out = f->h;
    out.indices = grn_fit_index_type(f, f->indices);
    out.rule = (grn_index_rule){.bounds = f->can->bounds, .wrap_negative = f->can->wraps_negative || f->wraps_itself,
                                .batch_rule = f->h.rule.batch_rule,
                                .unique_indices = f->h.rule.unique_indices && (!f->moved || f->can->needs_unique),
                                .indices_are_sorted = f->h.rule.indices_are_sorted && !f->moved};
    bool open = w->target->is_hub && !out.is_scatter && grn_dims_has(&out.slice_sizes, GRN_DYNAMIC);
    return grn_replace_op(w, !out.indices ? NULL : open ? grn_hub_make_dynamic(w, &out) : grn_hub_make(w, &out));
}
