/* export_shape.c - shape ops of the hub as ops of MLIR's tensor and linalg dialects. */
#include "dialects/tensor/translate.h"

static const grn_type *like(grn_rewrite *w, const grn_value *v, int32_t rank, const int64_t *shape)
{
    return v ? grn_tensor_like(w, v->type->element, rank, shape) : NULL;
}

grn_value *grn_mlir_index(grn_rewrite *w, int64_t value)
{
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    return index ? grn_new(w, "arith.constant", 0, NULL, index, 1,
                           &(grn_new_attr){"value", grn_attr_integer(w->ir, index, value)})
                 : NULL;
}

grn_value *grn_mlir_declared(grn_rewrite *w, grn_value *v, const grn_type *declared)
{
    return !v || v->type == declared ? v : grn_new(w, "tensor.cast", 1, &v, declared, 0, NULL);
}

static grn_value *empty(grn_rewrite *w, const grn_type *type)
{
    return grn_new(w, "tensor.empty", 0, NULL, type, 0, NULL);
}

/* ---- lists ----------------------------------------------------------------------------------- */

const grn_attr *grn_mlir_i64_array(grn_rewrite *w, size_t count, const int64_t *v)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const grn_attr *items[GRN_MAX_RANK];
    for (size_t i = 0; i < count; i++)
        if (!i64 || !(items[i] = grn_attr_integer(w->ir, i64, v[i])))
            return NULL;
    return grn_attr_array(w->ir, count, items);
}

const grn_attr *grn_mlir_segments(grn_rewrite *w, size_t count, const int32_t *v)
{
    const grn_type *i32 = grn_type_integer(w->ir, 32, GRN_SIGNLESS);
    int32_t *copy = GRN_ARENA_NEW(&w->ir->arena, int32_t, count);
    if (!i32 || !copy)
        return NULL;
    memcpy(copy, v, count * sizeof *v);
    return grn_attr_make(w->ir, &(grn_attr){.kind = GRN_ATTR_DENSE_ARRAY, .type = i32, .dense_array = {count, copy}});
}

/* ---- reshape --------------------------------------------------------------------------------- */

/* How many dims of `expanded` each dim of `collapsed` is the product of, in order. */
typedef struct grouping {
    int32_t count;
    int32_t size[GRN_MAX_RANK];
} grouping;

static bool group(int32_t crank, const int64_t *collapsed, int32_t erank, const int64_t *expanded, grouping *out)
{
    int32_t at = 0;
    *out = (grouping){.count = crank};
    if (crank > erank)
        return false;
    for (int32_t c = 0; c < crank; c++) {
        int64_t product = 1;
        do {
            if (at == erank)
                return false;
            if (!grn_mul_i64(product, expanded[at++], &product)) /* of a tensor without elements */
                return false;
            out->size[c]++;
        } while (product != collapsed[c]);
    }
    for (; at < erank; at++) { /* what is left is ones, or changes nothing */
        if (expanded[at] != 1 && !(crank && collapsed[crank - 1] == 0))
            return false;
        if (crank)
            out->size[crank - 1]++;
    }
    return true;
}

static const grn_attr *reassociation(grn_rewrite *w, const grouping *g)
{
    const grn_attr *groups[GRN_MAX_RANK];
    int64_t dims[GRN_MAX_RANK], next = 0;
    for (int32_t i = 0; i < g->count; i++) {
        for (int32_t k = 0; k < g->size[i]; k++)
            dims[k] = next++;
        if (!(groups[i] = grn_mlir_i64_array(w, (size_t)g->size[i], dims)))
            return NULL;
    }
    return grn_attr_array(w->ir, (size_t)g->count, groups);
}

static grn_value *expand(grn_rewrite *w, grn_value *v, const grouping *g, int32_t rank, const int64_t *shape)
{
    const grn_new_attr attrs[] = {{"reassociation", reassociation(w, g)},
                                  {"static_output_shape", grn_attr_dense_i64(w->ir, (size_t)rank, shape)}};
    return grn_new(w, "tensor.expand_shape", 1, &v, like(w, v, rank, shape), GRN_COUNT(attrs), attrs);
}

static grn_value *collapse(grn_rewrite *w, grn_value *v, const grouping *g, int32_t rank, const int64_t *shape)
{
    return grn_new(w, "tensor.collapse_shape", 1, &v, like(w, v, rank, shape), 1,
                   &(grn_new_attr){"reassociation", reassociation(w, g)});
}

grn_value *grn_mlir_unshaped(grn_value *v)
{
    const grn_op *op = v ? v->def : NULL;
    bool reshapes = op && op->noperands == 1 &&
                    (grn_str_is(op->name, "tensor.expand_shape") || grn_str_is(op->name, "tensor.collapse_shape"));
    return reshapes && grn_type_has_static_shape(grn_operand_type(op, 0))
               ? grn_mlir_unshaped(grn_value_now(op->operands[0]))
               : v;
}

grn_value *grn_mlir_reshape(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape)
{
    grouping g;
    int64_t flat;
    if (v && !grn_type_has_shape(v->type, rank, shape))
        v = grn_mlir_unshaped(v);
    if (!v || grn_type_has_shape(v->type, rank, shape))
        return v;
    const grn_type *t = v->type;
    if (group(t->rank, t->shape, rank, shape, &g))
        return expand(w, v, &g, rank, shape);
    if (group(rank, shape, t->rank, t->shape, &g))
        return collapse(w, v, &g, rank, shape);
    if (!grn_shape_elements(t->rank, t->shape, &flat))
        return NULL;
    g = (grouping){.count = 1, .size = {t->rank}};
    grn_value *in_a_row = collapse(w, v, &g, 1, &flat);
    if (!in_a_row || !group(1, &flat, rank, shape, &g)) /* a tensor of rank 0 has ones only: it never comes here */
        return NULL;
    return expand(w, in_a_row, &g, rank, shape);
}

/* ---- transpose, broadcast -------------------------------------------------------------------- */

/* The region of linalg's named ops: it yields the input's element. */
static bool add_region(grn_rewrite *w, grn_op *op)
{
    const grn_op_def *ends = grn_ir_find_op(w->ir, GRN_STR("linalg.yield"));
    grn_region *region = GRN_ARENA_NEW(&w->ir->arena, grn_region, 1);
    grn_value *args = GRN_ARENA_NEW(&w->ir->arena, grn_value, 2);
    grn_op *end = ends ? grn_op_new(w->ir, ends, GRN_STR(""), op->place, 1, 0, 0) : NULL;
    if (!region || !args || !end)
        return false;
    *region = (grn_region){.parent = op};
    grn_block *block = grn_region_add_block(w->ir, region);
    if (!block)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        args[i] = (grn_value){.type = grn_operand_type(op, i)->element,
                              .block = block,
                              .index = i,
                              .name = GRN_STR(""),
                              .place = op->place};
    block->args = args;
    block->nargs = 2;
    block->place = op->place;
    op->regions = region;
    op->nregions = 1;
    end->operands[0] = NULL;
    grn_op_set_operand(end, 0, &args[0]);
    grn_block_append(block, end);
    return true;
}

static grn_value *linalg(grn_rewrite *w, const char *name, grn_value *v, const grn_type *type, const char *attr,
                         size_t count, const int64_t *list)
{
    grn_value *const operands[] = {v, empty(w, type)};
    grn_value *made =
        grn_new(w, name, 2, operands, type, 1, &(grn_new_attr){attr, grn_attr_dense_i64(w->ir, count, list)});
    return made && add_region(w, made->def) ? made : NULL;
}

grn_value *grn_mlir_transpose(grn_rewrite *w, grn_value *v, const int64_t *permutation)
{
    int64_t shape[GRN_MAX_RANK] = {0};
    bool moves = false;
    if (!v)
        return NULL;
    for (int32_t d = 0; d < v->type->rank; d++) {
        shape[d] = v->type->shape[permutation[d]];
        moves = moves || permutation[d] != d;
    }
    const grn_type *type = like(w, v, v->type->rank, shape);
    return moves ? linalg(w, "linalg.transpose", v, type, "permutation", (size_t)v->type->rank, permutation) : v;
}

/* v with its dims in the order of `dims`, which then is sorted. */
static grn_value *in_order(grn_rewrite *w, grn_value *v, grn_dims *dims)
{
    int64_t permutation[GRN_MAX_RANK];
    grn_dims sorted = {.count = 0};
    for (int64_t d = 0; d < GRN_MAX_RANK; d++)
        for (int32_t i = 0; i < dims->count; i++)
            if (dims->v[i] == d) {
                permutation[sorted.count] = i;
                grn_dims_push(&sorted, d);
            }
    *dims = sorted;
    return grn_mlir_transpose(w, v, permutation);
}

/* v under the rank of the result: ones for the dims it does not have. */
static grn_value *with_units(grn_rewrite *w, grn_value *v, const grn_dims *dims, int32_t rank)
{
    int64_t shape[GRN_MAX_RANK];
    for (int32_t d = 0; d < rank; d++)
        shape[d] = 1;
    for (int32_t i = 0; i < dims->count; i++)
        shape[dims->v[i]] = v->type->shape[i];
    return grn_mlir_reshape(w, v, rank, shape);
}

/* linalg's broadcast only adds dims: those of one element that grow are dropped first. */
static grn_value *linalg_broadcast(grn_rewrite *w, grn_value *v, const grn_dims *dims, int32_t rank,
                                   const int64_t *shape)
{
    grn_dims kept = {.count = 0}, extents = {.count = 0}, added = {.count = 0};
    for (int32_t i = 0; i < dims->count; i++)
        if (v->type->shape[i] == shape[dims->v[i]]) {
            grn_dims_push(&kept, dims->v[i]);
            grn_dims_push(&extents, v->type->shape[i]);
        }
    for (int32_t d = 0; d < rank; d++)
        if (!grn_dims_has(&kept, d))
            grn_dims_push(&added, d);
    grn_value *small = grn_mlir_reshape(w, v, extents.count, extents.v);
    return added.count == 0 || !small ? small
                                      : linalg(w, "linalg.broadcast", small, like(w, v, rank, shape), "dimensions",
                                               (size_t)added.count, added.v);
}

grn_value *grn_mlir_broadcast(grn_rewrite *w, grn_value *v, const int64_t *dims, int32_t rank, const int64_t *shape)
{
    grn_dims at = {.count = 0};
    for (int32_t i = 0; v && i < v->type->rank; i++)
        grn_dims_push(&at, dims[i]);
    if (v)
        v = in_order(w, v, &at);
    if (!v)
        return NULL;
    if (w->target->grow && w->target->takes_element(v->type->element))
        return w->target->grow(w, with_units(w, v, &at, rank), shape);
    return linalg_broadcast(w, v, &at, rank, shape);
}

/* ---- export patterns ------------------------------------------------------------------------- */

grn_status grn_export_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return grn_op_is_static(op) ? grn_replace(w, grn_mlir_reshape(w, op->operands[0], t->rank, t->shape)) : GRN_OK;
}

grn_status grn_export_transpose(grn_rewrite *w, const grn_op *op)
{
    size_t count;
    const int64_t *v;
    bool good = grn_op_is_static(op) && grn_op_dims(op, "permutation", &count, &v);
    return good ? grn_replace(w, grn_mlir_transpose(w, op->operands[0], v)) : grn_export_dynamic_transpose(w, op);
}

grn_status grn_export_broadcast(grn_rewrite *w, const grn_op *op)
{
    size_t count;
    const int64_t *v;
    const grn_type *t = grn_result_type(op, 0);
    bool good = grn_op_is_static(op) && grn_op_dims(op, "broadcast_dimensions", &count, &v);
    return good ? grn_replace(w, grn_mlir_broadcast(w, op->operands[0], v, t->rank, t->shape)) : GRN_OK;
}

bool grn_mlir_is_slice(int64_t extent, int64_t start, int64_t size, int64_t step)
{
    if (start < 0 || step < 1 || start > extent - (size > 0))
        return false;
    return size < 2 || step <= (extent - 1 - start) / (size - 1);
}

grn_status grn_export_slice(grn_rewrite *w, const grn_op *op)
{
    static const int32_t groups[] = {1, 0, 0, 0};
    size_t nstart, nstride;
    const int64_t *start, *stride;
    if (!grn_op_is_static(op) || !grn_op_dims(op, "start_indices", &nstart, &start) ||
        !grn_op_dims(op, "strides", &nstride, &stride))
        return GRN_OK;
    const grn_type *t = grn_result_type(op, 0);
    const grn_new_attr attrs[] = {{"static_offsets", grn_attr_dense_i64(w->ir, nstart, start)},
                                  {"static_sizes", grn_attr_dense_i64(w->ir, (size_t)t->rank, t->shape)},
                                  {"static_strides", grn_attr_dense_i64(w->ir, nstride, stride)},
                                  {"operandSegmentSizes", grn_mlir_segments(w, GRN_COUNT(groups), groups)}};
    return grn_replace(w, grn_new(w, "tensor.extract_slice", 1, op->operands, t, GRN_COUNT(attrs), attrs));
}

/* Whether nothing is cut off and nothing comes between. */
static bool only_adds(const grn_op *op, const int64_t **low)
{
    static const char *const lists[] = {"edge_padding_high", "interior_padding", "edge_padding_low"};
    size_t count = 0;
    const int64_t *v = NULL;
    for (size_t k = 0; k < GRN_COUNT(lists); k++) {
        if (!grn_op_dims(op, lists[k], &count, &v))
            return false;
        for (size_t i = 0; i < count; i++)
            if (v[i] < 0 || (k == 1 && v[i] != 0))
                return false;
    }
    *low = v;
    return true;
}

/* The padding everywhere, and the operand put into it. */
grn_status grn_export_pad(grn_rewrite *w, const grn_op *op)
{
    static const int32_t groups[] = {1, 1, 0, 0, 0};
    const int64_t *low;
    int64_t ones[GRN_MAX_RANK];
    if (!grn_op_is_static(op) || !only_adds(op, &low))
        return GRN_OK;
    const grn_type *in = grn_operand_type(op, 0), *t = grn_result_type(op, 0);
    for (int32_t d = 0; d < in->rank; d++)
        ones[d] = 1;
    grn_value *padding = grn_new(w, "tensor.extract", 1, &op->operands[1], in->element, 0, NULL);
    grn_value *const operands[] = {op->operands[0], grn_new(w, "tensor.splat", 1, &padding, t, 0, NULL)};
    const grn_new_attr attrs[] = {{"static_offsets", grn_attr_dense_i64(w->ir, (size_t)in->rank, low)},
                                  {"static_sizes", grn_attr_dense_i64(w->ir, (size_t)in->rank, in->shape)},
                                  {"static_strides", grn_attr_dense_i64(w->ir, (size_t)in->rank, ones)},
                                  {"operandSegmentSizes", grn_mlir_segments(w, GRN_COUNT(groups), groups)}};
    return grn_replace(w, grn_new(w, "tensor.insert_slice", 2, operands, t, GRN_COUNT(attrs), attrs));
}

/* ---- shapes that are known when the program runs --------------------------------------------- */

/* Extent `d` of v as an index. */
static grn_value *dim_of(grn_rewrite *w, grn_value *v, int64_t d)
{
    grn_value *const operands[] = {v, grn_mlir_index(w, d)};
    return grn_new(w, "tensor.dim", 2, operands, grn_type_of_dtype(w->ir, GRN_INDEX), 0, NULL);
}

/* The extents of `type` that are not known, from the entries of `shape`. */
static size_t unknown_extents(grn_rewrite *w, const grn_type *type, grn_value *shape, grn_value **out)
{
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    size_t n = 0;
    for (int32_t d = 0; d < type->rank; d++) {
        if (type->shape[d] != GRN_DYNAMIC)
            continue;
        grn_value *const entry[] = {shape, grn_mlir_index(w, d)};
        grn_value *number = grn_new(w, "tensor.extract", 2, entry, shape->type->element, 0, NULL);
        bool is = shape->type->element->kind == GRN_TYPE_INDEX;
        out[n++] = is ? number : grn_new(w, "arith.index_cast", 1, &number, index, 0, NULL);
    }
    return n;
}

grn_status grn_export_size(grn_rewrite *w, const grn_op *op)
{
    grn_value *size = dim_of(w, op->operands[0], grn_op_integer(op, "dimension", 0));
    grn_value *number = grn_new(w, "arith.index_cast", 1, &size, grn_result_type(op, 0)->element, 0, NULL);
    return grn_replace(w, grn_new(w, "tensor.from_elements", 1, &number, grn_result_type(op, 0), 0, NULL));
}

/* Into an empty tensor of that shape; one of rank 0 becomes all dims. */
grn_status grn_export_dynamic_broadcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *in = grn_operand_type(op, 0);
    grn_value *extents[GRN_MAX_RANK], *v = op->operands[0];
    grn_dims kept = {.count = 0}, added = {.count = 0}, shape = {.count = 0};
    size_t count = 0;
    const int64_t *dims = NULL;
    const bool is_same = grn_op_attr(op, GRN_BROADCASTS_ITSELF); /* extents that are not known do not grow */
    if (!grn_op_dims(op, "broadcast_dimensions", &count, &dims) || !(is_same || grn_is_static(in)))
        return GRN_OK;
    for (size_t i = 0; i < count; i++) {
        if (in->shape[i] == 1 && t->shape[dims[i]] != 1)
            continue; /* one element that grows: as if it were not there */
        if (in->shape[i] != t->shape[dims[i]] || (i > 0 && dims[i] < dims[i - 1]))
            return GRN_OK;
        grn_dims_push(&kept, dims[i]);
        grn_dims_push(&shape, in->shape[i]);
    }
    if (shape.count < in->rank)
        v = grn_exported(w, grn_build_reshape(w, v, shape.count, shape.v));
    for (int32_t d = 0; d < t->rank; d++)
        if (!grn_dims_has(&kept, d))
            grn_dims_push(&added, d);
    grn_value *into = grn_new(w, "tensor.empty", unknown_extents(w, t, op->operands[1], extents), extents, t, 0, NULL);
    grn_value *const operands[] = {v, into};
    grn_value *made = grn_new(w, "linalg.broadcast", 2, operands, t, 1,
                              &(grn_new_attr){"dimensions", grn_attr_dense_i64(w->ir, (size_t)added.count, added.v)});
    return grn_replace(w, made && add_region(w, made->def) ? made : NULL);
}

/* Dims of `wide` that are not among `ones`, each with the ones behind it, the first with those
 * before it as well. False: all are. */
static bool group_ones(int32_t wide, const grn_dims *ones, grouping *g)
{
    int32_t before = 0;
    *g = (grouping){.count = 0};
    for (int32_t d = 0; d < wide; d++) {
        if (!grn_dims_has(ones, d)) {
            g->size[g->count++] = 1 + before;
            before = 0;
        } else if (g->count > 0) {
            g->size[g->count - 1]++;
        } else {
            before++;
        }
    }
    return g->count > 0;
}

/* Of a shape that is not known only dims of one element come and go. */
grn_status grn_export_dynamic_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *in = grn_operand_type(op, 0);
    grn_value *operands[1 + GRN_MAX_RANK], *v = op->operands[0];
    grouping gone, added;
    grn_ones ones;
    if (!grn_ones_between(in, t, &ones) || !group_ones(in->rank, &ones.gone, &gone) ||
        !group_ones(t->rank, &ones.added, &added))
        return GRN_OK;
    if (ones.gone.count > 0)
        v = collapse(w, v, &gone, ones.kept.count, ones.kept.v);
    if (!v || ones.added.count == 0)
        return grn_replace(w, v);
    operands[0] = v;
    size_t n = unknown_extents(w, t, op->operands[1], operands + 1);
    const grn_new_attr attrs[] = {{"reassociation", reassociation(w, &added)},
                                  {"static_output_shape", grn_attr_dense_i64(w->ir, (size_t)t->rank, t->shape)}};
    return grn_replace(w, grn_new(w, "tensor.expand_shape", 1 + n, operands, t, GRN_COUNT(attrs), attrs));
}

/* Into an empty tensor of that shape. */
grn_status grn_export_dynamic_transpose(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_value *extents[GRN_MAX_RANK];
    size_t count, n = 0;
    const int64_t *v;
    if (!grn_op_dims(op, "permutation", &count, &v) || !grn_has_plain_operand(op))
        return GRN_OK;
    for (int32_t d = 0; d < t->rank; d++) {
        if (t->shape[d] != grn_operand_type(op, 0)->shape[v[d]])
            return GRN_OK;
        if (t->shape[d] == GRN_DYNAMIC)
            extents[n++] = dim_of(w, op->operands[0], v[d]);
    }
    grn_value *const operands[] = {op->operands[0], grn_new(w, "tensor.empty", n, extents, t, 0, NULL)};
    grn_value *made = grn_new(w, "linalg.transpose", 2, operands, t, 1,
                              &(grn_new_attr){"permutation", grn_attr_dense_i64(w->ir, count, v)});
    return grn_replace(w, made && add_region(w, made->def) ? made : NULL);
}
