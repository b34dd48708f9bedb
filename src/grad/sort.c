/*
 * sort.c - the rule of sort.
 *
 * The order does not change under a small step, so that a sort is a gather by
 * the numbers that the same sort puts in order beside its operands.
 */
#include "grad/rules.h"

/* The sort with numbers along its dimension beside: where each element of the result comes from.
 * NULL: memory refused. */
static grn_value *order_of(grn_grad *g, const grn_op *op, int64_t dim)
{
    grn_ir *ir = g->w.ir;
    const size_t n = op->noperands;
    const grn_type *t = grn_operand_type(op, 0),
                   *i32 = grn_type_integer(ir, t->shape[dim] <= INT32_MAX ? 32 : 64, GRN_SIGNLESS);
    const grn_type *scalar = grn_tensor_like(&g->w, i32, 0, NULL), *const more[] = {scalar, scalar};
    grn_value_map map = {.arena = &ir->arena};
    grn_value *numbers = grn_build_iota(&g->w, i32, t->rank, t->shape, dim);
    grn_op *made = numbers && scalar ? grn_op_new(ir, op->def, GRN_STR(""), op->place, n + 1, n + 1, 1) : NULL;
    if (!made || !grn_grad_copy_block(ir, op->regions[0].first, &made->regions[0], &map, 2, more))
        return NULL;
    for (size_t i = 0; i <= n; i++) {
        grn_value *v = i < n ? op->operands[i] : numbers;
        made->operands[i] = NULL;
        grn_op_set_operand(made, i, v);
        made->results[i].type = v->type;
    }
    for (size_t i = 0; i < op->nattrs; i++)
        if (!grn_op_set_attr(ir, made, op->attrs[i].name, op->attrs[i].value))
            return NULL;
    grn_op_insert_before(g->w.at, made);
    return &made->results[n];
}

/* Elements along `dim`: every other dim is a batching dim. */
static grn_hub along(const grn_type *t, int64_t dim, grn_value *order)
{
    grn_hub h = {
        .ninputs = 1,
        .indices = order,
        .rule = {.bounds = GRN_BOUNDS_CLAMP},
        .dims = {.collapsed_slice_dims = {1, {dim}}, .start_index_map = {1, {dim}}, .index_vector_dim = t->rank}};
    for (int32_t d = 0; d < t->rank; d++) {
        grn_dims_push(&h.slice_sizes, 1);
        if (d == dim)
            continue;
        grn_dims_push(&h.dims.operand_batching_dims, d);
        grn_dims_push(&h.dims.start_indices_batching_dims, d);
    }
    return h;
}

static grn_status read_sort(grn_grad *g, const grn_op *op, int64_t *dim)
{
    const grn_type *t = grn_operand_type(op, 0);
    *dim = grn_op_integer(op, "dimension", -1);
    *dim += *dim < 0 ? t->rank : 0;
    return grn_type_has_static_shape(t)
               ? GRN_OK
               : grn_grad_refuse(g, op, "sorts along a dimension whose extent may not be known");
}

/* The dimension, and the order of its elements that sorting makes. */
static grn_status find_order(grn_grad *g, grn_op *op, int64_t *dim, grn_value **order)
{
    grn_status status = read_sort(g, op, dim);
    *order = status == GRN_OK ? order_of(g, op, *dim) : NULL;
    return status == GRN_OK && !*order ? grn_no_memory(&g->w) : status;
}

static grn_status sort_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    int64_t dim;
    grn_value *order;
    grn_status status = find_order(g, op, &dim, &order);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        if (!in[i])
            continue;
        grn_hub h = along(grn_operand_type(op, i), dim, order);
        h.operands = &in[i];
        h.result = in[i]->type;
        grn_op *made = grn_hub_make(&g->w, &h);
        status = grn_grad_give(g, &out[i], made ? &made->results[0] : NULL);
    }
    return status;
}

static grn_status sort_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    int64_t dim;
    grn_value *order;
    grn_status status = find_order(g, op, &dim, &order);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        if (!in[i] || !grn_grad_wants(g, op, i))
            continue;
        grn_value *zeros = grn_grad_zeros(g, op->operands[i]);
        grn_hub h = along(grn_operand_type(op, i), dim, order);
        h.is_scatter = true;
        h.operands = &zeros;
        h.updates = &in[i];
        h.combiner = GRN_COMBINE_ADD;
        h.rule = (grn_index_rule){.bounds = GRN_BOUNDS_SKIP, .unique_indices = true};
        grn_op *made = zeros ? grn_hub_make(&g->w, &h) : NULL;
        status = grn_grad_give(g, &out[i], made ? &made->results[0] : NULL);
    }
    return status;
}

GRN_GRAD(stablehlo, sort) = {.jvp = sort_jvp, .vjp = sort_vjp};
