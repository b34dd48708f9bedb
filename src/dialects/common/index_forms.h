/*
 * index_forms.h - ops that index by elements, by vectors or by slices
 * (rules/forms.h), as canonical gathers and scatters.
 *
 * Knows no dialect: an op's bounds, negative indices, messages and operand
 * order are its row's.
 */
#ifndef GRN_INDEX_FORMS_H
#define GRN_INDEX_FORMS_H

#include "dialects/common/mlir.h"
#include "dialects/common/rule_report.h"
#include "rules/forms.h"

typedef struct grn_index_form {
    grn_form_kind kind;
    int64_t axis, batch;           /* axis -1: not known yet */
    size_t full, indices, updates; /* operand numbers */
    grn_index_rule rule;           /* batch_rule is the form's own */
    grn_combiner combiner;
} grn_index_form;

/* ---- types: grn_form_fits first; the others want a form that fits ---------------------------- */

grn_form_misfit grn_form_fits(const grn_index_form *f, const grn_type *full, const grn_type *indices);

/* Rank and extents of dense, GRN_DYNAMIC where they are not known; false: not even the rank is
 * (VECTORS of an unknown number of coordinates), or it is more than GRN_MAX_RANK. */
bool grn_form_shape(const grn_index_form *f, const grn_type *full, const grn_type *indices, int32_t *rank,
                    int64_t *shape);
/* A gather's one result: dense with full's elements, or the type as written where the shape is not
 * known. */
grn_status grn_form_infer(const grn_index_form *f, const grn_op *op, grn_check *check, grn_inferred *out);

/* ---- tensors --------------------------------------------------------------------------------- */

/* The form on actual tensors, checked again, as extents that a type left open may be wrong.
 * GRN_E_SHAPE, GRN_E_INDEX, GRN_E_LIMIT, reported. */
grn_status grn_form_to_gather(const grn_index_form *f, const grn_op *op, const grn_tensor *operands,
                              const grn_diag *diag, grn_access *out);
grn_status grn_form_to_scatter(const grn_index_form *f, const grn_op *op, const grn_tensor *operands,
                               const grn_diag *diag, grn_access *out);

/* ---- rows whose rules are src/rules' --------------------------------------------------------- */

/* What the rules of an op see: its operands' types, or a run's tensors. */
typedef struct grn_form_asked {
    const grn_op *op;
    const grn_rule_report *to; /* to->op: the op's name without its dialect */
    const grn_tensor *tensors; /* NULL: of types */
    const grn_diag *diag;
    grn_shaped operands[3];
} grn_form_asked;
/* GRN_OK: *out is how the op indexes. */
typedef grn_status grn_form_rules(const grn_form_asked *a, grn_index_form *out);

grn_status grn_form_of_types(grn_form_rules *rules, const grn_op *op, const grn_check *check, grn_index_form *out);
/* As a row's functions. A scatter's operands are full, indices and updates. */
grn_status grn_form_gather_infer(grn_form_rules *rules, const grn_op *op, grn_check *check, grn_inferred *out);
grn_status grn_form_gather_to_spec(grn_form_rules *rules, const grn_op *op, const grn_tensor *operands,
                                   const grn_diag *diag, grn_access *out);
/* `rule`: that of the updates' elements, where no dtype tells them apart. */
grn_status grn_form_scatter_verify(grn_form_rules *rules, const char *rule, const grn_op *op, grn_check *check);
grn_status grn_form_scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out);
grn_status grn_form_scatter_to_spec(grn_form_rules *rules, const grn_op *op, const grn_tensor *operands,
                                    const grn_diag *diag, grn_access *out);

/* gather_verify, gather_infer, gather_to_spec, scatter_verify and scatter_to_spec of ops with these
 * rules. */
#define GRN_FORM_ROWS(rules, rule_of_elements)                                                            \
    static grn_status gather_verify(const grn_op *op, grn_check *check)                                   \
    {                                                                                                     \
        grn_index_form f;                                                                                 \
        return grn_form_of_types(rules, op, check, &f);                                                   \
    }                                                                                                     \
    static grn_status gather_infer(const grn_op *op, grn_check *check, grn_inferred *out)                 \
    {                                                                                                     \
        return grn_form_gather_infer(rules, op, check, out);                                              \
    }                                                                                                     \
    static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag,  \
                                     grn_access *out)                                                     \
    {                                                                                                     \
        return grn_form_gather_to_spec(rules, op, operands, diag, out);                                   \
    }                                                                                                     \
    static grn_status scatter_verify(const grn_op *op, grn_check *check)                                  \
    {                                                                                                     \
        return grn_form_scatter_verify(rules, rule_of_elements, op, check);                               \
    }                                                                                                     \
    static grn_status scatter_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, \
                                      grn_access *out)                                                    \
    {                                                                                                     \
        return grn_form_scatter_to_spec(rules, op, operands, diag, out);                                  \
    }

/* ---- parts of rows --------------------------------------------------------------------------- */

/* `$value` of a constant op that defines operand `i`, as an integer; false: not a constant, or not
 * an integer. */
bool grn_constant_operand(const grn_op *op, size_t i, int64_t *out);
/* The eval of a constant whose attribute `value`, or else `values`, is an elements attribute. */
grn_status grn_elements_eval(grn_exec *x, const grn_op *op);
/* That attribute has the result's type. */
grn_status grn_elements_verify(const grn_op *op, grn_check *check);

#endif
