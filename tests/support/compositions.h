/* compositions.h - every composition that applies to a problem, by name, for tests that run them
 * all. */
#ifndef TEST_SUPPORT_COMPOSITIONS_H
#define TEST_SUPPORT_COMPOSITIONS_H

#include "garner/plan.h"

#define MOST_COMPOSITIONS 200

typedef struct composition_list {
    size_t count;
    grn_plan_composition at[MOST_COMPOSITIONS];
} composition_list;

/* Those that apply with these options, which may name rows: others are left out. Aborts where no
 * plan can be made. */
composition_list compositions_of_gather(const grn_gather_spec *spec, const grn_tensor *operand,
                                        const grn_tensor *indices, const grn_tensor *result,
                                        const grn_plan_options *options);
composition_list compositions_of_scatter(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                         const grn_tensor *indices, const grn_tensor *updates,
                                         const grn_plan_options *options);

/* The options, with the rows of the composition named. */
grn_plan_options options_naming(const grn_plan_options *options, const grn_plan_composition *c);

/* "fused, loop, cells", or "its own choice"; a name that is not given is "any". */
typedef struct composition_text {
    char text[128];
} composition_text;
composition_text text_of_composition(const grn_plan_options *options);

/* Which rows have been run, on each axis, to be compared with the tables. */
#define MOST_ROWS 16
typedef struct rows_run {
    bool run[3][MOST_ROWS];
} rows_run;
void note_rows(rows_run *rows, bool scatter, const grn_plan_options *options);
/* The name of a row that was not run; NULL: all were. */
const char *row_not_run(const rows_run *rows, bool scatter);

/* Scratch for a run of the plan, aligned as it must be; free() takes it. NULL where none is
 * needed. */
void *scratch_for_plan(const grn_plan *plan);

#endif
