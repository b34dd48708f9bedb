/*
 * memref.h - the families of memref ops, and what they share.
 *
 * A buffer at run time is a view on counted memory that stores write to. Every
 * access is checked: against the extents, against the type's layout where the
 * type says more than is known before a run, and against deallocation.
 */
#ifndef GRN_MEMREF_H
#define GRN_MEMREF_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_memref_alloc_ops[];  /* alloc, alloca, dealloc */
extern const grn_op_def grn_memref_access_ops[]; /* load, store, copy, dim */
extern const grn_op_def grn_memref_global_ops[]; /* global, get_global */
extern const grn_op_def grn_memref_view_ops[];   /* subview, cast, reinterpret_cast */
extern const grn_op_def grn_memref_foreign_ops[];
extern const grn_op_def grn_memref_reshape_ops[]; /* collapse_shape, expand_shape */

extern const grn_type_class grn_is_memref; /* "memref of any type values" */

/* ---- running (support.c) --------------------------------------------------------------------- */

/* Result 0 is a view of operand 0's memory: GRN_E_SHAPE, reported, when it does not lie as the
 * result's type says; GRN_E_UNSUPPORTED for a type whose layout is not known here. */
grn_status grn_memref_share(grn_exec *x, const grn_op *op, const grn_tensor *view);

/* ---- rules (support.c) ----------------------------------------------------------------------- */

/* A memref of these strides and offset and else like `like`; with the default layout where that
 * says the same. NULL: memory refused. */
const grn_type *grn_memref_strided(grn_ir *ir, const grn_type *like, int32_t rank, const int64_t *shape,
                                   const int64_t *strides, int64_t offset);

#endif
