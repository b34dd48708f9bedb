/*
 * reducer.c - the rules of a reducer's region, which reduce,
 * reduce_window, scatter and select_and_scatter share (StableHLO spec: reduce
 * C6, reduce_window C13, scatter C23, select_and_scatter C10).
 */
#include <inttypes.h>

#include "dialects/stablehlo/ops.h"

size_t grn_stablehlo_region_args(const grn_region *region) { return region->first ? region->first->nargs : 0; }

static const grn_op *terminator_of(const grn_region *region)
{
    const grn_op *last = region->first ? grn_block_terminator(region->first) : NULL;
    return last && last->def && (last->def->traits & GRN_TRAIT_TERMINATOR) ? last : NULL;
}

bool grn_stablehlo_region_ends(const grn_region *region) { return terminator_of(region) != NULL; }

size_t grn_stablehlo_region_results(const grn_region *region, grn_value *const **results)
{
    const grn_op *last = terminator_of(region);
    *results = last ? last->operands : NULL;
    return last ? last->noperands : 0;
}

const grn_type *grn_stablehlo_region_element(const grn_region *region, size_t i)
{
    grn_value *const *results;
    size_t n = grn_stablehlo_region_results(region, &results);
    return i < n && grn_type_is_tensor(results[i]->type) ? results[i]->type->element : NULL;
}

/* One region under test: what the messages need. */
typedef struct subject {
    const grn_op *op;
    const grn_check *check;
    const grn_reducer *r;
    grn_value *const *results;
    size_t nresults;
} subject;

static grn_status check_counts(const subject *s)
{
    size_t nargs = grn_stablehlo_region_args(s->r->region), n = s->r->n;
    if (nargs != 2 * n)
        return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                    "Reduction-region must take %zu parameters, but takes %zu parameter(s)", 2 * n,
                                    nargs);
    if (!grn_stablehlo_region_ends(s->r->region))
        return grn_stablehlo_broken(s->op, s->check, s->r->rule, "The reduction-region expected to have a terminator");
    if (s->nresults == 0)
        return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                    "The reduction-region expected to return some value(s)");
    if (s->nresults != n)
        return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                    "Reduction-region here must produce %zu tensors, but produces %zu instead", n,
                                    s->nresults);
    return GRN_OK;
}

static grn_status check_result_is_tensor(const subject *s, size_t i)
{
    const grn_type *t = s->results[i]->type;
    char text[GRN_TYPE_TEXT_BYTES];
    if (grn_type_is_tensor(t))
        return GRN_OK;
    return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                "Reduction-region here must produce tensor-typed result(s), but produces '%s' instead",
                                grn_type_text(t, text, sizeof text));
}

static bool both_float(const grn_type *a, const grn_type *b)
{
    return a->element->kind == GRN_TYPE_FLOAT && b->element->kind == GRN_TYPE_FLOAT;
}

/* Argument `arg` has the type of its accumulator, or where `any_float` one of another float. */
static grn_status check_argument(const subject *s, size_t arg, const grn_type *accumulator, bool any_float)
{
    const grn_type *t = s->r->region->first->args[arg].type;
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (grn_type_is_tensor(t) && grn_hlo_shapes_agree(t, accumulator) &&
        (t->element == accumulator->element || (any_float && both_float(t, accumulator))))
        return GRN_OK;
    return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                "The type of reduction-region's parameter at index %zu is different than the "
                                "corresponding result type: '%s' vs '%s'",
                                arg, grn_type_text(t, have, sizeof have),
                                grn_type_text(accumulator, want, sizeof want));
}

static grn_status check_promotion(const subject *s, size_t i)
{
    const grn_type *accumulator = s->results[i]->type, *init = s->r->inits[i];
    const grn_type *input = grn_type_element_or_self(s->r->inputs[i]);
    const grn_type *argument = s->r->region->first->args[s->r->n + i].type->element;
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (!grn_stablehlo_promotable(grn_type_element_or_self(init), accumulator->element))
        return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                    "The element-type of reduction-region's result type at index %zu is expected to be "
                                    "promotable from the op's corresponding init-value element-type: '%s' vs '%s'",
                                    i, grn_type_text(accumulator, have, sizeof have),
                                    grn_type_text(init, want, sizeof want));
    if (!grn_stablehlo_promotable(input, argument))
        return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                    "The element-type of reduction-region's argument at index %zu is expected to be "
                                    "promotable from '%s', but got '%s'",
                                    s->r->n + i, grn_type_text(input, want, sizeof want),
                                    grn_type_text(argument, have, sizeof have));
    return GRN_OK;
}

/* The argument's extents are some of the allowed ones, in order. */
static grn_status check_extents(const subject *s, size_t i)
{
    size_t arg = s->r->n + i, at = 0;
    const grn_type *t = s->r->region->first->args[arg].type;
    if ((size_t)t->rank > s->r->nallowed)
        return grn_stablehlo_broken(
            s->op, s->check, s->r->rule,
            "The rank of reduction-region's argument at index %zu is expected to be <= %zu, got "
            "%" PRId32,
            arg, s->r->nallowed, t->rank);
    for (size_t d = 0; d < s->r->nallowed && at < (size_t)t->rank; d++)
        at += grn_stablehlo_dim_agrees(s->r->allowed[d], t->shape[at]);
    if (at < (size_t)t->rank)
        return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                    "The shape of reduction-region's argument at index %zu is not compatible with that "
                                    "of reduce-op's input-parameter at index %zu",
                                    arg, i);
    return GRN_OK;
}

/* The region gives what is begun with. */
static grn_status check_init_shape(const subject *s, size_t i)
{
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    const grn_type *result = s->results[i]->type, *init = s->r->inits[i];
    if (grn_hlo_shapes_agree(result, init))
        return GRN_OK;
    return grn_stablehlo_broken(s->op, s->check, s->r->rule,
                                "The shape of reduction-region's result type at index %zu differs from the op's "
                                "corresponding init-value type: '%s' vs '%s'",
                                i, grn_type_text(result, a, sizeof a), grn_type_text(init, b, sizeof b));
}

static grn_status check_input(const subject *s, size_t i)
{
    const grn_type *accumulator = s->results[i]->type;
    grn_status status = check_argument(s, i, accumulator, false);
    if (status == GRN_OK)
        status = check_argument(s, s->r->n + i, accumulator, true);
    if (status == GRN_OK)
        status = check_init_shape(s, i);
    if (status == GRN_OK)
        status = check_promotion(s, i);
    return status == GRN_OK ? check_extents(s, i) : status;
}

grn_status grn_stablehlo_reducer_rules(const grn_op *op, const grn_check *check, const grn_reducer *reducer)
{
    subject s = {.op = op, .check = check, .r = reducer};
    s.nresults = grn_stablehlo_region_results(reducer->region, &s.results);
    grn_status status = check_counts(&s);
    for (size_t i = 0; status == GRN_OK && i < reducer->n; i++)
        status = check_result_is_tensor(&s, i);
    for (size_t i = 0; status == GRN_OK && i < reducer->n; i++)
        status = check_input(&s, i);
    for (size_t i = 0; status == GRN_OK && i < reducer->n;
         i++) /* the spec has one type, upstream takes several floats */
        status = check_argument(&s, reducer->n + i, s.results[i]->type, false);
    return status;
}
