/*
 * bags.h - sums, means and extremes of table rows by lists of entries, and their gradients.
 *
 * Knows: specs of bags, tensors, lists and their checks, how work is divided over threads, kernels.
 * Must not know: any framework's calls, IR.
 *
 * A call becomes a problem (check.c), whose lists are then read and held against their rules, and
 * divided into parts (lists.c); the parts run (run.c). The reference has a walk of its own
 * (reference.c).
 */
#ifndef GRN_BAGS_INTERNAL_H
#define GRN_BAGS_INTERNAL_H

#include <string.h>

#include "garner/bags.h"
#include "kernels/bag.h"
#include "plan/plan.h"

/* Tensors that were held against their spec, in the terms of kernels. */
typedef struct grn_bag_problem {
    const grn_bag_spec *spec;
    const grn_bag_tensors *tensors;
    grn_bag_rows_kind kind;
    bool is_wide; /* accumulated in f64 */
    grn_bag_rows rows;
    grn_bag_list list;
    int64_t bags, columns, entries;
    int64_t heads;  /* weights of an entry, 1 where there are none */
    int64_t length; /* of every bag, under GRN_BAG_CONSTANT */
} grn_bag_problem;

/* What grn_bag_check says; `out` is set where that is GRN_OK. Data is not read. */
grn_status grn_bag_make_problem(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_diag *diag,
                                grn_bag_problem *out);
/* That elements of rows, and of indices, offsets and weights, lie next to each other, and that all
 * that is read and written has data; of the tensors that are not NULL. */
grn_status grn_bag_check_layout(const grn_bag_tensors *tensors, const grn_diag *diag);
grn_status grn_bag_check_data(const grn_bag_tensors *tensors, const grn_diag *diag);
/* That destination, which may be NULL, lies apart from all tensors but itself. */
grn_status grn_bag_check_apart(const grn_tensor *destination, const grn_bag_tensors *tensors, const grn_diag *diag);
/* Data, layout, and that result and arg may be written. */
grn_status grn_bag_check_memory(const grn_bag_problem *problem, const grn_diag *diag);
/* The helpers of these: elements next to each other, all of them or those of a row; a shape; a
 * dtype that an accumulator of f32, or f64, is rounded to; i32 or i64. */
grn_status grn_bag_check_compact(const grn_tensor *t, const char *name, const grn_diag *diag);
grn_status grn_bag_check_unit_rows(const grn_tensor *t, const char *name, const grn_diag *diag);
grn_status grn_bag_check_rows_of(const grn_tensor *t, const char *name, int64_t nrows, int64_t columns,
                                 const grn_diag *diag);
grn_status grn_bag_check_float(const grn_tensor *t, const char *name, bool is_wide, const grn_diag *diag);
grn_status grn_bag_check_integer(const grn_tensor *t, const char *name, const grn_diag *diag);

/* ---- lists (lists.c) ---- */

/* Number i of offsets or indices, which lie next to each other. */
static inline int64_t grn_bag_number_at(const grn_tensor *t, int64_t i)
{
    int64_t wide;
    int32_t narrow;
    if (t->dtype == GRN_I64) {
        memcpy(&wide, (const char *)t->data + 8 * i, sizeof wide);
        return wide;
    }
    memcpy(&narrow, (const char *)t->data + 4 * i, sizeof narrow);
    return narrow;
}

/* Where bag b ends that begins at entry `from`. Bags lie one behind the other. */
static inline int64_t grn_bag_end(const grn_bag_problem *p, int64_t b, int64_t from)
{
    const grn_tensor *offsets = p->tensors->offsets;
    if (p->spec->lists == GRN_BAG_CONSTANT)
        return from + p->length;
    if (p->spec->lists == GRN_BAG_LENGTHS)
        return from + grn_bag_number_at(offsets, b);
    return b + 1 < offsets->shape[0] ? grn_bag_number_at(offsets, b + 1) : p->entries;
}

/* A piece of the work: bags [bag, last), the first of which begins at `entry`, and some of their
 * columns. */
typedef struct grn_bag_part {
    int64_t bag, last, entry;
    int64_t column, ncolumns;
} grn_bag_part;

#define GRN_BAG_MOST_PARTS 256
typedef struct grn_bag_parts {
    int32_t count;
    grn_bag_part part[GRN_BAG_MOST_PARTS];
} grn_bag_parts;

/* Who works. */
typedef struct grn_bag_workers {
    const grn_parallel *parallel; /* NULL: the calling thread */
    int32_t threads;              /* that may work at once */
    const grn_bag_kernels *kernels;
    int64_t ahead;
} grn_bag_workers;
/* GRN_E_ARGUMENT, GRN_E_UNSUPPORTED: the options are not right. */
grn_status grn_bag_workers_of(const grn_bag_options *options, const grn_diag *diag, grn_bag_workers *out);
void grn_bag_for_each(const grn_bag_workers *workers, int32_t ntasks, void (*task)(void *context, int32_t i),
                      void *context);

/* Holds offsets and indices against the rules. GRN_E_INDEX. */
grn_status grn_bag_check_lists(const grn_bag_problem *problem, const grn_bag_workers *workers, const grn_diag *diag);
/* The numbers that are read and written, and how many parts so many are worth, of the work of one
 * call on these workers. */
double grn_bag_numbers(const grn_bag_problem *problem);
int32_t grn_bag_wanted_parts(double numbers, const grn_bag_workers *workers);
/* Divides the bags of checked lists into at most `parts` parts of about equal entries, or their
 * columns where one bag is more than a thread's share. */
void grn_bag_divide(const grn_bag_problem *problem, int32_t threads, int32_t parts, grn_bag_parts *out);

/* ---- running (run.c) ---- */

/* One part of a checked problem. */
void grn_bag_run_part(const grn_bag_problem *problem, const grn_bag_workers *workers, const grn_bag_part *part);
/* All of it. */
void grn_bag_run(const grn_bag_problem *problem, const grn_bag_workers *workers);

/* How a call of grn_bag would run, by the machine's figures, and the line that says it; tensors need no data
 * (describe.c). */
grn_status grn_bag_describe(const grn_bag_spec *spec, const grn_bag_tensors *tensors, const grn_bag_options *options,
                            const grn_machine *machine, const grn_diag *diag, grn_plan_report *report,
                            char text[GRN_REPORT_BYTES]);

/* n numbers of the wide type, f32 or f64, rounded to the elements of `t` at element `at`; they may
 * be those themselves. And back. */
void grn_bag_store(const grn_bag_workers *workers, const grn_tensor *t, int64_t at, int64_t n, const void *wide);
void grn_bag_load(const grn_tensor *t, int64_t at, int64_t n, float *wide);

/* The two steps of grn_bag_weights_gradient (gradient_weights.c): all checks; and what writes. */
grn_status grn_bag_begin_weights_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                          const grn_tensor *weights_grad, const grn_bag_options *options,
                                          const grn_diag *diag, grn_bag_problem *problem, grn_bag_workers *workers);
void grn_bag_run_weights_gradient(const grn_bag_problem *problem, const grn_bag_workers *workers,
                                  const grn_tensor *weights_grad);

#endif
