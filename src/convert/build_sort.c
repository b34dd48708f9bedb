/* build_sort.c - a stable sort of values and of what goes with each, and how a sort compares. */
#include <math.h>

#include "convert/expand.h"
#include "dialects/stablehlo/stablehlo.h"

/* ---- an order of numbers --------------------------------------------------------------------- */

/* The element as the total order has numbers: one zero, and one NaN. */
static grn_value *as_number(grn_rewrite *w, grn_value *v)
{
    grn_value *zero = grn_number_like(w, v, 0), *is_zero = zero ? grn_build_compare(w, "EQ", v, zero) : NULL;
    grn_value *one_zero = is_zero ? grn_build_select(w, is_zero, zero, v) : NULL;
    grn_value *is_nan = one_zero ? grn_build_compare(w, "NE", v, v) : NULL, *nan = grn_number_like(w, v, (double)NAN);
    return is_nan && nan ? grn_build_select(w, is_nan, nan, one_zero) : NULL;
}

static bool compares(const grn_value *v, const char *direction, const grn_value *first)
{
    const grn_op *op = v->def;
    return grn_op_is(op, GRN_HLO(compare)) && grn_has_direction(op, direction) && op->operands[0] == first;
}

/* Whether it is the NaN that is the greatest of the total order. */
static bool is_greatest(const grn_value *v)
{
    grn_tensor t;
    int64_t scalar;
    if (v->type->rank != 0 || !grn_constant_tensor(v, &scalar, &t) || !t.data)
        return false;
    const double f = grn_scalar_load(t.dtype, t.data).f;
    return isnan(f) && !signbit(f);
}

/* The value of which v is the number; v itself where it is none. */
static const grn_value *number_of(const grn_value *v)
{
    const grn_op *op = v->def, *zero = grn_op_is(op, GRN_HLO(select)) ? op->operands[2]->def : NULL;
    if (!grn_op_is(zero, GRN_HLO(select)))
        return v;
    const grn_value *of = zero->operands[2];
    return compares(op->operands[0], "NE", of) && op->operands[0]->def->operands[1] == of &&
                   is_greatest(op->operands[1]) && compares(zero->operands[0], "EQ", of) &&
                   grn_is_splat_of(zero->operands[0]->def->operands[1], 0) && grn_is_splat_of(zero->operands[1], 0)
               ? of
               : v;
}

/* ---- comparators ----------------------------------------------------------------------------- */

/* `{ ^bb0(%a, %b, %i, %j): %c = compare GT, %a, %b; return %c }` */
static bool fill_comparator(grn_rewrite *w, grn_op *sort, const char *direction, grn_float_order order)
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
    const bool is_total = order != GRN_ORDER_PARTIAL && grn_kind_of(args[0].type) == GRN_KIND_FLOAT;
    grn_value *pair[] = {&args[0], &args[1]};
    for (size_t i = 0; is_total && order == GRN_ORDER_NUMBERS && i < 2; i++)
        pair[i] = as_number(&inside, pair[i]);
    grn_value *first = pair[0] && pair[1] ? grn_build_compare(&inside, direction, pair[0], pair[1]) : NULL;
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
                       grn_float_order order)
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
    return fill_comparator(w, sort, direction, order) ? sort : NULL;
}

const char *grn_sort_direction(const grn_op *sort, size_t *key, grn_float_order *order)
{
    const grn_block *b = sort->nregions == 1 ? sort->regions[0].first : NULL;
    const grn_op *compare = b && b->last && b->last->noperands == 1 ? b->last->operands[0]->def : NULL;
    if (!grn_op_is(compare, GRN_HLO(compare)) || compare->block != b)
        return NULL;
    const grn_value *first = compare->operands[0], *second = compare->operands[1];
    *order = grn_is_total(compare) ? GRN_ORDER_TOTAL : GRN_ORDER_PARTIAL;
    if (*order == GRN_ORDER_TOTAL && number_of(first) != first && number_of(second) != second) {
        first = number_of(first);
        second = number_of(second);
        *order = GRN_ORDER_NUMBERS;
    }
    *key = first->index / 2;
    if (*key >= b->nargs / 2 || first != &b->args[2 * *key] || second != &b->args[2 * *key + 1])
        return NULL;
    return grn_is_directed(compare, "GT") ? "GT" : grn_is_directed(compare, "LT") ? "LT" : NULL;
}
