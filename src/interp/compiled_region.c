/*
 * compiled_region.c - regions of scalars, run on many elements at once.
 *
 * A reduction's, comparator's or combiner's region works on rank-0 tensors.
 * When everything in it that depends on its arguments is element-wise, it is
 * compiled to a list of element functions over registers of one block each;
 * what does not depend on the arguments is run once, beforehand. Any other
 * region runs as it is, one element at a time.
 */
#include "interp/compiled_region.h"

typedef grn_region_value region_value;
typedef grn_quick_step quick_step;

#define BLOCK_BYTES ((size_t)GRN_ELEMENT_BLOCK * 16)

static grn_step *step_of(grn_exec *x) { return (grn_step *)x; }

/* ---- compiling ------------------------------------------------------------------------------- */

/* Most regions are short: a search from the end finds a recent value first. */
static size_t find_value(const grn_compiled *compiled, const grn_value *v)
{
    const grn_value *const *keys = compiled->keys.items;
    if (compiled->number)
        return (size_t)compiled->number[v->slot] - 1; /* 0: SIZE_MAX */
    for (size_t i = compiled->keys.count; i-- > 0;)
        if (keys[i] == v)
            return i;
    return SIZE_MAX;
}

static region_value *add_value(grn_compiled *compiled, const grn_value *v, grn_dtype dtype)
{
    const grn_value **key = grn_vec_push(&compiled->keys);
    region_value *value = key ? grn_vec_push(&compiled->values) : NULL;
    if (!value)
        return NULL;
    *key = v;
    if (compiled->number)
        compiled->number[v->slot] = (uint32_t)compiled->values.count;
    *value = (region_value){.dtype = dtype, .bytes = grn_dtype_bytes(dtype)};
    return value;
}

static bool is_scalar(const grn_type *t)
{
    return t->kind == GRN_TYPE_TENSOR && t->rank == 0 && t->element->kind != GRN_TYPE_QUANT && t->element->dtype;
}

static grn_status new_block(grn_step *step, void **out)
{
    *out = grn_allocate(step->run->allocator, BLOCK_BYTES);
    return *out ? GRN_OK : grn_run_no_memory(step->run, BLOCK_BYTES);
}

/* A value computed once, from outside the region or within it, spread over a block. */
static grn_status add_constant(grn_step *step, grn_compiled *compiled, const grn_value *v)
{
    const grn_tensor *t = &step->frame->slot[v->slot]->tensor;
    region_value *value = add_value(compiled, v, t->dtype);
    if (!value)
        return grn_run_no_memory(step->run, sizeof *value);
    void *block;
    grn_status status = new_block(step, &block);
    if (status != GRN_OK)
        return status;
    value->block = block;
    size_t bytes = grn_dtype_bytes(t->dtype);
    for (size_t i = 0; i < GRN_ELEMENT_BLOCK; i++)
        memcpy((char *)block + i * bytes, t->data, bytes);
    return GRN_OK;
}

/* The number of v among the region's values; a value from outside the region is added to them.
 * SIZE_MAX: it cannot be. */
static grn_status number_of(grn_step *step, grn_compiled *compiled, const grn_value *v, size_t *out)
{
    *out = find_value(compiled, v);
    if (*out != SIZE_MAX)
        return GRN_OK;
    if (!is_scalar(v->type)) {
        compiled->elementwise = false;
        return GRN_OK;
    }
    grn_status status = add_constant(step, compiled, v);
    *out = compiled->values.count - 1;
    return status;
}

static bool varies(const grn_compiled *compiled, const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++) {
        size_t k = find_value(compiled, op->operands[i]);
        if (k != SIZE_MAX && ((region_value *)compiled->values.items)[k].varies)
            return true;
    }
    return op->nregions > 0; /* a region may capture an argument: taken to do so */
}

static grn_status compile_step(grn_step *step, grn_compiled *compiled, const grn_op *op)
{
    const grn_element *element = op->def->element_of ? op->def->element_of(op) : op->def->element;
    grn_dtype in[GRN_ELEMENT_ARGS];
    grn_element_step s = {.in = {0}};
    size_t number = 0;
    compiled->elementwise =
        element && op->nresults == 1 && is_scalar(op->results[0].type) && op->noperands == element->nargs;
    for (size_t i = 0; compiled->elementwise && i < op->noperands; i++) {
        grn_status status = number_of(step, compiled, op->operands[i], &number);
        if (status != GRN_OK)
            return status;
        s.in[i] = (uint32_t)number;
        if (compiled->elementwise)
            in[i] = grn_region_value_at(compiled, number)->dtype;
    }
    if (!compiled->elementwise)
        return GRN_OK;
    grn_dtype out = op->results[0].type->element->dtype;
    if (grn_element_bind(element, in, out, &s.function) != GRN_OK) {
        compiled->elementwise = false; /* running one element at a time reports what is wrong */
        return GRN_OK;
    }
    region_value *result = add_value(compiled, &op->results[0], out);
    grn_element_step *slot = result ? grn_vec_push(&compiled->steps) : NULL;
    if (!slot)
        return grn_run_no_memory(step->run, sizeof *slot);
    result->varies = true;
    s.out = (uint32_t)(compiled->values.count - 1);
    *slot = s;
    return new_block(step, &result->block);
}

static grn_status compile_op(grn_step *step, grn_compiled *compiled, const grn_op *op)
{
    if (op->def && (op->def->traits & GRN_TRAIT_TERMINATOR)) {
        compiled->end = op;
        return GRN_OK;
    }
    if (!op->def) {
        compiled->elementwise = false;
        return GRN_OK;
    }
    if (varies(compiled, op))
        return compile_step(step, compiled, op);
    grn_status status = grn_charge_op(step->run, step->frame, op);
    return status == GRN_OK ? grn_run_op(step->run, step->frame, op) : status; /* once; its results stay in the frame */
}

/* An argument that is returned goes through a block of its own, since results may lie over
 * arguments. */
static grn_status compile_result(grn_step *step, grn_compiled *compiled, const grn_value *v, size_t *number)
{
    grn_status status = number_of(step, compiled, v, number);
    if (status != GRN_OK || !compiled->elementwise || grn_region_value_at(compiled, *number)->block)
        return status;
    return new_block(step, &grn_region_value_at(compiled, *number)->block);
}

static grn_status compile_results(grn_step *step, grn_compiled *compiled)
{
    compiled->nresults = compiled->end->noperands;
    compiled->result = grn_allocate(step->run->allocator, compiled->nresults * sizeof *compiled->result);
    if (!compiled->result)
        return grn_run_no_memory(step->run, compiled->nresults * sizeof *compiled->result);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && compiled->elementwise && i < compiled->nresults; i++)
        status = compile_result(step, compiled, compiled->end->operands[i], &compiled->result[i]);
    return status;
}

static bool last_step_gives_all(const grn_compiled *compiled)
{
    const grn_element_step *steps = compiled->steps.items;
    return compiled->nresults == 1 && compiled->steps.count > 0 &&
           compiled->result[0] == steps[compiled->steps.count - 1].out;
}

/* Values that are not in the caller's arrays keep one place for all blocks. */
static grn_status new_places(grn_step *step, grn_compiled *compiled)
{
    compiled->nplaces = compiled->values.count;
    compiled->at = grn_allocate(step->run->allocator, compiled->nplaces * sizeof *compiled->at);
    if (!compiled->at)
        return grn_run_no_memory(step->run, compiled->nplaces * sizeof *compiled->at);
    for (size_t i = 0; i < compiled->nplaces; i++) {
        compiled->at[i] = grn_region_value_at(compiled, i)->block;
        compiled->staged = compiled->staged || (i < compiled->narguments && compiled->at[i]);
    }
    compiled->result_in_place = last_step_gives_all(compiled);
    return GRN_OK;
}

static bool is_plain(const grn_bound_element *f) { return !f->widen[0] && !f->widen[1] && !f->widen[2] && !f->narrow; }

/* Unused argument slots of a function refer to the first value: its address is looked up but not
 * read. */
static grn_status new_quick_steps(grn_step *step, grn_compiled *compiled)
{
    const grn_element_step *steps = compiled->steps.items;
    for (size_t i = 0; i < compiled->steps.count; i++)
        if (!is_plain(&steps[i].function))
            return GRN_OK;
    if (compiled->steps.count == 0)
        return GRN_OK;
    compiled->quick = grn_allocate(step->run->allocator, compiled->steps.count * sizeof *compiled->quick);
    if (!compiled->quick)
        return grn_run_no_memory(step->run, compiled->steps.count * sizeof *compiled->quick);
    for (size_t i = 0; i < compiled->steps.count; i++) {
        compiled->quick[i] = (quick_step){.fn = steps[i].function.fn, .out = steps[i].out};
        memcpy(compiled->quick[i].in, steps[i].in, sizeof steps[i].in);
    }
    return GRN_OK;
}

static grn_status compile(grn_step *step, grn_compiled *compiled)
{
    const grn_block *block = compiled->region->first;
    compiled->elementwise = block && !block->next;
    for (size_t i = 0; compiled->elementwise && i < block->nargs; i++) {
        compiled->elementwise = is_scalar(block->args[i].type);
        region_value *v =
            compiled->elementwise ? add_value(compiled, &block->args[i], block->args[i].type->element->dtype) : NULL;
        if (compiled->elementwise && !v)
            return grn_run_no_memory(step->run, sizeof *v);
        if (v) {
            v->varies = true;
            compiled->narguments = i + 1;
        }
    }
    grn_status status = GRN_OK;
    for (const grn_op *op = compiled->elementwise ? block->first : NULL;
         op && status == GRN_OK && compiled->elementwise && !compiled->end; op = op->next)
        status = compile_op(step, compiled, op);
    if (status == GRN_OK && compiled->elementwise && compiled->end)
        status = compile_results(step, compiled);
    if (status == GRN_OK && compiled->elementwise)
        status = new_places(step, compiled);
    return status == GRN_OK && compiled->elementwise ? new_quick_steps(step, compiled) : status;
}

/* What the region's invariant ops left in the frame. */
static void drop_invariants(grn_step *step, const grn_region *region)
{
    for (const grn_op *op = region->first ? region->first->first : NULL; op; op = op->next)
        for (size_t i = 0; i < op->nresults; i++)
            grn_frame_drop(step->run, step->frame, &op->results[i]);
}

static void drop_result_numbers(grn_runtime *run, grn_compiled *compiled)
{
    if (compiled->result)
        grn_release(run->allocator, compiled->result, compiled->nresults * sizeof *compiled->result);
    compiled->result = NULL;
}

static grn_status one_at_a_time(grn_step *step, grn_compiled *compiled)
{
    const grn_block *block = compiled->region->first;
    if (!block)
        return grn_fail(step->run->diag, step->run->place, GRN_E_UNSUPPORTED, "an empty region cannot run");
    compiled->nargs = block->nargs;
    const grn_op *end = grn_block_terminator(block);
    drop_result_numbers(step->run, compiled);
    compiled->nresults = end ? end->noperands : 0;
    compiled->arg_rt = grn_rt_new(step->run, compiled->nargs);
    compiled->result_rt = grn_rt_new(step->run, compiled->nresults);
    compiled->stage = grn_allocate(step->run->allocator, 16 * compiled->nresults);
    if (!compiled->arg_rt || !compiled->result_rt)
        return GRN_E_MEMORY;
    if (!compiled->stage)
        return grn_run_no_memory(step->run, 16 * compiled->nresults);
    for (size_t i = 0; i < compiled->nargs; i++) {
        const grn_type *t = block->args[i].type;
        if (t->kind != GRN_TYPE_TENSOR || t->rank != 0 || !t->element->dtype)
            return grn_fail(step->run->diag, step->run->place, GRN_E_UNSUPPORTED,
                            "argument #%zu of the region is no scalar tensor that can run", i);
    }
    return GRN_OK;
}

/* In a region of more steps than these, values are found by their slots. */
#define SHORT_REGION 256
/* Slots that are cleared in a step. */
#define SLOTS_PER_STEP 16

static grn_status number_values(grn_step *step, grn_compiled *compiled)
{
    size_t n = step->frame->nslots, bytes = n * sizeof *compiled->number;
    if (compiled->steps_each <= SHORT_REGION)
        return GRN_OK;
    grn_status status = grn_charge(step->run, step->op, n / SLOTS_PER_STEP);
    if (status != GRN_OK)
        return status;
    compiled->number = grn_allocate(step->run->allocator, bytes);
    if (!compiled->number)
        return grn_run_no_memory(step->run, bytes);
    compiled->nslots = n;
    memset(compiled->number, 0, bytes);
    return GRN_OK;
}

static void drop_numbers(grn_runtime *run, grn_compiled *compiled)
{
    if (compiled->number)
        grn_release(run->allocator, compiled->number, compiled->nslots * sizeof *compiled->number);
    compiled->number = NULL;
}

/* Each op of the region, as an op that runs costs beside its elements. */
static uint64_t region_steps(const grn_region *region)
{
    uint64_t steps = 0;
    for (const grn_op *op = region->first ? region->first->first : NULL; op; op = op->next)
        steps = grn_steps_add(steps, 1 + (uint64_t)op->noperands + op->nresults);
    return steps;
}

/* The ops of a region that runs element by element are charged as they run. */
grn_status grn_compiled_charge(grn_exec *x, const grn_compiled *compiled, uint64_t n)
{
    return x->calls->charge(x, grn_steps_times(n, compiled->elementwise ? compiled->steps_each : 1));
}

void grn_compiled_free(grn_exec *x, grn_compiled *compiled)
{
    grn_runtime *run = step_of(x)->run;
    if (!compiled)
        return;
    for (size_t i = 0; i < compiled->values.count; i++)
        if (grn_region_value_at(compiled, i)->block)
            grn_release(run->allocator, grn_region_value_at(compiled, i)->block, BLOCK_BYTES);
    if (compiled->quick)
        grn_release(run->allocator, compiled->quick, compiled->steps.count * sizeof *compiled->quick);
    grn_vec_destroy(&compiled->values);
    grn_vec_destroy(&compiled->keys);
    grn_vec_destroy(&compiled->steps);
    drop_result_numbers(run, compiled);
    if (compiled->at)
        grn_release(run->allocator, compiled->at, compiled->nplaces * sizeof *compiled->at);
    grn_rt_free(run, compiled->nargs, compiled->arg_rt);
    grn_rt_free(run, compiled->nresults, compiled->result_rt);
    if (compiled->stage)
        grn_release(run->allocator, compiled->stage, 16 * compiled->nresults);
    grn_frame_destroy(run, &compiled->own);
    grn_release(run->allocator, compiled, sizeof *compiled);
}

/* A function's region has its values in a frame of its own, where the step is moved. */
static grn_status enter_frame(grn_step *step, grn_compiled *compiled)
{
    const grn_op *parent = compiled->region->parent;
    if (!parent || parent->nslots == 0)
        return GRN_OK;
    grn_status status = grn_frame_init(step->run, &compiled->own, parent->nslots);
    step->frame = &compiled->own;
    return status;
}

grn_status grn_compiled_new(grn_exec *x, const grn_region *region, grn_compiled **out)
{
    grn_step within = *step_of(x), *step = &within;
    *out = NULL;
    grn_compiled *compiled = grn_allocate(step->run->allocator, sizeof *compiled);
    if (!compiled)
        return grn_run_no_memory(step->run, sizeof *compiled);
    *compiled = (grn_compiled){.region = region, .steps_each = region_steps(region)};
    grn_vec_init(&compiled->values, step->run->allocator, sizeof(region_value));
    grn_vec_init(&compiled->keys, step->run->allocator, sizeof(const grn_value *));
    grn_vec_init(&compiled->steps, step->run->allocator, sizeof(grn_element_step));
    grn_status status = enter_frame(step, compiled);
    if (status == GRN_OK)
        status = grn_charge(step->run, step->op, compiled->steps_each);
    if (status == GRN_OK)
        status = number_values(step, compiled);
    if (status == GRN_OK)
        status = compile(step, compiled);
    drop_numbers(step->run, compiled);
    if (step->frame->slot) /* memory for a frame may have been refused */
        drop_invariants(step, region);
    compiled->elementwise = compiled->elementwise && compiled->end;
    if (status == GRN_OK && !compiled->elementwise)
        status = one_at_a_time(step, compiled);
    if (status != GRN_OK) {
        grn_compiled_free(x, compiled);
        return status;
    }
    *out = compiled;
    return GRN_OK;
}

const grn_bound_element *grn_compiled_single(const grn_compiled *compiled)
{
    const grn_element_step *step = compiled->steps.items;
    if (!compiled->elementwise || !compiled->result_in_place || compiled->steps.count != 1 ||
        step->function.nargs != compiled->narguments)
        return NULL;
    for (size_t i = 0; i < compiled->narguments; i++)
        if (step->in[i] != i)
            return NULL;
    return &step->function;
}
