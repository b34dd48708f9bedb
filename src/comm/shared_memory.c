/* shared_memory.c - an allocator that serves one thread, made to serve several. */
#include <pthread.h>

#include "comm/comm.h"

struct grn_shared_memory {
    const grn_allocator *base;
    grn_allocator allocator;
    pthread_mutex_t lock;
};

static void *allocate(void *user, size_t bytes, size_t alignment)
{
    grn_shared_memory *m = user;
    pthread_mutex_lock(&m->lock);
    void *memory = m->base->allocate(m->base->user, bytes, alignment);
    pthread_mutex_unlock(&m->lock);
    return memory;
}

static void release(void *user, void *memory, size_t bytes)
{
    grn_shared_memory *m = user;
    pthread_mutex_lock(&m->lock);
    m->base->release(m->base->user, memory, bytes);
    pthread_mutex_unlock(&m->lock);
}

grn_shared_memory *grn_shared_memory_new(const grn_allocator *base)
{
    grn_shared_memory *m = grn_allocate(base, sizeof *m);
    if (!m)
        return NULL;
    *m = (grn_shared_memory){.base = grn_allocator_or_default(base), .allocator = {allocate, release, m}};
    pthread_mutex_init(&m->lock, NULL);
    return m;
}

const grn_allocator *grn_shared_memory_allocator(const grn_shared_memory *memory) { return &memory->allocator; }

void grn_shared_memory_destroy(grn_shared_memory *memory)
{
    if (!memory)
        return;
    pthread_mutex_destroy(&memory->lock);
    grn_release(memory->base, memory, sizeof *memory);
}
