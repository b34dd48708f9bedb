/*
 * programs.h - what the calls on programs share: a Module's handle, settings in a dict, a run's inputs and options, functions
 * of Python's that the library calls back.
 *
 * Knows Python and the library's public headers. The library runs without the GIL; a function that it calls back takes the
 * GIL, and an exception that is raised there waits until the library has returned (raised).
 */
#ifndef GARNER_PYTHON_PROGRAMS_H
#define GARNER_PYTHON_PROGRAMS_H

#include "glue.h"

#define WITHOUT_GIL(statement)                       \
    do {                                             \
        PyThreadState *state_ = PyEval_SaveThread(); \
        statement;                                   \
        PyEval_RestoreThread(state_);                \
    } while (0)

/* ---- modules (modules.c) --------------------------------------------------------------------- */

/* What a garner._garner.Module holds; NULL with an exception for another object. */
grn_module *module_of(PyObject *object);
/* The program as text, its values by their names; NULL with an exception. Needs the GIL. */
PyObject *program_text(const grn_module *module);

/* ---- settings (program_run.c) ---------------------------------------------------------------- */

/* Of a dict; what is not there, or None, stays as it is, a word is NULL then. false with an exception. */
bool number_setting(PyObject *settings, const char *name, int64_t *out);
bool count_setting(PyObject *settings, const char *name, uint64_t *out); /* 0 or more */
bool flag_setting(PyObject *settings, const char *name, bool *out);
bool word_setting(PyObject *settings, const char *name, const char **out); /* lives as the dict does */

/* ---- a run's inputs and options (program_run.c) ---------------------------------------------- */

typedef struct program_run {
    size_t function, ninputs;
    taken *inputs;
    grn_tensor *views;
    grn_text_buffer printed;
    grn_sink print;
    grn_run_options options;
} program_run;

/* Of (function, inputs, settings): end_run afterwards in any case. */
bool begin_run(program_run *r, PyObject *args, PyObject **settings);
/* Of a tuple of inputs and a dict, likewise. */
bool begin_run_of(program_run *r, Py_ssize_t function, PyObject *inputs, PyObject *settings);
void end_run(program_run *r);
/* A compact array of the same elements. */
PyObject *copied(const grn_tensor *t);
/* A tuple of them. */
PyObject *copied_all(size_t n, const grn_tensor *tensors);

/* ---- exceptions of functions that are called back (program_run.c) ---------------------------- */

typedef struct raised {
    PyObject *type, *value, *trace;
} raised;

/* Takes the exception that is set. */
void keep_raised(raised *r);
/* Sets it again where there is one, and forgets what the library has said of it: true. */
bool raise_again(raised *r, heard *said);

#endif
