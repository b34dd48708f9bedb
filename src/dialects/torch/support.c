/* support.c - rules and run-time steps that torch's ops have in common. */
#include "dialects/torch/torch.h"

#include <inttypes.h>

const grn_port grn_torch_one_tensor[] = {GRN_PORT("result", grn_torch_tensor), GRN_PORTS_END};

/* ---- rules ----------------------------------------------------------------------------------- */

/* The rules call an op what stands behind "torch.aten.". */
static const char *called(const grn_op *op) { return op->def->name + strlen("torch.aten."); }

void grn_torch_check_report(grn_op_report *r, const grn_op *op, const grn_check *check)
{
    grn_check_report_init(r, called(op), op, check);
}

void grn_torch_run_report(grn_op_report *r, const grn_op *op, const grn_diag *diag)
{
    grn_run_report_init(r, called(op), op, diag);
}

/* The types where `operands` is NULL. */
static grn_shaped shaped(const grn_op *op, const grn_tensor *operands, size_t i)
{
    return operands ? grn_shaped_of(&operands[i]) : grn_shaped_of_type(grn_torch_at(op, i));
}

static grn_status ask(const grn_op_report *to, const grn_torch_call *call, const grn_tensor *operands,
                      const int64_t *dim, grn_torch_found *out)
{
    grn_torch_args a = {.self = shaped(to->op, operands, 0),
                        .index = shaped(to->op, operands, call->index),
                        .has_source = call->source != 0,
                        .reads = operands != NULL,
                        .dim = dim};
    if (a.has_source)
        a.source = shaped(to->op, operands, call->source);
    return call->rule(&to->report, &a, out);
}

grn_status grn_torch_verify(const grn_op *op, const grn_check *check, const grn_torch_call *call)
{
    grn_torch_found found;
    grn_op_report to;
    int64_t dim;
    const bool known = call->dim && grn_constant_operand(op, call->dim, &dim);
    grn_torch_check_report(&to, op, check);
    grn_status status = ask(&to, call, NULL, known ? &dim : NULL, &found);
    return status == GRN_OK
               ? grn_torch_result_shape(op, check, grn_torch_at(op, 0)->element, found.result.rank, found.result.shape)
               : status;
}

/* A dim out of range is wrong in the program, not an argument of a call. */
grn_status grn_torch_ask(const grn_op *op, const grn_torch_call *call, const grn_tensor *operands, const grn_diag *diag,
                         grn_torch_found *out)
{
    grn_op_report to;
    int64_t dim;
    grn_status status = call->dim ? grn_torch_read_int(op, operands, call->dim, diag, &dim) : GRN_OK;
    grn_torch_run_report(&to, op, diag);
    if (status == GRN_OK)
        status = ask(&to, call, operands, call->dim ? &dim : NULL, out);
    return status == GRN_E_ARGUMENT ? GRN_E_SHAPE : status;
}

grn_status grn_torch_check_dim(const grn_op *op, const grn_check *check, int32_t rank, int64_t dim, int64_t *axis)
{
    grn_op_report to;
    int32_t found;
    grn_torch_check_report(&to, op, check);
    grn_status status = grn_torch_rule_dim(&to.report, rank, &dim, &found);
    *axis = found;
    return status;
}

grn_status grn_torch_result_is(const grn_op *op, const grn_check *check, const grn_type *type)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    if (!type)
        return GRN_E_MEMORY;
    if (grn_types_compatible(type, grn_result_type(op, 0)->stands_for))
        return GRN_OK;
    return grn_tensor_broken(op, check, "PT-7", "result is a tensor like '%s', but its type is '%s'",
                             grn_type_text(type, want, sizeof want),
                             grn_type_text(grn_result_type(op, 0), have, sizeof have));
}

grn_status grn_torch_result_shape(const grn_op *op, const grn_check *check, const grn_type *element, int32_t rank,
                                  const int64_t *shape)
{
    return grn_torch_result_is(op, check, grn_type_tensor(check->scratch, element, rank, shape, NULL));
}

grn_str grn_torch_constant_name(const grn_op *op, size_t i)
{
    const grn_op *def = op->operands[i]->def;
    const grn_attr *name = def ? grn_op_attr(def, "value") : NULL;
    return name && name->kind == GRN_ATTR_STRING ? name->text : (grn_str){"?", 1};
}

/* ---- lists ----------------------------------------------------------------------------------- */

const grn_op *grn_torch_list_of(const grn_op *op, size_t i)
{
    const grn_op *def = op->operands[i]->def;
    return def && grn_str_is(def->name, "torch.prim.ListConstruct") ? def : NULL;
}

grn_status grn_torch_check_list(const grn_op *op, const grn_check *check, size_t i)
{
    if (grn_torch_list_of(op, i))
        return GRN_OK;
    return grn_tensor_broken(op, check, "PT-12", "operand #%zu must be the result of torch.prim.ListConstruct", i);
}

bool grn_torch_list_ints(const grn_op *op, size_t i, int32_t *count, int64_t *v)
{
    const grn_op *list = grn_torch_list_of(op, i);
    if (list->noperands > GRN_MAX_RANK)
        return false;
    *count = (int32_t)list->noperands;
    for (size_t k = 0; k < list->noperands; k++)
        if (!grn_constant_operand(list, k, &v[k]))
            v[k] = GRN_DYNAMIC;
    return true;
}

/* ---- numbers in a run ------------------------------------------------------------------------ */

static bool is_one(const grn_tensor *t, grn_dtype dtype)
{
    return t->dtype == dtype && t->rank == 0 && t->data; /* never: a number is what a constant made */
}

grn_status grn_torch_read_int(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag,
                              int64_t *out)
{
    if (operands[i].dtype != GRN_I64 ||
        grn_tensor_elements(&operands[i]) != 1) /* never: a number is what a constant made */
        return grn_fail(diag, op->place, GRN_E_SHAPE, "%s: operand #%zu must be one i64", op->def->name, i);
    grn_status status = grn_spec_needs(op, operands, i, diag);
    if (status == GRN_OK)
        *out = grn_hlo_integer_value(&operands[i]);
    return status;
}

grn_status grn_torch_run_int(const grn_exec *x, const grn_op *op, size_t i, int64_t *out)
{
    if (!is_one(&x->operands[i].tensor, GRN_I64)) /* never: a number is what a constant made */
        return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu must be one i64", i);
    *out = grn_hlo_integer_value(&x->operands[i].tensor);
    return GRN_OK;
}

grn_status grn_torch_run_flag(const grn_exec *x, const grn_op *op, size_t i, bool *out)
{
    if (!is_one(&x->operands[i].tensor, GRN_I1)) /* never: a number is what a constant made */
        return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu must be one i1", i);
    *out = grn_hlo_integer_value(&x->operands[i].tensor) != 0;
    return GRN_OK;
}

bool grn_torch_constant_flag(const grn_op *op, size_t i, bool *out)
{
    const grn_op *def = op->operands[i]->def;
    const grn_attr *value = def ? grn_op_attr(def, "value") : NULL;
    if (!value || value->kind != GRN_ATTR_BOOL)
        return false;
    *out = value->boolean;
    return true;
}

grn_status grn_torch_run_ints(const grn_exec *x, const grn_op *op, size_t i, int32_t *count, int64_t *v)
{
    const grn_rt *list = &x->operands[i];
    if (list->nmembers > GRN_MAX_RANK)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "operand #%zu has %zu entries, the largest rank is %d", i,
                             list->nmembers, GRN_MAX_RANK);
    *count = (int32_t)list->nmembers;
    for (size_t k = 0; k < list->nmembers; k++) {
        if (!is_one(&list->members[k].tensor, GRN_I64)) /* never: a number is what a constant made */
            return grn_exec_fail(x, op, GRN_E_SHAPE, "entry %zu of operand #%zu must be one i64", k, i);
        v[k] = grn_hlo_integer_value(&list->members[k].tensor);
    }
    return GRN_OK;
}

grn_status grn_torch_run_scalar(grn_exec *x, const grn_op *op, size_t i, grn_dtype dtype, void *element)
{
    const grn_tensor *t = &x->operands[i].tensor;
    grn_bound_element convert;
    if (t->rank != 0 || !t->data) /* never: a number is what a constant made */
        return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu must be one number", i);
    if (grn_element_bind(&grn_element_convert, &t->dtype, dtype, &convert) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot convert %s to %s", grn_dtype_text(t->dtype),
                             grn_dtype_text(dtype));
    grn_element_run(&convert, 1, element, &(const void *){t->data});
    return GRN_OK;
}

/* ---- tensors in a run ------------------------------------------------------------------------ */

void grn_torch_splat(const void *element, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_tensor *out)
{
    *out = (grn_tensor){.data = (void *)element, .dtype = dtype, .rank = rank};
    if (rank)
        memcpy(out->shape, shape, (size_t)rank * sizeof *shape);
}

grn_status grn_torch_own_self(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor;
    if (x->calls->may_donate(x, op, 0))
        return x->calls->donate(x, 0, &x->results[0]);
    grn_status status = x->calls->alloc(x, self->dtype, self->rank, self->shape, &x->results[0]);
    if (status == GRN_OK)
        grn_tensor_copy(&x->results[0].tensor, self);
    return status;
}

static grn_status copy_reshaped(grn_exec *x, const grn_tensor *in, int32_t rank, const int64_t *shape)
{
    grn_status status = x->calls->alloc(x, in->dtype, rank, shape, &x->results[0]);
    if (status == GRN_OK)
        grn_tensor_copy_flat(x->results[0].tensor.data, in);
    return status;
}

grn_status grn_torch_reshape(grn_exec *x, const grn_op *op, int32_t rank, const int64_t *shape)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t count;
    grn_tensor view;
    char text[GRN_DIMS_TEXT_BYTES];
    if (!grn_shape_elements(rank, shape, &count) || count != grn_tensor_elements(in))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "shape '%s' is invalid for input of size %" PRId64,
                             grn_hlo_shape_text(rank, shape, text, sizeof text), grn_tensor_elements(in));
    return grn_view_reshape(in, rank, shape, &view) ? grn_hlo_share_result(x, 0, 0, &view)
                                                    : copy_reshaped(x, in, rank, shape);
}

bool grn_torch_view_broadcast(const grn_tensor *in, int32_t rank, const int64_t *shape, grn_tensor *out)
{
    int64_t dims[GRN_MAX_RANK], elements;
    if (in->rank > rank || !grn_shape_elements(rank, shape, &elements))
        return false;
    for (int32_t d = 0; d < in->rank; d++) {
        dims[d] = rank - in->rank + d;
        if (in->shape[d] != 1 && in->shape[d] != shape[dims[d]])
            return false;
    }
    grn_view_broadcast(in, rank, shape, dims, out);
    return true;
}
