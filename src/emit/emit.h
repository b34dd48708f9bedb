/*
 * emit.h - lowered programs as C: scf, memref, arith, math, complex and func ops, a row per op.
 *
 * Knows: what each of those ops is in C11, and how its values are carried there. Must not know:
 * gathers, scatters, the hub, how a program came to be lowered, plans, how anything is run.
 *
 * A function of the module becomes a function of C. A memref is a pointer to its first element,
 * with a parameter behind it for each extent and stride that is not known; a view of one (subview,
 * cast, reshape) is no code, only another address. A scalar is an expression: one that is used once
 * is written where it is used, any other gets a name. Integers are carried as C's of the same
 * width; a value may be in the signed or the unsigned one, and is cast where an operation needs the
 * other. Floats that C does not have are carried as the integer of their bits. Intervals of
 * integers are followed, so that sums and products that cannot overflow are plain ones and others
 * are done in unsigned arithmetic, which wraps.
 *
 * Words: an expression is text of C with its precedence and C type; a helper is a static function
 * above those of the program; a view is where a memref's elements are.
 */
#ifndef GRN_EMIT_H
#define GRN_EMIT_H

#include "dialects/common/ops.h"
#include "garner/emit.h"

typedef struct grn_c grn_c;

/* On a lowered function: how many of its arguments the program had; the others are memory for
 * results. */
#define GRN_C_INPUTS "garner.inputs"

/*
 * Writes every public function of `ir`, whose ops are lowered ones, and the private ones that they
 * call. Nothing is written unless every op can be. GRN_E_UNSUPPORTED: reported at each op that has
 * no row. The module is not changed, but its arena holds the text while it is made.
 */
grn_status grn_emit_c(grn_ir *ir, const grn_module_emit_options *options, const grn_diag *diag, const grn_sink *sink);

/* Whether the module has no tensor that would have to be lowered to loops. */
bool grn_c_is_lowered(const grn_ir *ir);

/* ---- expressions (expression.c) -------------------------------------------------------------- */

/* How tightly an operator binds; an operand that binds less is put in parentheses. */
enum {
    GRN_C_ASSIGN = 1,
    GRN_C_CHOICE, /* ?: */
    GRN_C_EITHER, /* || */
    GRN_C_BOTH,   /* && */
    GRN_C_OR,
    GRN_C_XOR,
    GRN_C_AND,
    GRN_C_EQUAL,
    GRN_C_LESS,
    GRN_C_SHIFT,
    GRN_C_SUM,
    GRN_C_PRODUCT,
    GRN_C_UNARY, /* casts too */
    GRN_C_PRIMARY
};

typedef enum grn_c_kind { GRN_C_SIGNED, GRN_C_UNSIGNED, GRN_C_REAL, GRN_C_PAIR } grn_c_kind;

/* A type of C that carries elements. */
typedef struct grn_c_type {
    const char *name;
    grn_c_kind kind;
    unsigned bits;
} grn_c_type;
extern const grn_c_type grn_c_int, grn_c_int64, grn_c_float, grn_c_double;

typedef struct grn_c_expr {
    const char *text;
    int precedence;
    const grn_c_type *type;
    bool is_simple; /* a name or a number: may be written as often as needed */
    bool reads;     /* memory, so it is not moved over a write */
    bool is_ranged; /* an integer, as a signed one in [least, most] */
    int64_t least, most;
} grn_c_expr;

/* What an element type is in C: the signed one of integers; NULL, after a refusal: nothing. */
const grn_c_type *grn_c_type_of(grn_c *s, const grn_type *t);
/* The type that a program declares: the unsigned one where `declared` is. */
const grn_c_type *grn_c_type_declared(grn_c *s, const grn_type *t, const grn_type *declared);
/* Floats that C has no type for, carried by their bits. */
bool grn_c_is_narrow(const grn_type *t);
unsigned grn_c_width(const grn_type *t); /* of an integer or index: bits of value */

grn_c_expr grn_c_name_expr(grn_c *s, const char *name, const grn_c_type *type);
grn_c_expr grn_c_number(grn_c *s, int64_t v, const grn_type *t); /* t NULL: an index */
/* The element at p. */
grn_c_expr grn_c_element(grn_c *s, grn_dtype dtype, const grn_type *t, const void *p);
static inline bool grn_c_is_constant(const grn_c_expr *e) { return e->is_ranged && e->least == e->most; }
/* The text, in parentheses where it binds less than `precedence`. */
const char *grn_c_within(grn_c *s, const grn_c_expr *e, int precedence);
grn_c_expr grn_c_cast(grn_c *s, grn_c_expr e, const grn_c_type *type);
grn_c_expr grn_c_as_signed(grn_c *s, grn_c_expr e, const grn_type *t);
grn_c_expr grn_c_as_unsigned(grn_c *s, grn_c_expr e, const grn_type *t);
/* a SYMBOL b, as C has it, of type `type`. */
grn_c_expr grn_c_binary(grn_c *s, const char *symbol, int precedence, grn_c_expr a, grn_c_expr b,
                        const grn_c_type *type);
/* name(a, b); b may be NULL. */
grn_c_expr grn_c_call(grn_c *s, const char *name, const grn_c_type *type, const grn_c_expr *a, const grn_c_expr *b);
/* a + b, a - b, a * b of integers of type t (NULL: an index that is an address, which never
 * overflows). */
grn_c_expr grn_c_add(grn_c *s, grn_c_expr a, grn_c_expr b, const grn_type *t);
grn_c_expr grn_c_subtract(grn_c *s, grn_c_expr a, grn_c_expr b, const grn_type *t);
grn_c_expr grn_c_multiply(grn_c *s, grn_c_expr a, grn_c_expr b, const grn_type *t);
/* The interval of all values of the integer type. */
void grn_c_range(grn_c_expr *e, int64_t least, int64_t most);

/* 0 or 1. */
grn_c_expr grn_c_truth(grn_c_expr e);
/* A float as C computes with it, a narrow one by its value, and back. */
grn_c_expr grn_c_real_of(grn_c *s, grn_c_expr e, const grn_type *t);
grn_c_expr grn_c_of_real(grn_c *s, grn_c_expr e, const grn_type *t);

/* ---- views of memory (view.c) ---------------------------------------------------------------- */

typedef struct grn_c_view {
    const char *base;
    const grn_value *root; /* the argument or allocation that it looks at */
    const grn_type *element;
    const grn_c_type *type;
    int32_t rank;
    bool is_compact;
    grn_c_expr offset, size[GRN_MAX_RANK], stride[GRN_MAX_RANK];
} grn_c_view;

/* A memref type, taken apart. */
typedef struct grn_c_memref {
    const grn_type *element;
    int32_t rank;
    bool is_strided;                                           /* else row-major */
    int64_t shape[GRN_MAX_RANK], stride[GRN_MAX_RANK], offset; /* GRN_DYNAMIC: not known */
} grn_c_memref;
bool grn_c_is_memref(const grn_type *t);
/* False, after a refusal: C's pointers cannot express this view. */
bool grn_c_read_memref(grn_c *s, const grn_type *t, grn_c_memref *out);
/* Strides from sizes, row-major. */
void grn_c_make_compact(grn_c *s, grn_c_view *v);
/* The element at these indices, as an lvalue. */
grn_c_expr grn_c_at(grn_c *s, const grn_c_view *v, const grn_c_expr *index);
/* Where the elements begin: a pointer. */
const char *grn_c_pointer(grn_c *s, const grn_c_view *v);
/* The number of elements; dims from `first` on. */
grn_c_expr grn_c_elements(grn_c *s, const grn_c_view *v, int32_t first);
/* Whether dims from `first` on lie without gaps, as far as is known. */
bool grn_c_is_contiguous(const grn_c_view *v, int32_t first);

/* Sizes from the type, or what `size` says of those that are not known, in order. */
void grn_c_sizes(grn_c *s, grn_c_view *v, const grn_c_memref *m, const grn_c_expr *size);
/* `e`, of type t, as an element of the view, with a cast where C compilers would warn. */
const char *grn_c_as_element(grn_c *s, grn_c_expr e, const grn_type *t, const grn_c_type *to);
/* One array's elements copied to another of the same shape. */
void grn_c_copy(grn_c *s, const grn_c_view *from, const grn_c_view *to);

/* ---- text (write.c) -------------------------------------------------------------------------- */

/* Reports why the op cannot be written. */
void grn_c_refuse(grn_c *s, const char *format, ...) GRN_PRINTF(2, 3);
/* printf into the module's arena. Never NULL. */
const char *grn_c_text(grn_c *s, const char *format, ...) GRN_PRINTF(2, 3);
/* The next statement gets the op's garner.note, if the op has one, as a comment. */
void grn_c_note(grn_c *s, const grn_op *op);
/* `text` as it may stand in a comment: nothing in it ends the comment. */
const char *grn_c_comment(grn_c *s, grn_str text);

/* ---- statements (statements.c) --------------------------------------------------------------- */

typedef enum grn_c_statement_kind {
    GRN_C_KEPT,     /* has an effect: a call, a jump, a free */
    GRN_C_DECLARES, /* a variable, with or without its first value: needed where something reads it */
    /* assigns to a variable, or to memory that it names: kept where the variable is read, or is the
     * caller's */
    GRN_C_STORES,
    /* opens a block; with a name, that variable's initializer: kept where something in it, or the
     * variable, is */
    GRN_C_OPENS,
    GRN_C_TURNS,  /* "} else {" */
    GRN_C_CLOSES, /* the end of what was opened last */
    GRN_C_PART,   /* a line of a variable's initializer */
    GRN_C_RAW     /* text as it is, without a line's end */
} grn_c_statement_kind;

/* One more statement, indented, of one line or more. `name`: of the variable that it declares or
 * writes to; else NULL. */
void grn_c_statement(grn_c *s, grn_c_statement_kind kind, const char *name, const char *format, ...) GRN_PRINTF(4, 5);
void grn_c_line(grn_c *s, const char *format, ...) GRN_PRINTF(2, 3); /* one that is kept */
void grn_c_put(grn_c *s, const char *text);                          /* one that is raw */
void grn_c_open(grn_c *s);                                           /* indents what comes */
void grn_c_close(grn_c *s);

/* Statements that were written and then taken back, for use elsewhere. */
typedef struct grn_c_record grn_c_record;
typedef struct grn_c_statements {
    grn_c_record *records;
    size_t n;
} grn_c_statements;
size_t grn_c_mark(const grn_c *s);
grn_c_statements grn_c_take_back(grn_c *s, size_t mark); /* what came behind the mark */
void grn_c_put_back(grn_c *s, grn_c_statements all);
/* lines, which go with the first statement behind the mark */
void grn_c_put_before(grn_c *s, size_t mark, const char *text);
/* Columns that a text takes when printed, and the printed text: without the bytes that refer to
 * variables. */
size_t grn_c_columns(const char *text);
const char *grn_c_plain(grn_c *s, const char *text);

/* ---- values (write.c) ------------------------------------------------------------------------ */

grn_c_expr grn_c_operand(grn_c *s, const grn_op *op, size_t i);
grn_c_expr grn_c_operand_named(grn_c *s, const grn_op *op, size_t i); /* a simple one: it may be written twice */
grn_c_expr grn_c_value(grn_c *s, const grn_value *v);
const grn_c_view *grn_c_operand_view(grn_c *s, const grn_op *op, size_t i);
grn_c_view *grn_c_new_view(grn_c *s, const grn_value *v); /* for v: to be filled */
/* Result i is `e`, here or where it is used. */
void grn_c_give(grn_c *s, const grn_op *op, size_t i, grn_c_expr e);
/* v is `e` wherever it is used. */
void grn_c_bind(grn_c *s, const grn_value *v, grn_c_expr e);
/* `e` under a name, unless it is simple. */
grn_c_expr grn_c_named(grn_c *s, grn_c_expr e, const char *hint);
bool grn_c_is_used(const grn_c *s, const grn_value *v);
/* Before a write: values that were read and not yet written down get a name, except the operands of
 * `op`. */
void grn_c_settle(grn_c *s, const grn_op *op);
/* A block's ops but its terminator. */
void grn_c_ops(grn_c *s, const grn_block *block);

/* The name of helper `name` for this type; the helper is written with the module. */
const char *grn_c_helper(grn_c *s, const char *name);
const char *grn_c_helper_of(grn_c *s, const char *name, const grn_c_type *type); /* divide_i32 */
/* A narrow float's value as a double, and the nearest narrow float (narrow.c). */
grn_c_expr grn_c_decode(grn_c *s, grn_c_expr bits, const grn_type *t);
grn_c_expr grn_c_encode(grn_c *s, grn_c_expr value, const grn_type *t);
/* Headers of libc that the program needs. */
enum {
    GRN_C_MATH_H = 1 << 0,
    GRN_C_STDLIB_H = 1 << 1,
    GRN_C_STRING_H = 1 << 2,
    GRN_C_STDIO_H = 1 << 3,
    GRN_C_COMPLEX_H = 1 << 4
};
void grn_c_needs(grn_c *s, unsigned header);
void grn_c_contracts(grn_c *s); /* a product or a sum of floats is written */

/* ---- names (names.c) ------------------------------------------------------------------------- */

/* A new identifier that reads like `wish`: in this scope, or everywhere. Never NULL. */
const char *grn_c_new_name(grn_c *s, grn_str wish, bool everywhere);
/* A new name of a variable. A text with the name refers to that variable (statements.c). */
const char *grn_c_variable_name(grn_c *s, const char *wish, bool everywhere);
const char *grn_c_local(grn_c *s, const char *wish); /* of this scope */
/* v's own name, where the program gives it one that is no number. */
const char *grn_c_wish(grn_c *s, const grn_value *v, const char *otherwise);

/* The predicate of a comparison, -1: it has none (arith.c). */
int64_t grn_c_predicate_of(const grn_op *op);
/* condition ? a : b of values of type t (arith.c). */
grn_c_expr grn_c_choose(grn_c *s, grn_c_expr condition, grn_c_expr a, grn_c_expr b, const grn_type *t);

/* ---- rows ------------------------------------------------------------------------------------ */

enum {
    GRN_C_WRITES = 1 << 0, /* orders memory: values that were read before it get names first */
    GRN_C_EFFECT = 1 << 1, /* kept even where its results are unused */
    GRN_C_VIEWS = 1 << 2,  /* a view: result 0 is memory of operand 0 */
    GRN_C_MAKES = 1 << 3,  /* allocates: its memory is in no other value */
    GRN_C_ENDS = 1 << 4,   /* uses only the memory of its operand, which does not count as a use */
    GRN_C_NUMBER = 1 << 5  /* arithmetic: its results are made of its operands alone, and it touches no memory */
};

typedef struct grn_c_row grn_c_row;
struct grn_c_row {
    void (*write)(grn_c *s, const grn_op *op, const grn_c_row *row);
    const char *symbol; /* operator, function or helper of C */
    const char *hint;   /* what its value is called where it needs a name */
    unsigned effects;
    /* 1 + the number of the operand that is written to; 0: none; -1: a call, which writes to what
     * its callee writes to */
    int writes;
};
const grn_c_row *grn_c_row_of(const grn_op *op); /* NULL: none */

/* Each stands with its functions, as GRN_C(arith, addi) = {..}, and is a line of dialects/common/ops.def
 * (dialects/common/ops.h). */
#define OP(...)
#define OTHER_OP(dialect, op, emit, ...) GRN_WHERE_ROW(emit, extern const grn_c_row grn_c_row_##dialect##_##op;)
#include "dialects/common/every.def"
#define GRN_C(dialect, op)                                                                           \
    _Static_assert(sizeof grn_c_row_##dialect##_##op, "its line in ops.def has it as written in C"); \
    const grn_c_row grn_c_row_##dialect##_##op

#endif
