/* plans.c - plans kept between the times an op is met, in one run and from run to run. */
#include "interp/plans.h"

#include "plan/plan.h"

/* Plans that are kept; a plan takes some KiB. An op has one for each of the layouts it meets, in one of WAYS places, of
 * which the one that was asked for longest ago is given to another. */
#define PLACES 64
#define WAYS 4
/* From so many bytes on a plan is made the first time: it takes well under a tenth of the time the move takes. */
#define LARGE_BYTES GRN_SMALL_BYTES
/* A small op is planned when it is met for the third time: by then it is likely a loop's. */
#define MEETINGS 3

typedef struct kept_plan {
    const grn_op *op;
    uint32_t meetings;
    grn_plan *plan; /* NULL: not yet */
    uint64_t asked; /* when it was last asked for */
} kept_plan;

struct grn_kept_plans {
    const grn_allocator *allocator; /* the module's: they outlive runs and their budgets */
    grn_parallel parallel; /* what the plans point to */
    uint64_t now; /* counts what is asked for */
    kept_plan place[PLACES];
};

/* ---- from run to run ------------------------------------------------------------------------------------------- */

static void forget(grn_kept_plans *kept)
{
    for (size_t i = 0; i < PLACES; i++) {
        grn_plan_destroy(kept->place[i].plan);
        kept->place[i] = (kept_plan){.op = NULL};
    }
}

void grn_plans_destroy(grn_kept_plans *kept)
{
    if (!kept)
        return;
    forget(kept);
    grn_release(kept->allocator, kept, sizeof *kept);
}

static grn_kept_plans *new_plans(const grn_allocator *allocator)
{
    grn_kept_plans *kept = grn_allocate(allocator, sizeof *kept);
    if (kept)
        *kept = (grn_kept_plans){.allocator = allocator};
    return kept;
}

void grn_plans_borrow(grn_runtime *run, grn_module *module, const grn_parallel *parallel)
{
    grn_kept_plans *kept = atomic_exchange(&module->kept, NULL);
    run->parallel = parallel;
    run->kept = kept ? kept : new_plans(module->allocator);
    if (!run->kept)
        return;
    int32_t threads = parallel ? parallel->threads : 1;
    if (kept && kept->parallel.threads != threads)
        forget(kept); /* how a plan is cut follows from the number */
    run->kept->parallel = parallel ? *parallel : (grn_parallel){.threads = 1};
    run->parallel = parallel ? &run->kept->parallel : NULL;
}

void grn_plans_return(grn_runtime *run, grn_module *module)
{
    grn_kept_plans *kept = run->kept;
    run->kept = NULL;
    run->parallel = NULL;
    if (kept)
        grn_plans_destroy(atomic_exchange(&module->kept, kept));
}

/* ---- whether one fits ------------------------------------------------------------------------------------------ */

static bool same_dims(const grn_dims *a, const grn_dims *b)
{
    return a->count == b->count && memcmp(a->v, b->v, (size_t)a->count * sizeof *a->v) == 0;
}

static bool same_numbers(const grn_dimension_numbers *a, const grn_dimension_numbers *b)
{
    return same_dims(&a->offset_dims, &b->offset_dims) && same_dims(&a->collapsed_slice_dims, &b->collapsed_slice_dims) &&
           same_dims(&a->operand_batching_dims, &b->operand_batching_dims) &&
           same_dims(&a->start_indices_batching_dims, &b->start_indices_batching_dims) &&
           same_dims(&a->start_index_map, &b->start_index_map) && a->index_vector_dim == b->index_vector_dim;
}

static bool same_rule(const grn_index_rule *a, const grn_index_rule *b)
{
    return a->base == b->base && a->wrap_negative == b->wrap_negative && a->bounds == b->bounds && a->grain == b->grain &&
           a->batch_rule == b->batch_rule && a->indices_are_sorted == b->indices_are_sorted &&
           a->unique_indices == b->unique_indices;
}

static bool same_layout(const grn_tensor *a, const grn_tensor *b)
{
    size_t bytes = (size_t)a->rank * sizeof *a->shape;
    return a->dtype == b->dtype && a->rank == b->rank && memcmp(a->shape, b->shape, bytes) == 0 &&
           memcmp(a->stride, b->stride, bytes) == 0;
}

static bool same_layouts(const grn_problem *a, const grn_problem *b)
{
    bool same = a->npairs == b->npairs && same_layout(a->indices, b->indices);
    for (size_t i = 0; same && i < a->npairs; i++)
        same = same_layout(&a->operand[i], &b->operand[i]) && same_layout(&a->dense[i], &b->dense[i]);
    return same;
}

static bool same_gather(const grn_gather_spec *a, const grn_gather_spec *b)
{
    return same_numbers(&a->dims, &b->dims) && same_rule(&a->index, &b->index) &&
           same_dims(&a->slice_sizes, &b->slice_sizes) && memcmp(a->fill, b->fill, sizeof a->fill) == 0;
}

/* A region's combiner is of one run, its plan as well. */
static bool same_scatter(const grn_scatter_spec *a, const grn_scatter_spec *b)
{
    return same_numbers(&a->dims, &b->dims) && same_rule(&a->index, &b->index) && a->combiner == b->combiner &&
           a->combiner != GRN_COMBINE_REGION;
}

static bool fits(const grn_plan *plan, const grn_problem *p)
{
    const grn_problem *made = &plan->problem;
    if ((p->gather != NULL) != (made->gather != NULL))
        return false;
    bool same = p->gather ? same_gather(made->gather, p->gather) : same_scatter(made->scatter, p->scatter);
    return same && same_layouts(made, p);
}

/* ---- finding or making ----------------------------------------------------------------------------------------- */

static size_t place_of(const grn_op *op)
{
    return (size_t)((uint64_t)(uintptr_t)op / 16 * UINT64_C(0x9E3779B97F4A7C15) >> 32) % PLACES;
}

static grn_status make(grn_runtime *run, const grn_problem *p, const grn_allocator *allocator, grn_plan **out)
{
    grn_plan_options options = {.parallel = run->parallel};
    if (p->gather)
        return grn_plan_gather(p->gather, p->operand, p->indices, p->dense, &options, allocator, NULL, out);
    return grn_plan_scatter(p->scatter, p->npairs, p->operand, p->indices, p->dense, &options, allocator, NULL, out);
}

static bool is_large(const grn_problem *p)
{
    size_t bytes;
    return !grn_mul_size((size_t)grn_tensor_elements(p->dense), p->npairs * grn_dtype_bytes(p->dense->dtype), &bytes) ||
           bytes >= LARGE_BYTES;
}

/* Where the op's plan for these layouts is, or will be when it has been met often enough. */
static kept_plan *place_for(grn_kept_plans *kept, const grn_op *op, const grn_problem *p)
{
    kept_plan *oldest = NULL, *begun = NULL;
    for (size_t i = 0, at = place_of(op); i < WAYS; i++) {
        kept_plan *k = &kept->place[(at + i) % PLACES];
        if (k->op == op && k->plan && fits(k->plan, p))
            return k;
        if (k->op == op && !k->plan)
            begun = k;
        if (!oldest || k->asked < oldest->asked)
            oldest = k;
    }
    if (begun)
        return begun;
    grn_plan_destroy(oldest->plan);
    *oldest = (kept_plan){.op = op};
    return oldest;
}

/* The plan to run; NULL: in one shot. It stays with the run. */
static const grn_plan *plan_for(grn_runtime *run, const grn_op *op, const grn_problem *p)
{
    if (!run->kept || (p->scatter && p->scatter->combiner == GRN_COMBINE_REGION))
        return NULL;
    kept_plan *k = place_for(run->kept, op, p);
    k->asked = ++run->kept->now;
    if (k->plan)
        return k->plan;
    if (++k->meetings < MEETINGS && !is_large(p))
        return NULL;
    if (make(run, p, run->kept->allocator, &k->plan) != GRN_OK)
        k->plan = NULL; /* what is wrong, the one-shot call will tell */
    return k->plan;
}

/* ---- running --------------------------------------------------------------------------------------------------- */

/* False: the scratch was refused. */
static bool borrow_scratch(grn_runtime *run, const grn_plan *plan, void **scratch)
{
    size_t bytes = grn_plan_scratch_bytes(plan);
    *scratch = bytes ? grn_allocate(run->allocator, bytes) : NULL;
    return !bytes || *scratch;
}

static void return_scratch(grn_runtime *run, const grn_plan *plan, void *scratch)
{
    if (scratch)
        grn_release(run->allocator, scratch, grn_plan_scratch_bytes(plan));
}

grn_status grn_run_gather(grn_runtime *run, const grn_op *op, const grn_gather_spec *spec, const grn_tensor *operand,
                          const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag)
{
    grn_problem p = {.gather = spec, .npairs = 1, .operand = operand, .indices = indices, .dense = result};
    const grn_plan *plan = plan_for(run, op, &p);
    void *scratch;
    if (!plan || !borrow_scratch(run, plan, &scratch))
        return grn_gather(spec, operand, indices, result, diag);
    grn_status status = grn_plan_run_gather(plan, operand->data, indices->data, result->data, scratch, diag);
    return_scratch(run, plan, scratch);
    return status;
}

/* More inputs than these have their pointers nowhere to stand: they run in one shot. */
#define INPUTS 8

grn_status grn_run_scatter(grn_runtime *run, const grn_op *op, const grn_scatter_spec *spec, size_t ninputs,
                           const grn_tensor *results, const grn_tensor *indices, const grn_tensor *updates,
                           const grn_diag *diag)
{
    grn_problem p = {.scatter = spec, .npairs = ninputs, .operand = results, .indices = indices, .dense = updates};
    const grn_plan *plan = ninputs >= 1 && ninputs <= INPUTS ? plan_for(run, op, &p) : NULL;
    void *scratch, *to[INPUTS];
    const void *from[INPUTS];
    if (!plan || !borrow_scratch(run, plan, &scratch))
        return grn_scatter(spec, ninputs, results, indices, updates, diag);
    for (size_t i = 0; i < ninputs; i++) {
        to[i] = results[i].data;
        from[i] = updates[i].data;
    }
    grn_status status = grn_plan_run_scatter(plan, to, indices->data, from, scratch, diag);
    return_scratch(run, plan, scratch);
    return status;
}
