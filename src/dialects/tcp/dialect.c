/* dialect.c - the TCP dialect. */
#include "dialects/tcp/tcp.h"

static const grn_op_def *const tables[] = {grn_tcp_gather_ops, grn_tcp_shape_ops, NULL};
static const grn_spelling spellings[] = {{"tcp.broadcast_to", "tcp.broadcast"}, {NULL, NULL}};

const grn_dialect grn_dialect_tcp = {
    .name = "tcp", .ops = tables, .spellings = spellings,
    .translation = &grn_tcp_translation};
