/* widen_avx2.c - the C of widen.c, compiled to wider code by this file's flags. */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#define grn_widen_plain grn_widen_avx2
#include "kernels/widen.c"

#endif
