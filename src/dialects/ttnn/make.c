/* make.c - TTNN's ops that make tensors of nothing but their attributes, as tt-mlir spells them. */
#include "dialects/ttnn/ttnn.h"

/* ---- what is shared -------------------------------------------------------------------------- */

void grn_ttnn_number(const grn_attr *number, grn_dtype dtype, unsigned char *out)
{
    const bool whole = number && number->kind == GRN_ATTR_INTEGER;
    const double real = number && number->kind == GRN_ATTR_FLOAT ? number->real : 0;
    grn_dtype from = whole ? GRN_I64 : GRN_F64;
    grn_bound_element convert;
    memset(out, 0, 16);
    if (grn_element_bind(&grn_element_convert, &from, dtype, &convert) == GRN_OK)
        grn_element_run(&convert, 1, out, (const void *[]){whole ? (const void *)&number->integer : &real});
}

grn_status grn_ttnn_static_result(grn_exec *x, const grn_op *op)
{
    return grn_type_has_static_shape(grn_result_type(op, 0))
               ? GRN_OK
               : grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "the result's type does not say its shape");
}

/* ---- full, arange ---------------------------------------------------------------------------- */

/* `shape`, where it is written, is the result's. */
static grn_status full_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *result = grn_result_type(op, 0);
    const grn_attr *written = grn_op_attr(op, "shape");
    int32_t rank = result->rank;
    int64_t shape[GRN_MAX_RANK];
    if (!written || !grn_ttnn_shape_of(written, &rank, shape))
        return grn_stablehlo_infer_one(check, out, result);
    return grn_hlo_infer_tensor(check, out, result->element, rank, shape);
}

static grn_status full_eval(grn_exec *x, const grn_op *op)
{
    unsigned char element[16];
    const grn_type *type = grn_result_type(op, 0);
    grn_status status = grn_ttnn_static_result(x, op);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, type->rank, type->shape);
    if (status != GRN_OK)
        return status;
    grn_ttnn_number(grn_op_attr(op, "fill_value"), grn_hlo_result_dtype(op, 0), element);
    grn_tensor_fill(&x->results[0].tensor, element);
    return GRN_OK;
}

/* start, start + step, ... below end (above it, where step is negative). False: step 0, or bounds
 * out of reach. */
static bool arange_count(const grn_op *op, int64_t *count)
{
    const int64_t start = grn_op_integer(op, "start", 0), end = grn_op_integer(op, "end", 0);
    const int64_t step = grn_op_integer(op, "step", 1), most = INT64_MAX / 4;
    if (step == 0 || start < -most || start > most || end < -most || end > most || step < -most || step > most)
        return false;
    const int64_t span = step < 0 ? start - end : end - start, by = step < 0 ? -step : step;
    *count = span > 0 ? (span - 1) / by + 1 : 0;
    return true;
}

static grn_status arange_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    int64_t count;
    if (!arange_count(op, &count))
        return grn_op_fail(op, check, "step is 0, or start, end or step has over 61 bits");
    return grn_hlo_infer_tensor(check, out, grn_result_type(op, 0)->element, 1, &count);
}

static grn_status arange_eval(grn_exec *x, const grn_op *op)
{
    const int64_t start = grn_op_integer(op, "start", 0), step = grn_op_integer(op, "step", 1);
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0), from = GRN_I64;
    int64_t count, block[GRN_ELEMENT_BLOCK];
    grn_bound_element convert;
    if (!arange_count(op, &count) || grn_element_bind(&grn_element_convert, &from, dtype, &convert) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot count in %s", grn_dtype_text(dtype));
    grn_status status = x->calls->alloc(x, dtype, 1, &count, &x->results[0]);
    for (int64_t i = 0, n; status == GRN_OK && i < count; i += n) {
        n = count - i < GRN_ELEMENT_BLOCK ? count - i : GRN_ELEMENT_BLOCK;
        for (int64_t k = 0; k < n; k++)
            block[k] = start + (i + k) * step;
        grn_element_run(&convert, (size_t)n, grn_tensor_at(&x->results[0].tensor, i), (const void *[]){block});
    }
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port device[] = {GRN_PORT_MAYBE("device", grn_ttnn_device), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};
GRN_TTNN_ATTRS(constant, GRN_NEEDS("value", grn_attr_is_elements));
GRN_TTNN_ATTRS(full, GRN_NEEDS("fill_value", grn_ttnn_is_number), GRN_MAY_HAVE("shape", grn_ttnn_is_shape));
GRN_TTNN_ATTRS(arange, GRN_NEEDS("start", grn_attr_is_i64), GRN_NEEDS("end", grn_attr_is_i64),
               GRN_NEEDS("step", grn_attr_is_i64));

const grn_op_def grn_ttnn_make_ops[] = {
    GRN_TTNN_ROW(constant, "gives a tensor that is written in the program", device, .verify = grn_elements_verify,
                 .eval = grn_elements_eval),
    GRN_TTNN_ROW(full, "a tensor of which every element is one value", device, .infer = full_infer, .eval = full_eval),
    GRN_TTNN_ROW(arange, "numbers from start to end in steps", device, .infer = arange_infer, .eval = arange_eval),
    {.name = NULL},
};
