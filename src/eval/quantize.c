/*
 * quantize.c - between floats and the integers that stand for them.
 * Source: StableHLO spec, quantize and dequantize (section "Quantization
 * computations"): x / scale + zero_point, clamped to the storage's range, then
 * rounded to nearest even; every step in the expressed type. NaN, which the
 * spec leaves open, becomes the zero point.
 */
#include "eval/element.h"
#include "eval/stream.h"

#include <math.h>

/* `x` rounded to a float dtype, as a double. */
static double in_type(grn_dtype dtype, double x)
{
    const grn_float_format *f = grn_dtype_float_format(dtype);
    if (dtype == GRN_F64)
        return x;
    return dtype == GRN_F32 ? (double)(float)x : grn_float_decode(f, grn_float_encode(f, x));
}

static int64_t quantized(grn_dtype expressed, double x, const grn_quantization *q)
{
    double scaled = in_type(expressed, x / in_type(expressed, q->scale));
    double moved = in_type(expressed, scaled + in_type(expressed, (double)q->zero_point));
    double least = in_type(expressed, (double)q->storage_min), most = in_type(expressed, (double)q->storage_max);
    if (moved != moved)
        return q->zero_point;
    if (moved >= most)
        return q->storage_max;
    return moved <= least ? q->storage_min : (int64_t)rint(moved);
}

static double dequantized(grn_dtype expressed, int64_t stored, const grn_quantization *q)
{
    uint64_t difference = (uint64_t)stored - (uint64_t)q->zero_point;
    double whole = in_type(expressed, (double)load_i64(&difference, 0));
    return in_type(expressed, whole * in_type(expressed, q->scale));
}

/* One of the three; `element` makes the result's scalar of the input's. */
typedef struct job {
    const grn_tensor *out, *in;
    const grn_quantization *from, *to;
    grn_scalar (*element)(const struct job *job, const grn_scalar *x);
} job;

static int64_t stored_value(const grn_scalar *x)
{
    return load_i64(&x->i, 0); /* of an unsigned one too: the same bits */
}

static grn_scalar stored_scalar(grn_dtype dtype, int64_t value)
{
    grn_scalar s = {.dtype = dtype};
    if (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED)
        s.u = (uint64_t)value;
    else
        s.i = value;
    return s;
}

static grn_scalar quantize_element(const job *j, const grn_scalar *x)
{
    return stored_scalar(j->out->dtype, quantized(j->in->dtype, x->f, j->to));
}

static grn_scalar dequantize_element(const job *j, const grn_scalar *x)
{
    return (grn_scalar){.dtype = j->out->dtype, .f = dequantized(j->out->dtype, stored_value(x), j->from)};
}

static grn_scalar requantize_element(const job *j, const grn_scalar *x)
{
    double f = dequantized(GRN_F32, stored_value(x), j->from);
    return stored_scalar(j->out->dtype, quantized(GRN_F32, f, j->to));
}

static void run(const job *j)
{
    grn_stream from;
    grn_block buffer;
    size_t n = (size_t)grn_tensor_elements(j->in);
    size_t in_bytes = grn_dtype_bytes(j->in->dtype);
    grn_stream_init(&from, j->in);
    for (size_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        size_t m = n - done < GRN_ELEMENT_BLOCK ? n - done : GRN_ELEMENT_BLOCK;
        const char *at = grn_stream_take(&from, m, &buffer);
        for (size_t i = 0; i < m; i++) {
            grn_scalar x = grn_scalar_load(j->in->dtype, at + i * in_bytes), y = j->element(j, &x);
            grn_scalar_store(&y, j->out->dtype, grn_tensor_at(j->out, (int64_t)(done + i)));
        }
    }
}

void grn_eval_quantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *q)
{
    run(&(job){out, in, NULL, q, quantize_element});
}

void grn_eval_dequantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *q)
{
    run(&(job){out, in, q, NULL, dequantize_element});
}

/* Through f32, the expressed type of all but exotic quantized types. */
void grn_eval_requantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *from, const grn_quantization *to)
{
    run(&(job){out, in, from, to, requantize_element});
}
