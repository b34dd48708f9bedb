/* check_argument.c - arguments from outside that are no views: pointers and allocators. */
#include "core/core.h"

grn_status grn_fail_null(const char *name, const grn_diag *diag)
{
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is NULL, it is needed", name);
}

grn_status grn_check_allocator(const grn_allocator *allocator, const grn_diag *diag)
{
    if (allocator == NULL || (allocator->allocate != NULL && allocator->release != NULL))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                    "allocator has no %s function, it needs both; NULL stands for malloc",
                    allocator->allocate == NULL ? "allocate" : "release");
}
