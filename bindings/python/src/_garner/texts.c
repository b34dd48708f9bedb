/* texts.c - what the library writes to a sink, as Python's str and bytes. */
#include "glue.h"

PyObject *text_object(grn_text_buffer *t)
{
    PyObject *made =
        PyUnicode_DecodeUTF8(t->text != NULL ? t->text : "", (Py_ssize_t)t->size_bytes, "backslashreplace");
    grn_text_buffer_free(t);
    return made;
}

PyObject *bytes_object(grn_text_buffer *t)
{
    PyObject *made = PyBytes_FromStringAndSize(t->text != NULL ? t->text : "", (Py_ssize_t)t->size_bytes);
    grn_text_buffer_free(t);
    return made;
}
