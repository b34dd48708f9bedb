/* request.c - the arguments of a call: whether they are valid on this rank, and a number that shows
 * whether they are the same on all ranks. */
#include <inttypes.h>
#include <string.h>

#include "dist/request.h"

const char *const grn_dist_gather_names[3] = {"operand", "indices", "result"};
const char *const grn_dist_scatter_names[3] = {"results", "indices", "updates"};

grn_status grn_dist_check_comm(const grn_comm *c, const grn_diag *diag)
{
    if (!c)
        return grn_fail_null("comm", diag);
    grn_status status = GRN_CHECK_GROWN_OPTIONS(grn_comm, GRN_COMM_FIRST_BYTES, c, diag);
    if (status != GRN_OK)
        return status;
    if (c->size < 1 || c->rank < 0 || c->rank >= c->size)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "comm: rank %d of %d ranks", (int)c->rank, (int)c->size);
    if (!c->alltoallv || !c->least)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "comm: alltoallv and least may not be NULL");
    return GRN_OK;
}

static grn_status check_tensor(const grn_dist_request *r, const grn_dist_tensor *t, const char *name, bool written)
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
    return same &&
           (!a->part_of || memcmp(a->part_of, b->part_of, (size_t)ranks * (size_t)a->rank * sizeof *a->part_of) == 0);
}

static grn_status check_tensors(const grn_dist_request *r, const char *const *names)
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

static grn_status check_options(const grn_dist_request *r)
{
    grn_status status = GRN_CHECK_OPTIONS(grn_dist_options, r->options, r->diag);
    if (status != GRN_OK || !r->options)
        return status;
    if ((unsigned)r->options->way >= GRN_DIST_WAY_COUNT)
        return grn_fail(r->diag, grn_no_place, GRN_E_ARGUMENT, "way %d is not in the list", (int)r->options->way);
    return GRN_CHECK_OPTIONS(grn_plan_options, r->options->plan, r->diag);
}

grn_status grn_dist_check_request(const grn_dist_request *r)
{
    const void *const given[] = {r->operand, r->indices, r->dense, r->gather ? (const void *)r->gather : r->scatter};
    const char *const *names = r->scatter ? grn_dist_scatter_names : grn_dist_gather_names;
    grn_status status = grn_check_allocator(r->allocator, r->diag);
    for (size_t i = 0; i < GRN_COUNT(given) && status == GRN_OK; i++)
        status = grn_check_given(given[i], i < 3 ? names[i] : "spec", r->diag);
    if (status == GRN_OK)
        status = check_options(r);
    if (status == GRN_OK && (r->ninputs < 1 || r->ninputs > GRN_MAX_INPUTS))
        status = grn_fail(r->diag, grn_no_place, r->ninputs ? GRN_E_LIMIT : GRN_E_ARGUMENT,
                          "%zu inputs; there may be 1 to %d", r->ninputs, GRN_MAX_INPUTS);
    return status == GRN_OK ? check_tensors(r, names) : status;
}

/* ---- what ranks have to agree on ------------------------------------------------------------- */

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

uint64_t grn_dist_request_hash(const grn_dist_request *r)
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
