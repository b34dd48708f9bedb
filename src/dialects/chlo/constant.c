/* constant.c - constant and constant_like (CHLO, the ops of those names). */
#include "dialects/chlo/chlo.h"

/* ---- constant -------------------------------------------------------------------------------- */

static grn_status constant_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_op_attr(op, "value")->type);
}

/* ---- constant_like --------------------------------------------------------------------------- */

/* `#complex.number<:f32 1.0, 2.0>`, an attribute that is kept as text. False: it is another. */
static bool read_complex(const grn_attr *a, grn_scalar *out)
{
    static const char prefix[] = "#complex.number<:f";
    const size_t n = sizeof prefix - 1;
    if (a->kind != GRN_ATTR_OPAQUE || a->text.n < n + 3 || memcmp(a->text.text, prefix, n) != 0)
        return false;
    const char *text = a->text.text + n, *end = a->text.text + a->text.n;
    const char *comma = memchr(text, ',', (size_t)(end - text)), *close = memchr(text, '>', (size_t)(end - text));
    const bool is_double = memcmp(text, "64 ", 3) == 0;
    if (!comma || !close || close < comma || (!is_double && memcmp(text, "32 ", 3) != 0))
        return false;
    const char *re = text + 3, *im = comma + 1;
    while (re < comma && *re == ' ')
        re++;
    while (im < close && *im == ' ')
        im++;
    out->dtype = is_double ? GRN_C128 : GRN_C64;
    return grn_parse_double(re, (size_t)(comma - re), &out->c.re) &&
           grn_parse_double(im, (size_t)(close - im), &out->c.im);
}

/* A number with a type. */
static bool is_typed(const grn_attr *a)
{
    grn_scalar s;
    return a->kind == GRN_ATTR_INTEGER || a->kind == GRN_ATTR_FLOAT || a->kind == GRN_ATTR_BOOL ||
           a->kind == GRN_ATTR_ELEMENTS || read_complex(a, &s);
}
static const grn_attr_class is_typed_attr = {"TypedAttr instance", is_typed};

static const grn_type *type_of(grn_ir *ir, const grn_attr *value)
{
    grn_scalar s;
    if (read_complex(value, &s))
        return grn_type_of_dtype(ir, s.dtype);
    return value->kind == GRN_ATTR_BOOL ? grn_type_of_dtype(ir, GRN_I1) : value->type;
}

static grn_status like_verify(const grn_op *op, grn_check *check)
{
    const grn_type *element = type_of(check->scratch, grn_op_attr(op, "value"));
    grn_status status = grn_hlo_verify_same_shape(op, check);
    if (status != GRN_OK || !element)
        return element ? status : GRN_E_MEMORY;
    if (!grn_types_equal(element, grn_type_element_or_self(grn_result_type(op, 0))))
        return grn_op_fail(op, check, "value's type doesn't match element return type");
    return GRN_OK;
}

static grn_status like_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *element = type_of(check->scratch, grn_op_attr(op, "value"));
    return grn_stablehlo_infer_one(check, out, grn_chlo_with_element(check->scratch, grn_operand_type(op, 0), element));
}

grn_scalar grn_chlo_scalar_of(const grn_attr *value, grn_dtype dtype)
{
    grn_scalar s = {.dtype = dtype};
    if (read_complex(value, &s))
        return s;
    if (value->kind == GRN_ATTR_FLOAT)
        s.f = value->real;
    else if (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED)
        s.u = (uint64_t)value->integer;
    else
        s.i = value->kind == GRN_ATTR_BOOL ? value->boolean : value->integer;
    return s;
}

static grn_status like_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    grn_scalar value = grn_chlo_scalar_of(grn_op_attr(op, "value"), dtype);
    grn_status status = x->calls->alloc(x, dtype, 0, in->shape, &x->results[0]);
    if (status != GRN_OK)
        return status;
    grn_scalar_store(&value, dtype, x->results[0].tensor.data);
    grn_rt one = x->results[0];
    grn_tensor view = one.tensor;
    view.rank = in->rank;
    for (int32_t d = 0; d < in->rank; d++) {
        view.shape[d] = in->shape[d];
        view.stride[d] = 0;
    }
    x->results[0] = (grn_rt){0};
    status = x->calls->share(x, &one, &view, &x->results[0]);
    x->calls->release(x, &one);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_chlo_constant_ops[] = {
    GRN_CHLO(constant, "gives a tensor that is written in the program", GRN_NO_PORTS,
             GRN_PORTS(GRN_PORT("output", grn_hlo_static_tensor)), GRN_ATTRS(GRN_NEEDS("value", grn_attr_is_elements)),
             .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = grn_stablehlo_constant_parse,
             .print = grn_stablehlo_constant_print, .infer = constant_infer, .eval = grn_stablehlo_constant_eval),
    GRN_CHLO(constant_like, "a splat of the operand's shape", GRN_PORTS(GRN_PORT("operand", grn_hlo_any_tensor)),
             GRN_PORTS(GRN_PORT("result", grn_hlo_any_tensor)), GRN_ATTRS(GRN_NEEDS("value", is_typed_attr)),
             .traits = GRN_TRAIT_PURE, .verify = like_verify, .infer = like_infer, .eval = like_eval,
             .work = GRN_WORK_OWN),
    {.name = NULL},
};
