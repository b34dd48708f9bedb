/*
 * readings_index.c - values of indices misread, and what happens to one out of range.
 *
 * Many are modelled on reports against compilers and runtimes: an index that is out of range clamped where it should be
 * dropped, a negative one counted from the end, narrow unsigned indices read as signed, and their like.
 */
#include <math.h>

#include "differ/readings.h"

/* ---- bounds ---------------------------------------------------------------------------------- */

static bool bounds(grn_misread *m, grn_bounds from, grn_bounds to)
{
    grn_index_rule *rule = grn_misread_rule(m);
    if (rule->bounds != from)
        return false;
    rule->bounds = to;
    return true;
}

static bool put_fill(grn_misread *m, double value)
{
    const grn_dtype dtype = m->operand.dtype;
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    grn_scalar s = {.dtype = dtype};
    memset(m->gather.fill, 0, sizeof m->gather.fill);
    if (value == 0)
        return true;
    if (class != GRN_CLASS_FLOAT)
        return false;
    s.f = value;
    grn_scalar_store(&s, dtype, m->gather.fill);
    return true;
}

static bool dropped_for_clamped(grn_misread *m) { return bounds(m, GRN_BOUNDS_CLAMP, GRN_BOUNDS_SKIP); }
static bool clamped_for_filled(grn_misread *m) { return bounds(m, GRN_BOUNDS_FILL, GRN_BOUNDS_CLAMP); }
static bool fill_for_clamped(grn_misread *m, double value)
{
    grn_misread_rule(m)->grain = GRN_GRAIN_WINDOW;
    return bounds(m, GRN_BOUNDS_CLAMP, GRN_BOUNDS_FILL) && put_fill(m, value);
}
static bool zero_for_clamped(grn_misread *m) { return fill_for_clamped(m, 0); }
static bool nan_for_clamped(grn_misread *m) { return fill_for_clamped(m, NAN); }
static bool zero_for_fill(grn_misread *m) { return bounds(m, GRN_BOUNDS_FILL, GRN_BOUNDS_FILL) && put_fill(m, 0); }
static bool nan_for_fill(grn_misread *m) { return bounds(m, GRN_BOUNDS_FILL, GRN_BOUNDS_FILL) && put_fill(m, NAN); }

static bool grain(grn_misread *m, grn_grain from, grn_grain to)
{
    grn_index_rule *rule = grn_misread_rule(m);
    if (rule->grain != from)
        return false;
    rule->grain = to;
    return true;
}
static bool whole_window(grn_misread *m) { return grain(m, GRN_GRAIN_ELEMENT, GRN_GRAIN_WINDOW); }
static bool by_element(grn_misread *m) { return grain(m, GRN_GRAIN_WINDOW, GRN_GRAIN_ELEMENT); }
/* Of a clamped window that is not moved, what is inside stays. */
static bool zero_by_element(grn_misread *m)
{
    if (!zero_for_clamped(m))
        return false;
    grn_misread_rule(m)->grain = GRN_GRAIN_ELEMENT;
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

typedef int64_t changed_fn(const grn_misread *m, int64_t raw, int64_t extent, int64_t window);

/* The extent of the operand's dimension that a component indexes, and of the window along it. */
static void extents_of(const grn_misread *m, int32_t component, int64_t *extent, int64_t *window)
{
    grn_meaning meaning;
    const int64_t d =
        m->is_gather ? m->gather.dims.start_index_map.v[component] : m->scatter.dims.start_index_map.v[component];
    if (m->is_gather)
        grn_gather_meaning(&m->gather, &m->operand, &m->indices, &meaning);
    else
        grn_scatter_meaning(&m->scatter, &m->operand, &m->indices, &m->dense, &meaning);
    *extent = m->operand.shape[d];
    *window = meaning.window[d];
}

/* Every index is as a function has it; they are all in i64 then. */
static bool change(grn_misread *m, changed_fn *changed)
{
    grn_tensor made;
    const grn_dimension_numbers *dims = grn_misread_dims(m);
    const int64_t vector = dims->index_vector_dim;
    bool any = false;
    grn_walk w;
    if (!grn_new_tensor(m->arena, GRN_I64, &m->indices, &made))
        return false;
    grn_walk_init(&w, m->indices.rank, m->indices.shape, 1, (const int64_t *[]){m->indices.stride});
    for (int64_t *to = made.data; w.more; grn_walk_next(&w), to++) {
        const int32_t component = vector < m->indices.rank ? (int32_t)w.index[vector] : 0;
        const int64_t raw = grn_index_load(m->indices.dtype, grn_tensor_at(&m->indices, w.offset[0]));
        int64_t extent, window;
        extents_of(m, component, &extent, &window);
        *to = changed(m, raw, extent, window);
        any |= *to != raw;
    }
    m->indices = made;
    return any;
}

static int64_t start_of(const grn_misread *m, int64_t raw, int64_t extent)
{
    const grn_index_rule *rule = m->is_gather ? &m->gather.index : &m->scatter.index;
    return grn_start_of_index(rule, extent, raw) + rule->base;
}

static int64_t plus_extent(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)window;
    return raw < 0 ? raw + extent : raw;
}
static int64_t modulo(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)window;
    return extent > 0 ? (raw % extent + extent) % extent : raw;
}
static int64_t remainder_of(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)window;
    return extent > 0 ? raw % extent : raw;
}
static int64_t absolute(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return raw < 0 && raw != INT64_MIN ? -raw : raw;
}
static int64_t without_sign(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)extent, (void)window;
    const unsigned bits = grn_dtype_bits(m->index_dtype);
    const uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    const uint64_t value = (uint64_t)raw & mask;
    return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}
static int64_t narrowed(int64_t raw, unsigned bits)
{
    const uint64_t sign = UINT64_C(1) << (bits - 1), value = (uint64_t)raw & ((sign << 1) - 1);
    return (int64_t)(value ^ sign) - (int64_t)sign;
}
static int64_t with_sign(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)extent, (void)window;
    const unsigned bits = grn_dtype_bits(m->index_dtype);
    if (grn_dtype_class_of(m->index_dtype) != GRN_CLASS_UNSIGNED)
        return raw;
    /* what i64 does not hold is its largest number by now; such a one has the sign bit */
    return bits < 64 ? narrowed(raw, bits) : raw == INT64_MAX ? -1 : raw;
}
static int64_t in_8_bits(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return narrowed(raw, 8);
}
static int64_t in_16_bits(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return narrowed(raw, 16);
}
static int64_t in_32_bits(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return narrowed(raw, 32);
}
/* ... to bits without a sign. */
static int64_t in_8_unsigned(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return raw & UINT8_MAX;
}
static int64_t in_16_unsigned(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return raw & UINT16_MAX;
}
static int64_t in_32_unsigned(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return raw & UINT32_MAX;
}
/* Through f32, by a conversion that gives the least integer for what does not fit. */
static int64_t through_float(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    const float f = (float)raw;
    return f >= 2147483648.0f || f < -2147483648.0f ? INT32_MIN : (int64_t)f;
}
static int64_t as_float(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    const float f = (float)raw;
    return f >= 9.2e18f ? INT64_MAX : (int64_t)f;
}
static int64_t as_half(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return raw > -65504 && raw < 65504 ? (int64_t)grn_f16_to_f32(grn_f32_to_f16((float)raw)) : raw;
}
static int64_t as_brain_float(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return raw > -(1 << 30) && raw < 1 << 30 ? (int64_t)grn_bf16_to_f32(grn_f32_to_bf16((float)raw)) : raw;
}
static int64_t one_more(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return raw < INT64_MAX ? raw + 1 : raw;
}
static int64_t one_less(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent, (void)window;
    return raw > INT64_MIN ? raw - 1 : raw;
}
static int64_t not_below(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)window;
    return start_of(m, raw, extent) < 0 ? 0 : raw;
}
static int64_t not_above(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    const int64_t last = extent - window, start = start_of(m, raw, extent);
    return start > last && last >= 0 ? last : raw;
}
/* To the last element, whatever the window needs; the rest of it is then outside. */
static int64_t to_extent(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)window;
    const int64_t start = start_of(m, raw, extent);
    return start < 0 ? 0 : start >= extent ? extent - 1 : raw;
}
static int64_t by_window(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)extent;
    return raw > INT32_MIN && raw < INT32_MAX ? raw * window : raw;
}
static int64_t from_end(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m;
    return raw > INT32_MIN && raw < INT32_MAX ? extent - window - raw : raw;
}
static int64_t none(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    (void)m, (void)raw, (void)extent, (void)window;
    return 0;
}

#define CHANGES(name, how) \
    static bool name(grn_misread *m) { return change(m, how); }
CHANGES(wrapped_modulo, modulo)
CHANGES(wrapped_remainder, remainder_of)
CHANGES(without_its_sign, absolute)
CHANGES(unsigned_for_signed, without_sign)
CHANGES(signed_for_unsigned, with_sign)
CHANGES(truncated_8, in_8_bits)
CHANGES(truncated_16, in_16_bits)
CHANGES(truncated_32, in_32_bits)
CHANGES(cut_8, in_8_unsigned)
CHANGES(cut_16, in_16_unsigned)
CHANGES(cut_32, in_32_unsigned)
CHANGES(int_through_float, through_float)
CHANGES(int_as_float, as_float)
CHANGES(int_as_f16, as_half)
CHANGES(int_as_bf16, as_brain_float)
CHANGES(one_past, one_more)
CHANGES(one_before, one_less)
CHANGES(negative_clamped, not_below)
CHANGES(large_clamped, not_above)
CHANGES(scaled_by_window, by_window)
CHANGES(counted_from_end, from_end)
CHANGES(all_zero, none)

static int64_t into_range(const grn_misread *m, int64_t raw, int64_t extent, int64_t window)
{
    const int64_t last = extent > window ? extent - window : 0, start = start_of(m, raw, extent);
    return start < 0 ? 0 : start > last ? last : raw;
}
/* A region, which is run as the op, has indices in range; all else has the rule. */
static bool clamped_for_dropped(grn_misread *m)
{
    return m->scatter.combiner == GRN_COMBINE_REGION
               ? grn_misread_rule(m)->bounds == GRN_BOUNDS_SKIP && change(m, into_range)
               : bounds(m, GRN_BOUNDS_SKIP, GRN_BOUNDS_CLAMP);
}

static bool negative_wrapped(grn_misread *m) { return !grn_misread_rule(m)->wrap_negative && change(m, plus_extent); }

static bool negative_not_wrapped(grn_misread *m)
{
    grn_index_rule *rule = grn_misread_rule(m);
    if (!rule->wrap_negative)
        return false;
    rule->wrap_negative = false;
    if (rule->bounds == GRN_BOUNDS_ERROR)
        rule->bounds = m->is_gather ? GRN_BOUNDS_FILL : GRN_BOUNDS_SKIP;
    return true;
}
static bool negative_not_wrapped_clamped(grn_misread *m)
{
    if (!negative_not_wrapped(m))
        return false;
    grn_misread_rule(m)->bounds = GRN_BOUNDS_CLAMP;
    return true;
}
static bool clamped_to_extent(grn_misread *m)
{
    if (!change(m, to_extent))
        return false;
    grn_misread_rule(m)->bounds = m->is_gather ? GRN_BOUNDS_FILL : GRN_BOUNDS_SKIP;
    grn_misread_rule(m)->grain = GRN_GRAIN_ELEMENT;
    return true;
}
static bool base_ignored(grn_misread *m)
{
    grn_index_rule *rule = grn_misread_rule(m);
    if (rule->base == 0)
        return false;
    rule->base = 0;
    return true;
}

const grn_access_reading grn_index_readings[] = {
    {{"index-signed", "unsigned indices are read as signed"}, GRN_READS_BOTH, signed_for_unsigned},
    {{"clamped-for-dropped", "an update out of range goes to the nearest place in range"},
     GRN_READS_SCATTER,
     clamped_for_dropped},
    {{"dropped-for-clamped", "an update out of range is dropped, not moved into range"},
     GRN_READS_SCATTER,
     dropped_for_clamped},
    {{"window-dropped-whole", "a window that is partly outside is left out as a whole"}, GRN_READS_BOTH, whole_window},
    {{"window-dropped-by-element", "of a window that is partly outside the rest counts"}, GRN_READS_BOTH, by_element},
    {{"zero-for-clamped", "an index out of range gives zeros, not the nearest in range"},
     GRN_READS_GATHER,
     zero_for_clamped},
    {{"zero-outside-for-clamped", "elements of a window that are outside are zeros; the window is not moved"},
     GRN_READS_GATHER,
     zero_by_element},
    {{"nan-for-clamped", "an index out of range gives NaN, not the nearest in range"},
     GRN_READS_GATHER,
     nan_for_clamped},
    {{"clamped-for-filled", "an index out of range gives the nearest in range, not the fill value"},
     GRN_READS_GATHER,
     clamped_for_filled},
    {{"zero-for-fill", "an index out of range gives zeros, not the fill value"}, GRN_READS_GATHER, zero_for_fill},
    {{"nan-for-fill", "an index out of range gives NaN, not the fill value"}, GRN_READS_GATHER, nan_for_fill},
    {{"negative-wrapped", "a negative index counts from the end"}, GRN_READS_BOTH, negative_wrapped},
    {{"negative-not-wrapped", "a negative index does not count from the end, and is out of range"},
     GRN_READS_BOTH,
     negative_not_wrapped},
    {{"negative-not-wrapped-clamped", "a negative index does not count from the end, and becomes 0"},
     GRN_READS_BOTH,
     negative_not_wrapped_clamped},
    {{"negative-clamped", "a negative index becomes 0"}, GRN_READS_BOTH, negative_clamped},
    {{"large-clamped", "an index past the end becomes the last in range"}, GRN_READS_BOTH, large_clamped},
    {{"clamped-to-extent", "a start is moved to the last element, not so far that the window fits"},
     GRN_READS_BOTH,
     clamped_to_extent},
    {{"index-modulo-extent", "an index out of range is taken modulo the extent"}, GRN_READS_BOTH, wrapped_modulo},
    {{"index-remainder-of-extent", "an index is taken as the remainder by the extent, with its sign"},
     GRN_READS_BOTH,
     wrapped_remainder},
    {{"sign-of-index-lost", "a negative index is taken as its magnitude"}, GRN_READS_BOTH, without_its_sign},
    {{"index-unsigned", "indices are read as unsigned"}, GRN_READS_BOTH, unsigned_for_signed},
    {{"index-through-float", "indices go through f32, and what i32 does not hold then becomes its least number"},
     GRN_READS_BOTH,
     int_through_float},
    {{"index-in-32-bits", "indices are cut to 32 bits"}, GRN_READS_BOTH, truncated_32},
    {{"index-in-32-bits", "indices are cut to 32 bits"}, GRN_READS_BOTH, cut_32},
    {{"index-in-16-bits", "indices are cut to 16 bits"}, GRN_READS_BOTH, truncated_16},
    {{"index-in-16-bits", "indices are cut to 16 bits"}, GRN_READS_BOTH, cut_16},
    {{"index-in-8-bits", "indices are cut to 8 bits"}, GRN_READS_BOTH, truncated_8},
    {{"index-in-8-bits", "indices are cut to 8 bits"}, GRN_READS_BOTH, cut_8},
    {{"index-as-bf16", "indices go through bf16, and are rounded"}, GRN_READS_BOTH, int_as_bf16},
    {{"index-as-f16", "indices go through f16, and are rounded"}, GRN_READS_BOTH, int_as_f16},
    {{"index-as-float", "indices go through f32, and are rounded"}, GRN_READS_BOTH, int_as_float},
    {{"base-ignored", "indices count from 0, not from 1"}, GRN_READS_BOTH, base_ignored},
    {{"one-past", "each index is one too large"}, GRN_READS_BOTH, one_past},
    {{"one-before", "each index is one too small"}, GRN_READS_BOTH, one_before},
    {{"index-of-windows", "an index counts windows, not elements"}, GRN_READS_BOTH, scaled_by_window},
    {{"index-from-end", "an index counts from the end"}, GRN_READS_BOTH, counted_from_end},
    {{"indices-ignored", "every index is read as 0"}, GRN_READS_BOTH, all_zero},
    {{NULL, NULL}, GRN_READS_BOTH, NULL},
};
