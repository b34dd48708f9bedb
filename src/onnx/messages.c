/* messages.c - the fields of onnx.proto that are read, and ONNX's element types. */
#include <inttypes.h>
#include <stdio.h>

#include "onnx/internal.h"

#define NUMBER(n, name)                 \
    {                                   \
        n, name, GRN_WIRE_VARINT, false \
    }
#define NUMBERS(n, name)               \
    {                                  \
        n, name, GRN_WIRE_VARINT, true \
    }
#define FLOAT(n, name)                   \
    {                                    \
        n, name, GRN_WIRE_FIXED32, false \
    }
#define FLOATS(n, name)                 \
    {                                   \
        n, name, GRN_WIRE_FIXED32, true \
    }
#define DOUBLES(n, name)                \
    {                                   \
        n, name, GRN_WIRE_FIXED64, true \
    }
#define BYTES(n, name)                 \
    {                                  \
        n, name, GRN_WIRE_BYTES, false \
    }
#define MESSAGE(variable, name, ...)                                                                     \
    static const grn_proto_known variable##_fields[] = {__VA_ARGS__, {0, NULL, GRN_WIRE_VARINT, false}}; \
    const grn_proto_message variable = {name, variable##_fields};

MESSAGE(grn_onnx_model, "ModelProto", NUMBER(1, "ir_version"), BYTES(2, "producer_name"), BYTES(3, "producer_version"),
        BYTES(4, "domain"), NUMBER(5, "model_version"), BYTES(6, "doc_string"), BYTES(7, "graph"),
        BYTES(8, "opset_import"), BYTES(14, "metadata_props"), BYTES(20, "training_info"), BYTES(25, "functions"),
        BYTES(26, "configuration"))
MESSAGE(grn_onnx_opset_id, "OperatorSetIdProto", BYTES(1, "domain"), NUMBER(2, "version"))
MESSAGE(grn_onnx_graph, "GraphProto", BYTES(1, "node"), BYTES(2, "name"), BYTES(5, "initializer"), BYTES(11, "input"),
        BYTES(12, "output"), BYTES(13, "value_info"), BYTES(15, "sparse_initializer"))
MESSAGE(grn_onnx_node, "NodeProto", BYTES(1, "input"), BYTES(2, "output"), BYTES(3, "name"), BYTES(4, "op_type"),
        BYTES(5, "attribute"), BYTES(7, "domain"), BYTES(8, "overload"))
MESSAGE(grn_onnx_attribute, "AttributeProto", BYTES(1, "name"), FLOAT(2, "f"), NUMBER(3, "i"), BYTES(4, "s"),
        BYTES(5, "t"), BYTES(6, "g"), FLOATS(7, "floats"), NUMBERS(8, "ints"), BYTES(9, "strings"),
        BYTES(10, "tensors"), BYTES(11, "graphs"), BYTES(14, "tp"), BYTES(15, "type_protos"), NUMBER(20, "type"),
        BYTES(21, "ref_attr_name"), BYTES(22, "sparse_tensor"), BYTES(23, "sparse_tensors"))
MESSAGE(grn_onnx_tensor_message, "TensorProto", NUMBERS(1, "dims"), NUMBER(2, "data_type"), BYTES(3, "segment"),
        FLOATS(4, "float_data"), NUMBERS(5, "int32_data"), BYTES(6, "string_data"), NUMBERS(7, "int64_data"),
        BYTES(8, "name"), BYTES(9, "raw_data"), DOUBLES(10, "double_data"), NUMBERS(11, "uint64_data"),
        BYTES(13, "external_data"), NUMBER(14, "data_location"))
MESSAGE(grn_onnx_entry, "StringStringEntryProto", BYTES(1, "key"), BYTES(2, "value"))
MESSAGE(grn_onnx_value, "ValueInfoProto", BYTES(1, "name"), BYTES(2, "type"))
MESSAGE(grn_onnx_type, "TypeProto", BYTES(1, "tensor_type"), BYTES(4, "sequence_type"), BYTES(5, "map_type"),
        BYTES(7, "opaque_type"), BYTES(8, "sparse_tensor_type"), BYTES(9, "optional_type"))
MESSAGE(grn_onnx_tensor_type, "TypeProto.Tensor", NUMBER(1, "elem_type"), BYTES(2, "shape"))
MESSAGE(grn_onnx_shape, "TensorShapeProto", BYTES(1, "dim"))
MESSAGE(grn_onnx_dim, "TensorShapeProto.Dimension", NUMBER(1, "dim_value"), BYTES(2, "dim_param"))
MESSAGE(grn_onnx_function, "FunctionProto", BYTES(1, "name"), BYTES(4, "input"), BYTES(5, "output"),
        BYTES(6, "attribute"), BYTES(7, "node"), BYTES(9, "opset_import"), BYTES(10, "domain"),
        BYTES(11, "attribute_proto"), BYTES(13, "overload"))

/* ---- element types --------------------------------------------------------------------------- */

/* TensorProto.DataType, in order. */
static const struct {
    const char *name;
    grn_dtype dtype;
} types[] = {
    {"UNDEFINED", GRN_NO_DTYPE},
    {"FLOAT", GRN_F32},
    {"UINT8", GRN_UI8},
    {"INT8", GRN_I8},
    {"UINT16", GRN_UI16},
    {"INT16", GRN_I16},
    {"INT32", GRN_I32},
    {"INT64", GRN_I64},
    {"STRING", GRN_NO_DTYPE},
    {"BOOL", GRN_I1},
    {"FLOAT16", GRN_F16},
    {"DOUBLE", GRN_F64},
    {"UINT32", GRN_UI32},
    {"UINT64", GRN_UI64},
    {"COMPLEX64", GRN_C64},
    {"COMPLEX128", GRN_C128},
    {"BFLOAT16", GRN_BF16},
    {"FLOAT8E4M3FN", GRN_F8E4M3FN},
    {"FLOAT8E4M3FNUZ", GRN_F8E4M3FNUZ},
    {"FLOAT8E5M2", GRN_F8E5M2},
    {"FLOAT8E5M2FNUZ", GRN_F8E5M2FNUZ},
    {"UINT4", GRN_UI4},
    {"INT4", GRN_I4},
    {"FLOAT4E2M1", GRN_F4E2M1FN},
    {"FLOAT8E8M0", GRN_F8E8M0FNU},
    {"UINT2", GRN_UI2},
    {"INT2", GRN_I2},
};

bool grn_onnx_dtype(uint64_t data_type, grn_dtype *out)
{
    *out = data_type < GRN_COUNT(types) ? types[data_type].dtype : GRN_NO_DTYPE;
    return *out != GRN_NO_DTYPE;
}

const char *grn_onnx_dtype_name(uint64_t data_type, char text[GRN_ONNX_DTYPE_BYTES])
{
    if (data_type < GRN_COUNT(types))
        return types[data_type].name;
    snprintf(text, GRN_ONNX_DTYPE_BYTES, "data type %" PRIu64, data_type);
    return text;
}

int grn_onnx_data_type(grn_dtype dtype)
{
    for (size_t i = 1; i < GRN_COUNT(types); i++)
        if (dtype != GRN_NO_DTYPE && types[i].dtype == dtype)
            return (int)i;
    return 0;
}

unsigned grn_onnx_packed_bits(grn_dtype dtype)
{
    const unsigned bits = dtype == GRN_I1 ? 8 : grn_dtype_bits(dtype);
    return bits == 4 || bits == 2 ? bits : 0;
}
