/* elements.c - all elements of a result, each by its op's row: linalg.generic, scf.for or scf.parallel around it. */
#include "lower/steps.h"

/* ---- linalg.generic ---------------------------------------------------------------------------------------------- */

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

/* Operands that are read element by element come as `ins`. */
typedef struct generic {
    size_t n;
    grn_value *operands[8];
    const grn_type *types[8];
    const grn_attr *maps[8];
    grn_value *args[8]; /* by operand of the op; NULL: it is no `ins` */
    size_t arg_of[8];
} generic;

static bool is_pointwise(const grn_op *op, const grn_type *tensor, size_t i)
{
    const grn_type *t = grn_operand_type(op, i);
    return grn_type_is_tensor(t) && (t->rank == tensor->rank || t->rank == 0);
}

static void take_inputs(grn_lower *l, const grn_op *op, const grn_type *tensor, generic *g)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    if (!row || !(row->flags & GRN_LO_POINTWISE) || op->noperands > GRN_COUNT(g->args) - 1)
        return;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_lo_value *v = grn_lo_of(l, op->operands[i]);
        if (v->kind != GRN_LO_BUFFER || !is_pointwise(op, tensor, i))
            continue;
        g->operands[g->n] = v->value;
        g->types[g->n] = grn_lo_element(l, grn_operand_type(op, i)->element);
        g->maps[g->n] = map_of(l, tensor->rank, grn_operand_type(op, i)->rank == 0 && tensor->rank > 0);
        g->arg_of[g->n++] = i;
    }
}

static grn_value *generic_body(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element, generic *g)
{
    grn_value *index[GRN_MAX_RANK];
    for (size_t i = 0; i < g->n; i++)
        g->args[g->arg_of[i]] = &l->block->args[i];
    for (int32_t d = 0; d < tensor->rank; d++) {
        const grn_lo_attr dim = {"dim", grn_lo_i64(l, d)};
        index[d] = grn_lo_one(l, "linalg.index", 0, NULL, grn_lo_index_type(l), 1, &dim);
    }
    l->element_op = op;
    l->element_index = index;
    l->element_args = g->args;
    grn_value *scalar = element(l, op, index);
    l->element_op = NULL;
    l->element_index = NULL;
    return scalar;
}

static void sweep_unused_indices(grn_block *block)
{
    for (grn_op *op = block->first, *next; op; op = next) {
        next = op->next;
        if (grn_str_is(op->name, "linalg.index") && op->results[0].uses == 0)
            grn_op_erase(op);
    }
}

static grn_value *fill_generic(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element, grn_value *to)
{
    generic g = {.n = 0};
    if (l->status != GRN_OK)
        return NULL;
    take_inputs(l, op, tensor, &g);
    g.operands[g.n] = to;
    g.types[g.n] = grn_lo_element(l, tensor->element);
    g.maps[g.n] = map_of(l, tensor->rank, false);
    for (size_t i = 0; i <= g.n; i++)
        if (!grn_lo_check(l, g.maps[i] && g.types[i]))
            return NULL;
    const int32_t sizes[] = {(int32_t)g.n, 1};
    const grn_lo_attr attrs[] = {{"indexing_maps", grn_attr_array(l->ir, g.n + 1, g.maps)},
                                 {"iterator_types", iterators(l, tensor->rank)},
                                 {"operandSegmentSizes", grn_lo_segments(l, 2, sizes)}};
    const grn_type *type = to ? to->type : NULL;
    grn_op *made = grn_lo_op(l, "linalg.generic", g.n + 1, g.operands, !l->o->form->buffers, &type, 1, GRN_COUNT(attrs), attrs);
    grn_block *outer = l->block;
    if (!made || !grn_lo_block(l, &made->regions[0], g.n + 1, g.types))
        return NULL;
    grn_value *scalar = generic_body(l, op, tensor, element, &g);
    grn_lo_none(l, "linalg.yield", 1, &scalar, GRN_LO_NO_ATTRS);
    if (l->status != GRN_OK)
        return NULL;
    sweep_unused_indices(made->regions[0].first);
    l->block = outer;
    return l->o->form->buffers ? to : &made->results[0];
}

/* ---- loops ------------------------------------------------------------------------------------------------------- */

static void fill_for(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element, grn_value *to,
                     grn_value *const *extent)
{
    grn_value *index[GRN_MAX_RANK];
    for (int32_t d = 0; d < tensor->rank; d++)
        index[d] = grn_lo_for(l, extent[d], NULL);
    grn_lo_store(l, l->status == GRN_OK ? element(l, op, index) : NULL, to, (size_t)tensor->rank, index);
    for (int32_t d = 0; d < tensor->rank; d++)
        grn_lo_end_for(l, NULL);
}

static void fill_parallel(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element, grn_value *to,
                          grn_value *const *extent)
{
    grn_value *index[GRN_MAX_RANK];
    if (tensor->rank > 0)
        grn_lo_parallel(l, tensor->rank, extent, index);
    grn_lo_store(l, l->status == GRN_OK ? element(l, op, index) : NULL, to, (size_t)tensor->rank, index);
    if (tensor->rank > 0)
        grn_lo_end_parallel(l);
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static grn_value *fill(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element, grn_value *to,
                       grn_value *const *extent)
{
    const grn_lower_walk walk = l->o->form->walk;
    if (walk == GRN_WALK_GENERIC)
        return fill_generic(l, op, tensor, element, to);
    if (walk == GRN_WALK_FOR)
        fill_for(l, op, tensor, element, to, extent);
    else
        fill_parallel(l, op, tensor, element, to, extent);
    return to;
}

static void known_extents(grn_lower *l, const grn_type *tensor, grn_value *const *extent, grn_value *buffer, grn_value **out)
{
    for (int32_t d = 0; d < tensor->rank; d++)
        out[d] = tensor->shape[d] != GRN_DYNAMIC ? grn_lo_index(l, tensor->shape[d])
                 : extent                        ? extent[d]
                                                 : grn_lo_dim(l, buffer, d);
}

/* Where the caller owns the buffer and an index was bad, nothing is written. */
void grn_lo_fill(grn_lower *l, const grn_op *op, const grn_value *source, grn_lo_element_fn element, grn_value *const *extent)
{
    grn_value *all[GRN_MAX_RANK];
    bool owned;
    known_extents(l, source->type, extent, NULL, all);
    grn_value *to = grn_lo_allocate_for(l, source, all, &owned);
    grn_op *guard = grn_lo_guard(l, source);
    grn_value *filled = fill(l, op, source->type, element, to, all);
    grn_lo_end_guard(l, guard);
    grn_lo_set_buffer(l, source, filled, owned);
}

grn_value *grn_lo_fill_into(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element, grn_value *to)
{
    grn_value *all[GRN_MAX_RANK];
    if (l->status != GRN_OK)
        return NULL;
    known_extents(l, tensor, NULL, to, all);
    return fill(l, op, tensor, element, to, all);
}
