/* differ.c - results held against those of a function of Python's (garner/differ.h). */
#include "programs.h"

#include "garner/differ.h"

/* ---- the tool: a function of (text, inputs) that gives (outcome, what it says, results) ------ */

typedef struct python_tool {
    PyObject *function;
    raised raised;
} python_tool;

/* What the function gave, whose arrays are borrowed. */
typedef struct kept_answer {
    PyObject *object;
    size_t count;
    taken *results;
    grn_tensor *views;
} kept_answer;

/* Needs the GIL. */
static void drop_answer(kept_answer *kept)
{
    if (kept == NULL)
        return;
    for (size_t i = 0; i < kept->count; i++)
        let_go(&kept->results[i]);
    free(kept->results);
    free(kept->views);
    Py_XDECREF(kept->object);
    free(kept);
}

static kept_answer *new_answer(PyObject *object, size_t n)
{
    kept_answer *kept = calloc(1, sizeof *kept);
    if (kept != NULL) {
        kept->results = calloc(n + 1, sizeof *kept->results);
        kept->views = calloc(n + 1, sizeof *kept->views);
    }
    if (kept == NULL || kept->results == NULL || kept->views == NULL) {
        drop_answer(kept);
        PyErr_NoMemory();
        return NULL;
    }
    Py_INCREF(object);
    kept->object = object;
    return kept;
}

static bool read_results(PyObject *results, kept_answer *kept)
{
    char name[60];
    for (const size_t n = (size_t)PyTuple_Size(results); kept->count < n; kept->count++) {
        PyOS_snprintf(name, sizeof name, "result #%zu of the tool", kept->count);
        if (!take_array(PyTuple_GetItem(results, (Py_ssize_t)kept->count), name, false, &kept->results[kept->count]))
            return false;
        kept->views[kept->count] = kept->results[kept->count].view;
    }
    return true;
}

/* false with an exception. */
static bool read_answer(PyObject *object, grn_tool_answer *answer)
{
    int outcome;
    const char *said;
    PyObject *results;
    if (!PyArg_ParseTuple(object, "izO!", &outcome, &said, &PyTuple_Type, &results))
        return false;
    kept_answer *kept = new_answer(object, (size_t)PyTuple_Size(results));
    if (kept == NULL || !read_results(results, kept)) {
        drop_answer(kept);
        return false;
    }
    *answer = (grn_tool_answer){.outcome = (grn_tool_outcome)outcome,
                                .nresults = kept->count,
                                .results = kept->views,
                                .said = said,
                                .kept = kept};
    return true;
}

static grn_status run_tool(void *user, const grn_module *module, size_t function, size_t ninputs,
                           const grn_tensor *inputs, grn_tool_answer *answer)
{
    python_tool *tool = user;
    const PyGILState_STATE state = PyGILState_Ensure();
    PyObject *text = program_text(module), *arrays = text != NULL ? copied_all(ninputs, inputs) : NULL,
             *gives = arrays != NULL ? PyObject_CallFunctionObjArgs(tool->function, text, arrays, NULL) : NULL;
    const bool ok = gives != NULL && read_answer(gives, answer);
    (void)function;
    if (!ok)
        keep_raised(&tool->raised);
    Py_XDECREF(gives);
    Py_XDECREF(arrays);
    Py_XDECREF(text);
    PyGILState_Release(state);
    return ok ? GRN_OK : GRN_E_SINK;
}

static void release_answer(void *user, grn_tool_answer *answer)
{
    const PyGILState_STATE state = PyGILState_Ensure();
    (void)user;
    drop_answer(answer->kept);
    PyGILState_Release(state);
}

/* ---- what comes of it ------------------------------------------------------------------------ */

static PyObject *difference_object(const grn_difference *d)
{
    PyObject *position = tuple_of(d->position, d->rank);
    if (position == NULL)
        return NULL;
    const bool is_of_result = d->result != SIZE_MAX;
    PyObject *result = is_of_result ? PyLong_FromSize_t(d->result) : Py_NewRef(Py_None);
    return Py_BuildValue(
        "{s:s,s:z,s:N,s:I,s:I,s:z,s:K,s:N,s:z,s:z,s:d,s:d,s:O,s:z,s:z,s:z}", "verdict", grn_verdict_text(d->verdict),
        "reason", d->why != GRN_ALLOWANCE_NONE ? grn_allowance_text(d->why) : NULL, "result", result, "line",
        d->place.line, "column", d->place.column, "op", d->op, "elements", (unsigned long long)d->elements, "position",
        position, "garner", d->garner, "tool", d->tool, "distance", d->distance, "bound", d->bound, "is_absolute",
        d->is_absolute ? Py_True : Py_False, "reading", d->reading, "explanation", d->explanation, "note", d->note);
}

/* (verdict, what the tool said, combinations, differences) */
static PyObject *diff_object(const grn_diff *diff)
{
    PyObject *all = PyList_New(0);
    for (size_t i = 0; all != NULL && i < grn_diff_count(diff); i++) {
        PyObject *one = difference_object(grn_diff_at(diff, i));
        if (one == NULL || PyList_Append(all, one) < 0)
            Py_CLEAR(all);
        Py_XDECREF(one);
    }
    return all != NULL ? Py_BuildValue("(szKN)", grn_verdict_text(grn_diff_verdict(diff)), grn_diff_said(diff),
                                       (unsigned long long)grn_diff_combinations(diff), all)
                       : NULL;
}

/* diff(module, function of Python's, function, inputs, settings) */
static PyObject *diff(PyObject *unused, PyObject *args)
{
    PyObject *object, *inputs, *settings, *answer = NULL;
    Py_ssize_t function;
    python_tool called = {.function = NULL};
    program_run r;
    grn_tool tool = {run_tool, release_answer, &called, NULL};
    grn_differ_options options = {.size_bytes = sizeof options};
    heard said;
    grn_diff *made = NULL;
    (void)unused;
    if (!PyArg_ParseTuple(args, "OOnO!O!", &object, &called.function, &function, &PyTuple_Type, &inputs, &PyDict_Type,
                          &settings))
        return NULL;
    const grn_module *module = module_of(object);
    if (module == NULL)
        return NULL;
    if (begin_run_of(&r, function, inputs, settings) && word_setting(settings, "name", &tool.name) &&
        flag_setting(settings, "whole", &options.whole) && flag_setting(settings, "exhaustive", &options.exhaustive)) {
        grn_status status;
        const grn_diag diag = listen_about(&said, module);
        options.run = &r.options;
        WITHOUT_GIL(status = grn_module_diff(module, r.function, r.ninputs, r.views, &tool, &options, &diag, &made));
        if (raise_again(&called.raised, &said))
            answer = NULL;
        else if (status != GRN_OK)
            raise_status(status, &said);
        else {
            forget(&said);
            answer = diff_object(made);
        }
        grn_diff_destroy(made);
    }
    end_run(&r);
    return answer;
}

/* The names of tools whose tolerances are known, and [(name of a misreading, what it does)]. */
static PyObject *differ_names(PyObject *unused, PyObject *none)
{
    PyObject *tools = PyList_New(0), *readings = PyList_New(0);
    const grn_reading *r;
    (void)unused;
    (void)none;
    for (size_t i = 0; tools != NULL && grn_differ_tool(i) != NULL; i++) {
        PyObject *name = PyUnicode_FromString(grn_differ_tool(i));
        if (name == NULL || PyList_Append(tools, name) < 0)
            Py_CLEAR(tools);
        Py_XDECREF(name);
    }
    for (size_t i = 0; readings != NULL && (r = grn_differ_reading(i)) != NULL; i++) {
        PyObject *both = Py_BuildValue("(ss)", r->name, r->what);
        if (both == NULL || PyList_Append(readings, both) < 0)
            Py_CLEAR(readings);
        Py_XDECREF(both);
    }
    if (tools != NULL && readings != NULL)
        return Py_BuildValue("(NN)", tools, readings);
    Py_XDECREF(tools);
    Py_XDECREF(readings);
    return NULL;
}

PyMethodDef differ_methods[] = {
    {"diff", diff, METH_VARARGS, NULL},
    {"differ_names", differ_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
