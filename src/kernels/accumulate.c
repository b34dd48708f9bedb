/* accumulate.c - the accumulate kernel of a combiner on a dtype, and what compact kits share. */
#include "kernels/accumulate.h"

#include "kernels/accumulate_element.h"

#define COMMON_COMPACT
#include "kernels/accumulate_common.h"

const grn_accumulate_table grn_accumulate_common = {COMMON_ROWS};

#define CELLS 128 /* collected for a call */

/* Rows [first, first + count), each of `row` elements: where those are, and their updates. */
static void collect_cells(const int64_t *offset, const grn_updates *u, int64_t first, int64_t count, int64_t row,
                          int64_t *to, int64_t *from)
{
    for (int64_t i = first; i < first + count; i++)
        for (int64_t j = 0; j < row; j++) {
            *to++ = offset[i] * u->unit + j;
            *from++ = (u->from != NULL ? u->from[i] : i * u->step) + j;
        }
}

/* Row by row, in order. */
static void rows_by_cells(accumulate_cells cells, int64_t size, char *current, const int64_t *offset,
                          const grn_updates *u, int64_t row, int64_t prefetched, int64_t ahead)
{
    int64_t to[CELLS], from[CELLS];
    for (int64_t i = 0, n; i < u->count; i += n) {
        n = u->count - i < CELLS / row ? u->count - i : CELLS / row;
        for (int64_t k = i; k < i + n && k < prefetched; k++)
            prefetch_row_to_write(current + offset[k + ahead] * u->unit * size, row * size);
        collect_cells(offset, u, i, n, row, to, from);
        cells(current, to, &(grn_updates){u->data, from, 0, n * row, 0, 1}, 0);
    }
}

KERNEL_SHARED void grn_accumulate_rows_compact(accumulate_run run, accumulate_cells cells, int64_t size, char *current,
                                               const int64_t *offset, const grn_updates *u, int64_t row, int64_t ahead)
{
    const int64_t prefetched = updates_prefetched(u, ahead), scale = u->unit * size, *from = u->from;
    const int64_t read = from != NULL ? prefetched : 0; /* from[] is known as far as offset[] */
    const char *update = u->data;
    if (row < GRN_SHORT_ROW) {
        rows_by_cells(cells, size, current, offset, u, row, prefetched, ahead);
        return;
    }
    for (int64_t i = 0; i < u->count; i++) {
        if (i < prefetched)
            prefetch_row_to_write(current + offset[i + ahead] * scale, row * size);
        if (i < read)
            prefetch_row(update + from[i + ahead] * size, row * size);
        run(current + offset[i] * scale, 1, update + (from != NULL ? from[i] : i * u->step) * size, 1, row);
    }
}

/* Offsets of GRN_FUSED_GROUP vectors from `first` on into at[]; false: some index is out of range. */
KERNEL_INLINE bool group_offsets(const grn_starts *s, int64_t first, const fused_kind kind, const bool index32,
                                 int64_t *at)
{
    const int64_t each = kind == FUSED_PAIR ? 2 : 1;
    const char *raw = (const char *)s->raw + first * each * (index32 ? 4 : 8);
    const uint64_t last[2] = {(uint64_t)s->last[0], (uint64_t)s->last[1]};
    uint64_t beyond = 0;
    for (int64_t i = 0; i < GRN_FUSED_GROUP; i++) {
        for (int64_t k = 0; k < each; k++) { /* last is below 2^32: what is beyond sets the top bit of one of these */
            uint64_t index = (uint64_t)index_at(raw, each * i + k, index32);
            beyond |= index | (last[k] - index);
        }
        at[i] = fused_offset(raw, s, i, kind, index32);
        if (kind == FUSED_STEPPED)
            at[i] += first * s->scale[1];
    }
    return beyond >> 63 == 0;
}

/* Prefetches by indices that are still unchecked. */
KERNEL_INLINE void prefetch_group(const char *current, int64_t size, const grn_starts *s, int64_t first,
                                  const fused_kind kind, const bool index32)
{
    for (int64_t i = first; i < first + GRN_FUSED_GROUP; i++)
        PREFETCH_UNCHECKED(current, fused_offset(s->raw, s, i, kind, index32), size);
}

KERNEL_INLINE int64_t by_cells(accumulate_cells cells, int64_t size, char *current, const grn_starts *given,
                               const char *updates, int64_t n, int64_t ahead, const fused_kind kind, const bool index32)
{
    const grn_starts here = *given, *s = &here;
    const int64_t known = s->known > n ? s->known : n;
    int64_t at[GRN_FUSED_GROUP], i = 0;
    for (; n - i >= GRN_FUSED_GROUP && group_offsets(s, i, kind, index32, at); i += GRN_FUSED_GROUP) {
        const grn_updates u = {updates + i * size, NULL, 1, GRN_FUSED_GROUP, 0, 1};
        if (ahead > 0 && known - i - GRN_FUSED_GROUP >= ahead)
            prefetch_group(current, size, s, i + ahead, kind, index32);
        cells(current, at, &u, 0);
    }
    return i;
}

KERNEL_SHARED int64_t grn_accumulate_fused_by_cells(accumulate_cells cells, int64_t size, char *current,
                                                    const grn_starts *s, const char *updates, int64_t n, int64_t ahead)
{
    if (s->ncoords == 1)
        return s->index32 ? by_cells(cells, size, current, s, updates, n, ahead, FUSED_ONE, true)
                          : by_cells(cells, size, current, s, updates, n, ahead, FUSED_ONE, false);
    return s->index32 ? by_cells(cells, size, current, s, updates, n, ahead, FUSED_PAIR, true)
                      : by_cells(cells, size, current, s, updates, n, ahead, FUSED_PAIR, false);
}

KERNEL_SHARED int64_t grn_accumulate_stepped_by_cells(accumulate_cells cells, int64_t size, char *current,
                                                      const grn_starts *s, const char *updates, int64_t n,
                                                      int64_t ahead)
{
    return by_cells(cells, size, current, s, updates, n, ahead, FUSED_STEPPED, false);
}

const grn_accumulate *grn_accumulate_plain(grn_combiner combiner, grn_dtype dtype)
{
    const grn_accumulate *const rows[] = {
        &grn_accumulate_common[combiner][dtype],
        &grn_accumulate_integers[combiner][dtype],
        &grn_accumulate_small[combiner][dtype],
        &grn_accumulate_complex[combiner][dtype],
    };
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (rows[i]->run != NULL)
            return rows[i];
    return NULL;
}
