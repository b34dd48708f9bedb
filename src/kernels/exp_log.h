/*
 * exp_log.h - e^x and log(x) of f64, and of f32 rounded from them, by arithmetic alone: the same
 * bits on every machine whose double is IEEE's, whatever its C library.
 *
 * Knows: numbers. Must not know: vectors, tensors.
 *
 * grn_exp_f64 and grn_log_f64 are within 1 ulp (docs/segments.md has what was measured); those of
 * f32 are the doubles rounded once. elementary.h computes the same bits a vector at a time where it
 * is given the f32 functions.
 */
#ifndef GRN_KERNELS_EXP_LOG_H
#define GRN_KERNELS_EXP_LOG_H

/* 0 below -745.2, +inf above 709.8, NaN of NaN. */
double grn_exp_f64(double x);
/* -inf of zeros, NaN below them. */
double grn_log_f64(double x);
/* The second argument is not used: a grn_elementary_exact. */
float grn_exp_f32(float x, float unused);
float grn_log_f32(float x, float unused);

#endif
