/* widen_avx2.c - the same C, which the compiler turns into wider code under this file's flags. */
#include "kernels/avx2.h"

#if defined(__AVX2__)

#define grn_widen_plain grn_widen_avx2
#include "kernels/widen.c"

#endif
