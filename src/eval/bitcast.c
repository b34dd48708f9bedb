/* bitcast.c - the same bits as another type, and numbers cut down to a smaller format. Source:
 * StableHLO spec, bitcast_convert and reduce_precision. */
#include "eval/element.h"
#include "eval/stream.h"

#include <math.h>

/* ---- bitcast_convert ------------------------------------------------------------------------- */

/* Whether an element's bytes are its bits, so that bytes can go over as they are. */
static bool fills_bytes(grn_dtype dtype) { return grn_dtype_bits(dtype) == 8 * grn_dtype_bytes(dtype); }

/* Elements as a row of bits in units of up to a byte, low ones first. A narrow element is one unit
 * of its own. */
typedef struct bit_writer {
    char *to;
    unsigned unit; /* bits */
    bool is_signed;
    uint64_t held;
    unsigned nheld;
} bit_writer;

static unsigned unit_of(grn_dtype dtype) { return grn_dtype_bits(dtype) < 8 ? grn_dtype_bits(dtype) : 8; }

static void write_bits(bit_writer *w, uint64_t bits, unsigned n)
{
    w->held |= (bits & ((UINT64_C(1) << n) - 1)) << w->nheld;
    w->nheld += n;
    for (; w->nheld >= w->unit; w->nheld -= w->unit, w->held >>= w->unit) {
        unsigned low = (unsigned)(w->held & ((UINT64_C(1) << w->unit) - 1)), sign = 1u << (w->unit - 1);
        *w->to++ = (char)(unsigned char)(w->is_signed ? (low ^ sign) - sign : low);
    }
}

static void cast_units(bit_writer *w, const grn_tensor *in)
{
    grn_stream from;
    grn_element_block buffer;
    size_t n = (size_t)grn_tensor_elements(in), bytes = grn_dtype_bytes(in->dtype);
    unsigned unit = unit_of(in->dtype);
    grn_stream_init(&from, in);
    for (size_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        size_t m = n - done < GRN_ELEMENT_BLOCK ? n - done : GRN_ELEMENT_BLOCK;
        const unsigned char *at = grn_stream_take(&from, m, &buffer);
        for (size_t i = 0; i < m * bytes; i++)
            write_bits(w, at[i], unit);
    }
}

void grn_eval_bitcast(const grn_tensor *out, const grn_tensor *in)
{
    bool narrow_signed = grn_dtype_class_of(out->dtype) == GRN_CLASS_SIGNED && grn_dtype_bits(out->dtype) < 8;
    bit_writer w = {.to = out->data, .unit = unit_of(out->dtype), .is_signed = narrow_signed};
    if (grn_tensor_elements(in) == 0 || grn_tensor_elements(out) == 0)
        return;
    if (fills_bytes(in->dtype) && fills_bytes(out->dtype))
        grn_tensor_read(in, 0, grn_tensor_elements(in), out->data);
    else
        cast_units(&w, in);
}

/* ---- reduce_precision ------------------------------------------------------------------------ */

/* The source format, and the target's exponent range and mantissa bits in it. */
typedef struct cut {
    const grn_float_format *format;
    uint64_t sign;
    int64_t least, most; /* exponent fields: at or below least is zero, above most infinity */
    unsigned dropped;    /* mantissa bits */
    bool loses_nan;
} cut;

static cut cut_of(grn_dtype dtype, int32_t exponent_bits, int32_t mantissa_bits)
{
    const grn_float_format *f = grn_dtype_float_format(dtype);
    cut c = {.format = f, .least = -1, .most = INT64_MAX, .loses_nan = mantissa_bits <= 0};
    unsigned magnitude_bits = (unsigned)f->exponent_bits + f->mantissa_bits;
    c.sign = f->nan_style == GRN_NAN_EXPONENT_ONLY ? 0 : UINT64_C(1) << magnitude_bits;
    if (mantissa_bits < f->mantissa_bits)
        c.dropped = (unsigned)(f->mantissa_bits - (mantissa_bits < 0 ? 0 : mantissa_bits));
    if (exponent_bits < f->exponent_bits) {
        int64_t bias = (INT64_C(1) << (exponent_bits < 1 ? 0 : exponent_bits - 1)) - 1;
        c.least = f->bias - bias;
        c.most = f->bias + bias;
    }
    return c;
}

/* Nearest, ties to even, in the bits: a carry out of the mantissa moves the exponent up, as it
 * should. Then the exponent is held against its new range: below it the result is zero, never
 * subnormal. */
static uint64_t reduced(const cut *c, uint64_t bits)
{
    double value = grn_float_decode(c->format, bits);
    uint64_t sign = bits & c->sign, magnitude = bits & ~c->sign;
    if (value != value)
        return c->loses_nan ? grn_float_encode(c->format, sign ? -INFINITY : INFINITY) : bits;
    if (value - value != 0)
        return bits;
    if (c->dropped) {
        uint64_t last = magnitude >> c->dropped & 1;
        magnitude += (UINT64_C(1) << (c->dropped - 1)) - 1 + last;
        magnitude = magnitude >> c->dropped << c->dropped;
    }
    int64_t exponent = (int64_t)(magnitude >> c->format->mantissa_bits);
    if (exponent > c->most)
        return grn_float_encode(c->format, sign ? -INFINITY : INFINITY);
    if (exponent <= c->least)
        return grn_float_encode(c->format, sign ? -0.0 : 0.0);
    return sign | magnitude;
}

static void reduce_block(const cut *c, size_t bytes, size_t n, char *out, const void *in)
{
    for (size_t i = 0; i < n; i++)
        switch (bytes) {
        case 1: store_u8(out, i, (uint8_t)reduced(c, load_u8(in, i))); break;
        case 2: store_u16(out, i, (uint16_t)reduced(c, load_u16(in, i))); break;
        case 4: store_u32(out, i, (uint32_t)reduced(c, load_u32(in, i))); break;
        default: store_u64(out, i, reduced(c, load_u64(in, i))); break;
        }
}

void grn_eval_reduce_precision(const grn_tensor *out, const grn_tensor *in, int32_t exponent_bits,
                               int32_t mantissa_bits)
{
    grn_stream from;
    grn_element_block buffer;
    cut c = cut_of(in->dtype, exponent_bits, mantissa_bits);
    size_t n = (size_t)grn_tensor_elements(in);
    grn_stream_init(&from, in);
    for (size_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        size_t m = n - done < GRN_ELEMENT_BLOCK ? n - done : GRN_ELEMENT_BLOCK;
        const void *at = grn_stream_take(&from, m, &buffer);
        reduce_block(&c, grn_dtype_bytes(in->dtype), m, grn_tensor_at(out, (int64_t)done), at);
    }
}
