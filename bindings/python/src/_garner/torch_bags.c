/*
 * torch_bags.c - _garner.torch_bag and its gradient: torch's embedding_bag between tensors of
 * torch's, for the kernels of garner/_torch_bags.py, which make the results and know torch's rules.
 *
 * As in torch_kernels.c what the library refuses is answered with False, without an exception. What
 * is written here is i64; what is read, as the library takes it.
 */
#include <stdlib.h>
#include <string.h>

#include "torch_kernels.h"

/* Threads cost more than what so few numbers take. */
#define FEW_NUMBERS 32768

bool maybe_borrow_torch(PyObject *object, const char *name, grn_tensor *room, const grn_tensor **out)
{
    *out = object == Py_None ? NULL : room;
    return object == Py_None || borrow_torch(object, name, room);
}

static grn_bag_options options_of(int64_t numbers)
{
    return (grn_bag_options){.size_bytes = sizeof(grn_bag_options),
                             .parallel = numbers > FEW_NUMBERS ? torch_parallel() : NULL};
}

static bool is_list(const grn_tensor *t, int64_t length)
{
    return t->dtype == GRN_I64 && t->rank == 1 && t->shape[0] == length && (length < 2 || t->stride[0] == 1);
}

/* ---- the call -------------------------------------------------------------------------------- */

typedef struct bag_call {
    grn_bag_spec spec;
    grn_bag_tensors tensors;
    const grn_tensor *bag_of_entry, *bag_size; /* NULL: not wanted */
    grn_tensor room[8];
} bag_call;

static int64_t index_at(const grn_tensor *list, int64_t i)
{
    return list->dtype == GRN_I64 ? ((const int64_t *)list->data)[i] : ((const int32_t *)list->data)[i];
}

/* After the call, which has checked the offsets. */
static void tell_bags(const bag_call *c)
{
    const grn_tensor *offsets = c->tensors.offsets, *indices = c->tensors.indices;
    const int64_t entries = indices->shape[0], bags = c->tensors.result->shape[0];
    int64_t *bag_of = c->bag_of_entry != NULL ? c->bag_of_entry->data : NULL;
    int64_t *size = c->bag_size != NULL ? c->bag_size->data : NULL;
    for (int64_t b = 0; b < bags && (bag_of != NULL || size != NULL); b++) {
        const int64_t from = index_at(offsets, b);
        const int64_t to = b + 1 < offsets->shape[0] ? index_at(offsets, b + 1) : entries;
        int64_t skipped = 0;
        for (int64_t e = from; c->spec.has_padding && e < to; e++)
            skipped += index_at(indices, e) == c->spec.padding_index;
        for (int64_t e = from; bag_of != NULL && e < to; e++)
            bag_of[e] = b;
        if (size != NULL)
            size[b] = to - from - skipped;
    }
}

static bool run_bag(const bag_call *c)
{
    const grn_tensor *result = c->tensors.result;
    const grn_bag_options options = options_of(c->tensors.indices->shape[0] * result->shape[1]);
    PyThreadState *state = PyEval_SaveThread();
    const grn_status status = grn_bag(&c->spec, &c->tensors, &options, NULL);
    if (status == GRN_OK)
        tell_bags(c);
    PyEval_RestoreThread(state);
    return status == GRN_OK;
}

static bool read_bag(PyObject *const *args, bag_call *c)
{
    grn_bag_tensors *t = &c->tensors;
    const grn_tensor **const places[] = {&t->table,  &t->indices, &t->offsets,      &t->weights,
                                         &t->result, &t->arg,     &c->bag_of_entry, &c->bag_size};
    static const char *const names[] = {"weight", "indices",     "offsets",    "per_sample_weights",
                                        "output", "max_indices", "offset2bag", "bag_size"};
    for (int i = 0; i < 8; i++)
        if (!maybe_borrow_torch(args[i], names[i], &c->room[i], places[i]))
            return false;
    if (t->table == NULL || t->indices == NULL || t->offsets == NULL || t->result == NULL || t->indices->rank != 1 ||
        t->offsets->rank != 1 || t->result->rank != 2)
        return false;
    return (c->bag_of_entry == NULL || is_list(c->bag_of_entry, t->indices->shape[0])) &&
           (c->bag_size == NULL || is_list(c->bag_size, t->result->shape[0]));
}

/* torch_bag(weight, indices, offsets, per_sample_weights, output, max_indices, offset2bag, bag_size,
 * combiner, include_last_offset, padding_idx) -> whether it was done. From per_sample_weights on,
 * but for output, tensors may be None. combiner: 0 sum, 1 mean, 2 max. Products are rounded before
 * they are added, as torch's are where it does not call FBGEMM. */
static PyObject *torch_bag(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    (void)module;
    if (nargs != 11) {
        PyErr_SetString(PyExc_TypeError, "torch_bag takes eleven arguments");
        return NULL;
    }
    static const grn_bag_combiner combiners[] = {GRN_BAG_SUM, GRN_BAG_MEAN, GRN_BAG_MAX};
    const long combiner = PyLong_AsLong(args[8]);
    const int64_t padding = PyLong_AsLongLong(args[10]);
    if (PyErr_Occurred())
        return NULL;
    bag_call c = {.tensors = {.table = NULL}};
    if (combiner < 0 || combiner > 2)
        Py_RETURN_FALSE;
    c.spec.combiner = combiners[combiner];
    c.spec.lists = PyObject_IsTrue(args[9]) ? GRN_BAG_OFFSETS_AND_END : GRN_BAG_OFFSETS;
    c.spec.has_padding = padding >= 0;
    c.spec.padding_index = padding;
    const bool done = read_bag(args, &c) && run_bag(&c);
    PyErr_Clear(); /* torch's own kernel says what is wrong */
    return PyBool_FromLong(done);
}

/* ---- the gradient of the table --------------------------------------------------------------- */

/*
 * torch sorts the entries by their row, and adds those of a row in the order that its sort gives,
 * which is not a stable one. So the gradient is a bag itself: row r of the table's gradient is the
 * sum of the rows of grad that the sorted entries of r name, times their scale.
 */
typedef struct gradient_call {
    grn_tensor room[8];
    const grn_tensor *grad, *indices, *order, *offsets, *bag_of_entry, *bag_size, *weights, *out;
    int64_t padding;
    int64_t entries, bags, rows;
    /* made here, in one block: row r has the entries [starts[r], starts[r + 1]) of `bag`, scaled */
    int64_t *starts, *bag, *bag_of;
    void *scale; /* of grad's dtype; NULL: 1 */
} gradient_call;

static bool read_gradient(PyObject *const *args, gradient_call *c)
{
    const grn_tensor **const places[] = {&c->grad,         &c->indices,  &c->order,   &c->offsets,
                                         &c->bag_of_entry, &c->bag_size, &c->weights, &c->out};
    static const char *const names[] = {
        "grad", "indices", "order", "offsets", "offset2bag", "bag_size", "per_sample_weights", "grad_weight"};
    for (int i = 0; i < 8; i++)
        if (!maybe_borrow_torch(args[i], names[i], &c->room[i], places[i]))
            return false;
    if (c->grad == NULL || c->indices == NULL || c->order == NULL || c->out == NULL || c->grad->rank != 2 ||
        c->out->rank != 2 || c->indices->rank != 1)
        return false;
    const grn_dtype dtype = c->grad->dtype;
    c->entries = c->indices->shape[0];
    c->bags = c->grad->shape[0];
    c->rows = c->out->shape[0];
    if (c->weights != NULL && (c->weights->dtype != dtype || c->weights->rank != 1 ||
                               c->weights->shape[0] != c->entries || c->weights->stride[0] != 1))
        return false;
    return (dtype == GRN_F32 || dtype == GRN_F64) && is_list(c->indices, c->entries) && is_list(c->order, c->entries) &&
           (c->bag_size == NULL || is_list(c->bag_size, c->bags)) &&
           (c->bag_of_entry != NULL
                ? is_list(c->bag_of_entry, c->entries)
                : c->offsets != NULL && c->offsets->rank == 1 && is_list(c->offsets, c->offsets->shape[0]) &&
                      (c->offsets->shape[0] == c->bags || c->offsets->shape[0] == c->bags + 1));
}

static bool has_scale(const gradient_call *c) { return c->weights != NULL || c->bag_size != NULL; }

static bool make_room(gradient_call *c)
{
    const size_t entries = (size_t)c->entries, rows = (size_t)c->rows;
    if (c->entries >= INT64_MAX / 32 || c->rows >= INT64_MAX / 32)
        return false;
    c->starts = malloc((rows + 2 + 3 * entries) * sizeof *c->starts);
    if (c->starts == NULL)
        return false;
    c->bag = c->starts + rows + 2;
    c->bag_of = c->bag + entries;
    c->scale = has_scale(c) ? c->bag_of + entries : NULL;
    return true;
}

/* The bag of each entry. Entries before the first offset and behind the last have the first and the
 * last bag, as in torch. */
static bool find_bags(gradient_call *c)
{
    if (c->bag_of_entry != NULL) {
        memcpy(c->bag_of, c->bag_of_entry->data, (size_t)c->entries * sizeof *c->bag_of);
        for (int64_t e = 0; e < c->entries; e++)
            if (c->bag_of[e] < 0 || c->bag_of[e] >= c->bags)
                return false;
        return true;
    }
    const int64_t *offsets = c->offsets->data;
    int64_t e = 0;
    for (int64_t b = 0; b < c->bags; b++) {
        const int64_t to = b + 1 < c->bags ? offsets[b + 1] : c->entries;
        if (to < e || to > c->entries)
            return false;
        while (e < to)
            c->bag_of[e++] = b;
    }
    return e == c->entries;
}

/* How many entries each row has: rows' ends, and the sorted entries without those of the padding. */
static bool invert(gradient_call *c)
{
    const int64_t *indices = c->indices->data, *order = c->order->data;
    int64_t row = 0, n = 0, least = 0;
    c->starts[0] = 0;
    for (int64_t j = 0; j < c->entries; j++) {
        if (order[j] < 0 || order[j] >= c->entries)
            return false;
        const int64_t index = indices[order[j]];
        if (index < least || index >= c->rows)
            return false;
        least = index;
        if (index == c->padding)
            continue;
        while (row < index)
            c->starts[++row] = n;
        c->bag[n++] = order[j];
    }
    while (row < c->rows)
        c->starts[++row] = n;
    return true;
}

/* torch's formula: in f64, then of the dtype. */
static void find_scales(gradient_call *c)
{
    const bool is_f32 = c->grad->dtype == GRN_F32;
    const int64_t size_of_number = is_f32 ? sizeof(float) : sizeof(double);
    const char *weights = c->weights != NULL ? c->weights->data : NULL;
    for (int64_t j = 0; j < c->starts[c->rows]; j++) {
        const int64_t e = c->bag[j];
        double scale = weights != NULL ? float_at(c->grad->dtype, weights + e * size_of_number) : 1.0;
        const int64_t size = c->bag_size != NULL ? ((const int64_t *)c->bag_size->data)[c->bag_of[e]] : 0;
        if (size != 0)
            scale /= (double)size;
        if (is_f32)
            ((float *)c->scale)[j] = (float)scale;
        else
            ((double *)c->scale)[j] = scale;
    }
}

static grn_tensor list_over(grn_dtype dtype, void *data, int64_t length)
{
    return (grn_tensor){.dtype = dtype, .rank = 1, .shape = {length}, .stride = {1}, .data = data};
}

static bool run_gradient(gradient_call *c)
{
    if (!find_bags(c) || !invert(c))
        return false;
    if (c->scale != NULL)
        find_scales(c);
    const int64_t n = c->starts[c->rows];
    for (int64_t j = 0; j < n; j++)
        c->bag[j] = c->bag_of[c->bag[j]];
    const grn_tensor list = list_over(GRN_I64, c->bag, n), starts = list_over(GRN_I64, c->starts, c->rows + 1),
                     scale = list_over(c->grad->dtype, c->scale, n);
    const grn_bag_spec spec = {.lists = GRN_BAG_OFFSETS_AND_END, .fused = true};
    const grn_bag_tensors tensors = {.table = c->grad,
                                     .indices = &list,
                                     .offsets = &starts,
                                     .weights = c->scale != NULL ? &scale : NULL,
                                     .result = c->out};
    const grn_bag_options options = options_of((n + c->rows) * c->out->shape[1]);
    return grn_bag(&spec, &tensors, &options, NULL) == GRN_OK;
}

/* torch_bag_gradient(grad, indices, order, offsets, offset2bag, bag_size, per_sample_weights,
 * grad_weight, padding_idx) -> whether it was done. order: what sorts indices. One of offsets and
 * offset2bag is None; bag_size, of a mean, and per_sample_weights may be. */
static PyObject *torch_bag_gradient(PyObject *module, PyObject *const *args, Py_ssize_t nargs)
{
    (void)module;
    if (nargs != 9) {
        PyErr_SetString(PyExc_TypeError, "torch_bag_gradient takes nine arguments");
        return NULL;
    }
    gradient_call c;
    c.padding = PyLong_AsLongLong(args[8]);
    if (PyErr_Occurred())
        return NULL;
    bool done = false;
    if (read_gradient(args, &c) && make_room(&c)) {
        PyThreadState *state = PyEval_SaveThread();
        done = run_gradient(&c);
        PyEval_RestoreThread(state);
        free(c.starts);
    }
    PyErr_Clear();
    return PyBool_FromLong(done);
}

PyMethodDef torch_bag_methods[] = {
    {"torch_bag", (PyCFunction)(any_function)torch_bag, METH_FASTCALL, NULL},
    {"torch_bag_gradient", (PyCFunction)(any_function)torch_bag_gradient, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};
