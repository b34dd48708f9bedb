/* run.c - functions, regions and the blocks in them. */
#include <inttypes.h>

#include "interp/chains.h"

static bool value_dies_here(const grn_op *op, const grn_value *v) { return v->last_use == op; }

/* Releases the values that `op` or the ops in its regions use last. Returns how many ops there are
 * in its regions. */
static uint64_t release_in(grn_runtime *run, grn_frame *frame, const grn_op *at, const grn_op *op)
{
    uint64_t nested = 0;
    for (size_t i = 0; i < op->noperands; i++)
        if (value_dies_here(at, op->operands[i]))
            grn_frame_drop(run, frame, op->operands[i]);
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                nested += 1 + inner->noperands + release_in(run, frame, at, inner);
    return nested;
}

uint64_t grn_release_dead(grn_runtime *run, grn_frame *frame, const grn_op *op)
{
    uint64_t nested = release_in(run, frame, op, op);
    for (size_t i = 0; op->chain && op->chain->root == op && i + 1 < op->chain->nops; i++)
        release_in(run, frame, op, op->chain->ops[i]);
    for (size_t i = 0; i < op->nresults; i++)
        if (!op->results[i].last_use)
            grn_frame_drop(run, frame, &op->results[i]);
    return nested;
}

/* The terminator's operands are the block's results. */
static grn_status take_results(grn_runtime *run, grn_frame *frame, const grn_op *end, size_t nresults, grn_rt *results)
{
    if (end->noperands != nresults)
        return grn_fail(run->diag, end->place, GRN_E_SHAPE, "%.*s gives %zu values, %zu are expected", (int)end->name.n,
                        end->name.text, end->noperands, nresults);
    for (size_t i = 0; i < nresults; i++) {
        grn_status status = grn_rt_share(run, frame->slot[end->operands[i]->slot], NULL, &results[i]);
        if (status != GRN_OK) {
            grn_rt_release_all(run, i, results);
            return status;
        }
    }
    return GRN_OK;
}

/* Whether it runs with its chain. Rows that are summed run op by op under a limit of steps, so that it is met at
 * the same op. */
static bool is_fused(const grn_runtime *run, const grn_op *op)
{
    return run->fuses && op->chain && !(op->chain->rows && run->max_steps != UINT64_MAX);
}

/* An op of a chain waits for the root. */
static bool waits(const grn_runtime *run, const grn_op *op) { return is_fused(run, op) && op->chain->root != op; }

static grn_status run_op(grn_runtime *run, grn_frame *frame, const grn_op *op)
{
    if (waits(run, op))
        return GRN_OK;
    return is_fused(run, op) ? grn_run_chain(run, frame, op->chain) : grn_run_op(run, frame, op);
}

/* ---- observed ops ---------------------------------------------------------------------------- */

typedef struct traced {
    const grn_op *op;
    const grn_frame *frame;
} traced;

GRN_API const grn_tensor *grn_traced_result(const grn_traced_op *op, size_t i)
{
    const traced *t = op ? op->within : NULL;
    const grn_rt *value = t && i < t->op->nresults ? t->frame->slot[t->op->results[i].slot] : NULL;
    return value && value->tensor.dtype != GRN_NO_DTYPE ? &value->tensor : NULL;
}

static grn_status run_observed(grn_runtime *run, grn_frame *frame, const grn_op *op)
{
    const traced within = {op, frame};
    const grn_traced_op told = {.place = op->place,
                                .op = op->name.text,
                                .op_bytes = op->name.n,
                                .depth = run->depth - 1,
                                .nfused = is_fused(run, op) ? op->chain->nops - 1 : 0,
                                .is_access = op->def && (op->def->to_spec || op->def->as_access),
                                .within = &within};
    grn_observe_op(run, &told, true);
    grn_status status = run_op(run, frame, op);
    if (status == GRN_OK)
        grn_observe_op(run, &told, false);
    return status;
}

static grn_status stopped(const grn_runtime *run, const grn_op *op)
{
    return grn_fail(run->diag, op->place, GRN_E_LIMIT, "%.*s: the run was stopped by its caller", (int)op->name.n,
                    op->name.text);
}

static grn_status run_block(grn_runtime *run, grn_frame *frame, const grn_block *block, size_t nresults,
                            grn_rt *results)
{
    for (const grn_op *op = block->first; op; op = op->next) {
        run->place = op->place;
        bool ends = op->def && (op->def->traits & GRN_TRAIT_TERMINATOR);
        grn_status status = run->stop && run->stop(run->stop_user) ? stopped(run, op) : grn_charge_op(run, frame, op);
        if (status == GRN_OK && ends && op->def->eval) /* what a step does at its end, while its values are there */
            status = grn_run_op(run, frame, op);
        if (status == GRN_OK)
            status = ends                                ? take_results(run, frame, op, nresults, results)
                     : run->observers && !waits(run, op) ? run_observed(run, frame, op)
                                                         : run_op(run, frame, op);
        uint64_t nested = waits(run, op) ? 0 : grn_release_dead(run, frame, op);
        if (nested && status == GRN_OK)
            status = grn_charge(run, op, nested); /* the ops of branches that were not taken were walked too */
        if (status != GRN_OK || ends)
            return status;
    }
    return nresults == 0 ? GRN_OK
                         : grn_fail(run->diag, run->place, GRN_E_VERIFY, "a block ends without giving its results");
}

static grn_status define_args(grn_runtime *run, grn_frame *frame, const grn_block *block, size_t nargs, grn_rt *args)
{
    if (block->nargs != nargs)
        return grn_fail(run->diag, block->place, GRN_E_SHAPE, "a block takes %zu values, %zu are given", block->nargs,
                        nargs);
    for (size_t i = 0; i < nargs; i++) {
        grn_status status = grn_frame_define(run, frame, &block->args[i], &args[i]);
        if (status != GRN_OK)
            return status;
        if (!block->args[i].last_use)
            grn_frame_drop(run, frame, &block->args[i]);
    }
    return GRN_OK;
}

grn_status grn_run_region(grn_runtime *run, grn_frame *frame, const grn_region *region, size_t nargs, grn_rt *args,
                          size_t nresults, grn_rt *results)
{
    if (!region->first || region->first->next)
        return grn_fail(run->diag, run->place, GRN_E_UNSUPPORTED, "only regions of one block can run, this one has %s",
                        region->first ? "more" : "none");
    if (run->depth >= GRN_MAX_DEPTH)
        return grn_fail(run->diag, run->place, GRN_E_LIMIT,
                        "calls and regions nest deeper than garner's limit of %d" GRN_SET_WHEN_BUILT(GRN_MAX_DEPTH),
                        GRN_MAX_DEPTH);
    if (run->observers)
        grn_observe_region(run, frame, region, false);
    run->depth++;
    grn_place place = run->place;
    grn_status status = define_args(run, frame, region->first, nargs, args);
    grn_rt_release_all(run, nargs, args); /* those that found no place, after a failure */
    if (status == GRN_OK)
        status = run_block(run, frame, region->first, nresults, results);
    run->place = place;
    run->depth--;
    return status;
}

grn_status grn_run_function(grn_runtime *run, const grn_op *function, size_t nargs, grn_rt *args, size_t nresults,
                            grn_rt *results)
{
    const grn_attr *name = grn_op_attr(function, "sym_name");
    if (function->nregions != 1 || !function->regions[0].first)
        return grn_fail(run->diag, run->place, GRN_E_UNSUPPORTED, "@%.*s has no body to run",
                        name ? (int)name->text.n : 0, name ? name->text.text : "");
    grn_frame frame;
    grn_status status = grn_charge_function(run, function);
    if (status != GRN_OK)
        return status;
    status = grn_frame_init(run, &frame, function->nslots);
    if (status == GRN_OK)
        status = grn_run_region(run, &frame, &function->regions[0], nargs, args, nresults, results);
    grn_frame_destroy(run, &frame);
    return status;
}
