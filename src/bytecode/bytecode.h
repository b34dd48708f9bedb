/*
 * bytecode.h - the file that MLIR's bytecode is: its envelope.
 *
 * Knows: varints, strings, sections, tables of attributes and types as bytes,
 * operations, blocks and regions as records of numbers; how values are
 * numbered; which version of the file has what. Must not know: any dialect,
 * what an attribute's bytes mean, the IR.
 *
 * The records are what a file says and nothing more, so that what is read can
 * be written again. Reading trusts no count, size, index, alignment or depth:
 * every item of a list is in the file with a byte at least before memory is
 * asked for it, so that a file of n bytes makes records of at most
 * GRN_BYTECODE_GROWTH * n bytes (and 4096). Messages begin with the place: "byte 17: ".
 *
 * Format: MLIR's documentation, "MLIR Bytecode Format"; versions 0 to 6.
 */
#ifndef GRN_BYTECODE_H
#define GRN_BYTECODE_H

#include <string.h>

#include "core/core.h"

#define GRN_BYTECODE_VERSION 6       /* the newest that is known */
#define GRN_BYTECODE_MAX_NESTING 256 /* of regions */
#define GRN_BYTECODE_GROWTH 64
#define GRN_BYTECODE_NONE UINT32_MAX /* no attribute, no properties */

/* The first version of the file that has each feature. */
enum {
    GRN_BYTECODE_DIALECT_VERSIONS = 1,
    GRN_BYTECODE_LAZY_REGIONS = 2, /* regions of isolated ops lie in sections */
    GRN_BYTECODE_USE_LISTS = 3,
    GRN_BYTECODE_ELIDED_LOCATIONS = 4, /* and the number of op names */
    GRN_BYTECODE_PROPERTIES = 5
};

/* The four bytes that a file begins with. */
static inline bool grn_bytecode_is(const void *bytes, size_t n) { return n >= 4 && memcmp(bytes, "ML\xefR", 4) == 0; }

/* ---- bytes to read (bytes.c) ----------------------------------------------------------------- */

/* A part of a file, from `at` to `end`, both positions in the file. */
typedef struct grn_bytes {
    const unsigned char *file;
    size_t at, end;
    const grn_diag *diag;
    grn_place place;    /* of what the bytes belong to, for messages */
    grn_status *status; /* the status of the first message; GRN_OK before */
} grn_bytes;
/* Each answers false after a message: the bytes are missing or wrong. `what` names what is read,
 * for the message. */
bool grn_bytes_u8(grn_bytes *b, const char *what, uint8_t *out);
bool grn_bytes_varint(grn_bytes *b, const char *what, uint64_t *out);
bool grn_bytes_signed(grn_bytes *b, const char *what, int64_t *out);               /* zigzag */
bool grn_bytes_flagged(grn_bytes *b, const char *what, uint64_t *out, bool *flag); /* the flag is the low bit */
/* A number below `below`; the message calls the things it counts `what`. */
bool grn_bytes_index(grn_bytes *b, const char *what, size_t below, uint32_t *out);
/* How many things follow, each of `least` bytes or more. */
bool grn_bytes_count(grn_bytes *b, const char *what, size_t least, size_t *out);
bool grn_bytes_take(grn_bytes *b, const char *what, uint64_t n, const unsigned char **out);
/* A length, then as many bytes. */
bool grn_bytes_blob(grn_bytes *b, const char *what, const unsigned char **out, size_t *n);
/* No bytes may be left of what is called `what`. */
bool grn_bytes_end(const grn_bytes *b, const char *what);
static inline size_t grn_bytes_left(const grn_bytes *b) { return b->end - b->at; }
/* Reports that byte `at` of the file is wrong: "byte 17: ...". Answers false. */
bool grn_bytes_wrong(const grn_bytes *b, size_t at, const char *format, ...) GRN_PRINTF(3, 4) GRN_COLD;
/* the same of a limit */
bool grn_bytes_over(const grn_bytes *b, size_t at, const char *format, ...) GRN_PRINTF(3, 4) GRN_COLD;
bool grn_bytes_refused(const grn_bytes *b); /* reports that memory was refused; answers false */

/* ---- bytes to write (bytes.c) ---------------------------------------------------------------- */

/* `to` has items of a byte. Each answers false when memory is refused. */
bool grn_put_u8(grn_vec *to, unsigned value);
bool grn_put_varint(grn_vec *to, uint64_t value);
bool grn_put_signed(grn_vec *to, int64_t value);
bool grn_put_flagged(grn_vec *to, uint64_t value, bool flag);
bool grn_put_bytes(grn_vec *to, const void *bytes, size_t n);
bool grn_put_blob(grn_vec *to, const void *bytes, size_t n); /* the length first */

/* ---- records --------------------------------------------------------------------------------- */

typedef struct grn_bytecode_span {
    const unsigned char *bytes; /* of a file that is read: within it */
    size_t n;
} grn_bytecode_span;

typedef struct grn_bytecode_entry { /* an attribute or a type */
    uint32_t dialect;
    bool is_custom; /* in its dialect's encoding; else text, which ends in a zero */
    grn_bytecode_span data;
} grn_bytecode_entry;

typedef struct grn_bytecode_dialect {
    uint32_t name; /* a string */
    bool has_version;
    grn_bytecode_span version;
} grn_bytecode_dialect;

typedef struct grn_bytecode_name { /* of an op, without its dialect's */
    uint32_t dialect, name;
    bool was_registered; /* true in files that do not say */
} grn_bytecode_name;

typedef struct grn_bytecode_op grn_bytecode_op;
typedef struct grn_bytecode_block grn_bytecode_block;
typedef struct grn_bytecode_region grn_bytecode_region;

/* Values are numbered from 0 over the whole file, in order of their regions and, within one, of
 * their definition; a region's nested ones come after it. The file's own numbers, which begin again
 * in isolated regions, are used only while reading and writing. */
struct grn_bytecode_op {
    size_t at;       /* its first byte */
    uint32_t number; /* from 1, in order of the file */
    uint32_t name, location;
    uint32_t attrs; /* an attribute or GRN_BYTECODE_NONE */
    /* of the list of properties, or an attribute where the op was not registered; or
     * GRN_BYTECODE_NONE */
    uint32_t properties;
    uint32_t nresults, noperands, nsuccessors, nregions;
    uint32_t first_result; /* a value */
    bool is_isolated;
    uint32_t *result_types;
    uint32_t *operands;   /* values */
    uint32_t *successors; /* blocks of its region, from 0 */
    grn_bytecode_region *regions;
    grn_bytecode_op *next;
};
struct grn_bytecode_block {
    uint32_t nargs, first_arg, nops;
    uint32_t *arg_types, *arg_locations; /* GRN_BYTECODE_NONE where the file leaves one out */
    grn_bytecode_op *ops;
    grn_bytecode_block *next;
};
struct grn_bytecode_region {
    uint32_t nblocks, first_value, nvalues;
    grn_bytecode_block *blocks;
    grn_bytecode_region *next;
};

typedef struct grn_bytecode {
    uint64_t version;
    const char *producer;
    uint32_t nstrings, ndialects, nnames, nattrs, ntypes, nproperties;
    uint32_t nvalues, nops;
    grn_bytecode_span *strings; /* without their zeros */
    grn_bytecode_dialect *dialects;
    grn_bytecode_name *names;
    grn_bytecode_entry *attrs, *types;
    grn_bytecode_span *properties;
    grn_bytecode_block *top; /* what the file holds: usually one module */
    uint32_t nresources;     /* groups of them, which are skipped */
} grn_bytecode;

/*
 * Reads a file of `n` bytes into records that lie in `arena` and point into `bytes`. GRN_E_FORMAT,
 * GRN_E_LIMIT (a newer file, nesting), GRN_E_MEMORY; one message.
 */
grn_status grn_bytecode_read(grn_arena *arena, const void *bytes, size_t n, const grn_diag *diag, grn_bytecode *out);

/* Writes the file of these records, in the version that they name: 0, 1, 3, 4, 5 or 6.
 * GRN_E_MEMORY, GRN_E_SINK, GRN_E_LIMIT. */
grn_status grn_bytecode_write(const grn_bytecode *file, const grn_allocator *allocator, const grn_sink *sink);

/* ---- a file in the making (builder.c) -------------------------------------------------------- */

/* Collects strings, names, attributes, types and properties, each once. */
typedef struct grn_bytecode_table {
    grn_vec items;
    uint32_t *slots; /* open addressing: an item's number + 1 */
    size_t room;
} grn_bytecode_table;
typedef struct grn_bytecode_builder {
    grn_arena arena;
    grn_bytecode_table strings, dialects, names, attrs, types, properties;
    bool refused;
} grn_bytecode_builder;
void grn_bytecode_builder_init(grn_bytecode_builder *b, const grn_allocator *allocator);
void grn_bytecode_builder_destroy(grn_bytecode_builder *b);
/* Each answers the number of its argument, new or known; 0, and `refused` is set, without memory.
 * Bytes are copied. */
uint32_t grn_bytecode_add_string(grn_bytecode_builder *b, const char *text, size_t n);
uint32_t grn_bytecode_add_dialect(grn_bytecode_builder *b, const char *name, size_t n);
uint32_t grn_bytecode_add_name(grn_bytecode_builder *b, uint32_t dialect, const char *name, size_t n);
uint32_t grn_bytecode_add_attr(grn_bytecode_builder *b, uint32_t dialect, const void *bytes, size_t n);
/* One that is text, of `n` bytes before its zero. */
uint32_t grn_bytecode_add_text_attr(grn_bytecode_builder *b, uint32_t dialect, const char *text, size_t n);
uint32_t grn_bytecode_add_type(grn_bytecode_builder *b, uint32_t dialect, const void *bytes, size_t n);
uint32_t grn_bytecode_add_properties(grn_bytecode_builder *b, const void *bytes, size_t n);
/* Fills the lists of `out`, which point into the builder. False: memory refused, now or before. */
bool grn_bytecode_builder_finish(grn_bytecode_builder *b, grn_bytecode *out);

#endif
