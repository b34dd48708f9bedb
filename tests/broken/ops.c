/* ops.c - other ops: their attributes and operands. */
#include "broken.h"

#include <math.h>

/* ---- attributes ------------------------------------------------------------------------------ */

typedef struct numbers {
    size_t n;
    int64_t v[GRN_MAX_RANK];
} numbers;

static bool get(const broken_op *b, const char *name, numbers *out)
{
    const int64_t *v;
    if (!grn_op_dims(b->op, name, &out->n, &v) || out->n > GRN_MAX_RANK)
        return false;
    for (size_t i = 0; i < out->n; i++)
        out->v[i] = v[i];
    return true;
}
static bool set(broken_op *b, const char *name, const numbers *to)
{
    return grn_op_set_attr(b->ir, b->op, (grn_str){name, strlen(name)}, grn_attr_dense_i64(b->ir, to->n, to->v));
}
static bool set_one(broken_op *b, const char *name, int64_t to)
{
    const grn_attr *was = grn_op_attr(b->op, name);
    return was && was->kind == GRN_ATTR_INTEGER &&
           grn_op_set_attr(b->ir, b->op, (grn_str){name, strlen(name)}, grn_attr_integer(b->ir, was->type, to));
}

static bool shape_is(const broken_op *b, size_t i, const int64_t *shape)
{
    for (int32_t d = 0; d < b->operands[i].rank; d++)
        if (b->operands[i].shape[d] != shape[d])
            return false;
    return true;
}

/* The result's memory is that of the other permutation, whatever extents it has. */
static bool inverse_transpose(broken_op *b)
{
    numbers p;
    grn_tensor *t = &b->results[0], from = b->operands[0];
    if (!get(b, "permutation", &p))
        return false;
    for (size_t i = 0; i < p.n; i++)
        from.shape[p.v[i]] = b->operands[0].shape[i], from.stride[p.v[i]] = b->operands[0].stride[i];
    grn_tensor_copy_flat(t->data, &from);
    return true;
}
static bool reverse_every(broken_op *b)
{
    numbers all = {.n = (size_t)b->operands[0].rank};
    for (size_t i = 0; i < all.n; i++)
        all.v[i] = (int64_t)i;
    return set(b, "dimensions", &all);
}
static bool reverse_first(broken_op *b)
{
    numbers dims;
    if (!get(b, "dimensions", &dims) || dims.n < 2)
        return false;
    dims.n = 1;
    return set(b, "dimensions", &dims);
}
static bool stride_of_one(broken_op *b)
{
    numbers from, limit, step;
    if (!get(b, "start_indices", &from) || !get(b, "limit_indices", &limit) || !get(b, "strides", &step))
        return false;
    for (size_t i = 0; i < from.n; i++) {
        const int64_t n = step.v[i] > 0 ? (limit.v[i] - from.v[i] + step.v[i] - 1) / step.v[i] : 0;
        limit.v[i] = from.v[i] + (n > 0 ? n : 0);
        step.v[i] = 1;
    }
    return set(b, "limit_indices", &limit) && set(b, "strides", &step);
}
static bool from_the_beginning(broken_op *b)
{
    numbers from, limit;
    if (!get(b, "start_indices", &from) || !get(b, "limit_indices", &limit))
        return false;
    for (size_t i = 0; i < from.n; i++) {
        limit.v[i] -= from.v[i];
        from.v[i] = 0;
    }
    return set(b, "start_indices", &from) && set(b, "limit_indices", &limit);
}

typedef struct padding {
    numbers low, high, interior;
} padding;
static bool get_padding(const broken_op *b, padding *p)
{
    return get(b, "edge_padding_low", &p->low) && get(b, "edge_padding_high", &p->high) &&
           get(b, "interior_padding", &p->interior);
}
static bool set_padding(broken_op *b, const padding *p)
{
    return set(b, "edge_padding_low", &p->low) && set(b, "edge_padding_high", &p->high) &&
           set(b, "interior_padding", &p->interior);
}
static bool nothing_cut_in_front(broken_op *b)
{
    padding p;
    if (!get_padding(b, &p))
        return false;
    for (size_t i = 0; i < p.low.n; i++)
        if (p.low.v[i] < 0) {
            p.high.v[i] += p.low.v[i];
            p.low.v[i] = 0;
        }
    return set_padding(b, &p);
}
static bool nothing_between(broken_op *b)
{
    padding p;
    if (!get_padding(b, &p))
        return false;
    for (size_t i = 0; i < p.low.n; i++)
        if (b->operands[0].shape[i] > 1) {
            p.high.v[i] += p.interior.v[i] * (b->operands[0].shape[i] - 1);
            p.interior.v[i] = 0;
        }
    return set_padding(b, &p);
}
static bool padding_swapped(broken_op *b)
{
    padding p;
    if (!get_padding(b, &p))
        return false;
    const padding q = {p.high, p.low, p.interior};
    return set_padding(b, &q);
}
static bool zeroed(broken_op *b, size_t i)
{
    if (i >= b->noperands || !own_tensor(b->arena, &b->operands[i]))
        return false;
    memset(b->operands[i].data, 0, grn_tensor_bytes(&b->operands[i]));
    return true;
}
static bool from_zero(broken_op *b) { return b->noperands == 2 && zeroed(b, 1); }
static bool padded_with_zero(broken_op *b) { return zeroed(b, 1); }
static bool sorted_last(broken_op *b) { return set_one(b, "dimension", b->operands[0].rank - 1); }

/* Dimensions fitted from the right, as numpy does. */
static bool broadcast_as_numpy(broken_op *b)
{
    const grn_type *to = grn_type_at_run(b->op->results[0].type);
    numbers dims = {.n = (size_t)b->operands[0].rank};
    for (size_t i = 0; i < dims.n; i++) {
        dims.v[i] = to->rank - (int64_t)dims.n + (int64_t)i;
        if (b->operands[0].shape[i] != 1 && b->operands[0].shape[i] != to->shape[dims.v[i]])
            return false;
    }
    return set(b, "broadcast_dimensions", &dims);
}

/* ---- operands -------------------------------------------------------------------------------- */

static bool exchanged(broken_op *b, size_t i, size_t k)
{
    const grn_tensor kept = b->operands[i];
    if (kept.rank != b->operands[k].rank || !shape_is(b, k, kept.shape) || kept.dtype != b->operands[k].dtype)
        return false;
    b->operands[i] = b->operands[k];
    b->operands[k] = kept;
    return true;
}
static bool sides_exchanged(broken_op *b) { return b->noperands == 2 && exchanged(b, 0, 1); }
static bool branches_exchanged(broken_op *b) { return b->noperands == 3 && exchanged(b, 1, 2); }
static bool bounds_exchanged(broken_op *b) { return b->noperands == 3 && exchanged(b, 0, 2); }
static bool joined_backwards(broken_op *b)
{
    for (size_t i = 0, k = b->op->noperands; i + 1 < k; i++) {
        grn_value *v = b->op->operands[i];
        b->op->operands[i] = b->op->operands[--k];
        b->op->operands[k] = v;
    }
    return true;
}
static bool right_factor_transposed(broken_op *b)
{
    grn_tensor *t = &b->operands[1];
    const int32_t r = t->rank;
    if (r < 2 || t->shape[r - 1] != t->shape[r - 2])
        return false;
    const int64_t stride = t->stride[r - 1];
    t->stride[r - 1] = t->stride[r - 2];
    t->stride[r - 2] = stride;
    return own_tensor(b->arena, t);
}
/* The last along the first reduced dimension does not count. */
static bool last_left_out(broken_op *b)
{
    numbers dims;
    if (b->noperands != 2 || !get(b, "dimensions", &dims) || dims.n == 0)
        return false;
    grn_tensor *t = &b->operands[0];
    grn_walk w;
    if (t->shape[dims.v[0]] < 2 || !own_tensor(b->arena, t))
        return false;
    for (grn_walk_init(&w, t->rank, t->shape, 0, NULL); w.more; grn_walk_next(&w))
        if (w.index[dims.v[0]] == t->shape[dims.v[0]] - 1)
            memcpy(grn_tensor_at(t, grn_offset_in(t, w.index)), b->operands[1].data, grn_dtype_bytes(t->dtype));
    return true;
}

/* Of a minimum or maximum: NaN does not count. */
static bool numbers_only(broken_op *b)
{
    const grn_op *first = b->op->nregions > 0 && b->op->regions[0].first ? b->op->regions[0].first->first : NULL;
    grn_tensor *t = &b->operands[0];
    if (b->noperands != 2 || !(grn_op_is(first, GRN_HLO(maximum)) || grn_op_is(first, GRN_HLO(minimum))) ||
        grn_dtype_class_of(t->dtype) != GRN_CLASS_FLOAT || !own_tensor(b->arena, t))
        return false;
    for (int64_t i = 0; i < grn_tensor_elements(t); i++) {
        const grn_scalar s = grn_scalar_load(t->dtype, grn_tensor_at(t, i));
        if (s.f != s.f)
            memcpy(grn_tensor_at(t, i), b->operands[1].data, grn_dtype_bytes(t->dtype));
    }
    return true;
}

/* Factors in f32 with so many bits behind the point; ties go to even. */
static bool factors_with(broken_op *b, int bits)
{
    for (size_t i = 0; i < 2; i++) {
        grn_tensor *t = &b->operands[i];
        if (t->dtype != GRN_F32 || !own_tensor(b->arena, t))
            return false;
        for (int64_t k = 0; k < grn_tensor_elements(t); k++) {
            float *f = grn_tensor_at(t, k);
            int exponent;
            const float digits = frexpf(*f, &exponent);
            if (*f != 0 && *f - *f == 0)
                *f = ldexpf(rintf(ldexpf(digits, bits + 1)), exponent - bits - 1);
        }
    }
    return true;
}
static bool factors_in_bf16(broken_op *b) { return factors_with(b, 7); }
static bool factors_in_tf32(broken_op *b) { return factors_with(b, 10); }

/* ---- other ops ------------------------------------------------------------------------------- */

static bool become(broken_op *b, grn_op *op, const char *name)
{
    const grn_op_def *row = grn_ir_find_op(b->ir, (grn_str){name, strlen(name)});
    if (!row || !op)
        return false;
    op->def = row;
    op->name = (grn_str){row->name, strlen(row->name)};
    return true;
}
#define BECOMES(name, to) \
    static bool name(broken_op *b) { return become(b, b->op, "stablehlo." to); }
BECOMES(floor_for_ceil, "floor")
BECOMES(ceil_for_floor, "ceil")
BECOMES(away_from_zero, "round_nearest_afz")
BECOMES(logical_shift, "shift_right_logical")
BECOMES(arithmetic_shift, "shift_right_arithmetic")
BECOMES(negation, "negate")
BECOMES(or_for_and, "or")
BECOMES(or_for_xor, "or")

static grn_op *comparison(broken_op *b)
{
    grn_op *op = b->op;
    if (op->nregions > 0 && op->regions[0].first)
        op = op->regions[0].first->first;
    return op && grn_op_attr(op, "comparison_direction") ? op : NULL;
}
static bool compares(broken_op *b, const char *const (*pairs)[2], size_t n)
{
    grn_op *op = comparison(b);
    const grn_attr *a = op ? grn_op_attr(op, "comparison_direction") : NULL;
    if (!a || a->kind != GRN_ATTR_ENUM)
        return false;
    const char *const *words = a->enumeration.def->keyword;
    for (size_t i = 0; i < n; i++)
        for (int32_t k = 0; strcmp(words[a->enumeration.value], pairs[i][0]) == 0 && words[k]; k++)
            if (strcmp(words[k], pairs[i][1]) == 0)
                return grn_op_set_attr(b->ir, op, GRN_STR("comparison_direction"),
                                       grn_attr_enum(b->ir, a->enumeration.def, k));
    return false;
}
static bool descending(broken_op *b)
{
    static const char *const pairs[][2] = {{"LT", "GT"}, {"LE", "GE"}, {"GT", "LT"}, {"GE", "LE"}};
    return compares(b, pairs, GRN_COUNT(pairs));
}
static bool equal_too(broken_op *b)
{
    static const char *const pairs[][2] = {{"LT", "LE"}, {"GT", "GE"}};
    return compares(b, pairs, GRN_COUNT(pairs));
}

const mistake op_mistakes[] = {
    {"transpose-inverse", "permutation-inverse", "iree-org/iree#16921", "transpose", .after = inverse_transpose},
    {"reverse-every", "reverse-all", "iree-org/iree#24584", "reverse", .before = reverse_every},
    {"reverse-first", "reverse-first-only", "apache/tvm#19511", "reverse", .before = reverse_first},
    {"slice-stride", "slice-stride-ignored", "Xilinx/onnx-mlir#386", "slice", .before = stride_of_one},
    {"slice-start", "slice-start-ignored", "iree-org/iree#24584", "slice", .before = from_the_beginning},
    {"pad-negative", "negative-padding-ignored", "kasper0406/stablehlo-coreml#69", "pad",
     .before = nothing_cut_in_front},
    {"pad-interior", "interior-padding-ignored", "kasper0406/stablehlo-coreml#69", "pad", .before = nothing_between},
    {"pad-swapped", "padding-swapped", "NervanaSystems/ngraph#3191", "pad", .before = padding_swapped},
    {"pad-zero", "padding-value-ignored", "openxla/stablehlo#1005", "pad", .before = padded_with_zero},
    {"sort-last", "sorted-along-last", "pytorch/pytorch#175187", "sort", .before = sorted_last},
    {"sort-descending", "comparison-reversed", "numpy/numpy#20778", "sort", .before = descending},
    {"sort-ties", "ties-otherwise", "data-8/datascience#459", "sort", .before = equal_too},
    {"broadcast-numpy", "broadcast-trailing", "openxla/stablehlo#2583", "broadcast_in_dim",
     .before = broadcast_as_numpy},
    {"subtract-swapped", "operands-swapped", "qualcomm/aimet#3367", "subtract", .before = sides_exchanged},
    {"select-swapped", "select-swapped", "phate/jlm#836", "select", .before = branches_exchanged},
    {"clamp-swapped", "clamp-swapped", "microsoft/onnxruntime#25057", "clamp", .before = bounds_exchanged},
    {"concatenate-backwards", "concatenated-backwards", "onnx/onnx#2436", "concatenate", .before = joined_backwards},
    {"dot-transposed", "rhs-transposed", "ml-explore/mlx#4253", "dot_general dot", .before = right_factor_transposed},
    {"dot-bf16", "factors-in-bf16", "jax-ml/jax#9973", "dot_general dot", .before = factors_in_bf16},
    {"dot-tf32", "factors-in-tf32", "pytorch/pytorch#53635", "dot_general dot", .before = factors_in_tf32},
    {"reduce-from-zero", "init-ignored", "Oneflow-Inc/oneflow#791", "reduce", .before = from_zero},
    {"pool-from-zero", "init-ignored", "KhronosGroup/NNEF-Docs#18", "reduce_window", .before = from_zero},
    {"reduce-max-number", "nan-left-out", "mindspore-ai/mindspore#391", "reduce", .before = numbers_only},
    {"reduce-last", "last-left-out", "dmlc/mshadow#116", "reduce", .before = last_left_out},
    {"floor-for-ceil", "floor-for-ceil", "triton-lang/triton#954", "ceil", .before = floor_for_ceil},
    {"ceil-for-floor", "ceil-for-floor", "paupino/rust-decimal#156", "floor", .before = ceil_for_floor},
    {"round-away", "half-away-for-even", "ml-explore/mlx#482", "round_nearest_even", .before = away_from_zero},
    {"shift-logical", "logical-for-arithmetic-shift", "nebulastream/nautilus#294", "shift_right_arithmetic",
     .before = logical_shift},
    {"shift-arithmetic", "arithmetic-for-logical-shift", "ispc/ispc#88", "shift_right_logical",
     .before = arithmetic_shift},
    {"not-negates", "negated-for-complemented", "bpftrace/bpftrace#700", "not", .before = negation},
    {"and-or", "or-for-and", "tenstorrent/tt-mlir#6108", "and", .before = or_for_and},
    {"xor-or", "or-for-xor", "mwerezak/sphinx-lang#2", "xor", .before = or_for_xor},
    {"compare-equal", "ties-otherwise", "NVIDIA/numba-cuda-mlir#121", "compare", .before = equal_too},
    {0},
};
