/*
 * target.c - torch-mlir as a target: what its gathers and scatters can
 * express, and how one that `fit` left is exported. Patterns of the ops around
 * them: import.c and export.c.
 *
 * Ops are made over builtin tensors; the last pass gives values their vtensors.
 */
#include "dialects/torch/translate.h"

#include "dialects/torch/torch.h"

/* ---- what is no tensor ----------------------------------------------------------------------- */

static grn_value *constant(grn_rewrite *w, const char *op, const char *type, const grn_attr *value)
{
    const grn_type *t = grn_type_opaque(w->ir, (grn_str){type, strlen(type)});
    return grn_new(w, op, 0, NULL, t, value ? 1 : 0, &(grn_new_attr){"value", value});
}

grn_value *grn_with_torch_int(grn_rewrite *w, int64_t v)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const grn_attr *value = i64 ? grn_attr_integer(w->ir, i64, v) : NULL;
    return value ? constant(w, "torch.constant.int", "!torch.int", value) : NULL;
}

grn_value *grn_with_torch_bool(grn_rewrite *w, bool v)
{
    const grn_attr *value = grn_attr_bool(w->ir, v);
    return value ? constant(w, "torch.constant.bool", "!torch.bool", value) : NULL;
}

grn_value *grn_with_torch_none(grn_rewrite *w) { return constant(w, "torch.constant.none", "!torch.none", NULL); }

static grn_value *string_value(grn_rewrite *w, const char *text)
{
    const grn_attr *value = grn_attr_string(w->ir, (grn_str){text, strlen(text)});
    return value ? constant(w, "torch.constant.str", "!torch.str", value) : NULL;
}

grn_value *grn_with_torch_list(grn_rewrite *w, const char *type, size_t count, grn_value *const *items)
{
    return grn_new(w, "torch.prim.ListConstruct", count, items, grn_type_opaque(w->ir, (grn_str){type, strlen(type)}),
                   0, NULL);
}

grn_value *grn_with_torch_ints(grn_rewrite *w, size_t count, const int64_t *v)
{
    grn_value *items[GRN_MAX_RANK];
    for (size_t i = 0; i < count; i++)
        items[i] = grn_with_torch_int(w, v[i]);
    return grn_with_torch_list(w, "!torch.list<int>", count, items);
}

/* ---- gather, scatter ------------------------------------------------------------------------- */

/* An index for every element: all dims but the axis are shared. */
static bool by_elements(const grn_hub *hub)
{
    int32_t rank = hub->operands[0]->type->rank;
    return hub->dims.offset_dims.count == 0 && hub->indices->type->rank == rank &&
           hub->dims.operand_batching_dims.count == rank - 1 && hub->dims.start_index_map.count == 1;
}

/* An extent as torch's number: that of dim `d` of v where it is not known. */
static grn_value *extent_of(grn_rewrite *w, grn_value *v, int32_t d)
{
    grn_value *const operands[] = {v, grn_with_torch_int(w, d)};
    if (v->type->shape[d] != GRN_DYNAMIC)
        return grn_with_torch_int(w, v->type->shape[d]);
    return grn_new(w, "torch.aten.size.int", 2, operands, grn_type_opaque(w->ir, GRN_STR("!torch.int")), 0, NULL);
}

static grn_value *viewed(grn_rewrite *w, grn_value *v, const grn_type *type, size_t n, grn_value *const *extents)
{
    grn_value *const operands[] = {v, grn_with_torch_list(w, "!torch.list<int>", n, extents)};
    return v && type && v->type != type ? grn_new(w, "torch.aten.view", 2, operands, type, 0, NULL) : v;
}

/* Elements of a shape; GRN_DYNAMIC where they are not known. */
static int64_t count_of(const grn_type *t)
{
    int64_t n = 1;
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] == 0)
            return 0; /* whatever the extents beside it */
    for (int32_t d = 0; d < t->rank; d++)
        n = n == GRN_DYNAMIC || t->shape[d] == GRN_DYNAMIC ? GRN_DYNAMIC : n * t->shape[d];
    return n;
}

/* index_select takes a vector: indices of another rank go flat, and their shape comes back in the
 * result. */
static grn_value *select_slices(grn_rewrite *w, const grn_hub *hub, int64_t axis)
{
    grn_value *self = hub->operands[0], *index = hub->indices, *extents[GRN_MAX_RANK];
    const int64_t n = count_of(index->type);
    grn_dims shape = grn_extents(self->type);
    size_t count = 0;
    for (int32_t d = 0; d < shape.count; d++)
        for (int32_t k = 0; k < (d == axis ? index->type->rank : 1); k++)
            extents[count++] = d == axis ? extent_of(w, index, k) : extent_of(w, self, d);
    shape.v[axis] = n;
    grn_value *all = grn_with_torch_int(w, n == GRN_DYNAMIC ? -1 : n);
    grn_value *const operands[] = {self, grn_with_torch_int(w, axis),
                                   viewed(w, index, grn_tensor_like(w, index->type->element, 1, &n), 1, &all)};
    grn_value *v = grn_new(w, "torch.aten.index_select", 3, operands,
                           grn_tensor_like(w, self->type->element, shape.count, shape.v), 0, NULL);
    return viewed(w, v, hub->result, count, extents);
}

/* index.Tensor counts negative indices from the end, and puts the dims of the only tensor in its
 * list where the dim was. */
static grn_value *index_slices(grn_rewrite *w, const grn_hub *hub, int64_t axis)
{
    grn_value *items[GRN_MAX_RANK];
    for (int64_t d = 0; d < axis; d++)
        items[d] = grn_with_torch_none(w);
    items[axis] = hub->indices;
    grn_value *const operands[] = {hub->operands[0],
                                   grn_with_torch_list(w, "!torch.list<optional<vtensor>>", (size_t)axis + 1, items)};
    return grn_new(w, "torch.aten.index.Tensor", 2, operands, hub->result, 0, NULL);
}

/* Where v is joined along its last dim: the piece with element *j of that, and which of the piece's
 * it is; else v. */
static grn_value *piece_with(grn_value *v, int64_t *j)
{
    int64_t dim, first = 0;
    if (!grn_value_is_from(v, "torch.aten.cat") || !grn_constant_operand(v->def, 1, &dim) || dim != v->type->rank - 1)
        return v;
    const grn_op *list = grn_torch_list_of(v->def, 0);
    for (size_t i = 0; list && i < list->noperands; i++) {
        grn_value *piece = grn_value_now(list->operands[i]);
        const int64_t n = piece->type->shape[dim];
        if (n == GRN_DYNAMIC)
            return v;
        if (*j < first + n) {
            *j -= first;
            return piece;
        }
        first += n;
    }
    return v;
}

/* Component `j` of vectors that lie along the last dim. */
static grn_value *component(grn_rewrite *w, grn_value *vectors, int64_t j)
{
    grn_value *v = piece_with(vectors, &j);
    const grn_type *to = grn_tensor_like(w, v->type->element, v->type->rank - 1, v->type->shape);
    if (grn_value_is_from(v, "torch.aten.view") && grn_value_now(v->def->operands[0])->type == to)
        return grn_value_now(v->def->operands[0]);
    grn_value *const operands[] = {v, grn_with_torch_int(w, v->type->rank - 1), grn_with_torch_int(w, j)};
    return to ? grn_new(w, "torch.aten.select.int", GRN_COUNT(operands), operands, to, 0, NULL) : NULL;
}

static bool has_vectors(const grn_hub *hub) { return hub->dims.index_vector_dim == hub->indices->type->rank - 1; }

/* An index tensor for each dim that is chosen, none for those before and between. */
static grn_value *coordinates(grn_rewrite *w, const grn_hub *hub)
{
    grn_value *items[GRN_MAX_RANK];
    const grn_dims *map = &hub->dims.start_index_map;
    size_t count = 0;
    for (int32_t j = 0; j < map->count; j++) {
        while ((int64_t)count < map->v[j])
            items[count++] = grn_with_torch_none(w);
        items[count++] = component(w, hub->indices, j);
    }
    return grn_with_torch_list(w, "!torch.list<optional<vtensor>>", count, items);
}

grn_status grn_with_torch_export_gather(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub))
        return GRN_OK;
    if (has_vectors(&hub)) {
        grn_value *const operands[] = {hub.operands[0], coordinates(w, &hub)};
        return grn_replace(w, grn_new(w, "torch.aten.index.Tensor", 2, operands, hub.result, 0, NULL));
    }
    int64_t axis = hub.dims.start_index_map.v[0];
    if (hub.rule.wrap_negative)
        return grn_replace(w, index_slices(w, &hub, axis));
    if (!by_elements(&hub))
        return grn_replace(w, select_slices(w, &hub, axis));
    grn_value *const operands[] = {hub.operands[0], grn_with_torch_int(w, axis), hub.indices,
                                   grn_with_torch_bool(w, false)};
    return grn_replace(w, grn_new(w, "torch.aten.gather", 4, operands, hub.result, 0, NULL));
}

static const struct {
    grn_combiner combiner;
    const char *op, *reduce;
} scatters[] = {{GRN_COMBINE_REPLACE, "torch.aten.scatter.src", NULL},
                {GRN_COMBINE_ADD, "torch.aten.scatter_add", NULL},
                {GRN_COMBINE_MUL, "torch.aten.scatter_reduce.two", "prod"},
                {GRN_COMBINE_MIN, "torch.aten.scatter_reduce.two", "amin"},
                {GRN_COMBINE_MAX, "torch.aten.scatter_reduce.two", "amax"}};

grn_status grn_with_torch_export_scatter(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub) || hub.ninputs != 1)
        return GRN_OK;
    if (has_vectors(&hub)) {
        grn_value *const operands[] = {hub.operands[0], coordinates(w, &hub), hub.updates[0],
                                       grn_with_torch_bool(w, hub.combiner == GRN_COMBINE_ADD)};
        return grn_replace(
            w, grn_new(w, "torch.aten.index_put", GRN_COUNT(operands), operands, grn_result_type(op, 0), 0, NULL));
    }
    for (size_t i = 0; i < GRN_COUNT(scatters); i++) {
        if (scatters[i].combiner != hub.combiner)
            continue;
        grn_value *operands[6] = {hub.operands[0], grn_with_torch_int(w, hub.dims.start_index_map.v[0]), hub.indices,
                                  hub.updates[0]};
        size_t n = 4;
        if (scatters[i].reduce) {
            operands[n++] = string_value(w, scatters[i].reduce);
            operands[n++] = grn_with_torch_bool(w, true);
        }
        return grn_replace(w, grn_new(w, scatters[i].op, n, operands, grn_result_type(op, 0), 0, NULL));
    }
    return GRN_OK;
}

/* ---- the target ------------------------------------------------------------------------------ */

/* index_select, index.Tensor and index_put take i32's too, */
static bool takes_list_index(const grn_type *e)
{
    return e->kind == GRN_TYPE_INTEGER && (e->dtype == GRN_I64 || e->dtype == GRN_I32);
}

/* gather and scatter do not. */
static bool takes_index(const grn_type *e) { return e->kind == GRN_TYPE_INTEGER && e->dtype == GRN_I64; }

static bool takes_element(const grn_type *e)
{
    return e->kind != GRN_TYPE_QUANT && grn_torch_dtype_code(e->dtype) >= 0;
}

/* amin and amax order complex numbers in no way. */
static bool combines(grn_combiner combiner, const grn_type *element)
{
    return element->kind != GRN_TYPE_COMPLEX || (combiner != GRN_COMBINE_MIN && combiner != GRN_COMBINE_MAX);
}

static const char *const broadcasting[] = {"torch.aten.add.Tensor",        "torch.aten.sub.Tensor",
                                           "torch.aten.mul.Tensor",        "torch.aten.minimum",
                                           "torch.aten.maximum",           "torch.aten.bitwise_and.Tensor",
                                           "torch.aten.bitwise_or.Tensor", "torch.aten.bitwise_xor.Tensor",
                                           "torch.aten.eq.Tensor",         "torch.aten.ne.Tensor",
                                           "torch.aten.ge.Tensor",         "torch.aten.gt.Tensor",
                                           "torch.aten.le.Tensor",         "torch.aten.lt.Tensor",
                                           "torch.aten.where.self",        NULL};

/* gather and scatter; index.Tensor and index_put */
#define ELEMENTS_AND_VECTORS (GRN_CAN_ELEMENTS | GRN_CAN_PREFIX | GRN_CAN_VECTORS | GRN_CAN_SPREAD | GRN_CAN_PLACED)

static const grn_target target = {
    .combines = combines,
    .name = "torch",
    .reads_broadcasts = true,
    .others = (const char *const[]){"torch_c", NULL}, /* conversions around what stays */
    .gather = {.forms = GRN_CAN_SLICES | ELEMENTS_AND_VECTORS,
               .bounds = GRN_BOUNDS_ERROR,
               .wraps = GRN_CAN_SLICES | GRN_CAN_VECTORS},
    .scatter = {.forms = ELEMENTS_AND_VECTORS,
                .bounds = GRN_BOUNDS_ERROR,
                .wraps = GRN_CAN_VECTORS,
                .vector_combiners = 1 << GRN_COMBINE_REPLACE | 1 << GRN_COMBINE_ADD,
                .combiners = 1 << GRN_COMBINE_REPLACE | 1 << GRN_COMBINE_ADD | 1 << GRN_COMBINE_MUL |
                             1 << GRN_COMBINE_MIN | 1 << GRN_COMBINE_MAX},
    .takes_index = takes_index,
    .takes_list_index = takes_list_index,
    .index = GRN_I64,
    .takes_element = takes_element,
    .takes = grn_torch_takes,
    .broadcasts = GRN_BROADCASTS_GROW,
    .counts = GRN_COUNTS_CONSTANT,
    .operand = grn_torch_operand,
    .export_patterns = grn_torch_export_patterns,
    .broadcasting = broadcasting,
    .expand = "torch.aten.expand",
    .reshape = "torch.aten.view",
    .own_type = grn_torch_own_type,
    .to_own = "torch_c.from_builtin_tensor",
    .to_builtin = "torch_c.to_builtin_tensor",
};

/* An op without a row: of programs that may have such. */
static uint64_t summed(const grn_op *op)
{
    int32_t count;
    int64_t v[GRN_MAX_RANK];
    return op->noperands == 4 && grn_torch_list_of(op, 1) && grn_torch_list_ints(op, 1, &count, v)
               ? grn_dim_bits(op, (size_t)count, v)
               : 0;
}

static const grn_row_ops row_ops = {
    "torch.aten.sum.dim_IntList", "torch.aten.mul.Tensor", "torch.aten.to.dtype", summed, 0, NULL};

const grn_translation grn_torch_translation = {.imports = grn_torch_import_patterns,
                                               .target = &target,
                                               .broadcasts = true,
                                               .tied_to = "torch",
                                               .row_ops = &row_ops};
const grn_translation grn_torch_c_translation = {.imports = grn_torch_c_import_patterns, .tied_to = "torch"};
