/* calls.c - from a call of Python's to a call of the library: the one road that all rows of
 * families.c take. */
#include <string.h>

#include "families.h"

/* ---- one call -------------------------------------------------------------------------------- */

/* Moving fewer elements takes less time than another thread may keep the GIL. */
#define LONG_ELEMENTS 2048

/* Stops counting where it has seen enough. A shape that is not valid is refused by the call. */
static int64_t elements_up_to(const grn_tensor *t, int64_t enough)
{
    int64_t elements = 1;
    for (int32_t d = 0; d < t->rank; d++) {
        if (t->shape[d] <= 0)
            return 0;
        elements = t->shape[d] > enough || elements > enough ? enough + 1 : elements * t->shape[d];
    }
    return elements;
}

bool is_long(const call *c, const grn_tensor *out)
{
    int64_t elements = elements_up_to(out, LONG_ELEMENTS);
    if (c->combiner.function != NULL)
        return false;
    for (int k = 0; k < c->ngiven && elements <= LONG_ELEMENTS; k++) {
        const int i = c->order[k];
        const parameter_kind kind = c->signature->parameters[i].kind;
        if (c->has[i] && (kind == TENSOR || kind == TENSOR_OR_SEVERAL) && i != c->row->form->operand)
            elements += elements_up_to(&c->in[i].view, LONG_ELEMENTS);
    }
    for (size_t i = 0; i < c->nlist && elements <= LONG_ELEMENTS; i++)
        if (c->list_views[i] != NULL)
            elements += elements_up_to(c->list_views[i], LONG_ELEMENTS);
    return elements > LONG_ELEMENTS;
}

PyObject *given_out(const call *c)
{
    PyObject *given = c->signature->out >= 0 ? c->given[c->signature->out] : NULL;
    return given != Py_None ? given : NULL;
}

static grn_status shape_of_result(const call *c, const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    const form *f = c->row->form;
    if (f->shape != NULL)
        return f->shape(c, diag, rank, shape);
    const grn_tensor *operand = &c->in[f->operand].view;
    *rank = operand->rank;
    memcpy(shape, operand->shape, (size_t)operand->rank * sizeof *shape);
    return GRN_OK;
}

static grn_dtype dtype_of_result(const call *c)
{
    const form *f = c->row->form;
    return f->dtype != NULL ? f->dtype(c) : c->in[f->operand].view.dtype;
}

PyObject *finish(call *c, grn_status status, PyObject *result)
{
    if (status == GRN_OK && !PyErr_Occurred())
        return result;
    Py_XDECREF(result);
    if (!PyErr_Occurred())
        raise_status(status, &c->said);
    return NULL;
}

static grn_status run_into(call *c, const grn_tensor *out, const grn_diag *diag)
{
    if (!is_long(c, out))
        return c->row->form->run(c, out, diag);
    PyThreadState *state = PyEval_SaveThread();
    const grn_status status = c->row->form->run(c, out, diag);
    PyEval_RestoreThread(state);
    return status;
}

static PyObject *run_into_given(call *c, PyObject *object)
{
    taken out;
    if (!take_array(object, "out", true, &out))
        return NULL;
    const grn_diag diag = listen(&c->said);
    const grn_status status = run_into(c, &out.view, &diag);
    let_go(&out);
    Py_INCREF(object);
    return finish(c, status, object);
}

/* A run holds its destination's shape against its own: of right arguments a guess saves asking for
 * it first. NULL without an exception: it was none. */
static PyObject *run_into_guessed(call *c)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor out;
    if (c->row->guess == NULL || !c->row->guess(c, &rank, shape))
        return NULL;
    PyObject *result = new_array(c->in[c->row->form->operand].view.dtype, rank, shape, &out);
    if (result == NULL) {
        PyErr_Clear();
        return NULL;
    }
    if (run_into(c, &out, NULL) == GRN_OK)
        return result;
    Py_DECREF(result);
    return NULL;
}

PyObject *make_one(call *c)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor out;
    PyObject *given = given_out(c), *result = NULL;
    if (given != NULL)
        return run_into_given(c, given);
    if ((result = run_into_guessed(c)) != NULL)
        return result;
    const grn_diag diag = listen(&c->said);
    const grn_status status = shape_of_result(c, &diag, &rank, shape);
    if (status != GRN_OK)
        return raise_status(status, &c->said);
    result = new_array(dtype_of_result(c), rank, shape, &out);
    return result != NULL ? finish(c, run_into(c, &out, &diag), result) : NULL;
}

PyObject *make_two(call *c)
{
    const form *f = c->row->form;
    const grn_tensor *first_like = &c->in[f->operand].view, *second_like = &c->in[f->updates].view;
    int32_t rank = second_like->rank;
    int64_t shape[GRN_MAX_RANK];
    grn_tensor first, second;
    const grn_diag diag = listen(&c->said);
    grn_status status = GRN_OK;
    if (f->shape != NULL)
        status = f->shape(c, &diag, &rank, shape);
    else
        memcpy(shape, second_like->shape, (size_t)rank * sizeof *shape);
    if (status != GRN_OK)
        return raise_status(status, &c->said);
    PyObject *one = new_array(first_like->dtype, first_like->rank, first_like->shape, &first);
    PyObject *two = one != NULL ? new_array(first_like->dtype, rank, shape, &second) : NULL;
    PyObject *both = two != NULL ? PyTuple_Pack(2, one, two) : NULL;
    Py_XDECREF(one);
    Py_XDECREF(two);
    if (both == NULL)
        return NULL;
    PyThreadState *state = is_long(c, &first) ? PyEval_SaveThread() : NULL;
    status = f->run_two(c, &first, &second, &diag);
    if (state != NULL)
        PyEval_RestoreThread(state);
    return finish(c, status, both);
}

static signature signatures[NROWS];

/* A call with tensors that cannot be read as arrays, for they need a gradient or are being traced:
 * garner/_torch_calls.py makes it by an operator of torch's, or answers NotImplemented. */
static PyObject *call_in_torch(const row *r, PyObject *const *args, Py_ssize_t nargs, PyObject *names)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    const Py_ssize_t nnames = names != NULL ? PyTuple_Size(names) : 0;
    PyObject *given = PyTuple_New(nargs), *named = PyDict_New(), *result = NULL;
    for (Py_ssize_t i = 0; given != NULL && i < nargs; i++) {
        Py_INCREF(args[i]);
        PyTuple_SetItem(given, i, args[i]);
    }
    for (Py_ssize_t i = 0; named != NULL && i < nnames; i++)
        PyDict_SetItem(named, PyTuple_GetItem(names, i), args[nargs + i]);
    PyObject *module = given != NULL && named != NULL ? PyImport_ImportModule("garner._torch_calls") : NULL;
    if (module != NULL)
        result = PyObject_CallMethod(module, "call", "sOO", r->name, given, named);
    Py_XDECREF(module);
    Py_XDECREF(given);
    Py_XDECREF(named);
    const bool is_made = result != Py_NotImplemented;
    if (!is_made || (result == NULL && PyErr_ExceptionMatches(PyExc_ImportError))) {
        Py_CLEAR(result);
        PyErr_Clear();
        PyErr_Restore(type, value, trace);
        return NULL;
    }
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return result;
}

static PyObject *call_row(size_t i, PyObject *const *args, Py_ssize_t nargs, PyObject *names)
{
    call c;
    PyObject *result = NULL;
    const row *r = &rows[i];
    if (begin_call(&c, r, &signatures[i], args, nargs, names, args + nargs)) {
        result = run_by_kept_plan(&c, i);
        if (result == NULL && (r->form->prepare == NULL || r->form->prepare(&c))) {
            result = r->form->make(&c);
            if (result != NULL)
                keep_plan_of(&c, i);
        }
    }
    end_call(&c);
    return result == NULL && torch_class != NULL && strcmp(r->family, "torch") == 0
               ? call_in_torch(r, args, nargs, names)
               : result;
}

/* ---- a C function for each row --------------------------------------------------------------- */

/* CPython wants a C function for each of Python's, or an object for it to carry, which help() would
 * show. Digits count the rows. */
#define ENTRIES(E) \
    TENS(E, 0)     \
    TENS(E, 1) TENS(E, 2) TENS(E, 3) TENS(E, 4) TENS(E, 5) TENS(E, 6) TENS(E, 7) E(80) E(81) E(82) E(83) E(84)
#define TENS(E, t) E(t##0) E(t##1) E(t##2) E(t##3) E(t##4) E(t##5) E(t##6) E(t##7) E(t##8) E(t##9)
#define ENTRY(digits)                                                                                         \
    static PyObject *entry_##digits(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *names) \
    {                                                                                                         \
        (void)self;                                                                                           \
        return call_row(1##digits - 100, args, nargs, names);                                                 \
    }
ENTRIES(ENTRY)
#undef ENTRY

typedef PyObject *(*entry_fn)(PyObject *, PyObject *const *, Py_ssize_t, PyObject *);
static const entry_fn entries[NROWS] = {
#define ENTRY(digits) entry_##digits,
    ENTRIES(ENTRY)
#undef ENTRY
};

static PyMethodDef defs[NROWS]; /* CPython keeps pointers to them */

const row *row_of(PyObject *function, const signature **out)
{
    if (!PyCFunction_Check(function))
        return NULL;
    const PyCFunction given = PyCFunction_GetFunction(function);
    for (size_t i = 0; i < nrows; i++)
        if ((any_function)given == (any_function)entries[i]) {
            *out = &signatures[i];
            return &rows[i];
        }
    return NULL;
}

/* "gather(operand, indices, *, out=None)", which inspect.signature reads, and the text. It lives as
 * long as the process. */
static char *doc_of(const row *r)
{
    PyObject *list = signature_text(r->parameters);
    PyObject *text = list != NULL ? PyUnicode_FromFormat("%s%U\n--\n\n%s", r->name, list, r->doc) : NULL;
    const char *utf8 = text != NULL ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    char *kept = utf8 != NULL ? malloc(strlen(utf8) + 1) : NULL;
    if (kept != NULL)
        strcpy(kept, utf8);
    Py_XDECREF(text);
    Py_XDECREF(list);
    return kept;
}

static bool add_row(PyObject *module, size_t i)
{
    const row *r = &rows[i];
    if (!make_signature(r->parameters, &signatures[i]))
        return false;
    PyObject *family = strcmp(r->family, "garner") == 0 ? PyUnicode_FromString("garner")
                                                        : PyUnicode_FromFormat("garner.%s", r->family);
    PyObject *attribute = PyUnicode_FromFormat("%s_%s", r->family, r->name);
    defs[i] = (PyMethodDef){r->name, (PyCFunction)(any_function)entries[i], METH_FASTCALL | METH_KEYWORDS, doc_of(r)};
    PyObject *function = family != NULL && attribute != NULL && defs[i].ml_doc != NULL
                             ? PyCFunction_NewEx(&defs[i], NULL, family)
                             : NULL;
    const bool ok = function != NULL && PyObject_SetAttr(module, attribute, function) == 0;
    Py_XDECREF(function);
    Py_XDECREF(attribute);
    Py_XDECREF(family);
    return ok;
}

bool add_calls(PyObject *module)
{
    for (size_t i = 0; i < nrows; i++)
        if (!add_row(module, i))
            return false;
    return true;
}
