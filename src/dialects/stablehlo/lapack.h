/*
 * lapack.h - LAPACK's routines as custom calls.
 *
 * Knows: which values a routine takes, by the names of jaxlib's foreign
 * functions on CPUs (jax 0.10, jax/_src/lax/linalg.py: lapack_dgetrf_ffi and
 * its neighbours), and how one matrix of a batch is handed to it. Must not
 * know: which library has the routines beyond its file's name.
 *
 * A routine sees bytes, not shapes: a value's matrices lie one after the other
 * as the call's layouts say, and the routine reads each as column-major.
 */
#ifndef GRN_STABLEHLO_LAPACK_H
#define GRN_STABLEHLO_LAPACK_H

#include "dialects/stablehlo/ops.h"

enum {
    GRN_LAPACK_INPUTS = 4,
    GRN_LAPACK_OUTPUTS = 6,
    GRN_LAPACK_SCRATCHES = 3,
    GRN_LAPACK_VALUES = GRN_LAPACK_INPUTS + GRN_LAPACK_OUTPUTS + GRN_LAPACK_SCRATCHES,
    GRN_LAPACK_ATTRS = 4,
    GRN_LAPACK_LETTERS = 26
};

/* A value that a routine reads or writes, of one matrix. */
typedef struct grn_lapack_value {
    char element;      /* 'T': the routine's type, 'R': its real one, 'C': its complex one, 'I': a 32-bit integer */
    const char *shape; /* a letter for each dimension behind the batch's; 'k' is min(m, n), 'e' is n - 1 */
    int copies;        /* of an output: the input that it begins as, counted from 1; 0: none */
} grn_lapack_value;

/* An attribute of the call's configuration; `letters` lists the characters that it may be, "?" stands for a truth, "#"
 * for a number. */
typedef struct grn_lapack_attr {
    const char *name, *letters;
} grn_lapack_attr;

/* One matrix on its way through a routine. */
typedef struct grn_lapack {
    char type;                       /* 's', 'd', 'c' or 'z' */
    int32_t dim[GRN_LAPACK_LETTERS]; /* by letter */
    int32_t attr[GRN_LAPACK_ATTRS];
    void *at[GRN_LAPACK_VALUES]; /* inputs, outputs, scratches, as the row lists them */
    void (*routine)(void);
    void *work, *rwork, *iwork;
    int32_t lwork, lrwork, liwork; /* -1: the routine says in work[0], .. how many it wants, and does nothing */
    int32_t info;
} grn_lapack;

/* One routine. What a row's rules refuse is said in words; NULL: nothing. */
typedef struct grn_lapack_row {
    const char *name, *types; /* lapack_<one of types><name>_ffi */
    grn_lapack_value inputs[GRN_LAPACK_INPUTS + 1], outputs[GRN_LAPACK_OUTPUTS + 1],
        scratches[GRN_LAPACK_SCRATCHES + 1];
    grn_lapack_attr attrs[GRN_LAPACK_ATTRS + 1];
    void (*run)(grn_lapack *l);
    const char *(*refuse)(const grn_lapack *l);
    void (*sizes)(grn_lapack *l); /* of workspaces that the routine is not asked about */
    bool has_work;                /* of the size that the routine asks for */
    bool finite;                  /* what is not finite is not handed to it: info is -4 */
    bool own;                     /* it is a function of garner's: no library is asked for it */
} grn_lapack_row;

extern const grn_lapack_row grn_lapack_rows[]; /* ends with a name of NULL */

static inline int32_t grn_lapack_least(const grn_lapack *l)
{
    int32_t m = l->dim['m' - 'a'], n = l->dim['n' - 'a'];
    return m < n ? m : n;
}

static inline bool grn_lapack_is_complex(const grn_lapack *l) { return l->type == 'c' || l->type == 'z'; }

/* The function that runs calls of this target; NULL: it is none of LAPACK's. */
grn_check_call grn_lapack_find_call(grn_str target);

#endif
