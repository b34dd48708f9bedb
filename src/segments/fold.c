/* fold.c - sum, mean, product, min and max of a part: what they begin with, their entries by a
 * kernel, and what is made of the accumulators. */
#include <math.h>
#include <string.h>

#include "segments/plan.h"

/* A part with its accumulators, which are as wide as any dtype's. */
typedef struct folding {
    const grn_segment_part *part;
    const grn_row_kernels *kernels;
    int64_t result_step, arg_step; /* from column to column, in elements */
    int64_t arg[GRN_SEGMENT_COLUMNS];
    double acc[GRN_SEGMENT_COLUMNS], divisor[GRN_SEGMENT_COLUMNS];
    unsigned char start[16];
} folding;

static char *result_of(const folding *f, int64_t s) { return f->part->result + s * f->part->result_bytes; }

/* ---- segments without entries ---------------------------------------------------------------- */

static void store_arg(const folding *f, int64_t s, int64_t k, int64_t value)
{
    const grn_segment_part *part = f->part;
    const grn_dtype dtype = part->p->arg.dtype;
    char *to = part->arg + s * part->arg_bytes + k * f->arg_step * (int64_t)grn_dtype_bytes(dtype);
    const int32_t narrow = (int32_t)value;
    memcpy(to, dtype == GRN_I32 ? (const void *)&narrow : (const void *)&value, grn_dtype_bytes(dtype));
}

static int64_t result_step(const grn_segment_part *part)
{
    return part->plan->columns.stride[GRN_SEG_RESULT] * (int64_t)grn_dtype_bytes(part->p->result.dtype);
}

void grn_segment_fold_empty(const grn_segment_part *part, int64_t s)
{
    char *to = part->result + s * part->result_bytes;
    for (int64_t k = 0; k < part->rows.columns; k++)
        grn_segment_store_empty(part->p, to + k * result_step(part));
}

/* ---- sum, mean, product ---------------------------------------------------------------------- */

static void load_start(folding *f, int64_t s)
{
    const bool from_result = f->part->p->spec.start == GRN_SEGMENT_START_RESULT;
    f->kernels->load(from_result ? (const void *)result_of(f, s) : f->start, from_result ? f->result_step : 0,
                     f->part->rows.columns, f->acc);
}

/* The divisors of a mean by weights: sums of weights, or of their squares, one for each column or
 * one for all. Answers the step from one to the next. */
static int64_t divide_by_weights(folding *f, int64_t from, int64_t to)
{
    const grn_segment_spec *spec = &f->part->p->spec;
    const grn_segment_rows *rows = &f->part->rows;
    const bool squares = spec->divisor == GRN_SEGMENT_BY_ROOT_SQUARES;
    const int64_t n = rows->weight_column_step == 0 ? 1 : rows->columns;
    const grn_segment_rows weights = {.data = rows->weights,
                                      .entry_step = rows->weight_step,
                                      .column_step = rows->weight_column_step,
                                      .weights = squares ? rows->weights : NULL,
                                      .weight_step = rows->weight_step,
                                      .weight_column_step = rows->weight_column_step,
                                      .order = rows->order,
                                      .norder = rows->norder,
                                      .columns = n};
    const bool each = spec->rounding == GRN_SEGMENT_ROUND_EACH_STEP;
    const grn_dtype dtype = f->part->p->data.dtype, inside = grn_segment_inside(dtype);
    double sum[GRN_SEGMENT_COLUMNS];
    memset(sum, 0, sizeof sum);
    (each ? f->kernels->sum_each_step : f->kernels->sum)(&weights, from, to, sum);
    for (int64_t k = 0; k < n; k++) {
        double d = inside == GRN_F32 ? (double)((float *)sum)[k] : sum[k];
        d = squares ? grn_segment_rounded(inside, sqrt(d)) : d;
        f->divisor[k] = each ? grn_segment_rounded(dtype, d) : d;
    }
    return n > 1 ? 1 : 0;
}

static void divide(folding *f, int64_t from, int64_t to)
{
    const grn_segment_spec *spec = &f->part->p->spec;
    const grn_dtype dtype = f->part->p->data.dtype;
    int64_t step = 0;
    f->divisor[0] = (double)(to - from);
    if (spec->divisor != GRN_SEGMENT_BY_COUNT)
        step = divide_by_weights(f, from, to);
    else if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        f->divisor[0] = grn_segment_rounded(
            spec->rounding == GRN_SEGMENT_ROUND_EACH_STEP ? dtype : grn_segment_inside(dtype), f->divisor[0]);
    f->kernels->divide(f->acc, f->part->rows.columns, f->divisor, step, spec->rounding != GRN_SEGMENT_ROUND_ONCE);
}

static void fold_values(folding *f, int64_t s, int64_t from, int64_t to)
{
    const grn_segment_spec *spec = &f->part->p->spec;
    const bool each = spec->rounding == GRN_SEGMENT_ROUND_EACH_STEP;
    const grn_segment_fold product = each ? f->kernels->product_each_step : f->kernels->product;
    const grn_segment_fold sum = each ? f->kernels->sum_each_step : f->kernels->sum;
    load_start(f, s);
    (spec->op == GRN_SEGMENT_PRODUCT ? product : sum)(&f->part->rows, from, to, f->acc);
    if (spec->op == GRN_SEGMENT_MEAN)
        divide(f, from, to);
    f->kernels->store(f->acc, f->part->rows.columns, result_of(f, s), f->result_step);
}

/* ---- min and max ----------------------------------------------------------------------------- */

/* Without args: the first entry is the start where there is none. */
static void fold_extreme(folding *f, int64_t s, int64_t from, int64_t to)
{
    const grn_segment_spec *spec = &f->part->p->spec;
    const grn_segment_rows *rows = &f->part->rows;
    const size_t bytes = grn_dtype_bytes(f->part->p->data.dtype);
    if (spec->start == GRN_SEGMENT_START_IDENTITY && spec->nan != GRN_SEGMENT_NAN_IGNORED) {
        const int64_t e = rows->order != NULL ? rows->order[from] : from;
        f->kernels->load((const char *)rows->data + e * rows->entry_step * (int64_t)bytes, rows->column_step,
                         rows->columns, f->acc);
        from++;
    } else {
        load_start(f, s);
    }
    f->kernels->extreme[spec->op == GRN_SEGMENT_MAX][spec->nan](rows, from, to, f->acc);
    f->kernels->store(f->acc, rows->columns, result_of(f, s), f->result_step);
}

/* With args, and where they tell which columns have no entry but NaN. */
static void fold_extreme_arg(folding *f, int64_t s, int64_t from, int64_t to)
{
    const grn_segment_problem *p = f->part->p;
    const int64_t n = f->part->rows.columns;
    const size_t acc_bytes = f->kernels->acc_bytes;
    load_start(f, s);
    for (int64_t k = 0; k < n; k++)
        f->arg[k] = p->spec.start == GRN_SEGMENT_START_IDENTITY ? -1 : -2;
    f->kernels->extreme_arg[p->spec.op == GRN_SEGMENT_MAX][p->spec.nan](&f->part->rows, from, to, f->acc, f->arg);
    for (int64_t k = 0; k < n; k++) {
        char *to_result = result_of(f, s) + k * result_step(f->part);
        const bool none = p->spec.nan == GRN_SEGMENT_NAN_IGNORED && (f->arg[k] == -1 || f->arg[k] == -2) &&
                          grn_dtype_class_of(p->data.dtype) == GRN_CLASS_FLOAT;
        if (none)
            grn_segment_store_empty(p, to_result);
        else
            f->kernels->store((const char *)f->acc + (size_t)k * acc_bytes, 1, to_result, 1);
        if (p->has_arg)
            store_arg(f, s, k, f->arg[k] >= 0 ? f->arg[k] : p->spec.arg_of_empty);
    }
}

/* ---- all segments of a part ------------------------------------------------------------------ */

/* Sums that are rounded once, and wrapping ones that begin with 0 or with the result. */
static bool sums_in_batch(const grn_segment_spec *spec, bool is_float)
{
    if (is_float)
        return spec->divisor == GRN_SEGMENT_BY_COUNT && spec->rounding == GRN_SEGMENT_ROUND_ONCE;
    return spec->op == GRN_SEGMENT_SUM &&
           (spec->start == GRN_SEGMENT_START_IDENTITY || spec->start == GRN_SEGMENT_START_RESULT);
}

static bool is_float(const folding *f) { return grn_dtype_class_of(f->part->p->data.dtype) == GRN_CLASS_FLOAT; }

/* Whether the kernels of many segments, which are of floats and wide integers whose columns lie
 * together, fold this part. */
static bool is_batch(const folding *f)
{
    const grn_segment_problem *p = f->part->p;
    const grn_segment_spec *spec = &p->spec;
    const grn_segment_rows *rows = &f->part->rows;
    if (f->part->plan->batches == NULL || rows->weight_column_step != 0 ||
        (rows->columns > 1 && (rows->column_step != 1 || f->result_step != 1)))
        return false;
    if (spec->op == GRN_SEGMENT_SUM || spec->op == GRN_SEGMENT_MEAN)
        return sums_in_batch(spec, is_float(f));
    if ((spec->op != GRN_SEGMENT_MIN && spec->op != GRN_SEGMENT_MAX) || (p->has_arg && p->nentries > INT32_MAX))
        return false;
    return spec->start == GRN_SEGMENT_START_IDENTITY || (spec->start == GRN_SEGMENT_START_RESULT && !p->has_arg &&
                                                         (spec->nan == GRN_SEGMENT_NAN_PROPAGATES || !is_float(f)));
}

/* The arg of a batch. */
static void tell_batch(const folding *f, grn_segment_batch *batch)
{
    const grn_segment_problem *p = f->part->p;
    if (!p->has_arg)
        return;
    batch->arg = f->part->arg;
    batch->arg_step = f->part->arg_bytes;
    batch->arg_column_step = f->arg_step * (int64_t)grn_dtype_bytes(p->arg.dtype);
    batch->arg_is_wide = p->arg.dtype == GRN_I64;
}

static void fold_batch(const folding *f)
{
    const grn_segment_part *part = f->part;
    const grn_segment_problem *p = part->p;
    const grn_segment_spec *spec = &p->spec;
    const grn_segment_batches *batches = part->plan->batches;
    const bool from_result = spec->start == GRN_SEGMENT_START_RESULT;
    unsigned char empty[16];
    grn_segment_store_empty(p, empty);
    grn_segment_batch batch = {
        .offset = part->lists->offset,
        .first = part->first,
        .end = part->end,
        .result = part->result,
        .result_step = part->result_bytes / (int64_t)grn_dtype_bytes(p->data.dtype),
        .from_result = from_result,
        .start = from_result || !is_float(f) ? 0 : grn_scalar_load(p->data.dtype, f->start).f,
        .is_mean = spec->op == GRN_SEGMENT_MEAN,
        .empty = spec->empty == GRN_SEGMENT_EMPTY_KEEP || (from_result && spec->empty == GRN_SEGMENT_EMPTY_START)
                     ? NULL
                     : empty,
        .is_min = spec->op == GRN_SEGMENT_MIN,
        .ignores_nan = spec->nan == GRN_SEGMENT_NAN_IGNORED,
        .is_unsigned = grn_dtype_class_of(p->data.dtype) == GRN_CLASS_UNSIGNED,
        .arg_of_empty = spec->arg_of_empty,
    };
    tell_batch(f, &batch);
    if (spec->op == GRN_SEGMENT_SUM || spec->op == GRN_SEGMENT_MEAN)
        batches->sums(&part->rows, &batch);
    else
        batches->extremes[spec->nan != GRN_SEGMENT_NAN_PROPAGATES][p->has_arg](&part->rows, &batch);
}

void grn_segment_fold_part(const grn_segment_part *part)
{
    const grn_segment_problem *p = part->p;
    const grn_segment_spec *spec = &p->spec;
    const int64_t *offset = part->lists->offset;
    const bool extreme = spec->op == GRN_SEGMENT_MIN || spec->op == GRN_SEGMENT_MAX;
    const bool tells = spec->nan == GRN_SEGMENT_NAN_IGNORED && spec->empty != GRN_SEGMENT_EMPTY_START;
    folding f;
    f.part = part;
    f.kernels = part->plan->kernels;
    f.result_step = part->plan->columns.stride[GRN_SEG_RESULT];
    f.arg_step = part->plan->columns.stride[GRN_SEG_ARG];
    if (spec->start == GRN_SEGMENT_START_INITIAL)
        memcpy(f.start, spec->initial, sizeof f.start);
    else
        grn_segment_identity(spec->op, p->data.dtype, f.start);
    if (is_batch(&f)) {
        fold_batch(&f);
        return;
    }
    void (*const fold)(folding *, int64_t, int64_t, int64_t) = !extreme              ? fold_values
                                                               : p->has_arg || tells ? fold_extreme_arg
                                                                                     : fold_extreme;
    for (int64_t s = part->first; s < part->end; s++) {
        if (offset[s] < offset[s + 1]) {
            fold(&f, s, offset[s], offset[s + 1]);
            continue;
        }
        grn_segment_fold_empty(part, s);
        for (int64_t k = 0; p->has_arg && k < part->rows.columns; k++)
            store_arg(&f, s, k, spec->arg_of_empty);
    }
}
