/* import.c - linalg's transpose and broadcast as the hub's. */
#include "convert/steps.h"

#include "dialects/linalg/linalg.h"

static grn_status import_broadcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    size_t count;
    const int64_t *v;
    grn_dims added = {.count = 0}, kept = {.count = 0};
    if (!grn_is_static(grn_operand_type(op, 0)) || !grn_is_static(t) || !grn_op_dims(op, "dimensions", &count, &v))
        return GRN_OK;
    for (size_t i = 0; i < count; i++)
        grn_dims_push(&added, v[i]);
    for (int32_t d = 0; d < t->rank; d++)
        if (!grn_dims_has(&added, d))
            grn_dims_push(&kept, d);
    return grn_replace(w, grn_build_broadcast(w, op->operands[0], kept.v, t->rank, t->shape));
}

static const grn_import_pattern imports[] = {
    {.op = "linalg.transpose", .import = grn_import_transpose, .list = "permutation"},
    {.op = "linalg.broadcast", .import = import_broadcast},
    {.op = NULL},
};

const grn_translation grn_linalg_translation = {.imports = imports};
