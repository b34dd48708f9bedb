/* access.c - the gather or scatter that an op is, over the types of its operands. */
#include <stdio.h>

#include "passes/passes.h"
#include "survey/layout.h"
#include "survey/survey.h"

/* ---- operands -------------------------------------------------------------------------------- */

/* An op may be made of a number, and give a tensor that is filled with it. */
static bool is_constant(const grn_value *v, const grn_type *t, int64_t *scalar, grn_tensor *out)
{
    return grn_constant_tensor(v, scalar, out) && (!grn_type_is_tensor(t) || t->rank == out->rank);
}

/* What has no tensor's type is a tensor of rank 0 of which nothing is known, as a row takes it. */
static bool value_of(grn_fold *fold, const grn_value *v, int64_t *scalar, grn_tensor *out)
{
    const grn_type *t = grn_type_at_run(v->type);
    if (is_constant(v, t, scalar, out))
        return true;
    *out = (grn_tensor){.dtype = GRN_I64};
    if (!grn_type_is_shaped(t))
        return true;
    if (!grn_type_has_static_shape(t) || t->element->dtype == GRN_NO_DTYPE ||
        grn_tensor_init(out, NULL, t->element->dtype, t->rank, t->shape) != GRN_OK)
        return false;
    if (grn_type_is_memref(v->type)) {
        int64_t offset, elements;
        return grn_memref_place(v->type, t->shape, out->stride, &offset, &elements);
    }
    (void)grn_layout_of(fold, v, out);
    return true;
}

static grn_status read_values(grn_arena *arena, grn_surveyed *s)
{
    const size_t n = s->typed->noperands;
    char text[GRN_TYPE_TEXT_BYTES];
    s->values = GRN_ARENA_NEW(arena, grn_tensor, n + 1);
    s->scalars = GRN_ARENA_NEW(arena, int64_t, n + 1);
    if (!s->values || !s->scalars)
        return GRN_E_MEMORY;
    for (size_t i = 0; s->known && i < n; i++)
        if (!value_of(s->fold, s->typed->operands[i], &s->scalars[i], &s->values[i])) {
            s->known = false;
            snprintf(s->why, sizeof s->why, "operand #%zu is of type %.200s, whose elements are not counted", i,
                     grn_type_text(grn_operand_type(s->typed, i), text, sizeof text));
        }
    return GRN_OK;
}

/* ---- the access ------------------------------------------------------------------------------ */

/* The first error is the reason. */
static void keep_reason(void *user, const grn_diagnostic *d)
{
    grn_surveyed *s = user;
    if (d->severity == GRN_SEVERITY_ERROR && s->known) {
        s->known = false;
        snprintf(s->why, sizeof s->why, "%s", d->message);
    }
}

static bool new_tensors(grn_arena *arena, grn_surveyed *s)
{
    s->operands = GRN_ARENA_NEW(arena, grn_tensor, s->access.ninputs + 1);
    s->dense = GRN_ARENA_NEW(arena, grn_tensor, s->access.ninputs + 1);
    return s->operands && s->dense;
}

static grn_status gather_tensors(grn_surveyed *s, const grn_diag *diag)
{
    const grn_access *a = &s->access;
    s->operands[0] = s->values[a->operand];
    grn_status status = grn_tensor_init(&s->dense[0], NULL, s->operands[0].dtype, a->result_rank, a->result_shape);
    return status == GRN_OK ? grn_gather_check(&a->gather, s->operands, &a->indices, s->dense, diag) : status;
}

/* What a scatter writes to, of input i, as it is before it. */
static grn_status input_of(const grn_surveyed *s, size_t i, grn_tensor *out)
{
    const grn_access *a = &s->access;
    if (a->operand != GRN_OPERAND_MADE) {
        *out = s->values[a->operand + i];
        return GRN_OK;
    }
    return grn_tensor_init(out, NULL, s->values[a->updates].dtype, a->result_rank, a->result_shape);
}

/* The dtype that input i is accumulated in. */
static grn_dtype dtype_of(const grn_surveyed *s, size_t i)
{
    const grn_access *a = &s->access;
    if (a->accumulate != GRN_NO_DTYPE)
        return a->accumulate;
    return i < s->typed->nresults ? grn_type_element_or_self(grn_type_at_run(grn_result_type(s->typed, i)))->dtype
                                  : s->values[a->operand + i].dtype;
}

/* Updates broadcast to a shape, aligned at the last dim. */
static grn_status spread(const grn_access *a, const grn_tensor *in, grn_dtype dtype, grn_tensor *out)
{
    grn_status status = grn_tensor_init(out, NULL, dtype, a->update_rank, a->update_shape);
    for (int32_t d = 0; status == GRN_OK && d < out->rank; d++) {
        const int32_t from = d - (out->rank - in->rank);
        out->stride[d] = from < 0 || in->shape[from] == 1 ? 0 : in->stride[from];
    }
    return status;
}

static grn_status updates_of(const grn_surveyed *s, size_t i, grn_tensor *out)
{
    const grn_access *a = &s->access;
    const grn_tensor *in = &s->values[a->updates + i];
    const grn_dtype dtype = dtype_of(s, i);
    if (a->spread_updates)
        return spread(a, in, dtype, out);
    *out = *in;
    if (in->dtype == dtype && !a->cut_updates)
        return GRN_OK;
    if (in->dtype != dtype && grn_tensor_init(out, NULL, dtype, in->rank, in->shape) != GRN_OK) /* converted */
        return GRN_E_LIMIT;
    for (int32_t d = 0; a->cut_updates && d < out->rank; d++)
        out->shape[d] = a->update_shape[d];
    return GRN_OK;
}

static grn_status no_region(void *user, int64_t count, void *const *current, const void *const *update)
{
    (void)user, (void)count, (void)current, (void)update;
    return GRN_E_UNSUPPORTED;
}

/* A scatter writes to memory of its own, which is compact; one into a memref to that. */
static grn_status scatter_tensors(grn_surveyed *s, const grn_diag *diag)
{
    grn_access *a = &s->access;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < a->ninputs; i++) {
        grn_tensor in;
        status = input_of(s, i, &in);
        if (status == GRN_OK)
            status = grn_tensor_init(&s->operands[i], NULL, dtype_of(s, i), in.rank, in.shape);
        if (status == GRN_OK && a->operand != GRN_OPERAND_MADE &&
            grn_type_is_memref(grn_operand_type(s->typed, a->operand + i)))
            memcpy(s->operands[i].stride, in.stride, sizeof in.stride);
        if (status == GRN_OK)
            status = updates_of(s, i, &s->dense[i]);
    }
    if (a->scatter.combiner == GRN_COMBINE_REGION)
        a->scatter.region = no_region; /* nothing is run */
    return status == GRN_OK ? grn_scatter_check(&a->scatter, a->ninputs, s->operands, &a->indices, s->dense, diag)
                            : status;
}

grn_status grn_survey_read(const grn_run_flags *flags, grn_arena *arena, grn_surveyed *s)
{
    const grn_diag diag = {keep_reason, s};
    const grn_op *op = s->typed;
    s->access = (grn_access){.ninputs = 0};
    grn_status status = (op->def->to_spec ? op->def->to_spec : op->def->as_access)(op, s->values, &diag, &s->access);
    const bool gathers = s->access.kind == GRN_ACCESS_GATHER;
    if (status == GRN_OK && !new_tensors(arena, s))
        return GRN_E_MEMORY;
    if (status == GRN_OK) {
        grn_rule_in_run(flags, gathers ? &s->access.gather.index : &s->access.scatter.index);
        status = gathers ? gather_tensors(s, &diag) : scatter_tensors(s, &diag);
    }
    if (status != GRN_OK && s->known) {
        s->known = false;
        snprintf(s->why, sizeof s->why, "%s", grn_status_text(status));
    }
    return status == GRN_E_MEMORY ? status : GRN_OK;
}

enum { MOST_PARAMETERS = 64 }; /* elements of an operand that says what the access is */

/* Numbers and lists that the program makes of constants. Whether there is one more that is known
 * now. */
static bool know_parameters(grn_surveyed *s)
{
    bool more = false;
    for (size_t i = 0; s->fold && i < s->typed->noperands; i++) {
        grn_tensor *t = &s->values[i], known;
        if (t->data || grn_type_is_memref(grn_operand_type(s->typed, i)) || !grn_dtype_is_integer(t->dtype) ||
            grn_tensor_elements(t) > MOST_PARAMETERS || !grn_fold_value(s->fold, s->typed->operands[i], &known) ||
            !grn_tensor_same_shape(t, &known) || !known.data)
            continue;
        *t = known;
        more = true;
    }
    return more;
}

grn_status grn_survey_access(const grn_op *typed, const grn_run_flags *flags, grn_fold *fold, grn_arena *arena,
                             grn_surveyed *out)
{
    *out = (grn_surveyed){.op = typed, .typed = typed, .fold = fold, .number = SIZE_MAX, .known = true};
    grn_status status = read_values(arena, out);
    const bool readable = status == GRN_OK && out->known;
    if (readable)
        status = grn_survey_read(flags, arena, out);
    if (status == GRN_OK && readable && !out->known && know_parameters(out)) {
        out->known = true;
        status = grn_survey_read(flags, arena, out);
    }
    return status == GRN_OK && fold && fold->refused ? GRN_E_MEMORY : status;
}
