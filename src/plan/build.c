/* build.c - a plan from a checked problem, in memory it is given. */
#include <string.h>

#include "plan/plan.h"
#include "plan/scatter/scatter.h"

static void nest_of_lane(const grn_problem *p, size_t pair, grn_nest *out)
{
    if (p->gather != NULL)
        grn_gather_nest(p->gather, p->operand, p->indices, p->dense, out);
    else
        grn_scatter_nest(p->scatter, &p->operand[pair], p->indices, &p->dense[pair], out);
}

static bool results_injective(const grn_problem *p)
{
    bool injective = p->gather == NULL;
    for (size_t i = 0; injective && i < p->npairs; i++)
        injective = grn_view_is_injective(&p->operand[i]);
    return injective;
}

static grn_order order_of(const grn_problem *p, bool injective)
{
    bool shows = false;
    for (size_t i = 0; p->gather == NULL && i < p->npairs; i++)
        shows = shows || grn_order_shows(p->scatter->combiner, p->operand[i].dtype);
    return !shows ? GRN_ORDER_ANY : injective ? GRN_ORDER_PER_CELL : GRN_ORDER_DENSE;
}

/* Nothing in the operand, or nothing to move: a gather's result is then empty too, a scatter drops
 * all. */
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
    grn_normalise(&out->normal, &first, out->pairs, p->npairs, order_of(p, out->results_injective),
                  out->results_injective);
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

static grn_status find_kernels(const grn_plan_options *options, const grn_diag *diag, grn_plan *out)
{
    out->kernels = options != NULL && options->cpu != NULL ? grn_kernels_named(options->cpu) : grn_kernels_here();
    if (out->kernels == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "cpu is '%s', which this machine or this build does not have", options->cpu);
    out->resolve = out->kernels->resolve(out->problem.indices->dtype);
    out->prefix = out->kernels->take->prefix(out->problem.indices->dtype);
    return GRN_OK;
}

/* Properties of the problem that the rows' costs depend on. */
static void analyse(const grn_problem *p, grn_plan *out)
{
    normalise(p, out);
    if (p->gather != NULL) {
        grn_widen(&out->normal, &out->pairs[0]);
        if (out->rule.bounds == GRN_BOUNDS_FILL)
            repeat_fill(out);
        grn_traits_of(out);
    } else
        grn_conflicts_of(out);
}

/* Asking the system for cache sizes takes longer than a small call does. */
void grn_figures_for(const grn_problem *p, const grn_plan_options *options, grn_machine *out)
{
    size_t bytes;
    bool counted = grn_mul_size((size_t)grn_tensor_elements(p->dense), grn_dtype_bytes(p->operand->dtype), &bytes);
    out->size_bytes = 0;
    if (options != NULL && options->machine != NULL)
        grn_machine_take(out, options->machine);
    else if (counted && bytes < GRN_SMALL_BYTES)
        grn_machine_default(out);
    else
        grn_machine_here(out);
}

grn_status grn_plan_build(const grn_problem *problem, bool has_scratch, const grn_plan_options *options,
                          const grn_machine *machine, const grn_diag *diag, grn_pair *pairs, grn_plan *out)
{
    const grn_index_rule rule =
        problem->gather != NULL ? grn_gather_rule(problem->gather) : grn_scatter_rule(problem->scatter);
    out->allocator = NULL;
    out->bytes = 0;
    out->problem = *problem;
    out->rule = rule;
    out->combiner = problem->gather != NULL ? GRN_COMBINE_REPLACE : problem->scatter->combiner;
    out->empty = is_empty(problem);
    out->tested = rule.bounds == GRN_BOUNDS_FILL || rule.bounds == GRN_BOUNDS_SKIP;
    out->by_element = out->tested && rule.grain == GRN_GRAIN_ELEMENT;
    out->discards = !out->empty && problem->gather != NULL && rule.bounds == GRN_BOUNDS_ERROR && options != NULL &&
                    options->discards_on_error;
    out->parallel = options != NULL ? options->parallel : NULL;
    out->threads = threads_of(options);
    out->race = NULL;
    out->choice = (grn_choice){.variant = NULL};
    out->machine = machine;
    out->has_scratch = has_scratch;
    out->cut = (grn_cut){-1, 1, 1, false};
    out->prepared.stream = false;
    out->pairs = pairs;
    out->spans = NULL;
    grn_status status = find_kernels(options, diag, out);
    if (status == GRN_OK && !out->empty)
        analyse(problem, out);
    return status == GRN_OK ? grn_choose(options, diag, out) : status;
}
