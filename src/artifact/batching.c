/* batching.c - which programs have batching dims, for versions that have none. */
#include "artifact/artifact.h"

static bool has_batching(const grn_op *op)
{
    static const char *const lists[] = {"dimension_numbers.operand_batching_dims",
                                        "scatter_dimension_numbers.input_batching_dims"};
    size_t count;
    const int64_t *v;
    for (size_t i = 0; i < GRN_COUNT(lists); i++)
        if (grn_op_dims(op, lists[i], &count, &v) && count > 0)
            return true;
    return false;
}

static bool any_has_batching(const grn_op *root)
{
    const grn_op *op = root;
    while (op && !has_batching(op))
        op = grn_op_next_in(op, root);
    return op != NULL;
}

bool grn_artifact_needs_expanding(const grn_ir *ir, grn_artifact_version version)
{
    return version < GRN_VHLO_BATCHING && any_has_batching(ir->top);
}
