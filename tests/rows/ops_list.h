/* ops_list.h - the lists of ops as text: a line per op with its word per layer, and the words as
 * sentences. */
#ifndef TESTS_ROWS_OPS_LIST_H
#define TESTS_ROWS_OPS_LIST_H

#include "dialects/dialects.h"

/* The languages and targets of the lists' last two columns. */
enum { NONE = 0, NUMPY = 1, JAX = 2, PYTORCH = 4, R = 8, PYTHON = NUMPY | JAX | PYTORCH };
enum { ONNX = 1, TORCH = 2, TTNN = 4, NVL = 8, TENSOR = 16, TCP = 32, HLO = 64, MLIR = TENSOR | TCP, ALL = 63 };
static const char *const ops_languages[] = {"numpy", "jax", "pytorch", "r", NULL};
static const char *const ops_targets[] = {"onnx", "torch", "ttnn", "nvl", "tensor", "tcp", "stablehlo", NULL};

/* OPS_EMIT: of lines of OTHER_OP. */
enum { OPS_LOWER, OPS_GRAD, OPS_RULE, OPS_CUT, OPS_RANGE, OPS_NARROW, OPS_EMIT, OPS_WORDS };

typedef struct ops_line {
    const char *dialect, *op;
    grn_op_number number;
    const char *word[OPS_WORDS];
    unsigned languages, targets;
} ops_line;

static const ops_line ops_lines[] = {
#define OP(dialect, op, lower, grad, rule, cut, range, narrow, source, target) \
    OTHER_OP(dialect, op, OTHER, lower, grad, rule, cut, range, narrow, source, target)
#define OTHER_OP(dialect, op, emit, lower, grad, rule, cut, range, narrow, source, target) \
    {#dialect, #op, GRN_OP(dialect, op), {#lower, #grad, #rule, #cut, #range, #narrow, #emit}, source, target},
#include "dialects/common/every.def"
};

static const struct {
    const char *word, *sentence;
} ops_reasons[] = {
#define REASON(word, sentence) {#word, sentence},
#include "dialects/common/reasons.def"
};

/* NULL: no list has it. */
static inline const ops_line *ops_line_of(const grn_op_def *def)
{
    return def->number ? &ops_lines[def->number - 1] : NULL;
}

#endif
