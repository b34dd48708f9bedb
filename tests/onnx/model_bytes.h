/*
 * model_bytes.h - ONNX models made byte by byte, by the field numbers of onnx.proto and the encoding
 * of protocol buffers, and by nothing of what is tested.
 *
 * A message of at most 8192 bytes; more fails the test.
 */
#ifndef TESTS_ONNX_MODEL_BYTES_H
#define TESTS_ONNX_MODEL_BYTES_H

/* ---- bytes of protocol buffers
 * -------------------------------------------------------------------------------------------- */

typedef struct bytes {
    unsigned char v[8192];
    size_t n;
} bytes;

static inline void put(bytes *b, const void *v, size_t n)
{
    assert_true(b->n + n <= sizeof b->v);
    memcpy(b->v + b->n, v, n);
    b->n += n;
}

static inline void varint(bytes *b, uint64_t v)
{
    do {
        const unsigned char byte = (unsigned char)((v & 127) | (v > 127 ? 128 : 0));
        put(b, &byte, 1);
    } while ((v >>= 7));
}

static inline void number(bytes *b, unsigned field, uint64_t v)
{
    varint(b, field << 3);
    varint(b, v);
}

static inline void run(bytes *b, unsigned field, const void *v, size_t n)
{
    varint(b, field << 3 | 2);
    varint(b, n);
    put(b, v, n);
}

static inline void word(bytes *b, unsigned field, const char *v) { run(b, field, v, strlen(v)); }
static inline void inside(bytes *b, unsigned field, const bytes *v) { run(b, field, v->v, v->n); }

/* ---- parts of models
 * ---------------------------------------------------------------------------------------------------------- */

enum { FLOAT = 1, UINT8 = 2, INT32 = 6, INT64 = 7, STRING = 8, BOOL = 9 };

/* A value of a tensor type; extents below 0 are open. */
static inline bytes value(const char *name, int type, size_t rank, const int64_t *shape)
{
    bytes out = {.n = 0}, t = {.n = 0}, tensor = {.n = 0}, dims = {.n = 0};
    for (size_t i = 0; i < rank; i++) {
        bytes dim = {.n = 0};
        if (shape[i] >= 0)
            number(&dim, 1, (uint64_t)shape[i]);
        else
            word(&dim, 2, "n");
        inside(&dims, 1, &dim);
    }
    number(&tensor, 1, (uint64_t)type);
    inside(&tensor, 2, &dims);
    inside(&t, 1, &tensor);
    word(&out, 1, name);
    inside(&out, 2, &t);
    return out;
}

static inline bytes node(const char *op, const char *in0, const char *in1, const char *out)
{
    bytes b = {.n = 0};
    if (in0)
        word(&b, 1, in0);
    if (in1)
        word(&b, 1, in1);
    word(&b, 2, out);
    word(&b, 4, op);
    return b;
}

static inline void integer_attr(bytes *node, const char *name, int64_t v)
{
    bytes a = {.n = 0};
    word(&a, 1, name);
    number(&a, 3, (uint64_t)v);
    number(&a, 20, 2);
    inside(node, 5, &a);
}

static inline bytes tensor(const char *name, int type, size_t rank, const int64_t *shape, const void *raw, size_t n)
{
    bytes b = {.n = 0};
    for (size_t i = 0; i < rank; i++)
        number(&b, 1, (uint64_t)shape[i]);
    number(&b, 2, (uint64_t)type);
    word(&b, 8, name);
    run(&b, 9, raw, n);
    return b;
}

static inline bytes model(const bytes *graph, int64_t opset)
{
    bytes b = {.n = 0}, id = {.n = 0};
    number(&b, 1, 8);
    inside(&b, 7, graph);
    word(&id, 1, "");
    number(&id, 2, (uint64_t)opset);
    inside(&b, 8, &id);
    return b;
}

#endif
