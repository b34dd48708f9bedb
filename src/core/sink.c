/* sink.c - ready-made sinks: a FILE, and memory that grows or does not. */
#include <string.h>

#include "core/core.h"
#include "garner/sink.h"

#define LEAST_ROOM_BYTES 256

static grn_status write_file(void *user, const char *text, size_t bytes)
{
    if (user == NULL)
        return GRN_E_ARGUMENT;
    return fwrite(text, 1, bytes, user) == bytes ? GRN_OK : GRN_E_SINK;
}

grn_sink grn_file_sink(FILE *file) { return (grn_sink){write_file, file}; }

grn_text_buffer grn_text_buffer_over(char *text, size_t room_bytes)
{
    const size_t room = text != NULL ? room_bytes : 0;
    if (room > 0)
        text[0] = '\0';
    return (grn_text_buffer){.text = text, .room_bytes = room, .is_fixed = true};
}

/* Room for `needed_bytes` at least, twice what there was. */
static grn_status grow(grn_text_buffer *b, size_t needed_bytes)
{
    size_t room;
    if (b->is_fixed)
        return GRN_E_LIMIT;
    if (grn_check_allocator(b->allocator, NULL) != GRN_OK)
        return GRN_E_ARGUMENT;
    if (!grn_mul_size(b->room_bytes, 2, &room) || room < needed_bytes)
        room = needed_bytes;
    room = room < LEAST_ROOM_BYTES ? LEAST_ROOM_BYTES : room;
    char *text = grn_allocate(b->allocator, room);
    if (text == NULL)
        return GRN_E_MEMORY;
    if (b->size_bytes > 0)
        memcpy(text, b->text, b->size_bytes);
    grn_release(b->allocator, b->text, b->room_bytes);
    b->text = text;
    b->room_bytes = room;
    return GRN_OK;
}

static grn_status write_buffer(void *user, const char *text, size_t bytes)
{
    grn_text_buffer *b = user;
    size_t end, needed;
    if (b == NULL)
        return GRN_E_ARGUMENT;
    if (!grn_add_size(b->size_bytes, bytes, &end) || !grn_add_size(end, 1, &needed))
        return GRN_E_LIMIT;
    grn_status status = needed > b->room_bytes ? grow(b, needed) : GRN_OK;
    if (status != GRN_OK)
        return status;
    if (bytes > 0)
        memcpy(b->text + b->size_bytes, text, bytes);
    b->text[end] = '\0';
    b->size_bytes = end;
    return GRN_OK;
}

grn_sink grn_text_buffer_sink(grn_text_buffer *buffer) { return (grn_sink){write_buffer, buffer}; }

void grn_text_buffer_free(grn_text_buffer *buffer)
{
    if (buffer == NULL)
        return;
    buffer->size_bytes = 0;
    if (buffer->is_fixed) {
        if (buffer->room_bytes > 0)
            buffer->text[0] = '\0';
        return;
    }
    grn_release(buffer->allocator, buffer->text, buffer->room_bytes);
    buffer->text = NULL;
    buffer->room_bytes = 0;
}
