/*
 * rows.h - what each system calls things.
 *
 * Knows: ops, which rules of src/rules they ask and the rules that are theirs
 * alone, and how each op becomes a canonical spec or a small evaluation. One
 * file per dialect (a large one has a file per family of ops). Must not know:
 * plans, kernels, the interpreter's insides.
 */
#ifndef GRN_DIALECTS_ROWS_H
#define GRN_DIALECTS_ROWS_H

#include "dialects/common/exec.h"
#include "dialects/common/parts.h"
#include "eval/eval.h"
#include "ir/ir.h"
#include "access/spec.h"
#include "text/text.h"

#endif
