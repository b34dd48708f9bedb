/* import_delinearize.c - affine.delinearize_index as divisions: the innermost index is a remainder,
 * and so are those before it of what the quotients leave. */
#include "dialects/affine/delinearize.h"
#include "dialects/affine/import.h"

grn_status grn_affine_import_delinearize(grn_rewrite *w, const grn_op *op)
{
    grn_affine_basis basis;
    grn_affine_builder b = grn_affine_begin(w);
    if (!grn_affine_basis_read(op, &basis))
        return grn_refuse(w, "has a basis that does not fit its operands");
    grn_value *left = op->operands[0];
    size_t operand = op->noperands;
    for (size_t i = op->nresults, at = basis.count; i-- > 0;) {
        grn_value *v = left;
        if (i > 0) {
            const bool fixed = basis.fixed && basis.fixed[--at] != GRN_DYNAMIC;
            grn_value *extent = fixed ? grn_affine_index(&b, basis.fixed[at]) : op->operands[--operand];
            v = grn_affine_mod(&b, left, extent);
            left = v ? grn_affine_floor_div(&b, left, extent) : NULL;
        }
        if (!v || !left)
            return grn_affine_done(&b, false);
        w->at->results[i].forward = v;
    }
    return GRN_OK;
}
