/* torch_scatter.c - torch.scatter, scatter_add and scatter_reduce. */
#include <string.h>

#include "frameworks/frameworks.h"

/* ---- scatter, scatter_add -------------------------------------------------------------------- */

static const grn_torch_row scatter_row = GRN_TORCH_ROW("scatter", "input", "index", bounds, REPLACE, scatter, ELEMENTS);
static const grn_torch_row scatter_add_row =
    GRN_TORCH_ROW("scatter_add", "input", "index", bounds, ADD, scatter, ELEMENTS);
static const grn_torch_row reduce_row =
    GRN_TORCH_ROW("scatter_reduce", "input", "index", bounds, ADD, scatter, ELEMENTS);

grn_status grn_torch_prepare_scatter(grn_fw_call *call, const grn_torch_row *row, const grn_tensor *input, int64_t dim,
                                     const grn_tensor *index, const grn_tensor *src, const char *name,
                                     const grn_diag *diag)
{
    const grn_torch_given given = {.input = input, .index = index, .src = src, .dim = &dim};
    grn_status status = grn_check_view(src, name, diag);
    return status == GRN_OK ? grn_torch_prepare(call, row, &given, diag) : status;
}

static grn_status combiner_of(const char *reduce, const grn_diag *diag, grn_combiner *out)
{
    grn_call_report to;
    grn_call_report_init(&to, scatter_row.op.name, diag);
    return grn_torch_rule_combiner(&to.report, reduce, out);
}

grn_status grn_torch_scatter(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *src,
                             const char *reduce, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_combiner combiner;
    grn_status status = combiner_of(reduce, diag, &combiner);
    if (status == GRN_OK)
        status = grn_torch_prepare_scatter(&call, &scatter_row, input, dim, index, src, "src", diag);
    call.combiner = combiner;
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_torch_scatter_value(const grn_tensor *input, int64_t dim, const grn_tensor *index, const void *value,
                                   const char *reduce, const grn_tensor *out, const grn_diag *diag)
{
    unsigned char element[16];
    const grn_torch_given given = {.input = input, .index = index, .dim = &dim};
    grn_fw_call call;
    grn_combiner combiner;
    grn_status status = combiner_of(reduce, diag, &combiner);
    if (status == GRN_OK && value == NULL)
        status = grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "value is NULL, an element of input's type is needed");
    if (status == GRN_OK)
        status = grn_torch_prepare(&call, &scatter_row, &given, diag);
    if (status != GRN_OK)
        return status;
    call.combiner = combiner;
    memcpy(element, value, grn_dtype_bytes(input->dtype));
    grn_fw_splat(&call.updates, element, input->dtype, &call.updates);
    return grn_fw_scatter(GRN_OK, &call, out);
}

grn_status grn_torch_scatter_add(const grn_tensor *input, int64_t dim, const grn_tensor *index, const grn_tensor *src,
                                 const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    grn_status status = grn_torch_prepare_scatter(&call, &scatter_add_row, input, dim, index, src, "src", diag);
    return grn_fw_scatter(status, &call, out);
}

grn_status grn_torch_scatter_spec_of(const grn_torch_row *row, const grn_tensor *input, int64_t dim,
                                     const grn_tensor *index, const grn_diag *diag, grn_scatter_spec *out)
{
    const grn_torch_given given = {.input = input, .index = index, .dim = &dim, .even_empty = true};
    grn_fw_call call;
    return grn_fw_scatter_spec_of(grn_torch_prepare(&call, row, &given, diag), &call, out);
}

grn_status grn_torch_scatter_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index, const char *reduce,
                                  const grn_diag *diag, grn_scatter_spec *out)
{
    grn_combiner combiner;
    grn_status status = combiner_of(reduce, diag, &combiner);
    if (status == GRN_OK)
        status = grn_torch_scatter_spec_of(&scatter_row, input, dim, index, diag, out);
    if (status == GRN_OK)
        out->combiner = combiner;
    return status;
}

/* ---- scatter_reduce -------------------------------------------------------------------------- */

grn_status grn_torch_find_reduction(const char *reduce, const grn_diag *diag, const grn_torch_reduction **out)
{
    grn_call_report to;
    const char *name = reduce != NULL ? reduce : "None";
    grn_call_report_init(&to, reduce_row.op.name, diag);
    return grn_torch_rule_reduction(&to.report, name, strlen(name), out);
}

static void divide_all(const grn_tensor *result, const grn_tensor *counts)
{
    grn_walk w;
    grn_walk_init(&w, result->rank, result->shape, 2, (const int64_t *[]){result->stride, counts->stride});
    for (; w.more; grn_walk_next(&w)) {
        const int64_t count = ((const int64_t *)counts->data)[w.offset[1]];
        if (count > 1)
            grn_torch_divide(result->dtype, grn_tensor_at(result, w.offset[0]), count);
    }
}

/* How many values go to each place: a sum of ones, by the same indices. */
static grn_status count_all(const grn_fw_call *call, bool include_self, const grn_tensor *counts)
{
    int64_t one = 1, start = include_self;
    grn_fw_call counting = *call;
    grn_tensor ones;
    grn_fw_splat(&call->updates, &one, GRN_I64, &ones);
    grn_tensor_fill(counts, &start);
    counting.combiner = GRN_COMBINE_ADD;
    return grn_fw_scatter_run(&counting, counts, &ones);
}

/* Places with an update lose their old values. */
static grn_status start_over(const grn_fw_call *call, grn_torch_identity i, const grn_tensor *result)
{
    unsigned char element[16];
    grn_fw_call replacing = *call;
    grn_tensor splat;
    grn_torch_store_identity(i, result->dtype, element);
    grn_fw_splat(&call->updates, element, result->dtype, &splat);
    replacing.combiner = GRN_COMBINE_REPLACE;
    return grn_fw_scatter_run(&replacing, result, &splat);
}

static grn_status reduce_into(const grn_fw_call *call, const grn_torch_reduction *r, bool include_self,
                              const grn_tensor *result, const grn_tensor *counts)
{
    grn_status status = GRN_OK;
    grn_fw_scatter_copy(call, result);
    if (call->idle)
        return GRN_OK;
    if (r->divides)
        status = count_all(call, include_self, counts);
    if (status == GRN_OK && !include_self)
        status = start_over(call, r->identity, result);
    if (status == GRN_OK)
        status = grn_fw_scatter_run(call, result, &call->updates);
    if (status == GRN_OK && r->divides)
        divide_all(result, counts);
    return status;
}

static grn_status check_ordered(const grn_fw_call *call, const grn_torch_reduction *r)
{
    grn_call_report to;
    grn_call_report_init(&to, call->op->name, call->diag);
    return grn_torch_rule_ordered(&to.report, r, call->data.dtype);
}

static grn_status reduce_with_counts(const grn_fw_call *call, const grn_torch_reduction *r, bool include_self,
                                     const grn_allocator *allocator, const grn_tensor *result)
{
    grn_tensor counts;
    size_t bytes;
    if (call->idle || !r->divides)
        return reduce_into(call, r, include_self, result, NULL);
    if (!grn_mul_size((size_t)grn_tensor_elements(result), sizeof(int64_t), &bytes))
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s(): the counts pass the address space",
                        call->op->name);
    void *memory = grn_allocate(allocator, bytes);
    if (memory == NULL)
        return grn_fail(call->diag, grn_no_place, GRN_E_MEMORY, "%s(): %zu bytes for counts were refused",
                        call->op->name, bytes);
    grn_fw_compact(result, memory, GRN_I64, &counts);
    grn_status status = reduce_into(call, r, include_self, result, &counts);
    grn_release(allocator, memory, bytes);
    return status;
}

grn_status grn_torch_reduce_all(grn_status status, grn_fw_call *call, const grn_torch_reduction *r, bool include_self,
                                const grn_allocator *allocator, const grn_tensor *out)
{
    grn_tensor result;
    if (status != GRN_OK)
        return status;
    call->combiner = r->combiner;
    status = grn_fw_scatter_ready(call, out, &result);
    return status == GRN_OK ? reduce_with_counts(call, r, include_self, allocator, &result) : status;
}

grn_status grn_torch_scatter_reduce(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                    const grn_tensor *src, const char *reduce, bool include_self,
                                    const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    const grn_torch_reduction *r;
    grn_status status = grn_torch_find_reduction(reduce, diag, &r);
    if (status == GRN_OK)
        status = grn_check_allocator(allocator, diag);
    if (status == GRN_OK)
        status = grn_torch_prepare_scatter(&call, &reduce_row, input, dim, index, src, "src", diag);
    if (status == GRN_OK)
        status = check_ordered(&call, r);
    return grn_torch_reduce_all(status, &call, r, include_self, allocator, out);
}

grn_status grn_torch_scatter_reduce_spec(const grn_tensor *input, int64_t dim, const grn_tensor *index,
                                         const char *reduce, const grn_diag *diag, grn_scatter_spec *out)
{
    const grn_torch_reduction *r;
    grn_status status = grn_torch_find_reduction(reduce, diag, &r);
    if (status == GRN_OK)
        status = grn_torch_scatter_spec_of(&reduce_row, input, dim, index, diag, out);
    if (status == GRN_OK)
        out->combiner = r->combiner;
    return status;
}
