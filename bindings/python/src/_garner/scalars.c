/* scalars.c - single elements as Python's numbers, and Python's numbers as elements. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "glue.h"

/* ---- floats of two bytes or less ------------------------------------------------------------- */

/* What the highest exponent, or a negative zero, stands for. */
typedef enum special { IEEE, ALL_ONES_NAN, NEGATIVE_ZERO_NAN, NO_SPECIAL, POWERS } special;

static const struct {
    grn_dtype dtype;
    int exponent_bits, mantissa_bits, bias;
    special special;
} formats[] = {
    {GRN_F16, 5, 10, 15, IEEE},
    {GRN_BF16, 8, 7, 127, IEEE},
    {GRN_F8E5M2, 5, 2, 15, IEEE},
    {GRN_F8E4M3, 4, 3, 7, IEEE},
    {GRN_F8E3M4, 3, 4, 3, IEEE},
    {GRN_F8E4M3FN, 4, 3, 7, ALL_ONES_NAN},
    {GRN_F8E4M3FNUZ, 4, 3, 8, NEGATIVE_ZERO_NAN},
    {GRN_F8E5M2FNUZ, 5, 2, 16, NEGATIVE_ZERO_NAN},
    {GRN_F8E4M3B11FNUZ, 4, 3, 11, NEGATIVE_ZERO_NAN},
    {GRN_F8E8M0FNU, 8, 0, 127, POWERS},
    {GRN_F6E3M2FN, 3, 2, 3, NO_SPECIAL},
    {GRN_F6E2M3FN, 2, 3, 1, NO_SPECIAL},
    {GRN_F4E2M1FN, 2, 1, 1, NO_SPECIAL},
};

static double small_float(size_t f, unsigned bits)
{
    const int e = formats[f].exponent_bits, m = formats[f].mantissa_bits, top = (1 << e) - 1;
    const int exponent = (int)(bits >> m) & top, mantissa = (int)(bits & ((1u << m) - 1));
    const bool negative = bits >> (e + m) & 1;
    if (formats[f].special == POWERS)
        return bits == 255 ? (double)NAN : ldexp(1, (int)bits - formats[f].bias);
    if (formats[f].special == IEEE && exponent == top)
        return mantissa != 0 ? (double)NAN : negative ? -(double)INFINITY : (double)INFINITY;
    if (formats[f].special == ALL_ONES_NAN && exponent == top && mantissa == (1 << m) - 1)
        return (double)NAN;
    if (formats[f].special == NEGATIVE_ZERO_NAN && negative && exponent == 0 && mantissa == 0)
        return (double)NAN;
    const double size = exponent == 0 ? ldexp(mantissa, 1 - formats[f].bias - m)
                                      : ldexp(mantissa + (1 << m), exponent - formats[f].bias - m);
    return negative ? -size : size;
}

double float_at(grn_dtype dtype, const void *at)
{
    float f;
    double d;
    uint16_t bits = 0;
    if (dtype == GRN_F64) {
        memcpy(&d, at, sizeof d);
        return d;
    }
    if (dtype == GRN_F32) {
        memcpy(&f, at, sizeof f);
        return (double)f;
    }
    memcpy(&bits, at, grn_dtype_bytes(dtype)); /* the machine is little-endian, as the library's dtypes are */
    size_t f_of = 0;
    while (f_of + 1 < sizeof formats / sizeof *formats && formats[f_of].dtype != dtype)
        f_of++;
    return small_float(f_of, bits);
}

/* ---- elements as numbers --------------------------------------------------------------------- */

int64_t integer_at(grn_dtype dtype, const void *at)
{
    const size_t bytes = grn_dtype_bytes(dtype);
    const unsigned unused = (unsigned)(64 - 8 * bytes);
    uint64_t bits = 0;
    memcpy(&bits, at, bytes);
    return grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED ? (int64_t)bits : (int64_t)(bits << unused) >> unused;
}

static PyObject *integer_object(grn_dtype dtype, const void *at)
{
    const int64_t n = integer_at(dtype, at);
    return grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED ? PyLong_FromUnsignedLongLong((uint64_t)n)
                                                           : PyLong_FromLongLong(n);
}

PyObject *element_object(grn_dtype dtype, const void *at)
{
    float f[2];
    double d[2];
    switch (dtype) {
    case GRN_I1: return PyBool_FromLong(*(const unsigned char *)at != 0);
    case GRN_C64: memcpy(f, at, sizeof f); return PyComplex_FromDoubles((double)f[0], (double)f[1]);
    case GRN_C128: memcpy(d, at, sizeof d); return PyComplex_FromDoubles(d[0], d[1]);
    default: break;
    }
    return grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT ? PyFloat_FromDouble(float_at(dtype, at))
                                                        : integer_object(dtype, at);
}

/* ---- numbers as elements --------------------------------------------------------------------- */

/* By the library's own reader: "f16=1.5", which rounds, and refuses what does not fit. */
static bool element_from_text(const char *text, const char *name, grn_dtype dtype, void *element)
{
    char whole[96];
    grn_tensor parsed;
    heard said;
    grn_diag diag = listen(&said);
    const int n = snprintf(whole, sizeof whole, "%s=%s", grn_dtype_text(dtype), text);
    const grn_status status = grn_tensor_parse(whole, (size_t)n, NULL, &diag, &parsed);
    forget(&said);
    if (status != GRN_OK) {
        PyErr_Format(PyExc_OverflowError, "%s: %s does not fit %s", name, text, grn_dtype_text(dtype));
        return false;
    }
    memcpy(element, parsed.data, grn_dtype_bytes(dtype));
    grn_tensor_free(&parsed, NULL);
    return true;
}

static bool integer_element(PyObject *number, grn_dtype dtype, const char *name, void *element)
{
    PyObject *whole = PyNumber_Index(number), *text = whole != NULL ? PyNumber_ToBase(whole, 10) : NULL;
    Py_ssize_t length = 0;
    const char *digits = text != NULL ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    bool ok = false;
    if (digits != NULL && length > 24)
        PyErr_Format(PyExc_OverflowError, "%s: a number of %zd digits does not fit %s", name, length,
                     grn_dtype_text(dtype));
    else if (digits != NULL)
        ok = element_from_text(digits, name, dtype, element);
    Py_XDECREF(text);
    Py_XDECREF(whole);
    return ok;
}

/* NaN and the infinities of the formats that have them, as their bits. */
static bool special_element(double value, grn_dtype dtype, const char *name, void *element)
{
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (unsigned bits = 0; formats[f].dtype == dtype && bits < 1u << grn_dtype_bits(dtype); bits++) {
            const double candidate = small_float(f, bits);
            /* Of NaNs the quiet one without payload: the first whose mantissa's highest bit is
             * set. */
            const bool quiet = formats[f].special != IEEE || (bits >> (formats[f].mantissa_bits - 1) & 1);
            if (isnan(value) ? isnan(candidate) && quiet : candidate == value) {
                const uint16_t narrow = (uint16_t)bits;
                memcpy(element, &narrow, grn_dtype_bytes(dtype));
                return true;
            }
        }
    PyErr_Format(PyExc_OverflowError, "%s: %s has no such value", name, grn_dtype_text(dtype));
    return false;
}

static bool float_element(PyObject *number, grn_dtype dtype, const char *name, void *element)
{
    const double value = PyFloat_AsDouble(number);
    const float narrow = (float)value;
    char text[48];
    if (value == -1 && PyErr_Occurred())
        return false;
    if (dtype == GRN_F64)
        memcpy(element, &value, sizeof value);
    else if (dtype == GRN_F32)
        memcpy(element, &narrow, sizeof narrow);
    else if (isnan(value) || isinf(value))
        return special_element(value, dtype, name, element);
    else {
        snprintf(text, sizeof text, "%.17e", value);
        return element_from_text(text, name, dtype, element);
    }
    return true;
}

static bool complex_element(PyObject *number, grn_dtype dtype, void *element)
{
    const double d[2] = {PyComplex_RealAsDouble(number), PyErr_Occurred() ? 0 : PyComplex_ImagAsDouble(number)};
    const float f[2] = {(float)d[0], (float)d[1]};
    if (PyErr_Occurred())
        return false;
    memcpy(element, dtype == GRN_C64 ? (const void *)f : d, grn_dtype_bytes(dtype));
    return true;
}

/* What is not a Python number, but has __complex__, as numpy's scalars do, is made one. */
static bool complex_from_object(PyObject *number, grn_dtype dtype, void *element)
{
    PyObject *made = PyObject_CallFunctionObjArgs((PyObject *)&PyComplex_Type, number, NULL);
    const bool ok = made != NULL && complex_element(made, dtype, element);
    Py_XDECREF(made);
    return ok;
}

bool element_from_object(PyObject *number, grn_dtype dtype, const char *name, void *element)
{
    int truth;
    if (PyUnicode_Check(number)) { /* which float() and complex() would read */
        PyErr_Format(PyExc_TypeError, "%s: a number is needed, str given", name);
        return false;
    }
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL:
        truth = PyObject_IsTrue(number);
        if (truth >= 0)
            *(unsigned char *)element = (unsigned char)truth;
        return truth >= 0;
    case GRN_CLASS_FLOAT: return float_element(number, dtype, name, element);
    case GRN_CLASS_COMPLEX: return complex_from_object(number, dtype, element);
    default: return integer_element(number, dtype, name, element);
    }
}

/* ---- dtypes ---------------------------------------------------------------------------------- */

/* numpy's and torch's names beside MLIR's. */
static const struct {
    const char *text;
    grn_dtype dtype;
} other_names[] = {
    {"bool", GRN_I1},
    {"int8", GRN_I8},
    {"int16", GRN_I16},
    {"int32", GRN_I32},
    {"int64", GRN_I64},
    {"uint8", GRN_UI8},
    {"uint16", GRN_UI16},
    {"uint32", GRN_UI32},
    {"uint64", GRN_UI64},
    {"float16", GRN_F16},
    {"bfloat16", GRN_BF16},
    {"float32", GRN_F32},
    {"float64", GRN_F64},
    {"complex64", GRN_C64},
    {"complex128", GRN_C128},
    {"c64", GRN_C64},
    {"c128", GRN_C128},
    {"int4", GRN_I4},
    {"uint4", GRN_UI4},
    {"int2", GRN_I2},
    {"uint2", GRN_UI2},
    {"float8_e3m4", GRN_F8E3M4},
    {"float8_e4m3", GRN_F8E4M3},
    {"float8_e4m3fn", GRN_F8E4M3FN},
    {"float8_e4m3fnuz", GRN_F8E4M3FNUZ},
    {"float8_e4m3b11fnuz", GRN_F8E4M3B11FNUZ},
    {"float8_e5m2", GRN_F8E5M2},
    {"float8_e5m2fnuz", GRN_F8E5M2FNUZ},
    {"float8_e8m0fnu", GRN_F8E8M0FNU},
    {"float6_e2m3fn", GRN_F6E2M3FN},
    {"float6_e3m2fn", GRN_F6E3M2FN},
    {"float4_e2m1fn", GRN_F4E2M1FN},
};

static grn_dtype dtype_of_name(const char *name)
{
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (strcmp(other_names[i].text, name) == 0)
            return other_names[i].dtype;
    const grn_dtype dtype = grn_dtype_from_text(name);
    if (dtype == GRN_NO_DTYPE)
        raise_named("DTypeError", NULL,
                    "there is no dtype \"%s\"; MLIR's names, numpy's and torch's are known: \"f32\", \"float32\"",
                    name);
    return dtype;
}

/* The name of what is no str: numpy's and torch's types, by garner/_interop.py. */
static PyObject *name_of_type(PyObject *said)
{
    PyObject *module = PyImport_ImportModule("garner._interop");
    PyObject *name = module != NULL ? PyObject_CallMethod(module, "name_of_dtype", "O", said) : NULL;
    Py_XDECREF(module);
    return name;
}

grn_dtype dtype_from_object(PyObject *said)
{
    PyObject *text = PyUnicode_Check(said) ? Py_NewRef(said) : name_of_type(said);
    const char *name = text != NULL && PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    const grn_dtype dtype = name != NULL ? dtype_of_name(name) : GRN_NO_DTYPE;
    if (name == NULL && !PyErr_Occurred())
        PyErr_Format(PyExc_TypeError,
                     "dtype: a name such as \"f32\" or a type such as numpy.float32 is needed, %R given", said);
    Py_XDECREF(text);
    return dtype;
}
