/* expression.c - expressions of C: what they are made of, casts, parentheses, and integers that do
 * not overflow. */
#include <inttypes.h>
#include <stdio.h>

#include "core/number.h"
#include "emit/state.h"

/* ---- types ----------------------------------------------------------------------------------- */

static const grn_c_type signed_types[] = {{"int8_t", GRN_C_SIGNED, 8},
                                          {"int16_t", GRN_C_SIGNED, 16},
                                          {"int32_t", GRN_C_SIGNED, 32},
                                          {"int64_t", GRN_C_SIGNED, 64}};
static const grn_c_type unsigned_types[] = {{"uint8_t", GRN_C_UNSIGNED, 8},
                                            {"uint16_t", GRN_C_UNSIGNED, 16},
                                            {"uint32_t", GRN_C_UNSIGNED, 32},
                                            {"uint64_t", GRN_C_UNSIGNED, 64}};
const grn_c_type grn_c_int = {"int", GRN_C_SIGNED, 32}, grn_c_int64 = {"int64_t", GRN_C_SIGNED, 64};
const grn_c_type grn_c_float = {"float", GRN_C_REAL, 32}, grn_c_double = {"double", GRN_C_REAL, 64};
static const grn_c_type complex_types[] = {{"complex_f32", GRN_C_PAIR, 64}, {"complex_f64", GRN_C_PAIR, 128}};

static const grn_c_type *of_bits(const grn_c_type *types, unsigned bits)
{
    return &types[bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3];
}

unsigned grn_c_width(const grn_type *t)
{
    return t == NULL || t->kind == GRN_TYPE_INDEX ? 64
           : t->kind == GRN_TYPE_INTEGER          ? t->width
                                                  : grn_dtype_bits(t->dtype);
}

bool grn_c_is_narrow(const grn_type *t)
{
    return t->kind == GRN_TYPE_FLOAT && t->dtype != GRN_F32 && t->dtype != GRN_F64;
}

static const grn_c_type *refused_type(grn_c *s, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_c_refuse(s, "has a value of type '%s', which is nothing in C", grn_type_text(t, text, sizeof text));
    return &grn_c_int64;
}

/* An i1 is 0 or 1, so it is unsigned. */
const grn_c_type *grn_c_type_declared(grn_c *s, const grn_type *t, const grn_type *declared)
{
    bool is_unsigned = declared->kind == GRN_TYPE_INTEGER && declared->signedness == GRN_UNSIGNED;
    if (t->kind == GRN_TYPE_INDEX)
        return &grn_c_int64;
    if (t->dtype == GRN_NO_DTYPE)
        return refused_type(s, t);
    if (t->kind == GRN_TYPE_INTEGER)
        return of_bits(is_unsigned || t->width == 1 ? unsigned_types : signed_types, t->width);
    if (t->kind == GRN_TYPE_FLOAT)
        return t->dtype == GRN_F32   ? &grn_c_float
               : t->dtype == GRN_F64 ? &grn_c_double
                                     : of_bits(unsigned_types, 8 * (unsigned)grn_dtype_bytes(t->dtype));
    if (t->kind != GRN_TYPE_COMPLEX)
        return refused_type(s, t);
    s->has_complex[t->dtype == GRN_C128] = true;
    return &complex_types[t->dtype == GRN_C128];
}

const grn_c_type *grn_c_type_of(grn_c *s, const grn_type *t) { return grn_c_type_declared(s, t, t); }

/* ---- intervals ------------------------------------------------------------------------------- */

/* Narrows what is known already. */
void grn_c_range(grn_c_expr *e, int64_t least, int64_t most)
{
    e->least = e->is_ranged && e->least > least ? e->least : least;
    e->most = e->is_ranged && e->most < most ? e->most : most;
    e->is_ranged = true;
}

static int64_t least_of(unsigned bits) { return bits >= 64 ? INT64_MIN : -(INT64_C(1) << (bits - 1)); }
static int64_t most_of(unsigned bits) { return bits >= 64 ? INT64_MAX : (INT64_C(1) << (bits - 1)) - 1; }

/* The interval as a signed number of the type. */
static void know(grn_c_expr *e, const grn_type *t)
{
    unsigned bits = grn_c_width(t);
    if (bits == 1)
        grn_c_range(e, 0, 1);
    else if (!e->is_ranged)
        grn_c_range(e, least_of(bits), most_of(bits));
}

static bool fits(int64_t least, int64_t most, unsigned bits)
{
    return least >= least_of(bits) && most <= most_of(bits);
}

typedef struct interval {
    bool known;
    int64_t least, most;
} interval;

static interval sum_of(const grn_c_expr *a, const grn_c_expr *b)
{
    interval r = {a->is_ranged && b->is_ranged, 0, 0};
    r.known =
        r.known && grn_add_signed_i64(a->least, b->least, &r.least) && grn_add_signed_i64(a->most, b->most, &r.most);
    return r;
}

static interval difference_of(const grn_c_expr *a, const grn_c_expr *b)
{
    if (!b->is_ranged || b->least == INT64_MIN)
        return (interval){false, 0, 0};
    const grn_c_expr negative = {.is_ranged = true, .least = -b->most, .most = -b->least};
    return sum_of(a, &negative);
}

static bool times(int64_t a, int64_t b, int64_t *out)
{
    int64_t product;
    if (a == INT64_MIN || b == INT64_MIN || !grn_mul_i64(grn_magnitude(a), grn_magnitude(b), &product))
        return false;
    *out = (a < 0) != (b < 0) ? -product : product;
    return true;
}

static interval product_of(const grn_c_expr *a, const grn_c_expr *b)
{
    const int64_t x[2] = {a->least, a->most}, y[2] = {b->least, b->most};
    interval r = {a->is_ranged && b->is_ranged, INT64_MAX, INT64_MIN};
    for (int i = 0; r.known && i < 4; i++) {
        int64_t p = 0;
        r.known = times(x[i / 2], y[i % 2], &p);
        r.least = p < r.least ? p : r.least;
        r.most = p > r.most ? p : r.most;
    }
    return r;
}

/* ---- making them ----------------------------------------------------------------------------- */

grn_c_expr grn_c_name_expr(grn_c *s, const char *name, const grn_c_type *type)
{
    (void)s;
    return (grn_c_expr){.text = name, .precedence = GRN_C_PRIMARY, .type = type, .is_simple = true};
}

/* Without a suffix where an int holds it. */
static grn_c_expr number(grn_c *s, int64_t v)
{
    grn_c_expr e = {.precedence = v < 0 ? GRN_C_UNARY : GRN_C_PRIMARY, .type = &grn_c_int, .is_simple = true};
    if (v >= INT32_MIN + 1 && v <= INT32_MAX)
        e.text = grn_c_text(s, "%" PRId64, v);
    else {
        e.type = &grn_c_int64;
        e.precedence = GRN_C_PRIMARY;
        e.text = v == INT64_MIN ? "INT64_MIN" : grn_c_text(s, "INT64_C(%" PRId64 ")", v);
    }
    grn_c_range(&e, v, v);
    return e;
}

grn_c_expr grn_c_number(grn_c *s, int64_t v, const grn_type *t)
{
    grn_c_expr e = number(s, grn_c_width(t) == 1 ? v & 1 : v);
    if (grn_c_width(t) == 32 && v == INT32_MIN) {
        e.text = "INT32_MIN";
        e.type = of_bits(signed_types, 32);
        e.precedence = GRN_C_PRIMARY;
    }
    return e;
}

/* "1.250000e+00" as 1.25: the digits without zeros behind, the point moved to where the exponent
 * has it. */
static const char *short_number(grn_c *s, const char *text)
{
    char digits[GRN_NUMBER_BYTES], out[GRN_NUMBER_BYTES + 16];
    size_t n = 0, at = 0;
    long exponent = 0, before = 0;
    bool point = false;
    const char *p = text;
    if (*p == '-')
        out[at++] = *p++;
    for (; *p && *p != 'e' && *p != 'E'; p++) {
        point |= *p == '.';
        if (*p == '.' || n >= sizeof digits - 1)
            continue;
        digits[n++] = *p;
        before += !point;
    }
    for (bool negative = *p && p[1] == '-'; *p && *p != '\0'; p++)
        if (*p >= '0' && *p <= '9')
            exponent = exponent * 10 + (negative ? -(*p - '0') : *p - '0');
    while (n > 1 && digits[n - 1] == '0' && (long)n > before + exponent)
        n--;
    digits[n] = '\0';
    long place = before + exponent; /* digits before the point */
    if (place < -3 || place > 9)
        return grn_c_text(s, "%s", text);
    if (place <= 0) {
        at += (size_t)snprintf(out + at, sizeof out - at, "0.");
        for (long i = place; i < 0; i++)
            out[at++] = '0';
        snprintf(out + at, sizeof out - at, "%s", digits);
        return grn_c_text(s, "%s", out);
    }
    for (long i = 0; i < place || i < (long)n; i++) {
        if (i == place)
            out[at++] = '.';
        out[at++] = i < (long)n ? digits[i] : '0';
    }
    out[at] = '\0';
    return grn_c_text(s, "%s%s", out, (long)n <= place ? ".0" : "");
}

static uint64_t bits_of(grn_dtype dtype, const void *p)
{
    uint32_t single;
    uint64_t wide;
    if (dtype == GRN_F32)
        memcpy(&single, p, sizeof single);
    else
        memcpy(&wide, p, sizeof wide);
    return dtype == GRN_F32 ? single : wide;
}

const char *grn_c_bits_text(grn_c *s, grn_dtype dtype, const void *p)
{
    const uint64_t bits = bits_of(dtype, p);
    return dtype == GRN_F32 ? grn_c_text(s, "0x%08" PRIX64 "u", bits)
                            : grn_c_text(s, "UINT64_C(0x%016" PRIX64 ")", bits);
}

bool grn_c_is_nan_of_its_own(grn_dtype dtype, const void *p)
{
    const uint64_t bits = bits_of(dtype, p);
    return dtype == GRN_F32 ? (bits & 0x7FFFFFFF) > 0x7F800000 && bits != 0x7FC00000
                            : (bits & INT64_MAX) > UINT64_C(0x7FF0000000000000) && bits != UINT64_C(0x7FF8000000000000);
}

static grn_c_expr real_number(grn_c *s, grn_dtype dtype, const void *p)
{
    char text[GRN_NUMBER_BYTES];
    const double v = grn_scalar_load(dtype, p).f;
    grn_c_expr e = {.type = dtype == GRN_F32 ? &grn_c_float : &grn_c_double, .is_simple = true};
    const bool is_finite = v - v == 0;
    if (v != v && grn_c_is_nan_of_its_own(dtype, p)) {
        e.text = grn_c_text(s, "%s(%s)", grn_c_helper_of(s, "real", e.type), grn_c_bits_text(s, dtype, p));
        e.precedence = GRN_C_PRIMARY;
        e.is_simple = false;
        return e;
    }
    const char *suffix = dtype == GRN_F32 && is_finite ? "f" : "";
    if (!is_finite) {
        grn_c_needs(s, GRN_C_MATH_H);
        e.text = v != v ? "NAN" : v < 0 ? "-INFINITY" : "INFINITY";
    } else {
        grn_element_text_for_reader(dtype, p, text);
        e.text = grn_c_text(s, "%s%s", short_number(s, text), suffix);
    }
    e.precedence = e.text[0] == '-' ? GRN_C_UNARY : GRN_C_PRIMARY;
    return e;
}

static grn_c_expr complex_number(grn_c *s, grn_dtype dtype, const void *p)
{
    const grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    const grn_c_expr re = real_number(s, part, p), im = real_number(s, part, (const char *)p + grn_dtype_bytes(part));
    const grn_c_type *type = &complex_types[dtype == GRN_C128];
    return (grn_c_expr){
        .text = grn_c_text(s, "(%s){%s, %s}", type->name, re.text, im.text), .precedence = GRN_C_PRIMARY, .type = type};
}

grn_c_expr grn_c_element(grn_c *s, grn_dtype dtype, const grn_type *t, const void *p)
{
    const grn_dtype_class class_of = grn_dtype_class_of(dtype);
    if (class_of == GRN_CLASS_COMPLEX) {
        (void)grn_c_type_of(s, t);
        return complex_number(s, dtype, p);
    }
    if (dtype == GRN_F32 || dtype == GRN_F64)
        return real_number(s, dtype, p);
    if (class_of == GRN_CLASS_FLOAT) {
        uint16_t bits = *(const unsigned char *)p;
        if (grn_dtype_bytes(dtype) == 2)
            memcpy(&bits, p, sizeof bits);
        return (grn_c_expr){.text = grn_c_text(s, "0x%0*X", (int)grn_dtype_bytes(dtype) * 2, (unsigned)bits),
                            .precedence = GRN_C_PRIMARY,
                            .type = grn_c_type_of(s, t),
                            .is_simple = true};
    }
    const grn_scalar v = grn_scalar_load(dtype, p);
    return grn_c_number(s, class_of == GRN_CLASS_UNSIGNED ? (int64_t)v.u : v.i, t);
}

/* ---- composing them -------------------------------------------------------------------------- */

const char *grn_c_within(grn_c *s, const grn_c_expr *e, int precedence)
{
    return e->precedence >= precedence ? e->text : grn_c_text(s, "(%s)", e->text);
}

/* Compilers warn of an operator inside another one, where neither is a sum or a product, unless
 * parentheses say which binds more. */
static int precedence_inside(int precedence, bool right)
{
    switch (precedence) {
    case GRN_C_EITHER:
    case GRN_C_BOTH: return right ? GRN_C_OR : precedence;
    case GRN_C_OR:
    case GRN_C_XOR:
    case GRN_C_AND: return GRN_C_PRODUCT;
    case GRN_C_EQUAL:
    case GRN_C_LESS: return GRN_C_SHIFT;
    case GRN_C_SHIFT: return GRN_C_PRODUCT;
    case GRN_C_CHOICE: return GRN_C_EITHER;
    default: return right ? precedence + 1 : precedence;
    }
}

static const char *inside(grn_c *s, const grn_c_expr *e, int precedence, bool right)
{
    const bool mixes = (precedence == GRN_C_EITHER && e->precedence == GRN_C_BOTH);
    return mixes ? grn_c_text(s, "(%s)", e->text) : grn_c_within(s, e, precedence_inside(precedence, right));
}

grn_c_expr grn_c_binary(grn_c *s, const char *symbol, int precedence, grn_c_expr a, grn_c_expr b,
                        const grn_c_type *type)
{
    return (grn_c_expr){
        .text = grn_c_text(s, "%s %s %s", inside(s, &a, precedence, false), symbol, inside(s, &b, precedence, true)),
        .precedence = precedence,
        .type = type,
        .reads = a.reads || b.reads};
}

grn_c_expr grn_c_call(grn_c *s, const char *name, const grn_c_type *type, const grn_c_expr *a, const grn_c_expr *b)
{
    return (grn_c_expr){.text = b ? grn_c_text(s, "%s(%s, %s)", name, a->text, b->text)
                                  : grn_c_text(s, "%s(%s)", name, a->text),
                        .precedence = GRN_C_PRIMARY,
                        .type = type,
                        .reads = a->reads || (b && b->reads)};
}

grn_c_expr grn_c_cast(grn_c *s, grn_c_expr e, const grn_c_type *type)
{
    if (e.type == type || (e.type->kind == type->kind && e.type->bits == type->bits))
        return e;
    if (type->kind == GRN_C_REAL && grn_c_is_constant(&e) && grn_magnitude(e.least) < 1 << 24)
        return (grn_c_expr){.text = grn_c_text(s, "%" PRId64 ".0%s", e.least, type->bits == 32 ? "f" : ""),
                            .type = type,
                            .is_simple = true,
                            .precedence = e.least < 0 ? GRN_C_UNARY : GRN_C_PRIMARY};
    if (type->kind == GRN_C_REAL)
        e.is_ranged = false;
    e.text = grn_c_text(s, "(%s)%s", type->name, grn_c_within(s, &e, GRN_C_UNARY));
    e.precedence = GRN_C_UNARY;
    e.type = type;
    e.is_simple = false;
    return e;
}

/* A number with its value in the signed type: a narrower one, or one that is known to fit, needs no
 * cast. */
grn_c_expr grn_c_as_signed(grn_c *s, grn_c_expr e, const grn_type *t)
{
    const unsigned bits = grn_c_width(t);
    if (bits == 1 || e.type->kind == GRN_C_SIGNED || grn_c_is_constant(&e))
        return e;
    if (e.is_ranged && e.least >= 0 && e.type->bits < 32)
        return e;
    if (bits < 8) { /* a byte of an unsigned i2 or i4 */
        grn_c_expr r =
            grn_c_call(s, grn_c_helper(s, bits == 2 ? "low_i2" : "low_i4"), of_bits(signed_types, 8), &e, NULL);
        know(&r, t);
        return r;
    }
    return grn_c_cast(s, e, of_bits(signed_types, bits));
}

grn_c_expr grn_c_as_unsigned(grn_c *s, grn_c_expr e, const grn_type *t)
{
    const unsigned bits = grn_c_width(t);
    if (bits == 1 || (e.type->kind == GRN_C_UNSIGNED && e.type->bits >= bits))
        return e;
    if (grn_c_is_constant(&e) && e.type == &grn_c_int && e.least >= 0) {
        e.text = grn_c_text(s, "%" PRId64 "u", e.least);
        e.type = of_bits(unsigned_types, bits);
        return e;
    }
    if (bits < 8)
        return (grn_c_expr){
            .text = grn_c_text(s, "(uint8_t)(%s & %d)", grn_c_within(s, &e, GRN_C_PRODUCT), (1 << bits) - 1),
            .precedence = GRN_C_UNARY,
            .type = of_bits(unsigned_types, 8),
            .reads = e.reads};
    return grn_c_cast(s, e, of_bits(unsigned_types, bits));
}

/* ---- sums and products of integers ----------------------------------------------------------- */

static bool is_wide_unsigned(const grn_c_expr *e) { return e->type->kind == GRN_C_UNSIGNED && e->type->bits >= 32; }

/* Bits that C computes a op b in, without a cast. */
static unsigned computed_in(const grn_c_expr *a, const grn_c_expr *b)
{
    return a->type->bits > 32 || b->type->bits > 32 ? 64 : 32;
}

/* The result fits its type, so it is what C's own operator gives, in a type that has room. */
static grn_c_expr plain(grn_c *s, const char *symbol, int precedence, grn_c_expr a, grn_c_expr b, const grn_type *t,
                        interval r)
{
    a = is_wide_unsigned(&a) ? grn_c_as_signed(s, a, t) : a;
    b = is_wide_unsigned(&b) ? grn_c_as_signed(s, b, t) : b;
    if (computed_in(&a, &b) < 64 && (!r.known || !fits(r.least, r.most, 32)))
        a = grn_c_cast(s, a, &grn_c_int64);
    grn_c_expr e =
        grn_c_binary(s, symbol, precedence, a, b, computed_in(&a, &b) == 64 ? &grn_c_int64 : of_bits(signed_types, 32));
    if (r.known)
        grn_c_range(&e, r.least, r.most);
    return e;
}

/* Modulo 2^bits: in unsigned arithmetic, or in int, which holds what two narrower ones can give. */
static grn_c_expr wrapping(grn_c *s, const char *symbol, int precedence, grn_c_expr a, grn_c_expr b, const grn_type *t)
{
    const unsigned bits = grn_c_width(t);
    if (bits >= 32)
        return grn_c_binary(s, symbol, precedence, grn_c_as_unsigned(s, a, t), grn_c_as_unsigned(s, b, t),
                            of_bits(unsigned_types, bits));
    grn_c_expr e = grn_c_binary(s, symbol, precedence, grn_c_as_signed(s, a, t), grn_c_as_signed(s, b, t), &grn_c_int);
    if (bits < 8) {
        e = grn_c_call(s, grn_c_helper(s, bits == 2 ? "low_i2" : "low_i4"), of_bits(signed_types, 8), &e, NULL);
    } else
        e = grn_c_cast(s, e, of_bits(signed_types, bits));
    know(&e, t);
    return e;
}

typedef struct operation {
    const char *symbol;
    int precedence;
    interval (*result)(const grn_c_expr *a, const grn_c_expr *b);
} operation;

static grn_c_expr compute(grn_c *s, const operation *o, grn_c_expr a, grn_c_expr b, const grn_type *t)
{
    interval r = o->result(&a, &b);
    if (r.known && r.least == r.most && fits(r.least, r.most, grn_c_width(t)))
        return grn_c_number(s, r.least, t);
    /* Sums and products within a word of an address, and others that cannot leave their type. */
    if (t == NULL || (r.known && fits(r.least, r.most, grn_c_width(t))))
        return plain(s, o->symbol, o->precedence, a, b, t, r);
    return wrapping(s, o->symbol, o->precedence, a, b, t);
}

grn_c_expr grn_c_add(grn_c *s, grn_c_expr a, grn_c_expr b, const grn_type *t)
{
    static const operation sum = {"+", GRN_C_SUM, sum_of}, difference = {"-", GRN_C_SUM, difference_of};
    if (grn_c_is_constant(&b) && b.least == 0)
        return a;
    if (grn_c_is_constant(&a) && a.least == 0)
        return b;
    if (grn_c_is_constant(&b) && b.least < 0 && b.least > INT32_MIN)
        return compute(s, &difference, a, grn_c_number(s, -b.least, t), t);
    return compute(s, &sum, a, b, t);
}

grn_c_expr grn_c_subtract(grn_c *s, grn_c_expr a, grn_c_expr b, const grn_type *t)
{
    static const operation difference = {"-", GRN_C_SUM, difference_of};
    if (grn_c_is_constant(&b) && b.least == 0)
        return a;
    return compute(s, &difference, a, b, t);
}

grn_c_expr grn_c_multiply(grn_c *s, grn_c_expr a, grn_c_expr b, const grn_type *t)
{
    static const operation product = {"*", GRN_C_PRODUCT, product_of};
    if (grn_c_is_constant(&b) && b.least == 1)
        return a;
    if (grn_c_is_constant(&a) && a.least == 1)
        return b;
    return compute(s, &product, a, b, t);
}

grn_c_expr grn_c_truth(grn_c_expr e)
{
    grn_c_range(&e, 0, 1);
    return e;
}

grn_c_expr grn_c_real_of(grn_c *s, grn_c_expr e, const grn_type *t)
{
    return grn_c_is_narrow(t) ? grn_c_decode(s, e, t) : e;
}

grn_c_expr grn_c_of_real(grn_c *s, grn_c_expr e, const grn_type *t)
{
    return grn_c_is_narrow(t) ? grn_c_encode(s, e, t) : e;
}
