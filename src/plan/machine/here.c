/*
 * here.c - the default figures with the caches of this machine, as far as the system reports what
 * one core of it can use.
 */
#include <unistd.h>

#include "plan/machine/machine.h"

static double told(int name, double otherwise)
{
    long bytes = name >= 0 ? sysconf(name) : -1;
    return bytes > 0 ? (double)bytes : otherwise;
}

#ifdef _SC_LEVEL2_CACHE_SIZE
enum { L1_NAME = _SC_LEVEL1_DCACHE_SIZE, L2_NAME = _SC_LEVEL2_CACHE_SIZE, LAST_NAME = _SC_LEVEL3_CACHE_SIZE };
#else
enum { L1_NAME = -1, L2_NAME = -1, LAST_NAME = -1 };
#endif

/* A virtual machine is often told the last cache of the whole host, of which it has a small
 * part. */
#define MOST_LAST 33554432.0
#define LEAST_LAST_PER_L2 4.0

void grn_machine_here(grn_machine *out)
{
    if (grn_machine_sized(out, "", NULL) != GRN_OK)
        return;
    grn_machine_give(out, &grn_machine_usual);
    out->l1_bytes = told(L1_NAME, out->l1_bytes);
    out->l2_bytes = told(L2_NAME, out->l2_bytes);
    out->last_bytes = told(LAST_NAME, out->last_bytes);
    if (out->last_bytes > MOST_LAST)
        out->last_bytes = MOST_LAST;
    if (out->last_bytes < LEAST_LAST_PER_L2 * out->l2_bytes)
        out->last_bytes = LEAST_LAST_PER_L2 * out->l2_bytes;
}
