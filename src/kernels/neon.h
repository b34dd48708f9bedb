/* neon.h - the kernels that NEON has of its own; every 64-bit ARM processor has NEON. */
#ifndef GRN_KERNELS_NEON_H
#define GRN_KERNELS_NEON_H

#include "kernels/take.h"

/* Whether this file's includer is to be compiled: decided without flags, as every such processor
 * has NEON. */
#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(GARNER_NO_SIMD)
#define GRN_NEON
#endif

grn_checked_offsets_fn grn_checked_offsets_neon(grn_dtype index_dtype);
const grn_accumulate *grn_accumulate_neon(grn_combiner combiner, grn_dtype dtype);
const grn_accumulate *grn_replace_neon(size_t element_bytes);
extern const grn_take_kernels grn_take_neon;

#endif
