/* elementwise.c - an element function over whole tensors. */
#include <inttypes.h>

#include "interp/interp.h"

/* Operand i seen in the common shape: a rank-0 operand (select's predicate, clamp's bounds) is the same everywhere. */
static grn_status common_views(grn_step *step, grn_tensor *views, const grn_tensor **model)
{
    size_t n = step->op->noperands;
    *model = &step->exec.operands[0].tensor;
    for (size_t i = 1; i < n; i++)
        if (step->exec.operands[i].tensor.rank > (*model)->rank)
            *model = &step->exec.operands[i].tensor;
    for (size_t i = 0; i < n; i++) {
        const grn_tensor *t = &step->exec.operands[i].tensor;
        if (t->rank == 0) {
            grn_view_broadcast(t, (*model)->rank, (*model)->shape, NULL, &views[i]);
            continue;
        }
        for (int32_t d = 0; d < (*model)->rank; d++)
            if (t->rank != (*model)->rank || t->shape[d] != (*model)->shape[d])
                return grn_exec_fail(&step->exec, step->op, GRN_E_SHAPE,
                                     "operand #%zu has %" PRId64 " elements along dimension %d, another has %" PRId64, i,
                                     t->shape[d], (int)d, (*model)->shape[d]);
        views[i] = *t;
    }
    return GRN_OK;
}

static grn_status result_tensor(grn_step *step, grn_dtype dtype, const grn_tensor *model)
{
    grn_exec *x = &step->exec;
    for (size_t i = 0; i < step->op->noperands; i++) {
        const grn_tensor *t = &x->operands[i].tensor;
        if (t->dtype == dtype && t->rank == model->rank && x->may_steal(x, step->op, i))
            return x->steal(x, i, &x->results[0]);
    }
    return x->alloc(x, dtype, model->rank, model->shape, &x->results[0]);
}

grn_status grn_step_element(grn_step *step, const grn_element *element)
{
    const grn_op *op = step->op;
    grn_tensor views[GRN_ELEMENT_ARGS];
    const grn_tensor *model;
    grn_bound_element bound;
    grn_dtype in[GRN_ELEMENT_ARGS];
    if (op->noperands != element->nargs || op->nresults != 1)
        return grn_exec_fail(&step->exec, op, GRN_E_VERIFY, "takes %zu operands, %d are expected", op->noperands,
                             (int)element->nargs);
    grn_status status = common_views(step, views, &model);
    if (status != GRN_OK)
        return status;
    for (size_t i = 0; i < op->noperands; i++)
        in[i] = views[i].dtype;
    grn_dtype out = grn_type_element_or_self(op->results[0].type)->dtype;
    if (grn_element_bind(element, in, out, &bound) != GRN_OK)
        return grn_exec_fail(&step->exec, op, GRN_E_UNSUPPORTED, "is not defined on %s giving %s", grn_dtype_text(in[0]),
                             grn_dtype_text(out));
    status = result_tensor(step, out, model);
    if (status == GRN_OK)
        grn_element_map(&bound, &step->exec.results[0].tensor, views);
    return status;
}
