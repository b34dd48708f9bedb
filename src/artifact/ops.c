/* ops.c - the tables of VHLO's ops, and the look-up in them. */
#include "artifact/ops_attrs.h"

const vhlo_op *const grn_vhlo_ops[] = {grn_vhlo_element_ops,
                                       grn_vhlo_access_ops,
                                       grn_vhlo_shape_ops,
                                       grn_vhlo_control_ops,
                                       grn_vhlo_product_ops,
                                       grn_vhlo_collective_ops,
                                       NULL};

const vhlo_op *grn_vhlo_op_named(grn_str name)
{
    for (const vhlo_op *const *table = grn_vhlo_ops; *table; table++)
        for (const vhlo_op *op = *table; op->name; op++)
            if (grn_str_is(name, op->name))
                return op;
    return NULL;
}

const vhlo_op *grn_vhlo_op_for(grn_str stands_for, grn_artifact_version version)
{
    for (const vhlo_op *const *table = grn_vhlo_ops; *table; table++)
        for (const vhlo_op *op = *table; op->name; op++)
            if (grn_str_is(stands_for, op->stands_for) && op->from <= version && version <= op->to)
                return op;
    return NULL;
}

grn_artifact_version grn_vhlo_op_since(grn_str stands_for)
{
    grn_artifact_version first = 0;
    for (const vhlo_op *const *table = grn_vhlo_ops; *table; table++)
        for (const vhlo_op *op = *table; op->name; op++)
            if (grn_str_is(stands_for, op->stands_for) && (first == 0 || op->from < first))
                first = op->from;
    return first;
}
