/*
 * subscript.c - array[key] as numpy and Python's array API have it. Ints, slices, ... and None give
 * a view of the same memory. With arrays of ints or bools in the key the result is a new array: the
 * library's gather by index tensors, one for each dimension that they choose from, whose placing of
 * the chosen dimensions is numpy's.
 */
#include <string.h>

#include "glue.h"

#define MOST_ITEMS (2 * GRN_MAX_RANK + 2)

typedef enum item_kind { NUMBER, SLICE, ELLIPSIS, NEW, INDICES, MASK } item_kind;

typedef struct item {
    item_kind kind;
    PyObject *object;
    int64_t number; /* NUMBER */
    bool is_taken;
    taken in; /* INDICES, MASK */
} item;

typedef struct key {
    int count, dims; /* dims: of the array, that the items but for ... stand for */
    bool chooses;    /* by arrays */
    item items[MOST_ITEMS];
    PyObject *lists[MOST_ITEMS]; /* arrays made of lists */
    int nlists;
} key;

/* What is chosen from: a view, and for each of its dimensions an index array or NULL. */
typedef struct chosen {
    grn_tensor view;
    PyObject *arrays[GRN_MAX_RANK];
    grn_tensor indices[GRN_MAX_RANK];
    const grn_tensor *list[GRN_MAX_RANK];
    int32_t parting; /* a dimension of the view that is not the array's: it parts the index arrays around it; -1 */
} chosen;

/* ---- the key --------------------------------------------------------------------------------- */

static bool refuse(PyObject *object)
{
    PyErr_Format(PyExc_TypeError, "subscripts are ints, slices, ..., None and arrays of ints or bools; %R given",
                 (PyObject *)Py_TYPE(object));
    return false;
}

static PyObject *array_of_list(PyObject *list)
{
    PyObject *module = PyImport_ImportModule("garner._array");
    PyObject *made = module != NULL ? PyObject_CallMethod(module, "index_of", "(O)", list) : NULL;
    Py_XDECREF(module);
    return made;
}

static bool read_array(key *k, item *i, PyObject *object)
{
    if (!take_array(object, "subscript", false, &i->in))
        return false;
    i->is_taken = true;
    const grn_tensor *view = &i->in.view;
    const grn_dtype_class kind = grn_dtype_class_of(view->dtype);
    if (kind == GRN_CLASS_BOOL && view->rank > 0) {
        i->kind = MASK;
        k->dims += view->rank;
        k->chooses = true;
    } else if ((kind == GRN_CLASS_SIGNED || kind == GRN_CLASS_UNSIGNED) && view->rank == 0) {
        i->kind = NUMBER;
        i->number = integer_at(view->dtype, view->data);
        k->dims++;
    } else if (kind == GRN_CLASS_SIGNED || kind == GRN_CLASS_UNSIGNED) {
        i->kind = INDICES;
        k->dims++;
        k->chooses = true;
    } else {
        raise_named("DTypeError", NULL, "subscript: an array of ints or bools is needed, this one has rank %d and %s",
                    (int)view->rank, grn_dtype_text(view->dtype));
        return false;
    }
    return true;
}

static bool read_number(key *k, item *i, PyObject *object)
{
    i->kind = NUMBER;
    k->dims++;
    return integer_from_object(object, "subscript", &i->number);
}

static bool read_item(key *k, PyObject *object)
{
    item *i = &k->items[k->count];
    *i = (item){.object = object};
    k->count++;
    if (object == Py_Ellipsis || object == Py_None) {
        i->kind = object == Py_None ? NEW : ELLIPSIS;
        return true;
    }
    if (PySlice_Check(object)) {
        i->kind = SLICE;
        k->dims++;
        return true;
    }
    if (PyList_Check(object) || PyTuple_Check(object)) {
        PyObject *made = array_of_list(object);
        if (made == NULL)
            return false;
        k->lists[k->nlists++] = made;
        return read_array(k, i, made);
    }
    if (PyBool_Check(object))
        return refuse(object);
    if (PyLong_Check(object))
        return read_number(k, i, object);
    if (is_array(object))
        return read_array(k, i, object);
    return PyIndex_Check(object) ? read_number(k, i, object) : refuse(object);
}

static bool read_key(key *k, PyObject *object)
{
    k->count = k->dims = k->nlists = 0;
    k->chooses = false;
    if (!PyTuple_Check(object))
        return read_item(k, object);
    const Py_ssize_t n = PyTuple_Size(object);
    bool seen = false;
    if (n > MOST_ITEMS) {
        raise_named("LimitError", NULL, "%zd subscripts; at most %d are supported", n, MOST_ITEMS);
        return false;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        if (!read_item(k, PyTuple_GetItem(object, i)))
            return false;
        if (k->items[i].kind == ELLIPSIS && seen) {
            raise_named("IndexError", NULL, "a key holds one ... at most");
            return false;
        }
        seen |= k->items[i].kind == ELLIPSIS;
    }
    return true;
}

static void drop_key(key *k)
{
    for (int i = 0; i < k->count; i++)
        if (k->items[i].is_taken)
            let_go(&k->items[i].in);
    for (int i = 0; i < k->nlists; i++)
        Py_DECREF(k->lists[i]);
}

/* ---- what it chooses ------------------------------------------------------------------------- */

/* From 0 on; -1 with an exception. */
static int64_t place(int64_t number, int32_t dim, int64_t extent)
{
    if (number >= -extent && number < extent)
        return number < 0 ? number + extent : number;
    PyObject *bound =
        extent > 0 ? Py_BuildValue("(LL)", (long long)-extent, (long long)extent - 1) : Py_NewRef(Py_None);
    PyObject *fields = Py_BuildValue("{s:L,s:N}", "value", (long long)number, "bound", bound);
    if (extent > 0)
        raise_named("IndexError", fields, "index %lld is out of range for dimension %d of %lld; right: %lld to %lld",
                    (long long)number, (int)dim, (long long)extent, (long long)-extent, (long long)extent - 1);
    else
        raise_named("IndexError", fields, "index %lld is out of range for dimension %d, which is empty",
                    (long long)number, (int)dim);
    return -1;
}

static bool has_room(const grn_tensor *view)
{
    if (view->rank < GRN_MAX_RANK)
        return true;
    raise_named("LimitError", NULL, "the result would have more than %d dimensions", GRN_MAX_RANK);
    return false;
}

static bool keep_dim(chosen *c, int64_t extent, int64_t stride)
{
    if (!has_room(&c->view))
        return false;
    c->arrays[c->view.rank] = NULL;
    c->view.shape[c->view.rank] = extent;
    c->view.stride[c->view.rank] = stride;
    c->view.rank++;
    return true;
}

static void move_by(chosen *c, int64_t steps, int64_t stride)
{
    if (steps != 0)
        c->view.data = (char *)c->view.data + steps * stride * (int64_t)grn_dtype_bytes(c->view.dtype);
}

static bool cut(chosen *c, PyObject *slice, int64_t extent, int64_t stride)
{
    Py_ssize_t start, stop, step;
    if (PySlice_Unpack(slice, &start, &stop, &step) < 0)
        return false;
    const Py_ssize_t count = PySlice_AdjustIndices((Py_ssize_t)extent, &start, &stop, step);
    move_by(c, count > 0 ? start : 0, stride);
    return keep_dim(c, count, count > 1 ? stride * step : stride);
}

static bool choose_from(chosen *c, PyObject *indices, int64_t extent, int64_t stride)
{
    if (indices == NULL || !keep_dim(c, extent, stride)) {
        Py_XDECREF(indices);
        return false;
    }
    c->arrays[c->view.rank - 1] = indices;
    return true;
}

static PyObject *whole_numbers(const grn_tensor *from)
{
    grn_tensor to;
    PyObject *made = new_array(GRN_I64, from->rank, from->shape, &to);
    int64_t *at = to.data, place_of[GRN_MAX_RANK] = {0};
    for (int64_t n = made != NULL ? grn_tensor_elements(from) : 0; n > 0; n--) {
        int64_t offset = 0;
        for (int32_t d = 0; d < from->rank; d++)
            offset += place_of[d] * from->stride[d];
        *at++ = integer_at(from->dtype, (const char *)from->data + offset * (int64_t)grn_dtype_bytes(from->dtype));
        for (int32_t d = from->rank; d-- > 0 && ++place_of[d] == from->shape[d];)
            place_of[d] = 0;
    }
    return made;
}

/* A mask of rank k is k arrays of indices. */
static bool choose_by_mask(chosen *c, const grn_tensor *mask, const grn_tensor *self, int32_t dim)
{
    PyObject *places[GRN_MAX_RANK];
    for (int32_t d = 0; d < mask->rank; d++)
        if (mask->shape[d] != self->shape[dim + d]) {
            raise_named(
                "IndexError", NULL,
                "the mask has extent %lld in dimension %d, the array %lld in dimension %d; they are to be the same",
                (long long)mask->shape[d], (int)d, (long long)self->shape[dim + d], (int)(dim + d));
            return false;
        }
    if (!nonzero(mask, places))
        return false;
    bool ok = true;
    for (int32_t d = 0; d < mask->rank; d++)
        if (ok)
            ok = choose_from(c, places[d], self->shape[dim + d], self->stride[dim + d]);
        else
            Py_DECREF(places[d]);
    return ok;
}

static bool choose_by_number(chosen *c, const key *k, int64_t number, const grn_tensor *self, int32_t dim)
{
    const int64_t at = place(number, dim, self->shape[dim]);
    grn_tensor view;
    if (at < 0)
        return false;
    if (!k->chooses) {
        move_by(c, at, self->stride[dim]);
        return true;
    }
    /* Beside arrays it is one, and may part them. */
    PyObject *made = new_array(GRN_I64, 0, NULL, &view);
    if (made != NULL)
        memcpy(view.data, &at, sizeof at);
    return choose_from(c, made, self->shape[dim], self->stride[dim]);
}

/* ... parts the arrays around it, as a slice does, also where no dimension is left for it. */
static bool keep_rest(chosen *c, const key *k, const grn_tensor *self, int32_t *dim)
{
    const int32_t whole = self->rank - k->dims;
    if (whole == 0 && k->chooses) {
        c->parting = c->view.rank;
        return keep_dim(c, 1, 0);
    }
    for (int32_t d = 0; d < whole; d++, ++*dim)
        if (!keep_dim(c, self->shape[*dim], self->stride[*dim]))
            return false;
    return true;
}

static bool apply(chosen *c, const key *k, const item *i, const grn_tensor *self, int32_t *dim)
{
    const int32_t at = *dim;
    switch (i->kind) {
    case NEW: return keep_dim(c, 1, 0);
    case ELLIPSIS: return keep_rest(c, k, self, dim);
    case MASK: *dim += i->in.view.rank; return choose_by_mask(c, &i->in.view, self, at);
    case NUMBER: ++*dim; return choose_by_number(c, k, i->number, self, at);
    case SLICE: ++*dim; return cut(c, i->object, self->shape[at], self->stride[at]);
    default: ++*dim; return choose_from(c, whole_numbers(&i->in.view), self->shape[at], self->stride[at]);
    }
}

/* All of the key, and what it leaves of the array. */
static bool apply_all(chosen *c, const key *k, const grn_tensor *self)
{
    int32_t dim = 0;
    c->view = *self;
    c->view.rank = 0;
    c->parting = -1;
    if (k->dims > self->rank) {
        raise_named("IndexError", NULL, "there are subscripts for %d dimensions, the array has %d", k->dims,
                    (int)self->rank);
        return false;
    }
    for (int i = 0; i < k->count; i++)
        if (!apply(c, k, &k->items[i], self, &dim))
            return false;
    for (; dim < self->rank; dim++)
        if (!keep_dim(c, self->shape[dim], self->stride[dim]))
            return false;
    return true;
}

/* ---- the gather ------------------------------------------------------------------------------ */

/* Where the dimension that parts is in a result of `rank`. The chosen dimensions stand where the
 * index arrays do if these are together, else in front. */
static int32_t place_of_parting(const chosen *c, int32_t rank)
{
    int32_t first = c->view.rank, last = -1, plain = 0, before = 0, arrays = 0;
    for (int32_t d = 0; d < c->view.rank; d++) {
        if (c->arrays[d] == NULL) {
            before += d < c->parting;
            plain++;
            continue;
        }
        first = d < first ? d : first;
        last = d;
        arrays++;
    }
    const bool together = last - first + 1 == arrays;
    return together && c->parting < first ? before : rank - plain + before;
}

/* The same array without a dimension of extent 1. */
static PyObject *without_dim(PyObject *array, int32_t dim)
{
    grn_tensor view;
    own_view(array, &view);
    view.rank--;
    for (int32_t d = dim; d < view.rank; d++) {
        view.shape[d] = view.shape[d + 1];
        view.stride[d] = view.stride[d + 1];
    }
    PyObject *made = array_over(&view, array, false);
    Py_DECREF(array);
    return made;
}

static PyObject *gathered(chosen *c)
{
    heard said;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor out;
    for (int32_t d = 0; d < c->view.rank; d++) {
        c->list[d] = c->arrays[d] != NULL ? &c->indices[d] : NULL;
        if (c->arrays[d] != NULL)
            own_view(c->arrays[d], &c->indices[d]);
    }
    const size_t n = (size_t)c->view.rank;
    const grn_diag diag = listen(&said);
    grn_status status = grn_torch_index_shape(&c->view, c->list, n, &diag, &rank, shape);
    if (status != GRN_OK)
        return raise_status(status, &said);
    PyObject *made = new_array(c->view.dtype, rank, shape, &out);
    if (made == NULL)
        return NULL;
    PyThreadState *state = PyEval_SaveThread();
    status = grn_torch_index(&c->view, c->list, n, NULL, &out, &diag);
    PyEval_RestoreThread(state);
    if (status == GRN_OK)
        return c->parting < 0 ? made : without_dim(made, place_of_parting(c, rank));
    Py_DECREF(made);
    return raise_status(status, &said);
}

static PyObject *chosen_object(chosen *c, const key *k, PyObject *array)
{
    return k->chooses ? gathered(c) : array_over(&c->view, array, own_is_read_only(array));
}

PyObject *subscript(PyObject *array, PyObject *object)
{
    key k;
    chosen c;
    grn_tensor self;
    PyObject *made = NULL;
    own_view(array, &self);
    c.view.rank = 0;
    if (read_key(&k, object) && apply_all(&c, &k, &self))
        made = chosen_object(&c, &k, array);
    for (int32_t d = 0; d < c.view.rank; d++)
        Py_XDECREF(c.arrays[d]);
    drop_key(&k);
    return made;
}

PyObject *entry_of(PyObject *array, Py_ssize_t at)
{
    grn_tensor self;
    own_view(array, &self);
    if (self.rank == 0 || at < 0 || at >= self.shape[0]) {
        PyErr_SetString(PyExc_IndexError, "index out of range");
        return NULL;
    }
    if (at > 0)
        self.data = (char *)self.data + at * self.stride[0] * (int64_t)grn_dtype_bytes(self.dtype);
    self.rank--;
    memmove(self.shape, self.shape + 1, (size_t)self.rank * sizeof *self.shape);
    memmove(self.stride, self.stride + 1, (size_t)self.rank * sizeof *self.stride);
    return array_over(&self, array, own_is_read_only(array));
}
