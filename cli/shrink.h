/* shrink.h - smaller shapes for what is tried exhaustively, and how they are told. */
#ifndef GARNER_CLI_SHRINK_H
#define GARNER_CLI_SHRINK_H

#include "cli.h"
#include "garner/reduce.h"

/* *out is NULL where all combinations of indices can be tried as it is. */
grn_status shrink_for_indices(const grn_reduced *from, grn_shrink_options options, const grn_diag *diag,
                              grn_reduction **out);
/* "tensor<8x4xf32>, tensor<4x1xi32>": of a function's inputs. Nothing where memory is refused. */
void write_shapes(const grn_module *module, size_t function, grn_text_buffer *to);

#endif
