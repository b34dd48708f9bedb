/*
 * bag.c - bags of rows in a run: in one pass over the table, which makes no tensor of rows. Who
 * observes accesses, or wants plans reported, is shown the gather of the rows. Both ways take the
 * same steps of the run's budget.
 */
#include "interp/interp.h"

/* The rows, gathered under the run's switches. */
static grn_status show_rows(grn_exec *x, const grn_bag_tensors *t, const grn_gather_spec *rows, const grn_diag *diag)
{
    grn_rt made = {.buffer = NULL};
    const int64_t shape[] = {t->indices->shape[0], t->table->shape[1]};
    grn_status status = x->calls->alloc(x, t->table->dtype, 2, shape, &made);
    if (status == GRN_OK)
        status = x->calls->gather(x, rows, t->table, t->indices, &made.tensor, diag);
    x->calls->release(x, &made);
    return status;
}

/* What show_rows takes: each row made and moved, each index read. */
static grn_status charge_rows(grn_exec *x, const grn_bag_tensors *t)
{
    const uint64_t entries = grn_tensor_steps(t->indices), columns = (uint64_t)t->table->shape[1];
    return x->calls->charge(x, grn_steps_add(entries, grn_steps_times(2, grn_steps_times(entries, columns))));
}

grn_status grn_exec_bag(grn_exec *x, const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                        const grn_gather_spec *rows, const grn_diag *diag)
{
    const grn_runtime *run = ((const grn_step *)x)->run;
    const grn_bag_options options = {.parallel = x->parallel};
    const bool shows = run->observers != NULL || run->plans != NULL;
    grn_status status = shows ? show_rows(x, tensors, rows, diag) : charge_rows(x, tensors);
    return status == GRN_OK ? grn_bag(spec, tensors, &options, diag) : status;
}
