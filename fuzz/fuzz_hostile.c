/*
 * fuzz_hostile.c - bytes as a gather or scatter of which something is wrong.
 *
 * A view, a list or an enumerator that cannot be is refused by every call that
 * takes it, and nothing is written. Dimension numbers changed at random are
 * refused by all calls, or by none, and then all give the reference's bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "hostile.h"
#include "access/spec.h"
#include "support/random_spec.h"

/* Every way to run a case, on its own destinations. */
#define PATHS(W) W(reference) W(one_shot) W(planned)

typedef struct answer {
    grn_status status;
    destination to[RANDOM_INPUTS];
} answer;

typedef grn_status (*path_fn)(const random_case *c, const grn_tensor *operand, const grn_tensor *dense);

static grn_status reference(const random_case *c, const grn_tensor *operand, const grn_tensor *dense)
{
    return c->is_scatter ? grn_scatter_reference(&c->scatter, c->ninputs, operand, &c->indices.view, dense, NULL)
                         : grn_gather_reference(&c->gather, operand, &c->indices.view, dense, NULL);
}

static grn_status one_shot(const random_case *c, const grn_tensor *operand, const grn_tensor *dense)
{
    return c->is_scatter ? grn_scatter(&c->scatter, c->ninputs, operand, &c->indices.view, dense, NULL)
                         : grn_gather(&c->gather, operand, &c->indices.view, dense, NULL);
}

static grn_status run_plan(const random_case *c, const grn_plan *plan, const grn_tensor *operand,
                           const grn_tensor *dense)
{
    void *results[RANDOM_INPUTS], *scratch = NULL;
    const void *updates[RANDOM_INPUTS];
    size_t bytes = grn_plan_scratch_bytes(plan);
    for (size_t i = 0; i < c->ninputs; i++) {
        results[i] = operand[i].data;
        updates[i] = dense[i].data;
    }
    if (bytes && !(scratch = aligned_alloc(64, (bytes + 63) / 64 * 64)))
        return GRN_E_MEMORY;
    grn_status status =
        c->is_scatter ? grn_plan_run_scatter(plan, results, c->indices.view.data, updates, scratch, NULL)
                      : grn_plan_run_gather(plan, operand[0].data, c->indices.view.data, dense[0].data, scratch, NULL);
    free(scratch);
    return status;
}

static grn_status planned(const random_case *c, const grn_tensor *operand, const grn_tensor *dense)
{
    grn_plan *plan;
    grn_status status =
        c->is_scatter
            ? grn_plan_scatter(&c->scatter, c->ninputs, operand, &c->indices.view, dense, NULL, NULL, NULL, &plan)
            : grn_plan_gather(&c->gather, operand, &c->indices.view, dense, NULL, NULL, NULL, &plan);
    if (status == GRN_OK)
        status = run_plan(c, plan, operand, dense);
    grn_plan_destroy(plan);
    return status;
}

static bool run(const random_case *c, path_fn path, answer *a)
{
    grn_tensor operand[RANDOM_INPUTS], dense[RANDOM_INPUTS];
    bool made = true;
    *a = (answer){0};
    for (size_t i = 0; i < c->ninputs; i++) {
        const random_buffer *from = random_destination(c, i);
        made = made && destination_copy(from, &a->to[i]);
        operand[i] = c->operand[i].view;
        dense[i] = c->dense[i].view;
        grn_tensor *place = c->is_scatter ? &operand[i] : &dense[i];
        if (made && place->data)
            place->data = a->to[i].now.view.data;
    }
    if (made)
        a->status = path(c, operand, dense);
    for (size_t i = 0; made && a->status != GRN_OK && i < c->ninputs; i++)
        if (memcmp(a->to[i].now.memory, a->to[i].before.memory, a->to[i].now.bytes) != 0)
            broken("on an error the destination is untouched", grn_status_name(a->status), NULL);
    return made;
}

static void release(answer *a)
{
    for (size_t i = 0; i < RANDOM_INPUTS; i++)
        destination_release(&a->to[i]);
}

/* ---- what cannot be -------------------------------------------------------------------------- */

#define PATH_NAME(name) #name,
#define PATH_FN(name) name,
static const char *const path_names[] = {PATHS(PATH_NAME)};
static const path_fn paths[] = {PATHS(PATH_FN)};
#define NPATHS (sizeof paths / sizeof *paths)

static grn_status check_promises(const random_case *c)
{
    return c->is_scatter ? grn_scatter_check_promises(&c->scatter, &c->operand[0].view, &c->indices.view,
                                                      &c->dense[0].view, NULL, NULL)
                         : grn_gather_check_promises(&c->gather, &c->operand[0].view, &c->indices.view, NULL, NULL);
}

static grn_status check_shape(const random_case *c)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor operand[RANDOM_INPUTS], dense[RANDOM_INPUTS];
    for (size_t i = 0; i < c->ninputs; i++) {
        operand[i] = c->operand[i].view;
        dense[i] = c->dense[i].view;
    }
    return c->is_scatter ? grn_scatter_check(&c->scatter, c->ninputs, operand, &c->indices.view, dense, NULL)
                         : grn_gather_shape(&c->gather, operand, &c->indices.view, NULL, &rank, shape);
}

static void refuse(const random_case *c, const char *claim)
{
    for (size_t w = 0; w < NPATHS; w++) {
        answer a;
        if (run(c, paths[w], &a) && a.status == GRN_OK)
            broken(claim, path_names[w], c->is_scatter ? "scatter" : "gather");
        release(&a);
    }
}

static grn_tensor *victim(entropy *e, random_case *c)
{
    size_t i = (size_t)pick(e, c->ninputs);
    switch (pick(e, 3)) {
    case 0: return &c->indices.view;
    case 1: return &c->operand[i].view;
    default: return &c->dense[i].view;
    }
}

static void wrong_view(entropy *e, random_case *c)
{
    grn_tensor *t = victim(e, c), before = *t;
    if (spoil_view(e, true, t)) {
        refuse(c, "a view that cannot be is refused");
        bool seen = t == &c->indices.view || t == &c->operand[0].view || (c->is_scatter && t == &c->dense[0].view);
        if (t->data && seen && check_shape(c) == GRN_OK)
            broken("a view that cannot be has no shape", NULL, NULL);
        if (t->data && seen && check_promises(c) == GRN_OK)
            broken("a view that cannot be keeps no promise", NULL, NULL);
    }
    *t = before;
}

static grn_dims *any_list(entropy *e, random_case *c)
{
    grn_dimension_numbers *d = c->is_scatter ? &c->scatter.dims : &c->gather.dims;
    grn_dims *const lists[] = {&d->offset_dims,           &d->collapsed_slice_dims,
                               &d->operand_batching_dims, &d->start_indices_batching_dims,
                               &d->start_index_map,       &c->gather.slice_sizes};
    return lists[pick(e, c->is_scatter ? 5 : 6)];
}

static void wrong_list(entropy *e, random_case *c)
{
    spoil_list(e, any_list(e, c));
    refuse(c, "a list that cannot be is refused");
    if (check_shape(c) == GRN_OK || check_promises(c) == GRN_OK)
        broken("a list that cannot be is refused", "check", NULL);
}

static void wrong_word(entropy *e, random_case *c)
{
    static const int words[] = {-1, 99, INT32_MAX, INT32_MIN, GRN_BOUNDS_COUNT, GRN_COMBINER_COUNT};
    grn_index_rule *r = c->is_scatter ? &c->scatter.index : &c->gather.index;
    int word = PICK_OF(e, words);
    switch (pick(e, 4)) {
    case 0: r->bounds = (grn_bounds)(word == GRN_COMBINER_COUNT ? 99 : word); break;
    case 1: r->grain = (grn_grain)word; break;
    case 2: r->batch_rule = (grn_batch_rule)word; break;
    default:
        if (!c->is_scatter)
            return;
        c->scatter.combiner = (grn_combiner)(word == GRN_BOUNDS_COUNT ? 99 : word);
        break;
    }
    refuse(c, "a word that is not in its list is refused");
}

/* ---- what may be ----------------------------------------------------------------------------- */

static void change(entropy *e, random_case *c)
{
    static const int64_t numbers[] = {-1, 0, 1, 2, 3, INT64_MIN, INT64_MAX, GRN_MAX_RANK};
    grn_index_rule *r = c->is_scatter ? &c->scatter.index : &c->gather.index;
    grn_dimension_numbers *d = c->is_scatter ? &c->scatter.dims : &c->gather.dims;
    r->indices_are_sorted = r->unique_indices = false;
    for (size_t times = 1 + (size_t)pick(e, 3); times > 0; times--)
        switch (pick(e, 4)) {
        case 0: d->index_vector_dim = PICK_OF(e, numbers); break;
        case 1: r->base = PICK_OF(e, numbers); break;
        default: change_list(e, any_list(e, c)); break;
        }
}

static void changed_numbers(entropy *e, random_case *c)
{
    answer all[NPATHS];
    bool made = true;
    change(e, c);
    for (size_t w = 0; w < NPATHS; w++)
        made = run(c, paths[w], &all[w]) && made;
    for (size_t w = 1; made && w < NPATHS; w++) {
        if (all[w].status != all[0].status)
            broken("all ways answer what the reference does", path_names[w], grn_status_name(all[w].status));
        for (size_t i = 0; i < c->ninputs; i++)
            if (memcmp(all[w].to[i].now.memory, all[0].to[i].now.memory, all[0].to[i].now.bytes) != 0)
                broken("all ways give the reference's bytes", path_names[w], NULL);
    }
    for (size_t w = 0; w < NPATHS; w++)
        release(&all[w]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const kinds[])(entropy * e, random_case * c) = {wrong_view, wrong_view,      wrong_list,
                                                                  wrong_word, changed_numbers, changed_numbers};
    entropy e;
    entropy_init(&e, data, size);
    random_case *c = random_case_create(entropy_source(&e), one_in(&e, 2));
    if (c)
        PICK_OF(&e, kinds)(&e, c);
    random_case_destroy(c);
    return 0;
}
