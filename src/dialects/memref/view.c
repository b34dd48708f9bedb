/*
 * view.c - memref.subview, cast and reinterpret_cast: other views of the same
 * memory (MLIR memref dialect, the sections of those names).
 */
#include <inttypes.h>

#include "dialects/common/slice.h"
#include "dialects/memref/memref.h"

static bool is_known(int64_t v) { return v != GRN_DYNAMIC; }

/* What is not known, or cannot be counted, stays unknown; but 0 times whatever is 0. */
static int64_t times(int64_t a, int64_t b)
{
    if (a == 0 || b == 0)
        return 0;
    return is_known(a) && is_known(b) && grn_mul_i64(a, b, &a) ? a : GRN_DYNAMIC;
}
static int64_t plus(int64_t a, int64_t b)
{
    return is_known(a) && is_known(b) && grn_add_i64(a, b, &a) ? a : GRN_DYNAMIC;
}

static bool same_space(const grn_type *a, const grn_type *b)
{
    return a->encoding && b->encoding ? grn_attr_equal(a->encoding, b->encoding) : a->encoding == b->encoding;
}

/* ---- subview --------------------------------------------------------------------------------- */

typedef struct subject {
    const grn_type *base, *view;
    const int64_t *v[GRN_SLICE_LISTS];
    int64_t strides[GRN_MAX_RANK], offset; /* of the view, before dimensions are left out */
} subject;

static void lay_out(subject *s)
{
    int64_t base[GRN_MAX_RANK];
    grn_memref_strides(s->base, base, &s->offset);
    for (int32_t d = 0; d < s->base->rank; d++) {
        s->offset = plus(s->offset, times(s->v[GRN_SLICE_OFFSETS][d], base[d]));
        s->strides[d] = times(base[d], s->v[GRN_SLICE_STRIDES][d]);
    }
}

/* Whether the view's dims are those of the sizes, with ones left out; and their strides the ones
 * computed, if asked. */
static bool matches(const subject *s, bool strides)
{
    int64_t have[GRN_MAX_RANK], offset;
    int32_t at = 0;
    if (strides && !grn_memref_strides(s->view, have, &offset))
        return false;
    for (int32_t d = 0; d < s->base->rank; d++) {
        int64_t size = s->v[GRN_SLICE_SIZES][d];
        if (at < s->view->rank && s->view->shape[at] == size && (!strides || have[at] == s->strides[d]))
            at++;
        else if (size != 1)
            return false;
    }
    return at == s->view->rank && (!strides || offset == s->offset);
}

static grn_status view_fails(const grn_op *op, const grn_check *check, const subject *s, const char *what)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_type *want =
        grn_memref_strided(check->scratch, s->base, s->base->rank, s->v[GRN_SLICE_SIZES], s->strides, s->offset);
    if (!want)
        return GRN_E_MEMORY;
    return grn_op_fail_plain(op, check,
                             "expected result type to be '%s' or a rank-reduced version. (mismatch of result %s) ",
                             grn_type_text(want, text, sizeof text), what);
}

static grn_status subview_verify(const grn_op *op, grn_check *check)
{
    char base[GRN_TYPE_TEXT_BYTES], view[GRN_TYPE_TEXT_BYTES];
    subject s = {.base = grn_operand_type(op, 0), .view = grn_result_type(op, 0)};
    grn_status status = grn_slice_verify(op, check, 1, s.base->rank, s.v);
    if (status != GRN_OK)
        return status;
    if (!same_space(s.base, s.view))
        return grn_op_fail_plain(op, check,
                                 "different memory spaces specified for base memref type '%s' and subview memref "
                                 "type '%s'",
                                 grn_type_text(s.base, base, sizeof base), grn_type_text(s.view, view, sizeof view));
    if (s.base->layout)
        return grn_op_fail_plain(op, check, "base type '%s' is not strided", grn_type_text(s.base, base, sizeof base));
    lay_out(&s);
    if (s.view->rank > s.base->rank)
        return grn_op_fail_plain(op, check, "expected result rank to be smaller or equal to the source rank. ");
    if (!matches(&s, false))
        return view_fails(op, check, &s, "sizes");
    if (s.view->element != s.base->element)
        return grn_op_fail_plain(op, check, "expected result element type to be '%s'",
                                 grn_type_text(s.base->element, base, sizeof base));
    return matches(&s, true) ? GRN_OK : view_fails(op, check, &s, "layout");
}

static grn_status subview_eval(grn_exec *x, const grn_op *op)
{
    grn_tensor view;
    grn_status status = grn_slice_take(x, op, &x->operands[0].tensor, grn_result_type(op, 0), 1, &view);
    return status == GRN_OK ? grn_memref_share(x, op, &view) : status;
}

/* ---- cast ------------------------------------------------------------------------------------ */

static bool agree(int64_t a, int64_t b) { return !is_known(a) || !is_known(b) || a == b; }

static bool layouts_agree(const grn_type *from, const grn_type *to)
{
    int64_t a[GRN_MAX_RANK], b[GRN_MAX_RANK], offset_a, offset_b;
    if (from->layout || to->layout)
        return from->layout && to->layout && grn_attr_equal(from->layout, to->layout);
    grn_memref_strides(from, a, &offset_a);
    grn_memref_strides(to, b, &offset_b);
    for (int32_t d = 0; d < from->rank; d++)
        if (!agree(a[d], b[d]))
            return false;
    return agree(offset_a, offset_b);
}

static grn_status cast_verify(const grn_op *op, grn_check *check)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (from->element == to->element && same_space(from, to) && grn_hlo_shapes_agree(from, to) &&
        layouts_agree(from, to))
        return GRN_OK;
    return grn_op_fail(op, check, "operand type '%s' and result type '%s' are cast incompatible",
                       grn_type_text(from, have, sizeof have), grn_type_text(to, want, sizeof want));
}

static grn_status cast_eval(grn_exec *x, const grn_op *op) { return grn_memref_share(x, op, &x->operands[0].tensor); }

/* ---- reinterpret_cast ------------------------------------------------------------------------ */

static grn_status reinterpret_lists(const grn_op *op, const grn_check *check, const grn_type *type, const int64_t **v)
{
    const int64_t *segments;
    grn_status status = grn_tensor_segments(op, check, 4, &segments);
    for (size_t k = 0; status == GRN_OK && k < GRN_SLICE_LISTS; k++) {
        static const char *const words[] = {"offset", "size", "stride"};
        size_t count = 0, dynamic = 0, want = k == GRN_SLICE_OFFSETS ? 1 : (size_t)type->rank;
        grn_op_dims(op, grn_slice_lists[k], &count, &v[k]);
        if (count != want)
            return grn_op_fail(op, check, "expected %zu %s values, got %zu", want, words[k], count);
        for (size_t d = 0; d < count; d++)
            dynamic += !is_known(v[k][d]);
        if (dynamic != (size_t)segments[1 + k])
            return grn_op_fail(op, check, "expected %zu dynamic %s values", dynamic, words[k]);
    }
    return status;
}

static grn_status reinterpret_layout(const grn_op *op, const grn_check *check, const grn_type *type,
                                     const int64_t *const *v)
{
    int64_t strides[GRN_MAX_RANK], offset;
    if (!grn_memref_strides(type, strides, &offset))
        return grn_op_fail_plain(op, check, "expected result type to have strided layout but found another");
    for (int32_t d = 0; d < type->rank; d++)
        if (v[GRN_SLICE_SIZES][d] != type->shape[d] && is_known(type->shape[d]))
            return grn_op_fail_plain(
                op, check, "expected result type with size = %" PRId64 " instead of %" PRId64 " in dim = %" PRId32,
                v[GRN_SLICE_SIZES][d], type->shape[d], d);
    if (is_known(offset) && offset != v[GRN_SLICE_OFFSETS][0])
        return grn_op_fail_plain(op, check, "expected result type with offset = %" PRId64 " instead of %" PRId64,
                                 v[GRN_SLICE_OFFSETS][0], offset);
    for (int32_t d = 0; d < type->rank; d++)
        if (is_known(strides[d]) && v[GRN_SLICE_STRIDES][d] != strides[d])
            return grn_op_fail_plain(
                op, check, "expected result type with stride = %" PRId64 " instead of %" PRId64 " in dim = %" PRId32,
                v[GRN_SLICE_STRIDES][d], strides[d], d);
    return GRN_OK;
}

static grn_status reinterpret_verify(const grn_op *op, grn_check *check)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    const int64_t *v[GRN_SLICE_LISTS];
    grn_status status = reinterpret_lists(op, check, to, v);
    if (status != GRN_OK)
        return status;
    if (!same_space(from, to))
        return grn_op_fail_plain(op, check,
                                 "different memory spaces specified for source type '%s' and result memref type '%s'",
                                 grn_type_text(from, a, sizeof a), grn_type_text(to, b, sizeof b));
    if (from->element != to->element)
        return grn_op_fail_plain(op, check,
                                 "different element types specified for source type '%s' and result memref type '%s'",
                                 grn_type_text(from, a, sizeof a), grn_type_text(to, b, sizeof b));
    return reinterpret_layout(op, check, to, v);
}

/* The first and last element that a view reaches, from the memory's first on; false: they cannot be
 * counted. */
static bool reach(const grn_tensor *view, int64_t offset, int64_t *low, int64_t *high)
{
    *low = *high = offset;
    for (int32_t d = 0; d < view->rank; d++) {
        int64_t span, *end;
        if (!grn_mul_i64(view->shape[d] - 1, view->stride[d], &span))
            return false;
        end = span < 0 ? low : high;
        if (!grn_add_i64(*end, span, end))
            return false;
    }
    return true;
}

static grn_status stays_inside(grn_exec *x, const grn_op *op, const grn_tensor *view, int64_t offset)
{
    int64_t low, high, all = (int64_t)(x->calls->storage(&x->operands[0]).bytes / grn_dtype_bytes(view->dtype)),
                       elements;
    if (!grn_shape_elements(view->rank, view->shape, &elements))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "too many elements to count");
    bool none = elements == 0, counted = none || reach(view, offset, &low, &high);
    if (counted && (none ? offset >= 0 && offset <= all : low >= 0 && high < all))
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_INDEX,
                         "offset %" PRId64 " with these sizes and strides leaves the buffer, which has %" PRId64
                         " elements",
                         offset, all);
}

static grn_status reinterpret_eval(grn_exec *x, const grn_op *op)
{
    grn_tensor view = {.dtype = x->operands[0].tensor.dtype, .rank = grn_result_type(op, 0)->rank};
    size_t operand = 1;
    int64_t offset;
    grn_status status = grn_read_mixed(x, op, grn_slice_lists[GRN_SLICE_OFFSETS], &operand, 1, &offset);
    if (status == GRN_OK)
        status = grn_read_mixed(x, op, grn_slice_lists[GRN_SLICE_SIZES], &operand, view.rank, view.shape);
    if (status == GRN_OK)
        status = grn_read_mixed(x, op, grn_slice_lists[GRN_SLICE_STRIDES], &operand, view.rank, view.stride);
    for (int32_t d = 0; status == GRN_OK && d < view.rank; d++)
        if (view.shape[d] < 0)
            status = grn_exec_fail(x, op, GRN_E_SHAPE, "size %" PRId64 " along dimension %" PRId32 " is negative",
                                   view.shape[d], d);
    if (status == GRN_OK)
        status = stays_inside(x, op, &view, offset);
    if (status != GRN_OK)
        return status;
    view.data = x->calls->storage(&x->operands[0]).begin + offset * (int64_t)grn_dtype_bytes(view.dtype);
    return grn_memref_share(x, op, &view);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port source[] = {GRN_PORT("source", grn_is_memref), GRN_PORTS_END};
static const grn_port source_and_lists[] = {GRN_PORT("source", grn_is_memref), GRN_SLICE_PORTS, GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_is_memref), GRN_PORTS_END};

const grn_op_def grn_memref_view_ops[] = {
    GRN_MLIR_LISTED(memref, subview, "a view of a part: offsets, sizes, strides", source_and_lists, result,
                    grn_slice_attrs, .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW,
                    .assembly = "%source " GRN_SLICE_ASSEMBLY ": !source to !result" GRN_SLICE_RULES,
                    .verify = subview_verify, .subset = GRN_READS(GRN_SUBSET_SLICE, grn_slice_lists),
                    .eval = subview_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(memref, cast, "the same buffer under a more or less static type", source, result, GRN_NO_ATTRS,
                    .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .assembly = "%source {} : !source to !result",
                    .verify = cast_verify, .eval = cast_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(memref, reinterpret_cast, "a view with any offset, sizes and strides", source_and_lists, result,
                    grn_slice_attrs, .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW,
                    .assembly = "%source to offset `` : [%offsets$static_offsets] , sizes `` : [%sizes$static_sizes] , "
                                "strides `` : [%strides$static_strides] {} : !source to !result" GRN_SLICE_RULES,
                    .verify = reinterpret_verify, .eval = reinterpret_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
