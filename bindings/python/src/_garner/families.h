/* families.h - the table of calls, and how its forms are written. */
#ifndef GARNER_PYTHON_FAMILIES_H
#define GARNER_PYTHON_FAMILIES_H

#include "docs.h"
#include "glue.h"

#define NROWS 55
extern const row rows[];
extern const size_t nrows;

#define RUN(name) static grn_status name##_run(call *c, const grn_tensor *out, const grn_diag *diag)
#define RUN_TWO(name) \
    static grn_status name##_run_two(call *c, const grn_tensor *first, const grn_tensor *second, const grn_diag *diag)
#define SHAPE(name) static grn_status name##_shape(const call *c, const grn_diag *diag, int32_t *rank, int64_t *shape)
#define GATHER_SPEC(name) static grn_status name##_gather_spec(call *c, const grn_diag *diag, grn_gather_spec *spec)
#define SCATTER_SPEC(name) static grn_status name##_scatter_spec(call *c, const grn_diag *diag, grn_scatter_spec *spec)

#endif
