/*
 * lowered_runtime.c - what lowered programs call when MLIR's runner runs them:
 * printing, copies of memrefs that do not lie in one piece, and conversions of
 * 16-bit floats. MLIR's own runner libraries have the same under these names;
 * with this file the runner alone is enough.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void printI64(int64_t v);
void printNewline(void);
void memrefCopy(int64_t bytes, void *from, void *to);
float __truncsfbf2(float v);
float __truncsfhf2(float v);
float __extendhfsf2(float v);

void printI64(int64_t v) { printf("%lld", (long long)v); }
void printNewline(void) { putchar('\n'); }

/* ---- copies ---------------------------------------------------------------------------------- */

/* A memref of any rank: its rank, and a pointer to {allocated, aligned, offset, sizes[rank],
 * strides[rank]}. */
typedef struct unranked {
    int64_t rank;
    int64_t *descriptor;
} unranked;

static void copy_dims(int64_t bytes, int64_t rank, char *to, const char *from, const int64_t *size,
                      const int64_t *to_stride, const int64_t *from_stride)
{
    if (rank == 0) {
        memcpy(to, from, (size_t)bytes);
        return;
    }
    for (int64_t i = 0; i < size[0]; i++)
        copy_dims(bytes, rank - 1, to + i * to_stride[0] * bytes, from + i * from_stride[0] * bytes, size + 1,
                  to_stride + 1, from_stride + 1);
}

static char *first_of(const unranked *m, int64_t bytes)
{
    char *aligned;
    memcpy(&aligned, &m->descriptor[1], sizeof aligned);
    return aligned + m->descriptor[2] * bytes;
}

void memrefCopy(int64_t bytes, void *from, void *to)
{
    const unranked *a = from, *b = to;
    copy_dims(bytes, a->rank, first_of(b, bytes), first_of(a, bytes), a->descriptor + 3, b->descriptor + 3 + b->rank,
              a->descriptor + 3 + a->rank);
}

/* ---- 16-bit floats, which are passed where a float is, in its low half ----------------------- */

static uint32_t bits_of(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}
static float float_of(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* To the nearest, ties to even. */
float __truncsfbf2(float v)
{
    uint32_t bits = bits_of(v);
    if (v != v)
        return float_of(0x7FC0);
    return float_of((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

float __truncsfhf2(float v)
{
    uint32_t bits = bits_of(v), sign = bits >> 16 & 0x8000, size = bits & 0x7FFFFFFF;
    if (size > 0x7F800000)
        return float_of(0x7E00);
    if (size >= 0x47800000) /* 65536 */
        return float_of(sign | 0x7C00);
    if (size < 0x38800000) { /* below 2^-14: a multiple of 2^-24 */
        const float scaled = float_of(size) * 16777216.0f;
        uint32_t whole = (uint32_t)scaled;
        const float rest = scaled - (float)whole;
        whole += rest > 0.5f || (rest == 0.5f && (whole & 1));
        return float_of(sign | whole);
    }
    size -= 0x38000000;
    return float_of(sign | ((size + 0xFFF + (size >> 13 & 1)) >> 13));
}

float __extendhfsf2(float v)
{
    const uint32_t bits = bits_of(v) & 0xFFFF, sign = (bits & 0x8000) << 16, size = bits & 0x7FFF;
    if (size >= 0x7C00)
        return float_of(sign | 0x7F800000 | (size & 0x3FF) << 13);
    if (size < 0x400) {
        const float small = (float)size / 16777216.0f;
        return float_of(sign | bits_of(small));
    }
    return float_of(sign | ((size << 13) + 0x38000000));
}
