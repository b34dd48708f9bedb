/*
 * sink.h - ready-made places for text: a FILE, memory, and messages as lines.
 *
 * A pointer may be NULL where it says so here. Nothing is kept between calls but what a sink points
 * to, which must live as long as the sink is used. Thread-safe for different sinks; one buffer is
 * for one thread at a time, a FILE as stdio has it.
 */
#ifndef GARNER_SINK_H
#define GARNER_SINK_H

#include <stdio.h>

#include "garner/tensor.h"

GRN_BEGIN_DECLS

/* Writes to `file`, which stays open and the caller's: stdout, say. GRN_E_SINK where fwrite comes
 * short; of a NULL file the sink answers GRN_E_ARGUMENT. */
GRN_API grn_sink grn_file_sink(FILE *file);

/*
 * Text in memory. All zero is an empty one that grows, with malloc; set `allocator` for another.
 * `text` ends in a zero byte behind its size_bytes, and is NULL while nothing has come.
 */
typedef struct grn_text_buffer {
    char *text;
    size_t size_bytes;              /* of the text, without the zero behind it */
    size_t room_bytes;              /* of the memory */
    const grn_allocator *allocator; /* NULL: malloc */
    bool is_fixed;                  /* the memory is the caller's and does not grow */
} grn_text_buffer;

/* One that does not grow, over `room_bytes` of the caller's: it holds one byte less. NULL, or no
 * room: it holds nothing. */
GRN_API grn_text_buffer grn_text_buffer_over(char *text, size_t room_bytes);
/* Writes behind what `buffer` has. A piece that does not fit is not begun: GRN_E_LIMIT where the
 * buffer is fixed, GRN_E_MEMORY where memory is refused. Of NULL, and of an allocator without a
 * function, the sink answers GRN_E_ARGUMENT. */
GRN_API grn_sink grn_text_buffer_sink(grn_text_buffer *buffer);
/* Gives the memory back, but a fixed buffer's, and leaves the buffer empty, to be used again. NULL
 * is fine. */
GRN_API void grn_text_buffer_free(grn_text_buffer *buffer);

/*
 * Text from outside, made safe to show: a byte that a terminal would obey instead of showing, that
 * changes where others are shown, or that is no UTF-8, is written as \1B, as MLIR has it in
 * strings. The rest stays.
 */
GRN_API GRN_MUST_USE grn_status grn_text_write(const char *text, size_t size_bytes, const grn_sink *sink);
/* How many bytes the first character has, at least 1; 0 of no bytes, and of NULL. *code: its
 * code point, U+FFFD of a byte that is no UTF-8; *is_shown: whether it stays as it is. Both may
 * be NULL. */
GRN_API size_t grn_text_character(const char *text, size_t size_bytes, uint32_t *code, bool *is_shown);

/*
 * A message as a line: "take.mlir:3:8: error: slice size (3) is out of bounds". `name` is the
 * text's that the place is in; NULL: none. A message without a place has none. Name and message go
 * through grn_text_write. GRN_E_ARGUMENT: diagnostic, its message or the sink is NULL; else what
 * the sink answers.
 */
GRN_API GRN_MUST_USE grn_status grn_diagnostic_write(const grn_diagnostic *diagnostic, const char *name,
                                                     const grn_sink *sink);

/* A diag that writes each message as such a line. What the sink answers is not asked for. NULL: one
 * that drops all. */
typedef struct grn_diag_lines {
    grn_sink sink;
    const char *name; /* as above; NULL: none */
} grn_diag_lines;
GRN_API grn_diag grn_diag_to(const grn_diag_lines *lines);

GRN_END_DECLS

#endif
