/*
 * operations.c - the tables of ops and rules: the library's (garner/operations.h), and what `garner
 * ops` and `garner rule` have beside them (cli/reference.h), which is compiled into this extension.
 * garner/_reference.py asks for one op or rule at a time.
 */
#include <string.h>

#include "glue.h"
#include "reference.h"

static PyObject *word_object(const char *word)
{
    if (word == NULL)
        Py_RETURN_NONE;
    return PyUnicode_FromString(word);
}

/* ---- ops ------------------------------------------------------------------------------------- */

/* operation(number): (name, dialect, summary, source, bytes of it without the rules, why it does
 * not run, {flag}), or None. */
static PyObject *operation(PyObject *unused, PyObject *args)
{
    Py_ssize_t number;
    grn_operation o;
    (void)unused;
    if (!PyArg_ParseTuple(args, "n", &number))
        return NULL;
    if (number < 0 || !grn_operation_at((size_t)number, &o))
        Py_RETURN_NONE;
    return Py_BuildValue("(ssssnN{s:i,s:O,s:O,s:O,s:O,s:O})", o.name, o.dialect, o.summary, o.source,
                         (Py_ssize_t)o.source_bytes, word_object(o.not_run), "nregions", (int)o.nregions, "is_access",
                         o.is_access ? Py_True : Py_False, "is_elementwise", o.is_elementwise ? Py_True : Py_False,
                         "is_imported", o.is_imported ? Py_True : Py_False, "has_derivative",
                         o.has_derivative ? Py_True : Py_False, "has_own_syntax",
                         o.has_own_syntax ? Py_True : Py_False);
}

static PyObject *operation_named(PyObject *unused, PyObject *args)
{
    const char *name;
    (void)unused;
    if (!PyArg_ParseTuple(args, "s", &name))
        return NULL;
    const size_t number = grn_operation_named(name);
    return number == SIZE_MAX ? Py_NewRef(Py_None) : PyLong_FromSize_t(number);
}

static PyObject *words_of(size_t op, grn_operation_list list, size_t part)
{
    PyObject *all = PyList_New(0);
    const char *word;
    for (size_t i = 0; all != NULL && (word = grn_operation_word(op, list, part, i)) != NULL; i++) {
        PyObject *text = PyUnicode_FromString(word);
        if (text == NULL || PyList_Append(all, text) < 0)
            Py_CLEAR(all);
        Py_XDECREF(text);
    }
    return all;
}

/* operation_parts(number, list): [(name, what it is, count, form, is an enumeration, words)] */
static PyObject *operation_parts(PyObject *unused, PyObject *args)
{
    static const char *const counts[] = {
        [GRN_OPERATION_ONE] = "one", [GRN_OPERATION_MAYBE] = "maybe", [GRN_OPERATION_ANY] = "any"};
    Py_ssize_t number;
    int list;
    grn_operation_part p;
    (void)unused;
    if (!PyArg_ParseTuple(args, "ni", &number, &list))
        return NULL;
    PyObject *all = PyList_New(0);
    for (size_t i = 0; all != NULL && grn_operation_part_at((size_t)number, (grn_operation_list)list, i, &p); i++) {
        PyObject *part =
            Py_BuildValue("(szszON)", p.name, p.is, counts[p.count], p.form, p.is_enumeration ? Py_True : Py_False,
                          words_of((size_t)number, (grn_operation_list)list, i));
        if (part == NULL || PyList_Append(all, part) < 0)
            Py_CLEAR(all);
        Py_XDECREF(part);
    }
    return all;
}

/* The short form; "" of an op that has none. */
static PyObject *operation_syntax(PyObject *unused, PyObject *args)
{
    Py_ssize_t number;
    grn_text_buffer t = {0};
    const grn_sink sink = grn_text_buffer_sink(&t);
    (void)unused;
    if (!PyArg_ParseTuple(args, "n", &number))
        return NULL;
    const grn_status status = grn_operation_write_syntax((size_t)number, &sink);
    PyObject *made = text_object(&t);
    if (status == GRN_OK || made == NULL)
        return made;
    Py_DECREF(made);
    return PyErr_NoMemory();
}

static PyObject *operation_example(PyObject *unused, PyObject *args)
{
    const char *name;
    (void)unused;
    return PyArg_ParseTuple(args, "s", &name) ? word_object(op_example(name)) : NULL;
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* [(section or None, rule, what it says)] */
static PyObject *rules(PyObject *unused, PyObject *none)
{
    (void)unused;
    (void)none;
    PyObject *all = PyList_New(0);
    for (const rule_words *rule = rule_meanings; all != NULL && rule->rule != NULL; rule++) {
        PyObject *entry = Py_BuildValue("(zss)", rule->section, rule->rule, rule->says);
        if (entry == NULL || PyList_Append(all, entry) < 0)
            Py_CLEAR(all);
        Py_XDECREF(entry);
    }
    return all;
}

/* [(prefix, name, source)] */
static PyObject *systems(PyObject *unused, PyObject *none)
{
    (void)unused;
    (void)none;
    PyObject *all = PyList_New(0);
    for (const rule_system *system = rule_systems; all != NULL && system->prefix != NULL; system++) {
        PyObject *entry = Py_BuildValue("(sss)", system->prefix, system->name, system->source);
        if (entry == NULL || PyList_Append(all, entry) < 0)
            Py_CLEAR(all);
        Py_XDECREF(entry);
    }
    return all;
}

/* rules_of(source, bytes of it): the numbers of a section's rules, in the list of all. */
static PyObject *rules_of(PyObject *unused, PyObject *args)
{
    const char *source;
    Py_ssize_t bytes;
    (void)unused;
    if (!PyArg_ParseTuple(args, "sn", &source, &bytes))
        return NULL;
    PyObject *all = PyList_New(0);
    for (const rule_words *rule = rule_meanings; all != NULL && rule->rule != NULL; rule++) {
        if (!rule_is_of(rule, source, (size_t)bytes))
            continue;
        PyObject *number = PyLong_FromSize_t((size_t)(rule - rule_meanings));
        if (number == NULL || PyList_Append(all, number) < 0)
            Py_CLEAR(all);
        Py_XDECREF(number);
    }
    return all;
}

/* rule_program(section or None, rule): the program that breaks it, or None. */
static PyObject *rule_program(PyObject *unused, PyObject *args)
{
    const char *section, *rule;
    (void)unused;
    return PyArg_ParseTuple(args, "zs", &section, &rule) ? word_object(rule_example(section, rule)) : NULL;
}

PyMethodDef operation_methods[] = {
    {"operation", operation, METH_VARARGS, NULL},
    {"operation_named", operation_named, METH_VARARGS, NULL},
    {"operation_parts", operation_parts, METH_VARARGS, NULL},
    {"operation_syntax", operation_syntax, METH_VARARGS, NULL},
    {"operation_example", operation_example, METH_VARARGS, NULL},
    {"rules", rules, METH_NOARGS, NULL},
    {"rule_systems", systems, METH_NOARGS, NULL},
    {"rules_of", rules_of, METH_VARARGS, NULL},
    {"rule_program", rule_program, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
