/* spread_shardings.c - the sharding of one value (Shardy, TensorShardingAttr): made, compared,
 * carried over a border, written. */
#include "shard/spread.h"

grn_spread_sharding *grn_spread_sharding_new(grn_ir *ir, const grn_attr *ref, const grn_spread_mesh *mesh, int32_t rank,
                                             grn_spread_dim **dims)
{
    grn_spread_sharding *s = GRN_ARENA_NEW(&ir->arena, grn_spread_sharding, 1);
    grn_spread_dim *made = GRN_ARENA_NEW(&ir->arena, grn_spread_dim, (size_t)rank + 1);
    if (!s || !made)
        return NULL;
    *s = (grn_spread_sharding){.ref = ref, .mesh = mesh, .rank = rank, .dims = made};
    for (int32_t i = 0; i < rank; i++)
        made[i].priority = -1;
    if (dims)
        *dims = made;
    return s;
}

/* ---- compared -------------------------------------------------------------------------------- */

static bool same_dim(const grn_spread_dim *a, const grn_spread_dim *b)
{
    return a->is_closed == b->is_closed && a->priority == b->priority && grn_spread_same_list(&a->axes, &b->axes);
}

bool grn_spread_same(const grn_spread_sharding *a, const grn_spread_sharding *b)
{
    if (!a || !b)
        return a == b;
    bool same = grn_attr_equal(a->ref, b->ref) && a->rank == b->rank &&
                grn_spread_same_list(&a->replicated, &b->replicated) &&
                grn_spread_same_list(&a->unreduced, &b->unreduced);
    for (int32_t i = 0; same && i < a->rank; i++)
        same = same_dim(&a->dims[i], &b->dims[i]);
    return same;
}

bool grn_spread_is_empty(const grn_spread_sharding *s)
{
    bool empty = s->replicated.count == 0 && s->unreduced.count == 0;
    for (int32_t i = 0; i < s->rank; i++)
        empty = empty && s->dims[i].axes.count == 0;
    return empty;
}

bool grn_spread_is_closed(const grn_spread_sharding *s)
{
    bool closed = true;
    for (int32_t i = 0; i < s->rank; i++)
        closed = closed && s->dims[i].is_closed;
    return closed;
}

bool grn_spread_is_open(const grn_spread_sharding *s)
{
    bool open = grn_spread_is_empty(s);
    for (int32_t i = 0; i < s->rank; i++)
        open = open && !s->dims[i].is_closed;
    return open;
}

/* ---- over the border of a manual computation (ManualComputationOp::transformTargetSharding) -- */

static bool is_manual(const grn_spread_sharding *s, const grn_spread_axis *a, grn_sdy_list manual)
{
    return grn_sdy_has_name(manual, s->mesh->of.names.items[a->axis]->text);
}

/* How many axes of a dimension are manual: they come first. */
static int32_t manual_count(const grn_spread_sharding *s, const grn_spread_list *axes, grn_sdy_list manual)
{
    int32_t n = 0;
    while (n < axes->count && is_manual(s, &axes->items[n], manual))
        n++;
    return n;
}

static void drop_first(grn_spread_list *list, int32_t n)
{
    memmove(list->items, list->items + n, (size_t)(list->count - n) * sizeof *list->items);
    list->count -= n;
}

static grn_spread_list free_ones(const grn_spread_sharding *s, const grn_spread_list *axes, grn_sdy_list manual)
{
    grn_spread_list out = {.count = 0};
    for (int32_t i = 0; i < axes->count; i++)
        if (!is_manual(s, &axes->items[i], manual))
            grn_spread_push(&out, axes->items[i]);
    return out;
}

const grn_spread_sharding *grn_spread_within(grn_ir *ir, const grn_spread_sharding *outer, grn_sdy_list manual)
{
    grn_spread_dim *dims;
    grn_spread_sharding *s = grn_spread_sharding_new(ir, outer->ref, outer->mesh, outer->rank, &dims);
    if (!s)
        return NULL;
    for (int32_t i = 0; i < s->rank; i++) {
        dims[i] = outer->dims[i];
        drop_first(&dims[i].axes, manual_count(outer, &dims[i].axes, manual));
    }
    s->replicated = free_ones(outer, &outer->replicated, manual);
    s->unreduced = free_ones(outer, &outer->unreduced, manual);
    s->reduction = outer->reduction;
    return s;
}

const grn_spread_sharding *grn_spread_around(grn_ir *ir, const grn_spread_sharding *outer,
                                             const grn_spread_sharding *inner, grn_sdy_list manual)
{
    grn_spread_dim *dims;
    grn_spread_sharding *s = grn_spread_sharding_new(ir, inner->ref, inner->mesh, outer->rank, &dims);
    if (!s)
        return NULL;
    for (int32_t i = 0; i < s->rank && i < inner->rank; i++) {
        dims[i] = inner->dims[i];
        dims[i].axes = outer->dims[i].axes;
        dims[i].axes.count = manual_count(outer, &outer->dims[i].axes, manual);
        for (int32_t k = 0; k < inner->dims[i].axes.count; k++)
            grn_spread_push(&dims[i].axes, inner->dims[i].axes.items[k]);
    }
    for (int32_t i = 0; i < outer->replicated.count; i++)
        if (is_manual(outer, &outer->replicated.items[i], manual))
            grn_spread_push(&s->replicated, outer->replicated.items[i]);
    for (int32_t i = 0; i < inner->replicated.count; i++)
        grn_spread_push(&s->replicated, inner->replicated.items[i]);
    grn_spread_sort(&s->replicated);
    s->unreduced = outer->unreduced;
    s->reduction = outer->reduction;
    return s;
}

/* ---- written --------------------------------------------------------------------------------- */

static const grn_attr *axis_attr(grn_ir *ir, const grn_spread_mesh *mesh, const grn_spread_axis *a)
{
    const bool is_sub = a->size != mesh->of.sizes[a->axis];
    const int64_t pre = a->pre, size = a->size;
    const grn_field fields[3] = {{.present = true, .value = mesh->of.names.items[a->axis]},
                                 {.present = is_sub, .count = is_sub, .v = &pre},
                                 {.present = is_sub, .count = is_sub, .v = &size}};
    return grn_attr_struct(ir, &grn_sdy_axis_attr, fields);
}

static const grn_attr *list_attr(grn_ir *ir, const grn_spread_mesh *mesh, const grn_spread_list *list)
{
    const grn_attr *items[GRN_PART_MOST_AXES];
    for (int32_t i = 0; i < list->count; i++)
        if (!(items[i] = axis_attr(ir, mesh, &list->items[i])))
            return NULL;
    return grn_attr_array(ir, (size_t)list->count, items);
}

static const grn_attr *dim_attr(grn_ir *ir, const grn_spread_mesh *mesh, const grn_spread_dim *dim)
{
    const grn_field fields[3] = {{.present = true, .value = list_attr(ir, mesh, &dim->axes)},
                                 {.present = true, .value = grn_attr_bool(ir, dim->is_closed)},
                                 {.present = false}};
    return fields[0].value && fields[1].value ? grn_attr_struct(ir, &grn_sdy_dim_attr, fields) : NULL;
}

bool grn_spread_is_maximal(const grn_spread_sharding *s)
{
    return s->mesh->of.names.count == 0 && s->mesh->of.nids > 0;
}

/* What one device has alone has no dimensions. */
const grn_attr *grn_spread_attr(grn_ir *ir, const grn_spread_sharding *s)
{
    const grn_attr *dims[GRN_MAX_RANK];
    const int64_t reduction = s->reduction;
    const int32_t rank = grn_spread_is_maximal(s) ? 0 : s->rank;
    for (int32_t i = 0; i < rank; i++)
        if (!(dims[i] = dim_attr(ir, s->mesh, &s->dims[i])))
            return NULL;
    const grn_field fields[5] = {{.present = true, .value = s->ref},
                                 {.present = true, .value = grn_attr_array(ir, (size_t)rank, dims)},
                                 {.present = true, .value = list_attr(ir, s->mesh, &s->replicated)},
                                 {.present = true, .value = list_attr(ir, s->mesh, &s->unreduced)},
                                 {.present = reduction != 0, .count = reduction != 0, .v = &reduction}};
    const bool made = fields[1].value && fields[2].value && fields[3].value;
    return made ? grn_attr_struct(ir, &grn_sdy_sharding_attr, fields) : NULL;
}
