/* reduce.c - the smallest program for which a function of Python's holds (garner/reduce.h). */
#include "programs.h"

#include "garner/reduce.h"

typedef struct python_search {
    PyObject *holds, *smaller, *go_on; /* the last two may be None */
    raised raised;                     /* by one of them: nothing is called after it */
} python_search;

/* What a function of (text, inputs, ..) gives, `more` of them after these two; NULL with an exception. */
static PyObject *call_with(PyObject *function, const grn_reduced *program, PyObject *more)
{
    PyObject *text = program_text(program->module), *arrays = NULL, *arguments = NULL, *gives = NULL;
    if (text != NULL)
        arrays = copied_all(program->ninputs, program->inputs);
    if (arrays != NULL)
        arguments = PyTuple_Pack(2, text, arrays);
    if (arguments != NULL && more != NULL) {
        PyObject *all = PySequence_Concat(arguments, more);
        Py_DECREF(arguments);
        arguments = all;
    }
    if (arguments != NULL)
        gives = PyObject_CallObject(function, arguments);
    Py_XDECREF(arguments);
    Py_XDECREF(arrays);
    Py_XDECREF(text);
    return gives;
}

static bool truth_of(python_search *s, PyObject *gives)
{
    const int truth = gives != NULL ? PyObject_IsTrue(gives) : -1;
    Py_XDECREF(gives);
    if (truth < 0)
        keep_raised(&s->raised);
    return truth > 0;
}

static void each_holds(void *user, size_t n, const grn_reduced *tried, bool *holds)
{
    python_search *s = user;
    const PyGILState_STATE state = PyGILState_Ensure();
    for (size_t i = 0; i < n; i++)
        holds[i] = s->raised.type == NULL && truth_of(s, call_with(s->holds, &tried[i], NULL));
    PyGILState_Release(state);
}

/* Ctrl-C is asked for here: programs are made without the GIL. */
static bool go_on(void *user)
{
    python_search *s = user;
    const PyGILState_STATE state = PyGILState_Ensure();
    bool answer = s->raised.type == NULL;
    if (answer && PyErr_CheckSignals() < 0) {
        keep_raised(&s->raised);
        answer = false;
    }
    if (answer && s->go_on != Py_None)
        answer = truth_of(s, PyObject_CallObject(s->go_on, NULL));
    PyGILState_Release(state);
    return answer;
}

static void smaller(void *user, const grn_reduced *now, uint64_t tries, size_t ops)
{
    python_search *s = user;
    const PyGILState_STATE state = PyGILState_Ensure();
    if (s->raised.type == NULL && s->smaller != Py_None) {
        PyObject *counts = Py_BuildValue("(Kn)", (unsigned long long)tries, (Py_ssize_t)ops);
        PyObject *gives = counts != NULL ? call_with(s->smaller, now, counts) : NULL;
        if (gives == NULL)
            keep_raised(&s->raised);
        Py_XDECREF(gives);
        Py_XDECREF(counts);
    }
    PyGILState_Release(state);
}

/* (text, inputs, function, tries, ops) */
static PyObject *reduction_object(const grn_reduction *made)
{
    const grn_reduced *program = grn_reduction_program(made);
    PyObject *text = program_text(program->module),
             *inputs = text != NULL ? copied_all(program->ninputs, program->inputs) : NULL;
    PyObject *answer = inputs != NULL ? Py_BuildValue("(OOnKn)", text, inputs, (Py_ssize_t)program->function,
                                                      (unsigned long long)grn_reduction_tries(made),
                                                      (Py_ssize_t)grn_module_count_ops(program->module))
                                      : NULL;
    Py_XDECREF(inputs);
    Py_XDECREF(text);
    return answer;
}

/* reduce(module, holds, function, inputs, settings, smaller, go_on) */
static PyObject *reduce(PyObject *unused, PyObject *args)
{
    PyObject *object, *inputs, *settings, *answer = NULL;
    Py_ssize_t function;
    python_search s = {.holds = NULL};
    program_run r;
    grn_reduce_options options = {.size_bytes = sizeof options, .go_on = go_on, .smaller = smaller};
    heard said;
    grn_reduction *made = NULL;
    (void)unused;
    if (!PyArg_ParseTuple(args, "OOnO!O!OO", &object, &s.holds, &function, &PyTuple_Type, &inputs, &PyDict_Type,
                          &settings, &s.smaller, &s.go_on))
        return NULL;
    const grn_module *module = module_of(object);
    if (module == NULL)
        return NULL;
    if (begin_run_of(&r, function, inputs, settings) && count_setting(settings, "max_tries", &options.max_tries)) {
        grn_status status;
        const grn_reduced from = {module, r.function, r.ninputs, r.views};
        const grn_diag diag = listen_about(&said, module);
        WITHOUT_GIL(status = grn_module_reduce(&from, each_holds, &s, &options, &diag, &made));
        if (raise_again(&s.raised, &said))
            answer = NULL;
        else if (status != GRN_OK)
            raise_status(status, &said);
        else {
            forget(&said);
            answer = reduction_object(made);
        }
        grn_reduction_destroy(made);
    }
    end_run(&r);
    return answer;
}

PyMethodDef reduce_methods[] = {
    {"reduce", reduce, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
