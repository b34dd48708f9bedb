/* npy_dtype.c - which element type a .npy holds: that of its descr, or one that is given to the
 * reader. */
#include "core/npy.h"

#include <string.h>

/* Types by the name ml_dtypes gives them; files carry it where NumPy has no code of its own. */
static const struct {
    const char *name;
    grn_dtype dtype;
} named[] = {
    {"bfloat16", GRN_BF16},
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
    {"int2", GRN_I2},
    {"int4", GRN_I4},
    {"uint2", GRN_UI2},
    {"uint4", GRN_UI4},
    {"f1", GRN_F8E5M2}, /* the code some ml_dtypes releases gave float8_e5m2 */
};

/* The types NumPy itself writes. */
static const grn_dtype native[] = {GRN_I1,   GRN_I8,   GRN_I16, GRN_I32, GRN_I64, GRN_UI8, GRN_UI16,
                                   GRN_UI32, GRN_UI64, GRN_F16, GRN_F32, GRN_F64, GRN_C64, GRN_C128};

/* The parts of a descr: byte order ('|' when there is none to have), and kind with size, such as
 * "f4". */
typedef struct descr {
    char order;
    const char *code;
} descr;

static descr parse_descr(const char *text)
{
    bool has_order = text[0] && strchr("<>=|", text[0]);
    return (descr){has_order ? text[0] : '|', text + has_order};
}

static grn_dtype by_name(const char *name)
{
    for (size_t i = 0; i < GRN_COUNT(named); i++)
        if (strcmp(named[i].name, name) == 0)
            return named[i].dtype;
    return GRN_NO_DTYPE;
}

static grn_dtype by_code(const char *code)
{
    for (size_t i = 0; i < GRN_COUNT(native); i++)
        if (strcmp(grn_dtype_npy(native[i]) + 1, code) == 0)
            return native[i];
    return by_name(code);
}

/* Bytes that a raw type holds: "V2" is 2; 0 for any other code. */
static size_t raw_bytes(const char *code)
{
    uint64_t n;
    return code[0] == 'V' && grn_parse_u64(code + 1, strlen(code + 1), &n) && n <= 16 ? (size_t)n : 0;
}

static bool is_native(grn_dtype dtype)
{
    for (size_t i = 0; i < GRN_COUNT(native); i++)
        if (native[i] == dtype)
            return true;
    return dtype == GRN_INDEX;
}

/* Whether integers of the file may stand for the bits of `hint`: a type NumPy has no code for, or
 * f16 in ui16. */
static bool stands_for(grn_dtype file, grn_dtype hint)
{
    return grn_dtype_is_integer(file) && grn_dtype_bytes(file) == grn_dtype_bytes(hint) &&
           (!is_native(hint) || hint == GRN_F16 || (file == GRN_I64 && hint == GRN_INDEX));
}

static grn_status unknown(const grn_npy_header *h, const char *code, const grn_diag *diag)
{
    static const struct {
        char kind;
        const char *what;
    } kinds[] = {{'O', "Python objects"}, {'S', "byte strings"}, {'a', "byte strings"},
                 {'U', "text"},           {'M', "dates"},        {'m', "time spans"}};
    for (size_t i = 0; i < GRN_COUNT(kinds); i++)
        if (code[0] == kinds[i].kind)
            return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "npy: descr '%s' holds %s, expected numbers", h->descr,
                            kinds[i].what);
    return grn_fail(diag, grn_no_place, GRN_E_FORMAT,
                    "npy: descr '%s' is not a known element type, expected one such as '<f4'", h->descr);
}

static grn_status raw_dtype(const grn_npy_header *h, size_t bytes, grn_dtype hint, const grn_diag *diag, grn_dtype *out)
{
    if (hint == GRN_NO_DTYPE)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE,
                        "npy: descr '%s' is raw bytes, expected an element type to be given", h->descr);
    if (grn_dtype_bytes(hint) != bytes)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "npy: descr '%s' has %zu bytes per element, %s takes %zu",
                        h->descr, bytes, grn_dtype_text(hint), grn_dtype_bytes(hint));
    *out = hint;
    return GRN_OK;
}

grn_status grn_npy_dtype(const grn_npy_header *h, grn_dtype hint, const grn_diag *diag, grn_dtype *out)
{
    descr d = parse_descr(h->descr);
    size_t raw = raw_bytes(d.code);
    grn_dtype file = raw ? by_name(h->record_name) : by_code(d.code);
    if (raw && (file == GRN_NO_DTYPE || grn_dtype_bytes(file) != raw))
        return raw_dtype(h, raw, hint, diag, out);
    if (file == GRN_NO_DTYPE)
        return unknown(h, d.code, diag);
    if (d.order == '>' && grn_dtype_bytes(file) > 1)
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "npy: descr '%s' is big-endian, expected little-endian ('<')",
                        h->descr);
    bool any_float8 =
        strcmp(d.code, "f1") == 0 && grn_dtype_bytes(hint) == 1 && grn_dtype_class_of(hint) == GRN_CLASS_FLOAT;
    if (hint != GRN_NO_DTYPE && hint != file && !any_float8 && !stands_for(file, hint))
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "npy: descr '%s' is %s, expected %s", h->descr,
                        grn_dtype_text(file), grn_dtype_text(hint));
    *out = hint != GRN_NO_DTYPE ? hint : file;
    return GRN_OK;
}
