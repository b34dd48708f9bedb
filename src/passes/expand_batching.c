/*
 * expand_batching.c - gathers and scatters without batching dims (StableHLO RFC on batching dims,
 * Compatibility; the ops and their order are those of upstream's compatibility expander, down to
 * its promotion of the index type).
 *
 * Upstream does not expand an op whose indices have an unknown extent. Here it is expanded too: the
 * iotas are dynamic ones, whose shape is computed when the program runs.
 */
#include "passes/passes.h"

static grn_status refuse(const grn_op *op, const grn_batching *b, const char *why, const grn_diag *diag)
{
    return grn_fail(diag, op->place, GRN_E_UNSUPPORTED, "%s %s, can't expand", b->row->indices, why);
}

/* Extents fit an i32, which StableHLO's sizes are. */
static bool is_sized(const grn_type *t)
{
    bool fits = true;
    for (int32_t d = 0; d < t->rank; d++)
        fits = fits && (t->shape[d] == GRN_DYNAMIC || t->shape[d] <= INT32_MAX);
    return fits;
}

static grn_status can_expand(const grn_op *op, const grn_batching *b, const grn_diag *diag)
{
    const grn_type *t = grn_operand_type(op, b->indices);
    if (!is_sized(t) && !grn_type_has_static_shape(t))
        return refuse(op, b, "of an extent that no i32 holds", diag);
    if (t->element->kind != GRN_TYPE_INTEGER)
        return refuse(op, b, "of an element type that no iota has", diag);
    if (b->dims.index_vector_dim == t->rank && t->rank == GRN_MAX_RANK)
        return refuse(op, b, "of the highest rank and no room for an index vector", diag);
    return GRN_OK;
}

/* A tensor of `element`, shaped as the indices with `components` along the index vector, implicit
 * or not. */
static const grn_type *components_type(grn_ir *ir, const grn_type *element, const grn_type *indices,
                                       const grn_batching *b, int64_t components)
{
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = indices->rank + (b->dims.index_vector_dim == indices->rank);
    for (int32_t d = 0; d < indices->rank; d++)
        shape[d] = indices->shape[d];
    shape[b->dims.index_vector_dim] = components;
    return grn_type_tensor(ir, element, rank, shape, NULL);
}

/* ---- the new indices ------------------------------------------------------------------------- */

static grn_value *iota_along(grn_ir *ir, grn_op *op, const grn_type *type, int64_t dim)
{
    if (!type || grn_type_has_static_shape(type))
        return grn_make_simple(ir, op, "stablehlo.iota", 0, NULL, type, "iota_dimension", dim);
    grn_batching b;
    grn_batching_read(op, &b);
    grn_value *shape = grn_shape_value(ir, op, op->operands[b.indices], type);
    return grn_make_simple(ir, op, "stablehlo.dynamic_iota", 1, &shape, type, "iota_dimension", dim);
}

/* The indices as they go into the concatenation: promoted, with the index vector explicit. */
static grn_value *prepare_indices(grn_ir *ir, grn_op *op, const grn_batching *b, const grn_type *element)
{
    grn_value *v = op->operands[b->indices];
    const grn_type *t = v->type;
    if (element != t->element)
        v = grn_make_simple(ir, op, "stablehlo.convert", 1, &v, grn_type_tensor(ir, element, t->rank, t->shape, NULL),
                            NULL, 0);
    if (b->dims.index_vector_dim != t->rank)
        return v;
    const grn_type *wide = components_type(ir, element, t, b, 1);
    if (!wide || grn_type_has_static_shape(wide))
        return grn_make_simple(ir, op, "stablehlo.reshape", 1, &v, wide, NULL, 0);
    grn_value *const both[] = {v, grn_shape_value(ir, op, op->operands[b->indices], wide)};
    return grn_make_simple(ir, op, "stablehlo.dynamic_reshape", 2, both, wide, NULL, 0);
}

static grn_value *new_indices(grn_ir *ir, grn_op *op, const grn_batching *b)
{
    const grn_type *t = grn_operand_type(op, b->indices);
    const grn_type *element = grn_batching_promote(ir, t, &b->dims.start_indices_batching_dims);
    grn_value *parts[GRN_MAX_RANK + 1], *indices = element ? prepare_indices(ir, op, b, element) : NULL;
    int32_t n = b->dims.start_indices_batching_dims.count;
    if (!indices)
        return NULL;
    for (int32_t i = 0; i < n; i++)
        parts[i] = iota_along(ir, op, components_type(ir, element, t, b, 1), b->dims.start_indices_batching_dims.v[i]);
    parts[n] = indices;
    return grn_make_simple(ir, op, "stablehlo.concatenate", (size_t)n + 1, parts,
                           components_type(ir, element, t, b, n + b->dims.start_index_map.count), "dimension",
                           b->dims.index_vector_dim);
}

/* Two sorted lists without a common element into one. */
static grn_dims merge_sorted(const grn_dims *a, const grn_dims *b)
{
    grn_dims out = {0};
    for (int32_t i = 0, j = 0; i < a->count || j < b->count;)
        out.v[out.count++] = j == b->count || (i < a->count && a->v[i] < b->v[j]) ? a->v[i++] : b->v[j++];
    return out;
}

static void append(grn_dims *to, const grn_dims *from)
{
    for (int32_t i = 0; i < from->count; i++)
        to->v[to->count++] = from->v[i];
}

/* Upstream's expander writes the flags of an op it expands, false ones too. */
static bool write_flags(grn_ir *ir, grn_op *op, const grn_batching *b)
{
    static const char *const flags[] = {"indices_are_sorted", "unique_indices"};
    if (!b->row->names->attr)
        return true;
    for (size_t i = 0; i < (b->row->is_scatter ? 2u : 1u); i++)
        if (!grn_op_attr(op, flags[i]) &&
            !grn_op_set_attr(ir, op, (grn_str){flags[i], strlen(flags[i])}, grn_attr_bool(ir, false)))
            return false;
    return true;
}

static bool ascends(const grn_dims *list)
{
    for (int32_t i = 1; i < list->count; i++)
        if (list->v[i - 1] > list->v[i])
            return false;
    return true;
}

/* The batching dims of the indices are the first of the dims that number index vectors, in
 * order. */
static bool leads(const grn_batching *b)
{
    int64_t dim = 0;
    for (int32_t i = 0; i < b->dims.start_indices_batching_dims.count; i++, dim++) {
        dim += dim == b->dims.index_vector_dim;
        if (b->dims.start_indices_batching_dims.v[i] != dim)
            return false;
    }
    return true;
}

/* Whether sorted indices stay sorted with the batching positions in front: those ascend from vector
 * to vector, and are compared before the rest. */
static bool keeps_order(const grn_batching *b, const grn_dims *full_map) { return leads(b) && ascends(full_map); }

/* A batching dim's slice may have size 0, which as that of an indexed dim would hold no element: it
 * gets size 1, where the dim has an element. */
static bool write_slices(grn_ir *ir, grn_op *op, const grn_batching *b)
{
    size_t count = 0;
    const int64_t *sizes = NULL;
    grn_dims written;
    if (!grn_op_dims(op, "slice_sizes", &count, &sizes) || !grn_dims_read(count, sizes, &written))
        return true; /* a scatter's, or an operand */
    for (int32_t i = 0; i < b->dims.operand_batching_dims.count; i++) {
        int64_t d = b->dims.operand_batching_dims.v[i];
        if (written.v[d] == 0 && grn_operand_type(op, b->inputs)->shape[d] != 0)
            written.v[d] = 1;
    }
    return memcmp(written.v, sizes, count * sizeof *sizes) == 0 ||
           grn_op_set_attr(ir, op, GRN_STR("slice_sizes"), grn_attr_dense_i64(ir, count, written.v));
}

static grn_status expand(grn_ir *ir, grn_op *op, const grn_diag *diag)
{
    grn_batching b;
    if (!grn_batching_read(op, &b) || b.dims.operand_batching_dims.count == 0)
        return GRN_OK;
    grn_status status = can_expand(op, &b, diag);
    if (status != GRN_OK)
        return status;
    grn_value *indices = new_indices(ir, op, &b);
    grn_dims map = b.dims.operand_batching_dims;
    append(&map, &b.dims.start_index_map);
    bool keep = keeps_order(&b, &map), whole = write_slices(ir, op, &b);
    b.dims.collapsed_slice_dims = merge_sorted(&b.dims.operand_batching_dims, &b.dims.collapsed_slice_dims);
    b.dims.start_index_map = map;
    b.dims.operand_batching_dims.count = b.dims.start_indices_batching_dims.count = 0;
    if (!indices || !whole || !grn_batching_write(ir, op, &b, keep) || !write_flags(ir, op, &b)) {
        grn_ir_refused(ir, diag, op->place, "expanding batching dims");
        return GRN_E_MEMORY;
    }
    grn_op_set_operand(op, b.indices, indices);
    return GRN_OK;
}

grn_status grn_pass_expand_batching(grn_ir *ir, const grn_diag *diag) { return grn_pass_walk(ir, expand, diag); }
