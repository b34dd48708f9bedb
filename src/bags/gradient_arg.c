/* gradient_arg.c - the gradient of maxima and minima: each goes where arg says that the value was.
 */
#include <inttypes.h>
#include <string.h>

#include "access/spec.h"
#include "bags/bags.h"
#include "kernels/bag_element.h"

/* The least columns of a task, so that no two write to one line. */
#define COLUMNS_TOGETHER 64

typedef struct arg_job {
    const grn_bag_problem *problem;
    const grn_bag_workers *workers;
    const grn_tensor *to;
    int64_t columns; /* of each task but the last */
} arg_job;

static int64_t arg_at(const grn_bag_problem *p, int64_t b, int64_t c)
{
    int64_t arg;
    memcpy(&arg, grn_tensor_at(p->tensors->arg, b * p->tensors->arg->stride[0] + c), sizeof arg);
    return arg;
}

static bool has_entries(const grn_bag_problem *p, int64_t from, int64_t to)
{
    for (int64_t e = from; e < to; e++)
        if (bag_takes(&p->rows, &p->list, bag_row_of(&p->list, e)))
            return true;
    return false;
}

static int64_t most_of(const grn_bag_problem *p) { return p->spec->arg_is_entry ? p->entries : p->rows.count; }

static grn_status check_args(const grn_bag_problem *p, const grn_diag *diag)
{
    const int64_t most = most_of(p);
    int64_t from = 0;
    for (int64_t b = 0; b < p->bags && from < p->entries; b++) {
        const int64_t to = grn_bag_end(p, b, from);
        const int64_t columns = has_entries(p, from, to) ? p->columns : 0;
        for (int64_t c = 0; c < columns; c++) {
            const int64_t arg = arg_at(p, b, c), position[] = {b, c};
            if ((arg >= 0 && arg < most) || arg == p->spec->empty_arg)
                continue;
            grn_bad_index bad = grn_bad_index_at(p->tensors->arg, position);
            bad.lowest = 0;
            bad.highest = most - 1;
            return grn_fail_bad_index(diag, &bad,
                                      "arg[%" PRId64 ", %" PRId64 "] is %" PRId64 ", it must be in [0, %" PRId64 ")", b,
                                      c, arg, most);
        }
        from = to;
    }
    return GRN_OK;
}

/* x is added to element `at`, and rounded. */
static void add_to(const grn_bag_workers *w, const grn_tensor *t, int64_t at, const grn_tensor *grad, int64_t from)
{
    double wide, more;
    float sum, x;
    if (t->dtype == GRN_F64) {
        memcpy(&wide, grn_tensor_at(t, at), sizeof wide);
        memcpy(&more, grn_tensor_at(grad, from), sizeof more);
        wide = canonical_f64(wide + more);
        memcpy(grn_tensor_at(t, at), &wide, sizeof wide);
        return;
    }
    grn_bag_load(t, at, 1, &sum);
    grn_bag_load(grad, from, 1, &x);
    sum = canonical_f32(sum + x);
    grn_bag_store(w, t, at, 1, &sum);
}

static void run_task(void *context, int32_t i)
{
    const arg_job *job = context;
    const grn_bag_problem *p = job->problem;
    const grn_tensor *grad = p->tensors->result, *to = job->to;
    const int64_t first = i * job->columns;
    const int64_t last = p->columns - first < job->columns ? p->columns : first + job->columns;
    int64_t from = 0;
    for (int64_t r = 0; r < p->rows.count; r++)
        memset(grn_tensor_at(to, r * to->stride[0] + first), 0, (size_t)(last - first) * grn_dtype_bytes(to->dtype));
    for (int64_t b = 0; b < p->bags && from < p->entries; b++) {
        const int64_t end = grn_bag_end(p, b, from);
        const int64_t last_here = has_entries(p, from, end) ? last : first;
        for (int64_t c = first; c < last_here; c++) {
            int64_t row = arg_at(p, b, c);
            if (row < 0 || row >= most_of(p))
                continue;
            row = p->spec->arg_is_entry ? bag_row_of(&p->list, row) : row;
            if (bag_takes(&p->rows, &p->list, row))
                add_to(job->workers, to, row * to->stride[0] + c, grad, b * grad->stride[0] + c);
        }
        from = end;
    }
}

static grn_status check_spec(const grn_bag_problem *p, const grn_diag *diag)
{
    if (p->spec->combiner != GRN_BAG_MAX && p->spec->combiner != GRN_BAG_MIN)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "combiner is not a maximum or minimum");
    if (p->tensors->weights != NULL)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "weights is given, such a maximum has no gradient here");
    if (p->spec->format != GRN_BAG_ROWS_PLAIN)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "format is not plain, only plain rows have a gradient");
    return grn_check_given(p->tensors->arg, "arg", diag);
}

static grn_status check_tensors(const grn_bag_problem *p, const grn_tensor *to, const grn_diag *diag)
{
    const grn_bag_tensors read = {.indices = p->tensors->indices,
                                  .offsets = p->tensors->offsets,
                                  .result = p->tensors->result,
                                  .arg = p->tensors->arg};
    grn_status status = grn_check_view(to, "table_grad", diag);
    if (status == GRN_OK)
        status = grn_bag_check_rows_of(to, "table_grad", p->rows.count, p->columns, diag);
    if (status == GRN_OK)
        status = grn_bag_check_float(to, "table_grad", p->is_wide, diag);
    if (status == GRN_OK)
        status = grn_bag_check_data(&read, diag);
    if (status == GRN_OK)
        status = grn_check_data(to, "table_grad", diag);
    if (status == GRN_OK)
        status = grn_check_places(to, "table_grad", diag);
    if (status == GRN_OK)
        status = grn_bag_check_layout(&read, diag);
    if (status == GRN_OK)
        status = grn_bag_check_unit_rows(to, "table_grad", diag);
    return status == GRN_OK ? grn_bag_check_apart(to, &read, diag) : status;
}

grn_status grn_bag_arg_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_tensor *table_grad,
                                const grn_bag_options *options, const grn_diag *diag)
{
    grn_bag_problem p;
    grn_bag_workers w;
    grn_status status = grn_bag_make_problem(spec, tensors, diag, &p);
    if (status == GRN_OK)
        status = check_spec(&p, diag);
    if (status == GRN_OK)
        status = grn_bag_workers_of(options, diag, &w);
    if (status == GRN_OK)
        status = check_tensors(&p, table_grad, diag);
    if (status == GRN_OK)
        status = grn_bag_check_lists(&p, &w, diag);
    if (status == GRN_OK)
        status = check_args(&p, diag);
    if (status != GRN_OK || p.columns == 0)
        return status;
    const int64_t parts = grn_bag_wanted_parts(grn_bag_numbers(&p), &w), share = p.columns / parts;
    arg_job job = {&p, &w, table_grad, (share / COLUMNS_TOGETHER + 1) * COLUMNS_TOGETHER};
    grn_bag_for_each(&w, (int32_t)((p.columns - 1) / job.columns + 1), run_task, &job);
    return GRN_OK;
}
