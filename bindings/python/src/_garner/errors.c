/* errors.c - what the library says as Python's exceptions, whose classes and fields are in
 * garner/_errors.py. */
#include <string.h>

#include "glue.h"

static void keep(heard *into, grn_severity severity, grn_place place, const char *message)
{
    const size_t bytes = strlen(message) + 1;
    char *text = into->count < HEARD_MESSAGES ? malloc(bytes) : NULL;
    if (text == NULL) {
        into->lost++;
        return;
    }
    memcpy(text, message, bytes);
    into->message[into->count++] = (struct heard_message){severity, place, text};
}

/* A text that is cut where it ends. */
typedef struct short_text {
    char text[1024];
    size_t n;
} short_text;

static grn_status add(void *user, const char *text, size_t n)
{
    short_text *t = user;
    const size_t kept = n < sizeof t->text - 1 - t->n ? n : sizeof t->text - 1 - t->n;
    memcpy(t->text + t->n, text, kept);
    t->n += kept;
    t->text[t->n] = '\0';
    return GRN_OK;
}

static void keep_origin(heard *into, grn_place place)
{
    static const char before[] = "it comes from ";
    short_text t = {"", sizeof before - 1};
    const grn_sink sink = {add, &t};
    memcpy(t.text, before, sizeof before);
    if (grn_module_write_origin(into->about, place, &sink) == GRN_OK && t.n > sizeof before - 1)
        keep(into, GRN_SEVERITY_NOTE, place, t.text);
}

static void hear(void *user, const grn_diagnostic *d)
{
    heard *into = user;
    if (d->rule != NULL && into->rule[0] == '\0')
        PyOS_snprintf(into->rule, sizeof into->rule, "%s", d->rule);
    if (d->bad_index != NULL && !into->has_bad_index) {
        into->bad_index = *d->bad_index;
        into->has_bad_index = true;
    }
    keep(into, d->severity, d->place, d->message);
    if (into->about != NULL && d->severity != GRN_SEVERITY_NOTE)
        keep_origin(into, d->place);
}

grn_diag listen(heard *into)
{
    into->about = NULL;
    into->count = 0;
    into->lost = 0;
    into->rule[0] = '\0';
    into->has_bad_index = false;
    return (grn_diag){hear, into};
}

grn_diag listen_about(heard *into, const grn_module *module)
{
    const grn_diag diag = listen(into);
    into->about = module;
    return diag;
}

void forget(heard *said)
{
    for (size_t i = 0; i < said->count; i++)
        free(said->message[i].text);
    said->count = 0;
}

static PyObject *severity_text(grn_severity severity)
{
    static const char *const texts[] = {"error", "warning", "remark", "note"};
    return PyUnicode_FromString((size_t)severity < 4 ? texts[severity] : "error");
}

PyObject *heard_list(heard *said)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list != NULL && i < said->count; i++) {
        const struct heard_message *m = &said->message[i];
        /* A message may quote bytes of a program that are no UTF-8. */
        PyObject *entry = Py_BuildValue("(NIIN)", severity_text(m->severity), m->place.line, m->place.column,
                                        PyUnicode_DecodeUTF8(m->text, (Py_ssize_t)strlen(m->text), "backslashreplace"));
        if (entry == NULL || PyList_Append(list, entry) < 0)
            Py_CLEAR(list);
        Py_XDECREF(entry);
    }
    forget(said);
    return list;
}

/* (value, position, (lowest, highest) or None), or None where no index was told. */
static PyObject *bad_index_object(const heard *said)
{
    const grn_bad_index *bad = &said->bad_index;
    if (!said->has_bad_index)
        Py_RETURN_NONE;
    PyObject *value =
        bad->dtype == GRN_UI64 ? PyLong_FromUnsignedLongLong((uint64_t)bad->value) : PyLong_FromLongLong(bad->value);
    PyObject *position = tuple_of(bad->position, bad->rank);
    return bad->lowest > bad->highest
               ? Py_BuildValue("(NNO)", value, position, Py_None)
               : Py_BuildValue("(NN(LL))", value, position, (long long)bad->lowest, (long long)bad->highest);
}

static PyObject *errors_module(void) { return PyImport_ImportModule("garner._errors"); }

PyObject *raise_status(grn_status status, heard *said)
{
    PyObject *messages = heard_list(said), *module = messages != NULL ? errors_module() : NULL;
    PyObject *error =
        module == NULL
            ? NULL
            : PyObject_CallMethod(module, "of_status", "ssOzN", grn_status_name(status), grn_status_text(status),
                                  messages, said->rule[0] != '\0' ? said->rule : NULL, bad_index_object(said));
    if (error != NULL)
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    Py_XDECREF(module);
    Py_XDECREF(messages);
    return NULL;
}

static void set_fields(PyObject *error, PyObject *fields)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (fields != NULL && PyDict_Next(fields, &at, &key, &value))
        if (PyObject_SetAttr(error, key, value) < 0)
            PyErr_Clear();
}

PyObject *raise_named(const char *class_name, PyObject *fields, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    PyObject *text = PyUnicode_FromFormatV(format, values);
    va_end(values);
    PyObject *module = text != NULL ? errors_module() : NULL;
    PyObject *error = module != NULL ? PyObject_CallMethod(module, class_name, "O", text) : NULL;
    if (error != NULL) {
        set_fields(error, fields);
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    }
    Py_XDECREF(error);
    Py_XDECREF(module);
    Py_XDECREF(text);
    Py_XDECREF(fields);
    return NULL;
}
