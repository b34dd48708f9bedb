/* values.c - what updates are, how they are compared, and how they are added up. */
#include "broken.h"

/* Update after update; `was` is what the operand has at the place. */
typedef void update_fn(const broken_access *a, void *now, const void *update, const void *was);

static bool each_update(broken_access *a, update_fn *f)
{
    grn_meaning meaning;
    grn_walk w;
    if (a->is_gather)
        return false;
    meaning_of(a, &meaning);
    grn_tensor_copy_flat(a->result.data, &a->operand);
    for (grn_walk_init(&w, a->dense.rank, a->dense.shape, 0, NULL); w.more; grn_walk_next(&w)) {
        int64_t batch[GRN_MAX_RANK], offset[GRN_MAX_RANK], at[GRN_MAX_RANK];
        grn_split_index(meaning.dims, a->dense.rank, w.index, batch, offset);
        if (!grn_operand_index(&meaning, batch, offset, at))
            continue;
        const int64_t place = grn_offset_in(&a->operand, at);
        f(a, grn_tensor_at(&a->result, place), grn_tensor_at(&a->dense, grn_offset_in(&a->dense, w.index)),
          grn_tensor_at(&a->operand, place));
    }
    return a->done = true;
}
static bool is_max_or_min(const broken_access *a)
{
    return !a->is_gather && (a->scatter.combiner == GRN_COMBINE_MAX || a->scatter.combiner == GRN_COMBINE_MIN);
}
static grn_dtype_class class_of(const broken_access *a) { return grn_dtype_class_of(a->operand.dtype); }

/* max(a, b) of C's library, which leaves NaN out. */
static void number_of_both(const broken_access *a, void *now, const void *update, const void *was)
{
    const grn_scalar x = grn_scalar_load(a->operand.dtype, now), y = grn_scalar_load(a->operand.dtype, update);
    (void)was;
    if (y.f == y.f && x.f == x.f)
        grn_combine_element(a->scatter.combiner, a->operand.dtype, now, update);
    else if (y.f == y.f)
        memcpy(now, update, grn_dtype_bytes(a->operand.dtype));
}
static bool numbers_first(broken_access *a)
{
    return is_max_or_min(a) && class_of(a) == GRN_CLASS_FLOAT && each_update(a, number_of_both);
}

/* The greater, or the less, of keys that are made of the bits. */
static void by_key(const broken_access *a, void *now, const void *update, uint64_t flip)
{
    const size_t bytes = grn_dtype_bytes(a->operand.dtype);
    const uint64_t x = grn_load_bits(bytes, now) ^ flip, y = grn_load_bits(bytes, update) ^ flip;
    if (a->scatter.combiner == GRN_COMBINE_MAX ? y > x : y < x)
        memcpy(now, update, bytes);
}
static void sign_bit_below(const broken_access *a, void *now, const void *update, const void *was)
{
    (void)was;
    by_key(a, now, update, UINT64_C(1) << (8 * grn_dtype_bytes(a->operand.dtype) - 1));
}
static void bits_alone(const broken_access *a, void *now, const void *update, const void *was)
{
    (void)was;
    by_key(a, now, update, 0);
}
static bool unsigned_as_signed(broken_access *a)
{
    return is_max_or_min(a) && class_of(a) == GRN_CLASS_UNSIGNED && grn_dtype_bits(a->operand.dtype) >= 8 &&
           each_update(a, sign_bit_below);
}
static bool floats_as_unsigned(broken_access *a)
{
    return is_max_or_min(a) && class_of(a) == GRN_CLASS_FLOAT && grn_dtype_bits(a->operand.dtype) >= 8 &&
           each_update(a, bits_alone);
}

/* now + (f(was, update) - was) */
static void difference(const broken_access *a, void *now, const void *update, const void *was)
{
    const grn_dtype dtype = a->operand.dtype;
    char alone[16];
    memcpy(alone, was, grn_dtype_bytes(dtype));
    grn_combine_element(a->scatter.combiner, dtype, alone, update);
    grn_scalar change = grn_scalar_load(dtype, alone);
    const grn_scalar before = grn_scalar_load(dtype, was);
    if (class_of(a) == GRN_CLASS_FLOAT)
        change.f -= before.f;
    else
        change.u -= before.u;
    grn_scalar_store(&change, dtype, alone);
    grn_combine_element(GRN_COMBINE_ADD, dtype, now, alone);
}
static bool differences(broken_access *a)
{
    return is_max_or_min(a) && class_of(a) != GRN_CLASS_COMPLEX && class_of(a) != GRN_CLASS_BOOL &&
           each_update(a, difference);
}

static void to_bf16(void *element)
{
    float f;
    memcpy(&f, element, sizeof f);
    f = grn_bf16_to_f32(grn_f32_to_bf16(f));
    memcpy(element, &f, sizeof f);
}
static void sum_in_bf16(const broken_access *a, void *now, const void *update, const void *was)
{
    float u;
    (void)was;
    memcpy(&u, update, sizeof u);
    to_bf16(&u);
    grn_combine_element(a->scatter.combiner, GRN_F32, now, &u);
    to_bf16(now);
}
static bool in_bf16(broken_access *a)
{
    if (a->is_gather || a->operand.dtype != GRN_F32)
        return false;
    for (int64_t i = 0; i < grn_tensor_elements(&a->operand); i++)
        to_bf16(grn_tensor_at(&a->operand, i));
    return each_update(a, sum_in_bf16);
}

const mistake value_mistakes[] = {
    {"scatter-max-number", "nan-left-out", "tensorflow/tensorflow#127626", "scatter", .access = numbers_first},
    {"scatter-max-signed", "sign-otherwise", "swiftlang/swift#91176", "scatter", .access = unsigned_as_signed},
    {"scatter-max-bits", "compared-by-bits", "NVIDIA/libcudacxx#279", "scatter", .access = floats_as_unsigned},
    {"scatter-differences", "differences-added", "tracel-ai/burn-onnx#487", "scatter", .access = differences},
    {"scatter-in-bf16", "values-in-bf16", "tenstorrent/tt-metal#37884", "scatter", .access = in_bf16},
    {0},
};
