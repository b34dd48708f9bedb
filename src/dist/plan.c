/* plan.c - plans as callers have them: made, bound, run. */
#include <inttypes.h>
#include <string.h>

#include "dist/dist.h"

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

/* ---- what a call was given ------------------------------------------------------------------------------------------------- */

typedef struct request {
    const grn_gather_spec *gather; /* NULL: a scatter */
    const grn_scatter_spec *scatter;
    const grn_comm *comm;
    size_t ninputs;
    const grn_dist_tensor *operand, *indices, *dense; /* a scatter: [ninputs] but indices */
    const grn_dist_options *options;
    const grn_allocator *allocator;
    const grn_diag *diag;
} request;

static const char *const gather_names[] = {"operand", "indices", "result"};
static const char *const scatter_names[] = {"results", "indices", "updates"};

static grn_status check_comm(const grn_comm *c, const grn_diag *diag)
{
    if (!c)
        return grn_fail_null("comm", diag);
    if (c->size_bytes != 0 && c->size_bytes != sizeof *c)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "comm: size_bytes is %zu; it may be 0 or %zu", c->size_bytes,
                        sizeof *c);
    if (c->size < 1 || c->rank < 0 || c->rank >= c->size)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "comm: rank %d of %d ranks", (int)c->rank, (int)c->size);
    if (!c->alltoallv || !c->least)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "comm: alltoallv and least may not be NULL");
    return GRN_OK;
}

static grn_status check_tensor(const request *r, const grn_dist_tensor *t, const char *name, bool written)
{
    int64_t shape[GRN_MAX_RANK];
    char has[GRN_LIST_BYTES], should[GRN_LIST_BYTES];
    grn_status status = grn_check_view(&t->local, name, r->diag);
    if (status == GRN_OK && written)
        status = grn_check_places(&t->local, name, r->diag);
    if (status == GRN_OK)
        status = grn_layout_check(&t->layout, r->comm->size, name, r->diag);
    if (status != GRN_OK)
        return status;
    const grn_tensor whole = grn_tensor_over(NULL, t->local.dtype, t->layout.rank, t->layout.shape);
    status = grn_check_view(&whole, name, r->diag);
    if (status == GRN_OK)
        status = grn_layout_local_shape(&t->layout, r->comm->rank, r->comm->size, shape);
    if (status != GRN_OK)
        return status;
    if (t->local.rank == t->layout.rank && memcmp(shape, t->local.shape, (size_t)t->local.rank * sizeof *shape) == 0)
        return GRN_OK;
    return grn_fail(r->diag, grn_no_place, GRN_E_SHAPE, "%s: the view of rank %d is %s; by the layout it has %s", name,
                    (int)r->comm->rank, grn_list_text(t->local.shape, t->local.rank, has),
                    grn_list_text(shape, t->layout.rank, should));
}

static bool same_layout(const grn_layout *a, const grn_layout *b, int32_t ranks)
{
    bool same = a->rank == b->rank && (a->part_of == NULL) == (b->part_of == NULL);
    for (int32_t d = 0; d < a->rank && same; d++)
        same = a->shape[d] == b->shape[d] && (a->parts[d] ? a->parts[d] : 1) == (b->parts[d] ? b->parts[d] : 1) &&
               (a->step[d] ? a->step[d] : 1) == (b->step[d] ? b->step[d] : 1) && a->owner[d] == b->owner[d];
    return same && (!a->part_of || memcmp(a->part_of, b->part_of, (size_t)ranks * (size_t)a->rank * sizeof *a->part_of) == 0);
}

static grn_status check_tensors(const request *r, const char *const *names)
{
    grn_status status = check_tensor(r, r->indices, names[1], false);
    for (size_t i = 0; i < r->ninputs && status == GRN_OK; i++) {
        status = check_tensor(r, &r->operand[i], names[0], r->scatter != NULL);
        if (status == GRN_OK)
            status = check_tensor(r, &r->dense[i], names[2], r->scatter == NULL);
        if (status == GRN_OK && (!same_layout(&r->operand[i].layout, &r->operand[0].layout, r->comm->size) ||
                                 !same_layout(&r->dense[i].layout, &r->dense[0].layout, r->comm->size)))
            status = grn_fail(r->diag, grn_no_place, GRN_E_ARGUMENT, "input %zu: its layout is not that of input 0", i);
    }
    return status;
}

static grn_status check_options(const request *r)
{
    grn_status status = GRN_CHECK_OPTIONS(grn_dist_options, r->options, r->diag);
    if (status != GRN_OK || !r->options)
        return status;
    if ((unsigned)r->options->way >= GRN_DIST_WAY_COUNT)
        return grn_fail(r->diag, grn_no_place, GRN_E_ARGUMENT, "way %d is not in the list", (int)r->options->way);
    return GRN_CHECK_OPTIONS(grn_plan_options, r->options->plan, r->diag);
}

static grn_status check_request(const request *r)
{
    const void *const given[] = {r->operand, r->indices, r->dense, r->gather ? (const void *)r->gather : r->scatter};
    const char *const *names = r->scatter ? scatter_names : gather_names;
    grn_status status = grn_check_allocator(r->allocator, r->diag);
    for (size_t i = 0; i < GRN_COUNT(given) && status == GRN_OK; i++)
        status = grn_check_given(given[i], i < 3 ? names[i] : "spec", r->diag);
    if (status == GRN_OK)
        status = check_options(r);
    if (status == GRN_OK && (r->ninputs < 1 || r->ninputs > GRN_MAX_INPUTS))
        status = grn_fail(r->diag, grn_no_place, r->ninputs ? GRN_E_LIMIT : GRN_E_ARGUMENT, "%zu inputs; there may be 1 to %d",
                          r->ninputs, GRN_MAX_INPUTS);
    return status == GRN_OK ? check_tensors(r, names) : status;
}

/* ---- what ranks have to agree on ------------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, int64_t v)
{
    for (int i = 0; i < 8; i++)
        h = (h ^ ((uint64_t)v >> 8 * i & 0xff)) * UINT64_C(0x100000001b3);
    return h;
}

static uint64_t mix_list(uint64_t h, const grn_dims *list)
{
    h = mix(h, list->count);
    for (int32_t i = 0; i < list->count; i++)
        h = mix(h, list->v[i]);
    return h;
}

static uint64_t mix_tensor(uint64_t h, const grn_dist_tensor *t, int32_t ranks)
{
    const grn_layout *l = &t->layout;
    h = mix(mix(h, l->rank), t->local.dtype);
    for (int32_t d = 0; d < l->rank; d++)
        h = mix(mix(mix(mix(h, l->shape[d]), l->parts[d]), l->step[d]), l->owner[d]);
    for (int64_t i = 0; l->part_of && i < (int64_t)ranks * l->rank; i++)
        h = mix(h, l->part_of[i]);
    return h;
}

static uint64_t hash_of(const request *r)
{
    const grn_dimension_numbers *dims = r->gather ? &r->gather->dims : &r->scatter->dims;
    const grn_index_rule *rule = r->gather ? &r->gather->index : &r->scatter->index;
    const grn_dims *const lists[] = {&dims->offset_dims, &dims->collapsed_slice_dims, &dims->operand_batching_dims,
                                     &dims->start_indices_batching_dims, &dims->start_index_map};
    uint64_t h = mix(UINT64_C(0xcbf29ce484222325), dims->index_vector_dim);
    for (size_t i = 0; i < GRN_COUNT(lists); i++)
        h = mix_list(h, lists[i]);
    const int64_t numbers[] = {rule->base,
                               rule->wrap_negative,
                               rule->bounds,
                               rule->grain,
                               rule->batch_rule,
                               r->gather != NULL,
                               (int64_t)r->ninputs,
                               r->scatter ? r->scatter->combiner : 0,
                               r->options ? r->options->way : 0,
                               r->options ? r->options->reassociate : 0,
                               r->options ? (int64_t)r->options->most_staged_bytes : 0};
    for (size_t i = 0; i < GRN_COUNT(numbers); i++)
        h = mix(h, numbers[i]);
    if (r->gather) {
        h = mix_list(h, &r->gather->slice_sizes);
        const size_t bytes = rule->bounds == GRN_BOUNDS_FILL ? grn_dtype_bytes(r->operand[0].local.dtype) : 0;
        for (size_t i = 0; i < bytes; i++)
            h = mix(h, r->gather->fill[i]);
    }
    h = mix_tensor(h, r->indices, r->comm->size);
    for (size_t i = 0; i < r->ninputs; i++)
        h = mix_tensor(mix_tensor(h, &r->operand[i], r->comm->size), &r->dense[i], r->comm->size);
    return h;
}

/* ---- making ----------------------------------------------------------------------------------------------------------------- */

static grn_tensor whole_of(const grn_dist_tensor *t)
{
    return grn_tensor_over(NULL, t->local.dtype, t->layout.rank, t->layout.shape);
}

/* The rules of the whole gather or scatter; what of it is kept. */
static grn_status check_whole(grn_dist_plan *p, const request *r)
{
    grn_block memory = {NULL, 0};
    if (!grn_block_new(&memory, p->allocator, r->ninputs, 2 * sizeof(grn_tensor)))
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
    p->index_dtype = indices.dtype;
    grn_block_end(&memory, p->allocator);
    return status;
}

static grn_status copy_tensors(grn_dist_plan *p, const request *r)
{
    const size_t n = r->ninputs;
    if (!grn_block_new(&p->tensors, p->allocator, n, 3 * sizeof(grn_tensor) + sizeof(grn_block)))
        return grn_dist_refused(r->diag);
    p->operand_local = p->tensors.memory;
    p->dense_local = p->operand_local + n;
    p->moved_local = p->dense_local + n;
    p->moved_memory = (grn_block *)(void *)(p->moved_local + n);
    for (size_t i = 0; i < n; i++) {
        p->operand_local[i] = r->operand[i].local;
        p->dense_local[i] = r->dense[i].local;
        p->operand_local[i].data = p->dense_local[i].data = NULL;
        p->moved_memory[i] = (grn_block){NULL, 0};
    }
    p->indices_local = r->indices->local;
    return GRN_OK;
}

static grn_status place_tensors(grn_dist_plan *p, const request *r)
{
    const char *const *names = r->scatter ? scatter_names : gather_names;
    const int32_t ranks = r->comm->size;
    grn_status status = grn_placement_of(&r->operand->layout, ranks, names[0], p->allocator, r->diag, &p->operand);
    if (status == GRN_OK)
        status = grn_placement_of(&r->indices->layout, ranks, names[1], p->allocator, r->diag, &p->indices);
    return status == GRN_OK ? grn_placement_of(&r->dense->layout, ranks, names[2], p->allocator, r->diag, &p->dense) : status;
}

static grn_status choose_way(grn_dist_plan *p, const request *r)
{
    const bool reassociate = r->options && r->options->reassociate;
    const char *local = grn_local_obstacle(p), *combine = grn_combine_obstacle(p, reassociate);
    const grn_dist_way wanted = r->options ? r->options->way : GRN_DIST_CHOSEN;
    p->way = wanted;
    if (wanted == GRN_DIST_CHOSEN)
        p->way = !local ? GRN_DIST_LOCAL : !combine && grn_combine_is_cheaper(p) ? GRN_DIST_COMBINE : GRN_DIST_ROUTED;
    const char *obstacle = wanted == GRN_DIST_LOCAL ? local : wanted == GRN_DIST_COMBINE ? combine : NULL;
    return obstacle ? grn_fail(r->diag, grn_no_place, GRN_E_UNSUPPORTED, "way '%s' does not apply: %s", grn_dist_way_text(wanted),
                               obstacle)
                    : GRN_OK;
}

/* What `everywhere` brings to all, and where `combine` combines. */
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
        if (!grn_block_new(&p->moved_memory[i], p->allocator, grn_tensor_bytes(&p->moved_local[i]), 1))
            status = grn_dist_refused(diag);
        p->moved_local[i].data = p->moved_memory[i].memory;
    }
    return status;
}

static void windows_of(const grn_dist_plan *p, int64_t *window)
{
    int32_t offset = 0;
    for (int32_t d = 0; d < p->operand.rank; d++) {
        const bool dropped =
            grn_dims_has(&p->scatter.dims.collapsed_slice_dims, d) || grn_dims_has(&p->scatter.dims.operand_batching_dims, d);
        window[d] = !p->is_scatter ? p->gather.slice_sizes.v[d]
                    : dropped      ? 1
                                   : p->dense.shape[p->scatter.dims.offset_dims.v[offset++]];
    }
}

/* How it is routed, and what of indices each rank needs. */
static grn_status form_routes(grn_dist_plan *p, const grn_diag *diag)
{
    const grn_dimension_numbers *dims = p->is_scatter ? &p->scatter.dims : &p->gather.dims;
    int64_t window[GRN_MAX_RANK];
    int32_t dense[GRN_MAX_RANK], kept = 0;
    windows_of(p, window);
    grn_dist_form_of(dims, &p->nest.rule, window, grn_dist_operand(p), grn_dist_dense(p), p->is_scatter, &p->form);
    kept = p->dense.rank - p->form.nwalks;
    if (kept == GRN_MAX_RANK)
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT, "rows of rank %d are not routed", (int)kept);
    for (int32_t d = 0; d < p->indices.rank; d++)
        dense[d] = grn_dense_dim_of_indices(dims, p->dense.rank, d);
    return grn_placement_like(grn_dist_dense(p), p->indices.rank, p->indices.shape, dense, p->allocator, diag, &p->needed);
}

static void set_options(grn_dist_plan *p, const request *r)
{
    p->most_staged_bytes = r->options && r->options->most_staged_bytes ? r->options->most_staged_bytes : USUAL_STAGED_BYTES;
    if (!r->options || !r->options->plan)
        return;
    p->plan_options = *r->options->plan;
    p->pack_options = (grn_plan_options){.threads = p->plan_options.threads, .parallel = p->plan_options.parallel};
}

static grn_status make(const request *r, grn_dist_plan **out)
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
    if (status == GRN_OK)
        status = p->way == GRN_DIST_LOCAL ? grn_local_plan(p, r->diag) : form_routes(p, r->diag);
    return status;
}

static grn_status plan(const request *r, grn_dist_plan **out)
{
    bool same;
    if (!out)
        return grn_fail_null("out", r->diag);
    *out = NULL;
    grn_status status = check_comm(r->comm, r->diag);
    if (status != GRN_OK)
        return status;
    grn_wire wire = {.comm = r->comm};
    status = grn_wire_agree(&wire, check_request(r), r->diag);
    if (status == GRN_OK)
        status = grn_wire_same(&wire, hash_of(r), &same, r->diag);
    if (status == GRN_OK && !same)
        status = grn_fail(r->diag, grn_no_place, GRN_E_ARGUMENT,
                          "ranks do not agree on the spec, the layouts, the dtypes or the options");
    if (status == GRN_OK)
        status = grn_wire_agree(&wire, make(r, out), r->diag);
    if (status != GRN_OK) {
        grn_dist_plan_destroy(*out);
        *out = NULL;
    }
    return status;
}

grn_status grn_dist_plan_gather(const grn_gather_spec *spec, const grn_comm *comm, const grn_dist_tensor *operand,
                                const grn_dist_tensor *indices, const grn_dist_tensor *result, const grn_dist_options *options,
                                const grn_allocator *allocator, const grn_diag *diag, grn_dist_plan **out)
{
    const request r = {.gather = spec,
                       .comm = comm,
                       .ninputs = 1,
                       .operand = operand,
                       .indices = indices,
                       .dense = result,
                       .options = options,
                       .allocator = allocator,
                       .diag = diag};
    return plan(&r, out);
}

grn_status grn_dist_plan_scatter(const grn_scatter_spec *spec, const grn_comm *comm, size_t ninputs, const grn_dist_tensor *results,
                                 const grn_dist_tensor *indices, const grn_dist_tensor *updates, const grn_dist_options *options,
                                 const grn_allocator *allocator, const grn_diag *diag, grn_dist_plan **out)
{
    const request r = {.scatter = spec,
                       .comm = comm,
                       .ninputs = ninputs,
                       .operand = results,
                       .indices = indices,
                       .dense = updates,
                       .options = options,
                       .allocator = allocator,
                       .diag = diag};
    return plan(&r, out);
}

static void unbind(grn_dist_plan *p)
{
    p->bound = false;
    if (p->way == GRN_DIST_COMBINE)
        grn_combine_unbind(p);
    else if (p->is_scatter)
        grn_scatter_unbind(p);
    else
        grn_gather_unbind(p);
}

void grn_dist_plan_destroy(grn_dist_plan *p)
{
    if (!p)
        return;
    const grn_allocator allocator = p->allocator_of;
    unbind(p);
    grn_plan_destroy(p->local);
    for (size_t i = 0; p->moved_memory && i < p->ninputs; i++)
        grn_block_end(&p->moved_memory[i], p->allocator);
    grn_block_end(&p->scratch, p->allocator);
    grn_block_end(&p->tensors, p->allocator);
    grn_placement_end(&p->operand);
    grn_placement_end(&p->indices);
    grn_placement_end(&p->dense);
    grn_placement_end(&p->moved);
    grn_placement_end(&p->needed);
    grn_release(&allocator, p, sizeof *p);
}

/* ---- binding --------------------------------------------------------------------------------------------------------------- */

grn_status grn_dist_scratch(grn_dist_plan *p, size_t bytes)
{
    if (bytes <= p->scratch.bytes)
        return GRN_OK;
    grn_block_end(&p->scratch, p->allocator);
    return grn_block_new(&p->scratch, p->allocator, bytes, 1) ? GRN_OK : GRN_E_MEMORY;
}

static grn_tensor indices_view(const grn_dist_plan *p, const void *indices)
{
    grn_tensor view = p->indices_local;
    view.data = (void *)(uintptr_t)indices;
    return view;
}

grn_status grn_dist_bring_indices(grn_dist_plan *p, const void *indices, grn_block *memory, grn_tensor *out, const grn_diag *diag)
{
    int64_t shape[GRN_MAX_RANK];
    const grn_tensor view = indices_view(p, indices);
    grn_placement_local_shape(&p->needed, p->wire.comm->rank, shape);
    *out = grn_tensor_over(NULL, p->index_dtype, p->indices.rank, shape);
    const bool made = grn_block_new(memory, p->allocator, grn_tensor_bytes(out), 1);
    out->data = memory->memory;
    grn_status status = grn_wire_agree(&p->wire, made ? GRN_OK : grn_dist_refused(diag), diag);
    return status == GRN_OK ? grn_redistribute(&p->wire, &p->indices, &p->needed, &view, out, p->allocator, diag) : status;
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
    unbind(plan);
    plan->wire = (grn_wire){.comm = plan->wire.comm};
    plan->traffic = (grn_traffic){.way = plan->way};
    plan->local_indices = indices;
    grn_status status = grn_wire_agree(&plan->wire, check_data(&plan->indices_local, indices, "indices", diag), diag);
    if (status == GRN_OK)
        status = check_bounds(plan, indices, diag);
    if (status == GRN_OK && plan->way == GRN_DIST_COMBINE)
        status = grn_combine_bind(plan, indices, diag);
    else if (status == GRN_OK && plan->way != GRN_DIST_LOCAL)
        status = plan->is_scatter ? grn_scatter_bind(plan, indices, diag) : grn_gather_bind(plan, indices, diag);
    if (status != GRN_OK) {
        unbind(plan);
        return status;
    }
    count_binding(plan);
    plan->bound = true;
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------------------------------------- */

static grn_status check_bound(const grn_dist_plan *p, bool is_scatter, const grn_diag *diag)
{
    if (p->is_scatter != is_scatter)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "the plan is one of a %s", p->is_scatter ? "scatter" : "gather");
    if (!p->bound)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "the plan has no indices: grn_dist_bind gives it some");
    return GRN_OK;
}

/* A local plan does not wait for others, unless bounds have to be agreed on. */
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

/* `everywhere`: the tensors come to all. */
static grn_status bring(grn_dist_plan *p, const void *const *data, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++) {
        grn_tensor local = p->is_scatter ? p->dense_local[i] : p->operand_local[i];
        local.data = (void *)(uintptr_t)data[i];
        status = grn_redistribute(&p->wire, p->is_scatter ? &p->dense : &p->operand, &p->moved, &local, &p->moved_local[i],
                                  p->allocator, diag);
    }
    return status;
}

static grn_status gather(grn_dist_plan *p, const void *operand, void *result, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    if (p->way == GRN_DIST_LOCAL)
        return p->local ? grn_plan_run_gather(p->local, operand, p->local_indices, result, p->scratch.memory, diag) : GRN_OK;
    if (p->way == GRN_DIST_EVERYWHERE)
        status = bring(p, &operand, diag);
    return status == GRN_OK ? grn_gather_move(p, p->way == GRN_DIST_EVERYWHERE ? p->moved_memory[0].memory : operand, result, diag)
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
        return p->local ? grn_plan_run_scatter(p->local, results, p->local_indices, updates, p->scratch.memory, diag) : GRN_OK;
    if (p->way == GRN_DIST_COMBINE)
        return grn_combine_move(p, results, updates, diag);
    if (p->way == GRN_DIST_EVERYWHERE)
        status = bring(p, updates, diag);
    for (size_t i = 0; i < p->ninputs; i++)
        moved[i] = p->moved_memory[i].memory;
    return status == GRN_OK ? grn_scatter_move(p, results, p->way == GRN_DIST_EVERYWHERE ? moved : updates, diag) : status;
}

static grn_status check_lists(const grn_dist_plan *p, void *const *results, const void *const *updates, const grn_diag *diag)
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

grn_status grn_dist_run_scatter(grn_dist_plan *plan, void *const *results, const void *const *updates, const grn_diag *diag)
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
