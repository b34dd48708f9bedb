/*
 * emit.h - programs as C.
 *
 * A program is lowered to loops over memory, and each of its public functions becomes one function
 * of C11 that needs nothing but the headers of libc. It gives the bits that grn_module_run gives
 * (any NaN counts as one) where the compiler keeps to IEEE 754: no -ffast-math, and with GCC
 * -std=c11 or -ffp-contract=off.
 *
 * options, diag and `function` may be NULL; nothing else. The call is thread-safe, on one module
 * too, and keeps no pointer.
 */
#ifndef GARNER_EMIT_H
#define GARNER_EMIT_H

#include "garner/module.h"

GRN_BEGIN_DECLS

typedef struct grn_module_emit_options {
    size_t size_bytes;     /* 0, or sizeof(grn_module_emit_options): garner.h */
    const char *function;  /* only this one of the public functions, without @; NULL: all */
    size_t function_bytes; /* of its name */
    bool header;           /* the declarations alone, with an include guard and what a caller has to know */
    /* a main besides, which reads the inputs of the one function from .npy files and writes its
     * results to such */
    bool driver;
    /* loops over elements that lie side by side use the vectors of GCC and Clang, where the
     * compiler is one of them */
    bool simd;
    bool openmp; /* loops whose iterations are independent are divided over threads where the compiler does OpenMP */
} grn_module_emit_options;

/*
 * Writes the program as C. It may be of any dialect; one that is in loops over memory already (scf,
 * memref, arith) is written as it stands. `sink` gets ASCII in pieces, and nothing at all unless
 * all can be written. options may be NULL.
 *
 * In C a tensor is a pointer to its first element, row-major: `const T *restrict` of an input, `T
 * *restrict` of a result, which comes after the inputs and is the caller's, apart from all else.
 * Behind it comes an int64_t for each extent that the program leaves open. i1 is uint8_t, 0 or 1;
 * i2, i4 and narrow floats take a byte, f16 and bf16 are their bits in uint16_t, as tensor.h has
 * them; complex numbers are structs of re and im. A function answers an int where it can fail: 0 is
 * fine, a positive one is 1 + the position of the first bad index vector, under an index rule that
 * refuses it, and -1 says that memory was refused. Its results are untouched in the first case.
 *   GRN_E_UNSUPPORTED: an op or a type that has no counterpart, reported at each op with the
 *   reason; or there is no such
 *     function; or a driver is asked for and there are several functions.
 *   GRN_E_ARGUMENT: NULL but for options and diag, or a header with a driver.
 *   Any other status is the sink's own, or GRN_E_VERIFY, GRN_E_MEMORY, GRN_E_LIMIT, reported.
 * Several threads may write one module at once. Semantics: docs/emit.md.
 */
GRN_API GRN_MUST_USE grn_status grn_module_emit(const grn_module *module, const grn_module_emit_options *options,
                                                const grn_diag *diag, const grn_sink *sink);

GRN_END_DECLS

#endif
