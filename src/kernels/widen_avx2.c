/* widen_avx2.c - the same C, which the compiler turns into wider code under this file's flags. */
#include "kernels/kernels.h"

#if defined(__AVX2__)

#define grn_widen_plain grn_widen_avx2
#include "kernels/widen.c"

#else

grn_widen_fn grn_widen_avx2(grn_dtype index_dtype)
{
    return grn_widen_plain(index_dtype);
}

#endif
