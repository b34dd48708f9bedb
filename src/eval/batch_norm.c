/*
 * batch_norm.c - normalization of a tensor, feature by feature, and its
 * gradients. Source: StableHLO spec, batch_norm_inference,
 * batch_norm_training, batch_norm_grad. Computed in double and rounded once.
 */
#include "eval/element.h"
#include "eval/stream.h"

#include <math.h>

/* ---- the elements of one feature, as doubles ------------------------------------------------- */

typedef struct feature {
    grn_stream stream;
    grn_bound_element convert; /* to or from double */
    grn_element_block block, wide;
} feature;

static size_t begin_feature(feature *f, const grn_tensor *t, int32_t dim, int64_t i, bool reads)
{
    grn_tensor view = *t;
    grn_dtype from = reads ? t->dtype : GRN_F64;
    view.shape[dim] = 1;
    view.data = grn_tensor_at(t, i * t->stride[dim]);
    (void)grn_element_bind(&grn_element_convert, &from, reads ? GRN_F64 : t->dtype, &f->convert); /* floats convert */
    grn_stream_init(&f->stream, &view);
    return (size_t)grn_tensor_elements(&view);
}

static const double *take_block(feature *f, size_t n)
{
    const void *in = grn_stream_take(&f->stream, n, &f->block);
    grn_element_run(&f->convert, n, f->wide.f64, &in);
    return f->wide.f64;
}

/* Puts what is in f->wide. */
static void put_block(feature *f, size_t n)
{
    const void *in = f->wide.f64;
    for (size_t i = 0; i < n; i++)
        f->wide.f64[i] = one_nan_f64(f->wide.f64[i]);
    grn_element_run(&f->convert, n, f->block.bytes, &in);
    grn_stream_put(&f->stream, n, f->block.bytes);
}

static size_t block_of(size_t left) { return left < GRN_ELEMENT_BLOCK ? left : GRN_ELEMENT_BLOCK; }

static double get_one(const grn_tensor *line, int64_t i)
{
    return grn_scalar_load(line->dtype, grn_tensor_at(line, i * line->stride[0])).f;
}

static void put_one(const grn_tensor *line, int64_t i, double value)
{
    const grn_scalar s = {.dtype = line->dtype, .f = one_nan_f64(value)};
    grn_scalar_store(&s, line->dtype, grn_tensor_at(line, i * line->stride[0]));
}

/* ---- sums ------------------------------------------------------------------------------------ */

static double mean_of(const grn_tensor *t, int32_t dim, int64_t i)
{
    feature f;
    size_t n = begin_feature(&f, t, dim, i, true);
    double sum = 0;
    for (size_t done = 0, m; done < n; done += m) {
        const double *x = take_block(&f, m = block_of(n - done));
        for (size_t k = 0; k < m; k++)
            sum += x[k];
    }
    return sum / (double)n;
}

static double variance_of(const grn_tensor *t, int32_t dim, int64_t i, double mean)
{
    feature f;
    size_t n = begin_feature(&f, t, dim, i, true);
    double sum = 0;
    for (size_t done = 0, m; done < n; done += m) {
        const double *x = take_block(&f, m = block_of(n - done));
        for (size_t k = 0; k < m; k++)
            sum += (x[k] - mean) * (x[k] - mean);
    }
    return sum / (double)n;
}

/* The sum of `gradient`, and of it times how far the operand is from the mean. */
static void gradient_sums(const grn_tensor *operand, const grn_tensor *gradient, int32_t dim, int64_t i, double mean,
                          double *sum, double *of_product)
{
    feature f, g;
    size_t n = begin_feature(&f, operand, dim, i, true);
    begin_feature(&g, gradient, dim, i, true);
    *sum = *of_product = 0;
    for (size_t done = 0, m; done < n; done += m) {
        const double *x = take_block(&f, m = block_of(n - done)), *y = take_block(&g, m);
        for (size_t k = 0; k < m; k++) {
            *sum += y[k];
            *of_product += y[k] * (x[k] - mean);
        }
    }
}

/* ---- normalization --------------------------------------------------------------------------- */

typedef struct moments {
    double mean, variance;
} moments;

static void normalize(const grn_tensor *out, const grn_batch_norm *b, int64_t i, moments of, double scale,
                      double offset)
{
    feature f, to;
    size_t n = begin_feature(&f, b->operand, b->dim, i, true);
    double deviation = sqrt(of.variance + b->epsilon);
    begin_feature(&to, out, b->dim, i, false);
    for (size_t done = 0, m; done < n; done += m) {
        const double *x = take_block(&f, m = block_of(n - done));
        for (size_t k = 0; k < m; k++)
            to.wide.f64[k] = scale * ((x[k] - of.mean) / deviation) + offset;
        put_block(&to, m);
    }
}

void grn_eval_batch_norm_inference(const grn_tensor *out, const grn_batch_norm *b)
{
    int64_t features = grn_tensor_elements(out) ? out->shape[b->dim] : 0;
    for (int64_t i = 0; i < features; i++)
        normalize(out, b, i, (moments){get_one(b->mean, i), get_one(b->variance, i)}, get_one(b->scale, i),
                  get_one(b->offset, i));
}

void grn_eval_batch_norm_training(const grn_tensor *out, const grn_tensor *mean, const grn_tensor *variance,
                                  const grn_batch_norm *b)
{
    for (int64_t i = 0; i < out->shape[b->dim]; i++) {
        moments of;
        of.mean = mean_of(b->operand, b->dim, i);
        of.variance = variance_of(b->operand, b->dim, i, of.mean);
        put_one(mean, i, of.mean);
        put_one(variance, i, of.variance);
        normalize(out, b, i, of, get_one(b->scale, i), get_one(b->offset, i));
    }
}

/* ---- gradients ------------------------------------------------------------------------------- */

/* Each element counts in the mean and in the variance of all. */
static void operand_gradient(const grn_tensor *out, const grn_batch_norm *b, int64_t i, double sum, double of_product)
{
    feature f, g, to;
    size_t n = begin_feature(&f, b->operand, b->dim, i, true);
    double mean = get_one(b->mean, i), spread = get_one(b->variance, i) + b->epsilon, count = (double)n;
    double factor = get_one(b->scale, i) / sqrt(spread) / count;
    begin_feature(&g, b->gradient, b->dim, i, true);
    begin_feature(&to, out, b->dim, i, false);
    for (size_t done = 0, m; done < n; done += m) {
        const double *x = take_block(&f, m = block_of(n - done)), *y = take_block(&g, m);
        for (size_t k = 0; k < m; k++)
            to.wide.f64[k] = factor * (y[k] * count - sum - of_product * (x[k] - mean) / spread);
        put_block(&to, m);
    }
}

void grn_eval_batch_norm_grad(const grn_tensor *grad_operand, const grn_tensor *grad_scale,
                              const grn_tensor *grad_offset, const grn_batch_norm *b)
{
    for (int64_t i = 0; i < grad_operand->shape[b->dim]; i++) {
        double sum, of_product;
        gradient_sums(b->operand, b->gradient, b->dim, i, get_one(b->mean, i), &sum, &of_product);
        put_one(grad_scale, i, of_product / sqrt(get_one(b->variance, i) + b->epsilon));
        put_one(grad_offset, i, sum);
        operand_gradient(grad_operand, b, i, sum, of_product);
    }
}
