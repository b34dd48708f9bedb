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
    int64_t offset, step; /* of the row that is merged, in elements of the index */
} component;

/* What it adds to a merged index. Negative numbers count from the end; the sign bit of *wrong is set
 * by one that is then below zero or not below extent. */
static inline uint64_t part_of(int64_t given, uint64_t extent, uint64_t unit, uint64_t *wrong)
{
    const uint64_t at = (uint64_t)given + (given < 0 ? extent : 0);
    *wrong |= at | (extent - 1 - at);
    return at * unit;
}

/* Rows of n merged indices; false: an index is out of range. */
#define MERGE_PAIR(name, first, second)                                                              \
    static bool name(uint64_t *flat, const component *a, const component *b, int64_t n)              \
    {                                                                                                \
        const first *i = (const first *)a->index->data + a->offset;                                  \
        const second *j = (const second *)b->index->data + b->offset;                                \
        const uint64_t extent_a = (uint64_t)a->extent, unit_a = (uint64_t)a->unit;                   \
        const uint64_t extent_b = (uint64_t)b->extent, unit_b = (uint64_t)b->unit;                   \
        uint64_t wrong = 0;                                                                          \
        for (int64_t k = 0; k < n; k++, i += a->step, j += b->step)                                  \
            flat[k] = part_of(*i, extent_a, unit_a, &wrong) + part_of(*j, extent_b, unit_b, &wrong); \
        return wrong >> 63 == 0;                                                                     \
    }
MERGE_PAIR(pair_i32_i32, int32_t, int32_t)
MERGE_PAIR(pair_i32_i64, int32_t, int64_t)
MERGE_PAIR(pair_i64_i32, int64_t, int32_t)
MERGE_PAIR(pair_i64_i64, int64_t, int64_t)

static bool merge_pair(uint64_t *flat, const component *a, const component *b, int64_t n)
{
    if (a->index->dtype == GRN_I32)
        return (b->index->dtype == GRN_I32 ? pair_i32_i32 : pair_i32_i64)(flat, a, b, n);
    return (b->index->dtype == GRN_I32 ? pair_i64_i32 : pair_i64_i64)(flat, a, b, n);
}

static bool merge_one_more(uint64_t *flat, const component *c, int64_t n)
{
    uint64_t wrong = 0;
    for (int64_t k = 0; k < n; k++) {
        const int64_t at = c->offset + k * c->step;
        const int64_t given =
            c->index->dtype == GRN_I32 ? ((const int32_t *)c->index->data)[at] : ((const int64_t *)c->index->data)[at];
        flat[k] += part_of(given, (uint64_t)c->extent, (uint64_t)c->unit, &wrong);
    }
    return wrong >> 63 == 0;
}

/* Its step along dimension d of the shape that all have together. */
static int64_t step_of(const torch_places *t, const grn_tensor *index, int32_t d)
{
    const int32_t own = d - (t->rank - index->rank);
    return own >= 0 && own < index->rank && index->shape[own] > 1 ? index->stride[own] : 0;
}

/* All rows, in the order of the shape that all have together. */
static bool merge_rows(const torch_places *t, component *of)
{
    const int32_t last = t->rank - 1;
    const int64_t n = t->rank > 0 ? t->shape[last] : 1;
    int64_t at[GRN_MAX_RANK] = {0};
    for (uint64_t *flat = t->flat;; flat += n) {
        bool ok = merge_pair(flat, &of[0], &of[1], n);
        for (int32_t k = 2; ok && k < t->count; k++)
            ok = merge_one_more(flat, &of[k], n);
        if (!ok)
            return false;
        int32_t d = last - 1;
        for (; d >= 0; d--) {
            const bool goes_on = ++at[d] < t->shape[d];
            const int64_t steps = goes_on ? 1 : 1 - t->shape[d];
            for (int32_t k = 0; k < t->count; k++)
                of[k].offset += steps * step_of(t, of[k].index, d);
            if (goes_on)
                break;
            at[d] = 0;
        }
        if (d < 0)
            return true;
    }
}

static bool merge_indices(torch_places *t, const grn_tensor *self, int64_t unit, grn_tensor *out)
{
    component of[GRN_MAX_RANK];
    if (grn_tensor_init(out, NULL, GRN_I64, t->rank, t->shape) != GRN_OK || grn_tensor_elements(out) == 0)
        return false;
    t->flat_bytes = grn_tensor_bytes(out);
    out->data = t->flat = take_torch_scratch(&t->flat_bytes);
    if (t->flat == NULL)
        return false;
    for (int32_t k = 0; k < t->count; k++) {
        const int32_t d = t->dim[k];
        of[k] =
            (component){&t->index[k], self->shape[d], self->stride[d] / unit, 0, step_of(t, &t->index[k], t->rank - 1)};
    }
    PyThreadState *state = PyEval_SaveThread();
    const bool ok = merge_rows(t, of);
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
