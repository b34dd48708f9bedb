/*
 * rule_access.c - gather and scatter, which have one structure: an operand (scatter's inputs),
 * start indices, and slices (gather's result, scatter's updates).
 *
 *   batching dims            pass through operand, indices and slices
 *   other dims of indices    pass through indices and slices; a scatter combines what the devices
 *                            make of theirs, if it can
 *   whole window dims        pass through operand and slices
 *   other window dims        have to be whole; but of those of extent 1 a gather combines what the
 *                            devices find in the operand
 *   collapsed dims           a gather combines what the devices find, a scatter's pass through;
 *                            without an index whole, of size 1
 *   index_vector_dim         has to be whole
 */
#include "shard/rule_factors.h"

static const grn_type *slices_type(const grn_factors *f, const grn_hub *a)
{
    return a->is_scatter ? grn_factors_operand(f, a->at.updates) : grn_factors_result(f, 0);
}

/* A factor of one dimension of each; -1: it has none. */
static void add_factor(grn_factors *f, const grn_hub *a, int64_t operand, int64_t indices, int64_t slices, int64_t size,
                       grn_factor_kind kind)
{
    grn_factor_add(f, size, kind);
    grn_factor_operands(f, a->at.operands, a->ninputs, operand);
    grn_factor_operand(f, a->at.indices, indices);
    if (!a->is_scatter) {
        grn_factor_result(f, 0, slices);
        return;
    }
    grn_factor_operands(f, a->at.updates, a->ninputs, slices);
    for (size_t i = 0; i < a->ninputs; i++)
        grn_factor_result(f, i, operand);
}

static void add_window(grn_factors *f, const grn_hub *a, int64_t operand, int64_t slices)
{
    const int64_t extent = a->operands[0]->type->shape[operand], window = slices_type(f, a)->shape[slices];
    if (extent == window) {
        add_factor(f, a, operand, -1, slices, extent, GRN_FACTOR_PASS_THROUGH);
    } else if (a->is_scatter || window == 1) {
        add_factor(f, a, operand, -1, -1, extent, a->is_scatter ? GRN_FACTOR_NEED_REPLICATION : GRN_FACTOR_REDUCTION);
        add_factor(f, a, -1, -1, slices, window, GRN_FACTOR_NEED_REPLICATION);
    } else {
        grn_factor_add_blocked(f, extent, GRN_FACTOR_NEED_REPLICATION, true);
        grn_factor_operand(f, a->at.operands, operand);
        grn_factor_result(f, 0, slices);
    }
}

static void add_collapsed(grn_factors *f, const grn_hub *a, int64_t operand)
{
    const grn_factor_kind of_indexed = a->is_scatter ? GRN_FACTOR_PASS_THROUGH : GRN_FACTOR_REDUCTION;
    if (a->map.operand[operand].component >= 0)
        add_factor(f, a, operand, -1, -1, a->operands[0]->type->shape[operand], of_indexed);
    else
        add_factor(f, a, operand, -1, -1, 1, GRN_FACTOR_NEED_REPLICATION);
}

/* `of_indices`: of dimensions that the indices have and the operand does not. */
static void add_batch(grn_factors *f, const grn_hub *a, int32_t slices, grn_factor_kind of_indices)
{
    const int32_t indices = a->map.dense[slices].indices, operand = a->map.indices[indices].operand;
    const int64_t extent = slices_type(f, a)->shape[slices];
    if (operand >= 0 && a->operands[0]->type->shape[operand] != extent) { /* the indices are shorter */
        add_factor(f, a, operand, -1, -1, a->operands[0]->type->shape[operand], GRN_FACTOR_NEED_REPLICATION);
        add_factor(f, a, -1, indices, slices, extent, GRN_FACTOR_NEED_REPLICATION);
        return;
    }
    add_factor(f, a, operand, indices, slices, extent, operand < 0 ? of_indices : GRN_FACTOR_PASS_THROUGH);
}

static void add_all(grn_factors *f, const grn_hub *a, grn_factor_kind of_indices)
{
    const int32_t vector_dim = a->map.vector_dim;
    for (int32_t d = 0; d < a->map.dense_rank; d++) {
        if (a->map.dense[d].operand < 0)
            add_batch(f, a, d, of_indices);
        else
            add_window(f, a, a->map.dense[d].operand, d);
    }
    for (int32_t i = 0; i < a->dims.collapsed_slice_dims.count; i++)
        add_collapsed(f, a, a->dims.collapsed_slice_dims.v[i]);
    if (vector_dim >= 0)
        add_factor(f, a, -1, vector_dim, -1, a->indices->type->shape[vector_dim], GRN_FACTOR_NEED_REPLICATION);
}

static void gather(grn_factors *f, const grn_op *op)
{
    grn_hub a;
    f->none = !grn_hub_read_stablehlo(op, &a) && !grn_hub_read(op, &a);
    if (!f->none)
        add_all(f, &a, GRN_FACTOR_PASS_THROUGH);
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* What the results of devices can be combined with. */
static const char *const combiners[] = {"stablehlo.add",     "stablehlo.and",      "stablehlo.maximum",
                                        "stablehlo.minimum", "stablehlo.multiply", "stablehlo.or"};

/* All results of the region are made by one of these. */
static bool has_one_combiner(const grn_op *op)
{
    const grn_block *body = op->nregions ? op->regions[0].first : NULL;
    const grn_op *end = body ? grn_block_terminator(body) : NULL;
    const grn_op *first = end && end->noperands ? end->operands[0]->def : NULL;
    bool known = false;
    for (size_t c = 0; first && c < GRN_COUNT(combiners); c++)
        known = known || grn_str_is(first->name, combiners[c]);
    for (size_t i = 0; known && i < end->noperands; i++)
        known = end->operands[i]->def && grn_str_equal(end->operands[i]->def->name, first->name);
    return known;
}

static void scatter(grn_factors *f, const grn_op *op)
{
    grn_hub a;
    f->none = !grn_hub_read_stablehlo(op, &a) && !grn_hub_read(op, &a);
    if (!f->none)
        add_all(f, &a, has_one_combiner(op) ? GRN_FACTOR_REDUCTION : GRN_FACTOR_NEED_REPLICATION);
}

GRN_RULE(garner, gather) = {.make = gather};
GRN_RULE(garner, scatter) = {.make = scatter};
GRN_RULE(stablehlo, gather) = {.make = gather};
GRN_RULE(stablehlo, scatter) = {.make = scatter};
