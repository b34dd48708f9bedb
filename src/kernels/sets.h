/*
 * sets.h - the instruction sets, the best first. One is:
 *
 *   set_<set>.c      its row, `grn_kernels_<set>`, and whether this processor
 *                    runs it, `grn_kernels_<set>_runs()`
 *   *_<set>.c, *.h   its kernels; a row takes from a set below it what it does
 *                    no faster
 *
 * and a line here. What flags its files get is in src/CMakeLists.txt, by their
 * names; a set without a line there fails the configuration, and a file that
 * is compiled without them the build (wanted.h). On other processors, and
 * where GARNER_SIMD is off, a file is empty, and the set does not run.
 */
#ifndef GRN_KERNELS_SETS_H
#define GRN_KERNELS_SETS_H

#include "kernels/kernels.h"

#define KERNEL_SETS(S) \
    S(avx512)          \
    S(avx2)            \
    S(neon)            \
    S(scalar) /* runs everywhere */

#define KERNEL_SET(set)                         \
    extern const grn_kernels grn_kernels_##set; \
    bool grn_kernels_##set##_runs(void);
KERNEL_SETS(KERNEL_SET)
#undef KERNEL_SET

#define KERNEL_SET_NAME(set) #set, /* as its row has it */

#endif
