/*
 * result.c - garner.Array: what the calls give. It owns its memory, or keeps alive what does, and
 * hands it on without a copy: by __dlpack__, by the buffer protocol, by numpy() and torch().
 */
#include <string.h>

#include "dtypes.h"

#define INLINE_BYTES 256 /* so many bytes of elements lie in the object itself */

typedef struct array {
    PyObject_VAR_HEAD void *data;
    PyObject *owner; /* whose memory it is; NULL: its own */
    bool allocated;  /* apart from the object */
    bool read_only;
    grn_dtype dtype;
    int32_t rank;
    int64_t layout[]; /* extents, strides in elements, strides in bytes; then small arrays' elements */
} array;

PyTypeObject *array_type;

static int64_t *shape_of(array *a) { return a->layout; }
static int64_t *strides_of(array *a) { return a->layout + a->rank; }
static int64_t *byte_strides_of(array *a) { return a->layout + 2 * a->rank; }

bool is_own_array(PyObject *object) { return Py_TYPE(object) == array_type; }

bool own_is_read_only(PyObject *object) { return ((array *)object)->read_only; }

void own_view(PyObject *object, grn_tensor *out)
{
    array *a = (array *)object;
    out->data = a->data;
    out->dtype = a->dtype;
    out->rank = a->rank;
    for (int32_t d = 0; d < a->rank; d++) {
        out->shape[d] = shape_of(a)[d];
        out->stride[d] = strides_of(a)[d];
    }
}

/* ---- made and freed -------------------------------------------------------------------------- */

static array *allocate(grn_dtype dtype, int32_t rank, Py_ssize_t more_words)
{
    array *a = PyObject_NewVar(array, array_type, 3 * (Py_ssize_t)rank + more_words);
    if (a == NULL)
        return NULL;
    a->data = NULL;
    a->owner = NULL;
    a->allocated = false;
    a->read_only = false;
    a->dtype = dtype;
    a->rank = rank;
    return a;
}

static void set_layout(array *a, const int64_t *shape, const int64_t *stride)
{
    const int64_t bytes = (int64_t)grn_dtype_bytes(a->dtype);
    for (int32_t d = 0; d < a->rank; d++) {
        shape_of(a)[d] = shape[d];
        strides_of(a)[d] = stride[d];
        /* may be any number where nothing is stepped */
        byte_strides_of(a)[d] = (int64_t)((uint64_t)stride[d] * (uint64_t)bytes);
    }
}

/* Bytes of a compact array; false, with an exception, where no machine has as many. */
static bool count_bytes(grn_dtype dtype, int32_t rank, const int64_t *shape, size_t *bytes)
{
    grn_tensor counted;
    if (grn_tensor_init(&counted, NULL, dtype, rank, shape) != GRN_OK) {
        raise_named("LimitError", NULL, "the result would have more elements than memory can hold");
        return false;
    }
    *bytes = grn_tensor_bytes(&counted);
    return true;
}

PyObject *new_array(grn_dtype dtype, int32_t rank, const int64_t *shape, grn_tensor *view)
{
    int64_t stride[GRN_MAX_RANK], step = 1;
    size_t bytes;
    if (!count_bytes(dtype, rank, shape, &bytes))
        return NULL;
    const bool small = bytes <= INLINE_BYTES;
    array *a = allocate(dtype, rank, small ? (Py_ssize_t)((bytes + 7) / 8 + 1) : 0);
    if (a == NULL)
        return NULL;
    for (int32_t d = rank - 1; d >= 0; d--) {
        stride[d] = step;
        /* without elements extents may be any: what wraps then is no place of anything */
        step = (int64_t)((uint64_t)step * (uint64_t)(shape[d] > 0 ? shape[d] : 1));
    }
    set_layout(a, shape, stride);
    if (small) {
        const uintptr_t end = (uintptr_t)(a->layout + 3 * rank);
        a->data = (void *)((end + 15) & ~(uintptr_t)15); /* a word more was asked for */
    } else if (posix_memalign(&a->data, 64, bytes) != 0) {
        a->data = NULL;
        Py_DECREF(a);
        raise_named("MemoryError", NULL, "the result takes %zu bytes, which the system does not give", bytes);
        return NULL;
    } else
        a->allocated = true;
    if (view != NULL)
        own_view((PyObject *)a, view);
    return (PyObject *)a;
}

PyObject *array_over(const grn_tensor *view, PyObject *owner, bool read_only)
{
    array *a = allocate(view->dtype, view->rank, 0);
    if (a == NULL)
        return NULL;
    set_layout(a, view->shape, view->stride);
    a->data = view->data;
    a->read_only = read_only;
    Py_INCREF(owner);
    a->owner = owner;
    return (PyObject *)a;
}

static void dealloc(PyObject *object)
{
    array *a = (array *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (a->allocated)
        free(a->data);
    Py_XDECREF(a->owner);
    PyObject_Free(object);
    Py_DECREF((PyObject *)type);
}

/* A gather of everything, by no index at all: the window is the whole operand. */
static grn_status copy_strided(const grn_tensor *from, const grn_tensor *to, const grn_diag *diag)
{
    grn_gather_spec all = {.dims = {.index_vector_dim = 0}};
    int32_t none = 0;
    grn_tensor indices;
    const grn_status status = grn_tensor_init(&indices, &none, GRN_I32, 1, (const int64_t[]){0});
    if (status != GRN_OK)
        return status;
    all.slice_sizes.count = all.dims.offset_dims.count = from->rank;
    for (int32_t d = 0; d < from->rank; d++) {
        all.slice_sizes.v[d] = from->shape[d];
        all.dims.offset_dims.v[d] = d;
    }
    return grn_gather(&all, from, &indices, to, diag);
}

bool same_layout(const grn_tensor *a, const grn_tensor *b)
{
    if (a->dtype != b->dtype || a->rank != b->rank)
        return false;
    for (int32_t d = 0; d < a->rank; d++)
        if (a->shape[d] != b->shape[d] || (a->shape[d] > 1 && a->stride[d] != b->stride[d]))
            return false;
    return true;
}

bool same_memory(const grn_tensor *a, const grn_tensor *b) { return a->data == b->data && same_layout(a, b); }

grn_status copy_view(const grn_tensor *from, const grn_tensor *to, const grn_diag *diag)
{
    if (!grn_tensor_is_compact(from) || !grn_tensor_is_compact(to) || from->rank == 0)
        return copy_strided(from, to, diag);
    const size_t bytes = grn_tensor_bytes(from);
    if (bytes > 0 && (from->data == NULL || to->data == NULL))
        return copy_strided(from, to, diag); /* which says so */
    if (bytes > 0 && from->data != to->data)
        memmove(to->data, from->data, bytes);
    return GRN_OK;
}

/* ---- the buffer protocol --------------------------------------------------------------------- */

const char *buffer_format(grn_dtype dtype) { return exchanged_dtypes[dtype].format; }

static bool is_column_major(const grn_tensor *t)
{
    int64_t step = 1;
    for (int32_t d = 0; d < t->rank; d++) {
        if (t->shape[d] > 1 && t->stride[d] != step)
            return false;
        step *= t->shape[d];
    }
    return true;
}

static bool has_order(const grn_tensor *t, int flags)
{
    const bool rows = grn_tensor_is_compact(t), columns = is_column_major(t);
    if ((flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS)
        return rows || columns;
    if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS)
        return columns;
    if ((flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS || (flags & PyBUF_STRIDES) != PyBUF_STRIDES)
        return rows;
    return true;
}

static int get_buffer(PyObject *object, Py_buffer *out, int flags)
{
    array *a = (array *)object;
    grn_tensor view;
    const char *format = buffer_format(a->dtype);
    own_view(object, &view);
    out->obj = NULL;
    if (format == NULL) {
        PyErr_Format(PyExc_BufferError, "the buffer protocol has no %s; __dlpack__ has it, and bits() gives its bits",
                     grn_dtype_text(a->dtype));
        return -1;
    }
    if ((flags & PyBUF_WRITABLE) == PyBUF_WRITABLE && a->read_only) {
        PyErr_SetString(PyExc_BufferError, "this garner.Array is read-only");
        return -1;
    }
    if (!has_order(&view, flags)) {
        PyErr_SetString(PyExc_BufferError, "this garner.Array is not contiguous in the order asked for");
        return -1;
    }
    out->buf = a->data;
    out->len = (Py_ssize_t)grn_tensor_bytes(&view);
    out->itemsize = (Py_ssize_t)grn_dtype_bytes(a->dtype);
    out->readonly = a->read_only;
    out->ndim = a->rank;
    out->format = (flags & PyBUF_FORMAT) == PyBUF_FORMAT ? (char *)(uintptr_t)format : NULL;
    out->shape = (flags & PyBUF_ND) == PyBUF_ND ? (Py_ssize_t *)shape_of(a) : NULL;
    out->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? (Py_ssize_t *)byte_strides_of(a) : NULL;
    out->suboffsets = NULL;
    out->internal = NULL;
    Py_INCREF(object);
    out->obj = object;
    return 0;
}
_Static_assert(sizeof(Py_ssize_t) == sizeof(int64_t), "extents are handed over as they lie");

/* ---- DLPack ---------------------------------------------------------------------------------- */

static void release_array(PyObject *object)
{
    if (object == NULL || !Py_IsInitialized()) /* after the interpreter nothing can be given back */
        return;
    PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF(object);
    PyGILState_Release(state);
}

static void delete_plain(DLManagedTensor *m)
{
    release_array(m->manager_ctx);
    free(m);
}

static void delete_versioned(DLManagedTensorVersioned *m)
{
    release_array(m->manager_ctx);
    free(m);
}

/* A capsule that a consumer took has another name, and is the consumer's to delete. */
static void drop_plain(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, "dltensor"))
        delete_plain(PyCapsule_GetPointer(capsule, "dltensor"));
}

static void drop_versioned(PyObject *capsule)
{
    if (PyCapsule_IsValid(capsule, "dltensor_versioned"))
        delete_versioned(PyCapsule_GetPointer(capsule, "dltensor_versioned"));
}

static void fill_dltensor(array *a, DLTensor *t)
{
    *t = (DLTensor){.data = a->data,
                    .device = {kDLCPU, 0},
                    .ndim = a->rank,
                    .dtype = {exchanged_dtypes[a->dtype].code, exchanged_dtypes[a->dtype].bits, 1},
                    .shape = shape_of(a),
                    .strides = strides_of(a)};
}

static PyObject *plain_capsule(array *a)
{
    DLManagedTensor *m = malloc(sizeof *m);
    if (m == NULL)
        return PyErr_NoMemory();
    m->manager_ctx = a;
    m->deleter = delete_plain;
    fill_dltensor(a, &m->dl_tensor);
    PyObject *capsule = PyCapsule_New(m, "dltensor", drop_plain);
    if (capsule == NULL)
        free(m);
    else
        Py_INCREF((PyObject *)a);
    return capsule;
}

static PyObject *versioned_capsule(array *a, bool copied)
{
    DLManagedTensorVersioned *m = malloc(sizeof *m);
    if (m == NULL)
        return PyErr_NoMemory();
    m->version = (DLPackVersion){1, 1};
    m->manager_ctx = a;
    m->deleter = delete_versioned;
    m->flags = (a->read_only ? DLPACK_FLAG_BITMASK_READ_ONLY : 0) | (copied ? DLPACK_FLAG_BITMASK_IS_COPIED : 0) |
               (exchanged_dtypes[a->dtype].bits < 8 ? DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED : 0);
    fill_dltensor(a, &m->dl_tensor);
    PyObject *capsule = PyCapsule_New(m, "dltensor_versioned", drop_versioned);
    if (capsule == NULL)
        free(m);
    else
        Py_INCREF((PyObject *)a);
    return capsule;
}

PyObject *copy_of(PyObject *object)
{
    grn_tensor from, to;
    heard said;
    own_view(object, &from);
    PyObject *copy = new_array(from.dtype, from.rank, from.shape, &to);
    if (copy == NULL)
        return NULL;
    grn_diag diag = listen(&said);
    const grn_status status = copy_view(&from, &to, &diag);
    if (status != GRN_OK) {
        Py_DECREF(copy);
        return raise_status(status, &said);
    }
    return copy;
}

/* None, or what a version of DLPack is: whether the versioned capsule is asked for; -1 with an
 * exception. */
static int wants_versioned(PyObject *max_version)
{
    if (max_version == NULL || max_version == Py_None)
        return 0;
    PyObject *major = PySequence_GetItem(max_version, 0);
    const long number = major != NULL ? PyLong_AsLong(major) : -1;
    Py_XDECREF(major);
    return PyErr_Occurred() ? -1 : number >= 1;
}

static bool is_cpu(PyObject *device)
{
    int type = kDLCPU, id = 0;
    if (device == NULL || device == Py_None)
        return true;
    if (!PyTuple_Check(device) || !PyArg_ParseTuple(device, "ii", &type, &id)) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "dl_device: a tuple of two numbers is needed");
        return false;
    }
    if (type != kDLCPU)
        PyErr_SetString(PyExc_BufferError, "dl_device: the elements are in the CPU's memory");
    return type == kDLCPU;
}

static PyObject *dlpack(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PyObject *stream = NULL, *max_version = NULL, *device = NULL, *copy = NULL;
    array *a = (array *)object;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O$OOO:__dlpack__", names, &stream, &max_version, &device, &copy))
        return NULL;
    if (stream != NULL && stream != Py_None) {
        PyErr_SetString(PyExc_BufferError, "stream: the CPU has none, None is needed");
        return NULL;
    }
    const int versioned = is_cpu(device) ? wants_versioned(max_version) : -1;
    const int copies = versioned < 0 || copy == NULL || copy == Py_None ? 0 : PyObject_IsTrue(copy);
    if (versioned < 0 || copies < 0)
        return NULL;
    PyObject *made = copies ? copy_of(object) : NULL, *capsule = NULL;
    if (copies && made == NULL)
        return NULL;
    a = copies ? (array *)made : a;
    if (versioned)
        capsule = versioned_capsule(a, copies);
    else if (a->read_only)
        PyErr_SetString(PyExc_BufferError,
                        "this garner.Array is read-only, which only versioned capsules can say (max_version=(1, 0))");
    else if (exchanged_dtypes[a->dtype].bits < 8)
        PyErr_SetString(PyExc_BufferError,
                        "types of less than a byte need a versioned capsule (max_version=(1, 1)); bits() gives bytes");
    else
        capsule = plain_capsule(a);
    Py_XDECREF(made);
    return capsule;
}

static PyObject *dlpack_device(PyObject *object, PyObject *unused)
{
    (void)object;
    (void)unused;
    return Py_BuildValue("(ii)", kDLCPU, 0);
}

/* ---- other methods --------------------------------------------------------------------------- */

static PyObject *through_interop(PyObject *object, const char *function)
{
    PyObject *module = PyImport_ImportModule("garner._interop");
    PyObject *result = module != NULL ? PyObject_CallMethod(module, function, "O", object) : NULL;
    Py_XDECREF(module);
    return result;
}

static PyObject *to_numpy(PyObject *object, PyObject *unused)
{
    (void)unused;
    return through_interop(object, "to_numpy");
}

static PyObject *to_torch(PyObject *object, PyObject *unused)
{
    (void)unused;
    return through_interop(object, "to_torch");
}

static PyObject *to_bits(PyObject *object, PyObject *unused)
{
    grn_tensor view;
    (void)unused;
    own_view(object, &view);
    if (exchanged_dtypes[view.dtype].bits_dtype == GRN_NO_DTYPE)
        return raise_named("DTypeError", NULL, "there is no integer as wide as %s", grn_dtype_text(view.dtype));
    view.dtype = exchanged_dtypes[view.dtype].bits_dtype;
    return array_over(&view, object, ((array *)object)->read_only);
}

static PyObject *copy_method(PyObject *object, PyObject *unused)
{
    (void)unused;
    return copy_of(object);
}

static PyObject *deep_copy(PyObject *object, PyObject *memo)
{
    (void)memo;
    return copy_of(object);
}

static PyObject *nested(const array *a, int32_t dim, const char *at)
{
    array *mutable = (array *)(uintptr_t)a;
    if (dim == a->rank)
        return element_object(a->dtype, at);
    const int64_t extent = shape_of(mutable)[dim], step = byte_strides_of(mutable)[dim];
    PyObject *list = PyList_New((Py_ssize_t)extent);
    for (int64_t i = 0; list != NULL && i < extent; i++) {
        PyObject *entry = nested(a, dim + 1, at + i * step);
        if (entry == NULL || PyList_SetItem(list, (Py_ssize_t)i, entry) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *to_list(PyObject *object, PyObject *unused)
{
    (void)unused;
    return nested((array *)object, 0, ((array *)object)->data);
}

static PyObject *item(PyObject *object, PyObject *unused)
{
    grn_tensor view;
    (void)unused;
    own_view(object, &view);
    if (grn_tensor_elements(&view) == 1)
        return element_object(view.dtype, view.data);
    PyErr_Format(PyExc_ValueError, "item() is for arrays of one element, this one has %lld",
                 (long long)grn_tensor_elements(&view));
    return NULL;
}

/* ---- what it looks like ---------------------------------------------------------------------- */

PyObject *tuple_of(const int64_t *numbers, int32_t count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int32_t i = 0; tuple != NULL && i < count; i++) {
        PyObject *number = PyLong_FromLongLong(numbers[i]);
        if (number == NULL || PyTuple_SetItem(tuple, i, number) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *get_shape(PyObject *object, void *unused)
{
    (void)unused;
    return tuple_of(shape_of((array *)object), ((array *)object)->rank);
}

static PyObject *get_strides(PyObject *object, void *unused)
{
    (void)unused;
    return tuple_of(byte_strides_of((array *)object), ((array *)object)->rank);
}

static PyObject *get_dtype(PyObject *object, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(grn_dtype_text(((array *)object)->dtype));
}

static PyObject *get_ndim(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromLong(((array *)object)->rank);
}

static PyObject *get_size(PyObject *object, void *unused)
{
    grn_tensor view;
    (void)unused;
    own_view(object, &view);
    return PyLong_FromLongLong(grn_tensor_elements(&view));
}

static PyObject *get_itemsize(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromSize_t(grn_dtype_bytes(((array *)object)->dtype));
}

static PyObject *get_nbytes(PyObject *object, void *unused)
{
    grn_tensor view;
    (void)unused;
    own_view(object, &view);
    return PyLong_FromSize_t(grn_tensor_bytes(&view));
}

static PyObject *get_address(PyObject *object, void *unused)
{
    (void)unused;
    return PyLong_FromVoidPtr(((array *)object)->data);
}

static PyObject *get_read_only(PyObject *object, void *unused)
{
    (void)unused;
    return PyBool_FromLong(((array *)object)->read_only);
}

/* "<garner.Array 2x2xi32: dense<[[1, 2], [3, 4]]>>", shortened where it is long. */
static PyObject *repr(PyObject *object)
{
    grn_tensor view;
    grn_text_buffer written = {0};
    const grn_sink sink = grn_text_buffer_sink(&written);
    char shape[32 * (GRN_MAX_RANK + 1)] = "";
    size_t used = 0;
    own_view(object, &view);
    for (int32_t d = 0; d < view.rank && used < sizeof shape; d++)
        used += (size_t)PyOS_snprintf(shape + used, sizeof shape - used, "%lldx", (long long)view.shape[d]);
    const grn_status status = grn_tensor_write_literal(&view, &(grn_literal_options){.elide_over = 64}, &sink);
    PyObject *literal = text_object(&written);
    PyObject *whole = literal != NULL
                          ? PyUnicode_FromFormat("<garner.Array %s%s: %U>", shape, grn_dtype_text(view.dtype), literal)
                          : NULL;
    Py_XDECREF(literal);
    if (status == GRN_OK || whole == NULL)
        return whole;
    Py_DECREF(whole);
    return PyErr_NoMemory();
}

static Py_ssize_t length(PyObject *object)
{
    array *a = (array *)object;
    if (a->rank > 0)
        return (Py_ssize_t)shape_of(a)[0];
    PyErr_SetString(PyExc_TypeError, "an array of rank 0 has no length");
    return -1;
}

/* ---- arrays made from Python's numbers ------------------------------------------------------- */

static PyObject *array_of(PyObject *module, PyObject *args)
{
    PyObject *numbers, *dtype_text, *shape;
    grn_dims extents;
    grn_tensor view;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OO", &PyList_Type, &numbers, &dtype_text, &shape))
        return NULL;
    const grn_dtype dtype = dtype_from_object(dtype_text);
    if (dtype == GRN_NO_DTYPE || !dims_from_object(shape, "shape", &extents))
        return NULL;
    PyObject *result = new_array(dtype, extents.count, extents.v, &view);
    const size_t bytes = grn_dtype_bytes(dtype);
    for (int64_t i = 0; result != NULL && i < grn_tensor_elements(&view); i++) {
        PyObject *number = PyList_GetItem(numbers, (Py_ssize_t)i);
        if (number == NULL || !element_from_object(number, dtype, "array", (char *)view.data + (size_t)i * bytes))
            Py_CLEAR(result);
    }
    return result;
}

static PyObject *array_from_text(PyObject *module, PyObject *text)
{
    grn_tensor parsed, view;
    heard said;
    Py_ssize_t bytes;
    (void)module;
    const char *literal = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &bytes) : NULL;
    if (literal == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_TypeError, "a str is needed");
        return NULL;
    }
    grn_diag diag = listen(&said);
    const grn_status status = grn_tensor_parse(literal, (size_t)bytes, NULL, &diag, &parsed);
    if (status != GRN_OK)
        return raise_status(status, &said);
    forget(&said);
    PyObject *result = new_array(parsed.dtype, parsed.rank, parsed.shape, &view);
    if (result != NULL)
        memcpy(view.data, parsed.data, grn_tensor_bytes(&parsed));
    grn_tensor_free(&parsed, NULL);
    return result;
}

/* What the library's calls check of a view they take. An Array is read without them, too. */
static bool is_sound(const grn_tensor *t)
{
    uint64_t bytes = grn_dtype_bytes(t->dtype);
    bool is_empty = false;
    for (int32_t d = 0; d < t->rank; d++) {
        if (t->shape[d] < 0) {
            raise_named("ShapeError", NULL, "array: extent %lld in dimension %d; right: 0 or more",
                        (long long)t->shape[d], (int)d);
            return false;
        }
        is_empty |= t->shape[d] == 0;
    }
    for (int32_t d = 0; d < t->rank && !is_empty; d++) {
        const uint64_t steps = (uint64_t)t->shape[d] - 1;
        const uint64_t stride = t->stride[d] < 0 ? 0 - (uint64_t)t->stride[d] : (uint64_t)t->stride[d];
        const uint64_t room = ((uint64_t)PTRDIFF_MAX - bytes) / grn_dtype_bytes(t->dtype);
        if (steps > 0 && stride > room / steps) {
            raise_named("ShapeError", NULL,
                        "array: from the first to the last element are more bytes than memory can hold");
            return false;
        }
        bytes += steps * stride * grn_dtype_bytes(t->dtype);
    }
    if (is_empty || t->data != NULL)
        return true;
    raise_named("ArgumentError", NULL, "array: data is NULL, and the array has elements");
    return false;
}

/* An Array over another array's memory, which lives as long. */
static PyObject *array_view(PyObject *module, PyObject *object)
{
    taken t;
    (void)module;
    if (is_own_array(object)) {
        Py_INCREF(object);
        return object;
    }
    if (!take_array(object, "array", false, &t))
        return NULL;
    if (!is_sound(&t.view)) {
        let_go(&t);
        return NULL;
    }
    /* What keeps a buffer's memory where it is, is a view of it. */
    PyObject *owner = t.has_buffer ? PyMemoryView_FromObject(t.buffer.obj != NULL ? t.buffer.obj : object) : NULL;
    PyObject *kept = NULL;
    if (!PyErr_Occurred())
        kept = PyTuple_Pack(3, owner != NULL ? owner : Py_None, t.capsule != NULL ? t.capsule : Py_None,
                            t.keeper != NULL ? t.keeper : Py_None);
    Py_XDECREF(owner);
    PyObject *result = kept != NULL ? array_over(&t.view, kept, t.read_only) : NULL;
    Py_XDECREF(kept);
    let_go(&t);
    return result;
}

PyMethodDef array_methods[] = {
    {"array_of", array_of, METH_VARARGS, NULL},
    {"array_from_text", array_from_text, METH_O, NULL},
    {"array_view", array_view, METH_O, NULL},
    {"array_of_bytes", array_of_bytes, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* ---- the type -------------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
    {"__dlpack__", (PyCFunction)(any_function)dlpack, METH_VARARGS | METH_KEYWORDS,
     "__dlpack__($self, /, stream=None, *, max_version=None, dl_device=None, copy=None)\n--\n\n"
     "A capsule over this array's memory, versioned where max_version is (1, 0) or later."},
    {"__dlpack_device__", dlpack_device, METH_NOARGS, "__dlpack_device__($self, /)\n--\n\n(1, 0): the CPU's memory."},
    {"numpy", to_numpy, METH_NOARGS,
     "numpy($self, /)\n--\n\nA numpy.ndarray over this memory, without a copy. bf16 and the floats of a byte need the "
     "package ml_dtypes;\n"
     "bits() works without."},
    {"torch", to_torch, METH_NOARGS, "torch($self, /)\n--\n\nA torch.Tensor over this memory, without a copy."},
    {"bits", to_bits, METH_NOARGS,
     "bits($self, /)\n--\n\nThe same memory as unsigned integers of the same width: \"bf16\" as \"ui16\"."},
    {"copy", copy_method, METH_NOARGS, "copy($self, /)\n--\n\nA compact, writable copy."},
    {"tolist", to_list, METH_NOARGS, "tolist($self, /)\n--\n\nNested lists of Python numbers."},
    {"item", item, METH_NOARGS, "item($self, /)\n--\n\nThe one element as a Python number."},
    {"tobytes", own_to_bytes, METH_NOARGS, "tobytes($self, /)\n--\n\nThe elements in row-major order, as bytes."},
    {"__array__", (PyCFunction)(any_function)own_as_array, METH_VARARGS | METH_KEYWORDS,
     "__array__($self, /, dtype=None, *, copy=None)\n--\n\nnumpy() as numpy asks for it."},
    {"__complex__", own_to_complex, METH_NOARGS, "__complex__($self, /)\n--\n\nThe one element as a complex number."},
    {"__format__", own_formatted, METH_VARARGS,
     "__format__($self, format_spec, /)\n--\n\nThe one element by a format: f\"{a:.2f}\"."},
    {"__copy__", copy_method, METH_NOARGS, "__copy__($self, /)\n--\n\ncopy()"},
    {"__deepcopy__", deep_copy, METH_O, "__deepcopy__($self, memo, /)\n--\n\ncopy()"},
    {"__reduce_ex__", own_reduced, METH_VARARGS,
     "__reduce_ex__($self, protocol, /)\n--\n\nFor pickles, of any protocol; by 5 the elements may travel beside "
     "them."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"shape", get_shape, NULL, "Extents, a tuple.", NULL},
    {"strides", get_strides, NULL, "Strides in bytes, as numpy has them.", NULL},
    {"dtype", get_dtype, NULL,
     "The element type as MLIR spells it: \"f32\", \"i64\", \"bf16\", \"i1\", \"complex<f32>\".", NULL},
    {"ndim", get_ndim, NULL, "The number of dimensions.", NULL},
    {"size", get_size, NULL, "The number of elements.", NULL},
    {"itemsize", get_itemsize, NULL, "Bytes of one element.", NULL},
    {"nbytes", get_nbytes, NULL, "Bytes of all elements.", NULL},
    {"address", get_address, NULL, "Where the first element lies in memory.", NULL},
    {"readonly", get_read_only, NULL, "Whether the memory must not be written to.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_dealloc, dealloc},
    {Py_tp_repr, repr},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_sq_length, length},
    {Py_sq_item, entry_of},
    {Py_sq_contains, holds},
    {Py_mp_length, length},
    {Py_mp_subscript, subscript},
    {Py_mp_ass_subscript, refuse_assignment},
    {Py_nb_bool, own_to_bool},
    {Py_nb_int, own_to_int},
    {Py_nb_float, own_to_float},
    {Py_nb_index, own_to_index},
    {Py_tp_iter, own_walked},
    {Py_tp_richcompare, compare},
    {Py_tp_hash, PyObject_HashNotImplemented},
    {Py_bf_getbuffer, get_buffer},
    {Py_tp_doc,
     "An array of the CPU's memory, as garner's calls give it. It has __dlpack__ and the buffer protocol, so that\n"
     "numpy.asarray(a), a.numpy(), torch.from_dlpack(a) and a.torch() see it without a copy. garner.array makes one."},
    {0, NULL},
};

static PyType_Spec spec = {"garner.Array", offsetof(array, layout), sizeof(int64_t),
                           Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

bool add_array_type(PyObject *module)
{
    array_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return array_type != NULL && PyModule_AddObjectRef(module, "Array", (PyObject *)array_type) == 0;
}
