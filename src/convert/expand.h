/*
 * expand.h - ops of the hub as smaller ones of the hub, for targets that lack them.
 *
 * Knows: what each op means. Must not know: any target; it says of an op whether it lacks it
 * (grn_target.lacks). An expansion leaves an op alone that it cannot express; what it makes may be
 * expanded in its turn.
 *
 * A region of element-wise ops on scalars is done on tensors: once for each step of a reduction, on
 * all of its results at a time. A window or a reduced dimension of more than GRN_MOST_UNROLLED
 * elements becomes a loop, or stays where there is none.
 */
#ifndef GRN_CONVERT_EXPAND_H
#define GRN_CONVERT_EXPAND_H

#include "convert/steps.h"
#include "eval/eval.h"

/* Steps that are written one after the other, each with the ops of a region. */
enum { GRN_MOST_UNROLLED = 64, GRN_MOST_OF_REGION = 256, GRN_MOST_UNROLLED_OPS = 2048 };

/* On an op that an expansion made: its operands are such that every implementation agrees. */
#define GRN_GUARDED "garner.guarded"

/* Every extent is known. */
static inline bool grn_all_static(const grn_op *op)
{
    bool all = true;
    for (size_t i = 0; all && i < op->noperands; i++)
        all = grn_is_static(grn_operand_type(op, i));
    for (size_t i = 0; all && i < op->nresults; i++)
        all = grn_is_static(grn_result_type(op, i));
    return all;
}

static inline bool grn_is_guarded(const grn_op *op) { return grn_op_attr(op, GRN_GUARDED) != NULL; }

static inline bool grn_has_no_elements(const grn_type *t)
{
    bool none = false;
    for (int32_t d = 0; d < t->rank; d++)
        none = none || t->shape[d] == 0;
    return none;
}

static inline unsigned grn_bits_of(const grn_value *v) { return grn_dtype_bits(v->type->element->dtype); }

/* By the op's number; NULL: an op that is not expanded. */
typedef grn_status (*grn_expansion)(grn_rewrite *w, const grn_op *op);
/* expand_element.c, expand_integer.c, expand_shape.c, expand_product.c, expand_reduce.c,
 * expand_scatter.c, expand_sort.c */
grn_status grn_expand_clamp(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_is_finite(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_shift(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_round_afz(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_cbrt(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_rsqrt(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_expm1(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_log1p(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_atan2(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_popcnt(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_clz(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_divide(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_remainder(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_power(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_compare(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_negate(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_reduce_precision(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_barrier(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_pad(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_dynamic_pad(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_dynamic_iota(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_map(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_reduce(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_reduce_window(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_select_and_scatter(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_scatter(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_sort(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_dot(grn_rewrite *w, const grn_op *op);
grn_status grn_expand_convolution(grn_rewrite *w, const grn_op *op);

/* Every op that the target lacks and that has an expansion. */
grn_status grn_pass_expand(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);

/* ---- builders: NULL as for grn_new, which includes a NULL operand ---------------------------- */

grn_value *grn_each(grn_rewrite *w, const char *op, grn_value *v);
/* The number as a tensor like v. Where extents of v are not known, the target's ops have to
 * broadcast by themselves. */
grn_value *grn_number_like(grn_rewrite *w, grn_value *v, double number);
grn_value *grn_integer_like(grn_rewrite *w, grn_value *v, int64_t number);
/* `v op number`. */
grn_value *grn_with_number(grn_rewrite *w, const char *op, grn_value *v, double number);
/* `v direction number`: "LT", as grn_build_compare has it. */
grn_value *grn_build_test(grn_rewrite *w, grn_value *v, const char *direction, double number);
grn_value *grn_either(grn_rewrite *w, grn_value *a, grn_value *b);
grn_value *grn_both(grn_rewrite *w, grn_value *a, grn_value *b);
/* w->at, which is `op`, becomes v in the elements of its result. */
grn_status grn_replace_as(grn_rewrite *w, const grn_op *op, grn_value *v);
/* Whether both are constants of one type that begin with the same element. */
bool grn_is_same_number(const grn_value *a, const grn_value *b);
/* Whether it is a constant of floats that is said by this one number. */
bool grn_is_splat_of(const grn_value *v, double number);
/* The signed or f32 type that has every number of a narrower one, or of ui32; GRN_NO_DTYPE: another
 * type. */
grn_dtype grn_wider_dtype(grn_dtype dtype);
/* v's op is marked GRN_GUARDED. */
grn_value *grn_guarded(grn_rewrite *w, grn_value *v);
/* Whether all operands have the result's shape, as far as it is known. */
bool grn_has_one_shape(const grn_op *op);
grn_value *grn_build_strided(grn_rewrite *w, grn_value *v, const int64_t *start, const int64_t *limit,
                             const int64_t *stride);
grn_value *grn_build_padded(grn_rewrite *w, grn_value *v, grn_value *with, const int64_t *low, const int64_t *high,
                            const int64_t *interior);
/* Row `number`, a scalar, of v along its first dim, which the row lacks. */
grn_value *grn_build_row(grn_rewrite *w, grn_value *v, grn_value *number);
/* v with `row`, which lacks the first dim, as row `number`. */
grn_value *grn_put_row(grn_rewrite *w, grn_value *v, grn_value *number, grn_value *row);
/* v with the dims of `first` in front, in their order, as one dim, and the others as they are. */
grn_value *grn_build_rows(grn_rewrite *w, grn_value *v, const grn_dims *first);
/* Of floats, a signed integer that orders as their total order does. */
grn_value *grn_build_total_key(grn_rewrite *w, grn_value *v);

/* ---- regions (region.c) ---------------------------------------------------------------------- */

/* How many elements a window has; -1: more than GRN_MOST_UNROLLED (expand_reduce.c). */
int64_t grn_count_places(const grn_windows *windows);
/* Whether each op of the region is element-wise on scalars, or a constant that is one. */
bool grn_region_is_element_wise(const grn_region *region);
/* Whether so many steps of its ops are few enough to be written out. */
bool grn_region_unrolls(const grn_region *region, int64_t steps);
/* Its ops on tensors of `shape`: args[i], of the element that the region has or one that is
 * converted to it, is its argument i; results[i] is what it gives. False: memory was refused. */
bool grn_region_on_tensors(grn_rewrite *w, const grn_region *region, grn_value *const *args, int32_t rank,
                           const int64_t *shape, grn_value **results);
/* Whether every op of the block is known and has no region. */
bool grn_block_is_flat(const grn_block *block);
/* The block's ops once more before w->at; results[i] is what its end has as operand i. False: memory
 * was refused. */
bool grn_block_copy(grn_rewrite *w, const grn_block *block, grn_value *const *args, grn_value **results);

/* The one block of `from` becomes the first of `to`, ended by an op of this name with the values
 * that it had. False: memory was refused. */
bool grn_region_move(grn_rewrite *w, grn_region *from, grn_region *to, const char *terminator);
/* An op of this name, with operands that may be set later (NULL), behind all ops of the block, in
 * the place of its terminator. NULL: memory was refused. */
grn_op *grn_block_end(grn_rewrite *w, grn_block *block, const char *terminator, size_t n, grn_value *const *values);

/*
 * A stablehlo.while that counts a number of type i64 from 0 on, the first of what goes around, up to
 * `count`, a scalar of i64; NULL: without end. `asks`: it goes on as long as the first value carried
 * is true, too. Ops of its body are made under `inside`.
 */
typedef struct grn_counted_loop {
    grn_op *op;
    grn_rewrite inside;
    size_t ncarried;
    grn_value *number, *carried; /* in the body */
} grn_counted_loop;
/* False: memory was refused. */
bool grn_loop_begin(grn_rewrite *w, grn_value *count, bool asks, size_t n, grn_value *const *init,
                    grn_counted_loop *loop);
bool grn_loop_end(grn_counted_loop *loop, grn_value *const *next);
/* A scalar of i64. */
grn_value *grn_build_number(grn_rewrite *w, int64_t v);
/* The op of the loop gives first the number, then what was carried. */
static inline grn_value *grn_loop_result(const grn_counted_loop *loop, size_t i) { return &loop->op->results[1 + i]; }

#endif
