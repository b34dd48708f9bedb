/*
 * lanes.c - regions of scalars, run on many elements at once.
 *
 * A reduction's, comparator's or combiner's region works on rank-0 tensors.
 * When everything in it that depends on its arguments is element-wise, it is
 * compiled to a list of element functions over registers of one block each;
 * what does not depend on the arguments is run once, beforehand. Any other
 * region runs as it is, one element at a time.
 */
#include "interp/lanes.h"

typedef grn_lane_value lane_value;
typedef grn_quick_step quick_step;

#define BLOCK_BYTES ((size_t)GRN_ELEMENT_BLOCK * 16)

static grn_step *step_of(grn_exec *x)
{
    return (grn_step *)x;
}

/* ---- compiling --------------------------------------------------------------------------------------------------- */

static lane_value *lane_at(grn_lanes *lanes, size_t i)
{
    return (lane_value *)lanes->values.items + i;
}

/* Most regions are short: a search from the end finds a recent value first. */
static size_t find_value(const grn_lanes *lanes, const grn_value *v)
{
    const grn_value *const *keys = lanes->keys.items;
    if (lanes->number)
        return (size_t)lanes->number[v->slot] - 1; /* 0: SIZE_MAX */
    for (size_t i = lanes->keys.count; i-- > 0;)
        if (keys[i] == v)
            return i;
    return SIZE_MAX;
}

static lane_value *add_value(grn_lanes *lanes, const grn_value *v, grn_dtype dtype)
{
    const grn_value **key = grn_vec_push(&lanes->keys);
    lane_value *value = key ? grn_vec_push(&lanes->values) : NULL;
    if (!value)
        return NULL;
    *key = v;
    if (lanes->number)
        lanes->number[v->slot] = (uint32_t)lanes->values.count;
    *value = (lane_value){.dtype = dtype, .bytes = grn_dtype_bytes(dtype)};
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
static grn_status add_constant(grn_step *step, grn_lanes *lanes, const grn_value *v)
{
    const grn_tensor *t = &step->frame->slot[v->slot]->tensor;
    lane_value *value = add_value(lanes, v, t->dtype);
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

/* Number of v among the lane values; a value from outside the region becomes one here. SIZE_MAX: it cannot. */
static grn_status number_of(grn_step *step, grn_lanes *lanes, const grn_value *v, size_t *out)
{
    *out = find_value(lanes, v);
    if (*out != SIZE_MAX)
        return GRN_OK;
    if (!is_scalar(v->type)) {
        lanes->elementwise = false;
        return GRN_OK;
    }
    grn_status status = add_constant(step, lanes, v);
    *out = lanes->values.count - 1;
    return status;
}

static bool varies(const grn_lanes *lanes, const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++) {
        size_t k = find_value(lanes, op->operands[i]);
        if (k != SIZE_MAX && ((lane_value *)lanes->values.items)[k].varies)
            return true;
    }
    return op->nregions > 0; /* a region may capture an argument: not looked into */
}

static grn_status compile_step(grn_step *step, grn_lanes *lanes, const grn_op *op)
{
    const grn_element *element = op->def->element_of ? op->def->element_of(op) : op->def->element;
    grn_dtype in[GRN_ELEMENT_ARGS];
    grn_element_step s = {.in = {0}};
    size_t number = 0;
    lanes->elementwise = element && op->nresults == 1 && is_scalar(op->results[0].type) &&
                         op->noperands == element->nargs;
    for (size_t i = 0; lanes->elementwise && i < op->noperands; i++) {
        grn_status status = number_of(step, lanes, op->operands[i], &number);
        if (status != GRN_OK)
            return status;
        s.in[i] = (uint32_t)number;
        if (lanes->elementwise)
            in[i] = lane_at(lanes, number)->dtype;
    }
    if (!lanes->elementwise)
        return GRN_OK;
    grn_dtype out = op->results[0].type->element->dtype;
    if (grn_element_bind(element, in, out, &s.function) != GRN_OK) {
        lanes->elementwise = false; /* the one-at-a-time way will say what is wrong */
        return GRN_OK;
    }
    lane_value *result = add_value(lanes, &op->results[0], out);
    grn_element_step *slot = result ? grn_vec_push(&lanes->steps) : NULL;
    if (!slot)
        return grn_run_no_memory(step->run, sizeof *slot);
    result->varies = true;
    s.out = (uint32_t)(lanes->values.count - 1);
    *slot = s;
    return new_block(step, &result->block);
}

static grn_status compile_op(grn_step *step, grn_lanes *lanes, const grn_op *op)
{
    if (op->def && (op->def->traits & GRN_TRAIT_TERMINATOR)) {
        lanes->end = op;
        return GRN_OK;
    }
    if (!op->def) {
        lanes->elementwise = false;
        return GRN_OK;
    }
    if (varies(lanes, op))
        return compile_step(step, lanes, op);
    grn_status status = grn_charge_op(step->run, step->frame, op);
    return status == GRN_OK ? grn_run_op(step->run, step->frame, op) : status; /* once; its results stay in the frame */
}

/* An argument that is returned goes through a block of its own, since results may lie over arguments. */
static grn_status compile_result(grn_step *step, grn_lanes *lanes, const grn_value *v, size_t *number)
{
    grn_status status = number_of(step, lanes, v, number);
    if (status != GRN_OK || !lanes->elementwise || lane_at(lanes, *number)->block)
        return status;
    return new_block(step, &lane_at(lanes, *number)->block);
}

static grn_status compile_results(grn_step *step, grn_lanes *lanes)
{
    lanes->nresults = lanes->end->noperands;
    lanes->result = grn_allocate(step->run->allocator, lanes->nresults * sizeof *lanes->result);
    if (!lanes->result)
        return grn_run_no_memory(step->run, lanes->nresults * sizeof *lanes->result);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && lanes->elementwise && i < lanes->nresults; i++)
        status = compile_result(step, lanes, lanes->end->operands[i], &lanes->result[i]);
    return status;
}

static bool last_step_gives_all(const grn_lanes *lanes)
{
    const grn_element_step *steps = lanes->steps.items;
    return lanes->nresults == 1 && lanes->steps.count > 0 && lanes->result[0] == steps[lanes->steps.count - 1].out;
}

/* What does not lie with the caller is placed once and for all. */
static grn_status new_places(grn_step *step, grn_lanes *lanes)
{
    lanes->nplaces = lanes->values.count;
    lanes->at = grn_allocate(step->run->allocator, lanes->nplaces * sizeof *lanes->at);
    if (!lanes->at)
        return grn_run_no_memory(step->run, lanes->nplaces * sizeof *lanes->at);
    for (size_t i = 0; i < lanes->nplaces; i++) {
        lanes->at[i] = lane_at(lanes, i)->block;
        lanes->staged = lanes->staged || (i < lanes->narguments && lanes->at[i]);
    }
    lanes->direct = last_step_gives_all(lanes);
    return GRN_OK;
}

static bool is_plain(const grn_bound_element *f)
{
    return !f->widen[0] && !f->widen[1] && !f->widen[2] && !f->narrow;
}

/* Arguments that a function has not are the first value: they may be looked up, and are not read. */
static grn_status new_quick_steps(grn_step *step, grn_lanes *lanes)
{
    const grn_element_step *steps = lanes->steps.items;
    for (size_t i = 0; i < lanes->steps.count; i++)
        if (!is_plain(&steps[i].function))
            return GRN_OK;
    if (lanes->steps.count == 0)
        return GRN_OK;
    lanes->quick = grn_allocate(step->run->allocator, lanes->steps.count * sizeof *lanes->quick);
    if (!lanes->quick)
        return grn_run_no_memory(step->run, lanes->steps.count * sizeof *lanes->quick);
    for (size_t i = 0; i < lanes->steps.count; i++) {
        lanes->quick[i] = (quick_step){.fn = steps[i].function.fn, .out = steps[i].out};
        memcpy(lanes->quick[i].in, steps[i].in, sizeof steps[i].in);
    }
    return GRN_OK;
}

static grn_status compile(grn_step *step, grn_lanes *lanes)
{
    const grn_block *block = lanes->region->first;
    lanes->elementwise = block && !block->next;
    for (size_t i = 0; lanes->elementwise && i < block->nargs; i++) {
        lanes->elementwise = is_scalar(block->args[i].type);
        lane_value *v = lanes->elementwise ? add_value(lanes, &block->args[i], block->args[i].type->element->dtype) : NULL;
        if (lanes->elementwise && !v)
            return grn_run_no_memory(step->run, sizeof *v);
        if (v) {
            v->varies = true;
            lanes->narguments = i + 1;
        }
    }
    grn_status status = GRN_OK;
    for (const grn_op *op = lanes->elementwise ? block->first : NULL;
         op && status == GRN_OK && lanes->elementwise && !lanes->end; op = op->next)
        status = compile_op(step, lanes, op);
    if (status == GRN_OK && lanes->elementwise && lanes->end)
        status = compile_results(step, lanes);
    if (status == GRN_OK && lanes->elementwise)
        status = new_places(step, lanes);
    return status == GRN_OK && lanes->elementwise ? new_quick_steps(step, lanes) : status;
}

/* What the region's invariant ops left in the frame. */
static void drop_invariants(grn_step *step, const grn_region *region)
{
    for (const grn_op *op = region->first ? region->first->first : NULL; op; op = op->next)
        for (size_t i = 0; i < op->nresults; i++)
            grn_frame_drop(step->run, step->frame, &op->results[i]);
}

static void drop_result_numbers(grn_runtime *run, grn_lanes *lanes)
{
    if (lanes->result)
        grn_release(run->allocator, lanes->result, lanes->nresults * sizeof *lanes->result);
    lanes->result = NULL;
}

static grn_status one_at_a_time(grn_step *step, grn_lanes *lanes)
{
    const grn_block *block = lanes->region->first;
    if (!block)
        return grn_fail(step->run->diag, step->run->place, GRN_E_UNSUPPORTED, "an empty region cannot run");
    lanes->nargs = block->nargs;
    const grn_op *end = grn_block_terminator(block);
    drop_result_numbers(step->run, lanes);
    lanes->nresults = end ? end->noperands : 0;
    lanes->arg_rt = grn_rt_new(step->run, lanes->nargs);
    lanes->result_rt = grn_rt_new(step->run, lanes->nresults);
    lanes->stage = grn_allocate(step->run->allocator, 16 * lanes->nresults);
    if (!lanes->arg_rt || !lanes->result_rt)
        return GRN_E_MEMORY;
    if (!lanes->stage)
        return grn_run_no_memory(step->run, 16 * lanes->nresults);
    for (size_t i = 0; i < lanes->nargs; i++) {
        const grn_type *t = block->args[i].type;
        if (t->kind != GRN_TYPE_TENSOR || t->rank != 0 || !t->element->dtype)
            return grn_fail(step->run->diag, step->run->place, GRN_E_UNSUPPORTED,
                            "argument #%zu of the region is no scalar tensor that can run", i);
    }
    return GRN_OK;
}

/* A region of more steps than these has its values found by their slots. */
#define SHORT_REGION 256
/* Slots that are cleared in a step. */
#define SLOTS_PER_STEP 16

static grn_status number_values(grn_step *step, grn_lanes *lanes)
{
    size_t n = step->frame->nslots, bytes = n * sizeof *lanes->number;
    if (lanes->steps_each <= SHORT_REGION)
        return GRN_OK;
    grn_status status = grn_charge(step->run, step->op, n / SLOTS_PER_STEP);
    if (status != GRN_OK)
        return status;
    lanes->number = grn_allocate(step->run->allocator, bytes);
    if (!lanes->number)
        return grn_run_no_memory(step->run, bytes);
    lanes->nslots = n;
    memset(lanes->number, 0, bytes);
    return GRN_OK;
}

static void drop_numbers(grn_runtime *run, grn_lanes *lanes)
{
    if (lanes->number)
        grn_release(run->allocator, lanes->number, lanes->nslots * sizeof *lanes->number);
    lanes->number = NULL;
}

/* Each op of the region, as an op that runs costs beside its elements. */
static uint64_t region_steps(const grn_region *region)
{
    uint64_t steps = 0;
    for (const grn_op *op = region->first ? region->first->first : NULL; op; op = op->next)
        steps = grn_steps_add(steps, 1 + (uint64_t)op->noperands + op->nresults);
    return steps;
}

/* A region that runs element by element has its ops charged then. */
grn_status grn_lanes_charge(grn_exec *x, const grn_lanes *lanes, uint64_t n)
{
    return x->charge(x, grn_steps_times(n, lanes->elementwise ? lanes->steps_each : 1));
}

void grn_lanes_free(grn_exec *x, grn_lanes *lanes)
{
    grn_runtime *run = step_of(x)->run;
    if (!lanes)
        return;
    for (size_t i = 0; i < lanes->values.count; i++)
        if (lane_at(lanes, i)->block)
            grn_release(run->allocator, lane_at(lanes, i)->block, BLOCK_BYTES);
    if (lanes->quick)
        grn_release(run->allocator, lanes->quick, lanes->steps.count * sizeof *lanes->quick);
    grn_vec_destroy(&lanes->values);
    grn_vec_destroy(&lanes->keys);
    grn_vec_destroy(&lanes->steps);
    drop_result_numbers(run, lanes);
    if (lanes->at)
        grn_release(run->allocator, lanes->at, lanes->nplaces * sizeof *lanes->at);
    grn_rt_free(run, lanes->nargs, lanes->arg_rt);
    grn_rt_free(run, lanes->nresults, lanes->result_rt);
    if (lanes->stage)
        grn_release(run->allocator, lanes->stage, 16 * lanes->nresults);
    grn_release(run->allocator, lanes, sizeof *lanes);
}

grn_status grn_lanes_new(grn_exec *x, const grn_region *region, grn_lanes **out)
{
    grn_step *step = step_of(x);
    *out = NULL;
    grn_lanes *lanes = grn_allocate(step->run->allocator, sizeof *lanes);
    if (!lanes)
        return grn_run_no_memory(step->run, sizeof *lanes);
    *lanes = (grn_lanes){.region = region, .steps_each = region_steps(region)};
    grn_vec_init(&lanes->values, step->run->allocator, sizeof(lane_value));
    grn_vec_init(&lanes->keys, step->run->allocator, sizeof(const grn_value *));
    grn_vec_init(&lanes->steps, step->run->allocator, sizeof(grn_element_step));
    grn_status status = grn_charge(step->run, step->op, lanes->steps_each);
    if (status == GRN_OK)
        status = number_values(step, lanes);
    if (status == GRN_OK)
        status = compile(step, lanes);
    drop_numbers(step->run, lanes);
    drop_invariants(step, region);
    lanes->elementwise = lanes->elementwise && lanes->end;
    if (status == GRN_OK && !lanes->elementwise)
        status = one_at_a_time(step, lanes);
    if (status != GRN_OK) {
        grn_lanes_free(x, lanes);
        return status;
    }
    *out = lanes;
    return GRN_OK;
}

const grn_bound_element *grn_lanes_single(const grn_lanes *lanes)
{
    const grn_element_step *step = lanes->steps.items;
    if (!lanes->elementwise || !lanes->direct || lanes->steps.count != 1 || step->function.nargs != lanes->narguments)
        return NULL;
    for (size_t i = 0; i < lanes->narguments; i++)
        if (step->in[i] != i)
            return NULL;
    return &step->function;
}
