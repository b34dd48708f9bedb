/*
 * torch_places.c - torch's lists of index tensors, x[:, i, j].
 *
 * The dimensions of a compact tensor that are indexed become one: i and j become one index, i times
 * the stride of its dimension and j times that of its own. Of neighbours the unit is the stride of the
 * last one. Where whole dimensions are between them it is one element, and the merged dimension
 * reaches from the first element that i and j may name to the last.
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
    if (t->count > 0 && d != t->dim[t->count - 1] + 1)
        t->is_apart = true;
    grn_tensor *index = &t->index[t->count];
    if (!borrow_torch(entry, "indices", index))
        return false;
    t->has_mask = t->has_mask || index->dtype == GRN_I1;
    t->dim[t->count++] = d;
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
    out->has_mask = out->is_apart = false;
    out->flat = NULL;
    if (n > GRN_MAX_RANK)
        return false;
    bool ok = true;
    for (Py_ssize_t i = 0; i < n; i++) /* a mask may follow what is refused */
        ok = read_entry(out, is_list ? PyList_GetItem(list, i) : PyTuple_GetItem(list, i), (int32_t)i) && ok;
    return ok && !out->has_mask && n <= self->rank && out->count > 0 && broadcast_together(out);
}

/* The dimensions of self that are left whole, `lead` of them before those that are merged. */
static int32_t whole_dims(const torch_places *t, const grn_tensor *self, int32_t *whole, int32_t *lead)
{
    int32_t n = 0, k = 0;
    for (int32_t d = 0; d < self->rank; d++)
        if (k < t->count && t->dim[k] == d)
            k++;
        else
            whole[n++] = d;
    *lead = t->is_apart ? 0 : t->dim[0];
    return n;
}

bool torch_places_shape(const torch_places *t, const grn_tensor *self, int32_t *rank, int64_t *shape)
{
    int32_t whole[GRN_MAX_RANK], lead;
    const int32_t n = whole_dims(t, self, whole, &lead);
    *rank = n + t->rank;
    if (*rank > GRN_MAX_RANK)
        return false;
    for (int32_t k = 0; k < n; k++)
        shape[k < lead ? k : k + t->rank] = self->shape[whole[k]];
    memcpy(shape + lead, t->shape, (size_t)t->rank * sizeof *shape);
    return true;
}

/* ---- merged ---------------------------------------------------------------------------------- */

typedef struct component {
    const grn_tensor *index;
    int64_t extent, unit; /* what one step is of the merged index */
    bool is_first;
} component;

/* The first component is stored, the next ones are added. Answers whether all are in range: negative
 * ones count from the end, and the sign bit of `wrong` is set by one that is then below zero or not
 * below extent. */
#define MERGE_ROW(name, type, before)                                                                \
    static bool name(uint64_t *flat, const type *index, int64_t step, int64_t n, const component *c) \
    {                                                                                                \
        const uint64_t extent = (uint64_t)c->extent, unit = (uint64_t)c->unit;                       \
        uint64_t wrong = 0;                                                                          \
        for (int64_t k = 0; k < n; k++) {                                                            \
            const int64_t given = index[k * step];                                                   \
            const uint64_t at = (uint64_t)given + (given < 0 ? extent : 0);                          \
            wrong |= at | (extent - 1 - at);                                                         \
            flat[k] = before + at * unit;                                                            \
        }                                                                                            \
        return wrong >> 63 == 0;                                                                     \
    }
MERGE_ROW(store_i32, int32_t, 0)
MERGE_ROW(store_i64, int64_t, 0)
MERGE_ROW(add_i32, int32_t, flat[k])
MERGE_ROW(add_i64, int64_t, flat[k])

static bool merge_row(uint64_t *flat, const component *c, int64_t offset, int64_t step, int64_t n)
{
    if (c->index->dtype == GRN_I32)
        return (c->is_first ? store_i32 : add_i32)(flat, (const int32_t *)c->index->data + offset, step, n, c);
    return (c->is_first ? store_i64 : add_i64)(flat, (const int64_t *)c->index->data + offset, step, n, c);
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
    int64_t at[GRN_MAX_RANK] = {0}, offset = 0;
    uint64_t *flat = t->flat;
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

static bool merge_indices(torch_places *t, const grn_tensor *self, int64_t unit, grn_tensor *out)
{
    if (grn_tensor_init(out, NULL, GRN_I64, t->rank, t->shape) != GRN_OK || grn_tensor_elements(out) == 0)
        return false;
    t->flat_bytes = grn_tensor_bytes(out);
    out->data = t->flat = take_torch_scratch(&t->flat_bytes);
    if (t->flat == NULL)
        return false;
    bool ok = true;
    PyThreadState *state = PyEval_SaveThread();
    for (int32_t k = 0; ok && k < t->count; k++) {
        const int32_t d = t->dim[k];
        ok = merge_component(t, &(component){&t->index[k], self->shape[d], self->stride[d] / unit, k == 0});
    }
    PyEval_RestoreThread(state);
    return ok;
}

bool torch_places_merge(torch_places *t, const grn_tensor *given, torch_problem *p)
{
    grn_tensor plain; /* whose dimensions of one element have strides, too */
    const grn_tensor *self = &plain;
    if (grn_tensor_init(&plain, given->data, given->dtype, given->rank, given->shape) != GRN_OK ||
        grn_tensor_elements(given) == 0)
        return false;
    int32_t whole[GRN_MAX_RANK], lead;
    const int32_t n = whole_dims(t, self, whole, &lead);
    const int64_t unit = t->is_apart ? 1 : self->stride[t->dim[t->count - 1]];
    if (t->rank >= GRN_MAX_RANK)
        return false;
    p->operand.dtype = self->dtype;
    p->operand.data = self->data;
    p->operand.rank = n + 1;
    for (int32_t k = 0; k < n; k++) {
        p->operand.shape[k < lead ? k : k + 1] = self->shape[whole[k]];
        p->operand.stride[k < lead ? k : k + 1] = self->stride[whole[k]];
    }
    int64_t extent = 1;
    for (int32_t k = 0; k < t->count; k++)
        extent += (self->shape[t->dim[k]] - 1) * (self->stride[t->dim[k]] / unit);
    p->operand.shape[lead] = extent;
    p->operand.stride[lead] = unit;
    p->number = lead;
    p->indices = t->index[0];
    if (t->count > 1 && !merge_indices(t, self, unit, &p->indices))
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
