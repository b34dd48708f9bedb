/*
 * bags.h - embedding bags: out[b] = the sum, mean, maximum or minimum over the entries e of bag b
 * of weight[e] * table[indices[e]], in one pass, without the tensor of gathered rows.
 *
 * The same call serves
 *   an embedding bag            torch.nn.functional.embedding_bag, rows that are quantised too
 *   a graph's copy_u, u_mul_e   out[v] = reduce over in-edges e of x[u(e)] * s[e]: the bags are the
 *                               rows of a CSR matrix, indices the sources of its edges, weights
 *                               their scales, [E] or one for each head, [E, H]
 *   experts' outputs            bags of constant length (experts.h)
 *
 * Glossary
 *   entry    one index of a bag, with its weight
 *   bag      a run of the list of entries
 *   format   how the numbers of a row lie in memory: plain elements, or integers with a scale and a
 *            bias that stand in the row
 *
 * Sums go over the entries of a bag in their order, in f32 (in f64 for a table of f64), and are
 * rounded once to the result's dtype. The bits depend neither on the number of threads nor on the
 * instruction set. NaN is the canonical one wherever an element of a result is one.
 *
 * diag, options, an allocator and what is marked so may be NULL; another pointer where its call
 * says so. Calls are thread-safe for memory that nobody else writes, and keep no pointer. None but
 * the gradients allocates. There is no plan to make and keep: lists differ from call to call, and
 * all that follows from the layout of the table is one row of a table of kernels. Semantics:
 * docs/bags.md, which names the source of each rule.
 */
#ifndef GARNER_BAGS_H
#define GARNER_BAGS_H

#include "garner/memory.h"
#include "garner/tensor.h"
#include "garner/threads.h"

GRN_BEGIN_DECLS

/* ---- what is computed ---- */

#define GRN_BAG_COMBINERS(C)                                                           \
    C(SUM, "sum")                                                                      \
    C(MEAN, "mean") /* the sum over `divisor` */                                       \
    C(MAX, "max")   /* of weight * row where there are weights; the first of equals */ \
    C(MIN, "min")

typedef enum grn_bag_combiner {
#define GRN_BAG_COMBINER_ENUM(name, text) GRN_BAG_##name,
    GRN_BAG_COMBINERS(GRN_BAG_COMBINER_ENUM)
#undef GRN_BAG_COMBINER_ENUM
        GRN_BAG_COMBINER_COUNT
} grn_bag_combiner;

/*
 * How a row of D numbers lies in the table: enumerator, name, bits of a number, where scale and
 * bias stand and their dtype. A number's value is scale * q + bias, q an unsigned integer; those
 * of less than 8 bits lie with the first in the lowest bits. The table of such a format is ui8 [N,
 * bytes of a row], as grn_bag_row_bytes counts them: ceil(D * bits / 8), and a scale and a bias,
 * in this order, behind (FBGEMM's fused row-wise rows) or in front (its table-batched embeddings).
 */
#define GRN_BAG_FORMATS(F)                                                                             \
    F(PLAIN, "plain", 0, NONE, NO_DTYPE) /* elements of the table's dtype: f16, bf16, f32, f64 */      \
    F(UI8_F32, "ui8, f32 behind", 8, BEHIND, F32)                                                      \
    F(UI4_F16, "ui4, f16 behind", 4, BEHIND, F16)                                                      \
    F(UI2_F16, "ui2, f16 behind", 2, BEHIND, F16)                                                      \
    F(F16_UI8, "ui8, f16 in front", 8, FRONT, F16)                                                     \
    F(F16_UI4, "ui4, f16 in front", 4, FRONT, F16)                                                     \
    F(F16_UI2, "ui2, f16 in front", 2, FRONT, F16)                                                     \
    /* a table of f8E4M3FN or f8E5M2, and scales of f8E8M0FNU [N, ceil(D / 32)], one for 32 numbers */ \
    F(BLOCKS_OF_32, "f8, a scale for 32", 8, APART, F8E8M0FNU)

typedef enum grn_bag_format {
#define GRN_BAG_FORMAT_ENUM(name, text, bits, place, dtype) GRN_BAG_ROWS_##name,
    GRN_BAG_FORMATS(GRN_BAG_FORMAT_ENUM)
#undef GRN_BAG_FORMAT_ENUM
        GRN_BAG_FORMAT_COUNT
} grn_bag_format;

/* What says which entries are a bag's. */
#define GRN_BAG_LISTS(L)                                                                                        \
    L(OFFSETS, "offsets")                 /* [B], from 0: bag b begins at offsets[b], the last ends the list */ \
    L(OFFSETS_AND_END, "offsets and end") /* [B + 1]: the last is the length of the list */                     \
    L(LENGTHS, "lengths")                 /* [B]: their sum is the length of the list */                        \
    L(CONSTANT, "constant length")        /* no tensor: indices are [B, L] */

typedef enum grn_bag_lists {
#define GRN_BAG_LISTS_ENUM(name, text) GRN_BAG_##name,
    GRN_BAG_LISTS(GRN_BAG_LISTS_ENUM)
#undef GRN_BAG_LISTS_ENUM
        GRN_BAG_LISTS_COUNT
} grn_bag_lists;

/* An index outside [0, N). One that is skipped takes no part and is not counted. */
#define GRN_BAG_INDEX_RULES(R)                                                     \
    R(ERROR, "error")   /* GRN_E_INDEX; all are read before anything is written */ \
    R(DROP, "drop")     /* skipped */                                              \
    R(PRUNED, "pruned") /* -1 is skipped, any other GRN_E_INDEX */

typedef enum grn_bag_index_rule {
#define GRN_BAG_INDEX_RULE_ENUM(name, text) GRN_BAG_INDEX_##name,
    GRN_BAG_INDEX_RULES(GRN_BAG_INDEX_RULE_ENUM)
#undef GRN_BAG_INDEX_RULE_ENUM
        GRN_BAG_INDEX_RULE_COUNT
} grn_bag_index_rule;

/* What a mean's sum is divided by, over the n entries that are not skipped. The mean is 0 where
 * that would be 0, as in a bag without entries. */
#define GRN_BAG_DIVISORS(D)                                                \
    D(COUNT, "count")           /* sum / n */                              \
    D(RECIPROCAL, "reciprocal") /* sum * (1 / n), two roundings: FBGEMM */ \
    D(WEIGHTS, "weights")       /* sum / sum of weights, added in order */ \
    D(ROOT, "root of squares")  /* sum / root of the sum of weight * weight: TensorFlow's sqrtn */

typedef enum grn_bag_divisor {
#define GRN_BAG_DIVISOR_ENUM(name, text) GRN_BAG_BY_##name,
    GRN_BAG_DIVISORS(GRN_BAG_DIVISOR_ENUM)
#undef GRN_BAG_DIVISOR_ENUM
        GRN_BAG_DIVISOR_COUNT
} grn_bag_divisor;

/* NaN in a maximum or minimum. */
#define GRN_BAG_NANS(N)                                                                              \
    N(FIRST, "first")           /* kept if it is the first of its bag, else passed over: torch */    \
    N(IGNORED, "ignored")       /* passed over; a bag of NaN alone is as one without entries: DGL */ \
    N(PROPAGATES, "propagates") /* the result is NaN, arg that of the first */

typedef enum grn_bag_nan {
#define GRN_BAG_NAN_ENUM(name, text) GRN_BAG_NAN_##name,
    GRN_BAG_NANS(GRN_BAG_NAN_ENUM)
#undef GRN_BAG_NAN_ENUM
        GRN_BAG_NAN_COUNT
} grn_bag_nan;

/*
 * All zero: sums of plain rows by offsets, GRN_BAG_INDEX_ERROR, each product rounded before it is
 * added.
 */
typedef struct grn_bag_spec {
    grn_bag_combiner combiner;
    grn_bag_format format;
    grn_bag_lists lists;
    grn_bag_index_rule index;
    grn_bag_divisor divisor; /* of MEAN */
    grn_bag_nan nan;         /* of MAX and MIN */
    /*
     * Whether what is multiplied and added is rounded once, as fma does. With w the weight, 1 where
     * there are none, and of a format with scales s = w * scale, b = w * bias:
     *   sum of plain rows        sum = fma(w, x, sum), or sum + w * x
     *   ... of scaled integers   sum = fma(s, q, sum + b), or (sum + b) + s * q
     *   ... of blocks            as plain rows, of x = scale * q
     *   maximum and minimum      of w * x, x = fma(scale, q, bias), or scale * q + bias
     * FBGEMM, and torch where rows are unit-stride and there is no padding_index, do.
     */
    bool fused;
    /* entries of row padding_index are skipped; negative: counted from the end of the table */
    bool has_padding;
    int64_t padding_index;
    /* of MAX and MIN, the result and the arg of a bag without entries */
    double empty;
    int64_t empty_arg;
    /* arg is the position of an entry in the list, not the row that it names */
    bool arg_is_entry;
} grn_bag_spec;

/*
 * The tensors of one call. Rows, and tensors of one dimension, have elements next to each other (a
 * stride of 1 in the last dimension), and so has all of indices, offsets and weights; rows of
 * table, scales, result and arg may lie apart. Indices, offsets: i32 or i64, each its own.
 *
 *   table    [N, D] of f16, bf16, f32, f64, or as the format says
 *   scales   of GRN_BAG_ROWS_BLOCKS_OF_32; else NULL
 *   indices  [E], or [B, L] under GRN_BAG_CONSTANT
 *   offsets  as `lists` says; NULL under GRN_BAG_CONSTANT
 *   weights  NULL: none. [E] ([B, L] under GRN_BAG_CONSTANT), or [E, H]: of weight h are columns
 *            [h * D / H, (h + 1) * D / H), and H divides D. f16, bf16 or f32; f64 for a table of f64
 *   result   [B, D] of f16, bf16 or f32; f64 for a table of f64
 *   arg      NULL: not wanted. [B, D] of i64, of MAX and MIN
 */
typedef struct grn_bag_tensors {
    const grn_tensor *table, *scales, *indices, *offsets, *weights, *result, *arg;
} grn_bag_tensors;

typedef struct grn_bag_options {
    size_t size_bytes; /* 0, or sizeof(grn_bag_options): garner.h */
    /* threads that may work at once; 0: as many as `parallel` runs; below 0: GRN_E_ARGUMENT */
    int32_t threads;
    const grn_parallel *parallel; /* who runs the parts; NULL: the calling thread */
    const char *cpu;              /* instruction set: "scalar", "avx2", "avx512"; NULL: the best here */
    /* how many entries ahead rows are prefetched; 0: 16, as FBGEMM; below 0: they are not */
    int32_t ahead;
} grn_bag_options;

/* ---- calls ---- */

/* Bytes of a row of D numbers of a format with a table of bytes. 0: no such format, PLAIN,
 * a negative D or one that makes more bytes than an int64_t counts. */
GRN_API int64_t grn_bag_row_bytes(grn_bag_format format, int64_t columns);

/*
 * Whether spec and tensors agree; data is not read, and may be NULL. GRN_E_ARGUMENT: a value that
 * is not in its list, a tensor that the spec needs or does not take, a padding_index outside the
 * table. GRN_E_SHAPE, GRN_E_DTYPE. GRN_E_UNSUPPORTED: elements of a row that are not next to each
 * other. GRN_E_LIMIT: over 2^31 - 1 entries for MAX and MIN.
 */
GRN_API GRN_MUST_USE grn_status grn_bag_check(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                              const grn_diag *diag);

/*
 * Computes result, and arg. As grn_bag_check; besides GRN_E_INDEX: an index as `index` says,
 * offsets that do not begin at 0, descend or do not end as `lists` says, lengths that are negative
 * or do not add up. GRN_E_ALIAS: result or arg overlap each other or what is read. On an error
 * nothing is written. GRN_E_UNSUPPORTED too: no such instruction set here.
 */
GRN_API GRN_MUST_USE grn_status grn_bag(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                        const grn_bag_options *options, const grn_diag *diag);

/* The same, element by element, in the words of this header: the meaning that grn_bag is tested
 * against. Slow. */
GRN_API GRN_MUST_USE grn_status grn_bag_reference(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                                  const grn_diag *diag);

/* One of several bags. */
typedef struct grn_bag_table {
    grn_bag_spec spec;
    grn_bag_tensors tensors;
} grn_bag_table;

/*
 * Many tables at once: every one is checked, offsets and indices too, before any result is
 * written; then the threads share the work of all. As grn_bag, and GRN_E_ALIAS too where a result
 * or arg overlaps what another table reads. Results may interleave, as columns of one tensor do;
 * where two share an element, which of both it gets is not said. A note names the table of an
 * error. 0 tables: GRN_OK, and `tables` may be NULL.
 */
GRN_API GRN_MUST_USE grn_status grn_bag_tables(size_t ntables, const grn_bag_table *tables,
                                               const grn_bag_options *options, const grn_diag *diag);

/* ---- gradients ---- */

/*
 * The gradient of a sum or mean by the rows of a plain table. `tensors` are those of the call, of
 * which result is the gradient of the result, read; of the table only the shape is read. An entry
 * e of bag b adds scale * grad[b] to its row, in the order of the list, in f32 (f64); the sum is
 * rounded once. Scale is weight / (count of the row's entries in the list, if scale_by_frequency)
 * / (bag's count, of a mean), computed in f64 in this order and rounded to f32 for a table of f32
 * or narrower. `fused` as in the spec. Skipped entries add nothing. GRN_E_UNSUPPORTED: MAX and MIN
 * (grn_bag_arg_gradient), WEIGHTS and ROOT as divisor, a format that is not plain.
 *
 *   table_grad  [N, D], result's dtype; rows without entries get 0
 *
 * From the allocator: 16 bytes for each row of the table, 8 for each entry, and, where it has a
 * scale, as much as a number of the wide type for each weight.
 */
GRN_API GRN_MUST_USE grn_status grn_bag_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                                 bool scale_by_frequency, const grn_tensor *table_grad,
                                                 const grn_bag_options *options, const grn_allocator *allocator,
                                                 const grn_diag *diag);

/*
 * The same as a list: the rows that have entries, ascending, in the first *count elements of rows
 * ([R], i64), and their gradients in as many rows of row_grads ([R, D]). R is at least the smaller
 * of E and N: GRN_E_SHAPE. What is behind *count is untouched. From the allocator: 40 bytes more for
 * each entry.
 */
GRN_API GRN_MUST_USE grn_status grn_bag_sparse_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                                        bool scale_by_frequency, const grn_tensor *rows,
                                                        const grn_tensor *row_grads, int64_t *count,
                                                        const grn_bag_options *options, const grn_allocator *allocator,
                                                        const grn_diag *diag);

/*
 * The gradient of a sum by its weights: weights_grad, of their shape, f32 (f64 for a table of f64)
 * or the weights' dtype, gets the product of grad[b] and table[indices[e]] over the weight's
 * columns. Skipped entries get 0. Order: 16 partial sums, of columns 0, 16, 32, .., 1, 17, .. by
 * fma from 0, each ascending from the first of the weight's columns; then partial sum i and i + 8
 * are added, i and i + 4, i and i + 2, i and i + 1. A row of integers gives fma(scale, q, bias), a
 * block's scale * q. tensors->result is the gradient of the result, read; weights give the shape
 * alone. GRN_E_UNSUPPORTED: another combiner than SUM.
 */
GRN_API GRN_MUST_USE grn_status grn_bag_weights_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                                         const grn_tensor *weights_grad, const grn_bag_options *options,
                                                         const grn_diag *diag);

/*
 * The gradient of a maximum or minimum without weights by the rows of a plain table: table_grad
 * gets zeros, and grad[b, d] added at [arg[b, d], d] for ascending b, in f32 (f64); rounded at
 * each step if table_grad is narrower. tensors->arg is what the call has found, read; a bag
 * without entries, and an arg equal to empty_arg that is no row or entry, give nothing.
 * GRN_E_INDEX: an arg outside.
 */
GRN_API GRN_MUST_USE grn_status grn_bag_arg_gradient(const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                                                     const grn_tensor *table_grad, const grn_bag_options *options,
                                                     const grn_diag *diag);

GRN_END_DECLS

#endif
