/*
 * gather.c - tensor.gather and tensor.scatter: upstream's rules with
 * upstream's messages (MLIR tensor dialect, LLVM 20), the holes upstream leaves
 * closed, and the canonical gather and scatter they mean.
 *
 *   gather   result = indices.shape[:-1] ++ source.shape, gathered dims 1 or dropped
 *   scatter  the same relation between its source and its dest
 *
 * And the buffer form of the RFC's Bufferization section, bare `gather` and
 * `scatter` of memrefs: a copy into a new buffer, by the same rules.
 */
#include <inttypes.h>

#include "dialects/tensor/gather.h"

/* ---- what is under test ---------------------------------------------------------------------- */

/* A gather takes windows of `full` into `dense`; a scatter puts windows of `dense` into `full`. */
typedef struct subject {
    const grn_op *op;
    const grn_check *check;
    const char *verb; /* "gather" */
    const char *side; /* "source": what upstream calls `full` */
    const grn_type *full, *indices, *dense;
    size_t ndims;
    const int64_t *dims;
} subject;

static subject gather_subject(const grn_op *op, const grn_check *check)
{
    subject s = {
        op, check, "gather", "source", grn_operand_type(op, 0), grn_operand_type(op, 1), grn_result_type(op, 0),
        0,  NULL};
    grn_op_dims(op, "gather_dims", &s.ndims, &s.dims);
    return s;
}

static subject scatter_subject(const grn_op *op, const grn_check *check)
{
    subject s = {
        op, check, "scatter", "dest", grn_operand_type(op, 1), grn_operand_type(op, 2), grn_operand_type(op, 0),
        0,  NULL};
    grn_op_dims(op, "scatter_dims", &s.ndims, &s.dims);
    return s;
}

/* ML-12. What the RFC leaves to a later buffer type: its views would be many, none next to the
 * other. */
static grn_status not_nested(const subject *s)
{
    const grn_type *types[] = {s->full, s->indices, s->dense, grn_result_type(s->op, 0)};
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < GRN_COUNT(types); i++)
        if (types[i]->element->kind == GRN_TYPE_MEMREF)
            return grn_tensor_broken(
                s->op, s->check, "ML-12",
                "'%s' would hold many views that lie apart, and no buffer type is rich enough to say that (RFC "
                "of gather and scatter, Bufferization): expected one contiguous memref, which the slices are "
                "copied into",
                grn_type_text(types[i], text, sizeof text));
    return GRN_OK;
}

/* ML-12. Tensors throughout, or memrefs throughout; what is new is contiguous. */
static grn_status of_one_kind(const subject *s)
{
    const grn_type *result = grn_result_type(s->op, 0), *all[] = {s->indices, s->dense, result};
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        if (all[i]->kind != s->full->kind)
            return grn_tensor_broken(s->op, s->check, "ML-12", "expected tensors throughout, or memrefs throughout");
    if (result->strided || result->layout)
        return grn_tensor_broken(s->op, s->check, "ML-12",
                                 "the result is a new buffer, expected a memref without a layout");
    return grn_type_is_memref(s->full) ? not_nested(s) : GRN_OK;
}

static bool is_named(size_t ndims, const int64_t *dims, int64_t dim)
{
    for (size_t i = 0; i < ndims; i++)
        if (dims[i] == dim)
            return true;
    return false;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status not_empty(const subject *s)
{
    if (s->ndims == 0)
        return grn_tensor_broken(s->op, s->check, "ML-3", "%s_dims must be non-empty", s->verb);
    if (s->ndims > (size_t)s->full->rank)
        return grn_tensor_broken(s->op, s->check, "ML-3", "%s_dims overflow %s rank", s->verb, s->side);
    return GRN_OK;
}

/* ML-6. The last dimension of indices lists coordinates: one per dim, and known. Covers indices of
 * rank 0 too, on which LLVM 19 aborts. */
static grn_status one_coordinate_each(const subject *s)
{
    if (s->indices->rank > 0 && s->indices->shape[s->indices->rank - 1] == (int64_t)s->ndims)
        return GRN_OK;
    grn_status status = grn_tensor_broken(s->op, s->check, "ML-6",
                                          "%s_dims length must match the size of last dimension of indices", s->verb);
    grn_note(s->check->diag, s->op->place, "LLVM 20 and later check this, LLVM 19 does not");
    return status;
}

static grn_status in_range(const subject *s)
{
    for (size_t i = 0; i < s->ndims; i++) {
        if (s->dims[i] < 0)
            return grn_tensor_broken(s->op, s->check, "ML-3", "%s_dims value must be non-negative", s->verb);
        if (s->dims[i] >= s->full->rank)
            return grn_tensor_broken(s->op, s->check, "ML-3", "%s_dims value must be smaller than %s rank", s->verb,
                                     s->side);
    }
    for (size_t i = 1; i < s->ndims; i++)
        if (s->dims[i - 1] >= s->dims[i])
            return grn_tensor_broken(s->op, s->check, "ML-3", "%s_dims values must be strictly increasing", s->verb);
    return GRN_OK;
}

/* ML-2. The type `dense` is to have; NULL: memory refused. Ranks that no tensor here can have
 * answer type `full`, which is not the right one either. */
static const grn_type *dense_type(const subject *s, bool reduced)
{
    int64_t shape[GRN_MAX_RANK];
    int32_t batch = s->indices->rank - 1;
    int64_t rank = (int64_t)batch + s->full->rank - (reduced ? (int64_t)s->ndims : 0);
    if (rank > GRN_MAX_RANK)
        return s->full;
    for (int32_t d = 0; d < batch; d++)
        shape[d] = s->indices->shape[d];
    for (int32_t d = 0, at = batch; d < s->full->rank; d++) {
        bool named = is_named(s->ndims, s->dims, d);
        if (!named || !reduced)
            shape[at++] = named ? 1 : s->full->shape[d];
    }
    if (grn_type_is_memref(s->full))
        return grn_type_memref(s->check->scratch, &(grn_type){.element = s->full->element,
                                                              .rank = (int32_t)rank,
                                                              .shape = shape,
                                                              .encoding = s->dense->encoding});
    return grn_type_tensor(s->check->scratch, s->full->element, (int32_t)rank, shape, s->full->encoding);
}

/* A type of these extents and elements, wherever they lie. */
static bool is_such(const grn_type *have, const grn_type *want)
{
    if (!grn_type_is_memref(want))
        return grn_types_equal(have, want);
    return have->element == want->element && grn_type_same_shape(have, want);
}

/* ML-4 */
static grn_status dense_is_right(const subject *s, const char *what)
{
    char full[GRN_TYPE_TEXT_BYTES], reduced[GRN_TYPE_TEXT_BYTES], seen[GRN_TYPE_TEXT_BYTES];
    const grn_type *with_units = dense_type(s, false), *without = dense_type(s, true);
    if (!with_units || !without)
        return GRN_E_MEMORY;
    if (is_such(s->dense, with_units) || is_such(s->dense, without))
        return GRN_OK;
    return grn_tensor_broken(
        s->op, s->check, "ML-4", "%s type mismatch: expected '%s' or its rank-reduced variant '%s' (got: '%s')", what,
        grn_type_text(with_units, full, sizeof full), grn_type_text(without, reduced, sizeof reduced),
        grn_type_text(s->dense, seen, sizeof seen));
}

static grn_status dims_are_right(const subject *s)
{
    static grn_status (*const rules[])(const subject *) = {not_empty, one_coordinate_each, in_range};
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(rules); i++)
        status = rules[i](s);
    return status;
}

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    subject s = gather_subject(op, check);
    grn_status status = dims_are_right(&s);
    return status == GRN_OK ? dense_is_right(&s, "result") : status;
}

/* ML-7: the result is dest with slices replaced, which upstream documents and does not check. */
static grn_status result_is_dest(const subject *s)
{
    char dest[GRN_TYPE_TEXT_BYTES], seen[GRN_TYPE_TEXT_BYTES];
    const grn_type *result = grn_result_type(s->op, 0);
    if (result == s->full || (grn_type_is_memref(s->full) && is_such(result, s->full)))
        return GRN_OK;
    return grn_tensor_broken(s->op, s->check, "ML-7",
                             "result type mismatch: expected the type of dest, '%s' (got '%s')",
                             grn_type_text(s->full, dest, sizeof dest), grn_type_text(result, seen, sizeof seen));
}

/* ML-5. The RFC's op comes without the promise. */
static grn_status is_unique(const subject *s)
{
    if (s->check->allow_nonunique_scatter || grn_op_flag(s->op, "unique", false))
        return GRN_OK;
    return grn_tensor_broken(s->op, s->check, "ML-5", "requires 'unique' attribute to be set");
}

static grn_status scatter_is_right(const grn_op *op, grn_check *check, grn_status (*promise)(const subject *s))
{
    subject s = scatter_subject(op, check);
    grn_status status = dims_are_right(&s);
    if (status == GRN_OK && promise)
        status = promise(&s);
    if (status == GRN_OK)
        status = dense_is_right(&s, "source");
    return status == GRN_OK ? result_is_dest(&s) : status;
}

static grn_status scatter_verify(const grn_op *op, grn_check *check) { return scatter_is_right(op, check, is_unique); }

static grn_status rfc_scatter_verify(const grn_op *op, grn_check *check)
{
    subject s = scatter_subject(op, check);
    if (grn_type_is_tensor(s.full) && grn_op_attr(op, "unique"))
        return grn_op_fail(op, check,
                           "attribute 'unique' failed to satisfy constraint: none: the op with it is tensor.scatter");
    grn_status status = of_one_kind(&s);
    return status == GRN_OK ? scatter_is_right(op, check, NULL) : status;
}

/* Of tensors it is tensor.gather. */
static grn_status rfc_gather_verify(const grn_op *op, grn_check *check)
{
    subject s = gather_subject(op, check);
    grn_status status = of_one_kind(&s);
    return status == GRN_OK ? gather_verify(op, check) : status;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* Over actual tensors. */
typedef struct access {
    const grn_tensor *full, *indices;
    size_t ndims;
    const int64_t *dims;
    bool keeps_units; /* dense has an extent of 1 for each dim in `dims` */
} access;

/* A dim of no elements that an index is to choose from: a window of 1 would not fit, though no
 * index may ever come. */
static bool chooses_from_nothing(const access *a)
{
    for (size_t i = 0; i < a->ndims; i++)
        if (a->full->shape[a->dims[i]] == 0)
            return true;
    return false;
}

/*
 * Windows as large as `full` but 1 along the dims. Where those units are in
 * dense they are window dims of extent 1; or, where a window of 1 does not
 * fit, batch dims of an index tensor that gets units there too.
 */
static grn_status numbers_of(const access *a, grn_dimension_numbers *out, grn_tensor *indices)
{
    int32_t batch = a->indices->rank - 1;
    bool units_are_batch = a->keeps_units && chooses_from_nothing(a);
    int64_t shape[2 * GRN_MAX_RANK];
    int32_t rank = 0, at = batch;
    for (int32_t d = 0; d < batch; d++)
        shape[rank++] = a->indices->shape[d];
    for (int32_t d = 0; d < a->full->rank; d++) {
        bool named = is_named(a->ndims, a->dims, d);
        if (named)
            grn_dims_push(&out->start_index_map, d);
        if (named && (!a->keeps_units || units_are_batch))
            grn_dims_push(&out->collapsed_slice_dims, d);
        else
            grn_dims_push(&out->offset_dims, at);
        if (named && units_are_batch)
            shape[rank++] = 1;
        at += !named || a->keeps_units;
    }
    shape[rank++] = (int64_t)a->ndims;
    out->index_vector_dim = rank - 1;
    *indices = *a->indices;
    return !units_are_batch || (rank <= GRN_MAX_RANK && grn_view_reshape(a->indices, rank, shape, indices))
               ? GRN_OK
               : GRN_E_LIMIT;
}

/* Out of range is undefined in this dialect: the indices are a promise (ML-8). */
static grn_index_rule rule_of(const grn_op *op)
{
    return (grn_index_rule){.bounds = GRN_BOUNDS_PROMISE, .unique_indices = grn_op_flag(op, "unique", false)};
}

static grn_status too_many(const grn_op *op, const grn_diag *diag)
{
    return grn_fail(diag, op->place, GRN_E_LIMIT, "%s: more than garner's limit of %d dimensions", op->def->name,
                    GRN_MAX_RANK);
}

/* The dimension is empty and there are indices: every index is outside. */
static grn_status nothing_to_choose(const grn_op *op, const access *a, const grn_diag *diag)
{
    for (size_t i = 0; i < a->ndims; i++)
        if (a->full->shape[a->dims[i]] == 0 && grn_tensor_elements(a->indices) > 0)
            return grn_fail(diag, op->place, GRN_E_INDEX,
                            "%s: dimension %" PRId64 " has no elements, so every index along it is out of range",
                            op->def->name, a->dims[i]);
    return GRN_OK;
}

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    subject s = gather_subject(op, NULL);
    access a = {&operands[0], &operands[1], s.ndims, s.dims, s.dense->rank == s.indices->rank - 1 + s.full->rank};
    grn_op_diag placed;
    *out = (grn_access){.kind = GRN_ACCESS_GATHER, .gather = {.index = rule_of(op)}, .indices_operand = 1};
    grn_status status = nothing_to_choose(op, &a, diag);
    if (status != GRN_OK)
        return status;
    if (numbers_of(&a, &out->gather.dims, &out->indices) != GRN_OK)
        return too_many(op, diag);
    for (int32_t d = 0; d < a.full->rank; d++) {
        int64_t extent = a.full->shape[d];
        grn_dims_push(&out->gather.slice_sizes, is_named(a.ndims, a.dims, d) ? grn_one_or_none(extent) : extent);
    }
    grn_op_diag_init(&placed, op, diag);
    return grn_gather_shape(&out->gather, a.full, &out->indices, &placed.diag, &out->result_rank, out->result_shape);
}

static grn_status scatter_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    subject s = scatter_subject(op, NULL);
    access a = {&operands[1], &operands[2], s.ndims, s.dims, s.dense->rank == s.indices->rank - 1 + s.full->rank};
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER,
                        .scatter = {.index = rule_of(op), .combiner = GRN_COMBINE_REPLACE},
                        .operand = 1,
                        .updates = 0,
                        .indices_operand = 2,
                        .ninputs = 1};
    grn_status status = nothing_to_choose(op, &a, diag);
    if (status != GRN_OK)
        return status;
    return numbers_of(&a, &out->scatter.dims, &out->indices) == GRN_OK ? GRN_OK : too_many(op, diag);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port results[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_attr_def gather_attrs[] = {GRN_NEEDS("gather_dims", grn_attr_is_dims),
                                            GRN_MAY_HAVE("unique", grn_attr_is_unit), GRN_ATTRS_END};
static const grn_attr_def scatter_attrs[] = {GRN_NEEDS("scatter_dims", grn_attr_is_dims),
                                             GRN_MAY_HAVE("unique", grn_attr_is_unit), GRN_ATTRS_END};

static const char *const gather_where[] = {"gather_dims", NULL}, *const scatter_where[] = {"scatter_dims", NULL};
#define READS                                                                                                     \
    {                                                                                                             \
        .access = GRN_SUBSET_READS, .form = GRN_SUBSET_VECTORS, .container = 0, .place = 1, .where = gather_where \
    }
#define WRITES                                                                                             \
    {                                                                                                      \
        .access = GRN_SUBSET_WRITES, .form = GRN_SUBSET_VECTORS, .container = 1, .written = 0, .place = 2, \
        .where = scatter_where, .distinct = "unique"                                                       \
    }

/* Of the RFC's own ops, which may be of buffers. */
static bool is_buffer_or_tensor(const grn_type *t) { return grn_type_is_shaped(t); }
static bool is_index_buffer(const grn_type *t)
{
    return grn_is_index_or_signless_tensor.matches(t) ||
           (grn_type_is_memref(t) && t->stands_for && grn_is_index_or_signless_tensor.matches(t->stands_for));
}
static const grn_type_class shaped = {"ranked tensor or memref of any type values", is_buffer_or_tensor};
static const grn_type_class shaped_indices = {"ranked tensor or memref of signless integer or index values",
                                              is_index_buffer};
static const grn_port rfc_results[] = {GRN_PORT("result", shaped), GRN_PORTS_END};

const grn_op_def grn_tensor_gather_ops[] = {
    GRN_ROW("tensor.gather", "takes slices at coordinates along gather_dims",
            "MLIR tensor dialect, tensor.gather, ML-1 to ML-10",
            GRN_PORTS(GRN_PORT("source", grn_is_ranked_tensor), GRN_PORT("indices", grn_is_index_or_signless_tensor)),
            results, gather_attrs, .traits = GRN_TRAIT_PURE, .parse = grn_tensor_gather_parse,
            .print = grn_tensor_gather_print, .verify = gather_verify, .subset = READS, .to_spec = gather_to_spec),
    GRN_ROW("tensor.scatter", "writes slices at coordinates along scatter_dims into a tensor",
            "MLIR tensor dialect, tensor.scatter, ML-1 to ML-10",
            GRN_PORTS(GRN_PORT("source", grn_is_ranked_tensor), GRN_PORT("dest", grn_is_ranked_tensor),
                      GRN_PORT("indices", grn_is_index_or_signless_tensor)),
            results, scatter_attrs, .traits = GRN_TRAIT_PURE, .parse = grn_tensor_scatter_parse,
            .print = grn_tensor_scatter_print, .verify = scatter_verify, .subset = WRITES, .to_spec = scatter_to_spec),
    /* What the RFC calls gather and scatter: of buffers; and a scatter of tensors that does not
     * promise `unique`. */
    GRN_ROW("gather", "the RFC's gather: of tensors, or of buffers as a copy",
            "RFC of gather and scatter for MLIR's tensor dialect, Bufferization, ML-12",
            GRN_PORTS(GRN_PORT("source", shaped), GRN_PORT("indices", shaped_indices)), rfc_results, gather_attrs,
            .traits = GRN_TRAIT_PURE, .parse = grn_tensor_rfc_gather_parse, .print = grn_tensor_rfc_gather_print,
            .verify = rfc_gather_verify, .subset = READS, .to_spec = gather_to_spec),
    GRN_ROW("scatter", "the RFC's scatter: of tensors, or of buffers",
            "RFC of gather and scatter for MLIR's tensor dialect, ScatterOp, ML-11, ML-12",
            GRN_PORTS(GRN_PORT("source", shaped), GRN_PORT("dest", shaped), GRN_PORT("indices", shaped_indices)),
            rfc_results, scatter_attrs, .traits = GRN_TRAIT_PURE, .parse = grn_tensor_rfc_scatter_parse,
            .print = grn_tensor_rfc_scatter_print, .verify = rfc_scatter_verify, .subset = WRITES,
            .to_spec = scatter_to_spec),
    {.name = NULL},
};
