/* expr.h - affine maps and integer sets out of their text: simplified as MLIR does, printed, and
 * worked out (MLIR, Affine Expressions). */
#ifndef GRN_DIALECTS_AFFINE_EXPR_H
#define GRN_DIALECTS_AFFINE_EXPR_H

#include "dialects/affine/affine.h"

/* Small, as it lies on the stack of ops that nest. */
enum { GRN_AFFINE_NODES = 192, GRN_AFFINE_RESULTS = 64, GRN_AFFINE_INPUTS = 64 };

typedef enum grn_affine_kind {
    GRN_AFFINE_DIM,
    GRN_AFFINE_SYMBOL,
    GRN_AFFINE_CONST,
    GRN_AFFINE_ADD,
    GRN_AFFINE_MUL,
    GRN_AFFINE_MOD,
    GRN_AFFINE_FLOORDIV,
    GRN_AFFINE_CEILDIV
} grn_affine_kind;

typedef struct grn_affine_node {
    int64_t value;       /* of a constant; which dim or symbol */
    int16_t left, right; /* of an op: nodes before it */
    grn_affine_kind kind;
} grn_affine_node;

/* A map's results, or a set's constraints, each against 0. */
typedef struct grn_affine {
    bool is_set;
    size_t ndims, nsymbols, nresults, nnodes;
    int16_t result[GRN_AFFINE_RESULTS];
    bool is_equal[GRN_AFFINE_RESULTS]; /* of a constraint: == 0, else >= 0 */
    grn_affine_node node[GRN_AFFINE_NODES];
} grn_affine;

/* False: the attribute is none, or longer than the numbers above. */
bool grn_affine_read(const grn_attr *attr, grn_affine *out);
/* Result `r`, inputs being dims and then symbols. False: a number does not fit, or a divisor is not
 * positive. */
bool grn_affine_value(const grn_affine *a, size_t r, const int64_t *inputs, int64_t *out);

/* `(d0)[s0] -> (d0 + s0)`, in the brackets of its kind. */
void grn_affine_print(grn_printer *p, const grn_affine *a);
/* Result `r` over operands, of which those that are symbols stand in `symbol(..)` where `marks`. */
void grn_affine_print_over(grn_printer *p, const grn_affine *a, size_t r, grn_value *const *operands, bool marks);

#endif
