/*
 * assign.c - from ids, offsets or lengths to lists of entries. Ids in any order are sorted by
 * counting, which is stable: the entries of a segment stay in ascending order.
 */
#include <inttypes.h>
#include <string.h>

#include "kernels/kernels.h"
#include "segments/segments.h"

static int64_t extent_of(const grn_segment_problem *p) { return p->segments.shape[p->segments.rank - 1]; }

void grn_segment_read_block(const grn_segment_problem *p, int64_t from, int64_t first, int64_t count, int64_t *out)
{
    const grn_tensor *t = &p->segments;
    const int64_t step = extent_of(p) > 1 ? t->stride[t->rank - 1] : 0;
    const grn_widen_fn widen = step == 1 ? grn_widen_plain(t->dtype) : NULL;
    const void *at = grn_tensor_at(t, from + first * step);
    if (widen != NULL)
        widen(at, count, out);
    else if (step == 1 && (t->dtype == GRN_I64 || t->dtype == GRN_INDEX))
        memcpy(out, at, (size_t)count * sizeof *out);
    else
        for (int64_t i = 0; i < count; i++)
            out[i] = grn_index_load(t->dtype, grn_tensor_at(t, from + (first + i) * step));
}

/* The same where they lie, if that is an array of int64_t. */
static const int64_t *block_of(const grn_segment_problem *p, int64_t from, int64_t first, int64_t count, int64_t *block)
{
    const grn_tensor *t = &p->segments;
    const void *at = grn_tensor_at(t, from + first);
    if ((t->dtype == GRN_I64 || t->dtype == GRN_INDEX) && t->stride[t->rank - 1] == 1 &&
        (uintptr_t)at % sizeof(int64_t) == 0)
        return at;
    grn_segment_read_block(p, from, first, count, block);
    return block;
}

static int64_t count_of_block(int64_t all, int64_t first) { return all - first < GRN_BLOCK ? all - first : GRN_BLOCK; }

/* ---- whether they are right ------------------------------------------------------------------ */

/* The segments of one position, and who hears of them. */
typedef struct place {
    const grn_segment_problem *p;
    const grn_walk *at; /* in the dimensions before the axis */
    const grn_diag *diag;
    int64_t distinct; /* of its elements those that differ in place */
} place;

/* "segments[2, 5] is -1, it must be in [0, 4]": element i, and what would be right in words and as a
 * range. */
static grn_status fail_at(const place *l, int64_t i, int64_t lowest, int64_t highest, const char *format, ...)
    GRN_PRINTF(5, 6) GRN_COLD;
static grn_status fail_at(const place *l, int64_t i, int64_t lowest, int64_t highest, const char *format, ...)
{
    const grn_tensor *t = &l->p->segments;
    const int32_t last = t->rank - 1;
    char right[256], list[GRN_LIST_BYTES], value[GRN_NUMBER_BYTES];
    int64_t index[GRN_MAX_RANK];
    for (int32_t d = 0; d < last; d++)
        index[d] = l->at->index[d];
    index[last] = i;
    grn_bad_index bad = grn_bad_index_at(t, index);
    bad.lowest = lowest;
    bad.highest = highest;
    GRN_FORMAT(right, format);
    grn_element_text(t->dtype, grn_tensor_at(t, grn_offset_in(t, index)), value);
    return grn_fail_bad_index(l->diag, &bad, "segments%s is %s, it must be %s", grn_list_text(index, t->rank, list),
                              value, right);
}

static grn_status check_ids(const place *l, int64_t from)
{
    const grn_segment_problem *p = l->p;
    const bool sorted = p->spec.form == GRN_SEGMENT_SORTED_IDS;
    const bool free_below = p->spec.ids != GRN_SEGMENT_IDS_ERROR;
    const bool free_above = p->spec.ids == GRN_SEGMENT_IDS_DROP || p->spec.ids == GRN_SEGMENT_IDS_CLIP;
    const int64_t lowest = free_below ? INT64_MIN : 0, highest = free_above ? INT64_MAX : p->nsegments - 1;
    const int64_t n = l->distinct;
    int64_t block[GRN_BLOCK], before = INT64_MIN;
    for (int64_t first = 0; first < n; first += GRN_BLOCK) {
        const int64_t count = count_of_block(n, first);
        const int64_t *id = block_of(p, from, first, count, block);
        int64_t bad = sorted && id[0] < before;
        for (int64_t i = 0; i < count; i++)
            bad |= (id[i] < lowest) | (id[i] > highest);
        if (sorted)
            for (int64_t i = 1; i < count; i++)
                bad |= id[i] < id[i - 1];
        for (int64_t i = 0; bad != 0 && i < count; before = id[i++]) {
            if (id[i] < lowest || id[i] > highest)
                return fail_at(l, first + i, lowest, highest, "in [%s%" PRId64 "]", free_below ? "-inf, " : "0, ",
                               highest);
            if (sorted && id[i] < before)
                return fail_at(l, first + i, before, highest, "%" PRId64 " or more, as the one before it", before);
        }
        before = id[count - 1];
    }
    return GRN_OK;
}

/* Offsets and starts. */
static grn_status check_offsets(const place *l, int64_t from)
{
    const int64_t extent = l->distinct, n = l->p->nentries;
    int64_t offset[GRN_BLOCK], before = 0;
    for (int64_t first = 0; first < extent; first += GRN_BLOCK) {
        const int64_t count = count_of_block(extent, first);
        grn_segment_read_block(l->p, from, first, count, offset);
        for (int64_t i = 0; i < count; before = offset[i++])
            if (offset[i] < before || offset[i] > n)
                return fail_at(l, first + i, before, n, "in [%" PRId64 ", %" PRId64 "], where offsets ascend", before,
                               n);
    }
    return GRN_OK;
}

static grn_status check_lengths(const place *l, int64_t from)
{
    const int64_t extent = extent_of(l->p), n = l->p->nentries;
    int64_t length[GRN_BLOCK], left = n;
    for (int64_t first = 0; first < extent; first += GRN_BLOCK) {
        const int64_t count = count_of_block(extent, first);
        grn_segment_read_block(l->p, from, first, count, length);
        for (int64_t i = 0; i < count; left -= length[i++])
            if (length[i] < 0 || length[i] > left)
                return fail_at(l, first + i, 0, left, "in [0, %" PRId64 "], the entries that are left", left);
    }
    if (left == 0)
        return GRN_OK;
    return grn_fail(l->diag, grn_no_place, GRN_E_INDEX,
                    "segments has lengths that add up to %" PRId64 ", it must be %" PRId64 ", the entries of data",
                    n - left, n);
}

grn_status grn_segment_check_entries(const grn_segment_problem *p, const grn_diag *diag)
{
    static grn_status (*const checks[])(const place *, int64_t) = {
        [GRN_SEGMENT_IDS] = check_ids,         [GRN_SEGMENT_SORTED_IDS] = check_ids,
        [GRN_SEGMENT_OFFSETS] = check_offsets, [GRN_SEGMENT_STARTS] = check_offsets,
        [GRN_SEGMENT_LENGTHS] = check_lengths,
    };
    grn_status status = GRN_OK;
    grn_walk w;
    if (p->spec.form == GRN_SEGMENT_CONSTANT)
        return GRN_OK;
    if (p->nentries == 0 && extent_of(p) == 0)
        return GRN_OK;
    int64_t shape[GRN_MAX_RANK];
    grn_distinct_shape(&p->segments, shape);
    const place l = {p, &w, diag, shape[p->segments.rank - 1]};
    for (grn_walk_init(&w, p->segments.rank - 1, shape, 1, (const int64_t *[]){p->segments.stride});
         status == GRN_OK && w.more; grn_walk_next(&w))
        status = checks[p->spec.form](&l, w.offset[0]);
    return status;
}

/* ---- lists ----------------------------------------------------------------------------------- */

int64_t grn_segment_of_id(const grn_segment_problem *p, int64_t id)
{
    const int64_t last = p->nsegments - 1;
    if (p->spec.ids == GRN_SEGMENT_IDS_CLIP)
        return id < 0 ? (last < 0 ? -1 : 0) : id > last ? last : id;
    return id < 0 || id > last ? -1 : id;
}

bool grn_segment_drops(const grn_segment_problem *p, int64_t id)
{
    return p->spec.ids == GRN_SEGMENT_IDS_DROP_NEGATIVE ? id < 0 : p->spec.ids != GRN_SEGMENT_IDS_ERROR;
}

/* offset[] has one element more than lists show: of ids it is used while they are made. */
bool grn_segment_list_bytes(const grn_segment_problem *p, size_t *bytes)
{
    size_t order = 0;
    if (p->spec.form == GRN_SEGMENT_IDS && !grn_mul_size((size_t)p->nentries, sizeof(int64_t), &order))
        return false;
    return (uint64_t)p->nsegments < SIZE_MAX / sizeof(int64_t) - 2 &&
           grn_add_size(((size_t)p->nsegments + 2) * sizeof(int64_t), order, bytes);
}

/* offset[s + 1] is where the last entry of s ends: ids ascend, so that the last one to say so is
 * right. What is dropped below goes to offset[0], and above to behind the last. False: they do not
 * ascend. */
static bool assign_sorted(const grn_segment_problem *p, int64_t from, int64_t *offset)
{
    const bool clip = p->spec.ids == GRN_SEGMENT_IDS_CLIP && p->nsegments > 0;
    const int64_t lowest = clip ? 0 : -1, highest = clip ? p->nsegments - 1 : p->nsegments;
    int64_t block[GRN_BLOCK], before = INT64_MIN, descends = 0;
    memset(offset, 0, ((size_t)p->nsegments + 2) * sizeof *offset);
    for (int64_t first = 0; first < p->nentries; first += GRN_BLOCK) {
        const int64_t count = count_of_block(p->nentries, first);
        const int64_t *id = block_of(p, from, first, count, block);
        for (int64_t i = 0; i < count; i++) {
            const int64_t s = id[i] < lowest ? lowest : id[i] > highest ? highest : id[i];
            descends |= id[i] < before;
            before = id[i];
            offset[s + 1] = first + i + 1;
        }
    }
    for (int64_t s = 0; s < p->nsegments; s++)
        offset[s + 1] = offset[s + 1] > offset[s] ? offset[s + 1] : offset[s];
    return descends == 0;
}

grn_status grn_segment_assign_sorted(const grn_segment_problem *p, void *memory, const grn_diag *diag,
                                     grn_segment_lists *out)
{
    int64_t ends[2] = {0, 0};
    out->offset = memory;
    out->order = NULL;
    if (p->nentries > 0) {
        grn_segment_read_block(p, 0, 0, 1, &ends[0]);
        grn_segment_read_block(p, 0, p->nentries - 1, 1, &ends[1]);
    }
    const bool ascends = assign_sorted(p, 0, memory);
    const bool free_below = p->spec.ids != GRN_SEGMENT_IDS_ERROR;
    const bool free_above = p->spec.ids == GRN_SEGMENT_IDS_DROP || p->spec.ids == GRN_SEGMENT_IDS_CLIP;
    if (ascends && (p->nentries == 0 || ((free_below || ends[0] >= 0) && (free_above || ends[1] < p->nsegments))))
        return GRN_OK;
    return grn_segment_check_entries(p, diag);
}

/* Counts of s stand at offset[s + 2]; their sums, at offset[s + 1], are where the next entry of s
 * goes, and in the end where those of s end. */
static void assign_counted(const grn_segment_problem *p, int64_t from, int64_t *offset, int64_t *order)
{
    int64_t id[GRN_BLOCK];
    memset(offset, 0, ((size_t)p->nsegments + 2) * sizeof *offset);
    for (int64_t first = 0; first < p->nentries; first += GRN_BLOCK) {
        const int64_t count = count_of_block(p->nentries, first);
        grn_segment_read_block(p, from, first, count, id);
        for (int64_t i = 0; i < count; i++) {
            const int64_t s = grn_segment_of_id(p, id[i]);
            if (s >= 0)
                offset[s + 2]++;
        }
    }
    for (int64_t s = 0; s < p->nsegments; s++)
        offset[s + 2] += offset[s + 1];
    for (int64_t first = 0; first < p->nentries; first += GRN_BLOCK) {
        const int64_t count = count_of_block(p->nentries, first);
        grn_segment_read_block(p, from, first, count, id);
        for (int64_t i = 0; i < count; i++) {
            const int64_t s = grn_segment_of_id(p, id[i]);
            if (s >= 0)
                order[offset[s + 1]++] = first + i;
        }
    }
}

static void assign_offsets(const grn_segment_problem *p, int64_t from, int64_t *offset)
{
    const int64_t extent = extent_of(p);
    offset[p->nsegments] = p->nentries; /* of starts */
    for (int64_t first = 0; first < extent; first += GRN_BLOCK)
        grn_segment_read_block(p, from, first, count_of_block(extent, first), offset + first);
}

static void assign_lengths(const grn_segment_problem *p, int64_t from, int64_t *offset)
{
    const int64_t extent = extent_of(p);
    offset[0] = 0;
    for (int64_t first = 0; first < extent; first += GRN_BLOCK)
        grn_segment_read_block(p, from, first, count_of_block(extent, first), offset + 1 + first);
    for (int64_t s = 0; s < p->nsegments; s++)
        offset[s + 1] += offset[s];
}

void grn_segment_assign(const grn_segment_problem *p, int64_t from, void *memory, grn_segment_lists *out)
{
    int64_t *const offset = memory, *const order = offset + p->nsegments + 2;
    out->offset = offset;
    out->order = NULL;
    if (p->spec.form == GRN_SEGMENT_CONSTANT)
        for (int64_t s = 0; s <= p->nsegments; s++)
            offset[s] = s * p->spec.length;
    else if (p->spec.form == GRN_SEGMENT_SORTED_IDS)
        assign_sorted(p, from, offset);
    else if (p->spec.form == GRN_SEGMENT_LENGTHS)
        assign_lengths(p, from, offset);
    else if (p->spec.form != GRN_SEGMENT_IDS)
        assign_offsets(p, from, offset);
    else {
        assign_counted(p, from, offset, order);
        out->order = order;
    }
}
