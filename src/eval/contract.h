/*
 * contract.h - sums of products: what matrix products and convolutions are.
 *
 * Knows: two operands whose factors are read by row and place in the sum, and
 * how the sums are cut into blocks, tiles and parts for threads. Must not
 * know: which dimensions of a tensor the rows and places are.
 *
 * Every sum begins at zero and takes its products in the order of their place;
 * each product and each sum is rounded to the result's dtype (integers wrap, i1
 * is `or` of `and`). So the bits are those of the plain loop, for any cut, any
 * instruction set and any number of threads. A NaN is the canonical one.
 */
#ifndef GRN_EVAL_CONTRACT_H
#define GRN_EVAL_CONTRACT_H

#include "eval/eval.h"
#include "garner/threads.h"
#include "kernels/panel.h"

/* Elements of the contraction's dtype. The factor of row r at place p of its sum is data[(from + r)
 * * row + p * step]. Where `take` is given, it writes the factors instead: n factors of row `row`
 * (`from` counted in) from place `at` on, compact. Several threads may call it. */
typedef struct grn_contract_factors {
    const void *data;
    int64_t from, row, step;
    void (*take)(const struct grn_contract_factors *f, int64_t row, int64_t at, int64_t n, void *out);
    const void *user;
} grn_contract_factors;

/* sums[r * row + c * column] = sum over p < depth of lhs row r's and rhs row c's factors at p. */
typedef struct grn_contraction {
    grn_dtype dtype;
    int64_t rows, columns, depth;
    grn_contract_factors lhs, rhs;
    void *sums;
    int64_t row, column;
    const grn_panel *panel; /* NULL: products and sums go by the functions multiply and add */
    grn_bound_element multiply, add;
} grn_contraction;

/* Sets dtype, panel, multiply and add. GRN_E_DTYPE: there are none. */
grn_status grn_contract_bind(grn_contraction *c, grn_dtype dtype);
/* The distance in elements to the next lhs.data, rhs.data and sums. */
typedef struct grn_contract_place {
    int64_t lhs, rhs, sums;
} grn_contract_place;
typedef grn_contract_place (*grn_contract_at)(const void *user, int64_t i);
/* `count` contractions of one shape, the i-th of which is at at(user, i), on the threads of
 * `parallel` (NULL: on this one). GRN_E_MEMORY: scratch was refused; nothing has been written. */
grn_status grn_contract_all(const grn_contraction *c, int64_t count, grn_contract_at at, const void *user,
                            const grn_parallel *parallel, const grn_allocator *allocator);

/* ---- within (contract_pack.c, contract_steps.c) ---------------------------------------------- */

/* Blocks of `depth` places and `rows` and `columns` sums, and their bytes. */
typedef struct grn_contract_blocks {
    int64_t depth, rows, columns;
    size_t scratch_bytes;
} grn_contract_blocks;

/*
 * Factors [at, at + depth) of rows [from, from + rows), `width` rows side by side: out[(s * depth +
 * p) * width + r] is that of row from + s * width + r; rows past the last are zero. `line`: depth
 * elements, for what is taken.
 */
void grn_contract_pack(const grn_contract_factors *f, size_t bytes, int64_t from, int64_t rows, int64_t at,
                       int64_t depth, int64_t width, void *line, void *out);
/* The blocks of a contraction without panels, and itself over them. */
grn_contract_blocks grn_contract_step_blocks(const grn_contraction *c);
void grn_contract_steps(const grn_contraction *c, const grn_contract_blocks *blocks, char *scratch);

#endif
