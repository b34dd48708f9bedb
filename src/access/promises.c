/*
 * promises.c - whether indices keep the spec's promises. Both promises are checked per index
 * vector, in row-major order of indices, so that the pair named is the first one.
 */
#include <inttypes.h>
#include <string.h>

#include "access/meaning.h"

typedef struct promise {
    grn_meaning meaning;
    const grn_diag *diag;
    int32_t batch_rank, offset_rank;
    int64_t batch_shape[GRN_MAX_RANK], offset_shape[GRN_MAX_RANK];
} promise;

/* Of equal vectors two are enough: they are in order, and they conflict. */
static void promise_init(promise *p, const grn_diag *diag)
{
    p->diag = diag;
    p->batch_rank = grn_distinct_batch_shape(&p->meaning, 2, true, p->batch_shape);
    p->offset_rank = grn_offset_shape(&p->meaning, p->offset_shape);
}

/* ---- indices_are_sorted: full_start_index(i1) <= full_start_index(i2), without full_batching_index  */

static int compare(int32_t rank, const int64_t *a, const int64_t *b)
{
    for (int32_t d = 0; d < rank; d++)
        if (a[d] != b[d])
            return a[d] < b[d] ? -1 : 1;
    return 0;
}

/* The vector right before `batch_index` in all of indices: after the dim that went on, every dim is
 * at its end. */
static void vector_before(const promise *p, const int64_t *batch_index, int64_t *before)
{
    int32_t d = p->batch_rank - 1;
    (void)grn_batch_shape(&p->meaning, before);
    for (; d >= 0 && batch_index[d] == 0; d--)
        before[d]--;
    for (int32_t b = 0; b <= d; b++)
        before[b] = batch_index[b] - (b == d);
}

static grn_status fail_sorted(const promise *p, const int64_t *batch_index)
{
    int64_t before[GRN_MAX_RANK];
    vector_before(p, batch_index, before);
    char at[GRN_LIST_BYTES], value[GRN_LIST_BYTES], before_at[GRN_LIST_BYTES], before_value[GRN_LIST_BYTES];
    int64_t start[GRN_MAX_RANK], start_before[GRN_MAX_RANK];
    int32_t rank = p->meaning.operand->rank;
    (void)grn_full_start_index(&p->meaning, batch_index, start);
    (void)grn_full_start_index(&p->meaning, before, start_before);
    return grn_fail(
        p->diag, grn_no_place, GRN_E_PROMISE,
        "indices_are_sorted is promised, but the index vector at %s has the full start index %s, less than %s, "
        "which that before it at %s has",
        grn_list_text(batch_index, p->batch_rank, at), grn_list_text(start, rank, value),
        grn_list_text(start_before, rank, before_value), grn_list_text(before, p->batch_rank, before_at));
}

static grn_status check_sorted(const promise *p)
{
    int64_t start[2][GRN_MAX_RANK];
    int now = 0;
    bool first = true;
    grn_walk w;
    for (grn_walk_init(&w, p->batch_rank, p->batch_shape, 0, NULL); w.more; grn_walk_next(&w)) {
        (void)grn_full_start_index(&p->meaning, w.index, start[now]); /* one out of range counts as it is */
        if (!first && compare(p->meaning.operand->rank, start[!now], start[now]) > 0)
            return fail_sorted(p, w.index);
        now = !now;
        first = false;
    }
    return GRN_OK;
}

/* ---- unique_indices -------------------------------------------------------------------------- */

static int64_t linear(const grn_tensor *operand, const int64_t *operand_index)
{
    int64_t at = 0;
    for (int32_t d = 0; d < operand->rank; d++)
        at = at * operand->shape[d] + operand_index[d];
    return at;
}

/* Whether the window of the vector at batch_index reaches `element`. */
static bool reaches(const promise *p, const int64_t *batch_index, int64_t element)
{
    int64_t operand_index[GRN_MAX_RANK];
    grn_walk w;
    for (grn_walk_init(&w, p->offset_rank, p->offset_shape, 0, NULL); w.more; grn_walk_next(&w))
        if (grn_operand_index(&p->meaning, batch_index, w.index, operand_index) &&
            linear(p->meaning.operand, operand_index) == element)
            return true;
    return false;
}

static grn_status fail_unique(const promise *p, const int64_t *second, const int64_t *operand_index)
{
    char first_at[GRN_LIST_BYTES], second_at[GRN_LIST_BYTES], element[GRN_LIST_BYTES];
    int64_t wanted = linear(p->meaning.operand, operand_index);
    grn_walk w;
    grn_walk_init(&w, p->batch_rank, p->batch_shape, 0, NULL);
    while (w.more && !reaches(p, w.index, wanted))
        grn_walk_next(&w);
    return grn_fail(
        p->diag, grn_no_place, GRN_E_PROMISE,
        "unique_indices is promised, but the index vectors at %s and %s of indices both reach operand element %s",
        grn_list_text(w.index, p->batch_rank, first_at), grn_list_text(second, p->batch_rank, second_at),
        grn_list_text(operand_index, p->meaning.operand->rank, element));
}

static bool mark(unsigned char *reached, int64_t element)
{
    unsigned char bit = (unsigned char)(1u << (element & 7));
    bool fresh = (reached[element >> 3] & bit) == 0;
    reached[element >> 3] |= bit;
    return fresh;
}

static grn_status mark_window(const promise *p, const int64_t *batch_index, unsigned char *reached)
{
    int64_t operand_index[GRN_MAX_RANK];
    grn_walk w;
    for (grn_walk_init(&w, p->offset_rank, p->offset_shape, 0, NULL); w.more; grn_walk_next(&w))
        if (grn_operand_index(&p->meaning, batch_index, w.index, operand_index) &&
            !mark(reached, linear(p->meaning.operand, operand_index)))
            return fail_unique(p, batch_index, operand_index);
    return GRN_OK;
}

static bool is_empty(int32_t rank, const int64_t *shape)
{
    for (int32_t d = 0; d < rank; d++)
        if (shape[d] == 0)
            return true;
    return false;
}

static grn_status check_unique(const promise *p, const grn_allocator *allocator)
{
    const grn_tensor *operand = p->meaning.operand;
    if (is_empty(p->batch_rank, p->batch_shape) || is_empty(p->offset_rank, p->offset_shape) ||
        is_empty(operand->rank, operand->shape))
        return GRN_OK; /* no element is reached */
    size_t bytes = (size_t)(grn_tensor_elements(operand) / 8) + 1;
    grn_status status = GRN_OK;
    grn_walk w;
    unsigned char *reached = grn_allocate(allocator, bytes);
    if (reached == NULL)
        return grn_fail(p->diag, grn_no_place, GRN_E_MEMORY, "%zu bytes to check unique_indices were refused", bytes);
    memset(reached, 0, bytes);
    grn_walk_init(&w, p->batch_rank, p->batch_shape, 0, NULL);
    for (; status == GRN_OK && w.more; grn_walk_next(&w))
        status = mark_window(p, w.index, reached);
    grn_release(allocator, reached, bytes);
    return status;
}

static grn_status check_promises(promise *p, const char *indices_name, const grn_allocator *allocator,
                                 const grn_diag *diag)
{
    grn_status status = grn_check_data(p->meaning.indices, indices_name, diag);
    promise_init(p, diag);
    if (status == GRN_OK && p->meaning.rule.indices_are_sorted)
        status = check_sorted(p);
    if (status == GRN_OK && p->meaning.rule.unique_indices)
        status = check_unique(p, allocator);
    return status;
}

grn_status grn_gather_check_promises(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                     const grn_allocator *allocator, const grn_diag *diag)
{
    promise p;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_gather_shape(spec, operand, indices, diag, &rank, shape);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    grn_gather_meaning(spec, operand, indices, &p.meaning);
    return check_promises(&p, "start_indices", allocator, diag);
}

grn_status grn_scatter_check_promises(const grn_scatter_spec *spec, const grn_tensor *operand,
                                      const grn_tensor *indices, const grn_tensor *updates,
                                      const grn_allocator *allocator, const grn_diag *diag)
{
    promise p;
    grn_status status = grn_scatter_check(spec, 1, operand, indices, updates, diag);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status != GRN_OK)
        return status;
    grn_scatter_meaning(spec, operand, indices, updates, &p.meaning);
    return check_promises(&p, "scatter_indices", allocator, diag);
}
