/* panel_neon.c - tiles on vectors of NEON: 16 bytes wide like those of panel.c, with twice as many
 * registers. */
#include "kernels/neon.h"
#include "kernels/panel.h"

#if defined(GRN_NEON)

#define PANEL_SET grn_panel_neon
#define WIDTH 16
#define ROW_COUNT 12
#define ROWS(X, id) \
    X(0, id) X(1, id) X(2, id) X(3, id) X(4, id) X(5, id) X(6, id) X(7, id) X(8, id) X(9, id) X(10, id) X(11, id)
#include "kernels/panel_body.h"

#else

const grn_panel *grn_panel_neon(grn_dtype dtype) { return grn_panel_scalar(dtype); }

#endif
