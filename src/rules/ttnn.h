/*
 * ttnn.h - what TTNN's calls take, and the rules they keep, whoever asks: the
 * C calls over tensors, and the ops over types.
 */
#ifndef GRN_RULES_TTNN_H
#define GRN_RULES_TTNN_H

#include "garner/ttnn.h"

/* The arguments of a call beside its tensors, and the memory that `options` points into. */
typedef struct grn_tile_arguments {
    grn_ttnn_options options;
    grn_ttnn_core_range range[GRN_TTNN_MAX_CORES];
} grn_tile_arguments;

#endif
