/*
 * fuzz_nvl.c - bytes as anvil's nvl_gather, nvl_scatter and their gradients.
 *
 * The dimension numbers are those of a valid spec, counted from 1, and now and
 * then one off. What a call gives is what its spec gives by the reference.
 */
#include <string.h>

#include "calls.h"
#include "access/spec.h"
#include "support/random_spec.h"

typedef struct lists {
    grn_dims window, dropped, batching, indices_batching, map, sizes;
    int64_t vector_dim;
    bool sorted, unique;
} lists;

static grn_dims raised(entropy *e, const grn_dims *from)
{
    grn_dims out = *from;
    for (int32_t i = 0; i < out.count; i++)
        out.v[i] += 1 + (one_in(e, 64) ? pick_between(e, -2, 2) : 0);
    if (one_in(e, 96) && out.count > 0)
        out.count--;
    return out;
}

static lists lists_of(entropy *e, const random_case *c)
{
    const grn_dimension_numbers *d = &c->gather.dims;
    lists l = {raised(e, &d->offset_dims),
               raised(e, &d->collapsed_slice_dims),
               raised(e, &d->operand_batching_dims),
               raised(e, &d->start_indices_batching_dims),
               raised(e, &d->start_index_map),
               c->gather.slice_sizes,
               d->index_vector_dim + 1,
               false,
               false};
    return l;
}

/* Empty lists may be NULL. */
static const grn_dims *given(const grn_dims *list, bool null) { return null && list->count == 0 ? NULL : list; }

#define LISTS                                                                                                    \
    given(&l.window, null), given(&l.dropped, null), given(&l.batching, null), given(&l.indices_batching, null), \
        given(&l.map, null), l.vector_dim

static void gather(entropy *e, const random_case *c)
{
    const grn_tensor *operand = &c->operand[0].view, *indices = &c->indices.view;
    lists l = lists_of(e, c);
    bool null = one_in(e, 4);
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_gather_spec spec;
    destination d = {0}, want = {0}, grad = {0};
    grn_status shaped = grn_nvl_gather_shape(operand, indices, &l.sizes, LISTS, NULL, &rank, shape);
    grn_status said = grn_nvl_gather_spec(operand, indices, &l.sizes, LISTS, l.sorted, l.unique, NULL, &spec);
    if (shaped != said)
        broken("nvl_gather has a shape where it has a spec", grn_status_name(shaped), grn_status_name(said));
    if (shaped == GRN_OK && destination_make(e, operand->dtype, rank, shape, &d) &&
        destination_copy(&d.before, &want) &&
        destination_make(e, operand->dtype, operand->rank, operand->shape, &grad)) {
        grn_status status = grn_nvl_gather(operand, indices, &l.sizes, LISTS, l.sorted, l.unique, &d.now.view, NULL);
        check_answer("nvl_gather", status, &d);
        said = grn_gather_reference(&spec, operand, indices, &want.now.view, NULL);
        if (said != status)
            broken("nvl_gather answers what its spec does", grn_status_name(status), grn_status_name(said));
        check_same("nvl_gather", &d, &want);
        status = grn_nvl_gather_grad(operand, indices, &l.sizes, LISTS, l.sorted, l.unique, &d.now.view, &grad.now.view,
                                     NULL);
        check_answer("nvl_gather_grad", status, &grad);
    }
    destination_release(&d);
    destination_release(&want);
    destination_release(&grad);
}

static void scatter_grad(entropy *e, const random_case *c, const lists *lists_given, const grn_nvl_update *update)
{
    const grn_tensor *input = &c->operand[0].view, *indices = &c->indices.view, *updates = &c->dense[0].view;
    lists l = *lists_given;
    bool null = one_in(e, 4);
    rations r;
    destination grad = {0}, input_grad = {0}, update_grad = {0};
    rations_init(&r, (size_t)8 << 20, one_in(e, 8) ? (size_t)pick(e, 3) : 100);
    if (destination_make(e, input->dtype, input->rank, input->shape, &grad) &&
        destination_make(e, input->dtype, input->rank, input->shape, &input_grad) &&
        destination_make(e, input->dtype, updates->rank, updates->shape, &update_grad)) {
        grn_status status =
            grn_nvl_scatter_grad(input, indices, updates, LISTS, l.sorted, l.unique, update, &grad.now.view,
                                 &r.allocator, &input_grad.now.view, &update_grad.now.view, NULL);
        check_answer("nvl_scatter_grad", status, &input_grad);
        check_answer("nvl_scatter_grad", status, &update_grad);
    }
    if (r.outstanding)
        broken("a gradient gives back all memory", NULL, NULL);
    destination_release(&grad);
    destination_release(&input_grad);
    destination_release(&update_grad);
}

static void scatter(entropy *e, const random_case *c)
{
    const grn_tensor *input = &c->operand[0].view, *indices = &c->indices.view, *updates = &c->dense[0].view;
    lists l = lists_of(e, c);
    bool null = one_in(e, 4);
    grn_nvl_update with = {c->scatter.combiner, c->scatter.region, c->scatter.region_user};
    /* The case's own region combines all its inputs; a call has one. */
    const grn_nvl_update *update = one_in(e, 3) || c->ninputs > 1 ? NULL : &with;
    grn_scatter_spec spec;
    destination d = {0}, want = {0};
    grn_status said = grn_nvl_scatter_spec(input, indices, updates, LISTS, l.sorted, l.unique, update, NULL, &spec);
    if (destination_make(e, input->dtype, input->rank, input->shape, &d) && destination_copy(&d.before, &want)) {
        grn_status status =
            grn_nvl_scatter(input, indices, updates, LISTS, l.sorted, l.unique, update, &d.now.view, NULL);
        check_answer("nvl_scatter", status, &d);
        grn_tensor_copy(&want.now.view, input);
        if (said == GRN_OK)
            said = grn_scatter_reference(&spec, 1, &want.now.view, indices, updates, NULL);
        if (said != status)
            broken("nvl_scatter answers what its spec does", grn_status_name(status), grn_status_name(said));
        if (status == GRN_OK)
            check_same("nvl_scatter", &d, &want);
    }
    destination_release(&d);
    destination_release(&want);
    scatter_grad(e, c, &l, update);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    entropy e;
    entropy_init(&e, data, size);
    random_case *c = random_case_create(entropy_source(&e), one_in(&e, 2));
    if (c)
        (c->is_scatter ? scatter : gather)(&e, c);
    random_case_destroy(c);
    return 0;
}
