/*
 * readings_operand.c - operands of other ops misread: in another order or layout, rounded, or left out in part.
 */
#include "differ/readings.h"

/* ---- operands -------------------------------------------------------------------------------- */

static bool same_type(const grn_tensor *a, const grn_tensor *b)
{
    return a->dtype == b->dtype && grn_tensor_same_shape(a, b);
}
static bool swap_operands(grn_op_edit *e, size_t a, size_t b)
{
    const grn_tensor kept = e->operands[a];
    if (!same_type(&e->operands[a], &e->operands[b]))
        return false;
    e->operands[a] = e->operands[b];
    e->operands[b] = kept;
    return true;
}
static bool operands_swapped(grn_op_edit *e)
{
    return e->op->noperands == 2 && !grn_op_is(e->op, GRN_HLO(concatenate)) && swap_operands(e, 0, 1);
}
static bool select_swapped(grn_op_edit *e)
{
    return e->op->noperands == 3 && grn_op_is(e->op, GRN_HLO(select)) && swap_operands(e, 1, 2);
}
static bool clamp_swapped(grn_op_edit *e)
{
    return e->op->noperands == 3 && grn_op_is(e->op, GRN_HLO(clamp)) && swap_operands(e, 0, 2);
}
static bool concatenated_backwards(grn_op_edit *e)
{
    const size_t n = e->op->noperands;
    if (!grn_op_is(e->op, GRN_HLO(concatenate)) || n < 2)
        return false;
    for (size_t i = 0; i < n / 2; i++) {
        grn_value *value = e->op->operands[i];
        e->op->operands[i] = e->op->operands[n - 1 - i];
        e->op->operands[n - 1 - i] = value;
    }
    return true;
}

static bool transposed(grn_op_edit *e, size_t operand)
{
    grn_tensor *t = &e->operands[operand];
    const int32_t r = t->rank;
    if (!GRN_OP_IS_ONE_OF(e->op, GRN_HLO(dot_general), GRN_HLO(dot)) || r < 2 || t->shape[r - 1] != t->shape[r - 2])
        return false;
    const int64_t stride = t->stride[r - 1];
    t->stride[r - 1] = t->stride[r - 2];
    t->stride[r - 2] = stride;
    return true;
}
static bool lhs_transposed(grn_op_edit *e) { return transposed(e, 0); }
static bool rhs_transposed(grn_op_edit *e) { return transposed(e, 1); }

static bool zeroed(grn_op_edit *e, size_t operand)
{
    grn_tensor made;
    if (operand >= e->op->noperands ||
        !grn_new_tensor(e->arena, e->operands[operand].dtype, &e->operands[operand], &made))
        return false;
    e->operands[operand] = made;
    return true;
}
static bool padding_zero(grn_op_edit *e) { return grn_op_is(e->op, GRN_HLO(pad)) && zeroed(e, 1); }
static bool is_reduction(const grn_op_edit *e)
{
    return GRN_OP_IS_ONE_OF(e->op, GRN_HLO(reduce), GRN_HLO(reduce_window)) && e->op->noperands == 2;
}
static bool init_ignored(grn_op_edit *e) { return is_reduction(e) && zeroed(e, 1); }
static bool init_twice(grn_op_edit *e)
{
    grn_tensor made;
    if (!is_reduction(e) || grn_region_kind_of(e->op) == GRN_REGION_OTHER ||
        !grn_keep_tensor(e->arena, &e->operands[1], &made))
        return false;
    const grn_dtype_class class = grn_dtype_class_of(made.dtype);
    grn_scalar s = grn_scalar_load(made.dtype, made.data);
    if (class == GRN_CLASS_FLOAT)
        s.f *= 2;
    else if (class == GRN_CLASS_SIGNED || class == GRN_CLASS_UNSIGNED)
        s.u *= 2;
    else
        return false;
    grn_scalar_store(&s, made.dtype, made.data);
    e->operands[1] = made;
    return true;
}

/* Elements of a reduction's operand do not count: the initial value stands for them. `at` is the place along the
 * first dimension that is reduced. */
static bool without_elements(grn_op_edit *e, bool (*leaves)(const grn_scalar *s, int64_t at, int64_t extent))
{
    size_t ndims;
    const int64_t *dims;
    grn_tensor own;
    grn_walk w;
    bool any = false;
    if (!is_reduction(e) || !grn_op_is(e->op, GRN_HLO(reduce)) || !grn_op_dims(e->op, "dimensions", &ndims, &dims) ||
        ndims == 0 || !grn_keep_tensor(e->arena, &e->operands[0], &own))
        return false;
    const int64_t d = dims[0];
    for (grn_walk_init(&w, own.rank, own.shape, 1, (const int64_t *[]){own.stride}); w.more; grn_walk_next(&w)) {
        void *at = grn_tensor_at(&own, w.offset[0]);
        const grn_scalar s = grn_scalar_load(own.dtype, at);
        if (!leaves(&s, w.index[d], own.shape[d]))
            continue;
        memcpy(at, e->operands[1].data, grn_dtype_bytes(own.dtype));
        any = true;
    }
    e->operands[0] = own;
    return any;
}
static bool is_last(const grn_scalar *s, int64_t at, int64_t extent)
{
    (void)s;
    return at == extent - 1;
}
static bool is_first(const grn_scalar *s, int64_t at, int64_t extent)
{
    (void)s, (void)extent;
    return at == 0;
}
static bool is_nan(const grn_scalar *s, int64_t at, int64_t extent)
{
    (void)at, (void)extent;
    return grn_dtype_class_of(s->dtype) == GRN_CLASS_FLOAT && s->f != s->f;
}
static bool last_left_out(grn_op_edit *e) { return without_elements(e, is_last); }
static bool first_left_out(grn_op_edit *e) { return without_elements(e, is_first); }
static bool nan_left_out(grn_op_edit *e) { return without_elements(e, is_nan); }

/* Floats of 32 bits without so many of their lowest ones, to nearest even. */
static bool shorter_factors(grn_op_edit *e, unsigned bits)
{
    if (!GRN_OP_IS_ONE_OF(e->op, GRN_HLO(dot_general), GRN_HLO(dot), GRN_HLO(convolution)))
        return false;
    for (size_t i = 0; i < 2; i++) {
        grn_tensor *t = &e->operands[i];
        if (t->dtype != GRN_F32 || !grn_keep_tensor(e->arena, &e->operands[i], t))
            return false;
        for (int64_t k = 0; k < grn_tensor_elements(t); k++) {
            uint32_t *u = grn_tensor_at(t, k);
            if ((*u & UINT32_C(0x7F800000)) != UINT32_C(0x7F800000))
                *u = (*u + (UINT32_C(1) << (bits - 1)) - 1 + (*u >> bits & 1)) & ~((UINT32_C(1) << bits) - 1);
        }
    }
    return true;
}
static bool factors_in_bf16(grn_op_edit *e) { return shorter_factors(e, 16); }
static bool factors_in_tf32(grn_op_edit *e) { return shorter_factors(e, 13); }

const grn_op_reading grn_operand_readings[] = {
    {{"padding-value-ignored", "zeros are put instead of the padding value"}, padding_zero},
    {{"operands-swapped", "the operands are exchanged"}, operands_swapped},
    {{"select-swapped", "true takes the value for false"}, select_swapped},
    {{"clamp-swapped", "the bounds of a clamp are exchanged"}, clamp_swapped},
    {{"concatenated-backwards", "operands are joined in reverse"}, concatenated_backwards},
    {{"lhs-transposed", "the left factor is taken transposed"}, lhs_transposed},
    {{"rhs-transposed", "the right factor is taken transposed"}, rhs_transposed},
    {{"init-ignored", "a reduction begins with zero"}, init_ignored},
    {{"init-twice", "the initial value counts twice"}, init_twice},
    {{"nan-left-out", "of NaN and a number the number stays"}, nan_left_out},
    {{"last-left-out", "the last element along the reduced dimension is left out"}, last_left_out},
    {{"first-left-out", "the first element along the reduced dimension is left out"}, first_left_out},
    {{"factors-in-bf16", "factors are rounded to bf16"}, factors_in_bf16},
    {{"factors-in-tf32", "factors are rounded to 10 bits behind the point, as in TF32"}, factors_in_tf32},
    {{NULL, NULL}, NULL},
};
