/* alone.c - a process without others. */
#include <string.h>

#include "comm/comm.h"

static grn_status exchange(void *user, const grn_comm_part *give, const grn_comm_room *take)
{
    (void)user;
    if (give && take && take->n && give->n == take->n)
        memmove(take->bytes, give->bytes, take->n);
    return GRN_OK;
}

static void release(void *user) { (void)user; }

static grn_status group(void *user, int32_t count, const int32_t *ranks, grn_comm *out);

static const grn_comm alone = {
    .size_bytes = sizeof alone, .size = 1, .group = group, .release = release, .exchange = exchange};

static grn_status group(void *user, int32_t count, const int32_t *ranks, grn_comm *out)
{
    (void)user;
    *out = alone;
    return count == 1 && ranks[0] == 0 ? GRN_OK : GRN_E_ARGUMENT;
}

const grn_own_grid grn_grid_alone = {.comm = &alone, .shape = {.replicas = 1, .partitions = 1}};
