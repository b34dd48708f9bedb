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

/* The scale and zero point of one index along the axis. */
typedef struct step {
    double scale;
    int64_t zero_point;
} step;

static step step_at(const grn_quantization *q, int64_t index)
{
    int64_t i = q->axis < 0 ? 0 : index;
    return (step){q->scale[i], q->zero_point[i]};
}

static int64_t quantized(const grn_quantization *q, int64_t index, double x)
{
    const grn_dtype e = q->expressed;
    step s = step_at(q, index);
    double scaled = in_type(e, x / in_type(e, s.scale));
    double moved = in_type(e, scaled + in_type(e, (double)s.zero_point));
    double least = in_type(e, (double)q->storage_min), most = in_type(e, (double)q->storage_max);
    if (moved != moved)
        return s.zero_point;
    if (moved >= most)
        return q->storage_max;
    return moved <= least ? q->storage_min : (int64_t)rint(moved);
}

static double dequantized(const grn_quantization *q, int64_t index, int64_t stored)
{
    step s = step_at(q, index);
    uint64_t difference = (uint64_t)stored - (uint64_t)s.zero_point;
    double whole = in_type(q->expressed, (double)load_i64(&difference, 0));
    return in_type(q->expressed, whole * in_type(q->expressed, s.scale));
}

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

/* From integers (`from`; NULL: from floats) to integers (`to`; NULL: to floats). Elements after
 * which the index along each one's axis moves on. */
typedef struct job {
    const grn_tensor *out, *in;
    const grn_quantization *from, *to;
    int64_t from_inner, to_inner;
} job;

static int64_t inner_of(const grn_tensor *t, const grn_quantization *q)
{
    int64_t inner = 1;
    for (int32_t d = t->rank - 1; q && d > q->axis; d--)
        inner *= t->shape[d];
    return inner;
}

static int64_t index_of(const grn_tensor *t, const grn_quantization *q, int64_t inner, int64_t at)
{
    return q->axis < 0 ? 0 : at / inner % t->shape[q->axis];
}

static grn_scalar element(const job *j, int64_t at, const grn_scalar *x)
{
    double value = j->from ? dequantized(j->from, index_of(j->in, j->from, j->from_inner, at), stored_value(x)) : x->f;
    if (!j->to)
        return (grn_scalar){.dtype = j->out->dtype, .f = value};
    return stored_scalar(j->out->dtype, quantized(j->to, index_of(j->in, j->to, j->to_inner, at), value));
}

static void run_job(job *j)
{
    grn_stream from;
    grn_element_block buffer;
    size_t n = (size_t)grn_tensor_elements(j->in);
    size_t in_bytes = grn_dtype_bytes(j->in->dtype);
    grn_stream_init(&from, j->in);
    if (n > 0) {
        j->from_inner = inner_of(j->in, j->from);
        j->to_inner = inner_of(j->in, j->to);
    }
    for (size_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        size_t m = n - done < GRN_ELEMENT_BLOCK ? n - done : GRN_ELEMENT_BLOCK;
        const char *at = grn_stream_take(&from, m, &buffer);
        for (size_t i = 0; i < m; i++) {
            grn_scalar x = grn_scalar_load(j->in->dtype, at + i * in_bytes), y = element(j, (int64_t)(done + i), &x);
            grn_scalar_store(&y, j->out->dtype, grn_tensor_at(j->out, (int64_t)(done + i)));
        }
    }
}

void grn_eval_quantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *q)
{
    run_job(&(job){.out = out, .in = in, .to = q});
}

void grn_eval_dequantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *q)
{
    run_job(&(job){.out = out, .in = in, .from = q});
}

void grn_eval_requantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *from,
                         const grn_quantization *to)
{
    run_job(&(job){.out = out, .in = in, .from = from, .to = to});
}
