/* value.c - run-time values: counted buffers and the views that share them. */
#include "interp/interp.h"

grn_status grn_run_no_memory(grn_runtime *run, size_t bytes)
{
    if (run->budget && run->budget->limit_bytes != SIZE_MAX)
        return grn_fail(run->diag, run->place, GRN_E_MEMORY, "%zu bytes are needed, %zu of the limit of %zu are in use",
                        bytes, run->budget->used_bytes, run->budget->limit_bytes);
    return grn_fail(run->diag, run->place, GRN_E_MEMORY, "%zu bytes are needed, and memory was refused", bytes);
}

static grn_status tensor_of(grn_runtime *run, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_tensor *out)
{
    grn_status status = grn_tensor_init(out, NULL, dtype, rank, shape);
    if (status == GRN_E_LIMIT)
        return grn_fail(run->diag, run->place, status, "a tensor of rank %d is over the limit of %d", (int)rank,
                        GRN_MAX_RANK);
    if (status != GRN_OK)
        return grn_fail(run->diag, run->place, status, "a tensor shape is negative or has too many elements to count");
    return GRN_OK;
}

grn_status grn_rt_alloc(grn_runtime *run, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_rt *out)
{
    grn_rt_clear(out);
    grn_status status = tensor_of(run, dtype, rank, shape, &out->tensor);
    if (status != GRN_OK)
        return status;
    size_t bytes = grn_tensor_bytes(&out->tensor), all;
    struct grn_buffer *buffer = grn_add_size(bytes, GRN_BUFFER_HEAD, &all) ? grn_allocate(run->allocator, all) : NULL;
    if (!buffer)
        return grn_run_no_memory(run, bytes);
    *buffer = (struct grn_buffer){.references = 1, .bytes = all, .data = (char *)buffer + GRN_BUFFER_HEAD};
    out->tensor.data = buffer->data;
    out->buffer = buffer;
    return GRN_OK;
}

static grn_status share_members(grn_runtime *run, const grn_rt *in, grn_rt *out)
{
    grn_status charged = grn_charge(run, NULL, in->nmembers);
    if (charged != GRN_OK) {
        grn_rt_release(run, out);
        return charged;
    }
    out->members = grn_rt_new(run, in->nmembers);
    if (!out->members)
        return GRN_E_MEMORY;
    for (out->nmembers = 0; out->nmembers < in->nmembers; out->nmembers++) {
        grn_status status = grn_rt_share(run, &in->members[out->nmembers], NULL, &out->members[out->nmembers]);
        if (status != GRN_OK) {
            grn_rt_release_all(run, out->nmembers, out->members);
            grn_release(run->allocator, out->members, in->nmembers * sizeof(grn_rt));
            *out = (grn_rt){0};
            return status;
        }
    }
    return GRN_OK;
}

grn_status grn_rt_share(grn_runtime *run, const grn_rt *in, const grn_tensor *view, grn_rt *out)
{
    if (view != &out->tensor)
        grn_tensor_assign(&out->tensor, view ? view : &in->tensor);
    out->buffer = in->buffer;
    out->nmembers = 0;
    out->members = NULL;
    if (out->buffer)
        out->buffer->references++;
    return in->nmembers ? share_members(run, in, out) : GRN_OK;
}

void grn_rt_release(grn_runtime *run, grn_rt *value)
{
    if (value->buffer && --value->buffer->references == 0)
        grn_release(run->allocator, value->buffer, value->buffer->bytes);
    grn_rt_free(run, value->nmembers, value->members);
    grn_rt_clear(value);
}

void grn_rt_release_all(grn_runtime *run, size_t count, grn_rt *values)
{
    for (size_t i = 0; i < count; i++)
        grn_rt_release(run, &values[i]);
}

grn_status grn_rt_clone(grn_runtime *run, const grn_rt *in, grn_rt *out)
{
    grn_status status = grn_rt_alloc(run, in->tensor.dtype, in->tensor.rank, in->tensor.shape, out);
    if (status == GRN_OK)
        grn_tensor_copy(&out->tensor, &in->tensor);
    return status;
}

/* The largest count whose bytes a size_t can hold; counts come from op and tuple arities, which
 * text bounds. */
grn_rt *grn_rt_new(grn_runtime *run, size_t count)
{
    size_t bytes;
    if (!grn_mul_size(count, sizeof(grn_rt), &bytes)) {
        grn_run_no_memory(run, SIZE_MAX);
        return NULL;
    }
    grn_rt *values = grn_allocate(run->allocator, bytes);
    if (values)
        memset(values, 0, bytes);
    else
        grn_run_no_memory(run, bytes);
    return values;
}

void grn_rt_free(grn_runtime *run, size_t count, grn_rt *values)
{
    if (!values)
        return;
    grn_rt_release_all(run, count, values);
    grn_release(run->allocator, values, count * sizeof(grn_rt));
}
