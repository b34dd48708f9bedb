/* element_sets_avx2.c - which element functions are compiled for AVX2. */
#include "eval/element_sets.h"

#if defined(__AVX2__)

/* clang-format off */
/* The most common first. */
#define ROWS(R)                                                                                                      \
    R(add) R(multiply) R(subtract) R(divide) R(maximum) R(minimum) R(select) R(negate) R(compare_lt) R(compare_gt)   \
    R(compare_eq) R(compare_ne) R(compare_ge) R(compare_le) R(and) R(or) R(xor) R(not) R(shift_left)                 \
    R(shift_right_logical) R(shift_right_arithmetic) R(sqrt) R(rsqrt) R(abs) R(clamp) R(sign) R(floor) R(ceil)       \
    R(round_nearest_even) R(round_nearest_afz) R(is_finite) R(remainder) R(power) R(popcnt) R(count_leading_zeros)   \
    R(total_lt) R(total_gt) R(total_eq) R(total_ne) R(total_ge) R(total_le)
/* clang-format on */

static const grn_element *row_of(const grn_element *element)
{
    static const grn_element *const rows[][2] = {
#define ROW(name) {&grn_element_##name, &grn_element_##name##_avx2},
        ROWS(ROW)
#undef ROW
    };
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (rows[i][0] == element)
            return rows[i][1];
    return NULL;
}

grn_element_fn grn_element_cast_avx2(grn_dtype from, grn_dtype to);
grn_element_fn grn_convert_fused_avx2(grn_dtype from, grn_dtype to);

const grn_element_set *grn_element_set_avx2(void)
{
    static const grn_element_set set = {row_of, grn_element_cast_avx2, grn_convert_fused_avx2};
    return &set;
}

#else

const grn_element_set *grn_element_set_avx2(void) { return NULL; }

#endif
