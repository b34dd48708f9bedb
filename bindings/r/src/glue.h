/*
 * glue.h - between R's vectors and the library's views.
 *
 * Knows both sides. R's errors leave by longjmp, so nothing here may raise one
 * while a frame of the library is on the stack: calls collect what the library
 * says and raise it after they are back.
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

/* ---- views (view.c) ----------------------------------------------------------------------------------------- */

/* A message collector for `into`, which it empties. */
grn_diag collect(said *into);
/* Raises an R error unless status is GRN_OK. */
void stop_unless_ok(grn_status status, const said *heard);

/* R's own storage of x as a column-major view. A vector without dim has rank 1, or 0 where it is one element and rank 0
 * is wanted. Raises an error for anything but a plain integer, double, logical, complex or raw array. */
void view_of(SEXP x, int wanted_rank, const char *name, grn_tensor *out);
/* The same for index values. Whole doubles are copied as i64: protect what it returns for as long as `out` is used. */
SEXP view_of_indices(SEXP x, const char *name, grn_tensor *out);
/* A new R array of `type` and its view. Rank 0 is one element without dim. */
SEXP new_array(SEXPTYPE type, int32_t rank, const int64_t *shape, grn_tensor *out);
/* Bytes of an element of an R vector of one of the types that view_of takes. */
size_t element_bytes(SEXPTYPE type);
/* The first byte of such a vector, to be read. */
const void *bytes_of(SEXP x);

/* ---- combiners (combine.c) ------------------------------------------------------------------------------------ */

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

/* Fills spec's combiner. name: one of the library's, "function" to call `function`. Protect c->continuation. */
void choose_combiner(combiner *c, const char *name, SEXP function, SEXP input, SEXP update, grn_scatter_spec *spec);

#endif
