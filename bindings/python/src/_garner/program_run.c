/* program_run.c - what a run of a program is given: inputs, options, and settings of other calls in a dict. */
#include "programs.h"

/* ---- settings -------------------------------------------------------------------------------- */

/* A number or a flag of a dict; what is not there stays. */
bool number_setting(PyObject *settings, const char *name, int64_t *out)
{
    PyObject *value = PyDict_GetItemString(settings, name);
    return value == NULL || value == Py_None || integer_from_object(value, name, out);
}

bool count_setting(PyObject *settings, const char *name, uint64_t *out)
{
    int64_t number = (int64_t)*out;
    if (!number_setting(settings, name, &number))
        return false;
    if (number < 0) {
        raise_named("ArgumentError", NULL, "%s: %lld; right: 0 or more", name, (long long)number);
        return false;
    }
    *out = (uint64_t)number;
    return true;
}

bool flag_setting(PyObject *settings, const char *name, bool *out)
{
    PyObject *value = PyDict_GetItemString(settings, name);
    const int truth = value == NULL ? *out : PyObject_IsTrue(value);
    *out = truth > 0;
    return truth >= 0;
}

bool word_setting(PyObject *settings, const char *name, const char **out)
{
    PyObject *value = PyDict_GetItemString(settings, name);
    *out = NULL;
    if (value == NULL || value == Py_None)
        return true;
    if (!PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s: a str is needed, %R given", name, (PyObject *)Py_TYPE(value));
        return false;
    }
    *out = PyUnicode_AsUTF8AndSize(value, NULL);
    return *out != NULL;
}

/* ---- a run's inputs and options -------------------------------------------------------------- */

static bool read_inputs(program_run *r, PyObject *inputs)
{
    char name[40];
    const size_t n = (size_t)PyTuple_Size(inputs);
    r->inputs = calloc(n + 1, sizeof *r->inputs);
    r->views = calloc(n + 1, sizeof *r->views);
    if (r->inputs == NULL || r->views == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (; r->ninputs < n; r->ninputs++) {
        PyOS_snprintf(name, sizeof name, "input #%zu", r->ninputs);
        if (!take_array(PyTuple_GetItem(inputs, (Py_ssize_t)r->ninputs), name, false, &r->inputs[r->ninputs]))
            return false;
        r->views[r->ninputs] = r->inputs[r->ninputs].view;
    }
    return true;
}

/* "exact", "library" or "fastest". */
static bool products_setting(PyObject *settings, grn_products *products)
{
    static const char *const names[] = {
        [GRN_PRODUCTS_EXACT] = "exact", [GRN_PRODUCTS_LIBRARY] = "library", [GRN_PRODUCTS_FASTEST] = "fastest"};
    PyObject *value = PyDict_GetItemString(settings, "products");
    for (size_t i = 0; value != NULL && i < sizeof names / sizeof *names; i++)
        if (PyUnicode_Check(value) && PyUnicode_CompareWithASCIIString(value, names[i]) == 0) {
            *products = (grn_products)i;
            return true;
        }
    if (value != NULL)
        PyErr_SetString(PyExc_ValueError, "products is 'exact', 'library' or 'fastest'");
    return value == NULL;
}

static bool read_options(program_run *r, PyObject *settings)
{
    int64_t threads = 1;
    uint64_t memory = 0, replicas = 0, partitions = 0;
    grn_run_options *o = &r->options;
    const bool ok = number_setting(settings, "threads", &threads) && threads_of(threads, &o->parallel) &&
                    flag_setting(settings, "strict", &o->strict_bounds) &&
                    flag_setting(settings, "check_promises", &o->check_promises) &&
                    flag_setting(settings, "drop_whole_window", &o->drop_whole_window) &&
                    products_setting(settings, &o->products) && count_setting(settings, "max_memory", &memory) &&
                    count_setting(settings, "max_steps", &o->max_steps) &&
                    count_setting(settings, "replicas", &replicas) &&
                    count_setting(settings, "partitions", &partitions);
    o->max_memory_bytes = memory;
    o->replicas = replicas > UINT32_MAX ? UINT32_MAX : (uint32_t)replicas;
    o->partitions = partitions > UINT32_MAX ? UINT32_MAX : (uint32_t)partitions;
    return ok;
}

bool begin_run_of(program_run *r, Py_ssize_t function, PyObject *inputs, PyObject *settings)
{
    *r = (program_run){0};
    r->function = function < 0 ? SIZE_MAX : (size_t)function;
    r->print = grn_text_buffer_sink(&r->printed);
    r->options.size_bytes = sizeof r->options;
    r->options.print = &r->print;
    return read_inputs(r, inputs) && read_options(r, settings);
}

bool begin_run(program_run *r, PyObject *args, PyObject **settings)
{
    PyObject *inputs;
    Py_ssize_t function;
    *r = (program_run){0};
    return PyArg_ParseTuple(args, "nO!O!", &function, &PyTuple_Type, &inputs, &PyDict_Type, settings) &&
           begin_run_of(r, function, inputs, *settings);
}

void end_run(program_run *r)
{
    for (size_t i = 0; i < r->ninputs; i++)
        let_go(&r->inputs[i]);
    free(r->inputs);
    free(r->views);
    grn_text_buffer_free(&r->printed);
}

/* ---- arrays of the library's own, as new ones ------------------------------------------------- */

PyObject *copied(const grn_tensor *t)
{
    grn_tensor view;
    PyObject *made = new_array(t->dtype, t->rank, t->shape, &view);
    if (made != NULL && copy_view(t, &view, NULL) != GRN_OK) {
        Py_DECREF(made);
        return PyErr_NoMemory();
    }
    return made;
}

PyObject *copied_all(size_t n, const grn_tensor *tensors)
{
    PyObject *all = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; all != NULL && i < n; i++) {
        PyObject *made = copied(&tensors[i]);
        if (made == NULL || PyTuple_SetItem(all, (Py_ssize_t)i, made) < 0)
            Py_CLEAR(all);
    }
    return all;
}

/* ---- exceptions of functions that are called back -------------------------------------------- */

void keep_raised(raised *r) { PyErr_Fetch(&r->type, &r->value, &r->trace); }

bool raise_again(raised *r, heard *said)
{
    if (r->type == NULL)
        return false;
    forget(said);
    PyErr_Restore(r->type, r->value, r->trace);
    return true;
}
