/* dot.c - the rules of dot_general and dot (StableHLO spec, dot_general; dot: as of v1.0). */
#include "dialects/stablehlo/dot.h"

#include "dialects/common/dims_rules.h"
#include "dialects/stablehlo/product.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- dimensions ------------------------------------------------------------------------------ */

static bool is_listed(const grn_field *f, int64_t d)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->v[i] == d)
            return true;
    return false;
}

grn_dot_order grn_hlo_dot_order(int32_t rank, const grn_field *batch, const grn_field *contract)
{
    grn_dot_order o = {.batch = (int32_t)batch->count, .contract = (int32_t)contract->count};
    for (int32_t i = 0; i < o.batch; i++)
        o.dims[i] = batch->v[i];
    for (int32_t d = 0; d < rank; d++)
        if (!is_listed(batch, d) && !is_listed(contract, d))
            o.dims[o.batch + o.free++] = d;
    for (int32_t i = 0; i < o.contract; i++)
        o.dims[o.batch + o.free + i] = contract->v[i];
    return o;
}

int32_t grn_hlo_dot_shape(const int64_t *lhs, const grn_dot_order *l, const int64_t *rhs, const grn_dot_order *r,
                          int64_t *shape)
{
    int32_t rank = 0;
    if (l->batch + l->free + r->free > GRN_MAX_RANK)
        return -1;
    for (int32_t i = 0; i < l->batch + l->free; i++)
        shape[rank++] = lhs[l->dims[i]];
    for (int32_t i = 0; i < r->free; i++)
        shape[rank++] = rhs[r->dims[r->batch + i]];
    return rank;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_dim_list named(const char *name, const grn_field *f) { return (grn_dim_list){name, f->count, f->v}; }

/* dot_general C5-C8: 0 <= dimension < rank. */
static grn_status range_rule(const grn_op *op, grn_check *check, const char *rule, const grn_dim_list *list,
                             int32_t rank)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->v[i] < 0 || list->v[i] >= rank)
            return grn_stablehlo_broken(op, check, rule, "%s value: %" PRId64 " is out of range: [0, %" PRId32 ")",
                                        list->name, list->v[i], rank);
    return GRN_OK;
}

/* dot_general C3, C4: no dimension twice, then C5-C8. */
static grn_status dimension_rules(const grn_op *op, grn_check *check, const grn_dot_dims *d)
{
    const grn_dim_rules r = {op, check, &grn_gather_wording};
    const int32_t lhs = grn_operand_type(op, 0)->rank, rhs = grn_operand_type(op, 1)->rank;
    const grn_dim_list lists[] = {
        named("lhs_batching_dimensions", &d->lhs_batch), named("lhs_contracting_dimensions", &d->lhs_contract),
        named("rhs_batching_dimensions", &d->rhs_batch), named("rhs_contracting_dimensions", &d->rhs_contract)};
    static const char *const rules[] = {"C5", "C6", "C7", "C8"};
    grn_status status = grn_dims_distinct(&r, "C3", &lists[0], &lists[1]);
    if (status == GRN_OK)
        status = grn_dims_distinct(&r, "C4", &lists[2], &lists[3]);
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(lists); i++)
        status = range_rule(op, check, rules[i], &lists[i], i < 2 ? lhs : rhs);
    return status;
}

/* Of lists that are of one length. */
static grn_status pair_rules(const grn_op *op, grn_check *check, const char *list, const grn_field *l,
                             const grn_field *r, const char *size_rule)
{
    const grn_type *lhs = grn_operand_type(op, 0), *rhs = grn_operand_type(op, 1);
    for (size_t i = 0; i < l->count; i++)
        if (!grn_stablehlo_dim_agrees(lhs->shape[l->v[i]], rhs->shape[r->v[i]]))
            return grn_stablehlo_broken(op, check, size_rule, "%s dimension sizes must match for lhs/rhs", list);
    return GRN_OK;
}

grn_status grn_hlo_dot_rules(const grn_op *op, grn_check *check, const grn_dot_dims *d)
{
    grn_status status = GRN_OK;
    if (d->lhs_batch.count != d->rhs_batch.count)
        return grn_stablehlo_broken(op, check, "C1", "lhs and rhs should have the same number of batching dimensions");
    if (d->lhs_contract.count != d->rhs_contract.count)
        return grn_stablehlo_broken(op, check, "C2",
                                    "lhs and rhs should have the same number of contracting dimensions");
    status = dimension_rules(op, check, d);
    if (status == GRN_OK)
        status = pair_rules(op, check, "batching", &d->lhs_batch, &d->rhs_batch, "C9");
    if (status == GRN_OK)
        status = pair_rules(op, check, "contracting", &d->lhs_contract, &d->rhs_contract, "C10");
    return status;
}

/* ---- quantized operands and results ---------------------------------------------------------- */

/* C15, C16: a quantized rhs has no zero points, and no scales along what is summed. */
static grn_status rhs_rules(const grn_op *op, grn_check *check, const grn_field *contract)
{
    const grn_type *q = grn_type_quantized(grn_operand_type(op, 1));
    for (size_t i = 0; q && i < q->quant.count; i++)
        if (q->quant.zero_point[i] != 0)
            return grn_stablehlo_broken(op, check, "C15",
                                        q->quant.axis < 0 ? "Zero point of rhs should be 0"
                                                          : "Zero points of rhs should be 0");
    if (q && q->quant.axis >= 0 && is_listed(contract, q->quant.axis))
        return grn_stablehlo_broken(op, check, "C16",
                                    "Quantization dimension of rhs should not be in the contracting dimension of rhs");
    return GRN_OK;
}

static grn_status quantization_rules(const grn_op *op, grn_check *check, const grn_field *contract)
{
    static const grn_product_rules rules = {
        .quantized = "C14", .storage = "C17", .expressed = "C18", .granularity = "C19", .hybrid = "C20"};
    if (!grn_hlo_any_quantized(op))
        return GRN_OK;
    grn_status status = rhs_rules(op, check, contract);
    return status == GRN_OK ? grn_hlo_product_quantization(op, check, &rules) : status;
}

/* ---- algorithm ------------------------------------------------------------------------------- */

/* What an algorithm is made of: the types by their names, then how many parts each factor has and
 * how many products of parts. */
typedef struct algorithm {
    const char *factors, *sums;
    int64_t parts, products;
} algorithm;

/* Those that some hardware is known to have. A factor may be said to have one part where it is
 * taken apart on the way. */
static const algorithm known_algorithms[] = {
    {"f16", "f16", 1, 1},  {"f16", "f32", 1, 1},  {"bf16", "bf16", 1, 1}, {"bf16", "f32", 1, 1},
    {"bf16", "f32", 2, 3}, {"bf16", "f32", 3, 6}, {"bf16", "f32", 3, 9},  {"tf32", "f32", 1, 1},
    {"tf32", "f32", 2, 3}, {"f32", "f32", 1, 1},  {"f64", "f64", 1, 1},
};

static bool is_float_of_a_byte(const grn_type *t)
{
    return t->kind == GRN_TYPE_FLOAT && t->dtype != GRN_NO_DTYPE && grn_dtype_bits(t->dtype) == 8;
}

static bool is_known(const grn_dot_algorithm *a)
{
    char lhs[GRN_TYPE_TEXT_BYTES], rhs[GRN_TYPE_TEXT_BYTES], sums[GRN_TYPE_TEXT_BYTES];
    grn_type_text(a->lhs, lhs, sizeof lhs);
    grn_type_text(a->rhs, rhs, sizeof rhs);
    grn_type_text(a->sums, sums, sizeof sums);
    if (is_float_of_a_byte(a->lhs) && is_float_of_a_byte(a->rhs))
        return strcmp(sums, "f32") == 0 && a->lhs_parts == 1 && a->rhs_parts == 1 && a->products == 1;
    for (size_t i = 0; i < GRN_COUNT(known_algorithms); i++) {
        const algorithm *k = &known_algorithms[i];
        bool parts = a->lhs_parts == a->rhs_parts && (a->lhs_parts == 1 || a->lhs_parts == k->parts);
        if (strcmp(lhs, k->factors) == 0 && strcmp(rhs, k->factors) == 0 && strcmp(sums, k->sums) == 0 && parts &&
            a->products == k->products && !a->imprecise)
            return true;
    }
    return false;
}

static void unknown_algorithm(const grn_dot_algorithm *a, char *wrong, size_t wrong_bytes)
{
    char lhs[GRN_TYPE_TEXT_BYTES], rhs[GRN_TYPE_TEXT_BYTES], sums[GRN_TYPE_TEXT_BYTES];
    snprintf(wrong, wrong_bytes,
             "dot algorithm not known to be supported on any hardware: {lhs:'%s', rhs:'%s', accum:'%s', "
             "lhs_components:%" PRId64 ", rhs_components:%" PRId64 ", primitive_ops:%" PRId64 ", imprecise:%d}",
             grn_type_text(a->lhs, lhs, sizeof lhs), grn_type_text(a->rhs, rhs, sizeof rhs),
             grn_type_text(a->sums, sums, sizeof sums), a->lhs_parts, a->rhs_parts, a->products, a->imprecise);
}

bool grn_hlo_algorithm_fits(const grn_field *fields, char *wrong, size_t wrong_bytes)
{
    grn_dot_algorithm a;
    wrong[0] = '\0';
    if (!grn_hlo_algorithm_of(fields, &a))
        return true;
    if (a.lhs_parts < 1)
        snprintf(wrong, wrong_bytes, "lhs component count must be positive");
    else if (a.rhs_parts < 1)
        snprintf(wrong, wrong_bytes, "rhs component count must be positive");
    else if (a.products < 1)
        snprintf(wrong, wrong_bytes, "num primitive operations must be positive");
    else if (!is_known(&a))
        unknown_algorithm(&a, wrong, wrong_bytes);
    return wrong[0] == '\0';
}

/* C21 */
static grn_status default_precision(const grn_op *op, grn_check *check)
{
    const grn_attr *config = grn_op_attr(op, "precision_config");
    grn_dot_algorithm a;
    for (size_t i = 0; config && i < config->array.count && grn_hlo_dot_algorithm(op, &a); i++)
        if (config->array.items[i]->enumeration.value != 0)
            return grn_stablehlo_broken(op, check, "C21",
                                        "must specify DEFAULT precision config when algorithm is set.");
    return GRN_OK;
}

/* C22-C24, of an algorithm that was not read as text. */
static grn_status algorithm_rules(const grn_op *op, grn_check *check)
{
    const grn_attr *a = grn_op_attr(op, "algorithm");
    char wrong[GRN_MESSAGE_BYTES];
    return !a || grn_hlo_algorithm_fits(a->record.fields, wrong, sizeof wrong)
               ? GRN_OK
               : grn_op_fail_plain(op, check, "%s", wrong);
}

/* ---- dot_general ----------------------------------------------------------------------------- */

/* The result's element type is the writer's choice where nothing is quantized. */
static grn_status dot_general_verify(const grn_op *op, grn_check *check)
{
    const grn_type *lhs = grn_operand_type(op, 0), *rhs = grn_operand_type(op, 1);
    int64_t shape[GRN_MAX_RANK];
    grn_dot_dims d = grn_hlo_dot_dims(op);
    grn_status status = algorithm_rules(op, check);
    if (status == GRN_OK)
        status = grn_hlo_precision_rule(op, check, "C11");
    if (status == GRN_OK)
        status = grn_hlo_dot_rules(op, check, &d);
    if (status != GRN_OK)
        return status;
    grn_dot_order l = grn_hlo_dot_order(lhs->rank, &d.lhs_batch, &d.lhs_contract),
                  r = grn_hlo_dot_order(rhs->rank, &d.rhs_batch, &d.rhs_contract);
    int32_t rank = grn_hlo_dot_shape(lhs->shape, &l, rhs->shape, &r, shape);
    if (rank < 0)
        return grn_op_fail(op, check, "gives a result of rank %" PRId32 ", the largest is %d",
                           l.batch + l.free + r.free, GRN_MAX_RANK);
    status = grn_hlo_shape_rule(op, check, "C12", rank, shape);
    if (status == GRN_OK)
        status = default_precision(op, check);
    return status == GRN_OK ? quantization_rules(op, check, &d.rhs_contract) : status;
}

/* ---- dot ------------------------------------------------------------------------------------- */

static grn_status dot_verify(const grn_op *op, grn_check *check)
{
    const grn_type *lhs = grn_operand_type(op, 0), *rhs = grn_operand_type(op, 1);
    int64_t shape[2];
    grn_status status = grn_hlo_precision_rule(op, check, "precision_config");
    if (status != GRN_OK)
        return status;
    bool plain = (lhs->rank == 1 || lhs->rank == 2) && (rhs->rank == 1 || rhs->rank == 2);
    if (!plain || !grn_stablehlo_dim_agrees(lhs->shape[lhs->rank - 1], rhs->shape[0]))
        return grn_stablehlo_broken(op, check, "ranks", "expected both lhs/rhs ranks to be either 1 or 2");
    grn_dot_dims d = grn_hlo_dot_dims(op);
    grn_dot_order l = grn_hlo_dot_order(lhs->rank, &d.lhs_batch, &d.lhs_contract),
                  r = grn_hlo_dot_order(rhs->rank, &d.rhs_batch, &d.rhs_contract);
    int32_t rank = grn_hlo_dot_shape(lhs->shape, &l, rhs->shape, &r, shape);
    status = grn_hlo_shape_rule(op, check, "shape", rank, shape);
    return status == GRN_OK ? quantization_rules(op, check, &d.rhs_contract) : status;
}

/* ---- row ------------------------------------------------------------------------------------- */

static const grn_port dot_operands[] = {GRN_PORT("lhs", grn_hlo_tensor), GRN_PORT("rhs", grn_hlo_tensor_or_per_axis),
                                        GRN_PORTS_END};

const grn_op_def grn_stablehlo_dot_ops[] = {
    GRN_STABLEHLO(
        dot_general, "sums of products over pairs of dimensions, with batches", "C1-C24", dot_operands,
        grn_hlo_one_result,
        GRN_ATTRS({"dot_dimension_numbers", &grn_stablehlo_is_dot_dims, GRN_REQUIRED, NULL, &grn_stablehlo_dot_dims},
                  GRN_MAY_HAVE("precision_config", grn_stablehlo_is_precision_config),
                  GRN_MAY_HAVE("algorithm", grn_stablehlo_is_dot_algorithm)),
        .traits = GRN_TRAIT_PURE, .parse = grn_hlo_dot_general_parse, .print = grn_hlo_dot_general_print,
        .verify = dot_general_verify, .eval = grn_hlo_dot_eval),
    GRN_STABLEHLO_FROM(dot, "product of vectors and matrices", "StableHLO ops, dot", dot_operands, grn_hlo_one_result,
                       GRN_ATTRS(GRN_MAY_HAVE("precision_config", grn_stablehlo_is_precision_config)),
                       .traits = GRN_TRAIT_PURE, .parse = grn_hlo_dot_parse, .print = grn_hlo_dot_print,
                       .verify = dot_verify, .eval = grn_hlo_dot_eval),
    {.name = NULL},
};
