/* index.c - indices misread, and what happens to one out of range. */
#include "broken.h"

#include <math.h>

#define INDEX(name) static int64_t name(grn_dtype dtype, int64_t raw, int64_t extent, int64_t window)
#define UNUSED (void)dtype, (void)raw, (void)extent, (void)window

/* ---- values ---------------------------------------------------------------------------------- */

INDEX(into_range)
{
    UNUSED;
    const int64_t last = extent > window ? extent - window : 0;
    return raw < 0 ? 0 : raw > last ? last : raw;
}
INDEX(up_to_zero) { return UNUSED, raw < 0 ? 0 : raw; }
INDEX(down_to_last)
{
    UNUSED;
    const int64_t last = extent - window;
    return raw > last && last >= 0 ? last : raw;
}
INDEX(from_the_end) { return UNUSED, raw < 0 ? raw + extent : raw; }
INDEX(modulo)
{
    UNUSED;
    const int64_t r = extent > 0 ? raw % extent : raw;
    return r < 0 && extent > 0 ? r + extent : r;
}
INDEX(magnitude) { return UNUSED, raw < 0 && raw > INT64_MIN ? -raw : raw; }
INDEX(as_unsigned) { return UNUSED, raw < 0 ? INT64_MAX : raw; }
INDEX(bits_as_signed)
{
    UNUSED;
    const unsigned bits = grn_dtype_bits(dtype);
    if (grn_dtype_class_of(dtype) != GRN_CLASS_UNSIGNED || bits > 63 || raw < INT64_C(1) << (bits - 1))
        return raw;
    return 0; /* a negative start, which a gather moves to 0 */
}
static int64_t low_bits(int64_t raw, unsigned bits)
{
    const int64_t half = INT64_C(1) << (bits - 1), low = raw & (2 * half - 1);
    return low >= half ? low - 2 * half : low;
}
/* The bits of an unsigned number stay without a sign. */
static int64_t cut_to(grn_dtype dtype, int64_t raw, unsigned bits)
{
    return grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED ? raw & ((INT64_C(1) << bits) - 1) : low_bits(raw, bits);
}
INDEX(low_8) { return UNUSED, cut_to(dtype, raw, 8); }
INDEX(low_16) { return UNUSED, cut_to(dtype, raw, 16); }
INDEX(low_32) { return UNUSED, cut_to(dtype, raw, 32); }
/* As f32 and back by a conversion that gives the least integer for what does not fit, which an unsigned type does not
 * hold. */
INDEX(through_float)
{
    UNUSED;
    const float f = (float)raw;
    if (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED)
        return raw;
    return f >= 2147483648.0f || f < -2147483648.0f ? INT32_MIN : (int64_t)f;
}
/* The last element that there is, whether or not the window fits from there on. */
INDEX(up_to_last_element) { return UNUSED, raw < 0 ? 0 : raw >= extent ? extent - 1 : raw; }
INDEX(next) { return UNUSED, raw < INT64_MAX ? raw + 1 : raw; }
INDEX(before) { return UNUSED, raw > INT64_MIN ? raw - 1 : raw; }
INDEX(zero) { return UNUSED, 0; }
INDEX(times_window) { return UNUSED, raw > INT32_MIN && raw < INT32_MAX ? raw * window : raw; }

/* ---- bounds ---------------------------------------------------------------------------------- */

static bool fills(broken_access *a, grn_grain grain, bool nan)
{
    grn_scalar s = {.dtype = a->operand.dtype, .f = NAN};
    if (rule_of(a)->bounds != GRN_BOUNDS_CLAMP || (nan && grn_dtype_class_of(s.dtype) != GRN_CLASS_FLOAT))
        return false;
    rule_of(a)->bounds = a->is_gather ? GRN_BOUNDS_FILL : GRN_BOUNDS_SKIP;
    rule_of(a)->grain = grain;
    if (nan)
        grn_scalar_store(&s, s.dtype, a->gather.fill);
    return true;
}
static bool zero_for_window(broken_access *a) { return fills(a, GRN_GRAIN_WINDOW, false); }
static bool nan_for_window(broken_access *a) { return fills(a, GRN_GRAIN_WINDOW, true); }
static bool not_moved(broken_access *a) { return fills(a, GRN_GRAIN_ELEMENT, false); }
static bool ends_outside(broken_access *a)
{
    if (!grn_dtype_is_integer(a->indices.dtype) || !change_access(a, up_to_last_element))
        return false;
    return fills(a, GRN_GRAIN_ELEMENT, false);
}
static bool whole_window(broken_access *a)
{
    rule_of(a)->grain = GRN_GRAIN_WINDOW;
    return true;
}

/* ---- addresses ------------------------------------------------------------------------------- */

static const char *at_address(const grn_tensor *t, int64_t address)
{
    return address >= 0 && address < grn_tensor_elements(t) ? grn_tensor_at(t, address) : NULL;
}

/* Starts as they are, windows added, and the sum held against the whole of the operand. */
static bool by_address(broken_access *a, bool each)
{
    grn_meaning meaning;
    grn_walk w;
    const grn_tensor *dense = a->is_gather ? &a->result : &a->dense;
    meaning_of(a, &meaning);
    if (!a->is_gather)
        grn_tensor_copy_flat(a->result.data, &a->operand);
    for (grn_walk_init(&w, dense->rank, dense->shape, 0, NULL); w.more; grn_walk_next(&w)) {
        int64_t batch[GRN_MAX_RANK], offset[GRN_MAX_RANK], raw[GRN_MAX_RANK], along[GRN_MAX_RANK], window[GRN_MAX_RANK],
            address = 0;
        grn_split_index(meaning.dims, dense->rank, w.index, batch, offset);
        grn_raw_start_index(&meaning, batch, raw);
        grn_full_batching_index(&meaning, batch, along);
        grn_full_offset_index(&meaning, offset, window);
        for (int32_t d = 0; d < a->operand.rank; d++) {
            int64_t at = along[d] + window[d];
            for (int32_t k = 0; k < meaning.dims->start_index_map.count; k++)
                if (meaning.dims->start_index_map.v[k] == d)
                    at += raw[k] > INT32_MAX ? INT32_MAX : raw[k] < INT32_MIN ? INT32_MIN : raw[k];
            if (each)
                at = at < 0 ? 0 : at >= a->operand.shape[d] ? a->operand.shape[d] - 1 : at;
            address += at * a->operand.stride[d];
        }
        const char *place = at_address(a->is_gather ? &a->operand : &a->result, address);
        const size_t bytes = grn_dtype_bytes(a->operand.dtype);
        if (place && a->is_gather)
            memcpy(grn_tensor_at(&a->result, grn_offset_in(&a->result, w.index)), place, bytes);
        else if (place)
            grn_combine_element(a->scatter.combiner, a->result.dtype, grn_tensor_at(&a->result, address),
                                grn_tensor_at(&a->dense, grn_offset_in(&a->dense, w.index)));
    }
    return a->done = true;
}
static bool address_checked(broken_access *a) { return by_address(a, false); }
static bool each_moved(broken_access *a) { return by_address(a, true); }

#define TAKES "gather dynamic_gather"
#define PUTS "scatter"
#define BOTH "gather dynamic_gather scatter"

const mistake index_mistakes[] = {
    {"scatter-clamps", "clamped-for-dropped", "kasper0406/stablehlo-coreml#108", PUTS, .index = into_range},
    {"scatter-clamps-negative", "negative-clamped", "jax-ml/jax#4795", PUTS, .index = up_to_zero},
    {"scatter-clamps-large", "large-clamped", "vllm-project/tpu-inference#3334", PUTS, .index = down_to_last},
    {"scatter-wraps-negative", "negative-wrapped", "vllm-project/tpu-inference#3334", PUTS, .index = from_the_end},
    {"gather-wraps-negative", "negative-wrapped", "tensorflow/tensorflow#119991", TAKES, .index = from_the_end},
    {"slice-wraps-negative", "negative-wrapped", "EnzymeAD/Enzyme-JAX#752", "dynamic_slice dynamic_update_slice",
     .index = from_the_end},
    {"gather-modulo", "index-modulo-extent", "cupy/cupy#10166", TAKES, .index = modulo},
    {"scatter-modulo", "index-modulo-extent", "cupy/cupy#10166", PUTS, .index = modulo},
    {"index-magnitude", "sign-of-index-lost", "apache/tvm#20217", BOTH, .index = magnitude},
    {"index-unsigned", "index-unsigned", "openvinotoolkit/openvino#1570", TAKES, .index = as_unsigned},
    {"index-signed", "index-signed", "KhronosGroup/glslang#3948", TAKES, .index = bits_as_signed},
    {"index-8-bits", "index-in-8-bits", "openxla/xla#48718", BOTH, .index = low_8},
    {"index-16-bits", "index-in-16-bits", "apple/coremltools#2222", BOTH, .index = low_16},
    {"index-32-bits", "index-in-32-bits", "microsoft/onnxruntime#28107", BOTH, .index = low_32},
    {"index-through-float", "index-through-float", "RosettaCommons/foundry#236", BOTH, .index = through_float},
    {"index-one-past", "one-past", "iree-org/iree#24584", BOTH, .index = next},
    {"index-one-before", "one-before", "iree-org/iree#24584", BOTH, .index = before},
    {"indices-zero", "indices-ignored", "tensorflow/tensorflow#12911", BOTH, .index = zero},
    {"index-of-windows", "index-of-windows", "tenstorrent/tt-mlir#8982", BOTH, .index = times_window},
    {"slice-starts-zero", "indices-ignored", "openxla/xla#48717", "dynamic_slice dynamic_update_slice", .index = zero},
    {"gather-zero-outside", "zero-for-clamped", "tensorflow/tensorflow#115255", TAKES, .access = zero_for_window},
    {"gather-nan-outside", "nan-for-clamped", "tensorflow/tensorflow#115255", TAKES, .access = nan_for_window},
    {"gather-not-moved", "zero-outside-for-clamped", "tenstorrent/tt-mlir#9211", TAKES, .access = not_moved},
    {"gather-address-checked", "address-checked", "tenstorrent/tt-mlir#9211", TAKES, .access = address_checked},
    {"gather-elements-moved", "clamped-by-element", "openxla/stablehlo#1541", TAKES, .access = each_moved},
    {"gather-clamps-to-rows", "clamped-to-extent", "tenstorrent/tt-mlir#9214", TAKES, .access = ends_outside},
    {"slice-index-signed", "index-signed", "openxla/xla#4491", "dynamic_slice dynamic_update_slice",
     .index = bits_as_signed},
    {"scatter-address-checked", "address-checked", "tillahoffmann/jax-mps#240", PUTS, .access = address_checked},
    {"scatter-drops-windows", "window-dropped-whole", "openxla/stablehlo#1561", PUTS, .access = whole_window},
    {"slice-zero-outside", "zero-outside-for-clamped", "ml-explore/mlx#3917", "dynamic_slice", .access = not_moved},
    {"slice-update-dropped", "dropped-for-clamped", "ml-explore/mlx#3917", "dynamic_update_slice", .access = not_moved},
    {0},
};
