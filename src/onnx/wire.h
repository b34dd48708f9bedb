/*
 * wire.h - protocol buffers as bytes: fields read one after the other, and written.
 *
 * Knows: varints, fixed numbers, runs of bytes, messages within messages, packed
 * lists, and of each message a table of the fields that have a meaning. Must not
 * know: what a field means, the IR, files.
 *
 * Reading allocates nothing and never leaves the message that it is in: a length is
 * held against what is left before it is believed. Fields that the table does not
 * have are passed over, as readers of protocol buffers do. A wrong byte ends the
 * reading of the whole file with one message, which names the offset.
 */
#ifndef GRN_ONNX_WIRE_H
#define GRN_ONNX_WIRE_H

#include "core/core.h"

typedef enum grn_proto_type {
    GRN_WIRE_VARINT = 0,
    GRN_WIRE_FIXED64 = 1,
    GRN_WIRE_BYTES = 2,
    GRN_WIRE_FIXED32 = 5
} grn_proto_type;

/* A field that has a meaning. A list of numbers may be packed into bytes, too. */
typedef struct grn_proto_known {
    uint32_t number;
    const char *name;
    grn_proto_type type;
    bool list;
} grn_proto_known;
/* fields ends with name NULL. */
typedef struct grn_proto_message {
    const char *name;
    const grn_proto_known *fields;
} grn_proto_message;

/* Bytes that are being read, and the status so far. Messages begin with `place`. */
typedef struct grn_proto_file {
    const unsigned char *bytes;
    const grn_diag *diag;
    grn_place place;
    grn_status status;
} grn_proto_file;

/* A message from `at` up to `end`. */
typedef struct grn_proto {
    grn_proto_file *file;
    const grn_proto_message *message;
    size_t at, end;
} grn_proto;

typedef struct grn_proto_field {
    uint32_t number;
    grn_proto_type type;
    const grn_proto_known *known; /* never NULL */
    size_t at;                    /* of its first byte in the file */
    uint64_t value;               /* of a number */
    size_t begin, n;              /* of bytes, in the file */
} grn_proto_field;

/* The next field of the message's table. False: there is none, or file->status has the mistake. */
bool grn_proto_next(grn_proto *w, grn_proto_field *out);
/* Reads to the end; answers whether nothing was wrong. */
static inline bool grn_proto_ok(const grn_proto *w) { return w->file->status == GRN_OK; }
/* The field of bytes `f` as a message. */
grn_proto grn_proto_inside(const grn_proto *w, const grn_proto_field *field, const grn_proto_message *message);
/* The number of a field as signed: int64 and int32 are written alike. */
static inline int64_t grn_proto_signed(uint64_t v)
{
    int64_t out;
    memcpy(&out, &v, sizeof out);
    return out;
}

/* The numbers of one occurrence of a list: one, or those packed into its bytes. */
typedef struct grn_proto_list {
    grn_proto within;
    grn_proto_type type;
    bool single;
    uint64_t value;
} grn_proto_list;
grn_proto_list grn_proto_numbers(const grn_proto *w, const grn_proto_field *field);
/* The next; false: there is none, or file->status has the mistake. */
bool grn_proto_number(grn_proto_list *l, uint64_t *out);

/* "byte 120: ...", then what is wrong. Each returns false. */
bool grn_proto_wrong(grn_proto_file *f, size_t at, const char *format, ...) GRN_PRINTF(3, 4); /* GRN_E_FORMAT */
bool grn_proto_over(grn_proto_file *f, size_t at, const char *format, ...) GRN_PRINTF(3, 4);  /* GRN_E_LIMIT */
/* GRN_E_UNSUPPORTED */
bool grn_proto_unsupported(grn_proto_file *f, size_t at, const char *format, ...) GRN_PRINTF(3, 4);

/* ---- writing --------------------------------------------------------------------------------- */

/* A message while it is written. Long runs of bytes are not copied: they have to stay where they
 * are until the end. */
typedef struct grn_proto_out {
    grn_vec bytes, pieces;
    uint64_t total; /* bytes, the pieces' included */
    bool refused;   /* memory was */
} grn_proto_out;

void grn_proto_out_init(grn_proto_out *o, const grn_allocator *allocator);
void grn_proto_out_destroy(grn_proto_out *o);
void grn_proto_put_number(grn_proto_out *o, uint32_t field, uint64_t value);
void grn_proto_put_float(grn_proto_out *o, uint32_t field, float value);
void grn_proto_put_bytes(grn_proto_out *o, uint32_t field, const void *bytes, size_t n);
void grn_proto_put_text(grn_proto_out *o, uint32_t field, const char *text);
/* The same, and the bytes are only referred to. */
void grn_proto_put_piece(grn_proto_out *o, uint32_t field, const void *bytes, size_t n);
/* `inner` as a field, which is then empty and destroyed. */
void grn_proto_put_message(grn_proto_out *o, uint32_t field, grn_proto_out *inner);
/* All of it to a sink. */
grn_status grn_proto_send(const grn_proto_out *o, const grn_sink *sink);

#endif
