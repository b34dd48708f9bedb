/* region.c - what a scatter's region comes to, without a run: it is compiled as the interpreter
 * does. */
#include "passes/passes.h"
#include "survey/survey.h"

/* What the region takes from outside has a place in the frame: a constant, or zeros for a number
 * that is not known. */
static grn_status bring_in(grn_runtime *run, grn_frame *frame, const grn_value *v, bool *is_unknown)
{
    const grn_type *t = grn_type_at_run(v->type);
    grn_rt value = {.buffer = NULL};
    grn_tensor constant;
    int64_t scalar;
    if (frame->slot[v->slot])
        return GRN_OK;
    if (!grn_type_is_tensor(t) || t->rank > 0 || t->element->dtype == GRN_NO_DTYPE)
        return GRN_E_UNSUPPORTED;
    grn_status status = grn_rt_alloc(run, t->element->dtype, 0, NULL, &value);
    if (status != GRN_OK)
        return status;
    memset(value.tensor.data, 0, grn_tensor_bytes(&value.tensor));
    if (grn_constant_tensor(v, &scalar, &constant) && grn_tensor_same_shape(&constant, &value.tensor) &&
        constant.dtype == value.tensor.dtype)
        grn_tensor_copy(&value.tensor, &constant);
    else
        *is_unknown = true;
    status = grn_frame_define(run, frame, v, &value);
    grn_rt_release(run, &value);
    return status;
}

/* Of one block whose ops have no regions. */
static grn_status bring_in_all(grn_runtime *run, grn_frame *frame, const grn_region *region, bool *takes_outside)
{
    grn_status status = region->first && !region->first->next ? GRN_OK : GRN_E_UNSUPPORTED;
    for (const grn_op *op = status == GRN_OK ? region->first->first : NULL; status == GRN_OK && op; op = op->next) {
        status = op->nregions > 0 ? GRN_E_UNSUPPORTED : GRN_OK;
        for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
            const grn_value *v = op->operands[i];
            if ((v->def ? v->def->block : v->block)->region != region)
                status = bring_in(run, frame, v, takes_outside);
        }
    }
    return status;
}

/* The op that numbers the values of `op`'s region. */
static size_t slots_around(const grn_op *op)
{
    while (op && !op->nslots)
        op = grn_op_parent(op);
    return op ? op->nslots : 0;
}

/* What is asked of a compiled region. */
typedef struct question {
    bool is_program;         /* answered, where `order` is NULL */
    grn_region_order *order; /* answered */
} question;

static grn_status answer(grn_step *step, grn_compiled *compiled, const grn_op *op, question *q)
{
    grn_program program;
    if (q->order)
        return grn_region_try(&step->exec, compiled, &op->regions[0], step->run->allocator, q->order);
    q->is_program = grn_compiled_program(compiled, &program);
    return GRN_OK;
}

static grn_status compile(grn_runtime *run, const grn_op *op, question *q)
{
    grn_frame frame;
    grn_step step;
    grn_compiled *compiled = NULL;
    bool takes_outside = false;
    grn_status status = grn_frame_init(run, &frame, slots_around(op));
    if (status != GRN_OK)
        return status;
    grn_step_init(&step, run, &frame, op, NULL, NULL);
    status = bring_in_all(run, &frame, &op->regions[0], &takes_outside);
    if (status == GRN_OK)
        status = grn_compiled_new(&step.exec, &op->regions[0], &compiled);
    if (status == GRN_OK)
        status = answer(&step, compiled, op, q);
    if (q->order)
        q->order->takes_outside = takes_outside;
    grn_compiled_free(&step.exec, compiled);
    grn_frame_destroy(run, &frame);
    grn_frame_clear_homes(run);
    return status;
}

static grn_status ask(const grn_module *module, const grn_op *op, const grn_allocator *allocator, question *q)
{
    grn_budget budget;
    if (op->nregions != 1)
        return GRN_OK;
    grn_budget_init(&budget, allocator, SIZE_MAX);
    grn_runtime run = {.ir = &module->ir,
                       .allocator = &budget.allocator,
                       .budget = &budget,
                       .diag = &grn_quiet,
                       .max_steps = UINT64_MAX,
                       .position = {.rank = -1},
                       .place = op->place};
    grn_status status = compile(&run, op, q);
    return status == GRN_E_MEMORY ? status : GRN_OK;
}

grn_status grn_survey_region(const grn_module *module, const grn_op *op, const grn_allocator *allocator,
                             bool *is_program)
{
    question q = {.order = NULL};
    grn_status status = ask(module, op, allocator, &q);
    *is_program = q.is_program;
    return status;
}

grn_status grn_survey_region_order(const grn_module *module, const grn_op *op, const grn_allocator *allocator,
                                   grn_region_order *out)
{
    *out = (grn_region_order){.is_known = false};
    return ask(module, op, allocator, &(question){.order = out});
}
