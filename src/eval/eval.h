/*
 * eval.h - the small operations around a gather, on tensors.
 *
 * Knows: element-wise functions of every element type, and the tensor
 * functions built on loops (pad, concatenate, iota, reduce, sort, windows,
 * quantize, compare, Fourier transforms, matrices, random bits). Must not
 * know: ops, attributes, IR, dialects, regions: a region reaches this layer
 * as a grn_region_fn.
 *
 * A batch is a number of results that one call of a region function
 * advances by one step each.
 */
#ifndef GRN_EVAL_H
#define GRN_EVAL_H

#include "core/core.h"
#include "garner/threads.h"

/* ---- element-wise functions ------------------------------------------------------------------ */

/* Largest number of arguments of an element function. */
#define GRN_ELEMENT_ARGS 3
/* Elements per block: the size of stack blocks wherever element functions run. */
#define GRN_ELEMENT_BLOCK 256

/* n elements, compact; out may be one of the inputs when their element sizes agree. */
typedef void (*grn_element_fn)(size_t n, void *out, const void *const *in);

/* acc = f(acc, in[i]) for i from 0 to n - 1; in compact. */
typedef void (*grn_fold_fn)(size_t n, void *acc, const void *in);

/* acc[i] = f(.. f(f(acc[i], in[0][i]), in[1][i]) ..) for `rows` <= GRN_FOLD_ROWS rows of n
 * elements; acc disjoint from them. */
#define GRN_FOLD_ROWS 4
typedef void (*grn_fold_rows_fn)(size_t rows, size_t n, void *acc, const void *const *in);

/* acc[k] = f(.. f(f(acc[k], in[k * line]), in[k * line + step]) ..), n elements of each of
 * GRN_FOLD_LINES lines; steps in elements. */
#define GRN_FOLD_LINES 8
typedef void (*grn_fold_lines_fn)(size_t n, void *acc, const void *in, int64_t line, int64_t step);

/* The dtype that a function returns. */
typedef enum grn_element_result {
    GRN_RESULT_SAME,    /* that of its (last) argument */
    GRN_RESULT_BOOL,    /* i1 */
    GRN_RESULT_REAL,    /* the real dtype of a complex argument; a real argument's own */
    GRN_RESULT_COMPLEX, /* the complex dtype of real arguments */
    GRN_RESULT_ANY      /* convert: any dtype, the caller's choice */
} grn_element_result;

/*
 * One element-wise function: a row. The classes of arithmetic it is written
 * for are its non-NULL entries; narrower types run in a wider class and are
 * rounded or wrapped once afterwards: i2, i4 in i8; every float narrower than
 * f32 in f64. Floating-point transcendentals of f32 are computed in double
 * and rounded once, as StableHLO's reference does.
 */
typedef struct grn_element {
    const char *name;
    uint8_t nargs;
    grn_element_result result;
    grn_element_fn i1, i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, c64, c128;
    const struct grn_element_folds *folds; /* of a function of two: itself over a row; NULL: by single steps */
    /* On the bits of i2/ui2 and i4/ui4, for functions that depend on the width (leading zeros);
     * NULL: the function of i8 or u8 serves. */
    grn_element_fn u2, u4;
    /* For a function that each dtype has by itself (next_after): on elements of `dtype` in memory;
     * NULL: it is not defined on this dtype. NULL hook: the function goes by classes. */
    grn_element_fn (*of_dtype)(grn_dtype dtype);
} grn_element;

/* clang-format off */
/* The rows. Each means the StableHLO op of its name, or else CHLO's. */
#define GRN_ELEMENTS(E)                                                                                              \
    E(abs) E(add) E(and) E(atan2) E(cbrt) E(ceil) E(clamp) E(complex) E(cosine) E(count_leading_zeros) E(divide)      \
    E(exponential) E(exponential_minus_one) E(floor) E(imag) E(is_finite) E(log) E(log_plus_one) E(logistic)          \
    E(maximum) E(minimum) E(multiply) E(negate) E(not) E(or) E(popcnt) E(power) E(real) E(remainder)                  \
    E(round_nearest_afz) E(round_nearest_even) E(rsqrt) E(select) E(shift_left) E(shift_right_arithmetic)             \
    E(shift_right_logical) E(sign) E(sine) E(sqrt) E(subtract) E(tan) E(tanh) E(xor)                                  \
    E(compare_eq) E(compare_ne) E(compare_ge) E(compare_gt) E(compare_le) E(compare_lt)                               \
    E(total_eq) E(total_ne) E(total_ge) E(total_gt) E(total_le) E(total_lt) E(convert)                                \
    E(acos) E(acosh) E(asin) E(asin_acos_kernel) E(asinh) E(atan) E(atanh) E(bessel_i1e) E(conj) E(cosh) E(digamma)    \
    E(erf) E(erf_inv) E(erfc) E(is_inf) E(is_neg_inf) E(is_pos_inf) E(lgamma) E(mulhi) E(next_after) E(polygamma)     \
    E(sinh) E(square) E(zeta)
#define GRN_ELEMENT_EXTERN(name) extern const grn_element grn_element_##name;
GRN_ELEMENTS(GRN_ELEMENT_EXTERN)
#undef GRN_ELEMENT_EXTERN
/* clang-format on */

/* The element function `name` of the list above; NULL if there is none. For tests and tables. */
const grn_element *grn_element_find(const char *name);

/* An element function bound to dtypes. select: in[0] is i1 and in[1], in[2] the values. convert:
 * any to any. */
typedef struct grn_bound_element {
    const grn_element *element; /* NULL: a conversion that is one function */
    grn_element_fn fn;
    uint8_t nargs;
    grn_dtype in[GRN_ELEMENT_ARGS], out;
    grn_dtype class_in[GRN_ELEMENT_ARGS], class_out; /* dtypes the fn computes in */
    grn_element_fn widen[GRN_ELEMENT_ARGS], narrow;  /* in to class_in, class_out to out; NULL: they are the same */
    grn_fold_fn fold;                                /* NULL: grn_element_fold goes by single steps */
    grn_fold_rows_fn fold_rows;                      /* NULL: there is none */
    grn_fold_lines_fn fold_lines;                    /* NULL: there is none */
} grn_bound_element;

/* GRN_E_DTYPE when the function is not defined on these dtypes. `out` is the dtype that the caller
 * will store. */
grn_status grn_element_bind(const grn_element *element, const grn_dtype *in, grn_dtype out, grn_bound_element *bound);
/* n elements (any n: blocks inside), compact arrays of bound->in / bound->out. out may alias in[i]
 * of the same dtype. */
void grn_element_run(const grn_bound_element *bound, size_t n, void *out, const void *const *in);
/* The same over views of one shape, any strides; reads blockwise, so scalars broadcast by stride 0
 * cost nothing. `out` must not overlap the inputs, except where an input is the very same compact
 * view. */
void grn_element_map(const grn_bound_element *bound, const grn_tensor *out, const grn_tensor *in);

/* Folds n elements, compact, into *acc, one after the other, by a function of two arguments whose
 * result and arguments are of one dtype (element_fold.c). */
void grn_element_fold(const grn_bound_element *bound, size_t n, void *acc, const void *in);
/* Whether it can. */
static inline bool grn_element_folds_up(const grn_bound_element *b)
{
    return b->nargs == 2 && b->in[0] == b->out && b->in[1] == b->out;
}

/* ---- counting (iota.c) ----------------------------------------------------------------------- */

/* The elements of an iota, a block at a time. */
typedef struct grn_counting {
    int64_t extent, inner; /* of the dimension; elements from one number to the next */
    grn_bound_element convert;
} grn_counting;
/* Counts along `dim` of a tensor with this shape and dtype. False when the dtype counts nothing. */
bool grn_counting_init(grn_counting *c, const grn_tensor *shape, int32_t dim);
/* m <= GRN_ELEMENT_BLOCK elements from row-major position `at` on; the tensor has elements. */
void grn_counting_take(const grn_counting *c, int64_t at, size_t m, void *out);

/* ---- several of them, block by block (element_chain.c) --------------------------------------- */

/* One function of a list: its arguments are the values numbered `in`, its result the value numbered
 * `out`. */
typedef struct grn_element_step {
    grn_bound_element function;
    uint32_t in[GRN_ELEMENT_ARGS], out;
} grn_element_step;

/* n <= GRN_ELEMENT_BLOCK elements of every value; at[k] is where value k lies. */
void grn_element_steps_run(size_t nsteps, const grn_element_step *steps, size_t n, void *const *at);

/* The most inputs and registers of a chain, together. */
#define GRN_CHAIN_VALUES 64

/* Steps whose values are numbered: the inputs, then the registers, then the result, which the last
 * step gives. */
typedef struct grn_element_chain {
    size_t ninputs, nregisters, nsteps;
    size_t register_bytes; /* per element, of the widest */
    const grn_element_step *steps;
    /* [ninputs]: the input counts along this dimension, its tensor is only a shape; -1: it does
     * not.
     *                           NULL: none does */
    const int32_t *along;
} grn_element_chain;

/* Bytes a run over these views needs, from where it is aligned to 64. */
size_t grn_element_chain_scratch(const grn_element_chain *c, const grn_tensor *out, const grn_tensor *in);
/* Elements [from, to) of a compact `out`, of inputs of its shape and of any strides. `out` must not
 * overlap the inputs, except where an input of the same element size is the very same compact view.
 * Several threads may each run a part. */
void grn_element_chain_run(const grn_element_chain *c, const grn_tensor *out, const grn_tensor *in, int64_t from,
                           int64_t to, void *scratch);

/* ---- whole tensors --------------------------------------------------------------------------- */

/* Results are compact unless said otherwise, of the right shape and dtype, allocated by the caller.
 * No allocation except from the allocator where one is passed. Inputs may have any strides. */

void grn_eval_iota(const grn_tensor *out, int32_t dim);
/* low and high may be negative; interior >= 0. */
void grn_eval_pad(const grn_tensor *out, const grn_tensor *in, const void *padding_element, const int64_t *low,
                  const int64_t *interior);
void grn_eval_concatenate(const grn_tensor *out, size_t n, const grn_tensor *in, int32_t dim);
/* Bits as they are; the last dimension splits or joins when sizes differ (StableHLO
 * bitcast_convert), little-endian. */
void grn_eval_bitcast(const grn_tensor *out, const grn_tensor *in);
/* Rounds to a format of so many exponent and mantissa bits (StableHLO reduce_precision). */
void grn_eval_reduce_precision(const grn_tensor *out, const grn_tensor *in, int32_t exponent_bits,
                               int32_t mantissa_bits);

#define GRN_FOLD_INPUTS 8 /* of a fold, at most */

/* n results of n applications to compact argument arrays. Anything but GRN_OK ends the
 * operation. */
typedef struct grn_region_fn {
    grn_status (*run)(void *user, size_t n, const void *const *args, void *const *results);
    void *user;
    /* the body is only this function of its arguments, in their order; NULL: not known to be */
    const grn_bound_element *single;
    /* `count` applications, one after the other, each to what the one before gave: to ninputs
     * accumulators and to the next of the elements[i], which stay. NULL: by `run` */
    grn_status (*fold)(void *user, size_t ninputs, size_t count, void *const *acc, const void *const *elements);
} grn_region_fn;

/*
 * Reduces `n` inputs of one shape over `dims` (mask). The body takes n
 * accumulators then n elements and returns n accumulators. Order: ascending
 * row-major over the reduced dimensions, starting from init (StableHLO's
 * reference order). inits[i]: rank-0 tensors. out[i] dtype is init's dtype.
 * parallel: threads for a body that is one function; NULL: the calling one alone.
 */
grn_status grn_eval_reduce(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits,
                           uint64_t dims, grn_region_fn body, const grn_parallel *parallel,
                           const grn_allocator *allocator);

/* Window geometry of reduce_window and select_and_scatter; arrays of `rank`. Padded positions are
 * not elements of any window for select_and_scatter, and hold init for reduce_window. */
typedef struct grn_windows {
    int32_t rank;
    int64_t size[GRN_MAX_RANK], stride[GRN_MAX_RANK], base_dilation[GRN_MAX_RANK], window_dilation[GRN_MAX_RANK];
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK];
} grn_windows;
grn_status grn_eval_reduce_window(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits,
                                  const grn_windows *windows, grn_region_fn body, const grn_allocator *allocator);

/* For each element of `source_shape`'s space (out: i64 tensor of that shape), the flat row-major
 * position in operand that select keeps (ties keep the first), -1 where a window has no element.
 * select(selected, candidate) -> i1: while true the selected one stays. The scatter half of
 * select_and_scatter then runs as an ordinary scatter. */
grn_status grn_eval_window_select(const grn_tensor *out, const grn_tensor *operand, const grn_windows *windows,
                                  grn_region_fn select, const grn_allocator *allocator);

/* Sorts n tensors of one shape along dim by the comparator (2n args: a0, b0, a1, b1, ... -> i1 "a
 * before b"). Stable always. Never loops or overruns when the comparator is not an order. */
grn_status grn_eval_sort(size_t n, const grn_tensor *out, const grn_tensor *in, int32_t dim, grn_region_fn comparator,
                         const grn_allocator *allocator);

/* The k largest elements along the last dimension, from the largest down, floats in their total order,
 * and where they were (i32); of equal ones the first comes first. k is the last extent of `values` and
 * `places`. False, and nothing is done: k is more than GRN_TOP_K_MOST, or the dtype is none of f32,
 * f64, index and the integers of 32 and 64 bits. */
#define GRN_TOP_K_MOST 128
bool grn_eval_top_k(const grn_tensor *values, const grn_tensor *places, const grn_tensor *in,
                    const grn_parallel *parallel);

/*
 * How integers stand for floats (StableHLO uniform_quantize, uniform_dequantize): by one scale and
 * zero point, or by one of each for every index along `axis`, of which the tensor has as many.
 * Values in between are of dtype `expressed`.
 */
typedef struct grn_quantization {
    int32_t axis; /* -1: one for all */
    const double *scale;
    const int64_t *zero_point;
    int64_t storage_min, storage_max;
    grn_dtype expressed;
} grn_quantization;
void grn_eval_quantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *q);
void grn_eval_dequantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *q);
void grn_eval_requantize(const grn_tensor *out, const grn_tensor *in, const grn_quantization *from,
                         const grn_quantization *to);

/* ---- transforms and matrices ----------------------------------------------------------------- */

typedef enum grn_fft_type { GRN_FFT_FORWARD, GRN_FFT_INVERSE, GRN_FFT_REAL, GRN_FFT_INVERSE_REAL } grn_fft_type;
/*
 * Transforms the last `ndims` >= 1 dimensions. REAL: `in` is real, and of the last dimension's n
 * results the first n / 2 + 1 are kept; INVERSE_REAL: the other way round. Time n log n for every
 * n. GRN_E_MEMORY.
 */
grn_status grn_eval_fft(const grn_tensor *out, const grn_tensor *in, grn_fft_type type, int32_t ndims,
                        const grn_allocator *allocator);
/* The estimated cost of a line of n, in multiplications; INT64_MAX for more. */
int64_t grn_eval_fft_steps(int64_t n);

/*
 * The Cholesky factor of each matrix in the last two dimensions. Only the triangle of `a` that the
 * factor fills is read; the other triangle of `out` is zero. A matrix that is not positive definite
 * gives a factor of NaNs. GRN_E_MEMORY.
 */
grn_status grn_eval_cholesky(const grn_tensor *out, const grn_tensor *a, bool lower, const grn_allocator *allocator);

typedef enum grn_transpose { GRN_TRANSPOSE_NONE, GRN_TRANSPOSE_PLAIN, GRN_TRANSPOSE_ADJOINT } grn_transpose;
typedef struct grn_triangular {
    bool left_side, lower, unit_diagonal; /* which triangle of `a` is read; whether its diagonal is taken for ones */
    grn_transpose transpose;
} grn_triangular;
/* The x of op(a) x = b, or of x op(a) = b, for matrices in the last two dimensions.
 * GRN_E_MEMORY. */
grn_status grn_eval_triangular_solve(const grn_tensor *out, const grn_tensor *a, const grn_tensor *b,
                                     const grn_triangular *system, const grn_allocator *allocator);

/* Memory for the next call, of each row. */
#define GRN_EVAL_TRIDIAGONAL_BYTES 72
/*
 * Solves a tridiagonal system of n rows with partial pivoting; x, column-major of `columns` columns,
 * comes in as the right-hand sides. below[i] stands in column i - 1 of row i, above[i] in column
 * i + 1; below[0] and above[n - 1] are not read. A pivot under epsilon * the largest of U is taken
 * for one of that size, so that a singular system has a finite solution. `dtype`: F32, F64, C64, C128.
 */
void grn_eval_tridiagonal_perturbed(grn_dtype dtype, size_t n, size_t columns, const void *below, const void *diagonal,
                                    const void *above, void *x, void *room);

/* ---- normalization (batch_norm.c) ------------------------------------------------------------ */

/* The operands, all floats; NULL where the function of that name lacks the operand. */
typedef struct grn_batch_norm {
    int32_t dim; /* the dimension whose indices are the features */
    double epsilon;
    const grn_tensor *operand, *gradient;               /* of one shape */
    const grn_tensor *scale, *offset, *mean, *variance; /* of a number per feature */
} grn_batch_norm;
void grn_eval_batch_norm_inference(const grn_tensor *out, const grn_batch_norm *b);
void grn_eval_batch_norm_training(const grn_tensor *out, const grn_tensor *mean, const grn_tensor *variance,
                                  const grn_batch_norm *b);
void grn_eval_batch_norm_grad(const grn_tensor *grad_operand, const grn_tensor *grad_scale,
                              const grn_tensor *grad_offset, const grn_batch_norm *b);

/* ---- random numbers -------------------------------------------------------------------------- */

typedef enum grn_bit_generator { GRN_BITS_THREE_FRY, GRN_BITS_PHILOX } grn_bit_generator;
/* Random bits as elements of any integer or float dtype. state: a key and a counter of 64 bits or,
 * of Philox, 128, low half first; moved on (nstate is 2, or 3). */
void grn_eval_random_bits(const grn_tensor *out, grn_bit_generator generator, size_t nstate, uint64_t *state);

typedef enum grn_distribution { GRN_UNIFORM, GRN_NORMAL } grn_distribution;
/* UNIFORM: from *a on and below *b, *a where that is nothing. NORMAL, of floats: of mean *a and
 * standard deviation *b. The same stream gives the same numbers. */
void grn_eval_random(const grn_tensor *out, const void *a, const void *b, grn_distribution distribution,
                     uint64_t stream);

/* ---- comparing ------------------------------------------------------------------------------- */

typedef enum grn_match_rule {
    GRN_MATCH_EQUAL, /* equal numbers, or both NaN */
    GRN_MATCH_ULP,   /* floats: min..max ULP apart, NaN matches NaN, infinities must match exactly; others equal */
    GRN_MATCH_NEAR   /* floats: |a - b| <= tolerance or both NaN or equal; others equal */
} grn_match_rule;
/* NEAR: large numbers may be spaced wider than the tolerance. For these, a few steps of that
 * spacing are near too; for complex numbers, steps of their magnitude. No arithmetic of the type
 * does better. (StableHLO's interpreter lacks this rule, and its tests leave out programs whose
 * recorded results it then misses.) A tolerance of 0 stays exact. */
#define GRN_MATCH_NEAR_STEPS 8
typedef struct grn_match {
    grn_match_rule rule;
    uint64_t min_ulp, max_ulp;
    double tolerance;
} grn_match;
/* The first element (row-major) that does not match: its index. True when all match. Shapes and
 * dtypes are equal. */
bool grn_eval_match(const grn_tensor *a, const grn_tensor *b, const grn_match *match, int64_t *index);

/* ---- showing (listing.c) --------------------------------------------------------------------- */

/* A tensor, checked, as StableHLO's interpreter shows one: "tensor<2xi32> {", a line per row within
 * lines of brackets, "}". `type`: the text of its type. Answers what the sink answers. */
grn_status grn_tensor_write_listing(const grn_tensor *tensor, const char *type, const grn_sink *sink);

#endif
