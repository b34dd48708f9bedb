/* storage.c - memory of values: counted, and with an event that says when it is there. */
#include <stdlib.h>

#include "plugin.h"

#define ALIGNMENT ((size_t)64)

grn_pjrt_storage *grn_pjrt_storage_new(PJRT_Client *client)
{
    grn_pjrt_storage *s = malloc(sizeof *s);
    if (s == NULL)
        return NULL;
    *s = (grn_pjrt_storage){.client = client, .ready = grn_pjrt_event_new()};
    atomic_init(&s->references, 1);
    if (s->ready != NULL)
        return s;
    free(s);
    return NULL;
}

static void release_own(grn_pjrt_storage *s) { free(s->data); }

PJRT_Error *grn_pjrt_storage_allocate(PJRT_Client *client, size_t bytes, grn_pjrt_storage **out)
{
    grn_pjrt_storage *s = grn_pjrt_storage_new(client);
    if (s == NULL)
        return grn_pjrt_no_memory();
    const size_t all = bytes > SIZE_MAX - 2 * ALIGNMENT ? 0 : (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    s->data = all != 0 ? aligned_alloc(ALIGNMENT, all) : NULL;
    if (s->data == NULL) {
        grn_pjrt_storage_release(s);
        return grn_pjrt_error(PJRT_Error_Code_RESOURCE_EXHAUSTED, "%zu bytes for a buffer were refused", bytes);
    }
    s->bytes = bytes;
    s->release = release_own;
    s->is_writable = true;
    grn_pjrt_storage_count(s);
    *out = s;
    return NULL;
}

void grn_pjrt_storage_count(grn_pjrt_storage *storage)
{
    PJRT_Client *c = storage->client;
    storage->is_counted = true;
    const size_t live = atomic_fetch_add(&c->live_bytes, storage->bytes) + storage->bytes;
    size_t peak = atomic_load(&c->peak_bytes);
    while (peak < live && !atomic_compare_exchange_weak(&c->peak_bytes, &peak, live)) {}
}

grn_pjrt_storage *grn_pjrt_storage_share(grn_pjrt_storage *storage)
{
    atomic_fetch_add(&storage->references, 1);
    return storage;
}

void grn_pjrt_storage_release(grn_pjrt_storage *storage)
{
    if (storage == NULL || atomic_fetch_sub(&storage->references, 1) > 1)
        return;
    if (storage->is_counted)
        atomic_fetch_sub(&storage->client->live_bytes, storage->bytes);
    if (storage->release != NULL)
        storage->release(storage);
    grn_pjrt_storage_release(storage->under);
    grn_pjrt_event_release(storage->ready);
    free(storage);
}
