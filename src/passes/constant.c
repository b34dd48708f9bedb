/* constant.c - values that are constants, in any dialect. */
#include "passes/passes.h"

/* An integer or bool that is no tensor, as a tensor of rank 0 over *scalar. */
static bool scalar_constant(const grn_attr *value, int64_t *scalar, grn_tensor *out)
{
    if (value->kind != GRN_ATTR_INTEGER && value->kind != GRN_ATTR_BOOL)
        return false;
    *scalar = value->kind == GRN_ATTR_INTEGER ? value->integer : value->boolean;
    return grn_tensor_init(out, scalar, GRN_I64, 0, NULL) == GRN_OK;
}

bool grn_constant_tensor(const grn_value *value, int64_t *scalar, grn_tensor *out)
{
    const grn_op *op = value->def;
    if (!op || !op->def || op->noperands || !(op->def->traits & GRN_TRAIT_PURE))
        return false;
    const grn_attr *attr = grn_op_attr(op, "value");
    if (!attr)
        attr = grn_op_attr(op, "values");
    if (attr && attr->kind == GRN_ATTR_ELEMENTS) {
        *out = attr->elements->tensor;
        return true;
    }
    return attr && scalar_constant(attr, scalar, out);
}
