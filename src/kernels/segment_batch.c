/* segment_batch.c - many segments on vectors that every processor has, and the kernels of a set by
 * its name. */
#include "kernels/segment_batch.h"

#define SEGMENT_BATCH_SET grn_segment_batch_scalar
#define WIDTH 16
#include "kernels/segment_batch_set.h"

/* NEON's vectors have this width. */
const grn_segment_batches *grn_segment_batch_neon(grn_dtype dtype) { return grn_segment_batch_scalar(dtype); }

const grn_segment_batches *grn_segment_batch_named(const char *set, grn_dtype dtype)
{
    static const struct {
        const char *name;
        const grn_segment_batches *(*of)(grn_dtype dtype);
    } sets[] = {
#define SEGMENT_BATCH_ROW(set) {#set, grn_segment_batch_##set},
        KERNEL_SETS(SEGMENT_BATCH_ROW)
#undef SEGMENT_BATCH_ROW
    };
    for (size_t i = 0; i < GRN_COUNT(sets); i++)
        if (strcmp(sets[i].name, set) == 0)
            return sets[i].of(dtype);
    return grn_segment_batch_scalar(dtype);
}
