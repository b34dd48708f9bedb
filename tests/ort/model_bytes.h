/* model_bytes.h - ONNX models of one node as bytes, by the few fields of onnx.proto that they need. */
#ifndef GRN_TESTS_ORT_MODEL_BYTES_H
#define GRN_TESTS_ORT_MODEL_BYTES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct message {
    unsigned char bytes[1024];
    size_t length;
} message;

static void put_varint(message *m, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        m->bytes[m->length++] = (unsigned char)(value | 0x80);
    m->bytes[m->length++] = (unsigned char)value;
}

static void put_number(message *m, unsigned field, uint64_t value)
{
    put_varint(m, field << 3);
    put_varint(m, value);
}

static void put_bytes(message *m, unsigned field, const void *bytes, size_t length)
{
    put_varint(m, field << 3 | 2);
    put_varint(m, length);
    memcpy(m->bytes + m->length, bytes, length);
    m->length += length;
}

static void put_text(message *m, unsigned field, const char *text) { put_bytes(m, field, text, strlen(text)); }
static void put_message(message *m, unsigned field, const message *part)
{
    put_bytes(m, field, part->bytes, part->length);
}

/* A tensor's name, type and rank; its extents are open. */
static void put_value(message *graph, unsigned field, const char *name, int type, int rank)
{
    message shape = {.length = 0}, tensor = {.length = 0}, kind = {.length = 0}, value = {.length = 0};
    for (int d = 0; d < rank; d++) {
        message dim = {.length = 0};
        char symbol[32];
        snprintf(symbol, sizeof symbol, "%s%d", name, d);
        put_text(&dim, 2, symbol);
        put_message(&shape, 1, &dim);
    }
    put_number(&tensor, 1, (uint64_t)type);
    put_message(&tensor, 2, &shape);
    put_message(&kind, 1, &tensor);
    put_text(&value, 1, name);
    put_message(&value, 2, &kind);
    put_message(graph, field, &value);
}

/* `op` of data [float], indices [int64] and, where `has_updates`, updates, along `axis`; NULL `reduction`: none. */
static message model_of(const char *op, int version, int64_t axis, const char *reduction, int data_rank,
                        int indices_rank, int output_rank, int has_updates)
{
    message model = {.length = 0}, graph = {.length = 0}, node = {.length = 0}, opset = {.length = 0};
    message attribute = {.length = 0};
    put_text(&node, 1, "data");
    put_text(&node, 1, "indices");
    if (has_updates)
        put_text(&node, 1, "updates");
    put_text(&node, 2, "out");
    put_text(&node, 3, "the_node");
    put_text(&node, 4, op);
    put_text(&attribute, 1, "axis");
    put_number(&attribute, 3, (uint64_t)axis);
    put_number(&attribute, 20, 2);
    put_message(&node, 5, &attribute);
    if (reduction != NULL) {
        message word = {.length = 0};
        put_text(&word, 1, "reduction");
        put_text(&word, 4, reduction);
        put_number(&word, 20, 3);
        put_message(&node, 5, &word);
    }
    put_message(&graph, 1, &node);
    put_text(&graph, 2, "graph");
    put_value(&graph, 11, "data", 1, data_rank);
    put_value(&graph, 11, "indices", 7, indices_rank);
    if (has_updates)
        put_value(&graph, 11, "updates", 1, indices_rank);
    put_value(&graph, 12, "out", 1, output_rank);
    put_number(&opset, 2, (uint64_t)version);
    put_number(&model, 1, 8);
    put_message(&model, 7, &graph);
    put_message(&model, 8, &opset);
    return model;
}

#endif
