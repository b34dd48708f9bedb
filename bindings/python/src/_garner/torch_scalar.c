/*
 * torch_scalar.c - Python's numbers as torch casts a scalar to a tensor's element type
 * (c10/core/Scalar.h, c10/util/TypeCast.h): a float loses its fraction in whole numbers, a negative
 * whole number wraps around in an unsigned type, all but zero is true as a bool; what is out of the
 * type's range is refused, in torch's words.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "glue.h"

/* The element types that torch has, by its names for them. Of floats the largest number; of whole
 * numbers their bits say it. */
static const struct {
    grn_dtype dtype;
    const char *name;
    double largest;
} types[] = {
    {GRN_UI8, "uint8_t", 255},
    {GRN_I8, "int8_t", 127},
    {GRN_I16, "int16_t", 32767},
    {GRN_I32, "int", 2147483647},
    {GRN_I64, "int64_t", 9223372036854775807.0},
    {GRN_F16, "c10::Half", 65504},
    {GRN_BF16, "c10::BFloat16", 3.3895313892515355e38},
    {GRN_F32, "float", (double)FLT_MAX},
    {GRN_F64, "double", DBL_MAX},
    {GRN_C64, "c10::complex<float>", (double)FLT_MAX},
    {GRN_C128, "c10::complex<double>", DBL_MAX},
};

static size_t type_of(grn_dtype dtype)
{
    size_t i = 0;
    while (i < sizeof types / sizeof *types && types[i].dtype != dtype)
        i++;
    return i;
}

static bool refuse(size_t type)
{
    PyErr_Format(PyExc_OverflowError, "value cannot be converted to type %s without overflow", types[type].name);
    return false;
}

/* ---- to whole numbers ------------------------------------------------------------------------ */

static bool store_whole(int64_t n, grn_dtype dtype, void *element)
{
    memcpy(element, &n, grn_dtype_bytes(dtype)); /* the low bytes: the machine is little-endian */
    return true;
}

/* A negative one wraps around in an unsigned type while its size is at most the type's largest. */
static bool whole_of_int(int64_t n, size_t type, void *element)
{
    const grn_dtype dtype = types[type].dtype;
    const int64_t largest = dtype == GRN_I64 ? INT64_MAX : (int64_t)types[type].largest;
    const int64_t lowest = grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED ? -largest : -largest - 1;
    return n < lowest || n > largest ? refuse(type) : store_whole(n, dtype, element);
}

static bool whole_of_double(double value, size_t type, void *element)
{
    const grn_dtype dtype = types[type].dtype;
    const double largest = types[type].largest;
    const double lowest = grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED ? 0
                          : dtype == GRN_I64                              ? -largest
                                                                          : -largest - 1;
    if (isnan(value) || value < lowest || value > largest)
        return refuse(type);
    /* 2^63 as processors do */
    return store_whole(value >= 9223372036854775808.0 ? INT64_MIN : (int64_t)value, dtype, element);
}

/* ---- to floats ------------------------------------------------------------------------------- */

static bool is_too_large(double value, size_t type) { return !isinf(value) && fabs(value) > types[type].largest; }

static bool store_float(PyObject *number, size_t type, void *element)
{
    return element_from_object(number, types[type].dtype, "value", element);
}

/* ---- of each kind of number ------------------------------------------------------------------ */

static bool is_whole_type(size_t type)
{
    const grn_dtype_class kind = grn_dtype_class_of(types[type].dtype);
    return kind == GRN_CLASS_SIGNED || kind == GRN_CLASS_UNSIGNED;
}

static bool of_int(PyObject *number, size_t type, void *element)
{
    int overflow;
    const long long n = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow == 0 && PyErr_Occurred())
        return false;
    if (is_whole_type(type))
        return overflow != 0 ? refuse(type) : whole_of_int(n, type, element);
    const double value = PyLong_AsDouble(number);
    if (PyErr_Occurred() || is_too_large(value, type)) {
        PyErr_Clear();
        return refuse(type);
    }
    return store_float(number, type, element);
}

static bool of_double(double value, size_t type, void *element)
{
    if (is_whole_type(type))
        return whole_of_double(value, type, element);
    if (is_too_large(value, type))
        return refuse(type);
    PyObject *number = PyFloat_FromDouble(value);
    const bool ok = number != NULL && store_float(number, type, element);
    Py_XDECREF(number);
    return ok;
}

static bool of_complex(PyObject *number, size_t type, void *element)
{
    const double re = PyComplex_RealAsDouble(number), im = PyComplex_ImagAsDouble(number);
    if (PyErr_Occurred())
        return false;
    if (grn_dtype_class_of(types[type].dtype) != GRN_CLASS_COMPLEX)
        return im != 0 ? refuse(type) : of_double(re, type, element);
    return is_too_large(re, type) || is_too_large(im, type) ? refuse(type) : store_float(number, type, element);
}

bool is_scalar(PyObject *object) { return PyLong_Check(object) || PyFloat_Check(object) || PyComplex_Check(object); }

/* A scalar of torch holds an i64 or a ui64. */
static bool is_too_wide(PyObject *number, const char *name)
{
    int overflow;
    PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow > 0)
        PyLong_AsUnsignedLongLong(number);
    if (overflow == 0 || (overflow > 0 && !PyErr_Occurred()))
        return false;
    PyErr_Clear();
    PyErr_Format(PyExc_OverflowError, "%s: a number of at most 64 bits is needed", name);
    return true;
}

bool torch_scalar(PyObject *number, grn_dtype dtype, const char *name, void *element)
{
    const size_t type = type_of(dtype);
    if (PyLong_Check(number) && is_too_wide(number, name))
        return false;
    if (!is_scalar(number) || type == sizeof types / sizeof *types) /* bools among them: all but zero is true */
        return element_from_object(number, dtype, name, element);
    if (PyLong_Check(number))
        return of_int(number, type, element);
    return PyFloat_Check(number) ? of_double(PyFloat_AsDouble(number), type, element)
                                 : of_complex(number, type, element);
}
