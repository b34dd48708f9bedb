/*
 * torch_places.c - torch's lists of index tensors, x[:, i, j].
 *
 * Where the dimensions that are indexed are neighbours of a compact tensor they are one dimension: i
 * and j become one index, i * extent of j's dimension + j, which is worked out in one pass.
 */
#include <string.h>

#include "torch_kernels.h"

/* ---- read ------------------------------------------------------------------------------------ */

static bool is_index(const grn_tensor *t) { return t->dtype == GRN_I32 || t->dtype == GRN_I64; }

/* aten refuses an entry that is neither, or warns. */
static bool read_entry(torch_places *t, PyObject *entry, int32_t d)
{
    if (entry == Py_None)
        return true;
    if (t->count > 0 && d != t->first + t->count)
        return false; /* a whole dimension is between them */
    grn_tensor *index = &t->index[t->count];
    if (!borrow_torch(entry, "indices", index))
        return false;
    t->has_mask = t->has_mask || index->dtype == GRN_I1;
    if (t->count++ == 0)
        t->first = d;
    return is_index(index) || index->dtype == GRN_I1;
}

static bool broadcast_together(torch_places *t)
{
    t->rank = 0;
    for (int32_t i = 0; i < t->count; i++)
        if (t->index[i].rank > t->rank)
            t->rank = t->index[i].rank;
    for (int32_t d = 0; d < t->rank; d++)
        t->shape[d] = 1;
    for (int32_t i = 0; i < t->count; i++) {
        const grn_tensor *index = &t->index[i];
        for (int32_t d = 0; d < index->rank; d++) {
            int64_t *extent = &t->shape[t->rank - index->rank + d];
            if (*extent == 1)
                *extent = index->shape[d];
            else if (index->shape[d] != 1 && index->shape[d] != *extent)
                return false;
        }
    }
    return true;
}

bool read_torch_places(PyObject *list, const grn_tensor *self, torch_places *out)
{
    const bool is_list = PyList_Check(list);
    const Py_ssize_t n = is_list ? PyList_Size(list) : PyTuple_Check(list) ? PyTuple_Size(list) : 0;
    out->count = 0;
    out->has_mask = false;
    out->flat = NULL;
    if (n > GRN_MAX_RANK)
        return false;
    bool ok = true;
    for (Py_ssize_t i = 0; i < n; i++) /* a mask may follow what is refused */
        ok = read_entry(out, is_list ? PyList_GetItem(list, i) : PyTuple_GetItem(list, i), (int32_t)i) && ok;
    return ok && !out->has_mask && n <= self->rank && out->count > 0 && broadcast_together(out);
}

bool torch_places_shape(const torch_places *t, const grn_tensor *self, int32_t *rank, int64_t *shape)
{
    *rank = self->rank - t->count + t->rank;
    if (*rank > GRN_MAX_RANK)
        return false;
    memcpy(shape, self->shape, (size_t)t->first * sizeof *shape);
    memcpy(shape + t->first, t->shape, (size_t)t->rank * sizeof *shape);
    memcpy(shape + t->first + t->rank, self->shape + t->first + t->count,
           (size_t)(self->rank - t->first - t->count) * sizeof *shape);
    return true;
}

/* ---- merged ---------------------------------------------------------------------------------- */

/* The first component is stored, the next ones are added to `extent` times what is there. Answers
 * whether all are in range; other numbers than indices are never stored. Indices wrap, and the sign
 * bit of `wrong` is set by one that is then below zero or not below extent. */
#define MERGE_ROW(name, type, merged)                                                           \
    static bool name(int64_t *flat, const type *index, int64_t step, int64_t n, int64_t extent) \
    {                                                                                           \
        int64_t wrong = 0;                                                                      \
        for (int64_t k = 0; k < n; k++) {                                                       \
            const int64_t given = index[k * step], at = given + (given < 0 ? extent : 0);       \
            wrong |= at | (extent - 1 - at);                                                    \
            flat[k] = merged;                                                                   \
        }                                                                                       \
        return wrong >= 0;                                                                      \
    }
MERGE_ROW(store_i32, int32_t, at)
MERGE_ROW(store_i64, int64_t, at)
MERGE_ROW(add_i32, int32_t, (int64_t)((uint64_t)flat[k] * (uint64_t)extent + (uint64_t)at))
MERGE_ROW(add_i64, int64_t, (int64_t)((uint64_t)flat[k] * (uint64_t)extent + (uint64_t)at))

typedef struct component {
    const grn_tensor *index;
    int64_t extent;
    bool is_first;
} component;

static bool merge_row(int64_t *flat, const component *c, int64_t offset, int64_t step, int64_t n)
{
    if (c->index->dtype == GRN_I32)
        return (c->is_first ? store_i32 : add_i32)(flat, (const int32_t *)c->index->data + offset, step, n, c->extent);
    return (c->is_first ? store_i64 : add_i64)(flat, (const int64_t *)c->index->data + offset, step, n, c->extent);
}

/* Its step along dimension d of the shape that all have together. */
static int64_t step_of(const torch_places *t, const grn_tensor *index, int32_t d)
{
    const int32_t own = d - (t->rank - index->rank);
    return own >= 0 && index->shape[own] > 1 ? index->stride[own] : 0;
}

static bool merge_component(const torch_places *t, const component *c)
{
    const grn_tensor *index = c->index;
    const int32_t last = t->rank - 1;
    const int64_t n = t->rank > 0 ? t->shape[last] : 1, step = t->rank > 0 ? step_of(t, index, last) : 0;
    int64_t at[GRN_MAX_RANK] = {0}, offset = 0, *flat = t->flat;
    for (;; flat += n) {
        if (!merge_row(flat, c, offset, step, n))
            return false;
        int32_t d = last - 1;
        for (; d >= 0; d--) {
            offset += step_of(t, index, d);
            if (++at[d] < t->shape[d])
                break;
            offset -= at[d] * step_of(t, index, d);
            at[d] = 0;
        }
        if (d < 0)
            return true;
    }
}

static bool merge_indices(torch_places *t, const grn_tensor *self, grn_tensor *out)
{
    if (grn_tensor_init(out, NULL, GRN_I64, t->rank, t->shape) != GRN_OK || grn_tensor_elements(out) == 0)
        return false;
    t->flat_bytes = grn_tensor_bytes(out);
    out->data = t->flat = take_torch_scratch(&t->flat_bytes);
    if (t->flat == NULL)
        return false;
    bool ok = true;
    PyThreadState *state = PyEval_SaveThread();
    for (int32_t i = 0; ok && i < t->count; i++)
        ok = merge_component(t, &(component){&t->index[i], self->shape[t->first + i], i == 0});
    PyEval_RestoreThread(state);
    return ok;
}

bool torch_places_merge(torch_places *t, const grn_tensor *self, torch_problem *p)
{
    const int32_t gone = t->count - 1, end = t->first + t->count;
    if (t->rank >= GRN_MAX_RANK)
        return false;
    p->operand = *self;
    p->operand.rank -= gone;
    for (int32_t d = t->first; d < end - 1; d++)
        p->operand.shape[t->first] *= self->shape[d + 1];
    p->operand.stride[t->first] = self->stride[end - 1];
    for (int32_t d = end; d < self->rank; d++) {
        p->operand.shape[d - gone] = self->shape[d];
        p->operand.stride[d - gone] = self->stride[d];
    }
    p->number = t->first;
    p->indices = t->index[0];
    if (t->count > 1 && !merge_indices(t, self, &p->indices))
        return false;
    p->indices.shape[p->indices.rank] = 1;
    p->indices.stride[p->indices.rank++] = 1;
    return true;
}

void torch_places_release(torch_places *t)
{
    if (t->flat != NULL)
        give_torch_scratch(t->flat, t->flat_bytes);
}
