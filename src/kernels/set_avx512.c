/* set_avx512.c - AVX-512 as Zen 4, Ice Lake and later processors have it: the newest part used is
 * VBMI2, for its compressions. */
#include "kernels/avx512.h"
#include "kernels/sets.h"

#if defined(__AVX512VBMI2__)

bool grn_kernels_avx512_runs(void)
{
    return grn_kernels_avx2_runs() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi2");
}

const grn_kernels grn_kernels_avx512 = {
    .name = "avx512",
    .resolve = grn_resolve_avx512,
    .checked_offsets = grn_checked_offsets_avx2,
    .widen = grn_widen_avx2,
    .cells = grn_cells_plain,
    .rows = grn_rows_plain,
    .accumulate = grn_accumulate_avx2,
    .replace = grn_replace_avx2,
    .prefetch = grn_prefetch_avx2,
    .take = &grn_take_avx512,
    .filter = grn_filter_avx512,
    .bin = grn_bin_avx512,
};

#else

bool grn_kernels_avx512_runs(void) { return false; }

const grn_kernels grn_kernels_avx512 = {.name = "avx512"};

#endif
