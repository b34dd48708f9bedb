/*
 * scatter_product.c - rules of scatters that multiply.
 *
 * A place's value is its input times all updates that go there. The derivative
 * by one factor is the product of all others, and no factor is divided out: the
 * updates are sorted by their places, stably, and each is left out of the
 * product of its segment.
 */
#include "grad/access.h"

/* The numbers of the places that the updates go to, flat; -1: dropped. */
static grn_value *number_places(grn_grad *g, const grn_hub *h, int64_t n)
{
    const grn_dims full = grn_extents(h->operands[0]->type);
    return grn_build_reshape(&g->w, grn_grad_at_places(g, h, grn_grad_numbers(g, &full)), 1, &n);
}

/* Keys and their numbers, by ascending keys. */
static grn_op *sorted(grn_grad *g, grn_value *keys, grn_value *numbers)
{
    grn_ir *ir = g->w.ir;
    const grn_op_def *def = grn_ir_find_op(ir, GRN_STR("stablehlo.sort"));
    grn_op *op = def && keys && numbers ? grn_op_new(ir, def, GRN_STR(""), g->w.at->place, 2, 2, 1) : NULL;
    const grn_attr *dim = grn_attr_integer(ir, grn_type_integer(ir, 64, GRN_SIGNLESS), 0),
                   *stable = grn_attr_bool(ir, true);
    if (!op || !dim || !stable || !grn_op_set_attr(ir, op, GRN_STR("dimension"), dim) ||
        !grn_op_set_attr(ir, op, GRN_STR("is_stable"), stable))
        return NULL;
    grn_value *const operands[] = {keys, numbers};
    for (size_t i = 0; i < 2; i++) {
        op->results[i].type = operands[i]->type;
        op->operands[i] = NULL;
        grn_op_set_operand(op, i, operands[i]);
    }
    grn_op_insert_before(g->w.at, op);
    return op;
}

/* { ^bb0(%a, %b, %c, %d): return %a < %b } */
static bool fill_comparator(grn_grad *g, grn_op *op)
{
    grn_ir *ir = g->w.ir;
    grn_block *block = grn_region_add_block(ir, &op->regions[0]);
    const grn_op_def *def = grn_ir_find_op(ir, GRN_STR("stablehlo.return"));
    grn_op *end = def ? grn_op_new(ir, def, GRN_STR(""), op->place, 1, 0, 0) : NULL;
    if (!block || !end || !(block->args = GRN_ARENA_NEW(&ir->arena, grn_value, 4)))
        return false;
    block->nargs = 4;
    for (size_t i = 0; i < 4; i++)
        block->args[i] = (grn_value){.type = grn_tensor_like(&g->w, op->operands[i / 2]->type->element, 0, NULL),
                                     .block = block,
                                     .index = (uint32_t)i};
    grn_block_append(block, end);
    grn_rewrite in_region = g->w;
    in_region.at = end;
    grn_value *less =
        block->args[0].type ? grn_build_compare(&in_region, "LT", &block->args[0], &block->args[1]) : NULL;
    end->operands[0] = NULL;
    if (less)
        grn_op_set_operand(end, 0, less);
    return less != NULL;
}

/* Element order[i] of v; or v[i] to place order[i]. */
static grn_value *permuted(grn_grad *g, grn_value *v, grn_value *order, bool back)
{
    grn_value *into = back ? grn_grad_zeros(g, v) : NULL;
    grn_hub h = {.is_scatter = back,
                 .ninputs = 1,
                 .operands = back ? &into : &v,
                 .indices = order,
                 .updates = &v,
                 .combiner = GRN_COMBINE_REPLACE,
                 .result = v ? v->type : NULL,
                 .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
                 .slice_sizes = {1, {1}},
                 .rule = {.bounds = back ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP, .unique_indices = back}};
    grn_op *made = v && order && (!back || into) ? grn_hub_make(&g->w, &h) : NULL;
    return made ? &made->results[0] : NULL;
}

/* The updates; 1 in the place of one that is dropped. */
static grn_value *factors_of(grn_grad *g, const grn_hub *h, grn_value *places, int64_t n)
{
    grn_value *dropped = grn_build_compare(&g->w, "LT", places, grn_grad_integer_like(g, places, 0));
    grn_value *updates = grn_build_reshape(&g->w, h->updates[0], 1, &n);
    return dropped && updates ? grn_build_select(&g->w, dropped, grn_grad_number(g, updates, 1), updates) : NULL;
}

/* Of each update, the product of the others at its place. */
static grn_value *others(grn_grad *g, const grn_hub *h)
{
    const grn_dims dense = grn_extents(h->updates[0]->type);
    int64_t n = 0;
    if (grn_grad_meets_nowhere(h))
        return grn_grad_number(g, h->updates[0], 1);
    if (!grn_shape_elements(dense.count, dense.v, &n))
        return NULL;
    const grn_dims flat = {1, {n}}, row = {2, {1, n}};
    grn_value *places = number_places(g, h, n);
    grn_op *sort = sorted(g, places, grn_grad_numbers(g, &flat));
    if (!sort || !fill_comparator(g, sort))
        return NULL;
    grn_value *order = &sort->results[1];
    grn_value *factors = permuted(g, factors_of(g, h, places, n), order, false);
    grn_value *product = grn_grad_others(g, grn_build_reshape(&g->w, factors, row.count, row.v),
                                         grn_build_reshape(&g->w, &sort->results[0], row.count, row.v));
    grn_value *back = permuted(g, grn_build_reshape(&g->w, product, 1, &n), order, true);
    return grn_build_reshape(&g->w, back, dense.count, dense.v);
}

static grn_status check(grn_grad *g, const grn_op *op, const grn_hub *h)
{
    return grn_hub_is_static(h) || grn_grad_meets_nowhere(h)
               ? GRN_OK
               : grn_grad_refuse(
                     g, op, "multiplies updates that may meet, which cannot be told apart where a shape is not known");
}

/* All updates of each place. */
static grn_value *product_of_updates(grn_grad *g, const grn_hub *h)
{
    return grn_grad_scatter(g, h, GRN_COMBINE_MUL, grn_grad_number(g, h->operands[0], 1), h->updates[0]);
}

grn_status grn_grad_product_jvp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result,
                                grn_value *const *in, grn_value **out)
{
    grn_status status = check(g, op, h);
    (void)result;
    if (status != GRN_OK)
        return status;
    grn_value *sum = in[0] ? grn_grad_times(g, product_of_updates(g, h), in[0]) : NULL;
    if (in[1]) {
        grn_value *by_updates = grn_grad_add_at_places(g, h, grn_grad_times(g, others(g, h), in[1]));
        by_updates = by_updates ? grn_grad_times(g, h->operands[0], by_updates) : NULL;
        sum = in[0] ? grn_grad_plus(g, sum, by_updates) : by_updates;
    }
    return grn_grad_give(g, out, sum);
}

grn_status grn_grad_product_vjp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result,
                                grn_value *cotangent, grn_value **out)
{
    grn_status status = check(g, op, h);
    (void)result;
    if (status == GRN_OK && grn_grad_is_active(g, h->operands[0]))
        status =
            grn_grad_give(g, &out[0], grn_grad_times(g, cotangent, grn_grad_conjugate(g, product_of_updates(g, h))));
    if (status != GRN_OK || !grn_grad_is_active(g, h->updates[0]))
        return status;
    grn_value *at_input = grn_grad_times(g, cotangent, grn_grad_conjugate(g, h->operands[0]));
    grn_value *rest = grn_grad_conjugate(g, others(g, h));
    return grn_grad_give(g, &out[1], rest ? grn_grad_times(g, grn_grad_at_places(g, h, at_input), rest) : NULL);
}
