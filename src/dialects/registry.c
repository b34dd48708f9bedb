/* registry.c - every dialect that garner reads: a row each. */
#include "dialects/dialects.h"

/* Where two dialects have patterns for the same op, the first one's are used. */
#define DIALECTS(ROW)  \
    ROW(builtin)       \
    ROW(func)          \
    ROW(stablehlo)     \
    ROW(interpreter)   \
    ROW(chlo)          \
    ROW(sdy)           \
    ROW(check)         \
    ROW(arith)         \
    ROW(linalg)        \
    ROW(scf)           \
    ROW(memref)        \
    ROW(math)          \
    ROW(complex)       \
    ROW(garner)        \
    ROW(tensor)        \
    ROW(tcp)           \
    ROW(onnx)          \
    ROW(tosa)          \
    ROW(tf)            \
    ROW(torch)         \
    ROW(torch_c)       \
    ROW(ttnn)          \
    ROW(affine)        \
    ROW(bufferization) \
    ROW(index)         \
    ROW(ml_program)    \
    ROW(shape)         \
    ROW(mhlo)          \
    ROW(cf)            \
    ROW(vector)        \
    ROW(nvl)

#define DECLARE(name) extern const grn_dialect grn_dialect_##name;
DIALECTS(DECLARE)
#undef DECLARE

#define ENTRY(name) &grn_dialect_##name,
const grn_dialect *const grn_dialects[] = {DIALECTS(ENTRY) NULL};
