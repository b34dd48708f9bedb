/* store.c - blocks that wait for the next request of their size, and what of them is kept from run
 * to run. */
#include "interp/store.h"

#include <stdatomic.h>

/* Requests are rounded up to this, which is what they are aligned to: more of them are of one size,
 * and a block has room for the link. */
#define UNIT ((size_t)64)
#define BINS 64
/* The most blocks of a bin that are compared with a request: several sizes share a bin. */
#define MOST_PROBES 8
/* Where room has to be made, smaller ones go last: there is little to gain. */
#define SMALL_BYTES ((size_t)4096)

typedef struct spare {
    struct spare *next;
    size_t bytes;
} spare;

struct grn_spares {
    size_t bytes; /* of all */
    spare *bin[BINS];
};

struct grn_keeper {
    const grn_allocator *allocator;
    atomic_size_t holders;
    _Atomic(grn_spares *) kept; /* NULL: a run has them, or there are none */
};

/* ---- blocks that wait ------------------------------------------------------------------------ */

static spare **bin_of(grn_spares *s, size_t bytes)
{
    return &s->bin[(uint64_t)(bytes / UNIT) * UINT64_C(0x9E3779B97F4A7C15) >> 58];
}

static void keep_spare(grn_spares *s, void *block, size_t bytes)
{
    spare **bin = bin_of(s, bytes), *b = block;
    *b = (spare){*bin, bytes};
    *bin = b;
    s->bytes += bytes;
}

static spare *unlink(grn_spares *s, spare **at)
{
    spare *b = *at;
    *at = b->next;
    s->bytes -= b->bytes;
    return b;
}

static void *take_spare(grn_spares *s, size_t bytes)
{
    spare **at = bin_of(s, bytes);
    for (int probes = 0; *at && probes < MOST_PROBES; probes++, at = &(*at)->next)
        if ((*at)->bytes == bytes)
            return unlink(s, at);
    return NULL;
}

/* Gives blocks of at least `least` bytes back until no more than `most` bytes wait. */
static void drop_over(grn_spares *s, const grn_allocator *base, size_t least, size_t most)
{
    for (size_t i = 0; i < BINS; i++)
        for (spare **at = &s->bin[i]; *at && s->bytes > most;) {
            if ((*at)->bytes < least) {
                at = &(*at)->next;
                continue;
            }
            spare *b = unlink(s, at);
            grn_release(base, b, b->bytes);
        }
}

static void shrink(grn_spares *s, const grn_allocator *base, size_t most)
{
    if (s->bytes > most)
        drop_over(s, base, SMALL_BYTES, most);
    if (s->bytes > most)
        drop_over(s, base, 0, most);
}

static grn_spares *new_spares(const grn_allocator *base)
{
    grn_spares *s = grn_allocate(base, sizeof *s);
    if (s)
        *s = (grn_spares){.bytes = 0};
    return s;
}

static void destroy_spares(grn_spares *s, const grn_allocator *base)
{
    if (!s)
        return;
    shrink(s, base, 0);
    grn_release(base, s, sizeof *s);
}

/* ---- from run to run ------------------------------------------------------------------------- */

grn_keeper *grn_keeper_new(const grn_allocator *allocator)
{
    grn_keeper *k = grn_allocate(allocator, sizeof *k);
    if (!k)
        return NULL;
    k->allocator = allocator;
    atomic_init(&k->holders, 1);
    atomic_init(&k->kept, NULL);
    return k;
}

grn_keeper *grn_keeper_share(grn_keeper *keeper)
{
    atomic_fetch_add(&keeper->holders, 1);
    return keeper;
}

void grn_keeper_release(grn_keeper *keeper)
{
    if (!keeper || atomic_fetch_sub(&keeper->holders, 1) > 1)
        return;
    destroy_spares(atomic_load(&keeper->kept), keeper->allocator);
    grn_release(keeper->allocator, keeper, sizeof *keeper);
}

/* ---- a run's memory -------------------------------------------------------------------------- */

/* Before a new block is allocated: blocks that wait may be as many bytes as were once in use, and a
 * little more, but pass no limit. */
static void make_room(grn_store *store, size_t bytes)
{
    size_t used = store->used_bytes + bytes, most = used > store->most_bytes ? used : store->most_bytes;
    size_t all = most < SIZE_MAX - GRN_SPARE_BYTES ? most + GRN_SPARE_BYTES : SIZE_MAX;
    if (all > store->limit_bytes)
        all = store->limit_bytes;
    shrink(store->spares, store->base, all > used ? all - used : 0);
}

static void *new_block(grn_store *store, size_t bytes)
{
    if (!store->spares)
        return grn_allocate(store->base, bytes);
    make_room(store, bytes);
    void *block = grn_allocate(store->base, bytes);
    if (block || store->spares->bytes == 0)
        return block;
    shrink(store->spares, store->base, 0);
    return grn_allocate(store->base, bytes);
}

/* All requests come through grn_allocate, which aligns them to UNIT. */
static void *store_allocate(void *user, size_t bytes, size_t alignment)
{
    grn_store *store = user;
    if (alignment > UNIT || bytes > SIZE_MAX - UNIT || store->used_bytes > SIZE_MAX - UNIT - bytes)
        return NULL;
    bytes = (bytes + UNIT - 1) / UNIT * UNIT;
    void *block = store->spares ? take_spare(store->spares, bytes) : NULL;
    if (!block)
        block = new_block(store, bytes);
    if (!block)
        return NULL;
    store->used_bytes += bytes;
    if (store->most_bytes < store->used_bytes)
        store->most_bytes = store->used_bytes;
    return block;
}

static void store_release(void *user, void *block, size_t bytes)
{
    grn_store *store = user;
    bytes = (bytes + UNIT - 1) / UNIT * UNIT;
    store->used_bytes -= bytes;
    if (store->spares)
        keep_spare(store->spares, block, bytes);
    else
        grn_release(store->base, block, bytes);
}

void grn_store_init(grn_store *store, const grn_allocator *base, grn_keeper *keeper, size_t limit_bytes)
{
    *store = (grn_store){.base = base, .keeper = keeper ? grn_keeper_share(keeper) : NULL, .limit_bytes = limit_bytes};
    store->allocator = (grn_allocator){store_allocate, store_release, store};
    grn_store_resume(store);
    if (!store->spares)
        store->spares = new_spares(base);
    store->most_bytes = store->spares ? store->spares->bytes : 0; /* in use, to all others */
}

void grn_store_pause(grn_store *store)
{
    grn_spares *s = store->spares;
    store->spares = NULL;
    if (!s)
        return;
    if (store->keeper) {
        shrink(s, store->base, GRN_KEPT_BYTES);
        s = atomic_exchange(&store->keeper->kept, s);
    }
    destroy_spares(s, store->base);
}

void grn_store_resume(grn_store *store)
{
    store->spares = store->keeper ? atomic_exchange(&store->keeper->kept, NULL) : NULL;
}

void grn_store_end(grn_store *store)
{
    grn_store_pause(store);
    grn_keeper_release(store->keeper);
}
