/* panel_avx2.c - tiles on vectors of AVX2. */
#include "kernels/panel.h"

#if defined(__AVX2__)

#define PANEL_SET grn_panel_avx2
#define WIDTH 32
#define ROW_COUNT 6
#define ROWS(X, id) X(0, id) X(1, id) X(2, id) X(3, id) X(4, id) X(5, id)
#include "kernels/panel_body.h"

#else

const grn_panel *grn_panel_avx2(grn_dtype dtype) { return grn_panel_scalar(dtype); }

#endif

/* Wider vectors take longer where, as here, products and sums are instructions of their own: a
 * third more on Zen 4. */
const grn_panel *grn_panel_avx512(grn_dtype dtype) { return grn_panel_avx2(dtype); }
