/* graph.c - nodes and values as ONNX Runtime shows them, with one place for errors. */
#include "graph.h"

#include <stdlib.h>

/* Nodes with more inputs are none that garner looks at closely. */
#define MOST_INPUTS 8

bool grn_ort_read(grn_ort_reader *reader, OrtStatus *status)
{
    if (reader->status == NULL)
        reader->status = status;
    else
        reader->api->ReleaseStatus(status);
    return reader->status == NULL;
}

/* ---- nodes ----------------------------------------------------------------------------------- */

const OrtNode **grn_ort_read_nodes(grn_ort_reader *reader, const OrtGraph *graph, size_t *count)
{
    *count = 0;
    if (!grn_ort_read(reader, reader->api->Graph_GetNumNodes(graph, count)) || *count == 0)
        return NULL;
    const OrtNode **nodes = calloc(*count, sizeof(const OrtNode *));
    if (nodes == NULL)
        grn_ort_read(reader, reader->api->CreateStatus(ORT_FAIL, "garner: memory refused"));
    else if (grn_ort_read(reader, reader->api->Graph_GetNodes(graph, nodes, *count)))
        return nodes;
    free(nodes);
    *count = 0;
    return NULL;
}

const char *grn_ort_read_operator(grn_ort_reader *reader, const OrtNode *node)
{
    const char *domain, *type;
    if (grn_ort_read(reader, reader->api->Node_GetDomain(node, &domain)) && domain[0] == '\0' &&
        grn_ort_read(reader, reader->api->Node_GetOperatorType(node, &type)))
        return type;
    return "";
}

int grn_ort_read_version(grn_ort_reader *reader, const OrtNode *node)
{
    int version;
    return grn_ort_read(reader, reader->api->Node_GetSinceVersion(node, &version)) ? version : 0;
}

const OrtValueInfo *grn_ort_read_input(grn_ort_reader *reader, const OrtNode *node, size_t i)
{
    const OrtValueInfo *inputs[MOST_INPUTS];
    size_t count;
    if (grn_ort_read(reader, reader->api->Node_GetNumInputs(node, &count)) && i < count && count <= MOST_INPUTS &&
        grn_ort_read(reader, reader->api->Node_GetInputs(node, inputs, count)))
        return inputs[i];
    return NULL;
}

const OrtValueInfo *grn_ort_read_output(grn_ort_reader *reader, const OrtNode *node)
{
    const OrtValueInfo *output;
    return grn_ort_read(reader, reader->api->Node_GetOutputs(node, &output, 1)) ? output : NULL;
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* An attribute that a node lacks is an error to some versions of ONNX Runtime, and none to others. */
static const OrtOpAttr *attribute_of(const grn_ort_reader *reader, const OrtNode *node, const char *name)
{
    const OrtOpAttr *attribute = NULL;
    reader->api->ReleaseStatus(reader->api->Node_GetAttributeByName(node, name, &attribute));
    return attribute;
}

int64_t grn_ort_read_int(grn_ort_reader *reader, const OrtNode *node, const char *name, int64_t otherwise)
{
    const OrtOpAttr *attribute = attribute_of(reader, node, name);
    int64_t value;
    size_t bytes;
    if (attribute != NULL &&
        grn_ort_read(reader, reader->api->ReadOpAttr(attribute, ORT_OP_ATTR_INT, &value, sizeof value, &bytes)))
        return value;
    return otherwise;
}

bool grn_ort_read_ints(grn_ort_reader *reader, const OrtNode *node, const char *name, size_t room, int64_t *out,
                       size_t *count)
{
    const OrtOpAttr *attribute = attribute_of(reader, node, name);
    size_t bytes = 0;
    if (attribute == NULL)
        return false;
    OrtStatus *status = reader->api->ReadOpAttr(attribute, ORT_OP_ATTR_INTS, out, room * sizeof *out, &bytes);
    reader->api->ReleaseStatus(status);
    *count = bytes / sizeof *out;
    return status == NULL;
}

bool grn_ort_read_constant(grn_ort_reader *reader, const OrtValueInfo *value, size_t room, int64_t *out, size_t *count)
{
    const grn_ort_api *api = reader->api;
    const OrtValue *tensor = NULL;
    const int64_t *extents;
    const void *data;
    size_t rank;
    bool is_constant = false;
    ONNXTensorElementDataType type;
    if (!grn_ort_read(reader, api->ValueInfo_IsConstantInitializer(value, &is_constant)) || !is_constant ||
        !grn_ort_read(reader, api->ValueInfo_GetInitializerValue(value, &tensor)) ||
        !grn_ort_read(reader, api->GetTensorElementTypeAndShapeDataReference(tensor, &type, &extents, &rank)) ||
        !grn_ort_read(reader, api->GetTensorData(tensor, &data)) || type != ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64 ||
        rank > 1)
        return false;
    *count = rank == 0 ? 1 : (size_t)extents[0];
    for (size_t i = 0; i < *count && i < room; i++)
        out[i] = ((const int64_t *)data)[i];
    return *count <= room;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* NULL: the value is no tensor, or there is an error. */
static const OrtTensorTypeAndShapeInfo *read_info(grn_ort_reader *reader, const OrtValueInfo *value)
{
    const OrtTypeInfo *type;
    const OrtTensorTypeAndShapeInfo *info = NULL;
    if (!grn_ort_read(reader, reader->api->GetValueInfoTypeInfo(value, &type)) ||
        !grn_ort_read(reader, reader->api->CastTypeInfoToTensorInfo(type, &info)))
        return NULL;
    return info;
}

static size_t rank_of(grn_ort_reader *reader, const OrtTensorTypeAndShapeInfo *info)
{
    size_t rank = 0;
    if (info == NULL || !grn_ort_read(reader, reader->api->GetDimensionsCount(info, &rank)))
        return 0;
    return rank;
}

size_t grn_ort_read_rank(grn_ort_reader *reader, const OrtValueInfo *value)
{
    return rank_of(reader, read_info(reader, value));
}

grn_ort_shape grn_ort_read_shape(grn_ort_reader *reader, const OrtValueInfo *value)
{
    const grn_ort_api *api = reader->api;
    const OrtTensorTypeAndShapeInfo *info = read_info(reader, value);
    ONNXTensorElementDataType element;
    grn_ort_shape shape = {GRN_NO_DTYPE, -1, {-1}};
    const size_t rank = rank_of(reader, info);
    if (info == NULL || !grn_ort_read(reader, api->GetTensorElementType(info, &element)) || rank > GRN_MAX_RANK ||
        !grn_ort_read(reader, api->GetDimensions(info, shape.extents, rank)))
        return shape;
    shape.dtype = grn_ort_dtype(element);
    shape.rank = api->TensorTypeAndShape_HasShape(info) ? (int32_t)rank : -1;
    return shape;
}

int64_t grn_ort_shape_elements(const grn_ort_shape *shape)
{
    int64_t count = shape->rank < 0 ? -1 : 1;
    for (int32_t d = 0; d < shape->rank; d++) {
        if (shape->extents[d] < 0)
            return -1;
        count = shape->extents[d] != 0 && count > INT64_MAX / shape->extents[d] ? INT64_MAX : count * shape->extents[d];
    }
    return count;
}

const OrtNode *grn_ort_read_only_consumer(grn_ort_reader *reader, const OrtValueInfo *value)
{
    const OrtNode *consumer;
    int64_t input;
    size_t count = 0;
    bool is_output = true;
    if (!grn_ort_read(reader, reader->api->ValueInfo_IsGraphOutput(value, &is_output)) || is_output ||
        !grn_ort_read(reader, reader->api->ValueInfo_GetValueNumConsumers(value, &count)) || count != 1 ||
        !grn_ort_read(reader, reader->api->ValueInfo_GetValueConsumers(value, &consumer, &input, 1)))
        return NULL;
    return input >= 0 ? consumer : NULL; /* below 0: a graph inside the node reads it */
}

const char *grn_ort_read_name(grn_ort_reader *reader, const OrtValueInfo *value)
{
    const char *name;
    return value != NULL && grn_ort_read(reader, reader->api->GetValueInfoName(value, &name)) ? name : "";
}
