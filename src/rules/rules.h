/*
 * rules.h - the requirements of the systems' calls on their arguments, and their results: each rule
 * once, for the C call and for the op.
 *
 * Knows: torch's, ONNX's, TensorFlow's, JAX's, anvil's and TTNN's rules with their numbers and
 * messages, over shapes and dtypes. Must not know: IR, text, tensors' data, plans.
 *
 * A C call passes tensors, whose extents are all known. An op passes types, where an extent may be
 * GRN_DYNAMIC: a rule that cannot be decided yet holds, and is checked again over the tensors of a
 * run. The caller chooses how a broken rule is reported (grn_rule_report), so messages are written
 * here without a place.
 *
 * Words: full is the tensor that is gathered from or scattered into; dense is a gather's result or
 * a scatter's updates.
 */
#ifndef GRN_RULES_H
#define GRN_RULES_H

#include "core/core.h"
#include "access/spec.h"

/* ---- what rules see -------------------------------------------------------------------------- */

/* A tensor, or the type of one. */
typedef struct grn_shaped {
    grn_dtype dtype; /* GRN_NO_DTYPE: of elements that tensors here cannot have */
    int32_t rank;
    int64_t shape[GRN_MAX_RANK]; /* GRN_DYNAMIC: not known yet */
} grn_shaped;

/* Every call copies one, so no extent behind the rank is written. */
static inline grn_shaped grn_shaped_of(const grn_tensor *tensor)
{
    grn_shaped out;
    out.dtype = tensor->dtype;
    out.rank = tensor->rank;
    for (int32_t d = 0; d < tensor->rank; d++)
        out.shape[d] = tensor->shape[d];
    return out;
}

/* Whether two extents may be equal: they are, or one of them is not known yet. */
static inline bool grn_extents_agree(int64_t a, int64_t b) { return a == b || a == GRN_DYNAMIC || b == GRN_DYNAMIC; }
/* The same of ranks and all extents. */
bool grn_shapes_agree(const grn_shaped *a, const grn_shaped *b);
/* "[3,?]", `between` being ",": up to GRN_MAX_RANK extents, in a buffer of GRN_LIST_BYTES. */
const char *grn_extents_text(const int64_t *v, int32_t n, const char *between, char *buffer);

/* ---- messages of broken rules ----------------------------------------------------------------- */

/* `rule`: its number, "PT-3"; NULL: it has none. Answers the caller's status: `status`, or
 * GRN_E_VERIFY for an op. */
typedef struct grn_rule_report {
    grn_status (*broken)(const struct grn_rule_report *to, grn_status status, const char *rule, const char *message);
    void (*note)(const struct grn_rule_report *to, const char *message);
    const char *op; /* the caller's name of the op, for messages that have it */
} grn_rule_report;

/* The message as given. */
grn_status grn_rule_broken(const grn_rule_report *to, grn_status status, const char *rule, const char *format, ...)
    GRN_PRINTF(4, 5) GRN_COLD;
/* Under the message: argument, seen, right. */
void grn_rule_note(const grn_rule_report *to, const char *format, ...) GRN_PRINTF(2, 3) GRN_COLD;

/* For a C call: the message to `diag` without a place, `status`. */
typedef struct grn_call_report {
    grn_rule_report report;
    const grn_diag *diag;
} grn_call_report;
void grn_call_report_init(grn_call_report *r, const char *op, const grn_diag *diag);

#endif
