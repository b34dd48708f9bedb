/* plans.c - plans kept between executions of an op, within a run and from run to run. */
#include "interp/plans.h"

#include <stdio.h>
#include <string.h>

#include "plan/plan.h"

/* The most plans that are kept; a plan takes some KiB. They are a set-associative cache by op and
 * layouts: an op's plans are in one of WAYS places, of which the least recently used one is
 * replaced. */
#define PLACES 64
#define WAYS 4
/* An op that the one-shot call runs by the same rows is planned when it runs for the third time: by
 * then it is likely in a loop. */
#define MEETINGS 3

typedef struct kept_plan {
    const grn_op *op;
    uint32_t meetings;
    grn_plan *plan; /* NULL: not yet */
    uint64_t asked; /* when it was last used */
} kept_plan;

struct grn_kept_plans {
    const grn_allocator *allocator; /* the module's: they outlive runs and their budgets */
    grn_parallel parallel;          /* what the plans point to */
    bool has_machine;               /* whether they were chosen by these figures, or by those of grn_machine_here */
    grn_machine machine;
    const grn_tuning *tuning; /* that they were made with, and may be gone: for comparison alone */
    grn_race_mode race;
    uint64_t now; /* counts uses */
    kept_plan place[PLACES];
};

/* ---- from run to run ------------------------------------------------------------------------- */

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

/* Whether the plans that are kept would be chosen again: their partition follows from the threads,
 * the rest from the figures. */
static bool still_hold(const grn_kept_plans *kept, const grn_runtime *run, int32_t threads)
{
    const grn_machine *machine = run->machine;
    grn_machine whole;
    if (machine)
        grn_machine_take(&whole, machine);
    bool same = kept->has_machine == (machine != NULL) && kept->tuning == run->tuning && kept->race == run->race;
    return same && run->tune_seconds <= 0 && kept->parallel.threads == threads &&
           (!machine || grn_same_figures(&kept->machine, &whole));
}

static bool is_measured(const grn_runtime *run) { return run->tuning || run->tune_seconds > 0; }

void grn_plans_borrow(grn_runtime *run, grn_module *module, const grn_run_options *options)
{
    grn_kept_plans *kept = atomic_exchange(&module->kept, NULL);
    const grn_parallel *parallel = options->parallel;
    const grn_machine *machine = options->machine;
    run->parallel = parallel;
    run->machine = machine;
    run->tuning = options->tuning;
    run->tune_seconds = options->tune_seconds;
    run->race = grn_run_race(options);
    run->kept = kept ? kept : new_plans(module->allocator);
    if (!run->kept)
        return;
    int32_t threads = parallel ? parallel->threads : 1;
    if (kept && !still_hold(kept, run, threads))
        forget(kept);
    run->kept->has_machine = machine != NULL;
    run->kept->tuning = run->tuning;
    run->kept->race = run->race;
    if (machine)
        grn_machine_take(&run->kept->machine, machine);
    run->kept->parallel = parallel ? *parallel : (grn_parallel){.threads = 1};
    run->parallel = parallel ? &run->kept->parallel : NULL;
}

/* What races came to; what there is no memory for is not noted. */
static void learn(const grn_kept_plans *kept, grn_tuning *tuning)
{
    for (size_t i = 0; tuning && i < PLACES; i++)
        if (kept->place[i].plan)
            (void)!grn_tuning_learn(tuning, kept->place[i].plan);
}

void grn_plans_return(grn_runtime *run, grn_module *module)
{
    grn_kept_plans *kept = run->kept;
    if (kept)
        learn(kept, run->tuning);
    run->kept = NULL;
    run->parallel = NULL;
    if (kept)
        grn_plans_destroy(atomic_exchange(&module->kept, kept));
}

/* ---- whether one fits ------------------------------------------------------------------------ */

static bool same_rule(const grn_index_rule *a, const grn_index_rule *b)
{
    return a->base == b->base && a->wrap_negative == b->wrap_negative && a->bounds == b->bounds &&
           a->grain == b->grain && a->batch_rule == b->batch_rule && a->indices_are_sorted == b->indices_are_sorted &&
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
    return grn_same_dimension_numbers(&a->dims, &b->dims) && same_rule(&a->index, &b->index) &&
           grn_dims_equal(&a->slice_sizes, &b->slice_sizes) && memcmp(a->fill, b->fill, sizeof a->fill) == 0;
}

/* A region's combiner is of one run, its plan as well. */
static bool same_scatter(const grn_scatter_spec *a, const grn_scatter_spec *b)
{
    return grn_same_dimension_numbers(&a->dims, &b->dims) && same_rule(&a->index, &b->index) &&
           a->combiner == b->combiner && a->combiner != GRN_COMBINE_REGION;
}

static bool fits(const grn_plan *plan, const grn_problem *p)
{
    const grn_problem *made = &plan->problem;
    if ((p->gather != NULL) != (made->gather != NULL))
        return false;
    bool same = p->gather ? same_gather(made->gather, p->gather) : same_scatter(made->scatter, p->scatter);
    return same && same_layouts(made, p);
}

/* ---- finding or making ----------------------------------------------------------------------- */

static size_t place_of(const grn_op *op)
{
    return (size_t)((uint64_t)(uintptr_t)op / 16 * UINT64_C(0x9E3779B97F4A7C15) >> 32) % PLACES;
}

static grn_status make(grn_runtime *run, const grn_problem *p, const grn_allocator *allocator, grn_plan **out)
{
    grn_plan_options options = {.size_bytes = sizeof options,
                                .parallel = run->parallel,
                                .machine = run->machine,
                                .tuning = run->tuning,
                                .tune_seconds = run->tune_seconds,
                                .race = run->race};
    if (p->gather)
        return grn_plan_gather(p->gather, p->operand, p->indices, p->dense, &options, allocator, NULL, out);
    return grn_plan_scatter(p->scatter, p->npairs, p->operand, p->indices, p->dense, &options, allocator, NULL, out);
}

/* So few elements are moved sooner, by the default figures, than a second thread begins. */
#define UNDIVIDED 32

/* Whether the one-shot call takes the rows that a plan of this run would: those of little to move
 * on one thread, by the default figures. From GRN_SMALL_BYTES on a plan takes well under a tenth of
 * the time the move takes. */
static bool one_shot_is_same(const grn_runtime *run, const grn_problem *p)
{
    size_t bytes;
    const int64_t elements = grn_tensor_elements(p->dense);
    const bool alone = !run->parallel || run->parallel->threads <= 1 || elements <= UNDIVIDED;
    return alone && !run->machine && !is_measured(run) && p->npairs == 1 &&
           grn_mul_size((size_t)elements, grn_dtype_bytes(p->dense->dtype), &bytes) && bytes < GRN_SMALL_BYTES;
}

/* The cache entry of the op's plan for these layouts; it has a plan once the op has run often
 * enough. */
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

/* The plan to run, which stays with the run; NULL: there is none. */
static const grn_plan *plan_for(grn_runtime *run, const grn_op *op, const grn_problem *p)
{
    if (!run->kept || (p->scatter && p->scatter->combiner == GRN_COMBINE_REGION))
        return NULL; /* a region is of one run */
    kept_plan *k = place_for(run->kept, op, p);
    k->asked = ++run->kept->now;
    if (k->plan)
        return k->plan;
    if (++k->meetings < MEETINGS && one_shot_is_same(run, p))
        return NULL;
    if (make(run, p, run->kept->allocator, &k->plan) != GRN_OK)
        k->plan = NULL; /* the one-shot call reports what is wrong */
    return k->plan;
}

/* ---- reporting plans ------------------------------------------------------------------------- */

typedef struct plan_text {
    size_t n;
    char text[GRN_MESSAGE_BYTES];
} plan_text;

/* What does not fit is cut. */
static grn_status keep_text(void *user, const char *text, size_t n)
{
    plan_text *t = user;
    size_t room = sizeof t->text - 1 - t->n, kept = n < room ? n : room;
    memcpy(t->text + t->n, text, kept);
    t->n += kept;
    t->text[t->n] = '\0';
    return GRN_OK;
}

static grn_status report_plan(grn_runtime *run, const grn_op *op, const grn_plan *plan)
{
    plan_text t;
    grn_sink sink = {keep_text, &t};
    t.n = (size_t)snprintf(t.text, sizeof t.text, "%.*s: ", (int)op->name.n, op->name.text);
    grn_status status = grn_plan_print(plan, &sink);
    if (status == GRN_OK)
        grn_emit(run->plans, GRN_SEVERITY_REMARK, op->place, t.text);
    return status;
}

/* Of an op that runs in one shot: by the rows of a plan that is made to be printed. */
static grn_status report_one_shot(grn_runtime *run, const grn_op *op, const grn_problem *p)
{
    grn_plan *plan;
    if (make(run, p, run->allocator, &plan) != GRN_OK)
        return GRN_OK; /* the one-shot call reports what is wrong */
    grn_status status = report_plan(run, op, plan);
    grn_plan_destroy(plan);
    return status;
}

/* The plan that runs the op: one that is kept, or one of its own. NULL: it runs in one shot. */
typedef struct chosen_plan {
    const grn_plan *plan;
    grn_plan *own;
    void *scratch;
} chosen_plan;

static bool borrow_scratch(grn_runtime *run, chosen_plan *c)
{
    size_t bytes = grn_plan_scratch_bytes(c->plan);
    c->scratch = bytes ? grn_allocate(run->allocator, bytes) : NULL;
    return !bytes || c->scratch;
}

static void end_plan(grn_runtime *run, chosen_plan *c)
{
    if (c->scratch)
        grn_release(run->allocator, c->scratch, grn_plan_scratch_bytes(c->plan));
    grn_plan_destroy(c->own);
    *c = (chosen_plan){NULL, NULL, NULL};
}

/* What is reported is what runs, whether it is reported or not. When memory for a plan or its
 * scratch is refused, the op runs in one shot. */
static grn_status begin_plan(grn_runtime *run, const grn_op *op, const grn_problem *p, chosen_plan *c)
{
    *c = (chosen_plan){plan_for(run, op, p), NULL, NULL};
    if (!c->plan && one_shot_is_same(run, p))
        return run->plans ? report_one_shot(run, op, p) : GRN_OK;
    if (!c->plan && make(run, p, run->allocator, &c->own) == GRN_OK)
        c->plan = c->own;
    if (!c->plan)
        return GRN_OK;
    if (!borrow_scratch(run, c)) {
        end_plan(run, c);
        return GRN_OK;
    }
    return run->plans ? report_plan(run, op, c->plan) : GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

grn_status grn_run_gather(grn_runtime *run, const grn_op *op, const grn_gather_spec *spec, const grn_tensor *operand,
                          const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag)
{
    grn_problem p = {.gather = spec, .npairs = 1, .operand = operand, .indices = indices, .dense = result};
    chosen_plan c;
    grn_status status = begin_plan(run, op, &p, &c);
    if (status == GRN_OK)
        status = c.plan ? grn_plan_run_gather(c.plan, operand->data, indices->data, result->data, c.scratch, diag)
                        : grn_gather(spec, operand, indices, result, diag);
    end_plan(run, &c);
    return status;
}

/* The array of input pointers has this length: a scatter of more inputs runs in one shot. */
#define INPUTS GRN_MAX_INPUTS

grn_status grn_run_scatter(grn_runtime *run, const grn_op *op, const grn_scatter_spec *spec, size_t ninputs,
                           const grn_tensor *results, const grn_tensor *indices, const grn_tensor *updates,
                           const grn_diag *diag)
{
    grn_problem p = {.scatter = spec, .npairs = ninputs, .operand = results, .indices = indices, .dense = updates};
    chosen_plan c = {NULL, NULL, NULL};
    void *to[INPUTS];
    const void *from[INPUTS];
    grn_status status = ninputs >= 1 && ninputs <= INPUTS ? begin_plan(run, op, &p, &c) : GRN_OK;
    for (size_t i = 0; c.plan && i < ninputs; i++) {
        to[i] = results[i].data;
        from[i] = updates[i].data;
    }
    if (status == GRN_OK)
        status = c.plan ? grn_plan_run_scatter(c.plan, to, indices->data, from, c.scratch, diag)
                        : grn_scatter(spec, ninputs, results, indices, updates, diag);
    end_plan(run, &c);
    return status;
}
