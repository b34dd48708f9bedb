/* layout.c - evals of views, run for the strides they give: any other call of a run is refused. */
#include "survey/layout.h"

enum { MOST_DEPTH = 32 }; /* ops looked through */
enum { MOST_STEPS = 64 }; /* that an eval may charge */
enum { MOST_LIST = 256 }; /* elements of an operand that says what the view is */
enum { MOST_OPERANDS = 2 + 3 * GRN_MAX_RANK };

/* What an eval may read of the tensor that it views, whose elements are not there: more than
 * MOST_STEPS elements. */
static const uint64_t nothing[2 * MOST_STEPS];

/* ---- an exec that knows shapes alone --------------------------------------------------------- */

typedef struct viewing {
    grn_exec exec; /* first: what an eval gets */
    uint64_t steps;
    bool shared;
    grn_tensor view;
} viewing;

static grn_status charge(grn_exec *x, uint64_t steps)
{
    viewing *v = (viewing *)x;
    v->steps = grn_steps_add(v->steps, steps);
    return v->steps <= MOST_STEPS ? GRN_OK : GRN_E_UNSUPPORTED;
}

static grn_status share(grn_exec *x, const grn_rt *in, const grn_tensor *view, grn_rt *out)
{
    viewing *v = (viewing *)x;
    if (in != &x->operands[0] || out != &x->results[0])
        return GRN_E_UNSUPPORTED;
    v->shared = true;
    v->view = view ? *view : in->tensor;
    return GRN_OK;
}

static grn_status no_charge_compiled(grn_exec *x, const grn_compiled *c, uint64_t n)
{
    return (void)x, (void)c, (void)n, GRN_E_UNSUPPORTED;
}
static grn_status no_alloc(grn_exec *x, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_rt *out)
{
    return (void)x, (void)dtype, (void)rank, (void)shape, (void)out, GRN_E_UNSUPPORTED;
}
static void release(grn_exec *x, grn_rt *value) { (void)x, (void)value; }
static bool may_not_donate(grn_exec *x, const grn_op *op, size_t i) { return (void)x, (void)op, (void)i, false; }
static grn_status no_donate(grn_exec *x, size_t i, grn_rt *out)
{
    return (void)x, (void)i, (void)out, GRN_E_UNSUPPORTED;
}
static grn_storage no_storage(const grn_rt *value) { return (void)value, (grn_storage){.begin = NULL}; }
static void leave_storage(const grn_rt *value) { (void)value; }
static grn_status no_region(grn_exec *x, const grn_region *region, size_t nargs, grn_rt *args, size_t nresults,
                            grn_rt *results)
{
    return (void)x, (void)region, (void)nargs, (void)args, (void)nresults, (void)results, GRN_E_UNSUPPORTED;
}
static grn_status no_call(grn_exec *x, const grn_op *callee, size_t nargs, const grn_rt *args, size_t nresults,
                          grn_rt *results)
{
    return (void)x, (void)nargs, (void)callee, (void)args, (void)nresults, (void)results, GRN_E_UNSUPPORTED;
}
static grn_status no_compiled(grn_exec *x, const grn_region *region, grn_compiled **out)
{
    return (void)x, (void)region, (void)out, GRN_E_UNSUPPORTED;
}
static grn_status no_run(grn_exec *x, grn_compiled *c, size_t n, const void *const *args, void *const *results)
{
    return (void)x, (void)c, (void)n, (void)args, (void)results, GRN_E_UNSUPPORTED;
}
static grn_status no_fold(grn_exec *x, grn_compiled *c, size_t n, size_t count, void *const *acc,
                          const void *const *elements)
{
    return (void)x, (void)c, (void)n, (void)count, (void)acc, (void)elements, GRN_E_UNSUPPORTED;
}
static const grn_bound_element *no_single(const grn_compiled *c) { return (void)c, NULL; }
static void free_none(grn_exec *x, grn_compiled *c) { (void)x, (void)c; }
static grn_status no_gather(grn_exec *x, const grn_gather_spec *spec, const grn_tensor *operand,
                            const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag)
{
    return (void)x, (void)spec, (void)operand, (void)indices, (void)result, (void)diag, GRN_E_UNSUPPORTED;
}
static grn_status no_scatter(grn_exec *x, const grn_scatter_spec *spec, const grn_tensor *full,
                             const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag)
{
    return (void)x, (void)spec, (void)full, (void)indices, (void)updates, (void)diag, GRN_E_UNSUPPORTED;
}
static grn_status no_scatter_own(const grn_scatter_spec *spec, const grn_tensor *full, const grn_tensor *indices,
                                 const grn_tensor *updates, const grn_diag *diag)
{
    return (void)spec, (void)full, (void)indices, (void)updates, (void)diag, GRN_E_UNSUPPORTED;
}

static grn_status no_bag(grn_exec *x, const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                         const grn_gather_spec *rows, const grn_diag *diag)
{
    return (void)x, (void)spec, (void)tensors, (void)rows, (void)diag, GRN_E_UNSUPPORTED;
}

static grn_status no_segments(grn_exec *x, const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                              const grn_diag *diag)
{
    return (void)x, (void)spec, (void)tensors, (void)diag, GRN_E_UNSUPPORTED;
}

static const grn_exec_calls calls = {
    .charge = charge,
    .charge_compiled = no_charge_compiled,
    .alloc = no_alloc,
    .share = share,
    .release = release,
    .may_donate = may_not_donate,
    .donate = no_donate,
    .storage = no_storage,
    .end_storage = leave_storage,
    .make_constant = leave_storage,
    .run_region = no_region,
    .call = no_call,
    .compile_region = no_compiled,
    .run_compiled = no_run,
    .fold_compiled = no_fold,
    .compiled_single = no_single,
    .free_compiled = free_none,
    .gather = no_gather,
    .scatter = no_scatter,
    .scatter_own = no_scatter_own,
    .bag = no_bag,
    .segments = no_segments,
};

/* The strides that an eval gives its result, of operand 0 as it lies. */
static bool ask(const grn_op *op, const grn_rt *operands, grn_tensor *out)
{
    static const struct grn_loop_position none = {.rank = -1};
    struct grn_loop_position position = none;
    grn_rt result = {.buffer = NULL};
    viewing v = {
        .exec = {.calls = &calls, .operands = operands, .results = &result, .diag = &grn_quiet, .position = &position}};
    if (op->def->eval(&v.exec, op) != GRN_OK || !v.shared || v.view.dtype != out->dtype ||
        !grn_tensor_same_shape(&v.view, out))
        return false;
    memcpy(out->stride, v.view.stride, (size_t)out->rank * sizeof *out->stride);
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool layout_at(grn_fold *fold, const grn_value *v, int depth, grn_tensor *out);

/* A value as the op before it makes it, compact. False: an extent is not known. */
static bool compact(const grn_value *v, grn_tensor *out)
{
    const grn_type *t = grn_type_at_run(v->type);
    return grn_type_is_tensor(t) && grn_type_has_static_shape(t) && t->element->dtype != GRN_NO_DTYPE &&
           grn_tensor_init(out, NULL, t->element->dtype, t->rank, t->shape) == GRN_OK;
}

/* An op that may be a view of its first operand, and has no effect. */
static bool may_be_view(const grn_op *op)
{
    const bool reads_little = op->def->work == GRN_WORK_OWN || (op->def->traits & GRN_TRAIT_VIEW);
    bool may = op->def->eval && reads_little && (op->def->traits & GRN_TRAIT_PURE) && op->nregions == 0 &&
               op->nresults == 1 && op->noperands > 0 && op->noperands <= MOST_OPERANDS;
    for (size_t i = 0; may && i < op->nattrs; i++)
        may = op->attrs[i].value->kind != GRN_ATTR_SYMBOL;
    return may;
}

/* What says how to view: numbers and lists, which have to be known. */
static bool know_rest(grn_fold *fold, const grn_op *op, grn_rt *operands)
{
    grn_tensor ignored;
    for (size_t i = 1; i < op->noperands; i++) {
        const grn_type *t = grn_type_at_run(grn_operand_type(op, i));
        int64_t n = 1;
        if (!fold || grn_type_is_memref(t) ||
            (grn_type_is_tensor(t) && (!grn_shape_elements(t->rank, t->shape, &n) || n > MOST_LIST)) ||
            !grn_fold_value(fold, op->operands[i], &ignored))
            return false;
        grn_rt_assign(&operands[i], grn_fold_rt(fold, op->operands[i]));
    }
    return true;
}

/* By how its first operand lies. */
static bool view_of(grn_fold *fold, const grn_op *op, const grn_tensor *in, grn_tensor *out)
{
    grn_rt operands[MOST_OPERANDS];
    for (size_t i = 0; i < op->noperands; i++)
        grn_rt_clear(&operands[i]);
    grn_tensor_assign(&operands[0].tensor, in);
    operands[0].tensor.data = (void *)(uintptr_t)nothing; /* no eval writes over an operand without a buffer */
    return know_rest(fold, op, operands) && ask(op, operands, out);
}

static bool of_view(grn_fold *fold, const grn_op *op, int depth, grn_tensor *out)
{
    grn_tensor in;
    return may_be_view(op) && compact(op->operands[0], &in) && layout_at(fold, op->operands[0], depth + 1, &in) &&
           view_of(fold, op, &in, out);
}

static bool of_constant(const grn_op *op, grn_tensor *out)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (!value)
        value = grn_op_attr(op, "values");
    if (!value || value->kind != GRN_ATTR_ELEMENTS || !grn_tensor_same_shape(&value->elements->tensor, out))
        return false;
    memcpy(out->stride, value->elements->tensor.stride, (size_t)out->rank * sizeof *out->stride);
    return true;
}

static bool is_function_argument(const grn_value *v)
{
    const grn_op *around = v->block ? v->block->region->parent : NULL;
    return around && around->def && (around->def->traits & GRN_TRAIT_SYMBOL);
}

static bool layout_at(grn_fold *fold, const grn_value *v, int depth, grn_tensor *out)
{
    const grn_op *op = v->def;
    if (!op)
        return is_function_argument(v);
    if (!op->def || depth == MOST_DEPTH)
        return false;
    if (op->noperands == 0 && (op->def->traits & GRN_TRAIT_PURE) && of_constant(op, out))
        return true;
    if (of_view(fold, op, depth, out))
        return true;
    const bool makes = op->def->element || op->def->element_of || op->def->to_spec || op->def->as_access;
    return makes || (op->def->eval && op->def->work == GRN_WORK_LINEAR && !(op->def->traits & GRN_TRAIT_VIEW));
}

bool grn_layout_of(grn_fold *fold, const grn_value *value, grn_tensor *out) { return layout_at(fold, value, 0, out); }
