/* strided.c - copies between views whose strides are counted in bytes. */
#include <string.h>

#include "plugin.h"

void grn_pjrt_strided_layout(grn_pjrt_strided *view, const int64_t *minor_to_major)
{
    int64_t stride = (int64_t)view->element_bytes;
    for (int32_t i = 0; i < view->rank; i++) {
        const int64_t d = minor_to_major != NULL ? minor_to_major[i] : view->rank - 1 - i;
        view->stride[d] = stride;
        stride *= view->dims[d] > 0 ? view->dims[d] : 1;
    }
}

bool grn_pjrt_strided_is_dense(const grn_pjrt_strided *view, const int64_t *minor_to_major)
{
    grn_pjrt_strided dense = *view;
    grn_pjrt_strided_layout(&dense, minor_to_major);
    for (int32_t d = 0; d < view->rank; d++)
        if (view->dims[d] > 1 && view->stride[d] != dense.stride[d])
            return false;
    return true;
}

/* Loops of a copy, the innermost last; dimensions that follow one another in both views are one. */
typedef struct loops {
    int32_t count;
    int64_t extent[GRN_MAX_RANK], to[GRN_MAX_RANK], from[GRN_MAX_RANK];
} loops;

/* In the order of the destination, whose writes are then near one another. */
static void sort_dims(const grn_pjrt_strided *to, int32_t *order)
{
    for (int32_t i = 0; i < to->rank; i++) {
        int32_t at = i;
        for (; at > 0 && to->stride[order[at - 1]] < to->stride[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static loops loops_of(const grn_pjrt_strided *to, const grn_pjrt_strided *from)
{
    loops l = {.count = 0};
    int32_t order[GRN_MAX_RANK];
    sort_dims(to, order);
    for (int32_t i = 0; i < to->rank; i++) {
        const int32_t d = order[i], last = l.count - 1;
        if (to->dims[d] == 1)
            continue;
        const bool follows =
            last >= 0 && l.to[last] == to->dims[d] * to->stride[d] && l.from[last] == to->dims[d] * from->stride[d];
        const int32_t at = follows ? last : l.count++;
        l.extent[at] = follows ? l.extent[at] * to->dims[d] : to->dims[d];
        l.to[at] = to->stride[d];
        l.from[at] = from->stride[d];
    }
    return l;
}

/* `bytes` is a constant where it is called, so that the move is one instruction. */
static inline void copy_elements(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t count,
                                 size_t bytes)
{
    for (int64_t i = 0; i < count; i++)
        memcpy(to + i * to_stride, from + i * from_stride, bytes);
}

static void copy_run(char *to, int64_t to_stride, const char *from, int64_t from_stride, int64_t count, size_t bytes)
{
    if (to_stride == (int64_t)bytes && from_stride == (int64_t)bytes)
        memcpy(to, from, (size_t)count * bytes);
    else if (bytes == 1)
        copy_elements(to, to_stride, from, from_stride, count, 1);
    else if (bytes == 2)
        copy_elements(to, to_stride, from, from_stride, count, 2);
    else if (bytes == 4)
        copy_elements(to, to_stride, from, from_stride, count, 4);
    else if (bytes == 8)
        copy_elements(to, to_stride, from, from_stride, count, 8);
    else
        copy_elements(to, to_stride, from, from_stride, count, bytes);
}

static void copy_loops(const loops *l, int32_t at, char *to, const char *from, size_t bytes)
{
    if (at + 1 >= l->count) {
        copy_run(to, l->to[at], from, l->from[at], l->extent[at], bytes);
        return;
    }
    for (int64_t i = 0; i < l->extent[at]; i++)
        copy_loops(l, at + 1, to + i * l->to[at], from + i * l->from[at], bytes);
}

void grn_pjrt_strided_copy(const grn_pjrt_strided *to, const grn_pjrt_strided *from)
{
    for (int32_t d = 0; d < to->rank; d++)
        if (to->dims[d] == 0)
            return;
    const loops l = loops_of(to, from);
    if (l.count == 0)
        memcpy(to->data, from->data, to->element_bytes);
    else
        copy_loops(&l, 0, to->data, from->data, to->element_bytes);
}
