/*
 * generate.h - programs made at random.
 *
 * Knows: how programs of each dialect are written, which ops they have, what their specifications
 * leave open, and what is known of a value before anything runs. Must not know: how anything is
 * computed. What was made is read, verified and run by the public calls.
 *
 * A program is made op by op. An op takes values that are there and of which it knows what it needs:
 * that no divisor is zero, that no index is out of range, that no NaN is sorted. Where there is no such
 * value, an input or a constant is made. So no program has to be thrown away.
 *
 * Glossary. Choices: where random numbers come from. Facts: what holds of every element of a value.
 * Want: what an op needs of an operand. Question: what a specification leaves open, in words.
 */
#ifndef GRN_GENERATE_H
#define GRN_GENERATE_H

#include <stdio.h>
#include <string.h>

#include "access/spec.h"
#include "core/core.h"
#include "garner/generate.h"
#include "generate/choices.h"

/* ---- text (text.c) --------------------------------------------------------------------------- */

typedef struct grn_gen grn_gen;

/* ---- types, facts and values ----------------------------------------------------------------- */

#define GRN_GEN_RANK 8

typedef struct grn_gen_type {
    grn_dtype dtype;
    int32_t rank;
    uint32_t open; /* bit d: extent d is written as `?`; shape has what it is in the run */
    int64_t shape[GRN_GEN_RANK];
} grn_gen_type;

/* Of complex elements both parts lie in the range. */
typedef struct grn_facts {
    double low, high;     /* all elements that are no NaN lie in between; infinite: they may be infinite */
    double off, relative; /* another implementation may be so far off: in all, and as a part of an element */
    bool nan, zero;       /* whether there may be one */
    bool wraps;           /* of what an op tells: an integer may not fit its type */
} grn_facts;

typedef struct grn_gen_value {
    grn_gen_type type;
    grn_facts facts;
    uint32_t id, part; /* %v7, %v7#1; GRN_GEN_WHOLE: the op has one result */
    bool is_input;     /* %in3 */
    bool made;         /* an input or a constant: no op gives it */
    bool used;
} grn_gen_value;
#define GRN_GEN_WHOLE UINT32_MAX

/* What an op needs of an operand. All zero: an array or number of any dtype that has no class of its own. */
typedef struct grn_want {
    const grn_gen_type *type; /* exactly this one; NULL: any that suits the rest */
    grn_dtype dtype;          /* GRN_NO_DTYPE: of any of the classes */
    uint32_t classes;         /* of dtypes, GRN_GEN_INTEGERS and so on; 0: all */
    int32_t least_rank;
    bool may_be_open; /* its extents */
    bool exact;       /* every implementation has the same bits, but for those of NaN */
    bool no_nan, no_zero, is_bounded;
    double low, high;     /* of is_bounded */
    bool distinct;        /* no element twice; it is made for this op */
    const char *question; /* what is left open where it is otherwise; NULL: the op needs it to be valid */
} grn_want;

#define GRN_GEN_CLASS(c) (1u << GRN_CLASS_##c)
#define GRN_GEN_NARROW (1u << 16) /* types of fewer than 8 bits and small floats, besides those of the classes */
#define GRN_GEN_SHORT (1u << 17)  /* integers of 8 and 16 bits, besides the longer ones of the classes */
#define GRN_GEN_SIGNED (GRN_GEN_CLASS(SIGNED) | GRN_GEN_SHORT)
#define GRN_GEN_LONG_INTEGERS (GRN_GEN_CLASS(SIGNED) | GRN_GEN_CLASS(UNSIGNED))
#define GRN_GEN_INTEGERS (GRN_GEN_LONG_INTEGERS | GRN_GEN_SHORT)
#define GRN_GEN_FLOATS GRN_GEN_CLASS(FLOAT)
#define GRN_GEN_REALS (GRN_GEN_INTEGERS | GRN_GEN_FLOATS)
#define GRN_GEN_NUMBERS (GRN_GEN_REALS | GRN_GEN_CLASS(COMPLEX))
#define GRN_GEN_BOOLS GRN_GEN_CLASS(BOOL)
#define GRN_GEN_ALL (GRN_GEN_NUMBERS | GRN_GEN_BOOLS)
#define GRN_GEN_MOVED (GRN_GEN_ALL | GRN_GEN_NARROW) /* of ops that compute nothing */

/* ---- dialects -------------------------------------------------------------------------------- */

typedef struct grn_element_function grn_element_function;
typedef struct grn_gen_op grn_gen_op;
struct grn_gen_op {
    const char *name; /* without the dialect */
    uint32_t weight;
    /* Writes the op, and what it needs before it. False: it cannot be written this time, and nothing was. */
    bool (*write)(grn_gen *g, const grn_gen_op *op);
    const grn_element_function *function; /* of an element-wise op */
    const char *form;                     /* read by `write`: an attribute, a combiner */
    uint32_t classes;                     /* of dtypes that it takes; 0: those of its function, or of its writer */
};

typedef struct grn_gen_dtype {
    grn_dtype dtype;
    uint32_t weight;
} grn_gen_dtype;

typedef struct grn_gen_dialect {
    const char *name;
    const char *prefix;          /* of its ops, "stablehlo." */
    const grn_gen_op *ops;       /* ends with name NULL */
    const grn_gen_dtype *dtypes; /* those of its values; ends with GRN_NO_DTYPE */
    void (*put_type)(grn_gen *g, const grn_gen_type *type);
    /* Writes `%v = ` and a constant. */
    void (*put_constant)(grn_gen *g, const grn_gen_value *v, const grn_tensor *data);
    const char *to_tensor, *from_tensor; /* ops between its types and tensors; NULL: they are tensors */
    bool (*writes_dtype)(const grn_gen *g, grn_dtype dtype); /* of constants; NULL: all */
    bool errors; /* an index out of range is an error by its specification */
    bool open_extents;
    bool overflow_is_open; /* its specification does not say what an integer becomes that does not fit */
} grn_gen_dialect;
extern const grn_gen_dialect grn_gen_stablehlo, grn_gen_jax, grn_gen_onnx, grn_gen_torch, grn_gen_tcp, grn_gen_tensor,
    grn_gen_ttnn;

/* ---- a program in the making ----------------------------------------------------------------- */

#define GRN_GEN_QUESTION_BYTES 160
#define GRN_GEN_RESULTS 32

struct grn_gen {
    grn_choices choices;
    const grn_allocator *allocator;
    const grn_gen_dialect *dialect;
    bool edge, unspecified;
    bool any_inputs; /* as grn_gen_settings has it */
    uint32_t most_inputs;
    uint64_t dtypes;          /* those that values may have, a bit for each; 0: all */
    bool strays;              /* some value has another */
    bool may_fail;            /* an index may be out of range where that is an error */
    bool large;               /* some extents are so large that a run divides its ops */
    const grn_gen_op **about; /* ops to prefer, nabout of them */
    size_t nabout;
    int64_t ops_left;
    int depth;       /* of control flow */
    bool closed;     /* in a region that sees nothing outside: no inputs are made */
    bool exact_only; /* in a region that may run several times: nothing in it is off */
    bool scalars;    /* in a region of numbers: what is made has no dimensions */
    bool failed;     /* memory was refused */
    grn_vec *out;    /* of bytes: where text goes */
    grn_vec body, functions, scratch;
    grn_vec values;  /* grn_gen_value: those that can be seen */
    grn_vec inputs;  /* grn_gen_value, in the order of their ids */
    grn_vec tensors; /* grn_tensor: what they hold */
    uint32_t next_id;
    bool has_callee;
    grn_gen_type callee_input, callee_result;
    char question[GRN_GEN_QUESTION_BYTES];
    bool is_error; /* an index is out of range where that is an error */
    size_t nresults;
    grn_gen_value results[GRN_GEN_RESULTS];
};

/*
 * Text. Directives: %s of a string, %n of an int64_t, %v of a const grn_gen_value *, %t of a const grn_gen_type *,
 * %T of a const grn_gen_value * whose type is written, %l of a const int64_t * and an int, "1, 2", %a of the same,
 * "array<i64: 1, 2>", %%.
 */
void grn_gen_put(grn_gen *g, const char *format, ...);
void grn_gen_put_bytes(grn_gen *g, const char *text, size_t n);
void grn_gen_put_tensor_type(grn_gen *g, const grn_gen_type *type); /* tensor<2x?xf32> */
void grn_gen_put_literal(grn_gen *g, const grn_tensor *data);       /* dense<[1, 2]> */

/* An op in generic form: `%v = "name"(operands)`, then what the caller puts, then the types. */
typedef struct grn_gen_line {
    const char *prefix, *name;
    size_t noperands, nresults;
    const grn_gen_value *operands;
    grn_gen_value *results;
} grn_gen_line;
void grn_gen_begin(grn_gen *g, const grn_gen_line *line);
/* Writes the types, and makes the results known. */
void grn_gen_end(grn_gen *g, const grn_gen_line *line);
/* An op of the program's dialect with one result, and attributes behind its operands, which may be NULL. */
void grn_gen_op_line(grn_gen *g, const char *name, size_t noperands, const grn_gen_value *operands, const char *attrs,
                     const grn_gen_type *type, const grn_facts *facts);
/* The same as a value that no other op will find; for what stands before an op of several. */
grn_gen_value grn_gen_step(grn_gen *g, const char *name, size_t noperands, const grn_gen_value *operands,
                           const char *attrs, const grn_gen_type *type, const grn_facts *facts);
/* Attributes as text, which lives until the next call. */
const char *grn_gen_attrs(grn_gen *g, const char *format, ...);

/* ---- values (values.c) ----------------------------------------------------------------------- */

grn_gen_type grn_gen_type_of(grn_dtype dtype, int32_t rank, const int64_t *shape);
int64_t grn_gen_elements(const grn_gen_type *type);
grn_gen_type grn_gen_with_dtype(const grn_gen_type *type, grn_dtype dtype);
/* What can be broadcast to the type: its last dimensions, some of them 1. */
grn_gen_type grn_gen_last_dims(grn_gen *g, const grn_gen_type *type);
/* One of these, or the type itself. */
grn_gen_type grn_gen_broadcast_to(grn_gen *g, const grn_gen_type *type);
/* The type with its dimensions in any order: dimension d is order[d] of `type`. */
grn_gen_type grn_gen_permuted(grn_gen *g, const grn_gen_type *type, int64_t *order);
bool grn_gen_same_type(const grn_gen_type *a, const grn_gen_type *b);
bool grn_gen_same_shape(const grn_gen_type *a, const grn_gen_type *b);
uint32_t grn_gen_class(grn_dtype dtype); /* of wants */
static inline uint64_t grn_gen_dtype_bit(grn_dtype dtype) { return UINT64_C(1) << dtype; }
bool grn_gen_allows(const grn_gen *g, grn_dtype dtype);
/* A type that suits; its extents are few. */
grn_gen_type grn_gen_draw_type(grn_gen *g, uint32_t classes, int32_t least_rank);
grn_dtype grn_gen_draw_dtype(grn_gen *g, uint32_t classes);
/* Most often that of a value that is there. */
grn_dtype grn_gen_common_dtype(grn_gen *g, uint32_t classes);

/* A value that is as wanted: one that is there, or an input or constant that is made. */
grn_gen_value grn_gen_take(grn_gen *g, const grn_want *want);
grn_gen_value grn_gen_take_any(grn_gen *g, uint32_t classes, int32_t least_rank);
grn_gen_value grn_gen_take_like(grn_gen *g, const grn_gen_type *type);
/* The same as grn_gen_take_any, of rank 4 and of 1000 elements at most. */
grn_gen_value grn_gen_take_small(grn_gen *g, uint32_t classes, int32_t least_rank);
/* Made for this op alone, and filled with `data`, whose memory it takes over (grn_gen_data). */
grn_gen_value grn_gen_make_of(grn_gen *g, const grn_gen_type *type, grn_tensor *data, bool constant);
/* A tensor with memory of the allocator's; data NULL: refused. */
grn_tensor grn_gen_data(grn_gen *g, const grn_gen_type *type);
void grn_gen_free_data(grn_gen *g, grn_tensor *data);
/* A constant of integers, one dimension, or none where count is -1. */
grn_gen_value grn_gen_integers(grn_gen *g, grn_dtype dtype, const int64_t *v, int32_t count);
grn_gen_value grn_gen_number(grn_gen *g, grn_dtype dtype, double number);
void grn_gen_define(grn_gen *g, const grn_gen_value *v);
grn_gen_value grn_gen_new(grn_gen *g, const grn_gen_type *type, const grn_facts *facts);
/* Of several results of one op: %v7#0, %v7#1. */
void grn_gen_number_parts(grn_gen_value *results, size_t count);
/* Says that the program depends on what is left open. */
void grn_gen_ask(grn_gen *g, const char *question);

/* ---- numbers (numbers.c) --------------------------------------------------------------------- */

/* Elements that suit. */
void grn_gen_fill(grn_gen *g, grn_tensor *data, const grn_want *want);
void grn_gen_put_number(grn_tensor *data, int64_t element, double number);
void grn_gen_put_integer(grn_tensor *data, int64_t element, int64_t number);

/* ---- facts (facts.c) ------------------------------------------------------------------------- */

grn_facts grn_facts_unknown(grn_dtype dtype); /* any element, the same everywhere */
grn_facts grn_facts_between(double low, double high);
grn_facts grn_facts_of(const grn_tensor *data);
grn_facts grn_facts_either(const grn_facts *a, const grn_facts *b); /* of elements of both */
grn_facts grn_facts_with(const grn_facts *a, double number);        /* and of a number */
/* Of a sum of n elements, or of products of two; in any order. */
grn_facts grn_facts_sum(grn_dtype dtype, const grn_facts *a, double n);
grn_facts grn_facts_products(grn_dtype dtype, const grn_facts *a, const grn_facts *b, double n);
bool grn_facts_exact(const grn_facts *a);
double grn_facts_magnitude(const grn_facts *a);
bool grn_facts_usable(const grn_facts *a); /* what is off is little enough to be told from a mistake */
/* Whether an op whose result is so may be written, where the program is. */
bool grn_facts_take(const grn_gen *g, grn_facts *a);
double grn_dtype_step(grn_dtype dtype); /* the distance of 1 and the next number; 0: of no float */
/* What a dtype holds. */
double grn_dtype_lowest(grn_dtype dtype), grn_dtype_highest(grn_dtype dtype);

/* ---- element-wise functions (functions.c) ---------------------------------------------------- */

struct grn_element_function {
    uint32_t classes;
    int arity;
    void (*ask)(grn_dtype dtype, int i, grn_want *want); /* NULL: any operand will do */
    void (*tell)(grn_dtype dtype, const grn_facts *x, grn_facts *out);
};
#define GRN_FUNCTIONS(F) \
    F(negate)            \
    F(complement)        \
    F(absolute)          \
    F(sign)              \
    F(rounding)          \
    F(square_root)       \
    F(rough_root)        \
    F(exponential)       \
    F(logarithm)         \
    F(logistic)          \
    F(tanh)              \
    F(sine)              \
    F(tangent)           \
    F(arc)               \
    F(erf)               \
    F(rectifier)         \
    F(reciprocal)        \
    F(count_bits)        \
    F(add)               \
    F(subtract)          \
    F(multiply)          \
    F(divide)            \
    F(remainder)         \
    F(maximum)           \
    F(minimum)           \
    F(power)             \
    F(atan2)             \
    F(bitwise)           \
    F(shift)             \
    F(logical)
#define GRN_FUNCTION_DECLARE(name) extern const grn_element_function grn_element_function_##name;
GRN_FUNCTIONS(GRN_FUNCTION_DECLARE)
#undef GRN_FUNCTION_DECLARE
/* Operand i of the function: `like` is operand 0's type where i is not 0, or one that is broadcast to it. */
grn_gen_value grn_element_function_operand(grn_gen *g, const grn_element_function *f, int i, const grn_gen_type *like);
/* Facts of its result; false: it would be too far off. */
bool grn_element_function_facts(const grn_gen *g, const grn_element_function *f, grn_dtype dtype,
                                const grn_gen_value *x, grn_facts *out);
/* Both at once, of the op's function: operands, of which the second may be broadcast to the first. */
bool grn_element_function_broadcast(grn_gen *g, const grn_gen_op *op, grn_gen_value x[2], grn_facts *facts);

/* Writes op->function of operands of one type; op->form is another dialect's prefix, NULL: the program's. */
bool grn_gen_write_function(grn_gen *g, const grn_gen_op *op);

/* ---- programs (program.c) -------------------------------------------------------------------- */

typedef struct grn_gen_settings {
    const grn_gen_dialect *dialect;
    const grn_allocator *allocator;
    grn_choices choices;
    size_t nabout;
    const grn_gen_op **about;
    uint32_t max_ops;
    bool edge, unspecified, large;
    bool
        any_inputs; /* the caller fills inputs with anything: the program is fine whatever they hold, and no extent is open */
    uint32_t most_inputs; /* 0: some dozen, more in long programs */
    uint64_t dtypes;      /* of grn_gen_dtype_bit; 0: all. Values of others may come: g->strays says so */
} grn_gen_settings;
/* Makes a text, in g->out, with inputs; g is destroyed in any case by grn_gen_destroy. GRN_E_MEMORY. */
grn_status grn_gen_program(grn_gen *g, const grn_gen_settings *settings);
void grn_gen_destroy(grn_gen *g);
/* One op, whichever; one that is an element-wise function. False: none could be written. */
bool grn_gen_write_op(grn_gen *g);
bool grn_gen_write_element(grn_gen *g);
const grn_gen_dialect *grn_gen_dialect_at(size_t i);

#endif
