/* elementary.c - elementary functions on vectors that every processor has, and those of a set by its
 * number. */
#include "kernels/elementary.h"

/* On 32-bit x86 a vector of two floats is MMX's, whose registers are those of the x87 functions of C. */
#if defined(__GNUC__) && !defined(__i386__)

#define ELEMENTARY_SET grn_elementary_scalar
#define WIDTH 16
#define ANY(mask) (((mask)[0] | (mask)[1]) != 0)
#include "kernels/elementary_body.h"

#else

const grn_elementary *grn_elementary_scalar(void) { return NULL; /* C's functions are called */ }

#endif

static const struct {
    bool (*runs)(void);
    const grn_elementary *(*of)(void);
} sets[] = {
#define ELEMENTARY_ROW(set) {grn_kernels_##set##_runs, grn_elementary_##set},
    KERNEL_SETS(ELEMENTARY_ROW)
#undef ELEMENTARY_ROW
};

const grn_elementary *grn_elementary_at(size_t i)
{
    for (size_t k = 0; k < GRN_COUNT(sets); k++)
        if (sets[k].runs() && i-- == 0)
            return sets[k].of();
    return NULL;
}
