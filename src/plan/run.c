/* run.c - a plan on its data: the memory of a run, the error policy, the plan's partition. */
#include "plan/plan.h"

/* ---- memory ---------------------------------------------------------------------------------- */

/* Address arithmetic is modular, so that views come out right whatever their strides' signs. */
grn_span grn_span_of(const grn_tensor *view)
{
    uintptr_t bytes = grn_dtype_bytes(view->dtype);
    grn_span span = {0, bytes};
    if (grn_tensor_elements(view) == 0)
        return (grn_span){0, 0};
    for (int32_t d = 0; d < view->rank; d++) {
        uintptr_t reach = (uintptr_t)(view->shape[d] - 1) * (uintptr_t)view->stride[d] * bytes;
        *(view->stride[d] < 0 ? &span.from : &span.to) += reach;
    }
    return span;
}

/* One tensor of a run. `name` carries a place for a number where there are several. */
typedef struct memory {
    const char *name;
    size_t number;
    const void *data;
    grn_span span;
} memory;

static grn_status check_data(const memory *m, const grn_diag *diag)
{
    if (m->data != NULL || m->span.from == m->span.to)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s[%zu] has elements but its data is NULL", m->name,
                    m->number);
}

static grn_status check_disjoint(const memory *a, const memory *b, const grn_diag *diag)
{
    uintptr_t pa = (uintptr_t)a->data, pb = (uintptr_t)b->data;
    bool both = a->span.from != a->span.to && b->span.from != b->span.to;
    if (!both || pa + a->span.from >= pb + b->span.to || pb + b->span.from >= pa + a->span.to)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ALIAS, "the destination overlaps %s[%zu] in memory, it must lie apart",
                    b->name, b->number);
}

/* spans: operand[npairs], dense[npairs], indices */
static memory operand_of(const grn_plan *plan, const grn_run *run, size_t i)
{
    if (plan->problem.gather != NULL)
        return (memory){"operand", i, run->operands[i], plan->spans[i]};
    return (memory){"results", i, run->results[i], plan->spans[i]};
}

static memory dense_of(const grn_plan *plan, const grn_run *run, size_t i)
{
    grn_span span = plan->spans[plan->problem.npairs + i];
    if (plan->problem.gather != NULL)
        return (memory){"result", i, run->result, span};
    return (memory){"updates", i, run->updates[i], span};
}

/* A destination against every source and the destinations before it. */
static grn_status check_destination(const grn_plan *plan, const grn_run *run, const memory *to, size_t before,
                                    const grn_diag *diag)
{
    bool gather = plan->problem.gather != NULL;
    memory indices = {"indices", 0, run->indices, plan->spans[2 * plan->problem.npairs]};
    grn_status status = check_disjoint(to, &indices, diag);
    for (size_t i = 0; status == GRN_OK && i < plan->problem.npairs; i++) {
        memory source = gather ? operand_of(plan, run, i) : dense_of(plan, run, i);
        status = check_disjoint(to, &source, diag);
    }
    for (size_t i = 0; status == GRN_OK && i < before; i++) {
        memory other = operand_of(plan, run, i);
        status = check_disjoint(to, &other, diag);
    }
    return status;
}

static bool are_disjoint(uintptr_t a, const grn_span *sa, uintptr_t b, const grn_span *sb)
{
    return a + sa->from >= b + sb->to || b + sb->from >= a + sa->to;
}

/* Whether the bytes of each tensor's span are disjoint, which most runs' are. False: spans overlap,
 * and elements may be disjoint all the same. */
static bool plainly_disjoint(const grn_plan *plan, const grn_run *run)
{
    const grn_span *span = plan->spans;
    bool gather = plan->problem.gather != NULL;
    if (!gather && plan->problem.npairs != 1)
        return false;
    const void *source = gather ? run->operands[0] : run->updates[0];
    uintptr_t to = (uintptr_t)(gather ? run->result : run->results[0]);
    const grn_span *of_to = &span[gather ? 1 : 0], *of_source = &span[gather ? 0 : 1];
    return to != 0 && source != NULL && run->indices != NULL && are_disjoint(to, of_to, (uintptr_t)source, of_source) &&
           are_disjoint(to, of_to, (uintptr_t)run->indices, &span[2]);
}

grn_status grn_plan_check_memory(const grn_plan *plan, const grn_run *run)
{
    if (plainly_disjoint(plan, run))
        return GRN_OK;
    memory indices = {"indices", 0, run->indices, plan->spans[2 * plan->problem.npairs]};
    grn_status status = check_data(&indices, run->diag);
    for (size_t i = 0; status == GRN_OK && i < plan->problem.npairs; i++) {
        memory operand = operand_of(plan, run, i), dense = dense_of(plan, run, i);
        bool gather = plan->problem.gather != NULL;
        status = check_data(&operand, run->diag);
        if (status == GRN_OK)
            status = check_data(&dense, run->diag);
        if (status == GRN_OK)
            status = check_destination(plan, run, gather ? &dense : &operand, gather ? 0 : i, run->diag);
    }
    return status;
}

/* ---- the error policy ------------------------------------------------------------------------ */

/* The spec layer's own pass, for its message, and for shapes in which no element moves but every
 * start still counts. */
static grn_status check_starts_fallback(const grn_plan *plan, const grn_run *run)
{
    const grn_problem *p = &plan->problem;
    grn_tensor indices = *p->indices;
    indices.data = (void *)run->indices;
    if (p->gather != NULL)
        return grn_gather_check_starts(p->gather, p->operand, &indices, run->diag);
    return grn_scatter_check_starts(p->scatter, p->operand, &indices, p->dense, run->diag);
}

grn_status grn_plan_execute(const grn_plan *plan, const grn_run *run)
{
    const bool tests = plan->rule.bounds == GRN_BOUNDS_ERROR && !plan->discards;
    grn_status status = GRN_OK;
    if (tests && (plan->empty || !grn_all_in_bounds_by_parts(plan, run)))
        status = check_starts_fallback(plan, run);
    if (status == GRN_OK && !plan->empty)
        status = plan->run(plan, run);
    if (plan->discards && status == GRN_E_INDEX)
        status = check_starts_fallback(plan, run); /* says which */
    return status;
}
