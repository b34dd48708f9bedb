/* json_write.h - JSON as it is written: a growing text in memory. Knows nothing of what it says. */
#ifndef GARNER_FILES_JSON_WRITE_H
#define GARNER_FILES_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "garner/tensor.h" /* grn_sink */

/* Zeroed: empty. Commas are put where one is due. After memory was refused nothing is added any
 * more. */
typedef struct json {
    char *bytes; /* ends in a zero once there are any */
    size_t n, room;
    size_t text; /* where the text begins that json_begin_text began */
    bool refused;
} json;

/* The text, the caller's to free; NULL where memory was refused. `j` is empty afterwards. */
char *json_finish(json *j);

void json_open(json *j, char bracket);  /* '{' or '[' */
void json_close(json *j, char bracket); /* '}' or ']' */
void json_key(json *j, const char *key);
void json_number(json *j, int64_t value);
void json_count(json *j, uint64_t value);
void json_real(json *j, double value); /* nine digits; null where it is no number */
void json_bool(json *j, bool value);
/* Control characters and those that change the order of others are escaped; a byte that is no UTF-8
 * becomes U+FFFD. */
void json_text(json *j, const char *bytes, size_t n);
void json_word(json *j, const char *text); /* up to its zero; null of NULL */

/* A key and its value. */
void json_word_at(json *j, const char *key, const char *text);
void json_text_at(json *j, const char *key, const char *bytes, size_t n); /* bytes: NULL where n is 0 */
void json_number_at(json *j, const char *key, int64_t value);
void json_count_at(json *j, const char *key, uint64_t value);
void json_real_at(json *j, const char *key, double value);
void json_bool_at(json *j, const char *key, bool value);
void json_open_at(json *j, const char *key, char bracket);
/* A list of what another text has: values with commas between, or nothing. */
void json_list_at(json *j, const char *key, const json *values);
void json_numbers_at(json *j, const char *key, const int64_t *values, size_t count);

/* What is JSON already. */
void json_raw(json *j, const char *text);

/* Bytes as they are, wherever they belong: what is written need not be JSON. */
void json_plain(json *j, const char *text);

/* A text in pieces: between the two, the sink takes a part of the text. */
void json_begin_text(json *j);
void json_end_text(json *j);
grn_sink json_sink(json *j);

/* What is JSON already, in pieces: the sink takes a part of one value, which json_begin_raw has
 * begun. */
void json_begin_raw(json *j);
grn_sink json_raw_sink(json *j);

#endif
