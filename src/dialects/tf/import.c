/* import.c - TensorFlow is imported, never a target: its constants, and the one scatter that is two
 * steps. */
#include "convert/convert.h"

#include "dialects/tf/tf.h"

/* ---- TensorScatterSub: the updates, negated, are added --------------------------------------- */

/* -1 in elements of `dtype`; false: they have none. */
static bool minus_one(grn_dtype dtype, unsigned char *bytes)
{
    grn_scalar v = {.dtype = dtype};
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_SIGNED: v.i = -1; break;
    case GRN_CLASS_UNSIGNED: v.u = UINT64_MAX; break;
    case GRN_CLASS_FLOAT: v.f = -1; break;
    default: return false;
    }
    grn_scalar_store(&v, dtype, bytes);
    return true;
}

/* A product with -1: unlike 0 - v, it turns the sign of a zero too. */
static grn_value *negated(grn_rewrite *w, grn_value *v)
{
    unsigned char bytes[16] = {0};
    const grn_type *t = v->type;
    if (!minus_one(t->element->dtype, bytes))
        return NULL;
    return grn_build_binary(w, "stablehlo.multiply", v, grn_build_splat(w, t->element, t->rank, t->shape, bytes));
}

static grn_status known_tensors(grn_rewrite *w, const grn_op *op, grn_tensor *out)
{
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = grn_operand_type(op, i);
        if (!grn_type_has_static_shape(t) ||
            grn_tensor_init(&out[i], NULL, t->element->dtype, t->rank, t->shape) != GRN_OK)
            return grn_refuse(w, "has operand #%zu of a shape that is not known", i);
    }
    return GRN_OK;
}

static grn_status import_sub(grn_rewrite *w, const grn_op *op)
{
    grn_tensor operands[3];
    grn_access access;
    const grn_op_def *add = grn_ir_find_op(w->ir, GRN_STR("tf.TensorScatterAdd"));
    unsigned char bytes[16];
    if (!minus_one(grn_operand_type(op, 2)->element->dtype, bytes))
        return grn_refuse(w, "subtracts elements that have no -1");
    grn_status status = known_tensors(w, op, operands);
    if (status == GRN_OK)
        status = add->to_spec(op, operands, w->diag, &access);
    if (status != GRN_OK)
        return status;
    grn_value *updates = negated(w, op->operands[2]);
    const grn_hub hub = {.is_scatter = true,
                         .dims = access.scatter.dims,
                         .rule = access.scatter.index,
                         .combiner = access.scatter.combiner,
                         .ninputs = 1,
                         .operands = &op->operands[access.operand],
                         .indices = op->operands[access.indices_operand],
                         .updates = &updates};
    grn_op *made = updates ? grn_hub_make(w, &hub) : NULL;
    return grn_replace(w, made ? &made->results[0] : NULL);
}

static const grn_import_pattern imports[] = {
    {.op = "tf.Const", .import = grn_import_constant},
    {.op = "tf.TensorScatterSub", .import = import_sub},
    {.op = NULL},
};

const grn_translation grn_tf_translation = {.imports = imports};
