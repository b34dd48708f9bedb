/*
 * local_reduce.c - sums along dimensions that are cut: each device combines what it has, then all
 * are combined. Integers alone, unless the caller lets floats be added in another order.
 */
#include "shard/rows.h"

/* ---- what may be combined in parts ----------------------------------------------------------- */

bool grn_part_is_orderless(const grn_sharder *s, grn_combiner combiner, const grn_type *element)
{
    const bool is_named = combiner != GRN_COMBINE_REPLACE && combiner != GRN_COMBINE_REGION;
    const bool is_sum = combiner == GRN_COMBINE_ADD || combiner == GRN_COMBINE_MUL;
    if (element->kind == GRN_TYPE_INTEGER)
        return is_named && element->width <= 64;
    return element->kind == GRN_TYPE_FLOAT && is_sum && s->o->reassociate;
}

static const char *const ops[GRN_COMBINER_COUNT] = {
    [GRN_COMBINE_ADD] = "stablehlo.add",     [GRN_COMBINE_MUL] = "stablehlo.multiply",
    [GRN_COMBINE_MIN] = "stablehlo.minimum", [GRN_COMBINE_MAX] = "stablehlo.maximum",
    [GRN_COMBINE_AND] = "stablehlo.and",     [GRN_COMBINE_OR] = "stablehlo.or",
    [GRN_COMBINE_XOR] = "stablehlo.xor"};

const char *grn_part_combiner_op(grn_combiner combiner) { return ops[combiner]; }

/* { ^bb0(%a, %b): return %a op %b }, or %b op %a. */
static grn_combiner combiner_of(const grn_op *op)
{
    const grn_block *b = op->nregions == 1 ? op->regions[0].first : NULL;
    const grn_op *step = b ? b->first : NULL, *end = b ? b->last : NULL;
    if (!step || b->next || b->nargs != 2 || step->next != end || step->noperands != 2 || end->noperands != 1 ||
        end->operands[0]->def != step)
        return GRN_COMBINE_REGION;
    const grn_value *x = step->operands[0], *y = step->operands[1];
    if (!((x == &b->args[0] && y == &b->args[1]) || (x == &b->args[1] && y == &b->args[0])))
        return GRN_COMBINE_REGION;
    for (int c = 0; c < GRN_COMBINER_COUNT; c++)
        if (ops[c] && grn_str_is(step->name, ops[c]))
            return (grn_combiner)c;
    return GRN_COMBINE_REGION;
}

bool grn_part_sums_in_parts(const grn_sharder *s, const grn_op *op)
{
    const grn_type *to = grn_result_type(op, 0)->element;
    bool same = true; /* what is added up is what is given */
    for (size_t i = 0; i < op->noperands; i++)
        same = same && grn_operand_type(op, i)->element == to;
    return same && grn_part_is_orderless(s, GRN_COMBINE_ADD, to);
}

bool grn_part_reduces_in_parts(const grn_sharder *s, const grn_op *op)
{
    const grn_type *element = grn_result_type(op, 0)->element;
    return op->nresults == 1 && op->noperands == 2 && grn_operand_type(op, 0)->element == element &&
           grn_part_is_orderless(s, combiner_of(op), element);
}

/* ---- identities ------------------------------------------------------------------------------ */

/* The integer that changes none it is combined with. */
static int64_t identity_of(grn_combiner combiner, const grn_type *element)
{
    const bool is_unsigned = element->signedness == GRN_UNSIGNED || element->width == 1;
    const int64_t low = is_unsigned ? 0 : INT64_MIN >> (64 - element->width);
    const int64_t high = is_unsigned ? -1 : ~low;
    const int64_t all[GRN_COMBINER_COUNT] = {
        [GRN_COMBINE_MUL] = 1, [GRN_COMBINE_MIN] = high, [GRN_COMBINE_MAX] = low, [GRN_COMBINE_AND] = -1};
    return all[combiner];
}

static grn_value *identity(grn_sharder *s, grn_combiner combiner, const grn_type *t)
{
    unsigned char bytes[16] = {0};
    if (t->element->kind == GRN_TYPE_INTEGER) {
        const int64_t mask = t->element->width >= 64 ? -1 : (INT64_C(1) << t->element->width) - 1;
        const bool is_unsigned = t->element->signedness == GRN_UNSIGNED || t->element->width == 1;
        int64_t v = identity_of(combiner, t->element);
        v = is_unsigned ? v & mask : v;
        return grn_build_integers(&s->w, t->element, t->rank, t->shape, 1, &v);
    }
    grn_scalar one = {.dtype = t->element->dtype};
    one.f = combiner == GRN_COMBINE_MUL ? 1.0 : -0.0;
    grn_scalar_store(&one, t->element->dtype, bytes);
    return grn_build_splat(&s->w, t->element, t->rank, t->shape, bytes);
}

grn_value *grn_part_first_alone(grn_sharder *s, grn_value *v, const grn_part_list *axes, grn_combiner combiner)
{
    const grn_type *i64 = grn_type_integer(s->w.ir, 64, GRN_SIGNLESS);
    grn_value *number = grn_part_number_value(s, axes), *none = identity(s, combiner, v->type);
    grn_value *is_first = number && i64 ? grn_build_compare(&s->w, "EQ", number, grn_part_scalar(s, i64, 0)) : NULL;
    is_first = is_first ? grn_part_spread_scalar(s, is_first, v->type->rank, v->type->shape) : NULL;
    return is_first && none ? grn_build_select(&s->w, is_first, v, none) : NULL;
}

/* ---- the op ---------------------------------------------------------------------------------- */

/* Axes of operands that the result lacks: what is combined over. */
static grn_part_list combined_axes(grn_sharder *s, const grn_op *op)
{
    uint32_t of_operands = 0;
    const uint32_t of_result = grn_division_axes(grn_part_of(s, &op->results[0]));
    grn_part_list axes = {.count = 0};
    for (size_t i = 0; i < op->noperands; i++)
        of_operands |= grn_division_axes(grn_part_of(s, op->operands[i]));
    for (int32_t i = 0; i < s->mesh.naxes; i++)
        if ((of_operands & ~of_result) >> i & 1)
            grn_part_push(&axes, i);
    return axes;
}

/* The op once more, of a device's parts; its region goes along. */
static grn_op *again(grn_sharder *s, grn_op *op)
{
    const grn_type *type = grn_division_local(s->w.ir, &s->mesh, grn_part_of(s, &op->results[0]));
    grn_op *to = type ? grn_op_new(s->w.ir, op->def, op->name, op->place, op->noperands, 1, op->nregions) : NULL;
    for (size_t i = 0; to && i < op->nattrs; i++)
        if (!grn_op_set_attr(s->w.ir, to, op->attrs[i].name, op->attrs[i].value))
            return NULL;
    for (size_t i = 0; to && i < op->noperands; i++) {
        to->operands[i] = NULL;
        grn_op_set_operand(to, i, op->operands[i]);
    }
    for (size_t r = 0; to && r < op->nregions; r++) {
        to->regions[r].first = op->regions[r].first;
        to->regions[r].last = op->regions[r].last;
        for (grn_block *b = to->regions[r].first; b; b = b->next)
            b->region = &to->regions[r];
        op->regions[r].first = op->regions[r].last = NULL;
    }
    if (to) {
        to->results[0].type = type;
        grn_op_insert_before(op, to);
    }
    return to;
}

static grn_status local_sum(grn_sharder *s, grn_op *op, grn_combiner combiner, bool has_initial)
{
    const grn_part_list axes = combined_axes(s, op);
    if (axes.count == 0)
        return grn_part_retype(s, op);
    if (has_initial) {
        grn_value *initial = grn_part_first_alone(s, op->operands[1], &axes, combiner);
        if (!initial)
            return grn_no_memory(&s->w);
        grn_op_set_operand(op, 1, initial);
    }
    const int64_t bytes = grn_division_bytes(&s->mesh, grn_part_of(s, &op->results[0])),
                  ways = grn_part_ways(&s->mesh, &axes);
    grn_op *to = again(s, op);
    grn_part_tell(s, "all_reduce", &axes, "what is summed over is cut, and no order shows in it, or may",
                  2 * (bytes / ways) * (ways - 1), bytes / ways * (ways - 1));
    return to ? grn_replace(&s->w, grn_part_all_reduce(s, &to->results[0], &axes, ops[combiner]))
              : grn_no_memory(&s->w);
}

grn_status grn_part_local_dot(grn_sharder *s, grn_op *op) { return local_sum(s, op, GRN_COMBINE_ADD, false); }

grn_status grn_part_local_reduce(grn_sharder *s, grn_op *op) { return local_sum(s, op, combiner_of(op), true); }
