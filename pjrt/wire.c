/* wire.c - fields of protocol buffers, as they are written. */
#include <stdlib.h>
#include <string.h>

#include "wire.h"

enum { NUMBER = 0, BYTES = 2 };

void grn_pjrt_put_varint(grn_pjrt_text *to, uint64_t value)
{
    char bytes[10];
    size_t n = 0;
    for (; value >= 0x80; value >>= 7)
        bytes[n++] = (char)(unsigned char)(value | 0x80);
    bytes[n++] = (char)value;
    (void)!grn_pjrt_text_add(to, bytes, n);
}

static void put_bytes(grn_pjrt_text *to, unsigned field, const char *bytes, size_t n)
{
    grn_pjrt_put_varint(to, field << 3 | BYTES);
    grn_pjrt_put_varint(to, n);
    (void)!grn_pjrt_text_add(to, n > 0 ? bytes : "", n);
}

void grn_pjrt_put_number(grn_pjrt_text *to, unsigned field, uint64_t value)
{
    grn_pjrt_put_varint(to, field << 3 | NUMBER);
    grn_pjrt_put_varint(to, value);
}

void grn_pjrt_put_text(grn_pjrt_text *to, unsigned field, const char *text)
{
    put_bytes(to, field, text, strlen(text));
}

void grn_pjrt_put_message(grn_pjrt_text *to, unsigned field, grn_pjrt_text *message)
{
    put_bytes(to, field, message->text, message->bytes);
    to->failed = to->failed || message->failed;
    free(message->text);
    *message = (grn_pjrt_text){.text = NULL};
}

void grn_pjrt_put_numbers(grn_pjrt_text *to, unsigned field, size_t count, const int64_t *numbers)
{
    grn_pjrt_text list = {.text = NULL};
    for (size_t i = 0; i < count; i++)
        grn_pjrt_put_varint(&list, (uint64_t)numbers[i]);
    grn_pjrt_put_message(to, field, &list);
}
