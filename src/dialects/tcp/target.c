/*
 * target.c - TCP as a target, with arith and tensor around it, and the
 * import patterns of its helper ops.
 *
 * Elements along a dim are tcp.gather, slices along leading dims
 * tcp.gather_nd. Slices along one dim have no op: they are what "Gather Ops in
 * Tcp" shows for torch.index_select, tf.gather and onnx.Gather, a tcp.gather
 * of indices broadcast over the slice. There is no scatter.
 */
#include "dialects/tensor/translate.h"

#include "dialects/tcp/tcp.h"

/* ---- broadcast ------------------------------------------------------------------------------- */

/* tcp.broadcast of v, whose rank is that of `shape`, along the dims of one element that are not so
 * there. */
static grn_value *grow(grn_rewrite *w, grn_value *v, const int64_t *shape)
{
    grn_value *operands[1 + GRN_MAX_RANK] = {v};
    grn_dims axes = {.count = 0};
    if (!v)
        return NULL;
    for (int32_t d = 0; d < v->type->rank; d++)
        if (v->type->shape[d] != shape[d]) {
            grn_dims_push(&axes, d);
            operands[axes.count] = grn_mlir_index(w, shape[d]);
        }
    if (axes.count == 0)
        return v;
    return grn_new(w, "tcp.broadcast", 1 + (size_t)axes.count, operands,
                   grn_tensor_like(w, v->type->element, v->type->rank, shape), 1,
                   &(grn_new_attr){"axes", grn_mlir_i64_array(w, (size_t)axes.count, axes.v)});
}

/* ---- export patterns ------------------------------------------------------------------------- */

static grn_value *gather(grn_rewrite *w, grn_value *full, grn_value *indices, int64_t dim)
{
    grn_value *const operands[] = {full, indices};
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    if (!full || !indices || !index)
        return NULL;
    const grn_type *t = indices->type;
    return grn_new(w, "tcp.gather", 2, operands, grn_tensor_like(w, full->type->element, t->rank, t->shape), 1,
                   &(grn_new_attr){"dim", grn_attr_integer(w->ir, index, dim)});
}

static grn_value *gather_nd(grn_rewrite *w, const grn_hub *hub, grn_value *indices)
{
    grn_value *const operands[] = {hub->operands[0], indices};
    const grn_type *full = hub->operands[0]->type, *t = indices ? indices->type : NULL;
    grn_dims shape = {.count = 0};
    for (int32_t d = 0; t && d + 1 < t->rank; d++)
        grn_dims_push(&shape, t->shape[d]);
    for (int64_t d = t ? t->shape[t->rank - 1] : full->rank; d < full->rank; d++)
        grn_dims_push(&shape, full->shape[d]);
    const grn_type *type = grn_tensor_like(w, full->element, shape.count, shape.v);
    return grn_mlir_declared(w, grn_new(w, "tcp.gather_nd", 2, operands, type, 0, NULL), hub->result);
}

/* The extents of `full` with those of the indices (one of one element, where they have none)
 * instead of dim's. */
static grn_dims sliced(const grn_type *full, const grn_type *indices, int64_t dim, bool of_full)
{
    grn_dims out = {.count = 0};
    for (int32_t d = 0; d < full->rank; d++) {
        if (d != dim) {
            grn_dims_push(&out, full->shape[d]);
            continue;
        }
        grn_dims_push(&out, of_full ? full->shape[d] : indices->rank ? indices->shape[0] : 1);
        for (int32_t i = 1; i < indices->rank; i++)
            grn_dims_push(&out, indices->shape[i]);
    }
    return out;
}

/* `v` put at dim `first` of a tensor of `rank` dims, the others being of one element. */
static grn_value *between_units(grn_rewrite *w, grn_value *v, int64_t first, int32_t rank)
{
    int64_t shape[GRN_MAX_RANK];
    for (int32_t d = 0; d < rank; d++)
        shape[d] = 1;
    for (int32_t d = 0; d < v->type->rank; d++)
        shape[first + d] = v->type->shape[d];
    return grn_mlir_reshape(w, v, rank, shape);
}

/* What the indices' further dims are in `full`: dims of one element behind `dim`. */
static grn_value *units_behind(grn_rewrite *w, grn_value *full, const grn_dims *want, int64_t dim, int32_t further)
{
    grn_dims shape = *want;
    for (int32_t i = 1; i <= further; i++)
        shape.v[dim + i] = 1;
    return grn_mlir_reshape(w, full, shape.count, shape.v);
}

/* The document's recipe: indices [x, y] along dim 0 of [a, b, c] are broadcast to [x, y, b, c], the
 * input to [a, y, b, c]. */
static grn_value *gather_slices(grn_rewrite *w, const grn_hub *hub)
{
    const grn_type *full = hub->operands[0]->type, *indices = hub->indices->type;
    int64_t dim = hub->dims.start_index_map.v[0];
    int32_t further = indices->rank > 1 ? indices->rank - 1 : 0; /* the result has as many dims: they fit */
    grn_dims of_full = sliced(full, indices, dim, true), of_result = sliced(full, indices, dim, false);
    grn_value *all = grow(w, units_behind(w, hub->operands[0], &of_full, dim, further), of_full.v);
    grn_value *at = grow(w, between_units(w, hub->indices, dim, of_result.count), of_result.v);
    return grn_mlir_reshape(w, gather(w, all, at, dim), hub->result->rank, hub->result->shape);
}

static bool is_elements(const grn_hub *hub)
{
    return hub->dims.operand_batching_dims.count + 1 == hub->operands[0]->type->rank &&
           hub->dims.start_index_map.count == 1 && hub->indices->type->rank == hub->operands[0]->type->rank &&
           hub->dims.index_vector_dim == hub->indices->type->rank;
}

static bool is_slices(const grn_hub *hub)
{
    return hub->dims.operand_batching_dims.count == 0 && hub->dims.start_index_map.count == 1 &&
           hub->dims.index_vector_dim == hub->indices->type->rank;
}

/* Indices along the first dim that came as vectors of one component: those vectors, as gather_nd
 * takes them. Else NULL. */
static grn_value *vectors_of_one(const grn_hub *hub)
{
    grn_value *v = grn_mlir_unshaped(hub->indices);
    const grn_type *t = v->type, *indices = hub->indices->type;
    bool same = hub->dims.start_index_map.v[0] == 0 && t->rank == indices->rank + 1 && t->shape[t->rank - 1] == 1;
    for (int32_t d = 0; same && d < indices->rank; d++)
        same = t->shape[d] == indices->shape[d];
    return same ? v : NULL;
}

/* Each index is a vector of one component. */
static grn_value *with_vector(grn_rewrite *w, grn_value *indices)
{
    grn_dims shape = grn_extents(indices->type);
    grn_dims_push(&shape, 1);
    return grn_build_reshape(w, indices, shape.count, shape.v);
}

static grn_status export_gather(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (!grn_hub_read(op, &hub) || !grn_tcp_tensor.matches(hub.operands[0]->type))
        return GRN_OK;
    if (!is_elements(&hub) && is_slices(&hub) && !grn_op_is_static(op)) {
        if (hub.dims.start_index_map.v[0] != 0)
            return grn_refuse(w, "takes slices along a dimension that is not the first, of a shape that is not known");
        return grn_replace(w, gather_nd(w, &hub, grn_exported(w, with_vector(w, hub.indices))));
    }
    if (is_elements(&hub))
        return grn_replace(
            w,
            grn_mlir_declared(w, gather(w, hub.operands[0], hub.indices, hub.dims.start_index_map.v[0]), hub.result));
    grn_value *vectors = is_slices(&hub) ? vectors_of_one(&hub) : hub.indices;
    return grn_replace(w, vectors ? gather_nd(w, &hub, vectors) : gather_slices(w, &hub));
}

/* ---- import patterns ------------------------------------------------------------------------- */

/* Extent d of v as an index. */
static grn_value *extent(grn_rewrite *w, grn_value *v, int32_t d)
{
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    const int64_t known = v->type->shape[d];
    const grn_new_attr attr = {"value",
                               index ? grn_attr_integer(w->ir, index, known == GRN_DYNAMIC ? d : known) : NULL};
    grn_value *number = index ? grn_new(w, "arith.constant", 0, NULL, index, 1, &attr) : NULL;
    return known == GRN_DYNAMIC ? grn_new(w, "tensor.dim", 2, (grn_value *const[]){v, number}, index, 0, NULL) : number;
}

/* To extents that are operands along the axes, and stay elsewhere. */
static grn_status import_any_broadcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    grn_value *extents[GRN_MAX_RANK];
    int64_t dims[GRN_MAX_RANK];
    const int64_t rank = t->rank;
    size_t count = 0;
    const int64_t *axes = NULL;
    grn_op_dims(op, "axes", &count, &axes);
    for (int32_t d = 0; d < t->rank; d++) {
        dims[d] = d;
        extents[d] = extent(w, op->operands[0], d);
    }
    for (size_t i = 0; i < count; i++)
        extents[axes[i]] = op->operands[1 + i];
    grn_value *shape =
        index ? grn_new(w, "tensor.from_elements", (size_t)rank, extents, grn_tensor_like(w, index, 1, &rank), 0, NULL)
              : NULL;
    const grn_new_attr attr = {"broadcast_dimensions", grn_attr_dense_i64(w->ir, (size_t)rank, dims)};
    return grn_replace(w, grn_new(w, "stablehlo.dynamic_broadcast_in_dim", 2,
                                  (grn_value *const[]){op->operands[0], shape}, t, 1, &attr));
}

static grn_status import_broadcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    int64_t dims[GRN_MAX_RANK];
    for (int32_t d = 0; d < t->rank; d++)
        dims[d] = d;
    if (!grn_is_static(grn_operand_type(op, 0)) || !grn_is_static(t))
        return w->target->computes_shapes && t->rank > 0 ? import_any_broadcast(w, op) : GRN_OK;
    return grn_replace(w, grn_build_broadcast(w, op->operands[0], dims, t->rank, t->shape));
}

/* As upstream's extract_slice, whose numbers are operands too; a size that the type says is that
 * one. */
static grn_status import_any_slice(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const size_t rank = (size_t)t->rank;
    int64_t open[GRN_MAX_RANK];
    size_t n = 1;
    grn_value **operands = GRN_ARENA_NEW(&w->ir->arena, grn_value *, op->noperands + 1);
    if (!w->target->computes_shapes || op->noperands != 1 + 3 * rank || !operands)
        return operands ? GRN_OK : grn_no_memory(w);
    operands[0] = op->operands[0];
    for (size_t i = 0; i < 3 * rank; i++) {
        open[i % rank] = GRN_DYNAMIC;
        if (i / rank != 1 || t->shape[i % rank] == GRN_DYNAMIC)
            operands[n++] = op->operands[1 + i];
    }
    const int32_t sizes[] = {1, (int32_t)rank, (int32_t)(n - 1 - 2 * rank), (int32_t)rank};
    const grn_new_attr attrs[] = {{"static_offsets", grn_attr_dense_i64(w->ir, rank, open)},
                                  {"static_sizes", grn_attr_dense_i64(w->ir, rank, t->shape)},
                                  {"static_strides", grn_attr_dense_i64(w->ir, rank, open)},
                                  {"operandSegmentSizes", grn_mlir_segments(w, GRN_COUNT(sizes), sizes)}};
    return grn_replace(w, grn_new(w, "tensor.extract_slice", n, operands, t, GRN_COUNT(attrs), attrs));
}

/* Starts, sizes and strides that are constants. */
static grn_status import_slice(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *t = grn_result_type(op, 0);
    int64_t v[3][GRN_MAX_RANK], limit[GRN_MAX_RANK];
    size_t rank = (size_t)in->rank;
    if (!grn_is_static(in) || !grn_is_static(t) || op->noperands != 1 + 3 * rank)
        return import_any_slice(w, op);
    for (size_t i = 0; i < 3 * rank; i++) {
        grn_tensor tensor;
        if (!grn_constant_tensor(op->operands[1 + i], &v[i / rank][i % rank], &tensor) || tensor.rank != 0 ||
            tensor.data != &v[i / rank][i % rank])
            return import_any_slice(w, op);
    }
    for (size_t d = 0; d < rank; d++) {
        if (v[1][d] != t->shape[d] || !grn_mlir_is_slice(in->shape[d], v[0][d], v[1][d], v[2][d]))
            return import_any_slice(w, op);
        limit[d] = v[1][d] ? v[0][d] + (v[1][d] - 1) * v[2][d] + 1 : v[0][d];
    }
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(w->ir, rank, v[0])},
                                  {"limit_indices", grn_attr_dense_i64(w->ir, rank, limit)},
                                  {"strides", grn_attr_dense_i64(w->ir, rank, v[2])}};
    return grn_replace(w, grn_new(w, "stablehlo.slice", 1, op->operands, t, GRN_COUNT(attrs), attrs));
}

static const grn_import_pattern import_patterns[] = {
    {.op = "tcp.broadcast", .import = import_broadcast},
    {.op = "tcp.slice", .import = import_slice},
    {.op = NULL},
};

/* ---- the target ------------------------------------------------------------------------------ */

static bool takes_index(const grn_type *e) { return e->kind == GRN_TYPE_INTEGER && e->signedness == GRN_SIGNLESS; }

static const grn_export_pattern *const export_patterns[GRN_OPS] = {
    GRN_MLIR_EXPORT_PATTERNS,
    GRN_EXPORTS(GRN_OP(garner, gather), {.export = export_gather}),
};

static const grn_target target = {
    .name = "tcp",
    .reads_broadcasts = true,
    .others = (const char *const[]){"tensor", "arith", "linalg", NULL},
    .gather = {.forms = GRN_CAN_ELEMENTS | GRN_CAN_PREFIX | GRN_CAN_SLICES | GRN_CAN_VECTORS,
               .bounds = GRN_BOUNDS_PROMISE},
    .takes_index = takes_index,
    .counts = GRN_COUNTS_CONSTANT,
    .index = GRN_I64,
    .takes_element = grn_tcp_is_element,
    .grow = grow,
    .export_patterns = export_patterns,
};

const grn_translation grn_tcp_translation = {.imports = import_patterns, .target = &target};
