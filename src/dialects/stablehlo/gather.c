/*
 * gather.c - gather and dynamic_gather: their rules C1-C23 in the
 * order and wording of upstream's verifier, the type of their result, and the
 * canonical gather they mean (StableHLO spec, gather; dynamic_gather is the
 * same with slice_sizes as an operand).
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/stablehlo/ops.h"

/* ---- what is under test ---------------------------------------------------------------------- */

typedef struct subject {
    grn_dim_rules r;
    const grn_type *operand, *indices;
    grn_dim_numbers d;
    int64_t nsizes;       /* GRN_DYNAMIC when not known */
    const int64_t *sizes; /* NULL when not known */
} subject;

static subject subject_of(const grn_op *op, const grn_check *check)
{
    subject s = {
        .r = {op, check, &grn_gather_wording}, .operand = grn_operand_type(op, 0), .indices = grn_operand_type(op, 1)};
    s.d = grn_dim_numbers_of(op, &grn_gather_names);
    return s;
}

static bool has_vector_dim(const subject *s) { return s->d.vector_dim < s->indices->rank; }

/* Rank of the result as the lists and the indices imply it. */
static int64_t result_rank(const subject *s)
{
    return (int64_t)s->d.offset.count + s->indices->rank - has_vector_dim(s);
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status c1(const subject *s)
{
    if (s->d.offset.count + s->d.collapsed.count + s->d.batching.count == (size_t)s->operand->rank)
        return GRN_OK;
    return grn_stablehlo_broken(s->r.op, s->r.check, "C1",
                                "offset_dims size (%zu) plus collapse_slice_dims size (%zu) plus operand_batching_dims "
                                "size (%zu) is not equal to operand rank (%" PRId32 ")",
                                s->d.offset.count, s->d.collapsed.count, s->d.batching.count, s->operand->rank);
}

static grn_status c2(const subject *s)
{
    return grn_dims_vector_in_range(&s->r, "C2", s->d.vector_dim, "start_indices", s->indices->rank);
}

static grn_status c3(const subject *s)
{
    int64_t components = has_vector_dim(s) ? s->indices->shape[s->d.vector_dim] : 1;
    if (grn_stablehlo_dim_agrees((int64_t)s->d.map.count, components))
        return GRN_OK;
    return grn_stablehlo_broken(s->r.op, s->r.check, "C3",
                                "start_index_map size (%zu) is not equal to size of index dimension (%" PRId64
                                ") of start_indices (%" PRId64 ")",
                                s->d.map.count, s->d.vector_dim, components);
}

static grn_status c4(const subject *s)
{
    grn_status status = grn_dims_sorted(&s->r, "C4", &s->d.offset);
    return status == GRN_OK ? grn_dims_not_repeated(&s->r, "C4", &s->d.offset) : status;
}

static grn_status c5(const subject *s)
{
    return grn_dims_in_range(&s->r, "C5", &s->d.offset, "implied-result-rank", result_rank(s));
}

static grn_status c6(const subject *s) { return grn_dims_distinct(&s->r, "C6", &s->d.collapsed, &s->d.batching); }
static grn_status c7(const subject *s) { return grn_dims_sorted(&s->r, "C7", &s->d.collapsed); }

static grn_status c8(const subject *s)
{
    return grn_dims_in_range(&s->r, "C8", &s->d.collapsed, "rank-of('operand')", s->operand->rank);
}

/* C9 and C12: a dimension that is not in the result has a slice of one element at most. */
static grn_status dropped_sizes(const subject *s, const char *rule, const grn_dim_list *dims)
{
    for (size_t i = 0; s->sizes && i < dims->count; i++)
        if (s->sizes[dims->v[i]] > 1)
            return grn_stablehlo_broken(
                s->r.op, s->r.check, rule,
                "Expects that for each dim in %s, slice_sizes[dim] should be <= 1, but got %" PRId64, dims->name,
                s->sizes[dims->v[i]]);
    return GRN_OK;
}

static grn_status c9(const subject *s) { return dropped_sizes(s, "C9", &s->d.collapsed); }
static grn_status c10(const subject *s) { return grn_dims_sorted(&s->r, "C10", &s->d.batching); }

static grn_status c11(const subject *s)
{
    return grn_dims_in_range(&s->r, "C11", &s->d.batching, "rank-of('operand')", s->operand->rank);
}

static grn_status c12(const subject *s) { return dropped_sizes(s, "C12", &s->d.batching); }
static grn_status c13(const subject *s) { return grn_dims_not_repeated(&s->r, "C13", &s->d.indices_batching); }

static grn_status c14(const subject *s)
{
    return grn_dims_in_range(&s->r, "C14", &s->d.indices_batching, "rank-of('start_indices')", s->indices->rank);
}

static grn_status c15(const subject *s)
{
    return grn_dims_without_vector(&s->r, "C15", &s->d.indices_batching, s->d.vector_dim);
}

static grn_status c16(const subject *s)
{
    return grn_dims_same_size(&s->r, "C16", &s->d.batching, &s->d.indices_batching);
}

static grn_status c17(const subject *s)
{
    return grn_dims_same_extents(&s->r, "C17", &s->d.batching, s->operand->shape, &s->d.indices_batching,
                                 s->indices->shape);
}

static grn_status c18(const subject *s) { return grn_dims_distinct(&s->r, "C18", &s->d.map, &s->d.batching); }

static grn_status c19(const subject *s)
{
    return grn_dims_in_range(&s->r, "C19", &s->d.map, "rank-of('operand')", s->operand->rank);
}

/* I9: slice_sizes is a list. Only the older spelling, dense<...>, can be anything else. */
static grn_status i9(const subject *s)
{
    const grn_attr *a = grn_op_attr(s->r.op, "slice_sizes");
    if (!a || a->kind != GRN_ATTR_ELEMENTS || !grn_type_is_tensor(a->type) || a->type->rank == 1)
        return GRN_OK;
    return grn_stablehlo_broken(s->r.op, s->r.check, "I9", "slice_sizes.rank != 1 (got %" PRId32 ")", a->type->rank);
}

static grn_status c20(const subject *s)
{
    if (grn_stablehlo_dim_agrees(s->nsizes, s->operand->rank))
        return GRN_OK;
    return grn_stablehlo_broken(s->r.op, s->r.check, "C20",
                                "slice_sizes size (%" PRId64 ") not equal to operand rank (%" PRId32 ")", s->nsizes,
                                s->operand->rank);
}

static grn_status c21(const subject *s)
{
    for (int32_t d = 0; s->sizes && d < s->operand->rank; d++) {
        int64_t extent = s->operand->shape[d];
        if (s->sizes[d] >= 0 && (extent == GRN_DYNAMIC || s->sizes[d] <= extent))
            continue;
        return grn_stablehlo_broken(s->r.op, s->r.check, "C21",
                                    "slice size (%" PRId64 ") is out of bounds for operand dimension (%" PRId64
                                    ") at index %" PRId32,
                                    s->sizes[d], extent, d);
    }
    return GRN_OK;
}

/* In the order in which upstream finds them. */
static grn_status (*const rules[])(const subject *) = {
    c1, c2, c3, c4, c6, c7, c8, c10, c11, c13, c14, c15, c16, c17, c18, c19, i9, c20, c9, c12, c21, c5,
};

/* ---- the result's type: C22, C23 ------------------------------------------------------------- */

/* Fills the result's extents and bounds: slice sizes at offset_dims, the extents of start_indices
 * elsewhere. Batch dimensions keep the bounds of start_indices, offset dimensions have none. */
static void combine(const subject *s, const grn_access_map *m, int64_t *shape, int64_t *bounds)
{
    const int64_t *from;
    bool bounded = grn_stablehlo_type_bounds(s->indices, &from);
    for (int32_t d = 0; d < m->dense_rank; d++) {
        const int32_t i = m->dense[d].indices, window = m->dense[d].operand;
        bounds[d] = bounded && i >= 0 ? from[i] : GRN_DYNAMIC;
        shape[d] = i >= 0 ? s->indices->shape[i] : s->sizes ? s->sizes[window] : GRN_DYNAMIC;
    }
}

/* A collapsed slice of size 0 holds no element to give to a result that has some: where an index is
 * clamped to, the dimension may end. C9 lets it pass. Along a batching dimension nothing is
 * clamped, so that its 0 (C12) is as good as 1. */
static grn_status readable(const subject *s, int32_t rank, const int64_t *shape)
{
    for (int32_t d = 0; d < rank; d++)
        if (shape[d] <= 0) /* empty, or not known yet */
            return GRN_OK;
    for (int32_t d = 0; s->sizes && d < s->operand->rank; d++)
        if (s->sizes[d] == 0 && grn_dim_list_has(&s->d.collapsed, d))
            return grn_stablehlo_broken(s->r.op, s->r.check, "C9",
                                        "collapsed slice of size 0 with non-empty result: slice_sizes[%" PRId32
                                        "] is 0, there is no element to read",
                                        d);
    return GRN_OK;
}

static grn_status infer(const subject *s, grn_check *check, grn_inferred *out)
{
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(rules); i++)
        status = rules[i](s);
    if (status != GRN_OK)
        return status;
    const int64_t rank = result_rank(s);
    grn_access_map map;
    if (rank > GRN_MAX_RANK || !grn_dim_numbers_map(&s->d, s->operand->rank, s->indices->rank, &map))
        return grn_stablehlo_broken(s->r.op, check, "C22", "result of rank %" PRId64 ", at most %d can be had", rank,
                                    GRN_MAX_RANK);
    combine(s, &map, shape, bounds);
    status = readable(s, (int32_t)rank, shape);
    if (status == GRN_OK)
        status = grn_stablehlo_same_quantization(s->r.op, check, "C23", 0, s->operand->element);
    if (status != GRN_OK)
        return status;
    return grn_stablehlo_infer_one(
        check, out,
        grn_stablehlo_tensor_with_bounds(check->scratch, s->operand->element, (int32_t)rank, shape, bounds));
}

static grn_status gather_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    subject s = subject_of(op, check);
    size_t count = 0;
    grn_op_dims(op, "slice_sizes", &count, &s.sizes);
    s.nsizes = (int64_t)count;
    static const int64_t none;
    if (!s.sizes)
        s.sizes = &none; /* rank 0: known, and nothing to read */
    return infer(&s, check, out);
}

/* The values of a list that a constant defines; NULL when it is no constant. False: memory
 * refused. */
static bool constant_list(const grn_value *value, grn_arena *arena, const int64_t **out)
{
    const grn_op *def = value->def;
    const grn_attr *a = def && grn_str_is(def->name, "stablehlo.constant") ? grn_op_attr(def, "value") : NULL;
    *out = NULL;
    if (!a || a->kind != GRN_ATTR_ELEMENTS || a->elements->tensor.rank != 1 ||
        a->elements->tensor.shape[0] != value->type->shape[0])
        return true;
    const grn_tensor *t = &a->elements->tensor;
    int64_t *v = GRN_ARENA_NEW(arena, int64_t, t->shape[0] ? (size_t)t->shape[0] : 1);
    for (int64_t i = 0; v && i < t->shape[0]; i++)
        v[i] = grn_index_load(t->dtype, grn_tensor_at(t, i * t->stride[0]));
    *out = v;
    return v != NULL;
}

static grn_status dynamic_gather_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    subject s = subject_of(op, check);
    s.nsizes = grn_operand_type(op, 2)->shape[0];
    if (!constant_list(op->operands[2], &check->scratch->arena, &s.sizes))
        return GRN_E_MEMORY;
    return infer(&s, check, out);
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* Everything but the slice sizes, which `sizes` gives; out->gather.slice_sizes is filled by the
 * caller before. */
static grn_status finish_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_gather_spec *g = &out->gather;
    grn_op_diag placed;
    out->kind = GRN_ACCESS_GATHER;
    out->operand = 0;
    out->indices = operands[1];
    out->indices_operand = 1;
    g->index = (grn_index_rule){.bounds = GRN_BOUNDS_CLAMP,
                                .indices_are_sorted = grn_op_flag(op, "indices_are_sorted", false)};
    grn_dim_numbers d = grn_dim_numbers_of(op, &grn_gather_names);
    grn_status status = grn_dim_numbers_to_spec(&d, op, diag, &g->dims);
    grn_op_diag_init(&placed, op, diag);
    if (status == GRN_OK)
        status = grn_gather_shape(g, &operands[0], &operands[1], &placed.diag, &out->result_rank, out->result_shape);
    return status;
}

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_dim_list sizes = {.name = "slice_sizes"};
    *out = (grn_access){.kind = GRN_ACCESS_GATHER};
    grn_op_dims(op, "slice_sizes", &sizes.count, &sizes.v);
    grn_status status = grn_dims_to_spec(&sizes, op, diag, &out->gather.slice_sizes);
    return status == GRN_OK ? finish_spec(op, operands, diag, out) : status;
}

/* The sizes are only known now: C9, C12, C20 and C21 are checked by grn_gather_shape as the program
 * runs. */
static grn_status dynamic_gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag,
                                         grn_access *out)
{
    const grn_tensor *sizes = &operands[2];
    *out = (grn_access){.kind = GRN_ACCESS_GATHER};
    if (sizes->rank != 1 || sizes->shape[0] != operands[0].rank)
        return grn_fail(diag, op->place, GRN_E_SHAPE,
                        "%s: slice_sizes has %" PRId64 " entries, operand has rank %" PRId32, op->def->name,
                        grn_tensor_elements(sizes), operands[0].rank);
    grn_status status = grn_spec_needs(op, operands, 2, diag);
    if (status != GRN_OK)
        return status;
    out->gather.slice_sizes.count = operands[0].rank;
    for (int32_t d = 0; d < operands[0].rank; d++)
        out->gather.slice_sizes.v[d] = grn_index_load(sizes->dtype, grn_tensor_at(sizes, d * sizes->stride[0]));
    return finish_spec(op, operands, diag, out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port gather_results[] = {GRN_PORT("result", grn_hlo_tensor), GRN_PORTS_END};

#define DIMENSION_NUMBERS                                                                                  \
    {                                                                                                      \
        "dimension_numbers", &grn_stablehlo_is_gather_dims, GRN_REQUIRED, NULL, &grn_stablehlo_gather_dims \
    }
#define INDICES_ARE_SORTED GRN_MAY_HAVE("indices_are_sorted", grn_attr_is_bool)

const grn_op_def grn_stablehlo_gather_ops[] = {
    GRN_STABLEHLO(
        gather, "takes slices of operand at the places that start_indices says", "C1-C23",
        GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("start_indices", grn_hlo_int_tensor)), gather_results,
        GRN_ATTRS(DIMENSION_NUMBERS, GRN_NEEDS("slice_sizes", grn_attr_is_dims), INDICES_ARE_SORTED),
        .relations = GRN_RELATIONS({"operand, result", GRN_SAME_ELEMENT_TYPE, "C23"}), .traits = GRN_TRAIT_PURE,
        .infer = gather_infer, .result_rules = {"C22", "C23"}, .to_spec = gather_to_spec),
    GRN_STABLEHLO_FROM(dynamic_gather, "gather, with slice_sizes as an operand",
                       "StableHLO spec, gather, C1-C23 by dynamic_gather's slice_sizes",
                       GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("start_indices", grn_hlo_int_tensor),
                                 GRN_PORT("slice_sizes", grn_hlo_static_int_vector)),
                       gather_results, GRN_ATTRS(DIMENSION_NUMBERS, INDICES_ARE_SORTED), .traits = GRN_TRAIT_PURE,
                       .infer = dynamic_gather_infer, .result_rules = {"C22", "C23"},
                       .to_spec = dynamic_gather_to_spec),
    {.name = NULL},
};
