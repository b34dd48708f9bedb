/* import_steps.c - import functions that rows of several dialects share. */
#include "convert/steps.h"

static const char unknown[] = "has a shape, a list or a number that is not known";

static bool dialect_knows(const grn_rewrite *w, const grn_op *op)
{
    const grn_dialect *d = grn_dialect_of(w->ir, op->name);
    return !d || !d->translation->knows || d->translation->knows(op);
}

/* The conditions that must hold before the run, those of the row's dialect too. */
static bool is_known(const grn_rewrite *w, const grn_op *op) { return grn_op_is_static(op) && dialect_knows(w, op); }

grn_value *grn_spread(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape)
{
    int64_t dims[GRN_MAX_RANK];
    for (int32_t d = 0; v && d < v->type->rank; d++)
        dims[d] = rank - v->type->rank + d;
    return v ? grn_build_broadcast(w, v, dims, rank, shape) : NULL;
}

/* Where an op's list of dimensions is known only when it runs, its result may be declared with other elements, and
 * the run is an error. */
static bool holds_as_many(const grn_type *a, const grn_type *b)
{
    const grn_tensor x = grn_tensor_over(NULL, GRN_I1, a->rank, a->shape),
                     y = grn_tensor_over(NULL, GRN_I1, b->rank, b->shape);
    return grn_tensor_elements(&x) == grn_tensor_elements(&y);
}

grn_status grn_import_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *in = grn_operand_type(op, 0);
    grn_ones ones;
    const bool plain = grn_type_is_tensor(in) && grn_is_plain(in) && grn_is_plain(t) && is_known(w, op);
    if (!plain || !((grn_is_static(t) && grn_is_static(in) && holds_as_many(t, in)) || grn_ones_between(in, t, &ones)))
        return grn_not_imported(w, unknown);
    return grn_replace(w, grn_build_reshape(w, op->operands[0], t->rank, t->shape));
}

/* Looks through ops that declare fewer extents of a value than are known. */
static grn_value *with_type(grn_value *v, const grn_type *t)
{
    bool opened = v->type != t && grn_op_is(v->def, GRN_HLO(convert)) && grn_operand_type(v->def, 0) == t;
    return opened ? v->def->operands[0] : v;
}

grn_status grn_import_identity(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_value *v = with_type(op->operands[0], t);
    return v->type == t ? grn_replace(w, v) : grn_not_imported(w, unknown);
}

/* A constant of the same elements, if under another name of the type (torch's integers have
 * signs). */
grn_status grn_import_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_attr *value = grn_op_attr(op, w->row->list ? w->row->list : "value");
    if (!value)
        value = grn_op_attr(op, "values");
    if (!value || value->kind != GRN_ATTR_ELEMENTS || !grn_is_static(t) || !dialect_knows(w, op) ||
        value->elements->tensor.dtype != t->element->dtype)
        return grn_not_imported(w, unknown);
    grn_attr same = *value;
    same.type = t;
    value = value->type == t ? value : grn_attr_make(w->ir, &same);
    return grn_replace(w, grn_new(w, "stablehlo.constant", 0, NULL, t, 1, &(grn_new_attr){"value", value}));
}

grn_status grn_import_convert(grn_rewrite *w, const grn_op *op)
{
    if (!grn_type_is_tensor(grn_operand_type(op, 0)) || !dialect_knows(w, op))
        return grn_not_imported(w, unknown);
    return grn_replace(w, grn_build_convert(w, op->operands[0], grn_result_type(op, 0)->element));
}

grn_status grn_import_expand(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return is_known(w, op) ? grn_replace(w, grn_spread(w, op->operands[0], t->rank, t->shape))
                           : grn_not_imported(w, unknown);
}

/* Attribute `list` as dimensions counted from 0. False: there is none. */
static bool dims_said(const grn_op *op, const grn_import_pattern *row, grn_dims *out)
{
    size_t count = 0;
    const int64_t *v = NULL;
    if (!row->list || !grn_op_dims(op, row->list, &count, &v) || !grn_dims_read(count, v, out))
        return false;
    for (int32_t i = 0; i < out->count; i++)
        out->v[i] -= row->base;
    return true;
}

grn_status grn_import_transpose(grn_rewrite *w, const grn_op *op)
{
    grn_dims perm;
    const int32_t rank = grn_type_is_tensor(grn_result_type(op, 0)) ? grn_result_type(op, 0)->rank : 0;
    if (!is_known(w, op))
        return grn_not_imported(w, unknown);
    if (!dims_said(op, w->row, &perm))
        for (perm.count = 0; perm.count < rank; perm.count++)
            perm.v[perm.count] = rank - 1 - perm.count;
    return grn_replace(w, grn_build_transpose(w, op->operands[0], perm.v));
}

grn_status grn_import_concatenate(grn_rewrite *w, const grn_op *op)
{
    if (!is_known(w, op))
        return grn_not_imported(w, unknown);
    int64_t dim = grn_op_integer(op, w->row->list, w->row->base) - w->row->base;
    dim += dim < 0 ? grn_result_type(op, 0)->rank : 0;
    return grn_replace(w, grn_build_concatenate(w, op->noperands, op->operands, dim));
}
