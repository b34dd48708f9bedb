/* parameters.c - arguments bound and converted by a row's parameters, and the signature that help()
 * shows, from the same list. */
#include <string.h>

#include "glue.h"

/* ---- conversions ----------------------------------------------------------------------------- */

bool integer_from_object(PyObject *object, const char *name, int64_t *out)
{
    if (PyLong_Check(object)) {
        *out = PyLong_AsLongLong(object);
    } else {
        PyObject *whole = PyIndex_Check(object) ? PyNumber_Index(object) : NULL;
        if (whole == NULL) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_TypeError, "%s: a whole number is needed, %R given", name,
                             (PyObject *)Py_TYPE(object));
            return false;
        }
        *out = PyLong_AsLongLong(whole);
        Py_DECREF(whole);
    }
    if (*out != -1 || !PyErr_Occurred())
        return true;
    if (PyErr_ExceptionMatches(PyExc_OverflowError)) {
        PyErr_Clear();
        PyErr_Format(PyExc_OverflowError, "%s: a number of at most 64 bits is needed", name);
    }
    return false;
}

static bool one_dim(PyObject *number, const char *name, grn_dims *out)
{
    if (out->count < GRN_MAX_RANK)
        return integer_from_object(number, name, &out->v[out->count++]);
    raise_named("LimitError", NULL, "%s has more than %d entries", name, GRN_MAX_RANK);
    return false;
}

static bool dims_of_tuple(PyObject *tuple, const char *name, grn_dims *out)
{
    const Py_ssize_t n = PyTuple_Size(tuple);
    for (Py_ssize_t i = 0; i < n; i++)
        if (!one_dim(PyTuple_GetItem(tuple, i), name, out))
            return false;
    return true;
}

/* Anything that can be walked; it is only read so far as the list may be long. */
static bool dims_of_iterable(PyObject *object, const char *name, grn_dims *out)
{
    PyObject *entries = PyUnicode_Check(object) || PyBytes_Check(object) ? NULL : PyObject_GetIter(object),
             *number = NULL;
    if (entries == NULL) {
        PyErr_Clear();
        PyErr_Format(PyExc_TypeError, "%s: a sequence of whole numbers is needed, %R given", name,
                     (PyObject *)Py_TYPE(object));
        return false;
    }
    bool ok = true;
    while (ok && (number = PyIter_Next(entries)) != NULL) {
        ok = one_dim(number, name, out);
        Py_DECREF(number);
    }
    Py_DECREF(entries);
    return ok && !PyErr_Occurred();
}

bool dims_from_object(PyObject *object, const char *name, grn_dims *out)
{
    out->count = 0;
    return PyTuple_Check(object) ? dims_of_tuple(object, name, out) : dims_of_iterable(object, name, out);
}

static bool word_from_object(PyObject *object, const char *name, const char **out)
{
    *out = NULL;
    if (object == Py_None)
        return true;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: a str is needed, %R given", name, (PyObject *)Py_TYPE(object));
        return false;
    }
    Py_ssize_t bytes;
    *out = PyUnicode_AsUTF8AndSize(object, &bytes); /* lives with the str */
    if (*out != NULL && strlen(*out) != (size_t)bytes) {
        PyErr_Format(PyExc_ValueError, "%s: a str without zeros is needed", name);
        return false;
    }
    return *out != NULL;
}

int choice(const char *word, const char *const *words, const char *name)
{
    char all[256] = "";
    for (int i = 0; words[i] != NULL; i++)
        if (word != NULL && strcmp(words[i], word) == 0)
            return i;
    for (int i = 0; words[i] != NULL && strlen(all) + strlen(words[i]) + 8 < sizeof all; i++) {
        strcat(all, i == 0 ? "\"" : ", \"");
        strcat(strcat(all, words[i]), "\"");
    }
    raise_named("ArgumentError", NULL, "%s: \"%s\"; right: %s", name, word != NULL ? word : "None", all);
    return -1;
}

static bool list_from_object(call *c, PyObject *object, const char *name)
{
    PyObject *items = PyTuple_Check(object) || PyList_Check(object) ? PySequence_Tuple(object) : NULL;
    if (items == NULL) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_TypeError, "%s: a tuple or list of arrays is needed, %R given", name,
                         (PyObject *)Py_TYPE(object));
        return false;
    }
    const size_t n = (size_t)PyTuple_Size(items);
    bool ok = n <= 4 * GRN_MAX_RANK;
    if (!ok)
        raise_named("LimitError", NULL, "%s has %zu entries, at most %d are supported", name, n, GRN_MAX_RANK);
    c->list = ok ? calloc(n + 1, sizeof *c->list) : NULL;
    c->list_views = ok ? calloc(n + 1, sizeof *c->list_views) : NULL;
    if (ok && (c->list == NULL || c->list_views == NULL)) {
        PyErr_NoMemory();
        ok = false;
    }
    for (size_t i = 0; ok && i < n; i++) {
        PyObject *entry = PyTuple_GetItem(items, (Py_ssize_t)i);
        if (entry != Py_None) {
            ok = take_array(entry, name, false, &c->list[i]);
            c->list_views[i] = ok ? &c->list[i].view : NULL;
        }
        c->nlist = i + 1;
    }
    Py_DECREF(items);
    return ok;
}

static bool flag_from_object(PyObject *object, int64_t *out)
{
    *out = object == Py_True ? 1 : object == Py_False ? 0 : PyObject_IsTrue(object);
    return *out >= 0;
}

static bool convert(call *c, int i)
{
    const parameter *p = &c->row->parameters[i];
    PyObject *object = c->given[i];
    switch (p->kind) {
    case TENSOR_OR_SEVERAL:
        if (is_several(object))
            return true;
        return c->has[i] = take_array(object, p->name, false, &c->in[i]);
    case MAYBE_TENSOR:
        if (object == Py_None)
            return true;
        /* fall through */
    case TENSOR: return c->has[i] = take_array(object, p->name, false, &c->in[i]);
    case TENSORS: return list_from_object(c, object, p->name);
    case MAYBE_INTEGER:
        if (object == Py_None)
            return true;
        /* fall through */
    case INTEGER: return c->has[i] = integer_from_object(object, p->name, &c->number[i]);
    case FLAG: return flag_from_object(object, &c->number[i]);
    case DIMS: return dims_from_object(object, p->name, &c->dims[i]);
    case WORD: return word_from_object(object, p->name, &c->word[i]);
    case OTHER:
    case OUT: break;
    }
    return true;
}

/* ---- binding --------------------------------------------------------------------------------- */

static bool refuse(const row *r, const char *what, const char *name)
{
    PyErr_Format(PyExc_TypeError, "%s() %s '%s'", r->name, what, name);
    return false;
}

/* By identity first, as keywords that stand in a program's text are interned, and from `likely`
 * on. */
static int position_of(const signature *s, PyObject *name, int likely)
{
    for (int i = likely; i < s->count; i++)
        if (s->names[i] == name)
            return i;
    for (int i = 0; i < likely; i++)
        if (s->names[i] == name)
            return i;
    for (int i = 0; i < s->count; i++)
        if (PyUnicode_Compare(s->names[i], name) == 0)
            return i;
    return -1;
}

static void bind(call *c, int i, PyObject *value)
{
    c->given[i] = value;
    c->order[c->ngiven++] = i;
}

static bool bind_named(call *c, const signature *s, PyObject *names, PyObject *const *named)
{
    const Py_ssize_t n = names != NULL ? PyTuple_Size(names) : 0;
    int i = c->ngiven - 1;
    for (Py_ssize_t k = 0; k < n; k++) {
        PyObject *name = PyTuple_GetItem(names, k);
        i = position_of(s, name, i + 1);
        if (i < 0) {
            PyErr_Format(PyExc_TypeError, "%s() has no argument '%S'", c->row->name, name);
            return false;
        }
        if (c->given[i] != NULL)
            return refuse(c->row, "got two values for argument", s->parameters[i].name);
        bind(c, i, named[k]);
    }
    return true;
}

static bool has_what_it_needs(const call *c, const signature *s)
{
    int needed = 0;
    for (int k = 0; k < c->ngiven; k++)
        needed += s->parameters[c->order[k]].preset == NULL;
    for (int i = 0; needed < s->nneeded && i < s->count; i++)
        if (c->given[i] == NULL && s->parameters[i].preset == NULL)
            return refuse(c->row, "lacks the argument", s->parameters[i].name);
    return true;
}

/* What is not given is as its preset says: numbers and flags. Lists are empty, all else is None;
 * words have their defaults in the calls. */
static void preset_all(call *c, const signature *s)
{
    const size_t n = (size_t)s->count;
    memset(c->given, 0, n * sizeof *c->given);
    memset(c->has, 0, n * sizeof *c->has);
    memset(c->word, 0, n * sizeof *c->word);
    memcpy(c->number, s->preset, n * sizeof *c->number);
    for (int k = 0; k < s->nlists; k++)
        c->dims[s->lists[k]].count = 0;
}

bool begin_call(call *c, const row *r, const signature *s, PyObject *const *args, Py_ssize_t nargs, PyObject *names,
                PyObject *const *named)
{
    c->row = r;
    c->signature = s;
    c->nlist = 0;
    c->list = NULL;
    c->list_views = NULL;
    c->expanded = NULL;
    c->ngiven = 0;
    c->said.count = 0;
    c->combiner.function = NULL;
    c->several = NULL;
    c->has_element = false;
    if (nargs > s->npositional) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %d positional arguments (%zd given)", r->name, s->npositional,
                     nargs);
        return false;
    }
    preset_all(c, s);
    for (int i = 0; i < nargs; i++)
        bind(c, i, args[i]);
    if (!bind_named(c, s, names, named) || !has_what_it_needs(c, s))
        return false;
    for (int k = 0; k < c->ngiven; k++)
        if (!convert(c, c->order[k]))
            return false;
    return true;
}

void end_call(call *c)
{
    for (int k = 0; k < c->ngiven; k++) {
        const int i = c->order[k];
        const parameter_kind kind = c->row->parameters[i].kind;
        if (c->has[i] && kind != INTEGER && kind != MAYBE_INTEGER)
            let_go(&c->in[i]);
    }
    for (size_t i = 0; i < c->nlist; i++)
        if (c->list_views[i] != NULL)
            let_go(&c->list[i]);
    drop_expanded(c->expanded);
    let_several_go(c->several);
    free(c->list);
    free((void *)c->list_views);
    forget(&c->said);
}

/* ---- signatures ------------------------------------------------------------------------------ */

PyObject *signature_text(const parameter *parameters)
{
    PyObject *text = PyUnicode_FromString("(");
    bool starred = false;
    for (int i = 0; text != NULL && parameters[i].name != NULL; i++) {
        const char *star = parameters[i].by_name && !starred ? "*, " : "";
        const char *equals = parameters[i].preset != NULL ? "=" : "",
                   *value = parameters[i].preset != NULL ? parameters[i].preset : "";
        PyObject *longer =
            PyUnicode_FromFormat("%U%s%s%s%s%s", text, i > 0 ? ", " : "", star, parameters[i].name, equals, value);
        starred |= parameters[i].by_name;
        Py_DECREF(text);
        text = longer;
    }
    PyObject *closed = text != NULL ? PyUnicode_FromFormat("%U)", text) : NULL;
    Py_XDECREF(text);
    return closed;
}

bool make_signature(const parameter *parameters, signature *out)
{
    out->parameters = parameters;
    out->npositional = out->out = -1;
    out->nneeded = out->nlists = 0;
    for (out->count = 0; parameters[out->count].name != NULL; out->count++) {
        const parameter *p = &parameters[out->count];
        const int i = out->count;
        if (p->by_name && out->npositional < 0)
            out->npositional = i;
        if (p->kind == OUT)
            out->out = i;
        if (p->kind == DIMS)
            out->lists[out->nlists++] = i;
        out->nneeded += p->preset == NULL;
        out->preset[i] = p->kind == INTEGER && p->preset != NULL
                             ? strtoll(p->preset, NULL, 10)
                             : p->kind == FLAG && p->preset != NULL && strcmp(p->preset, "True") == 0;
        out->names[i] = PyUnicode_InternFromString(p->name);
        if (out->names[i] == NULL)
            return false;
    }
    if (out->npositional < 0)
        out->npositional = out->count;
    return true;
}
