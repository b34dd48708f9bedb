/*
 * torch_kernels.c - _garner.TorchKernel: what torch's dispatcher calls in the place of a kernel of
 * aten's.
 *
 * `overloads` says of each overload what its arguments are. What is composed of functions of torch's,
 * as a mean is, is left to a function of garner/_torch_kernels.py, which a kernel is given. What that
 * does not serve either goes on to aten's kernel.
 */
#include <string.h>

#include "torch_kernels.h"

/* ---- the table of aten's overloads ----------------------------------------------------------- */

static const aten_overload overloads[] = {
    {"index_select", "sdx", GATHERS, TORCH_INDEX_SELECT, REPLACE, false},
    {"gather", "sdx", GATHERS, TORCH_GATHER, REPLACE, false},
    {"take", "sx", GATHERS, TORCH_TAKE, REPLACE, false},
    {"index.Tensor", "sl", READ_PLACES, TORCH_INDEX, REPLACE, false},
    {"scatter.src", "sdxu", ALONG, 0, REPLACE, true},
    {"scatter.value", "sdxv", ALONG, 0, REPLACE, true},
    {"scatter.reduce", "sdxu", ALONG, 0, BY_WORD, true},
    {"scatter.value_reduce", "sdxv", ALONG, 0, BY_WORD, true},
    {"scatter_.src", "sdxu", ALONG, 0, REPLACE, false},
    {"scatter_.value", "sdxv", ALONG, 0, REPLACE, false},
    {"scatter_.reduce", "sdxu", ALONG, 0, BY_WORD, false},
    {"scatter_.value_reduce", "sdxv", ALONG, 0, BY_WORD, false},
    {"scatter_add", "sdxu", ALONG, 0, SUM, true},
    {"scatter_add_", "sdxu", ALONG, 0, SUM, false},
    {"scatter_reduce.two", "sdxur", ALONG, 0, BY_WORD, true},
    {"scatter_reduce_.two", "sdxur", ALONG, 0, BY_WORD, false},
    {"index_add", "sdxu", SUMS, 0, SUM, true},
    {"index_add_", "sdxu", SUMS, 0, SUM, false},
    {"index_copy", "sdxu", SLICES, 0, REPLACE, true},
    {"index_copy_", "sdxu", SLICES, 0, REPLACE, false},
    {"index_reduce", "sdxur", SLICES, 0, BY_WORD, true},
    {"index_reduce_", "sdxur", SLICES, 0, BY_WORD, false},
    {"index_put", "slua", WRITE_PLACES, 0, REPLACE, true},
    {"_index_put_impl_", "sluaa", WRITE_PLACES, 0, REPLACE, false},
    {"masked_select", "sx", COMPOSED, 0, REPLACE, false},
    {"embedding_dense_backward", "sx...", COMPOSED, 0, REPLACE, false},
    {"_embedding_bag", "sx..m...p", BAGS, 0, REPLACE, false},
    {"_embedding_bag_forward_only", "sx..m...p", BAGS, 0, REPLACE, false},
    {"_embedding_bag_backward", "sx..........", COMPOSED, 0, REPLACE, false},
    {"_embedding_bag_dense_backward", "sx.........", COMPOSED, 0, REPLACE, false},
    {"segment_reduce", "s......", COMPOSED, 0, REPLACE, false},
    /* What is rounded at each step, whatever aten's index_add does. None of aten's. */
    {"index_add_by_steps_", "sdxu", SLICES, 0, SUM, false},
};
#define NOVERLOADS (sizeof overloads / sizeof *overloads)

/* ---- a call ---------------------------------------------------------------------------------- */

static bool read_reduction(PyObject *object, torch_call *c)
{
    static const struct {
        const char *word;
        torch_reduction reduction;
        bool of_scatter; /* its argument, not scatter_reduce's */
    } words[] = {{"add", SUM, true},    {"multiply", PROD, true}, {"sum", SUM, false},  {"prod", PROD, false},
                 {"mean", MEAN, false}, {"amax", AMAX, false},    {"amin", AMIN, false}};
    const bool of_scatter = strchr(c->overload->arguments, 'r') == NULL;
    const char *text = PyUnicode_AsUTF8AndSize(object, NULL);
    for (size_t i = 0; text != NULL && i < sizeof words / sizeof *words; i++)
        if (words[i].of_scatter == of_scatter && strcmp(words[i].word, text) == 0)
            c->reduction = words[i].reduction;
    /* aten has no index_reduce by sums. */
    return c->reduction != BY_WORD && !(c->overload->group == SLICES && c->reduction == SUM);
}

static bool read_flag(PyObject *object, bool *out)
{
    *out = object == Py_True;
    return object == Py_True || object == Py_False;
}

static bool read_argument(torch_call *c, char letter, PyObject *object)
{
    bool flag;
    switch (letter) {
    case 's': c->self = object; return true;
    case 'd': c->dim = PyLong_AsLongLong(object); return true;
    case 'x':
    case 'l': c->index = object; return true;
    case 'u':
    case 'v': c->source = object; return true;
    case 'm': c->mode = PyLong_AsLongLong(object); return true;
    case 'p': c->padding = PyLong_AsLongLong(object); return true;
    case 'r': return c->overload->reduction != BY_WORD || read_reduction(object, c);
    case 'a': /* accumulate, and then unsafe, which says nothing about the result */
        if (!read_flag(object, &flag))
            return false;
        c->reduction = flag && c->reduction == REPLACE ? SUM : c->reduction;
        return true;
    default: return true;
    }
}

static bool read_keyword(torch_call *c, const char *name, PyObject *object)
{
    if (strcmp(name, "reduce") == 0)
        return read_reduction(object, c);
    if (strcmp(name, "include_self") == 0)
        return read_flag(object, &c->include_self);
    if (strcmp(name, "accumulate") == 0)
        return read_argument(c, 'a', object);
    if (strcmp(name, "alpha") == 0)
        c->alpha = object;
    return strcmp(name, "alpha") == 0 || strcmp(name, "sparse_grad") == 0;
}

/* args from the first on that is aten's. */
static bool read_call(torch_call *c, PyObject *args, Py_ssize_t first, PyObject *kwargs)
{
    const char *letter = c->overload->arguments;
    const Py_ssize_t n = PyTuple_Size(args);
    for (Py_ssize_t i = first; i < n; i++, letter++)
        if (*letter == '\0' || !read_argument(c, *letter, PyTuple_GetItem(args, i)))
            return false;
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (kwargs != NULL && PyDict_Next(kwargs, &at, &name, &value)) {
        const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
        if (text == NULL || !read_keyword(c, text, value))
            return false;
    }
    return !PyErr_Occurred();
}

/* ---- kernels --------------------------------------------------------------------------------- */

typedef struct torch_kernel {
    PyObject_HEAD const aten_overload *overload;
    PyObject *serve, *aten; /* serve may be NULL, and aten */
    long long few, fewest;
} torch_kernel;

static int64_t elements_of(PyObject *object)
{
    grn_tensor seen;
    return borrow_torch(object, "index", &seen) ? grn_tensor_elements(&seen) : 0;
}

static int64_t elements_of_all(PyObject *list)
{
    int64_t most = 0;
    const Py_ssize_t n = PySequence_Size(list);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *entry = PySequence_GetItem(list, i);
        const int64_t elements = entry != NULL && entry != Py_None ? elements_of(entry) : 0;
        most = elements > most ? elements : most;
        Py_XDECREF(entry);
    }
    return most;
}

/* So few elements aten moves in less time than it takes to make a tensor, or to run Python's functions. */
static bool is_small(const torch_kernel *k, const torch_call *c)
{
    if (k->aten == NULL || c->self == NULL || c->index == NULL)
        return false;
    const int64_t n = strchr(k->overload->arguments, 'l') != NULL ? elements_of_all(c->index) : elements_of(c->index);
    return n < k->fewest || (n < k->few && elements_of(c->self) < k->few);
}

/* aten's arguments, but for the tensor that is written. */
static PyObject *arguments_of(torch_call *c, PyObject *args, Py_ssize_t first)
{
    const Py_ssize_t n = PyTuple_Size(args) - first;
    PyObject *given = PyTuple_New(n);
    for (Py_ssize_t i = 0; given != NULL && i < n; i++) {
        PyObject *object = PyTuple_GetItem(args, first + i);
        if (i == 0 && c->overload->copies)
            object = copy_of_torch_self(c);
        else
            Py_INCREF(object);
        if (object == NULL || PyTuple_SetItem(given, i, object) < 0)
            Py_CLEAR(given);
    }
    return given;
}

static PyObject *serve_in_python(const torch_kernel *k, torch_call *c, PyObject *args, Py_ssize_t first,
                                 PyObject *kwargs)
{
    PyObject *given = arguments_of(c, args, first);
    if (given == NULL) { /* aten's kernel says what is wrong */
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    PyObject *result = PyObject_Call(k->serve, given, kwargs);
    Py_DECREF(given);
    return result;
}

/* Kernels that write to self have no new tensor to make. */
static bool makes_tensors(const aten_overload *overload)
{
    return overload->copies || overload->group == GATHERS || overload->group == READ_PLACES;
}

/* For these sums and means torch has FBGEMM, which is as fast. */
static bool is_fbgemms(const torch_call *c)
{
    grn_tensor weight;
    return c->mode != 2 && c->padding < 0 && borrow_torch(c->self, "weight", &weight) && weight.dtype != GRN_F64;
}

static PyObject *serve_call(const torch_kernel *k, PyObject *args, Py_ssize_t first, PyObject *kwargs)
{
    const aten_overload *overload = k->overload;
    torch_call c = {.overload = overload, .reduction = overload->reduction, .include_self = true, .padding = -1};
    bool in_python = overload->group <= BAGS;
    PyObject *result = NULL;
    const bool read = read_call(&c, args, first, kwargs);
    if (overload->group == BAGS && read && is_fbgemms(&c))
        in_python = false;
    else if (read && !in_python && !(makes_tensors(overload) && is_small(k, &c)))
        result = serve_torch_call(&c, &in_python);
    PyErr_Clear();
    if (result == NULL && in_python && k->serve != NULL && !is_small(k, &c))
        return serve_in_python(k, &c, args, first, kwargs);
    if (result != NULL)
        return result;
    PyErr_Clear();
    Py_RETURN_NONE;
}

static PyObject *call_kernel(PyObject *object, PyObject *args, PyObject *kwargs)
{
    const torch_kernel *k = (torch_kernel *)object;
    PyObject *result = serve_call(k, args, k->aten != NULL, kwargs);
    if (result != Py_None || k->aten == NULL)
        return result;
    Py_DECREF(result);
    return PyObject_Call(k->aten, args, kwargs);
}

static void dealloc(PyObject *object)
{
    torch_kernel *k = (torch_kernel *)object;
    PyTypeObject *type = Py_TYPE(object);
    Py_XDECREF(k->serve);
    Py_XDECREF(k->aten);
    PyObject_Free(object);
    Py_DECREF((PyObject *)type);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "A kernel of torch's dispatcher, or without aten's kernel a function that answers None for what it "
                "does not serve."},
    {Py_tp_dealloc, dealloc},
    {Py_tp_call, call_kernel},
    {0, NULL},
};
static PyType_Spec spec = {"garner._garner.TorchKernel", sizeof(torch_kernel), 0, Py_TPFLAGS_DEFAULT, slots};

static PyObject *or_null(PyObject *object)
{
    if (object == Py_None)
        return NULL;
    Py_INCREF(object);
    return object;
}

/* torch_kernel(overload, serve, aten, few, fewest) -> a TorchKernel. serve: a function of Python, or
 * None; aten: the kernel that is called for what is not served, with the key set that comes first
 * then, or None. What Python serves has to have `fewest` elements of the index, and `few` of it or
 * of the first tensor. */
static PyObject *make_kernel(PyObject *module, PyObject *args)
{
    static PyTypeObject *type;
    const char *name;
    PyObject *serve, *aten;
    long long few, fewest;
    (void)module;
    if (type == NULL)
        type = (PyTypeObject *)PyType_FromSpec(&spec);
    if (type == NULL || !PyArg_ParseTuple(args, "sOOLL", &name, &serve, &aten, &few, &fewest))
        return NULL;
    size_t i = 0;
    while (i < NOVERLOADS && strcmp(overloads[i].name, name) != 0)
        i++;
    if (i == NOVERLOADS) {
        PyErr_Format(PyExc_ValueError, "%s is no overload that has a kernel", name);
        return NULL;
    }
    torch_kernel *k = PyObject_New(torch_kernel, type);
    if (k == NULL)
        return NULL;
    k->overload = &overloads[i];
    k->serve = or_null(serve);
    k->aten = or_null(aten);
    k->few = few;
    k->fewest = fewest;
    return (PyObject *)k;
}

PyMethodDef torch_kernel_methods[] = {
    {"torch_kernel", make_kernel, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
