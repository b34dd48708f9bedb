/* prefetch_avx2.c - the same C, in which a prefetch to write is one under this file's flags. */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#define grn_prefetch_plain grn_prefetch_avx2
#include "kernels/prefetch.c"

#endif
