/*
 * accumulate_element.h - the parts of accumulate.h's full kit that each instruction set writes for
 * itself, here in portable C: notes of NaNs, single elements of floats, the check of a group of
 * indices, runs of f16. A set's own header defines the same names.
 */
#ifndef GRN_KERNELS_ACCUMULATE_ELEMENT_H
#define GRN_KERNELS_ACCUMULATE_ELEMENT_H

#include <math.h>

#include "kernels/accumulate.h"
#include "kernels/floats.h"

/* ---- notes of NaNs --------------------------------------------------------------------------- */

typedef bool nans_f32;
typedef bool nans_f64;
KERNEL_INLINE bool note_f32(bool nans, float x, float y) { return nans || isunordered(x, y); }
KERNEL_INLINE bool note_f64(bool nans, double x, double y) { return nans || isunordered(x, y); }
KERNEL_INLINE bool none_f32(bool nans) { return !nans; }
KERNEL_INLINE bool none_f64(bool nans) { return !nans; }

/* ---- one element ----------------------------------------------------------------------------- */

#define raw_min_one_f32 raw_min_f32
#define raw_max_one_f32 raw_max_f32
#define raw_min_one_f64 raw_min_f64
#define raw_max_one_f64 raw_max_f64

#define one_of_f16(h) grn_f16_to_f32(h)
#define f16_one(x) grn_f32_to_f16(x)
#define one_of_bf16(h) grn_bf16_to_f32(h)
KERNEL_INLINE uint16_t upper_16(float value) { return (uint16_t)(bits_f32(value) >> 16); }
KERNEL_INLINE uint16_t bf16_one(float value) { return bf16_of(canonical_f32(value)); }

/* ---- runs of f16 ----------------------------------------------------------------------------- */

#define F16_BODY(op) ACCUMULATE_BODY(op##_f16, uint16_t, op##_f16)

/* ---- groups of indices ----------------------------------------------------------------------- */

KERNEL_INLINE bool group_in_range(const char *raw, const grn_starts *s, int64_t values, const bool index32)
{
    uint64_t most[2] = {0, 0};
    for (int64_t i = 0; i < values; i++) {
        uint64_t index = (uint64_t)index_at(raw, i, index32);
        most[i % 2] = index > most[i % 2] ? index : most[i % 2];
    }
    return most[0] <= (uint64_t)s->last[0] && most[1] <= (uint64_t)s->last[1];
}

#endif
