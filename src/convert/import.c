/*
 * import.c - the first pass: every op that has an import pattern, and every
 * op that is a gather or a scatter, becomes the hub's.
 *
 * Values whose type only stands for a tensor (torch's) are that tensor from
 * here on, and conversions between the two are dropped. So is an encoding that
 * says where a tensor lies.
 */
#include <inttypes.h>

#include "convert/steps.h"

/* ---- types that stand for tensors ------------------------------------------------------------ */

static bool is_placement(const grn_ir *ir, const grn_attr *encoding)
{
    for (const grn_dialect *const *d = ir->dialects; *d; d++)
        if ((*d)->translation && (*d)->translation->is_placement && (*d)->translation->is_placement(encoding))
            return true;
    return false;
}

/* NULL: memory refused. */
static const grn_type *retyped(grn_ir *ir, const grn_type *t)
{
    t = grn_type_as_tensor(t);
    if (!grn_type_is_tensor(t) || !t->encoding || !is_placement(ir, t->encoding))
        return t;
    return grn_type_tensor(ir, t->element, t->rank, t->shape, NULL);
}

static bool retype_attrs(grn_ir *ir, const grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        if (a->kind != GRN_ATTR_TYPE || a->type_value->kind != GRN_TYPE_FUNCTION)
            continue;
        const grn_attr *made = grn_retype_function(ir, retyped, a->type_value);
        if (!made)
            return false;
        op->attrs[i].value = made;
    }
    return true;
}

/* Depth is the regions', which the parser limits. */
static bool retype(grn_ir *ir, grn_op *op)
{
    bool ok = grn_retype_values(ir, retyped, op->nresults, op->results) && retype_attrs(ir, op);
    for (size_t i = 0; i < op->nregions; i++)
        for (grn_block *b = op->regions[i].first; ok && b; b = b->next) {
            ok = grn_retype_values(ir, retyped, b->nargs, b->args);
            for (grn_op *inner = b->first; ok && inner; inner = inner->next)
                ok = retype(ir, inner);
        }
    return ok;
}

/* ---- import patterns ------------------------------------------------------------------------- */

const grn_import_pattern *grn_find_import_pattern(grn_ir *ir, grn_str name)
{
    const size_t number = grn_dialect_number(ir, name);
    const grn_dialect *own = ir->dialects[number];
    if (!own || !own->translation || !own->translation->imports)
        return NULL;
    return grn_row_find(ir, &ir->import_tables[number], own->translation->imports, sizeof(grn_import_pattern), name);
}

bool grn_import_makes_loops(const grn_ir *ir, const grn_op *op)
{
    const grn_dialect *own = grn_dialect_of(ir, op->name);
    const grn_import_pattern *row = own && own->translation ? own->translation->imports : NULL;
    while (row && row->op && !grn_str_is(op->name, row->op))
        row++;
    return row && row->op && row->makes_loops;
}

/* The dialect whose op it is. */
static const grn_translation *translation_of(const grn_rewrite *w)
{
    const grn_dialect *d = grn_dialect_of(w->ir, w->at->name);
    return d ? d->translation : NULL;
}

grn_status grn_not_imported(const grn_rewrite *w, const char *why)
{
    const grn_translation *t = translation_of(w);
    return t && t->tied_to && strcmp(t->tied_to, w->target->name) != 0 ? grn_refuse(w, "%s", why) : GRN_OK;
}

static bool all_tensors(const grn_op *op)
{
    bool tensors = op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0));
    for (size_t i = 0; i < op->noperands; i++)
        tensors = tensors && grn_type_is_tensor(grn_operand_type(op, i));
    return tensors;
}

/* Whether every operand has the result's shape, known or not. */
static bool all_alike(const grn_op *op)
{
    bool same = true;
    for (size_t i = 0; i < op->noperands; i++)
        same = same && grn_type_same_shape(grn_operand_type(op, i), grn_result_type(op, 0));
    return same;
}

static size_t ports_of(const grn_rewrite *w, const char *name)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){name, strlen(name)});
    size_t n = 0;
    while (def && def->operands[n].name)
        n++;
    return n;
}

/* An op of two operands takes two at a time, from the left. */
static grn_value *element_wise(grn_rewrite *w, const grn_import_pattern *row, const char *as, size_t n,
                               grn_value *const *v)
{
    const grn_type *out = grn_result_type(w->at, 0);
    if (row->direction)
        return grn_build_convert(w, grn_build_compare(w, row->direction, v[0], v[1]), out->element);
    if (ports_of(w, as) != 2)
        return grn_new(w, as, n, v, out, 0, NULL);
    grn_value *made = v[0];
    for (size_t i = 1; i < n; i++)
        made = grn_build_binary(w, as, made, v[i]);
    return made;
}

/* Operands under the result's shape, where the dialect's ops broadcast them. NULL: memory
 * refused. */
static grn_value **spread_all(grn_rewrite *w, const grn_op *op, bool broadcasts)
{
    const grn_type *out = grn_result_type(op, 0);
    grn_value **v = GRN_ARENA_NEW(&w->ir->arena, grn_value *, op->noperands + 1);
    for (size_t i = 0; v && i < op->noperands; i++)
        if (!(v[i] = broadcasts ? grn_spread(w, op->operands[i], out->rank, out->shape) : op->operands[i]))
            return NULL;
    return v;
}

/* The extents that operands are broadcast to, aligned at the last dim: of each the one that is not
 * 1. NULL: memory refused. */
static grn_value *common_shape(grn_rewrite *w, const grn_op *op, int32_t rank)
{
    static const int64_t one = 1;
    const grn_type *i32 = grn_type_integer(w->ir, 32, GRN_SIGNLESS);
    const int64_t all = rank;
    grn_value *const ones = i32 ? grn_build_integers(w, i32, 1, &all, 1, &one) : NULL, *shape = ones;
    for (size_t i = 0; shape && i < op->noperands; i++) {
        const grn_type *t = grn_operand_type(op, i);
        const int64_t missing = rank - t->rank;
        if (t->rank == 0)
            continue;
        grn_value *parts[] = {missing ? grn_build_integers(w, i32, 1, &missing, 1, &one) : NULL,
                              grn_shape_value(w->ir, w->at, op->operands[i], t)};
        grn_value *own = missing ? grn_build_concatenate(w, 2, parts, 0) : parts[1];
        shape = grn_build_select(w, grn_build_compare(w, "EQ", shape, ones), own, shape);
    }
    return shape;
}

/* The same where extents are known to the run alone. */
static grn_value **spread_by_shape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 0);
    grn_value **v = GRN_ARENA_NEW(&w->ir->arena, grn_value *, op->noperands + 1),
              *shape = v ? common_shape(w, op, out->rank) : NULL;
    for (size_t i = 0; shape && i < op->noperands; i++) {
        const grn_type *t = grn_operand_type(op, i);
        int64_t dims[GRN_MAX_RANK];
        for (int32_t d = 0; d < t->rank; d++)
            dims[d] = out->rank - t->rank + d;
        const grn_new_attr attr = {"broadcast_dimensions", grn_attr_dense_i64(w->ir, (size_t)t->rank, dims)};
        v[i] = grn_new(w, "stablehlo.dynamic_broadcast_in_dim", 2, (grn_value *const[]){op->operands[i], shape},
                       grn_tensor_like(w, t->element, out->rank, out->shape), 1, &attr);
        if (!v[i])
            return NULL;
    }
    return shape ? v : NULL;
}

static grn_status import_as(grn_rewrite *w, const grn_op *op, const grn_import_pattern *row)
{
    const grn_translation *t = translation_of(w);
    const char *as = row->of_bools && all_tensors(op) && grn_kind_of(grn_result_type(op, 0)) == GRN_KIND_BOOL
                         ? row->of_bools
                         : row->as;
    const bool broadcasts = t && t->broadcasts && op->noperands > 1,
               computes = w->target->computes_shapes && !grn_op_is_static(op);
    if (!all_tensors(op) || (t && t->knows && !t->knows(op)) ||
        (broadcasts && !computes && !grn_op_is_static(op) && !all_alike(op)))
        return grn_not_imported(w, "has a shape, a list or a number that is not known");
    if (row->parts)
        return grn_replace(w, grn_new_of_parts(w, as, row->parts, op));
    grn_value **v = broadcasts && computes ? spread_by_shape(w, op) : spread_all(w, op, broadcasts);
    return grn_replace(w, v ? element_wise(w, row, as, op->noperands, v) : NULL);
}

/* ---- gathers and scatters -------------------------------------------------------------------- */

/* Operands as to_spec takes them: constants with their data, all else by its type. */
typedef struct known {
    grn_tensor *tensor;
    int64_t *scalar;
} known;

/* Extents that are not known are taken to be `stand_in`. */
static grn_status know(grn_rewrite *w, const grn_op *op, int64_t stand_in, known *out)
{
    size_t n = op->noperands;
    *out = (known){GRN_ARENA_NEW(&w->ir->arena, grn_tensor, n + 1), GRN_ARENA_NEW(&w->ir->arena, int64_t, n + 1)};
    if (!out->tensor || !out->scalar)
        return grn_no_memory(w);
    for (size_t i = 0; i < n; i++) {
        const grn_type *t = grn_operand_type(op, i);
        if (grn_constant_tensor(op->operands[i], &out->scalar[i], &out->tensor[i]))
            continue;
        if (!grn_type_is_shaped(t)) { /* a flag or a list that is no constant: nothing is known */
            out->tensor[i] = (grn_tensor){.dtype = GRN_I64};
            continue;
        }
        grn_dims shape = grn_extents(t);
        for (int32_t d = 0; d < shape.count; d++)
            shape.v[d] = shape.v[d] == GRN_DYNAMIC ? stand_in : shape.v[d];
        if (grn_tensor_init(&out->tensor[i], NULL, t->element->dtype, t->rank, shape.v) != GRN_OK)
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
    if (!grn_type_has_static_shape(v->type)) /* of the same rank */
        return v;
    if (!same && v->type->element->kind == GRN_TYPE_INDEX) /* which StableHLO does not reshape */
        v = grn_build_convert(w, v, grn_type_integer(w->ir, 64, GRN_SIGNLESS));
    return grn_build_reshape(w, v, a->indices.rank, a->indices.shape);
}

/* The first operand of a shape that is not known; false: there is none. */
static bool find_unknown(const grn_op *op, size_t *i)
{
    for (*i = 0; *i < op->noperands; ++*i)
        if (grn_type_is_shaped(grn_operand_type(op, *i)) && grn_type_dynamic_extents(grn_operand_type(op, *i)) > 0)
            return true;
    return false;
}

/* The declared result type where it has fewer known extents than follow from the operands: uses
 * rely on the declaration. */
static const grn_type *result_of(grn_rewrite *w, const grn_op *op, const grn_access *a)
{
    const grn_type *declared = grn_type_as_tensor(grn_result_type(op, 0));
    size_t unknown;
    if (grn_type_is_memref(declared))
        return declared;
    if (grn_type_is_tensor(declared) && (!grn_type_has_static_shape(declared) || find_unknown(op, &unknown)))
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
                   .indices = indices_of(w, op, a),
                   .result = result_of(w, op, a)};
    memcpy(hub.fill, a->gather.fill, sizeof hub.fill);
    return grn_replace_op(w, grn_hub_make(w, &hub));
}

/* `v` in the element type that updates are accumulated in, where that differs from their own. */
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
                   .indices = indices_of(w, op, a),
                   .updates = scatter_updates(w, op, a)};
    if (!hub.operands || !hub.updates)
        return grn_no_memory(w);
    grn_op *made = grn_hub_make(w, &hub);
    for (size_t i = 0; made && i < made->nresults; i++)
        if (grn_type_is_memref(grn_result_type(op, i))) /* new memory, laid out as declared */
            made->results[i].type = grn_result_type(op, i);
    if (!made || a->accumulate == GRN_NO_DTYPE)
        return grn_replace_op(w, made);
    return grn_replace(w, grn_build_convert(w, &made->results[0], grn_result_type(op, 0)->element));
}

/* ---- shapes that are not known --------------------------------------------------------------- */

/* The extents that stand in for those that are not known. */
static const int64_t stand_ins[] = {7, 9};

/* Sizes that are the stand-ins, each its own, are the whole of a dim of the operand whatever its
 * extent: GRN_DYNAMIC. */
static bool same_sizes(const grn_dims *a, grn_dims *b, const grn_dims *map, const grn_type *full)
{
    for (int32_t d = 0; d < b->count; d++) {
        bool whole = full->shape[d] == GRN_DYNAMIC && a->v[d] == stand_ins[0] && b->v[d] == stand_ins[1] &&
                     !grn_dims_has(map, d);
        if (!whole && a->v[d] != b->v[d])
            return false;
        b->v[d] = whole ? GRN_DYNAMIC : b->v[d];
    }
    return a->count == b->count;
}

/* Whether two accesses, made under different stand-ins for what is not known, are one: then neither
 * depends on it. */
static bool is_independent(const grn_op *op, const grn_access *a, grn_access *b)
{
    if (a->kind != b->kind || a->indices_operand != b->indices_operand || a->indices_operand == GRN_INDICES_INLINE)
        return false;
    if (a->kind == GRN_ACCESS_GATHER)
        return grn_same_dimension_numbers(&a->gather.dims, &b->gather.dims) &&
               same_sizes(&a->gather.slice_sizes, &b->gather.slice_sizes, &b->gather.dims.start_index_map,
                          grn_operand_type(op, b->operand));
    return !a->cut_updates && grn_same_dimension_numbers(&a->scatter.dims, &b->scatter.dims);
}

/* The access of op as far as it is the same whatever the extents are that are not known. */
static grn_status access_of(grn_rewrite *w, const grn_op *op, grn_access *out)
{
    size_t unknown;
    grn_access other;
    known k;
    if (!find_unknown(op, &unknown)) {
        grn_status status = know(w, op, 0, &k);
        return status == GRN_OK ? op->def->to_spec(op, k.tensor, w->diag, out) : status;
    }
    for (size_t i = 0; i < GRN_COUNT(stand_ins); i++) {
        grn_status status = know(w, op, stand_ins[i], &k);
        if (status == GRN_OK && op->def->to_spec(op, k.tensor, &grn_quiet, i == 0 ? &other : out) != GRN_OK)
            status = grn_refuse(w, "has operand #%zu of a shape that is not known", unknown);
        if (status != GRN_OK)
            return status;
    }
    bool alike = is_independent(op, &other, out) && op->operands[out->indices_operand]->type->rank == out->indices.rank;
    return alike ? GRN_OK : grn_refuse(w, "has operand #%zu of a shape that is not known, and needs it", unknown);
}

grn_status grn_import_access(grn_rewrite *w, const grn_op *op)
{
    grn_access access;
    grn_status status = access_of(w, op, &access);
    if (status != GRN_OK)
        return status;
    return access.kind == GRN_ACCESS_GATHER ? import_gather(w, op, &access) : import_scatter(w, op, &access);
}

/* ---- the pass -------------------------------------------------------------------------------- */

/* The hub's gathers and scatters stay; so do ops that the target keeps. */
static bool stays(const grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    return (w->target->keeps && w->target->keeps(op)) || grn_hub_read(op, &hub);
}

static bool has_memory(const grn_op *op)
{
    bool has = false;
    for (size_t i = 0; i < op->noperands; i++)
        has = has || grn_type_is_memref(grn_operand_type(op, i));
    return has;
}

grn_status grn_import_op(grn_rewrite *w, grn_op *op)
{
    if (!op->def || stays(w, op) || (has_memory(op) && !w->target->takes_memory))
        return GRN_OK;
    const grn_import_pattern *pattern = grn_find_import_pattern(w->ir, op->name);
    if (pattern && grn_convert_stays(op, pattern->takes_index) && !op->def->to_spec)
        return GRN_OK;
    if ((!pattern && !op->def->to_spec) || (pattern && pattern->makes_loops && !w->target->takes_memory))
        return GRN_OK;
    grn_status status = pattern && pattern->any_encoding ? GRN_OK : grn_check_encodings(w);
    if (status != GRN_OK)
        return status;
    if (!pattern)
        return grn_import_access(w, op);
    w->row = pattern;
    return pattern->import ? pattern->import(w, op) : import_as(w, op, pattern);
}

grn_status grn_pass_import(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    if (!retype(ir, o->within ? o->within : ir->top)) {
        grn_ir_refused(ir, diag, ir->top->place, "converting");
        return GRN_E_MEMORY;
    }
    return grn_convert_walk(ir, o, diag, grn_import_op);
}
