/*
 * legalize.c - broadcasts and iotas of the hub that a target does not have
 * become others that it has, still of the hub.
 */
#include "convert/steps.h"

/* The operand's dims in the order in which the result has them: perm[k] is the operand's dim that
 * comes k-th. */
static void ascending(size_t count, const int64_t *dims, int64_t *perm)
{
    for (size_t i = 0; i < count; i++) {
        size_t place = 0; /* of distinct numbers: how many are smaller */
        for (size_t k = 0; k < count; k++)
            place += dims[k] < dims[i];
        perm[place] = (int64_t)i;
    }
}

/* `v` brought into the rank of the result, of one element along the dims that it does not have,
 * then grown. */
static grn_value *grown(grn_rewrite *w, grn_value *v, const int64_t *dims, int32_t rank, const int64_t *shape)
{
    int64_t perm[GRN_MAX_RANK], units[GRN_MAX_RANK], every[GRN_MAX_RANK];
    for (int32_t d = 0; d < rank; d++) {
        units[d] = 1;
        every[d] = d;
    }
    for (int32_t i = 0; i < v->type->rank; i++)
        units[dims[i]] = v->type->shape[i];
    ascending((size_t)v->type->rank, dims, perm);
    v = grn_build_reshape(w, grn_build_transpose(w, v, perm), rank, units);
    return grn_build_broadcast(w, v, every, rank, shape);
}

static bool keeps_dims(size_t count, const int64_t *dims, int32_t rank)
{
    bool same = count == (size_t)rank;
    for (size_t i = 0; same && i < count; i++)
        same = dims[i] == (int64_t)i;
    return same;
}

static grn_status legalize_broadcast(grn_rewrite *w, const grn_op *op)
{
    size_t count = 0;
    const int64_t *dims = NULL;
    const grn_type *t = grn_result_type(op, 0);
    if (w->target->broadcasts == GRN_BROADCASTS_ANY || !grn_op_is_static(op) ||
        !grn_op_dims(op, "broadcast_dimensions", &count, &dims) || keeps_dims(count, dims, t->rank))
        return GRN_OK;
    return grn_replace(w, grown(w, op->operands[0], dims, t->rank, t->shape));
}

/* 0, 1, ... along one dim, as an iota or a constant. */
static grn_status vector_of(grn_rewrite *w, const grn_type *element, int64_t n, grn_value **out)
{
    const grn_attr *value;
    if (w->target->counts == GRN_COUNTS_VECTOR) {
        *out = grn_build_iota(w, element, 1, &n, 0);
        return GRN_OK;
    }
    grn_status status = grn_counted(w, element, n, &value);
    if (status == GRN_OK)
        *out = grn_new(w, "stablehlo.constant", 0, NULL, value->type, 1, &(grn_new_attr){"value", value});
    return status;
}

static grn_status legalize_iota(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    int64_t dim = grn_op_integer(op, "iota_dimension", 0);
    bool has = w->target->counts == GRN_COUNTS_ANY || (w->target->counts == GRN_COUNTS_VECTOR && t->rank == 1);
    if (has || !grn_op_is_static(op) || dim < 0 || dim >= t->rank || t->element->dtype == GRN_NO_DTYPE ||
        t->element->kind == GRN_TYPE_QUANT || (w->target->takes && !w->target->takes(t)))
        return GRN_OK;
    grn_value *v = NULL;
    grn_status status = vector_of(w, t->element, t->shape[dim], &v);
    if (status != GRN_OK)
        return status;
    if (v && w->target->broadcasts == GRN_BROADCASTS_GROW)
        return grn_replace(w, grown(w, v, &dim, t->rank, t->shape));
    return grn_replace(w, grn_build_broadcast(w, v, &dim, t->rank, t->shape));
}

/* A reshape of a reshape is one. */
static grn_status legalize_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool twice = grn_op_is(op->operands[0]->def, GRN_HLO(reshape)) && grn_op_is_static(op);
    return twice ? grn_replace(w, grn_build_reshape(w, op->operands[0], t->rank, t->shape)) : GRN_OK;
}

static grn_status legalize(grn_rewrite *w, grn_op *op)
{
    static grn_status (*const steps[GRN_OPS])(grn_rewrite * w, const grn_op *op) = {
        [GRN_HLO(broadcast_in_dim)] = legalize_broadcast,
        [GRN_HLO(iota)] = legalize_iota,
        [GRN_HLO(reshape)] = legalize_reshape,
    };
    grn_status (*step)(grn_rewrite * w, const grn_op *op) = steps[grn_op_number_of(op)];
    return step && grn_is_exportable(w, op) ? step(w, op) : GRN_OK;
}

static grn_status by_target(grn_rewrite *w, grn_op *op) { return w->target->legalize(w, op); }

grn_status grn_pass_legalize(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    grn_status status = grn_convert_walk(ir, o, diag, legalize);
    return status == GRN_OK && o->target->legalize ? grn_convert_walk(ir, o, diag, by_target) : status;
}
