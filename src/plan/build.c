/* build.c - a plan from a checked problem, in memory it is given. */
#include <string.h>

#include "plan/plan.h"
#include "plan/scatter.h"

static void nest_of_lane(const grn_problem *p, size_t pair, grn_nest *out)
{
    if (p->gather != NULL)
        grn_gather_nest(p->gather, p->operand, p->indices, p->dense, out);
    else
        grn_scatter_nest(p->scatter, &p->operand[pair], p->indices, &p->dense[pair], out);
}

static bool results_injective(const grn_problem *p)
{
    bool apart = p->gather == NULL;
    for (size_t i = 0; apart && i < p->npairs; i++)
        apart = grn_view_is_injective(&p->operand[i]);
    return apart;
}

static grn_order order_of(const grn_problem *p, bool apart)
{
    bool shows = false;
    for (size_t i = 0; p->gather == NULL && i < p->npairs; i++)
        shows = shows || grn_order_shows(p->scatter->combiner, p->operand[i].dtype);
    return !shows ? GRN_ORDER_ANY : apart ? GRN_ORDER_PER_CELL : GRN_ORDER_DENSE;
}

/* Nothing in the operand, or nothing to move: a gather's result is then empty too, a scatter drops all. */
static bool is_empty(const grn_problem *p)
{
    return grn_tensor_elements(p->operand) == 0 || grn_tensor_elements(p->dense) == 0;
}

static void normalise(const grn_problem *p, grn_plan *out)
{
    grn_nest first, nest;
    nest_of_lane(p, 0, &first);
    grn_normal_of_nest(&first, &out->normal);
    grn_pair_of_nest(&first, &out->pairs[0]);
    grn_axes_of_nest(&first, out->axis);
    for (int32_t k = 0; k < first.ncoords; k++)
        out->dim[k] = first.coord[k].dim;
    for (size_t i = 1; i < p->npairs; i++) {
        nest_of_lane(p, i, &nest);
        grn_pair_of_nest(&nest, &out->pairs[i]);
    }
    out->results_injective = results_injective(p);
    grn_normalise(&out->normal, &first, out->pairs, p->npairs, order_of(p, out->results_injective), out->results_injective);
}

static int32_t threads_of(const grn_plan_options *options)
{
    int32_t most = options != NULL && options->parallel != NULL ? options->parallel->threads : 1;
    bool fewer = options != NULL && options->threads > 0 && options->threads < most;
    return fewer ? options->threads : most > 1 ? most : 1;
}

static void repeat_fill(grn_plan *plan)
{
    size_t bytes = grn_dtype_bytes(plan->problem.operand->dtype), element = (size_t)plan->pairs[0].element_bytes;
    for (size_t at = 0; at < element; at += bytes)
        memcpy(plan->fill + at, plan->problem.gather->fill, bytes);
}

/* Who names a strategy wants to see it run, on all the threads there are. */
static void prepare_gather(const grn_plan_options *options, grn_plan *plan)
{
    grn_widen(&plan->normal, &plan->pairs[0]);
    if (plan->rule.bounds == GRN_BOUNDS_FILL)
        repeat_fill(plan);
    grn_traits_of(plan);
    if (plan->threads > 1)
        plan->cut = grn_cut_of(plan, options->strategy != NULL);
}

grn_status grn_plan_build(const grn_problem *problem, const grn_plan_options *options, const grn_diag *diag,
                          grn_pair *pairs, grn_plan *out)
{
    const grn_index_rule *rule = problem->gather != NULL ? &problem->gather->index : &problem->scatter->index;
    out->allocator = NULL;
    out->bytes = 0;
    out->problem = *problem;
    out->rule = *rule;
    out->combiner = problem->gather != NULL ? GRN_COMBINE_REPLACE : problem->scatter->combiner;
    out->empty = is_empty(problem);
    out->tested = rule->bounds == GRN_BOUNDS_FILL || rule->bounds == GRN_BOUNDS_SKIP;
    out->by_element = out->tested && rule->grain == GRN_GRAIN_ELEMENT;
    out->kernels = options != NULL && options->cpu != NULL ? grn_kernels_named(options->cpu) : grn_kernels_here();
    if (out->kernels == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "cpu is '%s', which this machine or this build does not have",
                        options->cpu);
    out->resolve = out->kernels->resolve(problem->indices->dtype);
    out->parallel = options != NULL ? options->parallel : NULL;
    out->threads = threads_of(options);
    out->has_scratch = problem->brings_scratch;
    out->scratch_bytes = 0;
    out->cut = (grn_cut){0, 1, 1};
    out->strategy = NULL;
    out->pairs = pairs;
    out->spans = NULL;
    if (!out->empty)
        normalise(problem, out);
    if (problem->scatter != NULL || out->empty)
        out->traits = (grn_access_traits){0};
    else
        prepare_gather(options, out);
    if (!out->empty && problem->scatter != NULL)
        grn_conflicts_of(out);
    grn_status status = grn_choose(options, diag, out);
    bool named = options != NULL && options->strategy != NULL; /* then that strategy runs */
    out->small = (grn_small){0};
    if (status == GRN_OK && !out->empty && !named)
        grn_small_of(out);
    if (status == GRN_OK && !out->empty && out->strategy->scratch != NULL)
        out->scratch_bytes = out->strategy->scratch(out);
    return status;
}
