/* set_avx2.c - AVX2 with F16C, which every processor with AVX2 has, and PREFETCHW. */
#include "kernels/avx2.h"
#include "kernels/sets.h"

#if defined(__AVX2__)

bool grn_kernels_avx2_runs(void)
{
    return __builtin_cpu_supports("avx2") != 0; /* clang's builtin does not know the name of F16C */
}

const grn_kernels grn_kernels_avx2 = {
    .name = "avx2",
    .resolve = grn_resolve_avx2,
    .checked_offsets = grn_checked_offsets_avx2,
    .widen = grn_widen_avx2,
    .cells = grn_cells_plain,
    .rows = grn_rows_plain,
    .accumulate = grn_accumulate_avx2,
    .replace = grn_replace_avx2,
    .prefetch = grn_prefetch_avx2,
    .take = &grn_take_avx2,
    .filter = grn_filter_avx2,
    .bin = grn_bin_plain,
};

#else

bool grn_kernels_avx2_runs(void) { return false; }

const grn_kernels grn_kernels_avx2 = {.name = "avx2"};

#endif
