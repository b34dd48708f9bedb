/* texts.c - what the library writes to a sink, as Python's str and bytes. */
#include <string.h>

#include "glue.h"

static grn_status append(void *user, const char *bytes, size_t count)
{
    written_text *t = user;
    if (t->used + count > t->room) {
        const size_t room = 2 * (t->used + count) + 256;
        char *larger = realloc(t->bytes, room);
        if (larger == NULL)
            return GRN_E_MEMORY;
        t->bytes = larger;
        t->room = room;
    }
    if (count > 0)
        memcpy(t->bytes + t->used, bytes, count);
    t->used += count;
    return GRN_OK;
}

grn_sink sink_of(written_text *into) { return (grn_sink){append, into}; }

PyObject *text_object(written_text *t)
{
    PyObject *made = PyUnicode_DecodeUTF8(t->bytes != NULL ? t->bytes : "", (Py_ssize_t)t->used, "backslashreplace");
    free(t->bytes);
    *t = (written_text){0};
    return made;
}

PyObject *bytes_object(written_text *t)
{
    PyObject *made = PyBytes_FromStringAndSize(t->bytes != NULL ? t->bytes : "", (Py_ssize_t)t->used);
    free(t->bytes);
    *t = (written_text){0};
    return made;
}
