/*
 * lower.h - programs of tensors as programs of loops, in MLIR's own dialects.
 *
 * The calls here may run on several threads at once, on one module too; they
 * keep no pointer beyond the module they make. diag may be NULL, and `stage`; nothing else.
 */
#ifndef GARNER_LOWER_H
#define GARNER_LOWER_H

#include "garner/module.h"

GRN_BEGIN_DECLS

/*
 * A program as loops: func, arith, math, complex, scf and memref (or tensor and linalg), such as
 * mlir-opt lowers to LLVM.
 *
 *   to     "scf"       memrefs, scf.for, loads and stores; contiguous windows are one memref.copy
 *          "parallel"  the same, with scf.parallel where no two steps meet at one element
 *          "linalg"    tensors: linalg.generic, and scf.for around tensor.insert for scatters
 *   stage  how far (grn_module_lower_stage lists them): "tensor", the program as it is;
 *          "destination", tensors, each op with the tensor it writes to, gathers and scatters as
 *          garner.gather and garner.scatter; "buffer", the same on memrefs; "loops". NULL: "loops".
 *          "linalg" has no "buffer".
 *
 * The program may be of any dialect; it is imported as grn_module_convert does. Functions keep
 * their names. A tensor that is taken or given becomes a memref or tensor of its shape whose
 * integers have no sign; the argument or result then has the type that was declared as its
 * attribute `garner.type`. A function in which an index out of range is an error gets one more
 * result, an i32: 0, or 1 + the row-major position of the first index vector that is out of range.
 * Memrefs that a function gives are new and the caller's to free. A run of what is made gives the
 * bits that a run of the program gives (a NaN for a NaN); docs/lower.md says where promises that
 * are broken may show.
 *
 * A new module of the given one's allocator and options, verified, the caller's to destroy; *out is
 * NULL on failure.
 *   GRN_E_ARGUMENT     there is no such target, or it has no such stage; module, options or out
 *                      NULL
 *   GRN_E_UNSUPPORTED  an op or a type has no lowering, reported at each such op with the reason
 *   GRN_E_VERIFY       the module given breaks a rule
 *   GRN_E_MEMORY, GRN_E_LIMIT
 * Source of the semantics: that of the dialects; MLIR 19, the dialects of those names.
 */
typedef struct grn_module_lower_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_lower_options): garner.h */
    const char *to, *stage;
    bool c_interface; /* every function gets llvm.emit_c_interface */
    /* tensors that a function gives are trailing memref arguments, which the caller owns; they are
     * written
     *                            to only where every index is in range. With memrefs only */
    bool result_arguments;
    bool strided;      /* memrefs that a function takes may have any strides and offset */
    bool drop_checks;  /* checks in the program are left out, not refused */
    bool keep_recipes; /* as in grn_module_convert_options */
} grn_module_lower_options;
GRN_API GRN_MUST_USE grn_status grn_module_lower(const grn_module *module, const grn_module_lower_options *options,
                                                 const grn_diag *diag, grn_module **out);
/* What `to` and `stage` may name, in order; NULL behind the last and beyond. Static storage. */
GRN_API const char *grn_module_lower_target(size_t i);
GRN_API const char *grn_module_lower_stage(size_t i);

GRN_END_DECLS

#endif
