/*
 * torch.c - torch's own tensors: by DLPack's table of C functions, which torch has from 2.10 on,
 * else by the C function that torch's __dlpack__, which is Python's, ends in.
 *
 * torch is not needed to compile this. What Tensor.__dlpack__ checks before is checked here as
 * well: a tensor that needs a gradient, or is kept as the conjugate of its memory, is left to
 * __dlpack__, which refuses it. One that is kept as the negative of its memory is refused here, as
 * __dlpack__ would hand it over. Only tensors of exactly torch.Tensor are taken so.
 */
#include <string.h>

#include "dtypes.h"

PyTypeObject *torch_class; /* NULL until it is known */
static PyObject *to_dlpack;
static const DLPackExchangeAPI *exchange;          /* NULL: torch has none */
static PyObject *requires_grad, *is_conj, *is_neg; /* names */

static bool is_false(PyObject *value)
{
    const bool answer = value == Py_False;
    Py_XDECREF(value);
    return answer;
}

static bool is_kept_as_negative(PyObject *tensor, const char *name, grn_dtype dtype)
{
    const grn_dtype_class kind = grn_dtype_class_of(dtype);
    if ((kind != GRN_CLASS_FLOAT && kind != GRN_CLASS_COMPLEX) ||
        is_false(PyObject_CallMethodObjArgs(tensor, is_neg, NULL)))
        return false;
    PyErr_Clear();
    PyErr_Format(PyExc_BufferError,
                 "%s is kept as the negative of its memory; resolve_neg() gives a tensor that can be read", name);
    return true;
}

bool borrow_torch(PyObject *object, const char *name, grn_tensor *out)
{
    DLTensor seen;
    if (torch_class == NULL)
        learn_torch(object);
    return exchange != NULL && exchange->dltensor_from_py_object_no_sync(object, &seen) == 0 &&
           view_of_dltensor(&seen, true, name, out);
}

static bool take_capsule(PyObject *object, const char *name, taken *out)
{
    PyObject *capsule = PyObject_CallFunctionObjArgs(to_dlpack, object, NULL);
    if (capsule != NULL && view_of_capsule(capsule, name, false, out)) {
        out->capsule = capsule;
        return true;
    }
    Py_XDECREF(capsule);
    return false;
}

int take_torch(PyObject *object, const char *name, taken *out)
{
    if (is_false(PyObject_GetAttr(object, requires_grad)) &&
        (exchange != NULL ? borrow_torch(object, name, &out->view) : take_capsule(object, name, out)) &&
        (grn_dtype_class_of(out->view.dtype) != GRN_CLASS_COMPLEX ||
         is_false(PyObject_CallMethodObjArgs(object, is_conj, NULL)))) {
        if (!is_kept_as_negative(object, name, out->view.dtype))
            return 1;
        Py_CLEAR(out->capsule);
        return -1;
    }
    Py_CLEAR(out->capsule);
    PyErr_Clear(); /* __dlpack__ will say what is wrong */
    return 0;
}

static const DLPackExchangeAPI *exchange_of(PyObject *class)
{
    PyObject *capsule = PyObject_GetAttrString(class, "__dlpack_c_exchange_api__");
    const DLPackExchangeAPI *api = NULL;
    if (capsule != NULL && PyCapsule_IsValid(capsule, "dlpack_exchange_api"))
        api = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
    Py_XDECREF(capsule); /* the class keeps it */
    PyErr_Clear();
    return api != NULL && api->header.version.major == 1 && api->dltensor_from_py_object_no_sync != NULL ? api : NULL;
}

void learn_torch(PyObject *object)
{
    PyObject *modules = PyImport_GetModuleDict();
    PyObject *torch = modules != NULL ? PyDict_GetItemString(modules, "torch") : NULL;
    PyObject *class = torch != NULL ? PyObject_GetAttrString(torch, "Tensor") : NULL;
    if (class == (PyObject *)Py_TYPE(object)) {
        PyObject *function = PyObject_GetAttrString(torch, "to_dlpack");
        requires_grad = PyUnicode_InternFromString("requires_grad");
        is_conj = PyUnicode_InternFromString("is_conj");
        is_neg = PyUnicode_InternFromString("is_neg");
        if (function != NULL && PyCFunction_Check(function) && requires_grad != NULL && is_conj != NULL &&
            is_neg != NULL) {
            to_dlpack = function;
            exchange = exchange_of(class);
            torch_class = (PyTypeObject *)class;
            return; /* both are kept */
        }
        Py_XDECREF(function);
    }
    Py_XDECREF(class);
    PyErr_Clear();
}
