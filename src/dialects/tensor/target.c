/*
 * target.c - MLIR's tensor dialect as a target, with arith and linalg
 * around it, and the import patterns of its helper ops.
 *
 * tensor.gather takes whole slices along any dims in ascending order; an index
 * out of range is undefined there, so `fit` keeps them in range. tensor.scatter
 * replaces, and its indices have to be unique; where they need not be, it is
 * the RFC's scatter, of which the last update of a place stays.
 */
#include "dialects/tensor/translate.h"

#include "dialects/tensor/tensor.h"

/* ---- gather, scatter ------------------------------------------------------------------------- */

static grn_value *make(grn_rewrite *w, const char *name, size_t noperands, grn_value *const *operands,
                       const grn_type *type, const char *dims_name, const grn_hub *hub)
{
    const grn_dims *map = &hub->dims.start_index_map;
    const bool unique = hub->rule.unique_indices;
    const grn_new_attr attrs[] = {{dims_name, grn_attr_dense_i64(w->ir, (size_t)map->count, map->v)},
                                  {"unique", unique ? grn_attr_unit(w->ir) : NULL}};
    return grn_new(w, name, noperands, operands, type, unique ? 2 : 1, attrs);
}

/* What the indices' positions and the other dims of `full` make: the type that the op has. */
static const grn_type *dense_type(grn_rewrite *w, const grn_hub *hub)
{
    const grn_type *full = hub->operands[0]->type;
    grn_dims shape = {.count = 0};
    for (int32_t d = 0; d + 1 < hub->indices->type->rank; d++)
        grn_dims_push(&shape, hub->indices->type->shape[d]);
    for (int32_t d = 0; d < full->rank; d++)
        if (!grn_dims_has(&hub->dims.start_index_map, d))
            grn_dims_push(&shape, full->shape[d]);
    return grn_tensor_like(w, full->element, shape.count, shape.v);
}

static grn_status export_gather(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub))
        return GRN_OK;
    grn_value *const operands[] = {hub.operands[0], hub.indices};
    grn_value *v = make(w, "tensor.gather", 2, operands, dense_type(w, &hub), "gather_dims", &hub);
    return grn_replace(w, grn_mlir_declared(w, v, hub.result));
}

static grn_status export_scatter(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub) || hub.ninputs != 1 || hub.combiner != GRN_COMBINE_REPLACE)
        return GRN_OK;
    if (hub.dims.start_index_map.count == 0)
        return grn_refuse(w, "chooses no dimension, and tensor.scatter has to name one");
    const grn_type *source = dense_type(w, &hub);
    grn_value *const operands[] = {source ? grn_mlir_declared(w, hub.updates[0], source) : NULL, hub.operands[0],
                                   hub.indices};
    const char *name = hub.rule.unique_indices ? "tensor.scatter" : "scatter"; /* ML-5, ML-11 */
    return grn_replace(w, make(w, name, 3, operands, grn_result_type(op, 0), "scatter_dims", &hub));
}

/* ---- import patterns ------------------------------------------------------------------------- */

/* Offsets, sizes and strides, when each is a number. */
typedef struct part {
    const int64_t *offset, *size, *stride;
} part;

static bool all_known(const grn_op *op, const char *name, const int64_t **v)
{
    size_t count = 0;
    if (!grn_op_dims(op, name, &count, v))
        return false;
    for (size_t i = 0; i < count; i++)
        if ((*v)[i] == GRN_DYNAMIC)
            return false;
    return true;
}

static bool read_part(const grn_op *op, part *out)
{
    return all_known(op, "static_offsets", &out->offset) && all_known(op, "static_sizes", &out->size) &&
           all_known(op, "static_strides", &out->stride);
}

static grn_value *slice(grn_rewrite *w, grn_value *v, const int64_t *start, const int64_t *size, const int64_t *stride)
{
    int64_t limit[GRN_MAX_RANK];
    const grn_type *t = v->type;
    size_t rank = (size_t)t->rank;
    for (size_t d = 0; d < rank; d++)
        limit[d] = size[d] ? start[d] + (size[d] - 1) * stride[d] + 1 : start[d];
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(w->ir, rank, start)},
                                  {"limit_indices", grn_attr_dense_i64(w->ir, rank, limit)},
                                  {"strides", grn_attr_dense_i64(w->ir, rank, stride)}};
    return grn_new(w, "stablehlo.slice", 1, &v, grn_tensor_like(w, t->element, t->rank, size), GRN_COUNT(attrs), attrs);
}

static grn_status import_extract_slice(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    part p;
    const grn_type *in = grn_operand_type(op, 0);
    if (!grn_is_static(in) || !grn_is_static(t) || !read_part(op, &p))
        return GRN_OK;
    for (int32_t d = 0; d < in->rank; d++)
        if (!grn_mlir_is_slice(in->shape[d], p.offset[d], p.size[d], p.stride[d]))
            return GRN_OK;
    return grn_replace(w,
                       grn_build_reshape(w, slice(w, op->operands[0], p.offset, p.size, p.stride), t->rank, t->shape));
}

/* All of `whole` along the dims but those before and behind the part along `d`, whose extents along
 * the dims before it are the part's already: the pieces, joined. */
static grn_value *surround(grn_rewrite *w, grn_value *inner, grn_value *whole, const part *p, int32_t d)
{
    int64_t start[GRN_MAX_RANK], size[GRN_MAX_RANK], ones[GRN_MAX_RANK];
    const grn_type *t = whole->type;
    grn_value *pieces[3];
    size_t n = 0;
    int64_t end = p->offset[d] + p->size[d];
    for (int32_t i = 0; i < t->rank; i++) {
        start[i] = i < d ? p->offset[i] : 0;
        size[i] = i < d ? p->size[i] : t->shape[i];
        ones[i] = 1;
    }
    size[d] = p->offset[d];
    if (size[d])
        pieces[n++] = slice(w, whole, start, size, ones);
    pieces[n++] = inner;
    start[d] = end;
    size[d] = t->shape[d] - end;
    if (size[d])
        pieces[n++] = slice(w, whole, start, size, ones);
    return grn_build_concatenate(w, n, pieces, d);
}

/* What is around the part, joined to it dimension by dimension from the last on. */
static grn_status import_insert_slice(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    part p;
    if (!grn_is_static(grn_operand_type(op, 0)) || !grn_is_static(t) || !read_part(op, &p))
        return GRN_OK;
    for (int32_t d = 0; d < t->rank; d++)
        if (p.stride[d] != 1 || p.size[d] == 0 || !grn_mlir_is_slice(t->shape[d], p.offset[d], p.size[d], 1))
            return GRN_OK;
    grn_value *v = grn_build_reshape(w, op->operands[0], t->rank, p.size);
    for (int32_t d = t->rank - 1; v && d >= 0; d--)
        v = surround(w, v, op->operands[1], &p, d);
    return grn_replace(w, v);
}

/* The bytes of a constant scalar that a region yields, wherever the constant stands. */
static bool yielded_constant(const grn_op *op, const grn_type *element, unsigned char bytes[16])
{
    const grn_op *end = op->nregions ? grn_block_terminator(op->regions[0].first) : NULL;
    const grn_op *def = end && end->noperands == 1 ? end->operands[0]->def : NULL;
    const grn_attr *a = def && def->noperands == 0 ? grn_op_attr(def, "value") : NULL;
    const bool is_float = element->kind == GRN_TYPE_FLOAT && a && a->kind == GRN_ATTR_FLOAT;
    if (element->dtype == GRN_NO_DTYPE || !a || a->type != element ||
        !(is_float ||
          (element->kind == GRN_TYPE_INTEGER && element->signedness == GRN_SIGNLESS && a->kind == GRN_ATTR_INTEGER)))
        return false;
    const grn_scalar v =
        is_float ? (grn_scalar){.dtype = GRN_F64, .f = a->real} : (grn_scalar){.dtype = GRN_I64, .i = a->integer};
    grn_scalar_store(&v, element->dtype, bytes);
    return true;
}

/* By a constant, of known extents. */
static grn_status import_pad(grn_rewrite *w, const grn_op *op)
{
    static const int64_t none[GRN_MAX_RANK];
    unsigned char bytes[16] = {0};
    const grn_type *in = grn_operand_type(op, 0), *t = grn_result_type(op, 0);
    const size_t rank = (size_t)in->rank;
    const int64_t *low, *high;
    if (!grn_is_static(in) || !grn_is_static(t) || !all_known(op, "static_low", &low) ||
        !all_known(op, "static_high", &high) || !yielded_constant(op, in->element, bytes))
        return GRN_OK;
    grn_value *const operands[] = {op->operands[0], grn_build_splat(w, in->element, 0, NULL, bytes)};
    const grn_new_attr attrs[] = {{"edge_padding_low", grn_attr_dense_i64(w->ir, rank, low)},
                                  {"edge_padding_high", grn_attr_dense_i64(w->ir, rank, high)},
                                  {"interior_padding", grn_attr_dense_i64(w->ir, rank, none)}};
    return grn_replace(w, operands[1] ? grn_new(w, "stablehlo.pad", 2, operands, t, GRN_COUNT(attrs), attrs) : NULL);
}

/* Between integers of one width: the hub's convert keeps the bits. */
static grn_status import_bitcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0)->element, *to = grn_result_type(op, 0)->element;
    bool good = from->kind == GRN_TYPE_INTEGER && to->kind == GRN_TYPE_INTEGER && from->width > 1 &&
                grn_is_static(grn_operand_type(op, 0)) && grn_is_static(grn_result_type(op, 0));
    return good ? grn_replace(w, grn_build_convert(w, op->operands[0], to)) : GRN_OK;
}

/* Zeros, as it is when it is run here. */
static grn_status import_empty(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char zeros[16];
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_is_static(t) || t->element->dtype == GRN_NO_DTYPE || t->element->kind == GRN_TYPE_QUANT)
        return GRN_OK;
    return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, zeros));
}

/* Of scalars that are constant integers. */
static grn_status import_elements(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool good = grn_is_static(t) && (t->element->kind == GRN_TYPE_INTEGER || t->element->kind == GRN_TYPE_INDEX) &&
                t->element->dtype != GRN_NO_DTYPE;
    int64_t *v = GRN_ARENA_NEW(&w->ir->arena, int64_t, op->noperands + 1);
    if (!v)
        return grn_no_memory(w);
    for (size_t i = 0; good && i < op->noperands; i++) {
        grn_tensor tensor;
        good = grn_constant_tensor(op->operands[i], &v[i], &tensor) && tensor.rank == 0 && tensor.data == &v[i];
    }
    return good ? grn_replace(w, grn_build_integers(w, t->element, t->rank, t->shape, op->noperands, v)) : GRN_OK;
}

static const grn_import_pattern import_patterns[] = {
    {.op = "tensor.expand_shape", .import = grn_import_reshape},
    {.op = "tensor.collapse_shape", .import = grn_import_reshape},
    {.op = "tensor.extract_slice", .import = import_extract_slice},
    {.op = "tensor.insert_slice", .import = import_insert_slice},
    {.op = "tensor.pad", .import = import_pad},
    {.op = "tensor.concat", .import = grn_import_concatenate, .list = "dim"},
    {.op = "tensor.cast", .import = grn_import_identity},
    {.op = "tensor.bitcast", .import = import_bitcast},
    {.op = "tensor.empty", .import = import_empty},
    {.op = "tensor.splat", .import = import_elements},
    {.op = "tensor.from_elements", .import = import_elements},
    {.op = NULL},
};

/* ---- the target ------------------------------------------------------------------------------ */

static bool takes_index(const grn_type *e)
{
    return e->kind == GRN_TYPE_INDEX || (e->kind == GRN_TYPE_INTEGER && e->signedness == GRN_SIGNLESS);
}

/* Ops of its own that the hub says by several. */
static bool keeps(const grn_op *op)
{
    return grn_str_is(op->name, "tensor.insert_slice") || grn_str_is(op->name, "tensor.pad");
}

static const grn_export_pattern *const export_patterns[GRN_OPS] = {
    GRN_MLIR_EXPORT_PATTERNS,
    GRN_EXPORTS(GRN_OP(garner, gather), {.export = export_gather}),
    GRN_EXPORTS(GRN_OP(garner, scatter), {.export = export_scatter}),
};

static const grn_target target = {
    .name = "tensor",
    .reads_broadcasts = true,
    .others = (const char *const[]){"arith", "linalg", NULL},
    .gather = {.forms = GRN_CAN_VECTORS | GRN_CAN_SPREAD, .bounds = GRN_BOUNDS_PROMISE},
    .scatter = {.forms = GRN_CAN_VECTORS | GRN_CAN_SPREAD,
                .bounds = GRN_BOUNDS_PROMISE,
                .combiners = 1u << GRN_COMBINE_REPLACE,
                .keeps_unique = true},
    .keeps = keeps,
    .takes_index = takes_index,
    .counts = GRN_COUNTS_CONSTANT,
    .index = GRN_I64, /* an unsigned one; index and signless integers stay as they are */
    .export_patterns = export_patterns,
};

const grn_translation grn_tensor_translation = {.imports = import_patterns, .target = &target};
