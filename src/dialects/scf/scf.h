/*
 * scf.h - the families of scf ops, and what their text and their loops share.
 *
 * Must not know: what the bodies compute.
 */
#ifndef GRN_SCF_H
#define GRN_SCF_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_scf_for_ops[];      /* for, yield */
extern const grn_op_def grn_scf_parallel_ops[]; /* parallel, reduce, reduce.return */
extern const grn_op_def grn_scf_forall_ops[];   /* forall, forall.in_parallel */
extern const grn_op_def grn_scf_foreign_ops[];  /* execute_region, index_switch */
extern const grn_op_def grn_scf_branch_ops[];   /* if, while, condition */

/* ---- text (text.c) --------------------------------------------------------------------------- */

/* What an op binds to its region's arguments, as it is read. Init, use, then end in every case. */
typedef struct grn_scf_header {
    grn_vec args;  /* grn_region_arg */
    grn_uses uses; /* the op's operands */
} grn_scf_header;
void grn_scf_header_init(grn_parser *p, grn_scf_header *h);
void grn_scf_header_end(grn_scf_header *h);
grn_status grn_scf_read_use(grn_parser *p, grn_scf_header *h); /* one more of its uses */
/* `%name`, a new argument of a type that is not known yet. */
grn_status grn_scf_read_arg(grn_parser *p, grn_scf_header *h);
/* `(%a = %b, ...)`: an argument and a use each. */
grn_status grn_scf_read_bindings(grn_parser *p, grn_scf_header *h);
/* `(T, ...)` or `T`: result types into *types (const grn_type *), a vec of the caller's. */
grn_status grn_scf_read_types(grn_parser *p, grn_vec *types);
/* `(%a = %b, ...)` of operands from `first` on, and arguments from `arg` on. */
void grn_scf_print_bindings(grn_printer *p, const grn_op *op, const grn_block *block, size_t arg, size_t first,
                            size_t count);
/* ` -> (T, T)`, where there are results. */
void grn_scf_print_results(grn_printer *p, const grn_op *op, bool parentheses);

/* ---- rules ----------------------------------------------------------------------------------- */

/*
 * Values go along an edge from one place of the op to another: as many as are wanted, of these
 * types, in the words that upstream has for it. `given` and `wanted` answer the types.
 */
typedef struct grn_scf_edge {
    const char *from, *to;
    size_t ngiven, nwanted;
    const grn_type *(*given)(const void *list, size_t i);
    const grn_type *(*wanted)(const void *list, size_t i);
    const void *given_list, *wanted_list;
} grn_scf_edge;
grn_status grn_scf_check_edge(const grn_op *op, const grn_check *check, const grn_scf_edge *edge);
/* What such a list may be: values' pointers, and values in a row. */
const grn_type *grn_scf_type_of_pointer(const void *list, size_t i);
const grn_type *grn_scf_type_of_value(const void *list, size_t i);
/* The only block of region r; NULL: there is another number of them. */
const grn_block *grn_scf_only_block(const grn_op *op, size_t r);
/* The last op of that block, if it is one of this name. */
const grn_op *grn_scf_end_of(const grn_op *op, size_t r, const char *name);

/* ---- running --------------------------------------------------------------------------------- */

/*
 * The steps of a loop from `from` to below `to`, *count of them, by operands numbers of one type.
 * GRN_E_ARGUMENT, reported: the step is not positive, or the last value plus the step is not of the
 * type.
 */
typedef struct grn_scf_range {
    int64_t from, step;
    uint64_t count;
} grn_scf_range;
grn_status grn_scf_range_of(grn_exec *x, const grn_op *op, grn_dtype dtype, int64_t from, int64_t to, int64_t step,
                            grn_scf_range *out);
grn_status grn_scf_range_read(grn_exec *x, const grn_op *op, size_t from, size_t to, size_t step, grn_scf_range *out);
/* A number as a value of this dtype. */
grn_status grn_scf_number(grn_exec *x, grn_dtype dtype, int64_t v, grn_rt *out);
/* `count` zeroed values of the exec's memory; NULL, reported: refused. */
grn_rt *grn_scf_values(grn_exec *x, const grn_op *op, size_t count);
/* Releases and frees them; NULL is fine. */
void grn_scf_free(grn_exec *x, size_t count, grn_rt *values);

#endif
