/* caches.c - how large this machine's caches are. What the system does not tell is taken to be modest. */
#include <unistd.h>

#include "plan/plan.h"

#define DEFAULT_L1 32768
#define DEFAULT_L2 524288
#define DEFAULT_L3 16777216
#define MOST_L3 33554432

static int64_t told(int name, int64_t otherwise)
{
    long bytes = name >= 0 ? sysconf(name) : -1;
    return bytes > 0 ? (int64_t)bytes : otherwise;
}

#ifdef _SC_LEVEL2_CACHE_SIZE
enum { L1_NAME = _SC_LEVEL1_DCACHE_SIZE, L2_NAME = _SC_LEVEL2_CACHE_SIZE, L3_NAME = _SC_LEVEL3_CACHE_SIZE };
#else
enum { L1_NAME = -1, L2_NAME = -1, L3_NAME = -1 };
#endif

/* A virtual machine may be told the last cache of the whole host: more than a small part of it is seldom ours. */
grn_caches grn_caches_here(void)
{
    grn_caches c = {told(L1_NAME, DEFAULT_L1), told(L2_NAME, DEFAULT_L2), told(L3_NAME, DEFAULT_L3)};
    c.all = c.all < MOST_L3 ? c.all : MOST_L3;
    c.all = c.all < 4 * c.l2 ? 4 * c.l2 : c.all;
    return c;
}
