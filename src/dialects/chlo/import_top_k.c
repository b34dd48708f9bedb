/* import_top_k.c - chlo.top_k as the hub's: an iota beside the elements, a stable sort of both, the first k of each line. */
#include "dialects/chlo/import.h"

/* `{ ^bb0(%a, %b, %i, %j): %c = compare GT, %a, %b; return %c }`, in which floats have their total order. */
static bool fill_comparator(grn_rewrite *w, grn_op *sort, const grn_type *const *elements)
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
        args[i] = (grn_value){.type = grn_tensor_like(w, elements[i / 2], 0, NULL), .block = block, .index = i};
        if (!args[i].type)
            return false;
    }
    grn_block_append(block, end);
    grn_rewrite inside = *w;
    inside.at = end;
    const bool is_float = elements[0]->kind == GRN_TYPE_FLOAT;
    grn_value *const pair[] = {&args[0], &args[1]};
    const grn_new_attr attrs[] = {
        {"comparison_direction", grn_attr_enum(w->ir, &grn_stablehlo_comparison_direction, GRN_COMPARE_GT)},
        {"compare_type", is_float ? grn_attr_enum(w->ir, &grn_stablehlo_comparison_type, GRN_COMPARE_TOTALORDER) : NULL}};
    grn_value *first = grn_new(&inside, "stablehlo.compare", 2, pair,
                               grn_tensor_like(w, grn_type_integer(w->ir, 1, GRN_SIGNLESS), 0, NULL), is_float ? 2 : 1, attrs);
    if (!first)
        return false;
    end->operands[0] = NULL;
    grn_op_set_operand(end, 0, first);
    return true;
}

static bool set_attrs(grn_rewrite *w, grn_op *sort, int64_t dimension)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const grn_attr *at = grn_attr_integer(w->ir, i64, dimension), *yes = grn_attr_bool(w->ir, true);
    return at && yes && grn_op_set_attr(w->ir, sort, GRN_STR("dimension"), at) &&
           grn_op_set_attr(w->ir, sort, GRN_STR("is_stable"), yes);
}

static grn_op *make_sort(grn_rewrite *w, grn_value *values, grn_value *places)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("stablehlo.sort"));
    grn_op *sort = def && values && places ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, 2, 2, 1) : NULL;
    if (!sort || !set_attrs(w, sort, values->type->rank - 1))
        return NULL;
    grn_value *const operands[] = {values, places};
    const grn_type *const elements[] = {values->type->element, places->type->element};
    for (size_t i = 0; i < 2; i++) {
        sort->operands[i] = NULL;
        grn_op_set_operand(sort, i, operands[i]);
        sort->results[i].type = operands[i]->type;
    }
    grn_op_insert_before(w->at, sort);
    return fill_comparator(w, sort, elements) ? sort : NULL;
}

grn_status grn_chlo_import_top_k(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0);
    int64_t start[GRN_MAX_RANK] = {0}, limit[GRN_MAX_RANK];
    const bool is_static = grn_is_static(in) && grn_is_static(grn_result_type(op, 0)) && grn_is_static(grn_result_type(op, 1));
    if (!is_static || in->rank < 1 || in->element->kind == GRN_TYPE_COMPLEX)
        return grn_not_imported(w, "has operands of a shape that is not known");
    grn_value *places = grn_build_iota(w, grn_type_integer(w->ir, 32, GRN_SIGNLESS), in->rank, in->shape, in->rank - 1);
    grn_op *sort = make_sort(w, op->operands[0], places);
    memcpy(limit, grn_result_type(op, 0)->shape, (size_t)in->rank * sizeof *limit);
    for (size_t i = 0; i < 2; i++) {
        grn_value *part = sort ? grn_build_slice(w, &sort->results[i], start, limit) : NULL;
        if (!part)
            return grn_no_memory(w);
        w->at->results[i].forward = part;
        part->name = w->at->results[i].name;
    }
    return GRN_OK;
}
