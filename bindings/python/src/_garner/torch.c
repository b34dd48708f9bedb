/*
 * torch.c - torch's own tensors by the C function that torch's __dlpack__, which is Python's, ends
 * in.
 *
 * torch is not needed to compile this. What Tensor.__dlpack__ checks before is checked here as
 * well: a tensor that needs a gradient, or is kept as the conjugate of its memory, is left to
 * __dlpack__, which refuses it. One that is kept as the negative of its memory is refused here, as
 * __dlpack__ would hand it over. Only tensors of exactly torch.Tensor are taken so.
 */
#include <string.h>

#include "glue.h"

PyTypeObject *torch_class; /* NULL until it is known */
static PyObject *to_dlpack;
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

int take_torch(PyObject *object, const char *name, taken *out)
{
    PyObject *capsule = is_false(PyObject_GetAttr(object, requires_grad))
                            ? PyObject_CallFunctionObjArgs(to_dlpack, object, NULL)
                            : NULL;
    if (capsule != NULL && view_of_capsule(capsule, name, false, out) &&
        (grn_dtype_class_of(out->view.dtype) != GRN_CLASS_COMPLEX ||
         is_false(PyObject_CallMethodObjArgs(object, is_conj, NULL)))) {
        out->capsule = capsule;
        if (!is_kept_as_negative(object, name, out->view.dtype))
            return 1;
        Py_CLEAR(out->capsule);
        return -1;
    }
    Py_XDECREF(capsule);
    PyErr_Clear(); /* __dlpack__ will say what is wrong */
    return 0;
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
            torch_class = (PyTypeObject *)class;
            return; /* both are kept */
        }
        Py_XDECREF(function);
    }
    Py_XDECREF(class);
    PyErr_Clear();
}
