/* affine.h - the affine dialect of MLIR: read, checked, printed as MLIR prints it, and run.
 * Sources: the MLIR affine dialect and its Affine Expressions. */
#ifndef GRN_DIALECTS_AFFINE_H
#define GRN_DIALECTS_AFFINE_H

#include "dialects/common/foreign.h"

extern const grn_op_def grn_affine_value_ops[]; /* apply, min, max, and accesses of memory */
extern const grn_op_def grn_affine_loop_ops[];

/* A row without a meaning, and one that runs. */
#define GRN_AFFINE(op, does, ins, outs, attrs, ...) GRN_FOREIGN("affine", op, does, ins, outs, attrs, __VA_ARGS__)
#define GRN_AFFINE_RUNS(op, does, ins, outs, has, ...)                                                       \
    {                                                                                                        \
        .name = "affine." op, .summary = does, .source = "MLIR affine dialect, affine." op, .operands = ins, \
        .results = outs, .attrs = has, __VA_ARGS__                                                           \
    }

/* `(%i, %j)[%n]`, all of type index, onto `uses`. */
grn_status grn_affine_read_operands(grn_parser *p, grn_uses *uses);
/* A map or set into attribute `name`, and `(%i, %j)[%n]`. */
grn_status grn_affine_read_map(grn_parser *p, grn_op *op, grn_str name, grn_uses *uses);
/* Reads one op with `uses` at hand. */
grn_status grn_affine_with_uses(grn_parser *p, grn_op *op,
                                grn_status (*parse)(grn_parser *p, grn_op *op, grn_uses *uses));
/* An attribute from its text. */
grn_status grn_affine_set_text(grn_parser *p, grn_op *op, grn_str name, const char *text);

/* ---- expressions over written values: `%i + 3, symbol(%n)` (value.c) ------------------------- */

enum { GRN_AFFINE_TEXT_BYTES = 4096 };
typedef struct grn_affine_text {
    char text[GRN_AFFINE_TEXT_BYTES]; /* the results of a map, with commas between */
    size_t n, nresults;
    bool full;
    grn_vec dim, symbol; /* grn_use */
} grn_affine_text;
void grn_affine_text_init(grn_parser *p, grn_affine_text *s);
void grn_affine_text_end(grn_affine_text *s);
grn_status grn_affine_read_expr(grn_parser *p, grn_affine_text *s); /* one more result */
/* The map into attribute `name`, its operands onto `uses`. */
grn_status grn_affine_finish_text(grn_parser *p, grn_op *op, grn_str name, const grn_affine_text *s, grn_uses *uses);

/* ---- rules (check.c) ------------------------------------------------------------------------- */

grn_status grn_affine_map_verify(const grn_op *op, grn_check *check);
grn_status grn_affine_load_verify(const grn_op *op, grn_check *check);
grn_status grn_affine_store_verify(const grn_op *op, grn_check *check);
grn_status grn_affine_for_verify(const grn_op *op, grn_check *check);
grn_status grn_affine_if_verify(const grn_op *op, grn_check *check);
grn_status grn_affine_verify_yields(const grn_op *op, grn_check *check);
/* How many operands the bounds of affine.for have; what is left is carried. False: they do not add
 * up. */
bool grn_affine_sizes(const grn_op *op, size_t sizes[2]);

/* ---- what rows are made of (print.c, run.c, parallel.c) -------------------------------------- */

grn_status grn_affine_map_print(grn_printer *p, const grn_op *op);
grn_status grn_affine_load_print(grn_printer *p, const grn_op *op);
grn_status grn_affine_store_print(grn_printer *p, const grn_op *op);
grn_status grn_affine_for_print(grn_printer *p, const grn_op *op);
grn_status grn_affine_if_print(grn_printer *p, const grn_op *op);

grn_status grn_affine_apply_eval(grn_exec *x, const grn_op *op);
grn_status grn_affine_min_eval(grn_exec *x, const grn_op *op);
grn_status grn_affine_max_eval(grn_exec *x, const grn_op *op);
grn_status grn_affine_load_eval(grn_exec *x, const grn_op *op);
grn_status grn_affine_store_eval(grn_exec *x, const grn_op *op);
grn_status grn_affine_for_eval(grn_exec *x, const grn_op *op);
grn_status grn_affine_if_eval(grn_exec *x, const grn_op *op);

/* The results of a map from `from` on, `count` of them, over operands from `first` on: the
 * greatest, or the least. */
grn_status grn_affine_bound(grn_exec *x, const grn_op *op, const char *map, size_t first, size_t from, size_t count,
                            bool greatest, int64_t *out);
grn_status grn_affine_number(grn_exec *x, int64_t v, grn_rt *out);
grn_rt *grn_affine_values(grn_exec *x, const grn_op *op, size_t count);
void grn_affine_free(grn_exec *x, size_t count, grn_rt *values);

extern const grn_op_def grn_affine_parallel_ops[];
extern const grn_op_def grn_affine_index_ops[]; /* delinearize.c */

#endif
