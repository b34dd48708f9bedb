/* describe.c - how a call would run, and what it is expected to take: nothing is read but layouts. */
#include <inttypes.h>
#include <stdio.h>

#include "bags/bags.h"

static const char *const combiners[] = {
#define GRN_BAG_COMBINER_TEXT(name, text) text,
    GRN_BAG_COMBINERS(GRN_BAG_COMBINER_TEXT)
#undef GRN_BAG_COMBINER_TEXT
};

/* Of a row of the table, as it lies in memory without gaps. */
static int64_t row_bytes(const grn_bag_problem *p)
{
    const grn_tensor *table = p->tensors->table;
    return table->shape[1] * (int64_t)grn_dtype_bytes(table->dtype);
}

/* Each row is found, and its other lines follow; columns are added in the near cache. The result is
 * written once. */
static grn_cost cost_of(const grn_bag_problem *p, const grn_machine *m)
{
    const double table = (double)grn_tensor_bytes(p->tensors->table), row = (double)row_bytes(p),
                 entries = (double)p->entries, result = (double)grn_tensor_bytes(p->tensors->result);
    const double more = row > GRN_LINE_BYTES ? row / GRN_LINE_BYTES - 1 : 0;
    return (grn_cost){
        .work = entries * (m->row + row * m->byte),
        .lines = entries * (grn_machine_beyond(m->read_line, table) + more * grn_machine_beyond(m->next_line, table)),
        .bytes = result * grn_machine_at(m->write_byte, result)};
}

grn_status grn_bag_describe(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_bag_options *options,
                            const grn_machine *machine, const grn_diag *diag, grn_plan_report *report,
                            char text[GRN_REPORT_BYTES])
{
    grn_bag_problem p;
    grn_bag_workers w;
    char shape[256];
    grn_status status = grn_bag_make_problem(spec, tensors, diag, &p);
    if (status == GRN_OK)
        status = grn_bag_workers_of(options, diag, &w);
    if (status != GRN_OK)
        return status;
    const grn_cost cost = cost_of(&p, machine);
    *report =
        (grn_plan_report){.addressing = "bag",
                          .partition = "bags",
                          .mover = combiners[spec->combiner],
                          .cpu = options != NULL && options->cpu != NULL ? options->cpu : grn_kernels_here()->name,
                          .threads = w.threads,
                          .parts = grn_bag_wanted_parts(grn_bag_numbers(&p), &w),
                          .elements = p.entries * p.columns,
                          .moved_bytes = p.entries * row_bytes(&p) + (int64_t)grn_tensor_bytes(tensors->result),
                          .empty = p.bags == 0 || p.columns == 0};
    report->expected_ns = grn_cost_on(machine, &cost, report->parts > 1 ? w.threads : 1);
    snprintf(shape, sizeof shape, "%" PRId64 " bags of %" PRId64 " rows of %" PRId64 " B%s, indices %s", p.bags,
             p.entries, row_bytes(&p), tensors->weights != NULL ? " with weights" : "",
             grn_dtype_text(tensors->indices->dtype));
    grn_report_text(report, shape, text);
    return GRN_OK;
}
