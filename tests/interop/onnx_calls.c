/*
 * onnx_calls.c - garner's ONNX calls for a program in another language: cases
 * on standard input, answers on standard output.
 *
 * All numbers are little-endian. A tensor: u32 element type (ONNX's number),
 * u32 rank, i64 extents, elements. A case: u32 operator (0 Gather, 1
 * GatherElements, 2 GatherND, 3 ScatterElements, 4 ScatterND), u32 reduction
 * (0 none, 1 add, 2 mul, 3 max, 4 min), i64 axis or batch_dims, the data,
 * the indices and, for a scatter, the updates. An answer: u32 status (0:
 * done) and, when done, u32 rank, i64 extents, elements. Runs until the input
 * ends; a case that is cut off is exit status 2.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "garner/frameworks.h"

enum { GATHER, GATHER_ELEMENTS, GATHER_ND, SCATTER_ELEMENTS, SCATTER_ND, OPERATORS };

/* ---- input ----------------------------------------------------------------------------------- */

typedef struct input {
    unsigned char *bytes;
    size_t size, at;
} input;

static int read_all(input *in)
{
    size_t room = 0;
    for (size_t n = 1; n > 0; in->size += n) {
        if (in->size == room) {
            room = room ? 2 * room : 1 << 20;
            unsigned char *more = realloc(in->bytes, room);
            if (!more)
                return 0;
            in->bytes = more;
        }
        n = fread(in->bytes + in->size, 1, room - in->size, stdin);
    }
    return 1;
}

static int take(input *in, void *to, size_t n)
{
    if (n > in->size - in->at)
        return 0;
    memcpy(to, in->bytes + in->at, n);
    in->at += n;
    return 1;
}

static grn_dtype dtype_of(uint32_t number)
{
    static const grn_dtype by_number[] = {
        [1] = GRN_F32, [2] = GRN_UI8,  [3] = GRN_I8,   [4] = GRN_UI16,  [5] = GRN_I16,   [6] = GRN_I32,  [7] = GRN_I64,
        [9] = GRN_I1,  [10] = GRN_F16, [11] = GRN_F64, [12] = GRN_UI32, [13] = GRN_UI64, [16] = GRN_BF16};
    return number < sizeof by_number / sizeof *by_number ? by_number[number] : GRN_NO_DTYPE;
}

/* Elements are copied, so that they lie where their type wants them. */
static int take_tensor(input *in, grn_tensor *out)
{
    uint32_t number, rank;
    int64_t shape[GRN_MAX_RANK];
    if (!take(in, &number, 4) || !take(in, &rank, 4) || rank > GRN_MAX_RANK || !dtype_of(number) ||
        !take(in, shape, rank * sizeof *shape) ||
        grn_tensor_init(out, NULL, dtype_of(number), (int32_t)rank, shape) != GRN_OK)
        return 0;
    out->data = malloc(grn_tensor_bytes(out) + 1);
    return out->data && take(in, out->data, grn_tensor_bytes(out));
}

/* ---- calls ----------------------------------------------------------------------------------- */

typedef struct one_case {
    uint32_t op, reduction;
    int64_t number;
    grn_tensor data, indices, updates;
} one_case;

static grn_status shape_of(const one_case *c, int32_t *rank, int64_t *shape)
{
    switch (c->op) {
    case GATHER: return grn_onnx_gather_shape(&c->data, &c->indices, c->number, NULL, rank, shape);
    case GATHER_ELEMENTS: return grn_onnx_gather_elements_shape(&c->data, &c->indices, c->number, NULL, rank, shape);
    case GATHER_ND: return grn_onnx_gather_nd_shape(&c->data, &c->indices, c->number, NULL, rank, shape);
    default:
        *rank = c->data.rank;
        memcpy(shape, c->data.shape, sizeof c->data.shape);
        return GRN_OK;
    }
}

static grn_status call(const one_case *c, const grn_tensor *out)
{
    static const char *const reductions[] = {"none", "add", "mul", "max", "min"};
    const char *reduction = c->reduction < 5 ? reductions[c->reduction] : "?";
    switch (c->op) {
    case GATHER: return grn_onnx_gather(&c->data, &c->indices, c->number, out, NULL);
    case GATHER_ELEMENTS: return grn_onnx_gather_elements(&c->data, &c->indices, c->number, out, NULL);
    case GATHER_ND: return grn_onnx_gather_nd(&c->data, &c->indices, c->number, out, NULL);
    case SCATTER_ELEMENTS:
        return grn_onnx_scatter_elements(&c->data, &c->indices, &c->updates, c->number, reduction, out, NULL);
    default: return grn_onnx_scatter_nd(&c->data, &c->indices, &c->updates, reduction, out, NULL);
    }
}

static void answer(const one_case *c)
{
    grn_tensor out;
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = shape_of(c, &rank, shape);
    if (status == GRN_OK)
        status = grn_tensor_init(&out, NULL, c->data.dtype, rank, shape);
    void *bytes = status == GRN_OK ? malloc(grn_tensor_bytes(&out) + 1) : NULL;
    if (status == GRN_OK && !bytes)
        status = GRN_E_MEMORY;
    if (status == GRN_OK) {
        out.data = bytes;
        status = call(c, &out);
    }
    uint32_t word = (uint32_t)status, extents = (uint32_t)rank;
    fwrite(&word, 4, 1, stdout);
    if (status == GRN_OK) {
        fwrite(&extents, 4, 1, stdout);
        fwrite(shape, sizeof *shape, extents, stdout);
        fwrite(bytes, 1, grn_tensor_bytes(&out), stdout);
    }
    free(bytes);
}

static int next_case(input *in)
{
    one_case c = {0};
    int good = take(in, &c.op, 4) && c.op < OPERATORS && take(in, &c.reduction, 4) && take(in, &c.number, 8) &&
               take_tensor(in, &c.data) && take_tensor(in, &c.indices) &&
               (c.op < SCATTER_ELEMENTS || take_tensor(in, &c.updates));
    if (good)
        answer(&c);
    free(c.data.data);
    free(c.indices.data);
    free(c.updates.data);
    return good;
}

int main(void)
{
    input in = {0};
    int good = read_all(&in);
    while (good && in.at < in.size)
        good = next_case(&in);
    free(in.bytes);
    if (!good)
        fputs("onnx_calls: a case is cut off or is none\n", stderr);
    return good && fflush(stdout) == 0 ? 0 : 2;
}
