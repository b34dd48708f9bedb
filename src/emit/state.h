/*
 * state.h - what the files of this layer share while a module is written; rows use emit.h alone.
 */
#ifndef GRN_EMIT_STATE_H
#define GRN_EMIT_STATE_H

#include <stdarg.h>

#include "emit/emit.h"

/* What is known of a value, found by its slot. */
typedef struct grn_c_known {
    grn_c_expr expr;
    grn_c_view *view;
    const grn_value *root;     /* of a view; NULL: itself */
    const grn_op *user;        /* the one op that uses it */
    uint32_t uses;             /* by ops that are written */
    bool is_bound, is_pending; /* pending: an expression that is not written down yet */
    bool is_written;           /* of a memref: through it or a view of it */
    bool is_read;              /* of memory */
    bool reads;                /* some op reads what is there */
    uint32_t writes;           /* by how many ops */
    bool escapes;              /* of a memref: its block hands it to an outer one */
    const char *hint;
} grn_c_known;

typedef struct grn_c_name {
    const char *text;
    bool taken;
} grn_c_name;

/* A pointer of the function's to memory that malloc gave. */
typedef struct grn_c_owner {
    const char *base, *type;
} grn_c_owner;

/* A variable of C, by its number in references to it. */
typedef struct grn_c_variable {
    uint32_t last; /* of the statements that declare it or write to it */
    bool is_needed, is_given;
} grn_c_variable;

/* The most elements along an extent: a larger array would not fit in the address space. */
#define GRN_C_MOST_EXTENT ((INT64_C(1) << 47) - 1)

struct grn_c {
    grn_ir *ir;
    const grn_module_emit_options *options;
    const grn_diag *diag;
    const grn_op *at;   /* the op that is being written */
    grn_status status;  /* the first failure; text made after refused memory is "" */
    grn_vec body;       /* the functions' text */
    grn_vec statements; /* of grn_c_record: not printed yet */
    grn_vec variables;  /* of grn_c_variable */
    const char *note;   /* for the next statement */
    int indent;
    grn_c_known *known;
    size_t nslots;
    grn_c_view nowhere; /* stands for a view after a refusal */
    grn_vec pending;    /* of const grn_value * that read memory */
    grn_vec scope;      /* of names taken (size_t, the place in `names`), and of scopes' beginnings */
    grn_c_name *names;  /* a table of `room` */
    size_t nnames, room;
    bool *fails;                      /* ... that may answer -1 */
    bool *answers;                    /* ... that answer an int */
    const grn_op *entry;              /* the last public function that was written ... */
    const char *const *entry_results; /* ... and the names of what it gives by pointers behind its arguments */
    size_t nentry_results;
    const char **functions; /* names by the functions' order in the module */
    const bool **writes_to; /* by the same: through which arguments each one writes; NULL: it is not known yet */
    unsigned headers;
    bool contracts, has_complex[2];
    unsigned vectors;     /* types that are used, by bit */
    grn_vec helpers;      /* of const char *: texts of helpers in order, each after those that it needs */
    grn_vec helper_names; /* of const char *: their names */
    /* The state of the function that is written. */
    const grn_op *function;
    size_t gotos; /* so many were written */
    int loops;    /* around what is written */
    bool in_parallel;
    /* the last op found to read large memory at indexed places (prefetch.c) */
    const grn_op *far;
    bool is_streamed;         /* the copy that is written */
    bool streams;             /* the function that is written */
    const grn_op *skip_until; /* ops up to this one, and with it, are written already */
    bool can_fail;            /* memory may be refused */
    grn_vec owners;           /* of grn_c_owner */
    grn_vec parameters;       /* of const char *: their names */
};

/* ---- names.c */
size_t grn_c_scope(const grn_c *s);
void grn_c_leave_scope(grn_c *s, size_t scope);

/* ---- helpers.c, narrow.c */
void grn_c_keep_helper(grn_c *s, const char *name, const char *text);
bool grn_c_has_helper(const grn_c *s, const char *name);
/* Whether a helper of any type could have this name: the program's functions may not. */
bool grn_c_is_helper_name(const char *name);

/* ---- liveness.c */
bool grn_c_find_uses(grn_c *s, const grn_op *function);
/* Whether the op is written: it has an effect, or one of its results is used by an op that is
 * written. */
bool grn_c_is_live(const grn_c *s, const grn_op *op);

/* The integer that v is a constant of. */
bool grn_c_constant_of(const grn_value *v, int64_t *out);
/* Whether v is made by an op of the block, or is its argument. */
static inline bool grn_c_is_inside(const grn_value *v, const grn_block *body)
{
    return (v->def ? v->def->block : v->block) == body;
}
/* Of a load or store whose memref is operand `memory`: whether its last index is the loop's variable,
 * along a stride of 1, and no other index depends on the loop. */
bool grn_c_is_side_by_side(const grn_c *s, const grn_op *op, size_t memory, const grn_block *body);

/* The argument or allocation that a memref is a view of. */
const grn_value *grn_c_root(const grn_c *s, const grn_value *v);

/* ---- statements.c */
struct grn_c_record {
    grn_c_statement_kind kind;
    const char *text, *name;
    int indent;
    uint32_t earlier; /* the previous statement of the same variable */
};
/* A new variable: its name, as texts refer to it. */
const char *grn_c_refer(grn_c *s, const char *name);
/* Marks the variable as the caller's, so that writes to it are kept. */
void grn_c_is_given(grn_c *s, const char *name);
/* The statements that have an effect, and those that they or `answer` (NULL: none) depend on. */
grn_c_statements grn_c_without_unused(grn_c *s, grn_c_statements all, const char *answer);
/* Whether the remaining statements read or write the variable. */
bool grn_c_is_needed(const grn_c *s, const char *name);
/* Statements become text. */
void grn_c_print(grn_c *s);

/* ---- write.c */
const char *grn_c_text_of(grn_c *s, const char *format, va_list args);

/* ---- expression.c */
/* Whether p is a NaN, an f32 or f64, of other bits than C's NAN. */
bool grn_c_is_nan_of_its_own(grn_dtype dtype, const void *p);
/* Its bits as a number of C without a sign. */
const char *grn_c_bits_text(grn_c *s, grn_dtype dtype, const void *p);

/* ---- memref.c */
void grn_c_own(grn_c *s, const grn_c_view *v);
bool grn_c_owns(const grn_c *s, const char *base);
/* New memory for `r`, a memref of known extents. NULL: it has no counterpart, which is reported. */
const grn_c_view *grn_c_allocate(grn_c *s, const grn_value *r, const char *hint);

/* ---- simd.c */
/* How much of a loop is written in vectors: none; all but a remainder; or all, in which case the
 * plain loop is for compilers without vectors, and an #endif follows it. (GCC warns of a loop that
 * never runs.) */
typedef enum grn_c_vectors { GRN_C_NO_VECTORS, GRN_C_MOST_VECTORS, GRN_C_ALL_VECTORS } grn_c_vectors;
/* Writes the loop over [least, beyond) in vectors, as far as they go; the variable is declared. */
grn_c_vectors grn_c_write_vectors(grn_c *s, const grn_block *body, const char *variable, const grn_c_expr *least,
                                  const grn_c_expr *beyond);
/* The declaration of type i; NULL behind the last. */
const char *grn_c_vector_type_text(size_t i);

/* ---- prefetch.c */
/* Memory up to this size is taken to stay in a cache. */
#define GRN_C_NEAR_BYTES (4 << 20)
/* Bytes of a memref of known shape; -1: not known. */
int64_t grn_c_bytes_of(const grn_type *t);
/* Reads memory that stays as it is, computes an integer, or is a view. */
bool grn_c_is_repeatable(const grn_c *s, const grn_op *op);
/* At the beginning of the body of a loop over [.., beyond) by steps of 1: prefetches what a later
 * iteration reads. */
void grn_c_prefetch(grn_c *s, const grn_block *body, const grn_c_expr *beyond);

/* ---- blocks.c */
/* Writes the loop over [least, beyond) by steps of 1 in blocks, where it is a compaction. False: it
 * is not, and is not written. `wish`: the name for its variable. */
bool grn_c_write_blocks(grn_c *s, const grn_block *body, const char *wish, const grn_c_expr *least,
                        const grn_c_expr *beyond, const char *comment);

/* ---- stream.c */
/* Whether stores to the memref may bypass the cache: it is larger than the cache, and the function
 * does not read it. */
bool grn_c_may_stream(const grn_c *s, const grn_value *memref);
/* The name of the helper that copies past the cache. The function being written then ends with a
 * fence. */
const char *grn_c_stream(grn_c *s);
/* At the end of a function. */
void grn_c_end_streams(grn_c *s);

/* ---- comment.c */
/* The comment above function `f`, whose body is written already: f gives `nresults` results through
 * pointers of these names, behind its arguments. */
void grn_c_write_comment(grn_c *s, const grn_op *f, const char *const *results, size_t nresults, bool status);

/* ---- driver.c */
/* A main behind the functions. */
void grn_c_driver(grn_c *s);

/* ---- function.c */
const grn_type *grn_c_element_type(const grn_type *t); /* of a memref, or the type itself */
grn_str grn_c_symbol(const grn_op *f);
bool grn_c_is_public(const grn_op *f);
/* The element type that argument i had before the function was lowered; t is its type now. */
const grn_type *grn_c_declared(const grn_op *f, size_t i, const grn_type *t);
/* Whether argument i is memory that a result goes to. */
bool grn_c_is_result(const grn_c *s, const grn_op *f, size_t i);
/* The operand that a call gives back as its result i; NULL: it is another value. */
const grn_value *grn_c_handed_back(grn_c *s, const grn_op *op, size_t i);
/* Whether the op, a call, may write through its operand `i`. */
bool grn_c_call_writes(grn_c *s, const grn_op *op, size_t i);
/* Names all functions that are written and writes them. */
void grn_c_functions(grn_c *s);

#endif
