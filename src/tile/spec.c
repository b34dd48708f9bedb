/* spec.c - the canonical spec of a call, from src/rules. */
#include "tile/tile.h"

grn_status grn_ttnn_gather_spec(const grn_tensor *input, int64_t dim, const grn_diag *diag, grn_gather_spec *out)
{
    grn_call_report to;
    grn_gather_spec spec;
    grn_call_report_init(&to, "ttnn.gather", diag);
    grn_status status = grn_check_view(input, "input", diag);
    if (status != GRN_OK)
        return status;
    const grn_shaped shaped = grn_shaped_of(input);
    status = grn_ttnn_spec_of_gather(&to.report, &shaped, dim, &spec);
    if (status == GRN_OK)
        status = grn_check_given(out, "out", diag);
    if (status == GRN_OK)
        *out = spec;
    return status;
}

grn_status grn_ttnn_scatter_spec(const grn_tensor *input, int64_t dim, const char *reduce, const grn_diag *diag,
                                 grn_scatter_spec *out)
{
    grn_call_report to;
    grn_scatter_spec spec;
    grn_call_report_init(&to, "ttnn.scatter", diag);
    grn_status status = grn_check_view(input, "input", diag);
    if (status != GRN_OK)
        return status;
    const grn_shaped shaped = grn_shaped_of(input);
    status = grn_ttnn_spec_of_scatter(&to.report, &shaped, dim, reduce, &spec);
    if (status == GRN_OK)
        status = grn_check_given(out, "out", diag);
    if (status == GRN_OK)
        *out = spec;
    return status;
}
