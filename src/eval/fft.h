/*
 * fft.h - the discrete Fourier transform of one line of complex numbers.
 * Internal to src/eval.
 */
#ifndef GRN_EVAL_FFT_H
#define GRN_EVAL_FFT_H

#include "eval/element.h"

/* A prime factor over this makes a line a convolution. */
#define GRN_FFT_RADIX 31

/* A length as a product of small factors; one with a large prime factor is a convolution of a
 * length that has none (Bluestein). */
typedef struct grn_fft_plan {
    size_t n, nfactors;
    unsigned char factor[64];
    e_c128 *root; /* [n]: exp(-2 pi i k / n); of a convolution: NULL */
    struct grn_fft_plan *padded;
    e_c128 *chirp;  /* [n]: exp(-pi i k^2 / n) */
    e_c128 *filter; /* [padded->n] */
    e_c128 *room[2];
} grn_fft_plan;

/* exp(-2 pi i k / n) of 0 <= k < n. */
e_c128 grn_fft_root(size_t k, size_t n);
/* A plan for n >= 1 elements, in the arena; false: memory refused. */
bool grn_fft_plan_init(grn_fft_plan *plan, grn_arena *arena, size_t n);
/* out[k] = sum of in[j] exp(-2 pi i j k / n); out and in are apart. The plan's rooms are written
 * to. */
void grn_fft_line(const grn_fft_plan *plan, e_c128 *out, const e_c128 *in);

#endif
