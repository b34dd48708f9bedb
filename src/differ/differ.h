/*
 * differ.h - another tool's results held against garner's: localized to an op, judged by a bound, read by a mistake.
 *
 * Knows: cuts of programs, runs of garner and of the tool, the error that an op may add. Must not know: which process
 * the tool is, files, what is printed.
 *
 * Glossary
 *   error     of an element: how far the tool's may be from garner's. 0: the bits are fixed; finite: in absolute units;
 *             infinite: the specification leaves the element open; NaN: no bound is known
 *   spread    the error that an op hands on of its operands' errors
 *   alone     of an op: run on given operands, where nothing of it can be fused with others
 *   company   of an op: run within the program
 *   reading   of an op: what it might be taken to mean by mistake
 *
 * The files: diff.c (the public call), exhaust.c (for all indices), verdict.c (what is found, and its texts),
 * values.c (values of bodies, runs), localize.c (which ops), alone.c (one op), company.c (ops within the program),
 * error.c (errors of whole blocks), wide.c (an op on doubles), allowance.c (the table of ops), allowance_elements.c
 * and allowance_sums.c (its functions), tools.c (what is known of tools), compare.c (elements), readings*.c
 * (mistakes).
 */
#ifndef GRN_DIFFER_H
#define GRN_DIFFER_H

#include "api/module_cut.h"
#include "garner/differ.h"
#include "interp/interp.h"
#include "ir/value_map.h"

/* ---- tools (tools.c) ------------------------------------------------------------------------- */

/* Columns of a table of ulps. */
typedef enum grn_ulps_of { GRN_ULPS_BF16, GRN_ULPS_F16, GRN_ULPS_F32, GRN_ULPS_F64, GRN_ULPS_COUNT } grn_ulps_of;

typedef struct grn_tool_row {
    const char *name;
    bool flushes;                             /* subnormal operands and results may be zero */
    bool contracts;                           /* a product and a sum may be rounded once, a quotient may be a product */
    const struct grn_function_row *functions; /* first looked up here; NULL: the specification's alone */
} grn_tool_row;
/* The row of a name up to its colon, "jax:gpu"; that of the specification for others and for NULL. */
const grn_tool_row *grn_tool_row_of(const char *name);

/* The most ulps that a function of the tool is away from the exact value. */
typedef struct grn_function_row {
    grn_op_number op; /* GRN_OP_NONE ends the table */
    double ulps[GRN_ULPS_COUNT];
    double absolute; /* beside them: of a function that is cut off where it is small */
} grn_function_row;
/* The most that the function of the op is off, near a result whose unit in the last place is `ulp`. */
double grn_tool_error(const grn_tool_row *tool, grn_op_number op, grn_dtype dtype, double ulp);

/* ---- what is found (verdict.c) --------------------------------------------------------------- */

struct grn_diff {
    const grn_allocator *allocator;
    grn_arena arena; /* of all texts and values */
    grn_verdict verdict;
    const char *said;
    uint64_t combinations;
    grn_vec differences; /* grn_difference */
};

/* One run by each of the two, and what follows (diff.c). `d` has module, function, tool, options and diag. */
struct grn_differ;
grn_status grn_diff_once(const struct grn_differ *d, size_t ninputs, const grn_tensor *inputs, bool whole,
                         grn_diff **out);
/* For every combination of indices (exhaust.c). */
grn_status grn_diff_all(const struct grn_differ *d, size_t ninputs, const grn_tensor *inputs, bool whole,
                        grn_diff **out);

/* ---- a diff under way ------------------------------------------------------------------------ */

typedef struct grn_differ {
    const grn_module *module;
    const grn_function *function;
    size_t number; /* of the function */
    size_t ninputs;
    const grn_tensor *inputs;
    const grn_tool *tool;
    const grn_tool_row *row;
    grn_run_options run;
    const grn_diag *diag;
    const grn_allocator *allocator;
    grn_diff *out;
    size_t nresults;
    grn_tensor *garner, *theirs; /* [nresults] of the program */
    bool *differs;               /* [nresults] */
} grn_differ;

/* ---- values (values.c) ----------------------------------------------------------------------- */

/* A program that was cut out. */
typedef struct grn_cutout {
    grn_module *module;
    size_t nargs;
    const grn_value **args; /* of the program that it was cut out of */
} grn_cutout;

grn_status grn_differ_no_memory(const grn_differ *d);
/* A compact copy in the arena. False: memory refused. */
bool grn_keep_tensor(grn_arena *arena, const grn_tensor *from, grn_tensor *to);
/* A compact tensor of the shape in the arena, zeroed. False: memory refused. */
bool grn_new_tensor(grn_arena *arena, grn_dtype dtype, const grn_tensor *like, grn_tensor *out);
/* Whether values of the type are tensors that can be compared. */
bool grn_is_plain(const grn_value *v);
/* The value of a constant that is not among those that are known. NULL: it is none, or memory was refused. */
const grn_tensor *grn_known_constant(grn_arena *arena, const grn_value *v);
/* `map` gets a copy of the tensor for the value. False: memory refused. */
bool grn_know(grn_arena *arena, grn_value_map *map, const grn_value *v, const grn_tensor *t);

/* Cuts; another status than GRN_OK is not reported. *out is destroyed by the caller where it has a module. */
grn_status grn_piece_make(const grn_module *module, const grn_program_cut *cut, grn_arena *arena, grn_cutout *out);
void grn_piece_destroy(grn_cutout *piece);
/* The arguments of the piece as the map has them. False: one is not there, or memory refused. */
bool grn_piece_inputs(const grn_cutout *piece, const grn_value_map *known, grn_arena *arena, grn_tensor **inputs);
/* garner runs it; results are copied to the arena. Failures are not reported. */
grn_status grn_run_garner(const grn_run_options *run, const grn_module *module, size_t function, size_t ninputs,
                          const grn_tensor *inputs, grn_arena *arena, size_t nresults, grn_tensor *results);

/* The tool's answer: results copied, and of the types that are asked for, or it is no answer. */
typedef struct grn_heard {
    grn_tool_outcome outcome;
    const char *said; /* NULL: nothing */
    bool is_other;    /* it ran, and a result is of another type or not there */
} grn_heard;
/* Another status than GRN_OK: the tool's `run` has it, or memory was refused. */
grn_status grn_run_tool(const grn_differ *d, const grn_module *module, size_t function, size_t ninputs,
                        const grn_tensor *inputs, size_t nresults, const grn_tensor *like, grn_tensor *results,
                        grn_heard *heard);

/*
 * An op alone: the cut that has its operands as arguments and its results, as far as they are plain, as results. Of
 * another dialect than the hub's its constant operands stay constants.
 */
grn_status grn_piece_of_op(const grn_module *module, const grn_op *function, const grn_op *op, grn_arena *arena,
                           grn_cutout *out, size_t *nwanted, const grn_value ***wanted);

/* All plain values that ops of the block compute, in their order. NULL: memory refused. */
const grn_value **grn_block_values(const grn_block *block, grn_arena *arena, size_t *n);

/* ---- errors (error.c) ------------------------------------------------------------------------ */

/* The error of each element of a value. */
typedef struct grn_error {
    double *of;          /* [elements]; NULL: 0 everywhere */
    grn_allowance why;   /* of what is finite */
    grn_allowance open;  /* of what is infinite */
    const char *unknown; /* why there is none, where it is NaN */
    const char *beyond;  /* not NULL: what is beyond the bound is not decided, for this reason */
} grn_error;

typedef struct grn_bounding {
    const grn_module *module; /* that the ops are of */
    const grn_op *function;
    const grn_tool_row *tool;
    const grn_run_options *run;
    grn_arena *arena;
    int converted;            /* how many ops of other dialects the op is part of */
    bool company;             /* roundings may be left out, as the tool contracts */
    bool flush;               /* subnormals may be zero */
    const grn_tensor *theirs; /* of an op that is judged alone: what the tool made of the same operands; else NULL */
} grn_bounding;

/* One op with its values. */
typedef struct grn_error_case {
    const grn_op *op;
    size_t noperands, nresults;
    const grn_tensor *operands;
    const grn_error *in;
    const grn_tensor *results;           /* garner's */
    grn_error *out;                      /* zeroed */
    const grn_value_map *known, *errors; /* of values around it, which its regions may read */
} grn_error_case;

/* Fills c->out. Only refused memory is a failure: what has no bound is NaN. */
grn_status grn_error_of_op(const grn_bounding *b, const grn_error_case *c);
/*
 * Errors of all plain values of a block, from those that `errors` (of grn_error *) has of what it reads: 0 where it has
 * none. `known` has garner's values.
 */
grn_status grn_error_of_block(const grn_bounding *b, const grn_block *block, const grn_value_map *known,
                              grn_value_map *errors);
/*
 * garner runs the first function of a module on `args`, and the errors `in` go through it: *known is false where one of
 * the two cannot be done. False: memory refused.
 */
bool grn_errors_through(const grn_bounding *b, const grn_module *m, size_t nargs, const grn_tensor *args,
                        const grn_error *in, size_t nresults, grn_tensor *results, grn_error *out, bool *known);
bool grn_error_is_zero(const grn_error *e, const grn_tensor *t);
/* All elements of result i: NaN, or infinite. False: memory refused. */
bool grn_error_unknown(const grn_bounding *b, const grn_error_case *c, size_t i, const char *why);
bool grn_error_open(const grn_bounding *b, const grn_error_case *c, size_t i, grn_allowance why);
/* [elements] of zeros. */
double *grn_error_new(const grn_bounding *b, const grn_tensor *like);
bool grn_any_error(const grn_error_case *c);

/* ---- an op on doubles (wide.c) --------------------------------------------------------------- */

/*
 * Runs the op with all floats and complex numbers of it as f64, on operands [noperands] that are so already. Results
 * are in the arena. False: it cannot be run so.
 */
bool grn_wide_run(const grn_bounding *b, const grn_op *op, const grn_tensor *operands, size_t nresults,
                  grn_tensor *results);
/* Functions of a module that is nobody else's get the types that their arguments and results have. */
bool grn_retype_functions(grn_module *module);
/* Operand i as doubles: its magnitudes (what is no finite number as 0), these but for what is above one, its errors, or
 * ones; integers as they are. */
typedef enum grn_wide_as { GRN_WIDE_MAGNITUDE, GRN_WIDE_UP_TO_ONE, GRN_WIDE_ERROR, GRN_WIDE_ONES } grn_wide_as;
bool grn_wide_operand(const grn_bounding *b, const grn_error_case *c, size_t i, grn_wide_as how, grn_tensor *out);

/* ---- the table (allowance.c) ----------------------------------------------------------------- */

typedef bool grn_allow_fn(const grn_bounding *b, const grn_error_case *c);
typedef struct grn_allowance_row {
    grn_op_number op;
    grn_allow_fn *allow; /* false: memory refused */
} grn_allowance_row;
/* NULL: no row. */
const grn_allowance_row *grn_allowance_row_of(const grn_op *op);

grn_allow_fn grn_allow_element; /* allowance_elements.c */
grn_allow_fn grn_allow_sum;     /* allowance_sums.c: reduce, reduce_window, all_reduce, .. */
grn_allow_fn grn_allow_product; /* dot_general, dot, convolution */
grn_allow_fn grn_allow_transform;
grn_allow_fn grn_allow_normalization; /* allowance_norm.c */
grn_allow_fn grn_allow_cholesky;      /* allowance_cholesky.c */
grn_allow_fn grn_allow_move;          /* elements of operands in other places */
grn_allow_fn grn_allow_same;          /* operand i is result i */
grn_allow_fn grn_allow_control;       /* control.c */
grn_allow_fn grn_allow_any;           /* any bits will do */
grn_allow_fn grn_allow_exact;         /* of exact operands; of others there is no bound */
grn_allow_fn grn_allow_access;        /* allowance_access.c: what is a gather or a scatter */
grn_allow_fn grn_allow_sort;          /* allowance_sort.c */

/*
 * The error of a sum of `count` terms with the sum of magnitudes, in the dtype: however it is ordered, and rounded
 * after each term or not. Both garner's error and the tool's are in it.
 */
double grn_sum_error(grn_dtype dtype, double count, double magnitudes);

extern const char grn_complex_order[]; /* why a minimum of complex numbers is not decided */

/* What a region of two arguments does with them, if it is one op. */
typedef enum grn_region_kind {
    GRN_REGION_ADD,
    GRN_REGION_MUL,
    GRN_REGION_EXACT,
    GRN_REGION_SECOND,
    GRN_REGION_OTHER
} grn_region_kind;
grn_region_kind grn_region_kind_of(const grn_op *op);

/* ---- elements (compare.c) -------------------------------------------------------------------- */

bool grn_same_element(grn_dtype dtype, const void *a, const void *b); /* bits, NaN as NaN */
bool grn_same_tensor(const grn_tensor *a, const grn_tensor *b);       /* compact, of one type */
/* Whether two results, compact and of one type, differ in signs of zeros alone, which the op's specification leaves open
 * (allowance_zeros.c). */
bool grn_zeros_are_open(const grn_op *op, const grn_tensor *garner, const grn_tensor *theirs);
/* As a number: of a complex one its magnitude. */
double grn_element_value(grn_dtype dtype, const void *p);
double grn_element_distance(grn_dtype dtype, const void *a, const void *b); /* NaN: not to be told */
double grn_ulp_of(grn_dtype dtype, double magnitude);
double grn_half_ulp(grn_dtype dtype);
double grn_max_finite(grn_dtype dtype);
double grn_min_normal(grn_dtype dtype);
static inline const void *grn_element_at(const grn_tensor *compact, int64_t i)
{
    return (const char *)compact->data + (size_t)i * grn_dtype_bytes(compact->dtype);
}

/* How two values differ under an error. */
typedef struct grn_judged {
    grn_verdict verdict; /* SAME, ALLOWED, UNDECIDED, BUG */
    grn_allowance why;
    uint64_t elements;
    int64_t first; /* the first that has the verdict */
    double distance, bound;
    bool is_absolute;
    const char *note;
} grn_judged;
void grn_judge(const grn_tensor *garner, const grn_tensor *theirs, const grn_error *error, grn_judged *out);

/* ---- findings -------------------------------------------------------------------------------- */

/* Adds a difference of value `v` (an op's result). False: memory refused. */
grn_difference *grn_diff_add(const grn_differ *d, const grn_value *v, const grn_judged *j, const grn_tensor *garner,
                             const grn_tensor *theirs, size_t result);
/* `explain` and a reading for a bug of an op alone. */
grn_status grn_diff_explain(const grn_differ *d, grn_difference *found, const grn_cutout *alone,
                            const grn_tensor *inputs, const grn_op *op, size_t result, const grn_tensor *garner,
                            const grn_tensor *theirs, const grn_error *error);

/* localize.c, company.c, alone.c */
grn_status grn_localize(const grn_differ *d);
/* Judges the results that `open` names by the program as a whole. */
grn_status grn_judge_company(const grn_differ *d, const bool *open);
/* Judges one op on the tool's operands; *found is whether its result differs alone. */
grn_status grn_judge_alone(const grn_differ *d, const grn_op *op, const grn_value_map *theirs, size_t result,
                           bool *found);

/* ---- ops that run blocks (control.c) --------------------------------------------------------- */

bool grn_is_control(const grn_op *op);
/* Looks into what the op ran, on the tool's values, which `theirs` gets more of; *found is whether an op in there
 * differs alone. */
grn_status grn_descend(const grn_differ *d, const grn_op *op, const grn_value_map *theirs, size_t result, bool *found);

/* ---- readings (readings.c) ------------------------------------------------------------------- */

/* The name of the reading that gives `theirs` as result `result` of the op; NULL: none does. */
const char *grn_reading_of(const grn_differ *d, const grn_op *op, size_t noperands, const grn_tensor *operands,
                           size_t result, const grn_tensor *garner, const grn_tensor *theirs, const grn_error *error);

#endif
