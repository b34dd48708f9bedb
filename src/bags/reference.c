/*
 * reference.c - what a bag is, one element of the result at a time, in the words of garner/bags.h.
 * It reads numbers by src/core's one table of float formats and never gets clever.
 */
#include <math.h>
#include <string.h>

#include "bags/bags.h"

/* One column of one bag on its way. Everything is held in f64; `rounded` makes it what the wide
 * type holds. */
typedef struct column {
    const grn_bag_problem *p;
    int64_t b, from, to, c;
} column;

static double rounded(const grn_bag_problem *p, double x) { return p->is_wide ? x : (double)(float)x; }

/* a * b + c, rounded once, or after each step. */
static double product_added(const grn_bag_problem *p, double a, double b, double c)
{
    if (!p->spec->fused)
        return rounded(p, c + rounded(p, a * b));
    return p->is_wide ? fma(a, b, c) : (double)fmaf((float)a, (float)b, (float)c);
}

static double element(grn_dtype dtype, const void *p) { return grn_scalar_load(dtype, p).f; }

static int64_t index_of(const grn_bag_problem *p, int64_t e)
{
    const grn_tensor *t = p->tensors->indices;
    return grn_index_load(t->dtype, grn_tensor_at(t, e));
}

static bool is_skipped(const grn_bag_problem *p, int64_t e)
{
    const int64_t row = index_of(p, e);
    return row < 0 || row >= p->rows.count || row == p->list.padding;
}

static double weight_of(const column *k, int64_t e)
{
    const grn_tensor *w = k->p->tensors->weights;
    if (w == NULL)
        return 1;
    const int64_t head = k->c / (k->p->columns / k->p->heads);
    return element(w->dtype, grn_tensor_at(w, e * k->p->heads + head));
}

/* ---- a number of a row ---- */

typedef struct row_number {
    double q, scale, bias;
    bool has_bias;
} row_number;

/* Of a row of bytes: where numbers and scale stand, by the format's name. */
static row_number integer_of(const grn_bag_problem *p, int64_t row, int64_t c)
{
    static const struct {
        grn_bag_format format;
        int bits;
        grn_dtype scale;
        bool in_front;
    } layouts[] = {{GRN_BAG_ROWS_UI8_F32, 8, GRN_F32, false}, {GRN_BAG_ROWS_UI4_F16, 4, GRN_F16, false},
                   {GRN_BAG_ROWS_UI2_F16, 2, GRN_F16, false}, {GRN_BAG_ROWS_F16_UI8, 8, GRN_F16, true},
                   {GRN_BAG_ROWS_F16_UI4, 4, GRN_F16, true},  {GRN_BAG_ROWS_F16_UI2, 2, GRN_F16, true}};
    const grn_tensor *table = p->tensors->table;
    const unsigned char *bytes = grn_tensor_at(table, row * table->stride[0]);
    size_t i = 0;
    while (layouts[i].format != p->spec->format)
        i++;
    const int64_t scale_bytes = (int64_t)grn_dtype_bytes(layouts[i].scale);
    const unsigned char *scale = layouts[i].in_front ? bytes : bytes + table->shape[1] - 2 * scale_bytes;
    const unsigned char *numbers = layouts[i].in_front ? bytes + 2 * scale_bytes : bytes;
    const int64_t bit = c * layouts[i].bits;
    const unsigned q = numbers[bit / 8] >> bit % 8 & ((1u << layouts[i].bits) - 1);
    return (row_number){q, element(layouts[i].scale, scale), element(layouts[i].scale, scale + scale_bytes), true};
}

static row_number number_of(const grn_bag_problem *p, int64_t row, int64_t c)
{
    const grn_tensor *table = p->tensors->table, *scales = p->tensors->scales;
    if (p->spec->format != GRN_BAG_ROWS_PLAIN && scales == NULL)
        return integer_of(p, row, c);
    const double q = element(table->dtype, grn_tensor_at(table, row * table->stride[0] + c));
    if (scales == NULL)
        return (row_number){q, 1, 0, false};
    const double scale = element(scales->dtype, grn_tensor_at(scales, row * scales->stride[0] + c / 32));
    return (row_number){rounded(p, scale * q), 1, 0, false};
}

/* ---- sums ---- */

static double sum_with(const grn_bag_problem *p, double sum, double w, row_number x)
{
    if (!x.has_bias)
        return product_added(p, w, x.q, sum);
    const double s = rounded(p, w * x.scale), b = rounded(p, w * x.bias);
    return product_added(p, s, x.q, rounded(p, sum + b));
}

/* sum / divisor, 0 where that is 0. */
static double mean_of(const column *k, double sum, int64_t count)
{
    const grn_bag_problem *p = k->p;
    double divisor = 0;
    for (int64_t e = k->from; e < k->to; e++) {
        const double w = weight_of(k, e);
        if (!is_skipped(p, e))
            divisor = rounded(p, divisor + (p->spec->divisor == GRN_BAG_BY_ROOT ? rounded(p, w * w) : w));
    }
    if (p->spec->divisor == GRN_BAG_BY_ROOT)
        divisor = rounded(p, sqrt(divisor));
    if (p->spec->divisor == GRN_BAG_BY_COUNT || p->spec->divisor == GRN_BAG_BY_RECIPROCAL)
        divisor = rounded(p, (double)count);
    if (divisor == 0)
        return 0;
    return p->spec->divisor == GRN_BAG_BY_RECIPROCAL ? rounded(p, sum * rounded(p, 1 / divisor))
                                                     : rounded(p, sum / divisor);
}

static double sum_of(const column *k)
{
    double sum = 0;
    int64_t count = 0;
    for (int64_t e = k->from; e < k->to; e++)
        if (!is_skipped(k->p, e)) {
            sum = sum_with(k->p, sum, weight_of(k, e), number_of(k->p, index_of(k->p, e), k->c));
            count++;
        }
    return k->p->spec->combiner == GRN_BAG_MEAN ? mean_of(k, sum, count) : sum;
}

/* ---- extremes ---- */

static bool is_better(const grn_bag_spec *spec, double x, double best, bool is_first)
{
    if (is_first)
        return !isnan(x) || spec->nan != GRN_BAG_NAN_IGNORED;
    if (isnan(x))
        return spec->nan == GRN_BAG_NAN_PROPAGATES && !isnan(best);
    return spec->combiner == GRN_BAG_MAX ? x > best : x < best;
}

static double extreme_of(const column *k, int64_t *arg)
{
    const grn_bag_problem *p = k->p;
    int64_t found = -1;
    double best = p->spec->empty;
    for (int64_t e = k->from; e < k->to; e++) {
        if (is_skipped(p, e))
            continue;
        const row_number n = number_of(p, index_of(p, e), k->c);
        const double value = n.has_bias ? product_added(p, n.scale, n.q, n.bias) : n.q;
        const double x = rounded(p, weight_of(k, e) * value);
        if (is_better(p->spec, x, best, found < 0)) {
            best = x;
            found = e;
        }
    }
    *arg = found < 0 ? p->spec->empty_arg : p->spec->arg_is_entry ? found : index_of(p, found);
    return rounded(p, best);
}

/* ---- all of it ---- */

static void store(const grn_tensor *t, int64_t b, int64_t c, double x)
{
    void *to = grn_tensor_at(t, b * t->stride[0] + c * t->stride[1]);
    const uint64_t bits = isnan(x) ? grn_float_nan_bits(grn_dtype_float_format(t->dtype))
                                   : grn_float_encode(grn_dtype_float_format(t->dtype), x);
    const uint16_t u16 = (uint16_t)bits;
    const uint32_t u32 = (uint32_t)bits;
    memcpy(to,
           grn_dtype_bytes(t->dtype) == 2   ? (const void *)&u16
           : grn_dtype_bytes(t->dtype) == 4 ? (const void *)&u32
                                            : &bits,
           grn_dtype_bytes(t->dtype));
}

static void compute(const grn_bag_problem *p)
{
    const bool is_extreme = p->spec->combiner == GRN_BAG_MAX || p->spec->combiner == GRN_BAG_MIN;
    const grn_tensor *result = p->tensors->result, *arg = p->tensors->arg;
    int64_t from = 0;
    for (int64_t b = 0; b < p->bags; b++) {
        const int64_t to = grn_bag_end(p, b, from);
        for (int64_t c = 0; c < p->columns; c++) {
            const column k = {p, b, from, to, c};
            int64_t which = 0;
            store(result, b, c, is_extreme ? extreme_of(&k, &which) : sum_of(&k));
            if (arg != NULL)
                memcpy(grn_tensor_at(arg, b * arg->stride[0] + c * arg->stride[1]), &which, sizeof which);
        }
        from = to;
    }
}

grn_status grn_bag_reference(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_diag *diag)
{
    grn_bag_problem problem;
    grn_bag_workers workers;
    grn_status status = grn_bag_make_problem(spec, tensors, diag, &problem);
    if (status == GRN_OK)
        status = grn_bag_workers_of(NULL, diag, &workers);
    if (status == GRN_OK)
        status = grn_bag_check_memory(&problem, diag);
    if (status == GRN_OK)
        status = grn_bag_check_lists(&problem, &workers, diag);
    if (status == GRN_OK)
        compute(&problem);
    return status;
}
