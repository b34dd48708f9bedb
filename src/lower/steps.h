/*
 * steps.h - what the files of this layer share: the state of a function that is being lowered, and
 * calls that emit ops.
 *
 * grn_lo_ is what names of this layer begin with. Every call that emits may fail: the first failure
 * is kept in l->status, and from then on calls do nothing and answer NULL. So calls can be chained,
 * and the status is asked for once.
 */
#ifndef GRN_LOWER_STEPS_H
#define GRN_LOWER_STEPS_H

#include "convert/steps.h"
#include "lower/lower.h"

#define GRN_LO_MAX_CARRY 64
/* Values under another shape that an access may need at once. */
#define GRN_LO_ALIASES (GRN_LO_MAX_CARRY + 2)

typedef struct grn_lower grn_lower;

/* ---- values (values.c) ----------------------------------------------------------------------- */

typedef enum grn_lo_kind {
    GRN_LO_NONE,
    GRN_LO_BUFFER, /* `value` is a memref or a tensor */
    GRN_LO_SCALAR, /* `value` is the only element, or a value that never was a tensor */
    GRN_LO_LAZY    /* result `op`'s elements are computed where they are read */
} grn_lo_kind;

typedef struct grn_lo_value {
    grn_lo_kind kind;
    grn_value *value;
    const grn_op *op;
    uint32_t depth;     /* of a LAZY one: how many such stand behind each other */
    bool guarded;       /* of a LAZY one: nothing of it may be read once an index was bad */
    grn_value *element; /* of a LAZY one: that at element_index, and the block in which it was computed last */
    const grn_block *element_in;
    bool owned;    /* a memref that this function allocated, and that no argument or loop state shares */
    bool writable; /* ... or that the last op to take the value may write to all the same (inplace.h) */
} grn_lo_value;

/* What the block of a linalg.generic has of tensors that it reads at the place of its element. */
#define GRN_LO_INPUTS 8
typedef struct grn_lo_inputs {
    size_t n;
    const grn_value *source[GRN_LO_INPUTS];
    grn_value *arg[GRN_LO_INPUTS];
} grn_lo_inputs;

/* What elements of an op have in common that differ in their last counters alone: made once, in an
 * outer loop. */
typedef struct grn_lo_prepared {
    const struct grn_lo_prepared *outer;
    const grn_op *op;
    grn_value *const *v; /* as the op's row has them */
} grn_lo_prepared;

/* Memrefs that were allocated in a block and go at its end. */
typedef struct grn_lo_scope {
    struct grn_lo_scope *outer;
    grn_vec owned; /* grn_value *; NULL: given away */
} grn_lo_scope;

struct grn_lower {
    grn_ir *ir;
    const grn_diag *diag;
    const grn_lower_options *o;
    grn_status status;
    const grn_op *at; /* the op being lowered: its place and name are in messages */
    grn_block *block; /* new ops go to its end */
    grn_block *entry; /* of the function: constants go to its beginning */
    grn_op *last_constant;
    grn_lo_value *map;           /* by slot of the function's values */
    bool *needs_buffer;          /* by slot: something takes the value as a whole */
    struct grn_lo_use **used_by; /* by slot */
    size_t nslots;
    grn_lo_scope *scope;
    /* i32: 0, or 1 + the position of the first bad index vector; NULL: nothing can fail so far */
    grn_value *error;
    bool reports;                    /* the function has a status as its last result */
    size_t failing_left;             /* ops still to come that may set the status */
    grn_value **destination;         /* by slot: the memref of the caller's that a value is to be written to; or NULL */
    bool *fuses;                     /* by slot: its elements may be computed in a reader's loops (fuse.h) */
    const grn_op **sites;            /* by slot: the op in whose loops they are; NULL: its own */
    grn_value *const *element_index; /* of the element being computed, in a walk over all of them */
    const grn_lo_inputs *inputs;     /* NULL: the walk is no linalg.generic */
    const grn_lo_prepared *prepared; /* in this walk */
    grn_value *const *generic_index; /* counters of the program's linalg.generic whose region is being lowered */
    size_t element_result;           /* of an op of several: which is being computed */
};

/* What stands for a value of the program. */
grn_lo_value *grn_lo_of(grn_lower *l, const grn_value *source);
void grn_lo_set_buffer(grn_lower *l, const grn_value *source, grn_value *buffer, bool owned);
void grn_lo_set_scalar(grn_lower *l, const grn_value *source, grn_value *scalar);
/* One element of it. index: as many as its rank. */
grn_value *grn_lo_read(grn_lower *l, const grn_value *source, grn_value *const *index);
/* The index of the element at a row-major position. */
void grn_lo_at_position(grn_lower *l, const grn_type *tensor, int64_t position, grn_value **out);
/* Its extent along `d`, as an index; all of them. */
grn_value *grn_lo_extent(grn_lower *l, const grn_value *source, int32_t d);
void grn_lo_extents(grn_lower *l, const grn_value *source, grn_value **out);
/* It as a memref or tensor, computed now where it is not. */
grn_value *grn_lo_buffer(grn_lower *l, const grn_value *source);
/* A new buffer for `source`, of these extents, of which only those that are not known are read; the
 * caller's where it is to be written there. */
grn_value *grn_lo_allocate_for(grn_lower *l, const grn_value *source, grn_value *const *extent, bool *owned);
/* Whether two memrefs of the program are known to be of different memory. */
bool grn_lo_are_apart(const grn_value *a, const grn_value *b);
/* A new buffer that goes at the end of the innermost scope. */
grn_value *grn_lo_allocate(grn_lower *l, const grn_type *tensor, grn_value *const *extent);
/* Of a result that is being made: what its type says, else what its op's row does. */
void grn_lo_result_extents(grn_lower *l, const grn_op *op, const grn_value *result, grn_value **out);
/* Around what writes to the buffer of `source`: where that is the caller's, nothing is written
 * after a bad index. */
bool grn_lo_guards(const grn_lower *l, const grn_value *source);
grn_op *grn_lo_guard(grn_lower *l, const grn_value *source);
void grn_lo_end_guard(grn_lower *l, grn_op *guard);
/* Writes all of `source` to the memref `to`. */
void grn_lo_copy_to(grn_lower *l, const grn_value *source, grn_value *to);
void grn_lo_scope_begin(grn_lower *l, grn_lo_scope *scope);
/* Frees what is left of it, unless the block is not reached any more. */
void grn_lo_scope_end(grn_lower *l);
/* The memref is not freed with its scope. False: it was none of its own. */
bool grn_lo_give_away(grn_lower *l, const grn_value *memref);

/* ---- emitting (emit.c) ----------------------------------------------------------------------- */

typedef struct grn_lo_attr {
    const char *name;
    const grn_attr *value;
} grn_lo_attr;
#define GRN_LO_NO_ATTRS 0, NULL

/* GRN_E_UNSUPPORTED at l->at, reported: "cannot be lowered: 'stablehlo.sort' ...". Answers NULL. */
void *grn_lo_refuse(grn_lower *l, const char *format, ...) GRN_PRINTF(2, 3);
/* Notes a status, and that memory was refused where `ok` is false. Answers whether all is well. */
bool grn_lo_check(grn_lower *l, bool ok);

/* An op at the end of l->block. */
grn_op *grn_lo_op(grn_lower *l, const char *name, size_t noperands, grn_value *const *operands, size_t nresults,
                  const grn_type *const *types, size_t nregions, size_t nattrs, const grn_lo_attr *attrs);
grn_value *grn_lo_one(grn_lower *l, const char *name, size_t noperands, grn_value *const *operands,
                      const grn_type *type, size_t nattrs, const grn_lo_attr *attrs);
void grn_lo_none(grn_lower *l, const char *name, size_t noperands, grn_value *const *operands, size_t nattrs,
                 const grn_lo_attr *attrs);
void grn_lo_set_attr(grn_lower *l, grn_op *op, const char *name, const grn_attr *value);
void grn_lo_set_text(grn_lower *l, grn_op *op, const char *name, const char *format, ...) GRN_PRINTF(4, 5);
/* The last op of a block moves to before another of it; NULL: it stays. */
void grn_lo_move_before(grn_op *op, grn_op *before);
/* A block of a region with arguments of these types; l->block is it from now on. */
grn_block *grn_lo_block(grn_lower *l, grn_region *region, size_t nargs, const grn_type *const *types);

/* Attributes. */
const grn_attr *grn_lo_i64(grn_lower *l, int64_t v);
const grn_attr *grn_lo_segments(grn_lower *l, size_t count, const int32_t *sizes);

/* Types: an element type without its sign; a tensor or memref of the shape of `tensor`. */
const grn_type *grn_lo_element(grn_lower *l, const grn_type *element);
const grn_type *grn_lo_buffer_type(grn_lower *l, const grn_type *tensor);
/* A memref. strides: NULL, rows one after the other; else `rank` of them and the offset,
 * GRN_DYNAMIC where they are not known. */
const grn_type *grn_lo_memref(grn_lower *l, const grn_type *element, int32_t rank, const int64_t *shape,
                              const int64_t *strides, int64_t offset);
const grn_type *grn_lo_index_type(grn_lower *l);
const grn_type *grn_lo_integer_type(grn_lower *l, uint32_t width);

/* Values. Constants stand at the beginning of the function. */
grn_value *grn_lo_index(grn_lower *l, int64_t v);
grn_value *grn_lo_integer(grn_lower *l, const grn_type *type, int64_t v);
grn_value *grn_lo_float(grn_lower *l, const grn_type *type, double v);
/* The op that was emitted last, which has no operands and gives v, moves to them. */
void grn_lo_to_entry(grn_lower *l, const grn_value *v);
/* An element of this (unlowered) type from its bytes. */
grn_value *grn_lo_constant(grn_lower *l, const grn_type *element, const void *bytes);
/* Whether `v` is a constant index or integer. */
bool grn_lo_known(const grn_value *v, int64_t *out);
grn_value *grn_lo_unary(grn_lower *l, const char *name, grn_value *a); /* of a's type, as is the next */
grn_value *grn_lo_binary(grn_lower *l, const char *name, grn_value *a, grn_value *b);
grn_value *grn_lo_cast(grn_lower *l, const char *name, grn_value *a, const grn_type *type);
grn_value *grn_lo_select(grn_lower *l, grn_value *condition, grn_value *a, grn_value *b);
/* Index arithmetic, where what is known is worked out. */
grn_value *grn_lo_add(grn_lower *l, grn_value *a, grn_value *b);
grn_value *grn_lo_sub(grn_lower *l, grn_value *a, grn_value *b);
grn_value *grn_lo_mul(grn_lower *l, grn_value *a, grn_value *b);
/* Of numbers that are not negative. */
grn_value *grn_lo_div(grn_lower *l, grn_value *a, grn_value *b);
grn_value *grn_lo_rem(grn_lower *l, grn_value *a, grn_value *b);
grn_value *grn_lo_min(grn_lower *l, grn_value *a, grn_value *b);
grn_value *grn_lo_max(grn_lower *l, grn_value *a, grn_value *b);
/* arith.cmpi and arith.cmpf by the names of their predicates: "slt", "oeq". */
grn_value *grn_lo_compare(grn_lower *l, const char *predicate, grn_value *a, grn_value *b);
/* Both hold; NULL stands for what always does. */
grn_value *grn_lo_and(grn_lower *l, grn_value *a, grn_value *b);
/* Reads and writes of buffers. */
grn_value *grn_lo_load(grn_lower *l, grn_value *buffer, const grn_type *element, size_t rank, grn_value *const *index);
void grn_lo_store(grn_lower *l, grn_value *scalar, grn_value *memref, size_t rank, grn_value *const *index);
grn_value *grn_lo_dim(grn_lower *l, grn_value *buffer, int32_t d);

/* ---- loops and conditions (loops.c) ---------------------------------------------------------- */

typedef struct grn_lo_carry {
    size_t n;
    grn_value *v[GRN_LO_MAX_CARRY];
} grn_lo_carry;

/* scf.for over [0, extent): answers the counter. carry, which may be NULL, holds what the loop
 * carries: inside, its block's arguments; after the end, its results. */
grn_value *grn_lo_for(grn_lower *l, grn_value *extent, grn_lo_carry *carry);
void grn_lo_end_for(grn_lower *l, grn_lo_carry *carry);
/* The scf.for or scf.parallel whose body is being emitted. */
grn_op *grn_lo_loop(const grn_lower *l);
void grn_lo_parallel(grn_lower *l, int32_t n, grn_value *const *extent, grn_value **index);
void grn_lo_end_parallel(grn_lower *l);

/* scf.if of n results: begin, yield, otherwise, yield, end. The results are the op's. */
grn_op *grn_lo_if(grn_lower *l, grn_value *condition, size_t n);
void grn_lo_otherwise(grn_lower *l, grn_op *branch);
void grn_lo_yield(grn_lower *l, size_t n, grn_value *const *values);
void grn_lo_end_if(grn_lower *l, grn_op *branch);

/* ---- all elements (elements.c) --------------------------------------------------------------- */

/* One element at `index`, by an op's row; of result `result`. */
typedef grn_value *(*grn_lo_element_fn)(grn_lower *l, const grn_op *op, grn_value *const *index);
/* Makes all of `source`, a result of `op`, by its function. Extents: those that are not known are
 * read. */
void grn_lo_fill(grn_lower *l, const grn_op *op, const grn_value *source, grn_lo_element_fn element,
                 grn_value *const *extent);
/* Writes every element of a tensor of this type into `to`: the same memref, or another tensor. */
grn_value *grn_lo_fill_into(grn_lower *l, const grn_op *op, const grn_type *tensor, grn_lo_element_fn element,
                            grn_value *to);

/* Keeps `count` values for elements of op in this walk; those that are kept, NULL: none are. */
void grn_lo_prepare(grn_lower *l, const grn_op *op, size_t count, grn_value *const *v);
grn_value *const *grn_lo_find_prepared(const grn_lower *l, const grn_op *op);

/* ---- rows (rows.c) --------------------------------------------------------------------------- */

enum {
    /* costs nothing per element: computed where it is read unless something takes it whole */
    GRN_LO_FREE = 1 << 0,
    GRN_LO_POINTWISE = 1 << 1, /* reads its operands at the very index, or at none where they have rank 0 */
    /* has no element function, and reads its operands element by element all the same */
    GRN_LO_READS_ELEMENTS = 1 << 2,
    GRN_LO_SHARES = 1 << 3, /* its results are its operands' buffers */
    /* its element function serves in the loops of an op that reads the elements (fuse.h) */
    GRN_LO_FUSES = 1 << 4,
    GRN_LO_BRANCHES = 1 << 5 /* one of its regions runs, once */
};

struct grn_lower_row {
    grn_lo_element_fn element;
    void (*lower)(grn_lower *l, const grn_op *op); /* where there is no element function, or more to do */
    /* in a region on elements, where all that it takes and gives is of one */
    void (*on_scalars)(grn_lower *l, const grn_op *op);
    /* In a walk over all elements, of which the first `known` counters are there: makes and keeps
     * what more elements need (grn_lo_prepare), once. NULL: nothing is shared. */
    void (*before)(grn_lower *l, const grn_op *op, grn_value *const *index, int32_t known);
    /* Of one with loops of its own: whether they read each element of operand `i` once, at the
     * loops' own index. NULL: of none. */
    bool (*reads_here)(const grn_op *op, size_t i);
    /* Of a result that is not known: all extents. NULL: those of operand 0. */
    void (*extents)(grn_lower *l, const grn_op *op, grn_value **out);
    /* Of one that gives a tensor with some elements replaced: the operand that result i is such of. NULL: none. */
    size_t (*replaces)(const grn_op *op, size_t i);
    /* The root (grn_lo_root) of what regions give as a result. NULL: of the operand that is replaced. */
    const grn_value *(*root)(const grn_value *v);
    unsigned flags;
    bool (*may_fail)(const grn_op *op);
    /* For element functions that several rows share: the op by the kind of the elements, its name
     * where they compute it in double precision. */
    const char *of_signed, *of_unsigned, *of_float, *of_bool;
};
typedef struct grn_lower_row grn_lower_row;
const grn_lower_row *grn_lower_row_of(const grn_op *op);

/* Each stands with its functions, as GRN_LOWER(stablehlo, add) = {..}, and is a line of an ops.def
 * (dialects/common/ops.h). */
#define OP(dialect, op, lower, ...) GRN_WHERE_ROW(lower, extern const grn_lower_row grn_lower_##dialect##_##op;)
#include "dialects/common/every.def"
#define GRN_LOWER(dialect, op)                                                                  \
    _Static_assert(sizeof grn_lower_##dialect##_##op, "its line in ops.def has it as lowered"); \
    const grn_lower_row grn_lower_##dialect##_##op

/* Of every op of arith and math on tensors that has none of its own. */
extern const grn_lower_row grn_lower_upstream_row;
bool grn_lo_in_dialect(const grn_op *op, const char *dialect);

/* ---- regions (region.c) ---------------------------------------------------------------------- */

/* The results of a one-block region of element rows, given its arguments as scalars. False: it was
 * refused. */
bool grn_lo_region(grn_lower *l, const grn_region *region, size_t nargs, grn_value *const *args, size_t nresults,
                   grn_value **results);
/* stablehlo.if, case and while in such a region (region_control.c). */
void grn_lo_branches_on_scalars(grn_lower *l, const grn_op *op);
void grn_lo_while_on_scalars(grn_lower *l, const grn_op *op);
/* The op's result is computed where it is read. False: it stands behind too many that are. */
enum { GRN_LO_IN_A_ROW = 16 };
bool grn_lo_set_lazy(grn_lower *l, const grn_op *op, uint32_t most);
/* A block of an op that stays, whose own ops may not. */
void grn_lo_keep_region(grn_lower *l, const grn_block *from, grn_region *to);
/* All ops of a block but its terminator. */
void grn_lo_ops(grn_lower *l, const grn_block *block);

#endif
