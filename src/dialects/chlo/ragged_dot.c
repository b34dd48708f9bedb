/* ragged_dot.c - the dimensions of a ragged_dot, and its rules, in upstream's order (CHLO,
 * ragged_dot). */
#include "dialects/chlo/ragged_dot.h"

#include <inttypes.h>

#include "dialects/common/dims_rules.h"
#include "dialects/stablehlo/product.h"

/* ---- dimensions ------------------------------------------------------------------------------ */

static const grn_attr *numbers_of(const grn_op *op) { return grn_op_attr(op, "ragged_dot_dimension_numbers"); }

static bool is_listed(const grn_field *f, int64_t d)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->v[i] == d)
            return true;
    return false;
}

static grn_dot_dims dot_dims(const grn_attr *a)
{
    return (grn_dot_dims){.lhs_batch = grn_attr_field(a, "lhs_batching_dimensions"),
                          .rhs_batch = grn_attr_field(a, "rhs_batching_dimensions"),
                          .lhs_contract = grn_attr_field(a, "lhs_contracting_dimensions"),
                          .rhs_contract = grn_attr_field(a, "rhs_contracting_dimensions")};
}

static grn_ragged_list free_dims(int32_t rank, const grn_field *batch, const grn_field *contract, int64_t but)
{
    grn_ragged_list out = {0};
    for (int32_t d = 0; d < rank; d++)
        if (d != but && !is_listed(batch, d) && !is_listed(contract, d))
            out.v[out.count++] = d;
    return out;
}

static void add_until(grn_ragged_list *list, size_t count, const int64_t *v, int64_t end)
{
    for (size_t i = 0; i < count && v[i] != end; i++)
        list->v[list->count++] = v[i];
}

grn_ragged grn_ragged_of(const grn_op *op)
{
    const grn_attr *a = numbers_of(op);
    const grn_field group = grn_attr_field(a, "rhs_group_dimensions");
    const grn_field dim = grn_attr_field(a, "lhs_ragged_dimensions");
    grn_ragged r = {.dot = dot_dims(a), .dim = dim.v[0], .group = group.count ? group.v[0] : -1};
    r.mode = is_listed(&r.dot.lhs_batch, r.dim)      ? GRN_RAGGED_BATCH
             : is_listed(&r.dot.lhs_contract, r.dim) ? GRN_RAGGED_CONTRACT
                                                     : GRN_RAGGED_FREE;
    r.lhs_free = free_dims(grn_operand_type(op, 0)->rank, &r.dot.lhs_batch, &r.dot.lhs_contract, -1);
    r.rhs_free = free_dims(grn_operand_type(op, 1)->rank, &r.dot.rhs_batch, &r.dot.rhs_contract, r.group);
    add_until(&r.outer, r.dot.lhs_batch.count, r.dot.lhs_batch.v, r.dim);
    if (r.mode == GRN_RAGGED_CONTRACT)
        add_until(&r.outer, r.dot.lhs_contract.count, r.dot.lhs_contract.v, r.dim);
    else if (r.mode == GRN_RAGGED_FREE)
        add_until(&r.outer, (size_t)r.lhs_free.count, r.lhs_free.v, r.dim);
    return r;
}

int32_t grn_ragged_shape(const grn_ragged *r, const int64_t *lhs, const int64_t *rhs, int64_t groups, int64_t *shape)
{
    int32_t rank = 0;
    int64_t all[3 * GRN_MAX_RANK + 1];
    if (r->mode == GRN_RAGGED_CONTRACT)
        all[rank++] = groups;
    for (size_t i = 0; i < r->dot.lhs_batch.count; i++)
        all[rank++] = lhs[r->dot.lhs_batch.v[i]];
    for (int32_t i = 0; i < r->lhs_free.count; i++)
        all[rank++] = lhs[r->lhs_free.v[i]];
    for (int32_t i = 0; i < r->rhs_free.count; i++)
        all[rank++] = rhs[r->rhs_free.v[i]];
    memcpy(shape, all, (size_t)(rank < GRN_MAX_RANK ? rank : GRN_MAX_RANK) * sizeof *shape);
    return rank;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status in_range(const grn_op *op, grn_check *check, const char *name, const char *limit_name,
                           const grn_field *f, size_t operand)
{
    const int32_t rank = grn_operand_type(op, operand)->rank;
    for (size_t i = 0; i < f->count; i++)
        if (f->v[i] < 0 || f->v[i] >= rank)
            return grn_op_fail_plain(op, check,
                                     "Expects %s to be in range [0, %s) i.e. [0, %" PRId32 "). got: %" PRId64 ".", name,
                                     limit_name, rank, f->v[i]);
    return GRN_OK;
}

/* Sizes of groups alone hold for all that is outside the ragged dimension. Extents have to be the
 * same, known or not. */
static grn_status group_sizes_rules(const grn_op *op, grn_check *check, const grn_ragged *r)
{
    const grn_type *lhs = grn_operand_type(op, 0), *sizes = grn_operand_type(op, 2);
    char want[GRN_DIMS_TEXT_BYTES], have[GRN_DIMS_TEXT_BYTES];
    int64_t whole[GRN_MAX_RANK + 1];
    bool agrees = true;
    if (sizes->rank == 1)
        return GRN_OK;
    if (sizes->rank != r->outer.count + 1)
        return grn_op_fail_plain(op, check, "expected group_sizes to have rank %" PRId32 ", got %" PRId32,
                                 r->outer.count + 1, sizes->rank);
    for (int32_t d = 0; d < r->outer.count; d++) {
        whole[d] = lhs->shape[r->outer.v[d]];
        agrees = agrees && whole[d] == sizes->shape[d];
    }
    whole[r->outer.count] = sizes->shape[r->outer.count];
    if (agrees)
        return GRN_OK;
    return grn_op_fail_plain(op, check, "group_sizes is expected to have shape [%s], got [%s]",
                             grn_stablehlo_list_text((size_t)sizes->rank, whole, want, sizeof want),
                             grn_stablehlo_list_text((size_t)sizes->rank, sizes->shape, have, sizeof have));
}

/* No group dimension is a batching or contracting one. */
static grn_status distinct_rules(const grn_op *op, grn_check *check)
{
    static const char *const others[] = {"rhs_batching_dimensions", "rhs_contracting_dimensions"};
    const grn_dim_rules rules = {op, check, &grn_gather_wording};
    const grn_dim_list group = grn_dim_list_of(op, "ragged_dot_dimension_numbers", "rhs_group_dimensions");
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(others); i++) {
        const grn_dim_list other = grn_dim_list_of(op, "ragged_dot_dimension_numbers", others[i]);
        status = grn_dims_distinct(&rules, "rhs_group_dimensions", &group, &other);
    }
    return status;
}

static grn_status group_dim_rules(const grn_op *op, grn_check *check, const grn_ragged *r, const grn_field *group)
{
    const grn_type *rhs = grn_operand_type(op, 1), *sizes = grn_operand_type(op, 2);
    const int64_t groups = sizes->shape[sizes->rank - 1];
    if (r->mode != GRN_RAGGED_FREE)
        return group->count == 0 ? GRN_OK
                                 : grn_op_fail_plain(op, check,
                                                     "There must be zero group dimensions in the rhs when the ragged "
                                                     "dimension is batch or contracting.");
    if (group->count != 1)
        return grn_op_fail_plain(op, check,
                                 "There must be exactly one group dimension in the rhs when the lhs ragged dimension "
                                 "is non-contracting.");
    if (!grn_stablehlo_dim_agrees(rhs->shape[r->group], groups))
        return grn_op_fail_plain(op, check, "rhs group dimension is expected to have size=%" PRId64 ", got %" PRId64,
                                 groups, rhs->shape[r->group]);
    return GRN_OK;
}

static grn_status result_rules(const grn_op *op, grn_check *check, const grn_ragged *r)
{
    const grn_type *sizes = grn_operand_type(op, 2), *out = grn_result_type(op, 0);
    char want[GRN_DIMS_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    int64_t shape[GRN_MAX_RANK];
    int32_t rank = grn_ragged_shape(r, grn_operand_type(op, 0)->shape, grn_operand_type(op, 1)->shape,
                                    sizes->shape[sizes->rank - 1], shape);
    if (rank > GRN_MAX_RANK)
        return grn_op_fail(op, check, "gives a result of rank %" PRId32 ", the largest is %d", rank, GRN_MAX_RANK);
    bool agrees = !grn_type_is_tensor(out) || out->rank == rank;
    for (int32_t d = 0; agrees && grn_type_is_tensor(out) && d < rank; d++)
        agrees = grn_stablehlo_dim_agrees(shape[d], out->shape[d]);
    if (agrees)
        return GRN_OK;
    return grn_op_fail_plain(op, check, "inferred shape '%s' is incompatible with return type of operation '%s'",
                             grn_hlo_shape_text(rank, shape, want, sizeof want), grn_type_text(out, have, sizeof have));
}

static grn_status ragged_rules(const grn_op *op, grn_check *check)
{
    const grn_field group = grn_attr_field(numbers_of(op), "rhs_group_dimensions");
    const grn_ragged r = grn_ragged_of(op);
    grn_status status = group_sizes_rules(op, check, &r);
    if (status == GRN_OK)
        status = in_range(op, check, "rhs_group_dim", "rhs_rank", &group, 1);
    if (status == GRN_OK)
        status = distinct_rules(op, check);
    if (status == GRN_OK)
        status = group_dim_rules(op, check, &r, &group);
    return status == GRN_OK ? result_rules(op, check, &r) : status;
}

static grn_status ragged_verify(const grn_op *op, grn_check *check)
{
    const grn_dot_dims dot = dot_dims(numbers_of(op));
    const grn_field ragged_dims = grn_attr_field(numbers_of(op), "lhs_ragged_dimensions");
    grn_status status = grn_hlo_precision_rule(op, check, "precision_config");
    if (status != GRN_OK || !grn_type_is_tensor(grn_operand_type(op, 0)) ||
        !grn_type_is_tensor(grn_operand_type(op, 1)))
        return status;
    status = grn_hlo_dot_rules(op, check, &dot);
    if (status == GRN_OK && ragged_dims.count != 1)
        status = grn_op_fail_plain(op, check, "There must be exactly one ragged dimension in the lhs.");
    if (status == GRN_OK)
        status = in_range(op, check, "lhs_ragged_dim", "lhs_rank", &ragged_dims, 0);
    return status == GRN_OK ? ragged_rules(op, check) : status;
}

/* ---- row ------------------------------------------------------------------------------------- */

const grn_op_def grn_chlo_ragged_dot_ops[] = {
    GRN_ROW(GRN_NAME(chlo, ragged_dot), "products of matrices in groups of unequal size",
            "CHLO, ragged_dot, and StableHLO spec, dot_general",
            GRN_PORTS(GRN_PORT("lhs", grn_hlo_any_tensor), GRN_PORT("rhs", grn_hlo_any_tensor),
                      GRN_PORT("group_sizes", grn_hlo_int_tensor)),
            GRN_PORTS(GRN_PORT("result", grn_hlo_any_tensor)),
            GRN_ATTRS({"ragged_dot_dimension_numbers", &grn_chlo_is_ragged_dot_dims, GRN_REQUIRED, NULL,
                       &grn_chlo_ragged_dot_dims},
                      GRN_MAY_HAVE("precision_config", grn_chlo_is_precision_config)),
            .traits = GRN_TRAIT_PURE, .verify = ragged_verify, .eval = grn_ragged_eval),
    {.name = NULL},
};
