/*
 * text.h - modules from text and back.
 *
 * Knows: MLIR's lexical and generic syntax, builtin types and attributes, the format language of a
 * row's pretty syntax. Must not know: any op or dialect by name (rows come with the grn_ir), how to
 * compute anything.
 *
 * The format language. A row's `format` is a list of items separated by spaces, read left to right
 * by the parser and the printer alike:
 *
 *   literal      any word or punctuation not listed below: `,` `dims` `=` `init` ...
 *   %*           all operands, comma separated, as many as the row lists
 *   %**          all operands, as many as are written: the types decide whether they are enough
 *   %N           operand N
 *   %N*          operands from N on, comma separated (maybe none)
 *   ,%N*         the same, each with a comma before it
 *   $name        the attribute `name`, by its attr def: dims as `[1, 2]`, i64 bare, bool bare, enum
 *                keyword bare, symbol `@x`, string quoted; #a.b$name is written without the `#a.b`
 *                it begins with: `<add>`; elements `dense<...>` with its type unless followed by
 *                it, any other in full
 *   [ , $name ]? the group between brackets is present only if attribute `name` is; the parser
 *   decides by the literals
 *                the group opens with
 *   {}           the attribute dictionary without the attributes named in the format (printed only
 *                when not empty)
 *   :fn          `: (T, T) -> T`; operand and result types
 *   :same        one type when all operands and results have it, `: T`, else as :fn
 *   :select      `: tensor<i1>, T` (pred type and the common type), else as :fn
 *   :operands    `: T, T`: the operand types; results none
 *   :operand     `: T`: every operand's type
 *   :results     `: T`: result types; no operands
 *   :each        `: T, T` one per operand, each also the type of the result at its place
 *
 * The parser accepts the :fn spelling in place of any shorter type list, and parenthesised single
 * results.
 *
 * A row's `assembly` names ports instead, for ops whose operands stand apart:
 *
 *   literal      as above
 *   ``           nothing, and no space is printed there
 *   %name        the operands of that port: one, one or none, or any number, comma separated
 *   !name        their types, or those of a result
 *   !fn          `(T, T) -> T`: the types of all operands and all results
 *   !any         types in any form that the printers of MLIR's ops have: `(T, T) -> T`, `T, T ->
 *                T`, `T to T`, `T into T`, `T from T`; one type alone is every operand's and every
 *                result's. Only read: such an op is printed in generic form
 *   !list        the same, printed as `T, T -> T`
 *   $name        an attribute, as above; `sym_name`, a string, as a symbol
 *   [%name$attr] a list of numbers and operands: numbers in `attr`, GRN_DYNAMIC where an operand
 *   stands
 *   {} attributes{}  the attributes that the text does not name; behind the word `attributes`
 *   {N} {N:op}   region N with its arguments; without them, and with an `op` at its end that may be
 *                left out
 *   [? .. ?]     a group that may be missing; printed when the first port, attribute or region in
 *                it is there. The parser looks for what it opens with. Groups may nest.
 *   ~name=rule   at the end: the types of a port that are not written. A rule is a type (`index`,
 *                `i1`, `!shape.witness`), the name of a port, or `element(name)`, `elements(name)`,
 *                `i1like(name)`, `tensorof(name)` of one; the element type, the same for as many
 *                values as the tensor has elements, and i1 in the same shape
 */
#ifndef GRN_TEXT_H
#define GRN_TEXT_H

#include "ir/ir.h"

/* ---- whole modules --------------------------------------------------------------------------- */

typedef struct grn_parse_options {
    bool allow_unregistered; /* ops of unknown dialects in generic form */
    bool integers_as_floats; /* "1" for a float, which MLIR refuses and a person types */
    uint32_t first_line;     /* number of the text's first line; 0 means 1 */
    /* ops at the top are @main, and names without a definition are its arguments: a remark has the
     * signature. Text behind `# ` and `...` is a comment, as in documents. MLIR refuses all of
     * these */
    bool snippets;
} grn_parse_options;

/*
 * Parses `n` bytes into `ir` (initialised, empty). Text is copied where kept: it may go away
 * afterwards. GRN_E_PARSE with one message at its place (upstream's text where upstream has one),
 * GRN_E_LIMIT for nesting over GRN_MAX_NESTING or rank over GRN_MAX_RANK, GRN_E_MEMORY. Any bytes
 * at all are safe input.
 */
grn_status grn_text_parse(grn_ir *ir, const char *text, size_t n, const grn_parse_options *options,
                          const grn_diag *diag);

/* A single type, such as "tensor<2x3xi32>", of `n` bytes and nothing else. */
grn_status grn_text_parse_type(grn_ir *ir, const char *text, size_t n, const grn_diag *diag, const grn_type **out);

/* A single attribute, such as "dense<[1, 2]> : tensor<2xi32>", of `n` bytes and nothing else. */
grn_status grn_text_parse_attr(grn_ir *ir, const char *text, size_t n, const grn_parse_options *options,
                               const grn_diag *diag, const grn_attr **out);

/* The elements of a tensor as a person types them (typed_values.c), of `n` bytes that begin at
 * column `column` of a line, from 0. */
typedef struct grn_typed_text {
    const char *text;
    size_t n, column;
} grn_typed_text;
/* Of `type`, a tensor of known rank whose open extents are those of the list, and whose elements
 * have a dtype and are not quantized: out is compact, of `allocator`. GRN_E_PARSE with its place on
 * line 1; GRN_E_MEMORY. */
grn_status grn_text_read_values(const grn_typed_text *in, const grn_type *type, const grn_allocator *allocator,
                                const grn_diag *diag, grn_tensor *out);

typedef struct grn_print_options {
    bool generic;       /* quoted op names, <{properties}>... everything spelled out */
    int64_t elide_over; /* as grn_literal_options; 0: never */
    bool names;         /* values that have a name keep it */
    bool locations;     /* loc(..) behind ops and arguments that have one, as aliases that are defined at the end */
    bool flat;          /* no line is indented: for a text that is read again */
    /* so do comments that grn_text_keep_comments found, before and behind the ops that they stood
     * at */
    bool comments;
} grn_print_options;

/* Keeps the comments of the text that `ir` was parsed from. False: memory refused. */
bool grn_text_keep_comments(grn_ir *ir, const char *text, size_t n, uint32_t first_line);
grn_status grn_text_print(const grn_ir *ir, const grn_print_options *options, const grn_sink *sink);
/* "stablehlo.add %lhs, %rhs {..} : type": the `format` or `assembly` of a row for a person to read;
 * nothing where it has neither. */
grn_status grn_text_write_syntax(const grn_op_def *row, const grn_sink *sink);
grn_status grn_text_print_type(const grn_type *type, const grn_sink *sink);
grn_status grn_text_print_attr(const grn_attr *attr, const grn_sink *sink);
/* The name that a value of a function is printed with: "%0", "%1#2", "%arg0". */
#define GRN_VALUE_TEXT_BYTES 64
const char *grn_value_label(const grn_value *v, char buffer[GRN_VALUE_TEXT_BYTES]);

/* ---- for rows with custom syntax ------------------------------------------------------------- */

typedef struct grn_parser grn_parser;
typedef struct grn_printer grn_printer;

/* Parsing. Each returns GRN_OK or, after one message, the status to return immediately. "try"
 * answers whether it was there. */
grn_ir *grn_parser_ir(grn_parser *p);
/* of the next token */
grn_place grn_parser_place(grn_parser *p);
grn_status grn_parser_fail(grn_parser *p, grn_place place, const char *format, ...) GRN_PRINTF(3, 4); /* GRN_E_PARSE */
/* fails: they differ in number */
grn_status grn_parser_uneven(grn_parser *p, grn_place place, size_t operands, size_t types);
bool grn_parser_try(grn_parser *p, const char *token);          /* punctuation "(" "->" "::" or a bare keyword */
bool grn_parser_at(grn_parser *p, const char *token);           /* peek */
grn_status grn_parser_expect(grn_parser *p, const char *token); /* "expected '('" */
/* `[` or `]` of a list of integers and operands: MLIR's messages, of which the op's own parser adds
 * one. */
grn_status grn_parser_expect_in_index_list(grn_parser *p, const char *bracket);
grn_status grn_parser_end_index_list(grn_parser *p, const grn_op *op, grn_status status);
grn_status grn_parser_keyword(grn_parser *p, grn_str *out); /* a bare identifier, dots included */
grn_status grn_parser_symbol(grn_parser *p, grn_str *out);  /* @name or @"name" */
grn_status grn_parser_string(grn_parser *p, grn_str *out);
grn_status grn_parser_i64(grn_parser *p, int64_t *out);                /* a signed decimal */
grn_status grn_parser_dims(grn_parser *p, size_t *count, int64_t **v); /* [1, 2] into the arena */
grn_status grn_parser_type(grn_parser *p, const grn_type **out);
grn_status grn_parser_attr(grn_parser *p, const grn_attr **out);
/* One of type `type`, which its text then leaves out where it is `dense<..>`. */
grn_status grn_parser_attr_of(grn_parser *p, const grn_type *type, const grn_attr **out);
/* `<...>`: a struct attribute without its name, as upstream writes it where the name is known. Any
 * other attribute too. */
grn_status grn_parser_struct(grn_parser *p, const grn_struct_def *def, const grn_attr **out);
/* A word of an enumeration. */
grn_status grn_parser_enum(grn_parser *p, const grn_enum_def *def, const grn_attr **out);
/* The attribute dictionary `{...}` if there, added to op. with_keyword: only after the word
 * `attributes`. */
grn_status grn_parser_attr_dict(grn_parser *p, grn_op *op, bool with_keyword);
/* Without the keyword, and each attribute of its class: as MLIR's generated parsers do. */
grn_status grn_parser_op_dict(grn_parser *p, grn_op *op);

/* `fastmath<fast>`, if the word is there: the attribute is #arith.fastmath<fast> where that is the
 * prefix. */
grn_status grn_parser_flags(grn_parser *p, grn_op *op, const char *word, const char *prefix, const char *name);
/* The rest of the op by the `assembly` of a row, which need not be the op's own. */
grn_status grn_parser_by_assembly(grn_parser *p, grn_op *op, const grn_op_def *row);

/* A %use whose type is not known yet. Resolve each with its type before the custom parse
 * returns. */
typedef struct grn_use {
    grn_str name;
    uint32_t result; /* the #N */
    grn_place place;
} grn_use;
grn_status grn_parser_use(grn_parser *p, grn_use *out);
bool grn_parser_at_use(grn_parser *p);
bool grn_parser_at_word(grn_parser *p); /* a bare identifier */
bool grn_parser_at_symbol(grn_parser *p);
bool grn_parser_at_string(grn_parser *p);
bool grn_parser_at_number(grn_parser *p); /* an integer or `-` */
/* Comma separated uses, until a token that is no use; pushes grn_use onto `uses`. "%a, %b, dims =
 * [0]" leaves the last comma to the caller. */
grn_status grn_parser_uses(grn_parser *p, grn_vec *uses);
/* `parse` with an empty list of grn_use, which is released behind it. */
grn_status grn_parser_with_uses(grn_parser *p, grn_op *op,
                                grn_status (*parse)(grn_parser *p, grn_op *op, grn_vec *uses));
/* The same, where each comma has a use behind it. */
grn_status grn_parser_use_list(grn_parser *p, grn_vec *uses);
/* Appends operands to op: uses[i] with types[i]. "use of value '%0' expects different type than
 * prior uses: ..." */
grn_status grn_parser_operands(grn_parser *p, grn_op *op, size_t count, const grn_use *uses,
                               const grn_type *const *types);
/* Sets the op's result types; their count must match the names on the left ("operation defines 1
 * results but was provided 2 to bind"). */
grn_status grn_parser_results(grn_parser *p, grn_op *op, size_t count, const grn_type *const *types);
/* `(T, T) -> (T)` or `(T) -> T`; arena arrays. */
grn_status grn_parser_function_type(grn_parser *p, const grn_type **out);
/* ^bb1, added to op's successors. */
grn_status grn_parser_successor(grn_parser *p, grn_op *op);
/* Adds a region to op and parses `{ ... }`. Entry arguments given here (names may be empty) or,
 * when count is 0, by the text's own ^bb0(...) header. */
typedef struct grn_region_arg {
    grn_str name; /* without % */
    const grn_type *type;
    grn_place place;
    const grn_attr *location; /* NULL: none */
} grn_region_arg;
/* `loc(..)` if it is there, else *out stays as it is. */
grn_status grn_parser_location(grn_parser *p, const grn_attr **out);
grn_status grn_parser_region(grn_parser *p, grn_op *op, size_t count, const grn_region_arg *args);
/* The same, and where the region's block has no terminator, as its text may leave it out, one of
 * `end` without operands. */
grn_status grn_parser_body(grn_parser *p, grn_op *op, const char *end, size_t count, const grn_region_arg *args);
/* Adds a region without blocks. False: memory refused. */
bool grn_parser_empty_region(grn_parser *p, grn_op *op);
/* `%name : type` lists as of func.func, without the parentheses' attributes. */
grn_status grn_parser_region_arg(grn_parser *p, grn_region_arg *out);
/* Adds an empty region with one block of these arguments; ops are then put into it by the caller
 * (reduce's short form). */
grn_block *grn_parser_add_block_region(grn_parser *p, grn_op *op, size_t count, const grn_type *const *types);

/* Printing. Errors of the sink are kept by the printer, so these return nothing. */
void grn_printer_text(grn_printer *p, const char *text);
void grn_printer_str(grn_printer *p, grn_str s);
void grn_printer_symbol(grn_printer *p, grn_str name); /* @name, quoted when it must be */
void grn_printer_string(grn_printer *p, grn_str s);    /* quoted, escaped */
void grn_printer_i64(grn_printer *p, int64_t v);
void grn_printer_dims(grn_printer *p, size_t count, const int64_t *v); /* [1, 2] */
void grn_printer_type(grn_printer *p, const grn_type *t);
void grn_printer_attr(grn_printer *p, const grn_attr *a);
void grn_printer_attr_no_type(grn_printer *p, const grn_attr *a); /* dense<...> without ": tensor<...>" */
/* The same of a struct attribute. */
void grn_printer_struct(grn_printer *p, const grn_attr *a);
/* The dictionary of op's attributes but those in `skip` (NULL-terminated); nothing when empty.
 * prefix such as " attributes " or " ". */
void grn_printer_attr_dict(grn_printer *p, const grn_op *op, const char *const *skip, const char *prefix);
void grn_printer_value(grn_printer *p, const grn_value *v);    /* %0, %0#1, %arg0 */
void grn_printer_argument(grn_printer *p, const grn_value *v); /* %arg0: T, and its location where these are printed */
/* ` loc(..)` of an argument, where locations are printed; NULL: nothing. */
void grn_printer_location(grn_printer *p, const grn_attr *location);
void grn_printer_values(grn_printer *p, grn_value *const *v, size_t count);
void grn_printer_block(grn_printer *p, const grn_block *block);   /* ^bb1 */
void grn_printer_function_type(grn_printer *p, const grn_op *op); /* (T, T) -> T */
/* `{ ... }`; with_args: print the entry block's ^bb0(...) header. */
void grn_printer_region(grn_printer *p, const grn_region *region, bool with_args);
/* The same without the header, and without a last op that has nothing to show: no operands,
 * attributes or regions. */
void grn_printer_body(grn_printer *p, const grn_region *region);
void grn_printer_newline(grn_printer *p); /* newline and the current indentation */

#endif
