/*
 * local_gather.c - a gather whose operand is cut where indices name positions: who owns a position
 * has the element, and all others zeros; the bits of all of them or-ed are the element's, whatever
 * they stand for.
 */
#include "shard/rows.h"

#include <string.h>

#include "shard/starts.h"

/* ---- bits ------------------------------------------------------------------------------------ */

typedef struct combining {
    const grn_part_list *axes;
    grn_value *owner; /* of the result's shape */
    int32_t along;    /* the dimension of which each keeps its part; -1: all keep all */
} combining;

static grn_value *of_type(grn_sharder *s, const char *op, grn_value *v, const grn_type *element)
{
    return v ? grn_new(&s->w, op, 1, &v, grn_tensor_like(&s->w, element, v->type->rank, v->type->shape), 0, NULL)
             : NULL;
}

static grn_value *combine_integers(grn_sharder *s, grn_value *v, const combining *c)
{
    static const unsigned char zero[16];
    if (!v)
        return NULL;
    grn_value *none = grn_build_splat(&s->w, v->type->element, v->type->rank, v->type->shape, zero);
    v = grn_build_select(&s->w, c->owner, v, none);
    return c->along < 0 ? grn_part_all_reduce(s, v, c->axes, "stablehlo.or")
                        : grn_part_reduce_scatter(s, v, c->axes, c->along, "stablehlo.or");
}

static grn_value *combine_floats(grn_sharder *s, grn_value *v, const combining *c)
{
    const grn_type *element = v ? v->type->element : NULL;
    const grn_type *bits =
        v ? grn_type_integer(s->w.ir, (uint32_t)grn_dtype_bytes(element->dtype) * 8, GRN_SIGNLESS) : NULL;
    v = combine_integers(s, bits ? of_type(s, "stablehlo.bitcast_convert", v, bits) : NULL, c);
    return v ? of_type(s, "stablehlo.bitcast_convert", v, element) : NULL;
}

static grn_value *combine(grn_sharder *s, grn_value *v, const combining *c)
{
    if (!v)
        return NULL;
    const grn_type *element = v->type->element;
    if (element->kind == GRN_TYPE_FLOAT)
        return combine_floats(s, v, c);
    if (element->kind != GRN_TYPE_COMPLEX)
        return combine_integers(s, v, c);
    grn_value *const parts[] = {combine_floats(s, of_type(s, "stablehlo.real", v, element->element), c),
                                combine_floats(s, of_type(s, "stablehlo.imag", v, element->element), c)};
    return parts[0] && parts[1]
               ? grn_new(&s->w, "stablehlo.complex", 2, parts,
                         grn_tensor_like(&s->w, element, parts[0]->type->rank, parts[0]->type->shape), 0, NULL)
               : NULL;
}

/* ---- the gather ------------------------------------------------------------------------------ */

typedef struct gathering {
    grn_hub a;
    grn_part_list axes; /* along which owners differ */
    grn_division *made; /* of the gather that each device runs */
    bool has_padding;   /* the indices: what is there may be any number */
} gathering;

/* The last position at which a window begins, of each component; the position of the first that the
 * device has. */
static grn_value *local_starts(grn_sharder *s, const gathering *g, const grn_division *operand, grn_value **owner)
{
    grn_part_starts st;
    if (!grn_part_starts_read(s, &g->a, &st))
        return NULL;
    *owner = NULL;
    for (int32_t d = 0; d < operand->rank; d++) {
        const int64_t extent = grn_division_extent(&s->mesh, operand, d);
        const int32_t c = g->a.map.operand[d].component;
        const bool is_cut =
            operand->dims[d].axes.count && g->a.map.operand[d].batching < 0 && g->a.slice_sizes.v[d] == 1;
        if (c >= 0)
            st.v[c] = grn_part_clamp(s, st.v[c], operand->type->shape[d] - g->a.slice_sizes.v[d]);
        if (!is_cut || (g->a.map.operand[d].dense >= 0 && operand->type->shape[d] == 1))
            continue;
        grn_value *number = grn_part_number_value(s, &operand->dims[d].axes), *own;
        if (c >= 0) {
            st.v[c] = grn_part_minus(s, st.v[c], number, extent);
            own = grn_part_within(s, st.v[c], extent);
        } else
            own = grn_part_spread_scalar(
                s, number ? grn_build_compare(&s->w, "EQ", number, grn_part_scalar(s, st.element, 0)) : NULL, st.rank,
                st.shape);
        *owner = *owner ? grn_build_binary(&s->w, "stablehlo.and", *owner, own) : own;
    }
    return grn_part_starts_join(s, &g->a, &st);
}

/* Of the shape of the indices' batch dims: as the result's. */
static grn_value *owner_of_result(grn_sharder *s, const gathering *g, grn_value *owner, const grn_type *result)
{
    int64_t dims[GRN_MAX_RANK], n = 0;
    for (int32_t i = 0; i < g->a.indices->type->rank; i++)
        if (g->a.map.indices[i].dense >= 0)
            dims[n++] = g->a.map.indices[i].dense;
    return grn_build_broadcast(&s->w, owner, dims, result->rank, result->shape);
}

static grn_value *local_gather(grn_sharder *s, gathering *g, const grn_division *operand, const grn_division *result)
{
    grn_hub hub = g->a;
    grn_value *owner = NULL;
    for (int32_t d = 0; d < operand->rank; d++) /* a window that covers a dimension covers what of it is here */
        if (g->a.map.operand[d].dense >= 0 && hub.slice_sizes.v[d] == operand->type->shape[d])
            hub.slice_sizes.v[d] = grn_division_extent(&s->mesh, operand, d);
    hub.result = grn_division_local(s->w.ir, &s->mesh, g->made);
    hub.rule.indices_are_sorted = hub.rule.indices_are_sorted && g->axes.count == 0 && !g->has_padding;
    if (g->axes.count)
        hub.indices = local_starts(s, g, operand, &owner);
    else if (g->has_padding && grn_part_is_checked(&hub))
        hub.indices = grn_part_without_padding(s, hub.indices, grn_part_of(s, g->a.indices), hub.rule.base);
    if (!hub.indices)
        return NULL;
    grn_op *made = hub.result ? grn_part_make_access(s, &hub) : NULL;
    if (!made || g->axes.count == 0)
        return made ? &made->results[0] : NULL;
    combining c = {.axes = &g->axes, .owner = owner_of_result(s, g, owner, hub.result), .along = -1};
    for (int32_t d = 0; d < result->rank; d++)
        if (!grn_part_equal(&result->dims[d].axes, &g->made->dims[d].axes)) {
            c.along = d;
            c.axes = &result->dims[d].axes;
        }
    if (c.owner)
        grn_part_tell(s, c.along < 0 ? "all_reduce of bits" : "reduce_scatter of bits", c.axes,
                      "the table is cut where indices name its positions, and who owns one gives it",
                      (c.along < 0 ? 2 : 1) * grn_division_bytes(&s->mesh, g->made) / grn_part_ways(&s->mesh, c.axes) *
                          (grn_part_ways(&s->mesh, c.axes) - 1),
                      grn_division_bytes(&s->mesh, result) / grn_part_ways(&s->mesh, c.axes) *
                          (grn_part_ways(&s->mesh, c.axes) - 1));
    return c.owner ? combine(s, &made->results[0], &c) : NULL;
}

grn_status grn_part_local_gather(grn_sharder *s, grn_op *op)
{
    gathering g = {.axes = {.count = 0}};
    if (!grn_part_access_of(op, &g.a))
        return grn_part_retype(s, op);
    grn_division *operand = grn_part_of(s, g.a.operands[0]), *indices = grn_part_of(s, g.a.indices);
    grn_division *result = grn_part_of(s, &op->results[0]);
    const grn_type *whole[] = {operand->type, indices->type, result->type};
    g.made = grn_division_new(s->w.ir, result->type);
    if (!g.made)
        return grn_no_memory(&s->w);
    g.has_padding = grn_part_has_padding(s, indices);
    for (int32_t i = 0; i < indices->rank; i++)
        if (g.a.map.indices[i].dense >= 0)
            g.made->dims[g.a.map.indices[i].dense].axes = indices->dims[i].axes;
    for (int32_t d = 0; d < operand->rank; d++) {
        const bool covers = g.a.map.operand[d].dense >= 0 && g.a.slice_sizes.v[d] == whole[0]->shape[d];
        if (covers)
            g.made->dims[g.a.map.operand[d].dense].axes = operand->dims[d].axes;
        else if (g.a.map.operand[d].batching < 0)
            grn_part_append(&g.axes, &operand->dims[d].axes);
    }
    return grn_replace(&s->w, local_gather(s, &g, operand, result));
}
