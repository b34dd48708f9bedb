/*
 * graph.h - the graph that ONNX Runtime shows a provider, as few short calls.
 *
 * Knows: ONNX Runtime's interface, element types. Must not know: which nodes are taken, and how they
 * are run.
 *
 * A reader keeps the first error. From then on its calls answer what a node without anything would,
 * so that a caller asks for the status once, at the end.
 */
#ifndef GRN_ORT_GRAPH_H
#define GRN_ORT_GRAPH_H

#include "plugin.h"

typedef struct grn_ort_reader {
    const grn_ort_api *api;
    OrtStatus *status; /* the caller's at the end; NULL: all went well */
} grn_ort_reader;

/* What is known of a value before a run. An extent that is not known is -1. */
typedef struct grn_ort_shape {
    grn_dtype dtype; /* GRN_NO_DTYPE: none of garner's */
    int32_t rank;    /* -1: not known, or more than GRN_MAX_RANK */
    int64_t extents[GRN_MAX_RANK];
} grn_ort_shape;

/* Keeps `status`, and answers whether there is no error so far. */
bool grn_ort_read(grn_ort_reader *reader, OrtStatus *status);

/* The nodes of a graph, in an order in which they could run, in memory from malloc. */
const OrtNode **grn_ort_read_nodes(grn_ort_reader *reader, const OrtGraph *graph, size_t *count);
/* The operator of a node of ONNX's own domain, "" of another. */
const char *grn_ort_read_operator(grn_ort_reader *reader, const OrtNode *node);
int grn_ort_read_version(grn_ort_reader *reader, const OrtNode *node);
/* Input or output i of a node; NULL: there is none, or it is left out. */
const OrtValueInfo *grn_ort_read_input(grn_ort_reader *reader, const OrtNode *node, size_t i);
const OrtValueInfo *grn_ort_read_output(grn_ort_reader *reader, const OrtNode *node);
/* An attribute of one number. */
int64_t grn_ort_read_int(grn_ort_reader *reader, const OrtNode *node, const char *name, int64_t otherwise);
/* An attribute of numbers; false: the node does not have it, or it has more than there is room for. */
bool grn_ort_read_ints(grn_ort_reader *reader, const OrtNode *node, const char *name, size_t room, int64_t *out,
                       size_t *count);
/* The elements of a constant i64 tensor; false: it is none, or it has more than there is room for. */
bool grn_ort_read_constant(grn_ort_reader *reader, const OrtValueInfo *value, size_t room, int64_t *out, size_t *count);
/* 0 also where it is not known. */
size_t grn_ort_read_rank(grn_ort_reader *reader, const OrtValueInfo *value);
grn_ort_shape grn_ort_read_shape(grn_ort_reader *reader, const OrtValueInfo *value);
/* The elements of a shape of which all extents are known, else -1. */
int64_t grn_ort_shape_elements(const grn_ort_shape *shape);
/* The only node that reads a value, where the value is no output of the graph, else NULL. */
const OrtNode *grn_ort_read_only_consumer(grn_ort_reader *reader, const OrtValueInfo *value);
const char *grn_ort_read_name(grn_ort_reader *reader, const OrtValueInfo *value);

#endif
