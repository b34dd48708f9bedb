/* set_neon.c - NEON of 64-bit ARM. */
#include "kernels/filter.h"
#include "kernels/neon.h"
#include "kernels/program.h"
#include "kernels/sets.h"

#if defined(GRN_NEON)

bool grn_kernels_neon_runs(void) { return true; }

const grn_kernels grn_kernels_neon = {
    .name = "neon",
    .resolve = grn_resolve_plain,
    .checked_offsets = grn_checked_offsets_neon,
    .widen = grn_widen_plain,
    .cells = grn_cells_plain,
    .rows = grn_rows_plain,
    .accumulate = grn_accumulate_neon,
    .replace = grn_replace_neon,
    .prefetch = grn_prefetch_plain,
    .take = &grn_take_neon,
    .filter = grn_filter_plain,
    .bin = grn_bin_plain,
};

#else

bool grn_kernels_neon_runs(void) { return false; }

const grn_kernels grn_kernels_neon = {.name = "neon"};

#endif

const grn_program_set *grn_program_set_neon(grn_dtype dtype)
{
    return grn_program_set_scalar(dtype); /* its vectors are NEON's */
}
