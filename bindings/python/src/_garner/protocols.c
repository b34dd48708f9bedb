/*
 * protocols.c - a garner.Array as a number, as something to walk over, and what keeps, copies and
 * shows it. What has no need of C is in garner/_array.py and garner/_interop.py.
 */
#include <string.h>

#include "glue.h"

/* ---- as a number, as a sequence -------------------------------------------------------------- */

/* The one element as Python's number, for float(), int(), bool(). */
static PyObject *only_element(PyObject *object)
{
    grn_tensor view;
    own_view(object, &view);
    if (grn_tensor_elements(&view) == 1)
        return element_object(view.dtype, view.data);
    PyErr_Format(PyExc_ValueError, "an array of %lld elements is no number; one with a single element is",
                 (long long)grn_tensor_elements(&view));
    return NULL;
}

typedef PyObject *(*convert_fn)(PyObject *);

static PyObject *converted(PyObject *object, convert_fn convert)
{
    PyObject *number = only_element(object), *made = number != NULL ? convert(number) : NULL;
    Py_XDECREF(number);
    return made;
}

PyObject *own_to_float(PyObject *object) { return converted(object, PyNumber_Float); }
PyObject *own_to_int(PyObject *object) { return converted(object, PyNumber_Long); }

PyObject *own_to_complex(PyObject *object, PyObject *unused)
{
    (void)unused;
    PyObject *number = only_element(object);
    PyObject *made = number != NULL ? PyObject_CallFunctionObjArgs((PyObject *)&PyComplex_Type, number, NULL) : NULL;
    Py_XDECREF(number);
    return made;
}

PyObject *own_to_index(PyObject *object)
{
    grn_tensor view;
    own_view(object, &view);
    const grn_dtype_class kind = grn_dtype_class_of(view.dtype);
    if (view.rank == 0 && (kind == GRN_CLASS_SIGNED || kind == GRN_CLASS_UNSIGNED))
        return element_object(view.dtype, view.data);
    PyErr_Format(PyExc_TypeError, "an array of rank 0 of whole numbers is an index; this one has rank %d and %s",
                 (int)view.rank, grn_dtype_text(view.dtype));
    return NULL;
}

int own_to_bool(PyObject *object)
{
    grn_tensor view;
    own_view(object, &view);
    if (grn_tensor_elements(&view) != 1) {
        PyErr_Format(PyExc_ValueError,
                     "an array of %lld elements is neither true nor false; one with a single element is",
                     (long long)grn_tensor_elements(&view));
        return -1;
    }
    PyObject *number = element_object(view.dtype, view.data);
    const int truth = number != NULL ? PyObject_IsTrue(number) : -1;
    Py_XDECREF(number);
    return truth;
}

PyObject *own_walked(PyObject *object)
{
    grn_tensor view;
    own_view(object, &view);
    if (view.rank > 0)
        return PySeqIter_New(object);
    PyErr_SetString(PyExc_TypeError, "an array of rank 0 has no entries to walk over");
    return NULL;
}

int refuse_assignment(PyObject *object, PyObject *key, PyObject *value)
{
    (void)object;
    (void)key;
    (void)value;
    PyErr_SetString(PyExc_TypeError,
                    "a garner.Array takes no assignment: a.numpy()[key] = value writes to its memory, and "
                    "garner.torch.index_put or garner.scatter gives another array");
    return -1;
}

/* ---- kept, copied, shown --------------------------------------------------------------------- */

static PyObject *by_python(const char *module_name, const char *function, PyObject *object, PyObject *args)
{
    PyObject *module = PyImport_ImportModule(module_name);
    PyObject *callee = module != NULL ? PyObject_GetAttrString(module, function) : NULL;
    PyObject *first = callee != NULL ? PyTuple_Pack(1, object) : NULL;
    PyObject *all = first != NULL ? PySequence_Concat(first, args) : NULL;
    PyObject *made = all != NULL ? PyObject_CallObject(callee, all) : NULL;
    Py_XDECREF(all);
    Py_XDECREF(first);
    Py_XDECREF(callee);
    Py_XDECREF(module);
    return made;
}

PyObject *own_reduced(PyObject *object, PyObject *args) { return by_python("garner._array", "reduced", object, args); }
PyObject *own_formatted(PyObject *object, PyObject *args)
{
    return by_python("garner._array", "formatted", object, args);
}

PyObject *own_as_array(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"dtype", "copy", NULL};
    PyObject *dtype = Py_None, *copy = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O$O:__array__", names, &dtype, &copy))
        return NULL;
    PyObject *both = PyTuple_Pack(2, dtype, copy);
    PyObject *made = both != NULL ? by_python("garner._interop", "as_array", object, both) : NULL;
    Py_XDECREF(both);
    return made;
}

/* array_of_bytes(dtype, shape, bytes): what `reduced` took apart. */
PyObject *array_of_bytes(PyObject *module, PyObject *args)
{
    PyObject *said, *shape;
    Py_buffer bytes;
    grn_dims extents;
    grn_tensor view;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOy*", &said, &shape, &bytes))
        return NULL;
    const grn_dtype dtype = dtype_from_object(said);
    PyObject *made = NULL;
    if (dtype != GRN_NO_DTYPE && dims_from_object(shape, "shape", &extents))
        made = new_array(dtype, extents.count, extents.v, &view);
    if (made != NULL && grn_tensor_bytes(&view) != (size_t)bytes.len) {
        PyErr_Format(PyExc_ValueError, "%zd bytes are no array of %zu", bytes.len, grn_tensor_bytes(&view));
        Py_CLEAR(made);
    }
    if (made != NULL && bytes.len > 0)
        memcpy(view.data, bytes.buf, (size_t)bytes.len);
    PyBuffer_Release(&bytes);
    return made;
}

/* The elements in row-major order, as bytes. */
PyObject *own_to_bytes(PyObject *object, PyObject *unused)
{
    grn_tensor view;
    (void)unused;
    PyObject *copy = copy_of(object);
    if (copy == NULL)
        return NULL;
    own_view(copy, &view);
    PyObject *made = PyBytes_FromStringAndSize(view.data, (Py_ssize_t)grn_tensor_bytes(&view));
    Py_DECREF(copy);
    return made;
}
