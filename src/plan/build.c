/* build.c - a plan from a checked problem, in memory it is given. */
#include "plan/plan.h"

static void nest_of_lane(const grn_problem *p, size_t lane, grn_nest *out)
{
    if (p->gather != NULL)
        grn_gather_nest(p->gather, p->operand, p->indices, p->dense, out);
    else
        grn_scatter_nest(p->scatter, &p->operand[lane], p->indices, &p->dense[lane], out);
}

static grn_order order_of(const grn_problem *p)
{
    bool shows = false, apart = true;
    if (p->gather != NULL)
        return GRN_ORDER_ANY;
    for (size_t i = 0; i < p->nlanes; i++) {
        shows = shows || grn_order_shows(p->scatter->combiner, p->operand[i].dtype);
        apart = apart && grn_view_is_injective(&p->operand[i]);
    }
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
    grn_lane_of_nest(&first, &out->lanes[0]);
    grn_axes_of_nest(&first, out->axis);
    for (int32_t k = 0; k < first.ncoords; k++)
        out->dim[k] = first.coord[k].dim;
    for (size_t i = 1; i < p->nlanes; i++) {
        nest_of_lane(p, i, &nest);
        grn_lane_of_nest(&nest, &out->lanes[i]);
    }
    grn_normalise(&out->normal, &first, out->lanes, p->nlanes, order_of(p));
}

grn_status grn_plan_build(const grn_problem *problem, const grn_plan_options *options, const grn_diag *diag,
                          grn_lane *lanes, grn_plan *out)
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
    out->kernels = grn_kernels_here();
    out->resolve = out->kernels->resolve(problem->indices->dtype);
    out->threads = options != NULL && options->threads > 1 ? options->threads : 1;
    out->lanes = lanes;
    out->spans = NULL;
    if (!out->empty)
        normalise(problem, out);
    return grn_choose(options, diag, out);
}
