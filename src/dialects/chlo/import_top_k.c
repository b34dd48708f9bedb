/* import_top_k.c - chlo.top_k as the hub's: an iota beside the elements, a stable sort of both, the
 * first k of each line. */
#include "dialects/chlo/import.h"

grn_status grn_chlo_import_top_k(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0);
    int64_t start[GRN_MAX_RANK] = {0}, limit[GRN_MAX_RANK];
    const bool is_static =
        grn_is_static(in) && grn_is_static(grn_result_type(op, 0)) && grn_is_static(grn_result_type(op, 1));
    if (!is_static || in->rank < 1 || in->element->kind == GRN_TYPE_COMPLEX)
        return grn_not_imported(w, "has operands of a shape that is not known");
    grn_value *places = grn_build_iota(w, grn_type_integer(w->ir, 32, GRN_SIGNLESS), in->rank, in->shape, in->rank - 1);
    grn_op *sort = grn_build_sort(w, op->operands[0], places, in->rank - 1, "GT", GRN_ORDER_TOTAL);
    memcpy(limit, grn_result_type(op, 0)->shape, (size_t)in->rank * sizeof *limit);
    for (size_t i = 0; i < 2; i++) {
        grn_value *part = sort ? grn_build_slice(w, &sort->results[i], start, limit) : NULL;
        if (!part)
            return grn_no_memory(w);
        w->at->results[i].forward = part;
        part->name = w->at->results[i].name;
    }
    return GRN_OK;
}
