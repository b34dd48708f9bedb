/* prefetch_avx2.c - the C of prefetch.c, in which a prefetch to write is an instruction under this
 * file's flags. */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#define grn_prefetch_plain grn_prefetch_avx2
#include "kernels/prefetch.c"

#endif
