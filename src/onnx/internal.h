/* internal.h - declarations that the files of this layer share: messages by their tables, tensors,
 * types, the reader's state. */
#ifndef GRN_ONNX_INTERNAL_H
#define GRN_ONNX_INTERNAL_H

#include "onnx/model.h"
#include "onnx/wire.h"

/* ---- messages (messages.c): field numbers of onnx.proto -------------------------------------- */

enum {
    MODEL_IR_VERSION = 1,
    MODEL_PRODUCER = 2,
    MODEL_GRAPH = 7,
    MODEL_OPSET = 8,
    MODEL_TRAINING = 20,
    MODEL_FUNCTION = 25
};
enum { OPSET_DOMAIN = 1, OPSET_VERSION = 2 };
enum {
    GRAPH_NODE = 1,
    GRAPH_NAME = 2,
    GRAPH_INITIALIZER = 5,
    GRAPH_INPUT = 11,
    GRAPH_OUTPUT = 12,
    GRAPH_VALUE = 13,
    GRAPH_SPARSE = 15
};
enum {
    NODE_INPUT = 1,
    NODE_OUTPUT = 2,
    NODE_NAME = 3,
    NODE_OP = 4,
    NODE_ATTRIBUTE = 5,
    NODE_DOMAIN = 7,
    NODE_OVERLOAD = 8
};
enum {
    ATTR_NAME = 1,
    ATTR_F = 2,
    ATTR_I = 3,
    ATTR_S = 4,
    ATTR_T = 5,
    ATTR_G = 6,
    ATTR_FLOATS = 7,
    ATTR_INTS = 8,
    ATTR_STRINGS = 9,
    ATTR_TENSORS = 10,
    ATTR_GRAPHS = 11,
    ATTR_TP = 14,
    ATTR_TYPES = 15,
    ATTR_TYPE = 20,
    ATTR_REF = 21,
    ATTR_SPARSE = 22,
    ATTR_SPARSES = 23
};
/* AttributeProto.type. */
enum {
    KIND_UNDEFINED,
    KIND_FLOAT,
    KIND_INT,
    KIND_STRING,
    KIND_TENSOR,
    KIND_GRAPH,
    KIND_FLOATS,
    KIND_INTS,
    KIND_STRINGS,
    KIND_TENSORS,
    KIND_GRAPHS,
    KIND_SPARSE,
    KIND_SPARSES,
    KIND_TYPE,
    KIND_TYPES,
    KIND_COUNT
};
enum {
    TENSOR_DIMS = 1,
    TENSOR_TYPE = 2,
    TENSOR_SEGMENT = 3,
    TENSOR_FLOATS = 4,
    TENSOR_INT32S = 5,
    TENSOR_STRINGS = 6,
    TENSOR_INT64S = 7,
    TENSOR_NAME = 8,
    TENSOR_RAW = 9,
    TENSOR_DOUBLES = 10,
    TENSOR_UINT64S = 11,
    TENSOR_EXTERNAL = 13,
    TENSOR_LOCATION = 14
};
enum { ENTRY_KEY = 1, ENTRY_VALUE = 2 };
enum { VALUE_NAME = 1, VALUE_TYPE = 2 };
enum { TYPE_TENSOR = 1, TYPE_SEQUENCE = 4, TYPE_MAP = 5, TYPE_OPAQUE = 7, TYPE_SPARSE = 8, TYPE_OPTIONAL = 9 };
enum { TENSOR_TYPE_ELEMENT = 1, TENSOR_TYPE_SHAPE = 2 };
enum { SHAPE_DIM = 1 };
enum { DIM_VALUE = 1, DIM_PARAM = 2 };
enum {
    FUNCTION_NAME = 1,
    FUNCTION_INPUT = 4,
    FUNCTION_OUTPUT = 5,
    FUNCTION_ATTR = 6,
    FUNCTION_NODE = 7,
    FUNCTION_OPSET = 9,
    FUNCTION_DOMAIN = 10,
    FUNCTION_DEFAULT = 11,
    FUNCTION_OVERLOAD = 13
};

extern const grn_proto_message grn_onnx_model, grn_onnx_opset_id, grn_onnx_graph, grn_onnx_node, grn_onnx_attribute,
    grn_onnx_tensor_message, grn_onnx_entry, grn_onnx_value, grn_onnx_type, grn_onnx_tensor_type, grn_onnx_shape,
    grn_onnx_dim, grn_onnx_function;

/* Text of a field, which stays in the file. */
static inline grn_str grn_onnx_text(const grn_proto *w, const grn_proto_field *f)
{
    return (grn_str){f->n ? (const char *)w->file->bytes + f->begin : "", f->n};
}
/* A name in a message: %.*s. */
#define GRN_ONNX_SHOWN(s) ((s).n < 128 ? (int)(s).n : 128), (s).text

/* A message to be read later: its place in the file. n 0, at 0: none. */
typedef struct grn_onnx_span {
    size_t at, begin, n;
} grn_onnx_span;

/* ---- element types (messages.c) -------------------------------------------------------------- */

/* TensorProto.DataType. False: undefined, strings, or one that garner has not. */
bool grn_onnx_dtype(uint64_t data_type, grn_dtype *out);
/* "STRING"; "data type 99". */
#define GRN_ONNX_DTYPE_BYTES 40
const char *grn_onnx_dtype_name(uint64_t data_type, char text[GRN_ONNX_DTYPE_BYTES]);
/* The number of a dtype; 0: ONNX has none. */
int grn_onnx_data_type(grn_dtype dtype);
/* Elements stored several to a byte: bits of one, 0: none of these. */
unsigned grn_onnx_packed_bits(grn_dtype dtype);

/* ---- tensors (tensor.c) ---------------------------------------------------------------------- */

/* A TensorProto whose fields were read: its data has been found and its size checked against the
 * dims. */
typedef struct grn_onnx_tensor {
    grn_str name;
    size_t at;                /* of the message in the file */
    grn_tensor view;          /* without data: dtype and shape */
    const unsigned char *raw; /* data as bytes, of as many as the dims say; NULL: in typed fields */
    size_t raw_bytes;
    grn_proto within; /* the message, for its typed fields */
    uint32_t list;    /* the typed field's number */
} grn_onnx_tensor;

/* False: reported. `owner`: what has the tensor, for messages; the tensor's own name where that is
 * empty. */
bool grn_onnx_tensor_read(grn_proto tensor, const grn_external_files *external, grn_str owner, grn_onnx_tensor *out);
/* The elements, compact, to `to`, which has room for all. False: reported. */
bool grn_onnx_tensor_copy(grn_onnx_tensor *t, void *to);
/* Whether the bytes in the file are the elements as garner has them. */
bool grn_onnx_tensor_is_plain(const grn_onnx_tensor *t);

/* ---- the reader (read.c) --------------------------------------------------------------------- */

/* A name of a graph: its value, or its declared type until it has a value. */
typedef struct onnx_entry {
    grn_str name; /* n 0: free */
    grn_value *value;
    bool is_absent; /* a function's input that its caller leaves out */
    bool is_input;
    grn_onnx_span constant, info;
    struct onnx_scope *scope;
} onnx_entry;

/* The names of a graph, or of a function that is put in place of a node. */
typedef struct onnx_scope {
    struct onnx_scope *outer; /* NULL: of a function, and of the model's graph */
    grn_block *block;         /* where its constants go */
    onnx_entry *table;
    size_t room, count;
    const struct onnx_binding *binding; /* of a function's attributes; NULL: none */
    const struct onnx_opsets *opsets;
    size_t ntypes;                /* of a graph's arguments, where it says none itself */
    const grn_type *const *types; /* entries may be NULL */
} onnx_scope;

/* The opsets that a model or a function imports, as far as they matter. */
typedef struct onnx_opsets {
    int64_t onnx; /* of ONNX's own operators */
} onnx_opsets;

/* Attributes of a call, which nodes in the function refer to. */
typedef struct onnx_binding {
    size_t count;
    const grn_proto_field *attrs; /* of the node; then the function's defaults */
    grn_proto within;
    const struct onnx_binding *outer; /* that the call itself was given, for its own references */
} onnx_binding;

typedef struct onnx_reader {
    grn_ir *ir;
    grn_arena arena; /* dies with the reading */
    const grn_onnx_reading *how;
    grn_proto_file file;
    uint32_t number;     /* of ops made */
    int64_t least_opset; /* that forms read so far need */
    uint32_t depth, inlined;
    uint64_t copied_bytes; /* of elements, which a function that is called often has often */
    size_t bytes;          /* of the file */
    onnx_scope functions;  /* by grn_onnx_function_key; of each the body */
    grn_value *none;       /* NoValue of the function, once one is needed */
    grn_block *entry;
} onnx_reader;

bool grn_onnx_made(onnx_reader *r, const void *memory); /* false and reported: memory refused, or a limit of the IR's */
grn_place grn_onnx_place(const onnx_reader *r, size_t at);

/* scope.c */
size_t grn_onnx_hash(grn_str s);
onnx_entry *grn_onnx_find(onnx_scope *scope, grn_str name); /* of this scope or one around it; NULL: there is none */
onnx_entry *grn_onnx_entry_of(onnx_reader *r, onnx_scope *scope,
                              grn_str name); /* of this scope, made where it is missing; NULL: memory */

/* types.c: *out NULL where the message has no type. `name` in messages. False: reported. */
/* The span of the file, read as a message of that kind (graph.c). */
grn_proto grn_onnx_wire_of(onnx_reader *r, const grn_onnx_span *s, const grn_proto_message *m);
bool grn_onnx_read_type(onnx_reader *r, grn_proto type, const grn_type **out);
bool grn_onnx_read_info(onnx_reader *r, const grn_onnx_span *value_info, const grn_type **out);
/* "0:batch,1:seq" of a ValueInfoProto; NULL: no dimension has a name. */
bool grn_onnx_read_params(onnx_reader *r, const grn_onnx_span *value_info, const grn_attr **out);

/* attrs.c */
typedef struct onnx_attr {
    grn_str name;
    const grn_attr *value; /* NULL: of graphs */
    size_t at, ngraphs;
    const grn_onnx_span *graphs;
} onnx_attr;
/* False: reported. A reference to an attribute that the call leaves out: out->name.n is 0. */
bool grn_onnx_read_attr(onnx_reader *r, const onnx_scope *scope, grn_proto attribute, onnx_attr *out);
/* `value` as an elements attribute: by reference, or in the module's arena. */
const grn_attr *grn_onnx_elements(onnx_reader *r, grn_proto tensor, grn_str owner);
const grn_attr *grn_onnx_i64s(onnx_reader *r, size_t count, const int64_t *v); /* tensor<N x i64> */

/* adapt.c: a node before its op is made. */
typedef struct onnx_node {
    grn_str name, op, domain, overload;
    grn_proto within;
    size_t at;
    size_t ninputs, noutputs, nattrs;
    grn_value **inputs; /* NULL: left out; room for MOST_MORE_INPUTS more */
    grn_str *outputs;
    onnx_attr *attrs;
    bool is_custom; /* its form fits no row of its operator */
} onnx_node;
enum { MOST_MORE_INPUTS = 8 };
/* The model's opset is this one at least: a form that was read needs it. */
void grn_onnx_at_least(onnx_reader *r, int64_t opset);
/* A constant's value of no dimensions. */
const grn_attr *grn_onnx_scalar(onnx_reader *r, grn_dtype dtype, double v);
/* The attribute of this name; NULL: there is none. */
onnx_attr *grn_onnx_attr_of(const onnx_node *node, const char *name);
/* Brings a form of an older opset to the present one. */
bool grn_onnx_adapt(onnx_reader *r, onnx_scope *scope, onnx_node *node);
/* The opset in which the axes of operator `name` became its operand 1; 0: they are not that. */
int64_t grn_onnx_axes_since(grn_str name);

/* make.c: ops. Each answers NULL after a report. */
grn_op *grn_onnx_new_op(onnx_reader *r, grn_block *block, const char *name, size_t at, size_t noperands,
                        grn_value *const *operands, size_t nresults);
bool grn_onnx_set(onnx_reader *r, grn_op *op, const char *name, const grn_attr *value);
grn_value *grn_onnx_constant(onnx_reader *r, grn_block *block, size_t at, const grn_attr *elements);
grn_value *grn_onnx_none(onnx_reader *r);
const grn_attr *grn_onnx_si64(onnx_reader *r, int64_t v);
/* Types of its results: by its row, by the table of infer.c, by what `declared` says (entries, and
 * the list, may be NULL). An op whose row cannot say them for values of no known rank becomes
 * onnx.Custom. */
bool grn_onnx_infer_results(onnx_reader *r, grn_op *op, const grn_type *const *declared);
/* infer.c: of an op without a row; NULL: not known. */
const grn_type *grn_onnx_known_result(onnx_reader *r, const grn_op *op, size_t result);

/* fold.c: the value of `op`'s only result as a constant, where all of it is known; the op is then
 * erased. NULL: it is not known. */
bool grn_onnx_fold(onnx_reader *r, grn_op *op, grn_value **out);

/* A text that differs between functions of a model. NULL text: memory refused, reported. */
grn_str grn_onnx_function_key(onnx_reader *r, grn_str domain, grn_str name, grn_str overload);

/* graph.c */
bool grn_onnx_read_node(onnx_reader *r, onnx_scope *scope, grn_proto node, size_t at);
/* A graph within a node, as a region that ends in onnx.Yield. */
/* ntypes, types: of its arguments, where it says none itself. */
bool grn_onnx_read_subgraph(onnx_reader *r, onnx_scope *outer, const grn_onnx_span *graph, size_t ntypes,
                            const grn_type *const *types, grn_region *region);
/* A graph within a node in the place of the node: `args` are its inputs, *results its outputs. */
bool grn_onnx_put_graph(onnx_reader *r, onnx_scope *outer, const grn_onnx_span *graph, size_t nargs,
                        grn_value *const *args, size_t *nresults, grn_value ***results);
/* arguments.c: what the operands of a Loop or Scan say of the arguments of its graph; of another node
 * *count is 0. */
bool grn_onnx_argument_types(onnx_reader *r, const onnx_node *node, const grn_op *op, size_t *count,
                             const grn_type ***types);
/* The names, arguments, ops and outputs of a graph, into scope->block. */
bool grn_onnx_read_graph(onnx_reader *r, onnx_scope *scope, grn_proto graph, size_t *noutputs, grn_value ***outputs);
/* An OperatorSetIdProto: that of ONNX's own operators goes into *out, others are ignored. */
bool grn_onnx_read_opset(grn_proto within, const grn_proto_field *field, onnx_opsets *out);
grn_value *grn_onnx_value_of(onnx_reader *r, onnx_scope *scope, grn_str name, size_t at, bool *absent);

#endif
