/* jax_ffi.c - the handlers of ffi_handlers.h as capsules, which garner.jax registers with XLA. */
#include <string.h>

#include "ffi_handlers.h"
#include "glue.h"

/* ISO C has no conversion between pointers to functions and to objects; POSIX has (dlsym). */
static PyObject *capsule_of(ffi_error *(*handler)(ffi_frame *))
{
    void *pointer;
    _Static_assert(sizeof pointer == sizeof handler, "POSIX: pointers are alike");
    memcpy(&pointer, &handler, sizeof pointer);
    return PyCapsule_New(pointer, NULL, NULL);
}

/* jax_ffi_handlers() -> (gather, scatter, type_id, type_info): capsules */
static PyObject *jax_ffi_handlers(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return Py_BuildValue("(NNNN)", capsule_of(ffi_gather), capsule_of(ffi_scatter),
                         PyCapsule_New(&ffi_site_type, NULL, NULL), PyCapsule_New(&ffi_site_info, NULL, NULL));
}

/* jax_ffi_threads(threads): of programs that are compiled from now on */
static PyObject *jax_ffi_threads(PyObject *module, PyObject *args)
{
    long long threads;
    (void)module;
    if (!PyArg_ParseTuple(args, "L", &threads))
        return NULL;
    if (!ffi_set_threads(threads))
        return raise_named("ArgumentError", NULL, "threads: %lld; right: 1 to %d", threads, MAX_THREADS);
    Py_RETURN_NONE;
}

PyMethodDef jax_ffi_methods[] = {{"jax_ffi_handlers", jax_ffi_handlers, METH_NOARGS, NULL},
                                 {"jax_ffi_threads", jax_ffi_threads, METH_VARARGS, NULL},
                                 {NULL, NULL, 0, NULL}};
