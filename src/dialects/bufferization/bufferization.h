/* bufferization.h - the families of bufferization ops. */
#ifndef GRN_BUFFERIZATION_H
#define GRN_BUFFERIZATION_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_bufferization_memory_ops[]; /* to_tensor, to_memref, to_buffer */

#endif
