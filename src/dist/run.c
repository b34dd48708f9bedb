/* run.c - plans are bound and run. */
#include "dist/dist.h"

void grn_dist_unbind(grn_dist_plan *p)
{
    p->bound = false;
    if (p->is_scatter)
        grn_scatter_unbind(p);
    else
        grn_gather_unbind(p);
}

grn_status grn_dist_scratch(grn_dist_plan *p, size_t bytes)
{
    if (bytes <= p->scratch.bytes)
        return GRN_OK;
    grn_dist_memory_end(&p->scratch, p->allocator);
    return grn_dist_memory_new(&p->scratch, p->allocator, bytes, 1) ? GRN_OK : GRN_E_MEMORY;
}

static grn_tensor indices_view(const grn_dist_plan *p, const void *indices)
{
    grn_tensor view = p->indices_local;
    view.data = (void *)(uintptr_t)indices;
    return view;
}

grn_status grn_dist_bring_indices(grn_dist_plan *p, const void *indices, grn_dist_memory *memory, grn_tensor *out,
                                  const grn_diag *diag)
{
    int64_t shape[GRN_MAX_RANK];
    const grn_tensor view = indices_view(p, indices);
    grn_placement_local_shape(&p->needed, p->wire.comm->rank, shape);
    *out = grn_tensor_over(NULL, p->index_dtype, p->indices.rank, shape);
    const bool made = grn_dist_memory_new(memory, p->allocator, grn_tensor_bytes(out), 1);
    out->data = memory->memory;
    grn_status status = grn_wire_agree(&p->wire, made ? GRN_OK : grn_dist_refused(diag), diag);
    return status == GRN_OK ? grn_redistribute(&p->wire, &p->indices, &p->needed, &view, out, p->most_staged_bytes,
                                               p->allocator, diag)
                            : status;
}

static grn_status check_bounds(grn_dist_plan *p, const void *indices, const grn_diag *diag)
{
    const grn_tensor view = indices_view(p, indices);
    const int64_t vector_dim = p->is_scatter ? p->scatter.dims.index_vector_dim : p->gather.dims.index_vector_dim;
    return grn_dist_check_bounds(&p->wire, &p->nest, &p->indices, vector_dim, &view, diag);
}

static grn_status check_data(const grn_tensor *local, const void *data, const char *name, const grn_diag *diag)
{
    return data || grn_tensor_elements(local) == 0 ? GRN_OK : grn_fail_null(name, diag);
}

static void count_binding(grn_dist_plan *p)
{
    p->traffic.way = p->way;
    p->traffic.bind_bytes_received = p->wire.bytes_received;
}

grn_status grn_dist_bind(grn_dist_plan *plan, const void *indices, const grn_diag *diag)
{
    if (!plan)
        return grn_fail_null("plan", diag);
    grn_dist_unbind(plan);
    plan->wire = (grn_wire){.comm = plan->wire.comm};
    plan->traffic = (grn_traffic){.way = plan->way};
    plan->local_indices = indices;
    grn_status status = grn_wire_agree(&plan->wire, check_data(&plan->indices_local, indices, "indices", diag), diag);
    if (status == GRN_OK)
        status = check_bounds(plan, indices, diag);
    if (status == GRN_OK && plan->way != GRN_DIST_LOCAL)
        status = plan->is_scatter ? grn_scatter_bind(plan, indices, diag) : grn_gather_bind(plan, indices, diag);
    if (status != GRN_OK) {
        grn_dist_unbind(plan);
        return status;
    }
    count_binding(plan);
    plan->bound = true;
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status check_bound(const grn_dist_plan *p, bool is_scatter, const grn_diag *diag)
{
    if (p->is_scatter != is_scatter)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "the plan is one of a %s",
                        p->is_scatter ? "scatter" : "gather");
    if (!p->bound)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "the plan has no indices: grn_dist_bind gives it some");
    return GRN_OK;
}

/* A local plan does not wait for other ranks, unless they have to agree on bounds. */
static grn_status begin_run(grn_dist_plan *p, grn_status mine, const grn_diag *diag)
{
    p->wire = (grn_wire){.comm = p->wire.comm};
    if (p->way == GRN_DIST_LOCAL && p->nest.rule.bounds != GRN_BOUNDS_ERROR)
        return mine;
    grn_status status = grn_wire_agree(&p->wire, mine, diag);
    return status == GRN_OK && p->way == GRN_DIST_LOCAL ? check_bounds(p, p->local_indices, diag) : status;
}

static grn_status end_run(grn_dist_plan *p, grn_status status)
{
    if (status == GRN_OK) {
        p->traffic.messages_sent = p->wire.messages_sent;
        p->traffic.messages_received = p->wire.messages_received;
        p->traffic.bytes_sent = p->wire.bytes_sent;
        p->traffic.bytes_received = p->wire.bytes_received;
    }
    return status;
}

/* `everywhere`: the tensors are brought to all ranks. */
static grn_status bring(grn_dist_plan *p, const void *const *data, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++) {
        grn_tensor local = p->is_scatter ? p->dense_local[i] : p->operand_local[i];
        local.data = (void *)(uintptr_t)data[i];
        status = grn_redistribute(&p->wire, p->is_scatter ? &p->dense : &p->operand, &p->moved, &local,
                                  &p->moved_local[i], p->most_staged_bytes, p->allocator, diag);
    }
    return status;
}

static grn_status gather(grn_dist_plan *p, const void *operand, void *result, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    if (p->way == GRN_DIST_LOCAL)
        return p->local ? grn_plan_run_gather(p->local, operand, p->local_indices, result, p->scratch.memory, diag)
                        : GRN_OK;
    if (p->way == GRN_DIST_EVERYWHERE)
        status = bring(p, &operand, diag);
    return status == GRN_OK
               ? grn_gather_move(p, p->way == GRN_DIST_EVERYWHERE ? p->moved_memory[0].memory : operand, result, diag)
               : status;
}

grn_status grn_dist_run_gather(grn_dist_plan *plan, const void *operand, void *result, const grn_diag *diag)
{
    if (!plan)
        return grn_fail_null("plan", diag);
    grn_status status = check_bound(plan, false, diag);
    if (status == GRN_OK)
        status = check_data(&plan->operand_local[0], operand, "operand", diag);
    if (status == GRN_OK)
        status = check_data(&plan->dense_local[0], result, "result", diag);
    status = begin_run(plan, status, diag);
    return end_run(plan, status == GRN_OK ? gather(plan, operand, result, diag) : status);
}

static grn_status scatter(grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag)
{
    const void *moved[GRN_MAX_INPUTS];
    grn_status status = GRN_OK;
    if (p->way == GRN_DIST_LOCAL)
        return p->local ? grn_plan_run_scatter(p->local, results, p->local_indices, updates, p->scratch.memory, diag)
                        : GRN_OK;
    if (p->way == GRN_DIST_COMBINE)
        return grn_combine_move(p, results, updates, diag);
    if (p->divides_copies)
        return grn_replicas_move(p, results, updates, diag);
    if (p->way == GRN_DIST_EVERYWHERE)
        status = bring(p, updates, diag);
    for (size_t i = 0; i < p->ninputs; i++)
        moved[i] = p->moved_memory[i].memory;
    return status == GRN_OK ? grn_scatter_move(p, results, p->way == GRN_DIST_EVERYWHERE ? moved : updates, diag)
                            : status;
}

static grn_status check_lists(const grn_dist_plan *p, void *const *results, const void *const *updates,
                              const grn_diag *diag)
{
    grn_status status = grn_check_given(results, "results", diag);
    if (status == GRN_OK)
        status = grn_check_given(updates, "updates", diag);
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++) {
        status = check_data(&p->operand_local[i], results[i], "results", diag);
        if (status == GRN_OK)
            status = check_data(&p->dense_local[i], updates[i], "updates", diag);
    }
    return status;
}

grn_status grn_dist_run_scatter(grn_dist_plan *plan, void *const *results, const void *const *updates,
                                const grn_diag *diag)
{
    if (!plan)
        return grn_fail_null("plan", diag);
    grn_status status = check_bound(plan, true, diag);
    if (status == GRN_OK)
        status = check_lists(plan, results, updates, diag);
    status = begin_run(plan, status, diag);
    return end_run(plan, status == GRN_OK ? scatter(plan, results, updates, diag) : status);
}

grn_status grn_dist_traffic(const grn_dist_plan *plan, grn_traffic *out)
{
    if (!plan || !out)
        return GRN_E_ARGUMENT;
    *out = plan->traffic;
    return GRN_OK;
}
