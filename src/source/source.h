/*
 * source.h - programs of the hub's ops as text of another language: numpy, jax, pytorch, r.
 *
 * Knows: the ops of the hub (convert/convert.h) and, of each language, what an op is called there.
 * Must not know: how an op came to be the hub's, plans, kernels, how anything is run.
 *
 * A language is a row of one table (language.c): its header, its element types, how a function
 * begins and ends. It has one table of rows: an op of the hub and a template of text, or a function
 * where no template can say it (gather, scatter, constants, lists that depend on shapes). Adding an
 * op to a language is adding a row.
 *
 * Words: a template is text with parts in braces that grn_source_fill replaces; a helper is a
 * function in the language that is written above those of the program when a template of theirs
 * names it; a phrase is a template for what the functions of several languages have in common; a
 * place is a position in the operand along one of its dimensions.
 */
#ifndef GRN_SOURCE_H
#define GRN_SOURCE_H

#include "convert/convert.h"

typedef struct grn_source grn_source;

/* Sets of element types. */
enum {
    GRN_SOURCE_I1 = 1 << 0,
    GRN_SOURCE_SIGNED = 1 << 1,
    GRN_SOURCE_UNSIGNED = 1 << 2,
    GRN_SOURCE_F16 = 1 << 3, /* and bf16 */
    GRN_SOURCE_F32 = 1 << 4,
    GRN_SOURCE_F64 = 1 << 5,
    GRN_SOURCE_COMPLEX = 1 << 6,
    GRN_SOURCE_INTEGER = GRN_SOURCE_SIGNED | GRN_SOURCE_UNSIGNED,
    GRN_SOURCE_FLOAT = GRN_SOURCE_F16 | GRN_SOURCE_F32 | GRN_SOURCE_F64,
    GRN_SOURCE_REAL = GRN_SOURCE_INTEGER | GRN_SOURCE_FLOAT,
    GRN_SOURCE_NUMBER = GRN_SOURCE_REAL | GRN_SOURCE_COMPLEX,
    GRN_SOURCE_ANY = GRN_SOURCE_NUMBER | GRN_SOURCE_I1
};

/*
 * How a language writes an op. Of several rows for one op the first counts whose `elements` has the
 * element type of the last operand, or of the result where there is no operand.
 *
 * A template stands for the value of the op's only result:
 *   {0}, {1}..   operands' names          {all}      all of them, between commas
 *   {shape}      the result's shape       {dtype}    its element type
 *   {attr:name}  a list of integers, or one integer, as the language writes it
 *   {@helper}    the helper's name, which is then written too
 *   {m}          the language's module
 */
typedef struct grn_source_row {
    unsigned elements;
    const char *text; /* or: */
    void (*write)(grn_source *s, const grn_op *op);
} grn_source_row;

/* In a table by the op's number: its rows, behind which one has no elements. */
#define GRN_SOURCE_ROWS(number, ...)    \
    [number] = (const grn_source_row[]) \
    {                                   \
        __VA_ARGS__, { 0, NULL, NULL }  \
    }

typedef struct grn_source_type {
    grn_dtype dtype;
    const char *name;
} grn_source_type;

/* A helper's text may name others in the same way, {@other}; all else in it is copied. */
typedef struct grn_source_helper {
    const char *name, *text;
} grn_source_helper;

/* {0}, {1}.. are arguments of the phrase. */
enum {
    GRN_PHRASE_WHERE,     /* {1} where {0} holds, else {2} */
    GRN_PHRASE_CLIP,      /* {0} held to [{1}, {2}] */
    GRN_PHRASE_ARANGE,    /* 0, 1, .. {0} - 1 as int64 */
    GRN_PHRASE_WIDEN,     /* {0} as int64, an array of its own */
    GRN_PHRASE_WIDEN_U64, /* the same of unsigned numbers of 64 bits, at most the greatest int64 */
    GRN_PHRASE_INDEX,     /* {0}, of at most 32 bits, as int32; NULL: indices are int64 in the language */
    GRN_PHRASE_INDEX_U32, /* the same of unsigned numbers of 32 bits, at most the greatest int32 */
    GRN_PHRASE_LEAST,     /* {0}, but at least {1} */
    GRN_PHRASE_BROADCAST, /* {0} broadcast to the shape {1} */
    GRN_PHRASE_ANY,       /* whether any of {0} holds */
    GRN_PHRASE_TAKE,      /* {0}'s elements at {1} along {2} */
    GRN_PHRASE_SELECT,    /* the same of positions in one dim; NULL: as GRN_PHRASE_TAKE */
    GRN_PHRASE_ALONG,     /* the same, {1} having a position for each of the other dims */
    GRN_PHRASE_COPY,      /* a copy of {0} that may be written to */
    GRN_PHRASE_ARRAY,     /* nested lists {0} as an array of element type {1} */
    GRN_PHRASE_SCALAR,    /* one number {0}, of element type {1} */
    GRN_PHRASE_FULL,      /* shape {0}, every element {1}, element type {2} */
    GRN_PHRASE_CAST,      /* {0} with element type {1} */
    GRN_PHRASE_TRANSPOSE, /* {0} with the dims {1} */
    GRN_PHRASE_NAN,
    GRN_PHRASE_INFINITY,
    GRN_PHRASES
};

typedef struct grn_source_language {
    const char *name;    /* of --to= */
    const char *title;   /* in messages and comments */
    const char *header;  /* above all functions */
    const char *module;  /* {m} */
    const char *comment; /* what a comment begins with */
    const char *wide;    /* above a function that has 64-bit elements; NULL: nothing */
    const char *begin;   /* of a function: {0} its name, {1} its arguments */
    const char *end;     /* behind its last line */
    const char *adopt;   /* a function that makes the language's array of an argument; NULL: nothing is made of it */
    const char *assign;  /* {0} gets the value {1} */
    const char *give;    /* a return of {0} */
    const char *yes, *no;
    const char *empty;            /* a template of an array without elements; NULL: each op is written as it is */
    bool has_only_f64;            /* every float is an f64 */
    bool narrows_by_f32;          /* a cast of f64 to f16 or bf16 rounds to f32 on the way */
    const char *const *reserved;  /* names that no value and no function may have; NULL-terminated */
    const grn_source_type *types; /* ends with name NULL */
    /* tables by the op's number, looked through in this order, up to a NULL */
    const grn_source_row *const *rows[3];
    const grn_source_helper *helpers; /* ends with name NULL; a helper comes after those that it names */
    const char *phrase[GRN_PHRASES];
    /* (1, 2), (1,), (): count integers. */
    const char *(*list)(grn_source *s, size_t count, const char *const *items);
    /* `names` of several results; results come as such from a call. */
    const char *(*several)(grn_source *s, size_t count, const char *const *names);
    void (*call)(grn_source *s, const grn_op *op);
} grn_source_language;

/* In the order in which they are listed; NULL-terminated. */
extern const grn_source_language *const grn_source_languages[];
extern const grn_source_language grn_source_numpy, grn_source_jax, grn_source_pytorch, grn_source_r;

/*
 * Writes every function of `ir`, whose ops are the hub's as far as the import brought them, to
 * `sink`. Nothing is written unless all can be. GRN_E_UNSUPPORTED: reported at each op that the
 * language cannot say. The module is not changed, but its arena holds the text while it is made.
 */
grn_status grn_source_write(grn_ir *ir, const grn_source_language *language, const grn_diag *diag,
                            const grn_sink *sink);

/* Ops of the hub that an import for a language leaves alone: those that rows are about. */
bool grn_source_keeps(const grn_op *op);

/* ---- what rows' functions use (write.c, template.c, names.c) --------------------------------- */

#define GRN_SOURCE_MAX_HELPERS 32

struct grn_source {
    const grn_source_language *language;
    grn_ir *ir;
    const grn_diag *diag;
    const grn_op *at;  /* the op that is being written */
    grn_status status; /* the first failure; text made after refused memory is "" */
    grn_vec body;      /* the functions' text */
    bool uses[GRN_SOURCE_MAX_HELPERS];
    const char **values;           /* names by slot, of the function that is being written */
    const char **functions;        /* names by the functions' order in the module */
    struct grn_source_name *names; /* a table of `room` taken names */
    size_t nnames, room;
    uint32_t function; /* names of values are taken within one function, that of number `function` */
};

/* Reports why the op cannot be written: "cannot be written in numpy: 'stablehlo.while' ...". */
void grn_source_refuse(grn_source *s, const char *format, ...) GRN_PRINTF(2, 3);

/* printf into the module's arena. Never NULL. */
const char *grn_source_text(grn_source *s, const char *format, ...) GRN_PRINTF(2, 3);
const char *grn_source_integer(grn_source *s, int64_t v);
/* The items with `between` between them. Never NULL. */
const char *grn_source_join(grn_source *s, size_t count, const char *const *items, const char *between);
/* A template with n arguments, and with an op's own parts where `op` is not NULL. Never NULL. */
const char *grn_source_fill(grn_source *s, const char *text, const grn_op *op, size_t n, const char *const *args);
/* A phrase of up to three arguments; NULL behind the last. */
const char *grn_source_phrase(grn_source *s, int phrase, const char *a, const char *b, const char *c);

/* One indented line of the function, printf or as it is. */
void grn_source_line(grn_source *s, const char *format, ...) GRN_PRINTF(2, 3);
/* `name` gets the value `text`: one line. */
void grn_source_assign(grn_source *s, const char *name, const char *text);

void grn_source_give(grn_source *s, const grn_op *op, const char *text); /* the same of its result 0 (python.c) */

/* The name of a value. */
const char *grn_source_name(grn_source *s, const grn_value *v);
const char *grn_source_operand(grn_source *s, const grn_op *op, size_t i);
const char *grn_source_result(grn_source *s, const grn_op *op, size_t i);
/* A new name that reads like `wish`, which is taken from now on: in all functions, or in this
 * one. */
const char *grn_source_new_name(grn_source *s, grn_str wish, bool everywhere);

/* The name of the function that is called. */
const char *grn_source_function(grn_source *s, const grn_op *call);

/* Element types. NULL, after a refusal: the language has none such. */
const char *grn_source_dtype(grn_source *s, const grn_type *element);
unsigned grn_source_elements_of(const grn_type *element);

const char *grn_source_list(grn_source *s, size_t count, const int64_t *v);
/* Extent d of `v`: a number, or `v.shape[d]` where it is not known. */
const char *grn_source_extent(grn_source *s, const grn_value *v, int32_t d);
/* The shape of a result whose extents are all known; else refused, and "". */
const char *grn_source_shape(grn_source *s, const grn_type *t);

/* Room for texts of the arena; NULL, and GRN_E_MEMORY, when refused. */
const char **grn_source_texts(grn_source *s, size_t count);

/* One element as a number of the language (constant.c). */
const char *grn_source_number(grn_source *s, grn_dtype dtype, const void *p);

/* ---- gathers and scatters of the hub, taken apart (access.c) --------------------------------- */

bool grn_source_read_access(grn_source *s, const grn_op *op, grn_hub *out);
/* Every window has a size that is known; else refused. */
bool grn_source_knows_sizes(grn_source *s, const grn_hub *a);
/* Whether one dim of the operand, the answer, is indexed and dropped, all others are whole, and the batch
 * dims stand in its place. -1: it is not so. */
int32_t grn_source_rows_axis(const grn_hub *a);
/* Whether all dims but one, the answer, go together with the indices' own. -1: it is not so. */
int32_t grn_source_elements_axis(const grn_hub *a);
/* Whether windows are one element wide along every indexed dim: then an element in range is a
 * window in range. */
bool grn_source_single(const grn_hub *a);
/* Whether the indices are known to be as long as the operand along every batching dim. */
bool grn_source_same_batches(const grn_hub *a);

#endif
