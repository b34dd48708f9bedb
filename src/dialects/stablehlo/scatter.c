/*
 * scatter.c - scatter: its rules C1-C25 in the order and wording of
 * upstream's verifier, the types of its results, and the canonical scatter it
 * means (StableHLO spec, scatter).
 */
#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/stablehlo/ops.h"

/* ---- what is under test ---------------------------------------------------------------------- */

typedef struct subject {
    grn_dim_rules r;
    size_t n;                                 /* inputs, and as many updates */
    const grn_type *input, *indices, *update; /* the first of each */
    grn_dim_numbers d;
    int32_t indices_rank; /* of scatter_indices with a trailing 1 where the index vector is implicit */
    int64_t indices_shape[GRN_MAX_RANK + 1];
} subject;

/* ({inputs}, indices, {updates}): as many of the ones as of the others. */
static size_t input_count(const grn_op *op) { return op->noperands ? (op->noperands - 1) / 2 : 0; }

static void read_types(subject *s, const grn_op *op)
{
    s->n = input_count(op);
    s->input = grn_operand_type(op, 0);
    s->indices = grn_operand_type(op, s->n);
    s->update = grn_operand_type(op, s->n + 1);
    s->indices_rank = s->indices->rank;
    for (int32_t d = 0; d < s->indices_rank; d++)
        s->indices_shape[d] = s->indices->shape[d];
    if (s->d.vector_dim == s->indices->rank)
        s->indices_shape[s->indices_rank++] = 1;
}

/* ---- rules on types and the region ----------------------------------------------------------- */

/* C5: as many updates as inputs, of which there are some. A wrong number of results is
 * reported as types are inferred. */
static grn_status c5(const grn_op *op, const grn_check *check)
{
    grn_status status = grn_op_fail(
        op, check, "expects inputs, scatter_indices and as many updates as inputs, got %zu operands", op->noperands);
    grn_op_rule(op, check, "C5");
    return status;
}

/* Of an even number of operands the classes have not been verified. */
static bool has_tensors(const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_type_is_tensor(grn_operand_type(op, i)))
            return false;
    return input_count(op) > 0;
}

static grn_status one_shape(const subject *s, const char *rule, const char *group, size_t first)
{
    for (size_t i = 1; i < s->n; i++)
        if (!grn_hlo_shapes_agree(grn_operand_type(s->r.op, first), grn_operand_type(s->r.op, first + i)))
            return grn_stablehlo_broken(s->r.op, s->r.check, rule, "Not all %s have compatible shapes.", group);
    return GRN_OK;
}

static grn_status c1(const subject *s) { return one_shape(s, "C1", "inputs", 0); }
static grn_status c3(const subject *s) { return one_shape(s, "C3", "updates", s->n + 1); }

/* C23, with the updates' element types in the place of init values. */
static grn_status c23(const subject *s)
{
    const grn_op *op = s->r.op;
    grn_arena *arena = &s->r.check->scratch->arena;
    const grn_type **inputs = GRN_ARENA_NEW(arena, const grn_type *, s->n);
    const grn_type **inits = GRN_ARENA_NEW(arena, const grn_type *, s->n);
    if (!inputs || !inits)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < s->n; i++) {
        inputs[i] = grn_operand_type(op, i);
        inits[i] = grn_type_tensor(s->r.check->scratch, grn_operand_type(op, s->n + 1 + i)->element, 0, NULL, NULL);
        if (!inits[i])
            return GRN_E_MEMORY;
    }
    grn_reducer reducer = {.region = &op->regions[0], .n = s->n, .inputs = inputs, .inits = inits, .rule = "C23"};
    return grn_stablehlo_reducer_rules(op, s->r.check, &reducer);
}

/* C6: upstream only requires that both promote to the region's type, and has no message for the
 * rest. */
static grn_status c6(const subject *s)
{
    for (size_t i = 0; i < s->n; i++) {
        const grn_type *input = grn_operand_type(s->r.op, i)->element;
        const grn_type *update = grn_operand_type(s->r.op, s->n + 1 + i)->element;
        char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
        if (input != update)
            return grn_stablehlo_broken(
                s->r.op, s->r.check, "C6",
                "expects updates to have the element type of inputs. For input %zu, updates has "
                "'%s', inputs has '%s'.",
                i, grn_type_text(update, have, sizeof have), grn_type_text(input, want, sizeof want));
    }
    return GRN_OK;
}

/* ---- rules on the lists ---------------------------------------------------------------------- */

static grn_status c2(const subject *s)
{
    size_t sum = s->d.offset.count + s->d.collapsed.count + s->d.batching.count;
    if (sum == (size_t)s->input->rank)
        return GRN_OK;
    return grn_stablehlo_broken(
        s->r.op, s->r.check, "C2",
        "Expects rank-of operand to match size-of('update_window_dims') + "
        "size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. %zu but got %" PRId32 ".",
        sum, s->input->rank);
}

static grn_status c4_rank(const subject *s)
{
    size_t expected = (size_t)s->indices_rank - 1 + s->d.offset.count;
    if (expected == (size_t)s->update->rank)
        return GRN_OK;
    return grn_stablehlo_broken(s->r.op, s->r.check, "C4",
                                "expects updates tensor must be of rank %zu ( == rank-of('scatter_indices') - 1 + "
                                "size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 "
                                "dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got %" PRId32 ".",
                                expected, s->update->rank);
}

static grn_status c7(const subject *s)
{
    grn_status status = grn_dims_sorted(&s->r, "C7", &s->d.offset);
    return status == GRN_OK ? grn_dims_not_repeated(&s->r, "C7", &s->d.offset) : status;
}

static grn_status c8(const subject *s)
{
    return grn_dims_in_range(&s->r, "C8", &s->d.offset, "rank-of('updates')", s->update->rank);
}

static grn_status c9(const subject *s) { return grn_dims_distinct(&s->r, "C9", &s->d.collapsed, &s->d.batching); }
static grn_status c10(const subject *s) { return grn_dims_sorted(&s->r, "C10", &s->d.collapsed); }

static grn_status c11(const subject *s)
{
    return grn_dims_in_range(&s->r, "C11", &s->d.collapsed, "rank-of('operand')", s->input->rank);
}

static grn_status c12(const subject *s) { return grn_dims_sorted(&s->r, "C12", &s->d.batching); }

static grn_status c13(const subject *s)
{
    return grn_dims_in_range(&s->r, "C13", &s->d.batching, "rank-of('operand')", s->input->rank);
}

static grn_status c14(const subject *s) { return grn_dims_not_repeated(&s->r, "C14", &s->d.indices_batching); }

static grn_status c15(const subject *s)
{
    return grn_dims_in_range(&s->r, "C15", &s->d.indices_batching, "rank-of('scatter_indices')", s->indices_rank);
}

static grn_status c16(const subject *s)
{
    return grn_dims_without_vector(&s->r, "C16", &s->d.indices_batching, s->d.vector_dim);
}

static grn_status c17(const subject *s)
{
    return grn_dims_same_size(&s->r, "C17", &s->d.batching, &s->d.indices_batching);
}

static grn_status c18(const subject *s)
{
    return grn_dims_same_extents(&s->r, "C18", &s->d.batching, s->input->shape, &s->d.indices_batching,
                                 s->indices_shape);
}

static grn_status c19(const subject *s)
{
    int64_t components = s->indices_shape[s->d.vector_dim];
    if (grn_stablehlo_dim_agrees((int64_t)s->d.map.count, components))
        return GRN_OK;
    return grn_stablehlo_broken(
        s->r.op, s->r.check, "C19",
        "Scatter op has %zu elements in scatter_dims_to_operand_dims and the bound of dimension "
        "index_vector_dim=%" PRId64 " of scatter_indices is %" PRId64 ". These two numbers must be equal.",
        s->d.map.count, s->d.vector_dim, components);
}

static grn_status c20(const subject *s) { return grn_dims_distinct(&s->r, "C20", &s->d.map, &s->d.batching); }

static grn_status c21(const subject *s)
{
    return grn_dims_in_range(&s->r, "C21", &s->d.map, "rank-of('operand')", s->input->rank);
}

static grn_status c22(const subject *s)
{
    return grn_dims_vector_in_range(&s->r, "C22", s->d.vector_dim, "scatter_indices", s->indices->rank);
}

/* C4 for dimension `d` of updates, the walk along operand dimension `operand_dim`. */
static grn_status window_extent(const subject *s, int32_t d, int32_t operand_dim)
{
    int64_t have = s->update->shape[d], most = s->input->shape[operand_dim];
    if (have == GRN_DYNAMIC || most == GRN_DYNAMIC || have <= most)
        return GRN_OK;
    return grn_stablehlo_broken(s->r.op, s->r.check, "C4",
                                "expects bounds of the window dimensions of updates to not exceed the bounds of the "
                                "corresponding dimensions of operand. For dimension %" PRId32
                                ", updates bound is %" PRId64 ", operand bound is %" PRId64 ".",
                                d, have, most);
}

/* C4 for dimension `d` of updates, which follows dimension `indices_dim` of scatter_indices. */
static grn_status scatter_extent(const subject *s, int32_t d, int32_t indices_dim)
{
    int64_t have = s->update->shape[d], want = s->indices_shape[indices_dim];
    if (grn_stablehlo_dim_agrees(have, want))
        return GRN_OK;
    return grn_stablehlo_broken(s->r.op, s->r.check, "C4",
                                "expects bounds of the scatter dimensions of updates to be same as the bounds of the "
                                "corresponding dimensions of scatter indices. For scatter dimension %" PRId32
                                ", updates bound is %" PRId64 " , scatter_indices bound is %" PRId64 ".",
                                d, have, want);
}

/* All windows before any scatter dimension. What has more dimensions than garner takes is refused
 * as it runs. */
static grn_status c4_extents(const subject *s)
{
    grn_access_map m;
    grn_status status = GRN_OK;
    if (!grn_dim_numbers_map(&s->d, s->input->rank, s->indices->rank, &m))
        return GRN_OK;
    for (int32_t d = 0; status == GRN_OK && d < m.dense_rank; d++)
        status = m.dense[d].operand >= 0 ? window_extent(s, d, m.dense[d].operand) : GRN_OK;
    for (int32_t d = 0; status == GRN_OK && d < m.dense_rank; d++)
        status = m.dense[d].indices >= 0 ? scatter_extent(s, d, m.dense[d].indices) : GRN_OK;
    return status;
}

/* In the order in which upstream finds them, then C6, which upstream does not have. */
static grn_status (*const rules[])(const subject *) = {
    c1,  c3,  c22, c23, c4_rank, c2,  c7,  c8,  c9,  c10,        c11, c12,
    c13, c14, c15, c16, c17,     c18, c19, c20, c21, c4_extents, c6,
};

static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    subject s = {.r = {op, check, &grn_scatter_wording}};
    grn_status status = GRN_OK;
    if (!has_tensors(op))
        return c5(op, check);
    s.d = grn_dim_numbers_of(op, &grn_scatter_names);
    read_types(&s, op);
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(rules); i++)
        status = rules[i](&s);
    return status == GRN_OK && op->noperands != 2 * s.n + 1 ? c5(op, check) : status;
}

/* C24, C25: the inputs' shapes with the region's element types. */
static grn_status scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    size_t n = input_count(op);
    if (!grn_stablehlo_infer_count(check, out, n))
        return GRN_E_MEMORY;
    for (size_t i = 0; i < n; i++) {
        const grn_type *input = grn_operand_type(op, i), *element = grn_stablehlo_region_element(&op->regions[0], i);
        out->types[i] =
            element ? grn_type_tensor(check->scratch, element, input->rank, input->shape, input->encoding) : input;
        if (!out->types[i])
            return GRN_E_MEMORY;
        grn_status status = grn_stablehlo_same_quantization(op, check, "C25", i, out->types[i]->element);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* An update out of range is dropped element by element (StableHLO spec, scatter; XLA and JAX drop
 * the window). */
static grn_status scatter_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    size_t n = input_count(op);
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER};
    out->operand = 0;
    out->ninputs = n;
    out->updates = n + 1;
    out->indices = operands[n];
    out->indices_operand = n;
    out->scatter.index = (grn_index_rule){.bounds = GRN_BOUNDS_SKIP,
                                          .grain = GRN_GRAIN_ELEMENT,
                                          .indices_are_sorted = grn_op_flag(op, "indices_are_sorted", false),
                                          .unique_indices = grn_op_flag(op, "unique_indices", false)};
    out->scatter.combiner = grn_stablehlo_combiner(&op->regions[0]);
    grn_dim_numbers d = grn_dim_numbers_of(op, &grn_scatter_names);
    return grn_dim_numbers_to_spec(&d, op, diag, &out->scatter.dims);
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_stablehlo_scatter_ops[] = {
    GRN_STABLEHLO(
        scatter, "combines updates into inputs at the places that scatter_indices says", "C1-C25",
        GRN_PORTS(GRN_PORT_ANY("inputs", grn_hlo_tensor), GRN_PORT("scatter_indices", grn_hlo_scatter_indices),
                  GRN_PORT_ANY("updates", grn_hlo_tensor)),
        GRN_PORTS(GRN_PORT_ANY("results", grn_hlo_tensor)),
        GRN_ATTRS({"scatter_dimension_numbers", &grn_stablehlo_is_scatter_dims, GRN_REQUIRED, NULL,
                   &grn_stablehlo_scatter_dims},
                  GRN_MAY_HAVE("indices_are_sorted", grn_attr_is_bool),
                  GRN_MAY_HAVE("unique_indices", grn_attr_is_bool)),
        .nregions = 1, .regions = "update_computation",
        .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_PURE | GRN_TRAIT_IMPLICIT_CAPTURE, .verify = scatter_verify,
        .infer = scatter_infer, .result_rules = {"C24", "C25"}, .to_spec = scatter_to_spec),
    {.name = NULL},
};
