/* json.c - JSON as it is written. */
#include "json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

char *json_take(json *j)
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

void json_close(json *j, char bracket)
{
    add(j, &bracket, 1);
}

void json_key(json *j, const char *key)
{
    json_text(j, key, strlen(key));
    add(j, ":", 1);
}

void json_number(json *j, int64_t value)
{
    char text[24];
    int n = snprintf(text, sizeof text, "%" PRId64, value);
    separate(j);
    add(j, text, (size_t)n);
}

static void add_escaped(json *j, const char *bytes, size_t n)
{
    for (size_t i = 0, plain; i < n; i += plain + 1) {
        for (plain = 0; i + plain < n && (unsigned char)bytes[i + plain] >= 0x20 && !strchr("\"\\", bytes[i + plain]);)
            plain++;
        add(j, bytes + i, plain);
        if (i + plain < n) {
            char text[8];
            int length = snprintf(text, sizeof text, "\\u%04x", (unsigned)(unsigned char)bytes[i + plain]);
            add(j, text, (size_t)length);
        }
    }
}

void json_begin_text(json *j)
{
    separate(j);
    add(j, "\"", 1);
}

void json_end_text(json *j)
{
    add(j, "\"", 1);
}

void json_text(json *j, const char *bytes, size_t n)
{
    json_begin_text(j);
    add_escaped(j, bytes, n);
    json_end_text(j);
}

static grn_status take_text(void *user, const char *text, size_t bytes)
{
    json *j = user;
    add_escaped(j, text, bytes);
    return j->refused ? GRN_E_MEMORY : GRN_OK;
}

grn_sink json_sink(json *j)
{
    return (grn_sink){take_text, j};
}

void json_plain(json *j, const char *text)
{
    add(j, text, strlen(text));
}

void json_raw(json *j, const char *text)
{
    separate(j);
    add(j, text, strlen(text));
}

static grn_status take_raw(void *user, const char *text, size_t bytes)
{
    json *j = user;
    add(j, text, bytes);
    return j->refused ? GRN_E_MEMORY : GRN_OK;
}

grn_sink json_raw_sink(json *j)
{
    return (grn_sink){take_raw, j};
}
