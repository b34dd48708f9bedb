/*
 * blas.h - sums of products by a BLAS (netlib.org/blas, xGEMM).
 *
 * Knows: how a contraction is a call of xGEMM. Must not know: where the function comes from.
 */
#ifndef GRN_EVAL_BLAS_H
#define GRN_EVAL_BLAS_H

#include "eval/contract.h"

/* Fortran's sgemm_, dgemm_, cgemm_ or zgemm_, of 32-bit integers; the last two arguments are the
 * lengths of the first two. */
typedef void (*grn_gemm)(const char *transa, const char *transb, const int32_t *m, const int32_t *n, const int32_t *k,
                         const void *alpha, const void *a, const int32_t *lda, const void *b, const int32_t *ldb,
                         const void *beta, void *c, const int32_t *ldc, size_t transa_length, size_t transb_length);

/* The name of the function for a dtype; NULL: there is none. */
const char *grn_gemm_name(grn_dtype dtype);

/*
 * As grn_contract_all, by xGEMM, one product after the other where there are few, on the threads of
 * `parallel` where there are many. The order of a sum's products, and how they are rounded, is the
 * library's choice; so is the number of its own threads. False: the strides are none that xGEMM
 * takes, and nothing has been written.
 */
bool grn_contract_by_gemm(const grn_contraction *c, int64_t count, grn_contract_at at, const void *user, grn_gemm gemm,
                          const grn_parallel *parallel);

#endif
