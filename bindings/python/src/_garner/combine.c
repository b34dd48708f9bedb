/* combine.c - a function of Python's where an update of a scatter meets an element. The GIL is held
 * while such a scatter runs. */
#include <string.h>

#include "glue.h"

void set_combiner(call *c, PyObject *function)
{
    combiner *made = &c->combiner;
    made->function = function;
    made->is_of_several = c->several != NULL;
    made->ninputs = 1;
    made->like[0] = c->given[0];
    made->dtype[0] = c->in[0].view.dtype;
    if (c->several != NULL)
        fill_combiner(c->several, made);
}

/* A copy, as the function may keep what it is given: as an array of the operand's library where
 * there is one. */
static PyObject *handed_over(const combiner *c, size_t input, int64_t count, const void *from)
{
    grn_tensor view;
    PyObject *made = new_array(c->dtype[input], 1, &count, &view), *module, *shown;
    if (made == NULL)
        return NULL;
    memcpy(view.data, from, grn_tensor_bytes(&view));
    module = PyImport_ImportModule("garner._interop");
    shown = module != NULL ? PyObject_CallMethod(module, "like", "OO", made, c->like[input]) : NULL;
    Py_XDECREF(module);
    Py_DECREF(made);
    return shown;
}

static bool take_back(grn_dtype dtype, int64_t count, PyObject *value, void *into)
{
    taken t;
    grn_tensor to;
    if (grn_tensor_init(&to, into, dtype, 1, &count) != GRN_OK ||
        !take_array(value, "what the combiner gives", false, &t))
        return false;
    if (t.view.dtype != dtype)
        raise_named("DTypeError", NULL, "the combiner gives %s, the operand has %s", grn_dtype_text(t.view.dtype),
                    grn_dtype_text(dtype));
    else if (t.view.rank != 1 || t.view.shape[0] != count)
        raise_named("ShapeError", NULL,
                    "the combiner gives an array of %d dimensions; right: one of %lld elements, as it was given",
                    (int)t.view.rank, (long long)count);
    else if (copy_view(&t.view, &to, NULL) != GRN_OK)
        raise_named("AliasError", NULL, "the combiner gives an array over the memory of the scatter");
    let_go(&t);
    return !PyErr_Occurred();
}

/* The elements that are there, of each input, then the updates. */
static PyObject *arguments(const combiner *c, int64_t count, void *const *current, const void *const *update)
{
    PyObject *all = PyTuple_New((Py_ssize_t)(2 * c->ninputs));
    for (size_t i = 0; all != NULL && i < 2 * c->ninputs; i++) {
        const size_t input = i % c->ninputs;
        PyObject *array = handed_over(c, input, count, i < c->ninputs ? current[input] : update[input]);
        if (array == NULL || PyTuple_SetItem(all, (Py_ssize_t)i, array) < 0)
            Py_CLEAR(all);
    }
    return all;
}

static bool take_all_back(const combiner *c, int64_t count, PyObject *value, void *const *current)
{
    PyObject *values = PyTuple_Check(value) || PyList_Check(value) ? PySequence_Tuple(value) : NULL;
    bool ok = values != NULL && (size_t)PyTuple_Size(values) == c->ninputs;
    if (!ok && !PyErr_Occurred())
        raise_named("ShapeError", NULL, "the combiner gives no tuple of %zu arrays, one for each input", c->ninputs);
    for (size_t i = 0; ok && i < c->ninputs; i++)
        ok = take_back(c->dtype[i], count, PyTuple_GetItem(values, (Py_ssize_t)i), current[i]);
    Py_XDECREF(values);
    return ok;
}

grn_status combine_in_python(void *user, int64_t count, void *const *current, const void *const *update)
{
    const combiner *c = user;
    PyObject *all = arguments(c, count, current, update);
    PyObject *value = all != NULL ? PyObject_CallObject(c->function, all) : NULL;
    bool ok = false;
    if (value != NULL)
        ok = c->is_of_several ? take_all_back(c, count, value, current)
                              : take_back(c->dtype[0], count, value, current[0]);
    Py_XDECREF(value);
    Py_XDECREF(all);
    return ok ? GRN_OK : GRN_E_SINK;
}
