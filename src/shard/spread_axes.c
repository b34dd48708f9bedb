/* spread_axes.c - axes and their parts against each other (Shardy, AxisRefAttr in
 * ir/dialect.cc). */
#include <stdlib.h>

#include "shard/spread.h"

static int32_t end_of(const grn_spread_axis *a) { return a->pre * a->size; }

bool grn_spread_same_axis(const grn_spread_axis *a, const grn_spread_axis *b)
{
    return a->axis == b->axis && a->pre == b->pre && a->size == b->size;
}

bool grn_spread_same_list(const grn_spread_list *a, const grn_spread_list *b)
{
    bool same = a->count == b->count;
    for (int32_t i = 0; same && i < a->count; i++)
        same = grn_spread_same_axis(&a->items[i], &b->items[i]);
    return same;
}

bool grn_spread_contains(const grn_spread_axis *a, const grn_spread_axis *b)
{
    return a->axis == b->axis && a->pre <= b->pre && end_of(a) >= end_of(b);
}

bool grn_spread_begins(const grn_spread_axis *a, const grn_spread_axis *b)
{
    return grn_spread_contains(b, a) && a->pre == b->pre;
}

static bool overlap(const grn_spread_axis *a, const grn_spread_axis *b)
{
    return a->axis == b->axis && a->pre < end_of(b) && b->pre < end_of(a);
}

/* Whether one reshape of the axis has both parts. */
static bool can_coexist(const grn_spread_axis *a, const grn_spread_axis *b)
{
    const int32_t first = a->pre < b->pre ? a->pre : b->pre, second = a->pre < b->pre ? b->pre : a->pre;
    const int32_t third = end_of(a) < end_of(b) ? end_of(a) : end_of(b),
                  last = end_of(a) < end_of(b) ? end_of(b) : end_of(a);
    if (a->axis != b->axis)
        return true;
    return third > second ? third % second == 0 && second % first == 0 && last % third == 0 : second % third == 0;
}

bool grn_spread_is_prefix(const grn_spread_list *a, const grn_spread_list *b)
{
    if (a->count == 0)
        return true;
    if (a->count > b->count)
        return false;
    for (int32_t i = 0; i + 1 < a->count; i++)
        if (!grn_spread_same_axis(&a->items[i], &b->items[i]))
            return false;
    return grn_spread_begins(&a->items[a->count - 1], &b->items[a->count - 1]);
}

bool grn_spread_is_strict_prefix(const grn_spread_list *a, const grn_spread_list *b)
{
    return grn_spread_is_prefix(a, b) && !grn_spread_same_list(a, b);
}

bool grn_spread_leave(grn_spread_axis *a, const grn_spread_list *taken)
{
    for (int32_t i = 0; i < taken->count; i++) {
        const grn_spread_axis *other = &taken->items[i];
        if (!can_coexist(a, other))
            return false;
        if (!overlap(a, other))
            continue;
        if (a->pre >= other->pre)
            return false;
        a->size = other->pre / a->pre;
    }
    return true;
}

int64_t grn_spread_ways(const grn_spread_list *list)
{
    int64_t ways = 1;
    for (int32_t i = 0; i < list->count; i++)
        ways *= list->items[i].size;
    return ways;
}

void grn_spread_push(grn_spread_list *list, grn_spread_axis axis)
{
    if (list->count < GRN_PART_MOST_AXES)
        list->items[list->count++] = axis;
}

void grn_spread_add(grn_spread_list *list, grn_spread_axis axis)
{
    grn_spread_axis *last = list->count ? &list->items[list->count - 1] : NULL;
    if (last && last->axis == axis.axis && end_of(last) == axis.pre)
        last->size *= axis.size;
    else
        grn_spread_push(list, axis);
}

static int by_mesh(const void *a, const void *b)
{
    const grn_spread_axis *x = a, *y = b;
    return x->axis != y->axis ? (x->axis > y->axis) - (x->axis < y->axis) : (x->pre > y->pre) - (x->pre < y->pre);
}

void grn_spread_sort(grn_spread_list *list) { qsort(list->items, (size_t)list->count, sizeof *list->items, by_mesh); }
