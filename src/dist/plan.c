/* plan.c - plans are made. */
#include <string.h>

#include "dist/request.h"

#define USUAL_STAGED_BYTES ((size_t)64 << 20)

const char *grn_dist_way_text(grn_dist_way way)
{
    static const char *const text[] = {"chosen",
#define WAY_TEXT(name, words) words,
                                       GRN_DIST_WAYS(WAY_TEXT)
#undef WAY_TEXT
    };
    return (unsigned)way < GRN_DIST_WAY_COUNT ? text[way] : "unknown";
}

static grn_tensor whole_of(const grn_dist_tensor *t)
{
    return grn_tensor_over(NULL, t->local.dtype, t->layout.rank, t->layout.shape);
}

/* The rules of the whole gather or scatter; the plan keeps a part of them. */
static grn_status check_whole(grn_dist_plan *p, const grn_dist_request *r)
{
    grn_dist_memory memory = {NULL, 0};
    if (!grn_dist_memory_new(&memory, p->allocator, r->ninputs, 2 * sizeof(grn_tensor)))
        return grn_dist_refused(r->diag);
    grn_tensor *operand = memory.memory, *dense = operand + r->ninputs, indices = whole_of(r->indices);
    for (size_t i = 0; i < r->ninputs; i++) {
        operand[i] = whole_of(&r->operand[i]);
        dense[i] = whole_of(&r->dense[i]);
    }
    grn_status status = r->gather ? grn_gather_check(r->gather, operand, &indices, dense, r->diag)
                                  : grn_scatter_check(r->scatter, r->ninputs, operand, &indices, dense, r->diag);
    if (status == GRN_OK && r->gather)
        grn_gather_nest(r->gather, operand, &indices, dense, &p->nest);
    else if (status == GRN_OK)
        grn_scatter_nest(r->scatter, operand, &indices, dense, &p->nest);
    if (status == GRN_OK)
        grn_access_map_of(r->gather ? &r->gather->dims : &r->scatter->dims, operand[0].rank, indices.rank, &p->map);
    p->index_dtype = indices.dtype;
    grn_dist_memory_end(&memory, p->allocator);
    return status;
}

static grn_status copy_tensors(grn_dist_plan *p, const grn_dist_request *r)
{
    const size_t n = r->ninputs;
    if (!grn_dist_memory_new(&p->tensors, p->allocator, n,
                             3 * sizeof(grn_tensor) + sizeof(grn_dist_memory) + sizeof(int64_t)))
        return grn_dist_refused(r->diag);
    p->operand_local = p->tensors.memory;
    p->dense_local = p->operand_local + n;
    p->moved_local = p->dense_local + n;
    p->moved_memory = (grn_dist_memory *)(void *)(p->moved_local + n);
    p->moved_offset = (int64_t *)(void *)(p->moved_memory + n);
    for (size_t i = 0; i < n; i++) {
        p->operand_local[i] = r->operand[i].local;
        p->dense_local[i] = r->dense[i].local;
        p->operand_local[i].data = p->dense_local[i].data = NULL;
        p->moved_memory[i] = (grn_dist_memory){NULL, 0};
    }
    p->indices_local = r->indices->local;
    return GRN_OK;
}

static grn_status place_tensors(grn_dist_plan *p, const grn_dist_request *r)
{
    const char *const *names = r->scatter ? grn_dist_scatter_names : grn_dist_gather_names;
    const int32_t ranks = r->comm->size;
    grn_status status = grn_placement_of(&r->operand->layout, ranks, names[0], p->allocator, r->diag, &p->operand);
    if (status == GRN_OK)
        status = grn_placement_of(&r->indices->layout, ranks, names[1], p->allocator, r->diag, &p->indices);
    return status == GRN_OK ? grn_placement_of(&r->dense->layout, ranks, names[2], p->allocator, r->diag, &p->dense)
                            : status;
}

static grn_status choose_way(grn_dist_plan *p, const grn_dist_request *r)
{
    const bool reassociate = r->options && r->options->reassociate;
    const char *local = grn_local_obstacle(p), *combine = grn_combine_obstacle(p, reassociate);
    const grn_dist_way wanted = r->options ? r->options->way : GRN_DIST_CHOSEN;
    p->way = wanted;
    if (wanted == GRN_DIST_CHOSEN)
        p->way = !local ? GRN_DIST_LOCAL : !combine && grn_combine_is_cheaper(p) ? GRN_DIST_COMBINE : GRN_DIST_ROUTED;
    const char *obstacle = wanted == GRN_DIST_LOCAL ? local : wanted == GRN_DIST_COMBINE ? combine : NULL;
    return obstacle ? grn_fail(r->diag, grn_no_place, GRN_E_UNSUPPORTED, "way '%s' does not apply: %s",
                               grn_dist_way_text(wanted), obstacle)
                    : GRN_OK;
}

/* The placements of `everywhere`, where operands are brought to all ranks, and of `combine`. */
static grn_status place_moved(grn_dist_plan *p, const grn_diag *diag)
{
    int32_t nowhere[GRN_MAX_RANK];
    const bool operand = grn_dist_moves_operand(p);
    const grn_placement *from = operand ? &p->operand : &p->dense;
    for (int32_t d = 0; d < GRN_MAX_RANK; d++)
        nowhere[d] = -1;
    grn_status status = grn_placement_like(from, from->rank, from->shape, nowhere, p->allocator, diag, &p->moved);
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++) {
        const grn_tensor *local = operand ? &p->operand_local[i] : &p->dense_local[i];
        p->moved_local[i] = grn_tensor_over(NULL, local->dtype, from->rank, from->shape);
        if (!grn_dist_memory_new(&p->moved_memory[i], p->allocator, grn_tensor_bytes(&p->moved_local[i]), 1))
            status = grn_dist_refused(diag);
        p->moved_local[i].data = p->moved_memory[i].memory;
    }
    return status;
}

static void windows_of(const grn_dist_plan *p, int64_t *window)
{
    for (int32_t d = 0; d < p->operand.rank; d++)
        window[d] = p->is_scatter ? grn_access_window(&p->map, p->dense.shape, d) : p->gather.slice_sizes.v[d];
}

/* How the plan is routed, and the indices that each rank needs. */
static grn_status form_routes(grn_dist_plan *p, const grn_diag *diag)
{
    int64_t window[GRN_MAX_RANK];
    int32_t dense[GRN_MAX_RANK], kept = 0;
    windows_of(p, window);
    grn_dist_form_of(&p->map, &p->nest.rule, window, grn_dist_operand(p), grn_dist_dense(p), p->is_scatter, &p->form);
    kept = p->dense.rank - p->form.nwalks;
    if (kept == GRN_MAX_RANK)
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT, "rows of rank %d are not routed", (int)kept);
    for (int32_t d = 0; d < p->indices.rank; d++)
        dense[d] = p->map.indices[d].dense;
    return grn_placement_like(grn_dist_dense(p), p->indices.rank, p->indices.shape, dense, p->allocator, diag,
                              &p->needed);
}

static void set_options(grn_dist_plan *p, const grn_dist_request *r)
{
    p->most_staged_bytes =
        r->options && r->options->most_staged_bytes ? r->options->most_staged_bytes : USUAL_STAGED_BYTES;
    if (!r->options || !r->options->plan)
        return;
    p->plan_options = *r->options->plan;
    p->pack_options = (grn_plan_options){.threads = p->plan_options.threads, .parallel = p->plan_options.parallel};
}

static grn_status make_plan(const grn_dist_request *r, grn_dist_plan **out)
{
    grn_dist_plan *p = grn_allocate(r->allocator, sizeof *p);
    if (!p)
        return grn_dist_refused(r->diag);
    memset(p, 0, sizeof *p);
    p->allocator_of = *grn_allocator_or_default(r->allocator);
    p->allocator = &p->allocator_of;
    p->wire.comm = r->comm;
    p->is_scatter = r->scatter != NULL;
    p->ninputs = r->ninputs;
    if (r->gather)
        p->gather = *r->gather;
    else
        p->scatter = *r->scatter;
    *out = p;
    set_options(p, r);
    grn_status status = check_whole(p, r);
    if (status == GRN_OK)
        status = copy_tensors(p, r);
    if (status == GRN_OK)
        status = place_tensors(p, r);
    if (status == GRN_OK)
        status = choose_way(p, r);
    if (status == GRN_OK && (p->way == GRN_DIST_EVERYWHERE || p->way == GRN_DIST_COMBINE))
        status = place_moved(p, r->diag);
    if (status == GRN_OK && p->is_scatter && p->way == GRN_DIST_ROUTED)
        status = grn_replicas_divide(p, r->diag);
    if (status == GRN_OK)
        status = p->way == GRN_DIST_LOCAL ? grn_local_plan(p, r->diag) : form_routes(p, r->diag);
    return status;
}

static grn_status plan_agreed(const grn_dist_request *r, grn_dist_plan **out)
{
    bool same;
    if (!out)
        return grn_fail_null("out", r->diag);
    *out = NULL;
    grn_status status = grn_dist_check_comm(r->comm, r->diag);
    if (status != GRN_OK)
        return status;
    grn_wire wire = {.comm = r->comm};
    status = grn_wire_agree(&wire, grn_dist_check_request(r), r->diag);
    if (status == GRN_OK)
        status = grn_wire_same(&wire, grn_dist_request_hash(r), &same, r->diag);
    if (status == GRN_OK && !same)
        status = grn_fail(r->diag, grn_no_place, GRN_E_ARGUMENT,
                          "ranks do not agree on the spec, the layouts, the dtypes or the options");
    if (status == GRN_OK)
        status = grn_wire_agree(&wire, make_plan(r, out), r->diag);
    if (status != GRN_OK) {
        grn_dist_plan_destroy(*out);
        *out = NULL;
    }
    return status;
}

grn_status grn_dist_plan_gather(const grn_gather_spec *spec, const grn_comm *comm, const grn_dist_tensor *operand,
                                const grn_dist_tensor *indices, const grn_dist_tensor *result,
                                const grn_dist_options *options, const grn_allocator *allocator, const grn_diag *diag,
                                grn_dist_plan **out)
{
    const grn_dist_request r = {.gather = spec,
                                .comm = comm,
                                .ninputs = 1,
                                .operand = operand,
                                .indices = indices,
                                .dense = result,
                                .options = options,
                                .allocator = allocator,
                                .diag = diag};
    return plan_agreed(&r, out);
}

grn_status grn_dist_plan_scatter(const grn_scatter_spec *spec, const grn_comm *comm, size_t ninputs,
                                 const grn_dist_tensor *results, const grn_dist_tensor *indices,
                                 const grn_dist_tensor *updates, const grn_dist_options *options,
                                 const grn_allocator *allocator, const grn_diag *diag, grn_dist_plan **out)
{
    const grn_dist_request r = {.scatter = spec,
                                .comm = comm,
                                .ninputs = ninputs,
                                .operand = results,
                                .indices = indices,
                                .dense = updates,
                                .options = options,
                                .allocator = allocator,
                                .diag = diag};
    return plan_agreed(&r, out);
}

void grn_dist_plan_destroy(grn_dist_plan *p)
{
    if (!p)
        return;
    const grn_allocator allocator = p->allocator_of;
    grn_dist_unbind(p);
    grn_plan_destroy(p->local);
    for (size_t i = 0; p->moved_memory && i < p->ninputs; i++)
        grn_dist_memory_end(&p->moved_memory[i], p->allocator);
    grn_dist_memory_end(&p->scratch, p->allocator);
    grn_dist_memory_end(&p->tensors, p->allocator);
    grn_placement_end(&p->operand);
    grn_placement_end(&p->indices);
    grn_placement_end(&p->dense);
    grn_placement_end(&p->moved);
    grn_placement_end(&p->needed);
    grn_release(&allocator, p, sizeof *p);
}
