/* elements.c - all elements of a result, each by its op's row: linalg.generic, scf.for or
 * scf.parallel around it. */
#include "lower/function.h"
#include "lower/fuse.h"

/* ---- linalg.generic -------------------------------------------------------------------------- */

/* The dimensions in their order, or none: the map of a scalar. */
static const grn_attr *map_of(grn_lower *l, int32_t rank, bool scalar)
{
    grn_affine_map map = {.ndims = rank, .nresults = scalar ? 0 : rank};
    for (int32_t d = 0; d < map.nresults; d++)
        map.result[d] = d;
    return grn_attr_affine_map(l->ir, &map);
}

static const grn_attr *iterators(grn_lower *l, int32_t rank)
{
    const grn_enum_def *def = grn_ir_find_enum(l->ir, GRN_STR("linalg.iterator_type"));
    const grn_attr *items[GRN_MAX_RANK];
    for (int32_t d = 0; d < rank; d++)
        if (!def || !(items[d] = grn_attr_enum(l->ir, def, 0))) /* parallel */
            return NULL;
    return grn_attr_array(l->ir, (size_t)rank, items);
}

/* Tensors that are read element by element come as `ins`; behind them stands the one that is
 * written to. */
typedef struct generic {
    const grn_type *tensor;
    grn_lo_inputs in;
    grn_value *operands[GRN_LO_INPUTS + 1];
    const grn_type *types[GRN_LO_INPUTS + 1];
    const grn_attr *maps[GRN_LO_INPUTS + 1];
} generic;

static bool is_pointwise(const grn_type *t, const grn_type *tensor)
{
    return grn_type_is_tensor(t) && (t->rank == tensor->rank || t->rank == 0);
}

static void take_input(grn_lower *l, const grn_value *source, generic *g)
{
    const grn_lo_value *v = grn_lo_of(l, source);
    bool there = g->in.n == GRN_LO_INPUTS || v->kind != GRN_LO_BUFFER || !is_pointwise(source->type, g->tensor);
    for (size_t i = 0; i < g->in.n; i++)
        there = there || g->in.source[i] == source;
    if (there)
        return;
    g->operands[g->in.n] = v->value;
    g->types[g->in.n] = grn_lo_element(l, source->type->element);
    g->maps[g->in.n] = map_of(l, g->tensor->rank, source->type->rank == 0 && g->tensor->rank > 0);
    g->in.source[g->in.n++] = source;
}

static void take_inputs(grn_lower *l, const grn_op *op, void *user)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    for (size_t i = 0; row && row->flags & GRN_LO_POINTWISE && i < op->noperands; i++)
        take_input(l, op->operands[i], user);
}

static grn_value *generic_body(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element,
                               generic *g)
{
    grn_value *index[GRN_MAX_RANK];
    for (size_t i = 0; i < g->in.n; i++)
        g->in.arg[i] = &l->block->args[i];
    for (int32_t d = 0; d < tensor->rank; d++) {
        const grn_lo_attr dim = {"dim", grn_lo_i64(l, d)};
        index[d] = grn_lo_one(l, "linalg.index", 0, NULL, grn_lo_index_type(l), 1, &dim);
    }
    l->inputs = &g->in;
    l->element_index = index;
    grn_value *scalar = element(l, op, index);
    l->inputs = NULL;
    l->element_index = NULL;
    return scalar;
}

static void sweep_unused_indices(grn_block *block)
{
    for (grn_op *op = block->first, *next; op; op = next) {
        next = op->next;
        if (grn_op_is(op, GRN_OP(linalg, index)) && op->results[0].uses == 0)
            grn_op_erase(op);
    }
}

static grn_value *fill_generic(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element,
                               grn_value *to)
{
    generic g = {.tensor = tensor};
    if (l->status != GRN_OK)
        return NULL;
    take_inputs(l, op, &g);
    grn_lo_visit_fused(l, op, take_inputs, &g);
    const size_t n = g.in.n;
    g.operands[n] = to;
    g.types[n] = grn_lo_element(l, tensor->element);
    g.maps[n] = map_of(l, tensor->rank, false);
    for (size_t i = 0; i <= n; i++)
        if (!grn_lo_check(l, g.maps[i] && g.types[i]))
            return NULL;
    const int32_t sizes[] = {(int32_t)n, 1};
    const grn_lo_attr attrs[] = {{"indexing_maps", grn_attr_array(l->ir, n + 1, g.maps)},
                                 {"iterator_types", iterators(l, tensor->rank)},
                                 {"operandSegmentSizes", grn_lo_segments(l, 2, sizes)}};
    const grn_type *type = to ? to->type : NULL;
    grn_op *made =
        grn_lo_op(l, "linalg.generic", n + 1, g.operands, !l->o->form->buffers, &type, 1, GRN_COUNT(attrs), attrs);
    grn_block *outer = l->block;
    if (!made || !grn_lo_block(l, &made->regions[0], n + 1, g.types))
        return NULL;
    grn_value *scalar = generic_body(l, op, tensor, element, &g);
    grn_lo_none(l, "linalg.yield", 1, &scalar, GRN_LO_NO_ATTRS);
    if (l->status != GRN_OK)
        return NULL;
    sweep_unused_indices(made->regions[0].first);
    l->block = outer;
    return l->o->form->buffers ? to : &made->results[0];
}

/* ---- loops ----------------------------------------------------------------------------------- */

void grn_lo_prepare(grn_lower *l, const grn_op *op, size_t count, grn_value *const *v)
{
    grn_lo_prepared *kept = GRN_ARENA_NEW(&l->ir->arena, grn_lo_prepared, 1);
    grn_value **values = GRN_ARENA_NEW(&l->ir->arena, grn_value *, count + 1);
    if (l->status != GRN_OK || !grn_lo_check(l, kept && values))
        return;
    memcpy(values, v, count * sizeof *values);
    *kept = (grn_lo_prepared){l->prepared, op, values};
    l->prepared = kept;
}

grn_value *const *grn_lo_find_prepared(const grn_lower *l, const grn_op *op)
{
    const grn_lo_prepared *p = l->prepared;
    while (p && p->op != op)
        p = p->outer;
    return p ? p->v : NULL;
}

static void fill_for(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element, grn_value *to,
                     grn_value *const *extent)
{
    grn_value *index[GRN_MAX_RANK] = {NULL};
    grn_lo_prepare_fused(l, op, index, 0);
    for (int32_t d = 0; d < tensor->rank; d++) {
        index[d] = grn_lo_for(l, extent[d], NULL);
        grn_lo_prepare_fused(l, op, index, d + 1);
    }
    l->element_index = index;
    grn_lo_store(l, l->status == GRN_OK ? element(l, op, index) : NULL, to, (size_t)tensor->rank, index);
    l->element_index = NULL;
    for (int32_t d = 0; d < tensor->rank; d++)
        grn_lo_end_for(l, NULL);
}

static void fill_parallel(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element,
                          grn_value *to, grn_value *const *extent)
{
    grn_value *index[GRN_MAX_RANK];
    if (tensor->rank > 0)
        grn_lo_parallel(l, tensor->rank, extent, index);
    l->element_index = index;
    grn_lo_store(l, l->status == GRN_OK ? element(l, op, index) : NULL, to, (size_t)tensor->rank, index);
    l->element_index = NULL;
    if (tensor->rank > 0)
        grn_lo_end_parallel(l);
}

/* ---- both ------------------------------------------------------------------------------------ */

static grn_value *fill_tensor(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element,
                              grn_value *to, grn_value *const *extent)
{
    const grn_lower_walk walk = l->o->form->walk;
    if (walk == GRN_WALK_GENERIC)
        to = fill_generic(l, op, tensor, element, to);
    else if (walk == GRN_WALK_FOR)
        fill_for(l, op, tensor, element, to, extent);
    else
        fill_parallel(l, op, tensor, element, to, extent);
    l->prepared = NULL;
    return to;
}

static void known_extents(grn_lower *l, const grn_type *tensor, grn_value *const *extent, grn_value *buffer,
                          grn_value **out)
{
    for (int32_t d = 0; d < tensor->rank; d++)
        out[d] = tensor->shape[d] != GRN_DYNAMIC ? grn_lo_index(l, tensor->shape[d])
                 : extent                        ? extent[d]
                                                 : grn_lo_dim(l, buffer, d);
}

/* Where the caller owns the buffer and an index was bad, nothing is written. */
void grn_lo_fill(grn_lower *l, const grn_op *op, const grn_value *source, grn_lo_element_fn element,
                 grn_value *const *extent)
{
    grn_value *all[GRN_MAX_RANK];
    bool owned;
    known_extents(l, source->type, extent, NULL, all);
    grn_value *to = grn_lo_allocate_for(l, source, all, &owned);
    grn_op *outer = grn_lo_guard(l, source), *guard = outer ? outer : grn_lo_guard_fused(l, op);
    grn_value *filled = fill_tensor(l, op, source->type, element, to, all);
    grn_lo_end_guard(l, guard);
    grn_lo_set_buffer(l, source, filled, owned);
}

grn_value *grn_lo_fill_into(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element,
                            grn_value *to)
{
    grn_value *all[GRN_MAX_RANK];
    if (l->status != GRN_OK)
        return NULL;
    known_extents(l, tensor, NULL, to, all);
    grn_op *guard = grn_lo_guard_fused(l, op);
    grn_value *filled = fill_tensor(l, op, tensor, element, to, all);
    grn_lo_end_guard(l, guard);
    return filled;
}
