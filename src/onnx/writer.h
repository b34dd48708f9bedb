/* writer.h - declarations that the files of the model's writer share. */
#ifndef GRN_ONNX_WRITER_H
#define GRN_ONNX_WRITER_H

#include "onnx/internal.h"

/* write_tensor.c */
bool grn_onnx_writes_type(const grn_type *t);
/* A ValueInfoProto; `params` as onnx.dim_params has it, or NULL. */
void grn_onnx_put_value_info(grn_proto_out *o, uint32_t field, grn_str name, const grn_type *t, const grn_attr *params,
                             const grn_allocator *allocator);
/* A TensorProto of an elements attribute, whose data stays where it is. False: memory refused. */
bool grn_onnx_put_tensor(grn_proto_out *o, uint32_t field, grn_str name, const grn_attr *elements, grn_arena *arena);

typedef struct onnx_writer {
    const grn_diag *diag;
    grn_arena arena;
    grn_status status; /* of refusals: the first */
    int64_t opset;
    grn_str *names; /* by a value's slot; n 0: it has none yet */
    const char *prefix;
    uint64_t made; /* names */
    grn_str domains[16];
    size_t ndomains;
} onnx_writer;

/* write_node.c */
bool grn_onnx_refuse(onnx_writer *w, const grn_op *op, const char *format, ...) GRN_PRINTF(3, 4); /* false */
grn_str grn_onnx_name_of(onnx_writer *w, const grn_value *v);
/* A node, or an initializer, for each op of a block, into a GraphProto. Continues after a refusal,
 * whose status is in w->status. */
void grn_onnx_put_ops(onnx_writer *w, grn_proto_out *graph, const grn_block *block);
/* Identity of `v` under another name. */
void grn_onnx_put_identity(onnx_writer *w, grn_proto_out *graph, const grn_value *v, grn_str name);
/* Outputs of a graph: the operands of its end. */
void grn_onnx_put_outputs(onnx_writer *w, grn_proto_out *graph, const grn_op *end);

#endif
