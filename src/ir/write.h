/*
 * write.h - declarations that the files that write types and attributes share: text to a sink, in
 * pieces of reasonable size. The first answer of the sink that is not GRN_OK stays and ends the
 * writing.
 */
#ifndef GRN_IR_WRITE_H
#define GRN_IR_WRITE_H

#include "ir/ir.h"

typedef struct grn_writer {
    const grn_sink *sink;
    grn_status status;
    size_t used;
    char buffer[256];
} grn_writer;

void grn_writer_init(grn_writer *w, const grn_sink *sink);
/* Sends what is still held back; answers for the whole. */
grn_status grn_writer_finish(grn_writer *w);
void grn_write_bytes(grn_writer *w, const char *text, size_t n);
void grn_write_text(grn_writer *w, const char *text);
void grn_write_str(grn_writer *w, grn_str s);
/* Text kept as a program wrote it, of one attribute, type or section. Characters that control a
 * terminal are escaped in strings, where \XX means the same byte, and become a space elsewhere. */
void grn_write_verbatim(grn_writer *w, grn_str s);
void grn_write_i64(grn_writer *w, int64_t v);
void grn_write_u64(grn_writer *w, uint64_t v);
/* One element of a dtype, as a dense literal has it. */
void grn_write_element(grn_writer *w, grn_dtype dtype, const void *p);

void grn_write_type(grn_writer *w, const grn_type *t); /* type_text.c */

/* When an attribute's own type is written after it: always; unless a reader would suppose it (i64,
 * f64: inside lists); never. */
typedef enum grn_type_suffix { GRN_SUFFIX_ALWAYS, GRN_SUFFIX_NEEDED, GRN_SUFFIX_NEVER } grn_type_suffix;
void grn_write_attr(grn_writer *w, const grn_attr *a, grn_type_suffix suffix); /* attr_text.c */
void grn_write_struct(grn_writer *w, const grn_attr *a); /* a STRUCT attribute without its name, in its brackets */
void grn_write_quoted(grn_writer *w, grn_str s);         /* "text", escaped */
/* A location without the word loc and its brackets; the locations in it by `inner`. location.c */
typedef struct grn_inner_location {
    void (*write)(void *user, grn_writer *w, const grn_attr *location);
    void *user;
} grn_inner_location;
void grn_write_location(grn_writer *w, const grn_attr *a, const grn_inner_location *inner);
void grn_write_dims(grn_writer *w, size_t count, const int64_t *v); /* 1, ? */

#endif
