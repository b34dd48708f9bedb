/* dialect.c - the TCP dialect. */
#include "dialects/common/mlir.h"
#include "dialects/tcp/tcp.h"

static const grn_op_def *const tables[] = {grn_tcp_gather_ops, grn_tcp_shape_ops, NULL};
static const grn_spelling spellings[] = {{"tcp.broadcast_to", "tcp.broadcast"}, {NULL, NULL}};

/* What its documents call the parts of its gathers and scatters. */
static const grn_access_words words[] = {
    {"tcp.gather_nd", "dim", "dims", "input", "indices", NULL, "out", NULL, NULL},
    {NULL, "dim", "dims", "input", "indices", NULL, "out", "dim", NULL},
};

const grn_dialect grn_dialect_tcp = {.name = "tcp",
                                     .uniform = &grn_uniform_ops,
                                     .ops = tables,
                                     .words = words,
                                     .spellings = spellings,
                                     .translation = &grn_tcp_translation};
