/* combine.c - a function of Python's where an update of a scatter meets an element. The GIL is held while such a
 * scatter runs. */
#include <string.h>

#include "glue.h"

/* A copy, as the function may keep what it is given: as an array of the operand's library where there is one. */
static PyObject *handed_over(const combiner *c, int64_t count, const void *from)
{
    grn_tensor view;
    PyObject *made = new_array(c->dtype, 1, &count, &view), *module, *shown;
    if (made == NULL)
        return NULL;
    memcpy(view.data, from, grn_tensor_bytes(&view));
    module = PyImport_ImportModule("garner._interop");
    shown = module != NULL ? PyObject_CallMethod(module, "like", "OO", made, c->like) : NULL;
    Py_XDECREF(module);
    Py_DECREF(made);
    return shown;
}

static grn_status take_back(const combiner *c, int64_t count, PyObject *value, void *into)
{
    taken t;
    grn_tensor to;
    grn_status status = grn_tensor_init(&to, into, c->dtype, 1, &count);
    if (status != GRN_OK || !take_array(value, "what the combiner gives", false, &t))
        return GRN_E_SINK;
    if (t.view.dtype != c->dtype)
        raise_named("DTypeError", NULL, "the combiner gives %s, the operand has %s", grn_dtype_text(t.view.dtype),
                    grn_dtype_text(c->dtype));
    else if (t.view.rank != 1 || t.view.shape[0] != count)
        raise_named("ShapeError", NULL,
                    "the combiner gives an array of %d dimensions; right: one of %lld elements, as it was given",
                    (int)t.view.rank, (long long)count);
    else if (copy_view(&t.view, &to, NULL) != GRN_OK)
        raise_named("AliasError", NULL, "the combiner gives an array over the memory of the scatter");
    let_go(&t);
    return PyErr_Occurred() ? GRN_E_SINK : GRN_OK;
}

grn_status combine_in_python(void *user, int64_t count, void *const *current, const void *const *update)
{
    const combiner *c = user;
    PyObject *a = handed_over(c, count, current[0]), *b = a != NULL ? handed_over(c, count, update[0]) : NULL;
    PyObject *value = b != NULL ? PyObject_CallFunctionObjArgs(c->function, a, b, NULL) : NULL;
    const grn_status status = value != NULL ? take_back(c, count, value, current[0]) : GRN_E_SINK;
    Py_XDECREF(value);
    Py_XDECREF(b);
    Py_XDECREF(a);
    return status;
}
