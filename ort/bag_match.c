/*
 * bag_match.c - where a graph has a bag.
 *
 * Sources: ONNX operators Gather (1, 11, 13), Mul (7, 13, 14), ReduceSum (1, 11, 13), ReduceMean (1,
 * 11, 13, 18), ReduceMax and ReduceMin (1, 11, 12, 13, 18, 20). Axes are an attribute up to version
 * 11 of ReduceSum and 13 of the others, and an input behind.
 */
#include "bags.h"

#include <stdio.h>
#include <string.h>

/* The first version of Mul that broadcasts as NumPy does. */
#define MUL_BROADCASTS 7

static const struct {
    const char *operator_type;
    grn_bag_combiner combiner;
} reductions[] = {
    {"ReduceSum", GRN_BAG_SUM},
    {"ReduceMean", GRN_BAG_MEAN},
    {"ReduceMax", GRN_BAG_MAX},
    {"ReduceMin", GRN_BAG_MIN},
};

/* ---- the reduction --------------------------------------------------------------------------- */

static bool find_combiner(const char *type, grn_bag_combiner *out)
{
    for (size_t i = 0; i < sizeof reductions / sizeof *reductions; i++)
        if (strcmp(type, reductions[i].operator_type) == 0) {
            *out = reductions[i].combiner;
            return true;
        }
    return false;
}

/* The axes as a set of dimensions of the indices; false: not known, none, or one of the table's. */
static bool read_reduced(grn_ort_reader *reader, const OrtNode *node, int64_t gathered_rank, grn_ort_bag *bag)
{
    int64_t axes[GRN_MAX_RANK];
    size_t count = 0;
    const OrtValueInfo *input = grn_ort_read_input(reader, node, 1);
    const bool has_axes = input != NULL ? grn_ort_read_constant(reader, input, GRN_MAX_RANK, axes, &count)
                                        : grn_ort_read_ints(reader, node, "axes", GRN_MAX_RANK, axes, &count);
    bag->reduced = 0;
    for (size_t i = 0; has_axes && i < count; i++) {
        const int64_t axis = axes[i] < 0 ? axes[i] + gathered_rank : axes[i];
        if (axis < 0 || axis >= bag->rank || (bag->reduced >> axis & 1) != 0)
            return false;
        bag->reduced |= (uint32_t)1 << axis;
    }
    return has_axes && count > 0;
}

/* ---- the weights ----------------------------------------------------------------------------- */

/* A weight for each index at most: 1 along the table's dimensions, which are the last. */
static bool are_weights(grn_ort_reader *reader, const OrtValueInfo *value, grn_dtype dtype, int32_t gathered_rank,
                        int32_t table_rank)
{
    const grn_ort_shape shape = grn_ort_read_shape(reader, value);
    if (shape.dtype != dtype || shape.rank < 1 || shape.rank > gathered_rank)
        return false;
    for (int32_t back = 1; back < table_rank && back <= shape.rank; back++)
        if (shape.extents[shape.rank - back] != 1)
            return false;
    return true;
}

static const OrtValueInfo *other_input(grn_ort_reader *reader, const OrtNode *node, const OrtValueInfo *one)
{
    const OrtValueInfo *first = grn_ort_read_input(reader, node, 0), *second = grn_ort_read_input(reader, node, 1);
    const char *name = grn_ort_read_name(reader, one);
    return strcmp(grn_ort_read_name(reader, first), name) == 0 ? second : first;
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* A product of f16 is rounded before it is summed, which bags do not. */
static bool takes_dtype(grn_dtype dtype, bool has_weights)
{
    return dtype == GRN_F32 || dtype == GRN_F64 || (dtype == GRN_F16 && !has_weights);
}

static bool read_gather(grn_ort_reader *reader, const OrtNode *node, grn_ort_bag *bag, grn_ort_bag_nodes *nodes,
                        grn_ort_shape *table)
{
    if (strcmp(grn_ort_read_operator(reader, node), "Gather") != 0)
        return false;
    nodes->nodes[nodes->count++] = node;
    nodes->inputs[GRN_ORT_TABLE] = grn_ort_read_input(reader, node, 0);
    nodes->inputs[GRN_ORT_INDICES] = grn_ort_read_input(reader, node, 1);
    if (nodes->inputs[GRN_ORT_TABLE] == NULL || nodes->inputs[GRN_ORT_INDICES] == NULL)
        return false;
    *table = grn_ort_read_shape(reader, nodes->inputs[GRN_ORT_TABLE]);
    const grn_ort_shape indices = grn_ort_read_shape(reader, nodes->inputs[GRN_ORT_INDICES]);
    const int64_t axis = grn_ort_read_int(reader, node, "axis", 0);
    bag->rank = indices.rank;
    return table->rank >= 2 && (axis == 0 || axis == -table->rank) && indices.rank >= 1 &&
           indices.rank + table->rank - 1 <= GRN_MAX_RANK && (indices.dtype == GRN_I64 || indices.dtype == GRN_I32);
}

static void read_name(grn_ort_reader *reader, const OrtNode *node, grn_ort_bag *bag)
{
    const char *name;
    if (grn_ort_read(reader, reader->api->Node_GetName(node, &name)))
        snprintf(bag->name, sizeof bag->name, "%s", strlen(name) < sizeof bag->name ? name : "(a long name)");
}

bool grn_ort_bag_match(grn_ort_reader *reader, const OrtNode *node, grn_ort_bag *bag, grn_ort_bag_nodes *nodes)
{
    grn_ort_shape table;
    *bag = (grn_ort_bag){.has_weights = false};
    *nodes = (grn_ort_bag_nodes){.count = 0};
    if (!read_gather(reader, node, bag, nodes, &table))
        return false;
    const int32_t gathered_rank = bag->rank + table.rank - 1;
    const OrtValueInfo *rows = grn_ort_read_output(reader, node);
    const OrtNode *next = rows != NULL ? grn_ort_read_only_consumer(reader, rows) : NULL;
    if (next != NULL && strcmp(grn_ort_read_operator(reader, next), "Mul") == 0) {
        const OrtValueInfo *weights = other_input(reader, next, rows);
        if (weights == NULL || grn_ort_read_version(reader, next) < MUL_BROADCASTS ||
            !are_weights(reader, weights, table.dtype, gathered_rank, table.rank))
            return false;
        nodes->nodes[nodes->count++] = next;
        nodes->inputs[GRN_ORT_WEIGHTS] = weights;
        bag->has_weights = true;
        rows = grn_ort_read_output(reader, next);
        next = rows != NULL ? grn_ort_read_only_consumer(reader, rows) : NULL;
    }
    if (next == NULL || !takes_dtype(table.dtype, bag->has_weights) ||
        !find_combiner(grn_ort_read_operator(reader, next), &bag->combiner) ||
        !read_reduced(reader, next, gathered_rank, bag))
        return false;
    nodes->nodes[nodes->count++] = next;
    read_name(reader, node, bag);
    bag->keeps_dims = grn_ort_read_int(reader, next, "keepdims", 1) != 0;
    return reader->status == NULL;
}

bool grn_ort_bag_keeps_rule(const grn_ort_bag *bag, grn_ort_out_of_range out_of_range)
{
    return out_of_range != GRN_ORT_ZERO || (bag->combiner == GRN_BAG_SUM && !bag->has_weights);
}
