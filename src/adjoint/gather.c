/* gather.c - the adjoint of a gather: a scatter that adds into zeros. */
#include "adjoint/adjoint.h"

/* Two starts may be moved to one place, and out of order: promises are not carried over (anvil's
 * rule NV-6). */
static grn_scatter_spec scatter_of(const grn_gather_spec *spec)
{
    grn_scatter_spec s = {.dims = spec->dims, .index = grn_gather_rule(spec), .combiner = GRN_COMBINE_ADD};
    s.index.indices_are_sorted = s.index.unique_indices = false;
    if (s.index.bounds == GRN_BOUNDS_FILL)
        s.index.bounds = GRN_BOUNDS_SKIP;
    return s;
}

static grn_status check_memory(const grn_tensor *operand_grad, const grn_tensor *indices, const grn_tensor *grad,
                               const grn_diag *diag)
{
    grn_status status = grn_check_data(operand_grad, "operand_grad", diag);
    if (status == GRN_OK)
        status = grn_check_data(indices, "indices", diag);
    if (status == GRN_OK)
        status = grn_check_data(grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_check_alias(operand_grad, indices, "indices", diag);
    return status == GRN_OK ? grn_check_alias(operand_grad, grad, "grad", diag) : status;
}

grn_status grn_gather_adjoint(const grn_gather_spec *spec, const grn_tensor *indices, const grn_tensor *grad,
                              const grn_tensor *operand_grad, const grn_diag *diag)
{
    static const unsigned char zero[16];
    grn_status status = grn_check_given(spec, "spec", diag);
    if (status == GRN_OK)
        status = grn_check_view(indices, "indices", diag);
    if (status == GRN_OK)
        status = grn_check_view(grad, "grad", diag);
    if (status == GRN_OK)
        status = grn_check_view(operand_grad, "operand_grad", diag);
    if (status == GRN_OK)
        status = grn_gather_check(spec, operand_grad, indices, grad, diag);
    if (status != GRN_OK)
        return status;
    const grn_scatter_spec s = scatter_of(spec);
    /* then a collapsed slice may be empty, which a scatter cannot have */
    const bool empty = grn_tensor_elements(grad) == 0;
    if (!empty)
        status = grn_scatter_check(&s, 1, operand_grad, indices, grad, diag);
    if (status == GRN_OK)
        status = grn_check_places(operand_grad, "operand_grad", diag);
    if (status == GRN_OK)
        status = check_memory(operand_grad, indices, grad, diag);
    if (status == GRN_OK)
        status = grn_gather_check_starts(spec, operand_grad, indices, diag);
    if (status != GRN_OK)
        return status;
    grn_tensor_fill(operand_grad, zero);
    return empty ? GRN_OK : grn_scatter(&s, 1, operand_grad, indices, grad, diag);
}
