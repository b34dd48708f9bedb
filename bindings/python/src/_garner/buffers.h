/*
 * buffers.h - the buffer protocol, for CPython 3.10 as well.
 *
 * The limited API has it from 3.11 on. CPython 3.10, which gets no further changes, has the same struct, the same numbers and
 * the same functions, and exports them: 3.11 took them over as they had been since 3.3 (CPython's issue 45459). So the one
 * extension that is declared for 3.10 may use them. What is declared here, and nothing else, is what a check of the extension
 * against the limited API of 3.10 names (build.sh: abi3audit).
 */
#ifndef GARNER_PYTHON_BUFFERS_H
#define GARNER_PYTHON_BUFFERS_H

#include <Python.h>

#if Py_LIMITED_API + 0 < 0x030B0000

typedef struct {
    void *buf;
    PyObject *obj; /* a reference of its own */
    Py_ssize_t len;
    Py_ssize_t itemsize;
    int readonly;
    int ndim;
    char *format;
    Py_ssize_t *shape;
    Py_ssize_t *strides;
    Py_ssize_t *suboffsets;
    void *internal;
} Py_buffer;

#define Py_bf_getbuffer 1

#define PyBUF_SIMPLE 0
#define PyBUF_WRITABLE 0x0001
#define PyBUF_FORMAT 0x0004
#define PyBUF_ND 0x0008
#define PyBUF_STRIDES (0x0010 | PyBUF_ND)
#define PyBUF_C_CONTIGUOUS (0x0020 | PyBUF_STRIDES)
#define PyBUF_F_CONTIGUOUS (0x0040 | PyBUF_STRIDES)
#define PyBUF_ANY_CONTIGUOUS (0x0080 | PyBUF_STRIDES)
#define PyBUF_RECORDS (PyBUF_STRIDES | PyBUF_WRITABLE | PyBUF_FORMAT)
#define PyBUF_RECORDS_RO (PyBUF_STRIDES | PyBUF_FORMAT)

PyAPI_FUNC(int) PyObject_CheckBuffer(PyObject *object);
PyAPI_FUNC(int) PyObject_GetBuffer(PyObject *object, Py_buffer *view, int flags);
PyAPI_FUNC(void) PyBuffer_Release(Py_buffer *view);

#endif

#endif
