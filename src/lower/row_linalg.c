/*
 * row_linalg.c - linalg.generic, fill and copy of programs that have them: as they are where loops
 * stay ops, else loops around their region. Sources: MLIR linalg dialect, the op of each name.
 */
#include "lower/function.h"
#include "lower/fuse.h"
#include "lower/inplace.h"

static size_t inputs_of(const grn_op *op)
{
    const grn_attr *sizes = grn_op_attr(op, "operandSegmentSizes");
    return sizes ? (size_t)((const int32_t *)sizes->dense_array.data)[0] : op->noperands - 1;
}

/* ---- what is written to ---------------------------------------------------------------------- */

/* Destination i, a memref itself; of a tensor its result's, with the elements that were there where
 * those are read. */
static grn_value *destination(grn_lower *l, const grn_op *op, size_t i, bool is_read)
{
    const grn_value *out = op->operands[inputs_of(op) + i];
    if (!op->nresults || !l->o->form->buffers)
        return grn_lo_buffer(l, out);
    return grn_lo_replaced(l, op, out, &op->results[i], is_read);
}

static void destinations(grn_lower *l, const grn_op *op, grn_value **to)
{
    const size_t inputs = inputs_of(op);
    const grn_block *body = op->nregions ? op->regions[0].first : NULL;
    for (size_t i = 0; i < op->noperands - inputs && l->status == GRN_OK; i++)
        to[i] = destination(l, op, i, body && body->args[inputs + i].uses > 0);
}

/* ---- as an op -------------------------------------------------------------------------------- */

static void keep(grn_lower *l, const grn_op *op, const char *name)
{
    grn_value *operands[2 * GRN_LO_MAX_CARRY];
    const grn_type *types[GRN_LO_MAX_CARRY];
    const size_t inputs = inputs_of(op), outputs = op->noperands - inputs;
    destinations(l, op, operands + inputs);
    for (size_t i = 0; i < inputs && l->status == GRN_OK; i++)
        operands[i] = grn_type_is_shaped(grn_operand_type(op, i)) ? grn_lo_buffer(l, op->operands[i])
                                                                  : grn_lo_of(l, op->operands[i])->value;
    for (size_t i = 0; i < outputs && l->status == GRN_OK; i++)
        types[i] = operands[inputs + i]->type;
    const size_t nresults = l->o->form->buffers ? 0 : op->nresults;
    grn_op *made = grn_lo_op(l, name, op->noperands, operands, nresults, types, op->nregions, GRN_LO_NO_ATTRS);
    for (size_t i = 0; made && i < op->nattrs; i++)
        grn_lo_check(l, grn_op_set_attr(l->ir, made, op->attrs[i].name, op->attrs[i].value));
    if (made && op->nregions)
        grn_lo_keep_region(l, op->regions[0].first, &made->regions[0]);
    for (size_t i = 0; made && i < nresults; i++)
        grn_lo_set_buffer(l, &op->results[i], &made->results[i], false);
}

/* ---- as loops -------------------------------------------------------------------------------- */

typedef struct walk {
    const grn_op *op;
    size_t inputs;
    int32_t rank; /* loops */
    grn_affine_map maps[2 * GRN_LO_MAX_CARRY];
    grn_value *to[GRN_LO_MAX_CARRY];
    grn_value *extent[GRN_MAX_RANK], *index[GRN_MAX_RANK];
    bool parallel; /* no two steps meet */
} walk;

static bool read_walk(grn_lower *l, const grn_op *op, walk *w)
{
    const grn_attr *maps = grn_op_attr(op, "indexing_maps"), *kinds = grn_op_attr(op, "iterator_types");
    *w = (walk){.op = op, .inputs = inputs_of(op), .rank = (int32_t)kinds->array.count, .parallel = true};
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_affine_map_read(maps->array.items[i], &w->maps[i]))
            return grn_lo_refuse(l, "has a map whose results are more than dimensions and constants") != NULL;
    for (int32_t d = 0; d < w->rank; d++)
        w->parallel = w->parallel && kinds->array.items[d]->enumeration.value == 0;
    return true;
}

/* The index of an operand's element at the loops' counters. */
static void address(grn_lower *l, const walk *w, size_t i, grn_value **out)
{
    for (int32_t r = 0; r < w->maps[i].nresults; r++)
        out[r] = w->maps[i].is_constant[r] ? grn_lo_index(l, w->maps[i].result[r]) : w->index[w->maps[i].result[r]];
}

static bool is_identity(const grn_affine_map *map, int32_t rank)
{
    bool same = map->nresults == rank;
    for (int32_t r = 0; same && r < rank; r++)
        same = !map->is_constant[r] && map->result[r] == r;
    return same;
}

/* Of an input whose map is the identity, where no two steps meet. */
static bool reads_here(const grn_op *op, size_t i)
{
    const grn_attr *maps = grn_op_attr(op, "indexing_maps"), *kinds = grn_op_attr(op, "iterator_types");
    grn_affine_map map;
    bool here = i < inputs_of(op) && grn_affine_map_read(maps->array.items[i], &map) &&
                is_identity(&map, (int32_t)kinds->array.count) && grn_type_is_tensor(grn_operand_type(op, i));
    for (size_t d = 0; here && d < kinds->array.count; d++)
        here = kinds->array.items[d]->enumeration.value == 0;
    return here;
}

static void find_extents(grn_lower *l, walk *w)
{
    for (size_t i = 0; i < w->op->noperands; i++)
        for (int32_t r = 0; r < w->maps[i].nresults && l->status == GRN_OK; r++)
            if (!w->maps[i].is_constant[r] && !w->extent[w->maps[i].result[r]])
                w->extent[w->maps[i].result[r]] = grn_lo_extent(l, w->op->operands[i], r);
}

static void step(grn_lower *l, walk *w)
{
    const grn_block *body = w->op->regions[0].first;
    grn_value *const *outer = l->generic_index;
    l->element_index = w->index;
    for (size_t i = 0; i < w->op->noperands && l->status == GRN_OK; i++) {
        grn_value *at[GRN_MAX_RANK], *v;
        address(l, w, i, at);
        if (body->args[i].uses == 0)
            continue;
        if (i < w->inputs && !grn_type_is_shaped(grn_operand_type(w->op, i)))
            v = grn_lo_of(l, w->op->operands[i])->value;
        else if (i < w->inputs)
            v = grn_lo_read(l, w->op->operands[i], is_identity(&w->maps[i], w->rank) ? w->index : at);
        else
            v = grn_lo_load(l, w->to[i - w->inputs], body->args[i].type, (size_t)w->maps[i].nresults, at);
        grn_lo_set_scalar(l, &body->args[i], v);
    }
    l->element_index = NULL;
    l->generic_index = w->index;
    grn_lo_ops(l, body);
    l->generic_index = outer;
    for (size_t i = 0; i + w->inputs < w->op->noperands && l->status == GRN_OK; i++) {
        grn_value *at[GRN_MAX_RANK];
        address(l, w, w->inputs + i, at);
        grn_lo_store(l, grn_lo_of(l, body->last->operands[i])->value, w->to[i], (size_t)w->maps[w->inputs + i].nresults,
                     at);
    }
}

static void loops(grn_lower *l, walk *w)
{
    const bool parallel = w->parallel && w->rank > 0 && l->o->form->walk == GRN_WALK_PARALLEL;
    if (parallel)
        grn_lo_parallel(l, w->rank, w->extent, w->index);
    for (int32_t d = 0; !parallel && d < w->rank; d++) {
        grn_lo_prepare_fused(l, w->op, w->index, d);
        w->index[d] = grn_lo_for(l, w->extent[d], NULL);
    }
    if (!parallel)
        grn_lo_prepare_fused(l, w->op, w->index, w->rank);
    if (l->status == GRN_OK)
        step(l, w);
    for (int32_t d = 0; !parallel && d < w->rank; d++)
        grn_lo_end_for(l, NULL);
    if (parallel)
        grn_lo_end_parallel(l);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void generic(grn_lower *l, const grn_op *op)
{
    walk w;
    if (op->noperands > GRN_LO_MAX_CARRY) {
        grn_lo_refuse(l, "has more than %d operands", GRN_LO_MAX_CARRY);
        return;
    }
    if (l->o->form->walk == GRN_WALK_GENERIC) {
        keep(l, op, "linalg.generic");
        return;
    }
    if (!read_walk(l, op, &w))
        return;
    find_extents(l, &w);
    destinations(l, op, w.to);
    grn_op *outer = op->nresults ? grn_lo_guard(l, &op->results[0]) : NULL,
           *guard = outer ? outer : grn_lo_guard_fused(l, op);
    if (l->status == GRN_OK)
        loops(l, &w);
    l->prepared = NULL;
    grn_lo_end_guard(l, guard);
}

/* In a linalg.generic that is loops. */
static void counter(grn_lower *l, const grn_op *op)
{
    const int64_t d = grn_op_integer(op, "dim", 0);
    if (l->generic_index && d >= 0 && d < GRN_MAX_RANK)
        grn_lo_set_scalar(l, &op->results[0], l->generic_index[d]);
    else
        grn_lo_refuse(l, "stands in no linalg.generic");
}

static void lower_fill(grn_lower *l, const grn_op *op)
{
    grn_value *extent[GRN_MAX_RANK], *index[GRN_MAX_RANK];
    const int32_t rank = grn_operand_type(op, 1)->rank;
    if (l->o->form->walk == GRN_WALK_GENERIC) {
        keep(l, op, "linalg.fill");
        return;
    }
    grn_lo_extents(l, op->operands[1], extent);
    grn_value *to = destination(l, op, 0, false);
    grn_op *guard = op->nresults ? grn_lo_guard(l, &op->results[0]) : NULL;
    for (int32_t d = 0; d < rank && l->status == GRN_OK; d++)
        index[d] = grn_lo_for(l, extent[d], NULL);
    grn_lo_store(l, grn_lo_of(l, op->operands[0])->value, to, (size_t)rank, index);
    for (int32_t d = 0; d < rank; d++)
        grn_lo_end_for(l, NULL);
    grn_lo_end_guard(l, guard);
}

static void copy(grn_lower *l, const grn_op *op)
{
    if (!l->o->form->buffers) {
        grn_lo_set_buffer(l, &op->results[0], grn_lo_buffer(l, op->operands[0]), false);
        return;
    }
    grn_value *to = destination(l, op, 0, false);
    grn_op *guard = op->nresults ? grn_lo_guard(l, &op->results[0]) : NULL;
    grn_lo_copy_to(l, op->operands[0], to);
    grn_lo_end_guard(l, guard);
}

static size_t out_of(const grn_op *op, size_t i) { return op->noperands - op->nresults + i; }

GRN_LOWER(linalg, generic) = {.lower = generic, .reads_here = reads_here, .replaces = out_of};
GRN_LOWER(linalg, index) = {.lower = counter};
GRN_LOWER(linalg, fill) = {.lower = lower_fill, .replaces = out_of};
GRN_LOWER(linalg, copy) = {.lower = copy};
