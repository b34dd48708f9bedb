/*
 * raise_recipe.c - batching dims that the access does not need.
 *
 * Where the indices do not change along a batching dim, the dim of the operand is walked whole: a
 * window. Where the operand does not, no batching dim is needed. TCP's document expresses a gather
 * of slices by broadcasts of both and a gather of elements; this is the inverse.
 */
#include "convert/raise.h"

/* ---- what does not change along a dim -------------------------------------------------------- */

/* The dims of a reshape's operand that are dim `dim` of its result, when the two differ in dims of
 * extent 1 alone; -1: none is. */
static int32_t through_reshape(const grn_op *op, int32_t dim)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    int32_t i = 0;
    if (to->shape[dim] == 1)
        return -1;
    for (int32_t d = 0; d <= dim; d++) {
        while (to->shape[d] != 1 && i < from->rank && from->shape[i] == 1)
            i++;
        if (to->shape[d] != 1 && (i == from->rank || from->shape[i] != to->shape[d]))
            return -1;
        i += to->shape[d] != 1;
    }
    return i - 1;
}

/* The dim of a broadcast's operand that is dim `dim` of its result; -1: none is. */
static int32_t through_broadcast(const grn_op *op, int32_t dim)
{
    size_t n;
    const int64_t *dims;
    if (!grn_op_dims(op, "broadcast_dimensions", &n, &dims))
        return -1;
    for (size_t i = 0; i < n; i++)
        if (dims[i] == dim)
            return (int32_t)i;
    return -1;
}

static grn_dims shape_without(const grn_type *t, int32_t dim)
{
    grn_dims shape = {0};
    for (int32_t d = 0; d < t->rank; d++)
        if (d != dim)
            grn_dims_push(&shape, t->shape[d]);
    return shape;
}

enum { MOST_STEPS = 16 }; /* ops looked through: a program may have any number, each of which would be made anew */

static grn_value *without_in(grn_rewrite *w, grn_value *value, int32_t dim, int steps);

/* Units around a broadcast. */
static grn_value *reshape_without(grn_rewrite *w, const grn_op *op, int32_t dim, int steps)
{
    int32_t inner = through_reshape(op, dim);
    grn_value *v = inner < 0 ? NULL : without_in(w, op->operands[0], inner, steps);
    grn_dims shape = shape_without(grn_result_type(op, 0), dim);
    return v ? grn_build_reshape(w, v, shape.count, shape.v) : NULL;
}

static grn_value *broadcast_without(grn_rewrite *w, const grn_op *op, int32_t dim, int steps)
{
    size_t n;
    const int64_t *dims;
    grn_value *source = op->operands[0];
    const grn_type *from = source->type, *to = grn_result_type(op, 0);
    int32_t inner = through_broadcast(op, dim);
    if (!grn_op_dims(op, "broadcast_dimensions", &n, &dims) || !grn_type_has_static_shape(from))
        return NULL;
    bool same = inner < 0 || (from->shape[inner] == 1 && to->shape[dim] != 1);
    grn_dims places = {0}, shape = shape_without(to, dim), kept = shape_without(from, inner);
    if (!same) /* along other dims, of what is one along this */
        source = without_in(w, source, inner, steps);
    for (size_t i = 0; i < n; i++)
        if ((int32_t)i != inner)
            grn_dims_push(&places, dims[i] - (dims[i] > dim));
    grn_value *v = source ? grn_build_reshape(w, source, kept.count, kept.v) : NULL;
    return v ? grn_build_broadcast(w, v, places.v, shape.count, shape.v) : NULL;
}

static grn_value *without_in(grn_rewrite *w, grn_value *value, int32_t dim, int steps)
{
    if (steps == 0)
        return NULL;
    if (grn_op_is(value->def, GRN_HLO(reshape)))
        return reshape_without(w, value->def, dim, steps - 1);
    return grn_op_is(value->def, GRN_HLO(broadcast_in_dim)) ? broadcast_without(w, value->def, dim, steps - 1) : NULL;
}

/* `value` without `dim`, along which it is the same; NULL: it is not, or memory was refused. */
static grn_value *without(grn_rewrite *w, grn_value *value, int32_t dim)
{
    return without_in(w, value, dim, MOST_STEPS);
}

/* ---- lists of dims --------------------------------------------------------------------------- */

static void remove_at(grn_dims *list, int32_t at)
{
    for (int32_t i = at + 1; i < list->count; i++)
        list->v[i - 1] = list->v[i];
    list->count--;
}

static void insert_sorted(grn_dims *list, int64_t v)
{
    int32_t at = list->count++;
    for (; at > 0 && list->v[at - 1] > v; at--)
        list->v[at] = list->v[at - 1];
    list->v[at] = v;
}

/* Dims over `gone` move down one. */
static void close_gap(grn_dims *list, int64_t gone)
{
    for (int32_t i = 0; i < list->count; i++)
        list->v[i] -= list->v[i] > gone;
}

static int32_t count_below(const grn_dims *list, int64_t v)
{
    int32_t n = 0;
    for (int32_t i = 0; i < list->count; i++)
        n += list->v[i] < v;
    return n;
}

/* ---- one pair of batching dims --------------------------------------------------------------- */

/* How many dims of the operand below `d` are walked by a window. */
static int32_t windows_below(const grn_access_map *m, int64_t d)
{
    int32_t n = 0;
    for (int64_t e = 0; e < d; e++)
        n += m->operand[e].dense >= 0;
    return n;
}

/* The operand's dim is walked whole instead. Only where the dense dims then are in the order of the
 * operand's. */
static bool to_window(grn_rewrite *w, grn_hub *h, int32_t pair, int32_t operand_rank)
{
    grn_dimension_numbers *n = &h->dims;
    int64_t in = n->start_indices_batching_dims.v[pair], d = n->operand_batching_dims.v[pair];
    grn_access_map_of(n, operand_rank, h->indices->type->rank, &h->map);
    const int64_t dense = h->map.indices[in].dense;
    if (windows_below(&h->map, d) != count_below(&n->offset_dims, dense))
        return false;
    int64_t extent = h->indices->type->shape[in];
    grn_value *v = without(w, h->indices, (int32_t)in);
    if (!v)
        return false;
    h->indices = v;
    insert_sorted(&n->offset_dims, dense);
    remove_at(&n->operand_batching_dims, pair);
    remove_at(&n->start_indices_batching_dims, pair);
    close_gap(&n->start_indices_batching_dims, in);
    n->index_vector_dim -= n->index_vector_dim > in;
    if (!h->is_scatter)
        h->slice_sizes.v[d] = extent;
    return true;
}

/* The operand loses the dim. */
static bool to_nothing(grn_rewrite *w, grn_hub *h, int32_t pair, grn_value **operand)
{
    grn_dimension_numbers *n = &h->dims;
    int64_t d = n->operand_batching_dims.v[pair];
    grn_value *v = h->is_scatter ? NULL : without(w, *operand, (int32_t)d);
    if (!v)
        return false;
    *operand = v;
    remove_at(&n->operand_batching_dims, pair);
    remove_at(&n->start_indices_batching_dims, pair);
    close_gap(&n->operand_batching_dims, d);
    close_gap(&n->collapsed_slice_dims, d);
    close_gap(&n->start_index_map, d);
    remove_at(&h->slice_sizes, (int32_t)d);
    return true;
}

grn_status grn_raise_recipe(grn_rewrite *w, const grn_hub *hub, grn_op **made)
{
    grn_hub h = *hub;
    grn_value *operand = h.operands[0];
    bool any = false;
    *made = NULL;
    if (!grn_hub_is_static(hub))
        return GRN_OK;
    for (int32_t pair = 0; pair < h.dims.operand_batching_dims.count;) {
        if (to_window(w, &h, pair, operand->type->rank) || to_nothing(w, &h, pair, &operand))
            any = true, pair = 0;
        else
            pair++;
    }
    if (!any)
        return GRN_OK;
    if (!h.is_scatter)
        h.operands = &operand;
    h.rule.indices_are_sorted = false;
    *made = grn_hub_make(w, &h);
    return grn_replace_op(w, *made);
}
