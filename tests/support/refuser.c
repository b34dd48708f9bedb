/* refuser.c - an allocator that refuses. */
#include "support/refuser.h"

#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__)
#include <execinfo.h>
#endif

#define PREFIX 64 /* keeps the size; memory after it stays aligned */
/* Calls that tell one place from another. Where nothing is inlined, eight more of them are the
 * allocator's and the arena's. */
#ifdef __NO_INLINE__
#define CALLS 20
#else
#define CALLS 12
#endif

/* FNV-1a of the return addresses. */
static uint64_t place_here(void)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
#if defined(__GLIBC__)
    void *calls[CALLS];
    int n = backtrace(calls, CALLS);
    for (int i = 0; i < n; i++)
        hash = (hash ^ (uint64_t)(uintptr_t)calls[i]) * UINT64_C(0x100000001b3);
#endif
    return hash ? hash : 1;
}

static bool insert(uint64_t *seen, size_t capacity, uint64_t place)
{
    size_t at = place & (capacity - 1);
    while (seen[at] && seen[at] != place)
        at = (at + 1) & (capacity - 1);
    bool fresh = !seen[at];
    seen[at] = place;
    return fresh;
}

static void grow(refuser_places *p)
{
    size_t capacity = p->capacity ? 2 * p->capacity : 4096;
    uint64_t *seen = calloc(capacity, sizeof *seen);
    if (!seen)
        abort();
    for (size_t i = 0; i < p->capacity; i++)
        if (p->seen[i])
            (void)insert(seen, capacity, p->seen[i]);
    free(p->seen);
    p->seen = seen;
    p->capacity = capacity;
}

static bool is_fresh(refuser_places *p, uint64_t place)
{
    if (2 * p->count >= p->capacity)
        grow(p);
    bool fresh = insert(p->seen, p->capacity, place);
    p->count += fresh;
    return fresh;
}

void refuser_places_free(refuser_places *places)
{
    free(places->seen);
    *places = (refuser_places){0};
}

static void note_place(refuser *r, size_t request)
{
    if (!is_fresh(r->places, place_here()))
        return;
    size_t *more = realloc(r->fresh, (r->nfresh + 1) * sizeof *more);
    if (!more)
        abort();
    r->fresh = more;
    r->fresh[r->nfresh++] = request;
}

static bool is_chunk(size_t bytes) { return bytes >= 4096 && bytes <= (size_t)1 << 20 && (bytes & (bytes - 1)) == 0; }

static bool refuses(refuser *r, size_t bytes)
{
    if (r->no_chunks && is_chunk(bytes))
        return true;
    size_t n = r->requests++;
    if (r->places)
        note_place(r, n);
    bool refused = n == r->refuse_at || (r->and_after && n > r->refuse_at) || bytes > r->most_bytes - r->outstanding;
    r->refusals += refused;
    return refused;
}

static void *refuser_allocate(void *user, size_t bytes, size_t alignment)
{
    refuser *r = user;
    if (bytes == 0 || alignment == 0 || alignment > 64)
        abort();
    if (refuses(r, bytes))
        return NULL;
    char *memory = aligned_alloc(64, PREFIX + (bytes + 63) / 64 * 64);
    if (!memory)
        abort();
    memcpy(memory, &bytes, sizeof bytes);
    r->outstanding += bytes;
    r->peak = r->outstanding > r->peak ? r->outstanding : r->peak;
    return memory + PREFIX;
}

static void refuser_release(void *user, void *memory, size_t bytes)
{
    refuser *r = user;
    size_t given;
    memcpy(&given, (char *)memory - PREFIX, sizeof given);
    r->wrong_sizes += given != bytes;
    r->outstanding -= given;
    free((char *)memory - PREFIX);
}

void refuser_init(refuser *r)
{
    *r = (refuser){.refuse_at = SIZE_MAX, .most_bytes = SIZE_MAX, .allocator = {refuser_allocate, refuser_release, r}};
}

void refuser_forget(refuser *r)
{
    free(r->fresh);
    r->fresh = NULL;
    r->nfresh = 0;
}
