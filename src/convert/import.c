/*
 * import.c - the first pass: every op that has an import pattern, and every
 * op that is a gather or a scatter, becomes the hub's.
 *
 * Values whose type only stands for a tensor (torch's) are that tensor from
 * here on, and conversions between the two are dropped. Where a tensor lies in
 * TTNN's memory is dropped too: the hub has no such types.
 */
#include <inttypes.h>

#include "convert/steps.h"

/* ---- types that stand for tensors -------------------------------------------------------------------------------- */

static bool is_layout(const grn_attr *encoding)
{
    static const char name[] = "#ttnn.ttnn_layout<";
    return encoding->kind == GRN_ATTR_OPAQUE && encoding->text.n >= sizeof name - 1 &&
           memcmp(encoding->text.text, name, sizeof name - 1) == 0;
}

/* NULL: memory refused. */
static const grn_type *retyped(grn_ir *ir, const grn_type *t)
{
    t = grn_type_at_run(t);
    if (!grn_type_is_tensor(t) || !t->encoding || !is_layout(t->encoding))
        return t;
    return grn_type_tensor(ir, t->element, t->rank, t->shape, NULL);
}

static const grn_type *retyped_function(grn_ir *ir, const grn_type *t)
{
    const grn_type **members = GRN_ARENA_NEW(&ir->arena, const grn_type *, t->count + 1);
    for (size_t i = 0; members && i < t->count; i++)
        if (!(members[i] = retyped(ir, t->members[i])))
            return NULL;
    return members ? grn_type_function(ir, t->inputs, members, t->count - t->inputs, members + t->inputs) : NULL;
}

static bool retype_attrs(grn_ir *ir, const grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        if (a->kind != GRN_ATTR_TYPE || a->type_value->kind != GRN_TYPE_FUNCTION)
            continue;
        const grn_type *t = retyped_function(ir, a->type_value);
        const grn_attr *made = t ? grn_attr_type(ir, t) : NULL;
        if (!made)
            return false;
        op->attrs[i].value = made;
    }
    return true;
}

static bool retype_values(grn_ir *ir, size_t n, grn_value *values)
{
    for (size_t i = 0; i < n; i++) {
        const grn_type *t = retyped(ir, values[i].type);
        if (!t)
            return false;
        values[i].type = t;
    }
    return true;
}

/* Depth is the regions', which the parser limits. */
static bool retype(grn_ir *ir, grn_op *op)
{
    bool ok = retype_values(ir, op->nresults, op->results) && retype_attrs(ir, op);
    for (size_t i = 0; i < op->nregions; i++)
        for (grn_block *b = op->regions[i].first; ok && b; b = b->next) {
            ok = retype_values(ir, b->nargs, b->args);
            for (grn_op *inner = b->first; ok && inner; inner = inner->next)
                ok = retype(ir, inner);
        }
    return ok;
}

/* ---- import patterns --------------------------------------------------------------------------------------------- */

static const grn_import_pattern *const others[] = {grn_tf_import_patterns, grn_tosa_import_patterns, grn_arith_import_patterns};

static const grn_import_pattern *find_in(const grn_import_pattern *list, grn_str name)
{
    for (; list && list->op; list++)
        if (grn_str_is(name, list->op))
            return list;
    return NULL;
}

static const grn_import_pattern *find_import_pattern(grn_str name)
{
    const grn_import_pattern *found = NULL;
    for (size_t i = 0; !found && grn_targets[i]; i++)
        found = find_in(grn_targets[i]->import_patterns, name);
    for (size_t i = 0; !found && i < GRN_COUNT(others); i++)
        found = find_in(others[i], name);
    return found;
}

static grn_status import_same(grn_rewrite *w, const grn_op *op, const char *same)
{
    bool tensors = op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0));
    for (size_t i = 0; i < op->noperands; i++)
        tensors = tensors && grn_type_is_tensor(grn_operand_type(op, i));
    if (!tensors)
        return GRN_OK;
    return grn_replace(w, grn_new(w, same, op->noperands, op->operands, grn_result_type(op, 0), 0, NULL));
}

/* ---- gathers and scatters ---------------------------------------------------------------------------------------- */

/* Operands as to_spec takes them: constants with their data, all else by its type. */
typedef struct known {
    grn_tensor *tensor;
    int64_t *scalar;
} known;

static grn_status know(grn_rewrite *w, const grn_op *op, known *out)
{
    size_t n = op->noperands;
    *out = (known){GRN_ARENA_NEW(&w->ir->arena, grn_tensor, n + 1), GRN_ARENA_NEW(&w->ir->arena, int64_t, n + 1)};
    if (!out->tensor || !out->scalar)
        return grn_no_memory(w);
    for (size_t i = 0; i < n; i++) {
        const grn_type *t = grn_operand_type(op, i);
        if (grn_constant_tensor(op->operands[i], &out->scalar[i], &out->tensor[i]))
            continue;
        if (!grn_type_is_tensor(t)) { /* a flag or a list that is no constant: nothing is known */
            out->tensor[i] = (grn_tensor){.dtype = GRN_I64};
            continue;
        }
        if (!grn_type_has_static_shape(t))
            return grn_refuse(w, "has operand #%zu of a shape that is not known", i);
        if (grn_tensor_init(&out->tensor[i], NULL, t->element->dtype, t->rank, t->shape) != GRN_OK)
            return grn_refuse(w, "has operand #%zu of more elements than can be counted", i);
    }
    return GRN_OK;
}

/* The start of a dynamic slice: a vector of the last operands. */
static grn_value *inline_indices(grn_rewrite *w, const grn_op *op, size_t count)
{
    static const int64_t one[] = {1};
    grn_value *parts[GRN_MAX_RANK];
    if (count == 0)
        return grn_build_integers(w, grn_type_integer(w->ir, 64, GRN_SIGNLESS), 1, (const int64_t[]){0}, 1, one);
    for (size_t i = 0; i < count; i++)
        parts[i] = grn_build_reshape(w, op->operands[op->noperands - count + i], 1, one);
    return grn_build_concatenate(w, count, parts, 0);
}

static grn_value *indices_of(grn_rewrite *w, const grn_op *op, const grn_access *a)
{
    if (a->indices_operand == GRN_INDICES_INLINE)
        return inline_indices(w, op, (size_t)a->indices.shape[0]);
    grn_value *v = op->operands[a->indices_operand];
    bool same = v->type->rank == a->indices.rank;
    for (int32_t d = 0; same && d < a->indices.rank; d++)
        same = v->type->shape[d] == a->indices.shape[d];
    if (!same && v->type->element->kind == GRN_TYPE_INDEX) /* which StableHLO does not reshape */
        v = grn_build_convert(w, v, grn_type_integer(w->ir, 64, GRN_SIGNLESS));
    return grn_build_reshape(w, v, a->indices.rank, a->indices.shape);
}

/* The declared result type where it has fewer known extents than follow from the operands: uses rely on the declaration. */
static const grn_type *result_of(grn_rewrite *w, const grn_op *op, const grn_access *a)
{
    const grn_type *declared = grn_type_at_run(grn_result_type(op, 0));
    if (grn_type_is_tensor(declared) && !grn_type_has_static_shape(declared))
        return declared;
    return grn_tensor_like(w, grn_operand_type(op, a->operand)->element, a->result_rank, a->result_shape);
}

static grn_status import_gather(grn_rewrite *w, const grn_op *op, const grn_access *a)
{
    grn_hub hub = {.dims = a->gather.dims,
                   .slice_sizes = a->gather.slice_sizes,
                   .rule = a->gather.index,
                   .ninputs = 1,
                   .operands = &op->operands[a->operand],
                   .from = op->name,
                   .indices = indices_of(w, op, a),
                   .result = result_of(w, op, a)};
    memcpy(hub.fill, a->gather.fill, sizeof hub.fill);
    return grn_replace_op(w, grn_hub_make(w, &hub));
}

/* `v` in the element type that updates are accumulated in, where that is not their own. */
static grn_value *accumulating(grn_rewrite *w, const grn_access *a, grn_value *v)
{
    return a->accumulate == GRN_NO_DTYPE ? v : grn_build_convert(w, v, grn_type_of_dtype(w->ir, a->accumulate));
}

/* NULL: memory refused. */
static grn_value **scatter_inputs(grn_rewrite *w, const grn_op *op, const grn_access *a)
{
    grn_value **inputs = GRN_ARENA_NEW(&w->ir->arena, grn_value *, a->ninputs + 1);
    for (size_t i = 0; inputs && i < a->ninputs; i++)
        if (!(inputs[i] = accumulating(w, a, op->operands[a->operand + i])))
            return NULL;
    return inputs;
}

static grn_value **scatter_updates(grn_rewrite *w, const grn_op *op, const grn_access *a)
{
    static const int64_t zero[GRN_MAX_RANK];
    grn_value **updates = GRN_ARENA_NEW(&w->ir->arena, grn_value *, a->ninputs + 1);
    for (size_t i = 0; updates && i < a->ninputs; i++) {
        grn_value *v = op->operands[a->updates + i];
        updates[i] = accumulating(w, a, a->cut_updates ? grn_build_slice(w, v, zero, a->update_shape) : v);
        if (!updates[i])
            return NULL;
    }
    return updates;
}

static grn_status import_scatter(grn_rewrite *w, const grn_op *op, const grn_access *a)
{
    grn_status status = grn_check_declared(w, a->operand, a->ninputs);
    if (status != GRN_OK)
        return status;
    grn_hub hub = {.is_scatter = true,
                   .dims = a->scatter.dims,
                   .rule = a->scatter.index,
                   .combiner = a->scatter.combiner,
                   .ninputs = a->ninputs,
                   .operands = scatter_inputs(w, op, a),
                   .from = op->name,
                   .indices = indices_of(w, op, a),
                   .updates = scatter_updates(w, op, a)};
    if (!hub.operands || !hub.updates)
        return grn_no_memory(w);
    grn_op *made = grn_hub_make(w, &hub);
    if (!made || a->accumulate == GRN_NO_DTYPE)
        return grn_replace_op(w, made);
    return grn_replace(w, grn_build_convert(w, &made->results[0], grn_result_type(op, 0)->element));
}

static grn_status import_access(grn_rewrite *w, const grn_op *op)
{
    known k;
    grn_access access;
    grn_status status = know(w, op, &k);
    if (status == GRN_OK)
        status = op->def->to_spec(op, k.tensor, w->diag, &access);
    if (status != GRN_OK)
        return status;
    return access.kind == GRN_ACCESS_GATHER ? import_gather(w, op, &access) : import_scatter(w, op, &access);
}

/* ---- the pass ---------------------------------------------------------------------------------------------------- */

/* Gathers and scatters of the hub stay; so do all of StableHLO's ops where that is the target, and what the target keeps. */
static bool stays(const grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (w->target->keeps && w->target->keeps(op))
        return true;
    return grn_hub_read(op, &hub) ||
           (w->target == &grn_target_stablehlo && op->name.n > 10 && memcmp(op->name.text, "stablehlo.", 10) == 0);
}

static grn_status import_op(grn_rewrite *w, grn_op *op)
{
    if (!op->def || stays(w, op))
        return GRN_OK;
    const grn_import_pattern *pattern = find_import_pattern(op->name);
    if (pattern && grn_convert_stays(op, false) && !op->def->to_spec)
        return GRN_OK;
    if (!pattern && !op->def->to_spec)
        return GRN_OK;
    grn_status status = grn_check_encodings(w);
    if (status != GRN_OK)
        return status;
    if (!pattern)
        return import_access(w, op);
    return pattern->same ? import_same(w, op, pattern->same) : pattern->import(w, op);
}

grn_status grn_pass_import(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    if (!retype(ir, ir->top)) {
        grn_ir_refused(ir, diag, ir->top->place, "converting");
        return GRN_E_MEMORY;
    }
    return grn_convert_walk(ir, o, diag, import_op);
}
