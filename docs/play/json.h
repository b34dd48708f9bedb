/* json.h - JSON as it is written: a growing text in memory. Knows nothing of what it says. */
#ifndef PLAY_JSON_H
#define PLAY_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "garner/tensor.h" /* grn_sink */

/* Zeroed: empty. Commas are put where one is due. After memory was refused nothing is added any more. */
typedef struct json {
    char *bytes; /* ends in a zero once there are any */
    size_t n, room;
    bool refused;
} json;

/* The text, the caller's to free; NULL where memory was refused. `j` is empty afterwards. */
char *json_take(json *j);

void json_open(json *j, char bracket); /* '{' or '[' */
void json_close(json *j, char bracket); /* '}' or ']' */
void json_key(json *j, const char *key);
void json_number(json *j, int64_t value);
/* Bytes as they are but for what JSON escapes; that they are UTF-8 is the reader's to check. */
void json_text(json *j, const char *bytes, size_t n);

/* What is JSON already. */
void json_raw(json *j, const char *text);

/* Bytes as they are, wherever they belong: what is written need not be JSON. */
void json_plain(json *j, const char *text);

/* A text in pieces: between the two, the sink takes a part of the text. */
void json_begin_text(json *j);
void json_end_text(json *j);
grn_sink json_sink(json *j);
grn_sink json_raw_sink(json *j);

#endif
