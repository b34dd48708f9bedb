/*
 * internal.h - declarations that the files of the text layer share: the lexer, tables of names, the
 * parser's and the printer's state. No other layer includes it.
 */
#ifndef GRN_TEXT_INTERNAL_H
#define GRN_TEXT_INTERNAL_H

#include "text/text.h"

/* Returns a failure to the caller. */
#define TRY(call)                 \
    do {                          \
        grn_status try_ = (call); \
        if (try_ != GRN_OK)       \
            return try_;          \
    } while (0)

/* ---- lexer (lexer.c) ------------------------------------------------------------------------- */

typedef enum grn_token_kind {
    TOKEN_END,
    TOKEN_ERROR,   /* the lexer's `error` has the message */
    TOKEN_WORD,    /* bare identifier, keyword or type: letters digits _ $ . */
    TOKEN_VALUE,   /* %name */
    TOKEN_HASH,    /* #name, also the #1 of %0#1 */
    TOKEN_TYPE,    /* !name */
    TOKEN_SYMBOL,  /* @name or @"name" */
    TOKEN_BLOCK,   /* ^name */
    TOKEN_INTEGER, /* 12, 0x1F */
    TOKEN_FLOAT,   /* 1.0, 1.5e-3 */
    TOKEN_STRING,  /* with its quotes */
    TOKEN_PUNCT    /* one of  -> :: { } ( ) [ ] < > : , = - + * ? / | ... {-# #-}  */
} grn_token_kind;

typedef struct grn_token {
    grn_token_kind kind;
    const char *text;
    size_t n;
    grn_place place;
} grn_token;

/* Reads one token ahead. Copying the struct remembers a place to come back to. */
typedef struct grn_lexer {
    const char *at, *end; /* what follows the token */
    const char *line_start;
    uint32_t line;
    grn_token token;      /* the current one */
    const char *last_end; /* where the token before it ended */
    grn_place last_end_place;
    const char *error;
    bool takes_prose; /* "# text" and "```mlir" are comments, too */
} grn_lexer;

void grn_lexer_init(grn_lexer *x, const char *text, size_t n, uint32_t first_line);
void grn_lexer_next(grn_lexer *x);
/* Lexes again from `at`, inside or right behind the current token's line. */
void grn_lexer_restart(grn_lexer *x, const char *at);
/* Steps over one character of verbatim text, keeping count of lines. */
static inline void grn_lexer_skip(grn_lexer *x)
{
    if (*x->at++ == '\n') {
        x->line++;
        x->line_start = x->at;
    }
}
grn_place grn_lexer_place(const grn_lexer *x, const char *at); /* of a byte on the current line */
static inline bool grn_token_is(const grn_token *t, const char *text)
{
    size_t n = strlen(text);
    return (t->kind == TOKEN_PUNCT || t->kind == TOKEN_WORD) && t->n == n && memcmp(t->text, text, n) == 0;
}
bool grn_is_identifier(grn_str s);

/* ---- tables of names (names.c) --------------------------------------------------------------- */

struct grn_forward;

/* One name and the thing that it names; which members are used depends on the table. */
typedef struct grn_name {
    grn_str text;
    uint32_t number; /* values: N of %name#N */
    uint32_t mark;   /* identifiers: the last dictionary that had it; `count`: where, when an op's are merged */
    grn_place place; /* of the definition, or of the first use */
    /* values: a grn_value[count]; blocks: a grn_block; aliases: a type or an attribute. NULL: not
     * defined */
    void *item;
    uint32_t count;
    const grn_type *type;        /* values not defined yet, as their uses have them */
    struct grn_forward *forward; /* their uses */
    struct grn_name *next_open;  /* values: operands that wait for the definition */
    size_t bytes;                /* aliases: of the text it stands for */
} grn_name;

typedef struct grn_name_slot {
    uint64_t hash;
    grn_name *name; /* NULL: empty */
} grn_name_slot;

/* Open addressing; the names lie in an arena and stay where they are. Zeroed memory but for the
 * allocator and the arena is an empty table. */
typedef struct grn_names {
    const grn_allocator *allocator;
    grn_arena *arena;
    grn_name_slot *slots;
    size_t nslots, count;
} grn_names;
void grn_names_init(grn_names *t, const grn_allocator *allocator, grn_arena *arena);
void grn_names_destroy(grn_names *t);
grn_name *grn_names_find(const grn_names *t, grn_str text, uint32_t number);
/* Found or new (all members but the key zero). `text` is not copied. NULL: memory refused. */
grn_name *grn_names_get(grn_names *t, grn_str text, uint32_t number);

/* ---- the parser ------------------------------------------------------------------------------ */

/* A use of a value that is not defined yet: the operand to fill in. */
typedef struct grn_forward {
    grn_op *op;
    size_t operand;
    grn_place place;
    struct grn_forward *next;
} grn_forward;

/* The values one isolated op's regions can name (scope.c). Names made in an inner region end with
 * it. */
typedef struct grn_scope {
    struct grn_scope *outer;
    grn_arena arena;
    grn_names values;
    grn_vec defined; /* grn_name *, in order: what a region's end takes back */
    grn_vec waiting; /* grn_name * used before they were defined; some may be by now */
} grn_scope;

/* The value of a resource's key. */
typedef struct grn_blob {
    const grn_attr *bytes; /* ELEMENTS: the raw bytes */
    /* their copy as elements of a type that does not fill its bytes; NULL: not made yet */
    void *clean[GRN_DTYPE_COUNT];
} grn_blob;

typedef struct grn_pending_resource {
    grn_attr *attr;
    grn_place place;
} grn_pending_resource;

/* A location that names an alias which is defined further on. */
typedef struct grn_pending_location {
    grn_lexer from;
    grn_attr *attr; /* what it becomes */
} grn_pending_location;

struct grn_parser {
    grn_ir *ir;
    grn_lexer lex;
    const grn_diag *diag;
    const grn_allocator *allocator;
    bool allow_unregistered, integers_as_floats;
    bool snippets;       /* ops at the top become a function (snippet.c) */
    bool error_reported; /* an error */
    grn_arena scratch;
    grn_names identifiers; /* text copied into the module once */
    grn_names attr_aliases, type_aliases;
    grn_names resources;   /* key -> grn_blob */
    grn_vec pending;       /* grn_pending_resource */
    grn_vec locations;     /* grn_pending_location */
    size_t resources_room; /* of the module's list of them */
    grn_vec sections;      /* text of other resource sections */
    grn_scope *scope;
    grn_names *blocks; /* of the region being read */
    grn_name *open_blocks;
    grn_op *parent;       /* whose region is being read */
    grn_op *op;           /* whose custom syntax is being read; for messages */
    grn_str around;       /* the dialect of names without one, as in MLIR; for messages */
    size_t results_named; /* results bound on the left of it */
    grn_place results_place;
    uint32_t mark;
    size_t text_bytes, alias_bytes; /* of the text; that its aliases stand for, where they are used */
    bool in_alias;                  /* an alias is being defined */
    int type_depth, attr_depth, region_depth;
    bool in_list;  /* an attribute of a list or dictionary is being read: a colon behind it is its own */
    grn_vec stack; /* const void *: lists being read, see grn_stack_* */
};

/* parser.c: state, tokens, messages. */
void grn_parser_start(grn_parser *p, grn_ir *ir, const char *text, size_t n, uint32_t first_line, const grn_diag *diag);
void grn_parser_stop(grn_parser *p);
static inline void grn_next(grn_parser *p) { grn_lexer_next(&p->lex); }
static inline const grn_token *grn_peek(const grn_parser *p) { return &p->lex.token; }
static inline bool grn_at_kind(const grn_parser *p, grn_token_kind kind) { return p->lex.token.kind == kind; }
/* Messages: the lexer's own when the current token is an error; GRN_E_PARSE. */
grn_status grn_parse_fail(grn_parser *p, grn_place place, const char *format, ...) GRN_PRINTF(3, 4);
/* At the current token, or behind the last one when the current starts a later line. */
grn_status grn_parse_wrong(grn_parser *p, const char *format, ...) GRN_PRINTF(2, 3);
grn_status grn_parse_limit(grn_parser *p, grn_place place, const char *format, ...) GRN_PRINTF(3, 4);
grn_status grn_parse_memory(grn_parser *p);
/* A constructor answered NULL: a limit was hit, or memory refused. grn_parse_memory is the same at
 * the current token. */
grn_status grn_parse_refused(grn_parser *p, grn_place place);
/* The status that a whole parse answers; GRN_E_MEMORY is reported here if it was not before. */
grn_status grn_parse_end(grn_parser *p, grn_status status);
/* expect with a tail: "expected '>' in tensor type". */
grn_status grn_parse_expect(grn_parser *p, const char *token, const char *where);
grn_status grn_enter(grn_parser *p, int *depth, const char *what); /* counts nesting; leave with --*depth */
/* The identifier's copy in the module: equal text, equal pointer. NULL text: memory refused. */
grn_name *grn_intern(grn_parser *p, grn_str text);
/* Unescapes a string token's text into the module. */
grn_status grn_string_value(grn_parser *p, const grn_token *t, grn_str *out);
grn_str grn_slice(const char *from, const char *to);

/* Lists of unknown length, nested: push pointers, take them off as an arena array or drop them. */
static inline size_t grn_stack_mark(const grn_parser *p) { return p->stack.count; }
grn_status grn_stack_push(grn_parser *p, const void *item);
static inline size_t grn_stack_count(const grn_parser *p, size_t mark) { return p->stack.count - mark; }
static inline const void **grn_stack_items(grn_parser *p, size_t mark)
{
    return p->stack.items ? (const void **)p->stack.items + mark : NULL;
}
static inline void grn_stack_drop(grn_parser *p, size_t mark) { p->stack.count = mark; }

/* parse_skip.c: text kept as written. The current token is the first; afterwards what follows is
 * the current token. */
/* From the token's start to the bracket that closes the `<`, `(`... right behind the token (none:
 * the token alone). */
grn_status grn_skip_body(grn_parser *p, const char **end);
grn_status grn_skip_brackets(grn_parser *p, const char **end); /* the current token is the opening one */

/* parse_type.c, parse_quant.c, parse_memref.c */
grn_status grn_parse_type(grn_parser *p, const grn_type **out);       /* function types included */
grn_status grn_parse_no_function(grn_parser *p);                      /* fails: a function type was to be read */
grn_status grn_parse_plain_type(grn_parser *p, const grn_type **out); /* "expected non-function type" */
bool grn_at_type(const grn_parser *p);                                /* whether a type starts here */
/* `(T, T)` or `T`, pushed on the stack. */
grn_status grn_parse_result_types(grn_parser *p);
grn_status grn_parse_type_list(grn_parser *p); /* `(T, T)`, pushed on the stack */
/* `2x?x`: extents up to the element type, of a `what`. */
grn_status grn_parse_extents(grn_parser *p, const char *what, int64_t shape[GRN_MAX_RANK], int32_t *rank);
/* At `memref`; *out NULL when it is one kept verbatim. */
grn_status grn_parse_memref(grn_parser *p, const grn_type **out);
/* After `!quant.uniform`, at `<`; *out NULL when it is a form kept verbatim. */
grn_status grn_parse_quant(grn_parser *p, const grn_type **out);

/* parse_attr.c, parse_number.c, parse_struct.c, parse_dense.c, parse_elements.c */
grn_status grn_parse_attr(grn_parser *p, const grn_attr **out);
/* grn_attr_make or failure */
grn_status grn_attr_made(grn_parser *p, const grn_attr *description, const grn_attr **out);
/* `<add>` as #vector.kind<add>, of which `prefix` is the beginning; at `<`. */
grn_status grn_parse_stripped(grn_parser *p, grn_op *op, grn_str prefix, grn_str name);
/* the text is copied */
grn_status grn_make_opaque(grn_parser *p, const char *from, const char *to, const grn_attr **out);
/* `{a = 1, b}` pushed onto op's attributes; at `{`. */
grn_status grn_parse_attrs_into(grn_parser *p, grn_op *op);
grn_status grn_parse_number_attr(grn_parser *p, const grn_attr **out); /* at a number or `-` */
/* A float of f64, as a literal or as its bits in hex. */
grn_status grn_parse_f64_attr(grn_parser *p, const grn_attr **out);
/* Range rule of integer literals; false: out of range. */
bool grn_integer_fits(const grn_type *type, uint64_t magnitude, bool negative, int64_t *out);
/* Digits of a hex token as bits of a float; false: too many for the type. */
bool grn_float_bits(const grn_token *t, grn_dtype dtype, void *p);
/* at `<`; of a bare one behind it */
grn_status grn_parse_struct(grn_parser *p, const grn_struct_def *def, const grn_attr **out);
/* "EQ, NE": as many as there is room for. */
const char *grn_list_keywords(const grn_enum_def *def, char *text, size_t bytes);
grn_status grn_parse_enum_word(grn_parser *p, const grn_enum_def *def, bool bare, const grn_attr **out);
grn_status grn_parse_dims_list(grn_parser *p, bool question, size_t *count, int64_t **v); /* [1, ?] at `[` */
grn_status grn_parse_signed(grn_parser *p, int64_t *out);                                 /* -12 */
grn_status grn_parse_dense(grn_parser *p, const grn_attr **out);                          /* at `dense` */
/* NULL: the type is written too */
grn_status grn_parse_dense_of(grn_parser *p, const grn_type *type, const grn_attr **out);
grn_status grn_parse_dense_array(grn_parser *p, const grn_attr **out); /* at `array` */
grn_status grn_parse_dense_resource(grn_parser *p, const grn_attr **out);

/* The form of a dense literal's body, found in a first pass; a second one reads the elements, once
 * the type is known. */
typedef struct grn_literal {
    enum { LITERAL_EMPTY, LITERAL_SPLAT, LITERAL_LIST, LITERAL_STRING } form;
    grn_lexer start; /* at the first token behind `<` */
    int rank;
    int64_t shape[GRN_MAX_RANK];
    size_t numbers; /* two of each complex element */
} grn_literal;
grn_status grn_elements_read(grn_parser *p, const grn_literal *literal, const grn_type *type, grn_tensor *out,
                             bool *splat);
/* One integer or float (no complex) into `to`; the current token is known to be a number or a
 * word. */
grn_status grn_read_number(grn_parser *p, const grn_type *type, void *to);
/* Completes raw bytes to elements: sign-extends or masks those with fewer bits than their bytes. */
void grn_elements_clean(grn_dtype dtype, size_t count, void *data);

/* typed_shape.c: extents that are open become those of the brackets. False: the text is no list. */
bool grn_typed_shape(const grn_typed_text *in, int32_t rank, int64_t *shape);

/* parse.c: counts the parts of an alias's value, at the token that names it. */
grn_status grn_use_alias(grn_parser *p, const grn_token *t, const grn_name *alias);

/* resources.c */
grn_status grn_parse_metadata(grn_parser *p); /* {-# ... #-} */
/* Attributes get the data of their keys; the module gets the text of sections that are not read. */
grn_status grn_resources_resolve(grn_parser *p);

/* scope.c */
grn_status grn_scope_push(grn_parser *p, grn_scope *scope);
grn_status grn_scope_pop(grn_parser *p); /* "use of undeclared SSA value name" */
void grn_scope_drop(grn_parser *p);      /* after a failure */
grn_status grn_scope_define(grn_parser *p, grn_str name, grn_place place, grn_value *values, uint32_t count);
void grn_scope_end_region(grn_parser *p, size_t defined);
/* Fills op->operands[i] now or when the value is defined. */
grn_status grn_scope_use(grn_parser *p, const grn_use *use, const grn_type *type, grn_op *op, size_t i);
grn_status grn_block_ref(grn_parser *p, const grn_token *t, grn_block **out);

/* snippet.c */
void grn_snippet_begin(grn_parser *p);
/* whether `%x = ...` or `...`, with which a document leaves something out, stood here; it is
 * skipped */
bool grn_snippet_skip(grn_parser *p);
/* When all is read, before names that are not defined are an error: the ops of the module's block
 * that belong in a function get one. */
grn_status grn_snippet_end(grn_parser *p, grn_block *body);
grn_str grn_snippet_dialect(const grn_ir *ir); /* of that function, whose ops may be named without it */

/* parse_region.c, parse_op.c, parse_format.c */
grn_status grn_parse_region(grn_parser *p, grn_op *op, size_t count, const grn_region_arg *args);
grn_region *grn_op_add_region(grn_parser *p, grn_op *op);
grn_str grn_dialect_name(grn_str op); /* "stablehlo" of "stablehlo.add" */
/* parse_properties.c: `<{..}>` into op's attributes, if it is there; then, when the op has its
 * types, their classes. */
grn_status grn_parse_properties(grn_parser *p, grn_op *op);
grn_status grn_check_properties(grn_parser *p, grn_op *op);
/* The dictionary of an op's own syntax, if it is there; MLIR's generated parsers hold its
 * attributes against their classes. */
grn_status grn_parse_op_dict(grn_parser *p, grn_op *op);
grn_status grn_parse_op(grn_parser *p, grn_block *into);
grn_status grn_parse_by_format(grn_parser *p, grn_op *op);
grn_status grn_read_literal(grn_parser *p, grn_str text); /* one or more tokens: `dims(` */
bool grn_at_literal(const grn_lexer *at, grn_str text);   /* whether its first token is the current one */
/* In the short spelling the attribute's definition allows, or any attribute. */
grn_status grn_read_attr_value(grn_parser *p, const grn_attr_def *def, bool types_follow, const grn_attr **out);
/* Whether the names on the left of the op being read are `count` results. */
grn_status grn_check_results(grn_parser *p, size_t count);

/* parse_location.c */
grn_status grn_parse_location(grn_parser *p, const grn_attr **out); /* at `loc` */
/* `loc(..)` if there, which may name what is defined only later; else *out stays. */
grn_status grn_parse_trailing_location(grn_parser *p, const grn_attr **out);
grn_status grn_locations_resolve(grn_parser *p); /* those, once the whole text is read */
grn_status grn_set_attr(grn_parser *p, grn_op *op, grn_str name, const grn_attr *value);

/* format.c: one item of a format; `text` moves on. */
typedef enum grn_item_kind {
    ITEM_END,
    ITEM_LITERAL,
    ITEM_OPERANDS, /* %* %N %N* ,%N* */
    ITEM_ATTR,     /* $name */
    ITEM_DICT,     /* {} */
    ITEM_TYPES,    /* :fn ... */
    ITEM_GROUP,    /* [ */
    ITEM_GROUP_END /* ]? */
} grn_item_kind;
typedef struct grn_item {
    grn_item_kind kind;
    grn_str text;      /* literal, attribute's name, types directive without the colon */
    grn_str prefix;    /* ATTR: what it is written without */
    size_t first;      /* OPERANDS */
    bool rest, commas; /* OPERANDS: up to the last; each with a comma before it */
    bool loose;        /* OPERANDS: any number of them, which the types decide */
} grn_item;
grn_item grn_format_item(const char **format);
const grn_attr_def *grn_find_attr_def(const grn_op_def *def, grn_str name);
bool grn_format_names(const char *format, grn_str attr);              /* whether `$attr` is in it */
bool grn_group_attr(const char *format, grn_str *name);               /* the attribute of the group that starts here */
bool grn_types_follow(const char *format, grn_item *types);           /* a types item next, or behind `{}` and groups */
bool grn_wants_dims(const grn_attr_class *class);                     /* `[1, 2]` is array<i64: 1, 2> */
grn_dtype grn_bare_dtype(const grn_attr_class *class, int64_t value); /* the type of a bare `7` */
const grn_attr *grn_bare_integer(grn_ir *ir, const grn_attr_class *class, int64_t value);
size_t grn_count_ports(const grn_port *ports);

/* assembly.c: one item of a row's `assembly`; `text` moves on. */
typedef enum grn_format_part_kind {
    PART_END,
    PART_LITERAL,
    PART_GLUE,       /* `` */
    PART_PORT,       /* %name */
    PART_TYPES,      /* !name */
    PART_FUNCTION,   /* !fn */
    PART_ANY,        /* !any */
    PART_LIST,       /* !list */
    PART_ATTR,       /* $name, #prefix$name */
    PART_MIXED,      /* [%name$name] */
    PART_DICT,       /* {} */
    PART_KEYED_DICT, /* attributes{} */
    PART_REGION,     /* {0} {0:dialect.yield} */
    PART_GROUP,      /* [? */
    PART_GROUP_END,  /* ?] */
    PART_RULE        /* ~port=rule */
} grn_format_part_kind;
typedef struct grn_format_part {
    grn_format_part_kind kind;
    grn_str text;  /* literal; name of a port or of an attribute; REGION: the op its body ends with, or empty */
    grn_str other; /* ATTR: what it is written without; MIXED: the attribute; RULE: the rule */
    size_t number; /* REGION */
} grn_format_part;
grn_format_part grn_assembly_part(const char **assembly);
/* Behind `[?`: to behind its `?]`. */
void grn_assembly_skip(const char **assembly);
bool grn_assembly_names(const char *assembly, grn_str attr);
/* Operands are numbered as the row lists them, then results. */
#define GRN_MAX_PORTS 24
size_t grn_find_port(const grn_op_def *row, grn_str name); /* GRN_MAX_PORTS: none of that name */
const grn_port *grn_port_at(const grn_op_def *row, size_t port);
/* Where the values of a port are among the op's operands, or results. False: the op leaves that
 * open. */
bool grn_port_range(const grn_op *op, const grn_op_def *row, size_t port, size_t *first, size_t *count);
/* The rule `~name=rule` of a port; NULL text: none. */
grn_str grn_port_rule(const char *assembly, const grn_port *port);
/* By a rule such as `index`, `source` or `element(source)`: a port's type from that of the port it
 * names, which `type_of` answers. NULL: it gives none. */
typedef const grn_type *(*grn_type_of_port)(void *user, grn_str name);
const grn_type *grn_assembly_type(grn_ir *ir, grn_str rule, grn_type_of_port type_of, void *user);
/* `name` and the rest. False: the text by the row lacks something that the op has, and nothing is printed. */
bool grn_print_by_assembly(grn_printer *p, const grn_op *op, const grn_op_def *row, grn_str name);
/* The dialect whose uniform syntax an op without a row may have; NULL: none. */
const grn_op_def *grn_uniform_row(const grn_ir *ir, grn_str name);

/* ---- the printer ----------------------------------------------------------------------------- */

/* Numbers of an op's first result, or of a block and its first argument; the name of an op's
 * results, or of an argument of a block (whose key it is). */
typedef struct grn_numbered {
    const void *key;
    uint32_t first, block;
    bool argument; /* %argN */
    grn_str name;  /* instead of the number; "": none */
} grn_numbered;

/* Locations that a module names, each once, and the number of its alias (print_location.c). */
typedef struct grn_location_entry {
    const grn_attr *location;
    uint32_t depth, number;
    bool is_early; /* an argument's, or in one: MLIR requires its definition before its use */
} grn_location_entry;
typedef struct grn_located {
    grn_vec entries; /* grn_location_entry, in the order in which they are met */
    uint32_t *slots; /* open addressing: an entry's place plus one */
    size_t room;
    uint32_t *order; /* the entries' places by their numbers */
    bool is_collecting;
} grn_located;

struct grn_printer {
    const grn_ir *ir;
    const grn_allocator *allocator;
    const grn_print_options *options;
    grn_sink sink;
    grn_status status;
    int indent;
    grn_numbered *numbers; /* open addressing by key */
    size_t nnumbers, count;
    grn_names names; /* where values keep theirs: those that there are, and */
    grn_vec taken;   /* grn_name *: that values in sight have */
    grn_arena arena; /* ... and their texts */
    grn_ir scratch;  /* types that rules of ports give */
    size_t comment;  /* of the IR's: the next to be printed */
    grn_located located;
    char buffer[4096];
    size_t used;
};

grn_status grn_number_names(grn_printer *p, const grn_op *top); /* print_names.c */
const grn_numbered *grn_number_of(const grn_printer *p, const void *key);
void grn_put(grn_printer *p, const char *text, size_t n);
grn_status grn_printer_finish(grn_printer *p); /* writes what is left, answers the first refusal */
void grn_print_op(grn_printer *p, const grn_op *op);
/* Comments, if they are printed (comments.c): those of lines before the op's (NULL: all that are
 * left), each on its line; the one behind the op. */
void grn_print_comments_before(grn_printer *p, const grn_op *op);
void grn_print_comment_behind(grn_printer *p, const grn_op *op);
/* Notes an op's location, while they are collected; ends that; prints the definitions that stand
 * before all ops, or behind them; ` loc(..)` behind an op. */
void grn_collect_location(grn_printer *p, const grn_attr *location);
void grn_locations_collected(grn_printer *p);
void grn_print_locations(grn_printer *p, bool early);
void grn_print_location(grn_printer *p, const grn_attr *location);
grn_sink grn_printer_sink(grn_printer *p); /* of what the ir layer writes */
void grn_print_by_format(grn_printer *p, const grn_op *op);
void grn_print_attr_value(grn_printer *p, const grn_attr_def *def, const grn_attr *a);
void grn_print_attrs(grn_printer *p, const grn_op *op, const char *before, const char *open, const char *close,
                     bool (*wanted)(const grn_op *op, grn_str name, const void *user), const void *user);
void grn_print_resources(grn_printer *p);

/* Parts of a row's format or assembly: a space unless the part before it suppresses it (*glue), and
 * a literal, which brackets keep spaces from (print_format.c). */
void grn_print_space(grn_printer *p, bool *glue);
void grn_print_literal(grn_printer *p, bool *glue, grn_str text);

#endif
