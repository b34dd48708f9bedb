/* panel.c - tiles on vectors that every processor has, and those of a set by its number. */
#include "kernels/panel.h"

#if defined(__GNUC__)

#define PANEL_SET grn_panel_scalar
#define WIDTH 16
#define ROW_COUNT 6
#define ROWS(X, id) X(0, id) X(1, id) X(2, id) X(3, id) X(4, id) X(5, id)
#include "kernels/panel_body.h"

#else

const grn_panel *grn_panel_scalar(grn_dtype dtype)
{
    (void)dtype;
    return NULL; /* the language alone has no vectors */
}

#endif

static const struct {
    bool (*runs)(void);
    const grn_panel *(*of)(grn_dtype dtype);
} sets[] = {
#define PANEL_ROW(set) {grn_kernels_##set##_runs, grn_panel_##set},
    KERNEL_SETS(PANEL_ROW)
#undef PANEL_ROW
};

const grn_panel *grn_panel_at(size_t i, grn_dtype dtype)
{
    for (size_t k = 0; k < GRN_COUNT(sets); k++)
        if (sets[k].runs() && i-- == 0)
            return sets[k].of(dtype);
    return NULL;
}
