/*
 * index.c - anvil's gather and scatter (prim_gather, prim_scatter; nvl_*
 * before), by NV-1 to NV-5 (rules/nvl.h). update_computation is a function, or
 * one by name: "add", "mul", "min", "max", "and", "or", "xor".
 */
#include "dialects/common/dims_rules.h"
#include "dialects/common/rule_report.h"
#include "dialects/nvl/nvl.h"
#include "rules/nvl.h"

/* ---- the parts of a call --------------------------------------------------------------------- */

/* NV-1. NULL, or the name of a list that is too long for any tensor. */
static const char *read_dims(const grn_op *op, const grn_nvl_names *names, grn_dimension_numbers *n)
{
    grn_nvl_named_list lists[GRN_NVL_LISTS];
    grn_nvl_lists_of(names, n, lists);
    n->index_vector_dim = grn_nvl_from_0(grn_op_integer(op, "index_vector_dim", 1));
    for (size_t i = 0; i < GRN_COUNT(lists); i++)
        if (!grn_nvl_dims(op, lists[i].name, lists[i].dims))
            return lists[i].name;
    return NULL;
}

static grn_index_rule rule_of(const grn_op *op, grn_bounds bounds)
{
    return (grn_index_rule){.base = 1,
                            .bounds = bounds,
                            .indices_are_sorted = grn_op_flag(op, "indices_are_sorted", false),
                            .unique_indices = grn_op_flag(op, "unique_indices", false)};
}

/* ---- rules on types -------------------------------------------------------------------------- */

/* NV-5 */
static grn_status check_numbers(const grn_op *op, const grn_check *check, const grn_nvl_names *names,
                                grn_dimension_numbers *n)
{
    grn_op_report to;
    grn_shaped operands[2];
    const char *long_one = read_dims(op, names, n);
    if (long_one)
        return grn_nvl_too_long(op, check, long_one);
    grn_check_report_init(&to, op->def->name, op, check);
    grn_shaped_operand_types(op, GRN_COUNT(operands), operands);
    return grn_nvl_check_numbers(&to.report, names, &operands[0], &operands[1], n);
}

/* A tensor of this type without data, for the spec's own rules. */
static grn_status shaped(const grn_op *op, const grn_check *check, size_t operand, grn_tensor *out)
{
    const grn_type *t = grn_operand_type(op, operand);
    if (grn_tensor_init(out, NULL, t->element->dtype, t->rank, t->shape) == GRN_OK)
        return GRN_OK;
    return grn_op_fail(op, check, "operand #%zu has more elements than can be counted", operand);
}

/* ---- gather ---------------------------------------------------------------------------------- */

static grn_status gather_spec(const grn_op *op, const grn_check *check, grn_gather_spec *out)
{
    *out = (grn_gather_spec){.index = rule_of(op, GRN_BOUNDS_CLAMP)};
    grn_status status = check_numbers(op, check, &grn_nvl_gather_names, &out->dims);
    if (status == GRN_OK && !grn_nvl_list(op, "slice_sizes", &out->slice_sizes))
        status = grn_nvl_too_long(op, check, "slice_sizes");
    return status;
}

/* The result has operand's dtype (NV-1) and the shape the spec gives. */
static grn_status gather_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_gather_spec spec;
    grn_tensor operand, indices;
    grn_op_diag placed;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = gather_spec(op, check, &spec);
    if (status == GRN_OK)
        status = shaped(op, check, 0, &operand);
    if (status == GRN_OK)
        status = shaped(op, check, 1, &indices);
    if (status != GRN_OK)
        return status;
    grn_op_diag_init(&placed, op, check->diag);
    if (grn_gather_shape(&spec, &operand, &indices, &placed.diag, &rank, shape) != GRN_OK)
        return GRN_E_VERIFY;
    return grn_hlo_infer_tensor(check, out, grn_operand_type(op, 0)->element, rank, shape);
}

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_op_diag placed;
    *out = (grn_access){.kind = GRN_ACCESS_GATHER, .operand = 0, .indices = operands[1], .indices_operand = 1};
    out->gather.index = rule_of(op, GRN_BOUNDS_CLAMP);
    if (read_dims(op, &grn_nvl_gather_names, &out->gather.dims) ||
        !grn_nvl_list(op, "slice_sizes", &out->gather.slice_sizes))
        return grn_fail(diag, op->place, GRN_E_LIMIT, "%s: more than garner's limit of %d dimensions", op->def->name,
                        GRN_MAX_RANK);
    grn_op_diag_init(&placed, op, diag);
    return grn_gather_shape(&out->gather, &operands[0], &operands[1], &placed.diag, &out->result_rank,
                            out->result_shape);
}

/* ---- scatter --------------------------------------------------------------------------------- */

static bool named_combiner(grn_str name, grn_combiner *out)
{
    for (int c = 0; c < GRN_COMBINE_REGION; c++)
        if (grn_str_is(name, grn_combiner_text((grn_combiner)c))) {
            *out = (grn_combiner)c;
            return true;
        }
    return false;
}

static bool is_computation(const grn_attr *a)
{
    grn_combiner c;
    return a->kind == GRN_ATTR_STRING && named_combiner(a->text, &c);
}
static const grn_attr_class computation = {"string attribute: replace, add, mul, min, max, and, or or xor",
                                           is_computation};

static grn_combiner combiner_of(const grn_op *op)
{
    grn_combiner c = GRN_COMBINE_REPLACE;
    const grn_attr *name = grn_op_attr(op, "update_computation");
    if (op->nregions)
        return grn_stablehlo_combiner(&op->regions[0]);
    if (name)
        named_combiner(name->text, &c);
    return c;
}

/* NV-4: of two scalars of input's dtype, one of that dtype. */
static grn_status check_function(const grn_op *op, const grn_check *check)
{
    const grn_type *input = grn_operand_type(op, 0), *element;
    if (op->nregions > 1 || (op->nregions && grn_op_attr(op, "update_computation")))
        return grn_op_fail(op, check, "has more than one update_computation");
    if (op->nregions == 0)
        return GRN_OK;
    const grn_type *init = grn_type_tensor(check->scratch, input->element, 0, NULL, NULL);
    if (!init)
        return GRN_E_MEMORY;
    grn_reducer reducer = {.region = &op->regions[0], .n = 1, .inputs = &input, .inits = &init, .rule = "C23"};
    grn_status status = grn_stablehlo_reducer_rules(op, check, &reducer);
    if (status == GRN_OK && (element = grn_stablehlo_region_element(&op->regions[0], 0)) && element != input->element)
        return grn_stablehlo_broken(op, check, "NV-4", "update_computation must return the dtype of input");
    return status;
}

static grn_status same_dtype(const grn_op *op, const grn_check *check)
{
    grn_op_report to;
    grn_shaped operands[3];
    grn_check_report_init(&to, op->def->name, op, check);
    grn_shaped_operand_types(op, GRN_COUNT(operands), operands);
    return grn_nvl_check_dtypes(&to.report, &operands[0], &operands[2]);
}

static grn_status check_by_spec(const grn_op *op, const grn_check *check, const grn_dimension_numbers *dims)
{
    grn_tensor t[3];
    grn_op_diag placed;
    grn_scatter_spec spec = {.dims = *dims, .index = rule_of(op, GRN_BOUNDS_SKIP), .combiner = combiner_of(op)};
    if (spec.combiner == GRN_COMBINE_REGION)
        spec.combiner = GRN_COMBINE_REPLACE; /* the function is bound when it runs */
    for (size_t i = 0; i < GRN_COUNT(t); i++) {
        grn_status status = shaped(op, check, i, &t[i]);
        if (status != GRN_OK)
            return status;
    }
    grn_op_diag_init(&placed, op, check->diag);
    return grn_scatter_check(&spec, 1, &t[0], &t[1], &t[2], &placed.diag) == GRN_OK ? GRN_OK : GRN_E_VERIFY;
}

static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    grn_dimension_numbers dims = {0};
    grn_status status = same_dtype(op, check);
    if (status == GRN_OK)
        status = check_function(op, check);
    if (status == GRN_OK)
        status = check_numbers(op, check, &grn_nvl_scatter_names, &dims);
    return status == GRN_OK ? check_by_spec(op, check, &dims) : status;
}

static grn_status scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_operand_type(op, 0));
}

static grn_status scatter_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER,
                        .operand = 0,
                        .ninputs = 1,
                        .updates = 2,
                        .indices = operands[1],
                        .indices_operand = 1};
    out->scatter.index = rule_of(op, GRN_BOUNDS_SKIP);
    out->scatter.combiner = combiner_of(op);
    if (read_dims(op, &grn_nvl_scatter_names, &out->scatter.dims))
        return grn_fail(diag, op->place, GRN_E_LIMIT, "%s: more than garner's limit of %d dimensions", op->def->name,
                        GRN_MAX_RANK);
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define LIST(name) GRN_NEEDS(name, grn_attr_is_dims)
#define PROMISES GRN_MAY_HAVE("indices_are_sorted", grn_attr_is_bool), GRN_MAY_HAVE("unique_indices", grn_attr_is_bool)

static const grn_port result[] = {GRN_PORT("result", grn_nvl_tensor), GRN_PORTS_END};

const grn_op_def grn_nvl_index_ops[] = {
    GRN_ROW("nvl.gather", "takes slices at the places that start_indices says, from 1",
            "anvil reference, prim_gather, NV-1 to NV-3, NV-5",
            GRN_PORTS(GRN_PORT("operand", grn_nvl_tensor), GRN_PORT("start_indices", grn_nvl_index_tensor)), result,
            GRN_ATTRS(LIST("slice_sizes"), LIST("offset_dims"), LIST("collapsed_slice_dims"),
                      LIST("operand_batching_dims"), LIST("start_indices_batching_dims"), LIST("start_index_map"),
                      GRN_NEEDS("index_vector_dim", grn_attr_is_i64), PROMISES),
            .traits = GRN_TRAIT_PURE, GRN_NVL_TEXT, .verify = grn_nvl_verify, .infer = gather_infer,
            .to_spec = gather_to_spec),
    GRN_ROW("nvl.scatter", "combines updates at the places that indices say, from 1",
            "anvil reference, prim_scatter, NV-4, NV-5",
            GRN_PORTS(GRN_PORT("input", grn_nvl_tensor), GRN_PORT("scatter_indices", grn_nvl_index_tensor),
                      GRN_PORT("update", grn_nvl_tensor)),
            result,
            GRN_ATTRS(LIST("update_window_dims"), LIST("inserted_window_dims"), LIST("input_batching_dims"),
                      LIST("scatter_indices_batching_dims"), LIST("scatter_dims_to_operand_dims"),
                      GRN_NEEDS("index_vector_dim", grn_attr_is_i64), PROMISES,
                      GRN_MAY_HAVE("update_computation", computation)),
            .nregions = -1, .traits = GRN_TRAIT_PURE | GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE,
            GRN_NVL_TEXT, .verify = scatter_verify, .infer = scatter_infer, .to_spec = scatter_to_spec),
    {.name = NULL},
};
