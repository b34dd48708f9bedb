/* verify_infer.c - the types an op's row infers against those that are written. */
#include "ir/verify.h"

#include <stdio.h>

/* 'T1', 'T2': each in quotes; cut when they do not fit. */
static const char *types_text(size_t count, const grn_type *(*type)(const void *from, size_t i), const void *from,
                              char *text, size_t bytes)
{
    char one[GRN_TYPE_TEXT_BYTES];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < bytes - 1; i++) {
        int n =
            snprintf(text + used, bytes - used, "%s'%s'", i ? ", " : "", grn_type_text(type(from, i), one, sizeof one));
        used = n < 0 || (size_t)n >= bytes - used ? bytes - 1 : used + (size_t)n;
    }
    return text;
}

static const grn_type *inferred_type(const void *from, size_t i) { return ((const grn_inferred *)from)->types[i]; }

static const grn_type *written_type(const void *from, size_t i) { return grn_result_type(from, i); }

static bool compatible(const grn_op *op, const grn_inferred *inferred)
{
    if (inferred->count != op->nresults)
        return false;
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_types_compatible(inferred->types[i], grn_result_type(op, i)))
            return false;
    return true;
}

static bool elements_agree(const grn_type *want, const grn_type *have)
{
    return grn_types_compatible(grn_type_element_or_self(want), grn_type_element_or_self(have));
}

static bool shapes_agree(const grn_type *want, const grn_type *have)
{
    return !grn_type_is_tensor(want) || !grn_type_is_tensor(have) || grn_shapes_compatible(want, have);
}

static bool all(const grn_op *op, const grn_inferred *inferred,
                bool (*agree)(const grn_type *want, const grn_type *have))
{
    for (size_t i = 0; i < op->nresults && i < inferred->count; i++)
        if (!agree(inferred->types[i], grn_result_type(op, i)))
            return false;
    return true;
}

static void note_rules(const grn_verifier *v, const grn_op *op, const grn_inferred *inferred)
{
    const grn_result_rules *rules = &op->def->result_rules;
    if (rules->shape && !all(op, inferred, shapes_agree))
        grn_op_rule(op, &v->check, rules->shape);
    if (rules->element && !all(op, inferred, elements_agree))
        grn_op_rule(op, &v->check, rules->element);
}

static void disagree(const grn_verifier *v, const grn_op *op, const grn_inferred *inferred)
{
    char want[GRN_MESSAGE_BYTES / 2 - 128], have[GRN_MESSAGE_BYTES / 2 - 128];
    (void)grn_op_fail(op, &v->check, "inferred type(s) %s are incompatible with return type(s) of operation %s",
                      types_text(inferred->count, inferred_type, inferred, want, sizeof want),
                      types_text(op->nresults, written_type, op, have, sizeof have));
    note_rules(v, op, inferred);
}

/* A row may pass on what a constructor refused. */
static bool is_whole(const grn_inferred *inferred)
{
    for (size_t i = 0; i < inferred->count; i++)
        if (!inferred->types || !inferred->types[i])
            return false;
    return true;
}

/* Upstream has two messages here: the reason, and then that inference failed. */
grn_status grn_verify_inferred(grn_verifier *v, const grn_op *op)
{
    grn_inferred inferred = {0, NULL};
    grn_status status = op->def->infer(op, &v->check, &inferred);
    if (status == GRN_OK && !is_whole(&inferred))
        return GRN_E_MEMORY;
    if (status == GRN_E_MEMORY || (status == GRN_OK && compatible(op, &inferred)))
        return status;
    if (status == GRN_OK)
        disagree(v, op, &inferred);
    return grn_op_fail(op, &v->check, "failed to infer returned types");
}

grn_status grn_op_infer(grn_ir *ir, const grn_op *op, const grn_diag *diag, grn_inferred *out)
{
    grn_verifier v = {.ir = ir, .allow_unregistered = true, .refused = op->place, .check = {ir, diag, true}};
    grn_status status = op->def && op->def->infer ? GRN_OK : GRN_E_UNSUPPORTED;
    *out = (grn_inferred){0, NULL};
    if (status == GRN_OK)
        status = grn_verify_counts(&v, op);
    if (status == GRN_OK)
        status = grn_verify_attrs(&v, op);
    if (status == GRN_OK)
        status = grn_verify_types(&v, op);
    if (status == GRN_OK)
        status = grn_verify_relations(&v, op);
    if (status == GRN_OK && op->def->verify)
        status = op->def->verify(op, &v.check);
    if (status == GRN_OK)
        status = op->def->infer(op, &v.check, out);
    if (status == GRN_OK && (!is_whole(out) || out->count != op->nresults))
        status = is_whole(out) ? GRN_E_VERIFY : GRN_E_MEMORY;
    return status;
}
