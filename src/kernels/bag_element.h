/*
 * bag_element.h - one number of a row, one entry of a list, in plain C: what bag.c, the ends of rows
 * that fill no vector, and checks of vector code are made of.
 */
#ifndef GRN_KERNELS_BAG_ELEMENT_H
#define GRN_KERNELS_BAG_ELEMENT_H

#include <math.h>

#include "kernels/bag.h"
#include "kernels/floats.h"

/* Before a loop of a length that is known where it is inlined. */
#ifndef BAG_UNROLL
#define BAG_UNROLL
#endif

/* The processor's own conversion, where the includer has one. */
#ifndef BAG_OF_F16
#define BAG_OF_F16(u) f32_of_f16(u)
#endif

KERNEL_INLINE uint16_t bag_load_16(const char *p)
{
    uint16_t u;
    memcpy(&u, p, sizeof u);
    return u;
}
KERNEL_INLINE float bag_load_f32(const char *p)
{
    float x;
    memcpy(&x, p, sizeof x);
    return x;
}
KERNEL_INLINE double bag_load_f64(const char *p)
{
    double x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* f8E5M2 is the upper byte of an f16. */
KERNEL_INLINE float bag_of_e5m2(uint8_t u) { return f32_of_f16((uint16_t)(u << 8)); }

/* f8E4M3FN: bias 7, no infinity, NaN where all bits but the sign are set. */
KERNEL_INLINE float bag_of_e4m3(uint8_t u)
{
    uint32_t magnitude = u & 0x7f, normal = (magnitude << 20) + (UINT32_C(120) << 23);
    uint32_t tiny = bits_f32((float)(int32_t)magnitude * 0x1p-9f);
    uint32_t bits = select_u32(magnitude < 8, tiny, select_u32(magnitude < 0x7f, normal, UINT32_C(0x7fc00000)));
    return from_bits_f32(bits | (uint32_t)(u & 0x80) << 24);
}

/* f8E8M0FNU: a power of two; the lowest is a subnormal f32. */
KERNEL_INLINE float bag_of_e8m0(uint8_t u)
{
    uint32_t bits = select_u32(u == 0, UINT32_C(0x00400000), (uint32_t)u << 23);
    return from_bits_f32(select_u32(u == 0xff, UINT32_C(0x7fc00000), bits));
}

/* What multiplies, and is added to, a number of a row. */
typedef struct bag_scale {
    float scale, bias;
} bag_scale;

KERNEL_INLINE bool bag_has_blocks(grn_bag_rows_kind kind)
{
    return kind == GRN_BAG_KIND_e4m3 || kind == GRN_BAG_KIND_e5m2;
}
KERNEL_INLINE bool bag_has_bias(grn_bag_rows_kind kind) { return kind >= GRN_BAG_KIND_ui8; }
/* Whether it matters that products are not rounded: by 1 they are exact. */
KERNEL_INLINE bool bag_has_products(grn_bag_rows_kind kind, const grn_bag_entries *list)
{
    return list->weight != NULL || bag_has_bias(kind);
}
/* Columns whose first number begins a byte. */
KERNEL_INLINE int64_t bag_per_byte(grn_bag_rows_kind kind)
{
#define BAG_PER_BYTE(name, per_byte) per_byte,
    static const int8_t per_byte[] = {GRN_BAG_ROWS(BAG_PER_BYTE)};
#undef BAG_PER_BYTE
    return per_byte[kind];
}
/* Where column c begins in a row, in bytes. */
KERNEL_INLINE int64_t bag_column_at(grn_bag_rows_kind kind, int64_t c)
{
    if (kind == GRN_BAG_KIND_f64)
        return c * 8;
    if (kind == GRN_BAG_KIND_f32)
        return c * 4;
    if (kind == GRN_BAG_KIND_f16 || kind == GRN_BAG_KIND_bf16)
        return c * 2;
    return c / bag_per_byte(kind);
}

/* Of a kind with a bias, that of the row. */
KERNEL_INLINE bag_scale bag_scale_of(const grn_bag_rows *rows, int64_t row)
{
    const char *p = rows->scale + row * rows->scale_bytes;
    if (rows->half_scale)
        return (bag_scale){BAG_OF_F16(bag_load_16(p)), BAG_OF_F16(bag_load_16(p + 2))};
    return (bag_scale){bag_load_f32(p), bag_load_f32(p + 4)};
}
/* Of a kind with blocks, that of the column's. */
KERNEL_INLINE float bag_block_scale(const grn_bag_rows *rows, int64_t row, int64_t c)
{
    return bag_of_e8m0((uint8_t)rows->scale[row * rows->scale_bytes + c / GRN_BAG_BLOCK]);
}

/* Number c of the row at p, of a kind but f64, before scale and bias. */
KERNEL_INLINE float bag_number(grn_bag_rows_kind kind, const char *p, int64_t c)
{
    const uint8_t *u = (const uint8_t *)p;
    switch (kind) {
    case GRN_BAG_KIND_f32: return bag_load_f32(p + 4 * c);
    case GRN_BAG_KIND_f16: return f32_of_f16(bag_load_16(p + 2 * c));
    case GRN_BAG_KIND_bf16: return from_bits_f32((uint32_t)bag_load_16(p + 2 * c) << 16);
    case GRN_BAG_KIND_e4m3: return bag_of_e4m3(u[c]);
    case GRN_BAG_KIND_e5m2: return bag_of_e5m2(u[c]);
    case GRN_BAG_KIND_ui8: return (float)u[c];
    case GRN_BAG_KIND_ui4: return (float)(u[c / 2] >> 4 * (c % 2) & 15);
    case GRN_BAG_KIND_ui2: return (float)(u[c / 4] >> 2 * (c % 4) & 3);
    default: return 0;
    }
}

/* n numbers, rounded. */
KERNEL_INLINE void bag_to_f16(const float *x, int64_t n, char *to)
{
    for (int64_t i = 0; i < n; i++) {
        const uint16_t u = f16_of(x[i]);
        memcpy(to + 2 * i, &u, sizeof u);
    }
}
KERNEL_INLINE void bag_to_bf16(const float *x, int64_t n, char *to)
{
    for (int64_t i = 0; i < n; i++) {
        const uint16_t u = bf16_of(x[i]);
        memcpy(to + 2 * i, &u, sizeof u);
    }
}

/* ---- entries ---- */

KERNEL_INLINE int64_t bag_row_of(const grn_bag_list *list, int64_t e)
{
    if (list->index == NULL)
        return e;
    if (list->index_is_wide) {
        int64_t row;
        memcpy(&row, (const char *)list->index + e * 8, sizeof row);
        return row;
    }
    int32_t row;
    memcpy(&row, (const char *)list->index + e * 4, sizeof row);
    return row;
}

KERNEL_INLINE bool bag_takes(const grn_bag_rows *rows, const grn_bag_list *list, int64_t row)
{
    return (uint64_t)row < (uint64_t)rows->count && row != list->padding;
}

KERNEL_INLINE float bag_weight_f32(const grn_bag_list *list, int64_t e)
{
    const int64_t at = e * list->weight_step;
    if (list->weight == NULL)
        return 1;
    if (list->weight_dtype == GRN_F32)
        return bag_load_f32((const char *)list->weight + at * 4);
    uint16_t u = bag_load_16((const char *)list->weight + at * 2);
    return list->weight_dtype == GRN_F16 ? f32_of_f16(u) : from_bits_f32((uint32_t)u << 16);
}
KERNEL_INLINE double bag_weight_f64(const grn_bag_list *list, int64_t e)
{
    return list->weight == NULL ? 1 : bag_load_f64((const char *)list->weight + e * list->weight_step * 8);
}

KERNEL_INLINE int64_t bag_row_at(const void *row, int64_t e)
{
    int64_t at;
    memcpy(&at, (const char *)row + e * 8, sizeof at);
    return at;
}

/* `bytes` > 0 of a row, those of row 0 being at `data`, and its scale. The row is not checked: a prefetch of any
 * address is harmless. */
KERNEL_INLINE void bag_prefetch(grn_bag_rows_kind kind, const grn_bag_rows *rows, int64_t row, const char *data,
                                int64_t bytes)
{
    const uintptr_t first = (uintptr_t)data + (uintptr_t)row * (uintptr_t)rows->row_bytes;
    BAG_UNROLL
    for (int64_t k = 0; k < bytes; k += GRN_LINE_BYTES)
        PREFETCH((const char *)(first + (uintptr_t)k));
    if (first % GRN_LINE_BYTES != 0)
        PREFETCH((const char *)(first + (uintptr_t)bytes - 1));
    if (bag_has_bias(kind) || bag_has_blocks(kind))
        PREFETCH((const char *)((uintptr_t)rows->scale + (uintptr_t)row * (uintptr_t)rows->scale_bytes));
}

/* What is done with an entry. Of a minimum numbers are turned round, by their weights. */
typedef enum bag_act { BAG_SUM, BAG_EXTREME } bag_act;

#endif
