/* resolve.c - from a value in the index tensor to a start, and whether it is in bounds. */
#include "access/meaning.h"

/* a - b, held to the int64_t range: a value past every bound stays past it. */
static int64_t subtract_saturating(int64_t a, int64_t b)
{
    if (b > 0 && a < INT64_MIN + b)
        return INT64_MIN;
    if (b < 0 && a > INT64_MAX + b)
        return INT64_MAX;
    return a - b;
}

int64_t grn_start_of_index(const grn_index_rule *rule, int64_t dim, int64_t raw)
{
    int64_t start = subtract_saturating(raw, rule->base);
    return rule->wrap_negative && start < 0 ? start + dim : start;
}

bool grn_resolve_start(const grn_index_rule *rule, const grn_coordinate *coord, int64_t raw, int64_t *start)
{
    int64_t last = coord->dim - coord->window;
    *start = grn_start_of_index(rule, coord->dim, raw);
    if (rule->bounds == GRN_BOUNDS_CLAMP || rule->bounds == GRN_BOUNDS_PROMISE) {
        *start = *start < 0 || last < 0 ? 0 : *start > last ? last : *start;
        return last >= 0;
    }
    return *start >= 0 && *start <= last;
}
