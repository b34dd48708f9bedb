/* arena.c - bump memory in chunks, freed all at once. */
#include "core/core.h"

#include <stdio.h>
#include <string.h>

#define FIRST_CHUNK_BYTES ((size_t)4096)
#define LAST_CHUNK_BYTES ((size_t)1 << 20)
#define OWN_CHUNK_BYTES ((size_t)256 << 10)
#define BLOB_BYTES ((size_t)4096) /* from here on alignment is a cache line */

/* A chunk's memory follows its header, which takes one alignment unit. */
struct grn_arena_chunk {
    grn_arena_chunk *next;
    size_t bytes; /* with the header */
    size_t used;
};
#define HEADER_BYTES ((size_t)64)
_Static_assert(sizeof(struct grn_arena_chunk) <= HEADER_BYTES, "the header fits before the first aligned byte");

void grn_arena_init(grn_arena *arena, const grn_allocator *allocator)
{
    *arena = (grn_arena){.allocator = grn_allocator_or_default(allocator), .next_chunk_bytes = FIRST_CHUNK_BYTES};
}

void grn_arena_destroy(grn_arena *arena)
{
    while (arena->chunks) {
        grn_arena_chunk *chunk = arena->chunks;
        arena->chunks = chunk->next;
        grn_release(arena->allocator, chunk, chunk->bytes);
    }
}

static grn_arena_chunk *chunk_new(grn_arena *arena, size_t bytes)
{
    grn_arena_chunk *chunk = grn_allocate(arena->allocator, bytes);
    if (chunk)
        *chunk = (grn_arena_chunk){NULL, bytes, HEADER_BYTES};
    return chunk;
}

/* The next bump chunk, first in the list. Where a chunk of the usual size is refused, one of just
 * the needed size is tried. */
static grn_arena_chunk *chunk_for_bumping(grn_arena *arena, size_t least_bytes)
{
    size_t bytes = arena->next_chunk_bytes > least_bytes ? arena->next_chunk_bytes : least_bytes;
    grn_arena_chunk *chunk = chunk_new(arena, bytes);
    if (!chunk && bytes > least_bytes)
        chunk = chunk_new(arena, least_bytes);
    arena->refused |= !chunk;
    if (!chunk)
        return NULL;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    if (arena->next_chunk_bytes < LAST_CHUNK_BYTES)
        arena->next_chunk_bytes *= 2;
    return chunk;
}

/* A chunk for one large request, second in the list, so that bumping goes on in the first. */
static void *own_chunk(grn_arena *arena, size_t bytes)
{
    grn_arena_chunk *chunk = chunk_new(arena, HEADER_BYTES + bytes);
    arena->refused |= !chunk;
    if (!chunk)
        return NULL;
    chunk->used = chunk->bytes;
    grn_arena_chunk **at = arena->chunks ? &arena->chunks->next : &arena->chunks;
    chunk->next = *at;
    *at = chunk;
    return (char *)chunk + HEADER_BYTES;
}

void *grn_arena_alloc_raw(grn_arena *arena, size_t bytes)
{
    size_t align = bytes >= BLOB_BYTES ? 64 : 16;
    if (bytes > SIZE_MAX - 2 * HEADER_BYTES)
        return NULL;
    if (bytes > OWN_CHUNK_BYTES)
        return own_chunk(arena, bytes);
    grn_arena_chunk *chunk = arena->chunks;
    size_t start = chunk ? (chunk->used + align - 1) & ~(align - 1) : 0;
    if (!chunk || start > chunk->bytes || bytes > chunk->bytes - start) {
        chunk = chunk_for_bumping(arena, HEADER_BYTES + bytes);
        start = HEADER_BYTES;
    }
    if (!chunk)
        return NULL;
    chunk->used = start + bytes;
    return (char *)chunk + start;
}

void *grn_arena_alloc(grn_arena *arena, size_t bytes)
{
    void *memory = grn_arena_alloc_raw(arena, bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

void *grn_arena_copy(grn_arena *arena, const void *from, size_t bytes)
{
    void *memory = grn_arena_alloc_raw(arena, bytes);
    if (memory && bytes)
        memcpy(memory, from, bytes);
    return memory;
}

char *grn_arena_text(grn_arena *arena, const char *text, size_t n)
{
    char *copy = n < SIZE_MAX ? grn_arena_alloc_raw(arena, n + 1) : NULL;
    if (!copy)
        return NULL;
    if (n)
        memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}

void *grn_arena_array(grn_arena *arena, size_t element_bytes, size_t count)
{
    size_t bytes;
    return grn_mul_size(element_bytes, count, &bytes) ? grn_arena_alloc(arena, bytes) : NULL;
}

char *grn_arena_vprintf(grn_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    const int n = vsnprintf(NULL, 0, format, args);
    char *out = n < 0 ? NULL : grn_arena_alloc_raw(arena, (size_t)n + 1);
    if (out)
        vsnprintf(out, (size_t)n + 1, format, again);
    va_end(again);
    return out;
}
