/*
 * mlir.h - what the rows of MLIR's own dialects have in common, and those that
 * are written like them: sets of types, text, run-time steps.
 *
 * Must not know: any dialect.
 */
#ifndef GRN_DIALECTS_MLIR_H
#define GRN_DIALECTS_MLIR_H

#include "dialects/stablehlo/ops.h"

/* ---- sets of types and attributes ------------------------------------------------------------ */

extern const grn_type_class grn_is_ranked_tensor;   /* of any type values */
extern const grn_type_class grn_is_signless_tensor; /* ranked, of signless integers */
extern const grn_type_class grn_is_index_or_signless_tensor;
extern const grn_type_class grn_is_index;
extern const grn_attr_class grn_is_segment_sizes; /* "i32 dense array attribute" */
extern const grn_attr_class grn_is_i64_list;      /* "64-bit integer array attribute" */
extern const grn_attr_class grn_is_reassociation; /* "Array of 64-bit integer array attributes" */

/* ---- syntax that all ops of a dialect have (foreign.c) --------------------------------------- */

extern const grn_op_def grn_uniform_ops;  /* `%a, %b {..} : (T, T) -> T`, and in the other forms of text.h's !any */
extern const grn_op_def grn_uniform_list; /* the same, printed as `%a, %b {..} : T, T -> T` */

/* Arithmetic: operands and results of one type, and flags that say what a compiler may assume; they
 * change no result here. */
#define GRN_MLIR_ARITHMETIC \
    "%* [ fastmath #arith.fastmath$fastmath ]? [ overflow #arith.overflow$overflowFlags ]? {} :same"
/* The same flags in an assembly. */
#define GRN_MLIR_FLAGS "[? fastmath #arith.fastmath$fastmath ?] [? overflow #arith.overflow$overflowFlags ?]"
extern const grn_attr_class grn_is_fastmath; /* #arith.fastmath<..> */
extern const grn_attr_class grn_is_overflow; /* #arith.overflow<..> */
extern const grn_attr_def grn_arithmetic_flags[];
/* Either, if it is there, where the text is the op's own. */
grn_status grn_parse_arithmetic_flags(grn_parser *p, grn_op *op);

/* ---- rules ----------------------------------------------------------------------------------- */

/* The message as given behind "'op' op ", then the note that names the rule. GRN_E_VERIFY. */
grn_status grn_tensor_broken(const grn_op *op, const grn_check *check, const char *rule, const char *format, ...)
    GRN_PRINTF(4, 5);
/* Breaks `rule` unless operand i, a tensor, has elements of the type that operand `as` has. */
grn_status grn_tensor_elements_same(const grn_op *op, const grn_check *check, const char *rule, size_t i, size_t as);
/* Attribute operandSegmentSizes names `count` groups that add up to the operands; *sizes lives with
 * the attribute. */
grn_status grn_tensor_segments(const grn_op *op, const grn_check *check, size_t count, const int64_t **sizes);

/* The extent that the dims of a reassociation group collapse to; GRN_DYNAMIC: it is not known, or
 * cannot be counted. */
int64_t grn_joined_extent(const grn_type *expanded, const grn_attr *group);
/* The shape that collapse_shape gives operand 0, and that expand_shape does. GRN_E_SHAPE, reported. */
grn_status grn_collapsed_shape(grn_exec *x, const grn_op *op, int64_t *shape);
grn_status grn_expanded_shape(grn_exec *x, const grn_op *op, int64_t *shape);

/* ---- text ------------------------------------------------------------------------------------ */

/* Operands as they are read, before their types are known. Init, use, then end in every case. */
typedef struct grn_uses {
    grn_vec use;  /* grn_use */
    grn_vec type; /* const grn_type *, at most as many */
} grn_uses;
void grn_uses_init(grn_parser *p, grn_uses *uses);
void grn_uses_end(grn_uses *uses);
/* `parse` with uses that are begun before it and ended behind it. */
typedef grn_status grn_uses_parse(grn_parser *p, grn_op *op, grn_uses *uses);
grn_status grn_with_uses(grn_parser *p, grn_op *op, grn_uses_parse *parse);
grn_status grn_uses_read(grn_parser *p, grn_uses *uses); /* one more */
/* The type of the next use that has none yet. */
grn_status grn_uses_type(grn_uses *uses, const grn_type *type);
/* All uses that are left are of type index. */
grn_status grn_uses_index(grn_parser *p, grn_uses *uses);
/* All uses have types: operands. */
grn_status grn_uses_operands(grn_parser *p, grn_op *op, const grn_uses *uses);
/* `%a, %b : T, U`: more uses and their types, behind those that have theirs; then all are
 * operands. */
grn_status grn_uses_typed(grn_parser *p, grn_op *op, grn_uses *uses);
/* Operands and one result. */
grn_status grn_uses_finish(grn_parser *p, grn_op *op, grn_uses *uses, const grn_type *result);
/* `T, T -> T` or `(T, T) -> T`, for all uses, behind the colon. */
grn_status grn_uses_signature(grn_parser *p, grn_op *op, grn_uses *uses);

/* `[0, %n, 2]`: numbers into attribute `name` with GRN_DYNAMIC where an operand stands, operands
 * onto `uses`. */
grn_status grn_parse_mixed(grn_parser *p, grn_op *op, grn_str name, grn_uses *uses);
/* `ins(%a, %b : T, U)`, if this word is there: the operands and their types onto `uses`, how many
 * into *count. */
grn_status grn_uses_group(grn_parser *p, const char *word, grn_uses *uses, size_t *count);
/* ` ins(%a, %b : T, U)`; nothing of nothing. */
void grn_print_group(grn_printer *p, const char *word, grn_value *const *v, size_t count);
/* Sets an attribute to a list of sizes; operandSegmentSizes. */
grn_status grn_set_sizes(grn_parser *p, grn_op *op, grn_str name, size_t count, const size_t *sizes);
grn_status grn_set_segments(grn_parser *p, grn_op *op, size_t count, const size_t *sizes);
/*
 * `%a, %b {name = value} : T, T -> T`, attributes as MLIR writes them or as `print` does; read too:
 * `(T, T) -> T` (plain_text.c).
 */
typedef void (*grn_attr_printer)(grn_printer *p, const grn_named_attr *a);
grn_status grn_plain_parse(grn_parser *p, grn_op *op);
grn_status grn_plain_print(grn_printer *p, const grn_op *op);
grn_status grn_plain_print_with(grn_printer *p, const grn_op *op, grn_attr_printer print);
/* `%x [[0, 1]] : A into B`, for expand_shape with ` output_shape [..]` (reshape_text.c); printed by
 * assembly. */
grn_status grn_expand_parse(grn_parser *p, grn_op *op);
grn_status grn_collapse_parse(grn_parser *p, grn_op *op);
#define GRN_EXPAND_ASSEMBLY \
    "%src $reassociation output_shape [%output_shape$static_output_shape] {} : !src into !result ~output_shape=index"
#define GRN_COLLAPSE_ASSEMBLY "%src $reassociation {} : !src into !result"
/* `{..} : memref<..>` */
grn_status grn_memref_type_parse(grn_parser *p, grn_op *op, const grn_type **out);
/* Attribute `name` of op; false: memory refused. `value` NULL counts as refused. */
grn_status grn_parse_set(grn_parser *p, grn_op *op, grn_str name, const grn_attr *value);

/* ---- running --------------------------------------------------------------------------------- */

/* A list of numbers and operands as numbers: `rank` of them into v; operands from number *operand
 * on, moved on. */
grn_status grn_read_mixed(grn_exec *x, const grn_op *op, const char *name, size_t *operand, int32_t rank, int64_t *v);
/* An extent an operand gives: GRN_E_SHAPE, reported, when it is negative. */
grn_status grn_read_extent(grn_exec *x, const grn_op *op, size_t operand, int64_t *out);
/* The part of `in` that starts at `start`, `size` elements at distance `stride` along each
 * dimension. GRN_E_INDEX, reported, when some of it is outside; GRN_E_SHAPE for a negative size. */
grn_status grn_take_part(grn_exec *x, const grn_op *op, const grn_tensor *in, const int64_t *start, const int64_t *size,
                         const int64_t *stride, grn_tensor *out);

/* How far from the tensor's first element the one lies that operands from number `first` on are the
 * indices of. GRN_E_INDEX, reported, when one is outside. */
grn_status grn_read_position(grn_exec *x, const grn_op *op, const grn_tensor *in, size_t first, int64_t *offset);

/* Operand i, a memref or not, may be read, may be written to: GRN_E_ARGUMENT, reported, where it
 * was deallocated, and where a constant would be written to. */
grn_status grn_may_read(grn_exec *x, const grn_op *op, size_t i);
grn_status grn_may_write(grn_exec *x, const grn_op *op, size_t i);

/* Result i is operand `operand` to be written to: its own memory where nothing else needs it, else
 * a copy. */
grn_status grn_own_operand(grn_exec *x, const grn_op *op, size_t operand, size_t i);

/* ---- canonical gathers ----------------------------------------------------------------------- */

/*
 * The slice of a window dimension that an index places: 1, and 0 where the operand has no element
 * at all. Such a gather has an empty result, or else an index that is outside whatever it is: the
 * spec's own check then reports it.
 */
static inline int64_t grn_one_or_none(int64_t extent) { return extent < 1 ? extent : 1; }

#endif
