/* kernels.c - the table of kernels. An instruction set is one more row here, chosen by a probe of the processor. */
#include "kernels/kernels.h"

static const grn_kernels plain = {"c", grn_resolve_plain, grn_cells_plain, grn_rows_plain, grn_accumulate_plain};

const grn_kernels *grn_kernels_here(void)
{
    return &plain;
}
