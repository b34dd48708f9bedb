/* op.c - one operation: operands from the frame, work by its row, results into the frame. */
#include <inttypes.h>

#include "interp/interp.h"

/* ---- the interface for rows ------------------------------------------------------------------ */

static grn_step *step_of(grn_exec *x) { return (grn_step *)x; /* the interface is its first member */ }

static grn_status exec_charge(grn_exec *x, uint64_t steps)
{
    grn_step *step = step_of(x);
    return grn_charge(step->run, step->op, steps);
}

/* A shape that cannot be counted is refused by the allocation. */
static grn_status exec_alloc(grn_exec *x, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_rt *out)
{
    grn_step *step = step_of(x);
    int64_t elements;
    if (!step->op->covers_makes && grn_shape_elements(rank, shape, &elements)) {
        grn_status status = grn_charge(step->run, step->op, (uint64_t)elements);
        if (status != GRN_OK)
            return status;
    }
    return grn_rt_alloc(step->run, dtype, rank, shape, out);
}

static grn_status exec_share(grn_exec *x, const grn_rt *in, const grn_tensor *view, grn_rt *out)
{
    return grn_rt_share(step_of(x)->run, in, view, out);
}

static void exec_release(grn_exec *x, grn_rt *value) { grn_rt_release(step_of(x)->run, value); }

static grn_storage exec_storage(const grn_rt *value)
{
    const struct grn_buffer *b = value->buffer;
    return b ? (grn_storage){b->data, b->bytes - GRN_BUFFER_HEAD, b->ended, b->constant} : (grn_storage){.begin = NULL};
}

static void exec_end_storage(const grn_rt *value)
{
    if (value->buffer)
        value->buffer->ended = true;
}

static void exec_make_constant(const grn_rt *value)
{
    if (value->buffer)
        value->buffer->constant = true;
}

static bool region_uses(const grn_region *region, const grn_value *v)
{
    for (const grn_block *b = region->first; b; b = b->next)
        for (const grn_op *op = b->first; op; op = op->next) {
            for (size_t i = 0; i < op->noperands; i++)
                if (op->operands[i] == v)
                    return true;
            for (size_t r = 0; r < op->nregions; r++)
                if (region_uses(&op->regions[r], v))
                    return true;
        }
    return false;
}

bool grn_op_is_last_use(const grn_op *op, size_t operand)
{
    const grn_value *v = op->operands[operand];
    if (v->last_use != op)
        return false;
    for (size_t i = 0; i < op->noperands; i++)
        if (i != operand && op->operands[i] == v)
            return false;
    for (size_t r = 0; r < op->nregions; r++)
        if (region_uses(&op->regions[r], v))
            return false;
    return true;
}

/* The value in the frame must be the buffer's only holder: operands are borrowed views that do not
 * count. */
static bool exec_may_donate(grn_exec *x, const grn_op *op, size_t i)
{
    const grn_rt *v = &x->operands[i];
    return v->buffer && v->buffer->references == 1 && grn_tensor_is_compact(&v->tensor) &&
           v->tensor.data == v->buffer->data && grn_op_is_last_use(op, i);
}

static grn_status exec_donate(grn_exec *x, size_t i, grn_rt *out)
{
    grn_status status =
        step_of(x)->op->covers_makes ? GRN_OK : exec_charge(x, grn_tensor_steps(&x->operands[i].tensor));
    if (status != GRN_OK)
        return status;
    return grn_rt_share(step_of(x)->run, &x->operands[i], NULL, out);
}

static grn_status exec_run_region(grn_exec *x, const grn_region *region, size_t nargs, grn_rt *args, size_t nresults,
                                  grn_rt *results)
{
    grn_step *step = step_of(x);
    return grn_run_region(step->run, step->frame, region, nargs, args, nresults, results);
}

static grn_status exec_call(grn_exec *x, const grn_op *callee, size_t n, const grn_rt *args, size_t nresults,
                            grn_rt *results)
{
    grn_step *step = step_of(x);
    size_t shared = 0;
    grn_rt *taken = grn_rt_new(step->run, n);
    grn_status status = taken ? GRN_OK : GRN_E_MEMORY;
    for (; shared < n && status == GRN_OK; shared++)
        status = grn_rt_share(step->run, &args[shared], NULL, &taken[shared]);
    /* what the caller does not need any more is the callee's alone, which may then write over it */
    for (size_t i = 0; status == GRN_OK && args == x->operands && i < n && i < step->op->noperands; i++)
        if (grn_op_is_last_use(step->op, i))
            grn_frame_drop(step->run, step->frame, step->op->operands[i]);
    if (status == GRN_OK)
        status = grn_run_function(step->run, callee, n, taken, nresults, results);
    grn_rt_free(step->run, n, taken);
    return status;
}

static void *exec_library(grn_exec *x, const grn_library *library, const char *function)
{
    return grn_libraries_find(step_of(x)->run->libraries, library, function);
}

static const grn_exec_calls calls = {
    .charge = exec_charge,
    .charge_compiled = grn_compiled_charge,
    .alloc = exec_alloc,
    .share = exec_share,
    .release = exec_release,
    .storage = exec_storage,
    .end_storage = exec_end_storage,
    .make_constant = exec_make_constant,
    .may_donate = exec_may_donate,
    .donate = exec_donate,
    .run_region = exec_run_region,
    .call = exec_call,
    .compile_region = grn_compiled_new,
    .run_compiled = grn_compiled_run,
    .fold_compiled = grn_compiled_fold,
    .compiled_single = grn_compiled_single,
    .free_compiled = grn_compiled_free,
    .run_grid = grn_exec_run_grid,
    .infeed = grn_exec_infeed,
    .outfeed = grn_exec_outfeed,
    .probe = grn_exec_probe,
    .probed = grn_exec_probed,
    .print = grn_exec_print,
    .gather = grn_exec_gather,
    .scatter = grn_exec_scatter,
    .scatter_own = grn_exec_scatter_own,
    .bag = grn_exec_bag,
    .segments = grn_exec_segments,
    .library = exec_library,
};

void grn_step_init(grn_step *step, grn_runtime *run, grn_frame *frame, const grn_op *op, const grn_rt *operands,
                   grn_rt *results)
{
    *step = (grn_step){.exec = {.calls = &calls,
                                .operands = operands,
                                .results = results,
                                .flags = run->flags,
                                .diag = run->diag,
                                .allocator = run->allocator,
                                .parallel = run->parallel,
                                .foreign = run->foreign,
                                .position = &run->position,
                                .shared = &run->shared,
                                .grid = run->grid},
                       .run = run,
                       .frame = frame,
                       .op = op};
}

/* ---- meaning --------------------------------------------------------------------------------- */

static grn_status run_meaning(grn_step *step)
{
    const grn_op_def *def = step->op->def;
    const grn_element *element = def->element_of ? def->element_of(step->op) : def->element;
    if (def->to_spec)
        return def->in_memory && step->op->nresults == 0 ? def->in_memory(&step->exec, step->op)
                                                         : grn_step_access(step);
    if (def->eval)
        return def->eval(&step->exec, step->op);
    if (!element)
        return grn_exec_fail(&step->exec, step->op, GRN_E_UNSUPPORTED, "cannot run: %s",
                             def->no_meaning ? def->no_meaning : "its attributes name no known function");
    return grn_step_element(step, element);
}

/* A view that stands for more elements than memory may hold would take a program's time without
 * taking its memory. */
static grn_status check_size(grn_step *step, const grn_tensor *t)
{
    size_t bytes, limit = step->run->budget->limit_bytes;
    if (!grn_mul_size((size_t)grn_tensor_elements(t), grn_dtype_bytes(t->dtype), &bytes) || bytes > limit)
        return grn_exec_fail(&step->exec, step->op, GRN_E_MEMORY,
                             "stands for %" PRId64 " elements of %s, more than the memory limit of %zu bytes",
                             grn_tensor_elements(t), grn_dtype_text(t->dtype), limit);
    return GRN_OK;
}

/* Later ops rely on this: a result agrees with its type in all that the type fixes. */
static grn_status check_result(grn_step *step, size_t i)
{
    const grn_type *type = grn_type_at_run(step->op->results[i].type);
    const grn_rt *value = &step->exec.results[i];
    if (type->kind != GRN_TYPE_TENSOR)
        return GRN_OK;
    grn_status status = check_size(step, &value->tensor);
    if (status != GRN_OK)
        return status;
    if (value->tensor.rank != type->rank || value->tensor.dtype != type->element->dtype)
        return grn_exec_fail(&step->exec, step->op, GRN_E_SHAPE,
                             "result #%zu has rank %d and element type %s, its type says %d and %s", i,
                             (int)value->tensor.rank, grn_dtype_text(value->tensor.dtype), (int)type->rank,
                             grn_dtype_text(type->element->dtype));
    for (int32_t d = 0; d < type->rank; d++)
        if (type->shape[d] != GRN_DYNAMIC && type->shape[d] != value->tensor.shape[d])
            return grn_exec_fail(&step->exec, step->op, GRN_E_SHAPE,
                                 "result #%zu has %" PRId64 " elements along dimension %d, its type says %" PRId64, i,
                                 value->tensor.shape[d], (int)d, type->shape[d]);
    return GRN_OK;
}

static grn_status define_result(grn_step *step, size_t i)
{
    grn_status status = check_result(step, i);
    if (status == GRN_OK)
        status = grn_frame_define(step->run, step->frame, &step->op->results[i], &step->exec.results[i]);
    return status;
}

grn_status grn_define_result(grn_runtime *run, grn_frame *frame, const grn_op *op, grn_rt *value)
{
    grn_step step;
    grn_step_init(&step, run, frame, op, NULL, value);
    return define_result(&step, 0);
}

static grn_status define_results(grn_step *step)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < step->op->nresults; i++)
        status = define_result(step, i);
    return status;
}

/* Operands are borrowed: copies of the frame's views that do not count as holders. */
static void borrow_operands(const grn_frame *frame, const grn_op *op, grn_rt *operands)
{
    for (size_t i = 0; i < op->noperands; i++)
        grn_rt_assign(&operands[i], frame->slot[op->operands[i]->slot]);
}

/* Any op of any module, so arities come from outside: the arrays are on the heap when they are
 * long. */
#define ON_STACK 4

grn_status grn_run_op(grn_runtime *run, grn_frame *frame, const grn_op *op)
{
    if (!op->def)
        return grn_fail(run->diag, op->place, GRN_E_UNSUPPORTED,
                        "'%.*s' cannot run: garner does not know what it means", (int)op->name.n, op->name.text);
    grn_rt on_stack[ON_STACK];
    size_t count = op->noperands + op->nresults;
    grn_rt *values = on_stack;
    if (count > ON_STACK)
        values = grn_rt_new(run, count);
    for (size_t i = 0; values == on_stack && i < count; i++)
        grn_rt_clear(&on_stack[i]);
    if (!values)
        return GRN_E_MEMORY;

    grn_step step;
    grn_rt *results = values + op->noperands;
    grn_step_init(&step, run, frame, op, values, results);
    borrow_operands(frame, op, values);
    grn_status status = run_meaning(&step);
    if (status == GRN_E_CHECK && run->failed_checks && op->nresults == 0) {
        ++*run->failed_checks;
        status = GRN_OK;
    }
    if (status == GRN_OK)
        status = define_results(&step);
    grn_rt_release_all(run, op->nresults, results);
    if (values != on_stack)
        grn_release(run->allocator, values, count * sizeof *values);
    return status;
}
