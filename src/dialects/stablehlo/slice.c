/*
 * slice.c - parts of tensors and tensors of parts: slice, pad,
 * concatenate, real_dynamic_slice, dynamic_pad (StableHLO spec, the sections
 * of those names; real_dynamic_slice by the dialect's own description).
 */
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>

/* ---- slice ----------------------------------------------------------------------------------- */

typedef struct slice_lists {
    size_t nstart, nlimit, nstride;
    const int64_t *start, *limit, *stride;
} slice_lists;

static slice_lists read_slice(const grn_op *op)
{
    slice_lists l;
    grn_op_dims(op, "start_indices", &l.nstart, &l.start);
    grn_op_dims(op, "limit_indices", &l.nlimit, &l.limit);
    grn_op_dims(op, "strides", &l.nstride, &l.stride);
    return l;
}

/* slice C2: each list has rank(operand) entries. */
static grn_status slice_count(const grn_op *op, grn_check *check, const char *name, size_t count)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    if (count == (size_t)rank)
        return GRN_OK;
    return grn_stablehlo_broken(
        op, check, "C2", "the number of elements in %s (%zu) does not match the rank of the operand (%" PRId32 ")",
        name, count, rank);
}

/* slice C3: 0 <= start <= limit <= dim. C4: stride > 0. */
static grn_status slice_dim(const grn_op *op, grn_check *check, int32_t d, int64_t start, int64_t limit, int64_t stride)
{
    const grn_hlo_extent dim = grn_hlo_extent_of(grn_operand_type(op, 0), d);
    const bool known = dim.size != GRN_DYNAMIC;
    const int64_t most = known ? dim.size : dim.bound;
    if (start < 0)
        return grn_stablehlo_broken(op, check, "C3", "negative start index %" PRId64 " in dimension %" PRId32, start,
                                    d);
    if (most != GRN_DYNAMIC && limit > most)
        return grn_stablehlo_broken(
            op, check, "C3", "limit index %" PRId64 " is larger than dimension %s %" PRId64 " in dimension %" PRId32,
            limit, known ? "size" : "bound", most, d);
    if (start > limit)
        return grn_stablehlo_broken(
            op, check, "C3", "start index %" PRId64 " is larger than limit index %" PRId64 " in dimension %" PRId32,
            start, limit, d);
    if (stride <= 0)
        return grn_stablehlo_broken(op, check, "C4",
                                    "stride must be positive but got %" PRId64 " in dimension %" PRId32, stride, d);
    return GRN_OK;
}

static grn_status slice_rules(const grn_op *op, grn_check *check)
{
    slice_lists l = read_slice(op);
    grn_status status = slice_count(op, check, "start_indices", l.nstart);
    if (status == GRN_OK)
        status = slice_count(op, check, "limit_indices", l.nlimit);
    if (status == GRN_OK)
        status = slice_count(op, check, "strides", l.nstride);
    for (int32_t d = 0; status == GRN_OK && d < grn_operand_type(op, 0)->rank; d++)
        status = slice_dim(op, check, d, l.start[d], l.limit[d], l.stride[d]);
    return status;
}

static int64_t sliced(int64_t start, int64_t limit, int64_t stride)
{
    int64_t length = limit - start;
    return length / stride + (length % stride != 0);
}

/* slice C5: dim(result) = ceil((limit - start) / stride). */
static grn_status slice_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    slice_lists l = read_slice(op);
    int64_t shape[GRN_MAX_RANK];
    grn_status status = slice_rules(op, check);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < in->rank; d++)
        shape[d] = sliced(l.start[d], l.limit[d], l.stride[d]);
    return grn_hlo_infer_tensor(check, out, in->element, in->rank, shape);
}

/* The rules again, on the extents the tensor really has. */
static grn_status slice_of(grn_exec *x, const grn_op *op, const int64_t *start, const int64_t *limit,
                           const int64_t *stride)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_tensor view;
    for (int32_t d = 0; d < in->rank; d++)
        if (start[d] < 0 || start[d] > limit[d] || limit[d] > in->shape[d] || stride[d] < 1)
            return grn_exec_fail(x, op, GRN_E_INDEX,
                                 "[%" PRId64 ":%" PRId64 ":%" PRId64 "] is no slice of dimension %" PRId32
                                 ", which has %" PRId64 " elements",
                                 start[d], limit[d], stride[d], d, in->shape[d]);
    grn_view_slice(in, start, limit, stride, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

static grn_status slice_eval(grn_exec *x, const grn_op *op)
{
    slice_lists l = read_slice(op);
    return slice_of(x, op, l.start, l.limit, l.stride);
}

/* `[0:10, 2:3:2]` */
typedef struct ranges {
    size_t count;
    int64_t start[GRN_MAX_RANK], limit[GRN_MAX_RANK], stride[GRN_MAX_RANK];
} ranges;

static grn_status parse_range(grn_parser *p, ranges *r)
{
    if (r->count == GRN_MAX_RANK)
        return grn_parser_fail(p, grn_parser_place(p), "more than %d ranges", GRN_MAX_RANK);
    size_t d = r->count++;
    grn_status status = grn_parser_i64(p, &r->start[d]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_i64(p, &r->limit[d]);
    r->stride[d] = 1;
    if (status == GRN_OK && grn_parser_try(p, ":"))
        status = grn_parser_i64(p, &r->stride[d]);
    return status;
}

static grn_status parse_ranges(grn_parser *p, ranges *r)
{
    r->count = 0;
    grn_status status = grn_parser_expect(p, "[");
    if (status != GRN_OK || grn_parser_try(p, "]"))
        return status;
    do
        status = parse_range(p, r);
    while (status == GRN_OK && grn_parser_try(p, ","));
    if (status != GRN_OK || grn_parser_try(p, "]"))
        return status;
    return grn_parser_expect(p, ","); /* upstream's message: a list that does not end goes on */
}

static grn_status slice_parse(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_use use;
    ranges r;
    grn_status status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = parse_ranges(p, &r);
    if (status != GRN_OK)
        return status;
    const grn_attr *start = grn_attr_dense_i64(ir, r.count, r.start), *limit = grn_attr_dense_i64(ir, r.count, r.limit),
                   *stride = grn_attr_dense_i64(ir, r.count, r.stride);
    if (!start || !limit || !stride || !grn_op_set_attr(ir, op, GRN_STR("start_indices"), start) ||
        !grn_op_set_attr(ir, op, GRN_STR("limit_indices"), limit) ||
        !grn_op_set_attr(ir, op, GRN_STR("strides"), stride))
        return GRN_E_MEMORY;
    return grn_hlo_parse_tail(p, op, 1, &use);
}

static grn_status slice_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"start_indices", "limit_indices", "strides", NULL};
    slice_lists l = read_slice(op);
    grn_printer_text(p, " ");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, " [");
    for (size_t d = 0; d < l.nstart && d < l.nlimit && d < l.nstride; d++) {
        grn_printer_text(p, d ? ", " : "");
        grn_printer_i64(p, l.start[d]);
        grn_printer_text(p, ":");
        grn_printer_i64(p, l.limit[d]);
        if (l.stride[d] == 1)
            continue;
        grn_printer_text(p, ":");
        grn_printer_i64(p, l.stride[d]);
    }
    grn_printer_text(p, "]");
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}

/* ---- real_dynamic_slice ---------------------------------------------------------------------- */

static grn_status list_operand(const grn_op *op, grn_check *check, size_t operand, const char *name)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    int64_t count = grn_operand_type(op, operand)->shape[0];
    if (grn_stablehlo_dim_agrees(count, rank))
        return GRN_OK;
    return grn_op_fail(op, check, "has mismatched number of operand rank (%" PRId32 ") and %s size (%" PRId64 ")", rank,
                       name, count);
}

static grn_status real_dynamic_slice_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    grn_status status = list_operand(op, check, 1, "start_indices");
    if (status == GRN_OK)
        status = list_operand(op, check, 2, "limit_indices");
    if (status == GRN_OK)
        status = list_operand(op, check, 3, "strides");
    if (status == GRN_OK && in->rank != out->rank)
        status = grn_op_fail(op, check, "requires the same rank for operand and result");
    return status;
}

static grn_status read_numbers(grn_exec *x, const grn_op *op, size_t operand, int64_t *v)
{
    int32_t count, rank = x->operands[0].tensor.rank;
    grn_status status = grn_hlo_read_dims(x, op, operand, &count, v);
    if (status != GRN_OK || count == rank)
        return status;
    return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu has %" PRId32 " entries, the operand's rank is %" PRId32,
                         operand, count, rank);
}

static grn_status real_dynamic_slice_eval(grn_exec *x, const grn_op *op)
{
    int64_t start[GRN_MAX_RANK], limit[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    grn_status status = read_numbers(x, op, 1, start);
    if (status == GRN_OK)
        status = read_numbers(x, op, 2, limit);
    if (status == GRN_OK)
        status = read_numbers(x, op, 3, stride);
    return status == GRN_OK ? slice_of(x, op, start, limit, stride) : status;
}

/* ---- pad, dynamic_pad ------------------------------------------------------------------------ */

static bool add_signed(int64_t a, int64_t b, int64_t *out)
{
    if ((b > 0 && a > INT64_MAX - b) || (b < 0 && a < INT64_MIN - b))
        return false;
    *out = a + b;
    return true;
}

/* pad C4: low + dim + max(dim - 1, 0) * interior + high; false when that cannot be counted. */
static bool padded(int64_t dim, int64_t low, int64_t high, int64_t interior, int64_t *out)
{
    int64_t gaps;
    return grn_mul_i64(dim > 0 ? dim - 1 : 0, interior, &gaps) && grn_add_i64(dim, gaps, out) &&
           add_signed(*out, low, out) && add_signed(*out, high, out);
}

typedef struct pad_lists {
    size_t nlow, nhigh, ninterior;
    const int64_t *low, *high, *interior;
} pad_lists;

static pad_lists read_pad(const grn_op *op)
{
    pad_lists l;
    grn_op_dims(op, "edge_padding_low", &l.nlow, &l.low);
    grn_op_dims(op, "edge_padding_high", &l.nhigh, &l.high);
    grn_op_dims(op, "interior_padding", &l.ninterior, &l.interior);
    return l;
}

/* pad C1: one element type. C2: one entry per dimension. C3: interior >= 0. C4: no negative
 * extent. */
static grn_status pad_rules_dim(const grn_op *op, grn_check *check, const pad_lists *l, int32_t d)
{
    const grn_hlo_extent dim = grn_hlo_extent_of(grn_operand_type(op, 0), d);
    const bool known = dim.size != GRN_DYNAMIC;
    int64_t most = known ? dim.size : dim.bound, extent;
    if (l->interior[d] < 0)
        return grn_stablehlo_broken(op, check, "C3", "Interior padding cannot be negative: %" PRId64, l->interior[d]);
    if (most == GRN_DYNAMIC)
        return GRN_OK;
    if (!padded(most, l->low[d], l->high[d], l->interior[d], &extent))
        return grn_op_fail(op, check, "has more elements along dimension %" PRId32 " than can be counted", d);
    if (extent < 0)
        return grn_stablehlo_broken(op, check, "C4", "Padding result in negative %s for dimension %" PRId32,
                                    known ? "size" : "bound", d);
    return GRN_OK;
}

static grn_status pad_rules(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0);
    pad_lists l = read_pad(op);
    const struct {
        const char *name;
        size_t count;
    } lists[] = {{"edge_padding_low", l.nlow}, {"edge_padding_high", l.nhigh}, {"interior_padding", l.ninterior}};
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(lists); i++)
        if (lists[i].count != (size_t)in->rank)
            status = grn_stablehlo_broken(op, check, "C2", "%s length (%zu) must match operand rank (%" PRId32 ")",
                                          lists[i].name, lists[i].count, in->rank);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++)
        status = pad_rules_dim(op, check, &l, d);
    return status;
}

static grn_status pad_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    pad_lists l = read_pad(op);
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    grn_status status = pad_rules(op, check);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < in->rank; d++) {
        const grn_hlo_extent dim = grn_hlo_extent_of(in, d);
        if (dim.size == GRN_DYNAMIC || !padded(dim.size, l.low[d], l.high[d], l.interior[d], &shape[d]))
            shape[d] = GRN_DYNAMIC;
        if (dim.bound == GRN_DYNAMIC || !padded(dim.bound, l.low[d], l.high[d], l.interior[d], &bounds[d]))
            bounds[d] = GRN_DYNAMIC;
    }
    return grn_stablehlo_infer_one(
        check, out, grn_stablehlo_tensor_with_bounds(check->scratch, in->element, in->rank, shape, bounds));
}

/* Padding that takes away and adds nothing is a slice. */
static bool is_crop(int32_t rank, const int64_t *low, const int64_t *high, const int64_t *interior)
{
    for (int32_t d = 0; d < rank; d++)
        if (low[d] > 0 || high[d] > 0 || interior[d] != 0)
            return false;
    return true;
}

/* The extents are known not to be negative, so the slice is one of the operand. */
static grn_status crop(grn_exec *x, const int64_t *low, const int64_t *high)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t start[GRN_MAX_RANK], limit[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    grn_tensor view;
    for (int32_t d = 0; d < in->rank; d++) {
        start[d] = -low[d];
        limit[d] = in->shape[d] + high[d];
        stride[d] = 1;
    }
    grn_view_slice(in, start, limit, stride, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

static grn_status pad_with(grn_exec *x, const grn_op *op, const int64_t *low, const int64_t *high,
                           const int64_t *interior)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t shape[GRN_MAX_RANK];
    for (int32_t d = 0; d < in->rank; d++)
        if (interior[d] < 0 || !padded(in->shape[d], low[d], high[d], interior[d], &shape[d]) || shape[d] < 0)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "dimension %" PRId32 " of %" PRId64 " elements cannot be padded by low %" PRId64
                                 ", high %" PRId64 ", interior %" PRId64,
                                 d, in->shape[d], low[d], high[d], interior[d]);
    if (is_crop(in->rank, low, high, interior))
        return crop(x, low, high);
    grn_status status = grn_hlo_new_result(x, op, 0, in->rank, shape);
    if (status == GRN_OK)
        grn_eval_pad(&x->results[0].tensor, in, x->operands[1].tensor.data, low, interior);
    return status;
}

static grn_status pad_eval(grn_exec *x, const grn_op *op)
{
    pad_lists l = read_pad(op);
    return pad_with(x, op, l.low, l.high, l.interior);
}

/* dynamic_pad C3, and C4 as far as the padding is known. */
static grn_status dynamic_pad_extents(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    size_t n;
    const int64_t *low, *high, *interior;
    char text[GRN_DIMS_TEXT_BYTES];
    if (!grn_hlo_constant_ints(op, 4, &n, &interior))
        return GRN_OK;
    for (int32_t d = 0; d < in->rank; d++)
        if (interior[d] < 0)
            return grn_stablehlo_broken(op, check, "C3", "interior_padding must be non-negative, but got %s",
                                        grn_stablehlo_list_text(n, interior, text, sizeof text));
    if (!grn_hlo_constant_ints(op, 2, &n, &low) || !grn_hlo_constant_ints(op, 3, &n, &high))
        return GRN_OK;
    for (int32_t d = 0; d < in->rank; d++) {
        int64_t want;
        if (in->shape[d] == GRN_DYNAMIC || !padded(in->shape[d], low[d], high[d], interior[d], &want) ||
            grn_stablehlo_dim_agrees(want, out->shape[d]))
            continue;
        return grn_stablehlo_broken(
            op, check, "C4", "expected output dimension at index %" PRId32 " to equal %" PRId64 ", but got %" PRId64, d,
            want, out->shape[d]);
    }
    return GRN_OK;
}

static grn_status dynamic_pad_verify(const grn_op *op, grn_check *check)
{
    int32_t rank = grn_operand_type(op, 0)->rank;
    int64_t count = grn_operand_type(op, 2)->shape[0];
    if (count != rank)
        return grn_stablehlo_broken(
            op, check, "C2", "padding operands size (%" PRId64 ") must match operand rank (%" PRId32 ")", count, rank);
    return dynamic_pad_extents(op, check);
}

static grn_status dynamic_pad_eval(grn_exec *x, const grn_op *op)
{
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK], interior[GRN_MAX_RANK];
    grn_status status = read_numbers(x, op, 2, low);
    if (status == GRN_OK)
        status = read_numbers(x, op, 3, high);
    if (status == GRN_OK)
        status = read_numbers(x, op, 4, interior);
    return status == GRN_OK ? pad_with(x, op, low, high, interior) : status;
}

/* ---- concatenate ----------------------------------------------------------------------------- */

/* concatenate C4: the shapes agree but along dimension. */
static grn_status concatenated_shape(const grn_op *op, grn_check *check, int64_t dim, size_t i)
{
    const grn_type *first = grn_operand_type(op, 0), *t = grn_operand_type(op, i);
    char a[GRN_DIMS_TEXT_BYTES], b[GRN_DIMS_TEXT_BYTES];
    if (t->rank != first->rank)
        return grn_stablehlo_broken(op, check, "C2", "operands (0) and (%zu) do not match rank", i);
    for (int32_t d = 0; d < t->rank; d++) {
        if (d == dim || grn_stablehlo_dim_agrees(t->shape[d], first->shape[d]))
            continue;
        return grn_stablehlo_broken(op, check, "C2",
                                    "shapes of operand (0) and (%zu) are not compatible at non-concat index %" PRId32
                                    ": (%s) != (%s)",
                                    i, d, grn_stablehlo_list_text((size_t)first->rank, first->shape, a, sizeof a),
                                    grn_stablehlo_list_text((size_t)t->rank, t->shape, b, sizeof b));
    }
    return GRN_OK;
}

/* concatenate C1: one element type. C3: at least one input. */
static grn_status concatenate_verify(const grn_op *op, grn_check *check)
{
    if (op->noperands == 0)
        return grn_op_fail(op, check, "expected 1 or more operands, but found 0");
    return grn_hlo_verify_same_element(op, check);
}

/* concatenate C4: 0 <= dimension < rank. */
static grn_status concatenate_rules(const grn_op *op, grn_check *check)
{
    int64_t dim = grn_op_integer(op, "dimension", 0);
    grn_status status = GRN_OK;
    const grn_type *first = grn_operand_type(op, 0);
    if (first->rank == 0)
        return grn_stablehlo_broken(op, check, "C4", "rank-0 values cannot be concatenated");
    if (dim >= first->rank)
        return grn_stablehlo_broken(op, check, "C4", "dimension %" PRId64 " is out-of-bounds for input rank %" PRId32,
                                    dim, first->rank);
    for (size_t i = 1; status == GRN_OK && i < op->noperands; i++)
        status = concatenated_shape(op, check, dim, i);
    return status;
}

/* Sizes make a size, and sizes or bounds make a bound; false: it cannot be counted. */
static bool add_extent(grn_hlo_extent *sum, grn_hlo_extent dim)
{
    const int64_t a = sum->size != GRN_DYNAMIC ? sum->size : sum->bound,
                  b = dim.size != GRN_DYNAMIC ? dim.size : dim.bound;
    const bool known = sum->size != GRN_DYNAMIC && dim.size != GRN_DYNAMIC;
    int64_t both = GRN_DYNAMIC;
    if (a != GRN_DYNAMIC && b != GRN_DYNAMIC && !grn_add_i64(a, b, &both))
        return false;
    *sum = (grn_hlo_extent){known ? both : GRN_DYNAMIC, known ? GRN_DYNAMIC : both};
    return true;
}

/* concatenate C6: the sum along dimension, what all inputs say elsewhere. */
static grn_status concatenated_extent(const grn_op *op, grn_check *check, int32_t d, bool summed, grn_hlo_extent *out)
{
    grn_status status = GRN_OK;
    *out = (grn_hlo_extent){summed ? 0 : GRN_DYNAMIC, GRN_DYNAMIC};
    for (size_t i = 0; i < op->noperands && status == GRN_OK; i++) {
        const grn_hlo_extent dim = grn_hlo_extent_of(grn_operand_type(op, i), d);
        if (!summed)
            status = grn_hlo_most_specific(op, check, d, dim, out);
        else if (!add_extent(out, dim))
            status = grn_op_fail(op, check, "has more elements along dimension %" PRId32 " than can be counted", d);
    }
    return status;
}

static grn_status concatenate_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *first = grn_operand_type(op, 0);
    int64_t shape[GRN_MAX_RANK], bounds[GRN_MAX_RANK];
    grn_status status = concatenate_rules(op, check);
    for (int32_t d = 0; status == GRN_OK && d < first->rank; d++) {
        grn_hlo_extent dim;
        status = concatenated_extent(op, check, d, d == grn_op_integer(op, "dimension", 0), &dim);
        shape[d] = dim.size;
        bounds[d] = dim.bound;
    }
    if (status != GRN_OK)
        return status;
    return grn_stablehlo_infer_one(
        check, out, grn_stablehlo_tensor_with_bounds(check->scratch, first->element, first->rank, shape, bounds));
}

static grn_status concatenate_shape(grn_exec *x, const grn_op *op, int64_t dim, grn_tensor *views, int64_t *shape)
{
    const grn_tensor *first = &x->operands[0].tensor;
    memcpy(shape, first->shape, (size_t)first->rank * sizeof *shape);
    shape[dim] = 0;
    for (size_t i = 0; i < op->noperands; i++) {
        views[i] = x->operands[i].tensor;
        for (int32_t d = 0; d < first->rank; d++)
            if (d != dim && views[i].shape[d] != shape[d])
                return grn_exec_fail(x, op, GRN_E_SHAPE,
                                     "operand #%zu has %" PRId64 " elements along dimension %" PRId32
                                     ", the first has %" PRId64,
                                     i, views[i].shape[d], d, shape[d]);
        if (!grn_add_i64(shape[dim], views[i].shape[dim], &shape[dim]))
            return grn_exec_fail(x, op, GRN_E_LIMIT, "more elements along dimension %" PRId64 " than can be counted",
                                 dim);
    }
    return GRN_OK;
}

grn_status grn_hlo_concatenate(grn_exec *x, const grn_op *op, int64_t dim)
{
    int64_t shape[GRN_MAX_RANK];
    grn_hlo_values in;
    if (op->noperands == 1)
        return grn_hlo_share_result(x, 0, 0, NULL);
    grn_status status = grn_hlo_values_begin(x, op, op->noperands, &in);
    if (status == GRN_OK)
        status = concatenate_shape(x, op, dim, in.tensor, shape);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in.tensor[0].rank, shape);
    if (status == GRN_OK)
        grn_eval_concatenate(&x->results[0].tensor, op->noperands, in.tensor, (int32_t)dim);
    grn_hlo_values_end(&in);
    return status;
}

static grn_status concatenate_eval(grn_exec *x, const grn_op *op)
{
    return grn_hlo_concatenate(x, op, grn_op_integer(op, "dimension", 0));
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_stablehlo_slice_ops[] = {
    GRN_STABLEHLO(slice, "takes the elements from start to limit in steps, each static", "C1-C5", grn_hlo_plain_operand,
                  grn_hlo_plain_result,
                  GRN_ATTRS(GRN_NEEDS("start_indices", grn_attr_is_dims), GRN_NEEDS("limit_indices", grn_attr_is_dims),
                            GRN_NEEDS("strides", grn_attr_is_dims)),
                  .relations = GRN_RELATIONS({"start_indices, limit_indices, strides", GRN_SAME_SIZE, NULL}),
                  .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .parse = slice_parse, .print = slice_print,
                  .verify = grn_hlo_verify_same_element, .infer = slice_infer, .eval = slice_eval),
    GRN_STABLEHLO_FROM(
        real_dynamic_slice, "slice, whose start, limit and strides are operands",
        "StableHLO dialect, real_dynamic_slice",
        GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("start_indices", grn_hlo_dimension_tensor),
                  GRN_PORT("limit_indices", grn_hlo_dimension_tensor), GRN_PORT("strides", grn_hlo_dimension_tensor)),
        grn_hlo_plain_result, GRN_NO_ATTRS, .format = "%** {} :fn",
        .relations = GRN_RELATIONS({"operand, result", GRN_SAME_ELEMENT_TYPE, NULL},
                                   {"start_indices, limit_indices, strides", GRN_SAME_TYPE, NULL}),
        .traits = GRN_TRAIT_PURE, .verify = real_dynamic_slice_verify, .eval = real_dynamic_slice_eval,
        .work = GRN_WORK_OWN),
    GRN_STABLEHLO(
        pad, "puts a value around and between elements; negative: takes away", "C1-C4",
        GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("padding_value", grn_hlo_scalar_tensor)),
        grn_hlo_plain_result,
        GRN_ATTRS(GRN_NEEDS("edge_padding_low", grn_attr_is_dims), GRN_NEEDS("edge_padding_high", grn_attr_is_dims),
                  GRN_NEEDS("interior_padding", grn_attr_is_dims)),
        .format = "%0 , %1 , low = $edge_padding_low , high = $edge_padding_high , interior = $interior_padding {} :fn",
        .relations = GRN_RELATIONS({"edge_padding_low, edge_padding_high, interior_padding", GRN_SAME_SIZE, NULL}),
        .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_same_element, .infer = pad_infer, .eval = pad_eval),
    GRN_STABLEHLO(dynamic_pad, "pad, whose amounts are operands", "C1-C4",
                  GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("padding_value", grn_hlo_scalar_tensor),
                            GRN_PORT("edge_padding_low", grn_hlo_static_dimension_tensor),
                            GRN_PORT("edge_padding_high", grn_hlo_static_dimension_tensor),
                            GRN_PORT("interior_padding", grn_hlo_static_dimension_tensor)),
                  grn_hlo_plain_result, GRN_NO_ATTRS, .format = "%** {} :fn",
                  .relations =
                      GRN_RELATIONS({"operand, padding_value, result", GRN_SAME_ELEMENT_TYPE, "C1"},
                                    {"edge_padding_low, edge_padding_high, interior_padding", GRN_SAME_TYPE, "C2"},
                                    {"operand, result", GRN_SAME_RANK, "C4"}),
                  .traits = GRN_TRAIT_PURE, .verify = dynamic_pad_verify, .eval = dynamic_pad_eval),
    GRN_STABLEHLO(concatenate, "joins tensors along one dimension", "C1-C6",
                  GRN_PORTS(GRN_PORT_ANY("inputs", grn_hlo_tensor)), grn_hlo_plain_result,
                  GRN_ATTRS(GRN_NEEDS("dimension", grn_hlo_is_natural_i64)), .format = "%* , dim = $dimension {} :fn",
                  .traits = GRN_TRAIT_PURE, .verify = concatenate_verify, .infer = concatenate_infer,
                  .eval = concatenate_eval),
    {.name = NULL},
};
