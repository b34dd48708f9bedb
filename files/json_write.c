/* json_write.c - JSON as it is written. */
#include "files/json_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "garner/sink.h"

static void add(json *j, const char *bytes, size_t n)
{
    if (j->refused)
        return;
    if (n >= j->room - j->n) {
        size_t room = 2 * (j->n + n) + 64;
        char *grown = room > j->room ? realloc(j->bytes, room) : NULL;
        if (!grown) {
            j->refused = true;
            return;
        }
        j->bytes = grown;
        j->room = room;
    }
    memcpy(j->bytes + j->n, bytes, n);
    j->n += n;
    j->bytes[j->n] = 0;
}

char *json_finish(json *j)
{
    char *bytes = j->bytes;
    if (j->refused) {
        free(bytes);
        bytes = NULL;
    }
    *j = (json){0};
    return bytes;
}

static void separate(json *j)
{
    if (j->n && !strchr("{[:", j->bytes[j->n - 1]))
        add(j, ",", 1);
}

void json_open(json *j, char bracket)
{
    separate(j);
    add(j, &bracket, 1);
}

void json_close(json *j, char bracket) { add(j, &bracket, 1); }

void json_key(json *j, const char *key)
{
    json_word(j, key);
    add(j, ":", 1);
}

/* ---- values ---------------------------------------------------------------------------------- */

void json_raw(json *j, const char *text)
{
    separate(j);
    add(j, text, strlen(text));
}

void json_number(json *j, int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    json_raw(j, text);
}

void json_count(json *j, uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, value);
    json_raw(j, text);
}

/* Whatever point the locale has. */
void json_real(json *j, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    for (char *at = text; *at; at++)
        *at = strchr("0123456789+-e", *at) ? *at : '.';
    json_raw(j, value - value == 0 ? text : "null");
}

void json_bool(json *j, bool value) { json_raw(j, value ? "true" : "false"); }

/* ---- texts ----------------------------------------------------------------------------------- */

/* Beyond 16 bits, as a surrogate pair. */
static void add_code(json *j, uint32_t code)
{
    char text[16];
    const unsigned high = (unsigned)(0xD7C0 + (code >> 10)), low = (unsigned)(0xDC00 + (code & 0x3FF));
    const int n = code > 0xFFFF ? snprintf(text, sizeof text, "\\u%04x\\u%04x", high, low)
                                : snprintf(text, sizeof text, "\\u%04x", (unsigned)code);
    add(j, text, (size_t)n);
}

static void add_escaped(json *j, const char *bytes, size_t n)
{
    size_t from = 0; /* what is behind it, up to `at`, stays as it is */
    for (size_t at = 0, length; at < n; at += length) {
        uint32_t code;
        bool is_shown;
        length = grn_text_character(bytes + at, n - at, &code, &is_shown);
        if (is_shown && code != '"' && code != '\\')
            continue;
        add(j, bytes + from, at - from);
        if (is_shown)
            add(j, code == '"' ? "\\\"" : "\\\\", 2);
        else
            add_code(j, code);
        from = at + length;
    }
    add(j, bytes + from, n - from);
}

void json_text(json *j, const char *bytes, size_t n)
{
    separate(j);
    add(j, "\"", 1);
    add_escaped(j, bytes, n);
    add(j, "\"", 1);
}

void json_word(json *j, const char *text)
{
    if (text)
        json_text(j, text, strlen(text));
    else
        json_raw(j, "null");
}

void json_plain(json *j, const char *text) { add(j, text, strlen(text)); }

static grn_status take(void *user, const char *text, size_t bytes)
{
    json *j = user;
    add(j, text, bytes);
    return j->refused ? GRN_E_MEMORY : GRN_OK;
}

void json_begin_text(json *j)
{
    separate(j);
    add(j, "\"", 1);
    j->text = j->n;
}

/* A piece may end within a character, so the text is escaped when it is whole. */
void json_end_text(json *j)
{
    const size_t n = j->n - j->text;
    char *whole = j->refused ? NULL : malloc(n + 1);
    if (!whole) {
        j->refused = true;
        return;
    }
    memcpy(whole, j->bytes + j->text, n);
    j->n = j->text;
    add_escaped(j, whole, n);
    add(j, "\"", 1);
    free(whole);
}

grn_sink json_sink(json *j) { return (grn_sink){take, j}; }

void json_begin_raw(json *j) { separate(j); }

grn_sink json_raw_sink(json *j) { return (grn_sink){take, j}; }

/* ---- a key and its value --------------------------------------------------------------------- */

void json_word_at(json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_word(j, text);
}

void json_text_at(json *j, const char *key, const char *bytes, size_t n)
{
    json_key(j, key);
    json_text(j, n > 0 ? bytes : "", n);
}

void json_number_at(json *j, const char *key, int64_t value)
{
    json_key(j, key);
    json_number(j, value);
}

void json_count_at(json *j, const char *key, uint64_t value)
{
    json_key(j, key);
    json_count(j, value);
}

void json_real_at(json *j, const char *key, double value)
{
    json_key(j, key);
    json_real(j, value);
}

void json_bool_at(json *j, const char *key, bool value)
{
    json_key(j, key);
    json_bool(j, value);
}

void json_open_at(json *j, const char *key, char bracket)
{
    json_key(j, key);
    json_open(j, bracket);
}

void json_numbers_at(json *j, const char *key, const int64_t *values, size_t count)
{
    json_open_at(j, key, '[');
    for (size_t i = 0; i < count; i++)
        json_number(j, values[i]);
    json_close(j, ']');
}

void json_list_at(json *j, const char *key, const json *values)
{
    json_open_at(j, key, '[');
    if (values->n)
        json_raw(j, values->bytes);
    json_close(j, ']');
    j->refused |= values->refused;
}
