/* kernels.c - the kernels of this machine, and of a set by name or number. */
#include <string.h>

#include "kernels/sets.h"

static const struct {
    bool (*runs)(void);
    const grn_kernels *kernels;
} sets[] = {
#define KERNEL_SET(set) {grn_kernels_##set##_runs, &grn_kernels_##set},
    KERNEL_SETS(KERNEL_SET)
#undef KERNEL_SET
};

const grn_kernels *grn_kernels_here(void) { return grn_kernels_at(0); }

const grn_kernels *grn_kernels_at(size_t i)
{
    for (size_t k = 0; k < GRN_COUNT(sets); k++)
        if (sets[k].runs() && i-- == 0)
            return sets[k].kernels;
    return NULL;
}

const grn_kernels *grn_kernels_named(const char *name)
{
    for (size_t i = 0; i < GRN_COUNT(sets); i++)
        if (sets[i].runs() && strcmp(sets[i].kernels->name, name) == 0)
            return sets[i].kernels;
    return NULL;
}
