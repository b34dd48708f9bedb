/* set_scalar.c - the plain C bodies: always complete, and what every other set is tested
 * against. */
#include "kernels/filter.h"
#include "kernels/sets.h"
#include "kernels/take.h"

bool grn_kernels_scalar_runs(void) { return true; }

const grn_kernels grn_kernels_scalar = {
    .name = "scalar",
    .resolve = grn_resolve_plain,
    .checked_offsets = grn_checked_offsets_plain,
    .widen = grn_widen_plain,
    .cells = grn_cells_plain,
    .rows = grn_rows_plain,
    .accumulate = grn_accumulate_plain,
    .replace = grn_replace_plain,
    .prefetch = grn_prefetch_plain,
    .take = &grn_take_plain,
    .filter = grn_filter_plain,
    .bin = grn_bin_plain,
};
