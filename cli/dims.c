/* dims.c - --dim: numbers for extents that a program leaves open. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static bool read_number(const char *v, int64_t most, int64_t *out)
{
    char *end;
    errno = 0;
    long long n = strtoll(v, &end, 10);
    *out = n;
    return !errno && end != v && *end == 0 && n >= 0 && n <= most;
}

static bool add_extent(dim_list *list, const char *name, size_t n, int32_t dim, int64_t extent)
{
    grn_assumed_extent *grown = realloc(list->items, (list->count + 1) * sizeof *grown);
    char *copy = malloc(n + 1);
    if (grown)
        list->items = grown;
    if (!grown || !copy) {
        free(copy);
        return false;
    }
    memcpy(copy, name, n);
    copy[n] = 0;
    list->items[list->count++] = (grn_assumed_extent){copy, dim, extent};
    return true;
}

/* The name may have a % in front, and a / in it. */
bool read_dim(void *dims, const char *v)
{
    dim_list *out = dims;
    int64_t dim, extent;
    char digits[24];
    const char *equals = strrchr(v, '=');
    if (!equals)
        return read_number(v, INT64_MAX, &out->extent) && out->extent > 0;
    v += *v == '%';
    const char *slash = equals;
    while (slash > v && slash[-1] >= '0' && slash[-1] <= '9')
        slash--;
    const size_t n = (size_t)(equals - slash);
    if (slash <= v + 1 || slash[-1] != '/' || n == 0 || n >= sizeof digits ||
        !read_number(equals + 1, INT64_MAX, &extent))
        return false;
    memcpy(digits, slash, n);
    digits[n] = 0;
    return read_number(digits, INT32_MAX, &dim) && add_extent(out, v, (size_t)(slash - 1 - v), (int32_t)dim, extent);
}

void dims_free(void *dims)
{
    dim_list *list = dims;
    for (size_t i = 0; i < list->count; i++)
        free((char *)list->items[i].argument);
    free(list->items);
}
