/*
 * kernels.c - the table of kernels. An instruction set is one more row here,
 * chosen by a probe of the processor: its files are named *_<set>.c and carry
 * its flags, the last row runs everywhere. A row takes from the one below it
 * what it does no faster. NEON would be a row too.
 */
#include <string.h>

#include "kernels/filter.h"
#include "kernels/take.h"

static bool has_avx2(void)
{
#if defined(__GNUC__) && defined(__x86_64__)
    /* Every processor with AVX2 has F16C; clang's builtin does not know that name. */
    return __builtin_cpu_supports("avx2") && grn_replace_avx2(1) != NULL && grn_take_avx2.fused != NULL;
#else
    return false;
#endif
}

/* Zen 4, Ice Lake and what came after them: the compressions of VBMI2 are the latest of what is used. */
static bool has_avx512(void)
{
#if defined(__GNUC__) && defined(__x86_64__)
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi2") && grn_take_avx512.fused != NULL;
#else
    return false;
#endif
}

static bool always(void)
{
    return true;
}

static const struct {
    bool (*runs)(void);
    grn_kernels kernels;
} sets[] = {
    {has_avx512,
     {.name = "avx512", .resolve = grn_resolve_avx512, .checked_offsets = grn_checked_offsets_avx2, .widen = grn_widen_avx2, .cells = grn_cells_plain, .rows = grn_rows_plain,
      .accumulate = grn_accumulate_avx2, .replace = grn_replace_avx2, .prefetch = grn_prefetch_avx2, .take = &grn_take_avx512, .filter = grn_filter_avx512,
      .bin = grn_bin_avx512}},
    {has_avx2,
     {.name = "avx2", .resolve = grn_resolve_avx2, .checked_offsets = grn_checked_offsets_avx2, .widen = grn_widen_avx2, .cells = grn_cells_plain, .rows = grn_rows_plain,
      .accumulate = grn_accumulate_avx2, .replace = grn_replace_avx2, .prefetch = grn_prefetch_avx2, .take = &grn_take_avx2, .filter = grn_filter_avx2,
      .bin = grn_bin_plain}},
    {always,
     {.name = "scalar", .resolve = grn_resolve_plain, .checked_offsets = grn_checked_offsets_plain, .widen = grn_widen_plain, .cells = grn_cells_plain, .rows = grn_rows_plain,
      .accumulate = grn_accumulate_plain, .replace = grn_replace_plain, .prefetch = grn_prefetch_plain, .take = &grn_take_plain, .filter = grn_filter_plain,
      .bin = grn_bin_plain}},
};

const grn_kernels *grn_kernels_here(void)
{
    size_t i = 0;
    while (!sets[i].runs())
        i++;
    return &sets[i].kernels;
}

const grn_kernels *grn_kernels_named(const char *name)
{
    for (size_t i = 0; i < GRN_COUNT(sets); i++)
        if (strcmp(sets[i].kernels.name, name) == 0 && sets[i].runs())
            return &sets[i].kernels;
    return NULL;
}
