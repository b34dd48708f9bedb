/* run.c - bags computed part by part, and the public call. */
#include <math.h>
#include <string.h>

#include "bags/bags.h"
#include "kernels/bag_element.h"

/* Columns that are accumulated before they are rounded: a page of f64. */
#define CHUNK 512

/* ---- rounding ---- */

void grn_bag_store(const grn_bag_workers *w, const grn_tensor *t, int64_t at, int64_t n, const void *wide)
{
    char *to = grn_tensor_at(t, at);
    if (t->dtype == GRN_F16)
        w->kernels->to_f16(wide, n, to);
    else if (t->dtype == GRN_BF16)
        w->kernels->to_bf16(wide, n, to);
    else if (to != wide)
        memcpy(to, wide, (size_t)n * grn_dtype_bytes(t->dtype));
}

void grn_bag_load(const grn_tensor *t, int64_t at, int64_t n, float *wide)
{
    const char *from = grn_tensor_at(t, at);
    for (int64_t i = 0; i < n; i++) {
        uint16_t u;
        if (t->dtype == GRN_F32) {
            memcpy(&wide[i], from + 4 * i, sizeof wide[i]);
            continue;
        }
        memcpy(&u, from + 2 * i, sizeof u);
        wide[i] = t->dtype == GRN_F16 ? f32_of_f16(u) : from_bits_f32((uint32_t)u << 16);
    }
}

/* ---- one bag ---- */

typedef struct one_bag {
    int64_t b, from, to;
} one_bag;

static grn_bag_fn kernel_of(const grn_bag_problem *p, const grn_bag_workers *w)
{
    const grn_bag_kernels *k = &w->kernels[p->kind];
    const bool fused = p->spec->fused;
    if (p->spec->combiner == GRN_BAG_MAX)
        return fused ? k->max_fused : k->max;
    if (p->spec->combiner == GRN_BAG_MIN)
        return fused ? k->min_fused : k->min;
    if (p->list.weight == NULL && k->add != NULL)
        return k->add;
    return fused ? k->sum_fused : k->sum;
}

/* The weights of one head, added in order, or their squares. A sum or product of two f32 that is
 * computed in f64 and rounded is the same as one that is computed in f32. */
static double sum_of_weights(const grn_bag_problem *p, const grn_bag_list *list, const one_bag *bag)
{
    double sum = 0;
    for (int64_t e = bag->from; e < bag->to; e++) {
        if (!bag_takes(&p->rows, list, bag_row_of(list, e)))
            continue;
        double w = p->is_wide ? bag_weight_f64(list, e) : (double)bag_weight_f32(list, e);
        if (p->spec->divisor == GRN_BAG_BY_ROOT)
            w = p->is_wide ? w * w : (double)(float)(w * w);
        sum = p->is_wide ? sum + w : (double)(float)(sum + w);
    }
    return sum;
}

/* What the sum of a bag is divided by; 0: the mean is 0. */
static double divisor_of(const grn_bag_problem *p, const grn_bag_list *list, const one_bag *bag, int64_t taken)
{
    if (p->spec->divisor == GRN_BAG_BY_COUNT || p->spec->divisor == GRN_BAG_BY_RECIPROCAL)
        return (double)taken;
    const double sum = sum_of_weights(p, list, bag);
    if (p->spec->divisor == GRN_BAG_BY_WEIGHTS)
        return sum;
    return p->is_wide ? sqrt(sum) : (double)sqrtf((float)sum);
}

#define DIVIDE(T, real)                                                                               \
    static void divide_##real(T *x, int64_t n, double divisor, bool by_reciprocal)                    \
    {                                                                                                 \
        const T d = (T)divisor, reciprocal = divisor == 0 ? 0 : 1 / d;                                \
        for (int64_t i = 0; i < n; i++)                                                               \
            x[i] = divisor == 0 ? 0 : canonical_##real(by_reciprocal ? x[i] * reciprocal : x[i] / d); \
    }
DIVIDE(float, f32)
DIVIDE(double, f64)

/* Columns on their way to the result. */
typedef union wide_chunk {
    float f32[CHUNK];
    double f64[CHUNK];
} wide_chunk;
typedef union arg_chunk {
    int32_t narrow[CHUNK];
    int64_t wide[CHUNK];
} arg_chunk;

/* A value for columns without an entry. Without `which` all columns have entries, or none has. */
#define FILL_EMPTY(T, O, real)                                                               \
    static void fill_empty_##real(const grn_bag_problem *p, int64_t n, T *x, const O *which) \
    {                                                                                        \
        const T empty = canonical_##real((T)p->spec->empty);                                 \
        for (int64_t i = 0; i < n; i++)                                                      \
            x[i] = which != NULL && which[i] >= 0 ? x[i] : empty;                            \
    }
FILL_EMPTY(float, int32_t, f32)
FILL_EMPTY(double, int64_t, f64)

/* Args as the spec wants them. */
static void write_args(const grn_bag_problem *p, const one_bag *bag, int64_t n, const arg_chunk *which, char *to)
{
    for (int64_t i = 0; i < n; i++) {
        const int64_t at = p->is_wide ? which->wide[i] : which->narrow[i];
        int64_t found = p->spec->empty_arg;
        if (at >= 0)
            found = p->spec->arg_is_entry ? bag->from + at : bag_row_of(&p->list, bag->from + at);
        memcpy(to + 8 * i, &found, sizeof found);
    }
}

static void finish_extremes(const grn_bag_problem *p, const one_bag *bag, int64_t column, int64_t n, int64_t taken,
                            void *x, const arg_chunk *which)
{
    const grn_tensor *arg = p->tensors->arg;
    if (which == NULL && taken > 0)
        return;
    if (p->is_wide)
        fill_empty_f64(p, n, x, which != NULL ? which->wide : NULL);
    else
        fill_empty_f32(p, n, x, which != NULL ? which->narrow : NULL);
    if (arg != NULL)
        write_args(p, bag, n, which, grn_tensor_at(arg, bag->b * arg->stride[0] + column));
}

/* Whether an extreme's entries are needed: for arg, or because NaNs may leave a column without one. */
static bool needs_entries(const grn_bag_problem *p)
{
    return p->tensors->arg != NULL || p->spec->nan != GRN_BAG_NAN_FIRST;
}

/* Columns [column, column + n) of one head, n <= CHUNK. */
static void run_chunk(const grn_bag_problem *p, const grn_bag_workers *w, const grn_bag_list *list, grn_bag_fn kernel,
                      const one_bag *bag, int64_t column, int64_t n)
{
    const grn_tensor *result = p->tensors->result;
    const int64_t at = bag->b * result->stride[0] + column;
    const bool is_extreme = p->spec->combiner == GRN_BAG_MAX || p->spec->combiner == GRN_BAG_MIN;
    wide_chunk chunk;
    arg_chunk which, *args = is_extreme && needs_entries(p) ? &which : NULL;
    void *x = &chunk;
    if ((result->dtype == GRN_F32 || result->dtype == GRN_F64) &&
        (uintptr_t)grn_tensor_at(result, at) % grn_dtype_bytes(result->dtype) == 0)
        x = grn_tensor_at(result, at);
    const int64_t taken = kernel(&p->rows, list, bag->from, bag->to, column, n, x, args);
    if (p->spec->combiner == GRN_BAG_MEAN) {
        const double divisor = divisor_of(p, list, bag, taken);
        const bool by_reciprocal = p->spec->divisor == GRN_BAG_BY_RECIPROCAL;
        if (p->is_wide)
            divide_f64(x, n, divisor, by_reciprocal);
        else
            divide_f32(x, n, divisor, by_reciprocal);
    }
    if (is_extreme)
        finish_extremes(p, bag, column, n, taken, x, args);
    grn_bag_store(w, result, at, n, x);
}

static void run_bag(const grn_bag_problem *p, const grn_bag_workers *w, grn_bag_list *list, grn_bag_fn kernel,
                    const one_bag *bag, int64_t column, int64_t ncolumns)
{
    const int64_t of_head = p->columns / p->heads,
                  element = p->is_wide ? 8 : (int64_t)grn_dtype_bytes(list->weight_dtype);
    for (int64_t c = column, n; c < column + ncolumns; c += n) {
        const int64_t head = c / of_head, end_of_head = (head + 1) * of_head;
        n = column + ncolumns - c;
        n = n > end_of_head - c ? end_of_head - c : n;
        n = n > CHUNK ? CHUNK : n;
        if (p->list.weight != NULL)
            list->weight = (const char *)p->list.weight + head * element;
        run_chunk(p, w, list, kernel, bag, c, n);
    }
}

/* Sums that need nothing but the kernel, which writes them where they belong: short bags are many.
 */
static bool is_direct(const grn_bag_problem *p)
{
    const grn_tensor *result = p->tensors->result;
    const int64_t bytes = (int64_t)grn_dtype_bytes(result->dtype);
    return p->spec->combiner == GRN_BAG_SUM && p->heads == 1 && bytes == (p->is_wide ? 8 : 4) &&
           (uintptr_t)result->data % (uintptr_t)bytes == 0;
}

static void run_direct(const grn_bag_problem *p, const grn_bag_list *list, grn_bag_fn kernel, const grn_bag_part *part)
{
    const grn_tensor *result = p->tensors->result;
    const int64_t row_bytes = result->stride[0] * (p->is_wide ? 8 : 4);
    char *to = grn_tensor_at(result, part->bag * result->stride[0] + part->column);
    int64_t from = part->entry;
    for (int64_t b = part->bag; b < part->last; b++) {
        const int64_t end = grn_bag_end(p, b, from);
        kernel(&p->rows, list, from, end, part->column, part->ncolumns, to, NULL);
        from = end;
        if (b + 1 < part->last)
            to += row_bytes;
    }
}

void grn_bag_run_part(const grn_bag_problem *p, const grn_bag_workers *w, const grn_bag_part *part)
{
    const grn_bag_fn kernel = kernel_of(p, w);
    grn_bag_list list = p->list;
    list.ahead = w->ahead;
    int64_t from = part->entry;
    if (is_direct(p)) {
        run_direct(p, &list, kernel, part);
        return;
    }
    for (int64_t b = part->bag; b < part->last; b++) {
        const int64_t to = grn_bag_end(p, b, from);
        run_bag(p, w, &list, kernel, &(one_bag){b, from, to}, part->column, part->ncolumns);
        from = to;
    }
}

/* ---- all of it ---- */

typedef struct bag_job {
    const grn_bag_problem *problem;
    const grn_bag_workers *workers;
    grn_bag_parts parts;
} bag_job;

static void run_task(void *context, int32_t i)
{
    const bag_job *job = context;
    grn_bag_run_part(job->problem, job->workers, &job->parts.part[i]);
}

void grn_bag_run(const grn_bag_problem *p, const grn_bag_workers *w)
{
    bag_job job;
    if (p->bags == 0 || p->columns == 0)
        return;
    job.problem = p;
    job.workers = w;
    grn_bag_divide(p, w->threads, grn_bag_wanted_parts(grn_bag_numbers(p), w), &job.parts);
    grn_bag_for_each(w, job.parts.count, run_task, &job);
}

grn_status grn_bag(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_bag_options *options,
                   const grn_diag *diag)
{
    grn_bag_problem problem;
    grn_bag_workers workers;
    grn_status status = grn_bag_make_problem(spec, tensors, diag, &problem);
    if (status == GRN_OK)
        status = grn_bag_workers_of(options, diag, &workers);
    if (status == GRN_OK)
        status = grn_bag_check_memory(&problem, diag);
    if (status == GRN_OK)
        status = grn_bag_check_lists(&problem, &workers, diag);
    if (status == GRN_OK)
        grn_bag_run(&problem, &workers);
    return status;
}
