/*
 * parse_quant.c - !quant.uniform: `<i8<-127:127>:f32:1, {0.5:3, 0.25}>`.
 *
 * Storage type with an optional range, expressed type, an axis when there is a step per slice, then
 * steps `scale:zero_point`. The sub-channel form, with the extents of blocks along axes and a step
 * for each block (`f32:{0:2, 1:4}, {{0.5, 0.25}}`), is held against the rules of the quant dialect
 * since LLVM 21 (TypeParser.cpp, UniformQuantizedSubChannelType::verifyInvariants), and left to the
 * caller, who keeps it verbatim.
 */
#include "text/internal.h"

#include <inttypes.h>

#define MAX_STORAGE_WIDTH 32 /* quant dialect: QuantizedType::MaxStorageBits */

/* i8 or u8. */
static grn_status parse_storage(grn_parser *p, grn_type *q)
{
    grn_token t = *grn_peek(p);
    uint64_t width;
    if (t.kind != TOKEN_WORD || (t.text[0] != 'i' && t.text[0] != 'u') || !grn_parse_u64(t.text + 1, t.n - 1, &width))
        return grn_parse_wrong(p, "illegal storage type prefix");
    if (width == 0 || width > MAX_STORAGE_WIDTH)
        return grn_parse_fail(p, t.place, "illegal storage type size: %" PRIu64, width);
    q->quant.is_signed = t.text[0] == 'i';
    q->quant.storage = grn_type_integer(p->ir, (uint32_t)width, q->quant.is_signed ? GRN_SIGNLESS : GRN_UNSIGNED);
    if (!q->quant.storage)
        return grn_parse_memory(p);
    int64_t half = INT64_C(1) << (width - 1);
    q->quant.storage_min = q->quant.is_signed ? -half : 0;
    q->quant.storage_max = q->quant.is_signed ? half - 1 : 2 * half - 1;
    grn_next(p);
    return GRN_OK;
}

/* <-127:127>, within the storage type's own range. */
static grn_status parse_range(grn_parser *p, grn_type *q)
{
    int64_t low, high;
    grn_place at_low, at_high;
    if (!grn_parser_try(p, "<"))
        return GRN_OK;
    at_low = grn_peek(p)->place;
    TRY(grn_parse_signed(p, &low));
    TRY(grn_parse_expect(p, ":", ""));
    at_high = grn_peek(p)->place;
    TRY(grn_parse_signed(p, &high));
    if (low < q->quant.storage_min)
        return grn_parse_fail(p, at_low, "illegal storage type minimum: %" PRId64, low);
    if (high > q->quant.storage_max)
        return grn_parse_fail(p, at_high, "illegal storage type maximum: %" PRId64, high);
    if (low >= high)
        return grn_parse_fail(p, at_low, "illegal storage min and storage max: (%" PRId64 ":%" PRId64 ")", low, high);
    q->quant.storage_min = low;
    q->quant.storage_max = high;
    return grn_parse_expect(p, ">", "");
}

typedef struct quant_step {
    double scale;
    int64_t zero_point;
} quant_step;

/* The least and the greatest positive number of a format, as the quant dialect has them since LLVM
 * 20 (QuantTypes.cpp, getMinScale and getMaxScale). False: a format that is not known here. */
static bool scales_of(const grn_type *expressed, double *least, double *most)
{
    const grn_float_format *f = grn_dtype_float_format(expressed->dtype);
    if (!f)
        return false;
    const uint64_t exponent = ((UINT64_C(1) << f->exponent_bits) - 1) << f->mantissa_bits;
    const uint64_t all = exponent | ((UINT64_C(1) << f->mantissa_bits) - 1);
    *least = grn_float_decode(f, f->nan_style == GRN_NAN_EXPONENT_ONLY ? 0 : 1);
    *most = grn_float_decode(f, f->nan_style == GRN_NAN_IEEE ? exponent - 1
                                : f->nan_style == GRN_NAN_ALL_ONES || f->nan_style == GRN_NAN_EXPONENT_ONLY ? all - 1
                                                                                                            : all);
    return true;
}

static grn_status parse_scale(grn_parser *p, const grn_type *expressed, double *out)
{
    double least, most;
    const grn_place place = grn_peek(p)->place;
    const bool negative = grn_parser_try(p, "-");
    grn_token t = *grn_peek(p);
    if ((t.kind != TOKEN_FLOAT && t.kind != TOKEN_INTEGER) || !grn_parse_double(t.text, t.n, out))
        return grn_parse_wrong(p, "expected floating point literal");
    *out = negative ? -*out : *out;
    if (!(*out > 0) || *out > 1.7976931348623157e308)
        return grn_parse_fail(p, place, "illegal scale: %e", *out);
    if (scales_of(expressed, &least, &most) && (*out < least || *out > most))
        return grn_parse_fail(p, place, "scale out of expressed type range [%e, %e]", least, most);
    grn_next(p);
    return GRN_OK;
}

static grn_status parse_step(grn_parser *p, const grn_type *expressed, quant_step *step)
{
    TRY(parse_scale(p, expressed, &step->scale));
    return grn_parser_try(p, ":") ? grn_parse_signed(p, &step->zero_point) : GRN_OK;
}

static grn_status add_step(grn_parser *p, const grn_type *expressed, grn_vec *steps)
{
    quant_step *step = grn_vec_push(steps);
    return step ? parse_step(p, expressed, step) : grn_parse_memory(p);
}

static grn_status parse_steps(grn_parser *p, const grn_type *q, grn_vec *steps)
{
    if (q->quant.axis < 0)
        return add_step(p, q->quant.expressed, steps);
    TRY(grn_parse_expect(p, "{", ""));
    do
        TRY(add_step(p, q->quant.expressed, steps));
    while (grn_parser_try(p, ","));
    return grn_parse_expect(p, "}", "");
}

static grn_status make_quant(grn_parser *p, grn_place place, grn_type *q, const grn_vec *steps, const grn_type **out)
{
    const quant_step *step = steps->items;
    double *scale = GRN_ARENA_NEW(&p->scratch, double, steps->count);
    int64_t *zero = GRN_ARENA_NEW(&p->scratch, int64_t, steps->count);
    if (!scale || !zero)
        return grn_parse_memory(p);
    for (size_t i = 0; i < steps->count; i++) {
        scale[i] = step[i].scale;
        zero[i] = step[i].zero_point;
    }
    q->quant.count = steps->count;
    q->quant.scale = scale;
    q->quant.zero_point = zero;
    *out = grn_type_quant(p->ir, q);
    return *out ? GRN_OK : grn_parse_refused(p, place);
}

static grn_status parse_axis(grn_parser *p, int32_t *out)
{
    int64_t axis;
    grn_place place = grn_peek(p)->place;
    TRY(grn_parse_signed(p, &axis));
    if (axis < 0 || axis >= INT32_MAX)
        return grn_parse_fail(p, place, "illegal quantized dimension: %" PRId64, axis);
    *out = (int32_t)axis;
    return GRN_OK;
}

static grn_status parse_steps_and_make(grn_parser *p, grn_place place, grn_type *q, const grn_type **out)
{
    grn_vec steps;
    grn_vec_init(&steps, p->allocator, sizeof(quant_step));
    grn_status status = parse_steps(p, q, &steps);
    if (status == GRN_OK)
        status = make_quant(p, place, q, &steps, out);
    grn_vec_destroy(&steps);
    return status;
}

/* ---- sub-channel: `{0:2, 1:4}, {{0.5, 0.25:3}, {1.0, 2.0}}` ---------------------------------- */

static grn_status parse_block(grn_parser *p)
{
    int32_t axis;
    int64_t size;
    TRY(parse_axis(p, &axis));
    TRY(grn_parse_expect(p, ":", ""));
    const grn_place place = grn_peek(p)->place;
    TRY(grn_parse_signed(p, &size));
    return size > 0 ? GRN_OK : grn_parse_fail(p, place, "illegal block size: %" PRId64, size);
}

static grn_status parse_blocks(grn_parser *p)
{
    TRY(grn_parse_expect(p, "{", ""));
    if (grn_parser_try(p, "}"))
        return GRN_OK;
    do
        TRY(parse_block(p));
    while (grn_parser_try(p, ","));
    return grn_parse_expect(p, "}", "");
}

typedef struct step_shape {
    int32_t rank;
    int64_t extent[GRN_MAX_RANK];
} step_shape;

static grn_status parse_tensor_of_steps(grn_parser *p, const grn_type *expressed, int32_t depth, step_shape *out);

static grn_status parse_element(grn_parser *p, const grn_type *expressed, int32_t depth, step_shape *out)
{
    quant_step step;
    out->rank = 0;
    return grn_token_is(grn_peek(p), "{") ? parse_tensor_of_steps(p, expressed, depth + 1, out)
                                          : parse_step(p, expressed, &step);
}

/* All elements have one shape. */
static grn_status parse_tensor_of_steps(grn_parser *p, const grn_type *expressed, int32_t depth, step_shape *out)
{
    step_shape first = {.rank = 0}, one;
    int64_t n = 0;
    if (depth == GRN_MAX_RANK)
        return grn_parse_limit(p, grn_peek(p)->place, "lists nest deeper than garner's limit of %d", GRN_MAX_RANK);
    TRY(grn_parse_expect(p, "{", ""));
    do {
        TRY(parse_element(p, expressed, depth, &one));
        if (n++ == 0)
            first = one;
        else if (one.rank != first.rank || memcmp(one.extent, first.extent, (size_t)one.rank * sizeof *one.extent) != 0)
            return grn_parse_wrong(p, "tensor literal is invalid; ranks are not consistent between elements");
    } while (grn_parser_try(p, ","));
    out->rank = first.rank + 1;
    out->extent[0] = n;
    memcpy(out->extent + 1, first.extent, (size_t)first.rank * sizeof *first.extent);
    return grn_parse_expect(p, "}", "");
}

static grn_status check_sub_channel(grn_parser *p, const grn_type *expressed)
{
    step_shape shape;
    TRY(parse_blocks(p));
    TRY(grn_parse_expect(p, ",", ""));
    TRY(parse_tensor_of_steps(p, expressed, 0, &shape));
    return grn_parse_expect(p, ">", "");
}

/* ---- all of it ------------------------------------------------------------------------------- */

grn_status grn_parse_quant(grn_parser *p, const grn_type **out)
{
    grn_type q = {.kind = GRN_TYPE_QUANT, .quant.axis = -1};
    grn_place place = grn_peek(p)->place;
    *out = NULL;
    grn_next(p);
    TRY(parse_storage(p, &q));
    TRY(parse_range(p, &q));
    TRY(grn_parse_expect(p, ":", ""));
    grn_place at_expressed = grn_peek(p)->place;
    TRY(grn_parse_type(p, &q.quant.expressed));
    if (q.quant.expressed->kind != GRN_TYPE_FLOAT && q.quant.expressed->kind != GRN_TYPE_OTHER_FLOAT)
        return grn_parse_fail(p, at_expressed, "expressed type must be floating point");
    if (grn_parser_try(p, ":")) {
        if (grn_token_is(grn_peek(p), "{"))
            return check_sub_channel(p, q.quant.expressed);
        TRY(parse_axis(p, &q.quant.axis));
    }
    TRY(grn_parse_expect(p, ",", ""));
    TRY(parse_steps_and_make(p, place, &q, out));
    return grn_parse_expect(p, ">", "");
}
