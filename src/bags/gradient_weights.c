/* gradient_weights.c - the gradient of sums by their weights: for each entry a product of two
 * rows. */
#include <inttypes.h>
#include <string.h>

#include "access/check.h"
#include "access/spec.h"
#include "bags/bags.h"
#include "kernels/bag_element.h"

/* Columns of a gradient of f16 or bf16 that are widened at a time; whole groups of lanes. */
#define CHUNK (32 * GRN_BAG_LANES)

typedef struct weights_job {
    const grn_bag_problem *problem;
    const grn_bag_workers *workers;
    const grn_tensor *to;
    int32_t ntasks;
} weights_job;

/* Partial sums i and i + 8, then i and i + 4, .., 0 and 1. */
static float fold_f32(float *lanes)
{
    for (int n = GRN_BAG_LANES / 2; n > 0; n /= 2)
        for (int i = 0; i < n; i++)
            lanes[i] += lanes[i + n];
    return canonical_f32(lanes[0]);
}
static double fold_f64(double *lanes)
{
    for (int n = GRN_BAG_LANES / 2; n > 0; n /= 2)
        for (int i = 0; i < n; i++)
            lanes[i] += lanes[i + n];
    return canonical_f64(lanes[0]);
}

/* Of columns [column, column + n) of bag b and a row, to element `at` of the gradient. */
static void store_product(const weights_job *job, int64_t b, int64_t row, int64_t column, int64_t n, int64_t at)
{
    const grn_bag_problem *p = job->problem;
    const grn_bag_dot_fn dot = job->workers->kernels[p->kind].dot;
    const grn_tensor *grad = p->tensors->result;
    const int64_t from = b * grad->stride[0] + column;
    float chunk[CHUNK];
    float lanes[GRN_BAG_LANES] = {0};
    if (p->is_wide) {
        double wide[GRN_BAG_LANES] = {0};
        dot(&p->rows, row, column, n, grn_tensor_at(grad, from), wide);
        wide[0] = fold_f64(wide);
        grn_bag_store(job->workers, job->to, at, 1, wide);
        return;
    }
    for (int64_t c = 0; c < n; c += CHUNK) {
        const int64_t some = n - c < CHUNK ? n - c : CHUNK;
        const void *x = grn_tensor_at(grad, from + c);
        if (grad->dtype != GRN_F32) {
            grn_bag_load(grad, from + c, some, chunk);
            x = chunk;
        }
        dot(&p->rows, row, column + c, some, x, lanes);
    }
    lanes[0] = fold_f32(lanes);
    grn_bag_store(job->workers, job->to, at, 1, lanes);
}

static void run_entry(const weights_job *job, int64_t b, int64_t e)
{
    const grn_bag_problem *p = job->problem;
    const int64_t row = bag_row_of(&p->list, e), of_head = p->columns / p->heads;
    const int64_t ahead = job->workers->ahead;
    const double zero = 0;
    const bool taken = of_head > 0 && bag_takes(&p->rows, &p->list, row); /* over no columns the product is 0 */
    if (of_head > 0 && ahead > 0 && e < p->entries - ahead)
        bag_prefetch(p->kind, &p->rows, bag_row_of(&p->list, e + ahead), p->rows.data,
                     bag_column_at(p->kind, p->columns) + 1);
    for (int64_t h = 0; h < p->heads; h++)
        if (taken)
            store_product(job, b, row, h * of_head, of_head, e * p->heads + h);
        else
            memcpy(grn_tensor_at(job->to, e * p->heads + h), &zero, grn_dtype_bytes(job->to->dtype));
}

/* A run of entries, whatever bags they are of. */
static void run_task(void *context, int32_t i)
{
    const weights_job *job = context;
    const grn_bag_problem *p = job->problem;
    const int64_t step = p->entries / job->ntasks, first = i * step;
    const int64_t last = i + 1 == job->ntasks ? p->entries : first + step;
    for (int64_t b = 0, from = 0, to; b < p->bags && from < last; b++, from = to) {
        to = grn_bag_end(p, b, from);
        for (int64_t e = from > first ? from : first; e < to && e < last; e++)
            run_entry(job, b, e);
    }
}

static grn_status check_weights_grad(const grn_bag_problem *p, const grn_tensor *to, const grn_diag *diag)
{
    const grn_tensor *weights = p->tensors->weights;
    const grn_bag_tensors read = {.table = p->tensors->table,
                                  .scales = p->tensors->scales,
                                  .indices = p->tensors->indices,
                                  .offsets = p->tensors->offsets,
                                  .result = p->tensors->result};
    grn_status status = grn_check_given(weights, "weights", diag);
    if (status == GRN_OK)
        status = grn_check_view(to, "weights_grad", diag);
    if (status == GRN_OK)
        status = grn_check_same_shape(to, "weights_grad", weights->rank, weights->shape, diag);
    if (status == GRN_OK)
        status = grn_bag_check_float(to, "weights_grad", p->is_wide, diag);
    if (status == GRN_OK)
        status = grn_bag_check_data(&read, diag);
    if (status == GRN_OK)
        status = grn_check_data(to, "weights_grad", diag);
    if (status == GRN_OK)
        status = grn_check_places(to, "weights_grad", diag);
    if (status == GRN_OK)
        status = grn_bag_check_layout(&read, diag);
    if (status == GRN_OK)
        status = grn_bag_check_compact(to, "weights_grad", diag);
    return status == GRN_OK ? grn_bag_check_apart(to, &read, diag) : status;
}

grn_status grn_bag_begin_weights_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                          const grn_tensor *weights_grad, const grn_bag_options *options,
                                          const grn_diag *diag, grn_bag_problem *p, grn_bag_workers *w)
{
    grn_status status = grn_bag_make_problem(spec, tensors, diag, p);
    if (status == GRN_OK && spec->combiner != GRN_BAG_SUM)
        status = grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                          "combiner is not a sum, whose weights alone have a gradient");
    if (status == GRN_OK)
        status = grn_bag_workers_of(options, diag, w);
    if (status == GRN_OK)
        status = check_weights_grad(p, weights_grad, diag);
    return status == GRN_OK ? grn_bag_check_lists(p, w, diag) : status;
}

void grn_bag_run_weights_gradient(const grn_bag_problem *problem, const grn_bag_workers *w,
                                  const grn_tensor *weights_grad)
{
    weights_job job = {problem, w, weights_grad, grn_bag_wanted_parts(grn_bag_numbers(problem), w)};
    grn_bag_for_each(w, job.ntasks, run_task, &job);
}

grn_status grn_bag_weights_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                    const grn_tensor *weights_grad, const grn_bag_options *options,
                                    const grn_diag *diag)
{
    grn_bag_problem p;
    grn_bag_workers w;
    grn_status status = grn_bag_begin_weights_gradient(spec, tensors, weights_grad, options, diag, &p, &w);
    if (status == GRN_OK)
        grn_bag_run_weights_gradient(&p, &w, weights_grad);
    return status;
}
