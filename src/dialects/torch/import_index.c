/*
 * import_index.c - torch's indexing that no row expresses as one access:
 * scatter_reduce, index_reduce, index_add and scatter.value as a scatter or a few of them,
 * index and index_put by coordinates that are stacked.
 */
#include "dialects/torch/translate.h"

#include "dialects/torch/torch.h"

/* Every tensor operand has a shape that is known; the result's follows. */
static bool is_known(const grn_op *op)
{
    bool all = true;
    for (size_t i = 0; i < op->noperands; i++)
        all =
            all && (!grn_type_is_tensor(grn_operand_type(op, i)) || grn_type_has_static_shape(grn_operand_type(op, i)));
    return all;
}

static bool as_tensor(const grn_value *v, int64_t *scalar, grn_tensor *out)
{
    const grn_type *t = v->type;
    return grn_constant_tensor(v, scalar, out) ||
           (grn_type_is_tensor(t) && grn_tensor_init(out, NULL, t->element->dtype, t->rank, t->shape) == GRN_OK);
}

/* ---- along a dim ----------------------------------------------------------------------------- */

/* A value of rank 0 as [1]. */
static grn_value *at_least_1d(grn_rewrite *w, grn_value *v)
{
    static const int64_t one = 1;
    return v && v->type->rank == 0 ? grn_build_reshape(w, v, 1, &one) : v;
}

/* The access of op over its operands, of which the last may be another value; refused where one is
 * not known. */
static grn_status ask(grn_rewrite *w, size_t n, grn_value *const *values, grn_tensor *tensors, int64_t *scalars)
{
    for (size_t i = 0; i < n; i++) {
        if (!values[i])
            return grn_no_memory(w);
        if (!as_tensor(values[i], &scalars[i], &tensors[i]))
            return grn_refuse(w, "has operand #%zu that is not known", i);
    }
    return GRN_OK;
}

/* `updates` into `full` along op's dim, by its index; NULL where status is not GRN_OK. */
static grn_value *scattered(grn_rewrite *w, const grn_op *op, grn_form_kind kind, grn_combiner combiner,
                            grn_value *full, grn_value *updates, grn_status *status)
{
    static const int64_t zero[GRN_MAX_RANK];
    const bool lone = full && full->type->rank == 0;
    grn_value *values[] = {full, op->operands[1], op->operands[2], updates};
    grn_tensor tensors[GRN_COUNT(values)];
    int64_t scalars[GRN_COUNT(values)];
    grn_access a;
    for (size_t i = 0; lone && i < GRN_COUNT(values); i++)
        values[i] = i == 1 ? values[i] : at_least_1d(w, values[i]);
    *status = ask(w, GRN_COUNT(values), values, tensors, scalars);
    if (*status == GRN_OK)
        *status = grn_torch_to_scatter(kind, combiner, op, tensors, w->diag, &a);
    if (*status != GRN_OK || a.updates == 0)
        return *status == GRN_OK ? full : NULL;
    if (a.cut_updates)
        values[3] = grn_build_slice(w, values[3], zero, a.update_shape);
    grn_hub hub = {.is_scatter = true,
                   .dims = a.scatter.dims,
                   .rule = a.scatter.index,
                   .combiner = combiner,
                   .ninputs = 1,
                   .operands = values,
                   .indices = grn_build_reshape(w, values[2], a.indices.rank, a.indices.shape),
                   .updates = &values[3]};
    grn_op *made = values[3] ? grn_hub_make(w, &hub) : NULL;
    grn_value *result = made && lone ? grn_build_reshape(w, &made->results[0], 0, NULL)
                        : made       ? &made->results[0]
                                     : NULL;
    *status = result ? GRN_OK : grn_no_memory(w);
    return result;
}

static grn_status replace_by(grn_rewrite *w, grn_status status, grn_value *v)
{
    return status == GRN_OK ? grn_replace(w, v) : status;
}

static grn_status import_scatter(grn_rewrite *w, const grn_op *op, grn_form_kind kind, grn_combiner combiner)
{
    grn_status status;
    if (!is_known(op))
        return grn_not_imported(w, "has a shape that is not known");
    grn_value *v = scattered(w, op, kind, combiner, op->operands[0], op->operands[3], &status);
    return replace_by(w, status, v);
}

grn_status grn_with_torch_import_scatter_src(grn_rewrite *w, const grn_op *op)
{
    return import_scatter(w, op, GRN_FORM_ELEMENTS, GRN_COMBINE_REPLACE);
}

grn_status grn_with_torch_import_scatter_add(grn_rewrite *w, const grn_op *op)
{
    return import_scatter(w, op, GRN_FORM_ELEMENTS, GRN_COMBINE_ADD);
}

grn_status grn_with_torch_import_index_copy(grn_rewrite *w, const grn_op *op)
{
    return import_scatter(w, op, GRN_FORM_SLICES, GRN_COMBINE_REPLACE);
}

/* gather, index_select: a self of rank 0 as [1]; then the result takes the shape it has for that
 * one. */
grn_status grn_with_torch_import_gather(grn_rewrite *w, const grn_op *op)
{
    const grn_type *self = grn_operand_type(op, 0), *index = grn_operand_type(op, 2);
    const grn_type *declared = grn_result_type(op, 0); /* uses rely on it where it says fewer extents than follow */
    const int32_t rank = declared->rank;               /* 0 or 1, where self's is 0 */
    const bool open = self->rank > 0 && !grn_type_has_static_shape(declared);
    grn_value *values[] = {op->operands[0], op->operands[1], op->operands[2]};
    grn_tensor tensors[GRN_COUNT(values)];
    int64_t scalars[GRN_COUNT(values)];
    grn_access a;
    int64_t sparse = 0;
    grn_tensor flag;
    if (op->noperands > 3 && grn_constant_tensor(op->operands[3], &sparse, &flag) &&
        sparse) /* TCP-18: other dialects have no sparse gradients */
        return grn_refuse(w, "is unimplemented: sparse_grad is not supported yet");
    if (!is_known(op))
        return self->rank && index->rank ? grn_import_access(w, op)
                                         : grn_not_imported(w, "has a shape that is not known");
    for (size_t i = 0; self->rank == 0 && index->rank <= 1 && i < GRN_COUNT(values); i++)
        values[i] = i == 1 ? values[i] : at_least_1d(w, values[i]);
    grn_status status = ask(w, GRN_COUNT(values), values, tensors, scalars);
    if (status == GRN_OK)
        status = op->def->to_spec(op, tensors, w->diag, &a);
    if (status != GRN_OK)
        return status;
    grn_hub hub = {.dims = a.gather.dims,
                   .slice_sizes = a.gather.slice_sizes,
                   .rule = a.gather.index,
                   .ninputs = 1,
                   .operands = values,
                   .indices = grn_build_reshape(w, values[2], a.indices.rank, a.indices.shape),
                   .result = grn_tensor_like(w, self->element, a.result_rank, a.result_shape)};
    grn_op *made = grn_hub_make(w, &hub);
    if (open) {
        grn_value *v = made ? &made->results[0] : NULL;
        return grn_replace(w, grn_new(w, "stablehlo.convert", 1, &v, declared, 0, NULL));
    }
    if (self->rank != 0 || rank == a.result_rank)
        return grn_replace_op(w, made);
    return grn_replace(w, made ? grn_build_reshape(w, &made->results[0], rank, index->shape) : NULL);
}

/* By i64 counts, in f32 where the elements are narrower: the quotient's two roundings are then as
 * one. */
static grn_value *divided(grn_rewrite *w, grn_value *sum, grn_value *counts)
{
    static const int64_t one = 1;
    if (!sum || !counts)
        return NULL;
    const grn_type *own = sum->type->element, *t = counts->type;
    const grn_type *wide = grn_type_of_dtype(w->ir, own->dtype == GRN_F64 ? GRN_F64 : GRN_F32);
    counts =
        grn_build_binary(w, "stablehlo.maximum", counts, grn_build_integers(w, t->element, t->rank, t->shape, 1, &one));
    grn_value *quotient =
        grn_build_binary(w, "stablehlo.divide", grn_build_convert(w, sum, wide), grn_build_convert(w, counts, wide));
    return grn_build_convert(w, quotient, own);
}

/* What has a shape that updates have: index, or the source of slices. */
static const grn_type *updates_of(const grn_op *op, grn_form_kind kind)
{
    return grn_operand_type(op, kind == GRN_FORM_SLICES ? 3 : 2);
}

/* The sum over how many values went to each place, self among them where it takes part. */
static grn_value *mean(grn_rewrite *w, const grn_op *op, grn_form_kind kind, bool include_self, grn_value *sum,
                       grn_status *status)
{
    static const int64_t one = 1;
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS), *at = updates_of(op, kind),
                   *self = grn_operand_type(op, 0);
    const int64_t start = include_self;
    grn_value *counts =
        scattered(w, op, kind, GRN_COMBINE_ADD, grn_build_integers(w, i64, self->rank, self->shape, 1, &start),
                  grn_build_integers(w, i64, at->rank, at->shape, 1, &one), status);
    return *status == GRN_OK ? divided(w, sum, counts) : NULL;
}

static bool has_mean(grn_dtype dtype)
{
    return dtype == GRN_F16 || dtype == GRN_BF16 || dtype == GRN_F32 || dtype == GRN_F64;
}

/* Without self, the identity first. The mean of integers rounds down, which has no counterpart in
 * the hub: it stays, unless it is refused. */
static grn_status import_reduction(grn_rewrite *w, const grn_op *op, grn_form_kind kind)
{
    const grn_torch_reduction *r = grn_torch_reduction_of(op);
    const grn_type *at = updates_of(op, kind), *self = grn_operand_type(op, 0);
    bool include_self = true;
    unsigned char element[16] = {0};
    grn_value *full = op->operands[0];
    grn_status status = GRN_OK;
    if (!r || !is_known(op) || !grn_torch_constant_flag(op, 5, &include_self))
        return grn_not_imported(w, "has a shape or a flag that is not known");
    if (r->divides && (strcmp(w->target->name, "torch") == 0 || !has_mean(self->element->dtype)))
        return grn_not_imported(w, "divides integers by how many values went to one place, which has no counterpart");
    if (!include_self) {
        grn_torch_store_identity(r->identity, self->element->dtype, element);
        grn_value *start = grn_build_splat(w, self->element, at->rank, at->shape, element);
        full = scattered(w, op, kind, GRN_COMBINE_REPLACE, full, start, &status);
    }
    if (status == GRN_OK)
        full = scattered(w, op, kind, r->combiner, full, op->operands[3], &status);
    if (status == GRN_OK && r->divides)
        full = mean(w, op, kind, include_self, full, &status);
    return replace_by(w, status, full);
}

grn_status grn_with_torch_import_reduce(grn_rewrite *w, const grn_op *op)
{
    return import_reduction(w, op, GRN_FORM_ELEMENTS);
}

grn_status grn_with_torch_import_index_reduce(grn_rewrite *w, const grn_op *op)
{
    return import_reduction(w, op, GRN_FORM_SLICES);
}

grn_status grn_with_torch_import_index_add(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 3);
    grn_value *source = op->operands[3];
    unsigned char alpha[16];
    int64_t one = 0;
    grn_status status;
    if (!is_known(op) || !grn_with_torch_scalar(op, 4, t->element->dtype, alpha))
        return grn_not_imported(w, "has a shape or an alpha that is not known");
    if (!grn_constant_operand(op, 4, &one) || one != 1)
        source =
            grn_build_binary(w, "stablehlo.multiply", source, grn_build_splat(w, t->element, t->rank, t->shape, alpha));
    grn_value *v = scattered(w, op, GRN_FORM_SLICES, GRN_COMBINE_ADD, op->operands[0], source, &status);
    return replace_by(w, status, v);
}

/* The value as a tensor of index's shape. */
grn_status grn_with_torch_import_scatter_value(grn_rewrite *w, const grn_op *op)
{
    const grn_type *index = grn_operand_type(op, 2), *element = grn_operand_type(op, 0)->element;
    unsigned char value[16];
    grn_status status;
    if (!is_known(op) || !grn_with_torch_scalar(op, 3, element->dtype, value))
        return grn_not_imported(w, "has a shape or a value that is not known");
    grn_value *all = grn_build_splat(w, element, index->rank, index->shape, value);
    grn_value *v = scattered(w, op, GRN_FORM_ELEMENTS, GRN_COMBINE_REPLACE, op->operands[0], all, &status);
    return replace_by(w, status, v);
}

/* ---- coordinates ----------------------------------------------------------------------------- */

typedef struct places {
    grn_torch_chosen chosen;
    grn_dimension_numbers dims;
    int32_t rank; /* of self[indices] */
    int64_t shape[GRN_MAX_RANK];
    grn_value *indices;
} places;

/* The index tensors broadcast, each with a dim more at its end, along which they are joined. */
static grn_value *stacked(grn_rewrite *w, const grn_op *list, const grn_torch_chosen *c)
{
    grn_value *column[GRN_MAX_RANK];
    int64_t shape[GRN_MAX_RANK + 1];
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    for (int32_t d = 0; d < c->rank; d++)
        shape[d] = c->shape[d];
    shape[c->rank] = 1;
    for (int32_t k = 0; k < c->dims.count; k++) {
        grn_value *v = grn_build_convert(w, list->operands[c->dims.v[k]], i64);
        column[k] = grn_build_reshape(w, grn_spread(w, v, c->rank, c->shape), c->rank + 1, shape);
    }
    return grn_build_concatenate(w, (size_t)c->dims.count, column, c->rank);
}

/* False: something is not known. One index tensor is broadcast to no other: its extents need not be
 * known. */
static bool find_places(grn_rewrite *w, const grn_op *op, places *p)
{
    const grn_op *list = grn_torch_list_of(op, 1);
    const grn_type *self = grn_operand_type(op, 0);
    bool known = true;
    *p = (places){.rank = 0};
    if (!list)
        return false;
    for (size_t i = 0; i < list->noperands; i++) {
        const grn_type *t = grn_operand_type(list, i);
        if (grn_torch_is_none(list, i))
            continue;
        if (!grn_type_is_tensor(t) || !grn_torch_choose(&p->chosen, (int64_t)i, t->rank, t->shape))
            return false;
        known = known && grn_type_has_static_shape(t);
    }
    if (p->chosen.dims.count == 0 || (p->chosen.dims.count > 1 && !(known && is_known(op))) ||
        !grn_torch_place(&p->chosen, self->rank, self->shape, &p->dims, &p->rank, p->shape))
        return false;
    p->indices = stacked(w, list, &p->chosen);
    return true;
}

static const grn_index_rule rule = {.wrap_negative = true, .bounds = GRN_BOUNDS_ERROR};

grn_status grn_with_torch_import_index(grn_rewrite *w, const grn_op *op)
{
    const grn_type *self = grn_operand_type(op, 0), *declared = grn_result_type(op, 0);
    places p;
    if (!find_places(w, op, &p))
        return grn_not_imported(w, "has a list or a shape that is not known");
    grn_hub hub = {.dims = p.dims,
                   .rule = rule,
                   .ninputs = 1,
                   .operands = &op->operands[0],
                   .indices = p.indices,
                   .result = grn_tensor_like(w, self->element, declared->rank, declared->shape)};
    for (int32_t d = 0; d < self->rank; d++)
        grn_dims_push(&hub.slice_sizes,
                      grn_dims_has(&p.chosen.dims, d) ? grn_one_or_none(self->shape[d]) : self->shape[d]);
    return grn_replace_op(w, p.indices ? grn_hub_make(w, &hub) : NULL);
}

/* Whether values of `t` are broadcast to places of which an extent is not known: of no extent of 1,
 * they are there each. */
static bool is_each_there(const grn_type *t, const places *p)
{
    bool each = t->rank == p->rank;
    for (int32_t d = 0; each && d < p->rank; d++)
        each = t->shape[d] == p->shape[d] || (p->shape[d] == GRN_DYNAMIC && t->shape[d] != 1);
    return each;
}

grn_status grn_with_torch_import_index_put(grn_rewrite *w, const grn_op *op)
{
    places p;
    grn_value *updates = op->operands[2];
    bool accumulate;
    if (!grn_torch_constant_flag(op, 3, &accumulate) || !find_places(w, op, &p))
        return grn_not_imported(w, "has a list, a shape or a flag that is not known");
    if (!is_known(op)) /* an extent of 1 is broadcast */
        return grn_not_imported(w, "has values of a shape that is not known");
    if (!is_each_there(updates->type, &p)) {
        for (int32_t d = 0; d < p.rank; d++)
            if (p.shape[d] == GRN_DYNAMIC)
                return grn_not_imported(w, "has values that are broadcast to an extent that is not known");
        updates = grn_spread(w, updates, p.rank, p.shape);
    }
    grn_hub hub = {.is_scatter = true,
                   .dims = p.dims,
                   .rule = rule,
                   .ninputs = 1,
                   .operands = &op->operands[0],
                   .indices = p.indices,
                   .updates = &updates,
                   .combiner = accumulate ? GRN_COMBINE_ADD : GRN_COMBINE_REPLACE};
    return grn_replace_op(w, p.indices && updates ? grn_hub_make(w, &hub) : NULL);
}

grn_status grn_with_torch_import_grouped(grn_rewrite *w, const grn_op *op)
{
    (void)op;
    return grn_not_imported(w, "goes by how many values there are of a kind, which has no counterpart");
}
