/*
 * work.c - the steps that a run takes, against their limit (garner/module.h, max_steps).
 *
 * Ops are charged before they run, in the order of the text, whether they run
 * one by one or in a chain; what an op makes as it goes is charged before it
 * is made (op.c, access.c, compiled_region.c).
 */
#include <inttypes.h>

#include "interp/interp.h"

/* A run without a limit counts as far as it can. */
grn_status grn_over_budget(grn_runtime *run, const grn_op *op, uint64_t steps)
{
    uint64_t left = run->max_steps - run->steps;
    if (run->max_steps == UINT64_MAX) {
        run->steps = UINT64_MAX;
        return GRN_OK;
    }
    return grn_fail(run->diag, op ? op->place : run->place, GRN_E_LIMIT,
                    "%.*s%swork of %" PRIu64 " step%s, where %" PRIu64 " of the %" PRIu64
                    " allowed are left; a larger max_steps (--max-steps) lets it run",
                    op ? (int)op->name.n : 0, op ? op->name.text : "", op ? ": " : "", steps, steps == 1 ? "" : "s",
                    left, run->max_steps);
}

/* ---- how many elements an op's result has ---------------------------------------------------- */

static bool has_static_shape(const grn_type *t) { return t->kind == GRN_TYPE_TENSOR && grn_type_has_static_shape(t); }

static uint64_t static_elements(const grn_type *t)
{
    uint64_t n = 1;
    for (int32_t d = 0; d < t->rank; d++)
        n = grn_steps_times(n, (uint64_t)t->shape[d]);
    return n;
}

static const grn_value *widest_operand(const grn_op *op)
{
    const grn_value *widest = op->operands[0];
    for (size_t i = 1; i < op->noperands; i++)
        if (grn_type_at_run(op->operands[i]->type)->rank > grn_type_at_run(widest->type)->rank)
            widest = op->operands[i];
    return widest;
}

/* For an op whose result has as many elements as its widest operand. An op of a chain may be
 * counted before its operands exist: then the op that makes them is used. */
static uint64_t result_elements(const grn_frame *frame, const grn_op *op)
{
    for (;;) {
        const grn_type *type = grn_type_at_run(op->results[0].type);
        if (has_static_shape(type))
            return static_elements(type);
        const grn_value *v = op->noperands ? widest_operand(op) : NULL;
        if (!v)
            return 0;
        const grn_rt *there = frame->slot[v->slot];
        if (there)
            return grn_tensor_steps(&there->tensor);
        if (!v->def)
            return 0;
        op = v->def;
    }
}

/* ---- what an op costs ------------------------------------------------------------------------ */

/* Elements are counted so many times: an element-wise op reads as many of each operand as it makes.
 * Scalars, of which there are few, count as all. */
static uint64_t times_counted(const grn_op *op)
{
    const grn_op_def *def = op->def;
    bool element_wise = !def->to_spec && !def->eval && (def->element || def->element_of);
    if (op->nresults == 0)
        return 0;
    if (element_wise)
        return op->noperands + 1;
    bool counts = def->counts_along && has_static_shape(grn_type_at_run(op->results[0].type));
    return counts || def->traits & GRN_TRAIT_SAME_ORDER ? 1 : 0;
}

/* The first of the operands whose elements are all read: of a gather's or a scatter's first, only
 * what is moved. In memory they count as they are read. */
static size_t first_read(const grn_op *op)
{
    const grn_op_def *def = op->def;
    if (def->to_spec)
        return op->nresults || !def->in_memory ? 1 : SIZE_MAX;
    return def->eval && def->work == GRN_WORK_LINEAR && !(def->traits & GRN_TRAIT_VIEW) ? 0 : SIZE_MAX;
}

uint64_t grn_operand_steps(const grn_frame *frame, const grn_op *op)
{
    uint64_t steps = 0;
    if (op->covers_makes)
        return grn_steps_times(result_elements(frame, op), times_counted(op));
    for (size_t i = first_read(op); i < op->noperands; i++) {
        const grn_rt *v = frame->slot[op->operands[i]->slot];
        steps = grn_steps_add(steps, v && v->tensor.dtype ? grn_tensor_steps(&v->tensor) : 0);
    }
    return steps;
}

/* An op's attributes are found by a linear search for their names. */
#define ATTRS_PER_STEP 16
/* A function is found by its name, a hash of all of it. */
#define NAME_BYTES_PER_STEP 64

void grn_note_steps(grn_op *op)
{
    uint64_t times = op->def ? times_counted(op) : 0;
    op->steps = 1 + (uint64_t)op->noperands + op->nresults + op->nattrs / ATTRS_PER_STEP;
    op->covers_makes = times > 0;
    op->steps_vary = op->def && (times > 0 || first_read(op) < op->noperands);
    if (times == 0 || !has_static_shape(grn_type_at_run(op->results[0].type)))
        return;
    op->steps = grn_steps_add(op->steps, grn_steps_times(static_elements(grn_type_at_run(op->results[0].type)), times));
    op->steps_vary = false;
}

grn_status grn_charge_function(grn_runtime *run, const grn_op *function)
{
    const grn_attr *name = grn_op_attr(function, "sym_name");
    size_t bytes = name && name->kind == GRN_ATTR_STRING ? name->text.n : 0;
    return grn_charge(run, function,
                      function->nslots + bytes / NAME_BYTES_PER_STEP + function->nattrs / ATTRS_PER_STEP);
}
