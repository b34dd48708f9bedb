/* access.c - ops that are a gather or a scatter: spec, plan, run. */
#include "dialects/common/quantized.h"
#include "interp/plans.h"
#include "access/meaning.h"

/* The op's own rule under the switches of the run. An op that only works on indices in range
 * promises that they are; a run checks the promise and answers an index out of range with an
 * error. */
void grn_rule_in_run(const grn_run_flags *flags, grn_index_rule *rule)
{
    if (flags->strict_bounds || rule->bounds == GRN_BOUNDS_PROMISE)
        rule->bounds = GRN_BOUNDS_ERROR;
    if (flags->drop_whole_window && rule->bounds == GRN_BOUNDS_SKIP)
        rule->grain = GRN_GRAIN_WINDOW;
}

/* The layers below know no text: their messages are reported at the op's place. */
typedef struct at_op {
    const grn_diag *outer;
    grn_place place;
} at_op;

static void emit_at_op(void *user, const grn_diagnostic *d)
{
    const at_op *at = user;
    grn_diagnostic placed = *d;
    if (placed.place.line == 0)
        placed.place = at->place;
    grn_emit_again(at->outer, &placed);
}

/* What an access runs on, and where its messages go: an index out of range is reported in the
 * words of the op's system. */
typedef struct in_words {
    const grn_diag *outer;
    const grn_step *step;
    const grn_gather_spec *gather; /* NULL: a scatter */
    const grn_scatter_spec *scatter;
    const grn_tensor *operand, *indices, *updates;
} in_words;

static void emit_in_words(void *user, const grn_diagnostic *d)
{
    const in_words *w = user;
    grn_diagnostic said = *d;
    char text[GRN_MESSAGE_BYTES];
    grn_meaning m;
    if (d->bad_index) {
        const grn_access_words words = grn_access_words_for(w->step->run->ir, w->step->op->name, w->scatter != NULL);
        if (w->gather)
            grn_gather_meaning(w->gather, w->operand, w->indices, &m);
        else
            grn_scatter_meaning(w->scatter, w->operand, w->indices, w->updates, &m);
        grn_bad_start_text(&m, d->bad_index, &words, text);
        said.message = text;
    }
    grn_emit_again(w->outer, &said);
}

/* Both run the access. */
static grn_status run_gather_spec(grn_step *step, const grn_gather_spec *spec, const grn_tensor *operand,
                                  const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag)
{
    in_words words = {.outer = diag, .step = step, .gather = spec, .operand = operand, .indices = indices};
    const grn_diag told = {emit_in_words, &words};
    return step->seen_after ? grn_run_observed_gather(step, spec, operand, indices, result, &told)
                            : grn_run_gather(step->run, step->op, spec, operand, indices, result, &told);
}

static grn_status run_scatter_spec(grn_step *step, const grn_scatter_spec *spec, size_t n, const grn_tensor *results,
                                   const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag)
{
    in_words words = {
        .outer = diag, .step = step, .scatter = spec, .operand = results, .indices = indices, .updates = updates};
    const grn_diag told = {emit_in_words, &words};
    return step->seen_after ? grn_run_observed_scatter(step, spec, n, results, indices, updates, &told)
                            : grn_run_scatter(step->run, step->op, spec, n, results, indices, updates, &told);
}

/* ---- gather ---------------------------------------------------------------------------------- */

/* What is moved, and where promises are checked, the operand. */
static grn_status charge_access(grn_step *step, const grn_index_rule *rule, size_t ninputs, const grn_tensor *operand,
                                const grn_tensor *dense)
{
    uint64_t steps = grn_steps_times(grn_tensor_steps(dense), ninputs);
    if (step->exec.flags.check_promises && (rule->indices_are_sorted || rule->unique_indices))
        steps = grn_steps_add(steps, grn_steps_add(grn_tensor_steps(dense), grn_tensor_steps(operand)));
    return grn_charge(step->run, step->op, steps);
}

/* `spec` has the run's switches. */
static grn_status gather_into(grn_step *step, grn_gather_spec *spec, const grn_tensor *operand,
                              const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag)
{
    grn_status status = charge_access(step, &spec->index, 1, operand, result);
    if (status == GRN_OK && step->run->observers)
        status = grn_observe_gather(step, spec, operand, indices, result);
    if (status == GRN_OK && step->exec.flags.check_promises)
        status = grn_gather_check_promises(spec, operand, indices, step->exec.allocator, diag);
    return status == GRN_OK ? run_gather_spec(step, spec, operand, indices, result, diag) : status;
}

static grn_status run_gather(grn_step *step, grn_access *a, const grn_tensor *operands, const grn_diag *diag)
{
    grn_exec *x = &step->exec;
    const grn_tensor *operand = &operands[a->operand];
    grn_rule_in_run(&x->flags, &a->gather.index);
    grn_status status = x->calls->alloc(x, operand->dtype, a->result_rank, a->result_shape, &x->results[0]);
    return status == GRN_OK ? gather_into(step, &a->gather, operand, &a->indices, &x->results[0].tensor, diag) : status;
}

/* ---- scatter --------------------------------------------------------------------------------- */

static grn_status converted(grn_step *step, const grn_tensor *in, grn_dtype dtype, grn_rt *out)
{
    grn_bound_element convert;
    grn_exec *x = &step->exec;
    grn_status status = x->calls->alloc(x, dtype, in->rank, in->shape, out);
    if (status != GRN_OK)
        return status;
    if (grn_element_bind(&grn_element_convert, &in->dtype, dtype, &convert) != GRN_OK)
        return grn_exec_fail(x, step->op, GRN_E_UNSUPPORTED, "cannot promote %s to %s", grn_dtype_text(in->dtype),
                             grn_dtype_text(dtype));
    grn_element_map(&convert, &out->tensor, in);
    return GRN_OK;
}

static const grn_type *element_of(const grn_value *v) { return grn_type_element_or_self(grn_type_at_run(v->type)); }

/* A quantized operand in the result's type: of another scale, zero point or range, where the region
 * promotes it. */
static grn_status requantized(grn_step *step, size_t operand, const grn_type *to, grn_rt *out)
{
    grn_exec *x = &step->exec;
    const grn_tensor *in = &x->operands[operand].tensor;
    grn_quantization a, b;
    grn_status status = grn_quantization_of(x, step->op, element_of(step->op->operands[operand]), in, &a);
    if (status == GRN_OK)
        status = grn_quantization_of(x, step->op, to, in, &b);
    if (status == GRN_OK)
        status = x->calls->alloc(x, to->dtype, in->rank, in->shape, out);
    if (status == GRN_OK)
        grn_eval_requantize(&out->tensor, in, &a, &b);
    return status;
}

static bool is_promoted(const grn_step *step, size_t operand, const grn_type *to)
{
    return to->kind == GRN_TYPE_QUANT && element_of(step->op->operands[operand]) != to;
}

/* Input i as the scatter's destination: in the result's dtype, and writable. */
static grn_status destination(grn_step *step, size_t operand, const grn_type *to, grn_dtype dtype, grn_rt *out)
{
    grn_exec *x = &step->exec;
    const grn_rt *in = &x->operands[operand];
    if (is_promoted(step, operand, to))
        return requantized(step, operand, to, out);
    if (in->tensor.dtype != dtype)
        return converted(step, &in->tensor, dtype, out);
    if (x->calls->may_donate(x, step->op, operand))
        return x->calls->donate(x, operand, out);
    grn_status status = x->calls->charge(x, grn_tensor_steps(&in->tensor));
    return status == GRN_OK ? grn_rt_clone(step->run, in, out) : status;
}

/* Updates in the destination's dtype; a view of the operand's where they are so already. */
static grn_status update_values(grn_step *step, size_t operand, const grn_type *to, grn_dtype dtype, grn_rt *out)
{
    const grn_rt *in = &step->exec.operands[operand];
    if (is_promoted(step, operand, to))
        return requantized(step, operand, to, out);
    return in->tensor.dtype == dtype ? grn_rt_share(step->run, in, NULL, out)
                                     : converted(step, &in->tensor, dtype, out);
}

/* The leading part of updates that the indices cover. */
static bool cut(const grn_access *a, grn_tensor *updates)
{
    for (int32_t d = 0; d < updates->rank; d++) {
        if (a->update_shape[d] > updates->shape[d])
            return false;
        updates->shape[d] = a->update_shape[d];
    }
    return true;
}

/* A region as the spec's combiner: current values, then updates, are its arguments. */
typedef struct region_combiner {
    grn_exec *exec;
    grn_compiled *compiled;
    size_t ninputs;
    const void **args;   /* 2 * ninputs */
    grn_program program; /* of a region that is one */
} region_combiner;

static grn_status combine_by_region(void *user, int64_t count, void *const *current, const void *const *update)
{
    region_combiner *c = user;
    for (size_t i = 0; i < c->ninputs; i++) {
        c->args[i] = current[i];
        c->args[c->ninputs + i] = update[i];
    }
    return grn_compiled_run(c->exec, c->compiled, (size_t)count, c->args, current);
}

static void combine_by_program(void *user, const grn_combine_list *list)
{
    const region_combiner *c = user;
    grn_program_run(&c->program, list);
}

static grn_status scatter_tensors(grn_step *step, grn_access *a, const grn_tensor *results, const grn_tensor *updates,
                                  const grn_diag *diag)
{
    grn_exec *x = &step->exec;
    grn_status status = charge_access(step, &a->scatter.index, a->ninputs, results, updates);
    grn_rule_in_run(&x->flags, &a->scatter.index);
    if (a->scatter.combiner == GRN_COMBINE_REGION)
        a->scatter.region = combine_by_region; /* which the checks of the spec ask for */
    if (status == GRN_OK && step->run->observers)
        status = grn_observe_scatter(step, &a->scatter, a->ninputs, results, &a->indices, updates);
    if (status == GRN_OK && x->flags.check_promises)
        status = grn_scatter_check_promises(&a->scatter, results, &a->indices, updates, x->allocator, diag);
    if (status != GRN_OK)
        return status;
    if (a->scatter.combiner != GRN_COMBINE_REGION)
        return run_scatter_spec(step, &a->scatter, a->ninputs, results, &a->indices, updates, diag);

    region_combiner combiner = {.exec = x, .ninputs = a->ninputs};
    size_t args_bytes = 2 * a->ninputs * sizeof *combiner.args;
    combiner.args = grn_allocate(x->allocator, args_bytes);
    if (!combiner.args)
        return grn_run_no_memory(step->run, args_bytes);
    status = x->calls->compile_region(x, &step->op->regions[0], &combiner.compiled);
    if (status == GRN_OK)
        status = x->calls->charge_compiled(x, combiner.compiled, grn_tensor_steps(updates));
    if (status == GRN_OK) {
        a->scatter.region_user = &combiner;
        if (grn_compiled_program(combiner.compiled, &combiner.program))
            a->scatter.region_in_order = combine_by_program;
        status = run_scatter_spec(step, &a->scatter, a->ninputs, results, &a->indices, updates, diag);
    }
    x->calls->free_compiled(x, combiner.compiled);
    grn_release(x->allocator, combiner.args, args_bytes);
    return status;
}

/* An element that was a NaN before and still is one keeps its bits: no update may have reached
 * it. */
static void keep_nans(const grn_tensor *out, const grn_tensor *in)
{
    grn_walk w;
    grn_walk_init(&w, out->rank, out->shape, 2, (const int64_t *[]){out->stride, in->stride});
    for (; w.more; grn_walk_next(&w)) {
        void *to = grn_tensor_at(out, w.offset[0]);
        const void *from = grn_tensor_at(in, w.offset[1]);
        grn_scalar now = grn_scalar_load(out->dtype, to), before = grn_scalar_load(in->dtype, from);
        if (now.f != now.f && before.f != before.f)
            memcpy(to, from, grn_dtype_bytes(out->dtype));
    }
}

/* Result i, accumulated in a wider float, in its own dtype: each element is rounded once. */
static grn_status rounded(grn_step *step, const grn_access *a, size_t i)
{
    grn_exec *x = &step->exec;
    const grn_tensor *before = &x->operands[a->operand + i].tensor;
    grn_rt wide = x->results[i];
    x->results[i] = (grn_rt){0};
    grn_status status = converted(step, &wide.tensor, before->dtype, &x->results[i]);
    x->calls->release(x, &wide);
    if (status == GRN_OK)
        keep_nans(&x->results[i].tensor, before);
    return status;
}

/* `held` keeps the updates; `views` lists destinations, then updates. */
static grn_status scatter_values(grn_step *step, grn_access *a, grn_rt *held, grn_tensor *views, const grn_diag *diag)
{
    grn_rt *results = step->exec.results;
    for (size_t i = 0; i < a->ninputs; i++) {
        const bool own = a->accumulate == GRN_NO_DTYPE;
        const grn_type *to = element_of(&step->op->results[i]);
        grn_dtype dtype = own ? to->dtype : a->accumulate;
        grn_status status = update_values(step, a->updates + i, to, dtype, &held[i]);
        if (status == GRN_OK)
            status = destination(step, a->operand + i, to, dtype, &results[i]);
        if (status != GRN_OK)
            return status;
        views[i] = results[i].tensor;
        views[a->ninputs + i] = held[i].tensor;
        if (a->cut_updates && !cut(a, &views[a->ninputs + i]))
            return grn_exec_fail(&step->exec, step->op, GRN_E_SHAPE, "updates are smaller than the indices ask for");
    }
    grn_status status = scatter_tensors(step, a, views, views + a->ninputs, diag);
    for (size_t i = 0; status == GRN_OK && a->accumulate != GRN_NO_DTYPE && i < a->ninputs; i++)
        status = rounded(step, a, i);
    return status;
}

static grn_status run_scatter(grn_step *step, grn_access *a, const grn_diag *diag)
{
    grn_runtime *run = step->run;
    size_t view_bytes = 2 * a->ninputs * sizeof(grn_tensor);
    grn_rt *held = grn_rt_new(run, a->ninputs);
    if (!held)
        return GRN_E_MEMORY;
    grn_tensor *views = grn_allocate(run->allocator, view_bytes);
    grn_status status = views ? scatter_values(step, a, held, views, diag) : grn_run_no_memory(run, view_bytes);
    if (views)
        grn_release(run->allocator, views, view_bytes);
    grn_rt_free(run, a->ninputs, held);
    return status;
}

/* ---- what an eval is made of ----------------------------------------------------------------- */

grn_status grn_exec_gather(grn_exec *x, const grn_gather_spec *spec, const grn_tensor *operand,
                           const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag)
{
    grn_gather_spec with_flags = *spec;
    grn_status status = x->calls->charge(x, grn_tensor_steps(indices));
    grn_rule_in_run(&x->flags, &with_flags.index);
    return status == GRN_OK ? gather_into((grn_step *)x, &with_flags, operand, indices, result, diag) : status;
}

grn_status grn_exec_scatter(grn_exec *x, const grn_scatter_spec *spec, const grn_tensor *full,
                            const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag)
{
    grn_scatter_spec with_flags = *spec;
    grn_status status = x->calls->charge(x, grn_tensor_steps(indices));
    if (status == GRN_OK)
        status = charge_access((grn_step *)x, &spec->index, 1, full, updates);
    grn_rule_in_run(&x->flags, &with_flags.index);
    if (status == GRN_OK && ((grn_step *)x)->run->observers)
        status = grn_observe_scatter((grn_step *)x, &with_flags, 1, full, indices, updates);
    if (status == GRN_OK && x->flags.check_promises)
        status = grn_scatter_check_promises(&with_flags, full, indices, updates, x->allocator, diag);
    return status == GRN_OK ? run_scatter_spec((grn_step *)x, &with_flags, 1, full, indices, updates, diag) : status;
}

/* ---- both ------------------------------------------------------------------------------------ */

grn_status grn_step_access(grn_step *step)
{
    grn_runtime *run = step->run;
    const grn_op *op = step->op;
    at_op at = {run->diag, op->place};
    grn_diag diag = {emit_at_op, &at};
    grn_access access;
    size_t bytes = op->noperands * sizeof(grn_tensor);
    grn_tensor *operands = grn_allocate(run->allocator, bytes);
    if (!operands)
        return grn_run_no_memory(run, bytes);
    for (size_t i = 0; i < op->noperands; i++)
        grn_tensor_assign(&operands[i], &step->exec.operands[i].tensor);
    grn_status status = op->def->to_spec(op, operands, &diag, &access);
    step->access = status == GRN_OK ? &access : NULL;
    if (status == GRN_OK && run->observers)
        status = grn_observe_access(
            run, &(grn_access_view){.moment = GRN_MOMENT_MEANT, .op = op, .access = &access, .given = operands});
    if (status == GRN_OK)
        status = access.kind == GRN_ACCESS_GATHER ? run_gather(step, &access, operands, &diag)
                                                  : run_scatter(step, &access, &diag);
    step->access = NULL;
    grn_release(run->allocator, operands, bytes);
    return status;
}

grn_status grn_exec_scatter_own(const grn_scatter_spec *spec, const grn_tensor *full, const grn_tensor *indices,
                                const grn_tensor *updates, const grn_diag *diag)
{
    return grn_scatter(spec, 1, full, indices, updates, diag);
}
