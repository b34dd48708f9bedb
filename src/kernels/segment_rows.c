/* segment_rows.c - rows folded on vectors that every processor has, and the kernels of a set by its
 * name. */
#include "kernels/segment_rows.h"

#define SEGMENT_ROWS_SET grn_segment_rows_scalar
#define WIDTH 16
#include "kernels/segment_rows_body.h"

const grn_row_kernels *grn_segment_rows_named(const char *set, grn_dtype dtype)
{
    static const struct {
        const char *name;
        const grn_row_kernels *(*of)(grn_dtype dtype);
    } sets[] = {
#define SEGMENT_ROWS_ROW(set) {#set, grn_segment_rows_##set},
        KERNEL_SETS(SEGMENT_ROWS_ROW)
#undef SEGMENT_ROWS_ROW
    };
    for (size_t i = 0; i < GRN_COUNT(sets); i++)
        if (strcmp(sets[i].name, set) == 0 && sets[i].of(dtype) != NULL)
            return sets[i].of(dtype);
    return grn_segment_rows_scalar(dtype);
}
