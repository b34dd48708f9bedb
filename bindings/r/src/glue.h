/*
 * glue.h - between R's vectors and the library's views.
 *
 * Knows both sides. R's errors leave by longjmp, so nothing here may raise one
 * while a frame of the library is on the stack: calls collect what the library
 * says and raise it after they are back.
 *
 * An error raised under .Call carries the call of the R function around it, so
 * every exported function reaches its own .Call: that is how an error names the
 * function that the user called.
 */
#ifndef GARNER_R_GLUE_H
#define GARNER_R_GLUE_H

#include <setjmp.h>
#include <stdbool.h>

#include "garner/spec.h"

#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>

#define SAID_BYTES 1024

/* The first error of a call of the library. */
typedef struct said {
    char text[SAID_BYTES];
} said;

/* ---- views (view.c) -------------------------------------------------------------------------- */

/* A message collector for `into`, which it empties. */
grn_diag collect(said *into);

/* Tensors are arrays of R's with a class on them. nv_tensor() gives the class "AnvilTensor",
 * nv_array() gives "AnvlArray" and "AnvilTensor": anvil's name for it, and the name since that
 * package is called anvl. */
#define TENSOR_CLASS "AnvilTensor"
bool is_tensor(SEXP x);
/* The class of a result of x, y and z: that of the first of them that nv_array() made, else of the
 * first tensor. NULL: none of them is a tensor. The class stays the argument's. */
SEXP tensor_class_of(SEXP x, SEXP y, SEXP z);
/* Raises an error if x has another class. Factors get base R's words. */
void refuse_classes(SEXP x, const char *name);
/* Calls refuse_<what>() of R/refuse.R, which raises the error of the function under way. */
void refuse_in_r(const char *what, SEXP first, SEXP second);

/* R's own storage of x as a column-major view. A vector without dim has rank 1, or 0 where it is
 * one element and rank 0 is wanted or it is a tensor. Raises an error for anything but an integer,
 * double, logical, complex or raw array. */
void view_of(SEXP x, int wanted_rank, const char *name, grn_tensor *out);
/* Index values: up to FEW_INDICES of them, and doubles, are copied as i64 that count from 0, so
 * that no value wraps and the library's shortest way is open; more integers stay where they lie,
 * and count from `base`. */
#define FEW_INDICES 64
typedef struct index_view {
    grn_tensor view;
    int64_t base;
    int64_t few[FEW_INDICES];
} index_view;
/* Raises an error for all but whole numbers. Protect what it returns for as long as `out` is
 * used. */
SEXP view_of_indices(SEXP x, const char *name, index_view *out);
/* A new R array of `type` and its view; `vector`: without dim, as rank 0 always is. */
SEXP new_array(SEXPTYPE type, int32_t rank, const int64_t *shape, bool vector, grn_tensor *out);
/* A copy of x, whose view is `view`, and the copy's view: of this class, or (R_NilValue) plain with
 * x's dim, if any. */
SEXP copy_array(SEXP x, const grn_tensor *view, SEXP tensor_class, grn_tensor *copy);
/* Whether x has no dim. */
bool is_vector(SEXP x);
/* Bytes of an element of an R vector of one of the types that view_of takes. */
size_t element_bytes(SEXPTYPE type);
/* The first byte of such a vector, to be read. */
const void *bytes_of(SEXP x);

/* ---- arguments (arguments.c) ----------------------------------------------------------------- */

/* Names of the arguments of one operation, and of its parts in messages. */
typedef struct words {
    const char *operand, *indices, *dense;
    const char *window, *dropped, *batching, *indices_batching, *map;
} words;
extern const words gather_words, scatter_words;

/* The five lists and index_vector_dim as R gives them. */
typedef struct numbers {
    SEXP window, dropped, batching, indices_batching, map, vector_dim;
} numbers;

/* Whole numbers of at least `least`, minus `base`; NULL is none. */
void read_dims(SEXP x, const char *name, int least, int base, grn_dims *out);
void read_numbers(const numbers *given, const words *w, grn_dimension_numbers *out);
/* bounds: NULL for the operation's own policy, or the name of another. */
grn_index_rule read_rule(SEXP bounds, SEXP sorted, SEXP unique, grn_bounds own);

/* ---- rules (rules.c) ------------------------------------------------------------------------- */

/* Raises the R error of a status other than GRN_OK: which rule is broken, counted from 1; else what
 * the library said. */
void stop_gather(grn_status status, const said *heard, const grn_gather_spec *spec, const grn_tensor *operand,
                 const grn_tensor *indices);
void stop_scatter(grn_status status, const said *heard, const grn_scatter_spec *spec, const grn_tensor *input,
                  const grn_tensor *indices, const grn_tensor *update);

/* ---- combiners (combine.c) ------------------------------------------------------------------- */

/* What a scatter into R's vectors combines with. It lives until the scatter is over. */
typedef struct combiner {
    SEXP function;     /* R_NilValue unless R is called */
    SEXP continuation; /* where an R error or interrupt goes on, once the library's frames are gone */
    SEXPTYPE type;
    grn_combiner named;
    bool jumped;
    said refusal;
    jmp_buf back;
    int64_t count; /* of the call under way */
    void *current;
    const void *update;
} combiner;

/* Fills spec's combiner. computation: NULL, the name of one of the library's, or a function.
 * Protect c->continuation. */
void choose_combiner(combiner *c, SEXP computation, SEXP input, SEXP update, grn_scatter_spec *spec);

/* ---- subscripts (subset.c) ------------------------------------------------------------------- */

/* x[...] and x[...] <- value, with the subscripts that stand as `...` in the frame of the R
 * function under way. */
SEXP call_subset(SEXP x, SEXP frame);
SEXP call_subset_assign(SEXP x, SEXP frame, SEXP value);
/* To be called once, before either. */
void prepare_subscripts(void);

#endif
