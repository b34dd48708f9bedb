/*
 * fit_rule.c - the index rule of one dialect under that of another: ops before the target's op do
 * the parts of the rule that the target's op does not.
 */
#include "convert/fit.h"

/* ---- what is needed -------------------------------------------------------------------------- */

static bool vouched(const grn_fit *f)
{
    bool known = !f->below && !f->above;
    return known || f->w->assume_in_bounds || f->h.rule.bounds == GRN_BOUNDS_PROMISE ||
           f->h.rule.bounds == GRN_BOUNDS_ERROR;
}

/* Whether the windows are single elements, so that the grain does not matter. */
static bool single(const grn_fit *f)
{
    for (int32_t d = 0; d < f->full->type->rank; d++)
        if (grn_fit_window(f, d) > 1)
            return false;
    return true;
}

/* One dim is chosen from and the others are walked whole, so that no index is ever made of
 * several. */
static bool one_chosen(const grn_fit *f)
{
    const grn_dims *map = &f->h.dims.start_index_map;
    for (int32_t d = 0; d < f->full->type->rank; d++) {
        const bool batch = f->h.map.operand[d].batching >= 0, chosen = f->h.map.operand[d].component >= 0;
        if (!batch && grn_fit_window(f, d) != (chosen ? 1 : grn_full_extent(f, d)))
            return false;
    }
    return map->count == 1;
}

/* Whether the target's op itself follows the rule for an index out of range. */
static bool native(const grn_fit *f)
{
    const grn_index_rule *rule = &f->h.rule;
    if (rule->bounds == GRN_BOUNDS_SKIP && !(f->can->forms & GRN_CAN_ANY) && !one_chosen(f))
        return false;
    bool grain = rule->grain == GRN_GRAIN_ELEMENT || rule->bounds == GRN_BOUNDS_CLAMP || single(f);
    return rule->bounds == f->can->bounds && !f->can->wraps && grain;
}

bool grn_fit_rule_masks(const grn_fit *f)
{
    bool drops = f->h.rule.bounds == GRN_BOUNDS_SKIP || f->h.rule.bounds == GRN_BOUNDS_FILL;
    return drops && !vouched(f) && !native(f);
}

static bool clamps(const grn_fit *f) { return f->h.rule.bounds == GRN_BOUNDS_CLAMP && !vouched(f) && !native(f); }
static bool wraps(const grn_fit *f)
{
    return f->h.rule.wrap_negative && f->negative && !f->wraps_itself && !f->w->assume_in_bounds;
}

bool grn_fit_rule_is_native(const grn_fit *f)
{
    return !f->h.rule.base && !wraps(f) && !clamps(f) && !grn_fit_rule_masks(f);
}

/* ---- what is known of the indices ------------------------------------------------------------ */

/* How many components choose one element of their dim each; -1: one moves a window. A window as
 * long as its dim is not moved. */
static int32_t count_chosen(const grn_hub *h)
{
    int32_t n = 0;
    for (int32_t j = 0; j < h->dims.start_index_map.count; j++) {
        int64_t d = h->dims.start_index_map.v[j];
        bool single = h->is_scatter ? grn_dims_has(&h->dims.collapsed_slice_dims, d) : h->slice_sizes.v[d] == 1;
        if (!single && (h->is_scatter || h->slice_sizes.v[d] != h->operands[0]->type->shape[d]))
            return -1;
        n += single;
    }
    return n;
}

static unsigned form_of(const grn_abilities *can, const grn_hub *h, int32_t chosen)
{
    const int32_t batched = h->dims.operand_batching_dims.count, rank = h->operands[0]->type->rank;
    const int32_t positions = h->indices->type->rank - (h->dims.index_vector_dim < h->indices->type->rank);
    return grn_form_for(can, h->combiner, chosen, batched, positions == rank ? rank - chosen - batched : 1);
}

/* Moving windows add to an index to make positions, multiply it for a row-major number of several
 * dims, and a mask compares it: these need an index that counts from 0. */
bool grn_target_wraps(const grn_target *target, const grn_hub *h)
{
    const grn_abilities *can = h->is_scatter ? &target->scatter : &target->gather;
    const int32_t chosen = count_chosen(h);
    const unsigned form = form_of(can, h, chosen);
    return chosen > 0 && (chosen == 1 || form == GRN_CAN_VECTORS) && can->wraps & form &&
           h->rule.bounds != GRN_BOUNDS_SKIP && h->rule.bounds != GRN_BOUNDS_FILL;
}

/* Component `j`, counted from 0. */
static grn_range counted(const grn_fit *f, int32_t j)
{
    static const grn_range any = {INT64_MIN, INT64_MAX};
    int64_t vector = f->h.dims.index_vector_dim, base = f->h.rule.base;
    bool in_vector = vector < f->indices->type->rank;
    grn_range r;
    if (!grn_range_of(f->indices, in_vector ? (int32_t)vector : -1, in_vector ? j : 0, &f->w->evaluate_left, &r) ||
        (base < 0 ? r.high > INT64_MAX + base : r.low < INT64_MIN + base))
        return any;
    return (grn_range){r.low - base, r.high - base};
}

static grn_range wrapped(grn_range r, int64_t extent)
{
    if (r.low >= 0)
        return r;
    int64_t last = r.high < 0 ? r.high + extent : extent - 1;
    return (grn_range){r.high < 0 || r.low + extent < 0 ? r.low + extent : 0, r.high > last ? r.high : last};
}

/* The extents that decide whether component `j` is in range are known. */
static bool is_measured(const grn_fit *f, int32_t j)
{
    const int64_t d = f->h.dims.start_index_map.v[j];
    if (f->full->type->kind != GRN_TYPE_TENSOR || grn_full_extent(f, d) == GRN_DYNAMIC)
        return false;
    if (f->h.is_scatter)
        return grn_type_has_static_shape(f->full->type) && grn_type_has_static_shape(f->updates->type);
    return f->h.slice_sizes.v[d] != GRN_DYNAMIC;
}

/* The same of components `from` to `to`. */
static void look_at(grn_fit *f, int32_t from, int32_t to)
{
    const grn_dims *map = &f->h.dims.start_index_map;
    f->negative = f->below = f->above = false;
    for (int32_t j = from; j < to; j++) {
        const bool measured = is_measured(f, j);
        grn_range r = counted(f, j);
        f->negative |= r.low < 0;
        if (f->h.rule.wrap_negative && measured)
            r = wrapped(r, grn_full_extent(f, map->v[j]));
        f->below |= !measured || r.low < 0;
        f->above |= !measured || r.high > grn_full_extent(f, map->v[j]) - grn_fit_window(f, map->v[j]);
    }
}

void grn_fit_rule_look(grn_fit *f)
{
    f->wraps_itself = f->h.rule.wrap_negative && grn_target_wraps(f->w->target, &f->h);
    f->form = form_of(f->can, &f->h, count_chosen(&f->h));
    look_at(f, 0, f->h.dims.start_index_map.count);
}

/* ---- steps ----------------------------------------------------------------------------------- */

static grn_value *zeros(grn_fit *f, grn_fit_vectors v) { return grn_fit_numbers(f, v, 0, NULL); }

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

static void wrap(grn_fit *f, grn_fit_vectors v)
{
    grn_value *negative = grn_build_compare(f->w, "LT", f->indices, zeros(f, v));
    grn_value *from_end = grn_build_binary(f->w, "stablehlo.add", f->indices, grn_fit_numbers(f, v, 1, NULL));
    f->indices = grn_build_select(f->w, negative, from_end, f->indices);
}

/* A window that is all of an extent that is not known begins at 0: below any number that is added. */
void grn_fit_windows_less(const grn_fit *f, grn_fit_vectors v, int64_t *less)
{
    for (int32_t j = 0; j < v.dims->count; j++) {
        const int64_t window = grn_fit_window(f, v.dims->v[j]);
        less[j] = window == GRN_DYNAMIC ? INT64_MIN : -window;
    }
}

/* Clamps to at most the extent and `less`, and at least `times` the extent: 0, or -1 where the op itself
 * counts negative indices from the end. Only on the sides where an index may be out of that. */
static void clamp(grn_fit *f, grn_fit_vectors v, int64_t times, const int64_t *less)
{
    if (f->above)
        f->indices = grn_build_binary(f->w, "stablehlo.minimum", f->indices, grn_fit_numbers(f, v, 1, less));
    if (f->below)
        f->indices = grn_build_binary(f->w, "stablehlo.maximum", f->indices, grn_fit_numbers(f, v, times, NULL));
}

grn_value *grn_fit_in_range(grn_fit *f, grn_fit_vectors v, const int64_t *less)
{
    grn_value *low = f->below ? grn_build_compare(f->w, "GE", f->indices, zeros(f, v)) : NULL;
    grn_value *high = f->above ? grn_build_compare(f->w, "LE", f->indices, grn_fit_numbers(f, v, 1, less)) : NULL;
    if (f->below && f->above)
        return grn_build_binary(f->w, "stablehlo.and", low, high);
    return f->below ? low : high;
}

/* Whether all components are in range: the dims of the indices but the index vector's. */
static grn_value *in_range(grn_fit *f, grn_fit_vectors v, const int64_t *less)
{
    const int64_t vector_dim = v.at;
    grn_value *both = grn_fit_in_range(f, v, less), *all = NULL;
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

/* The result has the elements of operand 0, in their order. */
static bool only_shapes(const grn_op *op)
{
    size_t n;
    const int64_t *dims;
    int64_t from, to;
    const grn_type *t = grn_operand_type(op, 0), *made = grn_result_type(op, 0);
    if (grn_op_is(op, GRN_HLO(reshape)))
        return true;
    if (!grn_op_dims(op, "broadcast_dimensions", &n, &dims))
        return false;
    for (size_t i = 1; i < n; i++)
        if (dims[i] < dims[i - 1])
            return false;
    return grn_shape_elements(t->rank, t->shape, &from) && grn_shape_elements(made->rank, made->shape, &to) &&
           from == to;
}

enum { MOST_SHAPES = 8 }; /* a program may have a long chain of them, and a gather at each */

/* The value that `v` has under another shape. */
static grn_value *before_shapes(grn_value *v)
{
    for (int i = 0; i < MOST_SHAPES; i++) {
        bool shapes = GRN_OP_IS_ONE_OF(v->def, GRN_HLO(reshape), GRN_HLO(broadcast_in_dim));
        if (!shapes || !grn_op_is_static(v->def) || !only_shapes(v->def))
            break;
        v = v->def->operands[0];
    }
    return v;
}

/* Whether the rule can be obeyed in the indices' own type: the target has it, it holds every extent
 * that is added, and all its numbers are i64's. */
static bool is_wide_enough(const grn_fit *f)
{
    const grn_dims *map = &f->h.dims.start_index_map;
    const grn_type *element = f->indices->type->element;
    if (f->h.rule.base || element->kind != GRN_TYPE_INTEGER || element->signedness == GRN_SIGNED ||
        element->dtype == GRN_UI64 || !grn_fit_takes_index(f, element))
        return false;
    for (int32_t j = 0; j < map->count; j++) {
        const int64_t extent = grn_full_extent(f, map->v[j]);
        if (extent == GRN_DYNAMIC ? element->width != 64 : wraps(f) && !grn_index_type_holds(element, extent))
            return false;
    }
    return true;
}

void grn_fit_obey(grn_fit *f, int64_t at)
{
    const grn_fit_vectors v = {&f->h.dims.start_index_map, at};
    int64_t less[GRN_MAX_RANK];
    grn_fit_windows_less(f, v, less);
    if (!grn_fit_rule_is_native(f) && !is_wide_enough(f))
        widen(f);
    if (f->indices && f->h.rule.base)
        subtract_base(f);
    f->moved = f->moved || wraps(f) || clamps(f);
    if (f->indices && wraps(f))
        wrap(f, v);
    if (f->indices && clamps(f))
        clamp(f, v, f->wraps_itself ? -1 : 0, less);
}

/* Component `j`, whatever its shape: one that was just given may go again. */
static grn_value *alone(grn_fit *f, int64_t vector, int64_t j)
{
    grn_dims start = {0}, limit = grn_extents(f->indices->type);
    start.v[vector] = j;
    limit.v[vector] = j + 1;
    grn_value *v = grn_build_slice(f->w, f->indices, start.v, limit.v);
    return v ? before_shapes(v) : NULL;
}

/* Each component by itself: the target's op takes them so. */
static void obey_apart(grn_fit *f, int64_t vector)
{
    const grn_dims *map = &f->h.dims.start_index_map;
    grn_dims shape = grn_extents(f->indices->type);
    grn_value *parts[GRN_MAX_RANK] = {NULL};
    bool wide = false;
    shape.v[vector] = 1;
    for (int32_t j = 0; j < map->count; j++) {
        grn_fit one = *f;
        look_at(&one, j, j + 1);
        one.h.dims.start_index_map = (grn_dims){.count = 1, .v = {map->v[j]}};
        if (!(one.indices = alone(f, vector, j)))
            break;
        grn_fit_obey(&one, one.indices->type->rank);
        parts[j] = grn_build_reshape(f->w, one.indices, shape.count, shape.v);
        f->moved = f->moved || one.moved;
        wide = wide || one.wide;
    }
    for (int32_t j = 0; wide && j < map->count; j++) /* of one type, to be joined */
        parts[j] = parts[j] ? grn_build_convert(f->w, parts[j], grn_fit_i64(f)) : NULL;
    f->wide = wide;
    f->indices = grn_build_concatenate(f->w, (size_t)map->count, parts, vector);
}

grn_status grn_fit_rule(grn_fit *f)
{
    const grn_dims *map = &f->h.dims.start_index_map, shape = grn_extents(f->indices->type);
    int64_t vector = f->h.dims.index_vector_dim;
    f->masks = grn_fit_rule_masks(f);
    const bool whole = f->masks && (f->h.rule.grain == GRN_GRAIN_WINDOW || single(f));
    if (map->count > 1 && !whole && f->w->target->takes_list_index && f->form == GRN_CAN_VECTORS) {
        obey_apart(f, vector);
        return f->indices ? GRN_OK : grn_no_memory(f->w);
    }
    if (map->count == 1 && !whole) {
        f->indices = before_shapes(f->indices);
        vector = f->indices->type->rank;
    }
    if (map->count > 0 && f->indices)
        grn_fit_obey(f, vector);
    else if (!grn_fit_rule_is_native(f))
        widen(f);
    f->indices = grn_build_reshape(f->w, f->indices, shape.count, shape.v);
    if (f->indices && whole && map->count > 0) {
        const grn_fit_vectors v = {map, vector};
        int64_t less[GRN_MAX_RANK];
        grn_fit_windows_less(f, v, less);
        f->mask = in_range(f, v, less);
    }
    return f->indices && (!whole || map->count == 0 || f->mask) ? GRN_OK : grn_no_memory(f->w);
}

grn_status grn_fit_elements(grn_fit *f)
{
    const grn_fit_vectors v = {&f->chosen, f->position.count};
    int64_t less[GRN_MAX_RANK];
    if (!f->masks || f->chosen.count == 0)
        return GRN_OK;
    f->below |= f->above && !single(f); /* the greatest index and a step in its window wrap to a negative number */
    for (int32_t j = 0; j < f->chosen.count; j++)
        less[j] = -1;
    if (!f->mask)
        f->mask = in_range(f, v, less);
    if (f->mask)
        clamp(f, v, 0, less);
    return f->mask && f->indices ? GRN_OK : grn_no_memory(f->w);
}
