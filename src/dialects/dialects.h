/*
 * dialects.h - what each system calls things.
 *
 * Knows: ops, their rules with their numbers, their messages, and how each op
 * becomes a canonical spec or a small evaluation. One file per dialect (a
 * large one has a file per family of ops). Must not know: plans, kernels,
 * the interpreter's insides.
 */
#ifndef GRN_DIALECTS_H
#define GRN_DIALECTS_H

#include "eval/eval.h"
#include "ir/ir.h"
#include "spec/spec.h"
#include "text/text.h"

/* Every dialect garner reads, NULL-terminated. */
extern const grn_dialect *const grn_dialects[];

extern const grn_dialect grn_dialect_builtin;
extern const grn_dialect grn_dialect_func;
extern const grn_dialect grn_dialect_stablehlo;
extern const grn_dialect grn_dialect_check;
extern const grn_dialect grn_dialect_arith;
extern const grn_dialect grn_dialect_tensor;
extern const grn_dialect grn_dialect_linalg;
extern const grn_dialect grn_dialect_tcp;
extern const grn_dialect grn_dialect_onnx;
extern const grn_dialect grn_dialect_tosa;
extern const grn_dialect grn_dialect_tf;
extern const grn_dialect grn_dialect_ttnn;
extern const grn_dialect grn_dialect_torch;
extern const grn_dialect grn_dialect_torch_c;
extern const grn_dialect grn_dialect_nvl;

#endif
