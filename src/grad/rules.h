/*
 * rules.h - what the files of this layer share: the state of a walk, rows of rules, builders.
 *
 * Knows: grad.h, the hub's builders. Must not know: the pass that uses it.
 */
#ifndef GRN_GRAD_RULES_H
#define GRN_GRAD_RULES_H

#include "convert/steps.h"
#include "grad/grad.h"
#include "ir/value_map.h"

/* ---- the state of a walk --------------------------------------------------------------------- */

typedef struct grn_grad {
    grn_rewrite w; /* new ops go before w.at */
    bool forward;
    grn_value_map *active;  /* has an entry for each value that is */
    grn_value_map *carried; /* forward: tangents; reverse: cotangents as far as they are known */
} grn_grad;

bool grn_grad_is_active(const grn_grad *g, const grn_value *v);
bool grn_grad_is_differentiable(const grn_type *t); /* a tensor of floats or complex numbers */
static inline grn_value *grn_grad_carried(const grn_grad *g, const grn_value *v)
{
    return grn_value_map_get(g->carried, v);
}

/* Finds what is active in a block (activity.c). */
grn_status grn_grad_scan(grn_grad *g, const grn_block *block);
/* Active values from outside of the op that its regions use, each once: how many. False: memory
 * refused. */
bool grn_grad_captured(grn_grad *g, const grn_op *op, size_t *n, grn_value ***out);

/* The walks over a block that has been scanned (engine.c). Reverse: w.at is the block's
 * terminator. */
grn_status grn_grad_forward(grn_grad *g, grn_block *block);
grn_status grn_grad_reverse(grn_grad *g, grn_block *block);
/* Reverse: one more cotangent of an active value; of another value nothing happens. */
grn_status grn_grad_add(grn_grad *g, grn_value *v, grn_value *cotangent);

/* "'stablehlo.sort' ..." at the op's place: GRN_E_UNSUPPORTED. */
grn_status grn_grad_refuse(const grn_grad *g, const grn_op *op, const char *format, ...) GRN_PRINTF(3, 4);

/* ---- rules ----------------------------------------------------------------------------------- */

/*
 * jvp: `in` are the operands' tangents, `out` takes the results'. vjp: `in` are the results'
 * cotangents, `out` takes the operands'. NULL is zero. A vjp leaves out what is of an operand that
 * is not active.
 */
typedef grn_status grn_grad_fn(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out);

/* The derivative of an element-wise op by one operand, of the result's type. */
typedef grn_value *grn_partial_fn(grn_grad *g, const grn_op *op);

typedef struct grn_grad_rule {
    grn_partial_fn *partial[2]; /* of an element-wise op; then jvp and vjp follow */
    grn_grad_fn *jvp, *vjp;
    bool is_zero;        /* constant wherever it is differentiable: tangents and cotangents are zero */
    bool is_linear;      /* in its one operand: jvp is the op itself */
    bool has_captured;   /* takes account of values that its regions use from outside */
    bool is_of_reals;    /* complex numbers have no rule */
    const char *refused; /* why it has no derivative here; or no vjp, where there is a jvp */
} grn_grad_rule;

/* Each stands with its functions, as GRN_GRAD(stablehlo, add) = {..}, and is a line of an ops.def
 * (dialects/common/ops.h). */
#define OP(dialect, op, lower, grad, ...) GRN_WHERE_ROW(grad, extern const grn_grad_rule grn_grad_##dialect##_##op;)
#include "dialects/common/every.def"
#define GRN_GRAD(dialect, op)                                                                         \
    _Static_assert(sizeof grn_grad_##dialect##_##op, "its line in ops.def has it as differentiated"); \
    const grn_grad_rule grn_grad_##dialect##_##op
/* NULL: there is none. */
const grn_grad_rule *grn_grad_find_rule(const grn_op *op);

/* *to = v; GRN_E_MEMORY of NULL. */
grn_status grn_grad_give(grn_grad *g, grn_value **to, grn_value *v);
/* Operand i is active, and so gets a cotangent. */
static inline bool grn_grad_wants(const grn_grad *g, const grn_op *op, size_t i)
{
    return grn_grad_is_active(g, op->operands[i]);
}

/* ---- builders (build.c); NULL as for grn_new ------------------------------------------------- */

/* A tensor of `like`'s type, every element the same number. */
grn_value *grn_grad_number(grn_grad *g, grn_value *like, double number);
static inline grn_value *grn_grad_zeros(grn_grad *g, grn_value *like) { return grn_grad_number(g, like, 0); }
/* v, or zeros like `like` where it is NULL. */
static inline grn_value *grn_grad_or_zeros(grn_grad *g, grn_value *v, grn_value *like)
{
    return v ? v : grn_grad_zeros(g, like);
}
/* A scalar at every place of `like`. */
grn_value *grn_grad_spread(grn_grad *g, grn_value *scalar, grn_value *like);
grn_value *grn_grad_unary(grn_grad *g, const char *op, grn_value *v);
static inline grn_value *grn_grad_negate(grn_grad *g, grn_value *v) { return grn_grad_unary(g, "stablehlo.negate", v); }
#define GRN_GRAD_BINARY(name, op)                                                     \
    static inline grn_value *grn_grad_##name(grn_grad *g, grn_value *a, grn_value *b) \
    {                                                                                 \
        return grn_build_binary(&g->w, "stablehlo." op, a, b);                        \
    }
GRN_GRAD_BINARY(plus, "add")
GRN_GRAD_BINARY(minus, "subtract")
GRN_GRAD_BINARY(times, "multiply")
GRN_GRAD_BINARY(over, "divide")
GRN_GRAD_BINARY(maximum, "maximum")
GRN_GRAD_BINARY(and, "and")
/* predicate ? v : 0, and the other way around. */
grn_value *grn_grad_where(grn_grad *g, grn_value *predicate, grn_value *v);
grn_value *grn_grad_unless(grn_grad *g, grn_value *predicate, grn_value *v);
/* Of a complex value; any other is answered itself. */
grn_value *grn_grad_conjugate(grn_grad *g, grn_value *v);
/* The real or imaginary part; complex(re, im), where a NULL is zero. */
grn_value *grn_grad_part(grn_grad *g, const char *op, grn_value *v);
grn_value *grn_grad_complex(grn_grad *g, grn_value *re, grn_value *im);
/* The sum over some dims, or over all; also of a product, a minimum: the op and its unit. */
grn_value *grn_grad_sum(grn_grad *g, grn_value *v, const grn_dims *over);
grn_value *grn_grad_sum_all(grn_grad *g, grn_value *v);
grn_value *grn_grad_fold(grn_grad *g, const char *op, double unit, grn_value *v, const grn_dims *over);
/* With `value`, a scalar, around and between the elements. */
grn_value *grn_grad_pad(grn_grad *g, grn_value *v, grn_value *value, const int64_t *low, const int64_t *high,
                        const int64_t *interior);
grn_value *grn_grad_slice(grn_grad *g, grn_value *v, const int64_t *start, const int64_t *limit,
                          const int64_t *strides);
/* Numbers 0, 1, ... in row-major order, in i32 where they fit, else i64. `shape` is known. */
grn_value *grn_grad_numbers(grn_grad *g, const grn_dims *shape);
grn_value *grn_grad_integer_like(grn_grad *g, grn_value *like, int64_t number);
/* `op` with other operands, under another type of result 0, NULL: its own. Its regions are copied.
 * NULL: memory refused. */
grn_op *grn_grad_again(grn_grad *g, const grn_op *op, size_t noperands, grn_value *const *operands,
                       const grn_type *result);
/* { ^bb0(%a, %b): return %a op %b }, of scalars, as region `r` of an op; for n pairs. */
bool grn_grad_fill_region(grn_grad *g, grn_op *op, size_t r, const char *combine, size_t n,
                          const grn_type *const *elements);
grn_dims grn_grad_all_dims(const grn_type *t);

/* ---- copies (copy.c) ------------------------------------------------------------------------- */

/* An op that is in no block, with the operands that `map` has for its own; results are put into
 * `map`. NULL: memory refused. */
grn_op *grn_grad_copy_op(grn_ir *ir, const grn_op *op, grn_value_map *map);
/* The block of `from` copied into region `to`, with `more` arguments of these types behind its own.
 * NULL: memory refused. */
grn_block *grn_grad_copy_block(grn_ir *ir, const grn_block *from, grn_region *to, grn_value_map *map, size_t more,
                               const grn_type *const *types);
/* The terminator of `block` becomes one of the same op with these operands. NULL: memory
 * refused. */
grn_op *grn_grad_return(grn_ir *ir, grn_block *block, size_t n, grn_value *const *operands);
/* A function of the module like `function`, called `name`, at the module's end: calls are replaced
 * by what they call. Its block has room for `room` more arguments. Reported. */
grn_status grn_grad_copy_function(grn_ir *ir, const grn_op *function, grn_str name, size_t room, const grn_diag *diag,
                                  grn_op **out);

/* ---- products of the others (product.c) ------------------------------------------------------ */

/* Of each element of v [K, N], the product of all others of its row; with segments [K, N], equal
 * ones next to each other, of all others of its segment. Exact with zeros: nothing is divided. */
grn_value *grn_grad_others(grn_grad *g, grn_value *v, grn_value *segments);

/* ---- regions as ops on tensors (lift.c) ------------------------------------------------------ */

/* A scatter whose region combines the current value with a function of the update becomes that
 * function, on the updates, and a scatter with a named combiner for each input; a map becomes its
 * region's ops. *lifted: it did, nothing uses its results any more. Of any other op nothing
 * happens. */
grn_status grn_grad_lift(grn_grad *g, grn_op *op, bool *lifted);

#endif
