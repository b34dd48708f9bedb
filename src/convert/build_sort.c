/* build_sort.c - a stable sort of values and of what goes with each. */
#include "convert/convert.h"
#include "dialects/stablehlo/stablehlo.h"

/* `{ ^bb0(%a, %b, %i, %j): %c = compare GT, %a, %b; return %c }` */
static bool fill_comparator(grn_rewrite *w, grn_op *sort, const char *direction, bool is_total)
{
    grn_block *block = grn_region_add_block(w->ir, &sort->regions[0]);
    grn_value *args = GRN_ARENA_NEW(&w->ir->arena, grn_value, 4);
    const grn_op_def *ends = grn_ir_find_op(w->ir, GRN_STR("stablehlo.return"));
    grn_op *end = ends ? grn_op_new(w->ir, ends, GRN_STR(""), w->at->place, 1, 0, 0) : NULL;
    if (!block || !args || !end)
        return false;
    block->args = args;
    block->nargs = 4;
    for (uint32_t i = 0; i < 4; i++) {
        const grn_type *element = sort->operands[i / 2]->type->element;
        args[i] = (grn_value){.type = grn_tensor_like(w, element, 0, NULL), .block = block, .index = i};
        if (!args[i].type)
            return false;
    }
    grn_block_append(block, end);
    grn_rewrite inside = *w;
    inside.at = end;
    grn_value *first = grn_build_compare(&inside, direction, &args[0], &args[1]);
    const grn_attr *total =
        is_total ? grn_attr_enum(w->ir, &grn_stablehlo_comparison_type, GRN_COMPARE_TOTALORDER) : NULL;
    if (!first || (is_total && (!total || !grn_op_set_attr(w->ir, first->def, GRN_STR("compare_type"), total))))
        return false;
    end->operands[0] = NULL;
    grn_op_set_operand(end, 0, first);
    return true;
}

static bool set_attrs(grn_rewrite *w, grn_op *sort, int64_t dim)
{
    const grn_attr *at = grn_attr_integer(w->ir, grn_type_integer(w->ir, 64, GRN_SIGNLESS), dim),
                   *yes = grn_attr_bool(w->ir, true);
    return at && yes && grn_op_set_attr(w->ir, sort, GRN_STR("dimension"), at) &&
           grn_op_set_attr(w->ir, sort, GRN_STR("is_stable"), yes);
}

grn_op *grn_build_sort(grn_rewrite *w, grn_value *keys, grn_value *values, int64_t dim, const char *direction,
                       bool is_total)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("stablehlo.sort"));
    grn_op *sort = def && keys && values ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, 2, 2, 1) : NULL;
    if (!sort || !set_attrs(w, sort, dim))
        return NULL;
    grn_value *const operands[] = {keys, values};
    for (size_t i = 0; i < 2; i++) {
        sort->operands[i] = NULL;
        grn_op_set_operand(sort, i, operands[i]);
        sort->results[i].type = operands[i]->type;
    }
    grn_op_insert_before(w->at, sort);
    return fill_comparator(w, sort, direction, is_total) ? sort : NULL;
}
