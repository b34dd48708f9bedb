/* filter.c - one owner's vectors, or every owner's, without a branch that depends on the owner of a
 * target. */
#include <string.h>

#include "kernels/hints.h"
#include "kernels/filter.h"

static inline bool is_in_range(const grn_owner_filter *p, const int64_t *raw)
{
    bool in_bounds = (uint64_t)raw[0] <= (uint64_t)p->starts.last[0];
    return in_bounds && (p->starts.ncoords == 1 || (uint64_t)raw[1] <= (uint64_t)p->starts.last[1]);
}

/* Modular, as an unchecked offset may have any value. */
static inline int64_t offset_of(const grn_owner_filter *p, const int64_t *raw)
{
    uint64_t offset = (uint64_t)p->base + (uint64_t)raw[0] * (uint64_t)p->starts.scale[0];
    if (p->starts.ncoords == 2)
        offset += (uint64_t)raw[1] * (uint64_t)p->starts.scale[1];
    return (int64_t)offset;
}

KERNEL_INLINE int64_t filter_by(grn_owner_filter *p, int64_t n, const size_t size)
{
    int64_t count = p->count, i = 0;
    for (; i < n; i++) {
        const int64_t *raw = (const int64_t *)p->starts.raw + i * p->starts.ncoords;
        if (!is_in_range(p, raw))
            break;
        int64_t offset = offset_of(p, raw), place = p->first + i * p->step;
        p->offset[count] = offset;
        if (size == 0)
            memcpy((char *)p->update + count * (int64_t)sizeof place, &place, sizeof place);
        else
            memcpy((char *)p->update + count * (int64_t)size, p->updates + i * p->step * (int64_t)size, size);
        count += grn_owner_of(offset, p->owner.shift, p->owner.owners) == p->owner.me;
    }
    p->count = count;
    return i;
}

int64_t grn_filter_plain(grn_owner_filter *p, int64_t n)
{
    return p->size == 0   ? filter_by(p, n, 0)
           : p->size == 4 ? filter_by(p, n, 4)
           : p->size == 8 ? filter_by(p, n, 8)
           : p->size == 2 ? filter_by(p, n, 2)
                          : filter_by(p, n, 1);
}

KERNEL_INLINE int64_t bin_all(const grn_owner_filter *p, grn_bin *to, int64_t n, const size_t size)
{
    int64_t i = 0;
    for (; i < n; i++) {
        const int64_t *raw = (const int64_t *)p->starts.raw + i * p->starts.ncoords;
        if (!is_in_range(p, raw))
            break;
        int64_t offset = offset_of(p, raw), place = p->first + i * p->step;
        grn_bin *d = &to[grn_owner_of(offset, p->owner.shift, p->owner.owners)];
        d->offset[d->count] = (uint32_t)offset;
        if (size == 0)
            memcpy((char *)d->update + d->count * (int64_t)sizeof place, &place, sizeof place);
        else
            memcpy((char *)d->update + d->count * (int64_t)size, p->updates + i * p->step * (int64_t)size, size);
        d->count++;
    }
    return i;
}

int64_t grn_bin_plain(const grn_owner_filter *p, grn_bin *to, int64_t n)
{
    return p->size == 0   ? bin_all(p, to, n, 0)
           : p->size == 4 ? bin_all(p, to, n, 4)
           : p->size == 8 ? bin_all(p, to, n, 8)
           : p->size == 2 ? bin_all(p, to, n, 2)
                          : bin_all(p, to, n, 1);
}
