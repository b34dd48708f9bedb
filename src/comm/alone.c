/* alone.c - a process without others. */
#include <inttypes.h>
#include <string.h>

#include "comm/comm.h"

static grn_status exchange(grn_grid_comm *c, const grn_meeting *m, const grn_comm_part *give, const grn_comm_room *take,
                           const grn_diag *diag)
{
    (void)c;
    (void)m;
    (void)diag;
    if (give && take && take->n && give->n == take->n)
        memmove(take->bytes, give->bytes, take->n);
    return GRN_OK;
}

static grn_status nobody(const grn_channel_end *end, const grn_diag *diag)
{
    return grn_fail(diag, end->place, GRN_E_UNSUPPORTED,
                    "%s: channel %" PRId64 " has no other end, as the program runs as one process", end->what, end->channel);
}

static grn_status send(grn_grid_comm *c, const grn_channel_end *to, const grn_comm_part *message, const grn_diag *diag)
{
    (void)c;
    (void)message;
    return nobody(to, diag);
}

static grn_status receive(grn_grid_comm *c, const grn_channel_end *from, const grn_comm_room *message, const grn_diag *diag)
{
    (void)c;
    (void)message;
    return nobody(from, diag);
}

static const grn_grid_comm alone = {
    .replicas = 1, .partitions = 1, .process = 0, .exchange = exchange, .send = send, .receive = receive};
grn_grid_comm *const grn_comm_alone = (grn_grid_comm *)&alone;
