/*
 * equal.c - a == b, element by element, as numpy has it: shapes are broadcast; whole numbers are
 * compared exactly, all others as f64 or as two of them; a Python number that meets an array of
 * floats is rounded to the array's element type first.
 */
#include <string.h>

#include "glue.h"

typedef struct number {
    bool is_whole, is_negative;
    uint64_t size; /* of a whole one */
    double re, im;
} number;

static number of_integer(int64_t n, bool is_unsigned)
{
    const bool negative = !is_unsigned && n < 0;
    return (number){true, negative, negative ? 0 - (uint64_t)n : (uint64_t)n,
                    is_unsigned ? (double)(uint64_t)n : (double)n, 0};
}

static number of_element(grn_dtype dtype, const void *at)
{
    double parts[2];
    float narrow[2];
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return (number){.re = float_at(dtype, at)};
    case GRN_CLASS_COMPLEX:
        if (dtype == GRN_C128) {
            memcpy(parts, at, sizeof parts);
            return (number){.re = parts[0], .im = parts[1]};
        }
        memcpy(narrow, at, sizeof narrow);
        return (number){.re = (double)narrow[0], .im = (double)narrow[1]};
    case GRN_CLASS_BOOL: return of_integer(*(const unsigned char *)at != 0, false);
    default: return of_integer(integer_at(dtype, at), grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED);
    }
}

static bool are_equal(const number *a, const number *b)
{
    if (a->is_whole && b->is_whole)
        return a->size == b->size && (a->is_negative == b->is_negative || a->size == 0);
    return a->re == b->re && a->im == b->im;
}

/* ---- the other side -------------------------------------------------------------------------- */

/* An array, or one number. */
typedef struct side {
    taken in;
    bool is_taken, is_number;
    PyObject *made; /* of a list */
    number number;
} side;

static bool is_number(PyObject *object)
{
    return PyLong_Check(object) || PyFloat_Check(object) || PyComplex_Check(object); /* bools are longs */
}

static bool read_whole(PyObject *object, side *s)
{
    int overflow;
    const long long n = PyLong_AsLongLongAndOverflow(object, &overflow);
    s->number = of_integer(n, false);
    if (overflow == 0)
        return !PyErr_Occurred();
    const unsigned long long wide = overflow > 0 ? PyLong_AsUnsignedLongLong(object) : 0;
    if (overflow > 0 && !PyErr_Occurred()) {
        s->number = of_integer((int64_t)wide, true);
        return true;
    }
    PyErr_Clear();
    const double size = PyLong_AsDouble(object); /* no whole element is as large */
    if (PyErr_Occurred())
        PyErr_Clear();
    s->number = (number){.re = size};
    return true;
}

static bool read_number(PyObject *object, grn_dtype beside, side *s)
{
    unsigned char element[16];
    const grn_dtype_class kind = grn_dtype_class_of(beside);
    s->is_number = true;
    if (PyLong_Check(object))
        return read_whole(object, s);
    s->number = (number){.re = PyComplex_RealAsDouble(object), .im = PyComplex_ImagAsDouble(object)};
    const bool rounds = kind == GRN_CLASS_COMPLEX || (kind == GRN_CLASS_FLOAT && !PyComplex_Check(object));
    if (rounds && !PyErr_Occurred() && element_from_object(object, beside, "number", element))
        s->number = of_element(beside, element);
    PyErr_Clear(); /* one that the type cannot hold is none of the array's, as it is */
    return true;
}

/* 0: nothing that arrays are compared with. */
static int read_side(PyObject *object, grn_dtype beside, side *s)
{
    s->is_taken = s->is_number = false;
    s->made = NULL;
    if (is_number(object) && !is_array(object))
        return read_number(object, beside, s) ? 1 : -1;
    if (PyList_Check(object) || PyTuple_Check(object)) {
        PyObject *module = PyImport_ImportModule("garner._array");
        s->made = module != NULL ? PyObject_CallMethod(module, "array", "(O)", object) : NULL;
        Py_XDECREF(module);
        object = s->made;
        if (object == NULL)
            return -1;
    }
    if (!is_array(object))
        return 0;
    s->is_taken = take_array(object, "the other array", false, &s->in);
    return s->is_taken ? 1 : -1;
}

static void drop_side(side *s)
{
    if (s->is_taken)
        let_go(&s->in);
    Py_XDECREF(s->made);
}

/* ---- all elements ---------------------------------------------------------------------------- */

static bool broadcast(const grn_tensor *a, const grn_tensor *b, int32_t *rank, int64_t *shape)
{
    *rank = a->rank > b->rank ? a->rank : b->rank;
    for (int32_t d = 0; d < *rank; d++) {
        const int32_t at_a = d - (*rank - a->rank), at_b = d - (*rank - b->rank);
        const int64_t of_a = at_a >= 0 ? a->shape[at_a] : 1, of_b = at_b >= 0 ? b->shape[at_b] : 1;
        if (of_a != of_b && of_a != 1 && of_b != 1) {
            raise_named("ShapeError", NULL,
                        "==: the shapes do not broadcast: dimension %d has %lld here and %lld there", (int)d,
                        (long long)of_a, (long long)of_b);
            return false;
        }
        shape[d] = of_a == 1 ? of_b : of_a;
    }
    return true;
}

static const void *element_at(const grn_tensor *t, int32_t rank, const int64_t *at)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < t->rank; d++)
        offset += t->shape[d] > 1 ? at[d + rank - t->rank] * t->stride[d] : 0;
    return (const char *)t->data + offset * (int64_t)grn_dtype_bytes(t->dtype);
}

static PyObject *compared(const grn_tensor *a, const side *s, bool wanted)
{
    grn_tensor out;
    int32_t rank = a->rank;
    int64_t shape[GRN_MAX_RANK], at[GRN_MAX_RANK] = {0};
    memcpy(shape, a->shape, (size_t)rank * sizeof *shape);
    if (!s->is_number && !broadcast(a, &s->in.view, &rank, shape))
        return NULL;
    PyObject *made = new_array(GRN_I1, rank, shape, &out);
    unsigned char *to = out.data;
    for (int64_t n = made != NULL ? grn_tensor_elements(&out) : 0; n > 0; n--) {
        const number one = of_element(a->dtype, element_at(a, rank, at));
        const number other = s->is_number ? s->number : of_element(s->in.view.dtype, element_at(&s->in.view, rank, at));
        *to++ = are_equal(&one, &other) == wanted;
        for (int32_t d = rank; d-- > 0 && ++at[d] == shape[d];)
            at[d] = 0;
    }
    return made;
}

PyObject *compare(PyObject *array, PyObject *object, int op)
{
    side s;
    grn_tensor self;
    if (op != Py_EQ && op != Py_NE)
        return Py_NewRef(Py_NotImplemented);
    own_view(array, &self);
    const int read = read_side(object, self.dtype, &s);
    PyObject *made = read == 0 ? Py_NewRef(Py_NotImplemented) : read > 0 ? compared(&self, &s, op == Py_EQ) : NULL;
    drop_side(&s);
    return made;
}

int holds(PyObject *array, PyObject *object)
{
    grn_tensor found;
    PyObject *made = compare(array, object, Py_EQ);
    int answer = made != NULL ? 0 : -1;
    if (made != NULL && is_own_array(made)) {
        own_view(made, &found);
        answer = memchr(found.data, 1, grn_tensor_bytes(&found)) != NULL;
    }
    Py_XDECREF(made);
    return answer;
}
