/*
 * combiner.c - regions that are a named combiner.
 *
 * The bits are the same either way: the combiners and the element functions
 * both round once per step and both make a NaN result canonical, so for the
 * commutative ops the order of the two arguments makes no difference.
 */
#include "dialects/stablehlo/stablehlo.h"

/* By what an op computes, whatever it is called. */
static const struct {
    const grn_element *element;
    grn_combiner combiner;
} commutative[] = {
    {&grn_element_add, GRN_COMBINE_ADD},     {&grn_element_multiply, GRN_COMBINE_MUL},
    {&grn_element_minimum, GRN_COMBINE_MIN}, {&grn_element_maximum, GRN_COMBINE_MAX},
    {&grn_element_and, GRN_COMBINE_AND},     {&grn_element_or, GRN_COMBINE_OR},
    {&grn_element_xor, GRN_COMBINE_XOR},
};

static grn_combiner combiner_of(const grn_op *op)
{
    for (size_t i = 0; op->def && i < GRN_COUNT(commutative); i++)
        if (op->def->element == commutative[i].element)
            return commutative[i].combiner;
    return GRN_COMBINE_REGION;
}

/* Whether every argument is a rank-0 tensor and each pair has one type. */
static bool pairs_of_scalars(const grn_block *block, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const grn_type *t = block->args[i].type;
        if (!grn_type_is_tensor(t) || t->rank != 0 || block->args[n + i].type != t)
            return false;
    }
    return true;
}

/* The combiner that result i is made by; REGION when it is none, or does more. */
static grn_combiner result_combiner(const grn_block *block, const grn_value *result, size_t n, size_t i)
{
    const grn_value *current = &block->args[i], *update = &block->args[n + i];
    const grn_op *op = result->def;
    if (result == update)
        return GRN_COMBINE_REPLACE;
    if (!op || op->block != block || op->noperands != 2 || op->nresults != 1)
        return GRN_COMBINE_REGION;
    bool over_both = (op->operands[0] == current && op->operands[1] == update) ||
                     (op->operands[0] == update && op->operands[1] == current);
    bool same_type = result->type == current->type;
    grn_combiner combiner = over_both && same_type ? combiner_of(op) : GRN_COMBINE_REGION;
    return grn_combiner_takes(combiner, current->type->element->dtype) && current->type->element->kind != GRN_TYPE_QUANT
               ? combiner
               : GRN_COMBINE_REGION;
}

/* How many ops stand before the terminator; stops counting over `limit`. */
static size_t ops_before(const grn_block *block, size_t limit)
{
    size_t count = 0;
    for (const grn_op *op = block->first; op != block->last && count <= limit; op = op->next)
        count++;
    return count;
}

grn_combiner grn_stablehlo_combiner(const grn_region *region)
{
    grn_value *const *results;
    size_t n = grn_stablehlo_region_results(region, &results);
    const grn_block *block = region->first;
    if (n == 0 || block->next || block->nargs != 2 * n || !pairs_of_scalars(block, n))
        return GRN_COMBINE_REGION;
    grn_combiner all = result_combiner(block, results[0], n, 0);
    for (size_t i = 1; i < n; i++)
        if (result_combiner(block, results[i], n, i) != all)
            return GRN_COMBINE_REGION;
    /* Any other op in the block might fail or have an effect. */
    size_t allowed = all == GRN_COMBINE_REPLACE ? 0 : n;
    return ops_before(block, allowed) == allowed ? all : GRN_COMBINE_REGION;
}
