/* generate.c - programs made at random (garner/generate.h), and random inputs of a program (garner/random_inputs.h). */
#include "programs.h"

#include "garner/generate.h"
#include "garner/random_inputs.h"

/* A list of names, which lives as the tuple does; *names is the caller's to free. false with an exception. */
static bool read_names(PyObject *tuple, const char ***names, size_t *count)
{
    const size_t n = (size_t)PyTuple_Size(tuple);
    *names = calloc(n + 1, sizeof **names);
    if (*names == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (*count = 0; *count < n; ++*count) {
        PyObject *name = PyTuple_GetItem(tuple, (Py_ssize_t)*count);
        if (!PyUnicode_Check(name)) {
            PyErr_Format(PyExc_TypeError, "about: a str is needed, %R given", (PyObject *)Py_TYPE(name));
            return false;
        }
        (*names)[*count] = PyUnicode_AsUTF8AndSize(name, NULL);
        if ((*names)[*count] == NULL)
            return false;
    }
    return true;
}

/* The same of dtypes, as Python says them. */
static bool read_dtypes(PyObject *tuple, grn_dtype **dtypes, size_t *count)
{
    const size_t n = (size_t)PyTuple_Size(tuple);
    *dtypes = calloc(n + 1, sizeof **dtypes);
    if (*dtypes == NULL) {
        PyErr_NoMemory();
        return false;
    }
    for (*count = 0; *count < n; ++*count) {
        (*dtypes)[*count] = dtype_from_object(PyTuple_GetItem(tuple, (Py_ssize_t)*count));
        if ((*dtypes)[*count] == GRN_NO_DTYPE)
            return false;
    }
    return true;
}

static bool read_generate_options(PyObject *settings, grn_generate_options *o)
{
    uint64_t ops = 0;
    if (!word_setting(settings, "dialect", &o->dialect) || !count_setting(settings, "ops", &ops) ||
        !count_setting(settings, "seed", &o->seed) || !count_setting(settings, "number", &o->number) ||
        !flag_setting(settings, "edge", &o->edge) || !flag_setting(settings, "unspecified", &o->unspecified))
        return false;
    o->max_ops = ops > UINT32_MAX ? UINT32_MAX : (uint32_t)ops;
    return true;
}

static PyObject *tolerances_of(const grn_generated *program)
{
    const grn_results *results = grn_generated_results(program);
    const size_t n = results != NULL ? grn_results_count(results) : 0;
    PyObject *all = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; all != NULL && i < n; i++) {
        PyObject *number = PyFloat_FromDouble(grn_generated_tolerance(program, i));
        if (number == NULL || PyTuple_SetItem(all, (Py_ssize_t)i, number) < 0)
            Py_CLEAR(all);
    }
    return all;
}

/* None: the program is an error by its specification. */
static PyObject *results_of(const grn_generated *program)
{
    const grn_results *results = grn_generated_results(program);
    if (results == NULL)
        Py_RETURN_NONE;
    const size_t n = grn_results_count(results);
    PyObject *all = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; all != NULL && i < n; i++) {
        PyObject *made = copied(grn_results_tensor(results, i));
        if (made == NULL || PyTuple_SetItem(all, (Py_ssize_t)i, made) < 0)
            Py_CLEAR(all);
    }
    return all;
}

static PyObject *inputs_of(const grn_generated *program)
{
    const size_t n = grn_generated_inputs(program);
    PyObject *all = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; all != NULL && i < n; i++) {
        PyObject *made = copied(grn_generated_input(program, i));
        if (made == NULL || PyTuple_SetItem(all, (Py_ssize_t)i, made) < 0)
            Py_CLEAR(all);
    }
    return all;
}

/* (text, inputs, results or None, their tolerances, what is left open or None) */
static PyObject *parts_of(const grn_generated *program)
{
    size_t bytes;
    const char *text = grn_generated_text(program, &bytes);
    PyObject *inputs = inputs_of(program), *results = inputs != NULL ? results_of(program) : NULL,
             *tolerances = results != NULL ? tolerances_of(program) : NULL, *parts = NULL;
    if (tolerances != NULL)
        parts = Py_BuildValue("(s#OOOz)", text, (Py_ssize_t)bytes, inputs, results, tolerances,
                              grn_generated_open_question(program));
    Py_XDECREF(tolerances);
    Py_XDECREF(results);
    Py_XDECREF(inputs);
    return parts;
}

static PyObject *check_of(const grn_generated *program)
{
    grn_text_buffer t = {0};
    heard said = {0};
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_status status = grn_generated_write_check(program, &sink);
    PyObject *made = text_object(&t);
    if (status == GRN_OK)
        return made;
    Py_XDECREF(made);
    return raise_status(status, &said);
}

/* generate(settings, names of ops, dtypes, whether as a program that checks itself) */
static PyObject *generate(PyObject *unused, PyObject *args)
{
    PyObject *settings, *about, *types, *answer = NULL;
    const char **names = NULL;
    grn_dtype *dtypes = NULL;
    int is_check;
    heard said;
    grn_generated *made = NULL;
    grn_generate_options options = {.size_bytes = sizeof options};
    (void)unused;
    if (!PyArg_ParseTuple(args, "O!O!O!p", &PyDict_Type, &settings, &PyTuple_Type, &about, &PyTuple_Type, &types,
                          &is_check))
        return NULL;
    if (read_names(about, &names, &options.nabout) && read_dtypes(types, &dtypes, &options.ndtypes) &&
        read_generate_options(settings, &options)) {
        grn_status status;
        const grn_diag diag = listen(&said);
        options.about = names;
        options.dtypes = dtypes;
        WITHOUT_GIL(status = grn_generate(&options, &diag, &made));
        if (status != GRN_OK)
            raise_status(status, &said);
        else {
            forget(&said);
            answer = is_check ? check_of(made) : parts_of(made);
        }
    }
    grn_generated_destroy(made);
    free(dtypes);
    free(names);
    return answer;
}

/* random_inputs(module, function, seed): a tuple of arrays */
static PyObject *random_inputs(PyObject *unused, PyObject *args)
{
    PyObject *object, *answer = NULL;
    Py_ssize_t function;
    unsigned long long seed;
    heard said;
    grn_random_inputs *made = NULL;
    grn_status status;
    (void)unused;
    if (!PyArg_ParseTuple(args, "OnK", &object, &function, &seed))
        return NULL;
    const grn_module *module = module_of(object);
    if (module == NULL)
        return NULL;
    const grn_random_options options = {.size_bytes = sizeof options, .seed = seed};
    const grn_diag diag = listen_about(&said, module);
    WITHOUT_GIL(
        status = grn_module_random_inputs(module, function < 0 ? SIZE_MAX : (size_t)function, &options, &diag, &made));
    if (status != GRN_OK)
        return raise_status(status, &said);
    forget(&said);
    answer = copied_all(grn_random_inputs_count(made), grn_random_inputs_tensors(made));
    grn_random_inputs_destroy(made);
    return answer;
}

PyMethodDef generate_methods[] = {
    {"generate", generate, METH_VARARGS, NULL},
    {"random_inputs", random_inputs, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
