/*
 * test_onnx_bodies.c - operators that are read as their bodies, in models made byte by byte: what
 * they give, by the formulas of ONNX's Operators.md worked out by hand.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#include "model_bytes.h"

enum { MOST_OPERANDS = 8, MOST_ATTRS = 4, MOST_EXTENTS = 5, MOST_NUMBERS = 16 };

/* An operand, an initializer of the model; type 0: left out. What its numbers leave out is as the
 * last of them. */
typedef struct operand {
    int type, rank;
    int64_t shape[MOST_EXTENTS];
    int count;
    double numbers[MOST_NUMBERS];
} operand;

typedef struct attribute {
    const char *name;
    char kind; /* i: a number, f: a float, s: a text, I: numbers, F: floats, S: two texts */
    int64_t number;
    double real;
    const char *text, *text2;
    int count;
    double list[MOST_EXTENTS];
} attribute;

typedef struct body_case {
    const char *claim, *op;
    int64_t opset;
    operand in[MOST_OPERANDS];
    attribute attrs[MOST_ATTRS];
    int result; /* the number of the result that is held against `want` */
    operand want;
} body_case;

#define VECTOR(type, n, ...)             \
    {                                    \
        type, 1, {n}, n, { __VA_ARGS__ } \
    }
#define SCALAR(type, v)        \
    {                          \
        type, 0, {0}, 1, { v } \
    }
#define INT(key, v)                           \
    {                                         \
        .name = key, .kind = 'i', .number = v \
    }
#define REAL(key, v)                        \
    {                                       \
        .name = key, .kind = 'f', .real = v \
    }
#define TEXT(key, v)                        \
    {                                       \
        .name = key, .kind = 's', .text = v \
    }

/* clang-format off */
static const body_case cases[] = {
    {"Swish: x * sigmoid(alpha x), alpha 0", "Swish", 24, {VECTOR(FLOAT, 2, 2, -4)}, {REAL("alpha", 0)}, 0,
     VECTOR(FLOAT, 2, 1, -2)},
    {"ThresholdedRelu: what is not above alpha is 0, whatever it is", "ThresholdedRelu", 22,
     {VECTOR(FLOAT, 3, -INFINITY, NAN, 2)}, {{0}}, 0, VECTOR(FLOAT, 3, 0, 0, 2)},
    {"Shrink: integers against a lambd that is none", "Shrink", 9, {VECTOR(INT32, 4, -3, -1, 1, 2)}, {REAL("lambd", 1.5)}, 0,
     VECTOR(INT32, 4, -3, 0, 0, 2)},
    {"Trilu: a diagonal far above the matrix leaves nothing", "Trilu", 14,
     {{FLOAT, 2, {2, 2}, 4, {1, 2, 3, 4}}, SCALAR(INT64, 9.2e18)}, {{0}}, 0, {FLOAT, 2, {2, 2}, 1, {0}}},
    {"Dropout: not in training", "Dropout", 22, {VECTOR(FLOAT, 2, 3, 4), SCALAR(FLOAT, 0.5), SCALAR(BOOL, 0)}, {{0}}, 0,
     VECTOR(FLOAT, 2, 3, 4)},
    {"TensorScatter: from a place on", "TensorScatter", 24,
     {{FLOAT, 3, {1, 3, 1}, 3, {7, 8, 9}}, {FLOAT, 3, {1, 2, 1}, 2, {5, 6}}, VECTOR(INT64, 1, 1)}, {{0}}, 0,
     {FLOAT, 3, {1, 3, 1}, 3, {7, 5, 6}}},
    {"TensorScatter: around the end", "TensorScatter", 24,
     {{FLOAT, 3, {1, 3, 1}, 3, {7, 8, 9}}, {FLOAT, 3, {1, 2, 1}, 2, {5, 6}}, VECTOR(INT64, 1, 2)},
     {TEXT("mode", "circular")}, 0, {FLOAT, 3, {1, 3, 1}, 3, {6, 8, 5}}},
    /* the mean of 9 and 16 is 12.5, and sqrt(12.5 + 3.5) is 4 */
    {"RMSNormalization", "RMSNormalization", 23, {VECTOR(FLOAT, 2, 3, 4), VECTOR(FLOAT, 2, 2, 4)}, {REAL("epsilon", 3.5)}, 0,
     VECTOR(FLOAT, 2, 1.5, 4)},
    {"GroupNormalization: before opset 21 of a group one scale", "GroupNormalization", 18,
     {{FLOAT, 3, {1, 2, 1}, 2, {1, -1}}, VECTOR(FLOAT, 1, 2), VECTOR(FLOAT, 1, 3)}, {INT("num_groups", 1), REAL("epsilon", 0)},
     0, {FLOAT, 3, {1, 2, 1}, 2, {5, 1}}},
    {"RotaryEmbedding: halves", "RotaryEmbedding", 23,
     {{FLOAT, 4, {1, 1, 1, 4}, 4, {1, 2, 3, 4}}, {FLOAT, 3, {1, 1, 2}, 2, {0, 1}}, {FLOAT, 3, {1, 1, 2}, 2, {1, 0}}},
     {{0}}, 0, {FLOAT, 4, {1, 1, 1, 4}, 4, {-3, 2, 1, 4}}},
    {"RotaryEmbedding: pairs", "RotaryEmbedding", 23,
     {{FLOAT, 4, {1, 1, 1, 4}, 4, {1, 2, 3, 4}}, {FLOAT, 3, {1, 1, 2}, 2, {0, 1}}, {FLOAT, 3, {1, 1, 2}, 2, {1, 0}}},
     {INT("interleaved", 1)}, 0, {FLOAT, 4, {1, 1, 1, 4}, 4, {-2, 1, 3, 4}}},
    {"Attention: equal scores give the mean", "Attention", 23,
     {{FLOAT, 4, {1, 1, 1, 2}, 1, {0}}, {FLOAT, 4, {1, 1, 2, 2}, 4, {1, 2, 3, 4}}, {FLOAT, 4, {1, 1, 2, 1}, 2, {2, 4}}},
     {{0}}, 0, {FLOAT, 4, {1, 1, 1, 1}, 1, {3}}},
    {"Attention: the first query sees the first key", "Attention", 23,
     {{FLOAT, 4, {1, 1, 1, 2}, 1, {0}}, {FLOAT, 4, {1, 1, 2, 2}, 4, {1, 2, 3, 4}}, {FLOAT, 4, {1, 1, 2, 1}, 2, {2, 4}}},
     {INT("is_causal", 1)}, 0, {FLOAT, 4, {1, 1, 1, 1}, 1, {2}}},
    {"Attention: a query that sees no key gets 0", "Attention", 23,
     {{FLOAT, 4, {1, 1, 1, 2}, 1, {0}}, {FLOAT, 4, {1, 1, 2, 2}, 4, {1, 2, 3, 4}}, {FLOAT, 4, {1, 1, 2, 1}, 2, {2, 4}},
      {BOOL, 2, {1, 2}, 1, {0}}},
     {{0}}, 0, {FLOAT, 4, {1, 1, 1, 1}, 1, {0}}},
    /* forms of older opsets that are today's with less */
    {"Gather: of opset 1", "Gather", 7, {VECTOR(FLOAT, 3, 1, 2, 3), VECTOR(INT64, 2, 2, 0)}, {{0}}, 0, VECTOR(FLOAT, 2, 3, 1)},
    {"Gemm: of opset 7", "Gemm", 7, {{FLOAT, 2, {1, 2}, 2, {1, 2}}, {FLOAT, 2, {2, 1}, 2, {3, 4}}, VECTOR(FLOAT, 1, 5)}, {{0}}, 0,
     {FLOAT, 2, {1, 1}, 1, {16}}},
    {"Flatten: of opset 1", "Flatten", 7, {{FLOAT, 3, {1, 2, 1}, 2, {1, 2}}}, {{0}}, 0, {FLOAT, 2, {1, 2}, 2, {1, 2}}},
    {"Max: of opset 6", "Max", 6, {VECTOR(FLOAT, 2, 1, 4), VECTOR(FLOAT, 2, 3, 2)}, {{0}}, 0, VECTOR(FLOAT, 2, 3, 4)},
    {"Add: of opset 6, without broadcasting", "Add", 6, {VECTOR(FLOAT, 2, 1, 4), VECTOR(FLOAT, 2, 3, 2)}, {{0}}, 0,
     VECTOR(FLOAT, 2, 4, 6)},
    {"TopK: of opset 1", "TopK", 9, {VECTOR(FLOAT, 3, 1, 3, 2)}, {INT("k", 2)}, 1, VECTOR(INT64, 2, 1, 2)},
    {"OneHot: of opset 9", "OneHot", 9, {VECTOR(INT64, 2, 1, 0), SCALAR(INT64, 2), VECTOR(FLOAT, 2, 5, 6)}, {{0}}, 0,
     {FLOAT, 2, {2, 2}, 4, {5, 6, 6, 5}}},
    {"Clip: of opset 6, with no bound", "Clip", 6, {VECTOR(FLOAT, 2, 1, -4)}, {{0}}, 0, VECTOR(FLOAT, 2, 1, -4)},
    {"Resize: the nearest below", "Resize", 19, {VECTOR(FLOAT, 2, 1, 2), {0}, VECTOR(FLOAT, 1, 2)},
     {TEXT("coordinate_transformation_mode", "asymmetric"), TEXT("nearest_mode", "floor")}, 0, VECTOR(FLOAT, 4, 1, 1, 2, 2)},
    {"Resize: between two", "Resize", 19, {VECTOR(FLOAT, 2, 1, 2), {0}, VECTOR(FLOAT, 1, 2)}, {TEXT("mode", "linear")}, 0,
     VECTOR(FLOAT, 4, 1, 1.25, 1.75, 2)},
    /* 0.7 is less in f32, and its product with 10 is 7 there; places are floor(i / 0.7) */
    {"Resize: an extent is rounded down in f32", "Resize", 19,
     {VECTOR(FLOAT, 10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), {0}, VECTOR(FLOAT, 1, 0.7)},
     {TEXT("coordinate_transformation_mode", "asymmetric"), TEXT("nearest_mode", "floor")}, 0,
     VECTOR(FLOAT, 7, 0, 1, 2, 4, 5, 7, 8)},
    /* between them 10.75 and 12.25 */
    {"Resize: a linear mean of integers loses its fraction", "Resize", 19,
     {{INT32, 2, {2, 2}, 4, {10, 13, -10, -13}}, {0}, VECTOR(FLOAT, 2, 1, 2)}, {TEXT("mode", "linear")}, 0,
     {INT32, 2, {2, 4}, 8, {10, 10, 12, 13, -10, -10, -12, -13}}},
    /* the weights of 255 are -27 / 256, 29 / 128, 1 less the second, 1 less the first */
    {"Resize: a cubic mean of integers is rounded, and kept to the type", "Resize", 19,
     {VECTOR(UINT8, 2, 0, 255), {0}, VECTOR(FLOAT, 1, 2)}, {TEXT("mode", "cubic")}, 0, VECTOR(UINT8, 4, 0, 58, 197, 255)},
    {"Resize: of no sample", "Resize", 19, {{FLOAT, 2, {0, 2}, 0, {0}}, {0}, VECTOR(FLOAT, 2, 1, 2)}, {{0}}, 0,
     {FLOAT, 2, {0, 4}, 0, {0}}},
    {"Upsample: scales are an attribute", "Upsample", 7, {{FLOAT, 4, {1, 1, 1, 2}, 2, {1, 2}}},
     {{.name = "scales", .kind = 'F', .count = 4, .list = {1, 1, 1, 2}}}, 0, {FLOAT, 4, {1, 1, 1, 4}, 4, {1, 1, 2, 2}}},
    {"GridSample: the middle, and infinitely far", "GridSample", 22,
     {{FLOAT, 4, {1, 1, 2, 2}, 4, {1, 2, 3, 4}}, {FLOAT, 4, {1, 1, 2, 2}, 4, {0, 0, INFINITY, 0}}}, {{0}}, 0,
     {FLOAT, 4, {1, 1, 1, 2}, 2, {2.5, 0}}},
    {"RoiAlign: places of elements", "RoiAlign", 16,
     {{FLOAT, 4, {1, 1, 2, 2}, 4, {1, 2, 3, 4}}, {FLOAT, 2, {1, 4}, 4, {0, 0, 2, 2}}, VECTOR(INT64, 1, 0)},
     {INT("sampling_ratio", 1), TEXT("coordinate_transformation_mode", "output_half_pixel")}, 0,
     {FLOAT, 4, {1, 1, 1, 1}, 1, {4}}},
    {"RoiAlign: half an element before them", "RoiAlign", 16,
     {{FLOAT, 4, {1, 1, 2, 2}, 4, {1, 2, 3, 4}}, {FLOAT, 2, {1, 4}, 4, {0, 0, 2, 2}}, VECTOR(INT64, 1, 0)},
     {INT("sampling_ratio", 1)}, 0, {FLOAT, 4, {1, 1, 1, 1}, 1, {2.5}}},
    /* two samples along each side, at 0.5 and 1.5: in all 1/2 of the first row and column, 3/2 of the second */
    {"RoiAlign: as many samples as the region is long", "RoiAlign", 16,
     {{FLOAT, 4, {1, 1, 2, 2}, 4, {1, 2, 3, 4}}, {FLOAT, 2, {1, 4}, 4, {0, 0, 2, 2}}, VECTOR(INT64, 1, 0)},
     {TEXT("coordinate_transformation_mode", "output_half_pixel")}, 0, {FLOAT, 4, {1, 1, 1, 1}, 1, {3.25}}},
    /* along the row at -2, which is none, -1 and 0, which are the first, and 1: (2 1 + 2 + 2 3 + 4) / 8 */
    {"RoiAlign: samples outside count and give 0", "RoiAlign", 16,
     {{FLOAT, 4, {1, 1, 2, 2}, 4, {1, 2, 3, 4}}, {FLOAT, 2, {2, 4}, 8, {-2, 0, 2, 2, 1, 1, 1, 1}}, VECTOR(INT64, 2, 0, 0)},
     {{0}}, 0, {FLOAT, 4, {2, 1, 1, 1}, 2, {1.75, 0}}},
    {"NonMaxSuppression: of no boxes", "NonMaxSuppression", 11,
     {{FLOAT, 3, {1, 0, 4}, 0, {0}}, {FLOAT, 3, {1, 2, 0}, 0, {0}}, VECTOR(INT64, 1, 3)}, {{0}}, 0, {INT64, 2, {0, 3}, 0, {0}}},
    /* z = 0, r = h = (1, 2); the hidden gate is r * (h Rh), Rh exchanges: (1, 2) * (2, 1) */
    {"GRU: reset after the product, without a bias", "GRU", 22,
     {{FLOAT, 3, {1, 1, 1}, 1, {0}}, {FLOAT, 3, {1, 6, 1}, 1, {0}},
      {FLOAT, 3, {1, 6, 2}, 12, {0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 0}}, {0}, {0}, {FLOAT, 3, {1, 1, 2}, 2, {1, 2}}},
     {INT("linear_before_reset", 1), INT("hidden_size", 2),
      {.name = "activations", .kind = 'S', .text = "Affine", .text2 = "Affine"}}, 1, {FLOAT, 3, {1, 1, 2}, 2, {2, 2}}},
    {"QLinearMatMul: a scale and a zero point of each row", "QLinearMatMul", 21,
     {{UINT8, 2, {2, 2}, 4, {12, 40, 5, 31}}, VECTOR(FLOAT, 2, 0.25, 0.125), VECTOR(UINT8, 2, 9, 8),
      {UINT8, 2, {2, 2}, 4, {34, 44, 28, 36}}, SCALAR(FLOAT, 1), SCALAR(UINT8, 0), SCALAR(FLOAT, 2), SCALAR(UINT8, 0)},
     {{0}}, 0, {UINT8, 2, {2, 2}, 4, {121, 156, 34, 44}}},
    {"MatMulInteger: a zero point of each row", "MatMulInteger", 10,
     {{UINT8, 2, {2, 1}, 2, {5, 7}}, {UINT8, 2, {1, 1}, 1, {3}}, VECTOR(UINT8, 2, 1, 2)}, {{0}}, 0,
     {INT32, 2, {2, 1}, 2, {12, 15}}},
    {"QuantizeLinear: integers", "QuantizeLinear", 21, {VECTOR(INT32, 3, -7, 5, 600), SCALAR(FLOAT, 2), SCALAR(UINT8, 3)}, {{0}}, 0,
     VECTOR(UINT8, 3, 0, 5, 255)},
    {"Einsum: a 1 of ... beside another operand's 2", "Einsum", 12,
     {{FLOAT, 2, {1, 2}, 1, {1}}, {FLOAT, 2, {2, 3}, 1, {1}}, {FLOAT, 2, {2, 3}, 6, {1, 2, 3, 4, 5, 6}}},
     {TEXT("equation", "...i,ij,...j->...j")}, 0, {FLOAT, 2, {2, 3}, 6, {2, 4, 6, 8, 10, 12}}},
    {"Einsum: a sum of nothing", "Einsum", 12, {{FLOAT, 2, {1, 0}, 0, {0}}, {FLOAT, 2, {0, 2}, 0, {0}}},
     {TEXT("equation", "ij,jk->ik")}, 0, {FLOAT, 2, {1, 2}, 1, {0}}},
    {"Hardmax: before opset 13 dimensions behind axis are one", "Hardmax", 11, {{FLOAT, 3, {1, 2, 2}, 4, {1, 3, 2, 0}}},
     {INT("axis", 1)}, 0, {FLOAT, 3, {1, 2, 2}, 4, {0, 1, 0, 0}}},
    {"ReduceLogSum: of no axis is the logarithm", "ReduceLogSum", 18, {VECTOR(FLOAT, 2, 1, 1)}, {INT("noop_with_empty_axes", 1)}, 0,
     VECTOR(FLOAT, 2, 0, 0)},
    {"ReduceLogSum: of axes that are given", "ReduceLogSum", 18, {VECTOR(FLOAT, 2, 2, -1), VECTOR(INT64, 1, 0)},
     {INT("noop_with_empty_axes", 1)}, 0, VECTOR(FLOAT, 1, 0)},
    /* an even size has one channel more behind: 1 + 4, then 4 alone */
    {"LRN: an even size", "LRN", 13, {{FLOAT, 3, {1, 2, 1}, 2, {1, 2}}},
     {INT("size", 2), REAL("alpha", 2), REAL("bias", 0), REAL("beta", 1)}, 0, {FLOAT, 3, {1, 2, 1}, 2, {0.2, 0.5}}},
    {"AveragePool: a long window", "AveragePool", 22, {{FLOAT, 3, {1, 1, 100}, 1, {2}}},
     {{.name = "kernel_shape", .kind = 'I', .count = 1, .list = {100}}}, 0, {FLOAT, 3, {1, 1, 1}, 1, {2}}},
    {"MaxPool: a long window", "MaxPool", 22, {{FLOAT, 3, {1, 1, 100}, 3, {1, 9, 2}}},
     {{.name = "kernel_shape", .kind = 'I', .count = 1, .list = {99}}}, 0, {FLOAT, 3, {1, 1, 2}, 2, {9, 9}}},
    {"GlobalLpPool: the root of the sum of squares", "GlobalLpPool", 2, {{FLOAT, 3, {1, 1, 2}, 2, {3, -4}}}, {{0}}, 0,
     {FLOAT, 3, {1, 1, 1}, 1, {5}}},
    {"ConvTranspose: a result that is longer", "ConvTranspose", 22, {{FLOAT, 3, {1, 1, 2}, 2, {1, 2}}, {FLOAT, 3, {1, 1, 1}, 1, {1}}},
     {{.name = "strides", .kind = 'I', .count = 1, .list = {3}}, {.name = "output_shape", .kind = 'I', .count = 1, .list = {6}}}, 0,
     {FLOAT, 3, {1, 1, 6}, 6, {1, 0, 0, 2, 0, 0}}},
    {"SpaceToDepth: of no sample", "SpaceToDepth", 13, {{FLOAT, 4, {0, 1, 2, 2}, 0, {0}}}, {INT("blocksize", 2)}, 0,
     {FLOAT, 4, {0, 4, 1, 1}, 0, {0}}},
};
/* clang-format on */

/* ---- models ----------------------------------------------------------------------------------- */

static int64_t elements_of(const operand *o)
{
    int64_t n = 1;
    for (int d = 0; d < o->rank; d++)
        n *= o->shape[d];
    return n;
}

static double number_of(const operand *o, int64_t i) { return o->numbers[i < o->count ? i : o->count - 1]; }

static bytes initializer(const char *name, const operand *o)
{
    bytes raw = {.n = 0};
    for (int64_t i = 0; i < elements_of(o); i++) {
        const double v = number_of(o, i);
        const float f = (float)v;
        const int64_t n = o->type == FLOAT ? 0 : v > 9e18 ? INT64_MAX : (int64_t)v;
        const int32_t n32 = (int32_t)n;
        const unsigned char byte = (unsigned char)n;
        if (o->type == FLOAT)
            put(&raw, &f, sizeof f);
        else if (o->type == INT64)
            put(&raw, &n, sizeof n);
        else if (o->type == INT32)
            put(&raw, &n32, sizeof n32);
        else
            put(&raw, &byte, 1);
    }
    return tensor(name, o->type, (size_t)o->rank, o->shape, raw.v, raw.n);
}

static void put_float(bytes *b, unsigned field, double v)
{
    const float f = (float)v;
    varint(b, field << 3 | 5);
    put(b, &f, sizeof f);
}

static void put_attribute(bytes *node, const attribute *a)
{
    bytes b = {.n = 0};
    word(&b, 1, a->name);
    switch (a->kind) {
    case 'i': number(&b, 3, (uint64_t)a->number), number(&b, 20, 2); break;
    case 'f': put_float(&b, 2, a->real), number(&b, 20, 1); break;
    case 's': word(&b, 4, a->text), number(&b, 20, 3); break;
    case 'S': word(&b, 9, a->text), word(&b, 9, a->text2), number(&b, 20, 8); break;
    case 'I':
        for (int i = 0; i < a->count; i++)
            number(&b, 8, (uint64_t)a->list[i]);
        number(&b, 20, 7);
        break;
    default:
        for (int i = 0; i < a->count; i++)
            put_float(&b, 7, a->list[i]);
        number(&b, 20, 6);
    }
    inside(node, 5, &b);
}

static bytes model_of(const body_case *c)
{
    static const int64_t open[] = {-1, -1, -1, -1, -1};
    static const char *const names[] = {"x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"};
    bytes n = {.n = 0}, g = {.n = 0};
    int count = 0;
    for (int i = 0; i < MOST_OPERANDS; i++)
        count = c->in[i].type ? i + 1 : count;
    for (int i = 0; i < count; i++)
        word(&n, 1, c->in[i].type ? names[i] : "");
    for (int i = 0; i <= c->result; i++)
        word(&n, 2, i == c->result ? "y" : "");
    word(&n, 4, c->op);
    for (int i = 0; i < MOST_ATTRS && c->attrs[i].name; i++)
        put_attribute(&n, &c->attrs[i]);
    inside(&g, 1, &n);
    word(&g, 2, "g");
    for (int i = 0; i < count; i++)
        if (c->in[i].type) {
            const bytes t = initializer(names[i], &c->in[i]);
            inside(&g, 5, &t);
        }
    const bytes y = value("y", c->want.type, (size_t)c->want.rank, open);
    inside(&g, 12, &y);
    return model(&g, c->opset);
}

/* ---- their results ---------------------------------------------------------------------------- */

static void keep(void *user, const grn_diagnostic *d) { snprintf(user, 512, "%s", d->message); }

/* Element k in row-major order. */
static double element(const grn_tensor *t, int64_t k)
{
    int64_t i = 0;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        i += k % t->shape[d] * t->stride[d];
        k /= t->shape[d];
    }
    switch (t->dtype) {
    case GRN_F32: return (double)((const float *)t->data)[i];
    case GRN_I64: return (double)((const int64_t *)t->data)[i];
    case GRN_I32: return ((const int32_t *)t->data)[i];
    default: return ((const unsigned char *)t->data)[i];
    }
}

static void holds(const body_case *c, const grn_tensor *y)
{
    assert_int_equal(y->rank, c->want.rank);
    for (int d = 0; d < y->rank; d++)
        if (y->shape[d] != c->want.shape[d])
            fail_msg("%s: extent %d is %lld, expected %lld", c->claim, d, (long long)y->shape[d],
                     (long long)c->want.shape[d]);
    for (int64_t i = 0; i < elements_of(&c->want); i++) {
        const double want = number_of(&c->want, i);
        if (!(fabs(element(y, i) - want) <= 1e-6 * fabs(want)))
            fail_msg("%s: element %lld is %.9g, expected %.9g", c->claim, (long long)i, element(y, i), want);
    }
}

static void test_bodies(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bytes b = model_of(&cases[i]);
        char said[512] = "";
        const grn_diag diag = {keep, said};
        grn_module *m;
        grn_results *r;
        if (grn_module_parse((const char *)b.v, b.n, NULL, &diag, &m) != GRN_OK)
            fail_msg("%s: is not read: %s", cases[i].claim, said);
        if (grn_module_run(m, 0, 0, NULL, NULL, &diag, &r) != GRN_OK)
            fail_msg("%s: does not run: %s", cases[i].claim, said);
        assert_int_equal(grn_results_count(r), 1);
        holds(&cases[i], grn_results_tensor(r, 0));
        grn_results_destroy(r);
        grn_module_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
