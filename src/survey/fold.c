/* fold.c - the ops that a value is made by, each run once in the order of the text. */
#include <stdlib.h>

#include "survey/fold.h"

enum { MOST_OPS = 1024 };            /* of one value */
#define MOST_BYTES ((size_t)1 << 27) /* of all of a fold's */

enum { NEEDED = 1, UNKNOWN = 2 }; /* of a value */

/* ---- which ops ------------------------------------------------------------------------------- */

static bool names_a_symbol(const grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++)
        if (op->attrs[i].value->kind == GRN_ATTR_SYMBOL)
            return true;
    return false;
}

static bool is_foldable(const grn_op *op)
{
    if (!op->def || !(op->def->traits & GRN_TRAIT_PURE) || op->def->no_meaning || op->nresults == 0 ||
        op->nregions > 0 || op->nsuccessors > 0 || names_a_symbol(op))
        return false;
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_type_is_memref(grn_result_type(op, i)))
            return false;
    return true;
}

/* One more op; false: it cannot be, or memory was refused. */
static bool need(grn_fold *f, const grn_value *v)
{
    const grn_op *op = v->def;
    if (f->frame.slot[v->slot] || (f->marked[v->slot] & NEEDED))
        return true;
    if (!op || (f->marked[v->slot] & UNKNOWN) || !is_foldable(op) || f->needed.count == MOST_OPS)
        return false;
    const grn_op **slot = grn_vec_push(&f->needed);
    f->refused |= !slot;
    if (!slot)
        return false;
    *slot = op;
    for (size_t i = 0; i < op->nresults; i++)
        f->marked[op->results[i].slot] |= NEEDED;
    return true;
}

static bool collect(grn_fold *f, const grn_value *value)
{
    bool all = need(f, value);
    for (size_t at = 0; all && at < f->needed.count; at++) {
        const grn_op *op = ((const grn_op **)f->needed.items)[at];
        for (size_t i = 0; all && i < op->noperands; i++)
            all = need(f, op->operands[i]);
    }
    return all;
}

static void unmark(grn_fold *f)
{
    for (size_t n = 0; n < f->needed.count; n++) {
        const grn_op *op = ((const grn_op **)f->needed.items)[n];
        for (size_t i = 0; i < op->nresults; i++)
            f->marked[op->results[i].slot] &= UNKNOWN;
    }
}

static size_t depth_of(const grn_op *op)
{
    size_t depth = 0;
    while ((op = grn_op_parent(op)) != NULL)
        depth++;
    return depth;
}

/* Values come from blocks around: those further out first, in a block in its order. */
static int compare(const void *a, const void *b)
{
    const grn_op *x = *(const grn_op *const *)a, *y = *(const grn_op *const *)b;
    const size_t dx = x->block == y->block ? 0 : depth_of(x), dy = x->block == y->block ? 0 : depth_of(y);
    if (dx != dy)
        return dx < dy ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* ---- running them ---------------------------------------------------------------------------- */

/* A value with a second holder is never written over. */
static grn_status hold(grn_fold *f, const grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        grn_rt *holder = grn_vec_push(&f->held);
        status = holder ? grn_rt_share(&f->run, f->frame.slot[op->results[i].slot], NULL, holder) : GRN_E_MEMORY;
    }
    return status;
}

static grn_status make(grn_fold *f, const grn_op *op)
{
    f->run.place = op->place;
    grn_status status = grn_charge_op(&f->run, &f->frame, op);
    if (status == GRN_OK)
        status = grn_run_op(&f->run, &f->frame, op);
    return status == GRN_OK ? hold(f, op) : status;
}

bool grn_fold_value(grn_fold *f, const grn_value *value, grn_tensor *out)
{
    f->needed.count = 0;
    bool known = value->slot < f->frame.nslots && collect(f, value);
    unmark(f);
    if (known && f->needed.count > 1)
        qsort(f->needed.items, f->needed.count, sizeof(const grn_op *), compare);
    for (size_t i = 0; known && i < f->needed.count; i++) {
        const grn_op *op = ((const grn_op **)f->needed.items)[i];
        known = make(f, op) == GRN_OK;
    }
    if (known)
        *out = f->frame.slot[value->slot]->tensor;
    else if (value->slot < f->frame.nslots)
        f->marked[value->slot] |= UNKNOWN;
    return known;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* What the module's allocator refuses is no answer; what is over the fold's own limit is. */
static void *allocate(void *user, size_t bytes, size_t alignment)
{
    grn_fold *f = user;
    const grn_allocator *a = f->module->allocator;
    void *memory = a->allocate(a->user, bytes, alignment);
    f->refused |= !memory;
    return memory;
}

static void give_back(void *user, void *memory, size_t bytes)
{
    const grn_fold *f = user;
    const grn_allocator *a = f->module->allocator;
    a->release(a->user, memory, bytes);
}

/* ---- begin and end --------------------------------------------------------------------------- */

/* The op that numbers the values around `op`. */
static const grn_op *numbered_by(const grn_op *op)
{
    const grn_op *at = grn_op_parent(op);
    while (at && !(at->def && (at->def->traits & GRN_TRAIT_ISOLATED)))
        at = grn_op_parent(at);
    return at;
}

grn_status grn_fold_begin(grn_fold *f, const grn_module *module, const grn_op *op, uint64_t max_steps)
{
    const grn_op *function = numbered_by(op);
    *f = (grn_fold){.module = module, .memory = {allocate, give_back, f}};
    grn_budget_init(&f->budget, &f->memory, MOST_BYTES);
    f->run = (grn_runtime){.ir = &module->ir,
                           .allocator = &f->budget.allocator,
                           .budget = &f->budget,
                           .diag = &grn_quiet,
                           .max_steps = max_steps,
                           .position = {.rank = -1},
                           .place = op->place};
    grn_vec_init(&f->held, &f->budget.allocator, sizeof(grn_rt));
    grn_vec_init(&f->needed, &f->budget.allocator, sizeof(const grn_op *));
    grn_status status = grn_frame_init(&f->run, &f->frame, function ? function->nslots : 0);
    f->marked = status == GRN_OK ? grn_allocate(&f->budget.allocator, (f->frame.nslots + 1) * sizeof *f->marked) : NULL;
    if (f->marked)
        memset(f->marked, 0, (f->frame.nslots + 1) * sizeof *f->marked);
    else if (status == GRN_OK)
        grn_frame_destroy(&f->run, &f->frame);
    return f->marked ? GRN_OK : GRN_E_MEMORY;
}

uint64_t grn_fold_end(grn_fold *f)
{
    const uint64_t steps = f->run.steps;
    for (size_t i = 0; i < f->held.count; i++)
        grn_rt_release(&f->run, (grn_rt *)f->held.items + i);
    grn_vec_destroy(&f->held);
    grn_vec_destroy(&f->needed);
    grn_release(&f->budget.allocator, f->marked, (f->frame.nslots + 1) * sizeof *f->marked);
    grn_frame_destroy(&f->run, &f->frame);
    grn_frame_clear_homes(&f->run);
    return steps;
}
