/* scatter_check.c - the rules of a scatter. Its result has the shape of its input, so there is
 * nothing to report. */
#include <inttypes.h>
#include <stdio.h>

#include "access/check.h"

#define NAME_BYTES 32

static const char *nth(const char *name, size_t i, char *buffer)
{
    snprintf(buffer, NAME_BYTES, "%s[%zu]", name, i);
    return buffer;
}

/* C5, and how many this library takes. */
static grn_status check_count(const grn_rules *c, size_t ninputs)
{
    if (ninputs == 0)
        return grn_break_rule(c, 5, GRN_E_ARGUMENT, "a scatter has 0 inputs, it needs at least 1");
    if (ninputs > GRN_MAX_INPUTS)
        return grn_fail(c->diag, grn_no_place, GRN_E_LIMIT, "a scatter has %zu inputs, the limit is %d", ninputs,
                        GRN_MAX_INPUTS);
    return GRN_OK;
}

static grn_status check_views(const grn_rules *c, size_t ninputs, const grn_tensor *inputs, const grn_tensor *updates)
{
    char name[NAME_BYTES];
    grn_status status = GRN_OK;
    if (inputs == NULL || updates == NULL)
        return grn_fail_null(inputs == NULL ? "inputs" : "updates", c->diag);
    for (size_t i = 0; status == GRN_OK && i < ninputs; i++) {
        /* A name takes longer to make than a view to check: it is made for the message alone. */
        if (grn_check_view(&inputs[i], "inputs", NULL) != GRN_OK)
            status = grn_check_view(&inputs[i], nth("inputs", i, name), c->diag);
        else if (grn_check_view(&updates[i], "updates", NULL) != GRN_OK)
            status = grn_check_view(&updates[i], nth("updates", i, name), c->diag);
    }
    if (status == GRN_OK)
        status = grn_check_view(c->indices, "scatter_indices", c->diag);
    return status == GRN_OK ? grn_check_index_dtype(c->indices, "scatter_indices", c->diag) : status;
}

/* C1, C3: one shape for all. */
static grn_status check_alike(const grn_rules *c, int number, const char *which, size_t count, const grn_tensor *all)
{
    char name[NAME_BYTES], first[NAME_BYTES], rule[16];
    for (size_t i = 1; i < count; i++) {
        grn_status status = grn_check_same_shape(&all[i], nth(which, i, name), all->rank, all->shape, c->diag);
        if (status != GRN_OK) {
            snprintf(rule, sizeof rule, "C%d", number);
            grn_note_rule(c->diag, grn_no_place, rule, " of the StableHLO spec, scatter: the shape of %s",
                          nth(which, 0, first));
            return status;
        }
    }
    return GRN_OK;
}

/* C6 */
static grn_status check_dtypes(const grn_rules *c, size_t ninputs, const grn_tensor *inputs, const grn_tensor *updates)
{
    for (size_t i = 0; i < ninputs; i++)
        if (inputs[i].dtype != updates[i].dtype)
            return grn_break_rule(c, 6, GRN_E_DTYPE, "updates[%zu] has element type %s, inputs[%zu] has %s", i,
                                  grn_dtype_text(updates[i].dtype), i, grn_dtype_text(inputs[i].dtype));
    return GRN_OK;
}

static grn_status check_policy(const grn_rules *c)
{
    if (c->rule->bounds != GRN_BOUNDS_FILL)
        return GRN_OK;
    return grn_fail(c->diag, grn_no_place, GRN_E_ARGUMENT,
                    "bounds is %s, a scatter takes clamp, skip, error or promise", grn_bounds_text(c->rule->bounds));
}

static grn_status check_combiner(const grn_rules *c, const grn_scatter_spec *spec, size_t ninputs,
                                 const grn_tensor *inputs)
{
    if ((unsigned)spec->combiner >= GRN_COMBINER_COUNT)
        return grn_fail(c->diag, grn_no_place, GRN_E_ARGUMENT, "combiner is %d, one is 0 to %d", (int)spec->combiner,
                        GRN_COMBINER_COUNT - 1);
    if (spec->combiner == GRN_COMBINE_REGION && spec->region == NULL)
        return grn_fail(c->diag, grn_no_place, GRN_E_ARGUMENT, "combiner is region but the region function is NULL");
    for (size_t i = 0; i < ninputs; i++)
        if (!grn_combiner_takes(spec->combiner, inputs[i].dtype))
            return grn_fail(c->diag, grn_no_place, GRN_E_DTYPE,
                            "inputs[%zu] has element type %s, combiner %s takes integers and i1", i,
                            grn_dtype_text(inputs[i].dtype), grn_combiner_text(spec->combiner));
    return GRN_OK;
}

/* C4: one dimension of updates for each batch dimension of the indices and for each window
 * dimension. */
static grn_status check_updates_rank(const grn_rules *c, const grn_tensor *updates)
{
    if (updates->rank == c->dense_rank)
        return GRN_OK;
    return grn_break_rule(c, 4, GRN_E_SHAPE,
                          "updates[0] has rank %" PRId32 ", scatter_indices and update_window_dims"
                          " together ask for %" PRId32,
                          updates->rank, c->dense_rank);
}

static grn_status check_window_extent(const grn_rules *c, const grn_tensor *updates, int32_t d, int32_t operand_dim)
{
    if (updates->shape[d] <= c->operand->shape[operand_dim])
        return GRN_OK;
    return grn_break_rule(c, 4, GRN_E_SHAPE,
                          "window dimension %" PRId32 " of updates[0] has extent %" PRId64 ", dimension %" PRId32
                          " of inputs[0] has %" PRId64 " and a window must fit",
                          d, updates->shape[d], operand_dim, c->operand->shape[operand_dim]);
}

static grn_status check_batch_extent(const grn_rules *c, const grn_tensor *updates, int32_t d, int32_t indices_dim)
{
    if (updates->shape[d] == c->indices->shape[indices_dim])
        return GRN_OK;
    return grn_break_rule(c, 4, GRN_E_SHAPE,
                          "scatter dimension %" PRId32 " of updates[0] has extent %" PRId64 ", dimension %" PRId32
                          " of scatter_indices has %" PRId64 " and they must be equal",
                          d, updates->shape[d], indices_dim, c->indices->shape[indices_dim]);
}

/* C4, the extents: the k-th update window dim walks the k-th operand dim that is neither inserted
 * nor batching. */
static grn_status check_updates_shape(const grn_rules *c, const grn_tensor *updates)
{
    const grn_dims *windows = &c->dims->offset_dims;
    int32_t offset = 0, batch = 0, operand_dim = -1;
    grn_status status = GRN_OK;
    for (int32_t d = 0; status == GRN_OK && d < updates->rank; d++) {
        if (offset < windows->count && windows->v[offset] == d) {
            do
                operand_dim++;
            while (grn_dim_is_dropped(c->dims, operand_dim));
            status = check_window_extent(c, updates, d, operand_dim);
            offset++;
        } else {
            status = check_batch_extent(c, updates, d, grn_batch_to_indices_dim(c->dims, batch++));
        }
    }
    return status;
}

/*
 * An inserted dimension has a window of one element. With extent 0 it never
 * fits: skip drops every update and error names the index, but there is
 * nowhere to clamp to, and no index to name when none points there.
 */
static grn_status check_reachable(const grn_rules *c, const grn_tensor *updates)
{
    const grn_dims *inserted = &c->dims->collapsed_slice_dims;
    if (c->rule->bounds == GRN_BOUNDS_SKIP || grn_tensor_elements(updates) == 0)
        return GRN_OK;
    for (int32_t i = 0; i < inserted->count; i++) {
        int64_t d = inserted->v[i];
        bool named = c->rule->bounds == GRN_BOUNDS_ERROR && grn_dims_has(&c->dims->start_index_map, d);
        if (c->operand->shape[d] == 0 && !named)
            return grn_fail(c->diag, grn_no_place, GRN_E_SHAPE,
                            "dimension %" PRId64 " of inputs[0] has extent 0 and is"
                            " inserted, with bounds %s an update needs at least 1",
                            d, grn_bounds_text(c->rule->bounds));
    }
    return GRN_OK;
}

static grn_status check_operands(const grn_rules *c, const grn_scatter_spec *spec, size_t ninputs,
                                 const grn_tensor *inputs, const grn_tensor *updates)
{
    grn_status status = check_count(c, ninputs);
    if (status == GRN_OK)
        status = check_views(c, ninputs, inputs, updates);
    if (status == GRN_OK)
        status = check_alike(c, 1, "inputs", ninputs, inputs);
    if (status == GRN_OK)
        status = check_alike(c, 3, "updates", ninputs, updates);
    if (status == GRN_OK)
        status = check_dtypes(c, ninputs, inputs, updates);
    return status == GRN_OK ? check_combiner(c, spec, ninputs, inputs) : status;
}

grn_status grn_scatter_check(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *inputs,
                             const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag)
{
    if (spec == NULL)
        return grn_fail_null("spec", diag);
    const grn_index_rule rule = grn_scatter_rule(spec);
    grn_rules c = {&grn_scatter_side, &spec->dims, &rule, inputs, indices, diag, 0};
    grn_status status = check_operands(&c, spec, ninputs, inputs, updates);
    if (status == GRN_OK)
        status = grn_check_dims(&c);
    if (status == GRN_OK)
        status = check_policy(&c);
    if (status == GRN_OK)
        status = check_updates_rank(&c, updates);
    if (status == GRN_OK)
        status = check_updates_shape(&c, updates);
    return status == GRN_OK ? check_reachable(&c, updates) : status;
}

static grn_status check_one_result(size_t i, size_t ninputs, const grn_tensor *results, const grn_tensor *indices,
                                   const grn_tensor *updates, const grn_diag *diag)
{
    char name[NAME_BYTES];
    grn_status status = grn_check_alias(&results[i], indices, "scatter_indices", diag);
    for (size_t j = 0; status == GRN_OK && j < ninputs; j++)
        if (grn_check_alias(&results[i], &updates[j], "updates", NULL) != GRN_OK)
            status = grn_check_alias(&results[i], &updates[j], nth("updates", j, name), diag);
    for (size_t j = 0; status == GRN_OK && j < i; j++)
        if (grn_check_alias(&results[i], &results[j], "results", NULL) != GRN_OK)
            status = grn_check_alias(&results[i], &results[j], nth("results", j, name), diag);
    return status;
}

grn_status grn_scatter_check_memory(size_t ninputs, const grn_tensor *results, const grn_tensor *indices,
                                    const grn_tensor *updates, const grn_diag *diag)
{
    char name[NAME_BYTES];
    grn_status status = grn_check_data(indices, "scatter_indices", diag);
    for (size_t i = 0; status == GRN_OK && i < ninputs; i++) {
        if (grn_check_data(&results[i], "results", NULL) != GRN_OK)
            status = grn_check_data(&results[i], nth("results", i, name), diag);
        else if (grn_check_data(&updates[i], "updates", NULL) != GRN_OK)
            status = grn_check_data(&updates[i], nth("updates", i, name), diag);
    }
    for (size_t i = 0; status == GRN_OK && i < ninputs; i++)
        status = check_one_result(i, ninputs, results, indices, updates, diag);
    return status;
}
