/* jax.c - lax.gather and lax.scatter_* with JAX's modes: a window is filled, dropped or moved as a
 * whole. */
#include <math.h>
#include <string.h>

#include "frameworks/frameworks.h"
#include "rules/jax.h"

/* The bounds policy of each mode, for gather and scatter. */
static const struct {
    grn_bounds gather, scatter;
} modes[] = {
    [GRN_JAX_FILL] = {GRN_BOUNDS_FILL, GRN_BOUNDS_SKIP},
    [GRN_JAX_CLIP] = {GRN_BOUNDS_CLAMP, GRN_BOUNDS_CLAMP},
    [GRN_JAX_PROMISE] = {GRN_BOUNDS_PROMISE, GRN_BOUNDS_PROMISE},
};

grn_status grn_jax_default_fill(grn_dtype dtype, void *element)
{
    grn_scalar s = {0};
    s.dtype = dtype;
    if (element == NULL)
        return GRN_E_ARGUMENT;
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL: s.i = 1; break;
    case GRN_CLASS_SIGNED: s.i = -(int64_t)(UINT64_MAX >> (65 - grn_dtype_bits(dtype))) - 1; break;
    case GRN_CLASS_UNSIGNED: s.u = UINT64_MAX >> (64 - grn_dtype_bits(dtype)); break;
    case GRN_CLASS_FLOAT: s.f = (double)NAN; break;
    case GRN_CLASS_COMPLEX:
        s.c.re = (double)NAN;
        s.c.im = 0;
        break;
    default: return GRN_E_DTYPE;
    }
    grn_scalar_store(&s, dtype, element);
    return GRN_OK;
}

static grn_status check_numbers(const grn_dimension_numbers *numbers, grn_jax_mode mode, const grn_diag *diag)
{
    grn_status status = grn_check_given(numbers, "dimension_numbers", diag);
    if (status != GRN_OK || (unsigned)mode < GRN_COUNT(modes))
        return status;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "mode is %d, it must be fill, clip or promise", (int)mode);
}

static const grn_fw_op gather_op = {"gather", "operand", "start_indices", NULL, false, GRN_BOUNDS_FILL, 0};

static grn_status prepare_gather(grn_fw_call *call, const grn_tensor *operand, const grn_tensor *start_indices,
                                 const grn_dimension_numbers *numbers, const grn_dims *slice_sizes, grn_jax_mode mode,
                                 const grn_diag *diag)
{
    grn_gather_spec spec;
    grn_fw_question q;
    grn_status status = grn_fw_begin(call, &gather_op, operand, start_indices, diag);
    if (status == GRN_OK)
        status = check_numbers(numbers, mode, diag);
    if (status == GRN_OK)
        status = grn_check_given(slice_sizes, "slice_sizes", diag);
    if (status != GRN_OK)
        return status;
    grn_fw_ask(call, &q);
    status = grn_jax_check_vectors(&q.to.report, &q.indices);
    if (status == GRN_OK)
        status = grn_jax_check_collapsed(&q.to.report, &numbers->collapsed_slice_dims, slice_sizes);
    if (status != GRN_OK)
        return status;
    call->dims = *numbers;
    call->dims.index_vector_dim = start_indices->rank - 1;
    call->slice_sizes = *slice_sizes;
    call->index.bounds = modes[mode].gather;
    call->index.grain = GRN_GRAIN_WINDOW;
    grn_fw_to_gather_spec(call, &spec);
    status = grn_gather_shape(&spec, operand, start_indices, diag, &call->dense.rank, call->dense.shape);
    call->result = call->dense;
    return status;
}

static grn_status prepare_gather_run(grn_fw_call *call, const grn_tensor *operand, const grn_tensor *start_indices,
                                     const grn_dimension_numbers *numbers, const grn_dims *slice_sizes, bool sorted,
                                     bool unique, grn_jax_mode mode, const void *fill_value, const grn_diag *diag)
{
    grn_status status = prepare_gather(call, operand, start_indices, numbers, slice_sizes, mode, diag);
    if (status != GRN_OK)
        return status;
    call->index.indices_are_sorted = sorted;
    call->index.unique_indices = unique;
    if (fill_value == NULL)
        return grn_jax_default_fill(operand->dtype, call->fill);
    memcpy(call->fill, fill_value, grn_dtype_bytes(operand->dtype));
    return GRN_OK;
}

grn_status grn_jax_gather(const grn_tensor *operand, const grn_tensor *start_indices,
                          const grn_dimension_numbers *dimension_numbers, const grn_dims *slice_sizes,
                          bool indices_are_sorted, bool unique_indices, grn_jax_mode mode, const void *fill_value,
                          const grn_tensor *out, const grn_diag *diag)
{
    grn_fw_call call;
    return grn_fw_gather(prepare_gather_run(&call, operand, start_indices, dimension_numbers, slice_sizes,
                                            indices_are_sorted, unique_indices, mode, fill_value, diag),
                         &call, out);
}

grn_status grn_jax_gather_shape(const grn_tensor *operand, const grn_tensor *start_indices,
                                const grn_dimension_numbers *dimension_numbers, const grn_dims *slice_sizes,
                                const grn_diag *diag, int32_t *rank, int64_t *shape)
{
    grn_fw_call call;
    return grn_fw_shape(
        prepare_gather(&call, operand, start_indices, dimension_numbers, slice_sizes, GRN_JAX_FILL, diag), &call, rank,
        shape);
}

grn_status grn_jax_gather_spec(const grn_tensor *operand, const grn_tensor *start_indices,
                               const grn_dimension_numbers *dimension_numbers, const grn_dims *slice_sizes,
                               bool indices_are_sorted, bool unique_indices, grn_jax_mode mode, const void *fill_value,
                               const grn_diag *diag, grn_gather_spec *out)
{
    grn_fw_call call;
    return grn_fw_gather_spec_of(prepare_gather_run(&call, operand, start_indices, dimension_numbers, slice_sizes,
                                                    indices_are_sorted, unique_indices, mode, fill_value, diag),
                                 &call, out);
}

/* ---- scatter --------------------------------------------------------------------------------- */

static grn_status prepare_scatter(grn_fw_call *call, const grn_fw_op *op, const grn_tensor *operand,
                                  const grn_tensor *indices, const grn_tensor *updates,
                                  const grn_dimension_numbers *numbers, bool sorted, bool unique, grn_jax_mode mode,
                                  const grn_diag *diag)
{
    grn_scatter_spec spec;
    grn_fw_question q;
    grn_status status = grn_fw_begin(call, op, operand, indices, diag);
    if (status == GRN_OK)
        status = check_numbers(numbers, mode, diag);
    if (status != GRN_OK)
        return status;
    grn_fw_ask(call, &q);
    status = grn_jax_check_vectors(&q.to.report, &q.indices);
    if (status == GRN_OK)
        status = grn_check_view(updates, "updates", diag);
    if (status != GRN_OK)
        return status;
    call->dims = *numbers;
    call->dims.index_vector_dim = indices->rank - 1;
    call->updates = *updates;
    call->index = (grn_index_rule){.bounds = modes[mode].scatter,
                                   .grain = GRN_GRAIN_WINDOW,
                                   .indices_are_sorted = sorted,
                                   .unique_indices = unique};
    grn_fw_to_scatter_spec(call, &spec);
    return grn_scatter_check(&spec, 1, operand, indices, updates, diag);
}

#define SCATTER_CALLS(call_name, spec_name, name, combined_by)                                                         \
    static const grn_fw_op name##_op = {#name, "operand",       "scatter_indices",        NULL,                        \
                                        false, GRN_BOUNDS_SKIP, GRN_COMBINE_##combined_by};                            \
    grn_status call_name(const grn_tensor *operand, const grn_tensor *scatter_indices, const grn_tensor *updates,      \
                         const grn_dimension_numbers *dimension_numbers, bool indices_are_sorted, bool unique_indices, \
                         grn_jax_mode mode, const grn_tensor *out, const grn_diag *diag)                               \
    {                                                                                                                  \
        grn_fw_call call;                                                                                              \
        return grn_fw_scatter(prepare_scatter(&call, &name##_op, operand, scatter_indices, updates, dimension_numbers, \
                                              indices_are_sorted, unique_indices, mode, diag),                         \
                              &call, out);                                                                             \
    }                                                                                                                  \
    grn_status spec_name(const grn_tensor *operand, const grn_tensor *scatter_indices, const grn_tensor *updates,      \
                         const grn_dimension_numbers *dimension_numbers, bool indices_are_sorted, bool unique_indices, \
                         grn_jax_mode mode, const grn_diag *diag, grn_scatter_spec *out)                               \
    {                                                                                                                  \
        grn_fw_call call;                                                                                              \
        return grn_fw_scatter_spec_of(prepare_scatter(&call, &name##_op, operand, scatter_indices, updates,            \
                                                      dimension_numbers, indices_are_sorted, unique_indices, mode,     \
                                                      diag),                                                           \
                                      &call, out);                                                                     \
    }
SCATTER_CALLS(grn_jax_scatter, grn_jax_scatter_spec, scatter, REPLACE)
SCATTER_CALLS(grn_jax_scatter_add, grn_jax_scatter_add_spec, scatter_add, ADD)
SCATTER_CALLS(grn_jax_scatter_mul, grn_jax_scatter_mul_spec, scatter_mul, MUL)
SCATTER_CALLS(grn_jax_scatter_min, grn_jax_scatter_min_spec, scatter_min, MIN)
SCATTER_CALLS(grn_jax_scatter_max, grn_jax_scatter_max_spec, scatter_max, MAX)
