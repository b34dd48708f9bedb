/* fft.c - discrete Fourier transforms (StableHLO spec, fft). */
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>

enum { FFT, IFFT, RFFT, IRFFT };

typedef struct fft_attrs {
    int32_t type;
    size_t ndims;
    const int64_t *length; /* [ndims]: of the last dimensions */
} fft_attrs;

static fft_attrs read_attrs(const grn_op *op)
{
    fft_attrs a = {.type = grn_op_attr(op, "fft_type")->enumeration.value};
    grn_op_dims(op, "fft_length", &a.ndims, &a.length);
    return a;
}

/* How many of n elements of a real line's transform are kept; of a length that is none, itself. */
static int64_t kept_of(int64_t n) { return n <= 0 ? n : n / 2 + 1; }

/* ---- rules ----------------------------------------------------------------------------------- */

/* C2: what goes in is complex, or real for RFFT. */
static grn_status check_element(const grn_op *op, grn_check *check, const fft_attrs *a)
{
    const grn_type *in = grn_operand_type(op, 0);
    char text[GRN_TYPE_TEXT_BYTES];
    if (a->type == RFFT && !grn_hlo_element_in(in->element, GRN_HLO_FLOAT_32_64))
        return grn_stablehlo_broken(op, check, "C2", "RFFT requires f32 or f64 input type, but is given '%s'.",
                                    grn_type_text(in->element, text, sizeof text));
    if (a->type != RFFT && in->element->kind != GRN_TYPE_COMPLEX)
        return grn_stablehlo_broken(op, check, "C2",
                                    "FFT/IFFT/IRFFT take a complex tensor as input, but is given '%s'.",
                                    grn_type_text(in, text, sizeof text));
    return GRN_OK;
}

/* C4: the real tensor's last dimensions are fft_length. */
static grn_status check_real(const grn_op *op, grn_check *check, const fft_attrs *a)
{
    const grn_type *in = grn_operand_type(op, 0);
    const int64_t *last = in->shape + in->rank - a->ndims;
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    for (size_t i = 0; i < a->ndims; i++)
        if (!grn_stablehlo_dim_agrees(last[i], a->length[i]))
            return grn_stablehlo_broken(
                op, check, "C4",
                "RFFT requires innermost dimensions to be compatible with fft_length. Got: %s but wanted %s.",
                grn_stablehlo_list_text((size_t)in->rank, in->shape, have, sizeof have),
                grn_stablehlo_list_text(a->ndims, a->length, want, sizeof want));
    return GRN_OK;
}

/* C4, C5: of IRFFT that is the result. */
static grn_status check_inverse_real(const grn_op *op, grn_check *check, const fft_attrs *a)
{
    const grn_type *in = grn_operand_type(op, 0);
    const int64_t *last = in->shape + in->rank - a->ndims;
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    grn_stablehlo_list_text(a->ndims, a->length, want, sizeof want);
    for (size_t i = 0; i + 1 < a->ndims; i++)
        if (!grn_stablehlo_dim_agrees(last[i], a->length[i]))
            return grn_stablehlo_broken(
                op, check, "C4",
                "IRFFT requires non-final dimensions to be compatible with fft_length. Got: %s but "
                "wanted %s, and %" PRId64 " != %" PRId64 ".",
                grn_stablehlo_list_text((size_t)in->rank, in->shape, have, sizeof have), want, last[i], a->length[i]);
    if (!grn_stablehlo_dim_agrees(last[a->ndims - 1], kept_of(a->length[a->ndims - 1])))
        return grn_stablehlo_broken(op, check, "C5",
                                    "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: "
                                    "%" PRId64 " but fft_length is %s.",
                                    last[a->ndims - 1], want);
    return GRN_OK;
}

static grn_status check_rules(const grn_op *op, grn_check *check, const fft_attrs *a)
{
    const grn_type *in = grn_operand_type(op, 0);
    char text[GRN_TYPE_TEXT_BYTES];
    if (a->ndims < 1 || a->ndims > 3)
        return grn_stablehlo_broken(op, check, "C3", "rank must be between 1 and 3, but got %zu.", a->ndims);
    grn_status status = check_element(op, check, a);
    if (status == GRN_OK && (size_t)in->rank < a->ndims)
        status = grn_stablehlo_broken(op, check, "C1",
                                      "operand rank must not be less than fft rank of %zu for operand of type '%s'.",
                                      a->ndims, grn_type_text(in, text, sizeof text));
    if (status == GRN_OK && a->type == RFFT)
        status = check_real(op, check, a);
    if (status == GRN_OK && a->type == IRFFT)
        status = check_inverse_real(op, check, a);
    return status;
}

/* C5: the operand's shape, but for the dimension of which a half is kept. A negative length is none
 * that a type could have. */
static grn_status fft_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0), *element = in->element;
    fft_attrs a = read_attrs(op);
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    grn_status status = check_rules(op, check, &a);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < in->rank; d++)
        bounds[d] = grn_hlo_extent_of(in, d).bound;
    int64_t length = a.length[a.ndims - 1] < 0 ? GRN_DYNAMIC : a.length[a.ndims - 1];
    memcpy(shape, in->shape, (size_t)in->rank * sizeof *shape);
    if (a.type == RFFT) {
        element = grn_type_complex(check->scratch, element);
        shape[in->rank - 1] = length == GRN_DYNAMIC ? length : kept_of(length);
    } else if (a.type == IRFFT) {
        element = element->element;
        shape[in->rank - 1] = length;
    }
    if (a.type == RFFT || a.type == IRFFT)
        bounds[in->rank - 1] = GRN_DYNAMIC;
    return element ? grn_stablehlo_infer_one(
                         check, out, grn_stablehlo_tensor_with_bounds(check->scratch, element, in->rank, shape, bounds))
                   : GRN_E_MEMORY;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* What a type may leave open: the extents that the op's own lengths fix. */
static grn_status check_extents(grn_exec *x, const grn_op *op, const fft_attrs *a)
{
    const grn_tensor *in = &x->operands[0].tensor;
    for (size_t i = 0; i < a->ndims && a->type >= RFFT; i++) {
        int64_t have = in->shape[in->rank - (int32_t)(a->ndims - i)];
        int64_t want = a->type == IRFFT && i + 1 == a->ndims ? kept_of(a->length[i]) : a->length[i];
        if (have != want)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "dimension %zu of those transformed has %" PRId64
                                 " elements, fft_length asks for %" PRId64,
                                 i, have, want);
    }
    return GRN_OK;
}

/* Each dimension transforms as many lines as all elements make. */
static grn_status charge(grn_exec *x, const grn_tensor *in, const grn_tensor *out, size_t ndims)
{
    const grn_tensor *complex = grn_tensor_elements(out) < grn_tensor_elements(in) ? out : in;
    uint64_t steps = 0, elements = (uint64_t)grn_tensor_elements(complex);
    for (int32_t d = out->rank - (int32_t)ndims; d < out->rank && elements > 0; d++) {
        int64_t n = in->shape[d] > out->shape[d] ? in->shape[d] : out->shape[d];
        steps = grn_steps_add(steps,
                              grn_steps_times(elements / (uint64_t)complex->shape[d], (uint64_t)grn_eval_fft_steps(n)));
    }
    return x->calls->charge(x, steps);
}

static grn_status fft_eval(grn_exec *x, const grn_op *op)
{
    static const grn_fft_type types[] = {GRN_FFT_FORWARD, GRN_FFT_INVERSE, GRN_FFT_REAL, GRN_FFT_INVERSE_REAL};
    const grn_tensor *in = &x->operands[0].tensor;
    fft_attrs a = read_attrs(op);
    int64_t shape[GRN_MAX_RANK];
    grn_status status = check_extents(x, op, &a);
    if (status != GRN_OK)
        return status;
    memcpy(shape, in->shape, sizeof shape);
    if (a.type >= RFFT)
        shape[in->rank - 1] = a.type == RFFT ? kept_of(a.length[a.ndims - 1]) : a.length[a.ndims - 1];
    status = grn_hlo_new_result(x, op, 0, in->rank, shape);
    if (status == GRN_OK)
        status = charge(x, in, &x->results[0].tensor, a.ndims);
    if (status != GRN_OK)
        return status;
    status = grn_eval_fft(&x->results[0].tensor, in, types[a.type], (int32_t)a.ndims, x->allocator);
    return status == GRN_E_MEMORY ? grn_exec_fail(x, op, status, "memory to transform lines was refused") : status;
}

/* ---- row ------------------------------------------------------------------------------------- */

static const grn_port operands[] = {GRN_PORT("operand", grn_hlo_fp_or_complex_tensor), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("result", grn_hlo_fp_or_complex_tensor), GRN_PORTS_END};

const grn_op_def grn_stablehlo_fft_ops[] = {
    GRN_STABLEHLO(fft, "discrete Fourier transforms along the last dimensions", "C1-C5", operands, results,
                  GRN_ATTRS({"fft_type", &grn_stablehlo_is_fft_type, GRN_REQUIRED, &grn_stablehlo_fft_type, NULL},
                            GRN_NEEDS("fft_length", grn_attr_is_dims)),
                  .format = "%0 , type = $fft_type , length = $fft_length {} :fn", .traits = GRN_TRAIT_PURE,
                  .infer = fft_infer, .result_rules = {"C5", "C2"}, .eval = fft_eval),
    {.name = NULL},
};
