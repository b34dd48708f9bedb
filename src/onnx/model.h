/*
 * model.h - ONNX models as files: read into the IR, and written from it.
 *
 * Knows: the messages of onnx.proto, what each element type of ONNX's is here, which forms older
 * opsets gave their operators, and what operators without a row give. Must not know: how an
 * operator is verified, run or rewritten; how files are opened; where bytes come from.
 *
 * A model becomes a module with one function, @main_graph: its arguments are the graph's inputs
 * without an initializer, named by `onnx.name`; each node is an op "onnx.X" with the attributes and
 * optional operands that rows of the onnx dialect have; what is no operator of ONNX's own is
 * "onnx.Custom". Functions of the model are put in the place of the nodes that call them. Writing
 * goes the other way.
 *
 * An op's place is its number in the module, from 1, as the line, and the offset of its node in the
 * file as the column (UINT32_MAX: farther). Messages begin with the offset: "byte 120: ..".
 */
#ifndef GRN_ONNX_MODEL_H
#define GRN_ONNX_MODEL_H

#include "garner/onnx_model.h"
#include "ir/ir.h"

/* Whether the bytes are those of a ModelProto: its fields, to the end of the file, a graph among
 * them. Nothing within is looked at. */
bool grn_onnx_model_is(const void *bytes, size_t n);

typedef struct grn_onnx_reading {
    const grn_external_files *external; /* NULL: tensors that lie in other files are refused */
    /* the bytes, and those of external files, outlive the module: aligned constants are read where
     * they lie */
    bool keeps_bytes;
} grn_onnx_reading;

/*
 * Reads a model of `n` bytes into `ir` (initialised, empty). Without keeps_bytes nothing of the
 * bytes is kept. GRN_E_FORMAT, GRN_E_UNSUPPORTED, GRN_E_LIMIT, GRN_E_MEMORY; one message. Any bytes
 * at all are safe input; memory is at most a multiple of the file's size and of the sizes of the
 * external files it names, but for functions that are put in place, which is limited.
 */
grn_status grn_onnx_model_read(grn_ir *ir, const void *bytes, size_t n, const grn_onnx_reading *how,
                               const grn_diag *diag);

/*
 * Writes a verified module of the onnx dialect as a model. `name` is of the function that is the
 * graph; n 0: "main_graph", "main", or the only public one. GRN_E_UNSUPPORTED, reported at each op
 * that ONNX lacks, and nothing is written; GRN_E_LIMIT for more bytes than a protocol buffer can
 * have, GRN_E_MEMORY, GRN_E_SINK.
 */
grn_status grn_onnx_model_write(const grn_ir *ir, grn_str name, const grn_diag *diag, const grn_sink *sink);

#endif
