/*
 * window.c - rules of ops that slide windows: sums over them, and the scatter
 * of a source to the element that each window selects.
 *
 * What a window selects does not change under a small step. A reduce_window of
 * the operand and its elements' numbers finds it once more.
 */
#include "grad/rules.h"

#include "dialects/stablehlo/stablehlo.h"

/* ---- reduce_window --------------------------------------------------------------------------- */

static grn_status read_windows(grn_grad *g, const grn_op *op, grn_windows *out)
{
    grn_check check = {.scratch = g->w.ir, .diag = g->w.diag};
    const grn_type *t = grn_operand_type(op, 0);
    if (op->nresults != 1 || grn_stablehlo_combiner(&op->regions[0]) != GRN_COMBINE_ADD)
        return grn_grad_refuse(g, op, "reduces its windows by a region that is no sum of one operand");
    if (!grn_type_has_static_shape(t) || grn_result_type(op, 0)->element != t->element)
        return grn_grad_refuse(g, op, "has an operand of a shape that is not known, or accumulates in another type");
    if (grn_grad_is_active(g, op->operands[1]))
        return grn_grad_refuse(g, op, "has an init value that depends on what is differentiated");
    return grn_stablehlo_read_windows(op, &check, &grn_reduce_window_rules, t->rank, out);
}

static grn_status window_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_windows w;
    grn_status status = read_windows(g, op, &w);
    if (status != GRN_OK || !in[0])
        return status;
    grn_value *const both[] = {in[0], grn_grad_zeros(g, op->operands[1])};
    grn_op *made = grn_grad_again(g, op, 2, both, NULL);
    return grn_grad_give(g, out, made ? &made->results[0] : NULL);
}

/* Windows of stride 1 over the cotangents, which lie `stride` apart; `extent` of them are
 * wanted. */
static grn_value *slide_back(grn_grad *g, const grn_op *op, const grn_windows *w, const grn_dims *extent,
                             grn_value *cotangent)
{
    const int32_t rank = extent->count;
    grn_dims low = {.count = rank}, high = low, between = low, ones = low;
    for (int32_t d = 0; d < rank; d++) {
        const int64_t n = cotangent->type->shape[d];
        low.v[d] = (w->size[d] - 1) * w->window_dilation[d];
        high.v[d] = extent->v[d] - (n ? (n - 1) * w->stride[d] + 1 : 0);
        between.v[d] = w->stride[d] - 1;
        ones.v[d] = 1;
    }
    grn_value *zero = grn_build_splat(&g->w, cotangent->type->element, 0, NULL, (unsigned char[16]){0});
    grn_value *const both[] = {grn_grad_pad(g, cotangent, zero, low.v, high.v, between.v), zero};
    grn_op *made = grn_grad_again(g, op, 2, both, grn_tensor_like(&g->w, cotangent->type->element, rank, extent->v));
    const grn_attr *one = grn_attr_dense_i64(g->w.ir, (size_t)rank, ones.v);
    grn_ir *ir = g->w.ir;
    if (!made || !made->results[0].type || !grn_op_set_attr(ir, made, GRN_STR("window_strides"), one) ||
        !grn_op_set_attr(ir, made, GRN_STR("base_dilations"), one))
        return NULL;
    for (size_t i = 0; i < made->nattrs; i++)
        if (grn_str_is(made->attrs[i].name, "padding"))
            made->attrs[i--] = made->attrs[--made->nattrs];
    return &made->results[0];
}

static grn_status window_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_windows w;
    grn_dims extent = grn_extents(grn_operand_type(op, 0)), low = extent, high = extent, none = extent, start = extent,
             steps = extent;
    grn_status status = read_windows(g, op, &w);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < extent.count; d++) {
        const int64_t n = extent.v[d];
        extent.v[d] = w.low[d] + (n ? (n - 1) * w.base_dilation[d] + 1 : 0) + w.high[d];
        low.v[d] = -w.low[d];
        high.v[d] = -w.high[d];
        steps.v[d] = w.base_dilation[d];
        none.v[d] = start.v[d] = 0;
    }
    grn_value *padded = slide_back(g, op, &w, &extent, in[0]);
    grn_value *zero = grn_build_splat(&g->w, in[0]->type->element, 0, NULL, (unsigned char[16]){0});
    grn_value *dilated = grn_grad_pad(g, padded, zero, low.v, high.v, none.v);
    return grn_grad_give(g, &out[0],
                         dilated ? grn_grad_slice(g, dilated, start.v, dilated->type->shape, steps.v) : NULL);
}

/* ---- select_and_scatter ---------------------------------------------------------------------- */

enum { OPERAND, SOURCE, INIT };

/* The region of the search: of (value, number) and (value, number) the one that `select` keeps; a
 * number below 0 is no element. */
static bool fill_search(grn_grad *g, const grn_op *op, grn_op *made, const grn_type *numbers)
{
    grn_ir *ir = g->w.ir;
    grn_value_map map = {.arena = &ir->arena};
    const grn_type *number = grn_tensor_like(&g->w, numbers, 0, NULL);
    const grn_type *value = grn_tensor_like(&g->w, grn_operand_type(op, OPERAND)->element, 0, NULL);
    const grn_op_def *def = grn_ir_find_op(ir, GRN_STR("stablehlo.return"));
    grn_block *block = grn_region_add_block(ir, &made->regions[0]);
    grn_op *end = def ? grn_op_new(ir, def, GRN_STR(""), made->place, 2, 0, 0) : NULL;
    const grn_block *select = op->regions[0].first;
    if (!block || !end || !number || !value || !(block->args = GRN_ARENA_NEW(&ir->arena, grn_value, 4)))
        return false;
    block->nargs = 4;
    for (size_t i = 0; i < 4; i++)
        block->args[i] =
            (grn_value){.type = i % 2 ? number : value, .block = block, .index = (uint32_t)i, .name = GRN_STR("")};
    grn_block_append(block, end);
    grn_grad in = *g;
    in.w.at = end;
    if (!grn_value_map_set(&map, &select->args[0], &block->args[0]) ||
        !grn_value_map_set(&map, &select->args[1], &block->args[2]))
        return false;
    for (const grn_op *inner = select->first; inner != select->last; inner = inner->next) {
        grn_op *copy = grn_grad_copy_op(ir, inner, &map);
        if (!copy)
            return false;
        grn_op_insert_before(end, copy);
    }
    grn_value *kept = grn_value_now(select->last->operands[0]);
    kept = grn_value_map_get(&map, kept) ? grn_value_map_get(&map, kept) : kept;
    grn_value *zero = grn_grad_integer_like(&in, &block->args[1], 0);
    grn_value *has_one = grn_build_compare(&in.w, "GE", &block->args[1], zero);
    grn_value *no_other = grn_build_compare(&in.w, "LT", &block->args[3], zero);
    grn_value *first = grn_grad_and(&in, has_one, grn_build_binary(&in.w, "stablehlo.or", no_other, kept));
    for (size_t i = 0; i < 2; i++) {
        grn_value *v = first ? grn_build_select(&in.w, first, &block->args[i], &block->args[2 + i]) : NULL;
        end->operands[i] = NULL;
        if (!v)
            return false;
        grn_op_set_operand(end, i, v);
    }
    return true;
}

/* The number of the operand's element that each window selects; -1: it has none. NULL: memory
 * refused. */
static grn_value *find_selected(grn_grad *g, const grn_op *op)
{
    static const char *const kept[] = {"window_dimensions", "window_strides", "padding"};
    static const int64_t none = -1;
    grn_ir *ir = g->w.ir;
    const grn_type *source = grn_operand_type(op, SOURCE);
    const grn_dims shape = grn_extents(grn_operand_type(op, OPERAND));
    grn_value *numbers = grn_grad_numbers(g, &shape);
    const grn_op_def *def = grn_ir_find_op(ir, GRN_STR("stablehlo.reduce_window"));
    grn_value *const operands[] = {
        op->operands[OPERAND], numbers, grn_build_splat(&g->w, source->element, 0, NULL, (unsigned char[16]){0}),
        numbers ? grn_build_integers(&g->w, numbers->type->element, 0, NULL, 1, &none) : NULL};
    grn_op *made = def ? grn_op_new(ir, def, GRN_STR(""), op->place, 4, 2, 1) : NULL;
    for (size_t i = 0; made && i < 4; i++) {
        if (!operands[i])
            return NULL;
        made->operands[i] = NULL;
        grn_op_set_operand(made, i, operands[i]);
    }
    for (size_t i = 0; made && i < GRN_COUNT(kept); i++) {
        const grn_attr *a = grn_op_attr(op, kept[i]);
        if (a && !grn_op_set_attr(ir, made, (grn_str){kept[i], strlen(kept[i])}, a))
            return NULL;
    }
    if (!made)
        return NULL;
    grn_op_insert_before(g->w.at, made);
    for (size_t i = 0; i < 2; i++)
        if (!(made->results[i].type = grn_tensor_like(&g->w, operands[i]->type->element, source->rank, source->shape)))
            return NULL;
    return fill_search(g, op, made, numbers->type->element) ? &made->results[1] : NULL;
}

static grn_status check_selection(grn_grad *g, const grn_op *op)
{
    if (grn_stablehlo_combiner(&op->regions[1]) != GRN_COMBINE_ADD)
        return grn_grad_refuse(g, op, "combines by a region that is no sum");
    return grn_op_is_static(op) ? GRN_OK : grn_grad_refuse(g, op, "has an operand of a shape that is not known");
}

/* Linear in source and init value. */
static grn_status selection_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_status status = check_selection(g, op);
    if (status != GRN_OK || (!in[SOURCE] && !in[INIT]))
        return status;
    grn_value *const operands[] = {op->operands[OPERAND], grn_grad_or_zeros(g, in[SOURCE], op->operands[SOURCE]),
                                   grn_grad_or_zeros(g, in[INIT], op->operands[INIT])};
    grn_op *made = grn_grad_again(g, op, 3, operands, NULL);
    return grn_grad_give(g, out, made ? &made->results[0] : NULL);
}

static grn_status selection_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const grn_type *source = grn_operand_type(op, SOURCE);
    grn_status status = check_selection(g, op);
    int64_t n;
    if (status == GRN_OK && grn_grad_wants(g, op, INIT))
        status = grn_grad_give(g, &out[INIT], grn_grad_sum_all(g, in[0]));
    if (status != GRN_OK || !grn_grad_wants(g, op, SOURCE) ||
        !grn_shape_elements(in[0]->type->rank, in[0]->type->shape, &n))
        return status;
    grn_value *flat = grn_build_reshape(&g->w, in[0], 1, &n), *selected = find_selected(g, op);
    grn_hub h = {
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = source->rank},
        .slice_sizes = {1, {1}},
        .rule = {.bounds = GRN_BOUNDS_FILL},
        .ninputs = 1,
        .operands = &flat,
        .indices = selected,
        .result = source};
    grn_op *made = flat && selected ? grn_hub_make(&g->w, &h) : NULL;
    return grn_grad_give(g, &out[SOURCE], made ? &made->results[0] : NULL);
}

GRN_GRAD(stablehlo, reduce_window) = {.jvp = window_jvp, .vjp = window_vjp};
GRN_GRAD(stablehlo, select_and_scatter) = {.jvp = selection_jvp, .vjp = selection_vjp};
